//! Complex numbers that are real up to rounding: `real_if_close`.

use cuprust_ir::Result;
use cuprust_num::DType;

use crate::Array;
use crate::ufunc::rows;

impl Array {
    /// A view of the real parts if every imaginary part is smaller than a tolerance, else the array itself:
    /// `numpy.real_if_close`. A tolerance above one is in units of the machine epsilon. Waits for the elements.
    ///
    /// # Errors
    /// What went wrong in computing the elements.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![c128::new(2.0, 1e-15)].real_if_close(100.0)?.to_string(), "[2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn real_if_close(&self, tolerance: f64) -> Result<Array> {
        let step = match self.dtype() {
            DType::C64 => f64::from(f32::EPSILON),
            DType::C128 => f64::EPSILON,
            _ => return Ok(self.clone()),
        };
        let bound = if tolerance > 1.0 { tolerance * step } else { tolerance };
        let small = rows::less(&rows::absolute(&self.imaginary_part()?)?, bound)?;
        match rows::all(&small, ..)?.item()?.get() {
            true => self.real_part(),
            false => Ok(self.clone()),
        }
    }
}
