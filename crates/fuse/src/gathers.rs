//! Merges gathers that may fail into one kernel, where every value that the kernel stores depends on all of them.
//!
//! A kernel that finds an index out of bounds does not report which of its gathers failed, so all that it stores is
//! invalid. Each such gather therefore has its own group until all of its readers are known. Where they serve one
//! purpose, as the four neighbours of an interpolated point, sharing a kernel invalidates nothing else.

use cuprust_ir::{NodeKind, Program};

use crate::Options;
use crate::group::Group;
use crate::space::Space;

pub(crate) fn unite(program: &Program, groups: &mut Vec<Group>, members: &mut Vec<Vec<usize>>, options: Options) {
    let mut at = groups.len();
    while at > 0 {
        at -= 1;
        while may_fail(&groups[at]) {
            let Some((from, space, both)) = united(program, groups, members, at, options) else { break };
            groups[at] = Group::Space(Box::new(space));
            members[at] = both;
            groups.remove(from);
            members.remove(from);
            at -= 1;
        }
    }
}

/// Whether a group has a gather that may fail, and nothing else that may.
fn may_fail(group: &Group) -> bool {
    let Group::Space(space) = group else { return false };
    let mut fails = space.nodes.iter().filter(|node| node.kind.may_fail()).peekable();
    !space.is_empty() && fails.peek().is_some() && fails.all(|node| matches!(node.kind, NodeKind::Gather { .. }))
}

/// The latest group before this one that makes some of its operands and may share its kernel: its index, and the merged
/// space and members.
fn united(
    program: &Program,
    groups: &[Group],
    members: &[Vec<usize>],
    at: usize,
    options: Options,
) -> Option<(usize, Space, Vec<usize>)> {
    let Group::Space(target) = &groups[at] else { return None };
    for from in (0..at).rev() {
        let makes = |group: &Group| {
            group.written().any(|written| groups[at].read().any(|read| read.storage == written.storage))
        };
        if may_fail(&groups[from])
            && makes(&groups[from])
            && !groups[from + 1..at].iter().any(|between| between.conflicts_with(&groups[from]))
        {
            let mut both: Vec<usize> = members[from].iter().chain(&members[at]).copied().collect();
            both.sort_unstable();
            let is_used_outside = |storage: usize| {
                let others = groups.iter().enumerate().filter(|(other, _)| *other != from && *other != at);
                program.storages[storage].outlives()
                    || others.into_iter().any(|(_, group)| group.read().any(|view| view.storage.0 as usize == storage))
            };
            if let Some(mut space) = Space::of_gathers(program, &both)
                && space.fits(target.loaded().count(), options, &|view| is_used_outside(view.storage.0 as usize))
                && depends_on_all(&space, is_used_outside)
            {
                return Some((from, space, both));
            }
        }
        // A group is not moved past one that it depends on.
        if groups[from].conflicts_with(&groups[at]) {
            return None;
        }
    }
    None
}

/// Whether every value that is read outside depends on every gather that may fail.
fn depends_on_all(space: &Space, is_used_outside: impl Fn(usize) -> bool) -> bool {
    let count = space.nodes.iter().filter(|node| node.kind.may_fail()).count();
    if count > 64 {
        return false;
    }
    let (mut depends, mut next) = (Vec::with_capacity(space.nodes.len()), 0);
    for node in space.nodes.iter() {
        let of = node.kind.operands().iter().fold(0u64, |all, &of| all | depends[usize::from(of)]);
        let own = if node.kind.may_fail() { 1 << next } else { 0 };
        next += u32::from(own != 0);
        depends.push(of | own);
    }
    let all = u64::MAX >> (64 - count.max(1));
    let mut is_used_outside = space.writes.iter().filter(|write| is_used_outside(write.view.storage.0 as usize));
    is_used_outside.all(|write| depends[usize::from(write.node)] == all)
}
