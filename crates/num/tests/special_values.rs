//! Compares special functions with exact values, by mpmath, where their terms cancel.

use cuprust_num::c128;
use cuprust_num::special::{
    bdtrin, betaincc, betainccinv, betaincinv, btdtrib, digamma_c128, eval_hermite, eval_hermitenorm, exp1, exp1_c128,
    expi, expi_c128, expn, hankel1, hankel2, hyp0f1, it2i0k0, iti0k0, itmodstruve0, iv, iv_c128, jv, jv_c128, jve_c128,
    legendre_second, log_wright_bessel, loggamma_c128, nbdtrik, shichi_c128, sici_c128, smirnov, smirnov_quantile,
    smirnovi, sph_harm_y, xlogy_c128, yv_c128,
};

const EPSILON: f64 = f64::EPSILON;

/// Asserts that a value is within some units of 2^-52 of the exact one.
fn assert_close(found: f64, exact: f64, units: f64, what: &str) {
    let error = (found - exact).abs() / exact.abs() / EPSILON;
    assert!(error <= units, "{what} is {found}, {error:.1} units from {exact}");
}

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

#[test]
fn exponential_integrals_keep_their_digits_beside_one() {
    for (x, exact) in [
        (0.9775355440666694, 0.2278373359842546),
        (0.9970275015773713, 0.22048071401466446),
        (0.8712, 0.2736001809989978),
    ] {
        assert_close(exp1(x), exact, 2.0, &format!("exp1({x})"));
        assert_eq!(expi(-x), -exp1(x));
    }
    for (n, x, exact) in [
        (2.0, 0.6875685864976446, 0.23964896181880138),
        (3.0, 0.9720655700745516, 0.1139270561660101),
        (2.0, 0.913, 0.1690595493350373),
        (7.0, 0.502, 0.09185492148726195),
    ] {
        assert_close(expn(n, x), exact, 2.0, &format!("expn({n}, {x})"));
    }
}

#[test]
fn exponential_integrals_of_complex_numbers_keep_the_digits_of_terms_that_cancel() {
    for (re, im, exact_re, exact_im) in [
        (1.565345607108009, -0.020217980527180934, 0.09076232141996178, 0.0026990755219437356),
        (1.5965328024430576, 0.08482523265148476, 0.08600641686927817, -0.010725075996336944),
        (-2.7010119223503866, -1.472072232131704, -4.771783181628401, -3.5313526389374337),
        (-7.25, 6.5, -128.27971613228442, -88.00836852280182),
    ] {
        let z = c128::new(re, im);
        assert_near(exp1_c128(z), (exact_re, exact_im), 0.0, 3.0, &format!("exp1({z})"));
        // Ei(-z) is -E1(z) and pi i, with the sign of its imaginary part.
        let turned = (-exact_re, -std::f64::consts::PI.copysign(im) - exact_im);
        assert_near(expi_c128(-z), turned, 0.0, 3.0, &format!("expi({})", -z));
    }
    // Beside the zero of Ei.
    let z = c128::new(0.41621043904109456, -0.018948301259070766);
    assert_near(expi_c128(z), (0.16542607325984945, -0.06899446651859129), 0.0, 2.0, &format!("expi({z})"));
    for (re, im, exact_re, exact_im) in [
        (-2.5765264008827806, -2.120754087754376, 0.9837767687720048, 0.46891503061138207),
        (-2.405389580919226, 2.113622978245701, 0.9491452240064513, -0.15532888192152372),
        (5.25, -1.5, 9.853427972627314, -20.756251878479645),
    ] {
        let z = c128::new(re, im);
        let (_, cosine) = shichi_c128(z);
        assert_near(cosine, (exact_re, exact_im), 1.0, 2.0, &format!("chi({z})"));
    }
    for (re, im, exact_re, exact_im) in [
        (1.5360553513380806, 3.0628804089686845, 2.7545285049189485, -2.7136816855766894),
        (-3.5, 2.25, -0.759040857978303, 4.0604167977012535),
    ] {
        let z = c128::new(re, im);
        let (_, cosine) = sici_c128(z);
        assert_near(cosine, (exact_re, exact_im), 1.0, 2.0, &format!("ci({z})"));
    }
}

#[test]
fn bessel_functions_on_an_axis_are_those_of_real_numbers() {
    for (v, x) in [(-5.0, 8.826916781535445), (2.5, 40.25), (-3.75, 0.5), (0.0, 1234.5)] {
        assert_eq!(jv_c128(v, c128::new(x, 0.0)), c128::new(jv(v, x), 0.0));
        assert_eq!(jve_c128(v, c128::new(x, 0.0)), c128::new(jv(v, x), 0.0));
    }
    for (v, re, exact_re, exact_im) in
        [(-5.0, -15.768758928002768, -0.013414095170419305, 0.0), (2.5, -13.25, 0.0, -0.17455749611312948)]
    {
        assert_near(jv_c128(v, c128::new(re, 0.0)), (exact_re, exact_im), 0.2, 4.0, &format!("jv({v}, {re})"));
    }
    for (v, re, exact_re, exact_im) in
        [(2.5, -13.25, 0.0, -0.13568900238917098), (1.25, 21.5, -0.011692197929770236, 0.0)]
    {
        assert_near(yv_c128(v, c128::new(re, 0.0)), (exact_re, exact_im), 0.2, 4.0, &format!("yv({v}, {re})"));
    }
    for (v, im, exact_re, exact_im) in [
        (-0.9640589455184605, -16.659675467484213, 0.0014331426203670113, 0.02535811512231255),
        (3.0, 11.5, 0.0, -0.2380954648831988),
    ] {
        assert_near(iv_c128(v, c128::new(0.0, im)), (exact_re, exact_im), 0.2, 8.0, &format!("iv({v}, {im}i)"));
    }
}

#[test]
fn the_upper_part_of_the_beta_function_is_exact_for_small_parameters() {
    for (a, b, x, exact) in [
        (0.020771166901416737, 17.995366850428145, 0.0033811943334357553, 0.04708850887260828),
        (0.021026700045728076, 45.331361123090744, 0.018894579600870102, 0.006027117299329387),
        (0.09659948622046562, 9.674102689459348, 0.10028791979443498, 0.024171684386788135),
        // A half and a whole number is between b and b + a.
        (0.09263819340683827, 1.4779924646017528, 0.43682418037040516, 0.0427735551707032),
        (0.08582552653773101, 4.471956466664633, 0.18086842388043556, 0.02832149739649128),
    ] {
        assert_close(betaincc(a, b, x), exact, 8.0, &format!("betaincc({a}, {b}, {x})"));
    }
    // An error of the function would count up to 26 times.
    for (a, b, p, exact) in [
        (0.03844987216725825, 0.09251254006255226, 0.28228998462501087, 3.7946404596548254e-11),
        (0.04068365887998888, 1.759098378069143, 0.13293360597765957, 1.274915297008769e-22),
        (0.041567515848927275, 2.5592352034462067, 0.5017826800004552, 1.7258946727719786e-08),
        (0.11261779690677493, 6.06209596039075, 0.8515426964481023, 0.029865594849732037),
        (0.0872134977742751, 7.4988169062976295, 0.5832895646919062, 0.00017668388291790544),
    ] {
        assert_close(betaincinv(a, b, p), exact, 10.0, &format!("betaincinv({a}, {b}, {p})"));
    }
    let (a, b, q) = (0.05306427015317053, 0.29254347588046814, 0.48104737282316556);
    assert_close(betainccinv(a, b, q), 6.727096862247628e-05, 10.0, "betainccinv");
}

#[test]
fn parameters_are_as_exact_as_the_probability_beside_zero() {
    // Of small arguments one less the argument loses digits.
    for (a, p, x, exact) in [
        (19.894181331653684, 0.9324223810130106, 0.0640956110314878, 397.0911575508634),
        (7.092583019081948, 0.7719247840493172, 0.05105904564668258, 166.4287618108199),
    ] {
        assert_close(btdtrib(a, p, x), exact, 4.0, &format!("btdtrib({a}, {p}, {x})"));
    }
    assert_close(bdtrin(43.0, 0.9697931596978793, 0.0135564258924036), 2396.229531818101, 4.0, "bdtrin");
    for (y, n, p, exact) in [
        (0.3895440250855156, 58.0, 0.11059669087023491, 445.15150379271694),
        (0.46547418416787834, 76.0, 0.0354766464107171, 2035.7430400184494),
    ] {
        assert_close(nbdtrik(y, n, p), exact, 4.0, &format!("nbdtrik({y}, {n}, {p})"));
    }
}

#[test]
fn small_distances_of_smirnov_s_distribution_are_those_of_the_probability_below() {
    for (n, p, exact) in [
        (28.0, 0.9582753443977509, 0.02273806216772176),
        (28.0, 0.9649630126177653, 0.020341923445005385),
        (26.0, 0.5039055380539201, 0.10887347429545773),
        (18.0, 0.41, 0.1488908930628269),
    ] {
        assert_close(smirnovi(n, p), exact, 3.0, &format!("smirnovi({n}, {p})"));
        assert_close(smirnov_quantile(n, 1.0 - p), exact, 60.0, "the probability below loses the digits of one less p");
        assert_close(smirnov(n, smirnovi(n, p)), p, 4.0, "the inverse");
    }
}

#[test]
fn polynomials_of_hermite_are_exact_beside_their_zeros() {
    for (n, x, exact) in
        [(11.0, -2.7801894211332363, -88857.43944068423), (8.0, 2.9178904174708507, -5256.7598171545005)]
    {
        assert_close(eval_hermite(n, x), exact, 1.0, &format!("eval_hermite({n}, {x})"));
    }
    for (n, x, exact) in
        [(5.0, -2.952029893367196, -11.209935942144336), (8.0, -2.8107296825593933, -17.058862003750576)]
    {
        assert_close(eval_hermitenorm(n, x), exact, 1.0, &format!("eval_hermitenorm({n}, {x})"));
    }
    // A pair has no low part beyond the range of numbers.
    assert_eq!(eval_hermite(2.0, f64::INFINITY), f64::INFINITY);
    assert_eq!(eval_hermitenorm(3.0, 1e100), 1e300);
}

#[test]
fn the_integral_of_the_second_modified_function_over_its_argument_is_exact_up_to_two() {
    for (x, exact) in [(1.944193282776282, 0.03951443430473128), (1.125, 0.162987314430118)] {
        let (_, found) = it2i0k0(x);
        assert_close(found, exact, 3.0, &format!("it2i0k0({x})"));
    }
}

#[test]
fn legendre_functions_of_the_second_kind_keep_their_digits_beside_one() {
    for (m, n, x, exact) in [
        (1.0, 8.0, -0.9543185227552626, 2.389327135141253),
        (0.0, 14.0, -0.976126908063833, 0.4985706971769977),
        (2.0, 15.0, 0.917132808063609, -52.228968760980486),
    ] {
        assert_close(legendre_second(m, n, x), exact, 8.0, &format!("legendre_second({m}, {n}, {x})"));
    }
}
