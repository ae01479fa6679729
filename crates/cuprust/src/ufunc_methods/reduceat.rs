//! `ufunc.reduceat`: folds of many slices of an axis, with a number of operations that does not grow with the number of
//! slices.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::{Reduction, RowId, accumulation};
use cuprust_reserve::{collected, filled};

use super::{foldable, ordered, reduce};
use crate::indexing::take_known;
use crate::manipulation::concatenate;
use crate::ufunc::casting::fold_dtype;
use crate::ufunc::{Argument, ReduceOptions, binary, where_};
use crate::{Array, Index, creation, normalize_axis};

/// The most slices that are folded one by one, in place.
const MAX_SINGLE_SLICES: usize = 16;

/// The most elements that are gathered at a time; longer slices are gathered alone.
const MAX_GATHERED_ELEMENTS: i64 = 1 << 18;

/// The folds of slices along an axis: `ufunc.reduceat`. The slice of an index ends before the next index; an index that
/// is not below the next one stands for a single element.
///
/// Slices of similar length are gathered as rows of one length, and the rows are folded.
///
/// # Errors
/// As [`reduce`], an index error for an index out of range, and a type error for an array without axes.
///
/// ```
/// # use cuprust::*;
/// let found = ufunc_methods::reduce_at(ops::RowId::named("add"), &arange(6)?, &[0, 4], 0, None, None)?;
/// assert_eq!(found.to_string(), "[6 9]");
/// # Ok::<(), Error>(())
/// ```
pub fn reduce_at(
    row: RowId,
    array: &Array,
    indices: &[i64],
    axis: i64,
    dtype: Option<DType>,
    out: Option<&Array>,
) -> Result<Array> {
    foldable(row, "reduceat")?;
    let name = row.row().name;
    if array.ndim() == 0 {
        return Err(Error::type_("cannot reduceat on a scalar"));
    }
    let axis = normalize_axis(axis, array.ndim()).map_err(|error| error.within(name))?;
    let (extent, mut shape) = (array.shape()[axis], array.shape().to_vec());
    if let Some(wrong) = indices.iter().find(|index| !(0..extent).contains(*index)) {
        return Err(Error::index(format!("index {wrong} out-of-bounds in {name}.reduceat [0, {extent})")));
    }
    let dtype = fold_dtype(row, array.dtype(), dtype, out)?;
    shape[axis] = indices.len() as i64;
    if let Some(out) = out {
        out.check_out(name, &shape, array.device())?;
    }
    let ends = indices.iter().skip(1).copied().chain([extent]);
    let slices: Vec<Slice> = collected(indices.iter().zip(ends).map(|(&start, end)| (start, end.max(start + 1))))?;
    let folds = Folds { row, array, axis, dtype };
    let result = match slices.len() {
        0 => Array::empty(&shape, dtype, array.device())?,
        1..=MAX_SINGLE_SLICES => {
            folds.joined(&slices.iter().map(|&slice| folds.one(slice)).collect::<Result<Vec<_>>>()?)?
        }
        _ => folds.many(&slices)?,
    };
    result.into_out(out)
}

/// The start of a slice and its end.
type Slice = (i64, i64);

struct Folds<'a> {
    row: RowId,
    array: &'a Array,
    axis: usize,
    dtype: DType,
}

impl Folds<'_> {
    /// The fold of a slice; a single element is its own fold.
    fn one(&self, (start, end): Slice) -> Result<Array> {
        let mut index = vec![Index::ALL; self.axis];
        index.push(Index::range(start, end));
        let slice = self.array.at(&index)?;
        if end - start == 1 { slice.in_dtype(self.dtype) } else { self.fold(&slice, self.axis, true) }
    }

    fn fold(&self, array: &Array, axis: usize, keepdims: bool) -> Result<Array> {
        let axes = [axis as i64];
        let options = ReduceOptions { axes: Some(&axes), dtype: Some(self.dtype), keepdims, ..Default::default() };
        reduce(self.row, array, &options)
    }

    fn joined(&self, parts: &[Array]) -> Result<Array> {
        concatenate(parts, self.axis as i64)
    }

    /// The folds of slices, by rows padded to the next power of two, and put back in order.
    fn many(&self, slices: &[Slice]) -> Result<Array> {
        let source = self.array.in_dtype(self.dtype)?;
        let width = |&(start, end): &Slice| (end - start).cast_unsigned().next_power_of_two().cast_signed();
        let beside = (source.size() / source.shape()[self.axis]).max(1);
        let mut order = collected(0..slices.len())?;
        order.sort_unstable_by_key(|&position| (width(&slices[position]), position));
        let mut parts = Vec::new();
        for same in order.chunk_by(|&a, &b| width(&slices[a]) == width(&slices[b])) {
            let width = width(&slices[same[0]]);
            let rows = (MAX_GATHERED_ELEMENTS / beside.saturating_mul(width)).max(1) as usize;
            for piece in same.chunks(rows) {
                let piece: Vec<Slice> = collected(piece.iter().map(|&position| slices[position]))?;
                parts.push(self.rows(&source, &piece, width)?);
            }
        }
        let mut inverse = filled(0_i64, slices.len())?;
        order.iter().zip(0..).for_each(|(&number, at)| inverse[number] = at);
        let inverse = Array::from_slice(&inverse, [inverse.len() as i64], self.array.device())?;
        take_known(&self.joined(&parts)?, &inverse, self.axis)
    }

    /// The folds of slices of at most `width` elements each, gathered as rows. Positions after a slice's end have a
    /// neutral element.
    fn rows(&self, source: &Array, slices: &[Slice], width: i64) -> Result<Array> {
        let (device, axis) = (source.device(), self.axis);
        let column = |number: fn(&Slice) -> i64| -> Result<Array> {
            let numbers = collected(slices.iter().map(number))?;
            Array::from_slice(&numbers, [numbers.len() as i64, 1], device)
        };
        let starts = column(|slice| slice.0)?;
        if width == 1 {
            return take_known(source, &starts.ravel()?, axis);
        }
        let last = column(|slice| slice.1 - 1)?;
        let along = creation::positions(&[width], 0, &[1], DType::I64, device)?;
        let indices = binary(const { RowId::named("add") }, &starts, &along)?;
        let inside = binary(const { RowId::named("less_equal") }, &indices, &last)?;
        let indices = binary(const { RowId::named("minimum") }, &indices, &last)?;
        let mut rows = take_known(source, &indices, axis)?;
        if !self.row.row().associative {
            let lengths = binary(const { RowId::named("subtract") }, &last, &starts)?;
            let beside = vec![1; rows.ndim() - axis - 1];
            let lengths = lengths.reshape([vec![1; axis], vec![slices.len() as i64], beside].concat())?;
            let wide = rows.in_dtype(accumulation(Reduction::Fold(self.row), self.dtype))?;
            let folded = ordered::folds(self.row, &wide, axis + 1, Some(&lengths))?;
            return folded.in_dtype(self.dtype)?.squeeze((axis + 1) as i64);
        }
        // For a row without a neutral element, a repeated element gives the same result.
        if let Some(neutral) = self.neutral() {
            let behind = rows.ndim() - axis - 2;
            let inside = inside.reshape([inside.shape(), &vec![1; behind]].concat())?;
            rows = where_(&inside, Argument::Array(&rows), Argument::Scalar(neutral))?;
        }
        self.fold(&rows, axis + 1, false)
    }

    /// The neutral element in a fold of at least two elements.
    fn neutral(&self) -> Option<Scalar> {
        let row = self.row.row();
        let identity = || row.identity.map(|identity| Scalar::new(identity).cast(self.dtype));
        row.neutral(self.dtype).or_else(identity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Device;

    #[test]
    fn slices_of_all_lengths_are_folded_in_pieces() {
        let device = Device::cpu();
        let n = 100_000_i64;
        let numbers: Vec<i64> = (0..n).map(|i| i * i % 1009).collect();
        let array = Array::from_slice(&numbers, [n], device).unwrap();
        // Including descending indices, whose slice is one element.
        let indices: Vec<i64> = (0..3000).map(|i| i * i * 7919 % n).chain([0, n - 1, 0, 1]).collect();
        let expected = |i: usize| {
            let (start, end) = (indices[i], indices.get(i + 1).copied().unwrap_or(n));
            numbers[start as usize..end.max(start + 1) as usize].iter().sum::<i64>()
        };
        let sums = reduce_at(const { RowId::named("add") }, &array, &indices, 0, None, None).unwrap();
        assert_eq!(sums.to_vec::<i64>().unwrap(), (0..indices.len()).map(expected).collect::<Vec<_>>());
    }
}
