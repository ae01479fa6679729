//! The steps of a program: its plan, the memory of its storages, and what each step does.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use cuprust_ir::{Error, Instruction, Memory, Opcode, Operand, Program, Result, ScalarId};
use cuprust_num::{DType, Scalar};

use crate::runtime::profiling::events::{StepRun, facts_of};
use crate::runtime::recording::cut::with_deaths;
use crate::runtime::state::actions::Action;
use crate::runtime::state::plans::{ReadyPlan, ReadyStep, plan_of};
use crate::runtime::state::{Failure, Run};

/// Lets the maps and copies of a program read one scalar of several equal ones. Those of routines may change: counters
/// do.
fn share_scalars(instructions: &mut [Instruction], scalars: &[Scalar]) {
    let mut known: HashMap<(DType, [u8; 16]), ScalarId> = HashMap::new();
    let reads_numbers = |instruction: &&mut Instruction| matches!(instruction.opcode, Opcode::Map(..) | Opcode::Copy);
    for instruction in instructions.iter_mut().filter(reads_numbers) {
        for input in &mut instruction.inputs {
            if let Operand::Scalar(id) = input {
                let scalar = &scalars[id.0 as usize];
                *id = *known.entry((scalar.dtype(), *scalar.bytes())).or_insert(*id);
            }
        }
    }
}

impl Run {
    pub(super) fn program(&self) -> Program {
        let (tape, last): (_, &dyn Fn(usize) -> usize) = match &self.trace {
            Some(trace) => (&trace.tape, &|local| trace.last[local] as usize),
            None => (&self.tape, &|local| self.notes[local].last as usize),
        };
        let mut instructions = with_deaths(tape.decode(0, tape.len()), &self.facts, last);
        // A trace always has the same scalars, so that its plan may depend on which of them are equal.
        if self.trace.is_some() {
            share_scalars(&mut instructions, &self.tape.scalars);
        }
        Program { storages: self.facts.clone(), scalars: self.tape.scalars.clone(), instructions }
    }

    pub(super) fn make_plan(&mut self) {
        if self.plan.is_some() || self.failure.as_ref().is_some_and(|failure| failure.raise.is_some()) {
            return;
        }
        let start = self.watched.is_some().then(cuprust_profile::now);
        let made = catch_unwind(AssertUnwindSafe(|| {
            Ok(Arc::new(ReadyPlan::new(plan_of(&self.program(), self.device.capabilities())?, self.device.executor())))
        }));
        if let (Some(start), Some(watched)) = (start, &mut self.watched) {
            watched.planned(start);
        }
        match made {
            Ok(Ok(plan)) => self.plan = Some(plan),
            Ok(Err(error)) => self.fail_all(error),
            Err(_) => self.fail_all(Error::runtime("planning panicked: a defect of cuprust, please report it")),
        }
    }

    /// Runs the steps of the plan. A failure is recorded with the storages that it loses; what does not depend on them
    /// is still computed.
    pub(super) fn execute(&mut self) {
        self.make_plan();
        let Some(plan) = self.plan.clone() else { return };
        if self.run_as_graph(&plan) {
            return;
        }
        let (executor, stream) = (self.device.executor(), self.stream);
        self.memories.resize(plan.bytes.len(), Memory::default());
        if let Some(failure) = &mut self.failure {
            failure.lost.resize(plan.bytes.len(), false);
        }
        let facts = self
            .watched
            .is_some()
            .then(|| plan.facts.get_or_init(|| facts_of(&self.program(), self.device.capabilities())));
        if let Some(watched) = &self.watched {
            watched.runs();
        }
        let (capture, mut planned_again) = (self.capture.clone(), None);
        for (position, step) in plan.steps.iter().enumerate() {
            let done = match step {
                ReadyStep::Allocate(storage) => {
                    self.allocate(&plan, *storage).map_err(|error| (error, std::slice::from_ref(storage)))
                }
                ReadyStep::Release(storage) => {
                    let memory = std::mem::take(&mut self.memories[*storage as usize]);
                    let foreign = self.notes.get(*storage as usize).is_some_and(|note| note.foreign);
                    match &capture {
                        _ if memory == Memory::default() || foreign => {}
                        Some(capture) => capture.keep(memory, None, stream),
                        None => executor.release(memory, stream),
                    }
                    Ok(())
                }
                ReadyStep::Adopt { from, to } if self.notes.get(*from as usize).is_some_and(|note| note.foreign) => {
                    self.copy_foreign(&plan, *from, *to).map_err(|error| (error, std::slice::from_ref(to)))
                }
                ReadyStep::Adopt { from, to } => {
                    self.memories[*to as usize] = std::mem::take(&mut self.memories[*from as usize]);
                    self.deferred.move_errors(*from, *to);
                    if let Some(Failure { lost, .. }) = &mut self.failure {
                        lost[*to as usize] |= lost[*from as usize];
                    }
                    Ok(())
                }
                ReadyStep::Run { step, touches, writes, sources, may_fail } => {
                    if self.failure.as_ref().is_some_and(|failure| failure.touches(touches)) {
                        self.deferred.propagate(writes, sources, None, &[]);
                        self.run_unaffected(position, writes, &mut planned_again).map_err(|error| (error, &writes[..]))
                    } else if let Some(capture) = &capture {
                        self.deferred.propagate(writes, sources, None, &[]);
                        let names = match self.plan_again(&mut planned_again) {
                            Ok(plan) => plan.operations_at(position),
                            Err(_) => None,
                        };
                        let action = step.clone().map(|step| Action::Step {
                            name: names.unwrap_or_else(|| "copy".into()),
                            step,
                            memories: self.memories.as_slice().into(),
                            scalars: self.tape.scalars.as_slice().into(),
                            may_fail: may_fail.is_some(),
                        });
                        action.map(|action| capture.add(stream, action)).map_err(|error| (error, &writes[..]))
                    } else {
                        let deferred =
                            may_fail.as_ref().and_then(|_| self.deferred.begin(self.device, stream, self.recorder));
                        let (memories, scalars) = (&self.memories, &self.tape.scalars);
                        let watched =
                            facts.and_then(|facts| StepRun::begin(facts.get(position)?.as_ref()?, self.device, stream));
                        let ran = match (step, deferred.zip(self.device.extensions().deferred)) {
                            (Err(error), _) => Err(error.clone()),
                            (Ok(step), Some((deferred, runs))) => {
                                runs.run_deferred(step, memories, scalars, stream, deferred)
                            }
                            (Ok(step), None) => executor.run(step, memories, scalars, stream),
                        };
                        drop(watched);
                        self.deferred.propagate(writes, sources, deferred, may_fail.as_deref().unwrap_or_default());
                        ran.map_err(|error| (error, &writes[..]))
                    }
                }
            };
            if let Err((error, lost)) = done {
                let error = match self.plan_again(&mut planned_again) {
                    Ok(plan) => plan.operations_at(position).map_or(error.clone(), |names| error.within(&names)),
                    Err(_) => error,
                };
                let count = self.memories.len();
                let failure = self.failure.get_or_insert_with(|| Failure {
                    error: error.clone(),
                    lost: vec![false; count],
                    raise: None,
                });
                failure.raise.get_or_insert(error);
                lost.iter().for_each(|&storage| failure.lost[storage as usize] = true);
            }
        }
    }

    /// Copies a storage's elements from another library's memory to new memory of the device; the foreign memory
    /// returns to its owner.
    fn copy_foreign(&mut self, plan: &ReadyPlan, from: u32, to: u32) -> Result<()> {
        self.allocate(plan, to)?;
        let (source, target) = (self.memories[from as usize].address, self.memories[to as usize].address);
        let bytes = plan.bytes[to as usize] as u64;
        match &self.capture {
            Some(capture) => capture.add(self.stream, Action::Copy { from: source, to: target, bytes }),
            None => self.device.executor().copy(source, target, bytes, self.stream)?,
        }
        self.deferred.move_errors(from, to);
        Ok(())
    }

    /// Allocates a storage: host-mapped, if it is a result that is about to be read.
    pub(super) fn allocate(&mut self, plan: &ReadyPlan, storage: u32) -> Result<()> {
        let position = storage as usize;
        let bytes = plan.bytes[position] as u64;
        if let Some(capture) = &self.capture {
            self.memories[position] = match capture.take(bytes, self.stream) {
                Some(memory) => memory,
                None => {
                    let memory = self.device.allocate(bytes, self.stream)?;
                    capture.allocated(memory);
                    memory
                }
            };
            return Ok(());
        }
        if self.reading
            && plan.single.contains(&storage)
            && let Some(results) = self.device.extensions().mapped
            && let Some(memory) = results.allocate_mapped(bytes)
        {
            self.memories[position] = memory;
            self.mapped.push(storage);
            return Ok(());
        }
        self.memories[position] = self.device.allocate(bytes, self.stream)?;
        Ok(())
    }
}
