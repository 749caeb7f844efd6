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

/// Declares the sources, each by what it is used for, authors, year, title and place, and a list of all of them.
macro_rules! sources {
    ($(#[doc = $use:literal] $name:ident: $authors:literal, $year:literal, $title:literal, $published_in:literal;)*) => {
        $(
            #[doc = $use]
            pub const $name: Source =
                Source { authors: $authors, title: $title, published_in: $published_in, year: $year };
        )*

        /// All sources, each with what it is used for.
        pub const ALL: &[(&str, Source)] = &[$(($use, $name)),*];
    };
}

sources! {
    /// The formula for the number field sieve (Appendix D), and the strengths that the standard lists.
    SP_800_56B: "National Institute of Standards and Technology", 2019,
        "Recommendation for Pair-Wise Key-Establishment Using Integer Factorization Cryptography",
        "Special Publication 800-56B Revision 2";

    /// The cost of finding a prime of a given length with elliptic curves.
    LENSTRA: "Arjen K. Lenstra", 2001,
        "Unbelievable Security: Matching AES Security Using Public Key Systems",
        "Asiacrypt 2001, LNCS 2248, pages 67–86";

    /// Class groups against moduli with a square factor.
    MULDER: "Erik Mulder", 2023,
        "Fast square-free decomposition of integers using class groups",
        "arXiv:2308.06130";

    /// Lattices against moduli with a high power of a prime.
    BONEH_DURFEE_HOWGRAVE_GRAHAM: "Dan Boneh, Glenn Durfee, Nick Howgrave-Graham", 1999,
        "Factoring N = p^r·q for Large r",
        "Crypto 1999, LNCS 1666";

    /// The meet-in-the-middle search for a short CRT exponent.
    QIAO_LAM: "Guopei Qiao, Kwok-Yan Lam", 2000,
        "RSA Signature Algorithm for Microcontroller Implementation",
        "CARDIS 1998, LNCS 1820";

    /// A lattice of dimension 3 against short CRT exponents with a short public exponent.
    BLEICHENBACHER_MAY: "Daniel Bleichenbacher, Alexander May", 2006,
        "New Attacks on RSA with Small Secret CRT-Exponents",
        "PKC 2006, LNCS 3958";

    /// Keys with public and CRT exponents of chosen lengths, and what the cofactors of the CRT exponents reveal.
    GALBRAITH_HENEGHAN_MCKEE: "Steven D. Galbraith, Chris Heneghan, James F. McKee", 2005,
        "Tunable Balancing of RSA",
        "ACISP 2005, LNCS 3574";

    /// Lattices against short CRT exponents with any public exponent.
    TAKAYASU_LU_PENG: "Atsushi Takayasu, Yao Lu, Liqiang Peng", 2019,
        "Small CRT-Exponent RSA Revisited",
        "Journal of Cryptology 32, pages 1337–1382 (first at Eurocrypt 2017)";

    /// Lattices against short CRT exponents of three and more primes, among other attacks on them.
    HINEK: "M. Jason Hinek", 2006,
        "On the Security of Multi-prime RSA",
        "Technical report CACR 2006-16, University of Waterloo";

    /// Homogeneous linear equations modulo an unknown divisor: one short CRT exponent with a short e.
    LU_ZHANG_PENG_LIN: "Yao Lu, Rui Zhang, Liqiang Peng, Dongdai Lin", 2015,
        "Solving Linear Equations Modulo Unknown Divisors: Revisited",
        "Asiacrypt 2015, LNCS 9452";

    /// Small factors and shared primes in keys found on the Internet.
    HENINGER: "Nadia Heninger, Zakir Durumeric, Eric Wustrow, J. Alex Halderman", 2012,
        "Mining Your Ps and Qs: Detection of Widespread Weak Keys in Network Devices",
        "USENIX Security 2012";

    /// Recognizing perfect powers in nearly linear time.
    BERNSTEIN_POWERS: "Daniel J. Bernstein", 1998,
        "Detecting perfect powers in essentially linear time",
        "Mathematics of Computation 67";

    /// Primes with patterns, and what partial knowledge of a prime is worth.
    BERNSTEIN_COPPERSMITH: "Daniel J. Bernstein, Yun-An Chang, Chen-Mou Cheng, Li-Ping Chou, Nadia Heninger, Tanja Lange, Nicko van Someren", 2013,
        "Factoring RSA Keys from Certified Smart Cards: Coppersmith in the Wild",
        "Asiacrypt 2013, LNCS 8270";

    /// The definition of an RSA key.
    RFC_8017: "Kathleen Moriarty, Burt Kaliski, Jakob Jonsson, Andreas Rusch", 2016,
        "PKCS #1: RSA Cryptography Specifications Version 2.2",
        "RFC 8017";

    /// How far apart primes must be, and how long moduli may be.
    FIPS_186_5: "National Institute of Standards and Technology", 2023,
        "Digital Signature Standard (DSS)",
        "FIPS 186-5";

    /// Fermat's method for primes whose ratio is close to a fraction.
    LEHMAN: "R. Sherman Lehman", 1974,
        "Factoring Large Integers",
        "Mathematics of Computation 28";

    /// Finding a prime from half of its bits.
    COPPERSMITH: "Don Coppersmith", 1997,
        "Small Solutions to Polynomial Equations, and Low Exponent RSA Vulnerabilities",
        "Journal of Cryptology 10";

    /// Chosen ciphertexts for unbalanced keys.
    GILBERT_GUPTA_ODLYZKO_QUISQUATER: "Henri Gilbert, Dipankar Gupta, Andrew Odlyzko, Jean-Jacques Quisquater", 1998,
        "Attacks on Shamir's 'RSA for paranoids'",
        "Information Processing Letters 68, pages 197–199";

    /// The method for smooth p − 1.
    POLLARD: "John M. Pollard", 1974,
        "Theorems on factorization and primality testing",
        "Mathematical Proceedings of the Cambridge Philosophical Society 76";

    /// The method for smooth p + 1.
    WILLIAMS: "Hugh C. Williams", 1982,
        "A p + 1 Method of Factoring",
        "Mathematics of Computation 39";

    /// Primes with a structure that their product shows.
    ROCA: "Matus Nemec, Marek Sys, Petr Svenda, Dusan Klinec, Vashek Matyas", 2017,
        "The Return of Coppersmith's Attack: Practical Factorization of Widely Used RSA Moduli",
        "CCS 2017";

    /// One message sent to several receivers with a small e.
    HASTAD: "Johan Håstad", 1988,
        "Solving Simultaneous Modular Equations of Low Degree",
        "SIAM Journal on Computing 17";

    /// Primes p and q with a long gcd(p − 1, q − 1).
    MCKEE_PINCH: "James McKee, Richard Pinch", 1998,
        "Further attacks on server-aided RSA cryptosystems",
        "manuscript";

    /// Primes with the same low bits.
    STEINFELD_ZHENG: "Ron Steinfeld, Yuliang Zheng", 2004,
        "On the Security of RSA with Primes Sharing Least-Significant Bits",
        "Applicable Algebra in Engineering, Communication and Computing 15";

    /// Continued fractions against a short private exponent.
    WIENER: "Michael J. Wiener", 1990,
        "Cryptanalysis of Short RSA Secret Exponents",
        "IEEE Transactions on Information Theory 36(3)";

    /// Lattices against a short private exponent.
    BONEH_DURFEE: "Dan Boneh, Glenn Durfee", 1999,
        "Cryptanalysis of RSA with Private Key d Less than N^0.292",
        "Eurocrypt 1999, LNCS 1592";

    /// Primes p with 4p − 1 = D·s².
    CHENG: "Vladimir Sedlacek, Dusan Klinec, Marek Sys, Petr Svenda, Vashek Matyas", 2019,
        "I Want to Break Square-free: The 4p − 1 Factorization Method and Its RSA Backdoor Viability",
        "SECRYPT 2019 (the method: Qi Cheng, IACR ePrint 2002/109)";

    /// Primes for Diffie–Hellman.
    RFC_3526: "Tero Kivinen, Mika Kojo", 2003,
        "More Modular Exponential (MODP) Diffie-Hellman groups for Internet Key Exchange (IKE)",
        "RFC 3526";

    /// Elliptic curves for factoring.
    LENSTRA_CURVES: "Hendrik W. Lenstra Jr.", 1987,
        "Factoring Integers with Elliptic Curves",
        "Annals of Mathematics 126(3), pages 649–673";

    /// Keys whose primes share bits with those of other keys.
    MAY_RITZENHOFEN: "Alexander May, Maike Ritzenhofen", 2009,
        "Implicit Factoring: On Polynomial Time Factoring Given Only an Implicit Hint",
        "PKC 2009, LNCS 5443";

    /// One modulus with several exponents.
    DELAURENTIS: "John M. DeLaurentis", 1984,
        "A Further Weakness in the Common Modulus Protocol for the RSA Cryptoalgorithm",
        "Cryptologia 8, pages 253–259";
}
