//! Finds keys of Debian's OpenSSL by the process that generated them.

use js_sys::{Function, Object};
use rsa_cryptanalysis::attacks::debian_seed::{Architecture, Options, Program, attack, demonstration};
use wasm_bindgen::prelude::*;
use wasm_support::{generator, invalid, set};

use super::{count, demonstration_object, numbers, outcome_object, public_key, public_key_to_object, reporting};
use super::{secret_object, timed};

/// Runs the attack. `any` stands for each architecture and program.
#[wasm_bindgen(js_name = debianSeed)]
pub fn debian_seed(
    modulus: &[u8],
    public_exponent: &[u8],
    architecture: &str,
    program: &str,
    first_process: u32,
    processes: u32,
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let key = public_key(modulus, public_exponent)?;
    let architecture = (architecture != ANY).then(|| architecture_named(architecture)).transpose()?;
    let program = (program != ANY).then(|| program_named(program)).transpose()?;
    let options = Options { architecture, program, first_process, processes };
    let (outcome, time) = timed(on_progress, |on_progress| attack(&key, &options, on_progress))?;
    let reason = outcome.found.is_none().then(|| not_found(&options));
    let object = outcome_object(reason, time);
    set(&object, "candidatesTried", &count(outcome.candidates_tried));
    if let Some(found) = &outcome.found {
        set(&object, "primes", &numbers(&found.primes));
        set_maker(&object, found.process, found.architecture, found.program);
    }
    Ok(object)
}

/// What was tried in vain.
fn not_found(options: &Options) -> String {
    let Options { architecture, program, first_process, processes } = options;
    let last = first_process + processes - 1;
    let architecture = architecture.map_or("each architecture", Architecture::description);
    let program = program.map_or("ssh-keygen and openssl", Program::description);
    format!(
        "no process from {first_process} to {last} made the key with {program} on {architecture}, or it is one in 10,000 \
         that this search misses"
    )
}

/// Generates a key for the attack, from 32 random bytes.
#[wasm_bindgen(js_name = debianSeedDemonstration)]
pub fn debian_seed_demonstration(
    modulus_length: usize,
    architecture: &str,
    program: &str,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let (architecture, program) = (architecture_named(architecture)?, program_named(program)?);
    let mut rng = generator(random)?;
    let made = reporting(on_progress, |on_progress| {
        demonstration(&mut rng, modulus_length, architecture, program, on_progress)
    })?;
    let options = Object::new();
    set(&options, "architecture", &architecture_name(architecture).into());
    set(&options, "program", &program_name(program).into());
    let secret = secret_object(&made.secret.primes);
    set_maker(&secret, made.secret.process, architecture, program);
    Ok(demonstration_object(&public_key_to_object(&made.target), &options, &secret))
}

fn set_maker(object: &Object, process: u32, architecture: Architecture, program: Program) {
    set(object, "process", &count(process.into()));
    set(object, "architecture", &architecture_name(architecture).into());
    set(object, "program", &program_name(program).into());
}

const ANY: &str = "any";

fn architecture_named(name: &str) -> Result<Architecture, JsValue> {
    let found = Architecture::ALL.into_iter().find(|each| architecture_name(*each) == name);
    found.ok_or_else(|| unknown("architecture", name))
}

fn program_named(name: &str) -> Result<Program, JsValue> {
    Program::ALL.into_iter().find(|each| program_name(*each) == name).ok_or_else(|| unknown("program", name))
}

fn unknown(parameter: &'static str, name: &str) -> JsValue {
    invalid(parameter, format!("has no value {name:?}"))
}

fn architecture_name(architecture: Architecture) -> &'static str {
    match architecture {
        Architecture::Little32 => "little-endian-32",
        Architecture::Little64 => "little-endian-64",
        Architecture::Big32 => "big-endian-32",
    }
}

fn program_name(program: Program) -> &'static str {
    match program {
        Program::SshKeygen => "ssh-keygen",
        Program::OpensslSeedFile => "openssl-seed-file",
        Program::OpensslNoSeedFile => "openssl-no-seed-file",
        Program::OpensslUnreadSeedFile => "openssl-unread-seed-file",
    }
}
