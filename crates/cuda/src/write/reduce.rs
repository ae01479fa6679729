//! Common parts of kernels with reductions: the sweeps over the inner axes, and the state that a sweep carries.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use cuprust_ir::{Error, Kernel, NodeId, NodeKind, Result};
use cuprust_num::{DType, Kind, Scalar, c128};
use cuprust_ops::{Reduction, RowId};

use super::space::Space;
use super::writer::{Writer, c_type};

/// One sweep over the inner axes.
#[derive(Debug, Clone)]
pub(super) struct Sweep {
    /// The reductions computed in it.
    pub reduces: Vec<NodeId>,
    /// The inner writes done in it: the last sweep does all of them, so that nothing is read after it was overwritten.
    pub writes: Vec<usize>,
    /// The inner nodes to compute, in order; leaves are not among them.
    pub nodes: Vec<NodeId>,
    /// The inner reads and positions that these use.
    pub reads: Vec<usize>,
    pub positions: Vec<usize>,
}

impl Sweep {
    /// The sweep that computes these inner nodes, leaves among them.
    pub(super) fn of(kernel: &Kernel, inner: BTreeSet<NodeId>, reduces: Vec<NodeId>, writes: Vec<usize>) -> Sweep {
        let leaves = |pick: fn(&NodeKind) -> Option<usize>| {
            let leaves: BTreeSet<usize> =
                inner.iter().filter_map(|&id| pick(&kernel.nodes[id as usize].kind)).collect();
            leaves.into_iter().collect()
        };
        Sweep {
            reads: leaves(|make| if let NodeKind::Read(i) = make { Some(*i as usize) } else { None }),
            positions: leaves(|make| if let NodeKind::Position(i) = make { Some(*i as usize) } else { None }),
            nodes: inner.into_iter().filter(|&id| !kernel.nodes[id as usize].kind.operands().is_empty()).collect(),
            reduces,
            writes,
        }
    }
}

/// The sweeps of a kernel. A node in `kept` is available after the sweep that first computes it.
pub(super) fn sweeps(kernel: &Kernel, space: &Space, kept: &BTreeSet<NodeId>) -> Vec<Sweep> {
    let levels = &space.levels;
    let writes: Vec<usize> = (0..kernel.writes.len()).filter(|&i| space.is_inner(&space.writes[i])).collect();
    let reduces = |pass: u8| {
        let of = move |(_, make): &(usize, &NodeKind)| matches!(make, NodeKind::Reduce(_, of) if levels[*of as usize].pass == pass);
        kernel.nodes.iter().map(|node| &node.kind).enumerate().filter(of).map(|(id, _)| id as NodeId)
    };
    let last_reduce = kernel.nodes.iter().filter_map(|node| match node.kind {
        NodeKind::Reduce(_, of) => Some(levels[of as usize].pass),
        _ => None,
    });
    let last_write = writes.iter().map(|&i| levels[kernel.writes[i].node as usize].pass);
    let last = last_reduce.chain(last_write).max().unwrap_or(0);
    let mut at_hand: BTreeSet<NodeId> = BTreeSet::new();
    (0..=last)
        .map(|pass| {
            let reduces: Vec<NodeId> = reduces(pass).collect();
            let writes = if pass == last { writes.clone() } else { vec![] };
            let operands = reduces.iter().map(|&id| kernel.nodes[id as usize].kind.operands()[0]);
            let mut pending: BTreeSet<NodeId> = operands.chain(writes.iter().map(|&i| kernel.writes[i].node)).collect();
            let mut inner = BTreeSet::new();
            while let Some(id) = pending.pop_last() {
                if levels[id as usize].inner && !at_hand.contains(&id) {
                    inner.insert(id);
                    pending.extend(kernel.nodes[id as usize].kind.operands());
                }
            }
            at_hand.extend(inner.intersection(kept));
            Sweep::of(kernel, inner, reduces, writes)
        })
        .collect()
}

/// The nodes that more than one sweep uses.
pub(super) fn shared(sweeps: &[Sweep]) -> BTreeSet<NodeId> {
    let (mut seen, mut shared) = (BTreeSet::new(), BTreeSet::new());
    for &node in sweeps.iter().flat_map(|sweep| &sweep.nodes) {
        if !seen.insert(node) {
            shared.insert(node);
        }
    }
    shared
}

/// The most bytes of reads that a lane loads before the first is used. Twice as many are no faster, and compile longer.
pub(super) const MAX_PREFETCHED_BYTES: usize = 32;

/// The elements that a lane loads before it uses the first, where neighbouring lanes read elements one by one: elements
/// of four bytes and more then fill the memory sectors of a warp. Enough of these loads in flight are as fast as packs
/// of 16 bytes, none is cut by the end of a row, and the text is short and soon compiled. `None` where elements are
/// narrower.
pub(super) fn words(kernel: &Kernel, space: &Space) -> Option<usize> {
    let inner = (0..kernel.reads.len()).filter(|&i| space.is_inner(&space.reads[i]));
    let sizes: Vec<usize> = inner.map(|i| kernel.reads[i].dtype.size()).collect();
    sizes.iter().any(|&size| size >= 4).then(|| (MAX_PREFETCHED_BYTES / sizes.iter().sum::<usize>()).clamp(2, 8))
}

/// The state of one reduction.
struct Member {
    id: NodeId,
    /// Its C++ type.
    kind: String,
    /// How many words it is.
    words: usize,
}

/// The states of a sweep's reductions; the types that they use are declared. With `extremes`, a reduction that has no
/// identity starts from a neutral value, if there is one, so that it needs no test for the first element.
fn members(w: &mut Writer<'_>, reduces: &[NodeId], extremes: bool) -> Result<Vec<Member>> {
    let one = |&id: &NodeId| {
        let (reduction, dtype) = reduction(w.kernel, id);
        let (kind, words) = match reduction {
            Reduction::Fold(row) => {
                let identity = row.row().identity.map(Scalar::new);
                let start = identity.or_else(|| if extremes { row.row().extreme(dtype) } else { None });
                fold(&mut w.head, row, dtype, start, &format!("Op{id}"))?
            }
            Reduction::ArgMax | Reduction::ArgMin => {
                let is_maximum = reduction == Reduction::ArgMax;
                (
                    format!("Argument<{}, {is_maximum}>", c_type(dtype)),
                    words_of(dtype) + if w.fields.wide { 2 } else { 1 },
                )
            }
            Reduction::SquaredDeviations => {
                if !matches!(dtype, DType::F32 | DType::F64 | DType::C64 | DType::C128) {
                    return Err(Error::type_(format!(
                        "deviations of {dtype} are computed in a wider dtype: cast to float32 or float64 first"
                    )));
                }
                let real = dtype.real();
                (format!("Deviations<{}, {}>", c_type(dtype), c_type(real)), words_of(dtype) + 2 * words_of(real))
            }
        };
        Ok(Member { id, kind, words })
    };
    reduces.iter().map(one).collect()
}

/// A reduction, and the dtype of what it reduces.
fn reduction(kernel: &Kernel, id: NodeId) -> (Reduction, DType) {
    let NodeKind::Reduce(reduction, of) = kernel.nodes[id as usize].kind else { unreachable!("only reductions") };
    (reduction, kernel.nodes[of as usize].dtype)
}

/// Declares the state of a sweep's reductions as `State{number}`, and returns its size in words.
///
/// # Errors
/// A reduction of a dtype that has none.
pub(super) fn state(w: &mut Writer<'_>, number: usize, reduces: &[NodeId]) -> Result<usize> {
    let (mut gives, mut takes, mut words) = (String::new(), String::new(), 0);
    let members = members(w, reduces, false)?;
    declare(&mut w.head, number, &members, "");
    for Member { id, words: own, .. } in members {
        let _ = write!(gives, " s{id}.give(at + {words});");
        let _ = write!(takes, " s{id}.take(at + {words});");
        words += own;
    }
    let _ = writeln!(w.head, "    static constexpr int words = {words};");
    let _ = writeln!(w.head, "    void give(unsigned* at) const {{{gives} }}");
    let _ = writeln!(w.head, "    void take(const unsigned* at) {{{takes} }}\n}};");
    Ok(words)
}

/// Declares the state of a sweep's reductions, which accumulates elements one by one, as `State{number}`.
///
/// # Errors
/// As [`state`].
pub(super) fn small_state(w: &mut Writer<'_>, number: usize, reduces: &[NodeId]) -> Result<()> {
    let members = members(w, reduces, true)?;
    declare(&mut w.head, number, &members, "Small");
    w.head.push_str("};\n");
    Ok(())
}

/// The most bytes of the state of a reduction over few elements.
pub(super) fn state_bytes(kernel: &Kernel, id: NodeId, wide: bool) -> usize {
    let (reduction, dtype) = reduction(kernel, id);
    let size = dtype.size();
    match reduction {
        Reduction::Fold(row) if row.row().identity.is_some() => size.max(8),
        Reduction::Fold(_) => 2 * size.max(4),
        Reduction::ArgMax | Reduction::ArgMin => 2 * size.max(if wide { 8 } else { 4 }),
        Reduction::SquaredDeviations => (size + 2 * dtype.real().size()).next_multiple_of(8),
    }
}

/// Begins the declaration of a state.
fn declare(head: &mut String, number: usize, members: &[Member], prefix: &str) {
    let (mut fields, mut empties, mut joins) = (String::new(), Vec::new(), String::new());
    for Member { id, kind, .. } in members {
        let _ = writeln!(fields, "    {prefix}{kind} s{id};");
        empties.push(format!("{prefix}{kind}::empty()"));
        let _ = write!(joins, " s{id}.join(other.s{id});");
    }
    let _ = writeln!(
        head,
        "struct State{number} {{\n{fields}    static State{number} empty() {{ return State{number}{{{}}}; }}",
        empties.join(", ")
    );
    let _ = writeln!(head, "    void join(const State{number}& other) {{{joins} }}");
}

/// The 32-bit words of a number in a state.
fn words_of(dtype: DType) -> usize {
    dtype.size().div_ceil(4)
}

/// Declares the operation of a fold, and returns the type of its state and its size in words. Without an initial value,
/// it starts from the first element.
fn fold(head: &mut String, row: RowId, dtype: DType, start: Option<Scalar>, name: &str) -> Result<(String, usize)> {
    let t = c_type(dtype);
    let apply = application(row, dtype)?;
    let _ = writeln!(head, "struct {name} {{");
    if let Some(start) = start {
        let _ = writeln!(head, "    static {t} identity() {{ return {}; }}", literal(start, dtype));
    }
    let _ = writeln!(head, "{apply}}};");
    Ok(match start {
        Some(_) => (format!("Fold<{t}, {name}>"), words_of(dtype)),
        None => (format!("FoldFirst<{t}, {name}>"), words_of(dtype) + 1),
    })
}

/// The function that folds two elements by a row.
fn application(row: RowId, dtype: DType) -> Result<String> {
    let (row, t) = (row.row(), c_type(dtype));
    if row.inputs.len() != 2 || (row.loops)(dtype).is_none() {
        return Err(Error::type_(format!("{} cannot fold {dtype}", row.name)));
    }
    let apply = row.cuda[0].replace("{T}", t).replace("{0}", "a").replace("{1}", "b");
    Ok(format!("    static {t} apply(const {t} a, const {t} b) {{ return {apply}; }}\n"))
}

/// The declaration of `Op`, whose function folds two elements by a row.
///
/// # Errors
/// `Type` where the row does not fold this dtype.
pub(crate) fn operation(row: RowId, dtype: DType) -> Result<String> {
    Ok(format!("struct Op {{\n{}}};\n", application(row, dtype)?))
}

/// The declaration of `Running`, the state of a running fold by a row, and its size in words.
///
/// # Errors
/// `Type` where the row does not fold this dtype.
pub(crate) fn running_state(row: RowId, dtype: DType) -> Result<(String, usize)> {
    let mut head = String::new();
    let (kind, words) = fold(&mut head, row, dtype, row.row().neutral(dtype), "Op")?;
    let _ = writeln!(head, "using Running = {kind};");
    Ok((head, words))
}

/// As [`running_state`], for a fold over few elements.
///
/// # Errors
/// As [`running_state`].
pub(crate) fn small_running_state(row: RowId, dtype: DType) -> Result<String> {
    let mut head = String::new();
    let (kind, _) = fold(&mut head, row, dtype, row.row().neutral(dtype), "Op")?;
    let _ = writeln!(head, "using Running = Small{kind};");
    Ok(head)
}

/// Whether a reduction uses the positions of its elements.
pub(super) fn needs_indices(kernel: &Kernel, id: NodeId) -> bool {
    matches!(kernel.nodes[id as usize].kind, NodeKind::Reduce(Reduction::ArgMax | Reduction::ArgMin, _))
}

/// Whether a reduction is a sum of squared deviations.
pub(super) fn is_deviations(kernel: &Kernel, id: NodeId) -> bool {
    matches!(kernel.nodes[id as usize].kind, NodeKind::Reduce(Reduction::SquaredDeviations, _))
}

/// A number as an exact C++ expression of a dtype.
fn literal(value: Scalar, dtype: DType) -> String {
    let t = c_type(dtype);
    let double = |x: f64| format!("__longlong_as_double(0x{:x}ll) /* {x:?} */", x.to_bits());
    match dtype.kind() {
        Kind::Bool => value.get::<bool>().to_string(),
        Kind::Signed | Kind::Unsigned => format!("({t})0x{:x}ull", value.cast(dtype).cast(DType::I64).get::<i64>()),
        Kind::Complex => {
            let (value, part) = (value.get::<c128>(), c_type(dtype.real()));
            format!("{t}(({part}){}, ({part}){})", double(value.re), double(value.im))
        }
        _ => format!("cast<{t}>({})", double(value.get::<f64>())),
    }
}
