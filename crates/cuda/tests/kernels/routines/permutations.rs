//! Random permutations of a block, of several buckets, of full buckets, and of keys with a common prefix.

use std::collections::HashSet;

use super::{Case, machine, view};
use cuprust_cuda::Division;
use cuprust_cuda::write::Written;
use cuprust_ir::{Layout, Operand, ScalarId};
use cuprust_num::random::permutation_key;
use cuprust_num::{DType, Scalar};
use cuprust_ops::Routine;

/// The permutation by its definition.
fn case(n: i64, seed: u64, counter: u64) -> Case {
    let mut order: Vec<i64> = (0..n).collect();
    order.sort_by_key(|&index| permutation_key(seed, counter, index as u64));
    Case {
        name: format!("permutation of {n}, seed {seed}"),
        routine: Routine::Permutation,
        outputs: vec![view(0, DType::I64, Layout::contiguous(&[n]))],
        inputs: (0..2).map(|id| Operand::Scalar(ScalarId(id))).collect(),
        storages: vec![vec![0; 8 * n as usize]],
        scalars: vec![Scalar::new(seed), Scalar::new(counter)],
        expected: order.into_iter().map(Scalar::new).collect(),
    }
}

/// A seed for which two keys of a block have the same upper halves, so that only their lower ones determine the order.
fn seed_of_ties(n: u64) -> u64 {
    let tied = |&seed: &u64| {
        let mut seen = HashSet::new();
        (0..n).any(|index| !seen.insert(permutation_key(seed, 0, index) >> 32))
    };
    (0..10_000).find(tied).expect("of 8192 keys two begin alike for one seed in 130")
}

pub fn cases(all: &mut Vec<Case>) {
    let sizes = [(1, 5), (2, 6), (33, 7), (5000, u64::MAX - 3), (8193, 11), (16_385, 12), (21_000, u64::MAX - 100)];
    all.extend(sizes.map(|(n, counter)| case(n, 40 + counter % 7, counter)));
    all.push(case(8192, seed_of_ties(8192), 0));
}

#[test]
fn permutations_do_not_depend_on_the_division() {
    // Buckets that are not full, by tiles and one by one; and buckets with more elements than their capacity for this
    // average.
    let divisions = [(256, 180, 512), (256, 180, 0), (256, 256, 512), (256, 300, 0)];
    let cases = [case(600, 3, 0), case(4000, 4, u64::MAX - 9)];
    let mut all: Vec<(&Case, Vec<Written>)> = Vec::new();
    for (threads, average, max_buckets) in divisions {
        let division = Division { threads, items: 1, average, max_buckets };
        all.extend(cases.iter().map(|case| (case, division.write(&case.outputs, &case.inputs).unwrap())));
    }
    let flat: Vec<Written> = all.iter().flat_map(|(_, written)| written.clone()).collect();
    let Some(compiled) = machine::compile("permutations", &flat) else { return };
    let mut first = 0;
    for (case, kernels) in &all {
        let mut storages = case.storages.clone();
        compiled.run_all(first, kernels, &mut storages, &case.scalars);
        first += kernels.len();
        assert_eq!(case.difference(&storages[0]), None);
    }
}
