//! The code generator: kernels in, CUDA C++ text and launches out. Nothing here accesses a device.
//!
//! The text depends on structure alone: dtypes, nodes, the number of axes, how operands move along them, the length of
//! a reduced row in powers of two, and whether there are few elements. Addresses, offsets, extents, strides and scalars
//! are fields of the kernel's single parameter.

mod blocked;
mod columns;
mod interleave;
mod launch;
mod map;
mod parameters;
mod reduce;
mod rows;
mod sections;
mod small;
mod space;
mod stencil;
mod tile;
mod windows;
mod writer;

use cuprust_ir::{Error, Kernel, NodeKind, Result};

pub use launch::{Class, Written};
pub(crate) use map::is_long;
pub(crate) use parameters::Fields;
pub use parameters::{Parameters, PointerSlot, ScalarPart, ScalarSlot, Workspace};
pub(crate) use reduce::{operation, running_state, small_running_state};
pub use sections::prelude;
pub use writer::c_type;
pub(crate) use writer::expression;

use space::Space;
use writer::Writer;

/// The facts of a device that a launch configuration depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device {
    /// The number of multiprocessors.
    pub multiprocessors: u32,
}

/// Whether there are too few elements to fill the device: then the kernel that compiles soonest is chosen.
pub(crate) fn is_small(elements: i64, device: Device) -> bool {
    /// Elements for each multiprocessor: two warps.
    const MAX_SMALL_ELEMENTS: i64 = 64;
    elements <= MAX_SMALL_ELEMENTS * i64::from(device.multiprocessors)
}

/// The most bytes of a kernel's parameter.
const MAX_PARAMETER_BYTES: usize = 4000;

/// Writes a kernel for its sizes.
///
/// Without `packs`, no access is wider than an element: for storages whose address is not a multiple of 16.
///
/// # Errors
/// A kernel with more parameters than a launch takes, or a reduction of a dtype that has none.
pub fn write(kernel: &Kernel, device: Device, packs: bool) -> Result<Written> {
    let space = Space::of(kernel);
    let wide = is_wide(&space);
    write_in(kernel, &space, device, packs, wide)
}

/// As [`write()`], with 64-bit indices and without the special case for few elements, whatever the sizes.
///
/// # Errors
/// As [`write()`].
pub fn write_wide(kernel: &Kernel, device: Device, packs: bool) -> Result<Written> {
    write_in(kernel, &Space::of(kernel), device, packs, true)
}

fn write_in(kernel: &Kernel, space: &Space, device: Device, packs: bool, wide: bool) -> Result<Written> {
    let sms = device.multiprocessors;
    let reduces = kernel.nodes.iter().any(|node| matches!(node.kind, NodeKind::Reduce(..)));
    let small = match is_small(space.rows().saturating_mul(space.length()), device) {
        true if reduces => small::write_reduction(kernel, space, wide)?,
        true => Some(small::write_map(kernel, space, wide)),
        false => None,
    };
    let for_small = small.is_some();
    let (writer, geometry) = if let Some(small) = small {
        small
    } else if let Some(plan) = if reduces { blocked::suits(kernel, space, wide, sms) } else { None } {
        blocked::write(kernel, space, &plan, wide)?
    } else if reduces && columns::suits(space) {
        columns::write(kernel, space, packs, wide, sms)?
    } else if reduces {
        rows::write(kernel, space, packs, wide, sms)?
    } else if let Some(tiles) = tile::suits(kernel, space) {
        tile::write(kernel, space, tiles, wide)
    } else if let Some(plan) = stencil::suits(kernel, space, packs) {
        stencil::write(kernel, space, &plan, wide)
    } else {
        map::write(kernel, space, packs, wide)
    };
    let name = writer.name(match geometry.class {
        Class::Flat | Class::Strided => "map",
        Class::Tiled => "tile",
        Class::Stencil => "stencil",
        Class::Blocked => "blocked",
        Class::Rows | Class::RowsSplit => "rows",
        Class::Columns | Class::ColumnsSplit => "columns",
        Class::Routine => "routine",
    });
    let grid = if space.rows() == 0 { [0, 1] } else { geometry.grid };
    let Writer { fields, head, body, .. } = writer;
    let written = finish(fields, &head, &body, &name, wide, geometry.class, geometry.bounds, geometry.block, grid)?;
    Ok(Written { small: for_small, ..written })
}

/// Assembles a kernel. `bounds` are its launch bounds.
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
    bounds: impl std::fmt::Display,
    block: u32,
    grid: [u64; 2],
) -> Result<Written> {
    let wait = if fields.parameters.follows_at.is_some() { "if (p.follows) " } else { "" };
    let program = format!(
        "{head}struct Parameters {{\n{}}};\nextern \"C\" __global__ void __launch_bounds__({bounds}) \
         {name}(const __grid_constant__ Parameters p) {{\n    {wait}await_predecessor();\n    admit_successor();\n{body}}}\n",
        fields.text
    );
    let text = sections::assemble(&program, wide);
    let parameters = fields.finish();
    if parameters.bytes.len() > MAX_PARAMETER_BYTES {
        return Err(Error::runtime(format!(
            "the kernel {name} takes {} bytes of parameters, and a launch takes {MAX_PARAMETER_BYTES}: fewer operations must be fused",
            parameters.bytes.len()
        )));
    }
    let [x, y] = grid;
    if x > i32::MAX as u64 || y > 65535 {
        return Err(Error::value(format!("the kernel {name} has more positions than a grid has blocks")));
    }
    Ok(Written { text, name: name.to_owned(), class, small: false, grid: [x as u32, y as u32], block, parameters })
}

/// Whether indices and counts need 64 bits. Only this function decides it.
///
/// Loops step at most a few grids past the end, so there is a margin.
fn is_wide(space: &Space) -> bool {
    const STEP_MARGIN_ELEMENTS: i64 = 1 << 24;
    let size = space.shape.iter().fold(1i64, |size, &extent| size.saturating_mul(extent.max(1)));
    // The extent of the vectorised axis is rounded up to whole vectors, of at most eight elements.
    let rounded = |&extent: &i64| (size / extent.max(1)).saturating_mul(extent.saturating_add(7));
    let counted = space.shape.iter().map(rounded).max().unwrap_or(0);
    let accesses = space.reads.iter().chain(&space.writes);
    let reach = accesses.map(|access| access.reach(&space.shape)).max().unwrap_or(0);
    size.max(reach).max(counted).saturating_add(STEP_MARGIN_ELEMENTS) > i32::MAX as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuprust_ir::{Layout, Node, StorageId, View, Write};
    use cuprust_num::DType;
    use cuprust_ops::{Reduction, RowId};

    const DEVICE: Device = Device { multiprocessors: 132 };

    fn view(storage: u32, layout: Layout) -> View {
        View::new(StorageId(storage), DType::F32, layout)
    }

    fn copy(shape: &[i64], from: Layout) -> Kernel {
        Kernel {
            shape: cuprust_ir::Dims::new(shape),
            outer: shape.len(),
            reads: vec![view(0, from)],
            scalars: vec![],
            positions: vec![],
            tables: vec![],
            nodes: vec![Node { kind: NodeKind::Read(0), dtype: DType::F32 }],
            writes: vec![Write { view: view(1, Layout::contiguous(shape)), node: 0 }],
        }
    }

    fn sum(rows: i64, length: i64) -> Kernel {
        let mut kernel = copy(&[rows, length], Layout::contiguous(&[rows, length]));
        let reduction = Reduction::Fold(RowId::named("add"));
        kernel.outer = 1;
        kernel.nodes.push(Node { kind: NodeKind::Reduce(reduction, 0), dtype: DType::F32 });
        let mut layout = Layout::contiguous(&[rows, 1]);
        layout.shape[1] = length;
        layout.strides = cuprust_ir::Dims::new(&[1, 0]);
        kernel.writes = vec![Write { view: view(1, layout), node: 1 }];
        kernel
    }

    fn text(kernel: &Kernel) -> String {
        write(kernel, DEVICE, true).unwrap().text
    }

    #[test]
    fn sizes_share_a_text() {
        let flat = |n: i64| copy(&[n], Layout::contiguous(&[n]));
        assert_eq!(text(&flat(10_000)), text(&flat(100_000_000)));
        // Few elements have a text of their own, which is independent of the sizes too.
        assert_eq!(text(&flat(2)), text(&flat(64 * 132)));
        assert_ne!(text(&flat(64 * 132)), text(&flat(64 * 132 + 1)));
        let row = |n: i64| copy(&[n, n + 4], Layout::contiguous(&[n + 4]).broadcast(&[n, n + 4]).unwrap());
        assert_eq!(text(&row(100)), text(&row(10_000)));
        let rolled = |n: i64| {
            let mut kernel = copy(&[n, n], Layout::contiguous(&[n, n]));
            kernel.reads[0] = kernel.reads[0].roll(0, 1).roll(1, -1);
            kernel
        };
        // The vector is narrower where rows are not whole vectors.
        assert_eq!(text(&rolled(120)), text(&rolled(4096)));
        assert_ne!(text(&rolled(111)), text(&rolled(120)));
        assert_eq!(text(&rolled(11)), text(&rolled(12)));
        assert_eq!(text(&sum(500, 1200)), text(&sum(7000, 8000)));
        assert_eq!(text(&sum(3, 1 << 22)), text(&sum(4, 1 << 25)));
    }

    #[test]
    fn places_past_two_to_the_31_have_64_bits() {
        let is_wide = |kernel: &Kernel| text(kernel).contains("typedef long long Index");
        let flat = |n: i64| copy(&[n], Layout::contiguous(&[n]));
        assert!(!is_wide(&flat(1 << 30)));
        assert!(is_wide(&flat(1 << 31)) && is_wide(&flat(1 << 32)) && is_wide(&flat((1 << 31) - 1)));
        // Few positions, far apart.
        let far = copy(&[3], Layout::contiguous(&[3, 1 << 30]).at(1, 0));
        assert!(is_wide(&far));
        // Many positions of few elements.
        assert!(is_wide(&copy(
            &[1 << 16, 1 << 16],
            Layout::contiguous(&[1, 1 << 16]).broadcast(&[1 << 16, 1 << 16]).unwrap()
        )));
        assert!(is_wide(&sum(1 << 16, 1 << 16)) && is_wide(&sum(1, 1 << 32)) && is_wide(&sum(1 << 32, 1)));
        let written = write(&flat(1 << 33), DEVICE, true).unwrap();
        assert_eq!(written.grid, [1 << 22, 1]);
    }

    #[test]
    fn several_arrays_of_bytes_are_loaded_as_words_before_any_is_used() {
        let bytes = |storage| View { dtype: DType::U8, ..view(storage, Layout::contiguous(&[10_000])) };
        let mut kernel = copy(&[10_000], Layout::contiguous(&[10_000]));
        kernel.reads = (0..4).map(bytes).collect();
        let read = |index| Node { kind: NodeKind::Read(index), dtype: DType::U8 };
        let add = |a, b| Node { kind: NodeKind::row(RowId::ADD, DType::U8, &[a, b], 0), dtype: DType::U8 };
        kernel.nodes = vec![read(0), read(1), read(2), read(3), add(0, 1), add(4, 2), add(5, 3)];
        kernel.nodes.push(Node { kind: NodeKind::Cast(6), dtype: DType::F32 });
        kernel.writes = vec![Write { view: view(4, Layout::contiguous(&[10_000])), node: 7 }];
        let words = |kernel: &Kernel| text(kernel).matches("Packed<unsigned char, 4> r").count();
        assert_eq!(words(&kernel), 4, "{}", text(&kernel));
        assert!(text(&kernel).contains("load_pack<4>(r1, p.r1 + (a0), 4);"), "{}", text(&kernel));
        // Elements of three that interleave are loaded one by one.
        let far = |storage| View { layout: Layout::contiguous(&[10_000, 3]).at(1, 0), ..bytes(storage) };
        kernel.reads[1..].iter_mut().zip(1..).for_each(|(read, storage)| *read = far(storage));
        assert_eq!(words(&kernel), 0, "{}", text(&kernel));
    }

    #[test]
    fn a_window_of_bytes_beside_other_bytes_is_kept_in_words() {
        let whole = |storage| View { dtype: DType::U8, ..view(storage, Layout::contiguous(&[1024, 1024])) };
        let kernel = |others: usize| {
            let mut kernel = slices(1024, 1024, 1024, &vec![(0, 0); 3 + others]);
            let rolled = [(1, 0), (-1, 0), (0, 1)].map(|(down, right)| whole(0).roll(0, down).roll(1, right));
            kernel.reads = rolled.into_iter().chain((0..others).map(|other| whole(2 + other as u32))).collect();
            kernel.writes = vec![Write { view: whole(1), node: kernel.writes[0].node }];
            text(&kernel)
        };
        let alone = kernel(0);
        assert!(alone.contains("unsigned char v0[6][") && !alone.contains("Packed<"), "{alone}");
        let beside = kernel(3);
        assert!(beside.contains("> v0[6];") && beside.contains("Line<unsigned char, 8, "), "{beside}");
        assert_eq!(beside.matches("Packed<unsigned char, 8> r").count(), 3, "{beside}");
        // Where registers are few, a thread has fewer rows.
        let many = kernel(16);
        assert!(many.contains("Packed<unsigned char, 8> r18[2];"), "{many}");
    }

    #[test]
    fn a_kernel_notes_what_its_rows_refuse_and_no_other_kernel_has_the_word() {
        for (name, notes) in [("power", false), ("integer_power", true)] {
            for n in [100, 100_000] {
                let mut kernel = copy(&[n], Layout::contiguous(&[n]));
                kernel.nodes = vec![
                    Node { kind: NodeKind::Read(0), dtype: DType::F32 },
                    Node { kind: NodeKind::Cast(0), dtype: DType::I32 },
                    Node { kind: NodeKind::row(RowId::named(name), DType::I32, &[1, 1], 0), dtype: DType::I32 },
                    Node { kind: NodeKind::Cast(2), dtype: DType::F32 },
                ];
                kernel.writes[0].node = 3;
                let written = write(&kernel, DEVICE, true).unwrap();
                assert_eq!(written.text.contains("if (n1 < 0) *(volatile long long*)p.fault = -1;"), notes, "{name}");
                assert_eq!((written.text.contains("fault"), written.parameters.fault_at.is_some()), (notes, notes));
            }
        }
    }

    #[test]
    fn colours_that_interleave_are_moved_in_wide_accesses() {
        let (pixels, row) = (10_000, RowId::named("add"));
        let mut kernel = copy(&[pixels], Layout::contiguous(&[pixels]));
        let colour = |storage, of| view(storage, Layout::contiguous(&[pixels, 3]).at(1, of));
        kernel.reads = vec![colour(0, 0), colour(0, 1), colour(0, 2)];
        let read = |index| Node { kind: NodeKind::Read(index), dtype: DType::F32 };
        let add = |a, b| Node { kind: NodeKind::row(row, DType::F32, &[a, b], 0), dtype: DType::F32 };
        kernel.nodes = vec![read(0), read(1), read(2), add(0, 1), add(3, 2)];
        kernel.writes = vec![Write { view: view(1, Layout::contiguous(&[pixels])), node: 4 }];
        let written = write(&kernel, DEVICE, true).unwrap();
        assert_eq!(written.text.matches("load_pack<4>(z + ").count(), 3, "{}", written.text);
        assert_eq!(written.parameters.pointers[0].align, 16);
        // Where a colour is missing, or addresses are not aligned, each element is loaded alone.
        assert!(!write(&kernel, DEVICE, false).unwrap().text.contains("(z + "));
        kernel.reads[1] = colour(2, 1);
        assert!(!write(&kernel, DEVICE, true).unwrap().text.contains("(z + "));
        // Interleaved results are stored in wide accesses too.
        kernel.reads = vec![view(0, Layout::contiguous(&[pixels]))];
        kernel.nodes = vec![read(0), add(0, 0), add(1, 0)];
        kernel.writes = (0..3).map(|of| Write { view: colour(1, of), node: of as u16 }).collect();
        assert_eq!(text(&kernel).matches("store_pack<4>(p.w0 + ").count(), 3);
    }

    /// The sum of the slices of rows of `from` elements that begin at `origins`, each of `to` elements.
    fn slices(rows: i64, from: i64, to: i64, origins: &[(i64, i64)]) -> Kernel {
        let whole = Layout::contiguous(&[rows + 4, from]);
        let mut kernel = copy(&[rows, to], Layout::contiguous(&[rows, to]));
        let slice = |&(down, right): &(i64, i64)| {
            let start = down * from + right;
            view(0, Layout { shape: kernel.shape.clone(), offset: start, ..whole.clone() })
        };
        kernel.reads = origins.iter().map(slice).collect();
        let mut nodes = vec![Node { kind: NodeKind::Read(0), dtype: DType::F32 }];
        for index in 1..origins.len() as u16 {
            let last = nodes.len() as u16 - 1;
            nodes.push(Node { kind: NodeKind::Read(index), dtype: DType::F32 });
            let kind = NodeKind::row(RowId::named("add"), DType::F32, &[last, last + 1], 0);
            nodes.push(Node { kind, dtype: DType::F32 });
        }
        kernel.writes[0].node = nodes.len() as u16 - 1;
        kernel.nodes = nodes;
        kernel
    }

    #[test]
    fn slices_that_overlap_are_loaded_once() {
        // A filter of 31 taps: of 34 elements for each four results, eight packs and two elements alone.
        let taps: Vec<(i64, i64)> = (0..31).map(|right| (0, right)).collect();
        let filter = text(&slices(1, 1 << 20, 1 << 19, &taps));
        assert_eq!((filter.matches("load_pack<4>(v0").count(), filter.matches("v0[k + ").count()), (8, 31), "{filter}");
        assert!(filter.contains("float v0[34];") && filter.contains("v0[33] = count > 3 ? from[33]"), "{filter}");
        // Three rows of three: a window of two packs each. Where no row is aligned each slice is loaded alone.
        let square: Vec<(i64, i64)> = (0..9).map(|k| (k / 3, k % 3)).collect();
        let text_of = |from, to| text(&slices(1000, from, to, &square));
        assert!(text_of(1024, 1022).contains("load_pack<2>(v2 + 2, from + 2, count + 0);"));
        assert!(!text_of(1023, 1021).contains("v0["));
        // Interleaved results are stored in wide accesses.
        let mut colours = slices(1024, 1024, 1024, &square[..3]);
        let whole = view(0, Layout::contiguous(&[1024, 1024]));
        colours.reads = [(1, 0), (-1, 0), (0, 1)].map(|(down, right)| whole.roll(0, down).roll(1, right)).to_vec();
        let at = |of: i64| view(1, Layout::contiguous(&[1024, 1024, 3]).at(2, of));
        colours.writes = (0..3).map(|of| Write { view: at(of), node: 2 }).collect();
        let written = write(&colours, DEVICE, true).unwrap();
        let stores = written.text.matches("store_pack<4>(p.w0 + ").count();
        assert_eq!((written.class, stores), (Class::Stencil, 3), "{}", written.text);
        // What the kernel writes is read by no window.
        let mut kernel = slices(1, 1 << 20, 1 << 19, &taps);
        kernel.writes[0].view.storage = StorageId(0);
        assert!(!text(&kernel).contains("v0["));
    }

    #[test]
    fn what_only_the_last_sweep_reads_is_not_held() {
        // A row minus its sum, times a gain: the gain is loaded where it is used.
        let (rows, length) = (5000, 1024);
        let mut kernel = sum(rows, length);
        let gain = Layout::contiguous(&[length]).broadcast(&[rows, length]).unwrap();
        kernel.reads.push(view(2, gain));
        let row = |name, of: [u16; 2]| Node {
            kind: NodeKind::row(RowId::named(name), DType::F32, &of, 0),
            dtype: DType::F32,
        };
        kernel.nodes.push(row("subtract", [0, 1]));
        kernel.nodes.push(Node { kind: NodeKind::Read(1), dtype: DType::F32 });
        kernel.nodes.push(row("multiply", [2, 3]));
        kernel.writes = vec![Write { view: view(1, Layout::contiguous(&[rows, length])), node: 4 }];
        let text = text(&kernel);
        assert!(text.contains("float r0[32]") && text.contains("float r1[4];"), "{text}");
        assert!(text.contains("join_lanes<32>"), "a warp takes a row");
    }

    /// The sums of products of each row of one matrix and each row of another.
    fn pairs(m: i64, n: i64, length: i64) -> Kernel {
        let mut kernel = sum(m, length);
        let shape = cuprust_ir::Dims::new(&[m, n, length]);
        let strides =
            |along: [i64; 3]| Layout { shape: shape.clone(), strides: cuprust_ir::Dims::new(&along), offset: 0 };
        kernel.reads = vec![view(0, strides([length, 0, 1])), view(2, strides([0, length, 1]))];
        kernel.writes[0] = Write { view: view(1, strides([n, 1, 0])), node: 3 };
        (kernel.shape, kernel.outer) = (shape, 2);
        let row = NodeKind::row(RowId::named("subtract"), DType::F32, &[0, 1], 0);
        let reduction = NodeKind::Reduce(Reduction::Fold(RowId::named("add")), 2);
        kernel.nodes = [NodeKind::Read(0), NodeKind::Read(1), row, reduction]
            .map(|kind| Node { kind, dtype: DType::F32 })
            .to_vec();
        kernel
    }

    #[test]
    fn pairs_are_reduced_in_squares_where_the_squares_are_full_and_many() {
        let class = |m, n, length| write(&pairs(m, n, length), DEVICE, true).unwrap().class;
        for (m, n, length) in
            [(2048, 2048, 64), (256, 256, 16384), (100_000, 32, 16), (1000, 300, 16), (256, 160, 5000)]
        {
            assert_eq!(class(m, n, length), Class::Blocked, "{m} x {n} x {length}");
        }
        for (m, n, length) in [(128, 64, 5000), (1024, 32, 128), (100_000, 8, 16), (256, 256, 20_000), (4096, 4096, 2)]
        {
            assert_ne!(class(m, n, length), Class::Blocked, "{m} x {n} x {length}");
        }
    }

    #[test]
    fn what_a_launch_does_not_take_is_an_error() {
        let mut kernel = copy(&[8], Layout::contiguous(&[8]));
        for storage in 2..600 {
            kernel.reads.push(view(storage, Layout::contiguous(&[8])));
        }
        assert!(write(&kernel, DEVICE, true).unwrap_err().text().contains("bytes of parameters"));
        assert_eq!(write(&copy(&[0, 5], Layout::contiguous(&[0, 5])), DEVICE, true).unwrap().grid[0], 0);
    }
}
