//! Functions that are recorded once: what they give from the second call on is what they gave at first.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cuprust::random::Generator;
use cuprust::*;

/// The CPU, and the device that runs kernels of GPUs where there is a compiler for them.
fn devices() -> Vec<Device> {
    let ptx = Device::open(DeviceKind::Ptx).ok().filter(|_| std::env::var_os("CUPRUST_REQUIRE_NVRTC").is_some());
    [Device::cpu()].into_iter().chain(ptx).collect()
}

/// Tests that count programs run one at a time: while one thread records a program, others call theirs plainly.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn vector(values: &[f64], device: Device) -> Array {
    Array::from_slice(values, [values.len() as i64], device).unwrap()
}

#[test]
fn later_calls_give_what_the_first_gave() -> Result<()> {
    let _alone = alone();
    for device in devices() {
        device.make_current()?;
        let count = std::cell::Cell::new(0);
        let function = |[x, y]: [&Array; 2]| {
            count.set(count.get() + 1);
            let mut z = sqrt(&(x * x + y))?;
            for _ in 0..300 {
                z = &z * 0.5 + x;
            }
            Ok((z.sum(..)?, z))
        };
        let fused = fuse(function);
        for turn in 1..5 {
            let (x, y) = (vector(&[1.0, 2.0, turn as f64], device), vector(&[3.0, 5.0, 7.0], device));
            let (sum, z) = fused.call([&x, &y])?;
            let (own_sum, own_z) = function([&x, &y])?;
            assert_eq!(z.to_vec::<f64>()?, own_z.to_vec::<f64>()?);
            assert_eq!(sum.item()?.get::<f64>(), own_sum.item()?.get::<f64>());
            assert_eq!(count.get(), turn + 1, "the function is called once for the fused one");
        }
        // Another shape is another program; the same array twice is another one too.
        let long = vector(&[1.0; 9], device);
        let (_, z) = fused.call([&long, &long])?;
        assert_eq!(z.to_vec::<f64>()?, function([&long, &long])?.1.to_vec::<f64>()?);
        let (_, z) = fused.call([&long, &long.copy()?])?;
        assert_eq!(z.to_vec::<f64>()?, function([&long, &long])?.1.to_vec::<f64>()?);
        assert_eq!(format!("{fused:?}"), "a fused function with 3 programs");
    }
    Ok(())
}

#[test]
fn what_is_written_in_place_is_written_at_each_call() -> Result<()> {
    let _alone = alone();
    for device in devices() {
        device.make_current()?;
        let total = vector(&[0.0, 0.0], device);
        let kept = total.clone();
        let fused = fuse(move |[x]: [&Array; 1]| {
            x.assign(&(x + 1.0))?;
            total.assign(&(&total + x))
        });
        let x = vector(&[1.0, 10.0], device);
        for turn in 1..4 {
            fused.call([&x])?;
            let turn = turn as f64;
            assert_eq!(x.to_vec::<f64>()?, [1.0 + turn, 10.0 + turn]);
            assert_eq!(kept.to_vec::<f64>()?, [turn * (turn + 3.0) / 2.0, turn * (turn + 21.0) / 2.0]);
        }
        // A view of an argument shares its memory.
        let tail = fuse(|[x]: [&Array; 1]| Ok((x.at(s![1..])?, x.clone())));
        for _ in 0..3 {
            let (tail, whole) = tail.call([&x])?;
            assert!(tail.shares_storage(&x) && whole.shares_storage(&x));
            assert_eq!(tail.to_vec::<f64>()?, [13.0]);
        }
    }
    Ok(())
}

#[test]
fn random_numbers_go_on() -> Result<()> {
    let _alone = alone();
    for device in devices() {
        device.make_current()?;
        let (one, other) = (Generator::new(7, device), Generator::new(7, device));
        let draw = |generator: &Generator, x: &Array| {
            let noise = generator.standard_normal(shape([2, 3]).dtype(DType::F32))?;
            Ok((noise + x, generator.permutation(5)?, generator.integers(0..100, [3])?))
        };
        let fused = fuse(|[x]: [&Array; 1]| draw(&one, x));
        let x = vector(&[1.0, 2.0, 3.0], device);
        for _ in 0..4 {
            let (a, b) = (fused.call([&x])?, draw(&other, &x)?);
            assert_eq!(a.0.to_vec::<f64>()?, b.0.to_vec::<f64>()?);
            assert_eq!(a.1.to_vec::<i64>()?, b.1.to_vec::<i64>()?);
            assert_eq!(a.2.to_vec::<i64>()?, b.2.to_vec::<i64>()?);
            assert_eq!(one.state(), other.state());
        }
        assert_eq!(format!("{fused:?}"), "a fused function with 1 programs");
        // What begins anew in each call is no part of the program.
        let fresh = fuse(|[x]: [&Array; 1]| Ok(Generator::new(1, device).random([3])? + x));
        let first = fresh.call([&x])?.to_vec::<f64>()?;
        assert_eq!(fresh.call([&x])?.to_vec::<f64>()?, first);
        assert_eq!(format!("{fresh:?}"), "a fused function with 0 programs");
    }
    Ok(())
}

#[test]
fn what_no_program_says_is_called_each_time() -> Result<()> {
    let _alone = alone();
    let device = Device::cpu();
    device.make_current()?;
    let x = vector(&[3.0, 1.0, 2.0], device);
    // Elements may not be looked at.
    let looks = fuse(|[x]: [&Array; 1]| if x.to_vec::<f64>()?[0] > 0.0 { Ok(x + 1.0) } else { Ok(x.clone()) });
    assert_eq!(looks.call([&x]).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(x.to_vec::<f64>()?, [3.0, 1.0, 2.0], "the thread may wait again");
    // Elements from the host are read once, where they are not written.
    let table = fuse(|[x]: [&Array; 1]| Ok(x * &vector(&[1.0, 10.0, 100.0], device)));
    let sums = fuse(|[x]: [&Array; 1]| {
        let sum = vector(&[0.0, 0.0, 0.0], device);
        sum.assign(&(&sum + x))?;
        Ok(sum)
    });
    // An array that the function keeps is another one each time.
    let kept = std::cell::RefCell::new(vec![]);
    let keeps = fuse(|[x]: [&Array; 1]| {
        let y = x + 1.0;
        kept.borrow_mut().push(y.clone());
        Ok(y * 2.0)
    });
    let stream = Stream::new(device, false, 0)?;
    let other = fuse(|[x]: [&Array; 1]| Ok(stream.scope(|| x + 1.0)));
    for _ in 0..3 {
        assert_eq!(table.call([&x])?.to_vec::<f64>()?, [3.0, 10.0, 200.0]);
        assert_eq!(sums.call([&x])?.to_vec::<f64>()?, [3.0, 1.0, 2.0]);
        assert_eq!(keeps.call([&x])?.to_vec::<f64>()?, [8.0, 4.0, 6.0]);
        assert_eq!(other.call([&x])?.to_vec::<f64>()?, [4.0, 2.0, 3.0]);
    }
    assert_eq!(kept.borrow().len(), 3);
    assert_eq!(format!("{table:?}"), "a fused function with 1 programs");
    for broken in [format!("{sums:?}"), format!("{keeps:?}"), format!("{other:?}")] {
        assert_eq!(broken, "a fused function with 0 programs");
    }
    Ok(())
}

#[test]
fn faults_are_raised_as_ever() -> Result<()> {
    let _alone = alone();
    for device in devices() {
        device.make_current()?;
        // Other tests wait for the null stream, and are told of what fails there.
        let _stream = Stream::new(device, true, 0)?.enter();
        let fused = fuse(|[x, i]: [&Array; 2]| Ok((take(x, i, 0, Bounds::Raise, None)?, x + 1.0)));
        let x = vector(&[3.0, 1.0, 2.0], device);
        let good = Array::from_slice(&[2i64, 0], [2], device)?;
        let bad = Array::from_slice(&[2i64, 7], [2], device)?;
        assert_eq!(fused.call([&x, &good])?.0.to_vec::<f64>()?, [2.0, 3.0]);
        let got = fused.call([&x, &bad]).and_then(|(taken, _)| taken.to_vec::<f64>());
        assert_eq!(got.unwrap_err().kind(), ErrorKind::Index);
        let (taken, more) = fused.call([&x, &good])?;
        assert_eq!((taken.to_vec::<f64>()?, more.to_vec::<f64>()?), (vec![2.0, 3.0], vec![4.0, 2.0, 3.0]));
        // An argument that could not be computed is an error before anything runs.
        let lost = take(&x, &bad, 0, Bounds::Raise, None);
        assert!(lost.and_then(|lost| fused.call([&lost, &good])).and_then(|(taken, _)| taken.to_vec::<f64>()).is_err());
    }
    Ok(())
}

#[test]
fn threads_call_one_function() -> Result<()> {
    let _alone = alone();
    let device = Device::cpu();
    let fused = fuse(|[x]: [&Array; 1]| math::cumsum(&(x * 2.0 + 1.0), 0));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let fused = &fused;
            scope.spawn(move || {
                device.make_current().unwrap();
                let stream = Stream::new(device, true, 0).unwrap();
                for turn in 0..50 {
                    let x = vector(&[1.0, f64::from(turn), f64::from(thread)], device);
                    let call = || fused.call([&x]).unwrap().to_vec::<f64>().unwrap();
                    let y = if thread % 2 == 0 { call() } else { stream.scope(call) };
                    let (b, c) = (f64::from(turn) * 2.0 + 1.0, f64::from(thread) * 2.0 + 1.0);
                    assert_eq!(y, [3.0, 3.0 + b, 3.0 + b + c]);
                }
            });
        }
    });
    Ok(())
}
