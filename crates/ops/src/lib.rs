//! The operations on numbers: one row for each elementwise operation, and the closed list of routines.

mod distribution;
mod loops;
mod matrix_function;
mod network;
mod neutral;
mod parameter;
mod reduction;
mod routine;
mod row;
pub mod rows;
mod signature;
mod spline;
mod transform;
mod window;

pub use distribution::Distribution;
pub use loops::{Loop, Loops};
pub use matrix_function::MatrixFunction;
pub use network::{Exchange, Keeps, MAX_MATRIX, MatrixSelection, matrix_selection, selection};
pub use parameter::{Parameter, Words};
pub use reduction::{Accumulator, REDUCTIONS, Reduction, ReductionRow, accumulation};
pub use routine::{OUTSIDE, Routine};
pub use row::{MAX_INPUTS, MAX_OUTPUTS, Operand, Refusal, Row, Rule, SPECIAL, Slot, TOP, result_type};
pub use rows::RowId;
pub use signature::{Growth, Reading, Signature};
pub use spline::{MAX_SPLINE_ORDER, spline_centre, spline_gain, spline_poles, spline_weights};
pub use transform::Transform;
pub use window::{Edge, Extrapolation, Rectangle, Summary, Weighted};
