//! The declarations of comparisons and tests.

use cuprust_num::Scalar;

use super::*;
use crate::table::texts::WAITS;
use crate::table::{Anything, Ignored, functions};
use crate::{Array, Result};

functions! {
    in "cuprust";

    /// Where two arrays are equal within a tolerance: `abs(a - b) <= atol + rtol * abs(b)`.
    ///
    /// Infinities are equal to themselves; NaN is equal to NaN where `equal_nan` says so. Raises ValueError where
    /// shapes do not broadcast.
    ///
    /// >>> cp.isclose(cp.array([1.0, 2.0]), cp.array([1.0, 2.1]))
    /// array([ True, False])
    fn isclose(a: &Array, b: &Array, rtol: f64 = 1e-5, atol: f64 = 1e-8, equal_nan: bool = False) -> Array {
        isclose(a, b, Tolerance { relative: rtol, absolute: atol, equal_nan })
    }

    /// Whether two arrays are equal within a tolerance, as an array without axes.
    #[doc = WAITS]
    ///
    /// Raises ValueError where shapes do not broadcast.
    ///
    /// >>> cp.allclose(cp.array([1.0, 2.0]), cp.array([1.0, 2.1]))
    /// array(False)
    fn allclose(a: &Array, b: &Array, rtol: f64 = 1e-5, atol: f64 = 1e-8, equal_nan: bool = False) -> Array {
        truth(allclose(a, b, Tolerance { relative: rtol, absolute: atol, equal_nan })?)
    }

    /// Whether two arrays have one shape and equal elements, as an array without axes.
    #[doc = WAITS]
    ///
    /// >>> cp.array_equal(cp.arange(3), cp.array([0, 1, 2]))
    /// array(True)
    fn array_equal(a1: &Array, a2: &Array, equal_nan: bool = False) -> Array {
        truth(array_equal(a1, a2, equal_nan)?)
    }

    /// Whether two arrays have equal elements after broadcasting, as an array without axes.
    #[doc = WAITS]
    ///
    /// >>> cp.array_equiv(cp.array([1, 1]), cp.array(1))
    /// array(True)
    fn array_equiv(a1: &Array, a2: &Array) -> Array {
        truth(array_equiv(a1, a2)?)
    }

    /// Whether the elements are of a complex dtype, whatever they are.
    ///
    /// >>> cp.iscomplexobj(cp.array([1 + 0j])), cp.iscomplexobj(3)
    /// (True, False)
    fn iscomplexobj(x: &Array) -> bool {
        Ok(x.dtype().is_complex())
    }

    /// Whether the elements are of a dtype that is not complex.
    ///
    /// >>> cp.isrealobj(cp.array([1 + 0j])), cp.isrealobj(3)
    /// (False, True)
    fn isrealobj(x: &Array) -> bool {
        Ok(!x.dtype().is_complex())
    }

    /// Where elements have an imaginary part other than zero.
    ///
    /// >>> cp.iscomplex(cp.array([1 + 1j, 2]))
    /// array([ True, False])
    fn iscomplex(x: &Array) -> Array {
        iscomplex(x)
    }

    /// Where elements have no imaginary part other than zero.
    ///
    /// >>> cp.isreal(cp.array([1 + 1j, 2]))
    /// array([False,  True])
    fn isreal(x: &Array) -> Array {
        isreal(x)
    }

    /// Whether two arrays have a byte in common; what is no array shares none.
    ///
    /// >>> a = cp.arange(6)
    /// >>> cp.shares_memory(a[::2], a[1::2]), cp.shares_memory(a[::2], a[4:])
    /// (False, True)
    fn shares_memory(a: Anything, b: Anything, max_work: Ignored = None)
    ignoring { max_work: "the answer is always exact" } -> bool {
        Ok(a.array.zip(b.array).is_some_and(|(a, b)| a.shares_memory(b)))
    }

    /// Whether two arrays share memory, as far as the bounds of their elements tell; what is no array shares none.
    ///
    /// >>> a = cp.arange(6)
    /// >>> cp.may_share_memory(a, a[::2]), cp.may_share_memory(a[:3], a[3:])
    /// (True, False)
    fn may_share_memory(a: Anything, b: Anything, max_work: Ignored = None)
    ignoring { max_work: "bounds are all that is looked at" } -> bool {
        Ok(a.array.zip(b.array).is_some_and(|(a, b)| a.may_share_memory(b)))
    }
}

/// A truth value as an array without axes, on the current device.
fn truth(value: bool) -> Result<Array> {
    crate::full((), Scalar::new(value))
}
