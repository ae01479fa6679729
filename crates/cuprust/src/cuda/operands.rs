//! The parameters of elementwise and reduction kernels: their syntax, and their dtypes in a call.

use cuprust_ir::{Dims, Error, Result};
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
    /// The type as written: a dtype's name, or one letter, which stands for a dtype that each call determines.
    pub ctype: String,
    /// The dtype, if the type names one.
    pub dtype: Option<DType>,
    /// Whether the kernel accesses the whole array instead of one element at a time.
    pub raw: bool,
    /// Whether the kernel may write it although it is an input.
    pub written: bool,
}

/// Reads a list of parameters, as `T x, raw int32 y`.
///
/// # Errors
/// A value error for text that is not a parameter; a type error for an unknown dtype.
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
        found.map(|position| words.remove(position)).is_some()
    };
    let (raw, non_const) = (take("raw"), take("_non_const"));
    let [ctype, name] = words[..] else {
        return Err(Error::value(format!(
            "a parameter is written as `T x` or `raw float32 x`, not as `{}`",
            text.trim()
        )));
    };
    let is_name = is_word(name) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_name || name == "i" || name.starts_with('_') {
        return Err(Error::value(format!(
            "a parameter cannot be named `{name}`: i and names that begin with _ are the kernel's own"
        )));
    }
    let dtype = match ctype.len() {
        1 if is_word(ctype) => None,
        _ => Some(named(ctype).ok_or_else(|| {
            Error::type_(format!("unknown dtype `{ctype}`: a parameter's type is a dtype, or a letter for any"))
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

/// The dtypes of a call: the one for each letter.
#[derive(Debug, Default)]
pub(super) struct Types(Vec<(char, DType)>);

/// The letter that is a parameter's type; for a type that names a dtype, its first letter.
fn letter(parameter: &OperandParameter) -> char {
    parameter.ctype.chars().next().unwrap_or_default()
}

impl Types {
    /// The dtypes of the letters: those of the given arrays, or of numbers where no array determines them.
    ///
    /// # Errors
    /// A type error where two arrays of one letter have different dtypes, or an array has another one than its
    /// parameter names.
    pub(super) fn of(
        inputs: &[OperandParameter],
        arguments: &[Argument<'_>],
        outputs: &[OperandParameter],
        out: &[&Array],
    ) -> Result<Types> {
        let mut types = Types(Vec::with_capacity(4));
        for (parameter, array) in outputs.iter().zip(out) {
            types.bind(parameter, array.dtype())?;
        }
        for (parameter, argument) in inputs.iter().zip(arguments) {
            if let Argument::Array(array) = argument {
                types.bind(parameter, array.dtype())?;
            }
        }
        // Numbers with a dtype bind letters that no array binds, and the others bind the rest.
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
                let own = letter(parameter);
                match types.0.iter().position(|(letter, _)| *letter == own) {
                    Some(position) if position < known => {}
                    Some(position) => types.0[position].1 = promote(types.0[position].1, dtype),
                    None => types.0.push((own, dtype)),
                }
            }
        }
        Ok(types)
    }

    /// The dtype of a text, if that is a bound letter.
    pub(super) fn of_letter(&self, text: &str) -> Option<DType> {
        let mut all = text.chars();
        let letter = all.next().filter(|_| all.next().is_none())?;
        self.find(letter)
    }

    fn find(&self, letter: char) -> Option<DType> {
        self.0.iter().find(|(own, _)| *own == letter).map(|(_, dtype)| *dtype)
    }

    fn bind(&mut self, parameter: &OperandParameter, dtype: DType) -> Result<()> {
        let known = parameter.dtype.or_else(|| self.find(letter(parameter)));
        match known {
            Some(known) if known != dtype => Err(Error::type_(format!(
                "Type is mismatched: {} is of type {} ({known}), and an array of dtype {dtype} is given",
                parameter.name, parameter.ctype
            ))),
            Some(_) => Ok(()),
            None => {
                self.0.push((letter(parameter), dtype));
                Ok(())
            }
        }
    }

    /// The dtype of a parameter.
    ///
    /// # Errors
    /// A type error where nothing determines its letter.
    pub(super) fn dtype(&self, parameter: &OperandParameter) -> Result<DType> {
        parameter.dtype.or_else(|| self.find(letter(parameter))).ok_or_else(|| {
            Error::type_(format!("no argument determines the type {} of {}", parameter.ctype, parameter.name))
        })
    }

    /// The C++ type of a letter or a dtype's name; a type of C++ is unchanged.
    pub(super) fn named_type(&self, text: &str) -> String {
        match self.of_letter(text).or_else(|| named(text)) {
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

    /// Adds the dtypes of the letters to the key of a kernel, sorted by letter.
    pub(super) fn describe(&self, key: &mut Vec<u32>) {
        let begin = key.len();
        key.extend(self.0.iter().map(|(letter, dtype)| u32::from(*letter) << 8 | *dtype as u32));
        key[begin..].sort_unstable();
    }
}

/// A number in the dtype of its parameter.
///
/// # Errors
/// An overflow error for an integer that the dtype cannot hold; a type error for a number of a kind that it cannot
/// hold.
pub(super) fn number(parameter: &OperandParameter, argument: &Argument<'_>, dtype: DType) -> Result<Scalar> {
    let own = match argument {
        Argument::Array(_) => unreachable!("arrays are given as they are"),
        Argument::Scalar(scalar) => scalar.dtype(),
        Argument::Value(value) => value.weak().alone(),
    };
    let name = &parameter.name;
    let is_integer = |value: &Argument<'_>| matches!(value, Argument::Value(Value::Int(_) | Value::Bool(_)));
    if !can_cast(own, dtype, Casting::SameKind) && !is_integer(argument) {
        return Err(Error::type_(format!("{name} has dtype {dtype}, but a number of dtype {own} was given")));
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

/// The properties of an operand that determine a kernel's text.
pub(super) enum Form {
    Array { dtype: DType, rank: usize, contiguous: bool },
    Number(DType),
}

impl Form {
    /// Adds it to the key of a kernel.
    pub(super) fn describe(&self, key: &mut Vec<u32>) {
        key.push(match *self {
            Form::Number(dtype) => dtype as u32,
            Form::Array { dtype, rank, contiguous } => {
                dtype as u32 | 1 << 8 | u32::from(contiguous) << 9 | (rank as u32) << 10
            }
        });
    }

    /// The text of an operand of this form.
    pub(super) fn text(&self, parameter: &OperandParameter) -> OperandText {
        match *self {
            Form::Number(dtype) => OperandText::number(parameter, dtype),
            Form::Array { dtype, rank, contiguous } => OperandText::array(parameter, dtype, rank, contiguous),
        }
    }
}

/// The text of one operand in a kernel's parameter list and body.
pub(super) struct OperandText {
    /// `T* x_data, Layout_<2> x_layout` or `T x`.
    pub declaration: String,
    /// The declaration of the array made from it.
    pub opening: String,
}

impl OperandText {
    /// An array with this many axes. Only a raw one has the parameter's name in the kernel's body.
    fn array(parameter: &OperandParameter, dtype: DType, rank: usize, contiguous: bool) -> OperandText {
        let name = &parameter.name;
        let element = element(parameter, dtype);
        let array_name = if parameter.raw { name.clone() } else { format!("_raw_{name}") };
        OperandText {
            declaration: format!("{element}* _data_{name}, const Layout_<{rank}> _layout_{name}"),
            opening: format!(
                "    const CArray<{element}, {rank}, {contiguous}> {array_name}(_data_{name}, _layout_{name});\n"
            ),
        }
    }

    /// A number.
    fn number(parameter: &OperandParameter, dtype: DType) -> OperandText {
        OperandText { declaration: format!("const {} {}", cpp(dtype), parameter.name), opening: String::new() }
    }
}

/// The type of an array's elements in a kernel's text.
pub(super) fn element(parameter: &OperandParameter, dtype: DType) -> String {
    if parameter.written { cpp(dtype).to_owned() } else { format!("const {}", cpp(dtype)) }
}

/// An argument that owns its bytes.
pub(super) enum OwnedArgument<'a> {
    /// An array, and whether it is written.
    Array(&'a Array, bool),
    Scalar(Scalar),
    /// A structure of 64-bit integers.
    Words(Dims),
}

impl<'a> OwnedArgument<'a> {
    /// A number. A type with a constructor cannot be a kernel's parameter, so its bytes are passed.
    pub(super) fn number(scalar: Scalar) -> OwnedArgument<'a> {
        if !scalar.dtype().is_complex() {
            return OwnedArgument::Scalar(scalar);
        }
        let bytes = &scalar.bytes()[..scalar.dtype().size()];
        let mut word = [0; 8];
        OwnedArgument::Words(Dims::from_iter(bytes.chunks_exact(8).map(|chunk| {
            word.copy_from_slice(chunk);
            i64::from_le_bytes(word)
        })))
    }

    /// Shape and strides in bytes, in the format of the kernel's `Layout_`.
    pub(super) fn layout(shape: &[i64], strides: &[i64], size: i64) -> OwnedArgument<'a> {
        OwnedArgument::Words(match shape.len() {
            0 => Dims::new(&[0, 0]),
            1 => Dims::new(&[shape[0], strides[0] * size]),
            2 => Dims::new(&[shape[0], shape[1], strides[0] * size, strides[1] * size]),
            _ => shape.iter().copied().chain(strides.iter().map(|stride| stride * size)).collect(),
        })
    }

    pub(super) fn argument(&self) -> KernelArgument<'_> {
        match self {
            OwnedArgument::Array(array, true) => KernelArgument::Pointer(array),
            OwnedArgument::Array(array, false) => KernelArgument::Input(array),
            OwnedArgument::Scalar(scalar) => KernelArgument::Scalar(*scalar),
            OwnedArgument::Words(words) => KernelArgument::Words(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuprust_ir::ErrorKind;

    #[test]
    fn parameters_are_read() {
        let all = parse("T x, raw  float32 y,int z", false).unwrap();
        let parsed: Vec<(&str, Option<DType>, bool)> = all.iter().map(|one| (&*one.name, one.dtype, one.raw)).collect();
        assert_eq!(parsed, [("x", None, false), ("y", Some(DType::F32), true), ("z", Some(DType::I64), false)]);
        assert_eq!(parse("  ", false).unwrap(), []);
        for wrong in ["T", "T i", "T _x", "T x y", "T 2x", "T x,", "raw x"] {
            assert_eq!(parse(wrong, false).unwrap_err().kind(), ErrorKind::Value, "{wrong}");
        }
        assert_eq!(parse("float31 x", false).unwrap_err().kind(), ErrorKind::Type);
    }
}
