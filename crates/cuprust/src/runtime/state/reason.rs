//! Why a recorded program is run.

/// Why a queue is flushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Elements are read, or memory is needed to be written or exported.
    Memory,
    /// Elements are copied to the host.
    Read,
    /// A thread waits for the stream.
    Synchronize,
    /// An event is recorded, or another stream waits.
    Event,
    /// The program requested it.
    Asked,
    /// The queue has as many instructions as it may.
    Full,
    /// Arrays without memory would need too much.
    Bytes,
    /// An array's memory is exported, so that others may read it at any time.
    Shared,
    /// Another stream uses an array.
    OtherStream,
    /// Elements come from another device.
    OtherDevice,
    /// A kernel of the program's own is launched.
    Kernel,
    /// A capture begins or ends, or records an event.
    Capture,
    /// A host function is called once the stream has reached it.
    HostFunction,
    /// Another library uses the stream again.
    StreamLeft,
    /// A recording of the profiler begins or ends.
    Recording,
    /// A fused function is recorded, or runs.
    Fused,
    /// Each instruction runs as it is recorded.
    Switch,
}

impl Reason {
    /// Its text in tables.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Reason::Memory => "an array's memory is needed",
            Reason::Read => "elements are read",
            Reason::Synchronize => cuprust_profile::SYNCHRONIZED,
            Reason::Event => "an event is recorded or waited for",
            Reason::Asked => "the program asked for it",
            Reason::Full => "the queue is full",
            Reason::Bytes => "results need much memory",
            Reason::Shared => "memory is shared with others",
            Reason::OtherStream => "another stream uses an array",
            Reason::OtherDevice => "elements come from another device",
            Reason::Kernel => "a kernel of the program's own is launched",
            Reason::Capture => "a graph is captured",
            Reason::HostFunction => "a function of the host is queued",
            Reason::StreamLeft => "another library takes its stream back",
            Reason::Recording => "a recording begins or ends",
            Reason::Fused => "a fused function runs",
            Reason::Switch => "CUPRUST_SYNC=1",
        }
    }
}
