//! Collectives of the CPU, with threads as ranks: every call, sizes of one and of several rounds, and what goes wrong.

use std::sync::Arc;

use cuprust_host::Host;
use cuprust_ir::{
    Collective, CollectiveCall, Collectives, Combination, Communicator, ErrorKind, Executor, GroupId, GroupSettings,
    Result,
};
use cuprust_num::{DType, Element};

type Rank = Arc<dyn Communicator>;

fn collectives(host: &Host) -> &dyn Collectives {
    host.extensions().collectives.unwrap()
}

fn joined(id: &GroupId, rank: u32, size: u32) -> Result<Rank> {
    collectives(&Host::new()).join(id, rank, size, GroupSettings::default(), &|| false)
}

/// Does work as each of this many ranks, on a thread each, and gives what it gives.
fn ranks<T: Send>(size: u32, work: impl Fn(Rank) -> T + Sync) -> Vec<T> {
    let id = collectives(&Host::new()).group_id().unwrap();
    std::thread::scope(|scope| {
        let work = &work;
        let spawn = |rank| scope.spawn(move || work(joined(&id, rank, size).unwrap()));
        let threads: Vec<_> = (0..size).map(spawn).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn called<T: Element>(rank: &Rank, collective: Collective, count: usize, from: &[T], to: &mut [T]) -> Result<()> {
    let [reads, writes] = collective.extents(count as u64, rank.rank(), rank.size());
    assert!(from.len() as u64 >= reads && to.len() as u64 >= writes);
    let (from, to) = (from.as_ptr() as u64, to.as_mut_ptr() as u64);
    let call = CollectiveCall { collective, dtype: T::DTYPE, count: count as u64, from, to };
    // SAFETY: the lists have as many elements as the call reads and writes, and live until it is done.
    unsafe { rank.call(&call, 0, &|| false) }
}

/// The elements of a rank.
fn own(rank: u32, count: usize) -> Vec<f64> {
    (0..count).map(|position| (position % 97) as f64 + f64::from(rank) * 100.0).collect()
}

/// One element, a few, a single round, several rounds.
const COUNTS: [usize; 6] = [0, 1, 5, 8192, 70_001, 400_003];

#[test]
fn reductions_give_every_rank_the_same_bits() {
    for size in 1..5 {
        for count in COUNTS {
            let all: Vec<Vec<f64>> = (0..size).map(|rank| own(rank, count)).collect();
            let expected: Vec<f64> = (0..count).map(|position| all.iter().map(|own| own[position]).sum()).collect();
            let found = ranks(size, |rank| {
                let sum = Combination::Sum;
                let mut summed = vec![0.0; count];
                called(&rank, Collective::AllReduce(sum), count, &own(rank.rank(), count), &mut summed).unwrap();
                // In place.
                let mut same = own(rank.rank(), count);
                let (from, to) = (same.as_ptr() as u64, same.as_mut_ptr() as u64);
                let collective = Collective::AllReduce(sum);
                let call = CollectiveCall { collective, dtype: DType::F64, count: count as u64, from, to };
                // SAFETY: the list has as many elements.
                unsafe { rank.call(&call, 0, &|| false) }.unwrap();
                let root = size - 1;
                let mut rooted = vec![-1.0; count];
                called(&rank, Collective::Reduce(sum, root), count, &own(rank.rank(), count), &mut rooted).unwrap();
                (summed, same, rooted)
            });
            for (rank, (summed, same, rooted)) in found.iter().enumerate() {
                assert!(summed == &expected && same == &expected, "{size} {count}");
                let untouched = vec![-1.0; count];
                assert!(rooted == if rank as u32 == size - 1 { &expected } else { &untouched });
            }
        }
    }
}

#[test]
fn blocks_go_where_they_belong() {
    for size in 1..5 {
        for count in COUNTS {
            let wide = count * size as usize;
            let all: Vec<Vec<f64>> = (0..size).map(|rank| own(rank, wide)).collect();
            let found = ranks(size, |rank| {
                let me = rank.rank();
                let (mut block, mut gathered, mut given) = (vec![0.0; count], vec![0.0; wide], own(me, count));
                let scatter = Collective::ReduceScatter(Combination::Max);
                called(&rank, scatter, count, &own(me, wide), &mut block).unwrap();
                called(&rank, Collective::AllGather, count, &own(me, count), &mut gathered).unwrap();
                let from = own(me, count);
                called(&rank, Collective::Broadcast(0), count, &from, &mut given).unwrap();
                (block, gathered, given)
            });
            for (rank, (block, gathered, given)) in found.iter().enumerate() {
                assert_eq!(block[..], all[size as usize - 1][rank * count..][..count], "{size} {count}");
                for (peer, part) in all.iter().enumerate() {
                    assert_eq!(gathered[peer * count..][..count], part[..count], "{size} {count}");
                }
                assert_eq!(given[..], all[0][..count]);
            }
        }
    }
}

#[test]
fn a_batch_sends_and_receives_at_the_same_time() {
    for count in COUNTS {
        let found = ranks(3, |rank| {
            let (me, host) = (rank.rank(), Host::new());
            let mine = own(me, count);
            let mut got = vec![vec![0.0; count]; 3];
            collectives(&host).begin_batch().unwrap();
            for (peer, got) in got.iter_mut().enumerate() {
                called(&rank, Collective::Send(peer as u32), count, &mine, &mut []).unwrap();
                called(&rank, Collective::Receive(peer as u32), count, &[], got).unwrap();
            }
            collectives(&host).end_batch(&|| false).unwrap();
            got
        });
        for got in found {
            assert!(got.iter().enumerate().all(|(peer, got)| *got == own(peer as u32, count)));
        }
    }
}

#[test]
fn a_rank_may_leave_as_soon_as_it_has_sent_what_it_owes() {
    for turn in 0..60 {
        let found = ranks(3, |rank| {
            let (me, host) = (rank.rank(), Host::new());
            let mut got = vec![vec![0.0; 100]; 3];
            if me > 0 {
                // The first to come leaves while the other one is still awaited.
                std::thread::sleep(std::time::Duration::from_millis(if me == 1 { 1 } else { 4 + turn % 3 }));
                called(&rank, Collective::Send(0), 100, &own(me, 100), &mut []).unwrap();
                return got;
            }
            collectives(&host).begin_batch().unwrap();
            for (peer, got) in got.iter_mut().enumerate().skip(1) {
                called(&rank, Collective::Receive(peer as u32), 100, &[], got).unwrap();
            }
            collectives(&host).end_batch(&|| false).unwrap();
            got
        });
        assert!(found[0][1] == own(1, 100) && found[0][2] == own(2, 100), "{turn}");
    }
}

#[test]
fn one_thread_may_be_all_ranks() {
    let host = Host::new();
    let all = collectives(&host);
    let id = all.group_id().unwrap();
    all.begin_batch().unwrap();
    let members: Vec<Rank> =
        (0..3).map(|rank| all.join(&id, rank, 3, GroupSettings::default(), &|| false).unwrap()).collect();
    all.end_batch(&|| false).unwrap();
    let mut results = vec![[0_i32; 4]; 3];
    all.begin_batch().unwrap();
    let from: Vec<[i32; 4]> = (0..3).map(|rank| [rank, 10 * rank, 0, -rank]).collect();
    for (member, (from, to)) in members.iter().zip(from.iter().zip(&mut results)) {
        called(member, Collective::AllReduce(Combination::Sum), 4, from, to).unwrap();
    }
    assert_eq!(results, [[0; 4]; 3]);
    all.end_batch(&|| false).unwrap();
    assert_eq!(results, [[3, 30, 0, -3]; 3]);
    assert!(all.end_batch(&|| false).unwrap_err().text().contains("no group of calls has begun"));
}

#[test]
fn ranks_that_call_something_else_get_errors_and_a_failed_communicator_stays_failed() {
    let found = ranks(2, |rank| {
        let count = 5 + rank.rank() as usize;
        let how = Collective::AllReduce(Combination::Sum);
        let first = called(&rank, how, count, &own(0, count), &mut vec![0.0; count]).unwrap_err();
        let later = called(&rank, how, 1, &own(0, 1), &mut [0.0]).unwrap_err();
        (first.text().to_owned(), later.text().to_owned(), rank.check().is_err())
    });
    let differs = |text: &str| text.contains("all_reduce (Sum) of 5 float64") && text.contains("of 6 float64");
    assert!(found.iter().any(|(first, ..)| differs(first)), "{found:?}");
    for (first, later, checked) in &found {
        assert!(differs(first) || first.contains("has left the group"), "{first}");
        assert!(later.contains("cannot be used after a failed call") && *checked);
    }
}

#[test]
fn a_rank_that_has_left_is_an_error_in_the_others() {
    let found = ranks(3, |rank| {
        if rank.rank() == 1 {
            rank.leave();
            return called(&rank, Collective::AllGather, 1, &[1.0], &mut [0.0; 3]).unwrap_err().text().to_owned();
        }
        called(&rank, Collective::AllReduce(Combination::Sum), 1, &[1.0], &mut [0.0]).unwrap_err().text().to_owned()
    });
    assert!(found[1].contains("destroyed or aborted"), "{found:?}");
    assert!(found[0].contains("has left the group") && found[2].contains("has left the group"), "{found:?}");
}

#[test]
fn an_abort_ends_a_call_that_waits_and_so_does_the_caller() {
    let found = ranks(2, |rank| {
        if rank.rank() == 1 {
            std::thread::sleep(std::time::Duration::from_millis(300));
            return None;
        }
        let (aborted, stopped) = (rank.clone(), std::thread::spawn);
        let waiter = stopped(move || called(&aborted, Collective::Receive(1), 1, &[], &mut [0.0]).unwrap_err());
        std::thread::sleep(std::time::Duration::from_millis(100));
        rank.abort();
        Some(waiter.join().unwrap())
    });
    assert!(found[0].as_ref().unwrap().text().contains("destroyed or aborted"));
    let found = ranks(2, |rank| {
        let call = CollectiveCall {
            collective: Collective::AllReduce(Combination::Sum),
            dtype: DType::U8,
            count: 0,
            from: 0,
            to: 0,
        };
        if rank.rank() == 1 {
            std::thread::sleep(std::time::Duration::from_millis(100));
            return ErrorKind::Interrupted;
        }
        // SAFETY: the call has no elements.
        unsafe { rank.call(&call, 0, &|| true) }.unwrap_err().kind()
    });
    assert_eq!(found[0], ErrorKind::Interrupted);
}

#[test]
fn wrong_arguments_are_errors_and_the_group_goes_on() {
    ranks(2, |rank| {
        let wrong = |collective, dtype, count, address| {
            let call = CollectiveCall { collective, dtype, count, from: address, to: address };
            // SAFETY: each is refused before memory is touched.
            unsafe { rank.call(&call, 0, &|| false) }.unwrap_err()
        };
        let average = Collective::AllReduce(Combination::Average);
        assert_eq!(wrong(average, DType::Bool, 1, 8).kind(), ErrorKind::Type);
        assert_eq!(wrong(Collective::Send(2), DType::F32, 1, 8).text(), "rank 2 is not one of 2");
        assert!(wrong(Collective::AllGather, DType::F64, 1, 12).text().contains("is not the address"));
        assert!(wrong(Collective::AllGather, DType::F64, 1, 0).text().contains("is not the address"));
        assert!(wrong(Collective::AllGather, DType::F64, u64::MAX, 8).text().contains("more than memory holds"));
        let mut sum = [0.0];
        called(&rank, Collective::AllReduce(Combination::Sum), 1, &[1.5], &mut sum).unwrap();
        assert_eq!(sum, [3.0]);
        // To itself, and not received.
        let error = called(&rank, Collective::Send(rank.rank()), 1, &[1.0], &mut []).unwrap_err();
        assert!(error.text().contains("sends to itself"), "{error}");
    });
}

#[test]
fn groups_that_cannot_be_formed_are_errors() {
    let host = Host::new();
    let all = collectives(&host);
    let id = all.group_id().unwrap();
    assert!(joined(&id, 2, 2).err().unwrap().text().contains("rank 2 is not one of 2"));
    assert!(joined(&[3; 128], 0, 1).err().unwrap().text().contains("names no group"));
    // Two sizes.
    let found = std::thread::scope(|scope| {
        let spawn = |(rank, size)| scope.spawn(move || joined(&id, rank, size).err().unwrap());
        let threads: Vec<_> = [(0, 2), (1, 3)].into_iter().map(spawn).collect();
        threads.into_iter().map(|thread| thread.join().unwrap().text().to_owned()).collect::<Vec<String>>()
    });
    assert!(found.iter().all(|text| text.contains("different sizes")), "{found:?}");
    // One rank twice.
    let id = all.group_id().unwrap();
    let found = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(move || joined(&id, 0, 3).err().unwrap())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap().text().to_owned()).collect::<Vec<String>>()
    });
    assert!(found.iter().all(|text| text.contains("two ranks of the group have the number 0")), "{found:?}");
    // A group that exists.
    let id = all.group_id().unwrap();
    let first = joined(&id, 0, 1).unwrap();
    assert!(joined(&id, 0, 1).err().unwrap().text().contains("an id is for one group"));
    assert!(first.check().is_ok());
    // The caller does not want to wait.
    let id = all.group_id().unwrap();
    assert_eq!(all.join(&id, 0, 2, GroupSettings::default(), &|| true).err().unwrap().kind(), ErrorKind::Interrupted);
}

#[test]
fn a_split_orders_ranks_by_key_and_leaves_out_those_without_a_color() {
    let found = ranks(4, |rank| {
        let me = rank.rank();
        let color = (me < 3).then_some(me % 2);
        let part = rank.split(color, -(me as i32), None, &|| false).unwrap()?;
        let mut all = vec![0.0; part.size() as usize];
        called(&part, Collective::AllGather, 1, &[f64::from(me)], &mut all).unwrap();
        Some((part.rank(), all))
    });
    assert_eq!(found, [Some((1, vec![2.0, 0.0])), Some((0, vec![1.0])), Some((0, vec![2.0, 0.0])), None]);
}
