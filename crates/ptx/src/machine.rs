//! A device as seen from outside: memory, modules, launches.

use crate::decode::{FUNCTIONS, Symbols};
use crate::error::{Error, ErrorKind, Result};
use crate::finding::Finding;
use crate::launch::{Findings, Launch};
use crate::memory::Map;
use crate::module::{self, Kernel};
use crate::order::Segments;
use crate::parse;
use crate::program::Program;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The most shared memory of a block, in bytes: that of an H100.
const MAX_SHARED_BYTES: u64 = 227 << 10;
/// The bytes of the heap that `malloc` in kernels uses: the default of a device.
const HEAP_BYTES: u64 = 8 << 20;

/// The most bytes of all blocks that run at once.
const MAX_RESIDENT_BYTES: usize = 4 << 30;

/// How a machine runs kernels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Whether races, and reads of memory that nothing wrote, are found. Bounds, alignment and deadlocks are always
    /// checked.
    pub check: bool,
    /// The most instructions of one warp in one launch.
    pub budget: u64,
    /// The number of host threads that run blocks; zero is one for each core.
    pub threads: usize,
    /// The most bytes that may be allocated.
    pub memory: u64,
    /// The most blocks that run at once, which a cooperative grid must not exceed.
    pub resident_blocks: usize,
    /// The number of multiprocessors that kernels see.
    pub processors: u32,
    /// Whether kernels see memory, the machine's own and borrowed memory, at the addresses that it has for the host.
    pub host_addresses: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            check: true,
            budget: 1 << 28,
            threads: 0,
            memory: 16 << 30,
            resident_blocks: 2112,
            processors: 132,
            host_addresses: false,
        }
    }
}

/// A module that is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ModuleId(u64);

/// What a launch did.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The checker's findings in their order; empty if there are none.
    pub findings: Vec<Finding>,
    /// Executed instructions, counted once for each group of lanes.
    pub instructions: u64,
    /// The same, counted once for each active lane.
    pub lane_instructions: u64,
    /// What the kernel printed.
    pub output: String,
    /// The time of the launch.
    pub elapsed: Duration,
}

/// A device: memory, loaded modules, and a way to launch their kernels. One launch runs at a time.
pub struct Machine {
    inner: Mutex<Inner>,
}

struct Inner {
    options: Options,
    map: Map,
    modules: HashMap<ModuleId, Loaded>,
    /// The number of modules and launches so far.
    next_module: u64,
    launches: u64,
    /// The first number of the next launch's segments.
    segments: u32,
    workspace: u64,
    heap: u64,
}

struct Loaded {
    kernels: HashMap<String, Program>,
    order: Vec<Kernel>,
    globals: HashMap<String, (u64, u64)>,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new(Options::default())
    }
}

impl Machine {
    /// A machine with nothing in it.
    pub fn new(options: Options) -> Machine {
        let map = Map::new(options.memory, options.host_addresses);
        let inner = Inner {
            options,
            map,
            modules: HashMap::new(),
            next_module: 1,
            launches: 0,
            segments: 1,
            workspace: 0,
            heap: 0,
        };
        Machine { inner: Mutex::new(inner) }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// How the machine runs kernels.
    pub fn options(&self) -> Options {
        self.lock().options.clone()
    }

    /// Changes the options of later launches; the memory limit and the kind of addresses stay as they were.
    pub fn set_options(&self, options: Options) {
        self.lock().options = options;
    }

    /// Allocates device memory, and returns its address, a multiple of 4096. The memory counts as unwritten.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`] beyond [`Options::memory`].
    pub fn alloc(&self, bytes: u64) -> Result<u64> {
        self.lock().map.allocate(bytes, "")
    }

    /// Frees an allocation. Its address is never reused.
    ///
    /// # Errors
    /// [`ErrorKind::Address`] where no allocation begins at the address.
    pub fn free(&self, address: u64) -> Result<()> {
        self.lock().map.free(address)
    }

    /// Makes memory of the host visible to kernels, as written memory, at the address that is returned;
    /// [`Machine::free`] on that address ends this. Findings name it `name`. A write of a kernel to read-only memory
    /// ends the kernel.
    ///
    /// # Errors
    /// [`ErrorKind::Address`] where it does not begin at a multiple of 8 bytes, unless kernels see the host's
    /// addresses; in that case, where it overlaps other memory of the machine.
    ///
    /// # Safety
    /// The memory is valid for reads, and for writes unless it is read-only, until it is freed, and nothing else
    /// accesses it while a kernel runs.
    pub unsafe fn map_host_memory(&self, memory: *mut u8, bytes: u64, name: &str, read_only: bool) -> Result<u64> {
        // SAFETY: the caller promises what the map asks for.
        unsafe { self.lock().map.map_host_memory(memory, bytes, name, read_only) }
    }

    /// Marks borrowed memory, by its address, as unwritten.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`] where there is no memory to record what is written.
    pub fn unmap_host_memory(&self, address: u64) -> Result<()> {
        self.lock().map.unmap_host_memory(address)
    }

    /// Lets kernels write to a constant variable, by its address, as a device lets kernels that get the address as
    /// data.
    pub fn allow_writes(&self, address: u64) {
        self.lock().map.set_read_only(address, false);
    }

    /// Whether memory at an address is the machine's own, or borrowed.
    pub fn has(&self, address: u64, bytes: u64) -> bool {
        self.lock().map.find(address, bytes, 0).is_some()
    }

    /// Copies bytes to the device.
    ///
    /// # Errors
    /// [`ErrorKind::Address`] where the range is not within one allocation.
    pub fn write(&self, address: u64, from: &[u8]) -> Result<()> {
        self.lock().map.write(address, from)
    }

    /// Copies bytes from the device.
    ///
    /// # Errors
    /// [`ErrorKind::Address`] where the range is not within one allocation.
    pub fn read(&self, address: u64, to: &mut [u8]) -> Result<()> {
        self.lock().map.read(address, to)
    }

    /// Fills `bytes` bytes with a repeated pattern (of 1, 2, 4 or more bytes).
    ///
    /// # Errors
    /// [`ErrorKind::Address`] where the range is not within one allocation, or the pattern is empty.
    pub fn fill(&self, address: u64, pattern: &[u8], bytes: u64) -> Result<()> {
        if pattern.is_empty() {
            return Err(Error::new(ErrorKind::Address, "the pattern to fill with is empty"));
        }
        self.lock().map.fill(address, pattern, bytes as usize)
    }

    /// Copies bytes within the device; the ranges may overlap.
    ///
    /// # Errors
    /// [`ErrorKind::Address`] where a range is not within one allocation.
    pub fn copy(&self, to: u64, from: u64, bytes: u64) -> Result<()> {
        self.lock().map.copy(to, from, bytes as usize)
    }

    /// Marks these bytes as unwritten: for memory that a pool hands out again.
    ///
    /// # Errors
    /// [`ErrorKind::Address`] where the range is not within one allocation.
    pub fn forget(&self, address: u64, bytes: u64) -> Result<()> {
        self.lock().map.forget(address, bytes)
    }

    /// The bytes that are allocated at present.
    pub fn used(&self) -> u64 {
        self.lock().map.used()
    }

    /// Loads a module: parses it, allocates its variables, and decodes its kernels.
    ///
    /// # Errors
    /// As [`crate::Module::parse`], and [`ErrorKind::OutOfMemory`].
    pub fn load(&self, text: &str) -> Result<ModuleId> {
        let unit = parse::parse(text)?;
        module::check_size(&unit)?;
        let mut symbols = Symbols::new(&unit)?;
        let variables = module::variables(&unit);
        let mut inner = self.lock();
        let mut allocated = Vec::new();
        let loaded = (|| {
            for v in &variables {
                let address = inner.map.allocate(v.bytes.max(1), v.name)?;
                allocated.push(address);
                symbols.addresses.insert(v.name, address);
            }
            module::check_relocations(&unit, &symbols)?;
            for v in &variables {
                let address = symbols.addresses[v.name];
                inner.map.mark_zero(address, v.bytes)?;
                let mut bytes = v.init.clone();
                for r in &v.relocations {
                    let target = match symbols.addresses.get(r.symbol) {
                        Some(a) => *a,
                        None => FUNCTIONS + 16 * symbols.functions[r.symbol] as u64,
                    };
                    let value = target.wrapping_add_signed(r.addend).to_le_bytes();
                    let at = r.offset as usize;
                    bytes[at..at + r.bytes.min(8) as usize].copy_from_slice(&value[..r.bytes.min(8) as usize]);
                }
                inner.map.write(address, &bytes)?;
                if v.space == crate::syntax::Space::Const {
                    inner.map.set_read_only(address, true);
                }
            }
            let programs = module::programs(&unit, &symbols)?;
            let order = programs.iter().map(Kernel::of).collect();
            let globals = variables.iter().map(|v| (v.name.to_owned(), (symbols.addresses[v.name], v.bytes))).collect();
            let kernels = programs.into_iter().map(|p| (p.name.clone(), p)).collect();
            Ok(Loaded { kernels, order, globals })
        })();
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(error) => {
                allocated.iter().for_each(|a| drop(inner.map.free(*a)));
                return Err(error);
            }
        };
        let id = ModuleId(inner.next_module);
        inner.next_module += 1;
        inner.modules.insert(id, loaded);
        Ok(id)
    }

    /// Unloads a module and frees its variables.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] if it is not loaded.
    pub fn unload(&self, module: ModuleId) -> Result<()> {
        let mut inner = self.lock();
        let Some(loaded) = inner.modules.remove(&module) else { return Err(not_loaded()) };
        loaded.globals.values().try_for_each(|(address, _)| inner.map.free(*address))
    }

    /// Address and size of a global or constant variable.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] if the module has none of that name.
    pub fn global(&self, module: ModuleId, name: &str) -> Result<(u64, u64)> {
        let inner = self.lock();
        let loaded = inner.modules.get(&module).ok_or_else(not_loaded)?;
        loaded
            .globals
            .get(name)
            .copied()
            .ok_or_else(|| Error::new(ErrorKind::NotFound, format!("the module has no variable '{name}'")))
    }

    /// The kernels of a module.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] if the module is not loaded.
    pub fn kernels(&self, module: ModuleId) -> Result<Vec<Kernel>> {
        let inner = self.lock();
        Ok(inner.modules.get(&module).ok_or_else(not_loaded)?.order.clone())
    }

    /// Runs a kernel over a grid of blocks, with `shared` bytes of dynamic shared memory, and waits for its end.
    ///
    /// # Errors
    /// [`ErrorKind::Launch`] where grid, block, memory or parameters (count and bytes of each) do not fit the kernel,
    /// [`ErrorKind::NotFound`] for an unknown kernel, and [`ErrorKind::Fault`] where the kernel did what ends it on a
    /// device; the error then holds everything the checker found.
    pub fn launch(
        &self,
        module: ModuleId,
        kernel: &str,
        grid: [u32; 3],
        block: [u32; 3],
        dynamic_shared: u32,
        parameters: &[&[u8]],
    ) -> Result<Report> {
        self.launch_polled(module, kernel, grid, block, dynamic_shared, parameters, &|| false)
    }

    /// As [`Machine::launch`]. The calling thread calls `poll` at most fifty times a second to find out whether to end
    /// the launch; the error is then of the kind [`ErrorKind::Interrupted`].
    ///
    /// # Errors
    /// As [`Machine::launch`].
    pub fn launch_polled(
        &self,
        module: ModuleId,
        kernel: &str,
        grid: [u32; 3],
        block: [u32; 3],
        dynamic_shared: u32,
        parameters: &[&[u8]],
        poll: &dyn Fn() -> bool,
    ) -> Result<Report> {
        let mut inner = self.lock();
        let inner = &mut *inner;
        let options = inner.options.clone();
        let program = inner
            .modules
            .get(&module)
            .ok_or_else(not_loaded)?
            .kernels
            .get(kernel)
            .ok_or_else(|| Error::new(ErrorKind::NotFound, format!("the module has no kernel '{kernel}'")))?;
        fits(program, grid, block, dynamic_shared, parameters)?;
        let mut bytes = vec![0u8; program.parameter_bytes as usize];
        for (value, &(start, length)) in parameters.iter().zip(&program.parameters) {
            bytes[start as usize..(start + length) as usize].copy_from_slice(value);
        }
        if program.cooperates {
            if inner.workspace == 0 {
                inner.workspace = inner.map.allocate(1024, "the cooperative grid's workspace")?;
            }
            inner.map.fill(inner.workspace, &[0], 1024)?;
            inner.map.write(inner.workspace, &1024u32.to_le_bytes())?;
        }
        if program.takes_memory && inner.heap == 0 {
            inner.heap = inner.map.allocate(HEAP_BYTES, "the kernels' heap")?;
        }
        if inner.segments > 1 << 30 {
            // Segment numbers are exhausted: the records that hold old ones are dropped.
            inner.map.forget_records();
            inner.segments = 1;
        }
        inner.launches += 1;
        let mut shared_valid = vec![false; program.shared_bytes as usize];
        for v in &program.shared {
            shared_valid[v.start as usize..(v.start + v.bytes) as usize].fill(true);
        }
        let cores = if options.threads == 0 {
            std::thread::available_parallelism().map_or(1, |n| n.get())
        } else {
            options.threads
        };
        let launch = Launch {
            program,
            map: &inner.map,
            grid,
            block,
            threads: block.iter().product(),
            dynamic_shared: u64::from(dynamic_shared),
            parameters: bytes,
            shared_valid,
            check: options.check,
            budget: options.budget,
            processors: options.processors.max(1),
            resident: resident(program, &options, block, dynamic_shared),
            number: inner.launches,
            workspace: inner.workspace,
            heap: (AtomicU64::new(inner.heap), if program.takes_memory { inner.heap + HEAP_BYTES } else { 0 }),
            began: Instant::now(),
            time: AtomicU64::new(1),
            segments: Segments::new(inner.segments),
            // On one core no other block is between the record of a write and its store.
            waits: AtomicU32::new(if cores == 1 { 0 } else { 4 }),
            sync_points: Default::default(),
            lanes: AtomicU64::new(0),
            instructions: AtomicU64::new(0),
            findings: Mutex::new(Findings::default()),
            output: Mutex::new(String::new()),
            stop: AtomicBool::new(false),
            interrupted: AtomicBool::new(false),
        };
        launch.run(cores, poll);
        inner.segments = launch.segments.end();
        let elapsed = launch.began.elapsed();
        let (findings, fatal) = launch.findings.into_inner().unwrap_or_else(|e| e.into_inner()).take();
        if fatal {
            return Err(Error::fault(findings));
        }
        if launch.interrupted.load(Relaxed) {
            return Err(Error::new(ErrorKind::Interrupted, format!("kernel '{kernel}' was interrupted")));
        }
        Ok(Report {
            findings,
            instructions: launch.instructions.load(Relaxed),
            lane_instructions: launch.lanes.load(Relaxed),
            output: launch.output.into_inner().unwrap_or_else(|e| e.into_inner()),
            elapsed,
        })
    }
}

/// The most blocks that run at once: bounded by `MAX_RESIDENT_BYTES`.
fn resident(program: &Program, options: &Options, block: [u32; 3], dynamic: u32) -> usize {
    let threads = block.iter().product::<u32>() as usize;
    let of_warp = program.functions[program.entry].as_ref().map_or(0, |f| {
        let registers = 128 * f.w32 as usize + 256 * f.w64 as usize;
        registers + 32 * (f.parameter_bytes as usize + 2 * f.local_bytes as usize)
    });
    let shared = 8 * (program.shared_bytes as usize + dynamic as usize);
    let bytes = threads.div_ceil(32) * (of_warp + 4096) + shared + 4096;
    options.resident_blocks.min(MAX_RESIDENT_BYTES / bytes).max(1)
}

fn not_loaded() -> Error {
    Error::new(ErrorKind::NotFound, "this module is not loaded")
}

/// Checks that the kernel can be launched so.
fn fits(program: &Program, grid: [u32; 3], block: [u32; 3], dynamic: u32, parameters: &[&[u8]]) -> Result<()> {
    let wrong = |text: String| Err(Error::new(ErrorKind::Launch, format!("kernel '{}': {text}", program.name)));
    let threads: u64 = block.iter().map(|b| u64::from(*b)).product();
    let blocks: u64 = grid.iter().fold(1u64, |a, b| a.saturating_mul(u64::from(*b)));
    if threads == 0 || threads > 1024 || block[2] > 64 {
        return wrong(format!("a block of {block:?} has {threads} threads, and 1 to 1024 are allowed (64 in depth)"));
    }
    if blocks == 0 || grid[0] > i32::MAX as u32 || grid[1] > 65535 || grid[2] > 65535 || blocks > u64::from(u32::MAX) {
        return wrong(format!("a grid of {grid:?} blocks is not allowed"));
    }
    if let Some(required) = program.required
        && required != block
    {
        return wrong(format!("it is made for blocks of {required:?} threads, not {block:?}"));
    }
    if program.most_threads.is_some_and(|max_threads| threads > max_threads) {
        return wrong(format!("it is made for at most {} threads, not {threads}", program.most_threads.unwrap_or(0)));
    }
    let shared = program.shared.iter().map(|v| v.bytes).sum::<u64>() + u64::from(dynamic);
    if shared > MAX_SHARED_BYTES {
        return wrong(format!("{shared} bytes of shared memory were requested, and a block has {MAX_SHARED_BYTES}"));
    }
    if parameters.len() != program.parameters.len() {
        return wrong(format!("it takes {} parameters, and {} were given", program.parameters.len(), parameters.len()));
    }
    for (k, (value, &(_, length))) in parameters.iter().zip(&program.parameters).enumerate() {
        if value.len() as u64 != length {
            return wrong(format!("parameter {k} has {length} bytes, and {} were given", value.len()));
        }
    }
    Ok(())
}
