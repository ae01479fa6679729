//! The executor of one GPU: steps are written, compiled and loaded once, and then launched with little more than a copy
//! of their parameters.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use cuprust_ir::{
    DeferredError, DeviceGraph, Error, ErrorKind, EventId, Executor, Kernel, Memory, MemoryUse, Prepared, Result, Step,
    StreamId,
};
use cuprust_num::Scalar;
use cuprust_profile::{Event as Told, Kind, Pool as Change, is_on, lap, now, push, set_lap};

use crate::deferred::Faults;
use crate::driver::recorded::Recorded;
use crate::driver::{Address, Driver, HandleOf, Real, Stream, cublas, nvrtc};
use crate::graph::Owners;
use crate::host_mapped::{self, HostMapped};
use crate::launch_overlap::Overlap;
use crate::pool::{Block, Pool};
use crate::prepared::{Functions, Ready};
use crate::routines::Routines;
use crate::staging::Staging;
use crate::streams::{StreamState, Streams};

/// A GPU, or a machine that imitates one, as an executor.
pub struct Cuda {
    name: String,
    /// How the profiler numbers the device.
    number: u16,
    driver: Arc<dyn Driver>,
    /// Whether it is a GPU, and not a machine that imitates one.
    pub(crate) real: bool,
    pool: Arc<Pool>,
    staging: Staging,
    functions: Functions,
    routines: Arc<Routines>,
    streams: Arc<Streams>,
    faults: Faults,
    mapped: HostMapped,
    /// The thread that reads libraries, until it was waited for.
    reader: Mutex<Option<JoinHandle<()>>>,
    /// Held while a step that may fail later is run and waited for.
    waited_for: Mutex<()>,
    /// Held while a graph is put together, with the page-locked memory that its nodes copy from.
    capturing: Mutex<()>,
    pinned: Mutex<Vec<usize>>,
    /// What was handed out, by address, with the stream it was allocated for.
    blocks: Mutex<HashMap<u64, (Block, StreamId)>>,
}

impl Cuda {
    /// The GPU of this number.
    ///
    /// # Errors
    /// `Library` without a driver, `Value` where there is no such GPU.
    pub fn open(ordinal: usize) -> Result<Cuda> {
        // Without a driver no other library is of use.
        crate::driver::driver_version()?;
        // The compiler and cuBLAS are large libraries, which are read while the context is made. Where one is missing,
        // the first call that needs it says so.
        let read = || {
            let _ = (nvrtc::open(), cublas::open());
        };
        let reader = std::thread::Builder::new().name("cuprust-libraries".into()).spawn(read).ok();
        let opened = Real::open(ordinal);
        let cuda = opened.map(|driver| Cuda::on(Arc::new(driver), format!("cuda:{ordinal}"), true));
        match (cuda, reader) {
            (Ok(cuda), reader) => {
                *cuda.reader.lock().unwrap_or_else(PoisonError::into_inner) = reader;
                Ok(cuda)
            }
            (Err(error), reader) => {
                // The process may end now, which must not happen while a library is read.
                let _ = reader.map(JoinHandle::join);
                Err(error)
            }
        }
    }

    /// The device of this driver, which imitates a GPU: it is given PTX, and NVIDIA's libraries are not asked for
    /// anything on it. `name` is what the device is called, as `"ptx"`.
    pub fn imitated(driver: Arc<dyn Driver>, name: impl Into<String>) -> Cuda {
        Cuda::on(driver, name.into(), false)
    }

    fn on(driver: Arc<dyn Driver>, name: String, real: bool) -> Cuda {
        let number = cuprust_profile::device_number(&name);
        let driver: Arc<dyn Driver> = Recorded::new(driver, &name, real);
        Cuda {
            name,
            number,
            real,
            pool: Arc::new(Pool::new(driver.clone())),
            staging: Staging::new(driver.clone()),
            functions: Functions::new(&*driver, real),
            routines: Arc::new(Routines::new(driver.clone(), real)),
            streams: Arc::new(Streams::new(Overlap::new(driver.queued().is_some()))),
            faults: Faults::new(driver.clone()),
            mapped: HostMapped::new(driver.clone()),
            reader: Mutex::default(),
            waited_for: Mutex::default(),
            capturing: Mutex::default(),
            pinned: Mutex::default(),
            blocks: Mutex::default(),
            driver,
        }
    }

    /// The driver below.
    pub fn driver(&self) -> &Arc<dyn Driver> {
        &self.driver
    }

    pub(crate) fn streams(&self) -> &Streams {
        &self.streams
    }

    pub(crate) fn routines(&self) -> &Routines {
        &self.routines
    }

    pub(crate) fn owners(&self) -> Owners {
        Owners {
            driver: self.driver.clone(),
            pool: self.pool.clone(),
            streams: self.streams.clone(),
            routines: self.routines.clone(),
        }
    }

    /// Notes page-locked memory of the graph that is being put together.
    pub(crate) fn note_pinned(&self, address: usize) {
        self.pinned.lock().unwrap_or_else(PoisonError::into_inner).push(address);
    }

    pub(crate) fn end_pinned(&self) -> Vec<usize> {
        std::mem::take(&mut *self.pinned.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The pool of the device's memory.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// A handle of a library for a program's own calls in this thread on a stream, of a GPU. It ends with the thread or
    /// the stream.
    ///
    /// # Errors
    /// `Library` where the library is not installed.
    pub fn lend(&self, library: HandleOf, stream: StreamId) -> Result<u64> {
        self.routines.lend(library, self.stream(stream)?)
    }

    pub(crate) fn stream(&self, id: StreamId) -> Result<crate::driver::Stream> {
        self.streams.handle(id)
    }

    #[cold]
    fn tell(&self, what: Change, bytes: u64, (start, follows): (u64, bool), stream: StreamId) {
        let (used, held) = self.pool.held();
        let end = now();
        set_lap(if follows { end } else { 0 });
        let event = Told::at(Kind::Memory, 0, start).until(end).on(self.number, stream.0);
        push(event.with(what as u8, [bytes, used as u64, held as u64, 0]));
    }

    /// Queues a step. `fault` is the address of the word for what its data may make wrong.
    fn queue(
        &self,
        ready: &Ready,
        state: &StreamState,
        memories: &[Memory],
        scalars: &[Scalar],
        fault: u64,
    ) -> Result<()> {
        match ready {
            Ready::Nothing => Ok(()),
            Ready::Launch(launch) => {
                launch.run(&*self.driver, &self.functions, &self.pool, state, memories, scalars, fault)
            }
            Ready::Routine(routine) => self.routines.run(routine, &self.pool, state, memories, scalars, fault),
        }
    }
}

/// Lets a stream wait for what was queued so far on another, which may be of another device.
fn after(driver: &dyn Driver, stream: Stream, other: &dyn Driver, first: Stream) -> Result<()> {
    let event = other.event_create(false)?;
    let waits = other.event_record(event, first).and_then(|()| driver.stream_wait(stream, event));
    // SAFETY: the event was made here. What waits for it has been queued, and the driver keeps it until that has
    // passed.
    let _ = unsafe { other.event_destroy(event) };
    waits
}

impl Executor for Cuda {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn description(&self) -> String {
        let p = self.driver.properties();
        format!(
            "{}, compute capability {}.{}, {} multiprocessors, {:.1} GiB",
            p.name,
            p.capability.0,
            p.capability.1,
            p.multiprocessors,
            p.total_memory as f64 / (1u64 << 30) as f64
        )
    }

    fn capability(&self) -> Option<(u32, u32)> {
        Some(self.driver.properties().capability)
    }

    fn is_host(&self) -> bool {
        false
    }

    #[inline]
    fn check_process(&self) -> Result<()> {
        self.driver.check_process()
    }

    fn allocate(&self, bytes: u64, stream: StreamId) -> Result<Memory> {
        let size = usize::try_from(bytes).map_err(|_| Error::out_of_memory(format!("{bytes} bytes are too many")))?;
        let start = is_on().then(lap);
        let block = self.pool.alloc(size, self.stream(stream)?)?;
        if size > 0 {
            let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
            blocks.insert(block.address.0, (block, stream));
        }
        if let Some(start) = start {
            self.tell(Change::Allocate, bytes, start, stream);
        }
        Ok(Memory { address: block.address.0, bytes })
    }

    fn release(&self, memory: Memory, stream: StreamId) {
        let start = is_on().then(lap);
        if let Some(piece) = self.mapped.piece(memory.address) {
            return self.mapped.release(piece);
        }
        let entry = self.blocks.lock().unwrap_or_else(PoisonError::into_inner).remove(&memory.address);
        let Some((block, allocated_for)) = entry else { return };
        // A device that has failed takes nothing back; its error appears where its work is waited for.
        if stream != allocated_for
            && let Ok(stream) = self.stream(stream)
        {
            let _ = self.pool.record_stream(block, stream);
        }
        let _ = self.pool.free(block);
        if let Some(start) = start {
            self.tell(Change::Release, memory.bytes, start, stream);
        }
    }

    fn allocate_alone(&self, bytes: u64, managed: bool) -> Result<Option<Memory>> {
        if !self.real || bytes == 0 {
            return Ok(None);
        }
        let size = usize::try_from(bytes).map_err(|_| Error::out_of_memory(format!("{bytes} bytes are too many")))?;
        let take = || if managed { self.driver.alloc_managed(size) } else { self.driver.alloc(size) };
        let taken = take().or_else(|error| match error.kind() {
            // The pool holds memory for the next arrays.
            ErrorKind::OutOfMemory => {
                self.trim();
                take()
            }
            _ => Err(error),
        });
        Ok(Some(Memory { address: taken?.0, bytes }))
    }

    fn release_alone(&self, memory: Memory) {
        // A device that has failed takes nothing back.
        let _ = self.driver.synchronize();
        // SAFETY: the memory came from this driver, and the device's work has been waited for.
        let _ = unsafe { self.driver.free(Address(memory.address)) };
    }

    fn prefetch(&self, memory: Memory, number: i64, stream: StreamId) -> Result<()> {
        if !self.real || memory.bytes == 0 {
            return Ok(());
        }
        self.driver.prefetch(Address(memory.address), memory.bytes as usize, number as i32, self.stream(stream)?)
    }

    fn advise(&self, memory: Memory, advice: i32, number: i64) -> Result<()> {
        if !self.real || memory.bytes == 0 {
            return Ok(());
        }
        self.driver.advise(Address(memory.address), memory.bytes as usize, advice, number as i32)
    }

    fn allocate_mapped(&self, bytes: u64) -> Option<Memory> {
        let address = self.mapped.alloc(usize::try_from(bytes).ok()?)?;
        Some(Memory { address: address.0, bytes })
    }

    fn migrate(&self, from: Memory, to: u64, stream: StreamId) -> Result<()> {
        let mut bytes = [0; host_mapped::MAX_RESULT_BYTES];
        let Some((piece, bytes)) = self.mapped.piece(from.address).zip(bytes.get_mut(..from.bytes as usize)) else {
            return Err(Error::runtime("memory is brought home that is no mapped one"));
        };
        if self.mapped.peek(piece, bytes) {
            self.mapped.release(piece);
            return self.upload(bytes, to, stream);
        }
        let copied = self.copy(from.address, to, from.bytes, stream);
        self.mapped.release_later(piece);
        copied
    }

    fn share(&self) {
        self.streams.end_overlap();
    }

    fn memory(&self) -> MemoryUse {
        let (usage, limit) = (self.pool.usage(), self.pool.limit());
        let (free, total) = self.driver.memory().unwrap_or((0, self.driver.properties().total_memory));
        let free = limit.map_or(free, |limit| free.min(limit.saturating_sub(usage.used)));
        MemoryUse {
            used: usage.used as u64,
            cached: usage.total.saturating_sub(usage.used) as u64,
            free: free as u64,
            total: total as u64,
        }
    }

    fn set_limit(&self, bytes: u64) {
        self.pool.set_limit(usize::try_from(bytes).ok().filter(|bytes| *bytes > 0));
    }

    fn limit(&self) -> u64 {
        self.pool.limit().map_or(0, |bytes| bytes as u64)
    }

    fn trim(&self) {
        let _ = self.pool.free_all_blocks();
    }

    fn prepare(&self, steps: &[&Step]) -> Result<Vec<Prepared>> {
        let kernels: Vec<&Kernel> = steps
            .iter()
            .filter_map(|step| match step {
                Step::Kernel(kernel) => Some(kernel),
                _ => None,
            })
            .collect();
        let mut launches = self.functions.launches(&*self.driver, &kernels, true)?.into_iter();
        let ready = |step: &&Step| -> Result<Prepared> {
            Ok(Arc::new(match step {
                Step::Kernel(_) => launches.next().map_or(Ready::Nothing, |launch| Ready::Launch(Box::new(launch))),
                Step::Routine { routine, outputs, inputs, loads } => {
                    let prepared = self.routines.prepare(&self.functions, *routine, outputs, inputs, loads)?;
                    Ready::Routine(Box::new(prepared))
                }
                Step::Allocate(_) | Step::Release(_) | Step::Adopt { .. } => Ready::Nothing,
            }))
        };
        steps.iter().map(ready).collect()
    }

    fn run(&self, step: &Prepared, memories: &[Memory], scalars: &[Scalar], stream: StreamId) -> Result<()> {
        let Some(ready) = step.downcast_ref::<Ready>() else {
            return Err(Error::runtime("a step was prepared by another executor than the one that runs it"));
        };
        match ready {
            Ready::Nothing => Ok(()),
            Ready::Launch(_) | Ready::Routine(_) => {
                let state = self.streams.stream(stream)?;
                let Some(risk) = ready.risk() else {
                    return self.queue(ready, &state, memories, scalars, 0);
                };
                let _alone = self.waited_for.lock().unwrap_or_else(PoisonError::into_inner);
                let word = self.faults.word(None, risk)?;
                self.queue(ready, &state, memories, scalars, word.0)?;
                self.driver.stream_synchronize(state.stream)?;
                self.faults.poll(None).map_or(Ok(()), Err)
            }
        }
    }

    fn may_fail(&self, step: &Prepared) -> bool {
        step.downcast_ref().is_some_and(|ready: &Ready| ready.risk().is_some())
    }

    fn run_deferred(
        &self,
        step: &Prepared,
        memories: &[Memory],
        scalars: &[Scalar],
        stream: StreamId,
        deferred: DeferredError,
    ) -> Result<()> {
        match step.downcast_ref() {
            Some(ready) if let Some(risk) = Ready::risk(ready) => {
                let state = self.streams.stream(stream)?;
                let word = self.faults.word(Some(deferred), risk)?;
                self.queue(ready, &state, memories, scalars, word.0)
            }
            _ => self.run(step, memories, scalars, stream),
        }
    }

    fn poll(&self, deferred: DeferredError) -> Option<Error> {
        self.faults.poll(Some(deferred))
    }

    fn clear(&self, deferred: DeferredError) {
        self.faults.clear(deferred);
    }

    fn finish(&self) {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner).take();
        let _ = reader.map(JoinHandle::join);
    }

    fn estimate(&self, _step: &Step) -> Duration {
        // A launch, or all of the work on a machine that imitates a GPU.
        if self.real { Duration::from_micros(4) } else { Duration::from_millis(20) }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn peek(&self, from: u64, bytes: &mut [u8]) -> bool {
        let piece = self.mapped.piece(from).filter(|_| bytes.len() <= host_mapped::MAX_RESULT_BYTES);
        piece.is_some_and(|piece| self.mapped.await_briefly(piece, bytes))
    }

    fn copy_from_peer(
        &self,
        peer: &dyn Executor,
        (from, from_stream): (u64, StreamId),
        (to, stream): (u64, StreamId),
        bytes: u64,
    ) -> Result<bool> {
        let Some(peer) = peer.as_any().downcast_ref::<Cuda>() else { return Ok(false) };
        if !self.driver.reaches(&*peer.driver)? {
            return Ok(false);
        }
        let (from_stream, stream) = (peer.stream(from_stream)?, self.stream(stream)?);
        // The copy comes after what writes its source, and before what uses the source's memory again.
        after(&*self.driver, stream, &*peer.driver, from_stream)?;
        // SAFETY: the caller names memory of both devices that holds these bytes, and this one reaches the other's.
        unsafe { self.driver.copy(Address(to), Address(from), bytes as usize, stream) }?;
        after(&*peer.driver, from_stream, &*self.driver, stream)?;
        Ok(true)
    }

    fn wait_for_native(&self, stream: StreamId, native: u64, back: bool) -> Result<()> {
        let own = self.stream(stream)?;
        // SAFETY: the caller vouches for the handle by naming it; it is used within this call alone.
        let other = unsafe { Stream::from_raw(native) };
        let (waits, first) = if back { (other, own) } else { (own, other) };
        if own == other { Ok(()) } else { after(&*self.driver, waits, &*self.driver, first) }
    }

    fn upload_captured(&self, bytes: &[u8], to: u64, stream: StreamId) -> Result<()> {
        Cuda::upload_captured(self, bytes, to, stream)
    }

    fn upload(&self, bytes: &[u8], to: u64, stream: StreamId) -> Result<()> {
        let stream = self.stream(stream)?;
        // SAFETY: the caller names memory of this device that holds these bytes.
        unsafe { self.staging.upload(Address(to), bytes, stream) }
    }

    fn download(&self, from: u64, bytes: &mut [u8], stream: StreamId) -> Result<()> {
        let stream = self.stream(stream)?;
        if let Some(piece) = self.mapped.piece(from).filter(|_| bytes.len() <= host_mapped::MAX_RESULT_BYTES) {
            return self.mapped.read(piece, bytes, stream);
        }
        // SAFETY: the caller names memory of this device that holds these bytes.
        unsafe { self.staging.download(bytes, Address(from), stream) }
    }

    fn copy(&self, from: u64, to: u64, bytes: u64, stream: StreamId) -> Result<()> {
        if bytes == 0 || from == to {
            return Ok(());
        }
        let stream = self.stream(stream)?;
        // SAFETY: the caller names memory of this device that holds these bytes, and two ranges that do not overlap.
        unsafe { self.driver.copy(Address(to), Address(from), bytes as usize, stream) }
    }

    fn create_stream(&self, non_blocking: bool, priority: i32) -> Result<StreamId> {
        Ok(self.streams.add_stream(self.driver.stream_create(non_blocking, priority)?))
    }

    fn destroy_stream(&self, stream: StreamId) {
        let Some(state) = self.streams.remove_stream(stream, &self.pool) else { return };
        // What fails here failed on the device before, and is raised where that work is waited for.
        let _ = self.pool.forget_stream(state.stream);
        self.routines.forget_stream(state.stream);
        // SAFETY: the stream came from this driver and has left the list, so no thread finds it again.
        let _ = unsafe { self.driver.stream_destroy(state.stream) };
    }

    fn synchronize(&self, stream: StreamId) -> Result<()> {
        self.driver.stream_synchronize(self.stream(stream)?)
    }

    fn is_done(&self, stream: StreamId) -> Result<bool> {
        self.driver.stream_query(self.stream(stream)?)
    }

    fn native_stream(&self, stream: StreamId) -> u64 {
        self.stream(stream).map_or(0, |stream| stream.raw())
    }

    fn capture(
        &self,
        streams: usize,
        queue: &mut dyn FnMut(&[StreamId]) -> Result<()>,
    ) -> Result<Option<Box<dyn DeviceGraph>>> {
        if !self.real {
            return Ok(None);
        }
        let _alone = self.capturing.lock().unwrap_or_else(PoisonError::into_inner);
        self.captured(streams, queue).map(Some)
    }

    fn call_host(&self, call: &Arc<dyn Fn() + Send + Sync>, stream: StreamId) -> Result<()> {
        unsafe extern "C" fn run(data: *mut std::ffi::c_void) {
            // SAFETY: the data is the address of a call that its owner keeps, see below.
            let call = unsafe { &*data.cast::<Arc<dyn Fn() + Send + Sync>>() };
            // A panic must not leave this function, and has been told of when it began.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| call()));
        }
        let data = std::ptr::from_ref(call).cast_mut().cast();
        // SAFETY: the caller keeps the call where it is until it was made for the last time, and it uses no device.
        unsafe { self.driver.call_host(self.stream(stream)?, run, data) }
    }

    fn call_host_once(&self, call: Box<dyn Fn() + Send + Sync>, stream: StreamId) -> Result<()> {
        crate::driver::call(&*self.driver, self.stream(stream)?, call)
    }

    unsafe fn adopt_stream(&self, native: u64) -> Result<StreamId> {
        // SAFETY: the caller vouches for the handle.
        let stream = unsafe { Stream::from_raw(native) };
        Ok(self.streams.adopt(stream))
    }

    fn has_stream(&self, stream: StreamId) -> bool {
        self.streams.stream(stream).is_ok()
    }

    fn abandon_stream(&self, stream: StreamId) {
        let Some(state) = self.streams.abandon(stream, &self.pool) else { return };
        let _ = self.pool.forget_stream(state.stream);
        self.routines.forget_stream(state.stream);
    }

    fn create_event(&self, timing: bool) -> Result<EventId> {
        Ok(self.streams.add_event(self.driver.event_create(timing)?))
    }

    fn destroy_event(&self, event: EventId) {
        let Some(event) = self.streams.remove_event(event) else { return };
        // SAFETY: the event came from this driver and has left the list, so no thread finds it again.
        let _ = unsafe { self.driver.event_destroy(event) };
    }

    fn record_event(&self, event: EventId, stream: StreamId) -> Result<()> {
        self.driver.event_record(self.streams.event(event)?, self.stream(stream)?)
    }

    fn synchronize_event(&self, event: EventId) -> Result<()> {
        self.driver.event_synchronize(self.streams.event(event)?)
    }

    fn is_event_done(&self, event: EventId) -> Result<bool> {
        self.driver.event_query(self.streams.event(event)?)
    }

    fn wait_event(&self, stream: StreamId, event: EventId) -> Result<()> {
        self.driver.stream_wait(self.stream(stream)?, self.streams.event(event)?)
    }

    fn elapsed(&self, start: EventId, end: EventId) -> Result<f32> {
        self.driver.event_elapsed(self.streams.event(start)?, self.streams.event(end)?)
    }
}
