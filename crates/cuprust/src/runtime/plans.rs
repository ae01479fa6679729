//! How a flushed program becomes launches: plans found by the program's words, made where there is none, and run.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Arc;

use super::doubts::Doubts;
use cuprust_ir::{
    Error, Executor, Make, Memory, Plan, Prepared, Program, Result, Step, Storage, StreamId, Switch, Write, disabled,
};
use cuprust_num::Scalar;
use foldhash::fast::RandomState;

/// When this many plans are held, all are forgotten: a program that makes more of them does not repeat itself.
const MOST_PLANS: usize = 4096;

/// The plans made so far, by the words of their programs.
#[derive(Default)]
pub(super) struct Plans {
    by_hash: HashMap<u64, Vec<Found>>,
    count: usize,
    hasher: RandomState,
    /// The key that is being looked up, kept for its allocation.
    key: Vec<u64>,
}

/// The words of a program and its plan.
type Found = (Box<[u64]>, Arc<ReadyPlan>);

/// A plan whose kernels are compiled.
pub(super) struct ReadyPlan {
    /// Bytes of each storage: the program's, then the plan's temporaries.
    bytes: Vec<i64>,
    steps: Vec<ReadyStep>,
    /// The storages that memory which the host sees at once would do for: results of one element, each written by one kernel
    /// and touched by no other step.
    single: Box<[u32]>,
}

enum ReadyStep {
    Allocate(u32),
    Release(u32),
    Adopt {
        from: u32,
        to: u32,
    },
    Run {
        /// The step, or why it cannot be made ready.
        step: Result<Prepared>,
        /// The storages it reads or writes, and those it writes.
        touches: Box<[u32]>,
        writes: Box<[u32]>,
        /// Of each of the writes, the storages that what is written depends on.
        sources: Box<[Box<[u32]>]>,
        /// Whether only the data decides that it goes well.
        doubtful: bool,
    },
}

/// What went wrong in running a plan, and which storages do not hold what they should for it.
pub(super) struct Failure {
    /// What is raised by the use of a storage that is lost.
    pub(super) error: Error,
    pub(super) lost: Vec<bool>,
    /// What is raised now; nothing where all that went wrong was raised before.
    pub(super) raise: Option<Error>,
}

impl Failure {
    /// What went wrong just now.
    pub(super) fn new(error: Error, lost: Vec<bool>) -> Failure {
        Failure { raise: Some(error.clone()), error, lost }
    }

    /// Notes what a step cannot write as it should, and says whether anything is left for it to do. Where it is known on what
    /// each of its writes depends, the others are computed: operations that have nothing to do with what is lost may share
    /// the kernel, which then takes some numbers that nobody wants.
    fn leaves(&mut self, memories: &[Memory], touches: &[u32], writes: &[u32], sources: &[Box<[u32]>]) -> bool {
        let is_lost = |storages: &[u32]| storages.iter().any(|&storage| self.lost[storage as usize]);
        if !is_lost(touches) {
            return true;
        }
        let there = touches.iter().all(|&storage| memories[storage as usize] != Memory::default());
        let spoiled: Vec<bool> = (0..writes.len())
            .map(|place| !there || sources.get(place).is_none_or(|sources| is_lost(sources)))
            .collect();
        writes.iter().zip(&spoiled).for_each(|(&storage, spoiled)| self.lost[storage as usize] |= spoiled);
        spoiled.contains(&false)
    }
}

/// What is noted beside the results while a plan runs.
pub(super) struct Notes<'a> {
    /// The doubts that each storage of the program is in.
    pub(super) doubts: &'a mut Doubts,
    /// Where a result is about to be read: the storages of one element that got memory which the host sees at once.
    pub(super) shown: Option<&'a mut Vec<u32>>,
    /// What went wrong before, where storages of the program were lost by it since they were named.
    pub(super) before: Option<Failure>,
}

impl Plans {
    /// How many plans are kept.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The plan of a program: the one made before for the same words, or a new one.
    pub(super) fn find(
        &mut self,
        storages: &[Storage],
        words: &[u64],
        executor: &dyn Executor,
        program: impl FnOnce() -> Program,
    ) -> Result<Arc<ReadyPlan>> {
        self.key.clear();
        self.key.push(storages.len() as u64);
        self.key.extend(storages.iter().map(|storage| {
            (storage.bytes as u64) << 3
                | storage.given as u64
                | (storage.kept as u64) << 1
                | (storage.exported as u64) << 2
        }));
        self.key.extend_from_slice(words);
        let hash = self.hasher.hash_one(&self.key[..]);
        let reuse = !disabled(Switch::PlanCache);
        if reuse
            && let Some((_, plan)) =
                self.by_hash.get(&hash).and_then(|found| found.iter().find(|(key, _)| **key == self.key[..]))
        {
            return Ok(plan.clone());
        }
        let options =
            cuprust_fuse::Options { fusion: !disabled(Switch::Fusion), copy_on_write: !disabled(Switch::CopyOnWrite) };
        let plan = Arc::new(ReadyPlan::new(cuprust_fuse::plan(&program(), options)?, executor));
        if reuse && plan.is_whole() {
            if self.count >= MOST_PLANS {
                self.by_hash.clear();
                self.count = 0;
            }
            self.count += 1;
            self.by_hash.entry(hash).or_default().push((self.key.as_slice().into(), plan.clone()));
        }
        Ok(plan)
    }
}

impl ReadyPlan {
    fn new(plan: Plan, executor: &dyn Executor) -> ReadyPlan {
        let work: Vec<&Step> =
            plan.steps.iter().filter(|step| matches!(step, Step::Kernel(_) | Step::Routine { .. })).collect();
        let mut prepared = prepare(&work, executor).into_iter();
        let steps = plan
            .steps
            .iter()
            .map(|step| match step {
                Step::Allocate(storage) => ReadyStep::Allocate(storage.0),
                Step::Release(storage) => ReadyStep::Release(storage.0),
                Step::Adopt { from, to } => ReadyStep::Adopt { from: from.0, to: to.0 },
                work @ (Step::Kernel(_) | Step::Routine { .. }) => {
                    let (touches, writes) = storages_of(work);
                    let step = prepared.next().expect("an executor prepares every step it is given");
                    let sources = if executor.is_host() { Box::default() } else { sources_of(work, &touches) };
                    let doubtful = step.as_ref().is_ok_and(|step| executor.is_doubtful(step));
                    ReadyStep::Run { step, touches, writes, sources, doubtful }
                }
            })
            .collect();
        let single = if executor.is_host() { Box::default() } else { single_results(&plan) };
        ReadyPlan { bytes: plan.bytes, steps, single }
    }

    /// Whether every step can run. Otherwise another attempt may be luckier, and this plan is not to be kept.
    fn is_whole(&self) -> bool {
        !self.steps.iter().any(|step| matches!(step, ReadyStep::Run { step: Err(_), .. }))
    }

    /// Runs the plan. `memories` holds the memory of each storage of the program (none is all zero), and afterwards too;
    /// `owned` says whether a storage's memory is the device's own, to be taken back.
    ///
    /// What fails is told with the storages that are lost by it; what does not depend on them is computed all the same.
    pub(super) fn run(
        &self,
        memories: &mut Vec<Memory>,
        scalars: &[Scalar],
        owned: &impl Fn(usize) -> bool,
        executor: &dyn Executor,
        stream: StreamId,
        notes: Notes,
    ) -> Option<Failure> {
        memories.resize(self.bytes.len(), Memory::default());
        let Notes { doubts, shown, before: mut failure } = notes;
        if let Some(failure) = &mut failure {
            failure.lost.resize(self.bytes.len(), false);
        }
        let mut shown = shown.filter(|_| !self.single.is_empty());
        for step in &self.steps {
            let done = match step {
                ReadyStep::Allocate(storage) => {
                    let place = *storage as usize;
                    let show = shown.as_deref_mut().filter(|_| self.single.contains(storage));
                    if let Some(shown) = show
                        && let Some(memory) = executor.allocate_visible(self.bytes[place] as u64)
                    {
                        memories[place] = memory;
                        shown.push(*storage);
                        continue;
                    }
                    match executor.allocate(self.bytes[place] as u64, stream) {
                        Ok(memory) => {
                            memories[place] = memory;
                            Ok(())
                        }
                        Err(error) => Err((error, std::slice::from_ref(storage))),
                    }
                }
                ReadyStep::Release(storage) => {
                    let memory = std::mem::take(&mut memories[*storage as usize]);
                    if memory != Memory::default() && owned(*storage as usize) {
                        executor.release(memory, stream);
                    }
                    Ok(())
                }
                ReadyStep::Adopt { from, to } => {
                    memories[*to as usize] = std::mem::take(&mut memories[*from as usize]);
                    doubts.hand_on(*from, *to);
                    if let Some(Failure { lost, .. }) = &mut failure {
                        lost[*to as usize] |= lost[*from as usize];
                    }
                    Ok(())
                }
                ReadyStep::Run { step, touches, writes, sources, doubtful } => {
                    if failure.as_mut().is_some_and(|failure| !failure.leaves(memories, touches, writes, sources)) {
                        Ok(())
                    } else {
                        let doubt = if *doubtful { doubts.begin(stream) } else { None };
                        let ran = match (step, doubt) {
                            (Err(error), _) => Err(error.clone()),
                            (Ok(step), Some(doubt)) => executor.run_in_doubt(step, memories, scalars, stream, doubt),
                            (Ok(step), None) => executor.run(step, memories, scalars, stream),
                        };
                        doubts.spread(writes, sources, doubt);
                        ran.map_err(|error| (error, &writes[..]))
                    }
                }
            };
            if let Err((error, lost)) = done {
                let failure = failure.get_or_insert_with(|| Failure::new(error.clone(), vec![false; self.bytes.len()]));
                failure.raise.get_or_insert(error);
                lost.iter().for_each(|&storage| failure.lost[storage as usize] = true);
            }
        }
        failure
    }
}

/// Makes steps ready: all at once, or where that fails one by one, so that a step that cannot run costs what depends on it alone.
fn prepare(steps: &[&Step], executor: &dyn Executor) -> Vec<Result<Prepared>> {
    match executor.prepare(steps) {
        Ok(prepared) => prepared.into_iter().map(Ok).collect(),
        Err(error) if steps.len() == 1 => vec![Err(error)],
        Err(_) => steps.iter().flat_map(|step| prepare(&[*step], executor)).collect(),
    }
}

fn storages_of(step: &Step) -> (Box<[u32]>, Box<[u32]>) {
    let (reads, writes): (Vec<u32>, Vec<u32>) = match step {
        Step::Kernel(kernel) => {
            let writes = kernel.writes.iter().map(|write| write.view.storage.0);
            (kernel.reads.iter().map(|read| read.storage.0).collect(), writes.collect())
        }
        Step::Routine { outputs, inputs, .. } => {
            let reads = inputs.iter().filter_map(|input| input.view()).map(|view| view.storage.0);
            (reads.collect(), outputs.iter().map(|output| output.storage.0).collect())
        }
        Step::Allocate(_) | Step::Release(_) | Step::Adopt { .. } => (vec![], vec![]),
    };
    (reads.into_iter().chain(writes.iter().copied()).collect(), writes.into())
}

/// Of each write of a step, the storages that what it writes depends on: operations that have nothing to do with one another
/// may share a kernel.
fn sources_of(step: &Step, touches: &[u32]) -> Box<[Box<[u32]>]> {
    let Step::Kernel(kernel) = step else { return [touches.into()].into() };
    let sources = |write: &Write| {
        let (mut seen, mut open) = (vec![false; kernel.nodes.len()], vec![write.node]);
        let mut sources = vec![write.view.storage.0];
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut seen[usize::from(node)], true) {
                let make = &kernel.nodes[usize::from(node)].make;
                open.extend_from_slice(make.operands());
                if let Make::Read(read) = make {
                    sources.push(kernel.reads[usize::from(*read)].storage.0);
                }
            }
        }
        sources.into()
    };
    kernel.writes.iter().map(sources).collect()
}

/// The results of one element that one kernel writes without reading them, and that no other step names.
fn single_results(plan: &Plan) -> Box<[u32]> {
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
    }
    single.retain(|storage| is_small(storage) && named.get(storage) == Some(&1));
    single.into()
}
