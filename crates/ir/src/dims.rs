//! A short list of extents or strides, inline up to rank four.

use std::fmt;
use std::ops::{Deref, DerefMut};

const MAX_INLINE_AXES: usize = 4;

/// One `i64` for each axis. Up to four axes it allocates nothing.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dims(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    // Values past `len` are zero, so that equality and hashing may compare the whole array.
    Inline { len: u8, values: [i64; MAX_INLINE_AXES] },
    Heap(Box<[i64]>),
}

impl Dims {
    /// No axes.
    pub const EMPTY: Dims = Dims(Repr::Inline { len: 0, values: [0; MAX_INLINE_AXES] });

    /// The list of these values.
    #[inline]
    pub fn new(values: &[i64]) -> Dims {
        // A copy of a constant length for each case: a copy of a variable length is a function call.
        let inline = match *values {
            [] => [0; MAX_INLINE_AXES],
            [a] => [a, 0, 0, 0],
            [a, b] => [a, b, 0, 0],
            [a, b, c] => [a, b, c, 0],
            [a, b, c, d] => [a, b, c, d],
            _ => return Dims(Repr::Heap(values.into())),
        };
        Dims(Repr::Inline { len: values.len() as u8, values: inline })
    }

    /// The same value for each of `rank` axes.
    pub fn splat(value: i64, rank: usize) -> Dims {
        (0..rank).map(|_| value).collect()
    }
}

impl Deref for Dims {
    type Target = [i64];
    #[inline]
    fn deref(&self) -> &[i64] {
        match &self.0 {
            Repr::Inline { len, values } => &values[..*len as usize],
            Repr::Heap(values) => values,
        }
    }
}

impl DerefMut for Dims {
    #[inline]
    fn deref_mut(&mut self) -> &mut [i64] {
        match &mut self.0 {
            Repr::Inline { len, values } => &mut values[..*len as usize],
            Repr::Heap(values) => values,
        }
    }
}

impl FromIterator<i64> for Dims {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Dims {
        let mut values = values.into_iter();
        let mut inline = [0; MAX_INLINE_AXES];
        for len in 0..=MAX_INLINE_AXES {
            match values.next() {
                None => return Dims(Repr::Inline { len: len as u8, values: inline }),
                Some(value) if len < MAX_INLINE_AXES => inline[len] = value,
                Some(value) => {
                    return Dims(Repr::Heap(inline.into_iter().chain([value]).chain(values).collect()));
                }
            }
        }
        unreachable!("the loop returns on its last turn")
    }
}

impl fmt::Debug for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl From<&[i64]> for Dims {
    fn from(values: &[i64]) -> Dims {
        Dims::new(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_is_held() {
        for rank in 0..9i64 {
            let values: Vec<i64> = (0..rank).collect();
            let collected: Dims = values.iter().copied().collect();
            assert_eq!(&*collected, &values[..]);
            assert_eq!(collected, Dims::new(&values));
        }
    }
}
