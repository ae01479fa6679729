//! Undefined bits: a read of partly written memory puts them into a register, as the padding of a structure beside its
//! members. Copying them is allowed; using them is a finding.

use super::state::Group;
use super::{Engine, Stop, lanes, predicate};
use crate::alu::{Alu, Operands, Tables};
use crate::finding::FindingKind;
use crate::lanes::{File, Raw, WARP, put};
use crate::program::{Function, Instruction, Op};
use crate::registers::{Register, Use, registers};

/// The undefined bits of one register, lane by lane.
#[derive(Debug, Clone)]
pub(crate) struct Undefined {
    frame: u32,
    register: Register,
    bits: [u64; WARP],
    /// The address that they were read from, and the line of the PTX text that read them.
    origin: Origin,
}

pub(super) type Origin = (u64, u32);

/// How many of a row's first sources go bit by bit into its result: moved, to positions that the other operands give,
/// or by [`bitwise`].
fn carried(alu: Alu) -> usize {
    use Alu::*;
    match alu {
        Move32 | Move64 | Low | High | ZeroExtend | ZeroExtend8 | ZeroExtend16 | SignExtend | SignExtend8
        | SignExtend16 | Cut | Brev32 | Brev64 | Shl16 | Shl32 | Shl64 | ShrU16 | ShrU32 | ShrU64 | ShrS16 | ShrS32
        | ShrS64 | BfeU32 | BfeS32 | BfeU64 | BfeS64 | Not16 | Not32 | Not64 => 1,
        Join | Join16 | Join8 | ShiftLeftWrap | ShiftLeftClamp | ShiftRightWrap | ShiftRightClamp | Prmt | SlctS32
        | SlctS64 | SlctF32 | SlctF64 | And32 | And64 | Or32 | Or64 | Xor32 | Xor64 => 2,
        Lop3 => 3,
        _ => 0,
    }
}

/// The undefined bits of a bitwise function's result, from the operands' values and undefined bits; `None` for any
/// other function.
fn bitwise(alu: Alu, values: [u64; 2], bits: [u64; 3]) -> Option<u64> {
    use Alu::*;
    let [a, b, c] = bits;
    Some(match alu {
        // A defined zero makes the result zero, whatever the other operand is; a defined one makes it one.
        And32 | And64 => (a | b) & (a | values[0]) & (b | values[1]),
        Or32 | Or64 => (a | b) & (a | !values[0]) & (b | !values[1]),
        Not16 | Not32 | Not64 | Xor32 | Xor64 => a | b,
        Lop3 => a | b | c,
        _ => return None,
    })
}

impl Engine<'_> {
    /// The undefined bits of a register.
    pub(super) fn undefined(&self, g: &Group, wide: bool, number: u32) -> ([u64; WARP], Origin) {
        let register = Register { wide, number };
        let known = self.warp.undefined.iter().find(|u| u.frame == g.frame && u.register == register);
        known.map_or(([0; WARP], (0, 0)), |u| (u.bits, u.origin))
    }

    /// The register was set in the active lanes, with these undefined bits.
    pub(super) fn set_undefined(
        &mut self,
        g: &Group,
        wide: bool,
        number: u32,
        active: u32,
        bits: &[u64; WARP],
        origin: Origin,
    ) {
        let register = Register { wide, number };
        let any = lanes(active).any(|lane| bits[lane] != 0);
        let all = &mut self.warp.undefined;
        let at = all.iter().position(|u| u.frame == g.frame && u.register == register);
        let Some(at) = at.or_else(|| any.then_some(all.len())) else { return };
        if at == all.len() {
            all.push(Undefined { frame: g.frame, register, bits: [0; WARP], origin });
        }
        let known = &mut all[at];
        if any {
            known.origin = origin;
        }
        for lane in lanes(active) {
            known.bits[lane] = bits[lane];
        }
        if known.bits == [0; WARP] {
            all.swap_remove(at);
        }
    }

    /// A call has returned: its registers no longer exist.
    pub(super) fn forget_frame(&mut self, frame: u32) {
        self.warp.undefined.retain(|u| u.frame != frame);
    }

    /// Called before each instruction: reports a use of undefined bits, and propagates those that are copied. Loads,
    /// stores and shuffles propagate those of their data themselves.
    #[cold]
    pub(super) fn follow(&mut self, g: &Group, f: &Function, i: &Instruction, active: u32) -> Result<(), Stop> {
        let (mut sources, mut sets) = (Vec::new(), Vec::new());
        registers(&i.op, |usage, r| match usage {
            Use::Reads => sources.push(r),
            Use::Carries => {}
            Use::Sets => sets.push(r),
        });
        let (mut bits, mut origin) = ([0; WARP], (0, 0));
        match &i.op {
            Op::Load(_) | Op::Shuffle(_) => sets.clear(),
            Op::Alu(alu, o) => {
                let (widths, _) = alu.widths();
                let all = widths.iter().zip(o.s).map(|(wide, number)| Register { wide: *wide, number });
                sources = all.clone().skip(carried(*alu)).collect();
                let mut undefined = [[0; WARP]; 3];
                for (k, r) in all.take(carried(*alu)).enumerate() {
                    let from;
                    (undefined[k], from) = self.undefined(g, r.wide, r.number);
                    if lanes(active).any(|lane| undefined[k][lane] != 0) {
                        origin = from;
                    }
                }
                if undefined != [[0; WARP]; 3] {
                    bits = self.through(g, f, *alu, o, &undefined);
                }
            }
            Op::Select { wide, a, b, p, .. } => {
                let p = predicate(self.file(g), *p);
                let ((a, from_a), (b, from_b)) = (self.undefined(g, *wide, *a), self.undefined(g, *wide, *b));
                bits = std::array::from_fn(|lane| if p >> lane & 1 == 1 { a[lane] } else { b[lane] });
                origin = if lanes(active & p).any(|lane| a[lane] != 0) { from_a } else { from_b };
            }
            _ => {}
        }
        for r in sources {
            let (bits, origin) = self.undefined(g, r.wide, r.number);
            if let Some(lane) = lanes(active).find(|lane| bits[*lane] != 0) {
                self.used(g, i, lane, bits[lane], origin)?;
            }
        }
        for r in sets {
            self.set_undefined(g, r.wide, r.number, active, &bits, origin);
        }
        Ok(())
    }

    /// The undefined bits of a row's result, from those of the sources that are [`carried`] there.
    fn through(&self, g: &Group, f: &Function, alu: Alu, o: &Operands, undefined: &[[u64; WARP]; 3]) -> [u64; WARP] {
        let (widths, wide) = alu.widths();
        let value = |k: usize| match widths.get(k) {
            Some(true) => self.read::<u64>(g, f, o.s[k]),
            Some(false) => self.read::<u32>(g, f, o.s[k]).map(u64::from),
            None => [0; WARP],
        };
        let (x, y) = (value(0), value(1));
        let mut out = [0; WARP];
        let combined = (0..WARP).all(|lane| {
            let found = bitwise(alu, [x[lane], y[lane]], undefined.map(|u| u[lane]));
            out[lane] = found.unwrap_or_default();
            found.is_some()
        });
        if combined {
            return out;
        }
        // A function that moves bits moves the undefined ones alike.
        let mut file = File { w32: vec![[0; WARP]; 4], w64: vec![[0; WARP]; 4], ..File::default() };
        for k in 0..widths.len() {
            let marks = if k < carried(alu) { undefined[k] } else { value(k) };
            put(&mut file, k as u32, u32::MAX, &marks);
            put(&mut file, k as u32, u32::MAX, &marks.map(|v| v as u32));
        }
        let tables = Tables { constants: &f.constants, floats: &f.floats, conversions: &f.conversions };
        alu.run(&mut file, &tables, &Operands { d: 3, s: [0, 1, 2], x: o.x }, u32::MAX);
        if wide { *u64::slot(&mut file, 3) } else { u32::slot(&mut file, 3).map(u64::from) }
    }

    /// Reports a use of bits that nothing wrote.
    #[cold]
    pub(super) fn used(
        &self,
        g: &Group,
        i: &Instruction,
        lane: usize,
        bits: u64,
        (address, line): Origin,
    ) -> Result<(), Stop> {
        if self.launch.count_again(FindingKind::Uninitialised, (i.line, 0)) {
            return Ok(());
        }
        let detail = format!("nothing wrote the bits {bits:#x} of it, which PTX line {line} read");
        self.note(FindingKind::Uninitialised, g, i, lane as u32, "uses a value".into(), Some(address), detail)
    }
}
