//! The declarations of filters of Fourier transforms.

use super::*;
use cuprust::table::texts::SPECTRUM;
use cuprust::table::{Output, PerAxis, functions};

functions! {
    in "cuprust.scipy.ndimage";

    /// The Fourier transform of an image after a Gaussian filter of the standard deviation `sigma` along each axis, of
    /// that before.
    ///
    #[doc = SPECTRUM]
    ///
    /// >>> cp.scipy.ndimage.fourier_gaussian(cp.fft.fft([1.0, 2.0, 3.0, 2.0]), 0).real
    /// array([ 8., -2.,  0., -2.])
    fn fourier_gaussian(input: &Array, sigma: PerAxis<f64>, n: i64 = -1, axis: i64 = -1, output: Output = None) -> Array {
        fourier_gaussian(input, for_axes(&sigma, input.ndim())?, Spectrum { n, axis, output })
    }

    /// The Fourier transform of an image after the mean over a box of a size along each axis, of that before.
    ///
    #[doc = SPECTRUM]
    ///
    /// >>> cp.scipy.ndimage.fourier_uniform(cp.ones(3), 0)
    /// array([1., 0., 0.])
    fn fourier_uniform(input: &Array, size: PerAxis<f64>, n: i64 = -1, axis: i64 = -1, output: Output = None) -> Array {
        fourier_uniform(input, for_axes(&size, input.ndim())?, Spectrum { n, axis, output })
    }

    /// The Fourier transform of an image after the mean over an ellipsoid of a size along each axis, of that before; of
    /// up to three axes.
    ///
    #[doc = SPECTRUM]
    /// NotImplementedError for more axes.
    ///
    /// >>> cp.scipy.ndimage.fourier_ellipsoid(cp.ones(3), 0)
    /// array([1., 1., 1.])
    fn fourier_ellipsoid(input: &Array, size: PerAxis<f64>, n: i64 = -1, axis: i64 = -1, output: Output = None) -> Array {
        fourier_ellipsoid(input, for_axes(&size, input.ndim())?, Spectrum { n, axis, output })
    }

    /// The Fourier transform of an image that is shifted by this many elements along each axis, of that before.
    ///
    #[doc = SPECTRUM]
    ///
    /// >>> cp.fft.ifft(cp.scipy.ndimage.fourier_shift(cp.fft.fft([1.0, 2.0, 3.0, 4.0]), 1)).real
    /// array([4., 1., 2., 3.])
    fn fourier_shift(input: &Array, shift: PerAxis<f64>, n: i64 = -1, axis: i64 = -1, output: Output = None) -> Array {
        fourier_shift(input, for_axes(&shift, input.ndim())?, Spectrum { n, axis, output })
    }
}
