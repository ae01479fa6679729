//! The PTX machine as a device for tests, and storages on it.

use std::sync::Arc;

use cuprust_cuda::driver::Imitation;
use cuprust_cuda::{Cuda, compile};
use cuprust_ir::{Executor, Memory, StreamId};

/// The stream that everything runs on.
pub const STREAM: StreamId = StreamId(0);

/// Whether long tests run, as in `make test-long`.
pub fn long() -> bool {
    std::env::var("CUPRUST_TEST_LONG").is_ok_and(|factor| !matches!(&*factor, "" | "0"))
}

/// The device of this capability, if NVRTC is installed.
pub fn device(capability: (u32, u32)) -> Option<Cuda> {
    match compile::version() {
        Ok(_) => Some(Cuda::imitated(Arc::new(Imitation::new(capability)), "ptx")),
        Err(error) if std::env::var_os("CUPRUST_REQUIRE_NVRTC").is_some() => panic!("{error}"),
        Err(error) => {
            println!("not tested: {error}");
            None
        }
    }
}

/// Memories with these bytes, each `shift` bytes into its allocation, and all allocations.
pub fn upload_all(device: &Cuda, initial: &[Vec<u8>], shift: u64) -> (Vec<Memory>, Vec<Memory>) {
    let owned: Vec<Memory> =
        initial.iter().map(|bytes| device.allocate(bytes.len() as u64 + shift, STREAM).unwrap()).collect();
    let inside = |m: &Memory| Memory { address: m.address + shift, bytes: m.bytes - shift };
    let memories: Vec<Memory> = owned.iter().map(inside).collect();
    for (memory, bytes) in memories.iter().zip(initial) {
        device.upload(bytes, memory.address, STREAM).unwrap();
    }
    (memories, owned)
}
