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
    /// A kernel of a user, on the stream that it is given.
    Kernel {
        name: String,
        launch: Box<dyn Fn(StreamId) -> Result<()> + Send + Sync>,
    },
    /// Bytes of the host.
    Upload {
        bytes: Box<[u8]>,
        to: u64,
    },
    Copy {
        from: u64,
        to: u64,
        bytes: u64,
    },
    /// A call of the host. It uses no device.
    Host(Arc<dyn Fn() + Send + Sync>),
    /// A mark in the stream, by its number.
    Record(usize),
    /// The stream goes on behind a mark.
    Wait(usize),
}
