//! Running the steps of a plan as one graph: a plan that recurs on a device whose launches cost more than its kernels.

use std::sync::{Arc, MutexGuard, PoisonError, TryLockError};

use cuprust_ir::{Error, ErrorKind, Memory, Prepared, Result, StepGraphs, Storage, StreamId, Switch, disabled};

use crate::runtime::host::host_calls;
use crate::runtime::state::plan_graphs::{GraphLayout, Place, PlanGraph, RetiredGraph};
use crate::runtime::state::plans::{GraphsOfDevice, ReadyPlan, ReadyStep};
use crate::runtime::state::{Device, Run};

/// The fewest steps of a graph.
const MIN_STEPS: usize = 6;
/// The most bytes that a step accesses in the mean: while larger ones run, the host is ahead with its launches.
const MAX_STEP_BYTES: i64 = 12 << 20;
/// The most bytes of temporaries that a graph keeps.
const MAX_TEMPORARY_BYTES: i64 = 32 << 20;

/// How often a plan runs step by step before a graph is made: that takes as long as running it a few times.
const RUNS_BEFORE_GRAPH: u32 = 3;
/// The most streams with a graph of a plan.
const MAX_STREAMS: usize = 2;
/// How often in a row a graph may not fit before its memory is returned.
const MAX_MISSES: u32 = 16;
/// The most graphs of a device, and the most bytes of their temporaries. The oldest are dropped for new ones.
const MAX_GRAPHS: usize = 512;
const MAX_BYTES: i64 = 256 << 20;

impl Run {
    /// Runs the steps of the plan as one graph, if there is one or one is due. Otherwise does nothing and returns
    /// false. The profiler sees each step, and errors of earlier work are followed from step to step.
    pub(super) fn run_as_graph(&mut self, plan: &Arc<ReadyPlan>) -> bool {
        let Some(graphs) = self.device.extensions().step_graphs else { return false };
        if self.is_new
            || self.failure.is_some()
            || self.capture.is_some()
            || self.watched.is_some()
            || self.deferred.are_open()
        {
            return false;
        }
        let Some(layout) = plan.graphs.layout.get_or_init(|| GraphLayout::of(plan, &self.facts)) else { return false };
        // What another library lent is copied instead, and goes back to its owner.
        let is_foreign = |storage: u32| self.notes.get(storage as usize).is_some_and(|note| note.foreign);
        let moved = layout.moves.iter().map(|(from, _)| *from);
        if layout.released.iter().copied().chain(moved).any(is_foreign) {
            return false;
        }
        match self.launch_graph(graphs, plan, layout) {
            Ok(launched) => launched,
            Err(error) => {
                self.fail_all(error);
                true
            }
        }
    }

    fn launch_graph(&mut self, graphs: &dyn StepGraphs, plan: &Arc<ReadyPlan>, layout: &GraphLayout) -> Result<bool> {
        let mut of_streams = plan.graphs.of_streams.lock().unwrap_or_else(PoisonError::into_inner);
        of_streams.runs = of_streams.runs.saturating_add(1);
        if of_streams.runs <= RUNS_BEFORE_GRAPH << (2 * of_streams.drops).min(16) {
            return Ok(false);
        }
        let position = of_streams.made.iter().position(|graph| graph.stream == self.stream);
        let position = match position {
            Some(position) => position,
            None if of_streams.made.len() == MAX_STREAMS => return Ok(false),
            None => {
                let graph = PlanGraph::new(graphs, plan, layout, self.device, self.stream);
                if graph.graph.is_some() {
                    self.device.note_graph(plan, layout.temporaries.iter().sum());
                }
                of_streams.made.push(graph);
                of_streams.made.len() - 1
            }
        };
        let made = &mut of_streams.made[position];
        let Some(graph) = &made.graph else { return Ok(false) };
        self.memories.resize(plan.bytes.len(), Memory::default());
        // Where memory is short, running the steps one by one says so.
        let allocated = layout.results.iter().try_for_each(|&storage| self.allocate(plan, storage));
        let memory = |place: &Place| match *place {
            Place::Of(storage) => self.memories[storage as usize],
            Place::Temporary(temporary) => made.temporaries[temporary],
        };
        let memories: Vec<Memory> = layout.places.iter().map(memory).collect();
        let launched = allocated.map_or(Ok(false), |()| graphs.launch_steps(graph, &memories, &self.tape.scalars));
        if matches!(launched, Ok(true)) {
            made.misses = 0;
            let executor = self.device.executor();
            for &storage in &layout.released {
                executor.release(std::mem::take(&mut self.memories[storage as usize]), self.stream);
            }
            for &(from, to) in &layout.moves {
                self.memories[to as usize] = std::mem::take(&mut self.memories[from as usize]);
            }
            return launched;
        }
        for &storage in &layout.results {
            let memory = std::mem::take(&mut self.memories[storage as usize]);
            if memory != Memory::default() {
                self.device.executor().release(memory, self.stream);
            }
        }
        self.mapped.clear();
        made.misses += 1;
        if made.misses == MAX_MISSES {
            made.retire();
        }
        launched
    }
}

impl GraphLayout {
    /// The layout, if the plan of a program with these storages can be a graph.
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

impl PlanGraph {
    /// The graph of a plan's steps on a stream, if the device has one.
    fn new(
        graphs: &dyn StepGraphs,
        plan: &ReadyPlan,
        layout: &GraphLayout,
        device: Device,
        stream: StreamId,
    ) -> PlanGraph {
        let executor = device.executor();
        let steps = plan.steps.iter().filter_map(|step| match step {
            ReadyStep::Run { step, .. } => Some(step.clone()),
            _ => None,
        });
        let steps: std::result::Result<Vec<Prepared>, Error> = steps.collect();
        let graph = steps.ok().and_then(|steps| graphs.graph_of_steps(&steps, stream));
        let mut made =
            PlanGraph { executor, stream, graph, temporaries: Vec::new(), misses: 0, retired: &device.0.retired };
        if made.graph.is_some() {
            for &bytes in &layout.temporaries {
                match executor.allocate(bytes as u64, stream) {
                    Ok(memory) => made.temporaries.push(memory),
                    Err(_) => {
                        made.retire();
                        break;
                    }
                }
            }
        }
        made
    }
}

impl Device {
    fn graphs(self) -> MutexGuard<'static, GraphsOfDevice> {
        self.0.graphs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a new graph, and drops the oldest ones if there are too many.
    fn note_graph(self, plan: &Arc<ReadyPlan>, bytes: i64) {
        let mut graphs = self.graphs();
        graphs.plans.push_back((Arc::downgrade(plan), bytes));
        graphs.bytes += bytes;
        drop(graphs);
        self.drop_graphs(MAX_GRAPHS, MAX_BYTES);
    }

    /// Drops the oldest graphs until at most this many are left, with at most so many bytes of temporaries. Those that
    /// are being launched stay. The caller holds no state locked.
    pub(in crate::runtime) fn drop_graphs(self, most: usize, most_bytes: i64) {
        self.retire_graphs(most, most_bytes);
        // The device may wait for a host call that waits for the host language's lock.
        if host_calls::are_waiting() {
            return;
        }
        let retired = std::mem::take(&mut *self.0.retired.lock().unwrap_or_else(PoisonError::into_inner));
        for RetiredGraph { stream, graph, temporaries } in retired {
            drop(graph);
            temporaries.into_iter().for_each(|memory| self.executor().release(memory, stream));
        }
    }

    fn retire_graphs(self, most: usize, most_bytes: i64) {
        loop {
            let mut graphs = self.graphs();
            if graphs.plans.len() <= most && graphs.bytes <= most_bytes {
                return;
            }
            let Some((plan, bytes)) = graphs.plans.pop_front() else { return };
            graphs.bytes -= bytes;
            drop(graphs);
            let Some(plan) = plan.upgrade() else { continue };
            let mut of_streams = match plan.graphs.of_streams.try_lock() {
                Ok(of_streams) => of_streams,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => continue,
            };
            (of_streams.runs, of_streams.drops) = (0, of_streams.drops + 1);
            of_streams.made.clear();
        }
    }

    /// Memory of the executor. If there is no more, that of graphs is freed first. The caller holds no state locked.
    ///
    /// # Errors
    /// Out of memory.
    pub(in crate::runtime) fn allocate(self, bytes: u64, stream: StreamId) -> Result<Memory> {
        match self.executor().allocate(bytes, stream) {
            Err(error) if error.kind() == ErrorKind::OutOfMemory => {
                self.drop_graphs(0, 0);
                self.executor().allocate(bytes, stream)
            }
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use cuprust_num::DType;

    use super::*;
    use crate::fused::Fused;
    use crate::random::Generator;
    use crate::{Array, Stream, fuse, shape};

    fn vector(device: Device, first: f64) -> Array {
        Array::from_slice(&[first, 0.25, -1.0, 2.0, 0.5], [5], device).unwrap()
    }

    /// Scans one after another: a step each.
    fn scans(x: &Array, y: &Array) -> Result<(Array, Array)> {
        let (mut x, mut other) = (x.clone(), y.clone());
        for _ in 0..7 {
            (x, other) = ((&x * 0.5 + &other).cumsum(0)?, x);
        }
        Ok((x.sum(..)?, x + &other))
    }

    /// How many of a function's graphs were launched last.
    fn launched<F>(function: &Fused<F>) -> usize {
        let launched = |plan: &ReadyPlan| {
            let of_streams = plan.graphs.of_streams.lock().unwrap();
            of_streams.made.iter().filter(|made| made.graph.is_some() && made.misses == 0).count()
        };
        function
            .traces()
            .iter()
            .flat_map(|trace| trace.plans.lock().unwrap().clone())
            .map(|(_, plan)| launched(&plan))
            .sum()
    }

    fn same(found: &(Array, Array), wanted: &(Array, Array)) {
        assert_eq!(found.0.to_vec::<f64>().unwrap(), wanted.0.to_vec::<f64>().unwrap());
        assert_eq!(found.1.to_vec::<f64>().unwrap(), wanted.1.to_vec::<f64>().unwrap());
    }

    #[test]
    fn a_graph_gives_what_its_steps_give_on_any_memory() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        device.make_current().unwrap();
        let function = fuse(|[x, y]: [&Array; 2]| scans(x, y));
        let (x, y) = (vector(device, 1.0), vector(device, 3.0));
        let mut kept = Vec::new();
        for turn in 0..12 {
            // New arguments, the same ones exchanged, and results that stay where they are.
            let z = vector(device, f64::from(turn));
            let pair = [[&x, &y], [&y, &x], [&x, &z]][turn as usize % 3];
            let found = function.call(pair).unwrap();
            same(&found, &scans(pair[0], pair[1]).unwrap());
            kept.push((found, scans(pair[0], pair[1]).unwrap()));
            assert_eq!(launched(&function), usize::from(turn >= RUNS_BEFORE_GRAPH + 2), "turn {turn}");
        }
        kept.iter().for_each(|(found, wanted)| same(found, wanted));
        // Arguments that are views of other arrays, which are not aligned.
        let whole = Array::from_slice(&[9.0, 1.0, 0.25, -1.0, 2.0, 0.5], [6], device).unwrap();
        let part = whole.at(crate::s![1..]).unwrap();
        same(&function.call([&part, &y]).unwrap(), &scans(&part, &y).unwrap());
    }

    #[test]
    fn a_graph_writes_in_place_and_draws_anew() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        device.make_current().unwrap();
        let (own, other) = (Generator::new(5, device), Generator::new(5, device));
        let draw = |generator: &Generator, x: &Array| {
            let mut total = x + generator.random(shape([5]).dtype(DType::F64))?;
            for _ in 0..7 {
                total = total.cumsum(0)?;
            }
            x.assign(&(x + 1.0))?;
            Ok((total.sum(..)?, total))
        };
        let function = fuse(|[x]: [&Array; 1]| draw(&own, x));
        let (x, y) = (vector(device, 1.0), vector(device, 1.0));
        for turn in 0..10 {
            same(&function.call([&x]).unwrap(), &draw(&other, &y).unwrap());
            assert_eq!(x.to_vec::<f64>().unwrap(), y.to_vec::<f64>().unwrap());
            assert_eq!(launched(&function), usize::from(turn >= RUNS_BEFORE_GRAPH + 2), "turn {turn}");
        }
    }

    #[test]
    fn each_stream_has_its_graph_and_those_of_streams_that_are_gone_do_not_run() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        device.make_current().unwrap();
        let function = fuse(|[x, y]: [&Array; 2]| scans(x, y));
        let (x, y) = (vector(device, 1.0), vector(device, 3.0));
        let wanted = scans(&x, &y).unwrap();
        for _ in 0..3 {
            let stream = Stream::new(device, true, 0).unwrap();
            stream.scope(|| {
                (0..9).for_each(|_| same(&function.call([&x, &y]).unwrap(), &wanted));
            });
        }
        (0..9).for_each(|_| same(&function.call([&x, &y]).unwrap(), &wanted));
        let threads = (0..3).map(|_| {
            let (function, x, y, wanted) = (&function, &x, &y, &wanted);
            move || (0..4).for_each(|_| same(&function.call([x, y]).unwrap(), wanted))
        });
        std::thread::scope(|scope| threads.for_each(|work| drop(scope.spawn(work))));
    }

    #[test]
    fn recorded_programs_that_recur_are_graphs_whose_memory_can_be_freed() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        device.make_current().unwrap();
        device.drop_graphs(0, 0);
        let y = vector(device, 3.0);
        let used = device.pool().used;
        // Each state is dropped when the next one is made, in the program that reads it.
        let states = || {
            let mut x = vector(device, 1.0);
            let states = (0..12).map(|_| {
                x = scans(&x, &y).unwrap().1 * 0.125;
                device.synchronize().unwrap();
                x.copy().unwrap()
            });
            states.collect::<Vec<Array>>()
        };
        let values = |states: Vec<Array>| states.iter().map(|x| x.to_vec::<f64>().unwrap()).collect::<Vec<_>>();
        let first = values(states());
        let made = device.graphs().plans.len();
        assert!(made > 0);
        assert_eq!(values(states()), first);
        assert_eq!(device.graphs().plans.len(), made);
        // What is dropped is made again, later.
        device.free_all_blocks();
        assert_eq!((device.graphs().plans.len(), device.pool().used), (0, used));
        assert_eq!(values(states()), first);
        assert_eq!(values(states()), first);
        assert_eq!(device.graphs().plans.len(), made);
        // New graphs take the place of the oldest.
        device.drop_graphs(0, MAX_BYTES);
        assert_eq!(device.graphs().plans.len(), 0);
    }

    #[test]
    fn a_plan_of_few_steps_or_of_steps_that_may_fail_has_no_graph() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        device.make_current().unwrap();
        let few = fuse(|[x, y]: [&Array; 2]| Ok((x.sum(..)?, x.cumsum(0)? + y)));
        let picks = fuse(|[x, y]: [&Array; 2]| {
            let (sum, all) = scans(x, y)?;
            Ok((sum, crate::indexing::take_along_axis(x, &(y * 0.0).astype(DType::I64)?, 0)? + all))
        });
        let (x, y) = (vector(device, 1.0), vector(device, 3.0));
        for _ in 0..9 {
            let _: (Array, Array) = few.call([&x, &y]).unwrap();
            let _: (Array, Array) = picks.call([&x, &y]).unwrap();
        }
        assert_eq!((launched(&few), launched(&picks)), (0, 0));
    }
}
