//! Who found what: the papers and standards that the findings rest on.

/// A paper or a standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Who wrote it.
    pub authors: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Proceedings, journal or publisher.
    pub published_in: &'static str,
    /// The year of publication.
    pub year: u16,
}

/// The formula for the number field sieve (Appendix D), and the standard's own values.
pub const SP_800_56B: Source = Source {
    authors: "National Institute of Standards and Technology",
    title: "Recommendation for Pair-Wise Key-Establishment Using Integer Factorization Cryptography",
    published_in: "Special Publication 800-56B Revision 2",
    year: 2019,
};

/// What elliptic curves cost against a prime of a given length.
pub const LENSTRA: Source = Source {
    authors: "Arjen K. Lenstra",
    title: "Unbelievable Security: Matching AES Security Using Public Key Systems",
    published_in: "Asiacrypt 2001, LNCS 2248, pages 67–86",
    year: 2001,
};

/// Class groups against moduli with a square in them.
pub const MULDER: Source = Source {
    authors: "Erik Mulder",
    title: "Fast square-free decomposition of integers using class groups",
    published_in: "arXiv:2308.06130",
    year: 2023,
};

/// Lattices against moduli with a high power of a prime in them.
pub const BONEH_DURFEE_HOWGRAVE_GRAHAM: Source = Source {
    authors: "Dan Boneh, Glenn Durfee, Nick Howgrave-Graham",
    title: "Factoring N = p^r·q for Large r",
    published_in: "Crypto 1999, LNCS 1666",
    year: 1999,
};

/// The search for a short CRT exponent that meets in the middle.
pub const QIAO_LAM: Source = Source {
    authors: "Guopei Qiao, Kwok-Yan Lam",
    title: "RSA Signature Algorithm for Microcontroller Implementation",
    published_in: "CARDIS 1998, LNCS 1820",
    year: 2000,
};

/// A lattice of dimension 3 against short CRT exponents with a short public exponent.
pub const BLEICHENBACHER_MAY: Source = Source {
    authors: "Daniel Bleichenbacher, Alexander May",
    title: "New Attacks on RSA with Small Secret CRT-Exponents",
    published_in: "PKC 2006, LNCS 3958",
    year: 2006,
};

/// Lattices against short CRT exponents with any public exponent.
pub const TAKAYASU_LU_PENG: Source = Source {
    authors: "Atsushi Takayasu, Yao Lu, Liqiang Peng",
    title: "Small CRT-Exponent RSA Revisited",
    published_in: "Journal of Cryptology 32, pages 1337–1382 (first at Eurocrypt 2017)",
    year: 2019,
};
