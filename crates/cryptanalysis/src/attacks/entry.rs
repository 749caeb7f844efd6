//! What all attacks have in common: they are described, run and demonstrated by their names.

use num_bigint::BigUint;
use rand_core::CryptoRng;
use rsa_variants::{KeyParams, PublicKey};

use super::record::{Fields, Member, Record, Structure, Value, params_record};
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
pub(crate) trait Attack {
    /// What is known about it.
    const FACTS: Facts;
    /// What the attacker has.
    type Target: Structure;
    /// How to search.
    type Options: Structure;
    /// The figures of the run.
    type Outcome: Structure;
    /// What the attacker was after.
    type Found: Structure;
    /// What longer keys would take.
    type Estimate: Structure;
    /// The key to make for a demonstration.
    type Wish: Structure;
    /// The options that fit a demonstration.
    type Fitting: Structure;
    /// What the attacker of a demonstration is after, in addition to the primes.
    type Secret: Structure;
    /// What else a demonstration shows.
    type Aside: Structure;

    /// Runs it.
    fn attack(
        target: &Self::Target,
        options: &Self::Options,
        rng: &mut dyn CryptoRng,
        on_progress: OnProgress<'_>,
    ) -> Result<Self::Outcome, Error>;

    /// What was found.
    fn found(outcome: &Self::Outcome) -> Option<Self::Found>;

    /// Why nothing was found, in one sentence without its full stop.
    fn reason(outcome: &Self::Outcome, target: &Self::Target, options: &Self::Options) -> Option<String>;

    /// Estimates from the time of this run, for attacks that can extrapolate.
    fn estimates(_: &Self::Outcome, _: f64, _: &Self::Target, _: &Self::Options) -> Option<Vec<Self::Estimate>> {
        None
    }

    /// Makes a fresh key for it.
    fn example(wish: &Self::Wish, rng: &mut dyn CryptoRng, on_progress: OnProgress<'_>)
    -> Result<Example<Self>, Error>;
}

/// A fresh key that an attack can be tried on.
pub(crate) struct Example<A: Attack + ?Sized> {
    /// What the attacker sees.
    pub(crate) target: A::Target,
    /// The options that fit it.
    pub(crate) options: A::Fitting,
    /// The key's parameters, if the library makes such keys.
    pub(crate) params: Option<KeyParams>,
    /// The distinct primes of N.
    pub(crate) primes: Vec<BigUint>,
    /// What else the attacker is after.
    pub(crate) secret: A::Secret,
    /// What else there is to see.
    pub(crate) aside: A::Aside,
}

impl<A: Attack<Fitting: Default, Aside = ()>> Example<A> {
    /// An example for the default options.
    pub(crate) fn new(target: A::Target, primes: Vec<BigUint>, secret: A::Secret) -> Self {
        Self { target, options: A::Fitting::default(), params: None, primes, secret, aside: () }
    }
}

/// The target of an attack that needs only a public key.
pub(crate) type OnlyKey = (PublicKey, ());

/// What is known about an attack, with the fields of everything that goes in and comes out.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // as in `Attack`
pub struct Description {
    pub facts: Facts,
    /// One form for each kind of target.
    pub target: Vec<Fields>,
    pub options: Fields,
    pub outcome: Fields,
    pub found: Fields,
    pub estimate: Fields,
    pub wish: Fields,
    pub fitting: Fields,
    pub secret: Fields,
    pub aside: Fields,
}

pub(super) fn description<A: Attack>() -> Description {
    fn form<T: Structure>() -> Fields {
        T::forms().swap_remove(0)
    }
    Description {
        facts: A::FACTS,
        target: A::Target::forms(),
        options: form::<A::Options>(),
        outcome: form::<A::Outcome>(),
        found: form::<A::Found>(),
        estimate: form::<A::Estimate>(),
        wish: form::<A::Wish>(),
        fitting: form::<A::Fitting>(),
        secret: form::<A::Secret>(),
        aside: form::<A::Aside>(),
    }
}

/// The arguments of [`run`](super::run).
pub struct Run<'a> {
    /// What the attacker has.
    pub target: &'a Record,
    /// How to search.
    pub options: &'a Record,
    /// For attacks that draw random numbers.
    pub rng: &'a mut dyn CryptoRng,
    /// A clock that counts seconds.
    pub clock: &'a dyn Fn() -> f64,
    /// As in every attack.
    pub on_progress: OnProgress<'a>,
}

pub(super) fn run<A: Attack>(Run { target, options, rng, clock, on_progress }: Run<'_>) -> Result<Record, Error> {
    let (target, options) = (A::Target::read_all(target)?, A::Options::read_all(options)?);
    let start = clock();
    let outcome = A::attack(&target, &options, rng, on_progress)?;
    let seconds = clock() - start;
    let mut figures = Record::new();
    outcome.write_all(&mut figures);
    A::estimates(&outcome, seconds, &target, &options).write("estimates", &mut figures);
    let found = A::found(&outcome).map(|found| record_of(&found));
    let reason = if found.is_some() { None } else { A::reason(&outcome, &target, &options) };
    Ok(outcome_record(found, reason.unwrap_or_default(), seconds, figures))
}

fn record_of<T: Structure>(structure: &T) -> Record {
    let mut record = Record::new();
    structure.write_all(&mut record);
    record
}

/// What all outcomes have, and the rest. Generic code, of which there is a copy for each attack, should be short.
#[inline]
fn outcome_record(found: Option<Record>, reason: String, seconds: f64, figures: Record) -> Record {
    let mut record = Record::new();
    found.is_some().write("found", &mut record);
    if found.is_none() {
        record.push(("reason".into(), Value::Text(reason.into())));
    }
    seconds.write("seconds", &mut record);
    record.extend(figures);
    record.extend(found.unwrap_or_default());
    record
}

pub(super) fn demonstrate<A: Attack>(
    wish: &Record,
    rng: &mut dyn CryptoRng,
    on_progress: OnProgress<'_>,
) -> Result<Record, Error> {
    let Example { target, options, params, primes, secret, aside } =
        A::example(&A::Wish::read_all(wish)?, rng, on_progress)?;
    let [target, options, secret, aside] =
        [record_of(&target), record_of(&options), record_of(&secret), record_of(&aside)];
    Ok(example_record(target, options, secret, &primes, params, aside))
}

/// What all examples have, and the rest.
#[inline]
fn example_record(
    target: Record,
    options: Record,
    mut secret: Record,
    primes: &[BigUint],
    params: Option<KeyParams>,
    aside: Record,
) -> Record {
    if secret.iter().all(|(name, _)| name != "primes") {
        primes.to_vec().write("primes", &mut secret);
    }
    let params = params.map(|params| ("params", params_record(params)));
    let parts = [("target", target), ("options", options), ("secret", secret)].into_iter().chain(params);
    parts.map(|(name, part)| (name.into(), Value::Record(part))).chain(aside).collect()
}
