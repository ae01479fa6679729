//! The intermediate representation: layouts, instructions, programs, kernels, and the trait that runs them.

mod cost;
mod dims;
mod error;
mod executor;
mod kernel;
mod layout;
mod parse;
mod program;
mod switch;
mod text;
mod verify;
mod view;

pub use cost::{Cost, Precision};
pub use dims::Dims;
pub use error::{Error, ErrorKind, Result};
pub use executor::{
    Capabilities, Collective, CollectiveCall, Collectives, Combination, Combine, Communicator, Contractions,
    DedicatedMemory, DeferredError, DeferredRuns, DeviceGraph, EventId, Events, Executor, Extensions, GROUP_ID_BYTES,
    Graphs, GroupId, GroupSettings, HostCalls, InterprocessMemory, JoinedMemory, MappedResults, Memory, MemoryUse,
    NO_COMMUNICATOR, NativeStreams, Peers, Poll, Prepared, RESERVED_HANDLES, SparseRows, StepGraphs, StoredRows,
    StreamId, Streams, TransposedRows, collectives_timeout,
};
pub use kernel::{Kernel, Level, Load, Node, NodeId, NodeKind, Plan, Step, Write, indexed_axis};
pub use layout::{Layout, broadcast_shapes, contiguous_strides, shape_text};
pub use program::{Axes, Instruction, Opcode, Operand, Program, ScalarId, Storage};
pub use switch::{Switch, disabled, switched_off};
pub use view::{CircularAxis, Relation, StorageId, View};
