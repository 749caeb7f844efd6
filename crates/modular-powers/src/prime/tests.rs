use super::*;
use crate::random::tests::{Constant, SameStart, Scripted};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::from_seed([3; 32])
}

fn prime(number: &BigUint) -> bool {
    let tested = is_prime(number, Engine::default(), &mut rng());
    assert_eq!(tested, is_probably_prime(number, ROUNDS_FOR_ANY_NUMBER, Engine::default(), &mut rng()), "{number}");
    tested.unwrap()
}

/// Whether the number passes Miller–Rabin with this base.
fn passes_base(number: &BigUint, base: u8) -> bool {
    let candidate = Candidate::new(number);
    let bases = vec![candidate.base(base)];
    miller_rabin::pass(&[candidate], &[bases], Engine::default())[0]
}

/// Arnault's composites: one of 46 digits that passes with all prime bases below 37 ("Constructing Carmichael numbers
/// which are strong pseudoprimes to several bases", Journal of Symbolic Computation 20, 1995), and a Carmichael number
/// of 397 digits that passes with all prime bases below 307 (Mathematics of Computation 64, 1995).
#[test]
fn numbers_built_to_pass_miller_rabin_are_refused_by_each_half_of_the_test() {
    let decimal = |digits: &str| digits.parse::<BigUint>().unwrap();
    let short = decimal("1195068768795265792518361315725116351898245581");
    let p = decimal(
        "296744956686855105501541746429053327307719917998530433509950755312768387531717701995942385964281211880336647542183\
         45562493168782883",
    );
    let [q, r] = [313u32, 353].map(|factor| (&p - 1u8) * factor + 1u8);
    for (number, least_witness) in [(short, 37u32), (&p * q * r, 307)] {
        for base in [2].iter().chain(small_primes()).take_while(|base| **base < least_witness.min(256)) {
            assert!(passes_base(&number, *base as u8), "base {base}");
        }
        assert!(!lucas::is_extra_strong_probable_prime(&number));
        // Random bases detect it too: at least three quarters of all bases. Fewer than 51 of a hundred would have a
        // probability below 10⁻⁷.
        let candidate = Candidate::new(&number);
        let witnesses = (candidate.random_bases(100, &mut rng()).unwrap().into_iter())
            .filter(|base| {
                !miller_rabin::pass(core::slice::from_ref(&candidate), &[vec![base.clone()]], Engine::default())[0]
            })
            .count();
        assert!(witnesses > 50, "{witnesses} of 100");
        assert!(!prime(&number));
    }
}

/// Base 2 detects numbers that deceive the Lucas test, and the other way round. No number deceives both.
#[test]
fn each_half_of_the_test_detects_the_pseudoprimes_of_the_other() {
    for number in [989u32, 3239, 5777, 10877, 27971, 29681, 30739, 31631, 39059, 72389, 73919, 75077] {
        let number = BigUint::from(number);
        assert!(lucas::is_extra_strong_probable_prime(&number) && !passes_base(&number, 2), "{number}");
    }
    // OEIS A001262
    for number in [2047u32, 3277, 4033, 4681, 8321, 15841, 29341, 42799, 49141, 52633, 65281, 74665, 80581] {
        let number = BigUint::from(number);
        assert!(passes_base(&number, 2) && !lucas::is_extra_strong_probable_prime(&number), "{number}");
    }
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
    // Carmichael numbers, which Fermat's test does not detect, with factors above the sieve's limit: (6k + 1)(12k +
    // 1)(18k + 1) for k where all three are prime. And the square of a prime.
    let carmichael = (3000u64..)
        .map(|k| [6 * k + 1, 12 * k + 1, 18 * k + 1].map(BigUint::from))
        .find(|factors| factors.iter().all(prime))
        .unwrap();
    assert!(!prime(&carmichael.iter().product()));
    assert!(!prime(&(mersenne(61) * mersenne(61))));
}

#[test]
fn small_numbers_are_classified_exactly() {
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
fn a_search_counts_and_can_be_canceled() {
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
    // The seed is chosen so that none of the first four candidates is prime.
    assert_eq!((result, seen), (Err(SearchError::Canceled), vec![0, 2, 4]));
}

#[test]
fn a_seed_gives_the_same_prime_with_every_engine() {
    let low = BigUint::from(1u8) << 199;
    let find = |engine: Engine| {
        random_prime(&low, &(&low << 1), |_| true, engine, &mut rng(), |_| ControlFlow::Continue(())).unwrap()
    };
    let expected = find(Engine::NumBigint);
    for engine in Engine::all() {
        assert_eq!(find(engine), expected, "{}", engine.name());
    }
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

#[test]
fn an_interval_without_suitable_primes_ends_the_search() {
    let low = BigUint::from(1u8) << 63;
    let search = |high: &BigUint, accept: fn(&BigUint) -> bool| {
        random_prime(&low, high, accept, Engine::default(), &mut rng(), |_| ControlFlow::Continue(()))
    };
    assert_eq!(search(&(&low << 1), |_| false), Err(SearchError::StuckGenerator));
    // The first prime above 2^63 is 2^63 + 29.
    assert_eq!(search(&(&low + 29u8), |_| true), Err(SearchError::StuckGenerator));
    assert_eq!(search(&(&low + 30u8), |_| true), Ok(&low + 29u8));
}

#[test]
fn a_generator_that_repeats_numbers_ends_tests_and_searches() {
    for exponent in [67u32, 89, 127, 521] {
        let number = (BigUint::from(1u8) << exponent) - 1u8;
        for word in [0, u64::MAX, 0x0123_4567_89ab_cdef] {
            let rng = &mut Constant(word);
            assert_eq!(is_prime(&number, Engine::default(), rng), Err(StuckGenerator), "2^{exponent} − 1");
            // Fermat's test with base 2 passes them all, even the composite 2^67 − 1.
            let tested = is_probably_prime(&number, 9, Engine::default(), rng);
            assert_eq!(tested, Err(StuckGenerator), "2^{exponent} − 1");
            let search =
                random_prime(&number, &(&number << 4), |_| true, Engine::default(), rng, |_| ControlFlow::Continue(()));
            assert_eq!(search, Err(SearchError::StuckGenerator));
        }
    }
}

/// Arnault's composite of 46 digits, which passes Miller–Rabin with all prime bases below 37, and a base that detects it.
fn strong_pseudoprime() -> (BigUint, [u64; 10], u64) {
    let number: BigUint = "1195068768795265792518361315725116351898245581".parse().unwrap();
    let (liars, witness) = ([3, 5, 7, 11, 13, 17, 19, 23, 29, 31], 37);
    assert!(liars.iter().all(|base| passes_base(&number, *base as u8)) && !passes_base(&number, witness as u8));
    (number, liars, witness)
}

/// Without its Lucas test, `is_prime` would accept a composite whose random bases are all liars.
#[test]
fn the_lucas_test_stands_alone() {
    let (number, liars, _) = strong_pseudoprime();
    let bases = &liars[..ROUNDS_BESIDE_LUCAS];
    let mut rng = Scripted::new(bases);
    assert_eq!(is_prime(&number, Engine::default(), &mut rng), Ok(false));
    assert_eq!(rng.left(), 0);
}

/// One witness among liars, at each place: every round counts.
#[test]
fn every_round_detects_a_composite() {
    let (number, liars, witness) = strong_pseudoprime();
    for rounds in 1..=liars.len() {
        let tested = |bases: &[u64]| {
            let mut rng = Scripted::new(bases);
            let result = is_probably_prime(&number, bases.len(), Engine::default(), &mut rng).unwrap();
            assert_eq!(rng.left(), 0, "a base for each round");
            result
        };
        assert!(rounds == 1 || tested(&liars[..rounds]), "{rounds} liars");
        for place in 0..rounds {
            let mut bases = liars[..rounds].to_vec();
            bases[place] = witness;
            assert!(!tested(&bases), "{rounds} rounds, witness {place}");
        }
    }
    // A prime takes as many bases with `is_prime`.
    let mut rng = Scripted::new(&liars[..ROUNDS_BESIDE_LUCAS]);
    assert_eq!(is_prime(&((BigUint::from(1u8) << 127) - 1u8), Engine::default(), &mut rng), Ok(true));
    assert_eq!(rng.left(), 0);
}

/// So does a search: its last round detects the only candidate.
#[test]
fn a_search_makes_all_rounds() {
    let (number, _, witness) = strong_pseudoprime();
    let rounds = rounds_for_random_number(number.bits() as usize);
    let liars: Vec<u64> = (3..=255u8).filter(|base| passes_base(&number, *base)).map(u64::from).take(rounds).collect();
    assert_eq!(liars.len(), rounds);
    let search = |bases: &[u64]| {
        let mut rng = Scripted::after_a_start(bases);
        let stop = |tested| if tested > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        random_prime(&number, &(&number + 1u8), |_| true, Engine::default(), &mut rng, stop)
    };
    assert_eq!(search(&liars), Ok(number.clone()), "it deceives all rounds");
    let mut bases = liars;
    *bases.last_mut().unwrap() = witness;
    assert_eq!(search(&bases), Err(SearchError::Canceled));
}

/// From the same start, a search finds different primes: it does not favor the one after the longest gap.
#[test]
fn candidates_are_tested_in_random_order() {
    let low = BigUint::from(1u8) << 255;
    let mut found: Vec<BigUint> = (0..40)
        .map(|seed| {
            let mut rng = SameStart { starts: rng(), rest: ChaCha20Rng::from_seed([seed; 32]) };
            random_prime(&low, &(&low << 1), |_| true, Engine::default(), &mut rng, |_| ControlFlow::Continue(()))
                .unwrap()
        })
        .collect();
    found.sort();
    found.dedup();
    // About 5.8 primes are in the window.
    let spread = &found[found.len() - 1] - &found[0];
    assert!(found.len() > 2 && spread < BigUint::from(2048u32), "{} primes, {spread} apart", found.len());
}
