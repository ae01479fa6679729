//! Memory is counted while arrays hold it, and given back. One test alone, since all tests of a process share the
//! device.

use cuprust::*;

#[test]
fn memory_is_counted_and_given_back() {
    let cpu = Device::cpu();
    let before = cpu.pool();
    let a = ones(shape(1 << 20).on(cpu)).unwrap();
    assert_eq!(cpu.pool().used, before.used, "what is recorded holds no memory");
    assert!(a.to_vec::<f64>().unwrap().iter().all(|&value| value == 1.0));
    assert!(cpu.pool().used >= before.used + (8 << 20));
    drop(a);
    cpu.free_all_blocks();
    assert_eq!((cpu.pool().used, cpu.pool().cached), (before.used, 0));

    cpu.set_memory_limit(before.used + (4 << 20));
    let large = ones(shape(1 << 20).on(cpu)).and_then(|array| array.to_vec::<f64>());
    assert_eq!(large.unwrap_err().kind(), ErrorKind::OutOfMemory);
    // What fits can still be computed afterwards.
    let small = ones(shape(1 << 10).on(cpu)).unwrap();
    assert_eq!(sum(&small, ..).unwrap().item().unwrap(), Scalar::new(1024.0));
    cpu.set_memory_limit(0);
    assert_eq!(cpu.memory_limit(), 0);
}
