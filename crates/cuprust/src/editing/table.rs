//! The declarations of what puts in, takes out, packs, and shows memory with other strides.

use cuprust_num::DType;

use super::*;
use crate::Dims;
use crate::table::texts::{NO_SUBCLASSES, WAITS};
use crate::table::{Ignored, IndexPart, Own, Shape, Source, View, WrittenParts, functions};

/// The indices in an index of several integers, which selects along one axis.
fn listed(obj: WrittenParts, of: &Array) -> Result<Option<Array>> {
    if obj.0.len() == 1 {
        return Ok(None);
    }
    let position = |part: &IndexPart| match part {
        IndexPart::Basic(Index::At(position)) => Ok(*position),
        // Beside integers a truth value is a number, as in the array that NumPy makes of them.
        IndexPart::Array(truth) if truth.ndim() == 0 && truth.dtype() == DType::Bool => truth.item().map(|it| it.get()),
        _ => Err(Error::index("an axis is indexed by an integer, a slice, or an array of integers or bools")),
    };
    let indices = obj.0.iter().map(position).collect::<Result<Vec<_>>>()?;
    Array::from_slice(&indices, [indices.len() as i64], of.device()).map(Some)
}

/// The single part of an index, or the array of its indices.
fn one_part<'a>(obj: WrittenParts<'a>, listed: &'a Option<Array>) -> Index<'a> {
    match listed {
        Some(indices) => Index::Array(indices),
        None => obj.0[0].index(),
    }
}

functions! {
    in "cuprust";

    /// Elements after those of an array, along an axis; both flattened where it is None.
    ///
    /// Raises ValueError where the other extents differ, AxisError for an axis out of range.
    ///
    /// >>> cp.append(cp.array([1, 2]), [[3], [4]])
    /// array([1, 2, 3, 4])
    fn append(arr: &Array, values: &Array, axis: Option<i64> = None) -> Array {
        append(arr, values, axis)
    }

    /// The array without the parts along an axis that an integer, a slice, integers or a mask name; of the flattened
    /// array where the axis is None.
    ///
    /// Raises IndexError for an index out of range, ValueError for a mask of another length, AxisError for an axis out
    /// of range.
    ///
    /// >>> cp.delete(cp.array([[1, 2, 3], [4, 5, 6]]), [0, 2], axis=1)
    /// array([[2],
    ///        [5]])
    fn delete(arr: &Array, obj: WrittenParts, axis: Option<i64> = None) -> Array {
        let listed = listed(obj, arr)?;
        delete(arr, one_part(obj, &listed), axis)
    }

    /// Values before the indices along an axis that an integer, a slice, integers or a mask name; in the flattened
    /// array where the axis is None.
    ///
    /// Places are counted in the array as it is. Values are cast to its dtype and broadcast. Raises IndexError for a
    /// index out of range, ValueError for values that do not broadcast, AxisError for an axis out of range.
    ///
    /// >>> cp.insert(cp.array([1, 2, 3]), [0, 3], [7, 8])
    /// array([7, 1, 2, 3, 8])
    fn insert(arr: &Array, obj: WrittenParts, values: Source, axis: Option<i64> = None) -> Array {
        let listed = listed(obj, arr)?;
        insert(arr, one_part(obj, &listed), &values.array_or_in(arr.dtype())?, axis)
    }

    /// The elements in C order, from the first one again where they are too few, in another shape. Zeros where there
    /// are none.
    ///
    /// Raises ValueError for a negative extent.
    ///
    /// >>> cp.resize(cp.array([1, 2, 3]), (2, 4))
    /// array([[1, 2, 3, 1],
    ///        [2, 3, 1, 2]])
    fn resize(a: &Array, new_shape: Shape) -> Array {
        resize(a, &new_shape.0)
    }

    /// A view without the zeros before, by `f`, and after, by `b`, the other elements along axes; along all of them
    /// where none is given.
    ///
    #[doc = WAITS]
    /// Raises ValueError for other letters, AxisError for an axis out of range.
    ///
    /// >>> cp.trim_zeros(cp.array([0, 0, 1, 0, 2, 0]))
    /// array([1, 0, 2])
    fn trim_zeros(filt: &Array, trim: &str = "fb", axis: Option<Dims> = None) -> View {
        let (before, behind) = match trim.to_lowercase().as_str() {
            "fb" | "bf" => (true, true),
            "f" => (true, false),
            "b" => (false, true),
            _ => return Err(Error::value(format!("unexpected character(s) in `trim`: '{trim}'"))),
        };
        filt.trim_zeros(before, behind, axis.as_deref()).map(View)
    }

    /// Eight elements along an axis in one byte, the last one filled up with zeros: a bit is set where the element is
    /// not zero.
    ///
    /// Of the flattened array where the axis is None. `bitorder` says whether the first element is the highest bit,
    /// "big", or the lowest, "little". Raises TypeError for other than integers and bools, ValueError for another
    /// `bitorder`.
    ///
    /// >>> cp.packbits(cp.array([1, 0, 1, 1, 0, 0, 0, 1, 1]))
    /// array([177, 128], dtype=uint8)
    fn packbits(a: &Array, /, axis: Option<i64> = None, bitorder: &str = "big") -> Array {
        packbits(a, axis, BitOrder::from_name(bitorder)?)
    }

    /// The bits of bytes along an axis, each a byte of 0 or 1; of the flattened array where the axis is None.
    ///
    /// `count` is the number of bits: zeros are appended for a larger one, and a negative one drops bits at the end.
    /// Raises TypeError for another dtype than uint8, ValueError for another `bitorder` or too negative a count.
    ///
    /// >>> cp.unpackbits(cp.array([177, 128], "u1"), count=9)
    /// array([1, 0, 1, 1, 0, 0, 0, 1, 1], dtype=uint8)
    fn unpackbits(a: &Array, /, axis: Option<i64> = None, count: Option<i64> = None, bitorder: &str = "big") -> Array {
        unpackbits(a, axis, count, BitOrder::from_name(bitorder)?)
    }

    in "cuprust.lib.stride_tricks";

    /// A view of the array's memory from its first element, with another shape and strides in bytes; what is None is as
    /// it is.
    ///
    /// Where elements overlap, it cannot be written. Raises ValueError for strides that are no multiples of the
    /// element's size, and, unlike NumPy, for a view that leaves the memory.
    ///
    /// >>> cp.lib.stride_tricks.as_strided(cp.arange(5), (3, 3), (8, 8))
    /// array([[0, 1, 2],
    ///        [1, 2, 3],
    ///        [2, 3, 4]])
    fn as_strided(
        x: &Array, shape: Option<Shape> = None, strides: Option<Dims> = None, subok: Ignored = False, writeable: bool = True
    ) ignoring { subok: NO_SUBCLASSES } -> View {
        let shape = shape.map(|shape| shape.0);
        let mut view = x.as_strided(shape.as_deref(), strides.as_deref())?;
        view.set_writable(writeable && view.is_writable());
        Ok(View(view))
    }

    /// Each window of these extents that slides over the array: the axes of the windows are after those of the
    /// indices where they begin.
    ///
    /// The extents belong to as many axes; to all of them where the axis is None. A view that cannot be written. Raises
    /// ValueError for a window larger than the array or another number of axes, AxisError for an axis out of range.
    ///
    /// >>> cp.lib.stride_tricks.sliding_window_view(cp.arange(4), 2)
    /// array([[0, 1],
    ///        [1, 2],
    ///        [2, 3]])
    fn sliding_window_view(
        x: &Array, window_shape: Dims, axis: Option<Dims> = None, *, subok: Ignored = False, writeable: bool = False
    ) ignoring { subok: NO_SUBCLASSES } -> View {
        if writeable {
            return Err(Error::value("windows share elements and cannot be written"));
        }
        x.sliding_window_view(&window_shape, axis.as_deref()).map(View)
    }

    in "cuprust.ndarray";

    /// The bytes of each element in the other order: in a copy, or in place.
    ///
    /// Raises ValueError for a read-only array in place.
    ///
    /// >>> cp.array([1, 256], "i2").byteswap()
    /// array([256,   1], dtype=int16)
    fn byteswap(a: &Array, inplace: bool = False) -> Own {
        let swapped = a.byteswap()?;
        if !inplace {
            return Ok(Own::New(swapped));
        }
        a.assign(&swapped)?;
        Ok(Own::First)
    }
}
