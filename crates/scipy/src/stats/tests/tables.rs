//! Null distributions that tables hold: made on the host for the counts of observations, and read at statistics.

use std::collections::BTreeMap;

use cuprust::{Array, broadcast_arrays};
use cuprust_ir::Result;
use cuprust_reserve::list;

use crate::stats::terms::Term;

/// A table for each combination of counts of observations, one after another.
pub(in crate::stats) struct Tables {
    values: Vec<f64>,
    /// Where the table of a sample begins.
    start: Term,
}

impl Tables {
    /// Tables for counts. Where these are arrays, because NaN are left out, this waits for them.
    ///
    /// # Errors
    /// Where the counts fail to be computed.
    pub fn new(counts: &[&Term], make: impl Fn(&[i64]) -> Result<Vec<f64>>) -> Result<Tables> {
        let numbers: Option<Vec<i64>> = counts.iter().map(|term| term.number().map(|number| number as i64)).collect();
        if let Some(numbers) = numbers {
            let mut values = make(&numbers)?;
            // A table without elements has nothing to be read.
            if values.is_empty() {
                values.push(f64::NAN);
            }
            return Ok(Tables { values, start: Term::Number(0.0) });
        }
        let rows = on_host(counts)?;
        let (mut values, mut starts) = (vec![f64::NAN], BTreeMap::new());
        let length = rows.length;
        let mut begin = list(length)?;
        for index in 0..length {
            let key: Vec<i64> = rows.columns.iter().map(|column| column[index] as i64).collect();
            let start = match starts.get(&key) {
                Some(&start) => start,
                None => {
                    let start = values.len();
                    values.extend(make(&key)?);
                    starts.insert(key, start);
                    start
                }
            };
            begin.push(start as f64);
        }
        let start = Array::from_slice(&begin, &rows.shape[..], rows.device)?;
        Ok(Tables { values, start: Term::from(&start) })
    }

    /// The elements of the tables at indices, which are cut to whole numbers.
    pub fn at(&self, positions: &Term) -> Term {
        (positions + &self.start).in_table(&self.values)
    }
}

/// Terms in memory of the host.
struct OnHost {
    columns: Vec<Vec<f64>>,
    shape: Vec<i64>,
    length: usize,
    device: cuprust::Device,
}

/// Brings terms, one of them an array, to the host.
fn on_host(terms: &[&Term]) -> Result<OnHost> {
    let arrays = terms.iter().map(|term| term.done(cuprust::DType::F64)).collect::<Result<Vec<_>>>()?;
    let found = terms.iter().position(|term| term.number().is_none()).unwrap_or(0);
    let device = arrays[found].device();
    let arrays = arrays.iter().map(|array| array.to_device(device)).collect::<Result<Vec<_>>>()?;
    let arrays = broadcast_arrays(&arrays)?;
    let columns = arrays.iter().map(|array| array.to_vec::<f64>()).collect::<Result<Vec<_>>>()?;
    Ok(OnHost { shape: arrays[0].shape().to_vec(), length: columns[0].len(), columns, device })
}

/// What a function of numbers makes of terms, on the host: this waits for them.
pub(in crate::stats) fn by_host(terms: &[&Term], mut make: impl FnMut(&[f64]) -> Result<f64>) -> Term {
    if let Some(numbers) = terms.iter().map(|term| term.number()).collect::<Option<Vec<f64>>>() {
        return make(&numbers).map_or_else(Term::Failed, Term::Number);
    }
    let computed = on_host(terms).and_then(|rows| {
        let mut known: BTreeMap<Vec<u64>, f64> = BTreeMap::new();
        let mut values = list(rows.length)?;
        for index in 0..rows.length {
            let arguments: Vec<f64> = rows.columns.iter().map(|column| column[index]).collect();
            let key: Vec<u64> = arguments.iter().map(|argument| argument.to_bits()).collect();
            let value = match known.get(&key) {
                Some(&value) => value,
                None => make(&arguments)?,
            };
            known.insert(key, value);
            values.push(value);
        }
        Array::from_slice(&values, &rows.shape[..], rows.device)
    });
    Term::from(computed)
}

/// The running sums of numbers.
pub(in crate::stats) fn running(mut values: Vec<f64>) -> Vec<f64> {
    let mut sum = 0.0;
    for value in &mut values {
        sum += *value;
        *value = sum;
    }
    values
}

/// Of a symmetric distribution the probabilities of at most each value, from its probabilities: each from the nearer
/// end, so that small ones keep their digits.
pub(in crate::stats) fn symmetric_distribution(mass: &[f64]) -> Vec<f64> {
    let count = mass.len();
    let lower = running(mass[..count.div_ceil(2)].to_vec());
    let above = |index: usize| if index + 1 < count { lower[count - 2 - index] } else { 0.0 };
    (0..count).map(|index| if index < lower.len() { lower[index] } else { 1.0 - above(index) }).collect()
}
