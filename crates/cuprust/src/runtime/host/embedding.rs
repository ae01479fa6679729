//! The interface of a host language with a lock and signals of its own, such as Python, to calls that compute or wait.
//!
//! A thread that holds the language's lock never blocks on a device's lock, and a thread that holds a device's lock
//! never blocks on the language's: each releases one before it waits for the other.

use std::sync::OnceLock;

use cuprust_ir::Result;

use crate::runtime::host::traced::break_trace;

/// A language that calls this crate under a lock of its own, and whose signal handlers run in its threads.
pub trait Embedding: Send + Sync {
    /// Whether the calling thread holds the language's lock.
    fn holds_lock(&self) -> bool;

    /// Runs work on the calling thread, which holds the lock, with the lock released.
    fn release(&self, work: &mut dyn FnMut());

    /// Runs the handlers of signals that have arrived. The calling thread does not hold the lock.
    ///
    /// # Errors
    /// Of the kind [`cuprust_ir::ErrorKind::Interrupted`], where a handler raised an exception.
    fn check_signals(&self) -> Result<()>;

    /// Warns the program. The calling thread may hold the lock, and holds no device's.
    ///
    /// # Errors
    /// Of the kind [`cuprust_ir::ErrorKind::Host`], where the language makes an exception of the warning.
    fn warn(&self, warning: Warning, text: &str) -> Result<()> {
        let _ = (warning, text);
        Ok(())
    }
}

/// The category of a warning, one of NumPy's or a class of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warning {
    /// Imaginary parts that a conversion discards.
    Complex,
    /// A deprecated name.
    Deprecated,
    /// A meaningless result.
    Runtime,
    /// A system of equations whose matrix is rank-deficient.
    Rank,
    /// An argument that another one makes ineffective.
    User,
    /// A class of one of the language's modules: the module and the name.
    Of(&'static str, &'static str),
}

static EMBEDDING: OnceLock<&'static dyn Embedding> = OnceLock::new();

/// Names the language that calls this crate. The first call counts.
pub fn embed(embedding: &'static dyn Embedding) {
    let _ = EMBEDDING.set(embedding);
}

/// Whether the calling thread holds the language's lock.
pub(in crate::runtime) fn holds_lock() -> bool {
    EMBEDDING.get().is_some_and(|embedding| embedding.holds_lock())
}

/// Whether a language calls this crate whose signals are polled while a call waits.
pub(in crate::runtime) fn has_signals() -> bool {
    EMBEDDING.get().is_some()
}

/// Runs work with the language's lock released, where the calling thread holds it.
pub(crate) fn released<T>(work: impl FnOnce() -> T) -> T {
    match EMBEDDING.get().filter(|embedding| embedding.holds_lock()) {
        None => work(),
        Some(embedding) => {
            let (mut work, mut result) = (Some(work), None);
            embedding.release(&mut || result = work.take().map(|work| work()));
            result.expect("an embedding runs the work that it is given")
        }
    }
}

/// Warns the program that calls this crate, where its language has warnings. The calling thread holds no device's lock.
///
/// # Errors
/// As [`Embedding::warn`].
pub fn warn(warning: Warning, text: &str) -> Result<()> {
    break_trace("a warning is given");
    EMBEDDING.get().map_or(Ok(()), |embedding| embedding.warn(warning, text))
}

/// Runs the handlers of signals that have arrived.
///
/// # Errors
/// Where a handler raised an exception: the waiting call ends with it.
pub(in crate::runtime) fn check_signals() -> Result<()> {
    EMBEDDING.get().map_or(Ok(()), |embedding| embedding.check_signals())
}
