//! The record of one event: always 80 bytes.

use crate::local::local;

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A named range of time was entered; a `Range` follows when it ends. Values: colour.
    RangeBegin = 1,
    /// A named range of time. Values: colour, how many ranges of the thread are around it.
    Range = 2,
    /// A moment with a name.
    Mark = 3,
    /// A recorded program was run. The name is why; values: instructions, kernels and routines, 1 for a new plan,
    /// nanoseconds of planning.
    Flush = 4,
    /// A step of a plan, from its start to its launch. The name lists its operations; values: bytes read, bytes
    /// written, operations, how many recorded operations it contains.
    Step = 5,
    /// A kernel on a device. On the CPU it is a step, with a step's values. On other devices its step is its `link`;
    /// values: the three extents of its grid as 32, 16 and 16 bits, the three of a block likewise, bytes of shared
    /// memory, and its registers in the low half with the position of its launch among all calls in the high half (32
    /// bits each).
    Kernel = 6,
    /// A copy or a fill of memory on a device; the detail is a [`Copied`]. Values: bytes.
    Copy = 7,
    /// A call of the driver's interface. Values: CUPTI's number of the function, and for a launch the number of the
    /// kernel's name.
    Call = 8,
    /// Memory allocated or freed; the detail is a [`Pool`]. Values: bytes, bytes in use afterwards, bytes held from the
    /// device, and for the CPU's memory whether it came from the system.
    Memory = 9,
    /// A kernel was looked up; the detail is an [`Outcome`]. Values: bytes of text, bytes of code.
    Compilation = 10,
    /// A thread waited for a device. The name says for what.
    Wait = 11,
    /// Elements of a host array went to a device, or came from one; the detail is a [`Copied`]. Values: bytes, a
    /// fingerprint of the contents.
    Transfer = 12,
    /// A thread of the process. The name is its own.
    Thread = 13,
    /// A stream of a device was given to CUPTI or measured by CUDA's events. The name says which.
    Device = 14,
}

impl Kind {
    pub(crate) const ALL: [Kind; 14] = [
        Kind::RangeBegin,
        Kind::Range,
        Kind::Mark,
        Kind::Flush,
        Kind::Step,
        Kind::Kernel,
        Kind::Copy,
        Kind::Call,
        Kind::Memory,
        Kind::Compilation,
        Kind::Wait,
        Kind::Transfer,
        Kind::Thread,
        Kind::Device,
    ];

    fn of(number: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(number.checked_sub(1)?)).copied()
    }
}

/// The direction of a copy, by CUPTI's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Copied {
    /// From the host to a device.
    HostToDevice = 1,
    /// From a device to the host.
    DeviceToHost = 2,
    /// Within a device.
    DeviceToDevice = 8,
    /// Between devices.
    PeerToPeer = 10,
    /// Filled with a value.
    Fill = 16,
}

impl Copied {
    /// The name in tables, as in Nsight Systems.
    pub fn text(number: u8) -> &'static str {
        match number {
            1 | 3 => "memcpy Host-to-Device",
            2 | 4 => "memcpy Device-to-Host",
            5..=8 => "memcpy Device-to-Device",
            9 => "memcpy Host-to-Host",
            10 => "memcpy Peer-to-Peer",
            16 => "memset",
            _ => "memcpy",
        }
    }
}

/// What happened to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Pool {
    /// An array was allocated.
    Allocate = 1,
    /// An array's memory was returned to the pool.
    Release = 2,
    /// The pool returned cached memory to the system.
    Return = 3,
}

/// How a kernel was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Outcome {
    /// It was compiled.
    Compiled = 1,
    /// It was on disk.
    FromDisk = 2,
    /// It was loaded already.
    Loaded = 3,
}

impl Outcome {
    /// The name in tables.
    pub fn text(number: u8) -> &'static str {
        match number {
            1 => "compiled",
            2 => "found on disk",
            _ => "already loaded",
        }
    }
}

/// Flags of a step's or a kernel's detail.
pub mod flags {
    /// Most operations are in double precision.
    pub const DOUBLE: u8 = 1;
    /// It is a routine, not a fused kernel.
    pub const ROUTINE: u8 = 2;
    /// It ran within the call, without being recorded.
    pub const IMMEDIATE: u8 = 4;
    /// For a range: it is the call of a function.
    pub const CALL: u8 = 8;
    /// Most operations are in half precision.
    pub const HALF: u8 = 16;
}

/// What happened: when, where, and details. The [`Kind`] says which values there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub kind: Kind,
    /// Details, by the kind.
    pub detail: u8,
    /// The device, by [`device_number`].
    pub device: u16,
    /// The thread's number in the operating system.
    pub thread: u32,
    /// Nanoseconds of the recorder's clock.
    pub start: u64,
    /// Nanoseconds.
    pub duration: u64,
    /// The number of an interned name; zero is no name.
    pub name: u32,
    /// The number of the program's source line, as `script.py:7`; zero where it is not known.
    pub location: u32,
    /// The stream of the device.
    pub stream: u32,
    /// The step that it belongs to, or for a step its own number; zero for none.
    pub link: u64,
    /// As the kind says.
    pub values: [u64; 4],
}

/// Bytes of an event in a recording.
pub(crate) const BYTES: usize = 8 * WORDS;

/// Words of an event in a recording.
pub(crate) const WORDS: usize = 10;

/// The bytes of an event's words.
#[inline]
pub(crate) fn written(words: [u64; WORDS]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    bytes.as_chunks_mut::<8>().0.iter_mut().zip(words).for_each(|(part, word)| *part = word.to_le_bytes());
    bytes
}

/// The number of a device: 0 is the CPU, 1 the PTX machine, and 2 the first GPU.
pub fn device_number(name: &str) -> u16 {
    match name {
        "cpu" => 0,
        "ptx" => 1,
        gpu => gpu.rsplit(':').next().and_then(|number| number.parse::<u16>().ok()).map_or(2, |number| number + 2),
    }
}

/// The name of the device of a number.
pub(crate) fn device_name(number: u16) -> String {
    match number {
        0 => "cpu".into(),
        1 => "ptx".into(),
        gpu => format!("cuda:{}", gpu - 2),
    }
}

impl Event {
    /// An event of no duration, of this thread and now.
    #[inline]
    pub fn new(kind: Kind, name: u32) -> Event {
        Event::at(kind, name, crate::now())
    }

    /// An event of no duration at another time.
    #[inline]
    pub fn at(kind: Kind, name: u32, start: u64) -> Event {
        let (thread, location) = local(|local| (local.number(), local.location()));
        Event {
            kind,
            detail: 0,
            device: 0,
            thread,
            start,
            duration: 0,
            name,
            location,
            stream: 0,
            link: 0,
            values: [0; 4],
        }
    }

    /// The event with its end at a time.
    #[inline]
    pub fn until(self, end: u64) -> Event {
        Event { duration: end.saturating_sub(self.start), ..self }
    }

    /// The event from a time until now.
    #[inline]
    pub fn since(mut self, start: u64) -> Event {
        self.duration = self.start.saturating_sub(start);
        self.start = start;
        self
    }

    /// The event on a device's stream.
    #[inline]
    pub fn on(mut self, device: u16, stream: u32) -> Event {
        (self.device, self.stream) = (device, stream);
        self
    }

    /// The event with a detail and values.
    #[inline]
    pub fn with(mut self, detail: u8, values: [u64; 4]) -> Event {
        (self.detail, self.values) = (detail, values);
        self
    }

    /// The end of it.
    #[inline]
    pub fn end(&self) -> u64 {
        self.start.saturating_add(self.duration)
    }

    pub(crate) fn write(&self, into: &mut Vec<u8>) {
        into.extend_from_slice(&written(self.words()));
    }

    /// The event's bytes, as words of 8 bytes, the first byte the lowest.
    #[inline]
    pub(crate) fn words(&self) -> [u64; WORDS] {
        let [a, b, c, d] = self.values;
        let kind = u64::from(self.kind as u8) | u64::from(self.detail) << 8;
        let what = kind | u64::from(self.device) << 16 | u64::from(self.thread) << 32;
        let named = u64::from(self.name) | u64::from(self.location) << 32;
        [what, self.start, self.duration, named, self.stream.into(), self.link, a, b, c, d]
    }

    /// Decodes an event; `None` where a later version wrote a kind that is unknown here.
    pub(crate) fn read(bytes: &[u8; BYTES]) -> Option<Event> {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let long = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        Some(Event {
            kind: Kind::of(bytes[0])?,
            detail: bytes[1],
            device: u16::from_le_bytes([bytes[2], bytes[3]]),
            thread: word(4),
            start: long(8),
            duration: long(16),
            name: word(24),
            location: word(28),
            stream: word(32),
            link: long(40),
            values: [long(48), long(56), long(64), long(72)],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_the_same_after_it_was_written_and_read() {
        for (detail, kind) in Kind::ALL.into_iter().enumerate() {
            let event = Event {
                location: 3,
                link: u64::MAX - 1,
                ..Event::new(kind, 7).on(5, 9).with(detail as u8, [1, 2, u64::MAX, 4])
            };
            let mut bytes = Vec::new();
            event.write(&mut bytes);
            assert_eq!(Event::read(bytes.as_slice().try_into().unwrap()), Some(event));
        }
        assert_eq!(Event::read(&[0; BYTES]), None);
        assert_eq!(Event::read(&[99; BYTES]), None);
    }

    #[test]
    fn devices_keep_their_names() {
        for name in ["cpu", "ptx", "cuda:0", "cuda:7"] {
            assert_eq!(device_name(device_number(name)), name);
        }
    }
}
