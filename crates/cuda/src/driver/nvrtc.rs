//! The interface to NVRTC: its functions, its version, and one call that compiles CUDA C++ to machine code or PTX.

use std::ffi::{CStr, CString, c_char, c_int, c_uint};
use std::ptr;
use std::sync::OnceLock;

use cuprust_ir::{Error, Result};

use super::library::{self, Name};
use super::symbols::{Handle, table};

table! {
    /// The functions of libnvrtc. Names and types are those of its CUDA 12 interface, which later versions keep.
    Functions {
        nvrtcVersion(*mut c_int, *mut c_int) -> c_uint;
        nvrtcGetErrorString(c_uint) -> *const c_char;
        nvrtcGetNumSupportedArchs(*mut c_int) -> c_uint;
        nvrtcGetSupportedArchs(*mut c_int) -> c_uint;
        nvrtcCreateProgram(
            *mut Handle, *const c_char, *const c_char, c_int, *const *const c_char, *const *const c_char,
        ) -> c_uint;
        nvrtcDestroyProgram(*mut Handle) -> c_uint;
        nvrtcCompileProgram(Handle, c_int, *const *const c_char) -> c_uint;
        nvrtcGetProgramLogSize(Handle, *mut usize) -> c_uint;
        nvrtcGetProgramLog(Handle, *mut c_char) -> c_uint;
        nvrtcGetCUBINSize(Handle, *mut usize) -> c_uint;
        nvrtcGetCUBIN(Handle, *mut c_char) -> c_uint;
        nvrtcGetPTXSize(Handle, *mut usize) -> c_uint;
        nvrtcGetPTX(Handle, *mut c_char) -> c_uint;
        nvrtcAddNameExpression(Handle, *const c_char) -> c_uint;
        nvrtcGetLoweredName(Handle, *const c_char, *mut *const c_char) -> c_uint;
    }
}

/// The opened compiler.
pub(crate) struct Nvrtc {
    functions: Functions,
    /// Major and minor, as (13, 0).
    pub(crate) version: (u32, u32),
    /// The supported architectures, as 90 for sm_90, in ascending order.
    pub(crate) architectures: Vec<u32>,
}

/// The form of the compiler's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Cubin,
    Ptx,
}

/// The outcome of a compilation.
pub(crate) enum Outcome {
    /// Success: the image, the mangled name of each name expression, the PTX text that machine code was made from, and
    /// the log.
    Image(Vec<u8>, Vec<String>, Option<String>, String),
    /// The program is wrong: the compiler's log.
    Refused(String),
}

/// A translated program.
pub struct Translation {
    /// PTX as the compiler returns it, with NUL.
    pub ptx: Vec<u8>,
    /// Machine code; empty where the flags name no real architecture.
    pub cubin: Vec<u8>,
    /// The mangled name of each name expression.
    pub names: Vec<String>,
    /// The compiler's log.
    pub log: String,
}

/// Result 6, `NVRTC_ERROR_COMPILATION`: the program is wrong; any other error is one of the call.
const COMPILATION: u32 = 6;

/// The compiler, opened at the first call that finds it. Error: `Library` where it is not installed.
pub(crate) fn open() -> Result<&'static Nvrtc> {
    static NVRTC: OnceLock<Nvrtc> = OnceLock::new();
    if let Some(nvrtc) = NVRTC.get() {
        return Ok(nvrtc);
    }
    let opened = library::open(Name::Nvrtc)?;
    // SAFETY: the library is libnvrtc, whose interface the table states, and it is never closed.
    let functions = unsafe { Functions::load(&opened.library, "libnvrtc") }?;
    let (mut major, mut minor, mut count) = (0, 0, 0);
    // SAFETY: both pointers are valid for the one integer that is written.
    functions.check(unsafe { (functions.nvrtcVersion)(&mut major, &mut minor) }, "asking NVRTC's version")?;
    // SAFETY: as above.
    functions.check(unsafe { (functions.nvrtcGetNumSupportedArchs)(&mut count) }, "asking NVRTC's architectures")?;
    let mut architectures = vec![0 as c_int; count.max(0) as usize];
    // SAFETY: the buffer has the length that NVRTC requires.
    let result = unsafe { (functions.nvrtcGetSupportedArchs)(architectures.as_mut_ptr()) };
    functions.check(result, "asking NVRTC's architectures")?;
    architectures.sort_unstable();
    let architectures = architectures.into_iter().map(|number| number as u32).collect();
    Ok(NVRTC.get_or_init(|| Nvrtc { functions, version: (major as u32, minor as u32), architectures }))
}

impl Functions {
    fn check(&self, result: u32, doing: &str) -> Result<()> {
        if result == 0 {
            return Ok(());
        }
        // SAFETY: NVRTC returns a static text that ends in NUL for every number, known or not.
        let text = unsafe { CStr::from_ptr((self.nvrtcGetErrorString)(result)) };
        Err(Error::compile(format!("{doing}: {}", text.to_string_lossy())))
    }
}

/// A program of NVRTC, destroyed when this is dropped.
struct Program<'a> {
    functions: &'a Functions,
    handle: Handle,
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle came from `nvrtcCreateProgram`, and this is the last use of it.
        unsafe { (self.functions.nvrtcDestroyProgram)(&mut self.handle) };
    }
}

impl Nvrtc {
    /// As [`Nvrtc::compile`], with all results, or the error number and the log.
    pub(crate) fn translate(
        &self,
        text: &str,
        file: &str,
        flags: &[String],
        names: &[String],
        headers: &[(&str, &str)],
    ) -> Result<std::result::Result<Translation, (u32, String)>> {
        let names = names.iter().map(|name| terminated(name)).collect::<Result<Vec<_>>>()?;
        let (program, result) = self.program(text, file, flags, &names, headers)?;
        if result != 0 {
            return Ok(Err((result, program.log().unwrap_or_default())));
        }
        let functions = &self.functions;
        let ptx = program.bytes(functions.nvrtcGetPTXSize, functions.nvrtcGetPTX, "fetching PTX from NVRTC")?;
        // There is no machine code if the flags name no real architecture.
        let cubin =
            program.bytes(functions.nvrtcGetCUBINSize, functions.nvrtcGetCUBIN, "fetching machine code from NVRTC")?;
        Ok(Ok(Translation { ptx, cubin, names: program.lowered(&names)?, log: program.log()? }))
    }

    /// Compiles `text`, whose name in diagnostics is `file`. `names` are C++ expressions that name kernels, for their
    /// mangled names; `headers` are names and texts of headers that it may include.
    pub(crate) fn compile(
        &self,
        text: &str,
        file: &str,
        form: Form,
        flags: &[String],
        names: &[String],
        headers: &[(&str, &str)],
    ) -> Result<Outcome> {
        let functions = &self.functions;
        let names = names.iter().map(|name| terminated(name)).collect::<Result<Vec<_>>>()?;
        let (program, result) = self.program(text, file, flags, &names, headers)?;
        if result == COMPILATION {
            return Ok(Outcome::Refused(program.log()?));
        }
        if let Err(error) = functions.check(result, "compiling with NVRTC") {
            let log = program.log().unwrap_or_default();
            return Err(Error::compile(format!("{error}\n{log}").trim_end()));
        }
        let (size, get) = match form {
            Form::Cubin => (functions.nvrtcGetCUBINSize, functions.nvrtcGetCUBIN),
            Form::Ptx => (functions.nvrtcGetPTXSize, functions.nvrtcGetPTX),
        };
        let image = program.bytes(size, get, "fetching the compiled kernel from NVRTC")?;
        let lowered = program.lowered(&names)?;
        let ptx = match form {
            Form::Ptx => None,
            Form::Cubin => {
                let text =
                    program.bytes(functions.nvrtcGetPTXSize, functions.nvrtcGetPTX, "fetching a kernel's PTX")?;
                Some(String::from_utf8_lossy(&text).into_owned())
            }
        };
        Ok(Outcome::Image(image, lowered, ptx, program.log()?))
    }

    /// A compiled program, and the compiler's result number.
    fn program(
        &self,
        text: &str,
        file: &str,
        flags: &[String],
        names: &[CString],
        headers: &[(&str, &str)],
    ) -> Result<(Program<'_>, u32)> {
        let functions = &self.functions;
        let (text, file) = (terminated(text)?, terminated(file)?);
        let flags = flags.iter().map(|flag| terminated(flag)).collect::<Result<Vec<_>>>()?;
        let flags: Vec<*const c_char> = flags.iter().map(|flag| flag.as_ptr()).collect();
        let headers = headers
            .iter()
            .map(|(name, text)| Ok((terminated(name)?, terminated(text)?)))
            .collect::<Result<Vec<_>>>()?;
        let (header_names, header_texts): (Vec<_>, Vec<_>) =
            headers.iter().map(|(name, text)| (name.as_ptr(), text.as_ptr())).unzip();
        let (count, texts, includes) = (headers.len() as c_int, header_texts.as_ptr(), header_names.as_ptr());
        let mut handle = ptr::null_mut();
        // SAFETY: the texts end in NUL and are copied by the call; there are as many headers as stated.
        let result = unsafe {
            (functions.nvrtcCreateProgram)(&mut handle, text.as_ptr(), file.as_ptr(), count, texts, includes)
        };
        functions.check(result, "passing a program to NVRTC")?;
        let program = Program { functions, handle };
        for name in names {
            // SAFETY: the program is alive and the name ends in NUL.
            let result = unsafe { (functions.nvrtcAddNameExpression)(program.handle, name.as_ptr()) };
            functions.check(result, "naming a kernel to NVRTC")?;
        }
        // SAFETY: the program is alive, and there are as many flags as stated, each ending in NUL.
        let result = unsafe { (functions.nvrtcCompileProgram)(program.handle, flags.len() as c_int, flags.as_ptr()) };
        Ok((program, result))
    }
}

impl Program<'_> {
    /// The mangled names of the name expressions.
    fn lowered(&self, names: &[CString]) -> Result<Vec<String>> {
        let mut lowered = Vec::with_capacity(names.len());
        for name in names {
            let mut mangled = ptr::null();
            // SAFETY: the program is alive and compiled, and the name is one that was added to it.
            let result = unsafe { (self.functions.nvrtcGetLoweredName)(self.handle, name.as_ptr(), &mut mangled) };
            self.functions.check(result, "asking NVRTC for a kernel's mangled name")?;
            // SAFETY: NVRTC returns a text that ends in NUL and lives as long as the program.
            lowered.push(unsafe { CStr::from_ptr(mangled) }.to_string_lossy().into_owned());
        }
        Ok(lowered)
    }

    fn log(&self) -> Result<String> {
        let functions = self.functions;
        let log = self.bytes(functions.nvrtcGetProgramLogSize, functions.nvrtcGetProgramLog, "fetching NVRTC's log")?;
        Ok(String::from_utf8_lossy(&log).trim_end_matches(['\0', '\n']).to_owned())
    }

    fn bytes(
        &self,
        size: unsafe extern "C" fn(Handle, *mut usize) -> c_uint,
        get: unsafe extern "C" fn(Handle, *mut c_char) -> c_uint,
        doing: &str,
    ) -> Result<Vec<u8>> {
        let mut length = 0;
        // SAFETY: the program is alive, and the pointer is valid for the one integer that is written.
        self.functions.check(unsafe { size(self.handle, &mut length) }, doing)?;
        let mut bytes = vec![0; length];
        if length == 0 {
            return Ok(bytes);
        }
        // SAFETY: the buffer has the length that NVRTC requires.
        self.functions.check(unsafe { get(self.handle, bytes.as_mut_ptr().cast()) }, doing)?;
        Ok(bytes)
    }
}

fn terminated(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::compile("the kernel's text, a flag or a name holds a NUL character"))
}
