//! Elementwise operations that are compiled to machine code, against their loops on single elements.

use cuprust_ir::{Layout, NodeKind, View};
use cuprust_num::{DType, Scalar, for_each_dtype};

use crate::reference::{Bench, Dice, apply};

const DTYPES: [DType; 11] = [
    DType::F32,
    DType::F64,
    DType::I32,
    DType::U32,
    DType::I64,
    DType::U64,
    DType::U8,
    DType::I8,
    DType::U16,
    DType::I16,
    DType::Bool,
];

const UNARY: &[&str] = &[
    "positive",
    "negative",
    "absolute",
    "square",
    "cube",
    "fourth_power",
    "sqrt",
    "rsqrt",
    "reciprocal",
    "rint",
    "floor",
    "ceil",
    "trunc",
    "isnan",
    "isfinite",
    "isinf",
    "invert",
    "logical_not",
];

const BINARY: &[&str] = &[
    "add",
    "subtract",
    "multiply",
    "divide",
    "maximum",
    "minimum",
    "copysign",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "left_shift",
    "right_shift",
    "less",
    "less_equal",
    "greater",
    "greater_equal",
    "equal",
    "not_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
];

/// A number of any kind: small ones, zeros of both signs, infinities, NaN, the least and the largest.
fn number(dtype: DType, dice: &mut Dice) -> Scalar {
    let special = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1.0, -1.0, 33.0, 2.5, 0.5, -2.5];
    let bits = || [1u64 << 63, 1 << 31, u64::MAX, i64::MAX as u64, i32::MAX as u64, 1 << 53 | 1, 63, 64, 31, 32];
    match dice.below(5) {
        0 if dtype.is_float() => Scalar::new(dice.pick(&special)).cast(dtype),
        0 => Scalar::new(dice.pick(&bits())).cast(dtype),
        1 => Scalar::new(dice.below(70) as i64 - 5).cast(dtype),
        2 if !dtype.is_float() => {
            Scalar::new((dice.below(1 << 30) as i64) << 34 ^ (dice.below(1 << 30) as i64) << 8).cast(dtype)
        }
        _ if dtype.is_float() => Scalar::new((dice.below(1 << 30) as f64 - (1 << 29) as f64) / 1e6).cast(dtype),
        _ => Scalar::new(dice.below(1 << 30) as i64 - (1 << 29)).cast(dtype),
    }
}

fn has(name: &str, dtype: DType) -> bool {
    (cuprust_ops::RowId::find(name).unwrap().row().loops)(dtype).is_some()
}

/// A value of a kernel, and its elements.
#[derive(Clone)]
struct Value {
    node: u16,
    dtype: DType,
    elements: Vec<Scalar>,
}

struct Maker {
    bench: Bench,
    dice: Dice,
    n: usize,
    values: Vec<Value>,
}

impl Maker {
    fn new(seed: u64, n: usize) -> Maker {
        Maker { bench: Bench::new(&[n as i64], 1), dice: Dice(seed), n, values: vec![] }
    }

    fn keep(&mut self, node: u16, dtype: DType, elements: Vec<Scalar>) -> usize {
        self.values.push(Value { node, dtype, elements });
        self.values.len() - 1
    }

    fn read(&mut self, dtype: DType) -> usize {
        let elements: Vec<Scalar> = (0..self.n).map(|_| number(dtype, &mut self.dice)).collect();
        macro_rules! storage {
            ($([$variant:ident $rust:ident $name:literal $kind:ident $size:literal $character:literal])*) => {
                match dtype {
                    $(DType::$variant => {
                        let elements: Vec<cuprust_num::$rust> = elements.iter().map(|element| element.get()).collect();
                        self.bench.storage(&elements)
                    })*
                }
            };
        }
        let storage = for_each_dtype!(storage);
        let view = View::new(storage, dtype, Layout::contiguous(&[self.n as i64]));
        let node = self.bench.read(view);
        self.keep(node, dtype, elements)
    }

    fn scalar(&mut self, dtype: DType) -> usize {
        let value = number(dtype, &mut self.dice);
        let node = self.bench.scalar(value, dtype);
        let elements = vec![value; self.n];
        self.keep(node, dtype, elements)
    }

    fn cast(&mut self, of: usize, dtype: DType) -> usize {
        let Value { node, elements, .. } = self.values[of].clone();
        let node = self.bench.cast(node, dtype);
        self.keep(node, dtype, elements.iter().map(|element| element.cast(dtype)).collect())
    }

    fn row(&mut self, name: &str, dtype: DType, of: &[usize]) -> usize {
        let nodes: Vec<u16> = of.iter().map(|&of| self.values[of].node).collect();
        let node = self.bench.row(name, dtype, &nodes);
        let NodeKind::Row { row, .. } = self.bench.kernel.nodes[node as usize].kind else { unreachable!() };
        let operands = |at: usize| of.iter().map(|&of| self.values[of].elements[at]).collect::<Vec<Scalar>>();
        let elements: Vec<Scalar> = (0..self.n).map(|at| apply(row, dtype, &operands(at), 0)).collect();
        let gives = row.row().outputs[0].dtype(dtype);
        self.keep(node, gives, elements)
    }

    /// Some value of a dtype, converted if need be.
    fn any(&mut self, dtype: DType) -> usize {
        let of: Vec<usize> = (0..self.values.len()).filter(|&at| self.values[at].dtype == dtype).collect();
        match of.len() {
            0 => {
                let of = self.dice.below(self.values.len());
                self.cast(of, dtype)
            }
            count if self.dice.below(3) == 0 => of[count - 1],
            count => of[self.dice.below(count)],
        }
    }

    /// Stores these values and checks them.
    fn check(mut self, stored: &[usize], what: &str) {
        let mut wanted = Vec::new();
        for &value in stored {
            let Value { node, elements, .. } = self.values[value].clone();
            wanted.push((self.bench.store(node, true), elements));
        }
        let found = self.bench.run();
        for (storage, elements) in wanted {
            let dtype = elements.first().map_or(DType::Bool, Scalar::dtype);
            for (at, wanted) in elements.iter().enumerate() {
                let found = Scalar::from_bytes(dtype, &found[storage.0 as usize][at * dtype.size()..]);
                let nan = dtype.is_float() && found.get::<f64>().is_nan() && wanted.get::<f64>().is_nan();
                let equal = nan || found.bytes() == wanted.bytes();
                assert!(equal, "{what}, element {at} of {}: {found} instead of {wanted}", self.n);
            }
        }
    }
}

const LENGTHS: [usize; 10] = [1, 3, 4, 7, 8, 9, 16, 31, 100, 700];

#[test]
fn every_operation_is_what_its_loop_is() {
    for (number, &dtype) in DTYPES.iter().enumerate() {
        let names = UNARY.iter().map(|name| (name, 1)).chain(BINARY.iter().map(|name| (name, 2)));
        let names = names.chain([(&"clip", 3), (&"where", 3)]).filter(|(name, _)| has(name, dtype));
        for (seed, (name, count)) in names.enumerate() {
            for (turn, n) in LENGTHS.into_iter().enumerate() {
                let mut maker = Maker::new((number * 1000 + seed * 10 + turn) as u64, n);
                let operands: Vec<usize> = (0..count)
                    .map(|operand| {
                        let own = if *name == "where" && operand == 0 { DType::Bool } else { dtype };
                        // Some are the same in all lanes, and some are computed here.
                        match (operand + turn) % 3 {
                            0 => maker.scalar(own),
                            1 => maker.read(own),
                            _ => {
                                let of = maker.read(own);
                                maker.cast(of, own)
                            }
                        }
                    })
                    .collect();
                let made = maker.row(name, dtype, &operands);
                let gives = maker.values[made].dtype;
                // With another operation it is a segment.
                let both = match gives {
                    DType::Bool => maker.row("logical_not", gives, &[made]),
                    _ => maker.row("add", gives, &[made, made]),
                };
                maker.check(&[made, both], &format!("{name} of {dtype}"));
            }
        }
    }
}

#[test]
fn every_conversion_is_what_its_loop_is() {
    for from in DTYPES {
        for to in DTYPES {
            for n in LENGTHS {
                let mut maker = Maker::new(n as u64 * 77 + from as u64, n);
                let read = maker.read(from);
                let made = maker.cast(read, to);
                let both = match to {
                    DType::Bool => maker.row("logical_not", to, &[made]),
                    _ => maker.row("multiply", to, &[made, made]),
                };
                maker.check(&[both], &format!("{from} to {to}"));
            }
        }
    }
}

#[test]
fn programs_of_operations_mean_what_their_loops_do() {
    for seed in 0..600u64 {
        let mut dice = Dice(seed * 977 + 5);
        let n = dice.pick(&LENGTHS);
        let mut maker = Maker::new(seed * 31 + 7, n);
        let kinds: Vec<DType> = match dice.below(3) {
            0 => vec![dice.pick(&DTYPES[..10]), DType::Bool],
            1 => vec![dice.pick(&DTYPES[..10]), dice.pick(&DTYPES), dice.pick(&DTYPES)],
            _ => DTYPES.to_vec(),
        };
        for _ in 0..1 + dice.below(if seed % 5 == 0 { 30 } else { 5 }) {
            let dtype = dice.pick(&kinds);
            if dice.below(4) == 0 {
                maker.scalar(dtype)
            } else {
                maker.read(dtype)
            };
        }
        let length = [6, 20, 80, 300][dice.below(4)];
        for _ in 0..2 + dice.below(length) {
            let dtype = dice.pick(&kinds);
            match dice.below(8) {
                0 | 1 => {
                    let name = dice.pick(UNARY);
                    if has(name, dtype) {
                        let of = [maker.any(dtype)];
                        maker.row(name, dtype, &of);
                    }
                }
                2 => {
                    let of = [maker.any(DType::Bool), maker.any(dtype), maker.any(dtype)];
                    maker.row("where", dtype, &of);
                }
                3 if dtype.is_float() => {
                    // No operation of segments: it lies between two of them.
                    let of = [maker.any(dtype)];
                    maker.row("cbrt", dtype, &of);
                }
                _ => {
                    let name = dice.pick(BINARY);
                    if has(name, dtype) {
                        let of = [maker.any(dtype), maker.any(dtype)];
                        maker.row(name, dtype, &of);
                    }
                }
            }
        }
        let all = maker.values.len();
        let stored: Vec<usize> = (0..1 + dice.below(4)).map(|_| all - 1 - dice.below(all.min(20))).collect();
        maker.check(&stored, &format!("program {seed}"));
    }
}
