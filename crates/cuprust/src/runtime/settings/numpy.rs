//! The version of NumPy whose behaviour is followed where versions differ.
//!
//! An embedding says once which NumPy the process has. It matters to
//! - `cross`: since 2.5 vectors of two elements are refused;
//! - `linalg.cross`: since 2.5 its axis may be None;
//! - `interp`: since 2.5 there may be no points if no values are requested;
//! - quantiles that are elements: since 2.5 an `out` of another dtype than the array's is accepted, where it can hold
//!   them;
//! - the zeros of Chebyshev, Legendre and HermiteE series: since 2.5 they are complex always.

use std::sync::OnceLock;

/// The version that is followed by default.
const DEFAULT: NumPy = NumPy(2, 4);

static FOLLOWED: OnceLock<NumPy> = OnceLock::new();

/// A version of NumPy: its major and its minor number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NumPy(pub u32, pub u32);

impl NumPy {
    /// The version to follow.
    pub fn followed() -> NumPy {
        FOLLOWED.get().copied().unwrap_or(DEFAULT)
    }

    /// Follows this version. The first call counts.
    pub fn follow(self) {
        let _ = FOLLOWED.set(self);
    }
}
