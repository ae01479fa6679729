//! Products of orthonormal bases and triangles, and how they change with a row, a column or a product of vectors.

use cuprust::Array;
use cuprust::chapters::single_or_double;
use cuprust::linalg::{self, Reflections, matmul};
use cuprust::manipulation::concatenate;
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};

use super::factors::{check_finite, in_precision};
use super::stacked::{adjoint, extents, part, zeros_of};

/// The upper triangle `r` and the basis `q`, as rows, whose product are matrices, the last two axes: `scipy.linalg.rq`.
/// With as many rows as the lesser extent, or all if `complete`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg::rq;
/// # fn main() -> Result<()> {
/// let a = array![[1.0, 2.0], [3.0, 4.0]];
/// let (r, q) = rq(&a, true)?;
/// assert_eq!(math::round(&linalg::matmul(&r, &q)?, 9)?.to_string(), "[[1. 2.]\n [3. 4.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A linear algebra error for fewer than two axes.
pub fn rq(a: &Array, complete: bool) -> Result<(Array, Array)> {
    let (stack, m, n) = linalg::extents_of(a)?;
    if a.size() == 0 {
        let (a, height) = (in_precision(a)?, if complete { n } else { m.min(n) });
        let q = super::matrices::identities(stack, n, a.dtype(), a.device())?;
        return Ok((zeros_of(stack, [m, height], a.dtype(), &a)?, part(&q, 0..height, 0..n).copy()?));
    }
    // The rows in reverse: their conjugate transpose is a basis times an upper triangle, whose own one is a lower
    // triangle times rows of a basis.
    let flipped = adjoint(&in_precision(a)?.flip(-2)?)?;
    let (q, r) = linalg::qr(&flipped, complete)?;
    Ok((adjoint(&r)?.flip(-1)?.flip(-2)?.ascontiguous()?, adjoint(&q)?.flip(-2)?.ascontiguous()?))
}

/// The side of a matrix on which a basis is in a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// `q c`.
    Left,
    /// `c q`.
    Right,
}

/// The result of [`qr_multiply`].
#[derive(Debug)]
pub struct Multiplied {
    /// The product of the basis, or of its conjugate, and the other matrix.
    pub product: Array,
    /// The triangle.
    pub r: Array,
    /// Which column each was, int64, where columns were exchanged.
    pub order: Option<Array>,
}

/// The products of the orthonormal bases of matrices, the last two axes, and other matrices, or vectors if `c` has
/// fewer axes than two: `scipy.linalg.qr_multiply`. The basis has as many columns as the lesser extent, or, on the left
/// of as many rows as the matrix has, all.
///
/// # Errors
/// A value error for incompatible shapes.
pub fn qr_multiply(a: &Array, c: &Array, beside: Beside, pivoted: bool, conjugated: bool) -> Result<Multiplied> {
    a.check_device(c)?;
    let a = a.at_least(2);
    let is_vector = c.ndim() < 2;
    let c = match (is_vector, beside) {
        (false, _) => c.clone(),
        (true, Beside::Right) => c.at_least(2),
        (true, Beside::Left) => linalg::transposed(&c.at_least(2)),
    };
    let ([m, n], [height, width]) = (extents(&a), extents(&c));
    let least = m.min(n);
    let fits = if beside == Beside::Left { height == least || height == m } else { width == m };
    if !fits {
        return Err(Error::value(format!(
            "Array shapes are not compatible for the product with Q: {:?} vs {:?}",
            a.shape(),
            c.shape()
        )));
    }
    let dtype = promote(single_or_double(a.dtype()), single_or_double(c.dtype()));
    let reflections = Reflections::of(&in_precision(&a)?, pivoted)?;
    let columns = if beside == Beside::Left { height } else { least };
    let q = reflections.basis(columns)?.in_dtype(dtype)?;
    let q = if conjugated { rows::conjugate(&q)? } else { q };
    let c = c.in_dtype(dtype)?;
    let product = match beside {
        Beside::Left => matmul(&q, &c)?,
        Beside::Right => matmul(&c, &q)?,
    };
    let product = match (is_vector, beside) {
        (false, _) => product,
        (true, Beside::Left) => product.view_within(product.layout().at(product.ndim() - 1, 0)).ascontiguous()?,
        (true, Beside::Right) => product.view_within(product.layout().at(product.ndim() - 2, 0)),
    };
    Ok(Multiplied { product, r: reflections.triangle(least)?, order: reflections.order })
}

/// Whether lines are rows or columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// A row.
    Row,
    /// A column.
    Column,
}

impl Line {
    /// By SciPy's name.
    ///
    /// # Errors
    /// A value error for another.
    pub fn named(name: &str) -> Result<Line> {
        match name {
            "row" => Ok(Line::Row),
            "col" => Ok(Line::Column),
            _ => Err(Error::value("'which' must be either 'row' or 'col'")),
        }
    }

    /// The axis that such lines are counted along, from the last one on.
    fn axis(self) -> i64 {
        if self == Line::Row { -2 } else { -1 }
    }
}

/// The matrices that are products of bases and triangles.
struct Factored {
    product: Array,
    /// Whether the bases are whole.
    complete: bool,
}

impl Factored {
    /// # Errors
    /// SciPy's value errors for other dtypes, shapes and numbers.
    fn of(q: &Array, r: &Array, others: &[&Array], finite: bool) -> Result<Factored> {
        let known = matches!(q.dtype(), DType::F32 | DType::F64 | DType::C64 | DType::C128);
        if !known || r.dtype() != q.dtype() {
            return Err(Error::value(
                "Only arrays with dtypes float32, float64, complex64, and complex128 are supported, Q and R of the same",
            ));
        }
        for each in [q, r].into_iter().chain(others.iter().copied()) {
            q.check_device(each)?;
            if each.dtype() != q.dtype() {
                return Err(Error::value("'u' must have the same type as 'Q' and 'R'"));
            }
            check_finite(each, finite)?;
        }
        if q.ndim() < 2 || r.ndim() < 2 {
            return Err(Error::value("Q and R must be 2-D"));
        }
        let ([m, k], [height, n]) = (extents(q), extents(r));
        if k != height || k != m && k != n {
            return Err(Error::value(format!(
                "Q and R do not have compatible shapes. Expected (M,M) (M,N) or (M,N) (N,N) but found {:?} {:?}",
                q.shape(),
                r.shape()
            )));
        }
        Ok(Factored { product: matmul(q, r)?, complete: m == k })
    }

    /// The factors of other matrices of the same kind.
    fn again(&self, changed: &Array) -> Result<(Array, Array)> {
        linalg::qr(changed, self.complete)
    }

    fn extent(&self, line: Line) -> i64 {
        let [m, n] = extents(&self.product);
        if line == Line::Row { m } else { n }
    }

    /// The lines of a range.
    fn lines(&self, line: Line, from: i64, to: i64) -> Array {
        let [m, n] = extents(&self.product);
        if line == Line::Row { part(&self.product, from..to, 0..n) } else { part(&self.product, 0..m, from..to) }
    }

    /// An index among the lines; it may equal their number if `end`.
    fn position(&self, line: Line, k: i64, end: bool) -> Result<i64> {
        let count = self.extent(line);
        let position = if k < 0 { k + count } else { k };
        let fits = 0 <= position && position < count + i64::from(end);
        if fits { Ok(position) } else { Err(Error::value(format!("'k' is out of bounds: {k}"))) }
    }
}

/// The factors of matrices without some rows or columns, of the factors of the whole ones: `scipy.linalg.qr_delete`.
/// They are found from the matrix.
///
/// # Errors
/// A value error for shapes and dtypes that do not go together, for indices out of range, and with `finite` where an
/// element is infinite or NaN.
pub fn qr_delete(q: &Array, r: &Array, k: i64, count: i64, line: Line, finite: bool) -> Result<(Array, Array)> {
    let factored = Factored::of(q, r, &[], finite)?;
    let (position, all) = (factored.position(line, k, false)?, factored.extent(line));
    if count < 1 || count > all - position {
        return Err(Error::value(format!("'p' is out of range: {count}")));
    }
    let kept = [factored.lines(line, 0, position), factored.lines(line, position + count, all)];
    factored.again(&concatenate(&kept, line.axis())?)
}

/// The factors of matrices with rows or columns inserted before an index: `scipy.linalg.qr_insert`. `u` has one, or
/// several if it has as many axes as the factors. They are computed from the matrix.
///
/// # Errors
/// As [`qr_delete`].
pub fn qr_insert(q: &Array, r: &Array, u: &Array, k: i64, line: Line, finite: bool) -> Result<(Array, Array)> {
    let factored = Factored::of(q, r, &[u], finite)?;
    let position = factored.position(line, k, true)?;
    let rank = factored.product.ndim();
    let axis = if line == Line::Row { u.ndim().saturating_sub(1) } else { u.ndim() };
    let lines = if u.ndim() + 1 == rank { u.view_within(u.layout().with_axis(axis)) } else { u.clone() };
    let across = if line == Line::Row { Line::Column } else { Line::Row };
    let along = usize::from(line == Line::Row);
    if lines.ndim() != rank || extents(&lines)[along] != factored.extent(across) {
        return Err(Error::value(format!("'u' of shape {:?} does not match the factors", u.shape())));
    }
    let parts = [factored.lines(line, 0, position), lines, factored.lines(line, position, factored.extent(line))];
    factored.again(&concatenate(&parts, line.axis())?)
}

/// The factors of matrices plus the product of `u` and the conjugate transpose of `v`, vectors or, where they have as
/// many axes as the factors, matrices: `scipy.linalg.qr_update`. They are found from the matrix.
///
/// # Errors
/// As [`qr_delete`].
pub fn qr_update(q: &Array, r: &Array, u: &Array, v: &Array, finite: bool) -> Result<(Array, Array)> {
    let factored = Factored::of(q, r, &[u, v], finite)?;
    let rank = factored.product.ndim();
    if u.ndim() != v.ndim() || u.ndim() != rank && u.ndim() + 1 != rank {
        return Err(Error::value("u and v must have the same number of dimensions"));
    }
    let columns = |a: &Array| if a.ndim() == rank { a.clone() } else { a.view_within(a.layout().with_axis(a.ndim())) };
    let (u, v) = (columns(u), columns(v));
    let ([height, inner], [width, other]) = (extents(&u), extents(&v));
    if [height, width] != extents(&factored.product) || inner != other {
        return Err(Error::value("u.shape[0] must equal Q.shape[0], and v.shape[0] R.shape[1]"));
    }
    factored.again(&rows::add(&factored.product, &matmul(&u, &adjoint(&v)?)?)?)
}
