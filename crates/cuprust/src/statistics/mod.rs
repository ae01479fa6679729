//! Means, variances and their kin, composed of reductions and rows so that they fuse.

pub(crate) mod table;

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType, Scalar, promote};
use cuprust_ops::{Reduction, RowId};

use crate::Array;
use crate::ufunc::casting::{check_mask, check_output};
use crate::ufunc::reduction::{ReduceOptions, fold, named};
use crate::ufunc::{self, Argument, MapOptions, map};

/// What may be said of [`Array::mean`], [`Array::var`], [`Array::std`] and their `nan` kin.
#[derive(Clone, Copy, Default)]
pub struct MomentOptions<'a> {
    /// The axes to reduce; all where there is none.
    pub axes: Option<&'a [i64]>,
    /// The dtype to add up in, and of the result. Where there is none: float64 for integers and bool, else the
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
    /// As [`crate::ufunc::reduction::reduce`].
    pub fn mean(&self, options: &MomentOptions) -> Result<Array> {
        let (sum, count) = self.sum_and_count(options, mean_dtype(self.dtype(), options.dtype))?;
        let result = options.dtype.unwrap_or_else(|| moment_dtype(self.dtype()));
        quotient("mean", &sum, count, result, options.out)
    }

    /// The variance over axes: the mean of squared distances from the mean. Complex arrays give a real one, where no dtype is
    /// named.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    pub fn var(&self, options: &MomentOptions) -> Result<Array> {
        self.variance(options, options.dtype.unwrap_or_else(|| moment_dtype(self.dtype()).real()), Few::Zero)
    }

    /// The standard deviation over axes: the square root of the variance.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`], and a type error where a dtype of integers is named that is to hold several roots.
    pub fn std(&self, options: &MomentOptions) -> Result<Array> {
        self.deviation(options, Few::Zero)
    }

    fn deviation(&self, options: &MomentOptions, few: Few) -> Result<Array> {
        // The half types are rounded once, after the root.
        let computed = options.dtype.unwrap_or_else(|| wide(moment_dtype(self.dtype())).real());
        let variance = self.variance(&MomentOptions { out: None, ..*options }, computed, few)?;
        if let Some(out) = options.out {
            out.check_out("std", variance.shape(), variance.device())?;
        }
        let result = options.dtype.unwrap_or_else(|| moment_dtype(self.dtype()).real());
        let own = if result.is_inexact() || variance.ndim() == 0 { None } else { Some(&variance) };
        // As NumPy: roots of integers are written in their place, which they do not fit, while a single one is converted.
        let casting = if own.is_some() { Casting::SameKind } else { Casting::Unsafe };
        let root = MapOptions { out: [options.out.or(own), None], casting, ..MapOptions::default() };
        let root = map(const { RowId::named("sqrt") }, &[Argument::Array(&variance)], &root)?.swap_remove(0);
        if options.out.is_some() { Ok(root) } else { root.in_dtype(result) }
    }

    /// The variance, as an array of a dtype.
    fn variance(&self, options: &MomentOptions, result: DType, few: Few) -> Result<Array> {
        let named =
            options.dtype.is_some_and(|dtype| !dtype.is_inexact() || dtype.is_complex() != self.dtype().is_complex());
        if options.mask.is_some() || named {
            return self.variance_by_steps(options, result, few);
        }
        let computed =
            wide(options.dtype.map_or(moment_dtype(self.dtype()), |dtype| promote(moment_dtype(self.dtype()), dtype)));
        let reduce = ReduceOptions { axes: options.axes, keepdims: options.keepdims, ..Default::default() };
        let sum = fold(Reduction::SquaredDeviations, "var", self, computed, &reduce)?;
        let count = (self.reduced(options.axes)? - options.ddof).max(0.0);
        quotient("var", &sum, Count::Number(count), result, options.out)
    }

    /// The variance about the mean in two passes, as NumPy does it: for masks, and for dtypes whose sums are rounded to integers
    /// or gain or lose an imaginary part.
    fn variance_by_steps(&self, options: &MomentOptions, result: DType, few: Few) -> Result<Array> {
        let sums = options.dtype.unwrap_or_else(|| wide(moment_dtype(self.dtype())));
        let (sum, count) = self.sum_and_count(&MomentOptions { keepdims: true, ..*options }, sums)?;
        let mean = quotient("var", &sum, count, sums, None)?;
        let own = if options.dtype.is_some() { self.clone() } else { self.in_dtype(sums)? };
        let distance = ufunc::binary(const { RowId::named("subtract") }, &own, &mean)?;
        let distance = if self.dtype().is_complex() {
            ufunc::unary(const { RowId::named("absolute") }, &distance)?
        } else {
            distance
        };
        let square = ufunc::binary(const { RowId::named("multiply") }, &distance, &distance)?;
        let sums = options.dtype.unwrap_or(square.dtype());
        let (sum, count) = square.sum_and_count(options, sums)?;
        match count {
            Count::Number(count) => {
                quotient("var", &sum, Count::Number((count - options.ddof).max(0.0)), result, options.out)
            }
            Count::Array(count) => {
                let less = [Argument::Array(&count), Argument::Scalar(Scalar::new(options.ddof))];
                let count = map(const { RowId::named("subtract") }, &less, &MapOptions::default())?.swap_remove(0);
                let zero = Argument::Scalar(Scalar::new(0.0f64));
                let count = match few {
                    Few::Zero => ufunc::apply(const { RowId::named("maximum") }, &[Argument::Array(&count), zero])?,
                    Few::Nan => {
                        let enough = ufunc::apply(const { RowId::named("greater") }, &[Argument::Array(&count), zero])?;
                        let nan = Argument::Scalar(Scalar::new(f64::NAN));
                        ufunc::apply(CHOICE, &[Argument::Array(&enough), Argument::Array(&count), nan])?
                    }
                };
                quotient("var", &sum, Count::Array(count), result, options.out)
            }
        }
    }

    /// The sum over axes in a dtype, and of how many elements it is.
    fn sum_and_count(&self, options: &MomentOptions, dtype: DType) -> Result<(Array, Count)> {
        let sums =
            ReduceOptions { axes: options.axes, keepdims: options.keepdims, mask: options.mask, ..Default::default() };
        let sum = fold(Reduction::Fold(ADD), "mean", self, dtype, &sums)?;
        let count = match options.mask {
            None => Count::Number(self.reduced(options.axes)?),
            Some(mask) => Count::Array(self.count_mask(mask, options)?),
        };
        Ok((sum, count))
    }

    /// The weighted mean over axes, and the sum of the weights. Waits for the weights, to check their sums.
    ///
    /// # Errors
    /// A type error where weights of another shape come without axes, a value error where their shape is not that of the axes,
    /// a zero-division error where weights sum to zero, or where there is nothing to take a mean of.
    pub fn average(&self, axes: Option<&[i64]>, weights: Option<&Array>, keepdims: bool) -> Result<(Array, Array)> {
        let Some(weights) = weights else {
            let mean = self.mean(&MomentOptions { axes, keepdims, ..Default::default() })?;
            if mean.size() == 0 {
                return Err(Error::zero_division("average: division by zero: the result has no elements"));
            }
            let count = Scalar::new(self.reduced(axes)?).cast(mean.dtype());
            let counts = mean.full_like(count)?;
            return Ok((mean, counts));
        };
        let spread = self.spread_weights(axes, weights)?;
        let both = promote(self.dtype(), spread.dtype());
        let wide = if self.dtype().is_inexact() { both } else { promote(both, DType::F64) };
        let options = MapOptions { dtype: Some(wide), casting: Casting::Unsafe, ..MapOptions::default() };
        let multiply = const { RowId::named("multiply") };
        let products = map(multiply, &[Argument::Array(self), Argument::Array(&spread)], &options)?.swap_remove(0);
        let reduce = ReduceOptions { axes, keepdims, ..Default::default() };
        let total = fold(Reduction::Fold(ADD), "average", &spread, wide, &reduce)?;
        let zeros = ufunc::unary(const { RowId::named("logical_not") }, &total)?;
        if named("any", &zeros, &ReduceOptions::default())?.item()?.get::<bool>() {
            return Err(Error::zero_division("Weights sum to zero, can't be normalized"));
        }
        let sum = fold(Reduction::Fold(ADD), "average", &products, wide, &reduce)?;
        Ok((ufunc::binary(DIVIDE, &sum, &total)?, total))
    }

    /// Weights of this array's shape, or of that of the axes they belong to, broadcast to this array's shape.
    fn spread_weights(&self, axes: Option<&[i64]>, weights: &Array) -> Result<Array> {
        // Axes are checked also where they say nothing.
        crate::normalize_axes(axes, self.ndim())?;
        if weights.shape() == self.shape() {
            return Ok(weights.clone());
        }
        let Some(axes) = axes else {
            return Err(Error::type_("Axis must be specified when shapes of a and weights differ."));
        };
        let axes = axes.iter().map(|&axis| crate::normalize_axis(axis, self.ndim())).collect::<Result<Vec<_>>>()?;
        if weights.ndim() != axes.len()
            || !axes.iter().zip(weights.shape()).all(|(&axis, &own)| self.shape()[axis] == own)
        {
            return Err(Error::value("Shape of weights must be consistent with shape of a along specified axis."));
        }
        let mut order: Vec<i64> = (0..axes.len() as i64).collect();
        order.sort_by_key(|&place| axes[place as usize]);
        let shape: Vec<i64> =
            (0..self.ndim()).map(|axis| if axes.contains(&axis) { self.shape()[axis] } else { 1 }).collect();
        weights.transpose(Some(&order))?.reshape(&shape)?.broadcast_to(self.shape())
    }

    /// The largest less the smallest element over axes.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    pub fn ptp(&self, options: &ReduceOptions) -> Result<Array> {
        let inner = ReduceOptions { out: None, ..*options };
        let (high, low) = (named("max", self, &inner)?, named("min", self, &inner)?);
        if let Some(out) = options.out {
            out.check_out("ptp", high.shape(), high.device())?;
        }
        let options = MapOptions { out: [options.out, None], ..MapOptions::default() };
        let arguments = [Argument::Array(&high), Argument::Array(&low)];
        map(const { RowId::named("subtract") }, &arguments, &options).map(|mut outputs| outputs.swap_remove(0))
    }

    /// How many elements over axes are not zero, as int64.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    pub fn count_nonzero(&self, axes: Option<&[i64]>, keepdims: bool) -> Result<Array> {
        let truth = self.in_dtype(DType::Bool)?;
        let options = ReduceOptions { axes, keepdims, ..Default::default() };
        fold(Reduction::Fold(ADD), "count_nonzero", &truth, DType::I64, &options)
    }

    /// The sum over axes of the elements that are not NaN.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    pub fn nansum(&self, options: &ReduceOptions) -> Result<Array> {
        named("sum", &self.without_nan(0.0)?, options)
    }

    /// The product over axes of the elements that are not NaN.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    pub fn nanprod(&self, options: &ReduceOptions) -> Result<Array> {
        named("prod", &self.without_nan(1.0)?, options)
    }

    /// The mean over axes of the elements that are not NaN.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    pub fn nanmean(&self, options: &MomentOptions) -> Result<Array> {
        let Some(numbers) = self.numbers(options)? else { return self.mean(options) };
        self.mean(&MomentOptions { mask: Some(&numbers), ..*options })
    }

    /// The variance over axes of the elements that are not NaN; NaN where too few are left.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    pub fn nanvar(&self, options: &MomentOptions) -> Result<Array> {
        let Some(numbers) = self.numbers(options)? else { return self.var(options) };
        let result = options.dtype.unwrap_or(self.dtype().real());
        self.variance(&MomentOptions { mask: Some(&numbers), ..*options }, result, Few::Nan)
    }

    /// The standard deviation over axes of the elements that are not NaN.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    pub fn nanstd(&self, options: &MomentOptions) -> Result<Array> {
        let Some(numbers) = self.numbers(options)? else { return self.std(options) };
        self.deviation(&MomentOptions { mask: Some(&numbers), ..*options }, Few::Nan)
    }

    /// Where the elements are numbers (and a mask is true, where there is one); none where the dtype has no NaN. As in NumPy, an
    /// array that may have NaN gives its means in a dtype that may have it.
    fn numbers(&self, options: &MomentOptions) -> Result<Option<Array>> {
        if !self.dtype().is_inexact() {
            return Ok(None);
        }
        let given = options.dtype.or(options.out.map(|out| out.dtype()));
        if let Some(dtype) = given.filter(|dtype| !dtype.is_inexact()) {
            return Err(Error::type_(format!("{} elements may be NaN, and {dtype} does not hold it", self.dtype())));
        }
        let numbers = ufunc::unary(const { RowId::named("logical_not") }, &ufunc::unary(ISNAN, self)?)?;
        match options.mask {
            Some(mask) => {
                check_mask("mean", mask)?;
                ufunc::binary(const { RowId::named("logical_and") }, &numbers, mask).map(Some)
            }
            None => Ok(Some(numbers)),
        }
    }

    fn without_nan(&self, instead: f64) -> Result<Array> {
        if !self.dtype().is_inexact() {
            return Ok(self.clone());
        }
        let nan = ufunc::unary(ISNAN, self)?;
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

/// What stands for the number of elements less `ddof` where that is below zero: NumPy's `nanvar` also takes zero for too few.
#[derive(Clone, Copy)]
enum Few {
    Zero,
    Nan,
}

/// Of how many elements a sum is: the same number everywhere, or an array of float64.
enum Count {
    Number(f64),
    Array(Array),
}

/// `sum / count` in the sum's dtype, or for integers in float64, written as `result`.
fn quotient(name: &str, sum: &Array, count: Count, result: DType, out: Option<&Array>) -> Result<Array> {
    let computed = if sum.dtype().is_inexact() { sum.dtype() } else { DType::F64 };
    let own;
    let target = match out {
        Some(out) => {
            out.check_out(name, sum.shape(), sum.device())?;
            check_output(name, out, result, Casting::SameKind)?;
            out
        }
        None => {
            own = Array::empty(sum.shape(), result, sum.device())?;
            &own
        }
    };
    let count = match &count {
        Count::Number(count) => Argument::Scalar(Scalar::new(*count).cast(computed)),
        Count::Array(array) => Argument::Array(array),
    };
    // A count in float64 must not widen the quotient.
    let options = MapOptions {
        out: [Some(target), None],
        dtype: Some(computed),
        casting: Casting::Unsafe,
        ..MapOptions::default()
    };
    map(DIVIDE, &[Argument::Array(sum), count], &options).map(|mut outputs| outputs.swap_remove(0))
}

/// The dtype of a mean where none is named: float64 for integers and bool.
fn moment_dtype(operand: DType) -> DType {
    if operand.is_inexact() { operand } else { DType::F64 }
}

/// The dtype in which the elements of a mean are added up: the one that is named, and without one float32 for the half types.
fn mean_dtype(operand: DType, named: Option<DType>) -> DType {
    match named {
        Some(dtype) if dtype.is_inexact() => wide(dtype),
        Some(dtype) => dtype,
        None => wide(moment_dtype(operand)),
    }
}

/// The dtype in which sums of an inexact dtype are kept.
fn wide(dtype: DType) -> DType {
    match dtype {
        DType::F16 | DType::BF16 => DType::F32,
        dtype => dtype,
    }
}
