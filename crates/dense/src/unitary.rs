//! The unitary matrix nearest to a matrix (Higham, "Computing the polar decomposition", 1986).

use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::matmul::matmul;
use faer::linalg::svd::{self, ComputeSvdVectors};
use faer::traits::ComplexField;
use faer::{Accum, Par, Spec};

use crate::matrix::Field;
use crate::square::Square;

/// The product `u v*` of singular vectors `u` and `v`; None if they are not found.
pub(crate) fn nearest<W: Field + ComplexField>(a: &Square<W>, par: Par) -> Option<Square<W>> {
    let n = a.n;
    let (mut values, mut u, mut v) = (vec![<W as Field>::ZERO; n], Square::zeros(n), Square::zeros(n));
    let whole = ComputeSvdVectors::Full;
    let mut memory = MemBuffer::new(svd::svd_scratch::<W>(n, n, whole, whole, par, Spec::default()));
    let found = svd::svd(
        a.view(),
        DiagMut::from_slice_mut(&mut values),
        Some(u.view_mut()),
        Some(v.view_mut()),
        par,
        MemStack::new(&mut memory),
        Spec::default(),
    );
    found.ok()?;
    let mut nearest = Square::zeros(n);
    matmul(nearest.view_mut(), Accum::Replace, u.view(), v.view().adjoint(), <W as Field>::ONE, par);
    Some(nearest)
}
