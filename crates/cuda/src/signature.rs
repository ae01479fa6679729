//! The parameters of a module's kernels, read from PTX, which declares the size of each.

use std::fmt::Write;

/// A kernel of a module and its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The (mangled) name.
    pub name: String,
    /// The parameters, in order.
    pub parameters: Vec<Parameter>,
}

/// A parameter of a kernel as PTX has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Its bytes.
    pub bytes: u32,
    /// Its kind of number, if it is a number.
    pub form: ParameterForm,
}

/// The form of a parameter in PTX.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterForm {
    /// An integer or a pointer.
    Integer,
    /// A float of 32 or 64 bits.
    Float,
    /// Bytes: a structure, a half, a complex number.
    Bytes,
}

impl Signature {
    /// The kernels that a PTX text defines, in order.
    pub fn of_ptx(text: &str) -> Vec<Signature> {
        let mut found = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find(".entry") {
            rest = &rest[start + ".entry".len()..];
            let end = rest.find(['(', '{', ';']).unwrap_or(rest.len());
            let name = rest[..end].trim();
            let mut parameters = Vec::new();
            if rest[end..].starts_with('(') {
                let close = rest[end..].find(')').map_or(rest.len(), |close| end + close);
                let list = &rest[end + 1..close];
                parameters.extend(list.split(',').filter_map(parameter));
                rest = &rest[close..];
            }
            // A name in a comment or a string is not followed by a parameter list.
            if !name.is_empty() && !name.contains(char::is_whitespace) {
                found.push(Signature { name: name.to_owned(), parameters });
            }
        }
        found
    }

    /// The signature as a line of text, for [`Signature::of_line`].
    pub(crate) fn line(&self) -> String {
        let mut line = self.name.clone();
        for parameter in &self.parameters {
            let form = match parameter.form {
                ParameterForm::Integer => 'i',
                ParameterForm::Float => 'f',
                ParameterForm::Bytes => 'b',
            };
            // Writing to a String cannot fail.
            let _ = write!(line, " {form}{}", parameter.bytes);
        }
        line
    }

    /// Parses a line that [`Signature::line`] returned; `None` for any other text.
    pub(crate) fn of_line(line: &str) -> Option<Signature> {
        let mut words = line.split(' ');
        let name = words.next()?.to_owned();
        let parameter = |word: &str| {
            let form = match word.get(..1)? {
                "i" => ParameterForm::Integer,
                "f" => ParameterForm::Float,
                "b" => ParameterForm::Bytes,
                _ => return None,
            };
            Some(Parameter { bytes: word[1..].parse().ok()?, form })
        };
        Some(Signature { name, parameters: words.map(parameter).collect::<Option<_>>()? })
    }
}

/// The parameter of a declaration as `.param .u64 .ptr .align 1 k_param_0` or `.param .align 8 .b8 k_param_1[16]`.
fn parameter(declaration: &str) -> Option<Parameter> {
    let mut words = declaration.split_whitespace().skip_while(|word| *word != ".param").skip(1);
    let (mut bytes, mut form) = (None, ParameterForm::Integer);
    while let Some(word) = words.next() {
        match word.strip_prefix('.') {
            Some("align") => drop(words.next()),
            Some("ptr" | "const" | "global" | "shared" | "local") => {}
            Some(kind) => {
                let bits: u32 = kind.get(1..)?.parse().ok()?;
                bytes = Some(bits / 8);
                if kind.starts_with('f') {
                    form = ParameterForm::Float;
                }
            }
            None => {
                let bytes = bytes?;
                let length = word.split_once('[').and_then(|(_, length)| length.strip_suffix(']'));
                return Some(match length {
                    Some(length) => {
                        Parameter { bytes: bytes * length.parse::<u32>().ok()?, form: ParameterForm::Bytes }
                    }
                    None => Parameter { bytes, form },
                });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parameters_of_each_kernel_are_read() {
        let text = "
.visible .func  (.param .b32 r) helper(.param .b64 a) ;
.weak .entry _Z1kIfEvPKT_1Pf(
	.param .u64 .ptr .align 1 _Z1kIfEvPKT_1Pf_param_0,
	.param .align 8 .b8 _Z1kIfEvPKT_1Pf_param_1[16],
	.param .f32 _Z1kIfEvPKT_1Pf_param_2
)
.maxntid 32, 1, 1
{ ret; }
.visible .entry e()
{ ret; }";
        let of = |bytes, form| Parameter { bytes, form };
        let first = vec![of(8, ParameterForm::Integer), of(16, ParameterForm::Bytes), of(4, ParameterForm::Float)];
        let expected = [
            Signature { name: "_Z1kIfEvPKT_1Pf".into(), parameters: first },
            Signature { name: "e".into(), parameters: vec![] },
        ];
        let found = Signature::of_ptx(text);
        assert_eq!(found, expected);
        for signature in found {
            assert_eq!(Signature::of_line(&signature.line()), Some(signature));
        }
        assert_eq!(Signature::of_line("k x3"), None);
    }
}
