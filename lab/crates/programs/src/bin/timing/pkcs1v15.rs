//! Encoded messages of PKCS #1 v1.5 encryption, valid and invalid.

use rand_core::CryptoRng;

/// The kinds of encoded messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Right,
    /// The second byte is that of a signature.
    WrongType,
    /// No byte after the second one is zero.
    NoSeparator,
}

/// An encoded message of `length` bytes (RFC 8017, section 7.2.1). The length of the message is drawn in the same way
/// as implicit rejection draws that of its message: uniformly from all that fit. So both kinds of results have the same
/// distribution of lengths, which are known to the caller and may affect the time.
pub(crate) fn encode(encoding: Encoding, length: usize, rng: &mut dyn CryptoRng) -> Vec<u8> {
    let message_length = uniform(length - 11, rng);
    let mut encoded = vec![0; length];
    rng.fill_bytes(&mut encoded);
    encoded[0] = 0x00;
    encoded[1] = if encoding == Encoding::WrongType { 0x01 } else { 0x02 };
    let separator = length - message_length - 1;
    let padding_end = if encoding == Encoding::NoSeparator { length } else { separator };
    for byte in &mut encoded[2..padding_end] {
        while *byte == 0 {
            rng.fill_bytes(core::slice::from_mut(byte));
        }
    }
    if encoding != Encoding::NoSeparator {
        encoded[separator] = 0x00;
    }
    encoded
}

/// A uniform number of at most `most`, by rejection.
fn uniform(most: usize, rng: &mut dyn CryptoRng) -> usize {
    let mask = most.next_power_of_two() * 2 - 1;
    loop {
        let number = rng.next_u32() as usize & mask;
        if number <= most {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{key, random};
    use rsa_variants::hazmat::Protection;
    use rsa_variants::{Engine, Options};

    #[test]
    fn valid_and_invalid_encodings_decrypt_to_messages_of_similar_lengths() {
        let (key, mut rng) = (key(512), random());
        let (engine, protection) = (Engine::default(), Protection { blinding: false, fault_check: false });
        for encoding in [Encoding::Right, Encoding::WrongType, Encoding::NoSeparator] {
            let lengths: Vec<usize> = (0..1000)
                .map(|_| {
                    let encoded = encode(encoding, 64, &mut rng);
                    let ciphertext = key.public_key().encrypt_raw(&encoded, engine).unwrap();
                    let message = key
                        .decrypt_pkcs1v15(&ciphertext, Options::new(&mut rng).engine(engine).protection(protection))
                        .unwrap();
                    // A short message may be equal by chance.
                    if encoding == Encoding::Right || message.len() > 8 {
                        assert_eq!(encoded.ends_with(&message), encoding == Encoding::Right);
                    }
                    message.len()
                })
                .collect();
            assert_eq!((lengths.iter().min(), lengths.iter().max()), (Some(&0), Some(&53)), "{encoding:?}");
            // 26.5 expected, standard deviation 0.5
            let mean = lengths.iter().sum::<usize>() as f64 / 1000.0;
            assert!((24.5..28.5).contains(&mean), "{encoding:?}: {mean}");
        }
    }
}
