//! What the routines on splines mean: their recursive filters from definitions, and their values as sums over all
//! elements near a point.

use cuprust_num::{DType, Kind, Scalar};
use cuprust_ops::{Edge, Extrapolation};

/// The coefficients of the splines of an order through each line of elements in C order.
pub(super) fn coefficients(values: &[Scalar], shape: &[i64], axis: usize, order: i64, edge: Edge) -> Vec<Scalar> {
    let mut all: Vec<f64> = values.iter().map(|value| value.cast(DType::F64).get::<f64>()).collect();
    let (length, inner) = (shape[axis] as usize, shape[axis + 1..].iter().product::<i64>() as usize);
    let outer = all.len() / (length * inner).max(1);
    for (block, lane) in (0..outer).flat_map(|block| (0..inner).map(move |lane| (block, lane))) {
        let position = |at: usize| (block * length + at) * inner + lane;
        let line: Vec<f64> = (0..length).map(|at| all[position(at)]).collect();
        filtered(line, order, edge).into_iter().enumerate().for_each(|(at, value)| all[position(at)] = value);
    }
    all.into_iter().map(Scalar::new).collect()
}

/// The poles of the filters, as the literature prints them.
fn poles(order: i64) -> &'static [f64] {
    match order {
        2 => &[-0.171_572_875_253_809_9],
        3 => &[-0.267_949_192_431_122_7],
        4 => &[-0.361_341_225_900_220_16, -0.013_725_429_297_339_121],
        _ => &[-0.430_575_347_099_973_8, -0.043_096_288_203_264_65],
    }
}

/// A line after the filters of all poles: sums over a whole period of the line stand for what comes before its ends.
fn filtered(mut line: Vec<f64>, order: i64, edge: Edge) -> Vec<f64> {
    let n = line.len();
    if n < 2 {
        return line;
    }
    let gain: f64 = poles(order).iter().fold(1.0, |gain, z| gain * ((1.0 - z) * (1.0 - 1.0 / z)));
    line.iter_mut().for_each(|x| *x *= gain);
    for &z in poles(order) {
        let first = line[0];
        let mut power = z;
        match edge {
            Edge::Wrap => {
                for at in 1..n {
                    line[0] += power * line[n - at];
                    power *= z;
                }
                line[0] /= 1.0 - power;
            }
            Edge::Reflect => {
                let whole = z.powf(n as f64);
                line[0] += whole * line[n - 1];
                for at in 1..n {
                    let mirrored = if at == n - 1 { first } else { line[n - 1 - at] };
                    line[0] += power * (line[at] + whole * mirrored);
                    power *= z;
                }
                line[0] = line[0] * (z / (1.0 - whole * whole)) + first;
            }
            _ => {
                let whole = z.powf((n - 1) as f64);
                line[0] += whole * line[n - 1];
                for at in 1..n - 1 {
                    line[0] += power * (line[at] + whole * line[n - 1 - at]);
                    power *= z;
                }
                line[0] /= 1.0 - whole * whole;
            }
        }
        (1..n).for_each(|at| line[at] += z * line[at - 1]);
        match edge {
            Edge::Wrap => {
                let mut power = z;
                for at in 0..n - 1 {
                    line[n - 1] += power * line[at];
                    power *= z;
                }
                line[n - 1] *= z / (power - 1.0);
            }
            Edge::Reflect => line[n - 1] *= z / (z - 1.0),
            _ => line[n - 1] = (z * line[n - 2] + line[n - 1]) * z / (z * z - 1.0),
        }
        (0..n - 1).rev().for_each(|at| line[at] = z * (line[at + 1] - line[at]));
    }
    line
}

/// The values of splines at points.
pub(super) fn values(
    coefficients: &[Scalar],
    of: &[i64],
    coordinates: &[Scalar],
    (axes, order, extrapolation): (usize, usize, Extrapolation),
    outside: f64,
    dtype: DType,
) -> Vec<Scalar> {
    let count = coordinates.len() / axes;
    let extents = &of[of.len() - axes..];
    let stack: i64 = extents.iter().product();
    let stacks = coefficients.len().checked_div(stack as usize).unwrap_or(0).max(1);
    let one = |point: usize| -> f64 {
        let base = (point / (count / stacks).max(1)) as i64 * stack;
        // Of each axis the elements around the point, and the weight of each.
        let mut around: Vec<Vec<(Option<i64>, f64)>> = Vec::new();
        for (axis, &extent) in extents.iter().enumerate() {
            let x = extrapolation.fold(coordinates[axis * count + point].get::<f64>(), extent);
            if extent == 0 || !(extrapolation.is_unbounded() || x > -1.0 && x < extent as f64 + 1.0) {
                return outside;
            }
            let centre = (if order % 2 == 1 { x } else { x + 0.5 }).floor();
            let mut weights = [0.0; 6];
            cuprust_ops::spline_weights(x - centre, order, &mut weights);
            let index = |tap: usize| extrapolation.edge().fold(centre as i64 + tap as i64 - (order / 2) as i64, extent);
            around.push((0..=order).map(|tap| (index(tap), weights[tap])).collect());
        }
        let mut sum = 0.0;
        for tuple in 0..(order + 1).pow(axes as u32) {
            let (mut rest, mut step, mut position, mut chosen) = (tuple, 1, Some(base), vec![0.0; axes]);
            for axis in (0..axes).rev() {
                let (index, weight) = around[axis][rest % (order + 1)];
                rest /= order + 1;
                position = position.zip(index).map(|(position, index)| position + index * step);
                step *= extents[axis];
                chosen[axis] = weight;
            }
            let mut value = position.map_or(outside, |at| coefficients[at as usize].cast(DType::F64).get::<f64>());
            if order > 0 {
                chosen.iter().for_each(|weight| value *= weight);
            }
            sum += value;
        }
        sum
    };
    (0..count).map(|point| Scalar::new(rounded(one(point), dtype)).cast(dtype)).collect()
}

/// The coordinates of each point of a grid whose last `axes` have coordinates, a row of them for each.
pub(super) fn grid_points(rows: &[Scalar], axes: usize, shape: &[i64]) -> Vec<Scalar> {
    let (longest, total) = (rows.len() / axes, shape.iter().product::<i64>());
    let below = |axis: usize| shape[shape.len() - axes + axis + 1..].iter().product::<i64>();
    let index = |axis: usize, point: i64| (point / below(axis) % shape[shape.len() - axes + axis]) as usize;
    (0..axes).flat_map(|axis| (0..total).map(move |point| rows[axis * longest + index(axis, point)])).collect()
}

/// The nearest number of a dtype's range, halves away from zero.
fn rounded(x: f64, dtype: DType) -> f64 {
    let bits = 8 * dtype.size() as i32;
    match dtype.kind() {
        Kind::Bool => x.trunc(),
        Kind::Unsigned => (x + 0.5).trunc().clamp(0.0, 2f64.powi(bits) - 1.0),
        Kind::Signed => (x + 0.5f64.copysign(x)).trunc().clamp(-2f64.powi(bits - 1), 2f64.powi(bits - 1) - 1.0),
        Kind::Float | Kind::Complex => x,
    }
}
