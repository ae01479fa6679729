//! Graphs of devices: work of streams that is captured once and launched as one.

use std::path::Path;
use std::ptr;

use cuprust_ir::Result;

#[cfg(feature = "ptx")]
use super::machine::Imitation;
use super::real::{Real, handle, terminated};
use super::recorded::{Recorded, called};
use super::{Graph, GraphExec, Stream};

/// The graph operations of a device. One without graphs refuses each.
pub trait Graphs {
    /// Begins the capture of a stream: work that is queued on it, and on streams that wait for its events, becomes part
    /// of a graph instead of being executed. Error: if the device has no graphs.
    fn capture_begin(&self, stream: Stream) -> Result<()>;

    /// Ends the capture that [`Graphs::capture_begin`] began. Error: if some of the work cannot be part of a graph.
    fn capture_end(&self, stream: Stream) -> Result<Graph>;

    /// Makes an executable graph.
    fn graph_instantiate(&self, graph: Graph) -> Result<GraphExec>;

    /// Queues a graph on a stream.
    ///
    /// # Safety
    /// The memory that the graph names is valid until the stream has passed, and what its kernels do with it is sound.
    unsafe fn graph_launch(&self, graph: GraphExec, stream: Stream) -> Result<()>;

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

    fn graph_instantiate(&self, graph: Graph) -> Result<GraphExec> {
        self.call(called!("cuGraphInstantiate"), |driver| driver.graph_instantiate(graph))
    }

    unsafe fn graph_launch(&self, graph: GraphExec, stream: Stream) -> Result<()> {
        // SAFETY: the caller vouches for the memory and the kernels of the graph.
        self.call(called!("cuGraphLaunch"), |driver| unsafe { driver.graph_launch(graph, stream) })
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

/// A driver without graphs: the runtime repeats what was captured.
#[cfg(any(feature = "ptx", test))]
macro_rules! without_graphs {
    ($driver:ty) => {
        impl Graphs for $driver {
            fn capture_begin(&self, _: Stream) -> Result<()> {
                no_graphs()
            }

            fn capture_end(&self, _: Stream) -> Result<Graph> {
                no_graphs()
            }

            fn graph_instantiate(&self, _: Graph) -> Result<GraphExec> {
                no_graphs()
            }

            unsafe fn graph_launch(&self, _: GraphExec, _: Stream) -> Result<()> {
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
    };
}
#[cfg(feature = "ptx")]
without_graphs!(Imitation);
#[cfg(test)]
without_graphs!(super::fake::Fake);

#[cfg(any(feature = "ptx", test))]
fn no_graphs<T>() -> Result<T> {
    Err(cuprust_ir::Error::not_implemented(
        "the device has no graphs: its work is done when the call that queues it returns",
    ))
}
