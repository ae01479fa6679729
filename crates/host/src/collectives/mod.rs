//! Collectives of the CPU: ranks are threads and processes, of one machine or several, that are connected by TCP, and
//! by shared memory where they are on one host.
//!
//! An id is an address at which its maker waits for all ranks (`rendezvous.rs`). Then each rank has a connection to
//! every other (`links.rs`), and channels in shared memory to those of its host (`shared.rs`), over which a call is a
//! few rounds of transfers (`rounds.rs`), and elements are combined in the order of the ranks (`combine.rs`). A rank
//! whose process ends closes its connections, so that the others get an error; a rank that is late causes one after the
//! timeout.

mod combine;
mod links;
mod rendezvous;
mod rounds;
mod shared;

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use cuprust_ir::{
    Collective, CollectiveCall, Collectives, Communicator, Error, ErrorKind, GROUP_ID_BYTES, GroupId, GroupSettings,
    NO_COMMUNICATOR, Poll, Result, collectives_timeout,
};
use cuprust_num::DType;

use crate::Host;
use combine::Combiner;
use links::Links;

/// The version of NCCL whose calls these are, in NCCL's encoding: programs compare it with the version that added a
/// call.
const VERSION: i32 = 22703;

thread_local! {
    static BATCH: RefCell<Batch> = RefCell::default();
}

/// The calls that a thread runs as one at the end of its outermost batch.
#[derive(Default)]
struct Batch {
    depth: usize,
    joins: Vec<(Arc<Member>, GroupId)>,
    calls: Vec<(Arc<Member>, CollectiveCall)>,
}

impl Batch {
    fn is_open() -> bool {
        BATCH.with_borrow(|batch| batch.depth > 0)
    }
}

/// A rank of a group.
struct Member {
    rank: u32,
    size: u32,
    /// Its connections, once all ranks have joined.
    links: OnceLock<Links>,
    /// Whether it has left.
    closed: AtomicBool,
}

/// A rank's part in a group; the rank leaves where this is dropped.
struct HostCommunicator(Arc<Member>);

impl Collectives for Host {
    fn version(&self) -> Result<i32> {
        Ok(VERSION)
    }

    fn group_id(&self) -> Result<GroupId> {
        rendezvous::create(collectives_timeout()?)
    }

    /// Sockets have no resources that a group could share with its subgroups.
    fn join(
        &self,
        id: &GroupId,
        rank: u32,
        size: u32,
        _settings: GroupSettings,
        poll: Poll<'_>,
    ) -> Result<Arc<dyn Communicator>> {
        if rank >= size {
            return Err(Error::value(format!("rank {rank} is not one of {size}, which are counted from 0")));
        }
        let (links, closed) = (OnceLock::new(), AtomicBool::new(false));
        let member = Arc::new(Member { rank, size, links, closed });
        if Batch::is_open() {
            BATCH.with_borrow_mut(|batch| batch.joins.push((member.clone(), *id)));
        } else {
            member.join(id, collectives_timeout()?, poll)?;
        }
        Ok(Arc::new(HostCommunicator(member)))
    }

    fn begin_batch(&self) -> Result<()> {
        BATCH.with_borrow_mut(|batch| batch.depth += 1);
        Ok(())
    }

    fn end_batch(&self, poll: Poll<'_>) -> Result<()> {
        let Some((joins, calls)) = BATCH.with_borrow_mut(|batch| {
            batch.depth = batch.depth.checked_sub(1)?;
            let is_outermost = batch.depth == 0;
            Some(if is_outermost {
                (std::mem::take(&mut batch.joins), std::mem::take(&mut batch.calls))
            } else {
                <_>::default()
            })
        }) else {
            return Err(Error::value("no group of calls has begun in this thread"));
        };
        let timeout = collectives_timeout()?;
        for_each_concurrently(&joins, poll, |(member, id), poll| member.join(id, timeout, poll))?;
        let mut members: Vec<(Arc<Member>, Vec<CollectiveCall>)> = Vec::new();
        for (member, call) in calls {
            match members.iter_mut().find(|(known, _)| Arc::ptr_eq(known, &member)) {
                Some((_, list)) => list.push(call),
                None => members.push((member, vec![call])),
            }
        }
        // SAFETY: the callers of `call` promise the memory until the batch is done.
        for_each_concurrently(&members, poll, |(member, calls), poll| unsafe { member.run(calls, poll) })
    }
}

/// Runs work for all items concurrently, on a thread each where there are several.
///
/// # Errors
/// The first that an item gives.
fn for_each_concurrently<T: Sync>(
    items: &[T],
    poll: Poll<'_>,
    work: impl Fn(&T, Poll<'_>) -> Result<()> + Sync,
) -> Result<()> {
    if let [item] = items {
        return work(item, poll);
    }
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (ended, work) = (&ended, &work);
        let spawn = |item| {
            std::thread::Builder::new().spawn_scoped(scope, move || work(item, &|| ended.load(Ordering::Relaxed)))
        };
        let threads: Vec<_> = items.iter().map(spawn).collect();
        let mut first = Ok(());
        for thread in threads {
            let done = match thread {
                Ok(thread) => {
                    while !thread.is_finished() {
                        // Only the caller's own thread polls it.
                        if poll() {
                            ended.store(true, Ordering::Relaxed);
                        }
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                }
                Err(error) => Err(Error::new(ErrorKind::Io, format!("starting a thread for a rank: {error}"))),
            };
            if done.is_err() {
                // The other items may wait for this one.
                ended.store(true, Ordering::Relaxed);
            }
            first = first.and(done);
        }
        first
    })
}

impl Member {
    /// # Errors
    /// As [`Collectives::join`].
    fn join(&self, id: &GroupId, timeout: Duration, poll: Poll<'_>) -> Result<()> {
        let links = rendezvous::join(id, self.rank, self.size, timeout, poll)?;
        if self.closed.load(Ordering::Acquire) {
            links.close();
        }
        let _ = self.links.set(links);
        Ok(())
    }

    /// # Errors
    /// Where the ranks have not joined.
    fn links(&self) -> Result<&Links> {
        let none = || Error::runtime("the communicator's ranks have not joined: end the group of calls first");
        self.links.get().ok_or_else(none)
    }

    /// Checks a call before it is made; an error here leaves the group usable.
    ///
    /// # Errors
    /// As [`Communicator::call`].
    fn check(&self, call: &CollectiveCall) -> Result<()> {
        if self.closed.load(Ordering::Acquire) {
            return Err(Error::value(NO_COMMUNICATOR));
        }
        if let Some(peer) = call.collective.peer().filter(|peer| *peer >= self.size) {
            return Err(Error::value(format!("rank {peer} is not one of {}", self.size)));
        }
        if let Some(how) = call.collective.combination() {
            Combiner::new(how, call.dtype)?;
        }
        let item = call.dtype.size() as u64;
        let extents = call.collective.extents(call.count, self.rank, self.size);
        for (address, count) in [call.from, call.to].into_iter().zip(extents) {
            if count.checked_mul(item).is_none_or(|bytes| bytes > isize::MAX as u64) {
                return Err(Error::value(format!("{count} elements of {} are more than memory holds", call.dtype)));
            }
            // A complex number is aligned as its parts.
            let alignment = call.dtype.real().size() as u64;
            if count > 0 && (address == 0 || !address.is_multiple_of(alignment)) {
                let dtype = call.dtype;
                return Err(Error::value(format!("{address:#x} is not the address of an element of {dtype}")));
            }
        }
        Ok(())
    }

    /// Runs calls as one: first all transfers between two ranks, then the collectives in their order.
    ///
    /// # Errors
    /// As [`Communicator::call`].
    ///
    /// # Safety
    /// As [`Communicator::call`].
    unsafe fn run(&self, calls: &[CollectiveCall], poll: Poll<'_>) -> Result<()> {
        let links = self.links()?;
        let _turn = links.begin()?;
        let is_transfer =
            |call: &&CollectiveCall| matches!(call.collective, Collective::Send(_) | Collective::Receive(_));
        let transfers: Vec<&CollectiveCall> = calls.iter().filter(is_transfer).collect();
        let mut done = match transfers.is_empty() {
            true => Ok(()),
            // SAFETY: as the caller promises.
            false => unsafe { rounds::transfer(links, &transfers, poll) },
        };
        for call in calls.iter().filter(|call| !is_transfer(call)) {
            // SAFETY: as the caller promises.
            done = done.and_then(|()| unsafe { rounds::run(links, call, poll) });
        }
        if let Err(error) = &done {
            links.fail(error);
        }
        done
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Release);
        if let Some(links) = self.links.get() {
            links.close();
        }
    }

    /// Gathers a few bytes from each rank.
    ///
    /// # Errors
    /// As [`Communicator::call`].
    fn gather<const N: usize>(&self, own: [u8; N], poll: Poll<'_>) -> Result<Vec<[u8; N]>> {
        let mut all = vec![[0; N]; self.size as usize];
        let (from, to) = (own.as_ptr() as u64, all.as_mut_ptr() as u64);
        let call = CollectiveCall { collective: Collective::AllGather, dtype: DType::U8, count: N as u64, from, to };
        // SAFETY: the lists have as many bytes, and live until the call is done.
        unsafe { self.run(&[call], poll) }?;
        Ok(all)
    }
}

impl Communicator for HostCommunicator {
    fn rank(&self) -> u32 {
        self.0.rank
    }

    fn size(&self) -> u32 {
        self.0.size
    }

    unsafe fn call(&self, call: &CollectiveCall, _stream: u64, poll: Poll<'_>) -> Result<()> {
        self.0.check(call)?;
        if Batch::is_open() {
            BATCH.with_borrow_mut(|batch| batch.calls.push((self.0.clone(), *call)));
            return Ok(());
        }
        // SAFETY: as the caller promises.
        unsafe { self.0.run(std::slice::from_ref(call), poll) }
    }

    fn split(
        &self,
        color: Option<u32>,
        key: i32,
        settings: Option<GroupSettings>,
        poll: Poll<'_>,
    ) -> Result<Option<Arc<dyn Communicator>>> {
        if Batch::is_open() {
            return Err(Error::value("a group of calls cannot split a communicator"));
        }
        let member = &self.0;
        let mut own = [0; 9];
        own[0] = u8::from(color.is_some());
        own[1..5].copy_from_slice(&color.unwrap_or(0).to_le_bytes());
        own[5..].copy_from_slice(&key.to_le_bytes());
        let words = |bytes: &[u8; 9]| {
            let (color, key) = bytes[1..].split_at(4);
            let color = u32::from_le_bytes([color[0], color[1], color[2], color[3]]);
            ((bytes[0] == 1).then_some(color), i32::from_le_bytes([key[0], key[1], key[2], key[3]]))
        };
        let all: Vec<(Option<u32>, i32)> = member.gather(own, poll)?.iter().map(words).collect();
        let mut ranks: Vec<u32> = (0..member.size).filter(|rank| all[*rank as usize].0 == color).collect();
        ranks.sort_by_key(|rank| all[*rank as usize].1);
        let leads = color.is_some() && ranks.first() == Some(&member.rank);
        let id = if leads { Host::group_id(&Host::new())? } else { [0; GROUP_ID_BYTES] };
        let ids = member.gather(id, poll)?;
        if color.is_none() {
            return Ok(None);
        }
        let index = ranks.iter().position(|rank| *rank == member.rank).unwrap_or(0) as u32;
        let leader = ranks.first().map_or(0, |rank| *rank as usize);
        Host::new().join(&ids[leader], index, ranks.len() as u32, settings.unwrap_or_default(), poll).map(Some)
    }

    fn check(&self) -> Result<()> {
        self.0.links.get().map_or(Ok(()), Links::check)
    }

    fn native(&self) -> u64 {
        // The address of the object serves as its id: it is not zero as long as the rank is in the group.
        if self.0.closed.load(Ordering::Acquire) { 0 } else { Arc::as_ptr(&self.0) as u64 }
    }

    fn leave(&self) {
        self.0.close();
    }

    fn abort(&self) {
        self.0.close();
    }
}

impl Drop for HostCommunicator {
    fn drop(&mut self) {
        // A batch that has not ended may hold the member.
        if Arc::strong_count(&self.0) == 1 {
            self.0.close();
        }
    }
}
