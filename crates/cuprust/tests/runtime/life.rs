//! Generations of Life by rolls and sums are those of plain loops, whatever the board's size.

use cuprust::*;

fn cells(array: &Array) -> Vec<i64> {
    array.to_vec::<i64>().unwrap()
}

/// What is at each cell after moving everything around the board.
fn rolled(board: &[i64], rows: i64, columns: i64, down: i64, right: i64) -> Vec<i64> {
    let position = |row: i64, column: i64| (row.rem_euclid(rows) * columns + column.rem_euclid(columns)) as usize;
    (0..rows * columns).map(|i| board[position(i / columns - down, i % columns - right)]).collect()
}

fn roll(array: &Array, shift: i64, axis: i64) -> Array {
    array.roll(shift, axis).unwrap()
}

const AROUND: [(i64, i64); 8] = [(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)];

#[test]
fn generations_are_those_of_loops() {
    let generator = random::Generator::new(1, Device::cpu());
    for (rows, columns) in [(3, 3), (10, 10), (5, 17), (33, 8), (70, 70), (2, 300)] {
        let mut grid = generator.integers(0..=1, [rows, columns]).unwrap();
        let mut expected = cells(&grid);
        for step in 0..12 {
            let mut sum = vec![0; expected.len()];
            for (down, right) in AROUND {
                let moved = rolled(&expected, rows, columns, down, right);
                let own = match (down, right) {
                    (0, right) => roll(&grid, right, 1),
                    (down, 0) => roll(&grid, down, 0),
                    (down, right) => roll(&roll(&grid, down, 0), right, 1),
                };
                if step % 3 == 0 {
                    assert_eq!(cells(&own), moved, "{rows} x {columns} rolled by {down}, {right} at step {step}");
                }
                sum.iter_mut().zip(&moved).for_each(|(sum, cell)| *sum += cell);
            }
            let neighbours = AROUND
                .iter()
                .map(|&(down, right)| roll(&roll(&grid, down, 0), right, 1))
                .reduce(|sum, moved| sum + moved)
                .unwrap();
            let alive = equal(&neighbours, 3).unwrap() | (equal(&grid, 1).unwrap() & equal(&neighbours, 2).unwrap());
            let next = where_(&alive, 1, 0).unwrap();
            expected = sum.iter().zip(&expected).map(|(n, cell)| (*n == 3 || *cell == 1 && *n == 2) as i64).collect();
            if step % 4 == 1 {
                assert_eq!(cells(&neighbours), sum, "{rows} x {columns} at step {step}");
                assert_eq!(cells(&next), expected, "{rows} x {columns} at step {step}");
            }
            grid = next;
        }
        assert_eq!(cells(&grid), expected, "{rows} x {columns}");
    }
}
