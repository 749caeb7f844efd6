//! Times the search for safe primes: `cargo run --release -p modular-powers --example safe_primes -- BITS COUNT`.

use core::ops::ControlFlow;
use std::time::{Duration, Instant};

use modular_powers::{Engine, prime};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

fn main() {
    let arguments: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let [bits, count] = [(0, 512), (1, 10)].map(|(index, default)| arguments.get(index).copied().unwrap_or(default));
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let (mut total, mut least, mut candidates) = (Duration::ZERO, Duration::MAX, 0);
    for _ in 0..count {
        let start = Instant::now();
        let (mut last, mut tested) = (start, 0);
        let found = prime::random_safe_prime(
            bits,
            |_| true,
            Engine::default(),
            &mut rng,
            |so_far| {
                // The callback runs after the sieve of a window, then after every two tests.
                if so_far > tested {
                    least = least.min(last.elapsed());
                }
                (last, tested) = (Instant::now(), so_far);
                ControlFlow::Continue(())
            },
        );
        total += start.elapsed();
        candidates += tested + 2;
        println!("{:x}", found.expect("the generator is sound"));
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{count} safe primes of {bits} bits, {}: mean {:.1} ms, {} candidates (expected {}); two tests take at least {:.3} ms",
        Engine::default().name(),
        milliseconds(total) / count as f64,
        candidates / count as u64,
        prime::expected_safe_candidates(bits),
        milliseconds(least),
    );
}
