//! Strings and numbers in JSON.

/// A quoted string. Characters that could end a script element of HTML are escaped too.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{:04x}", character as u32)),
            control if (control as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", control as u32)),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// A number, or null where JSON has none.
pub(crate) fn number(value: f64) -> String {
    if value.is_finite() { format!("{value}") } else { "null".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_string_or_the_script() {
        assert_eq!(quoted("a\"b\\c\n</script>\u{1}é"), "\"a\\\"b\\\\c\\n\\u003c/script\\u003e\\u0001é\"");
        assert_eq!((number(1.5), number(f64::NAN)), ("1.5".into(), "null".into()));
    }
}
