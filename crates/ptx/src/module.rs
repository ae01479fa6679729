//! A parsed module, and its check that the machine can run it.

use crate::decode::{self, Symbols};
use crate::error::{Error, ErrorKind, Result};
use crate::memory::DEVICE_BASE;
use crate::parse;
use crate::program::Program;
use crate::syntax::{Space, Unit, Variable};

/// A PTX module that the machine can run.
#[derive(Debug, Clone)]
pub struct Module {
    text: String,
    version: (u32, u32),
    target: String,
    kernels: Vec<Kernel>,
    globals: Vec<(String, u64)>,
}

/// The requirements of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    /// Its name, as the module has it.
    pub name: String,
    /// The bytes of each parameter, in order.
    pub parameters: Vec<u64>,
    /// Bytes of shared memory that it declares, without the dynamic part.
    pub shared_bytes: u64,
    /// Bytes of local memory of one thread, without those of the functions that it calls.
    pub local_bytes: u64,
    /// Registers of one thread, of 32 bits, as the module declares them: a device's assembler needs fewer.
    pub registers: u64,
    /// The only block shape that may be launched, if the module requires one.
    pub required_block: Option<[u32; 3]>,
    /// The most threads of a block, if the module bounds them.
    pub most_threads: Option<u64>,
}

impl Kernel {
    pub(crate) fn of(program: &Program) -> Kernel {
        let entry = program.functions[program.entry].as_ref();
        Kernel {
            name: program.name.clone(),
            parameters: program.parameters.iter().map(|p| p.1).collect(),
            shared_bytes: program.shared.iter().map(|v| v.bytes).sum(),
            local_bytes: entry.map_or(0, |function| u64::from(function.local_bytes)),
            registers: entry.map_or(0, |function| u64::from(function.w32) + 2 * u64::from(function.w64)),
            required_block: program.required,
            most_threads: program.most_threads,
        }
    }
}

impl Module {
    /// Parses a module and decodes every kernel in it.
    ///
    /// # Errors
    /// [`ErrorKind::Parse`] where the text is not PTX, [`ErrorKind::Unsupported`] for an instruction that this machine
    /// does not have (the text names it, its line and its function), [`ErrorKind::Link`] for a symbol that is not
    /// defined.
    pub fn parse(text: &str) -> Result<Module> {
        let unit = parse::parse(text)?;
        check_size(&unit)?;
        let mut symbols = Symbols::new(&unit)?;
        for (k, v) in variables(&unit).into_iter().enumerate() {
            symbols.addresses.insert(v.name, DEVICE_BASE + ((k as u64) << 32));
        }
        check_relocations(&unit, &symbols)?;
        let programs = programs(&unit, &symbols)?;
        Ok(Module {
            text: text.to_owned(),
            version: unit.version,
            target: unit.target.to_owned(),
            kernels: programs.iter().map(Kernel::of).collect(),
            globals: variables(&unit).into_iter().map(|v| (v.name.to_owned(), v.bytes)).collect(),
        })
    }

    /// The text of the module.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The PTX version of the text, as major and minor.
    pub fn version(&self) -> (u32, u32) {
        self.version
    }

    /// The target of the text, as `sm_90`.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Its kernels, in the order of the text.
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }

    /// Names and bytes of its global and constant variables.
    pub fn globals(&self) -> &[(String, u64)] {
        &self.globals
    }
}

/// The global and constant variables that a module defines.
pub(crate) fn variables<'u, 'a>(unit: &'u Unit<'a>) -> Vec<&'u Variable<'a>> {
    let mut all: Vec<&Variable<'a>> = Vec::new();
    let mut names = std::collections::HashSet::new();
    for v in &unit.variables {
        if matches!(v.space, Space::Global | Space::Const) && !v.external && !v.open && names.insert(v.name) {
            all.push(v);
        }
    }
    all
}

/// Checks that everything that initialisers name is defined.
pub(crate) fn check_relocations(unit: &Unit<'_>, symbols: &Symbols<'_>) -> Result<()> {
    for v in variables(unit) {
        for r in &v.relocations {
            if !symbols.addresses.contains_key(r.symbol) && !symbols.functions.contains_key(r.symbol) {
                let text = format!(
                    "line {}: the initialiser of '{}' names '{}', which is not defined",
                    v.line, v.name, r.symbol
                );
                return Err(Error::new(ErrorKind::Link, text));
            }
        }
    }
    Ok(())
}

/// The most instructions of all kernels of one module, functions counted once for each kernel that calls them.
const MAX_INSTRUCTIONS: usize = 1 << 23;
/// The most bytes that the variables of one module have.
const MAX_VARIABLE_BYTES: u64 = 1 << 30;

/// Every kernel, decoded.
pub(crate) fn programs<'a>(unit: &Unit<'a>, symbols: &Symbols<'a>) -> Result<Vec<Program>> {
    let mut all = Vec::new();
    let mut size = 0;
    for (k, _) in unit.functions.iter().enumerate().filter(|(_, f)| f.kernel && f.body.is_some()) {
        let program = decode::kernel(unit, symbols, k)?;
        size += program.functions.iter().flatten().map(|f| f.code.len() + 8).sum::<usize>();
        if size > MAX_INSTRUCTIONS {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "the module's kernels are larger than this machine supports",
            ));
        }
        all.push(program);
    }
    Ok(all)
}

/// Checks the size of the module's variables.
pub(crate) fn check_size(unit: &Unit<'_>) -> Result<()> {
    let bytes: u64 = variables(unit).iter().fold(0, |sum, v| sum.saturating_add(v.bytes));
    if bytes > MAX_VARIABLE_BYTES {
        let text = format!("the module's variables have {bytes} bytes, and at most {MAX_VARIABLE_BYTES} are supported");
        return Err(Error::new(ErrorKind::OutOfMemory, text));
    }
    Ok(())
}
