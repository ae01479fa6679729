//! Floats as decimal digits: the fewest that tell a number from its neighbours in its dtype, at most eight behind the
//! point, in one notation for all elements of an array.

use cuprust_num::{DType, Scalar, bf16, f16};

/// How many digits behind the point are shown at most.
const PRECISION: usize = 8;

/// A real float and its dtype, which decides how many digits it has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Float {
    value: f64,
    dtype: DType,
}

impl Float {
    pub(crate) fn of(scalar: Scalar) -> Float {
        Float { value: scalar.get(), dtype: scalar.dtype() }
    }

    /// The shortest digits that are this number in its dtype, and the exponent of the first: `0.012` is `("12", -2)`.
    fn shortest(self) -> (String, i32) {
        let text = match self.dtype {
            DType::F32 => format!("{:e}", self.value.abs() as f32),
            DType::F16 | DType::BF16 => self.shortest_half(),
            _ => format!("{:e}", self.value.abs()),
        };
        split(&text)
    }

    /// Rust writes the shortest digits of float32 and float64 only; of the half types, the fewest that lead back are
    /// tried.
    fn shortest_half(self) -> String {
        let back = |text: &str| -> f64 {
            let value: f64 = text.parse().unwrap_or(f64::NAN);
            if self.dtype == DType::F16 { f16::from_f64(value).to_f64() } else { bf16::from_f64(value).to_f64() }
        };
        let value = self.value.abs();
        let mut texts = (0..6).map(|digits| format!("{value:.digits$e}"));
        texts.find(|text| back(text) == value).unwrap_or_else(|| format!("{value:e}"))
    }

    /// Digits before and behind the point, without a sign; behind it at most `most`, rounded to even from the exact
    /// value.
    fn positional(self, most: usize) -> (String, String) {
        let (digits, exponent) = self.shortest();
        let behind = digits.len() as i32 - 1 - exponent;
        if behind > most as i32 {
            let text = format!("{:.most$}", self.value.abs());
            let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
            return (whole.to_owned(), fraction.trim_end_matches('0').to_owned());
        }
        if exponent < 0 {
            return (
                "0".to_owned(),
                format!("{}{digits}", "0".repeat((-exponent - 1) as usize)).trim_end_matches('0').into(),
            );
        }
        let whole = exponent as usize + 1;
        if digits.len() <= whole {
            return (format!("{digits}{}", "0".repeat(whole - digits.len())), String::new());
        }
        (digits[..whole].to_owned(), digits[whole..].trim_end_matches('0').to_owned())
    }

    /// The first digit, those behind the point (at most `most`), and the exponent.
    fn scientific(self, most: usize) -> (String, String, i32) {
        let (mut digits, mut exponent) = self.shortest();
        if digits.len() - 1 > most {
            (digits, exponent) = split(&format!("{:.most$e}", self.value.abs()));
        }
        (digits[..1].to_owned(), digits[1..].trim_end_matches('0').to_owned(), exponent)
    }

    fn sign(self, plus: bool) -> &'static str {
        // A NaN's own sign bit is not shown.
        if self.value.is_sign_negative() && !self.value.is_nan() {
            "-"
        } else if plus {
            "+"
        } else {
            ""
        }
    }

    /// `nan` and `inf` with their signs.
    fn unusual(self, plus: bool) -> String {
        format!("{}{}", self.sign(plus), if self.value.is_nan() { "nan" } else { "inf" })
    }
}

/// Digits without a point, and the exponent of the first, of a text like `1.25e-3`.
fn split(text: &str) -> (String, i32) {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    (digits.replace('.', ""), exponent.parse().unwrap_or(0))
}

fn exponent_text(exponent: i32, digits: usize) -> String {
    format!("e{}{:0digits$}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs())
}

/// One number alone: as few digits as tell it apart; `whole` follows a number without a fraction.
pub(crate) fn number(float: Float, whole: &str) -> String {
    if !float.value.is_finite() {
        return float.unusual(false);
    }
    let size = float.value.abs();
    if size != 0.0 && !(1e-4..1e16).contains(&size) {
        let (first, rest, exponent) = float.scientific(usize::MAX);
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{}{first}{point}{rest}{}", float.sign(false), exponent_text(exponent, 2));
    }
    let (before, behind) = float.positional(usize::MAX >> 33);
    let behind = if behind.is_empty() { whole.to_owned() } else { format!(".{behind}") };
    format!("{}{before}{behind}", float.sign(false))
}

/// How all floats of an array are written.
#[derive(Debug)]
pub(crate) struct Notation {
    /// Digits of the exponent, in scientific notation.
    exponent: Option<usize>,
    /// Places before the point, the sign included.
    left: usize,
    /// Places behind the point, the exponent included.
    right: usize,
    /// Digits behind the point in scientific notation.
    fraction: usize,
    plus: bool,
}

impl Notation {
    /// The notation that suits these numbers: scientific where they are large, small, or far apart.
    pub(crate) fn of(floats: &[Float], plus: bool) -> Notation {
        let finite: Vec<Float> = floats.iter().copied().filter(|float| float.value.is_finite()).collect();
        let sizes = finite.iter().map(|float| float.value.abs()).filter(|&size| size != 0.0);
        let (most, least) = (sizes.clone().fold(0.0, f64::max), sizes.fold(f64::INFINITY, f64::min));
        let scientific = most != 0.0 && (most >= 1e8 || least < 1e-4 || most / least > 1000.0);
        let mut out = Notation { exponent: None, left: 0, right: 0, fraction: 0, plus };
        for float in &finite {
            let sign = float.sign(plus).len();
            if scientific {
                let (first, rest, exponent) = float.scientific(PRECISION);
                out.left = out.left.max(sign + first.len());
                out.fraction = out.fraction.max(rest.len());
                let digits = exponent.unsigned_abs().to_string().len().max(2);
                out.exponent = out.exponent.max(Some(digits));
            } else {
                let (before, behind) = float.positional(PRECISION);
                out.left = out.left.max(sign + before.len());
                out.right = out.right.max(behind.len());
            }
        }
        if let Some(digits) = out.exponent {
            out.right = out.fraction + 2 + digits;
        }
        for float in floats.iter().filter(|float| !float.value.is_finite()) {
            // NumPy counts no sign for NaN, and one for infinity as soon as signs are shown.
            let width = if float.value.is_nan() { 3 } else { 3 + usize::from(plus || float.value < 0.0) };
            out.left = out.left.max(width.saturating_sub(out.right + 1));
        }
        out
    }

    /// A number, padded to the common width.
    pub(crate) fn write(&self, float: Float) -> String {
        let width = self.left + self.right + 1;
        if !float.value.is_finite() {
            return format!("{:>width$}", float.unusual(self.plus));
        }
        let sign = float.sign(self.plus);
        let (before, behind) = match self.exponent {
            Some(digits) => {
                let (first, rest, exponent) = float.scientific(PRECISION);
                (first, format!("{rest:0<fraction$}{}", exponent_text(exponent, digits), fraction = self.fraction))
            }
            None => float.positional(PRECISION),
        };
        let before = format!("{sign}{before}");
        format!("{before:>left$}.{behind:<right$}", left = self.left, right = self.right)
    }
}
