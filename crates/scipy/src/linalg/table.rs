//! The declarations of SciPy's linear algebra.

use cuprust::linalg::Triangular;
use cuprust::math::Overlap;
use cuprust::table::texts::{FINITE, ONE_ALGORITHM, SQUARE, UNCHANGED};
use cuprust::table::{NumberOrText, Returned, functions};
use cuprust::{Array, Device, Error, Result};
use cuprust_num::{DType, Value};

use super::*;

/// Several new arrays.
type Arrays = Box<[Array]>;

/// Which system is solved: that of the matrix, its transpose, or its conjugate transpose.
fn turned(trans: NumberOrText) -> Result<(bool, bool)> {
    let number = match trans {
        NumberOrText::Number(Value::Int(number)) => Some(number as i64),
        NumberOrText::Text("N") => Some(0),
        NumberOrText::Text("T") => Some(1),
        NumberOrText::Text("C") => Some(2),
        _ => None,
    };
    match number {
        Some(0) => Ok((false, false)),
        Some(1) => Ok((true, false)),
        Some(2) => Ok((true, true)),
        _ => Err(Error::value("trans is 0, 1 or 2, or 'N', 'T' or 'C'")),
    }
}

/// Two arrays of a tuple.
fn two<'a>(given: &[&'a Array], name: &str) -> Result<[&'a Array; 2]> {
    <[&Array; 2]>::try_from(given).map_err(|_| Error::value(format!("{name} is a tuple of two")))
}

functions! {
    in "cuprust.scipy.linalg";

    /// The factors of matrices by elimination in one, and the rows that each row was exchanged with, int32, counted
    /// from zero.
    ///
    /// Of singular matrices a pivot is zero. Raises ValueError with `check_finite` where an element is infinite or NaN,
    /// LinAlgError for fewer than two axes.
    ///
    /// >>> cp.scipy.linalg.lu_factor(cp.array([[1.0, 2.0], [4.0, 4.0]]))[1]
    /// array([1, 1], dtype=int32)
    fn lu_factor(a: &Array, overwrite_a: bool = False, check_finite: bool = True)
    ignoring { overwrite_a: UNCHANGED } -> Arrays {
        factors::check_finite(a, check_finite)?;
        lu_factor(a).map(|(factors, pivots)| [factors, pivots].into())
    }

    /// The solution of a system by the factors and exchanged rows of `lu_factor`.
    ///
    /// `b` is as of `solve_triangular`. With `trans` 1 that of the transpose, with 2 of the conjugate transpose.
    #[doc = FINITE]
    ///
    /// >>> factors = cp.scipy.linalg.lu_factor(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    /// >>> cp.scipy.linalg.lu_solve(factors, cp.array([2.0, 8.0]))
    /// array([1., 2.])
    fn lu_solve(
        lu_and_piv: Vec<&Array>, b: &Array, trans: NumberOrText = 0, overwrite_b: bool = False, check_finite: bool = True
    ) ignoring { overwrite_b: UNCHANGED } -> Array {
        let [factors, pivots] = two(&lu_and_piv, "lu_and_piv")?;
        let (transposed, conjugated) = turned(trans)?;
        factors::check_finite(b, check_finite)?;
        lu_solve(factors, pivots, b, transposed, conjugated)
    }

    /// A permutation, a unit lower and an upper triangle whose product are matrices; with `permute_l` the product of
    /// the first two, and the third; with `p_indices` the places of the permutation's rows in its stead.
    ///
    /// Waits for the pivots. Raises ValueError with `check_finite` where an element is infinite or NaN, LinAlgError for
    /// fewer than two axes.
    ///
    /// >>> cp.scipy.linalg.lu(cp.array([[1.0, 2.0], [4.0, 4.0]]))[2]
    /// array([[4., 4.],
    ///        [0., 1.]])
    fn lu(
        a: &Array, permute_l: bool = False, overwrite_a: bool = False, check_finite: bool = True, p_indices: bool = False
    ) ignoring { overwrite_a: UNCHANGED } -> Arrays {
        factors::check_finite(a, check_finite)?;
        if permute_l {
            return lu_permuted(a).map(Box::from);
        }
        if p_indices {
            let (order, l, u) = lu_ordered(a)?;
            // The places by which the rows of the product become those of the matrix.
            return Ok([cuprust::sorting::argsort(&order, Some(-1))?, l, u].into());
        }
        lu(a).map(Box::from)
    }

    /// The solution of `a x = b` for triangular matrices, the last two axes: of the upper triangle or, with `lower`, of
    /// the lower one.
    ///
    /// `b` has columns, or is a vector; where it does not fit as columns, it may be a vector for each matrix of the
    /// stack. With `trans` 1 or "T" that of the transpose, with 2 or "C" of the conjugate transpose. With
    /// `unit_diagonal` the diagonal counts as ones. A zero on the diagonal gives what is not finite. Raises LinAlgError
    /// where `a` is not square, ValueError where shapes do not go together, and with `check_finite` where an element is
    /// infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.solve_triangular(cp.array([[2.0, 0.0], [1.0, 1.0]]), cp.array([2.0, 3.0]), lower=True)
    /// array([1., 2.])
    fn solve_triangular(
        a: &Array, b: &Array, trans: NumberOrText = 0, lower: bool = False, unit_diagonal: bool = False, overwrite_b: bool = False,
        check_finite: bool = False
    ) ignoring { overwrite_b: UNCHANGED } -> Array {
        factors::check_finite(a, check_finite)?;
        factors::check_finite(b, check_finite)?;
        let (transposed, conjugated) = turned(trans)?;
        let triangular = Triangular { lower, unit: unit_diagonal, transposed, conjugated };
        let a = factors::in_precision(a)?;
        factors::by_vectors(&a, &factors::in_precision(b)?, |b| cuprust::linalg::solve_triangular(&a, b, triangular))
    }

    /// The Cholesky factor of Hermitian positive definite matrices, and whether it is the lower one. What the other
    /// triangle holds is that of the matrices.
    ///
    /// Raises LinAlgError for matrices that are not square or not positive definite, ValueError with `check_finite`
    /// where an element is infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.cho_factor(cp.array([[4.0, 2.0], [2.0, 10.0]]), lower=True)[0]
    /// array([[2., 2.],
    ///        [1., 3.]])
    fn cho_factor(a: &Array, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True)
    ignoring { overwrite_a: UNCHANGED } -> Returned {
        factors::check_finite(a, check_finite)?;
        Ok(Returned::Pair(cho_factor(a, lower)?, cuprust_num::Scalar::new(lower)))
    }

    /// The exponentials of square matrices, the last two axes. Waits for their norms.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.expm(cp.array([[0.0, 1.0], [0.0, 0.0]]))
    /// array([[1., 1.],
    ///        [0., 1.]])
    fn expm(a: &Array) -> Array {
        expm(a)
    }

    /// The polar factors of matrices, the last two axes: one whose columns or rows are orthonormal, and a Hermitian
    /// positive semidefinite one, which stands on the right or the left `side`.
    ///
    /// Raises ValueError for another side, LinAlgError for fewer than two axes.
    ///
    /// >>> cp.scipy.linalg.polar(cp.array([[0.0, -2.0], [3.0, 0.0]]))[1].round(6)
    /// array([[3., 0.],
    ///        [0., 2.]])
    fn polar(a: &Array, side: &str = "right") -> Arrays {
        let side = match side {
            "right" => Side::Right,
            "left" => Side::Left,
            _ => return Err(Error::value("`side` must be either 'right' or 'left'")),
        };
        polar(a, side).map(|(u, p)| [u, p].into())
    }

    /// Orthonormal bases of the ranges of matrices, the last two axes, as columns. Singular values up to `rcond` times
    /// the largest, without it the precision times the larger extent, count as zero; they are waited for.
    ///
    /// Raises ValueError for fewer than two axes, and for matrices of a stack that are not of one rank.
    ///
    /// >>> cp.scipy.linalg.orth(cp.array([[2.0, 0.0], [0.0, 0.0]])).shape
    /// (2, 1)
    fn orth(A: &Array, rcond: Option<f64> = None) -> Array {
        orth(A, rcond)
    }

    /// Orthonormal bases of the null spaces of matrices, the last two axes, as columns. Which singular values count as
    /// zero is as in `orth`; they are waited for.
    ///
    /// Raises ValueError for fewer than two axes, for matrices of a stack that are not of one rank, for a driver that
    /// is none, and with `check_finite` where an element is infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.null_space(cp.array([[2.0, 0.0], [0.0, 0.0]])).shape
    /// (2, 1)
    fn null_space(
        A: &Array, rcond: Option<f64> = None, *, overwrite_a: bool = False, check_finite: bool = True, lapack_driver: &str = "gesdd"
    ) ignoring { overwrite_a: UNCHANGED, lapack_driver: ONE_ALGORITHM } -> Array {
        table_of_factors::check_driver(lapack_driver)?;
        factors::check_finite(A, check_finite)?;
        null_space(A, rcond)
    }

    /// The solutions of circulant systems, by Fourier transforms: `c` is the first column of a matrix, along `caxis`,
    /// `b` runs along `baxis` and the result along `outaxis`; the other axes broadcast.
    ///
    /// A matrix is nearly singular where a Fourier coefficient of `c` is at most `tol`, or without it the precision of
    /// float64 times the extent and the largest coefficient. Then LinAlgError is raised, or with another `singular`
    /// than "raise" the least-squares solution is given. Waits for the coefficients. Raises ValueError for an axis out
    /// of range, and where extents differ.
    ///
    /// >>> cp.scipy.linalg.solve_circulant(cp.array([2.0, 0.0]), cp.array([4.0, 6.0]))
    /// array([2., 3.])
    fn solve_circulant(
        c: &Array, b: &Array, singular: &str = "raise", tol: Option<f64> = None, caxis: i64 = -1, baxis: i64 = 0, outaxis: i64 = 0
    ) -> Array {
        let nearly = if singular == "raise" { NearlySingular::Raise } else { NearlySingular::LeastSquares };
        solve_circulant(c, b, nearly, tol, [caxis, baxis, outaxis])
    }

    /// The pseudo-inverses of Hermitian matrices, the last two axes, of which one triangle is read; with `return_rank`
    /// also their ranks, of a single matrix an int, which is waited for.
    ///
    /// Eigenvalues whose size is at most `atol` plus `rtol` times the largest count as zero; without `rtol` the
    /// precision times the extent stands for it. Raises ValueError for a negative bound, and with `check_finite` where
    /// an element is infinite or NaN; LinAlgError for matrices that are not square.
    ///
    /// >>> cp.scipy.linalg.pinvh(cp.array([[4.0, 0.0], [0.0, 0.0]]))
    /// array([[0.25, 0.  ],
    ///        [0.  , 0.  ]])
    fn pinvh(
        a: &Array, atol: Option<f64> = None, rtol: Option<f64> = None, lower: bool = True, return_rank: bool = False,
        check_finite: bool = True
    ) -> Returned {
        factors::check_finite(a, check_finite)?;
        let (inverse, rank) = pinvh(a, atol, rtol, lower)?;
        Ok(match (return_rank, rank.ndim()) {
            (false, _) => Returned::Array(inverse),
            (true, 0) => Returned::Pair(inverse, cuprust_num::Scalar::new(rank.item()?.get::<i64>())),
            (true, _) => Returned::Tuple(vec![inverse, rank]),
        })
    }

    /// The unitary matrices that take `A` nearest to `B` in the Frobenius norm, matrices, the last two axes, and the
    /// sums of the singular values of the conjugate transposes of `A` times `B`.
    ///
    /// Raises ValueError for fewer than two axes, for shapes that differ, and with `check_finite` where an element is
    /// infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.orthogonal_procrustes(cp.array([[2.0]]), cp.array([[3.0]]))[1]
    /// array(6.)
    fn orthogonal_procrustes(A: &Array, B: &Array, check_finite: bool = True) -> Arrays {
        factors::check_finite(A, check_finite)?;
        factors::check_finite(B, check_finite)?;
        orthogonal_procrustes(A, B).map(|(turn, scale)| [turn, scale].into())
    }

    /// The angles between the ranges of two matrices, the last two axes, in descending order.
    ///
    /// Waits for the ranks. Raises ValueError for fewer than two axes, other numbers of rows, elements that are
    /// infinite or NaN, and matrices of a stack that are not of one rank.
    ///
    /// >>> cp.scipy.linalg.subspace_angles(cp.array([[1.0], [0.0]]), cp.array([[0.0], [1.0]]))
    /// array([1.57079633])
    fn subspace_angles(A: &Array, B: &Array) -> Array {
        subspace_angles(A, B)
    }

    /// The cosines of square matrices, the last two axes.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.cosm(cp.zeros((2, 2)))
    /// array([[1., 0.],
    ///        [0., 1.]])
    fn cosm(A: &Array) -> Array {
        cosm(A)
    }

    /// The sines of square matrices, the last two axes.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.sinm(cp.zeros((2, 2)))
    /// array([[0., 0.],
    ///        [0., 0.]])
    fn sinm(A: &Array) -> Array {
        sinm(A)
    }

    /// The tangents of square matrices, the last two axes.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.tanm(cp.zeros((2, 2)))
    /// array([[0., 0.],
    ///        [0., 0.]])
    fn tanm(A: &Array) -> Array {
        tanm(A)
    }

    /// The hyperbolic cosines of square matrices, the last two axes.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.coshm(cp.zeros((2, 2)))
    /// array([[1., 0.],
    ///        [0., 1.]])
    fn coshm(A: &Array) -> Array {
        coshm(A)
    }

    /// The hyperbolic sines of square matrices, the last two axes.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.sinhm(cp.zeros((2, 2)))
    /// array([[0., 0.],
    ///        [0., 0.]])
    fn sinhm(A: &Array) -> Array {
        sinhm(A)
    }

    /// The hyperbolic tangents of square matrices, the last two axes.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.tanhm(cp.zeros((2, 2)))
    /// array([[0., 0.],
    ///        [0., 0.]])
    fn tanhm(A: &Array) -> Array {
        tanhm(A)
    }

    /// The matrices of constant diagonals whose first columns are `c` and whose first rows are `r`, without its first
    /// element, or the conjugate of `c`.
    ///
    /// Both run along the last axis. Raises ValueError where the axes before do not broadcast.
    ///
    /// >>> cp.scipy.linalg.toeplitz([1, 2, 3], [1, 4])
    /// array([[1, 4],
    ///        [2, 1],
    ///        [3, 2]])
    fn toeplitz(c: &Array, r: Option<&Array> = None) -> Array {
        toeplitz(c, r)
    }

    /// The matrix of constant antidiagonals whose first column is `c` and whose last row is `r`, without its first
    /// element, or zeros.
    ///
    /// >>> cp.scipy.linalg.hankel([1, 2, 3])
    /// array([[1, 2, 3],
    ///        [2, 3, 0],
    ///        [3, 0, 0]])
    fn hankel(c: &Array, r: Option<&Array> = None) -> Array {
        hankel(c, r)
    }

    /// The matrices whose first columns are `c`, the last axis, and whose every other column is the one before, a place
    /// further around.
    ///
    /// >>> cp.scipy.linalg.circulant([1, 2, 3])
    /// array([[1, 3, 2],
    ///        [2, 1, 3],
    ///        [3, 2, 1]])
    fn circulant(c: &Array) -> Array {
        circulant(c)
    }

    /// The companion matrices of polynomials along the last axis, the highest power first, whose eigenvalues are their
    /// zeros. Waits for the first coefficients.
    ///
    /// Raises ValueError for fewer than two coefficients, and a first one that is zero.
    ///
    /// >>> cp.scipy.linalg.companion([1, -3, 2])
    /// array([[ 3., -2.],
    ///        [ 1.,  0.]])
    fn companion(a: &Array) -> Array {
        companion(a)
    }

    /// The Leslie matrices: `f`, the last axis, in the first row, and `s`, of one element less, below the diagonal.
    ///
    /// Raises ValueError for other lengths, and where the axes before the last do not broadcast.
    ///
    /// >>> cp.scipy.linalg.leslie([0.1, 2.0], [0.5])
    /// array([[0.1, 2. ],
    ///        [0.5, 0. ]])
    fn leslie(f: &Array, s: &Array) -> Array {
        leslie(f, s)
    }

    /// The distances of each element of vectors, the last axis, to each. Of one element it is float64.
    ///
    /// Raises TypeError for several bools.
    ///
    /// >>> cp.scipy.linalg.fiedler([1, 4, 6])
    /// array([[0, 3, 5],
    ///        [3, 0, 2],
    ///        [5, 2, 0]])
    fn fiedler(a: &Array) -> Array {
        fiedler(a)
    }

    /// The companion matrices of polynomials along the last axis, the highest power first, with five diagonals. Waits
    /// for the first coefficients.
    ///
    /// Raises ValueError for a first coefficient that is zero.
    ///
    /// >>> cp.scipy.linalg.fiedler_companion([1, -3, 2])
    /// array([[ 3., -2.],
    ///        [ 1.,  0.]])
    fn fiedler_companion(a: &Array) -> Array {
        fiedler_companion(a)
    }

    /// The Hadamard matrix of Sylvester's construction: 1 and -1, with rows that are orthogonal.
    ///
    /// Raises ValueError where `n` is no power of two.
    ///
    /// >>> cp.scipy.linalg.hadamard(2)
    /// array([[ 1,  1],
    ///        [ 1, -1]])
    fn hadamard(n: i64, dtype: Option<DType> = None) -> Array {
        hadamard(n, dtype.unwrap_or(DType::I64), Device::current()?)
    }

    /// The Helmert matrix, whose rows are orthonormal and sum to zero; with `full` its first row of equal elements as
    /// well.
    ///
    /// Raises ValueError for a negative `n`.
    ///
    /// >>> cp.scipy.linalg.helmert(2)
    /// array([[ 0.70710678, -0.70710678]])
    fn helmert(n: i64, full: bool = False) -> Array {
        helmert(n, full, Device::current()?)
    }

    /// One over the sum of row and column, counted from one half.
    ///
    /// Raises ValueError for a negative `n`.
    ///
    /// >>> cp.scipy.linalg.hilbert(2)
    /// array([[1.        , 0.5       ],
    ///        [0.5       , 0.33333333]])
    fn hilbert(n: i64) -> Array {
        hilbert(n, Device::current()?)
    }

    /// The discrete Fourier transform as a matrix.
    ///
    /// `scale` is None, "sqrtn", which makes it unitary, or "n". Raises ValueError for another.
    ///
    /// >>> cp.scipy.linalg.dft(2).real
    /// array([[ 1.,  1.],
    ///        [ 1., -1.]])
    fn dft(n: i64, scale: Option<&str> = None) -> Array {
        let scale = match scale {
            None => DftScale::One,
            Some("sqrtn") => DftScale::Root,
            Some("n") => DftScale::Count,
            Some(other) => {
                return Err(Error::value(format!("scale must be None, 'sqrtn', or 'n'; '{other}' is not valid.")));
            }
        };
        dft(n, scale, Device::current()?)
    }

    /// The matrices by which vectors of `n` elements are convolved with `a`, the last axis.
    ///
    /// `mode` is "full", "same" or "valid", as of `convolve`. Raises ValueError for another, for no axes or elements,
    /// and an `n` that is not positive.
    ///
    /// >>> cp.scipy.linalg.convolution_matrix([1, 2], 2)
    /// array([[1, 0],
    ///        [2, 1],
    ///        [0, 2]])
    fn convolution_matrix(a: &Array, n: i64, mode: &str = "full") -> Array {
        let overlap = match mode {
            "full" => Overlap::Full,
            "same" => Overlap::Same,
            "valid" => Overlap::Valid,
            _ => return Err(Error::value("'mode' argument must be one of ('full', 'valid', 'same')")),
        };
        convolution_matrix(a, n, overlap)
    }

    /// Matrices, the last two axes, along the diagonals of larger ones, zeros beside them. A vector is one row.
    ///
    /// Raises ValueError where the axes before the last two do not broadcast.
    ///
    /// >>> cp.scipy.linalg.block_diag([[1, 2]], [[3], [4]])
    /// array([[1, 2, 0],
    ///        [0, 0, 3],
    ///        [0, 0, 4]])
    fn block_diag(*arrs: Vec<&Array>) -> Array {
        block_diag(&arrs, Device::current()?)
    }

    /// The Kronecker products of columns.
    ///
    /// Raises ValueError for fewer than two axes, and for other numbers of columns.
    ///
    /// >>> cp.scipy.linalg.khatri_rao([[1, 2]], [[3, 4], [5, 6]])
    /// array([[ 3,  8],
    ///        [ 5, 12]])
    fn khatri_rao(a: &Array, b: &Array) -> Array {
        khatri_rao(a, b)
    }

    /// The Kronecker product: each element of `a` times the whole of `b`, laid where the element stands.
    ///
    /// >>> cp.scipy.linalg.kron([[1, 10]], [[5, 6]])
    /// array([[ 5,  6, 50, 60]])
    fn kron(a: &Array, b: &Array) -> Array {
        cuprust::linalg::kron(a, b)
    }

    in "cuprust.linalg";

    /// The solution of a system by a Cholesky factor, and whether that is the lower one: a tuple of two.
    ///
    #[doc = FINITE]
    ///
    /// >>> factor = cp.linalg.cholesky(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    /// >>> cp.linalg.cho_solve((factor, True), cp.array([6.0, 12.0]))
    /// array([1., 1.])
    fn cho_solve(c_and_lower: Vec<&Array>, b: &Array, overwrite_b: bool = False, check_finite: bool = True)
    ignoring { overwrite_b: UNCHANGED } -> Array {
        let [factor, lower] = two(&c_and_lower, "c_and_lower")?;
        factors::check_finite(b, check_finite)?;
        cho_solve(factor, lower.item()?.get::<bool>(), b)
    }

    /// The inverses of Hermitian positive definite matrices, the last two axes, of which the lower triangle is read.
    ///
    /// Raises LinAlgError for matrices that are not square or not positive definite, TypeError for half precision.
    ///
    /// >>> cp.linalg.invh(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    /// array([[0.5 , 0.  ],
    ///        [0.  , 0.25]])
    fn invh(a: &Array) -> Array {
        invh(a)
    }

    in "cuprust.lapack";

    /// Solves `a x = b` for a square matrix and writes the solution to `b`.
    ///
    /// Raises TypeError where the dtypes differ or are none of single and double precision, ValueError for other shapes
    /// and for more than one axis that is neither in C nor in Fortran order; LinAlgError where `a` is singular.
    ///
    /// >>> b = cp.array([2.0, 8.0])
    /// >>> cp.lapack.gesv(cp.array([[2.0, 0.0], [0.0, 4.0]]), b)
    /// >>> b
    /// array([1., 2.])
    fn gesv(a: &Array, b: &Array) -> () {
        gesv(a, b)
    }

    /// The least-squares solution of `a x = b`, of least length where there are more unknowns than equations: for
    /// matrices of full rank.
    ///
    /// Raises ValueError for other shapes.
    ///
    /// >>> cp.lapack.gels(cp.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]), cp.array([1.0, 4.0, 3.0]))
    /// array([1., 2.])
    fn gels(a: &Array, b: &Array) -> Array {
        gels(a, b)
    }

    /// The solution of `a x = b` for Hermitian positive definite matrices, the last two axes.
    ///
    /// Raises LinAlgError for matrices that are not square or not positive definite, ValueError where shapes do not go
    /// together.
    ///
    /// >>> cp.lapack.posv(cp.array([[4.0, 2.0], [2.0, 10.0]]), cp.array([6.0, 12.0]))
    /// array([1., 1.])
    fn posv(a: &Array, b: &Array) -> Array {
        posv(a, b)
    }

    /// The solution of a system by a Cholesky factor, the lower one or the upper one.
    ///
    /// Raises LinAlgError for factors that are not square, ValueError where shapes do not go together.
    ///
    /// >>> factor = cp.linalg.cholesky(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    /// >>> cp.lapack.potrs(factor, cp.array([6.0, 12.0]), True)
    /// array([1., 1.])
    fn potrs(L: &Array, b: &Array, lower: bool) -> Array {
        potrs(L, b, lower)
    }
}
