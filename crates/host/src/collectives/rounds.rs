//! The transfers that make up each collective. Elements are combined in the order of the ranks, so that every rank gets
//! the same bits.

use cuprust_ir::{Collective, CollectiveCall, Error, Poll, Result};
use cuprust_reserve::filled;

use super::combine::Combiner;
use super::links::{Header, Links, Transfer};

/// Bytes that each rank receives in a round of a reduction: a buffer holds a round's elements of each rank.
const ROUND_BYTES: u64 = 1 << 20;

/// Most bytes of an all-reduce that is one round, in which every rank gets the elements of all.
const MAX_SINGLE_ROUND_BYTES: u64 = 1 << 16;

/// A call in progress on a rank's connections.
struct Rounds<'a> {
    links: &'a Links,
    call: &'a CollectiveCall,
    header: Header,
    /// The size of an element in bytes.
    item: u64,
    poll: Poll<'a>,
}

/// Runs a collective other than sending and receiving.
///
/// # Errors
/// As [`Links::exchange`]; a type error for a dtype that has no such combination; out of memory.
///
/// # Safety
/// As [`cuprust_ir::Communicator::call`].
pub(super) unsafe fn run(links: &Links, call: &CollectiveCall, poll: Poll<'_>) -> Result<()> {
    let rounds = Rounds { links, call, header: Header::of(call), item: call.dtype.size() as u64, poll };
    let bytes = call.count * rounds.item;
    // SAFETY: the caller promises the memory that the call reads and writes.
    unsafe {
        match call.collective {
            Collective::Broadcast(root) => rounds.broadcast(root, bytes),
            Collective::AllGather => rounds.all_gather(bytes),
            Collective::Reduce(how, root) => rounds.reduce(&Combiner::new(how, call.dtype)?, root),
            Collective::ReduceScatter(how) => {
                let combiner = Combiner::new(how, call.dtype)?;
                let block = |rank: u32| (u64::from(rank) * call.count, call.count);
                let own = |first: u64| call.to + (first - block(links.rank).0) * rounds.item;
                rounds.scatter(&combiner, &block, own, |_| Ok(()))
            }
            Collective::AllReduce(how) => {
                let combiner = Combiner::new(how, call.dtype)?;
                match bytes <= MAX_SINGLE_ROUND_BYTES {
                    true => rounds.exchange_all(&combiner),
                    false => rounds.all_reduce(&combiner),
                }
            }
            Collective::Send(_) | Collective::Receive(_) => {
                Err(Error::runtime("internal: a transfer is no collective"))
            }
        }
    }
}

/// Runs transfers between two ranks, all concurrently.
///
/// # Errors
/// As [`Links::exchange`]; a value error where a rank sends to itself more or less than it receives.
///
/// # Safety
/// As [`cuprust_ir::Communicator::call`].
pub(super) unsafe fn transfer(links: &Links, calls: &[&CollectiveCall], poll: Poll<'_>) -> Result<()> {
    let (mut outgoing, mut incoming) = (Vec::new(), Vec::new());
    let (mut own_sent, mut own_received) = (Vec::new(), Vec::new());
    for call in calls {
        let bytes = call.count as usize * call.dtype.size();
        let piece = |peer: u32, address: u64| Transfer { peer, header: Header::of(call), address, bytes };
        match call.collective {
            Collective::Send(peer) if peer == links.rank => own_sent.push(piece(peer, call.from)),
            Collective::Send(peer) => outgoing.push(piece(peer, call.from)),
            Collective::Receive(peer) if peer == links.rank => own_received.push(piece(peer, call.to)),
            Collective::Receive(peer) => incoming.push(piece(peer, call.to)),
            _ => return Err(Error::runtime("internal: a collective is no transfer")),
        }
    }
    let fit = own_sent.iter().zip(&own_received).all(|(sent, received)| sent.header == received.header);
    if own_sent.len() != own_received.len() || !fit {
        return Err(Error::value(format!(
            "rank {} sends to itself what it does not receive in the same group of calls, or receives what it does not \
             send",
            links.rank
        )));
    }
    // SAFETY: the caller promises the memory of each call.
    unsafe {
        for (sent, received) in own_sent.iter().zip(&own_received) {
            std::ptr::copy(sent.address as *const u8, received.address as *mut u8, sent.bytes);
        }
        links.exchange(&outgoing, &incoming, poll)
    }
}

impl Rounds<'_> {
    /// All ranks but this one.
    fn others(&self) -> impl Iterator<Item = u32> + use<> {
        let rank = self.links.rank;
        (0..self.links.size).filter(move |other| *other != rank)
    }

    fn piece(&self, peer: u32, address: u64, bytes: u64) -> Transfer {
        Transfer { peer, header: self.header, address, bytes: bytes as usize }
    }

    /// # Safety
    /// As [`Links::exchange`].
    unsafe fn exchange(&self, outgoing: &[Transfer], incoming: &[Transfer]) -> Result<()> {
        // SAFETY: as the caller promises.
        unsafe { self.links.exchange(outgoing, incoming, self.poll) }
    }

    /// # Safety
    /// As [`run`].
    unsafe fn broadcast(&self, root: u32, bytes: u64) -> Result<()> {
        let (from, to) = (self.call.from, self.call.to);
        // SAFETY: the root has the elements, and every rank has memory for them.
        unsafe {
            if self.links.rank != root {
                return self.exchange(&[], &[self.piece(root, to, bytes)]);
            }
            let outgoing: Vec<Transfer> = self.others().map(|peer| self.piece(peer, from, bytes)).collect();
            self.exchange(&outgoing, &[])?;
            copy(from, to, bytes);
        }
        Ok(())
    }

    /// # Safety
    /// As [`run`].
    unsafe fn all_gather(&self, bytes: u64) -> Result<()> {
        let (from, to) = (self.call.from, self.call.to);
        let block = |rank: u32| to + u64::from(rank) * bytes;
        let outgoing: Vec<Transfer> = self.others().map(|peer| self.piece(peer, from, bytes)).collect();
        let incoming: Vec<Transfer> = self.others().map(|peer| self.piece(peer, block(peer), bytes)).collect();
        // SAFETY: the operand does not overlap the result, or is this rank's block of it, which receives nothing.
        unsafe {
            self.exchange(&outgoing, &incoming)?;
            copy(from, block(self.links.rank), bytes);
        }
        Ok(())
    }

    /// # Safety
    /// As [`run`].
    unsafe fn reduce(&self, combiner: &Combiner, root: u32) -> Result<()> {
        let (from, to, count) = (self.call.from, self.call.to, self.call.count);
        let is_root = self.links.rank == root;
        let mut scratch = if is_root { self.scratch(count)? } else { Vec::new() };
        let step = ROUND_BYTES / self.item;
        // A call without elements has a round too, so that its header is compared.
        for first in (0..count.max(1)).step_by(step as usize) {
            let n = step.min(count - first);
            let at = |base: u64| base + first * self.item;
            // SAFETY: each round is within the operand, and on the root within the result and the scratch memory. Where
            // the operand is the result, the combination reads it before it is written.
            unsafe {
                if !is_root {
                    self.exchange(&[self.piece(root, at(from), n * self.item)], &[])?;
                    continue;
                }
                let (incoming, parts) = self.incoming(&mut scratch, at(from), n);
                self.exchange(&[], &incoming)?;
                combiner.combine(&parts, n as usize, at(to));
            }
        }
        Ok(())
    }

    /// An all-reduce in which every rank combines all elements.
    ///
    /// # Safety
    /// As [`run`].
    unsafe fn exchange_all(&self, combiner: &Combiner) -> Result<()> {
        let (from, to, count) = (self.call.from, self.call.to, self.call.count);
        let mut scratch = self.scratch(count)?;
        let (incoming, parts) = self.incoming(&mut scratch, from, count);
        let outgoing: Vec<Transfer> = self.others().map(|peer| self.piece(peer, from, count * self.item)).collect();
        // SAFETY: the scratch memory has the elements of all other ranks.
        unsafe {
            self.exchange(&outgoing, &incoming)?;
            combiner.combine(&parts, count as usize, to);
        }
        Ok(())
    }

    /// An all-reduce in which each rank combines one block, and sends it to all.
    ///
    /// # Safety
    /// As [`run`].
    unsafe fn all_reduce(&self, combiner: &Combiner) -> Result<()> {
        let (to, count) = (self.call.to, self.call.count);
        let length = count.div_ceil(u64::from(self.links.size));
        let block = |rank: u32| {
            let first = (u64::from(rank) * length).min(count);
            (first, length.min(count - first))
        };
        // SAFETY: the blocks lie in the operand and in the result. Where the operand is the result, a round receives
        // only elements that its scatter has already sent.
        unsafe {
            self.scatter(
                combiner,
                &block,
                |first| to + first * self.item,
                |round| {
                    let part = |rank: u32| {
                        let (first, n) = round(rank);
                        (to + first * self.item, n * self.item)
                    };
                    let (own, bytes) = part(self.links.rank);
                    let outgoing: Vec<Transfer> = self.others().map(|peer| self.piece(peer, own, bytes)).collect();
                    let incoming: Vec<Transfer> = self
                        .others()
                        .map(|peer| {
                            let (address, bytes) = part(peer);
                            self.piece(peer, address, bytes)
                        })
                        .collect();
                    self.exchange(&outgoing, &incoming)
                },
            )
        }
    }

    /// Combines a block on each rank, a part of it in each round; `block` gives a rank's first element and number of
    /// elements, `own` the address of the result from one of this rank's elements on. After each round `finish` is
    /// called with the elements of each rank that the round combined.
    ///
    /// # Safety
    /// As [`run`]; `own` gives memory for the results, which does not overlap the operand or is the same elements of
    /// it.
    unsafe fn scatter(
        &self,
        combiner: &Combiner,
        block: &dyn Fn(u32) -> (u64, u64),
        own: impl Fn(u64) -> u64,
        finish: impl Fn(&dyn Fn(u32) -> (u64, u64)) -> Result<()>,
    ) -> Result<()> {
        let from = self.call.from;
        let largest = (0..self.links.size).map(|rank| block(rank).1).max().unwrap_or(0);
        let mut scratch = self.scratch(block(self.links.rank).1)?;
        let step = ROUND_BYTES / self.item;
        for done in (0..largest.max(1)).step_by(step as usize) {
            let round = |rank: u32| {
                let (first, count) = block(rank);
                (first + done.min(count), step.min(count - done.min(count)))
            };
            let outgoing: Vec<Transfer> = self
                .others()
                .map(|peer| {
                    let (first, n) = round(peer);
                    self.piece(peer, from + first * self.item, n * self.item)
                })
                .collect();
            let (first, n) = round(self.links.rank);
            let (incoming, parts) = self.incoming(&mut scratch, from + first * self.item, n);
            // SAFETY: the parts are within the operand and the scratch memory; the result is as the caller promises.
            unsafe {
                self.exchange(&outgoing, &incoming)?;
                combiner.combine(&parts, n as usize, own(first));
            }
            finish(&round)?;
        }
        Ok(())
    }

    /// Memory for a round's elements of each other rank.
    fn scratch(&self, count: u64) -> Result<Vec<u128>> {
        let bytes = self.stride(count.min(ROUND_BYTES / self.item));
        let words = u64::from(self.links.size - 1).saturating_mul(bytes) / 16;
        Ok(filled(0_u128, words as usize)?)
    }

    /// The bytes from one rank's elements in the scratch memory to the next one's.
    fn stride(&self, count: u64) -> u64 {
        (count * self.item).next_multiple_of(16)
    }

    /// What a round receives in the scratch memory, and the addresses of all ranks' elements; `own` is that of this
    /// rank's.
    fn incoming(&self, scratch: &mut [u128], own: u64, count: u64) -> (Vec<Transfer>, Vec<u64>) {
        let base = scratch.as_mut_ptr() as u64;
        let mut parts = vec![own; self.links.size as usize];
        let mut incoming = Vec::with_capacity(parts.len());
        for (index, peer) in self.others().enumerate() {
            let address = base + index as u64 * self.stride(count);
            parts[peer as usize] = address;
            incoming.push(self.piece(peer, address, count * self.item));
        }
        (incoming, parts)
    }
}

/// # Safety
/// There are as many bytes at both addresses, which are equal or do not overlap.
unsafe fn copy(from: u64, to: u64, bytes: u64) {
    if from != to && bytes > 0 {
        // SAFETY: as the caller promises.
        unsafe { std::ptr::copy(from as *const u8, to as *mut u8, bytes as usize) };
    }
}
