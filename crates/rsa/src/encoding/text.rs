//! Turns what people have into text: UTF-16, text with unusual spaces, escapes, percent-encoding, and Base64 or
//! hexadecimal digits without a label.

use core::fmt::Write;

use zeroize::Zeroizing;

use super::{Repair, base64};

/// How a file of PuTTY starts, before its version.
pub(super) const PUTTY: &str = "PuTTY-User-Key-File-";

/// How often a text is unescaped.
const MOST_ESCAPES: usize = 8;

/// The most bytes of a tag or a reference to a character in HTML.
const LONGEST_MARKUP: usize = 10;

/// How a line BEGIN starts, with and without percent-encoding.
const BEGIN: &str = "-BEGIN ";

/// Both sides of a place in a text. Slices of `str` would bring tables of Unicode into the module, for their panics.
pub(super) fn split(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// The places where an ASCII pattern occurs in a text. The search of `str` for a pattern would bring the same tables, and is longer.
pub(super) fn places(text: &str, pattern: &str) -> impl Iterator<Item = usize> {
    let windows = text.as_bytes().windows(pattern.len()).enumerate();
    windows.filter(move |(_, window)| *window == pattern.as_bytes()).map(|(at, _)| at)
}

/// The text before and after the first place of an ASCII pattern.
pub(super) fn split_once<'a>(text: &'a str, pattern: &str) -> Option<(&'a str, &'a str)> {
    let (before, after) = split(text, places(text, pattern).next()?);
    Some((before, split(after, pattern.len()).1))
}

fn contains(text: &str, pattern: &str) -> bool {
    places(text, pattern).next().is_some()
}

/// A text and what was repaired in it.
pub(super) struct Text {
    pub(super) text: Zeroizing<String>,
    pub(super) repairs: Vec<Repair>,
}

impl Text {
    /// Decodes data that are text; `None` for binary data. Bytes that are not UTF-8 become the characters of Latin-1.
    pub(super) fn decode(data: &[u8]) -> Option<Self> {
        let mut repairs = Vec::new();
        let text = if let Some(text) = utf16(data) {
            repairs.push(Repair::Utf16);
            text
        } else {
            let end = data.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            let data = &data[..end];
            let is_text = data.iter().all(|byte| matches!(byte, 0x1a | 0x1b | 0x20..) || byte.is_ascii_whitespace());
            if !is_text && !data.windows(BEGIN.len()).any(|window| window == BEGIN.as_bytes()) {
                return None;
            }
            match core::str::from_utf8(data) {
                Ok(text) => text.to_owned(),
                Err(_) => data.iter().map(|byte| char::from(*byte)).collect(),
            }
        };
        let mut text = Self { text: Zeroizing::new(text), repairs };
        if !text.text.bytes().any(|byte| byte == b'\n') {
            text.text = Zeroizing::new(text.text.replace('\r', "\n"));
        }
        text.replace_spaces();
        text.decode_percent();
        let is_pem = contains(&text.text, BEGIN);
        text.unescape_while(|text| is_pem || is_in_one_line(text));
        Some(text)
    }

    fn replace_spaces(&mut self) {
        let mut replaced = Zeroizing::new(String::with_capacity(self.text.len()));
        let text = self.text.trim_start_matches('\u{feff}');
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            match character {
                '\u{1b}' => match after_color(characters.as_str()) {
                    Some(rest) => characters = rest.chars(),
                    None => replaced.push(character),
                },
                '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => {}
                '\u{a0}' | '\u{85}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
                    replaced.push(' ');
                }
                '\u{2028}' | '\u{2029}' => replaced.push('\n'),
                '\u{2010}'..='\u{2015}' => replaced.push('-'),
                character => replaced.push(character),
            }
        }
        if *replaced != text {
            self.repairs.push(Repair::UnusualSpaces);
        }
        self.text = replaced;
    }

    /// `%0A` and, in form data, `+` for a space.
    fn decode_percent(&mut self) {
        let is_form = contains(&self.text, "-BEGIN+");
        if !is_form && !contains(&self.text, "-BEGIN%20") {
            return;
        }
        let bytes = self.text.as_bytes();
        let mut decoded = Zeroizing::new(String::with_capacity(bytes.len()));
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let code = (byte == b'%').then(|| bytes.get(at + 1..at + 3).and_then(hex_byte)).flatten();
            at += if code.is_some() { 3 } else { 1 };
            decoded.push(char::from(match (code, byte) {
                (Some(code), _) => code,
                (None, b'+') if is_form => b' ',
                (None, byte) => byte,
            }));
        }
        self.text = decoded;
        self.repairs.push(Repair::PercentEncoding);
    }

    /// Replaces the escapes of JSON, source code and HTML, and joins lines that end with a backslash. Text that was escaped several times
    /// is unescaped as often, but not endlessly: in `\u005cu005cu005c…`, each escape makes the next one.
    pub(super) fn unescape(&mut self) {
        self.unescape_while(|_| true);
    }

    fn unescape_while(&mut self, is_escaped: impl Fn(&str) -> bool) {
        for _ in 0..MOST_ESCAPES {
            let Some(text) = is_escaped(&self.text).then(|| unescaped(&self.text)).flatten() else { break };
            self.text = text;
            if !self.repairs.contains(&Repair::Escapes) {
                self.repairs.push(Repair::Escapes);
            }
        }
    }
}

/// The text after `[`, numbers and a letter, which make an escape character before them the color of a terminal.
fn after_color(text: &str) -> Option<&str> {
    let end = text.strip_prefix('[')?.trim_start_matches(|part: char| part.is_ascii_digit() || part == ';');
    end.strip_prefix(|part: char| part.is_ascii_alphabetic())
}

/// Whether several lines of a file of PuTTY or of RFC 4716 are one line. In others, a backslash is one of a comment.
fn is_in_one_line(text: &str) -> bool {
    [(PUTTY, "Encryption:"), ("- BEGIN ", "- END ")].iter().any(|(start, other)| {
        let line = split_once(text, start).and_then(|(_, file)| file.lines().next());
        line.is_some_and(|line| contains(line, other))
    })
}

/// A text without one layer of escapes; `None` if it has none. The result is always shorter.
fn unescaped(text: &str) -> Option<Zeroizing<String>> {
    let mut result = Zeroizing::new(String::with_capacity(text.len()));
    let mut rest = text;
    let mut has_escapes = false;
    while let Some(at) = rest.find(['\\', '&', '<']) {
        let (before, escape) = split(rest, at);
        let _ = result.write_str(before);
        let (escape, after) = split(escape, 1);
        let mut characters = after.chars();
        let replacement = match characters.next() {
            _ if escape != "\\" => markup(escape, after).map(|(character, after)| {
                characters = after.chars();
                result.push(character);
                ""
            }),
            Some('n') => Some("\n"),
            Some('r') => Some("\r"),
            Some('t') => Some("\t"),
            Some('\n') => Some("\n"),
            Some('"') => Some("\""),
            Some('\'') => Some("'"),
            Some('/') => Some("/"),
            Some('\\') => Some("\\"),
            Some('\r') => {
                characters = after.trim_start_matches(['\r', '\n']).chars();
                Some("\n")
            }
            Some('u') => {
                let (code, after) = split(characters.as_str(), 4);
                u32::from_str_radix(code, 16).ok().and_then(char::from_u32).map(|code| {
                    characters = after.chars();
                    result.push(code);
                    ""
                })
            }
            _ => None,
        };
        match replacement {
            Some(replacement) => {
                has_escapes = true;
                result.push_str(replacement);
                rest = characters.as_str();
            }
            None => {
                result.push_str(escape);
                rest = after;
            }
        }
    }
    result.push_str(rest);
    has_escapes.then_some(result)
}

/// The character that markup of HTML stands for, given its first character and the text after it, and what follows.
fn markup<'a>(start: &str, text: &'a str) -> Option<(char, &'a str)> {
    let end = if start == "<" { b'>' } else { b';' };
    let (name, after) = split(text, text.bytes().take(LONGEST_MARKUP).position(|byte| byte == end)?);
    let after = split(after, 1).1;
    let character = match (start, name) {
        ("<", "br" | "br/" | "br /") => '\n',
        ("&", "amp") => '&',
        ("&", "lt") => '<',
        ("&", "gt") => '>',
        ("&", "quot") => '"',
        ("&", "nbsp") => ' ',
        ("&", code) => {
            let code = code.strip_prefix('#')?;
            let hexadecimal = code.strip_prefix(['x', 'X']).map(|digits| u32::from_str_radix(digits, 16));
            char::from_u32(hexadecimal.unwrap_or_else(|| code.parse()).ok()?)?
        }
        _ => return None,
    };
    Some((character, after))
}

/// Text in UTF-16, with a byte order mark or recognized by the zeros between Latin letters.
fn utf16(data: &[u8]) -> Option<String> {
    let zeros =
        |at: usize| data.len() >= 16 && data[..16].chunks_exact(2).all(|pair| pair[at] == 0 && pair[1 - at] != 0);
    let (is_little, body) = match data {
        [0xff, 0xfe, body @ ..] => (true, body),
        [0xfe, 0xff, body @ ..] => (false, body),
        _ if zeros(1) => (true, data),
        _ if zeros(0) => (false, data),
        _ => return None,
    };
    let units = body.chunks_exact(2).map(|pair| {
        let pair = [pair[0], pair[1]];
        if is_little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }
    });
    Some(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

/// Bytes of text without a label, and the name of their encoding.
pub(super) fn bare(text: &str) -> Option<(Zeroizing<Vec<u8>>, &'static str, bool)> {
    if let Some(bytes) = hexadecimal(text) {
        return Some((bytes, "hexadecimal digits", false));
    }
    if !base64::is_base64(text) {
        return None;
    }
    let (bytes, is_variant) = base64::decode(text.as_bytes())?;
    Some((bytes, "Base64", is_variant))
}

/// Hexadecimal digits, in pairs that may be preceded by `0x` or `\x` and separated by colons, commas or spaces.
pub(super) fn hexadecimal(text: &str) -> Option<Zeroizing<Vec<u8>>> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(text.len() / 2));
    for word in text.split(|c: char| c.is_ascii_whitespace() || matches!(c, ':' | ',' | ';' | '-' | '{' | '}' | '\\')) {
        let word = word.strip_prefix("0x").or_else(|| word.strip_prefix('x')).unwrap_or(word);
        let (pairs, []) = word.as_bytes().as_chunks::<2>() else { return None };
        for pair in pairs {
            bytes.push(hex_byte(pair)?);
        }
    }
    (!bytes.is_empty()).then_some(bytes)
}

fn hex_byte(pair: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let [high, low] = pair else { return None };
    Some(digit(*high)? << 4 | digit(*low)?)
}
