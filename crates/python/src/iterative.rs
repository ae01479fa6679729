//! Iterative solvers, whose operators and callbacks may be Python objects.

use cuprust::Array;
use cuprust_scipy::sparse::linalg::{
    self, Guess, Iterations, Lanczos, LinearOperator, Residuals, Tolerances, TransposedCsr, Which,
};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::array::NdArray;
use crate::dtype::from_python;
use crate::error::{Failure, Result, caught, type_error, value_error};
use crate::object::bound;
use crate::sparse::PyCsr;

type ArrayParameter<'a, 'py> = &'a Bound<'py, NdArray>;
type Optional<'a, 'py> = Option<&'a Bound<'py, NdArray>>;

/// An operator as Python passes it: an array, a sparse matrix by rows, one by columns in a tuple, or a
/// `LinearOperator`.
struct Operator(Box<dyn LinearOperator>);

impl<'a, 'py> FromPyObject<'a, 'py> for Operator {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Operator> {
        if let Ok(array) = object.cast::<NdArray>() {
            return Ok(Operator(Box::new(array.get().array().clone())));
        }
        if let Ok(rows) = object.cast::<PyCsr>() {
            return Ok(Operator(Box::new(rows.get().0.clone())));
        }
        if let Ok(columns) = object.cast::<PyTuple>() {
            let columns = columns.get_item(0)?.cast_into::<PyCsr>()?;
            return Ok(Operator(Box::new(TransposedCsr(columns.get().0.clone()))));
        }
        let (rows, columns) = object.getattr("shape")?.extract()?;
        let dtype = object.getattr("dtype")?;
        let dtype = if dtype.is_none() { None } else { Some(from_python(&dtype)?) };
        Ok(Operator(Box::new(PythonOperator { object: object.to_owned().unbind(), shape: [rows, columns], dtype })))
    }
}

/// A Python `LinearOperator`, by its methods.
struct PythonOperator {
    object: Py<PyAny>,
    shape: [i64; 2],
    dtype: Option<cuprust::DType>,
}

impl PythonOperator {
    fn call(&self, method: &str, x: &Array) -> cuprust::Result<Array> {
        let call = |py: Python<'_>| -> Result<Array> {
            let made = self.object.bind(py).call_method1(method, (bound(py, x.clone(), None)?,))?;
            match made.cast::<NdArray>() {
                Ok(array) => Ok(array.get().array().clone()),
                Err(_) => Err(type_error(format!("{method} gives an array, not {}", made.get_type()))),
            }
        };
        Python::attach(|py| call(py).map_err(Failure::into_error))
    }
}

impl LinearOperator for PythonOperator {
    fn shape(&self) -> [i64; 2] {
        self.shape
    }

    fn dtype(&self) -> Option<cuprust::DType> {
        self.dtype
    }

    fn product(&self, x: &Array) -> cuprust::Result<Array> {
        self.call("matvec", x)
    }

    fn adjoint_product(&self, x: &Array) -> cuprust::Result<Array> {
        self.call("rmatvec", x)
    }

    fn matrix_product(&self, x: &Array) -> cuprust::Result<Array> {
        self.call("matmat", x)
    }

    fn adjoint_matrix_product(&self, x: &Array) -> cuprust::Result<Array> {
        self.call("rmatmat", x)
    }
}

/// Wraps a Python function that is called with each iterate.
fn called<'a>(callback: &'a Bound<'_, PyAny>) -> impl FnMut(&Array) -> cuprust::Result<()> + 'a {
    let py = callback.py();
    move |x| {
        let call = || -> Result<()> {
            callback.call1((bound(py, x.clone(), None)?,))?;
            Ok(())
        };
        call().map_err(Failure::into_error)
    }
}

/// The initial guess: an array, or "Mb".
fn guess<'a>(x0: Option<&'a Bound<'_, PyAny>>) -> Result<Guess<'a>> {
    match x0 {
        None => Ok(Guess::Zero),
        Some(x0) if x0.is_instance_of::<PyString>() => Ok(Guess::Preconditioned),
        Some(x0) => Ok(Guess::Values(x0.cast::<NdArray>()?.get().array())),
    }
}

type Solved<'py> = Result<(Bound<'py, NdArray>, i64)>;

fn solved(py: Python<'_>, solve: impl FnOnce() -> cuprust::Result<linalg::Solution>) -> Solved<'_> {
    let found = caught(solve)?;
    Ok((bound(py, found.x, None)?, found.info))
}

/// A solver whose parameters are those of `cg`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn solve<'py>(
    py: Python<'py>,
    method: &str,
    a: Operator,
    m: Option<Operator>,
    x0: Option<&Bound<'py, PyAny>>,
    b: ArrayParameter<'_, 'py>,
    rtol: f64,
    atol: f64,
    maxiter: Option<i64>,
    callback: Option<&Bound<'py, PyAny>>,
) -> Solved<'py> {
    let mut call = callback.map(called);
    let iterations = Iterations {
        guess: guess(x0)?,
        rtol,
        atol,
        maxiter,
        preconditioner: m.as_ref().map(|operator| &*operator.0),
        callback: call.as_mut().map(|call| call as linalg::Callback),
    };
    let (a, b) = (&*a.0, b.get().array());
    match method {
        "cg" => solved(py, || linalg::cg(a, b, iterations)),
        "cgs" => solved(py, || linalg::cgs(a, b, iterations)),
        "bicgstab" => solved(py, || linalg::bicgstab(a, b, iterations)),
        _ => Err(type_error(format!("unknown method {method}"))),
    }
}

#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn minres<'py>(
    py: Python<'py>,
    a: Operator,
    m: Option<Operator>,
    x0: Option<&Bound<'py, PyAny>>,
    b: ArrayParameter<'_, 'py>,
    shift: f64,
    tol: f64,
    maxiter: Option<i64>,
    callback: Option<&Bound<'py, PyAny>>,
    check: bool,
) -> Solved<'py> {
    let mut call = callback.map(called);
    let iterations = Iterations {
        guess: guess(x0)?,
        rtol: tol,
        maxiter,
        preconditioner: m.as_ref().map(|operator| &*operator.0),
        callback: call.as_mut().map(|call| call as linalg::Callback),
        ..Default::default()
    };
    solved(py, || linalg::minres(&*a.0, b.get().array(), shift, check, iterations))
}

/// `callback` is called with iterates where `kind` is "x", otherwise with norms of residuals.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn gmres<'py>(
    py: Python<'py>,
    a: Operator,
    m: Option<Operator>,
    x0: Option<&Bound<'py, PyAny>>,
    b: ArrayParameter<'_, 'py>,
    rtol: f64,
    atol: f64,
    restart: Option<i64>,
    maxiter: Option<i64>,
    callback: Option<&Bound<'py, PyAny>>,
    kind: &str,
) -> Solved<'py> {
    let mut iterates = callback.filter(|_| kind == "x").map(called);
    let mut norms = callback.filter(|_| kind != "x").map(|callback| {
        |norm: f64| callback.call1((norm,)).map(drop).map_err(|error| Failure::Python(error).into_error())
    });
    let iterations = Iterations {
        guess: guess(x0)?,
        rtol,
        atol,
        maxiter,
        preconditioner: m.as_ref().map(|operator| &*operator.0),
        callback: iterates.as_mut().map(|call| call as linalg::Callback),
    };
    let counts_steps = kind == "legacy";
    let residuals = norms.as_mut().map(|callback| Residuals { callback, counts_steps });
    solved(py, || linalg::gmres(&*a.0, b.get().array(), restart, residuals, iterations))
}

/// The results of `scipy.sparse.linalg.lsqr`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn lsqr<'py>(
    py: Python<'py>,
    a: Operator,
    b: ArrayParameter<'_, 'py>,
    damp: f64,
    x0: Optional<'_, 'py>,
    tolerances: (f64, f64, f64, Option<i64>),
    variances: bool,
) -> Result<Bound<'py, PyTuple>> {
    let x0 = x0.map(|x0| x0.get().array());
    let found = caught(|| linalg::lsqr(&*a.0, b.get().array(), damp, x0, variances, of(tolerances)))?;
    let norms = (found.r1norm, found.r2norm, found.anorm, found.acond, found.arnorm, found.xnorm);
    let (x, var) = (bound(py, found.x, None)?, bound(py, found.var, None)?);
    let all = (x, found.istop, found.itn, norms.0, norms.1, norms.2, norms.3, norms.4, norms.5, var);
    Ok(all.into_pyobject(py)?)
}

/// The results of `scipy.sparse.linalg.lsmr`.
#[pyfunction]
fn lsmr<'py>(
    py: Python<'py>,
    a: Operator,
    b: ArrayParameter<'_, 'py>,
    damp: f64,
    x0: Optional<'_, 'py>,
    tolerances: (f64, f64, f64, Option<i64>),
) -> Result<Bound<'py, PyTuple>> {
    let x0 = x0.map(|x0| x0.get().array());
    let found = caught(|| linalg::lsmr(&*a.0, b.get().array(), damp, x0, of(tolerances)))?;
    let x = bound(py, found.x, None)?;
    let all = (x, found.istop, found.itn, found.normr, found.normar, found.norma, found.conda, found.normx);
    Ok(all.into_pyobject(py)?)
}

/// Eigenvalues, eigenvectors, and how many restarts were allowed.
type Pairs<'py> = (Bound<'py, NdArray>, Bound<'py, NdArray>, i64);

fn pairs(py: Python<'_>, found: linalg::Eigenpairs) -> Result<Pairs<'_>> {
    Ok((bound(py, found.values, None)?, bound(py, found.vectors, None)?, found.maxiter))
}

/// Fewer pairs than `k` where the restarts were too few.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn eigsh<'py>(
    py: Python<'py>,
    a: Operator,
    k: i64,
    which: &str,
    v0: Optional<'_, 'py>,
    ncv: Option<i64>,
    maxiter: Option<i64>,
    tol: f64,
) -> Result<Pairs<'py>> {
    let which = match which {
        "LM" => Which::LargestMagnitude,
        "LA" => Which::Largest,
        "SA" => Which::Least,
        _ => return Err(value_error(format!("which must be 'LM', 'LA' or 'SA' (actual: {which})"))),
    };
    let options = Lanczos { v0: v0.map(|v0| v0.get().array()), ncv, maxiter, tol };
    pairs(py, caught(|| linalg::eigsh(&*a.0, k, which, options))?)
}

/// The singular vectors on the left, the values, the vectors on the right, and what `eigsh` gives of the normal
/// equations.
#[pyfunction]
fn svds<'py>(
    py: Python<'py>,
    a: Operator,
    k: i64,
    ncv: Option<i64>,
    maxiter: Option<i64>,
    tol: f64,
) -> Result<([Bound<'py, NdArray>; 3], Pairs<'py>)> {
    let found = caught(|| linalg::svds(&*a.0, k, Lanczos { ncv, maxiter, tol, v0: None }))?;
    let triplets = [bound(py, found.u, None)?, bound(py, found.values, None)?, bound(py, found.vh, None)?];
    Ok((triplets, pairs(py, found.space)?))
}

/// What `lobpcg` found: eigenvalues, eigenvectors, whether all are good enough, the values of each step, the norms of
/// the residuals in each step, and the norm that was small enough.
type Blocks<'py> = (Bound<'py, NdArray>, Bound<'py, NdArray>, bool, Vec<Bound<'py, NdArray>>, Vec<Vec<f64>>, f64);

#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn lobpcg<'py>(
    py: Python<'py>,
    a: Operator,
    x: ArrayParameter<'_, 'py>,
    b: Option<Operator>,
    m: Option<Operator>,
    y: Optional<'_, 'py>,
    tol: Option<f64>,
    maxiter: i64,
    largest: bool,
) -> Result<Blocks<'py>> {
    let blocks = linalg::Blocks {
        b: b.as_ref().map(|operator| &*operator.0),
        preconditioner: m.as_ref().map(|operator| &*operator.0),
        constraints: y.map(|y| y.get().array()),
        tol,
        maxiter,
        largest,
    };
    let found = caught(|| linalg::lobpcg(&*a.0, x.get().array(), blocks))?;
    let is_complete = found.is_complete();
    let history = found.history.into_iter().map(|values| bound(py, values, None)).collect::<Result<Vec<_>>>()?;
    let (values, vectors) = (bound(py, found.values, None)?, bound(py, found.vectors, None)?);
    Ok((values, vectors, is_complete, history, found.norms, found.tol))
}

fn of((atol, btol, conlim, maxiter): (f64, f64, f64, Option<i64>)) -> Tolerances {
    Tolerances { atol, btol, conlim, maxiter }
}

/// Adds the solvers to the module `_sparse`.
pub(crate) fn register(sparse: &Bound<'_, PyModule>) -> PyResult<()> {
    sparse.add_function(wrap_pyfunction!(solve, sparse)?)?;
    sparse.add_function(wrap_pyfunction!(minres, sparse)?)?;
    sparse.add_function(wrap_pyfunction!(gmres, sparse)?)?;
    sparse.add_function(wrap_pyfunction!(lsqr, sparse)?)?;
    sparse.add_function(wrap_pyfunction!(lsmr, sparse)?)?;
    sparse.add_function(wrap_pyfunction!(eigsh, sparse)?)?;
    sparse.add_function(wrap_pyfunction!(svds, sparse)?)?;
    sparse.add_function(wrap_pyfunction!(lobpcg, sparse)?)
}
