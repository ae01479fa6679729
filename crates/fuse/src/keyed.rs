//! A list that finds its items by a key: the stores to a storage among thousands, without visiting the others.

use std::hash::BuildHasher;
use std::ops::{Deref, DerefMut};

use cuprust_ir::{Node, View, Write};
use foldhash::fast::FixedState;

/// What an item is found by. Different items may have equal keys.
pub(crate) trait Key {
    fn key(&self) -> u32;
}

impl Key for View {
    fn key(&self) -> u32 {
        self.storage.0
    }
}

impl Key for Write {
    fn key(&self) -> u32 {
        self.view.storage.0
    }
}

impl Key for Node {
    fn key(&self) -> u32 {
        FixedState::default().hash_one(self) as u32
    }
}

/// Items in their order, and the items before each that have its key or another one of the same bucket. A change of an
/// item in place keeps its key.
#[derive(Clone)]
pub(crate) struct Keyed<T> {
    items: Vec<T>,
    keys: Vec<u32>,
    /// For each item the one before it in its bucket.
    before: Vec<u32>,
    /// The last item of each bucket. Their number is a power of two.
    last: Vec<u32>,
}

/// No item.
const NONE: u32 = u32::MAX;

impl<T: Key> Keyed<T> {
    pub(crate) fn push(&mut self, item: T) {
        let key = item.key();
        let bucket = self.bucket(key);
        self.items.push(item);
        self.keys.push(key);
        if self.items.len() > self.last.len() {
            self.link_all();
        } else {
            self.before.push(std::mem::replace(&mut self.last[bucket], self.before.len() as u32));
        }
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        while self.items.len() > len
            && let (Some(key), Some(before)) = (self.keys.pop(), self.before.pop())
        {
            self.items.pop();
            let bucket = self.bucket(key);
            self.last[bucket] = before;
        }
    }

    pub(crate) fn retain(&mut self, is_kept: impl FnMut(&T) -> bool) {
        self.items.retain(is_kept);
        self.keys = self.items.iter().map(Key::key).collect();
        self.link_all();
    }

    /// Replaces an item by one with another key.
    pub(crate) fn replace(&mut self, index: usize, item: T) {
        self.keys[index] = item.key();
        self.items[index] = item;
        self.link_all();
    }

    /// The items with a key, with their indices, from the last to the first.
    pub(crate) fn with_key(&self, key: u32) -> impl Iterator<Item = (usize, &T)> {
        let last = self.last.get(self.bucket(key)).copied().filter(|&last| last != NONE);
        let of_bucket = std::iter::successors(last, |&at| Some(self.before[at as usize]).filter(|&at| at != NONE));
        of_bucket.map(|at| at as usize).filter(move |&at| self.keys[at] == key).map(|at| (at, &self.items[at]))
    }

    fn bucket(&self, key: u32) -> usize {
        // Fibonacci hashing spreads keys that follow one another, as those of storages do.
        (u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & self.last.len().wrapping_sub(1)
    }

    /// Puts the items into buckets: as many as there are items and more, so that each has few.
    fn link_all(&mut self) {
        let buckets = (self.items.len() + 1).next_power_of_two().max(8);
        (self.last, self.before) = (vec![NONE; buckets], Vec::with_capacity(self.items.len()));
        for index in 0..self.items.len() {
            let bucket = self.bucket(self.keys[index]);
            self.before.push(std::mem::replace(&mut self.last[bucket], index as u32));
        }
    }

    /// The index of an item, which is appended if it is absent.
    pub(crate) fn index_of(&mut self, item: &T) -> usize
    where
        T: PartialEq + Clone,
    {
        let found = self.with_key(item.key()).find(|(_, other)| *other == item).map(|(index, _)| index);
        found.unwrap_or_else(|| {
            self.push(item.clone());
            self.items.len() - 1
        })
    }

    pub(crate) fn into_items(self) -> Vec<T> {
        self.items
    }
}

impl<T> Default for Keyed<T> {
    fn default() -> Self {
        Keyed { items: Vec::new(), keys: Vec::new(), before: Vec::new(), last: Vec::new() }
    }
}

impl<T: Key> FromIterator<T> for Keyed<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let items: Vec<T> = items.into_iter().collect();
        let mut list = Keyed { keys: items.iter().map(Key::key).collect(), items, ..Keyed::default() };
        list.link_all();
        list
    }
}

impl<T> Deref for Keyed<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for Keyed<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}
