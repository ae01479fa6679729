//! The driver of an NVIDIA GPU: libcuda, through the device's primary context, so that other CUDA libraries of the
//! process share memory, streams and events with us.

use std::collections::HashMap;
use std::ffi::{CString, c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use cuprust_ir::{Error, ErrorKind, Result};

use super::fork::Birthplace;
use super::process::{SUCCESS, attribute, check, corrupts_context, devices, properties, table};
use super::symbols::{Attribute, Copy2D, Cuda, Handle, LaunchConfig};
use super::{
    Address, Configuration, Driver, Event, Function, HostCall, Mapped, Module, Properties, Rows, Start, Stream,
};

/// Results of libcuda that are handled specially.
const INVALID_IMAGE: u32 = 200;
const NO_BINARY: u32 = 209;
const INVALID_PTX: u32 = 218;
const UNSUPPORTED_PTX: u32 = 222;
const INVALID_SOURCE: u32 = 300;
const NOT_FOUND: u32 = 500;
const NOT_READY: u32 = 600;

/// An NVIDIA GPU.
pub struct Real {
    cuda: &'static Cuda,
    device: c_int,
    /// The primary context, retained once for each `Real` and never released: memory and modules live in it until the
    /// process ends.
    context: usize,
    birthplace: Birthplace,
    properties: Properties,
    /// A count of the work queued on the device's streams.
    queued: AtomicU64,
    /// The names of kernels, and the user's kernel that was launched last: the most likely cause if the device is lost.
    names: Mutex<HashMap<u64, String>>,
    last_of_user: AtomicU64,
}

impl Real {
    /// Opens the device of this number. Error: `Library` without a driver, `Cuda` without such a device.
    pub fn open(ordinal: usize) -> Result<Real> {
        let count = devices()?;
        if ordinal >= count {
            return Err(Error::cuda(format!(
                "there is no device cuda:{ordinal}: this process sees {count} (CUDA_VISIBLE_DEVICES narrows what it sees)"
            )));
        }
        let cuda = table()?;
        let mut device = 0;
        // SAFETY: the pointer is valid for the one handle that is written.
        check(cuda, unsafe { (cuda.cuDeviceGet)(&mut device, ordinal as c_int) }, "opening the device")?;
        let mut context = ptr::null_mut();
        // SAFETY: as above, and the device is the one just opened.
        check(cuda, unsafe { (cuda.cuDevicePrimaryCtxRetain)(&mut context, device) }, "opening the device's context")?;
        let properties = properties(cuda, device, ordinal)?;
        // As CUDA's runtime does, so that other libraries find a context if a program has only named a device.
        let mut current = ptr::null_mut();
        // SAFETY: the pointer is valid for the one handle that is written.
        let result = unsafe { (cuda.cuCtxGetCurrent)(&mut current) };
        if result == SUCCESS && current.is_null() {
            // SAFETY: the context was just retained.
            check(cuda, unsafe { (cuda.cuCtxSetCurrent)(context) }, "making the device current")?;
        }
        Ok(Real {
            cuda,
            device,
            context: context as usize,
            birthplace: Birthplace::here(),
            properties,
            queued: AtomicU64::new(0),
            names: Mutex::default(),
            last_of_user: AtomicU64::new(0),
        })
    }

    /// Makes the context current on this thread. The driver itself knows which one is, at the cost of a look-up, also
    /// after another library of the process has changed it.
    #[inline]
    pub(super) fn enter(&self) -> Result<&'static Cuda> {
        self.check_process()?;
        let mut current = ptr::null_mut();
        // SAFETY: the pointer is valid for the one handle that is written.
        let result = unsafe { (self.cuda.cuCtxGetCurrent)(&mut current) };
        if result != SUCCESS || current as usize != self.context {
            // SAFETY: the context was retained in `open` and is never released.
            let result = unsafe { (self.cuda.cuCtxSetCurrent)(self.context as Handle) };
            check(self.cuda, result, "making the device current")?;
        }
        Ok(self.cuda)
    }

    /// As `enter`, before queueing work.
    #[inline]
    pub(super) fn enter_to_queue(&self) -> Result<&'static Cuda> {
        self.queued.fetch_add(1, Ordering::Relaxed);
        self.enter()
    }

    #[inline]
    pub(super) fn check(&self, result: u32, doing: &str) -> Result<()> {
        check(self.cuda, result, doing).map_err(|error| self.with_kernel(result, error))
    }

    /// The error with the name of the user's kernel that was launched last, if the device is lost.
    #[cold]
    fn with_kernel(&self, result: u32, error: Error) -> Error {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        match names.get(&self.last_of_user.load(Ordering::Relaxed)).filter(|_| corrupts_context(result)) {
            Some(name) => Error::new(
                error.kind(),
                format!("{}; the user kernel that was launched last is `{name}`", error.text()),
            ),
            None => error,
        }
    }
}

pub(super) fn handle(raw: u64) -> Handle {
    raw as usize as Handle
}

// In every block below, "handles" are trusted because their makers are: see the module's head.
impl Driver for Real {
    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn reaches(&self, other: &dyn Driver) -> Result<bool> {
        const PEER_ACCESS_ALREADY_ENABLED: u32 = 704;
        let Some((device, context)) = other.device_and_context() else { return Ok(false) };
        let cuda = self.enter()?;
        let mut connected = 0;
        // SAFETY: the pointer is valid for the one integer that is written.
        let result = unsafe { (cuda.cuDeviceCanAccessPeer)(&mut connected, self.device, device) };
        self.check(result, "asking whether two devices are connected")?;
        if connected == 0 {
            return Ok(false);
        }
        // SAFETY: the other context was retained when its device was opened and is never released; flags are always 0.
        match unsafe { (cuda.cuCtxEnablePeerAccess)(handle(context), 0) } {
            PEER_ACCESS_ALREADY_ENABLED => Ok(true),
            result => self.check(result, "connecting two devices").map(|()| true),
        }
    }

    fn device_and_context(&self) -> Option<(i32, u64)> {
        Some((self.device, self.context as u64))
    }

    fn exact_memory(&self) -> bool {
        false
    }

    #[inline]
    fn check_process(&self) -> Result<()> {
        self.birthplace.check("the GPU")
    }

    fn attribute(&self, number: u32) -> Result<i32> {
        attribute(self.cuda, self.device, number)
    }

    fn make_current(&self) -> Result<()> {
        // The caller is about to queue something.
        self.enter_to_queue().map(|_| ())
    }

    fn count_queued(&self) -> Result<()> {
        self.queued.fetch_add(1, Ordering::Relaxed);
        self.check_process()
    }

    fn memory(&self) -> Result<(usize, usize)> {
        let (mut free, mut total) = (0, 0);
        // SAFETY: both pointers are valid for the one integer that is written.
        self.check(unsafe { (self.enter()?.cuMemGetInfo_v2)(&mut free, &mut total) }, "asking for the free memory")?;
        Ok((free, total))
    }

    fn synchronize(&self) -> Result<()> {
        // SAFETY: the function takes nothing.
        self.check(unsafe { (self.enter()?.cuCtxSynchronize)() }, "waiting for the device")
    }

    fn alloc(&self, bytes: usize) -> Result<Address> {
        let mut address = 0;
        // SAFETY: the pointer is valid for the one address that is written.
        self.check(unsafe { (self.enter()?.cuMemAlloc_v2)(&mut address, bytes) }, "allocating device memory")?;
        Ok(Address(address))
    }

    unsafe fn free(&self, address: Address) -> Result<()> {
        // SAFETY: the caller vouches for the address.
        self.check(unsafe { (self.enter()?.cuMemFree_v2)(address.0) }, "freeing device memory")
    }

    fn alloc_pinned(&self, bytes: usize) -> Result<*mut u8> {
        const PORTABLE: u32 = 1;
        let mut host = ptr::null_mut();
        // SAFETY: the pointer is valid for the one pointer that is written.
        let result = unsafe { (self.enter()?.cuMemHostAlloc)(&mut host, bytes, PORTABLE) };
        self.check(result, "allocating pinned host memory")?;
        Ok(host.cast())
    }

    fn alloc_mapped(&self, bytes: usize) -> Result<Mapped> {
        const PORTABLE_AND_MAPPED: u32 = 1 | 2;
        let mut host = ptr::null_mut();
        // SAFETY: the pointer is valid for the one pointer that is written.
        let result = unsafe { (self.enter()?.cuMemHostAlloc)(&mut host, bytes, PORTABLE_AND_MAPPED) };
        self.check(result, "allocating mapped host memory")?;
        let mut device = 0;
        // SAFETY: the host pointer was just allocated as mapped.
        let result = unsafe { (self.cuda.cuMemHostGetDevicePointer_v2)(&mut device, host, 0) };
        if let Err(error) = self.check(result, "mapping host memory") {
            // SAFETY: the memory was just allocated and is not known elsewhere.
            unsafe { (self.cuda.cuMemFreeHost)(host) };
            return Err(error);
        }
        Ok(Mapped { host: host.cast(), device: Address(device) })
    }

    unsafe fn free_pinned(&self, host: *mut u8) -> Result<()> {
        // SAFETY: the caller vouches for the pointer.
        self.check(unsafe { (self.enter()?.cuMemFreeHost)(host.cast()) }, "freeing pinned host memory")
    }

    unsafe fn upload(&self, to: Address, from: *const u8, bytes: usize, stream: Stream) -> Result<()> {
        // SAFETY: the caller vouches for both ranges until the stream has passed.
        let result =
            unsafe { (self.enter_to_queue()?.cuMemcpyHtoDAsync_v2)(to.0, from.cast(), bytes, handle(stream.0)) };
        self.check(result, "copying from host to device")
    }

    unsafe fn download(&self, to: *mut u8, from: Address, bytes: usize, stream: Stream) -> Result<()> {
        // SAFETY: the caller vouches for both ranges until the stream has passed.
        let result =
            unsafe { (self.enter_to_queue()?.cuMemcpyDtoHAsync_v2)(to.cast(), from.0, bytes, handle(stream.0)) };
        self.check(result, "copying from device to host")
    }

    unsafe fn copy(&self, to: Address, from: Address, bytes: usize, stream: Stream) -> Result<()> {
        // SAFETY: the caller vouches for both ranges. Under unified addressing the driver derives the devices from the
        // addresses.
        let result = unsafe { (self.enter_to_queue()?.cuMemcpyAsync)(to.0, from.0, bytes, handle(stream.0)) };
        self.check(result, "copying on the device")
    }

    unsafe fn copy_rows(&self, to: Rows, from: Rows, bytes: usize, count: usize, stream: Stream) -> Result<()> {
        let what = Copy2D::within_device(to, from, bytes, count);
        // SAFETY: the caller vouches for all rows, and the description is read before the call returns.
        let result = unsafe { (self.enter_to_queue()?.cuMemcpy2DAsync_v2)(&raw const what, handle(stream.0)) };
        self.check(result, "copying rows on the device")
    }

    unsafe fn fill(&self, to: Address, value: u32, width: usize, count: usize, stream: Stream) -> Result<()> {
        let (cuda, stream) = (self.enter_to_queue()?, handle(stream.0));
        let result = match width {
            // SAFETY: the caller vouches for the range and its alignment.
            1 => unsafe { (cuda.cuMemsetD8Async)(to.0, value as u8, count, stream) },
            // SAFETY: as above.
            2 => unsafe { (cuda.cuMemsetD16Async)(to.0, value as u16, count, stream) },
            // SAFETY: as above.
            4 => unsafe { (cuda.cuMemsetD32Async)(to.0, value, count, stream) },
            _ => return Err(Error::value(format!("a fill writes elements of 1, 2 or 4 bytes, not {width}"))),
        };
        self.check(result, "filling device memory")
    }

    fn stream_create(&self, non_blocking: bool, priority: i32) -> Result<Stream> {
        let mut stream = ptr::null_mut();
        // SAFETY: the pointer is valid for the one handle that is written.
        let result =
            unsafe { (self.enter()?.cuStreamCreateWithPriority)(&mut stream, u32::from(non_blocking), priority) };
        self.check(result, "creating a stream")?;
        Ok(Stream(stream as u64))
    }

    unsafe fn stream_destroy(&self, stream: Stream) -> Result<()> {
        // SAFETY: the caller gives the handle up.
        self.check(unsafe { (self.enter()?.cuStreamDestroy_v2)(handle(stream.0)) }, "destroying a stream")
    }

    fn stream_synchronize(&self, stream: Stream) -> Result<()> {
        // SAFETY: handles are trusted.
        self.check(unsafe { (self.enter()?.cuStreamSynchronize)(handle(stream.0)) }, "waiting for a stream")
    }

    fn stream_query(&self, stream: Stream) -> Result<bool> {
        // SAFETY: handles are trusted.
        match unsafe { (self.enter()?.cuStreamQuery)(handle(stream.0)) } {
            NOT_READY => Ok(false),
            result => self.check(result, "asking whether a stream is done").map(|()| true),
        }
    }

    fn stream_wait(&self, stream: Stream, event: Event) -> Result<()> {
        // SAFETY: handles are trusted.
        let result = unsafe { (self.enter_to_queue()?.cuStreamWaitEvent)(handle(stream.0), handle(event.0), 0) };
        self.check(result, "letting a stream wait for an event")
    }

    fn event_create(&self, timing: bool) -> Result<Event> {
        const DISABLE_TIMING: u32 = 2;
        let mut event = ptr::null_mut();
        // SAFETY: the pointer is valid for the one handle that is written.
        let result = unsafe { (self.enter()?.cuEventCreate)(&mut event, if timing { 0 } else { DISABLE_TIMING }) };
        self.check(result, "creating an event")?;
        Ok(Event(event as u64))
    }

    unsafe fn event_destroy(&self, event: Event) -> Result<()> {
        // SAFETY: the caller gives the handle up.
        self.check(unsafe { (self.enter()?.cuEventDestroy_v2)(handle(event.0)) }, "destroying an event")
    }

    fn event_record(&self, event: Event, stream: Stream) -> Result<()> {
        // SAFETY: handles are trusted.
        let result = unsafe { (self.enter()?.cuEventRecord)(handle(event.0), handle(stream.0)) };
        self.check(result, "recording an event")
    }

    fn event_query(&self, event: Event) -> Result<bool> {
        // SAFETY: handles are trusted.
        match unsafe { (self.enter()?.cuEventQuery)(handle(event.0)) } {
            NOT_READY => Ok(false),
            result => self.check(result, "asking whether an event has passed").map(|()| true),
        }
    }

    fn event_synchronize(&self, event: Event) -> Result<()> {
        // SAFETY: handles are trusted.
        self.check(unsafe { (self.enter()?.cuEventSynchronize)(handle(event.0)) }, "waiting for an event")
    }

    fn event_elapsed(&self, from: Event, to: Event) -> Result<f32> {
        let mut milliseconds = 0.0;
        // SAFETY: handles are trusted, and the pointer is valid for the one number that is written.
        let result = unsafe { (self.enter()?.cuEventElapsedTime)(&mut milliseconds, handle(from.0), handle(to.0)) };
        self.check(result, "measuring the time between two events")?;
        Ok(milliseconds)
    }

    fn load(&self, image: &[u8]) -> Result<Module> {
        // PTX is text that ends in NUL. Binary images contain their length; one more byte after them does no harm.
        let mut bytes = Vec::with_capacity(image.len() + 1);
        bytes.extend_from_slice(image);
        bytes.push(0);
        const ERROR_LOG: u32 = 5;
        const ERROR_LOG_SIZE: u32 = 6;
        let mut log = vec![0u8; 8192];
        let mut options = [ERROR_LOG, ERROR_LOG_SIZE];
        let mut values = [log.as_mut_ptr().cast::<c_void>(), log.len() as *mut c_void];
        let mut module = ptr::null_mut();
        // SAFETY: the image ends in NUL, the log has the stated length, and both live during the call.
        let result = unsafe {
            (self.enter()?.cuModuleLoadDataEx)(
                &mut module,
                bytes.as_ptr().cast(),
                options.len() as u32,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        match self.check(result, "loading a kernel") {
            Ok(()) => Ok(Module(module as u64)),
            Err(error) => {
                let end = log.iter().position(|byte| *byte == 0).unwrap_or(log.len());
                let log = String::from_utf8_lossy(&log[..end]);
                let kind = match result {
                    INVALID_IMAGE | NO_BINARY | INVALID_PTX | UNSUPPORTED_PTX | INVALID_SOURCE => ErrorKind::Compile,
                    _ => error.kind(),
                };
                let log = log.trim();
                let text = if log.is_empty() { error.text().to_owned() } else { format!("{error}\n{log}") };
                Err(Error::new(kind, text))
            }
        }
    }

    unsafe fn unload(&self, module: Module) -> Result<()> {
        // SAFETY: the caller gives the handle up.
        self.check(unsafe { (self.enter()?.cuModuleUnload)(handle(module.0)) }, "unloading a kernel")
    }

    fn function(&self, module: Module, name: &str) -> Result<Function> {
        let text = terminated(name)?;
        let mut function = ptr::null_mut();
        // SAFETY: handles are trusted, and the name ends in NUL.
        match unsafe { (self.enter()?.cuModuleGetFunction)(&mut function, handle(module.0), text.as_ptr()) } {
            NOT_FOUND => Err(Error::value(format!(
                "the module has no kernel named {name:?}: declare it extern \"C\", or ask for its mangled name"
            ))),
            result => {
                self.check(result, "looking a kernel up")?;
                let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
                names.insert(function as u64, name.to_owned());
                Ok(Function(function as u64))
            }
        }
    }

    fn global(&self, module: Module, name: &str) -> Result<(Address, usize)> {
        let text = terminated(name)?;
        let (mut address, mut bytes) = (0, 0);
        // SAFETY: handles are trusted, the name ends in NUL, and both pointers are valid for what is written.
        match unsafe { (self.enter()?.cuModuleGetGlobal_v2)(&mut address, &mut bytes, handle(module.0), text.as_ptr()) }
        {
            NOT_FOUND => Err(Error::value(format!(
                "the module has no global variable named {name:?}: declare it extern \"C\", or ask for its mangled name"
            ))),
            result => self.check(result, "looking a global variable up").map(|()| (Address(address), bytes)),
        }
    }

    fn function_attribute(&self, function: Function, number: u32) -> Result<i32> {
        let mut value = 0;
        // SAFETY: handles are trusted, and the pointer is valid for the one integer that is written.
        let result = unsafe { (self.enter()?.cuFuncGetAttribute)(&mut value, number, handle(function.0)) };
        self.check(result, "asking for a kernel's attribute")?;
        Ok(value)
    }

    fn allow_shared(&self, function: Function, bytes: usize) -> Result<()> {
        const MAX_DYNAMIC_SHARED_SIZE_BYTES: u32 = 8;
        let bytes = c_int::try_from(bytes)
            .map_err(|_| Error::value(format!("{bytes} bytes of shared memory are more than any device has")))?;
        // SAFETY: handles are trusted.
        let result =
            unsafe { (self.enter()?.cuFuncSetAttribute)(handle(function.0), MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes) };
        self.check(result, "allowing a kernel more shared memory")
    }

    fn set_function_attribute(&self, function: Function, number: u32, value: i32) -> Result<()> {
        // SAFETY: handles are trusted, and the driver refuses unknown numbers.
        let result = unsafe { (self.enter()?.cuFuncSetAttribute)(handle(function.0), number, value) };
        self.check(result, "setting a kernel's attribute")
    }

    fn occupancy(&self, function: Function, block: u32, shared: usize) -> Result<u32> {
        let mut blocks = 0;
        // SAFETY: handles are trusted, and the pointer is valid for the one integer that is written.
        let result = unsafe {
            (self.enter()?.cuOccupancyMaxActiveBlocksPerMultiprocessor)(
                &mut blocks,
                handle(function.0),
                block as c_int,
                shared,
            )
        };
        self.check(result, "asking how many blocks fit on a multiprocessor")?;
        Ok(blocks.max(0) as u32)
    }

    fn queued(&self) -> Option<u64> {
        // Programmatic dependent launch came with compute capability 9.0.
        (self.properties.capability >= (9, 0)).then(|| self.queued.load(Ordering::Relaxed))
    }

    #[inline]
    unsafe fn launch(
        &self,
        function: Function,
        configuration: &Configuration,
        stream: Stream,
        parameters: &mut [*mut c_void],
    ) -> Result<()> {
        let (function, stream, parameters) = (handle(function.0), handle(stream.0), parameters.as_mut_ptr());
        let Configuration { grid, block, shared, start } = *configuration;
        let ([x, y, z], [across, down, deep]) = (grid, block);
        let cuda = self.enter_to_queue()?;
        let result = match start {
            // SAFETY: handles are trusted, and the caller vouches for the parameters.
            Start::Alone => unsafe {
                let extra = ptr::null_mut();
                (cuda.cuLaunchKernel)(function, x, y, z, across, down, deep, shared, stream, parameters, extra)
            },
            Start::Overlapping => {
                let mut attribute = Attribute::OVERLAPS;
                let config = LaunchConfig { grid, block, shared, stream, attributes: &mut attribute, count: 1 };
                // SAFETY: as above, and the driver copies the attribute.
                unsafe { (cuda.cuLaunchKernelEx)(&config, function, parameters, ptr::null_mut()) }
            }
            // SAFETY: as above.
            Start::Cooperative => unsafe {
                (cuda.cuLaunchCooperativeKernel)(function, x, y, z, across, down, deep, shared, stream, parameters)
            },
        };
        self.check(result, "launching a kernel")
    }

    #[inline]
    unsafe fn launch_polled(
        &self,
        function: Function,
        configuration: &Configuration,
        stream: Stream,
        parameters: &mut [*mut c_void],
        _poll: &dyn Fn() -> bool,
    ) -> Result<()> {
        self.last_of_user.store(function.0, Ordering::Relaxed);
        // SAFETY: the caller vouches for the parameters.
        unsafe { self.launch(function, configuration, stream, parameters) }
    }

    unsafe fn call_host(&self, stream: Stream, function: HostCall, data: *mut c_void) -> Result<()> {
        // SAFETY: handles are trusted, and the caller vouches for the function.
        let result = unsafe { (self.enter_to_queue()?.cuLaunchHostFunc)(handle(stream.0), function, data) };
        self.check(result, "queueing a host function")
    }
}

pub(super) fn terminated(name: &str) -> Result<CString> {
    CString::new(name).map_err(|_| Error::value(format!("the name {name:?} holds a NUL character")))
}
