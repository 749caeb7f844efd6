//! Public keys of OpenSSH in lines of text: those of `ssh-keygen`, of `authorized_keys` with options, and of `known_hosts` with
//! hosts and markers (sshd(8)).

use crate::Error;
use crate::encoding::format::{Format, Kind};
use crate::encoding::item::{Content, Item};
use crate::encoding::text::split;
use crate::encoding::{Repair, base64, unrecognized};

/// Prefixes of the names of SSH's algorithms.
const ALGORITHMS: [&str; 4] = ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"];

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
        let item = read(algorithm, base64, before.contains(&"@revoked"));
        let name =
            if rest.trim_ascii().is_empty() { before.last().copied().unwrap_or_default() } else { rest.trim_ascii() };
        return Some(Item { name: (!name.is_empty()).then(|| name.to_owned()), ..item });
    }
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
