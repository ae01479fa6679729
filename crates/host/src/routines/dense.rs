//! Fourier transforms and matrix factorizations of operands that are contiguous in C order.

use cuprust_dense::{Failure, Operand};
use cuprust_ir::{Error, Relation, Result, View};

use super::{Site, Work};
use crate::threads;

pub(super) fn check(work: &Work) -> Result<()> {
    let inputs = views(work)?;
    if let Some(view) = inputs.iter().copied().chain(&work.outputs).find(|view| !is_whole(view)) {
        return Err(Error::runtime(format!("{view} does not lie in C order without gaps")));
    }
    let inputs: Vec<Operand> = inputs.into_iter().map(|view| operand(view, std::ptr::null_mut())).collect();
    let outputs: Vec<Operand> = work.outputs.iter().map(|view| operand(view, std::ptr::null_mut())).collect();
    cuprust_dense::check(work.routine, &inputs, &outputs).map_err(Error::runtime)
}

pub(super) fn run(work: &Work, site: &Site) -> Result<()> {
    let inputs = views(work)?;
    // The signature says which outputs the planner may let overwrite an input; all other memories must not overlap.
    let in_place = work.routine.signature().in_place;
    for (index, output) in work.outputs.iter().enumerate() {
        let apart = |(at, input): (usize, &&View)| match input.relation(output) {
            Relation::Disjoint => true,
            Relation::Same => in_place && (index, at) == (0, 0),
            Relation::Overlap => false,
        };
        if !inputs.iter().enumerate().all(apart) {
            return Err(Error::runtime("an output overlaps an input"));
        }
    }
    let inputs: Vec<Operand> = inputs.into_iter().map(|view| operand(view, site.start(view))).collect();
    let outputs: Vec<Operand> = work.outputs.iter().map(|view| operand(view, site.start(view))).collect();
    let team = threads::team();
    // SAFETY: the views lie in their memories, which hold values of their dtypes; outputs overlap only what they may.
    unsafe { cuprust_dense::run(work.routine, &inputs, &outputs, &team) }.map_err(refused)
}

fn views(work: &Work) -> Result<Vec<&View>> {
    (0..work.inputs.len()).map(|index| work.view(index)).collect()
}

fn is_whole(view: &View) -> bool {
    view.circular.is_empty() && view.layout.is_contiguous()
}

fn refused(failure: Failure) -> Error {
    match failure {
        Failure::Operands(text) => Error::runtime(text),
        Failure::Memory(refused) => refused.into(),
    }
}

fn operand(view: &View, address: *mut u8) -> Operand<'_> {
    Operand { dtype: view.dtype, shape: &view.layout.shape, address }
}
