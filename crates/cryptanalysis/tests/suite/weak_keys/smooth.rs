//! Primes p with a smooth number near: p − 1, p + 1, or the order of a special elliptic curve; and short primes.

use num_bigint::{BigInt, BigUint};

use super::{Draft, Kind, Maker, private, public};

const SMOOTH: &str = "smooth-prime";
const POLLARD: &str = "Pollard's p − 1";
const WILLIAMS: &str = "Williams' p + 1";

pub(super) fn kinds() -> Vec<Kind> {
    let mut kinds = vec![
        public("p − 1 with primes below 2^13", SMOOTH, POLLARD, |make, n| smooth(make, n, [13, 0], 1)),
        private("p − 1 with primes below 2^20", SMOOTH, POLLARD, |make, n| smooth(make, n, [20, 0], 1)).at(768..=4096),
        public("p − 1 with primes below 2^8", SMOOTH, POLLARD, |make, n| smooth(make, n, [8, 0], 1)).at(1024..=3072),
        public("p + 1 with 12, primes below 2^12 and one of 13 bits", SMOOTH, WILLIAMS, |make, n| {
            // Then the first two starting values of the check of public keys find it.
            make.one(n, smooth_prime(make, n / 2, 12, [12, 13], -1))
        }),
        public("p − 1 and q − 1 with primes below 2^13", SMOOTH, POLLARD, |make, n| {
            Draft::new([smooth_prime(make, n / 2, 2, [13, 0], 1), smooth_prime(make, n / 2, 2, [13, 0], 1)])
        }),
        private("p − 1 is a product of powers of 2, 3 and 5 and 24 bits", "simple-number", POLLARD, |make, n| {
            let p = make.prime_among(|make| {
                let [three, five] = [6, 10].map(|part| make.between(8, n as u64 / 2 / part) as u32);
                let odd = BigUint::from(3u8).pow(three) * BigUint::from(5u8).pow(five) * make.number(24);
                let bits = odd.bits() as usize;
                (odd << (n / 2 - bits)) + 1u8
            });
            Draft::new([p, make.prime(n / 2)])
        }),
        private(
            "a curve y² = x³ + kx modulo p whose order has primes below 2^13",
            "smooth-curve",
            "elliptic curves with j = 1728: one of four twists has that order",
            |make, n| make.one(n, on_curve(make, n / 2, [0, 1])),
        ),
        private(
            "a curve y² = x³ + k modulo p whose order has primes below 2^13",
            "smooth-curve",
            "elliptic curves with j = 0: one of six twists has that order",
            |make, n| make.one(n, on_curve(make, n / 2, [1, 1])),
        ),
        private(
            "a curve y² = x³ − 35x + 98 modulo p whose order has primes below 2^13",
            "smooth-curve",
            "elliptic curves with complex multiplication by √−7",
            |make, n| make.one(n, on_curve(make, n / 2, [-1, 2])),
        ),
        public("a prime of 14 bits", "small-factor", "trial division", |make, n| {
            Draft::new([make.prime_among(|make| make.odd(14)), make.prime(n - 14)])
        })
        .at(768..=4096),
        private("a prime of 40 bits", "common-divisor", "Pollard's rho: a second", |make, n| {
            Draft::new([make.prime(40), make.prime(n - 40)])
        }),
        private("a prime of 64 bits", "common-divisor", "elliptic curves: seconds", |make, n| {
            Draft::new([make.prime(64), make.prime(n - 64)])
        })
        .at(768..=4096),
        private("a prime of 90 bits", "elliptic-curve", "elliptic curves: minutes", |make, n| {
            Draft::new([make.prime(90), make.prime(n - 90)])
        })
        .at(768..=4096),
        private("a prime of 100 bits", "elliptic-curve", "elliptic curves: minutes", |make, n| {
            Draft::new([make.prime(100), make.prime(n - 100)])
        }),
        public("a modulus of 256 bits", "elliptic-curve", "the quadratic sieve: minutes", |make, _| {
            Draft::new([make.prime(128), make.prime(128)])
        }),
    ];
    let lengths = [(1, [21, 0]), (1, [24, 0]), (-1, [12, 0]), (-1, [20, 0]), (-1, [24, 0])];
    let with_one_more = [(1, [20, 34]), (1, [24, 32]), (1, [16, 60]), (-1, [16, 60]), (-1, [20, 34])];
    for (sign, [bits, last]) in lengths.into_iter().chain(with_one_more) {
        let (sign_of, attack) = match (sign, last) {
            (1, 0) => ('−', POLLARD),
            (1, _) => ('−', "Pollard, second stage"),
            (_, 0) => ('+', WILLIAMS),
            _ => ('+', "Williams, second stage"),
        };
        let one_more = if last > 0 { format!(" and one of {last} bits") } else { String::new() };
        let name = format!("p {sign_of} 1 with primes below 2^{bits}{one_more}");
        kinds.push(private(name, SMOOTH, attack, move |make, n| smooth(make, n, [bits, last], sign)));
    }
    kinds
}

fn smooth(make: &Maker, n: usize, bits: [usize; 2], sign: i8) -> Draft {
    make.one(n, smooth_prime(make, n / 2, 2, bits, sign))
}

/// A prime of about `length` bits. `p − sign` is a product of the first factor, of primes of at most `bits` bits and, unless `last`
/// is 0, of one of that many bits.
fn smooth_prime(make: &Maker, length: usize, first: u8, [bits, last]: [usize; 2], sign: i8) -> BigUint {
    let factor = |bits| make.prime_among(|make| make.odd(bits));
    make.prime_among(|_| {
        let mut product = BigUint::from(first);
        if last > 0 {
            product *= factor(last);
        }
        while (product.bits() as usize) + 2 * bits < length {
            product *= factor(bits);
        }
        // Now from `bits` to `2·bits` bits are missing.
        let rest = length - product.bits() as usize;
        product *= factor(rest / 2) * factor(rest - rest / 2);
        if sign > 0 { product + 1u8 } else { product - 1u8 }
    })
}

/// A prime p of about `length` bits modulo which a curve with complex multiplication has a smooth order: p is the norm of 1 + γ,
/// and the order that of γ, for a product γ of short elements of the ring of i with i² + b·i + c = 0. That is the ring of all
/// integers in the field of √−4, √−3 or √−7.
fn on_curve(make: &Maker, length: usize, [b, c]: [i8; 2]) -> BigUint {
    let norm = |[x, y]: &[BigInt; 2]| x * x - x * y * b + y * y * c;
    make.prime_among(|make| {
        let mut product = [BigInt::from(2), BigInt::from(0)]; // even, so that the norm of 1 + γ is odd
        while (norm(&product).bits() as usize) + 6 < length {
            let [x, y] = [make.between(1, 45), make.between(1, 45)].map(BigInt::from);
            // (u + v·i)(x + y·i) with i² = −c − b·i; the norm of the second factor is below 2^13.
            let [u, v] = &product;
            product = [u * &x - v * &y * c, u * &y + v * &x - v * &y * b];
        }
        product[0] += 1;
        norm(&product).into_parts().1
    })
}
