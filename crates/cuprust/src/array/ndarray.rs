//! Conversions from and to the arrays of the crate `ndarray`, with the feature of that name.

use cuprust_ir::{Error, Result};
use cuprust_num::Element;
use ndarray::{ArrayBase, ArrayD, Data, Dimension, IxDyn};

use crate::{Array, Device};

/// The elements on the current device, in C order.
impl<S: Data<Elem: Element>, D: Dimension> TryFrom<&ArrayBase<S, D>> for Array {
    type Error = Error;

    /// # Errors
    /// Where there is no current device or memory is exhausted.
    fn try_from(array: &ArrayBase<S, D>) -> Result<Array> {
        let device = Device::current()?;
        match array.as_slice() {
            Some(elements) => Array::from_slice(elements, array.shape(), device),
            None => Array::from_slice(&array.iter().copied().collect::<Vec<_>>(), array.shape(), device),
        }
    }
}

/// The elements in C order. Waits for them.
impl<T: Element> TryFrom<&Array> for ArrayD<T> {
    type Error = Error;

    /// # Errors
    /// As [`Array::to_vec`].
    fn try_from(array: &Array) -> Result<ArrayD<T>> {
        let shape: Vec<usize> = array.shape().iter().map(|&extent| extent as usize).collect();
        ArrayD::from_shape_vec(IxDyn(&shape), array.to_vec()?).map_err(|error| Error::value(error.to_string()))
    }
}
