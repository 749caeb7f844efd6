//! The mask generation function MGF1 (RFC 8017, appendix B.2.1), and SHAKE in its place (RFC 8702, section 3.1).

use super::Hash;

/// `data ⊕ MGF1(seed, length of data)`, in place; with SHAKE, its output for the seed. Done twice, it is undone.
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
