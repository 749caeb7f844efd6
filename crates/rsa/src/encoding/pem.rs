//! PEM, a textual encoding (RFC 7468), and its relatives: blocks with headers (RFC 1421) and those of SSH2 (RFC 4716).
//!
//! The output follows the strict form of RFC 7468, section 3. The parser is lenient, as section 2 recommends: it ignores text
//! before, after and between blocks, such as OpenSSL's "Bag Attributes". Lines may have any length and line ending, and
//! blocks may contain white space anywhere. It also reads what copying and quoting do to a file, and reports that as repairs.

use zeroize::Zeroizing;

use super::format::Format;
use super::text::{places, split};
use super::{Repair, base64};
use crate::Error;

/// Dashes at each end of a line BEGIN or END.
const DASHES: usize = 5;
/// Characters of a line of Base64.
const LINE: usize = 64;
/// Characters around a line in source code, such as `"MIIB…\n" +`.
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// The text between the lines BEGIN and END, their label, and the text before it.
#[derive(Debug)]
pub(super) struct Block<'a> {
    pub(super) label: &'a str,
    body: &'a str,
    /// From the end of the previous block.
    pub(super) before: &'a str,
    is_damaged: bool,
}

/// The decoded content of a block.
pub(super) struct Decoded {
    pub(super) bytes: Zeroizing<Vec<u8>>,
    /// The value of `DEK-Info`, if the block is encrypted in the traditional way of OpenSSL.
    pub(super) encryption: Option<String>,
    /// The header `Comment` of RFC 4716.
    pub(super) comment: Option<String>,
    pub(super) repairs: Vec<Repair>,
}

/// The blocks in a text, in order. A block without an end is an error, and so is a line BEGIN that cannot be read, which is the
/// last. Empty if the text is not PEM.
pub(super) fn blocks(text: &str) -> Vec<Result<Block<'_>, Error>> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some(begin) = Frame::find(rest, "BEGIN ") {
        let is_broken = begin.is_err();
        blocks.push(begin.and_then(|begin| block(&mut rest, &begin)));
        if is_broken {
            break;
        }
    }
    blocks
}

/// Reads a block, and goes on behind it. Each part of the text is searched once, so that a megabyte of lines BEGIN takes no longer
/// than one of blocks.
fn block<'a>(rest: &mut &'a str, begin: &Frame<'a>) -> Result<Block<'a>, Error> {
    let (before, after, label) = (split(rest, begin.start).0, split(rest, begin.end).1, begin.label);
    let next = Frame::find(after, "BEGIN ").and_then(Result::ok).map_or(after.len(), |next| next.start);
    let (own, following) = split(after, next);
    *rest = following;
    let missing = || Error::InvalidEncoding(format!("PEM: -----END {label}----- is missing: copy the whole file"));
    let end = Frame::find(own, "END ").ok_or_else(missing)??;
    *rest = split(after, end.end).1;
    let is_damaged = !begin.is_sound || !end.is_sound || label != end.label;
    Ok(Block { label, body: split(own, end.start).0, before, is_damaged })
}

/// A line BEGIN or END.
struct Frame<'a> {
    label: &'a str,
    /// Where its dashes start and end.
    start: usize,
    end: usize,
    /// Whether it has as many dashes as it should.
    is_sound: bool,
}

impl<'a> Frame<'a> {
    /// Finds the first line with this word after a dash.
    fn find(text: &'a str, word: &'static str) -> Option<Result<Self, Error>> {
        let at = places(text, word).find(|at| split(text, *at).0.trim_end_matches(' ').ends_with('-'))?;
        let before = split(text, at).0.trim_end_matches(' ');
        // More dashes are of a diff.
        let start = before.trim_end_matches('-').len().max(before.len().saturating_sub(DASHES));
        let after = split(text, at + word.len()).1;
        let label_end = after.find(['-', '\n', '\r', '"', '\\']).unwrap_or(after.len());
        let (label, rest) = split(after, label_end);
        let label = label.trim_ascii_end();
        if word == "BEGIN " && !rest.starts_with('-') {
            return Some(Err(invalid("a BEGIN line has no end")));
        }
        if !label.chars().all(|character| matches!(character, ' '..='~')) {
            return Some(Err(invalid("a label is not printable ASCII")));
        }
        let after = rest.bytes().take(DASHES).take_while(|byte| *byte == b'-').count();
        let end = text.len() - rest.len() + after;
        let dashes = [before.len() - start, after];
        // RFC 4716 has four dashes and a space.
        let expected = if before.len() < at { DASHES - 1 } else { DASHES };
        Some(Ok(Self { label, start, end, is_sound: dashes == [expected; 2] }))
    }
}

impl Block<'_> {
    /// Decodes the content of the block.
    pub(super) fn decode(&self) -> Result<Decoded, Error> {
        let mut repairs = if self.is_damaged { vec![Repair::DamagedLines] } else { Vec::new() };
        let bare = self.without_prefixes();
        if bare.is_some() {
            repairs.push(Repair::LinePrefixes);
        }
        // Headers and numbers before lines have spaces, too.
        let after_header = |colon| colon + split(self.body, colon).1.find('\n').map_or(0, |end| end + 1);
        let header_end = self.body.rfind(':').map_or(0, after_header);
        let (head, base64) = split(self.body, header_end);
        let with_plus = if bare.is_none() { base64::with_plus(base64) } else { None };
        if with_plus.is_some() {
            repairs.push(Repair::SpacesForPlus);
        }
        let all = || head.lines().chain(with_plus.as_deref().map_or(base64, String::as_str).lines()).collect();
        let (lines, has_quotes) = lines(bare.unwrap_or_else(all));
        if has_quotes {
            repairs.push(Repair::Quotes);
        }
        let (headers, lines) = headers(&lines);
        let header =
            |name: &str| headers.iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value);
        let is_ssh = self.label.starts_with("SSH2 ");
        let is_encrypted = header("Proc-Type").is_some_and(|value| value.replace(' ', "") == "4,ENCRYPTED");
        if !headers.is_empty() && !is_encrypted && !is_ssh {
            repairs.push(Repair::PemHeaders);
        }
        if lines.is_empty() && !headers.is_empty() {
            return Err(invalid("the block has lost its line ends, so its headers hide the rest: copy the whole file"));
        }
        let mut base64 = Zeroizing::new(Vec::with_capacity(self.body.len()));
        lines.iter().for_each(|line| base64.extend(line.as_bytes()));
        let decoded = if base64.is_empty() { None } else { base64::decode(&base64) };
        let (bytes, is_variant) = decoded.ok_or_else(|| self.not_base64(lines, base64.len()))?;
        if is_variant {
            repairs.push(Repair::Base64Variant);
        }
        let encryption = is_encrypted.then(|| header("DEK-Info").cloned().unwrap_or_default());
        let comment = header("Comment").filter(|_| is_ssh).map(|comment| comment.trim_matches('"').to_owned());
        Ok(Decoded { bytes, encryption, comment, repairs })
    }

    /// The lines without what stands before BEGIN, END and each line between them, as line numbers, the `>` of mail, the `+` of a
    /// diff and the signs of comments do; `None` if nothing does.
    fn without_prefixes(&self) -> Option<Vec<&str>> {
        let prefix = self.before.rsplit('\n').next()?.trim_ascii();
        if prefix.trim_start_matches(QUOTES).is_empty() {
            return None;
        }
        let (first, others) = self.body.split_once('\n')?;
        let rest =
            others.split('\n').map(|line| if line.is_empty() { Some(line) } else { without_prefix(line, prefix) });
        let lines = core::iter::once(Some(first)).chain(rest).collect::<Option<Vec<_>>>()?;
        // The last is before END.
        others.split('\n').next_back().is_some_and(|last| !last.is_empty()).then_some(lines)
    }

    /// Says where the text is not Base64. A character of other kinds is often not damage, but was added.
    fn not_base64(&self, lines: &[&str], length: usize) -> Error {
        let characters = || lines.iter().flat_map(|line| line.chars());
        let padding = lines.iter().rev().flat_map(|line| line.chars().rev()).take_while(|last| *last == '=').count();
        let is_foreign = |character: &char| *character == '=' || !base64::is_base64(character.encode_utf8(&mut [0; 4]));
        let Some(foreign) = characters().take(characters().count() - padding).find(is_foreign) else {
            return invalid(&format!(
                "the text between BEGIN and END is not Base64: \
                 of its {length} characters, some are damaged, missing or too many"
            ));
        };
        let place = self.body.lines().take_while(|line| !line.contains(foreign)).count() + 1;
        let shown = match foreign {
            '!'..='~' => foreign.to_string(),
            _ => format!("U+{:04X}", u32::from(foreign)),
        };
        invalid(&format!("the text between BEGIN and END is not Base64: line {place} has the character {shown}"))
    }
}

/// A line after a prefix, whose numbers and white space may be others.
fn without_prefix<'a>(line: &'a str, prefix: &str) -> Option<&'a str> {
    let (mut rest, mut prefix) = (line.trim_ascii_start(), prefix);
    while let Some(first) = prefix.chars().next() {
        if first.is_ascii_digit() {
            rest = rest.strip_prefix(digit)?.trim_start_matches(digit);
            prefix = prefix.trim_start_matches(digit);
        } else if first.is_ascii_whitespace() {
            rest = rest.trim_ascii_start();
            prefix = prefix.trim_ascii_start();
        } else {
            rest = rest.strip_prefix(first)?;
            prefix = prefix.strip_prefix(first)?;
        }
    }
    Some(rest)
}

fn digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// The lines without white space around them, and without the quotation marks, commas and plus signs of source code.
fn lines(all: Vec<&str>) -> (Vec<&str>, bool) {
    let (mut has_quotes, mut continues) = (false, false);
    let lines = all.into_iter().map(|line| {
        let line = line.trim_ascii();
        // A header, whose value may be quoted.
        let is_header = continues || line.contains(':');
        continues = is_header && line.ends_with('\\');
        if is_header {
            return line;
        }
        let end = line.trim_end_matches(['+', ',', ';', '.', ' ']);
        // A line of Base64 may end with a plus sign.
        let inner = if end.ends_with(QUOTES) { end } else { line }.trim_matches(QUOTES);
        has_quotes |= inner.len() < line.len();
        inner.trim_ascii()
    });
    (lines.filter(|line| !line.is_empty()).collect(), has_quotes)
}

/// Separates headers from the lines after them. A header may continue in the next line, after a backslash.
fn headers<'a, 'b>(lines: &'b [&'a str]) -> (Vec<(&'a str, String)>, &'b [&'a str]) {
    let mut headers = Vec::<(&str, String)>::new();
    for (index, line) in lines.iter().enumerate() {
        match (headers.last_mut(), line.split_once(':')) {
            (Some((_, value)), _) if value.ends_with('\\') => {
                value.pop();
                value.push_str(line);
            }
            (_, Some((name, value))) => headers.push((name.trim_ascii(), value.trim_ascii().to_owned())),
            _ => return (headers, &lines[index..]),
        }
    }
    (headers, &[])
}

/// Encodes a key's DER as PEM, in memory that is wiped.
pub(super) fn encode(format: Format, der: &[u8]) -> Zeroizing<String> {
    let (label, base64) = (format.label(), base64::encode(der));
    let lines = base64.len().div_ceil(LINE);
    let mut text = Zeroizing::new(String::with_capacity(base64.len() + lines + 2 * label.len() + 40));
    let frame = |text: &mut String, word: &str| {
        for part in ["-----", word, label, "-----\n"] {
            text.push_str(part);
        }
    };
    frame(&mut text, "BEGIN ");
    let mut rest = &**base64;
    while !rest.is_empty() {
        let (line, after) = split(rest, LINE);
        text.push_str(line);
        text.push('\n');
        rest = after;
    }
    frame(&mut text, "END ");
    text
}

fn invalid(problem: &str) -> Error {
    Error::InvalidEncoding(format!("PEM: {problem}"))
}
