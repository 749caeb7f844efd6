use core::ops::ControlFlow;

use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

use super::*;

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn params(prime_length: usize) -> KeyParams {
    KeyParams { prime_length: Some(prime_length), ..KeyParams::new(Variant::Unbalanced, 512) }
}

fn asked(device: Device, prime_length: usize, seed: u8) -> Demonstration {
    demonstration(&mut rng(seed), &params(prime_length), device, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn attacked(target: &Target) -> Outcome {
    attack(target, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn primes(key: &PrivateKey) -> Option<[BigUint; 2]> {
    Some([0, 1].map(|index| key.components().primes[index].clone()))
}

#[test]
fn one_answer_without_a_check_gives_the_prime_away() {
    for seed in 0..5 {
        let seen = asked(Device::Unchecked, 100, seed);
        let outcome = attacked(&seen.target);
        assert_eq!((outcome.primes.clone(), outcome.questions), (primes(&seen.key), 1));
        assert_eq!(outcome.reason(), None);
    }
}

#[test]
fn a_check_by_encryption_gives_it_away_bit_by_bit() {
    for (seed, bits) in [(10, 64), (11, 100), (12, 255)] {
        let seen = asked(Device::EncryptsAgain, bits, seed);
        // Every answer is the message, so only whether there is an answer reveals p.
        assert_eq!(seen.target.messages, seen.target.answers);
        let outcome = attacked(&seen.target);
        assert_eq!((outcome.primes, outcome.questions), (primes(&seen.key), bits + 1));
    }
}

#[test]
fn the_library_answers_up_to_the_bound_that_everybody_knows() {
    for (seed, bits) in [(20, 64), (21, 100), (22, 255)] {
        let Demonstration { target, key } = asked(Device::Library, bits, seed);
        let bound = BigUint::from(1u8) << (bits - 1);
        assert_eq!(target.messages, target.answers);
        assert!(target.messages.iter().all(|message| *message < bound));
        assert!(target.refused.iter().all(|message| *message >= bound));
        let outcome = attacked(&target);
        assert_eq!((outcome.primes.clone(), outcome.questions), (None, bits + 1));
        let reason = outcome.reason().unwrap();
        assert!(
            reason.starts_with(&format!("answers end at a number of {bits} bits that is not a factor")),
            "{reason}"
        );
        // The ciphertexts and answers are the same for any prime, because they follow from public numbers.
        let other = asked(Device::Library, bits, seed + 10);
        assert_ne!(primes(&key), primes(&other.key));
        assert_eq!(other.target.messages, target.messages);
    }
}

#[test]
fn a_few_bits_that_bisection_leaves_open_are_tried() {
    let Demonstration { target, key } = asked(Device::EncryptsAgain, 100, 30);
    let fewer = |count: u32| {
        let p = &key.components().primes[0];
        let [below, above] = [p - 1u8 - count / 2, p + count / 2];
        Target { messages: vec![below.clone()], answers: vec![below], refused: vec![above], ..target.clone() }
    };
    assert_eq!(attacked(&fewer(60_000)).primes, primes(&key));
    let outcome = attacked(&fewer(70_000));
    assert_eq!(outcome.primes, None);
    assert_eq!(
        outcome.reason().unwrap(),
        "every answer is the message itself, and the point where answers end is known only to within 17 bits"
    );
}

#[test]
fn too_few_answers_say_nothing() {
    let target = asked(Device::EncryptsAgain, 100, 31).target;
    let none = Target { messages: Vec::new(), answers: Vec::new(), refused: Vec::new(), ..target.clone() };
    let refused = Target { refused: target.refused.clone(), ..none.clone() };
    for target in [none, refused] {
        let outcome = attacked(&target);
        assert_eq!(outcome.primes, None);
        assert!(outcome.reason().unwrap().ends_with("nothing shows where answers end"));
    }
}

#[test]
fn what_does_not_fit_is_refused_before_any_work() {
    let target = asked(Device::Unchecked, 100, 32).target;
    let error = |target: Target| attack(&target, &mut |_| unreachable!("before any work")).unwrap_err();
    let fewer = error(Target { answers: Vec::new(), ..target.clone() });
    assert_eq!((fewer.code(), fewer.parameter()), ("invalid-params", Some("answers")));
    assert_eq!(fewer.to_string(), "answers has 0 items, but must have 1, as many as messages");
    let modulus = target.key.modulus();
    assert_eq!(error(Target { refused: vec![modulus.clone()], ..target.clone() }).code(), "message-out-of-range");
    assert_eq!(error(Target { answers: vec![modulus], ..target }).code(), "message-out-of-range");
    let other = KeyParams::new(Variant::Crt, 512);
    let result = demonstration(&mut rng(33), &other, Device::Unchecked, &mut |_| unreachable!("before any work"));
    assert_eq!(result.unwrap_err().to_string(), "variant is crt, but must be unbalanced");
}

#[test]
fn it_can_be_canceled() {
    let target = asked(Device::EncryptsAgain, 100, 34).target;
    assert_eq!(attack(&target, &mut |_| ControlFlow::Break(())), Err(Error::Aborted));
    let mut questions = 0;
    let result = demonstration(&mut rng(35), &params(100), Device::Library, &mut |progress| {
        questions += u64::from(progress.step.starts_with("asking"));
        if questions < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(result.unwrap_err(), Error::Aborted);
}
