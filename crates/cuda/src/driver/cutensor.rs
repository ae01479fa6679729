//! Tensor contractions of strided arrays on the GPU: cuTENSOR 2, with a cache of the most recently used plans.

use std::collections::VecDeque;
use std::ffi::{c_int, c_uint, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cuprust_ir::{Error, Result};

use super::cublas::{Element, Scalar};
use super::library::{self, Name};
use super::symbols::{Handle, table};
use super::{Address, Driver, Stream};
use crate::pool::Pool;

table! {
    /// The functions of libcutensor, version 2.
    Functions {
        cutensorCreate(*mut Handle) -> c_uint;
        cutensorDestroy(Handle) -> c_uint;
        cutensorCreateTensorDescriptor(Handle, *mut Handle, c_uint, *const i64, *const i64, c_uint, c_uint) -> c_uint;
        cutensorDestroyTensorDescriptor(Handle) -> c_uint;
        cutensorCreateContraction(
            Handle, *mut Handle, Handle, *const i32, c_uint, Handle, *const i32, c_uint, Handle, *const i32, c_uint, Handle,
            *const i32, Handle,
        ) -> c_uint;
        cutensorDestroyOperationDescriptor(Handle) -> c_uint;
        cutensorCreatePlanPreference(Handle, *mut Handle, c_int, c_uint) -> c_uint;
        cutensorDestroyPlanPreference(Handle) -> c_uint;
        cutensorEstimateWorkspaceSize(Handle, Handle, Handle, c_uint, *mut u64) -> c_uint;
        cutensorCreatePlan(Handle, *mut Handle, Handle, Handle, u64) -> c_uint;
        cutensorDestroyPlan(Handle) -> c_uint;
        cutensorContract(
            Handle, Handle, *const c_void, *const c_void, *const c_void, *const c_void, *const c_void, *mut c_void,
            *mut c_void, u64, Handle,
        ) -> c_uint;
    }
}

/// An array of a contraction: the label, extent and stride of each axis.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tensor {
    /// The labels of the axes, each once.
    pub labels: Vec<i32>,
    /// The extents.
    pub extents: Vec<i64>,
    /// The strides in elements, all positive.
    pub strides: Vec<i64>,
}

impl Tensor {
    /// The axes of these labels, extents and strides, without those of extent one. `None` for overlapping elements or
    /// negative strides, which cuTENSOR does not support, and for more axes than it has.
    pub fn new(labels: &[i32], extents: &[i64], strides: &[i64]) -> Option<Tensor> {
        const MAX_AXES: usize = 64;
        let mut own = Tensor::default();
        for ((&label, &extent), &stride) in
            labels.iter().zip(extents).zip(strides).filter(|((_, extent), _)| **extent != 1)
        {
            if stride <= 0 || extent <= 0 || own.labels.contains(&label) {
                return None;
            }
            own.labels.push(label);
            own.extents.push(extent);
            own.strides.push(stride);
        }
        (own.labels.len() <= MAX_AXES).then_some(own)
    }

    fn extent(&self, label: i32) -> Option<i64> {
        self.labels.iter().position(|own| *own == label).map(|at| self.extents[at])
    }
}

/// `c = sum of a b` over the labels that `c` does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contraction {
    element: Element,
    tensors: [Tensor; 3],
}

impl Contraction {
    /// A contraction of two factors into a result, whose elements do not overlap. `None` if a label of the result is in
    /// neither factor, one of a factor alone is summed over, or a label has different extents.
    pub fn new(element: Element, a: Tensor, b: Tensor, c: Tensor) -> Option<Contraction> {
        let agrees = |one: &Tensor, label: i32, extent: i64| one.extent(label).is_none_or(|own| own == extent);
        let all = [&a, &b, &c];
        let is_sound = all.iter().enumerate().all(|(index, own)| {
            own.labels.iter().zip(&own.extents).all(|(&label, &extent)| {
                let other_axes = all.iter().enumerate().filter(|(other, _)| *other != index);
                let shared = other_axes.clone().any(|(_, other)| other.extent(label).is_some());
                shared && other_axes.clone().all(|(_, other)| agrees(other, label, extent))
            })
        });
        is_sound.then_some(Contraction { element, tensors: [a, b, c] })
    }
}

/// A contraction of arrays with these alignments in bytes.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    contraction: Contraction,
    alignments: [u32; 3],
}

impl Key {
    fn of(contraction: &Contraction, addresses: [Address; 3]) -> Key {
        // The alignment that cuTENSOR's widest accesses need, and an allocation has.
        const MAX_ALIGNMENT: u32 = 256;
        let alignment =
            |Address(address): Address| 1u32 << address.trailing_zeros().min(MAX_ALIGNMENT.trailing_zeros());
        Key { contraction: contraction.clone(), alignments: addresses.map(alignment) }
    }
}

/// cuTENSOR on one device. Any thread may call it.
pub struct Cutensor {
    driver: Arc<dyn Driver>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    handle: Option<Object>,
    /// The most recently used first. `None` if cuTENSOR has no plan.
    kept: VecDeque<(Key, Option<Plan>)>,
}

struct Plan {
    object: Object,
    /// The workspace in bytes.
    work: u64,
}

/// The most cached plans.
const MAX_PLANS: usize = 64;

/// An object of the library, which is destroyed when this is dropped.
struct Object {
    handle: Handle,
    destroy: unsafe extern "C" fn(Handle) -> c_uint,
}

// SAFETY: objects of cuTENSOR may be used from any thread, one at a time, which the lock around them sees to.
unsafe impl Send for Object {}

impl Object {
    /// The object that `create` writes.
    ///
    /// # Safety
    /// The object is one that `destroy` destroys.
    unsafe fn new(
        doing: &str,
        destroy: unsafe extern "C" fn(Handle) -> c_uint,
        create: impl FnOnce(*mut Handle) -> c_uint,
    ) -> Result<Object> {
        let mut handle = ptr::null_mut();
        check(create(&mut handle), doing)?;
        Ok(Object { handle, destroy })
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        // SAFETY: the object was made with this library, and nothing uses it any more.
        unsafe { (self.destroy)(self.handle) };
    }
}

impl Cutensor {
    /// cuTENSOR on the device of this driver, which is a real one. Opens the library. Error: `Library` where it is not
    /// installed.
    pub fn new(driver: Arc<dyn Driver>) -> Result<Cutensor> {
        library()?;
        Ok(Cutensor { driver, state: Mutex::default() })
    }

    /// Queues a contraction of the arrays at these addresses, of `a`, `b` and `c`. False where cuTENSOR has no plan for
    /// it.
    ///
    /// # Errors
    /// Of the kind `Cuda` if cuTENSOR refuses what it has planned, and out of memory for its workspace.
    ///
    /// # Safety
    /// The arrays lie in valid device memory, and `c` overlaps neither factor.
    pub unsafe fn run(
        &self,
        contraction: &Contraction,
        addresses: [Address; 3],
        pool: &Pool,
        stream: Stream,
    ) -> Result<bool> {
        let library = library()?;
        self.driver.make_current()?;
        let key = Key::of(contraction, addresses);
        let mut state = self.lock();
        state.prepare(library, &key)?;
        let State { handle: Some(handle), kept } = &*state else { return Ok(false) };
        let Some((_, Some(plan))) = kept.front() else { return Ok(false) };
        let (alpha, beta) = (Scalar::of(contraction.element, 1.0), Scalar::of(contraction.element, 0.0));
        let area = if plan.work == 0 { None } else { Some(pool.alloc(plan.work as usize, stream)?) };
        let pointer = |Address(address): Address| address as usize as *mut c_void;
        let [a, b, c] = addresses.map(pointer);
        // SAFETY: the objects are ours while the lock is held, the scalars have the compute type and are read before
        // the call returns, the work area has as many bytes as the plan needs, and the caller vouches for the arrays.
        let result = unsafe {
            (library.functions.cutensorContract)(
                handle.handle,
                plan.object.handle,
                alpha.pointer(),
                a,
                b,
                beta.pointer(),
                c,
                c,
                pointer(area.map_or(Address(0), |block| block.address)),
                plan.work,
                stream.raw() as usize as Handle,
            )
        };
        // Freed in stream order: queued work may still use it.
        let freed = area.map_or(Ok(()), |block| pool.free(block));
        check(result, "contracting").and(freed).map(|()| true)
    }

    /// Whether cuTENSOR has a plan for a contraction of arrays at these addresses; the plan is cached.
    ///
    /// # Errors
    /// As [`Cutensor::run`].
    pub fn has(&self, contraction: &Contraction, addresses: [Address; 3]) -> Result<bool> {
        self.driver.make_current()?;
        let mut state = self.lock();
        state.prepare(library()?, &Key::of(contraction, addresses))?;
        Ok(state.kept.front().is_some_and(|(_, plan)| plan.is_some()))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Cutensor {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if self.driver.make_current().is_err() {
            // The device is lost, and what belongs to it with it.
            std::mem::forget(std::mem::take(state));
        }
        state.kept.clear();
    }
}

impl State {
    /// Moves the plan of a contraction to the front of the cache, and makes it if necessary. The device is current.
    fn prepare(&mut self, library: &Library, key: &Key) -> Result<()> {
        if let Some(index) = self.kept.iter().position(|(known, _)| known == key) {
            if let Some(known) = self.kept.remove(index) {
                self.kept.push_front(known);
            }
            return Ok(());
        }
        let handle = match &self.handle {
            Some(handle) => handle.handle,
            None => {
                let functions = &library.functions;
                // SAFETY: the pointer is valid for the one handle that is written.
                let made = unsafe {
                    Object::new("creating a handle", functions.cutensorDestroy, |to| (functions.cutensorCreate)(to))
                }?;
                self.handle.insert(made).handle
            }
        };
        // Unsupported contractions are reported by the call that plans them.
        let plan = library.plan(handle, key).ok();
        // A plan is on the host: queued work does not read it.
        self.kept.truncate(MAX_PLANS - 1);
        self.kept.push_front((key.clone(), plan));
        Ok(())
    }
}

/// The library's functions, and its compute types, which are exported data.
struct Library {
    functions: Functions,
    single: Precision,
    double: Precision,
}

#[derive(Clone, Copy)]
struct Precision(Handle);

// SAFETY: a precision is a constant of the library.
unsafe impl Send for Precision {}
// SAFETY: as above.
unsafe impl Sync for Precision {}

impl Library {
    fn plan(&self, handle: Handle, Key { contraction, alignments }: &Key) -> Result<Plan> {
        const IDENTITY: c_uint = 1;
        const ALGORITHM_BY_MODEL: c_int = -1;
        const NO_COMPILATION: c_uint = 0;
        const USUAL_WORKSPACE: c_uint = 2;
        let functions = &self.functions;
        let descriptor = |tensor: &Tensor, alignment: u32| {
            let count = tensor.labels.len() as c_uint;
            let (extents, strides) = (tensor.extents.as_ptr(), tensor.strides.as_ptr());
            let data = contraction.element.data();
            // SAFETY: the handle is one, and there are as many extents and strides as labels.
            unsafe {
                Object::new("describing an array", functions.cutensorDestroyTensorDescriptor, |to| {
                    (functions.cutensorCreateTensorDescriptor)(handle, to, count, extents, strides, data, alignment)
                })
            }
        };
        let [a, b, c] = &contraction.tensors;
        let described = [descriptor(a, alignments[0])?, descriptor(b, alignments[1])?, descriptor(c, alignments[2])?];
        let [of_a, of_b, of_c] = described.each_ref().map(|object| object.handle);
        let precision = match contraction.element {
            Element::F64 | Element::C128 => self.double,
            Element::F16 | Element::Bf16 | Element::F32 | Element::C64 => self.single,
        };
        // SAFETY: the descriptors are alive, and there is a label for each of their axes.
        let operation = unsafe {
            Object::new("describing a contraction", functions.cutensorDestroyOperationDescriptor, |to| {
                let [a, b, c] = [a, b, c].map(|tensor| tensor.labels.as_ptr());
                (functions.cutensorCreateContraction)(
                    handle,
                    to,
                    of_a,
                    a,
                    IDENTITY,
                    of_b,
                    b,
                    IDENTITY,
                    of_c,
                    c,
                    IDENTITY,
                    of_c,
                    c,
                    precision.0,
                )
            })
        }?;
        // SAFETY: the handle is one, and the pointer is valid for what is written.
        let preference = unsafe {
            Object::new("setting the planning preference", functions.cutensorDestroyPlanPreference, |to| {
                (functions.cutensorCreatePlanPreference)(handle, to, ALGORITHM_BY_MODEL, NO_COMPILATION)
            })
        }?;
        let mut work = 0;
        // SAFETY: the objects are alive, and the pointer is valid for the number that is written.
        let result = unsafe {
            let estimate = functions.cutensorEstimateWorkspaceSize;
            estimate(handle, operation.handle, preference.handle, USUAL_WORKSPACE, &mut work)
        };
        check(result, "asking for a work area")?;
        // SAFETY: as above.
        let object = unsafe {
            Object::new("planning a contraction", functions.cutensorDestroyPlan, |to| {
                (functions.cutensorCreatePlan)(handle, to, operation.handle, preference.handle, work)
            })
        }?;
        Ok(Plan { object, work })
    }
}

fn library() -> Result<&'static Library> {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    if let Some(library) = LIBRARY.get() {
        return Ok(library);
    }
    // It loads this one by name, which the loader then knows.
    let _ = library::open(Name::CublasLt);
    let opened = library::open(Name::Cutensor)?;
    // SAFETY: the library is libcutensor, whose interface the table states, and it is never closed.
    let functions = unsafe { Functions::load(&opened.library, "libcutensor") }?;
    let precision = |name: &str| {
        let absent = |_| Error::library(format!("libcutensor has no {name}: install version 2"));
        // SAFETY: the name is that of a pointer that the library exports and never changes.
        unsafe { opened.library.get::<*const Handle>(name.as_bytes()).map(|at| Precision(**at)) }.map_err(absent)
    };
    let (single, double) = (precision("CUTENSOR_COMPUTE_DESC_32F")?, precision("CUTENSOR_COMPUTE_DESC_64F")?);
    Ok(LIBRARY.get_or_init(|| Library { functions, single, double }))
}

fn check(result: c_uint, doing: &str) -> Result<()> {
    let name = match result {
        0 => return Ok(()),
        1 => "CUTENSOR_STATUS_NOT_INITIALIZED",
        3 => "CUTENSOR_STATUS_ALLOC_FAILED",
        7 => "CUTENSOR_STATUS_INVALID_VALUE",
        8 => "CUTENSOR_STATUS_ARCH_MISMATCH",
        13 => "CUTENSOR_STATUS_EXECUTION_FAILED",
        14 => "CUTENSOR_STATUS_INTERNAL_ERROR",
        15 => "CUTENSOR_STATUS_NOT_SUPPORTED",
        17 => "CUTENSOR_STATUS_CUBLAS_ERROR",
        18 => "CUTENSOR_STATUS_CUDA_ERROR",
        19 => "CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE",
        20 => "CUTENSOR_STATUS_INSUFFICIENT_DRIVER",
        _ => "an unknown status",
    };
    let text = format!("{doing} with cuTENSOR: {name} ({result})");
    Err(if result == 3 { Error::out_of_memory(text) } else { Error::cuda(text) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::fake::Fake;

    fn tensor(labels: &[i32], extents: &[i64], strides: &[i64]) -> Tensor {
        Tensor::new(labels, extents, strides).unwrap()
    }

    #[test]
    fn axes_of_one_place_are_left_out_and_others_have_to_go_forwards() {
        assert_eq!(tensor(&[1, 2, 3], &[4, 1, 5], &[5, 0, 1]), tensor(&[1, 3], &[4, 5], &[5, 1]));
        for (labels, extents, strides) in
            [(&[1][..], &[4][..], &[0][..]), (&[1], &[4], &[-1]), (&[1, 1], &[4, 4], &[4, 1]), (&[1], &[0], &[1])]
        {
            assert_eq!(Tensor::new(labels, extents, strides), None, "{labels:?} {extents:?} {strides:?}");
        }
        let many: Vec<i32> = (0..65).collect();
        assert_eq!(Tensor::new(&many, &[2; 65], &[1; 65]), None);
    }

    #[test]
    fn labels_have_to_be_shared_and_of_one_extent() {
        let (a, b) = (tensor(&[1, 2], &[3, 4], &[4, 1]), tensor(&[2, 3], &[4, 5], &[1, 4]));
        let contraction = |c: Tensor| Contraction::new(Element::F32, a.clone(), b.clone(), c);
        assert!(contraction(tensor(&[1, 3], &[3, 5], &[5, 1])).is_some());
        // A batch: the label is in all three.
        assert!(contraction(tensor(&[3, 2, 1], &[5, 4, 3], &[12, 3, 1])).is_some());
        assert!(contraction(tensor(&[1], &[3], &[1])).is_none(), "3 would be summed over one factor alone");
        assert!(contraction(tensor(&[1, 3, 4], &[3, 5, 2], &[10, 2, 1])).is_none(), "4 is in no factor");
        assert!(contraction(tensor(&[1, 3], &[3, 6], &[6, 1])).is_none(), "3 has two extents");
    }

    #[test]
    fn a_plan_is_of_addresses_that_are_as_far_aligned() {
        let one = tensor(&[1], &[3], &[1]);
        let contraction = Contraction::new(Element::F32, one.clone(), one.clone(), one).unwrap();
        let key = |addresses: [u64; 3]| Key::of(&contraction, addresses.map(Address)).alignments;
        assert_eq!(key([4, 1 << 20, 48]), [4, 256, 16]);
    }

    #[test]
    fn without_the_library_or_the_device_there_is_an_error() {
        // On a device of host memory the library, where it is installed, makes no handle.
        match Cutensor::new(Arc::new(Fake::new(1 << 20))) {
            Err(error) => assert!(error.text().contains("cutensor"), "{error}"),
            Ok(cutensor) => {
                let one = tensor(&[1], &[3], &[1]);
                let contraction = Contraction::new(Element::F32, one.clone(), one.clone(), one).unwrap();
                let driver = crate::driver::devices();
                let has = cutensor.has(&contraction, [Address(256); 3]);
                assert!(driver.is_ok() || has.is_err(), "a plan without a device");
            }
        }
    }
}
