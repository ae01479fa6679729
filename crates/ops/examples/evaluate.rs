//! Applies rows to operands read from standard input, for the test against NumPy.
//!
//! A request is a line `row n dtype dtype ..` (a dtype may be `int`, `float`, `complex` or `bool_`, a Python scalar,
//! which has no bytes and requests the dtypes alone), then the bytes of `n` elements of each operand. The response is a
//! line of the outputs' dtypes and their bytes, or a line `error: ..`. Every instruction set's loop must give the same
//! bits.

use std::io::{BufRead, Read, Write, stdin, stdout};

use cuprust_num::{DType, Scalar, Weak};
use cuprust_ops::{Loop, Loops, Operand, Row, RowId};

fn main() -> std::io::Result<()> {
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        line.clear();
        let n: usize = words[1].parse().expect("a count");
        let mut operands = Vec::new();
        for word in &words[2..] {
            let dtype = DType::from_name(word);
            let mut bytes = vec![0; dtype.map_or(0, DType::size) * n];
            input.read_exact(&mut bytes)?;
            let operand = match (dtype, word.as_str()) {
                (Some(dtype), _) => Operand::Strong(dtype),
                (None, "bool_") => Operand::Weak(Weak::Bool),
                (None, "int") => Operand::Weak(Weak::Int),
                (None, "float") => Operand::Weak(Weak::Float),
                _ => Operand::Weak(Weak::Complex),
            };
            operands.push((operand, bytes));
        }
        match answer(&words[0], n, &mut operands) {
            Ok(outputs) => {
                let names: Vec<&str> = outputs.iter().map(|(dtype, _)| dtype.name()).collect();
                writeln!(output, "{}", names.join(" "))?;
                for (_, bytes) in outputs {
                    output.write_all(&bytes)?;
                }
            }
            Err(text) => writeln!(output, "error: {text}")?,
        }
        output.flush()?;
    }
    Ok(())
}

type Answer = Vec<(DType, Vec<u8>)>;

fn answer(name: &str, n: usize, operands: &mut [(Operand, Vec<u8>)]) -> Result<Answer, String> {
    let mut row = RowId::find(name).ok_or_else(|| format!("there is no row {name}"))?.row();
    let kinds: Vec<Operand> = operands.iter().map(|(operand, _)| *operand).collect();
    let mut resolved = row.resolve(&kinds);
    if let Some((exact, exchanged)) = row.exact(&kinds) {
        row = exact.row();
        resolved = row.resolve(&[Operand::Strong(DType::I64), Operand::Strong(DType::U64)]);
        if exchanged {
            operands.swap(0, 1);
        }
    }
    let dtype = resolved?;
    let inputs: Vec<Vec<u128>> =
        row.inputs.iter().zip(operands).map(|(slot, operand)| cast(operand, slot.dtype(dtype), n)).collect();
    let loops = (row.loops)(dtype).expect("a loop for each dtype of the row");
    let answer = run(loops.best(), row, dtype, &inputs, n);
    for other in every(&loops) {
        let same = run(other, row, dtype, &inputs, n).iter().zip(&answer).all(|(a, b)| alike(a, b));
        assert!(same, "the loops of {name} differ between instruction sets");
    }
    Ok(answer)
}

/// The operand's elements in the dtype, in memory that is aligned for all of them.
fn cast((operand, bytes): &(Operand, Vec<u8>), to: DType, n: usize) -> Vec<u128> {
    let mut out = vec![0u128; (n * to.size()).div_ceil(16)];
    let Operand::Strong(from) = *operand else { return out };
    for i in 0..n {
        let scalar = Scalar::from_bytes(from, &bytes[i * from.size()..]).cast(to);
        // SAFETY: `out` has capacity for n elements of this size, and a Scalar holds at least as many bytes.
        unsafe {
            let position = out.as_mut_ptr().cast::<u8>().add(i * to.size());
            std::ptr::copy_nonoverlapping(scalar.bytes().as_ptr(), position, to.size());
        }
    }
    out
}

fn every(loops: &Loops) -> Vec<Loop> {
    let mut all = vec![loops.baseline];
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        all.push(loops.avx2);
    }
    all
}

fn run(function: Loop, row: &Row, dtype: DType, inputs: &[Vec<u128>], n: usize) -> Answer {
    let sources: Vec<*const u8> = inputs.iter().map(|input| input.as_ptr().cast()).collect();
    let dtypes: Vec<DType> = row.outputs.iter().map(|slot| slot.dtype(dtype)).collect();
    let mut outputs: Vec<Vec<u128>> = dtypes.iter().map(|d| vec![0; (n * d.size()).div_ceil(16)]).collect();
    let targets: Vec<*mut u8> = outputs.iter_mut().map(|output| output.as_mut_ptr().cast()).collect();
    // SAFETY: every pointer is aligned to 16 bytes and valid for n elements of its slot's dtype; nothing overlaps.
    unsafe { function(sources.as_ptr(), targets.as_ptr(), n) };
    let bytes = |(dtype, output): (DType, Vec<u128>)| {
        // SAFETY: the vector holds at least this many bytes, all of them initialised.
        let all = unsafe { std::slice::from_raw_parts(output.as_ptr().cast::<u8>(), n * dtype.size()) };
        (dtype, all.to_vec())
    };
    dtypes.into_iter().zip(outputs).map(bytes).collect()
}

/// Whether two outputs hold the same bits, NaNs aside: the sign and payload of a NaN are the processor's own.
fn alike(a: &(DType, Vec<u8>), b: &(DType, Vec<u8>)) -> bool {
    let part = a.0.real().size();
    let nan = |bytes: &[u8]| a.0.is_inexact() && Scalar::from_bytes(a.0.real(), bytes).get::<f64>().is_nan();
    a.1.chunks(part).zip(b.1.chunks(part)).all(|(x, y)| x == y || nan(x) && nan(y))
}
