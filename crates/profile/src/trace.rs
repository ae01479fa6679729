//! The recording in Chrome's trace event format, which Perfetto and chrome://tracing open.

use std::io::{self, Write};

use crate::event::{Event, Kind, device_name};
use crate::json::quoted;
use crate::recording::Recording;
use crate::tables::copy_name;

/// The process number of the host's threads; those of devices follow.
const HOST: u32 = 1;

/// Writes the recording as trace events in JSON. Times are microseconds from the first event.
///
/// # Errors
/// Errors of writing.
pub fn trace(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")?;
    name(out, "process_name", HOST, 0, "Host")?;
    let mut known = std::collections::BTreeSet::new();
    for event in &recording.events {
        if event.kind == Kind::Thread {
            writeln!(out, ",")?;
            name(out, "thread_name", HOST, event.thread, recording.name(event.name))?;
        } else if on_device(event) && known.insert((event.device, event.stream)) {
            writeln!(out, ",")?;
            name(out, "process_name", process(event), 0, &device_name(event.device))?;
            writeln!(out, ",")?;
            name(out, "thread_name", process(event), event.stream, &format!("stream {}", event.stream))?;
        }
    }
    let (first, _) = recording.span();
    for event in recording.events.iter().filter(|event| event.kind != Kind::Thread) {
        write!(out, ",\n{}", line(recording, event, first))?;
    }
    writeln!(out, "]}}")
}

/// Whether the event belongs to a stream of a device, and not to the host thread that caused it.
pub(crate) fn on_device(event: &Event) -> bool {
    matches!(event.kind, Kind::Kernel | Kind::Copy)
}

fn process(event: &Event) -> u32 {
    HOST + 1 + u32::from(event.device)
}

fn name(out: &mut impl Write, what: &str, process: u32, thread: u32, name: &str) -> io::Result<()> {
    write!(
        out,
        "{{\"ph\":\"M\",\"name\":{},\"pid\":{process},\"tid\":{thread},\"args\":{{\"name\":{}}}}}",
        quoted(what),
        quoted(name)
    )
}

/// The label of the event in a drawing.
pub(crate) fn label(recording: &Recording, event: &Event) -> String {
    match event.kind {
        Kind::Copy => copy_name(event.device, event.detail),
        Kind::Flush => format!("flush: {}", recording.name(event.name)),
        Kind::Wait => format!("wait: {}", recording.name(event.name)),
        Kind::Compilation => format!("compile: {}", recording.name(event.name)),
        Kind::Step => format!("launch: {}", recording.name(event.name)),
        Kind::Transfer => {
            if event.detail == 1 {
                "host array to device".into()
            } else {
                "array to host".into()
            }
        }
        Kind::Memory => match event.detail {
            1 => "allocate",
            2 => "release",
            _ => "return to the system",
        }
        .into(),
        _ => recording.name(event.name).to_owned(),
    }
}

fn line(recording: &Recording, event: &Event, first: u64) -> String {
    let (process, thread) = if on_device(event) { (process(event), event.stream) } else { (HOST, event.thread) };
    let micro = |nanoseconds: u64| format!("{}.{:03}", nanoseconds / 1000, nanoseconds % 1000);
    let start = micro(event.start.saturating_sub(first));
    let head = format!(
        "\"name\":{},\"cat\":\"{:?}\",\"pid\":{process},\"tid\":{thread},\"ts\":{start}",
        quoted(&label(recording, event)),
        event.kind
    );
    if event.kind == Kind::Memory {
        return format!(
            "{{\"ph\":\"C\",\"name\":\"memory {}\",\"pid\":{HOST},\"tid\":0,\"ts\":{start},\"args\":{{\"used\":{},\"held\":{}}}}}",
            device_name(event.device),
            event.values[1],
            event.values[2]
        );
    }
    if event.kind == Kind::Mark {
        return format!("{{\"ph\":\"i\",\"s\":\"t\",{head}}}");
    }
    let mut args = arguments(event);
    if event.location != 0 {
        args.push(format!("\"place\":{}", quoted(recording.name(event.location))));
    }
    format!("{{\"ph\":\"X\",{head},\"dur\":{},\"args\":{{{}}}}}", micro(event.duration), args.join(","))
}

/// The values of an event by name.
fn arguments(event: &Event) -> Vec<String> {
    let names: &[&str] = match event.kind {
        Kind::Flush => &["instructions", "kernels", "new_plan", "planning_ns"],
        Kind::Step => &["bytes_read", "bytes_written", "operations", "fused"],
        Kind::Kernel if event.device == 0 => &["bytes_read", "bytes_written", "operations", "fused"],
        Kind::Copy | Kind::Transfer => &["bytes"],
        Kind::Compilation => &["bytes_of_text", "bytes_of_code"],
        _ => &[],
    };
    names.iter().zip(event.values).map(|(name, value)| format!("\"{name}\":{value}")).collect()
}
