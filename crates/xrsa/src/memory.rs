//! The memories of the device: how much is in use, and the peak.

use std::cell::RefCell;
use std::rc::Rc;

use crate::Error;

rsa_variants::named! {
    /// A memory of the device.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Memory {
        /// The multiplier's own memory, with its operands and results.
        Unit = "unit_ram",
        /// The controller's memory, with the key, the message and the table of a window.
        Controller = "controller_ram",
    }
}

/// Allocates pieces of a memory of fixed size. Dropping a piece frees it.
#[derive(Clone)]
pub(crate) struct Allocator(Rc<RefCell<State>>);

struct State {
    memory: Memory,
    size: usize,
    used: usize,
    peak: usize,
    /// Which places are taken. A piece takes the first free one, whatever its size; in the unit, all have the same size.
    places: Vec<bool>,
}

/// A piece of memory in use.
pub(crate) struct Allocation {
    allocator: Allocator,
    bytes: usize,
    place: usize,
}

impl Allocator {
    pub(crate) fn new(memory: Memory, size: usize) -> Self {
        Self(Rc::new(RefCell::new(State { memory, size, used: 0, peak: 0, places: Vec::new() })))
    }

    pub(crate) fn take(&self, bytes: usize) -> Result<Allocation, Error> {
        let mut state = self.0.borrow_mut();
        let needed = state.used + bytes;
        if needed > state.size {
            let (memory, size) = (state.memory, state.size);
            return Err(Error::OutOfMemory { memory, needed, size, fitting_window: None });
        }
        state.used = needed;
        state.peak = state.peak.max(needed);
        let place = state.places.iter().position(|taken| !taken).unwrap_or(state.places.len());
        if place == state.places.len() {
            state.places.push(true);
        } else {
            state.places[place] = true;
        }
        Ok(Allocation { allocator: self.clone(), bytes, place })
    }

    /// The most bytes that were in use at once.
    pub(crate) fn peak(&self) -> usize {
        self.0.borrow().peak
    }
}

impl Allocation {
    /// Its place, counted from 0.
    pub(crate) fn place(&self) -> usize {
        self.place
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        let mut state = self.allocator.0.borrow_mut();
        state.used -= self.bytes;
        state.places[self.place] = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_the_most_in_use_and_more_is_refused() {
        let memory = Allocator::new(Memory::Unit, 10);
        let (first, second) = (memory.take(4).unwrap(), memory.take(4).unwrap());
        assert_eq!((first.place(), second.place()), (0, 1));
        drop(first);
        assert_eq!(memory.take(6).unwrap().place(), 0);
        assert_eq!(memory.peak(), 10);
        let refused = Error::OutOfMemory { memory: Memory::Unit, needed: 11, size: 10, fitting_window: None };
        assert_eq!(memory.take(7).err(), Some(refused));
        drop(second);
        assert!(memory.take(10).is_ok());
    }
}
