//! Powers with small whole exponents: products that keep what each rounding loses. (Kornerup, Lauter, Lefevre, Louvet,
//! Muller, "Computing correctly rounded integer powers in floating-point arithmetic", 2010.)

/// float32 and float64, whose powers with whole exponents up to [`MAX_EXPONENT`] are products, within one unit of the
/// last place.
pub trait Products: Copy {
    /// The exponent as a number of factors, where it is one that products are for.
    fn factors(self) -> Option<u32>;
    /// For each number the product of `count` factors that are all that number.
    fn products<const N: usize>(x: [Self; N], count: u32) -> [Self; N];
    /// `r[i]` is `x[i]` to the power of `y[i]`, for blocks of one length: a product where [`Products::factors`] says
    /// so, and `general` of the two elsewhere.
    fn each_power(x: &[Self], y: &[Self], r: &mut [Self], general: impl Fn(Self, Self) -> Self);
}

/// The largest exponent that is a number of factors. A longer product costs more than a logarithm.
const MAX_EXPONENT: u32 = 64;

/// Products that are computed side by side.
const LANES: usize = 16;

macro_rules! products {
    ($($float:ident)*) => { $(
        impl Products for $float {
            #[inline(always)]
            fn factors(self) -> Option<u32> {
                let count = self as u32;
                ((2..=MAX_EXPONENT).contains(&count) && count as $float == self).then_some(count)
            }
            #[inline(always)]
            fn products<const N: usize>(x: [$float; N], count: u32) -> [$float; N] {
                let (mut high, mut low) = (x, [0.0; N]);
                // By squaring, from the exponent's highest bit down.
                for bit in (0..count.ilog2()).rev() {
                    for i in 0..N {
                        let (h, l) = (high[i], low[i]);
                        high[i] = h * h;
                        low[i] = (2.0 * h).mul_add(l, h.mul_add(h, -high[i]));
                    }
                    if count >> bit & 1 != 0 {
                        for i in 0..N {
                            let (h, l) = (high[i], low[i]);
                            high[i] = h * x[i];
                            low[i] = l.mul_add(x[i], h.mul_add(x[i], -high[i]));
                        }
                    }
                }
                for i in 0..N {
                    // If the product over- or underflows, its rounding error is meaningless.
                    let sound = high[i].is_finite() & (high[i] != 0.0);
                    high[i] = if sound { high[i] + low[i] } else { high[i] };
                }
                high
            }
            #[inline(always)]
            fn each_power(x: &[$float], y: &[$float], r: &mut [$float], general: impl Fn($float, $float) -> $float) {
                let first = y.first().copied().unwrap_or_default();
                let unlike = y.iter().fold(0, |unlike, exponent| unlike | (exponent.to_bits() ^ first.to_bits()));
                if unlike == 0 && let Some(count) = first.factors() {
                    // The commonest exponents are constants to the compiler, which then keeps every step in registers.
                    return match count {
                        3 => each_product(x, 3, r),
                        4 => each_product(x, 4, r),
                        count => each_product(x, count, r),
                    };
                }
                for (r, (x, y)) in r.iter_mut().zip(x.iter().zip(y)) {
                    *r = general(*x, *y);
                }
                let is_whole = |y: $float| (y >= 2.0) & (y <= MAX_EXPONENT as $float) & (y.trunc() == y);
                // A single exponent for all is not a number of factors here: that was tested before.
                if unlike != 0 && y.iter().fold(0, |any, &exponent| any | is_whole(exponent) as u32) != 0 {
                    for (r, (x, y)) in r.iter_mut().zip(x.iter().zip(y)) {
                        if let Some(count) = y.factors() {
                            [*r] = <$float>::products([*x], count);
                        }
                    }
                }
            }
        }
    )* };
}

products!(f32 f64);

/// The products of a block.
#[inline(always)]
fn each_product<F: Products>(x: &[F], count: u32, r: &mut [F]) {
    let ((x, rest), (r, last)) = (x.as_chunks::<LANES>(), r.as_chunks_mut::<LANES>());
    for (r, x) in r.iter_mut().zip(x) {
        *r = F::products(*x, count);
    }
    for (r, x) in last.iter_mut().zip(rest) {
        [*r] = F::products([*x], count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance of a product from the exact one, in units of the last place of the result, for exponents and
    /// factors of few enough bits that 128-bit integers hold the exact product.
    fn distance(x: u32, count: u32) -> f64 {
        let exact = u128::from(x).pow(count);
        let [got] = f64::products([f64::from(x)], count);
        let ulp = f64::from_bits(got.to_bits() + 1) - got;
        (got as u128).abs_diff(exact) as f64 / ulp
    }

    #[test]
    fn products_are_within_one_unit_of_the_last_place() {
        for (count, largest) in [(2, u32::MAX), (3, u32::MAX), (4, u32::MAX), (5, 50_000_000), (7, 300_000), (13, 900)]
        {
            let max_distance =
                (0..20_000).map(|step| distance(largest - step * (largest / 40_000), count)).fold(0.0, f64::max);
            assert!(max_distance <= 0.51, "{count}: {max_distance}");
        }
    }

    #[test]
    fn edges_are_those_of_a_power() {
        let (tiny, least) = (f64::MIN_POSITIVE, f64::from_bits(1));
        let special = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            1e200,
            -1e200,
            tiny,
            -tiny,
            least,
            -1e-150,
            1e-108,
        ];
        for x in special {
            for count in 2..=MAX_EXPONENT {
                let ([got], wanted) = (f64::products([x], count), x.powi(count as i32));
                assert_eq!((got.to_bits(), count), (wanted.to_bits(), count), "{x}");
                let (x, [got]) = (x as f32, f32::products([x as f32], count));
                let wanted = (f64::from(x)).powi(count as i32) as f32;
                assert!(
                    (got - wanted).abs() <= wanted.abs() * f32::EPSILON || got.to_bits() == wanted.to_bits(),
                    "{x} {count}"
                );
            }
        }
        assert!(f64::products([f64::NAN], 3)[0].is_nan());
    }

    #[test]
    fn only_small_whole_exponents_are_counts_of_factors() {
        assert_eq!([2.0f64, 64.0].map(Products::factors), [Some(2), Some(64)]);
        assert_eq!([0.0f64, 1.0, -2.0, 2.5, 65.0, 1e30, f64::NAN, f64::INFINITY].map(Products::factors), [None; 8]);
    }

    #[test]
    fn blocks_give_what_single_numbers_do() {
        let x: Vec<f64> = (0..100).map(|i| f64::from(i) * 0.37 - 11.0).collect();
        for exponents in [vec![3.0; 100], (0..100).map(|i| f64::from(i % 5)).collect::<Vec<f64>>()] {
            let mut r = vec![0.0; 100];
            f64::each_power(&x, &exponents, &mut r, f64::powf);
            for ((x, y), r) in x.iter().zip(&exponents).zip(r) {
                let wanted = y.factors().map_or(x.powf(*y), |count| f64::products([*x], count)[0]);
                assert_eq!(r.to_bits(), wanted.to_bits(), "{x} {y}");
            }
        }
    }
}
