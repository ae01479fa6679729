//! Neutral values: those that leave every other value as it is, bit for bit, so that a running fold may start from
//! them.

use cuprust_num::{DType, Kind, Scalar, c128};

use crate::{Loop, Row};

/// The floats on which neutrality is tested.
const FLOATS: [f64; 14] =
    [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, -100.0, 1e30, -1e-30, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
/// The integers on which it is tested.
const INTEGERS: [i64; 14] = [0, 1, -1, 2, 3, -4, 7, 100, 127, -128, 0x5555_5555, 1 << 40, i64::MAX, i64::MIN];

impl Row {
    /// The value of this dtype that leaves every other one unchanged as the first operand, bit for bit (a NaN stays
    /// some NaN): the identity or its negative, as minus zero for sums of floats. `None` where neither does so, as zero
    /// for `gcd`, which makes negative numbers positive.
    pub fn neutral(&self, dtype: DType) -> Option<Scalar> {
        let identity = self.identity?;
        self.first_neutral(dtype, [identity, -identity])
    }

    /// The infinity of this dtype that is neutral, for a row that has no identity, as minus infinity for `maximum`.
    pub fn extreme(&self, dtype: DType) -> Option<Scalar> {
        let infinities = [f64::NEG_INFINITY, f64::INFINITY];
        let suits = self.identity.is_none() && dtype.is_inexact() && dtype.kind() != Kind::Complex;
        if suits { self.first_neutral(dtype, infinities) } else { None }
    }

    fn first_neutral(&self, dtype: DType, candidates: [f64; 2]) -> Option<Scalar> {
        let same = |slot: &crate::Slot| slot.dtype(dtype) == dtype;
        if self.inputs.len() != 2 || self.outputs.len() != 1 || !self.inputs.iter().chain(self.outputs).all(same) {
            return None;
        }
        let run = (self.loops)(dtype)?.baseline;
        let values = values(dtype);
        let candidate = |number: f64| match dtype.kind() {
            Kind::Complex => {
                let imaginary = if number == 0.0 { number } else { 0.0 };
                Scalar::new(c128::new(number, imaginary)).cast(dtype)
            }
            _ => Scalar::new(number).cast(dtype),
        };
        candidates.map(candidate).into_iter().find(|&one| values.iter().all(|&x| same_bits(pair(run, one, x), x)))
    }
}

fn values(dtype: DType) -> Vec<Scalar> {
    match dtype.kind() {
        Kind::Bool => [false, true].map(Scalar::new).to_vec(),
        Kind::Signed | Kind::Unsigned => INTEGERS.map(|x| Scalar::new(x).cast(dtype)).to_vec(),
        Kind::Complex => {
            FLOATS.iter().flat_map(|&re| FLOATS.map(|im| Scalar::new(c128::new(re, im)).cast(dtype))).collect()
        }
        _ => FLOATS.map(|x| Scalar::new(x).cast(dtype)).to_vec(),
    }
}

fn pair(run: Loop, a: Scalar, b: Scalar) -> Scalar {
    #[repr(align(16))]
    struct Slot([u8; 16]);
    let (first, second, mut out) = (Slot(*a.bytes()), Slot(*b.bytes()), Slot([0; 16]));
    // SAFETY: the row has this loop, whose operands and result are of one dtype; each slot is aligned to any dtype and
    // holds one element, and no two slots overlap.
    unsafe { run([first.0.as_ptr(), second.0.as_ptr()].as_ptr(), [out.0.as_mut_ptr()].as_ptr(), 1) };
    Scalar::from_bytes(a.dtype(), &out.0)
}

/// Whether two numbers of one dtype have the same bits, component by component, or are both NaN.
fn same_bits(a: Scalar, b: Scalar) -> bool {
    if !a.dtype().is_inexact() {
        return a == b;
    }
    let [a, b] = [a, b].map(|x| x.get::<c128>());
    [(a.re, b.re), (a.im, b.im)].iter().all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan())
}
