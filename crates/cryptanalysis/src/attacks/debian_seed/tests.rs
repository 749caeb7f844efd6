//! Published keys are made again, and fresh ones are found.

use core::convert::Infallible;

use super::Architecture::{Big32, Little32, Little64};
use super::Program::{OpensslNoSeedFile, OpensslSeedFile, OpensslUnreadSeedFile, SshKeygen};
use super::*;
use crate::attacks::testing::{attacked, made, proceed, refused, rng, target};

/// Published test keys: the length, the processor, the program, the process id, and the leading 128 bits of the modulus. They are
/// from H. Böck's collection of keys that affected systems made (<https://github.com/badkeys/debianopenssl>), in which `ssl/rnd`,
/// `ssl/nornd-new` and `ssl/nornd-old` are the three cases of `openssl`.
const PUBLISHED: [(usize, Architecture, Program, u16, u128); 21] = [
    (1024, Little32, SshKeygen, 0, 0xe5c5_288a_507e_5c90_e74f_8bc5_bf3d_d993),
    (1024, Little32, OpensslSeedFile, 1, 0xb2c6_e7a1_83f7_a0e4_0b7a_1e81_a40f_64be),
    (1024, Little32, OpensslNoSeedFile, 1, 0xd0c9_1162_82ce_9c26_45e6_2b33_05bf_67cc),
    (1024, Little32, OpensslUnreadSeedFile, 1, 0xd170_e322_a3d9_98e4_b39b_6f52_d6cd_04a5),
    (1024, Little64, SshKeygen, 10, 0xc7d8_63db_e910_5bfd_7cb6_dadf_36aa_1b1e),
    (1024, Little64, OpensslSeedFile, 32767, 0xc649_380d_9fe6_0002_25c3_59fc_2edc_1b41),
    (1024, Little64, OpensslNoSeedFile, 1, 0xd48f_e91b_2c8b_8f4e_219c_a85c_6256_0b5a),
    (1024, Little64, OpensslUnreadSeedFile, 1003, 0xd7e6_5865_249e_e2ce_42a0_d1be_0094_c8a1),
    (1024, Big32, SshKeygen, 1, 0xc096_850d_d7d3_faa2_f409_d331_4c96_62cf),
    (1024, Big32, OpensslSeedFile, 10000, 0xe0ec_e13c_b595_c825_b6c3_863b_f305_e84c),
    (1024, Big32, OpensslNoSeedFile, 10002, 0xb602_a133_4707_5803_3c34_252f_5828_1783),
    (1024, Big32, OpensslUnreadSeedFile, 10001, 0xc498_b55f_ca6f_4edb_58bb_8bcd_8413_d08e),
    (2048, Little32, SshKeygen, 0, 0xbd44_7c9e_8e43_b6bb_da2b_4674_7aea_bf5d),
    (2048, Little64, SshKeygen, 10004, 0xb358_9ac4_ef09_ea22_531e_28e1_d703_5785),
    (2048, Big32, SshKeygen, 10003, 0xaf6b_eaa4_b113_0f54_4ba5_0946_16a7_3a4c),
    (2048, Big32, OpensslSeedFile, 1, 0xbefa_ef3c_e581_6976_f90a_afef_59b8_e115),
    (2048, Big32, OpensslUnreadSeedFile, 1, 0xc4af_fb24_01f3_798d_ad15_51d6_01ef_ce88),
    (3072, Little32, SshKeygen, 0, 0xa836_f3b5_b36a_ac3b_97d3_7ca1_299e_f65e),
    (4096, Little64, SshKeygen, 10, 0xaa25_623e_65b5_f9a5_eece_d812_b670_6c66),
    (4096, Big32, SshKeygen, 10, 0xc227_51d6_0a11_04af_c15b_0cfa_963e_602a),
    (4096, Big32, OpensslSeedFile, 1, 0x9eec_976a_8701_8cc3_59bb_cf98_cfad_d358),
];

/// The modulus of badkeys' test key for this flaw (`tests/data/rsa-debianweak.key` in <https://github.com/badkeys/badkeys>), which
/// does not say which process made it.
const BADKEYS_TEST_KEY: &str = "c096530c4c4a343fc388ff8b6e14c88b617485966dd0f757f3decb2f03dfdfe6f518e0948f5387059bd5aa124f26d38f139dd6ebc234360561689758e9b14e03f714508167374cbf64e24e26c3cd95ed5a5d04e3c404be157bb8090e9ada9cdc53ef7e806c1e77b5f10242150a24e9adf991088daf20a75beb54bc91fe43dd8755447fd3abdefb9f1c987a8b0419824504e213f8dd26a9c6b7ed2f2103d8422720f7a7400ce34743e4ce40440c69013efea2a39790fcdfccbb424da1d824adfe58071ed76d41af836e4093ea60f5719e250fa214f8631153a81eefc17d82e3f819da57691ed9602550074fdea73ac9e5cfe10f6b91adc31b402c3e370b03a559";

fn example(modulus_length: usize, architecture: Architecture, program: Program, seed: u8) -> Example<DebianSeed> {
    made(&ExampleOptions { modulus_length, architecture, program }, seed)
}

/// The primes that a process makes.
fn primes(length: usize, architecture: Architecture, program: Program, process: u16) -> [BigUint; 2] {
    let mut search = Search::new(architecture, program, process);
    let mut rng = rng(1);
    [first_length(length), length / 2].map(|bits| {
        let is_prime =
            |n: &BigUint| Ok::<_, Infallible>(prime::is_probably_prime(n, 5, Engine::default(), &mut rng).unwrap());
        search.prime(bits, is_prime).unwrap()
    })
}

/// A few processes around the right one, so that tests stay short.
fn around(answer: &Found) -> Options {
    let first_process = answer.process.saturating_sub(3);
    Options { first_process, processes: Some(8.min(PROCESSES - first_process)), ..Options::default() }
}

fn are_made_again(lengths: core::ops::RangeInclusive<usize>) {
    let keys = PUBLISHED.into_iter().filter(|(length, ..)| lengths.contains(length));
    for (length, architecture, program, process, leading) in keys {
        let modulus: BigUint = primes(length, architecture, program, process).iter().product();
        assert_eq!(modulus.bits() as usize, length);
        assert_eq!(
            modulus >> (length - 128),
            BigUint::from(leading),
            "{length} {architecture:?} {program:?} {process}"
        );
    }
}

#[test]
fn published_keys_of_each_processor_and_program_are_made_again() {
    are_made_again(1024..=1024);
}

#[test]
fn extended_longer_published_keys_are_made_again() {
    are_made_again(2048..=4096);
}

#[test]
fn a_published_key_is_found() {
    let modulus = BigUint::parse_bytes(BADKEYS_TEST_KEY.as_bytes(), 16).unwrap();
    let options = Options { first_process: 7620, processes: Some(10), ..Options::default() };
    let found = attacked::<DebianSeed>(&target(&modulus), &options).found.unwrap();
    assert_eq!((found.process, found.architecture, found.program), (7624, Little32, OpensslNoSeedFile));
    assert_eq!(found.primes.iter().product::<BigUint>(), modulus);
}

#[test]
fn fresh_keys_are_found_by_their_process() {
    let makers = Options::default().makers();
    assert_eq!(makers.len(), 12);
    let lengths = [512, 513, 767, 1024].into_iter().cycle();
    for (seed, (length, (architecture, program))) in (2..).zip(lengths.zip(makers)) {
        let Example { target, answer, .. } = example(length, architecture, program, seed);
        assert_eq!(target.key.modulus_length(), length);
        assert_eq!(target.key.modulus(), answer.primes.iter().product());
        assert_eq!(attacked::<DebianSeed>(&target, &around(&answer)).found, Ok(answer));
    }
}

#[test]
fn programs_have_their_exponents() {
    for (program, e) in [(SshKeygen, 35u32), (OpensslSeedFile, 65537)] {
        assert_eq!(example(512, Little64, program, 3).target.key.public_exponent(), BigUint::from(e));
    }
}

/// The limit on candidates rests on this mean.
#[test]
fn a_prime_takes_as_many_candidates_as_expected() {
    let mut tested = 0;
    let mut rng = rng(4);
    for process in 1..=400 {
        let mut search = Search::new(Little32, SshKeygen, process);
        let is_prime = |n: &BigUint| {
            tested += 1;
            Ok::<_, Infallible>(prime::is_probably_prime(n, 5, Engine::default(), &mut rng).unwrap())
        };
        search.prime(256, is_prime).unwrap();
    }
    // A standard deviation is 5% of the mean.
    let mean = f64::from(tested) / 400.0;
    assert!((mean / search::mean_candidates(256) - 1.0).abs() < 0.15, "{mean}");
}

#[test]
fn other_keys_are_not_found() {
    let Example { target, options, answer, .. } = example(512, Little32, OpensslSeedFile, 5);
    let others = [
        Options { program: Some(SshKeygen), ..around(&answer) },
        Options { architecture: Some(Big32), ..around(&answer) },
        Options { first_process: answer.process + 1, processes: Some(10), ..options },
    ];
    for options in others {
        let Outcome { found, figures } = attacked::<DebianSeed>(&target, &options);
        let each = candidates_per_process(512).next_multiple_of(AT_ONCE) * u64::from(options.processes.unwrap());
        assert_eq!(figures.candidates_tried, each * options.makers().len() as u64);
        let first = options.first_process;
        assert!(found.unwrap_err().starts_with(&format!("no process from {first} to ")));
    }
}

#[test]
fn options_out_of_range_are_refused() {
    let made = example(512, Little32, SshKeygen, 6).target;
    let options = Options { first_process: 32_000, processes: Some(769), ..Options::default() };
    let message = "processes is 769, but must be from 1 to 768: process ids go from 32000 to 32767";
    assert_eq!(refused::<DebianSeed>(&made, &options).to_string(), message);
    let short = target(&(BigUint::from(3u8) << 300 | BigUint::from(1u8)));
    let error = refused::<DebianSeed>(&short, &Options::default()).to_string();
    assert_eq!(error, "modulus_length is 302 bits, but must be at least 512 bits");
}

#[test]
fn progress_adds_up() {
    let target = example(512, Little32, SshKeygen, 8).target;
    let options = Options { program: Some(OpensslSeedFile), processes: Some(100), ..Options::default() };
    let mut reports = Vec::new();
    DebianSeed::attack(&target, &options, &mut rng(8), &mut |progress| {
        reports.push(progress.clone());
        proceed(progress)
    })
    .unwrap();
    let first = &reports[0];
    assert_eq!(first.step, "32-bit little-endian, openssl with ~/.rnd: trying 96 candidates for each of 100 processes");
    assert_eq!((first.done, first.expected), (0, Some(9600)));
    assert!(reports.iter().all(|report| report.done <= 9600) && reports.len() == 3 * 10);
}
