//! The modules of SciPy that Python's package has.

use super::{fft, linalg, ndimage};
use crate::table::{Module, Reference};

/// The modules.
pub static MODULES: &[Module] = &[
    Module {
        name: "cuprust.scipy.linalg",
        doc: "SciPy's linear algebra: factors, systems solved by them, functions of matrices, and matrices of a pattern.",
        reference: Reference::Module("scipy.linalg"),
        lists: &[
            ("scipy.linalg", linalg::table::FUNCTIONS),
            ("scipy.linalg.factors", linalg::table_of_factors::FUNCTIONS),
            ("scipy.linalg.equations", linalg::table_of_equations::FUNCTIONS),
            ("scipy.linalg.forms", linalg::table_of_forms::FUNCTIONS),
            ("scipy.linalg.structure", linalg::table_of_structure::FUNCTIONS),
        ],
    },
    Module {
        name: "cuprust.scipy.fft",
        doc: "SciPy's Fourier transforms, cosine and sine transforms, and the fast Hankel transform.",
        reference: Reference::Module("scipy.fft"),
        lists: &[("scipy.fft", fft::table::FUNCTIONS)],
    },
    Module {
        name: "cuprust.scipy.fftpack",
        doc: "The Fourier transforms of SciPy's older module, of which that of real numbers gives real numbers.",
        reference: Reference::Module("scipy.fftpack"),
        lists: &[],
    },
    Module {
        name: "cuprust.scipy.ndimage",
        doc: "Filters of images of any number of axes, by SciPy's names.",
        reference: Reference::Module("scipy.ndimage"),
        lists: &[("scipy.ndimage", ndimage::table::FUNCTIONS)],
    },
    Module {
        name: "cuprust.scipy.sparse",
        doc: "Matrices of which few elements are stored, by SciPy's names.",
        reference: Reference::None("its classes are Python's, which test_sparse.py and its kin compare with SciPy's"),
        lists: &[],
    },
    Module {
        name: "cuprust.scipy.special",
        doc: "The special functions of mathematics, by SciPy's names.",
        reference: Reference::Module("scipy.special"),
        lists: &[],
    },
];
