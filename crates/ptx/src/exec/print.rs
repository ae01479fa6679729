//! Formatting of `printf` in a kernel.

use super::access::AccessKind;
use super::state::Group;
use super::{Engine, Stop};
use crate::program::Instruction;
use crate::syntax::Space;

/// One conversion of a format: its flags, width and precision, and its letter.
#[derive(Default)]
struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// An integer of 64 bits.
    long: bool,
    letter: u8,
}

/// The largest width and precision that are honoured.
const MAX_WIDTH: usize = 4096;

impl Engine<'_> {
    /// The text for a format and its packed arguments, and the number of arguments used.
    pub(super) fn print(
        &mut self,
        g: &Group,
        i: &Instruction,
        lane: usize,
        format: &[u8],
        list: u64,
    ) -> Result<(String, u64), Stop> {
        let (mut out, mut at, mut count) = (Vec::new(), 0, 0);
        let mut offset = 0u64;
        while let Some(&c) = format.get(at) {
            at += 1;
            if c != b'%' {
                out.push(c);
                continue;
            }
            if format.get(at) == Some(&b'%') {
                out.push(b'%');
                at += 1;
                continue;
            }
            let mut next = |engine: &mut Self, bytes: u64| -> Result<u64, Stop> {
                offset = offset.next_multiple_of(bytes);
                let location = engine.locate(
                    g,
                    i,
                    lane,
                    Space::Generic,
                    list.wrapping_add(offset),
                    bytes as u32,
                    AccessKind::Read,
                )?;
                offset += bytes;
                Ok(engine.get(g, lane, location, 0, bytes as u32))
            };
            let mut spec = Conversion::default();
            while let Some(flag) = format.get(at) {
                match flag {
                    b'-' => spec.left = true,
                    b'+' => spec.plus = true,
                    b' ' => spec.space = true,
                    b'#' => spec.alternate = true,
                    b'0' => spec.zero = true,
                    _ => break,
                }
                at += 1;
            }
            let number = |at: &mut usize| {
                let mut n = 0usize;
                while let Some(d) = format.get(*at).filter(|d| d.is_ascii_digit()) {
                    n = (n * 10 + usize::from(d - b'0')).min(MAX_WIDTH);
                    *at += 1;
                }
                n
            };
            if format.get(at) == Some(&b'*') {
                at += 1;
                let width = next(self, 4)? as i32;
                spec.left |= width < 0;
                spec.width = (width.unsigned_abs() as usize).min(MAX_WIDTH);
            } else {
                spec.width = number(&mut at);
            }
            if format.get(at) == Some(&b'.') {
                at += 1;
                spec.precision = Some(if format.get(at) == Some(&b'*') {
                    at += 1;
                    (next(self, 4)? as i32).max(0) as usize
                } else {
                    number(&mut at)
                });
                spec.precision = spec.precision.map(|p| p.min(MAX_WIDTH));
            }
            while let Some(c @ (b'l' | b'h' | b'z' | b'j' | b't' | b'L')) = format.get(at) {
                spec.long |= !matches!(c, b'h');
                at += 1;
            }
            let Some(&letter) = format.get(at) else { break };
            at += 1;
            spec.letter = letter;
            count += 1;
            let text = match letter {
                b'd' | b'i' => {
                    let v = if spec.long { next(self, 8)? as i64 } else { i64::from(next(self, 4)? as i32) };
                    spec.integer(v.unsigned_abs(), v < 0)
                }
                b'u' | b'x' | b'X' | b'o' => {
                    let v = next(self, if spec.long { 8 } else { 4 })?;
                    spec.integer(v, false)
                }
                b'c' => spec.pad(vec![next(self, 4)? as u8]),
                b'p' => {
                    let v = next(self, 8)?;
                    spec.pad(format!("{v:#x}").into_bytes())
                }
                b's' => {
                    let address = next(self, 8)?;
                    let mut text = self.text(g, i, lane, address)?;
                    text.truncate(spec.precision.unwrap_or(usize::MAX));
                    spec.pad(text)
                }
                b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => spec.float(f64::from_bits(next(self, 8)?)),
                other => vec![b'%', other],
            };
            out.extend(text);
        }
        Ok((String::from_utf8_lossy(&out).into_owned(), count))
    }
}

impl Conversion {
    fn pad(&self, text: Vec<u8>) -> Vec<u8> {
        let missing = self.width.saturating_sub(text.len());
        let blank = vec![b' '; missing];
        if self.left { [text, blank].concat() } else { [blank, text].concat() }
    }

    /// Sign and digits, with zeros between them where the width and flags require them.
    fn signed(&self, digits: String, negative: bool, zeros: bool) -> Vec<u8> {
        let sign = if negative {
            "-"
        } else if self.plus {
            "+"
        } else if self.space {
            " "
        } else {
            ""
        };
        let missing = if zeros && !self.left { self.width.saturating_sub(sign.len() + digits.len()) } else { 0 };
        self.pad(format!("{sign}{}{digits}", "0".repeat(missing)).into_bytes())
    }

    fn integer(&self, value: u64, negative: bool) -> Vec<u8> {
        let mut digits = match self.letter {
            b'x' => format!("{value:x}"),
            b'X' => format!("{value:X}"),
            b'o' => format!("{value:o}"),
            _ => value.to_string(),
        };
        if let Some(p) = self.precision {
            digits = format!("{}{digits}", "0".repeat(p.saturating_sub(digits.len())));
        }
        if self.alternate && value != 0 {
            digits = match self.letter {
                b'x' => format!("0x{digits}"),
                b'X' => format!("0X{digits}"),
                b'o' => format!("0{digits}"),
                _ => digits,
            };
        }
        let unsigned = !matches!(self.letter, b'd' | b'i');
        let plain = Conversion {
            plus: self.plus && !unsigned,
            space: self.space && !unsigned,
            width: self.width,
            left: self.left,
            ..Default::default()
        };
        plain.signed(digits, negative, self.zero && self.precision.is_none())
    }

    fn float(&self, value: f64) -> Vec<u8> {
        let upper = self.letter.is_ascii_uppercase();
        let negative = value.is_sign_negative() && !value.is_nan();
        let x = value.abs();
        let precision = self.precision.unwrap_or(6);
        let mut digits = if x.is_nan() {
            "nan".to_owned()
        } else if x.is_infinite() {
            "inf".to_owned()
        } else {
            match self.letter.to_ascii_lowercase() {
                b'f' => format!("{x:.precision$}"),
                b'e' => exponent(x, precision),
                b'g' => self.shortest(x, precision.max(1)),
                _ => hexadecimal(x, self.precision),
            }
        };
        if upper {
            digits = digits.to_uppercase();
        }
        self.signed(digits, negative, self.zero && x.is_finite())
    }

    /// `%g`: the shorter of `%e` and `%f`, without trailing zeros.
    fn shortest(&self, x: f64, precision: usize) -> String {
        let scientific = exponent(x, precision - 1);
        let power: i32 = scientific.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
        let trim = |s: &str| {
            if self.alternate || !s.contains('.') {
                s.to_owned()
            } else {
                s.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
        };
        if power < -4 || power >= precision as i32 {
            let (digits, e) = scientific.split_once('e').unwrap_or((&scientific, "+00"));
            format!("{}e{e}", trim(digits))
        } else {
            let decimals = (precision as i32 - 1 - power).max(0) as usize;
            trim(&format!("{x:.decimals$}"))
        }
    }
}

/// `%e`: one digit, the point, the others, and an exponent of at least two digits.
fn exponent(x: f64, precision: usize) -> String {
    let text = format!("{x:.precision$e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    format!("{digits}e{}{:02}", if power < 0 { '-' } else { '+' }, power.abs())
}

/// `%a`
fn hexadecimal(x: f64, precision: Option<usize>) -> String {
    let bits = x.to_bits();
    let (stored, fraction) = ((bits >> 52) as i32 & 0x7ff, bits & ((1 << 52) - 1));
    let (lead, power) = match (stored, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1, stored - 1023),
    };
    let mut digits = format!("{fraction:013x}");
    match precision {
        Some(p) => digits = format!("{digits:0<p$}")[..p].to_owned(),
        None => digits = digits.trim_end_matches('0').to_owned(),
    }
    let point = if digits.is_empty() { "" } else { "." };
    format!("0x{lead}{point}{digits}p{power:+}")
}
