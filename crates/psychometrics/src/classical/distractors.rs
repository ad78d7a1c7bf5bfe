//! How often each option of a choice item is chosen, and by whom.

use serde::{Deserialize, Serialize};

use super::{Marks, SCORE_GROUPS};
use crate::{moments, responses::Cell};

/// A distractor fewer choose than this does no work. The usual 5 %.
pub const SHARE_OF_A_WORKING_DISTRACTOR: f64 = 0.05;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OptionStatistics {
    pub option: String,
    pub is_key: bool,
    pub chosen: usize,
    /// Of those who count in p: omissions are in the denominator.
    pub share: Option<f64>,
    /// Correlation of choosing it with the share right on the other items.
    pub point_biserial: Option<f64>,
    /// Share in each of five score groups, from the weakest; a group without persons has none.
    pub by_group: Vec<Option<f64>>,
}

impl OptionStatistics {
    /// A wrong option that hardly anybody takes.
    pub fn is_idle_distractor(&self) -> bool {
        !self.is_key && self.share.is_some_and(|share| share < SHARE_OF_A_WORKING_DISTRACTOR)
    }
}

/// Options of a choice item, in their order. `groups` is the score group of each person.
pub(super) fn options(marks: &Marks, item: usize, groups: &[Option<usize>]) -> Vec<OptionStatistics> {
    let known = &marks.table.items()[item];
    let cells: Vec<(usize, Cell)> = marks
        .table
        .column(item)
        .enumerate()
        .filter(|(person, _)| marks.mark(*person, item).is_some())
        .collect();
    known
        .options
        .iter()
        .enumerate()
        .map(|(place, name)| {
            let is_key = known.key == Some(place as u16);
            let takes = |cell: Cell| cell == Cell::Chosen(place as u16) || (is_key && cell == Cell::Right);
            let chosen = cells.iter().filter(|(_, cell)| takes(*cell)).count();
            let pairs: Vec<(f64, f64)> = cells
                .iter()
                .filter_map(|(person, cell)| {
                    Some((f64::from(u8::from(takes(*cell))), marks.rest(*person, item)?))
                })
                .collect();
            let by_group = (0..SCORE_GROUPS)
                .map(|group| {
                    let members = cells.iter().filter(|(person, _)| groups[*person] == Some(group));
                    let taken: Vec<f64> =
                        members.map(|(_, cell)| f64::from(u8::from(takes(*cell)))).collect();
                    moments::mean(&taken)
                })
                .collect();
            OptionStatistics {
                option: name.clone(),
                is_key,
                chosen,
                share: (!cells.is_empty()).then(|| chosen as f64 / cells.len() as f64),
                point_biserial: moments::correlation(&pairs),
                by_group,
            }
        })
        .collect()
}
