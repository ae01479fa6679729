//! Graphs: work that is captured once from streams, and launched as one, repeatedly.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuprust_ir::{DeviceGraph, Error, Result, StreamId};

use crate::Cuda;
use crate::driver::{Address, Driver, Graph, GraphExec, Stream};
use crate::pool::Pool;
use crate::routines::Routines;
use crate::streams::Streams;

/// The parts of an executor that its graphs share.
pub(crate) struct Owners {
    pub driver: Arc<dyn Driver>,
    pub pool: Arc<Pool>,
    pub streams: Arc<Streams>,
    pub routines: Arc<Routines>,
}

/// A graph of a GPU, with the streams that it was captured from, whose workspaces belong to it.
pub(crate) struct Captured {
    owners: Owners,
    streams: Vec<(StreamId, Stream)>,
    graph: Option<(Graph, Option<GraphExec>)>,
    /// Page-locked memory that nodes copy from.
    pinned: Vec<usize>,
}

/// Graphs are captured and destroyed one at a time, because the allocations of a capture are not marked as its own.
pub(crate) fn lock_captures() -> MutexGuard<'static, ()> {
    static CAPTURES: Mutex<()> = Mutex::new(());
    CAPTURES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cuda {
    /// Captures what `queue` queues on `count` new streams.
    pub(crate) fn captured(
        &self,
        count: usize,
        queue: &mut dyn FnMut(&[StreamId]) -> Result<()>,
    ) -> Result<Box<dyn DeviceGraph>> {
        let mut captured = Captured::new(self.owners());
        // The lock is released before a failed capture is dropped, which locks it too.
        let _captures = lock_captures();
        let ids = (0..count.max(1)).map(|_| captured.add_stream(Streams::add_plain_stream));
        let ids: Vec<StreamId> = ids.collect::<Result<_>>()?;
        captured.capture(self, || queue(&ids))?;
        Ok(Box::new(captured))
    }
}

impl Captured {
    /// Nothing yet.
    pub(crate) fn new(owners: Owners) -> Captured {
        Captured { owners, streams: Vec::new(), graph: None, pinned: Vec::new() }
    }

    /// Makes a stream to capture, which `add` adds to the list of streams.
    pub(crate) fn add_stream(&mut self, add: impl Fn(&Streams, Stream) -> StreamId) -> Result<StreamId> {
        let stream = self.owners.driver.stream_create(true, 0)?;
        self.owners.pool.retain(stream);
        let id = add(&self.owners.streams, stream);
        self.streams.push((id, stream));
        Ok(id)
    }

    /// Captures what `queue` queues on the streams. The caller has locked the captures.
    pub(crate) fn capture(&mut self, cuda: &Cuda, queue: impl FnOnce() -> Result<()>) -> Result<()> {
        let driver = self.owners.driver.clone();
        let first = self.streams[0].1;
        driver.capture_begin(first)?;
        let queued = self.fork().and_then(|()| queue()).and_then(|()| self.join());
        // An error of the graph follows from an error of the queued work.
        let ended = driver.capture_end(first);
        self.graph = ended.as_ref().ok().map(|graph| (*graph, None));
        self.pinned = cuda.end_pinned();
        let explain = |error: Error| {
            let hint = "a captured operation cannot be part of a graph, as one that waits for the device";
            Error::cuda(format!("{hint}: {}", error.text()))
        };
        queued.map_err(explain)?;
        let graph = ended.map_err(explain)?;
        self.graph = Some((graph, Some(driver.graph_instantiate(graph)?)));
        Ok(())
    }

    /// Forks the other streams from the first one.
    fn fork(&self) -> Result<()> {
        self.streams[1..].iter().try_for_each(|(_, stream)| self.after(*stream, self.streams[0].1))
    }

    /// Joins the other streams into the first one.
    fn join(&self) -> Result<()> {
        self.streams[1..].iter().try_for_each(|(_, stream)| self.after(self.streams[0].1, *stream))
    }

    fn after(&self, waits: Stream, first: Stream) -> Result<()> {
        let driver = &*self.owners.driver;
        let event = driver.event_create(false)?;
        let done = driver.event_record(event, first).and_then(|()| driver.stream_wait(waits, event));
        // SAFETY: the event was made here, and its dependency is in the graph.
        let _ = unsafe { driver.event_destroy(event) };
        done
    }

    fn stream(&self, stream: StreamId) -> Result<Stream> {
        Ok(self.owners.streams.stream(stream)?.stream)
    }

    /// The executable graph.
    pub(crate) fn exec(&self) -> Result<GraphExec> {
        let exec = self.graph.and_then(|(_, exec)| exec);
        exec.ok_or_else(|| Error::runtime("internal: launching a graph that is not executable"))
    }
}

impl DeviceGraph for Captured {
    fn launch(&self, stream: StreamId) -> Result<()> {
        // SAFETY: the caller keeps the memory that it named at the capture, and this object keeps the rest.
        unsafe { self.owners.driver.graph_launch(self.exec()?, self.stream(stream)?) }
    }

    fn upload(&self, stream: StreamId) -> Result<()> {
        self.owners.driver.graph_upload(self.exec()?, self.stream(stream)?)
    }

    fn native(&self) -> (u64, u64) {
        self.graph.map_or((0, 0), |(graph, exec)| (graph.raw(), exec.map_or(0, GraphExec::raw)))
    }

    fn dot(&self, flags: u32) -> Result<String> {
        let Some((graph, _)) = self.graph else { return Ok(String::new()) };
        let name = format!("cuprust-graph-{}-{:x}.dot", std::process::id(), graph.raw());
        let file = std::env::temp_dir().join(name);
        self.owners.driver.graph_dot(graph, &file, flags)?;
        let text = std::fs::read_to_string(&file);
        // A file that cannot be removed is left to the system.
        let _ = std::fs::remove_file(&file);
        text.map_err(|error| Error::io(format!("{}: {error}", file.display())))
    }
}

impl Drop for Captured {
    fn drop(&mut self) {
        let _captures = lock_captures();
        let Owners { driver, pool, streams, routines } = &self.owners;
        // A launch may still be running.
        let _ = driver.synchronize();
        if let Some((graph, exec)) = self.graph {
            // SAFETY: the handles are this object's alone.
            let _ = unsafe { driver.graph_destroy(graph, exec) };
        }
        for (id, stream) in &self.streams {
            routines.forget_stream(*stream);
            streams.remove_stream(*id, pool);
            let _ = pool.end_retaining(*stream);
            let _ = pool.forget_stream(*stream);
            // SAFETY: the stream was made for this graph, and has been removed from the list.
            let _ = unsafe { driver.stream_destroy(*stream) };
        }
        for pinned in &self.pinned {
            // SAFETY: the memory was allocated for this graph, whose launches have been waited for.
            let _ = unsafe { driver.free_pinned(*pinned as *mut u8) };
        }
    }
}

impl Cuda {
    /// Copies bytes to page-locked memory of the graph, and queues the copy from there to the device on a stream of the
    /// capture: each launch repeats it.
    pub(crate) fn upload_captured(&self, bytes: &[u8], to: u64, stream: StreamId) -> Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let pinned = self.driver().alloc_pinned(bytes.len())?;
        self.note_pinned(pinned as usize);
        // SAFETY: the memory was just allocated with this length; it is kept as long as the graph.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), pinned, bytes.len());
            self.driver().upload(Address(to), pinned, bytes.len(), self.stream(stream)?)
        }
    }
}
