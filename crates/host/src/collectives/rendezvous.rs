//! How ranks find one another: an id names an address and a secret, and that address sends each rank a table of all
//! addresses.
//!
//! The process that makes an id listens for the ranks. Each rank listens too, sends its own address, and gets the table
//! when all have connected. Then it connects to every lower rank. A connection without the secret is refused; the
//! traffic is not encrypted.

use std::io::{Error as IoError, ErrorKind as Io, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use cuprust_ir::{Error, ErrorKind, GROUP_ID_BYTES, GroupId, Poll, Result};

use super::links::{Links, POLL_INTERVAL, is_later};
use super::shared::{self, Channel, Waiter};

/// The environment variable with this machine's address for ranks of other machines; without it only ranks of this
/// machine can connect.
const HOST_VARIABLE: &str = "CUPRUST_COLLECTIVES_HOST";

const MAGIC: [u8; 8] = *b"cuprust1";
const SECRET_BYTES: usize = 32;
type Secret = [u8; SECRET_BYTES];

/// An address of 18 bytes: an IPv6 address, which an IPv4 one is mapped to, and a port.
const ADDRESS_BYTES: usize = 18;
/// The secret, the number of ranks, the rank, and where it listens.
const GREETING_BYTES: usize = SECRET_BYTES + 8 + ADDRESS_BYTES;

/// How long a new connection may take to send its greeting.
const GREETING_TIMEOUT: Duration = Duration::from_secs(5);

/// How much longer than the process of the id a rank waits, because that process can name the missing ranks.
const EXTRA_TIMEOUT: Duration = Duration::from_secs(2);

/// Most ranks of a group: each rank has a connection to every other.
const MAX_RANKS: u32 = 1024;

/// An id for a group, whose ranks a thread of this process waits for.
///
/// # Errors
/// An error of the kind `Io` where the network refuses; a value error where the variable names no address.
pub(super) fn create(timeout: Duration) -> Result<GroupId> {
    let listener = listen()?;
    let address = listener.local_addr().map_err(|error| refused("listening for ranks", &error))?;
    let secret = secret();
    std::thread::Builder::new()
        .name("cuprust-rendezvous".into())
        .spawn(move || gather(&listener, &secret, timeout))
        .map_err(|error| refused("starting a thread", &error))?;
    let mut id = [0; GROUP_ID_BYTES];
    id[..8].copy_from_slice(&MAGIC);
    id[8..8 + ADDRESS_BYTES].copy_from_slice(&address_bytes(address));
    id[8 + ADDRESS_BYTES..][..SECRET_BYTES].copy_from_slice(&secret);
    Ok(id)
}

/// Joins the other ranks of a group.
///
/// # Errors
/// As [`cuprust_ir::Collectives::join`].
pub(super) fn join(id: &GroupId, rank: u32, size: u32, timeout: Duration, poll: Poll<'_>) -> Result<Links> {
    let (address, secret) = parse_id(id)?;
    let deadline = Instant::now() + timeout + EXTRA_TIMEOUT;
    let wait = Wait { rank, size, deadline, timeout, poll };
    let listener = listen()?;
    let own = listener.local_addr().map_err(|error| refused("listening for ranks", &error))?;
    let table = wait.table(address, &secret, own)?;
    let mut streams: Vec<Option<TcpStream>> = (0..size).map(|_| None).collect();
    for lower in 0..rank {
        let stream = wait.connect(table[lower as usize], &format!("rank {lower}"))?;
        let mut greeting = secret.to_vec();
        greeting.extend_from_slice(&rank.to_le_bytes());
        (&stream).write_all(&greeting).map_err(|error| refused("meeting a rank", &error))?;
        streams[lower as usize] = Some(stream);
    }
    wait.accept_higher(&listener, &secret, &mut streams)?;
    let channels = wait.share(&streams, &secret)?;
    Links::new(rank, streams, channels, timeout).map_err(|error| refused("meeting the ranks", &error))
}

/// A rank that waits for the others.
struct Wait<'a> {
    rank: u32,
    size: u32,
    deadline: Instant,
    timeout: Duration,
    poll: Poll<'a>,
}

impl Wait<'_> {
    /// # Errors
    /// If the deadline has passed, or the caller interrupts.
    fn check(&self, for_what: &str) -> Result<()> {
        if (self.poll)() {
            return Err(Error::new(ErrorKind::Interrupted, "joining a group was interrupted"));
        }
        if Instant::now() < self.deadline {
            return Ok(());
        }
        Err(Error::runtime(format!(
            "rank {} of {} has waited {} s for {for_what}; CUPRUST_COLLECTIVES_TIMEOUT sets another time",
            self.rank,
            self.size,
            self.timeout.as_secs_f64()
        )))
    }

    /// Connects, in short attempts.
    fn connect(&self, address: SocketAddr, whom: &str) -> Result<TcpStream> {
        loop {
            match TcpStream::connect_timeout(&address, Duration::from_secs(1)) {
                Ok(stream) => return Ok(stream),
                Err(error) if is_later(&error) => self.check(whom)?,
                Err(error) if error.kind() == Io::ConnectionRefused => {
                    return Err(Error::runtime(format!(
                        "{whom} does not listen at {address}: its process has ended, or the group of this id exists \
                         already, as an id is for one group"
                    )));
                }
                Err(error) => return Err(refused(&format!("connecting to {whom} at {address}"), &error)),
            }
        }
    }

    /// The addresses of all ranks, from the process that made the id.
    fn table(&self, address: SocketAddr, secret: &Secret, own: SocketAddr) -> Result<Vec<SocketAddr>> {
        let mut stream = self.connect(address, "the process that made the id")?;
        let mut greeting = secret.to_vec();
        greeting.extend_from_slice(&self.size.to_le_bytes());
        greeting.extend_from_slice(&self.rank.to_le_bytes());
        greeting.extend_from_slice(&address_bytes(own));
        stream.write_all(&greeting).map_err(|error| refused("joining a group", &error))?;
        stream.set_read_timeout(Some(POLL_INTERVAL)).map_err(|error| refused("joining a group", &error))?;
        let mut kind = [0; 5];
        let deserted = || self.deserted();
        self.read(&stream, &mut kind, "the other ranks", &deserted)?;
        let length = u32::from_le_bytes([kind[1], kind[2], kind[3], kind[4]]) as usize;
        let expected = ADDRESS_BYTES * self.size as usize;
        if kind[0] > 1 || length > expected.max(4096) || (kind[0] == 0 && length != expected) {
            return Err(Error::runtime("the address in the id is not that of a process that gathers ranks"));
        }
        let mut rest = vec![0; length];
        self.read(&stream, &mut rest, "the other ranks", &deserted)?;
        match kind[0] {
            0 => Ok(rest.chunks_exact(ADDRESS_BYTES).filter_map(address_of).collect()),
            _ => Err(Error::runtime(String::from_utf8_lossy(&rest))),
        }
    }

    /// Fills the bytes from a connection with a short time limit.
    fn read(
        &self,
        mut stream: &TcpStream,
        bytes: &mut [u8],
        for_what: &str,
        deserted: &dyn Fn() -> Error,
    ) -> Result<()> {
        let mut done = 0;
        while done < bytes.len() {
            match stream.read(&mut bytes[done..]) {
                Ok(0) => return Err(deserted()),
                Ok(count) => done += count,
                Err(error) if is_later(&error) => self.check(for_what)?,
                Err(_) => return Err(deserted()),
            }
        }
        Ok(())
    }

    /// Agrees with all ranks on the channels between those of one host.
    fn share(&self, streams: &[Option<TcpStream>], secret: &Secret) -> Result<(Vec<Option<Channel>>, Option<Waiter>)> {
        for stream in streams.iter().flatten() {
            let timed = stream.set_nonblocking(false).and_then(|()| stream.set_read_timeout(Some(POLL_INTERVAL)));
            timed.and_then(|()| stream.set_nodelay(true)).map_err(|error| refused("meeting the ranks", &error))?;
        }
        let gone = |peer: u32| {
            Error::runtime(format!("rank {peer} of {} has left before all ranks of the group had met", self.size))
        };
        let stream = |peer: u32| streams[peer as usize].as_ref().ok_or_else(|| gone(peer));
        let tell = |peer: u32, bytes: &[u8]| stream(peer)?.write_all(bytes).map_err(|_| gone(peer));
        let hear =
            |peer: u32, bytes: &mut [u8]| self.read(stream(peer)?, bytes, &format!("rank {peer}"), &|| gone(peer));
        shared::connect(self.rank, self.size, secret, tell, hear)
    }

    fn deserted(&self) -> Error {
        Error::runtime(format!(
            "rank {} of {}: the process that made the id has ended before all ranks came, or the group of this id exists \
             already, as an id is for one group",
            self.rank, self.size
        ))
    }

    /// Accepts the connections of all higher ranks.
    fn accept_higher(&self, listener: &TcpListener, secret: &Secret, streams: &mut [Option<TcpStream>]) -> Result<()> {
        listener.set_nonblocking(true).map_err(|error| refused("meeting the ranks", &error))?;
        let missing = |streams: &[Option<TcpStream>]| {
            (self.rank + 1..self.size).filter(|rank| streams[*rank as usize].is_none()).collect::<Vec<u32>>()
        };
        loop {
            let ranks = missing(streams);
            if ranks.is_empty() {
                return Ok(());
            }
            match listener.accept() {
                Ok((mut stream, _)) => {
                    let mut greeting = [0; SECRET_BYTES + 4];
                    let knows = read_greeting(&mut stream, &mut greeting).is_ok() && greeting.starts_with(secret);
                    let rank = greeting.last_chunk().map_or(0, |rank| u32::from_le_bytes(*rank));
                    if knows && ranks.contains(&rank) {
                        streams[rank as usize] = Some(stream);
                    }
                }
                Err(error) if is_later(&error) => {
                    self.check(&format!("a connection from {}", names(&ranks)))?;
                    std::thread::sleep(Duration::from_millis(1));
                }
                Err(error) => return Err(refused("meeting the ranks", &error)),
            }
        }
    }
}

/// A rank that has connected to the process of the id.
struct Arrived {
    stream: TcpStream,
    address: SocketAddr,
}

/// Waits for all ranks of a group, and sends each the table of addresses, or the reason why there will be no group.
fn gather(listener: &TcpListener, secret: &Secret, timeout: Duration) {
    let mut arrived: Vec<Option<Arrived>> = Vec::new();
    let outcome = gathered(listener, secret, timeout, &mut arrived);
    let (kind, rest) = match outcome {
        Ok(table) => (0, table),
        Err(text) => (1, text.into_bytes()),
    };
    let mut message = vec![kind];
    message.extend_from_slice(&(rest.len() as u32).to_le_bytes());
    message.extend_from_slice(&rest);
    for rank in arrived.iter_mut().flatten() {
        // A rank that has left does not receive it.
        let _ = rank.stream.write_all(&message);
    }
}

/// The table of addresses, or why there is none.
fn gathered(
    listener: &TcpListener,
    secret: &Secret,
    timeout: Duration,
    arrived: &mut Vec<Option<Arrived>>,
) -> std::result::Result<Vec<u8>, String> {
    // The timeout begins when the first rank has connected.
    let mut deadline = None;
    loop {
        match listener.accept() {
            Ok((mut stream, _)) => {
                let mut greeting = [0; GREETING_BYTES];
                if read_greeting(&mut stream, &mut greeting).is_err() || !greeting.starts_with(secret) {
                    continue;
                }
                let word = |at: usize| {
                    u32::from_le_bytes([greeting[at], greeting[at + 1], greeting[at + 2], greeting[at + 3]])
                };
                let (size, rank) = (word(SECRET_BYTES), word(SECRET_BYTES + 4));
                let Some(address) = address_of(&greeting[SECRET_BYTES + 8..]) else { continue };
                if rank >= size || size > MAX_RANKS {
                    continue;
                }
                if deadline.is_none() {
                    deadline = Some(Instant::now() + timeout);
                    arrived.extend((0..size).map(|_| None));
                    listener.set_nonblocking(true).map_err(|error| error.to_string())?;
                }
                if arrived.len() != size as usize {
                    let known = arrived.len();
                    arrived.push(Some(Arrived { stream, address }));
                    return Err(format!(
                        "the ranks name different sizes of the group: {known}, and {size} by rank {rank}"
                    ));
                }
                if arrived[rank as usize].is_some() {
                    arrived.push(Some(Arrived { stream, address }));
                    return Err(format!("two ranks of the group have the number {rank}"));
                }
                arrived[rank as usize] = Some(Arrived { stream, address });
                if arrived.iter().all(Option::is_some) {
                    return Ok(arrived.iter().flatten().flat_map(|rank| address_bytes(rank.address)).collect());
                }
            }
            Err(error) if is_later(&error) => {
                if let Some(gone) = arrived.iter().position(has_left) {
                    return Err(format!("rank {gone} has left before all ranks of the group came"));
                }
                if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                    let missing: Vec<u32> =
                        (0..arrived.len() as u32).filter(|rank| arrived[*rank as usize].is_none()).collect();
                    return Err(format!(
                        "{} of {} have not come in {} s; CUPRUST_COLLECTIVES_TIMEOUT sets another time",
                        names(&missing),
                        arrived.len(),
                        timeout.as_secs_f64()
                    ));
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            Err(error) => return Err(format!("gathering the ranks: {error}")),
        }
    }
}

/// Whether a rank that waits has closed its connection.
fn has_left(rank: &Option<Arrived>) -> bool {
    let Some(rank) = rank else { return false };
    let peeked = rank.stream.set_nonblocking(true).and_then(|()| rank.stream.peek(&mut [0]));
    let gone = !matches!(&peeked, Err(error) if is_later(error));
    gone || rank.stream.set_nonblocking(false).is_err()
}

fn read_greeting(stream: &mut TcpStream, greeting: &mut [u8]) -> std::io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(GREETING_TIMEOUT))?;
    stream.read_exact(greeting)
}

fn names(ranks: &[u32]) -> String {
    let numbers: Vec<String> = ranks.iter().map(u32::to_string).collect();
    format!("rank{} {}", if ranks.len() == 1 { "" } else { "s" }, numbers.join(", "))
}

/// A listener at the address of this machine.
fn listen() -> Result<TcpListener> {
    let text = std::env::var(HOST_VARIABLE).unwrap_or_default();
    let address = match text.is_empty() {
        true => IpAddr::V4(Ipv4Addr::LOCALHOST),
        false => text.parse().map_err(|_| Error::value(format!("{HOST_VARIABLE}: `{text}` is not an IP address")))?,
    };
    TcpListener::bind((address, 0)).map_err(|error| refused(&format!("listening at {address}"), &error))
}

/// The address and the secret in an id.
fn parse_id(id: &GroupId) -> Result<(SocketAddr, Secret)> {
    let rest = id.strip_prefix(&MAGIC).and_then(|rest| rest.split_first_chunk::<ADDRESS_BYTES>());
    let found = rest.and_then(|(address, rest)| Some((address_of(address)?, *rest.first_chunk()?)));
    found.ok_or_else(|| Error::value("the id names no group of this device: one of its kind makes it"))
}

fn address_bytes(address: SocketAddr) -> [u8; ADDRESS_BYTES] {
    let ip = match address.ip() {
        IpAddr::V4(ip) => ip.to_ipv6_mapped(),
        IpAddr::V6(ip) => ip,
    };
    let mut bytes = [0; ADDRESS_BYTES];
    bytes[..16].copy_from_slice(&ip.octets());
    bytes[16..].copy_from_slice(&address.port().to_le_bytes());
    bytes
}

fn address_of(bytes: &[u8]) -> Option<SocketAddr> {
    let (ip, port) = bytes.split_first_chunk::<16>()?;
    let ip = Ipv6Addr::from(*ip);
    let port = u16::from_le_bytes(*port.first_chunk()?);
    Some(SocketAddr::new(ip.to_ipv4_mapped().map_or(IpAddr::V6(ip), IpAddr::V4), port))
}

/// Random bytes for a secret.
fn secret() -> Secret {
    let mut secret = [0; SECRET_BYTES];
    let filled = std::fs::File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut secret));
    if filled.is_err() {
        // The seeds of hash maps come from the system's random numbers.
        use std::hash::{BuildHasher, Hasher};
        for word in secret.chunks_exact_mut(8) {
            let seeded = std::collections::hash_map::RandomState::new().build_hasher().finish();
            word.copy_from_slice(&seeded.to_le_bytes());
        }
    }
    secret
}

#[cold]
fn refused(doing: &str, error: &IoError) -> Error {
    Error::new(ErrorKind::Io, format!("{doing}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_survives_its_bytes() {
        for text in ["127.0.0.1:80", "10.1.2.3:65535", "[2001:db8::1]:7"] {
            let address: SocketAddr = text.parse().unwrap();
            assert_eq!(address_of(&address_bytes(address)), Some(address));
        }
    }

    #[test]
    fn what_is_no_id_is_an_error() {
        assert!(parse_id(&[7; GROUP_ID_BYTES]).unwrap_err().text().contains("names no group"));
        let id = create(Duration::from_secs(1)).unwrap();
        assert!(parse_id(&id).is_ok() && create(Duration::from_secs(1)).unwrap() != id);
    }
}
