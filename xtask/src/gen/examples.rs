//! An example of every row and reduction of NumPy's: the arguments of its function, and the printed result.

use cuprust_ops::{Row, TOP};

/// The example in the documentation of a row's function; empty for rows of other modules.
pub fn of_row(row: &Row) -> String {
    if row.modules[0] == TOP { example(row.name, row.outputs.len()) } else { String::new() }
}

/// The example of a function with this number of results, as lines of documentation.
pub fn example(name: &str, results: usize) -> String {
    let Some((_, arguments, shown)) = EXAMPLES.iter().find(|(own, ..)| *own == name) else { return String::new() };
    let lines = match results {
        1 => format!("/// assert_eq!({name}({arguments})?.to_string(), \"{shown}\");\n"),
        _ => {
            format!("/// let (a, b) = {name}({arguments})?;\n/// assert_eq!(format!(\"{{a}} {{b}}\"), \"{shown}\");\n")
        }
    };
    format!("///\n/// ```\n/// # use cuprust::*;\n{lines}/// # Ok::<(), Error>(())\n/// ```\n")
}

/// By name: the arguments, and the text of the result, of two results with a space between them.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("add", "&array![1, 2], 10", "[11 12]"),
    ("subtract", "&array![5, 7], 2", "[3 5]"),
    ("multiply", "&array![1, 2], &array![3, 4]", "[3 8]"),
    ("divide", "&array![1, 2], 2", "[0.5 1. ]"),
    ("floor_divide", "&array![7, -7], 2", "[ 3 -4]"),
    ("remainder", "&array![7, -7], 3", "[1 2]"),
    ("fmod", "&array![7, -7], 3", "[ 1 -1]"),
    ("divmod", "&array![7, -7], 3", "[ 2 -3] [1 2]"),
    ("power", "&array![2, 3], 3", "[ 8 27]"),
    ("float_power", "&array![2, 4], -1", "[0.5  0.25]"),
    ("positive", "&array![1, -2]", "[ 1 -2]"),
    ("negative", "&array![1, -2]", "[-1  2]"),
    ("absolute", "&array![1, -2]", "[1 2]"),
    ("fabs", "&array![1, -2]", "[1. 2.]"),
    ("sign", "&array![-3, 0, 5]", "[-1  0  1]"),
    ("reciprocal", "&array![2.0, 4.0]", "[0.5  0.25]"),
    ("square", "&array![3, -4]", "[ 9 16]"),
    ("sqrt", "&array![4, 9]", "[2. 3.]"),
    ("cbrt", "&array![8, 27]", "[2. 3.]"),
    ("rsqrt", "&array![4.0, 16.0]", "[0.5  0.25]"),
    ("heaviside", "&array![-1.0, 0.0, 2.0], 0.5", "[0.  0.5 1. ]"),
    ("equal", "&array![1, 2, 3], 2", "[False  True False]"),
    ("not_equal", "&array![1, 2, 3], 2", "[ True False  True]"),
    ("less", "&array![1, 2, 3], 2", "[ True False False]"),
    ("less_equal", "&array![1, 2, 3], 2", "[ True  True False]"),
    ("greater", "&array![1, 2, 3], 2", "[False False  True]"),
    ("greater_equal", "&array![1, 2, 3], 2", "[False  True  True]"),
    ("maximum", "&array![1, 5], &array![4, 2]", "[4 5]"),
    ("minimum", "&array![1, 5], &array![4, 2]", "[1 2]"),
    ("fmax", "&array![1.0, f64::NAN], 0.0", "[1. 0.]"),
    ("fmin", "&array![1.0, f64::NAN], 2.0", "[1. 2.]"),
    ("logical_and", "&array![true, true], &array![true, false]", "[ True False]"),
    ("logical_or", "&array![true, false], &array![false, false]", "[ True False]"),
    ("logical_xor", "&array![true, true], &array![true, false]", "[False  True]"),
    ("logical_not", "&array![true, false]", "[False  True]"),
    ("isnan", "&array![1.0, f64::NAN]", "[False  True]"),
    ("isinf", "&array![1.0, f64::NEG_INFINITY]", "[False  True]"),
    ("isfinite", "&array![1.0, f64::INFINITY]", "[ True False]"),
    ("isposinf", "&array![f64::INFINITY, f64::NEG_INFINITY]", "[ True False]"),
    ("isneginf", "&array![f64::INFINITY, f64::NEG_INFINITY]", "[False  True]"),
    ("signbit", "&array![-0.0, 0.0]", "[ True False]"),
    ("bitwise_and", "&array![6, 5], 3", "[2 1]"),
    ("bitwise_or", "&array![6, 5], 3", "[7 7]"),
    ("bitwise_xor", "&array![6, 5], 3", "[5 6]"),
    ("invert", "&array![0, 5]", "[-1 -6]"),
    ("left_shift", "&array![1, 3], 2", "[ 4 12]"),
    ("right_shift", "&array![8, -8], 2", "[ 2 -2]"),
    ("bitwise_count", "&array![7, 8]", "[3 1]"),
    ("gcd", "&array![12, 18], 8", "[4 2]"),
    ("lcm", "&array![4, 6], 10", "[20 30]"),
    ("exp", "&array![0.0, 1.0]", "[1.         2.71828183]"),
    ("exp2", "&array![0, 3]", "[1. 8.]"),
    ("expm1", "&array![0.0, 1.0]", "[0.         1.71828183]"),
    ("log", "&array![1.0, 10.0]", "[0.         2.30258509]"),
    ("log2", "&array![1, 8]", "[0. 3.]"),
    ("log10", "&array![1, 1000]", "[0. 3.]"),
    ("log1p", "&array![0.0, 1.0]", "[0.         0.69314718]"),
    ("logaddexp", "&array![0.0, 1.0], 0.0", "[0.69314718 1.31326169]"),
    ("logaddexp2", "&array![3.0, 0.0], &array![3.0, 0.0]", "[4. 1.]"),
    ("sin", "&array![0.0, 1.0]", "[0.         0.84147098]"),
    ("cos", "&array![0.0, 1.0]", "[1.         0.54030231]"),
    ("tan", "&array![0.0, 1.0]", "[0.         1.55740772]"),
    ("arcsin", "&array![0.0, 1.0]", "[0.         1.57079633]"),
    ("arccos", "&array![0.0, 1.0]", "[1.57079633 0.        ]"),
    ("arctan", "&array![0.0, 1.0]", "[0.         0.78539816]"),
    ("arctan2", "&array![1.0, -1.0], 1.0", "[ 0.78539816 -0.78539816]"),
    ("hypot", "&array![3, 5], &array![4, 12]", "[ 5. 13.]"),
    ("degrees", "&array![std::f64::consts::PI]", "[180.]"),
    ("radians", "&array![180]", "[3.14159265]"),
    ("sinc", "&array![0.0, 0.5]", "[1.         0.63661977]"),
    ("sinh", "&array![0.0, 1.0]", "[0.         1.17520119]"),
    ("cosh", "&array![0.0, 1.0]", "[1.         1.54308063]"),
    ("tanh", "&array![0.0, 1.0]", "[0.         0.76159416]"),
    ("arcsinh", "&array![0.0, 1.0]", "[0.         0.88137359]"),
    ("arccosh", "&array![1.0, 2.0]", "[0.        1.3169579]"),
    ("arctanh", "&array![0.0, 0.5]", "[0.         0.54930614]"),
    ("floor", "&array![1.5, -1.5]", "[ 1. -2.]"),
    ("ceil", "&array![1.5, -1.5]", "[ 2. -1.]"),
    ("trunc", "&array![1.5, -1.5]", "[ 1. -1.]"),
    ("rint", "&array![1.5, 2.5]", "[2. 2.]"),
    ("copysign", "&array![1.0, 2.0], -1.0", "[-1. -2.]"),
    ("nextafter", "&array![1.0f32], 2.0", "[1.0000001]"),
    ("spacing", "&array![1.0, 4.0]", "[2.22044605e-16 8.88178420e-16]"),
    ("modf", "&array![1.5, -2.25]", "[ 0.5  -0.25] [ 1. -2.]"),
    ("frexp", "&array![8.0, 0.75]", "[0.5  0.75] [4 0]"),
    ("ldexp", "&array![1.0, 3.0], 2", "[ 4. 12.]"),
    ("i0", "&array![0.0, 1.0]", "[1.         1.26606588]"),
    ("real", "&array![c128::new(1.0, -2.0)]", "[1.]"),
    ("imag", "&array![c128::new(1.0, -2.0)]", "[-2.]"),
    ("conjugate", "&array![c128::new(1.0, -2.0)]", "[1.+2.j]"),
    ("angle", "&array![1.0, -1.0]", "[0.         3.14159265]"),
    ("sum", "&array![[1, 2], [3, 4]], 0", "[4 6]"),
    ("prod", "&array![[1, 2], [3, 4]], 1", "[ 2 12]"),
    ("max", "&array![[1, 2], [3, 4]], 0", "[3 4]"),
    ("min", "&array![[1, 2], [3, 4]], 1", "[1 3]"),
    ("nanmax", "&array![1.0, f64::NAN], ..", "1.0"),
    ("nanmin", "&array![1.0, f64::NAN], ..", "1.0"),
    ("any", "&array![[true, false], [true, true]], 0", "[ True  True]"),
    ("all", "&array![[true, false], [true, true]], 0", "[ True False]"),
    ("argmax", "&array![[1, 9], [8, 2]], 1", "[1 0]"),
    ("argmin", "&array![[1, 9], [8, 2]], 1", "[0 1]"),
];

#[cfg(test)]
mod tests {
    use cuprust_ops::REDUCTIONS;
    use xtask::ufuncs::chapters_of;

    use super::super::rust::BY_HAND;
    use super::*;

    #[test]
    fn every_function_has_an_example_and_every_example_a_function() {
        let rows = chapters_of(TOP).flat_map(|(_, rows)| rows).map(|row| row.name);
        let mut names: Vec<&str> = rows.chain(REDUCTIONS.iter().map(|row| row.name)).collect();
        names.retain(|name| !BY_HAND.contains(name));
        let mut shown: Vec<&str> = EXAMPLES.iter().map(|(name, ..)| *name).collect();
        names.sort_unstable();
        shown.sort_unstable();
        assert_eq!(names, shown);
    }
}
