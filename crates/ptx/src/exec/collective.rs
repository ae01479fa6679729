//! Communication between the lanes of a warp: shuffles, votes, matches and reductions.

use super::state::Group;
use super::{Engine, lanes, predicate, set_predicate};
use crate::lanes::{WARP, put};
use crate::program::{Function, Reduction, Shuffle, ShuffleKind, Vote};

impl Engine<'_> {
    pub(super) fn shuffle(&mut self, g: &Group, f: &Function, s: &Shuffle, active: u32) {
        let [a, b, c] = [s.a, s.b, s.c].map(|o| self.read::<u32>(g, f, o));
        let (mut out, mut sources) = ([0u32; WARP], [0u32; WARP]);
        let mut within = 0u32;
        for lane in lanes(active) {
            let me = lane as u32;
            let (step, clamp, segment) = (b[lane] & 31, c[lane] & 31, c[lane] >> 8 & 31);
            let top = me & segment | clamp & !segment;
            let bottom = me & segment;
            let (from, inside) = match s.kind {
                ShuffleKind::Up => {
                    let from = me.wrapping_sub(step);
                    (from, from as i32 >= top as i32)
                }
                ShuffleKind::Down => (me + step, me + step <= top),
                ShuffleKind::Butterfly => (me ^ step, me ^ step <= top),
                ShuffleKind::Index => {
                    let from = bottom | step & !segment;
                    (from, from <= top)
                }
            };
            let from = if inside { from & 31 } else { me };
            within |= u32::from(inside) << lane;
            sources[lane] = from;
            // An inactive lane has no value; the old contents of its register serve as well as any.
            out[lane] = a[from as usize];
        }
        if !self.warp.undefined.is_empty() {
            let (bits, origin) = self.undefined(g, false, s.a);
            self.set_undefined(g, false, s.d, active, &sources.map(|from| bits[from as usize]), origin);
        }
        let file = self.file(g);
        put(file, s.d, active, &out);
        if let Some(p) = s.p {
            set_predicate(file, p, within, active);
        }
    }

    pub(super) fn vote(&mut self, g: &Group, f: &Function, kind: Vote, d: u32, p: u32, mask: u32, active: u32) {
        let masks: [u32; WARP] = self.read(g, f, mask);
        let file = self.file(g);
        let p = predicate(file, p);
        let mut truths = 0u32;
        let mut ballots = [0u32; WARP];
        for lane in lanes(active) {
            let here = masks[lane] & active;
            ballots[lane] = p & here;
            let truth = match kind {
                Vote::All => p & here == here,
                Vote::Any => p & here != 0,
                Vote::Uniform => p & here == here || p & here == 0,
                Vote::Ballot => false,
            };
            truths |= u32::from(truth) << lane;
        }
        if kind == Vote::Ballot {
            put(file, d, active, &ballots);
        } else {
            set_predicate(file, d, truths, active);
        }
    }

    pub(super) fn matches(
        &mut self,
        g: &Group,
        f: &Function,
        (all, wide): (bool, bool),
        d: u32,
        p: Option<u32>,
        a: u32,
        mask: u32,
        active: u32,
    ) {
        let values = if wide { self.read::<u64>(g, f, a) } else { self.read::<u32>(g, f, a).map(u64::from) };
        let masks: [u32; WARP] = self.read(g, f, mask);
        let mut out = [0u32; WARP];
        let mut truths = 0u32;
        for lane in lanes(active) {
            let here = masks[lane] & active;
            let same = lanes(here).filter(|o| values[*o] == values[lane]).fold(0u32, |m, o| m | 1 << o);
            out[lane] = if !all {
                same
            } else if same == here {
                truths |= 1 << lane;
                here
            } else {
                0
            };
        }
        let file = self.file(g);
        put(file, d, active, &out);
        if let Some(p) = p {
            set_predicate(file, p, truths, active);
        }
    }

    pub(super) fn reduce(&mut self, g: &Group, f: &Function, kind: Reduction, d: u32, a: u32, mask: u32, active: u32) {
        let values: [u32; WARP] = self.read(g, f, a);
        let masks: [u32; WARP] = self.read(g, f, mask);
        let mut out = [0u32; WARP];
        for lane in lanes(active) {
            let here = lanes(masks[lane] & active).map(|o| values[o]);
            let reduced = match kind {
                Reduction::Add => here.reduce(u32::wrapping_add),
                Reduction::MinU => here.min(),
                Reduction::MaxU => here.max(),
                Reduction::MinS => here.map(|v| v as i32).min().map(|v| v as u32),
                Reduction::MaxS => here.map(|v| v as i32).max().map(|v| v as u32),
                Reduction::And => here.reduce(|x, y| x & y),
                Reduction::Or => here.reduce(|x, y| x | y),
                Reduction::Xor => here.reduce(|x, y| x ^ y),
            };
            out[lane] = reduced.unwrap_or(0);
        }
        put(self.file(g), d, active, &out);
    }
}
