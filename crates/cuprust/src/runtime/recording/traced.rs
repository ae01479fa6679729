//! Records kept in addition to a queue's tape while its program is captured or traced.

use cuprust_ir::StreamId;

use crate::runtime::state::{Counters, Draw, Guard, Queue, StorageRef, Tracing};

impl Guard {
    /// Whether this thread's work is captured or traced: nothing runs immediately, and no value is known.
    #[inline]
    pub(crate) fn captures(&self) -> bool {
        let only_records = |queue: &Queue| queue.capture.is_some() || queue.tracing.is_some();
        self.state.captures > 0 && self.state.queues.get(self.device.stream().0 as usize).is_some_and(only_records)
    }

    /// The trace records of a stream's program, if it is traced.
    #[inline]
    pub(in crate::runtime) fn tracing_of(&mut self, stream: StreamId) -> Option<&mut Tracing> {
        if self.state.captures == 0 {
            return None;
        }
        self.state.queues.get_mut(stream.0 as usize)?.tracing.as_deref_mut()
    }

    /// Notes that the elements of a new storage came from the host, if this thread's stream is traced.
    pub(super) fn note_upload(&mut self, storage: &StorageRef) {
        let stream = self.device.stream();
        if let Some(tracing) = self.tracing_of(stream) {
            tracing.uploaded.push(storage.clone());
        }
    }

    /// Notes that the last instruction consumes this many counters of a generator, if this thread's stream is traced:
    /// its first two scalars are the generator's seed and the first counter.
    pub(crate) fn note_draw(&mut self, consumed: u64, counters: impl FnOnce() -> Counters) {
        let stream = self.device.stream();
        if self.tracing_of(stream).is_some() {
            let queue = self.state.queue(stream).1;
            let scalar = queue.tape.last_scalar();
            let draw = Draw { scalar, consumed, counters: counters() };
            queue.tracing.as_mut().expect("the stream is traced").draws.push(draw);
        }
    }
}
