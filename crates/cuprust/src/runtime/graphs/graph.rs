//! Graphs: work captured from streams, launched as a whole as often as wanted.
//!
//! While a stream is captured its programs are planned and prepared as usual, but their steps become actions with the
//! memories that they touch; so do launches of users' kernels, uploads and host functions. A storage that a graph names
//! is planned as one whose address is known outside, so that its memory never moves. A GPU repeats the actions on
//! streams of the graph's own that CUDA captures: all allocation, compilation and waiting is done before, the pool
//! keeps what routines free (`Pool::retain`), and launches do not overlap. Another device
//! repeats the actions at each launch. A data-dependent index is checked at each launch: an error is raised
//! once, and what the graph reads, and what its next launch overwrites, stays usable.

use std::sync::{Arc, Mutex, PoisonError};

use cuprust_ir::{DeferredError, DeviceGraph, Error, EventId, Memory, Result, StreamId};

use crate::runtime::host::embedding::released;
use crate::runtime::host::host_calls;
use crate::runtime::state::actions::Action;
use crate::runtime::state::captured::refused;
use crate::runtime::state::{Device, Owner, StorageRef};
use crate::runtime::streams::stream::Stream;

/// Work that was captured from streams, on the memory that it was captured with. It keeps that memory.
///
/// On a GPU it is instantiated as a CUDA graph. Another device repeats the captured work at each launch.
///
/// ```
/// # use cuprust::*;
/// # fn main() -> Result<()> {
/// let a = ones(3)?;
/// let stream = Stream::new(a.device(), true, 0)?;
/// stream.begin_capture()?;
/// stream.scope(|| a.set(.., &multiply(&a, 2.0)?))?;
/// let graph = stream.end_capture()?;
/// assert_eq!(a.to_vec::<f64>()?, [1.0; 3]);
/// graph.launch(&stream)?;
/// graph.launch(&stream)?;
/// assert_eq!(a.to_vec::<f64>()?, [4.0; 3]);
/// # Ok(())
/// # }
/// ```
pub struct Graph {
    device: Device,
    /// The device's own graph, if it supports graphs. It names memory that is kept below.
    made: Option<Box<dyn DeviceGraph>>,
    actions: Vec<(StreamId, Action)>,
    kept: GraphResources,
    /// Reserved ids of its deferred errors.
    deferred: Vec<DeferredError>,
    /// How many host functions it calls.
    calls: usize,
    /// The stream of the last launch.
    last: Mutex<Option<StreamId>>,
}

/// The memory that actions name.
pub(super) struct GraphResources {
    pub(in crate::runtime) device: Device,
    pub(super) stream: StreamId,
    pub(super) memories: Vec<Memory>,
    pub(super) owners: Mutex<Vec<Owner>>,
    pub(super) storages: Vec<StorageRef>,
    /// The table entries of the storages that the actions write.
    pub(super) written: Arc<[u32]>,
}

impl Drop for GraphResources {
    fn drop(&mut self) {
        if self.device.executor().check_process().is_err() {
            return;
        }
        if !self.storages.is_empty() {
            let mut state = self.device.lock_state();
            for storage in &self.storages {
                let slot = state.table.get_mut(storage.index());
                slot.anchors = slot.anchors.saturating_sub(1);
            }
        }
        self.owners.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        let executor = self.device.executor();
        self.memories.drain(..).for_each(|memory| executor.release(memory, self.stream));
    }
}

impl Graph {
    /// The graph of a finished capture; the device instantiates its own graph now.
    ///
    /// # Errors
    /// What the device cannot represent in a graph.
    pub(super) fn new(
        device: Device,
        actions: Vec<(StreamId, Action)>,
        kept: GraphResources,
        members: Vec<StreamId>,
    ) -> Result<Graph> {
        host_calls::run_postponed();
        let calls = actions.iter().filter(|(_, action)| matches!(action, Action::Host(_))).count();
        let mut graph =
            Graph { device, made: None, actions, kept, deferred: Vec::new(), calls, last: Mutex::new(None) };
        let (executor, runs) = (device.executor(), device.extensions().deferred);
        // On a device without graphs, each launch repeats the captured actions.
        let Some(graphs) = device.extensions().graphs else { return Ok(graph) };
        let mut deferred = Vec::new();
        let mut queue = |streams: &[StreamId]| {
            let own = |stream: StreamId| {
                let position = members.iter().position(|member| *member == stream);
                streams[position.unwrap_or_default()]
            };
            let mut events: Vec<(usize, EventId)> = Vec::new();
            let queued = graph.actions.iter().try_for_each(|(stream, action)| {
                let stream = own(*stream);
                match action {
                    Action::Step { step, memories, scalars, may_fail: true, .. } if let Some(runs) = runs => {
                        let number = device.lock_state().deferred.reserve();
                        let number = number.ok_or_else(|| {
                            Error::not_implemented("a graph with this many operations on data-dependent indices")
                        })?;
                        deferred.push(number);
                        runs.run_deferred(step, memories, scalars, stream, number)
                    }
                    Action::Upload { bytes, to } => graphs.upload_captured(bytes, *to, stream),
                    Action::Host(call) => executor.call_host(call, stream),
                    Action::Record(number) => {
                        let event = executor.create_event(false)?;
                        events.push((*number, event));
                        executor.record_event(event, stream)
                    }
                    Action::Wait(number) => match events.iter().find(|(known, _)| known == number) {
                        Some((_, event)) => executor.wait_event(stream, *event),
                        None => Ok(()),
                    },
                    other => other.run(device, stream),
                }
            });
            events.iter().for_each(|(_, event)| executor.destroy_event(*event));
            queued
        };
        let made = graphs.capture(members.len(), &mut queue);
        graph.deferred = deferred;
        graph.made = Some(made?);
        Ok(graph)
    }

    /// The device that it runs on.
    pub fn device(&self) -> Device {
        self.device
    }

    /// Runs the captured work on a stream, after the work recorded for its arrays. Launches of one graph run one after
    /// another, whatever their streams.
    ///
    /// # Errors
    /// A value error for a stream of another device; a stream that captures; a launch by a function of the host, which
    /// may make no call of CUDA's; what went wrong in what was recorded before, and where there is no GPU, in what was
    /// captured.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (a, stream) = (ones(shape(2).on(Device::cpu()))?, Stream::new(Device::cpu(), true, 0)?);
    /// stream.begin_capture()?;
    /// stream.scope(|| a.set(.., &multiply(&a, 2.0)?))?;
    /// let graph = stream.end_capture()?;
    /// graph.launch(&stream)?;
    /// graph.launch(&stream)?;
    /// stream.synchronize()?;
    /// assert_eq!(a.to_string(), "[4. 4.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn launch(&self, stream: &Stream) -> Result<()> {
        self.check_stream(stream)?;
        check_no_host_call()?;
        let id = stream.id();
        let mut state = self.device.lock()?;
        if state.capture_of(id).is_some() {
            return Err(refused("Unsupported", "a graph cannot be launched on a stream that is capturing"));
        }
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).replace(id);
        if let Some(last) = last {
            state.order_streams(last, id)?;
        }
        let storages: Vec<(&StorageRef, bool)> = self.kept.storages.iter().map(|storage| (storage, false)).collect();
        let borrowed = state.borrow_storages(&storages, id)?;
        for deferred in &self.deferred {
            state.begin_again(*deferred, id, &self.kept.written);
        }
        match &self.made {
            Some(made) => {
                host_calls::expect(self.calls);
                let launched = state.queue_borrowed(&borrowed, || made.launch(id));
                launched.inspect_err(|_| host_calls::forget(self.calls))
            }
            None => state.run_borrowed(&borrowed, || {
                self.actions.iter().try_for_each(|(_, action)| action.run(self.device, id))
            }),
        }
    }

    /// Uploads to the device what the first launch needs.
    ///
    /// # Errors
    /// A value error for a stream of another device; an upload by a function of the host; where the device refuses.
    pub fn upload(&self, stream: &Stream) -> Result<()> {
        self.check_stream(stream)?;
        check_no_host_call()?;
        self.made.as_ref().map_or(Ok(()), |made| made.upload(stream.id()))
    }

    /// The native handles of the graph and of what is launched of it; zeros on a device without graphs.
    pub fn native(&self) -> (u64, u64) {
        self.made.as_ref().map_or((0, 0), |made| made.native())
    }

    /// Its nodes and edges in DOT, the language of Graphviz. The flags are CUDA's `cudaGraphDebugDotFlags`.
    ///
    /// # Errors
    /// Where the device refuses.
    pub fn dot(&self, flags: u32) -> Result<String> {
        if let Some(made) = &self.made {
            return made.dot(flags);
        }
        let mut text = String::from("digraph cuprust {\n");
        let mut before: Vec<(StreamId, usize)> = Vec::new();
        let mut marks: Vec<(usize, Option<usize>)> = Vec::new();
        let mut edges = String::new();
        for (position, (stream, action)) in self.actions.iter().enumerate() {
            let last = before.iter().rposition(|(own, _)| own == stream);
            match action {
                Action::Record(number) => marks.push((*number, last.map(|last| before[last].1))),
                Action::Wait(number) => {
                    let from = marks.iter().find(|(known, _)| known == number).and_then(|(_, from)| *from);
                    before.extend(from.map(|from| (*stream, from)));
                }
                _ => {
                    let detail = if flags == 0 { String::new() } else { format!(", tooltip=\"{}\"", action.detail()) };
                    text.push_str(&format!("  n{position} [label=\"{}\"{detail}];\n", action.name()));
                    for (_, from) in before.iter().filter(|(own, _)| own == stream) {
                        edges.push_str(&format!("  n{from} -> n{position};\n"));
                    }
                    before.retain(|(own, _)| own != stream);
                    before.push((*stream, position));
                }
            }
        }
        Ok(text + &edges + "}\n")
    }

    /// How many host functions it calls.
    ///
    /// ```
    /// # use cuprust::*;
    /// let stream = Stream::new(Device::cpu(), true, 0)?;
    /// stream.begin_capture()?;
    /// stream.call_host(|| println!("here"))?;
    /// assert_eq!(stream.end_capture()?.host_calls(), 1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn host_calls(&self) -> usize {
        self.calls
    }

    fn check_stream(&self, stream: &Stream) -> Result<()> {
        if stream.device() == self.device {
            return Ok(());
        }
        Err(Error::value(format!("a graph of {} cannot be launched on a stream of {}", self.device, stream.device())))
    }
}

/// Refuses a launch from within a host function. CUDA permits such a function no call: a graph that it launches could
/// be its own, and would recurse without end.
fn check_no_host_call() -> Result<()> {
    match host_calls::is_within() {
        true => {
            Err(Error::cuda("cudaErrorNotPermitted: a host function cannot launch a graph, of which it may be a part"))
        }
        false => Ok(()),
    }
}

impl Stream {
    /// Begins to capture it: work recorded on it from now on does not run but becomes a graph. See [`Graph`].
    ///
    /// # Errors
    /// Of the kind `Cuda` for the null stream, and where it is captured already; what went wrong in what was recorded
    /// before.
    ///
    /// ```
    /// # use cuprust::*;
    /// let stream = Stream::new(Device::cpu(), true, 0)?;
    /// stream.begin_capture()?;
    /// assert!(stream.is_capturing()?);
    /// stream.end_capture()?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn begin_capture(&self) -> Result<()> {
        self.device().lock()?.begin_capture(self.id())
    }

    /// Ends the capture and returns the graph of the captured work.
    ///
    /// # Errors
    /// Of the kind `Cuda` where it is not captured, the capture began with another stream, or something happened that
    /// no graph can hold; what went wrong in compiling what was recorded. The stream is used as before then.
    ///
    /// ```
    /// # use cuprust::*;
    /// let stream = Stream::new(Device::cpu(), true, 0)?;
    /// assert!(stream.end_capture().is_err());
    /// stream.begin_capture()?;
    /// assert_eq!(stream.end_capture()?.device(), Device::cpu());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn end_capture(&self) -> Result<Graph> {
        self.device().lock()?.end_capture(self.id())
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        if host_calls::is_within() {
            let (device, calls) = (self.device, self.calls);
            let nothing = GraphResources {
                device,
                stream: self.kept.stream,
                memories: Vec::new(),
                owners: Mutex::default(),
                storages: Vec::new(),
                written: Arc::default(),
            };
            let whole = Graph {
                device,
                made: self.made.take(),
                actions: std::mem::take(&mut self.actions),
                kept: std::mem::replace(&mut self.kept, nothing),
                deferred: std::mem::take(&mut self.deferred),
                calls,
                last: std::mem::take(&mut self.last),
            };
            return host_calls::outside(move || drop(whole));
        }
        // A device's graph names memory that is freed below, and waits for its last launch, which may call host
        // functions.
        let made = self.made.take();
        released(|| drop(made));
        if !self.deferred.is_empty() {
            let mut state = self.device.lock_state();
            self.deferred.iter().for_each(|number| state.deferred.end_reserve(*number));
        }
        // Memory that is freed may still be in use on the stream of the last launch.
        if let Some(last) = *self.last.get_mut().unwrap_or_else(PoisonError::into_inner) {
            self.kept.stream = last;
        }
    }
}

impl Action {
    /// Runs the actions now, on a stream.
    fn run(&self, device: Device, stream: StreamId) -> Result<()> {
        let executor = device.executor();
        match self {
            Action::Step { step, memories, scalars, .. } => executor.run(step, memories, scalars, stream),
            Action::Kernel { launch, .. } => launch(stream),
            Action::Upload { bytes, to } => executor.upload(bytes, *to, stream),
            Action::Copy { from, to, bytes } => executor.copy(*from, *to, *bytes, stream),
            Action::Host(call) => {
                host_calls::expect(1);
                call();
                Ok(())
            }
            Action::Record(_) | Action::Wait(_) => Ok(()),
        }
    }

    fn name(&self) -> &str {
        match self {
            Action::Step { name, .. } | Action::Kernel { name, .. } => name,
            Action::Upload { .. } => "copy from the host",
            Action::Copy { .. } => "copy",
            Action::Host(_) => "host function",
            Action::Record(_) | Action::Wait(_) => "",
        }
    }

    fn detail(&self) -> String {
        match self {
            Action::Step { memories, .. } => format!("{} arrays", memories.len()),
            Action::Upload { bytes, to } => format!("{} bytes to {to:#x}", bytes.len()),
            Action::Copy { from, to, bytes } => format!("{bytes} bytes from {from:#x} to {to:#x}"),
            _ => self.name().to_owned(),
        }
    }
}
