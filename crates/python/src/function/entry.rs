//! The C functions that the interpreter calls: one for each number of a callable, as a function and as a method.

use pyo3::ffi;

use super::call::call;
use crate::slots::Object;

/// A C function of the interpreter's fast calling convention.
pub(super) type Entry = unsafe extern "C" fn(Object, *const Object, ffi::Py_ssize_t, Object) -> Object;

unsafe extern "C" fn function<const NUMBER: usize>(
    _module: Object,
    arguments: *const Object,
    count: ffi::Py_ssize_t,
    names: Object,
) -> Object {
    // SAFETY: the interpreter lends as many arguments as it says, behind them those that the tuple of names names.
    unsafe { call(super::callable(NUMBER), None, arguments, count as usize, names) }
}

unsafe extern "C" fn method<const NUMBER: usize>(
    owner: Object,
    arguments: *const Object,
    count: ffi::Py_ssize_t,
    names: Object,
) -> Object {
    // SAFETY: as in `function`; the owner is the array whose method is called.
    unsafe { call(super::callable(NUMBER), Some(owner), arguments, count as usize, names) }
}

macro_rules! entries {
    ($entry:ident, $($high:literal)*) => { [$(
        $entry::<{ 16 * $high }>, $entry::<{ 16 * $high + 1 }>, $entry::<{ 16 * $high + 2 }>, $entry::<{ 16 * $high + 3 }>,
        $entry::<{ 16 * $high + 4 }>, $entry::<{ 16 * $high + 5 }>, $entry::<{ 16 * $high + 6 }>, $entry::<{ 16 * $high + 7 }>,
        $entry::<{ 16 * $high + 8 }>, $entry::<{ 16 * $high + 9 }>, $entry::<{ 16 * $high + 10 }>, $entry::<{ 16 * $high + 11 }>,
        $entry::<{ 16 * $high + 12 }>, $entry::<{ 16 * $high + 13 }>, $entry::<{ 16 * $high + 14 }>, $entry::<{ 16 * $high + 15 }>,
    )*] };
    ($entry:ident) => {
        entries!($entry, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44
            45 46 47)
    };
}

/// How many callables there may be. Where the table outgrows it, `entries` gets more lines.
pub(super) const ROOM: usize = 768;

/// The entries of functions.
pub(super) static FUNCTIONS: [Entry; ROOM] = entries!(function);

/// The entries of methods.
pub(super) static METHODS: [Entry; ROOM] = entries!(method);
