//! The libraries that may replace our own kernels, by CuPy's names for them.

use cuprust_ir::{Error, Result};

/// A library that may be chosen, by CuPy's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accelerator {
    /// CUB: reductions and scans, for which our own kernels are always used.
    Cub,
    /// cuTENSOR: the contractions of `einsum` and `tensordot`, on a GPU where it is installed.
    Cutensor,
    /// cuTensorNet, accepted without effect: `einsum` finds orders of contraction itself.
    Cutensornet,
}

const NAMES: [(&str, Accelerator); 3] =
    [("cub", Accelerator::Cub), ("cutensor", Accelerator::Cutensor), ("cutensornet", Accelerator::Cutensornet)];

impl Accelerator {
    /// Its name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Accelerator::from_name("cub")?.name(), "cub");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn name(self) -> &'static str {
        NAMES[self as usize].0
    }

    /// The accelerator of this name.
    ///
    /// # Errors
    /// A value error for another name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert!(Accelerator::from_name("cutensor").is_ok() && Accelerator::from_name("other").is_err());
    /// ```
    pub fn from_name(name: &str) -> Result<Accelerator> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        let unknown = || Error::value(format!("Unknown accelerator: {name}. Use cub, cutensor or cutensornet"));
        found.map(|(_, accelerator)| *accelerator).ok_or_else(unknown)
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
}
