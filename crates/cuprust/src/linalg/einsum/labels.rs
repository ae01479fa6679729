//! The labels of axes in `einsum`'s syntax: `"ij,jk->ik"`.

use std::collections::HashMap;

use cuprust_ir::{Error, Result};

/// The label of an axis: the number of a letter or, for an axis covered by an ellipsis, its negative index from the
/// last such axis.
pub(super) type Label = i32;

/// The labels of the axes of each operand, and of the result.
#[derive(Debug)]
pub(super) struct Labels {
    pub(super) inputs: Vec<Vec<Label>>,
    pub(super) output: Vec<Label>,
}

/// The extent of each label.
pub(super) type Extents = HashMap<Label, i64>;

impl Labels {
    /// The labels in a text for operands of these ranks.
    ///
    /// # Errors
    /// A value error for a text that is malformed or does not match the operands.
    pub(super) fn parse(text: &str, ranks: &[usize]) -> Result<Labels> {
        let text: String = text.chars().filter(|letter| *letter != ' ').collect();
        if let Some(wrong) = text.chars().find(|letter| !letter.is_ascii_alphabetic() && !".,->".contains(*letter)) {
            return Err(Error::value(format!(
                "invalid subscript '{wrong}' in einstein sum subscripts string, subscripts must be letters"
            )));
        }
        let (inputs, output) = match text.split_once("->") {
            Some((inputs, output)) => (inputs, Some(output)),
            None => (&text[..], None),
        };
        if inputs.contains(['-', '>']) || output.is_some_and(|output| output.contains(['-', '>', ','])) {
            return Err(Error::value("einstein sum subscripts can only contain one '->', and no ',' after it"));
        }
        let terms: Vec<&str> = inputs.split(',').collect();
        if terms.len() != ranks.len() {
            let which = if terms.len() < ranks.len() { "more" } else { "fewer" };
            return Err(Error::value(format!(
                "{which} operands provided to einstein sum function than specified in the subscripts string"
            )));
        }
        let inputs =
            terms.iter().zip(ranks).enumerate().map(|(position, (term, &rank))| labels_of(term, position, rank));
        let inputs = inputs.collect::<Result<Vec<_>>>()?;
        let spread = -inputs.iter().flatten().copied().min().unwrap_or(0).min(0);
        let output = match output {
            Some(output) => explicit(output, spread, &inputs)?,
            None => implicit(spread, &inputs),
        };
        Ok(Labels { inputs, output })
    }
}

/// The letters before an ellipsis and after it; all of them before it if there is none.
///
/// # Errors
/// A value error for dots that are not an ellipsis, or for a second ellipsis.
fn parts(term: &str) -> Result<(&str, Option<&str>)> {
    let parts = match term.split_once("...") {
        Some((before, behind)) => (before, Some(behind)),
        None => (term, None),
    };
    if parts.0.contains('.') || parts.1.is_some_and(|behind| behind.contains('.')) {
        return Err(Error::value(
            "einstein sum subscripts string contains a '.' that is not part of an ellipsis ('...')",
        ));
    }
    Ok(parts)
}

fn letters(text: &str) -> impl Iterator<Item = Label> + '_ {
    text.bytes().map(Label::from)
}

fn labels_of(term: &str, position: usize, rank: usize) -> Result<Vec<Label>> {
    let (before, behind) = parts(term)?;
    let named = before.len() + behind.map_or(0, str::len);
    if named > rank {
        return Err(Error::value(format!(
            "einstein sum subscripts string contains too many subscripts for operand {position}"
        )));
    }
    if behind.is_none() && named < rank {
        return Err(Error::value(
            "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to broadcast the extra \
             dimensions.",
        ));
    }
    let spread = (1..=(rank - named) as Label).rev().map(|from_last| -from_last);
    Ok(letters(before).chain(spread).chain(letters(behind.unwrap_or(""))).collect())
}

fn explicit(wanted: &str, spread: Label, inputs: &[Vec<Label>]) -> Result<Vec<Label>> {
    let (before, behind) = parts(wanted)?;
    if behind.is_none() && spread > 0 {
        return Err(Error::value(
            "output subscripts must contain an ellipsis '...' where the operands' have one that stands for axes",
        ));
    }
    let axes = (1..=spread).rev().map(|from_last| -from_last);
    let output: Vec<Label> = letters(before).chain(axes).chain(letters(behind.unwrap_or(""))).collect();
    for (position, &label) in output.iter().enumerate() {
        let shown = char::from(label.clamp(0, 127) as u8);
        if output[..position].contains(&label) {
            return Err(Error::value(format!(
                "einstein sum subscripts string includes output subscript '{shown}' multiple times"
            )));
        }
        if label > 0 && !inputs.iter().flatten().any(|own| *own == label) {
            return Err(Error::value(format!(
                "einstein sum subscripts string included output subscript '{shown}' which never appeared in an input"
            )));
        }
    }
    Ok(output)
}

/// The axes of ellipses, and the letters that occur once, in alphabetic order.
fn implicit(spread: Label, inputs: &[Vec<Label>]) -> Vec<Label> {
    let mut all: Vec<Label> = inputs.iter().flatten().copied().filter(|label| *label > 0).collect();
    all.sort_unstable();
    let once = all.chunk_by(|a, b| a == b).filter(|same| same.len() == 1).map(|same| same[0]);
    (1..=spread).rev().map(|from_last| -from_last).chain(once).collect()
}

/// The extent of each label: axes of extent one are broadcast.
///
/// # Errors
/// A value error for other extents that differ.
pub(super) fn extents(inputs: &[Vec<Label>], shapes: &[&[i64]]) -> Result<Extents> {
    let mut extents = Extents::new();
    for (label, &extent) in inputs.iter().zip(shapes).flat_map(|(labels, shape)| labels.iter().zip(*shape)) {
        let own = extents.entry(*label).or_insert(extent);
        if *own == 1 {
            *own = extent;
        }
        if extent != *own && extent != 1 {
            return Err(Error::value(format!(
                "operands could not be broadcast together: the extents {own} and {extent} have one subscript"
            )));
        }
    }
    Ok(extents)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_apart() {
        let labels = Labels::parse("b...a, ...a", &[4, 2]).unwrap();
        let (a, b) = (Label::from(b'a'), Label::from(b'b'));
        assert_eq!(labels.inputs, [vec![b, -2, -1, a], vec![-1, a]]);
        assert_eq!(labels.output, [-2, -1, b]);
        assert_eq!(Labels::parse("ab->ba", &[2]).unwrap().output, [b, a]);
        for (wrong, ranks) in [
            ("ab", &[1][..]),
            ("a", &[2]),
            ("a,b", &[1]),
            ("a->b", &[1]),
            ("a->aa", &[1]),
            ("a.b", &[2]),
            ("...a...", &[2]),
            ("...a->a", &[2]),
            ("a->b->c", &[1]),
            ("a1", &[2]),
        ] {
            assert!(Labels::parse(wrong, ranks).is_err(), "{wrong}");
        }
    }

    #[test]
    fn extents_of_one_are_broadcast() {
        let inputs = [vec![1, 2], vec![2, 3]];
        assert_eq!(extents(&inputs, &[&[4, 1], &[5, 6]]).unwrap()[&2], 5);
        assert!(extents(&inputs, &[&[4, 2], &[5, 6]]).is_err());
    }
}
