//! The list of families.

use std::sync::LazyLock;

use crate::assemble::{DRAWS, assemble};
use crate::declare::{Declared, Fault, Source};
use crate::dice::Dice;
use crate::draft::Draft;
use crate::question::{Mistake, Place, Question};
use crate::unstated::write_out_unstated;
use crate::{Difficulty, m1, m2, m3, m4, m5, m6, m7, p1, p2, p3, p4, p5, p6, p7};

/// A kind of question.
#[derive(Debug)]
pub struct Family {
    /// The schema it serves, such as `M1`.
    pub schema: String,
    /// Unique in its schema: lowercase words.
    pub name: String,
    /// The reasoning in one or two sentences, without a number.
    pub idea: String,
    pub objects: Vec<String>,
    pub constraints: Vec<String>,
    pub asked: String,
    /// The mistakes behind the options, at least three.
    pub wrong_paths: Vec<String>,
    /// Why an item is easy, medium or hard.
    pub rationale: [String; 3],
    pub(crate) declared: Declared,
}

/// The families of each schema.
pub(crate) const SCHEMAS: [&[Source]; 14] = [
    m1::FAMILIES,
    m2::FAMILIES,
    m3::FAMILIES,
    m4::FAMILIES,
    m5::FAMILIES,
    m6::FAMILIES,
    m7::FAMILIES,
    p1::FAMILIES,
    p2::FAMILIES,
    p3::FAMILIES,
    p4::FAMILIES,
    p5::FAMILIES,
    p6::FAMILIES,
    p7::FAMILIES,
];

static FAMILIES: LazyLock<Vec<Result<Family, Fault>>> =
    LazyLock::new(|| SCHEMAS.into_iter().flatten().map(Source::read).collect());

/// Every family, in the order of the schemas.
pub fn families() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter().filter_map(|family| family.as_ref().ok())
}

/// What is wrong with declarations that cannot be read; a test keeps it empty.
pub fn faults() -> impl Iterator<Item = &'static Fault> {
    FAMILIES.iter().filter_map(|family| family.as_ref().err())
}

/// The family of a schema with this name.
pub fn family(schema: &str, name: &str) -> Option<&'static Family> {
    families().find(|family| family.schema == schema && family.name == name)
}

impl Family {
    /// The question at a place.
    pub fn question(&'static self, difficulty: Difficulty, place: Place) -> Result<Question, Fault> {
        for draw in 0..DRAWS {
            let mut dice = place.dice(draw);
            let draft = write_out_unstated(self.draft(&mut dice, difficulty)?);
            let Some(question) = assemble(&draft, place.slot, draw, &mut dice) else { continue };
            let mut question = self.declared.finish(&draft, question)?;
            for Mistake { id, .. } in question.options.iter_mut().filter_map(|option| option.mistake.as_mut())
            {
                *id = format!("{}/{}/{id}", self.schema, self.name);
            }
            return Ok(question);
        }
        let what = format!("no clean question in {DRAWS} draws");
        Err(Fault { place: format!("the family {} of {}", self.name, self.schema), what })
    }

    pub(crate) fn draft(&'static self, dice: &mut Dice, difficulty: Difficulty) -> Result<Draft, Fault> {
        self.declared.draft(dice, difficulty)
    }
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
                    let mut dice = Place { seed: 11, slot, attempt: 0 }.dice(draw);
                    let draft = family.draft(&mut dice, difficulty).unwrap();
                    assemble(&draft, slot, draw, &mut dice).is_some()
                };
                let draws = (0..SLOTS).map(|slot| {
                    let first = (0..DRAWS).find(|draw| fits(slot, *draw));
                    first.map_or(DRAWS, |draw| draw + 1)
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
