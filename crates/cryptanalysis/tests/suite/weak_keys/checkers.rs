//! The kinds that badkeys and paranoid_crypto look for, and others that the same searches find in the public key.

use num_bigint::BigUint;

use super::{Draft, Kind, Maker, is_coprime, lambda, private, public, two_to};

const DERIVED: &str = "derived-prime";
const SIMPLE: &str = "simple-number";
const LEHMAN: &str = "a guess of the ratio, and Lehman's method for the rest";
const LATTICE: &str = "d·p = a·W + c: a lattice of dimension 3 for a and c";
const DIGITS: &str = "guess from the last digit, one after the other: N fixes as many as remain unknown";
const SEARCH: &str = "a search from the first bits, fewest ones first";

pub(super) fn kinds() -> Vec<Kind> {
    vec![
        public("an even modulus", "small-factor", "N is even", |make, n| {
            Draft::new([make.prime(n / 2), make.prime(n / 2), 2u8.into()]).alone(65537u32.into())
        })
        .at(768..=4096),
        public("an even e", "even-exponent", "no message can be decrypted", |make, n| {
            Draft::new([make.prime(n / 2), make.prime(n / 2)]).alone(65536u32.into())
        })
        .at(768..=4096),
        public(
            "the same first and last n/8 + 4 bits",
            "shared-low-bits",
            "a root of N at both ends shows p + q",
            |make, n| {
                let p = make.prime(n / 2);
                let (end, middle) = (n / 8 + 4, n / 4 - 8);
                let [first, last]: [BigUint; 2] = [&p >> (end + middle), &p % two_to(end)];
                let q = make.prime_among(|make| (((&first << middle) + make.odd(middle)) << end) + &last);
                Draft::new([p, q])
            },
        ),
        public("5·q next to p at both ends", "shared-low-bits", "as above, with 5·N", |make, n| {
            let p = make.prime(n / 2);
            let (end, middle) = (n / 8 + 6, n / 4 - 12);
            let fifth = BigUint::from(5u8).modinv(&two_to(end)).unwrap_or_default();
            let [first, last]: [BigUint; 2] = [(&p / 5u8) >> (end + middle), (&p * fifth) % two_to(end)];
            let q = make.prime_among(|make| (((&first << middle) + make.odd(middle)) << end) + &last);
            Draft::new([p, q])
        }),
        public("words of 20 bits repeated in both primes", DERIVED, LATTICE, |make, n| {
            Draft::new([repeated(make, n / 2, &make.odd(20)), repeated(make, n / 2, &make.odd(20))])
        }),
        public("a word of 63 bits repeated in one prime", SIMPLE, LATTICE, |make, n| {
            make.one(n, repeated(make, n / 2, &make.odd(63)))
        }),
        public("a word of 128 bits repeated in one prime (1536 bits and more)", SIMPLE, LATTICE, |make, n| {
            let n = n.max(1536);
            make.one(n, repeated(make, n / 2, &make.odd(128)))
        }),
        public(
            "a word of 7 bits repeated, with pieces of 16 bits swapped (1536 bits and more)",
            SIMPLE,
            LATTICE,
            |make, n| {
                let n = n.max(1536);
                let p = repeated(make, n / 2, &make.odd(7));
                let pieces: Vec<u16> =
                    p.to_bytes_be().chunks(2).map(|pair| u16::from(pair[0]) << 8 | u16::from(pair[1])).collect();
                let swapped = pieces.chunks(2).flat_map(|pair| pair.iter().rev().flat_map(|piece| piece.to_be_bytes()));
                make.one(n, make.next_prime(BigUint::from_bytes_be(&swapped.collect::<Vec<_>>()) | two_to(n / 2 - 1)))
            },
        ),
        public("words of 32 bits that count", SIMPLE, LATTICE, |make, n| {
            let (first, step) = (make.between(1 << 31, 1 << 32) as u32, make.between(1, 1 << 20) as u32);
            let words = (0..n as u32 / 64).flat_map(|i| first.wrapping_sub((i * step) % (1 << 30)).to_be_bytes());
            make.one(n, make.next_prime(BigUint::from_bytes_be(&words.collect::<Vec<_>>())))
        }),
        public(
            "p − q of 2^(n/2 − 100) and a short number",
            SIMPLE,
            "a guess of p − q, and Lehman's method for the rest",
            |make, n| make.pair(n / 2, |p| p - two_to(n / 2 - 100) - make.number(n / 8)),
        ),
        public("one of 16 bits is a one", "prime-pattern", SEARCH, |make, n| make.two(|make| ones(make, n / 2, 0))),
        public("one of 16 bits is a one, but for the last quarter", "prime-pattern", SEARCH, |make, n| {
            make.two(|make| (ones(make, n / 2 - n / 8, 0) << (n / 8)) + make.odd(n / 8))
        }),
        public(
            "p − 1 and q − 1 with primes of 20 bits, half of them in both",
            "smooth-prime",
            "Pollard's p − 1",
            |make, n| {
                let short = |make: &Maker| make.prime_among(|make| make.odd(20));
                let common: BigUint = (0..n / 80).map(|_| short(make)).product();
                make.two(|make| {
                    let mut product: BigUint = &common << 1;
                    while (product.bits() as usize) < n / 2 - 38 {
                        product *= short(make);
                    }
                    product * make.number(18) + 1u8
                })
            },
        ),
        public("q next to √2·p", SIMPLE, LEHMAN, |make, n| make.pair(n / 2 - 1, |p| (p * p * 2u8).sqrt())),
        public("q next to 3·p/√5", SIMPLE, LEHMAN, |make, n| make.pair(n / 2, |p| (p * p * 9u8 / 5u8).sqrt())),
        public("p next to 2^(n/2)/√3", SIMPLE, LATTICE, |make, n| {
            make.one(n, make.next_prime((two_to(n) / 3u8).sqrt()))
        }),
        public("p and q are cubic polynomials of one number", DERIVED, "N in the base of its sixth root", |make, n| {
            let x = make.number(n / 6);
            make.two(|make| {
                let short = || make.number(6);
                let [b, c, d] = [short(), short(), short()];
                (((&x * make.between(1, 3) + b) * &x + c) * &x + d) | BigUint::from(1u8)
            })
        }),
        private("the last digits of q in base 3 are those of p, 1 and 2 exchanged", DERIVED, DIGITS, |make, n| {
            image(make, n, 3, [1, 2], |p, _| p.clone())
        }),
        private("the last digits of q in base 7 are those of 1/p, 3 and 5 exchanged", DERIVED, DIGITS, |make, n| {
            image(make, n, 7, [3, 5], |p, modulus| p.modinv(modulus).unwrap_or_default())
        }),
        private("the last digits of q in base 10 are those of 3·p, 3 and 7 exchanged", DERIVED, DIGITS, |make, n| {
            image(make, n, 10, [3, 7], |p, _| p * 3u8)
        }),
        private("the last digits of q in base 16 are those of p, 3 and 9 exchanged", DERIVED, DIGITS, |make, n| {
            image(make, n, 16, [3, 9], |p, _| p.clone())
        }),
        private("q ≡ 7/p + 10 modulo 5^k", SIMPLE, "a quadratic equation for p modulo that power", |make, n| {
            image(make, n, 5, [0, 0], |p, modulus| p.modinv(modulus).unwrap_or_default() * 7u8 + 10u8)
        }),
        private("e is next to p + q", "revealing-exponent", "N and p + q give p", |make, n| sum(make, n, [1, 1])),
        private("e is next to 3·p + 5·q", "revealing-exponent", "a quadratic equation for p", |make, n| {
            sum(make, n, [3, 5])
        }),
        public("d = a·N + b", "short-private-exponent", "powers of 2 for all short a and b", |make, n| {
            loop {
                let primes = [make.prime(n / 2), make.prime(n / 2)];
                let lambda = lambda(&primes);
                let d = (&primes[0] * &primes[1] * make.between(1, 200) + make.between(1, 200)) % &lambda;
                if is_coprime(&d, &lambda) {
                    return Draft::new(primes).with_private_exponent(d);
                }
            }
        }),
    ]
}

/// A prime p, and one whose last digits, n/4 + 40 bits of them, are those of another number with two digits exchanged.
fn image(make: &Maker, n: usize, base: u32, exchanged: [u8; 2], of: fn(&BigUint, &BigUint) -> BigUint) -> Draft {
    let modulus = BigUint::from(base).pow(((n / 4 + 40) as f64 / f64::from(base).log2()) as u32);
    let p = make.prime(n / 2);
    let mut digits = (of(&p, &modulus) % &modulus).to_radix_le(base);
    for digit in &mut digits {
        *digit = exchanged.iter().position(|one| one == digit).map_or(*digit, |index| exchanged[1 - index]);
    }
    let low = BigUint::from_radix_le(&digits, base).unwrap_or_default();
    let bits = n / 2 - modulus.bits() as usize;
    let q = make.prime_among(|make| make.number(bits) * &modulus + &low);
    Draft::new([p, q])
}

/// e is the first number from a·p + b·q + 1 up that is a public exponent.
fn sum(make: &Maker, n: usize, [a, b]: [u8; 2]) -> Draft {
    let [p, q] = [make.prime(n / 2), make.prime(n / 2)];
    let lambda = lambda(&[p.clone(), q.clone()]);
    let mut e = &p * a + &q * b + 1u8;
    while !is_coprime(&e, &lambda) {
        e += 1u8;
    }
    Draft::new([p, q]).with_public_exponent(e)
}

/// The next prime of a word that fills so many bits.
fn repeated(make: &Maker, bits: usize, word: &BigUint) -> BigUint {
    let length = word.bits() as usize;
    let copies = bits / length + 1;
    let number = (0..copies).fold(BigUint::ZERO, |number, _| (number << length) + word);
    make.next_prime(number >> (copies * length - bits))
}

/// A number of exactly so many bits, one in 16 of them a one.
fn ones(make: &Maker, bits: usize, last: u64) -> BigUint {
    let mut number = two_to(bits - 1) + two_to(bits - 2) + 1u8 + last;
    (0..bits / 16 - 2).for_each(|_| number.set_bit(make.between(1, bits as u64 - 2), true));
    number
}
