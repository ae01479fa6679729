//! Are the files that are made from the function table as it is now? `xtask gen` runs this program after it has written what the
//! table's crate is compiled from.

mod coverage;
mod functions;
mod inventory;

use std::path::Path;
use std::process::ExitCode;

use xtask::made::{Made, make, only_check};

// The coverage is read from the stubs, so it comes after them.
const FILES: &[Made] = &[
    ("python/cuprust/_functions.pyi", |_| Ok(functions::stub())),
    ("python/cuprust/_linalg.pyi", |_| Ok(functions::stub_of("cuprust.linalg"))),
    ("python/cuprust/_fft.pyi", |_| Ok(functions::stub_of("cuprust.fft"))),
    ("python/cuprust/lapack.pyi", |_| Ok(functions::stub_of("cuprust.lapack"))),
    ("python/cuprust/polynomial/_polynomial.pyi", |_| Ok(functions::stub_of("cuprust.polynomial.polynomial"))),
    ("python/cuprust/polynomial/_chebyshev.pyi", |_| Ok(functions::stub_of("cuprust.polynomial.chebyshev"))),
    ("python/cuprust/polynomial/_legendre.pyi", |_| Ok(functions::stub_of("cuprust.polynomial.legendre"))),
    ("python/cuprust/polynomial/_hermite.pyi", |_| Ok(functions::stub_of("cuprust.polynomial.hermite"))),
    ("python/cuprust/polynomial/_hermite_e.pyi", |_| Ok(functions::stub_of("cuprust.polynomial.hermite_e"))),
    ("python/cuprust/polynomial/_laguerre.pyi", |_| Ok(functions::stub_of("cuprust.polynomial.laguerre"))),
    ("python/cuprust/scipy/_fft.pyi", |_| Ok(functions::stub_of("cuprust.scipy.fft"))),
    ("python/cuprust/scipy/_fftpack.pyi", |_| Ok(functions::stub_of("cuprust.scipy.fftpack"))),
    ("python/cuprust/scipy/_linalg.pyi", |_| Ok(functions::stub_of("cuprust.scipy.linalg"))),
    ("docs/functions.md", |_| Ok(functions::page())),
    ("docs/coverage.md", |root| Ok(coverage::page(root))),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    match only_check(&arguments) {
        Some(check) => make(root, FILES, check),
        None => {
            eprintln!("usage: xtask-table [--check]");
            ExitCode::from(2)
        }
    }
}
