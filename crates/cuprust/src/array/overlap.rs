//! Whether two arrays share a byte: `shares_memory`.

use crate::Array;

/// Up to `count` steps of `distance` bytes.
#[derive(Clone, Copy)]
struct Steps {
    distance: i128,
    max_count: i128,
}

impl Array {
    /// Whether two arrays share a byte: `numpy.shares_memory`. [`Array::may_share_memory`] compares only their bounds.
    ///
    /// ```
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let a = arange(6)?;
    /// assert!(!a.at(s![..;2])?.shares_memory(&a.at(s![1..;2])?));
    /// assert!(a.at(s![..;2])?.shares_memory(&a.at(s![4..])?));
    /// # Ok(())
    /// # }
    /// ```
    pub fn shares_memory(&self, other: &Array) -> bool {
        if !self.may_share_memory(other) {
            return false;
        }
        // A shared byte means start + steps + byte = start + steps + byte. With the steps of one array forwards and of
        // the other backwards, the question is whether a number is a sum of steps.
        let mut steps = Vec::new();
        let mut wanted = 0i128;
        for (array, sign) in [(self, 1i128), (other, -1)] {
            let size = array.dtype().size() as i128;
            let layout = array.layout();
            wanted -= sign * i128::from(layout.offset) * size;
            let steps_within =
                layout.strides.iter().zip(&*layout.shape).map(|(&stride, &extent)| (i128::from(stride) * size, extent));
            for (stride, extent) in steps_within.chain([(1, size as i64)]) {
                let (distance, max_count) = (sign * stride, i128::from(extent) - 1);
                // Steps backwards equal steps forwards from the other end.
                if distance < 0 {
                    wanted -= distance * max_count;
                }
                if distance != 0 && max_count > 0 {
                    steps.push(Steps { distance: distance.abs(), max_count });
                }
            }
        }
        steps.sort_unstable_by_key(|steps| std::cmp::Reverse(steps.distance));
        // Steps of equal distance are merged.
        steps.dedup_by(|next, kept| {
            let same = next.distance == kept.distance;
            if same {
                kept.max_count += next.max_count;
            }
            same
        });
        can_be_made(wanted, &steps)
    }
}

/// Whether a number is a sum of steps, which are in descending order.
fn can_be_made(wanted: i128, steps: &[Steps]) -> bool {
    let Some((first, rest)) = steps.split_first() else { return wanted == 0 };
    let reach: i128 = rest.iter().map(|steps| steps.distance * steps.max_count).sum();
    if wanted < 0 || wanted > reach + first.distance * first.max_count {
        return false;
    }
    let divisor = steps.iter().fold(0, |divisor, steps| greatest_common_divisor(divisor, steps.distance));
    if wanted % divisor != 0 {
        return false;
    }
    // The remainder must be within reach of the smaller steps.
    let least = ((wanted - reach).max(0) + first.distance - 1) / first.distance;
    let max_count = (wanted / first.distance).min(first.max_count);
    (least..=max_count).any(|count| can_be_made(wanted - count * first.distance, rest))
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
