//! A recorder of events with their times, its file format, and the reports made from recordings.
//!
//! The recorder is off until [`start`]; while off it costs one relaxed load of an atomic at each event. An event is 80
//! bytes of a fixed form ([`Event`]); its names are interned. A recording is a list of chunks that are only ever
//! appended, so a file can be read whatever happened to the process that wrote it.

mod advice;
mod away;
mod clock;
mod event;
mod fork;
mod format;
mod host;
mod html;
mod json;
mod local;
mod log;
mod loops;
mod numbers;
mod order;
mod ranges;
mod recorder;
mod recording;
mod ring;
mod roofline;
mod statistics;
mod tables;
mod text;
mod timeline;
mod trace;

pub use advice::Advice;
pub use away::{Away, away, time_away};
pub use clock::now;
pub use event::{Copied, Event, Kind, Outcome, Pool, device_number, flags};
pub use fork::watch as watch_forks;
pub use html::{STYLE, html};
pub use json::quoted;
pub use local::{current_step, lap, location, next_step, push, queued, set_lap, set_queued, set_step};
pub use log::{Topic, is_logged, log};
pub use loops::SYNCHRONIZED;
pub use numbers::{ByNumber, Numbers};
pub use ranges::{Called, OpenRange, called, range_begin, range_end, record_calls};
pub use recorder::{
    Located, Source, Target, add_source, end, flush, intern, is_on, located, note, pause, set_location_finder, so_far,
    start, started, stop,
};
pub use recording::{Builder, Recording};
pub use statistics::{Summary, ratio};
pub use tables::{Cell, Column, EmptyTable, Table, empty_tables, tables};
pub use text::{printable, report};
pub use trace::trace;
