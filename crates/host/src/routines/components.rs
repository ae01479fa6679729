//! `components`: the least index among the elements connected to each, by a union-find forest within the output: each
//! element holds its parent's index, which is less than its own. Threads connect parts of the lines, then one thread
//! connects the parts.

use std::sync::atomic::{AtomicI64, Ordering};

use cuprust_ir::{Error, Relation, Result};
use cuprust_num::DType;

use super::windows::small;
use super::{Shared, Site, Work, gathered, whole_walk};
use crate::parallel::spread;
use crate::threads;

/// Fewest elements that several threads share.
const MIN_PARALLEL: i64 = 1 << 16;

pub(super) fn check(work: &Work) -> Result<()> {
    let (values, offsets, roots) = (work.view(0)?, work.view(1)?, work.output());
    if values.dtype != DType::Bool || offsets.dtype != DType::I64 || roots.dtype != DType::I64 {
        return Err(Error::type_("takes bools and int64 offsets, and gives int64 roots"));
    }
    let rank = values.layout.rank();
    if rank == 0 || offsets.layout.rank() != 2 || offsets.layout.shape[1] != rank as i64 || offsets.layout.shape[0] < 1
    {
        return Err(Error::runtime("takes an array of one axis at least, and a row for each offset, one at least"));
    }
    if roots.layout.shape != values.layout.shape || !roots.is_contiguous() {
        return Err(Error::runtime("gives a root for each element, in C order"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, site: &Site) -> Result<()> {
    let (values, roots) = (work.view(0)?, work.output());
    let total = values.layout.size();
    if total == 0 {
        return Ok(());
    }
    let direct = values.is_contiguous() && values.relation(roots) == Relation::Disjoint;
    let copy =
        if direct { None } else { Some(gathered(site.start(values).cast_const(), &whole_walk(values)?, values)?) };
    let start = copy.as_ref().map_or(site.start(values), |copy| copy.at(0)).cast_const();
    // SAFETY: the view or its copy has as many contiguous bools, which are read as bytes.
    let values_read = unsafe { std::slice::from_raw_parts(start, total as usize) };
    let steps = Steps::new(&small::<i64>(work.view(1)?, site)?, &values.layout.shape)?;
    let forest = Forest { values: values_read, steps: &steps, parents: Shared(site.start(roots).cast::<i64>()) };
    let length = steps.length;
    let lines = total / length;
    let parts = if total < MIN_PARALLEL { 1 } else { (threads::count() as i64).clamp(1, lines) };
    let begin = |part: i64| (i128::from(lines) * i128::from(part) / i128::from(parts)) as i64;
    spread(parts, total, 1, |first, end| {
        for part in first..end {
            // SAFETY: the lines of a part belong to one thread, and neighbors in other parts are left out.
            unsafe { forest.connect(begin(part)..begin(part + 1), begin(part), false)? };
        }
        Ok(())
    })?;
    for part in 1..parts {
        let seam = begin(part)..begin(part + 1).min(begin(part).saturating_add(steps.reach));
        // SAFETY: no other thread runs here.
        unsafe { forest.connect(seam, begin(part), true)? };
    }
    // SAFETY: the output holds as many int64, each aligned, and all access from here on is atomic.
    let parents = unsafe { std::slice::from_raw_parts(site.start(roots).cast::<AtomicI64>(), total as usize) };
    spread(total, total, 1 << 12, |first, end| {
        for index in first..end {
            let mut root = parents[index as usize].load(Ordering::Relaxed);
            if root < 0 {
                continue;
            }
            // Another thread writes the root of each element that it passes, which is a valid parent at any time.
            loop {
                let next = parents[root as usize].load(Ordering::Relaxed);
                if next == root {
                    break;
                }
                root = next;
            }
            parents[index as usize].store(root, Ordering::Relaxed);
        }
        Ok(())
    })
}

/// The offsets, grouped by the lines along the last axis that they lead to.
struct Steps {
    /// The extents of the other axes.
    outer: Vec<i64>,
    /// The extent of the last axis.
    length: i64,
    groups: Vec<Group>,
    /// Whether neighbors along the last axis are connected.
    along: bool,
    /// Other offsets within a line.
    far: Vec<i64>,
    /// The most lines that an offset leads back.
    reach: i64,
}

/// The offsets that lead to one other line.
struct Group {
    /// The coordinates of the other line minus those of this one.
    outer: Vec<i64>,
    /// The number of lines between the two.
    back: i64,
    /// Whether the element at the same index of the other line is connected.
    beside: bool,
    /// Other indices, as offsets along the line; the adjacent ones come first.
    others: Vec<i64>,
}

impl Steps {
    fn new(offsets: &[i64], shape: &[i64]) -> Result<Steps> {
        let (&length, outer) = shape.split_last().ok_or_else(|| Error::runtime("takes one axis at least"))?;
        let mut steps =
            Steps { outer: outer.to_vec(), length, groups: Vec::new(), along: false, far: Vec::new(), reach: 0 };
        for row in offsets.chunks_exact(shape.len()) {
            let (lead, last) = (&row[..outer.len()], row[outer.len()]);
            // An offset that leads out of the array from every element connects nothing.
            if row.iter().zip(shape).any(|(step, &extent)| step.unsigned_abs() >= extent as u64) {
                continue;
            }
            let back = -lead.iter().zip(outer).fold(0, |index, (step, extent)| index * extent + step);
            match back {
                0 if last == -1 => steps.along = true,
                0 if last < 0 => steps.far.push(last),
                0 if lead.iter().all(|step| *step == 0) && last == 0 => {}
                1.. => {
                    let own = steps.groups.iter().position(|group| group.outer == lead);
                    let own = own.unwrap_or_else(|| {
                        steps.groups.push(Group { outer: lead.to_vec(), back, beside: false, others: Vec::new() });
                        steps.groups.len() - 1
                    });
                    let group = &mut steps.groups[own];
                    if last == 0 {
                        group.beside = true
                    } else {
                        group.others.push(last)
                    }
                    steps.reach = steps.reach.max(back);
                }
                _ => return Err(Error::runtime("takes offsets that lead to earlier elements in C order")),
            }
        }
        for group in &mut steps.groups {
            group.others.sort_unstable_by_key(|step| step.abs());
        }
        Ok(steps)
    }
}

/// The elements and the indices of their parents.
struct Forest<'a> {
    values: &'a [u8],
    steps: &'a Steps,
    parents: Shared<i64>,
}

impl Forest<'_> {
    /// Connects the elements of some lines: to those of lines from `least` on, or, at a seam, to those of lines before.
    /// The first pass also initialises the parents.
    ///
    /// # Safety
    /// No other thread touches the parents of the lines from `least` on, or of all at a seam.
    unsafe fn connect(&self, lines: std::ops::Range<i64>, least: i64, seam: bool) -> Result<()> {
        let (steps, length) = (self.steps, self.steps.length as usize);
        let mut index = cuprust_reserve::filled(0i64, steps.outer.len())?;
        let mut near: Vec<(&Group, usize)> = cuprust_reserve::list(steps.groups.len())?;
        for line in lines {
            let mut rest = line;
            for (own, extent) in index.iter_mut().zip(&steps.outer).rev() {
                (*own, rest) = (rest % extent, rest / extent);
            }
            near.clear();
            near.extend(steps.groups.iter().filter_map(|group| {
                let mut coordinates = group.outer.iter().zip(&index).zip(&steps.outer);
                let inside = coordinates.all(|((step, at), extent)| (0..*extent).contains(&(at + step)));
                let other = line - group.back;
                (inside && (other >= least) != seam).then(|| (group, other as usize * length))
            }));
            if seam && near.is_empty() {
                continue;
            }
            // SAFETY: the caller's promise.
            unsafe { self.connect_line(line as usize * length, &near, seam) };
        }
        Ok(())
    }

    /// Connects the elements of the line that begins at an index to those of other lines.
    ///
    /// # Safety
    /// As [`Forest::connect`].
    unsafe fn connect_line(&self, start: usize, near: &[(&Group, usize)], seam: bool) {
        let (steps, length) = (self.steps, self.steps.length as usize);
        let own = &self.values[start..start + length];
        let parents = self.parents.get();
        for x in 0..length {
            let at = start + x;
            // SAFETY: indices are within the array, and parents are those that the caller may touch.
            unsafe {
                if own[x] == 0 {
                    if !seam {
                        parents.add(at).write(-1);
                    }
                    continue;
                }
                let mut root = if seam { parents.add(at).read() } else { -1 };
                if !seam {
                    if steps.along && x > 0 && own[x - 1] != 0 {
                        root = parents.add(at - 1).read();
                    }
                    for step in &steps.far {
                        let other = x as i64 + step;
                        if other >= 0 && own[other as usize] != 0 {
                            root = self.joined(root, start as i64 + other);
                        }
                    }
                }
                for (group, line) in near {
                    let beside = group.beside && self.values[line + x] != 0;
                    if beside {
                        root = self.joined(root, (line + x) as i64);
                    }
                    for &step in &group.others {
                        // The elements on both sides are connected to their neighbor along the line.
                        if beside && steps.along && step.abs() == 1 {
                            continue;
                        }
                        let other = x as i64 + step;
                        if (0..length as i64).contains(&other) && self.values[line + other as usize] != 0 {
                            root = self.joined(root, *line as i64 + other);
                        }
                    }
                }
                if !seam {
                    parents.add(at).write(if root < 0 { at as i64 } else { root });
                }
            }
        }
    }

    /// Joins the trees of a root, -1 for none yet, and of an element; returns the common root.
    ///
    /// # Safety
    /// As [`Forest::connect`]; the element is true, and has a parent.
    #[inline(always)]
    unsafe fn joined(&self, tree: i64, element: i64) -> i64 {
        // SAFETY: the caller's promise.
        let parent = unsafe { self.parents.get().add(element as usize).read() };
        if tree < 0 || tree == parent {
            return parent;
        }
        // SAFETY: as above.
        unsafe {
            let (a, b) = (self.root(tree), self.root(parent));
            let (smaller, larger) = (a.min(b), a.max(b));
            self.parents.get().add(larger as usize).write(smaller);
            smaller
        }
    }

    /// The root of an element; the path to it is halved.
    ///
    /// # Safety
    /// As [`Forest::connect`].
    #[inline]
    unsafe fn root(&self, element: i64) -> i64 {
        let parents = self.parents.get();
        let mut at = element;
        // SAFETY: parents are indices of true elements, each less than its child or a root.
        unsafe {
            loop {
                let parent = parents.add(at as usize).read();
                if parent == at {
                    return at;
                }
                let next = parents.add(parent as usize).read();
                parents.add(at as usize).write(next);
                at = next;
            }
        }
    }
}
