//! A global allocator that overwrites memory before freeing it, and functions that overwrite the stack.
//!
//! The WebAssembly bindings use it, because a page can always read the memory of its modules. Private numbers wipe
//! themselves, but the copies made by num-bigint, random generators, hash functions and calls from JavaScript do not.
//!
//! ```
//! use wiping_allocator::WipingAllocator;
//!
//! #[global_allocator]
//! static ALLOCATOR: WipingAllocator = WipingAllocator;
//! # assert_eq!(vec![1u8; 100].into_iter().map(usize::from).sum::<usize>(), 100);
//! ```

#![allow(unsafe_code)] // An allocator needs it.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, which overwrites memory before freeing it.
pub struct WipingAllocator;

// SAFETY: Every call goes to the system's allocator with the same contract. Only the block that the caller frees is
// written: it has `layout.size()` bytes and belongs to the caller until then.
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
            // Without this the compiler may omit writes that nobody reads.
            zeroize::optimization_barrier(bytes);
            System.dealloc(block, layout);
        }
    }

    // `realloc` is the default one: it allocates a new block, copies the content and deallocates the old block. The
    // system's own `realloc` could move the block without overwriting the old one.
}

/// How many bytes of the stack to overwrite: more than any call of the bindings uses, and a sixteenth of the stack.
const STACK: usize = 1 << 16;

/// Overwrites what completed calls left on the stack. Call it from the function that made those calls.
#[inline(never)]
pub fn wipe_stack() {
    let mut stack = [0u8; STACK];
    // Use a mutable reference: an array that is only read could be a constant elsewhere.
    core::hint::black_box(&mut stack);
}

/// Makes a call and overwrites what it leaves on the stack. Secrets in the result should be on the heap, because the
/// result is moved.
pub fn on_wiped_stack<R>(call: impl FnOnce() -> R) -> R {
    // A separate frame below this one, which the compiler cannot merge with it.
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

    /// `realloc` copies the content of the block, which is then overwritten.
    #[test]
    fn a_block_that_was_given_back_is_overwritten() {
        let layout = Layout::from_size_align(256, 16).unwrap();
        // SAFETY: Blocks are used only between allocation and deallocation, and all bytes that are read were written.
        unsafe {
            let block = WipingAllocator.alloc_zeroed(layout);
            block.write_bytes(0x5a, 256);
            let longer = WipingAllocator.realloc(block, layout, 512);
            assert!((0..256).all(|index| *longer.add(index) == 0x5a));
            WipingAllocator.dealloc(longer, Layout::from_size_align(512, 16).unwrap());
        }
    }
}
