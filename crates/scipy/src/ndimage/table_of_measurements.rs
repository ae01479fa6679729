//! The declarations of measurements of labelled images.

use super::groups::Labels;
use super::objects::{coordinates, elements};
use super::*;
use cuprust::Error;
use cuprust::table::texts::{LABELS, WAITS};
use cuprust::table::{Ignored, Out, Output, Reals, Returned, functions};

/// Labels as arguments say them.
///
/// # Errors
/// A value error for an index without labels.
fn labels<'a>(labels: Option<&'a Array>, index: Option<&'a Array>) -> Labels<'a> {
    Labels { labels, index: index.filter(|_| labels.is_some()) }
}

/// Places as a tuple of integers for one label, a list of tuples for several.
fn places(places: &Array, image: &Array) -> Result<Returned> {
    let tuple = |row: Vec<i64>| Returned::Ints(Dims::new(&row));
    let mut rows = coordinates(places, image.shape())?;
    Ok(match places.ndim() {
        0 => tuple(rows.pop().unwrap_or_default()),
        _ => Returned::List(rows.into_iter().map(tuple).collect()),
    })
}

/// Checks that something is asked for, and that nothing is written to that is not.
fn check_asked(
    (distances, into_distances): (bool, Option<&Array>),
    (indices, into_indices): (bool, Option<&Array>),
) -> Result<()> {
    let faults = [
        (!distances && !indices, "at least one of return_distances/return_indices must be True"),
        (into_distances.is_some() && !distances, "return_distances must be True if distances is supplied"),
        (into_indices.is_some() && !indices, "return_indices must be True if indices is supplied"),
    ];
    let texts: Vec<&str> = faults.iter().filter(|(fault, _)| *fault).map(|(_, text)| *text).collect();
    if texts.is_empty() { Ok(()) } else { Err(Error::runtime(texts.join(", "))) }
}

/// A result; nothing where it is written to an array.
fn written(name: &str, result: Array, out: Option<&Array>) -> Result<Option<Array>> {
    let Some(out) = out else { return Ok(Some(result)) };
    if out.shape() != result.shape() {
        return Err(Error::runtime(format!("{name} array has wrong shape")));
    }
    if out.dtype() != result.dtype() {
        return Err(Error::runtime(format!("{name} array must be {}", result.dtype())));
    }
    out.check_device(&result)?;
    out.assign(&result)?;
    Ok(None)
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
    fn label(input: &Array, structure: Option<&Array> = None, output: Output = None) -> Returned {
        let (labels, count) = label(input, structure, output)?;
        Ok(match output {
            Output::Array(_) => Returned::Int(count),
            _ => Returned::Several(vec![Returned::Array(labels), Returned::Int(count)]),
        })
    }

    /// The sum of the elements of each label; of several labels in float64.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.sum_labels([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([3., 3.])
    fn sum_labels(input: &Array, labels: Option<&Array> = None, index: Option<&Array> = None) -> Array {
        sum_labels(input, self::labels(labels, index))
    }

    /// The mean of the elements of each label; NaN of one without elements.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.mean([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([1.5, 3. ])
    fn mean(input: &Array, labels: Option<&Array> = None, index: Option<&Array> = None) -> Array {
        mean(input, self::labels(labels, index))
    }

    /// The variance of the elements of each label; NaN of one without elements.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.variance([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([0.25, 0.  ])
    fn variance(input: &Array, labels: Option<&Array> = None, index: Option<&Array> = None) -> Array {
        variance(input, self::labels(labels, index))
    }

    /// The standard deviation of the elements of each label; NaN of one without elements.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.standard_deviation([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([0.5, 0. ])
    fn standard_deviation(input: &Array, labels: Option<&Array> = None, index: Option<&Array> = None) -> Array {
        standard_deviation(input, self::labels(labels, index))
    }

    /// The least element of each label; zero of one without elements.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.minimum([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([1, 3])
    fn minimum(input: &Array, labels: Option<&Array> = None, index: Option<&Array> = None) -> Array {
        minimum(input, self::labels(labels, index))
    }

    /// The greatest element of each label; zero of one without elements.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.maximum([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([2, 3])
    fn maximum(input: &Array, labels: Option<&Array> = None, index: Option<&Array> = None) -> Array {
        maximum(input, self::labels(labels, index))
    }

    /// The element in the middle of those of each label, of two their mean.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.median([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([1.5, 3. ])
    fn median(input: &Array, labels: Option<&Array> = None, index: Option<&Array> = None) -> Array {
        median(input, self::labels(labels, index))
    }

    /// The sum of the elements of each label: `sum_labels` under its older name.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.sum([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    /// array([3., 3.])
    fn sum(input: &Array, labels: Option<&Array> = None, index: Option<&Array> = None) -> Array {
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
    fn minimum_position(input: &Array, labels: Option<&Array> = None, index: Option<&Array> = None) -> Returned {
        places(&minimum_position(input, self::labels(labels, index))?, input)
    }

    /// Where the greatest element of each label stands, as a tuple of integers, in a list where several labels are
    /// asked for.
    ///
    #[doc = LABELS]
    #[doc = WAITS]
    ///
    /// >>> cp.scipy.ndimage.maximum_position([[1, 2], [3, 4]])
    /// (1, 1)
    fn maximum_position(input: &Array, labels: Option<&Array> = None, index: Option<&Array> = None) -> Returned {
        places(&maximum_position(input, self::labels(labels, index))?, input)
    }

    /// The least and the greatest elements of each label, and where they stand.
    ///
    #[doc = LABELS]
    #[doc = WAITS]
    ///
    /// >>> cp.scipy.ndimage.extrema([[1, 2], [3, 4]])
    /// (array(1), array(4), (0, 0), (1, 1))
    fn extrema(input: &Array, labels: Option<&Array> = None, index: Option<&Array> = None) -> Returned {
        let [least, most, first, last] = extrema(input, self::labels(labels, index))?;
        let (first, last) = (places(&first, input)?, places(&last, input)?);
        Ok(Returned::Several(vec![Returned::Array(least), Returned::Array(most), first, last]))
    }

    /// The centre of mass of the elements of each label, as a tuple of a coordinate along each axis, in a list where
    /// several labels are asked for.
    ///
    #[doc = LABELS]
    ///
    /// >>> cp.scipy.ndimage.center_of_mass([[0, 0, 0], [0, 1, 1]])
    /// (array(1.), array(1.5))
    fn center_of_mass(input: &Array, labels: Option<&Array> = None, index: Option<&Array> = None) -> Returned {
        let each = center_of_mass(input, self::labels(labels, index))?;
        let tuple = |arrays: Vec<Array>| Returned::Several(arrays.into_iter().map(Returned::Array).collect());
        let Some(first) = each.first().filter(|first| first.ndim() > 0) else { return Ok(tuple(each)) };
        let mut rows: Vec<Vec<Array>> = (0..first.size()).map(|_| Vec::new()).collect();
        for along in &each {
            rows.iter_mut().zip(elements(along)?).for_each(|(row, element)| row.push(element));
        }
        Ok(Returned::List(rows.into_iter().map(tuple).collect()))
    }

    /// How many elements of each label lie within each of `bins` equal parts from `min` up to `max`, the last of which
    /// is closed: a row for each label where several are asked for.
    ///
    #[doc = LABELS]
    /// Raises ValueError for less than no parts.
    ///
    /// >>> cp.scipy.ndimage.histogram([0.0, 0.5, 0.7, 1.0], 0, 1, 2)
    /// array([1, 3])
    fn histogram(
        input: &Array, min: f64, max: f64, bins: i64, labels: Option<&Array> = None, index: Option<&Array> = None
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

    /// The Euclidean distance of each element from the nearest one that is zero, where elements are `sampling` apart
    /// along the axes; with `return_indices` also, or without `return_distances` only, the index of that one along each
    /// axis.
    ///
    /// They are written to `distances` and `indices`, where these are given, and not returned then. In an image without
    /// zeros the distance is that from the place before the first along the first axis.
    /// Raises RuntimeError where nothing is asked for, and for arrays to write to of another shape or dtype.
    ///
    /// >>> cp.scipy.ndimage.distance_transform_edt([1, 1, 0, 1, 1, 1])
    /// array([2., 1., 0., 1., 2., 3.])
    fn distance_transform_edt(
        input: &Array, sampling: Option<&Reals> = None, return_distances: bool = True, return_indices: bool = False,
        distances: Out = None, indices: Out = None, *, block_params: Ignored = None, float64_distances: bool = True
    ) ignoring { block_params: "blocks are chosen by the array's shape" } -> Returned {
        check_asked((return_distances, distances.0), (return_indices, indices.0))?;
        let one = [1.0];
        let sampling = sampling.map_or(&one[..], |sampling| &sampling.values);
        let mut results = Vec::new();
        if return_distances {
            let dtype = if float64_distances { DType::F64 } else { DType::F32 };
            let own = distance_transform_edt(input, sampling)?.in_dtype(dtype)?;
            results.extend(written("distances", own, distances.0)?);
        }
        if return_indices {
            results.extend(written("indices", nearest_zeros(input, sampling)?, indices.0)?);
        }
        let mut results: Vec<Returned> = results.into_iter().map(Returned::Array).collect();
        Ok(match results.len() {
            0 => Returned::None,
            1 => results.remove(0),
            _ => Returned::Several(results),
        })
    }
}
