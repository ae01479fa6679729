//! Sparse matrices by their diagonals.

use cuprust::chapters::take_known;
use cuprust::creation::{shape, zeros};
use cuprust::indexing::nonzero;
use cuprust::sorting::{UniqueOptions, unique_with};
use cuprust::ufunc::{rows, where_};
use cuprust::{Array, Device, arange, s};
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, promote, promote_all};
use cuprust_reserve::{collected, copied};

use super::{Csr, check_dtype, check_shape};

/// A matrix by its diagonals: `data[i, j]` is the element in column `j` of the diagonal that is `offsets[i]` above the
/// main one.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::sparse::Dia;
///
/// # fn main() -> Result<()> {
/// let a = Dia::new(&array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], &[0, 1], [3, 3])?;
/// assert_eq!(a.to_csr()?.to_dense()?.to_string(), "[[1. 5. 0.]\n [0. 2. 6.]\n [0. 0. 3.]]");
/// assert_eq!(a.product(&array![1.0, 10.0, 100.0])?.to_string(), "[ 51. 620. 300.]");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Dia {
    data: Array,
    offsets: Vec<i64>,
    shape: [i64; 2],
}

/// A diagonal within its matrix.
#[derive(Debug, Clone, Copy)]
struct Span {
    offset: i64,
    /// The columns from the first to the end.
    first: i64,
    end: i64,
}

impl Dia {
    /// The matrix of these diagonals.
    ///
    /// A value error for data of other than two axes, for a number of offsets other than that of diagonals, for
    /// duplicate offsets, and for half precision.
    pub fn new(data: &Array, offsets: &[i64], shape: [i64; 2]) -> Result<Dia> {
        check_shape(shape)?;
        check_dtype(data.dtype())?;
        if data.ndim() != 2 {
            return Err(Error::value("data array must have rank 2"));
        }
        let (count, wanted) = (data.shape()[0], offsets.len());
        if count != wanted as i64 {
            return Err(Error::value(format!(
                "number of diagonals ({count}) does not match the number of offsets ({wanted})"
            )));
        }
        check_offsets(offsets)?;
        Dia::of(data.clone(), offsets, shape)
    }

    fn of(data: Array, offsets: &[i64], shape: [i64; 2]) -> Result<Dia> {
        Ok(Dia { data, offsets: copied(offsets)?, shape })
    }

    /// The matrix of diagonals that begin at their first element within the matrix, each of as many elements as that
    /// has or of one for all of them; in a dtype, or in that of all diagonals. Without a shape it is square, and the
    /// first diagonal fills it: `scipy.sparse.diags`.
    ///
    /// ```
    /// use cuprust::*;
    /// use cuprust_scipy::sparse::Dia;
    ///
    /// # fn main() -> Result<()> {
    /// let a = Dia::from_diagonals(&[array![1.0, 2.0], array![3.0]], &[0, 1], None, None)?;
    /// assert_eq!(a.to_csr()?.to_dense()?.to_string(), "[[1. 3.]\n [0. 2.]]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A value error for no diagonals without a shape, for a number of offsets other than that of diagonals, for
    /// duplicate offsets and such beyond the matrix, and for other lengths.
    pub fn from_diagonals(
        lines: &[Array],
        offsets: &[i64],
        shape_of: Option<[i64; 2]>,
        dtype: Option<DType>,
    ) -> Result<Dia> {
        if lines.len() != offsets.len() {
            return Err(Error::value("Different number of diagonals and offsets."));
        }
        check_offsets(offsets)?;
        let shape_of = match (shape_of, lines.first()) {
            (Some(shape), _) => check_shape(shape)?,
            (None, Some(first)) => [first.size() + offsets[0].abs(); 2],
            (None, None) => return Err(Error::value("no diagonals, and no shape")),
        };
        let dtypes = collected(lines.iter().map(Array::dtype))?;
        let dtype = dtype.or_else(|| promote_all(dtypes.iter().copied())).unwrap_or(DType::F64);
        check_dtype(dtype)?;
        let [rows, columns] = shape_of;
        let mut width = 0;
        for (position, &offset) in offsets.iter().enumerate() {
            let count = (rows + offset.min(0)).min(columns - offset.max(0));
            if count < 0 {
                return Err(Error::value(format!("Offset {offset} (index {position}) out of bounds")));
            }
            width = width.max(count + offset.max(0));
        }
        let device = lines.first().map_or_else(Device::current, |line| Ok(line.device()))?;
        let data = zeros(shape([lines.len() as i64, width]).dtype(dtype).on(device))?;
        for (position, (line, &offset)) in lines.iter().zip(offsets).enumerate() {
            let count = (rows + offset.min(0)).min(columns - offset.max(0));
            let line = line.ravel()?;
            let line = line.at(..count.min(line.size()))?;
            if ![1, count].contains(&line.size()) {
                return Err(Error::value(format!(
                    "Diagonal length (index {position}: {} at offset {offset}) does not agree with array size ({rows}, {columns}).",
                    line.size()
                )));
            }
            let first = offset.max(0);
            data.at(s![position as i64, first..first + count])?.assign(&line)?;
        }
        Dia::of(data, offsets, shape_of)
    }

    /// The diagonals with elements of a matrix by rows, in ascending order, up to its last column with elements.
    /// Duplicates are added up. Waits for the coordinates.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn from_csr(matrix: &Csr) -> Result<Dia> {
        let matrix = matrix.merged()?;
        let device = matrix.data.device();
        if matrix.count() == 0 {
            return Dia::of(zeros(shape([0, 0]).dtype(matrix.dtype()).on(device))?, &[], matrix.shape);
        }
        let columns = matrix.indices.in_dtype(DType::I64)?;
        let options = UniqueOptions { indices: false, inverse: true, counts: false, equal_nan: true };
        let found = unique_with(&rows::subtract(&columns, &matrix.rows()?)?, None, options)?;
        let line = found.inverse.ok_or_else(|| Error::runtime("internal: the inverse was requested"))?;
        let offsets = found.values.to_vec::<i64>()?;
        let width = rows::max(&columns, ..)?.item()?.get::<i64>() + 1;
        let data = zeros(shape([offsets.len() as i64, width]).dtype(matrix.dtype()).on(device))?;
        let positions = rows::add(&rows::multiply(&line, width)?, &columns)?;
        data.set_flat(&positions, &matrix.data)?;
        Dia::of(data, &offsets, matrix.shape)
    }

    /// The matrix by rows, without zeros. Waits for the elements.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn to_csr(&self) -> Result<Csr> {
        let positions = nonzero(&rows::logical_and(&self.is_within()?, &rows::not_equal(&self.data, 0)?)?)?;
        let [line, column] = [&positions[0], &positions[1]];
        let flat = rows::add(&rows::multiply(line, self.width())?, column)?;
        let data = take_known(&self.data.ravel()?, &flat, 0)?;
        let row = rows::subtract(column, &take_known(&self.offsets_as_array()?, line, 0)?)?;
        Csr::from_triplets(&data, &row, column, self.shape)
    }

    /// The diagonals, each along a row.
    pub fn data(&self) -> &Array {
        &self.data
    }

    /// How far above the main one each diagonal is.
    pub fn offsets(&self) -> &[i64] {
        &self.offsets
    }

    /// The numbers of rows and columns.
    pub fn shape(&self) -> [i64; 2] {
        self.shape
    }

    /// The number of elements of the diagonals that are within the matrix.
    pub fn count(&self) -> i64 {
        self.spans().map(|span| span.end - span.first).sum()
    }

    /// The matrix with other elements on the same diagonals.
    ///
    /// # Errors
    /// A value error for another number of diagonals, and for half precision.
    pub fn with_data(&self, data: &Array) -> Result<Dia> {
        Dia::new(data, &self.offsets, self.shape)
    }

    fn width(&self) -> i64 {
        self.data.shape()[1]
    }

    fn offsets_as_array(&self) -> Result<Array> {
        Array::from_slice(&self.offsets, [self.offsets.len() as i64], self.data.device())
    }

    /// The part of each diagonal that is within the matrix.
    fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        let [rows, columns] = self.shape;
        let end = columns.min(self.width());
        self.offsets.iter().map(move |&offset| {
            let first = offset.max(0);
            Span { offset, first, end: (rows + offset).min(end).max(first) }
        })
    }

    /// The elements of a diagonal that are within the matrix.
    fn part(&self, position: usize, span: Span) -> Result<Array> {
        self.data.at(s![position as i64, span.first..span.end])
    }

    /// Whether each element of the diagonals is within the matrix.
    fn is_within(&self) -> Result<Array> {
        let device = self.data.device();
        let column = |bound: fn(Span) -> i64| -> Result<Array> {
            let bounds = collected(self.spans().map(bound))?;
            Array::from_slice(&bounds, [bounds.len() as i64, 1], device)
        };
        let (first, end) = (column(|span| span.first)?, column(|span| span.end)?);
        let number = arange(cuprust::span(self.width()).on(device))?;
        rows::logical_and(&rows::greater_equal(&number, &first)?, &rows::less(&number, &end)?)
    }

    /// The diagonals with zeros outside of the matrix.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn stored(&self) -> Result<Array> {
        where_(&self.is_within()?, &self.data, Scalar::zero(self.data.dtype()))
    }

    /// The product with a vector or a matrix.
    ///
    /// # Errors
    /// A value error where the extents differ, for other than one or two axes, and for half precision.
    pub fn product(&self, dense: &Array) -> Result<Array> {
        self.data.check_device(dense)?;
        if !matches!(dense.ndim(), 1 | 2) {
            return Err(Error::value("could not interpret dimensions"));
        }
        if dense.shape()[0] != self.shape[1] {
            return Err(Error::value("dimension mismatch"));
        }
        let dtype = promote(self.data.dtype(), dense.dtype());
        check_dtype(dtype)?;
        let mut extents = copied(dense.shape())?;
        extents[0] = self.shape[0];
        let found = zeros(shape(&extents[..]).dtype(dtype).on(self.data.device()))?;
        for (position, span) in self.spans().enumerate() {
            let mut part = self.part(position, span)?;
            if dense.ndim() == 2 {
                part = part.view_within(part.layout().with_axis(1));
            }
            let of = found.at(span.first - span.offset..span.end - span.offset)?;
            of.assign(&rows::add(&of, &rows::multiply(&part, &dense.at(span.first..span.end)?)?)?)?;
        }
        Ok(found)
    }

    /// The transpose.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn transpose(&self) -> Result<Dia> {
        let [rows, columns] = self.shape;
        let data = self.zeros([self.offsets.len() as i64, rows], self.data.dtype())?;
        for (position, span) in self.spans().enumerate() {
            let to = data.at(s![position as i64, span.first - span.offset..span.end - span.offset])?;
            to.assign(&self.part(position, span)?)?;
        }
        Ok(Dia { data, offsets: collected(self.offsets.iter().map(|offset| -offset))?, shape: [columns, rows] })
    }

    fn zeros(&self, extents: [i64; 2], dtype: DType) -> Result<Array> {
        zeros(shape(extents).dtype(dtype).on(self.data.device()))
    }

    /// The elements whose column is their row plus `k`.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn diagonal(&self, k: i64) -> Result<Array> {
        let [rows, columns] = self.shape;
        let count = (rows + k.min(0)).min(columns - k.max(0)).max(0);
        let found = zeros(shape(count).dtype(self.data.dtype()).on(self.data.device()))?;
        for (position, span) in self.spans().enumerate().filter(|(_, span)| span.offset == k) {
            found.at(..span.end - span.first)?.assign(&self.part(position, span)?)?;
        }
        Ok(found)
    }

    /// The matrix with other values on a diagonal, `k` above the main one, from its start.
    ///
    /// # Errors
    /// A value error for values of several axes and for more than the diagonal has.
    pub fn with_diagonal(&self, k: i64, values: &Array) -> Result<Dia> {
        let (count, first, [rows, columns]) = (values.size(), k.max(0), self.shape);
        if values.ndim() != 1 || count > (rows + k.min(0)).min(columns - first) {
            return Err(Error::value("more values than the diagonal has"));
        }
        let mut offsets = copied(&self.offsets)?;
        let position = offsets.iter().position(|&offset| offset == k).unwrap_or(offsets.len());
        if position == offsets.len() {
            offsets.push(k);
        }
        let data = self.widened(&offsets, self.width().max(first + count))?;
        data.at(s![position as i64, first..first + count])?.assign(values)?;
        Ok(Dia { data, offsets, shape: self.shape })
    }

    /// The diagonals at some offsets, its own and others, with zeros up to a width.
    fn widened(&self, offsets: &[i64], width: i64) -> Result<Array> {
        let data = self.zeros([offsets.len() as i64, width], self.data.dtype())?;
        for (position, offset) in self.offsets.iter().enumerate() {
            if let Some(to) = offsets.iter().position(|other| other == offset) {
                data.at(s![to as i64, ..self.width()])?.assign(&self.data.at(position as i64)?)?;
            }
        }
        Ok(data)
    }

    /// The sum with another matrix by diagonals; `subtract` negates the other one.
    ///
    /// # Errors
    /// A value error where the shapes differ; a type error for a difference of bools.
    pub fn add(&self, other: &Dia, subtract: bool) -> Result<Dia> {
        self.check_same_shape(other)?;
        let operation = if subtract { rows::subtract } else { rows::add };
        if self.offsets == other.offsets && self.data.shape() == other.data.shape() {
            return Dia::of(operation(&self.data, &other.data)?, &self.offsets, self.shape);
        }
        let mut offsets = collected(self.offsets.iter().chain(&other.offsets).copied())?;
        offsets.sort_unstable();
        offsets.dedup();
        let width = self.width().max(other.width());
        let data = operation(&self.widened(&offsets, width)?, &other.widened(&offsets, width)?)?;
        Ok(Dia { data, offsets, shape: self.shape })
    }

    fn check_same_shape(&self, other: &Dia) -> Result<()> {
        self.data.check_device(&other.data)?;
        if self.shape == other.shape { Ok(()) } else { Err(Error::value("inconsistent shapes")) }
    }

    /// The products of the elements and those of another matrix by diagonals, on the diagonals that both have.
    ///
    /// # Errors
    /// A value error where the shapes differ.
    pub fn multiply(&self, other: &Dia) -> Result<Dia> {
        self.check_same_shape(other)?;
        let width = self.width().min(other.width());
        let offsets = collected(self.offsets.iter().copied().filter(|offset| other.offsets.contains(offset)))?;
        let chosen = |of: &Dia| -> Result<Array> {
            let positions = offsets.iter().filter_map(|offset| of.offsets.iter().position(|own| own == offset));
            let positions = collected(positions.map(|position| position as i64))?;
            let positions = Array::from_slice(&positions, [positions.len() as i64], of.data.device())?;
            take_known(&of.data.at(s![.., ..width])?, &positions, 0)
        };
        let data = rows::multiply(&chosen(self)?, &chosen(other)?)?;
        Ok(Dia { data, offsets, shape: self.shape })
    }

    /// The products of the elements and those of an array that broadcasts to the matrix.
    ///
    /// # Errors
    /// A value error for an array that does not, and for half precision.
    pub fn multiply_array(&self, other: &Array) -> Result<Dia> {
        self.data.check_device(other)?;
        let other = other.view_within(other.layout().broadcast(&self.shape)?);
        let dtype = promote(self.data.dtype(), other.dtype());
        check_dtype(dtype)?;
        let data = self.zeros([self.offsets.len() as i64, self.width()], dtype)?;
        for (position, span) in self.spans().enumerate().filter(|(_, span)| span.first < span.end) {
            let values = other.diagonal(span.offset, 0, 1)?.at(..span.end - span.first)?;
            let to = data.at(s![position as i64, span.first..span.end])?;
            to.assign(&rows::multiply(&self.part(position, span)?, &values)?)?;
        }
        Dia::of(data, &self.offsets, self.shape)
    }
}

fn check_offsets(offsets: &[i64]) -> Result<()> {
    let mut sorted = copied(offsets)?;
    sorted.sort_unstable();
    match sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        true => Err(Error::value("offset array contains duplicate values")),
        false => Ok(()),
    }
}
