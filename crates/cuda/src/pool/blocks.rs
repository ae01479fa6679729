//! Segments cut into blocks, and the lists of free ones: bins of like sizes below one mebibyte, best fit with splitting
//! and merging above. It knows sizes and slots, and neither the driver nor time.

use std::collections::BTreeSet;

use cuprust_ir::{Error, Result};

use super::fences::{READY, Slot};

/// The granule: every address and size is a multiple of this.
pub(super) const GRANULE: usize = 512;
/// The size of the smallest large block.
pub(super) const MIN_LARGE_BLOCK_BYTES: usize = 1 << 20;
/// The size of a segment that small blocks are carved from.
const SLAB: usize = 2 << 20;
/// Large blocks below this size share a segment of at least [`SHARED_SEGMENT`]: as many of the first one's size as
/// reach it, because a program that keeps arrays of one size would otherwise waste the rest of every segment.
const SHARES_SEGMENT: usize = 10 << 20;
const SHARED_SEGMENT: usize = 32 << 20;
/// Larger segments are rounded up to the driver's page.
const PAGE: usize = 2 << 20;
/// Eight bins of one granule each, then four for each doubling up to [`MIN_LARGE_BLOCK_BYTES`].
const BINS: usize = 8 + 4 * 8;

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Allocated, or freed and waiting for fences.
    Out,
    /// In a list.
    Free,
    /// An unused index.
    Vacant,
}

#[derive(Debug)]
struct Piece {
    address: u64,
    size: usize,
    /// The requested size, in whole granules.
    requested: usize,
    segment: u32,
    /// The neighbours in a segment of large blocks.
    before: u32,
    after: u32,
    slot: Slot,
    /// The number of the free that returned it.
    freed: u64,
    /// Incremented whenever the block is freed, so that a stale handle is detected.
    generation: u32,
    state: State,
    /// Whether it is allocated, and not waiting for fences.
    held: bool,
    /// Other streams that use it.
    uses: Vec<Slot>,
}

struct Segment {
    address: u64,
    size: usize,
    small: bool,
    /// Blocks of a slab that are not free.
    out: u32,
    /// The first block, in a segment of large blocks.
    first: u32,
    vacant: bool,
}

struct Lists {
    bins: [Vec<u32>; BINS],
    large: BTreeSet<(usize, u64, u32)>,
}

impl Default for Lists {
    fn default() -> Lists {
        Lists { bins: [const { Vec::new() }; BINS], large: BTreeSet::new() }
    }
}

/// All blocks of a pool.
#[derive(Default)]
pub(super) struct Blocks {
    pieces: Vec<Piece>,
    vacant: Vec<u32>,
    segments: Vec<Segment>,
    /// By slot.
    lists: Vec<Lists>,
    /// The part of the newest slab that was not carved yet: segment, begin, end.
    slab: Option<(u32, u64, u64)>,
    total: usize,
}

/// The bin of a small size, and the block size of that bin.
#[inline]
fn bin(bytes: usize) -> (usize, usize) {
    let granules = bytes.div_ceil(GRANULE).max(1);
    if granules <= 8 {
        return (granules - 1, granules * GRANULE);
    }
    let doubling = (granules - 1).ilog2() as usize;
    let step = (granules - 1) >> (doubling - 2);
    (8 + (doubling - 3) * 4 + step - 4, ((step + 1) << (doubling - 2)) * GRANULE)
}

impl Blocks {
    /// Bytes in all segments.
    pub(super) fn total(&self) -> usize {
        self.total
    }

    /// The number of free blocks.
    pub(super) fn free_count(&self) -> usize {
        self.lists.iter().map(|lists| lists.large.len() + lists.bins.iter().map(Vec::len).sum::<usize>()).sum()
    }

    /// The minimum and the preferred size of a new segment for a block of this size.
    pub(super) fn segment(bytes: usize) -> (usize, usize) {
        if bytes < MIN_LARGE_BLOCK_BYTES {
            (bin(bytes).1, SLAB)
        } else if bytes < SHARES_SEGMENT {
            (bytes, (bytes * SHARED_SEGMENT.div_ceil(bytes)).next_multiple_of(PAGE))
        } else {
            (bytes, bytes.checked_next_multiple_of(PAGE).unwrap_or(bytes))
        }
    }

    /// Removes a free block of at least this size from the first list that has one, for `slot`. With `passed`, only a
    /// block freed up to then.
    #[inline]
    pub(super) fn take(&mut self, bytes: usize, slot: Slot, from: &[Slot], passed: Option<u64>) -> Option<u32> {
        self.make_lists(slot);
        if bytes < MIN_LARGE_BLOCK_BYTES {
            let (bin, _) = bin(bytes);
            for from in from {
                let Some(list) = self.lists.get_mut(*from as usize).map(|lists| &mut lists.bins[bin]) else { continue };
                let id = match passed {
                    None => list.pop(),
                    // The first entry of the list was probably freed first.
                    Some(passed) => {
                        let first = list.first().is_some_and(|id| self.pieces[*id as usize].freed <= passed);
                        first.then(|| list.swap_remove(0))
                    }
                };
                if let Some(id) = id {
                    let piece = &mut self.pieces[id as usize];
                    self.segments[piece.segment as usize].out += 1;
                    (piece.state, piece.slot) = (State::Out, slot);
                    return Some(id);
                }
            }
            return None;
        }
        let best = from.iter().filter_map(|from| self.best_fit(bytes, *from)).min()?;
        let id = best.2;
        if passed.is_some_and(|passed| self.pieces[id as usize].freed > passed) {
            return None;
        }
        self.unlist(id);
        self.split(id, bytes);
        let piece = &mut self.pieces[id as usize];
        (piece.state, piece.slot) = (State::Out, slot);
        Some(id)
    }

    /// The number of the free that must have passed for the block which [`Blocks::take`] would return.
    pub(super) fn freed_at(&self, bytes: usize, from: Slot) -> Option<u64> {
        let id = if bytes < MIN_LARGE_BLOCK_BYTES {
            *self.lists.get(from as usize)?.bins[bin(bytes).0].first()?
        } else {
            self.best_fit(bytes, from)?.2
        };
        Some(self.pieces[id as usize].freed)
    }

    /// A small block from the part of the slab that was never used.
    pub(super) fn carve(&mut self, bytes: usize, slot: Slot) -> Option<u32> {
        let (segment, begin, end) = self.slab.filter(|_| bytes < MIN_LARGE_BLOCK_BYTES)?;
        let (_, size) = bin(bytes);
        if begin + size as u64 > end {
            return None;
        }
        self.slab = Some((segment, begin + size as u64, end));
        self.segments[segment as usize].out += 1;
        Some(self.add_piece(begin, size, segment, slot, State::Out))
    }

    /// Adds a segment from the driver and allocates the first block, of `bytes`, from it.
    pub(super) fn add_segment(&mut self, address: u64, size: usize, bytes: usize, slot: Slot) -> u32 {
        let small = bytes < MIN_LARGE_BLOCK_BYTES;
        let fresh = Segment { address, size, small, out: 0, first: NONE, vacant: false };
        let segment = match self.segments.iter().position(|segment| segment.vacant) {
            Some(vacant) => {
                self.segments[vacant] = fresh;
                vacant as u32
            }
            None => {
                self.segments.push(fresh);
                self.segments.len() as u32 - 1
            }
        };
        self.total += size;
        self.make_lists(slot);
        if small {
            self.finish_slab();
            self.slab = Some((segment, address, address + size as u64));
            return self.carve(bytes, slot).expect("a new slab holds at least the block it was made for");
        }
        // The rest of fresh memory is free for every stream.
        let id = self.add_piece(address, size, segment, READY, State::Out);
        self.segments[segment as usize].first = id;
        self.split(id, bytes);
        self.pieces[id as usize].slot = slot;
        id
    }

    /// Marks a removed block as allocated, and returns its address and the generation of its handle.
    #[inline]
    pub(super) fn allocate(&mut self, id: u32, requested: usize) -> (u64, u32) {
        let piece = &mut self.pieces[id as usize];
        piece.requested = requested;
        piece.held = true;
        (piece.address, piece.generation)
    }

    /// Whether a handle is that of an allocated block.
    #[inline]
    pub(super) fn check(&self, id: u32, generation: u32, address: u64) -> Result<()> {
        match self.pieces.get(id as usize) {
            Some(piece) if piece.held && piece.generation == generation && piece.address == address => Ok(()),
            _ => Err(Error::value("this block of device memory was freed before, or is another pool's")),
        }
    }

    /// Invalidates the handle of a block, and returns its requested size, its slot, and the other slots that use it.
    #[inline]
    pub(super) fn release_handle(&mut self, id: u32) -> (usize, Slot, Vec<Slot>) {
        let piece = &mut self.pieces[id as usize];
        piece.held = false;
        piece.generation = piece.generation.wrapping_add(1);
        (piece.requested, piece.slot, std::mem::take(&mut piece.uses))
    }

    /// Records another stream that uses a block.
    pub(super) fn also_used_on(&mut self, id: u32, slot: Slot) {
        let piece = &mut self.pieces[id as usize];
        if piece.slot != slot && !piece.uses.contains(&slot) {
            piece.uses.push(slot);
        }
    }

    pub(super) fn slot(&self, id: u32) -> Slot {
        self.pieces[id as usize].slot
    }

    /// Puts a block into the list of a slot.
    #[inline]
    pub(super) fn release(&mut self, id: u32, slot: Slot, freed: u64) {
        self.make_lists(slot);
        let piece = &mut self.pieces[id as usize];
        (piece.state, piece.slot, piece.freed) = (State::Free, slot, freed);
        let segment = &mut self.segments[piece.segment as usize];
        if segment.small {
            segment.out -= 1;
            let (bin, _) = bin(piece.size);
            self.lists[slot as usize].bins[bin].push(id);
        } else {
            let id = self.merge(id);
            self.list(id);
        }
    }

    /// Moves the free blocks of a slot that were freed up to a time to the list of [`READY`].
    pub(super) fn make_ready(&mut self, slot: Slot, until: u64) {
        if slot as usize >= self.lists.len() {
            return;
        }
        let mut lists = std::mem::take(&mut self.lists[slot as usize]);
        for (bin, ids) in lists.bins.iter_mut().enumerate() {
            let (ready, rest) = ids.iter().partition::<Vec<u32>, _>(|id| self.pieces[**id as usize].freed <= until);
            for id in ready {
                self.pieces[id as usize].slot = READY;
                self.lists[READY as usize].bins[bin].push(id);
            }
            *ids = rest;
        }
        let (large, rest) = lists.large.iter().partition(|(.., id)| self.pieces[*id as usize].freed <= until);
        let large: BTreeSet<(usize, u64, u32)> = large;
        lists.large = rest;
        self.lists[slot as usize] = lists;
        // A merge removes neighbours from lists, so every block must be in its new list before the first merge.
        for (size, address, id) in &large {
            self.pieces[*id as usize].slot = READY;
            self.lists[READY as usize].large.insert((*size, *address, *id));
        }
        for (_, address, id) in large {
            // An earlier merge may have absorbed it and released its index.
            let piece = &self.pieces[id as usize];
            if piece.state == State::Free && piece.address == address && piece.slot == READY {
                self.unlist(id);
                let id = self.merge(id);
                self.list(id);
            }
        }
    }

    /// Moves all free blocks that were freed up to a time to the list of [`READY`].
    pub(super) fn all_ready(&mut self, until: u64) {
        for slot in 1..self.lists.len() as Slot {
            self.make_ready(slot, until);
        }
    }

    /// Removes the segments that are wholly in the list of [`READY`]; returns their addresses.
    pub(super) fn take_free_segments(&mut self) -> Vec<u64> {
        let mut addresses = Vec::new();
        for index in 0..self.segments.len() {
            let segment = &self.segments[index];
            let (address, size) = (segment.address, segment.size);
            let free = if segment.vacant {
                false
            } else if segment.small {
                segment.out == 0
            } else {
                let first = &self.pieces[segment.first as usize];
                first.state == State::Free && first.slot == READY && first.size == size
            };
            if !free {
                continue;
            }
            if self.segments[index].small {
                self.slab = self.slab.filter(|(slab, ..)| *slab as usize != index);
            } else {
                let first = self.segments[index].first;
                self.unlist(first);
                self.vacate(first);
            }
            self.segments[index].vacant = true;
            self.total -= size;
            addresses.push(address);
        }
        // The blocks of removed slabs leave their bins in one pass.
        let mut removed = Vec::new();
        for list in self.lists.iter_mut().flat_map(|lists| &mut lists.bins) {
            list.retain(|id| {
                let stays = !self.segments[self.pieces[*id as usize].segment as usize].vacant;
                if !stays {
                    removed.push(*id);
                }
                stays
            });
        }
        for id in removed {
            self.vacate(id);
        }
        addresses
    }

    /// Removes all segments, free or not.
    pub(super) fn take_every_segment(&mut self) -> Vec<u64> {
        let blocks = std::mem::take(self);
        blocks.segments.into_iter().filter(|segment| !segment.vacant).map(|segment| segment.address).collect()
    }

    #[inline]
    fn make_lists(&mut self, slot: Slot) {
        if slot as usize >= self.lists.len() {
            self.lists.resize_with(slot as usize + 1, Lists::default);
        }
    }

    fn best_fit(&self, bytes: usize, from: Slot) -> Option<(usize, u64, u32)> {
        self.lists.get(from as usize)?.large.range((bytes, 0, 0)..).next().copied()
    }

    fn list(&mut self, id: u32) {
        let piece = &self.pieces[id as usize];
        self.lists[piece.slot as usize].large.insert((piece.size, piece.address, id));
    }

    fn unlist(&mut self, id: u32) {
        let piece = &self.pieces[id as usize];
        let was = self.lists[piece.slot as usize].large.remove(&(piece.size, piece.address, id));
        debug_assert!(was, "a free block is in the list of its slot");
    }

    fn add_piece(&mut self, address: u64, size: usize, segment: u32, slot: Slot, state: State) -> u32 {
        let mut piece = Piece {
            address,
            size,
            requested: 0,
            segment,
            before: NONE,
            after: NONE,
            slot,
            freed: 0,
            generation: 0,
            state,
            held: false,
            uses: Vec::new(),
        };
        match self.vacant.pop() {
            Some(id) => {
                piece.generation = self.pieces[id as usize].generation;
                self.pieces[id as usize] = piece;
                id
            }
            None => {
                self.pieces.push(piece);
                self.pieces.len() as u32 - 1
            }
        }
    }

    fn vacate(&mut self, id: u32) {
        self.pieces[id as usize].state = State::Vacant;
        self.vacant.push(id);
    }

    /// Splits a large block at this size if the rest is a large block too; the rest is free for the same slot as the
    /// whole.
    fn split(&mut self, id: u32, bytes: usize) {
        let piece = &self.pieces[id as usize];
        let rest = piece.size - bytes;
        if rest < MIN_LARGE_BLOCK_BYTES {
            return;
        }
        let (address, segment, slot, after, freed) =
            (piece.address + bytes as u64, piece.segment, piece.slot, piece.after, piece.freed);
        let new = self.add_piece(address, rest, segment, slot, State::Free);
        let piece = &mut self.pieces[new as usize];
        (piece.before, piece.after, piece.freed) = (id, after, freed);
        if after != NONE {
            self.pieces[after as usize].before = new;
        }
        let piece = &mut self.pieces[id as usize];
        (piece.size, piece.after) = (bytes, new);
        self.list(new);
    }

    /// Merges a free block that is in no list with its free neighbours, if they are ready or of the same slot. Returns
    /// the index of the whole, which is in no list.
    fn merge(&mut self, id: u32) -> u32 {
        let slot = self.pieces[id as usize].slot;
        let joins = |piece: &Piece| piece.state == State::Free && (piece.slot == slot || piece.slot == READY);
        let mut first = id;
        let before = self.pieces[id as usize].before;
        if before != NONE && joins(&self.pieces[before as usize]) {
            self.unlist(before);
            self.absorb(before, id);
            first = before;
        }
        let after = self.pieces[first as usize].after;
        if after != NONE && joins(&self.pieces[after as usize]) {
            self.unlist(after);
            self.absorb(first, after);
        }
        self.pieces[first as usize].slot = slot;
        first
    }

    /// Merges a block into the one before it.
    fn absorb(&mut self, first: u32, second: u32) {
        let piece = &self.pieces[second as usize];
        let (size, after, freed) = (piece.size, piece.after, piece.freed);
        let piece = &mut self.pieces[first as usize];
        piece.size += size;
        piece.after = after;
        piece.freed = piece.freed.max(freed);
        if after != NONE {
            self.pieces[after as usize].before = first;
        }
        self.vacate(second);
    }

    /// Puts the uncarved end of the slab into bins, in the largest pieces that fit.
    fn finish_slab(&mut self) {
        let Some((segment, mut begin, end)) = self.slab.take() else { return };
        while begin < end {
            let left = (end - begin) as usize;
            let (index, size) = bin_below(left.min(MIN_LARGE_BLOCK_BYTES));
            let id = self.add_piece(begin, size, segment, READY, State::Free);
            self.lists[READY as usize].bins[index].push(id);
            begin += size as u64;
        }
    }

    /// Checks the invariants: each list holds exactly its free blocks, and neighbours tile their segment.
    #[cfg(test)]
    pub(super) fn verify(&self) {
        let mut listed = 0;
        for (slot, lists) in self.lists.iter().enumerate() {
            for (size, address, id) in &lists.large {
                let piece = &self.pieces[*id as usize];
                assert_eq!((piece.state, piece.slot as usize), (State::Free, slot));
                assert_eq!((piece.size, piece.address), (*size, *address));
                listed += 1;
            }
            for (index, ids) in lists.bins.iter().enumerate() {
                for id in ids {
                    let piece = &self.pieces[*id as usize];
                    assert_eq!((piece.state, piece.slot as usize), (State::Free, slot));
                    assert_eq!(bin(piece.size), (index, piece.size));
                    listed += 1;
                }
            }
        }
        assert_eq!(self.pieces.iter().filter(|piece| piece.state == State::Free).count(), listed);
        assert_eq!(self.pieces.iter().filter(|piece| piece.state == State::Vacant).count(), self.vacant.len());
        let mut total = 0;
        for (index, segment) in self.segments.iter().enumerate().filter(|(_, segment)| !segment.vacant) {
            total += segment.size;
            let of = |piece: &&Piece| piece.state != State::Vacant && piece.segment as usize == index;
            if segment.small {
                let out = self.pieces.iter().filter(of).filter(|piece| piece.state == State::Out).count();
                assert_eq!(out, segment.out as usize);
                continue;
            }
            let (mut id, mut before, mut address) = (segment.first, NONE, segment.address);
            while id != NONE {
                let piece = &self.pieces[id as usize];
                assert_eq!((piece.address, piece.before, piece.segment as usize), (address, before, index));
                address += piece.size as u64;
                (before, id) = (id, piece.after);
            }
            assert_eq!(address, segment.address + segment.size as u64);
        }
        assert_eq!(total, self.total);
    }
}

/// The largest bin whose blocks are not larger than this size, which is at least a granule.
fn bin_below(mut bytes: usize) -> (usize, usize) {
    loop {
        let (index, size) = bin(bytes);
        if size <= bytes {
            return (index, size);
        }
        bytes -= GRANULE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_cover_all_small_sizes_in_order_and_waste_a_quarter_at_most() {
        let (mut last, mut top) = ((0, 0), 0);
        for bytes in 1..MIN_LARGE_BLOCK_BYTES {
            let (index, size) = bin(bytes);
            assert!(size >= bytes && size % GRANULE == 0 && size <= MIN_LARGE_BLOCK_BYTES);
            assert!(size - bytes < GRANULE.max(bytes / 4 + GRANULE));
            assert!(last == (0, 0) || (index, size) == last || (index == last.0 + 1 && size > last.1));
            assert_eq!(bin(size.min(MIN_LARGE_BLOCK_BYTES - 1)).0, index);
            last = (index, size);
            top = top.max(index);
        }
        assert_eq!(top + 1, BINS);
    }
}
