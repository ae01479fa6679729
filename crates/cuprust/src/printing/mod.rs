//! Printing of arrays as in NumPy: `{}` as `str` and `{:?}` as `repr`.

mod digits;

use std::fmt;

use cuprust_ir::Result;
use cuprust_num::{DType, Kind, Scalar, c128};

use crate::{Array, Index, manipulation::concatenate};
use digits::{Float, Notation, number};

/// Arrays with more elements are summarised.
const MAX_FULL_ELEMENTS: i64 = 1000;
/// How many elements of a summarised axis are shown at each end.
const EDGE_ITEMS: i64 = 3;
/// The maximum width of a line.
const MAX_LINE_WIDTH: usize = 75;

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match text(self, " ", 0) {
            Ok(text) => f.write_str(&text),
            Err(error) => write!(f, "<not computed: {error}>"),
        }
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match text(self, ", ", "array(".len()) {
            Ok(text) => text,
            Err(error) => return write!(f, "<array of {} not computed: {error}>", self.dtype()),
        };
        let plain = matches!(self.dtype(), DType::Bool | DType::I64 | DType::F64 | DType::C128) && self.size() != 0;
        let mut words = Vec::new();
        if self.size() == 0 && self.shape() != [0] || self.size() > MAX_FULL_ELEMENTS {
            words.push(format!(
                "shape={}",
                cuprust_ir::shape_text(self.shape()).replace(',', ", ").replace(", )", ",)")
            ));
        }
        if !plain {
            words.push(format!("dtype={}", self.dtype()));
        }
        if words.is_empty() {
            return write!(f, "array({text})");
        }
        let words = words.join(", ");
        let last = text.rfind('\n').map_or(text.len() + "array(".len(), |at| text.len() - at - 1);
        let gap = if last + words.len() + 3 > MAX_LINE_WIDTH { "\n      " } else { " " };
        write!(f, "array({text},{gap}{words})")
    }
}

/// The elements as NumPy's `array2string` writes them.
fn text(array: &Array, separator: &str, indent: usize) -> Result<String> {
    if array.ndim() == 0 && separator == " " {
        return Ok(scalar_text(array.item()?));
    }
    if array.size() == 0 {
        return Ok("[]".to_owned());
    }
    let summarised = array.size() > MAX_FULL_ELEMENTS;
    let shown = if summarised { edges(array)? } else { array.clone() };
    let (bytes, size) = (shown.to_bytes()?, shown.dtype().size());
    let scalars: Vec<Scalar> = bytes.chunks_exact(size).map(|bytes| Scalar::from_bytes(shown.dtype(), bytes)).collect();
    let page = Page {
        words: words(&scalars, shown.dtype(), shown.ndim() == 0),
        shape: array.shape(),
        shown: shown.shape(),
        separator,
        summarised,
    };
    Ok(page.write(0, 0, &" ".repeat(indent + 1), MAX_LINE_WIDTH))
}

/// The array without the middle of its long axes.
fn edges(array: &Array) -> Result<Array> {
    let mut shown = array.clone();
    for axis in 0..array.ndim() {
        if array.shape()[axis] > 2 * EDGE_ITEMS {
            let part = |index: Index| -> Result<Array> {
                let mut whole = vec![Index::ALL; axis];
                whole.push(index);
                shown.at(&whole)
            };
            let (first, last) = (part((..EDGE_ITEMS).into())?, part((-EDGE_ITEMS..).into())?);
            shown = concatenate(&[&first, &last], axis)?;
        }
    }
    Ok(shown)
}

/// The parameters for arranging formatted elements.
struct Page<'a> {
    words: Vec<String>,
    shape: &'a [i64],
    shown: &'a [i64],
    separator: &'a str,
    summarised: bool,
}

impl Page<'_> {
    /// The part of the array at `offset` among the words, from `axis` on. `width` is the rest of the line.
    fn write(&self, axis: usize, offset: usize, indent: &str, width: usize) -> String {
        if axis == self.shape.len() {
            return self.words[offset].clone();
        }
        let step: usize = self.shown[axis + 1..].iter().map(|&extent| extent as usize).product();
        let deeper = format!("{indent} ");
        let gap = self.summarised && self.shape[axis] > 2 * EDGE_ITEMS;
        let mut parts: Vec<String> = (0..self.shown[axis] as usize)
            .map(|i| self.write(axis + 1, offset + i * step, &deeper, width - 1))
            .collect();
        if gap {
            parts.insert(EDGE_ITEMS as usize, "...".to_owned());
        }
        let mut out = String::new();
        if axis + 1 == self.shape.len() {
            let available = width - self.separator.trim_end().len().max(1);
            let mut line = indent.to_owned();
            for (position, part) in parts.iter().enumerate() {
                if line.len() + part.len() > available && line.len() > indent.len() {
                    out += line.trim_end();
                    out += "\n";
                    line = indent.to_owned();
                }
                line += part;
                if position + 1 < parts.len() {
                    line += self.separator;
                }
            }
            out += &line;
        } else {
            let between = format!("{}{}", self.separator.trim_end(), "\n".repeat(self.shape.len() - axis - 1));
            let lines: Vec<String> = parts.iter().map(|part| format!("{indent}{part}")).collect();
            out = lines.join(&between);
        }
        format!("[{}]", &out[indent.len()..])
    }
}

/// The elements as words of one width.
fn words(scalars: &[Scalar], dtype: DType, alone: bool) -> Vec<String> {
    match dtype.kind() {
        Kind::Bool => {
            let yes = if alone { "True" } else { " True" };
            scalars.iter().map(|scalar| if scalar.get() { yes } else { "False" }.to_owned()).collect()
        }
        Kind::Signed | Kind::Unsigned => {
            let words: Vec<String> = scalars.iter().map(Scalar::to_string).collect();
            let width = words.iter().map(String::len).max().unwrap_or(0);
            words.into_iter().map(|word| format!("{word:>width$}")).collect()
        }
        Kind::Float => {
            let values: Vec<Float> = scalars.iter().map(|&scalar| Float::of(scalar)).collect();
            let notation = Notation::of(&values, false);
            values.iter().map(|&value| notation.write(value)).collect()
        }
        Kind::Complex => {
            let part = |of: fn(c128) -> f64| -> Vec<Float> {
                let part = |scalar: &Scalar| Float::of(Scalar::new(of(scalar.get())).cast(dtype.real()));
                scalars.iter().map(part).collect()
            };
            let (real, imag) = (part(|value| value.re), part(|value| value.im));
            let (reals, imags) = (Notation::of(&real, false), Notation::of(&imag, true));
            let word = |(&re, &im): (&Float, &Float)| {
                let im = imags.write(im);
                let end = im.trim_end().len();
                format!("{}{}j{}", reals.write(re), &im[..end], &im[end..])
            };
            real.iter().zip(&imag).map(word).collect()
        }
    }
}

/// A single element, as `str` of a NumPy scalar.
fn scalar_text(scalar: Scalar) -> String {
    match scalar.dtype().kind() {
        Kind::Bool => if scalar.get() { "True" } else { "False" }.to_owned(),
        Kind::Signed | Kind::Unsigned => scalar.to_string(),
        Kind::Float => number(Float::of(scalar), ".0"),
        Kind::Complex => {
            let value: c128 = scalar.get();
            let part = |value: f64| number(Float::of(Scalar::new(value).cast(scalar.dtype().real())), "");
            if value.re == 0.0 && value.re.is_sign_positive() {
                return format!("{}j", part(value.im));
            }
            let sign = if value.im.is_sign_negative() && !value.im.is_nan() { "" } else { "+" };
            format!("({}{sign}{}j)", part(value.re), part(value.im))
        }
    }
}
