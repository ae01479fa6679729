//! Runs a grid: threads of the host, the cores, take blocks in order, and switch between blocks that wait for one
//! another.

use crate::exec::state::{BarrierState, Block, BlockState, Group, Local, NONE, Shared, State, Warp};
use crate::exec::{Engine, Pause};
use crate::finding::{Finding, FindingKind};
use crate::memory::Map;
use crate::order::{Clock, Segments, SyncPoints};
use crate::program::Program;
use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Instructions of a warp before the next warp of its block runs.
const MAX_INSTRUCTIONS_PER_TURN: u32 = 2048;
/// Rounds over the warps of a block before the next block runs.
const MAX_ROUNDS_PER_TURN: u32 = 64;
/// Consecutive rounds in which every warp only spins or waits, after which another block runs.
const MAX_IDLE_ROUNDS: u32 = 3;
/// The least time between two questions to the host's side whether to end the launch.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The most findings that are kept separately.
const MAX_FINDINGS: usize = 200;
/// The most bytes that kernels print in one launch.
const MAX_OUTPUT_BYTES: usize = 1 << 24;

/// Everything that the cores share while a grid runs.
pub(crate) struct Launch<'m> {
    pub(crate) program: &'m Program,
    pub(crate) map: &'m Map,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) threads: u32,
    pub(crate) dynamic_shared: u64,
    pub(crate) parameters: Vec<u8>,
    /// For each byte of declared shared memory, whether it belongs to a variable.
    pub(crate) shared_valid: Vec<bool>,
    pub(crate) check: bool,
    pub(crate) budget: u64,
    pub(crate) processors: u32,
    /// The most blocks that run at once.
    pub(crate) resident: usize,
    pub(crate) number: u64,
    pub(crate) workspace: u64,
    pub(crate) heap: (AtomicU64, u64),
    pub(crate) began: Instant,
    pub(crate) time: AtomicU64,
    pub(crate) segments: Segments,
    /// How often a write may still wait in vain for a conflicting write that is recorded but not yet stored.
    pub(crate) waits: AtomicU32,
    pub(crate) sync_points: SyncPoints,
    pub(crate) lanes: AtomicU64,
    pub(crate) instructions: AtomicU64,
    pub(crate) findings: Mutex<Findings>,
    pub(crate) output: Mutex<String>,
    pub(crate) stop: AtomicBool,
    /// Whether the host's side has ended the launch.
    pub(crate) interrupted: AtomicBool,
}

/// The kind of a finding and the lines that it is about.
type Key = (FindingKind, (u32, u32));

#[derive(Default)]
pub(crate) struct Findings {
    all: Vec<Finding>,
    known: HashMap<Key, usize>,
    fatal: Option<Finding>,
}

impl Findings {
    /// All findings, the fatal one last, and whether there is a fatal one.
    pub(crate) fn take(self) -> (Vec<Finding>, bool) {
        let fatal = self.fatal.is_some();
        (self.all.into_iter().chain(self.fatal).collect(), fatal)
    }
}

impl Launch<'_> {
    #[inline]
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Counts a finding that was recorded before.
    pub(crate) fn count_again(&self, kind: FindingKind, lines: (u32, u32)) -> bool {
        let mut findings = self.findings.lock().unwrap_or_else(|e| e.into_inner());
        let Some(&k) = findings.known.get(&(kind, lines)) else { return false };
        if let Some(f) = findings.all.get_mut(k) {
            f.count += 1;
        }
        true
    }

    pub(crate) fn note(&self, finding: Finding, lines: (u32, u32)) {
        let fatal = finding.kind.fatal();
        {
            let mut findings = self.findings.lock().unwrap_or_else(|e| e.into_inner());
            if fatal {
                findings.fatal.get_or_insert(finding);
            } else if findings.all.len() < MAX_FINDINGS {
                let k = findings.all.len();
                findings.known.insert((finding.kind, lines), k);
                findings.all.push(finding);
            } else {
                findings.known.insert((finding.kind, lines), usize::MAX);
            }
        }
        if fatal {
            self.stop.store(true, Relaxed);
        }
    }

    pub(crate) fn print(&self, text: &str) {
        let mut output = self.output.lock().unwrap_or_else(|e| e.into_inner());
        if output.len() + text.len() <= MAX_OUTPUT_BYTES {
            output.push_str(text);
        }
    }

    pub(crate) fn nanoseconds(&self) -> u64 {
        // The epoch of the clock does not matter to a kernel.
        self.began.elapsed().as_nanos() as u64 + 1_000_000_000
    }

    /// Bytes from the heap of kernels; zero if none are left.
    pub(crate) fn heap_take(&self, bytes: u64) -> u64 {
        if self.heap.1 == 0 || bytes > self.heap.1 {
            return 0;
        }
        let size = bytes.next_multiple_of(16).max(16);
        let taken =
            self.heap.0.fetch_update(Relaxed, Relaxed, |next| (next + size <= self.heap.1).then_some(next + size));
        taken.unwrap_or(0)
    }

    fn blocks(&self) -> u64 {
        self.grid.iter().map(|g| u64::from(*g)).product()
    }

    /// Runs every block on `cores` threads, until `poll` tells the calling thread to end.
    pub(crate) fn run(&self, cores: usize, poll: &dyn Fn() -> bool) {
        let total = self.blocks();
        let next = AtomicU64::new(0);
        let unfinished = AtomicU64::new(total);
        let waiting: Mutex<VecDeque<Block>> = Mutex::new(VecDeque::new());
        let cores = cores.min(total as usize).max(1);
        let work = || self.work(&next, total, &unfinished, &waiting, &|| false);
        let polled = Cell::new(self.began);
        let poll = || {
            let due = polled.get().elapsed() >= MIN_POLL_INTERVAL;
            if due {
                polled.set(Instant::now());
            }
            due && poll()
        };
        if cores == 1 {
            self.work(&next, total, &unfinished, &waiting, &poll);
            return;
        }
        std::thread::scope(|scope| {
            for _ in 1..cores {
                // A thread that cannot be started leaves its blocks to the others.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            self.work(&next, total, &unfinished, &waiting, &poll);
        });
    }

    /// The loop of one core: it alternates between new blocks and blocks that wait for others.
    fn work(
        &self,
        next: &AtomicU64,
        total: u64,
        unfinished: &AtomicU64,
        waiting: &Mutex<VecDeque<Block>>,
        poll: &dyn Fn() -> bool,
    ) {
        let queue = || waiting.lock().unwrap_or_else(|e| e.into_inner());
        let mut spare: Option<Block> = None;
        let mut prefer_new = true;
        loop {
            if self.stopped() || unfinished.load(Relaxed) == 0 {
                return;
            }
            if poll() {
                self.interrupted.store(true, Relaxed);
                self.stop.store(true, Relaxed);
                return;
            }
            let full = queue().len() >= self.resident;
            let fresh = if prefer_new && !full {
                next.fetch_update(Relaxed, Relaxed, |n| (n < total).then_some(n + 1)).ok()
            } else {
                None
            };
            let mut block = match fresh {
                Some(n) => self.begin(n as u32, spare.take()),
                None => match queue().pop_front() {
                    Some(block) => block,
                    None if next.load(Relaxed) < total => {
                        prefer_new = true;
                        continue;
                    }
                    None => {
                        std::thread::sleep(std::time::Duration::from_micros(20));
                        continue;
                    }
                },
            };
            match self.run_block(&mut block) {
                Pause::Finished => {
                    unfinished.fetch_sub(1, Relaxed);
                    spare = Some(block);
                    prefer_new = queue().is_empty() || !prefer_new;
                }
                Pause::Stopped => return,
                _ => {
                    queue().push_back(block);
                    prefer_new = !prefer_new;
                }
            }
        }
    }

    /// A block in its initial state; the allocations of a finished one are reused.
    fn begin(&self, linear: u32, spare: Option<Block>) -> Block {
        let mut block = spare.unwrap_or_default();
        let [gx, gy, _] = self.grid;
        let bytes = (self.program.shared_bytes + self.dynamic_shared) as usize;
        let mut shared = std::mem::take(&mut block.state.shared);
        if shared.bytes.len() != bytes {
            shared = Shared { bytes: vec![0; bytes], ..Shared::default() };
        }
        shared.written.clear();
        shared.written.resize(bytes, false);
        let system = self.program.reserved_shared;
        shared.written[..system].fill(true);
        shared.bytes[..system].fill(0);
        if self.check {
            let cells = bytes.div_ceil(4) * 3;
            if shared.records.len() != cells {
                shared.records.clear();
                shared.records.resize_with(cells, AtomicU64::default);
            } else {
                shared.records.iter_mut().for_each(|r| *r.get_mut() = 0);
            }
        }
        let mut segments = std::mem::take(&mut block.state.segments);
        segments.clear();
        let z = u64::from(linear) / (u64::from(gx) * u64::from(gy));
        block.state = BlockState {
            index: [linear % gx, linear / gx % gy, z as u32],
            linear,
            shared,
            barriers: vec![BarrierState::default(); 16],
            live: self.threads,
            phase: 0,
            segments,
        };
        let warps = self.threads.div_ceil(32) as usize;
        let mut old = std::mem::take(&mut block.warps).into_iter();
        block.warps = (0..warps).map(|k| self.warp(k as u32, old.next())).collect();
        block
    }

    fn warp(&self, index: u32, spare: Option<Warp>) -> Warp {
        let count = (self.threads - index * 32).min(32);
        let live = u32::MAX >> (32 - count);
        let entry = self.program.entry as u32;
        let function = self.program.functions[self.program.entry].as_ref();
        let (mut frames, mut local) = match spare {
            Some(w) => (w.frames, w.local),
            None => (Vec::new(), vec![Local::default(); 32]),
        };
        frames.truncate(1);
        if let Some(function) = function {
            match frames.first_mut() {
                Some(frame) => frame.enter(entry, function, 0),
                None => frames.push(Engine::first_frame(function, entry)),
            }
            let top = frames[0].local_top as usize;
            for l in &mut local {
                l.bytes.resize(top.max(l.bytes.len()), 0);
                l.written.clear();
                l.written.resize(l.bytes.len(), false);
            }
        }
        let group = Group { mask: live, pc: 0, frame: 0, join: NONE, state: State::Ready };
        Warp {
            index,
            live,
            groups: vec![group],
            joins: Vec::new(),
            frames,
            free_frames: Vec::new(),
            free_joins: Vec::new(),
            local,
            next_group: 0,
            stalled: 0,
            strong: 0,
            executed: 0,
            clock: Clock::default(),
            fence: None,
            block_fence: None,
            phase: 0,
            epoch: 0,
            segment: 0,
            block_segment: 0,
            copies: Vec::new(),
            copy_groups: VecDeque::new(),
            undefined: Vec::new(),
            hint: 0,
        }
    }

    /// Runs the warps of a block in rounds, until all have finished or the block's share is used up.
    fn run_block(&self, block: &mut Block) -> Pause {
        let mut idle_rounds = 0;
        for _ in 0..MAX_ROUNDS_PER_TURN {
            let (mut live, mut blocked, mut works) = (false, true, false);
            for warp in &mut block.warps {
                if warp.live == 0 {
                    continue;
                }
                let generation: u64 = block.state.barriers.iter().map(|b| u64::from(b.generation)).sum();
                let before = warp.executed;
                let mut engine = Engine { launch: self, block: &mut block.state, warp };
                match engine.run(MAX_INSTRUCTIONS_PER_TURN) {
                    Pause::Stopped => return Pause::Stopped,
                    Pause::Finished => (blocked, works) = (false, true),
                    Pause::Spent => (live, blocked, works) = (true, false, true),
                    Pause::Spins => (live, blocked) = (true, false),
                    Pause::Blocked => {
                        live = true;
                        let after: u64 = block.state.barriers.iter().map(|b| u64::from(b.generation)).sum();
                        let progressed = warp.executed != before || after != generation;
                        (blocked, works) = (blocked && !progressed, works || progressed);
                    }
                }
            }
            if !live {
                return Pause::Finished;
            }
            // If every warp spins or waits, the block most likely waits for another one.
            idle_rounds = if works { 0 } else { idle_rounds + 1 };
            if idle_rounds > MAX_IDLE_ROUNDS {
                return Pause::Spent;
            }
            if blocked {
                if let Some(warp) = block.warps.iter_mut().find(|w| w.live != 0) {
                    Engine { launch: self, block: &mut block.state, warp }.deadlock();
                }
                return Pause::Stopped;
            }
        }
        Pause::Spent
    }
}
