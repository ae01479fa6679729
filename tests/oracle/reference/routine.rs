//! What each routine means.

use cuprust_ir::{Instruction, Operand};
use cuprust_num::random::{
    box_muller_f32, box_muller_f64, integer_again, philox, uniform_bf16, uniform_f16, uniform_f32, uniform_f64,
};
use cuprust_num::{DType, Kind, Scalar, c128};
use cuprust_ops::{Distribution, Routine, RowId, Summary, Transform};

use super::windows::Image;
use super::{Fault, Machine, apply, element_offsets, reduction, splines};

impl Machine {
    /// The elements of each output, in C order; of a counted one, those that are there.
    pub(super) fn routine(
        &self,
        routine: Routine,
        instruction: &Instruction,
        scalars: &[Scalar],
    ) -> Result<Vec<Vec<Scalar>>, Fault> {
        let shape = &instruction.outputs[0].layout.shape;
        let dtype = instruction.outputs[0].dtype;
        let view = |position: usize| match instruction.inputs.get(position) {
            Some(Operand::View(view)) => self.elements(view),
            _ => Err(Fault::Refused(format!("{} takes an array at {position}", routine.title()))),
        };
        let word = |position: usize| match instruction.inputs.get(position) {
            Some(Operand::Scalar(id)) if scalars[id.0 as usize].dtype() == DType::U64 => {
                Ok(scalars[id.0 as usize].get::<u64>())
            }
            Some(Operand::Scalar(id)) => Ok(scalars[id.0 as usize].get::<i64>() as u64),
            _ => Err(Fault::Refused(format!("{} takes a number at {position}", routine.title()))),
        };
        let number = |position: usize| match instruction.inputs.get(position) {
            Some(Operand::Scalar(id)) => Ok(scalars[id.0 as usize]),
            _ => Err(Fault::Refused(format!("{} takes a number at {position}", routine.title()))),
        };
        match routine {
            Routine::MatMul => {
                let Some(Operand::View(a)) = instruction.inputs.first() else {
                    return Err(Fault::Refused("matmul takes arrays".into()));
                };
                let (Some(&inner), [batch @ .., rows, columns]) = (a.layout.shape.last(), &shape[..]) else {
                    return Err(Fault::Refused("matmul takes matrices".into()));
                };
                let matrices = batch.iter().product::<i64>() as usize;
                let extents = [*rows as usize, inner as usize, *columns as usize];
                Ok(vec![products(&view(0)?, &view(1)?, matrices, extents, dtype)])
            }
            Routine::SparseProduct => {
                let (data, columns, starts, dense) = (view(0)?, view(1)?, view(2)?, view(3)?);
                let width = *shape.last().unwrap_or(&1) as usize;
                let (mut out, extent) = (Vec::new(), dense.len().checked_div(width).unwrap_or(0));
                for bounds in starts.windows(2) {
                    let [from, to] = [0, 1].map(|end| usize::try_from(bounds[end].get::<i64>()).unwrap_or(usize::MAX));
                    if from > to || to > data.len() {
                        return Err(Fault::Refused("a row ends before it begins, or beyond the elements".into()));
                    }
                    let met: Vec<usize> = columns[from..to].iter().map(|column| column.get::<i64>() as usize).collect();
                    if met.iter().any(|&column| column >= extent) {
                        return Err(Fault::Refused("a column is out of bounds".into()));
                    }
                    for j in 0..width {
                        let others: Vec<Scalar> = met.iter().map(|&column| dense[column * width + j]).collect();
                        out.extend(products(&data[from..to], &others, 1, [1, others.len(), 1], dtype));
                    }
                }
                Ok(vec![out])
            }
            Routine::Correlate { before } => {
                let (line, weights) = (view(0)?, view(1)?);
                let sum = |i: i64| {
                    let met = (0..).zip(&weights).filter_map(|(k, &weight)| {
                        let position = usize::try_from(i + k - before).ok()?;
                        line.get(position).map(|&x| (x, weight))
                    });
                    let (line, weights): (Vec<Scalar>, Vec<Scalar>) = met.unzip();
                    products(&line, &weights, 1, [1, line.len(), 1], dtype)[0]
                };
                Ok(vec![(0..shape[0]).map(sum).collect()])
            }
            Routine::SplineFilter { axis, order, edge } => {
                Ok(vec![splines::coefficients(&view(0)?, shape, axis as usize, order, edge)])
            }
            Routine::Interpolate { axes, order, extrapolation, grid } => {
                let Some(Operand::View(coefficients)) = instruction.inputs.first() else {
                    return Err(Fault::Refused("interpolate takes coefficients".into()));
                };
                let outside = number(2)?.cast(DType::F64).get::<f64>();
                let how = (axes as usize, order as usize, extrapolation);
                let of = &coefficients.layout.shape;
                let mut coordinates = view(1)?;
                if grid {
                    coordinates = splines::grid_points(&coordinates, axes as usize, shape);
                }
                Ok(vec![splines::values(&view(0)?, of, &coordinates, how, outside, dtype)])
            }
            Routine::CorrelateAxis { axis, before, edge } => {
                let (elements, outside) = (view(0)?, number(2)?);
                let image = Image { shape, elements: &elements, edge, outside };
                let weights: Vec<f64> = view(1)?.iter().map(Scalar::get).collect();
                Ok(vec![image.correlate(axis, before, &weights).iter().map(|sum| sum.cast(dtype)).collect()])
            }
            Routine::Slide { summary, axis, size, before, edge } => {
                let (elements, outside) = (view(0)?, number(1)?);
                let outside = if summary == Summary::Mean { outside } else { outside.cast(dtype) };
                let image = Image { shape, elements: &elements, edge, outside };
                Ok(vec![image.slide(summary, axis, before, size).iter().map(|value| value.cast(dtype)).collect()])
            }
            Routine::Neighbors { weighted, edge, .. } => {
                let (elements, outside) = (view(0)?, number(3)?);
                let image = Image { shape, elements: &elements, edge, outside };
                let weights: Vec<f64> = view(2)?.iter().map(Scalar::get).collect();
                let values = image.neighbors(weighted, &offsets(&view(1)?, shape.len()), &weights);
                Ok(vec![values.iter().map(|value| value.cast(dtype)).collect()])
            }
            Routine::RankNeighbors { rank, edge, .. } => {
                let (elements, outside) = (view(0)?, number(2)?.cast(dtype));
                let image = Image { shape, elements: &elements, edge, outside };
                Ok(vec![image.ranks(rank as usize, &offsets(&view(1)?, shape.len()))])
            }
            Routine::Scan { row } => {
                let length = *shape.last().unwrap_or(&1) as usize;
                let mut values = view(0)?;
                for row_of_values in values.chunks_mut(length.max(1)) {
                    for position in 1..row_of_values.len() {
                        let pair = [row_of_values[position - 1], row_of_values[position]];
                        row_of_values[position] = apply(row, dtype, &pair)?[0];
                    }
                }
                Ok(vec![values])
            }
            Routine::At { row, .. } => {
                let output = self.elements(&instruction.outputs[0])?;
                let values = if row.row().inputs.len() == 2 { Some(view(1)?) } else { None };
                Ok(vec![at(row, dtype, output, &view(0)?, values.as_deref())?])
            }
            Routine::Scatter { .. } => {
                let mut output = self.elements(&instruction.outputs[0])?;
                let inner = shape[1..].iter().product::<i64>() as usize;
                for (index, values) in view(0)?.iter().zip(view(1)?.chunks(inner.max(1))) {
                    let index = index.get::<i64>();
                    let position =
                        usize::try_from(index).ok().and_then(|index| output.chunks_mut(inner.max(1)).nth(index));
                    let position = position.ok_or_else(|| Fault::Refused(format!("index {index} is out of bounds")))?;
                    position.copy_from_slice(values);
                }
                Ok(vec![output])
            }
            Routine::Gather { .. } => {
                let from = view(0)?;
                let indices = view(1)?;
                let extent = from.len().checked_div(indices.len()).unwrap_or(0);
                let taken = indices.iter().enumerate().map(|(position, index)| {
                    let index = index.get::<i64>();
                    let within = usize::try_from(index).ok().filter(|&index| index < extent);
                    let within = within.ok_or_else(|| Fault::Refused(format!("index {index} is out of bounds")))?;
                    Ok(from[position * extent + within])
                });
                Ok(vec![taken.collect::<Result<_, _>>()?])
            }
            Routine::Random { distribution } => {
                let (seed, counter) = (word(0)?, word(1)?);
                let bounds =
                    if distribution == Distribution::Integers { (word(2)?, word(3)?) } else { Default::default() };
                let count = element_offsets(&instruction.outputs[0].layout, &[]).len() as u64;
                let numbers = (0..count).map(|position| random(distribution, dtype, seed, counter, bounds, position));
                Ok(vec![numbers.collect::<Result<_, _>>()?])
            }
            Routine::Permutation => {
                let (seed, counter) = (word(0)?, word(1)?);
                let mut order: Vec<u64> =
                    (0..element_offsets(&instruction.outputs[0].layout, &[]).len() as u64).collect();
                order.sort_by_key(|position| {
                    integer_again(seed, counter.wrapping_add(position / 2), position % 2 == 1, 0, u64::MAX)
                });
                Ok(vec![order.iter().map(|&position| Scalar::new(position as i64)).collect()])
            }
            Routine::Sort { values, indices } => {
                let (given, length) = (view(0)?, *shape.last().unwrap_or(&1) as usize);
                let mut order: Vec<usize> = (0..given.len()).collect();
                let rows = order.chunks_mut(length.max(1));
                rows.for_each(|row| row.sort_by(|&a, &b| given[a].order(&given[b])));
                let sorted = values.then(|| order.iter().map(|&position| given[position]).collect());
                let positions =
                    indices.then(|| order.iter().map(|&position| Scalar::new((position % length) as i64)).collect());
                Ok(sorted.into_iter().chain(positions).collect())
            }
            Routine::OrderStatistics { propagate } => {
                let (mut given, ranks, length) = (view(0)?, view(1)?, extent_of(instruction)?);
                given.chunks_mut(length.max(1)).for_each(|row| row.sort_by(total_order));
                let count = *shape.last().unwrap_or(&1) as usize;
                let chosen = ranks.iter().enumerate().map(|(position, rank)| {
                    let row = &given[position / count.max(1) * length..][..length];
                    let rank = usize::try_from(rank.get::<i64>()).ok().filter(|&rank| rank < length);
                    let rank = rank.ok_or_else(|| Fault::Refused("a rank is not within its row".into()))?;
                    let nan = propagate && dtype.is_inexact() && row[length - 1].get::<f64>().is_nan();
                    Ok(if nan { row[length - 1] } else { row[rank] })
                });
                Ok(vec![chosen.collect::<Result<_, _>>()?])
            }
            Routine::Partition { indices } => {
                let (given, ranks, length) = (view(0)?, view(1)?, extent_of(instruction)?);
                let mut order: Vec<usize> = (0..given.len()).collect();
                for row in order.chunks_mut(length.max(1)) {
                    let mut sorted: Vec<Scalar> = row.iter().map(|&position| given[position]).collect();
                    sorted.sort_by(total_order);
                    let pivot =
                        |rank: &Scalar| usize::try_from(rank.get::<i64>()).ok().and_then(|rank| sorted.get(rank));
                    let pivots = ranks.iter().map(pivot).collect::<Option<Vec<_>>>();
                    let pivots = pivots.ok_or_else(|| Fault::Refused("a rank is not within its row".into()))?;
                    row.sort_by_key(|&position| {
                        let orders = pivots.iter().map(|pivot| total_order(pivot, &given[position]));
                        orders.map(|order| usize::from(order.is_lt()) + usize::from(order.is_le())).sum::<usize>()
                    });
                }
                Ok(vec![if indices {
                    order.iter().map(|&position| Scalar::new((position % length) as i64)).collect()
                } else {
                    order.iter().map(|&position| given[position]).collect()
                }])
            }
            Routine::Search { right } => {
                let sorted = view(0)?;
                if !sorted.is_sorted_by(|a, b| a.order(b).is_le()) {
                    return Err(Fault::Refused("search takes sorted elements".into()));
                }
                let before = |value: &Scalar| {
                    let stands = |element: &&Scalar| {
                        let order = element.order(value);
                        order.is_lt() || right && order.is_eq()
                    };
                    Scalar::new(sorted.iter().filter(stands).count() as i64)
                };
                Ok(vec![view(1)?.iter().map(before).collect()])
            }
            Routine::Nonzero => {
                let Some(Operand::View(values)) = instruction.inputs.first() else {
                    return Err(Fault::Refused("nonzero takes an array".into()));
                };
                let found: Vec<usize> = truths(&view(0)?).collect();
                let mut step = values.layout.size();
                let along = |&extent: &i64| {
                    step /= extent.max(1);
                    found
                        .iter()
                        .map(|&position| Scalar::new(position as i64 / step.max(1) % extent))
                        .collect::<Vec<_>>()
                };
                let indices = values.layout.shape.iter().flat_map(along).collect();
                Ok(vec![indices, vec![Scalar::new(found.len() as i64)]])
            }
            Routine::Components => {
                let (values, offsets) = (view(0)?, view(1)?);
                let (numbers, count) = super::windows::components(&values, &offsets, shape);
                let numbers = numbers.into_iter().map(|number| Scalar::new(number).cast(instruction.outputs[0].dtype));
                Ok(vec![numbers.collect(), vec![Scalar::new(count)]])
            }
            Routine::LowerEnvelope => {
                let (costs, length) = (view(0)?, extent_of(instruction)?);
                let step = match instruction.inputs.get(1) {
                    Some(Operand::Scalar(id)) => scalars[id.0 as usize].get::<f64>(),
                    _ => return Err(Fault::Refused("lower_envelope takes a step".into())),
                };
                let are_values = instruction.outputs[0].dtype == DType::F64;
                let lowest = |(row, position): (&[Scalar], usize)| {
                    let cost =
                        |other: usize| row[other].get::<f64>() + (step * (position as f64 - other as f64)).powi(2);
                    let finite = (0..length).filter(|&other| cost(other).is_finite());
                    let nearest = finite.min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or(position);
                    if are_values { Scalar::new(cost(nearest)) } else { Scalar::new(nearest as i64) }
                };
                let positions =
                    costs.chunks(length.max(1)).flat_map(|row| (0..length).map(move |position| (row, position)));
                Ok(vec![positions.map(lowest).collect()])
            }
            Routine::Select => {
                let (values, found): (_, Vec<usize>) = (view(0)?, truths(&view(1)?).collect());
                Ok(vec![
                    found.iter().map(|&position| values[position]).collect(),
                    vec![Scalar::new(found.len() as i64)],
                ])
            }
            Routine::Fft { transform, axes } => {
                let values = view(0)?.iter().map(|value| value.get::<c128>()).collect();
                let rank = shape.len();
                let given: Vec<usize> = instruction.inputs[0]
                    .view()
                    .map_or(vec![], |view| view.layout.shape.iter().map(|&extent| extent as usize).collect());
                let axes = rank - axes as usize..rank;
                let elements = fourier(values, given, axes, transform, shape[rank - 1] as usize);
                Ok(vec![elements.into_iter().map(|element| Scalar::new(element).cast(dtype)).collect()])
            }
            // Factors are defined by what they multiply to; `linalg.rs` and the tests in Python ask for that.
            cuprust_ops::matrix_routines!() => Err(Fault::Refused(format!("{} has no one result", routine.title()))),
        }
    }
}

/// The rows of a matrix of int64.
fn offsets(elements: &[Scalar], columns: usize) -> Vec<Vec<i64>> {
    elements.chunks(columns).map(|row| row.iter().map(Scalar::get).collect()).collect()
}

/// The sums that define a Fourier transform over axes of elements in C order. Of real numbers the last axis has this
/// many elements after it.
fn fourier(
    mut values: Vec<c128>,
    mut shape: Vec<usize>,
    axes: std::ops::Range<usize>,
    transform: Transform,
    last: usize,
) -> Vec<c128> {
    let rank = shape.len();
    let sign = if matches!(transform, Transform::Forward | Transform::RealForward) { -1.0 } else { 1.0 };
    // The last axis is halved first, or made whole last.
    let order: Vec<usize> = if transform == Transform::RealInverse { axes.collect() } else { axes.rev().collect() };
    for axis in order {
        let (given, inner) = (shape[axis], shape[axis + 1..].iter().product::<usize>());
        let real = axis == rank - 1 && matches!(transform, Transform::RealForward | Transform::RealInverse);
        let taken = if real { last } else { given };
        let length = if real && transform == Transform::RealForward { given } else { taken };
        let element = |column: &dyn Fn(usize) -> c128, position: usize| match (
            real && transform == Transform::RealInverse,
            position,
        ) {
            (true, 0) => c128::new(column(0).re, 0.0),
            (true, position) if 2 * position == length => c128::new(column(position).re, 0.0),
            (true, position) if position >= given => column(length - position).conj(),
            (_, position) => column(position),
        };
        let mut next = Vec::with_capacity(values.len() / given.max(1) * taken);
        for outer in 0..values.len() / (given * inner) {
            for (k, within) in (0..taken).flat_map(|k| (0..inner).map(move |within| (k, within))) {
                let column = |position: usize| values[(outer * given + position) * inner + within];
                let term = |j: usize| element(&column, j) * root_of_unity(j * k, length, sign);
                next.push(reduction::sum((0..length).map(term)));
            }
        }
        values = next;
        shape[axis] = taken;
    }
    values
}

/// `exp(2 pi i position / length)` with this sign of the exponent; quarters of a turn are exact.
fn root_of_unity(position: usize, length: usize, sign: f64) -> c128 {
    let position = position % length;
    match (4 * position).checked_div(length).filter(|quarter| quarter * length == 4 * position) {
        Some(quarter) => {
            [c128::new(1.0, 0.0), c128::new(0.0, sign), c128::new(-1.0, 0.0), c128::new(0.0, -sign)][quarter]
        }
        None => c128::from_polar(1.0, sign * std::f64::consts::TAU * position as f64 / length as f64),
    }
}

/// How many elements a row of the first operand has.
fn extent_of(instruction: &Instruction) -> Result<usize, Fault> {
    let values = instruction.inputs.first().and_then(Operand::view);
    let extent = values.and_then(|values| values.layout.shape.last());
    extent.map(|&extent| extent as usize).ok_or_else(|| Fault::Refused("the first operand has no rows".into()))
}

/// The order of real numbers in which -0.0 is before 0.0.
fn total_order(a: &Scalar, b: &Scalar) -> std::cmp::Ordering {
    let is_positive = |x: &Scalar| x.dtype().is_inexact() && x.get::<f64>() == 0.0 && x.get::<f64>().is_sign_positive();
    a.order(b).then(is_positive(a).cmp(&is_positive(b)))
}

/// The places of the elements that are not zero.
fn truths(values: &[Scalar]) -> impl Iterator<Item = usize> {
    values.iter().enumerate().filter(|(_, value)| value.cast(DType::Bool).get()).map(|(position, _)| position)
}

/// Products of matrices that follow one another, each summed at once.
fn products(a: &[Scalar], b: &[Scalar], matrices: usize, extents: [usize; 3], dtype: DType) -> Vec<Scalar> {
    let [rows, inner, columns] = extents;
    let mut out = Vec::new();
    for matrix in 0..matrices {
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let pair = |k: usize| (&a[(matrix * rows + row) * inner + k], &b[(matrix * inner + k) * columns + column]);
            out.push(match dtype.kind() {
                Kind::Bool => Scalar::new((0..inner).any(|k| pair(k).0.get() && pair(k).1.get())),
                // What wraps around in 64 bits and then in fewer wraps around in the fewer.
                Kind::Signed | Kind::Unsigned => {
                    let product = |k: usize| pair(k).0.get::<i64>().wrapping_mul(pair(k).1.get());
                    Scalar::new((0..inner).map(product).fold(0, i64::wrapping_add)).cast(dtype)
                }
                Kind::Float | Kind::Complex => {
                    let product = |k: usize| pair(k).0.get::<c128>() * pair(k).1.get::<c128>();
                    Scalar::new(reduction::sum((0..inner).map(product))).cast(dtype)
                }
            });
        }
    }
    out
}

fn at(
    row: RowId,
    dtype: DType,
    mut output: Vec<Scalar>,
    indices: &[Scalar],
    values: Option<&[Scalar]>,
) -> Result<Vec<Scalar>, Fault> {
    for (position, index) in indices.iter().enumerate() {
        let index = index.get::<i64>();
        let slot = usize::try_from(index).ok().filter(|index| *index < output.len());
        let slot = slot.ok_or_else(|| Fault::Refused(format!("index {index} is out of bounds")))?;
        let operands = [output[slot], values.map_or(output[slot], |values| values[position])];
        output[slot] = apply(row, dtype, &operands[..row.row().inputs.len()])?[0];
    }
    Ok(output)
}

/// The element at a place, by the table in [`cuprust_num::random`].
fn random(
    distribution: Distribution,
    dtype: DType,
    seed: u64,
    counter: u64,
    (low, high): (u64, u64),
    position: u64,
) -> Result<Scalar, Fault> {
    let wide = dtype == DType::F64 || distribution == Distribution::Integers;
    let per_block = if wide { 2 } else { 4 };
    let words = philox(seed, counter.wrapping_add(position / per_block));
    let within = (position % per_block) as usize;
    Ok(match (distribution, dtype) {
        (Distribution::Integers, _) => {
            let counter = counter.wrapping_add(position / per_block);
            Scalar::new(integer_again(seed, counter, within == 1, low, high.wrapping_sub(low)))
        }
        (Distribution::Uniform, DType::F64) => Scalar::new(uniform_f64(words[2 * within], words[2 * within + 1])),
        (Distribution::Uniform, DType::F32) => Scalar::new(uniform_f32(words[within])),
        (Distribution::Uniform, DType::F16) => Scalar::new(uniform_f16(words[within])),
        (Distribution::Uniform, DType::BF16) => Scalar::new(uniform_bf16(words[within])),
        (Distribution::Normal, DType::F64) => {
            let (radius, angle) = box_muller_f64(words);
            normal(Scalar::new(radius), Scalar::new(-2.0f64), Scalar::new(angle), within)?
        }
        (Distribution::Normal, DType::F32 | DType::F16 | DType::BF16) => {
            let pair = within & !1;
            let (radius, angle) = box_muller_f32(words[pair], words[pair + 1]);
            normal(Scalar::new(radius), Scalar::new(-2.0f32), Scalar::new(angle), within)?
        }
        _ => return Err(Fault::Refused(format!("{dtype} has no such distribution"))),
    }
    .cast(dtype))
}

/// `sqrt(-2 log(radius))` times the cosine of the angle at even places, and the sine at odd ones.
fn normal(radius: Scalar, minus_two: Scalar, angle: Scalar, within: usize) -> Result<Scalar, Fault> {
    let dtype = radius.dtype();
    let row = |name: &str, operands: &[Scalar]| {
        let row = RowId::find(name).ok_or_else(|| Fault::Refused(format!("there is no row {name}")))?;
        Ok(apply(row, dtype, operands)?[0])
    };
    let length = row("sqrt", &[row("multiply", &[minus_two, row("log", &[radius])?])?])?;
    let direction = row(if within.is_multiple_of(2) { "cos" } else { "sin" }, &[angle])?;
    row("multiply", &[length, direction])
}
