//! Kernels that reduce arrays by texts in CUDA C++: what each element becomes, how two of them are one, and what the result becomes.

use cuprust_ir::{Dims, Error, Layout, Result, broadcast_shapes, shape_text};

use super::elementwise::{CallOptions, HEAD, KernelOptions, Modules, check_name, device_of, most_blocks};
use super::operands::{Operand, OperandParameter, OwnedArgument, Types, cpp, layout_bytes, number, parse};
use super::{KernelArgument, RawKernel};
use crate::ufunc::Argument;
use crate::{Array, normalize_axes};

/// The texts of a reduction.
#[derive(Debug, Clone, Default)]
pub struct ReductionTexts {
    /// What an element becomes, an expression of the inputs.
    pub map: String,
    /// What `a` and `b` become together, an expression.
    pub reduce: String,
    /// How the outputs follow from `a`, a statement.
    pub post_map: String,
    /// What a reduction begins with, an expression; where there is none, with its first element.
    pub identity: Option<String>,
    /// The type in which is reduced: the first output's where there is none.
    pub reduce_type: Option<String>,
}

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

/// The threads of a block; a power of two.
const THREADS: u32 = 256;

impl ReductionKernel {
    /// A kernel of these parameters and texts.
    ///
    /// # Errors
    /// A value error for wrong parameters or a wrong name; a type error for an unknown dtype.
    pub fn new(inputs: &str, outputs: &str, texts: ReductionTexts, options: KernelOptions) -> Result<ReductionKernel> {
        check_name(&options.name)?;
        let (inputs, outputs) = (parse(inputs, false)?, parse(outputs, true)?);
        if outputs.is_empty() {
            return Err(Error::value("a reduction has an output at least"));
        }
        if outputs.iter().any(|parameter| parameter.raw) {
            return Err(Error::value("an output of a reduction is not raw"));
        }
        Ok(ReductionKernel { inputs, outputs, texts, options, modules: Modules::default() })
    }

    /// Its texts.
    pub fn texts(&self) -> &ReductionTexts {
        &self.texts
    }

    /// What was said beside the texts.
    pub fn options(&self) -> &KernelOptions {
        &self.options
    }

    /// The texts of the kernels that were made for calls so far.
    pub fn written(&self) -> Vec<String> {
        self.modules.texts()
    }

    /// Reduces the inputs, broadcast to one shape, along axes (all where there are none), into new arrays where none are given.
    ///
    /// # Errors
    /// As [`super::ElementwiseKernel::call`]; an axis error for an axis out of range; a value error for a reduction of no elements
    /// without an identity.
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
        for (place, parameter) in outputs.iter().enumerate() {
            made.push(match out.get(place) {
                Some(given) if given.shape() != &shown[..] => {
                    let (own, wanted) = (shape_text(given.shape()), shape_text(shown));
                    return Err(Error::value(format!("Out shape is mismatched: out has shape {own}, not {wanted}")));
                }
                Some(given) if !given.is_writable() => return Err(Error::value("output array is read-only")),
                Some(given) => (*given).clone(),
                None => Array::empty(&shown[..], types.dtype(parameter)?, device)?,
            });
        }
        let order: Vec<usize> = (0..shape.len())
            .filter(|&axis| !reduced.contains(axis))
            .chain((0..shape.len()).filter(|&axis| reduced.contains(axis)))
            .collect();
        let count: i64 = short.iter().product();
        let length: i64 = order[short.len()..].iter().map(|&axis| shape[axis]).product();
        if count == 0 {
            return Ok(made);
        }
        if length == 0 && self.texts.identity.is_none() {
            return Err(Error::value(format!(
                "zero-size array to reduction operation {} which has no identity",
                self.options.name
            )));
        }
        let ordered: Dims = order.iter().map(|&axis| shape[axis]).collect();
        let mut operands = Vec::with_capacity(inputs.len() + outputs.len());
        let mut reads = String::new();
        for (parameter, argument) in inputs.iter().zip(arguments) {
            operands.push(match argument {
                Argument::Array(array) if parameter.raw => Operand::array(parameter, array, array.layout()),
                Argument::Array(array) => {
                    let layout = array.layout().broadcast(&shape)?.permute(&order);
                    let (element, name) = (cpp(array.dtype()), &parameter.name);
                    let index = if layout.is_contiguous() { "_position" } else { "_in_ind.get()" };
                    reads.push_str(&format!("            const {element}& {name} = _raw_{name}[{index}];\n"));
                    Operand::array(parameter, array, &layout)
                }
                _ if parameter.raw => {
                    return Err(Error::type_(format!("{} is raw, and a number is given for it", parameter.name)));
                }
                _ => Operand::number(parameter, number(parameter, argument, types.dtype(parameter)?)?),
            });
        }
        // An output has the axes that are left, whether or not the others are kept.
        let mut results = String::new();
        for (parameter, array) in outputs.iter().zip(&made) {
            let axes: Vec<usize> = (0..shown.len()).filter(|&axis| !keepdims || !reduced.contains(axis)).collect();
            let layout = array.layout();
            let layout = Layout {
                shape: axes.iter().map(|&axis| layout.shape[axis]).collect(),
                strides: axes.iter().map(|&axis| layout.strides[axis]).collect(),
                offset: layout.offset,
            };
            let (element, name) = (cpp(array.dtype()), &parameter.name);
            results.push_str(&format!("            {element}& {name} = _raw_{name}[_out_ind.get()];\n"));
            operands.push(Operand::array(parameter, array, &layout));
        }
        let kernel = self.kernel(&types, &operands, (&reads, &results), (ordered.len(), short.len()))?;
        let mut owned: Vec<OwnedArgument<'_>> = operands.into_iter().flat_map(|operand| operand.arguments).collect();
        owned.push(OwnedArgument::Bytes(layout_bytes(&Layout::contiguous(&ordered), 1)));
        owned.push(OwnedArgument::Bytes(layout_bytes(&Layout::contiguous(&short), 1)));
        // So many threads work on one result, side by side with those of others.
        let team = (length.clamp(1, i64::from(THREADS)) as u32).next_power_of_two().min(THREADS);
        owned.push(OwnedArgument::Scalar(cuprust_num::Scalar::new(team)));
        owned.push(OwnedArgument::Scalar(cuprust_num::Scalar::new(length)));
        let arguments: Vec<KernelArgument<'_>> = owned.iter().map(OwnedArgument::argument).collect();
        let blocks = (count as u64).div_ceil(u64::from(THREADS / team)).min(most_blocks(device));
        let function = kernel.on(device)?;
        let launch = function.over(blocks as u32, THREADS);
        match options.stream {
            Some(stream) => launch.stream(stream).run(&arguments)?,
            None => launch.run(&arguments)?,
        }
        Ok(made)
    }

    fn kernel(
        &self,
        types: &Types,
        operands: &[Operand<'_>],
        (reads, results): (&str, &str),
        (rank_in, rank_out): (usize, usize),
    ) -> Result<RawKernel> {
        let KernelOptions { name, preamble, flags, .. } = &self.options;
        let ReductionTexts { map, reduce, post_map, identity, reduce_type } = &self.texts;
        let declarations: Vec<&str> = operands.iter().map(|operand| &*operand.declaration).collect();
        let openings: String = operands.iter().map(|operand| &*operand.opening).collect();
        let reduced = match reduce_type {
            Some(text) => types.named_type(text),
            None => cpp(types.dtype(&self.outputs[0])?).to_owned(),
        };
        let shape = |rank: usize, name: &str| match rank {
            0 => "nullptr".to_owned(),
            _ => format!("{name}.shape"),
        };
        // With an identity each thread begins with it; without one, those that have an element begin with their first.
        let (begin, skip) = match identity {
            Some(identity) => (format!("type_reduce_ _own = type_reduce_({identity}); bool _any = true;"), ""),
            None => {
                ("type_reduce_ _own; bool _any = false;".to_owned(), "if (!_any) { _own = _value; _any = true; } else ")
            }
        };
        let text = format!(
            "{HEAD}{typedefs}{preamble}\ntypedef {reduced} type_reduce_;\n\
             struct Pair_ {{ type_reduce_ value; bool any; }};\n\
             __device__ __forceinline__ type_reduce_ reduce_(const type_reduce_& a, const type_reduce_& b) {{ return type_reduce_({reduce}); }}\n\
             extern \"C\" __global__ void {name}({declarations}, const Layout_<{rank_in}> _shape_in, const Layout_<{rank_out}> _shape_out,\n\
             \x20   const unsigned int _team, const long long _length) {{\n\
             {openings}    __shared__ alignas(16) unsigned char _memory[sizeof(Pair_) * {THREADS}];\n\
             \x20   Pair_* const _pairs = reinterpret_cast<Pair_*>(_memory);\n\
             \x20   Indexer_<{rank_in}> _in_ind({shape_in});\n    Indexer_<{rank_out}> _out_ind({shape_out});\n\
             \x20   const unsigned int _place = threadIdx.x % _team, _number = threadIdx.x / _team, _teams = {THREADS} / _team;\n\
             \x20   for (long long _first = (long long)blockIdx.x * _teams; _first < _out_ind.size(); _first += (long long)gridDim.x * _teams) {{\n\
             \x20       const long long i = _first + _number;\n\
             \x20       const bool _works = i < _out_ind.size();\n\
             \x20       {begin}\n\
             \x20       if (_works) for (long long _j = _place; _j < _length; _j += _team) {{\n\
             \x20           const long long _position = i * _length + _j;\n            _in_ind.set(_position);\n\
             {reads}            const type_reduce_ _value = type_reduce_({map});\n\
             \x20           {skip}_own = reduce_(_own, _value);\n        }}\n\
             \x20       _pairs[threadIdx.x].value = _own;\n        _pairs[threadIdx.x].any = _any && _works;\n        __syncthreads();\n\
             \x20       for (unsigned int _half = _team / 2; _half > 0; _half /= 2) {{\n\
             \x20           if (_place < _half && _pairs[threadIdx.x + _half].any) {{\n\
             \x20               Pair_& _pair = _pairs[threadIdx.x];\n\
             \x20               _pair.value = _pair.any ? reduce_(_pair.value, _pairs[threadIdx.x + _half].value) : _pairs[threadIdx.x + _half].value;\n\
             \x20               _pair.any = true;\n            }}\n            __syncthreads();\n        }}\n\
             \x20       if (_works && _place == 0) {{\n            _out_ind.set(i);\n{results}            type_reduce_ a = _pairs[threadIdx.x].value;\n\
             \x20           (void)a;\n            {post_map};\n        }}\n        __syncthreads();\n    }}\n}}\n",
            typedefs = types.typedefs(),
            declarations = declarations.join(", "),
            shape_in = shape(rank_in, "_shape_in"),
            shape_out = shape(rank_out, "_shape_out"),
        );
        Ok(self.modules.kernel(text, name, flags))
    }
}
