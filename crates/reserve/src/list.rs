//! Lists whose length a caller chooses: an allocation that the system refuses is an error.

use std::cell::Cell;

use crate::Refused;

thread_local! {
    /// Whether the current allocation of the thread may fail, in which case it spends no reserved memory.
    static CAN_FAIL: Cell<bool> = const { Cell::new(false) };
}

/// Whether the current allocation of this thread may fail.
pub(crate) fn can_fail() -> bool {
    CAN_FAIL.try_with(Cell::get).unwrap_or(false)
}

/// Makes an allocation that may fail: it spends no memory that is reserved for infallible ones.
pub fn fallible<R>(allocate: impl FnOnce() -> R) -> R {
    let before = CAN_FAIL.replace(true);
    let made = allocate();
    CAN_FAIL.set(before);
    made
}

/// An empty list with capacity for `count` elements.
///
/// # Errors
/// Where the system has no memory for them.
pub fn list<T>(count: usize) -> Result<Vec<T>, Refused> {
    let mut list = Vec::new();
    let refused = Refused { bytes: count.saturating_mul(size_of::<T>()) };
    fallible(|| list.try_reserve_exact(count)).map_err(|_| refused)?;
    Ok(list)
}

/// `count` copies of a value.
///
/// # Errors
/// As for [`list`].
pub fn filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, Refused> {
    let mut list = list(count)?;
    list.resize(count, value);
    Ok(list)
}

/// The items of an iterator.
///
/// # Errors
/// As for [`list`].
pub fn collected<T>(items: impl IntoIterator<Item = T>) -> Result<Vec<T>, Refused> {
    let mut items = items.into_iter();
    let mut all = list(items.size_hint().0)?;
    while let Some(item) = items.next() {
        if all.len() == all.capacity() {
            grow(&mut all, items.size_hint().0 + 1)?;
        }
        all.push(item);
    }
    Ok(all)
}

/// A copy of a slice.
///
/// # Errors
/// As for [`list`].
pub fn copied<T: Copy>(slice: &[T]) -> Result<Vec<T>, Refused> {
    let mut list = list(slice.len())?;
    list.extend_from_slice(slice);
    Ok(list)
}

/// Adds capacity for `more` elements to a list, by doubling.
///
/// # Errors
/// As for [`list`].
pub fn grow<T>(list: &mut Vec<T>, more: usize) -> Result<(), Refused> {
    let refused = Refused { bytes: list.len().saturating_add(more).saturating_mul(size_of::<T>()) };
    fallible(|| list.try_reserve(more)).map_err(|_| refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_that_no_machine_holds_are_refused() {
        for count in [1 << 58, usize::MAX] {
            assert!(list::<u64>(count).is_err() && filled(1u8, count.max(1 << 63)).is_err());
            assert!(grow(&mut vec![1u64], count).is_err());
        }
        assert_eq!(filled(3, 2).unwrap(), copied(&[3, 3]).unwrap());
        assert_eq!(collected((0..9).filter(|i| i % 2 == 0)).unwrap(), [0, 2, 4, 6, 8]);
        assert!(!can_fail());
    }
}
