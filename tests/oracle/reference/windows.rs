//! What the routines on windows mean.

use cuprust_ir::Layout;
use cuprust_num::Scalar;
use cuprust_ops::{Edge, Summary, Weighted};

/// An array of elements in C order, and what is beyond its edges.
pub(super) struct Image<'a> {
    pub shape: &'a [i64],
    pub elements: &'a [Scalar],
    pub edge: Edge,
    pub outside: Scalar,
}

impl Image<'_> {
    /// The element at an index along each axis, which may lie beyond the edges.
    fn at(&self, index: &[i64]) -> Scalar {
        let mut position = 0;
        for (&index, &extent) in index.iter().zip(self.shape) {
            match self.edge.fold(index, extent) {
                Some(index) => position = position * extent + index,
                None => return self.outside,
            }
        }
        self.elements[position as usize]
    }

    /// What `of` makes of the window at each place: the elements at some offsets from it.
    fn each(&self, offsets: &[Vec<i64>], of: impl Fn(&[Scalar]) -> Scalar) -> Vec<Scalar> {
        let size = Layout::contiguous(self.shape).size();
        let window = |position: i64| {
            let mut index = vec![0; self.shape.len()];
            let mut rest = position;
            for (index, &extent) in index.iter_mut().zip(self.shape).rev() {
                *index = rest % extent;
                rest /= extent;
            }
            let at = |offset: &Vec<i64>| self.at(&index.iter().zip(offset).map(|(a, b)| a + b).collect::<Vec<_>>());
            of(&offsets.iter().map(at).collect::<Vec<_>>())
        };
        (0..size).map(window).collect()
    }

    /// The offsets of a window along an axis.
    fn along(&self, axis: i64, before: i64, size: i64) -> Vec<Vec<i64>> {
        let offset = |position: i64| {
            let mut offset = vec![0; self.shape.len()];
            offset[axis as usize] = position - before;
            offset
        };
        (0..size).map(offset).collect()
    }

    /// `correlate_axis`.
    pub fn correlate(&self, axis: i64, before: i64, weights: &[f64]) -> Vec<Scalar> {
        let (count, middle) = (weights.len(), weights.len() / 2);
        let mirrored = |sign: f64| {
            let pair = |far: usize| (weights[middle + far] - sign * weights[middle - far]).abs() <= f64::EPSILON;
            count % 2 == 1 && (1..=middle).all(pair)
        };
        self.each(&self.along(axis, before, count as i64), |window| {
            let x = |position: usize| window[position].get::<f64>();
            let sign = if mirrored(1.0) { 1.0 } else { -1.0 };
            if mirrored(1.0) || mirrored(-1.0) {
                let pair =
                    |tap: usize| if sign > 0.0 { x(tap) + x(count - 1 - tap) } else { x(tap) - x(count - 1 - tap) };
                let first = x(middle) * weights[middle];
                return Scalar::new((0..middle).fold(first, |sum, tap| sum + pair(tap) * weights[tap]));
            }
            let first = x(count - 1) * weights[count - 1];
            Scalar::new((0..count - 1).fold(first, |sum, tap| sum + x(tap) * weights[tap]))
        })
    }

    /// `slide`: windows of a power of two are folded half by half, others of such parts, the shorter ones first.
    pub fn slide(&self, summary: Summary, axis: i64, before: i64, size: i64) -> Vec<Scalar> {
        let fold = |a: Scalar, b: Scalar| match summary {
            Summary::Mean => Scalar::new(a.get::<f64>() + b.get::<f64>()),
            Summary::Minimum => lesser(a, b),
            Summary::Maximum => greater(a, b),
        };
        self.each(&self.along(axis, before, size), |window| {
            let (mut rest, mut width, mut folded) = (window, 1, None);
            while !rest.is_empty() {
                if size as usize & width != 0 {
                    let (part, others) = rest.split_at(width);
                    let part = halves(part, &fold);
                    folded = Some(folded.map_or(part, |folded| fold(folded, part)));
                    rest = others;
                }
                width *= 2;
            }
            let folded = folded.expect("a window has elements");
            if summary == Summary::Mean { Scalar::new(folded.get::<f64>() / size as f64) } else { folded }
        })
    }

    /// `neighbors`.
    pub fn neighbors(&self, weighted: Weighted, offsets: &[Vec<i64>], weights: &[f64]) -> Vec<Scalar> {
        self.each(offsets, |window| {
            let begin = match weighted {
                Weighted::Sum => 0.0,
                Weighted::Minimum => f64::INFINITY,
                Weighted::Maximum => f64::NEG_INFINITY,
            };
            Scalar::new(window.iter().zip(weights).fold(begin, |held, (x, weight)| {
                let x = x.get::<f64>();
                let pair = (Scalar::new(held), Scalar::new(x + weight));
                match weighted {
                    Weighted::Sum => held + x * weight,
                    Weighted::Minimum => lesser(pair.0, pair.1).get(),
                    Weighted::Maximum => greater(pair.0, pair.1).get(),
                }
            }))
        })
    }

    /// `rank_neighbors`.
    pub fn ranks(&self, rank: usize, offsets: &[Vec<i64>]) -> Vec<Scalar> {
        self.each(offsets, |window| {
            let mut sorted = window.to_vec();
            // As of selections, -0.0 is before 0.0.
            let negative = |value: &Scalar| value.dtype().is_inexact() && value.get::<f64>().is_sign_negative();
            sorted.sort_by(|a, b| a.order(b).then(negative(b).cmp(&negative(a))));
            sorted[rank]
        })
    }
}

fn halves(part: &[Scalar], fold: &impl Fn(Scalar, Scalar) -> Scalar) -> Scalar {
    match part {
        [one] => *one,
        part => {
            let (low, high) = part.split_at(part.len() / 2);
            fold(halves(low, fold), halves(high, fold))
        }
    }
}

fn is_nan(value: Scalar) -> bool {
    value.dtype().is_inexact() && value.get::<f64>().is_nan()
}

fn lesser(a: Scalar, b: Scalar) -> Scalar {
    if is_nan(a) || !is_nan(b) && a.order(&b).is_le() { a } else { b }
}

fn greater(a: Scalar, b: Scalar) -> Scalar {
    if is_nan(a) || !is_nan(b) && a.order(&b).is_ge() { a } else { b }
}

/// The numbers of the components, and how many there are: all take the least of their neighbors' places until nothing
/// changes; those that have their own place still are the first of their component.
pub(super) fn components(values: &[Scalar], offsets: &[Scalar], shape: &[i64]) -> (Vec<i64>, i64) {
    let mut least: Vec<i64> =
        values.iter().zip(0..).map(|(value, position)| if value.get::<bool>() { position } else { -1 }).collect();
    let step = |position: i64, row: &[Scalar]| {
        let (mut rest, mut stride, mut to) = (position, 1, 0);
        for (offset, extent) in row.iter().zip(shape).rev() {
            let at = rest % extent + offset.get::<i64>();
            if !(0..*extent).contains(&at) {
                return None;
            }
            to += at * stride;
            (rest, stride) = (rest / extent, stride * extent);
        }
        Some(to as usize)
    };
    loop {
        let before = least.clone();
        for position in 0..least.len() {
            for row in offsets.chunks(shape.len()) {
                if let Some(other) = step(position as i64, row)
                    && least[position] >= 0
                    && least[other] >= 0
                {
                    let both = least[position].min(least[other]);
                    (least[position], least[other]) = (both, both);
                }
            }
        }
        if before == least {
            break;
        }
    }
    let mut count = 0;
    let mut numbers = vec![0; least.len()];
    for (position, &first) in least.iter().enumerate().filter(|(_, first)| **first >= 0) {
        count += i64::from(first == position as i64);
        numbers[position] = if first == position as i64 { count } else { numbers[first as usize] };
    }
    (numbers, count)
}
