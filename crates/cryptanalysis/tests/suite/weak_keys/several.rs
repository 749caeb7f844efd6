//! Keys of three and more primes, and keys that share something with other keys.

use super::{Draft, Kind, private, public, two_to};

pub(super) fn kinds() -> Vec<Kind> {
    vec![
        private("three consecutive primes", "derived-prime", "the cube root of N", |make, n| {
            let p = make.prime(n / 3);
            let q = make.next_prime(&p + 2u8);
            let r = make.next_prime(&q + 2u8);
            Draft::new([p, q, r])
        }),
        private(
            "three primes with ratios 1 : 2 : 3",
            "prime-pattern",
            "the cube root of N/6, for all small ratios",
            |make, n| {
                let p = make.prime(n / 3);
                let q = make.next_prime(&p * 2u8);
                let r = make.next_prime(&p * 3u8);
                Draft::new([p, q, r])
            },
        ),
        private("four consecutive primes", "derived-prime", "the fourth root of N", |make, n| {
            let mut primes = vec![make.prime(n / 4)];
            for index in 0..3 {
                let next = make.next_prime(&primes[index] + 2u8);
                primes.push(next);
            }
            Draft::new(primes)
        }),
        private("eight primes of 64 bits", "common-divisor", "elliptic curves: seconds for each", |make, _| {
            Draft::new([(); 8].map(|()| make.prime(64)))
        }),
        private("three primes, one of 80 bits", "elliptic-curve", "elliptic curves: minutes", |make, n| {
            Draft::new([make.prime(n / 2), make.prime(n / 2 - 80), make.prime(80)])
        }),
        private(
            "p⁷·q (always 1024 bits)",
            "prime-power-lattice",
            "Boneh, Durfee, Howgrave-Graham: a lattice for prime powers",
            |make, _| Draft::new([make.prime(128), make.prime(128)]).with_powers([7, 1]),
        ),
        public("a prime of another key", "shared-prime", "a greatest common divisor", |make, n| {
            let [p, q] = [make.prime(n / 2), make.prime(n / 2)];
            let others = [make.prime(n / 2) * &p, make.prime(n / 2) * make.prime(n / 2)];
            Draft::new([p, q]).beside(others)
        })
        .at(768..=4096),
        public("each prime is one of another key", "shared-prime", "greatest common divisors", |make, n| {
            let [p, q] = [make.prime(n / 2), make.prime(n / 2)];
            let others = [make.prime(n / 2) * &p, make.prime(n / 2) * &q];
            Draft::new([p, q]).beside(others)
        }),
        private(
            "a long prime that shares its low bits with one of another key",
            "shared-bits",
            "May and Ritzenhofen 2009: a lattice of dimension 2",
            |make, n| {
                let p = make.prime(3 * n / 4);
                let low = &p % two_to(n / 2 + 16);
                let alike = make.prime_among(|make| (make.number(n / 4 - 16) << (n / 2 + 16)) + &low);
                let others = [alike * make.prime(n / 4)];
                Draft::new([p, make.prime(n / 4)]).beside(others)
            },
        ),
        private(
            "a long prime that shares its high bits with one of another key",
            "shared-bits",
            "May and Ritzenhofen 2009: the continued fraction of N/N'",
            |make, n| {
                let p = make.prime(3 * n / 4);
                let near = make.next_prime(&p + make.number(n / 8));
                let q = make.prime(n / 4);
                let others = [near * make.prime(n / 4)];
                Draft::new([p, q]).beside(others)
            },
        ),
    ]
}
