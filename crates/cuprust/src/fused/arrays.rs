//! The results of a fused function: arrays, and tuples and lists of them.

use crate::Array;

/// Results of a function that consist of arrays.
pub trait Arrays: Sized {
    /// The arrays.
    fn arrays(&self) -> Vec<&Array>;

    /// Results of this type from other arrays; `None` for another number of them.
    fn from_arrays(arrays: Vec<Array>) -> Option<Self>;
}

impl Arrays for Array {
    fn arrays(&self) -> Vec<&Array> {
        vec![self]
    }

    fn from_arrays(arrays: Vec<Array>) -> Option<Array> {
        <[Array; 1]>::from_arrays(arrays).map(|[array]| array)
    }
}

impl Arrays for Vec<Array> {
    fn arrays(&self) -> Vec<&Array> {
        self.iter().collect()
    }

    fn from_arrays(arrays: Vec<Array>) -> Option<Vec<Array>> {
        Some(arrays)
    }
}

impl<const N: usize> Arrays for [Array; N] {
    fn arrays(&self) -> Vec<&Array> {
        self.iter().collect()
    }

    fn from_arrays(arrays: Vec<Array>) -> Option<[Array; N]> {
        arrays.try_into().ok()
    }
}

impl Arrays for () {
    fn arrays(&self) -> Vec<&Array> {
        vec![]
    }

    fn from_arrays(arrays: Vec<Array>) -> Option<()> {
        arrays.is_empty().then_some(())
    }
}

macro_rules! tuples {
    ($($count:literal: $($name:ident $position:tt $of:ident),+;)*) => {$(
        impl Arrays for ($($of,)+) {
            fn arrays(&self) -> Vec<&Array> {
                vec![$(&self.$position),+]
            }

            fn from_arrays(arrays: Vec<Array>) -> Option<Self> {
                <[Array; $count]>::from_arrays(arrays).map(|[$($name),+]| ($($name,)+))
            }
        }
    )*};
}

tuples! {
    1: a 0 Array;
    2: a 0 Array, b 1 Array;
    3: a 0 Array, b 1 Array, c 2 Array;
    4: a 0 Array, b 1 Array, c 2 Array, d 3 Array;
    5: a 0 Array, b 1 Array, c 2 Array, d 3 Array, e 4 Array;
    6: a 0 Array, b 1 Array, c 2 Array, d 3 Array, e 4 Array, f 5 Array;
}
