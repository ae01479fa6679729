//! Steps that are launched as one graph, again and again, with memories and scalars that change.
//!
//! The first launch captures the steps. Later ones write new parameters into those kernels of the executable graph
//! whose memories or scalars changed, for a fraction of a launch each. The calls of libraries stay as they were
//! captured: there is a graph for each set of memories that these touch, up to [`MAX_GRAPHS`].

use std::sync::{Arc, Mutex, PoisonError, Weak};

use cuprust_ir::{Error, Memory, Prepared, Result, StepGraphs, StreamId};
use cuprust_num::Scalar;

use crate::Cuda;
use crate::driver::{Configuration, GraphNode};
use crate::graph::{Captured, lock_captures};
use crate::launch_overlap::{LaunchHistory, LaunchOrder};
use crate::prepared::{GridWorkspace, Launch, ParameterBuffer, Ready};
use crate::routines::MAX_KEPT_WORKSPACE;
use crate::streams::{StreamState, Streams};
use crate::write::Workspace;

/// The most graphs of the same steps.
const MAX_GRAPHS: usize = 4;

/// A launch as it was captured, with the parameters that its node has now.
pub(crate) struct CapturedLaunch {
    pub node: GraphNode,
    pub configuration: Configuration,
    pub workspace: GridWorkspace,
    pub order: LaunchOrder,
    pub parameters: Box<[u8]>,
}

/// Steps, and the graphs that were made of them.
struct StepGraph {
    steps: Vec<Prepared>,
    /// The stream of its launches: another one may get the same number.
    stream: Weak<StreamState>,
    /// The storages that libraries touch.
    fixed: Vec<usize>,
    graphs: Mutex<Graphs>,
}

#[derive(Default)]
struct Graphs {
    made: Vec<Instance>,
    /// Whether no more are made: one could not be captured, or there are as many as may be.
    is_closed: bool,
}

/// A graph for some memories of the libraries.
struct Instance {
    captured: Captured,
    launches: Vec<CapturedLaunch>,
    memories: Vec<Memory>,
    scalars: Vec<Scalar>,
}

/// A step as the executor prepared it.
fn ready(step: &Prepared) -> Option<&Ready> {
    step.downcast_ref()
}

/// The kernels of a step, in the order in which they are launched; none for the call of a library.
fn kernels(ready: &Ready) -> impl Iterator<Item = &Launch> {
    let all = match ready {
        Ready::Nothing => &[],
        Ready::Launch(launch) => std::slice::from_ref(&**launch),
        Ready::Routine(routine) => routine.kernels().map_or(&[][..], |(launches, _)| launches),
    };
    all.iter().filter(|launch| launch.function().is_some())
}

/// Whether a graph can repeat a step.
fn is_repeatable(ready: &Ready) -> bool {
    ready.risk().is_none()
        && match ready {
            Ready::Nothing | Ready::Launch(_) => true,
            Ready::Routine(routine) => routine.kernels().is_some() || routine.is_repeatable(),
        }
}

impl StepGraph {
    fn kernels(&self) -> impl Iterator<Item = &Launch> {
        self.steps.iter().filter_map(ready).flat_map(kernels)
    }

    /// Whether all memories are aligned as the steps access them: others are copied, or read by other kernels.
    fn is_aligned(&self, memories: &[Memory]) -> bool {
        self.steps.iter().filter_map(ready).all(|ready| match ready {
            Ready::Nothing => true,
            Ready::Launch(launch) => launch.aligned(memories),
            Ready::Routine(routine) => routine.pointers().iter().all(|slot| slot.is_aligned(memories)),
        })
    }

    /// Captures a graph. A workspace that is large enough for all kernels is allocated before.
    fn capture(&self, cuda: &Cuda, memories: &[Memory], scalars: &[Scalar]) -> Result<Instance> {
        let mut captured = Captured::new(cuda.owners());
        // As in `Cuda::captured`: the lock is released before a failed capture is dropped.
        let _captures = lock_captures();
        let stream = captured.add_stream(Streams::add_recorded_stream)?;
        let state = cuda.streams().stream(stream)?;
        let mut space = Workspace { tickets_at: 0, partials_at: 0, tickets: 0, bytes: 0 };
        for ready in self.steps.iter().filter_map(ready) {
            let own = match ready {
                Ready::Launch(launch) => launch.workspace(),
                Ready::Routine(routine) => {
                    routine.kernels().map(|(_, space)| space).filter(|space| space.bytes <= MAX_KEPT_WORKSPACE)
                }
                Ready::Nothing => None,
            };
            space.tickets = own.map_or(0, |own| own.tickets).max(space.tickets);
            space.bytes = own.map_or(0, |own| own.bytes).max(space.bytes);
        }
        drop(state.memory(&**cuda.driver(), cuda.pool(), &space)?);
        cuda.driver().stream_synchronize(state.stream)?;
        let queue =
            |step: &Prepared| ready(step).map_or(Ok(()), |ready| cuda.queue(ready, &state, memories, scalars, 0));
        captured.capture(cuda, || self.steps.iter().try_for_each(queue))?;
        let launches = state.take_recorded();
        if launches.len() != self.kernels().count() {
            return Err(Error::runtime("internal: a captured step launched other kernels than its own"));
        }
        Ok(Instance { captured, launches, memories: memories.to_vec(), scalars: scalars.to_vec() })
    }
}

impl Instance {
    /// Writes the parameters for these memories and scalars into the graph.
    fn set(&mut self, cuda: &Cuda, graph: &StepGraph, memories: &[Memory], scalars: &[Scalar]) -> Result<()> {
        if self.memories == memories && self.scalars == scalars {
            return Ok(());
        }
        let exec = self.captured.exec()?;
        // What was written is known for each kernel by itself: an error must not hide that others have changed.
        self.memories.clear();
        let (mut history, mut buffer) = (LaunchHistory::default(), ParameterBuffer::new());
        for (launch, captured) in graph.kernels().zip(&mut self.launches) {
            // A kernel begins before its predecessor ends if it did so when it was captured. Whether it may then read
            // at once depends on which memories are one.
            let order = match captured.order {
                LaunchOrder::Alone => LaunchOrder::Alone,
                _ => match history.of(0, launch.touched(memories, false)) {
                    LaunchOrder::Alone => LaunchOrder::Follows,
                    order => order,
                },
            };
            history.note(order, launch.touched(memories, true), 0);
            let filled = launch.fill(&mut buffer, memories, scalars, captured.workspace)?;
            launch.fill_order(filled, order);
            if *filled == *captured.parameters {
                continue;
            }
            let Some(function) = launch.function() else { continue };
            let mut pointers = [filled.as_mut_ptr().cast()];
            // SAFETY: the node was captured from a launch of this function in this configuration; otherwise as in
            // `Launch::queue`.
            unsafe {
                cuda.driver().graph_set_parameters(
                    exec,
                    captured.node,
                    function,
                    &captured.configuration,
                    &mut pointers,
                )
            }?;
            captured.parameters.copy_from_slice(filled);
        }
        self.memories.extend_from_slice(memories);
        self.scalars.clear();
        self.scalars.extend_from_slice(scalars);
        Ok(())
    }
}

impl StepGraphs for Cuda {
    fn graph_of_steps(&self, steps: &[Prepared], stream: StreamId) -> Option<Prepared> {
        // Its library may be capturing the stream, and a graph of its own would name memory that is freed here.
        if self.streams().is_adopted(stream) {
            return None;
        }
        let mut fixed = Vec::new();
        for step in steps {
            let ready = ready(step).filter(|ready| is_repeatable(ready))?;
            if let Ready::Routine(routine) = ready
                && routine.kernels().is_none()
            {
                fixed.extend(routine.pointers().iter().map(|slot| slot.storage.0 as usize));
            }
        }
        fixed.sort_unstable();
        fixed.dedup();
        let stream = Arc::downgrade(&self.streams().stream(stream).ok()?);
        Some(Arc::new(StepGraph { steps: steps.to_vec(), stream, fixed, graphs: Mutex::default() }))
    }

    fn launch_steps(&self, graph: &Prepared, memories: &[Memory], scalars: &[Scalar]) -> Result<bool> {
        let Some(graph) = graph.downcast_ref::<StepGraph>() else { return Ok(false) };
        let Some(stream) = graph.stream.upgrade() else { return Ok(false) };
        if !graph.is_aligned(memories) {
            return Ok(false);
        }
        let mut graphs = graph.graphs.lock().unwrap_or_else(PoisonError::into_inner);
        let Graphs { made, is_closed } = &mut *graphs;
        let of_same = |instance: &Instance| graph.fixed.iter().all(|&at| instance.memories.get(at) == memories.get(at));
        let position = match made.iter().position(of_same) {
            Some(position) => position,
            None if *is_closed => return Ok(false),
            None => {
                let captured = self.alone(|| graph.capture(self, memories, scalars));
                *is_closed = captured.is_err() || made.len() + 1 == MAX_GRAPHS;
                // Where the device has failed, running the steps says so.
                let Ok(instance) = captured else { return Ok(false) };
                made.push(instance);
                made.len() - 1
            }
        };
        let instance = &mut made[position];
        instance.set(self, graph, memories, scalars)?;
        // SAFETY: the caller names memory of this device that holds what the steps touch, and the graph keeps its own.
        unsafe { self.driver().graph_launch(instance.captured.exec()?, stream.stream) }?;
        Ok(true)
    }
}
