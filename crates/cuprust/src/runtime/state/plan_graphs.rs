//! The graphs of plans: the steps of a plan launched as one, where that costs less than a launch each.

use std::collections::VecDeque;
use std::sync::{Mutex, OnceLock, Weak};

use cuprust_ir::{Memory, Prepared, Storage, StreamId, Switch, disabled};

use crate::runtime::state::Device;
use crate::runtime::state::plans::{ReadyPlan, ReadyStep};

/// The fewest steps of a graph.
const MIN_STEPS: usize = 6;
/// The most bytes that a step accesses in the mean: while larger ones run, the host is ahead with its launches.
const MAX_STEP_BYTES: i64 = 16 << 20;
/// The most bytes of temporaries that a graph keeps.
const MAX_TEMPORARY_BYTES: i64 = 32 << 20;

/// The graphs of a plan, and what decides whether there are any.
#[derive(Default)]
pub(in crate::runtime) struct PlanGraphs {
    /// Where a graph finds the plan's storages; `None` for a plan that is launched step by step.
    layout: OnceLock<Option<GraphLayout>>,
    pub(in crate::runtime) of_streams: Mutex<StreamGraphs>,
}

#[derive(Default)]
pub(in crate::runtime) struct StreamGraphs {
    /// How often the plan ran since its graphs were dropped, and how often they were.
    pub(in crate::runtime) runs: u32,
    pub(in crate::runtime) drops: u32,
    pub(in crate::runtime) made: Vec<PlanGraph>,
}

/// The graph of a plan's steps on one stream, with the memory of the plan's temporaries.
pub(in crate::runtime) struct PlanGraph {
    pub(in crate::runtime) device: Device,
    pub(in crate::runtime) stream: StreamId,
    /// `None` where the device has none of these steps.
    pub(in crate::runtime) graph: Option<Prepared>,
    pub(in crate::runtime) temporaries: Vec<Memory>,
    /// How often in a row its steps were run one by one instead.
    pub(in crate::runtime) misses: u32,
}

impl PlanGraph {
    /// Returns its memory.
    pub(in crate::runtime) fn close(&mut self) {
        // The graph waits for its launches.
        if self.graph.take().is_none() || self.device.executor().check_process().is_err() {
            return;
        }
        self.temporaries.drain(..).for_each(|memory| self.device.executor().release(memory, self.stream));
    }
}

impl Drop for PlanGraph {
    fn drop(&mut self) {
        self.close();
    }
}

/// The plans of a device that have graphs, in the order in which these were made, with the bytes of each.
#[derive(Default)]
pub(in crate::runtime) struct GraphsOfDevice {
    pub(in crate::runtime) plans: VecDeque<(Weak<ReadyPlan>, i64)>,
    pub(in crate::runtime) bytes: i64,
}

/// The memory of the plan's storages in launches of a graph.
pub(in crate::runtime) struct GraphLayout {
    /// The storages that get new memory at each launch.
    pub(in crate::runtime) results: Vec<u32>,
    /// Those whose memory is released after it, and those that hand it to another one.
    pub(in crate::runtime) released: Vec<u32>,
    pub(in crate::runtime) moves: Vec<(u32, u32)>,
    /// Bytes of each temporary. Those that do not live at the same time share memory.
    pub(in crate::runtime) temporaries: Vec<i64>,
    /// By storage.
    pub(in crate::runtime) places: Vec<Place>,
}

/// The memory of a storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::runtime) enum Place {
    /// That of a storage which has memory before the launch, or gets it for this one.
    Of(u32),
    /// Memory of the graph.
    Temporary(usize),
}

impl PlanGraphs {
    /// The layout, if the plan of a program with these storages can be a graph.
    pub(in crate::runtime) fn layout(&self, plan: &ReadyPlan, facts: &[Storage]) -> Option<&GraphLayout> {
        self.layout.get_or_init(|| GraphLayout::of(plan, facts)).as_ref()
    }
}

impl GraphLayout {
    fn of(plan: &ReadyPlan, facts: &[Storage]) -> Option<GraphLayout> {
        let (mut steps, mut bytes) = (0, 0i64);
        let mut moves_to: Vec<Option<u32>> = vec![None; plan.bytes.len()];
        for step in &plan.steps {
            match step {
                ReadyStep::Run { step: Err(_), .. } | ReadyStep::Run { may_fail: Some(_), .. } => return None,
                ReadyStep::Run { touches, .. } => {
                    steps += 1;
                    bytes += touches.iter().map(|&storage| plan.bytes[storage as usize]).sum::<i64>();
                }
                ReadyStep::Adopt { from, to } => moves_to[*from as usize] = Some(*to),
                ReadyStep::Allocate(_) | ReadyStep::Release(_) => {}
            }
        }
        if steps < MIN_STEPS || bytes / steps as i64 > MAX_STEP_BYTES || disabled(Switch::StepGraphs) {
            return None;
        }
        let is_kept = |storage: u32| {
            let last = std::iter::successors(Some(storage), |&storage| moves_to[storage as usize]).last();
            last.is_some_and(|last| facts.get(last as usize).is_some_and(|facts| facts.kept))
        };
        let (mut results, mut released, mut temporaries) = (Vec::new(), Vec::new(), Vec::new());
        let mut moves: Vec<(u32, u32)> = Vec::new();
        let mut places: Vec<Place> = (0..plan.bytes.len() as u32).map(Place::Of).collect();
        let mut free: Vec<usize> = Vec::new();
        for step in &plan.steps {
            match step {
                ReadyStep::Allocate(storage) if is_kept(*storage) => results.push(*storage),
                ReadyStep::Allocate(storage) => {
                    let bytes = plan.bytes[*storage as usize];
                    let reused = free.iter().position(|&temporary| temporaries[temporary] == bytes);
                    let temporary = reused.map(|position| free.swap_remove(position)).unwrap_or_else(|| {
                        temporaries.push(bytes);
                        temporaries.len() - 1
                    });
                    places[*storage as usize] = Place::Temporary(temporary);
                }
                ReadyStep::Release(storage) => match places[*storage as usize] {
                    Place::Temporary(temporary) => free.push(temporary),
                    Place::Of(storage) => {
                        moves.retain(|(from, _)| *from != storage);
                        released.push(storage);
                    }
                },
                ReadyStep::Adopt { from, to } => {
                    places[*to as usize] = places[*from as usize];
                    if let Place::Of(first) = places[*to as usize] {
                        moves.retain(|(from, _)| *from != first);
                        moves.push((first, *to));
                    }
                }
                ReadyStep::Run { .. } => {}
            }
        }
        let is_small = temporaries.iter().sum::<i64>() <= MAX_TEMPORARY_BYTES;
        is_small.then_some(GraphLayout { results, released, moves, temporaries, places })
    }
}
