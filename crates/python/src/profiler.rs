//! The profiler: recordings, their reports, and ranges.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ffi::c_int;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use cuprust::profiler::{Builder, Cell, Event, Kind, Range, Recorder, Recording};
use cuprust::{Error, ErrorKind, profiler};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::array::NdArray;
use crate::error::{Result, caught, guarded, value_error};

thread_local! {
    /// The open ranges of this thread, innermost last.
    static RANGES: RefCell<Vec<Range>> = const { RefCell::new(Vec::new()) };
}

/// Source lines with their interned numbers. The code objects are kept alive, so that their addresses are not reused.
type LineNumbers = HashMap<(usize, c_int), (Py<PyAny>, u32)>;

/// The most lines in the cache.
const MAX_KNOWN_LINES: usize = 4096;

/// The calling thread's source line outside of this package, as the number of `script.py:7`.
fn location() -> Option<u32> {
    if !crate::embedding::is_attached() {
        return None;
    }
    Python::attach(|py| find_location(py).ok().flatten())
}

fn find_location(py: Python<'_>) -> PyResult<Option<u32>> {
    static KNOWN: Mutex<Option<LineNumbers>> = Mutex::new(None);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let Some((frame, code, line)) = innermost(py) else { return Ok(None) };
    let key = (code.as_ptr() as usize, line);
    if let Some((_, location)) = known().as_ref().and_then(|lines| lines.get(&key)) {
        return Ok(Some(*location));
    }
    let (location, is_innermost) = outside_of_package(py, frame)?;
    if let Some(location) = location.filter(|_| is_innermost) {
        // Dropping code objects may run other code, so it is not done under the lock.
        let full = {
            let mut known = known();
            let full =
                if known.as_ref().is_some_and(|lines| lines.len() >= MAX_KNOWN_LINES) { known.take() } else { None };
            known.get_or_insert_default().insert(key, (code.unbind(), location));
            full
        };
        drop(full);
    }
    Ok(location)
}

/// The current frame, its code and its line.
fn innermost(py: Python<'_>) -> Option<(Bound<'_, PyAny>, Bound<'_, PyAny>, c_int)> {
    // SAFETY: this thread is attached to the interpreter. The frame is borrowed from it and lives as long as it runs;
    // its code is handed over.
    unsafe {
        let frame = ffi::PyEval_GetFrame();
        let running = Bound::from_borrowed_ptr_or_opt(py, frame.cast())?;
        let code = Bound::from_owned_ptr_or_opt(py, ffi::PyFrame_GetCode(frame).cast())?;
        Some((running, code, ffi::PyFrame_GetLineNumber(frame)))
    }
}

/// The source line of the innermost frame from this one outwards that is not in this package, and whether that is this
/// frame.
fn outside_of_package(py: Python<'_>, mut frame: Bound<'_, PyAny>) -> PyResult<(Option<u32>, bool)> {
    let (package, mut is_innermost) = (package(py)?, true);
    while !frame.is_none() {
        let file: String = frame.getattr("f_code")?.getattr("co_filename")?.extract()?;
        // An example in the package counts as a program.
        if file.strip_prefix(package).is_none_or(|rest| Path::new(rest).starts_with("_life")) {
            let line: u32 = frame.getattr("f_lineno")?.extract().unwrap_or(0);
            return Ok((Some(profiler::intern(&format!("{file}:{line}"))), is_innermost));
        }
        (frame, is_innermost) = (frame.getattr("f_back")?, false);
    }
    Ok((None, false))
}

/// The folder of this package, with a trailing separator.
fn package(py: Python<'_>) -> PyResult<&'static str> {
    static PACKAGE: OnceLock<String> = OnceLock::new();
    if let Some(package) = PACKAGE.get() {
        return Ok(package);
    }
    let file: String = py.import("cuprust")?.getattr("__file__")?.extract()?;
    let folder = file.trim_end_matches(|character| character != '/' && character != '\\').to_owned();
    Ok(PACKAGE.get_or_init(|| folder))
}

/// Runs work with the interpreter's lock released. Its events get the source line of the caller.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    let location = profiler::located();
    let result = py.detach(work);
    drop(location);
    result
}

/// Excludes the time of an operator from Python's profile, where operators have no entry of their own: it would count
/// as time of the function that contains the operator.
pub(crate) use profiler::away;

/// Begins the call of a function on these operands, if calls are recorded.
#[inline]
pub(crate) fn called<'a, 'py: 'a>(
    name: &str,
    operands: impl IntoIterator<Item = Borrowed<'a, 'py, PyAny>>,
) -> Option<profiler::Called> {
    profiler::called(name, || {
        let described = operands.into_iter().map(|operand| match operand.cast::<NdArray>() {
            Ok(array) => {
                let array = array.get().array();
                format!("{}{:?}", array.dtype(), array.shape())
            }
            Err(_) => operand.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string()),
        });
        described.collect::<Vec<_>>().join(", ")
    })
}

/// Enables the recording of function calls: by name, or with the dtypes and shapes of their operands.
#[pyfunction]
fn record_calls(operands: bool) {
    profiler::record_calls(operands);
}

/// A recording that was ended or read from a file.
#[pyclass(frozen, name = "Recording", module = "cuprust.profiler")]
pub(crate) struct PyRecording(Recording);

fn io_error(path: &std::path::Path, error: &std::io::Error) -> Error {
    let kind = if error.kind() == std::io::ErrorKind::InvalidData { ErrorKind::Value } else { ErrorKind::Io };
    Error::new(kind, format!("{}: {error}", path.display()))
}

fn write(path: &std::path::Path, bytes: &[u8]) -> Result<()> {
    caught(|| std::fs::write(path, bytes).map_err(|error| io_error(path, &error)))
}

#[pymethods]
impl PyRecording {
    /// Reads a recording from a file.
    #[staticmethod]
    fn open(path: PathBuf) -> Result<PyRecording> {
        caught(|| Recording::open(&path).map(PyRecording).map_err(|error| io_error(&path, &error)))
    }

    /// A recording made of the events of another tool: tuples of kind, name, device, stream, thread, start, duration,
    /// detail and values.
    #[staticmethod]
    fn of(events: &Bound<'_, PyList>, notes: Vec<(String, String)>) -> Result<PyRecording> {
        let mut builder = Builder::default();
        for event in events {
            type Fields = (String, String, u16, u32, u32, u64, u64, u8, [u64; 4]);
            let (kind, name, device, stream, thread, start, duration, detail, values): Fields = event.extract()?;
            let Some(kind) = kind_of(&kind) else {
                return Err(value_error(format!("there is no event of the kind {kind:?}")));
            };
            let name = builder.name(&name);
            let event = Event { start, duration, thread, location: 0, ..Event::new(kind, name) };
            builder.add(event.on(device, stream).with(detail, values));
        }
        let mut recording = builder.finish();
        recording.notes = notes;
        Ok(PyRecording(recording))
    }

    /// The report as text.
    fn report(&self, py: Python<'_>) -> Result<String> {
        guarded(|| Ok(py.detach(|| profiler::report(&self.0))))
    }

    /// Writes the recording to a file, which `cuprust stats` and `Recording.open` read.
    fn save(&self, file: PathBuf) -> Result<()> {
        write(&file, &self.0.to_bytes())
    }

    /// Writes the report as one page of HTML.
    fn html(&self, py: Python<'_>, file: PathBuf) -> Result<()> {
        let page = guarded(|| Ok(py.detach(|| profiler::html(&self.0))))?;
        write(&file, page.as_bytes())
    }

    /// Writes the events as Chrome's trace events, which Perfetto opens.
    fn trace(&self, py: Python<'_>, file: PathBuf) -> Result<()> {
        caught(|| {
            py.detach(|| {
                let written = std::fs::File::create(&file).and_then(|out| {
                    let mut out = std::io::BufWriter::new(out);
                    profiler::trace(&self.0, &mut out)?;
                    std::io::Write::flush(&mut out)
                });
                written.map_err(|error| io_error(&file, &error))
            })
        })
    }

    /// The tables: of each its key the title, the columns and the rows.
    fn tables<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for table in guarded(|| Ok(profiler::tables(&self.0)))? {
            let rows = table.rows.iter().map(|row| {
                let cells = row.iter().map(|cell| match cell {
                    Cell::Percent(value) | Cell::Mean(value) | Cell::Megabytes(value) => {
                        Ok(value.into_pyobject(py)?.into_any())
                    }
                    Cell::Count(value) => Ok(value.into_pyobject(py)?.into_any()),
                    Cell::Text(text) => Ok(text.into_pyobject(py)?.into_any()),
                });
                PyTuple::new(py, cells.collect::<PyResult<Vec<_>>>()?)
            });
            let one = PyDict::new(py);
            one.set_item("title", table.title)?;
            one.set_item("columns", table.columns.iter().map(|column| column.0).collect::<Vec<_>>())?;
            one.set_item("rows", rows.collect::<PyResult<Vec<_>>>()?)?;
            all.set_item(table.key, one)?;
        }
        Ok(all)
    }

    /// Those of Nsight Systems' tables that have no row: of each its key the title, and why.
    fn empty_tables(&self) -> Result<BTreeMap<&'static str, (&'static str, &'static str)>> {
        let empty = guarded(|| Ok(profiler::empty_tables(&self.0)))?;
        Ok(empty.into_iter().map(|table| (table.key, (table.title, table.why))).collect())
    }

    /// The tables as text with commas between cells: of each a line with its title, the titles of its columns, and its
    /// rows.
    fn csv(&self) -> Result<String> {
        let quoted = |text: &str| Cell::Text(text.to_owned()).csv();
        let table = |table: &profiler::Table| {
            let titles: Vec<String> = table.columns.iter().map(|column| quoted(column.0)).collect();
            let rows = table.rows.iter().map(|row| row.iter().map(Cell::csv).collect::<Vec<_>>().join(","));
            let lines = [quoted(table.title), titles.join(",")].into_iter().chain(rows);
            lines.collect::<Vec<_>>().join("\n")
        };
        let tables = guarded(|| Ok(profiler::tables(&self.0)))?;
        Ok(tables.iter().map(table).collect::<Vec<_>>().join("\n\n") + "\n")
    }

    /// The advice: of each piece the rule, the share of the recording's time, the title, the evidence and the change
    /// to make.
    fn advice(&self) -> Result<Vec<BTreeMap<&'static str, String>>> {
        let advice = guarded(|| Ok(self.0.advice()))?;
        let fields = |advice: profiler::Advice| {
            BTreeMap::from([
                ("share", advice.share(&self.0)),
                ("rule", advice.rule.to_owned()),
                ("title", advice.title),
                ("evidence", advice.evidence),
                ("change", advice.change),
            ])
        };
        Ok(advice.into_iter().map(fields).collect())
    }

    /// The notes of the recording.
    #[getter]
    fn notes(&self) -> BTreeMap<String, String> {
        self.0.notes.iter().cloned().collect()
    }

    /// Warnings about the recording itself, for example that its end is missing.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings.clone()
    }

    /// How many events there are.
    fn __len__(&self) -> usize {
        self.0.events.len()
    }

    /// The nanoseconds from the first start to the last end.
    #[getter]
    fn duration(&self) -> u64 {
        let (start, end) = self.0.span();
        end - start
    }

    fn __repr__(&self) -> String {
        format!("<Recording of {} events in {:.6} s>", self.0.events.len(), self.duration() as f64 * 1e-9)
    }
}

fn kind_of(text: &str) -> Option<Kind> {
    Some(match text {
        "range" => Kind::Range,
        "mark" => Kind::Mark,
        "kernel" => Kind::Kernel,
        "copy" => Kind::Copy,
        "call" => Kind::Call,
        "wait" => Kind::Wait,
        _ => return None,
    })
}

/// A recording under way.
#[pyclass(name = "Recorder", module = "cuprust.profiler", unsendable)]
pub(crate) struct PyRecorder(Option<Recorder>);

#[pymethods]
impl PyRecorder {
    /// Begins to record: in memory, or in a file.
    #[new]
    #[pyo3(signature = (file=None))]
    fn new(file: Option<PathBuf>) -> Result<PyRecorder> {
        let begun = caught(|| match &file {
            Some(file) => profiler::record_to(file),
            None => profiler::record(),
        })?;
        Ok(PyRecorder(Some(begun)))
    }

    /// Waits for all devices, ends the recording and gives it.
    fn stop(&mut self, py: Python<'_>) -> Result<PyRecording> {
        let Some(recorder) = self.0.take() else { return Err(value_error("the recorder was stopped before")) };
        let recording = py.detach(|| caught(|| recorder.stop()))?;
        Ok(PyRecording(recording))
    }

    /// Ends the recording, which stays in its file.
    fn close(&mut self) -> Result<()> {
        self.0.take().map_or(Ok(()), |recorder| caught(|| recorder.close()))
    }
}

/// Begins a range of this thread.
#[pyfunction]
#[pyo3(signature = (name, colour=0))]
fn range_push(name: &str, colour: u32) {
    RANGES.with_borrow_mut(|ranges| ranges.push(profiler::range_with_colour(name, colour)));
}

/// Ends the range that this thread began last; false where there is none.
#[pyfunction]
fn range_pop() -> bool {
    RANGES.with_borrow_mut(Vec::pop).is_some()
}

/// Marks a moment.
#[pyfunction]
#[pyo3(signature = (name, colour=0))]
fn mark(name: &str, colour: u32) {
    profiler::mark(name, colour);
}

/// Adds a note to the current recording.
#[pyfunction]
fn note(key: &str, value: &str) {
    profiler::note(key, value);
}

/// Writes what was recorded so far.
#[pyfunction]
fn flush() {
    profiler::flush();
}

/// Nanoseconds of a clock that stands still while the calling thread runs recorded operations or waits for a device:
/// for a profiler of Python. It does so while a recording is under way.
#[pyfunction]
fn python_time() -> u64 {
    profiler::now().saturating_sub(profiler::time_away())
}

/// Nanoseconds for which that clock has stood still.
#[pyfunction]
fn time_away() -> u64 {
    profiler::time_away()
}

/// Whether a recording is under way.
#[pyfunction]
fn is_on() -> bool {
    profiler::is_on()
}

/// Measures what the opened devices can do, and notes it: nothing more is recorded.
#[pyfunction]
fn measure_ceilings(py: Python<'_>) -> Result<()> {
    py.detach(|| caught(profiler::measure_ceilings))
}

/// A text with its control characters, ends of lines and tabs apart, as escapes: a terminal shows it as it is.
#[pyfunction]
fn printable(text: &str) -> std::borrow::Cow<'_, str> {
    profiler::printable(text)
}

/// How many times longer the second of paired runs took, and the bounds of 95 %; None where that cannot be said.
#[pyfunction]
fn ratio(first: Vec<f64>, second: Vec<f64>) -> Option<[f64; 3]> {
    profiler::ratio(&first, &second)
}

/// Starts or stops an external profiler of this process.
#[pyfunction]
fn external_profiler(on: bool) -> Result<()> {
    caught(|| cuprust_cuda::driver::set_external_profiler(on))
}

/// Registers the function that finds the program's source line.
pub(crate) fn register_location_finder() {
    profiler::set_location_finder(location);
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyRecording>()?;
    module.add_class::<PyRecorder>()?;
    module.add("STYLE", profiler::STYLE)?;
    module.add_function(wrap_pyfunction!(range_push, module)?)?;
    module.add_function(wrap_pyfunction!(range_pop, module)?)?;
    module.add_function(wrap_pyfunction!(mark, module)?)?;
    module.add_function(wrap_pyfunction!(note, module)?)?;
    module.add_function(wrap_pyfunction!(flush, module)?)?;
    module.add_function(wrap_pyfunction!(python_time, module)?)?;
    module.add_function(wrap_pyfunction!(time_away, module)?)?;
    module.add_function(wrap_pyfunction!(is_on, module)?)?;
    module.add_function(wrap_pyfunction!(measure_ceilings, module)?)?;
    module.add_function(wrap_pyfunction!(record_calls, module)?)?;
    module.add_function(wrap_pyfunction!(ratio, module)?)?;
    module.add_function(wrap_pyfunction!(printable, module)?)?;
    module.add_function(wrap_pyfunction!(external_profiler, module)?)
}
