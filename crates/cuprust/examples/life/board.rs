//! A board of cells, and its next generation by plain loops.

use cuprust::{Array, Device, Result};

/// A square board of 0 and 1, row by row. Opposite edges are joined.
pub struct Board {
    pub size: usize,
    cells: Vec<i64>,
}

impl Board {
    /// A board of these cells.
    pub fn new(size: usize, cells: Vec<i64>) -> Board {
        assert_eq!(cells.len(), size * size, "a board is square");
        Board { size, cells }
    }

    /// The cells as an array.
    pub fn to_array(&self, device: Device) -> Result<Array> {
        Array::from_slice(&self.cells, (self.size, self.size), device)
    }

    /// The next generation, cell by cell.
    pub fn step(&self) -> Board {
        let size = self.size;
        let mut next = vec![0; size * size];
        for row in 0..size {
            for column in 0..size {
                let mut count = 0;
                for down in [size - 1, 0, 1] {
                    for right in [size - 1, 0, 1] {
                        if down != 0 || right != 0 {
                            count += self.cells[(row + down) % size * size + (column + right) % size];
                        }
                    }
                }
                let alive = count == 3 || self.cells[row * size + column] == 1 && count == 2;
                next[row * size + column] = alive as i64;
            }
        }
        Board { size, cells: next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blinker_turns() {
        let mut cells = vec![0; 25];
        cells[11..14].fill(1);
        let next = Board::new(5, cells.clone()).step();
        let alive: Vec<usize> = (0..25).filter(|&position| next.cells[position] == 1).collect();
        assert_eq!(alive, [7, 12, 17]);
        assert_eq!(next.step().cells, cells);
    }
}
