//! The declarations of measurements of labelled images.

use super::groups::Labels;
use super::objects::coordinates;
use super::*;
use cuprust::table::texts::{LABELS, WAITS};
use cuprust::table::{AnyArray, Output, Returned, functions};
use cuprust::{Error, stack};

/// Labels as arguments say them.
///
/// # Errors
/// A value error for an index without labels.
fn labels<'a>(labels: Option<&'a Array>, index: Option<AnyArray<'a>>) -> Labels<'a> {
    Labels { labels, index: index.filter(|_| labels.is_some()).map(|index| index.0) }
}

/// Places as a tuple of integers for one label, a list of tuples for several.
fn coordinate_tuples(positions: &Array, image: &Array) -> Result<Returned> {
    let tuple = |row: Vec<i64>| Returned::Ints(Dims::new(&row));
    let mut rows = coordinates(positions, image.shape())?;
    Ok(match positions.ndim() {
        0 => tuple(rows.pop().unwrap_or_default()),
        _ => Returned::List(rows.into_iter().map(tuple).collect()),
    })
}

functions! {
    in "cuprust.scipy.ndimage";

    /// The connected parts of what is not zero, numbered from one on in C order of their first elements, and how many
    /// there are: where `output` is an array, which is written to, their number alone. `structure`, of three elements
    /// along each axis, says which neighbors are connected, else those beside along an axis. Waits for the elements.
    ///
    /// Raises RuntimeError for a structure of another number of axes, and where the dtype of `output` does not hold the
    /// numbers; ValueError for a structure of other lengths or that is not symmetric, and for another
    /// shape of `output`.
    ///
    /// >>> cp.scipy.ndimage.label([0, 4, 4, 0, 2])
    /// (array([0, 1, 1, 0, 2], dtype=int32), 2)
    fn label(input: &Array, structure: Option<AnyArray> = None, output: Output = None) -> Returned {
        let (labels, count) = label(input, structure.as_deref(), output)?;
        Ok(match output {
            Output::Array(_) => Returned::Int(count),
            _ => Returned::Several(vec![Returned::Array(labels), Returned::Int(count)]),
        })
    }

    /// The label of the marker from which each element is reached by the path whose highest step, the difference of two
    /// neighbors, is least. Markers are what is not zero; paths from negative ones come after the others. `structure`,
    /// of three elements along each axis, says which elements are neighbors, else those beside along an axis; as in
    /// SciPy, the neighbor after the end of a line is the next line's first element.
    /// The labels are made on the host, in the dtype of the markers or of the array `output` that is written to.
    ///
    /// Raises TypeError for images of other than uint8 and uint16, RuntimeError for markers and arrays to write to of
    /// other than signed integers, and for a structure or markers of another shape.
    ///
    /// >>> cp.scipy.ndimage.watershed_ift(cp.array([1, 1, 9, 2, 2], "u1"), [1, 0, 0, 0, 2])
    /// array([1, 1, 2, 2, 2])
    fn watershed_ift(
        input: &Array, markers: &Array, structure: Option<AnyArray> = None, output: Output = None
    ) -> Array {
        watershed_ift(input, markers, structure.as_deref(), output)
    }

    /// The sum of the elements of each label; of several labels in float64.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.sum_labels([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([3., 3.])
    fn sum_labels(input: &Array, labels: Option<&Array> = None, index: Option<AnyArray> = None) -> Array {
        sum_labels(input, self::labels(labels, index))
    }

    /// The mean of the elements of each label; NaN of one without elements.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.mean([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([1.5, 3. ])
    fn mean(input: &Array, labels: Option<&Array> = None, index: Option<AnyArray> = None) -> Array {
        mean(input, self::labels(labels, index))
    }

    /// The variance of the elements of each label; NaN of one without elements.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.variance([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([0.25, 0.  ])
    fn variance(input: &Array, labels: Option<&Array> = None, index: Option<AnyArray> = None) -> Array {
        variance(input, self::labels(labels, index))
    }

    /// The standard deviation of the elements of each label; NaN of one without elements.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.standard_deviation([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([0.5, 0. ])
    fn standard_deviation(input: &Array, labels: Option<&Array> = None, index: Option<AnyArray> = None) -> Array {
        standard_deviation(input, self::labels(labels, index))
    }

    /// The least element of each label; zero of one without elements.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.minimum([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([1, 3])
    fn minimum(input: &Array, labels: Option<&Array> = None, index: Option<AnyArray> = None) -> Array {
        minimum(input, self::labels(labels, index))
    }

    /// The greatest element of each label; zero of one without elements.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.maximum([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([2, 3])
    fn maximum(input: &Array, labels: Option<&Array> = None, index: Option<AnyArray> = None) -> Array {
        maximum(input, self::labels(labels, index))
    }

    /// The element in the middle of those of each label, of two their mean.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.median([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([1.5, 3. ])
    fn median(input: &Array, labels: Option<&Array> = None, index: Option<AnyArray> = None) -> Array {
        median(input, self::labels(labels, index))
    }

    /// The sum of the elements of each label: `sum_labels` under its older name.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.sum([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([3., 3.])
    fn sum(input: &Array, labels: Option<&Array> = None, index: Option<AnyArray> = None) -> Array {
        sum_labels(input, self::labels(labels, index))
    }

    /// Where the least element of each label stands, as a tuple of integers, in a list where several labels are asked
    /// for.
    ///
    #[doc = LABELS]
    #[doc = WAITS]
    ///
    /// >>> cp.scipy.ndimage.minimum_position([[1, 2], [3, 4]])
    /// (0, 0)
    fn minimum_position(input: &Array, labels: Option<&Array> = None, index: Option<AnyArray> = None) -> Returned {
        coordinate_tuples(&minimum_position(input, self::labels(labels, index))?, input)
    }

    /// Where the greatest element of each label stands, as a tuple of integers, in a list where several labels are
    /// requested.
    ///
    #[doc = LABELS]
    #[doc = WAITS]
    ///
    /// >>> cp.scipy.ndimage.maximum_position([[1, 2], [3, 4]])
    /// (1, 1)
    fn maximum_position(input: &Array, labels: Option<&Array> = None, index: Option<AnyArray> = None) -> Returned {
        coordinate_tuples(&maximum_position(input, self::labels(labels, index))?, input)
    }

    /// The least and the greatest elements of each label, and their positions.
    ///
    #[doc = LABELS]
    #[doc = WAITS]
    ///
    /// >>> cp.scipy.ndimage.extrema([[1, 2], [3, 4]])
    /// (array(1), array(4), (0, 0), (1, 1))
    fn extrema(input: &Array, labels: Option<&Array> = None, index: Option<AnyArray> = None) -> Returned {
        let [least, most, first, last] = extrema(input, self::labels(labels, index))?;
        let (first, last) = (coordinate_tuples(&first, input)?, coordinate_tuples(&last, input)?);
        Ok(Returned::Several(vec![Returned::Array(least), Returned::Array(most), first, last]))
    }

    /// The centre of mass of the elements of each label, as a tuple of a coordinate along each axis; where several
    /// labels are requested, a list of arrays of such coordinates.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.center_of_mass([[0, 0, 0], [0, 1, 1]])
    /// (array(1.), array(1.5))
    fn center_of_mass(input: &Array, labels: Option<&Array> = None, index: Option<AnyArray> = None) -> Returned {
        let each = center_of_mass(input, self::labels(labels, index))?;
        let arrays = |arrays: Vec<Array>| arrays.into_iter().map(Returned::Array).collect();
        if each.first().is_none_or(|first| first.ndim() == 0) {
            return Ok(Returned::Several(arrays(each)));
        }
        let flat = each.iter().map(Array::ravel).collect::<Result<Vec<_>>>()?;
        Ok(Returned::List(arrays(stack(&flat, -1)?.unstack(0)?)))
    }

    /// How many elements of each label lie within each of `bins` equal parts from `min` up to `max`, the last of which
    /// is closed: a row for each label where several are requested.
    ///
    #[doc = LABELS]
    /// Raises ValueError for less than no parts.
    ///
    /// >>> cp.scipy.ndimage.histogram([0.0, 0.5, 0.7, 1.0], 0, 1, 2)
    /// array([1, 3])
    fn histogram(
        input: &Array, min: f64, max: f64, bins: i64, labels: Option<&Array> = None, index: Option<AnyArray> = None
    ) -> Array {
        if labels.is_none() && index.is_some() {
            return Err(Error::value("index without defined labels"));
        }
        label_histogram(input, (min, max), bins, self::labels(labels, index))
    }

    /// The least box that holds each label from one on, as a tuple of slices, None for a label that is not there; up to
    /// `max_label`, below one up to the greatest that is there.
    ///
    #[doc = WAITS]
    ///
    /// >>> cp.scipy.ndimage.find_objects(cp.array([[1, 1, 0], [0, 0, 2]]))
    /// [(slice(0, 1, None), slice(0, 2, None)), (slice(1, 2, None), slice(2, 3, None))]
    fn find_objects(input: &Array, max_label: i64 = 0) -> Returned {
        let slices = |bounds: LabelBox| {
            Returned::Several(bounds.into_iter().map(|(start, stop)| Returned::Slice(start, stop)).collect())
        };
        let boxes = find_objects(input, max_label)?;
        Ok(Returned::List(boxes.into_iter().map(|bounds| bounds.map_or(Returned::None, slices)).collect()))
    }

    /// A dictionary of the different values of integers but `ignore_value`, with the indices along each axis of the
    /// elements that have each.
    ///
    #[doc = WAITS]
    /// Raises ValueError for other numbers than integers.
    ///
    /// >>> cp.scipy.ndimage.value_indices(cp.array([7, 0, 7]), ignore_value=0)
    /// {7: (array([0, 2]),)}
    fn value_indices(
        arr: &Array, *, ignore_value: Option<i64> = None, adaptive_index_dtype: bool = False
    ) ignoring { adaptive_index_dtype: "indices are int64" } -> Returned {
        value_indices(arr, ignore_value).map(Returned::ByNumber)
    }
}
