//! An allocator that lists the blocks of a prepared key, and functions that flip their bits.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, UnsafeCell};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

/// More blocks than any key has.
const MOST_BLOCKS: usize = 1 << 13;

/// The blocks that were allocated while recording and not freed since: address and size, or zeros. A static array,
/// because an allocator must not allocate.
static BLOCKS: [[AtomicUsize; 2]; MOST_BLOCKS] = [const { [const { AtomicUsize::new(0) }; 2] }; MOST_BLOCKS];
static COUNT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static RECORDS: Cell<bool> = const { Cell::new(false) };
}

struct Recorder;

#[global_allocator]
static ALLOCATOR: Recorder = Recorder;

// SAFETY: Every call goes to the system's allocator with the same contract.
unsafe impl GlobalAlloc for Recorder {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let block = unsafe { System.alloc(layout) };
        if RECORDS.get() {
            // A place that a freed block has left, or a new one. Only the recording thread comes here.
            let count = COUNT.load(SeqCst);
            let place = (0..count).find(|place| BLOCKS[*place][0].load(SeqCst) == 0).unwrap_or(count);
            COUNT.store(count.max(place + 1), SeqCst);
            let [address, size] = &BLOCKS[place];
            address.store(block as usize, SeqCst);
            size.store(layout.size(), SeqCst);
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        for [address, size] in &BLOCKS[..COUNT.load(SeqCst)] {
            if address.load(SeqCst) == block as usize {
                address.store(0, SeqCst);
                size.store(0, SeqCst);
            }
        }
        unsafe { System.dealloc(block, layout) }
    }
}

/// Forgets all blocks.
pub(crate) fn forget() {
    COUNT.store(0, SeqCst);
}

/// Records the blocks that a call allocates and does not free.
pub(crate) fn recording<T>(call: impl FnOnce() -> T) -> T {
    RECORDS.set(true);
    let result = call();
    RECORDS.set(false);
    result
}

/// A live block.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    address: usize,
    pub(crate) size: usize,
}

/// The recorded blocks that are still live.
pub(crate) fn blocks() -> Vec<Block> {
    let block = |[address, size]: &[AtomicUsize; 2]| Block { address: address.load(SeqCst), size: size.load(SeqCst) };
    BLOCKS[..COUNT.load(SeqCst)].iter().map(block).filter(|block| block.size > 0).collect()
}

impl Block {
    /// Whether the block contains the address of one of these blocks, or the bit pattern by which num-bigint marks a
    /// number that needs no block. If not, it holds only digits, and no change of it makes a program read or write
    /// elsewhere.
    pub(crate) fn points_to(self, blocks: &[Self]) -> bool {
        let words = self.size / size_of::<usize>();
        // SAFETY: The block is live and has so many words. Its allocation is aligned to 16 bytes.
        let word = |index: usize| unsafe { *(self.address as *const usize).add(index) };
        let is_inside =
            |word: usize| blocks.iter().any(|block| (block.address..block.address + block.size).contains(&word));
        (0..words).map(word).any(|word| word == 1 << (usize::BITS - 1) || is_inside(word))
    }

    /// Flips a bit.
    pub(crate) fn flip(self, bit: usize) {
        assert!(bit < 8 * self.size);
        // SAFETY: The byte is inside a live block. Nobody else uses it meanwhile, and `UnsafeCell` tells the compiler that
        // it may change.
        unsafe { *(*((self.address + bit / 8) as *const UnsafeCell<u8>)).get() ^= 1 << (bit % 8) }
    }
}
