//! Routines of the CPU in place of a library that is not installed: on copies of the device's memory, for which the
//! stream is waited.

use cuprust_dense::{Failure, Team};
use cuprust_ir::{Error, Memory, Operand, Result, View};
use cuprust_ops::Routine;
use cuprust_reserve::filled;

use super::view;
use crate::driver::{Address, Driver, Stream};

/// A routine on host memory.
pub(super) struct Staged {
    routine: Routine,
    inputs: Vec<View>,
    outputs: Vec<View>,
}

impl Staged {
    /// # Errors
    /// Operands that the routine does not support, or that are not in C order without gaps.
    pub(super) fn new(routine: Routine, outputs: &[View], inputs: &[Operand]) -> Result<Staged> {
        let inputs =
            (0..inputs.len()).map(|address_of| view(inputs, address_of).cloned()).collect::<Result<Vec<View>>>()?;
        if let Some(view) =
            inputs.iter().chain(outputs).find(|view| !view.layout.is_contiguous() || !view.circular.is_empty())
        {
            return Err(Error::runtime(format!("{}: {view} is not in C order without gaps", routine.title())));
        }
        let sources: Vec<_> = inputs.iter().map(|view| operand(view, &mut [])).collect();
        let targets: Vec<_> = outputs.iter().map(|view| operand(view, &mut [])).collect();
        cuprust_dense::check(routine, &sources, &targets).map_err(Error::runtime)?;
        Ok(Staged { routine, outputs: outputs.to_vec(), inputs })
    }

    pub(super) fn run(&self, driver: &dyn Driver, stream: Stream, memories: &[Memory]) -> Result<()> {
        let buffer = |view: &View| -> Result<Vec<u128>> {
            let words = bytes(view).div_ceil(size_of::<u128>());
            Ok(filled(0, words)?)
        };
        let mut sources = self.inputs.iter().map(buffer).collect::<Result<Vec<_>>>()?;
        let mut targets = self.outputs.iter().map(buffer).collect::<Result<Vec<_>>>()?;
        for (view, source) in self.inputs.iter().zip(&mut sources) {
            // SAFETY: the view lies in its memory, and the copy has as many bytes; the stream is waited for below.
            unsafe { driver.download(source.as_mut_ptr().cast(), address_of(view, memories)?, bytes(view), stream) }?;
        }
        driver.stream_synchronize(stream)?;
        let inputs: Vec<_> = self.inputs.iter().zip(&mut sources).map(|(view, source)| operand(view, source)).collect();
        let outputs: Vec<_> =
            self.outputs.iter().zip(&mut targets).map(|(view, target)| operand(view, target)).collect();
        // SAFETY: the copies have the views' shapes, hold values, and are disjoint.
        unsafe { cuprust_dense::run(self.routine, &inputs, &outputs, &Team::alone()) }.map_err(refused)?;
        for (view, target) in self.outputs.iter().zip(&targets) {
            // SAFETY: the view lies in its memory; the stream is waited for while the copy lives.
            unsafe { driver.upload(address_of(view, memories)?, target.as_ptr().cast(), bytes(view), stream) }?;
        }
        driver.stream_synchronize(stream)
    }
}

fn refused(failure: Failure) -> Error {
    match failure {
        Failure::Operands(text) => Error::runtime(text),
        Failure::Memory(refused) => refused.into(),
    }
}

fn operand<'a>(view: &'a View, copy: &mut [u128]) -> cuprust_dense::Operand<'a> {
    cuprust_dense::Operand { dtype: view.dtype, shape: &view.layout.shape, address: copy.as_mut_ptr().cast() }
}

fn bytes(view: &View) -> usize {
    view.layout.size() as usize * view.dtype.size()
}

/// The address of a view's first element on the device.
pub(super) fn address_of(view: &View, memories: &[Memory]) -> Result<Address> {
    let memory = memories.get(view.storage.0 as usize);
    let memory = memory.ok_or_else(|| Error::runtime(format!("{} has no memory", view.storage)))?;
    Ok(Address(memory.address.wrapping_add_signed(view.layout.offset * view.dtype.size() as i64)))
}
