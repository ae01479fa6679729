//! Groups of ranks for `cuda.nccl` and `distributed`: collectives by name, of arrays or of addresses.

use cuprust::cuda::{
    Collective, CollectiveCall, Combination, Communicator, GROUP_ID_BYTES, GroupId, GroupSettings, NO_COMMUNICATOR,
};
use cuprust::{Array, DType, Device, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList};

use crate::array::NdArray;
use crate::error::{Failure, Result, caught, type_error, value_error};
use crate::kernel::chosen;

/// The dtypes in the order of NCCL's numbers.
const DTYPES: [DType; 10] = [
    DType::I8,
    DType::U8,
    DType::I32,
    DType::U32,
    DType::I64,
    DType::U64,
    DType::F16,
    DType::F32,
    DType::F64,
    DType::BF16,
];

/// The reduction of NCCL's number.
fn combined(op: usize) -> Result<Combination> {
    let known = Combination::ALL.get(op).copied();
    known.ok_or_else(|| value_error(format!("{op} is not the number of an operation: they are 0 to 4")))
}

/// A root or a peer.
fn other_rank(rank: i64) -> Result<u32> {
    u32::try_from(rank).map_err(|_| value_error("a rank must not be negative"))
}

/// The collective of a name, with NCCL's number of its reduction, and its root or peer rank.
fn collective(name: &str, op: Option<usize>, peer: Option<i64>) -> Result<Collective> {
    let how = || combined(op.ok_or_else(|| value_error(format!("{name} needs the number of an operation")))?);
    let peer = || other_rank(peer.ok_or_else(|| value_error(format!("{name} needs a rank")))?);
    Ok(match name {
        "all_reduce" => Collective::AllReduce(how()?),
        "reduce" => Collective::Reduce(how()?, peer()?),
        "broadcast" => Collective::Broadcast(peer()?),
        "reduce_scatter" => Collective::ReduceScatter(how()?),
        "all_gather" => Collective::AllGather,
        "send" => Collective::Send(peer()?),
        "recv" => Collective::Receive(peer()?),
        _ => return Err(value_error(format!("{name} is not a collective"))),
    })
}

/// The result of a call under NCCL's names, whose errors are `NcclError`, with NCCL's number.
#[inline]
fn nccl_result<T>(py: Python<'_>, result: Result<T>) -> PyResult<T> {
    result.map_err(|failure| refused(py, failure))
}

/// A failure as `NcclError`.
#[cold]
fn refused(py: Python<'_>, failure: Failure) -> PyErr {
    let error = PyErr::from(failure).into_value(py);
    let made = py.import("cuprust.cuda.nccl").and_then(|nccl| nccl.call_method1("_refused", (error,)));
    made.map_or_else(|other| other, PyErr::from_value)
}

/// How a communicator is made: with `split_share`, those that are split from it share its buffers and threads, where
/// NCCL has them.
#[pyclass(frozen, subclass, name = "NcclConfig", module = "cuprust.cuda.nccl")]
struct PyConfig(bool);

#[pymethods]
impl PyConfig {
    #[new]
    #[pyo3(signature = (split_share=0))]
    fn new(split_share: i64) -> PyConfig {
        PyConfig(split_share != 0)
    }

    /// Whether communicators that are split share the resources, as 0 or 1.
    #[getter]
    fn split_share(&self) -> u8 {
        self.0.into()
    }
}

/// The settings of a configuration, if one is given.
fn settings(config: Option<&Bound<'_, PyAny>>) -> Result<Option<GroupSettings>> {
    let Some(config) = config else { return Ok(None) };
    match config.cast::<PyConfig>() {
        Ok(config) => Ok(Some(GroupSettings { split_share: config.get().0 })),
        Err(_) => Err(type_error(format!("config is an NcclConfig, and not {}", config.get_type().name()?))),
    }
}

/// A rank's part in a group of `ndev` ranks, made with the id `commId` that one rank has from `get_unique_id`; the
/// device is the current one.
///
/// It waits until all ranks have joined, at most for the seconds in the variable CUPRUST_COLLECTIVES_TIMEOUT (600):
/// then NcclError is raised. Buffers are addresses of memory of the device with this many elements, and streams are
/// addresses of CUDA's streams. What a call reads is computed before, and what follows it on its stream waits for it.
/// Where there is no GPU, a call is done when it returns.
#[pyclass(frozen, subclass, name = "NcclCommunicator", module = "cuprust.cuda.nccl")]
struct PyCommunicator(Communicator);

// The names of the arguments are those of CuPy.
#[allow(non_snake_case, clippy::too_many_arguments, reason = "they are NCCL's")]
#[pymethods]
impl PyCommunicator {
    #[new]
    #[pyo3(signature = (ndev, commId, rank, config=None))]
    fn new(
        py: Python<'_>,
        ndev: i64,
        commId: &Bound<'_, PyAny>,
        rank: i64,
        config: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyCommunicator> {
        let Ok(id) = commId.cast::<PyBytes>() else {
            let given = commId.get_type().name()?;
            return Err(type_error(format!("commId is the bytes that get_unique_id gives, and not {given}")).into());
        };
        let Ok(id) = <&GroupId>::try_from(id.as_bytes()) else {
            let length = id.as_bytes().len();
            return Err(value_error(format!("commId length {length} != {GROUP_ID_BYTES}.")).into());
        };
        let settings = settings(config)?.unwrap_or_default();
        nccl_result(py, join(id, rank, ndev, settings))
    }

    /// Communicators of one process, a rank for each device: the first ones, or those of a list. Where there is no GPU,
    /// all are on device 0.
    #[staticmethod]
    fn initAll(py: Python<'_>, devices: &Bound<'_, PyAny>) -> PyResult<Vec<PyCommunicator>> {
        let is_list = devices.is_instance_of::<PyList>();
        if devices.is_instance_of::<PyBool>() || !(is_list || devices.is_instance_of::<PyInt>()) {
            return Err(value_error("\"devices\" should be an int or a list of int.").into());
        }
        let numbers: Vec<i64> = if is_list { devices.extract()? } else { (0..devices.extract()?).collect() };
        let on_gpus = py.detach(Device::gpus) > 0;
        let all = || {
            let current = Device::current()?;
            let id = Communicator::group_id(current)?;
            Communicator::begin_batch(current)?;
            let joined: cuprust::Result<Vec<Communicator>> = (0..)
                .zip(&numbers)
                .map(|(rank, &number)| {
                    let device = Device::numbered(if on_gpus { number } else { 0 })?;
                    Communicator::join(device, &id, rank, numbers.len() as u32)
                })
                .collect();
            Communicator::end_batch(current).and(joined)
        };
        Ok(nccl_result(py, caught(all))?.into_iter().map(PyCommunicator).collect())
    }

    /// The address of the `ncclComm_t`; 0 after `destroy` or `abort`.
    #[getter]
    fn comm(&self) -> u64 {
        self.0.native()
    }

    /// Leave the group after the queued calls. A second call does nothing.
    fn destroy(&self, py: Python<'_>) {
        py.detach(|| self.0.leave());
    }

    /// Abort: unfinished calls end, and the other ranks get errors.
    fn abort(&self, py: Python<'_>) {
        py.detach(|| self.0.abort());
    }

    /// The number of the device.
    fn device_id(&self, py: Python<'_>) -> PyResult<i64> {
        nccl_result(py, self.joined().map(|joined| joined.device().number()))
    }

    /// The number of the rank.
    fn rank_id(&self, py: Python<'_>) -> PyResult<u32> {
        nccl_result(py, self.joined().map(Communicator::rank))
    }

    /// How many ranks there are.
    fn size(&self, py: Python<'_>) -> PyResult<u32> {
        nccl_result(py, self.joined().map(Communicator::size))
    }

    /// Combine the elements of all ranks; every rank gets them.
    fn allReduce(
        &self,
        py: Python<'_>,
        sendbuf: u64,
        recvbuf: u64,
        count: u64,
        datatype: usize,
        op: usize,
        stream: u64,
    ) -> PyResult<()> {
        self.call_at(py, combined(op).map(Collective::AllReduce), (sendbuf, recvbuf), count, datatype, stream)
    }

    /// Combine the elements of all ranks; the rank `root` gets them.
    fn reduce(
        &self,
        py: Python<'_>,
        sendbuf: u64,
        recvbuf: u64,
        count: u64,
        datatype: usize,
        op: usize,
        root: i64,
        stream: u64,
    ) -> PyResult<()> {
        let called = combined(op).and_then(|how| Ok(Collective::Reduce(how, other_rank(root)?)));
        self.call_at(py, called, (sendbuf, recvbuf), count, datatype, stream)
    }

    /// Send the elements of the rank `root` to all.
    fn broadcast(
        &self,
        py: Python<'_>,
        sendbuff: u64,
        recvbuff: u64,
        count: u64,
        datatype: usize,
        root: i64,
        stream: u64,
    ) -> PyResult<()> {
        self.call_at(py, other_rank(root).map(Collective::Broadcast), (sendbuff, recvbuff), count, datatype, stream)
    }

    /// As `broadcast`, within one buffer.
    fn bcast(&self, py: Python<'_>, buff: u64, count: u64, datatype: usize, root: i64, stream: u64) -> PyResult<()> {
        self.broadcast(py, buff, buff, count, datatype, root, stream)
    }

    /// Combine the elements of all ranks; each rank gets a block of `recvcount`.
    fn reduceScatter(
        &self,
        py: Python<'_>,
        sendbuf: u64,
        recvbuf: u64,
        recvcount: u64,
        datatype: usize,
        op: usize,
        stream: u64,
    ) -> PyResult<()> {
        self.call_at(py, combined(op).map(Collective::ReduceScatter), (sendbuf, recvbuf), recvcount, datatype, stream)
    }

    /// Send the `count` elements of each rank to all, one block after another.
    fn allGather(
        &self,
        py: Python<'_>,
        sendbuf: u64,
        recvbuf: u64,
        count: u64,
        datatype: usize,
        stream: u64,
    ) -> PyResult<()> {
        self.call_at(py, Ok(Collective::AllGather), (sendbuf, recvbuf), count, datatype, stream)
    }

    /// Send elements to the rank `peer`, which receives as many.
    fn send(&self, py: Python<'_>, sendbuf: u64, count: u64, datatype: usize, peer: i64, stream: u64) -> PyResult<()> {
        self.call_at(py, other_rank(peer).map(Collective::Send), (sendbuf, 0), count, datatype, stream)
    }

    /// Receive elements from the rank `peer`, which sends as many.
    fn recv(&self, py: Python<'_>, recvbuf: u64, count: u64, datatype: usize, peer: i64, stream: u64) -> PyResult<()> {
        self.call_at(py, other_rank(peer).map(Collective::Receive), (0, recvbuf), count, datatype, stream)
    }

    /// The group of all ranks that name the same color, in the order of `key`, then of their ranks here. All ranks call
    /// it; those that name NCCL_SPLIT_NOCOLOR (-1) get None. Without `config` the group has that of this one.
    #[pyo3(signature = (color, key, config=None))]
    fn commSplit(
        &self,
        py: Python<'_>,
        color: i64,
        key: i32,
        config: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<PyCommunicator>> {
        let settings = settings(config)?;
        let split = self.joined().and_then(|joined| caught(|| joined.split(u32::try_from(color).ok(), key, settings)));
        Ok(nccl_result(py, split)?.map(PyCommunicator))
    }

    /// Raise NcclError for what went wrong in a call that has returned.
    fn check_async_error(&self, py: Python<'_>) -> PyResult<()> {
        nccl_result(py, self.joined().and_then(|joined| caught(|| joined.check())))
    }

    /// Runs a collective on the elements of arrays, on a stream or on the current one.
    #[pyo3(signature = (name, src=None, to=None, op=None, peer=None, count=None, stream=None))]
    fn _call(
        &self,
        py: Python<'_>,
        name: &str,
        src: Option<&Bound<'_, PyAny>>,
        to: Option<&Bound<'_, PyAny>>,
        op: Option<usize>,
        peer: Option<i64>,
        count: Option<i64>,
        stream: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let call = || {
            let joined = self.joined()?;
            let collective = collective(name, op, peer)?;
            let (src, to) = (array(src)?, array(to)?);
            let stream = chosen(stream)?;
            let _guard = stream.as_ref().map(Stream::enter);
            caught(|| joined.call(collective, src.as_ref(), to.as_ref(), count))
        };
        nccl_result(py, call())
    }
}

impl PyCommunicator {
    /// The rank, while it is in the group.
    fn joined(&self) -> Result<&Communicator> {
        if self.0.native() == 0 { Err(value_error(NO_COMMUNICATOR)) } else { Ok(&self.0) }
    }

    /// Runs a collective on elements at addresses, of a dtype by NCCL's number, on a stream by its native handle.
    #[inline]
    fn call_at(
        &self,
        py: Python<'_>,
        collective: Result<Collective>,
        (from, to): (u64, u64),
        count: u64,
        dtype: usize,
        stream: u64,
    ) -> PyResult<()> {
        let done = collective.and_then(|collective| {
            let Some(&dtype) = DTYPES.get(dtype) else {
                return Err(value_error(format!("{dtype} is not the number of a dtype: they are 0 to 9")));
            };
            let call = CollectiveCall { collective, dtype, count, from, to };
            // It detaches from the interpreter where it may wait.
            // SAFETY: the caller guarantees the addresses and the stream, as NCCL's own interface asks.
            caught(|| unsafe { self.0.call_at(&call, stream) })
        });
        nccl_result(py, done)
    }
}

/// A rank of the current device that has joined a group.
fn join(id: &GroupId, rank: i64, size: i64, settings: GroupSettings) -> Result<PyCommunicator> {
    let (Ok(rank), Ok(size)) = (u32::try_from(rank), u32::try_from(size)) else {
        return Err(value_error(format!("rank {rank} is not one of {size}, which are counted from 0")));
    };
    caught(|| Communicator::join_with(Device::current()?, id, rank, size, settings)).map(PyCommunicator)
}

fn array(object: Option<&Bound<'_, PyAny>>) -> Result<Option<Array>> {
    let Some(object) = object.filter(|object| !object.is_none()) else { return Ok(None) };
    match object.cast::<NdArray>() {
        Ok(array) => Ok(Some(array.get().array().clone())),
        Err(_) => Err(type_error(format!("a collective takes arrays, not {}", object.get_type().name()?))),
    }
}

/// Whether ranks can be joined.
#[pyfunction(name = "_has_collectives")]
fn is_available(py: Python<'_>) -> bool {
    py.detach(Communicator::is_available)
}

/// The version of NCCL, or the one whose calls the device has.
#[pyfunction(name = "_collectives_version")]
fn version(py: Python<'_>) -> PyResult<i32> {
    nccl_result(py, caught(|| Communicator::version(Device::current()?)))
}

/// An id for a new group.
#[pyfunction(name = "_group_id")]
fn group_id(py: Python<'_>) -> PyResult<Bound<'_, PyBytes>> {
    let id = nccl_result(py, caught(|| Communicator::group_id(Device::current()?)))?;
    Ok(PyBytes::new(py, &id))
}

/// Begin a group of calls, of any communicators of this thread: they run as one at its end, so that none waits for
/// another before.
#[pyfunction(name = "groupStart")]
fn group_start(py: Python<'_>) -> PyResult<()> {
    nccl_result(py, caught(|| Communicator::begin_batch(Device::current()?)))
}

/// End a group of calls. Raises NcclError where none has begun, and for what goes wrong in one of the calls.
#[pyfunction(name = "groupEnd")]
fn group_end(py: Python<'_>) -> PyResult<()> {
    nccl_result(py, caught(|| Communicator::end_batch(Device::current()?)))
}

/// Adds what this file defines to the module.
pub(crate) fn register(cuda: &Bound<'_, PyModule>) -> PyResult<()> {
    cuda.add_class::<PyCommunicator>()?;
    cuda.add_class::<PyConfig>()?;
    cuda.add_function(wrap_pyfunction!(is_available, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(version, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(group_id, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(group_start, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(group_end, cuda)?)
}
