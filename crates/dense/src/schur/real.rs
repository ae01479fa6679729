//! QR iterations with double shifts, for real matrices (Francis, "The QR transformation", 1961).

use super::{max_iterations, start_of_block};
use crate::square::{Rotation, Square};

/// As [`super::Iterated::iterate`].
pub(super) fn iterate(t: &mut Square<f64>, z: &mut Square<f64>) -> bool {
    let n = t.n;
    let largest = t.largest();
    let (mut end, mut tries, mut left) = (n, 0, max_iterations(n));
    while end > 0 {
        let start = start_of_block(t, end, tries, largest);
        if start + 2 >= end {
            if start + 2 == end {
                standardize(t, z, start);
            }
            (end, tries) = (start, 0);
            continue;
        }
        if left == 0 {
            return false;
        }
        (tries, left) = (tries + 1, left - 1);
        let shifts = Shifts::of(t, start, end, tries);
        sweep(t, z, start, end, shifts.first_column(t, start));
    }
    true
}

/// Two shifts of the next iteration: real ones, or a conjugate pair with the square of their imaginary parts.
struct Shifts {
    real: [f64; 2],
    squared_imaginary: f64,
}

impl Shifts {
    fn of(t: &Square<f64>, start: usize, end: usize, tries: usize) -> Shifts {
        let last = end - 1;
        // If eigenvalues of the last rows have not converged for long, exceptional shifts break the cycle.
        let other =
            |own: f64, size: f64| Shifts { real: [own + 0.75 * size; 2], squared_imaginary: 0.4375 * size * size };
        match tries % 20 {
            10 => other(t[(start, start)], t[(start + 1, start)].abs() + t[(start + 2, start + 1)].abs()),
            0 => other(t[(last, last)], t[(last, last - 1)].abs() + t[(last - 1, last - 2)].abs()),
            _ => {
                let (first, own) = (t[(last - 1, last - 1)], t[(last, last)]);
                let half = (first - own) / 2.0;
                let product = t[(last - 1, last)] * t[(last, last - 1)];
                let square = half * half + product;
                if square < 0.0 {
                    return Shifts { real: [own + half; 2], squared_imaginary: -square };
                }
                // Of two real ones, the one nearer to the last element is used twice.
                let far = half + square.sqrt().copysign(half);
                let near = if far == 0.0 { own } else { own - product / far };
                Shifts { real: [near; 2], squared_imaginary: 0.0 }
            }
        }
    }

    /// A multiple of the first column of the product of the shifted matrices, which is zero after its third element.
    fn first_column(&self, t: &Square<f64>, start: usize) -> [f64; 3] {
        let (own, next) = (t[(start, start)], t[(start + 1, start + 1)]);
        let below = t[(start + 1, start)];
        let [first, second] = self.real;
        let column = [
            ((own - first) * (own - second) + self.squared_imaginary) / below + t[(start, start + 1)],
            own - first + (next - second),
            t[(start + 2, start + 1)],
        ];
        let size: f64 = column.iter().map(|element| element.abs()).sum();
        if size == 0.0 { [1.0, 1.0, 1.0] } else { column.map(|element| element / size) }
    }
}

/// One step on rows from `start` to before `end`: a reflection of three rows makes a bulge, and others chase it down.
fn sweep(t: &mut Square<f64>, z: &mut Square<f64>, start: usize, end: usize, mut column: [f64; 3]) {
    let n = t.n;
    for row in start..end - 1 {
        let count = 3.min(end - row);
        if row > start {
            column = [t[(row, row - 1)], t[(row + 1, row - 1)], if count == 3 { t[(row + 2, row - 1)] } else { 0.0 }];
        }
        let Some((reflection, made)) = Reflection::to_first(column) else { continue };
        if row > start {
            t[(row, row - 1)] = made;
            (1..count).for_each(|index| t[(row + index, row - 1)] = 0.0);
        }
        if count == 3 {
            for index in row..n {
                let [x, y, w] = &mut t.elements[index * n + row..][..3] else { continue };
                reflection.apply(x, y, w);
            }
            reflect_columns(t, row, (row + 4).min(end), &reflection);
            reflect_columns(z, row, n, &reflection);
        } else {
            let mut zero = 0.0;
            for index in row..n {
                let [x, y] = &mut t.elements[index * n + row..][..2] else { continue };
                reflection.apply(x, y, &mut zero);
            }
            for (matrix, rows) in [(&mut *t, end), (&mut *z, n)] {
                let (first, second) = matrix.columns_mut(row, row + 1);
                for (x, y) in first[..rows].iter_mut().zip(second) {
                    reflection.apply(x, y, &mut zero);
                }
            }
        }
    }
}

/// Reflects three columns from `column` on in the first rows.
fn reflect_columns(matrix: &mut Square<f64>, column: usize, rows: usize, by: &Reflection) {
    let n = matrix.n;
    let (first, rest) = matrix.elements[column * n..].split_at_mut(n);
    let (second, third) = rest.split_at_mut(n);
    for ((x, y), w) in first[..rows].iter_mut().zip(second).zip(third) {
        by.apply(x, y, w);
    }
}

/// The reflection that subtracts `tau` times the component along `(1, a, b)`.
struct Reflection {
    tau: f64,
    a: f64,
    b: f64,
}

impl Reflection {
    /// The reflection that maps a vector to the first axis, and the resulting element; None if the vector lies there.
    fn to_first([x, y, w]: [f64; 3]) -> Option<(Reflection, f64)> {
        let rest = y.hypot(w);
        if rest == 0.0 {
            return None;
        }
        let made = -x.hypot(rest).copysign(x);
        let pivot = x - made;
        Some((Reflection { tau: -pivot / made, a: y / pivot, b: w / pivot }, made))
    }

    #[inline(always)]
    fn apply(&self, x: &mut f64, y: &mut f64, w: &mut f64) {
        let along = self.tau * (*x + self.a * *y + self.b * *w);
        *x -= along;
        *y -= along * self.a;
        *w -= along * self.b;
    }
}

/// Rotates two rows and columns of an isolated block, so that it is triangular if its eigenvalues are real; else the
/// elements on the diagonal become equal, and those off it have opposite signs.
pub(super) fn standardize(t: &mut Square<f64>, z: &mut Square<f64>, row: usize) {
    let n = t.n;
    let block = [t[(row, row)], t[(row, row + 1)], t[(row + 1, row)], t[(row + 1, row + 1)]];
    let (by, [a, b, c, d]) = standard(block);
    t.rotate_rows(row, row + 2..n, by);
    t.rotate_columns(row, 0..row, by);
    z.rotate_columns(row, 0..n, by);
    (t[(row, row)], t[(row, row + 1)], t[(row + 1, row)], t[(row + 1, row + 1)]) = (a, b, c, d);
}

/// The rotation that brings `[a, b; c, d]` to such a form, and that form.
fn standard([a, b, c, d]: [f64; 4]) -> (Rotation<f64>, [f64; 4]) {
    if c == 0.0 {
        return (Rotation { c: 1.0, s: 0.0 }, [a, b, c, d]);
    }
    let half = (a - d) / 2.0;
    let size = half.abs().max(b.abs()).max(c.abs());
    let square = half / size * (half / size) + b / size * (c / size);
    // Nearly equal eigenvalues count as a pair; the form below shows whether they are.
    if square >= 4.0 * f64::EPSILON || b == 0.0 {
        return real_pair([a, b, c, d], half + (square.max(0.0).sqrt() * size).copysign(half));
    }
    let (sum, length) = (b + c, (b + c).hypot(a - d));
    let by = if half == 0.0 {
        Rotation { c: 1.0, s: 0.0 }
    } else {
        let cosine = (0.5 * (1.0 + sum.abs() / length)).sqrt();
        Rotation { c: cosine, s: -half / (length * cosine) * 1.0f64.copysign(sum) }
    };
    let [x, y, u, v] = rotated([a, b, c, d], by);
    let mean = (x + v) / 2.0;
    if u == 0.0 || y.signum() != u.signum() && y != 0.0 {
        return (by, [mean, y, u, mean]);
    }
    // Both have one sign: the eigenvalues are real, and differ by little.
    let (further, made) = real_pair([mean, y, u, mean], (y * u).sqrt());
    (Rotation { c: further.c * by.c - further.s * by.s, s: further.c * by.s + further.s * by.c }, made)
}

/// The rotation that makes a block triangular, whose first eigenvalue is larger than `d` by `over`.
fn real_pair([_, b, c, d]: [f64; 4], over: f64) -> (Rotation<f64>, [f64; 4]) {
    let length = over.hypot(c);
    let by = Rotation { c: over / length, s: c / length };
    let other = if over == 0.0 { d } else { d - b / over * c };
    (by, [d + over, b - c, 0.0, other])
}

/// A block after a rotation.
fn rotated([a, b, c, d]: [f64; 4], Rotation { c: cosine, s: sine }: Rotation<f64>) -> [f64; 4] {
    let (x, y) = (a * cosine + b * sine, b * cosine - a * sine);
    let (u, v) = (c * cosine + d * sine, d * cosine - c * sine);
    [x * cosine + u * sine, y * cosine + v * sine, u * cosine - x * sine, v * cosine - y * sine]
}
