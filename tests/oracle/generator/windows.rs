//! Routines on windows.

use cuprust_ir::{Instruction, Opcode, Operand, View};
use cuprust_num::{DType, Scalar};
use cuprust_ops::{Edge, Routine, Summary, Weighted};

use super::Generator;

impl Generator {
    /// Windows along an axis, or of any form where offsets are small by chance.
    pub(super) fn windows(&mut self) -> Option<Instruction> {
        let (shape, dtype) = (self.some_shape(), self.dtype);
        if shape.is_empty() || dtype.is_complex() {
            return None;
        }
        let edge = self.dice.pick(&[Edge::Reflect, Edge::Mirror, Edge::Nearest, Edge::Wrap, Edge::Constant]);
        let axis = self.dice.below(shape.len()) as i64;
        let size = 1 + self.dice.below(7) as i64;
        let before = self.dice.below(size as usize) as i64;
        let values = Operand::View(self.source_of(&shape, dtype)?);
        let outside = Scalar::new(self.dice.below(5) as f64);
        let (routine, inputs) = match self.dice.below(4) {
            0 => {
                let weights = Operand::View(self.source_of(&[size], DType::F64)?);
                let outside = self.number(outside);
                (Routine::CorrelateAxis { axis, before, edge }, vec![values, weights, outside])
            }
            1 => {
                let summary = self.dice.pick(&[Summary::Mean, Summary::Minimum, Summary::Maximum]);
                let outside = self.number(outside);
                (Routine::Slide { summary, axis, size, before, edge }, vec![values, outside])
            }
            2 => {
                let offsets = Operand::View(self.near(&[size, shape.len() as i64])?);
                let weights = Operand::View(self.source_of(&[size], DType::F64)?);
                let weighted = self.dice.pick(&[Weighted::Sum, Weighted::Minimum, Weighted::Maximum]);
                let outside = self.number(outside);
                (Routine::Neighbors { weighted, rectangle: None, edge }, vec![values, offsets, weights, outside])
            }
            _ => {
                let offsets = Operand::View(self.near(&[size, shape.len() as i64])?);
                let outside = self.number(outside.cast(dtype));
                (Routine::RankNeighbors { rank: before, rectangle: None, edge }, vec![values, offsets, outside])
            }
        };
        let output = self.target_of(&shape, dtype)?;
        Some(Instruction { opcode: Opcode::Routine(routine), outputs: vec![output], inputs })
    }

    /// Integers of a matrix that are small.
    fn near(&mut self, shape: &[i64]) -> Option<View> {
        let view = self.source_of(shape, DType::I64)?;
        let elements = self.machine.elements(&view).ok()?;
        elements.iter().all(|element| element.get::<i64>().unsigned_abs() < 100).then_some(view)
    }
}
