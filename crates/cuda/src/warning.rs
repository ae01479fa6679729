//! Warnings to the user: each text once, to a listener or to standard error.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// The function that is called with each warning.
pub type Listener = fn(&str);

static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);
static ISSUED: Mutex<Option<HashSet<String>>> = Mutex::new(None);

/// Sends later warnings to this function instead of standard error.
pub fn listen(listener: Listener) {
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(listener);
}

/// Issues a warning, unless this text was issued before in this process.
pub fn warn(text: &str) {
    {
        let mut issued = ISSUED.lock().unwrap_or_else(PoisonError::into_inner);
        if !issued.get_or_insert_default().insert(text.to_owned()) {
            return;
        }
    }
    // The lock is released first, so that a listener may itself warn or call [`listen`].
    let listener = *LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
    match listener {
        Some(listener) => listener(text),
        None => eprintln!("cuprust: warning: {text}"),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    static HEARERS: Mutex<Vec<Listener>> = Mutex::new(Vec::new());

    /// Tests share the one listener, which passes each warning to all of them.
    pub(crate) fn add_listener(new_listener: Listener) {
        HEARERS.lock().unwrap().push(new_listener);
        listen(|text| HEARERS.lock().unwrap().iter().for_each(|new_listener| new_listener(text)));
    }
}
