//! Fault injection, for tests of the guards of computations: changes a value between two steps.
//!
//! Without the feature `fault-injection`, which only tests turn on, every function here is empty and inlined, and
//! builds contain none of this code.

#[cfg(not(feature = "fault-injection"))]
pub use self::absent::{point, stage};
#[cfg(feature = "fault-injection")]
pub use self::present::{Corrupt, Fault, Kind, Visit, point, run, stage};

#[cfg(not(feature = "fault-injection"))]
mod absent {
    /// The value, unchanged.
    #[inline(always)]
    pub fn point<T>(_: &'static str, value: T) -> T {
        value
    }

    /// Nothing.
    #[inline(always)]
    pub fn stage(_: &'static str) -> impl Drop {
        struct Nothing;
        impl Drop for Nothing {
            fn drop(&mut self) {}
        }
        Nothing
    }
}

#[cfg(feature = "fault-injection")]
mod present {
    use core::cell::RefCell;

    use num_bigint::BigUint;

    use crate::Natural;
    use crate::montgomery::{Kernel, Limb, Montgomery};

    /// How a value is changed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Kind {
        /// One bit is flipped.
        Flip,
        /// All bits become 0.
        Clear,
        /// One limb becomes another number.
        Replace,
    }

    /// A change of one value. A random number decides where and how.
    #[derive(Clone, Copy, Debug)]
    pub struct Fault {
        /// The visit at which it happens, from 0.
        pub visit: usize,
        /// The kind of change.
        pub kind: Kind,
        /// The place of the change.
        pub random: u64,
    }

    /// A point that a computation passed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Visit {
        /// The outermost stage, or the name of the point if there is none.
        pub stage: &'static str,
        /// The point.
        pub point: &'static str,
    }

    #[derive(Default)]
    struct State {
        fault: Option<Fault>,
        visits: Vec<Visit>,
        stages: Vec<&'static str>,
    }

    thread_local! {
        static STATE: RefCell<Option<State>> = const { RefCell::new(None) };
    }

    /// Makes a call with or without a fault, and returns the points that it passed.
    pub fn run<R>(fault: Option<Fault>, call: impl FnOnce() -> R) -> (R, Vec<Visit>) {
        STATE.set(Some(State { fault, ..State::default() }));
        let result = call();
        (result, STATE.take().map_or(Vec::new(), |state| state.visits))
    }

    /// A stage lasts until this is dropped.
    pub struct Stage(());

    impl Drop for Stage {
        fn drop(&mut self) {
            STATE.with_borrow_mut(|state| state.as_mut().map(|state| state.stages.pop()));
        }
    }

    /// Names the stage that lasts until the result is dropped.
    pub fn stage(name: &'static str) -> Stage {
        STATE.with_borrow_mut(|state| {
            if let Some(state) = state {
                state.stages.push(name);
            }
        });
        Stage(())
    }

    /// The value, changed if the fault hits this visit.
    pub fn point<T: Corrupt>(name: &'static str, mut value: T) -> T {
        STATE.with_borrow_mut(|state| {
            let Some(state) = state else { return };
            if let Some(fault) = state.fault.filter(|fault| fault.visit == state.visits.len()) {
                value.corrupt(fault);
            }
            state.visits.push(Visit { stage: state.stages.first().copied().unwrap_or(name), point: name });
        });
        value
    }

    /// A value that a fault can change.
    pub trait Corrupt {
        /// Changes the value. Clearing zero leaves it zero.
        fn corrupt(&mut self, fault: Fault);
    }

    /// Changes numbers in limbs of `bits` bits.
    fn corrupt_limbs(limbs: &mut [u64], bits: u32, Fault { kind, random, .. }: Fault) {
        let mask = u64::MAX >> (64 - bits);
        let Some(count) = limbs.len().checked_sub(1) else { return };
        match kind {
            Kind::Clear => limbs.fill(0),
            // Leaves the top limb alone: it may have bits that no value reaches, and setting them would cause further
            // errors.
            Kind::Flip => limbs[random as usize % count.max(1)] ^= 1 << ((random >> 32) % u64::from(bits)),
            Kind::Replace => limbs[random as usize % count.max(1)] ^= (random >> 13 | 1) & mask,
        }
    }

    impl Corrupt for &mut [Limb] {
        fn corrupt(&mut self, fault: Fault) {
            #[cfg(wide)]
            corrupt_limbs(self, Montgomery::LIMB_BITS as u32, fault);
            #[cfg(not(wide))]
            {
                let mut limbs: Vec<u64> = self.iter().map(|limb| u64::from(*limb)).collect();
                corrupt_limbs(&mut limbs, Montgomery::LIMB_BITS as u32, fault);
                self.iter_mut().zip(limbs).for_each(|(limb, changed)| *limb = changed as Limb);
            }
        }
    }

    impl Corrupt for Vec<Limb> {
        fn corrupt(&mut self, fault: Fault) {
            self.as_mut_slice().corrupt(fault);
        }
    }

    impl Corrupt for &mut [f64] {
        fn corrupt(&mut self, fault: Fault) {
            // Limbs of 50 bits, never negative.
            let mut limbs: Vec<u64> = self.iter().map(|limb| *limb as u64).collect();
            corrupt_limbs(&mut limbs, 50, fault);
            self.iter_mut().zip(limbs).for_each(|(limb, changed)| *limb = changed as f64);
        }
    }

    impl Corrupt for Natural {
        fn corrupt(&mut self, fault: Fault) {
            let mut words: Vec<u64> = self.words().iter().map(|word| u64::from(*word)).collect();
            corrupt_limbs(&mut words, 32, fault);
            *self = Self::from_words(words.into_iter().map(|word| word as u32).collect());
        }
    }

    impl Corrupt for &mut Natural {
        fn corrupt(&mut self, fault: Fault) {
            (**self).corrupt(fault);
        }
    }

    impl Corrupt for &mut Vec<Natural> {
        fn corrupt(&mut self, fault: Fault) {
            let count = self.len();
            self[fault.random as usize % count].corrupt(fault);
        }
    }

    impl Corrupt for BigUint {
        fn corrupt(&mut self, fault: Fault) {
            let mut words: Vec<u64> = self.iter_u32_digits().map(u64::from).collect();
            corrupt_limbs(&mut words, 32, fault);
            *self = Self::new(words.into_iter().map(|word| word as u32).collect());
        }
    }

    impl Corrupt for Vec<u8> {
        fn corrupt(&mut self, Fault { kind, random, .. }: Fault) {
            let place = random as usize % self.len();
            match kind {
                Kind::Clear => self.fill(0),
                Kind::Flip => self[place] ^= 1 << ((random >> 32) % 8),
                Kind::Replace => self[place] ^= (random >> 13) as u8 | 1,
            }
        }
    }

    /// Replaces a digit of an exponent with another one that every table has.
    impl Corrupt for u32 {
        fn corrupt(&mut self, Fault { kind, .. }: Fault) {
            *self = if kind == Kind::Clear { 0 } else { *self ^ 1 };
        }
    }

    impl<const COUNT: usize> Corrupt for [u32; COUNT] {
        fn corrupt(&mut self, fault: Fault) {
            self[fault.random as usize % COUNT].corrupt(fault);
        }
    }
}
