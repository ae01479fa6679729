//! Reinterpretation of memory as another dtype, and the parts of complex numbers as views.

use cuprust_ir::{Error, Layout, Result};
use cuprust_num::DType;

use crate::Array;

impl Array {
    /// The same memory reinterpreted as another dtype. If the sizes of the dtypes differ, the last axis grows or
    /// shrinks. For bool, any nonzero byte is true.
    ///
    /// # Errors
    /// A value error where the sizes differ and the last axis does not exist, is not contiguous, or has a number of
    /// bytes that is not a multiple of the new size, or where the offset or a stride is not such a multiple; where the
    /// device cannot be used.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0f32].reinterpret(DType::U32)?.to_string(), "[1065353216]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reinterpret(&self, dtype: DType) -> Result<Array> {
        let (from, to) = (self.dtype().size() as i64, dtype.size() as i64);
        if (dtype == DType::Bool) != (self.dtype() == DType::Bool) {
            self.device().lock()?.allow_raw_bools(self.storage());
        }
        let mut layout = self.layout().clone();
        if from == to {
            return Ok(self.view_as(dtype, layout));
        }
        let Some(last) = layout.rank().checked_sub(1) else {
            return Err(Error::value(
                "Changing the dtype of a 0d array is only supported if the itemsize is unchanged",
            ));
        };
        if layout.strides[last] != 1 && layout.shape[last] != 1 && layout.size() != 0 {
            return Err(Error::value("To change to a dtype of a different size, the last axis must be contiguous"));
        }
        if layout.shape[last] * from % to != 0 {
            return Err(Error::value(
                "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of \
                 the array.",
            ));
        }
        let uneven = |positions: i64| positions * from % to != 0;
        let steps = layout.strides[..last].iter().zip(&layout.shape[..last]);
        if uneven(layout.offset) || steps.clone().any(|(&stride, &extent)| extent > 1 && uneven(stride)) {
            return Err(Error::value("the elements do not lie at multiples of the new dtype's size: copy them first"));
        }
        layout.offset = layout.offset * from / to;
        layout.shape[last] = layout.shape[last] * from / to;
        layout.strides[last] = 1;
        for axis in 0..last {
            layout.strides[axis] = layout.strides[axis] * from / to;
        }
        Ok(self.view_as(dtype, layout))
    }

    /// A view of the real parts; for real elements the array itself.
    ///
    /// # Errors
    /// None today; it returns a Result like the related functions.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![c128::new(1.0, 2.0)].real_part()?.to_string(), "[1.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn real_part(&self) -> Result<Array> {
        if self.dtype().is_complex() { Ok(self.part(0)) } else { Ok(self.clone()) }
    }

    /// Whether the bounds of two arrays' memory overlap: `numpy.may_share_memory`.
    ///
    /// ```
    /// # use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let a = arange(6)?;
    /// assert!(a.may_share_memory(&a.at(s![..;2])?));
    /// assert!(!a.at(..3)?.may_share_memory(&a.at(3..)?));
    /// # Ok(())
    /// # }
    /// ```
    pub fn may_share_memory(&self, other: &Array) -> bool {
        let bytes = |array: &Array| {
            let size = array.dtype().size() as i64;
            array.layout().bounds().map(|(low, high)| (low * size, (high + 1) * size))
        };
        match (self.shares_storage(other), bytes(self), bytes(other)) {
            (true, Some((low, high)), Some((other_low, other_high))) => low < other_high && other_low < high,
            _ => false,
        }
    }

    /// A view of the imaginary parts.
    ///
    /// # Errors
    /// A type error where the elements are real.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![c128::new(1.0, 2.0)].imaginary_part()?.to_string(), "[2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn imaginary_part(&self) -> Result<Array> {
        if self.dtype().is_complex() {
            return Ok(self.part(1));
        }
        Err(Error::type_(format!("elements of {} have no imaginary part", self.dtype())))
    }

    /// The imaginary parts: a view for complex elements, read-only zeros for real ones.
    ///
    /// # Errors
    /// Where memory is exhausted.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, 2.0].imaginary()?.to_string(), "[0. 0.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn imaginary(&self) -> Result<Array> {
        if self.dtype().is_complex() {
            return self.imaginary_part();
        }
        let mut zeros = self.zeros_like(None)?;
        zeros.set_writable(false);
        Ok(zeros)
    }

    /// Every other float of complex numbers as pairs of floats.
    fn part(&self, which: i64) -> Array {
        let Layout { shape, strides, offset } = self.layout().clone();
        let strides = strides.iter().map(|stride| 2 * stride).collect();
        self.view_as(self.dtype().real(), Layout { shape, strides, offset: 2 * offset + which })
    }
}
