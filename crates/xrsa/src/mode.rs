//! How the device computes the constant `R²` and the powers.

use core::ops::RangeInclusive;

use crate::Error;

/// The widths that a window may have, in bits.
pub const WINDOW_WIDTHS: RangeInclusive<usize> = 2..=6;

/// How the device computes `R²` and the powers: as in the paper, or with fewer multiplications.
///
/// | mode | `R²` | power | ⊗ for RSA-4096 on 2048 bits |
/// | --- | --- | --- | --: |
/// | [`Paper`](Mode::Paper) | 2,047 ⊗ | a squaring and a multiplication for each bit | 12,302 |
/// | [`Squarings`](Mode::Squarings) | 11 ⊗ | the same | 8,230 |
/// | [`Window`](Mode::Window), 5 bits | 11 ⊗ | a squaring for each bit, a multiplication for each digit | 5,006 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// Algorithms 2 and 3.
    Paper,
    /// `R²` by doublings and squarings, Algorithm 3.
    Squarings,
    /// `R²` in the same way, and a fixed window of this many bits. Each lookup reads all entries of its table.
    Window(usize),
}

impl Mode {
    /// The mode with this name. `window_width`, in bits, is only used by the mode `window`.
    ///
    /// # Errors
    /// [`Error::UnknownMode`], [`Error::WindowWidth`].
    pub fn from_name(name: &str, window_width: usize) -> Result<Self, Error> {
        match name {
            "paper" => Ok(Self::Paper),
            "squarings" => Ok(Self::Squarings),
            "window" => Self::Window(window_width).checked(),
            _ => Err(Error::UnknownMode(name.to_owned())),
        }
    }

    /// Its name in the public interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Squarings => "squarings",
            Self::Window(_) => "window",
        }
    }

    pub(crate) fn checked(self) -> Result<Self, Error> {
        match self {
            Self::Window(value) if !WINDOW_WIDTHS.contains(&value) => Err(Error::WindowWidth { value }),
            mode => Ok(mode),
        }
    }
}
