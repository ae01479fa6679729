//! Graphs of devices: work of streams that is captured once and launched as one.

use std::ffi::{c_uint, c_void};
use std::path::Path;
use std::ptr;

use cuprust_ir::{Error, Result};

use super::real::{Real, handle, terminated};
use super::recorded::{Recorded, called};
use super::symbols::{Handle, optional};
use super::{Configuration, Function, Graph, GraphExec, GraphNode, Stream};

/// The graph operations of a device. One without graphs refuses each.
pub trait Graphs {
    /// Begins the capture of a stream: work that is queued on it, and on streams that wait for its events, becomes part
    /// of a graph instead of being executed. Error: if the device has no graphs.
    fn capture_begin(&self, stream: Stream) -> Result<()>;

    /// Ends the capture that [`Graphs::capture_begin`] began. Error: if some of the work cannot be part of a graph.
    fn capture_end(&self, stream: Stream) -> Result<Graph>;

    /// The node of the work that was queued last on a stream that is captured. Error: where there is none, or several.
    fn captured_node(&self, stream: Stream) -> Result<GraphNode>;

    /// Makes an executable graph.
    fn graph_instantiate(&self, graph: Graph) -> Result<GraphExec>;

    /// Queues a graph on a stream.
    ///
    /// # Safety
    /// The memory that the graph names is valid until the stream has passed, and what its kernels do with it is sound.
    unsafe fn graph_launch(&self, graph: GraphExec, stream: Stream) -> Result<()>;

    /// Replaces the parameters of a kernel in an executable graph, for launches from now on.
    ///
    /// # Safety
    /// The node is one of the graph and launches this function in this configuration. Otherwise as
    /// [`super::Driver::launch`].
    unsafe fn graph_set_parameters(
        &self,
        graph: GraphExec,
        node: GraphNode,
        function: Function,
        configuration: &Configuration,
        parameters: &mut [*mut c_void],
    ) -> Result<()>;

    /// Uploads what the first launch needs to the device.
    fn graph_upload(&self, graph: GraphExec, stream: Stream) -> Result<()>;

    /// Writes a graph to a file, in Graphviz's language.
    fn graph_dot(&self, graph: Graph, file: &Path, flags: u32) -> Result<()>;

    /// Destroys a graph, and its executable graph.
    ///
    /// # Safety
    /// The two are not used again.
    unsafe fn graph_destroy(&self, graph: Graph, exec: Option<GraphExec>) -> Result<()>;
}

/// `CUDA_KERNEL_NODE_PARAMS_v2`.
#[repr(C)]
struct KernelParameters {
    function: Handle,
    grid: [c_uint; 3],
    block: [c_uint; 3],
    shared: c_uint,
    parameters: *mut *mut c_void,
    extra: *mut *mut c_void,
    kernel: Handle,
    context: Handle,
}

// Those of CUDA 12.3, which know that a kernel may begin while its predecessor ends.
optional! {
    capture_state = cuStreamGetCaptureInfo_v3(
        Handle, *mut c_uint, *mut u64, *mut Handle, *mut *const Handle, *mut *const c_void, *mut usize,
    ) -> c_uint;
    setting_parameters = cuGraphExecKernelNodeSetParams_v2(Handle, Handle, *const KernelParameters) -> c_uint;
}

fn present<T>(function: Option<T>) -> Result<T> {
    function.ok_or_else(|| Error::not_implemented("the installed driver is older than CUDA 12.3: it updates no graphs"))
}

// In every block below, "handles" are trusted because their makers are: see the module that declares them.
impl Graphs for Real {
    fn capture_begin(&self, stream: Stream) -> Result<()> {
        // Memory may be allocated and modules loaded during the capture: neither is part of the graph.
        const RELAXED: u32 = 2;
        // SAFETY: handles are trusted.
        let result = unsafe { (self.enter_to_queue()?.cuStreamBeginCapture_v2)(handle(stream.0), RELAXED) };
        self.check(result, "beginning to capture a stream")
    }

    fn capture_end(&self, stream: Stream) -> Result<Graph> {
        let mut graph = ptr::null_mut();
        // SAFETY: handles are trusted, and the pointer is valid for the one handle that is written.
        let result = unsafe { (self.enter()?.cuStreamEndCapture)(handle(stream.0), &mut graph) };
        self.check(result, "ending the capture of a stream")?;
        Ok(Graph(graph as u64))
    }

    fn captured_node(&self, stream: Stream) -> Result<GraphNode> {
        let asking = present(capture_state())?;
        let (mut status, mut id, mut graph) = (0, 0, ptr::null_mut());
        let (mut nodes, mut edges, mut count) = (ptr::null(), ptr::null(), 0);
        self.enter()?;
        // SAFETY: handles are trusted, and each pointer is valid for the one value that is written.
        let result =
            unsafe { asking(handle(stream.0), &mut status, &mut id, &mut graph, &mut nodes, &mut edges, &mut count) };
        self.check(result, "asking for the state of a capture")?;
        if count != 1 || nodes.is_null() {
            return Err(Error::runtime(format!("internal: the work queued last is {count} nodes of a graph")));
        }
        // SAFETY: the driver returned an array of this many nodes, valid until the next call for the stream.
        Ok(GraphNode(unsafe { *nodes } as u64))
    }

    fn graph_instantiate(&self, graph: Graph) -> Result<GraphExec> {
        let mut exec = ptr::null_mut();
        // SAFETY: handles are trusted, and the pointer is valid for the one handle that is written.
        let result = unsafe { (self.enter()?.cuGraphInstantiateWithFlags)(&mut exec, handle(graph.0), 0) };
        self.check(result, "making a graph ready to launch")?;
        Ok(GraphExec(exec as u64))
    }

    unsafe fn graph_launch(&self, graph: GraphExec, stream: Stream) -> Result<()> {
        // SAFETY: handles are trusted, and the caller vouches for what the graph does.
        let result = unsafe { (self.enter_to_queue()?.cuGraphLaunch)(handle(graph.0), handle(stream.0)) };
        self.check(result, "launching a graph")
    }

    unsafe fn graph_set_parameters(
        &self,
        graph: GraphExec,
        node: GraphNode,
        function: Function,
        configuration: &Configuration,
        parameters: &mut [*mut c_void],
    ) -> Result<()> {
        let Configuration { grid, block, shared, .. } = *configuration;
        let new = KernelParameters {
            function: handle(function.0),
            grid,
            block,
            shared,
            parameters: parameters.as_mut_ptr(),
            extra: ptr::null_mut(),
            kernel: ptr::null_mut(),
            context: ptr::null_mut(),
        };
        let setting = present(setting_parameters())?;
        self.enter()?;
        // SAFETY: handles are trusted, the caller vouches for the node and its parameters, and the driver copies them.
        let result = unsafe { setting(handle(graph.0), handle(node.0), &new) };
        self.check(result, "replacing the parameters of a kernel in a graph")
    }

    fn graph_upload(&self, graph: GraphExec, stream: Stream) -> Result<()> {
        // SAFETY: handles are trusted.
        let result = unsafe { (self.enter_to_queue()?.cuGraphUpload)(handle(graph.0), handle(stream.0)) };
        self.check(result, "uploading a graph")
    }

    fn graph_dot(&self, graph: Graph, file: &Path, flags: u32) -> Result<()> {
        let name = terminated(&file.to_string_lossy())?;
        // SAFETY: handles are trusted, and the name ends in NUL.
        let result = unsafe { (self.enter()?.cuGraphDebugDotPrint)(handle(graph.0), name.as_ptr(), flags) };
        self.check(result, "writing a graph")
    }

    unsafe fn graph_destroy(&self, graph: Graph, exec: Option<GraphExec>) -> Result<()> {
        let cuda = self.enter()?;
        if let Some(exec) = exec {
            // SAFETY: the caller gives the handle up.
            self.check(unsafe { (cuda.cuGraphExecDestroy)(handle(exec.0)) }, "destroying a graph")?;
        }
        // SAFETY: the caller gives the handle up.
        self.check(unsafe { (cuda.cuGraphDestroy)(handle(graph.0)) }, "destroying a graph")
    }
}

impl Graphs for Recorded {
    fn capture_begin(&self, stream: Stream) -> Result<()> {
        self.call(called!("cuStreamBeginCapture"), |driver| driver.capture_begin(stream))
    }

    fn capture_end(&self, stream: Stream) -> Result<Graph> {
        self.call(called!("cuStreamEndCapture"), |driver| driver.capture_end(stream))
    }

    fn captured_node(&self, stream: Stream) -> Result<GraphNode> {
        self.call(called!("cuStreamGetCaptureInfo"), |driver| driver.captured_node(stream))
    }

    fn graph_instantiate(&self, graph: Graph) -> Result<GraphExec> {
        self.call(called!("cuGraphInstantiate"), |driver| driver.graph_instantiate(graph))
    }

    unsafe fn graph_launch(&self, graph: GraphExec, stream: Stream) -> Result<()> {
        // SAFETY: the caller vouches for the memory and the kernels of the graph.
        self.call(called!("cuGraphLaunch"), |driver| unsafe { driver.graph_launch(graph, stream) })
    }

    unsafe fn graph_set_parameters(
        &self,
        graph: GraphExec,
        node: GraphNode,
        function: Function,
        configuration: &Configuration,
        parameters: &mut [*mut c_void],
    ) -> Result<()> {
        // SAFETY: the caller vouches for the node and its parameters.
        let set = |driver: &dyn super::Driver| unsafe {
            driver.graph_set_parameters(graph, node, function, configuration, parameters)
        };
        self.call(called!("cuGraphExecKernelNodeSetParams"), set)
    }

    fn graph_upload(&self, graph: GraphExec, stream: Stream) -> Result<()> {
        self.call(called!("cuGraphUpload"), |driver| driver.graph_upload(graph, stream))
    }

    fn graph_dot(&self, graph: Graph, file: &Path, flags: u32) -> Result<()> {
        self.call(called!("cuGraphDebugDotPrint"), |driver| driver.graph_dot(graph, file, flags))
    }

    unsafe fn graph_destroy(&self, graph: Graph, exec: Option<GraphExec>) -> Result<()> {
        // SAFETY: the caller vouches that they are not used again.
        self.call(called!("cuGraphDestroy"), |driver| unsafe { driver.graph_destroy(graph, exec) })
    }
}

/// The tests' device has no graphs.
#[cfg(test)]
mod without {
    use super::*;
    use crate::driver::fake::Fake;

    fn no_graphs<T>() -> Result<T> {
        Err(Error::not_implemented("the device has no graphs"))
    }

    impl Graphs for Fake {
        fn capture_begin(&self, _: Stream) -> Result<()> {
            no_graphs()
        }

        fn capture_end(&self, _: Stream) -> Result<Graph> {
            no_graphs()
        }

        fn captured_node(&self, _: Stream) -> Result<GraphNode> {
            no_graphs()
        }

        fn graph_instantiate(&self, _: Graph) -> Result<GraphExec> {
            no_graphs()
        }

        unsafe fn graph_launch(&self, _: GraphExec, _: Stream) -> Result<()> {
            no_graphs()
        }

        unsafe fn graph_set_parameters(
            &self,
            _: GraphExec,
            _: GraphNode,
            _: Function,
            _: &Configuration,
            _: &mut [*mut c_void],
        ) -> Result<()> {
            no_graphs()
        }

        fn graph_upload(&self, _: GraphExec, _: Stream) -> Result<()> {
            no_graphs()
        }

        fn graph_dot(&self, _: Graph, _: &Path, _: u32) -> Result<()> {
            no_graphs()
        }

        unsafe fn graph_destroy(&self, _: Graph, _: Option<GraphExec>) -> Result<()> {
            no_graphs()
        }
    }
}
