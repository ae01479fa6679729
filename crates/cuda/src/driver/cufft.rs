//! Fourier transforms on the GPU: cuFFT, with a cache of the most recently used plans.

use std::collections::VecDeque;
use std::ffi::{c_int, c_uint, c_void};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cuprust_ir::{Error, Result};
use cuprust_ops::Transform;

use super::library::{self, Name};
use super::symbols::{Handle, table};
use super::{Address, Driver, Stream};
use crate::pool::Pool;

table! {
    /// The functions of libcufft.
    Functions {
        cufftCreate(*mut c_int) -> c_uint;
        cufftDestroy(c_int) -> c_uint;
        cufftSetAutoAllocation(c_int, c_int) -> c_uint;
        cufftMakePlanMany64(
            c_int, c_int, *mut i64, *mut i64, i64, i64, *mut i64, i64, i64, c_uint, i64, *mut usize,
        ) -> c_uint;
        cufftSetStream(c_int, Handle) -> c_uint;
        cufftSetWorkArea(c_int, *mut c_void) -> c_uint;
        cufftXtExec(c_int, *mut c_void, *mut c_void, c_int) -> c_uint;
    }
}

/// The transforms of a plan: of `batch` signals one after another, each of these extents in C order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Which transform.
    pub transform: Transform,
    /// Whether in double precision.
    pub double: bool,
    /// The extents of a signal (for real transforms, of the real side), one to three.
    pub lengths: Vec<i64>,
    /// How many signals.
    pub batch: i64,
}

/// cuFFT on one device. Any thread may call it.
pub struct Cufft {
    driver: Arc<dyn Driver>,
    /// The most recently used first.
    kept: Mutex<VecDeque<CachedPlan>>,
}

/// A cached plan.
struct CachedPlan {
    plan: Plan,
    handle: c_int,
    /// The workspace in bytes.
    work: usize,
    /// Whether a graph may use its tables, in which case it is never destroyed.
    captured: bool,
}

/// The most cached plans: each holds tables in the device's memory.
const MAX_PLANS: usize = 32;

impl Cufft {
    /// cuFFT on the device of this driver, which is a real one. Opens the library. Error: `Library` where it is not
    /// installed.
    pub fn new(driver: Arc<dyn Driver>) -> Result<Cufft> {
        functions()?;
        Ok(Cufft { driver, kept: Mutex::default() })
    }

    /// Queues a plan's transforms. Error: `Cuda` where cuFFT refuses.
    ///
    /// # Safety
    /// Both are valid device memory in C order, aligned to its elements, equal or disjoint. A transform to real numbers
    /// overwrites its input.
    pub unsafe fn run(&self, plan: &Plan, from: Address, to: Address, pool: &Pool, stream: Stream) -> Result<()> {
        const FORWARD: c_int = -1;
        const INVERSE: c_int = 1;
        let functions = functions()?;
        self.driver.make_current()?;
        // A plan has one stream and one work area at a time.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let captured = pool.retains(stream);
        let (handle, bytes) = self.handle(functions, &mut kept, plan, captured)?;
        let direction = match plan.transform {
            Transform::Forward | Transform::RealForward => FORWARD,
            Transform::Inverse | Transform::RealInverse => INVERSE,
        };
        let area = if bytes == 0 { None } else { Some(pool.alloc(bytes, stream)?) };
        let address = area.map_or(0, |block| block.address.0);
        let pointer = |address: u64| address as usize as *mut c_void;
        // SAFETY: the handle is ours while the lock is held, the work area has as many bytes as the plan needs, and the
        // caller vouches for the rest.
        let queued = unsafe {
            check((functions.cufftSetStream)(handle, stream.raw() as usize as Handle), "choosing a stream")
                .and_then(|()| check((functions.cufftSetWorkArea)(handle, pointer(address)), "setting a work area"))
                .and_then(|()| {
                    let result = (functions.cufftXtExec)(handle, pointer(from.0), pointer(to.0), direction);
                    check(result, "transforming")
                })
        };
        // Freed in stream order: queued work may still use it.
        queued.and(area.map_or(Ok(()), |block| pool.free(block)))
    }

    /// The library's handle of the plan, and the bytes of its workspace.
    fn handle(
        &self,
        functions: &Functions,
        kept: &mut VecDeque<CachedPlan>,
        plan: &Plan,
        captured: bool,
    ) -> Result<(c_int, usize)> {
        if let Some(index) = kept.iter().position(|known| known.plan == *plan)
            && let Some(mut known) = kept.remove(index)
        {
            let found = (known.handle, known.work);
            known.captured |= captured;
            kept.push_front(known);
            return Ok(found);
        }
        // During a capture nothing may be waited for, so no plan is evicted.
        while !captured && kept.len() >= MAX_PLANS {
            let last = kept.iter().rposition(|known| !known.captured);
            let Some(old) = last.and_then(|last| kept.remove(last)) else { break };
            // Queued work may still read the plan's tables.
            self.driver.synchronize()?;
            // SAFETY: the plan was removed from the list, and nothing queued uses it.
            unsafe { (functions.cufftDestroy)(old.handle) };
        }
        let mut handle = 0;
        // SAFETY: the pointer is valid for the one handle that is written, and the device is current.
        check(unsafe { (functions.cufftCreate)(&mut handle) }, "creating a plan")?;
        let mut work = 0;
        let mut lengths = plan.lengths.clone();
        let null = std::ptr::null_mut;
        // SAFETY: the handle was just made, and there are as many lengths as the rank says; without embedding extents
        // the library expects the signals one after another in C order.
        let made = unsafe {
            check((functions.cufftSetAutoAllocation)(handle, 0), "disabling the automatic work area").and_then(|()| {
                let rank = lengths.len() as c_int;
                let result = (functions.cufftMakePlanMany64)(
                    handle,
                    rank,
                    lengths.as_mut_ptr(),
                    null(),
                    1,
                    0,
                    null(),
                    1,
                    0,
                    code(plan),
                    plan.batch,
                    &mut work,
                );
                check(result, "planning a transform")
            })
        };
        if let Err(error) = made {
            // SAFETY: the handle was just made, and is in no list.
            unsafe { (functions.cufftDestroy)(handle) };
            return Err(error);
        }
        kept.push_front(CachedPlan { plan: plan.clone(), handle, work, captured });
        Ok((handle, work))
    }
}

impl Drop for Cufft {
    fn drop(&mut self) {
        let kept = self.kept.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Ok(functions) = functions() else { return };
        if kept.is_empty() || self.driver.make_current().is_err() {
            return;
        }
        for plan in kept.drain(..) {
            // SAFETY: the plans were made here, and are not used elsewhere.
            unsafe { (functions.cufftDestroy)(plan.handle) };
        }
    }
}

/// The number of `cufftType`.
fn code(plan: &Plan) -> c_uint {
    match (plan.transform, plan.double) {
        (Transform::RealForward, false) => 0x2a,
        (Transform::RealInverse, false) => 0x2c,
        (Transform::Forward | Transform::Inverse, false) => 0x29,
        (Transform::RealForward, true) => 0x6a,
        (Transform::RealInverse, true) => 0x6c,
        (Transform::Forward | Transform::Inverse, true) => 0x69,
    }
}

fn functions() -> Result<&'static Functions> {
    static FUNCTIONS: OnceLock<Functions> = OnceLock::new();
    if let Some(functions) = FUNCTIONS.get() {
        return Ok(functions);
    }
    let opened = library::open(Name::Cufft)?;
    // SAFETY: the library is libcufft, whose interface the table states, and it is never closed.
    let functions = unsafe { Functions::load(&opened.library, "libcufft") }?;
    Ok(FUNCTIONS.get_or_init(|| functions))
}

fn check(result: c_uint, doing: &str) -> Result<()> {
    let name = match result {
        0 => return Ok(()),
        1 => "CUFFT_INVALID_PLAN",
        2 => "CUFFT_ALLOC_FAILED",
        4 => "CUFFT_INVALID_VALUE",
        5 => "CUFFT_INTERNAL_ERROR",
        6 => "CUFFT_EXEC_FAILED",
        7 => "CUFFT_SETUP_FAILED",
        8 => "CUFFT_INVALID_SIZE",
        _ => "an unknown status",
    };
    let text = format!("{doing} with cuFFT: {name} ({result})");
    Err(if result == 2 { Error::out_of_memory(text) } else { Error::cuda(text) })
}
