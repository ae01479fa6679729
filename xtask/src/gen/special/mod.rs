//! The special functions in CUDA C++: restricted Rust, which the CPU compiles as it is, translated function by
//! function.
//!
//! A source is Rust of few forms: functions and constants; `f64 f32 i32 i64 u32 u64 usize bool c128`, tuples and arrays
//! of known length; `let`, assignments, `if`, `for` over ranges, `while`, `loop`; no structs, methods of one's own,
//! macros. A parameter that is `&impl Fn(f64) -> f64`, or of other types, is given as a reference to a closure of one
//! expression, which uses no parts of tuples. Names are unique over all sources. Both sides compute with IEEE
//! operations in the order of the text, so they give the same bits. What does not fit is refused with its file, line
//! and column. A function whose name ends with `_f32` or `_c128` is an overload; of one of complex numbers alone there
//! is one for complex64 too, through complex128.
//!
//! `select(c, a, b)` computes both arms on a CPU, where a loop of it is vector code, and one of them on a GPU if they
//! are written as its arguments: an arm that has a name before it is computed on both. A loop over a table is unrolled,
//! others are not; `inlining.rs` says which functions are called.

mod binding;
mod expression;
mod inlining;
mod items;
mod translate;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use syn::spanned::Spanned;

use items::{Definition, Items};
use translate::{Helper, Translated, Translator};

/// A file of restricted Rust.
pub struct Source {
    path: &'static str,
    /// Whether rows name its public functions; of other files only what these need is written.
    roots: bool,
    /// Whether it calls the device's own logarithms, exponentials and cosines, which are faster (measured: draws of a
    /// gamma distribution in 148 us where ours take 216) and may differ in the last place.
    device_math: bool,
}

const fn source(path: &'static str, roots: bool) -> Source {
    Source { path, roots, device_math: false }
}

const SOURCES: &[Source] = &[
    source("crates/num/src/math/coefficients.rs", false),
    source("crates/num/src/math/doubled.rs", false),
    source("crates/num/src/math/exp.rs", false),
    source("crates/num/src/math/exp_log_f32.rs", false),
    source("crates/num/src/math/log.rs", false),
    source("crates/num/src/math/hyperbolic.rs", false),
    source("crates/num/src/math/inverse_trigonometric.rs", false),
    source("crates/num/src/math/power.rs", false),
    source("crates/num/src/math/trigonometric.rs", false),
    source("crates/num/src/random.rs", false),
    Source { path: "crates/num/src/draws.rs", roots: true, device_math: true },
    source("crates/num/src/special/polynomials.rs", false),
    source("crates/num/src/special/error_function.rs", true),
    source("crates/num/src/special/gamma.rs", true),
    source("crates/num/src/special/airy.rs", true),
    source("crates/num/src/special/airy_complex.rs", true),
    source("crates/num/src/special/airy_integrals.rs", true),
    source("crates/num/src/special/bessel.rs", true),
    source("crates/num/src/special/bessel_complex.rs", true),
    source("crates/num/src/special/bessel_modified.rs", true),
    source("crates/num/src/special/bessel_modified_order.rs", true),
    source("crates/num/src/special/bessel_one.rs", true),
    source("crates/num/src/special/bessel_order.rs", true),
    source("crates/num/src/special/bessel_integrals.rs", true),
    source("crates/num/src/special/bessel_powers.rs", true),
    source("crates/num/src/special/bessel_second.rs", true),
    source("crates/num/src/special/beta.rs", true),
    source("crates/num/src/special/circular.rs", true),
    source("crates/num/src/special/complex_pairs.rs", false),
    source("crates/num/src/special/elliptic.rs", true),
    source("crates/num/src/special/elliptic_complex.rs", true),
    source("crates/num/src/special/elliptic_incomplete.rs", true),
    source("crates/num/src/special/error_function_complex.rs", true),
    source("crates/num/src/special/exponential_integral.rs", true),
    source("crates/num/src/special/exponential_integral_complex.rs", true),
    source("crates/num/src/special/hypergeometric.rs", true),
    source("crates/num/src/special/hypergeometric_complex.rs", true),
    source("crates/num/src/special/kelvin.rs", true),
    source("crates/num/src/special/lambert.rs", true),
    source("crates/num/src/special/legendre.rs", true),
    source("crates/num/src/special/legendre_second.rs", true),
    source("crates/num/src/special/counts.rs", true),
    source("crates/num/src/special/densities.rs", true),
    source("crates/num/src/special/distributions.rs", true),
    source("crates/num/src/special/faddeeva.rs", true),
    source("crates/num/src/special/fresnel.rs", true),
    source("crates/num/src/special/fresnel_complex.rs", true),
    source("crates/num/src/special/fresnel_modified.rs", true),
    source("crates/num/src/special/gamma_complex.rs", true),
    source("crates/num/src/special/gamma_incomplete.rs", true),
    source("crates/num/src/special/gamma_ratio.rs", true),
    source("crates/num/src/special/generalized_hyperbolic.rs", true),
    source("crates/num/src/special/generalized_inverse_gaussian.rs", true),
    source("crates/num/src/special/kolmogorov.rs", true),
    source("crates/num/src/special/landau.rs", true),
    source("crates/num/src/special/noncentral.rs", true),
    source("crates/num/src/special/noncentral_counts.rs", true),
    source("crates/num/src/special/gauss_hypergeometric.rs", true),
    source("crates/num/src/special/noncentral_inverses.rs", true),
    source("crates/num/src/special/noncentral_t.rs", true),
    source("crates/num/src/special/normal_inverse.rs", true),
    source("crates/num/src/special/normal_range.rs", false),
    source("crates/num/src/special/owens_t.rs", true),
    source("crates/num/src/special/panels.rs", false),
    source("crates/num/src/special/parameters.rs", true),
    source("crates/num/src/special/power_sums.rs", true),
    source("crates/num/src/special/powers.rs", false),
    source("crates/num/src/special/quantiles.rs", true),
    source("crates/num/src/special/resonance.rs", true),
    source("crates/num/src/special/ridders.rs", false),
    source("crates/num/src/special/series_counts.rs", true),
    source("crates/num/src/special/skew_normal.rs", true),
    source("crates/num/src/special/smirnov.rs", true),
    source("crates/num/src/special/smooth_sums.rs", false),
    source("crates/num/src/special/elementary.rs", true),
    source("crates/num/src/special/entropy.rs", true),
    source("crates/num/src/special/normal.rs", true),
    source("crates/num/src/special/orthogonal.rs", true),
    source("crates/num/src/special/orthogonal_complex.rs", true),
    source("crates/num/src/special/struve.rs", true),
    source("crates/num/src/special/struve_integrals.rs", true),
    source("crates/num/src/special/studentized_range.rs", true),
    source("crates/num/src/special/tricomi.rs", true),
    source("crates/num/src/special/uniform_sums.rs", true),
    source("crates/num/src/special/wright.rs", true),
    source("crates/num/src/special/zeta.rs", true),
];

/// The reason why a source cannot be translated, and the position.
#[derive(Clone, Debug)]
pub struct Refusal {
    file: Option<&'static str>,
    line: usize,
    column: usize,
    text: String,
}

impl Refusal {
    fn at(index: &impl Spanned, text: impl Into<String>) -> Refusal {
        Refusal::of(index.span(), text)
    }

    fn of(span: proc_macro2::Span, text: impl Into<String>) -> Refusal {
        Refusal { file: None, line: span.start().line, column: span.start().column + 1, text: text.into() }
    }

    fn within(mut self, file: &'static str) -> Refusal {
        self.file.get_or_insert(file);
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file.unwrap_or("?"), self.line, self.column, self.text)
    }
}

/// The name of a function in C++. A function for float32 or for complex numbers is an overload of the one for float64.
fn cuda_name(name: &str) -> String {
    let real = ["_f32", "_c128"].iter().find_map(|suffix| name.strip_suffix(suffix));
    format!("special_{}", real.unwrap_or(name))
}

const HEAD: &str = "\
// The special functions of crates/num, translated by `cargo run -p xtask -- gen`. Each section is one function or
// constant.

//:: special_tuples has special_tuple2 special_tuple3 special_tuple4
template <class A, class B> struct special_tuple2 { A first; B second; };
template <class A, class B, class C> struct special_tuple3 { A first; B second; C third; };
template <class A, class B, class C, class D> struct special_tuple4 { A first; B second; C third; D fourth; };

//:: special_casts has special_to_i32 special_to_index special_to_i64 special_to_u32 special_to_u64
// Rust's conversions: NaN is zero, and what is out of range is the nearest integer.
inline int special_to_i32(double x) { return x != x ? 0 : __double2int_rz(x); }
inline int special_to_index(double x) { return x > 0.0 ? __double2int_rz(x) : 0; }
inline long long special_to_i64(double x) { return x != x ? 0 : __double2ll_rz(x); }
inline unsigned int special_to_u32(double x) { return x > 0.0 ? __double2uint_rz(x) : 0u; }
inline unsigned long long special_to_u64(double x) { return x > 0.0 ? __double2ull_rz(x) : 0ull; }

//:: special_near_cosine has special_near_cosine
// The device's cosine, told that no argument is large, so that it has no path for those.
inline double special_near_cosine(double x) {
    __builtin_assume(!(fabs(x) >= 2147483648.0));
    return cos(x);
}
";

/// The text of `crates/cuda/src/write/special.cu`.
///
/// # Errors
/// The parts of the sources that are outside of the restricted Rust.
pub fn text(root: &Path) -> Result<String, Refusal> {
    let mut parsed = Vec::new();
    for source in SOURCES {
        let unread =
            |error: &dyn fmt::Display| Refusal { file: Some(source.path), line: 1, column: 1, text: error.to_string() };
        let text = std::fs::read_to_string(root.join(source.path)).map_err(|error| unread(&error))?;
        let file =
            syn::parse_file(&text).map_err(|error| Refusal::of(error.span(), error.to_string()).within(source.path))?;
        parsed.push((source, file));
    }
    sections(&Items::of(&parsed)?)
}

/// A section for each function that rows name and for each item that these need, in topological order.
fn sections(items: &Items) -> Result<String, Refusal> {
    let mut translated: BTreeMap<String, Translated> = BTreeMap::new();
    let mut waiting: Vec<String> = items.iter().filter(|(_, entry)| entry.root).map(|(name, _)| name.clone()).collect();
    while let Some(name) = waiting.pop() {
        if translated.contains_key(&name) {
            continue;
        }
        let Some(entry) = items.get(&name) else { continue };
        let made = match &entry.item {
            Definition::Function(function, signature) => {
                Translator::function(items, function, signature, entry.device_math)
            }
            Definition::Constant(constant) => Translator::constant(items, constant),
        };
        let made = made.map_err(|refusal| refusal.within(entry.file))?;
        waiting.extend(made.needs.iter().cloned());
        translated.insert(name, made);
    }
    let roots: Vec<&str> = items.iter().filter(|(_, entry)| entry.root).map(|(name, _)| name.as_str()).collect();
    inlining::decide(&roots, &mut translated);
    let mut text = HEAD.to_owned();
    let mut written = BTreeSet::new();
    for name in translated.keys() {
        write_section(items, name, &translated, &mut written, &mut text);
    }
    Ok(text)
}

fn write_section(
    items: &Items,
    name: &str,
    translated: &BTreeMap<String, Translated>,
    written: &mut BTreeSet<String>,
    text: &mut String,
) {
    if !written.insert(name.to_owned()) {
        return;
    }
    let Some(made) = translated.get(name) else { return };
    for needed in &made.needs {
        write_section(items, needed, translated, written, text);
    }
    let helpers = made.helpers.iter().map(|helper| match helper {
        Helper::Tuples => "special_tuples".to_owned(),
        Helper::Casts => "special_casts".to_owned(),
        Helper::Complex => "complex".to_owned(),
        Helper::NearCosine => "special_near_cosine".to_owned(),
    });
    let needs: Vec<String> = helpers.chain(made.needs.iter().map(|needed| format!("special_{needed}"))).collect();
    let needs = if needs.is_empty() { String::new() } else { format!(" needs {}", needs.join(" ")) };
    // Where a function has forms for float32 or complex numbers, a kernel gets the one that its types ask for.
    let has = |suffix: &str| items.get(&format!("{name}{suffix}")).is_some_and(|entry| entry.root);
    let (called, with) = if let Some(double) = name.strip_suffix("_f32") {
        (format!("special_{double} special_{name}"), " with float f16 bf16")
    } else if let Some(real) = name.strip_suffix("_c128") {
        (format!("special_{real} special_{name}"), " with c64 c128")
    } else {
        let with = match (has("_f32"), has("_c128")) {
            (true, _) => " with double",
            (false, true) => " with double float f16 bf16",
            (false, false) => "",
        };
        (format!("special_{name}"), with)
    };
    text.push_str(&format!("\n//:: special_{name}{needs} has {called}{with}\n{}", made.text));
    if let (Some(real), Some(signature)) = (name.strip_suffix("_c128"), items.signature(name))
        && signature.takes.iter().all(|of| *of == types::Type::Complex)
        && signature.gives == types::Type::Complex
    {
        text.push_str(&for_complex64(real, signature.takes.len()));
    }
}

/// The overload for complex64 of a function for complex128: through complex128, as on a CPU.
fn for_complex64(name: &str, operands: usize) -> String {
    let parameters: Vec<String> = (0..operands).map(|index| format!("c64 z{index}")).collect();
    let wide: Vec<String> = (0..operands).map(|index| format!("c128(z{index}.re, z{index}.im)")).collect();
    format!(
        "inline c64 special_{name}({}) {{\n    const c128 w = special_{name}({});\n    return c64((float)w.re, (float)w.im);\n}}\n",
        parameters.join(", "),
        wide.join(", ")
    )
}

#[cfg(test)]
mod tests;
