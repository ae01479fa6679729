//! The command: runs a kernel of a PTX file on the machine and prints the checker's findings.

/// As `println`, but a closed pipe is ignored.
macro_rules! say {
    ($($part:tt)*) => {{ let _ = std::io::Write::write_fmt(&mut std::io::stdout(), format_args!("{}\n", format_args!($($part)*))); }};
}

mod job;

use cuprust_ptx::{Machine, Module, Options};
use std::process::ExitCode;

const USAGE: &str = "\
usage:
  cuprust-ptx list FILE.ptx
      the kernels of a module, with the bytes of their parameters
  cuprust-ptx run FILE.ptx KERNEL [OPTION]... [ARGUMENT]...
      launches a kernel and prints what the checker found
  cuprust-ptx job FILE FOLDER [OPTION]...
      does the jobs of a file and leaves their outputs in a folder, for a device's to be compared with (tools/job.py);
      'cuprust-ptx job' says how such a file is written

options:
  --grid X[,Y[,Z]]    blocks (1)
  --block X[,Y[,Z]]   threads of a block (32)
  --shared BYTES      dynamic shared memory (0)
  --threads N         threads of the host (all cores)
  --only TEXT         of a file of jobs, those whose name has this in it
  --budget N          the most instructions of one warp
  --no-check          look for neither races nor reads of memory that nothing wrote

arguments, in the order of the kernel's parameters:
  TYPE:VALUE          a number: i32:7, f32:2.5; types are i8 i16 i32 i64 u8 u16 u32 u64 f32 f64
  TYPE[N]             an array that nothing wrote, and the kernel gets its address
  TYPE[N]=VALUE       an array of this value
  TYPE[N]=iota        an array of 0, 1, 2, ..
  ...:COUNT           behind an array: print so many of its numbers afterwards, as in f32[100]=iota:5

The exit status is 0 if nothing was found, 1 if something was, 2 if the launch was not possible.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["list", file] => list(file),
        ["run", file, kernel, rest @ ..] => run(file, kernel, rest),
        ["job", file, folder, rest @ ..] => jobs(file, folder, rest),
        ["job", ..] => Err(job::FORMAT.to_owned()),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(code) => code,
        Err(text) => {
            eprintln!("{text}");
            ExitCode::from(2)
        }
    }
}

fn read(file: &str) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))
}

fn list(file: &str) -> Result<ExitCode, String> {
    let module = Module::parse(&read(file)?).map_err(|e| format!("{file}: {e}"))?;
    let (major, minor) = module.version();
    say!("PTX {major}.{minor} for {}", module.target());
    for k in module.kernels() {
        say!("{} parameters {:?} shared {}", k.name, k.parameters, k.shared_bytes);
    }
    Ok(ExitCode::SUCCESS)
}

/// The number types of the command line.
const TYPES: [&str; 10] = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64"];

/// A number of this type as bytes.
fn number(ty: &str, text: &str) -> Result<Vec<u8>, String> {
    let bad = || format!("'{text}' is not of type {ty}");
    let size: usize = ty[1..].parse::<usize>().map_err(|_| bad())? / 8;
    match ty {
        "f32" => Ok(text.parse::<f32>().map_err(|_| bad())?.to_le_bytes().to_vec()),
        "f64" => Ok(text.parse::<f64>().map_err(|_| bad())?.to_le_bytes().to_vec()),
        _ => {
            let value: i128 = match text.strip_prefix("0x") {
                Some(hex) => i128::from_str_radix(hex, 16).map_err(|_| bad())?,
                None => text.parse().map_err(|_| bad())?,
            };
            let bits = 8 * size as u32;
            let least = if ty.starts_with('i') { -(1i128 << (bits - 1)) } else { 0 };
            if value < least || value >= 1i128 << bits {
                return Err(bad());
            }
            Ok(value.to_le_bytes()[..size].to_vec())
        }
    }
}

/// The number of these bytes, as text.
fn show(ty: &str, bytes: &[u8]) -> String {
    match (ty, bytes) {
        ("f32", &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]).to_string(),
        ("f64", &[a, b, c, d, e, f, g, h]) => f64::from_le_bytes([a, b, c, d, e, f, g, h]).to_string(),
        _ => {
            let mut wide =
                [if ty.starts_with('i') && bytes.last().is_some_and(|b| b & 128 != 0) { 255 } else { 0 }; 16];
            wide[..bytes.len()].copy_from_slice(bytes);
            i128::from_le_bytes(wide).to_string()
        }
    }
}

fn sizes(text: &str) -> Result<[u32; 3], String> {
    let mut all = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err(format!("'{text}' has more than three numbers"));
    }
    for (to, part) in all.iter_mut().zip(parts) {
        *to = part.parse().map_err(|_| format!("'{part}' is not a number"))?;
    }
    Ok(all)
}

/// An array to print: the index of its argument, type, address, count.
struct PrintedArray {
    at: usize,
    ty: String,
    address: u64,
    count: usize,
}

/// The words after the kernel or folder: options, and the remaining arguments.
struct Invocation<'w> {
    options: Options,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    only: &'w str,
    arguments: Vec<&'w str>,
}

fn parse_invocation<'w>(rest: &[&'w str]) -> Result<Invocation<'w>, String> {
    let mut out = Invocation {
        options: Options::default(),
        grid: [1; 3],
        block: [32, 1, 1],
        shared: 0,
        only: "",
        arguments: Vec::new(),
    };
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().copied().ok_or_else(|| format!("{word} needs a value"));
        let count = |text: &str| text.parse::<u64>().map_err(|_| format!("'{text}' is not a number"));
        match *word {
            "--grid" => out.grid = sizes(value()?)?,
            "--block" => out.block = sizes(value()?)?,
            "--shared" => out.shared = count(value()?)?.try_into().map_err(|_| "too much shared memory".to_owned())?,
            "--threads" => out.options.threads = count(value()?)? as usize,
            "--budget" => out.options.budget = count(value()?)?,
            "--no-check" => out.options.check = false,
            "--only" => out.only = value()?,
            other if other.starts_with("--") => return Err(format!("'{other}' is not known\n\n{USAGE}")),
            other => out.arguments.push(other),
        }
    }
    Ok(out)
}

fn jobs(file: &str, folder: &str, rest: &[&str]) -> Result<ExitCode, String> {
    let invocation = parse_invocation(rest)?;
    if let Some(word) = invocation.arguments.first() {
        return Err(format!("'{word}' is not known\n\n{USAGE}"));
    }
    let clean = job::run(file, folder, invocation.only, &invocation.options)?;
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn run(file: &str, kernel: &str, rest: &[&str]) -> Result<ExitCode, String> {
    let Invocation { options, grid, block, shared, arguments: words, .. } = parse_invocation(rest)?;
    let machine = Machine::new(options);
    let module = machine.load(&read(file)?).map_err(|e| format!("{file}: {e}"))?;
    let mut parameters = Vec::new();
    let mut printed = Vec::new();
    for (at, word) in words.iter().enumerate() {
        parameters.push(argument(&machine, at, word, &mut printed)?);
    }
    let views: Vec<&[u8]> = parameters.iter().map(Vec::as_slice).collect();
    let (findings, fatal) = match machine.launch(module, kernel, grid, block, shared, &views) {
        Ok(report) => {
            let _ = std::io::Write::write_all(&mut std::io::stdout(), report.output.as_bytes());
            for w in &printed {
                let size = w.ty[1..].parse::<usize>().unwrap_or(8) / 8;
                let mut bytes = vec![0; size * w.count];
                machine.read(w.address, &mut bytes).map_err(|e| e.to_string())?;
                let numbers: Vec<String> = bytes.chunks(size).map(|b| show(&w.ty, b)).collect();
                say!("argument {}: {}", w.at, numbers.join(" "));
            }
            let seconds = report.elapsed.as_secs_f64();
            say!(
                "{kernel}: {} instructions of lanes in {seconds:.3} s, {:.0} million a second",
                report.lane_instructions,
                report.lane_instructions as f64 / seconds / 1e6
            );
            (report.findings, false)
        }
        Err(error) if !error.findings().is_empty() => (error.findings().to_vec(), true),
        Err(error) => return Err(error.to_string()),
    };
    for finding in &findings {
        say!("{finding}");
    }
    match (findings.len(), fatal) {
        (0, _) => {
            say!("nothing is wrong");
            Ok(ExitCode::SUCCESS)
        }
        (n, true) => {
            say!("{n} found, and the last one ended the launch");
            Ok(ExitCode::from(1))
        }
        (n, false) => {
            say!("{n} found");
            Ok(ExitCode::from(1))
        }
    }
}

/// The bytes of one argument; an array is allocated and filled.
fn argument(machine: &Machine, at: usize, word: &str, printed: &mut Vec<PrintedArray>) -> Result<Vec<u8>, String> {
    let bad = || format!("'{word}' is not an argument, which is TYPE:VALUE or TYPE[N]\n\n{USAGE}");
    let end = word.find([':', '[']).ok_or_else(bad)?;
    let ty = &word[..end];
    if !TYPES.contains(&ty) {
        return Err(format!("'{ty}' is none of the types {}", TYPES.join(" ")));
    }
    if let Some(value) = word[end..].strip_prefix(':') {
        return number(ty, value);
    }
    let (count, mut rest) = word[end + 1..].split_once(']').ok_or_else(bad)?;
    let count: usize = count.parse().map_err(|_| bad())?;
    let size = ty[1..].parse::<usize>().map_err(|_| bad())? / 8;
    let bytes = count.checked_mul(size).ok_or_else(bad)?;
    let address = machine.alloc(bytes as u64).map_err(|e| e.to_string())?;
    if let Some((before, shown)) = rest.split_once(':') {
        let shown: usize = shown.parse().map_err(|_| bad())?;
        printed.push(PrintedArray { at, ty: ty.to_owned(), address, count: shown.min(count) });
        rest = before;
    }
    if let Some(value) = rest.strip_prefix('=') {
        if value == "iota" {
            let mut all = Vec::with_capacity(bytes);
            for k in 0..count {
                // A value that does not fit the type wraps around.
                let wrapped = if size == 1 {
                    k & 0x7f
                } else if size == 2 {
                    k & 0x7fff
                } else {
                    k
                };
                all.extend(number(ty, &wrapped.to_string())?);
            }
            machine.write(address, &all).map_err(|e| e.to_string())?;
        } else {
            machine.fill(address, &number(ty, value)?, bytes as u64).map_err(|e| e.to_string())?;
        }
    } else if !rest.is_empty() {
        return Err(bad());
    }
    Ok(address.to_le_bytes().to_vec())
}
