//! The streams and events of an executor by number, and the workspaces of streams.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use cuprust_ir::{Error, EventId, Memory, Result, StreamId};

use crate::driver::{Address, Driver, Event, Stream};
use crate::launch_overlap::{LaunchHistory, LaunchOrder, Overlap};
use crate::pool::{Block, Pool};
use crate::step_graph::CapturedLaunch;
use crate::write::Workspace;

/// A stream, with the workspace that its kernels use one after another, and the record of its unfinished kernels.
pub(crate) struct StreamState {
    pub stream: Stream,
    workspace: Mutex<GridMemory>,
    history: Mutex<LaunchHistory>,
    overlap: Arc<Overlap>,
    /// The launches on a stream that is captured for a graph of steps.
    captured: Option<Mutex<Vec<CapturedLaunch>>>,
}

#[derive(Clone, Copy)]
struct GridMemory {
    tickets: Option<(Block, usize)>,
    partials: Option<(Block, usize)>,
}

impl StreamState {
    fn new(stream: Stream, overlap: &Arc<Overlap>, captures: bool) -> Arc<StreamState> {
        let workspace = Mutex::new(GridMemory { tickets: None, partials: None });
        let captured = captures.then(Mutex::default);
        Arc::new(StreamState { stream, workspace, history: Mutex::default(), overlap: overlap.clone(), captured })
    }

    /// Records a launch, on a stream that is captured for a graph of steps.
    #[inline]
    pub(crate) fn record(&self, launch: impl FnOnce() -> Result<CapturedLaunch>) -> Result<()> {
        if let Some(captured) = &self.captured {
            lock(captured).push(launch()?);
        }
        Ok(())
    }

    /// Takes the recorded launches.
    pub(crate) fn take_recorded(&self) -> Vec<CapturedLaunch> {
        self.captured.as_ref().map_or_else(Vec::new, |captured| std::mem::take(&mut *lock(captured)))
    }

    /// Launches a kernel that reads and writes these memories, in the right order.
    pub(crate) fn ordered(
        &self,
        driver: &dyn Driver,
        reads: impl Iterator<Item = Memory>,
        writes: impl Iterator<Item = Memory>,
        launch: impl FnOnce(LaunchOrder) -> Result<()>,
    ) -> Result<()> {
        let Some(queued) = driver.queued().filter(|_| self.overlap.allowed()) else {
            return launch(LaunchOrder::Alone);
        };
        let mut history = lock(&self.history);
        let order = history.of(queued, reads);
        launch(order)?;
        // Work that another thread queues meanwhile increases the count.
        history.note(order, writes, queued + 1);
        Ok(())
    }

    /// The addresses of zeroed tickets and of memory for partial results, as large as a kernel needs. A larger
    /// workspace replaces a smaller one in stream order. They are the caller's until it releases the lock.
    pub(crate) fn memory(
        &self,
        driver: &dyn Driver,
        pool: &Pool,
        space: &Workspace,
    ) -> Result<(u64, u64, impl Sized + '_)> {
        let mut memory = lock(&self.workspace);
        let enough = |held: Option<(Block, usize)>, size: usize| held.filter(|held| held.1 >= size);
        if enough(memory.tickets, space.tickets).is_none() {
            let count = space.tickets.next_power_of_two().max(1024);
            let block = pool.alloc(4 * count, self.stream)?;
            // SAFETY: the block was just allocated for this stream and has memory for this many words.
            unsafe { driver.fill(block.address, 0, 4, count, self.stream) }?;
            if let Some((old, _)) = memory.tickets.replace((block, count)) {
                pool.free(old)?;
            }
        }
        if enough(memory.partials, space.bytes).is_none() {
            let bytes = space.bytes.next_power_of_two().max(1 << 16);
            let block = pool.alloc(bytes, self.stream)?;
            if let Some((old, _)) = memory.partials.replace((block, bytes)) {
                pool.free(old)?;
            }
        }
        let address = |held: Option<(Block, usize)>| held.map_or(Address::default(), |(block, _)| block.address).0;
        Ok((address(memory.tickets), address(memory.partials), memory))
    }

    /// Returns the workspace to the pool.
    fn clear(&self, pool: &Pool) {
        let mut memory = lock(&self.workspace);
        for (block, _) in [memory.tickets.take(), memory.partials.take()].into_iter().flatten() {
            // A block that the failed device does not free goes with the device.
            let _ = pool.free(block);
        }
    }
}

/// Removes a stream from the list, and frees its workspace.
fn take(streams: &mut [Option<Arc<StreamState>>], index: usize, pool: &Pool) -> Option<Arc<StreamState>> {
    let state = streams.get_mut(index)?.take()?;
    state.clear(pool);
    Some(state)
}

/// The streams and events of a device.
pub(crate) struct Streams {
    streams: RwLock<Vec<Option<Arc<StreamState>>>>,
    /// The reference count of each stream that another library made. It is locked after `streams`.
    adopted: Mutex<HashMap<usize, usize>>,
    events: RwLock<Vec<Option<Event>>>,
    overlap: Arc<Overlap>,
}

impl Streams {
    /// The null stream alone.
    pub(crate) fn new(overlap: Overlap) -> Streams {
        let overlap = Arc::new(overlap);
        let streams = RwLock::new(vec![Some(StreamState::new(Stream::DEFAULT, &overlap, false))]);
        Streams { streams, adopted: Mutex::default(), events: RwLock::default(), overlap }
    }

    /// Ends the overlapping of launches.
    pub(crate) fn end_overlap(&self) {
        self.overlap.end();
    }

    /// As [`Streams::stream`], but the driver's handle only.
    #[inline]
    pub(crate) fn handle(&self, id: StreamId) -> Result<Stream> {
        // The null stream lives as long as the device.
        if id.0 == 0 { Ok(Stream::DEFAULT) } else { Ok(self.stream(id)?.stream) }
    }

    /// The stream of a number. Error: `Value` where it was destroyed or never made.
    pub(crate) fn stream(&self, id: StreamId) -> Result<Arc<StreamState>> {
        let streams = self.streams.read().unwrap_or_else(PoisonError::into_inner);
        let state = streams.get(id.0 as usize).and_then(Option::as_ref);
        state.cloned().ok_or_else(|| Error::value(format!("stream {} was destroyed or never made", id.0)))
    }

    /// The number of a stream that another library may have made: one of the executor's own keeps its number.
    pub(crate) fn adopt(&self, stream: Stream) -> StreamId {
        let mut streams = self.streams.write().unwrap_or_else(PoisonError::into_inner);
        let known = streams.iter().position(|state| state.as_ref().is_some_and(|state| state.stream == stream));
        let mut adopted = lock(&self.adopted);
        let id = match known {
            Some(index) if !adopted.contains_key(&index) => return StreamId(index as u32),
            Some(index) => index,
            None => put(&mut streams, StreamState::new(stream, &self.overlap, false)),
        };
        *adopted.entry(id).or_default() += 1;
        StreamId(id as u32)
    }

    /// Whether another library made a stream.
    pub(crate) fn is_adopted(&self, id: StreamId) -> bool {
        lock(&self.adopted).contains_key(&(id.0 as usize))
    }

    /// Releases an adopted stream, and its workspace with the last reference.
    pub(crate) fn abandon(&self, id: StreamId, pool: &Pool) -> Option<Arc<StreamState>> {
        let index = id.0 as usize;
        let mut streams = self.streams.write().unwrap_or_else(PoisonError::into_inner);
        let mut adopted = lock(&self.adopted);
        let holders = adopted.get_mut(&index)?;
        *holders -= 1;
        if *holders > 0 {
            return None;
        }
        adopted.remove(&index);
        take(&mut streams, index, pool)
    }

    /// Adds a stream.
    pub(crate) fn add_stream(&self, stream: Stream) -> StreamId {
        self.add(StreamState::new(stream, &self.overlap, false))
    }

    /// Adds a stream without overlapping launches.
    pub(crate) fn add_plain_stream(&self, stream: Stream) -> StreamId {
        self.add(StreamState::new(stream, &Arc::new(Overlap::new(false)), false))
    }

    /// Adds a stream that is captured for a graph of steps.
    pub(crate) fn add_recorded_stream(&self, stream: Stream) -> StreamId {
        self.add(StreamState::new(stream, &self.overlap, true))
    }

    fn add(&self, state: Arc<StreamState>) -> StreamId {
        let mut streams = self.streams.write().unwrap_or_else(PoisonError::into_inner);
        StreamId(put(&mut streams, state) as u32)
    }

    /// Removes a stream, which is never the null stream, and frees its workspace.
    pub(crate) fn remove_stream(&self, id: StreamId, pool: &Pool) -> Option<Arc<StreamState>> {
        let mut streams = self.streams.write().unwrap_or_else(PoisonError::into_inner);
        if id.0 == 0 { None } else { take(&mut streams, id.0 as usize, pool) }
    }

    /// The event of a number. Error: `Value` where it was destroyed or never made.
    pub(crate) fn event(&self, id: EventId) -> Result<Event> {
        let events = self.events.read().unwrap_or_else(PoisonError::into_inner);
        let event = events.get(id.0 as usize).copied().flatten();
        event.ok_or_else(|| Error::value(format!("event {} was destroyed or never made", id.0)))
    }

    /// Adds an event.
    pub(crate) fn add_event(&self, event: Event) -> EventId {
        EventId(put(&mut self.events.write().unwrap_or_else(PoisonError::into_inner), event) as u64)
    }

    /// Removes an event.
    pub(crate) fn remove_event(&self, id: EventId) -> Option<Event> {
        self.events.write().unwrap_or_else(PoisonError::into_inner).get_mut(id.0 as usize)?.take()
    }
}

/// Stores an entry at the first free index.
fn put<T>(entries: &mut Vec<Option<T>>, entry: T) -> usize {
    match entries.iter().position(Option::is_none) {
        Some(index) => {
            entries[index] = Some(entry);
            index
        }
        None => {
            entries.push(Some(entry));
            entries.len() - 1
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
