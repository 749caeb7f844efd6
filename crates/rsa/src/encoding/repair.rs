//! What reading a key repaired.

use core::fmt;

/// A deviation from the standard formats that reading repaired. Only the container was repaired, never a number of the
/// key. [`Repair::code`] is stable; the message is for people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Repair {
    /// The text is UTF-16, as a Windows shell writes it.
    Utf16,
    /// No-break or zero-width spaces, long dashes, or colors, as copied from a web page, a letter or a terminal.
    UnusualSpaces,
    /// `\n` instead of line breaks, or other escapes of JSON, source code and HTML.
    Escapes,
    /// Spaces instead of `+`, as after the decoding of a form.
    SpacesForPlus,
    /// `%0A` instead of line breaks, as in a URL or an HTTP header.
    PercentEncoding,
    /// Quotation marks around the text or its lines.
    Quotes,
    /// Line numbers, the `>` of mail or other text before each line.
    LinePrefixes,
    /// The lines BEGIN and END are damaged, or their labels differ.
    DamagedLines,
    /// The PEM label is that of another format.
    WrongLabel {
        /// The label.
        label: String,
        /// The format of the content.
        content: &'static str,
    },
    /// PEM headers without a meaning for keys.
    PemHeaders,
    /// Base64 in the URL alphabet, or without padding.
    Base64Variant,
    /// Base64 or hexadecimal digits without the lines BEGIN and END.
    NoLabel {
        /// What it is instead.
        encoding: &'static str,
    },
    /// Base64 of a text that is itself encoded.
    EncodedTwice,
    /// Zeros or white space after the end of DER.
    TrailingBytes {
        /// How many.
        count: usize,
    },
    /// Keys that are not RSA keys, or are encrypted in an unsupported way, come before this one.
    OtherKeys {
        /// How many.
        count: usize,
    },
    /// A part of PKCS #12, as a rule its certificates, is encrypted in an unsupported way.
    LeftOutCertificates,
    /// The primes or the CRT numbers are missing. They are computed from the other numbers.
    ComputedNumbers,
    /// A CRT number is not reduced modulo its prime or its prime minus 1.
    ReducedNumbers,
}

impl Repair {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Utf16 => "utf-16",
            Self::UnusualSpaces => "unusual-spaces",
            Self::Escapes => "escapes",
            Self::SpacesForPlus => "spaces-for-plus",
            Self::PercentEncoding => "percent-encoding",
            Self::Quotes => "quotes",
            Self::LinePrefixes => "line-prefixes",
            Self::DamagedLines => "damaged-lines",
            Self::WrongLabel { .. } => "wrong-label",
            Self::PemHeaders => "pem-headers",
            Self::Base64Variant => "base64-variant",
            Self::NoLabel { .. } => "no-label",
            Self::EncodedTwice => "encoded-twice",
            Self::TrailingBytes { .. } => "trailing-bytes",
            Self::OtherKeys { .. } => "other-keys",
            Self::LeftOutCertificates => "left-out-certificates",
            Self::ComputedNumbers => "computed-numbers",
            Self::ReducedNumbers => "reduced-numbers",
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Utf16 => "the text is UTF-16, not UTF-8",
            Self::UnusualSpaces => "the text contains unusual spaces or dashes, or colors of a terminal",
            Self::Escapes => "the text is escaped: \\n instead of line breaks, for example",
            Self::SpacesForPlus => "the text has spaces instead of plus signs",
            Self::PercentEncoding => "the text is percent-encoded, as in a URL",
            Self::Quotes => "the key is in quotation marks",
            Self::LinePrefixes => "other text stands before each line, such as line numbers or the > of mail",
            Self::DamagedLines => "the BEGIN and END lines are damaged or do not match",
            Self::WrongLabel { label, content } => {
                return write!(formatter, "the label says {label}, the content is {content}");
            }
            Self::PemHeaders => "the PEM block has headers, which are ignored",
            Self::Base64Variant => "the Base64 has no padding or uses the URL alphabet",
            Self::NoLabel { encoding } => {
                return write!(formatter, "the key is bare {encoding}, without BEGIN and END lines");
            }
            Self::EncodedTwice => "the text is Base64 of another text",
            Self::TrailingBytes { count } => {
                return write!(formatter, "{count} bytes of zeros or white space follow the key");
            }
            Self::OtherKeys { count } => {
                return write!(formatter, "{count} of the keys before this one are not RSA keys that can be read");
            }
            Self::LeftOutCertificates => {
                "a part of the PKCS #12 file, as a rule its certificates, is left out: its encryption is not supported"
            }
            Self::ComputedNumbers => "the primes or CRT numbers are missing and are computed from the other numbers",
            Self::ReducedNumbers => "a CRT number is larger than necessary and is reduced",
        })
    }
}
