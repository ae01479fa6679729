//! Routines on memory that does not lie as their kernels want it: they run on copies that do.
//!
//! Such memory is another library's, since the pool's lies at multiples of 512 bytes: a view of bytes that was given to
//! us as numbers, at a place where no number may lie. It is rare, and it is never touched through a pointer that is not
//! aligned.

use cuprust_ir::{Memory, Result};

use super::{Routine, Routines};
use crate::driver::Address;
use crate::pool::{Block, Pool};
use crate::streams::StreamState;

/// A storage that does not lie as it should, and where its copy lies.
pub(super) struct Moved {
    memories: Vec<Memory>,
    blocks: Vec<(usize, Block)>,
}

impl std::ops::Deref for Moved {
    type Target = [Memory];

    fn deref(&self) -> &[Memory] {
        &self.memories
    }
}

impl Routines {
    /// The storages that do not lie as a routine wants them; nothing where all do.
    pub(super) fn misplaced(&self, routine: &Routine, memories: &[Memory]) -> Option<Vec<usize>> {
        let wrong = routine.wants.iter().filter(|slot| {
            let memory = memories.get(slot.storage.0 as usize);
            memory.is_some_and(|memory| {
                memory.address.wrapping_add_signed(slot.offset) & (u64::from(slot.align) - 1) != 0
            })
        });
        let mut wrong: Vec<usize> = wrong.map(|slot| slot.storage.0 as usize).collect();
        wrong.sort_unstable();
        wrong.dedup();
        (!wrong.is_empty()).then_some(wrong)
    }

    /// Copies of these storages where everything is aligned, among the other memories.
    #[cold]
    pub(super) fn move_in(
        &self,
        misplaced: &[usize],
        pool: &Pool,
        state: &StreamState,
        memories: &[Memory],
    ) -> Result<Moved> {
        let mut moved = Moved { memories: memories.to_vec(), blocks: Vec::new() };
        for &storage in misplaced {
            let result = self.copy_in(&mut moved.memories[storage], pool, state);
            match result {
                Ok(block) => moved.blocks.push((storage, block)),
                Err(error) => {
                    moved.free(pool);
                    return Err(error);
                }
            }
        }
        Ok(moved)
    }

    fn copy_in(&self, memory: &mut Memory, pool: &Pool, state: &StreamState) -> Result<Block> {
        let bytes = memory.bytes as usize;
        let block = pool.alloc(bytes, state.stream)?;
        // SAFETY: the storage has so many bytes, and so has the block, which is this call's alone.
        unsafe { self.driver.copy(block.address, Address(memory.address), bytes, state.stream) }?;
        memory.address = block.address.0;
        Ok(block)
    }

    /// Copies what a routine has written to where it belongs, and gives the copies back.
    pub(super) fn move_out(
        &self,
        routine: &Routine,
        pool: &Pool,
        state: &StreamState,
        memories: &[Memory],
        moved: Moved,
        ran: Result<()>,
    ) -> Result<()> {
        let mut result = ran;
        for (storage, block) in moved.blocks.iter().filter(|(storage, _)| routine.written.contains(&(*storage as u32)))
        {
            let Memory { address, bytes } = memories[*storage];
            if result.is_ok() {
                // SAFETY: as on the way in.
                result = unsafe { self.driver.copy(Address(address), block.address, bytes as usize, state.stream) };
            }
        }
        moved.free(pool);
        result
    }
}

impl Moved {
    /// Gives the copies back, in stream order.
    fn free(self, pool: &Pool) {
        for (_, block) in self.blocks {
            // A block that a failed device does not take back goes with the device.
            let _ = pool.free(block);
        }
    }
}
