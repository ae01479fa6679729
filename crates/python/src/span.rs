//! `ndarray.mdspan`: an array as an `mdspan` that a kernel in C++ takes by value: its address, extents and strides.

use cuprust::DType;
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::dtype::AnyDType;
use crate::error::{Failure, Result, value_error};

/// An array for a parameter of the type ``cuda::std::mdspan``: `ndarray.mdspan` makes it.
#[pyclass(frozen, name = "mdspan", module = "cuprust.cuda")]
pub(crate) struct MdSpan {
    pub(crate) array: Py<NdArray>,
    /// The extents, followed by the strides in elements, as bytes of the kernel's index type.
    pub(crate) extents_and_strides: Vec<u8>,
}

#[pymethods]
impl MdSpan {
    fn __repr__(&self) -> String {
        let array = self.array.get().array();
        format!("<mdspan of {} over {:?}>", array.dtype(), array.shape())
    }
}

#[pymethods]
impl NdArray {
    /// The array as an argument for a parameter of the type ``cuda::std::mdspan<T, cuda::std::extents<I, ..>>`` whose
    /// extents are all dynamic, and whose layout is `layout_stride`, or `layout_right` of an array in C order, or
    /// `layout_left` of one in Fortran order.
    ///
    /// `index_type` is the dtype of `I`, int32 or int64. Raises ValueError for another one, and where an extent or a
    /// stride is too large for it; RuntimeError for an axis without elements or with a stride that is not positive, for
    /// which C++ promises nothing, unless `allow_unsafe`.
    #[pyo3(signature = (*, index_type, allow_unsafe=false))]
    fn mdspan(slf: &Bound<'_, Self>, index_type: AnyDType, allow_unsafe: bool) -> Result<MdSpan> {
        let layout = slf.get().array().layout();
        let mut words = layout.shape.to_vec();
        // The stride of an axis with one element is never used.
        let steps = layout.shape.iter().zip(layout.strides.iter());
        words.extend(steps.map(|(extent, stride)| if *extent == 1 { (*stride).max(1) } else { *stride }));
        let (extents, strides) = words.split_at(layout.shape.len());
        let empty = extents.iter().position(|extent| *extent == 0).map(|axis| (axis, "has size zero"));
        let wrong = empty
            .or_else(|| strides.iter().position(|stride| *stride <= 0).map(|axis| (axis, "has non-positive stride")));
        if let Some((axis, what)) = wrong.filter(|_| !allow_unsafe) {
            let text = format!(
                "mdspan: the {axis}-th dimension {what}: give allow_unsafe=True where the kernel does without it"
            );
            return Err(Failure::Crate(cuprust::Error::runtime(text)));
        }
        let bytes = match index_type.0 {
            DType::I64 => words.iter().flat_map(|word| word.to_ne_bytes()).collect(),
            DType::I32 => {
                let narrow =
                    words.iter().map(|word| i32::try_from(*word)).collect::<std::result::Result<Vec<i32>, _>>();
                let narrow = narrow.map_err(|_| {
                    value_error("mdspan: an extent or a stride exceeds int32 maximum: give index_type=int64")
                })?;
                narrow.iter().flat_map(|word| word.to_ne_bytes()).collect()
            }
            other => return Err(value_error(format!("mdspan: index_type must be int32 or int64, not {other}"))),
        };
        Ok(MdSpan { array: slf.clone().unbind(), extents_and_strides: bytes })
    }
}
