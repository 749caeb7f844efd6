//! The running device: the only interface that the algorithms use.
//!
//! The unit has its own memory and operates on numbers of one length. The controller moves numbers to and from the unit, adds
//! with carry, shifts and selects (`words.rs`). Nothing multiplies numbers wider than the unit's operands.

use core::ops::ControlFlow;

use num_bigint::BigUint;
use zeroize::Zeroizing;

use crate::memory::{Allocation, Allocator};
use crate::montgomery;
use crate::report::{Counts, Domain, Event, Operation, Section, Step, TraceLevel, TracedNumber};
use crate::words::{self, Words};
use crate::{DeviceOptions, Error, Memory, Progress, Report};

/// A number in the controller's memory.
pub(crate) struct Number {
    words: Words,
    _allocation: Allocation,
}

impl Number {
    /// Its words, least significant first.
    pub(crate) fn words(&self) -> &[u32] {
        &self.words
    }

    pub(crate) fn words_mut(&mut self) -> &mut [u32] {
        &mut self.words
    }
}

/// A number in the unit's memory.
pub(crate) struct Register {
    words: Words,
    name: &'static str,
    domain: Domain,
    allocation: Allocation,
}

impl Register {
    /// The same number under another name, or in another domain: `R mod p` is 1 in the Montgomery domain.
    pub(crate) fn seen_as(self, name: &'static str, domain: Domain) -> Self {
        Self { name, domain, ..self }
    }
}

/// Receives progress; `Break` cancels.
pub(crate) type OnProgress<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// Multiplications between two progress reports: a few milliseconds for long operands.
const MULTIPLICATIONS_A_REPORT: u64 = 256;

/// A device in the middle of a computation.
pub(crate) struct Machine<'a> {
    multiplier_length: usize,
    operand_length: usize,
    /// If false, the machine only counts, and every result is zero. Such a plan is exact, because the sequence is constant.
    computes: bool,
    unit: Allocator,
    controller: Allocator,
    sections: Vec<Section>,
    trace_level: TraceLevel,
    trace: Vec<Event>,
    multiplications: u64,
    expected: Option<u64>,
    candidates: Option<u64>,
    on_progress: Option<OnProgress<'a>>,
}

impl<'a> Machine<'a> {
    /// A device that computes, with operands of `operand_length` bits, a multiple of 32.
    pub(crate) fn new(
        options: &DeviceOptions,
        operand_length: usize,
        trace_level: TraceLevel,
        expected: Option<u64>,
        on_progress: OnProgress<'a>,
    ) -> Self {
        Self {
            computes: true,
            unit: Allocator::new(Memory::Unit, options.unit_ram),
            controller: Allocator::new(Memory::Controller, options.controller_ram),
            trace_level,
            expected,
            on_progress: Some(on_progress),
            ..Self::planning(options, operand_length)
        }
    }

    /// A device with unlimited memory that counts and does not compute.
    pub(crate) fn planning(options: &DeviceOptions, operand_length: usize) -> Self {
        debug_assert!(operand_length.is_multiple_of(32) && operand_length <= options.multiplier_length);
        Self {
            multiplier_length: options.multiplier_length,
            operand_length,
            computes: false,
            unit: Allocator::new(Memory::Unit, usize::MAX),
            controller: Allocator::new(Memory::Controller, usize::MAX),
            sections: Vec::new(),
            trace_level: TraceLevel::None,
            trace: Vec::new(),
            multiplications: 0,
            expected: None,
            candidates: None,
            on_progress: None,
        }
    }

    /// The report of all operations.
    pub(crate) fn into_report(self) -> Report {
        Report {
            multiplier_length: self.multiplier_length,
            operand_length: self.operand_length,
            sections: self.sections,
            unit_ram: self.unit.peak(),
            controller_ram: self.controller.peak(),
            trace: self.trace,
        }
    }

    /// The length of operands in bits; R is 2 to this power.
    pub(crate) fn operand_length(&self) -> usize {
        self.operand_length
    }

    /// Begins a section: the following operations belong to this step and prime.
    pub(crate) fn begin(&mut self, step: Step, prime: Option<usize>) {
        if self.sections.last().is_none_or(|last| (last.step, last.prime) != (step, prime)) {
            self.sections.push(Section { step, prime, counts: Counts::default() });
        }
    }

    /// Reports how many candidates for a prime were tested, and whether to continue.
    pub(crate) fn tested(&mut self, candidates: u64) -> Result<(), Error> {
        self.candidates = Some(candidates);
        self.report_progress()
    }

    /// Puts a number into the controller's memory.
    pub(crate) fn store(&mut self, words: Words) -> Result<Number, Error> {
        let allocation = self.controller.take(4 * words.len())?;
        Ok(Number { words, _allocation: allocation })
    }

    /// Puts a zero with room for `bits` bits into the controller's memory.
    pub(crate) fn zero(&mut self, bits: usize) -> Result<Number, Error> {
        self.store(Zeroizing::new(vec![0; words::count(bits)]))
    }

    /// Moves a number from the controller to the unit.
    ///
    /// # Errors
    /// [`Error::OperandTooWide`], [`Error::OutOfMemory`].
    pub(crate) fn load(&mut self, number: &[u32], name: &'static str, domain: Domain) -> Result<Register, Error> {
        let length = words::count(self.operand_length);
        if number.len() > length {
            return Err(Error::OperandTooWide { name, value: 32 * number.len(), operand_length: self.operand_length });
        }
        let mut words = Zeroizing::new(vec![0; length]);
        words[..number.len()].copy_from_slice(number);
        let register = Register { words, name, domain, allocation: self.unit.take(4 * length)? };
        let counts = self.counts();
        counts.loads += 1;
        counts.bytes += 4 * length as u64;
        self.record(Operation::Load, |values| {
            let loaded = trace(&register, values);
            (vec![TracedNumber { slot: None, ..loaded.clone() }], None, loaded)
        });
        Ok(register)
    }

    /// Moves a number from the unit to the controller.
    pub(crate) fn fetch(&mut self, register: &Register) -> Result<Number, Error> {
        let number = self.store(register.words.clone())?;
        let counts = self.counts();
        counts.fetches += 1;
        counts.bytes += 4 * register.words.len() as u64;
        self.record(Operation::Fetch, |values| {
            let fetched = trace(register, values);
            (vec![fetched.clone()], None, TracedNumber { slot: None, ..fetched })
        });
        Ok(number)
    }

    /// Unit: `a ⊕ b`, that is `a + b`, minus the modulus if the sum reaches it. `a` or `b` must be below the modulus, so that the
    /// result fits. If the sum is below twice the modulus, the result is below the modulus.
    pub(crate) fn add(
        &mut self,
        a: &Register,
        b: &Register,
        modulus: &Register,
        name: &'static str,
    ) -> Result<Register, Error> {
        debug_assert_eq!(a.domain, b.domain, "{} ⊕ {}", a.name, b.name);
        let result = self.result(name, a.domain, |result| {
            debug_assert!(below(a, modulus) || below(b, modulus), "{} ⊕ {}", a.name, b.name);
            let carry = result.iter_mut().zip(a.words.iter().zip(b.words.iter())).fold(0, |carry, (sum, (x, y))| {
                let column = u64::from(*x) + u64::from(*y) + carry;
                *sum = column as u32;
                column >> 32
            });
            montgomery::subtract_if_not_below(result, carry as u32, &modulus.words);
        })?;
        self.counts().additions += 1;
        self.record_three(Operation::Add, a, b, modulus, &result);
        Ok(result)
    }

    /// Unit: `a ⊖ b`, that is `a − b`, plus the modulus if that is negative. `b` must be below the modulus. If `a` is too, so is
    /// the result.
    pub(crate) fn subtract(
        &mut self,
        a: &Register,
        b: &Register,
        modulus: &Register,
        name: &'static str,
    ) -> Result<Register, Error> {
        debug_assert_eq!(a.domain, b.domain, "{} ⊖ {}", a.name, b.name);
        let result = self.result(name, a.domain, |result| {
            debug_assert!(below(b, modulus), "{} ⊖ {}", a.name, b.name);
            montgomery::subtract_modular(&a.words, &b.words, &modulus.words, result);
        })?;
        self.counts().subtractions += 1;
        self.record_three(Operation::Subtract, a, b, modulus, &result);
        Ok(result)
    }

    /// Unit: `a ⊗ b = a·b·R⁻¹` modulo an odd modulus. `a` or `b` must be below the modulus; then the result is too.
    pub(crate) fn multiply(
        &mut self,
        a: &Register,
        b: &Register,
        modulus: &Register,
        name: &'static str,
    ) -> Result<Register, Error> {
        let domain = a.domain.times(b.domain);
        self.multiply_as(a, b, modulus, name, domain)
    }

    /// Unit: `a ⊗ b` modulo `R − 1`, where `R⁻¹ = 1`: the plain product, for two numbers whose product is below `R − 1`.
    pub(crate) fn multiply_plainly(
        &mut self,
        a: &Register,
        b: &Register,
        r_minus_one: &Register,
        name: &'static str,
    ) -> Result<Register, Error> {
        debug_assert!(!self.computes || r_minus_one.words.iter().all(|word| *word == u32::MAX));
        self.multiply_as(a, b, r_minus_one, name, Domain::Integer)
    }

    fn multiply_as(
        &mut self,
        a: &Register,
        b: &Register,
        modulus: &Register,
        name: &'static str,
        domain: Domain,
    ) -> Result<Register, Error> {
        let result = self.result(name, domain, |result| {
            debug_assert!(below(a, modulus) || below(b, modulus), "{} ⊗ {}", a.name, b.name);
            let inverse = montgomery::negative_inverse(modulus.words[0]);
            montgomery::multiply(&a.words, &b.words, &modulus.words, inverse, result);
        })?;
        self.counts().multiplications += 1;
        self.multiplications += 1;
        self.record_three(Operation::Multiply, a, b, modulus, &result);
        if self.multiplications.is_multiple_of(MULTIPLICATIONS_A_REPORT) {
            self.report_progress()?;
        }
        Ok(result)
    }

    /// A new register with what `compute` writes into it.
    fn result(
        &mut self,
        name: &'static str,
        domain: Domain,
        compute: impl FnOnce(&mut [u32]),
    ) -> Result<Register, Error> {
        let length = words::count(self.operand_length);
        let allocation = self.unit.take(4 * length)?;
        let mut words = Zeroizing::new(vec![0; length]);
        if self.computes {
            compute(&mut words);
        }
        Ok(Register { words, name, domain, allocation })
    }

    fn counts(&mut self) -> &mut Counts {
        &mut self.sections.last_mut().expect("a section was begun").counts
    }

    fn record_three(
        &mut self,
        operation: Operation,
        a: &Register,
        b: &Register,
        modulus: &Register,
        result: &Register,
    ) {
        self.record(operation, |values| {
            (vec![trace(a, values), trace(b, values)], Some(trace(modulus, values)), trace(result, values))
        });
    }

    fn record(
        &mut self,
        operation: Operation,
        numbers: impl FnOnce(bool) -> (Vec<TracedNumber>, Option<TracedNumber>, TracedNumber),
    ) {
        if self.trace_level != TraceLevel::None {
            let (operands, modulus, result) = numbers(self.trace_level == TraceLevel::Values);
            self.trace.push(Event { section: self.sections.len() - 1, operation, operands, modulus, result });
        }
    }

    fn report_progress(&mut self) -> Result<(), Error> {
        let (Some(on_progress), Some(section)) = (&mut self.on_progress, self.sections.last()) else { return Ok(()) };
        let progress = Progress {
            step: section.step,
            prime: section.prime,
            section_multiplications: section.counts.multiplications,
            multiplications: self.multiplications,
            expected: self.expected,
            candidates: self.candidates,
        };
        if on_progress(progress).is_break() { Err(Error::Aborted) } else { Ok(()) }
    }
}

fn below(register: &Register, modulus: &Register) -> bool {
    words::is_below(&register.words, &modulus.words) == 1
}

fn trace(register: &Register, values: bool) -> TracedNumber {
    TracedNumber {
        name: register.name,
        domain: register.domain,
        slot: Some(register.allocation.place()),
        value: values.then(|| BigUint::from_slice(&register.words)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_on(_: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[test]
    fn wider_operands_and_more_of_them_than_fit_are_refused() {
        let options = DeviceOptions { multiplier_length: 64, unit_ram: 24, controller_ram: 8 };
        let mut go_on = go_on;
        let mut machine = Machine::new(&options, 64, TraceLevel::None, None, &mut go_on);
        machine.begin(Step::Product, None);
        let refused = Error::OperandTooWide { name: "x", value: 96, operand_length: 64 };
        assert_eq!(machine.load(&[1, 2, 3], "x", Domain::Integer).err(), Some(refused));
        let [a, m] = [[5, 0], [7, 0]].map(|words| machine.load(&words, "x", Domain::Integer).unwrap());
        let product = machine.multiply_as(&a, &a, &m, "x", Domain::Integer).unwrap();
        let refused = |memory, needed, size| Error::OutOfMemory { memory, needed, size, fitting_window: None };
        assert_eq!(machine.add(&a, &a, &m, "x").err(), Some(refused(Memory::Unit, 32, 24)));
        let kept = machine.fetch(&product).unwrap();
        assert_eq!(machine.fetch(&product).err(), Some(refused(Memory::Controller, 16, 8)));
        drop(kept);
        assert!(machine.fetch(&product).is_ok());
        let report = machine.into_report();
        // Refused operations moved nothing.
        let counts = Counts { multiplications: 1, loads: 2, fetches: 2, bytes: 32, ..Counts::default() };
        assert_eq!((report.total(), report.unit_ram, report.controller_ram), (counts, 24, 8));
    }

    #[test]
    fn domains_follow_from_the_operations() {
        let mut go_on = go_on;
        let mut machine = Machine::new(&DeviceOptions::default(), 64, TraceLevel::None, None, &mut go_on);
        machine.begin(Step::Exponentiation, Some(0));
        let m = machine.load(&[97], "p", Domain::Integer).unwrap();
        // R = 2^64 is 61 modulo 97, its square 35.
        let r_squared = machine.load(&[35], "R²", Domain::RSquared).unwrap();
        let [one, x] = [[1], [20]].map(|words| machine.load(&words, "x", Domain::Integer).unwrap());
        let inside = machine.multiply(&x, &r_squared, &m, "x").unwrap();
        assert_eq!((inside.domain, inside.words[0]), (Domain::Montgomery, 20 * 61 % 97));
        let square = machine.multiply(&inside, &inside, &m, "x²").unwrap();
        let back = machine.multiply(&square, &one, &m, "x²").unwrap();
        assert_eq!((back.domain, back.words[0]), (Domain::Integer, 400 % 97));
        let mixed = machine.multiply(&x, &inside, &m, "x²").unwrap();
        assert_eq!((mixed.domain, mixed.words[0]), (Domain::Integer, 400 % 97));
        let difference = machine.subtract(&one, &back, &m, "1 − x²").unwrap();
        assert_eq!(difference.words[0], 98 - 400 % 97);
    }
}
