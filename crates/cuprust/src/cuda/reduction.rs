//! Reduction kernels from expressions in CUDA C++: the value of each element, the combination of two values, and the
//! final result.

use cuprust_ir::{Dims, Error, Layout, Result, broadcast_shapes, shape_text};
use cuprust_num::{DType, Scalar};

use super::KernelArgument;
use super::elementwise::{CallOptions, KernelOptions, Modules, check_name, device_of, max_blocks};
use super::operands::{Form, OperandParameter, OwnedArgument, Types, number, parse};
use super::reduction_space::{Space, Split, THREADS};
use super::reduction_text::{Head, ReductionTexts, pair_name};
use crate::runtime::Device;
use crate::ufunc::Argument;
use crate::{Array, Stream, normalize_axes};

/// A kernel that reduces arrays along axes.
///
/// ```no_run
/// use cuprust::cuda::{CallOptions, KernelOptions, ReductionKernel, ReductionTexts};
/// use cuprust::*;
///
/// # fn main() -> Result<()> {
/// let texts = ReductionTexts {
///     map: "x * x".into(),
///     reduce: "a + b".into(),
///     post_map: "y = sqrt(a)".into(),
///     identity: Some("0".into()),
///     ..ReductionTexts::default()
/// };
/// let norm = ReductionKernel::new("T x", "T y", texts, KernelOptions::default())?;
/// let x = arange(6)?.astype(DType::F64)?.reshape((2, 3))?;
/// let y = norm.call(&[Argument::Array(&x)], &[], Some(&[1]), false, CallOptions::default())?;
/// assert_eq!(y[0].to_vec::<f64>()?, [5f64.sqrt(), 50f64.sqrt()]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ReductionKernel {
    /// The inputs.
    pub inputs: Vec<OperandParameter>,
    /// The outputs.
    pub outputs: Vec<OperandParameter>,
    texts: ReductionTexts,
    options: KernelOptions,
    modules: Modules,
}

impl ReductionKernel {
    /// A kernel of these parameters and texts.
    ///
    /// # Errors
    /// A value error for wrong parameters or a wrong name; a type error for an unknown dtype.
    pub fn new(inputs: &str, outputs: &str, texts: ReductionTexts, options: KernelOptions) -> Result<ReductionKernel> {
        check_name(&options.name)?;
        let (inputs, outputs) = (parse(inputs, false)?, parse(outputs, true)?);
        if outputs.is_empty() {
            return Err(Error::value("a reduction needs at least one output"));
        }
        if outputs.iter().any(|parameter| parameter.raw) {
            return Err(Error::value("an output of a reduction cannot be raw"));
        }
        Ok(ReductionKernel { inputs, outputs, texts, options, modules: Modules::default() })
    }

    /// Its texts.
    pub fn texts(&self) -> &ReductionTexts {
        &self.texts
    }

    /// The options in addition to the texts.
    pub fn options(&self) -> &KernelOptions {
        &self.options
    }

    /// The texts of the kernels that were generated for calls so far.
    pub fn written(&self) -> Vec<String> {
        self.modules.texts()
    }

    /// Reduces the inputs, broadcast to one shape, along axes (all if none are given), into new arrays if none are
    /// given.
    ///
    /// # Errors
    /// As [`super::ElementwiseKernel::call`]; an axis error for an axis out of range; a value error for a reduction of
    /// no elements without an identity.
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let [map, reduce, post_map] = ["x", "a + b", "y = a"].map(String::from);
    /// let texts = cuda::ReductionTexts { map, reduce, post_map, ..Default::default() };
    /// let sum = cuda::ReductionKernel::new("T x", "T y", texts, Default::default())?;
    /// let y = sum.call(&[(&array![[1, 2], [3, 4]]).into()], &[], Some(&[0]), false, Default::default())?;
    /// assert_eq!(y[0].to_string(), "[4 6]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn call(
        &self,
        arguments: &[Argument<'_>],
        out: &[&Array],
        axes: Option<&[i64]>,
        keepdims: bool,
        options: CallOptions<'_>,
    ) -> Result<Vec<Array>> {
        let (inputs, outputs) = (&self.inputs, &self.outputs);
        if arguments.len() != inputs.len() || !(out.is_empty() || out.len() == outputs.len()) {
            return Err(Error::type_(format!(
                "{} takes {} inputs, not {}",
                self.options.name,
                inputs.len(),
                arguments.len()
            )));
        }
        let device = device_of(arguments, out)?;
        let types = Types::of(inputs, arguments, outputs, out)?;
        let shapes = inputs.iter().zip(arguments).filter_map(|(parameter, argument)| match argument {
            Argument::Array(array) if !parameter.raw => Some(array.shape()),
            _ => None,
        });
        let shapes: Vec<&[i64]> = shapes.collect();
        if shapes.is_empty() {
            return Err(Error::value("Loop size is undecided. A reduction needs an array that is not raw"));
        }
        let shape = broadcast_shapes(&shapes)?;
        let reduced = normalize_axes(axes, shape.len()).map_err(|error| error.within(&self.options.name))?;
        let short: Dims = (0..shape.len()).filter(|&axis| !reduced.contains(axis)).map(|axis| shape[axis]).collect();
        let kept: Dims = (0..shape.len()).map(|axis| if reduced.contains(axis) { 1 } else { shape[axis] }).collect();
        let shown = if keepdims { &kept } else { &short };
        let mut made = Vec::with_capacity(outputs.len());
        for (index, parameter) in outputs.iter().enumerate() {
            made.push(match out.get(index) {
                Some(output) if output.shape() != &shown[..] => {
                    let (own, wanted) = (shape_text(output.shape()), shape_text(shown));
                    return Err(Error::value(format!("Out shape is mismatched: out has shape {own}, not {wanted}")));
                }
                Some(output) if !output.is_writable() => return Err(Error::value("output array is read-only")),
                Some(output) => (*output).clone(),
                None => Array::empty(&shown[..], types.dtype(parameter)?, device)?,
            });
        }
        let length: i64 = (0..shape.len()).filter(|&axis| reduced.contains(axis)).map(|axis| shape[axis]).product();
        let count: i64 = short.iter().product();
        if count == 0 {
            return Ok(made);
        }
        if length == 0 && self.texts.identity.is_none() {
            return Err(Error::value(format!(
                "zero-size array to reduction operation {} which has no identity",
                self.options.name
            )));
        }
        let order: Vec<usize> = (0..shape.len())
            .filter(|&axis| !reduced.contains(axis))
            .chain((0..shape.len()).filter(|&axis| reduced.contains(axis)))
            .collect();
        let mut space = Space::new(&shape, &order, short.len());
        for (parameter, argument) in inputs.iter().zip(arguments) {
            if let Argument::Array(array) = argument
                && !parameter.raw
            {
                space.add(&array.layout().broadcast(&shape)?.permute(&order).strides, array.dtype().size());
            }
        }
        for array in &made {
            // An output has the axes that remain, whether or not the others are kept.
            let axes = (0..shown.len()).filter(|&axis| !keepdims || !reduced.contains(axis));
            let strides: Dims = axes.map(|axis| array.layout().strides[axis]).collect();
            space.add(&strides, array.dtype().size());
        }
        space.merge();
        self.run(&types, arguments, &made, &space, (&shape, &order), device, options)?;
        Ok(made)
    }

    #[allow(clippy::too_many_arguments)]
    fn run(
        &self,
        types: &Types,
        arguments: &[Argument<'_>],
        made: &[Array],
        space: &Space,
        (shape, order): (&[i64], &[usize]),
        device: Device,
        options: CallOptions<'_>,
    ) -> Result<()> {
        let mut owned = Vec::with_capacity(2 * (arguments.len() + made.len()) + 10);
        let (mut key, mut forms) = (Vec::with_capacity(8), Vec::with_capacity(arguments.len() + made.len()));
        types.describe(&mut key);
        let mut layouts = space.layouts();
        let mut next = || layouts.next().expect("each array that is not raw was added to the space");
        for (parameter, argument) in self.inputs.iter().zip(arguments) {
            let form = match argument {
                Argument::Array(array) => {
                    owned.push(OwnedArgument::Array(array, parameter.written));
                    let (dtype, layout) = (array.dtype(), array.layout());
                    if parameter.raw {
                        owned.push(OwnedArgument::layout(&layout.shape, &layout.strides, dtype.size() as i64));
                        Form::Array { dtype, rank: layout.rank(), contiguous: layout.is_contiguous() }
                    } else {
                        owned.push(next());
                        Form::Array { dtype, rank: space.rank(), contiguous: false }
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
        for array in made {
            owned.push(OwnedArgument::Array(array, true));
            owned.push(next());
            let form = Form::Array { dtype: array.dtype(), rank: space.kept, contiguous: false };
            form.describe(&mut key);
            forms.push(form);
        }
        // Indices that no text names are passed without axes, so that one text serves arrays of any rank.
        let (sees_input, sees_output) = self.texts.see_positions();
        let ranks = (if sees_input { shape.len() } else { 0 }, if sees_output { space.results.len() } else { 0 });
        key.extend([space.kept, space.rank(), ranks.0, ranks.1].map(|rank| rank as u32));
        let head = Head { inputs: &self.inputs, outputs: &self.outputs, forms: &forms, kept: space.kept };
        let kernel = self
            .modules
            .kernel(&key, &self.options, || self.texts.written(&self.options, types, &head, (space.rank(), ranks)))?;
        let ordered: Dims = order.iter().map(|&axis| shape[axis]).collect();
        for seen in [&ordered[..ranks.0], &ordered[..ranks.1]] {
            owned.push(OwnedArgument::layout(seen, &Layout::contiguous(seen).strides, 1));
        }
        owned.push(space.shape());
        let function = kernel.on(device)?;
        let launch = |split: &Split, phase: i32, partials: OwnedArgument<'_>| {
            let settings = [
                partials,
                OwnedArgument::Scalar(Scalar::new(space.count)),
                OwnedArgument::Scalar(Scalar::new(split.length)),
                OwnedArgument::Scalar(Scalar::new(split.chunk)),
                OwnedArgument::Scalar(Scalar::new(split.team)),
                OwnedArgument::Scalar(Scalar::new(i32::from(split.across))),
                OwnedArgument::Scalar(Scalar::new(phase)),
            ];
            let all: Vec<KernelArgument<'_>> = owned.iter().chain(&settings).map(OwnedArgument::argument).collect();
            let blocks = split.groups(space.count).min(max_blocks(device));
            let launch = function.over((blocks as u32, split.parts as u32), THREADS);
            match options.stream {
                Some(stream) => launch.stream(stream).run(&all),
                None => launch.run(&all),
            }
        };
        let split = Split::new(space.count, space.length, space.results_lie_closer());
        if split.parts == 1 {
            return launch(&split, 0, OwnedArgument::Scalar(Scalar::new(0_u64)));
        }
        let _guard = options.stream.map(Stream::enter);
        let pair = kernel.module().global(&pair_name(&self.options), device)?.bytes as i64;
        let partials = Array::empty([split.parts * space.count * pair], DType::U8, device)?;
        launch(&split, 1, OwnedArgument::Array(&partials, true))?;
        launch(&Split::of_partials(space.count, split.parts), 2, OwnedArgument::Array(&partials, true))
    }
}
