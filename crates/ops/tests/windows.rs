//! Edges of windows, values of splines, and networks that select.

use cuprust_ops::{
    Edge, Exchange, Extrapolation, MAX_MATRIX, matrix_selection, selection, spline_poles, spline_weights,
};

#[test]
fn an_axis_goes_on_beyond_its_edges() {
    let line = |edge: Edge| -> String {
        let at = |index| edge.fold(index, 4).map_or('-', |index| ['a', 'b', 'c', 'd'][index as usize]);
        (-9..13).map(at).collect()
    };
    assert_eq!(line(Edge::Reflect), "aabcddcbaabcddcbaabcdd");
    assert_eq!(line(Edge::Mirror), "dcbabcdcbabcdcbabcdcba");
    assert_eq!(line(Edge::Nearest), "aaaaaaaaaabcdddddddddd");
    assert_eq!(line(Edge::Wrap), "dabcdabcdabcdabcdabcda");
    assert_eq!(line(Edge::Constant), "---------abcd---------");
}

#[test]
fn short_axes_go_on_too() {
    for edge in [Edge::Reflect, Edge::Mirror, Edge::Nearest, Edge::Wrap] {
        assert!((-5..5).all(|index| edge.fold(index, 1) == Some(0)), "{edge:?}");
        assert!((-5..5).all(|index| edge.fold(index, 0).is_none()), "{edge:?}");
    }
}

#[test]
fn coordinates_are_folded_as_indices_are() {
    let pairs = [
        (Extrapolation::Reflect, Edge::Reflect),
        (Extrapolation::Mirror, Edge::Mirror),
        (Extrapolation::GridWrap, Edge::Wrap),
    ];
    for (extrapolation, edge) in pairs {
        for (extent, index) in [1, 2, 5].into_iter().flat_map(|extent| (-23..24).map(move |index| (extent, index))) {
            // Folded coordinates lie next to the elements, and so may those that a constant replaces.
            let folded = extrapolation.fold(index as f64, extent);
            assert!(folded > -1.0 && folded < extent as f64, "{extrapolation:?} {index} of {extent}: {folded}");
            let near = (folded + 1e-9).floor() as i64;
            assert_eq!(edge.fold(near, extent), edge.fold(index, extent), "{extrapolation:?} {index} of {extent}");
        }
    }
    assert_eq!(Extrapolation::Constant.fold(-0.25, 4), -1.0);
    assert_eq!(Extrapolation::Wrap.fold(4.5, 4), 1.5);
    assert_eq!(Extrapolation::Nearest.fold(1e9, 4), 1e9);
    assert!(Extrapolation::Mirror.fold(f64::NAN, 4).is_nan());
}

#[test]
fn splines_sum_to_one_and_filters_undo_them() {
    for order in 1..=5 {
        let mut at_elements = [0.0; 6];
        spline_weights(0.0, order, &mut at_elements);
        let first = if order % 2 == 1 { 0.0 } else { -0.5 };
        for step in 0..100 {
            let mut weights = [0.0; 6];
            spline_weights(first + f64::from(step) / 100.0, order, &mut weights);
            let sum: f64 = weights[..=order].iter().sum();
            assert!((sum - 1.0).abs() < 1e-15 && weights[..=order].iter().all(|weight| *weight > -1e-15), "{order}");
        }
        // The poles are the zeros of the polynomial whose coefficients are the spline's values at the elements.
        let values = if order % 2 == 1 { &at_elements[..order] } else { &at_elements[..=order] };
        for pole in spline_poles(order as i64) {
            let value = values.iter().rev().fold(0.0, |sum, value| sum * pole + value);
            assert!(value.abs() < 1e-15, "{order}: {value}");
        }
    }
}

/// Applies comparisons. Values that a comparison does not keep are not read any more.
fn apply(network: &[Exchange], values: &mut [u64]) {
    for &Exchange { low, high, keeps } in network {
        let (low, high) = (usize::from(low), usize::from(high));
        let (a, b) = (values[low], values[high]);
        values[low] = if keeps.low() { a.min(b) } else { u64::MAX };
        values[high] = if keeps.high() { a.max(b) } else { u64::MAX };
    }
}

/// A few small values, many of them equal.
fn values(count: usize, seed: u64) -> Vec<u64> {
    (0..count as u64).map(|index| (index * 7919 + seed * 104_729).wrapping_mul(0x9e37_79b9) >> 13 & 15).collect()
}

#[test]
fn networks_select() {
    for count in 1..=20usize {
        for rank in 0..count {
            let network = selection(count, rank);
            for seed in 0..40u64 {
                let mut values = values(count, seed);
                let mut sorted = values.clone();
                sorted.sort_unstable();
                apply(&network, &mut values);
                assert_eq!(values[rank], sorted[rank], "{rank} of {count}");
            }
        }
    }
    // The median of nine takes nineteen comparisons at least; no sorting network has so few.
    assert!(selection(9, 4).len() <= 25, "{}", selection(9, 4).len());
    assert_eq!(selection(8, 0).len(), 7);
}

#[test]
fn networks_select_from_matrices() {
    for (rows, columns) in [(1, 1), (1, 6), (6, 1), (2, 2), (2, 3), (3, 3), (3, 4), (5, 3), (4, 6), (5, 5), (11, 11)] {
        let count = rows * columns;
        for rank in (0..count).step_by(1 + count / 26) {
            let network = matrix_selection(rows, columns, rank).expect("the matrix is small");
            for seed in 0..40u64 {
                let mut values = values(count, seed);
                let mut sorted = values.clone();
                sorted.sort_unstable();
                for column in 0..columns {
                    let mut own: Vec<u64> = values[column..].iter().step_by(columns).copied().collect();
                    apply(&network.of_columns, &mut own);
                    values[column..].iter_mut().step_by(columns).zip(own).for_each(|(value, own)| *value = own);
                }
                apply(&network.of_matrix, &mut values);
                assert_eq!(values[network.position], sorted[rank], "{rank} of {rows} x {columns}");
            }
        }
    }
    assert!(matrix_selection(2, 3, 6).is_none() && matrix_selection(0, 3, 0).is_none());
    assert!(matrix_selection(1, MAX_MATRIX + 1, 0).is_none() && matrix_selection(usize::MAX, 2, 0).is_none());
    // Sorted columns of three: the middle one of the greatest of the first row, of the middle one of the second, and of
    // the least of the third.
    let of_nine = matrix_selection(3, 3, 4).expect("the matrix is small");
    assert_eq!((of_nine.of_columns.len(), of_nine.of_matrix.len()), (3, 11));
}
