//! Exponents with a short relation to the primes.

use core::ops::ControlFlow;

use num_bigint::BigUint;
use rsa_cryptanalysis::attacks::{
    Attack, Example, PartialExposure, SeveralCrtExponents, partial_exposure, several_crt_exponents,
};

use super::{Draft, Kind, Maker, is_coprime, lambda, private, public};

const WIENER: &str = "Wiener: the continued fraction of e/N";
const SHORT: &str = "short-private-exponent";
const SEARCH: &str = "crt-exponent-search";
const STEPS: &str = "baby steps and giant steps for the short number s: gcd(2^(e·s) − 2^c, N)";

pub(super) fn kinds() -> Vec<Kind> {
    let mut kinds = vec![
        public("d of n/4 − 16 bits", SHORT, WIENER, |make, n| whole(make, n, n / 4 - 16, |_, short| short))
            .at(768..=4096),
        public("d of 40 bits", SHORT, WIENER, |make, n| whole(make, n, 40, |_, short| short)),
        private(
            "d of 0.26·n bits (always 1024 bits)",
            "short-private-exponent",
            "Boneh and Durfee's lattice, in minutes",
            |make, _| whole(make, 1024, 266, |_, short| short),
        ),
        public("d = λ(N) − s, s of n/4 − 16 bits", SHORT, WIENER, |make, n| {
            whole(make, n, n / 4 - 16, |lambda, short| lambda - short)
        }),
        public("d = λ(N) − s, s of 40 bits", SHORT, WIENER, |make, n| {
            whole(make, n, 40, |lambda, short| lambda - short)
        }),
        private("d near λ(N)/2", SHORT, WIENER, |make, n| whole(make, n, 61, |lambda, short| lambda / 2u8 + short)),
        private("d near λ(N)/3", SHORT, WIENER, |make, n| whole(make, n, 61, |lambda, short| lambda / 3u8 + short)),
        private("d near 17·λ(N)/60", SHORT, WIENER, |make, n| {
            whole(make, n, 61, |lambda, short| lambda * 17u8 / 60u8 + short)
        }),
        private("d_p and d_q of 40 bits", "crt-exponent-lattice", STEPS, |make, n| {
            let (p, q) = primes(make, n);
            let [d_p, d_q] = [make.unit(40, &(&p - 1u8)), make.unit(40, &(&q - 1u8))];
            from_crt_exponents(p, q, &d_p, &d_q)
        }),
        public("equal CRT exponents of n/4 − 24 bits", SHORT, WIENER, |make, n| {
            let (p, q) = primes(make, n);
            let d = make.unit(n / 4 - 24, &lambda(&[p.clone(), q.clone()]));
            Draft::new([p, q]).with_private_exponent(d)
        })
        .at(768..=4096),
        private("e = 65537 + λ(N)", "short-private-exponent", "e − 65537 is a multiple of λ(N)", |make, n| {
            let (p, q) = primes(make, n);
            let e = lambda(&[p.clone(), q.clone()]) + 65537u32;
            Draft::new([p, q]).with_public_exponent(e)
        }),
        private(
            "e = s + k·(p − 1), s of 32 bits",
            "crt-exponent-search",
            "baby steps and giant steps for s: gcd(2^e − 2^s, N)",
            |make, n| {
                let (p, q) = primes(make, n);
                let lambda = lambda(&[p.clone(), q.clone()]);
                loop {
                    let e = (&p - 1u8) * make.number(n / 2 - 8) + make.odd(32);
                    if is_coprime(&e, &lambda) {
                        return Draft::new([p, q]).with_public_exponent(e);
                    }
                }
            },
        ),
        private("e = nextprime(p)", "one-crt-exponent-lattice", "gcd(e − δ, N) for small δ", |make, n| {
            let (p, q) = primes(make, n);
            let e = make.next_prime(&p + 2u8);
            Draft::new([p, q]).with_public_exponent(e)
        }),
        private("e = nextprime(k·p), k random", "revealing-exponent", "gcd(e − δ, N) for small δ", |make, n| {
            let (p, q) = primes(make, n);
            let e = make.next_prime(&p * make.number(n / 4));
            Draft::new([p, q]).with_public_exponent(e)
        }),
        private(
            "e is the high half of p and 16 bits",
            "revealing-exponent",
            "Coppersmith's lattice with the high half of p",
            |make, n| {
                let (p, q) = primes(make, n);
                let e = make.next_prime(&p >> (n / 4 - 16));
                Draft::new([p, q]).with_public_exponent(e)
            },
        ),
        public("e = 1", "exponent-one", "encryption changes nothing", |make, n| {
            let (p, q) = primes(make, n);
            Draft::new([p, q]).with_public_exponent(1u8.into())
        })
        .at(768..=4096),
    ];
    for [a, b] in [[1u32, 2], [2, 3], [5, 7]] {
        kinds.push(public(format!("d = {a}/{b}·λ(N) + s, s of n/4 − 20 bits"), SHORT, WIENER, move |make, n| {
            whole(make, n, n / 4 - 20, |lambda, short| lambda * a / b + short)
        }));
    }
    for bits in [20, 32, 40, 48] {
        let step = private(format!("d_p of {bits} bits"), SEARCH, STEPS, move |make, n| one(make, n, bits, |_, s| s));
        kinds.push(step.at(768..=4096));
    }
    for ([a, b], bits, is_below) in [
        ([1u32, 1], 40, true),
        ([1, 2], 40, false),
        ([1, 2], 40, true),
        ([1, 3], 40, true),
        ([1, 3], 36, false),
        ([5, 7], 36, false),
        ([11, 16], 36, true),
        ([17, 19], 40, false),
    ] {
        let sign = if is_below { "−" } else { "+" };
        let name = format!("d_p = {a}/{b}·(p − 1) {sign} s, s of {bits} bits");
        kinds.push(private(name, SEARCH, STEPS, move |make, n| {
            one(make, n, bits, |less, short| if is_below { less * a / b - short } else { less * a / b + short })
        }));
    }
    kinds.extend(with_a_short_public_exponent());
    kinds
}

/// Keys with short CRT exponents and an e shorter than N, as examples of attacks.
fn with_a_short_public_exponent() -> [Kind; 3] {
    let several = private(
        "three primes with a short e",
        "multi-prime-crt-exponent-lattice",
        "lattices of small dimension, and a number of 200 bits to factor",
        |make, n| {
            let options = several_crt_exponents::ExampleOptions { modulus_length: n, ..Default::default() };
            let made = SeveralCrtExponents::example(&options, &mut *make.rng(), &mut |_| ControlFlow::Continue(()));
            let Ok(Example { target, primes, .. }) = made else { unreachable!("such keys exist") };
            Draft::new(primes).with_public_exponent(target.key.public_exponent())
        },
    );
    // w = n/2 − 2/3·|e| − 1, with which the attack finds the cofactors.
    let two = [[21, 80], [5, 16]].map(|[a, b]| {
        private(
            format!("w just below n/2 − 2/3·|e|, |e| = {a}/{b}·n"),
            "crt-exponent-small-e-lattice",
            "Bleichenbacher and May: a lattice for the cofactors",
            move |make, n| {
                let e = a * n / b;
                let options = partial_exposure::ExampleOptions {
                    modulus_length: n,
                    public_exponent_length: Some(e),
                    crt_exponent_length: Some(n / 2 - (2 * e).div_ceil(3) - 1),
                    known_bits: Some(0),
                    ..Default::default()
                };
                let made = PartialExposure::example(&options, &mut *make.rng(), &mut |_| ControlFlow::Continue(()));
                let Ok(Example { target, primes, .. }) = made else { unreachable!("such keys exist") };
                Draft::new(primes).with_public_exponent(target.key.public_exponent())
            },
        )
    });
    let [first, second] = two;
    [several, first, second].map(|kind| kind.at(1024..=3072))
}

/// Two primes p and q so that (q − 1)/2 is coprime to p − 1: then odd exponents modulo p − 1 and q − 1 can be chosen separately.
fn primes(make: &Maker, n: usize) -> (BigUint, BigUint) {
    let p = make.prime(n / 2);
    loop {
        let q = make.prime(n - n / 2);
        if is_coprime(&(&p - 1u8), &((&q - 1u8) >> 1)) {
            return (p, q);
        }
    }
}

/// d from λ(N) and a short number of this length.
fn whole(make: &Maker, n: usize, bits: usize, of: impl Fn(&BigUint, BigUint) -> BigUint) -> Draft {
    let (p, q) = primes(make, n);
    let lambda = lambda(&[p.clone(), q.clone()]);
    let d = coprime(make, bits, &lambda, of);
    Draft::new([p, q]).with_private_exponent(d)
}

/// d modulo p − 1 from p − 1 and a short number of this length; d modulo q − 1 is random.
fn one(make: &Maker, n: usize, bits: usize, of: impl Fn(&BigUint, BigUint) -> BigUint) -> Draft {
    let (p, q) = primes(make, n);
    let d_p = coprime(make, bits, &(&p - 1u8), of);
    let d_q = make.unit(n - n / 2 - 1, &(&q - 1u8));
    from_crt_exponents(p, q, &d_p, &d_q)
}

/// A number from the modulus and a short number that is coprime to the modulus.
fn coprime(make: &Maker, bits: usize, modulus: &BigUint, of: impl Fn(&BigUint, BigUint) -> BigUint) -> BigUint {
    loop {
        let number = of(modulus, make.number(bits));
        if is_coprime(&number, modulus) {
            return number;
        }
    }
}

/// The d with these odd remainders modulo p − 1 and q − 1.
fn from_crt_exponents(p: BigUint, q: BigUint, d_p: &BigUint, d_q: &BigUint) -> Draft {
    let [less, half]: [BigUint; 2] = [&p - 1u8, (&q - 1u8) >> 1];
    // d = d_p + (p − 1)·t with t ≡ (d_q − d_p)/(p − 1) modulo (q − 1)/2.
    let inverse = less.modinv(&half).unwrap_or_else(|| unreachable!("they are coprime"));
    let difference = d_q % &half + &half - d_p % &half;
    let d = d_p + less * (difference * inverse % half);
    Draft::new([p, q]).with_private_exponent(d)
}
