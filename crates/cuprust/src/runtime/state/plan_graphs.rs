//! The graphs of plans: the steps of a plan launched as one, where that costs less than a launch each.

use std::sync::{Mutex, OnceLock, PoisonError};

use cuprust_ir::{Executor, Memory, Prepared, StreamId};

/// The graphs of a plan, and what decides whether there are any.
#[derive(Default)]
pub(in crate::runtime) struct PlanGraphs {
    /// Where a graph finds the plan's storages; `None` for a plan that is launched step by step.
    pub(in crate::runtime) layout: OnceLock<Option<GraphLayout>>,
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
    pub(in crate::runtime) executor: &'static dyn Executor,
    pub(in crate::runtime) stream: StreamId,
    /// `None` where the device has none of these steps.
    pub(in crate::runtime) graph: Option<Prepared>,
    pub(in crate::runtime) temporaries: Vec<Memory>,
    /// How often in a row its steps were run one by one instead.
    pub(in crate::runtime) misses: u32,
    /// Where it goes in the end.
    pub(in crate::runtime) retired: &'static Mutex<Vec<RetiredGraph>>,
}

/// A graph that is not launched again. Destroying it waits for the device, which may wait for a host call, and that for
/// a lock: so nothing that holds one destroys it.
pub(in crate::runtime) struct RetiredGraph {
    pub(in crate::runtime) stream: StreamId,
    pub(in crate::runtime) graph: Prepared,
    pub(in crate::runtime) temporaries: Vec<Memory>,
}

impl PlanGraph {
    /// Ends its use.
    pub(in crate::runtime) fn retire(&mut self) {
        let Some(graph) = self.graph.take() else { return };
        let (stream, temporaries) = (self.stream, std::mem::take(&mut self.temporaries));
        match self.executor.check_process() {
            Ok(()) => {
                let retired = RetiredGraph { stream, graph, temporaries };
                self.retired.lock().unwrap_or_else(PoisonError::into_inner).push(retired);
            }
            // A forked child cannot use the device, nor lock what its parent had locked.
            Err(_) => std::mem::forget(graph),
        }
    }
}

impl Drop for PlanGraph {
    fn drop(&mut self) {
        self.retire();
    }
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
