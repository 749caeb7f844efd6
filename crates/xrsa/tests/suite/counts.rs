//! The counts of Montgomery multiplications.

use rsa_variants::{Engine, hazmat};
use xrsa::{Key, Mode, Shape, Step, TraceLevel};

use crate::keys::{block, device, go_on, library_key, rng, roomy_device};

const MODES: [(Mode, u64); 7] = [
    (Mode::Paper, 12_302),
    (Mode::Squarings, 8_230),
    (Mode::Window(2), 6_180),
    (Mode::Window(3), 5_506),
    (Mode::Window(4), 5_176),
    (Mode::Window(5), 5_006),
    (Mode::Window(6), 4_936),
];

/// RSA-4096 on 2048 bits takes as many multiplications as counted by hand.
#[test]
fn a_run_does_what_its_plan_says() {
    let mut rng = rng(1);
    let key = library_key(rsa_variants::Variant::Crt, 4096, 2, &mut rng);
    let block = block(4096, &mut rng);
    let message = hazmat::decrypt_raw(&key, &block, Engine::default()).unwrap();
    let (device, device_key) = (roomy_device(2048), Key::of(&key).unwrap());
    for (mode, expected) in MODES {
        let run = device.decrypt_raw(&device_key, &block, mode, TraceLevel::None, &mut go_on).unwrap();
        assert_eq!(run.message, message, "{mode:?}");
        assert_eq!(run.report.total().multiplications, expected, "{mode:?}");
        assert_eq!(run.report, device.plan(device_key.shape(), mode).unwrap(), "{mode:?}");
    }
}

#[test]
fn the_paper_s_steps_take_what_it_says() {
    let report = device(2048).plan(&Shape::new(4096, 2).unwrap(), Mode::Paper).unwrap();
    let steps: Vec<(Step, Option<usize>, u64)> =
        report.sections.iter().map(|section| (section.step, section.prime, section.counts.multiplications)).collect();
    let of_prime = |prime| {
        [(Step::RSquared, 2047), (Step::Reduction, 1), (Step::Exponentiation, 4099)]
            .map(|(step, count)| (step, Some(prime), count))
    };
    let last = [(Step::Recombination, Some(0), 4), (Step::Product, Some(0), 4)];
    assert_eq!(steps, [of_prime(1).as_slice(), &of_prime(0), &last].concat());
    // Algorithm 2: "two modular additions"; one ⊕ for equation 2, and one to reduce S_q below p.
    let additions: Vec<u64> = report.sections.iter().map(|section| section.counts.additions).collect();
    assert_eq!(additions, [2, 1, 0, 2, 1, 0, 1, 0]);
    assert_eq!(report.total().subtractions, 1);
}

#[test]
fn the_default_device_has_room_for_windows_up_to_five_bits() {
    let shape = Shape::new(4096, 2).unwrap();
    for width in 2..=5 {
        let report = device(2048).plan(&shape, Mode::Window(width)).unwrap();
        let table = 256 << width;
        assert!(report.controller_ram > table && report.controller_ram <= 16384 && report.unit_ram <= 3072);
    }
    let error = device(2048).plan(&shape, Mode::Window(6)).unwrap_err();
    assert_eq!(error.code(), "invalid-params");
    assert_eq!(
        error.to_string(),
        "controller_ram is 16384 bytes, but 19200 bytes are needed at once; a window of 5 bits fits"
    );
}
