//! Which functions NVRTC inlines: its time grows with the code after inlining, so a long function with several uses in
//! a kernel is called.

use std::collections::{BTreeMap, BTreeSet};

use super::cuda_name;
use super::translate::Translated;

/// Most characters of a function that is inlined in several places, including those of functions inlined into it.
///
/// Measured with NVRTC 13.5, compared with 300 and counting only the function's own characters: the code of betainc
/// shrinks from 67 to 52 KB, that of ellipj from 36 to 29, and a warp executes up to 5 in 100 fewer instructions; from
/// 1200 on betainc has 63 KB again.
const MAX_INLINED: usize = 700;

/// Writes `inline` or `__noinline__` before each function that may be called. The functions of rows are called if they
/// are long: a thread may do it for several elements.
pub fn decide(roots: &[&str], translated: &mut BTreeMap<String, Translated>) {
    let calls: BTreeMap<String, Vec<(String, usize)>> = translated
        .iter()
        .map(|(name, made)| {
            let count = |needed: &String| (needed.clone(), times_named(&made.text, &cuda_name(needed)));
            (name.clone(), made.needs.iter().map(count).collect())
        })
        .collect();
    let mut use_counts: BTreeMap<String, usize> = roots.iter().map(|root| ((*root).to_owned(), 2)).collect();
    for root in roots {
        let mut reached = BTreeSet::new();
        reach(root, &calls, &mut reached);
        let mut in_root: BTreeMap<&str, usize> = BTreeMap::new();
        for (callee, count) in reached.iter().filter_map(|caller| calls.get(*caller)).flatten() {
            *in_root.entry(callee).or_default() += count;
        }
        for (callee, count) in in_root {
            let most = use_counts.entry(callee.to_owned()).or_default();
            *most = count.max(*most);
        }
    }
    let mut lengths = BTreeMap::new();
    let names: Vec<String> = translated.keys().cloned().collect();
    for name in &names {
        length(name, &calls, &use_counts, translated, &mut lengths);
    }
    for (name, made) in translated.iter_mut().filter(|(_, made)| made.callable) {
        let called = lengths.get(name) == Some(&0);
        made.text.insert_str(0, if called { "__noinline__ " } else { "inline " });
    }
}

/// The items that one needs, including itself.
fn reach<'a>(name: &'a str, calls: &'a BTreeMap<String, Vec<(String, usize)>>, reached: &mut BTreeSet<&'a str>) {
    if reached.insert(name) {
        for (callee, _) in calls.get(name).into_iter().flatten() {
            reach(callee, calls, reached);
        }
    }
}

/// The number of characters that a call of the item adds to its caller: zero if it stays a call.
fn length(
    name: &str,
    calls: &BTreeMap<String, Vec<(String, usize)>>,
    use_counts: &BTreeMap<String, usize>,
    translated: &BTreeMap<String, Translated>,
    lengths: &mut BTreeMap<String, usize>,
) -> usize {
    if let Some(known) = lengths.get(name) {
        return *known;
    }
    let Some(made) = translated.get(name) else { return 0 };
    let inner = calls.get(name).into_iter().flatten();
    let whole = inner.fold(made.text.len(), |sum, (callee, count)| {
        // A constant is written once.
        let function = translated.get(callee).is_some_and(|made| !made.text.starts_with("constexpr"));
        sum + if function { count * length(callee, calls, use_counts, translated, lengths) } else { 0 }
    });
    let several = use_counts.get(name).is_some_and(|use_counts| *use_counts > 1);
    let adds = if made.callable && several && whole > MAX_INLINED { 0 } else { whole };
    lengths.insert(name.to_owned(), adds);
    adds
}

/// The number of times that the text names a function; a closure may be called in several places.
fn times_named(text: &str, name: &str) -> usize {
    let closures = text.split("[&](").skip(1).map(|rest| rest.split("; }").next().unwrap_or(rest));
    words_of(text, name) + closures.map(|closure| words_of(closure, name)).sum::<usize>()
}

fn words_of(text: &str, name: &str) -> usize {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| *word == name).count()
}
