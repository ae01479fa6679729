//! The special functions, each written once: the CPU compiles these files, and `cargo run -p xtask -- gen` writes CUDA
//! C++ of them.
//!
//! They are Rust of few forms, which the head of `xtask/src/gen/special/mod.rs` lists, and compute with IEEE operations
//! only, in an order that the text fixes: a CPU and a GPU give the same bits. A function has float64 arguments and
//! result; one whose name ends with `_f32` is its form for float32, where there is one, and float32 goes through
//! float64 elsewhere. One whose name ends with `_c128` is its form for complex128, through which complex64 goes. A
//! function raises nothing: outside of its domain it is NaN, at a pole infinite.

#![expect(
    clippy::approx_constant,
    clippy::eq_op,
    clippy::excessive_precision,
    clippy::manual_range_contains,
    clippy::needless_range_loop,
    clippy::neg_cmp_op_on_partial_ord,
    clippy::nonminimal_bool,
    reason = "NaN lies outside of every domain, ranges and iterators have no form in C++, and tables are as papers and programs print them"
)]

mod airy;
mod airy_complex;
mod airy_integrals;
mod bessel;
mod bessel_complex;
mod bessel_integrals;
mod bessel_modified;
mod bessel_modified_order;
mod bessel_one;
mod bessel_order;
mod bessel_powers;
mod bessel_second;
mod beta;
mod circular;
mod complex_pairs;
mod counts;
mod densities;
mod distributions;
mod elementary;
mod elliptic;
mod elliptic_complex;
mod elliptic_incomplete;
mod entropy;
mod error_function;
mod error_function_complex;
mod exponential_integral;
mod exponential_integral_complex;
mod faddeeva;
mod fresnel;
mod fresnel_complex;
mod fresnel_modified;
mod gamma;
mod gamma_complex;
mod gamma_incomplete;
mod gamma_ratio;
mod gauss_hypergeometric;
mod generalized_hyperbolic;
mod generalized_inverse_gaussian;
mod hypergeometric;
mod hypergeometric_complex;
mod kelvin;
mod kolmogorov;
mod lambert;
mod landau;
mod legendre;
mod legendre_second;
mod noncentral;
mod noncentral_counts;
mod noncentral_inverses;
mod noncentral_t;
mod normal;
mod normal_inverse;
mod normal_range;
mod orthogonal;
mod orthogonal_complex;
mod owens_t;
mod panels;
mod parameters;
mod polynomials;
mod power_sums;
mod powers;
mod quantiles;
mod resonance;
mod ridders;
mod series_counts;
mod skew_normal;
mod smirnov;
mod smooth_sums;
mod struve;
mod struve_integrals;
mod studentized_range;
mod tricomi;
mod uniform_sums;
mod wright;
mod zeta;

pub use airy::{airy, airye};
pub use airy_complex::{airy_c128, airye_c128};
pub use airy_integrals::itairy;
pub use bessel::{i0, i0e, j0};
pub use bessel_complex::{
    hankel1, hankel1e, hankel2, hankel2e, iv_c128, ive_c128, jv_c128, jve_c128, kv_c128, kve_c128, yv_c128, yve_c128,
};
pub use bessel_integrals::{it2i0k0, it2j0y0, iti0k0, itj0y0};
pub use bessel_modified::{i1, i1e, k0, k0e, k1, k1e};
pub use bessel_modified_order::{iv, ive, kn, kv, kve};
pub use bessel_one::{j1, y0, y1};
pub use bessel_order::jv;
pub use bessel_powers::besselpoly;
pub use bessel_second::{
    jve, spherical_in, spherical_in_derivative, spherical_jn, spherical_jn_derivative, spherical_kn,
    spherical_kn_derivative, spherical_yn, spherical_yn_derivative, yn, yv, yve,
};
pub use beta::{betainc, betaincc, betainccinv, betaincinv};
pub use circular::{von_mises_lower, von_mises_moment, von_mises_quantile, von_mises_upper};
pub use counts::{
    binomial_entropy, binomial_quantile, binomial_upper_quantile, hypergeometric_entropy, hypergeometric_lower,
    hypergeometric_mass, hypergeometric_quantile, hypergeometric_upper, hypergeometric_upper_quantile,
    log_hypergeometric_mass, negative_binomial_entropy, negative_binomial_quantile, negative_binomial_upper_quantile,
    poisson_entropy, poisson_quantile, poisson_upper_quantile,
};
pub use densities::{
    beta_density, binomial_mass, f_density, gamma_density, log_beta_density, log_binomial_mass, log_f_density,
    log_gamma_density, log_negative_binomial_mass, log_poisson_mass, log_student_density, negative_binomial_mass,
    poisson_mass,
};
pub use distributions::{
    bdtr, bdtrc, bdtri, chdtr, chdtrc, chdtri, fdtr, fdtrc, fdtri, gdtr, gdtrc, gdtria, gdtrix, nbdtr, nbdtrc, nbdtri,
    nrdtrimn, nrdtrisd, pdtr, pdtrc, pdtri, stdtr, stdtrit,
};
pub use elementary::{
    agm, boxcox, boxcox1p, cosdg, cosm1, cotdg, exp10, expit, exprel, inv_boxcox, inv_boxcox1p, log_expit, logit,
    powm1, radian, sindg, tandg,
};
pub use elliptic::{ellipj, ellipk, ellipkm1, elliprc, elliprd, elliprf, elliprg, elliprj};
pub use elliptic_complex::{elliprc_c128, elliprd_c128, elliprf_c128, elliprg_c128, elliprj_c128};
pub use elliptic_incomplete::{ellipe, ellipeinc, ellipkinc};
pub use entropy::{entr, huber, kl_div, pseudo_huber, rel_entr, xlog1py, xlog1py_c128, xlogy, xlogy_c128};
pub use error_function::{erf, erf_f32, erfc, erfc_f32, erfcx};
pub use error_function_complex::{dawsn_c128, erf_c128, erfc_c128, erfcx_c128, erfi_c128, log_ndtr_c128, ndtr_c128};
pub use exponential_integral::{exp1, expi, expn, shichi, sici, spence};
pub use exponential_integral_complex::{exp1_c128, expi_c128, shichi_c128, sici_c128, spence_c128};
pub use faddeeva::{dawsn, erfi, voigt_profile, wofz_c128};
pub use fresnel::fresnel;
pub use fresnel_complex::fresnel_c128;
pub use fresnel_modified::{modfresnelm, modfresnelp};
pub use gamma::{digamma, gamma, gammaln};
pub use gamma_complex::{digamma_c128, gamma_c128, loggamma_c128, rgamma_c128};
pub use gamma_incomplete::{gammainc, gammaincc, gammainccinv, gammaincinv};
pub use gamma_ratio::{beta, betaln, binom, gammasgn, loggamma, poch, rgamma};
pub use gauss_hypergeometric::{
    gauss_hypergeometric_entropy, gauss_hypergeometric_lower, gauss_hypergeometric_quantile,
    gauss_hypergeometric_upper, gauss_hypergeometric_upper_quantile, log_gauss_hypergeometric_integral,
};
pub use generalized_hyperbolic::{
    generalized_hyperbolic_entropy, generalized_hyperbolic_quantile, generalized_hyperbolic_upper_quantile,
    log_generalized_hyperbolic_density, log_generalized_hyperbolic_lower, log_generalized_hyperbolic_upper,
};
pub use generalized_inverse_gaussian::{
    generalized_inverse_gaussian_entropy, generalized_inverse_gaussian_quantile,
    generalized_inverse_gaussian_upper_quantile, log_generalized_inverse_gaussian_density,
    log_generalized_inverse_gaussian_lower, log_generalized_inverse_gaussian_upper,
};
pub use hypergeometric::{hyp0f1, hyp1f1, hyp2f1};
pub use hypergeometric_complex::{hyp0f1_c128, hyp1f1_c128, hyp2f1_c128};
pub use kelvin::{bei, beip, ber, berp, kei, keip, kelvin, ker, kerp};
pub use kolmogorov::{kolmogi, kolmogorov, kolmogorov_density, kolmogorov_lower, kolmogorov_quantile, tklmbda};
pub use lambert::{lambertw, wrightomega, wrightomega_c128};
pub use landau::{landau_quantile, landau_upper, landau_upper_quantile, log_landau_density, log_landau_lower};
pub use legendre::{lpmv, sph_harm_y};
pub use legendre_second::{legendre_second, legendre_second_c128};
pub use noncentral::{chndtr, log_noncentral_f_density, ncfdtr, noncentral_chi_square_upper, noncentral_f_upper};
pub use noncentral_counts::{
    fisher_hypergeometric_lower, fisher_hypergeometric_mass, fisher_hypergeometric_moment, fisher_hypergeometric_upper,
    log_fisher_hypergeometric_mass, log_wallenius_hypergeometric_mass, wallenius_hypergeometric_lower,
    wallenius_hypergeometric_mass, wallenius_hypergeometric_moment, wallenius_hypergeometric_upper,
};
pub use noncentral_inverses::{chndtridf, chndtrinc, chndtrix, ncfdtri, ncfdtridfd, ncfdtridfn, ncfdtrinc};
pub use noncentral_t::{log_noncentral_t_density, nctdtr, nctdtridf, nctdtrinc, nctdtrit};
pub use normal::{ndtr, ndtri};
pub use normal_inverse::{erfcinv, erfinv, log_ndtr, ndtri_exp};
pub use orthogonal::{
    eval_chebyc, eval_chebys, eval_chebyt, eval_chebyu, eval_gegenbauer, eval_genlaguerre, eval_hermite,
    eval_hermitenorm, eval_jacobi, eval_laguerre, eval_legendre, eval_sh_chebyt, eval_sh_chebyu, eval_sh_jacobi,
    eval_sh_legendre,
};
pub use orthogonal_complex::{
    eval_chebyc_c128, eval_chebys_c128, eval_chebyt_c128, eval_chebyu_c128, eval_gegenbauer_c128,
    eval_genlaguerre_c128, eval_jacobi_c128, eval_laguerre_c128, eval_legendre_c128, eval_sh_chebyt_c128,
    eval_sh_chebyu_c128, eval_sh_jacobi_c128, eval_sh_legendre_c128,
};
pub use owens_t::owens_t;
pub use parameters::{bdtrik, bdtrin, btdtria, btdtrib, chdtriv, fdtridfd, gdtrib, nbdtrik, nbdtrin, pdtrik, stdtridf};
pub use power_sums::{powers_and_logarithms, powers_between};
pub use quantiles::{
    exponential_normal_entropy, exponential_normal_quantile, exponential_normal_upper_quantile,
    inverse_gaussian_quantile, inverse_gaussian_upper_quantile, log_exponential_normal_lower,
    log_exponential_normal_upper, log_inverse_gaussian_lower, log_inverse_gaussian_upper, zipf_upper_quantile,
};
pub use resonance::{resonance_lower, resonance_upper};
pub use series_counts::{
    beta_binomial_entropy, beta_binomial_lower, beta_binomial_upper, beta_negative_binomial_entropy,
    logarithmic_series_entropy, logarithmic_series_lower, logarithmic_series_upper, yule_simon_entropy,
};
pub use skew_normal::skew_normal_lower;
pub use smirnov::{smirnov, smirnov_density, smirnov_lower, smirnov_mean, smirnov_quantile, smirnovi};
pub use struve::{modstruve, struve};
pub use struve_integrals::{it2struve0, itmodstruve0, itstruve0};
pub use studentized_range::{
    studentized_range_density, studentized_range_entropy, studentized_range_lower, studentized_range_moment,
    studentized_range_quantile, studentized_range_upper, studentized_range_upper_quantile,
};
pub use tricomi::hyperu;
pub use uniform_sums::{uniform_sum_density, uniform_sum_entropy, uniform_sum_lower};
pub use wright::{log_wright_bessel, wright_bessel};
pub use zeta::{zeta, zetac};
