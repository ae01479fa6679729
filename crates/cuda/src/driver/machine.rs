//! The PTX machine as a device: a driver whose kernels run on the CPU, one after another, and are checked while they
//! run.
//!
//! Streams have no queue: every call returns when its work is done, so all orderings that CUDA guarantees hold.

mod graphs;

use std::alloc::Layout;
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cuprust_ir::{Error, ErrorKind, Memory, RESERVED_HANDLES, Result};
use cuprust_ptx::{Finding, Kernel, Machine, ModuleId, Options};

use super::fork::Birthplace;
use super::{
    Address, Configuration, Driver, Event, Function, HostCall, Mapped, Module, OverHostMemory, Properties, Stream,
};
use graphs::Captures;

/// The environment variable that says which compute capability kernels are compiled for, as `7.5`.
const CAPABILITY_VARIABLE: &str = "CUPRUST_PTX_CAPABILITY";

/// The capability where the variable is not set.
const DEFAULT_CAPABILITY: (u32, u32) = (9, 0);

/// Few multiprocessors, so that even small work needs several rounds of blocks.
const MULTIPROCESSORS: u32 = 4;

/// A device made of a PTX machine. The checker's findings in a launch are the error of that launch.
pub struct Imitation {
    machine: Machine,
    /// The machine itself would be usable in a forked child. A GPU would not.
    birthplace: Birthplace,
    properties: Properties,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Host memory, with its address for kernels, if they can access it.
    pinned: HashMap<u64, (Layout, Option<u64>)>,
    /// Each stream, and each event with the time of its last recording.
    streams: HashMap<u64, ()>,
    events: HashMap<u64, Option<Instant>>,
    modules: HashMap<u64, ModuleId>,
    functions: HashMap<u64, (ModuleId, Kernel)>,
    /// The attributes of functions that were set, by function and number.
    settings: HashMap<(u64, u32), i32>,
    captures: Captures,
    handles: u64,
}

impl State {
    fn handle(&mut self) -> u64 {
        self.handles += 1;
        RESERVED_HANDLES + self.handles
    }
}

impl Imitation {
    /// A device of the compute capability in `CUPRUST_PTX_CAPABILITY`, or 9.0.
    ///
    /// # Errors
    /// `Value` where the variable is no capability from 7.5 on.
    pub fn from_environment() -> Result<Imitation> {
        capability_from_environment().map(Imitation::new)
    }

    /// A device of this compute capability, with the checker on.
    pub fn new(capability: (u32, u32)) -> Imitation {
        Imitation::with(Options { processors: MULTIPROCESSORS, ..Options::default() }, capability)
    }

    /// A machine whose kernels work on borrowed memory of this process, at its own addresses. Its compute capability is
    /// that of [`Imitation::from_environment`]; it has no limit on the length of kernels.
    ///
    /// # Errors
    /// As [`Imitation::from_environment`].
    pub fn over_host_memory(check: bool) -> Result<Imitation> {
        let processors = std::thread::available_parallelism().map_or(1, |count| count.get() as u32);
        let options = Options { processors, check, budget: u64::MAX, host_addresses: true, ..Options::default() };
        Ok(Imitation::with(options, capability_from_environment()?))
    }

    fn with(options: Options, capability: (u32, u32)) -> Imitation {
        let properties = Properties {
            ordinal: 0,
            name: "a PTX machine on the CPU".into(),
            capability,
            multiprocessors: options.processors,
            warp: 32,
            threads_per_block: 1024,
            threads_per_multiprocessor: 2048,
            shared_per_block: 48 << 10,
            shared_per_block_most: 227 << 10,
            level2_cache: 1 << 20,
            total_memory: options.memory as usize,
            largest_grid: [i32::MAX as u32, 65535, 65535],
            uuid: [0; 16],
            pci_id: String::new(),
        };
        Imitation {
            machine: Machine::new(options),
            birthplace: Birthplace::here(),
            properties,
            state: Mutex::default(),
        }
    }

    /// The machine itself, to change what it checks.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stream(&self, stream: Stream) -> Result<()> {
        let state = self.lock();
        if state.captures.contains(stream) {
            return Err(Error::cuda("this machine captures nothing but launches of kernels"));
        }
        if stream == Stream::DEFAULT || state.streams.contains_key(&stream.0) {
            return Ok(());
        }
        Err(Error::cuda("this stream was destroyed or never made"))
    }

    fn event(&self, event: Event) -> Result<Option<Instant>> {
        let found = self.lock().events.get(&event.0).copied();
        found.ok_or_else(|| Error::cuda("this event was destroyed or never made"))
    }

    /// Runs a kernel, and checks it.
    fn run(
        &self,
        module: ModuleId,
        kernel: &Kernel,
        configuration: &Configuration,
        arguments: &[&[u8]],
        poll: &dyn Fn() -> bool,
    ) -> Result<()> {
        // Each launch is done before the next begins, and the machine derives from the kernel whether its blocks wait
        // for one another.
        let Configuration { grid, block, shared, .. } = *configuration;
        let report = self.machine.launch_polled(module, &kernel.name, grid, block, shared, arguments, poll);
        let report = report.map_err(|error| error_from(&error))?;
        // Output of kernels goes to standard output, as with a real device's driver.
        if !report.output.is_empty() {
            print!("{}", report.output);
        }
        if report.findings.is_empty() { Ok(()) } else { Err(found(&report.findings)) }
    }

    fn kernel(&self, function: Function) -> Result<(ModuleId, Kernel)> {
        let found = self.lock().functions.get(&function.0).cloned();
        found.ok_or_else(|| Error::cuda("this kernel's module was unloaded or never loaded"))
    }
}

/// The value of `CUPRUST_PTX_CAPABILITY`, or 9.0.
fn capability_from_environment() -> Result<(u32, u32)> {
    match std::env::var(CAPABILITY_VARIABLE).ok().filter(|text| !text.is_empty()) {
        None => Ok(DEFAULT_CAPABILITY),
        Some(text) => capability(&text).ok_or_else(|| {
            Error::value(format!(
                "{CAPABILITY_VARIABLE}: `{text}` is not a compute capability of 7.5 or later; write it as 7.5 or 9.0"
            ))
        }),
    }
}

/// Parses `7.5` as (7, 5), if the machine supports NVRTC's output for it.
fn capability(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.trim().split_once('.')?;
    let capability = (major.parse().ok()?, minor.parse().ok()?);
    (capability >= (7, 5) && capability.0 < 100 && capability.1 < 10).then_some(capability)
}

/// Converts an error of the machine; a fault has the text of all findings.
fn error_from(error: &cuprust_ptx::Error) -> Error {
    use cuprust_ptx::ErrorKind as Machines;
    if !error.findings().is_empty() {
        return found(error.findings());
    }
    let kind = match error.kind() {
        Machines::Parse | Machines::Unsupported | Machines::Link => ErrorKind::Compile,
        Machines::NotFound | Machines::Launch => ErrorKind::Value,
        Machines::OutOfMemory => ErrorKind::OutOfMemory,
        Machines::Fault => ErrorKind::Runtime,
        Machines::Interrupted => ErrorKind::Interrupted,
        _ => ErrorKind::Cuda,
    };
    Error::new(kind, error.text())
}

fn found(findings: &[Finding]) -> Error {
    let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
    Error::runtime(lines.join("\n"))
}

impl OverHostMemory for Imitation {
    unsafe fn map_host_memory(&self, memory: Memory, name: &str, read_only: bool, written: bool) -> Result<Address> {
        // SAFETY: the caller vouches for the memory.
        let mapped = unsafe { self.machine.map_host_memory(memory.address as *mut u8, memory.bytes, name, read_only) };
        let mapped = mapped.map_err(|error| error_from(&error))?;
        if !written && let Err(error) = self.machine.unmap_host_memory(mapped) {
            self.unmap_host_memory(Address(mapped));
            return Err(error_from(&error));
        }
        Ok(Address(mapped))
    }

    fn sees(&self, memory: Memory) -> bool {
        self.machine.has(memory.address, memory.bytes)
    }

    fn unmap_host_memory(&self, address: Address) {
        // An error is ignored: the memory was unmapped before.
        let _ = self.machine.free(address.0);
    }
}

impl Driver for Imitation {
    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn reaches(&self, _: &dyn Driver) -> Result<bool> {
        Ok(false)
    }

    fn device_and_context(&self) -> Option<(i32, u64)> {
        None
    }

    fn queued(&self) -> Option<u64> {
        // Each kernel is done when its launch returns.
        None
    }

    fn check_process(&self) -> Result<()> {
        self.birthplace.check("the device ptx")
    }

    fn attribute(&self, number: u32) -> Result<i32> {
        let p = &self.properties;
        let value = match number {
            1..=3 => p.threads_per_block,
            4 => 64,
            5..=7 => p.largest_grid[number as usize - 5],
            8 => p.shared_per_block as u32,
            10 => p.warp,
            16 => p.multiprocessors,
            38 => p.level2_cache as u32,
            39 => p.threads_per_multiprocessor,
            75 => p.capability.0,
            76 => p.capability.1,
            // All blocks of a cooperative launch run concurrently.
            95 => 1,
            97 => p.shared_per_block_most as u32,
            _ => return Err(Error::value(format!("{} has no device attribute {number}", p.name))),
        };
        Ok(value as i32)
    }

    fn make_current(&self) -> Result<()> {
        Ok(())
    }

    fn count_queued(&self) -> Result<()> {
        self.check_process()
    }

    fn exact_memory(&self) -> bool {
        true
    }

    fn memory(&self) -> Result<(usize, usize)> {
        let total = self.properties.total_memory;
        Ok((total.saturating_sub(self.machine.used() as usize), total))
    }

    fn synchronize(&self) -> Result<()> {
        Ok(())
    }

    fn alloc(&self, bytes: usize) -> Result<Address> {
        self.machine.alloc(bytes as u64).map(Address).map_err(|error| error_from(&error))
    }

    unsafe fn free(&self, address: Address) -> Result<()> {
        self.machine.free(address.0).map_err(|error| error_from(&error))
    }

    fn alloc_pinned(&self, bytes: usize) -> Result<*mut u8> {
        let whole = bytes.max(1).checked_next_multiple_of(8);
        let layout = whole.and_then(|bytes| Layout::from_size_align(bytes, 4096).ok());
        let layout = layout.ok_or_else(|| Error::out_of_memory(format!("{bytes} bytes are too many")))?;
        // SAFETY: the size is not zero.
        let host = unsafe { std::alloc::alloc_zeroed(layout) };
        if host.is_null() {
            return Err(Error::out_of_memory(format!("{bytes} bytes of host memory could not be allocated")));
        }
        self.lock().pinned.insert(host as u64, (layout, None));
        Ok(host)
    }

    fn alloc_mapped(&self, bytes: usize) -> Result<Mapped> {
        let host = self.alloc_pinned(bytes)?;
        // SAFETY: the memory was just allocated with at least this size, and is unmapped before it is freed. The caller
        // of this function is responsible for the order of accesses to mapped memory.
        match unsafe {
            self.machine.map_host_memory(host, bytes.max(1).next_multiple_of(8) as u64, "mapped memory", false)
        } {
            Ok(device) => {
                self.lock().pinned.entry(host as u64).and_modify(|entry| entry.1 = Some(device));
                Ok(Mapped { host, device: Address(device) })
            }
            Err(error) => {
                // SAFETY: the memory is not known elsewhere.
                unsafe { self.free_pinned(host) }?;
                Err(error_from(&error))
            }
        }
    }

    unsafe fn free_pinned(&self, host: *mut u8) -> Result<()> {
        let entry = self.lock().pinned.remove(&(host as u64));
        let (layout, device) = entry.ok_or_else(|| Error::cuda("this pointer was freed or never allocated"))?;
        if let Some(device) = device {
            self.machine.free(device).map_err(|error| error_from(&error))?;
        }
        // SAFETY: the entry was allocated with this layout and was just removed.
        unsafe { std::alloc::dealloc(host, layout) };
        Ok(())
    }

    unsafe fn upload(&self, to: Address, from: *const u8, bytes: usize, stream: Stream) -> Result<()> {
        self.stream(stream)?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the caller promises that the host range is valid and unchanged until the stream has passed, which is
        // before this call returns.
        let from = unsafe { std::slice::from_raw_parts(from, bytes) };
        self.machine.write(to.0, from).map_err(|error| error_from(&error))
    }

    unsafe fn download(&self, to: *mut u8, from: Address, bytes: usize, stream: Stream) -> Result<()> {
        self.stream(stream)?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the caller promises that the host range is valid and untouched until the stream has passed, which is
        // before this call returns.
        let to = unsafe { std::slice::from_raw_parts_mut(to, bytes) };
        self.machine.read(from.0, to).map_err(|error| error_from(&error))
    }

    unsafe fn copy(&self, to: Address, from: Address, bytes: usize, stream: Stream) -> Result<()> {
        self.stream(stream)?;
        self.machine.copy(to.0, from.0, bytes as u64).map_err(|error| error_from(&error))
    }

    unsafe fn fill(&self, to: Address, value: u32, width: usize, count: usize, stream: Stream) -> Result<()> {
        self.stream(stream)?;
        if !matches!(width, 1 | 2 | 4) {
            return Err(Error::value(format!("a fill writes elements of 1, 2 or 4 bytes, not {width}")));
        }
        let pattern = &value.to_le_bytes()[..width];
        self.machine.fill(to.0, pattern, (width * count) as u64).map_err(|error| error_from(&error))
    }

    fn stream_create(&self, _: bool, _: i32) -> Result<Stream> {
        let mut state = self.lock();
        let handle = state.handle();
        state.streams.insert(handle, ());
        Ok(Stream(handle))
    }

    unsafe fn stream_destroy(&self, stream: Stream) -> Result<()> {
        self.stream(stream)?;
        self.lock().streams.remove(&stream.0);
        Ok(())
    }

    fn stream_synchronize(&self, stream: Stream) -> Result<()> {
        self.stream(stream)
    }

    fn stream_query(&self, stream: Stream) -> Result<bool> {
        self.stream(stream).map(|()| true)
    }

    fn stream_wait(&self, stream: Stream, event: Event) -> Result<()> {
        self.event(event)?;
        self.stream(stream)
    }

    fn event_create(&self, _: bool) -> Result<Event> {
        let mut state = self.lock();
        let handle = state.handle();
        state.events.insert(handle, None);
        Ok(Event(handle))
    }

    unsafe fn event_destroy(&self, event: Event) -> Result<()> {
        self.event(event)?;
        self.lock().events.remove(&event.0);
        Ok(())
    }

    fn event_record(&self, event: Event, stream: Stream) -> Result<()> {
        self.stream(stream)?;
        self.event(event)?;
        self.lock().events.insert(event.0, Some(Instant::now()));
        Ok(())
    }

    fn event_query(&self, event: Event) -> Result<bool> {
        self.event(event).map(|_| true)
    }

    fn event_synchronize(&self, event: Event) -> Result<()> {
        self.event(event).map(drop)
    }

    fn event_elapsed(&self, from: Event, to: Event) -> Result<f32> {
        match (self.event(from)?, self.event(to)?) {
            // If the event was recorded before the other one, the time is negative, as on a real device.
            (Some(from), Some(to)) if to < from => Ok(-(from - to).as_secs_f32() * 1e3),
            (Some(from), Some(to)) => Ok((to - from).as_secs_f32() * 1e3),
            _ => Err(Error::cuda("an event that was never recorded has no time")),
        }
    }

    fn load(&self, image: &[u8]) -> Result<Module> {
        let text = std::str::from_utf8(image).map_err(|_| {
            Error::compile(format!("{} runs PTX text, and this is machine code of a GPU", self.properties.name))
        })?;
        let module = self.machine.load(text.trim_end_matches('\0')).map_err(|error| error_from(&error))?;
        let mut state = self.lock();
        let handle = state.handle();
        state.modules.insert(handle, module);
        Ok(Module(handle))
    }

    unsafe fn unload(&self, module: Module) -> Result<()> {
        let mut state = self.lock();
        let id = state.modules.remove(&module.0).ok_or_else(unloaded)?;
        state.functions.retain(|_, (of, _)| *of != id);
        self.machine.unload(id).map_err(|error| error_from(&error))
    }

    fn function(&self, module: Module, name: &str) -> Result<Function> {
        let mut state = self.lock();
        let id = *state.modules.get(&module.0).ok_or_else(unloaded)?;
        let kernels = self.machine.kernels(id).map_err(|error| error_from(&error))?;
        let kernel = kernels.into_iter().find(|kernel| kernel.name == name);
        let kernel = kernel.ok_or_else(|| Error::value(format!("the module has no kernel `{name}`")))?;
        let handle = state.handle();
        state.functions.insert(handle, (id, kernel));
        Ok(Function(handle))
    }

    fn global(&self, module: Module, name: &str) -> Result<(Address, usize)> {
        let id = *self.lock().modules.get(&module.0).ok_or_else(unloaded)?;
        let (address, bytes) =
            self.machine.global(id, name).map_err(|_| Error::value(format!("the module has no variable `{name}`")))?;
        // A kernel of another module may write through the address.
        self.machine.allow_writes(address);
        Ok((Address(address), bytes as usize))
    }

    fn function_attribute(&self, function: Function, number: u32) -> Result<i32> {
        let (_, kernel) = self.kernel(function)?;
        if let Some(set) = self.lock().settings.get(&(function.0, number)) {
            return Ok(*set);
        }
        let (major, minor) = self.properties.capability;
        let value = match number {
            0 => match kernel.required_block {
                Some(block) => block.iter().map(|extent| u64::from(*extent)).product(),
                None => kernel.most_threads.unwrap_or(1024),
            },
            1 => kernel.shared_bytes,
            2 | 7 => 0,
            3 => kernel.local_bytes,
            4 => kernel.registers.min(255),
            5 | 6 => u64::from(10 * major + minor),
            8 => (self.properties.shared_per_block as u64).saturating_sub(kernel.shared_bytes),
            9 => return Ok(-1),
            _ => {
                return Err(Error::value(format!("{} has no kernel attribute {number}", self.properties.name)));
            }
        };
        Ok(value as i32)
    }

    fn set_function_attribute(&self, function: Function, number: u32, value: i32) -> Result<()> {
        match number {
            8 => {
                let bytes = usize::try_from(value).map_err(|_| Error::value("a size must not be negative"))?;
                self.allow_shared(function, bytes)?;
            }
            9 if (-1..=100).contains(&value) => self.kernel(function).map(drop)?,
            9 => return Err(Error::value("a carveout must be a percentage, or -1")),
            _ => return Err(Error::value(format!("attribute {number} of a kernel cannot be set"))),
        }
        self.lock().settings.insert((function.0, number), value);
        Ok(())
    }

    fn allow_shared(&self, function: Function, bytes: usize) -> Result<()> {
        let (_, kernel) = self.kernel(function)?;
        let max_bytes = self.properties.shared_per_block_most;
        if bytes.saturating_add(kernel.shared_bytes as usize) <= max_bytes {
            return Ok(());
        }
        Err(Error::value(format!("{bytes} bytes of shared memory were requested, and a block has {max_bytes}")))
    }

    fn occupancy(&self, function: Function, block: u32, shared: usize) -> Result<u32> {
        let (_, kernel) = self.kernel(function)?;
        let p = &self.properties;
        let threads = p.threads_per_multiprocessor / block.next_multiple_of(p.warp).max(p.warp);
        let bytes = shared.saturating_add(kernel.shared_bytes as usize);
        let fitting_blocks = p.shared_per_block_most.checked_div(bytes).map_or(u32::MAX, |blocks| blocks as u32);
        Ok(threads.min(fitting_blocks))
    }

    unsafe fn launch(
        &self,
        function: Function,
        configuration: &Configuration,
        stream: Stream,
        parameters: &mut [*mut c_void],
    ) -> Result<()> {
        // SAFETY: the caller vouches for the parameters.
        unsafe { self.launch_polled(function, configuration, stream, parameters, &|| false) }
    }

    unsafe fn launch_polled(
        &self,
        function: Function,
        configuration: &Configuration,
        stream: Stream,
        parameters: &mut [*mut c_void],
        poll: &dyn Fn() -> bool,
    ) -> Result<()> {
        let (module, kernel) = self.kernel(function)?;
        // SAFETY: the caller vouches for the parameters.
        let arguments = unsafe { arguments(&kernel, parameters) }?;
        if self.lock().captures.add(stream, function, configuration, &arguments) {
            return Ok(());
        }
        self.stream(stream)?;
        self.run(module, &kernel, configuration, &arguments, poll)
    }

    unsafe fn call_host(&self, stream: Stream, function: HostCall, data: *mut c_void) -> Result<()> {
        self.stream(stream)?;
        // SAFETY: the caller promises that the function may be called with this data, and all earlier work of the
        // stream is done.
        unsafe { function(data) };
        Ok(())
    }
}

/// The bytes of each argument of a kernel.
///
/// # Errors
/// `Value` for another number of arguments than the kernel takes.
///
/// # Safety
/// Each argument has the kernel's type.
unsafe fn arguments<'a>(kernel: &Kernel, parameters: &'a [*mut c_void]) -> Result<Vec<&'a [u8]>> {
    if parameters.len() != kernel.parameters.len() {
        let (passed, expected) = (parameters.len(), kernel.parameters.len());
        return Err(Error::value(format!("{} takes {expected} arguments, and {passed} were given", kernel.name)));
    }
    let argument = |(pointer, bytes): (&*mut c_void, &u64)| {
        // SAFETY: the caller promises that each argument has the kernel's type, and so as many bytes.
        unsafe { std::slice::from_raw_parts(pointer.cast::<u8>().cast_const(), *bytes as usize) }
    };
    Ok(parameters.iter().zip(&kernel.parameters).map(argument).collect())
}

fn unloaded() -> Error {
    Error::cuda("this module was unloaded or never loaded")
}

impl Drop for Imitation {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (host, (layout, device)) in state.pinned.drain() {
            if let Some(device) = device {
                // The machine is dropped too, so nothing uses the memory any more.
                let _ = self.machine.free(device);
            }
            // SAFETY: the entry was allocated with this layout, and the driver that it belongs to ends here.
            unsafe { std::alloc::dealloc(host as *mut u8, layout) };
        }
    }
}
