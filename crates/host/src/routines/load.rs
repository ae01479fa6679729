//! The elements of an operand in order: read from memory, or computed when they are needed.

use cuprust_ir::{Layout, Load, Relation, Result, View};

use super::{PoolBuffer, Shared, Site, gathered, whole_walk};
use crate::block::{Memories, Scratch, Worker};
use crate::compile::compile_in_order;
use crate::gather::Walk;
use crate::parallel::{check, spread};
use crate::plan::Compiled;

/// An operand that is computed.
pub(super) struct Computed {
    plan: Compiled,
    /// The operand.
    view: View,
    /// Whether its elements are also stored.
    stored: bool,
}

impl Computed {
    pub(super) fn new(load: &Load) -> Result<Computed> {
        let (mut kernel, stored) = (load.kernel.clone(), load.stored);
        let view = kernel.writes[0].view.clone();
        if !stored {
            // Elements are written contiguously to the destination.
            kernel.writes[0].view.layout = Layout::contiguous(&view.layout.shape);
        }
        Ok(Computed { plan: compile_in_order(&kernel)?, view, stored })
    }

    /// Checks that every view that is read lies in its memory, and that every scalar is there.
    pub(super) fn check(&self, site: &Site) -> Result<()> {
        let last = self.plan.accesses.views.len() - usize::from(!self.stored);
        let views = &self.plan.accesses.views[..last];
        views.iter().try_for_each(|access| check(access.storage, access.range, site.memories))?;
        self.plan.tables.iter().try_for_each(|table| check(table.storage, table.range, site.memories))?;
        match self.plan.scalars.iter().find(|&&scalar| scalar as usize >= site.scalars.len()) {
            Some(scalar) => Err(cuprust_ir::Error::runtime(format!("scalar {scalar} is missing"))),
            None => Ok(()),
        }
    }

    /// Computes `n` elements from `first` on: to `to`, or to the memory that they are stored in.
    ///
    /// # Safety
    /// There are as many elements, `to` holds them at any alignment, and no other thread touches either meanwhile.
    unsafe fn run(&self, site: &Site, first: i64, n: usize, to: *mut u8) {
        let redirected;
        let memories = if self.stored {
            site.memories
        } else {
            let mut memories = site.memories.to_vec();
            let offset = first as usize * self.view.dtype.size();
            memories[self.view.storage.0 as usize].address = to.wrapping_sub(offset) as u64;
            redirected = memories;
            &redirected[..]
        };
        // SAFETY: every view that is read lies in its memory, and the scalars are there; the caller owns what is
        // written.
        let mut worker = unsafe { Worker::new(&self.plan, Memories(memories), site.scalars) };
        let (mut at, end, block) = (first, first + n as i64, self.plan.block as i64);
        while at < end {
            let n = block.min(end - at);
            for stage in &self.plan.stages {
                // SAFETY: the operations are of the plan, and the lanes lie within its space and within a block.
                unsafe { worker.run(&stage.outer, at, n as usize) };
            }
            at += n;
        }
    }

    /// Computes `n` elements from `first` on to `to`; on several threads if `parallel`, which says that a pool is
    /// available.
    ///
    /// # Safety
    /// As for [`Elements::gather`]; the elements are not stored.
    pub(super) unsafe fn fill(&self, site: &Site, first: i64, n: usize, to: *mut u8, parallel: bool) -> Result<()> {
        let (to, size) = (Shared(to), self.view.dtype.size());
        let part = |begin: i64, end: i64| {
            // SAFETY: the caller's memory; each range of it belongs to one call.
            unsafe { self.run(site, first + begin, (end - begin) as usize, to.get().add(begin as usize * size)) };
            Ok(())
        };
        if parallel { spread(n as i64, n as i64, super::CHUNK as i64, part) } else { part(0, n as i64) }
    }
}

/// The source of an operand's elements.
pub(super) struct Elements<'a> {
    site: &'a Site<'a>,
    start: Shared<u8>,
    walk: Walk,
    computed: Option<&'a Computed>,
    /// Owns the elements, where they are a copy.
    _copy: Option<Scratch>,
}

impl<'a> Elements<'a> {
    pub(super) fn new(site: &'a Site<'a>, view: &View, computed: Option<&'a Computed>) -> Result<Elements<'a>> {
        // An operand that is only computed has no address.
        let start =
            if computed.is_some_and(|computed| !computed.stored) { std::ptr::null_mut() } else { site.start(view) };
        Ok(Elements { site, start: Shared(start), walk: whole_walk(view)?, computed, _copy: None })
    }

    /// As [`Elements::new`]; if the operand overlaps the output, of a copy.
    pub(super) fn copied_if_overlapping(
        site: &'a Site<'a>,
        view: &View,
        computed: Option<&'a Computed>,
        output: &View,
    ) -> Result<Elements<'a>> {
        if computed.is_some() || view.relation(output) == Relation::Disjoint {
            return Elements::new(site, view, computed);
        }
        let copy = gathered(site.start(view).cast_const(), &whole_walk(view)?, view)?;
        let whole = View::new(view.storage, view.dtype, Layout::contiguous(&view.layout.shape));
        let start = Shared(copy.at(0));
        Ok(Elements { site, start, walk: whole_walk(&whole)?, computed: None, _copy: Some(copy) })
    }

    /// Elements that are computed, all of them by all threads before the first is read.
    pub(super) fn precomputed(site: &'a Site<'a>, view: &View, computed: &Computed) -> Result<Elements<'a>> {
        let (count, size) = (view.layout.size() as usize, view.dtype.size());
        let copy = Scratch::try_new(count * size)?;
        // SAFETY: the copy has space for all elements, which are not stored elsewhere.
        unsafe { computed.fill(site, 0, count, copy.at(0), true)? };
        let whole = View::new(view.storage, view.dtype, Layout::contiguous(&view.layout.shape));
        let start = Shared(copy.at(0));
        Ok(Elements { site, start, walk: whole_walk(&whole)?, computed: None, _copy: Some(copy) })
    }

    /// Bytes of an element.
    pub(super) fn size(&self) -> usize {
        self.walk.size()
    }

    /// The address of all elements, if they lie in memory, contiguously and in C order.
    pub(super) fn contiguous(&self) -> Option<*const u8> {
        (self.computed.is_none() && self.walk.is_straight()).then(|| self.start.get().cast_const())
    }

    /// The address of `n` elements from `first` on: in memory if they are contiguous there, else in `buffer`, which is
    /// allocated for them.
    ///
    /// # Safety
    /// There are as many elements, which no other thread reads; `buffer` gives memory for them, at any alignment.
    pub(super) unsafe fn at(
        &self,
        first: i64,
        n: usize,
        buffer: impl FnOnce() -> Result<*mut u8>,
    ) -> Result<*const u8> {
        match self.computed {
            Some(computed) if !computed.stored => {
                let buffer = buffer()?;
                // SAFETY: the caller promises it.
                unsafe { computed.run(self.site, first, n, buffer) };
                return Ok(buffer);
            }
            // SAFETY: as above: these elements are this call's.
            Some(computed) => unsafe { computed.run(self.site, first, n, std::ptr::null_mut()) },
            None => {}
        }
        if let Some(offset) = self.walk.direct(first, n) {
            return Ok(self.start.get().wrapping_offset(offset as isize));
        }
        let buffer = buffer()?;
        // SAFETY: the view lies in its memory, and the buffer holds the elements.
        unsafe { self.walk.gather(self.start.get().cast_const(), first, n, buffer) };
        Ok(buffer)
    }

    /// As [`Elements::at`], of an operand in C order, with a buffer that is allocated if needed, and elements that are
    /// computed on several threads if `parallel`.
    ///
    /// # Safety
    /// There are as many elements, which no other thread reads.
    pub(super) unsafe fn whole(
        &self,
        first: i64,
        n: usize,
        parallel: bool,
    ) -> Result<(*const u8, Option<PoolBuffer<'a>>)> {
        let mut buffer = None;
        if let Some(computed) = self.computed.filter(|computed| !computed.stored) {
            let to = buffer.insert(self.site.buffer(n * self.size())?).at();
            // SAFETY: the caller promises it, and the buffer holds the elements.
            unsafe { computed.fill(self.site, first, n, to, parallel)? };
            return Ok((to, buffer));
        }
        // SAFETY: as above.
        let at = unsafe { self.at(first, n, || Ok(buffer.insert(self.site.buffer(n * self.size())?).at()))? };
        Ok((at, buffer))
    }
}
