//! Ranges and marks for other tools, by NVTX: the tool that looks at this process, if there is one, is named by the
//! environment.
//!
//! The tool's library is given tables of places, into which it writes the functions that it wants to be called (NVTX's
//! version 3).

use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The environment variable by which tools name their library.
const VARIABLE: &str = "NVTX_INJECTION64_PATH";

/// How many functions NVTX's core has, and the places of those that are called.
const FUNCTIONS: usize = 16;
const MARK: usize = 1;
const PUSH: usize = 8;
const POP: usize = 11;

/// The functions that the tool wants to be called; null where it wants none.
static WANTED: [AtomicPtr<c_void>; FUNCTIONS] = [const { AtomicPtr::new(ptr::null_mut()) }; FUNCTIONS];

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

/// The addresses of the places, as the tool's library is given them.
struct CallbackSlots([*const AtomicPtr<c_void>; FUNCTIONS]);

// SAFETY: the addresses are those of statics, which any thread may read and write.
unsafe impl Send for CallbackSlots {}
// SAFETY: as above.
unsafe impl Sync for CallbackSlots {}

unsafe extern "C" fn function_table(module: c_int, table: *mut FunctionTable, size: *mut c_uint) -> c_int {
    static PLACES: OnceLock<CallbackSlots> = OnceLock::new();
    const CORE: c_int = 1;
    if module != CORE || table.is_null() || size.is_null() {
        return 0;
    }
    let places = PLACES.get_or_init(|| CallbackSlots(std::array::from_fn(|place| &raw const WANTED[place])));
    // SAFETY: the caller's pointers are valid for what is written.
    unsafe {
        *table = places.0.as_ptr();
        *size = FUNCTIONS as c_uint;
    }
    1
}

/// Loads the tool's library, if the environment names one, and says whether it wants anything.
fn is_watched() -> bool {
    static WATCHED: OnceLock<bool> = OnceLock::new();
    *WATCHED.get_or_init(|| {
        let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) else { return false };
        // SAFETY: the environment names a library that is made to be loaded so.
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

fn wanted(place: usize) -> Option<*mut c_void> {
    if !is_watched() {
        return None;
    }
    let function = WANTED[place].load(Ordering::Acquire);
    (!function.is_null()).then_some(function)
}

fn message(name: &str) -> CString {
    CString::new(name.replace('\0', " ")).unwrap_or_default()
}

fn notify(place: usize, name: &str, colour: u32) {
    if let Some(function) = wanted(place) {
        let message = message(name);
        let attributes = Attributes::new(&message, colour);
        // SAFETY: the tool wrote a function of this type to the place; the attributes live through the call.
        unsafe {
            let function: unsafe extern "C" fn(*const Attributes) -> c_int = std::mem::transmute(function);
            function(&attributes);
        }
    }
}

/// Begins a range of this thread. A colour of zero is none.
pub fn push(name: &str, colour: u32) {
    notify(PUSH, name, colour);
}

/// Ends the range of this thread that was begun last.
pub fn pop() {
    if let Some(function) = wanted(POP) {
        // SAFETY: the tool wrote a function of this type to the place.
        unsafe {
            let function: unsafe extern "C" fn() -> c_int = std::mem::transmute(function);
            function();
        }
    }
}

/// Marks a moment. A colour of zero is none.
pub fn mark(name: &str, colour: u32) {
    notify(MARK, name, colour);
}
