//! A device made of host memory, for tests: queued work waits until somebody synchronises, as late as a real device may
//! execute it.

use std::alloc::Layout;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ffi::c_void;
use std::sync::Mutex;

use cuprust_ir::{Error, Result};

use super::{Address, Configuration, Driver, Event, Function, HostCall, Mapped, Module, Properties, Stream};

enum Work {
    Copy { to: u64, from: u64, bytes: usize },
    Fill { to: u64, value: u32, width: usize, count: usize },
    Record { event: u64, count: u64 },
    Wait { event: u64, count: u64 },
    Call { function: HostCall, data: usize },
}

#[derive(Default, Clone, Copy)]
struct Recorded {
    recordings: u64,
    passed: u64,
}

#[derive(Default)]
struct State {
    memory: BTreeMap<u64, Layout>,
    pinned: HashMap<u64, Layout>,
    used: usize,
    streams: HashMap<u64, VecDeque<Work>>,
    events: HashMap<u64, Recorded>,
    handles: u64,
}

/// The device. `capacity` bounds its memory in bytes.
pub(crate) struct Fake {
    properties: Properties,
    capacity: usize,
    state: Mutex<State>,
}

impl Fake {
    pub(crate) fn new(capacity: usize) -> Fake {
        let properties = Properties {
            ordinal: 0,
            name: "a device of host memory".into(),
            capability: (9, 0),
            multiprocessors: 1,
            warp: 32,
            threads_per_block: 1024,
            threads_per_multiprocessor: 2048,
            shared_per_block: 48 << 10,
            shared_per_block_most: 227 << 10,
            level2_cache: 1 << 20,
            total_memory: capacity,
            largest_grid: [i32::MAX as u32, 65535, 65535],
            uuid: [0; 16],
            pci_id: "0000:00:00.0".into(),
        };
        let state = State { streams: HashMap::from([(0, VecDeque::new())]), ..State::default() };
        Fake { properties, capacity, state: Mutex::new(state) }
    }

    /// Raw allocations that were not freed yet, of device and of pinned memory.
    pub(crate) fn allocations(&self) -> (usize, usize) {
        let state = self.state.lock().unwrap();
        (state.memory.len(), state.pinned.len())
    }

    /// Bytes of allocated device memory.
    pub(crate) fn used(&self) -> usize {
        self.state.lock().unwrap().used
    }

    /// Events that were not destroyed yet.
    pub(crate) fn events(&self) -> usize {
        self.state.lock().unwrap().events.len()
    }

    /// Pieces of work that no stream has done yet.
    pub(crate) fn waiting(&self) -> usize {
        self.state.lock().unwrap().streams.values().map(VecDeque::len).sum()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap();
        for (address, layout) in state.memory.iter().chain(&state.pinned) {
            // SAFETY: every entry was allocated with its layout and is freed here only.
            unsafe { std::alloc::dealloc(*address as *mut u8, *layout) };
        }
    }
}

impl State {
    fn stream(&mut self, stream: Stream) -> Result<&mut VecDeque<Work>> {
        self.streams.get_mut(&stream.0).ok_or_else(|| Error::cuda("this stream was destroyed or never made"))
    }

    fn event(&mut self, event: Event) -> Result<&mut Recorded> {
        self.events.get_mut(&event.0).ok_or_else(|| Error::cuda("this event was destroyed or never made"))
    }

    /// Executes the work of a stream until it is done or must wait; returns whether anything was done.
    fn run(&mut self, stream: u64) -> bool {
        let mut any = false;
        while let Some(work) = self.streams.get_mut(&stream).and_then(VecDeque::pop_front) {
            match work {
                // SAFETY: the caller that queued the work vouched for the ranges, which are host memory here.
                Work::Copy { to, from, bytes } => unsafe {
                    std::ptr::copy_nonoverlapping(from as *const u8, to as *mut u8, bytes);
                },
                // SAFETY: as above.
                Work::Fill { to, value, width: 1, count } => unsafe {
                    std::ptr::write_bytes(to as *mut u8, value as u8, count);
                },
                Work::Fill { to, value, width, count } => {
                    for i in 0..count {
                        let bytes = value.to_le_bytes();
                        // SAFETY: as above.
                        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), (to as *mut u8).add(i * width), width) };
                    }
                }
                Work::Record { event, count } => {
                    if let Some(event) = self.events.get_mut(&event) {
                        event.passed = event.passed.max(count);
                    }
                }
                Work::Wait { event, count } => {
                    if self.events.get(&event).is_some_and(|event| event.passed < count) {
                        self.streams.get_mut(&stream).unwrap().push_front(Work::Wait { event, count });
                        return any;
                    }
                }
                // SAFETY: the caller that queued it vouched for it.
                Work::Call { function, data } => unsafe { function(data as *mut c_void) },
            }
            any = true;
        }
        any
    }

    fn run_until(&mut self, first: Option<u64>, done: impl Fn(&State) -> bool) {
        if let Some(stream) = first {
            self.run(stream);
        }
        while !done(self) {
            let streams: Vec<u64> = self.streams.keys().copied().collect();
            let any = streams.into_iter().fold(false, |any, stream| self.run(stream) | any);
            assert!(any || done(self), "the streams wait for one another");
        }
    }

    fn handle(&mut self) -> u64 {
        self.handles += 1;
        self.handles
    }
}

fn unsupported<T>() -> Result<T> {
    Err(Error::not_implemented("the device of host memory runs no kernels"))
}

impl Driver for Fake {
    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn reaches(&self, _: &dyn Driver) -> Result<bool> {
        Ok(false)
    }

    fn device_and_context(&self) -> Option<(i32, u64)> {
        None
    }

    fn check_process(&self) -> Result<()> {
        Ok(())
    }

    fn exact_memory(&self) -> bool {
        false
    }

    fn queued(&self) -> Option<u64> {
        None
    }

    fn attribute(&self, _: u32) -> Result<i32> {
        unsupported()
    }

    fn make_current(&self) -> Result<()> {
        Ok(())
    }

    fn count_queued(&self) -> Result<()> {
        self.check_process()
    }

    fn memory(&self) -> Result<(usize, usize)> {
        Ok((self.capacity - self.used(), self.capacity))
    }

    fn synchronize(&self) -> Result<()> {
        self.state.lock().unwrap().run_until(None, |state| state.streams.values().all(VecDeque::is_empty));
        Ok(())
    }

    fn alloc(&self, bytes: usize) -> Result<Address> {
        let mut state = self.state.lock().unwrap();
        if bytes == 0 || state.used + bytes > self.capacity {
            return Err(Error::out_of_memory("the device of host memory is full"));
        }
        let layout = Layout::from_size_align(bytes, 512).unwrap();
        // SAFETY: the size is not zero.
        let address = unsafe { std::alloc::alloc(layout) } as u64;
        state.used += bytes;
        state.memory.insert(address, layout);
        Ok(Address(address))
    }

    unsafe fn free(&self, address: Address) -> Result<()> {
        // Freeing waits for the device, as the real driver does.
        self.synchronize()?;
        let mut state = self.state.lock().unwrap();
        let layout = state.memory.remove(&address.0).ok_or_else(|| Error::cuda("this address was not allocated"))?;
        state.used -= layout.size();
        // SAFETY: the entry was allocated with this layout and was just removed.
        unsafe { std::alloc::dealloc(address.0 as *mut u8, layout) };
        Ok(())
    }

    fn alloc_pinned(&self, bytes: usize) -> Result<*mut u8> {
        let layout = Layout::from_size_align(bytes.max(1), 4096).unwrap();
        // SAFETY: the size is not zero.
        let host = unsafe { std::alloc::alloc_zeroed(layout) };
        self.state.lock().unwrap().pinned.insert(host as u64, layout);
        Ok(host)
    }

    fn alloc_mapped(&self, bytes: usize) -> Result<Mapped> {
        let host = self.alloc_pinned(bytes)?;
        Ok(Mapped { host, device: Address(host as u64) })
    }

    unsafe fn free_pinned(&self, host: *mut u8) -> Result<()> {
        let mut state = self.state.lock().unwrap();
        let layout =
            state.pinned.remove(&(host as u64)).ok_or_else(|| Error::cuda("this pointer was not allocated"))?;
        // SAFETY: the entry was allocated with this layout and was just removed.
        unsafe { std::alloc::dealloc(host, layout) };
        Ok(())
    }

    unsafe fn upload(&self, to: Address, from: *const u8, bytes: usize, stream: Stream) -> Result<()> {
        let work = Work::Copy { to: to.0, from: from as u64, bytes };
        self.state.lock().unwrap().stream(stream)?.push_back(work);
        Ok(())
    }

    unsafe fn download(&self, to: *mut u8, from: Address, bytes: usize, stream: Stream) -> Result<()> {
        let work = Work::Copy { to: to as u64, from: from.0, bytes };
        self.state.lock().unwrap().stream(stream)?.push_back(work);
        Ok(())
    }

    unsafe fn copy(&self, to: Address, from: Address, bytes: usize, stream: Stream) -> Result<()> {
        let work = Work::Copy { to: to.0, from: from.0, bytes };
        self.state.lock().unwrap().stream(stream)?.push_back(work);
        Ok(())
    }

    unsafe fn fill(&self, to: Address, value: u32, width: usize, count: usize, stream: Stream) -> Result<()> {
        let work = Work::Fill { to: to.0, value, width, count };
        self.state.lock().unwrap().stream(stream)?.push_back(work);
        Ok(())
    }

    fn stream_create(&self, _: bool, _: i32) -> Result<Stream> {
        let mut state = self.state.lock().unwrap();
        let handle = state.handle();
        state.streams.insert(handle, VecDeque::new());
        Ok(Stream(handle))
    }

    unsafe fn stream_destroy(&self, stream: Stream) -> Result<()> {
        self.stream_synchronize(stream)?;
        self.state.lock().unwrap().streams.remove(&stream.0);
        Ok(())
    }

    fn stream_synchronize(&self, stream: Stream) -> Result<()> {
        let mut state = self.state.lock().unwrap();
        state.stream(stream)?;
        state.run_until(Some(stream.0), |state| state.streams[&stream.0].is_empty());
        Ok(())
    }

    fn stream_query(&self, stream: Stream) -> Result<bool> {
        Ok(self.state.lock().unwrap().stream(stream)?.is_empty())
    }

    fn stream_wait(&self, stream: Stream, event: Event) -> Result<()> {
        let mut state = self.state.lock().unwrap();
        let count = state.event(event)?.recordings;
        state.stream(stream)?.push_back(Work::Wait { event: event.0, count });
        Ok(())
    }

    fn event_create(&self, _: bool) -> Result<Event> {
        let mut state = self.state.lock().unwrap();
        let handle = state.handle();
        state.events.insert(handle, Recorded::default());
        Ok(Event(handle))
    }

    unsafe fn event_destroy(&self, event: Event) -> Result<()> {
        let mut state = self.state.lock().unwrap();
        state.events.remove(&event.0).map(|_| ()).ok_or_else(|| Error::cuda("this event was destroyed or never made"))
    }

    /// On an idle stream, the event passes at once.
    fn event_record(&self, event: Event, stream: Stream) -> Result<()> {
        let mut state = self.state.lock().unwrap();
        let recorded = state.event(event)?;
        recorded.recordings += 1;
        let count = recorded.recordings;
        let queue = state.stream(stream)?;
        let is_idle = queue.is_empty();
        queue.push_back(Work::Record { event: event.0, count });
        if is_idle {
            state.run(stream.0);
        }
        Ok(())
    }

    fn event_query(&self, event: Event) -> Result<bool> {
        let mut state = self.state.lock().unwrap();
        let recorded = state.event(event)?;
        Ok(recorded.passed == recorded.recordings)
    }

    fn event_synchronize(&self, event: Event) -> Result<()> {
        let mut state = self.state.lock().unwrap();
        state.event(event)?;
        state.run_until(None, |state| state.events[&event.0].passed == state.events[&event.0].recordings);
        Ok(())
    }

    fn event_elapsed(&self, _: Event, _: Event) -> Result<f32> {
        Ok(0.0)
    }

    fn load(&self, _: &[u8]) -> Result<Module> {
        unsupported()
    }

    unsafe fn unload(&self, _: Module) -> Result<()> {
        unsupported()
    }

    fn function(&self, _: Module, _: &str) -> Result<Function> {
        unsupported()
    }

    fn global(&self, _: Module, _: &str) -> Result<(Address, usize)> {
        unsupported()
    }

    fn function_attribute(&self, _: Function, _: u32) -> Result<i32> {
        unsupported()
    }

    fn allow_shared(&self, _: Function, _: usize) -> Result<()> {
        unsupported()
    }

    fn occupancy(&self, _: Function, _: u32, _: usize) -> Result<u32> {
        unsupported()
    }

    fn set_function_attribute(&self, _: Function, _: u32, _: i32) -> Result<()> {
        unsupported()
    }

    unsafe fn launch_polled(
        &self,
        _: Function,
        _: &Configuration,
        _: Stream,
        _: &mut [*mut c_void],
        _: &dyn Fn() -> bool,
    ) -> Result<()> {
        unsupported()
    }

    unsafe fn launch(&self, _: Function, _: &Configuration, _: Stream, _: &mut [*mut c_void]) -> Result<()> {
        unsupported()
    }

    unsafe fn call_host(&self, stream: Stream, function: HostCall, data: *mut c_void) -> Result<()> {
        let work = Work::Call { function, data: data as usize };
        self.state.lock().unwrap().stream(stream)?.push_back(work);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::driver::call;

    #[test]
    fn closures_run_in_stream_order_and_a_panic_ends_in_them() {
        let driver = Fake::new(1 << 20);
        let (one, two) = (driver.stream_create(true, 0).unwrap(), driver.stream_create(true, 0).unwrap());
        let event = driver.event_create(false).unwrap();
        let seen = Arc::new(AtomicU32::new(0));
        let writer = seen.clone();
        call(&driver, one, move || writer.store(1, Ordering::Relaxed)).unwrap();
        call(&driver, one, || panic!("ends here")).unwrap();
        driver.event_record(event, one).unwrap();
        driver.stream_wait(two, event).unwrap();
        let writer = seen.clone();
        call(&driver, two, move || assert_eq!(writer.swap(2, Ordering::Relaxed), 1)).unwrap();
        assert_eq!(seen.load(Ordering::Relaxed), 0);
        driver.stream_synchronize(two).unwrap();
        assert_eq!(seen.load(Ordering::Relaxed), 2);
        // A refused call is dropped, with what it holds.
        // SAFETY: the stream is only used again to be refused.
        unsafe { driver.stream_destroy(one) }.unwrap();
        let held = seen.clone();
        assert!(call(&driver, one, move || drop(held)).is_err());
        assert_eq!(Arc::strong_count(&seen), 1);
    }
}
