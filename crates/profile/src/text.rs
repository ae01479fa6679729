//! The report as text: the tables, notes and warnings, and the advice.

use std::borrow::Cow;

use crate::advice;
use crate::event::Kind;
use crate::recording::Recording;
use crate::tables::{Cell, Table, empty_tables, tables};

/// The most rows of a table that are shown, with a count of the others.
const MAX_ROWS: usize = 40;

/// The most characters of a name that are shown.
const MAX_NAME_CHARS: usize = 100;

/// A text that is safe in a terminal: control characters except newlines and tabs, and characters that change the
/// direction of text, are escaped. Names from outside, such as those of kernels and files, could otherwise control the
/// terminal.
///
/// ```
/// assert_eq!(cuprust_profile::printable("\u{1b}[31mred\n"), "\\x1b[31mred\n");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_plain = |character: char| match character {
        '\n' | '\t' => true,
        '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => false,
        other => !other.is_control(),
    };
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            plain if is_plain(plain) => shown.push(plain),
            '\r' => shown.push_str("\\r"),
            narrow if (narrow as u32) < 0x100 => shown.push_str(&format!("\\x{:02x}", narrow as u32)),
            wide => shown.push_str(&format!("\\u{:04x}", wide as u32)),
        }
    }
    Cow::Owned(shown)
}

/// As [`printable`], on one line.
fn on_one_line(text: &str) -> String {
    printable(text).replace('\n', "\\n").replace('\t', "\\t")
}

/// The report as text.
pub fn report(recording: &Recording) -> String {
    let (start, end) = recording.extent();
    let mut text = format!(
        "{} events in {} s of {} process{}\n",
        spaced(recording.of_any().count() as u64),
        seconds(end - start),
        recording.processes.max(1),
        if recording.processes > 1 { "es" } else { "" }
    );
    for (key, value) in recording.notes.iter().filter(|(key, _)| !key.starts_with('_')) {
        text += &format!("{}: {}\n", on_one_line(key), on_one_line(value));
    }
    for warning in &recording.warnings {
        text += &format!("Note: {}\n", on_one_line(warning));
    }
    for table in tables(recording) {
        text += &format!("\n {}\n\n{}", table.title, lines(&table));
    }
    let empty = empty_tables(recording);
    if !empty.is_empty() {
        text += "\n Empty Tables\n\n";
        empty.iter().for_each(|table| text += &format!(" {}: {}\n", table.title, table.why));
    }
    let advice = advice::advice(recording);
    text += "\n Advice\n\n";
    if advice.is_empty() {
        text += " The profiler found nothing to change.\n";
    }
    for (number, advice) in advice.iter().enumerate() {
        text += &format!(
            " {}. {} of the run: {}\n    Evidence: {}\n    Change:   {}\n",
            number + 1,
            advice.share(recording),
            on_one_line(&advice.title),
            on_one_line(&advice.evidence),
            on_one_line(&advice.change)
        );
    }
    text
}

impl Recording {
    fn of_any(&self) -> impl Iterator<Item = &crate::Event> {
        self.events.iter().filter(|event| event.kind != Kind::Thread)
    }
}

fn seconds(nanoseconds: u64) -> String {
    format!("{:.6}", nanoseconds as f64 * 1e-9)
}

/// A number with a space between groups of three digits.
fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Percent(value) => format!("{value:.1}"),
        Cell::Count(value) => spaced(*value),
        Cell::Mean(value) => {
            let tenths = (value * 10.0).round() as u64;
            format!("{}.{}", spaced(tenths / 10), tenths % 10)
        }
        Cell::Megabytes(value) => {
            let thousandths = (value * 1000.0).round() as u64;
            format!("{}.{:03}", spaced(thousandths / 1000), thousandths % 1000)
        }
        Cell::Text(text) => {
            let text = on_one_line(text);
            if text.chars().count() > MAX_NAME_CHARS {
                text.chars().take(MAX_NAME_CHARS - 1).chain(['…']).collect()
            } else {
                text
            }
        }
    }
}

fn lines(table: &Table) -> String {
    let shown: Vec<Vec<String>> = table.rows.iter().take(MAX_ROWS).map(|row| row.iter().map(cell).collect()).collect();
    let width = |position: usize| {
        let cells = shown.iter().map(|row| row[position].chars().count());
        cells.chain([table.columns[position].0.len()]).max().unwrap_or(0)
    };
    let is_text = |position: usize| matches!(table.rows.first().map(|row| &row[position]), Some(Cell::Text(_)));
    let line = |cells: &[String]| {
        let cells = cells.iter().enumerate().map(|(position, text)| {
            let width = width(position);
            if is_text(position) { format!("{text:<width$}") } else { format!("{text:>width$}") }
        });
        format!(" {}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    let titles: Vec<String> = table.columns.iter().map(|column| column.0.to_owned()).collect();
    let rules: Vec<String> = (0..titles.len()).map(|position| "-".repeat(width(position))).collect();
    let mut text = line(&titles) + &line(&rules);
    shown.iter().for_each(|row| text += &line(row));
    if table.rows.len() > MAX_ROWS {
        text += &format!(" and {} more rows, which the CSV has\n", table.rows.len() - MAX_ROWS);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;
    use crate::recording::Builder;

    #[test]
    fn a_table_has_the_columns_and_digits_of_the_profiling_course() {
        let mut builder = Builder::default();
        let name = builder.name("cuLaunchKernel");
        for (start, duration) in [(1, 2_280), (5_000, 71_249), (90_000, 2_920)] {
            builder.add(Event { start, duration, ..Event::new(Kind::Call, name) });
        }
        let text = report(&builder.finish());
        let table: Vec<&str> =
            text.lines().skip_while(|line| !line.contains("CUDA API Summary")).skip(2).take(3).collect();
        assert_eq!(
            table,
            [
                " Time (%)  Total Time (ns)  Num Calls  Avg (ns)  Med (ns)  Min (ns)  Max (ns)  StdDev (ns)  Name",
                " --------  ---------------  ---------  --------  --------  --------  --------  -----------  --------------",
                "    100.0           76 449          3  25 483.0   2 920.0     2 280    71 249     39 635.8  cuLaunchKernel",
            ]
        );
    }

    #[test]
    fn no_name_steers_the_terminal() {
        let hostile = "\u{1b}]0;title\u{7}\u{9b}31m\r\n fake: row\t\u{202e}\u{7f}";
        let mut builder = Builder::default();
        let name = builder.name(hostile);
        for kind in [Kind::Call, Kind::Kernel, Kind::Range, Kind::Flush] {
            builder.add(Event { start: 1, duration: 9, ..Event::new(kind, name) });
        }
        let mut recording = builder.finish();
        recording.notes.push((hostile.into(), hostile.into()));
        recording.warnings.push(hostile.into());
        let text = report(&recording);
        assert!(text.contains("\\x1b]0;title\\x07\\x9b31m\\r\\n fake: row\\t\\u202e\\x7f"), "{text}");
        assert!(
            text.chars()
                .all(|character| character == '\n' || printable(&character.to_string()).len() == character.len_utf8())
        );
        assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("fake")).count(), 0);
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!([0, 999, 1000, 1_560_619_502].map(spaced), ["0", "999", "1 000", "1 560 619 502"]);
    }
}
