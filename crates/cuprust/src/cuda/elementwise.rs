//! Elementwise kernels from an expression in CUDA C++: the surrounding text is generated for each call's dtypes and
//! ranks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use cuprust_ir::{Dims, Error, Layout, Result, broadcast_shapes, shape_text};
use cuprust_num::DType;
use smallvec::SmallVec;

use super::arguments::INLINE_ARGUMENTS;
use super::operands::{Form, OperandParameter, OperandText, OwnedArgument, Types, cpp, number, parse};
use super::recorded::{self, Plain, Recipe};
use super::{KernelArgument, ModuleOptions, RawKernel, RawModule};
use crate::runtime::{Device, UserKernels};
use crate::ufunc::Argument;
use crate::{Array, Stream};

/// Options of an elementwise or reduction kernel in addition to its texts.
#[derive(Debug, Clone)]
pub struct KernelOptions {
    /// The name of the kernel, for profilers and errors.
    pub name: String,
    /// Text to insert before the kernel.
    pub preamble: String,
    /// Text before the loop over the elements, and after it.
    pub loop_prep: String,
    /// See `loop_prep`.
    pub after_loop: String,
    /// Whether contiguous arrays are treated as one-dimensional.
    pub reduce_dims: bool,
    /// Flags for the compiler.
    pub flags: Vec<String>,
}

impl Default for KernelOptions {
    fn default() -> KernelOptions {
        KernelOptions {
            name: "kernel".into(),
            preamble: String::new(),
            loop_prep: String::new(),
            after_loop: String::new(),
            reduce_dims: true,
            flags: Vec::new(),
        }
    }
}

/// How a call of such a kernel runs.
#[derive(Debug, Clone, Copy, Default)]
pub struct CallOptions<'a> {
    /// The number of elements, where no array determines it.
    pub size: Option<i64>,
    /// The number of threads in a block.
    pub block_size: Option<u32>,
    /// The stream to use instead of the current one.
    pub stream: Option<&'a Stream>,
}

/// A kernel whose text computes one element of each output from one element of each input.
///
/// ```no_run
/// use cuprust::cuda::{CallOptions, ElementwiseKernel, KernelOptions};
/// use cuprust::*;
///
/// # fn main() -> Result<()> {
/// let squared = ElementwiseKernel::new("T x, T y", "T z", "z = (x - y) * (x - y)", KernelOptions::default())?;
/// let x = arange(3)?.astype(DType::F32)?;
/// let z = squared.call(&[Argument::Array(&x), Argument::Value(Value::Int(5))], &[], CallOptions::default())?;
/// assert_eq!(z[0].to_vec::<f32>()?, [25.0, 16.0, 9.0]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ElementwiseKernel {
    /// The inputs.
    pub inputs: Vec<OperandParameter>,
    /// The outputs.
    pub outputs: Vec<OperandParameter>,
    operation: String,
    /// The parsed text, if it is plain arithmetic.
    plain: Option<Plain>,
    /// Its operations by the dtypes of previous calls; `None` for dtypes for which it is compiled.
    recipes: Mutex<Vec<ResolvedCall>>,
    /// The cache of [`ElementwiseKernel::call_same_shape`], by the dtypes of previous calls.
    same_shape: Mutex<Vec<(SameShapeKey, Option<Arc<SameShapeCall>>)>>,
    options: KernelOptions,
    modules: Modules,
}

/// The dtypes that letters stand for in a call, and the operations that the text then means.
type ResolvedCall = (Vec<u32>, Option<Arc<Recipe>>);

/// The dtype of each argument, and whether it is an array or a number.
type SameShapeKey = SmallVec<[u16; INLINE_ARGUMENTS]>;

/// The operations of a call, and the dtypes of its inputs.
#[derive(Debug)]
struct SameShapeCall {
    recipe: Arc<Recipe>,
    dtypes: SmallVec<[DType; INLINE_ARGUMENTS]>,
}

/// The generated kernels, keyed by those properties of a call that determine their texts.
#[derive(Debug, Default)]
pub(super) struct Modules(Mutex<KernelTable>);

#[derive(Debug, Default)]
struct KernelTable {
    positions: HashMap<Vec<u32>, usize, foldhash::fast::RandomState>,
    kernels: Vec<RawKernel>,
}

impl Modules {
    /// The kernel of a key; `text` generates the text of a new one.
    ///
    /// # Errors
    /// Errors of generating the text.
    pub(super) fn kernel(
        &self,
        key: &[u32],
        options: &KernelOptions,
        text: impl FnOnce() -> Result<String>,
    ) -> Result<RawKernel> {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&position) = made.positions.get(key) {
            return Ok(made.kernels[position].clone());
        }
        let module = ModuleOptions { flags: options.flags.clone(), ..ModuleOptions::default() };
        let kernel = RawKernel::of(RawModule::new(text()?, module), &*options.name);
        let position = made.kernels.len();
        made.positions.insert(key.to_vec(), position);
        made.kernels.push(kernel.clone());
        Ok(kernel)
    }

    /// The texts in the order of their generation.
    pub(super) fn texts(&self) -> Vec<String> {
        let made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        made.kernels.iter().filter_map(|kernel| kernel.module().text().map(str::to_owned)).collect()
    }
}

/// The text before the user's.
pub(super) const HEAD: &str = "#include <cupy/complex.cuh>\n#include <cupy/float16.cuh>\n#include <cupy/carray.cuh>\n\
     #include <cupy/atomics.cuh>\n#include <cupy/math_constants.h>\n\
     #define CUPY_FOR(i, n) for (ptrdiff_type i = ptrdiff_type(blockIdx.x) * blockDim.x + threadIdx.x; i < (n); \
     i += ptrdiff_type(gridDim.x) * blockDim.x)\n";

/// Checks that the name of a kernel is an identifier of C.
///
/// # Errors
/// A value error for a name that is not an identifier of C.
pub(super) fn check_name(name: &str) -> Result<()> {
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_name { Ok(()) } else { Err(Error::value(format!("Invalid kernel name: `{name}` is not an identifier"))) }
}

impl ElementwiseKernel {
    /// A kernel of these parameters, as `T x, raw int32 y`, and this text.
    ///
    /// # Errors
    /// A value error for wrong parameters or a wrong name; a type error for an unknown dtype.
    ///
    /// ```
    /// # use cuprust::*;
    /// let sum = cuda::ElementwiseKernel::new("T x, T y", "T z", "z = x + y", Default::default())?;
    /// let z = sum.call(&[(&array![1, 2]).into(), 10.into()], &[], Default::default())?;
    /// assert_eq!(z[0].to_string(), "[11 12]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new(inputs: &str, outputs: &str, operation: &str, options: KernelOptions) -> Result<ElementwiseKernel> {
        check_name(&options.name)?;
        let (inputs, outputs) = (parse(inputs, false)?, parse(outputs, true)?);
        let mut names: Vec<&str> = inputs.iter().chain(&outputs).map(|parameter| &*parameter.name).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::value(format!("two parameters are named `{}`", pair[0])));
        }
        let KernelOptions { preamble, loop_prep, after_loop, flags, .. } = &options;
        let is_alone = [preamble, loop_prep, after_loop].iter().all(|text| text.is_empty()) && flags.is_empty();
        let plain = is_alone.then(|| Plain::of(operation, &inputs, &outputs)).flatten();
        Ok(ElementwiseKernel {
            inputs,
            outputs,
            operation: operation.to_owned(),
            plain,
            recipes: Mutex::default(),
            same_shape: Mutex::default(),
            options,
            modules: Modules::default(),
        })
    }

    /// The expression for one element.
    ///
    /// ```
    /// # use cuprust::*;
    /// let twice = cuda::ElementwiseKernel::new("T x", "T y", "y = 2 * x", Default::default())?;
    /// assert_eq!(twice.operation(), "y = 2 * x");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn operation(&self) -> &str {
        &self.operation
    }

    /// The options in addition to the texts.
    ///
    /// ```
    /// # use cuprust::*;
    /// let options = cuda::KernelOptions { name: "twice".into(), ..Default::default() };
    /// assert_eq!(cuda::ElementwiseKernel::new("T x", "T y", "y = 2 * x", options)?.options().name, "twice");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn options(&self) -> &KernelOptions {
        &self.options
    }

    /// The texts of the kernels that were generated for calls so far.
    pub fn written(&self) -> Vec<String> {
        self.modules.texts()
    }

    /// Computes the outputs, in new arrays if none are given.
    ///
    /// Arrays broadcast, except for raw ones. The dtype of a new output is the one that its parameter names, or that of
    /// the arrays with the same letter.
    ///
    /// # Errors
    /// A type error for a wrong number of arguments, and for dtypes that do not match; a value error for shapes that do
    /// not broadcast, and where nothing determines the number of elements; errors of compiling and launching.
    ///
    /// ```
    /// # use cuprust::*;
    /// let twice = cuda::ElementwiseKernel::new("T x", "T y", "y = 2 * x", Default::default())?;
    /// let y = twice.call(&[(&array![1, 2]).into()], &[], Default::default())?;
    /// assert_eq!(y[0].to_string(), "[2 4]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn call(&self, arguments: &[Argument<'_>], out: &[&Array], options: CallOptions<'_>) -> Result<Vec<Array>> {
        let (inputs, outputs) = (&self.inputs, &self.outputs);
        if arguments.len() != inputs.len() || !(out.is_empty() || out.len() == outputs.len()) {
            return Err(Error::type_(format!(
                "{} takes {} inputs, and {} outputs where they are given, not {} and {}",
                self.options.name,
                inputs.len(),
                outputs.len(),
                arguments.len(),
                out.len()
            )));
        }
        if options.block_size.is_some_and(|block| !(1..=1024).contains(&block)) {
            return Err(Error::value("block_size must be between 1 and 1024"));
        }
        let device = device_of(arguments, out)?;
        let types = Types::of(inputs, arguments, outputs, out)?;
        let shape = self.shape(arguments, out, options.size)?;
        if options.stream.is_none()
            && let Some(made) = self.recorded(&types, &shape, arguments, out, device)?
        {
            return Ok(made);
        }
        let mut made = Vec::with_capacity(outputs.len());
        for (position, parameter) in outputs.iter().enumerate() {
            made.push(match out.get(position) {
                Some(output) => {
                    check_output(parameter, output, &shape)?;
                    (*output).clone()
                }
                None => Array::empty(&shape[..], types.dtype(parameter)?, device)?,
            });
        }
        if shape.contains(&0) {
            return Ok(made);
        }
        self.run(&types, &shape, arguments, &made, device, options)?;
        Ok(made)
    }

    /// The outputs as recorded operations, if the text is plain arithmetic with the same results.
    fn recorded(
        &self,
        types: &Types,
        shape: &Dims,
        arguments: &[Argument<'_>],
        out: &[&Array],
        device: Device,
    ) -> Result<Option<Vec<Array>>> {
        let Some(plain) = &self.plain else { return Ok(None) };
        let Some(recipe) = self.recipe(plain, types)? else { return Ok(None) };
        let mut inputs: SmallVec<[recorded::Operand; INLINE_ARGUMENTS]> = SmallVec::new();
        for (parameter, argument) in self.inputs.iter().zip(arguments) {
            inputs.push(match argument {
                Argument::Array(array) if array.device() != device => {
                    return Err(crate::runtime::on_different_devices(device, array.device()));
                }
                Argument::Array(array) => recorded::Operand::Borrowed(array),
                _ => recorded::Operand::Scalar(number(parameter, argument, types.dtype(parameter)?)?),
            });
        }
        for (parameter, output) in self.outputs.iter().zip(out) {
            check_output(parameter, output, shape)?;
        }
        let mut made = Vec::with_capacity(self.outputs.len());
        for (position, (value, alone)) in recipe.record(&inputs, device)?.into_iter().enumerate() {
            let value = value.array(device)?;
            made.push(match out.get(position) {
                Some(output) => {
                    output.assign(&value)?;
                    (*output).clone()
                }
                None => own(value, alone, shape, device)?,
            });
        }
        Ok(Some(made))
    }

    /// The fast path: plain arithmetic on numbers and contiguous arrays of one shape, with one output and no options.
    /// `None` where [`ElementwiseKernel::call`] must do it or raise an error.
    ///
    /// # Errors
    /// As [`ElementwiseKernel::call`].
    pub fn call_same_shape(&self, arguments: &[Argument<'_>]) -> Result<Option<Array>> {
        let Some(plain) = &self.plain else { return Ok(None) };
        if self.outputs.len() != 1 || arguments.len() != self.inputs.len() || arguments.len() > INLINE_ARGUMENTS {
            return Ok(None);
        }
        let mut key = SameShapeKey::new();
        let mut first: Option<&Array> = None;
        for argument in arguments {
            key.push(match argument {
                Argument::Array(array) => {
                    let matches_first = |first: &Array| {
                        first.layout().shape == array.layout().shape && first.device() == array.device()
                    };
                    if !array.is_plain() || array.size() == 0 || !first.is_none_or(matches_first) {
                        return Ok(None);
                    }
                    first = first.or(Some(array));
                    array.dtype() as u16
                }
                Argument::Value(value) => 1 << 8 | value.weak() as u16,
                Argument::Scalar(scalar) => 2 << 8 | scalar.dtype() as u16,
            });
        }
        let Some(first) = first else { return Ok(None) };
        let Some(same_shape) = self.same_shape(plain, key, arguments)? else { return Ok(None) };
        let mut inputs: SmallVec<[recorded::Operand; INLINE_ARGUMENTS]> = SmallVec::new();
        for ((parameter, argument), dtype) in self.inputs.iter().zip(arguments).zip(&same_shape.dtypes) {
            inputs.push(match argument {
                Argument::Array(array) => recorded::Operand::Borrowed(array),
                _ => recorded::Operand::Scalar(number(parameter, argument, *dtype)?),
            });
        }
        let device = first.device();
        let Some((value, alone)) = same_shape.recipe.record(&inputs, device)?.pop() else { return Ok(None) };
        own(value.array(device)?, alone, first.shape(), device).map(Some)
    }

    /// The operations of a call with arguments of these dtypes; `None` where its text is compiled.
    fn same_shape(
        &self,
        plain: &Plain,
        key: SameShapeKey,
        arguments: &[Argument<'_>],
    ) -> Result<Option<Arc<SameShapeCall>>> {
        let lock = || self.same_shape.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = lock().iter().find(|(known, _)| *known == key) {
            return Ok(known.clone());
        }
        let types = Types::of(&self.inputs, arguments, &self.outputs, &[])?;
        let same_shape = match self.recipe(plain, &types)? {
            Some(recipe) => {
                let dtypes = self.inputs.iter().map(|parameter| types.dtype(parameter)).collect::<Result<_>>()?;
                Some(Arc::new(SameShapeCall { recipe, dtypes }))
            }
            None => None,
        };
        lock().push((key, same_shape.clone()));
        Ok(same_shape)
    }

    /// The operations that the text means for these dtypes.
    fn recipe(&self, plain: &Plain, types: &Types) -> Result<Option<Arc<Recipe>>> {
        let mut key = Vec::with_capacity(4);
        types.describe(&mut key);
        let mut recipes = self.recipes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, recipe)) = recipes.iter().find(|(known, _)| *known == key) {
            return Ok(recipe.clone());
        }
        let recipe = plain.recipe(&self.inputs, &self.outputs, types)?.map(Arc::new);
        recipes.push((key, recipe.clone()));
        Ok(recipe)
    }

    /// The shape that all arrays but the raw ones broadcast to.
    fn shape(&self, arguments: &[Argument<'_>], out: &[&Array], size: Option<i64>) -> Result<Dims> {
        let mut shapes: Vec<&[i64]> = Vec::new();
        // A number is passed by value, whether or not an array for its parameter would be raw.
        for (parameter, argument) in self.inputs.iter().zip(arguments) {
            if let Argument::Array(array) = argument
                && !parameter.raw
            {
                shapes.push(array.shape());
            }
        }
        shapes.extend(
            self.outputs.iter().zip(out).filter(|(parameter, _)| !parameter.raw).map(|(_, array)| array.shape()),
        );
        let is_raw = self.inputs.iter().chain(self.outputs.iter().take(out.len())).any(|parameter| parameter.raw);
        match (size, shapes.is_empty()) {
            (Some(_), false) => Err(Error::value("Specified 'size' can be used only if all of the ndarray are 'raw'.")),
            (Some(size), true) if size < 0 => Err(Error::value(format!("a size of {size} is negative"))),
            (Some(size), true) => Ok(Dims::new(&[size])),
            (None, true) if is_raw || self.inputs.is_empty() => {
                Err(Error::value("Loop size is undecided. Give size, or an array that is not raw"))
            }
            (None, true) => Ok(Dims::new(&[])),
            (None, false) => broadcast_shapes(&shapes),
        }
    }

    fn run(
        &self,
        types: &Types,
        shape: &Dims,
        arguments: &[Argument<'_>],
        out: &[Array],
        device: Device,
        options: CallOptions<'_>,
    ) -> Result<()> {
        let all = self.inputs.iter().zip(arguments.iter().copied());
        let all = all.chain(self.outputs.iter().zip(out.iter().map(Argument::Array)));
        let all: Vec<(&OperandParameter, Argument<'_>)> = all.collect();
        let mut layouts = Vec::with_capacity(all.len());
        for (parameter, argument) in &all {
            layouts.push(match argument {
                Argument::Array(array) if parameter.raw => Some(array.layout().clone()),
                Argument::Array(array) => Some(array.layout().broadcast(shape)?),
                _ => None,
            });
        }
        let own = |position: usize| layouts[position].as_ref().filter(|_| !all[position].0.raw);
        let flat = self.options.reduce_dims && (0..all.len()).filter_map(own).all(Layout::is_contiguous);
        let size: i64 = shape.iter().product();
        let shape = if flat { Dims::new(&[size]) } else { shape.clone() };
        let (mut key, mut forms) = (Vec::with_capacity(2 * all.len()), Vec::with_capacity(all.len()));
        types.describe(&mut key);
        key.push((shape.len() as u32) << 1 | u32::from(flat));
        let mut owned = Vec::with_capacity(2 * all.len() + 1);
        for ((parameter, argument), layout) in all.iter().zip(&layouts) {
            let form = match (argument, layout) {
                (Argument::Array(array), Some(layout)) => {
                    let size = array.dtype().size() as i64;
                    owned.push(OwnedArgument::Array(array, parameter.written));
                    if flat && !parameter.raw {
                        owned.push(OwnedArgument::layout(&shape, &[1], size));
                        Form::Array { dtype: array.dtype(), rank: 1, contiguous: true }
                    } else {
                        owned.push(OwnedArgument::layout(&layout.shape, &layout.strides, size));
                        Form::Array { dtype: array.dtype(), rank: layout.rank(), contiguous: layout.is_contiguous() }
                    }
                }
                _ => {
                    let dtype = types.dtype(parameter)?;
                    owned.push(OwnedArgument::number(number(parameter, argument, dtype)?));
                    Form::Number(dtype)
                }
            };
            form.describe(&mut key);
            forms.push(form);
        }
        owned.push(OwnedArgument::layout(&shape, &Layout::contiguous(&shape).strides, 1));
        let kernel =
            self.modules.kernel(&key, &self.options, || Ok(self.text(types, &all, &forms, shape.len(), flat)))?;
        let arguments: Vec<KernelArgument<'_>> = owned.iter().map(OwnedArgument::argument).collect();
        let block = options.block_size.unwrap_or(128);
        let blocks = (size as u64).div_ceil(u64::from(block)).min(max_blocks(device));
        let function = kernel.on(device)?;
        let launch = function.over(blocks as u32, block);
        match options.stream {
            Some(stream) => launch.stream(stream).run(&arguments),
            None => launch.run(&arguments),
        }
    }

    fn text(
        &self,
        types: &Types,
        all: &[(&OperandParameter, Argument<'_>)],
        forms: &[Form],
        rank: usize,
        flat: bool,
    ) -> String {
        let KernelOptions { name, preamble, loop_prep, after_loop, .. } = &self.options;
        let operands: Vec<OperandText> =
            all.iter().zip(forms).map(|((parameter, _), form)| form.text(parameter)).collect();
        let declarations: Vec<&str> = operands.iter().map(|operand| &*operand.declaration).collect();
        let openings: String = operands.iter().map(|operand| &*operand.opening).collect();
        let index = if flat { "i" } else { "_ind.get()" };
        let mut elements = String::new();
        for (parameter, argument) in all {
            if let (Argument::Array(array), false) = (argument, parameter.raw) {
                let constant = if parameter.written { "" } else { "const " };
                let (element, name) = (cpp(array.dtype()), &parameter.name);
                elements.push_str(&format!("        {constant}{element}& {name} = _raw_{name}[{index}];\n"));
            }
        }
        let comma = if declarations.is_empty() { "" } else { ", " };
        // As in CuPy, a parameter may have the name of the number of elements, which it then hides.
        let count = match all.iter().any(|(parameter, _)| parameter.name == "n") {
            true => "",
            false => "    const ptrdiff_type n = _ind.size();\n    (void)n;\n",
        };
        let shape = if rank == 0 { "nullptr".to_owned() } else { "_shape.shape".to_owned() };
        format!(
            "{HEAD}{}{preamble}\nextern \"C\" __global__ void {name}({}{comma}const Layout_<{rank}> _shape) {{\n{openings}    \
             Indexer_<{rank}> _ind({shape});\n{count}    {loop_prep};\n    CUPY_FOR(i, _ind.size()) {{\n        \
             _ind.set(i);\n{elements}        {};\n    }}\n    {after_loop};\n}}\n",
            types.typedefs(),
            declarations.join(", "),
            self.operation,
        )
    }
}

/// The most blocks of a loop over elements: more do not help a machine on the CPU.
pub(super) fn max_blocks(device: Device) -> u64 {
    match device.user_kernels() {
        UserKernels::Queued(_) => 1 << 20,
        UserKernels::Interpreted(_) | UserKernels::Borrowing => 64,
    }
}

/// A value as a new array of a shape, and not a view of an input; `alone` says that it is already an array made for
/// this output only.
fn own(value: Array, alone: bool, shape: &[i64], device: Device) -> Result<Array> {
    if alone && value.shape() == shape {
        return Ok(value);
    }
    let made = Array::empty(shape, value.dtype(), device)?;
    made.assign(&value)?;
    Ok(made)
}

fn check_output(parameter: &OperandParameter, output: &Array, shape: &[i64]) -> Result<()> {
    if !parameter.raw && output.shape() != shape {
        let (own, wanted) = (shape_text(output.shape()), shape_text(shape));
        return Err(Error::value(format!("Out shape is mismatched: {} has shape {own}, not {wanted}", parameter.name)));
    }
    match output.is_writable() {
        true => Ok(()),
        false => Err(Error::value(format!("{}: output array is read-only", parameter.name))),
    }
}

/// The device of the arrays; the current one where there is none.
pub(super) fn device_of(arguments: &[Argument<'_>], out: &[&Array]) -> Result<Device> {
    let inputs = arguments.iter().filter_map(|argument| match argument {
        Argument::Array(array) => Some(*array),
        _ => None,
    });
    inputs.chain(out.iter().copied()).next().map_or_else(Device::current, |array| Ok(array.device()))
}
