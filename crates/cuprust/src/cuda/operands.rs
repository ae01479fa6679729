//! The parameters of elementwise and reduction kernels: how they are written, and which dtypes they have in a call.

use cuprust_ir::{Error, Layout, Result};
use cuprust_num::{Casting, DType, Scalar, Value, can_cast, promote};

use super::KernelArgument;
use super::tokens::is_word;
use crate::Array;
use crate::ufunc::Argument;

/// A parameter, as `raw T x`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperandParameter {
    /// Its name in the kernel.
    pub name: String,
    /// The type as it is written: a dtype's name or one letter, which stands for the dtype that a call gives.
    pub ctype: String,
    /// The dtype where the type names one.
    pub dtype: Option<DType>,
    /// Whether the kernel sees the whole array, and not one element of it at a time.
    pub raw: bool,
    /// Whether the kernel may write it although it is an input.
    pub written: bool,
}

/// Reads a list of parameters, as `T x, raw int32 y`.
///
/// # Errors
/// A value error for what is no parameter; a type error for an unknown dtype.
pub(super) fn parse(text: &str, outputs: bool) -> Result<Vec<OperandParameter>> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    text.split(',').map(|part| parameter(part, outputs)).collect()
}

fn parameter(text: &str, written: bool) -> Result<OperandParameter> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let mut take = |word: &str| {
        let found = words.iter().position(|own| *own == word);
        found.map(|place| words.remove(place)).is_some()
    };
    let (raw, non_const) = (take("raw"), take("_non_const"));
    let [ctype, name] = words[..] else {
        return Err(Error::value(format!(
            "a parameter is written as `T x` or `raw float32 x`, not as `{}`",
            text.trim()
        )));
    };
    let is_name = is_word(name) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_name || name == "i" || name == "n" || name.starts_with('_') {
        return Err(Error::value(format!(
            "a parameter cannot be named `{name}`: i, n and what begins with _ are the kernel's own"
        )));
    }
    let dtype = match ctype.len() {
        1 if is_word(ctype) => None,
        _ => Some(named(ctype).ok_or_else(|| {
            Error::type_(format!("there is no dtype `{ctype}`: a parameter's type is a dtype, or a letter for any"))
        })?),
    };
    Ok(OperandParameter { name: name.into(), ctype: ctype.into(), dtype, raw, written: written || non_const })
}

/// A dtype by the names that NumPy and C have for it.
fn named(name: &str) -> Option<DType> {
    let short = match name {
        "int" | "int_" | "long" | "longlong" | "intp" => "int64",
        "uint" | "ulong" | "ulonglong" | "uintp" => "uint64",
        "float" | "double" | "float_" => "float64",
        "complex" => "complex128",
        "half" => "float16",
        "single" => "float32",
        "byte" => "int8",
        "ubyte" => "uint8",
        "short" => "int16",
        "ushort" => "uint16",
        "intc" => "int32",
        "uintc" => "uint32",
        "bool_" => "bool",
        other => other,
    };
    DType::from_name(short)
}

/// The name of a dtype in a kernel's text.
pub(super) fn cpp(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::I8 => "signed char",
        DType::I16 => "short",
        DType::I32 => "int",
        DType::I64 => "long long",
        DType::U8 => "unsigned char",
        DType::U16 => "unsigned short",
        DType::U32 => "unsigned int",
        DType::U64 => "unsigned long long",
        DType::F16 => "float16",
        DType::BF16 => "bfloat16",
        DType::F32 => "float",
        DType::F64 => "double",
        DType::C64 => "complex<float>",
        DType::C128 => "complex<double>",
    }
}

/// The dtypes of a call: what each letter stands for.
#[derive(Debug, Default)]
pub(super) struct Types(Vec<(String, DType)>);

impl Types {
    /// What the letters stand for, by the arrays that are given; by numbers where no array says it.
    ///
    /// # Errors
    /// A type error where two arrays of one letter have different dtypes, or an array another one than its parameter names.
    pub(super) fn of(
        inputs: &[OperandParameter],
        arguments: &[Argument<'_>],
        outputs: &[OperandParameter],
        out: &[&Array],
    ) -> Result<Types> {
        let mut types = Types::default();
        for (parameter, array) in outputs.iter().zip(out) {
            types.bind(parameter, array.dtype())?;
        }
        for (parameter, argument) in inputs.iter().zip(arguments) {
            if let Argument::Array(array) = argument {
                types.bind(parameter, array.dtype())?;
            }
        }
        // Numbers with a dtype say what no array says, and the others what those do not.
        let by_arrays = types.0.len();
        for strong in [true, false] {
            let known = if strong { by_arrays } else { types.0.len() };
            for (parameter, argument) in inputs.iter().zip(arguments).filter(|(parameter, _)| parameter.dtype.is_none())
            {
                let dtype = match argument {
                    Argument::Scalar(scalar) if strong => scalar.dtype(),
                    Argument::Value(value) if !strong => value.weak().alone(),
                    _ => continue,
                };
                match types.0.iter().position(|(letter, _)| *letter == parameter.ctype) {
                    Some(place) if place < known => {}
                    Some(place) => types.0[place].1 = promote(types.0[place].1, dtype),
                    None => types.0.push((parameter.ctype.clone(), dtype)),
                }
            }
        }
        Ok(types)
    }

    /// What a letter stands for.
    pub(super) fn of_letter(&self, letter: &str) -> Option<DType> {
        self.find(letter)
    }

    fn find(&self, letter: &str) -> Option<DType> {
        self.0.iter().find(|(own, _)| own == letter).map(|(_, dtype)| *dtype)
    }

    fn bind(&mut self, parameter: &OperandParameter, dtype: DType) -> Result<()> {
        let known = parameter.dtype.or_else(|| self.find(&parameter.ctype));
        match known {
            Some(known) if known != dtype => Err(Error::type_(format!(
                "Type is mismatched: {} is of type {} ({known}), and an array of dtype {dtype} is given",
                parameter.name, parameter.ctype
            ))),
            Some(_) => Ok(()),
            None => {
                self.0.push((parameter.ctype.clone(), dtype));
                Ok(())
            }
        }
    }

    /// The dtype of a parameter.
    ///
    /// # Errors
    /// A type error where nothing says what its letter stands for.
    pub(super) fn dtype(&self, parameter: &OperandParameter) -> Result<DType> {
        parameter.dtype.or_else(|| self.find(&parameter.ctype)).ok_or_else(|| {
            Error::type_(format!("nothing says what the type {} of {} stands for", parameter.ctype, parameter.name))
        })
    }

    /// The type of a text that may be one of the letters or a dtype's name; a type of C++ stays as it is.
    pub(super) fn named_type(&self, text: &str) -> String {
        match self.find(text).or_else(|| named(text)) {
            Some(dtype) => cpp(dtype).to_owned(),
            None => text.to_owned(),
        }
    }

    /// The typedefs of the letters.
    pub(super) fn typedefs(&self) -> String {
        let mut all: Vec<String> =
            self.0.iter().map(|(letter, dtype)| format!("typedef {} {letter};\n", cpp(*dtype))).collect();
        all.sort();
        all.concat()
    }
}

/// A number in the dtype of its parameter.
///
/// # Errors
/// An overflow error for an integer that the dtype does not hold; a type error for a number of a kind beyond it.
pub(super) fn number(parameter: &OperandParameter, argument: &Argument<'_>, dtype: DType) -> Result<Scalar> {
    let own = match argument {
        Argument::Array(_) => unreachable!("arrays are given as they are"),
        Argument::Scalar(scalar) => scalar.dtype(),
        Argument::Value(value) => value.weak().alone(),
    };
    let name = &parameter.name;
    let is_integer = |value: &Argument<'_>| matches!(value, Argument::Value(Value::Int(_) | Value::Bool(_)));
    if !can_cast(own, dtype, Casting::SameKind) && !is_integer(argument) {
        return Err(Error::type_(format!("{name} is of dtype {dtype}, and a number of dtype {own} is given")));
    }
    match argument {
        Argument::Value(value) => {
            let too_large = || Error::overflow(format!("{name} is of dtype {dtype}, which does not hold the number"));
            value.to(dtype).ok_or_else(too_large)
        }
        Argument::Scalar(scalar) => Ok(scalar.cast(dtype)),
        Argument::Array(_) => unreachable!("arrays are given as they are"),
    }
}

/// One operand of a kernel in a call: its text in the kernel's head and body, and its arguments.
pub(super) struct Operand<'a> {
    /// `T* x_data, Layout_<2> x_layout` or `T x`.
    pub declaration: String,
    /// What makes the array of it.
    pub opening: String,
    /// The arguments.
    pub arguments: Vec<OwnedArgument<'a>>,
}

/// An argument that owns its bytes.
pub(super) enum OwnedArgument<'a> {
    /// An array, and whether it is written.
    Array(&'a Array, bool),
    Scalar(Scalar),
    Bytes(Vec<u8>),
}

impl OwnedArgument<'_> {
    pub(super) fn argument(&self) -> KernelArgument<'_> {
        match self {
            OwnedArgument::Array(array, true) => KernelArgument::Pointer(array),
            OwnedArgument::Array(array, false) => KernelArgument::Input(array),
            OwnedArgument::Scalar(scalar) => KernelArgument::Scalar(*scalar),
            OwnedArgument::Bytes(bytes) => KernelArgument::Bytes(bytes),
        }
    }
}

impl<'a> Operand<'a> {
    /// An array, seen by the kernel with this layout.
    pub(super) fn array(parameter: &OperandParameter, array: &'a Array, layout: &Layout) -> Operand<'a> {
        let OperandParameter { name, written, .. } = parameter;
        let (dtype, rank) = (array.dtype(), layout.rank());
        let element = if *written { cpp(dtype).to_owned() } else { format!("const {}", cpp(dtype)) };
        let array_name = if parameter.raw { name.clone() } else { format!("_raw_{name}") };
        let contiguous = layout.is_contiguous();
        let bytes = layout_bytes(layout, dtype.size() as i64);
        Operand {
            declaration: format!("{element}* _data_{name}, const Layout_<{rank}> _layout_{name}"),
            opening: format!(
                "    const CArray<{element}, {rank}, {contiguous}> {array_name}(_data_{name}, _layout_{name});\n"
            ),
            arguments: vec![OwnedArgument::Array(array, *written), OwnedArgument::Bytes(bytes)],
        }
    }

    /// A number.
    pub(super) fn number(parameter: &OperandParameter, scalar: Scalar) -> Operand<'a> {
        // What has a constructor of its own is no parameter that a host can give without knowing how: its bytes are.
        let bytes = OwnedArgument::Bytes(scalar.bytes()[..scalar.dtype().size()].to_vec());
        Operand {
            declaration: format!("const {} {}", cpp(scalar.dtype()), parameter.name),
            opening: String::new(),
            arguments: vec![if scalar.dtype().is_complex() { bytes } else { OwnedArgument::Scalar(scalar) }],
        }
    }
}

/// Shape and steps in bytes, as the kernel's `Layout_` has them.
pub(super) fn layout_bytes(layout: &Layout, size: i64) -> Vec<u8> {
    if layout.rank() == 0 {
        return vec![0; 16];
    }
    let steps = layout.strides.iter().map(|stride| stride * size);
    layout.shape.iter().copied().chain(steps).flat_map(i64::to_le_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuprust_ir::ErrorKind;

    #[test]
    fn parameters_are_read() {
        let all = parse("T x, raw  float32 y,int z", false).unwrap();
        let told: Vec<(&str, Option<DType>, bool)> = all.iter().map(|one| (&*one.name, one.dtype, one.raw)).collect();
        assert_eq!(told, [("x", None, false), ("y", Some(DType::F32), true), ("z", Some(DType::I64), false)]);
        assert_eq!(parse("  ", false).unwrap(), []);
        for wrong in ["T", "T i", "T n", "T _x", "T x y", "T 2x", "T x,", "raw x"] {
            assert_eq!(parse(wrong, false).unwrap_err().kind(), ErrorKind::Value, "{wrong}");
        }
        assert_eq!(parse("float31 x", false).unwrap_err().kind(), ErrorKind::Type);
    }
}
