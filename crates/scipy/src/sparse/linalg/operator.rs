//! Matrices that are known by their products with vectors.

use cuprust::linalg::{matmul, transposed};
use cuprust::manipulation::stack;
use cuprust::ufunc::rows;
use cuprust::{Array, Device};
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::super::Csr;

/// A matrix that is known by its products: an array of two axes, a sparse matrix, or [`Products`] of functions.
pub trait LinearOperator {
    /// The numbers of rows and columns.
    fn shape(&self) -> [i64; 2];

    /// The dtype of the elements; None if only a product shows it.
    fn dtype(&self) -> Option<DType>;

    /// The device of the elements: for operators of functions, that on which new arrays are created.
    ///
    /// # Errors
    /// Where the device cannot be opened.
    fn device(&self) -> Result<Device> {
        Device::current()
    }

    /// The product with a vector.
    ///
    /// # Errors
    /// A value error for a vector of another extent.
    fn product(&self, x: &Array) -> Result<Array>;

    /// The product of the conjugate transpose with a vector.
    ///
    /// # Errors
    /// A value error for a vector of another extent; where the product is not known, a not-implemented error.
    fn adjoint_product(&self, _x: &Array) -> Result<Array> {
        Err(Error::not_implemented("the product of the conjugate transpose is not known"))
    }

    /// The product with a matrix: without a way of its own, column by column.
    ///
    /// # Errors
    /// As [`LinearOperator::product`].
    fn matrix_product(&self, x: &Array) -> Result<Array> {
        by_columns(x, |column| self.product(column))
    }

    /// The product of the conjugate transpose with a matrix: without a way of its own, column by column.
    ///
    /// # Errors
    /// As [`LinearOperator::adjoint_product`].
    fn adjoint_matrix_product(&self, x: &Array) -> Result<Array> {
        by_columns(x, |column| self.adjoint_product(column))
    }
}

fn by_columns(x: &Array, product: impl Fn(&Array) -> Result<Array>) -> Result<Array> {
    let &[_, count] = x.shape() else {
        return Err(Error::value(format!("expected 2-d ndarray or matrix, not {}-d", x.ndim())));
    };
    let products: Result<Vec<Array>> =
        (0..count).map(|column| product(&x.view_within(x.layout().at(1, column)))).collect();
    stack(&products?, 1)
}

/// The product of a conjugate transpose, by that of the transpose.
fn conjugated(x: &Array, product: impl Fn(&Array) -> Result<Array>) -> Result<Array> {
    if x.dtype().is_complex() { rows::conjugate(&product(&rows::conjugate(x)?)?) } else { real_conjugated(product(x)?) }
}

fn real_conjugated(made: Array) -> Result<Array> {
    if made.dtype().is_complex() { rows::conjugate(&made) } else { Ok(made) }
}

fn check_matrix(a: &Array) -> Result<()> {
    if a.ndim() == 2 {
        Ok(())
    } else {
        Err(Error::value(format!("expected 2-d ndarray or matrix, not {}-d", a.ndim())))
    }
}

impl LinearOperator for Array {
    fn shape(&self) -> [i64; 2] {
        let ends = |shape: &[i64]| Some([*shape.first()?, *shape.last()?]);
        ends(Array::shape(self)).unwrap_or([1, 1])
    }

    fn dtype(&self) -> Option<DType> {
        Some(Array::dtype(self))
    }

    fn device(&self) -> Result<Device> {
        Ok(Array::device(self))
    }

    fn product(&self, x: &Array) -> Result<Array> {
        check_matrix(self)?;
        matmul(self, x)
    }

    fn adjoint_product(&self, x: &Array) -> Result<Array> {
        check_matrix(self)?;
        conjugated(x, |x| matmul(&transposed(self), x))
    }

    fn matrix_product(&self, x: &Array) -> Result<Array> {
        self.product(x)
    }

    fn adjoint_matrix_product(&self, x: &Array) -> Result<Array> {
        self.adjoint_product(x)
    }
}

impl LinearOperator for Csr {
    fn shape(&self) -> [i64; 2] {
        Csr::shape(self)
    }

    fn dtype(&self) -> Option<DType> {
        Some(Csr::dtype(self))
    }

    fn device(&self) -> Result<Device> {
        Ok(self.data().device())
    }

    fn product(&self, x: &Array) -> Result<Array> {
        Csr::product(self, x)
    }

    fn adjoint_product(&self, x: &Array) -> Result<Array> {
        conjugated(x, |x| self.transposed_product(x))
    }

    fn matrix_product(&self, x: &Array) -> Result<Array> {
        Csr::product(self, x)
    }

    fn adjoint_matrix_product(&self, x: &Array) -> Result<Array> {
        self.adjoint_product(x)
    }
}

/// The transpose of a matrix, as matrices by columns are held.
#[derive(Debug, Clone)]
pub struct TransposedCsr(pub Csr);

impl LinearOperator for TransposedCsr {
    fn shape(&self) -> [i64; 2] {
        let [rows, columns] = self.0.shape();
        [columns, rows]
    }

    fn dtype(&self) -> Option<DType> {
        Some(self.0.dtype())
    }

    fn device(&self) -> Result<Device> {
        Ok(self.0.data().device())
    }

    fn product(&self, x: &Array) -> Result<Array> {
        self.0.transposed_product(x)
    }

    fn adjoint_product(&self, x: &Array) -> Result<Array> {
        conjugated(x, |x| self.0.product(x))
    }

    fn matrix_product(&self, x: &Array) -> Result<Array> {
        self.product(x)
    }

    fn adjoint_matrix_product(&self, x: &Array) -> Result<Array> {
        self.adjoint_product(x)
    }
}

/// The conjugate transpose of an operator.
#[derive(Clone, Copy)]
pub struct Adjoint<'a>(pub &'a dyn LinearOperator);

impl LinearOperator for Adjoint<'_> {
    fn shape(&self) -> [i64; 2] {
        let [rows, columns] = self.0.shape();
        [columns, rows]
    }

    fn dtype(&self) -> Option<DType> {
        self.0.dtype()
    }

    fn device(&self) -> Result<Device> {
        self.0.device()
    }

    fn product(&self, x: &Array) -> Result<Array> {
        self.0.adjoint_product(x)
    }

    fn adjoint_product(&self, x: &Array) -> Result<Array> {
        self.0.product(x)
    }

    fn matrix_product(&self, x: &Array) -> Result<Array> {
        self.0.adjoint_matrix_product(x)
    }

    fn adjoint_matrix_product(&self, x: &Array) -> Result<Array> {
        self.0.matrix_product(x)
    }
}

type Product<'a> = Box<dyn Fn(&Array) -> Result<Array> + 'a>;

/// An operator of functions.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::sparse::linalg::{Iterations, Products, cg};
///
/// # fn main() -> Result<()> {
/// let twice = Products::new([2, 2], DType::F64, |x| multiply(x, 2.0));
/// assert_eq!(cg(&twice, &array![2.0, 4.0], Iterations::default())?.x.to_string(), "[1. 2.]");
/// # Ok(())
/// # }
/// ```
pub struct Products<'a> {
    shape: [i64; 2],
    dtype: DType,
    product: Product<'a>,
    adjoint: Option<Product<'a>>,
}

impl<'a> Products<'a> {
    /// The operator of a shape and a dtype whose product with a vector is this function.
    pub fn new(shape: [i64; 2], dtype: DType, product: impl Fn(&Array) -> Result<Array> + 'a) -> Products<'a> {
        Products { shape, dtype, product: Box::new(product), adjoint: None }
    }

    /// The operator with this product of the conjugate transpose.
    pub fn with_adjoint(self, adjoint: impl Fn(&Array) -> Result<Array> + 'a) -> Products<'a> {
        Products { adjoint: Some(Box::new(adjoint)), ..self }
    }
}

impl LinearOperator for Products<'_> {
    fn shape(&self) -> [i64; 2] {
        self.shape
    }

    fn dtype(&self) -> Option<DType> {
        Some(self.dtype)
    }

    fn product(&self, x: &Array) -> Result<Array> {
        (self.product)(x)
    }

    fn adjoint_product(&self, x: &Array) -> Result<Array> {
        match &self.adjoint {
            Some(adjoint) => adjoint(x),
            None => Err(Error::not_implemented("the product of the conjugate transpose is not known")),
        }
    }
}

/// The conjugate transpose times the operator: the matrix of the normal equations.
#[derive(Clone, Copy)]
pub struct Normal<'a>(pub &'a dyn LinearOperator);

impl LinearOperator for Normal<'_> {
    fn shape(&self) -> [i64; 2] {
        [self.0.shape()[1]; 2]
    }

    fn dtype(&self) -> Option<DType> {
        self.0.dtype()
    }

    fn device(&self) -> Result<Device> {
        self.0.device()
    }

    fn product(&self, x: &Array) -> Result<Array> {
        self.0.adjoint_product(&self.0.product(x)?)
    }

    fn adjoint_product(&self, x: &Array) -> Result<Array> {
        self.product(x)
    }

    fn matrix_product(&self, x: &Array) -> Result<Array> {
        self.0.adjoint_matrix_product(&self.0.matrix_product(x)?)
    }

    fn adjoint_matrix_product(&self, x: &Array) -> Result<Array> {
        self.matrix_product(x)
    }
}
