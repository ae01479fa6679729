//! The class `ndarray`: an array of the crate, and the object whose memory it shares.

use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use cuprust::Array;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::error::Result;
use crate::memory_pointer::MemoryPointer;
use crate::object::{bound, ours};

/// An n-dimensional array of one dtype on one device.
///
/// Operations on it are recorded, fused, and run when a value is needed.
#[pyclass(frozen, weakref, name = "ndarray", module = "cuprust")]
pub(crate) struct NdArray {
    first: Array,
    /// The states of the object since its shape or flags were first assigned; null before.
    later: AtomicPtr<States>,
    base: Option<Py<PyAny>>,
    /// The pointer to the memory, once it was asked for: programs ask for the same address again and again.
    pointer: PyOnceLock<Py<MemoryPointer>>,
}

/// The states of an object whose shape or flags were assigned.
///
/// A call may still read a state, while it runs Python code or in another thread, when the object gets the next one. So
/// states are kept until the object is freed, and equal states are made once: their number is that of the different
/// shapes and flags assigned.
struct States {
    /// The current state: the object's first one, or a later one.
    shown: AtomicPtr<Array>,
    #[allow(clippy::vec_box, reason = "readers hold references to the states while the list grows")]
    made: UnsafeCell<Vec<Box<Array>>>,
}

impl NdArray {
    /// An array that owns its memory.
    #[inline]
    pub(crate) fn new(array: Array) -> NdArray {
        NdArray::over(array, None)
    }

    /// An array over the memory of another object.
    pub(crate) fn with_base(array: Array, base: Py<PyAny>) -> NdArray {
        NdArray::over(array, Some(base))
    }

    fn over(first: Array, base: Option<Py<PyAny>>) -> NdArray {
        NdArray { first, later: AtomicPtr::new(ptr::null_mut()), base, pointer: PyOnceLock::new() }
    }

    /// Writes the fields of an array directly to their final memory.
    ///
    /// # Safety
    /// The memory is suitable for an array, and holds none.
    #[inline]
    pub(crate) unsafe fn write(target: *mut NdArray, array: Array, base: Option<Py<PyAny>>) {
        // SAFETY: the caller says so of the whole, and these are its parts.
        unsafe {
            (&raw mut (*target).first).write(array);
            (&raw mut (*target).later).write(AtomicPtr::new(ptr::null_mut()));
            (&raw mut (*target).base).write(base);
            (&raw mut (*target).pointer).write(PyOnceLock::new());
        }
    }

    /// The array.
    #[inline]
    pub(crate) fn array(&self) -> &Array {
        let later = self.later.load(Ordering::Acquire);
        if later.is_null() {
            return &self.first;
        }
        // SAFETY: states are never freed nor changed while the object lives, and `self` borrows the object.
        unsafe { &*(*later).shown.load(Ordering::Acquire) }
    }

    /// Makes another array over the same storage the object's current state.
    pub(crate) fn show(&self, array: Array) {
        // Only one thread at a time is attached to the interpreter, so no other one stores between the load and the
        // store.
        let mut later = self.later.load(Ordering::Acquire);
        if later.is_null() {
            let shown = AtomicPtr::new((&raw const self.first).cast_mut());
            later = Box::into_raw(Box::new(States { shown, made: UnsafeCell::new(vec![]) }));
            self.later.store(later, Ordering::Release);
        }
        // SAFETY: the states live as long as the object. The list is used here alone, by one attached thread at a time,
        // and nothing here runs Python code; readers of a state do not touch the list.
        let (states, made) = unsafe { (&*later, &mut *(*later).made.get()) };
        let matches = |state: &Array| {
            state.layout() == array.layout()
                && state.is_writable() == array.is_writable()
                && state.dtype() == array.dtype()
                && state.shares_storage(&array)
        };
        let known = made.iter().map(|state| &**state).chain([&self.first]).find(|state| matches(state));
        let state = known.map(|state| &raw const *state).unwrap_or_else(|| {
            made.push(Box::new(array.clone()));
            &raw const **made.last().expect("a state was added")
        });
        states.shown.store(state.cast_mut(), Ordering::Release);
    }

    /// The pointer to the memory of the current state.
    ///
    /// # Errors
    /// Errors of creating an object.
    #[inline]
    pub(crate) fn pointer(&self, py: Python<'_>) -> PyResult<Py<MemoryPointer>> {
        if self.later.load(Ordering::Acquire).is_null() {
            let made = self.pointer.get_or_try_init(py, || Py::new(py, MemoryPointer::of(self.first.clone())));
            return made.map(|pointer| pointer.clone_ref(py));
        }
        Py::new(py, MemoryPointer::of(self.array().clone()))
    }

    /// The object whose memory this one shares.
    pub(crate) fn base<'py>(&self, py: Python<'py>) -> Option<&Bound<'py, PyAny>> {
        self.base.as_ref().map(|base| base.bind(py))
    }

    /// The base of views of this array, whose object is `owner`: the array that owns the memory.
    #[inline]
    pub(crate) fn root(&self, owner: Borrowed<'_, '_, PyAny>) -> Py<PyAny> {
        let root = self.base.as_ref().map(|base| base.bind_borrowed(owner.py()));
        root.filter(|root| ours(*root).is_some()).unwrap_or(owner).to_owned().unbind()
    }

    /// An object for a view of `owner`, or for a copy.
    pub(crate) fn from_view<'py>(array: Array, owner: &Bound<'py, NdArray>) -> Result<Bound<'py, NdArray>> {
        let shares = array.shares_storage(owner.get().array());
        bound(owner.py(), array, shares.then(|| owner.get().root(owner.as_any().as_borrowed())))
    }
}

// SAFETY: the pointer is to states that are never changed once they are shown, and that go with the object.
unsafe impl Send for NdArray {}
// SAFETY: as above; `show` runs attached to the interpreter, one thread at a time.
unsafe impl Sync for NdArray {}

impl Drop for NdArray {
    fn drop(&mut self) {
        let later = *self.later.get_mut();
        if !later.is_null() {
            // SAFETY: the states were made by Box::into_raw in `show`, and nothing else can reach them any more.
            drop(unsafe { Box::from_raw(later) });
        }
    }
}

impl From<Array> for NdArray {
    #[inline]
    fn from(array: Array) -> NdArray {
        NdArray::new(array)
    }
}
