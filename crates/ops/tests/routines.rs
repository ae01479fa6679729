//! Routines and their parameters lead back from words and from text.

use cuprust_num::DType;
use cuprust_ops::{
    Distribution, Edge, Extrapolation, MatrixFunction, Parameter, Rectangle, Routine, RowId, Summary, Transform,
    Weighted,
};

#[test]
fn words_and_text_lead_back() {
    let routines = [
        Routine::MatMul,
        Routine::Correlate { before: -3 },
        Routine::CorrelateAxis { axis: 1, before: -2, edge: Edge::Mirror },
        Routine::Slide { summary: Summary::Maximum, axis: 0, size: 5, before: 2, edge: Edge::Constant },
        Routine::Neighbors { weighted: Weighted::Minimum, rectangle: None, edge: Edge::Wrap },
        Routine::RankNeighbors { rank: 4, rectangle: None, edge: Edge::Nearest },
        Routine::RankNeighbors { rank: 4, rectangle: Rectangle::new([3, 5], [1, 4]), edge: Edge::Nearest },
        Routine::SplineFilter { axis: 0, order: 3, edge: Edge::Reflect },
        Routine::Interpolate { axes: 2, order: 5, extrapolation: Extrapolation::GridWrap, grid: false },
        Routine::Components,
        Routine::LowerEnvelope,
        Routine::Random { distribution: Distribution::Integers },
        Routine::Permutation,
        Routine::Scan { row: RowId::named("gcd") },
        Routine::At { row: RowId::named("negative"), ordered: true },
        Routine::Scatter { unique: true },
        Routine::Sort { values: false, indices: true },
        Routine::OrderStatistics { propagate: true },
        Routine::Partition { indices: false },
        Routine::Search { right: true },
        Routine::Nonzero,
        Routine::Fft { transform: Transform::RealForward, axes: 2 },
        Routine::TriangularSolve { lower: true, unit: false, transposed: true, conjugated: false },
        Routine::Eigh { vectors: false, lower: true },
        Routine::TriangularFunction { function: MatrixFunction::Logarithm },
        Routine::Sylvester { adjoint: true },
        Routine::BandedSolve { below: 2 },
    ];
    for routine in routines {
        let (number, words) = routine.words();
        assert_eq!(words.len(), Routine::parameter_count(number), "{routine}");
        assert_eq!(Routine::from_words(number, &words), Some(routine));
        let parameters = routine.parameters();
        let get = |name: &str| parameters.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str());
        assert_eq!(Routine::find(routine.name(), get), Some(routine));
    }
    assert_eq!(Routine::Sort { values: true, indices: false }.to_string(), "sort values=true indices=false");
    assert_eq!(Routine::find("sort", |_| None), None);
    assert_eq!(Routine::find("sort", |_| Some("maybe")), None);
    assert_eq!(Routine::from_words(200, &[]), None);
}

#[test]
fn parameters_lead_back() {
    fn both<P: Parameter + PartialEq + std::fmt::Debug>(parameter: P) {
        assert_eq!(P::from_word(parameter.to_word()), Some(parameter));
        assert_eq!(P::from_text(&parameter.to_text()), Some(parameter));
    }
    [0, -1, i64::MIN, i64::MAX].into_iter().for_each(both);
    [true, false].into_iter().for_each(both);
    [DType::Bool, DType::BF16, DType::C128].into_iter().for_each(both);
    both(RowId::named("add"));
    assert_eq!(bool::from_word(2), None);
    assert_eq!(DType::from_word(1 << 8), None);
    assert_eq!(RowId::from_text("nothing"), None);
}
