//! Turns a row's function of one element into loops over contiguous blocks, one for each instruction set.

use cuprust_num::Element;

/// A loop over `n` elements: reads them from each input pointer, writes them to each output pointer.
///
/// # Safety
/// Each pointer is aligned to its dtype and valid for `n` elements of it; no output overlaps an input or another
/// output.
pub type Loop = unsafe fn(inputs: *const *const u8, outputs: *const *mut u8, n: usize);

/// The same loop compiled for each instruction set. All give the same bits.
#[derive(Debug, Clone, Copy)]
pub struct Loops {
    /// For every processor of the target.
    pub baseline: Loop,
    /// For x86-64 with AVX2 and FMA.
    pub avx2: Loop,
    /// For x86-64 with AVX-512 F, BW, DQ and VL, and FMA.
    pub avx512: Loop,
}

impl Loops {
    /// The loop that is fastest on the processor this runs on.
    pub fn best(&self) -> Loop {
        #[cfg(target_arch = "x86_64")]
        {
            let fused = std::is_x86_feature_detected!("fma");
            if fused
                && std::is_x86_feature_detected!("avx512f")
                && std::is_x86_feature_detected!("avx512bw")
                && std::is_x86_feature_detected!("avx512dq")
                && std::is_x86_feature_detected!("avx512vl")
            {
                return self.avx512;
            }
            if fused && std::is_x86_feature_detected!("avx2") {
                return self.avx2;
            }
        }
        self.baseline
    }
}

/// Makes the closure of a row. It captures nothing, so that a value of its type has no bytes.
#[inline(always)]
fn conjure<F: Copy>() -> F {
    const { assert!(size_of::<F>() == 0, "a row's function must not capture anything") };
    // SAFETY: F has no size, so it may be read from any aligned pointer; and it is a Copy closure or function item,
    // which has no invariant beyond its type.
    unsafe { std::ptr::NonNull::<F>::dangling().as_ptr().read() }
}

/// Defines two functions that make [`Loops`] from a closure: one whose body is compiled for each instruction set, and
/// one whose body is compiled once, for functions that no instruction set makes faster.
macro_rules! shape {
    ($(#[$doc:meta])* $make:ident or $once:ident<$($parameter:ident),*>($($function:tt)*) |$inputs:ident, $outputs:ident, $n:ident, $f:ident| $body:block) => {
        #[allow(dead_code)]
        mod $make {
            use super::*;
            /// # Safety
            /// As [`Loop`].
            #[inline(always)]
            unsafe fn body<$($parameter: Element,)* F: $($function)* + Copy>(
                $inputs: *const *const u8, $outputs: *const *mut u8, $n: usize,
            ) {
                let $f = conjure::<F>();
                // SAFETY: the caller keeps the promises of Loop: every pointer is aligned and valid for n elements,
                // and no output overlaps anything else, so these are slices of their own.
                unsafe { $body }
            }
            /// # Safety
            /// As [`Loop`].
            pub unsafe fn baseline<$($parameter: Element,)* F: $($function)* + Copy>(
                inputs: *const *const u8, outputs: *const *mut u8, n: usize,
            ) {
                // SAFETY: the caller keeps the promises of Loop.
                unsafe { body::<$($parameter,)* F>(inputs, outputs, n) }
            }
            /// # Safety
            /// As [`Loop`], on a processor with AVX2 and FMA.
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            pub unsafe fn avx2<$($parameter: Element,)* F: $($function)* + Copy>(
                inputs: *const *const u8, outputs: *const *mut u8, n: usize,
            ) {
                // SAFETY: the caller keeps the promises of Loop.
                unsafe { body::<$($parameter,)* F>(inputs, outputs, n) }
            }
            /// # Safety
            /// As [`Loop`], on a processor with these features.
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,fma")]
            pub unsafe fn avx512<$($parameter: Element,)* F: $($function)* + Copy>(
                inputs: *const *const u8, outputs: *const *mut u8, n: usize,
            ) {
                // SAFETY: the caller keeps the promises of Loop.
                unsafe { body::<$($parameter,)* F>(inputs, outputs, n) }
            }
        }
        $(#[$doc])*
        #[allow(dead_code)]
        pub const fn $make<$($parameter: Element,)* F: $($function)* + Copy>(_function: F) -> Loops {
            #[cfg(target_arch = "x86_64")]
            return Loops {
                baseline: $make::baseline::<$($parameter,)* F>,
                avx2: $make::avx2::<$($parameter,)* F>,
                avx512: $make::avx512::<$($parameter,)* F>,
            };
            #[cfg(not(target_arch = "x86_64"))]
            return Loops {
                baseline: $make::baseline::<$($parameter,)* F>,
                avx2: $make::baseline::<$($parameter,)* F>,
                avx512: $make::baseline::<$($parameter,)* F>,
            };
        }
        $(#[$doc])*
        /// The body is compiled once.
        #[allow(dead_code)]
        pub const fn $once<$($parameter: Element,)* F: $($function)* + Copy>(_function: F) -> Loops {
            let only: Loop = $make::baseline::<$($parameter,)* F>;
            Loops { baseline: only, avx2: only, avx512: only }
        }
    };
}

macro_rules! input {
    ($inputs:ident $index:literal $n:ident) => {
        std::slice::from_raw_parts((*$inputs.add($index)).cast(), $n)
    };
}
macro_rules! output {
    ($outputs:ident $index:literal $n:ident) => {
        std::slice::from_raw_parts_mut((*$outputs.add($index)).cast(), $n)
    };
}

// The loops are in functions of their own because a slice that is an argument is known not to overlap the others,
// and without that the larger bodies are not vectorised.

#[inline(always)]
fn each<A: Copy, R>(x: &[A], r: &mut [R], f: impl Fn(A) -> R) {
    for (r, &x) in r.iter_mut().zip(x) {
        *r = f(x);
    }
}

#[inline(always)]
fn each_of_two<A: Copy, B: Copy, R>(x: &[A], y: &[B], r: &mut [R], f: impl Fn(A, B) -> R) {
    for (r, (&x, &y)) in r.iter_mut().zip(x.iter().zip(y)) {
        *r = f(x, y);
    }
}

#[inline(always)]
fn each_of_three<A: Copy, B: Copy, C: Copy, R>(x: &[A], y: &[B], z: &[C], r: &mut [R], f: impl Fn(A, B, C) -> R) {
    for (r, ((&x, &y), &z)) in r.iter_mut().zip(x.iter().zip(y).zip(z)) {
        *r = f(x, y, z);
    }
}

#[inline(always)]
fn each_to_two<A: Copy, R, S>(x: &[A], r: &mut [R], s: &mut [S], f: impl Fn(A) -> (R, S)) {
    for ((r, s), &x) in r.iter_mut().zip(s).zip(x) {
        (*r, *s) = f(x);
    }
}

#[inline(always)]
fn two_to_two<A: Copy, B: Copy, R, S>(x: &[A], y: &[B], r: &mut [R], s: &mut [S], f: impl Fn(A, B) -> (R, S)) {
    for ((r, s), (&x, &y)) in r.iter_mut().zip(s).zip(x.iter().zip(y)) {
        (*r, *s) = f(x, y);
    }
}

shape! {
    /// One element to one.
    unary or scalar_unary<A, R>(Fn(A) -> R) |inputs, outputs, n, f| {
        each::<A, R>(input!(inputs 0 n), output!(outputs 0 n), f);
    }
}
shape! {
    /// A whole block to a block, for functions that inspect the block before they choose an algorithm.
    block or scalar_block<A, R>(Fn(&[A], &mut [R])) |inputs, outputs, n, f| {
        f(input!(inputs 0 n), output!(outputs 0 n));
    }
}
shape! {
    /// Two elements to one.
    binary or scalar_binary<A, B, R>(Fn(A, B) -> R) |inputs, outputs, n, f| {
        each_of_two::<A, B, R>(input!(inputs 0 n), input!(inputs 1 n), output!(outputs 0 n), f);
    }
}
shape! {
    /// Two whole blocks to a block.
    binary_block or scalar_binary_block<A, B, R>(Fn(&[A], &[B], &mut [R])) |inputs, outputs, n, f| {
        f(input!(inputs 0 n), input!(inputs 1 n), output!(outputs 0 n));
    }
}
shape! {
    /// Three elements to one.
    ternary or scalar_ternary<A, B, C, R>(Fn(A, B, C) -> R) |inputs, outputs, n, f| {
        let (x, y, z) = (input!(inputs 0 n), input!(inputs 1 n), input!(inputs 2 n));
        each_of_three::<A, B, C, R>(x, y, z, output!(outputs 0 n), f);
    }
}
shape! {
    /// One element to two.
    unary_pair or scalar_unary_pair<A, R, S>(Fn(A) -> (R, S)) |inputs, outputs, n, f| {
        each_to_two::<A, R, S>(input!(inputs 0 n), output!(outputs 0 n), output!(outputs 1 n), f);
    }
}
shape! {
    /// Two elements to two.
    binary_pair or scalar_binary_pair<A, B, R, S>(Fn(A, B) -> (R, S)) |inputs, outputs, n, f| {
        let (x, y) = (input!(inputs 0 n), input!(inputs 1 n));
        two_to_two::<A, B, R, S>(x, y, output!(outputs 0 n), output!(outputs 1 n), f);
    }
}

#[inline(always)]
fn each_of_four<A: Copy, B: Copy, C: Copy, D: Copy, R>(
    (w, x): (&[A], &[B]),
    (y, z): (&[C], &[D]),
    r: &mut [R],
    f: impl Fn(A, B, C, D) -> R,
) {
    for (r, ((&w, &x), (&y, &z))) in r.iter_mut().zip(w.iter().zip(x).zip(y.iter().zip(z))) {
        *r = f(w, x, y, z);
    }
}

#[inline(always)]
fn two_to_four<A: Copy, B: Copy, R>(x: &[A], y: &[B], r: [&mut [R]; 4], f: impl Fn(A, B) -> (R, R, R, R)) {
    let [r, s, t, u] = r;
    for ((r, s), ((t, u), (&x, &y))) in r.iter_mut().zip(s).zip(t.iter_mut().zip(u).zip(x.iter().zip(y))) {
        (*r, *s, *t, *u) = f(x, y);
    }
}

shape! {
    /// Four elements to one.
    quaternary or scalar_quaternary<A, B, C, D, R>(Fn(A, B, C, D) -> R) |inputs, outputs, n, f| {
        let (first, second) = ((input!(inputs 0 n), input!(inputs 1 n)), (input!(inputs 2 n), input!(inputs 3 n)));
        each_of_four::<A, B, C, D, R>(first, second, output!(outputs 0 n), f);
    }
}

#[inline(always)]
fn each_of_five<A: Copy, B: Copy, C: Copy, D: Copy, E: Copy, R>(
    v: &[A],
    (w, x): (&[B], &[C]),
    (y, z): (&[D], &[E]),
    r: &mut [R],
    f: impl Fn(A, B, C, D, E) -> R,
) {
    for ((r, &v), ((&w, &x), (&y, &z))) in r.iter_mut().zip(v).zip(w.iter().zip(x).zip(y.iter().zip(z))) {
        *r = f(v, w, x, y, z);
    }
}

shape! {
    /// Five elements to one.
    quinary or scalar_quinary<A, B, C, D, E, R>(Fn(A, B, C, D, E) -> R) |inputs, outputs, n, f| {
        let (first, second) = ((input!(inputs 1 n), input!(inputs 2 n)), (input!(inputs 3 n), input!(inputs 4 n)));
        each_of_five::<A, B, C, D, E, R>(input!(inputs 0 n), first, second, output!(outputs 0 n), f);
    }
}

#[inline(always)]
fn each_to_four<A: Copy, R>(x: &[A], r: [&mut [R]; 4], f: impl Fn(A) -> (R, R, R, R)) {
    let [r, s, t, u] = r;
    for ((r, s), ((t, u), &x)) in r.iter_mut().zip(s).zip(t.iter_mut().zip(u).zip(x)) {
        (*r, *s, *t, *u) = f(x);
    }
}

shape! {
    /// One element to four.
    unary_quadruple or scalar_unary_quadruple<A, R>(Fn(A) -> (R, R, R, R)) |inputs, outputs, n, f| {
        let results = [output!(outputs 0 n), output!(outputs 1 n), output!(outputs 2 n), output!(outputs 3 n)];
        each_to_four::<A, R>(input!(inputs 0 n), results, f);
    }
}
shape! {
    /// Two elements to four.
    binary_quadruple or scalar_binary_quadruple<A, B, R>(Fn(A, B) -> (R, R, R, R)) |inputs, outputs, n, f| {
        let results = [output!(outputs 0 n), output!(outputs 1 n), output!(outputs 2 n), output!(outputs 3 n)];
        two_to_four::<A, B, R>(input!(inputs 0 n), input!(inputs 1 n), results, f);
    }
}

/// The dtypes and the loops of a row: `loops!(unary floats complexes => |x: T| Float::sin(x))`.
///
/// First the shape (a function of this file), then the classes of dtypes, then the function; a row whose function
/// differs by class has several such groups, separated by semicolons. Within the function `T` is the element's type.
macro_rules! loops {
    ($($shape:ident $($class:ident)+ => $function:expr);+ $(;)?) => {{
        const DTYPES: &[cuprust_num::DType] = {
            const GROUPS: &[&[cuprust_num::DType]] = &[$($($crate::loops::class::$class,)+)+];
            const N: usize = $crate::loops::class::count(GROUPS);
            const SORTED: [cuprust_num::DType; N] = $crate::loops::class::sorted(GROUPS);
            &SORTED
        };
        fn find(dtype: cuprust_num::DType) -> Option<$crate::Loops> {
            $($( $crate::loops::by_class!($class, dtype, $shape, $function); )+)+
            None
        }
        (DTYPES, find as fn(cuprust_num::DType) -> Option<$crate::Loops>)
    }};
}
pub(crate) use loops;

macro_rules! by_class {
    (bools, $dtype:ident, $shape:ident, $f:expr) => { $crate::loops::by_class!(@ $dtype, $shape, $f, Bool bool) };
    (signed, $dtype:ident, $shape:ident, $f:expr) => {
        $crate::loops::by_class!(@ $dtype, $shape, $f, I8 i8, I16 i16, I32 i32, I64 i64)
    };
    (unsigned, $dtype:ident, $shape:ident, $f:expr) => {
        $crate::loops::by_class!(@ $dtype, $shape, $f, U8 u8, U16 u16, U32 u32, U64 u64)
    };
    (integers, $dtype:ident, $shape:ident, $f:expr) => {
        $crate::loops::by_class!(signed, $dtype, $shape, $f);
        $crate::loops::by_class!(unsigned, $dtype, $shape, $f)
    };
    (halves, $dtype:ident, $shape:ident, $f:expr) => { $crate::loops::by_class!(@ $dtype, $shape, $f, F16 f16, BF16 bf16) };
    (singles, $dtype:ident, $shape:ident, $f:expr) => { $crate::loops::by_class!(@ $dtype, $shape, $f, F32 f32, F64 f64) };
    (floats, $dtype:ident, $shape:ident, $f:expr) => {
        $crate::loops::by_class!(halves, $dtype, $shape, $f);
        $crate::loops::by_class!(singles, $dtype, $shape, $f)
    };
    (longs, $dtype:ident, $shape:ident, $f:expr) => { $crate::loops::by_class!(@ $dtype, $shape, $f, I64 i64) };
    (float32s, $dtype:ident, $shape:ident, $f:expr) => { $crate::loops::by_class!(@ $dtype, $shape, $f, F32 f32) };
    (doubles, $dtype:ident, $shape:ident, $f:expr) => { $crate::loops::by_class!(@ $dtype, $shape, $f, F64 f64) };
    (wide_complexes, $dtype:ident, $shape:ident, $f:expr) => { $crate::loops::by_class!(@ $dtype, $shape, $f, C128 c128) };
    (narrow_complexes, $dtype:ident, $shape:ident, $f:expr) => { $crate::loops::by_class!(@ $dtype, $shape, $f, C64 c64) };
    (complexes, $dtype:ident, $shape:ident, $f:expr) => { $crate::loops::by_class!(@ $dtype, $shape, $f, C64 c64, C128 c128) };
    (@ $dtype:ident, $shape:ident, $f:expr, $($variant:ident $rust:ident),+) => {
        $(if $dtype == cuprust_num::DType::$variant {
            #[allow(dead_code)]
            type T = cuprust_num::$rust;
            return Some(const { $crate::loops::$shape(#[inline(always)] $f) });
        })+
    };
}
pub(crate) use by_class;

/// The classes of dtypes that `loops!` knows.
#[allow(non_upper_case_globals, dead_code)]
pub(crate) mod class {
    use cuprust_num::DType::{self, *};

    pub(crate) const bools: &[DType] = &[Bool];
    pub(crate) const signed: &[DType] = &[I8, I16, I32, I64];
    pub(crate) const unsigned: &[DType] = &[U8, U16, U32, U64];
    pub(crate) const integers: &[DType] = &[I8, U8, I16, U16, I32, U32, I64, U64];
    pub(crate) const halves: &[DType] = &[F16, BF16];
    pub(crate) const singles: &[DType] = &[F32, F64];
    pub(crate) const floats: &[DType] = &[F16, BF16, F32, F64];
    pub(crate) const float32s: &[DType] = &[F32];
    pub(crate) const doubles: &[DType] = &[F64];
    pub(crate) const longs: &[DType] = &[I64];
    pub(crate) const wide_complexes: &[DType] = &[C128];
    pub(crate) const narrow_complexes: &[DType] = &[C64];
    pub(crate) const complexes: &[DType] = &[C64, C128];

    pub(crate) const fn count(groups: &[&[DType]]) -> usize {
        let (mut total, mut g) = (0, 0);
        while g < groups.len() {
            total += groups[g].len();
            g += 1;
        }
        total
    }

    /// The dtypes of all groups in the order of the list of dtypes, which is the order NumPy tries loops in.
    pub(crate) const fn sorted<const N: usize>(groups: &[&[DType]]) -> [DType; N] {
        let mut out = [Bool; N];
        let (mut filled, mut d) = (0, 0);
        while d < DType::COUNT {
            let mut g = 0;
            while g < groups.len() {
                let mut i = 0;
                while i < groups[g].len() {
                    if groups[g][i] as usize == d {
                        out[filled] = DType::ALL[d];
                        filled += 1;
                    }
                    i += 1;
                }
                g += 1;
            }
            d += 1;
        }
        out
    }
}
