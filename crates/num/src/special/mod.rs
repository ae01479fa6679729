//! The special functions, each written once: the CPU compiles these files, and `cargo run -p xtask -- gen` writes CUDA
//! C++ of them.
//!
//! So they are Rust of few forms, which the head of `xtask/src/gen/special/mod.rs` lists, and compute with IEEE
//! operations alone, in an order that the text fixes: a CPU and a GPU give the same bits. A function takes and gives
//! float64; one whose name ends with `_f32` is its form for float32, where there is one, and float32 goes through
//! float64 elsewhere. A function raises nothing: outside of its domain it is NaN, at a pole infinite.

#![expect(
    clippy::eq_op,
    clippy::excessive_precision,
    clippy::manual_range_contains,
    clippy::needless_range_loop,
    clippy::neg_cmp_op_on_partial_ord,
    clippy::nonminimal_bool,
    reason = "NaN lies outside of every domain, ranges and iterators have no form in C++, and tables are as papers print them"
)]

mod airy;
mod bessel;
mod bessel_complex;
mod bessel_modified;
mod bessel_modified_order;
mod bessel_one;
mod bessel_order;
mod bessel_second;
mod beta;
mod complex_pairs;
mod elliptic;
mod elliptic_incomplete;
mod error_function;
mod exponential_integral;
mod gamma;
mod hypergeometric;
mod kelvin;
mod lambert;
mod legendre;
mod normal;
mod orthogonal;
mod polynomials;
mod wright;
mod zeta;

pub use airy::{airy, airye};
pub use bessel::{i0, i0e, j0};
pub use bessel_complex::{
    hankel1, hankel1e, hankel2, hankel2e, iv_complex, ive_complex, jv_complex, jve_complex, kv_complex, kve_complex,
    yv_complex, yve_complex,
};
pub use bessel_modified::{i1, i1e, k0, k0e, k1, k1e};
pub use bessel_modified_order::{iv, ive, kn, kv, kve};
pub use bessel_one::{j1, y0, y1};
pub use bessel_order::jv;
pub use bessel_second::{
    jve, spherical_in, spherical_in_derivative, spherical_jn, spherical_jn_derivative, spherical_kn,
    spherical_kn_derivative, spherical_yn, spherical_yn_derivative, yn, yv, yve,
};
pub use beta::betainc;
pub use elliptic::{ellipj, ellipk, ellipkm1, elliprc, elliprd, elliprf, elliprj};
pub use elliptic_incomplete::{ellipe, ellipeinc, ellipkinc};
pub use error_function::{erf, erf_f32, erfc, erfc_f32, erfcx};
pub use exponential_integral::{exp1, expi, expn, shichi, sici, spence};
pub use gamma::{digamma, gamma, gammaln};
pub use hypergeometric::{hyp0f1, hyp1f1, hyp2f1};
pub use kelvin::{bei, beip, ber, berp, kei, keip, kelvin, ker, kerp};
pub use lambert::{lambertw, wrightomega};
pub use legendre::{lpmv, sph_harm_y};
pub use normal::{ndtr, ndtri};
pub use orthogonal::{
    eval_chebyc, eval_chebys, eval_chebyt, eval_chebyu, eval_gegenbauer, eval_genlaguerre, eval_hermite,
    eval_hermitenorm, eval_jacobi, eval_laguerre, eval_legendre, eval_sh_chebyt, eval_sh_chebyu, eval_sh_jacobi,
    eval_sh_legendre,
};
pub use wright::wright_bessel;
pub use zeta::zeta;
