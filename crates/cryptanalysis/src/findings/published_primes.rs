//! Primes that standards publish for other uses. Attackers divide N by all of them. Primes such as 2^521 − 1, whose form shows
//! them, belong to [`short_relations`](super::short_relations).

use rsa_variants::Components;

use super::KeyFinding;
use crate::{Reach, sources};

/// Residues modulo [`MODULUS`]. A random prime has one of these with a chance of 2^−58.
const RESIDUES: [(&str, &[u64]); 5] = [
    ("RFC 2409", &[0x63cc_69f2_0c50_14de, 0xd46e_7606_6f45_a1dd]),
    (
        "RFC 3526",
        &[
            0x7054_dc52_b484_8c0f,
            0x5be2_f270_6c91_df96,
            0x4414_b5ca_db5b_ab89,
            0x2626_53ee_a14a_9885,
            0x02ed_605f_9c1e_a69b,
            0x91c8_218a_4561_240c,
        ],
    ),
    (
        "RFC 7919",
        &[
            0xc120_0d94_9f3b_d62b,
            0xdae9_1ede_08e8_7f3f,
            0xe28d_8aff_3b8e_3351,
            0xf798_e223_a113_210c,
            0xf480_ad0a_7678_ed3b,
        ],
    ),
    ("RFC 5114", &[0x8f74_6199_22b3_c82b, 0x50e5_5214_95d8_57c3, 0xed5c_6728_cc31_5a3d]),
    (
        // Fields and orders of secp256k1, P-256, P-384, P-521, SM2 and Brainpool's curves.
        "a standard on elliptic curves",
        &[
            0x40e9_0a74_4849_0b62,
            0xe770_ba96_22b7_023e,
            0x9a9d_4f77_0331_4fe2,
            0xfffc_dd82_00b8_e570,
            0x7cf2_6e85_7f90_b1fc,
            0xfffc_ddf8_00bc_0778,
            0xc61f_47b7_36ac_0302,
            0xffff_ffff_00b8_e165,
            0x9003_be01_8075_3f23,
            0xed74_9dc8_9ba0_d802,
            0x278b_b33c_27c4_83c3,
            0x01e5_0e7d_7bf2_30db,
            0x7036_2d9d_21f1_b0c2,
            0xffff_ffcf_d227_cfb4,
            0x0a44_6fd6_aead_c2b8,
            0x27c8_3959_731f_aaeb,
            0x071d_f77b_abba_fd65,
            0x010b_1540_26b7_c1ff,
        ],
    ),
];
/// The largest prime below 2^64.
const MODULUS: u64 = u64::MAX - 58;

/// A prime p of a published group, or the (p − 1)/2 of one.
pub(super) fn finding(key: &Components) -> Option<KeyFinding> {
    let numbers = key.primes.iter().flat_map(|prime| [prime.clone(), prime * 2u8 + 1u8]);
    let (standard, _) = numbers
        .map(|number| (number % MODULUS).iter_u64_digits().next().unwrap_or(0))
        .find_map(|residue| RESIDUES.into_iter().find(|(_, residues)| residues.contains(&residue)))?;
    let reason = format!("A prime of N is published in {standard}: dividing N by all such primes takes a moment.");
    Some(KeyFinding::defect("published-prime", sources::RFC_3526, 0, Reach::Practical, reason))
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::findings::constants::CONSTANTS;

    /// `2^n − 2^(n−64) − 1 + 2^64·(⌊2^(n−130)·π⌋ + x)`, as in the RFCs.
    #[test]
    fn the_primes_of_the_key_exchange_are_known() {
        let one = BigUint::from(1u8);
        let pi = |bits: usize| -> BigUint { CONSTANTS[0].1(&(&one << (bits + 64))) >> 64 };
        for (n, x) in [
            (768usize, 149_686u32),
            (1024, 129_093),
            (1536, 741_804),
            (2048, 124_476),
            (3072, 1_690_314),
            (4096, 240_904),
        ] {
            let p = (&one << n) - (&one << (n - 64)) - &one + ((pi(n - 130) + x) << 64usize);
            let key = |prime: BigUint| Components {
                modulus: &prime * 7u8,
                public_exponents: vec![],
                private_exponent: BigUint::ZERO,
                primes: vec![prime, 7u8.into()],
                crt_exponents: vec![],
                crt_coefficients: vec![],
            };
            assert!(finding(&key(p.clone())).is_some(), "{n}");
            assert!(finding(&key((&p - 1u8) >> 1)).is_some(), "{n}");
            assert!(finding(&key(p + 2u8)).is_none(), "{n}");
        }
    }
}
