//! Chains of operations in one loop: each operand is loaded once, and the values between the operations stay in
//! registers. A block program's own loops load two operands and store one result for every operation.

use cuprust_num::DType;

/// Most steps of a chain.
pub const MAX_STEPS: usize = 12;

/// Most operands of a chain, the one that it starts with among them.
pub const MAX_OPERANDS: usize = 16;

/// What a step does with the running value `x` and its operands `a`, `b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// `x + a`
    Add,
    /// `x - a`
    Subtract,
    /// `a - x`
    SubtractFrom,
    /// `x * a`
    Multiply,
    /// `x / a`
    Divide,
    /// `a / x`
    DivideInto,
    /// `x + a * b`, rounded twice
    AddProduct,
    /// `x - a * b`, rounded twice
    SubtractProduct,
    /// `a * b - x`, rounded twice
    SubtractFromProduct,
    /// `maximum(x, a)`
    Maximum,
    /// `maximum(a, x)`, which is another zero or NaN
    MaximumOf,
    /// `minimum(x, a)`
    Minimum,
    /// `minimum(a, x)`
    MinimumOf,
    /// `x & a`
    And,
    /// `x | a`
    Or,
    /// `x ^ a`
    Xor,
    /// `x << a`
    ShiftLeft,
    /// `x >> a`
    ShiftRight,
    /// `a ? x : b`
    WhereTrue,
    /// `a ? b : x`
    WhereFalse,
    /// `-x`
    Negate,
    /// `x * x`
    Square,
    /// `sqrt(x)`
    SquareRoot,
}

impl Step {
    /// The number of its operands other than the running value.
    pub fn operands(self) -> usize {
        match self {
            Step::Negate | Step::Square | Step::SquareRoot => 0,
            Step::AddProduct
            | Step::SubtractProduct
            | Step::SubtractFromProduct
            | Step::WhereTrue
            | Step::WhereFalse => 2,
            _ => 1,
        }
    }

    /// The step that adds or subtracts the product of two operands instead of this one's operand.
    pub fn of_product(self) -> Option<Step> {
        match self {
            Step::Add => Some(Step::AddProduct),
            Step::Subtract => Some(Step::SubtractProduct),
            Step::SubtractFrom => Some(Step::SubtractFromProduct),
            _ => None,
        }
    }
}

/// The operands of a chain.
#[derive(Clone, Copy)]
pub struct Operands<'a> {
    /// Their first elements.
    pub first: &'a [*const u8; MAX_OPERANDS],
    /// Bit `i` is set where operand `i` differs from element to element. Of the others only one vector is loaded.
    pub moving: u16,
}

impl Operands<'_> {
    /// An operand's elements from `at` on, and the elements from one vector to the next.
    ///
    /// # Safety
    /// There is such an operand, and it has that many elements.
    #[inline(always)]
    unsafe fn at<T>(&self, index: usize, at: usize, lanes: usize) -> (*const T, usize) {
        let moves = usize::from(self.moving >> index & 1);
        // SAFETY: the caller promises both.
        unsafe { (self.first.get_unchecked(index).cast::<T>().add(at * moves), lanes * moves) }
    }
}

/// A loop that takes the steps one after another, starting from the first operand.
///
/// # Safety
/// The moving operands of the chain hold `n` elements, the others a vector of them or as many, aligned; the output
/// holds `n` and overlaps none. Their dtype is the loop's, of conditions bool. The dtype has all the steps.
pub type ChainLoop = unsafe fn(steps: &[Step], operands: Operands<'_>, output: *mut u8, n: usize);

/// The loop of a dtype, where the processor has one.
pub fn chain_loop(dtype: DType) -> Option<ChainLoop> {
    #[cfg(target_arch = "x86_64")]
    if crate::simd::has_avx2() {
        return avx2::chain_loop(dtype);
    }
    let _ = dtype;
    None
}

/// Whether there is a loop of a dtype that has a step.
pub fn has_step(dtype: DType, step: Step) -> bool {
    #[cfg(target_arch = "x86_64")]
    if crate::simd::has_avx2() {
        return avx2::has_step(dtype, step);
    }
    let _ = (dtype, step);
    false
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use cuprust_num::DType;

    use super::{ChainLoop, Operands, Step};

    macro_rules! by_dtype {
        ($dtype:expr, $item:ident as $kind:ty) => {
            match $dtype {
                DType::F32 => Some(f32s::$item as $kind),
                DType::F64 => Some(f64s::$item as $kind),
                DType::I32 => Some(i32s::$item as $kind),
                DType::U32 => Some(u32s::$item as $kind),
                DType::I64 => Some(i64s::$item as $kind),
                DType::U64 => Some(u64s::$item as $kind),
                _ => None,
            }
        };
    }

    pub(super) fn chain_loop(dtype: DType) -> Option<ChainLoop> {
        by_dtype!(dtype, run as ChainLoop)
    }

    pub(super) fn has_step(dtype: DType, step: Step) -> bool {
        by_dtype!(dtype, has as fn(Step) -> bool).is_some_and(|has| has(step))
    }

    /// Vectors of a chain that run together: as many results as an addition's latency hides.
    const WIDE: usize = 8;

    /// The lanes below `rest`, of which there are eight of four bytes or four of eight bytes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn lanes_below<const LANES: usize>(rest: usize) -> __m256i {
        if LANES == 8 {
            _mm256_cmpgt_epi32(_mm256_set1_epi32(rest as i32), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
        } else {
            _mm256_cmpgt_epi64(_mm256_set1_epi64x(rest as i64), _mm256_setr_epi64x(0, 1, 2, 3))
        }
    }

    /// The bools of a vector's elements as masks; of those past `rest` false.
    ///
    /// # Safety
    /// There are as many bools, or `rest` where that is fewer.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn mask<const LANES: usize>(from: *const u8, rest: usize) -> __m256i {
        let mut bytes = [0u8; 8];
        // SAFETY: the caller promises them.
        unsafe { std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), rest.min(LANES)) };
        let bytes = _mm_cvtsi64_si128(i64::from_ne_bytes(bytes));
        if LANES == 8 {
            _mm256_cmpgt_epi32(_mm256_cvtepu8_epi32(bytes), _mm256_setzero_si256())
        } else {
            _mm256_cmpgt_epi64(_mm256_cvtepu8_epi64(bytes), _mm256_setzero_si256())
        }
    }

    macro_rules! chain {
        (
            $name:ident: $T:ty, $V:ty, $lanes:literal,
            load $load:expr, store $store:expr, load_part $load_part:expr, store_part $store_part:expr,
            choose $choose:expr, items {$($item:item)*};
            $($step:ident($x:ident $(, $a:ident $(, $b:ident)?)?) $value:expr;)*
        ) => {
            mod $name {
                use super::*;

                $($item)*

                /// Whether the loop has a step.
                pub(super) fn has(step: Step) -> bool {
                    matches!(step, $(Step::$step |)* Step::WhereTrue | Step::WhereFalse)
                }

                /// # Safety
                /// As [`ChainLoop`], on a processor with AVX2.
                pub(super) unsafe fn run(
                    steps: &[Step],
                    operands: Operands<'_>,
                    output: *mut u8,
                    n: usize,
                ) {
                    // SAFETY: the caller keeps the promises.
                    unsafe { tiles(steps, operands, output, n) }
                }

                /// # Safety
                /// As [`run`].
                #[target_feature(enable = "avx2,fma")]
                unsafe fn tiles(steps: &[Step], operands: Operands<'_>, output: *mut u8, n: usize) {
                    let mut at = 0;
                    // SAFETY: the caller keeps the promises; each tile lies below n.
                    unsafe {
                        while at + WIDE * $lanes <= n {
                            tile::<WIDE, false>(steps, operands, output, at, WIDE * $lanes);
                            at += WIDE * $lanes;
                        }
                        while at + $lanes <= n {
                            tile::<1, false>(steps, operands, output, at, $lanes);
                            at += $lanes;
                        }
                        if at < n {
                            tile::<1, true>(steps, operands, output, at, n - at);
                        }
                    }
                }

                /// # Safety
                /// There is a vector of elements, or `rest` elements of a part.
                #[inline]
                #[target_feature(enable = "avx2")]
                unsafe fn element<const PART: bool>(from: *const $T, rest: usize) -> $V {
                    // SAFETY: the caller promises the elements; of a part only those below `rest` are loaded.
                    unsafe {
                        if PART { $load_part(from.cast(), lanes_below::<$lanes>(rest)) } else { $load(from.cast()) }
                    }
                }

                /// # Safety
                /// The operands have `W` vectors of elements from `at` on, or `rest` of a part, and the output as many.
                #[inline]
                #[target_feature(enable = "avx2,fma")]
                unsafe fn tile<const W: usize, const PART: bool>(
                    steps: &[Step],
                    operands: Operands<'_>,
                    output: *mut u8,
                    at: usize,
                    rest: usize,
                ) {
                    // SAFETY: the caller keeps the promises; the steps of a chain use the operands that it has.
                    unsafe {
                        let (from, step) = operands.at::<$T>(0, at, $lanes);
                        let mut x = [element::<PART>(from, rest); W];
                        for w in 1..W {
                            x[w] = element::<PART>(from.add(w * step), rest);
                        }
                        let mut next = 1;
                        for &step in steps {
                            match step {
                                $(Step::$step => {
                                    $(
                                        let $a = operands.at::<$T>(next, at, $lanes);
                                        $(let $b = operands.at::<$T>(next + 1, at, $lanes);)?
                                    )?
                                    for w in 0..W {
                                        let $x = x[w];
                                        $(
                                            let $a = element::<PART>($a.0.add(w * $a.1), rest);
                                            $(let $b = element::<PART>($b.0.add(w * $b.1), rest);)?
                                        )?
                                        x[w] = $value;
                                    }
                                    next += step.operands();
                                })*
                                Step::WhereTrue | Step::WhereFalse => {
                                    let condition = operands.at::<u8>(next, at, $lanes);
                                    let other = operands.at::<$T>(next + 1, at, $lanes);
                                    for w in 0..W {
                                        let condition = mask::<$lanes>(condition.0.add(w * condition.1), rest);
                                        let other = element::<PART>(other.0.add(w * other.1), rest);
                                        x[w] = if step == Step::WhereTrue {
                                            $choose(other, x[w], condition)
                                        } else {
                                            $choose(x[w], other, condition)
                                        };
                                    }
                                    next += 2;
                                }
                                #[allow(unreachable_patterns)]
                                _ => unreachable!("`has` has been asked"),
                            }
                        }
                        for w in 0..W {
                            let to = output.cast::<$T>().add(at + w * $lanes);
                            if PART {
                                $store_part(to.cast(), lanes_below::<$lanes>(rest), x[w]);
                            } else {
                                $store(to.cast(), x[w]);
                            }
                        }
                    }
                }
            }
        };
    }

    macro_rules! floats {
        (
            $name:ident $T:ty, $V:ty, $lanes:literal, $load:ident $store:ident $load_part:ident $store_part:ident;
            $($function:ident $intrinsic:ident)*
        ) => {
            chain! {
                $name: $T, $V, $lanes,
                load $load, store $store, load_part $load_part, store_part $store_part,
                choose |no, yes, mask| blend(no, yes, of_bits(mask)),
                items {
                    use std::arch::x86_64::{$($intrinsic as $function),*};

                    /// The larger, as `Ordered::maximum`.
                    #[inline]
                    #[target_feature(enable = "avx2")]
                    fn maximum(a: $V, b: $V) -> $V {
                        blend(b, a, or(compare::<_CMP_LE_OQ>(b, a), compare::<_CMP_UNORD_Q>(a, a)))
                    }

                    /// The smaller, as `Ordered::minimum`.
                    #[inline]
                    #[target_feature(enable = "avx2")]
                    fn minimum(a: $V, b: $V) -> $V {
                        blend(b, a, or(compare::<_CMP_LE_OQ>(a, b), compare::<_CMP_UNORD_Q>(a, a)))
                    }
                };
                Add(x, a) add(x, a);
                Subtract(x, a) subtract(x, a);
                SubtractFrom(x, a) subtract(a, x);
                Multiply(x, a) multiply(x, a);
                Divide(x, a) divide(x, a);
                DivideInto(x, a) divide(a, x);
                AddProduct(x, a, b) add(x, multiply(a, b));
                SubtractProduct(x, a, b) subtract(x, multiply(a, b));
                SubtractFromProduct(x, a, b) subtract(multiply(a, b), x);
                Maximum(x, a) maximum(x, a);
                MaximumOf(x, a) maximum(a, x);
                Minimum(x, a) minimum(x, a);
                MinimumOf(x, a) minimum(a, x);
                Negate(x) xor(x, repeat(-0.0));
                Square(x) multiply(x, x);
                SquareRoot(x) root(x);
            }
        };
    }
    floats! {
        f32s f32, __m256, 8, _mm256_loadu_ps _mm256_storeu_ps _mm256_maskload_ps _mm256_maskstore_ps;
        add _mm256_add_ps subtract _mm256_sub_ps multiply _mm256_mul_ps divide _mm256_div_ps root _mm256_sqrt_ps
        or _mm256_or_ps xor _mm256_xor_ps compare _mm256_cmp_ps blend _mm256_blendv_ps repeat _mm256_set1_ps
        of_bits _mm256_castsi256_ps
    }
    floats! {
        f64s f64, __m256d, 4, _mm256_loadu_pd _mm256_storeu_pd _mm256_maskload_pd _mm256_maskstore_pd;
        add _mm256_add_pd subtract _mm256_sub_pd multiply _mm256_mul_pd divide _mm256_div_pd root _mm256_sqrt_pd
        or _mm256_or_pd xor _mm256_xor_pd compare _mm256_cmp_pd blend _mm256_blendv_pd repeat _mm256_set1_pd
        of_bits _mm256_castsi256_pd
    }

    macro_rules! integers {
        ($name:ident $T:ty, $lanes:literal, $load_part:ident $store_part:ident $add:ident $subtract:ident $left:ident; $($more:tt)*) => {
            chain! {
                $name: $T, __m256i, $lanes,
                load _mm256_loadu_si256, store _mm256_storeu_si256, load_part $load_part, store_part $store_part,
                choose |no, yes, mask| _mm256_blendv_epi8(no, yes, mask), items {};
                Add(x, a) $add(x, a);
                Subtract(x, a) $subtract(x, a);
                SubtractFrom(x, a) $subtract(a, x);
                And(x, a) _mm256_and_si256(x, a);
                Or(x, a) _mm256_or_si256(x, a);
                Xor(x, a) _mm256_xor_si256(x, a);
                ShiftLeft(x, a) $left(x, a);
                Negate(x) $subtract(_mm256_setzero_si256(), x);
                $($more)*
            }
        };
    }
    // A count that is negative or not below the width is a large one: the bits are shifted out, and a sign remains.
    macro_rules! integers_of_32_bits {
        ($($name:ident $T:ty, $right:ident;)*) => { $(
            integers! {
                $name $T, 8, _mm256_maskload_epi32 _mm256_maskstore_epi32 _mm256_add_epi32 _mm256_sub_epi32 _mm256_sllv_epi32;
                ShiftRight(x, a) $right(x, a);
                Multiply(x, a) _mm256_mullo_epi32(x, a);
                AddProduct(x, a, b) _mm256_add_epi32(x, _mm256_mullo_epi32(a, b));
                SubtractProduct(x, a, b) _mm256_sub_epi32(x, _mm256_mullo_epi32(a, b));
                SubtractFromProduct(x, a, b) _mm256_sub_epi32(_mm256_mullo_epi32(a, b), x);
                Square(x) _mm256_mullo_epi32(x, x);
            }
        )* };
    }
    integers_of_32_bits! {
        i32s i32, _mm256_srav_epi32;
        u32s u32, _mm256_srlv_epi32;
    }
    integers! {
        i64s i64, 4, _mm256_maskload_epi64 _mm256_maskstore_epi64 _mm256_add_epi64 _mm256_sub_epi64 _mm256_sllv_epi64;
    }
    integers! {
        u64s u64, 4, _mm256_maskload_epi64 _mm256_maskstore_epi64 _mm256_add_epi64 _mm256_sub_epi64 _mm256_sllv_epi64;
        ShiftRight(x, a) _mm256_srlv_epi64(x, a);
    }
}

#[cfg(test)]
mod tests {
    use cuprust_num::Scalar;
    use cuprust_ops::RowId;

    use super::*;

    const N: usize = 203;

    /// Blocks of elements of every kind: numbers, zeros of both signs, infinities, NaN, the least and the largest.
    fn block(dtype: DType, seed: u64) -> Vec<u64> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut block = vec![0u64; N];
        for at in 0..N {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let special = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1.0, -1.0, 33.0, 2.5];
            let value = match state >> 61 {
                0 if dtype.is_float() => Scalar::new(special[(state >> 32) as usize % special.len()]),
                1 => Scalar::new((state >> 40) as i64 % 70 - 5),
                _ if dtype.is_float() => Scalar::new((state >> 20) as i32 as f64 / 1e5),
                _ => Scalar::new(state as i64),
            };
            let value = value.cast(dtype);
            // SAFETY: the block has N elements of at most eight bytes.
            unsafe {
                let to = block.as_mut_ptr().cast::<u8>().add(at * dtype.size());
                std::ptr::copy_nonoverlapping(value.bytes().as_ptr(), to, dtype.size());
            }
        }
        block
    }

    fn row(name: &str, dtype: DType, inputs: &[&Vec<u64>], n: usize) -> Vec<u64> {
        let (mut output, inputs) =
            (vec![0u64; N], inputs.iter().map(|block| block.as_ptr().cast()).collect::<Vec<*const u8>>());
        let run = (RowId::named(name).row().loops)(dtype).unwrap().best();
        // SAFETY: the blocks have N elements.
        unsafe { run(inputs.as_ptr(), &output.as_mut_ptr().cast(), n) };
        output
    }

    /// What the rows' own loops make of a step.
    fn by_rows(step: Step, dtype: DType, x: &Vec<u64>, a: &Vec<u64>, b: &Vec<u64>, n: usize) -> Vec<u64> {
        let two = |name: &str, one: &Vec<u64>, other: &Vec<u64>| row(name, dtype, &[one, other], n);
        let product = || two("multiply", a, b);
        match step {
            Step::Add => two("add", x, a),
            Step::Subtract => two("subtract", x, a),
            Step::SubtractFrom => two("subtract", a, x),
            Step::Multiply => two("multiply", x, a),
            Step::Divide => two("divide", x, a),
            Step::DivideInto => two("divide", a, x),
            Step::AddProduct => two("add", x, &product()),
            Step::SubtractProduct => two("subtract", x, &product()),
            Step::SubtractFromProduct => two("subtract", &product(), x),
            Step::Maximum => two("maximum", x, a),
            Step::MaximumOf => two("maximum", a, x),
            Step::Minimum => two("minimum", x, a),
            Step::MinimumOf => two("minimum", a, x),
            Step::And => two("bitwise_and", x, a),
            Step::Or => two("bitwise_or", x, a),
            Step::Xor => two("bitwise_xor", x, a),
            Step::ShiftLeft => two("left_shift", x, a),
            Step::ShiftRight => two("right_shift", x, a),
            Step::WhereTrue => row("where", dtype, &[a, x, b], n),
            Step::WhereFalse => row("where", dtype, &[a, b, x], n),
            Step::Negate => row("negative", dtype, &[x], n),
            Step::Square => row("square", dtype, &[x], n),
            Step::SquareRoot => row("sqrt", dtype, &[x], n),
        }
    }

    const STEPS: [Step; 23] = [
        Step::Add,
        Step::Subtract,
        Step::SubtractFrom,
        Step::Multiply,
        Step::Divide,
        Step::DivideInto,
        Step::AddProduct,
        Step::SubtractProduct,
        Step::SubtractFromProduct,
        Step::Maximum,
        Step::MaximumOf,
        Step::Minimum,
        Step::MinimumOf,
        Step::And,
        Step::Or,
        Step::Xor,
        Step::ShiftLeft,
        Step::ShiftRight,
        Step::WhereTrue,
        Step::WhereFalse,
        Step::Negate,
        Step::Square,
        Step::SquareRoot,
    ];

    /// Whether the first elements of blocks are equal, any NaN to any other.
    fn check(dtype: DType, found: &[u64], wanted: &[u64], n: usize, what: &[Step]) {
        let scalar = |block: &[u64], at: usize| {
            // SAFETY: the block has N elements of at most eight bytes.
            let bytes =
                unsafe { std::slice::from_raw_parts(block.as_ptr().cast::<u8>().add(at * dtype.size()), dtype.size()) };
            Scalar::from_bytes(dtype, bytes)
        };
        for at in 0..N {
            let (one, other) = (scalar(found, at), if at < n { scalar(wanted, at) } else { Scalar::zero(dtype) });
            let nan = dtype.is_float() && one.get::<f64>().is_nan() && other.get::<f64>().is_nan();
            assert!(nan || one.bytes() == other.bytes(), "{what:?} of {dtype}, {at} of {n}: {one} instead of {other}");
        }
    }

    #[test]
    fn a_chain_computes_what_its_operations_compute_one_by_one() {
        for dtype in [DType::F32, DType::F64, DType::I32, DType::U32, DType::I64, DType::U64] {
            let Some(run) = chain_loop(dtype) else { continue };
            let possible: Vec<Step> = STEPS.into_iter().filter(|&step| has_step(dtype, step)).collect();
            let single = possible.iter().map(|&step| vec![step]);
            let several = (0..60).map(|seed| {
                let count = 2 + seed % (MAX_STEPS - 1);
                let step = |at: usize| possible[(seed * 31 + at * at * 7 + at * 5) % possible.len()];
                (0..count).map(step).collect::<Vec<Step>>()
            });
            for (number, steps) in single.chain(several).enumerate() {
                let steps: Vec<Step> = (steps.iter().copied())
                    .scan(1, |operands, step| {
                        *operands += step.operands();
                        (*operands <= MAX_OPERANDS).then_some(step)
                    })
                    .collect();
                let n = [N, 64, 7, 0, 1, 31, 32, 130][number % 8];
                let start = block(dtype, number as u64);
                let (mut blocks, mut wanted, mut moving) = (vec![start.clone()], start, 1u16);
                for (at, &step) in steps.iter().enumerate() {
                    let seed = (number * 100 + at) as u64;
                    let is_choice = matches!(step, Step::WhereTrue | Step::WhereFalse);
                    let mut a = block(dtype, seed * 2 + 1);
                    if is_choice {
                        a = row("not_equal", dtype, &[&a, &block(dtype, seed * 2 + 7)], N);
                    }
                    // Some operands are one element, repeated.
                    let moves = !seed.is_multiple_of(3) || is_choice;
                    if !moves {
                        let size = dtype.size();
                        // SAFETY: the block has N elements of this size.
                        let bytes = unsafe { std::slice::from_raw_parts_mut(a.as_mut_ptr().cast::<u8>(), N * size) };
                        (1..N).for_each(|at| bytes.copy_within(..size, at * size));
                    }
                    moving |= u16::from(moves) << (blocks.len() % 16) | 2 << (blocks.len() % 16);
                    let b = block(dtype, seed * 3 + 2);
                    wanted = by_rows(step, dtype, &wanted, &a, &b, n);
                    blocks.extend([a, b].into_iter().take(step.operands()));
                }
                let mut operands = [std::ptr::null(); MAX_OPERANDS];
                operands.iter_mut().zip(&blocks).for_each(|(to, block)| *to = block.as_ptr().cast());
                let mut found = vec![0u64; N];
                // SAFETY: the blocks have N elements.
                unsafe { run(&steps, Operands { first: &operands, moving }, found.as_mut_ptr().cast(), n) };
                check(dtype, &found, &wanted, n, &steps);
            }
        }
    }
}
