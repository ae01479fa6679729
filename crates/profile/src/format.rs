//! The format of a recording: a header, and chunks that are only ever appended, each with its length and its process.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use crate::recording::Recording;

/// The magic bytes of a recording; the last two are the version of the format.
pub(crate) const HEAD: &[u8; 16] = b"cuprust profile1";

const MAGIC: u32 = 0x4b43_5043;

/// Bytes before the payload of a chunk.
pub(crate) const CHUNK_HEAD: usize = 16;

/// The contents of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Chunk {
    Events = 1,
    Names = 2,
    Note = 3,
}

/// The destination of a recording's chunks.
pub(crate) enum Sink {
    /// Blocks of whole chunks, in order.
    Memory(Vec<Vec<u8>>),
    File(File),
}

impl Sink {
    pub(crate) fn begin(&mut self) -> io::Result<()> {
        self.write(&mut HEAD.to_vec())
    }

    /// Appends bytes: to a file in one system call, so that chunks of several processes do not interleave. In memory
    /// the buffer itself is kept, and the caller gets a new one.
    pub(crate) fn write(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Sink::Memory(blocks) => {
                let mut next = Vec::new();
                next.try_reserve_exact(bytes.capacity()).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
                blocks.push(std::mem::replace(bytes, next));
                Ok(())
            }
            Sink::File(file) => file.write_all(bytes),
        }
    }

    /// Reads back all that was written.
    pub(crate) fn read(&mut self) -> io::Result<Recording> {
        match self {
            Sink::Memory(blocks) => Recording::from_bytes(&blocks.concat()),
            Sink::File(file) => {
                file.seek(SeekFrom::Start(0))?;
                let length = file.metadata()?.len();
                Recording::read(file, length)
            }
        }
    }
}

/// An empty chunk: space for its header, which [`end_chunk`] writes once the payload is complete.
pub(crate) fn begin_chunk() -> Vec<u8> {
    vec![0; CHUNK_HEAD]
}

pub(crate) fn end_chunk(chunk: &mut [u8], kind: Chunk, process: u32) {
    let Some((head, payload)) = chunk.split_first_chunk_mut::<CHUNK_HEAD>() else { return };
    for (index, word) in [MAGIC, kind as u32, process, payload.len() as u32].into_iter().enumerate() {
        head[4 * index..4 * index + 4].copy_from_slice(&word.to_le_bytes());
    }
}

pub(crate) fn write_note(into: &mut Vec<u8>, key: &str, value: &str) {
    into.extend((key.len() as u32).to_le_bytes());
    into.extend(key.as_bytes());
    into.extend(value.as_bytes());
}

pub(crate) fn write_name(into: &mut Vec<u8>, number: u32, name: &str) {
    into.extend(number.to_le_bytes());
    into.extend((name.len() as u32).to_le_bytes());
    into.extend(name.as_bytes());
}

pub(crate) fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// The kind, the process and the payload's length of a chunk that begins with these bytes.
pub(crate) fn chunk_head(bytes: &[u8]) -> Option<(u32, u32, u32)> {
    (word(bytes, 0)? == MAGIC).then_some(())?;
    Some((word(bytes, 4)?, word(bytes, 8)?, word(bytes, 12)?))
}
