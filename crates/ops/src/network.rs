//! Selection networks: comparisons that move the element of a rank to its position, in few steps without branches, the
//! same for every window.

/// A comparison of two positions: the lesser value goes to `low`, the greater to `high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// The position of the lesser value.
    pub low: u16,
    /// The position of the greater value, which is the later one.
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

/// The comparisons after which position `rank` of `count` values holds the value of that rank in ascending order: those
/// comparisons of Batcher's odd-even merge sort that this position depends on.
pub fn selection(count: usize, rank: usize) -> Vec<Exchange> {
    let mut all = Vec::new();
    let mut size = 1;
    while size < count {
        let mut step = size;
        while step > 0 {
            for begin in (step % size..count.saturating_sub(step)).step_by(2 * step) {
                for low in begin..(begin + step).min(count - step) {
                    let high = low + step;
                    // Both lie in one pair of the runs that are merged.
                    if low / (2 * size) == high / (2 * size) {
                        all.push((low, high));
                    }
                }
            }
            step /= 2;
        }
        size *= 2;
    }
    let mut live = vec![false; count];
    if let Some(live) = live.get_mut(rank) {
        *live = true;
    }
    let mut kept = Vec::new();
    for &(low, high) in all.iter().rev() {
        let keeps = match (live[low], live[high]) {
            (false, false) => continue,
            (true, false) => Keeps::Low,
            (false, true) => Keeps::High,
            (true, true) => Keeps::Both,
        };
        (live[low], live[high]) = (true, true);
        kept.push(Exchange { low: low as u16, high: high as u16, keeps });
    }
    kept.reverse();
    kept
}
