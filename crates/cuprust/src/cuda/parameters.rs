//! The types of a kernel's parameters: the compiler reports their sizes, the kernel's text the rest.

use cuprust_num::DType;

use super::tokens::{Token, is_word, tokens};

/// A parameter as the text declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Declared {
    /// The declaration, as `const float *x`.
    pub text: String,
    pub kind: ParameterKind,
}

/// The kind of a parameter, as far as the text determines it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParameterKind {
    /// A pointer to elements of this type; `None` where that is unknown.
    Pointer(Option<Pointee>),
    /// A number.
    Number(DType),
    /// A type of unknown name.
    Unknown,
}

/// The element type of a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pointee {
    /// Bytes of any meaning: `void`, `char`, `unsigned char`.
    Bytes,
    /// Numbers, or short vectors of them.
    Elements(DType),
}

impl Pointee {
    /// Whether a pointer to this may point to an array of a dtype. Signed and unsigned integers are interchangeable,
    /// and so are a complex number and two floats.
    pub(super) fn takes(self, dtype: DType) -> bool {
        let Pointee::Elements(own) = self else { return true };
        let part = |dtype: DType| match dtype {
            DType::C64 => DType::F32,
            DType::C128 => DType::F64,
            other => other,
        };
        let is_integer = |dtype: DType| !dtype.is_float() && !dtype.is_complex();
        own == dtype
            || is_integer(own) && is_integer(dtype) && own.size() == dtype.size()
            || dtype.is_complex() && part(dtype) == own
            || own.is_complex() && part(own) == dtype
    }
}

/// The parameters of a kernel by its name, which may be a name expression such as `scale<float>`; `None` unless the
/// text declares it exactly once.
pub(super) fn declared(text: &str, name: &str) -> Option<Vec<Declared>> {
    let (name, arguments) = match name.split_once('<') {
        Some((name, arguments)) => (name, split_arguments(arguments.trim_end().strip_suffix('>')?)),
        None => (name, Vec::new()),
    };
    let name = name.trim().rsplit("::").next()?.trim().trim_start_matches('&');
    let all = tokens(text);
    let mut found: Option<Vec<Declared>> = None;
    for position in 0..all.len() {
        let is_here = all[position].text == name && all.get(position + 1).is_some_and(|next| next.text == "(");
        let Some(head) = is_here.then(|| head_of(&all[..position])).flatten() else { continue };
        let close = closing(&all, position + 1)?;
        let names = template_names(head);
        if names.len() != arguments.len() && !names.is_empty() {
            return None;
        }
        let known =
            |word: &str| names.iter().position(|name| *name == word).map(|position| arguments[position].clone());
        let list = &all[position + 2..close];
        let parameters = split(list).into_iter().map(|tokens| parameter(tokens, &known)).collect();
        if found.as_ref().is_some_and(|found| *found != parameters) {
            // Overloads, or alternatives for the preprocessor.
            return None;
        }
        found = Some(parameters);
    }
    found
}

/// The tokens before a declaration's name, if it is a kernel's.
fn head_of<'a, 't>(before: &'t [Token<'a>]) -> Option<&'t [Token<'a>]> {
    let begin =
        before.iter().rposition(|token| matches!(token.text, ";" | "{" | "}")).map_or(0, |position| position + 1);
    let head = &before[begin..];
    head.iter().any(|token| token.text == "__global__").then_some(head)
}

/// The names of the parameters of a template, in their order.
fn template_names<'a>(head: &[Token<'a>]) -> Vec<&'a str> {
    let Some(begin) = head.iter().position(|token| token.text == "template") else { return Vec::new() };
    let mut depth = 0;
    let (mut names, mut last, mut is_default) = (Vec::new(), None, false);
    for token in &head[begin + 1..] {
        match token.text {
            "<" => depth += 1,
            ">" if depth == 1 => {
                names.extend(last);
                break;
            }
            ">" => depth -= 1,
            "," if depth == 1 => {
                names.extend(last.take());
                is_default = false;
            }
            "=" => is_default = true,
            text if depth == 1 && is_word(text) && !is_default => last = Some(text),
            _ => {}
        }
    }
    names
}

/// The arguments of a name expression.
fn split_arguments(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in text.chars() {
        depth += i32::from(c == '<') - i32::from(c == '>');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            c => parts.last_mut().expect("there is one part at least").push(c),
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).collect()
}

/// The index of the bracket that closes the one at `open`.
fn closing(all: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (position, token) in all.iter().enumerate().skip(open) {
        match token.text {
            "(" => depth += 1,
            ")" if depth == 1 => return Some(position),
            ")" => depth -= 1,
            _ => {}
        }
    }
    None
}

/// A parameter list, split at its commas.
fn split<'a, 't>(list: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let (mut parts, mut depth, mut begin) = (Vec::new(), 0, 0);
    for (position, token) in list.iter().enumerate() {
        match token.text {
            "(" | "<" | "[" => depth += 1,
            ")" | ">" | "]" => depth -= 1,
            ">>" => depth -= 2,
            "," if depth == 0 => {
                parts.push(&list[begin..position]);
                begin = position + 1;
            }
            _ => {}
        }
    }
    let last = &list[begin..];
    let is_nothing = last.is_empty() || parts.is_empty() && last.len() == 1 && last[0].text == "void";
    if !is_nothing {
        parts.push(last);
    }
    parts
}

fn parameter(all: &[Token<'_>], known: &dyn Fn(&str) -> Option<String>) -> Declared {
    let mut text = String::new();
    for token in all {
        if !text.is_empty() && is_word(token.text) && !text.ends_with(['<', ':']) {
            text.push(' ');
        }
        text.push_str(token.text);
    }
    const IGNORED: &[&str] = &[
        "const",
        "volatile",
        "__restrict__",
        "__restrict",
        "restrict",
        "__grid_constant__",
        "struct",
        "std",
        "typename",
    ];
    let mut words: Vec<&str> = Vec::new();
    let mut pointers = 0;
    for token in all {
        match token.text {
            "*" | "[" => pointers += 1,
            "=" => break,
            word if IGNORED.contains(&word) => {}
            "::" | "thrust" | "cuda" => {}
            // The token is the parameter's name, or the length of an array.
            _ if pointers > 0 => {}
            word => words.push(word),
        }
    }
    // The last word is the name, unless it is the only one or a pointer's `*` precedes it.
    let is_array = all.iter().any(|token| token.text == "[");
    if words.len() > 1 && (is_array || pointers == 0 && words.last().is_some_and(|word| number(word).is_none())) {
        words.pop();
    }
    let mut name = words.join(" ").replace(" < ", "<").replace(" >", ">");
    if let Some(argument) = known(&name) {
        let argument = tokens(&argument);
        pointers += argument.iter().filter(|token| token.text == "*").count();
        let parts = argument
            .iter()
            .map(|token| token.text)
            .filter(|text| *text != "*" && !IGNORED.contains(text) && *text != "::");
        name = parts.collect::<Vec<_>>().join(" ").replace(" < ", "<").replace(" >", ">");
    }
    let kind = match (pointers, number(&name)) {
        (0, Some(dtype)) => ParameterKind::Number(dtype),
        (0, None) => ParameterKind::Unknown,
        (1, Some(DType::I8 | DType::U8)) if name.contains("char") => ParameterKind::Pointer(Some(Pointee::Bytes)),
        (1, Some(dtype)) => ParameterKind::Pointer(Some(Pointee::Elements(dtype))),
        (1, None) if name == "void" => ParameterKind::Pointer(Some(Pointee::Bytes)),
        (1, None) => ParameterKind::Pointer(vector(&name).map(Pointee::Elements)),
        _ => ParameterKind::Pointer(None),
    };
    Declared { text, kind }
}

/// The dtype of a type of C++ by its name.
pub(super) fn number(name: &str) -> Option<DType> {
    Some(match name {
        "bool" => DType::Bool,
        "char" | "signed char" | "int8_t" => DType::I8,
        "unsigned char" | "uint8_t" => DType::U8,
        "short" | "short int" | "signed short" | "int16_t" => DType::I16,
        "unsigned short" | "unsigned short int" | "uint16_t" | "ushort" => DType::U16,
        "int" | "signed" | "signed int" | "int32_t" => DType::I32,
        "unsigned" | "unsigned int" | "uint32_t" | "uint" => DType::U32,
        "long" | "long int" | "long long" | "long long int" | "signed long" | "signed long long" | "int64_t"
        | "ptrdiff_t" | "ssize_t" | "intptr_t" => DType::I64,
        "unsigned long"
        | "unsigned long int"
        | "unsigned long long"
        | "unsigned long long int"
        | "uint64_t"
        | "size_t"
        | "ulong"
        | "uintptr_t" => DType::U64,
        "half" | "__half" | "float16" | "f16" => DType::F16,
        "__nv_bfloat16" | "nv_bfloat16" | "bf16" => DType::BF16,
        "float" => DType::F32,
        "double" => DType::F64,
        "complex<float>" | "c64" | "cuComplex" | "cuFloatComplex" => DType::C64,
        "complex<double>" | "c128" | "cuDoubleComplex" => DType::C128,
        _ => return None,
    })
}

/// The element dtype of one of CUDA's short vectors, by its name.
fn vector(name: &str) -> Option<DType> {
    Some(match name.strip_suffix(['1', '2', '3', '4'])? {
        "char" => DType::I8,
        "uchar" => DType::U8,
        "short" => DType::I16,
        "ushort" => DType::U16,
        "int" => DType::I32,
        "uint" => DType::U32,
        "long" | "longlong" => DType::I64,
        "ulong" | "ulonglong" => DType::U64,
        "float" => DType::F32,
        "double" => DType::F64,
        "half" | "__half" => DType::F16,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str, name: &str) -> Option<Vec<ParameterKind>> {
        declared(text, name).map(|all| all.into_iter().map(|one| one.kind).collect())
    }

    #[test]
    fn the_types_of_parameters_are_read_from_the_text() {
        use ParameterKind::{Number, Pointer, Unknown};
        let text = "
            // extern \"C\" __global__ void f(int wrong);
            #define N 4
            __device__ int g(int a) { return f(a); }
            extern \"C\" __global__ __launch_bounds__(256, 2)
            void f(const float* __restrict__ x, unsigned long long n, double y[], void* any, real *z, float4 const * v,
                   bool b, const P p, complex<float> *c, thrust::complex<double> w, unsigned u, char** names) { f(1); }";
        let pointer = |dtype| Pointer(Some(Pointee::Elements(dtype)));
        let expected = vec![
            pointer(DType::F32),
            Number(DType::U64),
            pointer(DType::F64),
            Pointer(Some(Pointee::Bytes)),
            Pointer(None),
            pointer(DType::F32),
            Number(DType::Bool),
            Unknown,
            pointer(DType::C64),
            Number(DType::C128),
            Number(DType::U32),
            Pointer(None),
        ];
        assert_eq!(kinds(text, "f"), Some(expected));
        assert_eq!(declared(text, "f").unwrap()[0].text, "const float* __restrict__ x");
        assert_eq!(kinds(text, "g"), None);
        assert_eq!(kinds("__global__ void k() {}", "k"), Some(vec![]));
        assert_eq!(kinds("__global__ void k(void) {}", "k"), Some(vec![]));
    }

    #[test]
    fn templates_take_their_types_from_the_name_expression() {
        use ParameterKind::{Number, Pointer};
        let text = "template <typename T, int N = 4> __global__ void k(const T* x, T s, long n) {}";
        let pointer = |dtype| Pointer(Some(Pointee::Elements(dtype)));
        let of = |name| kinds(text, name);
        assert_eq!(of("k<float, 3>"), Some(vec![pointer(DType::F32), Number(DType::F32), Number(DType::I64)]));
        assert_eq!(
            of("k<complex<double>, 3>"),
            Some(vec![pointer(DType::C128), Number(DType::C128), Number(DType::I64)])
        );
        // Template defaults may hide the type.
        assert_eq!(of("k<float>"), None);
        let overloads = "__global__ void k(int a) {} __global__ void k(float a) {}";
        assert_eq!(kinds(overloads, "k"), None);
    }

    #[test]
    fn pointers_take_what_has_the_same_meaning() {
        let takes = |own, dtype| Pointee::Elements(own).takes(dtype);
        assert!(takes(DType::F32, DType::F32) && takes(DType::I32, DType::U32) && takes(DType::U8, DType::Bool));
        assert!(takes(DType::F32, DType::C64) && takes(DType::C128, DType::F64));
        assert!(!takes(DType::F32, DType::F64) && !takes(DType::I32, DType::F32) && !takes(DType::I32, DType::I64));
        assert!(Pointee::Bytes.takes(DType::C128));
    }
}
