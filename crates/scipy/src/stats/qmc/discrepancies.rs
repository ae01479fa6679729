//! How far points are from an even distribution over the unit cube (Zhou, Fang, Ning, "Mixture discrepancy for
//! quasi-random point sets", 2013; Warnock 1972).

use cuprust::{Array, DType, Ellipsis, s};
use cuprust_ir::{Error, Result};

use super::cube::{points_of, within_cube};
use crate::stats::terms::Term;

/// Which discrepancy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Discrepancy {
    /// The centered one.
    #[default]
    Centered,
    /// The wrap-around one.
    WrapAround,
    /// The mixture of both.
    Mixture,
    /// The star discrepancy in the L2 norm.
    Star,
}

impl Discrepancy {
    /// The discrepancy of SciPy's name: "CD", "WD", "MD" or "L2-star".
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Discrepancy> {
        match name {
            "CD" => Ok(Discrepancy::Centered),
            "WD" => Ok(Discrepancy::WrapAround),
            "MD" => Ok(Discrepancy::Mixture),
            "L2-star" => Ok(Discrepancy::Star),
            _ => Err(Error::value(format!(
                "'{name}' is not a valid method. It must be one of {{'CD', 'WD', 'MD', 'L2-star'}}"
            ))),
        }
    }

    /// The factors of the product for a point's coordinate.
    fn of_point(self, x: &Term) -> Term {
        let away = (x - 0.5).abs();
        match self {
            Discrepancy::Centered => 1.0 + &away * 0.5 - away.squared() * 0.5,
            Discrepancy::WrapAround => Term::from(0.0),
            Discrepancy::Mixture => 5.0 / 3.0 - &away * 0.25 - away.squared() * 0.25,
            Discrepancy::Star => 1.0 - x.squared(),
        }
    }

    /// The same of a pair of points.
    fn of_pair(self, x: &Term, y: &Term) -> Term {
        let (near, far) = ((x - 0.5).abs(), (y - 0.5).abs());
        let apart = (x - y).abs();
        match self {
            Discrepancy::Centered => 1.0 + near * 0.5 + far * 0.5 - apart * 0.5,
            Discrepancy::WrapAround => 1.5 - &apart * (1.0 - &apart),
            Discrepancy::Mixture => 1.875 - near * 0.25 - far * 0.25 - &apart * 0.75 + apart.squared() * 0.5,
            Discrepancy::Star => 1.0 - x.maximum(y),
        }
    }
}

/// The discrepancy of points of the unit cube, which are rows, as an array without axes: `scipy.stats.qmc.discrepancy`.
/// Where another point is to be added, it is that of one more. Waits for the points.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::qmc::{self, Discrepancy};
/// # fn main() -> Result<()> {
/// let points = array![[0.25, 0.75], [0.75, 0.25]];
/// let far: f64 = qmc::discrepancy(&points, false, Discrepancy::WrapAround)?.item()?.get();
/// assert_eq!(format!("{far:.6}"), "0.128472");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for points of other than two axes or outside of the unit cube.
pub fn discrepancy(sample: &Array, iterative: bool, method: Discrepancy) -> Result<Array> {
    let points = points_of(sample)?;
    within_cube(&points)?;
    let [count, dimensions] = [points.shape()[0], points.shape()[1]];
    let n = (count + i64::from(iterative)) as f64;
    let (mut single, mut pairs) = (Term::from(1.0), Term::from(1.0));
    for dimension in 0..dimensions {
        let own = points.at(s![Ellipsis, dimension])?;
        single = single * method.of_point(&Term::from(own.reshape((1, count))));
        pairs = pairs * method.of_pair(&Term::from(own.reshape((count, 1))), &Term::from(own.reshape((1, count))));
    }
    let spread = |term: Term, extents: [i64; 2]| Term::from(term.array(&extents, points.device()));
    let single = spread(single, [1, count]).sum(None);
    let pairs = spread(pairs, [count, count]).with(|pairs| pairs.sum(..)) / (n * n);
    let d = dimensions as f64;
    let result = match method {
        Discrepancy::Centered => (13.0 / 12.0f64).powf(d) - single * (2.0 / n) + pairs,
        Discrepancy::WrapAround => pairs - (4.0 / 3.0f64).powf(d),
        Discrepancy::Mixture => (19.0 / 12.0f64).powf(d) - single * (2.0 / n) + pairs,
        Discrepancy::Star => (3.0f64.powf(-d) - single * (2.0f64.powf(1.0 - d) / n) + pairs).sqrt(),
    };
    result.done(DType::F64)?.reshape(())
}
