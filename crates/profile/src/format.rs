//! The bytes of a recording: a head, and chunks that are only ever appended, each with its length and its process.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// How every recording begins; the last two bytes are the version of the format.
pub(crate) const HEAD: &[u8; 16] = b"cuprust profile1";

const MAGIC: u32 = 0x4b43_5043;

/// Bytes before the payload of a chunk.
pub(crate) const CHUNK_HEAD: usize = 16;

/// What a chunk holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Chunk {
    Events = 1,
    Names = 2,
    Note = 3,
}

/// Where the chunks of a recording go.
pub(crate) enum Sink {
    Memory(Vec<u8>),
    File(File),
}

impl Sink {
    pub(crate) fn begin(&mut self) -> io::Result<()> {
        self.write(HEAD)
    }

    /// Appends a chunk in one call of the system, so that chunks of several processes do not mix.
    pub(crate) fn append(&mut self, chunk: Chunk, process: u32, payload: &[u8]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(CHUNK_HEAD + payload.len());
        write_chunk(&mut bytes, chunk, process, payload);
        self.write(&bytes)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Sink::Memory(all) => {
                all.try_reserve(bytes.len()).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
                all.extend_from_slice(bytes);
                Ok(())
            }
            Sink::File(file) => file.write_all(bytes),
        }
    }

    /// All that was written.
    pub(crate) fn read(&mut self) -> io::Result<Vec<u8>> {
        match self {
            Sink::Memory(all) => Ok(all.clone()),
            Sink::File(file) => {
                let mut all = Vec::new();
                file.seek(SeekFrom::Start(0))?;
                file.read_to_end(&mut all)?;
                Ok(all)
            }
        }
    }
}

pub(crate) fn write_chunk(into: &mut Vec<u8>, chunk: Chunk, process: u32, payload: &[u8]) {
    for word in [MAGIC, chunk as u32, process, payload.len() as u32] {
        into.extend(word.to_le_bytes());
    }
    into.extend_from_slice(payload);
}

pub(crate) fn write_name(into: &mut Vec<u8>, number: u32, name: &str) {
    into.extend(number.to_le_bytes());
    into.extend((name.len() as u32).to_le_bytes());
    into.extend(name.as_bytes());
}

pub(crate) fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// The chunks of a recording, each with its kind, process and payload. Where they end before the bytes do, `tail` is how many bytes
/// are left that are no whole chunk.
pub(crate) fn chunks<'a>(bytes: &'a [u8], tail: &mut usize) -> Vec<(u32, u32, &'a [u8])> {
    let (mut at, mut found) = (HEAD.len().min(bytes.len()), Vec::new());
    while let (Some(MAGIC), Some(kind), Some(process), Some(length)) =
        (word(bytes, at), word(bytes, at + 4), word(bytes, at + 8), word(bytes, at + 12))
        && let Some(payload) = bytes.get(at + CHUNK_HEAD..at + CHUNK_HEAD + length as usize)
    {
        found.push((kind, process, payload));
        at += CHUNK_HEAD + length as usize;
    }
    *tail = bytes.len() - at;
    found
}
