//! Attacks that run. Each takes public numbers and says in its documentation which keys fall to it, at what cost, and who
//! found it; what does not fit is refused with [`Error`](crate::Error) before any work.
