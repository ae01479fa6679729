//! The recording of a function, with the layouts of its results.

use std::sync::Arc;

use cuprust_ir::{Layout, Result};
use cuprust_num::DType;

use crate::Array;
use crate::linalg::factors::failures;
use crate::runtime::{Device, StorageRef, Trace, Tracer};

/// While it lives, this thread's work is recorded for replay, and the thread may not wait for devices.
pub struct Recorder {
    tracer: Tracer,
    /// The distinct storages of the arguments.
    storages: Vec<StorageRef>,
}

/// The recording of a function, as a program that is replayed with other arguments.
pub struct Recorded {
    trace: Arc<Trace>,
    /// For each storage of the arguments, the first argument in it.
    owners: Vec<usize>,
    results: Vec<Shown>,
}

/// The view of a result on its storage.
struct Shown {
    dtype: DType,
    layout: Layout,
    writable: bool,
}

#[cfg(test)]
impl Recorded {
    pub(super) fn trace(&self) -> &Arc<Trace> {
        &self.trace
    }
}

impl Recorder {
    /// Begins to record this thread's work with arguments; `None` where it cannot be traced, or not all arguments are
    /// on the current device.
    ///
    /// # Errors
    /// Errors in computing the arguments.
    pub fn begin(arguments: &[&Array]) -> Result<Option<Recorder>> {
        let device = Device::current()?;
        if arguments.iter().any(|array| array.device() != device) {
            return Ok(None);
        }
        let storages: Vec<StorageRef> =
            owners(arguments).into_iter().map(|owner| arguments[owner].storage().clone()).collect();
        let tracer = Tracer::begin(device, &storages.iter().collect::<Vec<_>>())?;
        Ok(tracer.map(|tracer| Recorder { tracer, storages }))
    }

    /// Ends the recording with the function's results; the program runs as usual. Returns the recording, or why it
    /// cannot be replayed.
    ///
    /// `known` are the arrays besides the arguments that the function may use, which exist at each replay; `None`
    /// stands for all.
    ///
    /// # Errors
    /// Errors in running what was recorded.
    pub fn end(
        self,
        arguments: &[&Array],
        known: Option<&[&Array]>,
        results: &[&Array],
    ) -> Result<std::result::Result<Recorded, &'static str>> {
        let storages: Vec<&StorageRef> = self.storages.iter().collect();
        let known: Option<Vec<&StorageRef>> = known.map(|known| known.iter().map(|array| array.storage()).collect());
        let outputs: Vec<&StorageRef> = results.iter().map(|array| array.storage()).collect();
        let trace = self.tracer.end(&storages, known.as_deref(), &outputs)?;
        let shown = |array: &&Array| Shown {
            dtype: array.dtype(),
            layout: array.layout().clone(),
            writable: array.is_writable(),
        };
        Ok(trace.map(|trace| Recorded {
            trace: Arc::new(trace),
            owners: owners(arguments),
            results: results.iter().map(shown).collect(),
        }))
    }
}

impl Recorded {
    /// Replays it with other arguments of the same signature, and returns the results. `None` where the function must
    /// be called instead: within a capture or a trace, or if others may change an argument at any time.
    ///
    /// # Errors
    /// Where computing an argument failed; errors in the program.
    pub fn run(&self, arguments: &[&Array]) -> Result<Option<Vec<Array>>> {
        let storages: Vec<&StorageRef> = self.owners.iter().map(|&owner| arguments[owner].storage()).collect();
        let Some(results) = self.trace.run(&storages)? else { return Ok(None) };
        let array = |(storage, shown): (StorageRef, &Shown)| {
            let mut array = Array::over(storage, shown.dtype, shown.layout.clone());
            if !shown.writable {
                array.set_writable(false);
            }
            array
        };
        Ok(Some(results.into_iter().zip(&self.results).map(array).collect()))
    }

    /// Whether elements came from the host while it was recorded: they are the same at each run.
    pub fn reads_host(&self) -> bool {
        self.trace.uploads()
    }

    /// How many instructions it has.
    pub fn instructions(&self) -> usize {
        self.trace.instructions()
    }
}

/// For each storage of some arrays, the first array in it.
fn owners(arrays: &[&Array]) -> Vec<usize> {
    let is_first = |index: &usize| !arrays[..*index].iter().any(|other| other.shares_storage(arrays[*index]));
    (0..arrays.len()).filter(is_first).collect()
}

/// Writes the signature of arguments: which of them share storages, and their dtypes, layouts and whether they may be
/// written. Arguments of equal signatures on one device give equal recordings.
pub fn write_signature(arguments: &[&Array], signature: &mut Vec<u64>) {
    for (index, array) in arguments.iter().enumerate() {
        let alias = arguments[..index].iter().position(|other| other.shares_storage(array)).unwrap_or(index);
        let layout = array.layout();
        signature.push(
            array.dtype() as u64
                | u64::from(array.is_writable()) << 8
                | (array.ndim() as u64) << 16
                | (alias as u64) << 32,
        );
        signature.push(layout.offset as u64);
        signature.extend(layout.shape.iter().chain(layout.strides.iter()).map(|&number| number as u64));
    }
    let device = Device::current().map_or(u64::MAX >> 8, |device| u64::from(device.profiled_as()));
    // The recording of a factorisation depends on the treatment of failures.
    signature.push(device << 8 | failures() as u64);
}
