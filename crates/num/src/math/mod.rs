//! Elementary functions that vectorise.
