//! Fourier transforms by cuFFT.

use cuprust_ir::{Error, Memory, Operand, Result, View};
use cuprust_num::DType;
use cuprust_ops::Transform;

use super::staged::address_of;
use super::view;
use crate::driver::cufft::{Cufft, Plan};
use crate::driver::{Driver, Stream};
use crate::pool::Pool;

/// A transform of stacked signals.
pub(crate) struct Fourier {
    plan: Plan,
    input: View,
    output: View,
}

impl Fourier {
    /// # Errors
    /// Operands that do not match the routine.
    pub(super) fn new(transform: Transform, axes: i64, outputs: &[View], inputs: &[Operand]) -> Result<Fourier> {
        let (input, output) = (view(inputs, 0)?.clone(), super::output(outputs)?.clone());
        // For real transforms the extents are those of the real side.
        let real = if transform == Transform::RealForward { &input } else { &output };
        let split = real.layout.rank().checked_sub(axes as usize);
        let (batch, lengths) = split
            .and_then(|split| real.layout.shape.split_at_checked(split))
            .ok_or_else(|| Error::runtime("fft over more axes than the array has"))?;
        let double = real.dtype.real() == DType::F64;
        let plan = Plan { transform, double, lengths: lengths.to_vec(), batch: batch.iter().product() };
        Ok(Fourier { plan, input, output })
    }

    pub(super) fn run(
        &self,
        cufft: &Cufft,
        driver: &dyn Driver,
        pool: &Pool,
        stream: Stream,
        memories: &[Memory],
    ) -> Result<()> {
        if self.output.layout.size() == 0 {
            return Ok(());
        }
        let (from, to) = (address_of(&self.input, memories)?, address_of(&self.output, memories)?);
        if self.plan.transform != Transform::RealInverse {
            // SAFETY: the views lie in their memories, in C order, and are equal or disjoint.
            return unsafe { cufft.run(&self.plan, from, to, pool, stream) };
        }
        // The library overwrites the input of this transform.
        let bytes = self.input.layout.size() as usize * self.input.dtype.size();
        let copy = pool.alloc(bytes, stream)?;
        // SAFETY: the block was just allocated with that many bytes, and the view lies in its memory.
        let copied = unsafe { driver.copy(copy.address, from, bytes, stream) };
        // SAFETY: as above.
        let ran = copied.and_then(|()| unsafe { cufft.run(&self.plan, copy.address, to, pool, stream) });
        // Freed in stream order: queued work may still use it.
        ran.and(pool.free(copy))
    }
}
