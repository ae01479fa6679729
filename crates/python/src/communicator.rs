//! Groups of ranks for `cuda.nccl` and `distributed`: collectives by name, of arrays or of addresses.

use cuprust::cuda::{
    Collective, CollectiveCall, Combination, Communicator, GROUP_ID_BYTES, GroupId, GroupSettings, NO_COMMUNICATOR,
};
use cuprust::{Array, DType, Device, Stream};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::array::NdArray;
use crate::device::PyDevice;
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

/// The error of a call under NCCL's names: `NcclError`, with NCCL's number.
#[cold]
fn refused(py: Python<'_>, failure: Failure) -> PyErr {
    let error = PyErr::from(failure).into_value(py);
    let made = py.import("cuprust.cuda.nccl").and_then(|nccl| nccl.call_method1("_refused", (error,)));
    made.map_or_else(|other| other, PyErr::from_value)
}

/// A rank's part in a group of ranks, which the rank leaves when the object is freed.
#[pyclass(frozen, name = "_Communicator", module = "cuprust.cuda")]
struct PyCommunicator(Communicator);

#[pymethods]
impl PyCommunicator {
    #[new]
    #[pyo3(signature = (size, id, rank, device=None, split_share=false))]
    fn new(size: i64, id: &[u8], rank: i64, device: Option<&PyDevice>, split_share: bool) -> Result<PyCommunicator> {
        let id: &GroupId = id.try_into().map_err(|_| value_error(format!("an id has {GROUP_ID_BYTES} bytes")))?;
        let (Ok(rank), Ok(size)) = (u32::try_from(rank), u32::try_from(size)) else {
            return Err(value_error(format!("rank {rank} is not one of {size}, which are counted from 0")));
        };
        caught(|| {
            let device = device.map_or_else(Device::current, |device| Ok(device.0))?;
            Communicator::join_with(device, id, rank, size, GroupSettings { split_share })
        })
        .map(PyCommunicator)
    }

    #[getter]
    fn rank(&self) -> u32 {
        self.0.rank()
    }

    #[getter]
    fn size(&self) -> u32 {
        self.0.size()
    }

    #[getter]
    fn device(&self) -> PyDevice {
        PyDevice(self.0.device())
    }

    /// The native handle; zero once the rank has left.
    #[getter]
    fn native(&self) -> u64 {
        self.0.native()
    }

    /// Runs a collective on the elements of arrays, on a stream or on the current one.
    #[pyo3(signature = (name, src=None, to=None, op=None, peer=None, count=None, stream=None))]
    #[allow(clippy::too_many_arguments, reason = "they are those of the calls of Python")]
    fn call(
        &self,
        name: &str,
        src: Option<&Bound<'_, PyAny>>,
        to: Option<&Bound<'_, PyAny>>,
        op: Option<usize>,
        peer: Option<i64>,
        count: Option<i64>,
        stream: Option<&Bound<'_, PyAny>>,
    ) -> Result<()> {
        let collective = collective(name, op, peer)?;
        let (src, to) = (array(src)?, array(to)?);
        let stream = chosen(stream)?;
        let _guard = stream.as_ref().map(Stream::enter);
        caught(|| self.0.call(collective, src.as_ref(), to.as_ref(), count))
    }

    // NCCL's calls, with elements at addresses, of a dtype by NCCL's number, on a stream by its native handle. Their
    // errors are NCCL's, whose class `cuda.nccl` has; their documentation is that of its communicator.

    #[allow(clippy::too_many_arguments, reason = "they are NCCL's")]
    fn all_reduce(
        &self,
        py: Python<'_>,
        src: u64,
        to: u64,
        count: u64,
        dtype: usize,
        op: usize,
        stream: u64,
    ) -> PyResult<()> {
        self.call_at(py, combined(op).map(Collective::AllReduce), (src, to), count, dtype, stream)
    }

    #[allow(clippy::too_many_arguments, reason = "they are NCCL's")]
    fn reduce(
        &self,
        py: Python<'_>,
        src: u64,
        to: u64,
        count: u64,
        dtype: usize,
        op: usize,
        root: i64,
        stream: u64,
    ) -> PyResult<()> {
        let called = combined(op).and_then(|how| Ok(Collective::Reduce(how, other_rank(root)?)));
        self.call_at(py, called, (src, to), count, dtype, stream)
    }

    #[allow(clippy::too_many_arguments, reason = "they are NCCL's")]
    fn broadcast(
        &self,
        py: Python<'_>,
        src: u64,
        to: u64,
        count: u64,
        dtype: usize,
        root: i64,
        stream: u64,
    ) -> PyResult<()> {
        self.call_at(py, other_rank(root).map(Collective::Broadcast), (src, to), count, dtype, stream)
    }

    #[allow(clippy::too_many_arguments, reason = "they are NCCL's")]
    fn reduce_scatter(
        &self,
        py: Python<'_>,
        src: u64,
        to: u64,
        count: u64,
        dtype: usize,
        op: usize,
        stream: u64,
    ) -> PyResult<()> {
        self.call_at(py, combined(op).map(Collective::ReduceScatter), (src, to), count, dtype, stream)
    }

    fn all_gather(&self, py: Python<'_>, src: u64, to: u64, count: u64, dtype: usize, stream: u64) -> PyResult<()> {
        self.call_at(py, Ok(Collective::AllGather), (src, to), count, dtype, stream)
    }

    fn send(&self, py: Python<'_>, src: u64, count: u64, dtype: usize, peer: i64, stream: u64) -> PyResult<()> {
        self.call_at(py, other_rank(peer).map(Collective::Send), (src, 0), count, dtype, stream)
    }

    fn recv(&self, py: Python<'_>, to: u64, count: u64, dtype: usize, peer: i64, stream: u64) -> PyResult<()> {
        self.call_at(py, other_rank(peer).map(Collective::Receive), (0, to), count, dtype, stream)
    }

    /// The group of the ranks that name the same color; None for a negative one.
    #[pyo3(signature = (color, key, split_share=None))]
    fn split(&self, color: i64, key: i32, split_share: Option<bool>) -> Result<Option<PyCommunicator>> {
        let color = u32::try_from(color).ok();
        Ok(caught(|| self.0.split(color, key, split_share.map(|split_share| GroupSettings { split_share })))?
            .map(PyCommunicator))
    }

    /// Raises what went wrong in a call that has returned.
    fn check(&self) -> Result<()> {
        caught(|| self.0.check())
    }

    /// Leaves the group after the queued calls.
    fn leave(&self) {
        self.0.leave();
    }

    /// Leaves the group without waiting for queued calls.
    fn abort(&self) {
        self.0.abort();
    }
}

impl PyCommunicator {
    /// Runs a collective on elements at addresses.
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
            if self.0.native() == 0 {
                return Err(value_error(NO_COMMUNICATOR));
            }
            let call = CollectiveCall { collective, dtype, count, from, to };
            // SAFETY: the caller guarantees the addresses and the stream, as NCCL's own interface asks.
            caught(|| unsafe { self.0.call_at(&call, stream) })
        });
        done.map_err(|failure| refused(py, failure))
    }
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
fn version() -> Result<i32> {
    caught(|| Communicator::version(Device::current()?))
}

/// An id for a new group.
#[pyfunction(name = "_group_id")]
fn group_id(py: Python<'_>) -> Result<Bound<'_, PyBytes>> {
    Ok(PyBytes::new(py, &caught(|| Communicator::group_id(Device::current()?))?))
}

/// Begins a batch of this thread.
#[pyfunction(name = "_begin_batch")]
fn begin_batch(py: Python<'_>) -> PyResult<()> {
    caught(|| Communicator::begin_batch(Device::current()?)).map_err(|failure| refused(py, failure))
}

/// Ends a batch of this thread.
#[pyfunction(name = "_end_batch")]
fn end_batch(py: Python<'_>) -> PyResult<()> {
    caught(|| Communicator::end_batch(Device::current()?)).map_err(|failure| refused(py, failure))
}

/// Adds what this file defines to the module.
pub(crate) fn register(cuda: &Bound<'_, PyModule>) -> PyResult<()> {
    cuda.add_class::<PyCommunicator>()?;
    cuda.add_function(wrap_pyfunction!(is_available, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(version, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(group_id, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(begin_batch, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(end_batch, cuda)?)
}
