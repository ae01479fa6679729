//! The parts of the extension that are made at their first use: few programs need all of them, and creating a class
//! takes as long as creating as many functions.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

use crate::{device, error, fused, jit, kernel, profiler, random, sparse, stream, user_kernel};

/// The constructor of a part of the extension, and the names whose first use calls it.
type Part = (&'static [&'static str], fn(&Bound<'_, PyModule>) -> PyResult<()>);

const PARTS: &[Part] = &[
    (&["cuda"], cuda),
    (&["profiler"], |core| within(core, "profiler", profiler::register)),
    (&["random", "_restored"], random::register),
    (&["RawKernel", "RawModule"], kernel::register),
    (&["Fused"], fused::register),
    (&["ElementwiseKernel", "ReductionKernel"], user_kernel::register),
    (&["_jit"], |core| within(core, "_jit", jit::register)),
    (&["_sparse"], |core| within(core, "_sparse", sparse::register)),
];

/// Makes a module within the extension.
pub(crate) fn within(
    core: &Bound<'_, PyModule>,
    name: &'static str,
    fill: impl FnOnce(&Bound<'_, PyModule>) -> PyResult<()>,
) -> PyResult<()> {
    let module = PyModule::new(core.py(), name)?;
    fill(&module)?;
    core.setattr(name, module)
}

fn cuda(core: &Bound<'_, PyModule>) -> PyResult<()> {
    within(core, "cuda", |cuda| {
        let py = cuda.py();
        device::register(cuda)?;
        stream::register(cuda)?;
        kernel::register_function(cuda)?;
        cuda.add("OutOfMemoryError", py.get_type::<error::OutOfMemoryError>())?;
        cuda.add("CompileException", py.get_type::<error::CompileException>())?;
        cuda.add("CUDARuntimeError", py.get_type::<error::CUDARuntimeError>())
    })
}

/// A part of the extension that has not been made yet.
#[pyfunction(pass_module)]
#[pyo3(name = "__getattr__")]
fn attribute<'py>(core: &Bound<'py, PyModule>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    if let Some((_, make)) = PARTS.iter().find(|(names, _)| names.contains(&name)) {
        make(core)?;
        if let Some(made) = core.dict().get_item(name)? {
            return Ok(made);
        }
    }
    Err(PyAttributeError::new_err(format!("module 'cuprust._core' has no attribute '{name}'")))
}

/// Adds the constructor of the parts to the module.
pub(crate) fn register(core: &Bound<'_, PyModule>) -> PyResult<()> {
    core.add_function(wrap_pyfunction!(attribute, core)?)
}
