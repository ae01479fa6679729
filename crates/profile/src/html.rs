//! The report as one self-contained HTML page: timeline, memory, Python's calls, tables and advice.

use crate::host::python_functions;
use crate::json::{number, quoted};
use crate::recording::Recording;
use crate::tables::{Cell, Table, empty_tables, tables};
use crate::timeline::{busy, lanes, memory};

const PAGE: &str = include_str!("page/page.html");
/// The style sheet of the page, for other pages of the same look.
pub const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The report as a page.
pub fn html(recording: &Recording) -> String {
    let (timeline, left_out) = lanes(recording);
    let notes = recording.notes.iter().filter(|(key, _)| !key.starts_with('_'));
    let notes: Vec<String> = notes.map(|(key, value)| format!("[{},{}]", quoted(key), quoted(value))).collect();
    let mut warnings: Vec<String> = recording.warnings.iter().map(|warning| quoted(warning)).collect();
    if !left_out.is_empty() {
        warnings.push(quoted(&left_out));
    }
    let tables: Vec<String> = tables(recording).iter().map(table_json).collect();
    let empty = empty_tables(recording).into_iter();
    let empty: Vec<String> = empty.map(|table| format!("[{},{}]", quoted(table.title), quoted(table.why))).collect();
    let advice: Vec<String> = recording.advice().iter().map(|advice| advice.json(recording)).collect();
    let (began, ended) = recording.extent();
    let data = format!(
        "{{\"run\":{},\"events\":{},\"notes\":[{}],\"warnings\":[{}],\"timeline\":{timeline},\"busy\":{},\"memory\":{},\"python\":{},\"tables\":[{}],\"empty\":[{}],\"advice\":[{}]}}",
        ended.saturating_sub(began),
        recording.events.len(),
        notes.join(","),
        warnings.join(","),
        busy(recording),
        memory(recording),
        python(recording),
        tables.join(","),
        empty.join(","),
        advice.join(",")
    );
    PAGE.replace("/*STYLE*/", STYLE).replace("/*SCRIPT*/", SCRIPT).replace("/*DATA*/", &data)
}

/// A table as JSON: its key, title, columns and rows.
pub(crate) fn table_json(table: &Table) -> String {
    let columns: Vec<String> = table.columns.iter().map(|column| quoted(column.0)).collect();
    let row = |row: &Vec<Cell>| format!("[{}]", row.iter().map(Cell::json).collect::<Vec<_>>().join(","));
    let rows: Vec<String> = table.rows.iter().map(row).collect();
    format!(
        "{{\"key\":{},\"title\":{},\"columns\":[{}],\"rows\":[{}]}}",
        quoted(table.key),
        quoted(table.title),
        columns.join(","),
        rows.join(",")
    )
}

/// Python's profile: functions, and for each pair of callee and caller the calls and the seconds.
fn python(recording: &Recording) -> String {
    let functions: Vec<String> = python_functions(recording)
        .iter()
        .map(|function| {
            format!(
                "[{},{},{},{},{},{}]",
                quoted(function.file),
                function.line,
                quoted(function.name),
                function.calls,
                number(function.own),
                number(function.cumulative)
            )
        })
        .collect();
    let count = functions.len();
    let edge = |line: &str| {
        let fields: Vec<f64> = line.split('\t').map(|field| field.parse().ok()).collect::<Option<_>>()?;
        let [callee, caller, ..] = fields[..] else { return None };
        let is_known = (callee as usize) < count && (caller as usize) < count && fields.len() == 5;
        is_known.then(|| format!("[{}]", fields.iter().map(|&field| number(field)).collect::<Vec<_>>().join(",")))
    };
    let calls: Vec<String> = recording.note("_python_calls").unwrap_or("").lines().filter_map(edge).collect();
    format!("{{\"functions\":[{}],\"calls\":[{}]}}", functions.join(","), calls.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Event, Kind};
    use crate::recording::Builder;

    #[test]
    fn the_page_holds_the_data_and_needs_nothing_else() {
        let mut builder = Builder::default();
        let name = builder.name("</script><b>");
        builder.add(Event { start: 1, duration: 5, ..Event::new(Kind::Range, name) });
        let mut recording = builder.finish();
        recording.notes.push(("_python".into(), "a.py\t1\t2\t0.5\t0.75\tf\nb.py\t2\t1\t0.1\t0.9\tg".into()));
        recording.notes.push(("_python_calls".into(), "0\t1\t2\t0.5\t0.75\n7\t1\t2\t0.5\t0.75\nx".into()));
        let page = html(&recording);
        assert!(!page.contains("</script><b>") && !page.contains("/*DATA*/"));
        assert!(page.contains("\"calls\":[[0,1,2,0.5,0.75]]"), "calls of unknown functions are left out");
        for reference in ["src=\"http", "href=\"http", "url(http", "@import"] {
            assert!(!page.contains(reference), "{reference}");
        }
    }
}
