//! Is a small launch quick, as a library that launches thousands of them needs?

mod rig;
use rig::Rig;
use std::time::Instant;

#[test]
fn a_thousand_small_launches() {
    let rig = Rig::new(include_str!("kernels/first.75.ptx"));
    let (x, y) = (rig.put(&[1f32; 64]), rig.put(&[0f32; 64]));
    let begin = Instant::now();
    for _ in 0..1000 {
        rig.clean("saxpy", 1, 64, 0, arguments![64i32, 1f32, x, y]);
    }
    assert_eq!(rig.get::<f32>(y, 64), [1000.0; 64]);
    let each = begin.elapsed() / 1000;
    println!("{each:?} for a launch");
    // Ten times what it takes on a busy machine without optimisation.
    assert!(each.as_micros() < 2000, "{each:?}");
}
