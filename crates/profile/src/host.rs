//! Advice on the host's own work: loops in Python, calls of libraries, and waits that do not concern a device.

use crate::advice::{Advice, milliseconds};
use crate::event::{Event, Kind, flags};
use crate::loops::immediate_times;
use crate::numbers::{Grouped, add};
use crate::recording::Recording;

/// A function of Python's profile: a line of the note `_python`.
pub(crate) struct PythonFunction<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: u32,
    pub(crate) name: &'a str,
    pub(crate) calls: u64,
    /// Seconds in the function itself, and including its callees, without those for which the thread was away.
    pub(crate) own: f64,
    pub(crate) cumulative: f64,
}

impl PythonFunction<'_> {
    /// Whether it is a function of the program's own, and not of a library or of the interpreter.
    fn is_own(&self) -> bool {
        let is_installed = ["site-packages", "/lib/python3.", "\\Lib\\"].iter().any(|part| self.file.contains(part));
        self.line > 0 && !is_installed && !self.file.starts_with('<')
    }

    /// Whether it is a library's function, or one of the interpreter's that a program calls: not the machinery of
    /// imports.
    fn is_library_code(&self) -> bool {
        let begins = ["<built-in method _imp.", "<built-in method marshal.", "<built-in method builtins."];
        let is_import = begins.iter().any(|begin| self.name.starts_with(begin));
        !self.is_own() && !is_import && !self.file.starts_with('<') && !self.name.contains("cuprust")
    }

    /// The name that a program calls it by: `time.sleep` for `<built-in method time.sleep>`, `list.sort` for `<method
    /// 'sort' of 'list' objects>`.
    fn called(&self) -> String {
        let inner = self.name.trim_start_matches('<').trim_end_matches('>');
        if let Some(name) = inner.strip_prefix("built-in method ") {
            return name.to_owned();
        }
        match inner.split('\'').collect::<Vec<_>>()[..] {
            ["method ", method, _, class, _] => format!("{class}.{method}"),
            _ => self.package().map_or_else(|| self.name.to_owned(), |package| format!("{package}'s {}", self.name)),
        }
    }

    /// The package or module of a library's function, by its file: `numpy` of
    /// `../site-packages/numpy/_core/numeric.py`.
    fn package(&self) -> Option<&str> {
        let file = self.file;
        let inner = match file.rsplit_once("site-packages/") {
            Some((_, inner)) => inner,
            None => file.split_once("/lib/python3.")?.1.split_once('/')?.1,
        };
        inner.split('/').next()?.split('.').next()
    }
}

/// The functions of Python's profile, in the order of the note's lines.
pub(crate) fn python_functions(recording: &Recording) -> Vec<PythonFunction<'_>> {
    let text = recording.note("_python").unwrap_or("");
    let function = |line: &'_ str| -> Option<[usize; 2]> {
        let mut ends = line.match_indices('\t').map(|(at, _)| at);
        Some([ends.next()?, ends.nth(3)?])
    };
    text.lines()
        .filter_map(|line| {
            let [file, name] = function(line)?;
            let mut fields = line[file + 1..name].split('\t');
            Some(PythonFunction {
                file: &line[..file],
                line: fields.next()?.parse().ok()?,
                calls: fields.next()?.parse().ok()?,
                own: fields.next()?.parse().ok()?,
                cumulative: fields.next()?.parse().ok()?,
                name: &line[name + 1..],
            })
        })
        .collect()
}

/// Seconds of the profiled thread: those of its functions themselves, and those for which it was away, from the note
/// `_away`.
fn whole(recording: &Recording, functions: &[PythonFunction<'_>]) -> f64 {
    let away = recording.note("_away").and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    functions.iter().map(|function| function.own).sum::<f64>() + away.max(0.0)
}

/// The smallest share of the time for which a function is reported.
const MIN_SHARE: f64 = 0.3;

/// The fewest seconds for which a function of the program, and one of a library, is reported: less is the program's
/// start.
const MIN_OWN_SECONDS: f64 = 0.05;
const MIN_LIBRARY_SECONDS: f64 = 0.2;

pub(crate) fn python_loops(recording: &Recording) -> Option<Advice> {
    let functions = python_functions(recording);
    let total = whole(recording, &functions);
    let worst = functions.iter().filter(|function| function.is_own()).max_by(|a, b| a.own.total_cmp(&b.own))?;
    (worst.own >= MIN_OWN_SECONDS && worst.own >= MIN_SHARE * total).then(|| Advice {
        rule: "python-loops",
        time: nanoseconds(worst.own),
        title: format!("The code of {} itself takes the time, on the host", worst.name),
        evidence: format!(
            "{} ({}:{}) was called {} and took {:.3} s itself. Not in these: functions that it calls, operators of cuprust's arrays, recorded \
             operations that ran, and waits for a device. In these: compiled code that Python's profiler does not see, as operators of NumPy's \
             arrays and functions of numpy.random",
            worst.name,
            worst.file,
            worst.line,
            times(worst.calls),
            worst.own
        ),
        change: "write its loops as operations on whole arrays, or as a kernel (cuprust.ElementwiseKernel, cuprust.RawKernel); make and compute \
                 with cuprust what it makes and computes with NumPy"
            .into(),
    })
}

/// Parts of the names of functions that wait without computing.
const WAITING: [&str; 8] = ["sleep", "acquire", "select", "poll", "recv", "accept", "waitpid", "input"];

pub(crate) fn host_work(recording: &Recording) -> Option<Advice> {
    let functions = python_functions(recording);
    let total = whole(recording, &functions);
    let mut candidates = (0..functions.len()).filter(|&index| functions[index].is_library_code());
    let first = candidates.next()?;
    let index =
        candidates.fold(first, |best, index| if functions[index].own > functions[best].own { index } else { best });
    let worst = &functions[index];
    if worst.own < MIN_LIBRARY_SECONDS || worst.own < MIN_SHARE * total {
        return None;
    }
    let name = worst.called();
    let waits = WAITING.iter().any(|part| name.contains(part));
    let caller = own_caller(recording, &functions, index);
    let kernels: u64 = recording.of(Kind::Kernel).map(|kernel| kernel.duration).fold(0, u64::saturating_add);
    Some(Advice {
        rule: "host-work",
        time: nanoseconds(worst.own),
        title: if waits {
            format!("The program waits in {name}, and nothing is computed meanwhile")
        } else {
            format!("{name} takes the time, on the host")
        },
        evidence: format!(
            "{name} was called {} and took {:.3} s itself{}; all kernels took {}",
            times(worst.calls),
            worst.own,
            caller.map_or(String::new(), |by| format!(", most of it for {} ({}:{})", by.name, by.file, by.line)),
            milliseconds(kernels)
        ),
        change: if waits {
            "leave the wait out, or do it in another thread: no kernel is faster for it".into()
        } else {
            "do the same with operations on arrays, do it once and keep the result, or do it in another process; faster kernels would not help"
                .into()
        },
    })
}

/// How often, in words.
fn times(count: u64) -> String {
    if count == 1 { "once".into() } else { format!("{count} times") }
}

/// The program's own function for which a library's took the most time: the chain of callers is followed up to it.
fn own_caller<'a>(
    recording: &Recording,
    functions: &'a [PythonFunction<'a>],
    callee: usize,
) -> Option<&'a PythonFunction<'a>> {
    let mut seen = vec![callee];
    loop {
        let index = caller(recording, *seen.last()?).filter(|index| !seen.contains(index))?;
        let function = functions.get(index)?;
        if function.is_own() {
            return Some(function);
        }
        seen.push(index);
    }
}

/// The index of the caller for which a function took the most time itself.
fn caller(recording: &Recording, callee: usize) -> Option<usize> {
    let edges = recording.note("_python_calls").unwrap_or("").lines().filter_map(|line| {
        let fields: Vec<f64> = line.split('\t').map(|field| field.parse().ok()).collect::<Option<_>>()?;
        match fields[..] {
            [of, by, _, own, _] if of == callee as f64 => Some((own, by as usize)),
            _ => None,
        }
    });
    edges.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, by)| by)
}

/// The intervals in which recorded work ran, sorted and disjoint.
fn busy_times(recording: &Recording) -> Vec<(u64, u64)> {
    const WORK: [Kind; 7] =
        [Kind::Flush, Kind::Kernel, Kind::Copy, Kind::Call, Kind::Compilation, Kind::Wait, Kind::Transfer];
    let is_work = |event: &&Event| WORK.contains(&event.kind);
    let mut times: Vec<(u64, u64)> = recording.events.iter().filter(is_work).map(|e| (e.start, e.end())).collect();
    times.extend(immediate_times(recording));
    times.sort_unstable();
    times.dedup_by(|later, earlier| {
        let joins = later.0 <= earlier.1;
        if joins {
            earlier.1 = earlier.1.max(later.1);
        }
        joins
    });
    times
}

/// How much of the time from `start` to `end` was idle.
fn idle_within(busy: &[(u64, u64)], start: u64, end: u64) -> u64 {
    let first = busy.partition_point(|time| time.1 <= start);
    let within = busy[first..].iter().take_while(|time| time.0 < end);
    let done = within.map(|time| time.1.min(end).saturating_sub(time.0.max(start)));
    end.saturating_sub(start).saturating_sub(done.fold(0, u64::saturating_add))
}

/// Without Python's profile: the ranges that take the time without any operation on arrays.
pub(crate) fn host_ranges(recording: &Recording) -> Option<Advice> {
    if recording.note("_python").is_some() {
        return None;
    }
    let busy = busy_times(recording);
    let is_named = |event: &&Event| event.detail & flags::CALL == 0 && event.name != 0;
    let mut ranges: Vec<&Event> = recording.of(Kind::Range).filter(is_named).collect();
    ranges.sort_unstable_by_key(|range| (range.thread, range.start, std::cmp::Reverse(range.end())));
    // For each range the idle time, without the ranges nested in it.
    let mut own: Vec<u64> = ranges.iter().map(|range| idle_within(&busy, range.start, range.end())).collect();
    let whole = own.clone();
    let mut around: Vec<usize> = Vec::new();
    for (index, range) in ranges.iter().enumerate() {
        while around
            .last()
            .is_some_and(|&outer| ranges[outer].thread != range.thread || ranges[outer].end() <= range.start)
        {
            around.pop();
        }
        if let Some(&outer) = around.last() {
            own[outer] = own[outer].saturating_sub(whole[index]);
        }
        around.push(index);
    }
    let mut groups = Grouped::<u32, (u64, u64)>::new();
    for (range, own) in ranges.iter().zip(own) {
        let (count, sum) = groups.of(range.name);
        add(count, 1);
        add(sum, own);
    }
    let (name, (count, own)) = groups.into_groups().into_iter().max_by_key(|(name, (_, sum))| (*sum, *name))?;
    let (begin, end) = recording.extent();
    let span = end.saturating_sub(begin);
    let is_much = own as f64 * 1e-9 >= MIN_OWN_SECONDS && own as f64 >= MIN_SHARE * span as f64;
    is_much.then(|| Advice {
        rule: "host-ranges",
        time: own,
        title: format!("The host does other work than operations on arrays in {}", recording.name(name)),
        evidence: format!(
            "in {count} ranges of this name nothing was computed, copied or waited for during {} of the {} that were recorded",
            milliseconds(own),
            milliseconds(span)
        ),
        change: "write its loops as operations on whole arrays, or as a kernel (cuprust.ElementwiseKernel, cuprust.RawKernel)".into(),
    })
}

/// A recording that is busy for less than this share of the time is one of a program that does other work.
const MIN_BUSY_SHARE: f64 = 0.5;

/// The shortest recording of a whole program; a shorter one covers a part.
const MIN_SPAN_NS: u64 = 500_000_000;

/// The idle time, where neither Python's profile nor ranges can attribute it.
pub(crate) fn idle(recording: &Recording) -> Option<Advice> {
    if recording.note("_python").is_some() || host_ranges(recording).is_some() {
        return None;
    }
    let (begin, end) = recording.extent();
    let (span, busy) = (end.saturating_sub(begin), busy_times(recording));
    let idle = idle_within(&busy, begin, end);
    let is_idle = !busy.is_empty() && span >= MIN_SPAN_NS && ((span - idle) as f64) < MIN_BUSY_SHARE * span as f64;
    is_idle.then(|| Advice {
        rule: "idle",
        time: idle,
        title: "The devices are idle most of the time: nothing is computed, copied or waited for".into(),
        evidence: format!(
            "operations, copies and waits take {} of the {} that were recorded",
            milliseconds(span - idle),
            milliseconds(span)
        ),
        change: "look for what the host does meanwhile: `cuprust profile` of the program shows Python's functions too"
            .into(),
    })
}

fn nanoseconds(seconds: f64) -> u64 {
    (seconds * 1e9) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::Builder;

    fn recording(notes: &[(&str, &str)]) -> Recording {
        let mut recording = Builder::default().finish();
        recording.notes = notes.iter().map(|(key, text)| ((*key).into(), (*text).into())).collect();
        recording
    }

    fn rules(notes: &[(&str, &str)]) -> Vec<&'static str> {
        recording(notes).advice().iter().map(|advice| advice.rule).collect()
    }

    #[test]
    fn python_that_takes_the_time_is_named() {
        let with = |own: f64, file: &str| {
            let python = format!("{file}\t9\t100\t{own}\t4.2\tlife_step_naive\n~\t0\t7\t0.1\t1.0\t<sum>");
            rules(&[("_python", &python)])
        };
        assert_eq!(with(4.147, "/home/me/life.py"), ["python-loops"]);
        assert!(with(0.04, "/home/me/life.py").is_empty());
        assert_eq!(with(4.147, "/x/site-packages/numpy/core.py"), ["host-work"]);
        assert_eq!(with(4.147, "/usr/lib/python3.12/json/encoder.py"), ["host-work"]);
    }

    #[test]
    fn what_devices_take_is_no_time_of_the_function_that_asked() {
        let python = "/home/me/six.py\t1\t1\t0.06\t4.2\t<module>";
        assert_eq!(rules(&[("_python", python)]), ["python-loops"]);
        assert!(rules(&[("_python", python), ("_away", "2.1")]).is_empty());
        assert_eq!(rules(&[("_python", python), ("_away", "nonsense")]), ["python-loops"]);
    }

    #[test]
    fn what_the_host_does_is_named_as_a_program_calls_it_with_its_caller() {
        let found = |name: &str| {
            let python = format!(
                "/home/me/nap.py\t4\t1\t0.01\t1.6\tmain\n~\t0\t3\t1.5\t1.5\t{name}\n/me/b.py\t7\t1\t0.0\t1.6\tb"
            );
            recording(&[("_python", &python), ("_python_calls", "1\t2\t1\t0.2\t0.2\n1\t0\t2\t1.3\t1.3")]).advice()
        };
        let [sleep] = &found("<built-in method time.sleep>")[..] else { panic!("one piece of advice") };
        assert_eq!(
            (sleep.rule, &sleep.title[..]),
            ("host-work", "The program waits in time.sleep, and nothing is computed meanwhile")
        );
        assert!(
            sleep.evidence.contains("called 3 times and took 1.500 s")
                && sleep.evidence.contains("for main (/home/me/nap.py:4)")
        );
        let library = |file| {
            let python = format!("{file}\t7\t3\t1.5\t1.5\troll\n/home/me/life.py\t4\t1\t0.01\t1.6\tstep");
            recording(&[("_python", &python), ("_python_calls", "0\t1\t3\t1.5\t1.5")]).advice()[0].title.clone()
        };
        assert_eq!(
            library("/v/lib/python3.12/site-packages/numpy/_core/numeric.py"),
            "numpy's roll takes the time, on the host"
        );
        assert_eq!(library("/usr/lib/python3.12/csv.py"), "csv's roll takes the time, on the host");
        let [sort] = &found("<method 'sort' of 'list' objects>")[..] else { panic!("one piece of advice") };
        assert_eq!(sort.title, "list.sort takes the time, on the host");
        for import in [
            "<built-in method _imp.create_dynamic>",
            "<built-in method marshal.loads>",
            "<method 'get' of 'cuprust.ndarray' objects>",
        ] {
            assert!(found(import).is_empty(), "{import}");
        }
    }

    #[test]
    fn a_recording_in_which_nothing_happens_most_of_the_time_is_idle() {
        let found = |gap: u64, notes: &[(&str, &str)]| {
            let mut builder = Builder::default();
            let name = builder.name("add");
            for turn in 0..10 {
                let start = 1_000 + turn * (100_000_000 + gap);
                builder.add(Event { start, duration: 100_000_000, ..Event::new(Kind::Flush, name) });
                builder.add(Event { start: start + 10, duration: 90_000_000, ..Event::new(Kind::Kernel, name) });
            }
            let mut recording = builder.finish();
            recording.notes = recording_of(notes);
            recording.advice().iter().map(|advice| advice.rule).collect::<Vec<_>>()
        };
        assert_eq!(found(400_000_000, &[]), ["idle"]);
        assert!(found(50_000_000, &[]).is_empty());
        assert!(found(400_000_000, &[("_python", "/a.py\t1\t1\t0.01\t1.0\tf")]).is_empty(), "another rule knows more");
    }

    #[test]
    fn ranges_without_operations_are_named_and_those_around_or_with_operations_are_not() {
        let found = |work: u64| {
            let mut builder = Builder::default();
            let [outer, naive, ours] = ["simulate", "life_step_naive", "life_step_gpu"].map(|name| builder.name(name));
            let range = |name, start, duration, depth| Event {
                start,
                duration,
                ..Event::new(Kind::Range, name).with(0, [0, depth, 0, 0])
            };
            builder.add(range(outer, 1_000, 700_000_000, 0));
            for turn in 0..5 {
                let start = 2_000 + turn * 100_000_000;
                builder.add(range(naive, start, 90_000_000, 1));
                builder.add(Event { start: start + 10, duration: work, ..Event::new(Kind::Kernel, ours) });
            }
            builder.add(range(ours, 600_000_000, 90_000_000, 1));
            builder.add(Event { start: 600_000_000, duration: 89_000_000, ..Event::new(Kind::Flush, ours) });
            builder.finish().advice()
        };
        let [advice] = &found(0)[..] else { panic!("one piece of advice") };
        assert_eq!((advice.rule, advice.time), ("host-ranges", 450_000_000));
        assert!(advice.title.ends_with(" in life_step_naive"), "{}", advice.title);
        assert!(found(85_000_000).is_empty());
    }

    fn recording_of(notes: &[(&str, &str)]) -> Vec<(String, String)> {
        recording(notes).notes
    }

    #[test]
    fn what_takes_more_time_comes_first() {
        let python = "/me/a.py\t1\t1\t1.0\t2.0\tf\n~\t0\t1\t2.0\t2.0\t<built-in method time.sleep>";
        assert_eq!(rules(&[("_python", python)]), ["host-work", "python-loops"]);
        let python = "/me/a.py\t1\t1\t2.0\t2.0\tf\n~\t0\t1\t1.0\t2.0\t<built-in method time.sleep>";
        assert_eq!(rules(&[("_python", python)]), ["python-loops", "host-work"]);
    }
}
