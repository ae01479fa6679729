//! What every test needs: typed arrays on a machine, and launches with plain arguments.
#![allow(dead_code)]

use cuprust_ptx::{Error, Machine, ModuleId, Options, Report};

/// A machine with one module in it.
pub struct Rig {
    pub machine: Machine,
    pub module: ModuleId,
}

/// A number that an array holds.
pub trait Number: Copy + Default {
    fn bytes(self) -> Vec<u8>;
    fn from(bytes: &[u8]) -> Self;
}

macro_rules! numbers { ($($ty:ty)*) => { $(impl Number for $ty {
    fn bytes(self) -> Vec<u8> { self.to_le_bytes().to_vec() }
    fn from(bytes: &[u8]) -> Self { <$ty>::from_le_bytes(bytes.try_into().expect("the size of the type")) }
})* }; }
numbers!(u8 u16 i32 u32 i64 u64 f32 f64);

impl Rig {
    pub fn new(text: &str) -> Rig {
        Rig::with(text, Options { threads: 2, ..Options::default() })
    }

    pub fn with(text: &str, options: Options) -> Rig {
        let machine = Machine::new(options);
        let module = machine.load(text).expect("the module loads");
        Rig { machine, module }
    }

    /// An array of these numbers on the device.
    pub fn put<T: Number>(&self, values: &[T]) -> u64 {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.bytes()).collect();
        let address = self.machine.alloc(bytes.len() as u64).expect("room");
        self.machine.write(address, &bytes).expect("in bounds");
        address
    }

    /// Memory that nothing wrote.
    pub fn alloc<T>(&self, count: usize) -> u64 {
        self.machine.alloc((count * size_of::<T>()) as u64).expect("room")
    }

    pub fn get<T: Number>(&self, address: u64, count: usize) -> Vec<T> {
        let mut bytes = vec![0; count * size_of::<T>()];
        self.machine.read(address, &mut bytes).expect("in bounds");
        bytes.chunks(size_of::<T>()).map(T::from).collect()
    }

    pub fn launch(&self, kernel: &str, grid: u32, block: u32, parameters: &[Vec<u8>]) -> Result<Report, Error> {
        self.launch_shared(kernel, grid, block, 0, parameters)
    }

    pub fn launch_shared(
        &self,
        kernel: &str,
        grid: u32,
        block: u32,
        shared: u32,
        parameters: &[Vec<u8>],
    ) -> Result<Report, Error> {
        let parameters: Vec<&[u8]> = parameters.iter().map(Vec::as_slice).collect();
        self.machine.launch(self.module, kernel, [grid, 1, 1], [block, 1, 1], shared, &parameters)
    }

    /// Launches a correct kernel: it ends without findings.
    pub fn clean(&self, kernel: &str, grid: u32, block: u32, shared: u32, parameters: &[Vec<u8>]) -> Report {
        match self.launch_shared(kernel, grid, block, shared, parameters) {
            Ok(report) => {
                assert!(report.findings.is_empty(), "{kernel}: {}", report.findings[0]);
                report
            }
            Err(error) => panic!("{kernel}: {error}"),
        }
    }
}

/// The arguments of a launch, as bytes.
#[macro_export]
macro_rules! arguments {
    ($($value:expr),* $(,)?) => { &[$(($value).to_le_bytes().to_vec()),*] };
}
