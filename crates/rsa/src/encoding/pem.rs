//! PEM, a textual encoding (RFC 7468).
//!
//! The output follows the strict form of section 3. The parser is lenient, as section 2 recommends: it ignores text
//! before, after and between blocks, such as OpenSSL's "Bag Attributes". Lines may have any length and line ending, and
//! blocks may contain white space anywhere. Blocks with headers, which OpenSSL used for encryption before PKCS#8, are
//! not read.

use der::pem::{Base64Decoder, LineEnding};
use zeroize::Zeroizing;

use super::format::Format;
use super::unread;
use crate::Error;

const BEGIN: &[u8] = b"-----BEGIN ";
const DASHES: &[u8] = b"-----";

/// The text between the lines BEGIN and END, and their label.
#[derive(Debug)]
pub(super) struct Block<'a> {
    pub(super) label: &'a str,
    body: &'a [u8],
}

/// The blocks in a text, in order. Empty if the text is not PEM.
pub(super) fn blocks(text: &[u8]) -> Result<Vec<Block<'_>>, Error> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = split(rest, BEGIN) {
        let (label, behind) = split(behind, DASHES).ok_or_else(|| invalid("a BEGIN line has no end"))?;
        let label = core::str::from_utf8(label).ok().filter(|label| label.chars().all(|c| matches!(c, ' '..='~')));
        let label = label.ok_or_else(|| invalid("a label is not printable ASCII"))?;
        let end = format!("-----END {label}-----");
        let (body, behind) =
            split(behind, end.as_bytes()).ok_or_else(|| Error::InvalidEncoding(format!("PEM: {end} is missing")))?;
        blocks.push(Block { label, body });
        rest = behind;
    }
    Ok(blocks)
}

impl Block<'_> {
    /// The decoded content of the block.
    pub(super) fn decode(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        if self.body.contains(&b':') {
            return Err(unread::headers(self.body));
        }
        let mut base64 = Zeroizing::new(Vec::with_capacity(self.body.len()));
        base64.extend(self.body.iter().filter(|byte| !byte.is_ascii_whitespace()));
        let mut der = Zeroizing::new(Vec::with_capacity(base64.len()));
        let decoded = Base64Decoder::new(&base64).and_then(|mut decoder| decoder.decode_to_end(&mut der).map(drop));
        decoded.map_err(|_| invalid("the text between BEGIN and END is not Base64"))?;
        Ok(der)
    }
}

/// Encodes a key's DER as PEM, in memory that is wiped.
pub(super) fn encode(format: Format, der: &[u8]) -> Zeroizing<String> {
    let text = der::pem::encode_string(format.label(), LineEnding::LF, der);
    Zeroizing::new(text.expect("a label of letters, and data far shorter than memory"))
}

/// The text before and after the first occurrence of a pattern.
fn split<'a>(text: &'a [u8], pattern: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = text.windows(pattern.len()).position(|window| window == pattern)?;
    Some((&text[..at], &text[at + pattern.len()..]))
}

fn invalid(problem: &str) -> Error {
    Error::InvalidEncoding(format!("PEM: {problem}"))
}
