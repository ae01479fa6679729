//! Does each of many small launches in a row do its work, as a library that launches thousands of them needs?

mod rig;
use rig::Rig;

#[test]
fn a_thousand_small_launches() {
    let rig = Rig::new(include_str!("kernels/first.75.ptx"));
    let (x, y) = (rig.put(&[1f32; 64]), rig.put(&[0f32; 64]));
    for _ in 0..1000 {
        rig.clean("saxpy", 1, 64, 0, arguments![64i32, 1f32, x, y]);
    }
    assert_eq!(rig.get::<f32>(y, 64), [1000.0; 64]);
}
