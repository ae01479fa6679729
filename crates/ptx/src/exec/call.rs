//! Function calls, and the functions that the machine itself provides.

use super::access::{AccessKind, At};
use super::state::{Frame, Group, Join, NONE};
use super::{Engine, Flow, Stop, lanes};
use crate::decode::FUNCTIONS;
use crate::finding::FindingKind;
use crate::lanes::WARP;
use crate::program::{Call, Function, Instruction, Op, Target};
use crate::syntax::Space;

/// The deepest chain of calls.
const MAX_DEPTH: u32 = 1 << 12;
/// The most local memory of one lane.
const MAX_LOCAL_BYTES: u32 = 1 << 19;
/// The most registers of all active calls of a warp, in lanes of 4 bytes.
const MAX_REGISTERS: u64 = 1 << 19;

impl Engine<'_> {
    pub(super) fn call(
        &mut self,
        k: usize,
        g: &mut Group,
        f: &Function,
        i: &Instruction,
        c: &Call,
        active: u32,
    ) -> Result<Flow, Stop> {
        let index = match c.target {
            Target::Function(index) => index,
            Target::Register(r) => {
                let targets: [u64; WARP] = self.read(g, f, r);
                let first = active.trailing_zeros() as usize;
                let same = lanes(active).filter(|l| targets[*l] == targets[first]).fold(0u32, |m, l| m | 1 << l);
                if same != active {
                    // The callees run one after the other; the lanes reconverge after the call.
                    let mut parts = vec![(same, g.pc), (active & !same, g.pc)];
                    if g.mask != active {
                        parts.push((g.mask & !active, g.pc + 1));
                    }
                    self.split(k, g, &parts, g.pc + 1);
                    return Ok(Flow::Switch);
                }
                let offset = targets[first].wrapping_sub(FUNCTIONS);
                let index = offset / 16;
                let known = index < self.launch.program.functions.len() as u64 && offset.is_multiple_of(16);
                if !known
                    || self.launch.program.functions[index as usize].is_none()
                    || index == self.launch.program.entry as u64
                {
                    let text = format!("{:#x} is not the address of a function", targets[first]);
                    return Err(self.bad_call(g, i, first as u32, text));
                }
                index as u32
            }
            _ => {
                self.provided(g, i, c, active)?;
                return Ok(Flow::Next);
            }
        };
        if active != g.mask {
            self.split(k, g, &[(active, g.pc), (g.mask & !active, g.pc + 1)], g.pc + 1);
            return Ok(Flow::Switch);
        }
        let Some(callee) = self.launch.program.functions[index as usize].as_ref() else { return Err(Stop) };
        let lane = active.trailing_zeros();
        let sizes = |list: &[(u32, u32)]| list.iter().map(|p| p.1).collect::<Vec<_>>();
        if sizes(&callee.parameters) != sizes(&c.arguments) || sizes(&callee.results) != sizes(&c.results) {
            let text = format!("the arguments do not fit the function '{}'", callee.name);
            return Err(self.bad_call(g, i, lane, text));
        }
        let (depth, base) = {
            let from = &self.warp.frames[g.frame as usize];
            (from.depth + 1, from.local_top)
        };
        let registers = u64::from(depth) * u64::from(callee.w32 + 2 * callee.w64);
        if depth > MAX_DEPTH || registers > MAX_REGISTERS || base + callee.local_bytes > MAX_LOCAL_BYTES {
            let text =
                format!("'{}' is called {depth} deep, with {base} bytes of stack: the stack overflows", callee.name);
            return Err(self.bad_call(g, i, lane, text));
        }
        let frame = match self.warp.free_frames.pop() {
            Some(n) => n,
            None => {
                self.warp.frames.push(Frame::default());
                self.warp.frames.len() as u32 - 1
            }
        };
        let mut new = std::mem::take(&mut self.warp.frames[frame as usize]);
        new.enter(index, callee, base);
        (new.depth, new.caller, new.call) = (depth, g.frame, g.pc);
        let from = &self.warp.frames[g.frame as usize];
        for lane in lanes(active) {
            for (a, p) in c.arguments.iter().zip(&callee.parameters) {
                let source = (lane as u32 * from.parameter_bytes + a.0) as usize;
                let target = (lane as u32 * new.parameter_bytes + p.0) as usize;
                let bytes = a.1 as usize;
                new.parameters[target..target + bytes].copy_from_slice(&from.parameters[source..source + bytes]);
            }
        }
        let (bottom, top) = (new.local_base as usize, new.local_top as usize);
        self.warp.frames[frame as usize] = new;
        self.grow_local(active, bottom, top);
        let join = self.new_join(Join {
            pc: g.pc + 1,
            frame: g.frame,
            expected: g.mask,
            arrived: 0,
            parent: g.join,
            callee: frame,
            live: true,
        });
        self.warp.groups[k] = Group { pc: 0, frame, join, ..*g };
        Ok(Flow::Switch)
    }

    /// Makes local memory exist up to `top`, and marks it unwritten between `bottom` and `top`.
    fn grow_local(&mut self, active: u32, bottom: usize, top: usize) {
        for lane in lanes(active) {
            let local = &mut self.warp.local[lane];
            if local.bytes.len() < top {
                local.bytes.resize(top, 0);
                local.written.resize(top, false);
            }
            local.written[bottom..top].fill(false);
        }
    }

    /// Copies the results of a call to its caller, for the returning lanes.
    pub(super) fn give_results(&mut self, g: &Group, active: u32) {
        let frame = std::mem::take(&mut self.warp.frames[g.frame as usize]);
        let program = self.launch.program;
        let caller = &mut self.warp.frames[frame.caller as usize];
        let of = |index: u32| program.functions[index as usize].as_ref();
        if let (Some(callee), Some(from)) = (of(frame.function), of(caller.function))
            && let Op::Call(c) = &from.code[frame.call as usize].op
        {
            for lane in lanes(active) {
                for (r, p) in c.results.iter().zip(&callee.results) {
                    let source = (lane as u32 * frame.parameter_bytes + p.0) as usize;
                    let target = (lane as u32 * caller.parameter_bytes + r.0) as usize;
                    let bytes = r.1 as usize;
                    caller.parameters[target..target + bytes]
                        .copy_from_slice(&frame.parameters[source..source + bytes]);
                }
            }
        }
        self.warp.frames[g.frame as usize] = frame;
    }

    pub(super) fn stack_grow(
        &mut self,
        g: &Group,
        f: &Function,
        i: &Instruction,
        (d, a, wide, align): (u32, u32, bool, u32),
        active: u32,
    ) -> Result<(), Stop> {
        let sizes = if wide { self.read::<u64>(g, f, a) } else { self.read::<u32>(g, f, a).map(u64::from) };
        let largest = lanes(active).map(|l| sizes[l]).max().unwrap_or(0);
        let bottom = u64::from(self.warp.frames[g.frame as usize].local_top.next_multiple_of(align));
        if largest > u64::from(MAX_LOCAL_BYTES) || bottom + largest > u64::from(MAX_LOCAL_BYTES) {
            let text = format!("alloca of {largest} bytes: the stack overflows");
            return Err(self.bad_call(g, i, active.trailing_zeros(), text));
        }
        let top = (bottom + largest).next_multiple_of(16);
        self.warp.frames[g.frame as usize].local_top = top as u32;
        self.grow_local(active, bottom as usize, top as usize);
        self.spread(g, wide, d, bottom, active);
        Ok(())
    }

    /// A 4- or 8-byte argument of a call.
    fn argument(&self, g: &Group, lane: usize, location: (u32, u32)) -> u64 {
        self.get(g, lane, At::Argument(location.0), 0, location.1.min(8))
    }

    /// `vprintf`, `__assertfail`, `malloc`, `free`.
    fn provided(&mut self, g: &Group, i: &Instruction, c: &Call, active: u32) -> Result<(), Stop> {
        for lane in lanes(active) {
            let argument = |engine: &Self, k: usize| engine.argument(g, lane, c.arguments[k]);
            let result = match c.target {
                Target::Print => {
                    let (format, list) = (argument(self, 0), argument(self, 1));
                    let format = self.text(g, i, lane, format)?;
                    let (text, count) = self.print(g, i, lane, &format, list)?;
                    self.launch.print(&text);
                    count
                }
                Target::AssertFail => {
                    let (message, file, line) = (argument(self, 0), argument(self, 1), argument(self, 2));
                    let function = argument(self, 3);
                    let (message, file) = (self.text(g, i, lane, message)?, self.text(g, i, lane, file)?);
                    let function = self.text(g, i, lane, function)?;
                    let read = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
                    let detail = format!(
                        "{}:{}: {}: assertion `{}` failed",
                        read(&file),
                        line as u32,
                        read(&function),
                        read(&message)
                    );
                    self.note(FindingKind::Trap, g, i, lane as u32, "fails an assertion".into(), None, detail)?;
                    0
                }
                Target::Malloc => self.launch.heap_take(argument(self, 0)),
                _ => 0,
            };
            if let Some(&(at, bytes)) = c.results.first() {
                self.set(g, lane, At::Argument(at), 0, bytes.min(8), result);
            }
        }
        Ok(())
    }

    /// A text that ends with a zero byte, at a generic address.
    pub(super) fn text(&mut self, g: &Group, i: &Instruction, lane: usize, address: u64) -> Result<Vec<u8>, Stop> {
        let mut text = Vec::new();
        if address == 0 {
            return Ok(b"(null)".to_vec());
        }
        while text.len() < 1 << 16 {
            let at = self.locate(g, i, lane, Space::Generic, address + text.len() as u64, 1, AccessKind::Read)?;
            match self.get(g, lane, at, 0, 1) as u8 {
                0 => break,
                byte => text.push(byte),
            }
        }
        Ok(text)
    }

    /// The frame of the kernel itself.
    pub(crate) fn first_frame(function: &Function, index: u32) -> Frame {
        let mut frame = Frame { caller: NONE, ..Frame::default() };
        frame.enter(index, function, 0);
        frame
    }
}
