//! The elements of an operand, one after another: where they stand in memory, or computed when they are asked for.

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
            // Elements go where they are wanted, one after another.
            kernel.writes[0].view.layout = Layout::contiguous(&view.layout.shape);
        }
        Ok(Computed { plan: compile_in_order(&kernel)?, view, stored })
    }

    /// Checks that what is read lies in its memory, and is there.
    pub(super) fn check(&self, site: &Site) -> Result<()> {
        let last = self.plan.places.views.len() - usize::from(!self.stored);
        let views = &self.plan.places.views[..last];
        views.iter().try_for_each(|place| check(place.storage, place.range, site.memories))?;
        self.plan.tables.iter().try_for_each(|table| check(table.storage, table.range, site.memories))?;
        match self.plan.scalars.iter().find(|&&scalar| scalar as usize >= site.scalars.len()) {
            Some(scalar) => Err(cuprust_ir::Error::runtime(format!("scalar {scalar} is not given"))),
            None => Ok(()),
        }
    }

    /// Computes the elements from `first` on, `n` of them: to `to`, or to where they are stored.
    ///
    /// # Safety
    /// There are so many elements, `to` has room for them at any byte, and no other thread touches either meanwhile.
    unsafe fn run(&self, site: &Site, first: i64, n: usize, to: *mut u8) {
        let mut addresses: Vec<*mut u8> = site.memories.iter().map(|memory| memory.address as *mut u8).collect();
        if !self.stored {
            let offset = first as usize * self.view.dtype.size();
            addresses[self.view.storage.0 as usize] = to.wrapping_sub(offset);
        }
        // SAFETY: what is read lies in its memory, and the scalars are there; what is written is the caller's.
        let mut worker = unsafe { Worker::new(&self.plan, Memories(&addresses), site.scalars) };
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

    /// Computes the elements from `first` on, `n` of them, to `to`: on several threads, where `many` says that they are
    /// there.
    ///
    /// # Safety
    /// As for [`Elements::gather`]; the elements are not stored.
    pub(super) unsafe fn fill(&self, site: &Site, first: i64, n: usize, to: *mut u8, many: bool) -> Result<()> {
        let (to, size) = (Shared(to), self.view.dtype.size());
        let part = |begin: i64, end: i64| {
            // SAFETY: the caller's memory, of which each range is one call's own.
            unsafe { self.run(site, first + begin, (end - begin) as usize, to.get().add(begin as usize * size)) };
            Ok(())
        };
        if many { spread(n as i64, n as i64, super::CHUNK as i64, part) } else { part(0, n as i64) }
    }
}

/// Where the elements of an operand come from.
pub(super) struct Elements<'a> {
    site: &'a Site<'a>,
    start: Shared<u8>,
    walk: Walk,
    computed: Option<&'a Computed>,
    /// What keeps them, where they are a copy.
    _copy: Option<Scratch>,
}

impl<'a> Elements<'a> {
    pub(super) fn new(site: &'a Site<'a>, view: &View, computed: Option<&'a Computed>) -> Result<Elements<'a>> {
        // Without memory of its own, the operand lies nowhere.
        let start =
            if computed.is_some_and(|computed| !computed.stored) { std::ptr::null_mut() } else { site.start(view) };
        Ok(Elements { site, start: Shared(start), walk: whole_walk(view)?, computed, _copy: None })
    }

    /// As [`Elements::new`]; of what stands where the output does, a copy.
    pub(super) fn apart(
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

    /// Those that are computed, computed by all threads before the first is asked for.
    pub(super) fn filled(site: &'a Site<'a>, view: &View, computed: &Computed) -> Result<Elements<'a>> {
        let (count, size) = (view.layout.size() as usize, view.dtype.size());
        let copy = Scratch::try_new(count * size)?;
        // SAFETY: the copy has room for all elements, which are not stored elsewhere.
        unsafe { computed.fill(site, 0, count, copy.at(0), true)? };
        let whole = View::new(view.storage, view.dtype, Layout::contiguous(&view.layout.shape));
        let start = Shared(copy.at(0));
        Ok(Elements { site, start, walk: whole_walk(&whole)?, computed: None, _copy: Some(copy) })
    }

    /// Bytes of an element.
    pub(super) fn size(&self) -> usize {
        self.walk.size()
    }

    /// Where the elements from `first` on lie, `n` of them: in memory, if they do and one after another there, or in
    /// `room`, which is made for them.
    ///
    /// # Safety
    /// There are so many elements, of which no other thread asks for these; `room` gives memory for them, at any byte.
    pub(super) unsafe fn at(&self, first: i64, n: usize, room: impl FnOnce() -> Result<*mut u8>) -> Result<*const u8> {
        match self.computed {
            Some(computed) if !computed.stored => {
                let room = room()?;
                // SAFETY: the caller says so.
                unsafe { computed.run(self.site, first, n, room) };
                return Ok(room);
            }
            // SAFETY: as above: these elements are this call's.
            Some(computed) => unsafe { computed.run(self.site, first, n, std::ptr::null_mut()) },
            None => {}
        }
        if let Some(offset) = self.walk.direct(first, n) {
            return Ok(self.start.get().wrapping_offset(offset as isize));
        }
        let room = room()?;
        // SAFETY: the view lies in its memory, and there is room for the elements.
        unsafe { self.walk.gather(self.start.get().cast_const(), first, n, room) };
        Ok(room)
    }

    /// As [`Elements::at`], of an operand in C order, with room that is made where it is wanted, and elements that are
    /// computed on several threads where `many` says that they are there.
    ///
    /// # Safety
    /// There are so many elements, of which no other thread asks for these.
    pub(super) unsafe fn whole(&self, first: i64, n: usize, many: bool) -> Result<(*const u8, Option<PoolBuffer<'a>>)> {
        let mut room = None;
        if let Some(computed) = self.computed.filter(|computed| !computed.stored) {
            let to = room.insert(self.site.room(n * self.size())?).at();
            // SAFETY: the caller says so, and the room has place for the elements.
            unsafe { computed.fill(self.site, first, n, to, many)? };
            return Ok((to, room));
        }
        // SAFETY: as above.
        let at = unsafe { self.at(first, n, || Ok(room.insert(self.site.room(n * self.size())?).at()))? };
        Ok((at, room))
    }
}
