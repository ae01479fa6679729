//! Views of memory with other strides: `as_strided`, `sliding_window_view`.

use cuprust_ir::{Dims, Error, Layout, Result};

use crate::array::{IntoAxes, IntoInts, byte_size};
use crate::{Array, normalize_axis};

impl Array {
    /// A view of the array's memory from its first element, with another shape and strides in bytes; each is unchanged
    /// if it is not given. `numpy.lib.stride_tricks.as_strided`. A view with overlapping elements is read-only.
    ///
    /// ```
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let a = arange(5)?;
    /// assert_eq!(a.as_strided(Some(&[3, 3]), Some(&[8, 8]))?.to_string(), "[[0 1 2]\n [1 2 3]\n [2 3 4]]");
    /// assert!(a.as_strided(Some(&[6]), None).is_err());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for another number of strides than of axes, for strides that are not multiples of the element's
    /// size, and, unlike in NumPy, for a view that exceeds the memory.
    pub fn as_strided(&self, shape: Option<&[i64]>, strides: Option<&[i64]>) -> Result<Array> {
        let own = self.layout();
        let shape = shape.unwrap_or(&own.shape);
        byte_size(shape, self.dtype())?;
        let size = self.dtype().size() as i64;
        let strides = match strides {
            None => own.strides.clone(),
            Some(strides) if strides.iter().any(|stride| stride % size != 0) => {
                return Err(Error::value(format!("strides must be multiples of the element's {size} bytes")));
            }
            Some(strides) => strides.iter().map(|stride| stride / size).collect(),
        };
        if strides.len() != shape.len() {
            return Err(Error::value("mismatch in length of strides and shape"));
        }
        let outside = || Error::value("a view with these strides leaves the array's memory");
        let mut reach = (own.offset, own.offset);
        for (&extent, &stride) in shape.iter().zip(&*strides) {
            let span = stride.checked_mul((extent - 1).max(0)).ok_or_else(outside)?;
            reach.0 = reach.0.checked_add(span.min(0)).ok_or_else(outside)?;
            reach.1 = reach.1.checked_add(span.max(0)).ok_or_else(outside)?;
        }
        let available = self.device().lock()?.bytes_of(self.storage()) as i64 / size;
        if !shape.contains(&0) && (reach.0 < 0 || reach.1 >= available) {
            return Err(outside());
        }
        let mut view = self.view_of(Layout { shape: Dims::new(shape), strides, offset: own.offset });
        view.set_writable(self.is_writable());
        Ok(view)
    }

    /// All windows of these extents in the array, with the axes of the windows after those of their positions:
    /// `numpy.lib.stride_tricks.sliding_window_view`. The extents belong to as many axes, or with `..` to all. A
    /// read-only view.
    ///
    /// ```
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// assert_eq!(arange(4)?.sliding_window_view(2, ..)?.to_string(), "[[0 1]\n [1 2]\n [2 3]]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for a negative extent or one beyond the axis, and for another number of extents than of axes; an
    /// axis error.
    pub fn sliding_window_view(&self, window: impl IntoInts, axes: impl IntoAxes) -> Result<Array> {
        let window = window.into_ints();
        if window.iter().any(|&extent| extent < 0) {
            return Err(Error::value("`window_shape` cannot contain negative values"));
        }
        let axes = match axes.into_axes() {
            None if window.len() != self.ndim() => {
                return Err(Error::value(format!(
                    "Since axis is `None`, must provide window_shape for all dimensions of `x`; got {} window_shape elements and \
                     `x.ndim` is {}.",
                    window.len(),
                    self.ndim()
                )));
            }
            None => (0..self.ndim()).collect::<Vec<_>>(),
            Some(axes) => axes.iter().map(|&axis| normalize_axis(axis, self.ndim())).collect::<Result<_>>()?,
        };
        if window.len() != axes.len() {
            return Err(Error::value(format!(
                "Must provide matching length window_shape and axis; got {} window_shape elements and {} axes elements.",
                window.len(),
                axes.len()
            )));
        }
        let (mut shape, mut strides) = (self.shape().to_vec(), self.layout().strides.to_vec());
        for (&axis, &extent) in axes.iter().zip(&*window) {
            if shape[axis] < extent {
                return Err(Error::value("window shape cannot be larger than input array shape"));
            }
            // A window of extent zero can begin at any index, and after the last one too.
            shape[axis] -= extent - 1;
            strides.push(self.layout().strides[axis]);
        }
        shape.extend_from_slice(&window);
        byte_size(&shape, self.dtype())?;
        let layout = Layout { shape: Dims::new(&shape), strides: Dims::new(&strides), offset: self.layout().offset };
        let mut view = self.view_of(layout);
        view.set_writable(false);
        Ok(view)
    }
}
