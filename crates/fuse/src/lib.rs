//! Which instructions become one kernel: a pure function from a program to a plan.
//!
//! The passes, in order: `untangle` gives an instruction whose output overlaps its own input a temporary; `components`
//! reads the parts of computed complex numbers as values; `products` turns memory-bound products into reductions;
//! `parts` reads the parts of concatenated and padded arrays where they lie; `copies` propagates copies and lets a copy
//! inherit the memory of a dying source; `liveness` eliminates dead code; `frames` lets padded arrays share
//! their frames and aligns their rows; `unroll` unrolls small axes, and `order`
//! schedules the result for short live ranges; `group` puts instructions into groups of one iteration space; `gathers`
//! merges gathers that may fail; `recompute` lets groups recompute values instead of loading them; `loads` moves the
//! computation of operands into the routines that read them; `lower` makes a kernel of each group; `memory` inserts the
//! allocation and release of storages.
//!
//! Architecture invariant: nothing here knows a device, a clock or an address. Equal programs give equal plans.

mod components;
mod copies;
mod equal;
mod frames;
mod gathers;
mod group;
mod keyed;
mod liveness;
mod loads;
mod lower;
mod memory;
mod order;
mod parts;
mod products;
mod recompute;
mod space;
mod unroll;
mod untangle;

use cuprust_ir::{Plan, Program, Result, Step};

/// Which passes are on. Each can be switched off, to find out whether it is to blame.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Putting several instructions into one kernel.
    pub fusion: bool,
    /// Reading through copies, and inheriting the memory of a dying source.
    pub copy_on_write: bool,
    /// Turning products of vectors into reductions too: where a launch costs more than a library's finer tuning gains.
    pub products: bool,
    /// Selecting among the parts of assembled arrays where they are read.
    pub parts: bool,
    /// Aligning the rows of padded arrays, where loads and stores of several elements must be aligned.
    pub align_rows: bool,
    /// Unrolling small axes.
    pub unroll: bool,
    /// Letting kernels grow longer where others cost a launch each, or move many bytes.
    pub long_kernels: bool,
    /// Recomputing values where they are read, with at most so many operations for 64 bytes that are not moved.
    pub recompute: Option<i64>,
}

impl Options {
    /// All passes.
    pub const ALL: Options = Options {
        fusion: true,
        copy_on_write: true,
        products: true,
        parts: true,
        align_rows: true,
        unroll: true,
        long_kernels: true,
        recompute: Some(128),
    };

    /// None of the passes that can be switched off.
    pub const NONE: Options = Options {
        fusion: false,
        copy_on_write: false,
        products: false,
        parts: false,
        align_rows: false,
        unroll: false,
        long_kernels: false,
        recompute: None,
    };
}

impl Default for Options {
    fn default() -> Self {
        Options::ALL
    }
}

/// Plans a program.
///
/// # Errors
/// In debug builds, where the program, or a kernel made of it, violates an invariant.
pub fn plan(program: &Program, options: Options) -> Result<Plan> {
    if cfg!(debug_assertions) {
        program.verify()?;
    }
    let mut program = program.clone();
    untangle::untangle(&mut program);
    if options.fusion {
        equal::share_equal(&mut program);
        components::read_components(&mut program);
        products::reduce_products(&mut program, options.products);
    }
    if options.fusion && options.copy_on_write {
        parts::read_parts(&mut program, options.parts);
    }
    let adopted = if options.copy_on_write { copies::propagate(&mut program) } else { vec![] };
    liveness::eliminate(&mut program);
    if options.copy_on_write {
        frames::share_frames(&mut program);
    }
    if options.align_rows {
        frames::align_rows(&mut program);
    }
    if options.fusion && options.unroll {
        if unroll::unroll(&mut program) {
            order::order(&mut program);
        }
        if cfg!(debug_assertions) {
            program.verify()?;
        }
    }
    let (mut groups, mut members) = group::group(&program, options);
    if options.fusion {
        gathers::unite(&program, &mut groups, &mut members, options);
    }
    let groups = match options.recompute {
        Some(max_operations) if options.fusion => {
            recompute::recompute(&mut program, groups, members, max_operations, options)
        }
        _ => groups,
    };
    let steps = lower::lower(&program, groups, options);
    let plan = memory::insert_allocations(&program, adopted, steps);
    if cfg!(debug_assertions) {
        for step in &plan.steps {
            match step {
                Step::Kernel(kernel) => kernel.verify()?,
                Step::Routine { loads, .. } => loads.iter().flatten().try_for_each(|load| load.kernel.verify())?,
                Step::Allocate(_) | Step::Release(_) | Step::Adopt { .. } => {}
            }
        }
    }
    Ok(plan)
}
