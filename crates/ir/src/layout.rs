//! Where the elements of a view lie in its storage: shape, strides and offset, and every way to derive another view.

use crate::{Dims, Error, Result};

/// A strided view: element `(i0, i1, ..)` lies at `offset + i0 * strides[0] + i1 * strides[1] + ..`, counted in
/// elements.
///
/// Architecture invariant: operations never see strides. Only loads and stores read a layout.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// The extent of each axis.
    pub shape: Dims,
    /// The step of each axis, in elements; zero where an axis is broadcast.
    pub strides: Dims,
    /// The offset of the first element, in elements.
    pub offset: i64,
}

impl Layout {
    /// C order, from the start of the storage.
    #[inline]
    pub fn contiguous(shape: &[i64]) -> Layout {
        Layout { shape: Dims::new(shape), strides: contiguous_strides(shape), offset: 0 }
    }

    /// The layout of a new array: C order, from the start of the storage. As in NumPy, all strides are zero where there
    /// are no elements.
    #[inline]
    pub fn of_new(shape: &[i64]) -> Layout {
        let (strides, empty) = steps(shape);
        let strides = if empty { Dims::splat(0, shape.len()) } else { strides };
        Layout { shape: Dims::new(shape), strides, offset: 0 }
    }

    /// The same shape and strides, from the start of the storage.
    #[inline]
    pub fn from_start(&self) -> Layout {
        Layout { shape: self.shape.clone(), strides: self.strides.clone(), offset: 0 }
    }

    /// The layout of a new array in Fortran order, as [`Layout::of_new`].
    pub fn fortran(shape: &[i64]) -> Layout {
        let order: Vec<usize> = (0..shape.len()).rev().collect();
        Layout::ordered(shape, &order)
    }

    /// The layout of a new array with its axes in the given order, slowest first, as [`Layout::of_new`].
    pub fn ordered(shape: &[i64], order: &[usize]) -> Layout {
        let mut strides = Dims::splat(0, shape.len());
        let mut step = 1;
        for &axis in order.iter().rev() {
            strides[axis] = step;
            step *= shape[axis];
        }
        if step == 0 {
            strides = Dims::splat(0, shape.len());
        }
        Layout { shape: Dims::new(shape), strides, offset: 0 }
    }

    /// The number of axes.
    #[inline]
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The number of elements.
    #[inline]
    pub fn size(&self) -> i64 {
        self.shape.iter().product()
    }

    /// Whether the elements lie in C order without gaps. The strides of axes of extent one are ignored.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        let mut step = 1;
        for (&extent, &stride) in self.shape.iter().zip(self.strides.iter()).rev() {
            if extent != 1 && stride != step {
                return self.shape.contains(&0);
            }
            step *= extent;
        }
        true
    }

    /// Whether the strides are exactly those of [`Layout::of_new`], also along axes of extent one.
    #[inline]
    pub fn is_plain(&self) -> bool {
        let mut step = 1;
        for (&extent, &stride) in self.shape.iter().zip(self.strides.iter()).rev() {
            if stride != step {
                return stride == 0 && self.is_plain_and_empty();
            }
            step *= extent;
        }
        step != 0 || self.is_plain_and_empty()
    }

    /// Whether there are no elements, and the strides are those of [`Layout::of_new`].
    #[cold]
    fn is_plain_and_empty(&self) -> bool {
        self.shape.contains(&0) && self.strides.iter().all(|&stride| stride == 0)
    }

    /// Whether the elements lie in Fortran order without gaps.
    pub fn is_fortran(&self) -> bool {
        let mut step = 1;
        for (&extent, &stride) in self.shape.iter().zip(self.strides.iter()) {
            if extent != 1 && stride != step {
                return self.shape.contains(&0);
            }
            step *= extent;
        }
        true
    }

    /// Whether the elements fill an interval of the storage, each offset once, in any order of axes.
    pub fn is_dense(&self) -> bool {
        let mut axes: Vec<usize> = (0..self.rank()).filter(|&axis| self.shape[axis] != 1).collect();
        axes.sort_by_key(|&axis| self.strides[axis]);
        let mut step = 1;
        for axis in axes {
            if self.strides[axis] != step {
                return self.shape.contains(&0);
            }
            step *= self.shape[axis];
        }
        true
    }

    /// The axes in memory order, slowest first; axes of equal steps keep their order. As in NumPy's copies, an axis
    /// that is broadcast is the fastest.
    pub fn memory_order(&self) -> Vec<usize> {
        let mut axes: Vec<usize> = (0..self.rank()).collect();
        if self.is_contiguous() {
            return axes;
        }
        if self.is_fortran() {
            axes.reverse();
        } else {
            axes.sort_by_key(|&axis| std::cmp::Reverse(self.strides[axis].abs()));
        }
        axes
    }

    /// The layout that gives every index of a shape the same offset.
    pub fn constant(shape: &[i64], offset: i64) -> Layout {
        Layout { shape: Dims::new(shape), strides: shape.iter().map(|_| 0).collect(), offset }
    }

    /// The axes of more than one element by descending stride.
    pub fn coarsest_first(&self) -> Vec<usize> {
        let mut axes: Vec<usize> = (0..self.rank()).filter(|&axis| self.shape[axis] > 1).collect();
        axes.sort_by_key(|&axis| std::cmp::Reverse(self.strides[axis]));
        axes
    }

    /// The indices of the element at an offset, by division through the strides from the coarsest on; `None` where no
    /// element is there, or a stride is not positive.
    pub fn indices_of(&self, offset: i64) -> Option<Vec<i64>> {
        let (mut rest, mut indices) = (offset - self.offset, vec![0; self.rank()]);
        for axis in self.coarsest_first() {
            let stride = self.strides[axis];
            if stride <= 0 || rest < 0 {
                return None;
            }
            indices[axis] = rest / stride;
            rest %= stride;
            if indices[axis] >= self.shape[axis] {
                return None;
            }
        }
        (rest == 0).then_some(indices)
    }

    /// The lowest and the highest offset of an element, in elements; `None` where there are no elements.
    pub fn bounds(&self) -> Option<(i64, i64)> {
        let (mut low, mut high) = (self.offset, self.offset);
        for (&extent, &stride) in self.shape.iter().zip(self.strides.iter()) {
            if extent == 0 {
                return None;
            }
            let reach = (extent - 1) * stride;
            if reach < 0 { low += reach } else { high += reach }
        }
        Some((low, high))
    }

    /// Whether two positions may be the same element, as in a broadcast layout, which must not be written through.
    pub fn overlaps_itself(&self) -> bool {
        if self.size() <= 1 {
            return false;
        }
        let long = self.shape.iter().zip(self.strides.iter()).filter(|&(&extent, _)| extent > 1);
        let mut axes: Vec<(i64, i64)> = long.map(|(&extent, &stride)| (stride.abs(), extent)).collect();
        axes.sort_unstable();
        // Each axis steps over the range of the finer axes, so no two positions coincide.
        let mut reach = 0;
        for (stride, extent) in axes {
            if stride <= reach {
                return true;
            }
            reach += stride * (extent - 1);
        }
        false
    }

    /// Elements `start`, `start + step`, .. (`count` of them) along an axis.
    #[inline]
    pub fn slice(&self, axis: usize, start: i64, step: i64, count: i64) -> Layout {
        let mut out = self.clone();
        if count > 0 {
            out.offset += start * self.strides[axis];
        }
        out.strides[axis] *= step;
        out.shape[axis] = count;
        out
    }

    /// One element along an axis, which is removed.
    pub fn at(&self, axis: usize, index: i64) -> Layout {
        let mut out = self.without(axis);
        out.offset += index * self.strides[axis];
        out
    }

    /// The elements at one index of an axis, which keeps extent one and has stride zero.
    pub fn slice_at(&self, axis: usize, index: i64) -> Layout {
        let mut out = self.clone();
        out.offset += index * self.strides[axis];
        out.shape[axis] = 1;
        out.strides[axis] = 0;
        out
    }

    /// The same elements without an axis of extent one (of a longer axis, its first elements).
    pub fn without(&self, axis: usize) -> Layout {
        let drop = |dims: &Dims| dims.iter().enumerate().filter(|(i, _)| *i != axis).map(|(_, &value)| value).collect();
        Layout { shape: drop(&self.shape), strides: drop(&self.strides), offset: self.offset }
    }

    /// The same elements with a new axis of extent one before `axis`.
    pub fn with_axis(&self, axis: usize) -> Layout {
        let insert = |dims: &Dims, value| {
            dims[..axis].iter().copied().chain([value]).chain(dims[axis..].iter().copied()).collect()
        };
        Layout { shape: insert(&self.shape, 1), strides: insert(&self.strides, 0), offset: self.offset }
    }

    /// The axes in another order: axis `i` of the result is axis `order[i]` of this.
    pub fn permute(&self, order: &[usize]) -> Layout {
        Layout {
            shape: order.iter().map(|&axis| self.shape[axis]).collect(),
            strides: order.iter().map(|&axis| self.strides[axis]).collect(),
            offset: self.offset,
        }
    }

    /// The same elements with another shape, where strides can express it.
    ///
    /// `None` where they would have to be copied. The sizes must be equal.
    pub fn reshape(&self, shape: &[i64]) -> Option<Layout> {
        debug_assert_eq!(self.size(), shape.iter().product::<i64>());
        if *self.shape == *shape {
            return Some(self.clone());
        }
        if self.size() == 0 {
            // As in NumPy, a view of no elements has the strides that it would have if axes of extent zero had extent
            // one.
            return Some(Layout { shape: Dims::new(shape), strides: contiguous_strides(shape), offset: self.offset });
        }
        if self.is_contiguous() {
            let offset = self.offset;
            return Some(Layout { offset, ..Layout::contiguous(shape) });
        }
        let old: Vec<(i64, i64)> =
            self.shape.iter().copied().zip(self.strides.iter().copied()).filter(|&(extent, _)| extent != 1).collect();
        let mut strides = Dims::splat(0, shape.len());
        let (mut o, mut n) = (0, 0);
        while o < old.len() && n < shape.len() {
            // The smallest runs of old and new axes that hold equally many elements.
            let (first_old, first_new) = (o, n);
            let (mut old_size, mut new_size) = (old[o].0, shape[n]);
            (o, n) = (o + 1, n + 1);
            while old_size != new_size {
                if old_size < new_size {
                    old_size *= old.get(o)?.0;
                    o += 1;
                } else {
                    new_size *= shape.get(n)?;
                    n += 1;
                }
            }
            for pair in old[first_old..o].windows(2) {
                if pair[0].1 != pair[1].0 * pair[1].1 {
                    return None;
                }
            }
            let mut step = old[o - 1].1;
            for axis in (first_new..n).rev() {
                strides[axis] = step;
                step *= shape[axis];
            }
        }
        Some(Layout { shape: Dims::new(shape), strides, offset: self.offset })
    }

    /// The view repeated along axes of extent one and along new leading axes.
    ///
    /// # Errors
    /// A value error where an axis of another extent than one would have to grow.
    #[inline]
    pub fn broadcast(&self, shape: &[i64]) -> Result<Layout> {
        if *self.shape == *shape {
            return Ok(self.clone());
        }
        let new = shape.len().checked_sub(self.rank());
        let fits = |new: usize| self.shape.iter().zip(&shape[new..]).all(|(&from, &to)| from == to || from == 1);
        match new.filter(|&new| fits(new)) {
            None => Err(Error::value(format!(
                "an array of shape {} cannot be broadcast to shape {}",
                shape_text(&self.shape),
                shape_text(shape)
            ))),
            Some(new) => {
                let stride = |axis: usize| match axis.checked_sub(new) {
                    Some(own) if self.shape[own] == shape[axis] => self.strides[own],
                    _ => 0,
                };
                Ok(Layout {
                    shape: Dims::new(shape),
                    strides: (0..shape.len()).map(stride).collect(),
                    offset: self.offset,
                })
            }
        }
    }
}

/// The strides of C order, in elements. Axes of extent zero count as one.
#[inline]
pub fn contiguous_strides(shape: &[i64]) -> Dims {
    steps(shape).0
}

/// The strides of C order, and whether an extent is zero.
#[inline]
fn steps(shape: &[i64]) -> (Dims, bool) {
    let mut strides = Dims::new(shape);
    let (mut step, mut empty) = (1, false);
    for stride in strides.iter_mut().rev() {
        let extent = std::mem::replace(stride, step);
        empty |= extent == 0;
        step *= extent.max(1);
    }
    (strides, empty)
}

/// The shape that all of several shapes broadcast to, as `numpy.broadcast_shapes`.
///
/// # Errors
/// A value error that names the shapes.
pub fn broadcast_shapes(shapes: &[&[i64]]) -> Result<Dims> {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut out = Dims::splat(1, rank);
    for shape in shapes {
        for (axis, &extent) in shape.iter().enumerate().map(|(axis, extent)| (axis + rank - shape.len(), extent)) {
            if out[axis] == 1 {
                out[axis] = extent;
            } else if extent != 1 && extent != out[axis] {
                let names: Vec<String> = shapes.iter().map(|shape| shape_text(shape)).collect();
                return Err(Error::value(format!(
                    "operands could not be broadcast together with shapes {}",
                    names.join(" ")
                )));
            }
        }
    }
    Ok(out)
}

/// A shape as Python writes it: `(3,)`, `(2,4)`.
pub fn shape_text(shape: &[i64]) -> String {
    match shape {
        [one] => format!("({one},)"),
        many => format!("({})", many.iter().map(i64::to_string).collect::<Vec<_>>().join(",")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reshape_without_copy_where_strides_allow() {
        let a = Layout::contiguous(&[4, 6]);
        assert_eq!(a.reshape(&[2, 2, 6]).unwrap().strides, Dims::new(&[12, 6, 1]));
        let t = a.permute(&[1, 0]);
        assert_eq!(t.reshape(&[24]), None);
        assert_eq!(t.reshape(&[2, 3, 4]).unwrap().strides, Dims::new(&[3, 1, 6]));
        let every_other = a.slice(1, 0, 2, 3);
        assert_eq!(every_other.reshape(&[12]).unwrap().strides, Dims::new(&[2]));
    }

    #[test]
    fn broadcasting_is_numpys() {
        let row = Layout::contiguous(&[3]);
        assert_eq!(row.broadcast(&[2, 3]).unwrap().strides, Dims::new(&[0, 1]));
        assert!(row.broadcast(&[2, 4]).is_err());
        assert_eq!(broadcast_shapes(&[&[2, 1], &[3]]).unwrap(), Dims::new(&[2, 3]));
        assert_eq!(broadcast_shapes(&[&[0], &[1]]).unwrap(), Dims::new(&[0]));
        assert!(broadcast_shapes(&[&[2], &[3]]).is_err());
    }

    #[test]
    fn indices_past_two_to_the_31_do_not_wrap() {
        let big = Layout::contiguous(&[1 << 20, 1 << 20]);
        let corner = big.at(0, (1 << 20) - 1).at(0, (1 << 20) - 1);
        assert_eq!(corner.offset, (1i64 << 40) - 1);
        assert_eq!(big.bounds(), Some((0, (1i64 << 40) - 1)));
    }
}
