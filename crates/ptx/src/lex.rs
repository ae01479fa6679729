//! The lexer: tokens of a PTX text, each with its line.

use crate::error::{Error, Result};

/// A token of a PTX text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Token<'a> {
    /// A name, a register, an opcode with its suffixes, or a directive (which begins with a dot).
    Word(&'a str),
    /// An integer, as its 64 bits.
    Int(u64),
    /// `0f` and eight hexadecimal digits.
    F32(u32),
    /// `0d` and sixteen hexadecimal digits, or a decimal number with a point.
    F64(u64),
    /// A quoted text without its quotes.
    Text(&'a str),
    /// One sign: `{ } ( ) [ ] < > , ; : + - ! | = @ *` and the like.
    Sign(u8),
    /// The end of the text.
    End,
}

/// Splits a text into tokens, one at a time.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'%' | b'.')
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, line: 1 }
    }

    /// The line of the token that [`Lexer::next`] returned last.
    pub(crate) fn line(&self) -> u32 {
        self.line
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_blank(&mut self) -> Result<()> {
        loop {
            match self.peek(0) {
                b'\n' => {
                    self.line += 1;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | 0x0c => self.at += 1,
                // NVRTC terminates its text with a zero byte, which counts as a blank.
                0 if self.at < self.text.len() => self.at += 1,
                b'/' if self.peek(1) == b'/' => {
                    while self.at < self.text.len() && self.peek(0) != b'\n' {
                        self.at += 1;
                    }
                }
                b'/' if self.peek(1) == b'*' => {
                    let start = self.line;
                    self.at += 2;
                    while !(self.peek(0) == b'*' && self.peek(1) == b'/') {
                        if self.at >= self.text.len() {
                            return Err(Error::parse(start, "this comment does not end"));
                        }
                        self.line += u32::from(self.peek(0) == b'\n');
                        self.at += 1;
                    }
                    self.at += 2;
                }
                _ => return Ok(()),
            }
        }
    }

    /// The next token; [`Token::End`] at the end, and for all later calls.
    pub(crate) fn next(&mut self) -> Result<Token<'a>> {
        self.skip_blank()?;
        if self.at >= self.text.len() {
            return Ok(Token::End);
        }
        let start = self.at;
        let c = self.peek(0);
        if c.is_ascii_digit() {
            return self.number();
        }
        if c == b'"' {
            self.at += 1;
            while self.peek(0) != b'"' {
                if self.at >= self.text.len() || self.peek(0) == b'\n' {
                    return Err(Error::parse(self.line, "this quoted text does not end"));
                }
                self.at += 1;
            }
            self.at += 1;
            return Ok(Token::Text(&self.text[start + 1..self.at - 1]));
        }
        if is_word(c) {
            loop {
                // Directives may follow each other without a space, as in `.reg.b32`; opcodes and registers keep their
                // suffixes.
                let glued = c == b'.' && self.peek(0) == b'.' && self.at > start;
                if is_word(self.peek(0)) && !glued {
                    self.at += 1;
                } else if self.peek(0) == b':' && self.peek(1) == b':' && is_word(self.peek(2)) {
                    self.at += 2;
                } else {
                    return Ok(Token::Word(&self.text[start..self.at]));
                }
            }
        }
        if c.is_ascii() {
            self.at += 1;
            return Ok(Token::Sign(c));
        }
        Err(Error::parse(self.line, "a character that is not ASCII stands outside a comment"))
    }

    fn number(&mut self) -> Result<Token<'a>> {
        let start = self.at;
        while self.peek(0).is_ascii_alphanumeric()
            || self.peek(0) == b'.'
            || (matches!(self.peek(0), b'+' | b'-') && self.decimal_exponent(start))
        {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        let bad = || Error::parse(self.line, format_args!("'{word}' is not a number"));
        let radix = |digits: &str, radix| u64::from_str_radix(digits, radix).map_err(|_| bad());
        let lower = word.to_ascii_lowercase();
        if let Some(hex) = lower.strip_prefix("0f") {
            let bits = u32::from_str_radix(hex, 16).map_err(|_| bad())?;
            return if hex.len() == 8 { Ok(Token::F32(bits)) } else { Err(bad()) };
        }
        if let Some(hex) = lower.strip_prefix("0d") {
            return if hex.len() == 16 { Ok(Token::F64(radix(hex, 16)?)) } else { Err(bad()) };
        }
        if let Some(hex) = lower.strip_prefix("0x") {
            return Ok(Token::Int(radix(hex.trim_end_matches('u'), 16)?));
        }
        if let Some(bits) = lower.strip_prefix("0b") {
            return Ok(Token::Int(radix(bits.trim_end_matches('u'), 2)?));
        }
        if lower.contains('.') || lower.contains('e') {
            return Ok(Token::F64(lower.parse::<f64>().map_err(|_| bad())?.to_bits()));
        }
        let digits = lower.trim_end_matches('u');
        let octal = digits.len() > 1 && digits.starts_with('0');
        Ok(Token::Int(radix(digits, if octal { 8 } else { 10 })?))
    }

    /// Whether the sign here belongs to the exponent of the decimal number that began at `start`.
    fn decimal_exponent(&self, start: usize) -> bool {
        let word = &self.text.as_bytes()[start..self.at];
        matches!(word.last(), Some(b'e' | b'E'))
            && !word.starts_with(b"0x")
            && !word.starts_with(b"0X")
            && word.contains(&b'.')
    }
}
