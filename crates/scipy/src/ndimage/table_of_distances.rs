//! The declarations of distances from what is zero.

use super::*;
use cuprust::Error;
use cuprust::table::texts::DISTANCES;
use cuprust::table::{ArrayOrText, Ignored, Out, PerAxis, Returned, functions};

/// Checks that something is requested, and that nothing is written to that is not.
fn check_requested(
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

/// A result; nothing where it is written to an array. `wrong` makes the error for an array that does not fit.
fn written(name: &str, result: Array, out: Option<&Array>, wrong: fn(String) -> Error) -> Result<Option<Array>> {
    let Some(out) = out else { return Ok(Some(result)) };
    if out.shape() != result.shape() {
        return Err(wrong(format!("{name} array has wrong shape")));
    }
    if out.dtype() != result.dtype() {
        return Err(wrong(format!("{name} array must be {}", result.dtype())));
    }
    out.check_device(&result)?;
    out.assign(&result)?;
    Ok(None)
}

/// The results that are returned: none as `None`, one alone, both as a tuple.
fn one_or_both(results: Vec<Array>) -> Returned {
    let mut results: Vec<Returned> = results.into_iter().map(Returned::Array).collect();
    match results.len() {
        0 => Returned::None,
        1 => results.remove(0),
        _ => Returned::Several(results),
    }
}

/// The steps that a name says, where it says any.
fn steps(metric: &str) -> Option<Steps<'static>> {
    match metric {
        "taxicab" | "cityblock" | "manhattan" => Some(Steps::Taxicab),
        "chessboard" => Some(Steps::Chessboard),
        _ => None,
    }
}

functions! {
    in "cuprust.scipy.ndimage";

    /// The Euclidean distance of each element from the nearest one that is zero, where elements are `sampling` apart
    /// along the axes.
    ///
    #[doc = DISTANCES]
    /// In an image without zeros the distance is that from the place before the first along the first axis.
    /// Raises RuntimeError where nothing is requested, and for arrays to write to of another shape or dtype.
    ///
    /// >>> cp.scipy.ndimage.distance_transform_edt([1, 1, 0, 1, 1, 1])
    /// array([2., 1., 0., 1., 2., 3.])
    fn distance_transform_edt(
        input: &Array, sampling: Option<PerAxis<f64>> = None, return_distances: bool = True, return_indices: bool = False,
        distances: Out = None, indices: Out = None, *, block_params: Ignored = None, float64_distances: bool = True
    ) ignoring { block_params: "blocks are chosen by the array's shape" } -> Returned {
        check_requested((return_distances, distances.0), (return_indices, indices.0))?;
        let one = [1.0];
        let sampling = sampling.as_ref().map_or(Ok(&one[..]), |own| for_axes(own, input.ndim()))?;
        let mut results = Vec::new();
        if return_distances {
            let dtype = if float64_distances { DType::F64 } else { DType::F32 };
            let own = distance_transform_edt(input, sampling)?.in_dtype(dtype)?;
            results.extend(written("distances", own, distances.0, Error::runtime)?);
        }
        if return_indices {
            results.extend(written("indices", nearest_zeros(input, sampling)?, indices.0, Error::runtime)?);
        }
        Ok(one_or_both(results))
    }

    /// How many steps each element is from the nearest one that is zero, as int32; -1 where no steps lead to one. Steps
    /// are those of `metric`: "taxicab" (also "cityblock" and "manhattan") along an axis, "chessboard" along diagonals
    /// too, or a structuring element, of three elements along each axis: to its neighbors before the centre in C order,
    /// and to those opposite of them.
    ///
    #[doc = DISTANCES]
    /// Of several nearest elements any may be the one; with a structuring element there are no indices.
    /// Raises ValueError for another metric and for arrays to write to of another shape or dtype, RuntimeError where
    /// nothing is requested.
    ///
    /// >>> cp.scipy.ndimage.distance_transform_cdt([[1, 1, 1], [1, 1, 0]])
    /// array([[2, 1, 1],
    ///        [2, 1, 0]], dtype=int32)
    fn distance_transform_cdt(
        input: &Array, metric: ArrayOrText = "chessboard", return_distances: bool = True, return_indices: bool = False,
        distances: Out = None, indices: Out = None
    ) -> Returned {
        check_requested((return_distances, distances.0), (return_indices, indices.0))?;
        let steps = match metric {
            ArrayOrText::Array(structure) => Steps::Structure(structure),
            ArrayOrText::Text(name) => steps(name).ok_or_else(|| Error::value("invalid metric provided"))?,
        };
        let mut results = Vec::new();
        if return_distances {
            results.extend(written("distances", distance_transform_cdt(input, steps)?, distances.0, Error::value)?);
        }
        if return_indices {
            results.extend(written("indices", zeros_in_steps(input, steps)?, indices.0, Error::value)?);
        }
        Ok(one_or_both(results))
    }

    /// The distance of each element from the nearest one that is zero, by a metric: "euclidean", as float64, where
    /// elements are `sampling` apart along the axes; "taxicab" (also "cityblock" and "manhattan") or "chessboard", in
    /// steps, as uint32.
    ///
    #[doc = DISTANCES]
    /// Of several nearest elements any may be the one. In an image without zeros distances are the square root of the
    /// greatest float64, or the greatest uint32, and indices are zero.
    /// Raises RuntimeError for another metric, where nothing is requested, and for arrays to write to of another shape
    /// or dtype.
    ///
    /// >>> cp.scipy.ndimage.distance_transform_bf([[1, 1, 1], [1, 1, 0]], "taxicab")
    /// array([[3, 2, 1],
    ///        [2, 1, 0]], dtype=uint32)
    fn distance_transform_bf(
        input: &Array, metric: &str = "euclidean", sampling: Option<PerAxis<f64>> = None, return_distances: bool = True,
        return_indices: bool = False, distances: Out = None, indices: Out = None
    ) -> Returned {
        check_requested((return_distances, distances.0), (return_indices, indices.0))?;
        let metric = metric.to_lowercase();
        let metric = match steps(&metric) {
            Some(steps) => Metric::Steps(steps),
            None if metric == "euclidean" => Metric::Euclidean,
            None => return Err(Error::runtime("distance metric not supported")),
        };
        let one = [1.0];
        let sampling = sampling.as_ref().map_or(Ok(&one[..]), |own| for_axes(own, input.ndim()))?;
        let (own, nearest) = distance_transform_bf(input, metric, sampling)?;
        let mut results = Vec::new();
        if return_distances {
            results.extend(written("distances", own, distances.0, Error::runtime)?);
        }
        if return_indices {
            results.extend(written("indices", nearest, indices.0, Error::runtime)?);
        }
        Ok(one_or_both(results))
    }
}
