//! Streams keep the order of their work, events mark it, and the profiler measures it.

use cuprust::*;

fn ones(n: i64) -> Array {
    creation::ones(shape(n).on(Device::cpu())).unwrap()
}

#[test]
fn work_crosses_streams_in_order() {
    let stream = Stream::new(Device::cpu(), true, 0).unwrap();
    let a = ones(10_000);
    let b = stream.scope(|| &a + 1);
    assert!(Stream::current(Device::cpu()).is_null());
    // The next line records on the null stream what needs the other stream's result.
    let c = &b * 2;
    let d = stream.scope(|| &c - &a);
    assert_eq!(d.to_vec::<f64>().unwrap(), vec![3.0; 10_000]);
    stream.synchronize().unwrap();
    assert!(stream.is_done().unwrap());
}

#[test]
fn the_stream_before_comes_back() {
    let (outer, inner) = (Stream::new(Device::cpu(), false, 0).unwrap(), Stream::new(Device::cpu(), false, 0).unwrap());
    assert_ne!(outer, inner);
    let first = outer.enter();
    let second = inner.enter();
    let a = ones(5000);
    drop(second);
    let b = &a + &a;
    drop(first);
    assert!(Stream::current(Device::cpu()).is_null());
    // Arrays outlive the handles of the streams that they were recorded on.
    drop((outer, inner));
    let third = Stream::new(Device::cpu(), false, 0).unwrap();
    let c = third.scope(|| &b + &a);
    drop(third);
    assert_eq!(c.to_vec::<f64>().unwrap(), vec![3.0; 5000]);
}

#[test]
fn events_measure_the_work_before_them() {
    let stream = Stream::null(Device::cpu());
    let (start, end) = (Event::new(Device::cpu(), true).unwrap(), Event::new(Device::cpu(), true).unwrap());
    start.record(&stream).unwrap();
    let mut a = ones(1 << 20);
    for _ in 0..4 {
        a = sin(&a).unwrap();
    }
    end.record(&stream).unwrap();
    end.synchronize().unwrap();
    assert!(end.is_done().unwrap());
    let (forth, back) = (start.elapsed(&end).unwrap(), end.elapsed(&start).unwrap());
    assert!(forth > 0.0 && back == -forth, "{forth} {back}");
    stream.wait_event(&end).unwrap();
    let untimed = Event::new(Device::cpu(), false).unwrap();
    untimed.record(&stream).unwrap();
    let error = start.elapsed(&untimed).unwrap_err();
    assert_eq!(error.text(), "an event made without timing has no time: make it with Event::new(device, true)");
    drop(a);
}

#[test]
fn a_benchmark_runs_what_it_measures() {
    Device::cpu().make_current().unwrap();
    let a = ones(1 << 16);
    let mut calls = 0;
    let measured = profiler::benchmark(
        "sine",
        || {
            calls += 1;
            sin(&a)
        },
        5,
        2,
    )
    .unwrap();
    assert_eq!((calls, measured.cpu.len(), measured.gpu.len()), (7, 5, 5));
    // On the CPU the work is done when the mark after it is set, so the device's time includes the call's.
    assert!(measured.gpu.iter().all(|&second| second > 0.0));
    let text = measured.to_string();
    assert!(text.starts_with("sine                :    CPU:") && text.contains("us     CPU-0:"), "{text}");
    assert!(profiler::benchmark("none", || Ok(()), 0, 0).is_err());
    synchronize().unwrap();
}
