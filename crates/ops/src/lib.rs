//! What may be done to numbers: one row for each elementwise operation, and the closed list of routines.

mod loops;
mod matrix_function;
mod neutral;
mod parameter;
mod reduction;
mod routine;
mod row;
pub mod rows;
mod transform;

pub use loops::{Loop, Loops};
pub use matrix_function::MatrixFunction;
pub use parameter::{Parameter, Words};
pub use reduction::{Accumulator, REDUCTIONS, Reduction, ReductionRow, accumulation};
pub use routine::{Distribution, Growth, OUTSIDE, Reading, Routine, Signature};
pub use row::{MAX_INPUTS, MAX_OUTPUTS, Operand, Refusal, Row, Rule, SPECIAL, Slot, TOP, result_type};
pub use rows::RowId;
pub use transform::Transform;
