//! The connections of a rank to all others, and concurrent transfers over them. To a rank of the same host the bytes go
//! through shared memory (`shared.rs`), and the connection tells whether that rank is still there.
//!
//! A transfer is a header, which says which call it belongs to, and the elements. The receiver compares the header with
//! its own call, so that ranks that differ in what they call get an error and no wrong elements.

use std::collections::VecDeque;
use std::io::{ErrorKind as Io, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cuprust_ir::{Collective, CollectiveCall, Combination, Error, ErrorKind, Poll, Result};
use cuprust_num::DType;

use super::shared::{Channel, Waiter};

/// How long a wait lasts before the caller is polled for an interrupt.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long a rank that waits for connections and for shared memory at once watches the former.
const MIXED_INTERVAL: Duration = Duration::from_millis(1);

/// Most bytes of elements that are sent in one packet with their header.
const MAX_JOINED_BYTES: usize = 4096;

/// The connections of a rank.
pub(super) struct Links {
    pub rank: u32,
    pub size: u32,
    /// By rank; None at this rank's own index.
    streams: Vec<Option<TcpStream>>,
    /// By rank; None for those that only the connection leads to.
    channels: Vec<Option<Channel>>,
    /// What the rank waits with, if it has channels.
    waiter: Option<Waiter>,
    timeout: Duration,
    /// The process that has joined. A forked one has its connections and memory, and leaves them alone.
    process: u32,
    /// Held by the call that uses the connections.
    in_use: Mutex<()>,
    failure: Mutex<Option<Error>>,
    closed: AtomicBool,
}

/// A transfer to or from a rank.
#[derive(Clone, Copy)]
pub(super) struct Transfer {
    pub peer: u32,
    pub header: Header,
    /// The address of the elements to send or to receive.
    pub address: u64,
    /// Their number of bytes.
    pub bytes: usize,
}

/// What a rank sends about the call that a transfer belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    collective: u8,
    combination: u8,
    dtype: u8,
    root: u32,
    count: u64,
}

const HEADER_BYTES: usize = 20;
const MAGIC: [u8; 4] = *b"cpc1";

impl Header {
    /// The header of a call. Sending and receiving have the same header.
    pub fn of(call: &CollectiveCall) -> Header {
        let collective = match call.collective {
            Collective::AllReduce(_) => 0,
            Collective::Reduce(..) => 1,
            Collective::Broadcast(_) => 2,
            Collective::ReduceScatter(_) => 3,
            Collective::AllGather => 4,
            Collective::Send(_) | Collective::Receive(_) => 5,
        };
        let combination = call.collective.combination();
        let index = combination.and_then(|how| Combination::ALL.iter().position(|known| *known == how));
        Header {
            collective,
            combination: index.map_or(0xff, |index| index as u8),
            dtype: call.dtype as u8,
            root: if collective == 5 { 0 } else { call.collective.peer().unwrap_or(0) },
            count: call.count,
        }
    }

    fn bytes(self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..7].copy_from_slice(&[self.collective, self.combination, self.dtype]);
        bytes[8..12].copy_from_slice(&self.root.to_le_bytes());
        bytes[12..].copy_from_slice(&self.count.to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8; HEADER_BYTES]) -> Option<Header> {
        let (magic, rest) = bytes.split_first_chunk()?;
        let (kinds, rest) = rest.split_first_chunk::<4>()?;
        let (root, count) = rest.split_first_chunk()?;
        (*magic == MAGIC).then_some(Header {
            collective: kinds[0],
            combination: kinds[1],
            dtype: kinds[2],
            root: u32::from_le_bytes(*root),
            count: u64::from_le_bytes(count.try_into().ok()?),
        })
    }

    fn text(self) -> String {
        let names = ["all_reduce", "reduce", "broadcast", "reduce_scatter", "all_gather", "send and recv"];
        let name = names.get(usize::from(self.collective)).unwrap_or(&"an unknown call");
        let how = match Combination::ALL.get(usize::from(self.combination)) {
            Some(how) => format!(" ({how:?})"),
            None => String::new(),
        };
        let root = if matches!(self.collective, 1 | 2) { format!(", root {}", self.root) } else { String::new() };
        let dtype = DType::from_number(self.dtype).map_or("an unknown dtype", DType::name);
        format!("{name}{how} of {} {dtype}{root}", self.count)
    }
}

/// The rest of a transfer: bytes of its own (the header), then those at an address.
struct Remainder {
    header: Header,
    head: Vec<u8>,
    head_done: usize,
    address: u64,
    bytes: usize,
    done: usize,
}

impl Links {
    pub fn new(
        rank: u32,
        streams: Vec<Option<TcpStream>>,
        (channels, waiter): (Vec<Option<Channel>>, Option<Waiter>),
        timeout: Duration,
    ) -> std::io::Result<Links> {
        for stream in streams.iter().flatten() {
            stream.set_nodelay(true)?;
            stream.set_nonblocking(true)?;
        }
        let size = streams.len() as u32;
        let (in_use, failure, closed) = (Mutex::default(), Mutex::default(), AtomicBool::new(false));
        let process = std::process::id();
        Ok(Links { rank, size, streams, channels, waiter, timeout, process, in_use, failure, closed })
    }

    /// The ways to all other ranks, with their numbers.
    fn routes(&self) -> impl Iterator<Item = (usize, Route<'_>)> {
        let both = self.streams.iter().zip(&self.channels).enumerate();
        both.filter_map(|(peer, (stream, channel))| {
            stream.as_ref().map(|stream| (peer, Route { stream, channel: channel.as_ref() }))
        })
    }

    /// Waits until no other call uses the connections.
    ///
    /// # Errors
    /// Where an earlier call has failed, the rank has left, or another process is it.
    pub fn begin(&self) -> Result<MutexGuard<'_, ()>> {
        let in_use = self.in_use.lock().unwrap_or_else(PoisonError::into_inner);
        self.check()?;
        Ok(in_use)
    }

    /// # Errors
    /// What went wrong, that the rank has left, or that another process is it.
    pub fn check(&self) -> Result<()> {
        if self.process != std::process::id() {
            let text = "a process that was forked after joining a group is no rank of it: it joins a group of its own";
            return Err(Error::runtime(text));
        }
        match &*self.failure.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => {
                let text = format!("the communicator cannot be used after a failed call: {}", error.text());
                return Err(Error::new(ErrorKind::Runtime, text));
            }
            None if self.closed.load(Ordering::Acquire) => return Err(left_error()),
            None => {}
        }
        Ok(())
    }

    /// Records that a call has failed. The other ranks find their connections closed.
    pub fn fail(&self, error: &Error) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| error.clone());
        self.shut();
    }

    /// Closes the connections, also those in use.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
        self.shut();
    }

    fn shut(&self) {
        if self.process != std::process::id() {
            return;
        }
        for stream in self.streams.iter().flatten() {
            // Shutting down a connection that the peer has closed already fails, which does no harm.
            let _ = stream.shutdown(Shutdown::Both);
        }
        // Ranks that sleep, this one in another thread too, look at their connections when they wake.
        self.channels.iter().flatten().for_each(Channel::notify);
        self.waiter.iter().for_each(Waiter::notify);
    }

    /// Runs transfers concurrently; those of one peer and direction keep their order.
    ///
    /// # Errors
    /// A runtime error where a rank has left, makes another call, or makes no progress for as long as the timeout; of
    /// the kind `Interrupted` where `poll` returns true.
    ///
    /// # Safety
    /// Each address names memory of as many bytes, which nothing else accesses during the call. A buffer that receives
    /// overlaps no other.
    pub unsafe fn exchange(&self, outgoing: &[Transfer], incoming: &[Transfer], poll: Poll<'_>) -> Result<()> {
        let mut sending: Vec<VecDeque<Remainder>> = (0..self.size).map(|_| VecDeque::new()).collect();
        let mut receiving: Vec<VecDeque<Remainder>> = (0..self.size).map(|_| VecDeque::new()).collect();
        for transfer in outgoing {
            let mut head = transfer.header.bytes().to_vec();
            let joined = transfer.bytes <= MAX_JOINED_BYTES;
            if joined && transfer.bytes > 0 {
                // SAFETY: the caller promises the bytes.
                head.extend_from_slice(unsafe {
                    std::slice::from_raw_parts(transfer.address as *const u8, transfer.bytes)
                });
            }
            let bytes = if joined { 0 } else { transfer.bytes };
            sending[transfer.peer as usize].push_back(Remainder::new(transfer, head, bytes));
        }
        for transfer in incoming {
            let head = vec![0; HEADER_BYTES];
            receiving[transfer.peer as usize].push_back(Remainder::new(transfer, head, transfer.bytes));
        }
        // Shared memory takes bytes without an error after its reader has gone, unlike a connection.
        if let Some(peer) = self.find_gone(&sending) {
            return Err(self.connection_error(peer, &Io::UnexpectedEof.into()));
        }
        let mut last = Instant::now();
        let mut gone = None;
        loop {
            let count = self.waiter.as_ref().map_or(0, Waiter::count);
            let mut moved = false;
            for (peer, route) in self.routes() {
                // SAFETY: as the caller promises.
                moved |=
                    unsafe { send(&route, &mut sending[peer]) }.map_err(|error| self.connection_error(peer, &error))?;
                // SAFETY: as the caller promises.
                moved |= unsafe { self.receive(peer, &route, &mut receiving[peer]) }?;
            }
            if sending.iter().chain(&receiving).all(VecDeque::is_empty) {
                return Ok(());
            }
            if moved {
                // What a rank that has gone had written may be all that was pending with it.
                (last, gone) = (Instant::now(), None);
                continue;
            }
            // What a rank has written before it left has been read by now, and more is pending with it.
            if let Some(peer) = gone {
                return Err(self.connection_error(peer, &Io::UnexpectedEof.into()));
            }
            if self.await_news(&sending, &receiving, count) {
                continue;
            }
            gone = self.find_gone(&sending).or_else(|| self.find_gone(&receiving));
            if self.closed.load(Ordering::Acquire) {
                return Err(left_error());
            }
            if poll() {
                return Err(Error::new(ErrorKind::Interrupted, "a collective was interrupted"));
            }
            if last.elapsed() > self.timeout {
                return Err(self.timeout_error(&sending, &receiving));
            }
        }
    }

    /// Receives the bytes that have arrived. Returns whether there were any.
    ///
    /// # Safety
    /// As [`Links::exchange`].
    unsafe fn receive(&self, peer: usize, route: &Route<'_>, queue: &mut VecDeque<Remainder>) -> Result<bool> {
        let mut moved = false;
        while let Some(next) = queue.front_mut() {
            while next.head_done < next.head.len() {
                match route.read(&mut next.head[next.head_done..]) {
                    Ok(0) => return Err(self.connection_error(peer, &Io::UnexpectedEof.into())),
                    Ok(count) => (next.head_done, moved) = (next.head_done + count, true),
                    Err(error) if is_later(&error) => return Ok(moved),
                    Err(error) => return Err(self.connection_error(peer, &error)),
                }
                if next.head_done == HEADER_BYTES {
                    self.compare(peer, next)?;
                }
            }
            while next.done < next.bytes {
                // SAFETY: the caller promises memory for the bytes of the transfer, of which `done` were written.
                let rest = unsafe {
                    std::slice::from_raw_parts_mut((next.address as *mut u8).add(next.done), next.bytes - next.done)
                };
                match route.read(rest) {
                    Ok(0) => return Err(self.connection_error(peer, &Io::UnexpectedEof.into())),
                    Ok(count) => (next.done, moved) = (next.done + count, true),
                    Err(error) if is_later(&error) => return Ok(moved),
                    Err(error) => return Err(self.connection_error(peer, &error)),
                }
            }
            queue.pop_front();
        }
        Ok(moved)
    }

    /// # Errors
    /// If the rank's call differs from this one's.
    fn compare(&self, peer: usize, next: &Remainder) -> Result<()> {
        let theirs = <&[u8; HEADER_BYTES]>::try_from(&next.head[..]).ok().and_then(Header::read);
        match theirs {
            Some(theirs) if theirs == next.header => Ok(()),
            Some(theirs) => Err(Error::runtime(format!(
                "rank {peer} calls {}, and rank {} calls {}: all ranks make the same calls, with the same dtype and \
                 number of elements",
                theirs.text(),
                self.rank,
                next.header.text()
            ))),
            None => Err(Error::runtime(format!("rank {peer} sent data that belongs to no call"))),
        }
    }

    #[cold]
    fn connection_error(&self, peer: usize, error: &std::io::Error) -> Error {
        if self.closed.load(Ordering::Acquire) {
            return left_error();
        }
        let why = match error.kind() {
            Io::UnexpectedEof | Io::BrokenPipe | Io::ConnectionReset | Io::NotConnected => {
                "its process has ended, or a call of its own has failed".to_owned()
            }
            _ => error.to_string(),
        };
        Error::runtime(format!("rank {peer} of {} has left the group: {why}", self.size))
    }

    #[cold]
    fn timeout_error(&self, sending: &[VecDeque<Remainder>], receiving: &[VecDeque<Remainder>]) -> Error {
        let pending = |peer: &usize| !sending[*peer].is_empty() || !receiving[*peer].is_empty();
        let names: Vec<String> = (0..self.size as usize).filter(pending).map(|peer| peer.to_string()).collect();
        let call = sending.iter().chain(receiving).find_map(VecDeque::front).map(|next| next.header.text());
        Error::runtime(format!(
            "{}: {} s have passed without a byte from or to rank {}, which may not have made the call; \
             CUPRUST_COLLECTIVES_TIMEOUT sets another time",
            call.unwrap_or_default(),
            self.timeout.as_secs_f64(),
            names.join(", ")
        ))
    }

    /// A rank with transfers over shared memory that has closed its connection.
    fn find_gone(&self, pending: &[VecDeque<Remainder>]) -> Option<usize> {
        let mut shared = self.routes().filter(|(peer, route)| route.channel.is_some() && !pending[*peer].is_empty());
        shared
            .find(|(_, route)| !matches!(route.stream.peek(&mut [0]), Err(error) if is_later(&error)))
            .map(|one| one.0)
    }

    /// Waits for up to a poll interval until there may be something to do. Returns true where there certainly is.
    fn await_news(&self, sending: &[VecDeque<Remainder>], receiving: &[VecDeque<Remainder>], count: u32) -> bool {
        let (mut over_channels, mut over_connections) = (false, false);
        for (peer, route) in self.routes() {
            let is_pending = !sending[peer].is_empty() || !receiving[peer].is_empty();
            over_channels |= is_pending && route.channel.is_some();
            over_connections |= is_pending && route.channel.is_none();
        }
        match &self.waiter {
            Some(waiter) if over_channels => {
                if waiter.spin(count) {
                    return true;
                }
                match over_connections {
                    true => self.await_any(sending, receiving, MIXED_INTERVAL),
                    false => waiter.sleep(count, POLL_INTERVAL),
                }
            }
            _ => self.await_any(sending, receiving, POLL_INTERVAL),
        }
        false
    }

    /// Waits for a time at most until one of the connections that carry elements can be read or written.
    #[cfg(unix)]
    fn await_any(&self, sending: &[VecDeque<Remainder>], receiving: &[VecDeque<Remainder>], at_most: Duration) {
        use std::os::fd::AsRawFd;
        let mut wanted: Vec<libc::pollfd> = Vec::with_capacity(self.streams.len());
        for (peer, Route { stream, .. }) in self.routes().filter(|(_, route)| route.channel.is_none()) {
            let mut events = 0;
            if !sending[peer].is_empty() {
                events |= libc::POLLOUT;
            }
            if !receiving[peer].is_empty() {
                events |= libc::POLLIN;
            }
            if events != 0 {
                wanted.push(libc::pollfd { fd: stream.as_raw_fd(), events, revents: 0 });
            }
        }
        // SAFETY: the list has as many entries as its length says, of open connections; the flags that poll returns are
        // not needed, since reads and writes are tried on all.
        unsafe { libc::poll(wanted.as_mut_ptr(), wanted.len() as _, at_most.as_millis() as i32) };
    }

    #[cfg(not(unix))]
    fn await_any(&self, _sending: &[VecDeque<Remainder>], _receiving: &[VecDeque<Remainder>], _at_most: Duration) {
        std::thread::sleep(Duration::from_micros(50));
    }
}

/// The way to a rank: bytes go through the channel where there is one.
#[derive(Clone, Copy)]
struct Route<'a> {
    stream: &'a TcpStream,
    channel: Option<&'a Channel>,
}

impl Route<'_> {
    fn write(&self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut stream = self.stream;
        match self.channel {
            Some(channel) => channel.write(bytes),
            None => stream.write(bytes),
        }
    }

    fn read(&self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let mut stream = self.stream;
        match self.channel {
            Some(channel) => channel.read(bytes),
            None => stream.read(bytes),
        }
    }
}

impl Remainder {
    fn new(transfer: &Transfer, head: Vec<u8>, bytes: usize) -> Remainder {
        Remainder { header: transfer.header, head, head_done: 0, address: transfer.address, bytes, done: 0 }
    }
}

/// Sends what the connection or the channel accepts. Returns whether that was anything.
///
/// # Safety
/// As [`Links::exchange`].
unsafe fn send(route: &Route<'_>, queue: &mut VecDeque<Remainder>) -> std::io::Result<bool> {
    let mut moved = false;
    while let Some(next) = queue.front_mut() {
        while next.head_done < next.head.len() || next.done < next.bytes {
            let is_head = next.head_done < next.head.len();
            let rest = match is_head {
                true => &next.head[next.head_done..],
                // SAFETY: the caller promises the bytes of the transfer, of which `done` were sent.
                false => unsafe {
                    std::slice::from_raw_parts((next.address as *const u8).add(next.done), next.bytes - next.done)
                },
            };
            match route.write(rest) {
                Ok(0) => return Err(Io::WriteZero.into()),
                Ok(count) if is_head => next.head_done += count,
                Ok(count) => next.done += count,
                Err(error) if is_later(&error) => return Ok(moved),
                Err(error) => return Err(error),
            }
            moved = true;
        }
        queue.pop_front();
    }
    Ok(moved)
}

/// Whether the operation would block, or was interrupted: no failure, to be tried again.
pub(super) fn is_later(error: &std::io::Error) -> bool {
    matches!(error.kind(), Io::WouldBlock | Io::Interrupted | Io::TimedOut)
}

/// The error of a call on a rank that has left its group.
pub(super) fn left_error() -> Error {
    Error::runtime("the communicator was destroyed or aborted")
}
