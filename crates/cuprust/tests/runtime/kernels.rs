//! Kernels in CUDA C++ from Rust, on the CPU and on the PTX machine.

use cuprust::cuda::{
    CallOptions, ElementwiseKernel, KernelArgument, KernelOptions, ModuleOptions, RawKernel, RawModule,
    ReductionKernel, ReductionTexts,
};
use cuprust::ufunc::Argument;
use cuprust::{Array, DType, Device, DeviceKind, ErrorKind, Value};

/// The devices to test on; none where there is no compiler.
fn devices() -> Vec<Device> {
    match cuprust_cuda::compile::version() {
        Ok(_) => vec![Device::cpu(), Device::open(DeviceKind::Ptx).unwrap()],
        Err(error) if std::env::var_os("CUPRUST_REQUIRE_NVRTC").is_some() => panic!("{error}"),
        Err(error) => {
            println!("not tested: {error}");
            Vec::new()
        }
    }
}

const SCALE: &str = "extern \"C\" __global__ void scale(float* x, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}";

#[test]
fn a_kernel_comes_between_what_is_recorded_before_and_after() {
    for device in devices() {
        let x = Array::from_slice(&[1f32, 2.0, 3.0], [3], device).unwrap();
        let y = &x + 1;
        let scale = RawKernel::new(SCALE, "scale");
        let factor = KernelArgument::Number(Value::Float(2.0));
        scale.launch(1, 32, &[(&y).into(), factor.clone(), 3i32.into()]).unwrap();
        assert_eq!((&y + 1).to_vec::<f32>().unwrap(), [5.0, 7.0, 9.0]);
        assert_eq!(x.to_vec::<f32>().unwrap(), [1.0, 2.0, 3.0]);
        let wrong = x.astype(DType::F64).unwrap();
        let refused = scale.launch(1, 32, &[(&wrong).into(), factor.clone(), 3i32.into()]).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Type);
        assert!(refused.text().contains("`float* x`, points to float32, and an array of dtype float64"), "{refused}");
        let outside = scale.launch(1, 32, &[(&y).into(), factor, 4i32.into()]).unwrap_err();
        assert!(outside.kind() == ErrorKind::Runtime && outside.text().contains("out of bounds"), "{outside}");
        assert_eq!(y.to_vec::<f32>().unwrap().len(), 3);
    }
}

#[test]
fn modules_have_templates_and_variables() {
    let text = "template <class T> __global__ void fill(T* x, T value) { x[threadIdx.x] = value; }
        __device__ int seen = 7;";
    for device in devices() {
        let options = ModuleOptions { names: vec!["fill<long long>".into()], ..ModuleOptions::default() };
        let module = RawModule::new(text, options);
        let x = Array::from_slice(&[0i64; 4], [4], device).unwrap();
        let fill = module.function("fill<long long>", device).unwrap();
        fill.over(1, 4).run(&[(&x).into(), KernelArgument::Number(Value::Int(9))]).unwrap();
        assert_eq!(x.to_vec::<i64>().unwrap(), [9; 4]);
        assert_eq!(module.global("seen", device).unwrap().bytes, 4);
        assert_eq!(module.function("none", device).err().unwrap().kind(), ErrorKind::Cuda);
        let wrong = RawModule::new("this is no text", ModuleOptions::default());
        assert_eq!(wrong.compile(device).unwrap_err().kind(), ErrorKind::Compile);
    }
}

#[test]
fn elements_and_reductions() {
    for device in devices() {
        let x = Array::from_slice(&[1f64, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3], device).unwrap();
        for preamble in ["", "//"] {
            // With a preamble the text is compiled; without one it is recorded.
            let options = KernelOptions { preamble: preamble.into(), ..KernelOptions::default() };
            let kernel = ElementwiseKernel::new("T x, T y", "T z", "z = x * x - y", options).unwrap();
            let one = Argument::Value(Value::Int(1));
            let z = kernel.call(&[Argument::Array(&x.t()), one], &[], CallOptions::default()).unwrap();
            assert_eq!(
                (z[0].shape(), z[0].to_vec::<f64>().unwrap()),
                (&[3, 2][..], vec![0.0, 15.0, 3.0, 24.0, 8.0, 35.0])
            );
            assert_eq!(kernel.written().len(), preamble.len() / 2);
        }
        let texts = ReductionTexts {
            map: "x".into(),
            reduce: "max(a, b)".into(),
            post_map: "y = a".into(),
            ..ReductionTexts::default()
        };
        let largest = ReductionKernel::new("T x", "T y", texts, KernelOptions::default()).unwrap();
        let call = |axes: Option<&[i64]>| {
            largest.call(&[Argument::Array(&x)], &[], axes, false, CallOptions::default()).unwrap().remove(0)
        };
        assert_eq!(call(Some(&[0])).to_vec::<f64>().unwrap(), [4.0, 5.0, 6.0]);
        assert_eq!(call(Some(&[1])).to_vec::<f64>().unwrap(), [3.0, 6.0]);
        assert_eq!(call(None).to_vec::<f64>().unwrap(), [6.0]);
    }
}
