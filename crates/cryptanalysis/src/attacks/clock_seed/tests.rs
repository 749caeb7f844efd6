//! Keys made as in the paper, on the day that the tests name; for tests only.

use core::ops::ControlFlow;

use super::*;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

const DAY_2004: u64 = 1_086_048_000;

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

/// A few seconds around the right one, so that tests stay short. The example in the documentation searches a whole day.
fn around(demonstration: &Demonstration, before: u64, seconds: u64) -> (Target, Options) {
    let target = Target { first_second: demonstration.secret.second - before, ..demonstration.target.clone() };
    (target, Options { seconds, ..demonstration.options.clone() })
}

fn run((target, options): &(Target, Options)) -> Outcome {
    attack(target, options, &mut |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn fresh_keys_are_found_by_their_second() {
    for seed in 0..16u8 {
        let length = [256, 512, 768, 1024][usize::from(seed) % 4];
        let seeding = if seed < 8 { Seeding::Once } else { Seeding::EachPrime };
        let demonstration =
            demonstration(&mut rng(seed), length, DAY_2004, seeding, &mut |_| ControlFlow::Continue(())).unwrap();
        let outcome = run(&around(&demonstration, 50, 100));
        assert_eq!(outcome, Outcome { found: Some(demonstration.secret), seconds_tried: 51 });
    }
}

/// Repeats the program's steps from its description, without code of the attack.
#[test]
fn demonstrations_follow_the_paper() {
    let demonstration =
        demonstration(&mut rng(20), 256, DAY_2004, Seeding::EachPrime, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(demonstration.target.first_second, DAY_2004);
    assert_eq!(demonstration.options, Options { seconds: DAY, modulus_length: Some(256) });
    let Found { second, primes, .. } = &demonstration.secret;
    assert!((DAY_2004..DAY_2004 + DAY).contains(second));
    for (prime, second) in primes.iter().zip(*second..) {
        let mut rand = Rand::new(second as u32);
        let digits: String = (0..128).map(|_| if rand.next() % 2 == 1 { '1' } else { '0' }).collect();
        let beginning = BigUint::parse_bytes(digits.as_bytes(), 2).unwrap();
        assert!(*prime > beginning && prime - &beginning < BigUint::from(5000u32));
        let mut rng = rng(21);
        let between = odd_numbers_after(&beginning).take_while(|number| number < prime);
        assert!(between.into_iter().all(|n| !prime::is_probably_prime(&n, 64, Engine::default(), &mut rng).unwrap()));
    }
    assert_eq!(demonstration.target.key.modulus(), &primes[0] * &primes[1]);
    let e = demonstration.target.key.public_exponent();
    assert!(e >= BigUint::from(65537u32) && e < BigUint::from(65637u32));
}

#[test]
fn other_seconds_and_other_keys_are_not_found() {
    let demonstration =
        demonstration(&mut rng(22), 512, DAY_2004, Seeding::Once, &mut |_| ControlFlow::Continue(())).unwrap();
    for (before, seconds) in [(100, 100), (3, 3)] {
        let outcome = run(&around(&demonstration, before, seconds));
        assert_eq!(outcome, Outcome { found: None, seconds_tried: seconds });
    }
    let (mut target, options) = around(&demonstration, 0, 50);
    target.first_second += 1;
    assert_eq!(run(&(target, options)).found, None);
    // The leading digits match, but it is a different number.
    let (mut target, options) = around(&demonstration, 1, 2);
    target.key = PublicKey::new(&(target.key.modulus() + 2u8), &65537u32.into()).unwrap();
    assert_eq!(run(&(target, options)).found, None);
}

/// Only the length of N is known: its leading digits may have been zeros.
#[test]
fn lengths_are_guessed() {
    for seed in 30..40 {
        let demonstration =
            demonstration(&mut rng(seed), 320, DAY_2004, Seeding::Once, &mut |_| ControlFlow::Continue(())).unwrap();
        let (target, options) = around(&demonstration, 5, 10);
        let options = Options { modulus_length: None, ..options };
        assert_eq!(run(&(target, options)).found, Some(demonstration.secret));
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let demonstration =
        demonstration(&mut rng(23), 512, DAY_2004, Seeding::Once, &mut |_| ControlFlow::Continue(())).unwrap();
    let refuse = |change: &dyn Fn(&mut Target, &mut Options)| {
        let (mut target, mut options) = (demonstration.target.clone(), demonstration.options.clone());
        change(&mut target, &mut options);
        let mut never = |_: &Progress| -> ControlFlow<()> { panic!("work before the check") };
        attack(&target, &options, &mut never).unwrap_err()
    };
    let problem = "is 31622401, but must be from 1 to 31622400, the seconds of a year";
    assert_eq!(refuse(&|_, options| options.seconds = MOST_SECONDS + 1), Error::option("seconds", problem));
    assert_eq!(refuse(&|_, options| options.seconds = 0).code(), "invalid-params");
    assert_eq!(refuse(&|target, _| target.first_second = END_OF_SEEDS - DAY).code(), "invalid-params");
    assert_eq!(refuse(&|target, _| target.first_second = u64::MAX).code(), "invalid-params");
    for length in [126, 254, 257, 448, 16386] {
        assert_eq!(refuse(&|_, options| options.modulus_length = Some(length)).code(), "invalid-params", "{length}");
    }
    let demonstrate = |length, first| {
        super::demonstration(&mut rng(24), length, first, Seeding::Once, &mut |_| panic!("work before the check"))
    };
    assert_eq!(demonstrate(200, DAY_2004).unwrap_err().code(), "invalid-params");
    assert_eq!(demonstrate(512, END_OF_SEEDS).unwrap_err().code(), "invalid-params");
}

#[test]
fn progress_cancels() {
    let demonstration =
        demonstration(&mut rng(25), 512, DAY_2004, Seeding::Once, &mut |_| ControlFlow::Continue(())).unwrap();
    let target = Target { first_second: DAY_2004 + 2 * DAY, ..demonstration.target };
    let mut reports = Vec::new();
    let ended = attack(&target, &demonstration.options, &mut |progress| {
        reports.push((progress.done, progress.expected));
        if reports.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(ended, Err(Error::Aborted));
    assert_eq!(reports, [0, 2048, 4096].map(|done| (done, Some(DAY))));
}
