//! Which cells live in a Life pattern file: a reader of the run-length-encoded (RLE) format.
//!
//! A file is comment lines that start with `#`, one header `x = 3, y = 3, rule = B3/S23` (the rule may be left out),
//! and runs: an optional count before `b` (dead), `o` (alive) or `$` (end of a row), up to `!`.

use std::fmt;

/// A pattern: its name, its extents, and its living cells as (row, column).
#[derive(Debug, PartialEq, Eq)]
pub struct Pattern {
    pub name: String,
    pub width: usize,
    pub height: usize,
    pub cells: Vec<(usize, usize)>,
}

/// Where a file is wrong, counted from one, and what was expected there.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    pub line: usize,
    pub column: usize,
    pub text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.text)
    }
}

/// The pattern that a text says; `name` is its name where no `#N` line gives one.
pub fn parse(text: &str, name: &str) -> Result<Pattern, Fault> {
    let mut pattern = Pattern { name: name.to_owned(), width: 0, height: 0, cells: Vec::new() };
    let mut reader: Option<Runs> = None;
    let mut last = 0;
    for (line, content) in (1..).zip(text.lines()) {
        last = line;
        if let Some(comment) = content.strip_prefix('#') {
            if let Some(title) = comment.strip_prefix('N').map(str::trim).filter(|title| !title.is_empty()) {
                pattern.name = title.to_owned();
            }
        } else if let Some(reader) = &mut reader {
            if reader.line(line, content, &mut pattern)? {
                return Ok(pattern);
            }
        } else if !content.trim().is_empty() {
            (pattern.width, pattern.height) = header(line, content)?;
            reader = Some(Runs { row: 0, column: 0 });
        }
    }
    let missing = if reader.is_some() { "'!' after the last row" } else { "the header 'x = .., y = ..'" };
    Err(Fault { line: last + 1, column: 1, text: format!("expected {missing}, found the end of the file") })
}

/// Width and height from the header line.
fn header(line: usize, content: &str) -> Result<(usize, usize), Fault> {
    let mut column = 1;
    let mut extents = [0; 2];
    for (position, part) in content.split(',').enumerate() {
        let fault = |text: String| Fault { line, column: column + part.len() - part.trim_start().len(), text };
        let (key, value) = part.split_once('=').map_or((part.trim(), ""), |(key, value)| (key.trim(), value.trim()));
        match (position, key.to_ascii_lowercase().as_str()) {
            (0, "x") | (1, "y") => match value.parse() {
                Ok(extent) if extent > 0 && extent < 1_000_000_000 => extents[position] = extent,
                _ => return Err(fault(format!("expected a whole number from 1 on after '{key} =', found '{value}'"))),
            },
            (2, "rule") if ["b3/s23", "23/3"].contains(&value.to_ascii_lowercase().as_str()) => {}
            (2, "rule") => {
                return Err(fault(format!("expected the rule B3/S23, the only one played here, found '{value}'")));
            }
            (position, _) => {
                let wanted = ["'x = ..'", "'y = ..'", "'rule = ..'", "the end of the line"][position.min(3)];
                return Err(fault(format!("expected {wanted} in the header, found '{}'", part.trim())));
            }
        }
        column += part.chars().count() + 1;
    }
    match extents {
        [_, 0] => Err(Fault { line, column: column - 1, text: "expected ', y = ..' in the header".to_owned() }),
        [width, height] => Ok((width, height)),
    }
}

/// Where the next run goes.
struct Runs {
    row: usize,
    column: usize,
}

impl Runs {
    /// Reads the runs of a line. True where it ended the pattern.
    fn line(&mut self, line: usize, content: &str, pattern: &mut Pattern) -> Result<bool, Fault> {
        let mut count: Option<usize> = None;
        for (at, character) in (1..).zip(content.chars()) {
            let fault = |text: String| Err(Fault { line, column: at, text });
            if let Some(digit) = character.to_digit(10) {
                let longer = count.unwrap_or(0) * 10 + digit as usize;
                if longer > 999_999_999 {
                    return fault("expected a run count of at most nine digits".to_owned());
                }
                count = Some(longer);
                continue;
            }
            if character.is_whitespace() && count.is_none() {
                continue;
            }
            if count == Some(0) {
                return fault("expected a run count of at least 1, found 0".to_owned());
            }
            match (character, count) {
                ('!', None) => return Ok(true),
                ('$', _) => (self.row, self.column) = (self.row + count.unwrap_or(1), 0),
                ('b' | 'o', _) => {
                    let run = count.unwrap_or(1);
                    if self.row >= pattern.height {
                        return fault(format!("expected '!', as y = {} rows are complete", pattern.height));
                    }
                    if self.column + run > pattern.width {
                        return fault(format!("expected at most x = {} cells in a row", pattern.width));
                    }
                    if character == 'o' {
                        pattern.cells.extend((self.column..self.column + run).map(|column| (self.row, column)));
                    }
                    self.column += run;
                }
                (_, Some(count)) => {
                    return fault(format!("expected 'b', 'o' or '$' after the run count {count}, found {character:?}"));
                }
                (_, None) => return fault(format!("expected a run count, 'b', 'o', '$' or '!', found {character:?}")),
            }
            count = None;
        }
        match count {
            None => Ok(false),
            Some(count) => {
                let text = format!("expected 'b', 'o' or '$' after the run count {count}, found the end of the line");
                Err(Fault { line, column: content.chars().count() + 1, text })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glider_is_read() {
        let glider = parse("#N Glider\nx = 3, y = 3, rule = B3/S23\nbo$2bo$\n3o!", "?").unwrap();
        assert_eq!(glider.cells, [(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)]);
        assert_eq!((glider.name.as_str(), glider.width, glider.height), ("Glider", 3, 3));
    }

    #[test]
    fn faults_have_a_place() {
        let fault = |text: &str| parse(text, "?").unwrap_err().to_string();
        assert_eq!(fault("x = 3, y = 3\nbo$4o!"), "2:5: expected at most x = 3 cells in a row");
        assert_eq!(fault("x = 3, y = 1\nbo$o!"), "2:4: expected '!', as y = 1 rows are complete");
        assert_eq!(fault("x = 3\n"), "1:6: expected ', y = ..' in the header");
        assert_eq!(fault("x = 0, y = 1\n!"), "1:1: expected a whole number from 1 on after 'x =', found '0'");
        assert_eq!(
            fault("x = 1, y = 1, rule = B36/S23\n!"),
            "1:15: expected the rule B3/S23, the only one played here, found 'B36/S23'"
        );
        assert_eq!(fault("x = 1, y = 1\nq!"), "2:1: expected a run count, 'b', 'o', '$' or '!', found 'q'");
        assert_eq!(fault("x = 1, y = 1\n2!"), "2:2: expected 'b', 'o' or '$' after the run count 2, found '!'");
        assert_eq!(fault("x = 1, y = 1\no"), "3:1: expected '!' after the last row, found the end of the file");
        assert_eq!(fault("#N nothing"), "2:1: expected the header 'x = .., y = ..', found the end of the file");
    }
}
