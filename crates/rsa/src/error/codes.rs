//! Stable names of errors for programs. The crates that build on this one use the same; JavaScript has a few more of its own.

/// Declares a constant for each code, and the list of all with their descriptions.
macro_rules! codes {
    ($($(#[doc = $about:literal])+ $name:ident = $code:literal;)+) => {
        $($(#[doc = $about])+ pub const $name: &str = $code;)+

        /// All codes of errors that reach users, and what each means.
        pub const ALL: &[(&str, &str)] = &[$(($code, concat!($($about),+))),+];
    };
}

codes! {
    /// A key parameter or an argument is out of range, conflicts with another one, or has the wrong type.
    INVALID_PARAMS = "invalid-params";
    /// A message or ciphertext is not below the modulus, or a message not below the bound of an `unbalanced` key.
    MESSAGE_OUT_OF_RANGE = "message-out-of-range";
    /// A block is longer than the modulus, or a batch does not hold exactly `batchSize` blocks.
    INVALID_LENGTH = "invalid-length";
    /// A number has no inverse because it shares a factor with the modulus.
    NOT_INVERTIBLE = "not-invertible";
    /// The modulus is even or too small.
    INVALID_MODULUS = "invalid-modulus";
    /// The engine is unknown or cannot run in this build.
    UNKNOWN_ENGINE = "unknown-engine";
    /// The components of a key contradict each other.
    INCONSISTENT_KEY = "inconsistent-key";
    /// The primes of a key are too close, its CRT exponents are equal, or its modulus is not a product of different long primes; with
    /// `allowBroken: true`, `importKey` accepts private keys and `importKeys` also public ones.
    BROKEN_KEY = "broken-key";
    /// The modulus, or the short prime of an `unbalanced` key, is too short for the padding.
    KEY_TOO_SHORT = "key-too-short";
    /// A message is too long for the padding under this key.
    MESSAGE_TOO_LONG = "message-too-long";
    /// A ciphertext cannot be decrypted; the reason is withheld on purpose. With an `unbalanced` key, raw decryption throws this
    /// error too: no message below the key's bound has this ciphertext, or the machine computed a wrong result.
    DECRYPTION_FAILED = "decryption-failed";
    /// The machine computed a wrong result in a private operation. The result was not released.
    FAULT_DETECTED = "fault-detected";
    /// The random generator repeats itself, or none of very many random numbers is suitable.
    STUCK_GENERATOR = "stuck-generator";
    /// A blind signature, once unblinded, is not a signature of the message.
    INVALID_SIGNATURE = "invalid-signature";
    /// The platform provides no random numbers: JavaScript without `crypto.getRandomValues`.
    NO_RANDOM_NUMBERS = "no-random-numbers";
    /// A new key does not decrypt what it encrypts: the machine computed a wrong result. Generate another key.
    KEY_PAIR_TEST_FAILED = "key-pair-test-failed";
    /// The data are not valid in their format.
    INVALID_ENCODING = "invalid-encoding";
    /// The key format, the algorithm or the encryption is not supported.
    UNSUPPORTED_FORMAT = "unsupported-format";
    /// No standard format can hold this key; use this library's own format, `json`.
    NO_STANDARD_FORMAT = "no-standard-format";
    /// The data contain a public key where a private key is needed, or vice versa.
    WRONG_KEY_TYPE = "wrong-key-type";
    /// The key is encrypted and no password was given.
    PASSWORD_REQUIRED = "password-required";
    /// The password is wrong, or the encrypted key is damaged.
    WRONG_PASSWORD = "wrong-password";
    /// Keys of this variant do not support the call.
    WRONG_VARIANT = "wrong-variant";
    /// An attack does not apply to a key of this shape.
    ATTACK_NOT_APPLICABLE = "attack-not-applicable";
    /// A defect in this library; please report it.
    INTERNAL = "internal";
}

/// The caller canceled. In JavaScript, the call ends with what the callback threw instead.
pub const ABORTED: &str = "aborted";
