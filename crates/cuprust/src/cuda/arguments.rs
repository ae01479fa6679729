//! The arguments of a kernel: arrays, numbers, structures; each is converted to the bytes of its parameter, or refused
//! with the parameter's name.

use std::ffi::c_void;

use cuprust_cuda::signature::{Parameter, ParameterForm};
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Kind, Scalar, Value};
use smallvec::SmallVec;

use super::parameters::{Declared, ParameterKind, Pointee};
use crate::Array;

/// An argument of a kernel.
#[derive(Debug, Clone)]
pub enum KernelArgument<'a> {
    /// A pointer to an array's first element.
    Array(&'a Array),
    /// As [`KernelArgument::Array`], where the elements may be reinterpreted.
    Pointer(&'a Array),
    /// As [`KernelArgument::Pointer`], for elements that the kernel only reads.
    Input(&'a Array),
    /// A structure that begins with the address of an array's first element and continues with these bytes, as many as
    /// the parameter has.
    Span(&'a Array, &'a [u8]),
    /// A number without a dtype of its own, which takes the parameter's dtype.
    Number(Value),
    /// A number of a dtype. It is converted where no value is lost.
    Scalar(Scalar),
    /// The bytes of a structure, or of any other type of parameter.
    Bytes(&'a [u8]),
    /// A structure of 64-bit integers.
    Words(&'a [i64]),
}

macro_rules! from {
    ($($type:ty => |$value:ident| $argument:expr;)*) => { $(
        impl<'a> From<$type> for KernelArgument<'a> {
            fn from($value: $type) -> KernelArgument<'a> { $argument }
        }
    )* };
}
from! {
    &'a Array => |array| KernelArgument::Array(array);
    bool => |value| KernelArgument::Scalar(Scalar::new(value));
    i32 => |value| KernelArgument::Scalar(Scalar::new(value));
    u32 => |value| KernelArgument::Scalar(Scalar::new(value));
    i64 => |value| KernelArgument::Scalar(Scalar::new(value));
    u64 => |value| KernelArgument::Scalar(Scalar::new(value));
    f32 => |value| KernelArgument::Scalar(Scalar::new(value));
    f64 => |value| KernelArgument::Scalar(Scalar::new(value));
    Scalar => |value| KernelArgument::Scalar(value);
    Value => |value| KernelArgument::Number(value);
}

/// The arguments of a launch as bytes, each aligned to eight bytes.
#[derive(Debug, Clone, Default)]
pub(super) struct Packed {
    words: SmallVec<[u64; 16]>,
    /// Where each argument begins, in words.
    starts: SmallVec<[u32; INLINE_ARGUMENTS]>,
}

/// A launch with up to this many arguments allocates nothing.
pub(super) const INLINE_ARGUMENTS: usize = 8;

impl Packed {
    /// Adds an argument of words.
    pub(super) fn words(&mut self, words: impl Iterator<Item = u64>) {
        self.starts.push(self.words.len() as u32);
        self.words.extend(words);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.words(bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_ne_bytes(word)
        }));
        // Even an argument of no bytes has an address.
        if bytes.is_empty() {
            self.words.push(0);
        }
    }

    /// The first word of an argument.
    pub(super) fn word(&mut self, index: usize) -> &mut u64 {
        &mut self.words[self.starts[index] as usize]
    }

    /// A pointer to each argument, valid until this is moved or changed.
    pub(super) fn pointers(&mut self) -> SmallVec<[*mut c_void; INLINE_ARGUMENTS]> {
        let first = self.words.as_mut_ptr();
        self.starts.iter().map(|start| first.wrapping_add(*start as usize).cast()).collect()
    }
}

/// A parameter that an argument is converted to: what the compiler and the text of the kernel say about it.
pub(super) struct KernelParameter<'a> {
    pub kernel: &'a str,
    /// Its index, from 0.
    pub index: usize,
    /// Its size, if that is known.
    pub parameter: Option<Parameter>,
    pub declared: Option<&'a Declared>,
}

impl KernelParameter<'_> {
    /// Packs an argument other than an array, in as many bytes as the parameter has.
    ///
    /// # Errors
    /// A type error for an argument of another kind or size; an overflow error for an integer that does not fit.
    pub(super) fn pack(&self, argument: &KernelArgument<'_>, packed: &mut Packed) -> Result<()> {
        let scalar = match argument {
            KernelArgument::Array(_) | KernelArgument::Pointer(_) | KernelArgument::Input(_) => {
                unreachable!("arrays are given by address")
            }
            KernelArgument::Span(_, rest) => {
                // A structure without members still has one byte, and its size is a multiple of the pointer's.
                let max_bytes = if rest.is_empty() { 16 } else { (8 + rest.len()).next_multiple_of(8) };
                let bytes = self.parameter.map_or(max_bytes, |parameter| parameter.bytes as usize);
                if bytes < 8 + rest.len() / 2 || bytes > max_bytes {
                    return Err(self.refused(&format!(
                        "has {bytes} bytes, and an array with {} of extents and strides is given",
                        rest.len()
                    )));
                }
                let mut all = vec![0; 8];
                all.extend_from_slice(rest);
                all.resize(bytes, 0);
                packed.bytes(&all);
                return Ok(());
            }
            KernelArgument::Bytes(bytes) => {
                self.check_size(bytes.len())?;
                packed.bytes(bytes);
                return Ok(());
            }
            KernelArgument::Words(words) => {
                self.check_size(size_of_val(*words))?;
                packed.words(words.iter().map(|word| *word as u64));
                return Ok(());
            }
            KernelArgument::Number(value) => self.number(*value)?,
            KernelArgument::Scalar(scalar) => self.scalar(*scalar)?,
        };
        packed.bytes(&scalar.bytes()[..scalar.dtype().size()]);
        Ok(())
    }

    fn check_size(&self, bytes: usize) -> Result<()> {
        match self.parameter {
            Some(parameter) if parameter.bytes as usize != bytes => {
                Err(self.refused(&format!("has {} bytes, but {bytes} were given", parameter.bytes)))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a pointer to the elements of an array matches.
    ///
    /// # Errors
    /// A type error where it does not.
    pub(super) fn check_array(&self, array: &Array, any_elements: bool) -> Result<()> {
        let dtype = array.dtype();
        let mismatch = |is: &str| self.refused(&format!("is {is}, and an array of dtype {dtype} is given"));
        match self.declared.map(|declared| declared.kind) {
            Some(ParameterKind::Number(_)) => return Err(mismatch("a number")),
            Some(ParameterKind::Pointer(Some(pointee))) if !any_elements && !pointee.takes(dtype) => {
                let Pointee::Elements(own) = pointee else { return Ok(()) };
                return Err(self.refused(&format!(
                    "points to {own}, and an array of dtype {dtype} is given: convert it with .astype('{own}'), or with \
                     .view('{own}') where its bytes are meant"
                )));
            }
            _ => {}
        }
        match self.parameter {
            Some(parameter) if parameter.bytes != 8 || parameter.form == ParameterForm::Float => {
                Err(mismatch(&format!("not a pointer ({} bytes)", parameter.bytes)))
            }
            _ => Ok(()),
        }
    }

    /// The dtype of the parameter, as far as it is known.
    fn dtype(&self) -> Option<DType> {
        if let Some(ParameterKind::Number(dtype)) = self.declared.map(|declared| declared.kind)
            && self.parameter.is_none_or(|parameter| parameter.bytes as usize == dtype.size())
        {
            return Some(dtype);
        }
        let Parameter { bytes, form } = self.parameter?;
        match (form, bytes) {
            (ParameterForm::Float, 4) => Some(DType::F32),
            (ParameterForm::Float, _) => Some(DType::F64),
            (ParameterForm::Integer, 1) => Some(DType::I8),
            (ParameterForm::Integer, 2) => Some(DType::I16),
            (ParameterForm::Integer, 4) => Some(DType::I32),
            (ParameterForm::Integer, _) => Some(DType::I64),
            (ParameterForm::Bytes, _) => None,
        }
    }

    fn is_pointer(&self) -> bool {
        matches!(self.declared.map(|declared| declared.kind), Some(ParameterKind::Pointer(_)))
    }

    fn number(&self, value: Value) -> Result<Scalar> {
        let Some(dtype) = self.dtype() else {
            // The default dtypes of NumPy for numbers without one.
            let usual = match value {
                Value::Bool(_) => DType::Bool,
                Value::Int(value) if value > i128::from(i64::MAX) => DType::U64,
                Value::Int(_) => DType::I64,
                Value::Float(_) => DType::F64,
                Value::Complex(_) => DType::C128,
            };
            let scalar = value.to(usual).ok_or_else(|| self.too_large(value))?;
            return self.as_it_is(scalar);
        };
        match (value, dtype.kind()) {
            (Value::Int(integer), Kind::Signed | Kind::Unsigned) => self.integer(integer, dtype),
            (Value::Float(_), Kind::Signed | Kind::Unsigned | Kind::Bool) => {
                Err(self.refused("is an integer, but a float was given"))
            }
            (Value::Complex(_), kind) if kind != Kind::Complex => {
                Err(self.refused("is a real number, but a complex one was given"))
            }
            _ if self.is_pointer() && !matches!(value, Value::Int(_)) => {
                Err(self.refused("is a pointer, but a number was given"))
            }
            _ => value.to(dtype).ok_or_else(|| self.too_large(value)),
        }
    }

    /// An integer in an integer dtype: also one of the other sign with the same bits.
    fn integer(&self, value: i128, dtype: DType) -> Result<Scalar> {
        let bits = 8 * dtype.size() as u32;
        if value < -(1 << (bits - 1)) || value >= 1 << bits {
            return Err(self.too_large(Value::Int(value)));
        }
        Ok(Scalar::new(value as i64).cast(dtype))
    }

    fn scalar(&self, scalar: Scalar) -> Result<Scalar> {
        let own = scalar.dtype();
        let Some(dtype) = self.dtype() else { return self.as_it_is(scalar) };
        if own == dtype {
            return Ok(scalar);
        }
        let loses =
            || self.refused(&format!("is a number of dtype {dtype}, which cannot hold the given one of dtype {own}"));
        match (scalar.value(), dtype.kind()) {
            _ if self.is_pointer() && own.size() != 8 => {
                Err(self.refused(&format!("is a pointer, but a number of dtype {own} was given")))
            }
            (Value::Bool(_), _) => Ok(scalar.cast(dtype)),
            (Value::Int(value), Kind::Signed | Kind::Unsigned) => self.integer(value, dtype),
            (_, Kind::Signed | Kind::Unsigned | Kind::Bool) => Err(loses()),
            (Value::Complex(_), kind) if kind != Kind::Complex => Err(loses()),
            _ => {
                let cast = scalar.cast(dtype);
                let again = cast.cast(own);
                let same = again == scalar || matches!(scalar.value(), Value::Float(value) if value.is_nan());
                if same { Ok(cast) } else { Err(loses()) }
            }
        }
    }

    /// A number for a parameter of unknown type: its bytes, if the sizes are equal.
    fn as_it_is(&self, scalar: Scalar) -> Result<Scalar> {
        match self.parameter {
            Some(parameter) if parameter.bytes as usize != scalar.dtype().size() => Err(self.refused(&format!(
                "has {} bytes, and a number of dtype {} has {}",
                parameter.bytes,
                scalar.dtype(),
                scalar.dtype().size()
            ))),
            _ => Ok(scalar),
        }
    }

    #[cold]
    fn too_large(&self, value: Value) -> Error {
        let number = match value {
            Value::Int(value) => value.to_string(),
            _ => "the number".to_owned(),
        };
        Error::overflow(format!("{} does not hold {number}", self.title()))
    }

    #[cold]
    pub(super) fn refused(&self, why: &str) -> Error {
        Error::type_(format!("{} {why}", self.title()))
    }

    fn title(&self) -> String {
        let declared = self.declared.map(|declared| format!(", `{}`,", declared.text)).unwrap_or_default();
        format!("{}: parameter {}{declared}", self.kernel, self.index + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuprust_ir::ErrorKind;
    use cuprust_num::c128;

    fn wanted(parameter: Option<(u32, ParameterForm)>, declared: Option<&Declared>) -> KernelParameter<'_> {
        let parameter = parameter.map(|(bytes, form)| Parameter { bytes, form });
        KernelParameter { kernel: "k", index: 0, parameter, declared }
    }

    /// The bytes of an argument, as many as its parameter has.
    fn packed(wanted: &KernelParameter, argument: &KernelArgument) -> std::result::Result<Vec<u8>, ErrorKind> {
        let mut packed = Packed::default();
        wanted.pack(argument, &mut packed).map_err(|error| error.kind())?;
        let bytes: Vec<u8> = packed.words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let size = wanted.parameter.map_or(bytes.len(), |parameter| parameter.bytes as usize);
        Ok(bytes[..size].to_vec())
    }

    fn of(kind: ParameterKind) -> Declared {
        Declared { text: "T x".into(), kind }
    }

    #[test]
    fn numbers_take_the_type_of_their_parameter() {
        let int = of(ParameterKind::Number(DType::I32));
        let int = wanted(Some((4, ParameterForm::Integer)), Some(&int));
        let bytes = |wanted: &KernelParameter, argument| packed(wanted, &argument);
        let number = KernelArgument::Number;
        assert_eq!(bytes(&int, number(Value::Int(-2))).unwrap(), (-2i32).to_le_bytes());
        assert_eq!(bytes(&int, number(Value::Int(0xffff_ffff))).unwrap(), [255; 4]);
        assert_eq!(bytes(&int, number(Value::Int(1 << 32))), Err(ErrorKind::Overflow));
        assert_eq!(bytes(&int, number(Value::Float(2.0))), Err(ErrorKind::Type));
        assert_eq!(bytes(&int, 7i64.into()).unwrap(), 7i32.to_le_bytes());
        assert_eq!(bytes(&int, 1.0f32.into()), Err(ErrorKind::Type));
        let float = wanted(Some((4, ParameterForm::Float)), None);
        assert_eq!(bytes(&float, number(Value::Float(0.1))).unwrap(), 0.1f32.to_le_bytes());
        assert_eq!(bytes(&float, number(Value::Int(3))).unwrap(), 3f32.to_le_bytes());
        assert_eq!(bytes(&float, number(Value::Complex(c128::new(1.0, 0.0)))), Err(ErrorKind::Type));
        assert_eq!(bytes(&float, 0.5f64.into()).unwrap(), 0.5f32.to_le_bytes());
        assert_eq!(bytes(&float, f64::NAN.into()).unwrap().len(), 4);
        assert_eq!(bytes(&float, 0.1f64.into()), Err(ErrorKind::Type));
    }

    #[test]
    fn what_is_not_known_keeps_its_bytes() {
        let unknown = wanted(None, None);
        assert_eq!(packed(&unknown, &KernelArgument::Number(Value::Int(5))).unwrap(), 5i64.to_le_bytes());
        assert_eq!(packed(&unknown, &KernelArgument::Bytes(&[1, 2, 3])).unwrap(), [1, 2, 3, 0, 0, 0, 0, 0]);
        let structure = wanted(Some((12, ParameterForm::Bytes)), None);
        assert_eq!(packed(&structure, &KernelArgument::Bytes(&[3; 12])).unwrap(), [3; 12]);
        assert!(packed(&structure, &KernelArgument::Bytes(&[0; 8])).is_err());
        assert!(packed(&structure, &KernelArgument::Words(&[1, 2])).is_err());
        assert!(packed(&structure, &KernelArgument::Number(Value::Int(5))).is_err());
        let both = wanted(Some((16, ParameterForm::Bytes)), None);
        assert_eq!(packed(&both, &KernelArgument::Words(&[1, -1])).unwrap()[8..], [255; 8]);
    }
}
