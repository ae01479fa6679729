//! The special registers by name.

use crate::program::Special;

/// The prefix of the special registers that describe the shared memory reserved for system software.
pub(super) const RESERVED_NAMES: &str = "%reserved_smem_offset_";
/// The bytes reserved at the beginning of shared memory, in kernels that name these registers.
pub(super) const RESERVED_BYTES: u32 = 1024;

/// The special register of this name.
pub(super) fn special(name: &str) -> Option<(Special, bool)> {
    let name = name.strip_prefix('%')?;
    let axis = |name: &str, prefix: &str| {
        Some(match name.strip_prefix(prefix)? {
            ".x" => 0u8,
            ".y" => 1,
            ".z" => 2,
            _ => return None,
        })
    };
    if let Some(k) = axis(name, "tid") {
        return Some((Special::Tid(k), false));
    }
    if let Some(k) = axis(name, "ntid") {
        return Some((Special::Ntid(k), false));
    }
    if let Some(k) = axis(name, "ctaid").or_else(|| axis(name, "clusterid")) {
        return Some((Special::Ctaid(k), false));
    }
    if let Some(k) = axis(name, "nctaid").or_else(|| axis(name, "nclusterid")) {
        return Some((Special::Nctaid(k), false));
    }
    // Without clusters, each block is a cluster of its own.
    if axis(name, "cluster_ctaid").is_some() {
        return Some((Special::Number(0), false));
    }
    if axis(name, "cluster_nctaid").is_some() {
        return Some((Special::Number(1), false));
    }
    Some((
        match name {
            "laneid" => Special::LaneId,
            "warpid" => Special::WarpId,
            "nwarpid" => Special::NWarpId,
            "smid" => Special::SmId,
            "nsmid" => Special::NSmId,
            "gridid" => Special::GridId,
            "lanemask_eq" => Special::MaskEq,
            "lanemask_le" => Special::MaskLe,
            "lanemask_lt" => Special::MaskLt,
            "lanemask_ge" => Special::MaskGe,
            "lanemask_gt" => Special::MaskGt,
            "clock" | "clock64" => Special::Clock,
            "clock_hi" => Special::ClockHigh,
            "globaltimer" | "globaltimer_lo" => Special::Nanoseconds,
            "globaltimer_hi" => Special::NanosecondsHigh,
            "dynamic_smem_size" => Special::DynamicShared,
            "total_smem_size" | "aggr_smem_size" => Special::TotalShared,
            "envreg2" => Special::Workspace,
            "envreg1" => Special::WorkspaceHigh,
            "cluster_ctarank" | "is_explicit_cluster" => Special::Number(0),
            "cluster_nctarank" => Special::Number(1),
            _ if name.starts_with("envreg") || name.starts_with("pm") => Special::Number(0),
            "reserved_smem_offset_begin" | "reserved_smem_offset_0" => Special::Number(0),
            "reserved_smem_offset_1" => Special::Number(RESERVED_BYTES / 2),
            "reserved_smem_offset_end" | "reserved_smem_offset_cap" => Special::Number(RESERVED_BYTES),
            _ => return None,
        },
        matches!(name, "clock64" | "globaltimer"),
    ))
}
