//! Which multiples of a modulus to try: those whose class numbers are likely to be smooth.

use core::f64::consts::{LN_2, PI};

use modular_powers::prime;
use num_bigint::BigUint;
use num_integer::Integer;

/// Multipliers are below this. There are about 20,000; the worst have class numbers about 30 times those of the best.
const LARGEST: u32 = 1 << 15;
/// The characters of primes below this estimate how far a class number is from the mean.
const LARGEST_CHARACTER: u32 = 128;
/// How much smoother class numbers are than random numbers, once their known powers of two are removed. By the heuristics of H.
/// Cohen and H. W. Lenstra ("Heuristics on class groups of number fields", 1984), an odd prime l divides them on average `Σ 1/(lⁱ
/// − 1)` times more often than random numbers, for i from 2 on; by F. Gerth's extension so does 2, without the genera. `Σ ln
/// l/(lⁱ − 1)` over all primes is 0.85.
const LN_GAIN: f64 = 0.85;

/// A square-free k, so that the only square factors of a discriminant −kN or −4kN are those of N and 4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Multiplier {
    pub(super) k: u32,
    /// Whether the discriminant is −4kN, because −kN would be 2 or 3 modulo 4.
    pub(super) is_even: bool,
    /// The logarithm of a random number that is as likely to be smooth as the class number of −kb or −4kb.
    pub(super) ln_order: f64,
}

/// Multipliers for N = f²·b, the most promising first. `primes` is the number of primes of b.
///
/// The class number is `√|Δ|·L(1, χ)/π`. The beginning of the product for L is known, because χ(l) = (−kN/l) for primes l that do
/// not divide f. Genera make it a multiple of 2^(t − 1) if Δ has t primes.
pub(super) fn multipliers(modulus: &BigUint, square_free_length: usize, primes: usize) -> Vec<Multiplier> {
    let small: Vec<u32> = prime::small_primes().iter().copied().take_while(|l| *l * *l <= LARGEST).collect();
    let characters: Vec<Character> =
        small.iter().take_while(|l| **l < LARGEST_CHARACTER).map(|l| Character::new(*l, modulus)).collect();
    let ln_square_free = (square_free_length as f64 - 0.5) * LN_2;
    let rest = (modulus % 8u8).iter_u32_digits().next().unwrap_or(0);
    let of = |k: u32| {
        let odd_primes = square_free_primes(k, &small)?;
        if modulus.gcd(&k.into()) != BigUint::from(1u8) {
            return None;
        }
        let is_even = k * rest % 4 != 3;
        let ramified = odd_primes + primes + usize::from(is_even);
        // 2 splits if the discriminant −kN is 1 modulo 8, that is, if kN is 7 modulo 8.
        let at_two = if is_even {
            0.0
        } else if k * rest % 8 == 7 {
            1.0
        } else {
            -1.0
        };
        let factor = |l: f64, value: f64| -(1.0 - value / l).ln();
        let ln_l: f64 =
            factor(2.0, at_two) + characters.iter().map(|at| factor(f64::from(at.l), at.value(k))).sum::<f64>();
        let ln_discriminant = ln_square_free + f64::from(k).ln() + if is_even { 2.0 * LN_2 } else { 0.0 };
        let ln_order = ln_discriminant / 2.0 - PI.ln() + ln_l - (ramified - 1) as f64 * LN_2 - LN_GAIN;
        Some(Multiplier { k, is_even, ln_order })
    };
    let mut multipliers: Vec<Multiplier> = (1..LARGEST).filter_map(of).collect();
    multipliers.sort_by(|a, b| a.ln_order.total_cmp(&b.ln_order));
    multipliers
}

/// How many odd primes divide a number below the square of the last of `small`; `None` if a square divides it.
fn square_free_primes(mut k: u32, small: &[u32]) -> Option<usize> {
    if k.is_multiple_of(4) {
        return None;
    }
    if k.is_multiple_of(2) {
        k /= 2;
    }
    let mut primes = 0;
    for l in small.iter().take_while(|l| *l * *l <= LARGEST) {
        if k.is_multiple_of(*l) {
            k /= l;
            primes += 1;
            if k.is_multiple_of(*l) {
                return None;
            }
        }
    }
    Some(primes + usize::from(k > 1))
}

/// The character (−kN/l) as a function of k.
struct Character {
    l: u32,
    /// −N modulo l.
    factor: u32,
    is_square: Vec<bool>,
}

impl Character {
    fn new(l: u32, modulus: &BigUint) -> Self {
        let rest = (modulus % l).iter_u32_digits().next().unwrap_or(0);
        let mut is_square = vec![false; l as usize];
        (1..l).for_each(|root| is_square[(root * root % l) as usize] = true);
        Self { l, factor: (l - rest) % l, is_square }
    }

    fn value(&self, k: u32) -> f64 {
        match k % self.l * self.factor % self.l {
            0 => 0.0,
            residue if self.is_square[residue as usize] => 1.0,
            _ => -1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// N = 5²·7: −k·175 is above −k·7, or −4k·7.
    fn of_a_small_modulus() -> Vec<Multiplier> {
        multipliers(&BigUint::from(175u8), 3, 1)
    }

    /// How many reduced forms of a fundamental discriminant there are: the class number by counting.
    fn class_number(discriminant: i64) -> usize {
        let size = -discriminant;
        let of_leading = |a: i64| {
            let of_middle = |b: &i64| {
                let product = b * b + size;
                product % (4 * a) == 0 && (product > 4 * a * a || product == 4 * a * a && *b >= 0)
            };
            (1 - a..=a).filter(of_middle).count()
        };
        (1..).take_while(|a| 3 * a * a <= size).map(of_leading).sum()
    }

    #[test]
    fn multipliers_have_no_squares_and_nothing_in_common_with_the_modulus() {
        let found = of_a_small_modulus();
        for k in 1..1000 {
            let expected = (2..32).all(|d| k % (d * d) != 0) && k % 5 != 0 && k % 7 != 0;
            assert_eq!(found.iter().any(|multiplier| multiplier.k == k), expected, "{k}");
        }
        assert!(found.is_sorted_by(|a, b| a.ln_order <= b.ln_order));
        // 175 is 3 modulo 4.
        assert!(found.iter().all(|multiplier| multiplier.is_even == (multiplier.k % 4 != 1)));
    }

    /// Compares with class numbers without the powers of two from genera. They agree to a few percent, because the estimate
    /// leaves out the characters of larger primes.
    #[test]
    fn class_numbers_are_about_as_large_as_estimated() {
        let mut sum = 0.0;
        let mut checked = 0;
        for Multiplier { k, is_even, ln_order } in of_a_small_modulus() {
            // Short discriminants are not near the mean of their length.
            if !(1000..20_000).contains(&k) {
                continue;
            }
            let discriminant = if is_even { -28 * i64::from(k) } else { -7 * i64::from(k) };
            let primes =
                1 + usize::from(is_even) + (3..=k).filter(|l| k % l == 0 && l % 2 == 1 && is_prime(*l)).count();
            let order = class_number(discriminant) as f64 / f64::from(1u32 << (primes - 1));
            // 3 bits stand for 2^2.5.
            let estimate = (ln_order + LN_GAIN).exp() * 7f64.sqrt() / 2f64.powf(1.25);
            // The factors at 5 and 7, which divide N, are not in the product: (−k·7/5) is known here.
            let at_five = if [1, 4].contains(&((-7 * i64::from(k)).rem_euclid(5))) { 1.0 } else { -1.0 };
            let estimate = estimate / (1.0 - at_five / 5.0);
            sum += (order / estimate).ln();
            checked += 1;
            assert!((order / estimate).ln().abs() < 0.5, "{k}: {order}, {estimate}");
            if checked == 300 {
                break;
            }
        }
        assert!((sum / f64::from(checked)).abs() < 0.03, "{}", sum / f64::from(checked));
    }

    fn is_prime(number: u32) -> bool {
        (2..number).take_while(|d| d * d <= number).all(|d| !number.is_multiple_of(d))
    }

    #[test]
    fn the_gain_is_the_sum_of_its_formula() {
        let of = |l: f64| l.ln() * (2..60).map(|i| 1.0 / (l.powi(i) - 1.0)).sum::<f64>();
        let sum = of(2.0) + prime::small_primes().iter().map(|l| of(f64::from(*l))).sum::<f64>();
        assert!((sum - LN_GAIN).abs() < 0.01, "{sum}");
    }
}
