//! The interface to a device: CUDA's driver API, or the PTX machine on the CPU.
//!
//! Handles are plain words. A handle that came from a driver stays valid until it is destroyed there, and destroying is
//! `unsafe`, so that the safe methods may trust the handles they are given.

mod between_processes;
mod contexts;
pub mod cublas;
pub mod cufft;
pub(crate) mod cupti;
pub mod cusolver;
pub mod cutensor;
#[cfg(test)]
pub(crate) mod fake;
mod fork;
mod graphs;
mod handles;
mod imitated;
pub mod library;
mod limits;
#[cfg(feature = "ptx")]
mod machine;
mod managed;
pub(crate) mod nccl;
pub(crate) mod nvrtc;
pub mod nvtx;
mod process;
mod real;
pub(crate) mod recorded;
mod symbols;
pub(crate) mod user_handles;

pub use between_processes::{BetweenProcesses, Handle};
pub use contexts::{context_device, current_context, enter_context};
pub use fork::is_forked;
pub use graphs::Graphs;
pub use imitated::{OverHostMemory, imitation, over_host_memory};
pub use limits::Limits;
#[cfg(feature = "ptx")]
pub use machine::Imitation;
pub use managed::Managed;
pub use process::{device_of_address, devices, driver_version, set_external_profiler};
pub use real::Real;
pub use user_handles::HandleOf;

use std::ffi::c_void;

use cuprust_ir::Result;

/// A byte address in device memory; 0 is no memory at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Address(pub u64);

impl Address {
    /// The address this many bytes further.
    #[inline]
    pub fn offset(self, bytes: usize) -> Address {
        Address(self.0 + bytes as u64)
    }
}

/// Rows in device memory: the first one, and the distance between rows in bytes.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    /// The address of the first row.
    pub first: Address,
    /// Bytes from the start of one to that of the next.
    pub pitch: usize,
}

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name(u64);

        impl $name {
            /// The driver's own handle, for another library.
            #[inline]
            pub fn raw(self) -> u64 {
                self.0
            }

            /// A handle that another library made.
            ///
            /// # Safety
            /// The word is a handle of this kind that belongs to the driver it will be used with, and it outlives its
            /// use.
            #[inline]
            pub unsafe fn from_raw(raw: u64) -> $name {
                $name(raw)
            }
        }
    )* };
}
handles! {
    /// An ordered queue of work on a device.
    Stream
    /// A point in a stream.
    Event
    /// A loaded image of machine code.
    Module
    /// A kernel in a module.
    Function
    /// Work that was captured from streams.
    Graph
    /// An executable graph.
    GraphExec
    /// A piece of work in a graph.
    GraphNode
}

impl Stream {
    /// The legacy default stream: it waits for every blocking stream, and they wait for it.
    pub const DEFAULT: Stream = Stream(0);
}

/// The properties of a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Properties {
    /// The number of the device in its process, from 0.
    pub ordinal: usize,
    /// The marketing name, as "NVIDIA H200".
    pub name: String,
    /// The compute capability, as (9, 0).
    pub capability: (u32, u32),
    /// Streaming multiprocessors.
    pub multiprocessors: u32,
    /// Threads in a warp.
    pub warp: u32,
    /// The most threads in one block.
    pub threads_per_block: u32,
    /// The most resident threads on one multiprocessor.
    pub threads_per_multiprocessor: u32,
    /// Bytes of shared memory a block may use by default.
    pub shared_per_block: usize,
    /// Bytes of shared memory a block may use after [`Driver::allow_shared`].
    pub shared_per_block_most: usize,
    /// Bytes of the second-level cache.
    pub level2_cache: usize,
    /// Bytes of device memory.
    pub total_memory: usize,
    /// The largest grid in x, y and z.
    pub largest_grid: [u32; 3],
    /// The identity of the chip.
    pub uuid: [u8; 16],
    /// The bus address, as "0000:1b:00.0".
    pub pci_id: String,
}

/// Page-locked host memory that the device reads and writes directly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mapped {
    /// Where the host finds it.
    pub host: *mut u8,
    /// Where the device finds it.
    pub device: Address,
}

// SAFETY: the two addresses are plain words; the code that reads or writes through them is responsible for the order of
// the accesses.
unsafe impl Send for Mapped {}
// SAFETY: as above: sharing the addresses does not access the memory.
unsafe impl Sync for Mapped {}

/// A function that the driver calls from its own thread in stream order. It may not call the driver.
pub type HostCall = unsafe extern "C" fn(*mut c_void);

/// When a kernel, and its blocks, may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// After all earlier work on its stream is done.
    Alone,
    /// Also while the kernel before it on the stream ends, on a device where kernels overlap. Both have
    /// `griddepcontrol` instructions that order their accesses.
    Overlapping,
    /// As [`Start::Alone`]; all blocks run concurrently and may wait for one another.
    Cooperative,
}

/// The launch configuration of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Configuration {
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// When it may begin.
    pub start: Start,
}

impl Configuration {
    /// Without dynamic shared memory, alone.
    pub fn new(grid: [u32; 3], block: [u32; 3]) -> Configuration {
        Configuration { grid, block, shared: 0, start: Start::Alone }
    }
}

/// One device.
///
/// Every method makes the device current on the calling thread first, so any thread may call any method. Sizes are
/// bytes. Copies, fills, launches and host calls are queued on their stream and return at once; an error of queued work
/// is reported by a later call, as an error of the kind `Cuda`.
///
/// No method has a default body: a driver that wraps another one could otherwise miss it unnoticed.
pub trait Driver: Graphs + Managed + BetweenProcesses + Limits + Send + Sync {
    /// The properties of the device.
    fn properties(&self) -> &Properties;

    /// Whether work of this device can access the memory of another directly, over a link between the two; the access
    /// is enabled now if possible.
    ///
    /// # Errors
    /// Where a device refuses.
    fn reaches(&self, other: &dyn Driver) -> Result<bool>;

    /// The device and its context as the driver's own handles, for [`Driver::reaches`]; `None` if there are none.
    fn device_and_context(&self) -> Option<(i32, u64)>;

    /// Whether the calling process may use the device. It costs next to nothing.
    /// Error: `Runtime` in a child that was forked since the device was opened.
    fn check_process(&self) -> Result<()>;

    /// One of the driver's numbered device attributes (`CUdevice_attribute`). Error: for an unknown number.
    fn attribute(&self, number: u32) -> Result<i32>;

    /// Makes the device current on this thread, for libraries that use the current device (cuBLAS and others).
    fn make_current(&self) -> Result<()>;

    /// Counts work that a library is about to queue with the device made current by itself, as NCCL does.
    /// Error: as [`Driver::check_process`].
    fn count_queued(&self) -> Result<()>;

    /// Whether the driver must see each allocation exactly as long as requested: a machine that checks accesses then
    /// knows every end. Such a driver's work is done when the call that queues it returns.
    fn exact_memory(&self) -> bool;

    /// Free and total bytes of device memory, as the driver counts them over all processes.
    fn memory(&self) -> Result<(usize, usize)>;

    /// Waits for all work of the device.
    fn synchronize(&self) -> Result<()>;

    /// Allocates device memory from the driver, aligned to at least 256 bytes. It is slow: [`crate::pool::Pool`] avoids
    /// it. Error: `OutOfMemory`.
    fn alloc(&self, bytes: usize) -> Result<Address>;

    /// Frees device memory.
    ///
    /// # Safety
    /// The address came from [`Driver::alloc`] of this device and neither queued nor later work uses it.
    unsafe fn free(&self, address: Address) -> Result<()>;

    /// Page-locked host memory, fit for asynchronous copies. Error: `OutOfMemory`.
    fn alloc_pinned(&self, bytes: usize) -> Result<*mut u8>;

    /// Page-locked host memory that is mapped for the device as well: a page for flags and counters.
    /// [`Driver::free_pinned`] of its host address frees it. Error: `OutOfMemory`.
    fn alloc_mapped(&self, bytes: usize) -> Result<Mapped>;

    /// Frees page-locked host memory.
    ///
    /// # Safety
    /// The pointer came from [`Driver::alloc_pinned`] or [`Driver::alloc_mapped`] and neither queued nor later work
    /// uses it.
    unsafe fn free_pinned(&self, host: *mut u8) -> Result<()>;

    /// Queues a copy from host to device.
    ///
    /// # Safety
    /// Both ranges are valid for `bytes`, and the host range stays alive and unchanged until the stream has passed the
    /// copy.
    unsafe fn upload(&self, to: Address, from: *const u8, bytes: usize, stream: Stream) -> Result<()>;

    /// Queues a copy from device to host.
    ///
    /// # Safety
    /// Both ranges are valid for `bytes`, and the host range stays alive and untouched until the stream has passed the
    /// copy.
    unsafe fn download(&self, to: *mut u8, from: Address, bytes: usize, stream: Stream) -> Result<()>;

    /// Queues a copy within the device, or from or to another device of the process.
    ///
    /// # Safety
    /// Both ranges are valid device memory for `bytes` and do not overlap.
    unsafe fn copy(&self, to: Address, from: Address, bytes: usize, stream: Stream) -> Result<()>;

    /// Queues a copy of rows of `bytes` bytes within the device.
    ///
    /// # Safety
    /// All rows are valid device memory on both sides, and those of one side overlap nothing.
    unsafe fn copy_rows(&self, to: Rows, from: Rows, bytes: usize, count: usize, stream: Stream) -> Result<()> {
        (0..count).try_for_each(|row| {
            let at = |rows: Rows| rows.first.offset(row * rows.pitch);
            // SAFETY: the caller vouches for each row.
            unsafe { self.copy(at(to), at(from), bytes, stream) }
        })
    }

    /// Queues a fill of `count` elements, each `width` (1, 2 or 4) bytes wide, with the low bytes of `value`. Error:
    /// for another width.
    ///
    /// # Safety
    /// The range is valid device memory for `count * width` bytes, and the address is a multiple of `width`.
    unsafe fn fill(&self, to: Address, value: u32, width: usize, count: usize, stream: Stream) -> Result<()>;

    /// A new stream. A non-blocking one does not wait for the legacy default stream. Lower priority numbers come first
    /// (0 is the default, negative ones are urgent; the driver clamps it to the device's range).
    fn stream_create(&self, non_blocking: bool, priority: i32) -> Result<Stream>;

    /// Destroys a stream; work already queued still runs.
    ///
    /// # Safety
    /// The stream came from [`Driver::stream_create`] and is not used again.
    unsafe fn stream_destroy(&self, stream: Stream) -> Result<()>;

    /// Waits for all work queued on a stream.
    fn stream_synchronize(&self, stream: Stream) -> Result<()>;

    /// Whether all work queued on a stream is done.
    fn stream_query(&self, stream: Stream) -> Result<bool>;

    /// Lets later work of a stream wait for an event, on the device. An event that was never recorded is not waited
    /// for.
    fn stream_wait(&self, stream: Stream, event: Event) -> Result<()>;

    /// A new event. Only one made for timing has a time, at a small extra cost.
    fn event_create(&self, timing: bool) -> Result<Event>;

    /// Destroys an event.
    ///
    /// # Safety
    /// The event came from [`Driver::event_create`] and is not used again.
    unsafe fn event_destroy(&self, event: Event) -> Result<()>;

    /// Records an event at the present end of a stream.
    fn event_record(&self, event: Event, stream: Stream) -> Result<()>;

    /// Whether the stream has passed the event; true for one that was never recorded.
    fn event_query(&self, event: Event) -> Result<bool>;

    /// Waits until the stream has passed the event.
    fn event_synchronize(&self, event: Event) -> Result<()>;

    /// Milliseconds between two events that were made for timing and have passed.
    fn event_elapsed(&self, from: Event, to: Event) -> Result<f32>;

    /// Loads an image: a cubin, a fatbin or PTX text. Error: `Compile` with the driver's log if the image is not valid
    /// for the device.
    fn load(&self, image: &[u8]) -> Result<Module>;

    /// Unloads a module with its functions and globals.
    ///
    /// # Safety
    /// The module came from [`Driver::load`], none of its kernels is running or queued, and is not used again.
    unsafe fn unload(&self, module: Module) -> Result<()>;

    /// The kernel of this (mangled) name. Error: `Value` where there is none.
    fn function(&self, module: Module, name: &str) -> Result<Function>;

    /// Address and size of a module's global variable of this (mangled) name. Error: `Value` where there is none.
    fn global(&self, module: Module, name: &str) -> Result<(Address, usize)>;

    /// One of the driver's numbered function attributes (`CUfunction_attribute`).
    fn function_attribute(&self, function: Function, number: u32) -> Result<i32>;

    /// Lets launches of a kernel use up to this many bytes of dynamic shared memory.
    fn allow_shared(&self, function: Function, bytes: usize) -> Result<()>;

    /// Sets one of the driver's numbered function attributes: 8, the most bytes of dynamic shared memory of a launch,
    /// or 9, the percentage of a multiprocessor's memory that is shared memory. Error: for a number or a value that the
    /// driver refuses.
    fn set_function_attribute(&self, function: Function, number: u32, value: i32) -> Result<()>;

    /// How many blocks of this size one multiprocessor holds at a time.
    fn occupancy(&self, function: Function, block: u32, shared: usize) -> Result<u32>;

    /// A count of the work queued on all streams of the device, where kernels overlap ([`Start::Overlapping`]): an
    /// unchanged count means that nothing was queued in between.
    fn queued(&self) -> Option<u64>;

    /// Queues a kernel. `parameters` holds one pointer to each argument; the arguments are copied before the call
    /// returns. Error: for a grid or block that the device does not support.
    ///
    /// # Safety
    /// The arguments have the kernel's number and types, and what the kernel does with them is sound, also concurrently
    /// with the kernel before it where the two overlap.
    unsafe fn launch(
        &self,
        function: Function,
        configuration: &Configuration,
        stream: Stream,
        parameters: &mut [*mut c_void],
    ) -> Result<()>;

    /// As [`Driver::launch`]. Where the kernel runs within the call, the calling thread calls `poll` from time to time
    /// to find out whether to end it; the error is then of the kind `Interrupted`.
    ///
    /// # Safety
    /// As [`Driver::launch`].
    unsafe fn launch_polled(
        &self,
        function: Function,
        configuration: &Configuration,
        stream: Stream,
        parameters: &mut [*mut c_void],
        poll: &dyn Fn() -> bool,
    ) -> Result<()>;

    /// Queues a call of a host function. [`call`] does the same for a closure.
    ///
    /// # Safety
    /// The function may be called with `data` from another thread, does not unwind and calls no driver function.
    unsafe fn call_host(&self, stream: Stream, function: HostCall, data: *mut c_void) -> Result<()>;
}

/// Queues a closure that runs on a thread of the driver in stream order. It may not call the driver. A panic ends in
/// it. If the device fails before, the closure never runs, and is never dropped.
pub fn call(driver: &dyn Driver, stream: Stream, closure: impl FnOnce() + Send + 'static) -> Result<()> {
    type Boxed = Box<dyn FnOnce() + Send>;

    unsafe extern "C" fn run(data: *mut c_void) {
        // SAFETY: `data` is the pointer that `call` leaked, and the driver calls this function once for it.
        let closure = unsafe { Box::from_raw(data.cast::<Boxed>()) };
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(*closure));
    }

    let data = Box::into_raw(Box::new(Box::new(closure) as Boxed)).cast::<c_void>();
    // SAFETY: the closure is `Send`, `run` catches its panic, and the caller guarantees that it does not call the
    // driver.
    let queued = unsafe { driver.call_host(stream, run, data) };
    if queued.is_err() {
        // SAFETY: a refused call is never made, so the box is still ours.
        drop(unsafe { Box::from_raw(data.cast::<Boxed>()) });
    }
    queued
}
