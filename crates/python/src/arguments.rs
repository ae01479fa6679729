//! Conversion of arguments in PyO3's functions: as in PyO3, without its notes on exceptions.
//!
//! PyO3 adds a note to any exception that an argument's conversion raises, which ends the traceback with a line that
//! NumPy does not have. Its macros call the functions that convert arguments by the path
//! `pyo3::impl_::extract_argument`; in this crate that path resolves to this module.

pub use binding::impl_::*;

/// The functions by which PyO3's macros convert arguments.
pub mod extract_argument {
    pub use binding::impl_::extract_argument::*;
    use binding::{Borrowed, PyAny, PyResult};

    /// Converts an argument.
    ///
    /// # Errors
    /// The exception of the conversion, unchanged.
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

    /// Converts an argument that PyO3 has already checked to be present.
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

    /// Converts an argument, or makes its default if it is missing.
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
