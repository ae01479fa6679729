//! What the given storages of a program hold before it runs: numbers that depend on the storage and the place alone.

use cuprust_ir::{Program, StorageId};
use cuprust_num::{DType, Kind, Scalar, integer_range};

/// Which numbers a storage is filled with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fill {
    /// Integers from -3 to 3, or from 0 to 6 without a sign: sums of them are exact in any order.
    Small,
    /// What is special in each dtype: NaN, infinities, zeros, the largest and the smallest.
    Edges,
    /// Small integers with NaN and infinities among them: extremes whose order does not matter.
    Nan,
    /// Integers from zero to below this one: indices.
    Below(i64),
    /// Numbers between -2 and 2 that are no integers.
    Fractions,
}

/// The fills of a program's storages.
#[derive(Debug, Clone, Default)]
pub struct Fills(pub Vec<(u32, Fill)>);

impl Fills {
    /// What a storage is filled with.
    pub fn of(&self, storage: usize) -> Fill {
        let own = self.0.iter().rev().find(|(named, _)| *named as usize == storage || *named == EVERY);
        own.map_or(Fill::Small, |(_, fill)| *fill)
    }

    /// Reads the lines `# fill: [storage] small|edges|nan|below N|fractions` of a program's text.
    ///
    /// # Errors
    /// The words that are none of these.
    pub fn read(text: &str) -> Result<Fills, String> {
        let mut fills = Fills::default();
        for line in text.lines().filter_map(|line| line.strip_prefix("# fill:")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let storage = words.first().and_then(|word| word.strip_prefix('s')?.parse().ok());
            let fill = match words[storage.is_some() as usize..] {
                ["small"] => Fill::Small,
                ["edges"] => Fill::Edges,
                ["nan"] => Fill::Nan,
                ["fractions"] => Fill::Fractions,
                ["below", end] => Fill::Below(end.parse().map_err(|_| format!("`{end}` is no number"))?),
                _ => return Err(format!("`{line}` is no fill")),
            };
            fills.0.push((storage.unwrap_or(EVERY), fill));
        }
        Ok(fills)
    }

    /// The contents of each storage that is given.
    pub fn contents(&self, program: &Program) -> Vec<Option<Vec<u8>>> {
        let storages = program.storages.iter().enumerate();
        let contents = |(position, storage): (usize, &cuprust_ir::Storage)| {
            let dtype = first_dtype(program, StorageId(position as u32)).unwrap_or(DType::U8);
            storage.given.then(|| bytes(self.of(position), dtype, position, storage.bytes as usize))
        };
        storages.map(contents).collect()
    }
}

/// In place of a storage's number: every storage.
pub const EVERY: u32 = u32::MAX;

/// This many bytes of a storage, seen as elements of a dtype.
pub fn bytes(fill: Fill, dtype: DType, storage: usize, bytes: usize) -> Vec<u8> {
    let mut out: Vec<u8> = (0..bytes.div_ceil(dtype.size()))
        .flat_map(|position| element(fill, dtype, storage, position).bytes()[..dtype.size()].to_vec())
        .collect();
    out.truncate(bytes);
    out
}

fn element(fill: Fill, dtype: DType, storage: usize, position: usize) -> Scalar {
    let number = scattered(storage as u64 * 0x1_0000_0000 + position as u64);
    let complex = |re: f64, im: f64| Scalar::new(cuprust_num::c128::new(re, im)).cast(dtype);
    let small = |number: u64| (number % 7) as f64 - 3.0;
    match fill {
        Fill::Below(end) => Scalar::new((number % end.max(1) as u64) as i64).cast(dtype),
        Fill::Edges => {
            let edges = edges(dtype);
            edges[(number % edges.len() as u64) as usize]
        }
        Fill::Fractions if dtype.is_inexact() => {
            let part = |number: u64| (number % 4001) as f64 / 1000.25 - 2.0;
            complex(part(number), part(number >> 20))
        }
        Fill::Nan if dtype.is_inexact() => match number % 12 {
            0 => complex(f64::NAN, 0.0),
            1 => complex(f64::INFINITY, 0.0),
            2 => complex(f64::NEG_INFINITY, 0.0),
            _ => complex(small(number / 12), 0.0),
        },
        Fill::Small | Fill::Fractions | Fill::Nan => match dtype.kind() {
            Kind::Bool => Scalar::new(number.is_multiple_of(2)),
            Kind::Unsigned => Scalar::new(number % 7).cast(dtype),
            Kind::Signed => Scalar::new(number as i64 % 7 - 3).cast(dtype),
            Kind::Float | Kind::Complex => complex(small(number), small(number >> 20)),
        },
    }
}

fn edges(dtype: DType) -> Vec<Scalar> {
    let floats = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.0, 1.0, -1.0, 0.5, -2.5, 1e-7, 65504.0, 3.0];
    match dtype.kind() {
        Kind::Bool => vec![Scalar::new(true), Scalar::new(false)],
        Kind::Signed | Kind::Unsigned => {
            let (low, high) = integer_range(dtype);
            let values = [low, high, low + 1, high - 1, 0, 1, 2, 7, high / 2];
            values.iter().map(|&value| Scalar::new(value as i64).cast(dtype)).collect()
        }
        Kind::Float => floats.iter().map(|&value| Scalar::new(value).cast(dtype)).collect(),
        Kind::Complex => (0..floats.len() * 2)
            .map(|position| {
                cuprust_num::c128::new(floats[position % floats.len()], floats[position * 5 % floats.len()])
            })
            .map(|value| Scalar::new(value).cast(dtype))
            .collect(),
    }
}

/// Numbers that look like random ones: the finalizer of SplitMix64, without its sign bit.
fn scattered(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) >> 1
}

/// The dtype in which a program first sees a storage.
fn first_dtype(program: &Program, storage: StorageId) -> Option<DType> {
    super::views(program).find(|view| view.storage == storage).map(|view| view.dtype)
}
