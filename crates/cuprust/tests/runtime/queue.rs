//! Is what is read always what the program said, whatever was recorded, dropped or overwritten before?

use cuprust::ops::RowId;
use cuprust::ufunc::in_place;
use cuprust::*;

const ADD: RowId = RowId::named("add");

fn counted(count: i64) -> Array {
    let elements: Vec<i64> = (0..count).collect();
    Array::from_slice(&elements, [count], Device::cpu()).unwrap()
}

fn values(array: &Array) -> Vec<i64> {
    array.to_vec().unwrap()
}

#[test]
fn what_is_done_at_once_does_not_overtake_what_was_recorded() {
    for count in [5, 4096, 5000] {
        let a = counted(count);
        let rolled = a.roll(1, 0).unwrap();
        in_place(ADD, &a, 10.into()).unwrap();
        in_place(ADD, &a, (&a).into()).unwrap();
        let before: Vec<i64> = (0..count).map(|i| (i - 1).rem_euclid(count)).collect();
        assert_eq!(values(&rolled), before, "{count} elements");
        assert_eq!(values(&a), (0..count).map(|i| 2 * (i + 10)).collect::<Vec<_>>(), "{count} elements");
    }
}

#[test]
fn operands_that_overlap_are_read_before_they_are_written() {
    let a = counted(100);
    let (later, earlier) = (a.at(1..).unwrap(), a.at(..99).unwrap());
    in_place(ADD, &later, (&earlier).into()).unwrap();
    let expected: Vec<i64> = (0..100).map(|i| if i == 0 { 0 } else { 2 * i - 1 }).collect();
    assert_eq!(values(&a), expected);
}

#[test]
fn what_is_kept_of_a_long_program_has_its_value() {
    // More instructions than a queue holds, with results that are dropped, held for a while, and held to the end.
    let mut kept = Vec::new();
    let mut x = counted(5000);
    for turn in 0..700 {
        let doubled = &x + &x;
        x = &doubled - &x + 1;
        if turn % 97 == 0 {
            kept.push((turn, x.clone(), doubled));
        }
        if turn == 350 {
            kept.remove(1);
        }
    }
    for (turn, x, doubled) in &kept {
        assert_eq!(values(x), (turn + 1..turn + 5001).collect::<Vec<_>>(), "after turn {turn}");
        assert_eq!(values(doubled), (0..5000).map(|i| 2 * (i + turn)).collect::<Vec<_>>(), "in turn {turn}");
    }
    assert_eq!(values(&x), (700..5700).collect::<Vec<_>>());
}

#[test]
fn arrays_may_be_dropped_by_any_thread_while_others_record() {
    let source = counted(5000);
    std::thread::scope(|scope| {
        let (send, receive) = std::sync::mpsc::channel::<Array>();
        scope.spawn(move || receive.into_iter().for_each(drop));
        for part in 0..3i64 {
            let (send, source) = (send.clone(), &source);
            scope.spawn(move || {
                for turn in 0..300 {
                    let sum = source + part;
                    let twice = &sum + &sum;
                    if turn % 50 == 0 {
                        assert_eq!(values(&twice)[4999], 2 * (4999 + part));
                    }
                    send.send(sum).unwrap();
                    send.send(twice).unwrap();
                }
            });
        }
    });
    assert_eq!(values(&source), (0..5000).collect::<Vec<_>>());
}

#[test]
fn small_reductions_are_those_of_large_arrays() {
    let (small, large) = (counted(1000), counted(5000));
    for name in ["sum", "max", "min", "argmax", "prod"] {
        let options = ReduceOptions::default();
        let part = large.at(..1000).unwrap();
        // The slice of the large array is reduced by a kernel, which `initial` or an axis asks for.
        let recorded = ufunc::reduction::named(name, &part, &ReduceOptions { axes: Some(&[0]), ..options }).unwrap();
        let now = ufunc::reduction::named(name, &small, &options).unwrap();
        assert_eq!(now.item().unwrap(), recorded.item().unwrap(), "{name}");
    }
}
