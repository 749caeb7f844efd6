//! The verdict on lengths, without words.

use rsa_variants::{CheckedParams, Variant};

use crate::strength::{Finding, Shape, findings};
use crate::{Reach, Verdict};

/// A verdict and its reasons.
pub(crate) struct Grade {
    pub(crate) verdict: Verdict,
    pub(crate) reach: Option<Reach>,
    pub(crate) cap: Option<&'static str>,
    pub(crate) findings: Vec<Finding>,
}

impl Grade {
    pub(crate) fn of(shape: &Shape, variant: Option<Variant>) -> Self {
        let findings = findings(shape);
        let by_strength = Verdict::of(findings[0].strength);
        let cap = variant
            .and_then(|variant| variant.definition().little_studied)
            .filter(|_| by_strength > Verdict::Acceptable);
        let verdict = if cap.is_some() { Verdict::Acceptable } else { by_strength };
        let reach = findings.iter().filter_map(|finding| finding.reach).min();
        Self { verdict, reach, cap, findings }
    }
}

pub(crate) fn grade(params: &CheckedParams, public_exponent_length: usize) -> Grade {
    Grade::of(&Shape::new(params, public_exponent_length), Some(params.variant()))
}
