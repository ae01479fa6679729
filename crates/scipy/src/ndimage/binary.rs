//! Morphology of images of bools: an element becomes what all, or any, of its neighbors in a structuring element are.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};

use super::labels::components;
use super::structures::generate_binary_structure;
use super::{Filter, each, filter, give, origin_of_reversed};
use cuprust::chapters::{in_host_memory, poll_signals, take_known};
use cuprust::indexing::take_where;
use cuprust::table::Output;
use cuprust::ufunc::rows;
use cuprust::windows::{self, Along, Border, Edge, Summary};
use cuprust::{Array, Index, IntoInts, Padding, shape, where_, zeros};

/// The options of a binary operation: [`binary`] creates them.
#[derive(Clone)]
pub struct Binary<'a> {
    structure: Option<&'a Array>,
    iterations: i64,
    mask: Option<&'a Array>,
    border: bool,
    filter: Filter<'a>,
}

/// One pass with the structure of [`generate_binary_structure`] of one step, centred, over all elements, with false
/// beyond the edges.
pub fn binary<'a>() -> Binary<'a> {
    Binary { structure: None, iterations: 1, mask: None, border: false, filter: filter() }
}

impl<'a> Binary<'a> {
    /// The structuring element: the neighbors where it is not zero.
    pub fn structure(self, structure: impl Into<Option<&'a Array>>) -> Binary<'a> {
        Binary { structure: structure.into(), ..self }
    }

    /// The number of passes; below one, passes until nothing changes.
    pub fn iterations(self, iterations: i64) -> Binary<'a> {
        Binary { iterations, ..self }
    }

    /// The elements that may change: those where an array is not zero.
    pub fn mask(self, mask: impl Into<Option<&'a Array>>) -> Binary<'a> {
        Binary { mask: mask.into(), ..self }
    }

    /// The value of all elements beyond the edges.
    pub fn border(self, border: bool) -> Binary<'a> {
        Binary { border, ..self }
    }

    /// How far the structure's centre is moved, one for all axes or one for each.
    pub fn origin(self, origins: impl IntoInts) -> Binary<'a> {
        Binary { filter: self.filter.origin(origins), ..self }
    }

    /// The axes that the structure has.
    pub fn axes(self, axes: impl IntoInts) -> Binary<'a> {
        Binary { filter: self.filter.axes(axes), ..self }
    }

    /// The array that is written to. A dtype has no effect: results are of bools.
    pub fn output(self, output: Output<'a>) -> Binary<'a> {
        Binary { filter: self.filter.output(output), ..self }
    }

    /// The same without an array that is written to.
    fn giving_new(&self) -> Binary<'a> {
        self.clone().output(Output::New)
    }
}

/// Whether elements become true where all of their neighbors are, or where any is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantifier {
    All,
    Any,
}

/// Elements are true where all neighbors of the structure are: `scipy.ndimage.binary_erosion`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{binary, binary_erosion};
/// # fn main() -> Result<()> {
/// let left = binary_erosion(&array![0, 1, 1, 1, 1, 0], binary())?;
/// assert_eq!(left.astype(DType::I64)?.to_string(), "[0 0 1 1 0 0]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for complex numbers; a runtime error for a structure of another number of axes or without elements, a
/// mask of another shape, origins of another number; an index error for an origin outside of the structure, a value
/// error for axes that the image has not.
pub fn binary_erosion(image: &Array, how: Binary) -> Result<Array> {
    let structure = Structure::new(image, &how, false)?;
    repeated(image, Quantifier::All, &structure, &how)
}

/// Elements are true where any neighbor of the reflected structure is: `scipy.ndimage.binary_dilation`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{binary, binary_dilation};
/// # fn main() -> Result<()> {
/// let grown = binary_dilation(&array![0, 0, 0, 1, 0, 0, 0], binary().iterations(2))?;
/// assert_eq!(grown.astype(DType::I64)?.to_string(), "[0 1 1 1 1 1 0]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`binary_erosion`].
pub fn binary_dilation(image: &Array, how: Binary) -> Result<Array> {
    let structure = Structure::new(image, &how, true)?;
    repeated(image, Quantifier::Any, &structure, &how)
}

/// The erosion and then the dilation, each of as many passes: `scipy.ndimage.binary_opening`.
///
/// # Errors
/// As [`binary_erosion`].
pub fn binary_opening(image: &Array, how: Binary) -> Result<Array> {
    binary_dilation(&binary_erosion(image, how.giving_new())?, how)
}

/// The dilation and then the erosion, each of as many passes: `scipy.ndimage.binary_closing`.
///
/// # Errors
/// As [`binary_erosion`].
pub fn binary_closing(image: &Array, how: Binary) -> Result<Array> {
    binary_erosion(&binary_dilation(image, how.giving_new())?, how)
}

/// Elements are true where all neighbors of one structure are true and all of another one are false:
/// `scipy.ndimage.binary_hit_or_miss`. The first structure is that of `hit`, the second one that of `miss`, by default
/// all elements that the first one lacks. Of `miss` only the structure and the origin are used.
///
/// # Errors
/// As [`binary_erosion`].
pub fn binary_hit_or_miss(image: &Array, hit: Binary, miss: Binary) -> Result<Array> {
    let first = match hit.structure {
        Some(structure) => structure.clone(),
        None => generate_binary_structure(hit.filter.axes_of(image)?.len() as i64, 1, image.device())?,
    };
    let second = match miss.structure {
        Some(structure) => structure.clone(),
        None => rows::logical_not(&first)?,
    };
    let with = |structure, origins| {
        let filter = Filter { origins, axes: hit.filter.axes.clone(), ..filter() };
        Binary { filter, ..binary().structure(structure) }
    };
    let (hits, misses) = (with(&first, hit.filter.origins.clone()), with(&second, miss.filter.origins.clone()));
    let all = repeated(image, Quantifier::All, &Structure::new(image, &hits, false)?, &hits)?;
    let any = repeated(image, Quantifier::Any, &Structure::new(image, &misses, false)?, &misses)?;
    check_output(hit.filter.output)?;
    give(hit.filter.output, rows::logical_and(&all, &rows::logical_not(&any)?)?)
}

/// The dilation until nothing changes, within a mask: `scipy.ndimage.binary_propagation`.
///
/// # Errors
/// As [`binary_erosion`].
pub fn binary_propagation(image: &Array, how: Binary) -> Result<Array> {
    binary_dilation(image, how.iterations(-1))
}

/// The image with its holes filled, the false elements that are not connected to its edges:
/// `scipy.ndimage.binary_fill_holes`. The structure defines the connections.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{binary, binary_fill_holes};
/// # fn main() -> Result<()> {
/// let full = binary_fill_holes(&array![[1, 1, 1], [1, 0, 1], [1, 1, 1]], binary())?;
/// assert_eq!(full.to_string(), "[[ True  True  True]\n [ True  True  True]\n [ True  True  True]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`binary_erosion`].
pub fn binary_fill_holes(image: &Array, how: Binary) -> Result<Array> {
    let (nothing, background) = (image.zeros_like(DType::Bool)?, rows::logical_not(image)?);
    let Binary { structure, filter, .. } = how;
    let outside = Binary { structure, iterations: -1, mask: Some(&background), border: true, filter };
    let output = outside.filter.output;
    check_output(output)?;
    give(output, rows::logical_not(&binary_dilation(&nothing, outside.giving_new())?)?)
}

/// The neighbors that a pass reads.
struct Structure {
    /// The axes that it has.
    axes: Vec<usize>,
    /// Its lengths along them.
    sizes: Vec<i64>,
    /// How far before an element it begins along each.
    before: Vec<i64>,
    /// Which of its elements count, in C order.
    included: Vec<bool>,
}

impl Structure {
    /// The structure of an operation, reflected or not.
    fn new(image: &Array, how: &Binary, reflected: bool) -> Result<Structure> {
        if image.dtype().is_complex() {
            return Err(Error::type_("Complex type not supported"));
        }
        let axes = how.filter.axes_of(image)?;
        let own = match how.structure {
            Some(structure) => structure.astype(DType::Bool)?,
            None => generate_binary_structure(axes.len() as i64, 1, image.device())?,
        };
        let own = if reflected { own.flip(..)? } else { own };
        if own.ndim() != axes.len() {
            return Err(Error::runtime(if axes.len() < image.ndim() {
                format!("structure.ndim ({}) must match len(axes) ({})", own.ndim(), axes.len())
            } else {
                "structure and input must have same dimensionality".into()
            }));
        }
        if own.size() < 1 {
            return Err(Error::runtime("structure must not be empty"));
        }
        if how.mask.is_some_and(|mask| mask.shape() != image.shape()) {
            return Err(Error::runtime("mask and input must have equal sizes"));
        }
        let mut origins = each(&how.filter.origins, axes.len())?;
        if reflected {
            for (origin, &size) in origins.iter_mut().zip(own.shape()) {
                *origin = origin_of_reversed(*origin, size);
            }
        }
        // As SciPy: the axes of the structure follow one another as those of the image, and where it has fewer, the
        // origins are in the order in which the axes are named.
        let mut axes: Vec<(usize, i64)> = axes.into_iter().zip(origins.clone()).collect();
        axes.sort_unstable();
        let mut before = if axes.len() < image.ndim() { axes.iter().map(|axis| axis.1).collect() } else { origins };
        for (position, (origin, &size)) in before.iter_mut().zip(own.shape()).enumerate() {
            let centre = (size / 2).saturating_add(*origin);
            // As SciPy, which reads the element at the centre, and counts from the end where that is negative.
            if !(-size..size).contains(&centre) {
                let text = format!("index {centre} is out of bounds for axis {position} with size {size}");
                return Err(Error::index(text));
            }
            *origin = centre;
        }
        let axes = axes.into_iter().map(|axis| axis.0).collect();
        Ok(Structure { axes, sizes: own.shape().to_vec(), before, included: own.to_vec::<bool>()? })
    }

    /// The offsets of its elements in an array of `axes` axes, a row for each.
    fn offsets(&self, rank: usize) -> Result<Vec<i64>> {
        let count = self.included.iter().filter(|included| **included).count();
        let mut rows = cuprust_reserve::list(count.saturating_mul(rank))?;
        for position in (0..self.included.len()).filter(|&position| self.included[position]) {
            let (mut row, mut rest) = (vec![0; rank], position as i64);
            for (number, &axis) in self.axes.iter().enumerate().rev() {
                row[axis] = rest % self.sizes[number] - self.before[number];
                rest /= self.sizes[number];
            }
            rows.extend(row);
        }
        Ok(rows)
    }

    /// Whether the neighborhood is symmetric and includes the element itself: then passes until nothing changes are
    /// connected components.
    fn connects(&self) -> bool {
        let size = self.included.len();
        let symmetric = (0..size).all(|position| self.included[position] == self.included[size - 1 - position]);
        let centred = self.sizes.iter().zip(&self.before).all(|(size, before)| *size == 2 * before + 1);
        symmetric && centred && self.included[size / 2]
    }

    /// The axis, the beginning and the length of the window of `passes` passes along each axis, if the structure is a
    /// box around its centre: then they are one pass with a larger box.
    fn boxed(&self, image: &Array, passes: i64) -> Option<Vec<(Along, i64)>> {
        if self.included.contains(&false) {
            return None;
        }
        let mut windows = Vec::new();
        for (number, &axis) in self.axes.iter().enumerate() {
            let (extent, before) = (image.shape()[axis], self.before[number]);
            let behind = self.sizes[number] - 1 - before;
            if before < 0 || behind < 0 {
                return None;
            }
            // Elements further away are beyond the edges, as are those one extent away.
            let (before, behind) =
                (passes.saturating_mul(before).min(extent), passes.saturating_mul(behind).min(extent));
            if before + behind > 0 {
                windows.push((Along { axis, before }, before + behind + 1));
            }
        }
        Some(windows)
    }
}

/// Runs the passes of an operation.
fn repeated(image: &Array, quantifier: Quantifier, structure: &Structure, how: &Binary) -> Result<Array> {
    check_output(how.filter.output)?;
    if image.ndim() == 0 {
        // One element, of which the structure has the neighbor that it is itself, or none.
        let kept = structure.included.contains(&true);
        let own = image.astype(DType::Bool)?;
        let result = if kept { own.clone() } else { own.full_like(quantifier == Quantifier::All, None)? };
        let mask = how.mask.map(|mask| mask.astype(DType::Bool)).transpose()?;
        return give(how.filter.output, masked(&own, result, mask.as_ref())?);
    }
    let border = Border { edge: Edge::Constant, constant: Scalar::new(f64::from(u8::from(how.border))) };
    let own = image.astype(DType::Bool)?;
    let mask = how.mask.map(|mask| mask.astype(DType::Bool)).transpose()?;
    let alone = mask.is_none() && how.iterations > 0;
    let rows = structure.offsets(image.ndim())?;
    if how.iterations < 1 && structure.connects() && own.size() > 0 {
        return give(how.filter.output, propagated(&own, quantifier, &rows, how.border, mask.as_ref())?);
    }
    if let Some(windows) = structure.boxed(&own, if alone { how.iterations } else { 1 }) {
        let pass = |image: &Array| {
            let summary = if quantifier == Quantifier::All { Summary::Minimum } else { Summary::Maximum };
            let along = |image: Array, (along, size): &(Along, i64)| {
                windows::slide(&image, summary, *along, *size, border, DType::Bool)
            };
            windows.iter().try_fold(image.clone(), along)
        };
        let passes = if alone { 1 } else { how.iterations };
        return give(how.filter.output, passed(own, passes, mask.as_ref(), &pass)?);
    }
    let count = (rows.len() / image.ndim()) as i64;
    // In a plane the routine of the host is faster: it reads each line once for all windows that have it.
    let is_small = count <= MAX_RECORDED_NEIGHBORS
        && rows.iter().all(|far| far.abs() <= MAX_RECORDED_REACH)
        && (image.ndim() > 2 || !in_host_memory(image.device()));
    let offsets = || Array::from_slice(&rows, [count, image.ndim() as i64], image.device());
    let offsets = if is_small { None } else { Some(offsets()?) };
    let pass = |image: &Array| match (quantifier, &offsets) {
        _ if count == 0 => image.full_like(quantifier == Quantifier::All, None),
        (_, None) => combined(image, quantifier, &rows, how.border),
        (Quantifier::All, Some(offsets)) => windows::rank_neighbors(image, 0, offsets, border, DType::Bool),
        (Quantifier::Any, Some(offsets)) => windows::rank_neighbors(image, count - 1, offsets, border, DType::Bool),
    };
    give(how.filter.output, passed(own, how.iterations, mask.as_ref(), &pass)?)
}

/// The most neighbors, and the furthest ones along an axis, that are combined by operations on slices: these are fused.
const MAX_RECORDED_NEIGHBORS: i64 = 27;
const MAX_RECORDED_REACH: i64 = 8;

/// A pass over few neighbors near by, at these offsets: the slices of the image in a frame are combined.
fn combined(image: &Array, quantifier: Quantifier, offsets: &[i64], border: bool) -> Result<Array> {
    let rank = image.ndim();
    let along = |axis: usize| offsets.iter().skip(axis).step_by(rank).copied();
    let reach =
        |axis: usize| (along(axis).map(|far| -far).max().unwrap_or(0).max(0), along(axis).max().unwrap_or(0).max(0));
    let widths: Vec<(i64, i64)> = (0..rank).map(reach).collect();
    let framed = image.pad(&widths[..], Padding::constant(border))?;
    let neighbor = |row: &[i64]| {
        let slice = |axis: usize| {
            let start = widths[axis].0 + row[axis];
            Index::range(start, start + image.shape()[axis])
        };
        framed.at(&(0..rank).map(slice).collect::<Vec<_>>()[..])
    };
    let combine = |held: Array, row: &[i64]| match quantifier {
        Quantifier::All => rows::logical_and(&held, &neighbor(row)?),
        Quantifier::Any => rows::logical_or(&held, &neighbor(row)?),
    };
    let mut neighbors = offsets.chunks(rank);
    let first = neighbors.next().map_or_else(|| image.copy(), |row| neighbor(row)?.copy())?;
    neighbors.try_fold(first, combine)
}

/// What passes lead to with a structure that connects elements, whose offsets are `rows`: of what may become true, the
/// components that have an element that is.
fn propagated(
    image: &Array,
    quantifier: Quantifier,
    rows: &[i64],
    border: bool,
    mask: Option<&Array>,
) -> Result<Array> {
    if quantifier == Quantifier::All {
        let grown = propagated(&rows::logical_not(image)?, Quantifier::Any, rows, !border, mask)?;
        return rows::logical_not(&grown);
    }
    let rank = image.ndim();
    let row = |rows: &[i64]| Array::from_slice(rows, [(rows.len() / rank) as i64, rank as i64], image.device());
    let mut seeds = image.clone();
    if border {
        let beyond = Border { edge: Edge::Constant, constant: Scalar::new(1.0) };
        let last = (rows.len() / rank) as i64 - 1;
        let edges = windows::rank_neighbors(&image.zeros_like(None)?, last, &row(rows)?, beyond, DType::Bool)?;
        seeds = rows::logical_or(&seeds, &masked(image, edges, mask)?)?;
    }
    let may = match mask {
        Some(mask) => rows::logical_or(mask, image)?,
        None => image.ones_like(None)?,
    };
    let (numbers, _) = components(&may, rows)?;
    let numbers = numbers.astype(DType::I64)?;
    let grown = zeros(shape([image.size() + 1]).dtype(DType::Bool).on(image.device()))?;
    grown.set(&take_where(&numbers, &seeds)?, true)?;
    take_known(&grown, &numbers, 0)
}

/// Most passes between two checks whether the last one has changed something.
const MAX_BLIND_PASSES: i64 = 16;

/// Runs passes; below one, until nothing changes. An image that a pass leaves unchanged stays so, and ends the passes.
fn passed(image: Array, passes: i64, mask: Option<&Array>, pass: &dyn Fn(&Array) -> Result<Array>) -> Result<Array> {
    let (mut image, mut done, mut blind) = (image, 0, 1);
    loop {
        let mut last = image.clone();
        for _ in 0..blind {
            last = image;
            image = masked(&last, pass(&last)?, mask)?;
            done += 1;
            if done == passes {
                return Ok(image);
            }
        }
        // A fixed number of few passes is worth no look.
        if passes < 1 || blind == MAX_BLIND_PASSES {
            let changed = rows::not_equal(&image, &last)?.any(..)?;
            if !changed.item()?.get::<bool>() {
                return Ok(image);
            }
        }
        blind = (2 * blind).min(MAX_BLIND_PASSES);
        poll_signals()?;
    }
}

/// A result where a mask is true, and the image elsewhere.
fn masked(image: &Array, result: Array, mask: Option<&Array>) -> Result<Array> {
    match mask {
        Some(mask) => where_(mask, &result, image),
        None => Ok(result),
    }
}

fn check_output(output: Output) -> Result<()> {
    match output {
        Output::Array(array) if array.dtype().is_complex() => Err(Error::type_("Complex output type not supported")),
        _ => Ok(()),
    }
}
