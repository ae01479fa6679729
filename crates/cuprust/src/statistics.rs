//! Means, variances and their kin, composed of reductions and rows so that they fuse.

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType, Kind, Scalar, promote};
use cuprust_ops::{Reduction, RowId};

use crate::Array;
use crate::elementwise::{self, Argument, MapOptions, map};
use crate::reduction::{ReduceOptions, fold, named};

/// What may be said of [`Array::mean`], [`Array::var`], [`Array::std`] and their `nan` kin.
#[derive(Clone, Copy, Default)]
pub struct MomentOptions<'a> {
    /// The axes to reduce; all where there is none.
    pub axes: Option<&'a [i64]>,
    /// The dtype to compute in, and of the result. Where there is none: float64 for integers and bool, else the
    /// operand's own, the half types being computed in float32.
    pub dtype: Option<DType>,
    /// The array to write to.
    pub out: Option<&'a Array>,
    /// Whether reduced axes stay, with extent one.
    pub keepdims: bool,
    /// A bool array: only elements where it is true take part.
    pub mask: Option<&'a Array>,
    /// What is taken from the number of elements before a variance is divided by it: NumPy's `ddof` or `correction`.
    pub ddof: f64,
}

const ADD: RowId = RowId::named("add");
const CHOICE: RowId = RowId::named("where");
const DIVIDE: RowId = RowId::named("divide");
const ISNAN: RowId = RowId::named("isnan");

impl Array {
    /// The mean over axes. Integers give float64.
    ///
    /// # Errors
    /// As [`crate::reduction::reduce`].
    pub fn mean(&self, options: &MomentOptions) -> Result<Array> {
        let (wide, result) = moment_dtypes(self.dtype(), options.dtype);
        let sums =
            ReduceOptions { axes: options.axes, keepdims: options.keepdims, mask: options.mask, ..Default::default() };
        let sum = fold(Reduction::Fold(ADD), "mean", self, wide, &sums)?;
        match options.mask {
            None => quotient(&sum, Count::Number(self.reduced(options.axes)?), result, options.out),
            Some(mask) => quotient(&sum, Count::Array(&self.count_mask(mask, options)?), result, options.out),
        }
    }

    /// The variance over axes: the mean of squared distances from the mean. Complex arrays give a real one.
    ///
    /// # Errors
    /// As [`crate::reduction::reduce`].
    pub fn var(&self, options: &MomentOptions) -> Result<Array> {
        let (wide, result) = moment_dtypes(self.dtype(), options.dtype);
        let result = result.real();
        if options.mask.is_some() {
            return self.masked_var(options, wide, result);
        }
        let reduce = ReduceOptions { axes: options.axes, keepdims: options.keepdims, ..Default::default() };
        let sum = fold(Reduction::Deviations, "var", self, wide, &reduce)?;
        let count = (self.reduced(options.axes)? - options.ddof).max(0.0);
        quotient(&sum, Count::Number(count), result, options.out)
    }

    /// The standard deviation over axes: the square root of the variance.
    ///
    /// # Errors
    /// As [`crate::reduction::reduce`].
    pub fn std(&self, options: &MomentOptions) -> Result<Array> {
        let (wide, result) = moment_dtypes(self.dtype(), options.dtype);
        // The half types are rounded once, after the root.
        let variance = self.var(&MomentOptions { dtype: Some(wide), out: None, ..*options })?;
        let options = MapOptions { out: [options.out, None], casting: Casting::Unsafe, ..MapOptions::default() };
        let root = map(const { RowId::named("sqrt") }, &[Argument::Array(&variance)], &options)?.swap_remove(0);
        if options.out[0].is_some() || root.dtype() == result.real() { Ok(root) } else { root.astype(result.real()) }
    }

    /// The variance where a mask is true: about the mean of those elements, by two steps.
    fn masked_var(&self, options: &MomentOptions, wide: DType, result: DType) -> Result<Array> {
        let mask = options.mask.expect("a mask was given");
        let inner = MomentOptions { dtype: Some(wide), out: None, keepdims: true, ..*options };
        let mean = self.mean(&inner)?;
        let distance = elementwise::binary(const { RowId::named("subtract") }, &self.in_dtype(wide)?, &mean)?;
        let distance = if wide.is_complex() {
            elementwise::unary(const { RowId::named("absolute") }, &distance)?
        } else {
            distance
        };
        let square = elementwise::binary(const { RowId::named("multiply") }, &distance, &distance)?;
        let sums =
            ReduceOptions { axes: options.axes, keepdims: options.keepdims, mask: Some(mask), ..Default::default() };
        let sum = fold(Reduction::Fold(ADD), "var", &square, square.dtype(), &sums)?;
        let count = self.count_mask(mask, options)?;
        let less = [Argument::Array(&count), Argument::Scalar(Scalar::new(options.ddof))];
        let count = map(const { RowId::named("subtract") }, &less, &MapOptions::default())?.swap_remove(0);
        let floor = [Argument::Array(&count), Argument::Scalar(Scalar::new(0.0f64))];
        let count = map(const { RowId::named("maximum") }, &floor, &MapOptions::default())?.swap_remove(0);
        quotient(&sum, Count::Array(&count), result, options.out)
    }

    /// The weighted mean over axes, and the sum of the weights.
    ///
    /// # Errors
    /// A type error where weights of another shape come without an axis, a value error where their length is not that of
    /// the axis. Weights that sum to zero give NaN or infinity.
    pub fn average(&self, axes: Option<&[i64]>, weights: Option<&Array>, keepdims: bool) -> Result<(Array, Array)> {
        let Some(weights) = weights else {
            let mean = self.mean(&MomentOptions { axes, keepdims, ..Default::default() })?;
            let count = Scalar::new(self.reduced(axes)?).cast(mean.dtype());
            let counts = mean.full_like(count)?;
            return Ok((mean, counts));
        };
        let spread = if weights.shape() == self.shape() {
            weights.clone()
        } else {
            let Some(&[axis]) = axes else {
                return Err(Error::type_("Axis must be specified when shapes of a and weights differ."));
            };
            let axis = crate::normalize_axis(axis, self.ndim())?;
            if weights.ndim() != 1 || weights.shape()[0] != self.shape()[axis] {
                return Err(Error::value("Shape of weights must be consistent with shape of a along specified axis."));
            }
            let mut shape = vec![1; self.ndim()];
            shape[axis] = self.shape()[axis];
            weights.reshape(&shape)?.broadcast_to(self.shape())?
        };
        let both = promote(self.dtype(), spread.dtype());
        let wide = if both.is_inexact() { both } else { DType::F64 };
        let options = MapOptions { dtype: Some(wide), ..MapOptions::default() };
        let multiply = const { RowId::named("multiply") };
        let products = map(multiply, &[Argument::Array(self), Argument::Array(&spread)], &options)?.swap_remove(0);
        let reduce = ReduceOptions { axes, keepdims, ..Default::default() };
        let total = fold(Reduction::Fold(ADD), "average", &spread, wide, &reduce)?;
        let sum = fold(Reduction::Fold(ADD), "average", &products, wide, &reduce)?;
        Ok((elementwise::binary(DIVIDE, &sum, &total)?, total))
    }

    /// The largest less the smallest element over axes.
    ///
    /// # Errors
    /// As [`crate::reduction::reduce`].
    pub fn ptp(&self, options: &ReduceOptions) -> Result<Array> {
        let inner = ReduceOptions { out: None, ..*options };
        let (high, low) = (named("max", self, &inner)?, named("min", self, &inner)?);
        let options = MapOptions { out: [options.out, None], ..MapOptions::default() };
        let arguments = [Argument::Array(&high), Argument::Array(&low)];
        map(const { RowId::named("subtract") }, &arguments, &options).map(|mut outputs| outputs.swap_remove(0))
    }

    /// How many elements over axes are not zero, as int64.
    ///
    /// # Errors
    /// As [`crate::reduction::reduce`].
    pub fn count_nonzero(&self, axes: Option<&[i64]>, keepdims: bool) -> Result<Array> {
        let truth = self.in_dtype(DType::Bool)?;
        let options = ReduceOptions { axes, keepdims, ..Default::default() };
        fold(Reduction::Fold(ADD), "count_nonzero", &truth, DType::I64, &options)
    }

    /// The sum over axes of the elements that are not NaN.
    ///
    /// # Errors
    /// As [`crate::reduction::reduce`].
    pub fn nansum(&self, options: &ReduceOptions) -> Result<Array> {
        named("sum", &self.without_nan(0.0)?, options)
    }

    /// The product over axes of the elements that are not NaN.
    ///
    /// # Errors
    /// As [`crate::reduction::reduce`].
    pub fn nanprod(&self, options: &ReduceOptions) -> Result<Array> {
        named("prod", &self.without_nan(1.0)?, options)
    }

    /// The mean over axes of the elements that are not NaN.
    ///
    /// # Errors
    /// As [`crate::reduction::reduce`].
    pub fn nanmean(&self, options: &MomentOptions) -> Result<Array> {
        self.mean(&MomentOptions { mask: self.numbers(options.mask)?.as_ref().or(options.mask), ..*options })
    }

    /// The variance over axes of the elements that are not NaN; NaN where too few are left.
    ///
    /// # Errors
    /// As [`crate::reduction::reduce`].
    pub fn nanvar(&self, options: &MomentOptions) -> Result<Array> {
        self.var(&MomentOptions { mask: self.numbers(options.mask)?.as_ref().or(options.mask), ..*options })
    }

    /// The standard deviation over axes of the elements that are not NaN.
    ///
    /// # Errors
    /// As [`crate::reduction::reduce`].
    pub fn nanstd(&self, options: &MomentOptions) -> Result<Array> {
        self.std(&MomentOptions { mask: self.numbers(options.mask)?.as_ref().or(options.mask), ..*options })
    }

    /// Where the elements are numbers (and a mask is true, where there is one); none where the dtype has no NaN.
    fn numbers(&self, mask: Option<&Array>) -> Result<Option<Array>> {
        if !self.dtype().is_inexact() {
            return Ok(None);
        }
        let numbers = elementwise::unary(const { RowId::named("logical_not") }, &elementwise::unary(ISNAN, self)?)?;
        match mask {
            Some(mask) => elementwise::binary(const { RowId::named("logical_and") }, &numbers, mask).map(Some),
            None => Ok(Some(numbers)),
        }
    }

    fn without_nan(&self, instead: f64) -> Result<Array> {
        if !self.dtype().is_inexact() {
            return Ok(self.clone());
        }
        let nan = elementwise::unary(ISNAN, self)?;
        let instead = Scalar::new(instead).cast(self.dtype());
        let arguments = [Argument::Array(&nan), Argument::Scalar(instead), Argument::Array(self)];
        map(CHOICE, &arguments, &MapOptions::default()).map(|mut outputs| outputs.swap_remove(0))
    }

    /// This array, or a conversion where its dtype is another.
    pub(crate) fn in_dtype(&self, dtype: DType) -> Result<Array> {
        if self.dtype() == dtype { Ok(self.clone()) } else { self.astype(dtype) }
    }

    /// How many elements one result is made of.
    fn reduced(&self, axes: Option<&[i64]>) -> Result<f64> {
        let axes = crate::normalize_axes(axes, self.ndim())?;
        Ok((0..self.ndim()).filter(|&axis| axes.contains(axis)).map(|axis| self.shape()[axis] as f64).product())
    }

    /// How many elements of the mask, broadcast to this shape, are true over the axes, as float64.
    fn count_mask(&self, mask: &Array, options: &MomentOptions) -> Result<Array> {
        let mask = mask.broadcast_to(self.shape())?;
        let reduce = ReduceOptions { axes: options.axes, keepdims: options.keepdims, ..Default::default() };
        fold(Reduction::Fold(ADD), "mean", &mask, DType::F64, &reduce)
    }
}

enum Count<'a> {
    Number(f64),
    Array(&'a Array),
}

/// `sum / count` in the sum's dtype, written as `result`.
fn quotient(sum: &Array, count: Count, result: DType, out: Option<&Array>) -> Result<Array> {
    let own;
    let target = match out {
        Some(out) => out,
        None => {
            own = Array::empty(sum.shape(), result, sum.device())?;
            &own
        }
    };
    let count = match count {
        Count::Number(count) => Argument::Scalar(Scalar::new(count).cast(sum.dtype())),
        Count::Array(array) => Argument::Array(array),
    };
    // A count in float64 must not widen the quotient.
    let casting = if out.is_some() { Casting::SameKind } else { Casting::Unsafe };
    if let Some(out) = out
        && !cuprust_num::can_cast(result, out.dtype(), casting)
    {
        return Err(Error::type_(format!(
            "cannot cast the result from {result} to {} with casting rule 'same_kind'",
            out.dtype()
        )));
    }
    let options = MapOptions {
        out: [Some(target), None],
        dtype: Some(sum.dtype()),
        casting: Casting::Unsafe,
        ..MapOptions::default()
    };
    map(DIVIDE, &[Argument::Array(sum), count], &options).map(|mut outputs| outputs.swap_remove(0))
}

/// In which dtype a mean is computed, and which dtype it has.
fn moment_dtypes(operand: DType, wanted: Option<DType>) -> (DType, DType) {
    let result = match (wanted, operand.kind()) {
        (Some(dtype), _) => dtype,
        (None, Kind::Float | Kind::Complex) => operand,
        (None, _) => DType::F64,
    };
    let wide = match result {
        DType::F16 | DType::BF16 => DType::F32,
        dtype if dtype.is_inexact() => dtype,
        _ => DType::F64,
    };
    (wide, result)
}
