//! SciPy's linear algebra: factors, systems solved by them, functions of matrices, and matrices of a pattern.

mod circulants;
mod decompositions;
mod factors;
mod functions;
mod lapack;
mod matrices;
mod subspaces;
pub(crate) mod table;

pub use circulants::{NearlySingular, solve_circulant};
pub use decompositions::{Side, coshm, cosm, null_space, orth, polar, sinhm, sinm, tanhm, tanm};
pub use factors::{check_finite, cho_factor, cho_solve, invh, lu, lu_factor, lu_ordered, lu_permuted, lu_solve};
pub use functions::expm;
pub use lapack::{gels, gesv, posv, potrs};
pub use matrices::{
    DftScale, bandwidth, block_diag, circulant, companion, convolution_matrix, dft, fiedler, fiedler_companion,
    hadamard, hankel, helmert, hilbert, khatri_rao, leslie, toeplitz,
};
pub use subspaces::{orthogonal_procrustes, pinvh, subspace_angles};
