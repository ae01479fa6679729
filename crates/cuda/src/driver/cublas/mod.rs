//! Matrix products on the GPU: cuBLAS behind row-major arguments, one handle for each stream.

mod factors;

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;
use std::sync::{Arc, OnceLock};

use cuprust_ir::{Error, Result};

use super::handles::{Handles, Maker};
use super::library::{self, Name};
use super::symbols::{Handle, table};
use super::{Address, Driver, Stream};

pub use factors::Triangle;

table! {
    /// The functions of libcublas. Names and types are those of its CUDA 12 interface, which later versions keep.
    Functions {
        cublasCreate_v2(*mut Handle) -> c_uint;
        cublasDestroy_v2(Handle) -> c_uint;
        cublasSetStream_v2(Handle, Handle) -> c_uint;
        cublasSetMathMode(Handle, c_uint) -> c_uint;
        cublasGemmEx_64(
            Handle, c_uint, c_uint, i64, i64, i64, *const c_void, u64, c_uint, i64, u64, c_uint, i64, *const c_void, u64,
            c_uint, i64, c_uint, c_int,
        ) -> c_uint;
        cublasGemmStridedBatchedEx_64(
            Handle, c_uint, c_uint, i64, i64, i64, *const c_void, u64, c_uint, i64, i64, u64, c_uint, i64, i64,
            *const c_void, u64, c_uint, i64, i64, i64, c_uint, c_int,
        ) -> c_uint;
    }
}

/// The element of all three matrices. Half types are multiplied and summed in float32 and rounded once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Element {
    F16,
    Bf16,
    F32,
    F64,
    C64,
    C128,
}

impl Element {
    /// Bytes of one element.
    pub fn size(self) -> usize {
        match self {
            Element::F16 | Element::Bf16 => 2,
            Element::F32 => 4,
            Element::F64 | Element::C64 => 8,
            Element::C128 => 16,
        }
    }

    /// The number of `cudaDataType_t`.
    pub(super) fn data(self) -> c_uint {
        self.codes(false).0
    }

    /// The numbers of `cudaDataType_t` and `cublasComputeType_t`.
    fn codes(self, tf32: bool) -> (c_uint, c_uint) {
        const COMPUTE_32F: c_uint = 68;
        const COMPUTE_64F: c_uint = 70;
        const COMPUTE_32F_FAST_TF32: c_uint = 77;
        let single = if tf32 { COMPUTE_32F_FAST_TF32 } else { COMPUTE_32F };
        match self {
            Element::F32 => (0, single),
            Element::F64 => (1, COMPUTE_64F),
            Element::F16 => (2, COMPUTE_32F),
            Element::C64 => (4, single),
            Element::C128 => (5, COMPUTE_64F),
            Element::Bf16 => (14, COMPUTE_32F),
        }
    }
}

/// The memory layout of a factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The matrix, in rows.
    Plain,
    /// Its transpose, in rows.
    Transposed,
    /// Its conjugate transpose, in rows.
    Conjugated,
}

/// A stack of matrices in device memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matrix {
    /// The first element of the first matrix, aligned to its size.
    pub address: Address,
    /// Elements from one row in memory to the next.
    pub row: usize,
    /// Elements from one matrix of the stack to the next; 0 repeats one matrix (a factor only).
    pub step: isize,
    /// Its layout; the product is always [`Form::Plain`].
    pub form: Form,
}

/// `c = alpha a b + beta c` for each matrix of the stacks: `a` is m by k, `b` is k by n, `c` is m by n. With `beta`
/// zero, `c` is not read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Matmul {
    /// The element of all three matrices.
    pub element: Element,
    /// Rows of `a` and `c`.
    pub m: usize,
    /// Columns of `b` and `c`.
    pub n: usize,
    /// Columns of `a`, rows of `b`.
    pub k: usize,
    /// The left factor.
    pub a: Matrix,
    /// The right factor.
    pub b: Matrix,
    /// The product; it overlaps neither factor.
    pub c: Matrix,
    /// Matrices in each stack.
    pub batch: usize,
    /// Scales the product.
    pub alpha: f64,
    /// Scales the former contents of `c`.
    pub beta: f64,
    /// Whether float32 factors may be rounded to 10 bits of fraction for the tensor cores.
    pub tf32: bool,
}

/// cuBLAS on one device. Any thread may call it.
pub struct Cublas {
    driver: Arc<dyn Driver>,
    handles: Arc<Handles>,
}

impl Cublas {
    /// cuBLAS on the device of this driver, which is a real one. Opens the library. Error: `Library` where it is not
    /// installed.
    pub fn new(driver: Arc<dyn Driver>) -> Result<Cublas> {
        open()?;
        Ok(Cublas { driver, handles: Handles::new(MAKER) })
    }

    /// Queues a matrix product. Errors: `Value` for invalid arguments, `Cuda` if cuBLAS refuses.
    ///
    /// # Safety
    /// The three stacks lie in valid device memory, and `c` overlaps neither factor.
    pub unsafe fn matmul(&self, product: &Matmul, stream: Stream) -> Result<()> {
        let Some(call) = Call::of(product)? else { return Ok(()) };
        if call.k == 0 && product.beta == 0.0 {
            // SAFETY: the caller vouches for `c`.
            return unsafe { self.clear(product, stream) };
        }
        let functions = functions()?;
        self.driver.make_current()?;
        let (data, compute) = product.element.codes(product.tf32);
        let (alpha, beta) = (Scalar::of(product.element, product.alpha), Scalar::of(product.element, product.beta));
        let mut handles = self.handles.lock();
        let handle = handles.of(stream, None)?;
        const DEFAULT_ALGORITHM: c_int = -1;
        let result = if product.batch == 1 {
            // SAFETY: the handle is ours while the lock is held, the scalars have the compute type and are read before
            // the call returns, and the caller vouches for the matrices.
            unsafe {
                (functions.cublasGemmEx_64)(
                    handle,
                    call.operations[0],
                    call.operations[1],
                    call.m,
                    call.n,
                    call.k,
                    alpha.pointer(),
                    call.factors[0].address.0,
                    data,
                    call.rows[0],
                    call.factors[1].address.0,
                    data,
                    call.rows[1],
                    beta.pointer(),
                    product.c.address.0,
                    data,
                    call.rows[2],
                    compute,
                    DEFAULT_ALGORITHM,
                )
            }
        } else {
            // SAFETY: as above.
            unsafe {
                (functions.cublasGemmStridedBatchedEx_64)(
                    handle,
                    call.operations[0],
                    call.operations[1],
                    call.m,
                    call.n,
                    call.k,
                    alpha.pointer(),
                    call.factors[0].address.0,
                    data,
                    call.rows[0],
                    call.factors[0].step as i64,
                    call.factors[1].address.0,
                    data,
                    call.rows[1],
                    call.factors[1].step as i64,
                    beta.pointer(),
                    product.c.address.0,
                    data,
                    call.rows[2],
                    product.c.step as i64,
                    product.batch as i64,
                    compute,
                    DEFAULT_ALGORITHM,
                )
            }
        };
        check(result, "multiplying matrices")
    }

    /// Destroys the handles of a stream that is about to be destroyed.
    pub fn forget_stream(&self, stream: Stream) -> Result<()> {
        self.handles.destroy(&*self.driver, |known, _| known == stream)
    }

    /// The product over an empty inner axis: zeros.
    ///
    /// # Safety
    /// The stack `c` lies in valid device memory.
    unsafe fn clear(&self, product: &Matmul, stream: Stream) -> Result<()> {
        let size = product.element.size();
        for matrix in 0..product.batch {
            let first = product.c.address.0.wrapping_add_signed((matrix as i64) * product.c.step as i64 * size as i64);
            // Contiguous rows are a single fill.
            let (rows, length) =
                if product.c.row == product.n { (1, product.m * product.n) } else { (product.m, product.n) };
            for row in 0..rows {
                let to = Address(first).offset(row * product.c.row * size);
                // SAFETY: the row lies in `c`, for which the caller vouches.
                unsafe { self.driver.fill(to, 0, 1, length * size, stream) }?;
            }
        }
        Ok(())
    }
}

impl Drop for Cublas {
    fn drop(&mut self) {
        let _ = self.handles.destroy(&*self.driver, |_, _| true);
    }
}

/// The arguments for cuBLAS. It uses column-major matrices, and a row-major matrix is its transpose in columns: so the
/// requested product is that of the transposes in the other order.
#[derive(Debug, PartialEq)]
struct Call {
    operations: [c_uint; 2],
    m: i64,
    n: i64,
    k: i64,
    factors: [Matrix; 2],
    /// Leading dimensions of both factors and the product.
    rows: [i64; 3],
}

impl Call {
    /// `None` if there is nothing to do.
    fn of(product: &Matmul) -> Result<Option<Call>> {
        let Matmul { m, n, k, a, b, c, batch, .. } = *product;
        if m == 0 || n == 0 || batch == 0 {
            return Ok(None);
        }
        if c.form != Form::Plain {
            return Err(Error::value(
                "the product of two matrices is written in rows; swap the factors to have its transpose",
            ));
        }
        let real = !matches!(product.element, Element::C64 | Element::C128);
        let operation = |form| match form {
            Form::Plain => 0,
            Form::Transposed => 1,
            Form::Conjugated => 2 - c_uint::from(real),
        };
        let leading = |name: &str, matrix: &Matrix, rows: usize, columns: usize| {
            let (rows, columns) = if matrix.form == Form::Plain { (rows, columns) } else { (columns, rows) };
            // For a single row, the distance to the next one may be anything.
            let row = if rows <= 1 { matrix.row.max(columns) } else { matrix.row };
            if row < columns {
                return Err(Error::value(format!(
                    "the rows of {name} overlap: each has {columns} elements, and the next begins after {row}"
                )));
            }
            Ok(row.max(1) as i64)
        };
        let rows = [leading("b", &b, k, n)?, leading("a", &a, m, k)?, leading("c", &c, m, n)?];
        Ok(Some(Call {
            operations: [operation(b.form), operation(a.form)],
            m: n as i64,
            n: m as i64,
            k: k as i64,
            factors: [b, a],
            rows,
        }))
    }
}

/// A scalar in the compute type of cuBLAS. Complex ones have no imaginary part, and must be aligned to their size.
#[repr(C, align(16))]
pub(super) struct Scalar([u8; 16]);

impl Scalar {
    pub(super) fn of(element: Element, value: f64) -> Scalar {
        let mut bytes = [0; 16];
        match element {
            Element::F64 | Element::C128 => bytes[..8].copy_from_slice(&value.to_ne_bytes()),
            Element::F16 | Element::Bf16 | Element::F32 | Element::C64 => {
                bytes[..4].copy_from_slice(&(value as f32).to_ne_bytes());
            }
        }
        Scalar(bytes)
    }

    pub(super) fn pointer(&self) -> *const c_void {
        self.0.as_ptr().cast()
    }
}

/// Opens the library, which is never closed. Error: `Library` where it is not installed.
pub fn open() -> Result<()> {
    functions().map(drop)
}

/// Creates and destroys handles. Sums of half types are not rounded in between.
pub(super) const MAKER: Maker = Maker {
    create: |stream| {
        const DISALLOW_REDUCED_PRECISION_REDUCTION: c_uint = 16;
        let (functions, mut handle) = (functions()?, ptr::null_mut());
        // SAFETY: the pointer is valid for the one handle that is written, and the device is current.
        check(unsafe { (functions.cublasCreate_v2)(&mut handle) }, "creating a handle")?;
        // SAFETY: the handle was just made, and the stream is the driver's.
        let result = unsafe { (functions.cublasSetStream_v2)(handle, stream.raw() as usize as Handle) };
        let result = check(result, "choosing a stream").and_then(|()| {
            // SAFETY: as above.
            let result = unsafe { (functions.cublasSetMathMode)(handle, DISALLOW_REDUCED_PRECISION_REDUCTION) };
            check(result, "choosing a precision")
        });
        if let Err(error) = result {
            // SAFETY: the handle was just made and is not known elsewhere.
            unsafe { (functions.cublasDestroy_v2)(handle) };
            return Err(error);
        }
        Ok(handle)
    },
    // SAFETY: the handle is of this library, and is not used any more.
    destroy: |handle| check(unsafe { (functions()?.cublasDestroy_v2)(handle) }, "destroying a handle"),
};

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

fn check(result: c_uint, doing: &str) -> Result<()> {
    let name = match result {
        0 => return Ok(()),
        1 => "CUBLAS_STATUS_NOT_INITIALIZED, which mostly means that the device has no memory left for a handle",
        3 => "CUBLAS_STATUS_ALLOC_FAILED",
        7 => "CUBLAS_STATUS_INVALID_VALUE",
        8 => "CUBLAS_STATUS_ARCH_MISMATCH",
        11 => "CUBLAS_STATUS_MAPPING_ERROR",
        13 => "CUBLAS_STATUS_EXECUTION_FAILED",
        14 => "CUBLAS_STATUS_INTERNAL_ERROR",
        15 => "CUBLAS_STATUS_NOT_SUPPORTED",
        16 => "CUBLAS_STATUS_LICENSE_ERROR",
        _ => "an unknown status",
    };
    let text = format!("{doing} with cuBLAS: {name} ({result})");
    Err(if result == 3 { Error::out_of_memory(text) } else { Error::cuda(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_lie_where_complex_numbers_may() {
        for (element, value) in [(Element::C128, 1.0), (Element::F64, -2.5), (Element::F32, 0.5), (Element::C64, 3.0)] {
            let scalar = Scalar::of(element, value);
            assert_eq!(scalar.pointer().addr() % 16, 0);
            let whole = matches!(element, Element::F64 | Element::C128);
            let (wide, narrow) = (f64::from_ne_bytes(scalar.0[..8].try_into().unwrap()), &scalar.0[..4]);
            let got = if whole { wide } else { f64::from(f32::from_ne_bytes(narrow.try_into().unwrap())) };
            assert_eq!(got, value);
            assert_eq!(scalar.0[if whole { 8 } else { 4 }..], [0; 16][if whole { 8 } else { 4 }..]);
        }
    }

    fn matrix(row: usize, form: Form) -> Matrix {
        Matrix { address: Address(row as u64 * 1000), row, step: 0, form }
    }

    fn product(a: Matrix, b: Matrix, c: Matrix) -> Matmul {
        let (m, n, k) = (2, 3, 5);
        Matmul { element: Element::C64, m, n, k, a, b, c, batch: 1, alpha: 1.0, beta: 0.0, tf32: false }
    }

    /// What cuBLAS computes for a call: column-major, in plain loops, over complex integers as pairs.
    fn reference(call: &Call, first: &[(i64, i64)], second: &[(i64, i64)]) -> Vec<(i64, i64)> {
        let at = |values: &[(i64, i64)], operation: c_uint, leading: i64, row: i64, column: i64| {
            let (row, column) = if operation == 0 { (row, column) } else { (column, row) };
            let (re, im) = values[(row + column * leading) as usize];
            if operation == 2 { (re, -im) } else { (re, im) }
        };
        let mut out = vec![(0, 0); (call.rows[2] * call.n) as usize];
        for row in 0..call.m {
            for column in 0..call.n {
                let mut sum = (0, 0);
                for inner in 0..call.k {
                    let (a, b) = at(first, call.operations[0], call.rows[0], row, inner);
                    let (c, d) = at(second, call.operations[1], call.rows[1], inner, column);
                    sum = (sum.0 + a * c - b * d, sum.1 + a * d + b * c);
                }
                out[(row + column * call.rows[2]) as usize] = sum;
            }
        }
        out
    }

    #[test]
    fn rows_become_columns_for_every_form_of_both_factors() {
        let (m, n, k) = (2usize, 3usize, 5usize);
        let forms = [Form::Plain, Form::Transposed, Form::Conjugated];
        let element = |row: usize, column: usize, salt: i64| {
            (row as i64 * 7 + column as i64 * 3 + salt, row as i64 - column as i64)
        };
        // A matrix of a given form, in memory with one more column than it needs.
        let lay = |rows: usize, columns: usize, salt: i64, form: Form| {
            let (high, wide) = if form == Form::Plain { (rows, columns) } else { (columns, rows) };
            let mut memory = vec![(99, 99); high * (wide + 1)];
            for row in 0..rows {
                for column in 0..columns {
                    let (re, im) = element(row, column, salt);
                    match form {
                        Form::Plain => memory[row * (wide + 1) + column] = (re, im),
                        Form::Transposed => memory[column * (wide + 1) + row] = (re, im),
                        Form::Conjugated => memory[column * (wide + 1) + row] = (re, -im),
                    }
                }
            }
            (memory, matrix(wide + 1, form))
        };
        for left in forms {
            for right in forms {
                let (a_memory, a) = lay(m, k, 1, left);
                let (b_memory, b) = lay(k, n, 2, right);
                let call = Call::of(&product(a, b, matrix(n + 2, Form::Plain))).unwrap().unwrap();
                assert_eq!(call.factors, [b, a]);
                let out = reference(&call, &b_memory, &a_memory);
                for row in 0..m {
                    for column in 0..n {
                        let mut sum = (0, 0);
                        for inner in 0..k {
                            let ((a, b), (c, d)) = (element(row, inner, 1), element(inner, column, 2));
                            sum = (sum.0 + a * c - b * d, sum.1 + a * d + b * c);
                        }
                        assert_eq!(out[row * (n + 2) + column], sum, "{left:?} {right:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_matrix_is_an_error_and_what_is_empty_is_nothing() {
        let (a, b, c) = (matrix(5, Form::Plain), matrix(3, Form::Plain), matrix(3, Form::Plain));
        assert!(Call::of(&product(a, b, matrix(3, Form::Transposed))).is_err());
        let error = Call::of(&product(matrix(4, Form::Plain), b, c)).unwrap_err();
        assert!(error.text().contains("rows of a overlap"), "{error}");
        assert_eq!(Call::of(&Matmul { m: 0, ..product(a, b, c) }).unwrap(), None);
        assert_eq!(Call::of(&Matmul { batch: 0, ..product(a, b, c) }).unwrap(), None);
        // One row: its distance to the next does not matter, but cuBLAS requires a valid one.
        let call = Call::of(&Matmul { m: 1, ..product(matrix(1, Form::Plain), b, matrix(0, Form::Plain)) });
        assert_eq!(call.unwrap().unwrap().rows, [3, 5, 3]);
    }

    #[test]
    fn a_real_matrix_is_its_own_conjugate() {
        let mut product = product(matrix(2, Form::Conjugated), matrix(3, Form::Plain), matrix(3, Form::Plain));
        assert_eq!(Call::of(&product).unwrap().unwrap().operations, [0, 2]);
        product.element = Element::F32;
        assert_eq!(Call::of(&product).unwrap().unwrap().operations, [0, 1]);
    }
}
