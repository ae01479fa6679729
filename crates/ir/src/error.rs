//! The error type of every crate above: one opaque error with a closed kind.

use std::fmt;

/// The result of anything that can fail in cuprust.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error: a closed [`ErrorKind`] and a sentence that says what was wrong and how to mend it.
///
/// It is one pointer wide, so that a `Result<u32, Error>` stays small on the hot path.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<(ErrorKind, String)>);

/// The kinds of error. Each maps to one Python exception.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value that cannot be used: shapes that do not broadcast, an unknown name. Python's `ValueError`.
    Value,
    /// A dtype or object of the wrong kind, or a cast that is not allowed. Python's `TypeError`.
    Type,
    /// An index out of range. Python's `IndexError`.
    Index,
    /// An axis out of range or named twice. NumPy's `AxisError`.
    Axis,
    /// A division by zero that a function refuses, as weights that sum to zero. Python's `ZeroDivisionError`.
    ZeroDivision,
    /// A matrix that is singular, or has no factorisation of the requested kind. NumPy's `LinAlgError`.
    LinAlg,
    /// A number too large for its dtype, as a Python integer out of bounds. Python's `OverflowError`.
    Overflow,
    /// No memory on the device. CuPy's `OutOfMemoryError`, a `MemoryError`.
    OutOfMemory,
    /// A kernel that does not compile. CuPy's `CompileException`.
    Compile,
    /// The CUDA driver or runtime refused. CuPy's `CUDARuntimeError`, a `RuntimeError`.
    Cuda,
    /// A library that is not installed: the text names it and the package that contains it. Python's `ImportError`.
    Library,
    /// Reading or writing a file failed. Python's `OSError`.
    Io,
    /// A valid request that is not implemented. Python's `NotImplementedError`.
    NotImplemented,
    /// A signal arrived while a call waited, and its handler raised an exception, which the host language keeps.
    /// Recorded work continues. Python's `KeyboardInterrupt`, for one.
    Interrupted,
    /// The host language raised an exception while it converted an object, and keeps it.
    Host,
    /// A thread that may not wait for devices would have to wait. CuPy's `DeviceSynchronized`, a `RuntimeError`.
    Synchronized,
    /// Any other failure at run time. Python's `RuntimeError`.
    Runtime,
}

impl Error {
    /// An error of this kind with this text.
    #[cold]
    pub fn new(kind: ErrorKind, text: impl Into<String>) -> Error {
        Error(Box::new((kind, text.into())))
    }

    /// The kind of this error.
    pub fn kind(&self) -> ErrorKind {
        self.0.0
    }

    /// The text alone, without the kind.
    pub fn text(&self) -> &str {
        &self.0.1
    }

    /// The same error, its text prefixed by the name of the operation that failed.
    #[cold]
    pub fn within(mut self, operation: &str) -> Error {
        self.0.1 = format!("{operation}: {}", self.0.1);
        self
    }
}

macro_rules! constructors {
    ($($name:ident $kind:ident),* $(,)?) => { impl Error { $(
        #[doc = concat!("An error of the kind [`ErrorKind::", stringify!($kind), "`].")]
        #[cold]
        pub fn $name(text: impl Into<String>) -> Error { Error::new(ErrorKind::$kind, text) }
    )* } };
}
constructors! {
    value Value, type_ Type, index Index, axis Axis, zero_division ZeroDivision, lin_alg LinAlg, overflow Overflow, out_of_memory OutOfMemory, compile Compile,
    cuda Cuda, library Library, io Io, not_implemented NotImplemented, runtime Runtime,
}

impl From<cuprust_reserve::Refused> for Error {
    #[cold]
    fn from(refused: cuprust_reserve::Refused) -> Error {
        Error::out_of_memory(refused.to_string())
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
