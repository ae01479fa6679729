//! The range of the integers that an array has, as far as its dtype and the recorded program show it: an index that is
//! `bits & 255` needs no check in a table of 256 elements, nor a kernel of its own that may fail.
//!
//! The numbers of a program are known here, as they are recorded; a plan depends on them through the parameters of
//! routines alone.

use cuprust_ir::{Instruction, Layout, Opcode, Operand, Relation, StorageId, View};
use cuprust_num::{DType, Kind, Scalar};
use cuprust_ops::{Reduction, Routine, RowId};

use crate::runtime::state::{Guard, Queue, Slot, StorageRef, Table};

/// The instructions that are looked at for one array.
const MAX_INSTRUCTIONS: usize = 64;
/// The instructions before its reader among which the writer of an operand is searched.
const MAX_DISTANCE: usize = 256;
/// The parts in which an array may have been written, as a stack of arrays is.
const MAX_PARTS: usize = 16;

/// The least and the greatest number that may occur.
type Range = (i64, i64);

impl Guard {
    /// The range of the integers of a view of a storage. `None` where they are not integers, or reach beyond int64.
    pub(crate) fn value_range(&self, storage: &StorageRef, dtype: DType, layout: &Layout) -> Option<Range> {
        if storage.device() != self.device {
            return of_dtype(dtype);
        }
        let (table, stream) = (&self.state.table, self.device.stream());
        let slot = table.get(storage.index());
        match self.state.queues.get(stream.0 as usize) {
            Some(queue) if slot.stream == stream && slot.epoch == queue.epoch => {
                let view = View::new(StorageId(slot.local), dtype, layout.clone());
                Search { table, queue, rest: MAX_INSTRUCTIONS }.view(&view, queue.tape.len())
            }
            _ => of_elements(slot, dtype),
        }
    }
}

/// Whether the queue's program has the last word on the contents of a storage: others may write one that is exported.
fn may_be_looked_up(slot: &Slot, queue: &Queue) -> bool {
    slot.epoch == queue.epoch && slot.written && !slot.shared && slot.owner.is_none()
}

/// The numbers of a dtype of integers.
fn of_dtype(dtype: DType) -> Option<Range> {
    let bits = 8 * dtype.size() as u32;
    match dtype.kind() {
        Kind::Bool => Some((0, 1)),
        Kind::Signed => Some((i64::MIN >> (64 - bits), i64::MAX >> (64 - bits))),
        Kind::Unsigned if bits < 64 => Some((0, (1 << bits) - 1)),
        _ => None,
    }
}

/// The numbers that a storage may have as elements of a dtype.
fn of_elements(slot: &Slot, dtype: DType) -> Option<Range> {
    if slot.raw_bools && dtype == DType::Bool { None } else { of_dtype(dtype) }
}

/// A range as numbers of a dtype: where some do not fit, any may occur.
fn within(range: Option<Range>, dtype: DType) -> Option<Range> {
    let by_dtype = of_dtype(dtype);
    match (range, by_dtype) {
        (Some((low, high)), Some(all)) if all.0 <= low && high <= all.1 => range,
        (Some((low, _)), None) if dtype == DType::U64 && low >= 0 => range,
        _ => by_dtype,
    }
}

struct Search<'a> {
    table: &'a Table,
    queue: &'a Queue,
    /// The instructions that may still be looked at.
    rest: usize,
}

impl Search<'_> {
    /// The range of a view before the instruction `before`.
    fn view(&mut self, view: &View, before: usize) -> Option<Range> {
        let slot = self.table.get(self.queue.storages[view.storage.0 as usize]);
        let by_dtype = of_elements(slot, view.dtype);
        match view.dtype != DType::Bool && may_be_looked_up(slot, self.queue) {
            true => self.written(view, slot.bytes / view.dtype.size() as u64, before).or(by_dtype),
            false => by_dtype,
        }
    }

    /// The range of what the last instructions before `before` wrote to a view of a storage of so many elements: one
    /// that wrote all of the view, or several of which each wrote a part of the storage.
    fn written(&mut self, view: &View, elements: u64, mut before: usize) -> Option<Range> {
        let (mut parts, mut all, mut rest) = (Vec::<View>::new(), None::<Range>, elements);
        while self.rest > 0 && parts.len() < MAX_PARTS {
            let at = self.queue.tape.writer(view.storage.0, before, MAX_DISTANCE)?;
            self.rest -= 1;
            let (instruction, scalars) = self.queue.tape.instruction(at);
            let output = instruction.outputs.iter().position(|output| output.storage == view.storage)?;
            let written = &instruction.outputs[output];
            if written.dtype != view.dtype {
                return None;
            }
            let (read, whole) = (view.byte_range()?, written.byte_range()?);
            let covers = written.same_map(view) || written.is_contiguous() && whole.0 <= read.0 && read.1 <= whole.1;
            let overlaps = |part: &View| part.relation(written) != Relation::Disjoint;
            if !covers && (written.overlaps_itself() || parts.iter().any(overlaps)) {
                return None;
            }
            let (low, high) = within(self.result(&instruction, output, scalars, at), view.dtype)?;
            all = Some(all.map_or((low, high), |all| (all.0.min(low), all.1.max(high))));
            rest = rest.saturating_sub(written.layout.size() as u64);
            if covers || rest == 0 {
                return all;
            }
            parts.push(written.clone());
            before = at;
        }
        None
    }

    fn operand(&mut self, operand: &Operand, scalars: &[Scalar], at: usize) -> Option<Range> {
        match operand {
            Operand::View(view) => self.view(view, at),
            Operand::Scalar(id) => number(scalars[id.0 as usize]),
            Operand::Position(layout) => layout.bounds(),
        }
    }

    /// The range of an instruction's output.
    fn result(&mut self, instruction: &Instruction, output: usize, scalars: &[Scalar], at: usize) -> Option<Range> {
        let inputs = &instruction.inputs;
        match instruction.opcode {
            Opcode::Copy => self.operand(&inputs[0], scalars, at),
            Opcode::Map(row, dtype) => {
                let name = row.row().name;
                if dtype.is_inexact() || !has_range(name) {
                    return None;
                }
                // The condition of a choice has a dtype of its own.
                let chosen = if name == "where" { &inputs[1..] } else { &inputs[..] };
                let operands = chosen.iter().map(|input| within(self.operand(input, scalars, at), dtype));
                let operands: Vec<Range> = operands.collect::<Option<_>>()?;
                within(mapped(name, &operands), dtype)
            }
            Opcode::Reduce(reduction, dtype, axes) => {
                let shape = inputs[0].view().map(|view| &view.layout.shape)?;
                let count: i64 =
                    axes.iter().map(|axis| shape[axis]).try_fold(1i64, |all, extent| all.checked_mul(extent))?;
                match reduction {
                    Reduction::ArgMax | Reduction::ArgMin => Some((0, (count - 1).max(0))),
                    Reduction::Fold(row) if matches!(row.row().name, "maximum" | "minimum") => {
                        self.operand(&inputs[0], scalars, at)
                    }
                    Reduction::Fold(RowId::ADD) if dtype != DType::Bool => {
                        let (low, high) = self.operand(&inputs[0], scalars, at)?;
                        within(Some((low.checked_mul(count)?, high.checked_mul(count)?)), dtype)
                    }
                    _ => None,
                }
            }
            // One that may fail leaves elements unwritten.
            Opcode::Routine(Routine::Gather { known: true }) => self.operand(&inputs[0], scalars, at),
            Opcode::Routine(Routine::Sort { values, indices: true }) if output == usize::from(values) => {
                let length = *inputs[0].view()?.layout.shape.last()?;
                Some((0, (length - 1).max(0)))
            }
            Opcode::Routine(Routine::Search { .. }) => Some((0, inputs[0].view()?.layout.size())),
            _ => None,
        }
    }
}

/// The range of one number.
fn number(scalar: Scalar) -> Option<Range> {
    let value = match scalar.dtype().kind() {
        Kind::Bool | Kind::Signed => scalar.cast(DType::I64).get::<i64>(),
        Kind::Unsigned => i64::try_from(scalar.cast(DType::U64).get::<u64>()).ok()?,
        _ => return None,
    };
    Some((value, value))
}

/// Whether [`mapped`] knows an operation.
fn has_range(name: &str) -> bool {
    const KNOWN: &[&str] = &[
        "absolute",
        "add",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "clip",
        "floor_divide",
        "fmax",
        "fmin",
        "left_shift",
        "maximum",
        "minimum",
        "multiply",
        "negative",
        "positive",
        "remainder",
        "right_shift",
        "subtract",
        "where",
    ];
    KNOWN.contains(&name)
}

/// The range of an operation on integers of these ranges, where none of its results exceeds int64.
fn mapped(name: &str, operands: &[Range]) -> Option<Range> {
    let hull = |values: &[i64]| Some((*values.iter().min()?, *values.iter().max()?));
    let corners = |f: fn(i64, i64) -> Option<i64>| {
        let ((a, b), (c, d)) = (operands[0], operands[1]);
        hull(&[f(a, c)?, f(a, d)?, f(b, c)?, f(b, d)?])
    };
    let (low, high) = *operands.first()?;
    match (name, &operands[1..]) {
        ("positive", []) => Some((low, high)),
        ("negative", []) => Some((high.checked_neg()?, low.checked_neg()?)),
        ("absolute", []) => {
            let (a, b) = (low.checked_abs()?, high.checked_abs()?);
            Some((if low <= 0 && high >= 0 { 0 } else { a.min(b) }, a.max(b)))
        }
        ("add", [_]) => corners(i64::checked_add),
        ("subtract", [_]) => corners(i64::checked_sub),
        ("multiply", [_]) => corners(i64::checked_mul),
        ("minimum" | "fmin", &[(from, to)]) => Some((low.min(from), high.min(to))),
        ("maximum" | "fmax", &[(from, to)]) => Some((low.max(from), high.max(to))),
        ("clip", &[least, greatest]) => Some((low.max(least.0).min(greatest.0), high.max(least.1).min(greatest.1))),
        ("where", &[(from, to)]) => Some((low.min(from), high.max(to))),
        // Bits that a number without a sign has not are not in the result.
        ("bitwise_and", &[(from, to)]) => match (low >= 0, from >= 0) {
            (true, true) => Some((0, high.min(to))),
            (true, false) => Some((0, high)),
            (false, true) => Some((0, to)),
            (false, false) => None,
        },
        ("bitwise_or" | "bitwise_xor", &[(from, to)]) if low >= 0 && from >= 0 => {
            Some((0, ((high | to) as u64 + 1).next_power_of_two().wrapping_sub(1) as i64))
        }
        ("right_shift", &[(from, to)]) if from >= 0 && to < 64 => corners(|value, count| Some(value >> count)),
        ("left_shift", &[(from, to)]) if from >= 0 && to < 63 => corners(|value, count| value.checked_mul(1 << count)),
        ("remainder", &[(from, to)]) if from > 0 => Some((0, if low >= 0 { high.min(to - 1) } else { to - 1 })),
        ("floor_divide", &[(from, _)]) if from > 0 => corners(|value, divisor| Some(value.div_euclid(divisor))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Operation = (&'static str, fn(i64, i64) -> i64);

    /// Ranges hold for all operands within theirs.
    #[test]
    fn ranges_contain_all_results() {
        let operations: &[Operation] = &[
            ("add", |a, b| a + b),
            ("subtract", |a, b| a - b),
            ("multiply", |a, b| a * b),
            ("minimum", i64::min),
            ("maximum", i64::max),
            ("bitwise_and", |a, b| a & b),
            ("bitwise_or", |a, b| a | b),
            ("bitwise_xor", |a, b| a ^ b),
            ("right_shift", |a, b| a >> b),
            ("left_shift", |a, b| a << b),
            ("remainder", |a, b| a.rem_euclid(b)),
            ("floor_divide", |a, b| a.div_euclid(b)),
        ];
        let ends = [-9, -4, -1, 0, 1, 3, 8];
        let ranges = || {
            ends.iter().flat_map(|&low| ends.iter().map(move |&high| (low, high))).filter(|range| range.0 <= range.1)
        };
        for &(name, operation) in operations {
            let mut found = 0;
            for (own, other) in ranges().flat_map(|own| ranges().map(move |other| (own, other))) {
                let Some((low, high)) = mapped(name, &[own, other]) else { continue };
                found += 1;
                for (a, b) in (own.0..=own.1).flat_map(|a| (other.0..=other.1).map(move |b| (a, b))) {
                    let result = operation(a, b);
                    assert!(low <= result && result <= high, "{name} {a} {b}: {result} is not from {low} to {high}");
                }
            }
            assert!(found > 0 && has_range(name), "{name}");
        }
    }

    /// What a function records is not run before it ends.
    #[test]
    fn operations_show_the_range_of_their_results() -> cuprust_ir::Result<()> {
        use crate::{Array, Bounds, arange, fuse, stack, take};
        let recorded = fuse(|[bytes, numbers]: [&Array; 2]| {
            let table = arange(256)?;
            let low = numbers & 255;
            let partly = numbers.copy()?;
            partly.at(1..3)?.fill(7)?;
            let ranges = [
                (bytes.value_range()?, Some((0, 255))),
                (low.value_range()?, Some((0, 255))),
                (low.at(1..3)?.astype(DType::I32)?.value_range()?, Some((0, 255))),
                ((&low - 255).value_range()?, Some((-255, 0))),
                ((&low + bytes).value_range()?, Some((0, 510))),
                ((bytes + bytes).value_range()?, Some((0, 255))),
                (table.value_range()?, Some((0, 255))),
                (take(&table, &low, 0, Bounds::Raise, None)?.value_range()?, Some((0, 255))),
                ((numbers + 1).value_range()?, of_dtype(numbers.dtype())),
                (numbers.argsort(0)?.value_range()?, Some((0, 3))),
                (numbers.astype(DType::F64)?.value_range()?, None),
                (stack(&[&low, &(&low + 1)], 1)?.value_range()?, Some((0, 256))),
                (stack(&[&low, numbers], 1)?.value_range()?, of_dtype(numbers.dtype())),
                (partly.value_range()?, of_dtype(numbers.dtype())),
                (partly.at(1..3)?.value_range()?, Some((7, 7))),
            ];
            ranges.iter().enumerate().for_each(|(at, (own, expected))| assert_eq!(own, expected, "{at}"));
            Ok(low)
        });
        let numbers = crate::array![1, 2, 3, 4];
        recorded.call::<2, Array>([&numbers.astype(DType::U8)?, &numbers])?;
        Ok(())
    }

    #[test]
    fn numbers_that_overflow_are_any_of_the_dtype() {
        assert_eq!(within(mapped("add", &[(0, 200), (0, 100)]), DType::U8), Some((0, 255)));
        assert_eq!(mapped("multiply", &[(0, i64::MAX), (0, 2)]), None);
        assert_eq!(mapped("bitwise_or", &[(0, i64::MAX), (0, 1)]), Some((0, i64::MAX)));
        assert_eq!(mapped("negative", &[(i64::MIN, 0)]), None);
    }
}
