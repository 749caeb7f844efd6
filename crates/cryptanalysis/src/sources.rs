//! The papers and standards that the findings are based on.

/// A paper or a standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its authors, or the organization.
    pub authors: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Proceedings, journal or publisher.
    pub published_in: &'static str,
    /// The year of publication.
    pub year: u16,
}

/// Declares the sources, and a list of all of them with what they are used for.
macro_rules! sources {
    ($(#[doc = $use:literal] $name:ident $fields:tt)*) => {
        $(
            #[doc = $use]
            pub const $name: Source = Source $fields;
        )*

        /// All sources, each with what it is used for.
        pub const ALL: &[(&str, Source)] = &[$(($use, $name)),*];
    };
}

sources! {
    /// The formula for the number field sieve (Appendix D), and the strengths that the standard lists.
    SP_800_56B {
        authors: "National Institute of Standards and Technology",
        title: "Recommendation for Pair-Wise Key-Establishment Using Integer Factorization Cryptography",
        published_in: "Special Publication 800-56B Revision 2",
        year: 2019,
    }

    /// The cost of finding a prime of a given length with elliptic curves.
    LENSTRA {
        authors: "Arjen K. Lenstra",
        title: "Unbelievable Security: Matching AES Security Using Public Key Systems",
        published_in: "Asiacrypt 2001, LNCS 2248, pages 67–86",
        year: 2001,
    }

    /// Class groups against moduli with a square factor.
    MULDER {
        authors: "Erik Mulder",
        title: "Fast square-free decomposition of integers using class groups",
        published_in: "arXiv:2308.06130",
        year: 2023,
    }

    /// Lattices against moduli with a high power of a prime.
    BONEH_DURFEE_HOWGRAVE_GRAHAM {
        authors: "Dan Boneh, Glenn Durfee, Nick Howgrave-Graham",
        title: "Factoring N = p^r·q for Large r",
        published_in: "Crypto 1999, LNCS 1666",
        year: 1999,
    }

    /// The meet-in-the-middle search for a short CRT exponent.
    QIAO_LAM {
        authors: "Guopei Qiao, Kwok-Yan Lam",
        title: "RSA Signature Algorithm for Microcontroller Implementation",
        published_in: "CARDIS 1998, LNCS 1820",
        year: 2000,
    }

    /// A lattice of dimension 3 against short CRT exponents with a short public exponent.
    BLEICHENBACHER_MAY {
        authors: "Daniel Bleichenbacher, Alexander May",
        title: "New Attacks on RSA with Small Secret CRT-Exponents",
        published_in: "PKC 2006, LNCS 3958",
        year: 2006,
    }

    /// Keys with public and CRT exponents of chosen lengths, and what the cofactors of the CRT exponents reveal.
    GALBRAITH_HENEGHAN_MCKEE {
        authors: "Steven D. Galbraith, Chris Heneghan, James F. McKee",
        title: "Tunable Balancing of RSA",
        published_in: "ACISP 2005, LNCS 3574",
        year: 2005,
    }

    /// Lattices against short CRT exponents with any public exponent.
    TAKAYASU_LU_PENG {
        authors: "Atsushi Takayasu, Yao Lu, Liqiang Peng",
        title: "Small CRT-Exponent RSA Revisited",
        published_in: "Journal of Cryptology 32, pages 1337–1382 (first at Eurocrypt 2017)",
        year: 2019,
    }

    /// Lattices against short CRT exponents of three and more primes, among other attacks on them.
    HINEK {
        authors: "M. Jason Hinek",
        title: "On the Security of Multi-prime RSA",
        published_in: "Technical report CACR 2006-16, University of Waterloo",
        year: 2006,
    }

    /// Homogeneous linear equations modulo an unknown divisor: one short CRT exponent with a short e.
    LU_ZHANG_PENG_LIN {
        authors: "Yao Lu, Rui Zhang, Liqiang Peng, Dongdai Lin",
        title: "Solving Linear Equations Modulo Unknown Divisors: Revisited",
        published_in: "Asiacrypt 2015, LNCS 9452",
        year: 2015,
    }

    /// Small factors and shared primes in keys found on the Internet.
    HENINGER {
        authors: "Nadia Heninger, Zakir Durumeric, Eric Wustrow, J. Alex Halderman",
        title: "Mining Your Ps and Qs: Detection of Widespread Weak Keys in Network Devices",
        published_in: "USENIX Security 2012",
        year: 2012,
    }

    /// Recognizing perfect powers in nearly linear time.
    BERNSTEIN_POWERS {
        authors: "Daniel J. Bernstein",
        title: "Detecting perfect powers in essentially linear time",
        published_in: "Mathematics of Computation 67",
        year: 1998,
    }

    /// Primes with patterns, and what partial knowledge of a prime is worth.
    BERNSTEIN_COPPERSMITH {
        authors: "Daniel J. Bernstein, Yun-An Chang, Chen-Mou Cheng, Li-Ping Chou, Nadia Heninger, Tanja Lange, Nicko van Someren",
        title: "Factoring RSA Keys from Certified Smart Cards: Coppersmith in the Wild",
        published_in: "Asiacrypt 2013, LNCS 8270",
        year: 2013,
    }

    /// The definition of an RSA key.
    RFC_8017 {
        authors: "Kathleen Moriarty, Burt Kaliski, Jakob Jonsson, Andreas Rusch",
        title: "PKCS #1: RSA Cryptography Specifications Version 2.2",
        published_in: "RFC 8017",
        year: 2016,
    }

    /// How far apart primes must be, and how long moduli may be.
    FIPS_186_5 {
        authors: "National Institute of Standards and Technology",
        title: "Digital Signature Standard (DSS)",
        published_in: "FIPS 186-5",
        year: 2023,
    }

    /// Fermat's method for primes whose ratio is close to a fraction.
    LEHMAN {
        authors: "R. Sherman Lehman",
        title: "Factoring Large Integers",
        published_in: "Mathematics of Computation 28",
        year: 1974,
    }

    /// Finding a prime from half of its bits.
    COPPERSMITH {
        authors: "Don Coppersmith",
        title: "Small Solutions to Polynomial Equations, and Low Exponent RSA Vulnerabilities",
        published_in: "Journal of Cryptology 10",
        year: 1997,
    }

    /// Chosen ciphertexts for unbalanced keys.
    GILBERT_GUPTA_ODLYZKO_QUISQUATER {
        authors: "Henri Gilbert, Dipankar Gupta, Andrew Odlyzko, Jean-Jacques Quisquater",
        title: "Attacks on Shamir's 'RSA for paranoids'",
        published_in: "Information Processing Letters 68, pages 197–199",
        year: 1998,
    }

    /// The method for smooth p − 1.
    POLLARD {
        authors: "John M. Pollard",
        title: "Theorems on factorization and primality testing",
        published_in: "Mathematical Proceedings of the Cambridge Philosophical Society 76",
        year: 1974,
    }

    /// The method for smooth p + 1.
    WILLIAMS {
        authors: "Hugh C. Williams",
        title: "A p + 1 Method of Factoring",
        published_in: "Mathematics of Computation 39",
        year: 1982,
    }

    /// Primes with a structure that their product shows.
    ROCA {
        authors: "Matus Nemec, Marek Sys, Petr Svenda, Dusan Klinec, Vashek Matyas",
        title: "The Return of Coppersmith's Attack: Practical Factorization of Widely Used RSA Moduli",
        published_in: "CCS 2017",
        year: 2017,
    }

    /// One message sent to several receivers with a small e.
    HASTAD {
        authors: "Johan Håstad",
        title: "Solving Simultaneous Modular Equations of Low Degree",
        published_in: "SIAM Journal on Computing 17",
        year: 1988,
    }

    /// Primes p and q with a long gcd(p − 1, q − 1).
    MCKEE_PINCH {
        authors: "James McKee, Richard Pinch",
        title: "Further attacks on server-aided RSA cryptosystems",
        published_in: "manuscript",
        year: 1998,
    }

    /// Primes with the same low bits.
    STEINFELD_ZHENG {
        authors: "Ron Steinfeld, Yuliang Zheng",
        title: "On the Security of RSA with Primes Sharing Least-Significant Bits",
        published_in: "Applicable Algebra in Engineering, Communication and Computing 15",
        year: 2004,
    }

    /// Continued fractions against a short private exponent.
    WIENER {
        authors: "Michael J. Wiener",
        title: "Cryptanalysis of Short RSA Secret Exponents",
        published_in: "IEEE Transactions on Information Theory 36(3)",
        year: 1990,
    }

    /// Lattices against a short private exponent.
    BONEH_DURFEE {
        authors: "Dan Boneh, Glenn Durfee",
        title: "Cryptanalysis of RSA with Private Key d Less than N^0.292",
        published_in: "Eurocrypt 1999, LNCS 1592",
        year: 1999,
    }

    /// Primes p with 4p − 1 = D·s².
    CHENG {
        authors: "Vladimir Sedlacek, Dusan Klinec, Marek Sys, Petr Svenda, Vashek Matyas",
        title: "I Want to Break Square-free: The 4p − 1 Factorization Method and Its RSA Backdoor Viability",
        published_in: "SECRYPT 2019 (the method: Qi Cheng, IACR ePrint 2002/109)",
        year: 2019,
    }

    /// Primes for Diffie–Hellman.
    RFC_3526 {
        authors: "Tero Kivinen, Mika Kojo",
        title: "More Modular Exponential (MODP) Diffie-Hellman groups for Internet Key Exchange (IKE)",
        published_in: "RFC 3526",
        year: 2003,
    }

    /// Elliptic curves for factoring.
    LENSTRA_CURVES {
        authors: "Hendrik W. Lenstra Jr.",
        title: "Factoring Integers with Elliptic Curves",
        published_in: "Annals of Mathematics 126(3), pages 649–673",
        year: 1987,
    }

    /// Keys whose primes share bits with those of other keys.
    MAY_RITZENHOFEN {
        authors: "Alexander May, Maike Ritzenhofen",
        title: "Implicit Factoring: On Polynomial Time Factoring Given Only an Implicit Hint",
        published_in: "PKC 2009, LNCS 5443",
        year: 2009,
    }

    /// One modulus with several exponents.
    DELAURENTIS {
        authors: "John M. DeLaurentis",
        title: "A Further Weakness in the Common Modulus Protocol for the RSA Cryptoalgorithm",
        published_in: "Cryptologia 8, pages 253–259",
        year: 1984,
    }
}
