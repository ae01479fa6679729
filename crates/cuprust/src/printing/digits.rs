//! Floats as decimal digits: the fewest that distinguish a number from its neighbours in its dtype, at most eight after
//! the point, in one notation for all elements of an array.

use cuprust_num::{DType, Scalar, bf16, f16};

/// The most digits that are shown after the point.
const MAX_FRACTION_DIGITS: usize = 8;

/// A real float and its dtype, which determines the number of its digits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Float {
    value: f64,
    dtype: DType,
}

impl Float {
    pub(crate) fn of(scalar: Scalar) -> Float {
        Float { value: scalar.get(), dtype: scalar.dtype() }
    }

    /// The shortest digits of this number in its dtype, and the exponent of the first: `0.012` is `("12", -2)`.
    fn shortest(self) -> (String, i32) {
        let text = match self.dtype {
            DType::F32 => format!("{:e}", self.value.abs() as f32),
            DType::F16 | DType::BF16 => self.shortest_half(),
            _ => format!("{:e}", self.value.abs()),
        };
        split(&text)
    }

    /// Rust writes the shortest digits of float32 and float64 only; for the half types, increasing numbers of digits
    /// are tried until the number is reproduced.
    fn shortest_half(self) -> String {
        let back = |text: &str| -> f64 {
            let value: f64 = text.parse().unwrap_or(f64::NAN);
            if self.dtype == DType::F16 { f16::from_f64(value).to_f64() } else { bf16::from_f64(value).to_f64() }
        };
        let value = self.value.abs();
        let mut texts = (0..6).map(|digits| format!("{value:.digits$e}"));
        texts.find(|text| back(text) == value).unwrap_or_else(|| format!("{value:e}"))
    }

    /// Digits before and after the point, without a sign; at most `precision` after it, rounded to even from the exact
    /// value.
    fn positional(self, precision: usize) -> (String, String) {
        let (digits, exponent) = self.shortest();
        let fraction_digits = digits.len() as i32 - 1 - exponent;
        if fraction_digits > precision as i32 {
            let text = format!("{:.precision$}", self.value.abs());
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

    /// The first digit, those after the point (at most `precision`), and the exponent.
    fn scientific(self, precision: usize) -> (String, String, i32) {
        let (mut digits, mut exponent) = self.shortest();
        if digits.len() - 1 > precision {
            (digits, exponent) = split(&format!("{:.precision$e}", self.value.abs()));
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

/// Digits without a point, and the exponent of the first, of a text such as `1.25e-3`.
fn split(text: &str) -> (String, i32) {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    (digits.replace('.', ""), exponent.parse().unwrap_or(0))
}

fn exponent_text(exponent: i32, digits: usize) -> String {
    format!("e{}{:0digits$}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs())
}

/// A single number: with the fewest digits that distinguish it; `whole` is appended to a number without a fraction.
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
    let (before, fraction_digits) = float.positional(usize::MAX >> 33);
    let fraction_digits = if fraction_digits.is_empty() { whole.to_owned() } else { format!(".{fraction_digits}") };
    format!("{}{before}{fraction_digits}", float.sign(false))
}

/// The common notation of an array's floats.
#[derive(Debug)]
pub(crate) struct Notation {
    /// Digits of the exponent, in scientific notation.
    exponent: Option<usize>,
    /// Characters before the point, including the sign.
    left: usize,
    /// Characters after the point, including the exponent.
    right: usize,
    /// Digits after the point in scientific notation.
    fraction: usize,
    plus: bool,
}

impl Notation {
    /// The notation for these numbers: scientific if they are large, small, or of very different sizes.
    pub(crate) fn of(floats: &[Float], plus: bool) -> Notation {
        let finite: Vec<Float> = floats.iter().copied().filter(|float| float.value.is_finite()).collect();
        let sizes = finite.iter().map(|float| float.value.abs()).filter(|&size| size != 0.0);
        let (largest, smallest) = (sizes.clone().fold(0.0, f64::max), sizes.fold(f64::INFINITY, f64::min));
        let scientific = largest != 0.0 && (largest >= 1e8 || smallest < 1e-4 || largest / smallest > 1000.0);
        let mut out = Notation { exponent: None, left: 0, right: 0, fraction: 0, plus };
        for float in &finite {
            let sign = float.sign(plus).len();
            if scientific {
                let (first, rest, exponent) = float.scientific(MAX_FRACTION_DIGITS);
                out.left = out.left.max(sign + first.len());
                out.fraction = out.fraction.max(rest.len());
                let digits = exponent.unsigned_abs().to_string().len().max(2);
                out.exponent = out.exponent.max(Some(digits));
            } else {
                let (before, fraction_digits) = float.positional(MAX_FRACTION_DIGITS);
                out.left = out.left.max(sign + before.len());
                out.right = out.right.max(fraction_digits.len());
            }
        }
        if let Some(digits) = out.exponent {
            out.right = out.fraction + 2 + digits;
        }
        for float in floats.iter().filter(|float| !float.value.is_finite()) {
            // NumPy reserves no space for a NaN's sign, and one for an infinity's once signs are shown.
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
        let (before, fraction_digits) = match self.exponent {
            Some(digits) => {
                let (first, rest, exponent) = float.scientific(MAX_FRACTION_DIGITS);
                (first, format!("{rest:0<fraction$}{}", exponent_text(exponent, digits), fraction = self.fraction))
            }
            None => float.positional(MAX_FRACTION_DIGITS),
        };
        let before = format!("{sign}{before}");
        format!("{before:>left$}.{fraction_digits:<right$}", left = self.left, right = self.right)
    }
}
