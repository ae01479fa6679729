//! Captures: work on a stream is recorded as a graph instead of being run, and the graph can be launched repeatedly.
//!
//! While a stream captures, its programs are planned and prepared as usual, but their steps become actions of the
//! capture, with the memories that they touch. A stream that waits for an event of a capturing one joins its capture.
//! The capture owns memory that its actions name: arrays are kept alive, and memory freed within the capture is reused
//! only by later actions of the same stream.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuprust_ir::{Error, Memory, Result, StreamId};

use crate::runtime::graphs::graph::{Graph, GraphResources};
use crate::runtime::state::actions::Action;
use crate::runtime::state::captured::{any_captures, note_captures, refused, still_captured};
use crate::runtime::state::reason::Reason;
use crate::runtime::state::{Capture, Device, Guard, Inner, Member, Owner, StorageRef};

impl Inner {
    fn member(&mut self, stream: StreamId) -> &mut Member {
        let position = self.members.iter().position(|member| member.stream == stream).unwrap_or_else(|| {
            self.members.push(Member { stream, done: 1, clock: Vec::new() });
            self.members.len() - 1
        });
        &mut self.members[position]
    }

    fn record(&mut self, stream: StreamId) -> usize {
        let member = self.member(stream);
        let mut mark = member.clock.clone();
        mark.push((stream, member.done));
        self.marks.push(mark);
        let number = self.marks.len() - 1;
        self.actions.push((stream, Action::Record(number)));
        number
    }

    fn wait(&mut self, stream: StreamId, mark: usize) {
        let before = self.marks[mark].clone();
        let member = self.member(stream);
        for (other, done) in before.into_iter().filter(|(other, _)| *other != stream) {
            match member.clock.iter_mut().find(|(known, _)| *known == other) {
                Some((_, known)) => *known = done.max(*known),
                None => member.clock.push((other, done)),
            }
        }
        self.actions.push((stream, Action::Wait(mark)));
    }

    fn is_joined(&mut self, origin: StreamId) -> bool {
        let clock = self.member(origin).clock.clone();
        let joined = |member: &Member| clock.contains(&(member.stream, member.done));
        self.members.iter().all(|member| member.stream == origin || joined(member))
    }
}

impl Capture {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an action.
    pub(crate) fn add(&self, stream: StreamId, action: Action) {
        let mut inner = self.lock();
        inner.member(stream).done += 1;
        inner.actions.push((stream, action));
    }

    /// Memory of exactly this many bytes that was freed on the stream within the capture.
    pub(in crate::runtime) fn take(&self, bytes: u64, stream: StreamId) -> Option<Memory> {
        let mut inner = self.lock();
        let fits = |(own, memory): &(StreamId, Memory)| *own == stream && memory.bytes == bytes;
        let position = inner.free.iter().rposition(fits)?;
        Some(inner.free.swap_remove(position).1)
    }

    /// Notes that memory was allocated for the capture.
    pub(in crate::runtime) fn allocated(&self, memory: Memory) {
        self.lock().allocated.insert(memory.address);
    }

    /// Keeps memory whose storage was dropped, with its owner if it has one.
    pub(in crate::runtime) fn keep(&self, memory: Memory, owner: Option<Owner>, stream: StreamId) {
        let mut inner = self.lock();
        match owner {
            Some(owner) => inner.owners.push(owner),
            None if memory == Memory::default() => {}
            None if inner.allocated.contains(&memory.address) => inner.free.push((stream, memory)),
            None => inner.memories.push(memory),
        }
    }

    /// Keeps a storage alive. Returns whether it was not kept before.
    pub(in crate::runtime) fn hold(&self, storage: StorageRef) -> bool {
        let mut inner = self.lock();
        let is_new = inner.known.insert(storage.index());
        if is_new {
            inner.storages.push(storage);
        }
        is_new
    }

    fn invalidate(&self, why: &'static str) {
        self.lock().invalid.get_or_insert(why);
    }
}

#[cold]
fn illegal(why: &str) -> Error {
    Error::cuda(format!("cudaErrorIllegalState: {why}"))
}

impl Guard {
    /// The capture of a stream.
    #[inline]
    pub(crate) fn capture_of(&self, stream: StreamId) -> Option<&Arc<Capture>> {
        if self.state.captures == 0 {
            return None;
        }
        self.state.queues.get(stream.0 as usize)?.capture.as_ref()
    }

    /// Whether any stream that satisfies the predicate captures.
    pub(crate) fn capturing(&self, mut is_one: impl FnMut(StreamId) -> bool) -> bool {
        self.state.captures > 0 && self.streams().any(|stream| self.capture_of(stream).is_some() && is_one(stream))
    }

    /// Raises if a stream captures, and invalidates its capture.
    ///
    /// # Errors
    /// The name of CUDA's error, and `why`.
    pub(crate) fn refuse_within_capture(&self, stream: StreamId, why: &'static str) -> Result<()> {
        match self.capture_of(stream) {
            None => Ok(()),
            Some(capture) => {
                capture.invalidate(why);
                Err(refused("Unsupported", why))
            }
        }
    }

    /// As [`Guard::refuse_within_capture`], without an error.
    pub(crate) fn invalidate(&self, stream: StreamId, why: &'static str) -> bool {
        self.capture_of(stream).map(|capture| capture.invalidate(why)).is_some()
    }

    /// Begins to capture a stream.
    ///
    /// # Errors
    /// For the null stream, and for one that captures already; errors in what was recorded before.
    pub(crate) fn begin_capture(&mut self, stream: StreamId) -> Result<()> {
        if stream == StreamId(0) {
            return Err(refused("Unsupported", "the null stream cannot be captured: make a Stream, and use it"));
        }
        if self.capture_of(stream).is_some() {
            return Err(illegal("the stream is capturing already"));
        }
        self.flush(stream, Reason::Capture)?;
        self.wait_until_idle_with(stream)?;
        let capture = Capture { origin: stream, inner: Mutex::default() };
        capture.lock().member(stream);
        self.join(stream, &Arc::new(capture));
        Ok(())
    }

    fn join(&mut self, stream: StreamId, capture: &Arc<Capture>) {
        self.state.queue(stream).1.capture = Some(capture.clone());
        self.state.captures += 1;
        note_captures(1);
    }

    /// A mark at the current end of a stream that captures.
    ///
    /// # Errors
    /// As flushing what was recorded.
    pub(crate) fn mark_captured(&mut self, stream: StreamId) -> Result<Option<(Arc<Capture>, usize)>> {
        let Some(capture) = self.capture_of(stream).cloned() else { return Ok(None) };
        self.flush(stream, Reason::Capture)?;
        let mark = capture.lock().record(stream);
        Ok(Some((capture, mark)))
    }

    /// Makes a stream, which joins the capture, wait for a mark of it.
    ///
    /// # Errors
    /// Where the capture has ended, or the stream is of another one, or has work of its own.
    pub(crate) fn wait_captured(&mut self, stream: StreamId, capture: &Arc<Capture>, mark: usize) -> Result<()> {
        match self.capture_of(stream) {
            Some(own) if Arc::ptr_eq(own, capture) => self.flush(stream, Reason::Capture)?,
            Some(_) => return Err(refused("Merge", "the stream and the event belong to different captures")),
            None if self.capture_of(capture.origin).is_none_or(|now| !Arc::ptr_eq(now, capture)) => {
                return Err(Error::cuda(
                    "cudaErrorCapturedEvent: the event was recorded in a capture, which has ended",
                ));
            }
            None if stream == StreamId(0) => {
                return Err(refused("Unsupported", "the null stream cannot wait for an event of a capture"));
            }
            None => {
                self.flush(stream, Reason::Capture)?;
                self.wait_until_idle_with(stream)?;
                self.join(stream, capture);
            }
        }
        capture.lock().wait(stream, mark);
        Ok(())
    }

    /// Orders a stream after another one where both belong to one capture. Raises if only the first captures what a
    /// storage holds.
    pub(in crate::runtime) fn follow_captured(&mut self, index: u32, from: StreamId, stream: StreamId) -> Result<()> {
        let Some(first) = self.capture_of(from).cloned() else { return Ok(()) };
        match self.capture_of(stream) {
            Some(own) if Arc::ptr_eq(own, &first) => {
                let mut inner = first.lock();
                let mark = inner.record(from);
                inner.wait(stream, mark);
                Ok(())
            }
            _ if self.state.table.get(index).captured => Err(still_captured()),
            _ => Ok(()),
        }
    }

    /// Ends a capture and returns its graph.
    ///
    /// # Errors
    /// Where the stream captures nothing or is not the capture's origin; where something happened that no graph can
    /// hold; where a joined stream did not rejoin before the end; errors in what was recorded.
    pub(crate) fn end_capture(&mut self, stream: StreamId) -> Result<Graph> {
        let Some(capture) = self.capture_of(stream).cloned() else {
            return Err(illegal("the stream is not capturing"));
        };
        if capture.origin != stream {
            capture.invalidate("a stream that joined the capture tried to end it");
            return Err(refused("Unmatched", "the capture did not begin with this stream"));
        }
        let members: Vec<StreamId> = capture.lock().members.iter().map(|member| member.stream).collect();
        let flushed = members.iter().try_for_each(|member| self.flush(*member, Reason::Capture));
        let (actions, kept, why) = self.detach(&capture);
        let whole = match why {
            Some(why) => Err(refused("Invalidated", why)),
            None if capture.lock().is_joined(stream) => flushed,
            None => Err(refused("Unjoined", "the capture's first stream does not wait for all that joined it")),
        };
        if let Err(error) = whole {
            // Dropping what was kept may lock the state.
            self.briefly_unlocked(|| drop((actions, kept)));
            return Err(error);
        }
        let device = self.device;
        self.unlocked(|| Graph::new(device, actions, kept, members))
    }

    /// Ends a capture whose stream was destroyed.
    pub(crate) fn abandon_capture(&mut self, stream: StreamId) {
        if let Some(capture) = self.capture_of(stream).cloned() {
            let parts = self.detach(&capture);
            self.briefly_unlocked(|| drop(parts));
        }
    }

    /// Returns the streams of a capture to normal operation.
    #[allow(clippy::type_complexity)]
    fn detach(&mut self, capture: &Arc<Capture>) -> (Vec<(StreamId, Action)>, GraphResources, Option<&'static str>) {
        let (device, state) = (self.device, &mut *self.state);
        for queue in &mut state.queues {
            if queue.capture.take_if(|own| Arc::ptr_eq(own, capture)).is_some() {
                state.captures -= 1;
                note_captures(-1);
            }
        }
        let mut inner = capture.lock();
        let mut written = Vec::new();
        for storage in &inner.storages {
            if std::mem::take(&mut state.table.get_mut(storage.index()).captured) {
                written.push(storage.index());
            }
        }
        let mut memories = std::mem::take(&mut inner.memories);
        memories.extend(std::mem::take(&mut inner.free).into_iter().map(|(_, memory)| memory));
        let owners = Mutex::new(std::mem::take(&mut inner.owners));
        let storages = std::mem::take(&mut inner.storages);
        let kept =
            GraphResources { device, stream: capture.origin, memories, owners, storages, written: written.into() };
        (std::mem::take(&mut inner.actions), kept, inner.invalid)
    }

    /// Keeps a storage alive for a capture whose actions name its memory.
    pub(in crate::runtime) fn hold_captured(&mut self, capture: &Capture, storage: &StorageRef, written: bool) {
        let slot = self.state.table.get_mut(storage.index());
        slot.note_exported(0);
        slot.captured |= written;
        if capture.hold(storage.clone()) {
            slot.anchors += 1;
        }
    }

    /// Records a copy of host bytes to a new storage, if the thread's stream captures. Returns whether it does.
    pub(crate) fn upload_captured(&mut self, storage: &StorageRef, memory: Memory, bytes: &[u8]) -> bool {
        let stream = self.device.stream();
        let Some(capture) = self.capture_of(stream).cloned() else { return false };
        capture.add(stream, Action::Upload { bytes: bytes.into(), to: memory.address });
        self.hold_captured(&capture, storage, true);
        true
    }

    fn wait_until_idle_with(&mut self, stream: StreamId) -> Result<()> {
        self.state.queue(stream);
        self.wait_for_program(stream)
    }
}

impl Device {
    /// Whether this thread's work on the device is captured.
    pub(in crate::runtime) fn captures(self) -> bool {
        self.lock().is_ok_and(|state| state.captures())
    }

    /// Whether a call may read the values of its arguments, such as indices: they lie in this process's memory and are
    /// not captured. Elsewhere they are checked when they are used. The caller holds no state locked.
    #[inline]
    pub(crate) fn can_read_values(self) -> bool {
        self.capabilities().host_memory && !(any_captures() && self.captures())
    }
}
