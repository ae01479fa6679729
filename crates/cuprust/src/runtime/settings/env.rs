//! The environment variables that cuprust reads, each checked against the values it knows.

use std::sync::OnceLock;

use cuprust_ir::{Error, Result, switched_off};

use crate::runtime::settings::accelerators;
use crate::runtime::settings::accelerators::Accelerator;

struct Environment {
    synchronous: bool,
    checks: bool,
    device: Option<String>,
    accelerators: Vec<Accelerator>,
}

fn environment() -> &'static Result<Environment> {
    static ENVIRONMENT: OnceLock<Result<Environment>> = OnceLock::new();
    ENVIRONMENT.get_or_init(|| {
        switched_off()?;
        let variable = |name| std::env::var(name).ok();
        let named = |name| variable(name).map(|names| accelerators::read(name, &names));
        let chosen = named("CUPRUST_ACCELERATORS").or_else(|| named("CUPY_ACCELERATORS"));
        let accelerators = chosen.unwrap_or_else(|| Ok(vec![Accelerator::Cub]))?;
        read(variable("CUPRUST_SYNC"), variable("CUPRUST_CHECK"), variable("CUPRUST_DEVICE"), accelerators)
    })
}

fn read(
    sync: Option<String>,
    check: Option<String>,
    device: Option<String>,
    accelerators: Vec<Accelerator>,
) -> Result<Environment> {
    let (synchronous, checks) = (switch("CUPRUST_SYNC", sync)?, switch("CUPRUST_CHECK", check)?);
    Ok(Environment { synchronous, checks, device: device.filter(|name| !name.is_empty()), accelerators })
}

fn switch(name: &str, value: Option<String>) -> Result<bool> {
    match value.as_deref() {
        None | Some("" | "0") => Ok(false),
        Some("1") => Ok(true),
        Some(other) => Err(Error::value(format!("{name}: `{other}` is neither 0 nor 1"))),
    }
}

/// Whether `CUPRUST_CHECK=1` asks for kernels that users wrote to be checked as they run on the CPU.
///
/// # Errors
/// A value error where one of the variables has an unknown value.
pub(crate) fn checks_kernels() -> Result<bool> {
    environment().as_ref().map(|environment| environment.checks).map_err(Clone::clone)
}

/// Whether `CUPRUST_SYNC=1` asks for each instruction to run as it is recorded.
pub(in crate::runtime) fn synchronous() -> bool {
    environment().as_ref().is_ok_and(|environment| environment.synchronous)
}

/// The accelerators that the environment names.
///
/// # Errors
/// A value error where one of the variables has an unknown value.
pub(super) fn accelerators() -> Result<&'static [Accelerator]> {
    environment().as_ref().map(|environment| &environment.accelerators[..]).map_err(Clone::clone)
}

/// The device that `CUPRUST_DEVICE` names, if it names one.
///
/// # Errors
/// A value error where one of the variables has an unknown value.
pub(in crate::runtime) fn device() -> Result<Option<&'static str>> {
    environment().as_ref().map(|environment| environment.device.as_deref()).map_err(Clone::clone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_values_list_the_known_ones() {
        let error = read(Some("yes".into()), None, None, vec![]).err().unwrap();
        assert_eq!(error.text(), "CUPRUST_SYNC: `yes` is neither 0 nor 1");
        let error = read(None, Some("on".into()), None, vec![]).err().unwrap();
        assert_eq!(error.text(), "CUPRUST_CHECK: `on` is neither 0 nor 1");
        let environment = read(Some("1".into()), None, Some(String::new()), vec![]).ok().unwrap();
        assert!(environment.synchronous && !environment.checks && environment.device.is_none());
    }
}
