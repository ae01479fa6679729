//! How a program becomes launches: the cache of plans, whose key is the program's words.

use std::collections::{HashMap, VecDeque};
use std::hash::BuildHasher;
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use cuprust_ir::{
    Capabilities, Cost, Executor, Extensions, Kernel, NodeKind, Plan, Prepared, Program, Result, Step, Storage, Switch,
    Write, disabled,
};
use foldhash::fast::RandomState;

use crate::runtime::state::plan_graphs::PlanGraphs;

/// The most plans of a generation. When the young one is full, the old one is dropped: so at least this many of the
/// last used plans are kept.
const MAX_PLANS_OF_GENERATION: usize = 2048;

/// The cached plans, by the words of their programs.
#[derive(Default)]
pub(in crate::runtime) struct Plans {
    /// The plans used since the last change of generations, and the generation before.
    young: Generation,
    old: Generation,
    hasher: RandomState,
}

#[derive(Default)]
struct Generation {
    by_hash: HashMap<u64, Vec<CacheEntry>>,
    count: usize,
}

impl Generation {
    #[inline]
    fn get(&self, hash: u64, key: &[u64]) -> Option<&Arc<ReadyPlan>> {
        let found = self.by_hash.get(&hash)?;
        found.iter().find(|(known, _)| **known == *key).map(|(_, plan)| plan)
    }

    fn take(&mut self, hash: u64, key: &[u64]) -> Option<CacheEntry> {
        let found = self.by_hash.get_mut(&hash)?;
        let position = found.iter().position(|(known, _)| **known == *key)?;
        self.count -= 1;
        Some(found.swap_remove(position))
    }

    fn put(&mut self, hash: u64, found: CacheEntry) {
        self.count += 1;
        self.by_hash.entry(hash).or_default().push(found);
    }
}

/// The words of a program and its plan.
type CacheEntry = (Box<[u64]>, Arc<ReadyPlan>);

/// A plan whose kernels are compiled.
pub(in crate::runtime) struct ReadyPlan {
    /// Bytes of each storage: the program's, then the plan's temporaries.
    pub(in crate::runtime) bytes: Vec<i64>,
    pub(in crate::runtime) steps: Box<[ReadyStep]>,
    /// An estimate of how long running it occupies the calling thread.
    pub(in crate::runtime) cost: Duration,
    /// The storages that may be host-mapped: single-element results, each written by one kernel and touched by no other
    /// step.
    pub(in crate::runtime) single: Box<[u32]>,
    /// The profiler's description of the steps, in order: made when it first records one.
    pub(in crate::runtime) facts: OnceLock<Box<[Option<StepFacts>]>>,
    pub(in crate::runtime) graphs: PlanGraphs,
}

/// The profiler's description of a step: its operations, and its cost.
pub(in crate::runtime) struct StepFacts {
    pub(in crate::runtime) name: u32,
    pub(in crate::runtime) cost: Cost,
    pub(in crate::runtime) routine: bool,
}

/// The plans of a device that have graphs, in the order in which these were made, with the bytes of each.
#[derive(Default)]
pub(in crate::runtime) struct GraphsOfDevice {
    pub(in crate::runtime) plans: VecDeque<(Weak<ReadyPlan>, i64)>,
    pub(in crate::runtime) bytes: i64,
}

pub(in crate::runtime) enum ReadyStep {
    Allocate(u32),
    Release(u32),
    Adopt {
        from: u32,
        to: u32,
    },
    Run {
        /// The step, or the error of preparing it.
        step: Result<Prepared>,
        /// The storages it reads or writes, and those it writes.
        touches: Box<[u32]>,
        writes: Box<[u32]>,
        /// For each write, the storages that it depends on; empty where no error is deferred.
        sources: Box<[Box<[u32]>]>,
        /// For each write, whether it depends on operands that may be invalid depending on data; `None` for a step that
        /// cannot fail so.
        may_fail: Option<Box<[bool]>>,
    },
}

impl Plans {
    /// How many plans are kept.
    #[cfg(test)]
    pub(in crate::runtime) fn count(&self) -> usize {
        self.young.count + self.old.count
    }

    /// The plan cached for these words.
    #[inline]
    pub(in crate::runtime) fn get(&mut self, key: &[u64]) -> Option<Arc<ReadyPlan>> {
        let hash = self.hasher.hash_one(key);
        match self.young.get(hash, key) {
            Some(plan) => Some(plan.clone()),
            None if self.old.count == 0 => None,
            None => self.get_old(hash, key),
        }
    }

    #[cold]
    fn get_old(&mut self, hash: u64, key: &[u64]) -> Option<Arc<ReadyPlan>> {
        let found = self.old.take(hash, key)?;
        let plan = found.1.clone();
        self.keep(hash, found);
        Some(plan)
    }

    fn keep(&mut self, hash: u64, found: CacheEntry) {
        if self.young.count >= MAX_PLANS_OF_GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.put(hash, found);
    }

    /// Keeps the plan of a program.
    pub(in crate::runtime) fn put(&mut self, key: &[u64], plan: Arc<ReadyPlan>) {
        if disabled(Switch::PlanCache) || !plan.is_whole() || self.get(key).is_some() {
            return;
        }
        let hash = self.hasher.hash_one(key);
        self.keep(hash, (key.into(), plan));
    }
}

/// Writes the key of a program: the facts about its storages, and its words.
pub(in crate::runtime) fn write_key(key: &mut Vec<u64>, storages: &[Storage], words: &[u64]) {
    key.clear();
    key.push(storages.len() as u64);
    key.extend(storages.iter().map(|storage| {
        (storage.bytes as u64) << 3 | storage.given as u64 | (storage.kept as u64) << 1 | (storage.exported as u64) << 2
    }));
    key.extend_from_slice(words);
}

/// Plans a program for a device of these capabilities. Equal programs give equal plans.
pub(in crate::runtime) fn plan_of(program: &Program, capabilities: &Capabilities) -> Result<Plan> {
    let options = cuprust_fuse::Options {
        fusion: !disabled(Switch::Fusion),
        copy_on_write: !disabled(Switch::CopyOnWrite),
        products: capabilities.fuses_products && !disabled(Switch::Products),
        parts: capabilities.selects_parts && !disabled(Switch::Parts),
        align_rows: capabilities.aligned_access && !disabled(Switch::AlignRows),
        unroll: !disabled(Switch::Unroll),
        long_kernels: capabilities.long_kernels,
        recompute: (!disabled(Switch::Recompute)).then_some(capabilities.operations_per_64_bytes),
    };
    cuprust_fuse::plan(program, options)
}

impl ReadyPlan {
    /// A plan whose steps are prepared, as far as possible.
    pub(in crate::runtime) fn new(plan: Plan, executor: &dyn Executor) -> ReadyPlan {
        let Extensions { deferred, mapped, .. } = executor.extensions();
        let work: Vec<&Step> =
            plan.steps.iter().filter(|step| matches!(step, Step::Kernel(_) | Step::Routine { .. })).collect();
        let mut prepared = prepare(&work, executor).into_iter();
        let steps: Box<[ReadyStep]> = plan
            .steps
            .iter()
            .map(|step| match step {
                Step::Allocate(storage) => ReadyStep::Allocate(storage.0),
                Step::Release(storage) => ReadyStep::Release(storage.0),
                Step::Adopt { from, to } => ReadyStep::Adopt { from: from.0, to: to.0 },
                work @ (Step::Kernel(_) | Step::Routine { .. }) => {
                    let (touches, writes) = storages_of(work);
                    let step = prepared.next().expect("an executor prepares every step it is given");
                    let sources = deferred.map_or_else(Box::default, |_| sources_of(work, &touches));
                    let may_fail = deferred.zip(step.as_ref().ok()).is_some_and(|(runs, step)| runs.may_fail(step));
                    let may_fail = may_fail.then(|| refusing(work));
                    ReadyStep::Run { step, touches, writes, sources, may_fail }
                }
            })
            .collect();
        let mut single = mapped.map_or_else(Vec::new, |_| single_results(&plan));
        // The host may read such a result before it reads the error that the same kernel found.
        for step in &steps {
            if let ReadyStep::Run { may_fail: Some(_), writes, .. } = step {
                single.retain(|storage| !writes.contains(storage));
            }
        }
        let cost = work.iter().map(|step| executor.estimate(step)).sum();
        ReadyPlan {
            bytes: plan.bytes,
            steps,
            single: single.into(),
            cost,
            facts: OnceLock::new(),
            graphs: PlanGraphs::default(),
        }
    }

    /// Whether every step can run. A plan with a failed step is not cached, because another attempt may succeed.
    pub(in crate::runtime) fn is_whole(&self) -> bool {
        !self.steps.iter().any(|step| matches!(step, ReadyStep::Run { step: Err(_), .. }))
    }
}

/// Prepares steps: all at once or, if that fails, one by one, so that a step that cannot run fails only what depends on
/// it.
fn prepare(steps: &[&Step], executor: &dyn Executor) -> Vec<Result<Prepared>> {
    match executor.prepare(steps) {
        Ok(prepared) => prepared.into_iter().map(Ok).collect(),
        Err(error) if steps.len() == 1 => vec![Err(error)],
        Err(_) => steps.iter().flat_map(|step| prepare(&[*step], executor)).collect(),
    }
}

fn storages_of(step: &Step) -> (Box<[u32]>, Box<[u32]>) {
    let reads: Vec<u32> = step.read().map(|view| view.storage.0).collect();
    let writes: Vec<u32> = step.written().map(|view| view.storage.0).collect();
    (reads.into_iter().chain(writes.iter().copied()).collect(), writes.into())
}

/// For each write of a step, the storages that it depends on: independent operations may share a kernel.
pub(in crate::runtime) fn sources_of(step: &Step, touches: &[u32]) -> Box<[Box<[u32]>]> {
    let Step::Kernel(kernel) = step else { return [touches.into()].into() };
    let sources = |write: &Write| {
        let mut sources = vec![write.view.storage.0];
        for kind in nodes_of(kernel, write) {
            match kind {
                NodeKind::Read(read) => sources.push(kernel.reads[usize::from(*read)].storage.0),
                NodeKind::Gather { table, .. } => sources.push(kernel.tables[usize::from(*table)].storage.0),
                _ => {}
            }
        }
        sources.into()
    };
    kernel.writes.iter().map(sources).collect()
}

/// For each write of a step, whether it depends on operands that the step may refuse.
fn refusing(step: &Step) -> Box<[bool]> {
    match step {
        Step::Kernel(kernel) => {
            let refuses = |write: &Write| nodes_of(kernel, write).any(NodeKind::may_fail);
            kernel.writes.iter().map(refuses).collect()
        }
        Step::Routine { .. } => step.written().map(|_| true).collect(),
        Step::Allocate(_) | Step::Release(_) | Step::Adopt { .. } => Box::default(),
    }
}

/// The nodes that a write depends on.
fn nodes_of<'a>(kernel: &'a Kernel, write: &Write) -> impl Iterator<Item = &'a NodeKind> {
    let (mut seen, mut open) = (vec![false; kernel.nodes.len()], vec![write.node]);
    std::iter::from_fn(move || {
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut seen[usize::from(node)], true) {
                let kind = &kernel.nodes[usize::from(node)].kind;
                open.extend_from_slice(kind.operands());
                return Some(kind);
            }
        }
        None
    })
}

/// The single-element results that one kernel writes without reading them, or the counts that a routine writes, if no
/// other step names them.
fn single_results(plan: &Plan) -> Vec<u32> {
    let is_small = |storage: &u32| plan.bytes[*storage as usize] <= 16;
    let mut named: HashMap<u32, usize> = HashMap::new();
    let mut single = Vec::new();
    for step in &plan.steps {
        let touched = match step {
            Step::Allocate(_) => continue,
            Step::Release(storage) => [storage.0].into(),
            Step::Adopt { from, to } => [from.0, to.0].into(),
            Step::Kernel(_) | Step::Routine { .. } => storages_of(step).0,
        };
        touched.iter().filter(|storage| is_small(storage)).for_each(|&storage| *named.entry(storage).or_default() += 1);
        if let Step::Kernel(kernel) = step {
            let whole = |write: &&Write| write.view.dtype.size() as i64 == plan.bytes[write.view.storage.0 as usize];
            single.extend(kernel.writes.iter().filter(whole).map(|write| write.view.storage.0));
        }
        // The host waits for the count of a routine that selects elements.
        if let Step::Routine { routine, outputs, .. } = step
            && routine.signature().counted
        {
            single.extend(outputs.last().map(|count| count.storage.0));
        }
    }
    single.retain(|storage| is_small(storage) && named.get(storage) == Some(&1));
    single
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plans_used_last_are_kept() {
        let plan = || {
            let (cost, facts, graphs) = (Duration::ZERO, OnceLock::new(), PlanGraphs::default());
            Arc::new(ReadyPlan { bytes: vec![], steps: [].into(), cost, single: [].into(), facts, graphs })
        };
        let mut plans = Plans::default();
        for number in 0..3 * MAX_PLANS_OF_GENERATION as u64 {
            plans.put(&[number], plan());
            assert!(plans.get(&[0]).is_some(), "one that is used again and again is kept");
        }
        let held = (0..3 * MAX_PLANS_OF_GENERATION as u64).filter(|number| {
            plans.young.get(plans.hasher.hash_one(&[*number][..]), &[*number]).is_some()
                || plans.old.get(plans.hasher.hash_one(&[*number][..]), &[*number]).is_some()
        });
        assert_eq!(held.count(), plans.count());
        assert!((MAX_PLANS_OF_GENERATION..=2 * MAX_PLANS_OF_GENERATION).contains(&plans.count()));
        assert!(plans.get(&[3 * MAX_PLANS_OF_GENERATION as u64 - 1]).is_some() && plans.get(&[1]).is_none());
    }
}
