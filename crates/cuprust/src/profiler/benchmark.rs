//! Benchmarks of a function, with the time on the calling thread and on the device.

use std::fmt;
use std::time::Instant;

use cuprust_ir::{Error, Result};

use crate::runtime::{Device, DeviceKind};
use crate::{Event, Stream};

/// The times of a function's runs, in seconds.
#[derive(Debug, Clone, PartialEq)]
pub struct Benchmark {
    /// The name of the function.
    pub name: String,
    /// The name of the device's column: `GPU-0`, `CPU-0`.
    pub device: String,
    /// The time of each call on the calling thread: mostly recording and launching.
    pub cpu: Vec<f64>,
    /// The time of each call on the device.
    pub gpu: Vec<f64>,
}

/// Calls a function `n_warmup` times and then `n_repeat` times with timing, on the current device's current stream.
///
/// # Errors
/// Errors of the function, and a value error for no repetitions.
///
/// ```
/// # use cuprust::*;
/// let a = ones(100)?;
/// let times = profiler::benchmark("sin", || sin(&a), 3, 1)?;
/// assert_eq!((times.name.as_str(), times.cpu.len(), times.gpu.len()), ("sin", 3, 3));
/// # Ok::<(), Error>(())
/// ```
pub fn benchmark<T>(
    name: &str,
    mut function: impl FnMut() -> Result<T>,
    n_repeat: usize,
    n_warmup: usize,
) -> Result<Benchmark> {
    if n_repeat == 0 {
        return Err(Error::value("benchmark: n_repeat must be at least 1"));
    }
    let device = Device::current()?;
    let stream = Stream::current(device);
    // The result is kept until the event after it, since a dead result would never be computed.
    for _ in 0..n_warmup {
        let result = function()?;
        stream.flush()?;
        drop(result);
    }
    stream.synchronize()?;
    let (start, end) = (Event::new(device, true)?, Event::new(device, true)?);
    let (mut cpu, mut gpu) = (Vec::with_capacity(n_repeat), Vec::with_capacity(n_repeat));
    for _ in 0..n_repeat {
        start.record(&stream)?;
        let clock = Instant::now();
        let result = function()?;
        cpu.push(clock.elapsed().as_secs_f64());
        end.record(&stream)?;
        end.synchronize()?;
        drop(result);
        gpu.push(f64::from(start.elapsed(&end)?) * 1e-3);
    }
    let device = match device.kind() {
        DeviceKind::Cpu => "CPU-0".to_owned(),
        DeviceKind::Cuda(number) => format!("GPU-{number}"),
        DeviceKind::Ptx => "PTX-0".to_owned(),
    };
    Ok(Benchmark { name: name.to_owned(), device, cpu, gpu })
}

/// The times of two functions that ran alternately, in seconds, until their devices were done.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Of the first function.
    pub first: Vec<f64>,
    /// Of the second function, each after the run of the first with the same index.
    pub second: Vec<f64>,
    /// How many times longer the second took, with the 95 % confidence interval.
    pub ratio: [f64; 3],
}

/// Runs two functions alternately on the current device's current stream, so that disturbances of the machine affect
/// both, after one run of each that does not count.
///
/// # Errors
/// Errors of the functions, and a value error for fewer than two repetitions.
///
/// ```
/// # use cuprust::*;
/// let a = ones(1000)?;
/// let found = profiler::compare(|| sin(&a), || cos(&a), 5)?;
/// assert_eq!((found.first.len(), found.second.len()), (5, 5));
/// # Ok::<(), Error>(())
/// ```
pub fn compare<T, U>(
    mut first: impl FnMut() -> Result<T>,
    mut second: impl FnMut() -> Result<U>,
    n_repeat: usize,
) -> Result<Comparison> {
    if n_repeat < 2 {
        return Err(Error::value("compare: n_repeat must be at least 2"));
    }
    let stream = Stream::current(Device::current()?);
    let (mut before, mut after) = (Vec::with_capacity(n_repeat), Vec::with_capacity(n_repeat));
    for turn in 0..=n_repeat {
        stream.synchronize()?;
        let start = Instant::now();
        let result = first()?;
        stream.synchronize()?;
        let middle = Instant::now();
        drop(result);
        let between = Instant::now();
        let result = second()?;
        stream.synchronize()?;
        let end = Instant::now();
        drop(result);
        if turn > 0 {
            before.push((middle - start).as_secs_f64());
            after.push((end - between).as_secs_f64());
        }
    }
    let ratio = cuprust_profile::ratio(&before, &after)
        .ok_or_else(|| Error::value("compare: the functions take less time than the clock can measure"))?;
    Ok(Comparison { first: before, second: after, ratio })
}

impl fmt::Display for Benchmark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<20}:{} {}", self.name, column("CPU", &self.cpu), column(&self.device, &self.gpu))
    }
}

/// One column, in microseconds: the mean, the deviation, the minimum and the maximum.
fn column(name: &str, seconds: &[f64]) -> String {
    let times: Vec<f64> = seconds.iter().map(|second| second * 1e6).collect();
    let count = times.len() as f64;
    let mean = times.iter().sum::<f64>() / count;
    let mut text = format!("    {name}:{mean:9.3} us");
    if times.len() > 1 {
        let deviation = (times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / count).sqrt();
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        let largest = times.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        text += &format!("   +/-{deviation:6.3} (min:{least:9.3} / max:{largest:9.3}) us");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_that_does_more_takes_longer() {
        let a = crate::ones(200_000).unwrap();
        let work = |times: usize| {
            let mut total = a.clone();
            for _ in 0..times {
                total = crate::sin(&total).unwrap();
            }
            Ok(total)
        };
        let found = compare(|| work(1), || work(8), 5).unwrap();
        assert!(
            found.ratio[0] > 2.0 && found.ratio[1] <= found.ratio[0] && found.ratio[0] <= found.ratio[2],
            "{found:?}"
        );
        assert_eq!((found.first.len(), found.second.len()), (5, 5));
        assert!(compare(|| work(1), || work(1), 1).is_err());
    }

    #[test]
    fn the_printed_form_is_that_of_cupyx() {
        let benchmark = Benchmark {
            name: "my_func".into(),
            device: "GPU-0".into(),
            cpu: vec![42.516e-6, 53.098e-6],
            gpu: vec![180.288e-6, 10595.936e-6],
        };
        assert_eq!(
            benchmark.to_string(),
            "my_func             :    CPU:   47.807 us   +/- 5.291 (min:   42.516 / max:   53.098) us     \
             GPU-0: 5388.112 us   +/-5207.824 (min:  180.288 / max:10595.936) us"
        );
        let once = Benchmark { cpu: vec![1e-6], gpu: vec![2e-6], ..benchmark };
        assert_eq!(once.to_string(), "my_func             :    CPU:    1.000 us     GPU-0:    2.000 us");
    }
}
