//! Small primes.

/// The primes below `limit`, by the sieve of Eratosthenes.
pub(super) fn primes_below(limit: usize) -> Vec<u32> {
    let mut is_composite = vec![false; limit];
    let mut primes = Vec::new();
    for number in 2..limit {
        if is_composite[number] {
            continue;
        }
        primes.push(number as u32);
        for multiple in (number * number..limit).step_by(number) {
            is_composite[multiple] = true;
        }
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_primes_as_known() {
        assert_eq!(primes_below(20), [2, 3, 5, 7, 11, 13, 17, 19]);
        assert_eq!((primes_below(1 << 16).len(), primes_below(1 << 20).len()), (6542, 82025));
        assert!(primes_below(2).is_empty());
    }
}
