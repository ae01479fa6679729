//! Streams and events with CuPy's interface; on the CPU too, where work is done when a call returns.

use std::cell::RefCell;

use cuprust::{Device, DeviceKind, Event, Graph, Stream};
use pyo3::exceptions::PyDeprecationWarning;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};

use crate::device::PyDevice;
use crate::error::{Failure, Result, caught, type_error, value_error};

/// A queue of work of a device. As a context manager it is the stream that the thread's work goes to.
///
/// `null` gives the null stream of whichever device is current, `ptds` the stream that each thread has for itself. A
/// stream that is `non_blocking` does not wait for the null stream. Of two streams the one with the lower `priority`
/// goes first.
#[pyclass(frozen, subclass, weakref, name = "Stream", module = "cuprust.cuda")]
pub(crate) struct PyStream {
    stream: Which,
    /// The priority: the lower number goes first.
    #[pyo3(get)]
    priority: i32,
    /// Whether it does not wait for the null stream.
    #[pyo3(get)]
    is_non_blocking: bool,
    /// The foreign object that owns the stream, which is kept alive.
    foreign: Option<Py<PyAny>>,
}

/// The stream of an object.
enum Which {
    /// The null stream of the current device.
    Null,
    /// The thread's own stream on the current device.
    Thread,
    One(Stream),
    /// A stream that another library made, on any device.
    Foreign(Stream),
}

thread_local! {
    /// The streams of the thread's nested `with` statements, innermost last, each with its device.
    static WITHIN: RefCell<Vec<(DeviceKind, Py<PyStream>)>> = const { RefCell::new(Vec::new()) };
    /// The current streams, by device: each is kept alive as long as it is current.
    static CHOSEN: RefCell<Vec<(DeviceKind, Py<PyStream>)>> = const { RefCell::new(Vec::new()) };
    /// The thread's own streams.
    static OWN: RefCell<Vec<Stream>> = const { RefCell::new(Vec::new()) };
}

/// The thread's own stream on a device.
fn own(device: Device) -> cuprust::Result<Stream> {
    OWN.with_borrow_mut(|own| match own.iter().find(|stream| stream.device() == device) {
        Some(known) => Ok(known.clone()),
        None => {
            let stream = Stream::new(device, false, 0)?;
            own.push(stream.clone());
            Ok(stream)
        }
    })
}

impl PyStream {
    const NULL: PyStream = PyStream { stream: Which::Null, priority: 0, is_non_blocking: false, foreign: None };
    const OF_THREAD: PyStream = PyStream { stream: Which::Thread, priority: 0, is_non_blocking: false, foreign: None };

    /// The stream; on the current device unless it has a fixed one.
    pub(crate) fn stream(&self) -> Result<Stream> {
        match &self.stream {
            Which::One(stream) | Which::Foreign(stream) => Ok(stream.clone()),
            Which::Null => caught(|| Ok(Stream::null(Device::current()?))),
            Which::Thread => caught(|| own(Device::current()?)),
        }
    }

    /// Refuses an object that is not a stream.
    pub(crate) fn check(stream: Option<&Bound<'_, PyAny>>) -> Result<()> {
        match stream {
            Some(stream) if !stream.is_none() && !stream.is_instance_of::<PyStream>() => {
                Err(type_error("stream must be a cuprust.cuda.Stream or None"))
            }
            _ => Ok(()),
        }
    }

    /// Makes it the thread's stream on the current device, which must be its device.
    fn choose(slf: &Py<PyStream>, py: Python<'_>) -> Result<DeviceKind> {
        let (stream, current) = (slf.get().stream()?, caught(Device::current)?);
        if stream.device() != current {
            return Err(Failure::Crate(cuprust::Error::runtime(format!(
                "the stream is of the device {}, and the current device is {current}: use it within its device's `with` statement",
                stream.device()
            ))));
        }
        stream.make_current();
        let kind = current.kind();
        let before = CHOSEN.with_borrow_mut(|all| {
            let before = all.iter().position(|(own, _)| *own == kind).map(|position| all.swap_remove(position));
            all.push((kind, slf.clone_ref(py)));
            before
        });
        drop(before);
        Ok(kind)
    }

    /// Makes the stream of the enclosing `with` statement current, or the null stream if there is none.
    fn leave(kind: DeviceKind) -> Result<()> {
        let device = caught(|| Device::open(kind))?;
        let outer = Python::attach(|py| {
            WITHIN.with_borrow(|all| {
                all.iter().rev().find(|(own, _)| *own == kind).map(|(_, stream)| stream.clone_ref(py))
            })
        });
        match &outer {
            Some(outer) => outer.get().stream()?.make_current(),
            None => Stream::null(device).make_current(),
        }
        let before = CHOSEN.with_borrow_mut(|all| {
            let before = all.iter().position(|(own, _)| *own == kind).map(|position| all.swap_remove(position));
            all.extend(outer.map(|outer| (kind, outer)));
            before
        });
        drop(before);
        Ok(())
    }

    /// A stream that another library made, by its handle.
    fn of_native(native: u64, device: Device, foreign: Option<Py<PyAny>>) -> Result<PyStream> {
        if native == 0 {
            return Ok(PyStream { foreign, ..PyStream::NULL });
        }
        // SAFETY: the caller that passes the handle guarantees that the stream is valid and stays so, as CUDA's own
        // interface asks.
        let stream = caught(|| unsafe { Stream::from_native(device, native) })?;
        Ok(PyStream { stream: Which::Foreign(stream), priority: 0, is_non_blocking: false, foreign })
    }
}

/// A Python callable with its arguments as a host call of a stream.
fn call_of(
    callback: &Bound<'_, PyAny>,
    arguments: &Bound<'_, PyTuple>,
) -> Result<impl Fn() + Send + Sync + 'static + use<>> {
    if !callback.is_callable() {
        return Err(type_error(format!(
            "a host function must be callable, and {} is not",
            callback.get_type().name()?
        )));
    }
    let (callback, arguments) = (callback.clone().unbind(), arguments.clone().unbind());
    Ok(move || {
        // A shutting down interpreter attaches no threads.
        Python::try_attach(|py| {
            if let Err(error) = callback.call1(py, arguments.clone_ref(py)) {
                error.write_unraisable(py, Some(callback.bind(py)));
            }
        });
    })
}

#[pymethods]
impl PyStream {
    #[new]
    #[pyo3(signature = (null=false, non_blocking=false, ptds=false, priority=None))]
    fn new(null: bool, non_blocking: bool, ptds: bool, priority: Option<i32>) -> Result<PyStream> {
        match (null, ptds) {
            (true, true) => return Err(value_error("a stream is either the null stream or the thread's own")),
            (true, false) => return Ok(PyStream::NULL),
            (false, true) => return Ok(PyStream::OF_THREAD),
            (false, false) => {}
        }
        let priority = priority.unwrap_or(0);
        let stream = caught(|| Stream::new(Device::current()?, non_blocking, priority))?;
        Ok(PyStream { stream: Which::One(stream), priority, is_non_blocking: non_blocking, foreign: None })
    }

    /// The null stream.
    #[classattr]
    fn null() -> PyStream {
        PyStream::NULL
    }

    /// The stream that each thread has for itself.
    #[classattr]
    fn ptds() -> PyStream {
        PyStream::OF_THREAD
    }

    /// A stream over that of another library, whose object has the method ``__cuda_stream__``. The object is kept.
    ///
    /// Raises TypeError for an object without it, and where it gives something else than its version 0 and a handle.
    #[staticmethod]
    fn from_external(obj: &Bound<'_, PyAny>) -> Result<PyStream> {
        let Some(method) = obj.getattr_opt("__cuda_stream__")? else {
            return Err(type_error(format!("{} does not implement __cuda_stream__", obj.get_type())));
        };
        let returned = method.call0()?;
        let pair = returned.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
        let Some(pair) = pair else { return Err(type_error("__cuda_stream__ must return a 2-tuple")) };
        let (version, native) = (pair.get_item(0)?, pair.get_item(1)?);
        if !version.is_instance_of::<PyInt>() || !native.is_instance_of::<PyInt>() {
            return Err(type_error("__cuda_stream__ must return (int, int)"));
        }
        if version.extract::<i64>().ok() != Some(0) {
            return Err(type_error(format!("__cuda_stream__ has the unsupported version {version}")));
        }
        PyStream::of_native(native.extract()?, caught(Device::current)?, Some(obj.clone().unbind()))
    }

    /// The object that `from_external` was given, or None.
    #[getter]
    fn _foreign_stream_ref(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.foreign.as_ref().map(|foreign| foreign.clone_ref(py))
    }

    /// The version of the protocol and the handle, for other libraries.
    fn __cuda_stream__(&self) -> Result<(i64, u64)> {
        Ok((0, self.ptr()?))
    }

    /// Makes this the stream that the thread's work goes to. Raises RuntimeError for a stream of another device than
    /// the current one.
    fn r#use(slf: Py<Self>, py: Python<'_>) -> Result<Py<Self>> {
        PyStream::choose(&slf, py)?;
        Ok(slf)
    }

    fn __enter__(slf: Py<Self>, py: Python<'_>) -> Result<Py<Self>> {
        let kind = PyStream::choose(&slf, py)?;
        WITHIN.with_borrow_mut(|within| within.push((kind, slf.clone_ref(py))));
        Ok(slf)
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, _args: &Bound<'_, PyAny>) -> Result<()> {
        match WITHIN.with_borrow_mut(Vec::pop) {
            Some((kind, _)) => PyStream::leave(kind),
            None => Ok(()),
        }
    }

    /// Waits for the stream's work. The interpreter's lock is released meanwhile.
    fn synchronize(&self, py: Python<'_>) -> Result<()> {
        cuprust::check_waiting()?;
        let idle = caught(|| {
            let stream = match &self.stream {
                Which::One(stream) | Which::Foreign(stream) => Some(stream),
                Which::Null | Which::Thread => None,
            };
            let is_null = matches!(self.stream, Which::Null);
            let device = stream.map_or_else(Device::current, |stream| Ok(stream.device()))?;
            Ok((is_null || stream.is_some()) && Stream::is_idle(device, stream))
        })?;
        // If nothing is pending, releasing the interpreter's lock would cost more than everything else here.
        if !idle {
            let stream = self.stream()?;
            crate::profiler::detached(py, || caught(|| stream.synchronize()))?;
        }
        Ok(py.check_signals()?)
    }

    /// Whether all work of the stream is done.
    #[getter]
    fn done(&self, py: Python<'_>) -> Result<bool> {
        let stream = self.stream()?;
        crate::profiler::detached(py, || caught(|| stream.is_done()))
    }

    /// Records an event at the current end of the stream: a new event where none is given.
    #[pyo3(signature = (event=None))]
    fn record(&self, py: Python<'_>, event: Option<Bound<'_, PyEvent>>) -> Result<Py<PyEvent>> {
        let event = match event {
            Some(event) => event,
            None => Bound::new(py, PyEvent::new(false, false, false)?)?,
        };
        event.get().mark(&self.stream()?)?;
        Ok(event.unbind())
    }

    /// Makes later work of the stream wait for an event.
    fn wait_event(&self, event: &PyEvent) -> Result<()> {
        let stream = self.stream()?;
        caught(|| stream.wait_event(&event.event))
    }

    /// Calls a function with an argument once the stream has reached it, on a thread of the driver's. It must not use
    /// the device.
    ///
    /// An exception in it is printed. Within a capture it is called at each launch of the graph.
    fn launch_host_func(&self, py: Python<'_>, callback: &Bound<'_, PyAny>, arg: &Bound<'_, PyAny>) -> Result<()> {
        let call = call_of(callback, &PyTuple::new(py, [arg])?)?;
        let stream = self.stream()?;
        py.detach(|| caught(|| stream.call_host(call)))
    }

    /// As `launch_host_func`, of a function of the stream, a status, which is 0, and the argument.
    fn add_callback(slf: Bound<'_, Self>, callback: &Bound<'_, PyAny>, arg: &Bound<'_, PyAny>) -> Result<()> {
        let py = slf.py();
        let status = 0_i32.into_pyobject(py).map_err(PyErr::from)?.into_any();
        let call = call_of(callback, &PyTuple::new(py, [slf.as_any(), &status, arg])?)?;
        let stream = slf.get().stream()?;
        py.detach(|| caught(|| stream.call_host(call)))
    }

    /// Begins to capture the stream: work recorded on it from now on does not run but becomes a graph. `mode` is
    /// accepted and has no effect.
    ///
    /// Within a capture there are no values: what reads one, or waits for the stream, raises CUDARuntimeError.
    #[pyo3(signature = (mode=None))]
    fn begin_capture(&self, py: Python<'_>, mode: Option<i32>) -> Result<()> {
        // Work of other threads elsewhere is never part of a capture, so the mode has no effect.
        let _ = mode;
        let stream = self.stream()?;
        py.detach(|| caught(|| stream.begin_capture()))
    }

    /// Ends the capture and returns the graph of the captured work.
    ///
    /// Raises CUDARuntimeError where the stream captures nothing, and where something happened that no graph can hold.
    /// The stream is used as before then.
    fn end_capture(&self, py: Python<'_>) -> Result<PyGraph> {
        let stream = self.stream()?;
        py.detach(|| caught(|| stream.end_capture())).map(PyGraph)
    }

    /// Whether the stream is captured. Raises CUDARuntimeError of the null stream while one that waits for it is
    /// captured.
    fn is_capturing(&self) -> Result<bool> {
        let stream = self.stream()?;
        caught(|| stream.is_capturing())
    }

    /// The stream's native handle, as CUDA's `cudaStream_t`.
    #[getter]
    fn ptr(&self) -> Result<u64> {
        Ok(self.stream()?.native())
    }

    /// The device of the stream.
    #[getter]
    fn device(&self) -> Result<PyDevice> {
        Ok(PyDevice(self.stream()?.device()))
    }

    /// The number of the stream's device; -1 where it is that of whichever device is current, and of a stream that
    /// another library made.
    #[getter]
    fn device_id(&self) -> i64 {
        match &self.stream {
            Which::One(stream) => stream.device().number(),
            Which::Null | Which::Thread | Which::Foreign(_) => -1,
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyStream>().is_ok_and(|other| match (&self.stream, &other.get().stream) {
            (Which::Null, Which::Null) | (Which::Thread, Which::Thread) => true,
            (Which::One(a) | Which::Foreign(a), Which::One(b) | Which::Foreign(b)) => {
                a.device() == b.device() && a.native() == b.native()
            }
            (Which::One(one) | Which::Foreign(one), Which::Null)
            | (Which::Null, Which::One(one) | Which::Foreign(one)) => one.is_null(),
            _ => false,
        })
    }

    fn __hash__(&self) -> u64 {
        match &self.stream {
            Which::Null => 0,
            Which::Thread => u64::MAX,
            Which::One(stream) | Which::Foreign(stream) => stream.native(),
        }
    }

    fn __repr__(&self) -> String {
        match &self.stream {
            Which::Null => "<Stream 0, the null stream>".to_owned(),
            Which::Thread => "<Stream of each thread>".to_owned(),
            Which::One(stream) | Which::Foreign(stream) => {
                format!("<Stream {:#x} of {}>", stream.native(), stream.device())
            }
        }
    }
}

/// A stream that another library made, by its native handle `ptr`. That library keeps it.
///
/// It is to be used no more: `Stream.from_external` keeps the other library's object.
#[pyclass(frozen, extends = PyStream, name = "ExternalStream", module = "cuprust.cuda")]
struct PyExternalStream;

#[pymethods]
impl PyExternalStream {
    #[new]
    #[pyo3(signature = (ptr, device_id=-1))]
    fn new(py: Python<'_>, ptr: u64, device_id: i64) -> Result<PyClassInitializer<PyExternalStream>> {
        let text = c"ExternalStream is deprecated: use Stream.from_external, which keeps the other library's stream";
        PyErr::warn(py, &py.get_type::<PyDeprecationWarning>(), text, 1)?;
        let device = match device_id {
            -1 => caught(Device::current)?,
            number => caught(|| Device::numbered(number))?,
        };
        Ok(PyClassInitializer::from(PyStream::of_native(ptr, device, None)?).add_subclass(PyExternalStream))
    }
}

/// The stream that the thread's work on a device goes to: on the current one where `device_id` is -1.
#[pyfunction]
#[pyo3(signature = (device_id=-1), text_signature = "(device_id=-1)")]
fn get_current_stream(py: Python<'_>, device_id: i64) -> Result<Py<PyStream>> {
    let device = match device_id {
        -1 => caught(Device::current)?,
        number => caught(|| Device::numbered(number))?,
    };
    let chosen = CHOSEN.with_borrow(|all| {
        let chosen = all.iter().find(|(kind, _)| *kind == device.kind());
        chosen.map(|(_, stream)| stream.clone_ref(py))
    });
    match chosen {
        Some(chosen) => Ok(chosen),
        None => Ok(py.get_type::<PyStream>().getattr("null")?.cast_into::<PyStream>()?.unbind()),
    }
}

/// Work that was captured from a stream, launched as one as often as wanted. It keeps the memory that it names.
///
/// >>> a, stream = cp.ones(3), cp.cuda.Stream(non_blocking=True)
/// >>> with stream:
/// ...     stream.begin_capture()
/// ...     a *= 2
/// ...     graph = stream.end_capture()
/// ...     graph.launch()
/// ...     graph.launch()
/// >>> a
/// array([4., 4., 4.])
#[pyclass(frozen, name = "Graph", module = "cuprust.cuda")]
struct PyGraph(Graph);

impl PyGraph {
    fn on(&self, py: Python<'_>, stream: Option<&Bound<'_, PyAny>>) -> Result<Stream> {
        match crate::kernel::chosen(stream)? {
            Some(stream) => Ok(stream),
            None => get_current_stream(py, -1)?.get().stream(),
        }
    }
}

#[pymethods]
impl PyGraph {
    /// Runs the captured work, on a stream or on the current one.
    #[pyo3(signature = (stream=None))]
    fn launch(&self, py: Python<'_>, stream: Option<&Bound<'_, PyAny>>) -> Result<()> {
        let stream = self.on(py, stream)?;
        caught(|| self.0.launch(&stream))
    }

    /// Uploads what the first launch needs to the device, on a stream or on the current one.
    #[pyo3(signature = (stream=None))]
    fn upload(&self, py: Python<'_>, stream: Option<&Bound<'_, PyAny>>) -> Result<()> {
        let stream = self.on(py, stream)?;
        caught(|| self.0.upload(&stream))
    }

    /// The native handle of the graph, as CUDA's `cudaGraph_t`; 0 where there is no GPU.
    #[getter(graph)]
    fn native(&self) -> u64 {
        self.0.native().0
    }

    /// The native handle of what is launched, as CUDA's `cudaGraphExec_t`; 0 where there is no GPU.
    #[getter(graphExec)]
    fn graph_exec(&self) -> u64 {
        self.0.native().1
    }

    /// Its nodes and edges in DOT, the language of Graphviz. `flags` are CUDA's `cudaGraphDebugDotFlags`.
    #[pyo3(signature = (flags=0))]
    fn debug_dot_str(&self, py: Python<'_>, flags: u32) -> Result<String> {
        py.detach(|| caught(|| self.0.dot(flags)))
    }

    fn __repr__(&self) -> String {
        format!("<Graph of {}>", self.0.device())
    }
}

/// A mark in a stream, to wait for and to measure time between.
#[pyclass(frozen, name = "Event", module = "cuprust.cuda")]
pub(crate) struct PyEvent {
    event: Event,
}

impl PyEvent {
    fn mark(&self, stream: &Stream) -> Result<()> {
        caught(|| self.event.record(stream))
    }
}

#[pymethods]
impl PyEvent {
    #[new]
    #[pyo3(signature = (block=false, disable_timing=false, interprocess=false))]
    fn new(block: bool, disable_timing: bool, interprocess: bool) -> Result<PyEvent> {
        // The driver chooses how the thread waits: the interpreter's lock is released in any case.
        let _ = block;
        let make = || match (interprocess, disable_timing) {
            (false, _) => Event::new(Device::current()?, !disable_timing),
            (true, true) => Event::shared(Device::current()?),
            (true, false) => Err(cuprust::Error::cuda(
                "cudaErrorInvalidValue: invalid argument: an event between processes has no time: give disable_timing=True",
            )),
        };
        caught(make).map(|event| PyEvent { event })
    }

    /// Records the event at the current end of a stream: of the current stream where none is given.
    #[pyo3(signature = (stream=None))]
    fn record(&self, py: Python<'_>, stream: Option<Bound<'_, PyStream>>) -> Result<()> {
        let stream = match stream {
            Some(stream) => stream.get().stream()?,
            None => get_current_stream(py, -1)?.get().stream()?,
        };
        crate::profiler::detached(py, || self.mark(&stream))
    }

    /// Waits until what was before the mark is done.
    fn synchronize(&self, py: Python<'_>) -> Result<()> {
        crate::profiler::detached(py, || caught(|| self.event.synchronize()))?;
        Ok(py.check_signals()?)
    }

    /// Whether what was before the mark is done.
    #[getter]
    fn done(&self) -> Result<bool> {
        caught(|| self.event.is_done())
    }

    /// The event's native handle, as CUDA's `cudaEvent_t`; where there is no GPU, a number of the object's own.
    #[getter]
    fn ptr(slf: &Bound<'_, Self>) -> u64 {
        slf.get().event.native().unwrap_or_else(|| slf.as_ptr() as u64)
    }

    /// The handle of the event for another process: 64 bytes. Raises CUDARuntimeError for one that was not made with
    /// ``interprocess=True``.
    fn _handle<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &caught(|| self.event.handle())?))
    }

    /// An event of another process on the current device.
    #[staticmethod]
    fn _open(handle: &[u8]) -> Result<PyEvent> {
        let handle = crate::memory::handle(handle)?;
        caught(|| Event::open(Device::current()?, handle)).map(|event| PyEvent { event })
    }

    /// The device of the event.
    #[getter]
    fn device(&self) -> PyDevice {
        PyDevice(self.event.device())
    }
}

/// The milliseconds between two events.
#[pyfunction]
fn get_elapsed_time(py: Python<'_>, start_event: &PyEvent, end_event: &PyEvent) -> Result<f32> {
    py.detach(|| caught(|| start_event.event.elapsed(&end_event.event)))
}

/// Adds what this file defines to the module.
pub(crate) fn register(cuda: &Bound<'_, PyModule>) -> PyResult<()> {
    cuda.add_class::<PyStream>()?;
    cuda.add_class::<PyExternalStream>()?;
    cuda.add_class::<PyGraph>()?;
    cuda.add_class::<PyEvent>()?;
    cuda.add_function(wrap_pyfunction!(get_current_stream, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(get_elapsed_time, cuda)?)
}
