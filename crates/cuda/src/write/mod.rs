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
mod tile;
mod writer;

use cuprust_ir::{Error, Kernel, Make, Result};

pub use launch::{Class, Written};
pub(crate) use parameters::Fields;
pub use parameters::{Parameters, PointerSlot, ScalarSlot, Workspace};
pub(crate) use reduce::fold_state;
pub(crate) use writer::c_type;

use space::Space;
use writer::Writer;

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
        match tile::suits(kernel, &space) {
            Some(tiles) => tile::write(kernel, &space, tiles, wide),
            None => map::write(kernel, &space, packs, wide),
        }
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
        Class::Routine => "routine",
    });
    let grid = if space.rows() == 0 { [0, 1] } else { geometry.grid };
    let Writer { fields, head, body, .. } = writer;
    finish(fields, &head, &body, &name, wide, geometry.class, geometry.bounds, geometry.block, grid)
}

/// Puts a kernel's parts together.
///
/// # Errors
/// More parameters than a launch takes, or more blocks than a grid has.
#[allow(clippy::too_many_arguments)]
pub(crate) fn finish(
    fields: Fields,
    head: &str,
    body: &str,
    name: &str,
    wide: bool,
    class: Class,
    bounds: usize,
    block: u32,
    grid: [u64; 2],
) -> Result<Written> {
    let program = format!(
        "{head}struct Parameters {{\n{}}};\nextern \"C\" __global__ void __launch_bounds__({bounds}) \
         {name}(const __grid_constant__ Parameters p) {{\n{body}}}\n",
        fields.text
    );
    let text = sections::assemble(&program, wide);
    let parameters = fields.finish();
    if parameters.bytes.len() > PARAMETERS {
        return Err(Error::runtime(format!(
            "the kernel {name} takes {} bytes of parameters, and a launch takes {PARAMETERS}: fewer operations must be fused",
            parameters.bytes.len()
        )));
    }
    let [x, y] = grid;
    if x > i32::MAX as u64 || y > 65535 {
        return Err(Error::value(format!("the kernel {name} has more positions than a grid has blocks")));
    }
    Ok(Written { text, name: name.to_owned(), class, grid: [x as u32, y as u32], block, parameters })
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
