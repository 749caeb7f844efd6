use super::*;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::from_seed([3; 32])
}

fn prime(number: &BigUint) -> bool {
    is_probably_prime(number, ROUNDS_FOR_ANY_NUMBER, Engine::default(), &mut rng())
}

#[test]
fn known_primes_pass_and_known_composites_fail() {
    let mersenne = |exponent: u32| (BigUint::from(1u8) << exponent) - 1u8;
    for exponent in [61, 89, 107, 127, 521, 607, 1279] {
        assert!(prime(&mersenne(exponent)), "2^{exponent} − 1");
    }
    for exponent in [67, 101, 257, 509, 1021] {
        assert!(!prime(&mersenne(exponent)), "2^{exponent} − 1");
    }
    // Carmichael numbers (Fermat's test is blind to them) whose factors are above the sieve's limit:
    // (6k + 1)(12k + 1)(18k + 1) for k where all three are prime, and a square of a prime.
    let carmichael = (3000u64..)
        .map(|k| [6 * k + 1, 12 * k + 1, 18 * k + 1].map(BigUint::from))
        .find(|factors| factors.iter().all(prime))
        .unwrap();
    assert!(!prime(&carmichael.iter().product()));
    assert!(!prime(&(mersenne(61) * mersenne(61))));
}

#[test]
fn small_numbers_are_told_exactly() {
    for number in 0u32..70_000 {
        let by_division = number > 1 && (2..).take_while(|d| d * d <= number).all(|d| number % d != 0);
        assert_eq!(prime(&BigUint::from(number)), by_division, "{number}");
    }
    for exponent in [20u32, 27, 64] {
        assert!(!prime(&(BigUint::from(1u8) << exponent)));
    }
}

#[test]
fn random_primes_keep_to_the_interval_and_the_condition() {
    let low = BigUint::from(3u8) << 126;
    let high = BigUint::from(1u8) << 128;
    let condition = |candidate: &BigUint| (candidate - 1u8) % 7u32 != BigUint::ZERO;
    let mut rng = rng();
    for _ in 0..10 {
        let found =
            random_prime(&low, &high, condition, Engine::default(), &mut rng, |_| ControlFlow::Continue(())).unwrap();
        assert!(found >= low && found < high && condition(&found) && prime(&found));
    }
}

#[test]
fn a_search_counts_and_can_be_cancelled() {
    let low = BigUint::from(1u8) << 1023;
    let high = &low << 1;
    let mut seen = Vec::new();
    let result = random_prime(
        &low,
        &high,
        |_| true,
        Engine::default(),
        &mut rng(),
        |tested| {
            seen.push(tested);
            if tested == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    // Seed chosen so that none of the first four candidates is prime.
    assert_eq!((result, seen), (Err(Cancelled), vec![0, 2, 4]));
}

#[test]
fn a_seed_leads_to_the_same_prime_with_every_engine() {
    let low = BigUint::from(1u8) << 199;
    let find = |engine: Engine| {
        random_prime(&low, &(&low << 1), |_| true, engine, &mut rng(), |_| ControlFlow::Continue(())).unwrap()
    };
    let [lanes, scalar, reference] = [Engine::Lanes, Engine::Scalar, Engine::Reference].map(find);
    assert_eq!((&lanes, &scalar), (&scalar, &reference));
}

#[test]
fn expected_candidates_match_a_search() {
    let low = BigUint::from(1u8) << 255;
    let mut rng = rng();
    let mut total = 0;
    for _ in 0..100 {
        let mut before_the_last = 0;
        let count = |tested| {
            before_the_last = tested;
            ControlFlow::Continue(())
        };
        random_prime(&low, &(&low << 1), |_| true, Engine::default(), &mut rng, count).unwrap();
        // The prime is one of the last two.
        total += before_the_last + 1;
    }
    // 100 geometric draws with mean 11: standard error 10 %.
    let expected = 100 * expected_candidates(256);
    assert!((expected * 6 / 10..expected * 14 / 10).contains(&total), "{total} against {expected}");
}

#[test]
fn rounds_follow_the_length_of_the_candidates() {
    assert_eq!(
        [63, 64, 127, 128, 511, 512, 1023, 1024, 1536].map(rounds_for_random_number),
        [56, 56, 56, 40, 12, 9, 6, 5, 4]
    );
}
