//! The order in which the elements of an array are traversed, or stored.

use cuprust_ir::Layout;

/// The order in which the elements of an array are traversed, or stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// The last axis fastest.
    #[default]
    C,
    /// The first axis fastest.
    F,
    /// The first axis fastest if the array, or every operand, is stored so; else the last.
    A,
    /// As stored in memory: the axis with the smallest stride fastest.
    K,
}

impl Order {
    /// The order by its letter in NumPy.
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

    /// Whether elements of this layout are traversed with the first axis fastest: in Fortran order, and in `A` for a
    /// layout in Fortran order that is not also in C order.
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
