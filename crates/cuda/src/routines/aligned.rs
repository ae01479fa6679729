//! Routines on misaligned memory: they run on aligned copies.
//!
//! Such memory belongs to another library, since the pool's is aligned to 512 bytes: bytes that were passed to us as
//! numbers, at an address that is not a multiple of the element's size. It is rare, and it is never accessed through a
//! misaligned pointer.

use cuprust_ir::{Memory, Result};

use super::{Routine, Routines};
use crate::driver::Address;
use crate::pool::{Block, Pool};
use crate::streams::StreamState;

/// The memories of a step with aligned copies of misaligned storages, and these copies.
pub(super) struct AlignedMemories {
    memories: Vec<Memory>,
    blocks: Vec<(usize, Block)>,
}

impl std::ops::Deref for AlignedMemories {
    type Target = [Memory];

    fn deref(&self) -> &[Memory] {
        &self.memories
    }
}

impl Routines {
    /// The storages that are misaligned for a routine; `None` if all are aligned.
    pub(crate) fn misaligned(&self, routine: &Routine, memories: &[Memory]) -> Option<Vec<usize>> {
        let wrong = routine.alignments.iter().filter(|slot| !slot.is_aligned(memories));
        let mut wrong: Vec<usize> = wrong.map(|slot| slot.storage.0 as usize).collect();
        wrong.sort_unstable();
        wrong.dedup();
        (!wrong.is_empty()).then_some(wrong)
    }

    /// Copies these storages to aligned memory, and returns it among the other memories.
    #[cold]
    pub(super) fn move_in(
        &self,
        misaligned: &[usize],
        pool: &Pool,
        state: &StreamState,
        memories: &[Memory],
    ) -> Result<AlignedMemories> {
        let mut aligned = AlignedMemories { memories: memories.to_vec(), blocks: Vec::new() };
        for &storage in misaligned {
            let result = self.copy_in(&mut aligned.memories[storage], pool, state);
            match result {
                Ok(block) => aligned.blocks.push((storage, block)),
                Err(error) => {
                    aligned.free(pool);
                    return Err(error);
                }
            }
        }
        Ok(aligned)
    }

    fn copy_in(&self, memory: &mut Memory, pool: &Pool, state: &StreamState) -> Result<Block> {
        let bytes = memory.bytes as usize;
        let block = pool.alloc(bytes, state.stream)?;
        // SAFETY: the storage has this many bytes, and so has the block, which this call owns.
        unsafe { self.driver.copy(block.address, Address(memory.address), bytes, state.stream) }?;
        memory.address = block.address.0;
        Ok(block)
    }

    /// Copies the results of a routine back, and frees the copies.
    pub(super) fn move_out(
        &self,
        routine: &Routine,
        pool: &Pool,
        state: &StreamState,
        memories: &[Memory],
        aligned: AlignedMemories,
        ran: Result<()>,
    ) -> Result<()> {
        let mut result = ran;
        for (storage, block) in
            aligned.blocks.iter().filter(|(storage, _)| routine.written.contains(&(*storage as u32)))
        {
            let Memory { address, bytes } = memories[*storage];
            if result.is_ok() {
                // SAFETY: as for the copy in.
                result = unsafe { self.driver.copy(Address(address), block.address, bytes as usize, state.stream) };
            }
        }
        aligned.free(pool);
        result
    }
}

impl AlignedMemories {
    /// Frees the copies, in stream order.
    fn free(self, pool: &Pool) {
        for (_, block) in self.blocks {
            // A block that a failed device does not free goes with the device.
            let _ = pool.free(block);
        }
    }
}
