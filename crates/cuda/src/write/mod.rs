//! CUDA C++ from kernels: kernels in, text and launches out. Nothing here touches a device.
//!
//! The text depends on structure alone: dtypes, nodes, the number of axes, how operands move along them, how long a reduced
//! row is by powers of two. Addresses, offsets, extents, strides and scalars are fields of the kernel's one parameter.

mod columns;
mod launch;
mod map;
mod parameters;
mod reduce;
mod rows;
mod sections;
mod space;
mod writer;

use cuprust_ir::{Error, Kernel, Make, Result};

pub use launch::{Class, Written};
pub use parameters::{Parameters, PointerSlot, ScalarSlot, Workspace};

use space::Space;

/// What the shape of a launch depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device {
    /// How many multiprocessors the device has.
    pub multiprocessors: u32,
}

/// The most bytes of parameters a kernel takes.
const PARAMETERS: usize = 4000;

/// Writes a kernel for the sizes it has.
///
/// Without `packs`, no access is wider than an element: for storages whose address is not a multiple of 16.
///
/// # Errors
/// A kernel with more parameters than a launch takes, or a reduction of a dtype that has none.
pub fn write(kernel: &Kernel, device: Device, packs: bool) -> Result<Written> {
    let space = Space::of(kernel);
    let wide = is_wide(&space);
    let sms = device.multiprocessors;
    let (writer, geometry) = if !kernel.nodes.iter().any(|node| matches!(node.make, Make::Reduce(..))) {
        map::write(kernel, &space, packs, wide)
    } else if columns::suits(&space) {
        columns::write(kernel, &space, packs, wide, sms)?
    } else {
        rows::write(kernel, &space, packs, wide, sms)?
    };
    let name = writer.name(match geometry.class {
        Class::Flat | Class::Strided => "map",
        Class::Tiled => "tile",
        Class::Rows | Class::RowsSplit => "rows",
        Class::Columns | Class::ColumnsSplit => "columns",
    });
    let struct_text = format!("struct Parameters {{\n{}}};\n", writer.fields.text);
    let body = format!(
        "{}{struct_text}extern \"C\" __global__ void __launch_bounds__({}) {name}(const __grid_constant__ Parameters p) {{\n{}}}\n",
        writer.head, geometry.bounds, writer.body
    );
    let text = sections::assemble(&body, wide);
    let parameters = writer.fields.finish();
    if parameters.bytes.len() > PARAMETERS {
        return Err(Error::runtime(format!(
            "the kernel {name} takes {} bytes of parameters, and a launch takes {PARAMETERS}: fewer operations must be fused",
            parameters.bytes.len()
        )));
    }
    let empty = space.rows() == 0 || (kernel.outer == kernel.shape.len() && kernel.shape.contains(&0));
    let too_many = || Error::value(format!("the kernel {name} has more positions than a grid has blocks"));
    let grid = match geometry.grid {
        _ if empty => [0, 1],
        [x, y] if x <= i32::MAX as u64 && y <= 65535 => [x as u32, y as u32],
        _ => return Err(too_many()),
    };
    Ok(Written { text, name, class: geometry.class, grid, block: geometry.block, parameters })
}

/// Whether places and counts need 64 bits. This is the one place that decides it.
///
/// Loops step at most a few grids past the end, so a margin is kept.
fn is_wide(space: &Space) -> bool {
    const MARGIN: i64 = 1 << 24;
    let size = space.shape.iter().fold(1i64, |size, &extent| size.saturating_mul(extent.max(1)));
    // The axis of the vectors is rounded up to whole vectors, of at most eight elements.
    let rounded = |&extent: &i64| (size / extent.max(1)).saturating_mul(extent.saturating_add(7));
    let counted = space.shape.iter().map(rounded).max().unwrap_or(0);
    let accesses = space.reads.iter().chain(&space.writes);
    let reach = accesses.map(|access| access.reach(&space.shape)).max().unwrap_or(0);
    size.max(reach).max(counted).saturating_add(MARGIN) > i32::MAX as i64
}
