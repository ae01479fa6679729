//! Networks of comparisons that bring the element of a rank to its place: few steps without branches, the same for
//! every window.

/// A comparison of two places: the lesser value goes to `low`, the greater to `high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// The place of the lesser value.
    pub low: u16,
    /// The place of the greater value, which is the later place.
    pub high: u16,
    /// Which of the two is read later.
    pub keeps: Keeps,
}

/// Which results of a comparison are read later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeps {
    /// The lesser value alone.
    Low,
    /// The greater value alone.
    High,
    /// Both.
    Both,
}

impl Keeps {
    /// Whether the lesser value is read later.
    pub fn low(self) -> bool {
        self != Keeps::High
    }

    /// Whether the greater value is read later.
    pub fn high(self) -> bool {
        self != Keeps::Low
    }
}

/// The comparisons after which place `rank` of `count` values holds the value of that rank in ascending order: those of
/// Batcher's odd-even merge sort that this place depends on.
pub fn selection(count: usize, rank: usize) -> Vec<Exchange> {
    let mut all = Vec::new();
    let mut size = 1;
    while size < count {
        let mut step = size;
        while step > 0 {
            for begin in (step % size..count.saturating_sub(step)).step_by(2 * step) {
                for low in begin..(begin + step).min(count - step) {
                    let high = low + step;
                    // Both in one pair of the runs that are merged.
                    if low / (2 * size) == high / (2 * size) {
                        all.push((low, high));
                    }
                }
            }
            step /= 2;
        }
        size *= 2;
    }
    let mut wanted = vec![false; count];
    if let Some(wanted) = wanted.get_mut(rank) {
        *wanted = true;
    }
    let mut kept = Vec::new();
    for &(low, high) in all.iter().rev() {
        let keeps = match (wanted[low], wanted[high]) {
            (false, false) => continue,
            (true, false) => Keeps::Low,
            (false, true) => Keeps::High,
            (true, true) => Keeps::Both,
        };
        (wanted[low], wanted[high]) = (true, true);
        kept.push(Exchange { low: low as u16, high: high as u16, keeps });
    }
    kept.reverse();
    kept
}
