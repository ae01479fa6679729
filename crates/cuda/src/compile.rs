//! CUDA C++ in, machine code out: the flags that kernels are compiled with, and the form of compile errors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use cuprust_ir::{Error, Result};

pub use crate::driver::nvrtc::Translation;
use crate::driver::nvrtc::{self, Form, Nvrtc, Outcome};
use crate::signature::Signature;

/// The options of a compilation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Flags as NVRTC takes them. The architecture is not among them.
    pub flags: Vec<String>,
    /// C++ expressions that name kernels, as `scale<float>`, whose mangled names are requested.
    pub names: Vec<String>,
    /// Headers that the text may include: the name that an include gives, and the text.
    pub headers: &'static [(&'static str, &'static str)],
}

impl Options {
    /// For kernels that cuprust writes: the arithmetic is NumPy's (no contraction, no flushing, exact division and
    /// root), functions are device functions unless marked otherwise, and unused code is dropped.
    pub fn exact() -> Options {
        let mut flags: Vec<String> =
            ["-fmad=false", "--ftz=false", "--prec-div=true", "--prec-sqrt=true", "-default-device", "--std=c++17"]
                .map(String::from)
                .to_vec();
        // The flag came with CUDA 12.4. A missing compiler is reported at the compilation.
        if compiler_is_at_least((12, 4)) {
            flags.push("--minimal".into());
        }
        Options { flags, names: Vec::new(), headers: &[] }
    }

    /// As [`Options::exact`] for a kernel over few elements, whose compilation takes longer than its runs: the compiler
    /// optimises less. The values are the same. Of the flag's values, `mid` compiles these texts no sooner and gives
    /// longer code, and `max` compiles them later.
    pub fn quick_to_compile() -> Options {
        Options::exact().optimising("min")
    }

    /// With fewer optimisations, by NVRTC's name for the level. The names came with CUDA 12.9: 12.6 and 12.8 refuse
    /// them.
    fn optimising(mut self, less: &str) -> Options {
        if compiler_is_at_least((12, 9)) {
            self.flags.push(format!("--Ofast-compile={less}"));
        }
        self
    }

    /// For kernels that users write: NVRTC's defaults plus these flags.
    pub fn plain(flags: impl IntoIterator<Item = String>) -> Options {
        Options { flags: flags.into_iter().collect(), names: Vec::new(), headers: &[] }
    }
}

/// Whether the compiler has at least this version.
fn compiler_is_at_least(version: (u32, u32)) -> bool {
    nvrtc::open().is_ok_and(|nvrtc| nvrtc.version >= version)
}

/// A compiled program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The input of [`crate::driver::Driver::load`]: a cubin, or PTX for a device that the compiler does not know yet.
    pub code: Vec<u8>,
    /// The mangled name of each of [`Options::names`], in their order.
    pub names: Vec<String>,
}

/// A compiled program, with the signatures of its kernels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompiledModule {
    /// The program.
    pub image: Image,
    /// Its kernels.
    pub kernels: Vec<Signature>,
    /// The compiler's log; empty for a cached program.
    pub log: String,
}

/// Compiles for a device of this compute capability. Errors: `Library` without NVRTC; `Compile` with the compiler's
/// log, in which each message is followed by the source line that it refers to.
pub fn compile(text: &str, capability: (u32, u32), options: &Options) -> Result<Image> {
    compile_to(Form::Cubin, text, capability, options)
}

/// PTX text for a device of this compute capability or a later one. Errors as for [`compile`].
pub fn ptx(text: &str, capability: (u32, u32), options: &Options) -> Result<String> {
    let image = compile_to(Form::Ptx, text, capability, options)?;
    Ok(String::from_utf8_lossy(&image.code).trim_end_matches('\0').to_owned())
}

/// As [`compile()`] with an explicit form: PTX also for a device whose machine code the compiler supports.
pub(crate) fn compile_to(form: Form, text: &str, capability: (u32, u32), options: &Options) -> Result<Image> {
    let nvrtc = nvrtc::open()?;
    let (architecture, form) = target_of(nvrtc, capability, form)?;
    run(nvrtc, text, form, architecture, options)
}

/// As [`compile_to`], with the signatures of the kernels. Where the program is wrong, the error's text ends with the
/// numbered program.
pub(crate) fn compile_module(
    form: Form,
    text: &str,
    capability: (u32, u32),
    options: &Options,
) -> Result<CompiledModule> {
    let nvrtc = nvrtc::open()?;
    let (architecture, form) = target_of(nvrtc, capability, form)?;
    match outcome(nvrtc, text, form, &architecture, options)? {
        Outcome::Image(code, names, Some(ptx), log) => {
            let kernels = Signature::of_ptx(&ptx);
            Ok(CompiledModule { image: Image { code, names }, kernels, log })
        }
        Outcome::Image(ptx, names, None, log) => {
            let ptx = without_directory(&String::from_utf8_lossy(&ptx));
            let kernels = Signature::of_ptx(&ptx);
            Ok(CompiledModule { image: Image { code: ptx.into_bytes(), names }, kernels, log })
        }
        Outcome::Refused(log) => {
            let with = format!("--gpu-architecture={architecture}");
            Err(Error::compile(numbered(&log, &with, &options.flags, text)))
        }
    }
}

/// The compiler's log, followed by the input: flags, and the text with line numbers.
pub(crate) fn numbered(log: &str, with: &str, flags: &[String], text: &str) -> String {
    let mut quoted = format!("{log}\n\nthe source, with {with}");
    flags.iter().for_each(|flag| quoted.extend([" ", flag.as_str()]));
    quoted.push_str(":\n");
    for (number, line) in text.lines().enumerate() {
        quoted.push_str(&format!("{:>5} | {line}\n", number + 1));
    }
    quoted.truncate(quoted.trim_end().len());
    quoted
}

/// A PTX text that names the program without the current directory, which the compiler may prepend.
fn without_directory(ptx: &str) -> String {
    let file = |line: &str| {
        let (head, path) = line.trim_start().strip_prefix(".file")?.split_once('"')?;
        path.ends_with(&format!("/{FILE}\"")).then(|| format!("\t.file{head}\"{FILE}\""))
    };
    ptx.split('\n').map(|line| file(line).unwrap_or_else(|| line.to_owned())).collect::<Vec<_>>().join("\n")
}

/// Compiles several programs for one device on as many threads as the machine has; results are in the order of the
/// texts.
pub fn compile_all(texts: &[&str], capability: (u32, u32), options: &Options) -> Vec<Result<Image>> {
    in_parallel(texts.len(), |index| compile(texts[index], capability, options))
}

/// Which of several written kernels do not compile for a device, by their index, and why. An empty program takes as
/// long to compile as the text of a kernel or two, so many kernels are compiled as one program, each in a namespace of
/// its own.
pub fn refused(texts: &[&str], capability: (u32, u32)) -> Vec<(usize, Error)> {
    const MAX_TEXTS_PER_COMPILE: usize = 12;
    // Compile errors do not depend on the optimisation level. Twelve kernels at once take half the time.
    let options = &Options::exact().optimising("mid");
    let program =
        |texts: &[&str]| -> String { texts.iter().enumerate().map(|(i, text)| in_namespace(i, text)).collect() };
    let programs: Vec<String> = texts.chunks(MAX_TEXTS_PER_COMPILE).map(program).collect();
    let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
    let mut refused = Vec::new();
    for (number, image) in compile_all(&programs, capability, options).into_iter().enumerate() {
        let Err(error) = image else { continue };
        let first = number * MAX_TEXTS_PER_COMPILE;
        let one_by_one =
            compile_all(&texts[first..texts.len().min(first + MAX_TEXTS_PER_COMPILE)], capability, options);
        let before = refused.len();
        refused.extend(one_by_one.into_iter().enumerate().filter_map(|(i, image)| Some((first + i, image.err()?))));
        if refused.len() == before {
            refused.push((first, error));
        }
    }
    refused
}

/// A written kernel in the namespace `k{number}`, so that one program can contain several.
pub fn in_namespace(number: usize, text: &str) -> String {
    format!("namespace k{number} {{\n{}\n}}\n", text.replace("extern \"C\" ", ""))
}

/// Translates a program with these flags alone, as NVRTC's own interface does: the translation, or NVRTC's error number
/// and its log. `names` are name expressions, `headers` names and texts. Errors: `Library` without NVRTC; `Compile` for
/// a text with NUL.
pub fn translate(
    text: &str,
    file: &str,
    flags: &[String],
    names: &[String],
    headers: &[(&str, &str)],
) -> Result<std::result::Result<Translation, (u32, String)>> {
    nvrtc::open()?.translate(text, file, flags, names, headers)
}

/// The architectures that the compiler knows, as 90 for sm_90. Error: `Library` where it is not installed.
pub fn architectures() -> Result<&'static [u32]> {
    Ok(&nvrtc::open()?.architectures)
}

/// The compiler's version, major and minor. Error: `Library` where it is not installed.
pub fn version() -> Result<(u32, u32)> {
    Ok(nvrtc::open()?.version)
}

/// Executes `count` independent work items on as many threads as are useful.
pub(crate) fn in_parallel<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get()).min(count);
    if threads < 2 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        let take = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(result) = results.get(index) else { break };
                *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(work(index));
            }
        };
        for _ in 1..threads {
            // A thread that cannot be started leaves its work to the others.
            let _ = std::thread::Builder::new().spawn_scoped(scope, take);
        }
        take();
    });
    let result = |slot: Mutex<Option<T>>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().map(|slot| result(slot).expect("every index was taken and its work done")).collect()
}

/// The architecture to compile for, as NVRTC spells it, and the form of the result: machine code only if requested.
pub(crate) fn target_of(nvrtc: &Nvrtc, capability: (u32, u32), requested: Form) -> Result<(String, Form)> {
    let (number, known) = nearest(nvrtc, capability)?;
    Ok(if known && requested == Form::Cubin {
        (format!("sm_{number}"), Form::Cubin)
    } else {
        (format!("compute_{number}"), Form::Ptx)
    })
}

/// The latest architecture that the compiler supports, up to the device's own, and whether it is the device's own. For
/// a newer device the driver compiles PTX of an older architecture itself.
fn nearest(nvrtc: &Nvrtc, capability: (u32, u32)) -> Result<(u32, bool)> {
    let own = capability.0 * 10 + capability.1;
    let number = nvrtc.architectures.iter().copied().filter(|number| *number <= own).max().ok_or_else(|| {
        Error::compile(format!(
            "NVRTC {}.{} no longer compiles for devices of compute capability {}.{}: install an older one \
             (pip install nvidia-cuda-nvrtc-cu12)",
            nvrtc.version.0, nvrtc.version.1, capability.0, capability.1
        ))
    })?;
    Ok((number, number == own))
}

/// The name of the program in diagnostics.
const FILE: &str = "kernel.cu";

fn outcome(nvrtc: &Nvrtc, text: &str, form: Form, architecture: &str, options: &Options) -> Result<Outcome> {
    let mut flags = vec![format!("--gpu-architecture={architecture}")];
    flags.extend_from_slice(&options.flags);
    nvrtc.compile(text, FILE, form, &flags, &options.names, options.headers)
}

fn run(nvrtc: &Nvrtc, text: &str, form: Form, architecture: String, options: &Options) -> Result<Image> {
    match outcome(nvrtc, text, form, &architecture, options)? {
        Outcome::Image(code, names, _, _) => Ok(Image { code, names }),
        Outcome::Refused(log) => Err(Error::compile(quote(&log, text))),
    }
}

/// The log, where each message with a line number is followed by that line of the program.
fn quote(log: &str, text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut quoted = String::from("the kernel does not compile\n");
    for complaint in log.lines() {
        quoted.push_str(complaint);
        quoted.push('\n');
        let number = complaint
            .strip_prefix(FILE)
            .and_then(|rest| rest.strip_prefix('('))
            .and_then(|rest| rest.split_once(')'))
            .and_then(|(number, _)| number.parse::<usize>().ok());
        if let Some(number) = number
            && let Some(line) = number.checked_sub(1).and_then(|index| lines.get(index))
        {
            quoted.push_str(&format!("{number:>5} | {line}\n"));
        }
    }
    quoted.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuprust_ir::ErrorKind;

    /// Whether a compiler is installed for the tests.
    fn installed() -> bool {
        match version() {
            Ok(version) => {
                println!("NVRTC {}.{}", version.0, version.1);
                true
            }
            Err(error) => {
                println!("not tested: {error}");
                assert_eq!(error.kind(), ErrorKind::Library);
                false
            }
        }
    }

    const SCALE: &str = "extern \"C\" __global__ void scale(float* x, float f, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] * f + 1.0f;
}";

    #[test]
    fn a_kernel_becomes_machine_code_and_ptx_without_contraction() {
        if !installed() {
            return;
        }
        let image = compile(SCALE, (9, 0), &Options::exact()).unwrap();
        assert_eq!(&image.code[..4], b"\x7fELF");
        assert!(image.code.windows(5).any(|bytes| bytes == b"scale"));
        let text = ptx(SCALE, (9, 0), &Options::exact()).unwrap();
        assert!(text.contains(".target sm_90") && text.contains(".entry scale"), "{text}");
        assert!(text.contains("mul.rn.f32") && !text.contains("fma.rn.f32"), "{text}");
        let text = ptx(SCALE, (9, 0), &Options::quick_to_compile()).unwrap();
        assert!(text.contains("mul.rn.f32") && !text.contains("fma.rn.f32"), "{text}");
        let text = ptx(SCALE, (9, 0), &Options::plain([])).unwrap();
        assert!(text.contains("fma.rn.f32"), "{text}");
    }

    #[test]
    fn a_device_newer_than_the_compiler_gets_ptx() {
        if !installed() {
            return;
        }
        let image = compile(SCALE, (99, 0), &Options::exact()).unwrap();
        assert!(String::from_utf8_lossy(&image.code).contains(".entry scale"));
        assert_eq!(compile(SCALE, (2, 0), &Options::exact()).unwrap_err().kind(), ErrorKind::Compile);
    }

    #[test]
    fn names_are_mangled_in_their_order() {
        if !installed() {
            return;
        }
        let text = "template <class T> __global__ void twice(T* x) { x[threadIdx.x] *= 2; }";
        let options = Options { names: vec!["twice<float>".into(), "twice<double>".into()], ..Options::plain([]) };
        let image = compile(text, (8, 0), &options).unwrap();
        assert_eq!(image.names, ["_Z5twiceIfEvPT_", "_Z5twiceIdEvPT_"]);
    }

    #[test]
    fn a_wrong_program_is_an_error_that_quotes_its_line() {
        if !installed() {
            return;
        }
        let error = compile(&SCALE.replace("* f", "* g"), (9, 0), &Options::exact()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Compile);
        assert!(error.text().contains("    3 |     if (i < n) x[i] = x[i] * g"), "{error}");
        assert!(error.text().contains("\"g\" is undefined"), "{error}");
    }

    #[test]
    fn wrong_flags_and_texts_are_errors() {
        if !installed() {
            return;
        }
        let error = compile(SCALE, (9, 0), &Options::plain(["--no-such-flag".into()])).unwrap_err();
        assert!(error.text().contains("no-such-flag"), "{error}");
        assert_eq!(compile("\0", (9, 0), &Options::exact()).unwrap_err().kind(), ErrorKind::Compile);
    }

    #[test]
    fn several_programs_compile_at_once_and_stay_in_order() {
        if !installed() {
            return;
        }
        let mut texts: Vec<String> =
            (0..6).map(|i| format!("extern \"C\" __global__ void k{i}(int* x) {{ *x = {i}; }}")).collect();
        texts[4] = "what is this".into();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let images = compile_all(&texts, (9, 0), &Options::exact());
        for (i, image) in images.iter().enumerate() {
            let name = format!("k{i}");
            match image {
                Ok(image) => assert!(image.code.windows(2).any(|bytes| bytes == name.as_bytes()), "{i}"),
                Err(error) => assert!(i == 4 && error.kind() == ErrorKind::Compile, "{i}: {error}"),
            }
        }
        assert!(images[4].is_err());
    }

    #[test]
    fn of_many_kernels_those_that_do_not_compile_are_named() {
        if !installed() {
            return;
        }
        // All have the same names, and one has an unbalanced brace that another one closes.
        let text = "struct P { int* x; };\nextern \"C\" __global__ void k(const __grid_constant__ P p) { *p.x = 1; }";
        let mut texts = vec![text; 40];
        assert!(refused(&texts, (9, 0)).is_empty());
        texts[13] = text.trim_end_matches('}');
        texts[14] = "} }";
        texts[39] = "what is this";
        let indices: Vec<usize> = refused(&texts, (9, 0)).into_iter().map(|(index, _)| index).collect();
        assert_eq!(indices, [13, 14, 39]);
    }

    #[test]
    fn a_complaint_is_followed_by_its_line() {
        let quoted = quote("kernel.cu(2): error: no\nelsewhere(1): hm\nkernel.cu(9): gone", "a\nb");
        assert_eq!(
            quoted,
            "the kernel does not compile\nkernel.cu(2): error: no\n    2 | b\nelsewhere(1): hm\nkernel.cu(9): gone"
        );
    }
}
