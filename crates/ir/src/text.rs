//! The text form of programs, plans and kernels: what the tests of every pass and every executor are written in.
//!
//! ```text
//! s0: 32 bytes, given
//! s1: 32 bytes, kept
//! map add float64 s1:float64[4] <- s0:float64[4], 2.5:float64
//! dead s0
//! ```
//! A view is `storage:dtype[shape]`, then `@offset` and `(strides)` where they are not those of C order, then
//! `%axis:start,step,modulus,stride` for each wrapped axis. The parameters of a routine follow its name:
//! `routine scan row=add s1:float64[4] <- s0:float64[4]`.

use std::fmt::{self, Display, Formatter, Write as _};

use crate::{
    Instruction, Kernel, Layout, NodeKind, Opcode, Operand, Plan, Program, Step, StorageId, View, contiguous_strides,
};

impl Display for StorageId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

fn list(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

impl Display for Layout {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", list(&self.shape))?;
        if self.offset != 0 {
            write!(f, "@{}", self.offset)?;
        }
        if self.strides != contiguous_strides(&self.shape) {
            write!(f, "({})", list(&self.strides))?;
        }
        Ok(())
    }
}

impl Display for View {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}{}", self.storage, self.dtype, self.layout)?;
        for wrap in &self.circular {
            write!(f, "%{}:{},{},{},{}", wrap.axis, wrap.start, wrap.step, wrap.modulus, wrap.stride)?;
        }
        Ok(())
    }
}

impl Program {
    fn operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::View(view) => view.to_string(),
            Operand::Scalar(id) => {
                let scalar = self.scalars[id.0 as usize];
                format!("{scalar}:{}", scalar.dtype())
            }
            Operand::Position(layout) => format!("position{layout}"),
        }
    }

    fn instruction(&self, f: &mut Formatter<'_>, instruction: &Instruction) -> fmt::Result {
        match instruction.opcode {
            Opcode::Map(row, dtype) => write!(f, "map {} {dtype}", row.row().name)?,
            Opcode::Copy => f.write_str("copy")?,
            Opcode::Reduce(reduction, dtype, axes) => {
                let axes: Vec<i64> = axes.iter().map(|axis| axis as i64).collect();
                write!(f, "reduce {} {dtype} over {}", reduction.name(), list(&axes))?;
            }
            Opcode::Routine(routine) => write!(f, "routine {routine}")?,
            Opcode::Dead(storage) => return writeln!(f, "dead {storage}"),
        }
        for (index, output) in instruction.outputs.iter().enumerate() {
            write!(f, "{} {output}", if index == 0 { "" } else { "," })?;
        }
        f.write_str(" <-")?;
        for (index, input) in instruction.inputs.iter().enumerate() {
            write!(f, "{} {}", if index == 0 { "" } else { "," }, self.operand(input))?;
        }
        f.write_char('\n')
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, storage) in self.storages.iter().enumerate() {
            write!(f, "s{index}: {} bytes", storage.bytes)?;
            for (word, holds) in [("given", storage.given), ("kept", storage.kept), ("exported", storage.exported)] {
                if holds {
                    write!(f, ", {word}")?;
                }
            }
            f.write_char('\n')?;
        }
        self.instructions.iter().try_for_each(|instruction| self.instruction(f, instruction))
    }
}

impl Display for Kernel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "kernel [{}]", list(&self.shape[..self.outer]))?;
        if self.outer < self.shape.len() {
            write!(f, " over [{}]", list(&self.shape[self.outer..]))?;
        }
        f.write_char('\n')?;
        for (index, node) in self.nodes.iter().enumerate() {
            write!(f, "  n{index}: {} = ", node.dtype)?;
            match &node.kind {
                NodeKind::Read(read) => write!(f, "{}", self.reads[*read as usize])?,
                NodeKind::Scalar(scalar) => write!(f, "scalar {}", self.scalars[*scalar as usize].0)?,
                NodeKind::Position(position) => write!(f, "position{}", self.positions[*position as usize])?,
                NodeKind::Cast(of) => write!(f, "cast n{of}")?,
                NodeKind::Row { row, dtype, output, .. } => {
                    write!(f, "{} {dtype}", row.row().name)?;
                    if row.row().outputs.len() > 1 {
                        write!(f, " #{output}")?;
                    }
                    node.kind.operands().iter().try_for_each(|of| write!(f, " n{of}"))?;
                }
                NodeKind::Reduce(reduction, of) => write!(f, "reduce {} n{of}", reduction.name())?,
                NodeKind::Gather { table, of: [index, _], known, .. } => {
                    let gather = if *known { "gather known" } else { "gather" };
                    write!(f, "{gather} {} n{index}", self.tables[*table as usize])?;
                    node.kind.operands()[1..].iter().try_for_each(|of| write!(f, " behind n{of}"))?;
                }
            }
            f.write_char('\n')?;
        }
        self.writes.iter().try_for_each(|write| writeln!(f, "  {} <- n{}", write.view, write.node))
    }
}

impl Display for Plan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            match step {
                Step::Allocate(storage) => writeln!(f, "allocate {storage}, {} bytes", self.bytes[storage.0 as usize])?,
                Step::Release(storage) => writeln!(f, "release {storage}")?,
                Step::Adopt { from, to } => writeln!(f, "adopt {from} as {to}")?,
                Step::Kernel(kernel) => kernel.fmt(f)?,
                Step::Routine { routine, outputs, inputs, loads } => {
                    write!(f, "routine {routine}")?;
                    for (index, output) in outputs.iter().enumerate() {
                        write!(f, "{} {output}", if index == 0 { "" } else { "," })?;
                    }
                    f.write_str(" <-")?;
                    for (index, input) in inputs.iter().enumerate() {
                        f.write_str(if index == 0 { " " } else { ", " })?;
                        match input {
                            Operand::View(view) => view.fmt(f)?,
                            Operand::Scalar(id) => write!(f, "scalar {}", id.0)?,
                            Operand::Position(layout) => write!(f, "position{layout}")?,
                        }
                    }
                    f.write_char('\n')?;
                    for (index, load) in loads.iter().enumerate() {
                        let Some(load) = load else { continue };
                        write!(f, "{} operand {index} of ", if load.stored { "storing" } else { "computing" })?;
                        load.kernel.fmt(f)?;
                    }
                }
            }
        }
        Ok(())
    }
}
