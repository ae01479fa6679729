//! Products of large matrices of float64, whose kernels faer has in the machine code of each processor.

use std::cell::Cell;
use std::hint::black_box;

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use gemm_common::cache::CACHE_INFO;

/// A matrix in memory: its first element, and the steps along rows and columns in elements.
#[derive(Debug, Clone, Copy)]
pub struct Strided {
    /// The first element.
    pub start: *mut f64,
    /// From one row to the next.
    pub row: isize,
    /// From one column to the next.
    pub column: isize,
}

/// Whether this thread may multiply: it has the kernels' memory, or can have it. A thread's first product takes twice the size of the processor's
/// last cache, and ends the process where that is not to be had.
pub fn has_room() -> bool {
    thread_local! {
        static HAS_ROOM: Cell<bool> = const { Cell::new(false) };
    }
    HAS_ROOM.with(|known| {
        if !known.get() {
            // The memory is not touched, so it is none but in name. A compiler that sees nobody use it asks for none.
            let (mut room, bytes) = (Vec::<u8>::new(), 2 * CACHE_INFO[2].cache_bytes + (4 << 20));
            known.set(room.try_reserve_exact(bytes).is_ok());
            black_box(&mut room);
        }
        known.get()
    })
}

/// Writes the product of an m by k and a k by n matrix, on the threads of the current pool where `together`. Elements do not depend on how
/// many these are.
///
/// There must be room for it ([`has_room`]), or the process may end.
///
/// # Safety
/// The elements lie in memory at multiples of their size; no other thread uses those of `out`, which are apart from one another and from the
/// operands' meanwhile.
pub unsafe fn multiply_doubles(out: Strided, a: Strided, b: Strided, (m, n, k): (usize, usize, usize), together: bool) {
    // SAFETY: the caller says that all elements are in memory, and that those of `out` are this call's.
    let (out, a, b) = unsafe {
        (
            MatMut::from_raw_parts_mut(out.start, m, n, out.row, out.column),
            MatRef::from_raw_parts(a.start.cast_const(), m, k, a.row, a.column),
            MatRef::from_raw_parts(b.start.cast_const(), k, n, b.row, b.column),
        )
    };
    matmul(out, Accum::Replace, a, b, 1.0, if together { Par::rayon(0) } else { Par::Seq });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_do_not_depend_on_threads_and_are_near_exact_sums() {
        for (m, n, k) in [(64, 64, 64), (129, 70, 333), (500, 300, 700), (1000, 1000, 1000), (3, 2000, 900)] {
            let element = |at: usize| ((at * 2_654_435_761) % 1_000_003) as f64 / 1_000_003.0 - 0.5;
            let mut a: Vec<f64> = (0..m * k).map(element).collect();
            let mut b: Vec<f64> = (0..k * n).map(|at| element(at + 77)).collect();
            let (mut alone, mut together) = (vec![f64::NAN; m * n], vec![f64::NAN; m * n]);
            let rows =
                |start: &mut Vec<f64>, row: usize| Strided { start: start.as_mut_ptr(), row: row as isize, column: 1 };
            // SAFETY: the vectors hold the elements of these extents.
            unsafe {
                multiply_doubles(rows(&mut alone, n), rows(&mut a, k), rows(&mut b, n), (m, n, k), false);
                multiply_doubles(rows(&mut together, n), rows(&mut a, k), rows(&mut b, n), (m, n, k), true);
            }
            assert!(alone == together, "{m} x {n} x {k}");
            for (i, j) in [(0, 0), (m - 1, n - 1), (m / 2, n / 3)] {
                let exact: f64 = (0..k).map(|l| a[i * k + l] * b[l * n + j]).sum();
                assert!((alone[i * n + j] - exact).abs() < 1e-12 * k as f64, "{m} x {n} x {k}");
            }
        }
    }
}
