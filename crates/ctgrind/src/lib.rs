//! Marks secrets for valgrind's memcheck: ctgrind (Langley, "Checking that functions are constant time with Valgrind", 2010).
//!
//! Memcheck tracks undefined memory bit by bit, through copies and arithmetic, and reports every branch or memory index
//! that depends on it. If secrets are marked as undefined, it reports the branches and indices that depend on secrets.
//! Compile programs for this with `--cfg ctgrind`. Outside valgrind, and on processors other than x86-64, the functions
//! do nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::mem::{MaybeUninit, size_of_val};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Runs the README's examples as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

const RUNNING_ON_VALGRIND: usize = 0x1001;
const COUNT_ERRORS: usize = 0x1201;
const MAKE_UNDEFINED: usize = memcheck(1);
const MAKE_DEFINED: usize = memcheck(2);

/// A request to memcheck (`memcheck.h`).
const fn memcheck(number: usize) -> usize {
    ((b'M' as usize) << 24 | (b'C' as usize) << 16) + number
}

/// The instructions that valgrind recognizes as a request (`valgrind.h`). Without valgrind they do nothing.
#[cfg(target_arch = "x86_64")]
fn request(code: usize, address: usize, length: usize) -> usize {
    let arguments = [code, address, length, 0, 0, 0];
    let mut result = 0usize;
    // SAFETY: the rotations add up to 128 bits, and rbx is exchanged with itself. So no register changes except rdx,
    // and rdx changes only under valgrind.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
            in("rax") arguments.as_ptr(), inout("rdx") result, inout("rdi") 0usize => _,
        );
    }
    result
}

#[cfg(not(target_arch = "x86_64"))]
fn request(_: usize, _: usize, _: usize) -> usize {
    0
}

/// Whether valgrind runs this program.
pub fn is_running() -> bool {
    request(RUNNING_ON_VALGRIND, 0, 0) != 0
}

/// How many errors valgrind has found so far. Repeated errors count again.
pub fn errors() -> usize {
    request(COUNT_ERRORS, 0, 0)
}

/// Marks values as secret.
pub fn classify<T: Copy>(values: &mut [T]) {
    request(MAKE_UNDEFINED, values.as_ptr().addr(), size_of_val(values));
}

/// Returns the same value, no longer secret. Values computed from it are not secret either.
pub fn declassify<T: Copy>(value: T) -> T {
    let place = std::hint::black_box(MaybeUninit::new(value));
    request(MAKE_DEFINED, place.as_ptr().addr(), size_of::<T>());
    // SAFETY: initialized above.
    unsafe { std::hint::black_box(place).assume_init() }
}

/// The greatest number of blocks that [`Recorder`] can record.
const MOST_BLOCKS: usize = 1 << 16;

/// The system's allocator. It records the blocks that are allocated in [`Recorder::record`].
pub struct Recorder {
    is_recording: AtomicBool,
    count: AtomicUsize,
    /// The address and the length of each block. The length is 0 once the block is freed.
    blocks: [[AtomicUsize; 2]; MOST_BLOCKS],
}

impl Recorder {
    /// A recorder for `#[global_allocator]`, in a program with one thread.
    #[expect(clippy::new_without_default, reason = "a default cannot initialize a static")]
    pub const fn new() -> Self {
        Self {
            is_recording: AtomicBool::new(false),
            count: AtomicUsize::new(0),
            blocks: [const { [const { AtomicUsize::new(0) }; 2] }; MOST_BLOCKS],
        }
    }

    /// Runs `work` and returns its result, with the blocks that it allocated and did not free. Blocks that contain the
    /// address of another block are left out, so the rest contain plain numbers.
    ///
    /// # Panics
    /// If there are more blocks than the recorder can record.
    pub fn record<T>(&self, work: impl FnOnce() -> T) -> (T, Vec<Numbers>) {
        self.count.store(0, Ordering::Relaxed);
        self.is_recording.store(true, Ordering::Relaxed);
        let result = work();
        self.is_recording.store(false, Ordering::Relaxed);
        let count = self.count.load(Ordering::Relaxed);
        assert!(count < MOST_BLOCKS, "more than {MOST_BLOCKS} blocks");
        let blocks: Vec<Numbers> = (self.blocks[..count].iter())
            .map(|[address, length]| Numbers {
                address: address.load(Ordering::Relaxed),
                length: length.load(Ordering::Relaxed),
            })
            .filter(|block| block.length > 0)
            .collect();
        let holds_address = |block: &Numbers| {
            block
                .words()
                .any(|word| blocks.iter().any(|other| (other.address..other.address + other.length).contains(&word)))
        };
        let numbers = blocks.iter().filter(|block| !holds_address(block)).cloned().collect();
        (result, numbers)
    }
}

/// A block of memory that contains no addresses.
#[derive(Clone, Debug)]
pub struct Numbers {
    address: usize,
    length: usize,
}

impl Numbers {
    /// The content of the block.
    pub fn bytes(&self) -> Vec<u8> {
        // SAFETY: the block stays allocated until the values made in `record` are dropped, and the callers in this
        // program keep those values. Some bytes may be uninitialized; they are only copied and compared.
        unsafe { std::slice::from_raw_parts(std::ptr::with_exposed_provenance(self.address), self.length).to_vec() }
    }

    fn words(&self) -> impl Iterator<Item = usize> {
        let bytes = self.bytes();
        let (words, _) = bytes.as_chunks::<8>();
        words.iter().map(|word| u64::from_le_bytes(*word) as usize).collect::<Vec<_>>().into_iter()
    }

    /// Marks the block as secret.
    pub fn classify(&self) {
        request(MAKE_UNDEFINED, self.address, self.length);
    }
}

// SAFETY: the system's allocator does everything.
unsafe impl GlobalAlloc for Recorder {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's contract.
        let block = unsafe { System.alloc(layout) };
        if self.is_recording.load(Ordering::Relaxed) {
            let index = self.count.fetch_add(1, Ordering::Relaxed);
            if let Some([address, length]) = self.blocks.get(index) {
                address.store(block.expose_provenance(), Ordering::Relaxed);
                length.store(layout.size(), Ordering::Relaxed);
            }
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if self.is_recording.load(Ordering::Relaxed) {
            let count = self.count.load(Ordering::Relaxed).min(MOST_BLOCKS);
            let mut recorded = self.blocks[..count].iter().rev();
            if let Some([_, length]) = recorded.find(|[address, length]| {
                address.load(Ordering::Relaxed) == block.addr() && length.load(Ordering::Relaxed) > 0
            }) {
                length.store(0, Ordering::Relaxed);
            }
        }
        // SAFETY: the caller's contract.
        unsafe { System.dealloc(block, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[global_allocator]
    static RECORDER: Recorder = Recorder::new();

    #[test]
    fn records_live_blocks_of_numbers() {
        let (made, numbers) = RECORDER.record(|| {
            drop(vec![1u32; 7]);
            vec![vec![2u32; 5], vec![3u32; 6]]
        });
        let mut found: Vec<Vec<u8>> = numbers.iter().map(Numbers::bytes).collect();
        found.sort();
        let mut expected: Vec<Vec<u8>> =
            made.iter().map(|numbers| numbers.iter().flat_map(|number| number.to_le_bytes()).collect()).collect();
        expected.sort();
        assert!(expected.iter().all(|block| found.contains(block)) && found.len() < 4, "{found:?}");
    }

    #[test]
    fn without_valgrind_nothing_changes() {
        if !is_running() {
            let mut values = [1u8, 2];
            classify(&mut values);
            assert_eq!((values, declassify(3u16), errors()), ([1, 2], 3, 0));
        }
    }
}
