//! Prepared steps: kernels that are compiled and loaded, with their parameters, and routines.

use std::collections::HashMap;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::{Arc, OnceLock};

use cuprust_ir::{Error, Kernel, Memory, Node, NodeKind, Result};
use cuprust_num::Scalar;
use cuprust_profile::{Event, Kind, Outcome, intern, is_on, push};

use crate::cache;
use crate::compile::Options;
use crate::deferred::Risk;
use crate::driver::{Configuration, Driver, Function, Start};
use crate::launch_overlap::LaunchOrder;
use crate::loaded::{self, Key, Loaded, LoadedFunctions};
use crate::pool::Pool;
use crate::routines::Routine;
use crate::step_graph::CapturedLaunch;
use crate::streams::StreamState;
use crate::write::{self, PointerSlot, Workspace, Written};

/// The result of [`cuprust_ir::Executor::prepare`] for a step.
pub(crate) enum Ready {
    /// A step that needs no work of the executor.
    Nothing,
    /// A kernel.
    Launch(Box<Launch>),
    /// A routine.
    Routine(Box<Routine>),
}

impl Ready {
    /// Its deferred errors.
    pub(crate) fn risk(&self) -> Option<&Risk> {
        match self {
            Ready::Nothing => None,
            Ready::Launch(launch) => launch.risk.as_ref(),
            Ready::Routine(routine) => routine.risk(),
        }
    }
}

/// A kernel that needs nothing but addresses and scalars.
pub(crate) struct Launch {
    /// `None` where there is nothing to do.
    function: Option<Arc<Loaded>>,
    written: Written,
    /// The kernel, from which a version without packs can be written.
    kernel: Option<Kernel>,
    /// Its deferred errors, unless it is part of a routine.
    risk: Option<Risk>,
    /// The same kernel without wide accesses, made when an address needs it.
    plain: OnceLock<Result<Box<Launch>>>,
}

/// The loaded functions, and what loading more of them needs.
pub(crate) struct Functions {
    /// The compile options of texts, and those of texts for few elements.
    options: [Options; 2],
    /// Whether the device runs machine code; one that imitates a GPU runs PTX.
    real: bool,
    device: write::Device,
    loaded: LoadedFunctions,
}

/// The addresses of a launch's tickets, partial results and word for deferred errors; zero where the kernel has no use
/// for one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct GridWorkspace {
    /// Zeroed tickets.
    pub tickets: u64,
    /// Memory for partial results.
    pub partials: u64,
    /// The word for deferred errors.
    pub fault: u64,
}

/// Most bytes of parameters of a launch.
const MAX_PARAMETER_BYTES: usize = 4096;

#[repr(C, align(16))]
struct Bytes([u8; MAX_PARAMETER_BYTES]);

/// Memory for the parameters of a launch.
pub(crate) struct ParameterBuffer(MaybeUninit<Bytes>);

impl ParameterBuffer {
    #[inline]
    pub(crate) fn new() -> ParameterBuffer {
        ParameterBuffer(MaybeUninit::uninit())
    }
}

impl Functions {
    pub(crate) fn new(driver: &dyn Driver, real: bool) -> Functions {
        let mut options = [Options::exact(), Options::quick_to_compile()];
        if !real {
            // The machine's findings then refer to lines of the text.
            options.iter_mut().for_each(|options| options.flags.push("-lineinfo".into()));
        }
        Functions {
            options,
            real,
            device: write::Device { multiprocessors: driver.properties().multiprocessors },
            loaded: LoadedFunctions::default(),
        }
    }

    /// The device that kernels are written for.
    pub(crate) fn device(&self) -> write::Device {
        self.device
    }

    /// Prepares kernels: each distinct text is compiled once, several at a time.
    pub(crate) fn launches(&self, driver: &dyn Driver, kernels: &[&Kernel], packs: bool) -> Result<Vec<Launch>> {
        let written: Vec<Written> =
            kernels.iter().map(|kernel| write::write(kernel, self.device, packs)).collect::<Result<_>>()?;
        let mut launches = self.written(driver, written)?;
        for (launch, kernel) in launches.iter_mut().zip(kernels) {
            launch.kernel = packs.then(|| (*kernel).clone());
            launch.risk = if launch.may_fail() { risk(kernel) } else { None };
        }
        Ok(launches)
    }

    /// Prepares written kernels.
    pub(crate) fn written(&self, driver: &dyn Driver, written: Vec<Written>) -> Result<Vec<Launch>> {
        // A kernel with nothing to do is not compiled.
        let programs: Vec<&Written> = written.iter().filter(|written| written.grid[0] > 0).collect();
        let mut functions = self.functions(driver, &programs)?.into_iter();
        let launch = |written: Written| {
            let function = if written.grid[0] > 0 { functions.next() } else { None };
            Launch { function, written, kernel: None, risk: None, plain: OnceLock::new() }
        };
        Ok(written.into_iter().map(launch).collect())
    }

    /// The functions of these texts, in their order.
    fn functions(&self, driver: &dyn Driver, written: &[&Written]) -> Result<Vec<Arc<Loaded>>> {
        let keys: Vec<Key> = written.iter().map(|written| loaded::key(written)).collect();
        let mut found: HashMap<Key, Arc<Loaded>> = HashMap::new();
        let mut missing: Vec<(Key, &Written)> = Vec::new();
        for (&key, &written) in keys.iter().zip(written) {
            match self.loaded.get(key) {
                Some(loaded) => {
                    if is_on() {
                        let event = Event::new(Kind::Compilation, intern(&written.name));
                        push(event.with(Outcome::Loaded as u8, [written.text.len() as u64, 0, 0, 0]));
                    }
                    found.insert(key, loaded);
                }
                None => missing.push((key, written)),
            }
        }
        missing.sort_unstable_by_key(|(key, written)| (written.small, &written.text, *key));
        missing.dedup_by_key(|(key, _)| *key);
        let programs: Vec<(&str, &Options)> =
            missing.iter().map(|(_, written)| (&*written.text, &self.options[usize::from(written.small)])).collect();
        let capability = driver.properties().capability;
        let images =
            if self.real { cache::images(&programs, capability) } else { cache::ptx_images(&programs, capability) };
        for ((key, written), image) in missing.iter().zip(images) {
            found.insert(*key, self.loaded.load(driver, *key, &image?.code, &written.name)?);
        }
        Ok(keys.iter().map(|key| found[key].clone()).collect())
    }
}

/// The deferred errors of a kernel.
fn risk(kernel: &Kernel) -> Option<Risk> {
    let mut risks = kernel.nodes.iter().filter_map(|node| risk_of(kernel, node));
    let first = risks.next()?;
    // With gathers along axes of several extents, the word does not tell which one failed.
    let extent = |risk: &Risk| match risk {
        Risk::Index { extent, .. } => Some(*extent),
        _ => None,
    };
    Some(if risks.all(|risk| extent(&risk) == extent(&first)) { first } else { Risk::Indices })
}

/// The deferred errors of a node.
fn risk_of(kernel: &Kernel, node: &Node) -> Option<Risk> {
    match node.kind {
        NodeKind::Gather { table, known: false, .. } => Some(Risk::gather(kernel.tables.get(usize::from(table))?)),
        ref kind => kind.refusal().map(Risk::Refused),
    }
}

impl Launch {
    /// The name of the kernel.
    pub(crate) fn name(&self) -> &str {
        &self.written.name
    }

    /// Launches the kernel on these memories and scalars. `fault` is the address of the word for its deferred errors.
    ///
    /// # Errors
    /// `Runtime` where the memories or scalars are not those the kernel was made for; what the driver says.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn run(
        &self,
        driver: &dyn Driver,
        functions: &Functions,
        pool: &Pool,
        state: &StreamState,
        memories: &[Memory],
        scalars: &[Scalar],
        fault: u64,
    ) -> Result<()> {
        if !self.aligned(memories) {
            return self.plain(driver, functions)?.run(driver, functions, pool, state, memories, scalars, fault);
        }
        match &self.written.parameters.workspace {
            None => self.queue(driver, state, memories, scalars, GridWorkspace { fault, ..GridWorkspace::default() }),
            Some(space) => {
                let (tickets, partials, held) = state.memory(driver, pool, space)?;
                let workspace = GridWorkspace { tickets, partials, fault };
                let result = self.queue(driver, state, memories, scalars, workspace);
                drop(held);
                result
            }
        }
    }

    /// Whether these memories are aligned as it accesses them.
    pub(crate) fn aligned(&self, memories: &[Memory]) -> bool {
        self.pointers().iter().all(|slot| slot.is_aligned(memories))
    }

    /// The pointers among its parameters, with their alignments.
    pub(crate) fn pointers(&self) -> &[PointerSlot] {
        &self.written.parameters.pointers
    }

    /// The workspace that it needs.
    pub(crate) fn workspace(&self) -> Option<&Workspace> {
        self.written.parameters.workspace.as_ref()
    }

    /// Whether the kernel detects deferred errors.
    pub(crate) fn may_fail(&self) -> bool {
        self.written.parameters.fault_at.is_some()
    }

    /// Launches the kernel on aligned memories.
    pub(crate) fn queue(
        &self,
        driver: &dyn Driver,
        state: &StreamState,
        memories: &[Memory],
        scalars: &[Scalar],
        workspace: GridWorkspace,
    ) -> Result<()> {
        let Some(loaded) = &self.function else { return Ok(()) };
        let mut buffer = ParameterBuffer::new();
        let filled = self.fill(&mut buffer, memories, scalars, workspace)?;
        let [x, y] = self.written.grid;
        let mut configuration = Configuration::new([x, y, 1], [self.written.block, 1, 1]);
        let mut actual = LaunchOrder::Alone;
        let (reads, writes) = (self.touched(memories, false), self.touched(memories, true));
        let launched = state.ordered(driver, reads, writes, |order| {
            actual = order;
            if order != LaunchOrder::Alone {
                configuration.start = Start::Overlapping;
            }
            self.fill_order(filled, order);
            let mut pointers = [filled.as_mut_ptr().cast::<c_void>()];
            // SAFETY: the function was compiled from the text that these parameters were written with, so they have its
            // type; the text accesses what the kernel's views name, which the caller's memories hold. It waits for its
            // predecessor before it accesses what that may write.
            unsafe { driver.launch(loaded.function, &configuration, state.stream, &mut pointers) }
        });
        launched.map_err(|error| error.within(self.name()))?;
        state.record(|| {
            let node = driver.captured_node(state.stream)?;
            Ok(CapturedLaunch { node, configuration, workspace, order: actual, parameters: (&*filled).into() })
        })
    }

    /// The function that it launches; `None` where there is nothing to do.
    pub(crate) fn function(&self) -> Option<Function> {
        self.function.as_ref().map(|loaded| loaded.function)
    }

    /// The memories that it writes, or those that it only reads.
    pub(crate) fn touched<'a>(&'a self, memories: &'a [Memory], written: bool) -> impl Iterator<Item = Memory> + 'a {
        let slots = self.written.parameters.pointers.iter().filter(move |slot| slot.written == written);
        slots.map(|slot| memories[slot.storage.0 as usize])
    }

    /// The bytes of its parameters, for a launch that waits for its predecessor.
    ///
    /// # Errors
    /// `Runtime` where the memories or scalars are not those the kernel was made for, and for too many parameters.
    pub(crate) fn fill<'a>(
        &self,
        buffer: &'a mut ParameterBuffer,
        memories: &[Memory],
        scalars: &[Scalar],
        workspace: GridWorkspace,
    ) -> Result<&'a mut [u8]> {
        let parameters = &self.written.parameters;
        let template = &parameters.bytes;
        if template.len() > MAX_PARAMETER_BYTES {
            return Err(Error::runtime(format!("{} takes more parameters than a launch supports", self.name())));
        }
        // SAFETY: the template is no longer than the buffer, and only as many bytes are used.
        let filled = unsafe {
            let start = buffer.0.as_mut_ptr().cast::<u8>();
            std::ptr::copy_nonoverlapping(template.as_ptr(), start, template.len());
            std::slice::from_raw_parts_mut(start, template.len())
        };
        for slot in &parameters.scalars {
            let Some(scalar) = scalars.get(slot.scalar.0 as usize) else { return Err(self.foreign()) };
            slot.put(scalar, filled);
        }
        let mut put = |at: usize, bytes: &[u8]| filled[at..at + bytes.len()].copy_from_slice(bytes);
        for slot in &parameters.pointers {
            let Some(memory) = memories.get(slot.storage.0 as usize) else { return Err(self.foreign()) };
            put(slot.at, &memory.address.wrapping_add_signed(slot.offset).to_ne_bytes());
        }
        if let Some(space) = &parameters.workspace {
            put(space.tickets_at, &workspace.tickets.to_ne_bytes());
            put(space.partials_at, &workspace.partials.to_ne_bytes());
        }
        if let Some(at) = parameters.fault_at {
            put(at, &workspace.fault.to_ne_bytes());
        }
        Ok(filled)
    }

    /// Writes its order into the bytes of its parameters.
    pub(crate) fn fill_order(&self, filled: &mut [u8], order: LaunchOrder) {
        if let (LaunchOrder::Free, Some(at)) = (order, self.written.parameters.follows_at) {
            filled[at..at + 4].copy_from_slice(&0i32.to_ne_bytes());
        }
    }

    /// The kernel for addresses that are not aligned to packs.
    #[cold]
    fn plain(&self, driver: &dyn Driver, functions: &Functions) -> Result<&Launch> {
        let Some(kernel) = &self.kernel else {
            return Err(Error::value(format!("{} got memory that is not aligned to its elements", self.name())));
        };
        let make = || {
            let mut launches = functions.launches(driver, &[kernel], false)?;
            launches.pop().map(Box::new).ok_or_else(|| Error::runtime("a kernel gave no launch"))
        };
        match self.plain.get_or_init(make) {
            Ok(launch) => Ok(launch),
            Err(error) => Err(error.clone()),
        }
    }

    #[cold]
    fn foreign(&self) -> Error {
        Error::runtime(format!(
            "{} was made for another program: it names a storage or a scalar that is not there",
            self.name()
        ))
    }
}
