//! Written kernels as C++ of the host: g++ compiles them with a header that emulates a block of threads.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use cuprust_cuda::compile::in_namespace;
use cuprust_cuda::write::Written;
use cuprust_ir::StorageId;
use cuprust_num::Scalar;

/// Kernels compiled for the host.
pub struct Compiled {
    library: libloading::Library,
    /// The index of each kernel's text: kernels of equal texts share one.
    texts: Vec<usize>,
}

/// Compiles kernels; `None` without g++.
pub fn compile(name: &str, kernels: &[Written]) -> Option<Compiled> {
    if Command::new("g++").arg("--version").output().is_err() {
        println!("not run: there is no g++");
        return None;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join(format!("{name}.cpp"));
    let library = folder.join(format!("{name}.so"));
    let mut text = String::from("#include <math.h>\n");
    text.push_str(include_str!("machine.h"));
    let mut distinct: Vec<&str> = Vec::new();
    let mut texts = Vec::new();
    for kernel in kernels {
        if let Some(known) = distinct.iter().position(|known| *known == kernel.text) {
            texts.push(known);
            continue;
        }
        let index = distinct.len();
        texts.push(index);
        distinct.push(&kernel.text);
        text.push_str(&in_namespace(index, &kernel.text));
        let _ = write!(
            text,
            "extern \"C\" int run{index}(const void* p, unsigned x, unsigned y, unsigned block) {{\n\
             return machine::launch(x, y, block, [=] {{ k{index}::{}(*(const k{index}::Parameters*)p); }}); }}\n",
            kernel.name
        );
    }
    println!("{} kernels have {} texts", kernels.len(), distinct.len());
    std::fs::write(&source, text).unwrap();
    let output = Command::new("g++")
        .args(["-std=c++17", "-O1", "-w", "-fPIC", "-shared", "-ffp-contract=off", "-fno-strict-aliasing"])
        // The check that a jump only leads up its own stack.
        .args(["-U_FORTIFY_SOURCE", "-o"])
        .args([&library, &source])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // SAFETY: the library is the one just compiled; it runs nothing when it is loaded.
    Some(Compiled { library: unsafe { libloading::Library::new(&library) }.unwrap(), texts })
}

impl Compiled {
    /// Runs a kernel on the bytes of its storages. The tickets must be zero again afterwards.
    pub fn run(&self, index: usize, kernel: &Written, storages: &mut [Vec<u8>], scalars: &[Scalar]) {
        self.run_all(index, std::slice::from_ref(kernel), storages, scalars);
    }

    /// Runs several kernels, which share a workspace, from the one at this index on.
    pub fn run_all(&self, index: usize, kernels: &[Written], storages: &mut [Vec<u8>], scalars: &[Scalar]) {
        // Storages start at multiples of 64, as the pool's do.
        let mut buffers: Vec<Vec<u128>> = storages
            .iter()
            .map(|bytes| {
                let mut buffer = vec![0u128; bytes.len() / 16 + 5];
                put(&mut buffer, bytes);
                buffer
            })
            .collect();
        let addresses: Vec<u64> = buffers.iter_mut().map(|buffer| aligned(buffer) as u64).collect();
        let spaces = || kernels.iter().filter_map(|kernel| kernel.parameters.workspace);
        let mut tickets = vec![0u32; spaces().map(|space| space.tickets).max().unwrap_or(0)];
        let mut partials = vec![0xabababababababab_u64; spaces().map(|space| space.bytes / 8 + 1).max().unwrap_or(0)];
        for (number, kernel) in kernels.iter().enumerate().filter(|(_, kernel)| kernel.grid[0] > 0) {
            let mut parameters = vec![0u128; kernel.parameters.bytes.len() / 16];
            // SAFETY: the vector has exactly these bytes, all of them initialised.
            let bytes = unsafe {
                std::slice::from_raw_parts_mut(parameters.as_mut_ptr().cast::<u8>(), kernel.parameters.bytes.len())
            };
            kernel.parameters.fill(
                bytes,
                |StorageId(id)| addresses[id as usize],
                |id| scalars[id.0 as usize],
                (tickets.as_mut_ptr() as u64, partials.as_mut_ptr() as u64),
            );
            for slot in &kernel.parameters.pointers {
                let address = u64::from_ne_bytes(bytes[slot.at..slot.at + 8].try_into().unwrap());
                assert_eq!(address % slot.align as u64, 0, "{slot:?} of {}", kernel.name);
            }
            type Run = unsafe extern "C" fn(*const u128, u32, u32, u32) -> i32;
            // SAFETY: this is the type of the function that `compile` wrote.
            let run: libloading::Symbol<'_, Run> =
                unsafe { self.library.get(format!("run{}", self.texts[index + number]).as_bytes()) }.unwrap();
            let [x, y] = kernel.grid;
            // SAFETY: the parameter is what the kernel declares, and its pointers are into buffers that outlive the
            // call. The test checks that the kernel stays inside of them.
            let hangs = unsafe { run(parameters.as_ptr(), x, y, kernel.block) };
            assert_eq!(hangs, 0, "{} waits for threads that have left", kernel.name);
            assert!(tickets.iter().all(|&ticket| ticket == 0), "{} leaves tickets", kernel.name);
        }
        for (buffer, bytes) in buffers.iter_mut().zip(storages) {
            let (at, length) = (aligned(buffer), bytes.len());
            // SAFETY: the buffer is longer than the bytes by the alignment and more.
            bytes.copy_from_slice(unsafe { std::slice::from_raw_parts(at, length) });
        }
    }
}

fn aligned(buffer: &mut [u128]) -> *mut u8 {
    let start = buffer.as_mut_ptr().cast::<u8>();
    start.wrapping_add(start.align_offset(64))
}

fn put(buffer: &mut [u128], bytes: &[u8]) {
    // SAFETY: the buffer is longer than the bytes by the alignment and more.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), aligned(buffer), bytes.len()) };
}
