//! How the arguments of what PyO3 calls are taken apart: as PyO3 does it, without its notes on exceptions.
//!
//! PyO3 adds a note to whatever an argument's conversion raises, which ends the traceback with a line that NumPy does
//! not have. Its macros name the functions that convert arguments by the path `pyo3::impl_::extract_argument`; in this
//! crate the path leads here.

pub use binding::impl_::*;

/// The functions by which PyO3's macros convert arguments.
pub mod extract_argument {
    pub use binding::impl_::extract_argument::*;
    use binding::{Borrowed, PyAny, PyResult};

    /// Converts an argument.
    ///
    /// # Errors
    /// What the conversion raises, as it is.
    #[inline]
    pub fn extract_argument<'a, 'holder, 'py, T, const HAS_FROM: bool>(
        object: Borrowed<'a, 'py, PyAny>,
        holder: &'holder mut T::Holder,
        _name: &str,
    ) -> PyResult<T>
    where
        T: PyFunctionArgument<'a, 'holder, 'py, HAS_FROM>,
    {
        T::extract(object, holder).map_err(Into::into)
    }

    /// Converts an argument that was given: that it was, PyO3 has seen before.
    ///
    /// # Errors
    /// As [`extract_argument`].
    #[inline]
    pub fn extract_required_argument<'a, 'holder, 'py, T, const HAS_FROM: bool>(
        object: Option<Borrowed<'a, 'py, PyAny>>,
        holder: &'holder mut T::Holder,
        name: &str,
    ) -> PyResult<T>
    where
        T: PyFunctionArgument<'a, 'holder, 'py, HAS_FROM>,
    {
        match object {
            Some(object) => extract_argument(object, holder, name),
            None => unreachable!("a required argument that is missing was refused before"),
        }
    }

    /// Converts an argument, or makes its default.
    ///
    /// # Errors
    /// As [`extract_argument`].
    #[inline]
    pub fn extract_argument_with_default<'a, 'holder, 'py, T, const HAS_FROM: bool>(
        object: Option<Borrowed<'a, 'py, PyAny>>,
        holder: &'holder mut T::Holder,
        name: &str,
        default: fn() -> T,
    ) -> PyResult<T>
    where
        T: PyFunctionArgument<'a, 'holder, 'py, HAS_FROM>,
    {
        match object {
            Some(object) => extract_argument(object, holder, name),
            None => Ok(default()),
        }
    }
}
