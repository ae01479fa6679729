//! A forked process has one thread, and its kernels and routines run all the same.

#![cfg(unix)]

#[path = "execution/reference/mod.rs"]
mod reference;

use std::time::{Duration, Instant};

use cuprust_host::Host;
use cuprust_ir::{Executor, Layout, Operand, Step, StorageId, StreamId, View};
use cuprust_num::DType;
use cuprust_ops::{Routine, RowId};
use reference::Bench;

const COUNT: i64 = 1 << 18;

/// A kernel and a routine that are large enough for several threads. Says whether both gave what they should.
fn work() -> bool {
    let mut bench = Bench::new(&[COUNT], 1);
    let ones = bench.storage(&vec![1i64; COUNT as usize]);
    let a = bench.read(View::new(ones, DType::I64, Layout::contiguous(&[COUNT])));
    let sum = bench.row("add", DType::I64, &[a, a]);
    let out = bench.store(sum, true);
    let twos = bench.run().swap_remove(out.0 as usize);
    let is_two = |element: &[u8]| element == 2i64.to_ne_bytes();

    let (host, stream) = (Host::new(), StreamId::default());
    let rows = [512, COUNT / 512];
    let view = |storage: u32| View::new(StorageId(storage), DType::I64, Layout::contiguous(&rows));
    let step = Step::Routine {
        routine: Routine::Scan { row: RowId::find("add").unwrap() },
        outputs: vec![view(1)],
        inputs: vec![Operand::View(view(0))],
        loads: vec![],
    };
    let prepared = host.prepare(&[&step]).unwrap().remove(0);
    let memories = [host.allocate(COUNT as u64 * 8, stream).unwrap(), host.allocate(COUNT as u64 * 8, stream).unwrap()];
    host.upload(&twos, memories[0].address, stream).unwrap();
    host.run(&prepared, &memories, &[], stream).unwrap();
    let mut scanned = vec![0; twos.len()];
    host.download(memories[1].address, &mut scanned, stream).unwrap();
    let expected = |position: usize| (2 * (position as i64 % rows[1] + 1)).to_ne_bytes();
    twos.chunks(8).all(is_two) && scanned.chunks(8).enumerate().all(|(position, element)| element == expected(position))
}

#[test]
fn a_forked_process_has_threads_of_its_own() {
    assert!(work(), "in the parent");
    // SAFETY: the child runs on its one thread, and leaves by `_exit` without going back to the test's harness.
    let child = unsafe { libc::fork() };
    assert!(child >= 0, "fork failed");
    if child == 0 {
        let right = std::panic::catch_unwind(|| work() && work()).unwrap_or(false);
        // SAFETY: ends the process at once; nothing of the parent's is cleaned up twice.
        unsafe { libc::_exit(if right { 0 } else { 1 }) };
    }
    let (start, mut status) = (Instant::now(), 0);
    loop {
        // SAFETY: waits for a process of ours, without blocking.
        let ended = unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) };
        assert!(ended >= 0, "waitpid failed");
        if ended == child {
            break;
        }
        // However busy the machine is.
        if start.elapsed() > Duration::from_secs(600) {
            // SAFETY: ends the child that hangs.
            unsafe { libc::kill(child, libc::SIGKILL) };
            panic!("the forked process hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0, "status {status} in the child");
    assert!(work(), "in the parent, afterwards");
}
