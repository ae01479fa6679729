//! What fails costs what depends on it, and nothing else.

use cuprust::ops::RowId;
use cuprust::ufunc::binary_scalar;
use cuprust::{Array, Bounds, DType, Device, DeviceKind, ErrorKind, Result, Stream, Value, arange, span, take};

#[test]
fn no_memory_for_one_array_leaves_the_others() -> Result<()> {
    let cpu = Device::cpu();
    // Other tests wait for the null stream, and are told of what fails there.
    let _stream = Stream::new(cpu, true, 0)?.enter();
    let add = const { RowId::named("add") };
    let before = arange(span(10_000).on(cpu))?;
    // More than any machine has, and few enough elements that an address could name them.
    let huge = Array::empty(1_i64 << 46, DType::F64, cpu)?;
    let sum = binary_scalar(add, &huge, Value::Float(1.0), false);
    let after = binary_scalar(add, &before, Value::Int(5), false)?;
    let sum = sum.and_then(|sum| sum.to_bytes().map(drop));
    assert_eq!(sum.unwrap_err().kind(), ErrorKind::OutOfMemory);
    let expected: Vec<i64> = (5..10_005).collect();
    assert_eq!(after.to_vec::<i64>()?, expected);
    assert_eq!(before.to_vec::<i64>()?[9_999], 9_999);
    Ok(())
}

/// Runs on a stream in another thread.
fn elsewhere<T: Send>(stream: &Stream, run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            stream.device().make_current().unwrap();
            stream.scope(run)
        });
        thread.join().unwrap()
    })
}

#[test]
fn an_error_is_raised_where_it_was_recorded_or_waited_for() -> Result<()> {
    // Indices are checked at once on the CPU.
    let Some(device) =
        Device::open(DeviceKind::Ptx).ok().filter(|_| std::env::var_os("CUPRUST_REQUIRE_NVRTC").is_some())
    else {
        return Ok(());
    };
    device.make_current()?;
    let (stream, other_stream) = (Stream::new(device, true, 0)?, Stream::new(device, true, 0)?);
    let _entered = stream.enter();
    let vector = |values: &[f64]| Array::from_slice(values, [values.len() as i64], device);
    let (x, bad) = (vector(&[3.0, 1.0, 2.0])?, Array::from_slice(&[2i64, 7], [2], device)?);
    let lose = || take(&x, &bad, 0, Bounds::Raise, None);
    let is_lost = |result: Result<Vec<f64>>| result.is_err_and(|error| error.kind() == ErrorKind::Index);
    let own_work = || vector(&[1.0, 2.0]).and_then(|y| (&y + 1.0).to_vec::<f64>());

    // A program of several threads.
    let lost = lose()?;
    assert_eq!(elsewhere(&stream, own_work)?, [2.0, 3.0]);
    assert!(is_lost(lost.to_vec()));
    assert_eq!(own_work()?, [2.0, 3.0]);
    assert!(is_lost(elsewhere(&stream, || lost.to_vec())));

    // A program of this thread, which another one runs because it needs a part of it.
    let kept = &x + 1.0;
    let lost = lose()?;
    assert_eq!(elsewhere(&stream, || kept.to_vec::<f64>())?, [4.0, 2.0, 3.0]);
    assert_eq!(elsewhere(&stream, own_work)?, [2.0, 3.0]);
    assert!(is_lost(own_work()), "this thread is told at the next opportunity");
    assert_eq!(own_work()?, [2.0, 3.0], "and once");
    assert!(is_lost(lost.to_vec()));
    assert!(is_lost(elsewhere(&other_stream, || lost.to_vec())));

    // A wait for the stream raises the error.
    let lost = lose()?;
    assert_eq!(elsewhere(&other_stream, own_work)?, [2.0, 3.0]);
    elsewhere(&other_stream, || other_stream.synchronize())?;
    elsewhere(&other_stream, || other_stream.record()?.synchronize())?;
    let waited = elsewhere(&other_stream, || stream.synchronize());
    assert_eq!(waited.unwrap_err().kind(), ErrorKind::Index);
    stream.synchronize()?;
    assert_eq!(own_work()?, [2.0, 3.0]);
    assert!(is_lost(lost.to_vec()));

    // Several streams at once: none is told of another one's.
    std::thread::scope(|scope| {
        for number in 0..4 {
            let (lose, own_work, is_lost) = (&lose, &own_work, &is_lost);
            scope.spawn(move || {
                device.make_current().unwrap();
                let _entered = Stream::new(device, true, 0).unwrap().enter();
                for _ in 0..20 {
                    match number % 2 {
                        0 => assert!(is_lost(lose().and_then(|lost| lost.to_vec()))),
                        _ => assert_eq!(own_work().unwrap(), [2.0, 3.0]),
                    }
                }
            });
        }
    });
    Ok(())
}
