//! The declarations of SciPy's Fourier transforms.

use cuprust::fft::{self, Extents, Norm};
use cuprust::table::texts::{
    ALL_THREADS, LENGTH, LENGTH_RAISES, LENGTHS, LENGTHS_RAISE, NORM, NORM_OF_FFT, PLANS, UNCHANGED,
};
use cuprust::table::{Clamped, Ignored, Lengths, Reasons, functions};

use super::*;

/// A cosine or sine transform.
fn what(kind: Kind, number: i64, inverse: bool, norm: Option<&str>, orthogonal: Option<bool>) -> Result<Trigonometric> {
    Ok(Trigonometric { kind, number, inverse, norm: Norm::from_name(norm)?, orthogonal })
}

/// What a Fourier transform accepts without effect.
const TRANSFORM: Reasons = &[("overwrite_x", UNCHANGED), ("workers", ALL_THREADS), ("plan", PLANS)];
/// What a cosine or sine transform accepts without effect.
const COSINES: Reasons = &[("overwrite_x", UNCHANGED), ("workers", ALL_THREADS)];
/// What a transform of `fftpack` accepts without effect.
const FFTPACK: Reasons = &[("overwrite_x", UNCHANGED), ("plan", PLANS)];

functions! {
    in "cuprust.scipy.fft";

    /// The discrete Fourier transform along an axis.
    ///
    #[doc = LENGTH]
    #[doc = NORM]
    #[doc = LENGTH_RAISES]
    ///
    /// >>> cp.scipy.fft.fft([1.0, 2.0, 1.0, 0.0])
    /// array([4.+0.j, 0.-2.j, 0.+0.j, 0.+2.j])
    fn fft(
        x: &Array, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::fft(&single(x)?, fft::along(axis).n(n.map(|n| n.0)).norm(Norm::from_name(norm)?))
    }

    /// The inverse of the discrete Fourier transform along an axis.
    ///
    #[doc = LENGTH]
    #[doc = NORM]
    #[doc = LENGTH_RAISES]
    ///
    /// >>> cp.scipy.fft.ifft([4, -2j, 0, 2j])
    /// array([1.+0.j, 2.+0.j, 1.+0.j, 0.+0.j])
    fn ifft(
        x: &Array, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::ifft(&single(x)?, fft::along(axis).n(n.map(|n| n.0)).norm(Norm::from_name(norm)?))
    }

    /// The first `n // 2 + 1` elements of the transform of real numbers, of which the others are conjugates.
    ///
    #[doc = LENGTH]
    #[doc = NORM]
    /// Raises ValueError for less than one element or another norm, AxisError for an axis out of range, TypeError for
    /// complex numbers.
    ///
    /// >>> cp.scipy.fft.rfft([1.0, 2.0, 1.0, 0.0])
    /// array([4.+0.j, 0.-2.j, 0.+0.j])
    fn rfft(
        x: &Array, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::rfft(&single(x)?, fft::along(axis).n(n.map(|n| n.0)).norm(Norm::from_name(norm)?))
    }

    /// The inverse of `rfft`, with `n` real numbers, or twice as many as there are less two.
    ///
    #[doc = LENGTH]
    #[doc = NORM]
    #[doc = LENGTH_RAISES]
    ///
    /// >>> cp.scipy.fft.irfft([4, -2j, 0])
    /// array([1., 2., 1., 0.])
    fn irfft(
        x: &Array, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::irfft(&single(x)?, fft::along(axis).n(n.map(|n| n.0)).norm(Norm::from_name(norm)?))
    }

    /// The real spectrum of a signal of which the first half is given, the second being its conjugate.
    ///
    #[doc = LENGTH]
    #[doc = NORM]
    #[doc = LENGTH_RAISES]
    ///
    /// >>> cp.scipy.fft.hfft([1.0, 2.0, 3.0])
    /// array([ 8., -2.,  0., -2.])
    fn hfft(
        x: &Array, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::hfft(&single(x)?, fft::along(axis).n(n.map(|n| n.0)).norm(Norm::from_name(norm)?))
    }

    /// The first half of the signal that has a real spectrum: the inverse of `hfft`.
    ///
    #[doc = LENGTH]
    #[doc = NORM]
    /// Raises ValueError for less than one element or another norm, AxisError for an axis out of range, TypeError for
    /// complex numbers.
    ///
    /// >>> cp.scipy.fft.ihfft([8.0, -2.0, 0.0, -2.0])
    /// array([1.-0.j, 2.-0.j, 3.-0.j])
    fn ihfft(
        x: &Array, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::ihfft(&single(x)?, fft::along(axis).n(n.map(|n| n.0)).norm(Norm::from_name(norm)?))
    }

    /// The discrete Fourier transform over two axes.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.scipy.fft.fft2([[1.0, 2.0], [3.0, 4.0]])
    /// array([[10.+0.j, -2.+0.j],
    ///        [-4.+0.j,  0.+0.j]])
    fn fft2(
        x: &Array, s: Option<Lengths> = None, axes: Option<&[i64]> = (-2, -1), norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::fftn(&single(x)?, Extents { lengths: s.map(|s| s.0), axes, norm: Norm::from_name(norm)? })
    }

    /// The discrete Fourier transform over axes.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.scipy.fft.fftn([[1.0, 2.0], [3.0, 4.0]])
    /// array([[10.+0.j, -2.+0.j],
    ///        [-4.+0.j,  0.+0.j]])
    fn fftn(
        x: &Array, s: Option<Lengths> = None, axes: Option<&[i64]> = None, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::fftn(&single(x)?, Extents { lengths: s.map(|s| s.0), axes, norm: Norm::from_name(norm)? })
    }

    /// The inverse of the discrete Fourier transform over two axes.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.scipy.fft.ifft2([[10.0, -2.0], [-4.0, 0.0]])
    /// array([[1.+0.j, 2.+0.j],
    ///        [3.+0.j, 4.+0.j]])
    fn ifft2(
        x: &Array, s: Option<Lengths> = None, axes: Option<&[i64]> = (-2, -1), norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::ifftn(&single(x)?, Extents { lengths: s.map(|s| s.0), axes, norm: Norm::from_name(norm)? })
    }

    /// The inverse of the discrete Fourier transform over axes.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.scipy.fft.ifftn([[10.0, -2.0], [-4.0, 0.0]])
    /// array([[1.+0.j, 2.+0.j],
    ///        [3.+0.j, 4.+0.j]])
    fn ifftn(
        x: &Array, s: Option<Lengths> = None, axes: Option<&[i64]> = None, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::ifftn(&single(x)?, Extents { lengths: s.map(|s| s.0), axes, norm: Norm::from_name(norm)? })
    }

    /// The transform of real numbers over two axes, of the last one the first half.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    /// Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    /// out of range, TypeError for complex numbers.
    ///
    /// >>> cp.scipy.fft.rfft2([[1.0, 2.0], [3.0, 4.0]])
    /// array([[10.+0.j, -2.+0.j],
    ///        [-4.+0.j,  0.+0.j]])
    fn rfft2(
        x: &Array, s: Option<Lengths> = None, axes: Option<&[i64]> = (-2, -1), norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::rfftn(&single(x)?, Extents { lengths: s.map(|s| s.0), axes, norm: Norm::from_name(norm)? })
    }

    /// The transform of real numbers over axes, of the last one the first half.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    /// Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    /// out of range, TypeError for complex numbers.
    ///
    /// >>> cp.scipy.fft.rfftn([[1.0, 2.0], [3.0, 4.0]])
    /// array([[10.+0.j, -2.+0.j],
    ///        [-4.+0.j,  0.+0.j]])
    fn rfftn(
        x: &Array, s: Option<Lengths> = None, axes: Option<&[i64]> = None, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::rfftn(&single(x)?, Extents { lengths: s.map(|s| s.0), axes, norm: Norm::from_name(norm)? })
    }

    /// The inverse of `rfftn` over two axes.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.scipy.fft.irfft2([[10.0, -2.0], [-4.0, 0.0]])
    /// array([[1., 2.],
    ///        [3., 4.]])
    fn irfft2(
        x: &Array, s: Option<Lengths> = None, axes: Option<&[i64]> = (-2, -1), norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::irfftn(&single(x)?, Extents { lengths: s.map(|s| s.0), axes, norm: Norm::from_name(norm)? })
    }

    /// The inverse of `rfftn` over axes.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.scipy.fft.irfftn([[10.0, -2.0], [-4.0, 0.0]])
    /// array([[1., 2.],
    ///        [3., 4.]])
    fn irfftn(
        x: &Array, s: Option<Lengths> = None, axes: Option<&[i64]> = None, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        fft::irfftn(&single(x)?, Extents { lengths: s.map(|s| s.0), axes, norm: Norm::from_name(norm)? })
    }

    /// The real spectrum over two axes of a signal whose half along the last one is given.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.scipy.fft.hfft2([[1.0, 2.0], [3.0, 4.0]])
    /// array([[10., -2.],
    ///        [-4.,  0.]])
    fn hfft2(
        x: &Array, s: Option<Lengths> = None, axes: Option<&[i64]> = (-2, -1), norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        hfftn(&single(x)?, Extents { lengths: s.map(|s| s.0), axes, norm: Norm::from_name(norm)? })
    }

    /// The real spectrum over axes of a signal whose half along the last one is given.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.scipy.fft.hfftn([[1.0, 2.0], [3.0, 4.0]])
    /// array([[10., -2.],
    ///        [-4.,  0.]])
    fn hfftn(
        x: &Array, s: Option<Lengths> = None, axes: Option<&[i64]> = None, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        hfftn(&single(x)?, Extents { lengths: s.map(|s| s.0), axes, norm: Norm::from_name(norm)? })
    }

    /// The inverse of `hfftn` over two axes.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    /// Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    /// out of range, TypeError for complex numbers.
    ///
    /// >>> cp.scipy.fft.ihfft2([[10.0, -2.0], [-4.0, 0.0]])
    /// array([[1.-0.j, 2.-0.j],
    ///        [3.-0.j, 4.-0.j]])
    fn ihfft2(
        x: &Array, s: Option<Lengths> = None, axes: Option<&[i64]> = (-2, -1), norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        ihfftn(&single(x)?, Extents { lengths: s.map(|s| s.0), axes, norm: Norm::from_name(norm)? })
    }

    /// The inverse of `hfftn` over axes.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    /// Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    /// out of range, TypeError for complex numbers.
    ///
    /// >>> cp.scipy.fft.ihfftn([[10.0, -2.0], [-4.0, 0.0]])
    /// array([[1.-0.j, 2.-0.j],
    ///        [3.-0.j, 4.-0.j]])
    fn ihfftn(
        x: &Array, s: Option<Lengths> = None, axes: Option<&[i64]> = None, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, *, plan: Ignored = None
    ) ignoring TRANSFORM -> Array {
        ihfftn(&single(x)?, Extents { lengths: s.map(|s| s.0), axes, norm: Norm::from_name(norm)? })
    }

    /// The discrete cosine transform of a type from 1 to 4 along an axis.
    ///
    #[doc = LENGTH]
    /// `norm` is that of `fft`; with "ortho", or with `orthogonalize`, elements are scaled so that the matrix of the
    /// transform is orthogonal. Real numbers stay real, and single precision single. Raises ValueError for another type
    /// or norm and for too few elements, AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.fft.dct([1.0, 2.0], norm="ortho")
    /// array([ 2.12132034, -0.70710678])
    fn dct(
        x: &Array, type_: i64 = 2, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, orthogonalize: Option<bool> = None
    ) ignoring COSINES -> Array {
        transform(x, what(Kind::Cosine, type_, false, norm, orthogonalize)?, n.map(|n| n.0), axis)
    }

    /// The discrete cosine transform of a type from 1 to 4 along axes.
    ///
    /// `s` is the length along each of `axes`, to which it is cut or padded with zeros; without `axes` the last ones
    /// are transformed, without both all. `norm` and `orthogonalize` are those of `dct`. Raises ValueError for another
    /// type or norm, too few elements, and where lengths and axes are not as many; AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.fft.dctn(cp.ones((2, 2)), norm="ortho").shape
    /// (2, 2)
    fn dctn(
        x: &Array, type_: i64 = 2, s: Option<Lengths> = None, axes: Option<&[i64]> = None, norm: Option<&str> = None,
        overwrite_x: bool = False, workers: Ignored = None, *, orthogonalize: Option<bool> = None
    ) ignoring COSINES -> Array {
        transform_over(x, what(Kind::Cosine, type_, false, norm, orthogonalize)?, s.map(|s| s.0), axes)
    }

    /// The inverse of the discrete cosine transform of a type from 1 to 4 along an axis.
    ///
    #[doc = LENGTH]
    /// `norm` is that of `fft`; with "ortho", or with `orthogonalize`, elements are scaled so that the matrix of the
    /// transform is orthogonal. Real numbers stay real, and single precision single. Raises ValueError for another type
    /// or norm and for too few elements, AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.fft.idct([1.0, 2.0], norm="ortho")
    /// array([ 2.12132034, -0.70710678])
    fn idct(
        x: &Array, type_: i64 = 2, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, orthogonalize: Option<bool> = None
    ) ignoring COSINES -> Array {
        transform(x, what(Kind::Cosine, type_, true, norm, orthogonalize)?, n.map(|n| n.0), axis)
    }

    /// The inverse of the discrete cosine transform of a type from 1 to 4 along axes.
    ///
    /// `s` is the length along each of `axes`, to which it is cut or padded with zeros; without `axes` the last ones
    /// are transformed, without both all. `norm` and `orthogonalize` are those of `idct`. Raises ValueError for another
    /// type or norm, too few elements, and where lengths and axes are not as many; AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.fft.idctn(cp.ones((2, 2)), norm="ortho").shape
    /// (2, 2)
    fn idctn(
        x: &Array, type_: i64 = 2, s: Option<Lengths> = None, axes: Option<&[i64]> = None, norm: Option<&str> = None,
        overwrite_x: bool = False, workers: Ignored = None, *, orthogonalize: Option<bool> = None
    ) ignoring COSINES -> Array {
        transform_over(x, what(Kind::Cosine, type_, true, norm, orthogonalize)?, s.map(|s| s.0), axes)
    }

    /// The discrete sine transform of a type from 1 to 4 along an axis.
    ///
    #[doc = LENGTH]
    /// `norm` is that of `fft`; with "ortho", or with `orthogonalize`, elements are scaled so that the matrix of the
    /// transform is orthogonal. Real numbers stay real, and single precision single. Raises ValueError for another type
    /// or norm and for too few elements, AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.fft.dst([1.0, 2.0], norm="ortho")
    /// array([ 2.12132034, -0.70710678])
    fn dst(
        x: &Array, type_: i64 = 2, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, orthogonalize: Option<bool> = None
    ) ignoring COSINES -> Array {
        transform(x, what(Kind::Sine, type_, false, norm, orthogonalize)?, n.map(|n| n.0), axis)
    }

    /// The discrete sine transform of a type from 1 to 4 along axes.
    ///
    /// `s` is the length along each of `axes`, to which it is cut or padded with zeros; without `axes` the last ones
    /// are transformed, without both all. `norm` and `orthogonalize` are those of `dst`. Raises ValueError for another
    /// type or norm, too few elements, and where lengths and axes are not as many; AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.fft.dstn(cp.ones((2, 2)), norm="ortho").shape
    /// (2, 2)
    fn dstn(
        x: &Array, type_: i64 = 2, s: Option<Lengths> = None, axes: Option<&[i64]> = None, norm: Option<&str> = None,
        overwrite_x: bool = False, workers: Ignored = None, *, orthogonalize: Option<bool> = None
    ) ignoring COSINES -> Array {
        transform_over(x, what(Kind::Sine, type_, false, norm, orthogonalize)?, s.map(|s| s.0), axes)
    }

    /// The inverse of the discrete sine transform of a type from 1 to 4 along an axis.
    ///
    #[doc = LENGTH]
    /// `norm` is that of `fft`; with "ortho", or with `orthogonalize`, elements are scaled so that the matrix of the
    /// transform is orthogonal. Real numbers stay real, and single precision single. Raises ValueError for another type
    /// or norm and for too few elements, AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.fft.idst([1.0, 2.0], norm="ortho")
    /// array([ 2.12132034, -0.70710678])
    fn idst(
        x: &Array, type_: i64 = 2, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, overwrite_x: bool = False,
        workers: Ignored = None, orthogonalize: Option<bool> = None
    ) ignoring COSINES -> Array {
        transform(x, what(Kind::Sine, type_, true, norm, orthogonalize)?, n.map(|n| n.0), axis)
    }

    /// The inverse of the discrete sine transform of a type from 1 to 4 along axes.
    ///
    /// `s` is the length along each of `axes`, to which it is cut or padded with zeros; without `axes` the last ones
    /// are transformed, without both all. `norm` and `orthogonalize` are those of `idst`. Raises ValueError for another
    /// type or norm, too few elements, and where lengths and axes are not as many; AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.fft.idstn(cp.ones((2, 2)), norm="ortho").shape
    /// (2, 2)
    fn idstn(
        x: &Array, type_: i64 = 2, s: Option<Lengths> = None, axes: Option<&[i64]> = None, norm: Option<&str> = None,
        overwrite_x: bool = False, workers: Ignored = None, *, orthogonalize: Option<bool> = None
    ) ignoring COSINES -> Array {
        transform_over(x, what(Kind::Sine, type_, true, norm, orthogonalize)?, s.map(|s| s.0), axes)
    }

    /// The fast Hankel transform of order `mu`, of samples whose logarithms lie `dln` apart, along the last axis.
    ///
    /// `offset` is that of the results' logarithms, `bias` the exponent of a power law that the samples are freed of.
    /// Raises ValueError for no elements.
    ///
    /// >>> cp.scipy.fft.fht(cp.ones(4), 0.1, 0.5).shape
    /// (4,)
    fn fht(a: &Array, dln: f64, mu: f64, offset: f64 = 0.0, bias: f64 = 0.0) -> Array {
        fht(a, dln, mu, offset, bias)
    }

    /// The inverse of the fast Hankel transform.
    ///
    /// The parameters are those of `fht`. Raises ValueError for no elements.
    ///
    /// >>> cp.scipy.fft.ifht(cp.scipy.fft.fht(cp.array([1.0, 2.0]), 0.1, 0.5), 0.1, 0.5)
    /// array([1., 2.])
    fn ifht(A: &Array, dln: f64, mu: f64, offset: f64 = 0.0, bias: f64 = 0.0) -> Array {
        ifht(A, dln, mu, offset, bias)
    }

    /// The least length of a fast transform that is not less than `target`: of prime factors up to 11, or with `real`
    /// up to 5.
    ///
    /// Raises ValueError for a negative length.
    ///
    /// >>> cp.scipy.fft.next_fast_len(13)
    /// 14
    fn next_fast_len(target: i64, real: bool = False) -> i64 {
        next_fast_len(target, real)
    }

    in "cuprust.scipy.fftpack";

    /// The discrete Fourier transform along an axis.
    ///
    #[doc = LENGTH]
    /// Raises ValueError for less than one element, AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.fftpack.fft([1.0, 2.0, 1.0, 0.0])
    /// array([4.+0.j, 0.-2.j, 0.+0.j, 0.+2.j])
    fn fft(x: &Array, n: Option<Clamped> = None, axis: i64 = -1, overwrite_x: bool = False, plan: Ignored = None)
    ignoring FFTPACK -> Array {
        fft::fft(&single(x)?, fft::along(axis).n(n.map(|n| n.0)))
    }

    /// The discrete Fourier transform over two axes.
    ///
    /// `shape` is the length along each of `axes`, to which it is cut or padded with zeros.
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.scipy.fftpack.fft2([[1.0, 2.0], [3.0, 4.0]])
    /// array([[10.+0.j, -2.+0.j],
    ///        [-4.+0.j,  0.+0.j]])
    fn fft2(
        x: &Array, shape: Option<Lengths> = None, axes: Option<&[i64]> = (-2, -1), overwrite_x: bool = False, plan: Ignored = None
    ) ignoring FFTPACK -> Array {
        fft::fftn(&single(x)?, Extents { lengths: shape.map(|shape| shape.0), axes, norm: Norm::Backward })
    }

    /// The discrete Fourier transform over axes.
    ///
    /// `shape` is the length along each of `axes`, to which it is cut or padded with zeros.
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.scipy.fftpack.fftn([[1.0, 2.0], [3.0, 4.0]])
    /// array([[10.+0.j, -2.+0.j],
    ///        [-4.+0.j,  0.+0.j]])
    fn fftn(
        x: &Array, shape: Option<Lengths> = None, axes: Option<&[i64]> = None, overwrite_x: bool = False, plan: Ignored = None
    ) ignoring FFTPACK -> Array {
        fft::fftn(&single(x)?, Extents { lengths: shape.map(|shape| shape.0), axes, norm: Norm::Backward })
    }

    /// The inverse of the discrete Fourier transform along an axis.
    ///
    #[doc = LENGTH]
    /// Raises ValueError for less than one element, AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.fftpack.ifft([4, -2j, 0, 2j])
    /// array([1.+0.j, 2.+0.j, 1.+0.j, 0.+0.j])
    fn ifft(x: &Array, n: Option<Clamped> = None, axis: i64 = -1, overwrite_x: bool = False, plan: Ignored = None)
    ignoring FFTPACK -> Array {
        fft::ifft(&single(x)?, fft::along(axis).n(n.map(|n| n.0)))
    }

    /// The inverse of the discrete Fourier transform over two axes.
    ///
    /// `shape` is the length along each of `axes`, to which it is cut or padded with zeros.
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.scipy.fftpack.ifft2([[10.0, -2.0], [-4.0, 0.0]])
    /// array([[1.+0.j, 2.+0.j],
    ///        [3.+0.j, 4.+0.j]])
    fn ifft2(
        x: &Array, shape: Option<Lengths> = None, axes: Option<&[i64]> = (-2, -1), overwrite_x: bool = False, plan: Ignored = None
    ) ignoring FFTPACK -> Array {
        fft::ifftn(&single(x)?, Extents { lengths: shape.map(|shape| shape.0), axes, norm: Norm::Backward })
    }

    /// The inverse of the discrete Fourier transform over axes.
    ///
    /// `shape` is the length along each of `axes`, to which it is cut or padded with zeros.
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.scipy.fftpack.ifftn([[10.0, -2.0], [-4.0, 0.0]])
    /// array([[1.+0.j, 2.+0.j],
    ///        [3.+0.j, 4.+0.j]])
    fn ifftn(
        x: &Array, shape: Option<Lengths> = None, axes: Option<&[i64]> = None, overwrite_x: bool = False, plan: Ignored = None
    ) ignoring FFTPACK -> Array {
        fft::ifftn(&single(x)?, Extents { lengths: shape.map(|shape| shape.0), axes, norm: Norm::Backward })
    }

    /// The transform of real numbers along an axis as real numbers: the first element, then the parts of each other.
    ///
    #[doc = LENGTH]
    /// Raises ValueError for less than one element, AxisError for an axis out of range, TypeError for complex numbers.
    ///
    /// >>> cp.scipy.fftpack.rfft([1.0, 2.0, 1.0, 0.0])
    /// array([ 4.,  0., -2.,  0.])
    fn rfft(x: &Array, n: Option<Clamped> = None, axis: i64 = -1, overwrite_x: bool = False, plan: Ignored = None)
    ignoring FFTPACK -> Array {
        rfft(x, n.map(|n| n.0), axis)
    }

    /// The inverse of `rfft`: real numbers of the first element and the parts of each other.
    ///
    #[doc = LENGTH]
    /// Raises ValueError for less than one element, AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.fftpack.irfft([4.0, 0.0, -2.0, 0.0])
    /// array([1., 2., 1., 0.])
    fn irfft(x: &Array, n: Option<Clamped> = None, axis: i64 = -1, overwrite_x: bool = False)
    ignoring { overwrite_x: UNCHANGED } -> Array {
        irfft(x, n.map(|n| n.0), axis)
    }
}
