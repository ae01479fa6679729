//! What a reduction means: one element after the other, and sums of floats without an error that counts.

use cuprust_ir::{Axes, Dims};
use cuprust_num::{DType, Scalar, c128};
use cuprust_ops::{Reduction, RowId, Slot};

use super::{Fault, apply};

/// The reduction of the elements of a shape (in C order) over some of its axes: one result for each position of the
/// rest.
pub fn along(
    reduction: Reduction,
    dtype: DType,
    axes: Axes,
    shape: &Dims,
    values: Vec<Scalar>,
) -> Result<Vec<Scalar>, Fault> {
    let kept: i64 = (0..shape.len()).filter(|&axis| !axes.contains(axis)).map(|axis| shape[axis]).product();
    let mut groups = vec![Vec::new(); kept as usize];
    for (position, value) in values.into_iter().enumerate() {
        let (mut rest, mut group, mut step) = (position as i64, 0, 1);
        for axis in (0..shape.len()).rev() {
            if !axes.contains(axis) {
                group += rest % shape[axis] * step;
                step *= shape[axis];
            }
            rest /= shape[axis];
        }
        groups[group as usize].push(value);
    }
    groups.iter().map(|group| one(reduction, dtype, group)).collect()
}

/// The reduction of some elements, all of one dtype.
fn one(reduction: Reduction, dtype: DType, values: &[Scalar]) -> Result<Scalar, Fault> {
    match reduction {
        Reduction::Fold(row) => fold(row, dtype, values),
        Reduction::ArgMax => first(values, |value, best| less(best, value)),
        Reduction::ArgMin => first(values, less),
        Reduction::SquaredDeviations => Ok(deviations(dtype, values)),
    }
}

fn fold(row: RowId, dtype: DType, values: &[Scalar]) -> Result<Scalar, Fault> {
    let slots: Vec<&Slot> = row.row().inputs.iter().chain(row.row().outputs).collect();
    if slots.len() != 3 || slots.iter().any(|slot| slot.dtype(dtype) != dtype) {
        return Err(Fault::Refused(format!("{} does not fold {dtype}", row.row().name)));
    }
    let identity = row.row().identity.map(|identity| Scalar::new(identity).cast(dtype));
    if row.row().name == "add" && dtype.is_inexact() {
        return Ok(Scalar::new(sum(values.iter().map(Scalar::get))).cast(dtype));
    }
    let (start, values) = match (identity, values.split_first()) {
        (Some(identity), _) => (identity, values),
        (None, Some((first, rest))) => (*first, rest),
        (None, None) => return Err(Fault::Refused(format!("{} of no elements", row.row().name))),
    };
    values.iter().try_fold(start, |folded, value| Ok(apply(row, dtype, &[folded, *value])?[0]))
}

/// The sum with the rounding errors summed beside it. (Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation
/// endlicher Summen", 1974.)
pub fn sum(values: impl Iterator<Item = c128>) -> c128 {
    let (mut re, mut im) = (Sum::default(), Sum::default());
    for value in values {
        re.add(value.re);
        im.add(value.im);
    }
    c128::new(re.result(), im.result())
}

#[derive(Default)]
struct Sum {
    rounded: f64,
    errors: f64,
}

impl Sum {
    fn add(&mut self, value: f64) {
        let next = self.rounded + value;
        self.errors +=
            if self.rounded.abs() >= value.abs() { self.rounded - next + value } else { value - next + self.rounded };
        self.rounded = next;
    }

    fn result(&self) -> f64 {
        let whole = self.errors == 0.0 || !self.rounded.is_finite() || !self.errors.is_finite();
        if whole { self.rounded } else { self.rounded + self.errors }
    }
}

/// The position of the first NaN, or of the first element that comes before all others.
fn first(values: &[Scalar], before: impl Fn(&Scalar, &Scalar) -> bool) -> Result<Scalar, Fault> {
    if values.is_empty() {
        return Err(Fault::Refused("the position of an extreme of no elements".into()));
    }
    let mut best = 0;
    for index in 1..values.len() {
        if !is_nan(&values[best]) && (is_nan(&values[index]) || before(&values[index], &values[best])) {
            best = index;
        }
    }
    Ok(Scalar::new(best as i64))
}

fn less(a: &Scalar, b: &Scalar) -> bool {
    let row = const { RowId::named("less") };
    apply(row, a.dtype(), &[*a, *b]).expect("every dtype is ordered")[0].get()
}

fn is_nan(value: &Scalar) -> bool {
    let parts: c128 = value.get();
    parts.re.is_nan() || parts.im.is_nan()
}

/// The sum of squared distances from the mean, in two sweeps.
fn deviations(dtype: DType, values: &[Scalar]) -> Scalar {
    let parts: Vec<c128> = values.iter().map(Scalar::get).collect();
    let mean = sum(parts.iter().copied()) / values.len().max(1) as f64;
    let squares = parts.iter().map(|part| c128::new((part - mean).norm_sqr(), 0.0));
    Scalar::new(sum(squares).re).cast(dtype.real())
}
