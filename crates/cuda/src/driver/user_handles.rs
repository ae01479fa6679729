//! Library handles for programs that call NVIDIA's libraries themselves on a stream of a device.

use std::ffi::c_uint;
use std::ptr;
use std::sync::{Arc, OnceLock};

use cuprust_ir::{Error, Result};

use super::handles::{Handles, Maker};
use super::library::{self, Name};
use super::symbols::{Handle, table};
use super::{Driver, Stream, cublas, cusolver};

/// A library whose handles programs can get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandleOf {
    /// cuBLAS.
    Cublas,
    /// cuSOLVER for dense matrices.
    CusolverDense,
    /// cuSOLVER for sparse matrices.
    CusolverSparse,
    /// cuSPARSE.
    Cusparse,
}

const ALL: [HandleOf; 4] = [HandleOf::Cublas, HandleOf::CusolverDense, HandleOf::CusolverSparse, HandleOf::Cusparse];

impl HandleOf {
    fn maker(self) -> Maker {
        match self {
            HandleOf::Cublas => cublas::MAKER,
            HandleOf::CusolverDense => cusolver::MAKER,
            HandleOf::CusolverSparse => Maker {
                create: |stream| {
                    let SparseSolver { cusolverSpCreate, cusolverSpSetStream, cusolverSpDestroy } = *cusolver_sparse()?;
                    made(stream, "cuSOLVER", cusolverSpCreate, cusolverSpSetStream, cusolverSpDestroy)
                },
                destroy: |handle| {
                    // SAFETY: the handle is of this library, and is not used any more.
                    let result = unsafe { (cusolver_sparse()?.cusolverSpDestroy)(handle) };
                    check(result, "destroying a handle of cuSOLVER")
                },
            },
            HandleOf::Cusparse => Maker {
                create: |stream| {
                    let Sparse { cusparseCreate, cusparseSetStream, cusparseDestroy } = *cusparse()?;
                    made(stream, "cuSPARSE", cusparseCreate, cusparseSetStream, cusparseDestroy)
                },
                destroy: |handle| {
                    // SAFETY: as above.
                    let result = unsafe { (cusparse()?.cusparseDestroy)(handle) };
                    check(result, "destroying a handle of cuSPARSE")
                },
            },
        }
    }
}

table! {
    /// The functions of libcusolver that create and destroy its sparse handles.
    SparseSolver {
        cusolverSpCreate(*mut Handle) -> c_uint;
        cusolverSpSetStream(Handle, Handle) -> c_uint;
        cusolverSpDestroy(Handle) -> c_uint;
    }
}

table! {
    /// The functions of libcusparse that create and destroy its handles.
    Sparse {
        cusparseCreate(*mut Handle) -> c_uint;
        cusparseSetStream(Handle, Handle) -> c_uint;
        cusparseDestroy(Handle) -> c_uint;
    }
}

/// The handles of every library on one device that programs use in their threads.
pub(crate) struct UserHandles {
    driver: Arc<dyn Driver>,
    of: [Arc<Handles>; ALL.len()],
}

impl UserHandles {
    /// None is created before a program needs it.
    pub(crate) fn new(driver: Arc<dyn Driver>) -> UserHandles {
        UserHandles { driver, of: ALL.map(|library| Handles::new(library.maker())) }
    }

    /// A handle for a program's own calls in this thread on a stream, which is destroyed with the thread or the stream.
    /// Its settings do not affect our own computations. Error: `Library` if the library is not installed.
    pub(crate) fn user_handle(&self, library: HandleOf, stream: Stream) -> Result<u64> {
        self.of[library as usize].user_handle(&self.driver, stream)
    }

    /// Destroys the handles of a stream that is about to be destroyed.
    pub(crate) fn forget_stream(&self, stream: Stream) {
        for handles in &self.of {
            // An error here was caused by earlier work, and is raised where that work is waited for.
            let _ = handles.destroy(&*self.driver, |known, _| known == stream);
        }
    }
}

impl Drop for UserHandles {
    fn drop(&mut self) {
        for handles in &self.of {
            let _ = handles.destroy(&*self.driver, |_, _| true);
        }
    }
}

/// A new handle for a stream, by a library's functions, with the device current.
fn made(
    stream: Stream,
    library: &str,
    create: unsafe extern "C" fn(*mut Handle) -> c_uint,
    set_stream: unsafe extern "C" fn(Handle, Handle) -> c_uint,
    destroy: unsafe extern "C" fn(Handle) -> c_uint,
) -> Result<Handle> {
    let mut handle = ptr::null_mut();
    // SAFETY: the pointer is valid for the one handle that is written, and the device is current.
    check(unsafe { create(&mut handle) }, &format!("creating a handle of {library}"))?;
    // SAFETY: the handle was just made, and the stream is the driver's.
    let result = unsafe { set_stream(handle, stream.raw() as usize as Handle) };
    if let Err(error) = check(result, &format!("choosing a stream of {library}")) {
        // SAFETY: the handle was just made and is not known elsewhere.
        unsafe { destroy(handle) };
        return Err(error);
    }
    Ok(handle)
}

fn cusolver_sparse() -> Result<&'static SparseSolver> {
    static FUNCTIONS: OnceLock<SparseSolver> = OnceLock::new();
    if let Some(functions) = FUNCTIONS.get() {
        return Ok(functions);
    }
    let opened = cusolver::opened()?;
    // SAFETY: the library is libcusolver, whose interface the table states, and it is never closed.
    let functions = unsafe { SparseSolver::load(&opened.library, "libcusolver") }?;
    Ok(FUNCTIONS.get_or_init(|| functions))
}

fn cusparse() -> Result<&'static Sparse> {
    static FUNCTIONS: OnceLock<Sparse> = OnceLock::new();
    if let Some(functions) = FUNCTIONS.get() {
        return Ok(functions);
    }
    // cuSPARSE is linked against a library of another package, which the loader finds if it is open.
    library::open(Name::NvJitLink)?;
    let opened = library::open(Name::Cusparse)?;
    // SAFETY: the library is libcusparse, whose interface the table states, and it is never closed.
    let functions = unsafe { Sparse::load(&opened.library, "libcusparse") }?;
    Ok(FUNCTIONS.get_or_init(|| functions))
}

/// The libraries have the same first result numbers.
fn check(result: c_uint, doing: &str) -> Result<()> {
    let name = match result {
        0 => return Ok(()),
        1 => "not initialized",
        2 => "no memory",
        _ => "an unknown status",
    };
    let text = format!("{doing}: {name} ({result})");
    Err(if result == 2 { Error::out_of_memory(text) } else { Error::cuda(text) })
}
