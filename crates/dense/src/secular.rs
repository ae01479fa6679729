//! The singular values and vectors of an arrow matrix, which is zero outside of its first row and its diagonal: roots
//! of its secular equation (Gu and Eisenstat, "A divide-and-conquer algorithm for the bidiagonal SVD", 1995; Li,
//! "Solving secular equations stably and efficiently", 1993).

use pulp::Arch;

/// A square matrix whose first row is `z` and whose diagonal is `d`, except that the first element is `z`'s. `d`
/// ascends from 0, and no element of `z` is zero.
pub(crate) struct Arrow {
    pub(crate) d: Vec<f64>,
    pub(crate) z: Vec<f64>,
}

/// A singular value as its distance from the nearer pole, because their difference has few correct digits if it is
/// small.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Root {
    pole: f64,
    distance: f64,
}

impl Root {
    /// The only root of an arrow that has no further poles.
    pub(crate) fn at(pole: f64) -> Root {
        Root { pole, distance: 0.0 }
    }

    pub(crate) fn value(self) -> f64 {
        self.pole + self.distance
    }

    /// The difference of the squares of a number and the root.
    #[inline(always)]
    fn difference_of_squares(self, d: f64) -> f64 {
        ((d - self.pole) - self.distance) * (d + self.pole + self.distance)
    }
}

/// Most steps of a search: bisection alone, on exponents and then on digits, takes fewer.
const MAX_STEPS: usize = 160;

/// Steps of the rational interpolation after which an interval that has not been halved is bisected.
const MAX_STEPS_PER_HALVING: usize = 3;

/// The secular function `1 + sum z^2 / (d^2 - s^2)`: the sums over the poles up to one and over those above it, and
/// their derivatives by the square of `s`.
struct Value {
    below: (f64, f64),
    above: (f64, f64),
}

impl Value {
    fn function(&self) -> f64 {
        1.0 + self.below.0 + self.above.0
    }

    /// Whether the function is as small as its own rounding errors.
    fn is_root(&self) -> bool {
        self.function().abs() <= 4.0 * f64::EPSILON * (1.0 + self.above.0 - self.below.0)
    }
}

impl Arrow {
    fn at(&self, root: Root, index: usize) -> Value {
        let (d, z) = (self.d.split_at(index + 1), self.z.split_at(index + 1));
        Value { below: sums(d.0, z.0, root), above: sums(d.1, z.1, root) }
    }

    /// The singular value between a diagonal element and the next one; the last is above all.
    pub(crate) fn root(&self, index: usize) -> Root {
        Arch::new().dispatch(
            #[inline(always)]
            || self.search(index),
        )
    }

    #[inline(always)]
    fn search(&self, index: usize) -> Root {
        let (left, right) = (self.d[index], self.d.get(index + 1).copied());
        // The last root exceeds the largest pole by less than the norm of the row.
        let width = right.map_or_else(|| self.z.iter().fold(0.0, |norm: f64, z| norm.hypot(*z)), |right| right - left);
        let half = Root { pole: left, distance: width / 2.0 };
        let middle = self.at(half, index);
        let is_low = middle.function() >= 0.0;
        // An interval of distances from the pole: the function has opposite signs at its ends.
        let (pole, mut low, mut high) = match right {
            Some(right) if !is_low => (right, -half.distance, 0.0),
            _ if is_low => (left, 0.0, half.distance),
            _ => (left, half.distance, width),
        };
        let mut distance = self.guess(index, half, &middle, pole);
        let (mut length, mut steps) = (high - low, 0);
        for _ in 0..MAX_STEPS {
            if !(low < distance && distance < high) {
                distance = between(low, high);
                if !(low < distance && distance < high) {
                    break;
                }
            }
            let root = Root { pole, distance };
            let value = self.at(root, index);
            if value.is_root() {
                break;
            }
            if value.function() < 0.0 {
                low = distance
            } else {
                high = distance
            }
            steps += 1;
            if steps == MAX_STEPS_PER_HALVING && high - low > length / 2.0 {
                (steps, length, distance) = (0, high - low, between(low, high));
                continue;
            }
            if steps == MAX_STEPS_PER_HALVING {
                (steps, length) = (0, high - low);
            }
            let move_by =
                step(&value, root.difference_of_squares(left), right.map(|right| root.difference_of_squares(right)));
            distance += of_squares(root.value(), move_by);
        }
        Root { pole, distance }
    }

    /// An estimate of the root, as a distance from a pole: all terms except those of the two adjacent poles are
    /// evaluated at the middle between these.
    fn guess(&self, index: usize, half: Root, middle: &Value, pole: f64) -> f64 {
        let (left, first) = (self.d[index], self.z[index] * self.z[index]);
        let (Some(right), Some(second)) = (self.d.get(index + 1), self.z.get(index + 1).map(|z| z * z)) else {
            let rest = middle.function() - first / half.difference_of_squares(left);
            return of_squares(left, first / rest);
        };
        let rest =
            middle.function() - first / half.difference_of_squares(left) - second / half.difference_of_squares(*right);
        let gap = (right - left) * (right + left);
        let from_left = pole == left;
        let (a, b) = if from_left {
            (rest * gap + first + second, first * gap)
        } else {
            (-rest * gap + first + second, -second * gap)
        };
        let square = (a * a - 4.0 * rest * b).max(0.0).sqrt();
        let root = match (from_left, a > 0.0) {
            (true, true) => 2.0 * b / (a + square),
            (true, false) => (a - square) / (2.0 * rest),
            (false, true) => -(a + square) / (2.0 * rest),
            (false, false) => -2.0 * b / (a - square),
        };
        of_squares(pole, root)
    }

    /// The first row for which the computed roots are exact: vectors computed from it are orthogonal to rounding.
    pub(crate) fn exact_row(&self, roots: &[Root], index: usize) -> f64 {
        let (d, last) = (&self.d, self.d.len() - 1);
        let own = d[index];
        let difference_of_squares = |other: f64| (other - own) * (other + own);
        let mut product = -roots[last].difference_of_squares(own);
        for (number, root) in roots[..last].iter().enumerate() {
            product *= -root.difference_of_squares(own)
                / difference_of_squares(d[if number < index { number } else { number + 1 }]);
        }
        product.abs().sqrt().copysign(self.z[index])
    }

    /// The left and the right singular vector of a root, by the row of [`Arrow::exact_row`].
    pub(crate) fn vectors(&self, root: Root, row: &[f64], left: &mut [f64], right: &mut [f64]) {
        for (index, (&d, &z)) in self.d.iter().zip(row).enumerate() {
            right[index] = z / root.difference_of_squares(d);
            left[index] = if index == 0 { -1.0 } else { d * right[index] };
        }
        for vector in [left, right] {
            let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
            vector.iter_mut().for_each(|x| *x /= length);
        }
    }
}

/// The next step in the square of the value: to the root of a function with the same value and slopes and with these
/// two poles, the "middle way", or with one if there is no other.
fn step(value: &Value, left: f64, right: Option<f64>) -> f64 {
    let (function, slope) = (value.function(), value.below.1 + value.above.1);
    let found = match right {
        Some(right) => {
            let rest = function - left * value.below.1 - right * value.above.1;
            let a = (left + right) * function - left * right * slope;
            let b = left * right * function;
            let square = (a * a - 4.0 * b * rest).abs().sqrt();
            if a <= 0.0 { (a - square) / (2.0 * rest) } else { 2.0 * b / (a + square) }
        }
        None => left * function / (function - slope * left),
    };
    // The function increases.
    if found.is_finite() && found * function < 0.0 { found } else { -function / slope }
}

/// By how much a number must grow for its square to grow by `by`; NaN if the square would be negative.
fn of_squares(from: f64, by: f64) -> f64 {
    by / (from + (from * from + by).sqrt())
}

/// A number within an interval whose ends have one sign or are zero: by the mean of the exponents if these differ much,
/// else the mean of the numbers.
fn between(low: f64, high: f64) -> f64 {
    let (near, far) = if low >= 0.0 { (low, high) } else { (-high, -low) };
    let middle = if near == 0.0 {
        far / 64.0
    } else if far > 4.0 * near {
        near.sqrt() * far.sqrt()
    } else {
        near + (far - near) / 2.0
    };
    if low >= 0.0 { middle } else { -middle }
}

/// Sums that are accumulated side by side.
const LANES: usize = 8;

/// The sum of the terms of some poles, and of their derivatives.
#[inline(always)]
fn sums(d: &[f64], z: &[f64], root: Root) -> (f64, f64) {
    let term = |d: f64, z: f64| {
        let inverse = 1.0 / root.difference_of_squares(d);
        let term = z * z * inverse;
        (term, term * inverse)
    };
    let ((whole, rest), (beside, others)) = (d.as_chunks::<LANES>(), z.as_chunks::<LANES>());
    let (mut terms, mut slopes) = ([0.0; LANES], [0.0; LANES]);
    for (d, z) in whole.iter().zip(beside) {
        for lane in 0..LANES {
            let (own, slope) = term(d[lane], z[lane]);
            terms[lane] += own;
            slopes[lane] += slope;
        }
    }
    let start = (terms.iter().sum::<f64>(), slopes.iter().sum::<f64>());
    rest.iter().zip(others).map(|(&d, &z)| term(d, z)).fold(start, |sum, own| (sum.0 + own.0, sum.1 + own.1))
}
