//! Matrix factorisations on the GPU: cuSOLVER's 64-bit interface, with a handle for each stream.

use std::ffi::{c_int, c_schar, c_uint, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cuprust_ir::{Error, Result};

use super::cublas;
use super::handles::Maker;
use super::library::{self, Name, Opened};
use super::symbols::{Handle, table};
use super::{Address, Driver, Stream};
use crate::pool::Pool;

type Pointer = *mut c_void;

table! {
    /// The functions of libcusolver. The element type is an argument, so one function serves all.
    Functions {
        cusolverDnCreate(*mut Handle) -> c_uint;
        cusolverDnDestroy(Handle) -> c_uint;
        cusolverDnSetStream(Handle, Handle) -> c_uint;
        cusolverDnCreateParams(*mut Handle) -> c_uint;
        cusolverDnDestroyParams(Handle) -> c_uint;
        cusolverDnSorgqr_bufferSize(Handle, c_int, c_int, c_int, Pointer, c_int, Pointer, *mut c_int) -> c_uint;
        cusolverDnDorgqr_bufferSize(Handle, c_int, c_int, c_int, Pointer, c_int, Pointer, *mut c_int) -> c_uint;
        cusolverDnCungqr_bufferSize(Handle, c_int, c_int, c_int, Pointer, c_int, Pointer, *mut c_int) -> c_uint;
        cusolverDnZungqr_bufferSize(Handle, c_int, c_int, c_int, Pointer, c_int, Pointer, *mut c_int) -> c_uint;
        cusolverDnSorgqr(Handle, c_int, c_int, c_int, Pointer, c_int, Pointer, Pointer, c_int, Pointer) -> c_uint;
        cusolverDnDorgqr(Handle, c_int, c_int, c_int, Pointer, c_int, Pointer, Pointer, c_int, Pointer) -> c_uint;
        cusolverDnCungqr(Handle, c_int, c_int, c_int, Pointer, c_int, Pointer, Pointer, c_int, Pointer) -> c_uint;
        cusolverDnZungqr(Handle, c_int, c_int, c_int, Pointer, c_int, Pointer, Pointer, c_int, Pointer) -> c_uint;
        cusolverDnXgetrf_bufferSize(
            Handle, Handle, i64, i64, c_uint, Pointer, i64, c_uint, *mut usize, *mut usize,
        ) -> c_uint;
        cusolverDnXgetrf(
            Handle, Handle, i64, i64, c_uint, Pointer, i64, Pointer, c_uint, Pointer, usize, Pointer, usize, Pointer,
        ) -> c_uint;
        cusolverDnXgetrs(
            Handle, Handle, c_uint, i64, i64, c_uint, Pointer, i64, Pointer, c_uint, Pointer, i64, Pointer,
        ) -> c_uint;
        cusolverDnXpotrf_bufferSize(
            Handle, Handle, c_uint, i64, c_uint, Pointer, i64, c_uint, *mut usize, *mut usize,
        ) -> c_uint;
        cusolverDnXpotrf(
            Handle, Handle, c_uint, i64, c_uint, Pointer, i64, c_uint, Pointer, usize, Pointer, usize, Pointer,
        ) -> c_uint;
        cusolverDnXgeqrf_bufferSize(
            Handle, Handle, i64, i64, c_uint, Pointer, i64, c_uint, Pointer, c_uint, *mut usize, *mut usize,
        ) -> c_uint;
        cusolverDnXgeqrf(
            Handle, Handle, i64, i64, c_uint, Pointer, i64, c_uint, Pointer, c_uint, Pointer, usize, Pointer, usize, Pointer,
        ) -> c_uint;
        cusolverDnXsyevd_bufferSize(
            Handle, Handle, c_uint, c_uint, i64, c_uint, Pointer, i64, c_uint, Pointer, c_uint, *mut usize, *mut usize,
        ) -> c_uint;
        cusolverDnXsyevd(
            Handle, Handle, c_uint, c_uint, i64, c_uint, Pointer, i64, c_uint, Pointer, c_uint, Pointer, usize, Pointer,
            usize, Pointer,
        ) -> c_uint;
        cusolverDnXgesvd_bufferSize(
            Handle, Handle, c_schar, c_schar, i64, i64, c_uint, Pointer, i64, c_uint, Pointer, c_uint, Pointer, i64, c_uint,
            Pointer, i64, c_uint, *mut usize, *mut usize,
        ) -> c_uint;
        cusolverDnXgesvd(
            Handle, Handle, c_schar, c_schar, i64, i64, c_uint, Pointer, i64, c_uint, Pointer, c_uint, Pointer, i64, c_uint,
            Pointer, i64, c_uint, Pointer, usize, Pointer, usize, Pointer,
        ) -> c_uint;
        cusolverDnXgesvdp_bufferSize(
            Handle, Handle, c_uint, c_int, i64, i64, c_uint, Pointer, i64, c_uint, Pointer, c_uint, Pointer, i64, c_uint,
            Pointer, i64, c_uint, *mut usize, *mut usize,
        ) -> c_uint;
        cusolverDnXgesvdp(
            Handle, Handle, c_uint, c_int, i64, i64, c_uint, Pointer, i64, c_uint, Pointer, c_uint, Pointer, i64, c_uint,
            Pointer, i64, c_uint, Pointer, usize, Pointer, usize, Pointer, *mut f64,
        ) -> c_uint;
    }
}

table! {
    /// Those since CUDA 12.6.
    Newer {
        cusolverDnXgeev_bufferSize(
            Handle, Handle, c_uint, c_uint, i64, c_uint, Pointer, i64, c_uint, Pointer, c_uint, Pointer, i64, c_uint, Pointer,
            i64, c_uint, *mut usize, *mut usize,
        ) -> c_uint;
        cusolverDnXgeev(
            Handle, Handle, c_uint, c_uint, i64, c_uint, Pointer, i64, c_uint, Pointer, c_uint, Pointer, i64, c_uint, Pointer,
            i64, c_uint, Pointer, usize, Pointer, usize, Pointer,
        ) -> c_uint;
    }
}

table! {
    /// Those since the second update of CUDA 12.6.
    OfStacks {
        cusolverDnXsyevBatched_bufferSize(
            Handle, Handle, c_uint, c_uint, i64, c_uint, Pointer, i64, c_uint, Pointer, c_uint, *mut usize, *mut usize, i64,
        ) -> c_uint;
        cusolverDnXsyevBatched(
            Handle, Handle, c_uint, c_uint, i64, c_uint, Pointer, i64, c_uint, Pointer, c_uint, Pointer, usize, Pointer,
            usize, Pointer, i64,
        ) -> c_uint;
    }
}

/// The element of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Element {
    F32,
    F64,
    C64,
    C128,
}

impl Element {
    /// The number of `cudaDataType_t`.
    fn code(self) -> c_uint {
        match self {
            Element::F32 => 0,
            Element::F64 => 1,
            Element::C64 => 4,
            Element::C128 => 5,
        }
    }

    /// Bytes of one element.
    pub fn size(self) -> usize {
        match self {
            Element::F32 => 4,
            Element::F64 | Element::C64 => 8,
            Element::C128 => 16,
        }
    }

    /// The machine epsilon.
    pub fn epsilon(self) -> f64 {
        match self {
            Element::F32 | Element::C64 => f32::EPSILON.into(),
            Element::F64 | Element::C128 => f64::EPSILON,
        }
    }

    /// The same for cuBLAS.
    pub fn of_product(self) -> cublas::Element {
        match self {
            Element::F32 => cublas::Element::F32,
            Element::F64 => cublas::Element::F64,
            Element::C64 => cublas::Element::C64,
            Element::C128 => cublas::Element::C128,
        }
    }

    fn real(self) -> c_uint {
        match self {
            Element::F32 | Element::C64 => 0,
            Element::F64 | Element::C128 => 1,
        }
    }

    fn complex(self) -> c_uint {
        self.real() + 4
    }
}

/// An operation on one matrix, which lies column by column without gaps.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy)]
pub enum Task {
    /// Factors `a`, `m` by `n`, in place; the pivots are int64, from 1.
    Lu { a: Address, m: i64, n: i64, pivots: Address },
    /// Solves for `columns` columns in place by the factorisation of a matrix of order `n`.
    LuSolve { lu: Address, n: i64, pivots: Address, b: Address, columns: i64, operation: u32 },
    /// Factors `a` of order `n` in place, by its lower triangle.
    Cholesky { a: Address, n: i64 },
    /// Factors `a`, `m` by `n`, in place.
    Qr { a: Address, m: i64, n: i64, scales: Address },
    /// Overwrites the first `count` columns of `q`, `m` by `columns`, which hold what was factored, with the basis.
    QrBasis { q: Address, m: i64, columns: i64, count: i64, scales: Address },
    /// The eigenvalues of `a`, of order `n`, which is overwritten, with the eigenvectors if they are requested.
    Eigh { a: Address, n: i64, values: Address, vectors: bool, lower: bool },
    /// The same for a stack of contiguous matrices.
    EighOfStack { a: Address, n: i64, values: Address, vectors: bool, lower: bool, stack: i64 },
    /// The complex eigenvalues of `a`, of order `n`, which is overwritten, and the eigenvectors if they are requested,
    /// in the element type of `a`.
    Eig { a: Address, n: i64, values: Address, vectors: Option<Address> },
    /// The singular values of `a`, `m` by `n` with `m >= n`, which is overwritten; and the vectors, `n` or all of them.
    Svd { a: Address, m: i64, n: i64, values: Address, vectors: Option<(Address, Address)>, all: bool },
    /// The same by polar decomposition, which is several times as fast. The right vectors are columns. If a value is
    /// close to zero, the matrix is perturbed.
    PolarSvd { a: Address, m: i64, n: i64, values: Address, u: Address, v: Address, all: bool },
}

/// cuSOLVER on one device. Any thread may call it.
pub struct Cusolver {
    driver: Arc<dyn Driver>,
    handles: Mutex<Vec<(Stream, Owned)>>,
    on_host: Mutex<HostWorkspace>,
}

/// A handle and its parameters, which are the defaults.
#[derive(Clone, Copy)]
struct Owned(Handle, Handle);

// SAFETY: a handle of cuSOLVER may be used from any thread, one at a time, which the lock around the handles sees to.
unsafe impl Send for Owned {}

impl Cusolver {
    /// cuSOLVER on the device of this driver, which is a real one. Opens the library. Error: `Library` where it is not
    /// installed.
    pub fn new(driver: Arc<dyn Driver>) -> Result<Cusolver> {
        functions()?;
        Ok(Cusolver { driver, handles: Mutex::default(), on_host: Mutex::default() })
    }

    /// Queues a task. At `info` the library writes an int32 for each matrix, which is not 0 if the factorisation
    /// failed. Returns the size of the perturbation of the matrix, for which the stream is waited. Error: `Cuda` if
    /// cuSOLVER refuses.
    ///
    /// # Safety
    /// The addresses are those of device memory as the task requires, of this element type; they overlap nothing.
    pub unsafe fn run(&self, task: Task, element: Element, info: Address, pool: &Pool, stream: Stream) -> Result<f64> {
        let functions = functions()?;
        let newer = match task {
            Task::Eig { .. } => Some(newer()?),
            _ => None,
        };
        let of_stacks = match task {
            Task::EighOfStack { .. } => Some(of_stacks()?),
            _ => None,
        };
        self.driver.make_current()?;
        let mut handles = self.handles.lock().unwrap_or_else(PoisonError::into_inner);
        let Owned(handle, with) = self.handle(functions, &mut handles, stream)?;
        let (own, real) = (element.code(), element.real());
        let p = |address: Address| address.0 as usize as Pointer;
        let int = |extent: i64| extent as c_int;
        // A function queries its workspace by its own arguments, except those in brackets; both end with those in
        // braces.
        macro_rules! task {
            ($functions:expr, $space:ident, $work:expr, $size:ident $run:ident ($($argument:expr),* $(; [$($own:expr),*] $($more:expr),*)?) $([$last:expr])? $({$both:expr})?) => {
                match $work {
                    None => ($functions.$size)(
                        handle, with, $($argument,)* $($($more,)*)? &raw mut $space.on_device, &raw mut $space.on_host
                        $(, $both)?
                    ),
                    Some(Work { device, host }) => ($functions.$run)(
                        handle, with, $($argument,)* $($($own,)* $($more,)*)? device, $space.on_device, host, $space.on_host,
                        p(info) $(, $last)? $(, $both)?
                    ),
                }
            };
        }
        // SAFETY: the handle is ours while the lock is held, and sizes are written to words of this call. Workspaces
        // are as large as was queried, and the caller vouches for the rest.
        let call = |work: Option<Work>, space: &mut Space, perturbed: *mut f64| unsafe {
            match task {
                Task::Lu { a, m, n, pivots } => {
                    task!(functions, space, work, cusolverDnXgetrf_bufferSize cusolverDnXgetrf
                    (m, n, own, p(a), m; [p(pivots)] own))
                }
                Task::LuSolve { lu, n, pivots, b, columns, operation } => match work {
                    None => 0,
                    Some(_) => (functions.cusolverDnXgetrs)(
                        handle,
                        with,
                        operation,
                        n,
                        columns,
                        own,
                        p(lu),
                        n,
                        p(pivots),
                        own,
                        p(b),
                        n,
                        p(info),
                    ),
                },
                Task::Cholesky { a, n } => task!(functions, space, work, cusolverDnXpotrf_bufferSize cusolverDnXpotrf
                    (0, n, own, p(a), n, own)),
                Task::Qr { a, m, n, scales } => {
                    task!(functions, space, work, cusolverDnXgeqrf_bufferSize cusolverDnXgeqrf
                    (m, n, own, p(a), m, own, p(scales), own))
                }
                Task::QrBasis { q, m, columns, count, scales } => {
                    let (size, make) = match element {
                        Element::F32 => (functions.cusolverDnSorgqr_bufferSize, functions.cusolverDnSorgqr),
                        Element::F64 => (functions.cusolverDnDorgqr_bufferSize, functions.cusolverDnDorgqr),
                        Element::C64 => (functions.cusolverDnCungqr_bufferSize, functions.cusolverDnCungqr),
                        Element::C128 => (functions.cusolverDnZungqr_bufferSize, functions.cusolverDnZungqr),
                    };
                    let (m, columns, count, q, scales) = (int(m), int(columns), int(count), p(q), p(scales));
                    match work {
                        None => size(handle, m, columns, count, q, m, scales, &raw mut space.elements),
                        Some(Work { device, .. }) => {
                            make(handle, m, columns, count, q, m, scales, device, space.elements, p(info))
                        }
                    }
                }
                Task::Eigh { a, n, values, vectors, lower } => {
                    task!(functions, space, work, cusolverDnXsyevd_bufferSize cusolverDnXsyevd
                    (vectors.into(), (!lower).into(), n, own, p(a), n, real, p(values), own))
                }
                Task::EighOfStack { a, n, values, vectors, lower, stack } => {
                    let Some(of_stacks) = of_stacks else { return 0 };
                    task!(of_stacks, space, work, cusolverDnXsyevBatched_bufferSize cusolverDnXsyevBatched
                    (vectors.into(), (!lower).into(), n, own, p(a), n, real, p(values), own) {stack})
                }
                Task::Eig { a, n, values, vectors } => {
                    let Some(newer) = newer else { return 0 };
                    let (right_vectors, reserve) = (c_uint::from(vectors.is_some()), p(vectors.unwrap_or_default()));
                    // Without left vectors, the library still validates the pointer to them.
                    task!(newer, space, work, cusolverDnXgeev_bufferSize cusolverDnXgeev
                    (0, right_vectors, n, own, p(a), n, element.complex(), p(values), own, reserve, n, own, reserve, n, own))
                }
                Task::PolarSvd { a, m, n, values, u, v, all } => task!(functions, space, work,
                    cusolverDnXgesvdp_bufferSize cusolverDnXgesvdp
                    (VECTORS, (!all).into(), m, n, own, p(a), m, real, p(values), own, p(u), m, own, p(v), n, own)
                    [perturbed]),
                Task::Svd { a, m, n, values, vectors, all } => {
                    let (job, u, vh) = svd_arguments(vectors, all);
                    task!(functions, space, work, cusolverDnXgesvd_bufferSize cusolverDnXgesvd
                        (job, job, m, n, own, p(a), m, real, p(values), own, p(u), m, own, p(vh), n, own))
                }
            }
        };
        let (mut space, mut perturbed) = (Space::default(), 0.0);
        check(call(None, &mut space, &mut perturbed), "asking for the size of a workspace")?;
        space.on_device = space.on_device.max(space.elements as usize * element.size());
        let area = if space.on_device == 0 { None } else { Some(pool.alloc(space.on_device, stream)?) };
        let mut host = self.on_host.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = space.on_host != 0 || matches!(task, Task::PolarSvd { .. });
        let device = p(area.map_or(Address::default(), |block| block.address));
        let queued = host.reserve(&*self.driver, space.on_host).and_then(|host| {
            check(call(Some(Work { device, host }), &mut space, &mut perturbed), "factoring a matrix")
        });
        // Work on the host's workspace must be done before another call uses that.
        let waited = if waits { self.driver.stream_synchronize(stream) } else { Ok(()) };
        let queued = queued.and(waited);
        // Freed in stream order: queued work may still use it.
        queued.and(area.map_or(Ok(()), |block| pool.free(block)))?;
        Ok(perturbed)
    }

    /// Destroys the handle of a stream that is about to be destroyed.
    pub fn forget_stream(&self, stream: Stream) -> Result<()> {
        let mut handles = self.handles.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(index) = handles.iter().position(|(known, _)| *known == stream) else { return Ok(()) };
        let (_, Owned(handle, with)) = handles.swap_remove(index);
        self.driver.make_current()?;
        let functions = functions()?;
        // SAFETY: both were removed from the list, so they are not used elsewhere.
        unsafe {
            (functions.cusolverDnDestroyParams)(with);
            check((functions.cusolverDnDestroy)(handle), "destroying a handle")
        }
    }

    /// The handle of a stream, made at the first call.
    fn handle(&self, functions: &Functions, handles: &mut Vec<(Stream, Owned)>, stream: Stream) -> Result<Owned> {
        if let Some((_, owned)) = handles.iter().find(|(known, _)| *known == stream) {
            return Ok(*owned);
        }
        let (handle, mut with) = ((MAKER.create)(stream)?, ptr::null_mut());
        // SAFETY: the pointer is valid for the parameters that are written.
        if let Err(error) = check(unsafe { (functions.cusolverDnCreateParams)(&mut with) }, "creating parameters") {
            // SAFETY: the handle was just made, and is in no list.
            unsafe { (functions.cusolverDnDestroy)(handle) };
            return Err(error);
        }
        handles.push((stream, Owned(handle, with)));
        Ok(Owned(handle, with))
    }
}

/// Page-locked memory of the host, which is reused by all calls.
#[derive(Default)]
struct HostWorkspace {
    start: usize,
    bytes: usize,
}

impl HostWorkspace {
    /// A buffer of at least this many bytes. Error: `OutOfMemory`.
    fn reserve(&mut self, driver: &dyn Driver, bytes: usize) -> Result<Pointer> {
        if bytes > self.bytes {
            self.free(driver);
            self.start = driver.alloc_pinned(bytes)? as usize;
            self.bytes = bytes;
        }
        Ok(self.start as Pointer)
    }

    fn free(&mut self, driver: &dyn Driver) {
        if std::mem::take(&mut self.bytes) != 0 {
            // SAFETY: the memory was allocated there, and every call waited for the work that used it. If this fails,
            // the context is lost.
            let _ = unsafe { driver.free_pinned(std::mem::take(&mut self.start) as *mut u8) };
        }
    }
}

/// The size of a workspace: bytes on the device and on the host; or elements, if a function counts these.
#[derive(Default)]
struct Space {
    on_device: usize,
    on_host: usize,
    elements: c_int,
}

/// A workspace.
struct Work {
    device: Pointer,
    host: Pointer,
}

/// `CUSOLVER_EIG_MODE_VECTOR`: the vectors are computed.
const VECTORS: c_uint = 1;

/// The job character, and the addresses of the vectors.
fn svd_arguments(vectors: Option<(Address, Address)>, all: bool) -> (c_schar, Address, Address) {
    let letter = match (vectors, all) {
        (None, _) => b'N',
        (Some(_), true) => b'A',
        (Some(_), false) => b'S',
    };
    let (u, vh) = vectors.unwrap_or_default();
    (letter as c_schar, u, vh)
}

impl Drop for Cusolver {
    fn drop(&mut self) {
        let handles = self.handles.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Ok(functions) = functions() else { return };
        if handles.is_empty() || self.driver.make_current().is_err() {
            return;
        }
        self.on_host.get_mut().unwrap_or_else(PoisonError::into_inner).free(&*self.driver);
        for (_, Owned(handle, with)) in handles.drain(..) {
            // SAFETY: the handles were made here, and are not used elsewhere.
            unsafe {
                (functions.cusolverDnDestroyParams)(with);
                (functions.cusolverDnDestroy)(handle);
            }
        }
    }
}

fn functions() -> Result<&'static Functions> {
    static FUNCTIONS: OnceLock<Functions> = OnceLock::new();
    if let Some(functions) = FUNCTIONS.get() {
        return Ok(functions);
    }
    let opened = opened()?;
    // SAFETY: the library is libcusolver, whose interface the table states, and it is never closed.
    let functions = unsafe { Functions::load(&opened.library, "libcusolver") }?;
    Ok(FUNCTIONS.get_or_init(|| functions))
}

/// Whether the library supports eigenvalues of matrices that are not Hermitian.
pub(crate) fn has_eig() -> bool {
    newer().is_ok()
}

/// Whether the library supports eigenvalues of a stack of Hermitian matrices in one call.
pub(crate) fn has_eigh_of_stacks() -> bool {
    of_stacks().is_ok()
}

fn of_stacks() -> Result<&'static OfStacks> {
    static OF_STACKS: OnceLock<Result<OfStacks>> = OnceLock::new();
    let found = OF_STACKS.get_or_init(|| {
        // SAFETY: as for the other functions.
        unsafe { OfStacks::load(&opened()?.library, "libcusolver") }
    });
    found.as_ref().map_err(Clone::clone)
}

fn newer() -> Result<&'static Newer> {
    static NEWER: OnceLock<Result<Newer>> = OnceLock::new();
    let found = NEWER.get_or_init(|| {
        // SAFETY: as for the other functions.
        unsafe { Newer::load(&opened()?.library, "libcusolver") }
    });
    found.as_ref().map_err(Clone::clone)
}

/// The library, after those that it is linked against: the loader finds libraries of other packages if they are open.
pub(super) fn opened() -> Result<&'static Opened> {
    for name in [Name::CublasLt, Name::Cublas, Name::NvJitLink, Name::Cusparse] {
        library::open(name)?;
    }
    library::open(Name::Cusolver)
}

/// Creates and destroys handles.
pub(super) const MAKER: Maker = Maker {
    create: |stream| {
        let (functions, mut handle) = (functions()?, ptr::null_mut());
        // SAFETY: the pointer is valid for the one handle that is written, and the device is current.
        check(unsafe { (functions.cusolverDnCreate)(&mut handle) }, "creating a handle")?;
        // SAFETY: the handle was just made, and the stream is the driver's.
        let result = unsafe { (functions.cusolverDnSetStream)(handle, stream.raw() as usize as Handle) };
        if let Err(error) = check(result, "choosing a stream") {
            // SAFETY: the handle was just made and is not known elsewhere.
            unsafe { (functions.cusolverDnDestroy)(handle) };
            return Err(error);
        }
        Ok(handle)
    },
    // SAFETY: the handle is of this library, and is not used any more.
    destroy: |handle| check(unsafe { (functions()?.cusolverDnDestroy)(handle) }, "destroying a handle"),
};

fn check(result: c_uint, doing: &str) -> Result<()> {
    let name: &str = match result as c_int {
        0 => return Ok(()),
        1 => "CUSOLVER_STATUS_NOT_INITIALIZED",
        2 => "CUSOLVER_STATUS_ALLOC_FAILED",
        3 => "CUSOLVER_STATUS_INVALID_VALUE",
        6 => "CUSOLVER_STATUS_EXECUTION_FAILED",
        7 => "CUSOLVER_STATUS_INTERNAL_ERROR",
        9 => "CUSOLVER_STATUS_NOT_SUPPORTED",
        _ => "an unknown status",
    };
    let text = format!("{doing} with cuSOLVER: {name} ({result})");
    Err(if result == 2 { Error::out_of_memory(text) } else { Error::cuda(text) })
}
