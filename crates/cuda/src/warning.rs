//! What is said to the user without failing: each text once, to a listener or to standard error.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// What is called with each warning.
pub type Listener = fn(&str);

static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);
static SAID: Mutex<Option<HashSet<String>>> = Mutex::new(None);

/// Sends later warnings to this function instead of standard error.
pub fn listen(listener: Listener) {
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(listener);
}

/// Says a warning, unless this text was said before in this process.
pub fn warn(text: &str) {
    {
        let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
        if !said.get_or_insert_default().insert(text.to_owned()) {
            return;
        }
    }
    // The lock is given back first, so that a listener may warn or listen itself.
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

    /// Tests share the one listener: this one says each warning to all of them.
    pub(crate) fn hear(hearer: Listener) {
        HEARERS.lock().unwrap().push(hearer);
        listen(|text| HEARERS.lock().unwrap().iter().for_each(|hearer| hearer(text)));
    }
}
