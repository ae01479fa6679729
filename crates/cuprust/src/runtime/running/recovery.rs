//! Recovery from a step that cannot run, for example for lack of memory: only its dependents fail. If a kernel has
//! several results, a kernel without the failed ones computes the others.

use cuprust_ir::{Memory, Plan, Result, Step};

use crate::runtime::state::plans::{plan_of, sources_of};
use crate::runtime::state::{Failure, Run};

impl Run {
    /// The plan with its unprepared steps, made again on the first call.
    pub(super) fn plan_again<'a>(&self, plan: &'a mut Option<Result<Plan>>) -> Result<&'a Plan> {
        plan.get_or_insert_with(|| plan_of(&self.program(), self.device.capabilities())).as_ref().map_err(Clone::clone)
    }

    /// Runs the part of a step that does not depend on lost storages, and marks its other writes as lost.
    pub(super) fn run_unaffected(
        &mut self,
        position: usize,
        writes: &[u32],
        plan: &mut Option<Result<Plan>>,
    ) -> Result<()> {
        let plan = self.plan_again(plan)?;
        let Some(failure) = &mut self.failure else { return Ok(()) };
        let memories = &self.memories;
        let is_lost =
            |storage: &u32| failure.lost[*storage as usize] || memories[*storage as usize] == Memory::default();
        let step = &plan.steps[position];
        let part = match step {
            Step::Kernel(kernel) => {
                let keep: Vec<bool> =
                    sources_of(step, &[]).iter().map(|sources| !sources.iter().any(is_lost)).collect();
                writes.iter().zip(&keep).for_each(|(&storage, keep)| failure.lost[storage as usize] |= !keep);
                kernel.with_writes(&keep)
            }
            _ => {
                writes.iter().for_each(|&storage| failure.lost[storage as usize] = true);
                None
            }
        };
        let Some(part) = part else { return Ok(()) };
        let executor = self.device.executor();
        let prepared = executor.prepare(&[&Step::Kernel(part)])?;
        prepared.iter().try_for_each(|step| executor.run(step, &self.memories, &self.tape.scalars, self.stream))
    }
}

impl Failure {
    pub(super) fn touches(&self, storages: &[u32]) -> bool {
        storages.iter().any(|&storage| self.lost[storage as usize])
    }
}
