//! Generates a key with three primes, encrypts with OAEP, signs with PSS, and writes and reads the key:
//! `cargo run -p rsa-variants --example encrypt_and_sign`.

use getrandom::{SysRng, rand_core::UnwrapErr};
use rsa_variants::{Components, Engine, Error, Hash, KeyParams, Oaep, Options, PrivateKey, Pss, Variant};

fn main() -> Result<(), Error> {
    let mut rng = UnwrapErr(SysRng);
    let params = KeyParams::new(Variant::MultiPrime, 2048);
    // `PrivateKey::generate` also reports the progress of the search for primes, and can be canceled.
    let key = PrivateKey::new(&params, &mut rng)?;
    let public_key = key.public_key();
    println!("a {} key of {} bits", key.params().variant.name(), public_key.modulus_length());

    let oaep = Oaep::new(Hash::Sha256);
    let ciphertext = public_key.encrypt_oaep(b"a secret", &oaep, Options::default())?;
    let message = key.decrypt_oaep(&ciphertext, &oaep, Options::default())?;
    println!("decrypted: {}", String::from_utf8_lossy(&message));

    let pss = Pss::new(Hash::Sha256);
    let signature = key.sign_pss(b"a statement", &pss, Options::default())?;
    for statement in ["a statement", "another statement"] {
        let is_valid = public_key.verify_pss(statement.as_bytes(), &signature, &pss, Engine::default())?;
        println!("the signature fits \"{statement}\": {is_valid}");
    }

    print!("{}", public_key.to_spki_pem()?);
    let pem = key.to_encrypted_pkcs8_pem(b"a passphrase", &mut rng)?;
    let components = Components::decode(pem.as_bytes(), Some(b"a passphrase"))?;
    let same = PrivateKey::from_standard_components(components, &mut rng)?; // Checks the key completely.
    println!("read again: a {} key", same.params().variant.name());
    Ok(())
}

#[test]
fn runs_to_its_end() -> Result<(), Error> {
    main()
}
