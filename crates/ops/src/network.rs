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
    let mut live = vec![false; count];
    if let Some(live) = live.get_mut(rank) {
        *live = true;
    }
    needed(&merge_sort(count), &mut live)
}

/// The comparisons that select a value of a matrix: first those within a column, which are the same for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixSelection {
    /// The comparisons of each column's values, whose positions are rows.
    pub of_columns: Vec<Exchange>,
    /// The comparisons that follow, whose positions are indices in C order.
    pub of_matrix: Vec<Exchange>,
    /// The position of the value of the rank after all comparisons.
    pub position: usize,
}

/// Most values of a matrix: they are the bits of an integer.
pub const MAX_MATRIX: usize = u128::BITS as usize;

/// The comparisons that select the value of a rank from a matrix of at most [`MAX_MATRIX`] values. Sorted columns stay
/// sorted as the rows are sorted; then most values are too small or too great for the rank, and the order of many of
/// the others is known. None for a larger or an empty matrix, and a rank that it has not.
pub fn matrix_selection(rows: usize, columns: usize, rank: usize) -> Option<MatrixSelection> {
    let count = rows.checked_mul(columns).filter(|&count| count <= MAX_MATRIX && rank < count)?;
    let mut all: Vec<(usize, usize)> = Vec::new();
    for row in 0..rows {
        all.extend(merge_sort(columns).into_iter().map(|(low, high)| (row * columns + low, row * columns + high)));
    }
    let (is_high, is_low) = (
        |at: usize| (at / columns + 1) * (at % columns + 1) > rank + 1,
        |at: usize| (rows - at / columns) * (columns - at % columns) > count - rank,
    );
    let candidates: Vec<usize> = (0..count).filter(|&at| !is_high(at) && !is_low(at)).collect();
    let position = candidates[rank - (0..count).filter(|&at| is_low(at)).count()];
    let mut order = Order::of_matrix(&candidates, (count, columns));
    for (low, high) in merge_sort(candidates.len()) {
        let (low, high) = (candidates[low], candidates[high]);
        if order.exchange(low, high) {
            all.push((low, high));
        }
    }
    let mut live = vec![false; count];
    live[position] = true;
    let of_matrix = needed(&all, &mut live);
    let mut live: Vec<bool> = live.chunks(columns).map(|row| row.contains(&true)).collect();
    let of_columns = needed(&merge_sort(rows), &mut live);
    Some(MatrixSelection { of_columns, of_matrix, position })
}

/// The comparisons of Batcher's odd-even merge sort: pairs of positions, of which the second gets the greater value.
fn merge_sort(count: usize) -> Vec<(usize, usize)> {
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
    all
}

/// Those comparisons that some positions depend on, which become all positions whose first values they depend on.
fn needed(all: &[(usize, usize)], live: &mut [bool]) -> Vec<Exchange> {
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

/// What is known about the order of values: for each position the positions whose values are no greater, and those
/// whose values are no less, as bits.
struct Order {
    below: Vec<u128>,
    above: Vec<u128>,
}

impl Order {
    /// Some values of a matrix whose rows and columns are sorted.
    fn of_matrix(some: &[usize], (count, columns): (usize, usize)) -> Order {
        let mut order = Order { below: vec![0; count], above: vec![0; count] };
        for &at in some {
            for &other in some {
                let is_below = other / columns <= at / columns && other % columns <= at % columns;
                order.below[at] |= u128::from(is_below) << other;
                order.above[other] |= u128::from(is_below) << at;
            }
        }
        order
    }

    /// Exchanges two values if the first is greater; false if it is known not to be.
    fn exchange(&mut self, low: usize, high: usize) -> bool {
        if self.above[low] >> high & 1 == 1 {
            return false;
        }
        let (bit_of_low, bit_of_high) = (1u128 << low, 1u128 << high);
        let others = !(bit_of_low | bit_of_high);
        let (below, above) = ([self.below[low], self.below[high]], [self.above[low], self.above[high]]);
        self.below[low] = below[0] & below[1] & others | bit_of_low;
        self.above[low] = (above[0] | above[1]) & others | bit_of_low | bit_of_high;
        self.below[high] = (below[0] | below[1]) & others | bit_of_low | bit_of_high;
        self.above[high] = above[0] & above[1] & others | bit_of_high;
        let mut related = (below[0] | below[1] | above[0] | above[1]) & others;
        while related != 0 {
            let other = related.trailing_zeros() as usize;
            related &= related - 1;
            let is_in = |set: u128| set >> other & 1 == 1;
            let bits = |in_low: bool, in_high: bool| {
                (if in_low { bit_of_low } else { 0 }) | (if in_high { bit_of_high } else { 0 })
            };
            self.below[other] = self.below[other] & others | bits(is_in(self.above[low]), is_in(self.above[high]));
            self.above[other] = self.above[other] & others | bits(is_in(self.below[low]), is_in(self.below[high]));
        }
        true
    }
}
