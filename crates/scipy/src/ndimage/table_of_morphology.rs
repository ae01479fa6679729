//! The declarations of morphology.

use super::iteration::iterated_origin;
use super::table::{Over, count_of, made};
use super::*;
use cuprust::Number;
use cuprust::table::texts::{EDGES, MORPHOLOGY, ONE_ALGORITHM, STRUCTURE};
use cuprust::table::{AnyArray, Output, PerAxis, Returned, functions};

/// The binary operation that arguments say.
///
/// # Errors
/// A runtime error for origins of another number than the axes.
fn operation<'a>(
    over: Over,
    structure: Option<&'a Array>,
    mask: Option<&'a Array>,
    output: Output<'a>,
    border: i64,
    origin: &PerAxis<i64>,
) -> Result<Binary<'a>> {
    let origin = for_axes(origin, count_of(over))?;
    let own = binary().structure(structure).mask(mask).output(output).border(border != 0).origin(origin);
    Ok(over.1.map_or(own.clone(), |axes| own.axes(axes)))
}

/// A form of windows as arguments say it.
///
/// A value error if nothing defines the window.
fn form<'a>(
    over: Over,
    size: Option<&'a PerAxis<i64>>,
    footprint: Option<&'a Array>,
    structure: Option<&'a Array>,
) -> Result<Neighborhood<'a>> {
    if size.is_some() && footprint.is_some() {
        cuprust::chapters::warn(cuprust::Warning::User, "ignoring size because footprint is set")?;
    }
    match (size, footprint, structure) {
        (_, footprint, Some(structure)) => Ok(Neighborhood::Structure { footprint, structure }),
        (_, Some(footprint), None) => Ok(Neighborhood::Footprint(footprint)),
        (Some(size), None, None) => Ok(Neighborhood::Size(for_axes(size, count_of(over))?)),
        (None, None, None) => Err(Error::value("size, footprint, or structure must be specified")),
    }
}

functions! {
    in "cuprust.scipy.ndimage";

    /// The elements at most `connectivity` steps along axes from the centre of a cube of three elements along each of
    /// `rank` axes, as bools.
    ///
    /// >>> cp.scipy.ndimage.generate_binary_structure(2, 1).astype(int)
    /// array([[0, 1, 0],
    ///        [1, 1, 1],
    ///        [0, 1, 0]])
    fn generate_binary_structure(rank: i64, connectivity: f64) -> Array {
        generate_binary_structure(rank, connectivity.floor() as i64, None)
    }

    /// The structuring element of which one dilation is as many with `structure`; with `origin` a tuple of it and its
    /// origin. Below two iterations it is a copy of `structure`, else it is of bools.
    ///
    /// >>> cp.scipy.ndimage.iterate_structure(cp.ones(3), 2)
    /// array([ True,  True,  True,  True,  True])
    fn iterate_structure(structure: AnyArray, iterations: i64, origin: Option<PerAxis<i64>> = None) -> Returned {
        let iterated = iterate_structure(&structure, iterations)?;
        Ok(match origin {
            Some(origin) if iterations > 1 => {
                let origin = Dims::new(&iterated_origin(&structure, iterations, for_axes(&origin, structure.ndim())?)?);
                Returned::Several(vec![Returned::Array(iterated), Returned::Ints(origin)])
            }
            _ => Returned::Array(iterated),
        })
    }

    /// Elements are true where all neighbors of the structure are.
    ///
    #[doc = STRUCTURE]
    /// `iterations` is the number of passes, below one until nothing changes.
    ///
    /// >>> cp.scipy.ndimage.binary_erosion([0, 1, 1, 1, 1, 0]).astype(int)
    /// array([0, 0, 1, 1, 0, 0])
    fn binary_erosion(
        input: &Array, structure: Option<AnyArray> = None, iterations: i64 = 1, mask: Option<&Array> = None,
        output: Output = None, border_value: i64 = 0, origin: PerAxis<i64> = 0, brute_force: bool = False, *,
        axes: Option<&[i64]> = None
    ) ignoring { brute_force: ONE_ALGORITHM } -> Array {
        binary_erosion(input, operation((input, axes), structure.as_deref(), mask, output, border_value, &origin)?.iterations(iterations))
    }

    /// Elements are true where any neighbor of the reflected structure is.
    ///
    #[doc = STRUCTURE]
    /// `iterations` is the number of passes, below one until nothing changes.
    ///
    /// >>> cp.scipy.ndimage.binary_dilation([0, 0, 0, 1, 0, 0, 0], iterations=2).astype(int)
    /// array([0, 1, 1, 1, 1, 1, 0])
    fn binary_dilation(
        input: &Array, structure: Option<AnyArray> = None, iterations: i64 = 1, mask: Option<&Array> = None,
        output: Output = None, border_value: i64 = 0, origin: PerAxis<i64> = 0, brute_force: bool = False, *,
        axes: Option<&[i64]> = None
    ) ignoring { brute_force: ONE_ALGORITHM } -> Array {
        binary_dilation(input, operation((input, axes), structure.as_deref(), mask, output, border_value, &origin)?.iterations(iterations))
    }

    /// The erosion and then the dilation: what is smaller than the structure vanishes.
    ///
    #[doc = STRUCTURE]
    /// `iterations` is the number of passes of each, below one until nothing changes.
    ///
    /// >>> cp.scipy.ndimage.binary_opening([0, 1, 1, 1, 0, 1, 0]).astype(int)
    /// array([0, 1, 1, 1, 0, 0, 0])
    fn binary_opening(
        input: &Array, structure: Option<AnyArray> = None, iterations: i64 = 1, output: Output = None, origin: PerAxis<i64> = 0,
        mask: Option<&Array> = None, border_value: i64 = 0, brute_force: bool = False, *, axes: Option<&[i64]> = None
    ) ignoring { brute_force: ONE_ALGORITHM } -> Array {
        binary_opening(input, operation((input, axes), structure.as_deref(), mask, output, border_value, &origin)?.iterations(iterations))
    }

    /// The dilation and then the erosion: holes smaller than the structure are filled.
    ///
    #[doc = STRUCTURE]
    /// `iterations` is the number of passes of each, below one until nothing changes.
    ///
    /// >>> cp.scipy.ndimage.binary_closing([0, 1, 1, 0, 1, 1, 0]).astype(int)
    /// array([0, 1, 1, 1, 1, 1, 0])
    fn binary_closing(
        input: &Array, structure: Option<AnyArray> = None, iterations: i64 = 1, output: Output = None, origin: PerAxis<i64> = 0,
        mask: Option<&Array> = None, border_value: i64 = 0, brute_force: bool = False, *, axes: Option<&[i64]> = None
    ) ignoring { brute_force: ONE_ALGORITHM } -> Array {
        binary_closing(input, operation((input, axes), structure.as_deref(), mask, output, border_value, &origin)?.iterations(iterations))
    }

    /// Elements are true where all neighbors of `structure1` are true and all of `structure2`, else those that are not
    /// of `structure1`, are not.
    ///
    #[doc = MORPHOLOGY]
    ///
    /// >>> cp.scipy.ndimage.binary_hit_or_miss([0, 1, 0, 1, 1, 0], [0, 1, 1]).astype(int)
    /// array([0, 0, 0, 1, 0, 0])
    fn binary_hit_or_miss(
        input: &Array, structure1: Option<&Array> = None, structure2: Option<&Array> = None, output: Output = None,
        origin1: PerAxis<i64> = 0, origin2: Option<PerAxis<i64>> = None, *, axes: Option<&[i64]> = None
    ) -> Array {
        let second = origin2.as_ref().unwrap_or(&origin1);
        let miss = operation((input, axes), structure2, None, Output::New, 0, second)?;
        binary_hit_or_miss(input, operation((input, axes), structure1, None, output, 0, &origin1)?, miss)
    }

    /// The dilation until nothing changes: what grows from the image within a mask.
    ///
    #[doc = STRUCTURE]
    ///
    /// >>> cp.scipy.ndimage.binary_propagation([0, 1, 0, 0, 0], mask=[1, 1, 1, 0, 1]).astype(int)
    /// array([1, 1, 1, 0, 0])
    fn binary_propagation(
        input: &Array, structure: Option<AnyArray> = None, mask: Option<&Array> = None, output: Output = None,
        border_value: i64 = 0, origin: PerAxis<i64> = 0, *, axes: Option<&[i64]> = None
    ) -> Array {
        binary_propagation(input, operation((input, axes), structure.as_deref(), mask, output, border_value, &origin)?)
    }

    /// The image and what is false in it but not connected to its edges.
    ///
    #[doc = MORPHOLOGY]
    ///
    /// >>> cp.scipy.ndimage.binary_fill_holes([[1, 1, 1, 0], [1, 0, 1, 0], [1, 1, 1, 0]]).astype(int)
    /// array([[1, 1, 1, 0],
    ///        [1, 1, 1, 0],
    ///        [1, 1, 1, 0]])
    fn binary_fill_holes(
        input: &Array, structure: Option<AnyArray> = None, output: Output = None, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        binary_fill_holes(input, operation((input, axes), structure.as_deref(), None, output, 0, &origin)?)
    }

    /// The least element of windows of a size along each axis, or of the elements where `footprint` is not zero; with
    /// `structure` of the elements less its numbers.
    ///
    #[doc = EDGES]
    /// Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    /// mode.
    ///
    /// >>> cp.scipy.ndimage.grey_erosion([0, 5, 5, 5, 0], size=3)
    /// array([0, 0, 5, 0, 0])
    fn grey_erosion(
        input: &Array, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, structure: Option<AnyArray> = None,
        output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        let of = form((input, axes), size.as_ref(), footprint.as_deref(), structure.as_deref())?;
        grey_erosion(input, of, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The greatest element of reflected windows of a size along each axis, or of the elements where `footprint` is not
    /// zero; with `structure` of the elements and its numbers.
    ///
    #[doc = EDGES]
    /// Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    /// mode.
    ///
    /// >>> cp.scipy.ndimage.grey_dilation([0, 0, 5, 0, 0], size=3)
    /// array([0, 5, 5, 5, 0])
    fn grey_dilation(
        input: &Array, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, structure: Option<AnyArray> = None,
        output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        let of = form((input, axes), size.as_ref(), footprint.as_deref(), structure.as_deref())?;
        grey_dilation(input, of, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The erosion and then the dilation: peaks narrower than the window vanish.
    ///
    #[doc = EDGES]
    /// Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    /// mode.
    ///
    /// >>> cp.scipy.ndimage.grey_opening([1, 1, 5, 1, 3, 3, 3], size=3)
    /// array([1, 1, 1, 1, 3, 3, 3])
    fn grey_opening(
        input: &Array, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, structure: Option<AnyArray> = None,
        output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        let of = form((input, axes), size.as_ref(), footprint.as_deref(), structure.as_deref())?;
        grey_opening(input, of, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The dilation and then the erosion: valleys narrower than the window vanish.
    ///
    #[doc = EDGES]
    /// Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    /// mode.
    ///
    /// >>> cp.scipy.ndimage.grey_closing([5, 5, 1, 5, 3, 3, 3], size=3)
    /// array([5, 5, 5, 5, 3, 3, 3])
    fn grey_closing(
        input: &Array, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, structure: Option<AnyArray> = None,
        output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        let of = form((input, axes), size.as_ref(), footprint.as_deref(), structure.as_deref())?;
        grey_closing(input, of, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The dilation less the erosion.
    ///
    #[doc = EDGES]
    /// Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    /// mode.
    ///
    /// >>> cp.scipy.ndimage.morphological_gradient([0, 0, 0, 5, 5, 5], size=3)
    /// array([0, 0, 5, 5, 0, 0])
    fn morphological_gradient(
        input: &Array, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, structure: Option<AnyArray> = None,
        output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        let of = form((input, axes), size.as_ref(), footprint.as_deref(), structure.as_deref())?;
        morphological_gradient(input, of, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The dilation and the erosion, less twice the image.
    ///
    #[doc = EDGES]
    /// Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    /// mode.
    ///
    /// >>> cp.scipy.ndimage.morphological_laplace([0, 0, 0, 5, 5, 5], size=3)
    /// array([ 0,  0,  5, -5,  0,  0])
    fn morphological_laplace(
        input: &Array, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, structure: Option<AnyArray> = None,
        output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        let of = form((input, axes), size.as_ref(), footprint.as_deref(), structure.as_deref())?;
        morphological_laplace(input, of, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The image less its opening: the peaks narrower than the window. Of bools, where both differ.
    ///
    #[doc = EDGES]
    /// Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    /// mode.
    ///
    /// >>> cp.scipy.ndimage.white_tophat([1, 1, 5, 1, 3, 3, 3], size=3)
    /// array([0, 0, 4, 0, 0, 0, 0])
    fn white_tophat(
        input: &Array, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, structure: Option<AnyArray> = None,
        output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        let of = form((input, axes), size.as_ref(), footprint.as_deref(), structure.as_deref())?;
        white_tophat(input, of, made((input, axes), output, &mode, cval, Some(&origin))?)
    }

    /// The closing less the image: the valleys narrower than the window. Of bools, where both differ.
    ///
    #[doc = EDGES]
    /// Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    /// mode.
    ///
    /// >>> cp.scipy.ndimage.black_tophat([5, 5, 1, 5, 3, 3, 3], size=3)
    /// array([0, 0, 4, 0, 0, 0, 0])
    fn black_tophat(
        input: &Array, size: Option<PerAxis<i64>> = None, footprint: Option<AnyArray> = None, structure: Option<AnyArray> = None,
        output: Output = None, mode: PerAxis<&str> = "reflect", cval: Number = 0.0, origin: PerAxis<i64> = 0, *,
        axes: Option<&[i64]> = None
    ) -> Array {
        let of = form((input, axes), size.as_ref(), footprint.as_deref(), structure.as_deref())?;
        black_tophat(input, of, made((input, axes), output, &mode, cval, Some(&origin))?)
    }
}
