//! The declarations of what the engines of quasi-Monte Carlo in Python are made of.

use cuprust::table::{Returned, functions};
use cuprust::{Array, Device};
use cuprust_reserve::collected;

use crate::stats::qmc::{
    Discrepancy, Halton, NormalPoints, Sobol, covariance_root, digits, discrepancy, multinomial_counts, scale, unscale,
};
use crate::stats::qmc::{check_probabilities, in_orthogonal_slices, in_slices, prime_root};

functions! {
    in "cuprust.scipy._statistics";

    /// The direction numbers of a Sobol sequence, and its shift.
    ///
    /// >>> cp.scipy._statistics.sobol_parts(1, 3)[0]
    /// array([[4, 2, 1]], dtype=uint64)
    fn sobol_parts(dimensions: i64, bits: i64) -> Returned {
        Sobol::new(dimensions, bits, Device::current()?).map(|sobol| Returned::Tuple(sobol.parts().into()))
    }

    /// The direction numbers and the shift that random bits make of them.
    ///
    /// >>> parts = cp.scipy._statistics.sobol_parts(1, 3)
    /// >>> cp.scipy._statistics.sobol_scrambled(*parts, cp.array([[1, 0, 0]]), cp.zeros((1, 3, 3), int))[1]
    /// array([1], dtype=uint64)
    fn sobol_scrambled(directions: &Array, shift: &Array, bits: &Array, matrices: &Array) -> Returned {
        Sobol::of_parts(directions, shift, 0).scrambled_by(bits, matrices).map(|sobol| Returned::Tuple(sobol.parts().into()))
    }

    /// The points of a Sobol sequence from one on.
    ///
    /// >>> cp.scipy._statistics.sobol_points(*cp.scipy._statistics.sobol_parts(1, 3), 1, 2)
    /// array([[0.5 ],
    ///        [0.75]])
    fn sobol_points(directions: &Array, shift: &Array, first: i64, count: i64) -> Array {
        Sobol::of_parts(directions, shift, first).random(count)
    }

    /// The bases of a Halton sequence, and how many digits of each are permuted.
    ///
    /// >>> cp.scipy._statistics.halton_bases(2)[0]
    /// array([2, 3])
    fn halton_bases(dimensions: i64) -> Returned {
        let device = Device::current()?;
        let halton = Halton::new(dimensions, device)?;
        let counts = collected(halton.bases().iter().map(|&base| digits(base)))?;
        let bases = Array::from_slice(halton.bases(), dimensions, device)?;
        Ok(Returned::Tuple(vec![bases, Array::from_slice(&counts, dimensions, device)?]))
    }

    /// The points of a Halton sequence from one on, with the permutations of digits one after another.
    ///
    /// >>> cp.scipy._statistics.halton_points(1, None, 1, 2)
    /// array([[0.5 ],
    ///        [0.25]])
    fn halton_points(dimensions: i64, permutations: Option<&Array>, first: i64, count: i64) -> Array {
        let mut halton = Halton::new(dimensions, Device::current()?)?;
        if let Some(permutations) = permutations {
            halton = halton.scrambled_by(permutations)?;
        }
        halton.fast_forward(first);
        halton.random(count)
    }

    /// The points of a Latin hypercube of the orders of slices and of how far points lie below their ends.
    ///
    /// >>> cp.scipy._statistics.latin_points(cp.array([[2, 1]]), cp.array(0.5))
    /// array([[0.75],
    ///        [0.25]])
    fn latin_points(permutations: &Array, within: &Array) -> Array {
        in_slices(permutations, within)
    }

    /// The root of a number of points that is the square of a prime.
    ///
    /// >>> cp.scipy._statistics.prime_root(25, 3)
    /// 5
    fn prime_root(count: i64, dimensions: i64) -> i64 {
        prime_root(count, dimensions)
    }

    /// The points of a Latin hypercube of strength two, of orders of symbols, of slices, and depths within these.
    ///
    /// >>> symbols, slices = cp.array([[0, 1]] * 3), cp.array([[[1, 2], [1, 2]]] * 3)
    /// >>> cp.scipy._statistics.orthogonal_points(symbols, slices, cp.array(0.5), 1)[:, 0]
    /// array([0.125, 0.625, 0.375, 0.875])
    fn orthogonal_points(symbols: &Array, permutations: &Array, within: &Array, dimensions: i64) -> Array {
        in_orthogonal_slices(symbols, permutations, within, dimensions)
    }

    /// The discrepancy of points.
    ///
    /// >>> cp.scipy._statistics.discrepancy(cp.array([[0.5]]), False, "CD")
    /// array(0.08333333)
    fn discrepancy(sample: &Array, iterative: bool, method: &str) -> Array {
        discrepancy(sample, iterative, Discrepancy::from_name(method)?)
    }

    /// Points of the unit cube in a box, or with `reverse` points of the box in the cube.
    ///
    /// >>> cp.scipy._statistics.scale(cp.array([[0.5]]), cp.array(1.0), cp.array(3.0), False)
    /// array([[2.]])
    fn scale(sample: &Array, l_bounds: &Array, u_bounds: &Array, reverse: bool) -> Array {
        if reverse { unscale(sample, l_bounds, u_bounds) } else { scale(sample, l_bounds, u_bounds) }
    }

    /// A matrix whose transpose times itself is a covariance.
    ///
    /// >>> cp.scipy._statistics.covariance_root(cp.array([[4.0]]))
    /// array([[2.]])
    fn covariance_root(cov: &Array) -> Array {
        covariance_root(cov)
    }

    /// Normal vectors of points of the unit cube.
    ///
    /// >>> cp.scipy._statistics.normal_points(cp.array([[0.5]]), cp.array([3.0]), None, True)
    /// array([[3.]])
    fn normal_points(points: &Array, mean: &Array, root: Option<&Array>, inverse: bool) -> Array {
        NormalPoints { mean: mean.clone(), root: root.cloned(), inverse }.of(points)
    }

    /// Checks probabilities of categories.
    ///
    /// >>> cp.scipy._statistics.check_probabilities(cp.array([0.5, 0.5]))
    /// array(True)
    fn check_probabilities(pvals: &Array) -> Array {
        check_probabilities(pvals)
    }

    /// The numbers of trials in categories.
    ///
    /// >>> cp.scipy._statistics.multinomial_counts(cp.array([[0.2, 0.4, 0.9]]), cp.array([0.5, 0.5]))
    /// array([[2., 1.]])
    fn multinomial_counts(points: &Array, pvals: &Array) -> Array {
        multinomial_counts(points, pvals)
    }
}
