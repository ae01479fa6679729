//! The order of events: by start, and of those with the same start the longest first.

use std::cmp::Reverse;

use crate::event::Event;

/// An event more than this many positions too late is sorted separately.
const MAX_DISPLACEMENT: usize = 64;

fn key(event: &Event) -> (u64, Reverse<u64>) {
    (event.start, Reverse(event.duration))
}

/// Sorts events. They arrive in the order of their ends, so most are in order already, or a few positions late: those
/// are inserted, and the others are sorted separately and merged.
pub(crate) fn sort(events: &mut [Event]) {
    let mut aside = vec![];
    let mut kept = 0usize;
    for position in 0..events.len() {
        let event = events[position];
        let near = &events[kept.saturating_sub(MAX_DISPLACEMENT)..kept];
        let behind = near.iter().rev().take_while(|other| key(other) > key(&event)).count();
        if behind == near.len() && kept > MAX_DISPLACEMENT {
            aside.push(event);
            continue;
        }
        events.copy_within(kept - behind..kept, kept - behind + 1);
        events[kept - behind] = event;
        kept += 1;
    }
    aside.sort_by_key(key);
    // The merge runs from the last to the first: positions that are filled were read before.
    for position in (0..events.len()).rev() {
        let Some(last) = aside.last() else { break };
        events[position] = if kept > 0 && key(&events[kept - 1]) > key(last) {
            kept -= 1;
            events[kept]
        } else {
            let last = *last;
            aside.pop();
            last
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Kind;

    /// Events that end one after another, some of which last for long.
    fn events(count: u64, long: u64) -> Vec<Event> {
        let mut state = 1u64;
        let mut next = |limit: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % limit
        };
        let event = |number: u64| {
            let duration = if next(long) == 0 { next(number * 10 + 1) } else { next(200) };
            Event {
                start: (number * 10).saturating_sub(duration),
                duration,
                link: number,
                ..Event::at(Kind::Mark, 0, 0)
            }
        };
        (0..count).map(event).collect()
    }

    #[test]
    fn the_order_is_that_of_any_sort() {
        let mut random: Vec<Event> = events(5000, 3);
        random.sort_by_key(|event| event.link.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let backwards = events(500, 10).into_iter().rev().collect();
        for mut found in [vec![], events(1, 2), events(64, 2), events(66, 2), events(20_000, 50), random, backwards] {
            let mut expected = found.clone();
            expected.sort_by_key(key);
            sort(&mut found);
            let keys = |events: &[Event]| events.iter().map(key).collect::<Vec<_>>();
            assert_eq!(keys(&found), keys(&expected));
            let mut links: Vec<u64> = found.iter().map(|event| event.link).collect();
            links.sort_unstable();
            assert!(links.into_iter().eq(0..expected.len() as u64), "none is lost and none is there twice");
        }
    }
}
