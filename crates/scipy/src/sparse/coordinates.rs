//! Sparse matrices by the coordinates of their elements, and matrices composed of others by coordinates.

use cuprust::chapters::take_known;
use cuprust::creation::{shape, zeros};
use cuprust::indexing::flatnonzero;
use cuprust::random::Generator;
use cuprust::ufunc::rows;
use cuprust::{Array, arange, concatenate, span};
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote, promote_all};
use cuprust_reserve::filled;

use super::{Csr, check_dtype, check_indices, check_integers, check_shape, index_dtype};

/// A matrix by its elements, their rows and their columns. The elements may be in any order, and duplicates count as
/// their sum.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::sparse::Coo;
///
/// # fn main() -> Result<()> {
/// let a = Coo::new(&array![1.0, 2.0, 3.0], &array![0, 1, 1], &array![0, 2, 2], [2, 3])?;
/// assert_eq!(a.to_csr()?.to_dense()?.to_string(), "[[1. 0. 0.]\n [0. 0. 5.]]");
/// assert_eq!(a.transpose().shape(), [3, 2]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Coo {
    data: Array,
    row: Array,
    column: Array,
    shape: [i64; 2],
}

impl Coo {
    /// The matrix of elements at these rows and columns. Waits for the coordinates, to check them. They become int32 if
    /// that holds the number of elements and the extents, else int64.
    ///
    /// A value error for arrays of several axes or of different sizes, for coordinates beyond the shape, and for half
    /// precision; a type error for coordinates that are not integers.
    pub fn new(data: &Array, row: &Array, column: &Array, shape: [i64; 2]) -> Result<Coo> {
        check_shape(shape)?;
        for array in [row, column] {
            data.check_device(array)?;
            if array.ndim() != 1 || data.ndim() != 1 || array.size() != data.size() {
                return Err(Error::value("row, column, and data array must all be the same length"));
            }
        }
        check_integers(&[row, column])?;
        if data.size() != 0 {
            check_indices(row, shape[0], "row")?;
            check_indices(column, shape[1], "column")?;
        }
        check_dtype(data.dtype())?;
        Coo::of(data.clone(), row, column, shape)
    }

    /// The matrix of coordinates that are known to be within the shape.
    fn of(data: Array, row: &Array, column: &Array, shape: [i64; 2]) -> Result<Coo> {
        let index = index_dtype(data.size().max(shape[0]).max(shape[1]));
        Ok(Coo { data, row: row.in_dtype(index)?, column: column.in_dtype(index)?, shape })
    }

    /// The matrix without elements.
    ///
    /// # Errors
    /// As [`Csr::empty`].
    pub fn empty(shape: [i64; 2], dtype: DType, device: cuprust::Device) -> Result<Coo> {
        Coo::from_csr(&Csr::empty(shape, dtype, device)?)
    }

    /// The elements of a matrix by rows, in their order.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn from_csr(matrix: &Csr) -> Result<Coo> {
        Coo::of(matrix.data.clone(), &matrix.rows()?, &matrix.indices, matrix.shape)
    }

    /// The matrix by rows, in which duplicates are added up. Waits for the number of distinct positions.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn to_csr(&self) -> Result<Csr> {
        let [row, column] = self.wide_indices()?;
        Csr::from_triplets(&self.data, &row, &column, self.shape)
    }

    /// The stored elements.
    pub fn data(&self) -> &Array {
        &self.data
    }

    /// The row of each stored element.
    pub fn row(&self) -> &Array {
        &self.row
    }

    /// The column of each stored element.
    pub fn column(&self) -> &Array {
        &self.column
    }

    /// The numbers of rows and columns.
    pub fn shape(&self) -> [i64; 2] {
        self.shape
    }

    /// How many elements are stored.
    pub fn count(&self) -> i64 {
        self.data.size()
    }

    /// The rows and columns as int64.
    fn wide_indices(&self) -> Result<[Array; 2]> {
        Ok([self.row.in_dtype(DType::I64)?, self.column.in_dtype(DType::I64)?])
    }

    /// The transpose, which shares the arrays.
    pub fn transpose(&self) -> Coo {
        let Coo { data, row, column, shape: [rows, columns] } = self.clone();
        Coo { data, row: column, column: row, shape: [columns, rows] }
    }

    /// Some of the elements, in their order, by a bool of each.
    fn filtered(&self, kept: &Array) -> Result<Coo> {
        let kept = flatnonzero(kept)?;
        let [data, row, column] = [&self.data, &self.row, &self.column].map(|array| take_known(array, &kept, 0));
        Ok(Coo { data: data?, row: row?, column: column?, shape: self.shape })
    }

    /// The matrix without stored zeros. Waits for the elements.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn without_zeros(&self) -> Result<Coo> {
        self.filtered(&rows::not_equal(&self.data, 0)?)
    }

    /// How far above the main diagonal each element is.
    fn above(&self) -> Result<Array> {
        let [row, column] = self.wide_indices()?;
        rows::subtract(&column, &row)
    }

    /// The elements on and above a diagonal, `k` above the main one, or those on and below it. Waits for the
    /// coordinates.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn triangle(&self, upper: bool, k: i64) -> Result<Coo> {
        let above = self.above()?;
        self.filtered(&if upper { rows::greater_equal(&above, k)? } else { rows::less_equal(&above, k)? })
    }

    /// The matrix with other values on a diagonal, `k` above the main one, from its start: they are appended to the
    /// other elements, and converted to the matrix's dtype. Waits for the coordinates.
    ///
    /// # Errors
    /// A value error for values of several axes and for more than the diagonal has.
    pub fn with_diagonal(&self, k: i64, values: &Array) -> Result<Coo> {
        let count = values.size();
        let [rows, columns] = self.shape;
        if values.ndim() != 1 || count > (rows + k.min(0)).min(columns - k.max(0)) {
            return Err(Error::value("more values than the diagonal has"));
        }
        let [row, column] = self.wide_indices()?;
        let is_beside = rows::not_equal(&self.above()?, k)?;
        let is_behind = rows::greater_equal(&rows::minimum(&row, &column)?, count)?;
        let kept = self.filtered(&rows::logical_or(&is_beside, &is_behind)?)?;
        let first = arange(span(count).on(self.data.device()))?;
        let element_indices = |own: &Array, skip: i64| -> Result<Array> {
            concatenate(&[own, &rows::add(&first, skip)?.in_dtype(own.dtype())?], 0)
        };
        let data = concatenate(&[&kept.data, &values.astype(self.data.dtype())?], 0)?;
        Coo::of(data, &element_indices(&kept.row, -k.min(0))?, &element_indices(&kept.column, k.max(0))?, self.shape)
    }

    /// The Kronecker product: another matrix times each element. Duplicates are kept.
    ///
    /// # Errors
    /// A value error for extents that int64 does not count.
    pub fn kron(&self, other: &Coo) -> Result<Coo> {
        self.data.check_device(&other.data)?;
        let extent = |axis: usize| {
            let extent = self.shape[axis].checked_mul(other.shape[axis]);
            extent.ok_or_else(|| Error::value("a Kronecker product has more rows or columns than int64 counts"))
        };
        let shape = [extent(0)?, extent(1)?];
        let down = |array: &Array| array.view_within(array.layout().with_axis(1));
        let element_indices = |own: &Array, others: &Array, extent: i64| -> Result<Array> {
            rows::add(&down(&rows::multiply(&own.in_dtype(DType::I64)?, extent)?), others)?.ravel()
        };
        let data = rows::multiply(&down(&self.data), &other.data)?.ravel()?;
        let row = element_indices(&self.row, &other.row, other.shape[0])?;
        Coo::of(data, &row, &element_indices(&self.column, &other.column, other.shape[1])?, shape)
    }

    /// The Kronecker sum of two square matrices, by rows: ``kron(I, self) + kron(other, I)``, as
    /// `scipy.sparse.kronsum`.
    ///
    /// # Errors
    /// A value error for a matrix that is not square and for extents that int64 does not count.
    pub fn kron_sum(&self, other: &Coo) -> Result<Csr> {
        for (matrix, name) in [(self, "A"), (other, "B")] {
            if matrix.shape[0] != matrix.shape[1] {
                return Err(Error::value(format!("{name} is not square matrix")));
            }
        }
        let (dtype, device) = (promote(self.data.dtype(), other.data.dtype()), self.data.device());
        let identity = |extent: i64| Coo::from_csr(&Csr::identity(extent, dtype, device)?);
        let left = identity(other.shape[0])?.kron(self)?.to_csr()?;
        left.add(&other.kron(&identity(self.shape[0])?)?.to_csr()?, false)
    }

    /// A matrix of random elements at random positions, of which `density` is the share; `values` draws the elements
    /// for their count: `scipy.sparse.random`. Waits for the positions.
    ///
    /// ```
    /// use cuprust::*;
    /// use cuprust_scipy::sparse::Coo;
    ///
    /// # fn main() -> Result<()> {
    /// let rng = random::default_rng(1)?;
    /// let a = Coo::random([30, 40], 0.1, &rng, |count| rng.random(count))?;
    /// assert_eq!(a.count(), 120);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for a density beyond 0 to 1, for a negative extent, and for more elements than int64 counts; as
    /// [`Coo::new`] for the elements that were drawn.
    pub fn random(
        shape: [i64; 2],
        density: f64,
        generator: &Generator,
        values: impl FnOnce(i64) -> Result<Array>,
    ) -> Result<Coo> {
        if !(0.0..=1.0).contains(&density) {
            return Err(Error::value("density expected to be 0 <= density <= 1"));
        }
        let [rows, columns] = check_shape(shape)?;
        let size = rows.checked_mul(columns);
        let size = size.ok_or_else(|| Error::value("the matrix has more elements than int64 counts"))?;
        let count = (density * size as f64) as i64;
        let positions = generator.choice(size, count, false, None)?;
        let width = columns.max(1);
        let (row, column) = (rows::floor_divide(&positions, width)?, rows::remainder(&positions, width)?);
        Coo::new(&values(count)?, &row, &column, shape)
    }

    /// The matrix of rows of blocks, of which None is a block of zeros; in a dtype, or in that of all blocks. As in
    /// SciPy, a block without rows or columns fits beside every other one that comes later.
    ///
    /// ```
    /// use cuprust::*;
    /// use cuprust_scipy::sparse::{Coo, Csr};
    ///
    /// # fn main() -> Result<()> {
    /// let a = Coo::from_csr(&Csr::from_dense(&array![[1, 2]])?)?;
    /// let diagonal = Coo::from_blocks(&[&[Some(&a), None], &[None, Some(&a)]], None)?;
    /// assert_eq!(diagonal.to_csr()?.to_dense()?.to_string(), "[[1 2 0 0]\n [0 0 1 2]]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for rows of different lengths, and for blocks whose extents differ.
    pub fn from_blocks<'a, R: AsRef<[Option<&'a Coo>]>>(blocks: &[R], dtype: Option<DType>) -> Result<Coo> {
        let width = blocks.first().map_or(0, |line| line.as_ref().len());
        if width == 0 || blocks.iter().any(|line| line.as_ref().len() != width) {
            return Err(Error::value("blocks must be 2-D"));
        }
        let mut extents = [filled(0, blocks.len())?, filled(0, width)?];
        let all = || {
            let lines = blocks.iter().enumerate();
            lines.flat_map(|(i, line)| {
                line.as_ref().iter().enumerate().filter_map(move |(j, block)| block.map(|block| ([i, j], block)))
            })
        };
        for (position, block) in all() {
            for axis in 0..2 {
                let (known, own) = (&mut extents[axis][position[axis]], block.shape[axis]);
                if ![0, own].contains(known) {
                    let [i, j] = position;
                    let (line, what) =
                        if axis == 0 { (format!("[{i},:]"), "row") } else { (format!("[:,{j}]"), "column") };
                    return Err(Error::value(format!(
                        "blocks{line} has incompatible {what} dimensions. Got blocks[{i},{j}].shape[{axis}] == {own}, expected \
                         {known}."
                    )));
                }
                *known = own;
            }
        }
        let dtypes: Vec<DType> = all().map(|(_, block)| block.data.dtype()).collect();
        let dtype = dtype.or_else(|| promote_all(dtypes.iter().copied())).unwrap_or(DType::F64);
        let shape_of = [extents[0].iter().sum(), extents[1].iter().sum()];
        let Some((_, first)) = all().next() else {
            return Coo::empty(shape_of, dtype, cuprust::Device::current()?);
        };
        let (mut data, mut row, mut column) = (Vec::new(), Vec::new(), Vec::new());
        for ([i, j], block) in all() {
            first.data.check_device(&block.data)?;
            let [own_row, own_column] = block.wide_indices()?;
            data.push(block.data.in_dtype(dtype)?);
            row.push(rows::add(&own_row, extents[0][..i].iter().sum::<i64>())?);
            column.push(rows::add(&own_column, extents[1][..j].iter().sum::<i64>())?);
        }
        check_dtype(dtype)?;
        Coo::of(concatenate(&data, 0)?, &concatenate(&row, 0)?, &concatenate(&column, 0)?, shape_of)
    }

    /// The elements of a matrix and zeros elsewhere.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn to_dense(&self) -> Result<Array> {
        if self.count() == 0 {
            return zeros(shape(&self.shape[..]).dtype(self.data.dtype()).on(self.data.device()));
        }
        self.to_csr()?.to_dense()
    }
}
