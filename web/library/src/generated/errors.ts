// Written by `cargo run -p xtask` from crates/rsa/src/error/codes.rs.

export const coreCodes = [
  /** A key parameter or an argument is out of range, conflicts with another one, or has the wrong type. */
  "invalid-params",
  /** A message or ciphertext is not below the modulus, or a message not below the bound of an `unbalanced` key. */
  "message-out-of-range",
  /** A block is longer than the modulus, or a batch does not hold exactly `batchSize` blocks. */
  "invalid-length",
  /** A number has no inverse because it shares a factor with the modulus. */
  "not-invertible",
  /** The modulus is even or too small. */
  "invalid-modulus",
  /** The engine is unknown or cannot run in this build. */
  "unknown-engine",
  /** The components of a key contradict each other. */
  "inconsistent-key",
  /** The primes of a key are too close, its CRT exponents are equal, or its modulus is not a product of different long primes; with `allowBroken: true`, `importKey` accepts private keys and `importKeys` also public ones. */
  "broken-key",
  /** The modulus, or the short prime of an `unbalanced` key, is too short for the padding. */
  "key-too-short",
  /** A message is too long for the padding under this key. */
  "message-too-long",
  /** A ciphertext cannot be decrypted; the reason is withheld on purpose. With an `unbalanced` key, raw decryption throws this error too: no message below the key's bound has this ciphertext, or the machine computed a wrong result. */
  "decryption-failed",
  /** The machine computed a wrong result in a private operation. The result was not released. */
  "fault-detected",
  /** The random generator repeats itself, or none of very many random numbers is suitable. */
  "stuck-generator",
  /** A blind signature, once unblinded, is not a signature of the message. */
  "invalid-signature",
  /** The platform provides no random numbers: JavaScript without `crypto.getRandomValues`. */
  "no-random-numbers",
  /** A new key does not decrypt what it encrypts: the machine computed a wrong result. Generate another key. */
  "key-pair-test-failed",
  /** The data are not valid in their format. */
  "invalid-encoding",
  /** The key format, the algorithm or the encryption is not supported. */
  "unsupported-format",
  /** No standard format can hold this key; use this library's own format, `json`. */
  "no-standard-format",
  /** The data contain a public key where a private key is needed, or vice versa. */
  "wrong-key-type",
  /** The key is encrypted and no password was given. */
  "password-required",
  /** The password is wrong, or the encrypted key is damaged. */
  "wrong-password",
  /** Keys of this variant do not support the call. */
  "wrong-variant",
  /** An attack does not apply to a key of this shape. */
  "attack-not-applicable",
  /** A defect in this library; please report it. */
  "internal",
] as const;
