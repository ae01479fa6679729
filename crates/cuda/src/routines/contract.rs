//! Sums of products over labelled axes, by cuTENSOR where it is installed.

use cuprust_ir::{Layout, Result, StreamId};
use cuprust_num::DType;

use super::matmul::element_of;
use crate::driver::Address;
use crate::driver::cupti::{self, Launches};
use crate::driver::cutensor::{Contraction, Tensor};
use crate::executor::Cuda;

impl Cuda {
    /// Whether the device is a GPU and cuTENSOR is installed.
    pub fn has_cutensor(&self) -> bool {
        self.routines().cutensor().is_some()
    }

    /// A contraction of two factors into a result, all of one dtype, whose axes have these labels. `None` where the
    /// device is no GPU or cuTENSOR is not installed, and for what it does not support.
    pub fn contraction(&self, dtype: DType, operands: [(&[i32], &Layout); 3]) -> Option<Contraction> {
        let element = element_of(dtype)?;
        let tensor = |(labels, layout): (&[i32], &Layout)| Tensor::new(labels, &layout.shape, &layout.strides);
        let [a, b, c] = operands.map(tensor);
        let contraction = Contraction::new(element, a?, b?, c?)?;
        self.routines().cutensor().map(|_| contraction)
    }

    /// Whether cuTENSOR has a plan for a contraction of arrays at these addresses.
    ///
    /// # Errors
    /// Of the kind `Cuda` where the device fails.
    pub fn has_contraction(&self, contraction: &Contraction, addresses: [u64; 3]) -> Result<bool> {
        let Some(cutensor) = self.routines().cutensor() else { return Ok(false) };
        cutensor.has(contraction, addresses.map(Address))
    }

    /// Queues a contraction for which there is a plan. False where there is none.
    ///
    /// # Errors
    /// Of the kind `Cuda` where the device fails, and out of memory for cuTENSOR's workspace.
    ///
    /// # Safety
    /// The arrays lie at these addresses in memory of the device, and the result overlaps no factor.
    pub unsafe fn contract(&self, contraction: &Contraction, addresses: [u64; 3], stream: StreamId) -> Result<bool> {
        let Some(cutensor) = self.routines().cutensor() else { return Ok(false) };
        let stream = self.stream(stream)?;
        let _correlation = cupti::tie(Launches::ByRuntime);
        // SAFETY: the caller vouches for the arrays.
        unsafe { cutensor.run(contraction, addresses.map(Address), self.pool(), stream) }
    }
}
