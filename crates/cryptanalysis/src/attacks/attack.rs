//! What all attacks have in common: each is a struct that implements [`Attack`], and is also described, run and tried by name.

use num_bigint::BigUint;
use rand_core::CryptoRng;
use rsa_variants::{KeyParams, PublicKey};

use super::record::{Fields, Member, Record, Structure, Value, params_record, record};
use crate::sources::Source;
use crate::{Error, OnProgress};

/// What is known about an attack.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The name for programs.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Which keys it breaks, in one or two sentences.
    pub breaks: &'static str,
    /// What the attacker needs, in one or two sentences.
    pub needs: &'static str,
    /// What it costs, in one sentence.
    pub cost: &'static str,
    /// How to defend against it, in one or two sentences.
    pub defense: &'static str,
    /// The paper that describes it.
    pub source: Source,
    /// Whether the attack draws random numbers, which a seed can determine.
    pub is_seeded: bool,
}

/// An attack.
///
/// ```
/// use core::ops::ControlFlow;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_cryptanalysis::attacks::{Attack, SmallPrivateExponent};
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let example = SmallPrivateExponent::example(&Default::default(), &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// let mut on_progress = |_: &rsa_cryptanalysis::Progress| ControlFlow::Continue(());
/// let outcome = SmallPrivateExponent::attack(&example.target, &example.options, &mut rng, &mut on_progress)?;
/// assert_eq!(outcome.found.map(|found| found.private_exponent), Ok(example.answer.private_exponent));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub trait Attack: Sized {
    /// What is known about it.
    const FACTS: Facts;
    /// The options that its examples set. If there are none, an example shows all options.
    const EXAMPLE_SETS: &'static [&'static str] = &[];
    /// What the attacker has.
    type Target: Structure;
    /// How to search.
    type Options: Structure + Default;
    /// The figures of the run.
    type Figures: Structure;
    /// What the attacker was after.
    type Found: Structure;
    /// What longer keys would take.
    type Estimate: Structure;
    /// The key to make for an example.
    type ExampleOptions: Structure + Default;
    /// What the attacker of an example is after, in addition to the primes.
    type Answer: Structure;
    /// What else an example shows.
    type Note: Structure;

    /// Runs it. `rng` is for attacks that draw random numbers.
    ///
    /// # Errors
    /// [`Error::NotApplicable`] and [`Error::Option`] before any work, [`Error::Rsa`], [`Error::Aborted`].
    fn attack(
        target: &Self::Target,
        options: &Self::Options,
        rng: Rng<'_>,
        on_progress: OnProgress<'_>,
    ) -> AttackResult<Self>;

    /// Estimates from the time of a run, for attacks that can extrapolate.
    fn estimates(_: &Self::Figures, _: f64, _: &Self::Target, _: &Self::Options) -> Option<Vec<Self::Estimate>> {
        None
    }

    /// Makes a fresh key for it.
    ///
    /// # Errors
    /// [`Error::NotApplicable`] and [`Error::Option`] before any work, the errors of key generation, [`Error::Aborted`].
    fn example(options: &Self::ExampleOptions, rng: Rng<'_>, on_progress: OnProgress<'_>) -> ExampleResult<Self>;
}

/// Names the types of an attack: those without `=` are called as they are in [`Attack`].
macro_rules! types {
    ($($name:ident $(= $type:ty)?),+) => { $( types! { @ $name $($type)? } )+ };
    (@ $name:ident) => { type $name = $name; };
    (@ $name:ident $type:ty) => { type $name = $type; };
}
pub(super) use types;

/// A source of random numbers.
pub type Rng<'a> = &'a mut dyn CryptoRng;

/// How an attack ends.
pub type AttackResult<A> = Result<Outcome<<A as Attack>::Figures, <A as Attack>::Found>, Error>;

/// A fresh key, unless it could not be made.
pub type ExampleResult<A> = Result<Example<A>, Error>;

/// The result of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<Figures, Found> {
    /// The figures of the run.
    pub figures: Figures,
    /// What was found, or why nothing was found, in one sentence without its full stop.
    pub found: Result<Found, String>,
}

/// A fresh key that an attack can be tried on.
pub struct Example<A: Attack> {
    /// What the attacker sees.
    pub target: A::Target,
    /// The options that fit it.
    pub options: A::Options,
    /// The key's parameters, if the library makes such keys.
    pub params: Option<KeyParams>,
    /// The distinct primes of N.
    pub primes: Vec<BigUint>,
    /// What else the attacker is after.
    pub answer: A::Answer,
    /// What else there is to see.
    pub note: A::Note,
}

impl<A: Attack<Note = ()>> Example<A> {
    /// An example for the default options.
    pub(crate) fn new(target: A::Target, primes: Vec<BigUint>, answer: A::Answer) -> Self {
        Self { target, options: A::Options::default(), params: None, primes, answer, note: () }
    }
}

record! {
    /// The target of an attack that needs only a public key.
    #[derive(Clone, Debug)]
    pub struct OnlyKey {
        /// The public key.
        pub key: PublicKey,
    }
}

impl From<&PublicKey> for OnlyKey {
    fn from(key: &PublicKey) -> Self {
        Self { key: key.clone() }
    }
}

/// What is known about an attack, with the fields of everything that goes in and comes out.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // as in `Attack`
pub struct Description {
    pub facts: Facts,
    /// One form for each kind of target.
    pub target: Vec<Fields>,
    pub options: Fields,
    pub figures: Fields,
    pub found: Fields,
    pub estimate: Fields,
    pub example_options: Fields,
    /// The options that an example shows.
    pub options_of_example: Fields,
    pub answer: Fields,
    pub note: Fields,
}

pub(super) fn description<A: Attack>() -> Description {
    fn form<T: Structure>() -> Fields {
        T::forms().swap_remove(0)
    }
    let mut options_of_example = form::<A::Options>();
    if !A::EXAMPLE_SETS.is_empty() {
        options_of_example.fields.retain(|field| A::EXAMPLE_SETS.contains(&field.name));
        options_of_example.fields.iter_mut().for_each(|field| field.is_optional = false);
    }
    Description {
        facts: A::FACTS,
        target: A::Target::forms(),
        options: form::<A::Options>(),
        figures: form::<A::Figures>(),
        found: form::<A::Found>(),
        estimate: form::<A::Estimate>(),
        example_options: form::<A::ExampleOptions>(),
        options_of_example,
        answer: form::<A::Answer>(),
        note: form::<A::Note>(),
    }
}

/// The arguments of [`run`](super::run).
pub struct Run<'a> {
    /// What the attacker has.
    pub target: &'a Record,
    /// How to search.
    pub options: &'a Record,
    /// For attacks that draw random numbers.
    pub rng: Rng<'a>,
    /// A clock that counts seconds.
    pub clock: &'a dyn Fn() -> f64,
    /// As in every attack.
    pub on_progress: OnProgress<'a>,
}

pub(super) fn run<A: Attack>(Run { target, options, rng, clock, on_progress }: Run<'_>) -> Result<Record, Error> {
    let (target, options) = (A::Target::read_all(target)?, A::Options::read_all(options)?);
    let start = clock();
    let Outcome { figures, found } = A::attack(&target, &options, rng, on_progress)?;
    let seconds = clock() - start;
    let mut record = record_of(&figures);
    A::estimates(&figures, seconds, &target, &options).write("estimates", &mut record);
    Ok(outcome_record(found.map(|found| record_of(&found)), seconds, record))
}

fn record_of<T: Structure>(structure: &T) -> Record {
    let mut record = Record::new();
    structure.write_all(&mut record);
    record
}

/// What all outcomes have, and the rest. Generic code, of which there is a copy for each attack, should be short.
#[inline]
fn outcome_record(found: Result<Record, String>, seconds: f64, figures: Record) -> Record {
    let mut record = Record::new();
    found.is_ok().write("found", &mut record);
    let found = found.unwrap_or_else(|reason| {
        record.push(("reason".into(), Value::Text(reason.into())));
        Record::new()
    });
    seconds.write("seconds", &mut record);
    record.extend(figures);
    record.extend(found);
    record
}

pub(super) fn example<A: Attack>(options: &Record, rng: Rng<'_>, on_progress: OnProgress<'_>) -> Result<Record, Error> {
    let options = A::ExampleOptions::read_all(options)?;
    let Example { target, options, params, primes, answer, note } = A::example(&options, rng, on_progress)?;
    let [target, mut options, answer, note] =
        [record_of(&target), record_of(&options), record_of(&answer), record_of(&note)];
    if !A::EXAMPLE_SETS.is_empty() {
        options.retain(|(name, _)| A::EXAMPLE_SETS.contains(&&**name));
    }
    Ok(example_record(target, options, answer, &primes, params, note))
}

/// What all examples have, and the rest.
#[inline]
fn example_record(
    target: Record,
    options: Record,
    mut answer: Record,
    primes: &[BigUint],
    params: Option<KeyParams>,
    note: Record,
) -> Record {
    if answer.iter().all(|(name, _)| name != "primes") {
        primes.to_vec().write("primes", &mut answer);
    }
    let params = params.map(|params| ("params", params_record(params)));
    let parts = [("target", target), ("options", options), ("secret", answer)].into_iter().chain(params);
    parts.map(|(name, part)| (name.into(), Value::Record(part))).chain(note).collect()
}
