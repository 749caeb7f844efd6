//! Options and limits of reading, and what a call has used of them.

use core::fmt;

use super::container::{Container, Opened};
use super::derivation::{DeriveElsewhere, DeriveKey};
use super::{MOST_BCRYPT_ROUNDS, MOST_ITERATIONS, MOST_SCRYPT_MEBIBYTES};
use crate::encoding::Repair;
use crate::params::in_range;
use crate::{Error, MODULUS_LENGTHS};

const REASON: &str = "the limit protects against exhaustion; raise it if you trust the file";
const HARD_REASON: &str = "the limit protects against exhaustion";

/// How to read a key.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct ReadOptions<'a> {
    /// The password of an encrypted key. A password that is not needed is ignored.
    pub password: Option<&'a [u8]>,
    /// Refuses every key that needs a [`Repair`].
    pub strict: bool,
    /// What reading may cost.
    pub limits: ReadLimits,
    pub(super) opening: Opening<'a>,
    pub(super) elsewhere: DeriveElsewhere<'a>,
}

impl fmt::Debug for ReadOptions<'_> {
    // Without the password.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { password, strict, limits, .. } = self;
        let mut shown = formatter.debug_struct("ReadOptions");
        shown.field("password", &password.map(|_| "…")).field("strict", strict).field("limits", limits);
        shown.finish_non_exhaustive()
    }
}

impl<'a> ReadOptions<'a> {
    /// The defaults, with a password.
    pub fn with_password(password: Option<&'a [u8]>) -> Self {
        Self { password, ..Self::default() }
    }

    /// The defaults, with a password, for containers that [`open_containers`](crate::open_containers) has opened: those that
    /// [`containers_in`](crate::containers_in) finds in the data, in that order. Others are refused.
    pub fn with_opened(password: Option<&'a [u8]>, opened: &'a [Opened]) -> Self {
        let (limits, elsewhere) = Default::default();
        Self { password, strict: false, limits, opening: Opening::Done(opened), elsewhere }
    }

    /// Lets a function derive the keys of PBKDF2, such as the platform's own. It is called after the limits are checked.
    #[must_use]
    pub fn deriving_with(self, derive: DeriveKey<'a>) -> Self {
        Self { elsewhere: DeriveElsewhere(Some(derive)), ..self }
    }
}

/// How a call opens containers of keys.
#[derive(Clone, Copy)]
pub(super) enum Opening<'a> {
    /// With this function. Code that never names it does not contain it.
    With(fn(&Container, &mut Session<'_>) -> Result<Opened, Error>),
    /// They are open already, in the order in which the call needs them.
    Done(&'a [Opened]),
}

impl fmt::Debug for Opening<'_> {
    // Without the keys.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if matches!(self, Self::With(_)) { "With" } else { "Done" })
    }
}

/// Limits of a call that reads keys. The defaults keep it within one to two seconds in WebAssembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadLimits {
    /// Iterations of PBKDF2, hashes of PKCS #12's key derivation (three count as an iteration) and blocks of 1 KiB that Argon2
    /// fills, for all keys of the data together: 1 to [`MOST_ITERATIONS`].
    pub iterations: usize,
    /// Memory of scrypt times its parallelization, `128·N·r·p`, and memory of Argon2, in mebibytes, for all keys together: 1 to
    /// [`MOST_SCRYPT_MEBIBYTES`].
    pub scrypt_mebibytes: usize,
    /// Rounds of bcrypt-pbkdf in OpenSSH keys, for all keys together: 1 to [`MOST_BCRYPT_ROUNDS`].
    pub bcrypt_rounds: usize,
    /// Length of a modulus in bits: 128 to 16384.
    pub modulus_length: usize,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self {
            // PKCS #12 of Mozilla and GnuTLS has three times 600,000.
            iterations: 2_000_000,
            scrypt_mebibytes: MOST_SCRYPT_MEBIBYTES,
            bcrypt_rounds: 200,
            modulus_length: *MODULUS_LENGTHS.end(),
        }
    }
}

impl ReadLimits {
    fn check(&self) -> Result<(), Error> {
        let (least, most) = (*MODULUS_LENGTHS.start(), *MODULUS_LENGTHS.end());
        in_range("iterations", "", self.iterations, 1, MOST_ITERATIONS as usize, HARD_REASON)?;
        in_range("scrypt_mebibytes", "MiB", self.scrypt_mebibytes, 1, MOST_SCRYPT_MEBIBYTES, HARD_REASON)?;
        in_range("bcrypt_rounds", "", self.bcrypt_rounds, 1, MOST_BCRYPT_ROUNDS as usize, HARD_REASON)?;
        in_range("modulus_length", "bits", self.modulus_length, least, most, "every key is within these limits")
    }
}

/// What a call may still spend, and what it repaired.
pub(super) struct Session<'a> {
    pub(super) password: Option<&'a [u8]>,
    pub(super) elsewhere: DeriveElsewhere<'a>,
    limits: ReadLimits,
    spent: ReadLimits,
    pub(super) repairs: Vec<Repair>,
    /// The work that may still be spent on reducing CRT numbers, in products of bits: some tenths of a second.
    pub(super) reductions: u64,
}

impl<'a> Session<'a> {
    pub(super) fn new(options: &ReadOptions<'a>) -> Result<Self, Error> {
        options.limits.check()?;
        let spent = ReadLimits { iterations: 0, scrypt_mebibytes: 0, bcrypt_rounds: 0, modulus_length: 0 };
        let &ReadOptions { password, elsewhere, limits, .. } = options;
        Ok(Self { password, elsewhere, limits, spent, repairs: Vec::new(), reductions: 1 << 32 })
    }

    pub(super) fn repaired(&mut self, repair: Repair) {
        self.repairs.push(repair);
    }

    /// Spends iterations; at least one is needed.
    pub(super) fn spend_iterations(&mut self, count: u32) -> Result<(), Error> {
        let (spent, limit) = (&mut self.spent.iterations, self.limits.iterations);
        spend("iterations", "", count as usize, spent, limit)
    }

    /// Spends iterations of PKCS #12's key derivation for so many hash values. Each hashes once and takes a third to half of the
    /// time of an iteration of PBKDF2.
    pub(super) fn spend_hashes(&mut self, iterations: u32, values: usize) -> Result<(), Error> {
        let (spent, limit) = (&mut self.spent.iterations, self.limits.iterations);
        let hashes = (iterations as usize).saturating_mul(values);
        spend("iterations", "", hashes.div_ceil(3), spent, limit)
    }

    pub(super) fn spend_memory(&mut self, mebibytes: usize) -> Result<(), Error> {
        let (spent, limit) = (&mut self.spent.scrypt_mebibytes, self.limits.scrypt_mebibytes);
        spend("128·N·r·p of scrypt", "MiB", mebibytes, spent, limit)
    }

    /// Spends the memory of Argon2, and for each pass over it as many iterations as it has blocks of 1 KiB: one takes about as
    /// long as an iteration of PBKDF2.
    pub(super) fn spend_argon2(&mut self, kibibytes: u32, passes: u32) -> Result<(), Error> {
        let (spent, limit) = (&mut self.spent.scrypt_mebibytes, self.limits.scrypt_mebibytes);
        spend("memory of Argon2", "MiB", (kibibytes as usize).div_ceil(1024), spent, limit)?;
        let (spent, limit) = (&mut self.spent.iterations, self.limits.iterations);
        let blocks = (kibibytes as usize).saturating_mul(passes as usize);
        spend("passes of Argon2 times its memory", "KiB", blocks, spent, limit)
    }

    pub(super) fn spend_rounds(&mut self, count: u32) -> Result<(), Error> {
        let (spent, limit) = (&mut self.spent.bcrypt_rounds, self.limits.bcrypt_rounds);
        spend("rounds of bcrypt-pbkdf", "", count as usize, spent, limit)
    }

    /// Refuses a modulus that is longer than the caller's limit. The least length is checked with the key.
    pub(super) fn check_modulus(&self, bits: u64) -> Result<(), Error> {
        let limit = self.limits.modulus_length;
        if bits as usize <= limit {
            Ok(())
        } else {
            in_range("modulus_length", "bits", bits as usize, *MODULUS_LENGTHS.start(), limit, REASON)
        }
    }
}

fn spend(name: &'static str, unit: &'static str, cost: usize, spent: &mut usize, limit: usize) -> Result<(), Error> {
    in_range(name, unit, cost, 1, limit, REASON)?;
    let total = spent.saturating_add(cost);
    in_range(
        name,
        unit,
        total,
        1,
        limit,
        "the limit applies to all keys of the data together; raise it if you trust the file",
    )?;
    *spent = total;
    Ok(())
}
