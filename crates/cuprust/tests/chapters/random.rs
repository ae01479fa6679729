//! Random numbers: Philox's own bits, the same from any split of the calls, within the bounds requested, and
//! repeatable.

use crate::support::{cpu, refused};
use cuprust::random::{Generator, GeneratorState, Sequence, default_generator};
use cuprust::*;

/// Philox4x32-10 as its paper defines it (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011).
fn philox(counter: u64, seed: u64) -> [u32; 4] {
    let mut block = [counter as u32, (counter >> 32) as u32, 0, 0];
    let mut key = [seed as u32, (seed >> 32) as u32];
    for _ in 0..10 {
        let low = 0xD251_1F53_u64 * u64::from(block[0]);
        let high = 0xCD9E_8D57_u64 * u64::from(block[2]);
        block =
            [(high >> 32) as u32 ^ block[1] ^ key[0], high as u32, (low >> 32) as u32 ^ block[3] ^ key[1], low as u32];
        key = [key[0].wrapping_add(0x9E37_79B9), key[1].wrapping_add(0xBB67_AE85)];
    }
    block
}

#[test]
fn uniform_numbers_are_philoxs_bits() {
    let seed = 0x0123_4567_89AB_CDEF;
    let generator = Generator::new(seed, cpu());
    let single = generator.random(shape([3, 3]).dtype(DType::F32)).unwrap().to_vec::<f32>().unwrap();
    let double = generator.random([5]).unwrap().to_vec::<f64>().unwrap();
    for (i, value) in single.iter().enumerate() {
        let word = philox(i as u64 / 4, seed)[i % 4];
        assert_eq!(*value, (word >> 8) as f32 / 16_777_216.0);
    }
    // Nine elements took three counters.
    for (i, value) in double.iter().enumerate() {
        let words = philox(3 + i as u64 / 2, seed);
        let (high, low) = (words[2 * (i % 2)] >> 5, words[2 * (i % 2) + 1] >> 6);
        assert_eq!(*value, (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0);
    }
    assert_eq!(generator.state(), GeneratorState::Philox { seed, counter: 6 });
}

#[test]
fn a_state_brings_the_same_numbers_back() {
    let generator = Generator::new(7, cpu());
    generator.random([100]).unwrap();
    let state = generator.state();
    let first = generator.standard_normal(shape([50]).dtype(DType::F32)).unwrap().to_vec::<f32>().unwrap();
    assert_ne!(generator.standard_normal(shape([50]).dtype(DType::F32)).unwrap().to_vec::<f32>().unwrap(), first);
    generator.set_state(state);
    assert_eq!(generator.standard_normal(shape([50]).dtype(DType::F32)).unwrap().to_vec::<f32>().unwrap(), first);
}

#[test]
fn dead_draws_advance_the_counter() {
    let (a, b) = (Generator::new(1, cpu()), Generator::new(1, cpu()));
    drop(a.random([1000]).unwrap());
    b.random([1000]).unwrap().to_vec::<f64>().unwrap();
    let next = |generator: &Generator| generator.random([4]).unwrap().to_vec::<f64>().unwrap();
    assert_eq!(next(&a), next(&b));
}

#[test]
fn distributions_have_their_moments() {
    let generator = Generator::new(42, cpu());
    let moments = |array: &Array| {
        let array = array.astype(DType::F64).unwrap();
        let mean: f64 = array.mean(..).unwrap().item().unwrap().get();
        let deviation: f64 = array.std(..).unwrap().item().unwrap().get();
        (mean, deviation)
    };
    let near = |(mean, deviation): (f64, f64), (m, d): (f64, f64)| {
        // Five standard errors of a mean of 40 000 draws.
        assert!((mean - m).abs() < 0.025 * d && (deviation / d - 1.0).abs() < 0.03, "{mean} {deviation}, not {m} {d}");
    };
    for dtype in [DType::F16, DType::F32, DType::F64] {
        near(moments(&generator.random(shape([40_000]).dtype(dtype)).unwrap()), (0.5, (1.0f64 / 12.0).sqrt()));
        near(moments(&generator.normal(3.0, 2.0, shape([40_000]).dtype(dtype)).unwrap()), (3.0, 2.0));
        near(
            moments(&generator.uniform(-1.0, 3.0, shape([40_000]).dtype(dtype)).unwrap()),
            (1.0, 4.0 / 12.0f64.sqrt()),
        );
        near(moments(&generator.exponential(2.0, shape([40_000]).dtype(dtype)).unwrap()), (2.0, 2.0));
    }
    near(
        moments(&generator.integers(-10..=10, shape([40_000]).dtype(DType::I8)).unwrap()),
        (0.0, (440.0f64 / 12.0).sqrt()),
    );
}

#[test]
fn integers_keep_their_bounds_and_reach_them() {
    let generator = Generator::new(3, cpu());
    for dtype in
        [DType::Bool, DType::I8, DType::U8, DType::I16, DType::U16, DType::I32, DType::U32, DType::I64, DType::U64]
    {
        let (low, high) = if dtype == DType::Bool { (0, 1) } else { (3, 9) };
        let drawn = generator.integers(low..=high, shape([500]).dtype(dtype)).unwrap().astype(DType::I64).unwrap();
        let drawn = drawn.to_vec::<i64>().unwrap();
        for value in low as i64..=high as i64 {
            assert!(drawn.contains(&value), "{dtype} never gives {value}");
        }
        assert!(drawn.iter().all(|value| (low as i64..=high as i64).contains(value)));
    }
    let whole = generator.integers(0..=u64::MAX, shape([64]).dtype(DType::U64)).unwrap().to_vec::<u64>().unwrap();
    assert!(whole.iter().any(|&value| value > u64::MAX / 2) && whole.iter().any(|&value| value < u64::MAX / 2));
    let signed = generator.integers(i64::MIN..=i64::MAX, [64]).unwrap();
    assert!(signed.to_vec::<i64>().unwrap().iter().any(|&value| value < 0));
}

#[test]
fn no_integer_is_more_likely_than_another() {
    // Of three quarters of all words a quarter of the draws is rejected. Without that, each third integer would come
    // twice as often.
    let generator = Generator::new(17, cpu());
    let count = 90_000;
    for (low, values) in [(0i128, 3i128 << 62), (5, (3 << 62) - 1)] {
        let drawn = generator.integers(low..=low + values - 1, shape([count]).dtype(DType::U64)).unwrap();
        let drawn = drawn.to_vec::<u64>().unwrap();
        assert!(drawn.iter().all(|&value| (low..low + values).contains(&i128::from(value))));
        for part in 0..3 {
            let (from, to) = (low + values * part / 3, low + values * (part + 1) / 3);
            for hits in [
                drawn.iter().filter(|&&value| (from..to).contains(&i128::from(value))).count(),
                drawn.iter().filter(|&&value| (i128::from(value) - low) % 3 == part).count(),
            ] {
                // Five standard deviations of a binomial count.
                assert!((hits as f64 - 30_000.0).abs() < 5.0 * 20_000f64.sqrt(), "{part}: {hits}");
            }
        }
    }
    // The draws are placed as others are: the counters taken are the same.
    assert_eq!(generator.state(), GeneratorState::Philox { seed: 17, counter: count as u64 });
}

#[test]
fn sequences_serve_every_distribution() {
    for sequence in [Sequence::xorwow(5), Sequence::mrg32k3a(5)] {
        let generator = Generator::from_state(GeneratorState::Sequence(sequence), cpu());
        let mean_and_deviation = |array: Array| {
            let array = array.astype(DType::F64).unwrap();
            let of = |array: Array| array.item().unwrap().get::<f64>();
            (of(array.mean(..).unwrap()), of(array.std(..).unwrap()))
        };
        for dtype in [DType::F16, DType::BF16, DType::F32, DType::F64] {
            let (mean, deviation) = mean_and_deviation(generator.random(shape([40_001]).dtype(dtype)).unwrap());
            assert!((mean - 0.5).abs() < 0.01 && (deviation - (1.0f64 / 12.0).sqrt()).abs() < 0.01, "{dtype}: {mean}");
            let (mean, deviation) =
                mean_and_deviation(generator.standard_normal(shape([40_001]).dtype(dtype)).unwrap());
            assert!(mean.abs() < 0.025 && (deviation - 1.0).abs() < 0.025, "{dtype}: {mean} {deviation}");
        }
        let (mean, _) = mean_and_deviation(generator.poisson(7.0, [40_000]).unwrap());
        assert!((mean - 7.0).abs() < 5.0 * (7.0f64 / 40_000.0).sqrt(), "{mean}");
        let drawn = generator.integers(-3..=5, shape([4000]).dtype(DType::I8)).unwrap().to_vec::<i8>().unwrap();
        assert!((-3..=5).all(|value| drawn.contains(&value)) && drawn.iter().all(|value| (-3..=5).contains(value)));
        // The state brings the same numbers back, and so does the seed.
        let (state, next) = (generator.state(), || generator.random([3, 5]).unwrap().to_vec::<f64>().unwrap());
        let first = next();
        assert_ne!(next(), first);
        generator.set_state(state);
        assert_eq!(next(), first);
        generator.seed(5);
        assert_eq!(generator.state(), GeneratorState::Sequence(sequence));
        let raw = generator.raw([4]).unwrap().to_vec::<u64>().unwrap();
        let mut own = sequence;
        assert_eq!(raw, (0..4).map(|_| u64::from(own.step())).collect::<Vec<_>>());
        assert_eq!(generator.random(shape([0, 3]).dtype(DType::F32)).unwrap().shape(), [0, 3]);
    }
}

#[test]
fn choices_follow_their_probabilities() {
    let generator = Generator::new(11, cpu());
    let p = [0.2, 0.0, 0.5, 0.3, 0.0];
    let drawn = generator.choice(5, [200, 100], true, Some(&p)).unwrap();
    assert_eq!((drawn.shape(), drawn.dtype()), (&[200i64, 100][..], DType::I64));
    let drawn = drawn.to_vec::<i64>().unwrap();
    for (index, p) in p.iter().enumerate() {
        let share = drawn.iter().filter(|&&value| value == index as i64).count() as f64 / drawn.len() as f64;
        assert!((share - p).abs() < 0.02 && (*p > 0.0 || share == 0.0), "{index}: {share} for {p}");
    }
    let board =
        generator.choice_of(&Array::from_slice(&[0i64, 1], [2], cpu()).unwrap(), [100, 100], true, Some(&[0.8, 0.2]));
    let alive = board.unwrap().to_vec::<i64>().unwrap().iter().sum::<i64>();
    assert!((1800..2200).contains(&alive), "{alive}");
    let many = Array::from_slice(&(0..40).map(|x| x as f32).collect::<Vec<_>>(), [40], cpu()).unwrap();
    let picked = generator.choice_of(&many, [3000], true, None).unwrap().to_vec::<f32>().unwrap();
    assert!((0..40).all(|value| picked.contains(&(value as f32))));
}

#[test]
fn without_replacement_nothing_comes_twice() {
    let generator = Generator::new(5, cpu());
    let mut order = generator.permutation(100).unwrap().to_vec::<i64>().unwrap();
    assert!(order.iter().enumerate().any(|(position, &value)| position as i64 != value));
    order.sort_unstable();
    assert_eq!(order, (0..100).collect::<Vec<_>>());
    let mut some = generator.choice(10, [2, 3], false, Some(&[0.1; 10])).unwrap().to_vec::<i64>().unwrap();
    some.sort_unstable();
    some.dedup();
    assert_eq!(some.len(), 6);
}

#[test]
fn the_shared_generator_is_one() {
    let shared = default_generator(cpu());
    shared.seed(99);
    let first = default_generator(cpu()).random([3]).unwrap().to_vec::<f64>().unwrap();
    assert_eq!(Generator::new(99, cpu()).random([3]).unwrap().to_vec::<f64>().unwrap(), first);
}

#[test]
fn bad_calls_say_what_is_wrong() {
    let generator = Generator::new(0, cpu());
    refused(
        generator.random(shape([2]).dtype(DType::I32)),
        ErrorKind::Type,
        "Unsupported dtype int32 for random: it must be a real float",
    );
    refused(generator.integers(5..5, [2]), ErrorKind::Value, "low >= high");
    refused(
        generator.integers(0..300, shape([2]).dtype(DType::U8)),
        ErrorKind::Value,
        "high is out of bounds for uint8",
    );
    refused(generator.integers(-1..3, shape([2]).dtype(DType::U8)), ErrorKind::Value, "low is out of bounds for uint8");
    refused(generator.normal(0.0, -1.0, [2]), ErrorKind::Value, "scale < 0");
    refused(generator.choice(2, [2], true, Some(&[0.5])), ErrorKind::Value, "a and p must have same size");
    refused(generator.choice(2, [2], true, Some(&[0.5, 0.6])), ErrorKind::Value, "probabilities do not sum to 1");
    refused(generator.choice(2, [2], true, Some(&[1.5, -0.5])), ErrorKind::Value, "probabilities are not non-negative");
    refused(
        generator.choice(2, [3], false, None),
        ErrorKind::Value,
        "Cannot take a larger sample than population when replace is False",
    );
}

#[test]
fn a_permutation_is_the_order_of_the_keys_that_a_draw_gives() {
    for n in [0i64, 1, 2, 100, 5000, 70_000, 1_000_000] {
        let (a, b) = (Generator::new(n as u64, cpu()), Generator::new(n as u64, cpu()));
        let keys = b.raw([n]).unwrap().to_vec::<u64>().unwrap();
        let mut order: Vec<i64> = (0..n).collect();
        order.sort_by_key(|&position| keys[position as usize]);
        assert!(a.permutation(n).unwrap().to_vec::<i64>().unwrap() == order, "{n}");
        assert_eq!(a.state(), b.state());
    }
    // Other algorithms' numbers are sorted as they are.
    let state = GeneratorState::Sequence(Sequence::xorwow(3));
    let mut drawn = Generator::from_state(state, cpu()).permutation(500).unwrap().to_vec::<i64>().unwrap();
    drawn.sort_unstable();
    assert_eq!(drawn, (0..500).collect::<Vec<_>>());
}
