//! A global allocator that overwrites memory before it is given back, and a way to overwrite the stack.
//!
//! The bindings use it, because a WebAssembly module's memory stays readable for the page that holds it. Private numbers wipe
//! themselves, but what num-bigint, generators and hash functions, and the calls from JavaScript, copy does not.
//!
//! ```
//! use wiping_allocator::WipingAllocator;
//!
//! #[global_allocator]
//! static ALLOCATOR: WipingAllocator = WipingAllocator;
//! # assert_eq!(vec![1u8; 100].into_iter().map(usize::from).sum::<usize>(), 100);
//! ```

#![allow(unsafe_code)] // An allocator cannot do without.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, with memory overwritten before it is given back.
pub struct WipingAllocator;

// SAFETY: Every call goes to the system's allocator under the same contract. What is written lies within the block that the
// caller gives back, which is `layout.size()` bytes long and his until then.
unsafe impl GlobalAlloc for WipingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe {
            let bytes = core::slice::from_raw_parts_mut(block.cast::<core::mem::MaybeUninit<u8>>(), layout.size());
            bytes.fill(core::mem::MaybeUninit::new(0));
            // Without it the compiler may leave out what nobody reads.
            zeroize::optimization_barrier(bytes);
            System.dealloc(block, layout);
        }
    }

    // `realloc` is the default: a block of the new size, a copy, and `dealloc` of the old one. The system's own could move the
    // block and leave the old one as it is.
}

/// Bytes of the stack that are overwritten: more than any call of the bindings takes, and a sixteenth of what there is.
const STACK: usize = 1 << 16;

/// Overwrites what calls that have returned left on the stack. Call it from where they were called.
#[inline(never)]
pub fn wipe_stack() {
    let mut stack = [0u8; STACK];
    // By a mutable reference: what is only read could be a constant elsewhere.
    core::hint::black_box(&mut stack);
}

/// Makes a call and overwrites what it leaves on the stack. Secrets that it answers with should be on the heap, because answers
/// are moved.
pub fn on_wiped_stack<R>(call: impl FnOnce() -> R) -> R {
    // A frame of its own, below this one, whatever the compiler puts where.
    #[inline(never)]
    fn apart<R>(call: impl FnOnce() -> R) -> R {
        call()
    }
    let result = apart(call);
    wipe_stack();
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks of one size, so that the next one has the place of the last.
    #[test]
    fn a_block_that_was_given_back_is_overwritten() {
        let layout = Layout::from_size_align(256, 16).unwrap();
        // SAFETY: Blocks are used between allocation and deallocation only, and zeros are there to be read.
        unsafe {
            let block = WipingAllocator.alloc_zeroed(layout);
            block.write_bytes(0x5a, 256);
            let longer = WipingAllocator.realloc(block, layout, 512);
            assert!((0..256).all(|index| *longer.add(index) == 0x5a));
            WipingAllocator.dealloc(longer, Layout::from_size_align(512, 16).unwrap());
        }
    }
}
