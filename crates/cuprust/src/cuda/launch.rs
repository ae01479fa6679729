//! A launch: arguments become bytes, work recorded for the arrays runs, and the kernel follows on their stream.

use std::sync::{Mutex, PoisonError};

use cuprust_cuda::driver::{Address, Configuration, Start, Stream as DriverStream};
use cuprust_ir::{Error, Memory, Result, StreamId};
use smallvec::SmallVec;

use super::KernelArgument;
use super::arguments::{INLINE_ARGUMENTS, KernelParameter, Packed};
use super::module::{FunctionState, KernelFunction, machine};
use crate::runtime::{Action, StorageRef, UserKernels, checks_kernels, interruptible, kernel};
use crate::{Array, DType, Stream};

/// Blocks of a grid, or threads of a block, in x, y and z.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dimensions(pub [u32; 3]);

impl From<u32> for Dimensions {
    fn from(x: u32) -> Dimensions {
        Dimensions([x, 1, 1])
    }
}

impl From<(u32, u32)> for Dimensions {
    fn from((x, y): (u32, u32)) -> Dimensions {
        Dimensions([x, y, 1])
    }
}

impl From<[u32; 3]> for Dimensions {
    fn from(all: [u32; 3]) -> Dimensions {
        Dimensions(all)
    }
}

/// How a kernel is launched.
#[must_use = "a launch begins with run"]
pub struct Launch<'a> {
    function: &'a KernelFunction,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    stream: Option<&'a Stream>,
    cooperative: bool,
}

impl KernelFunction {
    /// A launch over a grid of blocks; [`Launch::run`] starts it.
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// let a = zeros(shape(4).dtype(DType::I32))?;
    /// cuda::RawKernel::new(text, "fill").on(a.device())?.over(1, 3).run(&[(&a).into()])?;
    /// assert_eq!(a.to_string(), "[7 7 7 0]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn over(&self, grid: impl Into<Dimensions>, block: impl Into<Dimensions>) -> Launch<'_> {
        Launch::new(self, grid.into(), block.into()).cooperative(self.known().cooperative)
    }
}

impl<'a> Launch<'a> {
    fn new(function: &'a KernelFunction, Dimensions(grid): Dimensions, Dimensions(block): Dimensions) -> Self {
        Launch { function, grid, block, shared: 0, stream: None, cooperative: false }
    }

    /// Sets the bytes of dynamic shared memory.
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { extern __shared__ int s[]; s[0] = 7; *x = s[0]; }"#;
    /// let a = zeros(shape(1).dtype(DType::I32))?;
    /// cuda::RawKernel::new(text, "fill").on(a.device())?.over(1, 1).shared(4).run(&[(&a).into()])?;
    /// assert_eq!(a.to_string(), "[7]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn shared(self, bytes: u32) -> Self {
        Launch { shared: bytes, ..self }
    }

    /// Sets the stream to use instead of the current one.
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// let a = zeros(shape(4).dtype(DType::I32))?;
    /// let stream = Stream::new(a.device(), true, 0)?;
    /// cuda::RawKernel::new(text, "fill").on(a.device())?.over(1, 4).stream(&stream).run(&[(&a).into()])?;
    /// stream.synchronize()?;
    /// assert_eq!(a.to_string(), "[7 7 7 7]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn stream(self, stream: &'a Stream) -> Self {
        Launch { stream: Some(stream), ..self }
    }

    /// Runs all blocks at the same time, so that the grid may synchronise.
    pub fn cooperative(self, cooperative: bool) -> Self {
        Launch { cooperative, ..self }
    }

    /// Runs the kernel. On a GPU it is queued; otherwise it has finished when the call returns.
    ///
    /// # Errors
    /// A value error for a grid, a block or shared memory beyond the device's limits, and for arrays of another device;
    /// a type error for a wrong number or type of arguments; an overflow error for an integer that its parameter cannot
    /// hold; errors in what was recorded for the arrays; and without a GPU, errors of the kernel's run, which a GPU
    /// reports at the device's next synchronisation.
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// let a = zeros(shape(4).dtype(DType::I32))?;
    /// cuda::RawKernel::new(text, "fill").on(a.device())?.over(2, 2).run(&[(&a).into()])?;
    /// assert_eq!(a.to_string(), "[7 7 0 0]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn run(self, arguments: &[KernelArgument<'_>]) -> Result<()> {
        let known = self.function.known();
        self.check_extents(known)?;
        let prepared = Arguments::of(known, arguments)?;
        let device = known.device;
        let _location = cuprust_profile::located();
        let _guard = match self.stream {
            Some(stream) if stream.device() != device => {
                return Err(Error::value(format!(
                    "a kernel on {device} cannot run on a stream of {}",
                    stream.device()
                )));
            }
            Some(stream) => Some(stream.enter()),
            None => None,
        };
        let stream = device.stream();
        let mut state = device.lock()?;
        let mut prepared = prepared;
        let storages: SmallVec<[(&StorageRef, bool); INLINE_ARGUMENTS]> =
            prepared.arrays.iter().map(ArrayArgument::storage).collect();
        let borrowed = state.borrow_storages(&storages, stream)?;
        prepared.set_addresses(&borrowed.memories);
        let start = if self.cooperative { Start::Cooperative } else { Start::Alone };
        let configuration = Configuration { grid: self.grid, block: self.block, shared: self.shared, start };
        if let Some(capture) = state.capture_of(stream) {
            let captured = Captured::new(self.function, configuration, &prepared, &borrowed.memories);
            capture.add(stream, captured.action());
            return Ok(());
        }
        match device.user_kernels() {
            UserKernels::Queued(cuda) => {
                let native = cuda.driver_stream(stream)?;
                let mut pointers = prepared.packed.pointers();
                // SAFETY: there are as many arguments, of such sizes, as the kernel has parameters; what it does with
                // its memory is its author's.
                let queue = || unsafe { known.function.launch(&configuration, native, &mut pointers, &|| false) };
                state.queue_borrowed(&borrowed, queue)
            }
            UserKernels::Interpreted(cuda) => {
                let native = cuda.driver_stream(stream)?;
                state.run_borrowed(&borrowed, || run_within(known, &configuration, native, &mut prepared.packed))
            }
            UserKernels::Borrowing => {
                let others = state.known_outside();
                state.run_borrowed(&borrowed, || {
                    let own = (&*borrowed.memories, &*borrowed.written);
                    run_on_host(known, &configuration, &mut prepared, own, &others)
                })
            }
        }
    }

    fn check_extents(&self, known: &FunctionState) -> Result<()> {
        let properties = known.function.driver().properties();
        let wrong = |text: String| Err(Error::value(format!("{}: {text}", known.name)));
        if self.grid.contains(&0) || self.block.contains(&0) {
            return wrong(format!("a grid of {:?} blocks of {:?} threads has none to run", self.grid, self.block));
        }
        let threads: u64 = self.block.iter().map(|extent| u64::from(*extent)).product();
        if threads > u64::from(properties.threads_per_block) || self.block[2] > 64 {
            let max_threads = properties.threads_per_block;
            return wrong(format!(
                "a block of {:?} threads is too large: it has {max_threads} at most, 64 in z",
                self.block
            ));
        }
        if self.grid.iter().zip(properties.largest_grid).any(|(extent, limit)| *extent > limit) {
            return wrong(format!(
                "a grid of {:?} blocks is too large: {:?} at most",
                self.grid, properties.largest_grid
            ));
        }
        if self.shared > 0 {
            let max_bytes = self.function.attributes()?.max_dynamic_shared_size_bytes;
            if i64::from(self.shared) > i64::from(max_bytes) {
                return wrong(format!(
                    "{} bytes of dynamic shared memory are asked for, and {max_bytes} are allowed: set \
                     max_dynamic_shared_size_bytes, up to {} with what the kernel declares",
                    self.shared, properties.shared_per_block_most
                ));
            }
        }
        Ok(())
    }
}

/// A captured launch, which runs each time its graph is launched.
struct Captured {
    function: KernelFunction,
    configuration: Configuration,
    packed: Packed,
    /// The index of each array among the arguments, the array, and whether the kernel may write it.
    arrays: Vec<(usize, Array, bool)>,
    memories: Vec<Memory>,
    names: Vec<String>,
}

impl Captured {
    fn new(
        function: &KernelFunction,
        configuration: Configuration,
        arguments: &Arguments<'_>,
        memories: &[Memory],
    ) -> Captured {
        let own = |argument: &ArrayArgument<'_>| (argument.index, argument.array.clone(), argument.written);
        Captured {
            function: function.clone(),
            configuration,
            packed: arguments.packed.clone(),
            arrays: arguments.arrays.iter().map(own).collect(),
            memories: memories.to_vec(),
            names: arguments.names.clone(),
        }
    }

    fn action(self) -> Action {
        let name = self.function.name().to_owned();
        Action::Kernel { name, launch: Box::new(move |stream| self.run(stream)) }
    }

    fn run(&self, stream: StreamId) -> Result<()> {
        let (known, configuration) = (self.function.known(), &self.configuration);
        let mut packed = self.packed.clone();
        let native = match known.device.user_kernels() {
            UserKernels::Queued(cuda) => {
                let native = cuda.driver_stream(stream)?;
                // SAFETY: the arguments were checked when the launch was captured; the graph keeps the arrays.
                return unsafe { known.function.launch(configuration, native, &mut packed.pointers(), &|| false) };
            }
            UserKernels::Interpreted(cuda) => Some(cuda.driver_stream(stream)?),
            UserKernels::Borrowing => None,
        };
        let Some(native) = native else {
            let argument = |(index, array, written): &'_ (usize, Array, bool)| (*index, array.clone(), *written);
            let owned: Vec<(usize, Array, bool)> = self.arrays.iter().map(argument).collect();
            let arrays =
                owned.iter().map(|(index, array, written)| ArrayArgument { index: *index, array, written: *written });
            let mut arguments = Arguments { packed, arrays: arrays.collect(), names: self.names.clone() };
            let others = known.device.lock()?.known_outside();
            // An earlier launch of the graph may have written them.
            let written = vec![true; self.memories.len()];
            return run_on_host(known, configuration, &mut arguments, (&self.memories, &written), &others);
        };
        run_within(known, configuration, native, &mut packed)
    }
}

/// Runs a kernel with host memory mapped for its run: that of its arrays, each with whether it was written before.
fn run_on_host(
    known: &FunctionState,
    configuration: &Configuration,
    arguments: &mut Arguments<'_>,
    own: (&[Memory], &[bool]),
    others: &[(StorageRef, Memory)],
) -> Result<()> {
    // One kernel runs at a time: shared memory can be mapped for only one of them.
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mapped = MappedRanges::of(arguments, own, others)?;
    mapped.translate(arguments);
    let start = cuprust_profile::started();
    let ran = run_within(known, configuration, DriverStream::DEFAULT, &mut arguments.packed);
    if let Some(start) = start {
        kernel(&known.name, start);
    }
    ran
}

/// Runs a kernel on a machine that executes it within the call.
fn run_within(
    known: &FunctionState,
    configuration: &Configuration,
    stream: DriverStream,
    packed: &mut Packed,
) -> Result<()> {
    let function = &known.function;
    let mut pointers = packed.pointers();
    let run = |poll: &dyn Fn() -> bool| {
        // SAFETY: as many arguments, of such sizes, as the kernel has parameters; the machine keeps it within its
        // memory.
        unsafe { function.launch(configuration, stream, &mut pointers, poll) }
    };
    interruptible(run).map_err(|error| error.within(&known.name))
}

/// An array argument.
struct ArrayArgument<'a> {
    /// Its index among the arguments.
    index: usize,
    array: &'a Array,
    /// Whether the kernel may write it, as far as that is known.
    written: bool,
}

impl<'a> ArrayArgument<'a> {
    /// The storage, and whether the kernel may write raw bools to it.
    fn storage(&self) -> (&'a StorageRef, bool) {
        (self.array.storage(), self.array.dtype() == DType::Bool && self.array.is_writable() && self.written)
    }
}

/// The arguments of a launch: bytes, and arrays whose addresses are not known yet.
struct Arguments<'a> {
    /// The bytes of each argument; for an array, its address, once that is known.
    packed: Packed,
    arrays: SmallVec<[ArrayArgument<'a>; INLINE_ARGUMENTS]>,
    /// The name of each array in findings.
    names: Vec<String>,
}

impl<'a> Arguments<'a> {
    fn of(known: &FunctionState, arguments: &[KernelArgument<'a>]) -> Result<Arguments<'a>> {
        let parameters = known.function.signature.as_ref().map(|signature| &*signature.parameters);
        if let Some(parameters) = parameters
            && parameters.len() != arguments.len()
        {
            let list = known.declared.as_ref().map(|all| {
                let all: Vec<&str> = all.iter().map(|declared| &*declared.text).collect();
                format!(" ({})", all.join(", "))
            });
            let (name, expected, count) = (&known.name, parameters.len(), arguments.len());
            return Err(Error::type_(format!(
                "{name} takes {expected} arguments{}, and {count} are given",
                list.unwrap_or_default()
            )));
        }
        let mut all = Arguments { packed: Packed::default(), arrays: SmallVec::new(), names: Vec::new() };
        for (index, argument) in arguments.iter().enumerate() {
            let requested = KernelParameter {
                kernel: &known.name,
                index,
                parameter: parameters.map(|parameters| parameters[index]),
                declared: known.declared.as_ref().map(|declared| &declared[index]),
            };
            match *argument {
                KernelArgument::Array(array) | KernelArgument::Pointer(array) | KernelArgument::Input(array) => {
                    requested.check_array(array, !matches!(argument, KernelArgument::Array(_)))?;
                    all.arrays.push(ArrayArgument {
                        index,
                        array,
                        written: !matches!(argument, KernelArgument::Input(_)),
                    });
                    all.packed.words(std::iter::once(0));
                }
                KernelArgument::Span(array, _) => {
                    requested.pack(argument, &mut all.packed)?;
                    all.arrays.push(ArrayArgument { index, array, written: true });
                }
                _ => requested.pack(argument, &mut all.packed)?,
            }
        }
        if let UserKernels::Borrowing = known.device.user_kernels() {
            let name = |&ArrayArgument { index, .. }: &ArrayArgument<'_>| match known
                .declared
                .as_ref()
                .map(|all| &*all[index].text)
            {
                Some(text) => format!("the array given for {text}"),
                None => format!("the array given for parameter {}", index + 1),
            };
            all.names = all.arrays.iter().map(name).collect();
        }
        Ok(all)
    }

    /// Sets the addresses of the arrays, now that their memory is known.
    fn set_addresses(&mut self, memories: &[Memory]) {
        for (argument, memory) in self.arrays.iter().zip(memories) {
            *self.packed.word(argument.index) = memory.address + offset(argument.array);
        }
    }
}

/// The offset of an array's first element in its memory.
fn offset(array: &Array) -> u64 {
    array.layout().offset as u64 * array.dtype().size() as u64
}

/// Host memory that is about to be mapped for a kernel.
struct Range<'a> {
    memory: Memory,
    name: &'a str,
    read_only: bool,
    /// Whether it was written before.
    written: bool,
}

/// Host memory that is mapped for a kernel until this is dropped.
struct MappedRanges {
    /// Each range, with its address in the kernel.
    ranges: Vec<(Memory, Address)>,
}

impl MappedRanges {
    fn of(
        arguments: &Arguments<'_>,
        (memories, written): (&[Memory], &[bool]),
        others: &[(StorageRef, Memory)],
    ) -> Result<MappedRanges> {
        let own = arguments.arrays.iter().zip(memories.iter().zip(written)).zip(&arguments.names);
        let mut requested: Vec<Range<'_>> = own
            .map(|((argument, (memory, written)), name)| Range {
                memory: *memory,
                name,
                read_only: !argument.array.is_writable(),
                written: *written,
            })
            .collect();
        // The kernel may also find the address of an exported array in memory. Whether it may write that is unknown.
        let is_argument = |memory: &Memory| memories.iter().any(|own| own.overlaps(*memory));
        let name = "an array whose address is known";
        let others = others.iter().filter(|(_, memory)| !is_argument(memory));
        requested.extend(others.map(|(_, memory)| Range { memory: *memory, name, read_only: false, written: true }));
        requested.retain(|range| range.memory.bytes > 0);
        requested.sort_by_key(|range| range.memory.address);
        // Overlapping arrays are one range, which may be written if one of them may.
        let mut ranges: Vec<Range<'_>> = Vec::with_capacity(requested.len());
        for range in requested {
            match ranges.last_mut() {
                Some(last) if last.memory.overlaps(range.memory) => {
                    let end = range.memory.address + range.memory.bytes;
                    last.memory.bytes = last.memory.bytes.max(end - last.memory.address);
                    last.read_only &= range.read_only;
                    last.written |= range.written;
                }
                _ => ranges.push(range),
            }
        }
        let (machine, mut mapped) = (machine()?, MappedRanges { ranges: Vec::with_capacity(ranges.len()) });
        let checks = checks_kernels()?;
        for Range { memory, name, read_only, written } in ranges {
            // An array over a module's variable is in memory that the machine already has.
            if machine.sees(memory) {
                continue;
            }
            // SAFETY: the storages keep their memory as long as references to them are held, which outlive this; while
            // the kernel runs, other work on those it was given waits.
            let seen = unsafe { machine.map_host_memory(memory, name, read_only, written || !checks) }?;
            mapped.ranges.push((memory, seen));
        }
        Ok(mapped)
    }

    /// Replaces addresses of arrays by those in the kernel.
    fn translate(&self, arguments: &mut Arguments<'_>) {
        for ArrayArgument { index, .. } in &arguments.arrays {
            let word = arguments.packed.word(*index);
            let within = |(memory, _): &&(Memory, Address)| word.wrapping_sub(memory.address) <= memory.bytes;
            if let Some((memory, seen)) = self.ranges.iter().find(within) {
                *word = seen.0 + (*word - memory.address);
            }
        }
    }
}

impl Drop for MappedRanges {
    fn drop(&mut self) {
        if let Ok(machine) = machine() {
            self.ranges.iter().for_each(|(_, seen)| machine.unmap_host_memory(*seen));
        }
    }
}
