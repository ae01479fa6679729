//! A pair of values for each axis, as an argument.

use cuprust_ir::{Error, Result};

/// A pair of values for each axis, before and after: one value stands for both, and one pair for all axes.
#[derive(Debug, Clone)]
pub enum Pairs<T> {
    /// For all axes.
    All(T, T),
    /// For each axis; a single pair is for all.
    Each(Vec<(T, T)>),
    /// For named axes, negative ones counted from the last; for an axis named twice the last pair is used. The other
    /// axes have `rest`.
    Named {
        /// The axes and their pairs.
        axes: Vec<(i64, (T, T))>,
        /// Both values of every other axis.
        rest: T,
    },
}

impl<T: Copy> Pairs<T> {
    /// The pair of each of `rank` axes.
    ///
    /// # Errors
    /// A value error for another number of pairs than of axes, a type error for an empty mapping, an index error for an
    /// axis out of range.
    pub(crate) fn of(&self, rank: usize) -> Result<Vec<(T, T)>> {
        match self {
            &Pairs::All(before, after) => Ok(vec![(before, after); rank]),
            Pairs::Each(pairs) if pairs.len() == 1 => Ok(vec![pairs[0]; rank]),
            Pairs::Each(pairs) if pairs.len() == rank => Ok(pairs.clone()),
            Pairs::Each(pairs) => Err(Error::value(format!(
                "operands could not be broadcast together with remapped shapes [original->remapped]: ({},2)  and requested \
                 shape ({rank},2)",
                pairs.len()
            ))),
            Pairs::Named { axes, .. } if axes.is_empty() && rank == 0 => {
                Err(Error::type_("`pad_width` must be of integral type."))
            }
            Pairs::Named { axes, rest } => {
                let mut pairs = vec![(*rest, *rest); rank];
                for &(axis, pair) in axes {
                    let named = usize::try_from(if axis < 0 { axis + rank as i64 } else { axis });
                    let slot = named.ok().and_then(|axis| pairs.get_mut(axis));
                    *slot.ok_or_else(|| Error::index("list assignment index out of range"))? = pair;
                }
                Ok(pairs)
            }
        }
    }
}
