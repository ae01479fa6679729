//! Memory that others read and write too: exported arrays, and arrays over another library's memory.
//!
//! Work on such memory is launched before the call returns, in the stream of the calling thread. Memory that comes back
//! under another name is the same storage if one range contains the other; ranges that overlap otherwise are kept in
//! order, work on one after work on the other.

use cuprust_ir::{Layout, Memory, Opcode, Result, StreamId};

use crate::runtime::state::operands::{Input, Output, Replacement};
use crate::runtime::state::sizes::byte_size;
use crate::runtime::state::{Foreign, Guard, Owner, Shared, State, StorageRef};

impl Shared {
    fn insert(&mut self, index: u32, memory: Memory) {
        self.ends.insert((memory.address, index), memory.address + memory.bytes);
        self.longest = self.longest.max(memory.bytes);
    }

    fn remove(&mut self, index: u32, memory: Memory) {
        self.ends.remove(&(memory.address, index));
        if self.ends.is_empty() {
            self.longest = 0;
        }
    }

    /// Whether there are two or more, whose memory might overlap.
    #[inline]
    pub(in crate::runtime) fn are_several(&self) -> bool {
        self.ends.len() > 1
    }

    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, Memory)> {
        self.ends.iter().map(|(&(start, index), &end)| (index, Memory { address: start, bytes: end - start }))
    }

    /// The storages with bytes in a range, and their memory.
    fn overlapping(&self, range: Memory) -> impl Iterator<Item = (u32, Memory)> {
        let end = range.address + range.bytes;
        self.ends
            .range((range.address.saturating_sub(self.longest), 0)..(end, 0))
            .filter(move |&(_, &its_end)| its_end > range.address)
            .map(|(&(start, index), &its_end)| (index, Memory { address: start, bytes: its_end - start }))
    }
}

impl Guard {
    /// The length of a storage in bytes.
    pub(crate) fn bytes_of(&self, storage: &StorageRef) -> u64 {
        self.state.table.get(storage.index()).bytes
    }

    /// A storage over existing memory, and the offset in bytes of that memory within the storage. If the memory is part
    /// of an exported storage, the result is that storage, which keeps the memory alive itself; `alignment` must divide
    /// the offset. `writable` says whether the exporter permits writing.
    ///
    /// # Errors
    /// Out of memory, where the host cannot hold the storage's entry.
    pub(crate) fn adopt(&mut self, foreign: Foreign, writable: bool, alignment: u64) -> Result<(StorageRef, u64)> {
        self.device.executor().share();
        let Foreign { memory, owner } = foreign;
        let holds = |its: Memory| {
            its.address <= memory.address
                && memory.address + memory.bytes <= its.address + its.bytes
                && (memory.address - its.address).is_multiple_of(alignment)
        };
        let state = &mut *self.state;
        let known = state.shared.overlapping(memory).filter(|(_, its)| holds(*its));
        let known = known.filter_map(|(index, its)| Some((state.table.reference(index)?, its))).next();
        if let Some((storage, its)) = known {
            self.briefly_unlocked(|| drop(owner));
            return Ok((storage, memory.address - its.address));
        }
        let storage = match self.create_empty(memory.bytes) {
            Ok(storage) => storage,
            Err(error) => {
                self.briefly_unlocked(|| drop(owner));
                return Err(error);
            }
        };
        let state = &mut *self.state;
        let slot = state.table.get_mut(storage.index());
        slot.memory = Some(memory);
        slot.owner = Some(owner);
        slot.shared = true;
        slot.raw_bools = true;
        slot.read_only = !writable;
        state.shared.insert(storage.index(), memory);
        Ok((storage, 0))
    }

    /// The exported memories of the device's own pool that begin in a range or before it; and whether the range
    /// overlaps foreign memory that is read-only.
    pub(in crate::runtime) fn known_within(&self, range: Memory) -> (Vec<Memory>, bool) {
        // The padding of an allocation belongs to it.
        let from = range.address.saturating_sub(self.state.shared.longest);
        let wide = Memory { address: from, bytes: range.address + range.bytes - from };
        let end = range.address + range.bytes;
        let meets = |its: &Memory| its.address < end && range.address < its.address + its.bytes;
        let (mut own, mut is_read_only) = (Vec::new(), false);
        for (index, its) in self.state.shared.overlapping(wide) {
            let slot = self.state.table.get(index);
            is_read_only |= slot.read_only && meets(&its);
            if slot.owner.is_none() {
                own.push(its);
            }
        }
        (own, is_read_only)
    }

    /// Computes a storage and exports its memory: for as long as the storage lives, or with a lease until it is ended.
    ///
    /// # Errors
    /// What went wrong in computing it.
    pub(crate) fn export(&mut self, storage: &StorageRef, lease: bool) -> Result<Memory> {
        let memory = self.memory(storage)?;
        self.device.executor().share();
        let state = &mut *self.state;
        let slot = state.table.get_mut(storage.index());
        // Memory exported without a lease stays exported.
        let ends = lease && (!slot.shared || slot.leases > 0);
        slot.leases = if ends { slot.leases + 1 } else { 0 };
        slot.shared = true;
        slot.raw_bools = true;
        state.window.forget(storage.index());
        if memory.bytes > 0 {
            state.shared.insert(storage.index(), memory);
        }
        Ok(memory)
    }

    /// The memory of a storage that is exported for as long as it lives, if no work on it is pending.
    ///
    /// The address is noted for [`StorageRef::exported`], until a program names the storage or it is poisoned.
    pub(crate) fn exported(&mut self, storage: &StorageRef) -> Option<Memory> {
        let slot = self.state.table.get(storage.index());
        let settled = !(slot.written || slot.running || slot.captured || slot.mapped) && slot.poison.is_none();
        let memory = slot.memory.filter(|_| slot.shared && slot.leases == 0 && settled)?;
        slot.note_exported(memory.address);
        Some(memory)
    }

    /// Ends a lease.
    pub(crate) fn end_lease(&mut self, storage: &StorageRef) {
        let state = &mut *self.state;
        let slot = state.table.get_mut(storage.index());
        // No lease is counted where the memory is exported for as long as the storage lives.
        if slot.leases > 0 {
            slot.leases -= 1;
            if slot.leases == 0 {
                slot.shared = false;
                let memory = slot.memory.unwrap_or_default();
                state.shared.remove(storage.index(), memory);
            }
        }
    }

    /// Moves the storages whose memory overlaps a storage's to a stream. Returns whether the state was unlocked
    /// meanwhile.
    ///
    /// # Errors
    /// Errors in what was recorded for them.
    #[cold]
    pub(in crate::runtime) fn move_aliases(&mut self, index: u32, stream: StreamId) -> Result<bool> {
        let Some(memory) = self.state.table.get(index).memory else { return Ok(false) };
        let table = &self.state.table;
        let elsewhere = |alias: &u32| *alias != index && table.get(*alias).stream != stream;
        let alias = self.state.shared.overlapping(memory).map(|(alias, _)| alias).find(elsewhere);
        match alias {
            Some(alias) => self.move_to_stream(alias, stream).map(|()| true),
            None => Ok(false),
        }
    }

    /// Copies the inputs of an instruction whose memory overlaps an output's under another name. `None` if there are
    /// none.
    ///
    /// # Errors
    /// As recording the copies.
    #[cold]
    pub(in crate::runtime) fn copies_of_aliases(
        &mut self,
        shape: &[i64],
        outputs: &[Output],
        inputs: &[Input],
    ) -> Result<Option<Vec<Option<Replacement>>>> {
        let table = &self.state.table;
        let of = |index: u32| table.get(index).memory.filter(|_| table.get(index).shared);
        let written: Vec<(u32, Memory)> =
            outputs.iter().filter_map(|output| Some((output.0.index(), of(output.0.index())?))).collect();
        let overlaps = |index: u32| {
            let read = of(index);
            read.is_some_and(|read| written.iter().any(|(other, written)| *other != index && read.overlaps(*written)))
        };
        let aliases: Vec<bool> =
            inputs.iter().map(|input| input.storage().is_some_and(|storage| overlaps(storage.index()))).collect();
        if !aliases.contains(&true) {
            return Ok(None);
        }
        let mut copies = Vec::with_capacity(inputs.len());
        for (input, is_alias) in inputs.iter().zip(aliases) {
            let view = match input {
                Input::View(_, dtype, layout, _) => Some((&layout.shape[..], *dtype)),
                Input::Plain(_, dtype, _) => Some((shape, *dtype)),
                Input::Scalar(_) | Input::Position(_) => None,
            };
            copies.push(match view.filter(|_| is_alias) {
                None => None,
                Some((shape, dtype)) => {
                    let layout = Layout::contiguous(shape);
                    let bytes = byte_size(shape, dtype)?;
                    Some((self.record_new(Opcode::Copy, bytes, (dtype, &layout, true), &[*input])?, layout))
                }
            });
        }
        Ok(Some(copies))
    }
}

impl State {
    /// Forgets an exported storage, and returns the owner of its memory if it is foreign.
    #[cold]
    pub(in crate::runtime) fn forget_shared(&mut self, index: u32) -> Option<Owner> {
        let slot = self.table.get_mut(index);
        if slot.shared {
            self.shared.remove(index, slot.memory.unwrap_or_default());
        }
        slot.owner.take()
    }
}
