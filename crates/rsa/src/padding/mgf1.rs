//! The mask generation function MGF1 (RFC 8017, appendix B.2.1).

use super::Hash;

/// `data ⊕ MGF1(seed, length of data)`, in place. Done twice, it is undone.
pub(super) fn mask(hash: Hash, seed: &[u8], data: &mut [u8]) {
    for (counter, block) in (0u32..).zip(data.chunks_mut(hash.length())) {
        let mask = hash.digest(&[seed, &counter.to_be_bytes()]);
        block.iter_mut().zip(mask.iter()).for_each(|(byte, mask)| *byte ^= mask);
    }
}
