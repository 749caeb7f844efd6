//! Primes near powers of random numbers, and near powers of each other.

use num_bigint::BigUint;

use super::{Draft, Kind, Maker, private, public, two_to};

const DERIVED: &str = "derived-prime";

pub(super) fn kinds() -> Vec<Kind> {
    vec![
        private(
            "both are the next primes of random squares",
            DERIVED,
            "p = x² + c, q = y² + d: x·y is √N less a small number, and N − (x·y)² − c·d = d·x² + c·y² gives x² and y²",
            |make, n| both(make, n, 2),
        ),
        private(
            "both are the next primes of random cubes",
            DERIVED,
            "as for squares, with the cube root of N",
            |make, n| both(make, n, 3),
        ),
        private(
            "both are the next primes of random eighth powers",
            DERIVED,
            "as for squares, with the eighth root of N",
            |make, n| both(make, n, 8),
        ),
        private("q = nextprime(p²)", DERIVED, "p is the cube root of N, less a small number", |make, n| {
            make.pair(n / 3, |p| p * p)
        }),
        private("q = nextprime(p³)", DERIVED, "p is the fourth root of N, less a small number", |make, n| {
            make.pair(n / 4, |p| p.pow(3))
        }),
        private("q = nextprime(k·p²), k below 2^16", DERIVED, "p is the cube root of N/k, for each k", |make, n| {
            make.pair(n / 3, |p| p * p * make.between(2, 1 << 16))
        }),
        private("3·q² near 5·p³", DERIVED, "p⁵ is 3·N²/5, less a small multiple of p⁴", |make, n| {
            make.pair(2 * n / 5, |p| (p.pow(3) * 5u8 / 3u8).sqrt())
        }),
        private(
            "q = nextprime(p^(3/2))",
            DERIVED,
            "p^(5/2) is N, less a small multiple of p: p is N^(2/5), less a small number",
            |make, n| make.pair(2 * n / 5, |p| p.pow(3).sqrt()),
        ),
        private("p²·q with q = nextprime(p)", DERIVED, "the cube root of N", |make, n| {
            make.pair(n / 3, |p| p + 2u8).with_powers([2, 1])
        }),
        private("p³·q with q = nextprime(p)", DERIVED, "the fourth root of N", |make, n| {
            make.pair(n / 4, |p| p + 2u8).with_powers([3, 1])
        }),
        private("p²·q with q near 3p/2", "close-primes", "the cube root of 2N/3, for all ratios", |make, n| {
            make.pair(n / 3, |p| p * 3u8 / 2u8).with_powers([2, 1])
        }),
        private(
            "p²·q with q ≡ p modulo 2^(n/6 + 8)",
            "shared-low-bits",
            "a cube root of N modulo that power, then Coppersmith's lattice",
            |make, n| {
                let p = make.prime(n / 3);
                let bits = n / 6 + 8;
                let low: BigUint = &p % two_to(bits);
                let q = make.prime_among(|make| (make.number(n / 3 - bits) << bits) + &low);
                Draft::new([p, q]).with_powers([2, 1])
            },
        ),
        public("N is a square", "close-primes", "the square root of N", |make, n| {
            Draft::new([make.prime(n / 2)]).with_powers([2])
        })
        .at(768..=4096),
        public("N is a prime", "prime-modulus", "λ(N) = N − 1", |make, n| Draft::new([make.prime(n)])),
        public("N is a prime of 4104 bits", "prime-modulus", "λ(N) = N − 1", |make, _| {
            Draft::new([make.prime(4104)])
        }),
    ]
}

/// The next primes of the powers of two random numbers.
fn both(make: &Maker, n: usize, power: u32) -> Draft {
    let prime = || make.next_prime(make.number(n / 2 / power as usize).pow(power));
    Draft::new([prime(), prime()])
}
