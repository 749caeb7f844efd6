//! Verdicts: what a strength in bits means.

/// The strengths by which the standards grade keys, in bits.
pub const TARGETS: [u32; 3] = [80, 112, 128];

rsa_variants::named! {
    /// The verdict on parameters, or on one method against them, worst first.
    ///
    /// The thresholds allow for formulas that are good to ±5 bits. `Acceptable` begins where the formula of SP 800-56B rev. 2 puts
    /// RSA-2048, which the standard calls 112 bits; `Good` begins a little below 128.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Verdict {
        /// Below 80 bits: within reach of attackers. 0 bits means polynomial time, which is seconds only if the small lattice
        /// applies.
        Broken = "broken",
        /// From 80 to 109 bits.
        Weak = "weak",
        /// From 110 to 124 bits.
        Acceptable = "acceptable",
        /// From 125 bits.
        Good = "good",
    }
}

impl Verdict {
    /// Every verdict, worst first.
    pub const ALL: [Self; 4] = [Self::Broken, Self::Weak, Self::Acceptable, Self::Good];

    /// The verdict on a strength in bits.
    pub fn of(strength: u32) -> Self {
        Self::ALL.into_iter().rfind(|verdict| verdict.least() <= strength).unwrap_or(Self::Broken)
    }

    /// The lowest strength with this verdict, in bits.
    pub fn least(self) -> u32 {
        match self {
            Self::Broken => 0,
            Self::Weak => 80,
            Self::Acceptable => 110,
            Self::Good => 125,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_are_exact() {
        for (strength, verdict) in [
            (0, Verdict::Broken),
            (79, Verdict::Broken),
            (80, Verdict::Weak),
            (109, Verdict::Weak),
            (110, Verdict::Acceptable),
            (124, Verdict::Acceptable),
            (125, Verdict::Good),
            (u32::MAX, Verdict::Good),
        ] {
            assert_eq!(Verdict::of(strength), verdict, "{strength} bits");
        }
    }
}
