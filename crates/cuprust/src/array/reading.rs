//! Copying an array's elements to the host.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Element, Scalar};
use cuprust_reserve::{filled, list};

use super::{Array, elements_out_of_memory};
use crate::runtime::{Raised, Reason, check_reading, copy_in_parts, released, transfer};

impl Array {
    /// The elements as bytes, in C order. Waits for them.
    ///
    /// # Errors
    /// What went wrong in computing them.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1i16, 2].to_bytes()?, [1, 0, 2, 0]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let source = self.computed()?;
        let mut bytes = filled(0, self.nbytes() as usize).map_err(|_| elements_out_of_memory(self))?;
        source.read_into(&mut bytes)?;
        Ok(bytes)
    }

    /// Copies the elements to host memory, in C order. Waits for them.
    ///
    /// # Errors
    /// What went wrong in computing them, or a value error where `bytes` has another length.
    ///
    /// ```
    /// # use cuprust::*;
    /// let mut bytes = [0; 4];
    /// array![1i16, 2].read_into(&mut bytes)?;
    /// assert_eq!(bytes, [1, 0, 2, 0]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn read_into(&self, bytes: &mut [u8]) -> Result<()> {
        if bytes.len() as i64 != self.nbytes() {
            return Err(Error::value(format!("{} bytes do not hold {} bytes of elements", bytes.len(), self.nbytes())));
        }
        check_reading()?;
        if bytes.is_empty() {
            return Ok(());
        }
        if !cuprust_profile::is_on() {
            return self.read_elements(bytes);
        }
        let _location = cuprust_profile::located();
        let start = cuprust_profile::now();
        self.read_elements(bytes)?;
        transfer(self.device(), false, bytes, start);
        Ok(())
    }

    /// As [`Array::read_into`], for this many bytes.
    fn read_elements(&self, bytes: &mut [u8]) -> Result<()> {
        let source = self.ascontiguous()?;
        let (device, executor, raised) = (self.device(), self.device().executor(), Raised::Read(&source.storage));
        let mut state = device.lock()?;
        let (memory, at_once) = state.memory_to_read(&source.storage, bytes.len() as u64)?;
        let offset = source.layout.offset as u64 * self.dtype.size() as u64;
        let from = memory.address + offset;
        let mut fetch = None;
        if self.size() == 1 {
            if let Some(seen) = state.seen(&source.storage, offset, bytes.len()) {
                bytes.copy_from_slice(seen);
                drop(state);
                return device.check(None, raised);
            }
            fetch = state.fetch(&source.storage, offset, bytes.len() as u64);
        }
        let stream = state.stream_of(&source.storage);
        let (waited, is_idle) = (state.waiting_for(stream), state.is_waited_for(stream));
        drop(state);
        if at_once && device.extensions().mapped.is_some_and(|mapped| mapped.peek(from, bytes)) {
            return device.check(None, raised);
        }
        if !is_idle {
            device.wait_for_stream(stream, "elements that are read")?;
        }
        if let Some(fetch) = fetch {
            let (range, start) = (fetch.range.clone(), (offset - fetch.range.start) as usize);
            let mut around = vec![0; (range.end - range.start) as usize];
            released(|| executor.download(memory.address + range.start, &mut around, stream))?;
            bytes.copy_from_slice(&around[start..start + bytes.len()]);
            device.check(Some(waited), raised)?;
            device.lock()?.keep(&fetch, around);
            return Ok(());
        }
        copy_in_parts(bytes.len(), |part| {
            let from = from + part.start as u64;
            executor.download(from, &mut bytes[part], stream)
        })?;
        device.check(Some(waited), raised)
    }

    /// The elements in C order and computed: errors occur here, before the host allocates memory for them.
    fn computed(&self) -> Result<Array> {
        let source = self.ascontiguous()?;
        if source.size() != 0 {
            let _location = cuprust_profile::located();
            let mut state = source.device().lock()?;
            state.flush_storage(&source.storage, false, Reason::Read)?;
            state.memory(&source.storage)?;
        }
        Ok(source)
    }

    /// The elements, in C order. Waits for them.
    ///
    /// # Errors
    /// What went wrong in computing them, or a type error where `T` is not the array's dtype.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(arange(3)?.to_vec::<i64>()?, [0, 1, 2]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        if T::DTYPE != self.dtype {
            return Err(Error::type_(format!("an array of {} cannot be read as {}", self.dtype, T::DTYPE)));
        }
        let source = self.computed()?;
        let size = self.size() as usize;
        let mut elements = list::<T>(size).map_err(|_| elements_out_of_memory(self))?;
        // SAFETY: the spare capacity holds `size` elements of plain data, which read_into overwrites whole; what
        // devices write are values of T (Element's promise). The length is set after that.
        unsafe {
            let bytes = std::slice::from_raw_parts_mut(elements.as_mut_ptr().cast::<u8>(), size * size_of::<T>());
            bytes.fill(0);
            source.read_into(bytes)?;
            if T::DTYPE == DType::Bool {
                // Memory shared with others may have other bytes, which a Rust bool may not.
                bytes.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
            }
            elements.set_len(size);
        }
        Ok(elements)
    }

    /// The elements in C order, if there are at most `max_elements` of this type on the CPU and no work on them is
    /// pending; `None` otherwise. Not for bools.
    #[inline]
    pub(crate) fn ready_elements<T: Element>(&self, max_elements: i64) -> Result<Option<Vec<T>>> {
        let device = self.device();
        // Bools may have bytes other than 0 and 1.
        let of_this_type = T::DTYPE == self.dtype && T::DTYPE != DType::Bool;
        if !of_this_type
            || self.size() > max_elements
            || !device.capabilities().host_memory
            || !self.layout.is_contiguous()
        {
            return Ok(None);
        }
        let (count, size) = (self.size() as usize, size_of::<T>() as u64);
        let mut elements = list::<T>(count).map_err(|_| elements_out_of_memory(self))?;
        let state = device.lock()?;
        let Some(from) = state.ready(&self.storage, self.layout.offset as u64 * size, count as u64 * size) else {
            return Ok(None);
        };
        // SAFETY: the address is that of this many elements in memory that a storage holds while the state is locked,
        // and there is space for them; any bytes are values of a type that is not bool. The length is set after that.
        unsafe {
            std::ptr::copy_nonoverlapping(from, elements.as_mut_ptr().cast::<u8>(), count * size_of::<T>());
            elements.set_len(count);
        }
        Ok(Some(elements))
    }

    /// The element of an array of size one, if it is already computed on the CPU; `None` otherwise.
    #[inline]
    pub fn peek(&self) -> Option<Scalar> {
        let device = self.device();
        if !device.capabilities().host_memory || self.size() != 1 {
            return None;
        }
        let state = device.lock().ok()?;
        let (size, mut bytes) = (self.dtype.size(), [0; 16]);
        let from = state.ready(&self.storage, self.layout.offset as u64 * size as u64, size as u64)?;
        // SAFETY: the storage's memory holds the one element at the layout's offset, nothing waits to write it, and it
        // is not taken back while the array lives; an element has at most 16 bytes.
        unsafe { std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), size) };
        Some(Scalar::from_bytes(self.dtype, &bytes))
    }

    /// The element of an array of size one. Waits for it.
    ///
    /// # Errors
    /// A value error for another size.
    ///
    /// ```
    /// # use cuprust::*;
    /// let total: i64 = arange(4)?.sum(..)?.item()?.get();
    /// assert_eq!(total, 6);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn item(&self) -> Result<Scalar> {
        check_reading()?;
        if let Some(scalar) = self.peek() {
            return Ok(scalar);
        }
        if self.size() != 1 {
            return Err(Error::value("can only convert an array of size 1 to a Python scalar"));
        }
        let mut bytes = [0; 16];
        self.read_into(&mut bytes[..self.dtype.size()])?;
        Ok(Scalar::from_bytes(self.dtype, &bytes))
    }
}
