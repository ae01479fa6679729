//! The closed list of what is not elementwise and not a reduction: of each routine its parameters, operands and
//! results.
//!
//! Parameters are integers, flags, dtypes and rows; they are words of a program, so that a plan is kept for equal ones,
//! and `name=value` in its text form. Where the number of elements of a result is known only at run time, as of
//! `nonzero`, the results are allocated for the most there can be, and the last result is the count, one int64, to
//! which the array is cut afterwards. An operand that the signature names among its `loads` may be computed where the
//! routine reads it: the step carries a kernel for it instead of memory, so that `x[x > 0.5]` is one pass.

use crate::distribution::Distribution;
use crate::parameter::{Parameter, Words};
use crate::signature::{Growth, Reading, Signature};
use crate::{Edge, Extrapolation, MatrixFunction, Rectangle, RowId, Summary, Transform, Weighted};

/// Declares the routines: the name of each in the text form of programs, its variant with its parameters, and its
/// signature, which may depend on the parameters.
macro_rules! routines {
    ($($(#[$doc:meta])* $name:literal
       $variant:ident $({ $($(#[$field_doc:meta])* $field:ident: $kind:ty),+ })? => $signature:expr;)+) => {
        /// An operation that each executor has as a whole, in the file of the same name under its `routines/`.
        ///
        /// The operands are named in the order of an instruction's inputs and outputs.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Routine {
            $($(#[$doc])* $variant $({ $($(#[$field_doc])* $field: $kind),+ })?,)+
        }

        /// The numbers of the routines, without their parameters.
        enum Number {
            $($variant,)+
        }

        impl Routine {
            /// The name in the text form of programs, which the parameters follow.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Routine::$variant { .. } => $name,)+
                }
            }

            /// Its operands and results.
            #[allow(unused_variables, reason = "few signatures depend on parameters")]
            pub const fn signature(self) -> Signature {
                match self {
                    $(Routine::$variant $({ $($field),+ })? => $signature,)+
                }
            }

            /// A number for the compact form of programs, and the parameters.
            #[inline]
            pub fn words(self) -> (u8, Words) {
                match self {
                    $(Routine::$variant $({ $($field),+ })? => {
                        (Number::$variant as u8, Words::new(&[$($($field.to_word()),+)?]))
                    })+
                }
            }

            /// The number of parameters of the routine of a number.
            pub const fn parameter_count(number: u8) -> usize {
                $(if number == Number::$variant as u8 {
                    return { let names: &[&str] = &[$($(stringify!($field)),+)?]; names.len() };
                })+
                0
            }

            /// The routine of a number and its parameters.
            pub fn from_words(number: u8, words: &[u64]) -> Option<Routine> {
                #[allow(unused_mut, unused_variables, reason = "some routines have no parameters")]
                let mut words = words.iter().copied();
                $(if number == Number::$variant as u8 {
                    return Some(Routine::$variant $({ $($field: Parameter::from_word(words.next()?)?),+ })?);
                })+
                None
            }

            /// The parameters by name, in the order of their declaration.
            pub fn parameters(self) -> Vec<(&'static str, String)> {
                match self {
                    $(Routine::$variant $({ $($field),+ })? => vec![$($((stringify!($field), $field.to_text())),+)?],)+
                }
            }

            /// The routine of this name with these parameters; `get` returns the text of a parameter by its name.
            #[allow(unused_variables, reason = "some routines have no parameters")]
            pub fn find<'a>(name: &str, get: impl Fn(&str) -> Option<&'a str>) -> Option<Routine> {
                match name {
                    $($name => Some(
                        Routine::$variant $({ $($field: Parameter::from_text(get(stringify!($field))?)?),+ })?
                    ),)+
                    _ => None,
                }
            }
        }
    };
}

routines! {
    /// `out[.., m, n] = a[.., m, k] @ b[.., k, n]`: all of one dtype, batch axes already broadcast.
    "matmul" MatMul => Signature::new(&["a", "b"], &["out"]).growing(Growth::Product);

    /// `out[i, j]` is the sum of `data[k] * dense[columns[k], j]` over all `k` from `starts[i]` up to `starts[i + 1]`:
    /// the product of a matrix of which few elements are stored, row by row; of bools, whether any such pair is true.
    /// `columns` and `starts` are both int32 or both int64, the others of one dtype, which is none of the half types.
    "sparse_product" SparseProduct => Signature::new(&["data", "columns", "starts", "dense"], &["out"]);

    /// `out[i]` is the sum of `line[i + k - before] * weights[k]` over all `k` for which the line has that element; of
    /// bools, whether any such pair is true. All are one-dimensional and of one dtype, which is none of the half types.
    "correlate" Correlate {
        /// The offset from the start of an element's window to the element.
        before: i64
    } => Signature::new(&["line", "weights"], &["out"]).growing(Growth::Window(1));

    /// `out[.., i, ..]` is the sum of `values[.., i + k - before, ..] * weights[k]` along an axis, made in float64 and
    /// converted to the dtype of `out`, both real. Sums are made in the order of SciPy: where the weights, an odd
    /// number of float64, are symmetric or antisymmetric, of pairs of elements from the outside in, after the middle
    /// one. `outside`, float64, is beyond a constant edge.
    "correlate_axis" CorrelateAxis {
        /// The axis.
        axis: i64,
        /// The offset from the start of an element's window to the element.
        before: i64,
        /// What is beyond the ends of the axis.
        edge: Edge
    } => Signature::new(&["values", "weights", "outside"], &["out"])
        .loading(&[(0, Reading::Scattered)])
        .growing(Growth::Window(1));

    /// `out[.., i, ..]` is made of the window `values[.., i - before.., ..]` of `size` elements along an axis: of the
    /// mean in any real dtype, of the extremes in that of `values`. `outside`, float64 or of the dtype of `values`,
    /// is beyond a constant edge.
    "slide" Slide {
        /// What is made of it.
        summary: Summary,
        /// The axis.
        axis: i64,
        /// How many elements a window has.
        size: i64,
        /// The offset from the start of an element's window to the element.
        before: i64,
        /// What is beyond the ends of the axis.
        edge: Edge
    } => Signature::new(&["values", "outside"], &["out"])
        .loading(&[(0, Reading::Scattered)])
        .growing(Growth::Each(8));

    /// Each element of `out`, of the shape of `values`, is a combination of the elements of `values` at the offsets
    /// from its index that are the rows of `offsets`, int64, with a weight, float64, for each. `outside`, float64,
    /// is beyond a constant edge. The result is converted to the dtype of `out`; all are real.
    "neighbors" Neighbors {
        /// How the elements are combined with the weights.
        weighted: Weighted,
        /// The rectangle whose elements the offsets are known to be.
        rectangle: Option<Rectangle>,
        /// What is beyond the edges.
        edge: Edge
    } => Signature::new(&["values", "offsets", "weights", "outside"], &["out"]).growing(Growth::Window(2));

    /// The same without weights: the element of rank `rank` among them in ascending order, NaN last, in the dtype of
    /// `values`, as is `outside`.
    "rank_neighbors" RankNeighbors {
        /// The rank, from 0 to the number of offsets, exclusive.
        rank: i64,
        /// The rectangle whose elements the offsets are known to be.
        rectangle: Option<Rectangle>,
        /// What is beyond the edges.
        edge: Edge
    } => Signature::new(&["values", "offsets", "outside"], &["out"]).growing(Growth::Window(1));

    /// The coefficients, in float64, of the B-spline through the elements of each line along an axis: the recursive
    /// filter of each pole, from the first element to the last and back, after a multiplication by the gain. A line of
    /// one element stays as it is. `values` and `out` have one shape.
    "spline_filter" SplineFilter {
        /// The axis.
        axis: i64,
        /// The order of the spline, from 2 to 5.
        order: i64,
        /// How a line goes on beyond its ends: `reflect`, `mirror` or `wrap`.
        edge: Edge
    } => Signature::new(&["values"], &["out"]).loading(&[(0, Reading::Scattered)]).growing(Growth::Each(16));

    /// Each element of `out` is a B-spline, of which the elements of `coefficients` along its last `axes` are the
    /// coefficients, at a point: of element `[b, i]`, where `b` is an index into the axes before those, the point
    /// `coordinates[:, b, i]`. These are float64 and of the shape of `out` after one axis of the extent `axes`. On a
    /// grid the coordinate along an axis depends on the index along it alone: `out` has the axes of `coefficients`, and
    /// `coordinates[a, i]` is that along axis `a` of an element whose index along it is `i`, of as many as the longest
    /// axis has. Sums are made in float64, of products with the values of the spline along one axis after the other,
    /// the elements in C order. In integers the result is rounded to the nearest, halves away from zero, and at most
    /// the greatest integer; bools are whether its whole part is not zero. `outside`, float64, is the constant of some
    /// extrapolations. NaN of them is a coordinate outside.
    "interpolate" Interpolate {
        /// Over how many axes, the last ones.
        axes: i64,
        /// The order of the spline, from 0 to 5.
        order: i64,
        /// What is beyond the edges.
        extrapolation: Extrapolation,
        /// Whether the points are a grid.
        grid: bool
    } => Signature::new(&["coefficients", "coordinates", "outside"], &["out"])
        .loading(&[(1, Reading::Scattered)])
        .growing(Growth::Each(interpolation_cost(axes, order)));

    /// The connected components of the true elements of `values`, bools: `numbers` is 0 where an element is false, else
    /// the number of its component, from 1 on in C order of their first elements; `count`, one int64, is how many there
    /// are. Two elements are connected by steps along `offsets` and back, which has a row of int64 for each step, at
    /// least one, with a coordinate for each axis, all of which lead to earlier indices in C order where they stay
    /// within the array. `numbers`, int64 or, of fewer than 2^31 elements, int32, in C order, has the shape of
    /// `values`.
    "components" Components => Signature::new(&["values", "offsets"], &["numbers", "count"])
        .loading(&[(0, Reading::Once)])
        .growing(Growth::Window(1));

    /// `lowest[.., p]`, if int64, is the `q` along the last axis that minimises `costs[.., q] + (step (p - q))^2` (any
    /// of equal ones); `p` itself where all costs are infinite. If float64, it is that sum. `costs` and the scalar
    /// `step` are float64, and costs are not NaN.
    "lower_envelope" LowerEnvelope => Signature::new(&["costs", "step"], &["lowest"]).growing(Growth::Each(20));

    /// `out` is filled with random numbers. `seed` and `counter`, the first counter, are uint64 scalars; the
    /// distribution's own scalars follow. The element at position `i` of `out` in C order depends on these and on `i`
    /// alone.
    "random" Random {
        /// Of which distribution.
        distribution: Distribution
    } => Signature::new(&["seed", "counter", "low", "high"], &["out"]).optional(2).growing(Growth::Each(10));

    /// `positions`, at most 2^31, are the integers from zero on, sorted stably by their keys. The key of integer `i` is
    /// the uint64 that `random` draws at position `i` of integers over the full range.
    "permutation" Permutation => Signature::new(&["seed", "counter"], &["places"]).growing(Growth::Each(10));

    /// `out[.., i] = values[.., 0] op .. op values[.., i]` along the last axis.
    "scan" Scan {
        /// The operation: from the first element to the last where it is not associative.
        row: RowId
    } => Signature::new(&["values"], &["out"]);

    /// `out[index[i]] = out[index[i]] op value[i]`, repeated indices counted each time: NumPy's `ufunc.at`. `out` is
    /// one-dimensional, `index` int64 within its bounds.
    "at" At {
        /// The operation.
        row: RowId,
        /// Whether floats are added in the order of their positions, as in NumPy, where an executor can; else in any
        /// order that is the same each time.
        ordered: bool
    } => Signature::new(&["index", "value"], &["out"]).optional(1).changing().loading(&[(0, Reading::Scattered), (1, Reading::Scattered)]);

    /// `out[..] = values[.., index[..]]`: at each position of `out`, the element of the last axis that the int64 index
    /// at the same position names, within its bounds. `values` and `out` have one dtype, `index` has the shape of
    /// `out`, and `values` has that shape and one axis more.
    "gather" Gather {
        /// Whether the index is known to be within bounds: devices then do not report indices that are not.
        known: bool
    } => Signature::new(&["values", "index"], &["out"]);

    /// `out[index[i], j] = values[i, j]`, where `i` and `j` are any number of coordinates; of several values for one
    /// element the last in C order is stored. `index` is int64 within the bounds of the first axis of `out`; `values`
    /// has its shape followed by that of the other axes, and the dtype of `out`.
    "scatter" Scatter {
        /// Whether the indices are known to be distinct.
        unique: bool
    } => Signature::new(&["index", "values"], &["out"]).changing().loading(&[(0, Reading::Scattered), (1, Reading::Scattered)]);

    /// A stable sort of the elements along the last axis in ascending order, NaN last: their values, their int64
    /// indices, or both. Operands and results have one shape and are in C order.
    "sort" Sort {
        /// Whether the sorted values are a result.
        values: bool,
        /// Whether the indices are a result.
        indices: bool
    } => Signature::new(&["values"], match (values, indices) {
        (true, false) => &["sorted"],
        (false, true) => &["indices"],
        (_, _) => &["sorted", "indices"],
    }).in_place(values && !indices).loading(&[(0, Reading::Repeated)]).growing(Growth::Sorted);

    /// `out[.., j]` is the element of rank `ranks[.., j]` of `values[..]` in ascending order, NaN last and -0.0 before
    /// 0.0. `values` is a matrix of real numbers in C order, `ranks` int64 and within its rows, with as many rows as
    /// `values` and `out`.
    "order_statistics" OrderStatistics {
        /// Whether a row with a NaN gives NaN throughout.
        propagate: bool
    } => Signature::new(&["values", "ranks"], &["out"]).loading(&[(0, Reading::Repeated), (1, Reading::Scattered)]);

    /// A partition of the elements along the last axis: at each of the positions `ranks` is the element of that rank,
    /// as of `order_statistics`, with less ones before it and greater ones after it. Elements between two such
    /// elements, or equal to one, keep their order. The result is the values or their int64 indices. `values` is a
    /// matrix of real numbers and `ranks` one axis of int64, the same for each row and within it; both and the result
    /// are in C order.
    "partition" Partition {
        /// Whether it gives indices, and not values.
        indices: bool
    } => Signature::new(&["values", "ranks"], if indices { &["indices"] } else { &["parted"] }).loading(&[(0, Reading::Repeated)]);

    /// The number of elements of `sorted` before each of `values` in ascending order, NaN last, as int64: those that
    /// are less, or, from the right, those that are not greater. `sorted` is one-dimensional, of the dtype of `values`,
    /// and in that order; `out` has the shape of `values`.
    "search" Search {
        /// Whether equal elements count as before.
        right: bool
    } => Signature::new(&["sorted", "values"], &["out"]).loading(&[(1, Reading::Once)]).growing(Growth::Sorted);

    /// The int64 indices along each axis of the elements that are not zero, in C order: `indices[axis, i]` of the i-th.
    "nonzero" Nonzero => Signature::new(&["values"], &["indices", "count"]).counted().loading(&[(0, Reading::Once)]);

    /// The elements of `values` where `mask`, bools of the same shape, is true, in C order.
    "select" Select => Signature::new(&["values", "mask"], &["out", "count"]).counted().loading(&[(0, Reading::Once), (1, Reading::Once)]);

    /// The discrete Fourier transform over the last axes, not scaled: `out[.., k] = sum of values[.., j] exp(-2 pi i j
    /// k / n)`, with the other sign for an inverse one. `values` and `out` lie in C order.
    "fft" Fft {
        /// The kind of transform.
        transform: Transform,
        /// The number of axes, the last ones.
        axes: i64
    } => Signature::new(&["values"], &["out"])
        .growing(Growth::Transform)
        .in_place(matches!(transform, Transform::Forward | Transform::Inverse));

    /// The factors of stacked matrices by elimination: a unit lower triangle below the diagonal and an upper one on and
    /// above it. `pivots`, int64, are the rows that each row was exchanged with, counted from 1; `info`, int64, is the
    /// number of the first pivot that is zero, or 0. Of this and all that follow, matrices lie column by column: the
    /// last axis runs down a column, the one before it along a row.
    "lu" Lu => Signature::matrices(&["a"], &["lu", "pivots", "info"]).in_place(true);

    /// Solves `a x = b` by the factorisation of `a`.
    "lu_solve" LuSolve {
        /// Whether with the transpose of `a`.
        transposed: bool,
        /// Whether with its conjugate.
        conjugated: bool
    } => Signature::matrices(&["b", "lu", "pivots"], &["x"]).in_place(true);

    /// The factor of Hermitian matrices into a lower triangle and its conjugate transpose; what is above the diagonal
    /// is neither read nor defined. `info` is the order of the first leading part that is not positive definite, or 0.
    "cholesky" Cholesky => Signature::matrices(&["a"], &["factor", "info"]).in_place(true);

    /// Solves `a x = b`, of which one triangle is read.
    "triangular_solve" TriangularSolve {
        /// Whether the triangle below the diagonal.
        lower: bool,
        /// Whether the diagonal counts as ones.
        unit: bool,
        /// Whether with the transpose of the triangle.
        transposed: bool,
        /// Whether with its conjugate.
        conjugated: bool
    } => Signature::matrices(&["b", "a"], &["x"]).in_place(true);

    /// The factors into an orthonormal basis and an upper triangle, as LAPACK's `geqrf`: the triangle on and above the
    /// diagonal, the vectors of reflections below it, and their scales.
    "qr" Qr => Signature::matrices(&["a"], &["factored", "scales"]).in_place(true);

    /// The same with column pivoting: `order`, int64, counted from zero, picks the longest remaining column in each
    /// step, as LAPACK's `geqp3`.
    "pivoted_qr" PivotedQr => Signature::matrices(&["a"], &["factored", "scales", "order"]).in_place(true);

    /// The first columns of that basis, as LAPACK's `orgqr`.
    "qr_basis" QrBasis => Signature::matrices(&["factored", "scales"], &["q"]);

    /// The eigenvalues of Hermitian matrices in ascending order, and their eigenvectors as columns. `info` is not 0
    /// where the iteration did not converge; then they are NaN.
    "eigh" Eigh {
        /// Whether the eigenvectors are a result.
        vectors: bool,
        /// Whether the triangle below the diagonal is read, and not the one above.
        lower: bool
    } => Signature::matrices(&["a"], if vectors { &["values", "vectors", "info"] } else { &["values", "info"] });

    /// The complex eigenvalues of square matrices and their eigenvectors as columns. Of real matrices the eigenvectors
    /// are real: for a pair of conjugates, the first of which has the positive imaginary part, the real parts are in
    /// one column and the imaginary ones in the next, as LAPACK's `geev` has them. `info` as of `eigh`.
    "eig" Eig {
        /// Whether the eigenvectors are a result.
        vectors: bool
    } => Signature::matrices(&["a"], if vectors { &["values", "vectors", "info"] } else { &["values", "info"] });

    /// Hessenberg forms, zero below the first subdiagonal, and the unitary bases `q` by which `a = q h q*`.
    "hessenberg" Hessenberg => Signature::matrices(&["a"], &["h", "q"]);

    /// Matrices `t^-1 a t` whose rows and columns have norms of one size: the scales, powers of two, and the order,
    /// int64, of `a`'s rows and columns, as LAPACK's `gebal`.
    "balance" Balance {
        /// Whether rows and columns that isolate an eigenvalue are moved to the ends, and are not scaled.
        permute: bool,
        /// Whether the others are scaled.
        scale: bool
    } => Signature::matrices(&["a"], &["balanced", "scales", "order"]).in_place(true);

    /// Schur forms, and the unitary bases `z` by which `a = z t z*`: triangular, or of real matrices quasi-triangular,
    /// with blocks of two rows that have equal elements on the diagonal and two of opposite signs beside it. `info` as
    /// of `eigh`.
    "schur" Schur => Signature::matrices(&["a"], &["t", "z", "info"]);

    /// Schur forms and bases with those eigenvalues first whose indices `chosen`, int64, holds something other than
    /// zero. `info` is not 0 where some are too close to be exchanged.
    "schur_order" SchurOrder => Signature::matrices(&["form", "basis", "chosen"], &["t", "z", "info"]);

    /// The triangular forms of quasi-triangular ones, which are complex already, and their bases.
    "schur_split" SchurSplit => Signature::matrices(&["form", "basis"], &["t", "z"]);

    /// Generalized Schur forms: of pairs of matrices `q s z*` and `q t z*` the triangular, or of real ones
    /// quasi-triangular, `s`, the triangular `t` whose diagonal is not negative, and unitary `q` and `z`. `info` as of
    /// `eigh`.
    "qz" Qz => Signature::matrices(&["a", "b"], &["s", "t", "q", "z", "info"]);

    /// The same with those eigenvalues first whose indices `chosen` holds something other than zero. `info` as of
    /// `schur_order`.
    "qz_order" QzOrder => Signature::matrices(&["first", "second", "left", "right", "chosen"], &["s", "t", "q", "z", "info"]);

    /// The same of real ones, which are complex already, with a triangular `s`.
    "qz_split" QzSplit => Signature::matrices(&["first", "second", "left", "right"], &["s", "t", "q", "z"]);

    /// The eigenvectors of pairs of upper triangular complex matrices, as columns whose largest parts are one.
    "pencil_vectors" PencilVectors {
        /// Whether those on the left.
        left: bool
    } => Signature::matrices(&["s", "t"], &["vectors"]);

    /// A function of upper triangular complex matrices. `info` is not 0 where it does not exist.
    "triangular_function" TriangularFunction {
        /// The function.
        function: MatrixFunction
    } => Signature::matrices(
        if matches!(function, MatrixFunction::AtEigenvalues) { &["t", "values"] } else { &["t"] },
        &["out", "info"]
    );

    /// Solves `a x + x b = c` for upper triangular complex `a` and `b`.
    "sylvester" Sylvester {
        /// Whether with the conjugate transpose of `b`.
        adjoint: bool
    } => Signature::matrices(&["c", "a", "b"], &["x"]).in_place(true);

    /// Solves `a x = b` for banded matrices, whose columns hold the diagonals from above to below. `info` is the number
    /// of the first pivot that is zero, or 0.
    "banded_solve" BandedSolve {
        /// How many diagonals are below the main one.
        below: i64
    } => Signature::matrices(&["b", "band"], &["x", "info"]).in_place(true);

    /// The factors of Hermitian banded matrices, in bands, into a triangle and its conjugate transpose. `info` as of
    /// `cholesky`.
    "banded_cholesky" BandedCholesky {
        /// Whether the band holds the lower triangle, and not the upper one.
        lower: bool
    } => Signature::matrices(&["band"], &["factor", "info"]).in_place(true);

    /// Solves `a x = b` by that factor of `a`.
    "banded_cholesky_solve" BandedCholeskySolve {
        /// Whether the band holds the lower triangle, and not the upper one.
        lower: bool
    } => Signature::matrices(&["b", "factor"], &["x"]).in_place(true);

    /// Solves `a x = b` for matrices of constant diagonals, whose elements `line` holds from the upper right to the
    /// lower left. `info` is not 0 where a leading part is singular.
    "toeplitz_solve" ToeplitzSolve => Signature::matrices(&["b", "line"], &["x", "info"]).in_place(true);

    /// The eigenvalues of real symmetric tridiagonal matrices in ascending order, and their eigenvectors as columns.
    /// `info` as of `eigh`.
    "tridiagonal_eigh" TridiagonalEigh {
        /// Whether the eigenvectors are a result.
        vectors: bool
    } => Signature::matrices(&["diagonal", "beside"], if vectors { &["values", "vectors", "info"] } else { &["values", "info"] });

    /// The factors of symmetric matrices, of which the lower triangle is read, with rows and columns in an order: a
    /// unit lower triangle, and blocks of one or two rows on a diagonal. `order`, int64, says which row each is,
    /// counted from 0.
    "ldl" Ldl {
        /// Whether the matrices are Hermitian, and the second triangle is the conjugate transpose.
        hermitian: bool
    } => Signature::matrices(&["a"], &["l", "d", "order"]);

    /// The singular values of matrices of as many rows as columns at least, in descending order; the left singular
    /// vectors as columns, and the conjugates of the right ones as rows: as many as there are values, or all. `info` as
    /// of `eigh`.
    "svd" Svd {
        /// Whether the vectors are results.
        vectors: bool
    } => Signature::matrices(&["a"], if vectors { &["values", "u", "vh", "info"] } else { &["values", "info"] });
}

/// The operations for one element of an interpolation: three for each of the elements around its point.
const fn interpolation_cost(axes: i64, order: i64) -> u64 {
    // One spline that fits in memory reads no more elements than this.
    const MAX_ELEMENTS: u64 = 1 << 20;
    let (mut count, mut axis) = (3, 0);
    while axis < axes && count < MAX_ELEMENTS {
        count *= (order.unsigned_abs() % 16) + 1;
        axis += 1;
    }
    if count < MAX_ELEMENTS { count } else { MAX_ELEMENTS }
}

/// The index that stands for an out-of-bounds one where several indices address one element: it is out of bounds for
/// every array, also after any offset in an array is added.
pub const OUTSIDE: i64 = i64::MIN / 2;

impl Routine {
    /// The name in errors: `at.add`.
    pub fn title(self) -> String {
        match self {
            Routine::Scan { row } | Routine::At { row, .. } => format!("{}.{}", self.name(), row.to_text()),
            Routine::Random { distribution } => format!("{}.{}", self.name(), distribution.to_text()),
            _ => self.name().into(),
        }
    }
}

/// The pattern of the routines that factor matrices or solve systems by factors, which libraries and `cuprust-dense`
/// implement.
#[macro_export]
macro_rules! matrix_routines {
    () => {
        $crate::Routine::Lu
            | $crate::Routine::LuSolve { .. }
            | $crate::Routine::Cholesky
            | $crate::Routine::TriangularSolve { .. }
            | $crate::Routine::Qr
            | $crate::Routine::PivotedQr
            | $crate::Routine::QrBasis
            | $crate::Routine::Eigh { .. }
            | $crate::Routine::Eig { .. }
            | $crate::Routine::Hessenberg
            | $crate::Routine::Balance { .. }
            | $crate::Routine::Schur
            | $crate::Routine::SchurOrder
            | $crate::Routine::SchurSplit
            | $crate::Routine::Qz
            | $crate::Routine::QzOrder
            | $crate::Routine::QzSplit
            | $crate::Routine::PencilVectors { .. }
            | $crate::Routine::TriangularFunction { .. }
            | $crate::Routine::Sylvester { .. }
            | $crate::Routine::BandedSolve { .. }
            | $crate::Routine::BandedCholesky { .. }
            | $crate::Routine::BandedCholeskySolve { .. }
            | $crate::Routine::ToeplitzSolve
            | $crate::Routine::TridiagonalEigh { .. }
            | $crate::Routine::Ldl { .. }
            | $crate::Routine::Svd { .. }
    };
}

impl std::fmt::Display for Routine {
    /// The name, and `name=value` for each parameter.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())?;
        self.parameters().into_iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}
