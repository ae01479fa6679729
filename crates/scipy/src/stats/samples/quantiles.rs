//! Medians and other elements of sorted observations, of which the last ones may not count.

use cuprust::indexing::take_along_axis;
use cuprust::{DType, full, shape};

use cuprust_ir::{Error, Result};

use super::observations::Sample;
use super::ranks::last_axis_indices;
use crate::stats::terms::Term;

/// The elements of sorted observations at indices along the last axis, one of each sample. Indices beyond the ends are
/// clipped.
pub(in crate::stats) fn at_index(sorted: &Term, position: &Term) -> Term {
    sorted.with(|sorted| {
        let mut extents = sorted.shape().to_vec();
        let last = extents.len() - 1;
        if extents[last] == 0 {
            extents[last] = 1;
            return full(shape(&extents[..]).dtype(sorted.dtype()).on(sorted.device()), f64::NAN);
        }
        let position = position.maximum(0.0).minimum(extents[last] as f64 - 1.0);
        extents[last] = 1;
        let position = match position {
            Term::Number(number) => full(shape(()).dtype(DType::I64).on(sorted.device()), number as i64)?,
            position => position.is_nan().choose(0.0, &position).done(DType::I64)?,
        };
        take_along_axis(sorted, &position.broadcast_to(&extents[..])?, -1)
    })
}

/// The median of the first `count` observations: NaN if there is none.
pub(in crate::stats) fn median(sorted: &Term, count: &Term) -> Term {
    let [low, high] =
        [((count - 1.0) * 0.5).floor(), (count * 0.5).floor()].map(|position| at_index(sorted, &position));
    // Halves first, so that the sum does not overflow.
    let middle = low.equals(&high).choose(&low, &low * 0.5 + &high * 0.5);
    middle.nan_where(count.equals(0.0))
}

/// The mean of a sample without a share of its least and of its greatest observations.
///
/// # Errors
/// A value error for a share of which more observations than there are would be left out. This waits for the numbers of
/// observations where they differ and the share is above one half.
pub(in crate::stats) fn trimmed_mean(sample: &Sample, share: f64) -> Result<Term> {
    let n = sample.n();
    let cut = (&n * share).floor();
    if share > 0.5 && !(&cut * 2.0).le(&n).all()? {
        return Err(Error::value("Proportion too big."));
    }
    let position = Term::from(last_axis_indices(&sample.values));
    let kept = position.ge(&cut).and(position.lt(&n - &cut));
    Ok(kept.choose(Term::from(sample.sorted()), 0.0).sum(None) / (&n - &cut * 2.0))
}
