//! The plans of transforms by length: the last used are kept, while their tables are not large together.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::num_traits::Zero;
use rustfft::{Fft, FftDirection, FftNum, FftPlanner};

/// Which way a transform goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Inverse,
}

/// A precision, with the plans that are kept for it.
pub(super) trait Real: FftNum + Zero {
    /// A transform of complex numbers.
    fn complex(length: usize, direction: Direction) -> Arc<dyn Fft<Self>>;
    /// A transform of real numbers.
    fn forward(length: usize) -> Arc<dyn RealToComplex<Self>>;
    /// Its inverse.
    fn inverse(length: usize) -> Arc<dyn ComplexToReal<Self>>;
}

macro_rules! precisions {
    ($($T:ty)*) => { $(
        impl Real for $T {
            fn complex(length: usize, direction: Direction) -> Arc<dyn Fft<$T>> {
                static KEPT: Kept<dyn Fft<$T>> = Kept::new();
                let (number, way) = match direction {
                    Direction::Forward => (0, FftDirection::Forward),
                    Direction::Inverse => (1, FftDirection::Inverse),
                };
                KEPT.get((length, number), || FftPlanner::new().plan_fft(length, way))
            }

            fn forward(length: usize) -> Arc<dyn RealToComplex<$T>> {
                static KEPT: Kept<dyn RealToComplex<$T>> = Kept::new();
                KEPT.get((length, 0), || RealFftPlanner::new().plan_fft_forward(length))
            }

            fn inverse(length: usize) -> Arc<dyn ComplexToReal<$T>> {
                static KEPT: Kept<dyn ComplexToReal<$T>> = Kept::new();
                KEPT.get((length, 0), || RealFftPlanner::new().plan_fft_inverse(length))
            }
        }
    )* };
}
precisions!(f32 f64);

/// So many plans are kept, and so many elements of all of them together.
const MOST: usize = 64;
const MOST_ELEMENTS: usize = 1 << 22;

/// Plans, the last used first.
struct Kept<P: ?Sized>(Mutex<Entries<P>>);

type Entries<P> = VecDeque<((usize, u8), Arc<P>)>;

impl<P: ?Sized> Kept<P> {
    const fn new() -> Kept<P> {
        Kept(Mutex::new(VecDeque::new()))
    }

    fn get(&self, key: (usize, u8), make: impl FnOnce() -> Arc<P>) -> Arc<P> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut entries = lock();
            let place = entries.iter().position(|(own, _)| *own == key);
            place.and_then(|place| entries.remove(place)).inspect(|entry| entries.push_front(entry.clone()))
        };
        if let Some((_, plan)) = known {
            return plan;
        }
        // Making a plan takes long, and other threads need not wait for it.
        let plan = make();
        if key.0 > MOST_ELEMENTS {
            return plan;
        }
        let mut entries = lock();
        if !entries.iter().any(|(own, _)| *own == key) {
            entries.push_front((key, plan.clone()));
        }
        while entries.len() > MOST || entries.iter().map(|((length, _), _)| length).sum::<usize>() > MOST_ELEMENTS {
            entries.pop_back();
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plans_used_last_are_kept() {
        let kept: Kept<usize> = Kept::new();
        let first = kept.get((8, 0), || Arc::new(1));
        for length in 100..100 + MOST {
            kept.get((length, 0), || Arc::new(length));
            assert!(Arc::ptr_eq(&kept.get((8, 0), || Arc::new(2)), &first));
        }
        assert_eq!(*kept.get((100, 0), || Arc::new(3)), 3);
        assert_eq!(*kept.get((100 + MOST - 1, 0), || Arc::new(3)), 100 + MOST - 1);
        kept.get((MOST_ELEMENTS, 0), || Arc::new(4));
        assert_eq!(kept.0.lock().unwrap().len(), 1);
    }
}
