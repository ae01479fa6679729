//! `interpolate`: B-splines at points (`interpolate/points.rs`) and on grids (`interpolate/grid.rs` and
//! `interpolate/columns.rs`). The elements around a point are found by `interpolate/taps.rs`, and read by
//! `interpolate/read.rs` and `interpolate/near.rs`. Grids over integers that give integers of the same dtype are
//! estimated first (`interpolate/rounded.rs` and `interpolate/estimates.rs`).

mod columns;
mod estimates;
mod grid;
mod near;
mod plane;
mod points;
mod read;
mod rounded;
mod rounding;
mod taps;

use cuprust_ir::{Error, Operand, Relation, Result};
use cuprust_num::DType;
use cuprust_ops::{Extrapolation, MAX_SPLINE_ORDER};

use super::{Writer, scalar};
use crate::block::Scratch;
use crate::routines::{Shared, Site, Work, gathered, whole_walk};
use read::Reader;
use taps::Axis;

/// The splines and the points.
#[derive(Clone, Copy)]
pub(in crate::routines) struct Sampling {
    /// The number of axes, which are the last ones.
    pub axes: i64,
    pub order: i64,
    pub extrapolation: Extrapolation,
    /// Whether the points are a grid.
    pub grid: bool,
}

pub(in crate::routines) fn check(work: &Work, sampling: Sampling) -> Result<()> {
    let (values, coordinates, out) = (work.view(0)?, work.view(1)?, work.output());
    if work.inputs.len() != 3 || !matches!(work.inputs[2], Operand::Scalar(_)) {
        return Err(Error::runtime("takes the value beyond the edges as its last input, a scalar"));
    }
    if values.dtype.is_complex() || out.dtype.is_complex() || coordinates.dtype != DType::F64 {
        return Err(Error::type_("takes and gives real numbers, and takes float64 coordinates"));
    }
    let (rank, axes) = (values.layout.rank(), sampling.axes);
    if axes < 1 || axes > rank as i64 || !(0..=MAX_SPLINE_ORDER).contains(&sampling.order) {
        return Err(Error::runtime("takes one axis at least, and an order from 0 to 5"));
    }
    let before = rank - axes as usize;
    let (shape, points) = (&out.layout.shape[..], &coordinates.layout.shape[..]);
    if shape.len() < before || shape[..before] != values.layout.shape[..before] {
        return Err(Error::runtime("gives as many elements along the axes before those of the splines"));
    }
    let is_wrong = match points.split_first() {
        Some((first, _)) if *first != axes => true,
        Some((_, &[longest])) if sampling.grid => {
            shape.len() != rank || shape[before..].iter().any(|&extent| extent > longest)
        }
        Some((_, points)) => sampling.grid || points != shape,
        None => true,
    };
    if is_wrong {
        return Err(Error::runtime("takes a coordinate for each element of the output, or of its axes, and each axis"));
    }
    Ok(())
}

pub(in crate::routines) fn run(work: &Work, sampling: Sampling, site: &Site) -> Result<()> {
    let (values, out) = (work.view(0)?, work.output());
    let before = values.layout.rank() - sampling.axes as usize;
    if out.layout.size() == 0 {
        return Ok(());
    }
    let writer = Writer::new(work, site, rounding::rounding_loop(out.dtype))?;
    let target = Target { shape: &out.layout.shape, dtype: out.dtype, writer };
    let outside = scalar(work, 2, site, DType::F64)?.get::<f64>();
    if values.layout.size() == 0 {
        return target.fill(outside);
    }
    // A circular input, or one that the output overlaps, is first copied contiguously.
    let disjoint = values.circular.is_empty() && values.relation(out) == Relation::Disjoint;
    let copy = if disjoint { None } else { Some(gathered(site.start(values), &whole_walk(values)?, values)?) };
    let contiguous = cuprust_ir::Layout::contiguous(&values.layout.shape);
    let layout = if disjoint { &values.layout } else { &contiguous };
    let Sampling { order, extrapolation, .. } = sampling;
    let axis = |(&extent, &stride)| Axis { extent, stride, order: order as usize, extrapolation };
    let axes: Vec<Axis> = layout.shape[before..].iter().zip(&layout.strides[before..]).map(axis).collect();
    let splines = Splines {
        start: Shared(copy.as_ref().map_or_else(|| site.start(values), |copy| copy.at(0))),
        batch: layout.shape[..before].iter().copied().zip(layout.strides[..before].iter().copied()).collect(),
        linear: plane::linear_of(values.dtype, &axes),
        axes,
        dtype: values.dtype,
        reader: Reader::new(values.dtype, extrapolation == Extrapolation::GridConstant, outside)?,
        outside,
    };
    let coordinates = work.elements_without_overlap(1, site, false)?;
    if sampling.grid {
        let coordinates = columns::Coordinates { elements: &coordinates, longest: work.view(1)?.layout.shape[1] };
        grid::run(&splines, &coordinates, &target)
    } else {
        points::run(&splines, &coordinates, &target)
    }
}

/// The splines: their coefficients in memory.
struct Splines {
    start: Shared<u8>,
    /// The extents and strides of the axes before those of the splines.
    batch: Vec<(i64, i64)>,
    axes: Vec<Axis>,
    dtype: DType,
    /// What computes most points of a plane.
    linear: Option<(plane::Linear, [Axis; 2])>,
    reader: Reader,
    /// The constant of some extrapolations.
    outside: f64,
}

impl Splines {
    /// The number of elements around a point along each axis.
    fn taps(&self) -> usize {
        self.axes[0].order + 1
    }

    /// The number of elements around a point.
    fn elements_around(&self) -> i64 {
        (self.taps() as i64).saturating_pow(self.axes.len() as u32)
    }

    /// The address of the first element of a batch entry.
    fn entry(&self, number: i64) -> *const u8 {
        let (mut rest, mut offset) = (number, 0);
        for (extent, stride) in self.batch.iter().rev() {
            offset += rest % extent * stride;
            rest /= extent;
        }
        self.start.get().wrapping_offset(offset as isize * self.reader.size() as isize).cast_const()
    }
}

/// The elements that are written.
struct Target<'a> {
    shape: &'a [i64],
    dtype: DType,
    writer: Writer,
}

impl Target<'_> {
    fn size(&self) -> i64 {
        self.shape.iter().product()
    }

    /// Rounds values to the dtype, and writes them from position `first` on.
    ///
    /// # Safety
    /// There are as many elements, which no other thread touches; `buffer` is this thread's.
    unsafe fn write(&self, first: i64, values: &[f64], buffer: &Scratch) {
        // SAFETY: the caller's promise.
        unsafe { self.writer.write(first, values.len(), buffer, values.as_ptr().cast(), size_of::<f64>()) };
    }

    /// Writes one value to all elements.
    fn fill(&self, value: f64) -> Result<()> {
        const BLOCK: usize = 1 << 10;
        crate::parallel::spread(self.size(), self.size(), BLOCK as i64, |first, end| {
            let buffer = super::chunk_buffer()?;
            for at in (first..end).step_by(BLOCK) {
                let values = [value; BLOCK];
                // SAFETY: a range is one thread's.
                unsafe { self.write(at, &values[..BLOCK.min((end - at) as usize)], &buffer) };
            }
            Ok(())
        })
    }
}
