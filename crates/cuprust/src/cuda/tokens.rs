//! The tokens of CUDA C++ text, as far as kernels' declarations and plain expressions need them.

/// A token: its text, and the line it begins on, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    pub line: u32,
}

/// Operators of several characters, longest first.
const SIGNS: &[&str] = &[
    "<<=", ">>=", "...", "->*", "<=>", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##",
];

/// The tokens of a text, without comments and preprocessor lines.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let (mut found, mut at, mut line, mut fresh) = (Vec::new(), 0, 1, true);
    while at < bytes.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap_or(' ');
        let length = match first {
            '\n' => {
                fresh = true;
                1
            }
            _ if first.is_whitespace() => first.len_utf8(),
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '#' if fresh => directive(rest),
            _ => {
                fresh = false;
                let length = token(rest, first);
                found.push(Token { text: &rest[..length], line });
                length
            }
        };
        line += rest[..length].bytes().filter(|byte| *byte == b'\n').count() as u32;
        at += length;
    }
    found
}

/// The length of a preprocessor directive, with its continuation lines.
fn directive(rest: &str) -> usize {
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    end
}

fn token(rest: &str, first: char) -> usize {
    let after = rest[first.len_utf8()..].chars().next().unwrap_or(' ');
    if first.is_alphabetic() || first == '_' {
        return rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    }
    if first.is_ascii_digit() || first == '.' && after.is_ascii_digit() {
        let mut before = ' ';
        let is_end = |c: char| {
            let is_exponent = matches!(before, 'e' | 'E' | 'p' | 'P') && matches!(c, '+' | '-');
            before = c;
            !(c.is_alphanumeric() || matches!(c, '.' | '\'' | '_') || is_exponent)
        };
        return rest.find(is_end).unwrap_or(rest.len());
    }
    if matches!(first, '"' | '\'') {
        let mut escaped = false;
        for (offset, c) in rest.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                _ if c == first => return offset + 1,
                _ => {}
            }
        }
        return rest.len();
    }
    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
    sign.map_or(first.len_utf8(), |sign| sign.len())
}

/// Whether a token is an identifier or a keyword.
pub(super) fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_directives_and_strings_are_told_apart() {
        let text = "#define A \\\n  b\n/* x\ny */ a1 += 1.5e-3f; // no\n\"q\\\"/*\" <<'\\''..b";
        let found: Vec<(&str, u32)> = tokens(text).iter().map(|token| (token.text, token.line)).collect();
        let expected = [
            ("a1", 4),
            ("+=", 4),
            ("1.5e-3f", 4),
            (";", 4),
            ("\"q\\\"/*\"", 5),
            ("<<", 5),
            ("'\\''", 5),
            (".", 5),
            (".", 5),
            ("b", 5),
        ];
        assert_eq!(found, expected);
    }
}
