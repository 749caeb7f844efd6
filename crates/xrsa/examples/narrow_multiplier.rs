//! Decrypts with a key of 1024 bits on a multiplier of 512 bits, and counts operations:
//! `cargo run -p xrsa --example narrow_multiplier`.

use core::ops::ControlFlow;

use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rsa_variants::{Engine, KeyParams, PrivateKey, Variant};
use xrsa::{Device, DeviceOptions, Error, Key, Mode, TraceLevel};

fn main() -> Result<(), Error> {
    let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for examples only
    let key = PrivateKey::new(&KeyParams::new(Variant::Crt, 1024), &mut rng)?;
    let ciphertext = key.public_key().encrypt_raw(b"a message", Engine::default())?;

    let device = Device::new(DeviceOptions { multiplier_length: 512, ..DeviceOptions::default() })?;
    for mode in [Mode::Paper, Mode::Squarings, Mode::Window(4)] {
        let mut go_on = |_| ControlFlow::Continue(());
        let run = device.decrypt_raw(&Key::of(&key)?, &ciphertext, mode, TraceLevel::None, &mut go_on)?;
        assert!(run.message.ends_with(b"a message"));
        println!("{}: {} multiplications", mode.name(), run.report.total().multiplications);
        for section in &run.report.sections {
            let prime = section.prime.map_or(String::new(), |index| format!(" for prime {}", index + 1));
            println!("  {:>6}  {}{prime}", section.counts.multiplications, section.step.name());
        }
        println!("  {} bytes in the unit, {} in the controller", run.report.unit_ram, run.report.controller_ram);
    }
    Ok(())
}
