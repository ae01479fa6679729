//! How much faster is Conway's Game of Life on arrays than in loops? `cargo run --release --example life -p cuprust`
//!
//! Random boards and known patterns are played by plain Rust loops and by recorded arrays, compared cell by cell at
//! every step, and timed. It fails where the two disagree.

mod board;
mod rle;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use cuprust::{Array, Device, Result, Stream, array, equal, random, where_};
use indicatif::{ProgressBar, ProgressStyle};

use board::Board;

const SIZES: [usize; 8] = [10, 25, 50, 100, 50, 250, 500, 1000];
const STEPS: usize = 100;
/// Loops are played on larger boards only where asked: `-- --loops-to 1000`.
const LOOPS_TO: usize = 250;
const SEED: u64 = 1;

const PATTERNS: [(&str, &str); 4] = [
    ("glider", include_str!("patterns/glider.rle")),
    ("gosper_glider_gun", include_str!("patterns/gosper_glider_gun.rle")),
    ("pulsar", include_str!("patterns/pulsar.rle")),
    ("r_pentomino", include_str!("patterns/r_pentomino.rle")),
];

fn main() -> ExitCode {
    match options(std::env::args().skip(1)).and_then(|options| play(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("life: {text}");
            ExitCode::FAILURE
        }
    }
}

struct Options {
    steps: usize,
    loops_to: usize,
    files: Vec<String>,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options { steps: STEPS, loops_to: LOOPS_TO, files: Vec::new() };
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let value = arguments.next().unwrap_or_default();
            value.parse().map_err(|_| format!("{argument} takes a whole number, not `{value}`"))
        };
        match argument.as_str() {
            "--steps" => options.steps = number()?,
            "--loops-to" => options.loops_to = number()?,
            file if file.ends_with(".rle") => options.files.push(argument),
            _ => {
                return Err(format!(
                    "unknown argument {argument}\nusage: life [--steps N] [--loops-to N] [FILE.rle ..]"
                ));
            }
        }
    }
    Ok(options)
}

/// Plays all boards and prints the table.
fn play(options: &Options) -> Result<(), String> {
    let device = Device::current().map_err(|error| error.to_string())?;
    let boards = boards(options, device)?;
    println!("{} steps a board, on {device}: {}\n", options.steps, device.description());
    println!("{:<22}{:>6}{:>16}{:>16}{:>12}", "board", "size", "loops", "arrays", "speed-up");
    let bar = ProgressBar::new(boards.len() as u64 * options.steps as u64);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} steps").expect("the template is well formed"));
    let progress = Progress { bar, since: Instant::now() };
    for (name, board) in boards {
        let row = measure(&name, board, options, device, &progress)?;
        progress.bar.suspend(|| println!("{row}"));
    }
    progress.bar.finish_and_clear();
    Ok(())
}

/// A bar that shows itself where the work takes longer than a second.
struct Progress {
    bar: ProgressBar,
    since: Instant,
}

impl Progress {
    fn step(&self, count: usize) {
        if self.since.elapsed() > Duration::from_secs(1) {
            self.bar.inc(count as u64);
        } else {
            self.bar.set_length(self.bar.length().unwrap_or(0).saturating_sub(count as u64));
        }
    }
}

/// The random boards, the known patterns, and those of the files named.
fn boards(options: &Options, device: Device) -> Result<Vec<(String, Board)>, String> {
    let generator = random::Generator::new(SEED, device);
    let states = array![0i64, 1];
    let mut boards = Vec::new();
    for size in SIZES {
        let shape = [size as i64, size as i64];
        let drawn = generator.choice_of(&states, shape, true, Some(&[0.8, 0.2]));
        let cells = drawn.and_then(|drawn| drawn.to_vec::<i64>()).map_err(|error| error.to_string())?;
        boards.push(("random".to_owned(), Board::new(size, cells)));
    }
    for (name, text) in PATTERNS {
        boards.push(placed(rle::parse(text, name).map_err(|fault| format!("{name}.rle:{fault}"))?));
    }
    for path in &options.files {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        boards.push(placed(rle::parse(&text, path).map_err(|fault| format!("{path}:{fault}"))?));
    }
    Ok(boards)
}

/// A pattern in the middle of a board twice as large.
fn placed(pattern: rle::Pattern) -> (String, Board) {
    let size = (2 * pattern.width.max(pattern.height)).max(50);
    let mut cells = vec![0; size * size];
    let (top, left) = ((size - pattern.height) / 2, (size - pattern.width) / 2);
    for (row, column) in pattern.cells {
        cells[(top + row) * size + left + column] = 1;
    }
    (pattern.name, Board::new(size, cells))
}

/// Plays one board both ways, compares every step, and gives the row of the table.
fn measure(name: &str, board: Board, options: &Options, device: Device, progress: &Progress) -> Result<String, String> {
    let words = |error: cuprust::Error| error.to_string();
    let size = board.size;
    let first = board.to_array(device).map_err(words)?;
    // Once for the planner and the compilers, once for the clock.
    drop(simulate(&first, options.steps).map_err(words)?);
    Stream::current(device).synchronize().map_err(words)?;
    let begin = Instant::now();
    let (history, last) = simulate(&first, options.steps).map_err(words)?;
    Stream::current(device).synchronize().map_err(words)?;
    let arrays = begin.elapsed() / options.steps.max(1) as u32;
    if size > options.loops_to {
        progress.step(options.steps);
        return Ok(format!("{name:<22}{size:>6}{:>16}{:>16}{:>12}", "-", time(arrays), "-"));
    }
    let (mut board, mut spent) = (board, Duration::ZERO);
    for (step, array) in history.iter().chain([&last]).enumerate() {
        let expected = board.to_array(device).map_err(words)?;
        let same = equal(array, &expected).and_then(|same| same.to_vec::<bool>()).map_err(words)?;
        if let Some(index) = same.iter().position(|same| !same) {
            return Err(format!(
                "{name}, {size} x {size}: step {step} differs in row {}, column {}",
                index / size,
                index % size
            ));
        }
        if step < options.steps {
            let begin = Instant::now();
            board = board.step();
            spent += begin.elapsed();
            progress.step(1);
        }
    }
    let loops = spent / options.steps.max(1) as u32;
    let ratio = loops.as_secs_f64() / arrays.as_secs_f64();
    Ok(format!("{name:<22}{size:>6}{:>16}{:>16}{ratio:>11.1}x", time(loops), time(arrays)))
}

fn time(each: Duration) -> String {
    format!("{:.1} us", each.as_secs_f64() * 1e6)
}

/// The boards before each step, and the board after the last.
fn simulate(first: &Array, steps: usize) -> Result<(Vec<Array>, Array)> {
    let mut grid = first.clone();
    let mut history = Vec::with_capacity(steps);
    for _ in 0..steps {
        history.push(grid.copy()?);
        grid = step(&grid)?;
    }
    Ok((history, grid))
}

/// The next generation, as arrays; opposite edges are joined.
fn step(grid: &Array) -> Result<Array> {
    let neighbours = grid.roll((1, 1), (0, 1))?
        + grid.roll((1, -1), (0, 1))?
        + grid.roll((-1, 1), (0, 1))?
        + grid.roll((-1, -1), (0, 1))?
        + grid.roll(1, 0)?
        + grid.roll(-1, 0)?
        + grid.roll(1, 1)?
        + grid.roll(-1, 1)?;
    let alive = equal(&neighbours, 3)? | (equal(grid, 1)? & equal(&neighbours, 2)?);
    where_(&alive, 1, 0)
}
