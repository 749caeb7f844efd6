//! Base64 in both alphabets (RFC 4648, sections 4 and 5).

use base64ct::{Base64, Encoding};
use zeroize::Zeroizing;

/// Decodes Base64, ignoring white space. The second result is whether it deviates from the standard: without padding, or in the
/// URL alphabet. `None` if it is not Base64. Unused bits must be 0, so no change of a character is ignored.
pub(super) fn decode(text: &[u8]) -> Option<(Zeroizing<Vec<u8>>, bool)> {
    let mut base64 = Zeroizing::new(Vec::with_capacity(text.len() + 3));
    base64.extend(text.iter().filter(|byte| !byte.is_ascii_whitespace()));
    let uses_url = base64.iter().any(|byte| matches!(byte, b'-' | b'_'));
    if uses_url {
        if base64.iter().any(|byte| matches!(byte, b'+' | b'/')) {
            return None;
        }
        for byte in base64.iter_mut() {
            *byte = match *byte {
                b'-' => b'+',
                b'_' => b'/',
                byte => byte,
            };
        }
    }
    let missing = if base64.contains(&b'=') { 0 } else { base64.len().next_multiple_of(4) - base64.len() };
    base64.extend(core::iter::repeat_n(b'=', missing));
    let length = Base64::decode_in_place(&mut base64).ok()?.len();
    base64.truncate(length);
    Some((base64, uses_url || missing > 0))
}

/// Encodes bytes in the standard alphabet, with padding.
pub(super) fn encode(bytes: &[u8]) -> Zeroizing<String> {
    Zeroizing::new(Base64::encode_string(bytes))
}

/// The text with `+` for the spaces inside its lines, into which the decoding of a form has turned them. `None` if nothing shows
/// that: with the spaces the lines are whole, and without them they are not.
pub(super) fn with_plus(text: &str) -> Option<Zeroizing<String>> {
    let lines = text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>();
    let (last, full) = lines.split_last()?;
    let letters = |line: &str| line.bytes().filter(|byte| *byte != b' ').count();
    let first = full.first().unwrap_or(last);
    let is_whole =
        full.iter().all(|line| line.len() == first.len()) && last.len() <= first.len() && last.len().is_multiple_of(4);
    let lacks = lines.iter().any(|line| line.len().is_multiple_of(4) && !letters(line).is_multiple_of(4))
        || full.iter().any(|line| letters(line) != letters(first));
    // Between digits of bytes, spaces are usual.
    let is_hex = text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte.is_ascii_whitespace());
    (is_whole && lacks && !is_hex && is_base64(text)).then(|| Zeroizing::new(text.replace(' ', "+")))
}

/// Whether a text is written in these alphabets only.
pub(super) fn is_base64(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"+/-_=".contains(&byte))
}
