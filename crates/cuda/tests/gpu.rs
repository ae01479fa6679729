//! Tests that need a GPU: the real driver, kernels that run, the pool under real streams, copies and cuBLAS.
//!
//! Every test returns early, with a note, where there is no driver or no GPU. `cargo test --test gpu -- --nocapture
//! --test-threads=1` prints times.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use cuprust_cuda::cache;
use cuprust_cuda::compile::{self, Options};
use cuprust_cuda::driver::cublas::{Cublas, Element, Form, Matmul, Matrix};
use cuprust_cuda::driver::{self, Address, Configuration, Driver, Function, Real, Stream, library};
use cuprust_cuda::pool::Pool;
use cuprust_cuda::staging::Staging;
use cuprust_ir::ErrorKind;

fn gpu() -> Option<Arc<Real>> {
    static GPU: OnceLock<Option<Arc<Real>>> = OnceLock::new();
    GPU.get_or_init(|| match driver::devices() {
        Ok(0) => {
            println!("not tested: there is no GPU");
            None
        }
        Ok(_) => Some(Arc::new(Real::open(0).expect("a device that is counted opens"))),
        Err(error) => {
            println!("not tested: {error}");
            assert_eq!(error.kind(), ErrorKind::Library);
            None
        }
    })
    .clone()
}

/// The kernel of this name; `None`, with a note, without NVRTC.
fn kernel(gpu: &Real, text: &str, name: &str) -> Option<Function> {
    match cache::image(text, gpu.properties().capability, &Options::exact()) {
        Ok(image) => {
            let module = gpu.load(&image.code).unwrap();
            Some(gpu.function(module, name).unwrap())
        }
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Library, "{error}");
            println!("not tested: {error}");
            None
        }
    }
}

fn pointer<T>(value: &mut T) -> *mut c_void {
    std::ptr::from_mut(value).cast()
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|word| f32::from_le_bytes(word.try_into().unwrap())).collect()
}

fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

#[test]
fn the_device_says_what_it_is() {
    let Some(gpu) = gpu() else { return };
    let properties = gpu.properties();
    println!("{properties:#?}");
    println!("CUDA {:?}; memory {:?}", driver::driver_version().unwrap(), gpu.memory().unwrap());
    for (title, path, version) in library::found() {
        println!("{title:14} {version:10} {path:?}");
    }
    assert!(properties.capability.0 >= 5 && properties.multiprocessors > 0 && properties.warp == 32);
    assert!(properties.shared_per_block_most >= properties.shared_per_block);
    assert!(properties.pci_id.contains(':') && !properties.name.is_empty());
    assert_eq!(gpu.attribute(10).unwrap(), 32);
    assert_eq!(Real::open(1000).err().unwrap().kind(), ErrorKind::Cuda);
}

#[test]
fn fills_copies_and_events_keep_stream_order() {
    let Some(gpu) = gpu() else { return };
    let stream = gpu.stream_create(true, -1).unwrap();
    let (first, second) = (gpu.alloc(4000).unwrap(), gpu.alloc(4000).unwrap());
    let pinned = gpu.alloc_pinned(4000).unwrap();
    let (before, after) = (gpu.event_create(true).unwrap(), gpu.event_create(true).unwrap());
    assert!(gpu.event_query(before).unwrap(), "an event never recorded has passed");
    gpu.event_record(before, stream).unwrap();
    // SAFETY: all ranges have 4000 bytes, and all are waited for before they are freed.
    unsafe {
        gpu.fill(first, 0x0102_0304, 4, 1000, stream).unwrap();
        gpu.fill(first, 0xABCD, 2, 2, stream).unwrap();
        gpu.fill(first.offset(4), 0xEE, 1, 1, stream).unwrap();
        gpu.copy(second, first, 4000, stream).unwrap();
        gpu.download(pinned, second, 4000, stream).unwrap();
    }
    gpu.event_record(after, stream).unwrap();
    gpu.event_synchronize(after).unwrap();
    assert!(gpu.stream_query(stream).unwrap());
    // SAFETY: the copy into it was waited for.
    let words = unsafe { std::slice::from_raw_parts(pinned, 4000) };
    assert_eq!(words[..12], [0xCD, 0xAB, 0xCD, 0xAB, 0xEE, 3, 2, 1, 4, 3, 2, 1]);
    assert!(gpu.event_elapsed(before, after).unwrap() > 0.0);
    // SAFETY: all work was waited for, and nothing is used again.
    unsafe {
        assert_eq!(gpu.fill(first, 0, 3, 1, stream).unwrap_err().kind(), ErrorKind::Value);
        gpu.event_destroy(before).unwrap();
        gpu.event_destroy(after).unwrap();
        gpu.free(first).unwrap();
        gpu.free(second).unwrap();
        gpu.free_pinned(pinned).unwrap();
        gpu.stream_destroy(stream).unwrap();
    }
    let error = gpu.alloc(1 << 50).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory, "{error}");
}

#[test]
fn a_kernel_runs_and_its_launch_is_cheap() {
    let Some(gpu) = gpu() else { return };
    let text = "extern \"C\" __global__ void scale(float* x, float f, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] = x[i] * f + 1.0f;
    }";
    let Some(scale) = kernel(&gpu, text, "scale") else { return };
    let stream = gpu.stream_create(true, 0).unwrap();
    let staging = Staging::new(gpu.clone());
    let host: Vec<f32> = (0..100_000).map(|i| i as f32 * 0.1).collect();
    let mut device = gpu.alloc(400_000).unwrap();
    let (mut factor, mut count) = (1.7f32, 100_000i32);
    let mut back = vec![0; 400_000];
    // SAFETY: the parameters are the kernel's, and the device memory has 400000 bytes.
    unsafe {
        staging.upload(device, &bytes(&host), stream).unwrap();
        let mut parameters = [pointer(&mut device), pointer(&mut factor), pointer(&mut count)];
        gpu.launch(scale, &Configuration::new([391, 1, 1], [256, 1, 1]), stream, &mut parameters).unwrap();
        staging.download(&mut back, device, stream).unwrap();
    }
    let expected: Vec<f32> = host.iter().map(|x| x * 1.7 + 1.0).collect();
    assert!(floats(&back) == expected, "contraction would round once instead of twice");
    assert!(gpu.occupancy(scale, 256, 0).unwrap() >= 1);
    gpu.allow_shared(scale, gpu.properties().shared_per_block_most).unwrap();
    assert!(gpu.allow_shared(scale, 1 << 30).is_err());

    let mut best = f64::MAX;
    for _ in 0..20 {
        let start = Instant::now();
        for _ in 0..500 {
            let mut parameters = [pointer(&mut device), pointer(&mut factor), pointer(&mut count)];
            // SAFETY: as above.
            unsafe { gpu.launch(scale, &Configuration::new([1, 1, 1], [32, 1, 1]), stream, &mut parameters) }.unwrap();
        }
        best = best.min(start.elapsed().as_secs_f64() / 500.0);
        gpu.stream_synchronize(stream).unwrap();
    }
    println!("a launch takes {:.2} us of the host", best * 1e6);
    // SAFETY: the parameters are the kernel's; the block is too large on purpose.
    let error = unsafe {
        let mut parameters = [pointer(&mut device), pointer(&mut factor), pointer(&mut count)];
        gpu.launch(scale, &Configuration::new([1, 1, 1], [4096, 1, 1]), stream, &mut parameters).unwrap_err()
    };
    assert_eq!(error.kind(), ErrorKind::Cuda, "{error}");
}

#[test]
fn modules_have_functions_and_globals_and_may_be_ptx() {
    let Some(gpu) = gpu() else { return };
    let text = "extern \"C\" __device__ int counter = 5;
    extern \"C\" __global__ void count() { atomicAdd(&counter, 1); }";
    let Ok(ptx) = compile::ptx(text, (7, 5), &Options::exact()) else {
        println!("not tested: no NVRTC");
        return;
    };
    let module = gpu.load(ptx.as_bytes()).unwrap();
    let count = gpu.function(module, "count").unwrap();
    let (counter, size) = gpu.global(module, "counter").unwrap();
    assert_eq!(size, 4);
    assert_eq!(gpu.function(module, "no").unwrap_err().kind(), ErrorKind::Value);
    assert_eq!(gpu.global(module, "no").unwrap_err().kind(), ErrorKind::Value);
    let mut value = [0; 4];
    // SAFETY: the kernel has no parameters, and the variable has 4 bytes.
    unsafe {
        gpu.launch(count, &Configuration::new([3, 1, 1], [7, 1, 1]), Stream::DEFAULT, &mut []).unwrap();
        Staging::new(gpu.clone()).download(&mut value, counter, Stream::DEFAULT).unwrap();
        gpu.unload(module).unwrap();
    }
    assert_eq!(i32::from_le_bytes(value), 26);
    let error = gpu.load(b"no image at all").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Compile, "{error}");
    println!("{error}");
}

#[test]
fn the_device_writes_a_mapped_page_and_host_calls_come_in_order() {
    let Some(gpu) = gpu() else { return };
    let page = gpu.alloc_mapped(4096).unwrap();
    // SAFETY: the page is ours, aligned, and zeroed before it is shared.
    let word: &AtomicU32 = unsafe {
        std::ptr::write_bytes(page.host, 0, 4096);
        AtomicU32::from_ptr(page.host.cast())
    };
    let text = "extern \"C\" __global__ void tell(volatile unsigned* word) { *word += 41; __threadfence_system(); }";
    let Some(tell) = kernel(&gpu, text, "tell") else { return };
    let stream = gpu.stream_create(true, 0).unwrap();
    let (mut address, seen) = (page.device, Arc::new(AtomicU32::new(0)));
    let (host, writer) = (page, seen.clone());
    // SAFETY: the parameter is the kernel's, and the page stays until the end.
    unsafe { gpu.launch(tell, &Configuration::new([1, 1, 1], [1, 1, 1]), stream, &mut [pointer(&mut address)]) }
        .unwrap();
    driver::call(&*gpu, stream, move || {
        // SAFETY: the page stays until the stream was waited for.
        let word = unsafe { AtomicU32::from_ptr({ host }.host.cast()) };
        writer.store(word.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
    })
    .unwrap();
    gpu.stream_synchronize(stream).unwrap();
    assert_eq!((seen.load(Ordering::SeqCst), word.load(Ordering::SeqCst)), (41, 42));
    // SAFETY: nothing uses the page or the stream any more.
    unsafe {
        gpu.free_pinned(page.host).unwrap();
        gpu.stream_destroy(stream).unwrap();
    }
}

/// As the pool's own test of the same kind, with real streams: a slow kernel delays the streams while blocks are
/// reused.
#[test]
fn pooled_blocks_never_overlap_in_time() {
    let Some(gpu) = gpu() else { return };
    let text = "extern \"C\" __global__ void hold(unsigned char* x, unsigned n, unsigned tag, unsigned* wrong) {
        for (unsigned i = threadIdx.x; i < n; i += blockDim.x) x[i] = tag;
        long long start = clock64();
        while (clock64() - start < 20000) {}
        __syncthreads();
        for (unsigned i = threadIdx.x; i < n; i += blockDim.x) if (x[i] != (unsigned char)tag) atomicAdd(wrong, 1u);
    }";
    let Some(hold) = kernel(&gpu, text, "hold") else { return };
    let pool = Pool::new(gpu.clone());
    let streams: Vec<Stream> = (0..4).map(|_| gpu.stream_create(true, 0).unwrap()).collect();
    let mut wrong = gpu.alloc(4).unwrap();
    // SAFETY: the address has 4 bytes.
    unsafe { gpu.fill(wrong, 0, 4, 1, Stream::DEFAULT) }.unwrap();
    gpu.synchronize().unwrap();
    let mut random = 12345u64;
    let mut below = |bound: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % bound
    };
    for step in 0..3000u32 {
        let stream = streams[below(4) as usize];
        let bytes = if below(4) == 0 { 1 + below(3 << 20) } else { 1 + below(5000) };
        let block = pool.alloc(bytes as usize, stream).unwrap();
        let (mut address, mut n, mut tag) = (block.address, bytes as u32, step & 255);
        let mut parameters = [pointer(&mut address), pointer(&mut n), pointer(&mut tag), pointer(&mut wrong)];
        // SAFETY: the parameters are the kernel's, and the block has these bytes.
        unsafe { gpu.launch(hold, &Configuration::new([1, 1, 1], [128, 1, 1]), stream, &mut parameters) }.unwrap();
        if below(5) == 0 {
            let event = gpu.event_create(false).unwrap();
            let reader = streams[below(4) as usize];
            gpu.event_record(event, stream).unwrap();
            gpu.stream_wait(reader, event).unwrap();
            pool.record_stream(block, reader).unwrap();
            // SAFETY: as above; the reader waits for the event.
            unsafe { gpu.launch(hold, &Configuration::new([1, 1, 1], [128, 1, 1]), reader, &mut parameters) }.unwrap();
        }
        pool.free(block).unwrap();
    }
    let mut count = [0; 4];
    gpu.synchronize().unwrap();
    // SAFETY: the address has 4 bytes.
    unsafe { Staging::new(gpu.clone()).download(&mut count, wrong, Stream::DEFAULT) }.unwrap();
    println!("{:?}", pool.usage());
    assert_eq!(u32::from_le_bytes(count), 0, "bytes changed under a kernel");
    assert_eq!(pool.usage().used, 0);
    pool.free_all_blocks().unwrap();
    assert_eq!(pool.usage().total, 0);
}

#[test]
fn memory_runs_out_with_a_reason_and_comes_back() {
    let Some(gpu) = gpu() else { return };
    let pool = Pool::new(gpu.clone());
    let (free, _) = gpu.memory().unwrap();
    let half = pool.alloc(free / 2, Stream::DEFAULT).unwrap();
    let error = pool.alloc(free, Stream::DEFAULT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    println!("{error}");
    pool.free(half).unwrap();
    let most = pool.alloc(free / 10 * 8, Stream::DEFAULT).unwrap();
    pool.free(most).unwrap();
}

#[test]
fn host_copies_are_right_and_fast() {
    let Some(gpu) = gpu() else { return };
    let staging = Staging::new(gpu.clone());
    let stream = gpu.stream_create(true, 0).unwrap();
    for size in [1, 4096, 64 << 10, (64 << 10) + 1, 1 << 20, 10_000_001, 64 << 20, 512 << 20] {
        let device = gpu.alloc(size).unwrap();
        let sent: Vec<u8> = (0..size).map(|i| (i as u32).wrapping_mul(2_654_435_761).to_le_bytes()[3]).collect();
        let mut host = sent.clone();
        let mut back = vec![0; size];
        let (mut up, mut down) = (f64::MAX, f64::MAX);
        for _ in 0..5 {
            host.copy_from_slice(&sent);
            let start = Instant::now();
            // SAFETY: the device memory has this size.
            unsafe { staging.upload(device, &host, stream) }.unwrap();
            up = up.min(start.elapsed().as_secs_f64());
            host.fill(0xA5);
            gpu.stream_synchronize(stream).unwrap();
            let start = Instant::now();
            // SAFETY: as above.
            unsafe { staging.download(&mut back, device, stream) }.unwrap();
            down = down.min(start.elapsed().as_secs_f64());
            assert!(back == sent, "{size} bytes");
            back.fill(0);
        }
        let rate = |seconds: f64| size as f64 / seconds / 1e9;
        println!(
            "{size:>10} bytes: up {:.1} us ({:.1} GB/s), down {:.1} us ({:.1} GB/s)",
            up * 1e6,
            rate(up),
            down * 1e6,
            rate(down)
        );
        // SAFETY: all copies were waited for.
        unsafe { gpu.free(device) }.unwrap();
    }
}

#[test]
fn any_thread_may_use_the_device() {
    let Some(gpu) = gpu() else { return };
    let (pool, staging) = (Pool::new(gpu.clone()), Staging::new(gpu.clone()));
    std::thread::scope(|scope| {
        for thread in 0..8u8 {
            let (gpu, pool, staging) = (&gpu, &pool, &staging);
            scope.spawn(move || {
                let stream = gpu.stream_create(true, 0).unwrap();
                for round in 0..50usize {
                    let size = 1 + round * 40_000;
                    let block = pool.alloc(size, stream).unwrap();
                    let sent = vec![thread ^ round as u8; size];
                    let mut back = vec![0; size];
                    // SAFETY: the block has this size.
                    unsafe {
                        staging.upload(block.address, &sent, stream).unwrap();
                        staging.download(&mut back, block.address, stream).unwrap();
                    }
                    assert!(back == sent);
                    pool.free(block).unwrap();
                }
                pool.forget_stream(stream).unwrap();
                // SAFETY: the pool has forgotten the stream, and no other thread knows it.
                unsafe { gpu.stream_destroy(stream) }.unwrap();
            });
        }
    });
    assert_eq!(pool.usage().used, 0);
}

/// Needs two GPUs; with one, it returns early.
#[test]
fn a_copy_crosses_devices() {
    let Some(one) = gpu() else { return };
    if driver::devices().unwrap() < 2 {
        println!("not tested: there is one GPU");
        return;
    }
    let two = Real::open(1).unwrap();
    println!("connected: {} and {}", one.reaches(&two).unwrap(), two.reaches(&*one).unwrap());
    assert_eq!(one.reaches(&two).unwrap(), one.reaches(&two).unwrap());
    let size = 64 << 20;
    let (here, there) = (one.alloc(size).unwrap(), two.alloc(size).unwrap());
    let mut back = vec![0; size];
    // SAFETY: both ranges have this size, and everything is waited for before it is freed.
    unsafe {
        one.fill(here, 0x5A, 1, size, Stream::DEFAULT).unwrap();
        one.copy(there, here, size, Stream::DEFAULT).unwrap();
        one.synchronize().unwrap();
        let two = Arc::new(two);
        Staging::new(two.clone()).download(&mut back, there, Stream::DEFAULT).unwrap();
        one.free(here).unwrap();
        two.free(there).unwrap();
    }
    assert!(back.iter().all(|byte| *byte == 0x5A));
}

#[test]
fn programs_compile_at_once() {
    let Some(gpu) = gpu() else { return };
    let texts: Vec<String> = (0..16)
        .map(|i| {
            let line = |j: usize| format!("x[threadIdx.x + {j}] = sinf(x[{i}]) + powf(x[{j}], 1.5f);");
            let lines: String = (0..8).map(line).collect();
            format!("extern \"C\" __global__ void k{i}(float* x) {{ {lines} }}")
        })
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (capability, options) = (gpu.properties().capability, Options::exact());
    let start = Instant::now();
    let Ok(single) =
        texts.iter().map(|text| compile::compile(text, capability, &options)).collect::<Result<Vec<_>, _>>()
    else {
        println!("not tested: no NVRTC");
        return;
    };
    println!("16 programs one by one: {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    let start = Instant::now();
    let parallel = compile::compile_all(&texts, capability, &options);
    println!("16 programs at once: {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    for (i, (single, parallel)) in single.into_iter().zip(parallel).enumerate() {
        let image = parallel.unwrap();
        assert_eq!(image, single);
        gpu.function(gpu.load(&image.code).unwrap(), &format!("k{i}")).unwrap();
    }
}

/// Converts a value to the element's bytes and back: the real and imaginary part that they represent.
fn encode(element: Element, (re, im): (f64, f64)) -> Vec<u8> {
    match element {
        Element::F16 => half::f16::from_f64(re).to_le_bytes().to_vec(),
        Element::Bf16 => half::bf16::from_f64(re).to_le_bytes().to_vec(),
        Element::F32 => (re as f32).to_le_bytes().to_vec(),
        Element::F64 => re.to_le_bytes().to_vec(),
        Element::C64 => [(re as f32).to_le_bytes(), (im as f32).to_le_bytes()].concat(),
        Element::C128 => [re.to_le_bytes(), im.to_le_bytes()].concat(),
    }
}

fn decode(element: Element, bytes: &[u8]) -> (f64, f64) {
    let single = |at: usize| f64::from(f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()));
    let double = |at: usize| f64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    match element {
        Element::F16 => (half::f16::from_le_bytes([bytes[0], bytes[1]]).to_f64(), 0.0),
        Element::Bf16 => (half::bf16::from_le_bytes([bytes[0], bytes[1]]).to_f64(), 0.0),
        Element::F32 => (single(0), 0.0),
        Element::F64 => (double(0), 0.0),
        Element::C64 => (single(0), single(4)),
        Element::C128 => (double(0), double(8)),
    }
}

#[test]
fn matrix_products_are_those_of_plain_loops() {
    let Some(gpu) = gpu() else { return };
    let cublas = match Cublas::new(gpu.clone()) {
        Ok(cublas) => cublas,
        Err(error) => {
            println!("not tested: {error}");
            return;
        }
    };
    let (staging, pool) = (Staging::new(gpu.clone()), Pool::new(gpu.clone()));
    let stream = gpu.stream_create(true, 0).unwrap();
    let (m, n, k) = (37, 53, 41);
    let elements = [Element::F16, Element::Bf16, Element::F32, Element::F64, Element::C64, Element::C128];
    let forms = [Form::Plain, Form::Transposed, Form::Conjugated];
    // Small integers over a power of two: exact in every element, and so is every sum in float32.
    let value = |matrix: usize, row: usize, column: usize, salt: usize| {
        let mixed = (matrix * 131 + row * 17 + column * 29 + salt * 7) % 15;
        ((mixed as f64 - 7.0) / 4.0, ((mixed * 3) % 7) as f64 - 3.0)
    };
    for element in elements {
        let complex = matches!(element, Element::C64 | Element::C128);
        let value = |matrix, row, column, salt| {
            let (re, im) = value(matrix, row, column, salt);
            if complex { (re, im) } else { (re, 0.0) }
        };
        for (left, right, batch) in
            forms.iter().flat_map(|left| forms.iter().flat_map(move |right| [1, 3].map(|batch| (*left, *right, batch))))
        {
            // Uploads a stack with two unused columns.
            let lay = |rows: usize, columns: usize, salt: usize, form: Form| {
                let (high, wide) = if form == Form::Plain { (rows, columns + 2) } else { (columns, rows + 2) };
                let mut memory = Vec::new();
                for matrix in 0..batch {
                    for row in 0..high {
                        for column in 0..wide {
                            let (re, im) = match form {
                                Form::Plain => value(matrix, row, column, salt),
                                _ => value(matrix, column, row, salt),
                            };
                            memory.extend(encode(element, (re, if form == Form::Conjugated { -im } else { im })));
                        }
                    }
                }
                let block = pool.alloc(memory.len(), stream).unwrap();
                // SAFETY: the block has these bytes.
                unsafe { staging.upload(block.address, &memory, stream) }.unwrap();
                (block, Matrix { address: block.address, row: wide, step: (high * wide) as isize, form })
            };
            let (a_block, a) = lay(m, k, 1, left);
            let (b_block, b) = lay(k, n, 2, right);
            let (c_block, c) = lay(m, n, 3, Form::Plain);
            let product = Matmul { element, m, n, k, a, b, c, batch, alpha: 0.5, beta: 2.0, tf32: false };
            let mut out = vec![0; batch * m * (n + 2) * element.size()];
            // SAFETY: the stacks lie in the blocks, which do not overlap.
            unsafe {
                cublas.matmul(&product, stream).unwrap();
                staging.download(&mut out, c.address, stream).unwrap();
            }
            for matrix in 0..batch {
                for row in 0..m {
                    for column in 0..n {
                        let (mut re, mut im) = (0.0, 0.0);
                        for inner in 0..k {
                            let (p, q) = (value(matrix, row, inner, 1), value(matrix, inner, column, 2));
                            re += p.0 * q.0 - p.1 * q.1;
                            im += p.0 * q.1 + p.1 * q.0;
                        }
                        let old = value(matrix, row, column, 3);
                        let wanted = (0.5 * re + 2.0 * old.0, 0.5 * im + 2.0 * old.1);
                        // Rounds the exact result to the element's type.
                        let wanted = decode(element, &encode(element, wanted));
                        let at = ((matrix * m + row) * (n + 2) + column) * element.size();
                        let got = decode(element, &out[at..]);
                        assert_eq!(got, wanted, "{element:?} {left:?} {right:?} {batch} at {matrix} {row} {column}");
                    }
                }
            }
            for block in [a_block, b_block, c_block] {
                pool.free(block).unwrap();
            }
        }
    }
    cublas.forget_stream(stream).unwrap();
}

#[test]
fn float32_products_use_no_tf32_unless_asked_and_an_empty_inner_axis_gives_zeros() {
    let Some(gpu) = gpu() else { return };
    let Ok(cublas) = Cublas::new(gpu.clone()) else {
        println!("not tested: no cuBLAS");
        return;
    };
    let stream = gpu.stream_create(true, 0).unwrap();
    let staging = Staging::new(gpu.clone());
    let size = 4096usize;
    let address: Vec<Address> = (0..3).map(|_| gpu.alloc(size * size * 4).unwrap()).collect();
    // 1 + 2^-20 needs 20 bits of fraction; TF32 has 10, which gives 1.
    let host = bytes(&vec![1.0 + f32::EPSILON * 8.0; size * size]);
    let matrix = |address| Matrix { address, row: size, step: 0, form: Form::Plain };
    let mut product = Matmul {
        element: Element::F32,
        m: size,
        n: size,
        k: size,
        a: matrix(address[0]),
        b: matrix(address[1]),
        c: matrix(address[2]),
        batch: 1,
        alpha: 1.0,
        beta: 0.0,
        tf32: false,
    };
    let one: Vec<f32> = (0..size * size).map(|i| if i / size == i % size { 1.0 } else { 0.0 }).collect();
    // SAFETY: every matrix has size * size floats.
    unsafe {
        staging.upload(address[0], &host, stream).unwrap();
        staging.upload(address[1], &bytes(&one), stream).unwrap();
    }
    for tf32 in [false, true] {
        product.tf32 = tf32;
        let mut best = f64::MAX;
        for _ in 0..5 {
            gpu.stream_synchronize(stream).unwrap();
            let start = Instant::now();
            // SAFETY: as above.
            unsafe { cublas.matmul(&product, stream) }.unwrap();
            gpu.stream_synchronize(stream).unwrap();
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("4096^3 float32, tf32 {tf32}: {:.1} TFLOP/s", 2.0 * (size as f64).powi(3) / best / 1e12);
        let mut out = vec![0; size * size * 4];
        // SAFETY: as above.
        unsafe { staging.download(&mut out, address[2], stream) }.unwrap();
        let exact = floats(&out).iter().all(|x| *x == 1.0 + f32::EPSILON * 8.0);
        assert!(exact || tf32, "float32 was rounded to TF32");
    }
    let mut out = vec![0xFF; 3 * size * 4];
    product.k = 0;
    // SAFETY: as above.
    unsafe {
        cublas.matmul(&Matmul { n: 5, m: 2, ..product }, stream).unwrap();
        staging.download(&mut out, address[2], stream).unwrap();
    }
    let out = floats(&out);
    assert!(out[..5].iter().chain(&out[size..size + 5]).all(|x| *x == 0.0));
    assert!(out[5] != 0.0 && out[2 * size] != 0.0, "what lies beside the product is untouched");
    for address in address {
        // SAFETY: all work was waited for.
        unsafe { gpu.free(address) }.unwrap();
    }
}
