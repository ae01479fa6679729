//! The declarations of Fourier transforms.

use super::*;
use crate::table::texts::{AXIS, LENGTH, LENGTH_RAISES, LENGTHS, LENGTHS_RAISE, NORM, NORM_OF_FFT};
use crate::table::{Clamped, Out, Sequence, functions};
use crate::{Device, Number};

functions! {
    in "cuprust.fft";

    /// The discrete Fourier transform along an axis.
    ///
    #[doc = LENGTH]
    #[doc = NORM]
    /// Single precision stays single.
    #[doc = LENGTH_RAISES]
    ///
    /// >>> cp.fft.fft([1.0, 2.0, 1.0, 0.0])
    /// array([4.+0.j, 0.-2.j, 0.+0.j, 0.+2.j])
    fn fft(a: &Array, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, out: Out = None) -> Array {
        written_to(fft(a, along(axis).n(n.map(|n| n.0)).norm(Norm::from_name(norm)?))?, "fft", out.0)
    }

    /// The inverse of the discrete Fourier transform along an axis.
    ///
    #[doc = LENGTH]
    #[doc = NORM]
    /// Single precision stays single.
    #[doc = LENGTH_RAISES]
    ///
    /// >>> cp.fft.ifft([4, -2j, 0, 2j])
    /// array([1.+0.j, 2.+0.j, 1.+0.j, 0.+0.j])
    fn ifft(a: &Array, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, out: Out = None) -> Array {
        written_to(ifft(a, along(axis).n(n.map(|n| n.0)).norm(Norm::from_name(norm)?))?, "ifft", out.0)
    }

    /// The discrete Fourier transform of real numbers along an axis: its first `n // 2 + 1` elements, of which the
    /// others are conjugates.
    ///
    #[doc = LENGTH]
    #[doc = NORM]
    /// Single precision stays single. Raises ValueError for less than one element or another norm, AxisError for an
    /// axis out of range, TypeError for complex numbers.
    ///
    /// >>> cp.fft.rfft([1.0, 2.0, 1.0, 0.0])
    /// array([4.+0.j, 0.-2.j, 0.+0.j])
    fn rfft(a: &Array, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, out: Out = None) -> Array {
        written_to(rfft(a, along(axis).n(n.map(|n| n.0)).norm(Norm::from_name(norm)?))?, "rfft", out.0)
    }

    /// The inverse of `rfft` along an axis, real numbers.
    ///
    /// There are `n` of them, or twice as many as elements less two.
    #[doc = NORM]
    /// Single precision stays single.
    #[doc = LENGTH_RAISES]
    ///
    /// >>> cp.fft.irfft([4, -2j, 0])
    /// array([1., 2., 1., 0.])
    fn irfft(a: &Array, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, out: Out = None) -> Array {
        written_to(irfft(a, along(axis).n(n.map(|n| n.0)).norm(Norm::from_name(norm)?))?, "irfft", out.0)
    }

    /// The real spectrum of a signal of which the first half is given, the second being its conjugate.
    ///
    /// It has `n` elements, or twice as many as given less two.
    #[doc = NORM]
    /// Single precision stays single.
    #[doc = LENGTH_RAISES]
    ///
    /// >>> cp.fft.hfft([1.0, 2.0, 3.0])
    /// array([ 8., -2.,  0., -2.])
    fn hfft(a: &Array, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, out: Out = None) -> Array {
        written_to(hfft(a, along(axis).n(n.map(|n| n.0)).norm(Norm::from_name(norm)?))?, "hfft", out.0)
    }

    /// The first half of the signal that has a real spectrum: the inverse of `hfft`.
    ///
    #[doc = LENGTH]
    #[doc = NORM]
    /// Single precision stays single. Raises ValueError for less than one element or another norm, AxisError for an
    /// axis out of range, TypeError for complex numbers.
    ///
    /// >>> cp.fft.ihfft([8.0, -2.0, 0.0, -2.0])
    /// array([1.-0.j, 2.-0.j, 3.-0.j])
    fn ihfft(a: &Array, n: Option<Clamped> = None, axis: i64 = -1, norm: Option<&str> = None, out: Out = None) -> Array {
        written_to(ihfft(a, along(axis).n(n.map(|n| n.0)).norm(Norm::from_name(norm)?))?, "ihfft", out.0)
    }

    /// The discrete Fourier transform over two axes.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.fft.fft2([[1.0, 2.0], [3.0, 4.0]])
    /// array([[10.+0.j, -2.+0.j],
    ///        [-4.+0.j,  0.+0.j]])
    fn fft2(
        a: &Array, s: Option<Sequence> = None, axes: Option<Sequence> = (-2, -1), norm: Option<&str> = None, out: Out = None
    ) -> Array {
        written_to(fftn(a, extents(&s, &axes).norm(Norm::from_name(norm)?))?, "fft2", out.0)
    }

    /// The inverse of the discrete Fourier transform over two axes.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.fft.ifft2([[10.0, -2.0], [-4.0, 0.0]])
    /// array([[1.+0.j, 2.+0.j],
    ///        [3.+0.j, 4.+0.j]])
    fn ifft2(
        a: &Array, s: Option<Sequence> = None, axes: Option<Sequence> = (-2, -1), norm: Option<&str> = None, out: Out = None
    ) -> Array {
        written_to(ifftn(a, extents(&s, &axes).norm(Norm::from_name(norm)?))?, "ifft2", out.0)
    }

    /// The discrete Fourier transform of real numbers over two axes: of the last one the first half, of which the other
    /// is the conjugate.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    /// Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    /// out of range, TypeError for complex numbers, IndexError without axes.
    ///
    /// >>> cp.fft.rfft2([[1.0, 2.0], [3.0, 4.0]])
    /// array([[10.+0.j, -2.+0.j],
    ///        [-4.+0.j,  0.+0.j]])
    fn rfft2(
        a: &Array, s: Option<Sequence> = None, axes: Option<Sequence> = (-2, -1), norm: Option<&str> = None, out: Out = None
    ) -> Array {
        written_to(rfftn(a, extents(&s, &axes).norm(Norm::from_name(norm)?))?, "rfft2", out.0)
    }

    /// The inverse of `rfft2` over two axes, real numbers.
    ///
    /// `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros, the last
    /// one's being that of the real numbers; without `axes` the last ones are transformed, without both all.
    #[doc = NORM_OF_FFT]
    /// Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    /// out of range, IndexError without axes.
    ///
    /// >>> cp.fft.irfft2([[10.0, -2.0], [-4.0, 0.0]])
    /// array([[1., 2.],
    ///        [3., 4.]])
    fn irfft2(
        a: &Array, s: Option<Sequence> = None, axes: Option<Sequence> = (-2, -1), norm: Option<&str> = None, out: Out = None
    ) -> Array {
        written_to(irfftn(a, extents(&s, &axes).norm(Norm::from_name(norm)?))?, "irfft2", out.0)
    }

    /// The discrete Fourier transform over several axes.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.fft.fftn([[1.0, 2.0], [3.0, 4.0]])
    /// array([[10.+0.j, -2.+0.j],
    ///        [-4.+0.j,  0.+0.j]])
    fn fftn(
        a: &Array, s: Option<Sequence> = None, axes: Option<Sequence> = None, norm: Option<&str> = None, out: Out = None
    ) -> Array {
        written_to(fftn(a, extents(&s, &axes).norm(Norm::from_name(norm)?))?, "fftn", out.0)
    }

    /// The inverse of the discrete Fourier transform over several axes.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    #[doc = LENGTHS_RAISE]
    ///
    /// >>> cp.fft.ifftn([[10.0, -2.0], [-4.0, 0.0]])
    /// array([[1.+0.j, 2.+0.j],
    ///        [3.+0.j, 4.+0.j]])
    fn ifftn(
        a: &Array, s: Option<Sequence> = None, axes: Option<Sequence> = None, norm: Option<&str> = None, out: Out = None
    ) -> Array {
        written_to(ifftn(a, extents(&s, &axes).norm(Norm::from_name(norm)?))?, "ifftn", out.0)
    }

    /// The discrete Fourier transform of real numbers over several axes: of the last one the first half, of which the
    /// other is the conjugate.
    ///
    #[doc = LENGTHS]
    #[doc = NORM_OF_FFT]
    /// Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    /// out of range, TypeError for complex numbers, IndexError without axes.
    ///
    /// >>> cp.fft.rfftn([[1.0, 2.0], [3.0, 4.0]])
    /// array([[10.+0.j, -2.+0.j],
    ///        [-4.+0.j,  0.+0.j]])
    fn rfftn(
        a: &Array, s: Option<Sequence> = None, axes: Option<Sequence> = None, norm: Option<&str> = None, out: Out = None
    ) -> Array {
        written_to(rfftn(a, extents(&s, &axes).norm(Norm::from_name(norm)?))?, "rfftn", out.0)
    }

    /// The inverse of `rfftn` over several axes, real numbers.
    ///
    /// `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros, the last
    /// one's being that of the real numbers; without `axes` the last ones are transformed, without both all.
    #[doc = NORM_OF_FFT]
    /// Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    /// out of range, IndexError without axes.
    ///
    /// >>> cp.fft.irfftn([[10.0, -2.0], [-4.0, 0.0]])
    /// array([[1., 2.],
    ///        [3., 4.]])
    fn irfftn(
        a: &Array, s: Option<Sequence> = None, axes: Option<Sequence> = None, norm: Option<&str> = None, out: Out = None
    ) -> Array {
        written_to(irfftn(a, extents(&s, &axes).norm(Norm::from_name(norm)?))?, "irfftn", out.0)
    }

    /// The elements with that of frequency zero in the middle of the axes, or of all.
    ///
    #[doc = AXIS]
    ///
    /// >>> cp.fft.fftshift([0, 1, 2, -2, -1])
    /// array([-2, -1,  0,  1,  2])
    fn fftshift(x: &Array, axes: Option<&[i64]> = None) -> Array {
        fftshift(x, axes)
    }

    /// The inverse of `fftshift`: the element of frequency zero comes first.
    ///
    #[doc = AXIS]
    ///
    /// >>> cp.fft.ifftshift([-2, -1, 0, 1, 2])
    /// array([ 0,  1,  2, -2, -1])
    fn ifftshift(x: &Array, axes: Option<&[i64]> = None) -> Array {
        ifftshift(x, axes)
    }

    /// The frequencies of the elements of a transform of `n` samples that lie `d` apart.
    ///
    /// Raises ValueError where `n` is no integer or negative, ZeroDivisionError where `n * d` is zero.
    ///
    /// >>> cp.fft.fftfreq(4, 0.5)
    /// array([ 0. ,  0.5, -1. , -0.5])
    fn fftfreq(n: Number, d: Number = 1.0, device: Option<Device> = None, *, dtype: Option<DType> = None) -> Array {
        in_dtype(frequencies::frequencies(n, d, device)?, dtype)
    }

    /// The frequencies that are not negative, of a transform of `n` real samples that lie `d` apart.
    ///
    /// Raises ValueError where `n` is no integer or negative, ZeroDivisionError where `n * d` is zero.
    ///
    /// >>> cp.fft.rfftfreq(4, 0.5)
    /// array([0. , 0.5, 1. ])
    fn rfftfreq(n: Number, d: Number = 1.0, device: Option<Device> = None, *, dtype: Option<DType> = None) -> Array {
        in_dtype(frequencies::half_frequencies(n, d, device)?, dtype)
    }
}

/// As in NumPy, one integer alone names neither lengths nor axes.
fn extents<'a>(lengths: &'a Option<Sequence>, axes: &'a Option<Sequence>) -> Extents<'a> {
    let integers = |written_to: &'a Option<Sequence>| written_to.as_ref().map(|written_to| &written_to.0[..]);
    Extents { lengths: integers(lengths), axes: integers(axes), norm: Norm::Backward }
}

fn in_dtype(array: Array, dtype: Option<DType>) -> Result<Array> {
    dtype.map_or(Ok(array.clone()), |dtype| array.in_dtype(dtype))
}
