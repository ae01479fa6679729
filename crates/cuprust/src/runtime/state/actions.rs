//! What a graph does, one action after another.

use std::sync::Arc;

use cuprust_ir::{Memory, Prepared, Result, StreamId};
use cuprust_num::Scalar;

/// What a graph does.
pub(crate) enum Action {
    /// A step of a plan.
    Step {
        name: String,
        step: Prepared,
        memories: Arc<[Memory]>,
        scalars: Arc<[Scalar]>,
        may_fail: bool,
    },
    /// A user's kernel, on the stream that it is passed.
    Kernel {
        name: String,
        launch: Box<dyn Fn(StreamId) -> Result<()> + Send + Sync>,
    },
    /// A copy of host bytes.
    Upload {
        bytes: Box<[u8]>,
        to: u64,
    },
    Copy {
        from: u64,
        to: u64,
        bytes: u64,
    },
    /// A call of a host function, which uses no device.
    Host(Arc<dyn Fn() + Send + Sync>),
    /// An event is recorded in the stream, by its number.
    Record(usize),
    /// The stream waits for an event.
    Wait(usize),
}
