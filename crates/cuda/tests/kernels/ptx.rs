//! The executor on the PTX machine: every kernel of the family, as NVRTC compiles it for several architectures, against
//! its definition and without findings of the checker; and the form of a fault.
//!
//! Every test returns early, with a note, where there is no compiler, unless `CUPRUST_REQUIRE_NVRTC` is set.

use std::sync::Arc;

use crate::support::build::Build;
use crate::support::compare::{contents, difference};
use crate::support::device::{STREAM, device, long, upload_all};
use crate::support::{family, reference};
use cuprust_cuda::Cuda;
use cuprust_cuda::driver::Imitation;
use cuprust_ir::{ErrorKind, Events, Executor, Memory, Step, Streams};
use cuprust_num::DType;

/// The failures of these kernels on this device, each run twice so that the state a launch leaves for the next one is
/// tested.
fn wrong(device: &Cuda, builds: &[(String, Build)], shift: u64) -> Vec<String> {
    let steps: Vec<Step> = builds.iter().map(|(_, build)| Step::Kernel(build.kernel.clone())).collect();
    let prepared = device.prepare(&steps.iter().collect::<Vec<_>>()).unwrap();
    let mut wrong = Vec::new();
    for ((name, build), step) in builds.iter().zip(&prepared) {
        let initial = contents(build);
        let mut expected = initial.clone();
        reference::run(&build.kernel, &mut expected, &build.scalars);
        for turn in 1..=2 {
            let (memories, owned) = upload_all(device, &initial, shift);
            let ran = device.run(step, &memories, &build.scalars, STREAM);
            let mut got = initial.clone();
            for (memory, bytes) in memories.iter().zip(&mut got) {
                device.download(memory.address, bytes, STREAM).unwrap();
            }
            owned.into_iter().for_each(|memory| device.release(memory, STREAM));
            let complaint = ran.err().map(|error| error.to_string()).or_else(|| difference(build, &got, &expected));
            wrong.extend(complaint.map(|complaint| format!("{name}, turn {turn}: {complaint}")));
        }
    }
    wrong
}

fn everything() -> Vec<(String, Build)> {
    family::kernels().into_iter().chain(family::halves()).collect()
}

/// Every tenth kernel from an index on; all of them in long tests.
fn sample(first: usize) -> Vec<(String, Build)> {
    if long() { everything() } else { everything().into_iter().skip(first).step_by(10).collect() }
}

fn check(capability: (u32, u32), builds: &[(String, Build)], shift: u64) {
    let Some(device) = device(capability) else { return };
    let wrong = wrong(&device, builds, shift);
    assert!(wrong.is_empty(), "{} of {} on {capability:?}:\n{}", wrong.len(), builds.len(), wrong.join("\n"));
}

#[test]
fn kernels_compute_what_they_are_defined_to() {
    check((9, 0), &everything(), 0);
}

#[test]
fn kernels_for_the_oldest_architecture_do_too() {
    check((7, 5), &sample(0), 0);
}

#[test]
fn kernels_for_the_newest_architecture_do_too() {
    check((12, 0), &sample(2), 0);
}

#[test]
fn memory_that_is_not_aligned_to_packs_is_read_element_by_element() {
    // An element of 16 bytes must be aligned to 16.
    let all = everything().into_iter().filter(|(name, _)| !name.contains("complex128"));
    check((9, 0), &all.step_by(4).collect::<Vec<_>>(), 8);
}

/// Kernels over few elements have divisions of their own. Each value is divided by each, 256 quotients at a time.
#[test]
fn quotients_of_few_are_those_of_many_to_the_bit() {
    let Some(device) = device((9, 0)) else { return };
    const AT_ONCE: usize = 256;
    let mut build = Build::new(&[AT_ONCE as i64], &[]);
    let (x, y) = (build.whole(DType::F32), build.whole(DType::F32));
    let (x, y) = (build.read(x), build.read(y));
    let quotient = build.row("divide", DType::F32, &[x, y]);
    build.result(quotient, true);
    let few =
        cuprust_cuda::write::write(&build.kernel, cuprust_cuda::write::Device { multiprocessors: 4 }, true).unwrap();
    assert!(few.small && few.text.contains("small_quotient("), "{}", few.text);
    let prepared = device.prepare(&[&Step::Kernel(build.kernel.clone())]).unwrap();

    let (tiny, least) = (f32::from_bits(1), f32::MIN_POSITIVE);
    let mut values = vec![0.0, 1.0, 2.0, 3.0, 10.0, 1.0 / 3.0, 1.0 + f32::EPSILON, 1.0 - f32::EPSILON / 2.0];
    values.extend([tiny, 3.0 * tiny, 5.0 * tiny, least - tiny, least, least + tiny, 3.0 * least, 1e-30, 1e30]);
    values.extend([2f32.powi(126), 2f32.powi(127), f32::MAX, f32::MAX / 3.0, f32::INFINITY, f32::NAN]);
    values.extend((1..42u32).map(|i| f32::from_bits(i.wrapping_mul(0x9e37_79b9) & 0x7fff_ffff)));
    let values: Vec<f32> = values.iter().flat_map(|&x| [x, -x]).collect();
    assert_eq!(values.len() * values.len() % AT_ONCE, 0);
    let pairs: Vec<(f32, f32)> = values.iter().flat_map(|&x| values.iter().map(move |&y| (x, y))).collect();
    let bytes = |values: &mut dyn Iterator<Item = f32>| values.flat_map(f32::to_ne_bytes).collect::<Vec<u8>>();
    for pairs in pairs.chunks(AT_ONCE) {
        let (x, y) = (bytes(&mut pairs.iter().map(|pair| pair.0)), bytes(&mut pairs.iter().map(|pair| pair.1)));
        let (memories, owned) = upload_all(&device, &[x, y, vec![0; 4 * AT_ONCE]], 0);
        device.run(&prepared[0], &memories, &[], STREAM).unwrap();
        let mut got = vec![0; 4 * AT_ONCE];
        device.download(memories[2].address, &mut got, STREAM).unwrap();
        owned.into_iter().for_each(|memory| device.release(memory, STREAM));
        for (&(x, y), got) in pairs.iter().zip(got.chunks_exact(4)) {
            let got = f32::from_ne_bytes(got.try_into().unwrap());
            assert!(
                got.to_bits() == (x / y).to_bits() || got.is_nan() && (x / y).is_nan(),
                "{x:e} / {y:e} gave {got:e}"
            );
        }
    }
}

/// Kernels with too little memory, freed memory and unwritten memory.
#[test]
fn what_the_checker_finds_is_an_error_that_tells_all_of_it() {
    let Some(device) = device((9, 0)) else { return };
    let (_, build) = everything().into_iter().find(|(name, _)| name == "add float32 1000").unwrap();
    let prepared = device.prepare(&[&Step::Kernel(build.kernel.clone())]).unwrap();
    let initial = contents(&build);
    let (memories, owned) = upload_all(&device, &initial, 0);
    let mut run = |memories: &[Memory]| device.run(&prepared[0], memories, &build.scalars, STREAM);
    assert_eq!(run(&memories), Ok(()));
    let complaint = |memories: &[Memory], run: &mut dyn FnMut(&[Memory]) -> cuprust_ir::Result<()>| {
        let error = run(memories).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Runtime);
        error.to_string()
    };

    let short = device.allocate(memories[0].bytes - 4, STREAM).unwrap();
    device.upload(&initial[0][4..], short.address, STREAM).unwrap();
    let text = complaint(&[&[short], &memories[1..]].concat(), &mut run);
    assert!(text.contains("out of bounds") && text.contains("allocation of 3996 bytes"), "{text}");
    assert!(text.contains("kernel.cu:"), "{text}");

    let fresh = device.allocate(memories[0].bytes, STREAM).unwrap();
    let text = complaint(&[&[fresh], &memories[1..]].concat(), &mut run);
    assert!(text.contains("read of memory that nothing wrote"), "{text}");

    device.release(fresh, STREAM);
    let text = complaint(&[&[fresh], &memories[1..]].concat(), &mut run);
    assert!(text.contains("freed memory"), "{text}");
    // The device remains usable, and double frees are refused without harm.
    device.release(fresh, STREAM);
    assert_eq!(run(&memories), Ok(()));
    device.release(short, STREAM);
    owned.into_iter().for_each(|memory| device.release(memory, STREAM));
    assert_eq!(device.memory().used, 0);
}

#[test]
fn streams_events_copies_and_host_calls() {
    let device = Cuda::imitated(Arc::new(Imitation::new((9, 0))), "ptx");
    assert_eq!(device.name(), "ptx");
    assert!(device.description().contains("compute capability 9.0"), "{}", device.description());
    let stream = device.create_stream(true, 0).unwrap();
    let (before, after) = (device.create_event(true).unwrap(), device.create_event(true).unwrap());
    assert!(device.elapsed(before, after).is_err(), "events that were never recorded have no time");
    let bytes: Vec<u8> = (0..9_000_001).map(|i| (i % 251) as u8).collect();
    let [a, b] = [stream, STREAM].map(|stream| device.allocate(bytes.len() as u64, stream).unwrap());
    assert_eq!(device.memory().used, 2 * bytes.len() as u64);
    device.record_event(before, stream).unwrap();
    device.upload(&bytes, a.address, stream).unwrap();
    device.copy(a.address, b.address, a.bytes, stream).unwrap();
    device.record_event(after, stream).unwrap();
    device.wait_event(STREAM, after).unwrap();
    let mut got = vec![0; bytes.len()];
    device.download(b.address, &mut got, STREAM).unwrap();
    assert!(got == bytes);
    assert!(device.is_event_done(after).unwrap() && device.elapsed(before, after).unwrap() > 0.0);
    assert!(device.elapsed(after, before).unwrap() < 0.0);

    let driver = device.driver().clone();
    let (sender, receiver) = std::sync::mpsc::channel();
    let native = driver.stream_create(true, 0).unwrap();
    cuprust_cuda::driver::call(&*driver, native, move || sender.send(7).unwrap()).unwrap();
    driver.stream_synchronize(native).unwrap();
    assert_eq!(receiver.try_recv(), Ok(7));
    let page = driver.alloc_mapped(100).unwrap();
    // SAFETY: the page has 100 bytes, no kernel is running, and the page is not used after it is freed.
    unsafe {
        driver.fill(page.device, 0xAB, 1, 100, native).unwrap();
        assert_eq!(*page.host.add(99), 0xAB);
        driver.free_pinned(page.host).unwrap();
        assert!(driver.free_pinned(page.host).is_err());
    }
    assert_eq!(driver.alloc(1 << 50).unwrap_err().kind(), ErrorKind::OutOfMemory);

    device.release(a, stream);
    device.release(b, STREAM);
    device.destroy_event(before);
    device.destroy_stream(stream);
    assert!(device.synchronize(stream).is_err() && device.record_event(before, STREAM).is_err());
}
