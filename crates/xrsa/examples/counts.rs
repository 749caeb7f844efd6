//! Prints a Markdown table of the Montgomery multiplications and the memory that the private operation takes on a 2048-bit
//! multiplier, for each mode and several moduli: `cargo run -p xrsa --example counts`.

use xrsa::{Device, DeviceOptions, Error, Mode, Shape};

fn main() -> Result<(), Error> {
    let roomy = Device::new(DeviceOptions { unit_ram: 1 << 20, controller_ram: 1 << 20, ..DeviceOptions::default() })?;
    let modes = [Mode::Paper, Mode::Squarings].into_iter().chain((2..=6).map(Mode::Window));
    println!("| n | primes | mode | ⊗ | ⊕, ⊖ | KiB moved | unit RAM | controller RAM |");
    println!("| --: | --- | --- | --: | --: | --: | --: | --: |");
    for (modulus_length, primes) in [(4096, 2), (6144, 3), (7680, 4), (8192, 4)] {
        let shape = Shape::new(modulus_length, primes)?;
        for mode in modes.clone() {
            let report = roomy.plan(&shape, mode)?;
            let total = report.total();
            let width = if let Mode::Window(width) = mode { format!(" of {width} bits") } else { String::new() };
            let fits = Device::new(DeviceOptions::default())?.plan(&shape, mode).is_ok();
            println!(
                "| {modulus_length} | {primes} × {} | {}{width}{} | {} | {} | {} | {} | {} |",
                shape.prime_lengths[0],
                mode.name(),
                if fits { "" } else { ", too large" },
                total.multiplications,
                total.additions + total.subtractions,
                total.bytes / 1024,
                report.unit_ram,
                report.controller_ram,
            );
        }
    }
    Ok(())
}
