//! Systems, least squares and eigenvalues by iterations that know a matrix by its products with vectors.
//!
//! ```
//! use cuprust::*;
//! use cuprust_scipy::sparse::Csr;
//! use cuprust_scipy::sparse::linalg::{Iterations, cg};
//!
//! # fn main() -> Result<()> {
//! let matrix = Csr::from_dense(&array![[4.0, 1.0], [1.0, 3.0]])?;
//! let found = cg(&matrix, &array![5.0, 4.0], Iterations { rtol: 1e-12, ..Default::default() })?;
//! assert_eq!((math::round(&found.x, 9)?.to_string(), found.info), ("[1. 1.]".to_string(), 0));
//! # Ok(())
//! # }
//! ```

mod bidiagonal;
mod blocks;
mod conjugate_gradients;
mod gmres;
mod lanczos;
mod least_squares;
mod minres;
mod norms;
mod operator;
mod system;
mod vectors;

pub use blocks::{BlockPairs, Blocks, lobpcg};
pub use conjugate_gradients::{bicgstab, cg, cgs};
pub use gmres::{Residuals, gmres};
pub use lanczos::{Eigenpairs, Lanczos, SingularTriplets, Which, eigsh, svds};
pub use least_squares::{Lsmr, Lsqr, Tolerances, lsmr, lsqr};
pub use minres::minres;
pub use norms::{norm, vector_norms};
pub use operator::{Adjoint, LinearOperator, Normal, Products, TransposedCsr};
pub use system::{Callback, Guess, Iterations, Solution};
