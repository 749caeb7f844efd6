//! The data types of SSH (RFC 4251, section 5): numbers of 32 bits, byte strings preceded by their length, and
//! integers.

use num_bigint::BigUint;
use zeroize::Zeroizing;

use crate::{Error, MODULUS_LENGTHS};

/// Bytes of the longest number of a key, including one for the sign.
const LONGEST_NUMBER: usize = *MODULUS_LENGTHS.end() / 8 + 1;

/// Fields that are read one after the other.
pub(in crate::encoding) struct Fields<'a> {
    rest: &'a [u8],
    /// The name of the structure, for messages.
    structure: &'static str,
}

impl<'a> Fields<'a> {
    pub(in crate::encoding) fn new(structure: &'static str, data: &'a [u8]) -> Self {
        Self { rest: data, structure }
    }

    /// The next bytes. Here and below, `name` is for messages.
    pub(super) fn bytes(&mut self, name: &str, count: usize) -> Result<&'a [u8], Error> {
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or_else(|| {
            self.invalid(&format!("it ends within the {name}: copy all of it; a public key is one line"))
        })?;
        self.rest = rest;
        Ok(bytes)
    }

    /// `uint32`
    pub(super) fn word(&mut self, name: &str) -> Result<u32, Error> {
        Ok(self.bytes(name, 4)?.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)))
    }

    /// `string`
    pub(in crate::encoding) fn string(&mut self, name: &str) -> Result<&'a [u8], Error> {
        let length = self.word(name)?;
        self.bytes(name, usize::try_from(length).unwrap_or(usize::MAX))
    }

    /// `mpint`, which must not be negative or longer than the longest number of a key.
    pub(in crate::encoding) fn number(&mut self, name: &str) -> Result<BigUint, Error> {
        match self.string(name)? {
            [first, ..] if *first >= 0x80 => Err(self.invalid(&format!("the {name} is negative"))),
            bytes if bytes.len() > LONGEST_NUMBER => {
                let found = bytes.len();
                Err(self.invalid(&format!("the {name} has {found} bytes, but must have at most {LONGEST_NUMBER}")))
            }
            bytes => Ok(BigUint::from_bytes_be(bytes)),
        }
    }

    /// The bytes that have not been read.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Refuses further bytes.
    pub(in crate::encoding) fn end(&self) -> Result<(), Error> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.invalid("it continues after its last field")) }
    }

    pub(in crate::encoding) fn invalid(&self, problem: &str) -> Error {
        Error::InvalidEncoding(format!("{}: {problem}", self.structure))
    }
}

/// Writes a `string`.
pub(in crate::encoding) fn put(data: &mut Vec<u8>, string: &[u8]) {
    data.extend((string.len() as u32).to_be_bytes());
    data.extend(string);
}

/// Writes an `mpint`. A number whose first bit is set gets a leading zero byte, and 0 has no bytes.
pub(super) fn put_number(data: &mut Vec<u8>, number: &BigUint) {
    let mut bytes = Zeroizing::new(Vec::with_capacity(number.bits() as usize / 8 + 1));
    if number.bits().is_multiple_of(8) && number.bits() > 0 {
        bytes.push(0);
    }
    if number.bits() > 0 {
        bytes.extend(&*Zeroizing::new(number.to_bytes_be()));
    }
    put(data, &bytes);
}
