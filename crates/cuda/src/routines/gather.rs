//! Reading the elements that indices name along an axis: one thread for each element of the output.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::DType;

use super::text::Text;
use super::{output, view};
use crate::write::Written;

const THREADS: u64 = 256;

/// The kernel that fills an output.
pub(super) fn write(outputs: &[View], inputs: &[Operand]) -> Result<Written> {
    let (out, from, index) = (output(outputs)?, view(inputs, 0)?, view(inputs, 1)?);
    let shape = &out.layout.shape[..];
    let rank = shape.len();
    if index.dtype != DType::I64 || from.dtype != out.dtype {
        return Err(Error::type_("gather takes an array of the output's dtype and an int64 index"));
    }
    let fits =
        from.layout.rank() == rank + 1 && from.layout.shape[..rank] == *shape && index.layout.shape[..] == *shape;
    if !fits {
        return Err(Error::runtime("gather takes one index for each element of the output"));
    }
    let mut t = Text::new();
    t.operand("w0", out, false);
    t.operand("r0", from, true);
    t.operand("r1", index, true);
    let count = out.layout.size();
    let (size, count_name) = (t.fields.index("size", from.layout.shape[rank]), t.fields.index("count", count));
    t.line(format!("const Index i = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
    t.line(format!("if (i >= {count_name}) return;"));
    t.decode("i", shape);
    t.line(format!("const Index at = p.r1[{}];", t.place("r1", rank)));
    t.check_index("at", &size);
    t.line(format!("p.w0[{}] = p.r0[{} + at * p.r0_{rank}];", t.place("w0", rank), t.place("r0", rank)));
    t.finish("gather", [(count as u64).div_ceil(THREADS), 1], THREADS as u32)
}
