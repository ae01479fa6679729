//! The elimination order of a matrix's columns, which limits fill-in.
//!
//! Rows are sets of columns. Eliminating a column merges the sets that contain it, because any of these rows may be the
//! one subtracted from the others: so the factors have few elements whatever rows are exchanged (Davis, Gilbert,
//! Larimore, Ng: A column approximate minimum degree ordering algorithm, 2004).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cuprust_reserve::{Refused, filled, list, reserve};

use super::{Poll, Stop, check};

/// The ordering of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ordering {
    /// The natural order.
    Natural,
    /// By the least degree in the product of the transpose and the matrix.
    Columns,
    /// By the least degree in the sum of the matrix and its transpose.
    Symmetric,
}

/// Most bytes that the search for an order holds for each column and for each element: the lists of sets and of their
/// members, with the allocator's overhead of short lists and the spare capacity of lists.
const BYTES_PER_COLUMN: usize = 256;
const BYTES_PER_ELEMENT: usize = 128;

/// The columns in elimination order.
///
/// # Errors
/// If there is no memory, or the caller stops it.
pub(super) fn of(ordering: Ordering, starts: &[usize], indices: &[usize], poll: Poll) -> Result<Vec<usize>, Stop> {
    let size = starts.len() - 1;
    let working =
        if ordering == Ordering::Natural { 0 } else { BYTES_PER_COLUMN * size + BYTES_PER_ELEMENT * indices.len() };
    let _working = reserve(working)?;
    let column = |column: usize| &indices[starts[column]..starts[column + 1]];
    match ordering {
        Ordering::Natural => {
            let mut order = list(size)?;
            order.extend(0..size);
            Ok(order)
        }
        Ordering::Columns => {
            let mut sets = filled(Vec::new(), size)?;
            for own in 0..size {
                column(own).iter().for_each(|&row| sets[row].push(own as u32));
            }
            // A very long row would merge all of them.
            let max_degree = 16.max((10.0 * (size as f64).sqrt()) as usize);
            sets.iter_mut().filter(|set| set.len() > max_degree).for_each(Vec::clear);
            least_degrees(size, sets, poll)
        }
        Ordering::Symmetric => {
            let pairs = (0..size).flat_map(|own| column(own).iter().map(move |&row| (row.min(own), row.max(own))));
            let mut pairs: Vec<(usize, usize)> = pairs.filter(|(a, b)| a != b).collect();
            pairs.sort_unstable();
            pairs.dedup();
            least_degrees(size, pairs.into_iter().map(|(a, b)| vec![a as u32, b as u32]).collect(), poll)
        }
    }
}

/// The inverse of a permutation.
///
/// # Errors
/// If there is no memory.
pub(super) fn inverse(order: &[usize]) -> Result<Vec<usize>, Refused> {
    let mut indices = filled(0, order.len())?;
    order.iter().enumerate().for_each(|(index, &own)| indices[own] = index);
    Ok(indices)
}

/// Orders columns by the approximate number of others that they share a set with, where eliminating a column merges the
/// sets that contain it. A column that is in several of these sets, but not in the one merged last, is counted more
/// than once.
fn least_degrees(size: usize, mut sets: Vec<Vec<u32>>, poll: Poll) -> Result<Vec<usize>, Stop> {
    let mut members: Vec<Vec<u32>> = filled(Vec::new(), size)?;
    for (number, set) in sets.iter().enumerate() {
        set.iter().for_each(|&column| members[column as usize].push(number as u32));
    }
    let first = |own: &Vec<u32>| own.iter().map(|&set| sets[set as usize].len() - 1).sum::<usize>().min(size);
    let mut degrees: Vec<usize> = members.iter().map(first).collect();
    let mut waiting: BinaryHeap<Reverse<(usize, usize)>> =
        degrees.iter().enumerate().map(|(column, &degree)| Reverse((degree, column))).collect();
    let (mut order, mut done, mut seen) = (list(size)?, filled(false, size)?, filled(0u32, size)?);
    // For each set that intersects the one merged last, the number of its columns outside of the latter.
    let mut beyond = filled((0u32, 0usize), sets.len())?;
    while let Some(Reverse((degree_then, column))) = waiting.pop() {
        check(poll)?;
        // A column whose degree has changed since it was queued is queued again.
        if done[column] || degrees[column] != degree_then {
            continue;
        }
        done[column] = true;
        order.push(column);
        let stamp = order.len() as u32;
        let mut joined = Vec::new();
        for set in std::mem::take(&mut members[column]) {
            for other in std::mem::take(&mut sets[set as usize]) {
                if !done[other as usize] && seen[other as usize] != stamp {
                    seen[other as usize] = stamp;
                    joined.push(other);
                }
            }
        }
        for &other in &joined {
            for &set in &members[other as usize] {
                let (when, count) = &mut beyond[set as usize];
                if *when != stamp {
                    (*when, *count) = (stamp, sets[set as usize].len());
                }
                *count = count.saturating_sub(1);
            }
        }
        // A merged set is empty, and one without further columns is not needed.
        for &other in &joined {
            members[other as usize].retain(|&set| beyond[set as usize].1 > 0);
        }
        // A column in no other set can be eliminated at once: that merges nothing.
        joined.retain(|&other| {
            let is_alone = members[other as usize].is_empty();
            if is_alone {
                done[other as usize] = true;
                order.push(other as usize);
            }
            !is_alone
        });
        let number = sets.len() as u32;
        for &other in &joined {
            let own = &mut members[other as usize];
            let others: usize = own.iter().map(|&set| beyond[set as usize].1).sum();
            own.push(number);
            let degree = (joined.len() - 1 + others).min(size);
            degrees[other as usize] = degree;
            waiting.push(Reverse((degree, other as usize)));
        }
        sets.push(joined);
        beyond.push((0, 0));
    }
    Ok(order)
}
