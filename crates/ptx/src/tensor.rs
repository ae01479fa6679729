//! The layouts of matrix fragments: which lane and register holds which cell.
//!
//! The layouts of `mma` are those of the PTX manual. It leaves those of `wmma` open; here each lane holds a run of
//! cells, repeated where a fragment has more registers than it needs.

use crate::program::Cell;

/// Bits of one cell.
pub(crate) fn bits(cell: Cell) -> u32 {
    match cell {
        Cell::F64 => 64,
        Cell::F32 | Cell::Tf32 | Cell::S32 => 32,
        Cell::F16 | Cell::Bf16 => 16,
        Cell::S8 | Cell::U8 => 8,
        Cell::S4 | Cell::U4 => 4,
    }
}

/// Bytes of one cell in memory.
pub(crate) fn bytes(cell: Cell) -> u32 {
    bits(cell).div_ceil(8)
}

/// Cells in one register.
pub(crate) fn cells_per_register(cell: Cell) -> u32 {
    (32 / bits(cell)).max(1)
}

/// Rows and columns of a fragment.
pub(crate) fn extent([m, n, k]: [u32; 3], role: u8) -> (u32, u32) {
    match role {
        b'a' => (m, k),
        b'b' => (k, n),
        _ => (m, n),
    }
}

/// How many registers of each lane a fragment has; `None` for a shape that does not exist.
pub(crate) fn registers(shape: [u32; 3], cell: Cell, role: u8, wmma: bool) -> Option<u32> {
    let [m, n, k] = shape;
    let known = if wmma {
        matches!(shape, [16, 16, 16] | [32, 8, 16] | [8, 32, 16] | [16, 16, 8] | [8, 8, 4])
            && !matches!(cell, Cell::S4 | Cell::U4)
    } else {
        matches!(m, 8 | 16) && n == 8 && matches!(k, 4 | 8 | 16 | 32 | 64)
    };
    let (rows, columns) = extent(shape, role);
    let per = cells_per_register(cell);
    if !known || rows * columns < 32 * per {
        return None;
    }
    if wmma && cell == Cell::F16 && role != b'c' {
        return Some(8);
    }
    // The half-precision product of 8 x 8 x 4 has the layout of an older device.
    if !wmma && shape == [8, 8, 4] && cell == Cell::F16 {
        return None;
    }
    Some(rows * columns / (32 * per))
}

/// Row and column of the n-th cell of a lane's fragment, counted through its registers.
pub(crate) fn position(shape: [u32; 3], cell: Cell, role: u8, wmma: bool, lane: u32, n: u32) -> (u32, u32) {
    let (rows, columns) = extent(shape, role);
    if wmma {
        let own = rows * columns / 32;
        let at = lane * own + n % own;
        return (at / columns, at % columns);
    }
    let (group, inner) = (lane >> 2, lane & 3);
    let per = cells_per_register(cell);
    let (register, j) = (n / per, n % per);
    match role {
        b'a' if rows == 16 => (group + 8 * (register & 1), inner * per + j + 4 * per * (register >> 1)),
        b'a' => (group, inner * per + j + 4 * per * register),
        b'b' => (inner * per + j + 4 * per * register, group),
        _ if per == 2 => (group + 8 * register, inner * 2 + j),
        _ => (group + 8 * (register >> 1), inner * 2 + (register & 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_of_every_fragment_is_held() {
        let shapes = [
            ([16, 8, 16], Cell::F16, Cell::F32, false),
            ([16, 8, 8], Cell::F16, Cell::F16, false),
            ([16, 8, 8], Cell::Tf32, Cell::F32, false),
            ([16, 8, 4], Cell::Tf32, Cell::F32, false),
            ([8, 8, 4], Cell::F64, Cell::F64, false),
            ([16, 8, 16], Cell::F64, Cell::F64, false),
            ([16, 8, 32], Cell::S8, Cell::S32, false),
            ([8, 8, 16], Cell::U8, Cell::S32, false),
            ([16, 8, 64], Cell::S4, Cell::S32, false),
            ([16, 16, 16], Cell::F16, Cell::F32, true),
            ([32, 8, 16], Cell::F16, Cell::F16, true),
            ([8, 32, 16], Cell::S8, Cell::S32, true),
            ([16, 16, 8], Cell::Tf32, Cell::F32, true),
        ];
        for (shape, input, sum, wmma) in shapes {
            for (role, cell) in [(b'a', input), (b'b', input), (b'c', sum)] {
                let (rows, columns) = extent(shape, role);
                let held = registers(shape, cell, role, wmma).expect("a known shape") * cells_per_register(cell);
                let mut seen = vec![0; (rows * columns) as usize];
                for lane in 0..32 {
                    for n in 0..held {
                        let (r, c) = position(shape, cell, role, wmma, lane, n);
                        seen[(r * columns + c) as usize] += 1;
                    }
                }
                let times = held * 32 / (rows * columns);
                assert!(seen.iter().all(|s| *s == times), "{shape:?} {cell:?} {}", role as char);
            }
        }
    }
}
