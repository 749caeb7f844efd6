//! Exponents with a short relation to the primes.

use num_bigint::BigUint;

use super::{Draft, Kind, Maker, is_coprime, lambda, private, public};

const WIENER: &str = "Wiener: the continued fraction of e/N";
const STEPS: &str = "baby steps and giant steps for the short number s: gcd(2^(e·s) − 2^c, N)";

pub(super) fn kinds() -> Vec<Kind> {
    let mut kinds = vec![
        public("d of n/4 − 16 bits", WIENER, |make, n| whole(make, n, n / 4 - 16, |_, short| short)),
        public("d of 40 bits", WIENER, |make, n| whole(make, n, 40, |_, short| short)),
        private("d of 0.26·n bits (always 1024 bits)", "Boneh and Durfee's lattice, in minutes", |make, _| {
            whole(make, 1024, 266, |_, short| short)
        }),
        public("d = λ(N) − s, s of n/4 − 16 bits", WIENER, |make, n| {
            whole(make, n, n / 4 - 16, |lambda, short| lambda - short)
        }),
        public("d = λ(N) − s, s of 40 bits", WIENER, |make, n| whole(make, n, 40, |lambda, short| lambda - short)),
        private("d near λ(N)/2", WIENER, |make, n| whole(make, n, 61, |lambda, short| lambda / 2u8 + short)),
        private("d near λ(N)/3", WIENER, |make, n| whole(make, n, 61, |lambda, short| lambda / 3u8 + short)),
        private("d near 17·λ(N)/60", WIENER, |make, n| {
            whole(make, n, 61, |lambda, short| lambda * 17u8 / 60u8 + short)
        }),
        private("d_p and d_q of 40 bits", STEPS, |make, n| {
            let (p, q) = primes(make, n);
            let [d_p, d_q] = [make.unit(40, &(&p - 1u8)), make.unit(40, &(&q - 1u8))];
            from_crt_exponents(p, q, &d_p, &d_q)
        }),
        public("equal CRT exponents of n/4 − 24 bits", WIENER, |make, n| {
            let (p, q) = primes(make, n);
            let d = make.unit(n / 4 - 24, &lambda(&[p.clone(), q.clone()]));
            Draft::new([p, q]).with_private_exponent(d)
        }),
        private("e = 65537 + λ(N)", "e − 65537 is a multiple of λ(N)", |make, n| {
            let (p, q) = primes(make, n);
            let e = lambda(&[p.clone(), q.clone()]) + 65537u32;
            Draft::new([p, q]).with_public_exponent(e)
        }),
        private(
            "e = s + k·(p − 1), s of 32 bits",
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
        private("e = nextprime(p)", "gcd(e − δ, N) for small δ", |make, n| {
            let (p, q) = primes(make, n);
            let e = make.next_prime(&p + 2u8);
            Draft::new([p, q]).with_public_exponent(e)
        }),
        private("e = nextprime(k·p), k random", "gcd(e − δ, N) for small δ", |make, n| {
            let (p, q) = primes(make, n);
            let e = make.next_prime(&p * make.number(n / 4));
            Draft::new([p, q]).with_public_exponent(e)
        }),
        private("e is the high half of p and 16 bits", "Coppersmith's lattice with the high half of p", |make, n| {
            let (p, q) = primes(make, n);
            let e = make.next_prime(&p >> (n / 4 - 16));
            Draft::new([p, q]).with_public_exponent(e)
        }),
        public("e = 1", "encryption changes nothing", |make, n| {
            let (p, q) = primes(make, n);
            Draft::new([p, q]).with_public_exponent(1u8.into())
        }),
    ];
    kinds.extend([
        step("d_p of 32 bits", |make, n| one(make, n, 32, |_, short| short)),
        step("d_p of 40 bits", |make, n| one(make, n, 40, |_, short| short)),
        step("d_p = p − 1 − s, s of 40 bits", |make, n| one(make, n, 40, |less, short| less - short)),
        step("d_p = (p − 1)/2 + s, s of 40 bits", |make, n| one(make, n, 40, |less, short| less / 2u8 + short)),
        step("d_p = (p − 1)/2 − s, s of 40 bits", |make, n| one(make, n, 40, |less, short| less / 2u8 - short)),
        step("d_p = (p − 1)/3 + s, s of 36 bits", |make, n| one(make, n, 36, |less, short| less / 3u8 + short)),
        step("d_p = 5(p − 1)/7 + s, s of 36 bits", |make, n| {
            one(make, n, 36, |less, short| less * 5u8 / 7u8 + short)
        }),
        step("d_p = 11(p − 1)/16 − s, s of 36 bits", |make, n| {
            one(make, n, 36, |less, short| less * 11u8 / 16u8 - short)
        }),
    ]);
    kinds
}

fn step(name: &'static str, make: fn(&Maker, usize) -> Draft) -> Kind {
    private(name, STEPS, make)
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
fn whole(make: &Maker, n: usize, bits: usize, of: fn(&BigUint, BigUint) -> BigUint) -> Draft {
    let (p, q) = primes(make, n);
    let lambda = lambda(&[p.clone(), q.clone()]);
    let d = coprime(make, bits, &lambda, of);
    Draft::new([p, q]).with_private_exponent(d)
}

/// d modulo p − 1 from p − 1 and a short number of this length; d modulo q − 1 is random.
fn one(make: &Maker, n: usize, bits: usize, of: fn(&BigUint, BigUint) -> BigUint) -> Draft {
    let (p, q) = primes(make, n);
    let d_p = coprime(make, bits, &(&p - 1u8), of);
    let d_q = make.unit(n - n / 2 - 1, &(&q - 1u8));
    from_crt_exponents(p, q, &d_p, &d_q)
}

/// A number from the modulus and a short number that is coprime to the modulus.
fn coprime(make: &Maker, bits: usize, modulus: &BigUint, of: fn(&BigUint, BigUint) -> BigUint) -> BigUint {
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
