//! Primes that share bits, or that consist of few different words.

use num_bigint::BigUint;

use super::{Draft, Kind, Maker, private, two_to};

const PATTERN: &str = "prime-pattern";
const LOW: &str = "shared-low-bits";
const DERIVED: &str = "derived-prime";
const SIMPLE: &str = "simple-number";
const LATTICE: &str = "p modulo 2^(n/4) is a root of N modulo that power; Coppersmith's lattice finds the rest";
const PRUNE: &str = "guess from the ends, one bit or byte after another: N fixes as many bits as remain unknown";
const WORD: &str = "p = w·R + δ with a known R: Herrmann and May's lattice for two short unknowns";
const SEARCH: &str = "few such numbers exist: divide N by the next primes of all";

pub(super) fn kinds() -> Vec<Kind> {
    vec![
        private("q ≡ p modulo 2^(n/4 + 8)", LOW, LATTICE, |make, n| low(make, n, 8, |p, _| p.clone())).at(768..=4096),
        private("q ≡ p modulo 2^(n/4 − 8)", LOW, "as for n/4 bits, with 8 bits guessed", |make, n| {
            low(make, n, -8, |p, _| p.clone())
        }),
        private("q ≡ −p modulo 2^(n/4 + 8)", LOW, LATTICE, |make, n| low(make, n, 8, |p, m| m - p % m)),
        private("q ≡ 3p modulo 2^(n/4 + 8)", LOW, LATTICE, |make, n| low(make, n, 8, |p, _| p * 3u8)),
        private("q ≡ 5p modulo 2^(n/4 + 8)", LOW, LATTICE, |make, n| low(make, n, 8, |p, _| p * 5u8)),
        private("7q ≡ −3p modulo 2^(n/4 + 8)", LOW, LATTICE, |make, n| {
            low(make, n, 8, |p, m| (m - p * 3u8 % m) * BigUint::from(7u8).modinv(m).unwrap_or_default())
        }),
        private("7q ≡ −1009p modulo 2^(n/4 − 4)", LOW, LATTICE, |make, n| {
            low(make, n, -4, |p, m| (m - p * 1009u32 % m) * BigUint::from(7u8).modinv(m).unwrap_or_default())
        }),
        private("q ≡ 101p modulo 2^(n/4 + 12)", LOW, LATTICE, |make, n| low(make, n, 12, |p, _| p * 101u8)),
        private("q ≡ p² modulo 2^(n/4 + 8)", DERIVED, LATTICE, |make, n| low(make, n, 8, |p, m| p * p % m)),
        private("q ≡ p⁵ modulo 2^(n/4 + 8)", DERIVED, LATTICE, |make, n| {
            low(make, n, 8, |p, m| p.modpow(&5u8.into(), m))
        }),
        private("q² ≡ p³ modulo 2^(n/4 + 8)", DERIVED, LATTICE, |make, n| {
            // p = x² and q = x³ modulo that power
            let (x, bits) = (make.odd(n / 4 + 8), n / 4 + 8);
            let [p, q] = [2, 3].map(|power| {
                let low = x.modpow(&BigUint::from(power as u8), &two_to(bits));
                make.prime_among(|make| (make.number(n / 2 - bits) << bits) + &low)
            });
            Draft::new([p, q])
        }),
        private("p ≡ 1 modulo 2^(n/4 + 8)", SIMPLE, "Coppersmith's lattice with the low half of p", |make, n| {
            make.one(n, make.prime_among(|make| (make.number(n / 4 - 8) << (n / 4 + 8)) + 1u8))
        }),
        private("p ≡ r modulo 2^(n/4 + 8), r of 14 bits", SIMPLE, LATTICE, |make, n| {
            let r = make.odd(14);
            make.one(n, make.prime_among(|make| (make.number(n / 4 - 8) << (n / 4 + 8)) + &r))
        }),
        private("the low half of q is the high half of p", PATTERN, PRUNE, |make, n| {
            make.pair(n / 2, |p| (p >> (n / 4)) + (make.odd(n / 4) << (n / 4)))
        }),
        private("the same middle bits", PATTERN, PRUNE, |make, n| {
            make.pair(n / 2, |p| {
                let h = n / 2;
                let middle: BigUint = (p % two_to(h - h / 8)) >> (h / 5) << (h / 5);
                (make.odd(h / 8) << (h - h / 8)) + middle + make.odd(h / 5)
            })
        }),
        private(
            "q is p with its halves exchanged (always 1024 bits)",
            PATTERN,
            "N shows a·b and then a² + b²",
            |make, _| {
                // Longer pairs take a minute to find.
                loop {
                    let [a, b] = [make.odd(256), make.odd(256)];
                    let [p, q] = [(&a << 256) + &b, (b << 256) + a];
                    if make.is_prime(&p) && make.is_prime(&q) {
                        return Draft::new([p, q]);
                    }
                }
            },
        ),
        private("q is the next prime of p with its bits in reverse order", DERIVED, PRUNE, |make, n| {
            make.pair(n / 2, |p| BigUint::from_radix_be(&p.to_radix_le(2), 2).unwrap_or_default())
        }),
        private("q is the next prime of p with its bytes in reverse order", DERIVED, PRUNE, |make, n| {
            make.pair(n / 2, |p| BigUint::from_bytes_le(&p.to_bytes_be()))
        }),
        private("q is the next prime of p with its decimal digits in reverse order", DERIVED, PRUNE, |make, n| {
            make.pair(n / 2, |p| BigUint::from_radix_be(&p.to_radix_le(10), 10).unwrap_or_default())
        }),
        private(
            "q is the next prime of p with all bits inverted",
            SIMPLE,
            "p + q is 2^(n/2) + δ for a small δ",
            |make, n| make.pair(n / 2, |p| two_to(n / 2) - 1u8 - p),
        ),
        private("q is the next prime of p with every second bit inverted", DERIVED, PRUNE, |make, n| {
            make.pair(n / 2, |p| p ^ (BigUint::from_bytes_be(&vec![0xaa; n / 16]) >> 2))
        }),
        private("q is the next prime of p under a mask of 16 bits, repeated", DERIVED, PRUNE, |make, n| {
            make.pair(n / 2, |p| p ^ BigUint::from_bytes_be(&make.odd(14).to_bytes_be().repeat(n / 32)))
        }),
        private(
            "q is the next prime of p rotated by 8 to 16 bits",
            SIMPLE,
            "q = 2^r·p − t·(2^(n/2) − 1) + δ: 2^16 values of t and small δ, a quadratic equation for each",
            |make, n| {
                make.pair(n / 2, |p| {
                    let bits = make.between(8, 17) as usize;
                    let top: BigUint = p >> (n / 2 - bits);
                    ((p << bits) % two_to(n / 2)) + top
                })
            },
        ),
        private("a word of 40 bits repeated", SIMPLE, WORD, |make, n| repeated(make, n, 40)).at(768..=4096),
        private("a third of the prime repeated", PATTERN, WORD, |make, n| repeated(make, n, n / 6)),
        private("a word of 16 bits repeated", SIMPLE, WORD, |make, n| repeated(make, n, 16)),
        private("a word of 24 bits repeated", SIMPLE, WORD, |make, n| repeated(make, n, 24)),
        private("a word of 32 bits repeated", SIMPLE, WORD, |make, n| repeated(make, n, 32)),
        private("hexadecimal digits 0 and 1 only", PATTERN, PRUNE, |make, n| {
            digits(make, n, &[0x00, 0x01, 0x10, 0x11])
        }),
        private("hexadecimal digits 5 and 9 only", PATTERN, PRUNE, |make, n| {
            digits(make, n, &[0x55, 0x59, 0x95, 0x99])
        }),
        private("bytes that are ASCII decimal digits", PATTERN, PRUNE, |make, n| digits(make, n, b"0123456789")),
        private("bytes that are ASCII hexadecimal digits", PATTERN, PRUNE, |make, n| {
            digits(make, n, b"0123456789abcdef")
        }),
        private("decimal digits 1, 3 and 7 only", PATTERN, PRUNE, |make, n| {
            make.two(|make| {
                let digits: Vec<u8> = (0..n * 3 / 20).map(|_| [1, 3, 7][make.between(0, 3) as usize]).collect();
                BigUint::from_radix_be(&digits, 10).unwrap_or_default()
            })
        }),
        private("four different bytes only", PATTERN, PRUNE, |make, n| digits(make, n, &[0x93, 0xa7, 0xc5, 0xf9])),
        private("mostly zero words", SIMPLE, SEARCH, |make, n| {
            let (word, place) = (make.number(16), make.between(1, n as u64 / 64 - 1) as usize * 32);
            make.one(n, make.next_prime(two_to(n / 2 - 1) + (word << place)))
        }),
        private("few one bits", SIMPLE, "2^27 numbers 2^(n/2 − 1) + 2^a + 2^b + 2^c + 1", |make, n| {
            make.one(n, make.prime_among(|make| two_to(n / 2 - 1) + sparse(make, n / 2 - 1) + 1u8))
        }),
        private("few zero bits", SIMPLE, "2^27 numbers 2^(n/2) − 1 − 2^a − 2^b − 2^c", |make, n| {
            make.one(n, make.prime_among(|make| two_to(n / 2) - 1u8 - sparse(make, n / 2 - 1)))
        }),
        private(
            "a long run of ones in the middle",
            SIMPLE,
            "2^16 numbers: the run's two ends, and small δ",
            |make, n| {
                let from = make.between(4, n as u64 / 8) as usize;
                let to = make.between(3 * n as u64 / 8, n as u64 / 2 - 3) as usize;
                make.one(n, make.next_prime(two_to(n / 2 - 1) + two_to(to) - two_to(from)))
            },
        ),
    ]
}

/// A prime p, and a prime q whose n/4 + `more` low bits follow from p.
fn low(make: &Maker, n: usize, more: isize, of: fn(&BigUint, &BigUint) -> BigUint) -> Draft {
    let p = make.prime(n / 2);
    let bits = (n / 4).saturating_add_signed(more);
    let low = of(&p, &two_to(bits)) % two_to(bits);
    let q = make.prime_among(|make| (make.number(n / 2 - bits) << bits) + &low);
    Draft::new([p, q])
}

/// The next prime of a word that fills n/2 bits, and a random one.
fn repeated(make: &Maker, n: usize, bits: usize) -> Draft {
    let word = make.odd(bits).to_bytes_be();
    let bytes: Vec<u8> = word.iter().copied().cycle().take(n / 16).collect();
    make.one(n, make.next_prime(BigUint::from_bytes_be(&bytes)))
}

/// Two primes that consist of these bytes.
fn digits(make: &Maker, n: usize, bytes: &[u8]) -> Draft {
    make.two(|make| {
        let number: Vec<u8> = (0..n / 16).map(|_| bytes[make.between(0, bytes.len() as u64) as usize]).collect();
        BigUint::from_bytes_be(&number)
    })
}

/// A sum of three or fewer powers of two below 2^bits.
fn sparse(make: &Maker, bits: usize) -> BigUint {
    let mut number = BigUint::ZERO;
    (0..3).for_each(|_| number.set_bit(make.between(2, bits as u64), true));
    number
}
