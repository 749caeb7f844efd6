//! Primes whose ratio, sum or difference is simple: Fermat's method and Lehman's.

use num_bigint::BigUint;

use super::{Draft, Kind, Maker, is_coprime, private, public, two_to};

const SIMPLE: &str = "simple-number";
const CLOSE: &str = "close-primes";

pub(super) fn kinds() -> Vec<Kind> {
    vec![
        public("q = nextprime(p)", CLOSE, "Fermat: one step", |make, n| make.pair(n / 2, |p| p + 2u8)),
        public("p − q of n/4 − 4 bits", CLOSE, "Fermat: a few steps", |make, n| {
            make.pair(n / 2, |p| p + make.number(n / 4 - 4))
        })
        .at(768..=4096),
        private("p − q of n/4 + 12 bits", CLOSE, "Fermat: about 2^21 steps", |make, n| {
            make.pair(n / 2, |p| p - make.number(n / 4 + 12))
        }),
        public("q/p near a/b, a and b up to 8", CLOSE, "Lehman: 21 ratios, one step of Fermat each", |make, n| {
            ratio(make, n, 8)
        })
        .at(768..=4096),
        public("q/p near a/b, a and b up to 100", CLOSE, "Lehman: 5,000 ratios, one step each", |make, n| {
            ratio(make, n, 100)
        }),
        private("q/p near a/b, a and b up to 1000", CLOSE, "Lehman: 500,000 ratios, one step each", |make, n| {
            ratio(make, n, 1000)
        }),
        private("q/p near a/b, a and b up to 10,000", CLOSE, "Lehman: 2^26 ratios, one step each", |make, n| {
            ratio(make, n, 10_000)
        }),
        public("q/p near 127/129 or 9973", CLOSE, "Lehman: one step for each ratio", |make, n| {
            let [a, b] = if make.between(0, 2) == 0 { [127u32, 129] } else { [9973, 1] };
            make.pair(n / 2, |p| p * a / b)
        }),
        private("q = nextprime(k·p), k of 20 bits", CLOSE, "Lehman: 2^20 multipliers, one step each", |make, n| {
            make.pair(n / 2 - 10, |p| p * make.number(20))
        }),
        private(
            "a·p − b·q of n/4 + 8 bits, a and b up to 30",
            CLOSE,
            "Lehman: 700 ratios, up to 2^17 steps each",
            |make, n| make.pair(n / 2, |p| near_ratio(make, p, 30) + make.number(n / 4 + 8)),
        ),
        private(
            "p + q near 2^(n/2)",
            SIMPLE,
            "s = 2^(n/2) + δ for all small δ: is s² − 4N a square?",
            |make, n| {
                let p = make.prime_among(|make| make.odd(n / 2 - 2));
                let q = make.next_prime(two_to(n / 2) - &p);
                Draft::new([p, q])
            },
        ),
        private(
            "p + q near k·10^j",
            SIMPLE,
            "all k below 1000, j and small δ: is s² − 4N a square?",
            |make, n| {
                let sum =
                    BigUint::from(10u8).pow(((n / 2 - 11) as f64 / 10f64.log2()) as u32) * make.between(100, 1000);
                let p = make.next_prime(&sum / 5u8 * 2u8 + make.number(n / 2 - 8));
                let q = make.next_prime(sum - &p);
                Draft::new([p, q])
            },
        ),
        private("p − q near 2^k", SIMPLE, "d = 2^k + δ for all k and small δ: is d² + 4N a square?", |make, n| {
            make.pair(n / 2, |p| p - two_to(make.between(n as u64 / 4 + 80, n as u64 / 2 - 3) as usize))
        }),
        private(
            "p − q near a repeated byte",
            SIMPLE,
            "255 differences and small δ: is d² + 4N a square?",
            |make, n| make.pair(n / 2, |p| p - BigUint::from_bytes_be(&vec![make.between(1, 256) as u8; n / 16 - 1])),
        ),
        private(
            "p − q = r·2^k, r below 2^40",
            "shared-low-bits",
            "(p + q)² = 4N + r²·2^(2k): its low bits follow from N, its high bits from √N",
            |make, n| loop {
                let p = make.prime(n / 2);
                let k = make.between(n as u64 / 8, n as u64 / 2 - 44) as usize;
                for _ in 0..n {
                    let q = &p - (make.number(40) << k);
                    if make.is_prime(&q) {
                        return Draft::new([p, q]);
                    }
                }
            },
        ),
        private(
            "q = nextprime(p/2 + 2^(n/2 − 1))",
            SIMPLE,
            "2q = p + 2^(n/2) + δ: a quadratic equation for each δ",
            |make, n| make.pair(n / 2, |p| (p >> 1) + two_to(n / 2 - 1)),
        ),
        private(
            "q = nextprime(a·p + b·2^k), a and b up to 16",
            SIMPLE,
            "a quadratic equation for a, b, k and δ",
            |make, n| {
                make.pair(n / 2 - 5, |p| {
                    let (a, b) = (make.between(2, 16), make.between(1, 16));
                    let k = make.between(3 * n as u64 / 8, n as u64 / 2 - 10) as usize;
                    p * a + (BigUint::from(b) << k)
                })
            },
        ),
        private("three primes, r = nextprime(p·q)", CLOSE, "Fermat: one step", |make, n| {
            let (p, q) = (make.prime(n / 4), make.prime(n / 4));
            let r = make.next_prime(&p * &q);
            Draft::new([p, q, r])
        }),
        private(
            "three primes, a·p·q near b·r, a and b up to 30",
            CLOSE,
            "Lehman: 700 ratios, one step each",
            |make, n| {
                let (p, q) = (make.prime(n / 4), make.prime(n / 4));
                let [a, b] = fraction(make, 30);
                let r = make.next_prime(&p * &q * a / b);
                Draft::new([p, q, r])
            },
        ),
    ]
}

/// Two different coprime numbers up to `most`.
fn fraction(make: &Maker, most: u64) -> [u64; 2] {
    loop {
        let [a, b] = [make.between(1, most + 1), make.between(1, most + 1)];
        if a != b && is_coprime(&a.into(), &b.into()) {
            return [a, b];
        }
    }
}

/// a·p/b
fn near_ratio(make: &Maker, p: &BigUint, most: u64) -> BigUint {
    let [a, b] = fraction(make, most);
    p * a / b
}

fn ratio(make: &Maker, n: usize, most: u64) -> Draft {
    make.pair(n / 2, |p| near_ratio(make, p, most))
}
