//! Splits DER into elements, so that parts can be damaged and joined again with correct lengths.

/// A tag, with the elements or bytes that it contains.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Element {
    pub(crate) tag: u8,
    pub(crate) content: Content,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    Elements(Vec<Element>),
    Bytes(Vec<u8>),
}

pub(crate) fn element(tag: u8, elements: Vec<Element>) -> Element {
    Element { tag, content: Content::Elements(elements) }
}

pub(crate) fn bytes(tag: u8, bytes: &[u8]) -> Element {
    Element { tag, content: Content::Bytes(bytes.to_vec()) }
}

/// Splits bytes into elements, if they consist of elements. Also looks into octet strings.
pub(crate) fn parse(mut bytes: &[u8]) -> Option<Vec<Element>> {
    let mut elements = Vec::new();
    while let [tag, length, rest @ ..] = bytes {
        let (length, rest) = match *length {
            0..0x80 => (usize::from(*length), rest),
            0x80..=0x82 => {
                let (length, rest) = rest.split_at_checked(usize::from(*length - 0x80))?;
                (length.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
            }
            _ => return None,
        };
        let (value, rest) = rest.split_at_checked(length)?;
        let inner = (matches!(tag, 0x30 | 4) && !value.is_empty()).then(|| parse(value)).flatten();
        let content = inner.map_or_else(|| Content::Bytes(value.to_vec()), Content::Elements);
        elements.push(Element { tag: *tag, content });
        bytes = rest;
    }
    bytes.is_empty().then_some(elements)
}

/// The bytes of elements.
pub(crate) fn encode(elements: &[Element]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for Element { tag, content } in elements {
        let value = match content {
            Content::Elements(elements) => encode(elements),
            Content::Bytes(value) => value.clone(),
        };
        bytes.push(*tag);
        match value.len() {
            length @ 0..0x80 => bytes.push(length as u8),
            length @ 0x80..0x100 => bytes.extend([0x81, length as u8]),
            length => bytes.extend([0x82, (length >> 8) as u8, length as u8]),
        }
        bytes.extend(value);
    }
    bytes
}

/// All lists of elements, the outermost first.
pub(crate) fn lists(elements: &mut Vec<Element>, visit: &mut impl FnMut(&mut Vec<Element>)) {
    visit(elements);
    for element in elements {
        if let Content::Elements(inner) = &mut element.content {
            lists(inner, visit);
        }
    }
}
