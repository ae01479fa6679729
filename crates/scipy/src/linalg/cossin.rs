//! The cosines and sines of unitary matrices in four blocks (Van Loan, "Computing the CS and the generalized singular
//! value decompositions", 1985).

use cuprust::Array;
use cuprust::chapters::single_or_double;
use cuprust::linalg::{self, matmul};
use cuprust::manipulation::concatenate;
use cuprust::ufunc::rows;
use cuprust::ufunc::where_;
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::factors::in_precision;
use super::stacked::{adjoint, extents, outer, part, zeros_of};

/// The result of [`cossin`].
#[derive(Debug, Clone)]
pub struct CosineSine {
    /// The unitary matrices on the left, of the upper and of the lower blocks.
    pub u: [Array; 2],
    /// The angles, in ascending order.
    pub angles: Array,
    /// The unitary matrices on the right, of the left and of the right blocks.
    pub vh: [Array; 2],
}

/// How large the parts of the middle factor are: the cosines, and the identities in each of the four blocks.
#[derive(Debug, Clone, Copy)]
struct Parts {
    m: i64,
    p: i64,
    q: i64,
    angles: i64,
    ones: [[i64; 2]; 2],
}

impl Parts {
    fn of(m: i64, p: i64, q: i64) -> Parts {
        let angles = p.min(m - p).min(q).min(m - q);
        let ones = [p, m - p].map(|height| [q, m - q].map(|width| height.min(width) - angles));
        Parts { m, p, q, angles, ones }
    }

    /// The middle factor, real; the sines and identities of one sign are above on the right, or with `swapped` below on
    /// the left.
    fn middle(&self, angles: &Array, swapped: bool) -> Result<Array> {
        let Parts { m, p, q, angles: count, ones: [[first, second], [third, fourth]] } = *self;
        let whole = zeros_of(&angles.shape()[..angles.ndim() - 1], [m, m], angles.dtype(), angles)?;
        let sign = if swapped { -1 } else { 1 };
        let block = |row: i64, column: i64, extent: i64| {
            part(&whole, row..row + extent, column..column + extent).diagonal(0, -2, -1)
        };
        let (cosines, sines) = (rows::cos(angles)?, rows::sin(angles)?);
        let (behind, below) = (first + count + third + fourth, p + fourth);
        block(0, 0, first)?.fill(1)?;
        block(first, first, count)?.assign(&cosines)?;
        block(first, behind, count)?.assign(&rows::multiply(&sines, -sign)?)?;
        block(first + count, behind + count, second)?.fill(-sign)?;
        block(p, q, fourth)?.fill(1)?;
        block(below, first, count)?.assign(&rows::multiply(&sines, sign)?)?;
        block(below, behind, count)?.assign(&cosines)?;
        block(below + count, first + count, third)?.fill(sign)?;
        Ok(whole)
    }
}

/// A unitary factor and the absolute values of the triangle's diagonal, whose directions the factor's columns take.
fn positive_qr(a: &Array) -> Result<(Array, Array)> {
    let (q, r) = linalg::qr(a, true)?;
    let diagonal = r.diagonal(0, -2, -1)?;
    let sizes = rows::absolute(&diagonal)?;
    let zero = rows::equal(&sizes, 0)?;
    let directions = where_(&zero, 1, &rows::divide(&diagonal, &where_(&zero, 1, &sizes)?)?)?.in_dtype(a.dtype())?;
    let count = directions.shape()[0];
    let own = part(&q, 0..extents(&q)[0], 0..count);
    own.assign(&rows::multiply(&own, &directions)?)?;
    Ok((q, sizes))
}

/// For one matrix.
fn single(x: &Array, parts: &Parts, swapped: bool) -> Result<CosineSine> {
    let Parts { m, p, q, angles: count, ones: [[first, _], [third, _]] } = *parts;
    let singular = linalg::svd(&part(x, 0..p, 0..q), true)?;
    let (u1, values) = (singular.u, singular.values);
    let v1 = adjoint(&singular.vh)?.copy()?;
    let lower = part(x, p..m, 0..q);
    // Where cosines are large, sines tell the directions.
    let large = rows::sum(&rows::greater(&values, std::f64::consts::FRAC_1_SQRT_2)?, ..)?.item()?.get::<i64>();
    if large > 0 {
        let own = part(&v1, 0..q, 0..large);
        let factors = linalg::svd(&matmul(&lower, &own)?, true)?;
        let turn = adjoint(&factors.vh)?.flip(-1)?;
        own.assign(&matmul(&own, &turn)?)?;
        let kept = values.at(..large)?;
        let (basis, cosines) = positive_qr(&rows::multiply(&kept.expand_dims(-1)?, &turn)?)?;
        let upper = part(&u1, 0..p, 0..large);
        upper.assign(&matmul(&upper, &basis)?)?;
        kept.assign(&cosines)?;
    }
    // The longest columns first.
    let columns = part(&matmul(&lower, &v1)?, 0..m - p, first..q).flip(-1)?;
    let (basis, lengths) = positive_qr(&columns)?;
    let used = count + third;
    let own = part(&basis, 0..m - p, 0..used).flip(-1)?;
    let own = if swapped { rows::negative(&own)? } else { own };
    let u2 = concatenate(&[part(&basis, 0..m - p, used..m - p), own], -1)?;
    let sines = lengths.flip(-1)?.at(..count)?;
    let angles = rows::arctan2(&sines, &values.at(cuprust::s![first..first + count])?)?;
    let middle = parts.middle(&angles, swapped)?.in_dtype(x.dtype())?;
    let upper = matmul(&adjoint(&u1)?, &part(x, 0..p, q..m))?;
    let below = matmul(&adjoint(&u2)?, &part(x, p..m, q..m))?;
    let v2h = matmul(&linalg::transposed(&part(&middle, 0..m, q..m)), &concatenate(&[upper, below], -2)?)?;
    Ok(CosineSine { u: [u1, u2], angles, vh: [adjoint(&v1)?.ascontiguous()?, v2h] })
}

/// The cosine-sine decomposition of unitary matrices, the last two axes, whose upper left blocks have `p` rows and `q`
/// columns: `scipy.linalg.cossin`. Waits for the cosines; each matrix of a stack is decomposed separately.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// let turn = array![[0.8, -0.6], [0.6, 0.8]];
/// let found = linalg::cossin(&turn, 1, 1, false)?;
/// assert_eq!(math::round(&cos(&found.angles)?, 9)?.to_string(), "[0.8]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for matrices that are not square, and for blocks that have no elements.
pub fn cossin(x: &Array, p: i64, q: i64, swapped: bool) -> Result<CosineSine> {
    let [.., m, n] = *x.shape() else { return Err(Error::value("expected matrices")) };
    if m != n {
        return Err(Error::value(format!("Cosine Sine decomposition only supports square matrices, got {:?}", [m, n])));
    }
    for (count, name) in [(p, 'p'), (q, 'q')] {
        if count <= 0 || count >= m {
            return Err(Error::value(format!("invalid {name}={count}, 0<{name}<{m} must hold")));
        }
    }
    let (x, parts) = (in_precision(x)?, Parts::of(m, p, q));
    if x.ndim() == 2 {
        return single(&x, &parts, swapped);
    }
    let stack = outer(&x).to_vec();
    if x.size() == 0 {
        return Err(Error::value("`cossin` does not support zero-size batches."));
    }
    let flat = x.reshape([-1, m, m])?;
    let each =
        (0..flat.shape()[0]).map(|position| single(&flat.view_within(flat.layout().at(0, position)), &parts, swapped));
    let each = each.collect::<Result<Vec<CosineSine>>>()?;
    let together = |take: &dyn Fn(&CosineSine) -> &Array| -> Result<Array> {
        let all: Vec<&Array> = each.iter().map(take).collect();
        let all = cuprust::manipulation::stack(&all, 0)?;
        all.reshape(&[&stack[..], &all.shape()[1..]].concat()[..])
    };
    Ok(CosineSine {
        u: [together(&|found| &found.u[0])?, together(&|found| &found.u[1])?],
        angles: together(&|found| &found.angles)?,
        vh: [together(&|found| &found.vh[0])?, together(&|found| &found.vh[1])?],
    })
}

impl CosineSine {
    /// The real middle factor, of `m` rows, by which the matrices are the products of the blocks `u`, it, and the
    /// blocks `vh`.
    ///
    /// # Errors
    /// Out of memory.
    pub fn middle(&self, swapped: bool) -> Result<Array> {
        let ([p, _], [q, _]) = (extents(&self.u[0]), extents(&self.vh[0]));
        Parts::of(p + extents(&self.u[1])[0], p, q).middle(&self.angles, swapped)
    }
}

/// The matrices of four blocks, and the rows and columns of the first.
///
/// # Errors
/// A value error for blocks that have no elements or make no square matrix.
pub fn of_blocks(blocks: [&Array; 4]) -> Result<(Array, i64, i64)> {
    let blocks = blocks.map(|block| block.at_least(2));
    let [[p, q], [above, right], [lower, left], [below, beside]] = blocks.each_ref().map(extents);
    if blocks.iter().any(|block| extents(block).contains(&0)) {
        return Err(Error::value("x11, x12, x21 and x22 can't be empty"));
    }
    if above != p || left != q || lower != below || right != beside {
        return Err(Error::value(format!("Invalid dimensions of x12 {:?} or x21 {:?}", [above, right], [lower, left])));
    }
    if p + below != q + beside {
        return Err(Error::value("The subblocks have compatible sizes but don't form a square array"));
    }
    let dtype = cuprust_num::promote_all(blocks.iter().map(Array::dtype)).unwrap_or(DType::F64);
    let [x11, x12, x21, x22] = &blocks;
    let whole = super::stacked::blocks(
        &[[Some(x11), Some(x12)], [Some(x21), Some(x22)]],
        [p, below],
        [q, beside],
        single_or_double(dtype),
    )?;
    Ok((whole, p, q))
}
