//! SciPy's linear algebra: factors, systems solved by them, functions of matrices, and matrices of a pattern.

mod binomials;
mod circulants;
mod cossin;
mod decompositions;
mod derivatives;
mod factors;
mod functions;
mod lapack;
mod matrices;
mod matrix_functions;
mod orthogonal;
mod pencils;
mod riccati;
mod schur;
mod spectra;
mod stacked;
mod subspaces;
mod sylvester;
mod symmetric;
mod symmetry;
mod systems;
pub(crate) mod table;

pub use binomials::{Pascal, invhilbert, invpascal, pascal};
pub use circulants::{NearlySingular, solve_circulant};
pub use cossin::{CosineSine, cossin, of_blocks};
pub use cuprust::linalg::{
    cho_solve_banded, cholesky_banded, matmul_toeplitz, solve_banded, solve_toeplitz, solveh_banded,
};
pub use cuprust::polynomial::companion;
pub use decompositions::{Side, coshm, cosm, null_space, orth, polar, sinhm, sinm, tanhm, tanm};
pub use derivatives::{expm_cond, expm_frechet};
pub use factors::{check_finite, cho_factor, cho_solve, invh, lu, lu_factor, lu_ordered, lu_permuted, lu_solve};
pub use functions::expm;
pub use lapack::{gels, gesv, posv, potrs};
pub use matrices::{
    DftScale, block_diag, circulant, convolution_matrix, dft, fiedler, fiedler_companion, hadamard, hankel, helmert,
    hilbert, khatri_rao, leslie, toeplitz,
};
pub use matrix_functions::{fractional_matrix_power, function_of_schur, funm, logm, signm, sqrtm};
pub use orthogonal::{Beside, Line, Multiplied, qr_delete, qr_insert, qr_multiply, qr_update, rq};
pub use pencils::{Eigen, Qz, eig, qz};
pub use riccati::{Balanced, Riccati, matrix_balance, solve_continuous_are, solve_discrete_are};
pub use schur::{First, eigenvalues_of_schur, hessenberg, order_schur, rsf2csf, schur, triangular_schur};
pub use spectra::{Equation, cdf2rdf, diagsvd, eigh};
pub use subspaces::{orthogonal_procrustes, pinvh, subspace_angles};
pub use sylvester::{Discrete, solve_continuous_lyapunov, solve_discrete_lyapunov, solve_sylvester};
pub use symmetric::{Select, eig_banded, eigh_tridiagonal, ldl, lstsq};
pub use symmetry::{Bounds, bandwidth, ishermitian, issymmetric};
pub use systems::{Structure, cholesky, det, inv, pinv, solve};
