//! Morphology of images of numbers: the minima and maxima of windows, and operations composed of both.

use cuprust_ir::Result;
use cuprust_num::DType;
use cuprust_ops::RowId;

use super::{Filter, Neighborhood, each, maximum_filter, minimum_filter, origin_of_reversed};
use cuprust::table::Output;
use cuprust::ufunc::{MapOptions, map_one};
use cuprust::{Argument, Array};

/// The least element of windows, each less its number where the neighborhood is a structure of numbers:
/// `scipy.ndimage.grey_erosion`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{Neighborhood, filter, grey_erosion};
/// # fn main() -> Result<()> {
/// let least = grey_erosion(&array![0, 5, 5, 5, 0], Neighborhood::Size(&[3]), filter())?;
/// assert_eq!(least.to_string(), "[0 0 5 0 0]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`minimum_filter`].
pub fn grey_erosion(image: &Array, of: Neighborhood, filter: Filter) -> Result<Array> {
    minimum_filter(image, of, filter)
}

/// The greatest element of reflected windows, each and its number where the neighborhood is a structure of numbers:
/// `scipy.ndimage.grey_dilation`.
///
/// # Errors
/// As [`minimum_filter`].
pub fn grey_dilation(image: &Array, of: Neighborhood, filter: Filter) -> Result<Array> {
    let axes = filter.axes_of(image)?;
    let mut origins = each(&filter.origins, axes.len())?;
    let form;
    let sizes = match of {
        Neighborhood::Size(sizes) => {
            form = each(sizes, axes.len())?;
            &form[..]
        }
        Neighborhood::Footprint(own) | Neighborhood::Structure { footprint: Some(own), .. } => own.shape(),
        Neighborhood::Structure { structure, .. } => structure.shape(),
    };
    for (origin, size) in origins.iter_mut().zip(sizes) {
        *origin = origin_of_reversed(*origin, *size);
    }
    let filter = if origins.is_empty() { filter } else { filter.origin(&origins[..]) };
    let flipped = |array: &Array| array.flip(..);
    match of {
        Neighborhood::Size(sizes) => maximum_filter(image, Neighborhood::Size(sizes), filter),
        Neighborhood::Footprint(own) => maximum_filter(image, Neighborhood::Footprint(&flipped(own)?), filter),
        Neighborhood::Structure { footprint, structure } => {
            let (footprint, structure) = (footprint.map(flipped).transpose()?, flipped(structure)?);
            let of = Neighborhood::Structure { footprint: footprint.as_ref(), structure: &structure };
            maximum_filter(image, of, filter)
        }
    }
}

/// The erosion and then the dilation: `scipy.ndimage.grey_opening`.
///
/// # Errors
/// As [`minimum_filter`].
pub fn grey_opening(image: &Array, of: Neighborhood, filter: Filter) -> Result<Array> {
    grey_dilation(&grey_erosion(image, of, filter.clone().output(Output::New))?, of, filter)
}

/// The dilation and then the erosion: `scipy.ndimage.grey_closing`.
///
/// # Errors
/// As [`minimum_filter`].
pub fn grey_closing(image: &Array, of: Neighborhood, filter: Filter) -> Result<Array> {
    grey_erosion(&grey_dilation(image, of, filter.clone().output(Output::New))?, of, filter)
}

/// The dilation less the erosion: `scipy.ndimage.morphological_gradient`. A dtype as output has no effect.
///
/// # Errors
/// As [`minimum_filter`]; a type error for bools, which have no difference, and for an array to write to whose dtype
/// does not hold it.
pub fn morphological_gradient(image: &Array, of: Neighborhood, filter: Filter) -> Result<Array> {
    let (output, filter) = own_result(filter);
    let dilated = grey_dilation(image, of, filter.clone())?;
    let eroded = grey_erosion(image, of, filter.output(output))?;
    combined(const { RowId::named("subtract") }, &dilated, &eroded, written(output))
}

/// The dilation and the erosion, less twice the image: `scipy.ndimage.morphological_laplace`. A dtype as output has no
/// effect.
///
/// # Errors
/// As [`morphological_gradient`].
pub fn morphological_laplace(image: &Array, of: Neighborhood, filter: Filter) -> Result<Array> {
    let (output, filter) = own_result(filter);
    // The output may be the image itself.
    let own = if written(output).is_some() { image.copy()? } else { image.clone() };
    let dilated = grey_dilation(image, of, filter.clone())?;
    let eroded = grey_erosion(image, of, filter.output(output))?;
    let out = Some(written(output).unwrap_or(&eroded));
    let sum = combined(const { RowId::named("add") }, &dilated, &eroded, out)?;
    let less = combined(const { RowId::named("subtract") }, &sum, &own, out)?;
    combined(const { RowId::named("subtract") }, &less, &own, out)
}

/// The image less its opening: `scipy.ndimage.white_tophat`. Of bools, where they differ.
///
/// # Errors
/// As [`minimum_filter`]; a type error for a dtype of the result that does not hold it.
pub fn white_tophat(image: &Array, of: Neighborhood, filter: Filter) -> Result<Array> {
    let own = image.copy()?;
    let opened = grey_opening(image, of, filter)?;
    combined(difference(&own, &opened), &own, &opened, Some(&opened))
}

/// The closing less the image: `scipy.ndimage.black_tophat`. Of bools, where they differ.
///
/// # Errors
/// As [`white_tophat`].
pub fn black_tophat(image: &Array, of: Neighborhood, filter: Filter) -> Result<Array> {
    let own = image.copy()?;
    let closed = grey_closing(image, of, filter)?;
    combined(difference(&own, &closed), &closed, &own, Some(&closed))
}

fn difference(image: &Array, result: &Array) -> RowId {
    let bools = image.dtype() == DType::Bool && result.dtype() == DType::Bool;
    if bools { const { RowId::named("bitwise_xor") } } else { const { RowId::named("subtract") } }
}

/// The array that is written to, if there is one, and the filter of new arrays in the image's dtype.
fn own_result<'a>(filter: Filter<'a>) -> (Output<'a>, Filter<'a>) {
    let output = match filter.output {
        Output::Array(array) => Output::Array(array),
        _ => Output::New,
    };
    (output, filter.output(Output::New))
}

fn written<'a>(output: Output<'a>) -> Option<&'a Array> {
    if let Output::Array(array) = output { Some(array) } else { None }
}

fn combined(row: RowId, a: &Array, b: &Array, out: Option<&Array>) -> Result<Array> {
    let mut options = MapOptions::default();
    options.out[0] = out;
    map_one(row, &[Argument::Array(a), Argument::Array(b)], &options)
}
