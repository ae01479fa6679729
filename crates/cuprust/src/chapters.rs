//! Interfaces for crates of further chapters, such as `cuprust-scipy`, in addition to those for users.
//!
//! It is hidden from the documentation because it is not for users: it changes with those crates, and its requirements
//! on callers are not checked. Methods of arrays that belong to it are
//! [`Array::view_within`](crate::Array::view_within), [`Array::check_device`](crate::Array::check_device),
//! [`Array::in_dtype`](crate::Array::in_dtype) and [`Array::inexact`](crate::Array::inexact), and so does the macro of
//! the function table.

pub use crate::creation::positions::positions;
pub use crate::indexing::taking::take_known;
pub use crate::linalg::compressed_rows::{CompressedRows, JoinedRows, TransposedElements};
pub use crate::linalg::factors::{epsilon, single_or_double};
pub use crate::linalg::spectral::real_if_all_are;
pub use crate::polynomial::double_double::Double;
pub use crate::polynomial::quadrature::{Rule, Weight};
pub use crate::runtime::{interruptible, list_for, on_different_devices, poll_signals, warn};
pub use crate::statistics::counting::bincount_known;
pub use crate::ufunc::casting::wide_inexact;
pub use cuprust_ir::Combine;

/// Whether the host can read the elements of arrays on a device without a transfer.
pub fn in_host_memory(device: crate::Device) -> bool {
    device.capabilities().host_memory
}
