//! Special functions end for extreme arguments: what once took as many steps as an argument is large is called with
//! such arguments, and would not return, and its values are checked against limits and one another.

use cuprust_num::special::*;

/// Numbers of variables, and degrees of freedom.
const SIZES: [f64; 9] = [1.0000001, 1.5, 2.0, 60.0, 1e6, 1e9, 1e18, 1e100, 1e300];
const FREEDOMS: [f64; 10] = [1e-300, 1e-9, 0.3, 1.0, 50.0, 1e6, 1e18, 1e100, 1e300, f64::INFINITY];

#[test]
fn studentized_ranges() {
    for k in SIZES {
        for df in FREEDOMS {
            let mut last = 0.0;
            for q in [0.0, 1e-300, 1e-9, 0.3, 2.5, 50.0, 1e6, 1e18, 1e300, f64::INFINITY] {
                let (lower, upper) = (studentized_range_lower(q, k, df), studentized_range_upper(q, k, df));
                assert!((lower + upper - 1.0).abs() < 1e-9, "{q} {k} {df}: {lower} and {upper}");
                assert!(lower >= last - 1e-9 && lower <= 1.0, "{q} {k} {df}: {lower} after {last}");
                assert!(studentized_range_density(q, k, df) >= 0.0, "{q} {k} {df}");
                last = lower;
            }
        }
        assert!(studentized_range_moment(1.0, k, 3.0) > 0.0);
    }
}

#[test]
fn studentized_quantiles_and_entropies() {
    for k in [1.5, 60.0, 1e9, 1e18] {
        for df in [1e-9, 0.3, 50.0, 1e6, f64::INFINITY] {
            for p in [1e-300, 0.3, 0.99] {
                let q = studentized_range_quantile(p, k, df);
                if q > 0.0 && q < f64::INFINITY {
                    let again = studentized_range_lower(q, k, df);
                    assert!((again / p - 1.0).abs() < 1e-8, "{p} {k} {df}: {q} has {again}");
                }
            }
        }
    }
    for df in [1e-300, 1e-9, 3.0, 1e6, 1e300] {
        assert!(studentized_range_entropy(1e18, df).is_finite());
        assert!(studentized_range_entropy(1.0000001, df).is_finite());
    }
}

#[test]
fn counts() {
    for large in [1e12, 1e18, 1e100, 1e300] {
        for p in [1e-300, 0.5, 0.999999] {
            assert!((poisson_quantile(p, large) / large - 1.0).abs() < 1e-3, "{p} {large}");
            assert!((poisson_upper_quantile(p, large) / large - 1.0).abs() < 1e-3, "{p} {large}");
        }
        assert!((binomial_quantile(0.5, large, 0.25) / (0.25 * large) - 1.0).abs() < 1e-9, "{large}");
        assert!((negative_binomial_quantile(0.5, large, 0.5) / large - 1.0).abs() < 1e-9, "{large}");
    }
    // The rare event alone: geometric of so small a probability that the number is far beyond 2^53.
    let many = negative_binomial_quantile(0.5, 1.0, 1e-100);
    assert!((many / (2f64.ln() * 1e100) - 1.0).abs() < 1e-12, "{many}");
    // Sums of mpmath.
    assert!((logarithmic_series_entropy(0.99999) / 7.789153948067815 - 1.0).abs() < 1e-13);
    assert!((logarithmic_series_entropy(0.9991) / 5.149765686995201 - 1.0).abs() < 1e-13);
    assert!(logarithmic_series_entropy(1e-300).abs() < 1e-15);
    assert!(logarithmic_series_entropy(1.0 - 1e-15).is_finite());
    assert!((exponential_normal_entropy(1e300) - 691.7755278982137).abs() < 1e-9);
    assert!(exponential_normal_entropy(f64::MAX).is_finite());
}

#[test]
fn chebyshev_degrees() {
    for n in [100_001.0, 1e9, 1e18, 1e300] {
        for x in [-1.0, -0.7, 0.0, 0.3, 1.0] {
            assert!(eval_chebyt(n, x).abs() <= 1.0, "{n} {x}");
        }
        assert_eq!(eval_chebyu(n, 1.0), n + 1.0);
        assert_eq!(eval_chebyt(n, f64::INFINITY), f64::INFINITY);
        assert_eq!(eval_chebyu(n, f64::INFINITY), f64::INFINITY);
    }
    // The recurrence and the circular functions agree where one takes over from the other.
    let x: f64 = 0.3;
    assert!((eval_chebyt(100_000.0, x) - (100_000.0 * x.acos()).cos()).abs() < 1e-9);
    assert!((eval_chebyt(100_001.0, x) - (100_001.0 * x.acos()).cos()).abs() < 1e-9);
}

#[test]
fn noncentral_draws() {
    for total in [20.0, 1e3, 1e7, 1e10] {
        for (good, draws) in [(0.25, 0.5), (0.9, 0.05), (0.5, 0.95)].map(|(g, d): (f64, f64)| (g * total, d * total)) {
            let (good, draws) = (good.round(), draws.round());
            for odds in [1e-300, 1e-5, 1.0, 30.0, 1e280] {
                let moments = [fisher_hypergeometric_moment, wallenius_hypergeometric_moment];
                let lowers = [fisher_hypergeometric_lower, wallenius_hypergeometric_lower];
                let uppers = [fisher_hypergeometric_upper, wallenius_hypergeometric_upper];
                for ((moment, lower), upper) in moments.into_iter().zip(lowers).zip(uppers) {
                    let mean = moment(1.0, total, good, draws, odds);
                    assert!(
                        mean >= 0.0 && mean <= good.min(draws) * (1.0 + 1e-9),
                        "{total} {good} {draws} {odds}: {mean}"
                    );
                    let k = mean.floor();
                    let sum = lower(k, total, good, draws, odds) + upper(k, total, good, draws, odds);
                    assert!((sum - 1.0).abs() < 1e-8, "{total} {good} {draws} {odds}: {sum}");
                }
            }
        }
    }
}

#[test]
fn gauss_hypergeometric_quantiles() {
    // A quantile takes a tenth of a second: every fourth in turns, so that each argument meets most of the others, and
    // all in `make test-long`.
    let is_long = std::env::var("CUPRUST_TEST_LONG").is_ok_and(|factor| !matches!(&*factor, "" | "0"));
    let mut turn = 0;
    for a in [1e-300, 1.0, 1e5] {
        for b in [1e-300, 1e-3, 1.0, 1e5] {
            for c in [-1e3, 0.0, 1e3] {
                for z in [-1.0 + 1e-15, 0.0, 1e-300, 1.0, 1e300] {
                    turn += 1;
                    if !is_long && turn % 4 != 0 {
                        continue;
                    }
                    let x = gauss_hypergeometric_quantile(0.3, a, b, c, z);
                    assert!((0.0..=1.0).contains(&x), "{a} {b} {c} {z}: {x}");
                    if x > 1e-300 && x < 0.999 {
                        let again = gauss_hypergeometric_lower(x, a, b, c, z);
                        assert!((again - 0.3).abs() < 1e-9, "{a} {b} {c} {z}: {x} has {again}");
                    }
                }
            }
        }
    }
}
