//! The key of a rank by comparisons that are the same for every window, so that neighbouring windows go through them
//! side by side. Windows whose lines are alike share their columns, which are sorted once for all of them.

use cuprust_ir::Result;
use cuprust_ops::{Exchange, Keeps, MatrixSelection, matrix_selection, selection};

use super::lines::Offsets;
use super::rank::Key;
use crate::block::Scratch;
use crate::routines::sort::network::Vector;
use crate::simd::wide;

/// Most elements of a window that goes through a network.
pub(super) const MAX_NETWORK: usize = 81;

/// Bytes of the keys that go through a comparison together: each waits for the memory that those before write.
/// (`median_filter` of 7 x 7, 2048 x 2048 of float32: 65 ms of one thread by 256 bytes, and 45 by 512.)
pub(super) const BYTES_AT_ONCE: usize = 512;

/// The comparisons for windows of a form.
pub(super) struct Networks {
    /// The elements of a window, and of each line if they are alike.
    count: usize,
    columns: Option<usize>,
    /// The extent of a square whose median is selected in registers.
    square: Option<usize>,
    /// Sorts the columns; reads and writes lines.
    sort: Vec<Step>,
    /// Selects from windows; reads lines and writes other memory.
    select: Vec<Step>,
    /// The position of a window's element that holds the result, if no comparison of windows writes it.
    position: usize,
    /// The lines that the first network writes.
    sorted: Vec<bool>,
}

/// A comparison: the indices of addresses of what it reads and writes.
#[derive(Clone, Copy)]
struct Step {
    from: [u16; 2],
    to: [u16; 2],
    keeps: Keeps,
}

impl Networks {
    /// The networks for a rank.
    pub fn new(offsets: &Offsets, rank: usize) -> Result<Networks> {
        let count = offsets.count;
        let columns = offsets.columns().filter(|_| offsets.runs.len() > 1);
        let matrix = columns.and_then(|columns| matrix_selection(offsets.runs.len(), columns, rank));
        let columns = columns.filter(|_| matrix.is_some());
        let MatrixSelection { of_columns, of_matrix, position } = matrix.unwrap_or_else(|| MatrixSelection {
            of_columns: Vec::new(),
            of_matrix: selection(count, rank),
            position: rank,
        });
        let (sort, sorted) = steps(&of_columns, offsets.runs.len(), None)?;
        let (select, _) = steps(&of_matrix, count, Some(position))?;
        let extent = offsets.runs.len();
        let is_square = columns == Some(extent) && rank == count / 2 && SQUARES.contains(&extent);
        Ok(Networks { count, columns, square: is_square.then_some(extent), sort, select, position, sorted })
    }
}

/// The steps of a network, and whether each position is written. The addresses are those of each position's first
/// value, that of the last value of the position of the result, and those of each position's further values.
fn steps(network: &[Exchange], count: usize, result: Option<usize>) -> Result<(Vec<Step>, Vec<bool>)> {
    let mut written = cuprust_reserve::filled(false, count)?;
    let keeps = |exchange: &Exchange, position: usize| {
        usize::from(exchange.low) == position && exchange.keeps.low()
            || usize::from(exchange.high) == position && exchange.keeps.high()
    };
    let last = result.and_then(|position| network.iter().rposition(|exchange| keeps(exchange, position)));
    let mut steps = cuprust_reserve::list(network.len())?;
    for (number, exchange) in network.iter().enumerate() {
        let positions = [exchange.low, exchange.high].map(usize::from);
        let from = positions.map(|position| (if written[position] { count + 1 + position } else { position }) as u16);
        let to = positions.map(|position| {
            let is_result = last == Some(number) && result == Some(position);
            (if is_result { count } else { count + 1 + position }) as u16
        });
        for position in positions {
            written[position] |= keeps(exchange, position);
        }
        steps.push(Step { from, to, keeps: exchange.keeps });
    }
    Ok((steps, written))
}

/// What a thread holds to apply networks to the windows of a segment.
pub(super) struct Applied<'a> {
    networks: &'a Networks,
    /// The memory of sorted lines, and the bytes of each.
    lines: Scratch,
    pitch: usize,
    /// The memory of the values of a few windows.
    values: Scratch,
    addresses: Vec<*mut u8>,
}

impl<'a> Applied<'a> {
    /// Memory for segments of as many keys of a size.
    pub fn new(networks: &'a Networks, segment: usize, size: usize) -> Result<Applied<'a>> {
        let rows = if networks.columns.is_some() { networks.sorted.len() } else { 0 };
        let pitch = ((segment + networks.count) * size + 2 * BYTES_AT_ONCE).next_multiple_of(64);
        Ok(Applied {
            networks,
            lines: Scratch::try_new(rows * pitch)?,
            pitch,
            values: Scratch::try_new(networks.count * BYTES_AT_ONCE)?,
            addresses: cuprust_reserve::list(2 * networks.count + 1)?,
        })
    }

    /// The address of the keys of the rank in each window of the segment: `out`, or memory that holds them until the
    /// next call.
    ///
    /// # Safety
    /// From each start on there are as many keys of the vector as the run has and the segment, and [`BYTES_AT_ONCE`]
    /// more; `out` holds the segment's and as many more.
    pub unsafe fn select<V: Vector, K: Key>(
        &mut self,
        starts: &[(*const K, usize)],
        n: usize,
        out: *mut K,
    ) -> *const K {
        let networks = self.networks;
        if let Some(extent) = networks.square {
            let sorted: [*mut K; MAX_SQUARE] =
                std::array::from_fn(|row| self.lines.at(row.min(extent - 1) * self.pitch).cast());
            let lines: [*const K; MAX_SQUARE] = std::array::from_fn(|row| starts[row.min(extent - 1)].0);
            // SAFETY: the caller promises the keys and the memory of the results; that of sorted lines holds as many
            // as are read.
            unsafe {
                sort_columns(extent, &lines, &sorted, n + extent - 1);
                medians(extent, &sorted.map(<*mut K>::cast_const), std::slice::from_raw_parts_mut(out, n));
            }
            return out;
        }
        let addresses = &mut self.addresses;
        if let Some(columns) = networks.columns {
            addresses.clear();
            addresses.extend(starts.iter().map(|(start, _)| start.cast::<u8>().cast_mut()));
            addresses.push(std::ptr::null_mut());
            addresses.extend((0..starts.len()).map(|row| self.lines.at(row * self.pitch)));
            let moving = addresses.len();
            // SAFETY: the caller promises the keys of the lines, and there is memory for sorted ones.
            unsafe { exchange::<V>(&networks.sort, addresses, moving, (n + columns - 1) * size_of::<K>()) };
        }
        addresses.clear();
        for (row, (start, count)) in starts.iter().enumerate() {
            let is_sorted = networks.columns.is_some() && networks.sorted[row];
            let line = if is_sorted { self.lines.at(row * self.pitch).cast::<K>().cast_const() } else { *start };
            addresses.extend((0..*count).map(|column| line.wrapping_add(column).cast::<u8>().cast_mut()));
        }
        if networks.select.is_empty() {
            return addresses[networks.position].cast_const().cast();
        }
        addresses.push(out.cast());
        let moving = addresses.len();
        addresses.extend((0..networks.count).map(|position| self.values.at(position * BYTES_AT_ONCE)));
        // SAFETY: as above, and the caller promises the memory of the results.
        unsafe { exchange::<V>(&networks.select, addresses, moving, n * size_of::<K>()) };
        out
    }
}

/// The extents of the squares whose medians are selected in registers: those for which there are comparisons below.
const SQUARES: [usize; 2] = [3, 5];
const MAX_SQUARE: usize = 5;

/// Keys of each line that are sorted at once.
const SORTED_AT_ONCE: usize = 64;

/// Defines functions for a square: the comparisons in registers that sort a column, and that select the median of
/// sorted columns, and their lists. The compiler inlines a comparison into the loops that follow only if it is called
/// by name.
macro_rules! square {
    (
        $extent:literal,
        $sort:ident $sort_block:ident $sort_list:ident: $($low:literal : $high:literal)*;
        $select:ident $medians:ident $select_list:ident -> $median:literal: $($lesser:literal : $greater:literal)*
    ) => {
        #[inline(always)]
        fn $sort<K: Ord + Copy>(mut x: [K; $extent]) -> [K; $extent] {
            $( (x[$low], x[$high]) = (x[$low].min(x[$high]), x[$low].max(x[$high])); )*
            x
        }

        #[inline(always)]
        fn $select<K: Ord + Copy>(mut x: [K; $extent * $extent]) -> K {
            $( (x[$lesser], x[$greater]) = (x[$lesser].min(x[$greater]), x[$lesser].max(x[$greater])); )*
            x[$median]
        }

        /// Sorts the columns of a block of lines.
        ///
        /// # Safety
        /// As [`sort_columns`].
        #[inline(always)]
        unsafe fn $sort_block<K: Key>(lines: &[*const K; MAX_SQUARE], sorted: &[*mut K; MAX_SQUARE], at: usize) {
            // SAFETY: the caller promises the keys and the memory.
            unsafe {
                let mut block: [[K; SORTED_AT_ONCE]; $extent] =
                    std::array::from_fn(|row| lines[row].add(at).cast::<[K; SORTED_AT_ONCE]>().read());
                for column in 0..SORTED_AT_ONCE {
                    let keys = $sort(std::array::from_fn(|row| block[row][column]));
                    (0..$extent).for_each(|row| block[row][column] = keys[row]);
                }
                (0..$extent).for_each(|row| sorted[row].add(at).cast::<[K; SORTED_AT_ONCE]>().write(block[row]));
            }
        }

        /// # Safety
        /// As [`medians`].
        #[inline(always)]
        unsafe fn $medians<K: Key>(lines: &[*const K; MAX_SQUARE], out: &mut [K]) {
            for (at, out) in out.iter_mut().enumerate() {
                // SAFETY: the caller promises the keys.
                let key = |position: usize| unsafe { *lines[position / $extent].add(at + position % $extent) };
                *out = $select(std::array::from_fn(key));
            }
        }

        #[cfg(test)]
        const $sort_list: &[(u16, u16)] = &[$(($low, $high)),*];
        #[cfg(test)]
        const $select_list: (usize, &[(u16, u16)]) = ($median, &[$(($lesser, $greater)),*]);
    };
}

square! {
    3,
    sort_3 sort_block_3 SORT_3: 0:1 0:2 1:2;
    select_3 medians_3 SELECT_3 -> 4: 0:1 0:2 1:2 3:4 3:5 4:5 6:7 6:8 2:4 2:6 4:6
}
square! {
    5,
    sort_5 sort_block_5 SORT_5: 0:1 2:3 0:2 1:3 1:2 0:4 2:4 1:2 3:4;
    select_5 medians_5 SELECT_5 -> 12:
        0:1 2:3 0:2 1:3 1:2 0:4 2:4 3:4 5:6 7:8 5:7 6:8 6:7 5:9 7:9 6:7 8:9 10:11 12:13 10:12 11:13 11:12 10:14 12:14
        11:12 13:14 15:16 17:18 15:17 16:18 16:17 15:19 17:19 16:17 20:21 22:23 20:22 21:23 21:22 20:24 22:24 21:22
        9:11 17:20 3:7 4:8 11:13 4:7 11:12 16:17 3:9 4:11 7:9 8:11 4:7 8:9 11:12 20:21 3:15 4:16 7:17 8:20 9:21 9:15
        11:16 12:17 8:11 12:15 11:12
}

wide! {
    /// Sorts the columns of `extent` lines of keys.
    ///
    /// # Safety
    /// The extent is one of [`SQUARES`]; at both kinds of addresses there are as many keys, and [`SORTED_AT_ONCE`]
    /// more.
    unsafe fn sort_columns<K: Key>(
        extent: usize,
        lines: &[*const K; MAX_SQUARE],
        sorted: &[*mut K; MAX_SQUARE],
        count: usize,
    ) {
        for at in (0..count).step_by(SORTED_AT_ONCE) {
            // SAFETY: the caller promises the keys and the memory.
            unsafe {
                if extent == 3 {
                    sort_block_3(lines, sorted, at);
                } else {
                    sort_block_5(lines, sorted, at);
                }
            }
        }
    }
}

wide! {
    /// The median of each square, of which the lines of sorted columns are given.
    ///
    /// # Safety
    /// The extent is one of [`SQUARES`]; the lines have as many keys as results, and those that a square has more.
    unsafe fn medians<K: Key>(extent: usize, lines: &[*const K; MAX_SQUARE], out: &mut [K]) {
        // SAFETY: the caller promises the keys.
        unsafe {
            if extent == 3 {
                medians_3(lines, out);
            } else {
                medians_5(lines, out);
            }
        }
    }
}

wide! {
    /// Applies comparisons to as many bytes of keys, some at a time. Of the addresses the first ones move on with
    /// these.
    ///
    /// # Safety
    /// There are as many bytes of keys at the moving addresses, and [`BYTES_AT_ONCE`] more, and as many as these at the
    /// others.
    unsafe fn exchange<V: Vector>(steps: &[Step], addresses: &mut [*mut u8], moving: usize, bytes: usize) {
        for _ in (0..bytes).step_by(BYTES_AT_ONCE) {
            for step in steps {
                let [a, b] = step.from.map(|index| addresses[usize::from(index)].cast::<V>().cast_const());
                let [low, high] = step.to.map(|index| addresses[usize::from(index)].cast::<V>());
                for part in 0..BYTES_AT_ONCE / size_of::<V>() {
                    // SAFETY: the caller promises the memory; keys of lines begin anywhere.
                    unsafe {
                        let (lesser, greater) = a.add(part).read_unaligned().in_order(b.add(part).read_unaligned());
                        if step.keeps.low() {
                            low.add(part).write_unaligned(lesser);
                        }
                        if step.keeps.high() {
                            high.add(part).write_unaligned(greater);
                        }
                    }
                }
            }
            for address in &mut addresses[..moving] {
                *address = address.wrapping_add(BYTES_AT_ONCE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_in_registers_are_those_in_memory() {
        let pairs = |network: &[Exchange]| network.iter().map(|step| (step.low, step.high)).collect::<Vec<_>>();
        for (extent, sort, (position, select)) in [(3, SORT_3, SELECT_3), (5, SORT_5, SELECT_5)] {
            let matrix = matrix_selection(extent, extent, extent * extent / 2).expect("the matrix is small");
            assert_eq!(pairs(&matrix.of_columns), sort);
            assert_eq!((pairs(&matrix.of_matrix), matrix.position), (select.to_vec(), position));
        }
    }
}
