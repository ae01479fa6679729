//! What a function recorded once, with the layouts of its results.

use std::sync::Arc;

use cuprust_ir::{Layout, Result};
use cuprust_num::DType;

use crate::Array;
use crate::linalg::factors::failures;
use crate::runtime::{Device, StorageRef, Trace, Tracer};

/// While it lives, what this thread does is recorded to be run again, and the thread may not wait for devices.
pub struct Recorder {
    tracer: Tracer,
    /// The storages of the arguments, each once.
    storages: Vec<StorageRef>,
}

/// What a function did, as a program that runs again with other arguments.
pub struct Recorded {
    trace: Arc<Trace>,
    /// Of each storage of the arguments, the first argument that lies in it.
    owners: Vec<usize>,
    results: Vec<Shown>,
}

/// How a result shows its storage.
struct Shown {
    dtype: DType,
    layout: Layout,
    writable: bool,
}

impl Recorder {
    /// Begins to record what this thread does with arguments; nothing where what it does is not recorded as ever, or
    /// not all arguments are on the current device.
    ///
    /// # Errors
    /// What went wrong in what the arguments wait for.
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

    /// Ends the recording with what the function gives: it is run, as whatever is recorded. Gives what was recorded, or
    /// why that cannot be run again.
    ///
    /// `known` are the arrays beside the arguments that the function may use, which are there at each run; where
    /// nothing is given, all are.
    ///
    /// # Errors
    /// What went wrong in running what was recorded.
    pub fn end(
        self,
        arguments: &[&Array],
        known: Option<&[&Array]>,
        results: &[&Array],
    ) -> Result<std::result::Result<Recorded, &'static str>> {
        let storages: Vec<&StorageRef> = self.storages.iter().collect();
        let known: Option<Vec<&StorageRef>> = known.map(|known| known.iter().map(|array| array.storage()).collect());
        let given: Vec<&StorageRef> = results.iter().map(|array| array.storage()).collect();
        let trace = self.tracer.end(&storages, known.as_deref(), &given)?;
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
    /// Runs it with other arguments, of the same signature, and gives the results. Nothing where the function is to be
    /// called instead: what is done now is not run as ever, or others may change an argument at any time.
    ///
    /// # Errors
    /// Where an argument could not be computed; what goes wrong in the program.
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

/// Of each storage of some arrays, the first array that lies in it.
fn owners(arrays: &[&Array]) -> Vec<usize> {
    let is_first = |place: &usize| !arrays[..*place].iter().any(|other| other.shares_storage(arrays[*place]));
    (0..arrays.len()).filter(is_first).collect()
}

/// Writes what a program depends on of its arguments: which of them share storages, and their dtypes, layouts and
/// whether they may be written. Equal programs are recorded from arguments of equal signatures on one device.
pub fn write_signature(arguments: &[&Array], signature: &mut Vec<u64>) {
    for (place, array) in arguments.iter().enumerate() {
        let alias = arguments[..place].iter().position(|other| other.shares_storage(array)).unwrap_or(place);
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
    // What is recorded of a factorisation depends on what is done where there is none.
    signature.push(device << 8 | failures() as u64);
}
