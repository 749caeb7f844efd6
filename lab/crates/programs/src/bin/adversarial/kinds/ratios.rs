//! Primes whose ratio, sum or difference is simple: Fermat's method and Lehman's.

use num_bigint::BigUint;

use super::{Draft, Kind, Maker, is_coprime, private, public, two_to};

pub(super) fn kinds() -> Vec<Kind> {
    vec![
        public("q = nextprime(p)", "Fermat: one step", |make, n| {
            let p = make.prime(n / 2);
            let q = make.next_prime(&p + 2u8);
            Draft::new([p, q])
        }),
        public("p − q of n/4 − 4 bits", "Fermat: a few steps", |make, n| {
            let p = make.prime(n / 2);
            let q = make.next_prime(&p + make.number(n / 4 - 4));
            Draft::new([p, q])
        }),
        private("p − q of n/4 + 12 bits", "Fermat: about 2^21 steps", |make, n| {
            let p = make.prime(n / 2);
            let q = make.next_prime(&p - make.number(n / 4 + 12));
            Draft::new([p, q])
        }),
        public("q/p near a/b, a and b up to 8", "Lehman: 21 ratios, one step of Fermat each", |make, n| {
            ratio(make, n, 8)
        }),
        public("q/p near a/b, a and b up to 100", "Lehman: 5,000 ratios, one step each", |make, n| ratio(make, n, 100)),
        private("q/p near a/b, a and b up to 1000", "Lehman: 500,000 ratios, one step each", |make, n| {
            ratio(make, n, 1000)
        }),
        private("q = nextprime(k·p), k of 20 bits", "Lehman: 2^20 multipliers, one step each", |make, n| {
            let p = make.prime(n / 2 - 10);
            let q = make.next_prime(&p * make.number(20));
            Draft::new([p, q])
        }),
        private(
            "a·p − b·q of n/4 + 8 bits, a and b up to 30",
            "Lehman: 700 ratios, up to 2^17 steps each",
            |make, n| {
                let [p, near] = near_ratio(make, n, 30);
                let q = make.next_prime(near + make.number(n / 4 + 8));
                Draft::new([p, q])
            },
        ),
        private("p + q near 2^(n/2)", "s = 2^(n/2) + δ for all small δ: is s² − 4N a square?", |make, n| {
            let p = make.prime_among(|make| make.odd(n / 2 - 2));
            let q = make.next_prime(two_to(n / 2) - &p);
            Draft::new([p, q])
        }),
        private("p + q near k·10^j", "all k below 1000, j and small δ: is s² − 4N a square?", |make, n| {
            let sum = BigUint::from(10u8).pow(((n / 2 - 11) as f64 / 10f64.log2()) as u32) * make.between(100, 1000);
            let p = make.next_prime(&sum / 5u8 * 2u8 + make.number(n / 2 - 8));
            let q = make.next_prime(sum - &p);
            Draft::new([p, q])
        }),
        private("p − q near 2^k", "d = 2^k + δ for all k and small δ: is d² + 4N a square?", |make, n| {
            let p = make.prime(n / 2);
            let exponent = make.between(n as u64 / 4 + 80, n as u64 / 2 - 3) as usize;
            let q = make.next_prime(&p - two_to(exponent));
            Draft::new([p, q])
        }),
        private("p − q near a repeated byte", "255 differences and small δ: is d² + 4N a square?", |make, n| {
            let p = make.prime(n / 2);
            let byte = make.between(1, 256) as u8;
            let q = make.next_prime(&p - BigUint::from_bytes_be(&vec![byte; n / 16 - 1]));
            Draft::new([p, q])
        }),
        private(
            "p − q = r·2^k, r below 2^40",
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
            "2q = p + 2^(n/2) + δ: a quadratic equation for each δ",
            |make, n| {
                let p = make.prime(n / 2);
                let q = make.next_prime((&p >> 1) + two_to(n / 2 - 1));
                Draft::new([p, q])
            },
        ),
        private(
            "q = nextprime(a·p + b·2^k), a and b up to 16",
            "a quadratic equation for a, b, k and δ",
            |make, n| {
                let p = make.prime(n / 2 - 5);
                let (a, b) = (make.between(2, 16), make.between(1, 16));
                let k = make.between(3 * n as u64 / 8, n as u64 / 2 - 10) as usize;
                let q = make.next_prime(&p * a + (BigUint::from(b) << k));
                Draft::new([p, q])
            },
        ),
        private("three primes, r = nextprime(p·q)", "Fermat: one step", |make, n| {
            let (p, q) = (make.prime(n / 4), make.prime(n / 4));
            let r = make.next_prime(&p * &q);
            Draft::new([p, q, r])
        }),
        private("three primes, a·p·q near b·r, a and b up to 30", "Lehman: 700 ratios, one step each", |make, n| {
            let (p, q) = (make.prime(n / 4), make.prime(n / 4));
            let [a, b] = fraction(make, 30);
            let r = make.next_prime(&p * &q * a / b);
            Draft::new([p, q, r])
        }),
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

/// A prime p, and a·p/b.
fn near_ratio(make: &Maker, n: usize, most: u64) -> [BigUint; 2] {
    let p = make.prime(n / 2);
    let [a, b] = fraction(make, most);
    let near = &p * a / b;
    [p, near]
}

fn ratio(make: &Maker, n: usize, most: u64) -> Draft {
    let [p, near] = near_ratio(make, n, most);
    let q = make.next_prime(near);
    Draft::new([p, q])
}
