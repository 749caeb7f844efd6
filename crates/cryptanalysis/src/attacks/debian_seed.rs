//! Finding a key that Debian's OpenSSL made between 2006 and 2008 by the process id of the program that made it.
//!
//! **Breaks** keys from OpenSSL 0.9.8c-1 to 0.9.8g-8 of Debian, and of Ubuntu and others that took it over (CVE-2008-0166). A
//! change that was meant to silence a warning of valgrind removed the random seed. Only the process id remained, one of 32,768 on
//! Linux then. Whatever the modulus length, there are only as many keys for each kind of processor and program.
//!
//! **Needs** the public key.
//!
//! # The keys
//!
//! The generator (`generator`) gives each process the same numbers each time. They also depend on the length and the byte order
//! of C's `long` ([`Architecture`]), and on what the program does with the generator before it searches for primes ([`Program`]).
//! The search (`search`) tests one candidate for each random number, and draws bases for Miller–Rabin from the same generator. So
//! to follow it, one must know how many bases were drawn for each candidate: one for a composite.
//!
//! The tests compare keys with published ones, of all these processors and programs. Other programs, for example OpenVPN's, use
//! `openssl` or are not covered. Neither are MIPS processors, nor process ids above 32,767, which a kernel of 64 bits can be set
//! to allow.
//!
//! # The attack
//!
//! It follows each process, and takes all candidates for composite: up to the first prime they are, and this prime divides N. So
//! it tests no number for primality. And because N is known, it searches for no candidates: one division shows whether a factor
//! of N is among the thousands of numbers after a random one (`meeting`). What remains is mostly the generator's SHA-1.
//!
//! It cannot see where the first prime was, if that does not divide N. So it follows all processes for the same number of
//! candidates, 9.2 times as many as are tested for a prime in the mean. That misses one key in 10,000. All processes advance
//! together, so a weak key is found after a ninth of this time in the mean.
//!
//! **Cost**: at 2048 bits, about 35 hashes and a division for each candidate, 41 candidates in the mean for each process.
//!
//! **Defense**: a generator that is seeded by the operating system. Keys from those years must be replaced.
//!
//! L. Bello found the flaw (DSA-1571, May 2008). S. Yilek, E. Rescorla, H. Shacham, B. Enright and S. Savage measured how slowly
//! keys were replaced ("When private keys are public: results from the 2008 Debian OpenSSL vulnerability", IMC 2009).

mod generator;
mod meeting;
mod search;

use modular_powers::random::StuckGenerator;
use modular_powers::{Engine, prime, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::{KeyParams, MODULUS_LENGTHS, PublicKey, Variant};

pub use self::generator::Architecture;
use self::meeting::factor_soon_after;
pub use self::search::Program;
use self::search::Search;
use super::attack::{Attack, AttackResult, Example, ExampleResult, Facts, OnlyKey, Outcome, Rng, types};
use super::grouped;
use super::record::{options, record};
use crate::progress::Step;
use crate::{Error, OnProgress, Source};

/// How many process ids there are: from 0 to 32,767.
pub const PROCESSES: u32 = 1 << 15;
/// The shortest modulus. Distances between candidates are negligible beside primes of 256 bits.
const LEAST_MODULUS_LENGTH: usize = 512;
/// How many candidates are tried for each process, for each that OpenSSL tests in the mean: `ln 10,000`, so that one key in
/// 10,000 needs more. The number of candidates is distributed geometrically.
const TIMES_MEAN: f64 = 9.21;
/// How many candidates of a process are tried before it is the next one's turn.
const AT_ONCE: u64 = 4;
/// Candidates between two calls of the progress callback.
const BETWEEN_REPORTS: u64 = 1 << 10;

options! {
    /// Which processes to follow.
    pub struct Options {
        /// The processor, if it is known.
        pub architecture: Option<Architecture> => choice("Processor").or_any("Any"),
        /// The program, if it is known.
        pub program: Option<Program> => choice("Program").or_any("Any"),
        /// The first process id to try.
        pub first_process: u32 = 0 => number("First process id", "processes", 0..=PROCESSES as usize - 1),
        /// How many processes to try. Default: up to process 32,767.
        pub processes: Option<u32> => number("Processes to try", "processes", 1..=PROCESSES as usize),
    }
}

impl Options {
    /// Returns the ids of the processes.
    fn check(&self) -> Result<core::ops::Range<u32>, Error> {
        let first = self.first_process;
        Error::in_range("first_process", "", first as usize, 0..=PROCESSES as usize - 1)?;
        let most = PROCESSES - first;
        let processes = self.processes.unwrap_or(most);
        if !(1..=most).contains(&processes) {
            let last = PROCESSES - 1;
            let problem =
                format!("is {processes}, but must be from 1 to {most}: process ids go from {first} to {last}");
            return Err(Error::option("processes", problem));
        }
        Ok(first..first + processes)
    }

    /// The processors and programs to try, the most common first.
    pub fn makers(&self) -> Vec<(Architecture, Program)> {
        let architectures = Architecture::ALL.into_iter().filter(|each| self.architecture.is_none_or(|it| it == *each));
        let programs = Program::ALL.into_iter().filter(|each| self.program.is_none_or(|it| it == *each));
        architectures.flat_map(|architecture| programs.clone().map(move |program| (architecture, program))).collect()
    }
}

record! {
    /// The key that a process revealed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Found {
        /// The id of the process that made the key, from 0 to 32,767.
        pub process: u32 => figure("process {}").unit("id"),
        /// The processor for which its OpenSSL was compiled.
        pub architecture: Architecture => figure("{}"),
        /// The program that it ran.
        pub program: Program => figure("{}"),
        /// In the order in which they were made.
        pub primes: [BigUint; 2],
    }
}

record! {
    /// The figures of a run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Figures {
        /// How many candidates for a prime were tried, of all processes.
        pub candidates_tried: u64 => figure("{} candidates tried").one("{} candidate tried"),
    }
}

/// How many candidates the attack tries for each process, given the length of the modulus in bits.
pub fn candidates_per_process(modulus_length: usize) -> u64 {
    (TIMES_MEAN * search::mean_candidates(first_length(modulus_length))).ceil() as u64
}

/// The length of the prime that is made first.
fn first_length(modulus_length: usize) -> usize {
    modulus_length.div_ceil(2)
}

fn check_length(length: usize) -> Result<(), Error> {
    KeyParams::new(Variant::Crt, length).check()?;
    if length < LEAST_MODULUS_LENGTH {
        let problem = format!("is {length} bits, but must be at least {LEAST_MODULUS_LENGTH} bits");
        return Err(Error::option("modulus_length", problem));
    }
    Ok(())
}

/// Follows all processes of a program, and returns the id of the one whose first prime divides N, with this prime.
fn follow(
    modulus: &BigUint,
    processes: core::ops::Range<u32>,
    (architecture, program): (Architecture, Program),
    candidates_tried: &mut u64,
    on_progress: OnProgress<'_>,
) -> Result<Option<(u32, BigUint)>, Error> {
    let length = modulus.bits() as usize;
    let rounds = candidates_per_process(length).div_ceil(AT_ONCE);
    let each = rounds * AT_ONCE;
    let expected = each * processes.len() as u64;
    let step = format!(
        "{}, {}: trying {each} candidates for each of {} processes",
        architecture.description(),
        program.description(),
        grouped(processes.len() as u64)
    );
    let mut step = Step::begin(step, Some(expected), on_progress)?;
    let mut searches: Vec<Search> =
        processes.clone().map(|process| Search::new(architecture, program, process as u16)).collect();
    let mut done = 0;
    for _ in 0..rounds {
        for (process, search) in processes.clone().zip(&mut searches) {
            for _ in 0..AT_ONCE {
                let start = search.start(first_length(length));
                done += 1;
                *candidates_tried += 1;
                if let Some(p) = factor_soon_after(modulus, &start) {
                    return Ok(Some((process, p)));
                }
                // The candidate is so close to the start that the same bases are below both.
                search.base(&start);
                if done % BETWEEN_REPORTS == 0 {
                    step.report(done)?;
                }
            }
        }
    }
    Ok(None)
}

/// The next prime of this search for which e is possible.
#[inline] // As `run` in attacks.rs.
fn next_prime(
    search: &mut Search,
    bits: usize,
    public_exponent: &BigUint,
    rng: Rng<'_>,
    on_progress: OnProgress<'_>,
) -> Result<BigUint, Error> {
    let rounds = prime::rounds_for_random_number(bits);
    let step = format!("searching for a prime of {bits} bits as OpenSSL 0.9.8 did");
    let mut step = Step::begin(step, Some(search::mean_candidates(bits).ceil() as u64), on_progress)?;
    let mut tested = 0;
    loop {
        let prime = search.prime(bits, |candidate| -> Result<bool, Error> {
            step.report(tested)?;
            tested += 1;
            prime::is_probably_prime(candidate, rounds, Engine::default(), rng)
                .map_err(|error: StuckGenerator| error.into())
        })?;
        if (&prime - 1u8).gcd(public_exponent) == BigUint::from(1u8) {
            return Ok(prime);
        }
    }
}

options! {
    /// The key to make.
    pub struct ExampleOptions {
        /// n.
        pub modulus_length: usize = 1024 =>
            number("Modulus length n", "bits", LEAST_MODULUS_LENGTH..=*MODULUS_LENGTHS.end()),
        /// The processor.
        pub architecture: Architecture = Architecture::Little32 => choice("Processor"),
        /// The program.
        pub program: Program = Program::SshKeygen => choice("Program"),
    }
}

/// The search for the process that made a key.
///
/// ```
/// use core::ops::ControlFlow;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_cryptanalysis::attacks::debian_seed::{DebianSeed, ExampleOptions, Options};
/// use rsa_cryptanalysis::attacks::Attack;
///
/// let mut rng = ChaCha20Rng::from_seed([1; 32]);
/// let options = ExampleOptions { modulus_length: 512, ..Default::default() };
/// let example = DebianSeed::example(&options, &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// // In a few seconds, `example.options` would find it among all 32,768 processes.
/// let options = Options { first_process: example.answer.process - 10, processes: Some(20), ..example.options };
/// let outcome = DebianSeed::attack(&example.target, &options, &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(outcome.found, Ok(example.answer));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub struct DebianSeed;

impl Attack for DebianSeed {
    const FACTS: Facts = Facts {
        name: "debian-seed",
        title: "Debian’s OpenSSL of 2006 to 2008",
        breaks: "Keys that OpenSSL made on Debian, Ubuntu and their relatives with versions 0.9.8c-1 to 0.9.8g-8 (CVE-2008-0166): \
                 only the process id varied.",
        needs: "The public key.",
        cost: "At n = 2048, seconds for a weak key and two minutes for another one, for each of twelve kinds of processor and \
               program.",
        defense: "Replace keys from those years. Seed generators from the operating system.",
        source: Source {
            authors: "Scott Yilek, Eric Rescorla, Hovav Shacham, Brandon Enright, Stefan Savage",
            title: "When Private Keys Are Public: Results from the 2008 Debian OpenSSL Vulnerability",
            published_in: "IMC 2009",
            year: 2009,
        },
        is_seeded: false,
    };
    const EXAMPLE_SETS: &'static [&'static str] = &["architecture", "program"];
    types!(Target = OnlyKey, Options, Figures, Found, Estimate = (), ExampleOptions, Answer = Found, Note = ());

    /// Searches for the process that made a key.
    ///
    /// # Errors
    /// [`Error::Option`]; [`Error::Rsa`] for a modulus that is too short; [`Error::Aborted`].
    fn attack(target: &OnlyKey, options: &Options, _: Rng<'_>, on_progress: OnProgress<'_>) -> AttackResult<Self> {
        let key = &target.key;
        let processes = options.check()?;
        check_length(key.modulus_length())?;
        let modulus = key.modulus();
        let mut candidates_tried = 0;
        let mut makers = options.makers();
        // First the programs that choose this e. Users can choose another one for `openssl`, which does not change N.
        makers.sort_by_key(|(_, program)| program.public_exponent() != key.public_exponent());
        for maker @ (architecture, program) in makers {
            let found = follow(&modulus, processes.clone(), maker, &mut candidates_tried, &mut *on_progress)?;
            if let Some((process, p)) = found {
                let primes = [p.clone(), &modulus / p];
                let found = Ok(Found { process, architecture, program, primes });
                return Ok(Outcome { found, figures: Figures { candidates_tried } });
            }
        }
        let architecture = options.architecture.map_or("each architecture", Architecture::description);
        let program = options.program.map_or("ssh-keygen and openssl", Program::description);
        let reason = format!(
            "no process from {} to {} made the key with {program} on {architecture}, or it is one in 10,000 that this search misses",
            processes.start,
            processes.end - 1
        );
        Ok(Outcome { found: Err(reason), figures: Figures { candidates_tried } })
    }

    /// Makes a key as if in a random process.
    #[inline] // As `run` in attacks.rs.
    fn example(options: &ExampleOptions, rng: Rng<'_>, on_progress: OnProgress<'_>) -> ExampleResult<Self> {
        let ExampleOptions { modulus_length, architecture, program } = *options;
        check_length(modulus_length)?;
        let process = random::below_power_of_two(15, rng).to_u32_digits().first().copied().unwrap_or(0);
        let mut search = Search::new(architecture, program, process as u16);
        let public_exponent = program.public_exponent();
        let p_length = first_length(modulus_length);
        let p = next_prime(&mut search, p_length, &public_exponent, rng, &mut *on_progress)?;
        let q = next_prime(&mut search, modulus_length - p_length, &public_exponent, rng, &mut *on_progress)?;
        let key = PublicKey::new(&(&p * &q), &public_exponent)?;
        let options = Options { architecture: Some(architecture), program: Some(program), ..Options::default() };
        let answer = Found { process, architecture, program, primes: [p, q] };
        Ok(Example { options, ..Example::new(OnlyKey { key }, answer.primes.to_vec(), answer) })
    }
}

#[cfg(test)]
mod tests;
