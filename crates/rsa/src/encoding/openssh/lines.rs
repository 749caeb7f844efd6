//! Public keys of OpenSSH in lines of text: those of `ssh-keygen`, of `authorized_keys` with options, and of `known_hosts` with
//! hosts and markers (sshd(8)).

use zeroize::Zeroizing;

use crate::Error;
use crate::encoding::format::{Format, Kind};
use crate::encoding::item::{Content, Item};
use crate::encoding::text::split;
use crate::encoding::{Repair, base64, unrecognized};

/// Prefixes of the names of SSH's algorithms.
const ALGORITHMS: [&str; 4] = ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"];

/// The most plus signs that are looked for; a key of 4096 bits has about 11.
const MOST_PLUS: usize = 100;

/// The keys in a text. Lines without the name of an algorithm before Base64 that starts with a short length are ignored.
pub(in crate::encoding) fn find(text: &str) -> Vec<Item> {
    text.lines().map(str::trim_ascii).filter(|line| !line.starts_with('#')).filter_map(item).collect()
}

fn item(line: &str) -> Option<Item> {
    let mut rest = line;
    let mut before = Vec::new();
    loop {
        let algorithm = word(&mut rest)?;
        if !ALGORITHMS.iter().any(|start| algorithm.starts_with(start)) {
            before.push(algorithm);
            continue;
        }
        let base64 = word(&mut rest)?;
        if !base64.starts_with("AAAA") {
            return None;
        }
        let with_plus = if algorithm == super::RSA { with_plus(&mut rest, base64) } else { None };
        let base64 = with_plus.as_deref().map_or(base64, String::as_str);
        let mut item = read(algorithm, base64, before.contains(&"@revoked"));
        if with_plus.is_some() {
            item.repairs.push(Repair::SpacesForPlus);
        }
        let name =
            if rest.trim_ascii().is_empty() { before.last().copied().unwrap_or_default() } else { rest.trim_ascii() };
        return Some(Item { name: (!name.is_empty()).then(|| name.to_owned()), ..item });
    }
}

/// The Base64 of a key whose plus signs became spaces, which begins with this word: so much that all its fields are whole.
fn with_plus(rest: &mut &str, word: &str) -> Option<Zeroizing<String>> {
    let is_whole =
        |base64: &str| base64::decode(base64.as_bytes()).is_some_and(|(blob, _)| super::read_blob(&blob).is_ok());
    if is_whole(word) {
        return None;
    }
    let mut base64 = Zeroizing::new(word.to_owned());
    // The first is what stands between the word and the space after it, and the last a plus sign at the end of the line.
    for next in rest.split(' ').skip(1).chain([""]).take(MOST_PLUS) {
        base64.push('+');
        base64.push_str(next);
        if is_whole(&base64) {
            let length = base64.len() - word.len();
            *rest = split(rest, length).1;
            return Some(base64);
        }
    }
    None
}

fn read(algorithm: &str, base64: &str, is_revoked: bool) -> Item {
    let refused = |error| Item::refused(Some(Kind::Public), error);
    if is_revoked {
        return refused(unrecognized::unsupported("the key is marked @revoked: do not use it"));
    }
    if algorithm != super::RSA {
        return refused(unrecognized::not_rsa(algorithm.as_bytes()));
    }
    let Some((blob, is_variant)) = base64::decode(base64.as_bytes()) else {
        let problem = "OpenSSH public key: the text after the name of the algorithm is not Base64";
        return refused(Error::InvalidEncoding(problem.into()));
    };
    let mut item = Item::new(Ok(Content::Encoded(Format::OpenSshPublic, blob)));
    if is_variant {
        item.repairs.push(Repair::Base64Variant);
    }
    item
}

/// The next word; white space in quotation marks does not end it.
fn word<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let text = rest.trim_ascii_start();
    let (mut is_quoted, mut is_escaped) = (false, false);
    let end = text.find(|character: char| {
        is_quoted ^= character == '"' && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        character.is_ascii_whitespace() && !is_quoted
    });
    let (word, after) = split(text, end.unwrap_or(text.len()));
    *rest = after;
    (!word.is_empty()).then_some(word)
}
