//! In which order the elements of an array are counted, or lie in memory.

use cuprust_ir::Layout;

/// In which order the elements of an array are counted, or lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// The last axis fastest.
    #[default]
    C,
    /// The first axis fastest.
    F,
    /// The first axis fastest where the array, or every operand, lies so; else the last.
    A,
    /// As the elements lie in memory: the axis with the smallest step fastest.
    K,
}

impl Order {
    /// The order of this letter of NumPy's.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!((Order::from_letter("F"), Order::from_letter("X")), (Some(Order::F), None));
    /// ```
    pub fn from_letter(letter: &str) -> Option<Order> {
        match letter {
            "C" => Some(Order::C),
            "F" => Some(Order::F),
            "A" => Some(Order::A),
            "K" => Some(Order::K),
            _ => None,
        }
    }

    /// Whether the first axis is the fastest where elements of this layout are counted in this order: in Fortran order,
    /// and in `A` where they lie so and not in C order as well.
    ///
    /// ```
    /// # use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let a = ones((2, 3))?;
    /// assert!(!Order::A.is_fortran_of(a.layout()));
    /// assert!(Order::A.is_fortran_of(a.t().layout()));
    /// # Ok(())
    /// # }
    /// ```
    pub fn is_fortran_of(self, layout: &Layout) -> bool {
        match self {
            Order::C | Order::K => false,
            Order::F => true,
            Order::A => layout.is_fortran() && !layout.is_contiguous(),
        }
    }
}
