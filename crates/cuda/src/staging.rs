//! Copies between ordinary host memory and the device, through pinned buffers that the device reads and writes
//! directly.
//!
//! Uploading returns once the host memory has been read: the copy from the pinned buffer to the device may still be
//! queued. Downloading returns once the host memory has been written. A large copy is shared by several threads, each
//! with two buffers, so that moving bytes on the host and moving them over the bus overlap.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use cuprust_ir::Result;

use crate::driver::{Address, Driver, Event, Stream};

/// The size of a slot: the largest copy that uses one.
const SLOT_BYTES: usize = 64 << 10;
/// The number of slots: enough that a sequence of small uploads does not wait for the device.
const SLOT_COUNT: usize = 16;
/// The size of a lane's buffer, and the largest chunk: a huge page of the host.
const BUFFER_BYTES: usize = 2 << 20;
/// The smallest chunk: below, the calls cost more than the overlap gains.
const MIN_CHUNK_BYTES: usize = 256 << 10;
/// The fewest bytes of a thread, which pay for starting it.
const MIN_BYTES_PER_THREAD: usize = 4 << 20;
/// The most threads of one copy, and the most lanes.
const MAX_LANES: usize = 16;

/// The pinned buffers of one device. Any thread may call it. Memory is pinned at first use: 1 MiB for small copies, and
/// 4 MiB for each thread of large ones.
pub struct Staging {
    driver: Arc<dyn Driver>,
    threads: usize,
    state: Mutex<State>,
    returned: Condvar,
}

#[derive(Default)]
struct State {
    /// Slots that no thread is filling or emptying, the least recently used first.
    slots: VecDeque<Buffer>,
    lanes: Vec<[Buffer; 2]>,
    /// The number of lanes, including those in use.
    lanes_made: usize,
    slots_made: bool,
    pinned: Vec<Pinned>,
    events: Vec<Event>,
}

struct Pinned(*mut u8);

// SAFETY: pinned memory belongs to no thread.
unsafe impl Send for Pinned {}

/// A piece of pinned memory, and the event after its last copy.
struct Buffer {
    host: *mut u8,
    event: Event,
    busy: bool,
}

// SAFETY: the memory belongs to the buffer, on any thread.
unsafe impl Send for Buffer {}

impl Buffer {
    /// Waits until the device no longer reads the buffer.
    fn wait(&mut self, driver: &dyn Driver) -> Result<()> {
        if self.busy {
            driver.event_synchronize(self.event)?;
            self.busy = false;
        }
        Ok(())
    }

    /// Reads `from`, which fits, and queues its copy to the device.
    ///
    /// # Safety
    /// The device range is valid for as many bytes.
    unsafe fn upload(&mut self, driver: &dyn Driver, to: Address, from: &[u8], stream: Stream) -> Result<()> {
        self.wait(driver)?;
        // SAFETY: the buffer is ours, large enough, and the device no longer uses it.
        unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), self.host, from.len()) };
        // SAFETY: the buffer is not touched before the event, recorded below, has passed.
        unsafe { driver.upload(to, self.host, from.len(), stream) }?;
        driver.event_record(self.event, stream)?;
        self.busy = true;
        Ok(())
    }

    /// Queues a copy of `bytes` bytes, which must fit, from the device into the buffer.
    ///
    /// # Safety
    /// The device range is valid for as many bytes.
    unsafe fn fetch(&mut self, driver: &dyn Driver, from: Address, bytes: usize, stream: Stream) -> Result<()> {
        self.wait(driver)?;
        // SAFETY: the buffer is ours, large enough, and not touched before the event, recorded below, has passed.
        unsafe { driver.download(self.host, from, bytes, stream) }?;
        driver.event_record(self.event, stream)?;
        self.busy = true;
        Ok(())
    }

    /// Waits for the copy that [`Buffer::fetch`] queued, and copies the bytes to their destination.
    fn deliver(&mut self, driver: &dyn Driver, to: &mut [u8]) -> Result<()> {
        self.wait(driver)?;
        // SAFETY: the device has written as many bytes and no longer uses the buffer.
        unsafe { std::ptr::copy_nonoverlapping(self.host, to.as_mut_ptr(), to.len()) };
        Ok(())
    }
}

impl Staging {
    /// Buffers for this device, none of which is pinned yet.
    pub fn new(driver: Arc<dyn Driver>) -> Staging {
        let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        Staging::with_threads(driver, threads)
    }

    /// As [`Staging::new`], with up to this many threads (16 at most) for one copy.
    pub fn with_threads(driver: Arc<dyn Driver>, threads: usize) -> Staging {
        Staging { driver, threads: threads.clamp(1, MAX_LANES), state: Mutex::default(), returned: Condvar::new() }
    }

    /// Copies host memory to the device, in stream order. On return the host memory has been read and may change.
    ///
    /// # Safety
    /// The device range is valid for as many bytes until the stream has passed the copy.
    pub unsafe fn upload(&self, to: Address, from: &[u8], stream: Stream) -> Result<()> {
        if from.is_empty() {
            return Ok(());
        }
        let driver = &*self.driver;
        if from.len() <= SLOT_BYTES {
            let mut slot = self.take_slot()?;
            // SAFETY: the caller vouches for the device range, and the bytes fit the slot.
            let result = unsafe { slot.upload(driver, to, from, stream) };
            self.check(&result, stream);
            self.return_slot(slot);
            return result;
        }
        // Shorter copies keep the host language's lock.
        if from.len() >= MIN_CHUNK_BYTES
            && let Some(_pinned) = crate::pinned::holder(from.as_ptr().addr(), from.len())
        {
            // SAFETY: the caller vouches for the device range; the host range is read before this returns.
            unsafe { driver.upload(to, from.as_ptr(), from.len(), stream) }?;
            return self.wait(stream);
        }
        let mut lanes = self.take_lanes(from.len())?;
        let chunk = chunk(from.len(), lanes.len());
        let chunks = Mutex::new(from.chunks(chunk).enumerate());
        let result = on_lanes(&mut lanes, |lane, stop| {
            for buffer in (0..).map(|round| round % 2) {
                let next = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((index, bytes)) = next.filter(|_| !stop.load(Ordering::Relaxed)) else { break };
                // SAFETY: the chunk's offset in the device range is the chunk's offset in the host range.
                unsafe { lane[buffer].upload(driver, to.offset(index * chunk), bytes, stream) }?;
            }
            Ok(())
        });
        self.check(&result, stream);
        self.return_lanes(lanes);
        result
    }

    /// Copies device memory to the host, in stream order. On return the host memory has been written.
    ///
    /// # Safety
    /// The device range is valid for as many bytes.
    pub unsafe fn download(&self, to: &mut [u8], from: Address, stream: Stream) -> Result<()> {
        if to.is_empty() {
            return Ok(());
        }
        let driver = &*self.driver;
        if to.len() <= SLOT_BYTES {
            let mut slot = self.take_slot()?;
            // SAFETY: the caller vouches for the device range, and the bytes fit the slot.
            let result = unsafe { slot.fetch(driver, from, to.len(), stream) }.and_then(|()| slot.deliver(driver, to));
            self.check(&result, stream);
            self.return_slot(slot);
            return result;
        }
        if to.len() >= MIN_CHUNK_BYTES
            && let Some(_pinned) = crate::pinned::holder(to.as_ptr().addr(), to.len())
        {
            // SAFETY: the caller vouches for the device range; the host range is written before this returns.
            unsafe { driver.download(to.as_mut_ptr(), from, to.len(), stream) }?;
            return self.wait(stream);
        }
        let mut lanes = self.take_lanes(to.len())?;
        let (chunk, start) = (chunk(to.len(), lanes.len()), to.as_ptr().addr());
        let chunks = Mutex::new(aligned_chunks(to, chunk));
        let result = on_lanes(&mut lanes, |lane, stop| {
            // The chunk that each of the two buffers is being filled with.
            let mut under_way: [Option<&mut [u8]>; 2] = [None, None];
            for buffer in (0..).map(|round| round % 2) {
                if let Some(to) = under_way[buffer].take() {
                    lane[buffer].deliver(driver, to)?;
                }
                let next = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
                match next.filter(|_| !stop.load(Ordering::Relaxed)) {
                    Some(bytes) => {
                        let from = from.offset(bytes.as_ptr().addr() - start);
                        // SAFETY: the chunk's offset in the device range is the chunk's offset in the host range.
                        unsafe { lane[buffer].fetch(driver, from, bytes.len(), stream) }?;
                        under_way[buffer] = Some(bytes);
                    }
                    None if under_way[1 - buffer].is_none() => break,
                    None => {}
                }
            }
            Ok(())
        });
        self.check(&result, stream);
        self.return_lanes(lanes);
        result
    }

    /// Waits for the work that a stream has queued so far, but not for later work.
    fn wait(&self, stream: Stream) -> Result<()> {
        let driver = &*self.driver;
        let event = match driver.event_create(false) {
            Ok(event) => event,
            Err(error) => return driver.stream_synchronize(stream).and(Err(error)),
        };
        let waited = driver.event_record(event, stream).and_then(|()| driver.event_synchronize(event));
        let waited = waited.or_else(|error| driver.stream_synchronize(stream).and(Err(error)));
        // SAFETY: the event was made here, and is not used again.
        let _ = unsafe { driver.event_destroy(event) };
        waited
    }

    /// After a failure a copy may be queued without an event after it: the stream is waited for before its buffer is
    /// used again. If a stream cannot be waited for, its device does no more work.
    fn check(&self, result: &Result<()>, stream: Stream) {
        if result.is_err() {
            let _ = self.driver.stream_synchronize(stream);
        }
    }

    fn take_slot(&self) -> Result<Buffer> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.slots_made {
            let host = state.pin(&*self.driver, SLOT_BYTES * SLOT_COUNT)?;
            for index in 0..SLOT_COUNT {
                // SAFETY: the slots lie within the memory that was just pinned.
                let host = unsafe { host.add(index * SLOT_BYTES) };
                let slot = state.buffer(&*self.driver, host)?;
                state.slots.push_back(slot);
            }
            state.slots_made = true;
        }
        loop {
            if let Some(slot) = state.slots.pop_front() {
                return Ok(slot);
            }
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn return_slot(&self, slot: Buffer) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // A slot whose event has passed is used next; the others get time to pass theirs.
        if slot.busy {
            state.slots.push_back(slot)
        } else {
            state.slots.push_front(slot)
        }
        drop(state);
        self.returned.notify_all();
    }

    /// Acquires as many free lanes as the copy is worth, at least one, for which it waits if necessary.
    fn take_lanes(&self, bytes: usize) -> Result<Vec<[Buffer; 2]>> {
        let lane_count = (bytes / MIN_BYTES_PER_THREAD).clamp(1, self.threads);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            while state.lanes.len() < lane_count && state.lanes_made < MAX_LANES {
                match state.lane(&*self.driver) {
                    Ok(lane) => state.lanes.push(lane),
                    // Fewer lanes are slower, not wrong.
                    Err(_) if !state.lanes.is_empty() => break,
                    Err(error) => return Err(error),
                }
            }
            if !state.lanes.is_empty() {
                let keep = state.lanes.len().saturating_sub(lane_count);
                return Ok(state.lanes.split_off(keep));
            }
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn return_lanes(&self, lanes: Vec<[Buffer; 2]>) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).lanes.extend(lanes);
        self.returned.notify_all();
    }
}

impl State {
    fn pin(&mut self, driver: &dyn Driver, bytes: usize) -> Result<*mut u8> {
        let host = driver.alloc_pinned(bytes)?;
        self.pinned.push(Pinned(host));
        Ok(host)
    }

    fn buffer(&mut self, driver: &dyn Driver, host: *mut u8) -> Result<Buffer> {
        let event = driver.event_create(false)?;
        self.events.push(event);
        Ok(Buffer { host, event, busy: false })
    }

    fn lane(&mut self, driver: &dyn Driver) -> Result<[Buffer; 2]> {
        let host = self.pin(driver, 2 * BUFFER_BYTES)?;
        // SAFETY: the second buffer lies within the memory that was just pinned.
        let lane = [self.buffer(driver, host)?, self.buffer(driver, unsafe { host.add(BUFFER_BYTES) })?];
        self.lanes_made += 1;
        Ok(lane)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        // There is no caller to report a failure to, and a process that ends has lost its device already.
        for buffer in state.slots.iter_mut().chain(state.lanes.iter_mut().flatten()) {
            let _ = buffer.wait(&*self.driver);
        }
        for event in state.events.drain(..) {
            // SAFETY: the events were made here, and are not known elsewhere.
            let _ = unsafe { self.driver.event_destroy(event) };
        }
        for Pinned(host) in state.pinned.drain(..) {
            // SAFETY: the memory was pinned here, and every copy through it was waited for.
            let _ = unsafe { self.driver.free_pinned(host) };
        }
    }
}

/// The size of the chunks, a power of two: small enough that every buffer of every lane has a few, but large enough to
/// be worth a call each.
fn chunk(bytes: usize, lanes: usize) -> usize {
    (bytes / (lanes * 4)).clamp(MIN_CHUNK_BYTES, BUFFER_BYTES).next_power_of_two()
}

/// Chunks whose boundaries are at multiples of their size. The destination of a download is often touched for the first
/// time: two threads in one huge page would both clear it, and half of that work would be wasted.
fn aligned_chunks(to: &mut [u8], chunk: usize) -> impl Iterator<Item = &mut [u8]> {
    let start = to.as_ptr().addr();
    let (head, rest) = to.split_at_mut((start.next_multiple_of(chunk) - start).min(to.len()));
    std::iter::once(head).filter(|head| !head.is_empty()).chain(rest.chunks_mut(chunk))
}

/// Runs the work on each lane, the first on this thread. The first error stops the others at their next chunk.
fn on_lanes(
    lanes: &mut [[Buffer; 2]],
    work: impl Fn(&mut [Buffer; 2], &AtomicBool) -> Result<()> + Sync,
) -> Result<()> {
    let stop = AtomicBool::new(false);
    let run = |lane: &mut [Buffer; 2]| {
        let result = work(lane, &stop);
        if result.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        result
    };
    let Some((first, rest)) = lanes.split_first_mut() else { return Ok(()) };
    std::thread::scope(|scope| {
        let (run, mut handles) = (&run, Vec::with_capacity(rest.len()));
        for lane in rest {
            // A thread that cannot be started leaves its chunks to the others.
            handles.extend(std::thread::Builder::new().spawn_scoped(scope, move || run(lane)));
        }
        let own = run(first);
        handles.into_iter().fold(own, |result, handle| match handle.join() {
            Ok(other) => result.and(other),
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::fake::Fake;

    fn bytes(count: usize, seed: u32) -> Vec<u8> {
        let mut state = seed.wrapping_mul(2_654_435_761) | 1;
        std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .take(count)
        .collect()
    }

    #[test]
    fn chunks_of_a_download_meet_at_multiples_of_their_size() {
        let mut memory = vec![0; 3 * MIN_CHUNK_BYTES + 1000];
        for (from, to) in [
            (0, 3 * MIN_CHUNK_BYTES + 1000),
            (1, 2 * MIN_CHUNK_BYTES),
            (16, 17),
            (MIN_CHUNK_BYTES / 2, MIN_CHUNK_BYTES),
        ] {
            let start = memory[from..].as_ptr().addr();
            let mut next = start;
            for chunk in aligned_chunks(&mut memory[from..to], MIN_CHUNK_BYTES) {
                assert_eq!(chunk.as_ptr().addr(), next);
                assert!(next == start || next.is_multiple_of(MIN_CHUNK_BYTES));
                assert!((1..=MIN_CHUNK_BYTES).contains(&chunk.len()));
                next += chunk.len();
            }
            assert_eq!(next, start + to - from);
        }
    }

    const SIZES: [usize; 9] = [
        1,
        1000,
        SLOT_BYTES,
        SLOT_BYTES + 1,
        300_000,
        BUFFER_BYTES - 1,
        3 * BUFFER_BYTES + 7,
        4 * MIN_BYTES_PER_THREAD + 4097,
        9 * MIN_BYTES_PER_THREAD,
    ];

    #[test]
    fn what_goes_up_comes_down_and_the_host_may_change_it_meanwhile() {
        let driver = Arc::new(Fake::new(1 << 30));
        for threads in [1, 4] {
            let staging = Staging::with_threads(driver.clone(), threads);
            let stream = driver.stream_create(true, 0).unwrap();
            for (index, size) in SIZES.into_iter().enumerate() {
                let device = driver.alloc(size).unwrap();
                let mut host = bytes(size, index as u32);
                let sent = host.clone();
                // SAFETY: the device memory has this size.
                unsafe { staging.upload(device, &host, stream) }.unwrap();
                // The device has not executed the last copy yet.
                host.fill(0xA5);
                let mut back = vec![0; size];
                // SAFETY: as above.
                unsafe { staging.download(&mut back, device, stream) }.unwrap();
                assert!(back == sent, "{size} bytes with {threads} threads");
                // SAFETY: it is not used again.
                unsafe { driver.free(device) }.unwrap();
            }
        }
        assert_eq!((driver.allocations(), driver.events()), ((0, 0), 0), "everything goes with the staging");
    }

    #[test]
    fn small_uploads_do_not_wait_for_the_device_until_the_slots_are_used_up() {
        let driver = Arc::new(Fake::new(1 << 30));
        let staging = Staging::new(driver.clone());
        let stream = driver.stream_create(true, 0).unwrap();
        let device = driver.alloc(4 * SLOT_COUNT * 2).unwrap();
        // Work that runs late, so that the uploads after it cannot pass.
        crate::driver::call(&*driver, stream, || {}).unwrap();
        for index in 0..2 * SLOT_COUNT {
            let word = (index as u32).to_le_bytes();
            // SAFETY: the word lies in the device memory.
            unsafe { staging.upload(device.offset(4 * index), &word, stream) }.unwrap();
            if index + 1 == SLOT_COUNT {
                assert_eq!(driver.waiting(), 1 + 2 * SLOT_COUNT, "a copy and an event each, behind the call");
            }
        }
        let mut back = vec![0; 4 * SLOT_COUNT * 2];
        // SAFETY: the device memory has this size.
        unsafe { staging.download(&mut back, device, stream) }.unwrap();
        let words: Vec<u32> = back.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
        assert_eq!(words, (0..2 * SLOT_COUNT as u32).collect::<Vec<_>>());
    }

    #[test]
    fn many_threads_share_the_lanes() {
        let driver = Arc::new(Fake::new(1 << 30));
        let staging = Staging::with_threads(driver.clone(), 8);
        std::thread::scope(|scope| {
            for thread in 0..6 {
                let (driver, staging) = (&driver, &staging);
                scope.spawn(move || {
                    let stream = driver.stream_create(true, 0).unwrap();
                    let size = 3 * MIN_BYTES_PER_THREAD + thread;
                    let device = driver.alloc(size).unwrap();
                    let sent = bytes(size, thread as u32);
                    let mut back = vec![0; size];
                    // SAFETY: the device memory has this size.
                    unsafe {
                        staging.upload(device, &sent, stream).unwrap();
                        staging.download(&mut back, device, stream).unwrap();
                    }
                    assert!(back == sent);
                });
            }
        });
        assert!(staging.state.lock().unwrap().lanes_made <= MAX_LANES);
    }

    #[test]
    fn an_error_of_the_driver_is_reported_and_the_buffers_stay_usable() {
        let driver = Arc::new(Fake::new(1 << 30));
        let staging = Staging::with_threads(driver.clone(), 4);
        let (destroyed, stream) = (driver.stream_create(true, 0).unwrap(), driver.stream_create(true, 0).unwrap());
        // SAFETY: the stream is not used again but to be refused.
        unsafe { driver.stream_destroy(destroyed) }.unwrap();
        for size in [100, 5 * MIN_BYTES_PER_THREAD] {
            let device = driver.alloc(size).unwrap();
            let (sent, mut back) = (bytes(size, 1), vec![0; size]);
            // SAFETY: the device memory has this size.
            unsafe {
                assert_eq!(staging.upload(device, &sent, destroyed).unwrap_err().kind(), cuprust_ir::ErrorKind::Cuda);
                assert_eq!(
                    staging.download(&mut back, device, destroyed).unwrap_err().kind(),
                    cuprust_ir::ErrorKind::Cuda
                );
                staging.upload(device, &sent, stream).unwrap();
                staging.download(&mut back, device, stream).unwrap();
            }
            assert!(back == sent);
        }
    }
}
