//! Ranges of time of a thread: named by the program, and the calls of functions.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::clock::now;
use crate::event::{Event, Kind, flags};
use crate::local::{Local, local, push};
use crate::recorder::intern;

/// Begins a range of time of this thread. The colour is `0xAARRGGBB`, or zero for none.
pub fn range_begin(name: &str, colour: u32) -> OpenRange {
    let depth = local(Local::deepen);
    let name = intern(name);
    let event = Event::new(Kind::RangeBegin, name).with(0, [u64::from(colour), u64::from(depth), 0, 0]);
    push(event);
    OpenRange { name, colour, depth, start: event.start }
}

/// Which calls of functions are recorded: none, all, or all with their operands.
static CALLS: AtomicU8 = AtomicU8::new(0);

/// Records the calls of functions as ranges from now on until the recording ends: by name, or with their operands.
pub fn record_calls(operands: bool) {
    CALLS.store(1 + u8::from(operands), Ordering::Relaxed);
}

pub(crate) fn forget_calls() {
    CALLS.store(0, Ordering::Relaxed);
}

/// Begins the call of a function, if calls are recorded: it ends when this is dropped. `operands` describes its
/// operands.
#[inline]
pub fn called(name: &str, operands: impl FnOnce() -> String) -> Option<Called> {
    if CALLS.load(Ordering::Relaxed) == 0 { None } else { begin_call(name, operands) }
}

#[cold]
fn begin_call(name: &str, operands: impl FnOnce() -> String) -> Option<Called> {
    let name =
        if CALLS.load(Ordering::Relaxed) == 2 { intern(&format!("{name}({})", operands())) } else { intern(name) };
    let depth = local(Local::deepen);
    Some(Called(Event::new(Kind::Range, name).with(flags::CALL, [0, u64::from(depth), 0, 0])))
}

/// The call of a function under way.
pub struct Called(Event);

impl Drop for Called {
    fn drop(&mut self) {
        local(|local| local.set_depth(self.0.values[1] as u32));
        push(Event { duration: now() - self.0.start, ..self.0 });
    }
}

/// An open range.
#[derive(Debug, Clone, Copy)]
pub struct OpenRange {
    name: u32,
    colour: u32,
    depth: u32,
    start: u64,
}

/// Ends a range that this thread began.
pub fn range_end(range: OpenRange) {
    local(|local| local.set_depth(range.depth));
    push(
        Event::new(Kind::Range, range.name)
            .since(range.start)
            .with(0, [u64::from(range.colour), u64::from(range.depth), 0, 0]),
    );
}
