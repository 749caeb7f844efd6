//! Reports of computations on the device: operations by step, memory, and the trace.

use core::ops::AddAssign;

use num_bigint::BigUint;

rsa_variants::named! {
    /// A part of a computation, named as in the paper.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Step {
        /// `R² mod p` (section III-A, Algorithm 2).
        RSquared = "r-squared",
        /// `m mod p` (section III-B, equation 2).
        Reduction = "reduction",
        /// `m^{d_p} mod p` (Algorithm 1, steps 1 and 2, by Algorithm 3).
        Exponentiation = "exponentiation",
        /// `h = q_inv·(S_p − S_q) mod p` (Algorithm 1, step 3).
        Recombination = "recombination",
        /// `S = S_q + h·q mod N` (Algorithm 1, step 4, by Table II and equation 3).
        Product = "product",
        /// Key generation: Miller–Rabin tests of candidates.
        Primality = "primality",
        /// Key generation: `d_p = e⁻¹ mod (p − 1)`.
        CrtExponents = "crt-exponents",
        /// Key generation: `q_inv = q⁻¹ mod p`.
        CrtCoefficients = "crt-coefficients",
        /// `N = p·q`.
        PublicModulus = "public-modulus",
    }
}

rsa_variants::named! {
    /// An operation of the unit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Operation {
        /// From the controller's memory to the unit's.
        Load = "load",
        /// From the unit's memory to the controller's.
        Fetch = "fetch",
        /// `a ⊕ b`: modular addition.
        Add = "add",
        /// `a ⊖ b`: modular subtraction.
        Subtract = "subtract",
        /// `a ⊗ b = a·b·R⁻¹`: Montgomery multiplication.
        Multiply = "multiply",
    }
}

/// How often each operation was performed.
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
    /// The bytes of all loads and fetches.
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

/// A section of a computation: one step for one prime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// The step.
    pub step: Step,
    /// The index of the prime that it is for: 0 is p, 1 is q, 2 is r_3.
    pub prime: Option<usize>,
    /// The counts of its operations.
    pub counts: Counts,
}

rsa_variants::named! {
    /// The form that represents a number `x`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Domain {
        /// As `x`.
        Integer = "integer",
        /// As `x·R`, in the Montgomery domain.
        Montgomery = "montgomery",
        /// As `x·R²`. Only 1 occurs in this form: the constant `R²` that leads from the integer domain to the Montgomery domain.
        RSquared = "r-squared",
    }
}

impl Domain {
    /// The domain of `a ⊗ b`: the powers of R add up, minus one. A product outside all three domains is a bug in the algorithm.
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

/// A number in a traced operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedNumber {
    /// Its name in the paper.
    pub name: &'static str,
    /// Its domain.
    pub domain: Domain,
    /// Its place in the unit's memory, from 0; `None` for a number in the controller's memory.
    pub slot: Option<usize>,
    /// Its value, if the trace has values.
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
    /// The result.
    pub result: TracedNumber,
}

/// The operations and memory of a computation, performed or planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// k, the length of the device's multiplier in bits.
    pub multiplier_length: usize,
    /// The length of the operands in bits: that of the longest prime, in whole words.
    pub operand_length: usize,
    /// The steps in order.
    pub sections: Vec<Section>,
    /// The most bytes that the unit held at once.
    pub unit_ram: usize,
    /// The most bytes that the controller held at once.
    pub controller_ram: usize,
    /// Every operation in order, if a trace was requested.
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

/// How much of a computation to record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TraceLevel {
    /// Only counts.
    None,
    /// Every operation.
    Operations,
    /// Every operation with its values, secrets included: for small devices and teaching.
    Values,
}

/// The longest operands of a trace with values, in bits. With 2048 bits, a trace would take about 200 MB.
pub const MOST_TRACED_BITS: usize = 512;

/// The progress of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current step.
    pub step: Step,
    /// The index of the prime that it is for.
    pub prime: Option<usize>,
    /// Montgomery multiplications in this section so far.
    pub section_multiplications: u64,
    /// Montgomery multiplications in all so far.
    pub multiplications: u64,
    /// Montgomery multiplications in the whole computation, if known in advance.
    pub expected: Option<u64>,
    /// Key generation: candidates tested so far for this prime.
    pub candidates: Option<u64>,
}
