//! The plans of transforms by length and direction.

use std::sync::Arc;

use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::num_traits::Zero;
use rustfft::{Fft, FftDirection, FftNum, FftPlanner};

use super::kept::PlanCache;

/// The direction of a transform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Inverse,
}

/// A precision, with a cache of its plans.
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
                static CACHE: PlanCache<dyn Fft<$T>> = PlanCache::new();
                let (number, way) = match direction {
                    Direction::Forward => (0, FftDirection::Forward),
                    Direction::Inverse => (1, FftDirection::Inverse),
                };
                CACHE.get((length, number), || FftPlanner::new().plan_fft(length, way))
            }

            fn forward(length: usize) -> Arc<dyn RealToComplex<$T>> {
                static CACHE: PlanCache<dyn RealToComplex<$T>> = PlanCache::new();
                CACHE.get((length, 0), || RealFftPlanner::new().plan_fft_forward(length))
            }

            fn inverse(length: usize) -> Arc<dyn ComplexToReal<$T>> {
                static CACHE: PlanCache<dyn ComplexToReal<$T>> = PlanCache::new();
                CACHE.get((length, 0), || RealFftPlanner::new().plan_fft_inverse(length))
            }
        }
    )* };
}
precisions!(f32 f64);
