//! How a flushed program becomes launches: plans found by the program's words, made where there is none, and run.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Arc;

use cuprust_ir::{Executor, Memory, Plan, Prepared, Program, Result, Step, Storage, StreamId};
use cuprust_num::Scalar;
use foldhash::fast::RandomState;

use super::env::{Switch, disabled};

/// When this many plans are held, all are forgotten: a program that makes more of them does not repeat itself.
const MOST_PLANS: usize = 4096;

/// The plans made so far, by the words of their programs.
#[derive(Default)]
pub(super) struct Plans {
    by_hash: HashMap<u64, Vec<(Box<[u64]>, Arc<ReadyPlan>)>>,
    count: usize,
    hasher: RandomState,
    /// The key that is being looked up, kept for its allocation.
    key: Vec<u64>,
}

/// A plan whose kernels are compiled.
pub(super) struct ReadyPlan {
    /// Bytes of each storage: the program's, then the plan's temporaries.
    bytes: Vec<i64>,
    steps: Vec<ReadyStep>,
}

enum ReadyStep {
    Allocate(u32),
    Release(u32),
    Adopt { from: u32, to: u32 },
    Run(Prepared),
}

impl Plans {
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
        let plan = Arc::new(ReadyPlan::new(cuprust_fuse::plan(&program(), options)?, executor)?);
        if reuse {
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
    fn new(plan: Plan, executor: &dyn Executor) -> Result<ReadyPlan> {
        let work: Vec<&Step> =
            plan.steps.iter().filter(|step| matches!(step, Step::Kernel(_) | Step::Routine { .. })).collect();
        let mut prepared = executor.prepare(&work)?.into_iter();
        let steps = plan
            .steps
            .iter()
            .map(|step| match step {
                Step::Allocate(storage) => ReadyStep::Allocate(storage.0),
                Step::Release(storage) => ReadyStep::Release(storage.0),
                Step::Adopt { from, to } => ReadyStep::Adopt { from: from.0, to: to.0 },
                Step::Kernel(_) | Step::Routine { .. } => {
                    ReadyStep::Run(prepared.next().expect("an executor prepares every step it is given"))
                }
            })
            .collect();
        Ok(ReadyPlan { bytes: plan.bytes, steps })
    }

    /// Runs the plan. `memories` holds the memory of each storage of the program (none is all zero), and afterwards too;
    /// `owned` says whether a storage's memory is the device's own, to be taken back.
    ///
    /// # Errors
    /// What went wrong. The memory of everything that would have been written after that is taken back.
    pub(super) fn run(
        &self,
        memories: &mut Vec<Memory>,
        scalars: &[Scalar],
        owned: &impl Fn(usize) -> bool,
        executor: &dyn Executor,
        stream: StreamId,
    ) -> Result<()> {
        let given: Vec<bool> = memories.iter().map(|memory| *memory != Memory::default()).collect();
        memories.resize(self.bytes.len(), Memory::default());
        for step in &self.steps {
            let done = match step {
                ReadyStep::Allocate(storage) => {
                    let place = *storage as usize;
                    executor.allocate(self.bytes[place] as u64, stream).map(|memory| memories[place] = memory)
                }
                ReadyStep::Release(storage) => {
                    let memory = std::mem::take(&mut memories[*storage as usize]);
                    if owned(*storage as usize) {
                        executor.release(memory, stream);
                    }
                    Ok(())
                }
                ReadyStep::Adopt { from, to } => {
                    memories[*to as usize] = std::mem::take(&mut memories[*from as usize]);
                    Ok(())
                }
                ReadyStep::Run(prepared) => executor.run(prepared, memories, scalars, stream),
            };
            if let Err(error) = done {
                for (place, memory) in memories.iter_mut().enumerate() {
                    if *memory != Memory::default() && !given.get(place).copied().unwrap_or(false) {
                        executor.release(std::mem::take(memory), stream);
                    }
                }
                return Err(error);
            }
        }
        Ok(())
    }
}
