//! Watersheds: each element gets the label of the marker with the path of least steps to it.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_reserve::filled;

use super::generate_binary_structure;
use super::index_grids::steps;
use super::structures::cube_offsets;
use cuprust::Array;
use cuprust::chapters::poll_signals;
use cuprust::table::Output;

/// No element.
const NONE: usize = usize::MAX;

/// Elements between two checks for a signal.
const POLLED: usize = 1 << 16;

/// The label of the marker from which each element is reached by the path whose highest step, the difference of two
/// neighbors, is least: `scipy.ndimage.watershed_ift`. Markers are the nonzero elements of an array of integers; paths
/// from negative ones come after the others. `structure`, of three elements along each axis, defines the neighbors: by
/// default those adjacent along an axis. As in SciPy, the neighbor after the end of a line is the next line's first
/// element, and an output's dtype alone has no effect. The elements are copied to the host, where the labels are
/// computed.
///
/// ```
/// use cuprust::*;
/// use cuprust::table::Output;
/// use cuprust_scipy::ndimage::watershed_ift;
/// # fn main() -> Result<()> {
/// let image = array![1_u8, 1, 9, 2, 2];
/// let labels = watershed_ift(&image, &array![1, 0, 0, 0, 2], None, Output::New)?;
/// assert_eq!(labels.to_string(), "[1 1 2 2 2]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for images of other than uint8 and uint16; a runtime error for markers and outputs of other than signed
/// integers, and for a structure or markers of another shape.
pub fn watershed_ift(image: &Array, markers: &Array, structure: Option<&Array>, output: Output) -> Result<Array> {
    if !matches!(image.dtype(), DType::U8 | DType::U16) {
        return Err(Error::type_("only 8 and 16 unsigned inputs are supported"));
    }
    let structure = match structure {
        Some(structure) => structure.astype(DType::Bool)?,
        None => generate_binary_structure(image.ndim() as i64, 1, image.device())?,
    };
    if structure.ndim() != image.ndim() {
        return Err(Error::runtime("structure and input must have equal rank"));
    }
    if structure.shape().iter().any(|&extent| extent != 3) {
        return Err(Error::runtime("structure dimensions must be equal to 3"));
    }
    if markers.shape() != image.shape() {
        return Err(Error::runtime("input and markers must have equal shape"));
    }
    let signed = |dtype: DType| matches!(dtype, DType::I8 | DType::I16 | DType::I32 | DType::I64);
    if !signed(markers.dtype()) {
        return Err(Error::runtime("marker should be of integer type"));
    }
    let dtype = match output {
        Output::New | Output::DType(_) => markers.dtype(),
        Output::Array(out) if !signed(out.dtype()) => return Err(Error::runtime("output should be of integer type")),
        Output::Array(out) if out.shape() != image.shape() => return Err(Error::runtime("output shape not correct")),
        Output::Array(out) => out.dtype(),
    };
    markers.check_device(image)?;
    let values = image.astype(DType::U16)?.to_vec::<u16>()?;
    let labels = markers.astype(DType::I64)?.to_vec::<i64>()?;
    let labels = Flood::new(&values, labels, &neighbor_steps(&structure, image.shape())?)?.run()?;
    let labels = Array::from_slice(&labels, image.shape().to_vec(), image.device())?.in_dtype(dtype)?;
    match output {
        Output::Array(out) => {
            out.check_device(&labels)?;
            out.assign(&labels)?;
            Ok(out.clone())
        }
        _ => Ok(labels),
    }
}

/// How far the neighbors of a structure are in C order, but the centre.
fn neighbor_steps(structure: &Array, shape: &[i64]) -> Result<Vec<i64>> {
    let (mut included, along) = (structure.to_vec::<bool>()?, steps(shape));
    let centre = included.len() / 2;
    included[centre] = false;
    let offsets = cube_offsets(&included, along.len());
    // An array without axes has no neighbors.
    let step = |row: &[i64]| row.iter().zip(&along).map(|(offset, one)| offset * one).sum();
    Ok(offsets.chunks_exact(along.len().max(1)).map(step).collect())
}

/// The elements that are reached, in a queue for each height of the highest step so far.
struct Flood<'a> {
    values: &'a [u16],
    steps: &'a [i64],
    labels: Vec<i64>,
    /// The highest step on the way to each element; more than any where there is no way yet.
    heights: Vec<u32>,
    done: Vec<bool>,
    /// The elements before and after in the queue.
    before: Vec<usize>,
    behind: Vec<usize>,
    /// The first and the last element of each queue.
    first: Vec<usize>,
    last: Vec<usize>,
}

impl<'a> Flood<'a> {
    /// The markers, as reached.
    fn new(values: &'a [u16], labels: Vec<i64>, steps: &'a [i64]) -> Result<Flood<'a>> {
        let (count, max_value) = (values.len(), values.iter().copied().max().unwrap_or(0) as usize);
        let mut flood = Flood {
            values,
            steps,
            heights: filled(max_value as u32 + 1, count)?,
            done: filled(false, count)?,
            before: filled(NONE, count)?,
            behind: filled(NONE, count)?,
            first: filled(NONE, max_value + 1)?,
            last: filled(NONE, max_value + 1)?,
            labels,
        };
        for position in 0..count {
            if flood.labels[position] != 0 {
                flood.heights[position] = 0;
                flood.enter(position);
            }
        }
        Ok(flood)
    }

    /// Puts an element into the queue of its height: before the others, but with a negative label after them.
    fn enter(&mut self, position: usize) {
        let height = self.heights[position] as usize;
        let (first, last) = (self.first[height], self.last[height]);
        (self.before[position], self.behind[position]) = (NONE, NONE);
        // An element that is in two queues may remove the last one of another queue.
        if first == NONE || last == NONE {
            (self.first[height], self.last[height]) = (position, position);
        } else if self.labels[position] < 0 {
            (self.before[position], self.behind[last], self.last[height]) = (last, position, position);
        } else {
            (self.behind[position], self.before[first], self.first[height]) = (first, position, position);
        }
    }

    /// Removes an element from a queue. As in SciPy, an only element stays, and is visited there again.
    fn leave(&mut self, position: usize, height: usize) {
        let (before, behind) = (self.before[position], self.behind[position]);
        if before == NONE && behind == NONE {
            return;
        }
        if self.first[height] == position {
            self.first[height] = behind;
        }
        if self.last[height] == position {
            self.last[height] = before;
        }
        if before != NONE {
            self.behind[before] = behind;
        }
        if behind != NONE {
            self.before[behind] = before;
        }
    }

    /// The labels, when all elements to which a way leads are reached.
    fn run(mut self) -> Result<Vec<i64>> {
        let mut count = 0;
        for height in 0..self.first.len() {
            while self.first[height] != NONE {
                count += 1;
                if count % POLLED == 0 {
                    poll_signals()?;
                }
                let position = self.first[height];
                self.first[height] = self.behind[position];
                if self.first[height] != NONE {
                    self.before[self.first[height]] = NONE;
                }
                (self.before[position], self.behind[position]) = (NONE, NONE);
                self.done[position] = true;
                self.reach_from(position);
            }
        }
        Ok(self.labels)
    }

    /// Gives an element's label to its neighbors where the way over it has a lower highest step.
    fn reach_from(&mut self, position: usize) {
        for &step in self.steps {
            let Some(next) = position.checked_add_signed(step as isize).filter(|&next| next < self.values.len()) else {
                continue;
            };
            let step = u32::from(self.values[next].abs_diff(self.values[position])).max(self.heights[position]);
            if self.done[next] || step >= self.heights[next] {
                continue;
            }
            if let Some(height) = Some(self.heights[next] as usize).filter(|&height| height < self.first.len()) {
                self.leave(next, height);
            }
            self.heights[next] = step;
            self.labels[next] = self.labels[position];
            self.enter(next);
        }
    }
}
