//! Recording and running: storages, the queue of each stream, the cache of plans, and the devices that own them.
//!
//! A call of the API ends in [`Guard::record`]; nothing runs before a value is needed. `storage.rs` says who holds what
//! memory, `tape.rs` how a queue keeps its program, `queue.rs` how it is recorded and flushed, `cut.rs` where it is cut,
//! `plans.rs` how a flushed program becomes launches.

mod cut;
mod device;
mod doubts;
mod env;
mod plans;
mod queue;
mod showing;
mod storage;
mod tape;

pub use device::{Device, DeviceKind};
pub(crate) use device::{Foreign, Guard};
pub(crate) use storage::StorageRef;
pub(crate) use tape::Input;
