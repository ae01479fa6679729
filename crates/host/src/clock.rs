//! Streams and events of the CPU: each call finishes its work before it returns, so a stream is a number and an event a
//! time.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cuprust_ir::{Error, EventId, Result, StreamId};

/// The streams and events that exist.
#[derive(Debug, Default)]
pub struct Clock(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    streams: u32,
    events: u64,
    /// When each event was recorded last.
    times: HashMap<u64, Option<Instant>>,
}

impl Clock {
    /// A new stream.
    pub fn create_stream(&self) -> StreamId {
        let mut state = self.lock();
        state.streams += 1;
        StreamId(state.streams)
    }

    /// A new event, which has not been recorded.
    pub fn create_event(&self) -> EventId {
        let mut state = self.lock();
        state.events += 1;
        let id = state.events;
        state.times.insert(id, None);
        EventId(id)
    }

    /// Ends an event.
    pub fn destroy_event(&self, event: EventId) {
        self.lock().times.remove(&event.0);
    }

    /// Records the current time in an event.
    ///
    /// # Errors
    /// A value error where the event does not exist.
    pub fn record(&self, event: EventId) -> Result<()> {
        let now = Instant::now();
        match self.lock().times.get_mut(&event.0) {
            Some(time) => {
                *time = Some(now);
                Ok(())
            }
            None => Err(unknown(event)),
        }
    }

    /// Checks that the event exists: all work recorded before it has finished.
    ///
    /// # Errors
    /// A value error where it does not.
    pub fn check(&self, event: EventId) -> Result<()> {
        if self.lock().times.contains_key(&event.0) { Ok(()) } else { Err(unknown(event)) }
    }

    /// Milliseconds from one event to another.
    ///
    /// # Errors
    /// A value error where either does not exist or was not recorded.
    pub fn elapsed(&self, start: EventId, end: EventId) -> Result<f32> {
        let state = self.lock();
        let time = |event: EventId| {
            state.times.get(&event.0).ok_or_else(|| unknown(event))?.ok_or_else(|| {
                Error::value(format!("event {} was never recorded: record it before asking for the time", event.0))
            })
        };
        let (start, end) = (time(start)?, time(end)?);
        let forward = end.saturating_duration_since(start).as_secs_f64();
        let backward = start.saturating_duration_since(end).as_secs_f64();
        Ok(((forward - backward) * 1e3) as f32)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cold]
fn unknown(event: EventId) -> Error {
    Error::value(format!("event {} does not exist, or was destroyed", event.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_measure_time() {
        let clock = Clock::default();
        let (start, end) = (clock.create_event(), clock.create_event());
        assert!(clock.elapsed(start, end).unwrap_err().text().contains("never recorded"));
        // This holds however long the thread sleeps: the time between the events is within the time around them.
        let around = Instant::now();
        clock.record(start).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(5));
        clock.record(end).unwrap();
        let upper_bound = around.elapsed().as_secs_f32() * 1e3 * 1.001;
        let forward = clock.elapsed(start, end).unwrap();
        assert!((4.999..=upper_bound).contains(&forward), "{forward} of {upper_bound}");
        assert_eq!(clock.elapsed(end, start).unwrap(), -forward);
        clock.destroy_event(start);
        assert!(clock.record(start).is_err());
        assert_ne!(clock.create_stream(), clock.create_stream());
    }
}
