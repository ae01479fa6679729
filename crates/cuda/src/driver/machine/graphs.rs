//! Graphs of the machine: launches of kernels that are captured, and run one after another at each launch of the graph.

use std::collections::HashMap;
use std::ffi::c_void;
use std::path::Path;

use cuprust_ir::{Error, Result};

use super::{Imitation, arguments};
use crate::driver::{Configuration, Function, Graph, GraphExec, GraphNode, Graphs, Stream};

/// A captured launch, with the bytes of its arguments.
#[derive(Clone)]
struct Launch {
    function: Function,
    configuration: Configuration,
    arguments: Vec<Box<[u8]>>,
}

impl Launch {
    fn new(function: Function, configuration: &Configuration, arguments: &[&[u8]]) -> Launch {
        let arguments = arguments.iter().map(|&argument| argument.into()).collect();
        Launch { function, configuration: *configuration, arguments }
    }
}

/// The streams that are being captured, graphs and executable graphs, by their handles. A node is its position from 1.
#[derive(Default)]
pub(super) struct Captures {
    streams: HashMap<u64, Vec<Launch>>,
    graphs: HashMap<u64, Vec<Launch>>,
}

impl Captures {
    /// Whether a stream is being captured.
    pub(super) fn contains(&self, stream: Stream) -> bool {
        self.streams.contains_key(&stream.0)
    }

    /// Adds a launch, if its stream is being captured. Returns whether it is.
    pub(super) fn add(
        &mut self,
        stream: Stream,
        function: Function,
        configuration: &Configuration,
        arguments: &[&[u8]],
    ) -> bool {
        let Some(launches) = self.streams.get_mut(&stream.0) else { return false };
        launches.push(Launch::new(function, configuration, arguments));
        true
    }

    fn graph(&mut self, handle: u64) -> Result<&mut Vec<Launch>> {
        self.graphs.get_mut(&handle).ok_or_else(|| Error::cuda("this graph was destroyed or never made"))
    }
}

impl Graphs for Imitation {
    fn capture_begin(&self, stream: Stream) -> Result<()> {
        self.stream(stream)?;
        if stream == Stream::DEFAULT {
            return Err(Error::cuda("the null stream cannot be captured"));
        }
        self.lock().captures.streams.insert(stream.0, Vec::new());
        Ok(())
    }

    fn capture_end(&self, stream: Stream) -> Result<Graph> {
        let mut state = self.lock();
        let captured = state.captures.streams.remove(&stream.0);
        let captured = captured.ok_or_else(|| Error::cuda("the stream is not being captured"))?;
        let handle = state.handle();
        state.captures.graphs.insert(handle, captured);
        Ok(Graph(handle))
    }

    fn captured_node(&self, stream: Stream) -> Result<GraphNode> {
        match self.lock().captures.streams.get(&stream.0).map(Vec::len) {
            None | Some(0) => Err(Error::cuda("nothing was captured from the stream")),
            Some(position) => Ok(GraphNode(position as u64)),
        }
    }

    fn graph_instantiate(&self, graph: Graph) -> Result<GraphExec> {
        let mut state = self.lock();
        let launches = state.captures.graph(graph.0)?.clone();
        let handle = state.handle();
        state.captures.graphs.insert(handle, launches);
        Ok(GraphExec(handle))
    }

    unsafe fn graph_launch(&self, graph: GraphExec, stream: Stream) -> Result<()> {
        self.stream(stream)?;
        let launches = self.lock().captures.graph(graph.0)?.clone();
        launches.iter().try_for_each(|launch| {
            let (module, kernel) = self.kernel(launch.function)?;
            let arguments: Vec<&[u8]> = launch.arguments.iter().map(|argument| &**argument).collect();
            self.run(module, &kernel, &launch.configuration, &arguments, &|| false)
        })
    }

    unsafe fn graph_set_parameters(
        &self,
        graph: GraphExec,
        node: GraphNode,
        function: Function,
        configuration: &Configuration,
        parameters: &mut [*mut c_void],
    ) -> Result<()> {
        let (_, kernel) = self.kernel(function)?;
        // SAFETY: the caller vouches for the parameters.
        let arguments = unsafe { arguments(&kernel, parameters) }?;
        let mut state = self.lock();
        let launches = state.captures.graph(graph.0)?;
        let launch = (node.0 as usize).checked_sub(1).and_then(|position| launches.get_mut(position));
        *launch.ok_or_else(|| Error::cuda("the graph has no such node"))? =
            Launch::new(function, configuration, &arguments);
        Ok(())
    }

    fn graph_upload(&self, graph: GraphExec, stream: Stream) -> Result<()> {
        self.stream(stream)?;
        self.lock().captures.graph(graph.0).map(drop)
    }

    fn graph_dot(&self, graph: Graph, file: &Path, _: u32) -> Result<()> {
        let mut text = String::from("digraph {\n");
        let launches = self.lock().captures.graph(graph.0)?.clone();
        for (position, launch) in launches.iter().enumerate() {
            let name = self.kernel(launch.function)?.1.name;
            text += &format!("    {position} [label=\"{name}\"];\n");
            if position > 0 {
                text += &format!("    {} -> {position};\n", position - 1);
            }
        }
        let written = std::fs::write(file, text + "}\n");
        written.map_err(|error| Error::io(format!("{}: {error}", file.display())))
    }

    unsafe fn graph_destroy(&self, graph: Graph, exec: Option<GraphExec>) -> Result<()> {
        let mut state = self.lock();
        for handle in exec.map(|exec| exec.0).into_iter().chain([graph.0]) {
            state.captures.graph(handle)?;
            state.captures.graphs.remove(&handle);
        }
        Ok(())
    }
}
