//! Native agents: families of ideas, each a generator with exact arithmetic.
//!
//! A family draws clean numbers, says what is given and asked as a [`Claim`], computes the key, and computes each wrong
//! option from the mistake that leads to it. It never sees the verifier, and the verifier solves the claim by other means.
#![allow(
    clippy::many_single_char_names,
    reason = "numbers have the names they have in the claim and in the stem"
)]

mod assemble;
mod draft;
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
mod said;
pub mod value;
mod whole;

use tutti_core::{Code, Problem};

use crate::claim::Claim;
use crate::dice::Dice;
use crate::idea::Viability;
use crate::{Brief, Difficulty, Idea, Order, Package};

/// A kind of question.
#[derive(Debug)]
pub struct Family {
    /// The schema it serves, such as `M1`.
    pub schema: &'static str,
    /// Unique in its schema: lowercase words.
    pub name: &'static str,
    /// The reasoning in one or two sentences, without a number.
    pub idea: &'static str,
    pub objects: &'static [&'static str],
    pub constraints: &'static [&'static str],
    pub asked: &'static str,
    /// The mistakes behind the options, at least three.
    pub wrong_paths: &'static [&'static str],
    /// Why an item is easy, medium or hard.
    pub rationale: [&'static str; 3],
    /// One question. Drawn again if its options come out unclean or the same.
    pub draft: fn(&mut Dice, Difficulty) -> Draft,
}

/// A question before its options are chosen and lettered.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Maths in `\( \)`. Two to six lines, varied in wording and context.
    pub stem: String,
    /// The right answer as an expression, in the names of `claim.given` and in coherent SI units.
    pub key: String,
    /// More than are needed is welcome: those are used that fit. Expressions as for the key.
    pub wrong: Vec<Wrong>,
    pub steps: Vec<(String, &'static [&'static str])>,
    /// The one thought that makes it short.
    pub insight: String,
    pub claim: Claim,
    /// SVG.
    pub figure: Option<String>,
}

/// A mistake, and what it leads to.
#[derive(Debug, Clone)]
pub struct Wrong {
    pub why: String,
    pub gives: String,
}

impl Wrong {
    pub fn new(why: impl Into<String>, gives: impl Into<String>) -> Self {
        Self { why: why.into(), gives: gives.into() }
    }
}

/// Every family, in the order of the schemas.
pub fn families() -> impl Iterator<Item = &'static Family> {
    let mathematics =
        [m1::FAMILIES, m2::FAMILIES, m3::FAMILIES, m4::FAMILIES, m5::FAMILIES, m6::FAMILIES, m7::FAMILIES];
    let physics =
        [p1::FAMILIES, p2::FAMILIES, p3::FAMILIES, p4::FAMILIES, p5::FAMILIES, p6::FAMILIES, p7::FAMILIES];
    mathematics.into_iter().chain(physics).flatten()
}

/// The native Designer: an idea of the schema, chosen by the seed.
pub fn design(brief: &Brief) -> Result<Idea, Problem> {
    let of_schema: Vec<&Family> = families().filter(|family| family.schema == brief.schema.id).collect();
    if of_schema.is_empty() {
        return Err(Problem::new(
            Code::BadInput,
            format!("there is no native generator for the schema {}", brief.schema.id),
        )
        .hint("give the designer and the implementer a model in the settings")
        .hint("or choose among the schemas M1 to M7 and P1 to P7 with `--schemas`"));
    }
    // Families take turns from slot to slot, so that a short run shows several.
    let family = of_schema[Dice::new(brief.seed, &[1, brief.slot]).below(of_schema.len())];
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    Ok(Idea {
        schema_id: family.schema.to_owned(),
        idea_summary: family.idea.to_owned(),
        function_or_object_type: texts(family.objects),
        constraints_used: texts(family.constraints),
        what_is_asked: vec![family.asked.to_owned()],
        intended_wrong_paths: texts(family.wrong_paths),
        difficulty_rationale: family.rationale[brief.difficulty as usize].to_owned(),
        mcq_viability: Viability {
            viable: true,
            reason: "every wrong path gives a clean value of its own".to_owned(),
        },
        family: Some(family.name.to_owned()),
    })
}

/// The native Implementer: a package for the idea, other numbers at every attempt.
pub fn implement(order: &Order) -> Result<Package, Problem> {
    let named = |family: &&Family| {
        family.schema == order.idea.schema_id && Some(family.name) == order.idea.family.as_deref()
    };
    let Some(family) = families().find(named) else {
        return Err(Problem::new(Code::BadInput, "the idea comes from no native family")
            .hint("a model's idea needs a model to write it out: give the implementer one in the settings"));
    };
    for draw in 0..assemble::DRAWS {
        let place = [2, order.brief.slot, u64::from(order.attempt), draw];
        let mut dice = Dice::new(order.brief.seed, &place);
        let draft = said::only_what_is_said((family.draft)(&mut dice, order.brief.difficulty));
        if let Some(package) = assemble::assemble(&draft, order.brief.slot, draw, &mut dice) {
            return Ok(package);
        }
    }
    Err(Problem::new(
        Code::Internal,
        format!(
            "the family {} of {} gave no clean question in {} draws",
            family.name,
            family.schema,
            assemble::DRAWS
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An item costs as much as all its draws: a family whose numbers seldom fit is slow, however quick a draw is.
    #[test]
    fn families_seldom_draw_in_vain() {
        const SLOTS: u64 = 12;
        let mut all = Vec::new();
        for family in families() {
            for difficulty in Difficulty::ALL {
                let fits = |slot: u64, draw: u64| {
                    let mut dice = Dice::new(11, &[2, slot, 0, draw]);
                    let draft = (family.draft)(&mut dice, difficulty);
                    assemble::assemble(&draft, slot, draw, &mut dice).is_some()
                };
                let draws = (0..SLOTS).map(|slot| {
                    let first = (0..assemble::DRAWS).find(|draw| fits(slot, *draw));
                    first.map_or(assemble::DRAWS, |draw| draw + 1)
                });
                let mean = draws.sum::<u64>() as f64 / SLOTS as f64;
                assert!(mean <= 6.0, "{} {} {difficulty}: {mean:.1} draws", family.schema, family.name);
                all.push(mean);
            }
        }
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        assert!(mean <= 2.0, "{mean:.2} draws for an item");
    }
}
