//! Edges of windows, and networks that select.

use cuprust_ops::{Edge, Exchange, selection};

#[test]
fn an_axis_goes_on_beyond_its_edges() {
    let line = |edge: Edge| -> String {
        let at = |index| edge.fold(index, 4).map_or('-', |place| ['a', 'b', 'c', 'd'][place as usize]);
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
fn networks_select() {
    for count in 1..=20usize {
        for rank in 0..count {
            let network = selection(count, rank);
            for seed in 0..40u64 {
                let value = |place: usize| (place as u64 * 7919 + seed * 104_729).wrapping_mul(0x9e37_79b9) >> 13 & 15;
                let mut values: Vec<u64> = (0..count).map(value).collect();
                let mut sorted = values.clone();
                sorted.sort_unstable();
                for &Exchange { low, high, keeps } in &network {
                    let (low, high) = (usize::from(low), usize::from(high));
                    let (a, b) = (values[low], values[high]);
                    // What is not kept is not asked for any more.
                    values[low] = if keeps.low() { a.min(b) } else { u64::MAX };
                    values[high] = if keeps.high() { a.max(b) } else { u64::MAX };
                }
                assert_eq!(values[rank], sorted[rank], "{rank} of {count}");
            }
        }
    }
    // The median of nine takes nineteen comparisons at least; no sorting network has so few.
    assert!(selection(9, 4).len() <= 25, "{}", selection(9, 4).len());
    assert_eq!(selection(8, 0).len(), 7);
}
