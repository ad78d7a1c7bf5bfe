//! The native consistency agent: the curriculum's texts unchanged, or what an expansion adds to a file.

use tutti_core::Problem;

use crate::candidate::Level;
use crate::course::{Finished, ToFinish};
use crate::native::curriculum::{concepts, learner_item, tellable};

/// Themes that are added to a description, and problems to the Learner's list.
const ADDED: (usize, usize) = (3, 2);

#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub(crate) fn finish(input: &ToFinish) -> Result<Finished, Problem> {
    if !input.expansion {
        return Ok(Finished {
            task_topic: input.task_topic.trim().to_owned(),
            task_description: input.task_description.trim().to_owned(),
            explainer: input.explainer.trim().to_owned(),
            learner: input.learner.trim().to_owned(),
            ..Finished::default()
        });
    }
    let said = format!("{} {} {}", input.task_description, input.explainer, input.learner).to_lowercase();
    let fresh =
        |concept: &String| tellable(concept, &input.questions) && !said.contains(&concept.to_lowercase());
    let mut themes = concepts(&input.questions, None);
    themes.retain(fresh);
    themes.truncate(ADDED.0);
    let mut items = concepts(&input.questions, Some(Level::Applying));
    items.retain(fresh);
    items.truncate(ADDED.1);
    let learner_items = items.iter().map(|concept| learner_item(concept)).collect();
    Ok(Finished { themes, learner_items, ..Finished::default() })
}
