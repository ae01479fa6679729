//! Which libraries may replace our own kernels: the program's choice, `CUPRUST_ACCELERATORS`, or CuPy's variable for
//! it.

use std::sync::{PoisonError, RwLock};

use cuprust_ir::Result;

use crate::runtime::settings::accelerators::Accelerator;
use crate::runtime::settings::env;

/// The program's choice; without one, the environment decides.
static CHOSEN: RwLock<Option<Vec<Accelerator>>> = RwLock::new(None);

/// The chosen accelerators: those that were set last, else those of `CUPRUST_ACCELERATORS`, else of
/// `CUPY_ACCELERATORS`; CUB where nothing is set.
///
/// # Errors
/// A value error where one of the environment's variables has an unknown value.
pub fn accelerators() -> Result<Vec<Accelerator>> {
    match &*CHOSEN.read().unwrap_or_else(PoisonError::into_inner) {
        Some(chosen) => Ok(chosen.clone()),
        None => env::accelerators().map(<[_]>::to_vec),
    }
}

/// Chooses accelerators for what the process computes from now on.
///
/// ```
/// # use cuprust::*;
/// set_accelerators(&[]);
/// assert!(accelerators()?.is_empty());
/// # Ok::<(), Error>(())
/// ```
pub fn set_accelerators(chosen: &[Accelerator]) {
    *CHOSEN.write().unwrap_or_else(PoisonError::into_inner) = Some(chosen.to_vec());
}

/// Whether an accelerator is chosen.
pub(crate) fn is_chosen(accelerator: Accelerator) -> bool {
    match &*CHOSEN.read().unwrap_or_else(PoisonError::into_inner) {
        Some(chosen) => chosen.contains(&accelerator),
        None => env::accelerators().is_ok_and(|named| named.contains(&accelerator)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_chooses_comes_before_the_environment() {
        let before = accelerators().unwrap();
        set_accelerators(&[Accelerator::Cutensor]);
        assert_eq!(accelerators().unwrap(), [Accelerator::Cutensor]);
        assert!(is_chosen(Accelerator::Cutensor) && !is_chosen(Accelerator::Cub));
        set_accelerators(&before);
    }
}
