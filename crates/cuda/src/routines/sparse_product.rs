//! Products of a matrix in compressed sparse rows and dense columns: a group of lanes for each element of the output.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::DType;

use super::text::{Text, reach};
use super::{output, view};
use crate::write::{Written, c_type};

const THREADS: u64 = 256;

/// The fewest columns for one lane for each element: neighbouring lanes then read neighbouring elements.
const MIN_COLUMNS_FOR_ONE_LANE: i64 = 4;

/// The kernel that makes the products.
pub(super) fn write(outputs: &[View], inputs: &[Operand]) -> Result<Written> {
    let out = output(outputs)?;
    let [data, columns, starts, dense] = [view(inputs, 0)?, view(inputs, 1)?, view(inputs, 2)?, view(inputs, 3)?];
    if [data, dense].iter().any(|view| view.dtype != out.dtype) || matches!(out.dtype, DType::F16 | DType::BF16) {
        return Err(Error::type_(
            "sparse_product takes elements of the output's dtype, which is none of the half types",
        ));
    }
    if columns.dtype != starts.dtype || !matches!(starts.dtype, DType::I32 | DType::I64) {
        return Err(Error::type_("sparse_product takes columns and starts that are both int32 or both int64"));
    }
    let ranks = [data, columns, starts].iter().all(|view| view.layout.rank() == 1);
    if !ranks || dense.layout.rank() != 2 || out.layout.rank() != 2 {
        return Err(Error::runtime("sparse_product takes lines of elements, of columns and of starts, and a matrix"));
    }
    let ([rows, width], count) = ([out.layout.shape[0], out.layout.shape[1]], data.layout.shape[0]);
    if starts.layout.shape[0] != rows + 1 || columns.layout.shape[0] != count || dense.layout.shape[1] != width {
        return Err(Error::runtime(
            "sparse_product takes a column for each element, and a start for each row and the end",
        ));
    }
    let lanes = lanes(rows, width, count);
    let items = rows * width;
    let far = [data, columns, starts, dense, out].into_iter().map(|view| reach(&view.layout)).max().unwrap_or(0);
    let wide = far.max(items.saturating_mul(lanes)) > i64::from(i32::MAX) - (1 << 16);
    let mut t = Text::of_width(wide);
    for (name, view) in [("r0", data), ("r1", columns), ("r2", starts), ("r3", dense)] {
        t.operand(name, view, true);
    }
    t.operand("w0", out, false);
    for (name, value) in [("count", count), ("extent", dense.layout.shape[0]), ("items", items)] {
        t.fields.index(name, value);
    }
    let by = t.fields.divisor("width", width.max(1));
    t.line(format!("const Index item_index = ((Index)blockIdx.x * {THREADS} + (Index)threadIdx.x) / {lanes};"));
    t.line("const bool live = item_index < p.items;");
    t.line("const Index item = live ? item_index : 0;");
    t.line(format!("const Index row = divide(item, {by}), column = item - row * (Index){by}.by;"));
    t.line(format!(
        "const auto place = [&](Index other) {{ return (const {}*)p.r3 + other * p.r3_0 + column * p.r3_1; }};",
        c_type(out.dtype)
    ));
    t.line(format!(
        "sparse_product<{lanes}>(p.r0, p.r0_0, p.r1, p.r1_0, p.r2, p.r2_0, p.count, p.extent, row, live, place, p.w0 + row * p.w0_0 + \
         column * p.w0_1);"
    ));
    t.finish("sparse_product", [(items as u64 * lanes as u64).div_ceil(THREADS), 1], THREADS as u32)
}

/// The lanes for each element of the output: about half as many as a row has elements, so that each has some loads in
/// flight.
fn lanes(rows: i64, width: i64, count: i64) -> i64 {
    if width >= MIN_COLUMNS_FOR_ONE_LANE {
        return 1;
    }
    let each = count / rows.max(1) / 2;
    [32, 16, 8, 4, 2].into_iter().find(|&lanes| each >= lanes).unwrap_or(1)
}
