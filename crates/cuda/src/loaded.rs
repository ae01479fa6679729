//! The functions that are loaded on a device, by what they were compiled from: the most recently used are kept, and
//! those in use.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuprust_ir::Result;
use xxhash_rust::xxh3::Xxh3;

use crate::driver::{Driver, Function, Module};
use crate::write::Written;

/// The most loaded functions. Above, unused ones are unloaded, except for the half of this number that were used last.
const MAX_FUNCTIONS: usize = 4096;

/// The hash of a text, its kernel's name and its options: long enough that collisions do not occur.
pub(crate) type Key = u128;

/// The key of a kernel: texts for few elements have other options, even if the texts are the same.
pub(crate) fn key(written: &Written) -> Key {
    let mut hash = Xxh3::new();
    hash.update(&[u8::from(written.small)]);
    for part in [&written.name, &written.text] {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.digest128()
}

/// A function, which stays loaded as long as it is referenced.
pub(crate) struct Loaded {
    pub function: Function,
    module: Module,
    /// The time of its last request, counted in requests.
    used: AtomicU64,
}

/// The functions of a device.
#[derive(Default)]
pub(crate) struct LoadedFunctions {
    by_key: Mutex<HashMap<Key, Arc<Loaded>>>,
    requests: AtomicU64,
}

impl LoadedFunctions {
    /// The function of a key, if it is loaded.
    pub(crate) fn get(&self, key: Key) -> Option<Arc<Loaded>> {
        let found = self.lock().get(&key).cloned()?;
        found.used.store(self.requests.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        Some(found)
    }

    /// Loads an image, whose function of this name has the key.
    ///
    /// # Errors
    /// What the driver says.
    pub(crate) fn load(&self, driver: &dyn Driver, key: Key, image: &[u8], name: &str) -> Result<Arc<Loaded>> {
        self.evict_unused(driver, MAX_FUNCTIONS)?;
        let module = driver.load(image)?;
        let function = driver.function(module, name)?;
        let used = AtomicU64::new(self.requests.fetch_add(1, Ordering::Relaxed));
        let loaded = Arc::new(Loaded { function, module, used });
        let kept = self.lock().entry(key).or_insert_with(|| loaded.clone()).clone();
        if !Arc::ptr_eq(&kept, &loaded) {
            // SAFETY: another thread has loaded it too, and no other thread has this module.
            unsafe { driver.unload(module) }?;
        }
        Ok(kept)
    }

    /// Unloads unreferenced functions when there are `max_loaded`, and keeps the most recently used half of that
    /// number.
    fn evict_unused(&self, driver: &dyn Driver, max_loaded: usize) -> Result<()> {
        let mut unused = Vec::new();
        {
            let mut by_key = self.lock();
            if by_key.len() < max_loaded {
                return Ok(());
            }
            let mut times: Vec<u64> = by_key.values().map(|loaded| loaded.used.load(Ordering::Relaxed)).collect();
            let middle = times.len() - max_loaded / 2;
            let (_, &mut oldest_kept, _) = times.select_nth_unstable(middle);
            // A thread with a reference may launch the function. No other thread can get one while the map is locked.
            let is_unused = |_: &Key, loaded: &mut Arc<Loaded>| {
                Arc::strong_count(loaded) == 1 && loaded.used.load(Ordering::Relaxed) < oldest_kept
            };
            unused.extend(by_key.extract_if(is_unused));
        }
        if unused.is_empty() {
            return Ok(());
        }
        // Kernels that were queued before the last reference was dropped may still run.
        driver.synchronize()?;
        for (_, loaded) in unused {
            // SAFETY: the module was loaded here, its only function has been removed from the map and is not
            // referenced, and the device has done all queued work.
            unsafe { driver.unload(loaded.module) }?;
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<Loaded>>> {
        self.by_key.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, feature = "ptx"))]
mod tests {
    use super::*;
    use crate::driver::{Configuration, Imitation, Stream};

    const TEXT: &str = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry nothing()\n{\n    ret;\n}\n";

    #[test]
    fn what_is_unused_is_unloaded_and_what_is_used_or_held_is_not() {
        let driver = Imitation::new((9, 0));
        let functions = LoadedFunctions::default();
        let load = |key| functions.load(&driver, key, TEXT.as_bytes(), "nothing").unwrap();
        let runs = |loaded: &Loaded| {
            let one = Configuration::new([1; 3], [32, 1, 1]);
            // SAFETY: the kernel takes no parameters.
            unsafe { driver.launch(loaded.function, &one, Stream::DEFAULT, &mut []) }.is_ok()
        };
        let held = load(0);
        let forgotten = load(1).function;
        (2..8).for_each(|key| drop(load(key)));
        assert!(functions.get(2).is_some());
        functions.evict_unused(&driver, 9).unwrap();
        assert_eq!(functions.lock().len(), 8, "there is room");
        functions.evict_unused(&driver, 8).unwrap();
        let mut kept: Vec<Key> = functions.lock().keys().copied().collect();
        kept.sort_unstable();
        assert_eq!(kept, [0, 2, 5, 6, 7]);
        assert!(runs(&held) && functions.get(5).is_some_and(|loaded| runs(&loaded)));
        let one = Configuration::new([1; 3], [32, 1, 1]);
        // SAFETY: the machine knows its functions, and refuses one that was unloaded.
        assert!(unsafe { driver.launch(forgotten, &one, Stream::DEFAULT, &mut []) }.is_err());
    }
}
