//! Ranges and marks for external tools, by NVTX: the environment names the library of the tool that observes this
//! process, if there is one.
//!
//! The tool's library gets tables of slots, into which it writes its callbacks (NVTX's version 3).

use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The environment variable in which tools name their library.
const LIBRARY_VARIABLE: &str = "NVTX_INJECTION64_PATH";

/// The number of functions of NVTX's core, and the indices of those that are called here.
const FUNCTION_COUNT: usize = 16;
const MARK_INDEX: usize = 1;
const PUSH_INDEX: usize = 8;
const POP_INDEX: usize = 11;

/// The tool's callbacks; null for functions that it does not observe.
static TOOL_CALLBACKS: [AtomicPtr<c_void>; FUNCTION_COUNT] =
    [const { AtomicPtr::new(ptr::null_mut()) }; FUNCTION_COUNT];

/// `nvtxEventAttributes_t`, version 2.
#[repr(C)]
struct Attributes {
    version: u16,
    size: u16,
    category: u32,
    colour_type: i32,
    colour: u32,
    payload_type: i32,
    reserved: i32,
    payload: u64,
    message_type: i32,
    message: *const c_char,
}

impl Attributes {
    fn new(message: &CString, colour: u32) -> Attributes {
        const ARGB: i32 = 1;
        const ASCII: i32 = 1;
        Attributes {
            version: 3,
            size: size_of::<Attributes>() as u16,
            category: 0,
            colour_type: if colour == 0 { 0 } else { ARGB },
            colour,
            payload_type: 0,
            reserved: 0,
            payload: 0,
            message_type: ASCII,
            message: message.as_ptr(),
        }
    }
}

type FunctionTable = *const *const AtomicPtr<c_void>;

/// `NvtxExportTableCallbacks`.
#[repr(C)]
struct Callbacks {
    size: usize,
    table: unsafe extern "C" fn(c_int, *mut FunctionTable, *mut c_uint) -> c_int,
}

/// `NvtxExportTableVersionInfo`.
#[repr(C)]
struct Version {
    size: usize,
    version: u32,
    reserved: u32,
    set: unsafe extern "C" fn(u32),
}

static CALLBACKS: Callbacks = Callbacks { size: size_of::<Callbacks>(), table: function_table };
static VERSION: Version = Version { size: size_of::<Version>(), version: 3, reserved: 0, set: set_version };

unsafe extern "C" fn set_version(_version: u32) {}

unsafe extern "C" fn exported(table: u32) -> *const c_void {
    const CALLBACK_TABLE: u32 = 1;
    const VERSION_TABLE: u32 = 3;
    match table {
        CALLBACK_TABLE => (&raw const CALLBACKS).cast(),
        VERSION_TABLE => (&raw const VERSION).cast(),
        _ => ptr::null(),
    }
}

/// The addresses of the callback slots, for the tool's library.
struct CallbackSlots([*const AtomicPtr<c_void>; FUNCTION_COUNT]);

// SAFETY: the addresses are those of statics, which any thread may read and write.
unsafe impl Send for CallbackSlots {}
// SAFETY: as above.
unsafe impl Sync for CallbackSlots {}

unsafe extern "C" fn function_table(module: c_int, table: *mut FunctionTable, size: *mut c_uint) -> c_int {
    static SLOTS: OnceLock<CallbackSlots> = OnceLock::new();
    const CORE: c_int = 1;
    if module != CORE || table.is_null() || size.is_null() {
        return 0;
    }
    let slots = SLOTS.get_or_init(|| CallbackSlots(std::array::from_fn(|index| &raw const TOOL_CALLBACKS[index])));
    // SAFETY: the caller's pointers are valid for what is written.
    unsafe {
        *table = slots.0.as_ptr();
        *size = FUNCTION_COUNT as c_uint;
    }
    1
}

/// Loads the tool's library, if the environment names one, and returns whether it has any callback.
fn is_watched() -> bool {
    static WATCHED: OnceLock<bool> = OnceLock::new();
    *WATCHED.get_or_init(|| {
        let Some(path) = std::env::var_os(LIBRARY_VARIABLE).filter(|path| !path.is_empty()) else { return false };
        // SAFETY: the environment names a library that is made to be loaded in this way.
        let Ok(library) = (unsafe { libloading::Library::new(path) }) else { return false };
        type GetTable = unsafe extern "C" fn(u32) -> *const c_void;
        // SAFETY: a library for NVTX has this function with this type.
        let initialised = unsafe {
            match library.get::<unsafe extern "C" fn(GetTable) -> c_int>(b"InitializeInjectionNvtx2\0") {
                Ok(initialise) => initialise(exported) != 0,
                Err(_) => false,
            }
        };
        // Its functions are called until the process ends.
        std::mem::forget(library);
        initialised
    })
}

fn callback(index: usize) -> Option<*mut c_void> {
    if !is_watched() {
        return None;
    }
    let function = TOOL_CALLBACKS[index].load(Ordering::Acquire);
    (!function.is_null()).then_some(function)
}

fn message(name: &str) -> CString {
    CString::new(name.replace('\0', " ")).unwrap_or_default()
}

fn notify(index: usize, name: &str, colour: u32) {
    if let Some(function) = callback(index) {
        let message = message(name);
        let attributes = Attributes::new(&message, colour);
        // SAFETY: the tool wrote a function of this type to the slot; the attributes live during the call.
        unsafe {
            let function: unsafe extern "C" fn(*const Attributes) -> c_int = std::mem::transmute(function);
            function(&attributes);
        }
    }
}

/// Begins a range of this thread. A colour of zero means none.
pub fn push(name: &str, colour: u32) {
    notify(PUSH_INDEX, name, colour);
}

/// Ends this thread's innermost range.
pub fn pop() {
    if let Some(function) = callback(POP_INDEX) {
        // SAFETY: the tool wrote a function of this type to the slot.
        unsafe {
            let function: unsafe extern "C" fn() -> c_int = std::mem::transmute(function);
            function();
        }
    }
}

/// Marks an instant. A colour of zero means none.
pub fn mark(name: &str, colour: u32) {
    notify(MARK_INDEX, name, colour);
}
