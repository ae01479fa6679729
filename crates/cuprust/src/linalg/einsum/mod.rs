//! Sums of products of arrays whose axes are named by letters: `einsum`.
//!
//! Operands are contracted two at a time: by a matrix product if both have axes of their own, and otherwise by an
//! elementwise product fused with its sum.

pub(crate) mod arguments;
mod labels;
mod path;

use cuprust_ir::{Dims, Error, Layout, Result};
use cuprust_num::{Casting, DType, can_cast, promote_all};

use super::accelerated::contract;
use super::multiply_into;
use crate::array::Order;
use crate::ufunc::casting::check_output;
use crate::ufunc::rows;
use crate::{Array, axis};

use labels::{Extents, Label, Labels};
pub use path::Path;

/// Options of `einsum`.
#[derive(Clone)]
pub struct Contraction<'a> {
    /// The array to write to.
    pub out: Option<&'a Array>,
    /// The dtype to compute in; by default the one to which the operands promote.
    pub dtype: Option<DType>,
    /// Which casts of operands and of the result are allowed.
    pub casting: Casting,
    /// The memory order of the result.
    pub order: Order,
    /// The order of contraction.
    pub path: Path,
}

impl Default for Contraction<'_> {
    fn default() -> Self {
        Contraction { out: None, dtype: None, casting: Casting::Safe, order: Order::K, path: Path::Greedy }
    }
}

/// Sums of products by labels of axes: `numpy.einsum`. Axes with one label are matched; labels that the result lacks
/// are summed over. For one operand without sums the result is a view.
///
/// ```
/// use cuprust::*;
/// use cuprust::linalg::einsum;
/// # fn main() -> Result<()> {
/// let (a, b) = (array![[1, 2], [3, 4]], array![10, 1]);
/// assert_eq!(einsum("ij,j->i", &[&a, &b])?.to_string(), "[12 34]");
/// assert_eq!(einsum("ii", &[&a])?.to_string(), "5");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a text that is not a list of labels or does not match the operands, and for extents that do not
/// match.
pub fn einsum(subscripts: &str, operands: &[&Array]) -> Result<Array> {
    einsum_with(subscripts, operands, &Contraction::default())
}

/// As [`einsum`], with options.
///
/// # Errors
/// As [`einsum`], a type error for a cast that is not allowed, and a value error for an `out` of another shape.
///
/// ```
/// # use cuprust::*;
/// let (a, x) = (array![[1, 2], [3, 4]], array![1, 1]);
/// let said = linalg::Contraction { dtype: Some(DType::F64), ..Default::default() };
/// assert_eq!(linalg::einsum_with("ij,j->i", &[&a, &x], &said)?.to_string(), "[3. 7.]");
/// # Ok::<(), Error>(())
/// ```
pub fn einsum_with(subscripts: &str, operands: &[&Array], options: &Contraction) -> Result<Array> {
    let Some(first) = operands.first() else {
        return Err(Error::value("must specify the einstein sum subscripts string and at least one operand"));
    };
    operands.iter().try_for_each(|own| first.check_device(own))?;
    let ranks: Vec<usize> = operands.iter().map(|own| own.ndim()).collect();
    let Labels { inputs, output } = Labels::parse(subscripts, &ranks)?;
    let shapes: Vec<&[i64]> = operands.iter().map(|own| own.shape()).collect();
    let extents = labels::extents(&inputs, &shapes)?;
    if let ([labels], None, true) = (&inputs[..], options.out, inputs[0].iter().all(|label| output.contains(label))) {
        // As in NumPy, a view is returned whatever dtype and order are requested.
        return diagonal(first, labels.clone()).map(|term| term.laid(&output));
    }
    // An `out` takes part in the promotion, as if it were an operand.
    let promoted = promote_all(operands.iter().copied().chain(options.out).map(Array::dtype)).unwrap_or(first.dtype());
    let dtype = options.dtype.unwrap_or(promoted);
    for (position, own) in operands.iter().enumerate() {
        if !can_cast(own.dtype(), dtype, options.casting) {
            let (from, rule) = (own.dtype(), options.casting.name());
            return Err(Error::type_(format!(
                "Iterator operand {position} dtype could not be cast from dtype('{from}') to dtype('{dtype}') according to the rule '{rule}'"
            )));
        }
    }
    let shape: Vec<i64> = output.iter().map(|label| extents[label]).collect();
    if let Some(out) = options.out {
        out.check_out("einsum", &shape, first.device())?;
        check_output("einsum", out, dtype, options.casting)?;
    }
    let steps = options.path.steps(&inputs, &output, &extents)?;
    let terms = operands.iter().zip(inputs).map(|(own, labels)| {
        let term = diagonal(own, labels)?.without_broadcast(&extents);
        Ok(Term { array: term.array.in_dtype(dtype)?, ..term })
    });
    let mut terms = terms.collect::<Result<Vec<_>>>()?;
    for step in steps {
        let mut consumed: Vec<Term> = step.iter().rev().map(|&position| terms.remove(position)).collect();
        let Some(mut product) = consumed.pop() else { continue };
        while let Some(next) = consumed.pop() {
            let is_kept = |label: &Label| {
                output.contains(label) || terms.iter().chain(&consumed).any(|other| other.labels.contains(label))
            };
            product = product.times(next, &is_kept)?;
        }
        terms.push(product);
    }
    let Some(last) = terms.pop() else { return Err(Error::runtime("an order of contraction leaves one operand")) };
    let result = last.summed(&|label| output.contains(label))?;
    let result = result.laid(&output);
    if let Some(out) = options.out {
        return result.into_out(Some(out));
    }
    let fortran = match options.order {
        Order::K => return Ok(result),
        Order::C => false,
        Order::F => true,
        Order::A => operands.iter().all(|own| own.layout().is_fortran() && !own.layout().is_contiguous()),
    };
    match fortran {
        true if !result.layout().is_fortran() => result.copy_ordered(dtype, Order::F),
        true => Ok(result),
        false => result.ascontiguous(),
    }
}

/// An operand, or the product of several, and the distinct labels of its axes.
struct Term {
    array: Array,
    labels: Vec<Label>,
}

/// An operand with equally labelled axes merged into one, its diagonal.
fn diagonal(array: &Array, labels: Vec<Label>) -> Result<Term> {
    let own = array.layout();
    let (mut shape, mut strides, mut once) = (Vec::new(), Vec::new(), Vec::<Label>::new());
    for (axis, label) in labels.into_iter().enumerate() {
        match once.iter().position(|other| *other == label) {
            None => {
                once.push(label);
                shape.push(own.shape[axis]);
                strides.push(own.strides[axis]);
            }
            Some(position) if shape[position] == own.shape[axis] => strides[position] += own.strides[axis],
            Some(position) => {
                return Err(Error::value(format!(
                    "dimensions in single operand for collapsing index '{}' don't match ({} != {})",
                    char::from(label.clamp(0, 127) as u8),
                    shape[position],
                    own.shape[axis]
                )));
            }
        }
    }
    let layout = Layout { shape: Dims::new(&shape), strides: Dims::new(&strides), offset: own.offset };
    Ok(Term { array: array.view_of(layout), labels: once })
}

impl Term {
    /// Removes axes of extent one whose label has another extent elsewhere.
    fn without_broadcast(self, extents: &Extents) -> Term {
        let own = self.array.layout();
        let kept: Vec<usize> =
            (0..self.labels.len()).filter(|&axis| own.shape[axis] == extents[&self.labels[axis]]).collect();
        if kept.len() == self.labels.len() {
            return self;
        }
        let pick = |values: &Dims| kept.iter().map(|&axis| values[axis]).collect::<Dims>();
        let layout = Layout { shape: pick(&own.shape), strides: pick(&own.strides), offset: own.offset };
        Term { array: self.array.view_of(layout), labels: kept.iter().map(|&axis| self.labels[axis]).collect() }
    }

    /// Sums over the axes whose label is not kept.
    fn summed(self, is_kept: &dyn Fn(&Label) -> bool) -> Result<Term> {
        let axes: Vec<i64> =
            (0..self.labels.len()).filter(|&at| !is_kept(&self.labels[at])).map(|at| at as i64).collect();
        if axes.is_empty() {
            return Ok(self);
        }
        let array = rows::sum(&self.array, axis(&axes[..]).dtype(self.array.dtype()))?;
        Ok(Term { array, labels: self.labels.into_iter().filter(|label| is_kept(label)).collect() })
    }

    /// The array with axes in the order of these labels, of extent one where it has none.
    fn laid(&self, labels: &[Label]) -> Array {
        let own = self.array.layout();
        let axis = |label: &Label| self.labels.iter().position(|other| other == label);
        let along = |values: &Dims, none: i64| -> Dims {
            labels.iter().map(|label| axis(label).map_or(none, |axis| values[axis])).collect()
        };
        self.array.view_of(Layout { shape: along(&own.shape, 1), strides: along(&own.strides, 0), offset: own.offset })
    }

    fn size(&self, labels: &[Label]) -> i64 {
        self.laid(labels).size()
    }

    /// The product with another term, summed over the labels that are not kept.
    fn times(self, other: Term, is_kept: &dyn Fn(&Label) -> bool) -> Result<Term> {
        let (first, second) = (self.labels.clone(), other.labels.clone());
        let a = self.summed(&|label| is_kept(label) || second.contains(label))?;
        let b = other.summed(&|label| is_kept(label) || first.contains(label))?;
        let (shared, own): (Vec<Label>, Vec<Label>) = a.labels.iter().partition(|label| b.labels.contains(label));
        let (batch, summed): (Vec<Label>, Vec<Label>) = shared.into_iter().partition(|label| is_kept(label));
        let others: Vec<Label> = b.labels.iter().copied().filter(|label| !a.labels.contains(label)).collect();
        let kept = [&batch[..], &own, &others].concat();
        if summed.is_empty() {
            return Ok(Term { array: rows::multiply(&a.laid(&kept), &b.laid(&kept))?, labels: kept });
        }
        let (m, k, n) = (a.size(&own), a.size(&summed), b.size(&others));
        let dtype = a.array.dtype();
        if m == 1 || n == 1 {
            // The half types are rounded once.
            let wide = crate::ufunc::casting::wide(dtype);
            let all = [&kept[..], &summed].concat();
            let products = rows::multiply(&a.laid(&all).in_dtype(wide)?, &b.laid(&all).in_dtype(wide)?)?;
            let axes: Vec<i64> = (kept.len() as i64..all.len() as i64).collect();
            let array = rows::sum(&products, axis(&axes[..]).dtype(wide))?.in_dtype(dtype)?;
            return Ok(Term { array, labels: kept });
        }
        if let Some(array) = contract((&a.array, &a.labels), (&b.array, &b.labels), &kept)? {
            return Ok(Term { array, labels: kept });
        }
        let count = a.size(&batch);
        let left = a.laid(&[&batch[..], &own, &summed].concat()).reshape([count, m, k])?;
        let right = b.laid(&[&batch[..], &summed, &others].concat()).reshape([count, k, n])?;
        let target = Array::empty([count, m, n], dtype, left.device())?;
        multiply_into(&target, &left, &right)?;
        let extents = |term: &Term, labels: &[Label]| term.laid(labels).shape().to_vec();
        let shape = [extents(&a, &batch), extents(&a, &own), extents(&b, &others)].concat();
        Ok(Term { array: target.reshape(&shape)?, labels: kept })
    }
}
