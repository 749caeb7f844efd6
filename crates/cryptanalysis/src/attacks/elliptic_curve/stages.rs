//! The two stages, for two curves at once, and the plan for given bounds that all curves share.

use super::bounds::Bounds;
use super::curve::{ChainPoints, Curves, Divisor, Point};
use super::lucas_chain::{Step, append_cheapest};
use crate::Error;
use crate::attacks::smooth::odd_primes;

/// Giant steps whose affine coordinates share an inversion.
const GIANT_STEPS_AT_ONCE: usize = 128;
/// Primes whose chains are computed between two reports.
const PRIMES_BETWEEN_REPORTS: usize = 512;

/// Called with the number of multiplications on each curve; an error ends the run.
type Tick<'a> = &'a mut dyn FnMut(u64) -> Result<(), Error>;

/// The steps of both stages, computed once for the bounds.
pub(super) struct Plan {
    doublings: u32,
    /// The chains of all odd prime powers up to B1, one after the other.
    chains: Vec<Step>,
    /// D, the length of a giant step: primes up to B2 are `c·D ± j`.
    giant_step: u64,
    /// The baby steps: the j below D/2 that are coprime to D.
    baby_steps: Vec<u32>,
    /// For each giant step c from the first one on, the baby steps that lead to a prime.
    first_giant_step: u64,
    pairs: Vec<Vec<u16>>,
}

impl Plan {
    /// Calls `tick` regularly, and stops if it returns an error.
    pub(super) fn new(bounds: &Bounds, tick: &mut dyn FnMut() -> Result<(), Error>) -> Result<Self, Error> {
        let Bounds { first, second, .. } = *bounds;
        let is_prime = odd_primes(second, tick)?;
        let mut chains = Vec::new();
        for (index, prime) in (3..=first).step_by(2).filter(|n| is_prime[(n / 2) as usize]).enumerate() {
            if index % PRIMES_BETWEEN_REPORTS == 0 {
                tick()?;
            }
            let start = chains.len();
            append_cheapest(prime, &mut chains);
            let end = chains.len();
            for _ in 1..first.ilog(prime) {
                chains.extend_from_within(start..end);
            }
        }

        let giant_step = giant_step(first, second);
        let baby_steps: Vec<u32> =
            (1..giant_step / 2).filter(|j| num_integer::gcd(*j, giant_step) == 1).map(|j| j as u32).collect();
        // A prime is at most D/2 away from its giant step. That is never 0, because D is at most twice B1.
        let first_giant_step = (first + giant_step / 2) / giant_step;
        let last = (second + giant_step / 2) / giant_step;
        let wanted = |n: u64| n > first && n <= second && n % 2 == 1 && is_prime[(n / 2) as usize];
        let mut pairs = Vec::new();
        for c in first_giant_step..=last {
            if pairs.len() % GIANT_STEPS_AT_ONCE == 0 {
                tick()?;
            }
            let leads = |j: &u32| wanted(c * giant_step + u64::from(*j)) || wanted(c * giant_step - u64::from(*j));
            pairs.push((0u16..).zip(&baby_steps).filter(|(_, j)| leads(j)).map(|(index, _)| index).collect());
        }
        Ok(Self { doublings: first.ilog2(), chains, giant_step, baby_steps, first_giant_step, pairs })
    }

    /// Runs two curves with their points. Returns a divisor of the modulus above 1, if one of them finds it. Passes the number
    /// of multiplications on each curve to `tick`, and stops if it returns an error.
    pub(super) fn run(&self, curves: &mut Curves<'_>, point: Point, tick: Tick<'_>) -> Result<Option<Divisor>, Error> {
        let mut points = ChainPoints::new(point, curves);
        for _ in 0..self.doublings {
            let mut double = curves.place();
            curves.double(&mut double, &points.a);
            points.a = double;
        }
        for step in &self.chains {
            points.step(*step, curves);
            if *step == Step::End {
                tick(curves.multiplications)?;
            }
        }
        let divisor = curves.divisor(&points.a.z);
        if divisor != 1u8.into() {
            return Ok(Some(Divisor(divisor)));
        }
        match self.second_stage(curves, &points.a, tick)? {
            Ok(divisor) if divisor == 1u8.into() => Ok(None),
            Ok(divisor) | Err(Divisor(divisor)) => Ok(Some(Divisor(divisor))),
        }
    }

    /// The product of `x(c·D·Q) − x(j·Q)` over all pairs. It is divisible by p if a prime `c·D ± j` takes Q to the neutral
    /// element modulo p (Montgomery 1987, section 4: the improved standard continuation).
    fn second_stage(
        &self,
        curves: &mut Curves<'_>,
        point: &Point,
        tick: Tick<'_>,
    ) -> Result<Result<num_bigint::BigUint, Divisor>, Error> {
        let baby_points = self.baby_points(curves, point, tick)?;
        let baby = match curves.normalize(&baby_points) {
            Ok(baby) => baby,
            Err(divisor) => return Ok(Err(divisor)),
        };
        let step = curves.multiple(self.giant_step, point);
        let mut giant = curves.multiple(self.first_giant_step, &step);
        // 0·P has no coordinates that a sum could use; the first sum from 1·P is a doubling.
        let mut before = (self.first_giant_step > 1).then(|| curves.multiple(self.first_giant_step - 1, &step));

        let mut product = curves.one();
        let mut difference = curves.residues.sum();
        for pairs in self.pairs.chunks(GIANT_STEPS_AT_ONCE) {
            let mut giants = Vec::with_capacity(pairs.len());
            for _ in pairs {
                let mut next = curves.place();
                match &before {
                    Some(before) => curves.add(&mut next, &giant, &step, before),
                    None => curves.double(&mut next, &giant),
                }
                giants.push(giant.clone());
                before = Some(core::mem::replace(&mut giant, next));
                tick(curves.multiplications)?;
            }
            let giants = match curves.normalize(&giants) {
                Ok(giants) => giants,
                Err(divisor) => return Ok(Err(divisor)),
            };
            for (giant, pairs) in giants.iter().zip(pairs) {
                for index in pairs {
                    curves.residues.subtract(&mut difference, giant, &baby[usize::from(*index)]);
                    curves.residues.multiply_assign(&mut product, &difference);
                }
                curves.multiplications += pairs.len() as u64;
                tick(curves.multiplications)?;
            }
        }
        Ok(Ok(curves.divisor(&product)))
    }

    /// `j·Q` for every baby step, by repeatedly adding `2Q`.
    fn baby_points(&self, curves: &mut Curves<'_>, point: &Point, tick: Tick<'_>) -> Result<Vec<Point>, Error> {
        let mut two = curves.place();
        curves.double(&mut two, point);
        // (−1)·Q has the coordinates of Q.
        let (mut before, mut current) = (point.clone(), point.clone());
        let mut points = Vec::with_capacity(self.baby_steps.len());
        let mut j = 1;
        for wanted in &self.baby_steps {
            while j < *wanted {
                let mut next = curves.place();
                curves.add(&mut next, &current, &two, &before);
                before = core::mem::replace(&mut current, next);
                j += 2;
                tick(curves.multiplications)?;
            }
            points.push(current.clone());
        }
        Ok(points)
    }
}

/// The cheapest giant step D, up to twice B1. The baby steps take D/4 additions of six multiplications, and four for each
/// normalized one; a giant step takes ten.
fn giant_step(first: u64, second: u64) -> u64 {
    const CHOICES: [(u64, u64); 7] =
        [(30, 8), (210, 48), (420, 96), (2310, 480), (4620, 960), (9240, 1920), (30030, 5760)];
    let cost = |(step, totient): &(u64, u64)| 6 * step / 4 + 4 * totient / 2 + 10 * second / step;
    let choices = CHOICES.into_iter().filter(|(step, _)| *step <= 2 * first);
    choices.min_by_key(cost).map_or(CHOICES[0].0, |(step, _)| step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use modular_powers::PairedResidues;
    use num_bigint::BigUint;

    #[test]
    fn every_prime_of_the_second_stage_has_a_pair() {
        for (first, second) in [(15, 200), (100, 2_000), (1_000, 70_000), (5_000, 500_000)] {
            let plan = Plan::new(&Bounds { first, second, expected_curves: 1.0 }, &mut || Ok(())).unwrap();
            let mut reached = std::collections::HashSet::new();
            for (c, pairs) in (plan.first_giant_step..).zip(&plan.pairs) {
                for index in pairs {
                    let j = u64::from(plan.baby_steps[usize::from(*index)]);
                    reached.extend([c * plan.giant_step + j, c * plan.giant_step - j]);
                }
            }
            let is_prime = odd_primes(second, &mut || Ok(())).unwrap();
            for prime in (first + 1..=second).filter(|n| n % 2 == 1 && is_prime[(n / 2) as usize]) {
                assert!(reached.contains(&prime), "{prime} of ({first}, {second}]");
            }
        }
    }

    /// A curve finds a prime exactly if the order of its group is smooth to the bounds. The test finds the order by trying all
    /// multiples of 12 within Hasse's bounds.
    #[test]
    fn curves_find_what_their_orders_promise() {
        let (p, q) = (1_000_003u64, (BigUint::from(1u8) << 89) - 1u8);
        let bounds = Bounds { first: 50, second: 2_000, expected_curves: 1.0 };
        let plan = Plan::new(&bounds, &mut || Ok(())).unwrap();
        let modulus = BigUint::from(p) * &q;
        let run = |sigmas: [u64; 2]| {
            let mut residues = PairedResidues::new(&modulus).unwrap();
            let (mut curves, points) = Curves::of_suyama(sigmas, &mut residues).ok().unwrap();
            plan.run(&mut curves, points, &mut |_| Ok(())).unwrap().map(|Divisor(divisor)| divisor)
        };
        let (mut found, mut missed) = (vec![], vec![]);
        for sigma in 6..50 {
            let mut residues = PairedResidues::new(&BigUint::from(p)).unwrap();
            let (mut curves, point) = Curves::of_suyama([sigma; 2], &mut residues).ok().unwrap();
            let width = 2 * p.isqrt() + 2;
            let mut brings_to_neutral = |k: u64| {
                let multiple = curves.multiple(k, &point);
                curves.divisor(&multiple.z) == BigUint::from(p)
            };
            let multiple = (p - width..p + width).find(|k| k % 12 == 0 && brings_to_neutral(*k)).unwrap();
            // The order of the point: the multiple without its unnecessary primes.
            let mut order = multiple;
            for prime in (2..=multiple).filter(|n| multiple % n == 0).collect::<Vec<_>>() {
                while order % prime == 0 && prime > 1 && brings_to_neutral(order / prime) {
                    order /= prime;
                }
            }
            let expected = is_found(order, &bounds);
            match run([sigma; 2]) {
                Some(divisor) => {
                    assert_eq!(divisor, BigUint::from(p));
                    // Pairs also reach numbers other than their primes, so curves find more than promised.
                    found.extend(expected.then_some(sigma));
                }
                None => {
                    assert!(!expected, "sigma = {sigma}, order {order}");
                    missed.push(sigma);
                }
            }
        }
        assert!(found.len() > 10 && missed.len() > 3, "{found:?} found, {missed:?} missed");
        // Of two curves, each finds what it would find alone.
        for (finder, other) in found.into_iter().zip(missed) {
            assert_eq!([run([finder, other]), run([other, finder])], [0; 2].map(|_| Some(BigUint::from(p))));
        }
    }

    /// Whether an order divides the product of the first stage, except for one prime of the second.
    fn is_found(order: u64, bounds: &Bounds) -> bool {
        let (mut rest, mut large) = (order, 1);
        for prime in 2..=order {
            let mut power = 1;
            while rest % prime == 0 {
                rest /= prime;
                power *= prime;
                if power > bounds.first {
                    large *= prime;
                    power /= prime;
                }
            }
            if rest == 1 {
                break;
            }
        }
        large == 1 || large > bounds.first && large <= bounds.second
    }
}
