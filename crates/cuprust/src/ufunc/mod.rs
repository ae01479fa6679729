//! Rows applied to arrays: broadcasting, promotion, `out`, `where`, `dtype` and `casting`, as NumPy's ufuncs have them.

pub mod at;
pub(crate) mod casting;
mod immediate;
pub mod methods;
pub mod operators;
mod ordered;
pub mod over;
pub(crate) mod powers;
pub mod reduceat;
pub mod reduction;
pub mod rows;
mod signature;
pub(crate) mod table;

use cuprust_ir::{Dims, Error, Layout, Opcode, Result, broadcast_shapes};
use cuprust_num::{Casting, DType, Scalar, Value};
use cuprust_ops::{MAX_OUTPUTS, Operand, RowId, Slot};

use crate::runtime::{Device, Input, on_different_devices, poll_signals_at_times};
use crate::ufunc::casting::{check_mask, check_output, loop_dtype, widen};
use crate::ufunc::powers::{INTEGER_POWER, POWER, exponents_under, power_by, power_row};
use crate::{Array, Number, array::byte_size, manipulation::Order};

pub(crate) use at::add_known;
pub use casting::cast_value;
pub use signature::{Loop, Signature};

/// An operand of an operation.
#[derive(Clone, Copy)]
pub enum Argument<'a> {
    /// An array.
    Array(&'a Array),
    /// A number of the host language, which takes its dtype from the arrays it meets.
    Value(Value),
    /// A number that has a dtype.
    Scalar(Scalar),
}

impl From<Number> for Argument<'_> {
    fn from(number: Number) -> Self {
        match number {
            Number::Weak(value) => Argument::Value(value),
            Number::Strong(scalar) => Argument::Scalar(scalar),
        }
    }
}

/// What may be said of an operation beside its operands.
#[derive(Clone, Copy)]
pub struct MapOptions<'a> {
    /// Arrays to write the outputs to; new ones are made where there is none.
    pub out: [Option<&'a Array>; MAX_OUTPUTS],
    /// A bool array: only where it is true is anything written.
    pub mask: Option<&'a Array>,
    /// The dtype of the first result; found by promotion where there is none.
    pub dtype: Option<DType>,
    /// The dtypes of operands and results, in the stead of `dtype`.
    pub signature: Option<Signature>,
    /// Which casts of operands and outputs are allowed.
    pub casting: Casting,
    /// In which order the elements of new outputs lie.
    pub order: Order,
}

/// The outputs of a row with one result, as [`MapOptions::out`] takes them.
pub fn single_output(out: Option<&Array>) -> [Option<&Array>; MAX_OUTPUTS] {
    let mut outputs = [None; MAX_OUTPUTS];
    outputs[0] = out;
    outputs
}

impl Default for MapOptions<'_> {
    fn default() -> Self {
        MapOptions {
            out: [None; MAX_OUTPUTS],
            mask: None,
            dtype: None,
            signature: None,
            casting: Casting::SameKind,
            order: Order::K,
        }
    }
}

impl MapOptions<'_> {
    /// Whether the caller says which loop it is.
    fn names_loop(&self) -> bool {
        self.dtype.is_some() || self.signature.is_some()
    }
}

/// Applies a row to operands of any shapes that broadcast. The result has one array for each of the row's outputs.
///
/// # Errors
/// - A type error where the row has no loop for the dtypes, or a cast is not allowed.
/// - A value error where shapes do not broadcast, or an `out` is narrower than they are or read-only; and for integers to
///   negative integer powers.
/// - An overflow error where a Python integer does not fit the dtype.
pub fn map(row: RowId, arguments: &[Argument], options: &MapOptions) -> Result<Vec<Array>> {
    if let ([Argument::Array(first), rest @ ..], [Some(out), None, ..]) = (arguments, options.out)
        && rest.len() < 2
        && (options.mask.is_none() && !options.names_loop() && options.casting == Casting::SameKind)
        && into_alike(row, first, rest.first().copied(), out)?
    {
        return Ok(vec![out.clone()]);
    }
    let device = device_of(arguments)?;
    // Signed and unsigned 64-bit integers are compared exactly: no dtype holds both.
    if !options.names_loop()
        && let [a, b] = *arguments
        && let Some((exact, exchanged)) = row.row().exact(&[a.operand(), b.operand()])
    {
        return map(exact, &if exchanged { [b, a] } else { [a, b] }, options);
    }
    let what = row.row();
    if arguments.len() != what.inputs.len() {
        return Err(Error::type_(format!(
            "{} takes {} operands, not {}",
            what.name,
            what.inputs.len(),
            arguments.len()
        )));
    }
    let dtype = loop_dtype(row, arguments, options)?;
    if what.outputs[0] == Slot::Fixed(DType::Bool)
        && let Some(widened) = widen(arguments, what.inputs, dtype)
    {
        return map(row, &widened, options);
    }
    let scalars = arguments
        .iter()
        .zip(what.inputs)
        .map(|(argument, slot)| argument.scalar(slot.dtype(dtype), what.name))
        .collect::<Result<Vec<_>>>()?;
    for (out, slot) in options.out.iter().zip(what.outputs) {
        out.map_or(Ok(()), |out| check_output(what.name, out, slot.dtype(dtype), options.casting))?;
    }
    options.mask.map_or(Ok(()), |mask| check_mask(what.name, mask))?;
    let shape = result_shape(row, arguments, options)?;
    let row = if row == POWER && !shape.contains(&0) { power_row(dtype, arguments[1], options.mask)? } else { row };
    let layouts = arguments.iter().map(|argument| argument.layout(&shape)).collect::<Result<Vec<_>>>()?;
    let mut inputs: Vec<Input> = arguments
        .iter()
        .zip(layouts.iter().zip(&scalars))
        .map(|(argument, (layout, scalar))| match (argument, layout, scalar) {
            (Argument::Array(array), Some(layout), _) => Input::View(array.storage(), array.dtype(), layout, &[]),
            (_, _, Some(scalar)) => Input::Scalar(*scalar),
            _ => unreachable!("an argument is an array or a scalar"),
        })
        .collect();
    let taking_part = match (arguments, options.mask) {
        (&[_, exponents], Some(mask)) if row == INTEGER_POWER => {
            let taking_part = exponents_under(mask, exponents)?;
            Some(taking_part.view_of(taking_part.layout().broadcast(&shape)?))
        }
        _ => None,
    };
    if let Some(taking_part) = &taking_part {
        inputs[1] = taking_part.input();
    }
    let mut outputs = Vec::with_capacity(what.outputs.len());
    for (place, slot) in what.outputs.iter().enumerate() {
        outputs.push(match options.out[place] {
            Some(out) => {
                out.check_out(what.name, &shape, device)?;
                out.clone()
            }
            None => Array::over(
                device.lock()?.create(byte_size(&shape, slot.dtype(dtype))?)?,
                slot.dtype(dtype),
                new_layout((row, dtype), &shape, &layouts, arguments, options),
            ),
        });
    }
    if outputs[0].size() == 0 {
        return Ok(outputs);
    }
    match options.mask {
        None => {
            poll_signals_at_times()?;
            let mut state = device.lock()?;
            if let ([out], [Some(_), None, ..], Some(host)) = (&outputs[..], options.out, device.host())
                && immediate::map_into(&mut state, host, row, dtype, (&out.whole_input(), out.size()), &inputs)?
            {
                return Ok(outputs);
            }
            let targets: Vec<_> = outputs.iter().map(Array::output).collect();
            state.record(Opcode::Map(row, dtype), &shape, &targets, &inputs)?;
        }
        Some(mask) => masked(row, dtype, &shape, (&outputs, options.out), &inputs, mask, device)?,
    }
    Ok(outputs)
}

/// The common case: two arrays, nothing else said.
///
/// # Errors
/// As [`map`].
#[inline]
pub fn binary(row: RowId, a: &Array, b: &Array) -> Result<Array> {
    if a.dtype() == b.dtype()
        && a.layout().shape == b.layout().shape
        && a.device() == b.device()
        && a.size() != 0
        && let Some(dtype) = row.resolve_alike(a.dtype(), None, 2)
    {
        let row = if row == POWER { power_row(dtype, Argument::Array(b), None)? } else { row };
        let (layout, plain) = if a.is_plain() && b.is_plain() {
            (a.layout().from_start(), true)
        } else {
            let layout = result_layout(a.shape(), &[Some(a.layout().clone()), Some(b.layout().clone())]);
            let plain = layout.is_plain();
            (layout, plain)
        };
        return plain_map(row, dtype, (layout, plain), &[a.whole_input(), b.whole_input()], a.device());
    }
    first(map(row, &[Argument::Array(a), Argument::Array(b)], &MapOptions::default()))
}

/// The other common case: an array and a number, on either side.
///
/// # Errors
/// As [`map`].
#[inline]
pub fn binary_scalar(row: RowId, a: &Array, value: Value, reflected: bool) -> Result<Array> {
    if row == POWER
        && !reflected
        && let Some(cheap) = power_by(a.dtype(), value)
    {
        return unary(cheap, a);
    }
    if a.size() != 0
        && let Some(dtype) = row.resolve_alike(a.dtype(), Some(value.weak()), 2)
        && let Some(scalar) = value.to(dtype)
    {
        let exponent = || if reflected { Argument::Array(a) } else { Argument::Value(value) };
        let row = if row == POWER { power_row(dtype, exponent(), None)? } else { row };
        let (array, scalar) = (a.whole_input(), Input::Scalar(scalar));
        let inputs = if reflected { [scalar, array] } else { [array, scalar] };
        return plain_map(row, dtype, result_layout_of(a), &inputs, a.device());
    }
    let (array, value) = (Argument::Array(a), Argument::Value(value));
    let arguments = if reflected { [value, array] } else { [array, value] };
    first(map(row, &arguments, &MapOptions::default()))
}

/// One array, nothing else said.
///
/// # Errors
/// As [`map`].
#[inline]
pub fn unary(row: RowId, a: &Array) -> Result<Array> {
    if a.size() != 0
        && let Some(dtype) = row.resolve_alike(a.dtype(), None, 1)
    {
        return plain_map(row, dtype, result_layout_of(a), &[a.whole_input()], a.device());
    }
    first(map(row, &[Argument::Array(a)], &MapOptions::default()))
}

/// An operation in place: `a op= b`.
///
/// # Errors
/// As [`map`] with `out`.
pub fn in_place(row: RowId, a: &Array, b: Argument) -> Result<()> {
    if into_alike(row, a, Some(b), a)? {
        return Ok(());
    }
    map(row, &[Argument::Array(a), b], &MapOptions { out: single_output(Some(a)), ..MapOptions::default() }).map(drop)
}

/// The common case of one or two arrays and an `out`, nothing else said. Says whether it was done; if not, [`map`] does it or
/// says what is wrong.
///
/// # Errors
/// As [`map`].
#[inline]
pub fn write(row: RowId, a: &Array, b: Option<&Array>, out: &Array) -> Result<bool> {
    into_alike(row, a, b.map(Argument::Array), out)
}

/// The common case of writing to an array that is there: the operands have its shape and one dtype, or are a number, and the
/// results are of its dtype. Says whether it was that; if not, nothing is done.
fn into_alike(row: RowId, first: &Array, second: Option<Argument>, out: &Array) -> Result<bool> {
    let alike = |other: &Array| other.layout().shape == first.layout().shape && other.device() == first.device();
    let weak = match second {
        Some(Argument::Value(value)) => Some(value.weak()),
        _ => None,
    };
    let operands = 1 + second.is_some() as usize;
    let writes_it = |dtype| matches!(row.row().outputs, [slot] if slot.dtype(dtype) == out.dtype());
    let Some(dtype) = row.resolve_alike(first.dtype(), weak, operands).filter(|&dtype| writes_it(dtype)) else {
        return Ok(false);
    };
    if !alike(out) || !out.is_writable() || out.size() == 0 {
        return Ok(false);
    }
    let input = match second {
        None => first.whole_input(),
        Some(Argument::Array(second)) if second.dtype() == first.dtype() && alike(second) => second.whole_input(),
        Some(Argument::Value(value)) => match value.to(dtype) {
            Some(scalar) => Input::Scalar(scalar),
            None => return Ok(false),
        },
        _ => return Ok(false),
    };
    let inputs = [first.whole_input(), input];
    let inputs = &inputs[..operands];
    let row = match second {
        Some(exponent) if row == POWER => power_row(dtype, exponent, None)?,
        _ => row,
    };
    poll_signals_at_times()?;
    let mut state = out.device().lock()?;
    if let Some(host) = out.device().host()
        && immediate::map_into(&mut state, host, row, dtype, (&out.whole_input(), out.size()), inputs)?
    {
        return Ok(true);
    }
    state.record(Opcode::Map(row, dtype), out.shape(), &[out.output()], inputs)?;
    Ok(true)
}

/// Any operands, nothing else said, of a row with one output.
///
/// # Errors
/// As [`map`].
pub fn apply(row: RowId, arguments: &[Argument]) -> Result<Array> {
    match arguments {
        [Argument::Array(a), Argument::Array(b)] => binary(row, a, b),
        [Argument::Array(a), Argument::Value(value)] => binary_scalar(row, a, *value, false),
        [Argument::Value(value), Argument::Array(b)] => binary_scalar(row, b, *value, true),
        _ => first(map(row, arguments, &MapOptions::default())),
    }
}

/// Any operands, nothing else said, of a row with two outputs.
///
/// # Errors
/// As [`map`], and a type error for a row with one output.
pub fn apply_pair(row: RowId, arguments: &[Argument]) -> Result<(Array, Array)> {
    apply_several(row, arguments).map(|[a, b]| (a, b))
}

/// Any operands, nothing else said, of a row with `N` outputs.
///
/// # Errors
/// As [`map`], and a type error for a row with another number of outputs.
pub fn apply_several<const N: usize>(row: RowId, arguments: &[Argument]) -> Result<[Array; N]> {
    let results = <[Array; N]>::try_from(map(row, arguments, &MapOptions::default())?);
    results.map_err(|_| Error::type_(format!("{} does not have {N} results", row.row().name)))
}

/// As [`map`], of a row with one output.
///
/// # Errors
/// As [`map`].
pub fn map_one(row: RowId, arguments: &[Argument], options: &MapOptions) -> Result<Array> {
    first(map(row, arguments, options))
}

fn first(arrays: Result<Vec<Array>>) -> Result<Array> {
    arrays.map(|mut arrays| arrays.swap_remove(0))
}

/// Applies a row to operands of one shape, as a new array of that shape whose layout is plain or not: at once where that
/// costs less than recording it.
#[inline]
pub(crate) fn plain_map(
    row: RowId,
    dtype: DType,
    (layout, plain): (Layout, bool),
    inputs: &[Input],
    device: Device,
) -> Result<Array> {
    let result = row.row().outputs[0].dtype(dtype);
    let bytes = byte_size(&layout.shape, result)?;
    poll_signals_at_times()?;
    let mut state = device.lock()?;
    if let Some(host) = device.host()
        && let Some(storage) = immediate::map(&mut state, host, row, dtype, (result, bytes, plain), inputs)?
    {
        return Ok(Array::over_known(storage, result, layout, plain));
    }
    let storage = state.record_new(Opcode::Map(row, dtype), bytes, (result, &layout, plain), inputs)?;
    Ok(Array::over_known(storage, result, layout, plain))
}

/// Writes only where a mask is true: the row's results go to temporaries, and a choice between them and what stood there
/// goes to the outputs that were given. New outputs hold nothing yet that could stay, so they are written as they are.
fn masked(
    row: RowId,
    dtype: DType,
    shape: &Dims,
    (outputs, given): (&[Array], [Option<&Array>; MAX_OUTPUTS]),
    inputs: &[Input],
    mask: &Array,
    device: Device,
) -> Result<()> {
    let mask = mask.view_of(mask.layout().broadcast(shape)?);
    let mut results = Vec::with_capacity(outputs.len());
    for ((slot, output), given) in row.row().outputs.iter().zip(outputs).zip(given) {
        results.push(match given {
            Some(_) => Array::empty(shape, slot.dtype(dtype), device)?,
            None => output.clone(),
        });
    }
    let targets: Vec<_> = results.iter().map(Array::output).collect();
    let mut state = device.lock()?;
    state.record(Opcode::Map(row, dtype), shape, &targets, inputs)?;
    for (out, result) in given.iter().zip(&results) {
        if let Some(out) = out {
            state.record_masked(out.output(), mask.input(), result.input())?;
        }
    }
    Ok(())
}

fn device_of(arguments: &[Argument]) -> Result<Device> {
    let mut found: Option<Device> = None;
    for argument in arguments {
        if let Argument::Array(array) = argument {
            match found {
                Some(device) if device != array.device() => {
                    return Err(on_different_devices(device, array.device()));
                }
                _ => found = Some(array.device()),
            }
        }
    }
    found.map_or_else(Device::current, Ok)
}

fn result_shape(row: RowId, arguments: &[Argument], options: &MapOptions) -> Result<Dims> {
    let mut shapes: Vec<&[i64]> = Vec::with_capacity(4);
    shapes.extend(arguments.iter().filter_map(|argument| match argument {
        Argument::Array(array) => Some(array.shape()),
        _ => None,
    }));
    shapes.extend(options.mask.iter().map(|mask| mask.shape()));
    // An `out` takes part: the operands are repeated along the axes that it has beyond theirs.
    shapes.extend(options.out.iter().flatten().map(|out| out.shape()));
    broadcast_shapes(&shapes).map_err(|error| error.within(row.row().name))
}

/// The layout of a new output, in the order that the options name.
fn new_layout(
    (row, dtype): (RowId, DType),
    shape: &[i64],
    layouts: &[Option<Layout>],
    arguments: &[Argument],
    options: &MapOptions,
) -> Layout {
    let fortran = match options.order {
        Order::K => return result_layout(shape, layouts),
        Order::C => false,
        Order::F => true,
        Order::A => {
            let arrays = arguments.iter().filter_map(|argument| match argument {
                Argument::Array(array) => Some(*array),
                _ => None,
            });
            let arrays = arrays.chain(options.out.into_iter().flatten()).chain(options.mask);
            // As in NumPy, operands that lie in both orders say nothing where a single loop over their memory serves them.
            let row = row.row();
            let plain = |array: &Array| array.layout().is_contiguous() && (array.ndim() == 0 || array.shape() == shape);
            let cast = arguments.iter().zip(row.inputs).any(|(argument, slot)| match argument {
                Argument::Array(array) => array.dtype() != slot.dtype(dtype),
                _ => false,
            });
            let single = row.outputs.len() == 1 && options.mask.is_none() && !cast && arrays.clone().all(plain);
            !single && arrays.clone().all(|array| array.layout().is_fortran())
        }
    };
    if fortran { Layout::fortran(shape) } else { Layout::of_new(shape) }
}

/// The layout of a new result of one operand's shape, in the operand's order of axes, and whether it is plain.
#[inline]
pub(crate) fn result_layout_of(array: &Array) -> (Layout, bool) {
    if array.is_plain() {
        return (array.layout().from_start(), true);
    }
    let layout = result_layout(array.shape(), &[Some(array.layout().clone())]);
    let plain = layout.is_plain();
    (layout, plain)
}

/// The order in which a new result's elements lie: that of its operands where they agree, as NumPy's order 'K' has it.
pub(crate) fn result_layout(shape: &[i64], operands: &[Option<Layout>]) -> Layout {
    let whole = operands.iter().flatten().filter(|layout| *layout.shape == *shape);
    if whole.clone().all(Layout::is_contiguous) {
        return Layout::of_new(shape);
    }
    if !shape.contains(&1) && whole.clone().all(Layout::is_fortran) {
        return Layout::fortran(shape);
    }
    // As NumPy's iterator: faster axes first, C order until an operand says otherwise, and where operands disagree.
    let mut order: Vec<usize> = (0..shape.len()).rev().collect();
    let faster = |axis: usize, than: usize| {
        let told = whole.clone().map(|layout| (layout.strides[axis].abs(), layout.strides[than].abs()));
        told.filter(|(own, other)| *own != 0 && *other != 0 && shape[axis] != 1 && shape[than] != 1)
            .map(|(own, other)| own < other)
            .reduce(|before, own| before && own)
    };
    crate::array::insert_in_order(&mut order, faster);
    order.reverse();
    Layout::ordered(shape, &order)
}

impl Argument<'_> {
    pub(crate) fn operand(&self) -> Operand {
        match self {
            Argument::Array(array) => Operand::Strong(array.dtype()),
            Argument::Value(value) => Operand::Weak(value.weak()),
            Argument::Scalar(scalar) => Operand::Strong(scalar.dtype()),
        }
    }

    fn layout(&self, shape: &[i64]) -> Result<Option<Layout>> {
        match self {
            Argument::Array(array) => array.layout().broadcast(shape).map(Some),
            _ => Ok(None),
        }
    }

    pub(crate) fn scalar(&self, dtype: DType, name: &str) -> Result<Option<Scalar>> {
        match self {
            Argument::Array(_) => Ok(None),
            Argument::Scalar(scalar) => Ok(Some(scalar.cast(dtype))),
            Argument::Value(value) => value.to(dtype).map(Some).ok_or_else(|| {
                let Value::Int(integer) = value else { unreachable!("only integers can fail to fit") };
                Error::overflow(format!("{name}: Python integer {integer} out of bounds for {dtype}"))
            }),
        }
    }
}
