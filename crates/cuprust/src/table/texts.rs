//! Texts that many declarations share: why parameters have no effect, and sentences of documentation.

/// Why `overwrite_a` and its kin have no effect.
pub const UNCHANGED: &str = "inputs are never changed";

/// Why `workers` has no effect.
pub const ALL_THREADS: &str = "all threads are used";

/// Why `plan` has no effect.
pub const PLANS: &str = "plans are kept and found by their sizes";

/// Why `subok` has no effect.
pub const NO_SUBCLASSES: &str = "arrays have no subclasses";

/// Why `driver` and `method` have no effect where there is nothing to choose from.
pub const ONE_ALGORITHM: &str = "there is one algorithm";

/// Why `lwork` has no effect.
pub const WORKSPACE: &str = "memory is as large as it needs to be";

/// Why `blocking` has no effect.
pub const BLOCKING: &str = "elements have been read when the call returns";

/// What a function of one axis raises.
pub const AXIS: &str = "Raises AxisError for an axis out of range.";

/// What the observations of a statistic are, and what becomes of NaN among them.
pub const NAN_POLICY: &str = "\
The observations of a sample lie along an axis, along several, or are all elements where it is None.\n\
`nan_policy` says what becomes of NaN: \"propagate\" makes their statistic NaN, \"omit\" leaves them out,\n\
\"raise\" waits for the elements and raises ValueError. Integers give float64.";

/// What `alternative` of a test is.
pub const ALTERNATIVE: &str = "`alternative` is \"two-sided\", \"less\" or \"greater\".";

/// What a function does whose result depends on elements in a way that metadata do not tell.
pub const WAITS: &str = "Waits for the elements.";

/// What a function of square matrices raises.
pub const SQUARE: &str = "Raises LinAlgError for matrices that are not square.";

/// What a function of matrices raises.
pub const MATRICES: &str = "Raises ValueError for fewer than two axes.";

/// What a function that solves a system of equations raises.
pub const FINITE: &str = "\
Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or\n\
NaN.";

/// What `method` and `weights` of a quantile are.
pub const METHOD: &str = "\
`method` says which elements a quantile is made of where it falls between two; `weights`, of the array's\n\
shape or of the axes', are for \"inverted_cdf\".";

/// What a quantile raises.
pub const QUANTILES: &str = "\
Raises ValueError for a `q` out of range, an unknown method, or weights that do not fit, TypeError for\n\
complex numbers.";

/// What `n` of a Fourier transform is.
pub const LENGTH: &str = "The axis is cut or padded with zeros to `n` elements.";

/// What `s` of a Fourier transform is.
pub const LENGTHS: &str = "\
`s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;\n\
without `axes` the last ones are transformed, without both all.";

/// What `norm` of a Fourier transform is: of the first of a module.
pub const NORM: &str = "\
`norm` is \"backward\", where inverses are divided by the number of elements, \"ortho\", where both are by its\n\
root, or \"forward\", where the others are.";

/// What `norm` of all others is.
pub const NORM_OF_FFT: &str = "`norm` is that of `fft`.";

/// What a Fourier transform along one axis raises.
pub const LENGTH_RAISES: &str = "\
Raises ValueError for less than one element or another norm, AxisError for an axis out of range.";

/// What a Fourier transform along several axes raises.
pub const LENGTHS_RAISE: &str = "\
Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an\n\
axis out of range.";

/// What `mode`, `cval`, `origin` and `output` of a filter of an image are.
pub const EDGES: &str = "\
`mode` says what stands beyond the edges: \"reflect\", \"constant\" (`cval`), \"nearest\", \"mirror\" or \"wrap\".\n\
`origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.";

/// What `order`, `mode`, `cval`, `prefilter` and `output` of an interpolation are.
pub const SPLINES: &str = "\
It is read through splines of `order` 0 to 5, which go through the elements with `prefilter`. `mode` says what\n\
stands beyond the edges: \"reflect\", \"grid-mirror\", \"constant\" (`cval`), \"grid-constant\", \"nearest\",\n\
\"mirror\", \"grid-wrap\" or \"wrap\"; `output` is the array that is written to, or the dtype of the result.";

/// What the arguments of a morphological operation of bools are, and what it raises.
pub const MORPHOLOGY: &str = "\
`origin` moves the centre of the structure, whose axes are `axes`; `output` is the array that is written to.\n\
Raises RuntimeError for a structure of another number of axes, IndexError for an origin outside of it.";

/// The same of one with a mask and edges.
pub const STRUCTURE: &str = "\
Without `structure` an element has the neighbors beside it along each axis; elements beyond the edges are\n\
`border_value`. Where `mask` is zero nothing changes. `origin` moves the centre of the structure, whose axes\n\
are `axes`; `output` is the array that is written to. Raises RuntimeError for a structure of another number of\n\
axes and a mask of another shape, IndexError for an origin outside of the structure.";

/// What `labels` and `index` of a measurement are, and what it raises.
pub const LABELS: &str = "\
Without `labels` all elements count; with them and without `index` those whose labels are positive; with both\n\
those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not\n\
broadcast with the image.";

/// What `return_distances`, `return_indices`, `distances` and `indices` of a distance transform are.
pub const DISTANCES: &str = "\
With `return_indices` also, or without `return_distances` only, the index of the nearest element along each axis, as\n\
int32. They are written to `distances` and `indices`, where these are given, and not returned then.";

/// What `n`, `axis` and `output` of a filter of a Fourier transform are, and what it raises.
pub const SPECTRUM: &str = "\
`n` is the length of `axis` before a transform of real numbers, below zero where it was one of complex ones;\n\
`output` is the array that is written to, or the dtype of the result. Raises RuntimeError where parameters are\n\
not as many as axes, and for a dtype that is neither complex nor float32 or float64.";

/// The second sentence of quadratures.
pub const QUADRATURE: &str = "\
With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.";

/// The sentence of quadratures without parameters.
pub const NO_PLACES: &str = "Raises ValueError for an n that is not a positive integer.";

/// What functions of zeros raise.
pub const ZEROS: &str = "Raises ValueError for nt below one or above a million.";
