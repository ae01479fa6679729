//! Reads the real and the imaginary parts of complex values that the program computes as values of these, not as every
//! second number of their memory: `z.real * z.real + z.imag * z.imag` is then computed with `z`, which need not be
//! stored before.

use std::collections::HashMap;

use cuprust_ir::{CircularAxis, Instruction, Layout, Opcode, Operand, Program, StorageId, View};
use cuprust_num::DType;
use cuprust_ops::RowId;

pub(crate) fn read_components(program: &mut Program) {
    let writes_complex = |instruction: &Instruction| instruction.outputs.iter().any(|view| view.dtype.is_complex());
    if !program.instructions.iter().any(writes_complex) {
        return;
    }
    // The dtype in which a storage was written last, and the parts that were read since.
    let mut written: HashMap<StorageId, DType> = HashMap::new();
    let mut parts: HashMap<StorageId, Vec<(View, View)>> = HashMap::new();
    for mut instruction in std::mem::take(&mut program.instructions) {
        let is_elementwise = matches!(instruction.opcode, Opcode::Map(..) | Opcode::Reduce(..) | Opcode::Copy);
        for input in &mut instruction.inputs {
            let Operand::View(view) = input else { continue };
            let in_place = instruction.outputs.iter().any(|output| output.storage == view.storage);
            let Some(&dtype) = written.get(&view.storage) else { continue };
            if !is_elementwise || in_place {
                continue;
            }
            let known = parts.entry(view.storage).or_default();
            if let Some((_, part)) = known.iter().find(|(read, _)| read == view) {
                *view = part.clone();
                continue;
            }
            let Some((part, of)) = component(view, dtype) else { continue };
            let bytes = program.storages[view.storage.0 as usize].bytes;
            if bytes % dtype.size() as i64 != 0 {
                continue;
            }
            let layout = Layout::contiguous(&view.layout.shape);
            let temporary =
                program.push_temporary(Opcode::Map(part, dtype), view.dtype, layout, vec![Operand::View(of)]);
            known.push((view.clone(), temporary.clone()));
            *view = temporary;
        }
        for output in &instruction.outputs {
            parts.remove(&output.storage);
            match output.dtype.is_complex() {
                true => written.insert(output.storage, output.dtype),
                false => written.remove(&output.storage),
            };
        }
        program.instructions.push(instruction);
    }
}

/// The row of a part and the complex numbers of this dtype of which the view is that part.
fn component(view: &View, dtype: DType) -> Option<(RowId, View)> {
    const REAL: RowId = RowId::named("real");
    const IMAG: RowId = RowId::named("imag");
    if view.dtype.is_complex() || view.dtype.size() * 2 != dtype.size() || !view.dtype.is_float() {
        return None;
    }
    let layout = &view.layout;
    let is_even = |&step: &i64| step % 2 == 0;
    let mut halved = view.clone();
    halved.dtype = dtype;
    if !layout.strides.iter().all(is_even) || !view.circular.iter().all(|circular| is_even(&circular.stride)) {
        return None;
    }
    halved.layout.offset = layout.offset.div_euclid(2);
    halved.layout.strides = layout.strides.iter().map(|step| step / 2).collect();
    halved.circular =
        view.circular.iter().map(|&circular| CircularAxis { stride: circular.stride / 2, ..circular }).collect();
    Some((if layout.offset % 2 == 0 { REAL } else { IMAG }, halved))
}
