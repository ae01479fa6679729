//! Inserts the allocation and release of storages: each as late and as early as the order of steps allows.

use cuprust_ir::{Plan, Program, Step, StorageId, View};

pub(crate) fn insert_allocations(program: &Program, adopted: Vec<(StorageId, StorageId)>, steps: Vec<Step>) -> Plan {
    let mut has_memory: Vec<bool> = program.storages.iter().map(|storage| storage.given).collect();
    let mut plan = Plan { bytes: program.storages.iter().map(|storage| storage.bytes).collect(), steps: vec![] };
    plan.steps.extend(adopted.into_iter().map(|(from, to)| Step::Adopt { from, to }));
    let kept = |storage: usize| program.storages[storage].outlives();
    let mut last_use = vec![None; program.storages.len()];
    for (at, step) in steps.iter().enumerate() {
        touched(step).for_each(|view| last_use[view.storage.0 as usize] = Some(at));
    }
    for storage in 0..program.storages.len() {
        if has_memory[storage] && !kept(storage) && last_use[storage].is_none() {
            plan.steps.push(Step::Release(StorageId(storage as u32)));
        }
    }
    for (at, step) in steps.into_iter().enumerate() {
        let mut storages: Vec<usize> = touched(&step).map(|view| view.storage.0 as usize).collect();
        storages.sort_unstable();
        storages.dedup();
        for &storage in &storages {
            if !std::mem::replace(&mut has_memory[storage], true) {
                plan.steps.push(Step::Allocate(StorageId(storage as u32)));
            }
        }
        plan.steps.push(step);
        for storage in storages {
            if last_use[storage] == Some(at) && !kept(storage) {
                plan.steps.push(Step::Release(StorageId(storage as u32)));
                has_memory[storage] = false;
            }
        }
    }
    plan
}

fn touched(step: &Step) -> impl Iterator<Item = &View> {
    step.read().chain(step.written())
}
