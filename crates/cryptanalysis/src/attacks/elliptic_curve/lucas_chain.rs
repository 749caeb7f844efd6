//! Lucas chains: multiplying a point if a sum needs the difference of its two points.
//!
//! This is Montgomery's PRAC (P. L. Montgomery, "Evaluating recurrences of form X_{m+n} = f(X_m, X_n, X_{m−n}) via Lucas chains",
//! 1983, revised 1992): keep `k·P = d·A + e·B` and `C = A − B`, and shrink `d` and `e` by the cheapest of nine rules. The cost of
//! a chain depends on the initial d and e, so several ratios near the golden ratio are tried. The chains depend only on the
//! primes: they are computed once and serve all curves.

/// What a step of a chain does with the points A, B and C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// `B, C ← A` and `A ← 2A`: the beginning of each chain.
    Begin,
    /// `A ↔ B`
    Swap,
    /// `A, B ← 2A + B, A + 2B`: rule 1.
    Third,
    /// `A, B ← 2A, A + B`: rules 2 and 4.
    Half,
    /// `B, C ← A + B, B`: rule 3.
    Difference,
    /// `A, C ← 2A, A + C`: rule 5.
    HalfOfFirst,
    /// `A, B, C ← 3A, 3A + B, B`: rule 6.
    ThirdLessSecond,
    /// `A, B ← 3A, 2A + B`: rule 7.
    ThirdOfDoubleDifference,
    /// `A, B, C ← 3A, A + B, A + C`: rule 8.
    ThirdOfDifference,
    /// `B, C ← 2B, C − B`: rule 9.
    HalfOfSecond,
    /// `A ← A + B`: the end of each chain.
    End,
}

impl Step {
    /// Its cost in multiplications: six for an addition, five for a doubling.
    pub(super) fn cost(self) -> u64 {
        match self {
            Self::Swap => 0,
            Self::Begin => 5,
            Self::Difference | Self::End => 6,
            Self::Half | Self::HalfOfFirst | Self::HalfOfSecond => 11,
            Self::Third => 18,
            Self::ThirdLessSecond | Self::ThirdOfDoubleDifference | Self::ThirdOfDifference => 23,
        }
    }
}

/// In how many places of the continued fraction of the golden ratio a 2 is tried.
const PLACES: usize = 9;

/// The initial ratios: the golden ratio `[1; 1, 1, …]`, and its neighbors with a 2 in one place.
fn ratios() -> impl Iterator<Item = f64> {
    const GOLDEN_RATIO: f64 = 1.618_033_988_749_895;
    let with_two_at = |place: usize| {
        let two = 2.0 + 1.0 / GOLDEN_RATIO;
        (0..place).fold(two, |tail, _| 1.0 + 1.0 / tail)
    };
    core::iter::once(GOLDEN_RATIO).chain((1..=PLACES).map(with_two_at))
}

/// Appends the cheapest of the chains for an odd prime `k`.
pub(super) fn append_cheapest(k: u64, steps: &mut Vec<Step>) {
    let cost = |chain: &Vec<Step>| chain.iter().map(|step| step.cost()).sum::<u64>();
    let chains = ratios().filter_map(|ratio| chain(k, (k as f64 / ratio).round() as u64));
    // The golden ratio itself always gives a chain: k/2 < r < k for every k ≥ 3.
    steps.extend(chains.min_by_key(cost).into_iter().flatten());
}

/// The chain for an odd prime `k` that begins with `k = (k − r)·2P + (2r − k)·P`, where `k/2 < r < k`.
fn chain(k: u64, r: u64) -> Option<Vec<Step>> {
    if 2 * r <= k || r >= k {
        return None;
    }
    let mut steps = vec![Step::Begin];
    let (mut d, mut e) = (k - r, 2 * r - k);
    // gcd(d, e) = gcd(k, r) = 1, and every rule preserves that, so d = e only at 1.
    while d != e {
        if d < e {
            steps.push(Step::Swap);
            (d, e) = (e, d);
        }
        let close = 4 * (d - e) <= e;
        let step = if close && (d + e) % 3 == 0 {
            (d, e) = ((2 * d - e) / 3, (2 * e - d) / 3);
            Step::Third
        } else if close && (d - e) % 6 == 0 {
            d = (d - e) / 2;
            Step::Half
        } else if d <= 4 * e {
            d -= e;
            Step::Difference
        } else if (d - e) % 2 == 0 {
            d = (d - e) / 2;
            Step::Half
        } else if d % 2 == 0 {
            d /= 2;
            Step::HalfOfFirst
        } else if d % 3 == 0 {
            d = d / 3 - e;
            Step::ThirdLessSecond
        } else if (d + e) % 3 == 0 {
            d = (d - 2 * e) / 3;
            Step::ThirdOfDoubleDifference
        } else if (d - e) % 3 == 0 {
            d = (d - e) / 3;
            Step::ThirdOfDifference
        } else {
            // d and d − e are odd, so e is even.
            e /= 2;
            Step::HalfOfSecond
        };
        steps.push(step);
    }
    steps.push(Step::End);
    Some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The multiple that a chain computes. Checks the difference of each addition.
    fn multiple(steps: &[Step]) -> i64 {
        let (mut a, mut b, mut c) = (1i64, 0i64, 0i64);
        let add = |p: i64, q: i64, difference: i64| {
            assert_eq!((p - q).abs(), difference.abs());
            p + q
        };
        for step in steps {
            (a, b, c) = match step {
                Step::Begin => (2 * a, a, a),
                Step::Swap => (b, a, c),
                Step::Third => {
                    let sum = add(a, b, c);
                    (add(sum, a, b), add(sum, b, a), c)
                }
                Step::Half => (2 * a, add(a, b, c), c),
                Step::Difference => (a, add(a, b, c), b),
                Step::HalfOfFirst => (2 * a, b, add(a, signed(c, a - b), b)),
                Step::ThirdLessSecond => (add(2 * a, a, a), add(2 * a, add(a, b, c), c), b),
                Step::ThirdOfDoubleDifference => (add(2 * a, a, a), add(add(a, b, c), a, b), c),
                Step::ThirdOfDifference => (add(2 * a, a, a), add(a, b, c), add(a, signed(c, a - b), b)),
                Step::HalfOfSecond => (a, 2 * b, add(signed(c, a - b), -b, a)),
                Step::End => (add(a, b, c), 0, 0),
            };
        }
        a
    }

    /// Gives a point without sign the sign of the difference that it stands for.
    fn signed(c: i64, difference: i64) -> i64 {
        assert_eq!(c.abs(), difference.abs());
        difference
    }

    #[test]
    fn chains_make_their_primes() {
        for prime in modular_powers::prime::small_primes() {
            let k = u64::from(*prime);
            for ratio in ratios() {
                if let Some(steps) = chain(k, (k as f64 / ratio).round() as u64) {
                    assert_eq!(multiple(&steps), i64::from(*prime));
                }
            }
            let mut steps = Vec::new();
            append_cheapest(k, &mut steps);
            assert_eq!(multiple(&steps), i64::from(*prime));
        }
    }

    /// Far below the eleven multiplications a bit of Montgomery's ladder.
    #[test]
    fn chains_are_cheap() {
        let (mut cost, mut bits) = (0, 0.0);
        for prime in modular_powers::prime::small_primes() {
            let mut steps = Vec::new();
            append_cheapest(u64::from(*prime), &mut steps);
            cost += steps.iter().map(|step| step.cost()).sum::<u64>();
            bits += f64::from(*prime).log2();
        }
        let each = cost as f64 / bits;
        assert!((8.0..9.2).contains(&each), "{each} multiplications a bit");
    }
}
