//! Computes a set of powers with every engine of this machine: `cargo run -p modular-powers --example powers`.

use modular_powers::{Engine, Exponent, Exponentiation, Modulus, ModulusError, Natural};
use num_bigint::BigUint;

fn main() -> Result<(), ModulusError> {
    // 2^521 − 1 and 2^607 − 1 are prime.
    let [p, q] = [521, 607].map(|bits| (BigUint::from(1u8) << bits) - 1u8);
    // Prepare a modulus once, for all powers.
    let (mod_p, mod_q) = (Modulus::new(&p)?, Modulus::new(&q)?);
    let base = Natural::from_be_bytes(&[3], 32);
    // Only the lengths of secret exponents are public.
    let (p_less_1, q_less_1) = (Exponent::secret(&(&p - 1u8), 521), Exponent::secret(&(&q - 1u8), 607));
    let public = Exponent::public(&BigUint::from(65537u32));
    // Pass independent powers together: an engine may compute two at a time.
    let set = [
        Exponentiation { base: &base, exponent: &p_less_1, modulus: &mod_p },
        Exponentiation { base: &base, exponent: &q_less_1, modulus: &mod_q },
        Exponentiation { base: &base, exponent: &public, modulus: &mod_p },
    ];
    for engine in Engine::all() {
        let powers = engine.exponentiate(&set);
        println!("{}:", engine.name());
        println!("  3^(p − 1) mod p = {}", powers[0].to_biguint()); // 1, by Fermat's little theorem
        println!("  3^(q − 1) mod q = {}", powers[1].to_biguint());
        println!("  3^65537 mod p   = {:x}", powers[2].to_biguint());
    }
    Ok(())
}
