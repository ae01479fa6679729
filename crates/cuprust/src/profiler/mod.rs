//! Profiling: timing of repeated calls, and recordings of a program's work on its devices.
//!
//! ```
//! use cuprust::*;
//!
//! # fn main() -> Result<()> {
//! let recorder = profiler::record()?;
//! {
//!     let _range = profiler::range("sum of squares");
//!     let x = arange(100_000)?;
//!     (&x * &x).sum(..)?.to_vec::<i64>()?;
//! }
//! let recording = recorder.stop()?;
//! let tables = profiler::tables(&recording);
//! assert!(tables.iter().any(|table| table.key == "kernels"));
//! println!("{}", profiler::report(&recording));
//! # Ok(())
//! # }
//! ```

mod benchmark;
mod ceilings;
mod recorder;

pub use benchmark::{Benchmark, Comparison, benchmark, compare};
pub use ceilings::{Ceilings, ceilings};
pub use cuprust_profile::{
    Advice, Builder, Called, Cell, Column, EmptyTable, Event, Kind, Located, Recording, STYLE, Summary, Table, away,
    called, empty_tables, html, intern, located, now, printable, ratio, record_calls, report, set_location_finder,
    tables, time_away, trace,
};
pub use recorder::{
    Range, Recorder, flush, is_on, mark, measure_ceilings, note, range, range_with_colour, record, record_to,
};
