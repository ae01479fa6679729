//! Which libraries a program lets compute in the place of kernels of our own: `CUPRUST_ACCELERATORS`, and CuPy's variable for it.

use std::sync::{PoisonError, RwLock};

use cuprust_ir::{Error, Result};

use super::env;

/// A library that may be chosen, by CuPy's name for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accelerator {
    /// CUB: reductions and scans, whose kernels are our own here and need none.
    Cub,
    /// cuTENSOR: the contractions of `einsum` and `tensordot`, on a GPU where it is installed.
    Cutensor,
    /// cuTensorNet, which is accepted and has no effect: `einsum` finds orders of contraction itself.
    Cutensornet,
}

const NAMES: [(&str, Accelerator); 3] =
    [("cub", Accelerator::Cub), ("cutensor", Accelerator::Cutensor), ("cutensornet", Accelerator::Cutensornet)];

/// What is chosen by the program; else the environment says it.
static CHOSEN: RwLock<Option<Vec<Accelerator>>> = RwLock::new(None);

impl Accelerator {
    /// Its name.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].0
    }

    /// The one of a name.
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Accelerator> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        let unknown = || Error::value(format!("Unknown accelerator: {name}. There are cub, cutensor and cutensornet"));
        found.map(|(_, accelerator)| *accelerator).ok_or_else(unknown)
    }
}

/// The accelerators that are chosen: those that were set last, or `CUPRUST_ACCELERATORS` names, or `CUPY_ACCELERATORS`; CUB where nothing
/// does.
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

/// Reads names separated by commas.
pub(super) fn read(variable: &str, names: &str) -> Result<Vec<Accelerator>> {
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(Accelerator::from_name).collect::<Result<_>>().map_err(|error| error.within(variable))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_their_order_and_unknown_ones_refused() {
        let read = |names| read("CUPRUST_ACCELERATORS", names);
        assert_eq!(read("").unwrap(), []);
        assert_eq!(read("cutensor, cub,").unwrap(), [Accelerator::Cutensor, Accelerator::Cub]);
        let error = read("cub,magic").unwrap_err();
        assert!(error.to_string().contains("CUPRUST_ACCELERATORS"), "{error}");
        assert!(error.to_string().contains("Unknown accelerator: magic"), "{error}");
        assert!(NAMES.iter().all(|(name, own)| own.name() == *name));
    }

    #[test]
    fn what_the_program_chooses_comes_before_the_environment() {
        let before = accelerators().unwrap();
        set_accelerators(&[Accelerator::Cutensor]);
        assert_eq!(accelerators().unwrap(), [Accelerator::Cutensor]);
        assert!(is_chosen(Accelerator::Cutensor) && !is_chosen(Accelerator::Cub));
        set_accelerators(&before);
    }
}
