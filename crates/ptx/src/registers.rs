//! The registers that an instruction reads and writes, except predicates.

use crate::lanes::CONSTANT;
use crate::program::{Access, BarrierKind, Base, CarryKind, Compared, Compares, MbarrierKind, Op, Target, Vote};
use crate::tensor::bits;

/// A register of 32 or 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Register {
    pub(crate) wide: bool,
    pub(crate) number: u32,
}

/// How an instruction uses a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// The result depends on the value.
    Reads,
    /// The value is passed on unchanged: by a store, by a shuffle.
    Carries,
    Sets,
}

/// Calls `visit` for each register of the instruction; constants are left out.
pub(crate) fn registers(op: &Op, mut visit: impl FnMut(Use, Register)) {
    let mut see = |usage, wide, number: u32| {
        if usage == Use::Sets || number & CONSTANT == 0 {
            visit(usage, Register { wide, number });
        }
    };
    let list = |see: &mut dyn FnMut(Use, bool, u32), usage, wide, all: &[u32]| {
        all.iter().for_each(|r| see(usage, wide, *r));
    };
    match op {
        Op::Alu(alu, o) => {
            let (sources, wide) = alu.widths();
            sources.iter().zip(o.s).for_each(|(w, s)| see(Use::Reads, *w, s));
            see(Use::Sets, wide, o.d);
        }
        Op::Carry(c) => {
            let sources = if matches!(c.kind, CarryKind::Add | CarryKind::Sub) { 2 } else { 3 };
            list(&mut see, Use::Reads, c.wide, &c.s[..sources]);
            see(Use::Sets, c.wide, c.d);
        }
        Op::Compare(c) => {
            let wide = matches!(c.ty, Compared::U64 | Compared::S64 | Compared::F64);
            list(&mut see, Use::Reads, wide, &[c.a, c.b]);
            if let Compares::Word { d, .. } | Compares::Packed { d, .. } = c.result {
                see(Use::Sets, false, d);
            }
        }
        Op::Select { wide, d, a, b, .. } => {
            list(&mut see, Use::Carries, *wide, &[*a, *b]);
            see(Use::Sets, *wide, *d);
        }
        Op::Test { wide, a, .. } => see(Use::Reads, *wide, *a),
        Op::Special { wide, d, .. } | Op::LocalAddress { wide, d, .. } | Op::StackSave { d, wide } => {
            see(Use::Sets, *wide, *d);
        }
        Op::Load(a) => access(a, Use::Sets, &mut see),
        Op::Store(a) => access(a, Use::Carries, &mut see),
        Op::LoadParameter(a) => access(a, Use::Sets, &mut see),
        Op::Atomic(a) => {
            list(&mut see, Use::Reads, a.bits == 64, &a.b);
            list(&mut see, Use::Reads, a.bits == 64, &a.c);
            base(&a.access, &mut see);
            if a.result {
                elements(&a.access, Use::Sets, &mut see);
            }
        }
        Op::ToGeneric { d, a, .. } | Op::FromGeneric { d, a, .. } => {
            see(Use::Reads, true, *a);
            see(Use::Sets, true, *d);
        }
        Op::IsSpace { a, .. } => see(Use::Reads, true, *a),
        Op::BranchIndex(b) => see(Use::Reads, false, b.a),
        Op::Call(c) => {
            if let Target::Register(r) = c.target {
                see(Use::Reads, true, r);
            }
        }
        Op::Barrier(b) => {
            see(Use::Reads, false, b.id);
            b.count.iter().for_each(|r| see(Use::Reads, false, *r));
            if let BarrierKind::Count { d, .. } = b.kind {
                see(Use::Sets, false, d);
            }
        }
        Op::WarpBarrier { mask } => see(Use::Reads, false, *mask),
        Op::Shuffle(s) => {
            see(Use::Carries, false, s.a);
            list(&mut see, Use::Reads, false, &[s.b, s.c, s.mask]);
            see(Use::Sets, false, s.d);
        }
        Op::Vote { kind, d, mask, .. } => {
            see(Use::Reads, false, *mask);
            if *kind == Vote::Ballot {
                see(Use::Sets, false, *d);
            }
        }
        Op::Match { wide, d, a, mask, .. } => {
            see(Use::Reads, *wide, *a);
            see(Use::Reads, false, *mask);
            see(Use::Sets, false, *d);
        }
        Op::Reduce { d, a, mask, .. } => {
            list(&mut see, Use::Reads, false, &[*a, *mask]);
            see(Use::Sets, false, *d);
        }
        Op::ActiveMask { d } => see(Use::Sets, false, *d),
        Op::Elect { d, mask, .. } => {
            see(Use::Reads, false, *mask);
            d.iter().for_each(|d| see(Use::Sets, false, *d));
        }
        Op::CopyAsync(c) => {
            base(&c.to, &mut see);
            base(&c.from, &mut see);
            c.size.iter().for_each(|s| see(Use::Reads, false, *s));
        }
        Op::Mbarrier(m) => {
            base(&m.access, &mut see);
            m.operand.iter().for_each(|r| see(Use::Reads, m.kind == MbarrierKind::Test, *r));
            if !matches!(m.kind, MbarrierKind::Test | MbarrierKind::TestParity) {
                m.result.iter().for_each(|d| see(Use::Sets, true, *d));
            }
        }
        Op::Matrix(m) => {
            for (all, cell) in [(&m.a, m.cells[1]), (&m.b, m.cells[2]), (&m.c, m.cells[3])] {
                list(&mut see, Use::Reads, bits(cell) == 64, all);
            }
            list(&mut see, Use::Sets, bits(m.cells[0]) == 64, &m.d);
        }
        Op::LoadMatrix(m) => access(&m.access, if m.store { Use::Reads } else { Use::Sets }, &mut see),
        Op::Fragment(m) => {
            access(&m.access, if m.store { Use::Reads } else { Use::Sets }, &mut see);
            see(Use::Reads, false, m.stride);
        }
        Op::StackRestore { a, wide } => see(Use::Reads, *wide, *a),
        Op::StackGrow { d, a, wide, .. } => {
            see(Use::Reads, *wide, *a);
            see(Use::Sets, *wide, *d);
        }
        Op::Nop | Op::Logic { .. } | Op::Branch { .. } | Op::Return | Op::Exit | Op::Trap | Op::Breakpoint => {}
        Op::Fence { .. } | Op::Sleep | Op::CopyCommit | Op::CopyWait { .. } => {}
    }
}

fn access(a: &Access, usage: Use, see: &mut impl FnMut(Use, bool, u32)) {
    base(a, see);
    elements(a, usage, see);
}

fn base(a: &Access, see: &mut impl FnMut(Use, bool, u32)) {
    match a.base {
        Base::Narrow(r) => see(Use::Reads, false, r),
        Base::Wide(r) => see(Use::Reads, true, r),
        Base::Absolute | Base::Frame => {}
    }
}

fn elements(a: &Access, usage: Use, see: &mut impl FnMut(Use, bool, u32)) {
    for e in &a.elements {
        e.register.iter().for_each(|r| see(usage, e.wide, *r));
    }
}
