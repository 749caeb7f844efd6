//! Primes p for which a group modulo p has a known or a common order: ROCA, complex multiplication, common divisors.

use num_bigint::BigUint;

use super::{Draft, Kind, Maker, private, public};

const COMMON: &str = "common-divisor";
const COMPLEX: &str = "complex-multiplication";
const CHENG: &str = "Cheng: a curve with complex multiplication has order p, so multiply a point by N";
const RHO: &str = "x^(N ± 1) has a short order modulo p: baby steps and giant steps";
const NEMEC: &str = "Nemec et al. 2017 (more than an hour on one core above 512 bits); one such prime is enough";

pub(super) fn kinds() -> Vec<Kind> {
    let mut kinds = vec![
        public("both primes by Infineon's library", "roca", NEMEC, |make, n| {
            Draft::new([roca(make, n / 2), roca(make, n / 2)])
        }),
        private("one prime by Infineon's library", "roca", NEMEC, |make, n| make.one(n, roca(make, n / 2))),
        private("gcd(p − 1, q − 1) of n/2 − 36 bits", COMMON, RHO, |make, n| common(make, n, 36, [1, 1])),
        private("gcd(p − 1, q − 1) of n/2 − 64 bits", COMMON, RHO, |make, n| common(make, n, 64, [1, 1]))
            .at(768..=4096),
        private("gcd(p − 1, q + 1) of n/2 − 36 bits", COMMON, RHO, |make, n| common(make, n, 36, [1, -1])),
        private("gcd(p + 1, q + 1) of n/2 − 36 bits", COMMON, RHO, |make, n| common(make, n, 36, [-1, -1])),
        private(
            "gcd(p − 1, q − 1) is smooth and has n/4 + 10 bits",
            COMMON,
            "its primes divide N − 1; then McKee and Pinch, in a few steps",
            |make, n| {
                let mut divisor = BigUint::from(2u8);
                while (divisor.bits() as usize) < n / 4 + 10 {
                    divisor *= make.odd(13);
                }
                let bits = n / 2 - divisor.bits() as usize;
                make.two(|make| &divisor * make.number(bits) + 1u8)
            },
        ),
        private(
            "q = k·p + 1, k of 40 bits",
            "close-primes",
            "the order of x^N modulo q divides k: baby steps and giant steps",
            |make, n| multiple(make, n, 1),
        ),
        private("q = k·p − 1, k of 40 bits", "close-primes", "the same in the group of order q + 1", |make, n| {
            multiple(make, n, -1)
        }),
        private("4p − 1 = D·s², D below 2^10", COMPLEX, CHENG, |make, n| {
            complex(make, n, 8 * make.between(1, 128) + 3)
        }),
    ];
    for d in [3, 11, 19, 43, 67, 163, 427, 1003, 20_011] {
        kinds.push(private(format!("4p − 1 = {d}·s²"), COMPLEX, CHENG, move |make, n| complex(make, n, d)));
    }
    kinds
}

/// p = (1 + D·s²)/4 with an odd s, and a random prime.
fn complex(make: &Maker, n: usize, discriminant: u64) -> Draft {
    let bits = n / 4 + 1 - discriminant.ilog2() as usize / 2;
    let p = make.prime_among(|make| {
        let s = make.odd(bits);
        (&s * &s * discriminant + 1u8) >> 2
    });
    Draft::new([p, make.prime(n / 2)])
}

/// p = k·M + (65537^a mod M), M the product of the first primes: as many as the library took for that length.
fn roca(make: &Maker, half: usize) -> BigUint {
    let count = match half {
        ..496 => 39,
        496..992 => 71,
        _ => 126,
    };
    let primes = (2u32..).filter(|number| (2..*number).all(|divisor| number % divisor != 0));
    let m: BigUint = primes.take(count).product();
    make.prime_among(|make| {
        let power = BigUint::from(65537u32).modpow(&make.number(60), &m);
        &m * make.number(half - m.bits() as usize) + power
    })
}

/// Two primes p and q for which p ∓ 1 and q ∓ 1 are multiples of one number.
fn common(make: &Maker, n: usize, bits: usize, signs: [i8; 2]) -> Draft {
    let divisor = make.prime(n / 2 - bits - 1) << 1;
    Draft::new(signs.map(|sign| make.prime_among(|make| beside(&divisor * make.number(bits), sign))))
}

/// q = k·p ± 1
fn multiple(make: &Maker, n: usize, sign: i8) -> Draft {
    let p = make.prime(n / 2 - 20);
    let q = make.prime_among(|make| beside(&p * (make.number(39) << 1), sign));
    Draft::new([p, q])
}

fn beside(number: BigUint, sign: i8) -> BigUint {
    if sign > 0 { number + 1u8 } else { number - 1u8 }
}
