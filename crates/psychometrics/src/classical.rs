//! Classical item and test statistics.
//!
//! Definitions:
//! - *p* is right answers over persons who reached the item. Omitted is wrong. Not reached is left out unless
//!   [`NotReachedRule::Wrong`] says otherwise, which can only lower p. Not presented is always left out.
//! - The *score* of a person counts right answers; an item not reached adds nothing to it. Persons are compared by
//!   their share of the items they were shown, which for one common form is the number right.
//! - *Corrected* correlations are with the share on the other items, so an item is not correlated with itself.
//! - Figures based on whole scores (mean, spread, alpha) use persons who were shown every item.

mod distractors;
mod findings;
mod reliability;

use serde::{Deserialize, Serialize};
use tutti_core::{Abandoned, Work};

pub use distractors::{OptionStatistics, SHARE_OF_A_WORKING_DISTRACTOR};
pub(crate) use findings::findings;
pub use findings::{DISCRIMINATION_TO_REVIEW, TOO_EASY_ABOVE, TOO_HARD_BELOW};
pub use reliability::Reliability;
pub(crate) use reliability::{alpha_without_each, reliability};

use crate::{
    moments,
    responses::{Cell, NotReachedRule, Responses},
};

/// Share of persons in the upper and in the lower group: the split that separates best for normal scores.
pub const EXTREME_GROUP: f64 = 0.27;

/// Score groups a distractor curve is drawn over.
pub const SCORE_GROUPS: usize = 5;

/// Classical figures of one item. What the data cannot tell is absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ItemStatistics {
    /// Persons the item was presented to.
    pub presented: usize,
    /// Persons who count in p.
    pub answered: usize,
    /// Share right.
    pub p: Option<f64>,
    /// Correlation of right/wrong with the share right on the other items.
    pub point_biserial: Option<f64>,
    /// Share right in the upper 27 % less that in the lower; persons with equal scores at the cut count in part.
    pub upper_lower: Option<f64>,
    pub alpha_without: Option<f64>,
    /// Of those it was presented to.
    pub omitted_share: Option<f64>,
    /// Of those it was presented to.
    pub not_reached_share: Option<f64>,
    /// Empty where only right or wrong is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionStatistics>,
}

/// Figures of the whole test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TestStatistics {
    pub persons: usize,
    pub items: usize,
    /// Persons who were shown every item; scores are compared among these.
    pub complete_persons: usize,
    pub mean: Option<f64>,
    pub sd: Option<f64>,
    pub skew: Option<f64>,
    /// KR-20 where items are right or wrong, as they are here.
    pub reliability: Option<Reliability>,
    /// Standard error of measurement, in items.
    pub sem: Option<f64>,
    /// Persons by number right, from none to all.
    pub histogram: Vec<usize>,
}

/// Right, wrong or nothing for every cell, with the scores that follow from it.
pub(crate) struct Marks<'a> {
    pub(crate) table: &'a Responses,
    pub(crate) rule: NotReachedRule,
    /// Number right by person.
    right: Vec<usize>,
    /// Items shown, by person.
    shown: Vec<usize>,
}

impl<'a> Marks<'a> {
    pub(crate) fn new(table: &'a Responses, rule: NotReachedRule) -> Self {
        let right = table
            .rows()
            .map(|row| (0..row.len()).filter(|&i| table.mark(i, row[i], rule) == Some(true)).count())
            .collect();
        let shown =
            table.rows().map(|row| row.iter().filter(|cell| **cell != Cell::NotPresented).count()).collect();
        Self { table, rule, right, shown }
    }

    pub(crate) fn mark(&self, person: usize, item: usize) -> Option<bool> {
        self.table.mark(item, self.table.row(person)[item], self.rule)
    }

    pub(crate) fn is_complete(&self, person: usize) -> bool {
        self.shown[person] == self.table.items().len()
    }

    pub(crate) fn score(&self, person: usize) -> usize {
        self.right[person]
    }

    /// Share right of the items shown.
    fn share(&self, person: usize) -> Option<f64> {
        (self.shown[person] > 0).then(|| self.right[person] as f64 / self.shown[person] as f64)
    }

    /// Share right of the other items shown, for a person who was shown this one.
    fn rest(&self, person: usize, item: usize) -> Option<f64> {
        let others = self.shown[person].checked_sub(1).filter(|others| *others > 0)?;
        let own = usize::from(self.mark(person, item) == Some(true));
        Some((self.right[person] - own) as f64 / others as f64)
    }

    /// Persons by score, in groups of about equal size; equal scores are never torn apart.
    fn groups(&self) -> Vec<Option<usize>> {
        let shares: Vec<Option<f64>> = (0..self.right.len()).map(|person| self.share(person)).collect();
        let mut sorted: Vec<f64> = shares.iter().flatten().copied().collect();
        sorted.sort_by(f64::total_cmp);
        let group = |share: f64| {
            let below = sorted.partition_point(|other| *other < share);
            let upto = sorted.partition_point(|other| *other <= share);
            // The middle of the ranks that share this score, as a place between 0 and 1.
            let place = (below + upto) as f64 / (2 * sorted.len()) as f64;
            ((place * SCORE_GROUPS as f64) as usize).min(SCORE_GROUPS - 1)
        };
        shares.into_iter().map(|share| share.map(group)).collect()
    }
}

pub(crate) fn item_statistics(marks: &Marks, work: &Work) -> Result<Vec<ItemStatistics>, Abandoned> {
    let without = alpha_without_each(marks);
    let groups = marks.groups();
    (0..marks.table.items().len())
        .map(|item| {
            work.step()?;
            let cells: Vec<Cell> = marks.table.column(item).collect();
            let persons = 0..cells.len();
            let seen: Vec<(usize, bool)> =
                persons.filter_map(|person| Some((person, marks.mark(person, item)?))).collect();
            let presented = cells.iter().filter(|cell| **cell != Cell::NotPresented).count();
            let share = |of: Cell| {
                let count = cells.iter().filter(|cell| **cell == of).count();
                (presented > 0).then(|| count as f64 / presented as f64)
            };
            let right: Vec<f64> = seen.iter().map(|(_, right)| f64::from(u8::from(*right))).collect();
            let with_rest: Vec<(f64, f64)> = seen
                .iter()
                .zip(&right)
                .filter_map(|((person, _), right)| Some((*right, marks.rest(*person, item)?)))
                .collect();
            Ok(ItemStatistics {
                presented,
                answered: seen.len(),
                p: moments::mean(&right),
                point_biserial: moments::correlation(&with_rest),
                upper_lower: upper_lower(marks, &seen),
                alpha_without: without[item],
                omitted_share: share(Cell::Omitted),
                not_reached_share: share(Cell::NotReached),
                options: distractors::options(marks, item, &groups),
            })
        })
        .collect()
}

/// Difference of the share right between the best and the weakest 27 % of those who reached the item.
fn upper_lower(marks: &Marks, seen: &[(usize, bool)]) -> Option<f64> {
    let mut people: Vec<(f64, bool)> =
        seen.iter().filter_map(|(person, right)| Some((marks.share(*person)?, *right))).collect();
    people.sort_by(|a, b| a.0.total_cmp(&b.0));
    let size = (people.len() as f64 * EXTREME_GROUP).round();
    if size < 1.0 {
        return None;
    }
    let lowest = share_right_of_first(people.iter(), size);
    let highest = share_right_of_first(people.iter().rev(), size);
    Some(highest - lowest)
}

/// Over the first `size` of sorted people. Those with the score at the cut share the places that are left.
fn share_right_of_first<'a>(people: impl Iterator<Item = &'a (f64, bool)>, size: f64) -> f64 {
    let mut people = people.peekable();
    let (mut taken, mut right) = (0.0, 0.0);
    while let Some(&&(score, _)) = people.peek()
        && taken < size
    {
        let (mut count, mut hits) = (0.0, 0.0);
        #[allow(clippy::float_cmp, reason = "equal scores are quotients of equal numbers")]
        while let Some((_, hit)) = people.next_if(|person| person.0 == score) {
            count += 1.0;
            hits += f64::from(u8::from(*hit));
        }
        let part = f64::min(1.0, (size - taken) / count);
        taken += count * part;
        right += hits * part;
    }
    right / taken
}

pub(crate) fn test_statistics(marks: &Marks, confidence: f64) -> TestStatistics {
    let persons = marks.table.persons().len();
    let items = marks.table.items().len();
    let scores: Vec<usize> =
        (0..persons).filter(|&p| marks.is_complete(p)).map(|person| marks.score(person)).collect();
    let mut histogram = vec![0; items + 1];
    for score in &scores {
        histogram[*score] += 1;
    }
    let values: Vec<f64> = scores.iter().map(|score| *score as f64).collect();
    let sd = moments::sd(&values);
    let reliability = reliability(marks, confidence);
    TestStatistics {
        persons,
        items,
        complete_persons: scores.len(),
        mean: moments::mean(&values),
        sd,
        skew: moments::skew(&values),
        // A negative alpha is sampling noise around zero: then all spread may be error, and not more than all.
        sem: sd.zip(reliability.as_ref()).map(|(sd, found)| sd * (1.0 - found.alpha.max(0.0)).sqrt()),
        reliability,
        histogram,
    }
}

#[cfg(test)]
mod tests;
