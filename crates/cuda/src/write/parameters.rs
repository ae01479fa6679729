//! The single parameter of a kernel, a struct: its fields as C++ text, and its bytes with the patches before each
//! launch.

use cuprust_ir::{Memory, ScalarId, StorageId};
use cuprust_num::{DType, Kind, Scalar, divisor_multiplier, divisor_shift, half_range_multiplier};

/// A pointer among a kernel's parameters: the address of a storage plus an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointerSlot {
    /// The offset of its eight bytes in the parameters.
    pub at: usize,
    /// The storage.
    pub storage: StorageId,
    /// The byte offset into the storage.
    pub offset: i64,
    /// The alignment that the pointer must have.
    pub align: u32,
    /// Whether the kernel may write through it.
    pub written: bool,
}

impl PointerSlot {
    /// Whether its storage's memory has the alignment.
    pub(crate) fn is_aligned(&self, memories: &[Memory]) -> bool {
        let memory = memories.get(self.storage.0 as usize).copied().unwrap_or_default();
        memory.address.wrapping_add_signed(self.offset) & (u64::from(self.align) - 1) == 0
    }
}

/// A scalar among a kernel's parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScalarSlot {
    /// The offset of its bytes in the parameters.
    pub at: usize,
    /// The scalar of the program.
    pub scalar: ScalarId,
    /// The dtype in which it is passed.
    pub dtype: DType,
    /// What is passed of it.
    pub part: ScalarPart,
}

/// What a kernel is passed of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarPart {
    /// Its value.
    Value,
    /// The multiplier by which it divides: see [`multiplier`].
    Multiplier,
    /// How an integer divides: see [`divisor_form`].
    Form,
}

/// The workspace that the blocks of a kernel communicate through. It is used by one launch at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Workspace {
    /// The offset in the parameters of the pointer to the tickets.
    pub tickets_at: usize,
    /// The offset in the parameters of the pointer to the partial results.
    pub partials_at: usize,
    /// The number of 32-bit tickets. They are zero before the launch, and zero again after it.
    pub tickets: usize,
    /// The bytes of the partial results, with undefined contents before.
    pub bytes: usize,
}

/// The bytes of a kernel's single parameter, and what must be patched before each launch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parameters {
    /// The bytes, with zeros at the patched fields.
    pub bytes: Vec<u8>,
    /// The pointers.
    pub pointers: Vec<PointerSlot>,
    /// The scalars.
    pub scalars: Vec<ScalarSlot>,
    /// The workspace, where the kernel needs one.
    pub workspace: Option<Workspace>,
    /// The offset of the pointer to the word for deferred errors, in a kernel that detects some.
    pub fault_at: Option<usize>,
    /// The offset of a flag that is not 0 if the kernel must wait for its predecessor before it reads. Without the
    /// flag, it always waits.
    pub follows_at: Option<usize>,
}

impl ScalarSlot {
    /// Writes the value of its scalar to the parameters.
    pub(crate) fn put(&self, value: &Scalar, parameters: &mut [u8]) {
        let value = value.cast(self.dtype);
        let value = match self.part {
            ScalarPart::Value => value,
            ScalarPart::Multiplier => multiplier(&value),
            ScalarPart::Form => Scalar::new(divisor_form(&value)),
        };
        let size = value.dtype().size();
        parameters[self.at..self.at + size].copy_from_slice(&value.bytes()[..size]);
    }
}

impl Parameters {
    /// Patches a copy of the bytes with the addresses and the scalars.
    ///
    /// `address` returns the first byte of a storage, `scalar` the value of a scalar, `workspace` the addresses of the
    /// tickets and of the partial results. `into` must be as long as `bytes`.
    pub fn fill(
        &self,
        into: &mut [u8],
        address: impl Fn(StorageId) -> u64,
        scalar: impl Fn(ScalarId) -> Scalar,
        workspace: (u64, u64),
    ) {
        into.copy_from_slice(&self.bytes);
        self.scalars.iter().for_each(|slot| slot.put(&scalar(slot.scalar), into));
        let mut put = |at: usize, bytes: &[u8]| into[at..at + bytes.len()].copy_from_slice(bytes);
        for slot in &self.pointers {
            put(slot.at, &address(slot.storage).wrapping_add_signed(slot.offset).to_ne_bytes());
        }
        if let Some(workspace_fields) = &self.workspace {
            put(workspace_fields.tickets_at, &workspace.0.to_ne_bytes());
            put(workspace_fields.partials_at, &workspace.1.to_ne_bytes());
        }
    }
}

/// Collects the fields of the struct in the order in which the text first names them.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    /// The declarations, one a line.
    pub text: String,
    /// Their contents.
    pub parameters: Parameters,
    names: Vec<String>,
    pub(super) wide: bool,
}

impl Fields {
    /// No fields yet; an index has 64 bits where `wide`, else 32.
    pub(crate) fn new(wide: bool) -> Fields {
        Fields { wide, ..Fields::default() }
    }

    /// Adds a field, and returns its offset, by C's rules of alignment.
    pub(crate) fn add(&mut self, kind: &str, name: &str, align: usize, bytes: &[u8]) -> usize {
        debug_assert!(!self.has(name), "the field {name} is there already");
        let at = self.parameters.bytes.len().next_multiple_of(align);
        self.parameters.bytes.resize(at, 0);
        self.parameters.bytes.extend_from_slice(bytes);
        self.text.push_str(&format!("    {kind} {name};\n"));
        self.names.push(name.to_owned());
        at
    }

    /// Whether a field of this name exists.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// An index: an extent, a stride or an offset. An existing name keeps its value.
    pub(crate) fn index(&mut self, name: &str, value: i64) -> String {
        if !self.has(name) {
            if self.wide {
                self.add("Index", name, 8, &value.to_ne_bytes());
            } else {
                self.add("Index", name, 4, &(value as i32).to_ne_bytes());
            }
        }
        format!("p.{name}")
    }

    /// A 64-bit integer.
    pub(crate) fn long(&mut self, name: &str, value: i64) -> String {
        if !self.has(name) {
            self.add("long long", name, 8, &value.to_ne_bytes());
        }
        format!("p.{name}")
    }

    /// A divisor, with the multiplier and shift that make division fast.
    pub(crate) fn divisor(&mut self, name: &str, value: i64) -> String {
        if !self.has(name) {
            if self.wide {
                self.add("Divisor", name, 8, &value.to_ne_bytes());
            } else {
                let (magic, shift) = magic(value as u32);
                let words = [value as u32, magic, shift].map(u32::to_ne_bytes);
                self.add("Divisor", name, 4, words.as_flattened());
            }
        }
        format!("p.{name}")
    }

    /// A pointer into a storage, to an element of a dtype.
    pub(crate) fn pointer(&mut self, kind: &str, name: &str, slot: PointerSlot) {
        let at = self.add(kind, name, 8, &[0; 8]);
        self.parameters.pointers.push(PointerSlot { at, ..slot });
    }

    /// A scalar.
    pub(crate) fn scalar(&mut self, kind: &str, name: &str, scalar: ScalarId, dtype: DType) {
        let align = if dtype == DType::C128 { 16 } else { dtype.size() };
        let at = self.add(kind, name, align, &[0; 16][..dtype.size()]);
        self.parameters.scalars.push(ScalarSlot { at, scalar, dtype, part: ScalarPart::Value });
    }

    /// The multiplier of a scalar that divides numbers of this dtype.
    pub(crate) fn multiplier(&mut self, name: &str, scalar: ScalarId, dtype: DType) {
        let (kind, size) = match dtype {
            DType::F32 => ("float", 4),
            DType::F64 => ("double", 8),
            dtype if dtype.size() == 8 => ("unsigned long long", 8),
            _ => ("unsigned int", 4),
        };
        let at = self.add(kind, name, size, &[0; 8][..size]);
        self.parameters.scalars.push(ScalarSlot { at, scalar, dtype, part: ScalarPart::Multiplier });
    }

    /// How an integer scalar divides numbers of this dtype.
    pub(crate) fn form(&mut self, name: &str, scalar: ScalarId, dtype: DType) {
        let at = self.add("unsigned int", name, 4, &[0; 4]);
        self.parameters.scalars.push(ScalarSlot { at, scalar, dtype, part: ScalarPart::Form });
    }

    /// The pointers to the workspace.
    pub(crate) fn workspace(&mut self, tickets: usize, bytes: usize) {
        let tickets_at = self.add("unsigned*", "tickets", 8, &[0; 8]);
        let partials_at = self.add("unsigned*", "partials", 8, &[0; 8]);
        self.parameters.workspace = Some(Workspace { tickets_at, partials_at, tickets, bytes });
    }

    /// The pointer to the word in which the kernel reports errors: of indices out of range the lowest, followed by the
    /// highest; of operands that a row refuses, a number below zero.
    pub(crate) fn fault(&mut self) {
        self.parameters.fault_at = Some(self.add("long long*", "fault", 8, &[0; 8]));
    }

    /// The flag that tells whether the kernel waits for its predecessor before it reads.
    pub(super) fn follows(&mut self) {
        self.parameters.follows_at = Some(self.add("int", "follows", 4, &1i32.to_ne_bytes()));
    }

    /// The finished parameters. Their length is at least that of the C++ struct.
    pub(crate) fn finish(mut self) -> Parameters {
        let bytes = self.parameters.bytes.len().next_multiple_of(16);
        self.parameters.bytes.resize(bytes, 0);
        self.parameters
    }
}

/// `(m, s)` such that `n / d == (n * m / 2^32 + n) >> s` for every `n` below 2^31.
fn magic(divisor: u32) -> (u32, u32) {
    (divisor_multiplier(u64::from(divisor), 32) as u32, divisor_shift(u64::from(divisor)))
}

/// The multiplier of a divisor in prelude.cu. Of an `InvariantDivisor` it is that of its magnitude, with 64 bits where
/// the integer has them and 32 otherwise, and zero for zero; of an `InvariantFloat` the reciprocal, or NaN.
fn multiplier(divisor: &Scalar) -> Scalar {
    let within = |size: f64, bits: i32| size >= f64::powi(2.0, -bits) && size <= f64::powi(2.0, bits);
    match divisor.dtype() {
        DType::F32 => {
            let divisor = divisor.get::<f32>();
            Scalar::new(if within(divisor.abs().into(), 25) { 1.0 / divisor } else { f32::NAN })
        }
        DType::F64 => {
            let divisor = divisor.get::<f64>();
            Scalar::new(if within(divisor.abs(), 300) { 1.0 / divisor } else { f64::NAN })
        }
        dtype => {
            let wide = dtype.size() == 8;
            let bits = if wide { 64 } else { 32 };
            let multiplier = match magnitude(divisor) {
                0 => 0,
                magnitude if dtype.kind() == Kind::Signed => half_range_multiplier(magnitude, bits),
                magnitude => divisor_multiplier(magnitude, bits),
            };
            if wide { Scalar::new(multiplier) } else { Scalar::new(multiplier as u32) }
        }
    }
}

/// The form of an `InvariantDivisor` in prelude.cu: in the low bits the exponent of a power of two, or else the shift
/// that follows the multiplication; and whether it is below zero, a power of two, or zero or minus one.
fn divisor_form(divisor: &Scalar) -> u32 {
    const POWER_OF_TWO: u32 = 1 << 8;
    const ZERO_OR_MINUS_ONE: u32 = 1 << 9;
    const NEGATIVE: u32 = 1 << 31;
    let is_negative = divisor.dtype().kind() == Kind::Signed && divisor.get::<i64>() < 0;
    match magnitude(divisor) {
        0 => ZERO_OR_MINUS_ONE,
        1 if is_negative => ZERO_OR_MINUS_ONE,
        power if power.is_power_of_two() && !is_negative => POWER_OF_TWO | power.trailing_zeros(),
        magnitude => (divisor_shift(magnitude) - 1) | if is_negative { NEGATIVE } else { 0 },
    }
}

/// The magnitude of an integer.
fn magnitude(integer: &Scalar) -> u64 {
    match integer.dtype().kind() {
        Kind::Signed => integer.get::<i64>().unsigned_abs(),
        _ => integer.get::<u64>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magic_numbers_divide() {
        let divisors = (1..300u32).chain([641, 1000, 4095, 4096, 65537, (1 << 30) - 1, 1 << 30, (1 << 31) - 1]);
        for d in divisors {
            let (m, s) = magic(d);
            let near = [0, 1, d - 1, d, d + 1, 2 * d - 1, 2 * d, (1 << 31) - 1, (1 << 31) - 2, 1234567, 0x7fff_0000];
            for n in near.into_iter().filter(|&n| n < 1 << 31) {
                let high = ((n as u64 * m as u64) >> 32) as u32;
                assert_eq!((high + n) >> s, n / d, "{n} / {d}");
            }
        }
    }

    /// The quotient as `InvariantDivisor` computes it.
    fn quotient(n: u64, divisor: u64, multiplier: u64, bits: u32) -> u64 {
        let high = ((u128::from(multiplier) * u128::from(n)) >> bits) as u64;
        let shift = divisor_shift(divisor);
        (high + ((n - high) >> u32::from(shift > 0))) >> shift.saturating_sub(1)
    }

    #[test]
    fn multipliers_divide_every_dividend() {
        let near = |bits: u32| {
            let powers = (0..bits).flat_map(|bit| {
                let power = 1u64 << bit;
                [power - 1, power, power + 1, power | power >> 1, power.wrapping_mul(3)]
            });
            let top = u64::MAX >> (64 - bits);
            let all = (1..40).chain(powers).chain([top, top - 1, top / 3, top / 7, 146_097, 1_000_000_007]);
            all.map(move |value| value & top).filter(|&value| value != 0).collect::<Vec<u64>>()
        };
        for (bits, dtype) in [(32, DType::U32), (64, DType::U64)] {
            for d in near(bits) {
                let m = multiplier(&Scalar::new(d).cast(dtype)).get::<u64>();
                for n in near(bits) {
                    assert_eq!(quotient(n, d, m, bits), n / d, "{n} / {d} of {bits} bits");
                }
            }
        }
        // Dividends and divisors with a sign, by their magnitudes.
        for (bits, dtype) in [(32, DType::I32), (64, DType::I64)] {
            let top = 1u64 << (bits - 1);
            for d in near(bits).into_iter().filter(|&d| (2..=top).contains(&d)) {
                let m = multiplier(&Scalar::new(d.wrapping_neg() as i64).cast(dtype)).get::<u64>();
                for n in near(bits).into_iter().map(|n| n & (top - 1)).chain([0, top]) {
                    let high = ((u128::from(m) * u128::from(n)) >> bits) as u64;
                    assert_eq!(high >> (divisor_shift(d) - 1), n / d, "{n} / {d} of {bits} bits with a sign");
                }
            }
        }
        let of = |value: Scalar| multiplier(&value);
        assert_eq!(of(Scalar::new(-7i32)), of(Scalar::new(7i32)));
        assert_eq!(of(Scalar::new(0i16)), Scalar::new(0u32));
    }

    #[test]
    fn fields_lie_where_c_puts_them() {
        let mut fields = Fields::default();
        fields.scalar("bool", "c0", ScalarId(0), DType::Bool);
        assert_eq!(fields.index("e0", 7), "p.e0");
        assert_eq!(fields.index("e0", 7), "p.e0");
        fields.scalar("c128", "c1", ScalarId(1), DType::C128);
        let parameters = fields.finish();
        assert_eq!(parameters.scalars.iter().map(|slot| slot.at).collect::<Vec<_>>(), [0, 16]);
        assert_eq!(parameters.bytes.len(), 32);
        assert_eq!(parameters.bytes[4..8], 7i32.to_ne_bytes());
    }
}
