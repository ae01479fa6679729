//! Channels between the ranks of one host: a ring buffer in shared memory for each direction.
//!
//! Each rank makes one segment, a file in memory without a name, with a ring for every other rank of its host to read.
//! It names the file to them by the number of its descriptor, and they open it in `/proc`. Nothing of it is in a file
//! system, so whatever way a rank ends the kernel frees the memory with the last process that has mapped it. Where the
//! memory or the file is refused, or belongs to another group, the two ranks keep to their connection.
//!
//! A channel carries the same bytes as a connection would. The connection remains, as what tells that a rank is gone.

use std::io::{Error as IoError, ErrorKind as Io, Result as IoResult};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cuprust_ir::{Error, Result};

use crate::memory_files::{File, Mapping, PLACE_BYTES, place};

/// The environment variable with the bytes of shared memory that a rank has for the others of its host; 0 for none.
const VARIABLE: &str = "CUPRUST_COLLECTIVES_SHARED_MEMORY";
const DEFAULT_BYTES: usize = 16 << 20;

/// Most bytes of a ring. To send 32 MiB and to receive as many, a rank spends 0.61 of a connection's processor time
/// with rings of 1 MiB, 0.77 with 256 KiB and 1.43 with 64 KiB (send/recv of `benches/collectives.py`).
const MAX_RING_BYTES: usize = 1 << 20;
/// Fewest bytes of a ring that is faster than a connection.
const MIN_RING_BYTES: usize = 1 << 18;
/// Most bytes that a rank copies before the other rank sees them.
const CHUNK_BYTES: usize = 1 << 16;

/// How long a rank looks for news before it sleeps: about what it takes to be woken.
const SPIN_TIME: Duration = Duration::from_micros(30);

/// The bytes of a segment before its rings.
const HEAD_BYTES: usize = 4096;

/// What identifies a group: the secret of its id.
type Token = [u8; 32];

/// The first bytes of a segment.
#[repr(C)]
struct Head {
    token: Token,
    rank: u32,
    doorbell: Doorbell,
}

/// Counts what other ranks have done that the owner of a segment may wait for.
#[repr(C, align(128))]
struct Doorbell {
    count: AtomicU32,
    /// Whether the owner sleeps until the count changes.
    sleeps: AtomicU32,
}

impl Doorbell {
    fn ring(&self) {
        self.count.fetch_add(1, Ordering::SeqCst);
        // The owner sets the flag before the kernel compares the count: either it finds the new count, or this finds
        // the flag.
        if self.sleeps.load(Ordering::SeqCst) != 0 {
            futex::wake(&self.count);
        }
    }
}

/// A number that one rank writes and another reads, in a cache line of its own and the line that is fetched with it.
#[repr(C, align(128))]
struct Position(AtomicU64);

/// The first bytes of a ring: how many bytes were written to it and read from it.
#[repr(C)]
struct Positions {
    written: Position,
    read: Position,
}

const POSITIONS_BYTES: usize = size_of::<Positions>();

/// Memory that several ranks have mapped. What they write at the same time is atomic, and bytes of rings have one
/// writer or one reader at a time.
struct Segment(Mapping);

impl Segment {
    fn head(&self) -> &Head {
        // SAFETY: a segment begins with its head, in zeroed pages that its owner has filled in before any other rank
        // was told of it; what changes later is atomic.
        unsafe { &*self.0.start().cast::<Head>() }
    }
}

/// A ring buffer with one writer and one reader.
struct Ring {
    segment: Arc<Segment>,
    /// Where it begins in its segment, and the bytes that it holds: a power of two.
    at: usize,
    bytes: usize,
}

impl Ring {
    fn positions(&self) -> &Positions {
        // SAFETY: the ring lies within the segment, at a multiple of the alignment, and both numbers are atomic.
        unsafe { &*self.segment.0.start().add(self.at).cast::<Positions>() }
    }

    /// The number of bytes that wait to be read, from both positions.
    fn used(&self, written: u64, read: u64) -> IoResult<usize> {
        let used = usize::try_from(written.wrapping_sub(read)).unwrap_or(usize::MAX);
        if used > self.bytes {
            return Err(IoError::new(Io::InvalidData, "it has overwritten the shared memory"));
        }
        Ok(used)
    }

    /// The addresses of `count` bytes from a position on: two pieces where the ring's end lies between them.
    fn pieces(&self, position: u64, count: usize) -> [(*mut u8, usize); 2] {
        let first = (position % self.bytes as u64) as usize;
        let before_end = count.min(self.bytes - first);
        let start = self.at + POSITIONS_BYTES;
        // SAFETY: the bytes of the ring follow its positions, within the segment.
        unsafe {
            let start = self.segment.0.start().add(start);
            [(start.add(first), before_end), (start, count - before_end)]
        }
    }

    /// Copies bytes into the ring, as many as a chunk has and as fit.
    fn write(&self, from: &[u8]) -> IoResult<usize> {
        let positions = self.positions();
        let (written, read) = (positions.written.0.load(Ordering::Relaxed), positions.read.0.load(Ordering::Acquire));
        let count = from.len().min(self.bytes - self.used(written, read)?).min(CHUNK_BYTES);
        if count == 0 {
            return Err(Io::WouldBlock.into());
        }
        let mut done = 0;
        for (to, bytes) in self.pieces(written, count) {
            // SAFETY: the reader does not touch bytes that were not written yet, and there is one writer.
            unsafe { std::ptr::copy_nonoverlapping(from.as_ptr().add(done), to, bytes) };
            done += bytes;
        }
        positions.written.0.store(written.wrapping_add(count as u64), Ordering::Release);
        Ok(count)
    }

    /// Copies bytes out of the ring, as many as a chunk has and as are there.
    fn read(&self, to: &mut [u8]) -> IoResult<usize> {
        let positions = self.positions();
        let (written, read) = (positions.written.0.load(Ordering::Acquire), positions.read.0.load(Ordering::Relaxed));
        let count = to.len().min(self.used(written, read)?).min(CHUNK_BYTES);
        if count == 0 {
            return Err(Io::WouldBlock.into());
        }
        let mut done = 0;
        for (from, bytes) in self.pieces(read, count) {
            // SAFETY: the writer does not touch bytes that wait to be read, and there is one reader.
            unsafe { std::ptr::copy_nonoverlapping(from, to.as_mut_ptr().add(done), bytes) };
            done += bytes;
        }
        positions.read.0.store(read.wrapping_add(count as u64), Ordering::Release);
        Ok(count)
    }
}

/// The two rings between this rank and another of its host.
pub(super) struct Channel {
    outgoing: Ring,
    incoming: Ring,
}

impl Channel {
    /// As a write to a connection that does not block.
    pub fn write(&self, from: &[u8]) -> IoResult<usize> {
        let count = self.outgoing.write(from)?;
        self.notify();
        Ok(count)
    }

    /// As a read from a connection that does not block.
    pub fn read(&self, to: &mut [u8]) -> IoResult<usize> {
        let count = self.incoming.read(to)?;
        self.notify();
        Ok(count)
    }

    /// Wakes the other rank, if it waits.
    pub fn notify(&self) {
        self.incoming.segment.head().doorbell.ring();
    }
}

/// What a rank that has channels waits with.
pub(super) struct Waiter {
    segment: Arc<Segment>,
    spins: bool,
}

impl Waiter {
    /// How often other ranks have done something that this one may wait for.
    pub fn count(&self) -> u32 {
        self.segment.head().doorbell.count.load(Ordering::Acquire)
    }

    /// Waits for a moment until the count is another. Returns whether it is.
    pub fn spin(&self, count: u32) -> bool {
        let start = Instant::now();
        while self.spins && start.elapsed() < SPIN_TIME {
            for _ in 0..16 {
                if self.count() != count {
                    return true;
                }
                std::hint::spin_loop();
            }
        }
        self.count() != count
    }

    /// Sleeps until the count is another, at most for a time.
    pub fn sleep(&self, count: u32, at_most: Duration) {
        let doorbell = &self.segment.head().doorbell;
        doorbell.sleeps.store(1, Ordering::SeqCst);
        futex::wait(&doorbell.count, count, at_most);
        doorbell.sleeps.store(0, Ordering::SeqCst);
    }

    /// Wakes the rank itself, which sleeps in another thread.
    pub fn notify(&self) {
        self.segment.head().doorbell.ring();
    }
}

/// What a rank tells another about where it runs: zeros where it takes no part in shared memory, or the place and the
/// number of its process.
const GREETING_BYTES: usize = PLACE_BYTES + 4;

/// What a rank tells another of its host about its segment.
const OFFER_BYTES: usize = 20;

/// Agrees with all ranks on which of them are connected by channels, and makes these. `tell` sends bytes to a rank, and
/// `hear` waits for as many from it; every rank tells all others before it listens.
///
/// # Errors
/// Those of `tell` and `hear`; a value error for a variable that is no number of bytes.
pub(super) fn connect(
    rank: u32,
    size: u32,
    token: &Token,
    tell: impl Fn(u32, &[u8]) -> Result<()>,
    hear: impl Fn(u32, &mut [u8]) -> Result<()>,
) -> Result<(Vec<Option<Channel>>, Option<Waiter>)> {
    let mut channels: Vec<Option<Channel>> = (0..size).map(|_| None).collect();
    let allowed = allowed_bytes()?;
    let others = || (0..size).filter(|other| *other != rank);
    let mut own = [0; GREETING_BYTES];
    if let Some(place) = place().filter(|_| allowed > 0) {
        own[..PLACE_BYTES].copy_from_slice(&place);
        own[PLACE_BYTES..].copy_from_slice(&std::process::id().to_le_bytes());
    }
    for peer in others() {
        tell(peer, &own)?;
    }
    let mut near = Vec::new();
    for peer in others() {
        let mut theirs = [0; GREETING_BYTES];
        hear(peer, &mut theirs)?;
        if own != [0; GREETING_BYTES] && theirs[..PLACE_BYTES] == own[..PLACE_BYTES] {
            near.push((peer, theirs.last_chunk().map_or(0, |process| u32::from_le_bytes(*process))));
        }
    }
    if near.is_empty() {
        return Ok((channels, None));
    }
    let made = own_segment(rank, token, near.len(), allowed);
    let stride = made.as_ref().map_or(0, |made| made.ring_bytes + POSITIONS_BYTES);
    let at = |index: usize| HEAD_BYTES + index * stride;
    for (index, (peer, _)) in near.iter().enumerate() {
        let mut offer = [0xff; OFFER_BYTES];
        if let Some(made) = &made {
            offer[..4].copy_from_slice(&made.file.number().to_le_bytes());
            offer[4..12].copy_from_slice(&(at(index) as u64).to_le_bytes());
            offer[12..].copy_from_slice(&(made.ring_bytes as u64).to_le_bytes());
        }
        tell(*peer, &offer)?;
    }
    let mut opened = Vec::new();
    for (peer, process) in &near {
        let mut offer = [0; OFFER_BYTES];
        hear(*peer, &mut offer)?;
        opened.push(made.as_ref().and_then(|_| open_ring(*peer, token, *process, &offer)));
    }
    for ((peer, _), incoming) in near.iter().zip(&opened) {
        tell(*peer, &[u8::from(incoming.is_some())])?;
    }
    for (index, ((peer, _), incoming)) in near.iter().zip(opened).enumerate() {
        let mut has_opened = [0];
        hear(*peer, &mut has_opened)?;
        if let (Some(made), Some(incoming), [1]) = (&made, incoming, has_opened) {
            let outgoing = Ring { segment: made.segment.clone(), at: at(index), bytes: made.ring_bytes };
            channels[*peer as usize] = Some(Channel { outgoing, incoming });
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let spins = near.len() < cores;
    let waiter = made.filter(|_| channels.iter().any(Option::is_some));
    // All ranks have mapped the segment, or will not: its file is closed.
    Ok((channels, waiter.map(|made| Waiter { segment: made.segment, spins })))
}

/// A segment that this rank has made.
struct Made {
    segment: Arc<Segment>,
    file: File,
    ring_bytes: usize,
}

/// A segment with a ring for each of so many ranks; `None` where the memory is refused or too small.
fn own_segment(rank: u32, token: &Token, rings: usize, allowed: usize) -> Option<Made> {
    let largest = (allowed / rings).min(MAX_RING_BYTES);
    let ring_bytes = if largest < MIN_RING_BYTES { return None } else { 1 << largest.ilog2() };
    let bytes = HEAD_BYTES + rings * (ring_bytes + POSITIONS_BYTES);
    let file = File::new(c"cuprust-shared")?;
    // Reserved memory is there when it is first accessed.
    file.reserve(bytes as u64)?;
    let mapping = file.map(0, bytes)?;
    // SAFETY: the memory is new, zeroed and large enough, and no other rank knows it yet.
    unsafe {
        let head = mapping.start().cast::<Head>();
        (&raw mut (*head).token).write(*token);
        (&raw mut (*head).rank).write(rank);
    }
    Some(Made { segment: Arc::new(Segment(mapping)), file, ring_bytes })
}

/// The ring of another rank for this one; `None` where it cannot be opened, or is not of this group.
fn open_ring(peer: u32, token: &Token, process: u32, offer: &[u8; OFFER_BYTES]) -> Option<Ring> {
    let file = i32::from_le_bytes(*offer.first_chunk()?);
    let word = |at: usize| Some(usize::try_from(u64::from_le_bytes(*offer[at..].first_chunk()?)).unwrap_or(usize::MAX));
    let (at, bytes) = (word(4)?, word(12)?);
    let file = File::open(process, file)?;
    let length =
        file.length().and_then(|length| usize::try_from(length).ok()).filter(|length| *length >= HEAD_BYTES)?;
    let segment = Segment(file.map(0, length)?);
    let fits = bytes.is_power_of_two()
        && bytes <= MAX_RING_BYTES
        && at >= HEAD_BYTES
        && at.is_multiple_of(align_of::<Positions>())
        && at.checked_add(POSITIONS_BYTES + bytes).is_some_and(|end| end <= length);
    if !fits || segment.head().token != *token || segment.head().rank != peer {
        return None;
    }
    Some(Ring { segment: Arc::new(segment), at, bytes })
}

/// The bytes of shared memory that a rank may have.
///
/// # Errors
/// A value error where the variable is no number.
fn allowed_bytes() -> Result<usize> {
    let text = std::env::var(VARIABLE).unwrap_or_default();
    if text.is_empty() {
        return Ok(DEFAULT_BYTES);
    }
    text.parse().map_err(|_| Error::value(format!("{VARIABLE}: `{text}` is not a number of bytes")))
}

/// Linux's futexes.
#[cfg(target_os = "linux")]
mod futex {
    use std::sync::atomic::AtomicU32;
    use std::time::Duration;

    /// Sleeps while a word has a value, at most for a time.
    pub fn wait(word: &AtomicU32, value: u32, at_most: Duration) {
        let time = libc::timespec {
            tv_sec: at_most.as_secs() as libc::time_t,
            tv_nsec: libc::c_long::from(at_most.subsec_nanos()),
        };
        // SAFETY: the word and the time are valid for the call. It may return early for any reason, as the caller
        // looks again.
        unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, value, &raw const time) };
    }

    /// Wakes who sleeps for a word.
    pub fn wake(word: &AtomicU32) {
        // SAFETY: the word is valid for the call.
        unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, i32::MAX) };
    }
}

/// No rank has channels here.
#[cfg(not(target_os = "linux"))]
mod futex {
    use std::sync::atomic::AtomicU32;
    use std::time::Duration;

    pub fn wait(_word: &AtomicU32, _value: u32, at_most: Duration) {
        std::thread::sleep(at_most);
    }

    pub fn wake(_word: &AtomicU32) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// The channels of ranks that are threads, with the secrets that they name.
    fn connected(tokens: &[Token]) -> Vec<Vec<Option<Channel>>> {
        let size = tokens.len();
        let mut senders: Vec<Vec<Sender<Vec<u8>>>> = (0..size).map(|_| Vec::new()).collect();
        let mut receivers: Vec<Vec<Receiver<Vec<u8>>>> = (0..size).map(|_| Vec::new()).collect();
        for from in &mut senders {
            for to in &mut receivers {
                let (sender, receiver) = channel();
                from.push(sender);
                to.push(receiver);
            }
        }
        let ranks = senders.into_iter().zip(receivers).zip(tokens).enumerate();
        let threads: Vec<_> = ranks
            .map(|(rank, ((senders, receivers), &token))| {
                std::thread::spawn(move || {
                    let tell = |peer: u32, bytes: &[u8]| {
                        senders[peer as usize].send(bytes.to_vec()).unwrap();
                        Ok(())
                    };
                    let hear = |peer: u32, bytes: &mut [u8]| {
                        bytes.copy_from_slice(&receivers[peer as usize].recv().unwrap());
                        Ok(())
                    };
                    connect(rank as u32, size as u32, &token, tell, hear).unwrap().0
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    }

    #[test]
    fn bytes_arrive_in_their_order_around_the_end_of_a_ring() {
        let mut all = connected(&[[7; 32]; 2]);
        let (second, first) = (all.pop().unwrap(), all.pop().unwrap());
        let sent: Vec<u8> = (0..3 * MAX_RING_BYTES + 12345).map(|at| (at % 251) as u8).collect();
        let count = sent.len();
        let expected = sent.clone();
        let writer = std::thread::spawn(move || {
            let channel = first[1].as_ref().unwrap();
            let mut done = 0;
            while done < sent.len() {
                // Pieces of an odd length end anywhere in the ring.
                match channel.write(&sent[done..(done + 999).min(sent.len())]) {
                    Ok(count) => done += count,
                    Err(error) => assert_eq!(error.kind(), Io::WouldBlock),
                }
            }
        });
        let channel = second[0].as_ref().unwrap();
        let mut got = vec![0; count];
        let mut done = 0;
        while done < count {
            match channel.read(&mut got[done..]) {
                Ok(count) => done += count,
                Err(error) => assert_eq!(error.kind(), Io::WouldBlock),
            }
        }
        writer.join().unwrap();
        assert!(got == expected);
        assert_eq!(channel.read(&mut [0]).unwrap_err().kind(), Io::WouldBlock);
    }

    #[test]
    fn a_full_ring_takes_no_more_and_wrong_positions_are_errors() {
        let all = connected(&[[7; 32]; 3]);
        let channel = all[0][2].as_ref().unwrap();
        let mut written = 0;
        while let Ok(count) = channel.write(&[1; 100_000]) {
            written += count;
        }
        assert_eq!(written, channel.outgoing.bytes);
        channel.outgoing.positions().read.0.store(u64::MAX / 2, Ordering::Release);
        assert_eq!(channel.write(&[1]).unwrap_err().kind(), Io::InvalidData);
        assert!(all[0][0].is_none() && all[0][1].is_some());
    }

    #[test]
    fn ranks_of_other_groups_share_nothing() {
        assert!(connected(&[[7; 32], [8; 32]]).iter().flatten().all(Option::is_none));
    }

    #[test]
    fn a_segment_has_rings_within_the_bytes_it_may_have() {
        let bytes = |rings, allowed| own_segment(0, &[7; 32], rings, allowed).map(|made| made.ring_bytes);
        assert_eq!(bytes(1, 16 << 20), Some(MAX_RING_BYTES));
        assert_eq!(bytes(3, 1 << 20), Some(1 << 18));
        assert_eq!(bytes(2, 2 * MIN_RING_BYTES), Some(MIN_RING_BYTES));
        assert_eq!(bytes(2, 2 * MIN_RING_BYTES - 1), None);
    }

    #[test]
    fn a_file_that_is_no_segment_is_not_opened() {
        let process = std::process::id();
        let mut offer = [0; OFFER_BYTES];
        offer[..4].copy_from_slice(&1_000_000_i32.to_le_bytes());
        assert!(open_ring(0, &[7; 32], process, &offer).is_none());
        let made = own_segment(3, &[7; 32], 1, MIN_RING_BYTES).unwrap();
        for (rank, token, at, bytes, opens) in [
            (3, 7, HEAD_BYTES, MIN_RING_BYTES, true),
            (2, 7, HEAD_BYTES, MIN_RING_BYTES, false),
            (3, 8, HEAD_BYTES, MIN_RING_BYTES, false),
            (3, 7, HEAD_BYTES + 256, MIN_RING_BYTES, false),
            (3, 7, HEAD_BYTES + 1, 1 << 15, false),
            (3, 7, 0, 1 << 15, false),
            (3, 7, HEAD_BYTES, 0, false),
            (3, 7, usize::MAX - 255, 1 << 15, false),
        ] {
            offer[..4].copy_from_slice(&made.file.number().to_le_bytes());
            offer[4..12].copy_from_slice(&(at as u64).to_le_bytes());
            offer[12..].copy_from_slice(&(bytes as u64).to_le_bytes());
            assert_eq!(open_ring(rank, &[token; 32], process, &offer).is_some(), opens, "{rank} {token} {at} {bytes}");
        }
        assert!(open_ring(3, &[7; 32], 0, &offer).is_none());
    }

    #[test]
    fn a_rank_that_sleeps_is_woken() {
        let made = own_segment(0, &[7; 32], 1, MIN_RING_BYTES).unwrap();
        let waiter = Waiter { segment: made.segment, spins: false };
        let count = waiter.count();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while waiter.segment.head().doorbell.sleeps.load(Ordering::SeqCst) == 0 {
                    std::thread::yield_now();
                }
                waiter.notify();
            });
            // It is woken long before.
            waiter.sleep(count, Duration::from_secs(600));
        });
        assert!(waiter.spin(count));
    }
}
