//! The arguments of a reduction: its axes alone, as in `x.sum(1)`, or with options, as in `x.sum(axis(1).keepdims())`.
//!
//! All options of a call are such a builder, which begins with the argument that they modify. It is converted to plain
//! options, such as `ReduceOptions`, before anything is recorded, and its type parameter says which family of functions
//! accepts it.

use cuprust_ir::{Dims, Result};
use cuprust_num::DType;

use super::argument::Argument;
use super::options::ReduceOptions;
use crate::Array;
use crate::array::{IntoAxes, Number, scalar_for};

/// The axes to reduce, and options of a reduction.
///
/// Anything that names axes converts to it: `1`, `-1`, `(0, 2)`, `[0, 2]`, `&axes[..]`, and `..` for all. [`axis`]
/// begins one with options. `E` has the options of one family of reductions: [`Over::initial`] is for sums, products
/// and extremes, [`Over::ddof`] for variances; elsewhere they do not compile.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let x = array![[1.0, 2.0], [3.0, 5.0]];
/// assert_eq!(x.sum(..)?.to_string(), "11.0");
/// assert_eq!(x.max(axis(1).keepdims())?.to_string(), "[[2.]\n [5.]]");
/// assert_eq!(x.var(axis(0).ddof(1.0))?.to_string(), "[2.  4.5]");
/// # Ok(())
/// # }
/// ```
///
/// ```compile_fail
/// # use cuprust::*;
/// array![1.0, 2.0].sum(axis(0).ddof(1.0));
/// ```
#[derive(Clone, Default)]
pub struct Over<'a, E = ()> {
    pub(crate) axes: Option<Dims>,
    pub(crate) dtype: Option<DType>,
    pub(crate) out: Option<&'a Array>,
    pub(crate) keepdims: bool,
    pub(crate) mask: Option<&'a Array>,
    pub(crate) extra: E,
}

/// The initial value of sums, products and extremes.
#[derive(Clone, Copy, Default)]
pub struct Initial<'a>(Option<Argument<'a>>);

impl From<Option<Number>> for Initial<'_> {
    #[inline]
    fn from(number: Option<Number>) -> Self {
        Initial(number.map(Argument::from))
    }
}

/// Options of a variance.
#[derive(Clone, Copy, Default)]
pub struct Variance<'a> {
    /// The number subtracted from the number of elements to give the divisor of the sum of squares.
    pub(crate) ddof: f64,
    /// The mean, if it is known.
    pub(crate) mean: Option<Argument<'a>>,
}

/// The axes of a reduction, to which options are added: `axis(1).keepdims()`.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(array![[1, 2], [3, 4]].sum(axis(0).dtype(DType::F64))?.to_string(), "[4. 6.]");
/// # Ok::<(), Error>(())
/// ```
#[inline]
pub fn axis<'a>(axes: impl IntoAxes) -> Over<'a> {
    Over { axes: axes.into_axes(), ..Over::default() }
}

impl<'a, E> Over<'a, E> {
    /// Keeps the reduced axes, with extent one.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].sum(axis(1).keepdims())?.to_string(), "[[3]\n [7]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn keepdims(self) -> Self {
        self.with_keepdims(true)
    }

    /// Sets whether reduced axes are kept, with extent one.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].sum(axis(1).with_keepdims(false))?.to_string(), "[3 7]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn with_keepdims(self, keepdims: bool) -> Self {
        Over { keepdims, ..self }
    }

    /// The dtype to accumulate in, and of the result.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2].sum(axis(0).dtype(DType::F32))?.dtype(), DType::F32);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn dtype(self, dtype: impl Into<Option<DType>>) -> Self {
        Over { dtype: dtype.into(), ..self }
    }

    /// The array to write to.
    ///
    /// ```
    /// # use cuprust::*;
    /// let out = zeros(2)?;
    /// array![[1.0, 2.0], [3.0, 4.0]].sum(axis(0).out(&out))?;
    /// assert_eq!(out.to_string(), "[4. 6.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn out(self, out: impl Into<Option<&'a Array>>) -> Self {
        Over { out: out.into(), ..self }
    }

    /// A bool array that broadcasts to the operand: only elements where it is true take part. NumPy's `where`.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2, 4].sum(axis(..).mask(&array![true, false, true]))?.to_string(), "5");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn mask(self, mask: impl Into<Option<&'a Array>>) -> Self {
        Over { mask: mask.into(), ..self }
    }

    pub(crate) fn with_extra<F>(self, extra: F) -> Over<'a, F> {
        let Over { axes, dtype, out, keepdims, mask, .. } = self;
        Over { axes, dtype, out, keepdims, mask, extra }
    }

    /// The options of a fold.
    #[inline]
    pub(crate) fn options(&self) -> ReduceOptions<'_> {
        ReduceOptions {
            axes: self.axes.as_deref(),
            dtype: self.dtype,
            out: self.out,
            keepdims: self.keepdims,
            initial: None,
            mask: self.mask,
        }
    }
}

impl<'a> Over<'a> {
    /// Sets the initial value.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2].sum(axis(..).initial(10))?.to_string(), "13");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn initial(self, initial: impl Into<Argument<'a>>) -> Over<'a, Initial<'a>> {
        self.with_extra(Initial(Some(initial.into())))
    }

    /// Sets the number subtracted from the number of elements to give the divisor of a variance: NumPy's `ddof` or
    /// `correction`.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, 3.0].var(axis(..).ddof(1.0))?.to_string(), "2.0");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn ddof(self, ddof: f64) -> Over<'a, Variance<'a>> {
        self.with_extra(Variance { ddof, mean: None })
    }
}

impl<'a> Over<'a, Variance<'a>> {
    /// Sets the mean of a variance, if it is known: NumPy's `mean`. It broadcasts with the array.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, 3.0].var(axis(..).ddof(0.0).about(2.0))?.to_string(), "1.0");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn about(mut self, mean: impl Into<Argument<'a>>) -> Over<'a, Variance<'a>> {
        self.extra.mean = Some(mean.into());
        self
    }
}

impl<'a> Over<'a, Initial<'a>> {
    /// The options of a fold of this dtype.
    ///
    /// # Errors
    /// For an initial number, as [`scalar_for`]; errors in computing an initial array of one element.
    pub(crate) fn started(&self, dtype: DType) -> Result<ReduceOptions<'_>> {
        let initial = match self.extra.0 {
            None => None,
            Some(Argument::Value(value)) => Some(scalar_for(value, dtype)?),
            Some(Argument::Scalar(scalar)) => Some(scalar),
            Some(Argument::Array(array)) => Some(array.item()?),
        };
        Ok(ReduceOptions { initial, ..self.options() })
    }
}

impl<'a, A: IntoAxes, E: Default> From<A> for Over<'a, E> {
    #[inline]
    fn from(axes: A) -> Self {
        axis(axes).with_extra(E::default())
    }
}

impl<'a> From<Over<'a>> for Over<'a, Initial<'a>> {
    fn from(over: Over<'a>) -> Self {
        over.with_extra(Initial::default())
    }
}

impl<'a> From<Over<'a>> for Over<'a, Variance<'a>> {
    fn from(over: Over<'a>) -> Self {
        over.with_extra(Variance::default())
    }
}
