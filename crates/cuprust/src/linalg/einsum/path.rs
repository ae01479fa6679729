//! The order in which `einsum` contracts its operands, two at a time.

use cuprust_ir::{Error, Result};

use super::labels::{Extents, Label};

/// The order in which operands are contracted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Path {
    /// At each step the pair for which the size of the result minus the sizes of the factors is least.
    #[default]
    Greedy,
    /// The order with the fewest multiplications, by exhaustive search; the greedy one for many operands.
    Optimal,
    /// At each step the operands at these positions among the remaining ones; their result is appended.
    Explicit(Vec<Vec<usize>>),
}

/// The most operands for which every order is compared.
const MAX_OPTIMAL_OPERANDS: usize = 7;

impl Path {
    /// The order by its name in NumPy.
    ///
    /// # Errors
    /// A value error for another name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(linalg::Path::from_name("optimal")?, linalg::Path::Optimal);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_name(name: &str) -> Result<Path> {
        match name {
            "greedy" => Ok(Path::Greedy),
            "optimal" => Ok(Path::Optimal),
            _ => Err(Error::value(format!("Path name {name} not found"))),
        }
    }

    /// The positions of each step's operands among the remaining ones, ascending: operands that are consumed are
    /// removed, and the result is appended.
    ///
    /// # Errors
    /// A value error for an explicit order that names an operand that does not exist, or none.
    pub(super) fn steps(&self, inputs: &[Vec<Label>], output: &[Label], extents: &Extents) -> Result<Vec<Vec<usize>>> {
        let sets: Vec<Vec<Label>> = inputs.iter().map(|labels| set(labels.iter().copied())).collect();
        match self {
            Path::Explicit(steps) => checked(steps, inputs.len()),
            Path::Optimal if inputs.len() <= MAX_OPTIMAL_OPERANDS => {
                let mut best = Best { cost: f64::INFINITY, steps: Vec::new() };
                search(sets, output, extents, (0.0, &mut Vec::new()), &mut best);
                Ok(best.steps)
            }
            _ => Ok(greedy(sets, output, extents)),
        }
    }
}

/// Distinct labels, in order.
fn set(labels: impl Iterator<Item = Label>) -> Vec<Label> {
    let mut labels: Vec<Label> = labels.collect();
    labels.sort_unstable();
    labels.dedup();
    labels
}

fn size(labels: &[Label], extents: &Extents) -> f64 {
    labels.iter().map(|label| extents.get(label).copied().unwrap_or(1) as f64).product()
}

fn checked(steps: &[Vec<usize>], count: usize) -> Result<Vec<Vec<usize>>> {
    let mut left = count;
    let mut ordered = Vec::new();
    for step in steps {
        let mut step = step.clone();
        step.sort_unstable();
        if step.is_empty()
            || step.last().is_some_and(|last| *last >= left)
            || step.windows(2).any(|two| two[0] == two[1])
        {
            return Err(Error::value(format!("Invalid einsum_path is specified: {step:?} of {left} operands")));
        }
        left = left + 1 - step.len();
        ordered.push(step);
    }
    match left {
        1 => Ok(ordered),
        _ => Err(Error::runtime(format!(
            "Invalid einsum_path is specified: {} more operands has to be contracted.",
            left - 1
        ))),
    }
}

/// The labels of the product of two operands, and those that take part in it.
fn pair(sets: &[Vec<Label>], (a, b): (usize, usize), output: &[Label]) -> (Vec<Label>, Vec<Label>) {
    let all = set(sets[a].iter().chain(&sets[b]).copied());
    let others = || sets.iter().enumerate().filter(|(position, _)| *position != a && *position != b);
    let is_kept = |label: &Label| output.contains(label) || others().any(|(_, labels)| labels.contains(label));
    (all.iter().copied().filter(|label| is_kept(label)).collect(), all)
}

fn joined(sets: &[Vec<Label>], (a, b): (usize, usize), result: Vec<Label>) -> Vec<Vec<Label>> {
    let rest = sets.iter().enumerate().filter(|(position, _)| *position != a && *position != b);
    rest.map(|(_, labels)| labels.clone()).chain([result]).collect()
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
}

fn greedy(mut sets: Vec<Vec<Label>>, output: &[Label], extents: &Extents) -> Vec<Vec<usize>> {
    let mut steps = Vec::new();
    while sets.len() > 1 {
        let measured = pairs(sets.len()).map(|(a, b)| {
            let (result, all) = pair(&sets, (a, b), output);
            let shared = sets[a].iter().any(|label| sets[b].contains(label));
            let grown = size(&result, extents) - size(&sets[a], extents) - size(&sets[b], extents);
            ((!shared, grown, size(&all, extents)), (a, b), result)
        });
        let less = |x: &(bool, f64, f64), y: &(bool, f64, f64)| {
            x.0.cmp(&y.0).then(x.1.total_cmp(&y.1)).then(x.2.total_cmp(&y.2))
        };
        let Some((_, (a, b), result)) = measured.min_by(|x, y| less(&x.0, &y.0)) else { break };
        sets = joined(&sets, (a, b), result);
        steps.push(vec![a, b]);
    }
    if steps.is_empty() { vec![(0..sets.len()).collect()] } else { steps }
}

/// The cheapest order so far.
struct Best {
    cost: f64,
    steps: Vec<Vec<usize>>,
}

fn search(
    sets: Vec<Vec<Label>>,
    output: &[Label],
    extents: &Extents,
    (cost, steps): (f64, &mut Vec<Vec<usize>>),
    best: &mut Best,
) {
    if sets.len() == 1 {
        if cost < best.cost || best.steps.is_empty() {
            *best = Best { cost, steps: if steps.is_empty() { vec![vec![0]] } else { steps.clone() } };
        }
        return;
    }
    for (a, b) in pairs(sets.len()) {
        let (result, all) = pair(&sets, (a, b), output);
        let cost = cost + size(&all, extents);
        if cost < best.cost {
            steps.push(vec![a, b]);
            search(joined(&sets, (a, b), result), output, extents, (cost, steps), best);
            steps.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_products_is_contracted_from_its_short_end() {
        let inputs = [vec![1, 2], vec![2, 3], vec![3]];
        let extents: Extents = [(1, 100), (2, 100), (3, 100)].into_iter().collect();
        for path in [Path::Greedy, Path::Optimal] {
            assert_eq!(path.steps(&inputs, &[1], &extents).unwrap(), [vec![1, 2], vec![0, 1]], "{path:?}");
        }
        let explicit = |steps: &[&[usize]]| Path::Explicit(steps.iter().map(|step| step.to_vec()).collect());
        assert_eq!(explicit(&[&[1, 0], &[1, 0]]).steps(&inputs, &[1], &extents).unwrap(), [vec![0, 1], vec![0, 1]]);
        for wrong in [explicit(&[&[0, 3]]), explicit(&[&[0, 1]]), explicit(&[&[0, 0], &[0, 1]]), explicit(&[&[]])] {
            assert!(wrong.steps(&inputs, &[1], &extents).is_err(), "{wrong:?}");
        }
    }
}
