//! The sections of shared text: a kernel includes those whose identifiers it names, and the sections that these need.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// A section of shared text, as its opening line declares it.
struct Section {
    name: &'static str,
    needs: Vec<&'static str>,
    has: Vec<&'static str>,
    with: Vec<&'static str>,
    text: &'static str,
}

/// The types and functions that the texts of rows use. They come first, and use nothing of the other files.
const ROW_FILES: [&str; 2] = [include_str!("prelude.cu"), include_str!("special.cu")];

const KERNEL_FILES: [&str; 23] = [
    include_str!("skeleton.cu"),
    include_str!("small.cu"),
    include_str!("../kernels/random.cu"),
    include_str!("../kernels/scan.cu"),
    include_str!("../kernels/permutation.cu"),
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
    include_str!("../kernels/scaling.cu"),
    include_str!("../kernels/axis_windows.cu"),
    include_str!("../kernels/windows.cu"),
    include_str!("../kernels/interpolate.cu"),
    include_str!("../kernels/components.cu"),
    include_str!("../kernels/envelope.cu"),
];

/// All sections in the order in which they are written, with an index by word and by name.
struct Sections {
    all: Vec<Section>,
    /// The number of those that the texts of rows use.
    of_rows: usize,
    /// The sections that each word of a kernel's text needs.
    by_word: HashMap<&'static str, Vec<usize>>,
    by_name: HashMap<&'static str, usize>,
}

static SECTIONS: LazyLock<Sections> = LazyLock::new(|| {
    let mut all: Vec<Section> = ROW_FILES.into_iter().flat_map(parse).collect();
    let of_rows = all.len();
    all.extend(KERNEL_FILES.into_iter().flat_map(parse));
    let mut by_word: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, section) in all.iter().enumerate() {
        for word in &section.has {
            by_word.entry(word).or_default().push(index);
        }
    }
    let by_name = all.iter().enumerate().map(|(index, section)| (section.name, index)).collect();
    Sections { all, of_rows, by_word, by_name }
});

/// The whole program of a kernel, which ends with `body`.
pub(super) fn assemble(body: &str, wide: bool) -> String {
    let mut named = identifiers(body);
    named.insert(if wide { "index64" } else { "index32" });
    let mut text = SECTIONS.chosen(&named, SECTIONS.all.len(), body.len());
    text.push_str(body);
    text
}

/// The part of the types and functions of rows that `body` needs, for a program that is not a kernel of ours.
pub fn prelude(body: &str) -> String {
    SECTIONS.chosen(&identifiers(body), SECTIONS.of_rows, 0)
}

fn identifiers(text: &str) -> HashSet<&str> {
    text.split(|c: char| c != '_' && !c.is_ascii_alphanumeric()).collect()
}

impl Sections {
    /// The texts of those of the first `count` sections that these words need, and their dependencies. `more` bytes
    /// will follow.
    fn chosen(&self, named: &HashSet<&str>, count: usize, more: usize) -> String {
        let mut chosen = vec![false; count];
        for index in named.iter().filter_map(|word| self.by_word.get(word)).flatten() {
            let with = &self.all[*index].with;
            if *index < count && (with.is_empty() || with.iter().any(|word| named.contains(word))) {
                self.choose(*index, &mut chosen);
            }
        }
        let mut text = String::with_capacity(more + 8192);
        for (section, _) in self.all.iter().zip(chosen).filter(|(_, chosen)| *chosen) {
            text.push_str(section.text.trim_end());
            text.push_str("\n\n");
        }
        text
    }

    fn choose(&self, index: usize, chosen: &mut [bool]) {
        if std::mem::replace(&mut chosen[index], true) {
            return;
        }
        for needed in &self.all[index].needs {
            match self.by_name.get(needed) {
                Some(index) => self.choose(*index, chosen),
                None => debug_assert!(false, "there is no section {needed}"),
            }
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
    fn a_special_function_comes_in_the_precision_of_the_kernel_and_alone() {
        let (double, single) = (prelude("double y = special_erf(x);"), prelude("float y = special_erf(x);"));
        assert!(double.contains("double special_erf(double x)") && !double.contains("float special_erf(float x)"));
        assert!(single.contains("float special_erf(float x)") && !single.contains("double special_erf(double x)"));
        assert!(!double.contains("special_gamma") && double.contains("special_exp("));
    }

    #[test]
    fn every_section_is_needed_by_a_name_that_exists() {
        for section in &SECTIONS.all {
            for needed in &section.needs {
                assert!(SECTIONS.by_name.contains_key(needed), "{} needs {needed}", section.name);
            }
            assert!(!section.has.is_empty(), "{} is never asked for", section.name);
        }
    }
}
