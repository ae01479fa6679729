//! Fourier transforms over the last axes, of any length: rustfft and realfft on rows, and on tiles of columns along the
//! other axes.

mod kept;
mod plans;

use cuprust_num::DType;
use cuprust_ops::Transform;
use rustfft::num_complex::Complex;

use crate::{Operand, Shared, Team};
use plans::{Direction, Real};

/// Approximate number of elements that a thread transforms at a time.
const CHUNK: usize = 1 << 13;

/// Columns that are transformed together: at least those of a cache line, and more while they fit a cache.
const COLUMNS: usize = 16;
const MIN_COLUMNS: usize = 4;

pub(crate) fn check(transform: Transform, axes: i64, input: &Operand, output: &Operand) -> Result<(), String> {
    let (from, to) = match transform {
        Transform::Forward | Transform::Inverse => (output.dtype, output.dtype),
        Transform::RealForward => (output.dtype.real(), output.dtype),
        Transform::RealInverse => (output.dtype.complex(), output.dtype),
    };
    let real = to.real();
    if !matches!(real, DType::F32 | DType::F64)
        || input.dtype != from
        || (transform != Transform::RealInverse) != to.is_complex()
    {
        return Err(format!("{} to {} by {transform:?}: use single or double precision", input.dtype, output.dtype));
    }
    let rank = output.shape.len();
    if axes < 1 || axes as usize > rank || input.shape.len() != rank {
        return Err(format!("{axes} axes of {:?} and {:?}", input.shape, output.shape));
    }
    let (own, others) = (output.shape[rank - 1], &output.shape[..rank - 1]);
    let fits = others == &input.shape[..rank - 1]
        && match transform {
            Transform::Forward | Transform::Inverse => input.shape[rank - 1] == own,
            Transform::RealForward => input.shape[rank - 1] / 2 + 1 == own,
            Transform::RealInverse => own / 2 + 1 == input.shape[rank - 1],
        };
    let lengths = output.shape[rank - axes as usize..].iter().chain(&input.shape[rank - 1..]);
    if !fits || lengths.into_iter().any(|&length| length < 1) {
        return Err(format!("a {transform:?} transform of shape {:?} does not give {:?}", input.shape, output.shape));
    }
    Ok(())
}

/// # Safety
/// As [`crate::run`]; the operands were checked.
pub(crate) unsafe fn run(transform: Transform, axes: usize, input: &Operand, output: &Operand, team: &Team) {
    // SAFETY: as the caller promises.
    unsafe {
        match output.dtype.real() {
            DType::F32 => by_axes::<f32>(transform, axes, input, output, team),
            _ => by_axes::<f64>(transform, axes, input, output, team),
        }
    }
}

/// # Safety
/// As [`run`], for operands of this precision.
unsafe fn by_axes<T: Real>(transform: Transform, axes: usize, input: &Operand, output: &Operand, team: &Team) {
    let extents = |operand: &Operand| operand.shape.iter().map(|&extent| extent as usize).collect::<Vec<usize>>();
    let (from, to) = (extents(input), extents(output));
    let rank = to.len();
    let others = rank - axes..rank - 1;
    // SAFETY: the caller promises the operands, whose shapes were checked; the copies have memory for them.
    unsafe {
        match transform {
            Transform::Forward | Transform::Inverse => {
                let direction = if transform == Transform::Forward { Direction::Forward } else { Direction::Inverse };
                let (data, source) = (output.address.cast::<Complex<T>>(), input.address.cast::<Complex<T>>());
                complex_rows(source, data, &to, direction, team);
                others.for_each(|axis| columns(data, &to, axis, direction, team));
            }
            Transform::RealForward => {
                let data = output.address.cast::<Complex<T>>();
                real_rows(input.address.cast(), data, from[rank - 1], to[..rank - 1].iter().product(), team);
                others.for_each(|axis| columns(data, &to, axis, Direction::Forward, team));
            }
            Transform::RealInverse => {
                let (count, source) = (from.iter().product(), input.address.cast::<Complex<T>>());
                let rows = to[..rank - 1].iter().product();
                if others.is_empty() {
                    return real_rows_back(source, output.address.cast(), to[rank - 1], rows, team);
                }
                let mut aside = vec![Complex::new(T::zero(), T::zero()); count];
                std::ptr::copy_nonoverlapping(source, aside.as_mut_ptr(), count);
                others.for_each(|axis| columns(aside.as_mut_ptr(), &from, axis, Direction::Inverse, team));
                real_rows_back(aside.as_ptr().cast_mut(), output.address.cast(), to[rank - 1], rows, team);
            }
        }
    }
}

/// How many rows a thread transforms at a time, and the number of such parts.
fn parts(rows: usize, length: usize) -> (usize, usize) {
    let rows_per_part = (CHUNK / length.max(1)).clamp(1, rows.max(1));
    (rows_per_part, rows.div_ceil(rows_per_part))
}

/// The cost of a transform of this many elements, in operations.
fn work(count: usize) -> usize {
    count.saturating_mul(16)
}

/// Transforms the rows of one memory into those of another, or in place.
///
/// # Safety
/// Both are of the shape; they are equal or do not overlap.
unsafe fn complex_rows<T: Real>(
    from: *mut Complex<T>,
    to: *mut Complex<T>,
    shape: &[usize],
    direction: Direction,
    team: &Team,
) {
    let length = shape[shape.len() - 1];
    let rows: usize = shape[..shape.len() - 1].iter().product();
    let plan = T::complex(length, direction);
    let (rows_per_part, count) = parts(rows, length);
    let (from, to, in_place) = (Shared(from), Shared(to), from == to);
    team.spread(count, work(rows * length), &|part| {
        let start = part * rows_per_part * length;
        let here = rows_per_part.min(rows - part * rows_per_part) * length;
        // SAFETY: each part is a range of rows of its own.
        let own = unsafe { to.slice(start, here) };
        if in_place {
            plan.process_with_scratch(own, &mut zeros(plan.get_inplace_scratch_len()));
        } else {
            // SAFETY: as above; nothing writes the source.
            let source = unsafe { from.slice(start, here) };
            plan.process_immutable_with_scratch(source, own, &mut zeros(plan.get_immutable_scratch_len()));
        }
    });
}

/// Transforms along an axis before the last one, in place: some columns at a time are gathered, transformed, and
/// scattered back.
///
/// # Safety
/// The memory is of the shape.
unsafe fn columns<T: Real>(data: *mut Complex<T>, shape: &[usize], axis: usize, direction: Direction, team: &Team) {
    let length = shape[axis];
    let (outer, inner): (usize, usize) = (shape[..axis].iter().product(), shape[axis + 1..].iter().product());
    let plan = T::complex(length, direction);
    let wide = ((1 << 15) / length.max(1)).clamp(MIN_COLUMNS, COLUMNS).min(inner);
    let tiles = inner.div_ceil(wide);
    let data = Shared(data);
    team.spread(outer * tiles, work(outer * inner * length), &|task| {
        let first = task / tiles * length * inner + task % tiles * wide;
        let width = wide.min(inner - task % tiles * wide);
        let mut tile = zeros(width * length);
        for row in 0..length {
            // SAFETY: the tile's columns are this task's alone.
            let elements = unsafe { data.slice(first + row * inner, width) };
            elements.iter().enumerate().for_each(|(column, element)| tile[column * length + row] = *element);
        }
        plan.process_with_scratch(&mut tile, &mut zeros(plan.get_inplace_scratch_len()));
        for row in 0..length {
            // SAFETY: as above.
            let elements = unsafe { data.slice(first + row * inner, width) };
            elements.iter_mut().enumerate().for_each(|(column, element)| *element = tile[column * length + row]);
        }
    });
}

/// Transforms rows of real numbers to the first halves of their spectra.
///
/// # Safety
/// There are as many rows of that length, and of `length / 2 + 1` in `to`; the two do not overlap.
unsafe fn real_rows<T: Real>(from: *mut T, to: *mut Complex<T>, length: usize, rows: usize, team: &Team) {
    let plan = T::forward(length);
    let (half, (rows_per_part, count)) = (length / 2 + 1, parts(rows, length));
    let (from, to) = (Shared(from), Shared(to));
    team.spread(count, work(rows * length), &|part| {
        let (mut scratch, mut row) = (zeros(plan.get_scratch_len()), vec![T::zero(); length]);
        for number in part * rows_per_part..((part + 1) * rows_per_part).min(rows) {
            // SAFETY: each part is a range of rows of its own, and nothing writes the source.
            let (source, own) = unsafe { (from.slice(number * length, length), to.slice(number * half, half)) };
            row.copy_from_slice(source);
            plan.process_with_scratch(&mut row, own, &mut scratch).expect("the lengths are the plan's");
        }
    });
}

/// Transforms the first halves of spectra to rows of real numbers. The imaginary parts of the first element, and of the
/// last one of an even length, count as zero.
///
/// # Safety
/// As [`real_rows`], with `from` and `to` exchanged.
unsafe fn real_rows_back<T: Real>(from: *mut Complex<T>, to: *mut T, length: usize, rows: usize, team: &Team) {
    let plan = T::inverse(length);
    let (half, (rows_per_part, count)) = (length / 2 + 1, parts(rows, length));
    let (from, to) = (Shared(from), Shared(to));
    team.spread(count, work(rows * length), &|part| {
        let (mut scratch, mut row) = (zeros(plan.get_scratch_len()), zeros(half));
        for number in part * rows_per_part..((part + 1) * rows_per_part).min(rows) {
            // SAFETY: each part is a range of rows of its own, and nothing writes the source.
            let (source, own) = unsafe { (from.slice(number * half, half), to.slice(number * length, length)) };
            row.copy_from_slice(source);
            row[0].im = T::zero();
            if length.is_multiple_of(2) {
                row[half - 1].im = T::zero();
            }
            plan.process_with_scratch(&mut row, own, &mut scratch).expect("the lengths are the plan's");
        }
    });
}

fn zeros<T: Real>(count: usize) -> Vec<Complex<T>> {
    vec![Complex::new(T::zero(), T::zero()); count]
}
