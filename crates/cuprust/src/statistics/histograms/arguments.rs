//! The forms of a histogram's arguments: bins, ranges and samples.

use cuprust_ir::{Error, Result};

use super::{Bins, Estimator, Interval};
use crate::Array;
use crate::array::Pairs;
use crate::table::{ArgumentValue, ArrayOrSequence, Kind, Literal, Type, Typed};

/// The bins of a histogram.
#[derive(Clone, Copy)]
pub(crate) enum AnyBins<'a> {
    /// A number of bins.
    Count(i64),
    /// Their edges.
    Edges(&'a Array),
    /// The name of an estimator.
    Name(&'a str),
}

impl<'a> AnyBins<'a> {
    /// The bins.
    ///
    /// # Errors
    /// A value error for the name of no estimator.
    pub(crate) fn bins(self) -> Result<Bins<'a>> {
        Ok(match self {
            AnyBins::Count(count) => Bins::Count(count),
            AnyBins::Edges(edges) => Bins::Edges(edges),
            AnyBins::Name(name) => Bins::Estimated(Estimator::from_name(name)?),
        })
    }
}

impl<'a> Typed<'a> for AnyBins<'a> {
    const TYPE: Type = Type::of(Kind::Bins);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Self> {
        Some(match argument {
            ArgumentValue::Int(count) => AnyBins::Count(*count),
            ArgumentValue::Text(name) => AnyBins::Name(name),
            ArgumentValue::Array(edges) => AnyBins::Edges(edges),
            ArgumentValue::New(edges) => AnyBins::Edges(edges),
            _ => return None,
        })
    }

    fn from_default(literal: Literal) -> Option<Self> {
        if let Literal::Int(count) = literal { Some(AnyBins::Count(count.into())) } else { None }
    }
}

/// The bins of a histogram of several axes.
#[derive(Clone)]
pub(crate) enum EachBins<'a> {
    /// These for all axes.
    All(i64),
    /// The elements of an array.
    Array(&'a Array),
    /// Different bins for each axis.
    Each(Vec<AnyBins<'a>>),
}

impl<'a> EachBins<'a> {
    /// The bins of each axis; an array has the number of bins along each axis.
    ///
    /// # Errors
    /// A value error for another number of bins than of axes, a type error for counts that are not integers.
    pub(crate) fn bins(&self, axes: usize) -> Result<Vec<Bins<'a>>> {
        match self {
            EachBins::All(count) => Ok(vec![Bins::Count(*count); axes]),
            EachBins::Array(array) if array.ndim() == 1 && array.size() != axes as i64 => {
                Err(Error::value("The dimension of bins must be equal to the dimension of the sample x."))
            }
            EachBins::Array(array) if array.ndim() != 1 || !array.dtype().is_integer() => {
                // As in NumPy, the number is checked before the dtype.
                if array.ndim() == 1 && array.dtype().is_float() && array.at(0)?.item()?.get::<f64>() < 1.0 {
                    return Err(Error::value("`bins[0]` must be positive, when an integer"));
                }
                Err(Error::type_("`bins[0]` must be an integer, when a scalar"))
            }
            EachBins::Array(array) => {
                Ok(array.in_dtype(crate::DType::I64)?.to_vec::<i64>()?.into_iter().map(Bins::Count).collect())
            }
            EachBins::Each(each) => each.iter().map(|bins| bins.bins()).collect(),
        }
    }

    /// The bins of two axes: anything other than two numbers is the edges of both.
    ///
    /// # Errors
    /// As [`EachBins::bins`].
    pub(crate) fn of_two(&self) -> Result<Vec<Bins<'a>>> {
        match self {
            EachBins::Array(edges) if !matches!(edges.shape(), [1 | 2]) => Ok(vec![Bins::Edges(edges); 2]),
            other => other.bins(2),
        }
    }
}

impl<'a> Typed<'a> for EachBins<'a> {
    const TYPE: Type = Type::of(Kind::EachBins);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Self> {
        Some(match argument {
            ArgumentValue::Int(count) => EachBins::All(*count),
            ArgumentValue::Array(array) => EachBins::Array(array),
            ArgumentValue::New(array) => EachBins::Array(array),
            ArgumentValue::Each(each) => EachBins::Each(each.iter().map(AnyBins::typed).collect::<Option<_>>()?),
            _ => return None,
        })
    }

    fn from_default(literal: Literal) -> Option<Self> {
        if let Literal::Int(count) = literal { Some(EachBins::All(count.into())) } else { None }
    }
}

impl<'a> Typed<'a> for Interval {
    const TYPE: Type = Type::of(Kind::Interval);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Interval> {
        let ArgumentValue::NumberPairs(pairs) = argument else { return None };
        match **pairs {
            Pairs::All(first, last) => Some(Interval::new(first, last)),
            Pairs::Each(_) | Pairs::Named { .. } => None,
        }
    }
}

/// The ranges of a histogram of several axes.
#[derive(Clone)]
pub(crate) struct EachInterval(Vec<Option<Interval>>);

impl EachInterval {
    /// The ranges of this many axes.
    pub(crate) fn of(each: Option<EachInterval>, axes: usize) -> Vec<Option<Interval>> {
        each.map_or_else(|| vec![None; axes], |each| each.0)
    }
}

impl<'a> Typed<'a> for EachInterval {
    const TYPE: Type = Type::of(Kind::EachInterval);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<EachInterval> {
        let ArgumentValue::Each(each) = argument else { return None };
        each.iter().map(Typed::typed).collect::<Option<_>>().map(EachInterval)
    }
}

/// The coordinates along each axis of a sample: an array with a point in each row, or an array of coordinates along
/// each axis.
///
/// # Errors
/// A value error for an array of more than two axes.
pub(crate) fn coordinates(sample: &ArrayOrSequence<'_>) -> Result<Vec<Array>> {
    match sample {
        ArrayOrSequence::Array(rows) if rows.ndim() > 2 => Err(Error::value("too many values to unpack (expected 2)")),
        ArrayOrSequence::Array(rows) if rows.ndim() < 2 => Ok(vec![rows.at_least(1)]),
        ArrayOrSequence::Array(rows) => {
            Ok((0..rows.shape()[1]).map(|at| rows.view_of(rows.layout().at(1, at))).collect())
        }
        // Numbers alone are the coordinates along one axis.
        ArrayOrSequence::Sequence(each) if each.iter().all(|own| own.ndim() == 0) => {
            let each: Vec<Array> = each.iter().map(|own| own.at_least(1)).collect();
            Ok(vec![crate::concatenate(&each, 0)?])
        }
        ArrayOrSequence::Sequence(each) => Ok(each.iter().map(|&own| own.clone()).collect()),
    }
}
