//! Decodes the tensor core's opcodes.

use super::memory::space;
use super::{Decoder, Form};
use crate::error::Result;
use crate::program::{Access, Cell, Element, Fragment, LoadMatrix, Matrix, Op, Scope};
use crate::syntax::{Operand, Ty};
use crate::tensor;

/// `m16n8k8` as three numbers.
fn shape(modifiers: &[&str]) -> Option<[u32; 3]> {
    modifiers.iter().find_map(|m| {
        let (rows, rest) = m.strip_prefix('m')?.split_once('n')?;
        let (columns, inner) = rest.split_once('k')?;
        Some([rows.parse().ok()?, columns.parse().ok()?, inner.parse().ok()?])
    })
}

/// The cell types of an opcode, in their order; the narrow integers have no other use.
fn cells(modifiers: &[&str]) -> Vec<Cell> {
    let cell = |m: &&str| {
        Some(match *m {
            "f16" => Cell::F16,
            "bf16" => Cell::Bf16,
            "tf32" => Cell::Tf32,
            "f32" => Cell::F32,
            "f64" => Cell::F64,
            "s8" => Cell::S8,
            "u8" => Cell::U8,
            "s4" => Cell::S4,
            "u4" => Cell::U4,
            "s32" => Cell::S32,
            _ => return None,
        })
    };
    modifiers.iter().filter_map(cell).collect()
}

impl<'a> Decoder<'_, 'a> {
    /// Decodes a matrix instruction; false for any other.
    pub(super) fn tensor(&mut self, f: &Form<'_, 'a>) -> Result<bool> {
        match f.head {
            "mma" => self.mma(f, false),
            "wmma" if f.has("mma") => self.mma(f, true),
            "wmma" if f.has("load") => self.fragment(f, false),
            "wmma" if f.has("store") => self.fragment(f, true),
            "ldmatrix" => self.load_matrix(f, false),
            "stmatrix" => self.load_matrix(f, true),
            _ => Ok(false),
        }
    }

    fn registers(&mut self, operand: &Operand<'a>, wide: bool, result: bool) -> Result<Vec<u32>> {
        let single = [operand.clone()];
        let all = if let Operand::Vector(all) = operand { all.as_slice() } else { &single };
        let mut out = Vec::new();
        for o in all {
            out.push(if result {
                let (slot, declared) = self.result(o, wide)?;
                if declared != wide {
                    return self.wrong("a fragment's register has the wrong width");
                }
                slot
            } else {
                self.source(o, wide, if wide { Ty::B(64) } else { Ty::B(32) })?
            });
        }
        Ok(out)
    }

    fn mma(&mut self, f: &Form<'_, 'a>, wmma: bool) -> Result<bool> {
        let Some(shape) = shape(&f.modifiers) else { return Ok(false) };
        if f.modifiers.iter().any(|m| m.starts_with("sp") || matches!(*m, "xor" | "and" | "block_scale" | "b1")) {
            return Ok(false);
        }
        let named = cells(&f.modifiers);
        let cells = match (wmma, named.as_slice()) {
            (_, &[d, a, b, c]) => [d, a, b, c],
            // The half-precision form names only the type of its accumulator.
            (true, &[d, c]) => [d, Cell::F16, Cell::F16, c],
            _ => return Ok(false),
        };
        let layouts: Vec<&str> = f.modifiers.iter().copied().filter(|m| matches!(*m, "row" | "col")).collect();
        if !wmma && layouts != ["row", "col"] {
            return Ok(false);
        }
        let [d, a, b, c] = f.operands() else { return Ok(false) };
        let wide = |cell| cell == Cell::F64;
        let m = Matrix {
            shape,
            cells,
            wmma,
            saturate: f.has("satfinite"),
            d: self.registers(d, wide(cells[0]), true)?,
            a: self.registers(a, wide(cells[1]), false)?,
            b: self.registers(b, wide(cells[2]), false)?,
            c: self.registers(c, wide(cells[3]), false)?,
        };
        let fits = [(&m.a, cells[1], b'a'), (&m.b, cells[2], b'b'), (&m.c, cells[3], b'c'), (&m.d, cells[0], b'c')]
            .iter()
            .all(|(registers, cell, role)| {
                tensor::registers(shape, *cell, *role, wmma) == Some(registers.len() as u32)
            });
        if !fits {
            return Ok(false);
        }
        self.emit(Op::Matrix(Box::new(m)));
        Ok(true)
    }

    fn matrix_access(&mut self, f: &Form<'_, 'a>, address: &Operand<'a>, bytes: u32, count: usize) -> Result<Access> {
        let (space, base, offset) = self.address(address, space(&f.modifiers))?;
        Ok(Access {
            space,
            bytes,
            signed: false,
            elements: vec![Element { register: None, wide: false }; count],
            base,
            offset,
            scope: Scope::Weak,
            acquire: false,
            release: false,
        })
    }

    fn fragment(&mut self, f: &Form<'_, 'a>, store: bool) -> Result<bool> {
        let (Some(shape), &[cell]) = (shape(&f.modifiers), cells(&f.modifiers).as_slice()) else { return Ok(false) };
        let role = match f.modifiers.get(1).copied() {
            Some("a") => b'a',
            Some("b") => b'b',
            Some("c" | "d") => b'c',
            _ => return Ok(false),
        };
        let (list, address, rest) = match (store, f.operands()) {
            (false, [d, a, rest @ ..]) => (d, a, rest),
            (true, [a, d, rest @ ..]) => (d, a, rest),
            _ => return Ok(false),
        };
        let wide = cell == Cell::F64;
        let registers = self.registers(list, wide, !store)?;
        if tensor::registers(shape, cell, role, true) != Some(registers.len() as u32) {
            return Ok(false);
        }
        let column_major = f.has("col");
        let across = match (role, column_major) {
            (b'a', false) => shape[2],
            (b'b', true) => shape[2],
            (_, false) => shape[1],
            (_, true) => shape[0],
        };
        let stride = match rest.first() {
            Some(o) => self.source(o, false, Ty::U(32))?,
            None => self.constant(u64::from(across), false),
        };
        let mut access = self.matrix_access(f, address, tensor::bytes(cell), 0)?;
        access.elements = registers.iter().map(|r| Element { register: Some(*r), wide }).collect();
        self.emit(Op::Fragment(Box::new(Fragment { access, store, role, shape, cell, column_major, stride })));
        Ok(true)
    }

    fn load_matrix(&mut self, f: &Form<'_, 'a>, store: bool) -> Result<bool> {
        if !f.has("m8n8") || !f.has("b16") {
            return Ok(false);
        }
        let (list, address) = match (store, f.operands()) {
            (false, [d, a]) => (d, a),
            (true, [a, d]) => (d, a),
            _ => return Ok(false),
        };
        let registers = self.registers(list, false, !store)?;
        let count = if f.has("x4") {
            4
        } else if f.has("x2") {
            2
        } else {
            1
        };
        if registers.len() != count {
            return self.wrong(format_args!("'{}' takes {count} registers", f.syntax.opcode));
        }
        let mut access = self.matrix_access(f, address, 2, 0)?;
        access.elements = registers.iter().map(|r| Element { register: Some(*r), wide: false }).collect();
        self.emit(Op::LoadMatrix(Box::new(LoadMatrix { access, transposed: f.has("trans"), store })));
        Ok(true)
    }
}
