use super::*;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

fn key(architecture: Architecture, program: Program, process: u16, length: usize) -> BigUint {
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let mut search = Search::new(architecture, program, process);
    let mut next = || search.prime(length / 2, |n| prime::is_probably_prime(n, 4, Engine::default(), &mut rng)).unwrap();
    let p = next();
    let q = next();
    p * q
}

#[test]
fn published() {
    for a in Architecture::ALL {
        for p in Program::ALL {
            for length in [1024, 2048] {
                let b = key(a, p, 1, length).to_bytes_be();
                let mut hex = String::new();
                for x in &b[..24] { hex += &format!("{x:02x}"); }
                println!("{a:?} {p:?} {length} {hex}");
            }
        }
    }
}
