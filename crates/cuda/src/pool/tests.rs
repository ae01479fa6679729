//! The pool on a device of host memory that executes its work as late as it may.

use std::collections::BTreeMap;

use super::*;
use crate::driver::fake::Fake;

const MIB: usize = 1 << 20;

fn pool(capacity: usize) -> (Arc<Fake>, Pool) {
    let driver = Arc::new(Fake::new(capacity));
    (driver.clone(), Pool::new(driver))
}

/// A small generator (xorshift64*), so that a failure repeats itself.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    fn size(&mut self) -> usize {
        match self.below(10) {
            0..5 => 1 + self.below(5000),
            5..8 => 1 + self.below(MIB),
            _ => 1 + self.below(12 * MIB),
        }
    }
}

#[test]
fn without_reuse_a_freed_block_is_not_handed_out_again() {
    let driver = Arc::new(Fake::new(64 * MIB));
    let pool = Pool::with_reuse(driver.clone(), false);
    let mut seen = std::collections::HashSet::new();
    for round in 0..500 {
        let block = pool.alloc(1 + round * 7, Stream::DEFAULT).unwrap();
        assert!(seen.insert(block.address), "turn {round}");
        pool.free(block).unwrap();
        assert!(pool.free(block).is_err());
    }
    assert_eq!((pool.usage().used, pool.usage().free_blocks), (0, 500));
    // Quarantined memory does not exhaust the device's memory.
    for _ in 0..8 {
        let block = pool.alloc(20 * MIB, Stream::DEFAULT).unwrap();
        pool.free(block).unwrap();
    }
    let held = pool.alloc(40 * MIB, Stream::DEFAULT).unwrap();
    let error = pool.alloc(40 * MIB, Stream::DEFAULT).unwrap_err();
    assert!(error.text().contains("asked for 40.00 MiB"), "{error}");
    pool.free(held).unwrap();
    pool.free_all_blocks().unwrap();
    assert_eq!((driver.allocations().0, pool.usage().total), (0, 0));
    drop(pool);
}

#[test]
fn a_freed_block_is_the_next_one_on_its_stream() {
    let (driver, pool) = pool(64 * MIB);
    for bytes in [1, 512, 5000, MIB - 1, MIB, 3 * MIB] {
        let block = pool.alloc(bytes, Stream::DEFAULT).unwrap();
        assert_eq!(block.address.0 % 512, 0);
        pool.free(block).unwrap();
        assert_eq!(pool.alloc(bytes, Stream::DEFAULT).unwrap().address, block.address);
    }
    // One slab for the small ones, one shared segment for the large ones.
    assert_eq!(driver.allocations().0, 2);
    assert_eq!(driver.events(), 0, "freeing records no event");
}

#[test]
fn what_a_call_of_the_host_frees_while_the_device_is_waited_for_is_given_back_too() {
    let driver = Arc::new(Fake::new(64 * MIB));
    let pool = Arc::new(Pool::new(driver.clone()));
    let stream = driver.stream_create(true, 0).unwrap();
    let blocks = [pool.alloc(5000, stream).unwrap(), pool.alloc(3 * MIB, stream).unwrap()];
    // SAFETY: the memory was just allocated with this length.
    unsafe { driver.fill(blocks[1].address, 1, 1, 3 * MIB, stream) }.unwrap();
    let theirs = pool.clone();
    // The pool is not locked during the wait.
    crate::driver::call(&*driver, stream, move || blocks.into_iter().for_each(|block| theirs.free(block).unwrap()))
        .unwrap();
    pool.free_all_blocks().unwrap();
    assert_eq!((pool.usage().used, pool.usage().total, driver.allocations().0), (0, 0, 0));
    let block = pool.alloc(512, stream).unwrap();
    let theirs = pool.clone();
    crate::driver::call(&*driver, stream, move || theirs.free(block).unwrap()).unwrap();
    pool.forget_stream(stream).unwrap();
    pool.free_all_blocks().unwrap();
    assert_eq!(driver.used(), 0);
}

#[test]
fn what_is_freed_while_memory_is_out_and_waited_for_is_used_again() {
    let driver = Arc::new(Fake::new(64 * MIB));
    let pool = Arc::new(Pool::new(driver.clone()));
    let stream = driver.stream_create(true, 0).unwrap();
    let other = driver.stream_create(true, 0).unwrap();
    // The freed memory is large enough only together with the driver's rest.
    for (sizes, requested) in [([40 * MIB, 5000], 35 * MIB), ([12 * MIB, 30 * MIB], 25 * MIB)] {
        let blocks = sizes.map(|bytes| pool.alloc(bytes, stream).unwrap());
        // SAFETY: the memory was just allocated with this length.
        unsafe { driver.fill(blocks[0].address, 1, 1, sizes[0], stream) }.unwrap();
        pool.record_stream(blocks[1], other).unwrap();
        let theirs = pool.clone();
        // The pool is not locked during the wait.
        crate::driver::call(&*driver, stream, move || theirs.free(blocks[0]).unwrap()).unwrap();
        let block = pool.alloc(requested, other).unwrap();
        assert_eq!(driver.waiting(), 0);
        assert_eq!(pool.alloc(40 * MIB, other).unwrap_err().kind(), ErrorKind::OutOfMemory);
        pool.free(block).unwrap();
        pool.free(blocks[1]).unwrap();
        pool.free_all_blocks().unwrap();
        assert_eq!((pool.usage().used, driver.used()), (0, 0));
    }
}

#[test]
fn threads_share_a_pool_that_is_nearly_out_of_memory() {
    let (driver, pool) = pool(24 * MIB);
    let pool = &pool;
    let streams: Vec<Stream> = (0..3).map(|_| driver.stream_create(true, 0).unwrap()).collect();
    std::thread::scope(|scope| {
        for (seed, &stream) in streams.iter().enumerate() {
            scope.spawn(move || {
                let mut random = Random(seed as u64 + 1);
                for _ in 0..600 {
                    // All three need less than there is, but not in every order of segments: a request may fail,
                    // without other effects.
                    let blocks: Vec<Block> =
                        (0..2).filter_map(|_| pool.alloc(1 + random.below(3 * MIB), stream).ok()).collect();
                    blocks.into_iter().for_each(|block| pool.free(block).unwrap());
                }
            });
        }
    });
    pool.lock().blocks.verify();
    assert_eq!(pool.usage().used, 0);
    pool.free_all_blocks().unwrap();
    assert_eq!(driver.used(), 0);
}

#[test]
fn bytes_are_counted_in_granules() {
    let (driver, pool) = pool(64 * MIB);
    let first = pool.alloc(100, Stream::DEFAULT).unwrap();
    let second = pool.alloc(5000, Stream::DEFAULT).unwrap();
    assert_eq!(pool.usage(), Usage { used: 512 + 5120, total: 2 * MIB, peak: 512 + 5120, free_blocks: 0 });
    pool.free(second).unwrap();
    assert_eq!(pool.usage(), Usage { used: 512, total: 2 * MIB, peak: 512 + 5120, free_blocks: 1 });
    pool.free_all_blocks().unwrap();
    assert_eq!(pool.usage().total, 2 * MIB, "a slab with a block that is out stays");
    pool.free(first).unwrap();
    pool.free_all_blocks().unwrap();
    assert_eq!(pool.usage(), Usage { used: 0, total: 0, peak: 512 + 5120, free_blocks: 0 });
    assert_eq!(driver.used(), 0);
    let empty = pool.alloc(0, Stream::DEFAULT).unwrap();
    assert_eq!(empty, Block::EMPTY);
    pool.free(empty).unwrap();
}

#[test]
fn a_block_freed_twice_is_an_error_and_harms_nothing() {
    let (_driver, pool) = pool(64 * MIB);
    let block = pool.alloc(1000, Stream::DEFAULT).unwrap();
    pool.free(block).unwrap();
    assert_eq!(pool.free(block).unwrap_err().kind(), ErrorKind::Value);
    let again = pool.alloc(1000, Stream::DEFAULT).unwrap();
    assert_eq!(again.address, block.address);
    assert_eq!(pool.free(block).unwrap_err().kind(), ErrorKind::Value, "the old handle does not free the new block");
    assert_eq!(pool.usage().used, 1024);
}

#[test]
fn another_stream_gets_a_block_only_after_the_first_has_passed_the_free() {
    for bytes in [1000, 12 * MIB] {
        let (driver, pool) = pool(64 * MIB);
        let one = driver.stream_create(true, 0).unwrap();
        let two = driver.stream_create(true, 0).unwrap();
        // The rest of a slab is used up, so that another stream's block is needed.
        let use_slab_up = |stream, total| {
            while bytes < MIB && pool.usage().used + 512 < total {
                pool.alloc(512, stream).unwrap();
            }
        };
        let block = pool.alloc(bytes, one).unwrap();
        use_slab_up(one, 2 * MIB);
        // SAFETY: the block is ours and has these bytes.
        unsafe { driver.fill(block.address, 1, 1, bytes, one) }.unwrap();
        pool.free(block).unwrap();
        let other = pool.alloc(bytes, two).unwrap();
        assert_ne!(other.address, block.address, "the fill has not run");
        use_slab_up(two, 4 * MIB - 1024);
        driver.stream_synchronize(one).unwrap();
        assert_eq!(pool.alloc(bytes, two).unwrap().address, block.address);
    }
}

#[test]
fn a_recorded_stream_delays_reuse_on_the_blocks_own_stream() {
    let (driver, pool) = pool(64 * MIB);
    let one = driver.stream_create(true, 0).unwrap();
    let two = driver.stream_create(true, 0).unwrap();
    let block = pool.alloc(1000, one).unwrap();
    pool.record_stream(block, two).unwrap();
    // SAFETY: the block is ours and has these bytes.
    unsafe { driver.fill(block.address, 1, 1, 1000, two) }.unwrap();
    pool.free(block).unwrap();
    assert_eq!(pool.usage().used, 0);
    let other = pool.alloc(1000, one).unwrap();
    assert_ne!(other.address, block.address);
    driver.stream_synchronize(two).unwrap();
    assert_eq!(pool.alloc(1000, one).unwrap().address, block.address);
}

#[test]
fn memory_of_a_destroyed_stream_is_free_for_all() {
    let (driver, pool) = pool(64 * MIB);
    let one = driver.stream_create(true, 0).unwrap();
    let (small, large) = (pool.alloc(1000, one).unwrap(), pool.alloc(3 * MIB, one).unwrap());
    let (late_small, late_large) = (pool.alloc(1000, one).unwrap(), pool.alloc(3 * MIB, one).unwrap());
    // SAFETY: the block is ours and has these bytes.
    unsafe { driver.fill(small.address, 1, 1, 1000, one) }.unwrap();
    pool.free(small).unwrap();
    pool.free(large).unwrap();
    pool.forget_stream(one).unwrap();
    assert_eq!(driver.waiting(), 0, "the stream's work was waited for");
    // SAFETY: the stream is not used again.
    unsafe { driver.stream_destroy(one) }.unwrap();
    assert_eq!(pool.alloc(1000, Stream::DEFAULT).unwrap().address, small.address);
    assert_eq!(pool.alloc(3 * MIB, Stream::DEFAULT).unwrap().address, large.address);
    // Allocated blocks are freed after their stream.
    pool.free(late_small).unwrap();
    pool.free(late_large).unwrap();
    assert_eq!(pool.alloc(1000, Stream::DEFAULT).unwrap().address, late_small.address);
    assert_eq!(pool.alloc(3 * MIB, Stream::DEFAULT).unwrap().address, late_large.address);
    pool.state.lock().unwrap().blocks.verify();
}

#[test]
fn neighbours_merge_to_what_they_were() {
    let (driver, pool) = pool(64 * MIB);
    let blocks: Vec<Block> = (0..10).map(|_| pool.alloc(2 * MIB, Stream::DEFAULT).unwrap()).collect();
    assert_eq!(driver.allocations().0, 1);
    for index in [3, 5, 4, 0, 9, 1, 2, 8, 6, 7] {
        pool.free(blocks[index]).unwrap();
        pool.state.lock().unwrap().blocks.verify();
    }
    assert_eq!(pool.usage().free_blocks, 1);
    assert_eq!(pool.alloc(20 * MIB, Stream::DEFAULT).unwrap().address, blocks[0].address);
}

#[test]
fn cached_memory_is_given_back_before_memory_is_out() {
    let (driver, pool) = pool(64 * MIB);
    let one = driver.stream_create(true, 0).unwrap();
    let blocks: Vec<Block> = (0..4).map(|_| pool.alloc(15 * MIB, one).unwrap()).collect();
    for block in blocks {
        // SAFETY: the block is ours and has these bytes.
        unsafe { driver.fill(block.address, 1, 1, 15 * MIB, one) }.unwrap();
        pool.free(block).unwrap();
    }
    // None of the cached segments is large enough, and the device has no more memory for another one.
    let block = pool.alloc(60 * MIB, Stream::DEFAULT).unwrap();
    assert_eq!(pool.usage().total, 60 * MIB);
    let error = pool.alloc(10 * MIB, Stream::DEFAULT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    for part in ["asked for 10.00 MiB", "60.00 MiB (62914560 bytes) are in use", "4.00 MiB", "no limit"] {
        assert!(error.text().contains(part), "{part}: {error}");
    }
    pool.free(block).unwrap();
    assert_eq!(pool.alloc(usize::MAX, one).unwrap_err().kind(), ErrorKind::OutOfMemory);
    assert_eq!(pool.alloc(usize::MAX / 2, one).unwrap_err().kind(), ErrorKind::OutOfMemory);
}

#[test]
fn blocks_in_wait_are_found_when_memory_is_out() {
    let (driver, pool) = pool(20 * MIB);
    let one = driver.stream_create(true, 0).unwrap();
    let two = driver.stream_create(true, 0).unwrap();
    let block = pool.alloc(15 * MIB, one).unwrap();
    pool.record_stream(block, two).unwrap();
    // SAFETY: the block is ours and has these bytes.
    unsafe { driver.fill(block.address, 1, 1, 15 * MIB, two) }.unwrap();
    pool.free(block).unwrap();
    assert_eq!(pool.alloc(15 * MIB, one).unwrap().address, block.address);
    assert_eq!(driver.waiting(), 0);
}

#[test]
fn the_limit_holds() {
    let (driver, pool) = pool(256 * MIB);
    pool.set_limit(Some(8 * MIB));
    assert_eq!(pool.limit(), Some(8 * MIB));
    let block = pool.alloc(5 * MIB, Stream::DEFAULT).unwrap();
    let error = pool.alloc(5 * MIB, Stream::DEFAULT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    assert!(error.text().contains("the limit is 8.00 MiB"), "{error}");
    pool.free(block).unwrap();
    pool.alloc(7 * MIB, Stream::DEFAULT).unwrap();
    pool.alloc(100, Stream::DEFAULT).unwrap();
    assert!(driver.used() <= 8 * MIB);
    pool.set_limit(None);
    pool.alloc(50 * MIB, Stream::DEFAULT).unwrap();
}

#[test]
fn everything_goes_with_the_pool() {
    let (driver, pool) = pool(256 * MIB);
    let one = driver.stream_create(true, 0).unwrap();
    for bytes in [100, 2 * MIB] {
        let block = pool.alloc(bytes, one).unwrap();
        pool.record_stream(block, Stream::DEFAULT).unwrap();
        pool.free(block).unwrap();
    }
    drop(pool);
    assert_eq!((driver.allocations(), driver.events()), ((0, 0), 0));
}

/// Allocates and frees at random on several streams. No two live blocks overlap, and no block is reused before the work
/// that was queued on it is done: each is filled with its number when it is allocated, and read back, in its stream,
/// when it is freed.
#[test]
fn random_blocks_never_overlap_in_space_or_in_time() {
    for seed in 1..=6 {
        let mut random = Random(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15));
        let (driver, pool) = pool(300 * MIB);
        let mut streams = vec![Stream::DEFAULT];
        streams.extend((0..3).map(|_| driver.stream_create(true, 0).unwrap()));
        let mut live: BTreeMap<u64, (Block, usize, Stream, u8)> = BTreeMap::new();
        let mut read: Vec<(Box<[u8; 2]>, u8)> = Vec::new();
        for step in 0..4000 {
            let stream = streams[random.below(streams.len())];
            match random.below(100) {
                0..50 => {
                    let bytes = random.size();
                    let block = match pool.alloc(bytes, stream) {
                        Ok(block) => block,
                        Err(error) => {
                            assert_eq!(error.kind(), ErrorKind::OutOfMemory);
                            continue;
                        }
                    };
                    let start = block.address.0;
                    if let Some((before, (_, length, ..))) = live.range(..=start).next_back() {
                        assert!(before + *length as u64 <= start, "step {step}");
                    }
                    if let Some((after, _)) = live.range(start..).next() {
                        assert!(start + bytes as u64 <= *after, "step {step}");
                    }
                    let tag = step as u8;
                    // SAFETY: the block is ours and has these bytes.
                    unsafe { driver.fill(block.address, u32::from(tag), 1, bytes, stream) }.unwrap();
                    live.insert(start, (block, bytes, stream, tag));
                }
                50..95 => {
                    let Some(start) = live.keys().copied().nth(random.below(live.len().max(1))) else { continue };
                    let (block, bytes, stream, tag) = live.remove(&start).unwrap();
                    let mut reader = stream;
                    if random.below(3) == 0 {
                        // Another stream reads it, after an event, and the pool is notified.
                        reader = streams[random.below(streams.len())];
                        let event = driver.event_create(false).unwrap();
                        driver.event_record(event, stream).unwrap();
                        driver.stream_wait(reader, event).unwrap();
                        pool.record_stream(block, reader).unwrap();
                    }
                    let mut bytes_read = Box::new([!tag; 2]);
                    let to = bytes_read.as_mut_ptr();
                    // SAFETY: the block has these bytes, and the box lives until all streams were waited for.
                    unsafe {
                        driver.download(to, block.address, 1, reader).unwrap();
                        driver.download(to.add(1), block.address.offset(bytes - 1), 1, reader).unwrap();
                    }
                    read.push((bytes_read, tag));
                    pool.free(block).unwrap();
                }
                95..98 => driver.stream_synchronize(stream).unwrap(),
                98 if streams.len() > 2 && random.below(4) == 0 => {
                    let destroyed = streams.swap_remove(1 + random.below(streams.len() - 1));
                    pool.forget_stream(destroyed).unwrap();
                    // Allocated blocks are moved to the default stream, as their owner would have to do.
                    live.values_mut().filter(|(_, _, stream, _)| *stream == destroyed).for_each(
                        |(block, _, stream, _)| {
                            *stream = Stream::DEFAULT;
                            pool.record_stream(*block, Stream::DEFAULT).unwrap();
                        },
                    );
                    // SAFETY: the stream is not used again.
                    unsafe { driver.stream_destroy(destroyed) }.unwrap();
                    streams.push(driver.stream_create(true, 0).unwrap());
                }
                _ if random.below(8) == 0 => pool.free_all_blocks().unwrap(),
                _ => {}
            }
            if step % 50 == 0 {
                pool.state.lock().unwrap().blocks.verify();
            }
        }
        driver.synchronize().unwrap();
        assert!(read.len() > 1000);
        for (bytes, tag) in &read {
            assert_eq!(**bytes, [*tag; 2]);
        }
        let held: usize = live.values().map(|(_, bytes, ..)| bytes.next_multiple_of(512)).sum();
        assert_eq!(pool.usage().used, held);
        for (block, ..) in live.into_values() {
            pool.free(block).unwrap();
        }
        pool.free_all_blocks().unwrap();
        assert_eq!((pool.usage().used, pool.usage().total, pool.usage().free_blocks), (0, 0, 0));
    }
}

#[test]
fn threads_share_a_pool() {
    let (driver, pool) = pool(256 * MIB);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (pool, driver) = (&pool, &driver);
            scope.spawn(move || {
                let stream = driver.stream_create(true, 0).unwrap();
                let mut random = Random(thread + 1);
                for _ in 0..2000 {
                    let block = pool.alloc(random.size(), stream).unwrap();
                    pool.free(block).unwrap();
                }
            });
        }
    });
    assert_eq!(pool.usage().used, 0);
    pool.state.lock().unwrap().blocks.verify();
}

#[test]
fn a_block_that_is_freed_and_allocated_again_costs_no_call_of_the_driver() {
    let (driver, pool) = pool(256 * MIB);
    for bytes in [4096, 3 * MIB] {
        let first = pool.alloc(bytes, Stream::DEFAULT).unwrap();
        let address = first.address;
        pool.free(first).unwrap();
        let (calls, events) = (driver.allocations(), driver.events());
        for _ in 0..10_000 {
            let block = pool.alloc(bytes, Stream::DEFAULT).unwrap();
            assert_eq!(block.address, address);
            pool.free(block).unwrap();
        }
        assert_eq!((driver.allocations(), driver.events()), (calls, events), "{bytes} bytes");
    }
}

#[test]
fn arrays_of_one_size_waste_little_of_their_segments() {
    for bytes in [MIB, 1_500_000, 4 * MIB + 512, 8_000_000, 9 * MIB, 33 * MIB] {
        let (_, pool) = pool(16384 * MIB);
        let blocks: Vec<_> = (0..400).map(|_| pool.alloc(bytes, Stream::DEFAULT).unwrap()).collect();
        let (used, total) = (blocks.len() * bytes, pool.usage().total);
        assert!(total < used + used / 10, "{total} bytes for {} times {bytes}", blocks.len());
    }
}

#[test]
fn what_a_retained_stream_frees_is_kept_until_the_end() {
    let (driver, pool) = pool(64 * MIB);
    let stream = driver.stream_create(true, 0).unwrap();
    pool.retain(stream);
    assert!(pool.retains(stream) && !pool.retains(Stream::DEFAULT));
    let mut seen = std::collections::HashSet::new();
    for _ in 0..20 {
        let block = pool.alloc(4096, stream).unwrap();
        assert!(seen.insert(block.address));
        pool.free(block).unwrap();
        let other = pool.alloc(4096, Stream::DEFAULT).unwrap();
        assert!(!seen.contains(&other.address));
        pool.free(other).unwrap();
    }
    assert_eq!(pool.usage().used, 20 * 4096);
    pool.end_retaining(stream).unwrap();
    assert_eq!((pool.usage().used, pool.retains(stream)), (0, false));
    let again = pool.alloc(4096, stream).unwrap();
    assert!(seen.contains(&again.address));
    pool.free(again).unwrap();
}
