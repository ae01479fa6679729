//! Roots by Ridders's method ("A new algorithm for computing a single root of a real continuous function", 1979), which
//! keeps its bracket, and the search for a first bracket.

/// The point of a function's root in a bracket of two points, in ascending order, and the values there, whose signs
/// differ. The search ends with a step that is below the tolerance times the sum of the point and `least`.
#[inline(always)]
pub(super) fn ridders_root(
    function: &impl Fn(f64) -> f64,
    bracket: (f64, f64, f64, f64),
    first: f64,
    steps: usize,
    (tolerance, least): (f64, f64),
) -> f64 {
    let mut bracket = bracket;
    let mut point = first;
    for _ in 0..steps {
        let (low, high, at_low, at_high) = bracket;
        let middle = 0.5 * (low + high);
        let at_middle = function(middle);
        if at_middle == 0.0 {
            return middle;
        }
        let last = point;
        point = ridders_point(low, high, at_low, at_middle, at_high);
        let at_point = function(point);
        if at_point == 0.0 || (point - last).abs() <= tolerance * (least + point.abs()) {
            break;
        }
        bracket = narrowed(narrowed(bracket, middle, at_middle), point, at_point);
    }
    point
}

/// The bracket in which a function that rises from a point on, or down to it, changes its sign, by steps that double;
/// and the first end that was passed.
#[inline(always)]
pub(super) fn bracket_from(
    function: &impl Fn(f64) -> f64,
    start: f64,
    first_step: f64,
    doublings: usize,
) -> ((f64, f64, f64, f64), f64) {
    let at_start = function(start);
    let upwards = at_start < 0.0;
    let (mut near, mut at_near, mut far, mut at_far) = (start, at_start, start, at_start);
    let mut width = first_step;
    for _ in 0..doublings {
        (near, at_near) = (far, at_far);
        far = if upwards { near + width } else { near - width };
        at_far = function(far);
        if (at_far > 0.0) == upwards {
            break;
        }
        width *= 2.0;
    }
    (if upwards { (near, far, at_near, at_far) } else { (far, near, at_far, at_near) }, near)
}

/// The bracket nearest to a point, up to a last one, in which a function changes its sign, by steps to both sides that
/// double: NaN where there is none.
#[inline(always)]
pub(super) fn bracket_about(
    function: &impl Fn(f64) -> f64,
    start: f64,
    last: f64,
    doublings: usize,
) -> (f64, f64, f64, f64) {
    let at_start = function(start);
    let (mut above, mut at_above, mut below, mut at_below) = (start, at_start, start, at_start);
    let mut width = 0.5;
    for _ in 0..doublings {
        let (far, near) = (above + width, below - width);
        let up = if far < last { far } else { last };
        let (at_up, at_down) = (function(up), function(near));
        if (at_up > 0.0) != (at_above > 0.0) {
            return (above, up, at_above, at_up);
        }
        if (at_down > 0.0) != (at_below > 0.0) {
            return (near, below, at_down, at_below);
        }
        (above, at_above, below, at_below) = (up, at_up, near, at_down);
        width *= 2.0;
    }
    (f64::NAN, f64::NAN, f64::NAN, f64::NAN)
}

/// The next point of Ridders's method, of a bracket, the values at its ends and the one in its middle.
#[inline(always)]
fn ridders_point(low: f64, high: f64, at_low: f64, at_middle: f64, at_high: f64) -> f64 {
    let middle = 0.5 * (low + high);
    let root = (at_middle * at_middle - at_low * at_high).sqrt();
    if root == 0.0 {
        return middle;
    }
    let step = (middle - low) * (at_middle / root);
    if at_low > at_high { middle + step } else { middle - step }
}

/// The bracket of two between which the value changes its sign: the part up to a point, or from there on.
#[inline(always)]
fn narrowed((low, high, at_low, at_high): (f64, f64, f64, f64), point: f64, at_point: f64) -> (f64, f64, f64, f64) {
    if !(point > low && point < high) {
        return (low, high, at_low, at_high);
    }
    if (at_point > 0.0) == (at_low > 0.0) { (point, high, at_point, at_high) } else { (low, point, at_low, at_point) }
}
