//! Contractions by cuTENSOR, if the program chooses it: arrays are read in their own layout, without transposing them
//! into matrices before or after.

use std::sync::atomic::{AtomicBool, Ordering};

use cuprust_ir::{Contractions, Prepared, Result, StreamId};

use crate::runtime::{Accelerator, Action, StorageRef, is_chosen, warn};
use crate::{Array, Warning};

/// An array, and the labels of its axes.
pub(super) type Labelled<'a> = (&'a Array, &'a [i32]);

/// The sum of products over the labels that are not `kept`, with the axes of those in their order. Both factors have
/// one dtype. `None` where cuTENSOR is not chosen, is not installed (which is warned of once), or cannot do it.
///
/// # Errors
/// Errors in what was recorded for the factors; a value error for factors on two devices; where the device refuses.
pub(super) fn contract(a: Labelled, b: Labelled, kept: &[i32]) -> Result<Option<Array>> {
    let device = a.0.device();
    if !is_chosen(Accelerator::Cutensor) {
        return Ok(None);
    }
    let library = device.extensions().contractions.filter(|library| library.has_library());
    let Some(library) = library else { return warn_once().map(|()| None) };
    a.0.check_device(b.0)?;
    let extent = |label: &i32| {
        let along = |(array, labels): Labelled| labels.iter().position(|own| own == label).map(|at| array.shape()[at]);
        along(a).or(along(b))
    };
    let Some(shape) = kept.iter().map(extent).collect::<Option<Vec<i64>>>() else { return Ok(None) };
    let result = Array::empty(&shape, a.0.dtype(), device)?;
    let operands = [a, b, (&result, kept)];
    let laid = operands.map(|(array, labels)| (labels, array.layout()));
    let Some(contraction) = library.contraction(result.dtype(), laid) else { return Ok(None) };
    let storages: [(&StorageRef, bool); 3] = operands.map(|(array, _)| (array.storage(), false));
    let stream = device.stream();
    let mut state = device.lock()?;
    let borrowed = state.borrow_storages(&storages, stream)?;
    let size = result.dtype().size() as i64;
    let address = |index: usize| {
        let offset = operands[index].0.layout().offset * size;
        borrowed.memories[index].address.wrapping_add_signed(offset)
    };
    let addresses = [address(0), address(1), address(2)];
    if !library.has_plan(&contraction, addresses)? {
        return Ok(None);
    }
    if let Some(capture) = state.capture_of(stream).cloned() {
        let launch = move |stream: StreamId| queue(library, &contraction, addresses, stream);
        capture.add(stream, Action::Kernel { name: "contract".into(), launch: Box::new(launch) });
    } else {
        state.queue_borrowed(&borrowed, || queue(library, &contraction, addresses, stream))?;
    }
    drop(state);
    Ok(Some(result))
}

/// Warns in the process's first contraction that the choice has no effect.
///
/// # Errors
/// Where the host language turns the warning into an error.
fn warn_once() -> Result<()> {
    static WARNED: AtomicBool = AtomicBool::new(false);
    if WARNED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let text = "the accelerator cutensor is chosen and has no effect: it needs a GPU and cuTENSOR 2 (pip install cutensor-cu13)";
    warn(Warning::Runtime, text)
}

fn queue(library: &dyn Contractions, contraction: &Prepared, addresses: [u64; 3], stream: StreamId) -> Result<()> {
    // SAFETY: the arrays lie in storages that were handed over, or that a graph keeps, and the result is an array of
    // its own.
    let queued = unsafe { library.contract(contraction, addresses, stream) }?;
    debug_assert!(queued, "the plan was made before");
    Ok(())
}
