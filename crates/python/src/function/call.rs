//! A call: assigns arguments to parameters by position and by name, with Python's errors for arguments that are
//! superfluous, missing or given twice.

use std::mem::MaybeUninit;

use cuprust::table::{ArgumentValue, Arguments, Call, Parameter, Passing};
use pyo3::ffi;
use pyo3::prelude::*;

use super::argument_owners::ArgumentOwners;
use super::conversion::{common, convert, convert_rest};
use super::foreign_operands::FailedCall;
use super::second_names::{SecondName, second_name};
use super::{Callable, MAX_PARAMETERS, result};
use crate::error::{Failure, Result, guarded, type_error};
use crate::slots::{Object, borrowed, raise};

/// Calls a function of the table.
///
/// # Safety
/// The thread is attached; `arguments` points to `count` objects followed by one for each name in the tuple `names`,
/// which may be null; all of them and the owner live until this returns.
#[inline(never)]
pub(super) unsafe fn call(
    callable: &'static Callable,
    owner: Option<Object>,
    arguments: *const Object,
    count: usize,
    names: Object,
) -> Object {
    // SAFETY: the caller passes these as borrowed references.
    let passed = unsafe { std::slice::from_raw_parts(arguments, if arguments.is_null() { 0 } else { count }) };
    // SAFETY: as above.
    let operands = owner.into_iter().chain(passed.iter().copied()).map(|object| unsafe { borrowed(object) });
    let _called = crate::profiler::called(callable.function.name, operands);
    // SAFETY: as above.
    match guarded(|| unsafe { answer(callable, owner, passed, arguments, names) }) {
        Ok(object) => object,
        // SAFETY: as above.
        Err(failure) => match unsafe { answer_foreign(callable, owner, passed, arguments, names) } {
            Ok(Some(object)) => object,
            Ok(None) => raise(failure.into()),
            Err(error) => raise(error.into()),
        },
    }
}

/// The result of a failed call with arguments of other classes, if the function delegates to them or converts them.
///
/// # Safety
/// As [`call`].
#[cold]
unsafe fn answer_foreign(
    callable: &'static Callable,
    owner: Option<Object>,
    passed: &[Object],
    arguments: *const Object,
    names: Object,
) -> Result<Option<Object>> {
    if owner.is_some() {
        return Ok(None);
    }
    // SAFETY: as the caller says.
    let failed = unsafe { FailedCall::new(callable, passed, arguments, names) };
    let Some(failed) = failed else { return Ok(None) };
    guarded(|| {
        if let Some(result) = failed.delegated()? {
            return Ok(Some(result.into_ptr()));
        }
        let Some(converted) = failed.converted()? else { return Ok(None) };
        let objects: Vec<Object> = converted.iter().map(|object| object.as_ptr()).collect();
        // SAFETY: the objects are as many as those that the caller passes, and live until the call ends.
        unsafe { answer(callable, None, &objects[..passed.len()], objects.as_ptr(), names) }.map(Some)
    })
}

/// # Safety
/// As [`call`].
#[inline]
unsafe fn answer(
    callable: &'static Callable,
    owner: Option<Object>,
    passed: &[Object],
    arguments: *const Object,
    names: Object,
) -> Result<Object> {
    let function = callable.function;
    let parameters = function.parameters;
    let mut slots = [std::ptr::null_mut::<ffi::PyObject>(); MAX_PARAMETERS];
    let first = usize::from(owner.is_some());
    if let Some(owner) = owner {
        slots[0] = owner;
    }
    let by_position = callable.rest.unwrap_or(callable.by_position) - first;
    let direct = passed.len().min(by_position);
    slots[first..first + direct].copy_from_slice(&passed[..direct]);
    if direct < passed.len() && callable.rest.is_none() {
        return Err(too_many(callable, first, passed.len()));
    }
    let mut reached = first + direct;
    if !names.is_null() {
        // SAFETY: the caller passes a borrowed tuple of names and as many arguments after those by position.
        let last = unsafe { by_name(callable, &mut slots, arguments.add(passed.len()), names) }?;
        reached = reached.max(last);
    }
    // Parameters after the last required or given one are omitted, which means the same as not given.
    let mut converted = Converted::new();
    for (slot, parameter) in slots[..reached.max(callable.required)].iter().zip(parameters) {
        if !slot.is_null() {
            // SAFETY: the caller keeps the object alive until this returns.
            converted.take(parameter, unsafe { borrowed(*slot) })?;
        } else if parameter.passing == Passing::Rest {
            converted.rest(parameter, &passed[direct..])?;
        } else if parameter.default.is_some() {
            converted.skip();
        } else {
            return Err(missing(callable, first, &slots));
        }
    }
    let out = callable.out.map_or(std::ptr::null_mut(), |position| slots[position]);
    let arguments = Arguments(converted.all());
    match function.call {
        Call::Array(compute) => result::array(compute(&arguments)?, out),
        Call::View(compute) => result::view(compute(&arguments)?, slots[0]),
        Call::Other(compute) => result::give(compute(&arguments)?, out, slots[0], &passed[direct..]),
    }
}

/// The converted arguments of a call: an array of the maximum length, of which only the filled part is touched. They
/// are written in place: building a value elsewhere and copying it at once would stall on its parts.
struct Converted<'a> {
    given: [MaybeUninit<ArgumentValue<'a>>; MAX_PARAMETERS],
    count: usize,
    /// Whether any of them may own memory.
    owns: bool,
    /// Keeps the arrays of sequences alive.
    kept: ArgumentOwners,
}

impl<'a> Converted<'a> {
    #[inline]
    fn new() -> Converted<'a> {
        Converted {
            given: [const { MaybeUninit::uninit() }; MAX_PARAMETERS],
            count: 0,
            owns: false,
            kept: ArgumentOwners::default(),
        }
    }

    /// Appends a missing argument.
    #[inline]
    fn skip(&mut self) {
        self.given[self.count].write(ArgumentValue::Absent);
        self.count += 1;
    }

    /// Converts and appends this object.
    #[inline]
    fn take(&mut self, parameter: &Parameter, object: Borrowed<'a, 'a, PyAny>) -> Result<()> {
        if !common(parameter, object, &mut self.given[self.count]) {
            let value = convert(parameter, object, &mut self.kept)?;
            self.push(value);
            return Ok(());
        }
        self.count += 1;
        Ok(())
    }

    /// Converts and appends all these objects.
    #[inline]
    fn rest(&mut self, parameter: &Parameter, objects: &'a [Object]) -> Result<()> {
        match objects {
            [] if parameter.takes.optional => {
                self.given[self.count].write(ArgumentValue::None);
                self.count += 1;
            }
            _ => self.push(convert_rest(parameter, objects)?),
        }
        Ok(())
    }

    #[inline(never)]
    fn push(&mut self, value: ArgumentValue<'a>) {
        self.owns |= value.owns();
        self.given[self.count].write(value);
        self.count += 1;
    }

    #[inline]
    fn all(&self) -> &[ArgumentValue<'a>] {
        // SAFETY: this many were written, one after another from the front, and a `MaybeUninit` lies as what it holds.
        unsafe { std::slice::from_raw_parts(self.given.as_ptr().cast(), self.count) }
    }
}

impl Drop for Converted<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.owns {
            for value in &mut self.given[..self.count] {
                // SAFETY: this many were written, and they are not used any more.
                unsafe { value.assume_init_drop() };
            }
        }
    }
}

/// Assigns keyword arguments to their slots; returns the number of slots up to the last of them.
///
/// # Safety
/// `arguments` points to as many objects as the tuple `names` has names.
unsafe fn by_name(
    callable: &Callable,
    slots: &mut [Object; MAX_PARAMETERS],
    arguments: *const Object,
    names: Object,
) -> Result<usize> {
    let mut reached = 0;
    // SAFETY: `names` is a tuple, as the interpreter hands it over.
    let count = unsafe { ffi::PyTuple_Size(names) } as usize;
    for number in 0..count {
        // SAFETY: the number is below the tuple's length, and there are as many arguments.
        let (name, argument) =
            unsafe { (ffi::PyTuple_GetItem(names, number as ffi::Py_ssize_t), *arguments.add(number)) };
        // Names in a program's text are interned, and so are the parameters' names.
        let position = callable.names.iter().position(|known| known.0 == name);
        let parameters = callable.function.parameters;
        let by_name = |position: &usize| !matches!(parameters[*position].passing, Passing::Position | Passing::Rest);
        let position = match position.filter(by_name) {
            Some(position) => position,
            // SAFETY: the name is an object of the tuple, and the argument is borrowed from the caller.
            None => match named(callable, unsafe { borrowed(name) }, by_name)? {
                // As in CuPy, None by a second name is no argument.
                // SAFETY: as above.
                Some(SecondName::Second(position)) => match unsafe { borrowed(argument) }.is_none() {
                    true => continue,
                    false => position,
                },
                Some(SecondName::First(position)) => position,
                Some(SecondName::WithoutEffect) => continue,
                // SAFETY: as above.
                None => return Err(unexpected(callable, unsafe { borrowed(name) })),
            },
        };
        if !slots[position].is_null() {
            let (function, name) = (callable.function.name, parameters[position].name);
            return Err(type_error(format!("{function}() got multiple values for argument '{name}'")));
        }
        slots[position] = argument;
        reached = reached.max(position + 1);
    }
    Ok(reached)
}

/// The parameter of a name that is not interned, or is a second name.
#[cold]
fn named(
    callable: &Callable,
    name: Borrowed<'_, '_, PyAny>,
    by_name: impl Fn(&usize) -> bool,
) -> Result<Option<SecondName>> {
    let name: String = name.extract().map_err(Failure::Python)?;
    let position = callable.function.parameters.iter().position(|parameter| parameter.name == name);
    let first_name = position.filter(by_name).map(SecondName::First);
    Ok(first_name.or_else(|| second_name(callable.function, &name)))
}

#[cold]
fn unexpected(callable: &Callable, name: Borrowed<'_, '_, PyAny>) -> Failure {
    let function = callable.function.name;
    let name: String = name.extract().unwrap_or_default();
    let by_position = callable
        .function
        .parameters
        .iter()
        .any(|parameter| parameter.passing == Passing::Position && name == parameter.name);
    if by_position {
        return type_error(format!(
            "{function}() got some positional-only arguments passed as keyword arguments: '{name}'"
        ));
    }
    type_error(format!("{function}() got an unexpected keyword argument '{name}'"))
}

#[cold]
fn too_many(callable: &Callable, first: usize, count_passed: usize) -> Failure {
    let function = callable.function.name;
    let max_positional = callable.by_position - first;
    let required = callable.function.parameters[first..callable.by_position]
        .iter()
        .filter(|parameter| parameter.default.is_none())
        .count();
    let count = if required == max_positional {
        max_positional.to_string()
    } else {
        format!("from {required} to {max_positional}")
    };
    let (plural, were) = (if max_positional == 1 { "" } else { "s" }, if count_passed == 1 { "was" } else { "were" });
    type_error(format!("{function}() takes {count} positional argument{plural} but {count_passed} {were} given"))
}

#[cold]
fn missing(callable: &Callable, first: usize, slots: &[Object; MAX_PARAMETERS]) -> Failure {
    let parameters = callable.function.parameters.iter().enumerate().skip(first);
    let without = |passing: fn(Passing) -> bool| -> Vec<&str> {
        let mine = parameters.clone().filter(|(_, parameter)| passing(parameter.passing));
        let unset = mine.filter(|(position, parameter)| parameter.default.is_none() && slots[*position].is_null());
        unset.map(|(_, parameter)| parameter.name).collect()
    };
    let (kind, names) = match without(|passing| matches!(passing, Passing::Position | Passing::Either)) {
        names if names.is_empty() => ("keyword-only", without(|passing| passing == Passing::Name)),
        names => ("positional", names),
    };
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    let listed = match &quoted[..] {
        [only] => only.clone(),
        [first, second] => format!("{first} and {second}"),
        [all @ .., last] => format!("{}, and {last}", all.join(", ")),
        [] => String::new(),
    };
    let plural = if quoted.len() == 1 { "" } else { "s" };
    let function = callable.function.name;
    type_error(format!("{function}() missing {} required {kind} argument{plural}: {listed}", quoted.len()))
}
