//! The mask generation function MGF1 (RFC 8017, appendix B.2.1), or SHAKE instead of it (RFC 8702, section 3.1).

use super::Hash;

/// Computes `data ⊕ MGF1(seed, length of data)` in place. With SHAKE, its output for the seed replaces MGF1. Masking
/// twice restores the data.
pub(super) fn mask(hash: Hash, seed: &[u8], data: &mut [u8]) {
    if hash.is_extendable() {
        return xor(data, &hash.output(&[seed], data.len()));
    }
    for (counter, block) in (0u32..).zip(data.chunks_mut(hash.length())) {
        xor(block, &hash.digest(&[seed, &counter.to_be_bytes()]));
    }
}

fn xor(data: &mut [u8], mask: &[u8]) {
    data.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
}
