//! Assesses parameters, then factors a key with a short private exponent: `cargo run -p rsa-cryptanalysis --example weak_keys`.

use core::ops::ControlFlow;

use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_cryptanalysis::attacks::{Attack, SmallPrivateExponent};
use rsa_cryptanalysis::{Error, assess, assess_public_key};
use rsa_variants::{KeyParams, Variant};

fn main() -> Result<(), Error> {
    for params in [
        KeyParams::new(Variant::Crt, 3072),
        KeyParams { primes: Some(4), ..KeyParams::new(Variant::MultiPrime, 2048) },
        KeyParams { crt_exponent_length: Some(160), ..KeyParams::new(Variant::Rebalanced, 2048) },
    ] {
        let assessment = assess(&params, None)?;
        println!("{}, {} bits: {}", params.variant.name(), params.modulus_length, assessment.verdict.name());
        println!("  {}", assessment.findings[0].reason); // the cheapest method
        if let Some(advice) = &assessment.advice {
            println!("  {advice}");
        }
    }

    // A fresh key whose private exponent is shorter than a quarter of the modulus.
    let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for demonstrations only
    let weak = SmallPrivateExponent::example(&Default::default(), &mut rng, &mut |_| ControlFlow::Continue(()))?;
    let assessment = assess_public_key(&weak.target.key.components(), &[]);
    println!("a key of {} bits: {}", assessment.modulus_length, assessment.verdict.name());
    println!("  {}", assessment.key_findings[0].reason);

    // Run the same attack directly, with its progress.
    let outcome = SmallPrivateExponent::attack(&weak.target, &weak.options, &mut rng, &mut |progress| {
        if progress.done == 0 {
            println!("  {} …", progress.step);
        }
        ControlFlow::Continue(())
    })?;
    match &outcome.found {
        Ok(found) => println!("  N = p·q with p = {:x}", found.primes[0]),
        Err(reason) => println!("  {reason}"),
    }
    Ok(())
}
