//! The functions of cuBLAS for factorisations: norms, conjugate transposes, and solutions of triangular systems.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::OnceLock;

use cuprust_ir::{Error, Result};

use super::super::library::{self, Name};
use super::super::symbols::{Handle, table};
use super::super::{Address, Stream};
use super::{Cublas, Element, Scalar, check};

table! {
    /// Functions of libcublas for matrices in single and double precision.
    Functions {
        cublasNrm2Ex(Handle, c_int, u64, c_uint, c_int, *mut c_void, c_uint, c_uint) -> c_uint;
        cublasSgeam(
            Handle, c_uint, c_uint, c_int, c_int, *const c_void, u64, c_int, *const c_void, u64, c_int, u64, c_int,
        ) -> c_uint;
        cublasDgeam(
            Handle, c_uint, c_uint, c_int, c_int, *const c_void, u64, c_int, *const c_void, u64, c_int, u64, c_int,
        ) -> c_uint;
        cublasCgeam(
            Handle, c_uint, c_uint, c_int, c_int, *const c_void, u64, c_int, *const c_void, u64, c_int, u64, c_int,
        ) -> c_uint;
        cublasZgeam(
            Handle, c_uint, c_uint, c_int, c_int, *const c_void, u64, c_int, *const c_void, u64, c_int, u64, c_int,
        ) -> c_uint;
        cublasStrsm_v2_64(
            Handle, c_uint, c_uint, c_uint, c_uint, i64, i64, *const c_void, u64, i64, u64, i64,
        ) -> c_uint;
        cublasDtrsm_v2_64(
            Handle, c_uint, c_uint, c_uint, c_uint, i64, i64, *const c_void, u64, i64, u64, i64,
        ) -> c_uint;
        cublasCtrsm_v2_64(
            Handle, c_uint, c_uint, c_uint, c_uint, i64, i64, *const c_void, u64, i64, u64, i64,
        ) -> c_uint;
        cublasZtrsm_v2_64(
            Handle, c_uint, c_uint, c_uint, c_uint, i64, i64, *const c_void, u64, i64, u64, i64,
        ) -> c_uint;
    }
}

fn functions() -> Result<&'static Functions> {
    static FUNCTIONS: OnceLock<Functions> = OnceLock::new();
    if let Some(functions) = FUNCTIONS.get() {
        return Ok(functions);
    }
    let opened = library::open(Name::Cublas)?;
    // SAFETY: the library is libcublas, whose interface the table states, and it is never closed.
    let functions = unsafe { Functions::load(&opened.library, "libcublas") }?;
    Ok(FUNCTIONS.get_or_init(|| functions))
}

fn half() -> Error {
    Error::type_("half-precision matrices cannot be factored")
}

/// A triangular matrix in device memory, column by column without gaps, of which one triangle is read.
#[derive(Debug, Clone, Copy)]
pub struct Triangle {
    /// The first element.
    pub address: Address,
    /// Rows and columns.
    pub order: usize,
    /// Whether the triangle below the diagonal is read, and not the one above.
    pub lower: bool,
    /// Whether the diagonal counts as ones.
    pub unit: bool,
    /// Whether to solve with the transpose.
    pub transposed: bool,
    /// Whether to solve with the conjugate, of a transpose.
    pub conjugated: bool,
}

impl Cublas {
    /// The root of the sum of squared absolute values of `count` elements in single or double precision, for which the
    /// stream is waited.
    ///
    /// # Safety
    /// They lie in valid device memory.
    pub unsafe fn norm(&self, element: Element, count: usize, from: Address, stream: Stream) -> Result<f64> {
        let functions = functions()?;
        self.driver.make_current()?;
        let (data, _) = element.codes(false);
        let is_single = matches!(element, Element::F32 | Element::C64);
        let real = c_uint::from(!is_single);
        let mut handles = self.handles.lock();
        let handle = handles.of(stream, None)?;
        let (mut single, mut double) = (0f32, 0f64);
        let to: *mut c_void = if is_single { (&raw mut single).cast() } else { (&raw mut double).cast() };
        let count = c_int::try_from(count).map_err(|_| Error::value("too many elements for a norm"))?;
        // SAFETY: the handle is ours while the lock is held, the result is of the real type and written before the call
        // returns, and the caller vouches for the elements.
        let result = unsafe { (functions.cublasNrm2Ex)(handle, count, from.0, data, 1, to, real, real) };
        check(result, "computing a norm")?;
        Ok(if is_single { f64::from(single) } else { double })
    }

    /// Writes the conjugate transpose of a square matrix of order `n` in single or double precision.
    ///
    /// # Safety
    /// Both are in valid device memory without gaps, and disjoint.
    pub unsafe fn adjoint(&self, element: Element, n: usize, from: Address, to: Address, stream: Stream) -> Result<()> {
        let functions = functions()?;
        self.driver.make_current()?;
        let make = match element {
            Element::F32 => functions.cublasSgeam,
            Element::F64 => functions.cublasDgeam,
            Element::C64 => functions.cublasCgeam,
            Element::C128 => functions.cublasZgeam,
            Element::F16 | Element::Bf16 => return Err(half()),
        };
        const PLAIN: c_uint = 0;
        const ADJOINT: c_uint = 2;
        let (one, zero) = (Scalar::of(element, 1.0), Scalar::of(element, 0.0));
        let n = c_int::try_from(n).map_err(|_| Error::value("too many rows for a transpose"))?;
        let mut handles = self.handles.lock();
        let handle = handles.of(stream, None)?;
        // SAFETY: the handle is ours while the lock is held, the scalars are read before the call returns, and the
        // caller vouches for the matrices; the second one, which is multiplied by zero, may be the result in place.
        let result =
            unsafe { make(handle, ADJOINT, PLAIN, n, n, one.pointer(), from.0, n, zero.pointer(), to.0, n, to.0, n) };
        check(result, "transposing a matrix")
    }

    /// Solves `triangle x = b` in place for `columns` columns of `b`, which lie one after another.
    ///
    /// # Safety
    /// Both are in valid device memory, and disjoint.
    pub unsafe fn solve_triangular(
        &self,
        element: Element,
        triangle: &Triangle,
        b: Address,
        columns: usize,
        stream: Stream,
    ) -> Result<()> {
        let functions = functions()?;
        self.driver.make_current()?;
        let solve = match element {
            Element::F32 => functions.cublasStrsm_v2_64,
            Element::F64 => functions.cublasDtrsm_v2_64,
            Element::C64 => functions.cublasCtrsm_v2_64,
            Element::C128 => functions.cublasZtrsm_v2_64,
            Element::F16 | Element::Bf16 => return Err(half()),
        };
        const LEFT: c_uint = 0;
        let operation = match (triangle.transposed, triangle.conjugated) {
            (false, false) => 0,
            (true, conjugated) => 1 + c_uint::from(conjugated),
            (false, true) => return Err(Error::value("cuBLAS does not solve with a conjugate that is not transposed")),
        };
        let (one, order) = (Scalar::of(element, 1.0), triangle.order as i64);
        let mut handles = self.handles.lock();
        let handle = handles.of(stream, None)?;
        // SAFETY: the handle is ours while the lock is held, the scalar is read before the call returns, and the caller
        // vouches for the matrices.
        let result = unsafe {
            solve(
                handle,
                LEFT,
                (!triangle.lower).into(),
                operation,
                triangle.unit.into(),
                order,
                columns as i64,
                one.pointer(),
                triangle.address.0,
                order,
                b.0,
                order,
            )
        };
        check(result, "solving a triangular system")
    }
}
