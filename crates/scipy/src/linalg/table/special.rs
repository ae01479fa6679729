//! The declarations of SciPy's special matrices.

use cuprust::math::Overlap;
use cuprust::table::functions;
use cuprust::{Array, Device, Error};
use cuprust_num::DType;

use super::*;

functions! {
    in "cuprust.scipy.linalg";

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

    /// The inverse of `hilbert`, float64, or with `exact` int64.
    ///
    /// Raises ValueError for a negative `n`, and for more than 14 rows of an exact one.
    ///
    /// >>> cp.scipy.linalg.invhilbert(2)
    /// array([[ 4., -6.],
    ///        [-6., 12.]])
    fn invhilbert(n: i64, exact: bool = False) -> Array {
        invhilbert(n, exact, Device::current()?)
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

    /// Pascal's matrix of binomial coefficients, uint64, or without `exact` float64.
    ///
    /// `kind` is "symmetric", "lower" or "upper". Raises ValueError for another, for a negative `n`, and for more than
    /// 34 rows of an exact one.
    ///
    /// >>> cp.scipy.linalg.pascal(3)
    /// array([[1, 1, 1],
    ///        [1, 2, 3],
    ///        [1, 3, 6]], dtype=uint64)
    fn pascal(n: i64, kind: &str = "symmetric", exact: bool = True) -> Array {
        pascal(n, Pascal::named(kind)?, exact, Device::current()?)
    }

    /// The inverse of Pascal's matrix, int64, or without `exact` float64.
    ///
    /// `kind` is as of `pascal`. Raises as `pascal`.
    ///
    /// >>> cp.scipy.linalg.invpascal(2)
    /// array([[ 2, -1],
    ///        [-1,  1]])
    fn invpascal(n: i64, kind: &str = "symmetric", exact: bool = True) -> Array {
        invpascal(n, Pascal::named(kind)?, exact, Device::current()?)
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
}
