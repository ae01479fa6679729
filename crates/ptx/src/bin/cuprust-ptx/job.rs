//! Executes a list of jobs (buffers, launches) and writes the bytes of their outputs, to be compared with a device's.

use crate::number;
use cuprust_ptx::{Machine, ModuleId, Options};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The usage text of `cuprust-ptx job`; `tools/job.py` reads the same files.
pub const FORMAT: &str = "\
A file of jobs has one word of these at the beginning of each line; files are named relative to it:
  job NAME                        begins a job, on a machine with nothing in it
  module FILE                     the PTX
  buffer NAME BYTES               device memory that nothing wrote
  buffer NAME BYTES zero          device memory of zeros
  buffer NAME FILE                device memory that holds this file
  set VARIABLE FILE               copies this file to a variable of the module
  launch KERNEL GRID BLOCK SHARED [ARGUMENT]...
  cooperate KERNEL GRID BLOCK SHARED [ARGUMENT]...
                                  the same, for a grid whose blocks wait for each other
  output NAME TYPE                keeps the buffer, or the module's variable, as numbers of this type, in FOLDER/JOB.NAME
GRID and BLOCK are X[,Y[,Z]]. An argument is TYPE:NUMBER, @BUFFER, @BUFFER+BYTES or hex:BYTES, and several of them joined
by '/' are one structure.";

/// The state of one job.
struct Job {
    name: String,
    machine: Machine,
    module: Option<ModuleId>,
    buffers: HashMap<String, (u64, u64)>,
    findings: Vec<String>,
    lanes: u64,
    seconds: f64,
    wrong: Option<String>,
}

impl Job {
    fn new(name: &str, options: &Options) -> Job {
        Job {
            name: name.to_owned(),
            machine: Machine::new(options.clone()),
            module: None,
            buffers: HashMap::new(),
            findings: Vec::new(),
            lanes: 0,
            seconds: 0.0,
            wrong: None,
        }
    }

    fn report(&self) -> bool {
        let rate = self.lanes as f64 / self.seconds.max(1e-9) / 1e6;
        say!(
            "{}: {} instructions of lanes, {rate:.0} million a second, {} found",
            self.name,
            self.lanes,
            self.findings.len()
        );
        self.findings.iter().for_each(|f| say!("  {f}"));
        if let Some(text) = &self.wrong {
            say!("  stopped: {text}");
        }
        self.findings.is_empty() && self.wrong.is_none()
    }
}

/// Executes every job of a file whose name contains `only`, and writes the outputs to a folder; returns whether there
/// were no findings.
pub fn run(file: &str, folder: &str, only: &str, options: &Options) -> Result<bool, String> {
    let text = crate::read(file)?;
    let base = Path::new(file).parent().unwrap_or(Path::new("")).to_owned();
    std::fs::create_dir_all(folder).map_err(|e| format!("{folder}: {e}"))?;
    let mut job: Option<Job> = None;
    let mut clean = true;
    let mut skips = false;
    for (at, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let [verb, rest @ ..] = words.as_slice() else { continue };
        if verb.starts_with('#') {
            continue;
        }
        if *verb == "job" {
            clean &= job.take().is_none_or(|j| j.report());
            let [name] = rest else { return Err(format!("{file}:{}: a job has one name", at + 1)) };
            skips = !name.contains(only);
            job = (!skips).then(|| Job::new(name, options));
            continue;
        }
        if skips {
            continue;
        }
        let Some(job) = job.as_mut() else { return Err(format!("{file}:{}: no job has begun", at + 1)) };
        if job.wrong.is_none() {
            job.wrong = job.line(verb, rest, &base, Path::new(folder)).err().map(|e| format!("line {}: {e}", at + 1));
        }
    }
    Ok(clean & job.is_none_or(|j| j.report()))
}

fn bytes_of(base: &Path, file: &str) -> Result<Vec<u8>, String> {
    let path = base.join(file);
    std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))
}

impl Job {
    fn line(&mut self, verb: &str, rest: &[&str], base: &Path, folder: &Path) -> Result<(), String> {
        let text = |e: cuprust_ptx::Error| e.to_string();
        match (verb, rest) {
            ("module", [file]) => {
                let ptx = String::from_utf8(bytes_of(base, file)?).map_err(|_| format!("{file} is not a text file"))?;
                self.module = Some(self.machine.load(&ptx).map_err(text)?);
            }
            ("buffer", [name, size, fill @ ..]) => {
                let (bytes, content) = match size.parse::<u64>() {
                    Ok(bytes) => (bytes, None),
                    Err(_) => bytes_of(base, size).map(|b| (b.len() as u64, Some(b)))?,
                };
                let address = self.machine.alloc(bytes).map_err(text)?;
                match (content, fill) {
                    (Some(content), []) => self.machine.write(address, &content).map_err(text)?,
                    (None, []) => {}
                    (None, ["zero"]) => self.machine.fill(address, &[0], bytes).map_err(text)?,
                    _ => return Err(format!("a buffer holds a file, zeros or nothing, and not '{}'", fill.join(" "))),
                }
                self.buffers.insert((*name).to_owned(), (address, bytes));
            }
            ("set", [variable, file]) => {
                let content = bytes_of(base, file)?;
                let (address, bytes) = self.machine.global(self.module()?, variable).map_err(text)?;
                if content.len() as u64 > bytes {
                    return Err(format!("{file} has {} bytes and '{variable}' {bytes}", content.len()));
                }
                self.machine.write(address, &content).map_err(text)?;
            }
            ("launch" | "cooperate", [kernel, grid, block, shared, arguments @ ..]) => {
                let parameters = arguments.iter().map(|a| self.argument(a)).collect::<Result<Vec<_>, _>>()?;
                let views: Vec<&[u8]> = parameters.iter().map(Vec::as_slice).collect();
                let shared = shared.parse().map_err(|_| format!("'{shared}' is not a number of bytes"))?;
                let (grid, block) = (crate::sizes(grid)?, crate::sizes(block)?);
                match self.machine.launch(self.module()?, kernel, grid, block, shared, &views) {
                    Ok(report) => {
                        self.lanes += report.lane_instructions;
                        self.seconds += report.elapsed.as_secs_f64();
                        self.findings.extend(report.findings.iter().map(|f| f.to_string()));
                    }
                    Err(error) => {
                        self.findings.extend(error.findings().iter().map(|f| f.to_string()));
                        return Err(error.to_string());
                    }
                }
            }
            ("output", [name, _]) => {
                let (address, bytes) = match self.buffers.get(*name) {
                    Some(found) => *found,
                    None => self.machine.global(self.module()?, name).map_err(text)?,
                };
                let mut out = vec![0; bytes as usize];
                self.machine.read(address, &mut out).map_err(text)?;
                let path: PathBuf = folder.join(format!("{}.{name}", self.name));
                std::fs::write(&path, out).map_err(|e| format!("{}: {e}", path.display()))?;
            }
            _ => return Err(format!("'{verb} {}' is not a line of a job\n\n{FORMAT}", rest.join(" "))),
        }
        Ok(())
    }

    fn module(&self) -> Result<ModuleId, String> {
        self.module.ok_or_else(|| "the job has no module yet".to_owned())
    }

    /// The bytes of one parameter.
    fn argument(&self, word: &str) -> Result<Vec<u8>, String> {
        let mut out = Vec::new();
        for part in word.split('/') {
            let bad = || format!("'{part}' is not an argument\n\n{FORMAT}");
            if let Some(name) = part.strip_prefix('@') {
                let (name, offset) = name.split_once('+').unwrap_or((name, "0"));
                let offset: u64 = offset.parse().map_err(|_| bad())?;
                let (address, _) = self.buffers.get(name).ok_or_else(|| format!("there is no buffer '{name}'"))?;
                out.extend((address + offset).to_le_bytes());
            } else {
                match part.split_once(':').ok_or_else(bad)? {
                    ("hex", digits) => {
                        for k in (0..digits.len()).step_by(2) {
                            let pair = digits.get(k..k + 2).ok_or_else(bad)?;
                            out.push(u8::from_str_radix(pair, 16).map_err(|_| bad())?);
                        }
                    }
                    (ty, value) if crate::TYPES.contains(&ty) => out.extend(number(ty, value)?),
                    _ => return Err(bad()),
                }
            }
        }
        Ok(out)
    }
}
