//! Hash maps keyed by internal numbers, such as those of names and handles, which are looked up at each event; and
//! saturating sums.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A map keyed by numbers.
pub type ByNumber<K, V> = HashMap<K, V, BuildHasherDefault<Numbers>>;

/// A fast hash of numbers, none of which an attacker can choose.
#[derive(Debug, Default)]
pub struct Numbers(u64);

impl Numbers {
    #[inline]
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Numbers {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.add(byte.into()));
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.add(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.add(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// Values by key for input in which equal keys mostly follow one another: the last key is not looked up.
pub(crate) struct Grouped<K, V> {
    positions: ByNumber<K, usize>,
    groups: Vec<(K, V)>,
    last: usize,
}

impl<K: Copy + Eq + Hash, V: Default> Grouped<K, V> {
    pub(crate) fn new() -> Grouped<K, V> {
        Grouped { positions: ByNumber::default(), groups: vec![], last: 0 }
    }

    /// The value of a key, inserted with a default if the key is new.
    #[inline]
    pub(crate) fn of(&mut self, key: K) -> &mut V {
        if self.groups.get(self.last).is_none_or(|(last, _)| *last != key) {
            self.last = *self.positions.entry(key).or_insert_with(|| {
                self.groups.push((key, V::default()));
                self.groups.len() - 1
            });
        }
        &mut self.groups[self.last].1
    }

    /// The keys, each with its value, in the order of first use.
    pub(crate) fn into_groups(self) -> Vec<(K, V)> {
        self.groups
    }
}

/// The saturating sum of a recording's numbers: a file may hold any numbers.
pub(crate) fn total(numbers: impl IntoIterator<Item: Borrow<u64>>) -> u64 {
    numbers.into_iter().fold(0, |sum, number| sum.saturating_add(*number.borrow()))
}

/// Adds a number of a recording to a saturating sum.
#[inline]
pub(crate) fn add(sum: &mut u64, number: u64) {
    *sum = sum.saturating_add(number);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_end_at_the_greatest_number() {
        assert_eq!((total([1, 2]), total([u64::MAX, 1, 7]), total([0u64; 0])), (3, u64::MAX, 0));
        let mut sum = u64::MAX - 1;
        add(&mut sum, 5);
        assert_eq!(sum, u64::MAX);
    }

    #[test]
    fn values_are_grouped_by_their_keys() {
        let mut grouped = Grouped::<(u16, u32), Vec<u32>>::new();
        for (key, value) in [(1, 7), (1, 8), (2, 9), (1, 10), (3, 11), (3, 12)] {
            grouped.of((key, 0)).push(value);
        }
        assert_eq!(grouped.into_groups(), [((1, 0), vec![7, 8, 10]), ((2, 0), vec![9]), ((3, 0), vec![11, 12])]);
    }

    #[test]
    fn numbers_that_follow_one_another_have_hashes_of_their_own() {
        let hash = |number: u64| {
            let mut hasher = Numbers::default();
            hasher.write_u64(number);
            hasher.finish()
        };
        let mut low: Vec<u64> = (0..1000).map(|number| hash(number << 6) % 4096).collect();
        low.sort_unstable();
        low.dedup();
        assert!(low.len() > 700, "{}", low.len());
    }
}
