//! Reconvergence of diverged lanes: the nearest post-dominator of each branch.

use crate::program::{Function, NO_INSTRUCTION, Op};

/// Sets the reconvergence instruction of each branch of the function.
///
/// An edge that only leads out of the function is no path here: lanes that exit do not keep the others waiting, so `if
/// (done) return;` inside a loop does not change the loop's reconvergence point.
pub(crate) fn reconverge(function: &mut Function) {
    let code = &function.code;
    let n = code.len();
    if n == 0 {
        return;
    }
    // Basic blocks begin at the first instruction, at targets, and after every branch.
    let mut starts = vec![false; n + 1];
    starts[0] = true;
    for (at, instruction) in code.iter().enumerate() {
        match &instruction.op {
            Op::Branch { target, .. } => {
                starts[*target as usize] = true;
                starts[at + 1] = true;
            }
            Op::BranchIndex(b) => {
                b.targets.iter().for_each(|t| starts[*t as usize] = true);
                starts[at + 1] = true;
            }
            Op::Return | Op::Exit | Op::Trap => starts[at + 1] = true,
            _ => {}
        }
    }
    let firsts: Vec<usize> = (0..n).filter(|&i| starts[i]).collect();
    let blocks = firsts.len();
    let mut block_of = vec![0; n];
    for (b, &first) in firsts.iter().enumerate() {
        let end = firsts.get(b + 1).copied().unwrap_or(n);
        block_of[first..end].fill(b);
    }
    let last = |b: usize| firsts.get(b + 1).copied().unwrap_or(n) - 1;
    let exit = blocks;
    let leaves = |b: usize| {
        (firsts[b]..=last(b)).all(|i| matches!(code[i].op, Op::Return | Op::Exit | Op::Trap | Op::Store(_) | Op::Nop))
            && code[last(b)].guard == 0
            && matches!(code[last(b)].op, Op::Return | Op::Exit | Op::Trap)
    };
    let mut next: Vec<Vec<usize>> = Vec::with_capacity(blocks);
    for b in 0..blocks {
        let instruction = &code[last(b)];
        let after = if b + 1 < blocks { b + 1 } else { exit };
        let always = instruction.guard == 0;
        let mut to = match &instruction.op {
            Op::Branch { target, .. } => vec![block_of[*target as usize]],
            Op::BranchIndex(i) => i.targets.iter().map(|t| block_of[*t as usize]).collect(),
            Op::Return | Op::Exit | Op::Trap => vec![exit],
            _ => vec![after],
        };
        if !always && !to.contains(&after) {
            to.push(after);
        }
        if to.len() > 1 {
            let staying: Vec<usize> = to.iter().copied().filter(|&t| t != exit && !leaves(t)).collect();
            if !staying.is_empty() {
                to = staying;
            }
        }
        next.push(to);
    }
    let parent = post_dominators(&next, exit);
    for b in 0..blocks {
        let post_dominator = match parent[b] {
            Some(p) if p != exit => firsts[p] as u32,
            _ => NO_INSTRUCTION,
        };
        match &mut function.code[last(b)].op {
            Op::Branch { reconverge, .. } => *reconverge = post_dominator,
            Op::BranchIndex(i) => i.reconverge = post_dominator,
            _ => {}
        }
    }
}

/// The nearest post-dominator of each block (Cooper, Harvey and Kennedy, on the reversed graph); `None` where no path
/// leads to the exit.
fn post_dominators(next: &[Vec<usize>], exit: usize) -> Vec<Option<usize>> {
    let mut before = vec![Vec::new(); exit + 1];
    for (b, to) in next.iter().enumerate() {
        to.iter().for_each(|&t| before[t].push(b));
    }
    // Depth-first search from the exit along reversed edges; `order` is by finishing time.
    let mut rank = vec![usize::MAX; exit + 1];
    let mut seen = vec![false; exit + 1];
    let mut order = Vec::new();
    let mut stack = vec![(exit, 0)];
    seen[exit] = true;
    while let Some((b, k)) = stack.pop() {
        if let Some(&p) = before[b].get(k) {
            stack.push((b, k + 1));
            if !seen[p] {
                seen[p] = true;
                stack.push((p, 0));
            }
        } else {
            rank[b] = order.len();
            order.push(b);
        }
    }
    let mut parent: Vec<Option<usize>> = vec![None; exit + 1];
    parent[exit] = Some(exit);
    loop {
        let mut changed = false;
        for &b in order.iter().rev().filter(|&&b| b != exit) {
            let mut meet: Option<usize> = None;
            for &t in &next[b] {
                if parent[t].is_none() {
                    continue;
                }
                meet = Some(match meet {
                    None => t,
                    Some(mut m) => {
                        let mut o = t;
                        while m != o {
                            while rank[m] < rank[o] {
                                m = parent[m].unwrap_or(exit);
                            }
                            while rank[o] < rank[m] {
                                o = parent[o].unwrap_or(exit);
                            }
                        }
                        m
                    }
                });
            }
            if meet != parent[b] {
                parent[b] = meet;
                changed = true;
            }
        }
        if !changed {
            return parent;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::post_dominators;

    #[test]
    fn a_diamond_meets_at_its_foot() {
        let parents = post_dominators(&[vec![1, 2], vec![3], vec![3], vec![4]], 4);
        assert_eq!(parents[..4], [Some(3), Some(3), Some(3), Some(4)]);
    }

    #[test]
    fn a_loop_meets_behind_itself() {
        let parents = post_dominators(&[vec![1], vec![1, 2], vec![3]], 3);
        assert_eq!(parents[..3], [Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn an_endless_loop_meets_nowhere() {
        let parents = post_dominators(&[vec![1, 2], vec![1], vec![3]], 3);
        assert_eq!(parents[..3], [Some(2), None, Some(3)]);
    }
}
