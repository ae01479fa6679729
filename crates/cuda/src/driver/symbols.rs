//! The functions of the driver that are called, and how a table of them is filled from a shared library.
//!
//! A function's result stays an integer: a newer library may return codes that an enum does not list.
//!
//! The crate cudarc has these functions too, but it panics if a library lacks a symbol, and knows no library of CUDA 13
//! by its soname.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr;

use super::Rows;

/// A struct of function pointers, each found by its own name. A missing name is an error that says so.
macro_rules! table {
    ($(#[$doc:meta])* $table:ident { $($name:ident($($type:ty),* $(,)?) -> $result:ty;)* }) => {
        $(#[$doc])*
        #[allow(non_snake_case)]
        #[derive(Clone, Copy)]
        pub(crate) struct $table { $(pub(crate) $name: unsafe extern "C" fn($($type),*) -> $result,)* }

        impl $table {
            /// Looks every function up.
            ///
            /// # Safety
            /// The library is the one whose interface the table states, and it is never closed.
            pub(crate) unsafe fn load(
                library: &libloading::Library,
                what: &str,
            ) -> cuprust_ir::Result<$table> {
                Ok($table { $(
                    // SAFETY: the caller vouches for the library, and the table for the type of each function.
                    $name: *unsafe {
                        library.get::<unsafe extern "C" fn($($type),*) -> $result>(
                            concat!(stringify!($name), "\0").as_bytes(),
                        )
                    }
                    .map_err(|_| cuprust_ir::Error::library(format!(
                        "{what} has no function {}: it is too old; install one for CUDA 12 or later",
                        stringify!($name),
                    )))?,
                )* })
            }
        }
    };
}
pub(crate) use table;

/// Functions of libcuda that not every driver has, each looked up at its first use by the symbol name before its own.
macro_rules! optional {
    ($($lookup:ident = $name:ident($($type:ty),* $(,)?) -> $result:ty;)*) => { $(
        fn $lookup() -> Option<unsafe extern "C" fn($($type),*) -> $result> {
            type Found = Option<unsafe extern "C" fn($($type),*) -> $result>;
            static FOUND: std::sync::OnceLock<Found> = std::sync::OnceLock::new();
            *FOUND.get_or_init(|| {
                let opened = super::library::open(super::library::Name::Cuda).ok()?;
                // SAFETY: the driver's interface has the function with this type, and the library is never closed.
                unsafe { opened.library.get(concat!(stringify!($name), "\0").as_bytes()) }.ok().map(|found| *found)
            })
        }
    )* };
}
pub(crate) use optional;

/// A pointer-sized handle of the driver or of another library.
pub(crate) type Handle = *mut c_void;

/// `CUDA_MEMCPY2D`.
#[repr(C)]
pub(super) struct Copy2D {
    from: Side,
    to: Side,
    bytes: usize,
    rows: usize,
}

/// One side of it. Its rows begin at the first byte.
#[repr(C)]
struct Side {
    x: usize,
    y: usize,
    /// 2 for device memory.
    memory: c_uint,
    host: *mut c_void,
    device: u64,
    array: Handle,
    pitch: usize,
}

impl Copy2D {
    /// A copy of `count` rows of `bytes` bytes.
    pub(super) fn within_device(to: Rows, from: Rows, bytes: usize, rows: usize) -> Copy2D {
        let side = |rows: Rows| {
            let (host, array) = (ptr::null_mut(), ptr::null_mut());
            Side { x: 0, y: 0, memory: 2, host, device: rows.first.0, array, pitch: rows.pitch }
        };
        Copy2D { from: side(from), to: side(to), bytes, rows }
    }
}

/// `CUlaunchConfig`: how a kernel is launched.
#[repr(C)]
pub(crate) struct LaunchConfig {
    pub grid: [c_uint; 3],
    pub block: [c_uint; 3],
    pub shared: c_uint,
    pub stream: Handle,
    pub attributes: *mut Attribute,
    pub count: c_uint,
}

/// `CUlaunchAttribute`: an attribute of a launch.
#[repr(C)]
pub(crate) struct Attribute {
    number: c_uint,
    padding: [u8; 4],
    /// A union of 64 bytes; the attributes used here are its first integer.
    value: [u64; 8],
}

impl Attribute {
    /// The kernel may begin before its predecessor on the stream has ended
    /// (`CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION`).
    pub(crate) const OVERLAPS: Attribute = Attribute { number: 6, padding: [0; 4], value: [1, 0, 0, 0, 0, 0, 0, 0] };
}

table! {
    /// The functions of libcuda. Names and types are those of the CUDA 12 driver interface, which later versions keep.
    Cuda {
        cuInit(c_uint) -> c_uint;
        cuDriverGetVersion(*mut c_int) -> c_uint;
        cuGetErrorName(c_uint, *mut *const c_char) -> c_uint;
        cuGetErrorString(c_uint, *mut *const c_char) -> c_uint;
        cuDeviceGet(*mut c_int, c_int) -> c_uint;
        cuDeviceGetCount(*mut c_int) -> c_uint;
        cuDeviceGetName(*mut c_char, c_int, c_int) -> c_uint;
        cuDeviceGetAttribute(*mut c_int, c_uint, c_int) -> c_uint;
        cuDeviceTotalMem_v2(*mut usize, c_int) -> c_uint;
        cuDeviceGetUuid_v2(*mut [u8; 16], c_int) -> c_uint;
        cuDeviceGetPCIBusId(*mut c_char, c_int, c_int) -> c_uint;
        cuDeviceCanAccessPeer(*mut c_int, c_int, c_int) -> c_uint;
        cuCtxEnablePeerAccess(Handle, c_uint) -> c_uint;
        cuDevicePrimaryCtxRetain(*mut Handle, c_int) -> c_uint;
        cuCtxGetCurrent(*mut Handle) -> c_uint;
        cuCtxSetCurrent(Handle) -> c_uint;
        cuCtxSynchronize() -> c_uint;
        cuPointerGetAttribute(*mut c_void, c_uint, u64) -> c_uint;
        cuMemGetInfo_v2(*mut usize, *mut usize) -> c_uint;
        cuMemAlloc_v2(*mut u64, usize) -> c_uint;
        cuMemFree_v2(u64) -> c_uint;
        cuMemHostAlloc(*mut *mut c_void, usize, c_uint) -> c_uint;
        cuMemHostGetDevicePointer_v2(*mut u64, *mut c_void, c_uint) -> c_uint;
        cuMemFreeHost(*mut c_void) -> c_uint;
        cuMemcpyHtoDAsync_v2(u64, *const c_void, usize, Handle) -> c_uint;
        cuMemcpyDtoHAsync_v2(*mut c_void, u64, usize, Handle) -> c_uint;
        cuMemcpyAsync(u64, u64, usize, Handle) -> c_uint;
        cuMemcpy2DAsync_v2(*const Copy2D, Handle) -> c_uint;
        cuMemsetD8Async(u64, u8, usize, Handle) -> c_uint;
        cuMemsetD16Async(u64, u16, usize, Handle) -> c_uint;
        cuMemsetD32Async(u64, c_uint, usize, Handle) -> c_uint;
        cuStreamCreateWithPriority(*mut Handle, c_uint, c_int) -> c_uint;
        cuStreamDestroy_v2(Handle) -> c_uint;
        cuStreamSynchronize(Handle) -> c_uint;
        cuStreamQuery(Handle) -> c_uint;
        cuStreamWaitEvent(Handle, Handle, c_uint) -> c_uint;
        cuEventCreate(*mut Handle, c_uint) -> c_uint;
        cuEventDestroy_v2(Handle) -> c_uint;
        cuEventRecord(Handle, Handle) -> c_uint;
        cuEventQuery(Handle) -> c_uint;
        cuEventSynchronize(Handle) -> c_uint;
        cuEventElapsedTime(*mut f32, Handle, Handle) -> c_uint;
        cuModuleLoadDataEx(*mut Handle, *const c_void, c_uint, *mut c_uint, *mut *mut c_void) -> c_uint;
        cuModuleUnload(Handle) -> c_uint;
        cuModuleGetFunction(*mut Handle, Handle, *const c_char) -> c_uint;
        cuModuleGetGlobal_v2(*mut u64, *mut usize, Handle, *const c_char) -> c_uint;
        cuFuncGetAttribute(*mut c_int, c_uint, Handle) -> c_uint;
        cuFuncSetAttribute(Handle, c_uint, c_int) -> c_uint;
        cuOccupancyMaxActiveBlocksPerMultiprocessor(*mut c_int, Handle, c_int, usize) -> c_uint;
        cuLaunchKernel(
            Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, Handle, *mut *mut c_void, *mut *mut c_void,
        ) -> c_uint;
        cuLaunchKernelEx(*const LaunchConfig, Handle, *mut *mut c_void, *mut *mut c_void) -> c_uint;
        cuLaunchCooperativeKernel(
            Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, Handle, *mut *mut c_void,
        ) -> c_uint;
        cuLaunchHostFunc(Handle, super::HostCall, *mut c_void) -> c_uint;
        cuStreamBeginCapture_v2(Handle, c_uint) -> c_uint;
        cuStreamEndCapture(Handle, *mut Handle) -> c_uint;
        cuGraphInstantiateWithFlags(*mut Handle, Handle, u64) -> c_uint;
        cuGraphLaunch(Handle, Handle) -> c_uint;
        cuGraphUpload(Handle, Handle) -> c_uint;
        cuGraphDebugDotPrint(Handle, *const c_char, c_uint) -> c_uint;
        cuGraphExecDestroy(Handle) -> c_uint;
        cuGraphDestroy(Handle) -> c_uint;
    }
}
