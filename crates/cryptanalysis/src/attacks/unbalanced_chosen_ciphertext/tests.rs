use super::*;
use crate::attacks::testing::{attacked, made, not_made, refused};

fn asked(device: Device, prime_length: usize, seed: u8) -> Example<UnbalancedChosenCiphertext> {
    made(&ExampleOptions { modulus_length: 512, prime_length: Some(prime_length), device }, seed)
}

/// What was found, and after how many questions.
fn found(target: &Target) -> (Result<Vec<BigUint>, String>, usize) {
    let Outcome { found, figures } = attacked::<UnbalancedChosenCiphertext>(target, &());
    (found.map(|found| found.primes.into()), figures.questions)
}

#[test]
fn one_answer_without_a_check_gives_the_prime_away() {
    for seed in 0..5 {
        let Example { target, primes, .. } = asked(Device::Unchecked, 100, seed);
        assert_eq!(found(&target), (Ok(primes), 1));
    }
}

#[test]
fn a_check_by_encryption_gives_it_away_bit_by_bit() {
    for (seed, bits) in [(10, 64), (11, 100), (12, 255)] {
        let Example { target, primes, .. } = asked(Device::EncryptsAgain, bits, seed);
        // Every answer is the message, so only whether there is an answer reveals p.
        assert_eq!(target.messages, target.answers);
        assert_eq!(found(&target), (Ok(primes), bits + 1));
    }
}

#[test]
fn the_library_answers_up_to_the_bound_that_everybody_knows() {
    for (seed, bits) in [(20, 64), (21, 100), (22, 255)] {
        let Example { target, primes, .. } = asked(Device::Library, bits, seed);
        let bound = BigUint::from(1u8) << (bits - 1);
        assert_eq!(target.messages, target.answers);
        assert!(target.messages.iter().all(|message| *message < bound));
        assert!(target.refused.iter().all(|message| *message >= bound));
        let (found, questions) = found(&target);
        let reason = found.unwrap_err();
        let expected = format!("answers end at a number of {bits} bits that is not a factor");
        assert!(reason.starts_with(&expected) && questions == bits + 1, "{reason}");
        // The ciphertexts and answers are the same for any prime, because they follow from public numbers.
        let other = asked(Device::Library, bits, seed + 10);
        assert_ne!(primes, other.primes);
        assert_eq!(other.target.messages, target.messages);
    }
}

#[test]
fn a_few_bits_that_bisection_leaves_open_are_tried() {
    let Example { target, primes, .. } = asked(Device::EncryptsAgain, 100, 30);
    let fewer = |count: u32| {
        let [below, above] = [&primes[0] - 1u8 - count / 2, &primes[0] + count / 2];
        Target { messages: vec![below.clone()], answers: vec![below], refused: vec![above], ..target.clone() }
    };
    assert_eq!(found(&fewer(60_000)).0.as_ref(), Ok(&primes));
    assert_eq!(
        found(&fewer(70_000)).0.unwrap_err(),
        "no answer differs from its message by a multiple of a prime, and the point where answers end is known only to within 17 bits"
    );
}

#[test]
fn too_few_answers_say_nothing() {
    let target = asked(Device::EncryptsAgain, 100, 31).target;
    let none = Target { messages: Vec::new(), answers: Vec::new(), refused: Vec::new(), ..target.clone() };
    let refused = Target { refused: target.refused.clone(), ..none.clone() };
    for target in [none, refused] {
        assert!(found(&target).0.unwrap_err().ends_with("nothing shows where answers end"));
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let target = asked(Device::Unchecked, 100, 32).target;
    let error = |target: Target| refused::<UnbalancedChosenCiphertext>(&target, &());
    let fewer = error(Target { answers: Vec::new(), ..target.clone() });
    assert_eq!((fewer.code(), fewer.parameter()), ("invalid-params", Some("answers")));
    assert_eq!(fewer.to_string(), "answers has 0 items, but must have 1, as many as messages");
    let modulus = target.key.modulus();
    assert_eq!(error(Target { refused: vec![modulus.clone()], ..target.clone() }).code(), "message-out-of-range");
    assert_eq!(error(Target { answers: vec![modulus], ..target }).code(), "message-out-of-range");
    let options = ExampleOptions { prime_length: Some(600), ..Default::default() };
    assert_eq!(not_made::<UnbalancedChosenCiphertext>(&options).parameter(), Some("prime_length"));
}
