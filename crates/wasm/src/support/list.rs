//! Lists of bytes, which JavaScript passes concatenated.

use crate::support::js::Uint8Array;
use zeroize::Zeroizing;

/// Cuts concatenated items apart.
#[inline]
pub fn items<'a>(joined: &'a [u8], ends: &[u32]) -> Vec<&'a [u8]> {
    let mut items = Vec::with_capacity(ends.len());
    let mut start = 0;
    for end in ends {
        items.push(&joined[start..*end as usize]);
        start = *end as usize;
    }
    items
}

/// Moves a secret to JavaScript's memory and wipes it here.
#[inline]
pub fn wiped(secret: Vec<u8>) -> Uint8Array {
    Uint8Array::from(Zeroizing::new(secret).as_slice())
}
