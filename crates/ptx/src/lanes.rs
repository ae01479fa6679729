//! The registers of the 32 lanes of a warp, and loops of one function over all of them.

/// Lanes of a warp.
pub(crate) const WARP: usize = 32;
/// Set in an operand that is a constant of the function and not a register.
pub(crate) const CONSTANT: u32 = 1 << 31;

/// The registers of one call of one function: 32-bit and narrower ones, 64-bit ones, predicates as masks.
#[derive(Debug, Default, Clone)]
pub(crate) struct File {
    pub(crate) w32: Vec<[u32; WARP]>,
    pub(crate) w64: Vec<[u64; WARP]>,
    pub(crate) predicates: Vec<u32>,
    /// The carry flag of each lane.
    pub(crate) carry: u32,
}

/// The constants of one function, each broadcast to the lanes.
#[derive(Debug, Default)]
pub(crate) struct Constants {
    pub(crate) w32: Vec<[u32; WARP]>,
    pub(crate) w64: Vec<[u64; WARP]>,
}

/// What a register holds: 32 or 64 bits.
pub(crate) trait Raw: Copy + Default {
    fn read(file: &File, constants: &Constants, operand: u32) -> [Self; WARP];
    fn slot(file: &mut File, register: u32) -> &mut [Self; WARP];
}

impl Raw for u32 {
    #[inline(always)]
    fn read(file: &File, constants: &Constants, operand: u32) -> [u32; WARP] {
        if operand & CONSTANT != 0 { constants.w32[(operand & !CONSTANT) as usize] } else { file.w32[operand as usize] }
    }
    #[inline(always)]
    fn slot(file: &mut File, register: u32) -> &mut [u32; WARP] {
        &mut file.w32[register as usize]
    }
}

impl Raw for u64 {
    #[inline(always)]
    fn read(file: &File, constants: &Constants, operand: u32) -> [u64; WARP] {
        if operand & CONSTANT != 0 { constants.w64[(operand & !CONSTANT) as usize] } else { file.w64[operand as usize] }
    }
    #[inline(always)]
    fn slot(file: &mut File, register: u32) -> &mut [u64; WARP] {
        &mut file.w64[register as usize]
    }
}

/// A value of one lane, as a view of a register's bits.
pub(crate) trait Lane: Copy {
    type Bits: Raw;
    fn of(bits: Self::Bits) -> Self;
    fn bits(self) -> Self::Bits;
}

macro_rules! lanes {
    ($($ty:ty, $bits:ty, $of:expr, $to:expr;)*) => { $(impl Lane for $ty {
        type Bits = $bits;
        #[inline(always)]
        fn of(bits: $bits) -> $ty { let f: fn($bits) -> $ty = $of; f(bits) }
        #[inline(always)]
        fn bits(self) -> $bits { let f: fn($ty) -> $bits = $to; f(self) }
    })* };
}
lanes! {
    u32, u32, |x| x, |x| x;
    i32, u32, |x| x as i32, |x| x as u32;
    f32, u32, f32::from_bits, crate::approx::canonical;
    u16, u32, |x| x as u16, |x| u32::from(x);
    i16, u32, |x| x as i16, |x| u32::from(x as u16);
    u64, u64, |x| x, |x| x;
    i64, u64, |x| x as i64, |x| x as u64;
    f64, u64, f64::from_bits, |x| if x.is_nan() { 0xfff8_0000_0000_0000 } else { x.to_bits() };
}

/// Writes the lanes of `mask` to a register.
#[inline(always)]
pub(crate) fn put<R: Raw>(file: &mut File, register: u32, mask: u32, values: &[R; WARP]) {
    let slot = R::slot(file, register);
    if mask == u32::MAX {
        *slot = *values;
    } else {
        for lane in 0..WARP {
            if mask >> lane & 1 == 1 {
                slot[lane] = values[lane];
            }
        }
    }
}

#[inline(always)]
pub(crate) fn map1<A: Lane, D: Lane>(file: &mut File, k: &Constants, mask: u32, d: u32, a: u32, f: impl Fn(A) -> D) {
    let a = A::Bits::read(file, k, a);
    let mut out = [D::Bits::default(); WARP];
    for lane in 0..WARP {
        out[lane] = f(A::of(a[lane])).bits();
    }
    put(file, d, mask, &out);
}

#[inline(always)]
pub(crate) fn map2<A: Lane, B: Lane, D: Lane>(
    file: &mut File,
    k: &Constants,
    mask: u32,
    d: u32,
    [a, b]: [u32; 2],
    f: impl Fn(A, B) -> D,
) {
    let (a, b) = (A::Bits::read(file, k, a), B::Bits::read(file, k, b));
    let mut out = [D::Bits::default(); WARP];
    for lane in 0..WARP {
        out[lane] = f(A::of(a[lane]), B::of(b[lane])).bits();
    }
    put(file, d, mask, &out);
}

#[inline(always)]
pub(crate) fn map3<A: Lane, B: Lane, C: Lane, D: Lane>(
    file: &mut File,
    k: &Constants,
    mask: u32,
    d: u32,
    [a, b, c]: [u32; 3],
    f: impl Fn(A, B, C) -> D,
) {
    let (a, b, c) = (A::Bits::read(file, k, a), B::Bits::read(file, k, b), C::Bits::read(file, k, c));
    let mut out = [D::Bits::default(); WARP];
    for lane in 0..WARP {
        out[lane] = f(A::of(a[lane]), B::of(b[lane]), C::of(c[lane])).bits();
    }
    put(file, d, mask, &out);
}
