//! The lengths that transforms are fast for.

use cuprust_scipy::fft::next_fast_len;

#[test]
fn lengths_are_the_least_products_of_small_primes() {
    for real in [false, true] {
        let primes: &[i64] = if real { &[2, 3, 5] } else { &[2, 3, 5, 7, 11] };
        let smooth = |n: &i64| {
            let rest = primes.iter().fold(*n, |mut rest, prime| {
                while rest % prime == 0 {
                    rest /= prime;
                }
                rest
            });
            rest == 1
        };
        for target in 1..3000 {
            let expected = (target..).find(smooth).unwrap();
            assert_eq!(next_fast_len(target, real).unwrap(), expected, "{target}, real: {real}");
        }
    }
    assert_eq!(next_fast_len(0, false).unwrap(), 0);
    assert!(next_fast_len(-1, false).is_err() && next_fast_len(i64::MAX, true).is_err());
    assert_eq!(next_fast_len((1 << 40) + 1, true).unwrap(), 1_100_753_141_760);
}
