//! A launch: arguments become bytes, what was recorded for the arrays runs, and the kernel follows on their stream.

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
    /// A launch over a grid of blocks, which [`Launch::run`] begins.
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

    /// With so many bytes of dynamic shared memory.
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

    /// On this stream, and not on the current one.
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

    /// With all blocks at the same time, so that the grid may synchronise.
    pub fn cooperative(self, cooperative: bool) -> Self {
        Launch { cooperative, ..self }
    }

    /// Runs the kernel. On a GPU it is queued; otherwise it has run when the call returns.
    ///
    /// # Errors
    /// A value error for a grid, a block or shared memory that the device does not have, and for arrays of another
    /// device; a type error for a wrong number or type of arguments; an overflow error for an integer that its
    /// parameter does not hold; what went wrong in what was recorded for the arrays; and where there is no GPU, what
    /// was found wrong in the kernel's run, which a GPU reports at the device's next synchronisation.
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
        let _place = cuprust_profile::located();
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
        prepared.place(&borrowed.memories);
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
                    let given = (&*borrowed.memories, &*borrowed.written);
                    run_on_host(known, &configuration, &mut prepared, given, &others)
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
            let most = properties.threads_per_block;
            return wrong(format!("a block of {:?} threads is too large: it has {most} at most, 64 in z", self.block));
        }
        if self.grid.iter().zip(properties.largest_grid).any(|(extent, most)| *extent > most) {
            return wrong(format!(
                "a grid of {:?} blocks is too large: {:?} at most",
                self.grid, properties.largest_grid
            ));
        }
        if self.shared > 0 {
            let most = self.function.attributes()?.max_dynamic_shared_size_bytes;
            if i64::from(self.shared) > i64::from(most) {
                return wrong(format!(
                    "{} bytes of dynamic shared memory are asked for, and {most} are allowed: set \
                     max_dynamic_shared_size_bytes, up to {} with what the kernel declares",
                    self.shared, properties.shared_per_block_most
                ));
            }
        }
        Ok(())
    }
}

/// A launch that is done each time a graph is launched.
struct Captured {
    function: KernelFunction,
    configuration: Configuration,
    packed: Packed,
    /// The place of each array, the array, and whether the kernel may write it.
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
        let own = |given: &ArrayArgument<'_>| (given.place, given.array.clone(), given.written);
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
            let given = |(place, array, written): &'_ (usize, Array, bool)| (*place, array.clone(), *written);
            let owned: Vec<(usize, Array, bool)> = self.arrays.iter().map(given).collect();
            let arrays =
                owned.iter().map(|(place, array, written)| ArrayArgument { place: *place, array, written: *written });
            let mut arguments = Arguments { packed, arrays: arrays.collect(), names: self.names.clone() };
            let others = known.device.lock()?.known_outside();
            // What an earlier launch of the graph wrote is there.
            let written = vec![true; self.memories.len()];
            return run_on_host(known, configuration, &mut arguments, (&self.memories, &written), &others);
        };
        run_within(known, configuration, native, &mut packed)
    }
}

/// Runs a kernel over memory of the host that is mapped for its run: that of its arrays, each with whether anything has
/// written it.
fn run_on_host(
    known: &FunctionState,
    configuration: &Configuration,
    arguments: &mut Arguments<'_>,
    given: (&[Memory], &[bool]),
    others: &[(StorageRef, Memory)],
) -> Result<()> {
    // One kernel runs at a time: memory that several may reach is mapped for one of them.
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let lent = MappedRanges::of(arguments, given, others)?;
    lent.translate(arguments);
    let start = cuprust_profile::started();
    let ran = run_within(known, configuration, DriverStream::DEFAULT, &mut arguments.packed);
    if let Some(start) = start {
        kernel(&known.name, start);
    }
    ran
}

/// Runs a kernel on a machine that runs it within the call.
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

/// An array that is given.
struct ArrayArgument<'a> {
    /// Its place among the arguments.
    place: usize,
    array: &'a Array,
    /// Whether the kernel may write it, as far as that is known.
    written: bool,
}

impl<'a> ArrayArgument<'a> {
    /// The storage, and whether the kernel may write bytes other than 0 and 1 to bools in it.
    fn storage(&self) -> (&'a StorageRef, bool) {
        (self.array.storage(), self.array.dtype() == DType::Bool && self.array.is_writable() && self.written)
    }
}

/// The arguments of a launch: bytes, and arrays whose addresses are not known yet.
struct Arguments<'a> {
    /// The bytes of each argument; of an array, its address, once that is known.
    packed: Packed,
    arrays: SmallVec<[ArrayArgument<'a>; INLINE_ARGUMENTS]>,
    /// What findings call each array.
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
            let (name, wanted, given) = (&known.name, parameters.len(), arguments.len());
            return Err(Error::type_(format!(
                "{name} takes {wanted} arguments{}, and {given} are given",
                list.unwrap_or_default()
            )));
        }
        let mut all = Arguments { packed: Packed::default(), arrays: SmallVec::new(), names: Vec::new() };
        for (place, argument) in arguments.iter().enumerate() {
            let wanted = KernelParameter {
                kernel: &known.name,
                place,
                parameter: parameters.map(|parameters| parameters[place]),
                declared: known.declared.as_ref().map(|declared| &declared[place]),
            };
            match *argument {
                KernelArgument::Array(array) | KernelArgument::Pointer(array) | KernelArgument::Input(array) => {
                    wanted.check_array(array, !matches!(argument, KernelArgument::Array(_)))?;
                    all.arrays.push(ArrayArgument {
                        place,
                        array,
                        written: !matches!(argument, KernelArgument::Input(_)),
                    });
                    all.packed.words(std::iter::once(0));
                }
                KernelArgument::Span(array, _) => {
                    wanted.pack(argument, &mut all.packed)?;
                    all.arrays.push(ArrayArgument { place, array, written: true });
                }
                _ => wanted.pack(argument, &mut all.packed)?,
            }
        }
        if let UserKernels::Borrowing = known.device.user_kernels() {
            let name = |&ArrayArgument { place, .. }: &ArrayArgument<'_>| match known
                .declared
                .as_ref()
                .map(|all| &*all[place].text)
            {
                Some(text) => format!("the array given for {text}"),
                None => format!("the array given for parameter {}", place + 1),
            };
            all.names = all.arrays.iter().map(name).collect();
        }
        Ok(all)
    }

    /// Notes where the arrays are, now that their memory is known.
    fn place(&mut self, memories: &[Memory]) {
        for (given, memory) in self.arrays.iter().zip(memories) {
            *self.packed.word(given.place) = memory.address + offset(given.array);
        }
    }
}

/// How many bytes an array's first element lies into its memory.
fn offset(array: &Array) -> u64 {
    array.layout().offset as u64 * array.dtype().size() as u64
}

/// Memory of the host that is about to be mapped for a kernel.
struct Range<'a> {
    memory: Memory,
    name: &'a str,
    read_only: bool,
    /// Whether anything has written it.
    written: bool,
}

/// Memory of the host that is mapped for a kernel until this is dropped.
struct MappedRanges {
    /// Each range, with the address that the kernel sees it at.
    ranges: Vec<(Memory, Address)>,
}

impl MappedRanges {
    fn of(
        arguments: &Arguments<'_>,
        (memories, written): (&[Memory], &[bool]),
        others: &[(StorageRef, Memory)],
    ) -> Result<MappedRanges> {
        let own = arguments.arrays.iter().zip(memories.iter().zip(written)).zip(&arguments.names);
        let mut wanted: Vec<Range<'_>> = own
            .map(|((given, (memory, written)), name)| Range {
                memory: *memory,
                name,
                read_only: !given.array.is_writable(),
                written: *written,
            })
            .collect();
        // What has an address that others know may be reached through memory as well. Whether it may be written is not
        // known.
        let given = |memory: &Memory| memories.iter().any(|own| own.overlaps(*memory));
        let name = "an array whose address is known";
        let others = others.iter().filter(|(_, memory)| !given(memory));
        wanted.extend(others.map(|(_, memory)| Range { memory: *memory, name, read_only: false, written: true }));
        wanted.retain(|range| range.memory.bytes > 0);
        wanted.sort_by_key(|range| range.memory.address);
        // Arrays that overlap are one range, which may be written where one of them may.
        let mut ranges: Vec<Range<'_>> = Vec::with_capacity(wanted.len());
        for range in wanted {
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
        let (machine, mut lent) = (machine()?, MappedRanges { ranges: Vec::with_capacity(ranges.len()) });
        let checks = checks_kernels()?;
        for Range { memory, name, read_only, written } in ranges {
            // An array over a module's variable lies in memory that the machine has.
            if machine.sees(memory) {
                continue;
            }
            // SAFETY: the storages keep their memory as long as references to them are held, which outlive this; while
            // the kernel runs, other work on those it was given waits.
            let seen = unsafe { machine.map_host_memory(memory, name, read_only, written || !checks) }?;
            lent.ranges.push((memory, seen));
        }
        Ok(lent)
    }

    /// Changes addresses of arrays to those that the kernel sees.
    fn translate(&self, arguments: &mut Arguments<'_>) {
        for ArrayArgument { place, .. } in &arguments.arrays {
            let word = arguments.packed.word(*place);
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
