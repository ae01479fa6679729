//! The environment variables that cuprust reads, each checked against the values it knows.

use std::sync::OnceLock;

use cuprust_ir::{Error, Result, switched_off};

struct Environment {
    synchronous: bool,
    device: Option<String>,
}

fn environment() -> &'static Result<Environment> {
    static ENVIRONMENT: OnceLock<Result<Environment>> = OnceLock::new();
    ENVIRONMENT.get_or_init(|| {
        switched_off()?;
        read(std::env::var("CUPRUST_SYNC").ok(), std::env::var("CUPRUST_DEVICE").ok())
    })
}

fn read(sync: Option<String>, device: Option<String>) -> Result<Environment> {
    let synchronous = match sync.as_deref() {
        None | Some("" | "0") => false,
        Some("1") => true,
        Some(other) => return Err(Error::value(format!("CUPRUST_SYNC: `{other}` is neither 0 nor 1"))),
    };
    Ok(Environment { synchronous, device: device.filter(|name| !name.is_empty()) })
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
        let error = read(Some("yes".into()), None).err().unwrap();
        assert_eq!(error.text(), "CUPRUST_SYNC: `yes` is neither 0 nor 1");
        let environment = read(Some("1".into()), Some(String::new())).ok().unwrap();
        assert!(environment.synchronous && environment.device.is_none());
    }
}
