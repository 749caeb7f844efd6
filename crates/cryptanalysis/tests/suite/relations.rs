//! Keys with primes or exponents in a simple relation, made from seeds, and the strengths of their kinds.

use modular_powers::random;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use rsa_cryptanalysis::{KeyFinding, Reach, Verdict, assess_private_key, assess_public_key};
use rsa_variants::{Components, KeyParams, PublicComponents, Variant};

use crate::specimens::{Maker, Specimen, key, two_to};

fn number(x: u32) -> BigUint {
    x.into()
}

/// A random prime q of up to `bits` bits with `q ≡ residue mod 2^low`.
fn with_low_bits(make: &mut Maker, residue: &BigUint, low: usize, bits: usize) -> BigUint {
    loop {
        let q = (make.odd(bits - low) << low) + residue % two_to(low);
        if (&q - 1u8) % 65537u32 != BigUint::ZERO && make.is_prime(&q) {
            return q;
        }
    }
}

/// A key with this d modulo p − 1 and a random one modulo q − 1.
fn with_crt_exponent(
    name: &str,
    make: &mut Maker,
    half: usize,
    choose: impl Fn(&mut Maker, &BigUint) -> BigUint,
) -> Specimen {
    loop {
        let (p, q) = (make.prime(half), make.prime(half));
        let [p_less, q_half] = [&p - 1u8, (&q - 1u8) >> 1];
        let (chosen, random) = (choose(make, &p_less), make.odd(half - 2));
        let one = number(1);
        if chosen.gcd(&p_less) != one || random.gcd(&q_half) != one || p_less.gcd(&q_half) != one || !q_half.bit(0) {
            continue;
        }
        let difference = (&random + &q_half - &chosen % &q_half) % &q_half;
        let inverse = (&p_less % &q_half).modinv(&q_half).unwrap();
        let d = &chosen + &p_less * (difference * inverse % &q_half);
        return key(name, vec![p, q], None, Some(d));
    }
}

/// The number `(a·modulus ± s)/b` next to that fraction, with s of `bits` bits.
fn near_fraction(make: &mut Maker, modulus: &BigUint, [a, b]: [u32; 2], bits: usize, is_below: bool) -> BigUint {
    loop {
        let s = make.odd(bits);
        let product = modulus * a;
        let sum = if is_below { product - s } else { product + s };
        let d = sum / b;
        if d.gcd(modulus) == number(1) {
            return d;
        }
    }
}

fn with_private_exponent(
    name: &str,
    make: &mut Maker,
    half: usize,
    fraction: [u32; 2],
    bits: usize,
    is_below: bool,
) -> Specimen {
    let (p, q) = (make.prime(half), make.prime(half));
    let lambda = (&p - 1u8).lcm(&(&q - 1u8));
    let d = near_fraction(make, &lambda, fraction, bits, is_below);
    key(name, vec![p, q], None, Some(d))
}

/// A product of random primes of up to `bits` bits and one of `longest` bits, plus or minus one, if that is a prime.
fn smooth(make: &mut Maker, half: usize, [bits, longest]: [usize; 2], is_plus: bool) -> BigUint {
    // The search for long primes divides by short ones first.
    let short_prime = |make: &mut Maker, bits: usize| loop {
        let candidate = random::in_interval(&number(3), &two_to(bits), &mut make.rng).unwrap() | number(1);
        let candidate = u64::try_from(candidate).unwrap();
        if candidate != 65537 && (3..).step_by(2).take_while(|d| d * d <= candidate).all(|d| candidate % d != 0) {
            return BigUint::from(candidate);
        }
    };
    loop {
        let mut product: BigUint = if longest > 32 { make.prime(longest) } else { short_prime(make, longest) } << 1;
        while (product.bits() as usize) + bits < half {
            product *= short_prime(make, bits);
        }
        let rest = half - product.bits() as usize;
        product *= random::in_interval(&two_to(rest.saturating_sub(1)), &two_to(rest), &mut make.rng).unwrap();
        let p = if is_plus { product - 1u8 } else { product + 1u8 };
        if p.bit(0) && (&p - 1u8) % 65537u32 != BigUint::ZERO && make.is_prime(&p) {
            return p;
        }
    }
}

fn with_complex_multiplication(make: &mut Maker, half: usize, d: u32) -> BigUint {
    loop {
        let s = make.odd(half / 2 + 1 - d.ilog2() as usize / 2);
        let product = &s * &s * d + 1u8;
        let p: BigUint = &product >> 2;
        if product.trailing_zeros() >= Some(2) && (&p - 1u8) % 65537u32 != BigUint::ZERO && make.is_prime(&p) {
            return p;
        }
    }
}

fn reversed(x: &BigUint) -> BigUint {
    let mut number = BigUint::ZERO;
    (0..x.bits()).for_each(|bit| number.set_bit(x.bits() - 1 - bit, x.bit(bit)));
    number
}

fn factorial(bits: usize) -> BigUint {
    let mut product = number(1);
    (2u32..).find(|k| {
        product *= *k;
        product.bits() as usize >= bits
    });
    product
}

/// Keys of n bits that fall within a day, each with the code of what is wrong.
fn weak(make: &mut Maker, n: usize) -> Vec<(&'static str, Specimen)> {
    let h = n / 2;
    let mut keys = Vec::new();
    let q0 = make.prime(h);

    for [a, b] in [[11u32, 9], [11, 12], [57, 50], [101, 100], [1009, 1000], [1_000_003, 1], [9973, 8191], [37, 1]] {
        let p = make.prime(h - (a / b).max(1).ilog2() as usize / 2);
        // From no distance to one that costs a few guesses.
        let distance = make.odd(h / 2 - 20) >> random_shift(make, h / 2 - 20);
        let q = make.next_prime(&p * a / b + distance);
        keys.push(("close-primes", key(&format!("q/p near {a}/{b}"), vec![p, q], None, None)));
    }
    for (a, b) in [(-1, 1), (3, 1), (5, 1), (-7, 1), (101, 1), (5, 3), (-1009, 7), (1, 1)] {
        for low in [h / 2 + 12, h / 2 - 4] {
            let p = make.prime(h);
            let modulus = BigInt::from(two_to(low));
            let inverse = number(b).modinv(&two_to(low)).unwrap();
            let product: BigInt = BigInt::from(p.clone()) * a * BigInt::from(inverse);
            let residue = product.mod_floor(&modulus).to_biguint().unwrap();
            let q = with_low_bits(make, &residue, low, h);
            let name = format!("{b}·q ≡ {a}·p mod 2^{low}");
            keys.push(("shared-low-bits", key(&name, vec![p, q], None, None)));
        }
    }

    // Sums, differences and primes near simple numbers.
    let decimal = |bits: usize| number(10).pow((bits as f64 / 10f64.log2()) as u32);
    let sums = [
        ("a power of two", two_to(h + 1) - two_to(h - 1)),
        ("a short multiple", BigUint::from(0xdead_beefu32) << (h - 31)),
        ("three powers of two", two_to(h) + two_to(h - 1) + two_to(h - 100)),
        ("a power of ten", decimal(h + 1) * 3u8),
        ("a third of a power of two", two_to(h + 2) / 3u8),
    ];
    for (name, sum) in sums {
        let p = make.prime(sum.bits() as usize - 2);
        let q = make.next_prime(&sum - &p);
        keys.push(("simple-number", key(&format!("p + q near {name}"), vec![p.clone(), q], None, None)));
        let distance = make.odd(h / 2 - 8);
        let p = make.next_prime((&sum >> 2) + distance);
        keys.push(("simple-number", key(&format!("p near {name}"), vec![p, q0.clone()], None, None)));
    }
    let third = 3u32;
    let base = BigUint::from(1_234_567_891u32);
    let simple = [
        ("a power of three", number(third).pow((h as f64 / 3f64.log2()) as u32)),
        ("twice a power of seven", number(7).pow((h as f64 / 7f64.log2()) as u32) * 2u8),
        ("a power", base.pow((h as f64 / 1_234_567_891f64.log2()) as u32)),
        ("a factorial", factorial(h)),
        ("two powers of two", two_to(h - 1) + two_to(h - 77)),
        ("a power of two", two_to(h - 1)),
        ("a repunit", (decimal(h) - 1u8) / 9u8),
    ];
    for (name, simple) in simple {
        let p = make.next_prime(simple);
        keys.push(("simple-number", key(&format!("a prime after {name}"), vec![p, q0.clone()], None, None)));
    }
    let low = with_low_bits(make, &number(12345), h / 2 + 8, h);
    keys.push(("simple-number", key("a prime with simple low bits", vec![low, q0.clone()], None, None)));

    // Exponents.
    for (fraction, is_below) in [([1u32, 1], true), ([1, 2], false), ([2, 3], true), ([5, 7], false), ([0, 1], false)] {
        let [a, b] = fraction;
        let sign = if is_below { "−" } else { "+" };
        let name = format!("d = {a}/{b}·λ {sign} a short number");
        let made = with_private_exponent(&name, make, h, fraction, n / 4 - 20, is_below);
        keys.push(("short-private-exponent", made.in_public()));
    }
    for (fraction, is_below) in [([1u32, 1], true), ([1, 2], false), ([1, 3], true), ([17, 19], false)] {
        let [a, b] = fraction;
        let sign = if is_below { "−" } else { "+" };
        let name = format!("d_p = {a}/{b}·(p − 1) {sign} 40 bits");
        let choose = |make: &mut Maker, p_less: &BigUint| near_fraction(make, p_less, fraction, 40, is_below);
        keys.push(("", with_crt_exponent(&name, make, h, choose)));
    }

    for d in [3u32, 11, 19, 43, 163, 1003, 20_011] {
        let p = with_complex_multiplication(make, h, d);
        keys.push(("complex-multiplication", key(&format!("4p − 1 = {d}·s²"), vec![p, q0.clone()], None, None)));
    }
    for bits in [[10, 13], [21, 21], [24, 24], [16, 60]] {
        for is_plus in [false, true] {
            let p = smooth(make, h, bits, is_plus);
            let [sign, name] = [if is_plus { "+" } else { "−" }, "1 with primes of"];
            keys.push((
                "smooth-prime",
                key(&format!("p {sign} {name} {bits:?} bits"), vec![p, q0.clone()], None, None),
            ));
        }
    }

    // Bits in common.
    let p = make.prime(h);
    let high: BigUint = make.odd(h - h / 2) << (h / 2);
    let q = make.next_prime((&p >> (h / 2)) + high);
    keys.push(("prime-pattern", key("the high half of p as the low half of q", vec![p.clone(), q], None, None)));
    let turned = make.next_prime(reversed(&p));
    keys.push(("prime-pattern", key("p reversed", vec![p.clone(), turned], None, None)));
    let middle = (make.odd(h / 8) << (h - h / 8)) + ((&p % two_to(h - h / 5)) >> (h / 5) << (h / 5)) + make.odd(h / 5);
    let middle = make.next_prime(middle);
    keys.push(("prime-pattern", key("the same middle bits", vec![p.clone(), middle], None, None)));
    let inverted = make.next_prime(two_to(h) - 1u8 - &p);
    keys.push(("simple-number", key("p inverted", vec![p, inverted], None, None)));
    let period = make.odd(h / 3);
    let repeated = make.next_prime((&period << (2 * period.bits())) + (&period << period.bits()) + &period);
    keys.push(("prime-pattern", key("a prime that repeats a third of it", vec![repeated, q0.clone()], None, None)));

    if n <= 2048 {
        let p = infineon(make, h);
        keys.push(("roca", key("one prime by Infineon's library", vec![p, q0], None, None)));
    }
    keys
}

fn random_shift(make: &mut Maker, most: usize) -> usize {
    let shift = random::in_interval(&number(1), &most.into(), &mut make.rng).unwrap();
    usize::try_from(shift).unwrap()
}

fn infineon(make: &mut Maker, half: usize) -> BigUint {
    let count = if half < 496 { 39 } else { 71 };
    let m: BigUint = (2..=701u32).filter(|n| (2..*n).all(|d| n % d != 0)).take(count).product();
    loop {
        let p = &m * make.odd(half - m.bits() as usize) + number(65537).modpow(&make.odd(60), &m);
        if (&p - 1u8) % 65537u32 != BigUint::ZERO && make.is_prime(&p) {
            return p;
        }
    }
}

/// Keys whose public half shows the defect.
fn weak_in_public(make: &mut Maker, n: usize) -> Vec<Specimen> {
    let h = n / 2;
    let q = make.prime(h);
    let mut keys = Vec::new();
    for [a, b] in [[11u32, 9], [11, 12], [57, 50], [101, 100], [127, 129], [9973, 1]] {
        let p = make.prime(h);
        let near = make.next_prime(&p * a / b);
        keys.push(key(&format!("q/p next to {a}/{b}"), vec![p, near], None, None));
    }
    let p = smooth(make, h, [12, 13], false);
    keys.push(key("p − 1 with primes below 2^13", vec![p, q.clone()], None, None));
    // With an even number of primes 2, or with a prime 3, p + 1 is of the form that the first two starting values find.
    let p = loop {
        let p = smooth(make, h, [12, 13], true);
        if (&p + 1u8) % 4u8 == BigUint::ZERO || (&p + 1u8) % 3u8 == BigUint::ZERO {
            break p;
        }
    };
    keys.push(key("p + 1 with primes below 2^13", vec![p, q], None, None));
    keys
}

#[test]
fn simple_relations_are_seen_in_public() {
    for (seed, n) in [(31, 1024), (32, 1536)] {
        for specimen in weak_in_public(&mut Maker::new(seed), n) {
            let assessment = assess_public_key(&specimen.public, &[]);
            let factor = assessment.key_findings.iter().find_map(|finding| finding.factor.clone());
            assert_eq!(assessment.reach, Some(Reach::Here), "{}", specimen.name);
            assert_eq!(&specimen.public.modulus % factor.unwrap(), BigUint::ZERO, "{}", specimen.name);
        }
    }
}

/// Mersenne primes.
#[test]
fn a_prime_modulus_of_any_length_is_seen() {
    for bits in [1279, 4253, 9689] {
        let key = PublicComponents::new(two_to(bits) - 1u8, number(65537));
        let assessment = assess_public_key(&key, &[]);
        assert_eq!(assessment.key_findings[0].code, "prime-modulus", "{bits}");
        assert_eq!(assessment.verdict, Verdict::Broken);
    }
}

#[test]
fn primes_of_a_power_that_are_close_are_broken() {
    let make = &mut Maker::new(41);
    let p = make.prime(512);
    let distance = make.odd(384);
    let q = make.next_prime(&p + distance);
    // p³·q: of p, the lattice finds 3/16 of n, or 384 bits.
    let params = KeyParams { primes: Some(4), ..KeyParams::new(Variant::MultiPower, 2048) };
    let far = make.prime(512);
    for (other, code) in [(q, Some("close-primes")), (far, None)] {
        let primes = vec![p.clone(), other];
        let components = Components {
            modulus: p.pow(3) * &primes[1],
            public_exponents: vec![number(65537)],
            private_exponent: number(65537).modinv(&(p.pow(2) * (&p - 1u8) * (&primes[1] - 1u8))).unwrap(),
            primes,
            crt_exponents: vec![],
            crt_coefficients: vec![],
        };
        let assessment = assess_private_key(&params, &components, &[]);
        let first = assessment.key_findings.iter().find(|finding| finding.strength.is_some());
        assert_eq!(first.map(|finding| finding.code), code, "{:?}", assessment.key_findings);
        assert_eq!(assessment.verdict == Verdict::Broken, code.is_some());
    }
}

/// 2^(n/4 − g/2) steps for an unknown divisor of g bits, unless its primes are easy to find in N − 1.
#[test]
fn a_common_divisor_costs_what_is_unknown_of_it() {
    let make = &mut Maker::new(42);
    let mut key_with = |divisor: &BigUint| {
        let mut prime = || loop {
            let p: BigUint = ((divisor * make.odd(1024 - divisor.bits() as usize - 1)) << 1) + 1u8;
            if make.is_prime(&p) {
                return p;
            }
        };
        vec![prime(), prime()]
    };
    let long = Maker::new(43).prime(480);
    let small = number(3).pow(300) * number(7).pow(2);
    let longest = Maker::new(44).prime(960);
    for (divisor, expected) in [(long, 94), (small, 29), (longest, 32)] {
        let found = strength(&findings(key_with(&divisor)), "common-divisor");
        assert!(found.abs_diff(expected) <= 4, "{} bits: {found}, {expected}", divisor.bits());
    }
}

/// Broken if both are short, weak if they are long.
#[test]
fn equal_exponents_are_broken_if_they_are_short() {
    let make = &mut Maker::new(45);
    for (bits, expected) in [(240, Verdict::Broken), (400, Verdict::Weak), (500, Verdict::Weak)] {
        let specimen = with_private_exponent("", make, 512, [0, 1], bits, false);
        let (params, components) = specimen.private.unwrap();
        let assessment = assess_private_key(&params, &components, &[]);
        let equal = assessment.key_findings.iter().find(|finding| finding.code == "equal-crt-exponents").unwrap();
        assert_eq!((equal.strength, assessment.verdict), (Some(80), expected), "{bits}");
    }
}

/// Every kind is seen for what it is and called broken, or has a method that breaks it (code "").
fn all_are_seen(seed: u8, n: usize) {
    let keys = weak(&mut Maker::new(seed), n);
    let mut wrong = Vec::new();
    for (code, specimen) in &keys {
        let (params, components) = specimen.private.as_ref().unwrap();
        let assessment = assess_private_key(params, components, &[]);
        let is_broken =
            assessment.verdict == Verdict::Broken && assessment.reach.is_some_and(|reach| reach <= Reach::Practical);
        let is_seen = code.is_empty() || assessment.key_findings.iter().any(|finding| finding.code == *code);
        if !is_broken || !is_seen {
            wrong.push(format!(
                "{}: {} {:?} {:?}",
                specimen.name,
                assessment.verdict.name(),
                assessment.reach,
                assessment.key_findings
            ));
        }
        if specimen.shows_in_public {
            let assessment = assess_public_key(&specimen.public, &[]);
            assert_eq!(assessment.verdict, Verdict::Broken, "{} in public", specimen.name);
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), keys.len());
}

#[test]
fn simple_relations_are_seen_at_1024_bits() {
    all_are_seen(11, 1024);
}

#[test]
#[ignore = "exhaustive: takes minutes to make the keys"]
fn simple_relations_are_seen_at_1536_bits() {
    all_are_seen(12, 1536);
}

#[test]
#[ignore = "exhaustive: takes minutes to make the keys"]
fn simple_relations_are_seen_at_lengths_in_use() {
    for (seed, n) in [(13, 2048), (14, 3072)] {
        all_are_seen(seed, n);
    }
}

fn findings(primes: Vec<BigUint>) -> Vec<KeyFinding> {
    let specimen = key("", primes, None, None);
    let (params, components) = specimen.private.unwrap();
    assess_private_key(&params, &components, &[]).key_findings
}

/// The strength of the first finding with this code, or 999 without one.
fn strength(findings: &[KeyFinding], code: &str) -> u32 {
    findings.iter().find(|finding| finding.code == code).map_or(999, |finding| finding.strength.unwrap())
}

/// `D²/(8·√N)` steps of Fermat's method, or a lattice for each of the bits that D has above n/4, whichever is less.
#[test]
fn the_distance_of_the_primes_costs_what_the_formula_says() {
    let make = &mut Maker::new(21);
    let p = make.prime(1024);
    let mut last = 0;
    for bits in [480i64, 510, 513, 518, 534, 540, 560, 590, 601, 603, 640] {
        let distance = make.odd(bits as usize - 1) + (number(1) << (bits - 1));
        let q = make.next_prime(&p + distance);
        let all = findings(vec![p.clone(), q]);
        let found = strength(&all, "close-primes");
        let steps = (2 * bits - 1024 - 3).max(0);
        let lattices = if bits > 513 { bits - 513 + 20 } else { 0 };
        let expected = u32::try_from(steps.min(lattices)).unwrap();
        // The check of the public key takes the first 4096 steps.
        let expected = if steps <= 12 { 0 } else { expected };
        let expected = if expected < 110 { expected } else { 999 };
        assert!(found.abs_diff(expected) <= 1 && found >= last, "{bits}: {found}, {expected}: {all:?}");
        last = found;
    }
}
