//! Rows applied to arrays: broadcasting, promotion, `out`, `where`, `dtype` and `casting`, as NumPy's ufuncs have them.

use cuprust_ir::{Dims, Error, Layout, Result, What, broadcast_shapes};
use cuprust_num::{Casting, DType, Scalar, Value, can_cast};
use cuprust_ops::{Operand, RowId, Slot};

use crate::runtime::{Device, Input, on_different_devices};
use crate::{Array, array::byte_size, immediate};

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

/// What may be said of an operation beside its operands.
#[derive(Clone, Copy)]
pub struct MapOptions<'a> {
    /// Arrays to write the outputs to; new ones are made where there is none.
    pub out: [Option<&'a Array>; 2],
    /// A bool array: only where it is true is anything written.
    pub mask: Option<&'a Array>,
    /// The dtype of the loop; found by promotion where there is none.
    pub dtype: Option<DType>,
    /// Which casts of operands and outputs are allowed.
    pub casting: Casting,
}

impl Default for MapOptions<'_> {
    fn default() -> Self {
        MapOptions { out: [None, None], mask: None, dtype: None, casting: Casting::SameKind }
    }
}

/// Applies a row to operands of any shapes that broadcast. The result has one array for each of the row's outputs.
///
/// # Errors
/// - A type error where the row has no loop for the dtypes, or a cast is not allowed.
/// - A value error where shapes do not broadcast, or an `out` has another shape or is read-only.
/// - An overflow error where a Python integer does not fit the dtype.
pub fn map(row: RowId, arguments: &[Argument], options: &MapOptions) -> Result<Vec<Array>> {
    if let ([Argument::Array(first), rest @ ..], [Some(out), None]) = (arguments, options.out)
        && rest.len() < 2
        && (options.mask.is_none() && options.dtype.is_none() && options.casting == Casting::SameKind)
        && into_alike(row, first, rest.first().copied(), out)?
    {
        return Ok(vec![out.clone()]);
    }
    let device = device_of(arguments)?;
    // Signed and unsigned 64-bit integers are compared exactly: no dtype holds both.
    if options.dtype.is_none()
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
    for (out, slot) in options.out.iter().zip(what.outputs) {
        out.map_or(Ok(()), |out| check_cast(what.name, out, slot.dtype(dtype), options.casting))?;
    }
    let shape = result_shape(row, arguments, options)?;
    let layouts = arguments.iter().map(|argument| argument.layout(&shape)).collect::<Result<Vec<_>>>()?;
    let scalars = arguments
        .iter()
        .zip(what.inputs)
        .map(|(argument, slot)| argument.scalar(slot.dtype(dtype), what.name))
        .collect::<Result<Vec<_>>>()?;
    let inputs: Vec<Input> = arguments
        .iter()
        .zip(layouts.iter().zip(&scalars))
        .map(|(argument, (layout, scalar))| match (argument, layout, scalar) {
            (Argument::Array(array), Some(layout), _) => Input::View(array.storage(), array.dtype(), layout, &[]),
            (_, _, Some(scalar)) => Input::Scalar(*scalar),
            _ => unreachable!("an argument is an array or a scalar"),
        })
        .collect();
    let mut outputs = Vec::with_capacity(what.outputs.len());
    for (place, slot) in what.outputs.iter().enumerate() {
        outputs.push(match options.out[place] {
            Some(out) => {
                out.check_out(what.name, &shape, device)?;
                out.clone()
            }
            None => Array::over(
                device.lock()?.create(byte_size(&shape, slot.dtype(dtype))?),
                slot.dtype(dtype),
                result_layout(&shape, &layouts),
            ),
        });
    }
    if outputs[0].size() == 0 {
        return Ok(outputs);
    }
    match options.mask {
        None => {
            let mut state = device.lock()?;
            if let ([out], [Some(_), None], Some(host)) = (&outputs[..], options.out, device.host())
                && immediate::map_into(&mut state, host, row, dtype, (&out.whole_input(), out.size()), &inputs)?
            {
                return Ok(outputs);
            }
            let targets: Vec<_> = outputs.iter().map(Array::output).collect();
            state.record(What::Map(row, dtype), &shape, &targets, &inputs)?;
        }
        Some(mask) => masked(row, dtype, &shape, &outputs, &inputs, mask, device)?,
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
    if !reflected
        && row == const { RowId::named("power") }
        && let Some(cheap) = power_by(a.dtype(), value)
    {
        return unary(cheap, a);
    }
    if a.size() != 0
        && let Some(dtype) = row.resolve_alike(a.dtype(), Some(value.weak()), 2)
        && let Some(scalar) = value.to(dtype)
    {
        let (array, scalar) = (a.whole_input(), Input::Scalar(scalar));
        let inputs = if reflected { [scalar, array] } else { [array, scalar] };
        return plain_map(row, dtype, result_layout_of(a), &inputs, a.device());
    }
    let (array, value) = (Argument::Array(a), Argument::Value(value));
    let arguments = if reflected { [value, array] } else { [array, value] };
    first(map(row, &arguments, &MapOptions::default()))
}

/// The row that does what a power with this exponent does, at a fraction of the cost; NumPy chooses the same.
fn power_by(dtype: DType, exponent: Value) -> Option<RowId> {
    let exponent = match exponent {
        Value::Int(exponent) if dtype.is_inexact() || exponent == 2 && dtype.is_integer() => exponent as f64,
        Value::Float(exponent) if dtype.is_inexact() => exponent,
        _ => return None,
    };
    match exponent {
        -1.0 => Some(const { RowId::named("reciprocal") }),
        0.5 => Some(const { RowId::named("sqrt") }),
        1.0 => Some(const { RowId::named("positive") }),
        2.0 => Some(const { RowId::named("square") }),
        _ => None,
    }
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
    map(row, &[Argument::Array(a), b], &MapOptions { out: [Some(a), None], ..MapOptions::default() }).map(drop)
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
    let second = match second {
        None => first.whole_input(),
        Some(Argument::Array(second)) if second.dtype() == first.dtype() && alike(second) => second.whole_input(),
        Some(Argument::Value(value)) => match value.to(dtype) {
            Some(scalar) => Input::Scalar(scalar),
            None => return Ok(false),
        },
        _ => return Ok(false),
    };
    let inputs = [first.whole_input(), second];
    let inputs = &inputs[..operands];
    let mut state = out.device().lock()?;
    if let Some(host) = out.device().host()
        && immediate::map_into(&mut state, host, row, dtype, (&out.whole_input(), out.size()), inputs)?
    {
        return Ok(true);
    }
    state.record(What::Map(row, dtype), out.shape(), &[out.output()], inputs)?;
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
    match <[Array; 2]>::try_from(map(row, arguments, &MapOptions::default())?) {
        Ok([a, b]) => Ok((a, b)),
        Err(_) => Err(Error::type_(format!("{} has not two results", row.row().name))),
    }
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
    let mut state = device.lock()?;
    if let Some(host) = device.host()
        && let Some(storage) = immediate::map(&mut state, host, row, dtype, (result, bytes, plain), inputs)?
    {
        return Ok(Array::over_known(storage, result, layout, plain));
    }
    let storage = state.record_new(What::Map(row, dtype), bytes, (result, &layout, plain), inputs)?;
    Ok(Array::over_known(storage, result, layout, plain))
}

/// Writes only where a mask is true: the row's results go to temporaries, and a choice between them and what stood there
/// goes to the outputs.
fn masked(
    row: RowId,
    dtype: DType,
    shape: &Dims,
    outputs: &[Array],
    inputs: &[Input],
    mask: &Array,
    device: Device,
) -> Result<()> {
    if mask.dtype() != DType::Bool {
        return Err(Error::type_(format!("{}: where must be a bool array, not {}", row.row().name, mask.dtype())));
    }
    let choice = const { RowId::named("where") };
    let mask = mask.view_of(mask.layout().broadcast(shape)?);
    let mut results = Vec::with_capacity(outputs.len());
    for slot in row.row().outputs {
        results.push(Array::empty(shape, slot.dtype(dtype), device)?);
    }
    let targets: Vec<_> = results.iter().map(Array::output).collect();
    let mut state = device.lock()?;
    state.record(What::Map(row, dtype), shape, &targets, inputs)?;
    for (out, result) in outputs.iter().zip(&results) {
        let operands = [mask.input(), result.input(), out.input()];
        state.record(What::Map(choice, out.dtype()), shape, &[out.output()], &operands)?;
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

fn loop_dtype(row: RowId, arguments: &[Argument], options: &MapOptions) -> Result<DType> {
    let what = row.row();
    let operands: Vec<Operand> = arguments.iter().map(Argument::operand).collect();
    let Some(wanted) = options.dtype else { return what.resolve(&operands).map_err(Error::type_) };
    // `dtype=` names the dtype of the first output; the loop is the one that gives it.
    let dtype = what
        .dtypes
        .iter()
        .copied()
        .find(|&dtype| what.outputs[0].dtype(dtype) == wanted && what.outputs[0] != Slot::Fixed(wanted));
    let dtype = match dtype {
        Some(dtype) => dtype,
        None if what.outputs[0] == Slot::Fixed(wanted) => what.resolve(&operands).map_err(Error::type_)?,
        None => return Err(Error::type_(format!("{} has no loop that gives {wanted}", what.name))),
    };
    for (operand, slot) in operands.iter().zip(what.inputs) {
        if let Operand::Strong(from) = operand
            && !can_cast(*from, slot.dtype(dtype), options.casting)
        {
            return Err(Error::type_(format!(
                "cannot cast {} input from {from} to {} with casting rule '{}'",
                what.name,
                slot.dtype(dtype),
                options.casting.name()
            )));
        }
    }
    Ok(dtype)
}

fn result_shape(row: RowId, arguments: &[Argument], options: &MapOptions) -> Result<Dims> {
    let mut shapes: Vec<&[i64]> = Vec::with_capacity(4);
    shapes.extend(arguments.iter().filter_map(|argument| match argument {
        Argument::Array(array) => Some(array.shape()),
        _ => None,
    }));
    shapes.extend(options.mask.iter().map(|mask| mask.shape()));
    let shape = broadcast_shapes(&shapes).map_err(|error| error.within(row.row().name))?;
    // An `out` may have more axes than the operands, which are then repeated.
    match options.out.iter().flatten().next() {
        Some(out) if out.ndim() > shape.len() => {
            broadcast_shapes(&[&shape, out.shape()]).map_err(|e| e.within(row.row().name))
        }
        _ => Ok(shape),
    }
}

fn check_cast(name: &str, out: &Array, result: DType, casting: Casting) -> Result<()> {
    if can_cast(result, out.dtype(), casting) {
        return Ok(());
    }
    let (to, rule) = (out.dtype(), casting.name());
    Err(Error::type_(format!("cannot cast {name} output from {result} to {to} with casting rule '{rule}'")))
}

/// The arguments of a question (is it less, is it equal, are both true) whose integers do not fit the dtype of the arrays
/// they meet, with those integers in a dtype of their own: the question has an answer all the same.
fn widen<'a>(arguments: &[Argument<'a>], slots: &[Slot], dtype: DType) -> Option<Vec<Argument<'a>>> {
    let fits = |argument: &Argument, slot: &Slot| match argument {
        Argument::Value(value) => value.to(slot.dtype(dtype)).is_some(),
        _ => true,
    };
    if arguments.iter().zip(slots).all(|(argument, slot)| fits(argument, slot)) {
        return None;
    }
    let wide = |value: Value| [DType::I64, DType::U64, DType::F64].into_iter().find_map(|dtype| value.to(dtype));
    let widened = arguments.iter().zip(slots).map(|(argument, slot)| match argument {
        Argument::Value(value) if !fits(argument, slot) => wide(*value).map_or(*argument, Argument::Scalar),
        _ => *argument,
    });
    Some(widened.collect())
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
        return Layout::contiguous(shape);
    }
    let mut order: Vec<usize> = (0..shape.len()).collect();
    // Slower axes first, by the first operand that tells two axes apart. Insertion keeps C order where none does.
    let slower = |a: usize, b: usize| {
        whole
            .clone()
            .map(|layout| (layout.strides[a].abs(), layout.strides[b].abs()))
            .find(|(x, y)| x != y && *x != 0 && *y != 0)
    };
    for i in 1..order.len() {
        let mut place = i;
        while place > 0 && slower(order[place - 1], order[place]).is_some_and(|(before, after)| before < after) {
            order.swap(place - 1, place);
            place -= 1;
        }
    }
    Layout::ordered(shape, &order)
}

impl Argument<'_> {
    fn operand(&self) -> Operand {
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

    fn scalar(&self, dtype: DType, name: &str) -> Result<Option<Scalar>> {
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
