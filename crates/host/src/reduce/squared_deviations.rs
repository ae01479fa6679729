//! The sum of squared distances from the mean: a mean and a sum of squares about it for each block, joined by Chan's
//! formula. (Chan, Golub, LeVeque, "Algorithms for computing the sample variance", 1983.) All of it in float64.

use cuprust_num::{DType, c64, c128};

use super::scratch_for;
use crate::block::Scratch;
use crate::simd::wide;

/// The loops of a dtype.
pub struct Spread {
    /// Bytes of an element, and of a result.
    size: usize,
    result: usize,
    /// Real and imaginary mean, and squares, of a block.
    row: unsafe fn(block: *const u8, n: usize, out: *mut [f64; 3]),
    /// One step of Welford's update for each lane.
    column: unsafe fn(block: *const u8, n: usize, share: f64, means: *mut f64, imaginary: *mut f64, squares: *mut f64),
    /// The squares in the dtype of the result.
    finish: unsafe fn(squares: *const f64, n: usize, into: *mut u8),
}

/// The loops of a dtype, where deviations are defined for it: floats and complexes.
pub fn spread(dtype: DType) -> Option<&'static Spread> {
    macro_rules! pick {
        ($($variant:ident $rust:ty, $real:ty;)*) => {
            match dtype {
                $(DType::$variant => Some(const {
                    &Spread {
                        size: size_of::<$rust>(),
                        result: size_of::<<$rust as Parts>::Real>(),
                        row: row::<$rust>,
                        column: column::<$rust>,
                        finish: finish::<$rust>,
                    }
                }),)*
                _ => None,
            }
        };
    }
    pick! { F32 f32, f32; F64 f64, f64; C64 c64, f32; C128 c128, f64; F16 cuprust_num::f16, f32; BF16 cuprust_num::bf16, f32; }
}

/// How many elements there were, and for each lane their mean and the squares about it.
pub struct SquaredDeviations {
    spread: &'static Spread,
    lanes: usize,
    width: usize,
    count: f64,
    /// Real means, imaginary means, squares: `lanes` of each.
    numbers: Scratch,
}

impl SquaredDeviations {
    pub(super) fn new(spread: &'static Spread, lanes: usize) -> SquaredDeviations {
        let mut state = SquaredDeviations { spread, lanes, width: 0, count: 0.0, numbers: scratch_for(3 * lanes, 8) };
        state.reset();
        state
    }

    pub(super) fn reset(&mut self) {
        (self.width, self.count) = (0, 0.0);
    }

    fn number(&self, which: usize, lane: usize) -> *mut f64 {
        self.numbers.at((which * self.lanes + lane) * 8).cast()
    }

    /// Sets the first lanes to zero where nothing was pushed yet.
    fn open(&mut self, n: usize) {
        if self.width < n {
            for which in 0..3 {
                for lane in self.width..n {
                    // SAFETY: lane n is below the lanes of the state.
                    unsafe { self.number(which, lane).write(0.0) };
                }
            }
            self.width = n;
        }
    }

    /// # Safety
    /// `block` holds `n` elements.
    pub(super) unsafe fn push_row(&mut self, block: *const u8, n: usize) {
        if n == 0 {
            return;
        }
        self.open(1);
        let mut part = [0.0; 3];
        // SAFETY: the caller promises n elements, and there is one at least.
        unsafe { (self.spread.row)(block, n, &mut part) };
        self.join(0, n as f64, part);
        self.count += n as f64;
    }

    /// The squared deviations of each of `rows` rows of `n` elements, which follow one another.
    ///
    /// # Safety
    /// `block` holds the elements, at least one a row; `into` holds a result for each row.
    pub(super) unsafe fn rows(&mut self, block: *const u8, n: usize, rows: usize, into: *mut u8) {
        let mut part = [0.0; 3];
        for row in 0..rows {
            // SAFETY: the caller promises the elements of each row, and memory for its result.
            unsafe {
                (self.spread.row)(block.add(row * n * self.spread.size), n, &mut part);
                (self.spread.finish)(&part[2], 1, into.add(row * self.spread.result));
            }
        }
    }

    /// # Safety
    /// `block` holds `n` elements, at most the lanes of the state.
    pub(super) unsafe fn push_column(&mut self, block: *const u8, n: usize) {
        self.open(n);
        self.count += 1.0;
        let share = 1.0 / self.count;
        let (means, imaginary, squares) = (self.number(0, 0), self.number(1, 0), self.number(2, 0));
        // SAFETY: block and state hold n lanes.
        unsafe { (self.spread.column)(block, n, share, means, imaginary, squares) };
    }

    /// Chan's formula for one lane; the count is not changed.
    fn join(&mut self, lane: usize, count: f64, [mean, imaginary, squares]: [f64; 3]) {
        let share = count / (self.count + count);
        // SAFETY: the lane is open.
        unsafe {
            let (d, e) = (mean - *self.number(0, lane), imaginary - *self.number(1, lane));
            if self.count == 0.0 {
                (*self.number(0, lane), *self.number(1, lane), *self.number(2, lane)) = (mean, imaginary, squares);
            } else {
                *self.number(0, lane) += d * share;
                *self.number(1, lane) += e * share;
                *self.number(2, lane) += squares + (d * d + e * e) * (self.count * share);
            }
        }
    }

    pub(super) fn merge(&mut self, later: &SquaredDeviations) {
        if later.count == 0.0 {
            return;
        }
        self.open(later.width);
        for lane in 0..later.width {
            // SAFETY: the lane is open in both.
            let part = unsafe { [*later.number(0, lane), *later.number(1, lane), *later.number(2, lane)] };
            self.join(lane, later.count, part);
        }
        self.count += later.count;
    }

    /// # Safety
    /// `into` holds `n` elements of the real dtype.
    pub(super) unsafe fn finish(&mut self, into: *mut u8, n: usize) {
        self.open(n);
        // SAFETY: n lanes are open.
        unsafe { (self.spread.finish)(self.number(2, 0), n, into) };
    }
}

/// An element as real and imaginary part.
trait Parts: Copy {
    type Real;
    const COMPLEX: bool;
    fn parts(self) -> (f64, f64);
    fn real(value: f64) -> Self::Real;
}
macro_rules! parts {
    ($($T:ty, $real:ty, $complex:literal, |$x:ident| $parts:expr, |$r:ident| $back:expr;)*) => { $(
        impl Parts for $T {
            type Real = $real;
            const COMPLEX: bool = $complex;
            #[inline(always)]
            fn parts(self) -> (f64, f64) { let $x = self; $parts }
            #[inline(always)]
            fn real($r: f64) -> $real { $back }
        }
    )* };
}
parts! {
    f32, f32, false, |x| (x as f64, 0.0), |r| r as f32;
    f64, f64, false, |x| (x, 0.0), |r| r;
    c64, f32, true, |x| (x.re as f64, x.im as f64), |r| r as f32;
    c128, f64, true, |x| (x.re, x.im), |r| r;
    cuprust_num::f16, cuprust_num::f16, false, |x| (x.to_f64(), 0.0), |r| cuprust_num::f16::from_f64(r);
    cuprust_num::bf16, cuprust_num::bf16, false, |x| (x.to_f64(), 0.0), |r| cuprust_num::bf16::from_f64(r);
}

wide! {
    /// # Safety
    /// `block` holds `n` aligned elements, one at least.
    unsafe fn row<T: Parts>(block: *const u8, n: usize, out: *mut [f64; 3]) {
        const LANES: usize = 16;
        // SAFETY: the caller promises n elements.
        let x: &[T] = unsafe { std::slice::from_raw_parts(block.cast(), n) };
        let (wholes, rest) = x.as_chunks::<LANES>();
        let (mut re, mut im) = ([0.0; LANES], [0.0; LANES]);
        for chunk in wholes {
            add(&mut re, &mut im, chunk);
        }
        add(&mut re, &mut im, rest);
        let (mean, imaginary) = (tree(re) / n as f64, tree(im) / n as f64);
        let mut squares = [0.0; LANES];
        for chunk in wholes {
            square(&mut squares, mean, imaginary, chunk);
        }
        square(&mut squares, mean, imaginary, rest);
        // SAFETY: the caller's pointer is to three numbers.
        unsafe { *out = [mean, imaginary, tree(squares)] };
    }
}

/// Adds an element to each lane.
#[inline(always)]
fn add<T: Parts>(re: &mut [f64; 16], im: &mut [f64; 16], elements: &[T]) {
    for ((re, im), element) in re.iter_mut().zip(im).zip(elements) {
        let (a, b) = element.parts();
        *re += a;
        if T::COMPLEX {
            *im += b;
        }
    }
}

/// Adds the squared distance of an element to each lane.
#[inline(always)]
fn square<T: Parts>(squares: &mut [f64; 16], mean: f64, imaginary: f64, elements: &[T]) {
    for (square, element) in squares.iter_mut().zip(elements) {
        let (a, b) = element.parts();
        *square += (a - mean) * (a - mean);
        if T::COMPLEX {
            *square += (b - imaginary) * (b - imaginary);
        }
    }
}

#[inline(always)]
fn tree(mut lanes: [f64; 16]) -> f64 {
    let mut half = 8;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] += lanes[lane + half];
        }
        half /= 2;
    }
    lanes[0]
}

wide! {
    /// # Safety
    /// All hold `n` aligned elements, and do not overlap.
    unsafe fn column<T: Parts>(
        block: *const u8, n: usize, share: f64, means: *mut f64, imaginary: *mut f64, squares: *mut f64,
    ) {
        // SAFETY: the caller promises n elements each, without overlap.
        let (x, means, imaginary, squares): (&[T], &mut [f64], &mut [f64], &mut [f64]) = unsafe {
            (
                std::slice::from_raw_parts(block.cast(), n),
                std::slice::from_raw_parts_mut(means, n),
                std::slice::from_raw_parts_mut(imaginary, n),
                std::slice::from_raw_parts_mut(squares, n),
            )
        };
        for i in 0..n {
            let (a, b) = x[i].parts();
            let d = a - means[i];
            means[i] += d * share;
            squares[i] += d * (a - means[i]);
            if T::COMPLEX {
                let e = b - imaginary[i];
                imaginary[i] += e * share;
                squares[i] += e * (b - imaginary[i]);
            }
        }
    }
}

/// # Safety
/// `squares` holds `n` numbers, `into` holds as many results.
unsafe fn finish<T: Parts>(squares: *const f64, n: usize, into: *mut u8) {
    for i in 0..n {
        // SAFETY: the caller promises n of each.
        unsafe { into.cast::<T::Real>().add(i).write_unaligned(T::real(*squares.add(i))) };
    }
}
