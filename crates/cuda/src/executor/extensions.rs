//! The extensions of a GPU: deferred errors, host-mapped results, separate allocations, graphs, copies between devices,
//! and contractions by cuTENSOR.

use std::any::Any;
use std::sync::Arc;

use cuprust_ir::{
    Contractions, DedicatedMemory, DeferredError, DeferredRuns, DeviceGraph, Error, ErrorKind, Executor, Graphs,
    Layout, MappedResults, Memory, Peers, Prepared, Result, StreamId,
};
use cuprust_num::{DType, Scalar};

use super::Cuda;
use super::streams::after;
use crate::driver::Address;
use crate::driver::cutensor::Contraction;
use crate::host_mapped;
use crate::prepared::Ready;

impl DeferredRuns for Cuda {
    fn may_fail(&self, step: &Prepared) -> bool {
        step.downcast_ref().is_some_and(|ready: &Ready| ready.risk().is_some())
    }

    fn run_deferred(
        &self,
        step: &Prepared,
        memories: &[Memory],
        scalars: &[Scalar],
        stream: StreamId,
        deferred: DeferredError,
    ) -> Result<()> {
        match step.downcast_ref() {
            Some(ready) if let Some(risk) = Ready::risk(ready) => {
                let state = self.streams.stream(stream)?;
                let word = self.faults.word(Some(deferred), risk)?;
                self.queue(ready, &state, memories, scalars, word.0)
            }
            _ => self.run(step, memories, scalars, stream),
        }
    }

    fn poll(&self, deferred: DeferredError) -> Option<Error> {
        self.faults.poll(Some(deferred))
    }

    fn clear(&self, deferred: DeferredError) {
        self.faults.clear(deferred);
    }
}

impl MappedResults for Cuda {
    fn allocate_mapped(&self, bytes: u64) -> Option<Memory> {
        let address = self.mapped.alloc(usize::try_from(bytes).ok()?)?;
        Some(Memory { address: address.0, bytes })
    }

    fn migrate(&self, from: Memory, to: u64, stream: StreamId) -> Result<()> {
        let mut bytes = [0; host_mapped::MAX_RESULT_BYTES];
        let Some((slot, bytes)) = self.mapped.slot(from.address).zip(bytes.get_mut(..from.bytes as usize)) else {
            return Err(Error::runtime(format!("internal: migrating {:#x}, which is not host-mapped", from.address)));
        };
        if self.mapped.peek(slot, bytes) {
            self.mapped.release(slot);
            return self.upload(bytes, to, stream);
        }
        let copied = self.copy(from.address, to, from.bytes, stream);
        self.mapped.release_later(slot);
        copied
    }

    fn peek(&self, from: u64, bytes: &mut [u8]) -> bool {
        let slot = self.mapped.slot(from).filter(|_| bytes.len() <= host_mapped::MAX_RESULT_BYTES);
        slot.is_some_and(|slot| self.mapped.await_briefly(slot, bytes))
    }
}

impl DedicatedMemory for Cuda {
    fn allocate_alone(&self, bytes: u64, managed: bool) -> Result<Memory> {
        let size = usize::try_from(bytes).map_err(|_| Error::out_of_memory(format!("{bytes} bytes are too many")))?;
        let take = || if managed { self.driver.alloc_managed(size) } else { self.driver.alloc(size) };
        let allocated = take().or_else(|error| match error.kind() {
            // The pool caches memory for the next arrays.
            ErrorKind::OutOfMemory => {
                self.trim();
                take()
            }
            _ => Err(error),
        });
        Ok(Memory { address: allocated?.0, bytes })
    }

    fn release_alone(&self, memory: Memory) {
        // A device that has failed frees nothing.
        let _ = self.driver.synchronize();
        // SAFETY: the memory came from this driver, and the device's work has been waited for.
        let _ = unsafe { self.driver.free(Address(memory.address)) };
    }

    fn prefetch(&self, memory: Memory, number: i64, stream: StreamId) -> Result<()> {
        if memory.bytes == 0 {
            return Ok(());
        }
        self.driver.prefetch(Address(memory.address), memory.bytes as usize, number as i32, self.stream(stream)?)
    }

    fn advise(&self, memory: Memory, advice: i32, number: i64) -> Result<()> {
        if memory.bytes == 0 {
            return Ok(());
        }
        self.driver.advise(Address(memory.address), memory.bytes as usize, advice, number as i32)
    }
}

impl Graphs for Cuda {
    fn capture(
        &self,
        streams: usize,
        queue: &mut dyn FnMut(&[StreamId]) -> Result<()>,
    ) -> Result<Box<dyn DeviceGraph>> {
        self.alone(|| self.captured(streams, queue))
    }

    fn upload_captured(&self, bytes: &[u8], to: u64, stream: StreamId) -> Result<()> {
        Cuda::upload_captured(self, bytes, to, stream)
    }
}

impl Peers for Cuda {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn copy_from_peer(
        &self,
        peer: &dyn Peers,
        (from, from_stream): (u64, StreamId),
        (to, stream): (u64, StreamId),
        bytes: u64,
    ) -> Result<bool> {
        let Some(peer) = peer.as_any().downcast_ref::<Cuda>() else { return Ok(false) };
        if !self.driver.reaches(&*peer.driver)? {
            return Ok(false);
        }
        let (from_stream, stream) = (peer.stream(from_stream)?, self.stream(stream)?);
        // The copy is ordered after the work that writes its source, and before the next use of the source's memory.
        after(&*self.driver, stream, &*peer.driver, from_stream)?;
        // SAFETY: the caller names memory of both devices that holds these bytes, and this device can access the
        // other's.
        unsafe { self.driver.copy(Address(to), Address(from), bytes as usize, stream) }?;
        after(&*peer.driver, from_stream, &*self.driver, stream)?;
        Ok(true)
    }
}

impl Contractions for Cuda {
    fn has_library(&self) -> bool {
        self.has_cutensor()
    }

    fn contraction(&self, dtype: DType, operands: [(&[i32], &Layout); 3]) -> Option<Prepared> {
        Cuda::contraction(self, dtype, operands).map(|contraction| Arc::new(contraction) as Prepared)
    }

    fn has_plan(&self, contraction: &Prepared, addresses: [u64; 3]) -> Result<bool> {
        self.has_contraction(contraction_of(contraction)?, addresses)
    }

    unsafe fn contract(&self, contraction: &Prepared, addresses: [u64; 3], stream: StreamId) -> Result<bool> {
        // SAFETY: as the caller promises.
        unsafe { Cuda::contract(self, contraction_of(contraction)?, addresses, stream) }
    }
}

fn contraction_of(prepared: &Prepared) -> Result<&Contraction> {
    prepared.downcast_ref().ok_or_else(|| Error::runtime("internal: a contraction that another executor prepared"))
}
