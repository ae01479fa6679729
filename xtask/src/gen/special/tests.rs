//! Tests of the translator's output and of its refusals.

use super::*;

static SOURCE: Source = source("source.rs", true);

fn translated(text: &str) -> Result<String, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let items = Items::of(&[(&SOURCE, file)]).map_err(|refusal| refusal.to_string())?;
    let text = sections(&items).map_err(|refusal| refusal.to_string())?;
    Ok(text.strip_prefix(HEAD).unwrap_or_default().trim().to_owned())
}

/// The lines of the one function's body, without indentation.
fn body(text: &str) -> Vec<String> {
    let text = translated(text).unwrap_or_else(|refusal| panic!("{refusal}"));
    let lines = text.lines().skip_while(|line| !line.ends_with('{')).skip(1);
    lines.take_while(|line| *line != "}").map(|line| line.trim().to_owned()).collect()
}

fn refusal(text: &str) -> String {
    translated(text).expect_err("it is translated")
}

#[test]
fn a_function_is_a_section_with_what_it_needs() {
    let text = translated(
        "const HALF: f64 = 0.5;\npub fn f(x: f64) -> f64 { g(x) * HALF }\nfn g(x: f64) -> f64 { x.abs() }\nfn unused() {}",
    );
    let text = text.unwrap();
    assert!(text.contains("//:: special_f needs special_HALF special_g has special_f\n"), "{text}");
    assert!(text.contains("inline double special_f(double x) {\n    return special_g(x) * special_HALF;\n}"), "{text}");
    assert!(text.find("special_g(double").unwrap() < text.find("special_f(double").unwrap());
    assert!(!text.contains("unused"));
}

#[test]
fn sums_keep_their_order() {
    let lines = body("pub fn f(a: f64, b: f64) -> f64 { (a - b) - (b - a) * (a + b) / -(a * 2.0) - (a - (b + 1.0)) }");
    assert_eq!(lines, ["return a - b - (b - a) * (a + b) / -(a * 2.0) - (a - (b + 1.0));"]);
    let lines = body("pub fn f(a: u64, k: u32) -> bool { (a >> k) & 1 != 0 && a ^ 3 == 2 }");
    assert_eq!(lines, ["return ((a >> k) & 1ull) != 0ull && (a ^ 3ull) == 2ull;"]);
}

#[test]
fn shadowing_names_are_numbered_and_tuples_assigned_at_once() {
    let lines =
        body("pub fn f(x: f64) -> f64 { let x = x + 1.0; let (mut a, mut b) = (x, 2.0); (a, b) = (b, a + b); a }");
    let want = [
        "const double x_2 = x + 1.0;",
        "double a = x_2;",
        "double b = 2.0;",
        "{",
        "const double next = b;",
        "const double next_2 = a + b;",
        "a = next;",
        "b = next_2;",
        "}",
        "return a;",
    ];
    assert_eq!(lines, want);
}

#[test]
fn a_name_is_declared_behind_the_branches_that_give_its_value() {
    let lines = body("pub fn f(x: f64) -> f64 { let x = if x > 1.0 { let y = x * x; y + x } else { x }; x }");
    let want = [
        "double x_2;",
        "if (x > 1.0) {",
        "const double y = x * x;",
        "x_2 = y + x;",
        "} else {",
        "x_2 = x;",
        "}",
        "return x_2;",
    ];
    assert_eq!(lines, want);
}

#[test]
fn a_table_is_passed_by_reference_and_its_loop_unrolled() {
    let text = "const T: [f32; 3] = [1.0, 0.5, 1e-9];\npub fn f(x: f32) -> f32 { g(x, &T) }\n\
        fn g<const N: usize>(x: f32, c: &[f32; N]) -> f32 { let mut s = c[N - 1]; for k in (0..N - 1).rev() { s = s * x + c[k]; } s }";
    let text = translated(text).unwrap();
    assert!(text.contains("constexpr float special_T[3] = {1.0f, 0.5f, 1e-9f};"), "{text}");
    assert!(text.contains("template <int N> inline float special_g(float x, const float (&c)[N]) {"), "{text}");
    assert!(text.contains("#pragma unroll\n    for (int k = (N - 1) - 1; k >= 0; --k) {"), "{text}");
}

#[test]
fn a_loop_to_a_name_for_a_length_is_unrolled_and_one_to_a_variable_is_not() {
    let lines = |last: &str| {
        body(&format!(
            "pub fn f() -> f64 {{ g(&T) }}\nconst T: [f64; 2] = [1.0, 2.0];\n\
            fn g<const N: usize>(c: &[f64; N]) -> f64 {{ {last} let mut s = 0.0; for k in 0..last {{ s += c[k]; }} s }}"
        ))
    };
    let unrolled = |last: &str| lines(last).contains(&"#pragma unroll".to_owned());
    assert!(unrolled("let last = (N - 1) / 4;") && !unrolled("let mut last = N; last = last - 1;"));
}

#[test]
fn what_is_long_is_called_where_it_stands_twice_in_what_a_row_needs() {
    let long = "x * x + ".repeat(150);
    let source = |body: &str| {
        format!(
            "pub fn f(x: f64) -> f64 {{ {body} }}\nfn g(x: f64) -> f64 {{ {long} x }}\nfn h(x: f64) -> f64 {{ g(x) }}"
        )
    };
    let called = |body: &str| {
        let text = translated(&source(body)).unwrap();
        ["g", "h"].map(|name| text.contains(&format!("__noinline__ double special_{name}(")))
    };
    assert_eq!(called("g(x)"), [false, false]);
    assert_eq!(called("g(x) + g(x + 1.0)"), [true, false]);
    assert_eq!(called("g(x) + h(x)"), [true, false]);
}

#[test]
fn the_form_for_float32_is_an_overload_that_the_kernel_s_types_choose() {
    let text = translated("pub fn f(x: f64) -> f64 { x }\npub fn f_f32(x: f32) -> f32 { x }").unwrap();
    assert!(text.contains("//:: special_f has special_f with double\n"), "{text}");
    assert!(text.contains(
        "//:: special_f_f32 has special_f special_f_f32 with float f16 bf16\ninline float special_f(float x)"
    ));
}

#[test]
fn the_form_for_complex_numbers_is_an_overload_with_one_for_complex64() {
    let text = translated(
        "pub fn f(x: f64) -> f64 { x }\npub fn f_c128(z: c128, w: c128) -> c128 { c128::new(z.re - w.im, f(z.im)) }",
    )
    .unwrap();
    assert!(text.contains("//:: special_f has special_f with double float f16 bf16\n"), "{text}");
    assert!(text.contains("has special_f special_f_c128 with c64 c128\n"), "{text}");
    assert!(
        text.contains("c128 special_f(c128 z, c128 w) {\n    return c128(z.re - w.im, special_f(z.im));\n}"),
        "{text}"
    );
    let narrow =
        "const c128 w = special_f(c128(z0.re, z0.im), c128(z1.re, z1.im));\n    return c64((float)w.re, (float)w.im);";
    assert!(text.contains("inline c64 special_f(c64 z0, c64 z1) {\n") && text.contains(narrow), "{text}");
}

#[test]
fn a_function_is_passed_to_one_as_a_closure() {
    let text = translated(
        "pub fn f(x: f64) -> f64 { twice(&|y| g(y, x)) }\nfn g(x: f64, y: f64) -> f64 { x * y }\n\
         fn twice(function: &impl Fn(f64) -> f64) -> f64 { function(function(2.0)) }",
    );
    let text = text.unwrap();
    let template = "template <class Function_function> inline double special_twice(const Function_function &function) {\n    \
                    return function(function(2.0));\n}";
    assert!(text.contains(template), "{text}");
    assert!(text.contains("return special_twice([&](double y) { return special_g(y, x); });"), "{text}");
    let lines = body("pub fn f(x: f64) -> f64 { let g = |y: f64| y * x; g(1.0) + g(2.0) }");
    assert_eq!(lines, ["const auto g = [&](double y) { return y * x; };", "return g(1.0) + g(2.0);"]);
}

#[test]
fn conversions_are_rust_s() {
    let lines = body("pub fn f(x: f64) -> f64 { (x as i32) as f64 + f64::NAN + f64::from_bits(x.to_bits() >> 1) }");
    let nan = "__longlong_as_double(0x7ff8000000000000ll)";
    let bits = "__longlong_as_double((long long)((unsigned long long)__double_as_longlong(x) >> 1))";
    assert_eq!(lines, [format!("return (double)special_to_i32(x) + {nan} + {bits};")]);
}

#[test]
fn what_is_outside_of_the_grammar_is_refused_with_its_position() {
    for (text, position, why) in [
        ("pub fn f(x: f64) -> f64 { x.exp() }", "1:27", "double has no method exp"),
        ("pub fn f(x: f64) -> f64 { x.max(1.0) }", "1:27", "double has no method max"),
        ("pub fn f(x: f64, k: i32) -> f64 {\n    x + k\n}", "2:5", "double + int: the types differ"),
        ("pub fn f(x: f64) -> f32 { x }", "1:27", "double stands where float is wanted"),
        ("pub fn f(k: i32, n: i32) -> i32 { k / n }", "1:35", "integers are divided by literals only"),
        ("pub fn f(x: f64) -> f64 { let g = |y| y; g(x) }", "1:36", "state the type of this closure's parameter"),
        (
            "pub fn f(x: f64) -> f64 { let (a, b) = g(x); h(&|y| y * a) + b }\nfn g(x: f64) -> (f64, f64) { (x, x) }\n\
             fn h(of: &impl Fn(f64) -> f64) -> f64 { of(1.0) }",
            "1:57",
            "a closure cannot use a",
        ),
        ("pub fn f(x: f64) -> f64 { g(x) }", "1:27", "g is not defined in the sources"),
        ("pub fn f(x: f64) -> f64 { g(x) }\nfn g(x: &mut f64) -> f64 { *x }", "2:9", "not of the restricted Rust"),
        ("pub fn f(x: f64) -> f64 { match x { _ => x } }", "1:27", "not of the restricted Rust"),
        ("pub fn f(x: f64) -> f64 { std::f64::consts::TAN }", "1:27", "TAN is no constant"),
        ("fn f() {}\nfn f() {}", "2:1", "f is defined in source.rs too"),
    ] {
        let refused = refusal(text);
        assert!(refused.starts_with(&format!("source.rs:{position}: ")) && refused.contains(why), "{text}: {refused}");
    }
}
