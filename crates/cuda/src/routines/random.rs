//! Random numbers: a thread has several counters, each of which makes the two or four elements that share it.

use cuprust_ir::{Error, Operand, Result, ScalarId, View};
use cuprust_num::{DType, Kind};
use cuprust_ops::Distribution;

use super::output;
use super::text::Text;
use crate::write::{Written, c_type};

const THREADS: i64 = 256;
/// Counters that a thread draws from.
const COUNTERS_PER_THREAD: i64 = 4;

/// The kernel that fills an output.
pub(super) fn write(distribution: Distribution, outputs: &[View], inputs: &[Operand]) -> Result<Written> {
    let out = output(outputs)?;
    let integers = distribution == Distribution::Integers;
    let scalars = if integers { 4 } else { 2 };
    if inputs.len() != scalars {
        return Err(Error::runtime(format!(
            "takes {scalars} scalars: the seed, the counter, and the bounds of integers"
        )));
    }
    let scalar = |index: usize| -> Result<ScalarId> {
        match inputs[index] {
            Operand::Scalar(id) => Ok(id),
            _ => Err(Error::runtime("the seed, the counter and the bounds of random numbers are scalars")),
        }
    };
    let dtype = out.dtype;
    let fits = match dtype.kind() {
        Kind::Float => !integers,
        Kind::Bool | Kind::Signed | Kind::Unsigned => integers,
        Kind::Complex => false,
    };
    if !fits {
        return Err(Error::type_(format!("{dtype} has no such distribution")));
    }
    let mut t = Text::new();
    t.operand("w0", out, false);
    for (index, name) in ["seed", "counter", "low", "high"].into_iter().enumerate().take(scalars) {
        t.scalar(name, scalar(index)?, DType::U64);
    }
    let each = if integers || dtype == DType::F64 { 2 } else { 4 };
    let size = out.layout.size();
    let groups = size.div_euclid(each) + (size % each != 0) as i64;
    let size_name = t.fields.index("size", size);
    // Offsets within a block have 32 bits.
    let (counters, block_values) = (THREADS * COUNTERS_PER_THREAD, THREADS * COUNTERS_PER_THREAD * each);
    t.line(format!("const Index from = (Index)blockIdx.x * {counters}, rest = {size_name} - from * {each};"));
    t.line(format!("const int left = rest < {block_values} ? (int)rest : {block_values};"));
    t.line("#pragma unroll");
    t.line(format!("for (int u = 0; u < {COUNTERS_PER_THREAD}; ++u) {{"));
    t.line(format!("const int own = u * {THREADS} + (int)threadIdx.x, count = left - own * {each};"));
    t.line("if (count <= 0) return;");
    t.line("unsigned words[4];");
    t.line("const unsigned long long counter = p.counter + (unsigned long long)(from + own);");
    t.line("philox(words, p.seed, counter);");
    t.line(format!("{} values[{each}];", c_type(dtype)));
    match (distribution, dtype) {
        (Distribution::Integers, _) => {
            for k in 0..2 {
                let (first, second, odd) = (2 * k, 2 * k + 1, k == 1);
                let words = format!("words[{first}], words[{second}]");
                let draw = format!("integer_draw({words}, p.low, p.high - p.low, p.seed, counter, {odd})");
                t.line(format!("values[{k}] = cast<{}>({draw});", c_type(dtype)));
            }
        }
        (Distribution::Uniform, DType::F64) => {
            t.line("values[0] = uniform_double(words[0], words[1]);");
            t.line("values[1] = uniform_double(words[2], words[3]);");
        }
        (Distribution::Normal, DType::F64) => t.line("normal_double(values, words);"),
        (Distribution::Uniform, _) => {
            let draw = match dtype {
                DType::F16 => "uniform_half",
                DType::BF16 => "uniform_bfloat",
                _ => "uniform_single",
            };
            for k in 0..4 {
                t.line(format!("values[{k}] = {draw}(words[{k}]);"));
            }
        }
        (Distribution::Normal, _) => {
            t.line("float pairs[4];");
            t.line("normal_single(pairs, words[0], words[1]);");
            t.line("normal_single(pairs + 2, words[2], words[3]);");
            for k in 0..4 {
                t.line(format!("values[{k}] = pairs[{k}];"));
            }
        }
    }
    t.line(format!("const Index first = (from + own) * {each};"));
    if out.layout.is_contiguous() {
        // The pool's memory is aligned; a view that begins inside it may not be.
        if out.layout.offset % each == 0 {
            if let Some(slot) = t.fields.parameters.pointers.first_mut() {
                slot.align = (each as u32) * dtype.size() as u32;
            }
            t.line(format!("store_pack<{each}>(p.w0 + first, values, count);"));
        } else {
            t.line(format!("store_step<{each}>(p.w0 + first, values, (Index)1, count);"));
        }
    } else {
        t.line("#pragma unroll");
        t.line(format!("for (int k = 0; k < {each}; ++k) {{"));
        t.line("    const Index at = first + k;");
        t.line("    if (k >= count) break;");
        t.decode("at", &out.layout.shape);
        let offset = t.element_offset("w0", out.layout.rank());
        t.line(format!("    p.w0[{offset}] = values[k];"));
        t.line("}");
    }
    t.line("}");
    let word = match distribution {
        Distribution::Uniform => "random_uniform",
        Distribution::Normal => "random_normal",
        Distribution::Integers => "random_integers",
    };
    t.finish(word, [(groups as u64).div_ceil((COUNTERS_PER_THREAD * THREADS) as u64), 1], THREADS as u32)
}
