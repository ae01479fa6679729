//! Functions of arrays that are recorded once, and then replayed as one program.

mod arrays;
mod recorded;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use cuprust_ir::{Error, ErrorKind, Result};

pub use arrays::Arrays;
pub use recorded::{Recorded, Recorder, write_signature};

use crate::Array;
use crate::runtime::{Warning, is_tracing, warn};

/// The most sets of shapes, dtypes and devices of arguments with a program each; for others the function is called.
pub const MAX_VARIANTS: usize = 16;

/// A function of arrays, made by [`fuse`].
pub struct Fused<F> {
    function: F,
    variants: Mutex<Vec<Variant>>,
}

/// The signature of some arguments, and the recording; `None` where the function is called each time.
type Variant = (Vec<u64>, Option<Arc<Recorded>>);

/// A function of arrays that is recorded at the first call with arguments of some shapes, dtypes and devices, and then
/// replayed as one program: a call costs a few microseconds and the kernels.
///
/// The results equal the function's to the last bit; writes to arguments and random numbers are repeated too. Other
/// side effects of the function happen only when it is recorded. It may not read elements. If it does something that no
/// program can express (kernels of its own, other streams, arrays that it keeps), it is called each time.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let step = fused::fuse(|[x, v]: [&Array; 2]| {
///     let v = v * 0.5 - x * 0.1;
///     Ok((x + &v, v))
/// });
/// let (mut x, mut v) = (ones(3)?, zeros(3)?);
/// for _ in 0..4 {
///     (x, v) = step.call([&x, &v])?;
/// }
/// assert_eq!(x.to_string(), "[0.4796 0.4796 0.4796]");
/// # Ok(())
/// # }
/// ```
pub fn fuse<const N: usize, R: Arrays, F: Fn([&Array; N]) -> Result<R>>(function: F) -> Fused<F> {
    Fused { function, variants: Mutex::default() }
}

#[cfg(test)]
impl<F> Fused<F> {
    /// The traces of its recordings.
    pub(crate) fn traces(&self) -> Vec<Arc<crate::runtime::Trace>> {
        let variants = self.variants.lock().unwrap_or_else(PoisonError::into_inner);
        variants.iter().filter_map(|(_, recorded)| Some(recorded.as_ref()?.trace().clone())).collect()
    }
}

impl<F> Fused<F> {
    /// Calls the function or replays its recording.
    ///
    /// # Errors
    /// The function's errors; a type error where it reads elements.
    ///
    /// ```
    /// # use cuprust::*;
    /// let halved = fuse(|[x]: [&Array; 1]| Ok(x * 0.5));
    /// assert_eq!(halved.call::<1, Array>([&array![2.0, 4.0]])?.to_string(), "[1. 2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn call<const N: usize, R: Arrays>(&self, arguments: [&Array; N]) -> Result<R>
    where
        F: Fn([&Array; N]) -> Result<R>,
    {
        if is_tracing() {
            return (self.function)(arguments);
        }
        let mut key = Vec::new();
        write_signature(&arguments, &mut key);
        let known = {
            let variants = self.variants.lock().unwrap_or_else(PoisonError::into_inner);
            match variants.iter().find(|(own, _)| *own == key) {
                Some((_, recorded)) => Some(recorded.clone()),
                None if variants.len() >= MAX_VARIANTS => Some(None),
                None => None,
            }
        };
        match known {
            Some(Some(recorded)) => {
                if let Some(results) = recorded.run(&arguments)? {
                    return Ok(R::from_arrays(results).expect("the results are as many as were recorded"));
                }
                (self.function)(arguments)
            }
            Some(None) => (self.function)(arguments),
            None => self.record(key, arguments),
        }
    }

    fn record<const N: usize, R: Arrays>(&self, key: Vec<u64>, arguments: [&Array; N]) -> Result<R>
    where
        F: Fn([&Array; N]) -> Result<R>,
    {
        let Some(recorder) = Recorder::begin(&arguments)? else { return (self.function)(arguments) };
        let results = (self.function)(arguments).map_err(|error| match error.kind() {
            ErrorKind::Synchronized => Error::type_(ELEMENT_READ_ERROR),
            _ => error,
        })?;
        let recorded = recorder.end(&arguments, None, &results.arrays())?;
        let mut variants = self.variants.lock().unwrap_or_else(PoisonError::into_inner);
        if !variants.iter().any(|(own, _)| *own == key) {
            variants.push((key, recorded.ok().map(Arc::new)));
            if variants.len() == MAX_VARIANTS {
                warn(Warning::Runtime, VARIANT_LIMIT_WARNING)?;
            }
        }
        Ok(results)
    }
}

/// The error of a fused function that reads elements.
pub const ELEMENT_READ_ERROR: &str = "a fused function may not read elements, nor make a Python scalar or a truth value of an array: use \
                             where for an if, and take for an index that is computed";

/// The warning for a function that has reached its limit of programs.
pub const VARIANT_LIMIT_WARNING: &str = "a fused function was called with 16 sets of shapes, dtypes, devices and values: with others \
                            it is called, not run as a program. A number that changes from call to call is best given \
                            as an array";

impl<F> fmt::Debug for Fused<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variants = self.variants.lock().unwrap_or_else(PoisonError::into_inner);
        write!(f, "a fused function with {} programs", variants.iter().filter(|(_, own)| own.is_some()).count())
    }
}
