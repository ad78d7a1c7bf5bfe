//! Families of exam questions, each a generator with exact arithmetic.
//!
//! A family draws clean numbers, says what is given and asked as a [`Claim`], computes the key, and computes each wrong
//! option from the mistake that leads to it. Whoever checks a question solves its claim by other means than made it.
//! No I/O, no clock: the same seed gives the same question everywhere.
#![allow(
    clippy::many_single_char_names,
    reason = "numbers have the names they have in the claim and in the stem"
)]

mod assemble;
pub mod claim;
mod declare;
pub mod dice;
mod difficulty;
mod draft;
mod family;
mod figure;
mod formula;
mod m1;
mod m2;
mod m3;
mod m4;
mod m5;
mod m6;
mod m7;
mod p1;
mod p2;
mod p3;
mod p4;
mod p5;
mod p6;
mod p7;
mod question;
pub mod stem;
mod unstated;
pub mod value;
mod whole;

pub use assemble::DRAWS;
pub use declare::Fault;
pub use difficulty::Difficulty;
pub use family::{Family, families, family, faults};
pub use question::{Binding, Choice, MethodStep, Mistake, Place, Question};
