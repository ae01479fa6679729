//! The functions of terms, each a row and the scalar function of the same name.

use cuprust_num::{math, special};
use cuprust_ops::RowId;

use super::term::{Term, applied};

macro_rules! unary {
    ($($name:ident $row:literal $number:expr;)*) => {
        impl Term { $(
            #[doc = concat!("The function `", $row, "` of the elements.")]
            pub fn $name(&self) -> Term {
                self.unary(const { RowId::named($row) }, $number)
            }
        )* }
    };
}

unary! {
    exp "exp" math::exp;
    expm1 "expm1" math::expm1;
    log "log" math::log;
    log1p "log1p" math::log1p;
    sin "sin" math::sin;
    cos "cos" math::cos;
    arcsin "arcsin" math::asin;
    sinh "sinh" math::sinh;
    tan "tan" math::tan;
    arctan "arctan" math::atan;
    tanh "tanh" math::tanh;
    arctanh "arctanh" math::atanh;
    arcsinh "arcsinh" math::asinh;
    sqrt "sqrt" f64::sqrt;
    abs "absolute" f64::abs;
    sign "sign" |x| if x == 0.0 || x.is_nan() { x } else { x.signum() };
    floor "floor" f64::floor;
    ceil "ceil" f64::ceil;
    rint "rint" f64::round_ties_even;
    is_nan "isnan" |x| f64::from(x.is_nan());
    ndtr "ndtr" special::ndtr;
    ndtri "ndtri" special::ndtri;
    ndtri_exp "ndtri_exp" special::ndtri_exp;
    log_ndtr "log_ndtr" special::log_ndtr;
    erf "erf" special::erf;
    erfinv "erfinv" special::erfinv;
    expit "expit" special::expit;
    log_expit "log_expit" special::log_expit;
    logit "logit" special::logit;
    gamma "gamma" special::gamma;
    gammaln "gammaln" special::gammaln;
    digamma "digamma" special::digamma;
    entr "entr" special::entr;
    exp1 "exp1" special::exp1;
    kolmogorov "kolmogorov" special::kolmogorov;
    kolmogi "kolmogi" special::kolmogi;
    kolmogorov_lower "kolmogorov_lower" special::kolmogorov_lower;
    kolmogorov_density "kolmogorov_density" special::kolmogorov_density;
    kolmogorov_quantile "kolmogorov_quantile" special::kolmogorov_quantile;
    exponential_normal_entropy "exponential_normal_entropy" special::exponential_normal_entropy;
    cosm1 "cosm1" special::cosm1;
    k1e "k1e" special::k1e;
    log_landau_density "log_landau_density" special::log_landau_density;
    log_landau_lower "log_landau_lower" special::log_landau_lower;
    landau_upper "landau_upper" special::landau_upper;
    landau_quantile "landau_quantile" special::landau_quantile;
    landau_upper_quantile "landau_upper_quantile" special::landau_upper_quantile;
    uniform_sum_entropy "uniform_sum_entropy" special::uniform_sum_entropy;
    i0e "i0e" special::i0e;
    i1e "i1e" special::i1e;
    logarithmic_series_entropy "logarithmic_series_entropy" special::logarithmic_series_entropy;
    yule_simon_entropy "yule_simon_entropy" special::yule_simon_entropy;
    poisson_entropy "poisson_entropy" special::poisson_entropy;
}

macro_rules! binary {
    ($($name:ident $row:literal $number:expr;)*) => {
        impl Term { $(
            #[doc = concat!("The function `", $row, "` of the elements and others.")]
            pub fn $name(&self, other: impl Into<Term>) -> Term {
                self.binary(other, const { RowId::named($row) }, $number)
            }
        )* }
    };
}

binary! {
    pow "power" math::pow;
    maximum "maximum" |a, b| if a.is_nan() || a > b { a } else { b };
    minimum "minimum" |a, b| if a.is_nan() || a < b { a } else { b };
    le "less_equal" |a, b| f64::from(a <= b);
    ge "greater_equal" |a, b| f64::from(a >= b);
    equals "equal" |a, b| f64::from(a == b);
    differs "not_equal" |a, b| f64::from(a != b);
}

macro_rules! functions {
    ($($name:ident($($operand:ident),+) => $number:expr;)*) => {
        $(
            #[doc = concat!("The function `", stringify!($name), "` of terms.")]
            pub(in crate::stats) fn $name($($operand: impl Into<Term>),+) -> Term {
                applied(const { RowId::named(stringify!($name)) }, [$(&$operand.into()),+], |[$($operand),+]| $number)
            }
        )*
    };
}

functions! {
    arctan2(y, x) => math::atan2(y, x);
    logaddexp(x, y) => log_of_sum(x, y);
    xlogy(x, y) => special::xlogy(x, y);
    xlog1py(x, y) => special::xlog1py(x, y);
    poch(a, m) => special::poch(a, m);
    betaln(a, b) => special::betaln(a, b);
    gammainc(a, x) => special::gammainc(a, x);
    gammaincc(a, x) => special::gammaincc(a, x);
    gammaincinv(a, p) => special::gammaincinv(a, p);
    gammainccinv(a, q) => special::gammainccinv(a, q);
    betainc(a, b, x) => special::betainc(a, b, x);
    betaincc(a, b, x) => special::betaincc(a, b, x);
    betaincinv(a, b, p) => special::betaincinv(a, b, p);
    betainccinv(a, b, q) => special::betainccinv(a, b, q);
    stdtr(df, x) => special::stdtr(df, x);
    stdtrit(df, p) => special::stdtrit(df, p);
    fdtr(n, d, x) => special::fdtr(n, d, x);
    fdtrc(n, d, x) => special::fdtrc(n, d, x);
    fdtri(n, d, p) => special::fdtri(n, d, p);
    pdtr(k, m) => special::pdtr(k, m);
    pdtrc(k, m) => special::pdtrc(k, m);
    bdtr(k, n, p) => special::bdtr(k, n, p);
    bdtrc(k, n, p) => special::bdtrc(k, n, p);
    gamma_density(a, x) => special::gamma_density(a, x);
    log_gamma_density(a, x) => special::log_gamma_density(a, x);
    beta_density(a, b, x) => special::beta_density(a, b, x);
    log_beta_density(a, b, x) => special::log_beta_density(a, b, x);
    f_density(n, d, x) => special::f_density(n, d, x);
    log_f_density(n, d, x) => special::log_f_density(n, d, x);
    log_student_density(df, x) => special::log_student_density(df, x);
    poisson_mass(k, m) => special::poisson_mass(k, m);
    log_poisson_mass(k, m) => special::log_poisson_mass(k, m);
    poisson_quantile(p, m) => special::poisson_quantile(p, m);
    poisson_upper_quantile(q, m) => special::poisson_upper_quantile(q, m);
    binomial_mass(k, n, p) => special::binomial_mass(k, n, p);
    log_binomial_mass(k, n, p) => special::log_binomial_mass(k, n, p);
    binomial_quantile(y, n, p) => special::binomial_quantile(y, n, p);
    binomial_upper_quantile(z, n, p) => special::binomial_upper_quantile(z, n, p);
    binomial_entropy(n, p) => special::binomial_entropy(n, p);
    negative_binomial_mass(k, n, p) => special::negative_binomial_mass(k, n, p);
    log_negative_binomial_mass(k, n, p) => special::log_negative_binomial_mass(k, n, p);
    negative_binomial_quantile(y, n, p) => special::negative_binomial_quantile(y, n, p);
    negative_binomial_upper_quantile(z, n, p) => special::negative_binomial_upper_quantile(z, n, p);
    negative_binomial_entropy(n, p) => special::negative_binomial_entropy(n, p);
    hypergeometric_mass(k, total, good, draws) => special::hypergeometric_mass(k, total, good, draws);
    log_hypergeometric_mass(k, total, good, draws) => special::log_hypergeometric_mass(k, total, good, draws);
    fisher_hypergeometric_mass(k, total, good, draws, odds) => special::fisher_hypergeometric_mass(k, total, good, draws, odds);
    log_fisher_hypergeometric_mass(k, total, good, draws, odds) => special::log_fisher_hypergeometric_mass(k, total, good, draws, odds);
    fisher_hypergeometric_lower(k, total, good, draws, odds) => special::fisher_hypergeometric_lower(k, total, good, draws, odds);
    fisher_hypergeometric_upper(k, total, good, draws, odds) => special::fisher_hypergeometric_upper(k, total, good, draws, odds);
    fisher_hypergeometric_moment(k, total, good, draws, odds) => special::fisher_hypergeometric_moment(k, total, good, draws, odds);
    wallenius_hypergeometric_mass(k, total, good, draws, odds) => special::wallenius_hypergeometric_mass(k, total, good, draws, odds);
    log_wallenius_hypergeometric_mass(k, total, good, draws, odds) => special::log_wallenius_hypergeometric_mass(k, total, good, draws, odds);
    wallenius_hypergeometric_lower(k, total, good, draws, odds) => special::wallenius_hypergeometric_lower(k, total, good, draws, odds);
    wallenius_hypergeometric_upper(k, total, good, draws, odds) => special::wallenius_hypergeometric_upper(k, total, good, draws, odds);
    wallenius_hypergeometric_moment(k, total, good, draws, odds) => special::wallenius_hypergeometric_moment(k, total, good, draws, odds);
    gauss_hypergeometric_lower(x, a, b, c, z) => special::gauss_hypergeometric_lower(x, a, b, c, z);
    gauss_hypergeometric_upper(x, a, b, c, z) => special::gauss_hypergeometric_upper(x, a, b, c, z);
    gauss_hypergeometric_quantile(p, a, b, c, z) => special::gauss_hypergeometric_quantile(p, a, b, c, z);
    gauss_hypergeometric_upper_quantile(q, a, b, c, z) => special::gauss_hypergeometric_upper_quantile(q, a, b, c, z);
    log_gauss_hypergeometric_integral(a, b, c, z) => special::log_gauss_hypergeometric_integral(a, b, c, z);
    gauss_hypergeometric_entropy(a, b, c, z) => special::gauss_hypergeometric_entropy(a, b, c, z);
    hypergeometric_lower(k, total, good, draws) => special::hypergeometric_lower(k, total, good, draws);
    hypergeometric_upper(k, total, good, draws) => special::hypergeometric_upper(k, total, good, draws);
    hypergeometric_quantile(p, total, good, draws) => special::hypergeometric_quantile(p, total, good, draws);
    hypergeometric_upper_quantile(q, total, good, draws) => special::hypergeometric_upper_quantile(q, total, good, draws);
    log_inverse_gaussian_lower(x, m) => special::log_inverse_gaussian_lower(x, m);
    log_inverse_gaussian_upper(x, m) => special::log_inverse_gaussian_upper(x, m);
    inverse_gaussian_quantile(p, m) => special::inverse_gaussian_quantile(p, m);
    inverse_gaussian_upper_quantile(q, m) => special::inverse_gaussian_upper_quantile(q, m);
    log_exponential_normal_lower(x, k) => special::log_exponential_normal_lower(x, k);
    log_exponential_normal_upper(x, k) => special::log_exponential_normal_upper(x, k);
    exponential_normal_quantile(p, k) => special::exponential_normal_quantile(p, k);
    exponential_normal_upper_quantile(q, k) => special::exponential_normal_upper_quantile(q, k);
    zeta(x, q) => special::zeta(x, q);
    zipf_upper_quantile(q, a) => special::zipf_upper_quantile(q, a);
    hypergeometric_entropy(total, good, draws) => special::hypergeometric_entropy(total, good, draws);
    chdtr(df, x) => special::chdtr(df, x);
    chdtrc(df, x) => special::chdtrc(df, x);
    smirnov(n, d) => special::smirnov(n, d);
    kv(order, x) => special::kv(order, x);
    ive(order, x) => special::ive(order, x);
    chndtr(x, df, nc) => special::chndtr(x, df, nc);
    nctdtr(df, nc, t) => special::nctdtr(df, nc, t);
    log_noncentral_t_density(df, nc, t) => special::log_noncentral_t_density(df, nc, t);
    tklmbda(x, lam) => special::tklmbda(x, lam);
    ncfdtr(dfn, dfd, nc, f) => special::ncfdtr(dfn, dfd, nc, f);
    noncentral_f_upper(dfn, dfd, nc, f) => special::noncentral_f_upper(dfn, dfd, nc, f);
    log_noncentral_f_density(dfn, dfd, nc, f) => special::log_noncentral_f_density(dfn, dfd, nc, f);
    noncentral_chi_square_upper(x, df, nc) => special::noncentral_chi_square_upper(x, df, nc);
    von_mises_lower(x, kappa) => special::von_mises_lower(x, kappa);
    von_mises_upper(x, kappa) => special::von_mises_upper(x, kappa);
    von_mises_quantile(p, kappa) => special::von_mises_quantile(p, kappa);
    von_mises_moment(order, kappa) => special::von_mises_moment(order, kappa);
    skew_normal_lower(x, a) => special::skew_normal_lower(x, a);
    logarithmic_series_lower(k, p) => special::logarithmic_series_lower(k, p);
    logarithmic_series_upper(k, p) => special::logarithmic_series_upper(k, p);
    beta_binomial_lower(k, n, a, b) => special::beta_binomial_lower(k, n, a, b);
    beta_binomial_upper(k, n, a, b) => special::beta_binomial_upper(k, n, a, b);
    beta_binomial_entropy(n, a, b) => special::beta_binomial_entropy(n, a, b);
    kve(order, x) => special::kve(order, x);
    log_generalized_inverse_gaussian_density(x, p, b) => special::log_generalized_inverse_gaussian_density(x, p, b);
    log_generalized_inverse_gaussian_lower(x, p, b) => special::log_generalized_inverse_gaussian_lower(x, p, b);
    log_generalized_inverse_gaussian_upper(x, p, b) => special::log_generalized_inverse_gaussian_upper(x, p, b);
    generalized_inverse_gaussian_quantile(y, p, b) => special::generalized_inverse_gaussian_quantile(y, p, b);
    generalized_inverse_gaussian_upper_quantile(z, p, b) => special::generalized_inverse_gaussian_upper_quantile(z, p, b);
    generalized_inverse_gaussian_entropy(p, b) => special::generalized_inverse_gaussian_entropy(p, b);
    log_generalized_hyperbolic_density(x, p, a, b) => special::log_generalized_hyperbolic_density(x, p, a, b);
    log_generalized_hyperbolic_lower(x, p, a, b) => special::log_generalized_hyperbolic_lower(x, p, a, b);
    log_generalized_hyperbolic_upper(x, p, a, b) => special::log_generalized_hyperbolic_upper(x, p, a, b);
    generalized_hyperbolic_quantile(y, p, a, b) => special::generalized_hyperbolic_quantile(y, p, a, b);
    generalized_hyperbolic_upper_quantile(z, p, a, b) => special::generalized_hyperbolic_upper_quantile(z, p, a, b);
    generalized_hyperbolic_entropy(p, a, b) => special::generalized_hyperbolic_entropy(p, a, b);
    resonance_lower(x, rho) => special::resonance_lower(x, rho);
    resonance_upper(x, rho) => special::resonance_upper(x, rho);
    uniform_sum_density(x, n) => special::uniform_sum_density(x, n);
    uniform_sum_lower(x, n) => special::uniform_sum_lower(x, n);
    smirnov_lower(n, d) => special::smirnov_lower(n, d);
    smirnov_density(n, d) => special::smirnov_density(n, d);
    smirnov_quantile(n, p) => special::smirnov_quantile(n, p);
    smirnov_mean(n, order) => special::smirnov_mean(n, order);
    powers_between(from, to, a) => special::powers_between(from, to, a);
    powers_and_logarithms(n, a) => special::powers_and_logarithms(n, a);
    beta_negative_binomial_entropy(n, a, b) => special::beta_negative_binomial_entropy(n, a, b);
    studentized_range_density(q, k, df) => special::studentized_range_density(q, k, df);
    studentized_range_lower(q, k, df) => special::studentized_range_lower(q, k, df);
    studentized_range_upper(q, k, df) => special::studentized_range_upper(q, k, df);
    studentized_range_quantile(p, k, df) => special::studentized_range_quantile(p, k, df);
    studentized_range_upper_quantile(q, k, df) => special::studentized_range_upper_quantile(q, k, df);
    studentized_range_moment(order, k, df) => special::studentized_range_moment(order, k, df);
    studentized_range_entropy(k, df) => special::studentized_range_entropy(k, df);
    smirnovi(n, p) => special::smirnovi(n, p);
}

/// log(e^x + e^y).
fn log_of_sum(x: f64, y: f64) -> f64 {
    if x == y {
        return x + std::f64::consts::LN_2;
    }
    let (small, large) = if x < y { (x, y) } else { (y, x) };
    large + math::log1p(math::exp(small - large))
}
