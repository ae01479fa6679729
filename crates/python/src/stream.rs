//! Streams and events, as CuPy has them; on the CPU too, where work is done when a call returns.

use std::cell::RefCell;

use cuprust::{Device, Event, Stream};
use pyo3::prelude::*;

use crate::device::PyDevice;
use crate::error::{Failure, Result, caught, type_error};

/// A queue of work of a device. As a context manager it is the stream that the thread's work goes to.
#[pyclass(frozen, name = "Stream", module = "cuprust.cuda")]
pub(crate) struct PyStream {
    /// None is the null stream of whichever device is current.
    stream: Option<Stream>,
    #[pyo3(get)]
    priority: i32,
    #[pyo3(get)]
    is_non_blocking: bool,
}

thread_local! {
    /// The streams to go back to, innermost last.
    static BEFORE: RefCell<Vec<Option<Py<PyStream>>>> = const { RefCell::new(Vec::new()) };
    /// The stream that was chosen, if one was: it is kept as long as work goes to it.
    static CHOSEN: RefCell<Option<Py<PyStream>>> = const { RefCell::new(None) };
}

impl PyStream {
    const NULL: PyStream = PyStream { stream: None, priority: 0, is_non_blocking: false };

    /// The stream, of the current device where it is the null stream.
    pub(crate) fn stream(&self) -> Result<Stream> {
        match &self.stream {
            Some(stream) => Ok(stream.clone()),
            None => caught(|| Ok(Stream::null(Device::current()?))),
        }
    }

    /// Refuses what is given as a stream and is none.
    pub(crate) fn check(stream: Option<&Bound<'_, PyAny>>) -> Result<()> {
        match stream {
            Some(stream) if !stream.is_none() && !stream.is_instance_of::<PyStream>() => {
                Err(type_error("stream must be a cuprust.cuda.Stream or None"))
            }
            _ => Ok(()),
        }
    }

    fn choose(chosen: Option<Py<PyStream>>) -> Result<Option<Py<PyStream>>> {
        match &chosen {
            Some(stream) => stream.get().stream()?.make_current(),
            None => PyStream::NULL.stream()?.make_current(),
        }
        Ok(CHOSEN.replace(chosen))
    }
}

#[pymethods]
impl PyStream {
    #[new]
    #[pyo3(signature = (null=false, non_blocking=false, ptds=false, priority=None))]
    fn new(null: bool, non_blocking: bool, ptds: bool, priority: Option<i32>) -> Result<PyStream> {
        if null || ptds {
            return Ok(PyStream::NULL);
        }
        let priority = priority.unwrap_or(0);
        let stream = caught(|| Stream::new(Device::current()?, non_blocking, priority))?;
        Ok(PyStream { stream: Some(stream), priority, is_non_blocking: non_blocking })
    }

    /// The null stream.
    #[classattr]
    fn null() -> PyStream {
        PyStream::NULL
    }

    /// The null stream: every thread has a queue of its own here.
    #[classattr]
    fn ptds() -> PyStream {
        PyStream::NULL
    }

    /// Makes this the stream that the thread's work goes to.
    fn r#use(slf: Py<Self>) -> Result<Py<Self>> {
        Python::attach(|py| PyStream::choose(Some(slf.clone_ref(py))))?;
        Ok(slf)
    }

    fn __enter__(slf: Py<Self>, py: Python<'_>) -> Result<Py<Self>> {
        let before = PyStream::choose(Some(slf.clone_ref(py)))?;
        BEFORE.with_borrow_mut(|stack| stack.push(before));
        Ok(slf)
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, _args: &Bound<'_, PyAny>) -> Result<()> {
        let before = BEFORE.with_borrow_mut(Vec::pop).flatten();
        PyStream::choose(before).map(drop)
    }

    /// Waits for the stream's work. The interpreter is left to others meanwhile.
    fn synchronize(&self, py: Python<'_>) -> Result<()> {
        cuprust::check_waiting()?;
        let idle = caught(|| {
            let device = self.stream.as_ref().map_or_else(Device::current, |stream| Ok(stream.device()))?;
            Ok(Stream::is_idle(device, self.stream.as_ref()))
        })?;
        // Where there is nothing to wait for, leaving the interpreter to others would cost more than all the rest.
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

    /// Marks the stream's present end by an event, a new one where none is given.
    #[pyo3(signature = (event=None))]
    fn record(&self, py: Python<'_>, event: Option<Bound<'_, PyEvent>>) -> Result<Py<PyEvent>> {
        let event = match event {
            Some(event) => event,
            None => Bound::new(py, PyEvent::new(false, false, false)?)?,
        };
        event.get().mark(&self.stream()?)?;
        Ok(event.unbind())
    }

    /// Lets the stream's further work wait for an event.
    fn wait_event(&self, event: &PyEvent) -> Result<()> {
        let stream = self.stream()?;
        caught(|| stream.wait_event(&event.event))
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

    /// The number of the stream's device; -1 for the null stream of whichever device is current.
    #[getter]
    fn device_id(&self) -> i64 {
        self.stream.as_ref().map_or(-1, |stream| stream.device().number())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyStream>().is_ok_and(|other| match (&self.stream, &other.get().stream) {
            (None, None) => true,
            (Some(a), Some(b)) => a == b,
            (Some(one), None) | (None, Some(one)) => one.is_null(),
        })
    }

    fn __hash__(&self) -> u64 {
        self.stream.as_ref().map_or(0, Stream::native)
    }

    fn __repr__(&self) -> String {
        match &self.stream {
            Some(stream) => format!("<Stream {:#x} of {}>", stream.native(), stream.device()),
            None => "<Stream 0, the null stream>".to_owned(),
        }
    }
}

/// The stream that the thread's work goes to.
#[pyfunction]
#[pyo3(signature = (device_id=-1), text_signature = "(device_id=-1)")]
fn get_current_stream(py: Python<'_>, device_id: i64) -> Result<Py<PyStream>> {
    let _ = device_id;
    match CHOSEN.with_borrow(|chosen| chosen.as_ref().map(|chosen| chosen.clone_ref(py))) {
        Some(chosen) => Ok(chosen),
        None => Ok(Py::new(py, PyStream::NULL)?),
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
        if interprocess {
            return Err(Failure::Crate(cuprust::Error::not_implemented("events between processes are not built yet")));
        }
        // How the thread waits is the driver's choice: waiting leaves the interpreter to others either way.
        let _ = block;
        let event = caught(|| Event::new(Device::current()?, !disable_timing))?;
        Ok(PyEvent { event })
    }

    /// Marks the present end of a stream: of the current one where none is given.
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
    cuda.add_class::<PyEvent>()?;
    cuda.add_function(wrap_pyfunction!(get_current_stream, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(get_elapsed_time, cuda)?)
}
