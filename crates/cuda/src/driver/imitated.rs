//! Devices of the PTX machine, which need the feature `ptx`, and the error without it.

use std::sync::Arc;

use cuprust_ir::{Memory, Result};

use super::{Address, Driver};

/// A driver whose kernels work on memory of this process, at its own addresses.
pub trait OverHostMemory: Driver {
    /// Maps memory of the host for kernels until it is unmapped; findings name it `name`. It counts as written, or as
    /// unwritten.
    ///
    /// # Errors
    /// `Cuda` where the memory overlaps other memory of the machine.
    ///
    /// # Safety
    /// The memory is valid for reads, and for writes unless it is read-only, until it is unmapped.
    unsafe fn map_host_memory(&self, memory: Memory, name: &str, read_only: bool, written: bool) -> Result<Address>;

    /// Whether kernels can access the memory already, as that of a module's variables.
    fn sees(&self, memory: Memory) -> bool;

    /// Unmaps memory, given its address for kernels.
    fn unmap_host_memory(&self, address: Address);
}

/// A device that imitates a GPU, of the compute capability in `CUPRUST_PTX_CAPABILITY`, or 9.0.
///
/// # Errors
/// `Value` where the variable is no capability from 7.5 on; `Library` without the feature `ptx`.
pub fn imitation() -> Result<Arc<dyn Driver>> {
    #[cfg(feature = "ptx")]
    return Ok(Arc::new(super::Imitation::from_environment()?));
    #[cfg(not(feature = "ptx"))]
    Err(missing("the device ptx"))
}

/// A machine that runs kernels over memory of the host, and checks them if `check` is true. Its compute capability is
/// that of [`imitation`]; it has no limit on the length of kernels.
///
/// # Errors
/// As [`imitation`].
#[cfg_attr(not(feature = "ptx"), expect(unused_variables, reason = "there is nothing that checks"))]
pub fn over_host_memory(check: bool) -> Result<Arc<dyn OverHostMemory>> {
    #[cfg(feature = "ptx")]
    return Ok(Arc::new(super::Imitation::over_host_memory(check)?));
    #[cfg(not(feature = "ptx"))]
    Err(missing("kernels of CUDA on the CPU"))
}

#[cfg(not(feature = "ptx"))]
fn missing(what: &str) -> cuprust_ir::Error {
    let text = format!("{what}: the crate cuprust was compiled without its feature `ptx`, which has it");
    cuprust_ir::Error::new(cuprust_ir::ErrorKind::Library, text)
}
