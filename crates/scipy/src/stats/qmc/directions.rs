//! The direction numbers of Sobol sequences, by Joe and Kuo, "Constructing Sobol sequences with better two-dimensional
//! projections", 2008; `tests/sobol_directions.py` writes the table.

use cuprust_ir::Result;
use cuprust_reserve::filled;

/// The most dimensions: those of the table and the first one.
pub const MAX_DIMENSIONS: i64 = 21_201;

/// For each dimension from the second one on the inner coefficients of its polynomial and its first direction numbers.
static TABLE: &[u8] = include_bytes!("directions.bin");

/// How many primitive polynomials there are of each degree from one on.
const POLYNOMIALS: [i64; 18] = [1, 1, 2, 2, 6, 6, 18, 16, 48, 60, 176, 144, 630, 756, 1800, 2048, 7710, 7776];

/// A stream of bits, the highest of a byte first.
struct Bits {
    at: usize,
}

impl Bits {
    fn next(&mut self, count: usize) -> u64 {
        let mut value = 0;
        for _ in 0..count {
            value = value << 1 | u64::from(TABLE[self.at / 8] >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        value
    }
}

/// The direction numbers of `bits` bits, those of each dimension one after another.
///
/// # Errors
/// A memory error where there is none for them.
pub fn direction_numbers(dimensions: usize, bits: usize) -> Result<Vec<u64>> {
    let mut numbers = filled(1u64, dimensions * bits)?;
    let mut stream = Bits { at: 0 };
    let degrees = POLYNOMIALS.iter().zip(1usize..).flat_map(|(&count, degree)| (0..count).map(move |_| degree));
    for (own, degree) in numbers.chunks_exact_mut(bits).skip(1).zip(degrees) {
        let inner = stream.next(degree - 1);
        for index in 0..degree {
            let number = stream.next(index) << 1 | 1;
            if let Some(own) = own.get_mut(index) {
                *own = number;
            }
        }
        for index in degree..bits {
            let mut number = own[index - degree] ^ own[index - degree] << degree;
            for step in 1..degree {
                if inner >> (degree - 1 - step) & 1 == 1 {
                    number ^= own[index - step] << step;
                }
            }
            own[index] = number;
        }
    }
    for own in numbers.chunks_exact_mut(bits) {
        for (index, number) in own.iter_mut().enumerate() {
            *number <<= bits - 1 - index;
        }
    }
    Ok(numbers)
}
