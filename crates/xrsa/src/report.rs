//! What a computation on the device was made of: operations by step, memory, and the trace.

use core::ops::AddAssign;

use num_bigint::BigUint;

/// A part of a computation, named as in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// `R² mod p` (section III-A, Algorithm 2).
    RSquared,
    /// `m mod p` (section III-B, equation 2).
    Reduction,
    /// `m^{d_p} mod p` (Algorithm 1, steps 1 and 2, by Algorithm 3).
    Exponentiation,
    /// `h = q_inv·(S_p − S_q) mod p` (Algorithm 1, step 3).
    Recombination,
    /// `S = S_q + h·q mod N` (Algorithm 1, step 4, by Table II and equation 3).
    Product,
    /// Key generation: Miller–Rabin tests of candidates.
    Primality,
    /// Key generation: `d_p = e⁻¹ mod (p − 1)`.
    CrtExponents,
    /// Key generation: `q_inv = q⁻¹ mod p`.
    CrtCoefficients,
    /// `N = p·q`.
    PublicModulus,
}

impl Step {
    /// Its name in the public interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::RSquared => "r-squared",
            Self::Reduction => "reduction",
            Self::Exponentiation => "exponentiation",
            Self::Recombination => "recombination",
            Self::Product => "product",
            Self::Primality => "primality",
            Self::CrtExponents => "crt-exponents",
            Self::CrtCoefficients => "crt-coefficients",
            Self::PublicModulus => "public-modulus",
        }
    }
}

/// An operation of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// From the controller's memory to the unit's.
    Load,
    /// From the unit's memory to the controller's.
    Fetch,
    /// `a ⊕ b`: modular addition.
    Add,
    /// `a ⊖ b`: modular subtraction.
    Subtract,
    /// `a ⊗ b = a·b·R⁻¹`: Montgomery multiplication.
    Multiply,
}

impl Operation {
    /// Its name in the public interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Fetch => "fetch",
            Self::Add => "add",
            Self::Subtract => "subtract",
            Self::Multiply => "multiply",
        }
    }
}

/// How often each operation was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Montgomery multiplications ⊗.
    pub multiplications: u64,
    /// Modular additions ⊕.
    pub additions: u64,
    /// Modular subtractions ⊖.
    pub subtractions: u64,
    /// Numbers moved from the controller to the unit.
    pub loads: u64,
    /// Numbers moved from the unit to the controller.
    pub fetches: u64,
    /// Bytes of both.
    pub bytes: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.multiplications += other.multiplications;
        self.additions += other.additions;
        self.subtractions += other.subtractions;
        self.loads += other.loads;
        self.fetches += other.fetches;
        self.bytes += other.bytes;
    }
}

/// A stretch of a computation: one step for one prime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// The step.
    pub step: Step,
    /// The index of the prime that it is for: 0 is p, 1 is q, 2 is r_3.
    pub prime: Option<usize>,
    /// What was done.
    pub counts: Counts,
}

/// The form in which a number `x` stands for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// As `x`.
    Integer,
    /// As `x·R`, in the Montgomery domain.
    Montgomery,
    /// As `x·R²`: only 1 does, as the constant `R²` that leads from the integer domain to the Montgomery domain.
    RSquared,
}

impl Domain {
    /// Its name in the public interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Montgomery => "montgomery",
            Self::RSquared => "r-squared",
        }
    }

    /// The domain of `a ⊗ b`: the powers of R add up, less one. Products that leave all three domains are a defect of the
    /// algorithm.
    pub(crate) fn times(self, other: Self) -> Self {
        match (self, other) {
            (Self::Integer, Self::RSquared)
            | (Self::RSquared, Self::Integer)
            | (Self::Montgomery, Self::Montgomery) => Self::Montgomery,
            (Self::Integer, Self::Montgomery) | (Self::Montgomery, Self::Integer) => Self::Integer,
            _ => unreachable!("a product of {} and {} numbers", self.name(), other.name()),
        }
    }
}

/// A number as it takes part in an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedNumber {
    /// As the paper calls it.
    pub name: &'static str,
    /// Its domain.
    pub domain: Domain,
    /// Its place in the unit's memory, from 0; none for a number of the controller.
    pub slot: Option<usize>,
    /// Its value, where the trace has values.
    pub value: Option<BigUint>,
}

/// One operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The index of its section.
    pub section: usize,
    /// Which operation.
    pub operation: Operation,
    /// One number for a load and a fetch, two otherwise.
    pub operands: Vec<TracedNumber>,
    /// The modulus of ⊕, ⊖ and ⊗.
    pub modulus: Option<TracedNumber>,
    /// What came of it.
    pub result: TracedNumber,
}

/// What a computation, done or planned, is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// k, the length of the device's multiplier in bits.
    pub multiplier_length: usize,
    /// The length of the operands in bits: that of the longest prime in whole words.
    pub operand_length: usize,
    /// The steps in their order.
    pub sections: Vec<Section>,
    /// The most bytes that the unit held at once.
    pub unit_ram: usize,
    /// The most bytes that the controller held at once.
    pub controller_ram: usize,
    /// Every operation in order, when asked for.
    pub trace: Vec<Event>,
}

impl Report {
    /// The counts of all sections together.
    pub fn total(&self) -> Counts {
        let mut total = Counts::default();
        self.sections.iter().for_each(|section| total += section.counts);
        total
    }
}

/// How much of a computation is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TraceLevel {
    /// Counts alone.
    None,
    /// Every operation.
    Operations,
    /// Every operation with its values, secrets included: for small devices and teaching.
    Values,
}

/// The longest operands of a trace with values, in bits: of 2048 bits it would take some 200 MB.
pub const MOST_TRACED_BITS: usize = 512;

/// How far a computation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The present step.
    pub step: Step,
    /// The index of the prime that it is for.
    pub prime: Option<usize>,
    /// Montgomery multiplications in this section so far.
    pub section_multiplications: u64,
    /// In all so far.
    pub multiplications: u64,
    /// In all that there will be, where that is known before.
    pub expected: Option<u64>,
    /// Key generation: candidates tested so far for this prime.
    pub candidates: Option<u64>,
}
