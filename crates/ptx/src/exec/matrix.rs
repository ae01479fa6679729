//! Matrix products of a warp, and loads and stores of matrix fragments.

use super::access::AccessKind;
use super::state::Group;
use super::{Engine, Stop, lanes};
use crate::approx::canonical;
use crate::lanes::{WARP, put};
use crate::program::{Cell, Fragment, Function, Instruction, LoadMatrix, Matrix, Scope};
use crate::soft::{self, BF16, F16, F64, Rounding};
use crate::tensor::{bits, cells_per_register, extent, position};

/// The value of a cell's bits: every narrow format is exact in f64.
fn value(cell: Cell, bits: u64) -> f64 {
    let wide = |format: soft::Format| f64::from_bits(F64.round(format.decode(bits), Rounding::Nearest));
    match cell {
        Cell::F16 => wide(F16),
        Cell::Bf16 => wide(BF16),
        Cell::Tf32 => f64::from(f32::from_bits(bits as u32 & !0x1fff)),
        Cell::F32 => f64::from(f32::from_bits(bits as u32)),
        Cell::F64 => f64::from_bits(bits),
        Cell::S8 => f64::from(bits as i8),
        Cell::U8 => f64::from(bits as u8),
        Cell::S4 => f64::from(((bits as i8) << 4) >> 4),
        Cell::U4 => f64::from(bits as u8 & 15),
        Cell::S32 => f64::from(bits as i32),
    }
}

/// The exponent of a number as the tensor core uses it; for zero, one that is never the largest.
fn exponent(x: f64) -> i32 {
    if x == 0.0 { i32::MIN / 4 } else { (x.to_bits() >> 52 & 0x7ff) as i32 - 1023 }
}

/// Bits below the highest bit of f32 that are kept while products are summed.
const KEPT_BITS: i32 = 25;

/// A sum of products as a tensor core computes it: sixteen products (four of TF32 by `wmma`) and the sum so far are
/// truncated at one bit position, given by the largest exponent among them, and added as integers; the sum is truncated
/// to f32 before the next sixteen.
fn sum_of_products(pairs: impl Iterator<Item = (f64, f64)>, start: f64, chunk_length: usize) -> f64 {
    let pairs: Vec<(f64, f64)> = pairs.collect();
    let mut sum = start;
    for (k, chunk) in pairs.chunks(chunk_length).enumerate() {
        if k > 0 {
            sum = f64::from(toward_zero(sum));
        }
        let plain = chunk.iter().map(|(x, y)| x * y).sum::<f64>() + sum;
        if !plain.is_finite() {
            sum = plain;
            continue;
        }
        let largest = chunk.iter().map(|(x, y)| exponent(*x) + exponent(*y)).fold(exponent(sum), i32::max);
        if largest < i32::MIN / 8 {
            sum = 0.0;
            continue;
        }
        let last = 2f64.powi(largest - KEPT_BITS);
        let cut = |v: f64| (v / last) as i64;
        sum = (chunk.iter().map(|(x, y)| cut(x * y)).sum::<i64>() + cut(sum)) as f64 * last;
    }
    sum
}

/// Truncates to f32.
fn toward_zero(x: f64) -> f32 {
    let near = x as f32;
    // A larger exponent than f32 holds still gives infinity.
    let above = f64::from(near).abs() > x.abs() && x.abs() < 2f64.powi(128);
    if above { f32::from_bits(near.to_bits() - 1) } else { near }
}

impl Engine<'_> {
    /// The bits of every cell of a fragment, row after row.
    fn cells(&self, g: &Group, f: &Function, m: &Matrix, role: u8, cell: Cell, registers: &[u32]) -> Vec<u64> {
        let (rows, columns) = extent(m.shape, role);
        let mut out = vec![0; (rows * columns) as usize];
        let (per, width) = (cells_per_register(cell), bits(cell));
        for (k, r) in registers.iter().enumerate() {
            let values =
                if width == 64 { self.read::<u64>(g, f, *r) } else { self.read::<u32>(g, f, *r).map(u64::from) };
            for (lane, v) in values.iter().enumerate() {
                for j in 0..per {
                    let n = k as u32 * per + j;
                    let (row, column) = position(m.shape, cell, role, m.wmma, lane as u32, n);
                    let mask = u64::MAX >> (64 - width);
                    out[(row * columns + column) as usize] = v >> (j * width) & mask;
                }
            }
        }
        out
    }

    /// d = a b + c: integers exactly, f64 by fused multiply-adds, and the narrow formats as a device of compute
    /// capability 9.0 does.
    pub(super) fn matrix(&mut self, g: &Group, f: &Function, m: &Matrix) {
        let [rows, columns, inner] = m.shape.map(|v| v as usize);
        let [to, of_a, of_b, of_c] = m.cells;
        let numbers = |cells: Vec<u64>, cell| cells.into_iter().map(|v| value(cell, v)).collect::<Vec<f64>>();
        let a = numbers(self.cells(g, f, m, b'a', of_a, &m.a), of_a);
        let b = numbers(self.cells(g, f, m, b'b', of_b, &m.b), of_b);
        let c = numbers(self.cells(g, f, m, b'c', of_c, &m.c), of_c);
        let chunk_length = if m.wmma && of_a == Cell::Tf32 { 4 } else { 16 };
        let mut d = vec![0u64; rows * columns];
        for r in 0..rows {
            for n in 0..columns {
                let start = c[r * columns + n];
                let pairs = (0..inner).map(|k| (a[r * inner + k], b[k * columns + n]));
                d[r * columns + n] = match to {
                    Cell::F64 => pairs.fold(start, |s, (x, y)| x.mul_add(y, s)).to_bits(),
                    Cell::S32 => {
                        let sum = pairs.fold(start as i64, |s, (x, y)| s + x as i64 * y as i64);
                        let fits = if m.saturate { sum.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) } else { sum };
                        u64::from(fits as u32)
                    }
                    Cell::F16 => {
                        let sum = sum_of_products(pairs, start, chunk_length);
                        // In half-precision accumulation, a result that rounds to zero is +0.
                        match F16.round(F64.decode(sum.to_bits()), Rounding::Nearest) {
                            0x8000 if of_c == Cell::F16 => 0,
                            rounded => rounded,
                        }
                    }
                    _ => u64::from(canonical(toward_zero(sum_of_products(pairs, start, chunk_length)))),
                };
            }
        }
        let (per, width) = (cells_per_register(to), bits(to));
        let active = g.mask;
        for (k, register) in m.d.iter().enumerate() {
            let mut out = [0u64; WARP];
            for (lane, v) in out.iter_mut().enumerate() {
                for j in 0..per {
                    let (row, column) = position(m.shape, to, b'c', m.wmma, lane as u32, k as u32 * per + j);
                    *v |= d[row as usize * columns + column as usize] << (j * width);
                }
            }
            if width == 64 {
                put(self.file(g), *register, active, &out);
            } else {
                put(self.file(g), *register, active, &out.map(|v| v as u32));
            }
        }
    }

    /// `wmma.load` and `wmma.store`
    pub(super) fn fragment(
        &mut self,
        g: &Group,
        f: &Function,
        i: &Instruction,
        m: &Fragment,
        active: u32,
    ) -> Result<(), Stop> {
        let addresses = self.addresses(g, f, &m.access);
        let strides: [u32; WARP] = self.read(g, f, m.stride);
        let (per, width, bytes) = (cells_per_register(m.cell), bits(m.cell), m.access.bytes);
        let check = self.launch.check;
        for (k, e) in m.access.elements.iter().enumerate() {
            let Some(register) = e.register else { continue };
            let mut values = if !m.store {
                [0; WARP]
            } else if e.wide {
                self.read::<u64>(g, f, register)
            } else {
                self.read::<u32>(g, f, register).map(u64::from)
            };
            for lane in lanes(active) {
                for j in 0..per {
                    let n = k as u32 * per + j;
                    let (row, column) = position(m.shape, m.cell, m.role, true, lane as u32, n);
                    let (outer, within) = if m.column_major { (column, row) } else { (row, column) };
                    let offset = (u64::from(outer) * u64::from(strides[lane]) + u64::from(within)) * u64::from(bytes);
                    let kind = if m.store { AccessKind::Write } else { AccessKind::Read };
                    let at =
                        self.locate(g, i, lane, m.access.space, addresses[lane].wrapping_add(offset), bytes, kind)?;
                    if m.store {
                        let v = values[lane] >> (j * width);
                        if check {
                            self.record(g, i, f, lane, at, bytes, kind, Scope::Weak, |_, _, _| false);
                            self.mark_written(lane, at, bytes);
                        }
                        self.set(g, lane, at, 0, bytes, v);
                    } else {
                        if check {
                            self.check_written(g, i, lane, at, bytes)?;
                            self.record(g, i, f, lane, at, bytes, kind, Scope::Weak, |_, _, _| false);
                        }
                        values[lane] |= self.get(g, lane, at, 0, bytes) << (j * width);
                    }
                }
            }
            if !m.store {
                let file = self.file(g);
                if e.wide {
                    put(file, register, active, &values);
                } else {
                    put(file, register, active, &values.map(|v| v as u32));
                }
            }
        }
        Ok(())
    }

    /// `ldmatrix` and `stmatrix`: eight lanes hold the row addresses of each matrix of 8 by 8 cells of 16 bits.
    pub(super) fn load_matrix(
        &mut self,
        g: &Group,
        f: &Function,
        i: &Instruction,
        m: &LoadMatrix,
        active: u32,
    ) -> Result<(), Stop> {
        let addresses = self.addresses(g, f, &m.access);
        let check = self.launch.check;
        for (k, e) in m.access.elements.iter().enumerate() {
            let Some(register) = e.register else { continue };
            let mut values = if m.store { self.read::<u32>(g, f, register) } else { [0; WARP] };
            for lane in 0..WARP {
                for j in 0..2 {
                    let (mut row, mut column) = (lane / 4, lane % 4 * 2 + j);
                    if m.transposed {
                        std::mem::swap(&mut row, &mut column);
                    }
                    let address = addresses[8 * k + row].wrapping_add(2 * column as u64);
                    let kind = if m.store { AccessKind::Write } else { AccessKind::Read };
                    // Each row is sixteen bytes, aligned to sixteen.
                    if column == 0 {
                        self.locate(g, i, 8 * k + row, m.access.space, address, 16, kind)?;
                    }
                    let at = self.locate(g, i, lane, m.access.space, address, 2, kind)?;
                    if m.store {
                        if check {
                            self.record(g, i, f, lane, at, 2, kind, Scope::Weak, |_, _, _| false);
                            self.mark_written(lane, at, 2);
                        }
                        self.set(g, lane, at, 0, 2, u64::from(values[lane] >> (16 * j) & 0xffff));
                    } else {
                        if check {
                            self.check_written(g, i, lane, at, 2)?;
                            self.record(g, i, f, lane, at, 2, kind, Scope::Weak, |_, _, _| false);
                        }
                        values[lane] |= (self.get(g, lane, at, 0, 2) as u32) << (16 * j);
                    }
                }
            }
            if !m.store {
                put(self.file(g), register, active, &values);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of this test were measured on an H200.
    #[test]
    fn sums_are_cut_as_a_device_cuts_them() {
        let one = |c: f64, small: f64| toward_zero(sum_of_products([(1.0, 1.0), (1.0, small)].into_iter(), c, 16));
        // Two bits below the last bit of f32 are kept of each, and nothing is rounded up.
        assert_eq!(one(0.0, 2f64.powi(-25)), 1.0);
        assert_eq!(one(2f64.powi(-24), 2f64.powi(-24)), 1.0 + f32::EPSILON);
        assert_eq!(one(2f64.powi(-26), 2f64.powi(-26)), 1.0);
        assert_eq!(one(-2f64.powi(-25), 0.0), 1.0 - f32::EPSILON / 2.0);
        assert_eq!(toward_zero(2f64.powi(128)), f32::INFINITY);
        assert_eq!(toward_zero(2f64.powi(128) - 1e30), f32::MAX);
        let zero = sum_of_products([(-0.0, 1.0)].into_iter(), -0.0, 16);
        assert!(zero == 0.0 && zero.is_sign_positive());
        assert!(sum_of_products([(f64::INFINITY, 1.0), (f64::NEG_INFINITY, 1.0)].into_iter(), 0.0, 4).is_nan());
    }
}
