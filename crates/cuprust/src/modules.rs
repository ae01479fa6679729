//! The modules of the Python package whose functions are NumPy's or CuPy's: the list of all declarations.
//!
//! A module is declared by its name, documentation, lists of functions, and the module of NumPy or SciPy with which its
//! functions are compared; those of SciPy are declared in `cuprust-scipy`, which joins the two lists. `xtask gen`
//! writes a module's Python file unless it is hand-written. Its functions are made when it is imported, and classes
//! that few programs need when they are first used.

use crate::table::{Module, Reference};
use crate::{
    creation, editing, fft, indexing, linalg, logic, manipulation, math, polynomial, random, sorting, statistics, ufunc,
};

/// The modules of NumPy, and those of CuPy that are not modules of SciPy.
pub static MODULES: &[Module] = &[
    Module {
        name: "cuprust",
        doc: "NumPy-shaped arrays on NVIDIA GPUs and on the CPU: recorded, fused, and run when a value is needed.",
        reference: Reference::Module("numpy"),
        lists: &[
            ("creation", creation::table::FUNCTIONS),
            ("indexing", indexing::table::FUNCTIONS),
            ("manipulation", manipulation::table::FUNCTIONS),
            ("editing", editing::table::FUNCTIONS),
            ("logic", logic::table::FUNCTIONS),
            ("math", math::table::FUNCTIONS),
            ("sorting", sorting::table::FUNCTIONS),
            ("statistics", statistics::table::FUNCTIONS),
            ("polynomial", polynomial::table::FUNCTIONS),
            ("ufunc", ufunc::table::FUNCTIONS),
        ],
    },
    Module {
        name: "cuprust.linalg",
        doc: "Linear algebra: products, systems of equations, factors, and norms.",
        reference: Reference::Module("numpy.linalg"),
        lists: &[("linalg", linalg::table::FUNCTIONS)],
    },
    Module {
        name: "cuprust.fft",
        doc: "Discrete Fourier transforms, and the frequencies of their elements.",
        reference: Reference::Module("numpy.fft"),
        lists: &[("fft", fft::table::FUNCTIONS)],
    },
    Module {
        name: "cuprust.random",
        doc: "Random numbers, counter-based (Philox4x32-10) unless another bit generator is named: a seed gives the same numbers on every \
              device.",
        reference: Reference::None("numbers are drawn: test_distributions.py compares how they are distributed"),
        lists: &[("random", random::table::FUNCTIONS)],
    },
    Module {
        name: "cuprust.lib.stride_tricks",
        doc: "Views of memory by strides.",
        reference: Reference::Module("numpy.lib.stride_tricks"),
        lists: &[],
    },
    Module {
        name: "cuprust.lapack",
        doc: "Systems of equations by the names of CuPy's `cupyx.lapack`.",
        reference: Reference::None(
            "neither NumPy nor SciPy has such functions: test_lapack.py multiplies the solutions back",
        ),
        lists: &[],
    },
    Module {
        name: "cuprust.polynomial.polynomial",
        doc: "Polynomials by the coefficients of powers, the lowest first.",
        reference: Reference::Module("numpy.polynomial.polynomial"),
        lists: &[("polynomial.polynomial", polynomial::families::polynomial::FUNCTIONS)],
    },
    Module {
        name: "cuprust.polynomial.chebyshev",
        doc: "Series of Chebyshev polynomials of the first kind.",
        reference: Reference::Module("numpy.polynomial.chebyshev"),
        lists: &[("polynomial.chebyshev", polynomial::families::chebyshev::FUNCTIONS)],
    },
    Module {
        name: "cuprust.polynomial.legendre",
        doc: "Series of Legendre polynomials.",
        reference: Reference::Module("numpy.polynomial.legendre"),
        lists: &[("polynomial.legendre", polynomial::families::legendre::FUNCTIONS)],
    },
    Module {
        name: "cuprust.polynomial.hermite",
        doc: "Series of Hermite polynomials, as physicists have them.",
        reference: Reference::Module("numpy.polynomial.hermite"),
        lists: &[("polynomial.hermite", polynomial::families::hermite::FUNCTIONS)],
    },
    Module {
        name: "cuprust.polynomial.hermite_e",
        doc: "Series of Hermite polynomials, as statisticians have them.",
        reference: Reference::Module("numpy.polynomial.hermite_e"),
        lists: &[("polynomial.hermite_e", polynomial::families::hermite_e::FUNCTIONS)],
    },
    Module {
        name: "cuprust.polynomial.laguerre",
        doc: "Series of Laguerre polynomials.",
        reference: Reference::Module("numpy.polynomial.laguerre"),
        lists: &[("polynomial.laguerre", polynomial::families::laguerre::FUNCTIONS)],
    },
];
