//! Scaling of matrices for a library that factors them: by powers of two, found and applied on the device, as LAPACK's
//! drivers scale.
//!
//! Two kernels precede the call: one finds the exponent of each matrix's largest element, another copies the matrix to
//! where the library overwrites it, scaled if that exponent is outside of a safe range. A third one scales the result
//! back. Powers of two are exact, and matrices within the range keep their bits.

use cuprust_ir::{Layout, Memory, Operand, Result, StorageId, View};
use cuprust_num::{DType, Scalar};
use cuprust_ops::Routine;

use super::text::Text;
use super::view;
use crate::driver::Driver;
use crate::prepared::{Functions, GridWorkspace, Launch};
use crate::streams::StreamState;
use crate::write::{Written, c_type};

/// The elements of a column-major matrix that are scaled.
#[derive(Clone, Copy, PartialEq)]
enum Region {
    All = 0,
    Lower = 1,
    Upper = 2,
}

/// A stack of matrices, each with its own exponent.
#[derive(Clone, Copy)]
struct Stack {
    count: i64,
    rows: i64,
    columns: i64,
}

/// An operand of a library: the kernels that measure it, and that copy and scale it.
pub(super) struct Scaled {
    measure: Launch,
    copy: Launch,
    /// The number of exponents.
    pub(super) count: usize,
}

/// The kernels around a library's call.
pub(super) struct Scaling {
    /// The operands in their order; the last one is the matrix.
    pub(super) operands: Vec<Scaled>,
    back: Launch,
}

/// The safe range of exponents: the squares of smaller and larger numbers, and the reciprocals of smaller pivots,
/// underflow or overflow. Elimination has no upper limit, because scaling down may underflow, and a small pivot beside
/// large elements must not.
#[derive(Clone, Copy)]
struct Safe {
    low: i64,
    high: i64,
    /// Whether the exponent must be even, so that it can be halved.
    even: bool,
}

const THREADS: i64 = 256;
/// The elements of a block, and the most blocks of a matrix.
const ELEMENTS_PER_BLOCK: i64 = THREADS * 16;
const MAX_BLOCKS_PER_MATRIX: i64 = 512;

// The storages of the kernels' parameters.
const FROM_STORAGE: u32 = 0;
const TO_STORAGE: u32 = 1;
const EXPONENTS_STORAGE: u32 = 2;
const OTHER_EXPONENTS_STORAGE: u32 = 3;

impl Scaling {
    /// `None` where nothing is scaled: reflectors, and triangles with a unit diagonal.
    pub(super) fn new(
        functions: &Functions,
        driver: &dyn Driver,
        routine: Routine,
        outputs: &[View],
        inputs: &[Operand],
    ) -> Result<Option<Scaling>> {
        let texts = texts(routine, outputs, inputs)?;
        let Some((counts, texts)) = texts else { return Ok(None) };
        let mut launches = functions.written(driver, texts)?.into_iter();
        let mut operands = Vec::new();
        for count in counts {
            if let (Some(measure), Some(copy)) = (launches.next(), launches.next()) {
                operands.push(Scaled { measure, copy, count });
            }
        }
        Ok(launches.next().map(|back| Scaling { operands, back }))
    }

    /// Queues the kernel that scales the first result back, by the exponents of the operands.
    pub(super) fn back(
        &self,
        driver: &dyn Driver,
        state: &StreamState,
        to: Memory,
        exponents: &[Memory],
    ) -> Result<()> {
        let (first, last) = (exponents.first().copied(), exponents.last().copied());
        let memories = [to, to, last.unwrap_or_default(), first.unwrap_or_default()];
        queue(&self.back, driver, state, &memories)
    }
}

impl Scaled {
    /// Queues the kernel that finds the exponents, which are zero before it.
    pub(super) fn measure(&self, driver: &dyn Driver, state: &StreamState, memories: [Memory; 3]) -> Result<()> {
        queue(&self.measure, driver, state, &memories)
    }

    /// Queues the copy: source, destination, and the exponents.
    pub(super) fn copy(&self, driver: &dyn Driver, state: &StreamState, memories: [Memory; 3]) -> Result<()> {
        queue(&self.copy, driver, state, &memories)
    }
}

fn queue(launch: &Launch, driver: &dyn Driver, state: &StreamState, memories: &[Memory]) -> Result<()> {
    launch.queue(driver, state, memories, &[] as &[Scalar], GridWorkspace::default())
}

/// The number of exponents of each operand, and the kernels: two for each operand, and the last one for the result.
#[allow(clippy::type_complexity)]
fn texts(routine: Routine, outputs: &[View], inputs: &[Operand]) -> Result<Option<(Vec<usize>, Vec<Written>)>> {
    let dtype = view(inputs, 0)?.dtype;
    let matrix = |view: &View| {
        let [stack @ .., columns, rows] = &view.layout.shape[..] else {
            return Stack { count: 0, rows: 0, columns: 0 };
        };
        Stack { count: stack.iter().product(), rows: *rows, columns: *columns }
    };
    let single = dtype.real() == DType::F32;
    let elimination = Safe { low: if single { -64 } else { -512 }, high: 4000, even: false };
    let limit = if single { 40 } else { 450 };
    let squares = Safe { low: -limit, high: limit, even: false };
    // The region that is measured, the region that is scaled, the range, and the region of the result that is scaled
    // back.
    let (measured, scaled, safe, back) = match routine {
        Routine::Lu => (Region::All, Region::All, elimination, Region::Upper),
        Routine::Cholesky => (Region::Lower, Region::All, Safe { even: true, ..elimination }, Region::Lower),
        Routine::Qr => (Region::All, Region::All, squares, Region::Upper),
        Routine::Eigh { lower, .. } => {
            (if lower { Region::Lower } else { Region::Upper }, Region::All, squares, Region::All)
        }
        Routine::Eig { .. } | Routine::Svd { .. } => (Region::All, Region::All, squares, Region::All),
        Routine::LuSolve { .. } => (Region::Upper, Region::Upper, elimination, Region::All),
        Routine::TriangularSolve { lower, unit: false, .. } => {
            let triangle = if lower { Region::Lower } else { Region::Upper };
            (triangle, triangle, elimination, Region::All)
        }
        _ => return Ok(None),
    };
    let shift = |exponent: &str| format!("shift_of({exponent}, {}, {}, {})", safe.low, safe.high, safe.even);
    let own = shift("p.exponents[unit]");
    let mut counts = Vec::new();
    let mut all = Vec::new();
    let mut operand = |stack: Stack, measured, scaled| -> Result<()> {
        counts.push(stack.count as usize);
        all.push(measure(dtype, stack, measured)?);
        all.push(scale("scale_matrix", dtype, stack, scaled, &own, FROM_STORAGE, false)?);
        Ok(())
    };
    let solves = matches!(routine, Routine::LuSolve { .. } | Routine::TriangularSolve { .. });
    let result = &outputs[0];
    if solves {
        // Right sides are scaled column by column.
        let b = matrix(view(inputs, 0)?);
        let each = Stack { count: b.count * b.columns, rows: b.rows, columns: 1 };
        operand(each, Region::All, Region::All)?;
        operand(matrix(view(inputs, 1)?), measured, scaled)?;
        let by = format!("{} - {}", shift(&format!("p.exponents[unit / {}]", b.columns)), shift("p.others[unit]"));
        all.push(scale("scale_back", dtype, each, Region::All, &by, TO_STORAGE, false)?);
    } else {
        let a = matrix(view(inputs, 0)?);
        operand(a, measured, scaled)?;
        let half = if safe.even { " / 2" } else { "" };
        let values = result.layout.size() / a.count.max(1);
        let stack = if back == Region::All { Stack { count: a.count, rows: values, columns: 1 } } else { a };
        let pairs = matches!(routine, Routine::Eig { .. });
        all.push(scale("scale_back", result.dtype, stack, back, &format!("-{own}{half}"), TO_STORAGE, pairs)?);
    }
    Ok(Some((counts, all)))
}

/// Begins a kernel over a stack of matrices: its text has the block's matrix, and the number of the block within the
/// matrix.
fn begin(dtype: DType, stack: Stack, storages: &[(&str, u32, bool)]) -> (Text, u64) {
    let mut t = Text::new();
    let parts = if dtype.is_complex() { 2 } else { 1 };
    let size = stack.rows * stack.columns * parts;
    let blocks = size.div_euclid(ELEMENTS_PER_BLOCK).clamp(1, MAX_BLOCKS_PER_MATRIX);
    for &(name, storage, written) in storages {
        let exponents = storage >= EXPONENTS_STORAGE;
        let of = if exponents { DType::U32 } else { dtype.real() };
        let kind = if exponents { "unsigned" } else { c_type(of) };
        let kind = if written { format!("{kind}*") } else { format!("const {kind}*") };
        t.pointer(name, &View::new(StorageId(storage), of, Layout::contiguous(&[1])), &kind, written);
    }
    let (size, rows) = (t.fields.index("size", size), t.fields.index("rows", stack.rows * parts));
    let count = t.fields.index("blocks", blocks);
    t.line(format!("const int blocks = (int){count}, block = (int)(blockIdx.x % blocks);"));
    t.line("const long long unit = blockIdx.x / blocks;");
    t.line(format!("const long long size = {size}, rows = {rows};"));
    (t, (stack.count * blocks) as u64)
}

fn measure(dtype: DType, stack: Stack, region: Region) -> Result<Written> {
    let (mut t, blocks) = begin(dtype, stack, &[("from", FROM_STORAGE, false), ("exponents", EXPONENTS_STORAGE, true)]);
    let parts = if dtype.is_complex() { 2 } else { 1 };
    t.line(format!(
        "measure_exponent<{THREADS}>(p.from + unit * size, p.exponents + unit, size, rows, {parts}, {}, block, blocks);",
        region as i32
    ));
    t.finish("measure_matrix", [blocks, 1], THREADS as u32)
}

fn scale(name: &str, dtype: DType, stack: Stack, region: Region, by: &str, from: u32, pairs: bool) -> Result<Written> {
    let mut storages = vec![("to", TO_STORAGE, true), ("from", from, false), ("exponents", EXPONENTS_STORAGE, false)];
    if by.contains("p.others") {
        storages.push(("others", OTHER_EXPONENTS_STORAGE, false));
    }
    let (mut t, blocks) = begin(dtype, stack, &storages);
    let parts = if dtype.is_complex() { 2 } else { 1 };
    t.line(format!("const int shift = {by};"));
    t.line(format!(
        "scale_by_two<{THREADS}>(p.to + unit * size, p.from + unit * size, shift, size, rows, {parts}, {}, {pairs}, block, blocks);",
        region as i32
    ));
    t.finish(name, [blocks, 1], THREADS as u32)
}

#[cfg(all(test, feature = "ptx"))]
mod tests {
    use cuprust_ir::StreamId;

    use super::*;
    use crate::driver::{Address, Imitation};
    use crate::launch_overlap::Overlap;
    use crate::streams::Streams;

    const STACK: i64 = 4;

    fn view(dtype: DType, shape: &[i64]) -> View {
        View::new(StorageId(0), dtype, Layout::contiguous(shape))
    }

    /// A power of two, in two steps, because the reciprocal of a subnormal one is infinite.
    fn power(exponent: i32) -> f64 {
        2.0f64.powi(exponent / 2) * 2.0f64.powi(exponent - exponent / 2)
    }

    /// A stack of matrices with elements near these powers of two, as columns of real components.
    fn matrices(exponents: [i32; 4], each: usize) -> Vec<f64> {
        let of = |exponent: i32| (0..each).map(move |i| ((i * 7 % 23) as f64 - 11.0) / 16.0 * power(exponent));
        exponents.into_iter().flat_map(of).collect()
    }

    struct Ptx {
        driver: Imitation,
        functions: Functions,
        streams: Streams,
    }

    impl Ptx {
        fn new() -> Option<Ptx> {
            crate::compile::version().ok()?;
            let driver = Imitation::new((9, 0));
            let functions = Functions::new(&driver, false);
            Some(Ptx { driver, functions, streams: Streams::new(Overlap::new(false)) })
        }

        fn memory(&self, bytes: &[u8]) -> Memory {
            let memory = self.driver.alloc(bytes.len()).unwrap();
            let stream = self.streams.stream(StreamId(0)).unwrap().stream;
            // SAFETY: the memory was just allocated for these bytes.
            unsafe { self.driver.upload(memory, bytes.as_ptr(), bytes.len(), stream) }.unwrap();
            Memory { address: memory.0, bytes: bytes.len() as u64 }
        }

        fn read(&self, memory: Memory) -> Vec<u8> {
            let mut bytes = vec![0; memory.bytes as usize];
            let stream = self.streams.stream(StreamId(0)).unwrap().stream;
            // SAFETY: the memory has this many bytes; the stream is waited for.
            unsafe { self.driver.download(bytes.as_mut_ptr(), Address(memory.address), bytes.len(), stream) }.unwrap();
            self.driver.stream_synchronize(stream).unwrap();
            bytes
        }
    }

    fn bytes(values: &[f64], single: bool) -> Vec<u8> {
        if single {
            values.iter().flat_map(|value| (*value as f32).to_ne_bytes()).collect()
        } else {
            values.iter().flat_map(|value| value.to_ne_bytes()).collect()
        }
    }

    fn numbers(bytes: &[u8], single: bool) -> Vec<f64> {
        if single {
            bytes.chunks_exact(4).map(|word| f32::from_ne_bytes(word.try_into().unwrap()).into()).collect()
        } else {
            bytes.chunks_exact(8).map(|word| f64::from_ne_bytes(word.try_into().unwrap())).collect()
        }
    }

    #[test]
    fn matrices_outside_of_the_safe_range_are_brought_near_one_and_back_and_others_keep_their_bits() {
        let Some(ptx) = Ptx::new() else { return println!("not tested: no NVRTC") };
        let state = ptx.streams.stream(StreamId(0)).unwrap();
        for dtype in [DType::F32, DType::F64, DType::C64, DType::C128] {
            let (single, parts) = (dtype.real() == DType::F32, if dtype.is_complex() { 2 } else { 1 });
            let (m, n) = (67i64, 66i64);
            let each = (m * n * parts) as usize;
            // The smallest powers of two are subnormal.
            let exponents = if single { [-133, 3, 120, -60] } else { [-1060, 3, 1000, -500] };
            let mut elements = matrices(exponents, each);
            // One matrix has an element that is not finite.
            elements[3 * each + 5] = f64::NAN;
            let (a, pivots, info) =
                (view(dtype, &[STACK, n, m]), view(DType::I64, &[STACK, n.min(m)]), view(DType::I64, &[STACK]));
            for (routine, safe_high) in [(Routine::Lu, false), (Routine::Qr, true)] {
                let outputs = [a.clone(), pivots.clone(), info.clone()];
                let inputs = [Operand::View(a.clone())];
                let scaling = Scaling::new(&ptx.functions, &ptx.driver, routine, &outputs, &inputs).unwrap().unwrap();
                let source = ptx.memory(&bytes(&elements, single));
                let (target, words) = (ptx.memory(&vec![1; source.bytes as usize]), ptx.memory(&[0; 4 * 4]));
                let exact = numbers(&ptx.read(source), single);
                let operand = &scaling.operands[0];
                operand.measure(&ptx.driver, &state, [source, target, words]).unwrap();
                operand.copy(&ptx.driver, &state, [source, target, words]).unwrap();
                let copied = numbers(&ptx.read(target), single);
                let largest = |matrix: usize| {
                    copied[matrix * each..][..each].iter().fold(0.0f64, |largest, value| largest.max(value.abs()))
                };
                assert!((0.5..1.0).contains(&largest(0)), "{dtype} {}", largest(0));
                assert_eq!(copied[each..2 * each], exact[each..2 * each]);
                assert_eq!(copied[2 * each..3 * each] == exact[2 * each..3 * each], !safe_high);
                let same =
                    |(one, other): (&f64, &f64)| one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan();
                assert!(copied[3 * each..].iter().zip(&exact[3 * each..]).all(same));
                scaling.back(&ptx.driver, &state, target, &[words]).unwrap();
                let back = numbers(&ptx.read(target), single);
                for (at, (found, expected)) in back.iter().zip(&exact).enumerate() {
                    let (row, column) = (
                        (at as i64 % (m * n * parts)) % (m * parts) / parts,
                        at as i64 % (m * n * parts) / (m * parts),
                    );
                    let expected = if row <= column { expected } else { &copied[at] };
                    assert!(same((found, expected)), "{dtype} {at}: {found} {expected}");
                }
            }
        }
    }

    #[test]
    fn solutions_are_scaled_by_the_exponents_of_the_matrix_and_of_each_column() {
        let Some(ptx) = Ptx::new() else { return println!("not tested: no NVRTC") };
        let state = ptx.streams.stream(StreamId(0)).unwrap();
        let (n, count) = (3i64, 2i64);
        let (b, a) = (view(DType::F64, &[count, n]), view(DType::F64, &[n, n]));
        let routine = Routine::TriangularSolve { lower: true, unit: false, transposed: false, conjugated: false };
        let inputs = [Operand::View(b.clone()), Operand::View(a)];
        let scaling = Scaling::new(&ptx.functions, &ptx.driver, routine, &[b], &inputs).unwrap().unwrap();
        // Elements above the diagonal are not read.
        let triangle: Vec<f64> = [4.0, 1.0, 2.0, f64::NAN, 4.0, 1.0, f64::INFINITY, f64::NAN, 4.0]
            .into_iter()
            .map(|value: f64| value * power(-1040))
            .collect();
        let sides: Vec<f64> =
            [1.0, 2.0, 3.0].into_iter().flat_map(|v: f64| [v * power(-1040)]).chain([1.0, 2.0, 3.0]).collect();
        let sources = [ptx.memory(&bytes(&sides, false)), ptx.memory(&bytes(&triangle, false))];
        let targets = sources.map(|source| ptx.memory(&vec![0; source.bytes as usize]));
        let words = [ptx.memory(&[0; 8]), ptx.memory(&[0; 4])];
        for (i, operand) in scaling.operands.iter().enumerate() {
            operand.measure(&ptx.driver, &state, [sources[i], targets[i], words[i]]).unwrap();
            operand.copy(&ptx.driver, &state, [sources[i], targets[i], words[i]]).unwrap();
        }
        let own = numbers(&ptx.read(targets[1]), false);
        assert_eq!([own[0], own[1], own[2], own[4], own[5], own[8]], [0.5, 0.125, 0.25, 0.5, 0.125, 0.5]);
        assert_eq!(numbers(&ptx.read(targets[0]), false), [0.25, 0.5, 0.75, 1.0, 2.0, 3.0]);
        scaling.back(&ptx.driver, &state, targets[0], &words).unwrap();
        // The matrix was scaled by 2^1037, and the first column by 2^1038; the result for the second column is a large
        // number.
        let found = numbers(&ptx.read(targets[0]), false);
        assert_eq!(found[..3], [0.125, 0.25, 0.375]);
        assert!(found[3].is_infinite() || found[3] == 2.0f64.powi(1023));
    }
}
