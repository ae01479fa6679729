//! The core axes of products: the arguments `axes`, `axis` and `keepdims` of NumPy's generalized ufuncs.

use cuprust_ir::{Axes, Dims, Error, Result};

use crate::{Array, MapOptions, Order, normalize_axis};

/// The core axes of the operands and of the result of a product; by default the last ones.
///
/// ```
/// # use cuprust::*;
/// # fn main() -> Result<()> {
/// let columns = ones((3, 2))?;
/// let axes = [Dims::new(&[0]), Dims::new(&[0])];
/// let cores = linalg::CoreAxes { axes: Some(&axes), ..Default::default() };
/// assert_eq!(linalg::VECDOT.apply(&columns, &columns, &cores, &MapOptions::default())?.to_string(), "[3. 3.]");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct CoreAxes<'a> {
    /// For each operand, and for the result, its core axes. Those of a result without core axes may be omitted.
    pub axes: Option<&'a [Dims]>,
    /// The one core axis that all operands have.
    pub axis: Option<i64>,
    /// Whether core axes that are summed over stay, with extent one.
    pub keepdims: bool,
}

/// A product as a generalized ufunc: the core axes that its operands and its result have.
#[derive(Debug)]
pub struct Product {
    name: &'static str,
    signature: &'static str,
    /// How many core axes each operand and the result have.
    cores: [usize; 3],
    /// How many distinct core axes there are.
    distinct: usize,
    /// Whether a vector may be passed for a matrix; the result then lacks the other core axis.
    vectors: bool,
    compute: fn(&Array, &Array, &MapOptions) -> Result<Array>,
}

/// `numpy.matmul`.
pub static MATMUL: Product = Product {
    name: "matmul",
    signature: "(n?,k),(k,m?)->(n?,m?)",
    cores: [2, 2, 2],
    distinct: 3,
    vectors: true,
    compute: super::matmul_with,
};

/// `numpy.vecdot`.
pub static VECDOT: Product = Product {
    name: "vecdot",
    signature: "(n),(n)->()",
    cores: [1, 1, 0],
    distinct: 1,
    vectors: false,
    compute: |a, b, options| super::vecdot(a, b, -1, false, options),
};

/// `numpy.matvec`.
pub static MATVEC: Product = Product {
    name: "matvec",
    signature: "(m,n),(n)->(m)",
    cores: [2, 1, 1],
    distinct: 2,
    vectors: false,
    compute: super::matvec,
};

/// `numpy.vecmat`.
pub static VECMAT: Product = Product {
    name: "vecmat",
    signature: "(n),(n,m)->(m)",
    cores: [1, 2, 1],
    distinct: 2,
    vectors: false,
    compute: super::vecmat,
};

impl Product {
    /// The product over these core axes.
    ///
    /// # Errors
    /// Those of the product; a type error for `axis` and `keepdims` where the product has other core axes than one
    /// shared by all operands, and for `axis` together with `axes`; a value error for too few or too many `axes`; an
    /// axis error for axes that the operands do not have.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (a, x, cores) = (array![[1, 3], [2, 4]], array![1, 1], linalg::CoreAxes::default());
    /// assert_eq!(linalg::MATVEC.apply(&a, &x, &cores, &MapOptions::default())?.to_string(), "[4 6]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn apply(&self, a: &Array, b: &Array, cores: &CoreAxes, options: &MapOptions) -> Result<Array> {
        if cores.axes.is_none() && cores.axis.is_none() && !cores.keepdims {
            return (self.compute)(a, b, options);
        }
        self.check(cores)?;
        let mut counts = self.cores;
        if self.vectors {
            for (operand, array) in [a, b].iter().enumerate() {
                if array.ndim() == 1 {
                    counts[operand] -= 1;
                    counts[2] -= 1;
                }
            }
        }
        if a.ndim() < counts[0] || b.ndim() < counts[1] {
            // The product itself raises the error.
            return (self.compute)(a, b, options);
        }
        counts[2] += usize::from(cores.keepdims);
        let out = options.out[0];
        let batch = (a.ndim() - counts[0]).max(b.ndim() - counts[1]);
        let rank = out.map_or(0, Array::ndim).max(batch + counts[2]);
        let core_axes_of = self.core_axes_of(cores, counts, [a.ndim(), b.ndim(), rank])?;
        let last = |array: &Array, core_axes_of: &[i64]| {
            array.moveaxis(core_axes_of, (-(core_axes_of.len() as i64)..0).collect::<Vec<_>>())
        };
        let out = match out {
            Some(out) => {
                let moved = last(out, &core_axes_of[2])?;
                Some(if cores.keepdims { moved.squeeze(-1)? } else { moved })
            }
            None => None,
        };
        let options = MapOptions { out: crate::ufunc::single_output(out.as_ref()), ..*options };
        let result = (self.compute)(&last(a, &core_axes_of[0])?, &last(b, &core_axes_of[1])?, &options)?;
        if out.is_some() {
            return Ok(result);
        }
        let result = if cores.keepdims { result.expand_dims(-1)? } else { result };
        let moved = result.moveaxis((-(core_axes_of[2].len() as i64)..0).collect::<Vec<_>>(), &core_axes_of[2])?;
        match options.order {
            Order::F => moved.copy_ordered(moved.dtype(), Order::F),
            _ => moved.ascontiguous(),
        }
    }

    /// Checks whether `axis` and `keepdims` are allowed for this product.
    fn check(&self, cores: &CoreAxes) -> Result<()> {
        let Product { name, signature, distinct, .. } = self;
        if cores.axis.is_some() {
            if cores.axes.is_some() {
                return Err(Error::type_("cannot specify both 'axis' and 'axes'"));
            }
            if *distinct != 1 {
                return Err(Error::type_(format!(
                    "{name}: axis can only be used with a single shared core dimension, not with the {distinct} distinct ones implied \
                     by signature {signature}."
                )));
            }
        }
        let [first, second, result] = self.cores;
        let other = if second != first { Some(("input 1", second)) } else { Some(("output 0", result)) };
        match other.filter(|&(_, count)| cores.keepdims && (second != first || count != 0)) {
            None => Ok(()),
            Some((which, count)) => Err(Error::type_(format!(
                "{name} does not support keepdims: its signature {signature} requires {which} to have {count} core dimensions, but \
                 keepdims can only be used when all inputs have the same number of core dimensions and all outputs have no core \
                 dimensions."
            ))),
        }
    }

    /// The core axes of the operands and of the result, by their counts and the ranks of the arrays.
    fn core_axes_of(&self, cores: &CoreAxes, counts: [usize; 3], ranks: [usize; 3]) -> Result<[Vec<i64>; 3]> {
        let ending = |count: usize| (-(count as i64)..0).collect::<Vec<_>>();
        let mut named = counts.map(ending);
        if let Some(axis) = cores.axis {
            named = counts.map(|count| vec![axis; count]);
        }
        if let Some(axes) = cores.axes {
            let may_lack = self.cores[2] == 0;
            if axes.len() != 3 && !(may_lack && axes.len() == 2) {
                return Err(Error::value(
                    "axes should be a list with an entry for all 3 inputs and outputs; entries for outputs can only be omitted if none \
                     of them has core axes.",
                ));
            }
            for (operand, own) in axes.iter().enumerate() {
                if own.len() != counts[operand] {
                    let (name, count, axis_count) = (self.name, counts[operand], own.len());
                    return Err(Error::axis(format!(
                        "{name}: operand {operand} has {count} core dimensions, but {axis_count} dimensions are specified by axes tuple."
                    )));
                }
                named[operand] = own.to_vec();
            }
        }
        for (operand, own) in named.iter_mut().enumerate() {
            let mut seen = Axes::default();
            for axis in own {
                let position = normalize_axis(*axis, ranks[operand])?;
                if seen.contains(position) {
                    return Err(Error::value(format!("axes item {operand} has value {axis} repeated")));
                }
                seen = seen.with(position);
                *axis = position as i64;
            }
        }
        Ok(named)
    }
}
