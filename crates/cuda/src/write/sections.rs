//! Which sections of shared text a kernel needs: those whose identifiers it names, and those that these need.

use std::collections::HashSet;
use std::sync::LazyLock;

/// A section of shared text, as its opening line says.
struct Section {
    name: &'static str,
    needs: Vec<&'static str>,
    has: Vec<&'static str>,
    with: Vec<&'static str>,
    text: &'static str,
}

/// The types and functions that the texts of rows use. It comes first, and needs nothing of the other files.
const PRELUDE: &str = include_str!("prelude.cu");

static SECTIONS: LazyLock<Vec<Section>> = LazyLock::new(|| {
    let files = [
        PRELUDE,
        include_str!("skeleton.cu"),
        include_str!("small.cu"),
        include_str!("../kernels/random.cu"),
        include_str!("../kernels/draws.cu"),
        include_str!("../kernels/permutation.cu"),
        include_str!("../kernels/scan.cu"),
        include_str!("../kernels/at.cu"),
        include_str!("../kernels/bins.cu"),
        include_str!("../kernels/matmul.cu"),
        include_str!("../kernels/sort.cu"),
        include_str!("../kernels/choose.cu"),
        include_str!("../kernels/correlate.cu"),
        include_str!("../kernels/sparse_product.cu"),
        include_str!("../kernels/search.cu"),
        include_str!("../kernels/order_statistics.cu"),
        include_str!("../kernels/partition.cu"),
        include_str!("../kernels/matrices.cu"),
        include_str!("../kernels/orthogonal.cu"),
    ];
    files.into_iter().flat_map(parse).collect()
});

/// The whole program of a kernel, of which `body` is the end.
pub(super) fn assemble(body: &str, wide: bool) -> String {
    let mut named = identifiers(body);
    named.insert(if wide { "index64" } else { "index32" });
    let mut text = chosen(&SECTIONS, &named, body.len());
    text.push_str(body);
    text
}

/// What of the types and functions that the texts of rows use `body` needs before it, for a program that is no kernel of ours.
pub fn prelude(body: &str) -> String {
    let count = parse(PRELUDE).len();
    chosen(&SECTIONS[..count], &identifiers(body), 0)
}

fn identifiers(text: &str) -> HashSet<&str> {
    text.split(|c: char| c != '_' && !c.is_ascii_alphanumeric()).collect()
}

/// The texts of the sections that are asked for by these names, with what they need, with room for `more`.
fn chosen(sections: &[Section], named: &HashSet<&str>, more: usize) -> String {
    let mut taken = vec![false; sections.len()];
    let is_named = |words: &[&str]| words.iter().any(|word| named.contains(word));
    for (place, section) in sections.iter().enumerate() {
        if is_named(&section.has) && (section.with.is_empty() || is_named(&section.with)) {
            take(place, &mut taken);
        }
    }
    let mut text = String::with_capacity(more + 8192);
    for (section, _) in sections.iter().zip(taken).filter(|(_, taken)| *taken) {
        text.push_str(section.text.trim_end());
        text.push_str("\n\n");
    }
    text
}

fn take(place: usize, taken: &mut [bool]) {
    if std::mem::replace(&mut taken[place], true) {
        return;
    }
    for needed in &SECTIONS[place].needs {
        match SECTIONS.iter().position(|section| section.name == *needed) {
            Some(place) => take(place, taken),
            None => debug_assert!(false, "there is no section {needed}"),
        }
    }
}

fn parse(file: &'static str) -> Vec<Section> {
    let mut sections = Vec::new();
    for part in file.split("\n//:: ").skip(1) {
        let (head, text) = part.split_once('\n').unwrap_or((part, ""));
        let mut words = head.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut section = Section { name, needs: vec![], has: vec![], with: vec![], text };
        let mut clause = "";
        for word in words {
            match (word, clause) {
                ("needs" | "has" | "with", _) => clause = word,
                (_, "needs") => section.needs.push(word),
                (_, "has") => section.has.push(word),
                (_, "with") => section.with.push(word),
                _ => debug_assert!(false, "`{word}` stands outside the clauses of {name}"),
            }
        }
        sections.push(section);
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_come_with_what_they_need_and_nothing_else() {
        let text = assemble("int x = add(1, 2);", false);
        assert!(text.contains("T add(T a, T b)") && text.contains("typedef int Index"));
        assert!(!text.contains("struct f16") && !text.contains("typedef long long Index"));
        let text = assemble("f16 x;", true);
        assert!(text.contains("struct f16") && text.contains("typedef long long Index"));
        assert!(!assemble("double y = sin(x);", false).contains("complex<T> sin"));
        assert!(assemble("c64 y = sin(x);", false).contains("complex<T> sin"));
    }

    #[test]
    fn programs_of_users_get_sections_of_the_rows_alone() {
        let text = prelude("f16 sort = add(x, y), Index;");
        assert!(text.contains("struct f16") && text.contains("T add(T a, T b)") && !text.contains("Index"));
        assert_eq!(prelude("int x_ = 1;"), "");
    }

    #[test]
    fn every_section_is_needed_by_a_name_that_exists() {
        for section in SECTIONS.iter() {
            for needed in &section.needs {
                assert!(SECTIONS.iter().any(|other| other.name == *needed), "{} needs {needed}", section.name);
            }
            assert!(!section.has.is_empty(), "{} is never asked for", section.name);
        }
    }
}
