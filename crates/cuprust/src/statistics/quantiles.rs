//! Medians and quantiles over axes, and their variants that ignore NaN.
//!
//! The reduced axes are merged into one, along which elements are selected; elements with weights are sorted.

use cuprust_ir::{Dims, Error, Result};
use cuprust_num::{Casting, DType, Scalar, can_cast};
use cuprust_reserve::{collected, copied};

use crate::creation::{full, positions, shape};
use crate::indexing::take_along_axis;
use crate::manipulation::stack;
use crate::math::cumsum;
use crate::sorting::{argsort, nan_where_last_is, order_statistics};
use crate::table::{ArgumentValue, Kind, Reals, Type, Typed};
use crate::ufunc::casting::{cannot_cast, check_output, wide_inexact};
use crate::ufunc::over::Over;
use crate::ufunc::rows;
use crate::ufunc::where_;
use crate::{Array, NumPy, normalize_axes};

/// How a quantile between two elements is computed: NumPy's `method`, after Hyndman and Fan, "Sample Quantiles in
/// Statistical Packages", The American Statistician 50 (1996).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// The first element whose share of the sorted elements reaches the quantile.
    InvertedCdf,
    /// The same, with the mean of two elements if the share is reached exactly.
    AveragedInvertedCdf,
    /// The nearest element by share; for a tie the even one.
    ClosestObservation,
    /// Linear interpolation in the shares.
    InterpolatedInvertedCdf,
    /// Interpolation with an element's share at its middle.
    Hazen,
    /// Interpolation as if there were one more element.
    Weibull,
    /// Interpolation with the first element at 0 and the last at 1.
    #[default]
    Linear,
    /// Interpolation that is approximately median-unbiased for any distribution.
    MedianUnbiased,
    /// Interpolation that is approximately unbiased for the normal distribution.
    NormalUnbiased,
    /// As [`Method::Linear`], the lower of the two elements.
    Lower,
    /// As [`Method::Linear`], the higher of the two elements.
    Higher,
    /// As [`Method::Linear`], the mean of the two elements.
    Midpoint,
    /// As [`Method::Linear`], the nearer of the two elements; for a tie the even one.
    Nearest,
}

impl Method {
    /// Each method and its name.
    const NAMES: [(Method, &'static str); 13] = [
        (Method::InvertedCdf, "inverted_cdf"),
        (Method::AveragedInvertedCdf, "averaged_inverted_cdf"),
        (Method::ClosestObservation, "closest_observation"),
        (Method::InterpolatedInvertedCdf, "interpolated_inverted_cdf"),
        (Method::Hazen, "hazen"),
        (Method::Weibull, "weibull"),
        (Method::Linear, "linear"),
        (Method::MedianUnbiased, "median_unbiased"),
        (Method::NormalUnbiased, "normal_unbiased"),
        (Method::Lower, "lower"),
        (Method::Higher, "higher"),
        (Method::Midpoint, "midpoint"),
        (Method::Nearest, "nearest"),
    ];

    /// The method by its name in NumPy.
    ///
    /// # Errors
    /// A value error for another name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(statistics::Method::from_name("midpoint")?, statistics::Method::Midpoint);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_name(name: &str) -> Result<Method> {
        Method::NAMES.iter().find(|(_, own)| *own == name).map(|(method, _)| *method).ok_or_else(|| {
            let names: Vec<&str> = Method::NAMES.iter().map(|(_, name)| *name).collect();
            Error::value(format!("'{name}' is not a valid method. Use one of: {}", names.join(", ")))
        })
    }

    /// Whether quantiles are always elements, without interpolation.
    fn is_discrete(self) -> bool {
        matches!(
            self,
            Method::InvertedCdf | Method::ClosestObservation | Method::Lower | Method::Higher | Method::Nearest
        )
    }

    /// The positions of quantiles among `n` sorted elements, counted from zero: between two elements where fractional.
    /// `n` and `q` have one dtype and broadcast.
    fn position(self, n: &Array, q: &Array) -> Result<Array> {
        let steps = || rows::multiply(&rows::subtract(n, 1.0)?, q);
        let of_shares = || rows::subtract(&rows::multiply(n, q)?, 1.0);
        let between = |alpha: f64, beta: f64| {
            let shift = rows::add(&rows::multiply(q, 1.0 - alpha - beta)?, alpha - 1.0)?;
            rows::add(&rows::multiply(n, q)?, &shift)
        };
        match self {
            Method::InvertedCdf => rows::ceil(&of_shares()?),
            Method::ClosestObservation => {
                // The nearer one, and for a tie the one with an odd index from zero.
                let share = rows::subtract(&of_shares()?, 0.5)?;
                let before = rows::floor(&share)?;
                let odd = rows::equal(&rows::remainder(&before, 2.0)?, 1.0)?;
                let exact = rows::equal(&share, &before)?;
                where_(&rows::logical_and(&exact, &odd)?, &before, &rows::add(&before, 1.0)?)
            }
            Method::AveragedInvertedCdf => of_shares(),
            Method::InterpolatedInvertedCdf => between(0.0, 1.0),
            Method::Hazen => between(0.5, 0.5),
            Method::Weibull => between(0.0, 0.0),
            Method::MedianUnbiased => between(1.0 / 3.0, 1.0 / 3.0),
            Method::NormalUnbiased => between(3.0 / 8.0, 3.0 / 8.0),
            Method::Linear => steps(),
            Method::Lower => rows::floor(&steps()?),
            Method::Higher => rows::ceil(&steps()?),
            Method::Midpoint => {
                let steps = steps()?;
                rows::multiply(&rows::add(&rows::floor(&steps)?, &rows::ceil(&steps)?)?, 0.5)
            }
            Method::Nearest => rows::rint(&steps()?),
        }
    }

    /// Whether all quantiles are elements.
    fn gives_elements(self, q: &Quantiles) -> bool {
        self.is_discrete() || self == Method::Linear && q.whole
    }

    /// The weight of the second of two elements in a quantile, for a position this far after the first.
    fn weight(self, fraction: &Array) -> Result<Array> {
        let exact = || rows::equal(fraction, 0.0);
        match self {
            Method::AveragedInvertedCdf => where_(&exact()?, 0.5, Scalar::new(1.0)),
            Method::Midpoint => where_(&exact()?, 0.0, Scalar::new(0.5)),
            _ => Ok(fraction.clone()),
        }
    }
}

/// The requested quantiles: a number from 0 to 1, or several.
#[derive(Debug, Clone)]
pub struct Quantiles {
    pub(crate) shape: Dims,
    pub(crate) values: Vec<f64>,
    /// The dtype of numbers in an array, float64 for integers; `None` for one number of the host language, a weak
    /// scalar.
    pub(crate) dtype: Option<DType>,
    /// Whether they are integers, whose quantiles are elements.
    pub(crate) whole: bool,
}

impl Quantiles {
    /// Quantiles in a shape: numbers of a dtype, or a weak scalar of a host language. Quantiles at integers are
    /// elements.
    ///
    /// ```
    /// # use cuprust::*;
    /// let q = statistics::Quantiles::new(Dims::new(&[2, 1]), vec![0.0, 0.5], Some(DType::F64));
    /// assert_eq!(array![1.0, 2.0, 3.0].quantile(q, ..)?.to_string(), "[[1.]\n [2.]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new(shape: Dims, values: Vec<f64>, dtype: Option<DType>) -> Quantiles {
        let whole = dtype.is_some_and(|dtype| !dtype.is_inexact());
        Quantiles { shape, values, dtype: dtype.map(|dtype| if whole { DType::F64 } else { dtype }), whole }
    }

    /// A weak scalar of a host language.
    ///
    /// ```
    /// # use cuprust::*;
    /// let q = statistics::Quantiles::weak(0.5, false);
    /// assert_eq!(array![1.0f32, 2.0].quantile(q, ..)?.dtype(), DType::F32);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn weak(value: f64, whole: bool) -> Quantiles {
        Quantiles { shape: Dims::EMPTY, values: vec![value], dtype: None, whole }
    }

    /// Percentiles converted to quantiles in their dtype.
    pub(crate) fn of_hundred(mut self) -> Quantiles {
        let dtype = self.dtype.unwrap_or(DType::F64);
        self.values.iter_mut().for_each(|value| *value = Scalar::new(*value / 100.0).cast(dtype).get());
        Quantiles { whole: false, ..self }
    }

    /// # Errors
    /// A value error for one outside of 0 to 1.
    fn check(&self) -> Result<()> {
        match self.values.iter().all(|value| (0.0..=1.0).contains(value)) {
            true => Ok(()),
            false => Err(Error::value("Quantiles must be in the range [0, 1]")),
        }
    }
}

impl From<f64> for Quantiles {
    fn from(value: f64) -> Quantiles {
        Quantiles::weak(value, false)
    }
}

impl From<&[f64]> for Quantiles {
    fn from(values: &[f64]) -> Quantiles {
        Quantiles::new(Dims::new(&[values.len() as i64]), values.to_vec(), Some(DType::F64))
    }
}

impl<const N: usize> From<[f64; N]> for Quantiles {
    fn from(values: [f64; N]) -> Quantiles {
        values[..].into()
    }
}

impl<'a> Typed<'a> for Quantiles {
    const TYPE: Type = Type::of(Kind::Reals);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Quantiles> {
        let ArgumentValue::Reals(reals) = argument else { return None };
        let Reals { shape, values, dtype, whole } = &**reals;
        Some(match (&values[..], dtype) {
            (&[value], None) => Quantiles::weak(value, *whole),
            _ => Quantiles::new(shape.clone(), values.clone(), *dtype),
        })
    }
}

/// Options of a quantile in addition to its axes.
#[derive(Clone, Copy, Default)]
pub struct Interpolation<'a> {
    method: Method,
    weights: Option<&'a Array>,
}

impl<'a> Over<'a> {
    /// Sets how a quantile between two elements is computed.
    ///
    /// ```
    /// # use cuprust::*;
    /// let x = array![1, 2, 3, 4];
    /// assert_eq!(x.quantile(0.5, axis(..).method(statistics::Method::Lower))?.to_string(), "2");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn method(self, method: Method) -> Over<'a, Interpolation<'a>> {
        self.weighted(method, None)
    }

    /// Sets the method and weights of elements: of the array's shape, or of the axes'. They are supported by
    /// [`Method::InvertedCdf`] only.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (x, weights) = (array![1.0, 2.0, 3.0], array![1.0, 1.0, 4.0]);
    /// let over = axis(0).weighted(statistics::Method::InvertedCdf, &weights);
    /// assert_eq!(x.quantile(0.5, over)?.to_string(), "3.0");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn weighted(self, method: Method, weights: impl Into<Option<&'a Array>>) -> Over<'a, Interpolation<'a>> {
        self.with_extra(Interpolation { method, weights: weights.into() })
    }
}

impl<'a> From<Over<'a>> for Over<'a, Interpolation<'a>> {
    fn from(over: Over<'a>) -> Self {
        over.method(Method::default())
    }
}

impl Array {
    /// The median over axes: `x.median(..)`, `x.median(axis(1).keepdims())`. For an even number it is the mean of the
    /// two middle elements; if an element is NaN it is NaN. Integers give float64.
    ///
    /// ```
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let x = array![[1, 7, 3], [2, 4, 9]];
    /// assert_eq!(x.median(1)?.to_string(), "[3. 4.]");
    /// assert_eq!(x.median(..)?.to_string(), "3.5");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// An axis error for an axis out of range, a value error for an `out` of another shape.
    pub fn median<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        let over = over.into();
        let rows = Rows::of(self, &over)?;
        if rows.count == 0 {
            return rows.finish("median", rows.elements.mean(-1)?, None, &over);
        }
        let (first, count) = ((rows.count - 1) / 2, 2 - rows.count % 2);
        let ranks = positions(&[count], first, &[1], DType::I64, self.device())?;
        rows.finish("median", order_statistics(&rows.elements, &ranks, true)?.mean(-1)?, None, &over)
    }

    /// The median over axes of the elements that are not NaN; NaN where there are none.
    ///
    /// # Errors
    /// As [`Array::median`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, f64::NAN, 2.0].nanmedian(..)?.to_string(), "1.5");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn nanmedian<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        let over = over.into();
        if !self.dtype().is_inexact() {
            return self.median(over);
        }
        let rows = Rows::of(self, &over)?;
        if rows.count == 0 {
            return rows.finish("nanmedian", rows.elements.mean(-1)?, None, &over);
        }
        let numbers = with_axis(&count_numbers(&rows.elements)?);
        // The number of elements less one, and the number.
        let ends = rows::add(&numbers, &positions(&[2], -1, &[1], DType::I64, self.device())?)?;
        let ranks = rows::floor_divide(&rows::maximum(&ends, 0)?, 2)?;
        rows.finish("nanmedian", order_statistics(&rows.elements, &ranks, false)?.mean(-1)?, None, &over)
    }

    /// Quantiles over axes: `x.quantile(0.9, 1)`, `x.quantile([0.25, 0.75], axis(0).method(Method::Lower))`. Their axes
    /// precede those of the array. If an element is NaN they are NaN.
    ///
    /// ```
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let x = array![4.0, 1.0, 3.0, 2.0];
    /// assert_eq!(x.quantile([0.0, 0.5], ..)?.to_string(), "[1.  2.5]");
    /// assert_eq!(x.quantile(0.5, axis(0).method(statistics::Method::Lower))?.to_string(), "2.0");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for a quantile outside of 0 to 1 and for weights with another method than [`Method::InvertedCdf`],
    /// negative ones, or of another shape; a type error for complex numbers; an axis error for an axis out of range.
    pub fn quantile<'a>(&self, q: impl Into<Quantiles>, over: impl Into<Over<'a, Interpolation<'a>>>) -> Result<Array> {
        let (q, over) = (q.into(), over.into());
        let Interpolation { method, weights } = over.extra;
        // As in NumPy, whose last interpolation step is a ufunc that writes to `out`.
        if let (Some(out), None) = (over.out, weights) {
            if !method.gives_elements(&q) {
                check_output("quantile", out, wide_inexact(self.dtype()), Casting::SameKind)?;
            } else if NumPy::followed() >= NumPy(2, 5) {
                check_output("quantile", out, self.dtype(), Casting::SameKind)?;
            } else if !can_cast(out.dtype(), self.dtype(), Casting::Safe) {
                // The selected elements are written to `out`, whose dtype must be castable to the array's.
                return Err(cannot_cast(out.dtype(), self.dtype(), Casting::Safe));
            }
        }
        self.quantile_of(&q, &over, false)
    }

    /// Quantiles over axes of the elements that are not NaN; NaN where there are none.
    ///
    /// # Errors
    /// As [`Array::quantile`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, f64::NAN, 2.0].nanquantile(0.5, ..)?.to_string(), "1.5");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn nanquantile<'a>(
        &self,
        q: impl Into<Quantiles>,
        over: impl Into<Over<'a, Interpolation<'a>>>,
    ) -> Result<Array> {
        let (q, over) = (q.into(), over.into());
        q.check()?;
        if self.size() == 0 && !self.dtype().is_complex() {
            // As in NumPy, which does not check the quantiles then.
            return self.nanmean(over.with_extra(()));
        }
        self.quantile_of(&q, &over, self.dtype().is_inexact())
    }

    /// Percentiles over axes: quantiles from 0 to 100.
    ///
    /// # Errors
    /// As [`Array::quantile`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, 2.0, 3.0].percentile([0.0, 50.0], ..)?.to_string(), "[1. 2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn percentile<'a>(
        &self,
        q: impl Into<Quantiles>,
        over: impl Into<Over<'a, Interpolation<'a>>>,
    ) -> Result<Array> {
        self.quantile(q.into().of_hundred(), over)
    }

    /// Percentiles over axes of the elements that are not NaN; NaN where there are none.
    ///
    /// # Errors
    /// As [`Array::quantile`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, f64::NAN, 3.0].nanpercentile(50.0, ..)?.to_string(), "2.0");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn nanpercentile<'a>(
        &self,
        q: impl Into<Quantiles>,
        over: impl Into<Over<'a, Interpolation<'a>>>,
    ) -> Result<Array> {
        self.nanquantile(q.into().of_hundred(), over)
    }

    /// Quantiles; with `skip`, of the elements that are not NaN.
    fn quantile_of(&self, q: &Quantiles, over: &Over<'_, Interpolation<'_>>, skip: bool) -> Result<Array> {
        q.check()?;
        if self.dtype().is_complex() {
            return Err(Error::type_("a must be an array of real numbers"));
        }
        let Interpolation { method, weights } = over.extra;
        let rows = Rows::of(self, over)?;
        let result = match weights {
            Some(weights) => rows.weighted_quantiles(self, q, method, weights, over, skip)?,
            None => rows.quantiles(q, method, skip)?,
        };
        rows.finish(if skip { "nanquantile" } else { "quantile" }, result, Some(q), over)
    }
}

/// An array whose reduced axes are merged into the last one.
struct Rows {
    elements: Array,
    /// How many elements a row has.
    count: i64,
    /// The axes that remain, and the shape with the reduced ones of extent one.
    kept: Dims,
    with_ones: Dims,
}

impl Rows {
    fn of<E>(array: &Array, over: &Over<'_, E>) -> Result<Rows> {
        let axes = normalize_axes(over.axes.as_deref(), array.ndim())?;
        let all = 0..array.ndim();
        let order: Vec<usize> = all
            .clone()
            .filter(|&axis| !axes.contains(axis))
            .chain(all.clone().filter(|&axis| axes.contains(axis)))
            .collect();
        let kept: Dims = all.clone().filter(|&axis| !axes.contains(axis)).map(|axis| array.shape()[axis]).collect();
        let with_ones = all.map(|axis| if axes.contains(axis) { 1 } else { array.shape()[axis] }).collect();
        let count = order[kept.len()..].iter().map(|&axis| array.shape()[axis]).product();
        let elements = array.view_of(array.layout().permute(&order));
        Ok(Rows { elements: elements.reshape([&kept[..], &[count]].concat())?, count, kept, with_ones })
    }

    /// The result in its shape, written to `out` if given: `result` has the axes that remain and, if there are
    /// quantiles, their axis last. `name` is for errors.
    fn finish<E>(&self, name: &str, result: Array, quantiles: Option<&Quantiles>, over: &Over<'_, E>) -> Result<Array> {
        let kept = if over.keepdims { &self.with_ones } else { &self.kept };
        let result = match quantiles {
            None => result.reshape(kept)?,
            Some(q) => {
                let order: Vec<usize> = [result.ndim() - 1].into_iter().chain(0..result.ndim() - 1).collect();
                result.view_of(result.layout().permute(&order)).reshape([&q.shape[..], &kept[..]].concat())?
            }
        };
        if let Some(out) = over.out {
            out.check_out(name, result.shape(), result.device())?;
        }
        result.into_out(over.out)
    }

    /// Quantiles along a new last axis.
    fn quantiles(&self, q: &Quantiles, method: Method, skip: bool) -> Result<Array> {
        let (own, device) = (self.elements.dtype(), self.elements.device());
        let discrete = method.gives_elements(q);
        if self.count == 0 && !self.kept.contains(&0) {
            // As in NumPy, no quantiles of no integers are an empty array: only floats are checked for NaN.
            if own.is_inexact() || !q.values.is_empty() {
                return Err(nothing());
            }
            if !discrete && own == DType::Bool {
                // Bools have no difference to interpolate by, which raises the error.
                rows::subtract(&self.elements, &self.elements)?;
            }
            let dtype = if discrete { own } else { wide_inexact(own) };
            return Array::empty([&self.kept[..], &[0]].concat(), dtype, device);
        }
        // Positions are computed in the dtype of the quantiles. A weak scalar takes the array's precision.
        let (values, dtype) = match q.dtype {
            None if own.is_inexact() => {
                (collected(q.values.iter().map(|&value| Scalar::new(value).cast(own).get()))?, DType::F64)
            }
            dtype => (copied(&q.values)?, dtype.unwrap_or(DType::F64)),
        };
        let requested = Array::from_slice(&values, [values.len() as i64], device)?.in_dtype(dtype)?;
        let numbers = match skip {
            true => with_axis(&count_numbers(&self.elements)?.astype(DType::F64)?),
            false => full(shape(()).on(device), self.count as f64)?,
        };
        let position = method.position(&numbers.in_dtype(dtype)?, &requested)?;
        let floor = rows::floor(&position)?;
        // Integers from here on. Narrow dtypes cannot count far enough to bound an index.
        let floor_index = floor.in_dtype(DType::F64)?;
        let last_index = rows::maximum(&rows::subtract(&numbers, 1.0)?, 0.0)?;
        let select = |at: &Array, last_index: &Array| {
            let ranks = rows::fmax(&rows::fmin(at, last_index)?, 0.0)?.astype(DType::I64)?;
            // Each row has its own ranks, or all have the same: the following axes are merged into one.
            let axes = if skip { self.kept.len() } else { 0 };
            let count = ranks.shape()[axes..].iter().product();
            let ranks = ranks.reshape([&ranks.shape()[..axes], &[count]].concat())?;
            order_statistics(&self.elements, &ranks, !skip)
        };
        if discrete {
            return select(&floor_index, &last_index);
        }
        // Each element, and the next one.
        let pairs = rows::add(&with_axis(&floor_index), &positions(&[2], 0, &[1], DType::F64, device)?)?;
        let pairs = select(&pairs, &with_axis(&last_index))?;
        let pairs = pairs.reshape([&self.kept[..], &[values.len() as i64, 2]].concat())?;
        let (axis, layout) = (pairs.ndim() - 1, pairs.layout());
        let [before, after] = [0, 1].map(|index| pairs.view_of(layout.at(axis, index)));
        let fraction = method.weight(&rows::subtract(&position, &floor)?)?.in_dtype(dtype)?;
        let weight = if q.dtype.is_none() && own.is_inexact() { fraction.astype(own)? } else { fraction };
        between(&before, &after, &weight)
    }

    /// Quantiles of weighted elements, along a new last axis: the first element at which the share of the weights
    /// reaches the quantile.
    fn weighted_quantiles(
        &self,
        array: &Array,
        q: &Quantiles,
        method: Method,
        weights: &Array,
        over: &Over<'_, Interpolation<'_>>,
        skip: bool,
    ) -> Result<Array> {
        if method != Method::InvertedCdf {
            return Err(Error::value("Only method 'inverted_cdf' supports weights."));
        }
        let last = self.elements.ndim() - 1;
        let spread = array.spread_weights(over.axes.as_deref(), weights)?;
        let weights = Rows::of(&spread, over)?.elements.astype(DType::F64)?;
        if weights.size() != 0 && rows::min(&weights, ..)?.item()?.get::<f64>() < 0.0 {
            return Err(Error::value("Weights must be non-negative."));
        }
        if self.count == 0 && !self.kept.contains(&0) {
            return Err(nothing());
        }
        if self.count == 0 || q.values.is_empty() {
            return self.quantiles(q, method, skip);
        }
        let order = argsort(&self.elements, Some(-1))?;
        let sorted = take_along_axis(&self.elements, &order, -1)?;
        let weights = take_along_axis(&weights, &order, -1)?;
        let weights = if skip { where_(&rows::isnan(&sorted)?, 0.0, &weights)? } else { weights };
        let sums = cumsum(&weights, -1)?;
        let total = sums.view_of(sums.layout().slice(last, self.count - 1, 1, 1));
        let good = rows::logical_and(&rows::isfinite(&total)?, &rows::greater(&total, 0.0)?)?;
        let numbers = if skip { Some(count_numbers(&self.elements)?) } else { None };
        let good = match &numbers {
            // A row that is all NaN needs no weights.
            Some(numbers) => {
                let none = rows::equal(&with_axis(numbers), 0)?;
                rows::logical_or(&good, &none)?
            }
            None => good,
        };
        if !rows::all(&good, ..)?.item()?.get::<bool>() {
            return Err(Error::value("Weights included NaN, inf or were all zero."));
        }
        let shares = rows::divide(&sums, &total)?.in_dtype(q.dtype.unwrap_or(DType::F64))?;
        // Leading elements of weight zero are skipped, even for the quantile zero.
        let shares = where_(&rows::equal(&shares, 0.0)?, -1.0, &shares)?;
        let last_index = match &numbers {
            Some(numbers) => rows::maximum(&rows::subtract(numbers, 1)?, 0)?,
            None => full(shape(()).on(array.device()), self.count - 1)?,
        };
        let indices =
            q.values.iter().map(|&value| rows::minimum(&rows::less(&shares, value)?.count_nonzero(-1)?, &last_index));
        let indices = indices.collect::<Result<Vec<_>>>()?;
        let result = take_along_axis(&sorted, &stack(&indices, -1)?, -1)?;
        if skip { Ok(result) } else { nan_where_last_is(&sorted, &result) }
    }
}

/// Interpolation between two arrays: the first at weight zero, the second at one. It starts from the nearer one.
fn between(a: &Array, b: &Array, weight: &Array) -> Result<Array> {
    let distance = rows::subtract(b, a)?;
    let from_a = rows::add(a, &rows::multiply(&distance, weight)?)?;
    let from_b = rows::subtract(b, &rows::multiply(&distance, &rows::subtract(1.0, weight)?)?)?;
    where_(&rows::greater_equal(weight, 0.5)?, &from_b, &from_a)
}

/// The error for quantiles of no elements.
#[cold]
fn nothing() -> Error {
    Error::index("index -1 is out of bounds for axis 0 with size 0")
}

/// The number of elements in each row that are not NaN, as int64.
fn count_numbers(rows: &Array) -> Result<Array> {
    rows::logical_not(&rows::isnan(rows)?)?.count_nonzero(-1)
}

/// The array with an axis of extent one appended.
fn with_axis(array: &Array) -> Array {
    array.view_of(array.layout().with_axis(array.ndim()))
}
