use super::*;
use crate::random::tests::{SameStart, Scripted};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use testing::constant;

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

/// Searches for a prime of this length, or for a safe one.
fn search(
    is_safe: bool,
    bits: usize,
    accept: impl Fn(&BigUint) -> bool,
    engine: Engine,
    rng: &mut impl CryptoRng,
    progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<BigUint, SearchError> {
    let low = BigUint::from(1u8) << (bits - 1);
    if is_safe {
        random_safe_prime(bits, accept, engine, rng, progress)
    } else {
        random_prime(&low, &(&low << 1), accept, engine, rng, progress)
    }
}

#[test]
fn searches_count_and_can_be_canceled() {
    for is_safe in [false, true] {
        // The seed is chosen so that none of the first four candidates is prime.
        for (last, expected) in [(4, vec![0, 2, 4]), (0, vec![0])] {
            let mut seen = Vec::new();
            let count = |tested| {
                seen.push(tested);
                if tested == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let result = search(is_safe, 1024, |_| true, Engine::default(), &mut rng(), count);
            assert_eq!((result, seen), (Err(SearchError::Canceled), expected));
        }
    }
}

#[test]
fn a_seed_gives_the_same_prime_with_every_engine() {
    for is_safe in [false, true] {
        let find = |engine| search(is_safe, 200, |_| true, engine, &mut rng(), |_| ControlFlow::Continue(())).unwrap();
        let expected = find(Engine::NumBigint);
        for engine in Engine::all() {
            assert_eq!(find(engine), expected, "{}", engine.name());
        }
    }
}

#[test]
fn expected_candidates_match_a_search() {
    let mut rng = rng();
    // Geometric draws: 100 with mean 11 have a standard error of 10 %, 30 with mean 72 one of 18 %.
    for (is_safe, times, expected) in
        [(false, 100, expected_candidates(256)), (true, 30, expected_safe_candidates(256))]
    {
        let mut total = 0;
        for _ in 0..times {
            let mut before_the_last = 0;
            let count = |tested| {
                before_the_last = tested;
                ControlFlow::Continue(())
            };
            search(is_safe, 256, |_| true, Engine::default(), &mut rng, count).unwrap();
            // The prime, or the half of a safe one, is one of the last two.
            total += before_the_last + 1;
        }
        let expected = times * expected;
        assert!((expected * 6 / 10..expected * 14 / 10).contains(&total), "{total} against {expected}");
    }
    assert_eq!([256, 1024, 2048].map(expected_safe_candidates), [72, 683, 2295]);
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
            let rng = &mut constant(word);
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

fn safe_prime(number: &BigUint) -> bool {
    is_safe_prime(number, Engine::default(), &mut rng()).unwrap()
}

/// By trial division, with the primes below 2^16.
fn is_small_prime(number: u32) -> bool {
    number == 2
        || number % 2 == 1
            && number > 1
            && small_primes().iter().take_while(|d| **d <= number.isqrt()).all(|d| !number.is_multiple_of(*d))
}

#[test]
fn small_safe_primes_are_recognized_exactly() {
    let known = [5u32, 7, 11, 23, 47, 59, 83, 107, 167, 179, 227, 263]; // OEIS A005385
    assert_eq!((0..264).filter(|number| safe_prime(&BigUint::from(*number))).collect::<Vec<_>>(), known);
    for number in 0u32..=10_000 {
        let by_division = is_small_prime(number) && is_small_prime(number / 2);
        assert_eq!(safe_prime(&BigUint::from(number)), by_division, "{number}");
    }
}

#[test]
fn safe_primes_of_standards_pass_and_their_neighbors_fail() {
    // Group 14 of RFC 3526: 2^2048 − 2^1984 − 1 + 2^64·(⌊2^1918·π⌋ + 124476).
    let group_14 = "\
         ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404ddef95\
         19b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7edee386bfb\
         5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f83655d23dca3\
         ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3be39e772c180e8603\
         9b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa051015728e5a8aacaa68ffff\
         ffffffffffff";
    // ffdhe2048 of RFC 7919: 2^2048 − 2^1984 − 1 + 2^64·(⌊2^1918·e⌋ + 560316).
    let ffdhe2048 = "\
         ffffffffffffffffadf85458a2bb4a9aafdc5620273d3cf1d8b9c583ce2d3695a9e13641146433fbcc939dce249b3ef97d2f\
         e363630c75d8f681b202aec4617ad3df1ed5d5fd65612433f51f5f066ed0856365553ded1af3b557135e7f57c935984f0c70\
         e0e68b77e2a689daf3efe8721df158a136ade73530acca4f483a797abc0ab182b324fb61d108a94bb2c8e3fbb96adab760d7\
         f4681d4f42a3de394df4ae56ede76372bb190b07a7c8ee0a6d709e02fce1cdf7e2ecc03404cd28342f619172fe9ce98583ff\
         8e4f1232eef28183c3fe3b1b4c6fad733bb5fcbc2ec22005c58ef1837d1683b2c6f34a26c1b2effa886b423861285c97ffff\
         ffffffffffff";
    for digits in [group_14, ffdhe2048] {
        let number = BigUint::parse_bytes(digits.as_bytes(), 16).unwrap();
        assert_eq!(number.bits(), 2048);
        assert!(safe_prime(&number));
        let half = &number >> 1;
        assert!(prime(&half) && !safe_prime(&half));
        assert!(!safe_prime(&(number + (12u32 << 10))));
    }
    // A prime with a composite half, and a composite with a prime half, all factors above the limit of trial division.
    let mersenne = (BigUint::from(1u8) << 127) - 1u8;
    let doubles_of = |half_is_prime: bool| {
        (0u32..)
            .map(|index| &mersenne + 12 * index + (23u32 - 7)) // ≡ 11 modulo 12
            .find(|number| {
                let half = number >> 1;
                small_factor(number).is_none()
                    && small_factor(&half).is_none()
                    && prime(number) != half_is_prime
                    && prime(&half) == half_is_prime
            })
            .unwrap()
    };
    for number in [true, false].map(doubles_of) {
        assert_eq!(&number % 12u8, BigUint::from(11u8));
        assert!(!safe_prime(&number), "{number}");
    }
}

#[test]
fn random_safe_primes_have_the_length_and_keep_to_the_condition() {
    let mut rng = rng();
    for (bits, times) in
        (4..40).map(|bits| (bits, 3)).chain([(64, 10), (100, 5), (128, 5), (255, 2), (384, 1), (512, 1)])
    {
        for _ in 0..times {
            let found =
                random_safe_prime(bits, |_| true, Engine::default(), &mut rng, |_| ControlFlow::Continue(())).unwrap();
            assert_eq!(found.bits(), bits as u64);
            assert!(prime(&found) && prime(&(&found >> 1)) && safe_prime(&found), "{found}");
        }
    }
    let condition = |candidate: &BigUint| candidate % 8u8 == BigUint::from(7u8) && candidate.bit(126);
    for _ in 0..10 {
        let found =
            random_safe_prime(128, condition, Engine::default(), &mut rng, |_| ControlFlow::Continue(())).unwrap();
        assert!(found.bits() == 128 && condition(&found) && safe_prime(&found));
    }
}

/// Even those whose halves are below the limit of the sieve. (Longer ones just above a power of two are rarely found, because
/// few windows start below them.)
#[test]
fn every_small_safe_prime_is_found() {
    let mut rng = rng();
    for bits in [4usize, 5, 8, 10] {
        let expected: Vec<u32> = (1u32 << (bits - 1)..1 << bits)
            .filter(|number| is_small_prime(*number) && is_small_prime(number / 2))
            .collect();
        let mut found: Vec<u32> = (0..100 * expected.len())
            .map(|_| {
                random_safe_prime(bits, |_| true, Engine::default(), &mut rng, |_| ControlFlow::Continue(())).unwrap()
            })
            .map(|number| number.to_u32_digits()[0])
            .collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, expected, "{bits} bits");
    }
}

#[test]
#[should_panic(expected = "safe primes must have at least 4 bits, got 3")]
fn safe_primes_of_three_bits_are_refused() {
    let _ = random_safe_prime(3, |_| true, Engine::default(), &mut rng(), |_| ControlFlow::Continue(()));
}

#[test]
fn a_search_for_a_safe_prime_ends_without_suitable_primes_or_with_a_stuck_generator() {
    let search = random_safe_prime(64, |_| false, Engine::default(), &mut rng(), |_| ControlFlow::Continue(()));
    assert_eq!(search, Err(SearchError::StuckGenerator));
    for word in [0, u64::MAX, 0x0123_4567_89ab_cdef] {
        for bits in [67, 89, 128, 256] {
            let stuck = &mut constant(word);
            let search = random_safe_prime(bits, |_| true, Engine::default(), stuck, |_| ControlFlow::Continue(()));
            assert_eq!(search, Err(SearchError::StuckGenerator), "{bits} bits");
        }
    }
}

/// Composites that pass Fermat's test with base 2: as q with a prime 2q + 1, and as 2q + 1 with a prime q (which
/// Pocklington's criterion excludes).
#[test]
fn the_rounds_detect_a_composite_half() {
    let is_pseudoprime = |number: u32| {
        !is_small_prime(number)
            && !number.is_multiple_of(2)
            && Engine::default().fermat_base_two_vartime(&[BigUint::from(number)])[0]
    };
    let halves: Vec<u32> =
        (5..1_000_000).filter(|half| is_pseudoprime(*half) && is_small_prime(2 * half + 1)).collect();
    assert!(halves.len() > 5, "{halves:?}");
    for half in halves {
        let found = first_safe_half(vec![BigUint::from(half)], 56, Engine::default(), &mut rng());
        assert_eq!(found, Ok(None), "{half}");
        assert!(!safe_prime(&BigUint::from(2 * half + 1)), "{half}");
    }
    for half in (5..500_000).filter(|half| half % 3 == 2 && is_small_prime(*half)) {
        assert!(!is_pseudoprime(2 * half + 1), "{half}");
    }
}

#[test]
fn rounds_make_up_for_the_rarity_of_safe_primes() {
    for bits in 4..=16384usize {
        let rounds = rounds_beside_safe_prime(bits) as u32;
        assert!(4usize.pow(rounds) >= bits && 4usize.pow(rounds - 1) < 2 * bits);
    }
}
