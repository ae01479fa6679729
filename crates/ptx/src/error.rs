//! The error type: an opaque error with a closed kind, and the findings of the checker, if any.

use crate::finding::Finding;
use std::fmt;

/// The result of anything that can fail on the machine.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error: a closed [`ErrorKind`], a sentence that says what was wrong, and the findings that led to it.
#[derive(Clone, PartialEq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq)]
struct Inner {
    kind: ErrorKind,
    text: String,
    findings: Vec<Finding>,
}

/// The kinds of error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not PTX: the sentence names the line.
    Parse,
    /// The text is PTX that this machine does not support: the sentence names instruction, line and kernel.
    Unsupported,
    /// A symbol that the module uses and nothing defines.
    Link,
    /// A kernel, global variable or module of that name is not loaded.
    NotFound,
    /// An invalid launch: grid, block, shared memory or parameters do not fit the kernel.
    Launch,
    /// An address range of the host's side that is not device memory.
    Address,
    /// No memory left on the machine.
    OutOfMemory,
    /// The kernel did what ends it on a device: an illegal address, a trap, a failed assertion, a deadlock.
    Fault,
    /// The launch was ended from the host's side.
    Interrupted,
}

impl Error {
    /// An error of this kind with this text.
    #[cold]
    pub fn new(kind: ErrorKind, text: impl Into<String>) -> Error {
        Error(Box::new(Inner { kind, text: text.into(), findings: Vec::new() }))
    }

    #[cold]
    pub(crate) fn parse(line: u32, text: impl fmt::Display) -> Error {
        Error::new(ErrorKind::Parse, format!("line {line}: {text}"))
    }

    /// The error of a launch that these findings ended; the last one is the fatal one.
    #[cold]
    pub(crate) fn fault(findings: Vec<Finding>) -> Error {
        let text = findings.last().map_or_else(|| "the kernel was stopped".to_owned(), |f| f.to_string());
        Error(Box::new(Inner { kind: ErrorKind::Fault, text, findings }))
    }

    /// What kind of error this is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The text alone, without the kind.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// What the checker found up to the fault, the fault itself last; empty unless the kind is [`ErrorKind::Fault`].
    pub fn findings(&self) -> &[Finding] {
        &self.0.findings
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.kind(), self.text())
    }
}

impl std::error::Error for Error {}
