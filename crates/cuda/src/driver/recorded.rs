//! A driver that records its calls for the profiler, while it is on: each call by its name in libcuda, and what it
//! queued.
//!
//! CUPTI reports a real device's kernels and copies ([`super::cupti`]). If that is not installed, kernels and copies
//! are measured between two events of their stream; on a machine that imitates a GPU they are done when the call
//! returns.

use std::ffi::c_void;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use cuprust_ir::Result;
use cuprust_profile::{
    ByNumber, Copied, Event as ProfileEvent, Kind, Source, current_step, intern, is_on, lap, now, push, set_queued,
    started,
};

use super::{
    Address, Configuration, Driver, Event, Function, HostCall, Mapped, Module, Properties, Rows, Start, Stream, cupti,
};

/// A function that returns the number of a call's name, looked up once.
macro_rules! called {
    ($name:literal) => {{
        fn number() -> u32 {
            static NUMBER: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
            *NUMBER.get_or_init(|| cuprust_profile::intern($name))
        }
        number as fn() -> u32
    }};
}
pub(super) use called;

/// A driver, and the profiler's data about it.
pub(crate) struct Recorded {
    inner: Arc<dyn Driver>,
    /// The profiler's number of the device.
    number: u16,
    real: bool,
    /// The names of functions, by the profiler's numbers.
    names: RwLock<ByNumber<u64, u32>>,
    measurements: Mutex<Measurements>,
}

/// Work between two events of its stream whose times are not known yet.
#[derive(Default)]
struct Measurements {
    /// An event and the time of its recording, by the profiler's clock.
    origin: Option<(Event, u64)>,
    pending: Vec<(Event, Event, ProfileEvent)>,
}

/// The most unmeasured work before the events are queried.
const MAX_PENDING: usize = 2048;

impl Recorded {
    /// Wraps a driver. `name` is the name of the device.
    pub(crate) fn new(inner: Arc<dyn Driver>, name: &str, real: bool) -> Arc<Recorded> {
        let number = cuprust_profile::device_number(name);
        let recorded =
            Arc::new(Recorded { inner, number, real, names: RwLock::default(), measurements: Mutex::default() });
        if real {
            cupti::attach();
            // Devices live as long as the process.
            cuprust_profile::add_source(Box::leak(Box::new(EventMeasurements(recorded.clone()))));
        }
        recorded
    }

    #[inline]
    pub(super) fn call<T>(&self, name: fn() -> u32, call: impl FnOnce(&dyn Driver) -> T) -> T {
        if !is_on() {
            return call(&*self.inner);
        }
        let start = now();
        let result = call(&*self.inner);
        push(ProfileEvent::at(Kind::Call, name(), start).until(now()).on(self.number, 0));
        result
    }

    /// As [`Recorded::call`] for a query that is repeated until its answer is yes: the wait is a profiler event of its
    /// own, and only that last answer is recorded here.
    #[inline]
    fn query(&self, name: fn() -> u32, call: impl FnOnce(&dyn Driver) -> Result<bool>) -> Result<bool> {
        let start = started();
        let result = call(&*self.inner);
        if let Some(start) = start
            && !matches!(result, Ok(false))
        {
            push(ProfileEvent::at(Kind::Call, name(), start).until(now()).on(self.number, 0));
        }
        result
    }

    /// As [`Recorded::call`] for a call that queues work on a stream.
    #[inline]
    pub(super) fn queue(
        &self,
        name: fn() -> u32,
        stream: Stream,
        profile_event: impl FnOnce() -> ProfileEvent,
        call: impl FnOnce(&dyn Driver) -> Result<()>,
    ) -> Result<()> {
        if !is_on() {
            return call(&*self.inner);
        }
        let profile_event = profile_event().on(self.number, stream.raw() as u32);
        let profile_event = ProfileEvent { link: current_step(), ..profile_event };
        let is_measured = self.real && !cupti::is_tracing();
        let before = if is_measured { self.record_timing_event(stream) } else { None };
        // The launch of a kernel begins with its step, which prepares its parameters.
        let start = if is_measured { now() } else { lap().0 };
        let result = call(&*self.inner);
        let end = now();
        set_queued(end);
        let made = ProfileEvent { link: profile_event.link, ..ProfileEvent::at(Kind::Call, name(), start) }
            .until(end)
            .on(self.number, 0);
        push(made.with(0, [0, u64::from(profile_event.name), 0, 0]));
        if !self.real {
            push(ProfileEvent { start, duration: made.duration, ..profile_event });
        }
        if let Some(before) = before
            && let Some(after) = self.record_timing_event(stream)
        {
            let is_full = {
                let mut measurements = self.measurements();
                measurements.pending.push((before, after, profile_event));
                measurements.pending.len() >= MAX_PENDING
            };
            if is_full {
                self.measure();
            }
        }
        result
    }

    fn measurements(&self) -> std::sync::MutexGuard<'_, Measurements> {
        self.measurements.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new event at the present end of a stream.
    fn record_timing_event(&self, stream: Stream) -> Option<Event> {
        let event = self.inner.event_create(true).ok()?;
        match self.inner.event_record(event, stream) {
            Ok(()) => Some(event),
            Err(_) => {
                self.forget(event);
                None
            }
        }
    }

    fn forget(&self, event: Event) {
        // SAFETY: the event was made here and is not used again. What a failed device does not destroy goes with it.
        let _ = unsafe { self.inner.event_destroy(event) };
    }

    /// Waits for the unmeasured work, and records it.
    fn measure(&self) {
        let mut measurements = self.measurements();
        let pending = std::mem::take(&mut measurements.pending);
        let Some((origin, moment)) = measurements.origin else { return };
        for (before, after, profile_event) in pending {
            let times = self.inner.event_synchronize(after).and_then(|()| {
                let from = self.inner.event_elapsed(origin, before)?;
                Ok((from, self.inner.event_elapsed(before, after)?))
            });
            if let Ok((from, duration)) = times {
                let nanoseconds = |milliseconds: f32| (f64::from(milliseconds) * 1e6) as u64;
                push(ProfileEvent {
                    start: moment + nanoseconds(from),
                    duration: nanoseconds(duration),
                    ..profile_event
                });
            }
            self.forget(before);
            self.forget(after);
        }
    }
}

/// A driver whose queued work is measured by events.
struct EventMeasurements(Arc<Recorded>);

impl Source for EventMeasurements {
    fn begin(&self) {
        if cupti::is_tracing() || self.0.inner.check_process().is_err() {
            return;
        }
        cuprust_profile::note(
            "GPU times",
            "measured by CUDA's events, because libcupti was not found (pip install nvidia-cuda-cupti)",
        );
        if let Some(origin) = self.0.record_timing_event(Stream::DEFAULT)
            && self.0.inner.event_synchronize(origin).is_ok()
        {
            let before = self.0.measurements().origin.replace((origin, now()));
            if let Some((before, _)) = before {
                self.0.forget(before);
            }
        }
    }

    fn collect(&self) {
        if self.0.inner.check_process().is_ok() {
            self.0.measure();
        }
    }

    fn end(&self) {}
}

/// Records a copy of this many bytes for the profiler, whose time is not known yet.
fn copied(how: Copied, bytes: usize) -> ProfileEvent {
    ProfileEvent::at(Kind::Copy, 0, 0).with(how as u8, [bytes as u64, 0, 0, 0])
}

/// The driver's function for a launch.
fn launch_name(configuration: &Configuration) -> fn() -> u32 {
    match configuration.start {
        Start::Alone => called!("cuLaunchKernel"),
        Start::Overlapping => called!("cuLaunchKernelEx"),
        Start::Cooperative => called!("cuLaunchCooperativeKernel"),
    }
}

/// The extents of a grid or a block in one word: 32 bits, 16 and 16.
fn packed([x, y, z]: [u32; 3]) -> u64 {
    u64::from(x) << 32 | u64::from(y.min(0xffff)) << 16 | u64::from(z.min(0xffff))
}

impl Driver for Recorded {
    fn properties(&self) -> &Properties {
        self.inner.properties()
    }

    fn reaches(&self, other: &dyn Driver) -> Result<bool> {
        self.inner.reaches(other)
    }

    fn device_and_context(&self) -> Option<(i32, u64)> {
        self.inner.device_and_context()
    }

    #[inline]
    fn check_process(&self) -> Result<()> {
        self.inner.check_process()
    }

    fn attribute(&self, number: u32) -> Result<i32> {
        self.inner.attribute(number)
    }

    fn make_current(&self) -> Result<()> {
        self.inner.make_current()
    }

    fn count_queued(&self) -> Result<()> {
        self.inner.count_queued()
    }

    fn exact_memory(&self) -> bool {
        self.inner.exact_memory()
    }

    fn memory(&self) -> Result<(usize, usize)> {
        self.call(called!("cuMemGetInfo"), |driver| driver.memory())
    }

    fn synchronize(&self) -> Result<()> {
        self.call(called!("cuCtxSynchronize"), |driver| driver.synchronize())
    }

    fn alloc(&self, bytes: usize) -> Result<Address> {
        self.call(called!("cuMemAlloc"), |driver| driver.alloc(bytes))
    }

    unsafe fn free(&self, address: Address) -> Result<()> {
        // SAFETY: the caller vouches for the address.
        self.call(called!("cuMemFree"), |driver| unsafe { driver.free(address) })
    }

    fn alloc_pinned(&self, bytes: usize) -> Result<*mut u8> {
        self.call(called!("cuMemHostAlloc"), |driver| driver.alloc_pinned(bytes))
    }

    fn alloc_mapped(&self, bytes: usize) -> Result<Mapped> {
        self.call(called!("cuMemHostAlloc"), |driver| driver.alloc_mapped(bytes))
    }

    unsafe fn free_pinned(&self, host: *mut u8) -> Result<()> {
        // SAFETY: the caller vouches for the pointer.
        self.call(called!("cuMemFreeHost"), |driver| unsafe { driver.free_pinned(host) })
    }

    unsafe fn upload(&self, to: Address, from: *const u8, bytes: usize, stream: Stream) -> Result<()> {
        let profile_event = || copied(Copied::HostToDevice, bytes);
        // SAFETY: the caller vouches for both ranges.
        self.queue(called!("cuMemcpyHtoDAsync"), stream, profile_event, |driver| unsafe {
            driver.upload(to, from, bytes, stream)
        })
    }

    unsafe fn download(&self, to: *mut u8, from: Address, bytes: usize, stream: Stream) -> Result<()> {
        let profile_event = || copied(Copied::DeviceToHost, bytes);
        // SAFETY: the caller vouches for both ranges.
        self.queue(called!("cuMemcpyDtoHAsync"), stream, profile_event, |driver| unsafe {
            driver.download(to, from, bytes, stream)
        })
    }

    unsafe fn copy(&self, to: Address, from: Address, bytes: usize, stream: Stream) -> Result<()> {
        let profile_event = || copied(Copied::DeviceToDevice, bytes);
        // SAFETY: the caller vouches for both ranges.
        self.queue(called!("cuMemcpyAsync"), stream, profile_event, |driver| unsafe {
            driver.copy(to, from, bytes, stream)
        })
    }

    unsafe fn copy_rows(&self, to: Rows, from: Rows, bytes: usize, count: usize, stream: Stream) -> Result<()> {
        let profile_event = || copied(Copied::DeviceToDevice, bytes * count);
        // SAFETY: the caller vouches for all rows.
        let copy = |driver: &dyn Driver| unsafe { driver.copy_rows(to, from, bytes, count, stream) };
        self.queue(called!("cuMemcpy2DAsync"), stream, profile_event, copy)
    }

    unsafe fn fill(&self, to: Address, value: u32, width: usize, count: usize, stream: Stream) -> Result<()> {
        let profile_event = || copied(Copied::Fill, width * count);
        let name = match width {
            1 => called!("cuMemsetD8Async"),
            2 => called!("cuMemsetD16Async"),
            _ => called!("cuMemsetD32Async"),
        };
        // SAFETY: the caller vouches for the range and its alignment.
        self.queue(name, stream, profile_event, |driver| unsafe { driver.fill(to, value, width, count, stream) })
    }

    fn stream_create(&self, non_blocking: bool, priority: i32) -> Result<Stream> {
        self.call(called!("cuStreamCreateWithPriority"), |driver| driver.stream_create(non_blocking, priority))
    }

    unsafe fn stream_destroy(&self, stream: Stream) -> Result<()> {
        // SAFETY: the caller gives the handle up.
        self.call(called!("cuStreamDestroy"), |driver| unsafe { driver.stream_destroy(stream) })
    }

    fn stream_synchronize(&self, stream: Stream) -> Result<()> {
        self.call(called!("cuStreamSynchronize"), |driver| driver.stream_synchronize(stream))
    }

    #[inline]
    fn stream_query(&self, stream: Stream) -> Result<bool> {
        self.query(called!("cuStreamQuery"), |driver| driver.stream_query(stream))
    }

    fn stream_wait(&self, stream: Stream, event: Event) -> Result<()> {
        self.call(called!("cuStreamWaitEvent"), |driver| driver.stream_wait(stream, event))
    }

    fn event_create(&self, timing: bool) -> Result<Event> {
        self.call(called!("cuEventCreate"), |driver| driver.event_create(timing))
    }

    unsafe fn event_destroy(&self, event: Event) -> Result<()> {
        // SAFETY: the caller gives the handle up.
        self.call(called!("cuEventDestroy"), |driver| unsafe { driver.event_destroy(event) })
    }

    fn event_record(&self, event: Event, stream: Stream) -> Result<()> {
        self.call(called!("cuEventRecord"), |driver| driver.event_record(event, stream))
    }

    fn event_query(&self, event: Event) -> Result<bool> {
        self.query(called!("cuEventQuery"), |driver| driver.event_query(event))
    }

    fn event_synchronize(&self, event: Event) -> Result<()> {
        self.call(called!("cuEventSynchronize"), |driver| driver.event_synchronize(event))
    }

    fn event_elapsed(&self, from: Event, to: Event) -> Result<f32> {
        self.call(called!("cuEventElapsedTime"), |driver| driver.event_elapsed(from, to))
    }

    fn load(&self, image: &[u8]) -> Result<Module> {
        self.call(called!("cuModuleLoadDataEx"), |driver| driver.load(image))
    }

    unsafe fn unload(&self, module: Module) -> Result<()> {
        // SAFETY: the caller gives the handle up.
        self.call(called!("cuModuleUnload"), |driver| unsafe { driver.unload(module) })
    }

    fn function(&self, module: Module, name: &str) -> Result<Function> {
        let function = self.call(called!("cuModuleGetFunction"), |driver| driver.function(module, name))?;
        self.names.write().unwrap_or_else(PoisonError::into_inner).insert(function.raw(), intern(name));
        Ok(function)
    }

    fn global(&self, module: Module, name: &str) -> Result<(Address, usize)> {
        self.call(called!("cuModuleGetGlobal"), |driver| driver.global(module, name))
    }

    fn function_attribute(&self, function: Function, number: u32) -> Result<i32> {
        self.call(called!("cuFuncGetAttribute"), |driver| driver.function_attribute(function, number))
    }

    fn allow_shared(&self, function: Function, bytes: usize) -> Result<()> {
        self.call(called!("cuFuncSetAttribute"), |driver| driver.allow_shared(function, bytes))
    }

    fn set_function_attribute(&self, function: Function, number: u32, value: i32) -> Result<()> {
        self.call(called!("cuFuncSetAttribute"), |driver| driver.set_function_attribute(function, number, value))
    }

    fn occupancy(&self, function: Function, block: u32, shared: usize) -> Result<u32> {
        self.inner.occupancy(function, block, shared)
    }

    #[inline]
    fn queued(&self) -> Option<u64> {
        self.inner.queued()
    }

    #[inline]
    unsafe fn launch(
        &self,
        function: Function,
        configuration: &Configuration,
        stream: Stream,
        parameters: &mut [*mut c_void],
    ) -> Result<()> {
        let profile_event = || self.kernel(function, configuration);
        // SAFETY: the caller vouches for the parameters.
        let launch = |driver: &dyn Driver| unsafe { driver.launch(function, configuration, stream, parameters) };
        self.queue(launch_name(configuration), stream, profile_event, launch)
    }

    unsafe fn launch_polled(
        &self,
        function: Function,
        configuration: &Configuration,
        stream: Stream,
        parameters: &mut [*mut c_void],
        poll: &dyn Fn() -> bool,
    ) -> Result<()> {
        let profile_event = || self.kernel(function, configuration);
        // SAFETY: the caller vouches for the parameters.
        let launch =
            |driver: &dyn Driver| unsafe { driver.launch_polled(function, configuration, stream, parameters, poll) };
        self.queue(launch_name(configuration), stream, profile_event, launch)
    }

    unsafe fn call_host(&self, stream: Stream, function: HostCall, data: *mut c_void) -> Result<()> {
        // SAFETY: the caller vouches for the function.
        self.call(called!("cuLaunchHostFunc"), |driver| unsafe { driver.call_host(stream, function, data) })
    }
}

impl Recorded {
    fn kernel(&self, function: Function, configuration: &Configuration) -> ProfileEvent {
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        let name = names.get(&function.raw()).copied().unwrap_or(0);
        let Configuration { grid, block, shared, .. } = configuration;
        ProfileEvent::at(Kind::Kernel, name, 0).with(0, [packed(*grid), packed(*block), u64::from(*shared), 0])
    }
}

#[cfg(test)]
mod tests {
    use cuprust_profile::{Target, start, stop};

    use super::*;
    use crate::driver::fake::Fake;

    #[test]
    fn of_a_repeated_query_the_last_answer_is_recorded() {
        let recorded = Recorded::new(Arc::new(Fake::new(1 << 20)), "cuda:0", false);
        start(Target::Memory).unwrap();
        let stream = recorded.stream_create(true, 0).unwrap();
        let address = recorded.alloc(16).unwrap();
        // SAFETY: the memory was allocated here and has as many bytes.
        unsafe { recorded.fill(address, 0, 1, 16, stream).unwrap() };
        let event = recorded.event_create(false).unwrap();
        recorded.event_record(event, stream).unwrap();
        for _ in 0..3 {
            assert!(!recorded.stream_query(stream).unwrap());
            assert!(!recorded.event_query(event).unwrap());
        }
        recorded.stream_synchronize(stream).unwrap();
        assert!(recorded.stream_query(stream).unwrap() && recorded.event_query(event).unwrap());
        let thread = ProfileEvent::new(Kind::Mark, 0).thread;
        let found = stop().unwrap().unwrap();
        let calls = found.of(Kind::Call).filter(|call| call.thread == thread);
        let names: Vec<&str> = calls.map(|call| found.name(call.name)).collect();
        let whole = ["cuStreamCreateWithPriority", "cuMemAlloc", "cuMemsetD8Async", "cuEventCreate", "cuEventRecord"];
        assert_eq!(names, [&whole[..], &["cuStreamSynchronize", "cuStreamQuery", "cuEventQuery"]].concat());
    }
}
