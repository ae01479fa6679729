//! Compares special functions with exact values, by mpmath, where their terms cancel.

use cuprust_num::c128;
use cuprust_num::special::{
    digamma_c128, hankel1, hankel2, hyp0f1, iti0k0, itmodstruve0, iv, log_wright_bessel, loggamma_c128, sph_harm_y,
    xlogy_c128,
};

const EPSILON: f64 = f64::EPSILON;

/// Asserts that a complex value is within some units of 2^-52 of the greater of the exact one's size and `least`.
fn assert_near(found: c128, exact: (f64, f64), least: f64, units: f64, what: &str) {
    let size = exact.0.hypot(exact.1).max(least);
    let error = (found.re - exact.0).hypot(found.im - exact.1) / size / EPSILON;
    assert!(error <= units, "{what} is {found}, {error:.1} units from {exact:?}");
}

#[test]
fn the_logarithm_of_gamma_keeps_its_digits_between_small_numbers() {
    for (re, im, exact_re, exact_im) in [
        (1.616, 0.434, -0.1887444250985367, 0.0696768711196823),
        (2.86, -1.294, 0.2329928616951223, -1.1781341184421419),
        (2.522, 1.125, 0.006347093299931456, 0.853990894239739),
        (1.562, -1.344, -0.7993612007933393, -0.3561961657384546),
        (2.947, 0.186, 0.637828643411424, 0.16787579012297085),
    ] {
        let (z, exact) = (c128::new(re, im), (exact_re, exact_im));
        assert_near(loggamma_c128(z), exact, 1.0, 4.0, &format!("loggamma({z})"));
        // Of conjugate numbers the values are conjugate.
        assert_near(loggamma_c128(z.conj()), (exact_re, -exact_im), 1.0, 4.0, &format!("loggamma({})", z.conj()));
    }
}

#[test]
fn digamma_keeps_its_digits_beside_its_zero() {
    for (re, im, exact_re, exact_im) in [
        (0.99, 0.39, -0.42782255274171616, 0.592755601318764),
        (1.566, 0.053, 0.09748910590690467, 0.04676986627661327),
        (1.288, 0.071, -0.17980194240200506, 0.08141761397825818),
        (1.247, -0.274, -0.1827984444046479, -0.31994320969399254),
    ] {
        let z = c128::new(re, im);
        assert_near(digamma_c128(z), (exact_re, exact_im), 1.0, 3.0, &format!("digamma({z})"));
    }
}

#[test]
fn both_functions_of_hankel_are_exact_beside_the_axis() {
    for (v, re, exact_re, exact_im) in [
        (10.9, 42.53, 0.07818939207307635, -0.09680247180242207),
        (-1.67, 39.46, -0.11215919788781901, 0.059722395312445546),
        (9.85, 22.93, -0.14359727657969254, -0.10050661623866347),
        (-3.85, 39.83, 0.03476443007669203, -0.12185526755202533),
    ] {
        let z = c128::new(re, 0.0);
        assert_near(hankel2(v, z), (exact_re, exact_im), 0.0, 8.0, &format!("hankel2({v}, {z})"));
        assert_eq!(hankel1(v, z), hankel2(v, z).conj(), "on the axis the two are conjugate");
    }
    for (v, re, im, exact_re, exact_im) in [
        (6.39, 37.5, -0.24, -0.0824941667316382, 0.14436164668824417),
        (0.31, 16.19, -0.08, -0.1507809877548749, 0.15296329138144527),
        (-5.65, 21.56, -0.55, 0.15683451697920622, -0.2526351002717145),
    ] {
        let z = c128::new(re, im);
        assert_near(hankel1(v, z), (exact_re, exact_im), 0.0, 8.0, &format!("hankel1({v}, {z})"));
        assert_near(hankel2(v, z.conj()), (exact_re, -exact_im), 0.0, 8.0, &format!("hankel2({v}, {})", z.conj()));
    }
}

#[test]
fn terms_of_the_modified_series_do_not_repeat_a_rounding() {
    for (v, x, exact) in [
        (5.7, 35.138, 77014635618094.6),
        (2.2, 35.288, 132994210079328.44),
        (5.3, 34.94, 67341503527104.77),
        (4.3, 38.861, 3802890254907974.0),
        (0.0, 32.019, 5696446697447.598),
    ] {
        let error = (iv(v, x) - exact).abs() / exact / EPSILON;
        assert!(error <= 6.0, "iv({v}, {x}) is {}, {error:.1} units from {exact}", iv(v, x));
    }
}

#[test]
fn spherical_harmonics_keep_the_angle_beside_the_poles() {
    for (n, m, theta, exact) in [
        (32.0, 4.0, 2.970051066830576, 0.8991892193577024),
        (151.0, 2.0, 3.090184171123557, 0.8184846242128775),
        (345.0, 16.0, 0.05805693237721023, 1.0317378186378252),
        (15.0, 0.0, 0.004954138894481064, 1.5683252420877567),
        (36.0, 1.0, 0.06839717700433372, -1.2007953398657019),
        (7.0, 7.0, 1.0, -0.14937516070719514),
    ] {
        let found = sph_harm_y(n, m, theta, 0.0).re;
        let error = (found - exact).abs() / exact.abs().max(1.0) / EPSILON;
        assert!(error <= 40.0, "sph_harm_y({n}, {m}, {theta}) is {found}, {error:.1} units from {exact}");
    }
}

#[test]
fn the_logarithm_of_wright_s_function_is_exact_where_gamma_functions_are_shifted() {
    for (a, b, x, exact) in [
        (4.56251158720716, 2.9643980313164855, 0.013468569138070997, -0.6605324765740432),
        (4.992866508725935, 0.00996517169132118, 10.602955889936968, -0.798313177921076),
    ] {
        let error = (log_wright_bessel(a, b, x) - exact).abs() / exact.abs().max(1.0) / EPSILON;
        assert!(error <= 3.0, "log_wright_bessel({a}, {b}, {x}) is {error:.1} units from {exact}");
    }
}

#[test]
fn waves_of_the_confluent_limit_function_keep_their_phase() {
    // The size of the waves is what an error is relative to.
    for (v, x, exact, size) in [
        (-2.365868543257827, -88.16395173320699, -5.933387537986561, 417.5),
        (-3.659364594611173, -96.55014070040826, -56.2146038835763, 1888.7),
        (-2.8112875065805394, -81.05397522956878, -41.58540795871964, 975.1),
    ] {
        let error = (hyp0f1(v, x) - exact).abs() / size / EPSILON;
        assert!(error <= 8.0, "hyp0f1({v}, {x}) is {error:.1} units from {exact}");
    }
}

#[test]
fn integrals_of_modified_functions_do_not_cancel() {
    for (x, of_bessel, of_struve) in [
        (7.998426195998733, 463.5713134344206, 461.4443462344586),
        (7.67373610860481, 344.00171311741417, 341.9016518299174),
        (6.9, 170.08137612569294, 168.05057384475236),
    ] {
        for (found, exact) in [(iti0k0(x).0, of_bessel), (itmodstruve0(x), of_struve)] {
            let error = (found - exact).abs() / exact / EPSILON;
            assert!(error <= 3.0, "the integral to {x} is {found}, {error:.1} units from {exact}");
        }
    }
}

#[test]
fn a_logarithm_beside_one_keeps_its_digits() {
    let (x, y) =
        (c128::new(17.499255115128257, 0.054073657363806676), c128::new(1.010810359426376, -0.032090463988244985));
    assert_near(xlogy_c128(x, y), (0.198_688_356_997_290_95, -0.554_758_295_642_752_9), 0.0, 3.0, "x log(y)");
}
