//! The package of the test `oracle`, which is optimized: it interprets tens of thousands of programs, and the crate
//! `cuprust`, whose tests are not, would take several times as long.
