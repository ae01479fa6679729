//! The statistics of a column of durations or sizes, as in Nsight Systems.

use crate::numbers::total;

/// The statistics of a list of numbers; all zero for none.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Summary {
    /// How many there are.
    pub count: u64,
    /// Their sum, at most `u64::MAX`.
    pub total: u64,
    /// The mean.
    pub mean: f64,
    /// The median: for an even count the mean of the two in the middle.
    pub median: f64,
    /// The least.
    pub min: u64,
    /// The greatest.
    pub max: u64,
    /// The standard deviation of a sample: squares are divided by one less than the count. Zero for one.
    pub deviation: f64,
}

impl Summary {
    /// The statistics of these numbers, which are sorted.
    pub fn of(numbers: &mut [u64]) -> Summary {
        let count = numbers.len();
        if count == 0 {
            return Summary::default();
        }
        numbers.sort_unstable();
        let total = total(&*numbers);
        let mean = numbers.iter().map(|&number| u128::from(number)).sum::<u128>() as f64 / count as f64;
        let squares: f64 = numbers.iter().map(|&number| (number as f64 - mean).powi(2)).sum();
        Summary {
            count: count as u64,
            total,
            mean,
            median: (numbers[(count - 1) / 2] as f64 + numbers[count / 2] as f64) / 2.0,
            min: numbers[0],
            max: numbers[count - 1],
            deviation: if count > 1 { (squares / (count - 1) as f64).sqrt() } else { 0.0 },
        }
    }
}

/// How many times longer the second of paired runs took than the first: the geometric mean of the ratios, and its 95 %
/// confidence interval, by Student's distribution of the logarithms. `None` for fewer than two pairs, or times of zero.
pub fn ratio(first: &[f64], second: &[f64]) -> Option<[f64; 3]> {
    let logarithms: Vec<f64> = first.iter().zip(second).map(|(first, second)| (second / first).ln()).collect();
    let count = logarithms.len();
    if count < 2 || logarithms.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let mean = logarithms.iter().sum::<f64>() / count as f64;
    let squares: f64 = logarithms.iter().map(|value| (value - mean).powi(2)).sum();
    let error = (squares / (count - 1) as f64 / count as f64).sqrt() * student(count - 1);
    Some([mean.exp(), (mean - error).exp(), (mean + error).exp()])
}

/// The two-sided 95 % quantile of Student's distribution: a table, and from 31 degrees of freedom on the first terms of
/// its expansion around the normal distribution (Abramowitz and Stegun, 26.7.5).
fn student(freedom: usize) -> f64 {
    const TABLE: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];
    match freedom.checked_sub(1).and_then(|index| TABLE.get(index)) {
        Some(&value) => value,
        None => {
            let (normal, freedom) = (1.959_964_f64, freedom as f64);
            let first = (normal.powi(3) + normal) / (4.0 * freedom);
            let second = (5.0 * normal.powi(5) + 16.0 * normal.powi(3) + 3.0 * normal) / (96.0 * freedom * freedom);
            normal + first + second
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_of_paired_runs_lies_within_its_bounds() {
        let [mean, low, high] = ratio(&[1.0, 2.0, 4.0, 8.0], &[2.0, 4.2, 7.6, 16.4]).unwrap();
        assert!(
            (mean - 2.0).abs() < 0.05 && low < mean && mean < high && low > 1.7 && high < 2.4,
            "{mean} {low} {high}"
        );
        // Two equal ratios have an interval of no width.
        assert_eq!(
            ratio(&[1.0, 2.0], &[3.0, 6.0]).map(|[mean, low, high]| (mean - low, high - mean)),
            Some((0.0, 0.0))
        );
        assert_eq!((ratio(&[1.0], &[2.0]), ratio(&[0.0, 1.0], &[1.0, 1.0])), (None, None));
        // A table of the distribution has 1.984 for 100 degrees of freedom, and 2.021 for 40.
        assert!((student(100) - 1.984).abs() < 1e-3 && (student(40) - 2.021).abs() < 1e-3 && student(1) == 12.706);
    }

    #[test]
    fn the_figures_are_those_of_the_textbook() {
        let summary = Summary::of(&mut [4, 1, 9, 2]);
        assert_eq!((summary.count, summary.total, summary.min, summary.max), (4, 16, 1, 9));
        assert_eq!((summary.mean, summary.median), (4.0, 3.0));
        assert!((summary.deviation - (38.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!((Summary::of(&mut [5]).deviation, Summary::of(&mut [5]).median), (0.0, 5.0));
        assert_eq!(Summary::of(&mut []), Summary::default());
    }
}
