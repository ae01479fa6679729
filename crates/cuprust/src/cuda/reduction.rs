//! Reduction kernels from expressions in CUDA C++: the value of each element, the combination of two values, and the
//! final result.

use cuprust_ir::{Dims, Error, Layout, Result, broadcast_shapes, shape_text};
use cuprust_num::{DType, Scalar};

use super::KernelArgument;
use super::elementwise::{CallOptions, KernelOptions, Modules, check_name, device_of, max_blocks};
use super::operands::{Form, OperandParameter, OwnedArgument, Types, number, parse};
use super::reduction_space::{Space, Split, THREADS};
use super::reduction_text::{Head, Names, ReductionTexts, pair_name};
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
    names: Names,
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
        let names = Names::of(&texts, &options.preamble, &inputs, &outputs);
        Ok(ReductionKernel { inputs, outputs, texts, names, options, modules: Modules::default() })
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
        self.reduce(arguments, out, axes, keepdims, false, options)
    }

    /// Reduces the last axis of the inputs, each line as an array of its own: `_in_ind` and `_raw_x` are of a line, not
    /// of the whole array.
    ///
    /// # Errors
    /// As [`ReductionKernel::call`].
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let [map, reduce, post_map] = ["x", "a + b", "y = a / _in_ind.size()"].map(String::from);
    /// let texts = cuda::ReductionTexts { map, reduce, post_map, ..Default::default() };
    /// let mean = cuda::ReductionKernel::new("T x", "T y", texts, Default::default())?;
    /// let y = mean.call_on_lines(&[(&array![[1, 3], [3, 5]]).into()], &[])?;
    /// assert_eq!(y[0].to_string(), "[2 4]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn call_on_lines(&self, arguments: &[Argument<'_>], out: &[&Array]) -> Result<Vec<Array>> {
        self.reduce(arguments, out, Some(&[-1]), false, true, CallOptions::default())
    }

    fn reduce(
        &self,
        arguments: &[Argument<'_>],
        out: &[&Array],
        axes: Option<&[i64]>,
        keepdims: bool,
        windows: bool,
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
        let is_reduced = |axis: &usize| reduced.contains(*axis);
        let order: Vec<usize> =
            (0..shape.len()).filter(|axis| !is_reduced(axis)).chain((0..shape.len()).filter(is_reduced)).collect();
        // The axes of whole operands and of positions, as the texts see them.
        let seen: Vec<usize> = match (self.names.see_elements(inputs.len()), windows) {
            (false, _) => Vec::new(),
            (true, true) => (0..shape.len()).filter(is_reduced).collect(),
            (true, false) => {
                (0..shape.len()).filter(is_reduced).chain(order.iter().copied()).take(shape.len()).collect()
            }
        };
        let mut wholes = Vec::new();
        let mut space = Space::new(&shape, &order, short.len());
        for (index, (parameter, argument)) in inputs.iter().zip(arguments).enumerate() {
            if let Argument::Array(array) = argument
                && !parameter.raw
            {
                let (layout, size) = (array.layout().broadcast(&shape)?, array.dtype().size());
                space.add(&layout.permute(&order).strides, size);
                if self.names.whole[index] {
                    let [extents, strides] = [&shape[..], &layout.strides[..]]
                        .map(|all| seen.iter().map(|&axis| all[axis]).collect::<Dims>());
                    wholes.push(OwnedArgument::layout(&extents, &strides, size as i64));
                }
            }
        }
        for (index, array) in made.iter().enumerate() {
            // An output has the axes that remain, whether or not the others are kept.
            let axes = (0..shown.len()).filter(|&axis| !keepdims || !reduced.contains(axis));
            let strides: Dims = axes.map(|axis| array.layout().strides[axis]).collect();
            let size = array.dtype().size();
            space.add(&strides, size);
            if self.names.whole[inputs.len() + index] {
                wholes.push(match windows {
                    true => OwnedArgument::layout(&[1], &[0], 1),
                    false => OwnedArgument::layout(&short, &strides, size as i64),
                });
            }
        }
        let ordered: Dims = seen.iter().map(|&axis| shape[axis]).collect();
        space.merge();
        self.run(&types, arguments, &made, &space, (&ordered, wholes, windows), device, options)?;
        Ok(made)
    }

    #[allow(clippy::too_many_arguments)]
    fn run(
        &self,
        types: &Types,
        arguments: &[Argument<'_>],
        made: &[Array],
        space: &Space,
        (ordered, wholes, windows): (&[i64], Vec<OwnedArgument<'_>>, bool),
        device: Device,
        options: CallOptions<'_>,
    ) -> Result<()> {
        let mut owned = Vec::with_capacity(2 * (arguments.len() + made.len()) + 10);
        let (mut key, mut forms) = (Vec::with_capacity(8), Vec::with_capacity(arguments.len() + made.len()));
        types.describe(&mut key);
        let mut layouts = space.layouts();
        let mut next = || layouts.next().expect("each array that is not raw was added to the space");
        let (mut wholes, is_named) = (wholes.into_iter(), &self.names.whole);
        for (index, (parameter, argument)) in self.inputs.iter().zip(arguments).enumerate() {
            let form = match argument {
                Argument::Array(array) => {
                    owned.push(OwnedArgument::Array(array, parameter.written));
                    let (dtype, layout) = (array.dtype(), array.layout());
                    if parameter.raw {
                        owned.push(OwnedArgument::layout(&layout.shape, &layout.strides, dtype.size() as i64));
                        Form::Array { dtype, rank: layout.rank(), contiguous: layout.is_contiguous() }
                    } else {
                        owned.push(next());
                        owned.extend(is_named[index].then(|| wholes.next()).flatten());
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
        for (index, array) in made.iter().enumerate() {
            owned.push(OwnedArgument::Array(array, true));
            owned.push(next());
            owned.extend(is_named[self.inputs.len() + index].then(|| wholes.next()).flatten());
            let form = Form::Array { dtype: array.dtype(), rank: space.kept, contiguous: false };
            form.describe(&mut key);
            forms.push(form);
        }
        // Indices that no text names are passed without axes, so that one text serves arrays of any rank.
        let results = if windows { 0 } else { space.results.len() };
        let results = if self.names.see_results(self.inputs.len()) { results } else { 0 };
        let ranks = (ordered.len(), results);
        key.extend([space.kept, space.rank(), ranks.0, ranks.1, usize::from(windows)].map(|part| part as u32));
        let head = Head {
            inputs: &self.inputs,
            outputs: &self.outputs,
            forms: &forms,
            kept: space.kept,
            names: &self.names,
            windows,
        };
        let kernel = self
            .modules
            .kernel(&key, &self.options, || self.texts.written(&self.options, types, &head, (space.rank(), ranks)))?;
        for seen in [&ordered[..ranks.0], &space.results[..ranks.1]] {
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
