//! A solution as one text, for formats that have a single place for feedback.
//!
//! A single step is its own text. Several one-line steps are a numbered list; longer ones are under `Step 1.`, `Step
//! 2.`, … The key idea comes last, after `Key idea:`. Text from elsewhere is read as one step.

use tutti_item::{RichText, Solution, SolutionStep};

use crate::{Block, Inline, Prose};

const IDEA: &str = "Key idea:";

/// None if there is nothing to say. Methods are not in it.
pub(crate) fn to_prose(solution: &Solution) -> Option<Prose> {
    let steps: Vec<Prose> = solution.steps.iter().map(|step| Prose::read(&step.text)).collect();
    let lines: Option<Vec<Vec<Inline>>> =
        steps.iter().map(|step| one_line(step).map(<[Inline]>::to_vec)).collect();
    let mut blocks = match (steps.as_slice(), lines) {
        ([], _) => Vec::new(),
        ([only], _) if from_steps(&only.0) == [only.0.clone()] && idea(only.0.last()).is_none() => {
            only.0.clone()
        }
        (_, Some(entries)) => vec![Block::List { ordered: true, entries }],
        (steps, None) => (1..)
            .zip(steps)
            .flat_map(|(number, step)| {
                let head = Inline::Strong(vec![Inline::Text(format!("Step {number}."))]);
                std::iter::once(Block::Paragraph(vec![head])).chain(step.0.clone())
            })
            .collect(),
    };
    if let Some(insight) = &solution.insight {
        let insight = Prose::read(insight);
        let mut line = vec![Inline::Strong(vec![Inline::Text(IDEA.to_owned())])];
        let mut rest = insight.0.as_slice();
        if let [Block::Paragraph(first), others @ ..] = rest {
            line.push(Inline::Text(" ".to_owned()));
            line.extend(first.iter().cloned());
            rest = others;
        }
        blocks.push(Block::Paragraph(line));
        blocks.extend(rest.iter().cloned());
    }
    (!blocks.is_empty()).then(|| Prose(blocks).tidy())
}

pub(crate) fn from_prose(prose: &Prose) -> Solution {
    let at = prose.0.iter().position(|block| idea(Some(block)).is_some());
    let (steps, rest) = prose.0.split_at(at.unwrap_or(prose.0.len()));
    let insight = rest.split_first().and_then(|(first, others)| {
        let first =
            idea(Some(first)).filter(|line| !line.is_empty()).map(|line| Block::Paragraph(line.to_vec()));
        let insight = Prose(first.into_iter().chain(others.iter().cloned()).collect()).tidy();
        (!insight.is_empty()).then(|| insight.print())
    });
    let step = |text: RichText| SolutionStep { text, methods: Vec::new() };
    let steps = from_steps(steps).into_iter().map(|blocks| step(Prose(blocks).tidy().print()));
    Solution { steps: steps.filter(|step| !step.text.as_str().is_empty()).collect(), insight }
}

/// The line after `Key idea:` if the block starts so.
fn idea(block: Option<&Block>) -> Option<&[Inline]> {
    match block {
        Some(Block::Paragraph(line)) => match line.as_slice() {
            [Inline::Strong(head), rest @ ..] if is_text(head, IDEA) => Some(rest),
            _ => None,
        },
        _ => None,
    }
}

fn is_text(inlines: &[Inline], wanted: &str) -> bool {
    matches!(inlines, [Inline::Text(text)] if text == wanted)
}

fn one_line(prose: &Prose) -> Option<&[Inline]> {
    prose.single_paragraph().filter(|line| !line.contains(&Inline::Break))
}

fn from_steps(blocks: &[Block]) -> Vec<Vec<Block>> {
    if let [Block::List { ordered: true, entries }] = blocks {
        return entries.iter().map(|entry| vec![Block::Paragraph(entry.clone())]).collect();
    }
    let mut steps: Vec<Vec<Block>> = Vec::new();
    for block in blocks {
        let head = format!("Step {}.", steps.len() + 1);
        match block {
            Block::Paragraph(line) if matches!(line.as_slice(), [Inline::Strong(text)] if is_text(text, &head)) =>
            {
                steps.push(Vec::new());
            }
            _ => match steps.last_mut() {
                Some(step) => step.push(block.clone()),
                None => return vec![blocks.to_vec()],
            },
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(steps: &[&str], insight: Option<&str>, text: &str) {
        let steps =
            steps.iter().map(|text| SolutionStep { text: (*text).into(), methods: Vec::new() }).collect();
        let solution = Solution { steps, insight: insight.map(RichText::from) };
        let prose = to_prose(&solution).unwrap_or_default();
        assert_eq!(prose.print().as_str(), text);
        assert_eq!(from_prose(&prose), solution);
    }

    #[test]
    fn a_solution_survives_as_one_text() {
        check(&[], None, "");
        check(&["Halve it."], None, "Halve it.");
        check(
            &["Halve it.\n\nThen halve it again."],
            Some("It is *even*."),
            "Halve it.\n\nThen halve it again.\n\n**Key idea:** It is *even*.",
        );
        check(&["Square.", "Add \\(1\\)."], None, "1. Square.\n2. Add \\(1\\).");
        check(&["One.\nTwo.", "Three."], None, "**Step 1.**\n\nOne.\nTwo.\n\n**Step 2.**\n\nThree.");
        check(&["1. a"], None, "**Step 1.**\n\n1. a");
        check(&["1. a\n2. b"], None, "**Step 1.**\n\n1. a\n2. b");
        check(&[], Some("- a\n- b"), "**Key idea:**\n\n- a\n- b");
    }
}
