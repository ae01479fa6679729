//! All modules of Python's package, and all functions of the function table: those of NumPy and CuPy, which the crate
//! `cuprust` declares, and those of SciPy, of which every list that is declared is named here.

use cuprust::table::{Function, Module, Reference};

use super::{fft, linalg, ndimage, special, stats};

/// The modules that SciPy has.
pub static MODULES: &[Module] = &[
    Module {
        name: "cuprust.scipy.linalg",
        doc: "SciPy's linear algebra: factors, systems solved by them, functions of matrices, and matrices of a pattern.",
        reference: Reference::Module("scipy.linalg"),
        lists: &[
            ("scipy.linalg.systems", linalg::table::systems::FUNCTIONS),
            ("scipy.linalg.eigenvalues", linalg::table::eigenvalues::FUNCTIONS),
            ("scipy.linalg.decompositions", linalg::table::decompositions::FUNCTIONS),
            ("scipy.linalg.orthogonal", linalg::table::orthogonal::FUNCTIONS),
            ("scipy.linalg.functions", linalg::table::functions::FUNCTIONS),
            ("scipy.linalg.equations", linalg::table::equations::FUNCTIONS),
            ("scipy.linalg.special", linalg::table::special::FUNCTIONS),
            ("scipy.linalg.lapack", linalg::table::lapack::FUNCTIONS),
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
        doc: "Filters, measurements and interpolation of images of any number of axes, by SciPy's names.",
        reference: Reference::Module("scipy.ndimage"),
        lists: &[
            ("scipy.ndimage", ndimage::table::FUNCTIONS),
            ("scipy.ndimage.distances", ndimage::table_of_distances::FUNCTIONS),
            ("scipy.ndimage.interpolation", ndimage::table_of_interpolation::FUNCTIONS),
            ("scipy.ndimage.measurements", ndimage::table_of_measurements::FUNCTIONS),
            ("scipy.ndimage.morphology", ndimage::table_of_morphology::FUNCTIONS),
            ("scipy.ndimage.spectra", ndimage::table_of_spectra::FUNCTIONS),
        ],
    },
    Module {
        name: "cuprust.scipy.sparse",
        doc: "Sparse matrices, by SciPy's names.",
        reference: Reference::None("its classes are Python's, which test_sparse.py and its kin compare with SciPy's"),
        lists: &[],
    },
    Module {
        name: "cuprust.scipy.special",
        doc: "The special functions of mathematics, by SciPy's names.",
        reference: Reference::Module("scipy.special"),
        lists: &[
            ("scipy.special", special::table::FUNCTIONS),
            ("scipy.special.bessel", special::table_of_bessel::FUNCTIONS),
            ("scipy.special.harmonics", special::table_of_harmonics::FUNCTIONS),
            ("scipy.special.legendre", special::table_of_legendre::FUNCTIONS),
            ("scipy.special.orthogonal", special::table_of_orthogonal::FUNCTIONS),
            ("scipy.special.zeros", special::table_of_zeros::FUNCTIONS),
        ],
    },
    Module {
        name: "cuprust.scipy._orthogonal",
        doc: "What the classes of orthogonal polynomials are made of.",
        reference: Reference::None("it has no names of SciPy's: test_special_polynomials.py calls what is made of it"),
        lists: &[("scipy._orthogonal", special::table_of_families::FUNCTIONS)],
    },
    Module {
        name: "cuprust.scipy.stats",
        doc: "Statistics of samples and probability distributions, by SciPy's names.",
        reference: Reference::Module("scipy.stats"),
        lists: &[
            ("scipy.stats", stats::table::FUNCTIONS),
            ("scipy.stats.descriptions", stats::table::descriptions::FUNCTIONS),
            ("scipy.stats.transforms", stats::table::transforms::FUNCTIONS),
            ("scipy.stats.correlations", stats::table::correlations::FUNCTIONS),
            ("scipy.stats.tests", stats::table::tests::FUNCTIONS),
            ("scipy.stats.distributions", stats::table::distributions::FUNCTIONS),
            ("scipy.stats.frequencies", stats::table::frequencies::FUNCTIONS),
        ],
    },
    Module {
        name: "cuprust.scipy._statistics",
        doc: "What the classes of `scipy.stats` and its functions of callables are made of.",
        reference: Reference::None(
            "it has no names of SciPy's: test_stats_tests.py and its kin call what is made of it",
        ),
        lists: &[
            ("scipy._statistics", stats::table::parts::FUNCTIONS),
            ("scipy._statistics.qmc", stats::table::qmc::FUNCTIONS),
        ],
    },
];

/// All modules.
pub fn modules() -> impl Iterator<Item = &'static Module> {
    cuprust::modules::MODULES.iter().chain(MODULES)
}

/// The names of the modules within a package, and of packages with such modules, in order; without those that begin
/// with an underscore, which are the package's own.
pub fn submodules(package: &str) -> Vec<&'static str> {
    let inner = |name: &'static str| {
        name.strip_prefix(package)?.strip_prefix('.')?.split('.').next().filter(|name| !name.starts_with('_'))
    };
    let mut names: Vec<&str> = modules().filter_map(|module| inner(module.name)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// All functions of the table.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    modules().flat_map(|module| module.lists).flat_map(|(_, functions)| functions.iter())
}
