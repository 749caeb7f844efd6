//! Opens containers of keys: PKCS #12 (RFC 7292), and PuTTY's files. The keys in them are then read like others.

mod pkcs12;
mod putty;

use super::container::{Container, ContainerFormat, Opened};
use super::format::{Format, Kind};
use super::item::{Content, Item};
use super::options::{Opening, Session};
use super::{MOST_FILE_BYTES, ReadOptions, scan};
use crate::Error;

/// Finds the containers in data, in their order: all, or those that may hold a private key or a public one.
///
/// # Errors
/// [`Error::OutOfRange`], [`Error::InvalidEncoding`] and [`Error::UnsupportedFormat`] for data in which no key is recognized.
pub fn containers_in(data: &[u8], is_private: Option<bool>) -> Result<Vec<Container>, Error> {
    let wanted = is_private.map(kind_of);
    let mut containers = Vec::new();
    for item in scan::items(data, MOST_FILE_BYTES)? {
        if let Ok(content) = &item.content
            && (wanted.is_none() || item.kind().is_none() || item.kind() == wanted)
        {
            containers.extend(container_of(content));
        }
    }
    Ok(containers)
}

/// Opens containers with the password of the options. Their limits apply to all of them together. One that cannot be opened does
/// not hide the others.
///
/// # Errors
/// [`Error::OutOfRange`] for limits that are out of range. For a container:
/// * [`Error::PasswordRequired`], [`Error::WrongPassword`]: PKCS #12 without a password is tried with an empty one first, as
///   OpenSSL does.
/// * [`Error::InvalidEncoding`]: damaged, or without any key or certificate.
/// * [`Error::UnsupportedFormat`]: another version or algorithm. The message names it, and the command that converts the file.
/// * [`Error::OutOfRange`]: a limit of the options.
///
/// ```no_run
/// use rsa_variants::{Components, ReadOptions, containers_in, open_containers};
///
/// let data = std::fs::read("key.p12")?;
/// let options = ReadOptions::with_password(Some(b"secret"));
/// let opened: Result<Vec<_>, _> = open_containers(&containers_in(&data, None)?, &options)?.into_iter().collect();
/// // A program that only does the rest contains no code for PKCS #12.
/// let read = Components::decode_with(&data, &ReadOptions::with_opened(None, &opened?))?;
/// assert_eq!(read.key, Components::decode_with(&data, &options)?.key);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open_containers(
    containers: &[Container],
    options: &ReadOptions<'_>,
) -> Result<Vec<Result<Opened, Error>>, Error> {
    let mut session = Session::new(options)?;
    Ok(containers.iter().map(|container| open(container, &mut session)).collect())
}

// Here and not beside the type, because the function that opens containers needs the options' limits.
impl Default for ReadOptions<'_> {
    fn default() -> Self {
        let (limits, elsewhere) = Default::default();
        Self { password: None, strict: false, limits, opening: Opening::With(open), elsewhere }
    }
}

fn open(container: &Container, session: &mut Session<'_>) -> Result<Opened, Error> {
    match container.format {
        ContainerFormat::Pkcs12 => pkcs12::open(&container.data, session),
        ContainerFormat::Putty => putty::open(&container.data, session),
    }
}

/// The container in the content of an item.
fn container_of(content: &Content) -> Option<Container> {
    match content {
        Content::Encoded(Format::Pkcs12, data) => Some(Container::new(ContainerFormat::Pkcs12, data)),
        Content::Putty(text) => Some(Container::new(ContainerFormat::Putty, text.as_bytes())),
        _ => None,
    }
}

/// Adds the keys in a container to the items, or the item itself if it is none.
pub(super) fn add_opened(
    item: Item,
    wanted: Option<Kind>,
    opening: &mut Opening<'_>,
    session: &mut Session<'_>,
    items: &mut Vec<Item>,
) {
    let Some(container) = item.content.as_ref().ok().and_then(container_of) else { return items.push(item) };
    let error = match *opening {
        Opening::With(open) => match open(&container, session) {
            Ok(opened) => return add(&item, &opened, items),
            Err(error) => error,
        },
        Opening::Done([opened, others @ ..]) => {
            *opening = Opening::Done(others);
            return add(&item, opened, items);
        }
        Opening::Done([]) => Error::InvalidEncoding("a container of keys was not opened".into()),
    };
    let refused = Item::refused(item.kind().or(wanted), error);
    items.push(Item { name: item.name, repairs: item.repairs, ..refused });
}

/// Adds the keys in a container, with its name if they have none, and its repairs.
fn add(container: &Item, opened: &Opened, items: &mut Vec<Item>) {
    for contained in &opened.keys {
        let kind = contained.is_private.map(kind_of);
        let found = match &contained.data {
            Ok(data) => scan::of_bytes(data),
            Err(error) => Item::refused(kind, copy(error)),
        };
        let is_nested = found.content.as_ref().is_ok_and(Content::is_container);
        let found = if is_nested { Item::refused(kind, nested()) } else { found };
        let kind = found.kind().or(kind);
        let left_out = if kind == Some(Kind::Private) { &opened.repairs[..] } else { &[] };
        let name = contained.name.as_ref().or(container.name.as_ref()).cloned();
        let repairs = [&container.repairs[..], left_out, &found.repairs[..]].concat();
        items.push(Item { name, kind, repairs, ..found });
    }
}

/// A copy of an error that concerns one key of a container. There are only these, and `clone` would be a kilobyte of WebAssembly.
fn copy(error: &Error) -> Error {
    match error {
        Error::WrongPassword => Error::WrongPassword,
        Error::PasswordRequired => Error::PasswordRequired,
        Error::UnsupportedFormat(problem) => Error::UnsupportedFormat(problem.clone()),
        error => Error::InvalidEncoding(error.to_string()),
    }
}

fn nested() -> Error {
    Error::UnsupportedFormat("PKCS #12 within PKCS #12 is not supported".into())
}

fn kind_of(is_private: bool) -> Kind {
    if is_private { Kind::Private } else { Kind::Public }
}
