//! Recordings and ranges, begun and ended by the program.

use std::io;
use std::path::Path;

use cuprust_ir::{Error, ErrorKind, Result};
use cuprust_profile::{Event, Kind, OpenRange, Recording, Target, intern, push, range_begin, range_end};

use super::{Ceilings, ceilings};
use crate::runtime::{Device, mark_for_tools, pop_range_of_tools, push_range_of_tools};

/// A recording in progress. It continues until it is stopped or dropped.
#[derive(Debug)]
#[must_use = "the recording ends when the recorder is dropped"]
pub struct Recorder {
    /// The time at which this recorder began, if another recording was in progress, which continues after it.
    within: Option<u64>,
    stopped: bool,
}

fn failed(error: &io::Error) -> Error {
    Error::new(ErrorKind::Io, format!("the recording of the profiler cannot be kept: {error}"))
}

/// Runs what was recorded on every stream of every device that is not captured, and waits for it: a recording contains
/// only the work of its own time, not what earlier code left to run.
fn settle() -> Result<()> {
    Device::opened().try_for_each(|device| match device.executor().check_process() {
        Ok(()) => device.synchronize_for_recording(),
        Err(_) => Ok(()),
    })
}

/// Records the program's work on its devices from now on, in this process's memory. Earlier work runs first. If a
/// recording is already in progress, it continues, and this recorder returns the part of it from here on.
///
/// # Errors
/// An I/O error where memory is exhausted; errors in the earlier work.
///
/// ```
/// # use cuprust::*;
/// let recorder = profiler::record()?;
/// sin(&ones(100)?)?.to_vec::<f64>()?;
/// assert!(!profiler::report(&recorder.stop()?).is_empty());
/// # Ok::<(), Error>(())
/// ```
pub fn record() -> Result<Recorder> {
    settle()?;
    match cuprust_profile::start(Target::Memory) {
        Ok(()) => Ok(Recorder { within: None, stopped: false }),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Ok(Recorder { within: Some(cuprust_profile::now()), stopped: false })
        }
        Err(error) => Err(failed(&error)),
    }
}

/// As [`record`], in a file, which can be read whatever happens to this process: [`Recording::open`].
///
/// # Errors
/// An I/O error where the file cannot be written; a value error where a recording is in progress already; errors in the
/// earlier work.
///
/// ```
/// # use cuprust::*;
/// let path = std::env::temp_dir().join(format!("recording-{}.bin", std::process::id()));
/// let recorder = profiler::record_to(&path)?;
/// sin(&ones(100)?)?.to_vec::<f64>()?;
/// recorder.close()?;
/// assert!(path.metadata().is_ok_and(|file| file.len() > 0));
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), Error>(())
/// ```
pub fn record_to(path: impl AsRef<Path>) -> Result<Recorder> {
    settle()?;
    match cuprust_profile::start(Target::File(path.as_ref())) {
        Ok(()) => Ok(Recorder { within: None, stopped: false }),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(Error::value("a recording is in progress in this process: stop it first"))
        }
        Err(error) => Err(failed(&error).within(&path.as_ref().display().to_string())),
    }
}

impl Recorder {
    /// Runs what was recorded on every stream of every device that is not captured, waits for it, and returns the
    /// recording.
    ///
    /// # Errors
    /// An I/O error where the recording could not be written or cannot be read; errors in the work.
    ///
    /// ```
    /// # use cuprust::*;
    /// let recorder = profiler::record()?;
    /// profiler::mark("a moment", 0);
    /// assert_eq!(recorder.stop()?.of(profiler::Kind::Mark).count(), 1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn stop(mut self) -> Result<Recording> {
        self.stopped = true;
        let waited = settle();
        let end = cuprust_profile::now();
        let recording = match self.within {
            Some(start) => cuprust_profile::so_far().map(|found| found.map(|all| all.between(start, end))),
            None => cuprust_profile::stop(),
        };
        let recording = recording.map_err(|error| failed(&error))?.unwrap_or_default();
        waited.map(|()| recording)
    }

    /// Ends the recording without reading it: it stays in its file. Pending work of devices is not waited for.
    ///
    /// # Errors
    /// An I/O error where the recording could not be written.
    ///
    /// ```
    /// # use cuprust::*;
    /// let path = std::env::temp_dir().join(format!("closed-{}.bin", std::process::id()));
    /// profiler::record_to(&path)?.close()?;
    /// assert!(!profiler::is_on() && path.exists());
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), Error>(())
    /// ```
    pub fn close(mut self) -> Result<()> {
        self.stopped = true;
        if self.within.is_some() { Ok(()) } else { cuprust_profile::end().map_err(|error| failed(&error)) }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        if !self.stopped && self.within.is_none() {
            let _ = cuprust_profile::end();
        }
    }
}

/// Whether a recording is in progress.
///
/// ```
/// # use cuprust::*;
/// assert!(!profiler::is_on());
/// ```
pub fn is_on() -> bool {
    cuprust_profile::is_on()
}

/// Writes what was recorded so far to its destination.
pub fn flush() {
    cuprust_profile::flush();
}

/// Adds a note to the current recording, which reports show. Keys that begin with `_` are not shown.
///
/// ```
/// # use cuprust::*;
/// let recorder = profiler::record()?;
/// profiler::note("rows", "a thousand");
/// assert!(profiler::report(&recorder.stop()?).contains("a thousand"));
/// # Ok::<(), Error>(())
/// ```
pub fn note(key: &str, value: &str) {
    cuprust_profile::note(key, value);
}

/// A named range of time of a thread, until it is dropped. Other tools see it too, by NVTX.
#[derive(Debug)]
#[must_use = "the range ends when it is dropped"]
pub struct Range {
    open: Option<OpenRange>,
    /// A range belongs to the thread that made it.
    _thread: std::marker::PhantomData<*const ()>,
}

/// Begins a range.
///
/// ```
/// # use cuprust::*;
/// let recorder = profiler::record()?;
/// drop(profiler::range("a part of the program"));
/// assert!(profiler::report(&recorder.stop()?).contains("a part of the program"));
/// # Ok::<(), Error>(())
/// ```
pub fn range(name: &str) -> Range {
    range_with_colour(name, 0)
}

/// Begins a range with a colour, `0xAARRGGBB`.
///
/// ```
/// # use cuprust::*;
/// let recorder = profiler::record()?;
/// drop(profiler::range_with_colour("a green part", 0xff00_ff00));
/// assert!(profiler::report(&recorder.stop()?).contains("a green part"));
/// # Ok::<(), Error>(())
/// ```
pub fn range_with_colour(name: &str, colour: u32) -> Range {
    let open = cuprust_profile::is_on().then(|| range_begin(name, colour));
    push_range_of_tools(name, colour);
    Range { open, _thread: std::marker::PhantomData }
}

impl Drop for Range {
    fn drop(&mut self) {
        pop_range_of_tools();
        if let Some(open) = self.open.take() {
            range_end(open);
        }
    }
}

/// Marks a moment. Other tools see it too, by NVTX.
///
/// ```
/// # use cuprust::*;
/// let recorder = profiler::record()?;
/// profiler::mark("a moment", 0xff00_ff00);
/// assert_eq!(recorder.stop()?.of(profiler::Kind::Mark).count(), 1);
/// # Ok::<(), Error>(())
/// ```
pub fn mark(name: &str, colour: u32) {
    mark_for_tools(name, colour);
    if cuprust_profile::is_on() {
        push(Event::new(Kind::Mark, intern(name)).with(0, [u64::from(colour), 0, 0, 0]));
    }
}

/// Measures the rates of the opened devices, for the advice, and adds them as notes to the current recording, which
/// ends with that: nothing more is recorded.
///
/// # Errors
/// Errors in the measurement.
pub fn measure_ceilings() -> Result<()> {
    cuprust_profile::pause();
    for device in Device::opened().filter(|device| !device.capabilities().simulated) {
        if device.executor().check_process().is_ok() {
            let found = ceilings(device)?;
            let Ceilings { bytes, single, double, half } = found;
            note(&format!("_ceiling {device}"), &format!("{bytes:e} {single:e} {double:e} {half:e}"));
        }
    }
    Ok(())
}
