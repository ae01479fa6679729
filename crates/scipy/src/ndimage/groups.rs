//! The elements of an image by their labels: the elements of each selected label.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Kind};

use cuprust::chapters::{bincount_known, take_known};
use cuprust::indexing::take_where;
use cuprust::sorting::{Side, UniqueOptions, searchsorted, unique_with};
use cuprust::ufunc::rows;
use cuprust::{Array, broadcast_arrays, where_};

/// Labels and those that are requested. Without labels all elements are one group; with them and without an index those
/// whose labels are positive, and with one number as an index those that have it as their label.
#[derive(Debug, Clone, Copy, Default)]
pub struct Labels<'a> {
    /// A label for each element.
    pub labels: Option<&'a Array>,
    /// The selected labels: an array, or one number if it has no axes.
    pub index: Option<&'a Array>,
}

/// The elements that labels choose.
pub(super) enum Groups {
    /// One group: its elements on one axis, or the whole image, and their positions in C order.
    One(One),
    /// Several.
    Each(Box<Each>),
}

/// The elements of one group.
pub(super) struct One {
    /// The elements.
    pub values: Array,
    /// Which elements of the image they are, where they are not all.
    mask: Option<Array>,
}

impl One {
    /// The elements of an array of the image's shape at these positions, on one axis.
    pub fn chosen(&self, array: &Array) -> Result<Array> {
        match &self.mask {
            // If the labels have a larger shape, the image and its positions are broadcast.
            Some(mask) => take_where(&array.broadcast_to(mask.shape())?, mask),
            None => array.ravel(),
        }
    }
}

/// The elements of several groups.
pub(super) struct Each {
    /// All elements of the image, on one axis.
    pub values: Array,
    /// The number of each element's group, from zero on, on one axis.
    pub numbers: Array,
    /// How many elements each group has.
    pub counts: Array,
    /// The group of each selected label; zero where there is none.
    pub selected: Array,
    /// Whether there is one, with or without elements.
    known: Array,
    /// Whether it has elements.
    pub found: Array,
}

impl Each {
    /// The values of the selected labels from an array with an element for each group; zero where a label has no
    /// elements.
    pub fn of_labels(&self, groups: &Array) -> Result<Array> {
        let own = take_known(groups, &self.selected, 0)?;
        where_(&self.found, &own, &own.zeros_like(None)?)
    }

    /// How many elements each label has.
    pub fn label_counts(&self) -> Result<Array> {
        self.of_labels(&self.counts)
    }

    /// The sums of values of each group, in float64.
    pub fn sums(&self, values: &Array) -> Result<Array> {
        bincount_known(&self.numbers, Some(&values.ravel()?), self.counts.size())
    }

    /// The sums of values of each label. Nothing is counted for them: the sum of no elements is zero.
    pub fn sums_of_labels(&self, values: &Array) -> Result<Array> {
        let own = take_known(&self.sums(values)?, &self.selected, 0)?;
        where_(&self.known, &own, &own.zeros_like(None)?)
    }
}

impl Groups {
    /// The groups that labels make of an image.
    pub fn new(image: &Array, of: Labels) -> Result<Groups> {
        let Some(labels) = of.labels else {
            return Ok(Groups::One(One { values: image.clone(), mask: None }));
        };
        image.check_device(labels)?;
        let both = broadcast_arrays(&[image, labels])?;
        let (image, labels) = (&both[0], &both[1]);
        let mask = match of.index {
            None => rows::greater(labels, 0)?,
            Some(index) if index.ndim() == 0 => rows::equal(labels, index)?,
            Some(index) => return Groups::each(image, labels, index),
        };
        Ok(Groups::One(One { values: take_where(image, &mask)?, mask: Some(mask) }))
    }

    fn each(image: &Array, labels: &Array, index: &Array) -> Result<Groups> {
        labels.check_device(index)?;
        let (values, labels) = (image.ravel()?, labels.ravel()?);
        if labels.size() == 0 {
            return Err(Error::value("zero-size array to reduction operation minimum which has no identity"));
        }
        let dtype = labels.dtype();
        let integers = dtype.kind() == Kind::Signed || dtype.kind() == Kind::Unsigned && dtype != DType::U64;
        let greatest = if integers {
            let (low, high) = (labels.min(..)?, labels.max(..)?);
            let (low, high) = (low.item()?.get::<i64>(), high.item()?.get::<i64>());
            Some(high).filter(|&high| low >= 0 && high <= labels.size())
        } else {
            None
        };
        let (numbers, counts, selected, known);
        if let Some(greatest) = greatest {
            numbers = labels.in_dtype(DType::I64)?;
            counts = bincount_known(&numbers, None, greatest + 1)?;
            selected = index.astype(DType::I64)?;
            known = rows::logical_and(&rows::greater_equal(&selected, 0)?, &rows::less(&selected, counts.size())?)?;
        } else {
            let wanted = UniqueOptions { indices: false, inverse: true, counts: true, equal_nan: true };
            let unique = unique_with(&labels, None, wanted)?;
            let missing = || Error::runtime("internal: the inverse and the counts were requested");
            numbers = unique.inverse.ok_or_else(missing)?.ravel()?;
            counts = unique.counts.ok_or_else(missing)?;
            let positions = searchsorted(&unique.values, index, Side::Left, None)?;
            selected = where_(&rows::less(&positions, counts.size())?, &positions, 0)?;
            known = rows::equal(&take_known(&unique.values, &selected, 0)?, index)?;
        }
        let selected = where_(&known, &selected, 0)?;
        let found = rows::logical_and(&known, &rows::greater(&take_known(&counts, &selected, 0)?, 0)?)?;
        Ok(Groups::Each(Box::new(Each { values, numbers, counts, selected, known, found })))
    }
}
