//! A PTX machine on the CPU: it parses a module, launches its kernels, and checks what they do.
//!
//! ```
//! use cuprust_ptx::Machine;
//!
//! let text = "
//! .version 8.0
//! .target sm_75
//! .address_size 64
//! .visible .entry double(.param .u64 p)
//! {
//!     .reg .b32 %r<3>;
//!     .reg .b64 %rd<4>;
//!     ld.param.u64 %rd1, [p];
//!     mov.u32 %r1, %tid.x;
//!     mul.wide.u32 %rd2, %r1, 4;
//!     add.s64 %rd3, %rd1, %rd2;
//!     ld.global.u32 %r2, [%rd3];
//!     shl.b32 %r2, %r2, 1;
//!     st.global.u32 [%rd3], %r2;
//!     ret;
//! }";
//! let machine = Machine::default();
//! let module = machine.load(text)?;
//! let address = machine.alloc(4 * 4)?;
//! machine.write(address, &[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0])?;
//! let report = machine.launch(module, "double", [1; 3], [4, 1, 1], 0, &[&address.to_le_bytes()])?;
//! assert!(report.findings.is_empty());
//! let mut out = [0; 16];
//! machine.read(address, &mut out)?;
//! assert_eq!(out, [2, 0, 0, 0, 4, 0, 0, 0, 6, 0, 0, 0, 8, 0, 0, 0]);
//!
//! // One thread too many, and the machine says where.
//! let error = machine.launch(module, "double", [1; 3], [5, 1, 1], 0, &[&address.to_le_bytes()]).unwrap_err();
//! assert!(error.text().contains("thread (4, 0, 0) reads 4 bytes at PTX line 13"));
//! assert!(error.text().contains("0 bytes past the end of the allocation of 16 bytes"));
//! # Ok::<(), cuprust_ptx::Error>(())
//! ```

// Loops over lanes count: one index addresses several arrays and a mask at once.
#![allow(clippy::needless_range_loop)]
// An access has a group, an instruction, a lane, an offset, a size and a kind.
#![allow(clippy::too_many_arguments)]

mod alu;
mod approx;
mod convert;
mod decode;
mod error;
mod exec;
mod finding;
mod flow;
mod fused;
mod lanes;
mod launch;
mod lex;
mod machine;
mod memory;
mod module;
mod order;
mod parse;
mod program;
mod registers;
mod soft;
mod syntax;
mod tensor;

pub use error::{Error, ErrorKind, Result};
pub use finding::{Finding, FindingKind, ThreadLocation};
pub use machine::{Machine, ModuleId, Options, Report};
pub use module::{Kernel, Module};
