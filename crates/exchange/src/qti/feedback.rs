//! Feedback of an item: rationales of options, and the solution.

use crate::Prose;
use crate::files::Files;
use crate::markup::{Element, Node, Reading};

use super::body::Parts;
use super::write::ANSWER;

/// Feedback by the identifier it is shown for.
#[derive(Default)]
pub(super) struct Feedback {
    said: Vec<(String, Prose)>,
    /// Of an open question.
    pub(super) answer: Option<Prose>,
}

pub(super) fn text(nodes: &[Node], gaps: bool, files: &mut Files<'_, '_>) -> Prose {
    Reading { image: &mut |source| files.image(source), dollars: false, gaps }.nodes(nodes)
}

impl Feedback {
    pub(super) fn of(item: &Element, parts: &Parts, files: &mut Files<'_, '_>) -> Self {
        let mut feedback = Self::default();
        for element in parts.feedback.iter().chain(item.children_named("modalFeedback")) {
            let prose = text(&element.children, false, files);
            let identifier = element.attribute("identifier").unwrap_or_default();
            if prose.is_empty() {
                continue;
            }
            if element.attribute("outcomeIdentifier") == Some(ANSWER) {
                feedback.answer = Some(prose);
            } else {
                feedback.said.push((identifier.to_owned(), prose));
            }
        }
        feedback
    }

    /// Takes the feedback on the choice, so that it is not used again.
    pub(super) fn take(&mut self, choice: &str) -> Option<Prose> {
        let at = self.said.iter().position(|(identifier, _)| identifier == choice)?;
        Some(self.said.remove(at).1)
    }

    /// The rest as one text; the same words count once.
    pub(super) fn rest(self) -> Prose {
        let mut texts: Vec<Prose> = Vec::new();
        for (_, prose) in self.said {
            if !texts.contains(&prose) {
                texts.push(prose);
            }
        }
        Prose(texts.into_iter().flat_map(|prose| prose.0).collect()).tidy()
    }
}
