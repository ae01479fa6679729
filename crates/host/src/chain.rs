//! Which operations of a list run in one loop: long sums, and chains of operations on one running value.

use std::collections::{HashMap, HashSet};

use cuprust_ir::{Kernel, NodeId, NodeKind};
use cuprust_num::DType;

use crate::steps::{ChainLoop, MAX_OPERANDS, MAX_STEPS, Step, chain_loop, has_step};
use crate::sum::{MAX_TERMS, SumLoop, sum_loop};

/// Fewest operations for which choosing each step takes less time than what two loops load and store more.
const MIN_OPERATIONS: usize = 3;

/// Fewest terms of a sum that is cut off a longer chain: its loop is made for additions.
const MIN_TERMS: usize = 4;

/// Several operations in one loop.
pub struct Chain {
    /// The loop.
    pub run: Run,
    /// The operands in the order in which the loop takes them.
    pub operands: Vec<NodeId>,
    /// The operations before the last, whose results no other operation uses.
    pub inside: Vec<NodeId>,
}

/// The loop of a chain.
pub enum Run {
    /// Of additions.
    Sum(SumLoop),
    /// Of any operations.
    Steps(ChainLoop, Vec<Step>),
}

/// The chains of three and more operations among the nodes of a list, by their last operation. A value that is `used`
/// at the list's end, kept, or an operand of several operations is still computed by itself.
pub fn chains(
    kernel: &Kernel,
    order: &[NodeId],
    used: &[NodeId],
    is_kept: impl Fn(NodeId) -> bool,
) -> HashMap<NodeId, Chain> {
    let mut uses = vec![0u32; kernel.nodes.len()];
    kernel.nodes.iter().flat_map(|node| node.kind.operands()).for_each(|&of| uses[of as usize] += 1);
    used.iter().for_each(|&of| uses[of as usize] += 1);
    let within: HashSet<NodeId> = order.iter().copied().collect();
    let is_inside = |node: NodeId| within.contains(&node) && uses[node as usize] == 1 && !is_kept(node);
    let mut chains: HashMap<NodeId, Chain> = HashMap::new();
    let mut inside: HashSet<NodeId> = HashSet::new();
    for &last in order.iter().rev() {
        if inside.contains(&last) {
            continue;
        }
        let chain = sum(kernel, last, &is_inside).or_else(|| steps(kernel, last, &is_inside));
        if let Some(chain) = chain {
            inside.extend(&chain.inside);
            chains.insert(last, chain);
        }
    }
    chains
}

/// A sum of three and more terms that ends in this addition, if there are no products among its terms, which a chain
/// adds without storing them.
fn sum(kernel: &Kernel, last: NodeId, is_inside: &dyn Fn(NodeId) -> bool) -> Option<Chain> {
    let addition = |node: NodeId| match &kernel.nodes[node as usize].kind {
        NodeKind::Row { row, dtype, of, .. } => Some((sum_loop(*row, *dtype)?, of[0], of[1])),
        _ => None,
    };
    let dtype = |node: NodeId| kernel.nodes[node as usize].dtype;
    let (run, mut first, second) = addition(last)?;
    let (mut operands, mut inside) = (vec![second], Vec::new());
    while let Some((_, earlier, term)) =
        addition(first).filter(|_| is_inside(first) && dtype(first) == dtype(last) && operands.len() < MAX_TERMS - 1)
    {
        operands.push(term);
        inside.push(first);
        first = earlier;
    }
    operands.push(first);
    operands.reverse();
    let operation = |node: NodeId| Operation::of(kernel, node, dtype(last)).filter(|_| is_inside(node));
    let has_products = operands.iter().any(|&of| operation(of).is_some_and(|own| own.name == "multiply"));
    let is_long = operands.len() >= MIN_TERMS || operands.len() > 2 && operation(operands[0]).is_none();
    (is_long && !has_products).then_some(Chain { run: Run::Sum(run), operands, inside })
}

/// An operation that may be a step: its row's name, and its operands.
struct Operation<'a> {
    name: &'static str,
    of: &'a [NodeId],
}

impl<'a> Operation<'a> {
    /// The operation of a node whose operands and result have this dtype.
    fn of(kernel: &'a Kernel, node: NodeId, dtype: DType) -> Option<Operation<'a>> {
        let NodeKind::Row { row, dtype: of_dtype, of, output: 0 } = &kernel.nodes[node as usize].kind else {
            return None;
        };
        let operation = Operation { name: row.row().name, of: &of[..row.row().inputs.len()] };
        let same = *of_dtype == dtype && kernel.nodes[node as usize].dtype == dtype;
        (same && operation.steps().any(|step| step.is_some_and(|step| has_step(dtype, step)))).then_some(operation)
    }

    /// The step for each operand that may be the running value.
    fn steps(&self) -> impl Iterator<Item = Option<Step>> {
        let steps = match self.name {
            "add" => [Some(Step::Add), Some(Step::Add), None],
            "subtract" => [Some(Step::Subtract), Some(Step::SubtractFrom), None],
            "multiply" => [Some(Step::Multiply), Some(Step::Multiply), None],
            "divide" => [Some(Step::Divide), Some(Step::DivideInto), None],
            "maximum" => [Some(Step::Maximum), Some(Step::MaximumOf), None],
            "minimum" => [Some(Step::Minimum), Some(Step::MinimumOf), None],
            "bitwise_and" => [Some(Step::And), Some(Step::And), None],
            "bitwise_or" => [Some(Step::Or), Some(Step::Or), None],
            "bitwise_xor" => [Some(Step::Xor), Some(Step::Xor), None],
            "left_shift" => [Some(Step::ShiftLeft), None, None],
            "right_shift" => [Some(Step::ShiftRight), None, None],
            "where" => [None, Some(Step::WhereTrue), Some(Step::WhereFalse)],
            "negative" => [Some(Step::Negate), None, None],
            "square" => [Some(Step::Square), None, None],
            "sqrt" => [Some(Step::SquareRoot), None, None],
            _ => [None; 3],
        };
        steps.into_iter()
    }
}

/// The chain of three and more operations that ends in this operation.
fn steps(kernel: &Kernel, last: NodeId, is_inside: &dyn Fn(NodeId) -> bool) -> Option<Chain> {
    let dtype = kernel.nodes[last as usize].dtype;
    let run = chain_loop(dtype)?;
    let operation = |node: NodeId| Operation::of(kernel, node, dtype);
    let product = |node: NodeId| match operation(node).filter(|_| is_inside(node)) {
        Some(Operation { name: "multiply", of }) => Some([of[0], of[1]]),
        _ => None,
    };
    // From the last step to the first.
    let (mut steps, mut operands, mut inside) = (Vec::new(), Vec::<NodeId>::new(), Vec::new());
    let mut value = last;
    let start = loop {
        let Some(own) = operation(value).filter(|_| steps.len() < MAX_STEPS) else { break value };
        let possible: Vec<(usize, Step)> = own
            .steps()
            .enumerate()
            .filter_map(|(index, step)| Some((index, step.filter(|&step| has_step(dtype, step))?)))
            .collect();
        // The running value is the operand that goes on with the chain; a product is rather an operand of a sum.
        let goes_on = |index: usize| is_inside(own.of[index]) && operation(own.of[index]).is_some();
        let rank = |&&(index, step): &&(usize, Step)| {
            let is_product = step.of_product().is_some() && product(own.of[index]).is_some();
            (goes_on(index), !is_product, std::cmp::Reverse(index))
        };
        let &(index, step) = possible.iter().max_by_key(rank)?;
        let others: Vec<NodeId> = own.of.iter().enumerate().filter(|&(at, _)| at != index).map(|(_, &of)| of).collect();
        let factors = match others[..] {
            [other] => product(other).zip(step.of_product()).filter(|&(_, step)| has_step(dtype, step)),
            _ => None,
        };
        let needed = if factors.is_some() { 2 } else { others.len() };
        if operands.len() + needed + 1 > MAX_OPERANDS {
            break value;
        }
        if value != last {
            inside.push(value);
        }
        match factors {
            Some((factors, step)) => {
                inside.push(others[0]);
                steps.push(step);
                operands.extend(factors.iter().rev());
            }
            None => {
                steps.push(step);
                operands.extend(others.iter().rev());
            }
        }
        value = own.of[index];
        if !goes_on(index) {
            break value;
        }
    };
    operands.push(start);
    operands.reverse();
    steps.reverse();
    (inside.len() >= MIN_OPERATIONS - 1).then_some(Chain { run: Run::Steps(run, steps), operands, inside })
}
