//! The environment variables that cuprust reads, each checked against the values it knows.

use std::sync::OnceLock;

use cuprust_ir::{Error, Result};

/// A part of cuprust that `CUPRUST_DISABLE` can switch off, to find out whether it is to blame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// Putting several instructions into one kernel.
    Fusion,
    /// Reading through copies, and handing the memory of a dying storage to its copy.
    CopyOnWrite,
    /// Reusing freed memory for the next storage.
    Arena,
    /// Reusing plans.
    PlanCache,
    /// Keeping compiled kernels on disk.
    DiskCache,
}

const SWITCHES: &[(&str, Switch)] = &[
    ("fusion", Switch::Fusion),
    ("cow", Switch::CopyOnWrite),
    ("arena", Switch::Arena),
    ("plancache", Switch::PlanCache),
    ("cache", Switch::DiskCache),
];

struct Environment {
    disabled: Vec<Switch>,
    synchronous: bool,
    device: Option<String>,
}

fn environment() -> &'static Result<Environment> {
    static ENVIRONMENT: OnceLock<Result<Environment>> = OnceLock::new();
    ENVIRONMENT.get_or_init(|| {
        read(
            std::env::var("CUPRUST_DISABLE").ok(),
            std::env::var("CUPRUST_SYNC").ok(),
            std::env::var("CUPRUST_DEVICE").ok(),
        )
    })
}

fn read(disable: Option<String>, sync: Option<String>, device: Option<String>) -> Result<Environment> {
    let mut disabled = Vec::new();
    for name in disable.iter().flat_map(|list| list.split(',')).map(str::trim).filter(|name| !name.is_empty()) {
        match SWITCHES.iter().find(|(known, _)| *known == name) {
            Some(&(_, switch)) => disabled.push(switch),
            None => {
                let known: Vec<&str> = SWITCHES.iter().map(|(name, _)| *name).collect();
                return Err(Error::value(format!("CUPRUST_DISABLE: `{name}` is none of {}", known.join(", "))));
            }
        }
    }
    let synchronous = match sync.as_deref() {
        None | Some("" | "0") => false,
        Some("1") => true,
        Some(other) => return Err(Error::value(format!("CUPRUST_SYNC: `{other}` is neither 0 nor 1"))),
    };
    Ok(Environment { disabled, synchronous, device: device.filter(|name| !name.is_empty()) })
}

/// Whether a part is switched off by `CUPRUST_DISABLE`. False where the variable is wrong: asking for the [`device`] says so.
pub fn disabled(switch: Switch) -> bool {
    environment().as_ref().is_ok_and(|environment| environment.disabled.contains(&switch))
}

/// Whether `CUPRUST_SYNC=1` asks for each instruction to run as it is recorded.
pub(super) fn synchronous() -> bool {
    environment().as_ref().is_ok_and(|environment| environment.synchronous)
}

/// The device that `CUPRUST_DEVICE` names, if it names one.
///
/// # Errors
/// A value error where one of the variables has an unknown value.
pub(super) fn device() -> Result<Option<&'static str>> {
    environment().as_ref().map(|environment| environment.device.as_deref()).map_err(Clone::clone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_values_list_the_known_ones() {
        let error = read(Some("fusion,magic".into()), None, None).err().unwrap();
        assert_eq!(error.text(), "CUPRUST_DISABLE: `magic` is none of fusion, cow, arena, plancache, cache");
        assert!(read(None, Some("yes".into()), None).is_err());
        assert_eq!(read(Some("cow, fusion".into()), None, None).unwrap().disabled.len(), 2);
    }
}
