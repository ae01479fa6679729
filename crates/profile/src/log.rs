//! Log lines on standard error while a program runs, if the variable `CUPRUST_LOG` requests them.

use std::io::Write;
use std::sync::OnceLock;

use crate::printable;

/// The topic of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Kernels that are compiled or read from disk.
    Kernels,
    /// Recorded operations that are run, and why.
    Flushes,
    /// Libraries that are loaded.
    Libraries,
}

const VARIABLE: &str = "CUPRUST_LOG";

const TOPICS: &[(&str, Topic)] =
    &[("kernels", Topic::Kernels), ("flushes", Topic::Flushes), ("libraries", Topic::Libraries)];

/// Whether lines about a topic are requested: `CUPRUST_LOG` is read once.
#[inline]
pub fn is_logged(topic: Topic) -> bool {
    static WANTED: OnceLock<Vec<Topic>> = OnceLock::new();
    let wanted = WANTED.get_or_init(|| {
        let words = std::env::var(VARIABLE).unwrap_or_default();
        let (wanted, unknown) = topics(&words);
        for word in unknown {
            write_line(&format!("{VARIABLE}: `{word}` is none of kernels, flushes, libraries, 1"));
        }
        wanted
    });
    !wanted.is_empty() && wanted.contains(&topic)
}

/// Writes a line about a topic, if it is requested.
#[inline]
pub fn log(topic: Topic, line: impl FnOnce() -> String) {
    if is_logged(topic) {
        let (name, _) = TOPICS.iter().find(|(_, known)| *known == topic).expect("every topic has a line in the list");
        write_line(&format!("{name}: {}", line()));
    }
}

/// The topics that words name, and the words that name none. `1` names all.
fn topics(words: &str) -> (Vec<Topic>, Vec<&str>) {
    let (mut wanted, mut unknown) = (Vec::new(), Vec::new());
    for word in words.split(',').map(str::trim).filter(|word| !word.is_empty() && *word != "0") {
        match TOPICS.iter().find(|(known, _)| *known == word) {
            Some((_, topic)) => wanted.push(*topic),
            None if word == "1" => wanted.extend(TOPICS.iter().map(|(_, topic)| *topic)),
            None => unknown.push(word),
        }
    }
    (wanted, unknown)
}

fn write_line(line: &str) {
    // A program whose standard error is closed continues.
    let _ = writeln!(std::io::stderr().lock(), "cuprust: {}", printable(line));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_topics() {
        assert_eq!(topics(""), (vec![], vec![]));
        assert_eq!(topics("0"), (vec![], vec![]));
        assert_eq!(topics("flushes, kernels"), (vec![Topic::Flushes, Topic::Kernels], vec![]));
        assert_eq!(topics("1"), (vec![Topic::Kernels, Topic::Flushes, Topic::Libraries], vec![]));
        assert_eq!(topics("libraries,magic"), (vec![Topic::Libraries], vec!["magic"]));
    }
}
