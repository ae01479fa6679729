//! A launch of a user's kernel: the grid, the block and the arguments, converted from Python objects.

use cuprust::Stream;
use cuprust::cuda::{KernelArgument, KernelFunction};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use smallvec::SmallVec;

use crate::error::{Result, caught, type_error, value_error};
use crate::kernel::{KernelOperand, kernel_operand};
use crate::number::{exact, small_integer};
use crate::object::ours;

/// The extents of a grid or a block: a tuple or a list of one to three integers.
fn extents(object: &Bound<'_, PyAny>, what: &str) -> Result<[u32; 3]> {
    let wrong = || type_error(format!("{what} must be a tuple of one to three integers"));
    let extent = |object: &Bound<'_, PyAny>| {
        let value = match small_integer(object.as_borrowed()) {
            Some(value) => value,
            None => crate::convert::integer(object)?,
        };
        u32::try_from(value).map_err(|_| value_error(format!("{what} has the invalid extent {value}")))
    };
    let mut extents = [1; 3];
    if let Ok(tuple) = object.cast_exact::<PyTuple>()
        && (1..=3).contains(&tuple.len())
    {
        for (position, object) in tuple.iter_borrowed().enumerate() {
            extents[position] = extent(&object)?;
        }
        return Ok(extents);
    }
    if object.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    let count = object.len().map_err(|_| wrong())?;
    if !(1..=3).contains(&count) {
        return Err(value_error(format!("{what} must have one to three extents, and has {count}")));
    }
    for (position, object) in object.try_iter()?.enumerate().take(3) {
        extents[position] = extent(&object?)?;
    }
    Ok(extents)
}

/// The keyword arguments of a launch.
pub(crate) struct Settings<'a> {
    pub shared: u32,
    pub stream: Option<&'a Stream>,
    pub cooperative: bool,
}

/// Launches the kernel that suits the arguments, with these.
pub(crate) fn launch(
    function: impl FnOnce(&[KernelArgument<'_>]) -> cuprust::Result<KernelFunction>,
    grid: &Bound<'_, PyAny>,
    block: &Bound<'_, PyAny>,
    args: &Bound<'_, PyAny>,
    settings: &Settings<'_>,
) -> Result<()> {
    let (grid, block) = (extents(grid, "grid")?, extents(block, "block")?);
    if let Ok(args) = args.cast_exact::<PyTuple>()
        && let Some(arguments) = usual(args)
    {
        return launch_with(function, grid, block, &arguments, settings);
    }
    let mut all: SmallVec<[KernelOperand<'_>; 8]> = SmallVec::new();
    match args.cast_exact::<PyTuple>() {
        Ok(args) => {
            for (position, object) in args.iter_borrowed().enumerate() {
                all.push(kernel_operand(&object, position)?);
            }
        }
        Err(_) => {
            for (position, object) in args.try_iter()?.enumerate() {
                all.push(kernel_operand(&object?, position)?);
            }
        }
    }
    let arguments: SmallVec<[KernelArgument<'_>; 8]> = all.iter().map(KernelOperand::argument).collect();
    launch_with(function, grid, block, &arguments, settings)
}

/// The arguments of a tuple, if all are arrays of ours and Python's own numbers, which need no conversion.
fn usual<'a>(args: &'a Bound<'_, PyTuple>) -> Option<SmallVec<[KernelArgument<'a>; 8]>> {
    let argument = |object: Borrowed<'a, '_, PyAny>| match ours(object) {
        Some(array) => Some(KernelArgument::Array(array.array())),
        None => exact(object).map(KernelArgument::Number),
    };
    args.iter_borrowed().map(argument).collect()
}

fn launch_with(
    function: impl FnOnce(&[KernelArgument<'_>]) -> cuprust::Result<KernelFunction>,
    grid: [u32; 3],
    block: [u32; 3],
    arguments: &[KernelArgument<'_>],
    settings: &Settings<'_>,
) -> Result<()> {
    caught(|| {
        let function = function(arguments)?;
        let mut launch = function.over(grid, block).shared(settings.shared);
        if settings.cooperative {
            launch = launch.cooperative(true);
        }
        if let Some(stream) = settings.stream {
            launch = launch.stream(stream);
        }
        launch.run(arguments)
    })
}
