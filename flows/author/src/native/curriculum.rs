//! The native curriculum designer: objectives, familiarity quiz and instructions from the chosen questions.

use tutti_core::Problem;

use crate::candidate::{Candidate, Level};
use crate::course::{Curriculum, Familiarity, Objective, ToDesign};

#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub(crate) fn design(input: &ToDesign) -> Result<Curriculum, Problem> {
    let title = lower_first(input.task_title.trim());
    let tested = concepts(&input.questions, None);
    let themes = themes(&input.questions, &title);
    Ok(Curriculum {
        task_topic: topic(&input.task_title, &themes),
        task_description: description(input, &title, &themes),
        explainer: explainer(&title, &themes),
        learner: learner(&title, &input.questions, &themes),
        learning_objectives: objectives(&input.questions),
        familiarity_questions: familiarity(input, &title),
        key_concepts: tested,
        escalate: None,
    })
}

/// Concepts that can be named before the quiz: they contain no figure and no answer.
pub(crate) fn tellable(concept: &str, questions: &[Candidate]) -> bool {
    let concept = concept.trim().to_lowercase();
    let words = concept.split_whitespace().count();
    let answered = |question: &Candidate| {
        let key = question.key_text().trim_end_matches('.').to_lowercase();
        key == concept || (words > 2 && (key.contains(&concept) || concept.contains(&key)))
    };
    (1..=7).contains(&words)
        && !concept.contains(|c: char| c.is_ascii_digit())
        && !questions.iter().any(answered)
}

/// The concepts of the questions at a level, or of all, each once.
pub(crate) fn concepts(questions: &[Candidate], level: Option<Level>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for question in questions.iter().filter(|question| level.is_none_or(|level| question.level == level)) {
        let concept = question.concept.trim().trim_end_matches('.');
        if !concept.is_empty() && !found.iter().any(|known| known.eq_ignore_ascii_case(concept)) {
            found.push(concept.to_owned());
        }
    }
    found
}

/// Up to three things that the quiz is about, fit to be named.
fn themes(questions: &[Candidate], title: &str) -> Vec<String> {
    let mut themes = concepts(questions, None);
    themes.retain(|concept| tellable(concept, questions) && !concept.eq_ignore_ascii_case(title));
    themes.truncate(3);
    themes
}

/// `a`, `a and b`, `a, b, and c`.
pub(crate) fn join_words(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [rest @ .., last] => format!("{}, and {last}", rest.join(", ")),
    }
}

/// A title inside a sentence. An abbreviation keeps its capitals.
pub(crate) fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(text.chars().skip(1)).collect()
        }
        _ => text.to_owned(),
    }
}

/// At most eight words.
fn topic(title: &str, themes: &[String]) -> String {
    let words = |text: &str| text.split_whitespace().count();
    let mut topic = title.trim().to_owned();
    for count in (1..=themes.len()).rev() {
        let longer = format!("{}: {}", title.trim(), join_words(&themes[..count]));
        if words(&longer) <= 8 {
            topic = longer;
            break;
        }
    }
    topic.split_whitespace().take(8).collect::<Vec<_>>().join(" ")
}

fn including(themes: &[String]) -> String {
    if themes.is_empty() { String::new() } else { format!(", including {}", join_words(themes)) }
}

fn description(input: &ToDesign, title: &str, themes: &[String]) -> String {
    let task = format!(
        "In this task, you will need to learn as much as you can about {title}{}.",
        including(themes)
    );
    let given = input.task_description.trim();
    if given.contains("In this task") {
        return given.to_owned();
    }
    let context = if given.is_empty() { input.use_case_description.trim() } else { given };
    let context = if context.is_empty() || context.ends_with(['.', '!', '?']) {
        context.to_owned()
    } else {
        format!("{context}.")
    };
    format!("{context} {task}").trim().to_owned()
}

fn explainer(title: &str, themes: &[String]) -> String {
    let list = if themes.is_empty() { "the details of the material".to_owned() } else { join_words(themes) };
    format!(
        "Read the material closely: later you will explain {title} to a partner who has not seen it. Your partner may \
         ask about details, including but not exhaustive of {list}. Note the exact conditions, figures and exceptions, \
         because your partner has to solve problems with what you say."
    )
}

fn learner(title: &str, questions: &[Candidate], themes: &[String]) -> String {
    let mut problems: Vec<String> = concepts(questions, Some(Level::Applying));
    problems.retain(|concept| tellable(concept, questions));
    problems.extend(themes.iter().filter(|theme| !problems.contains(theme)).cloned().collect::<Vec<_>>());
    problems.truncate(3);
    let items: Vec<String> = (1..)
        .zip(&problems)
        .map(|(number, concept)| format!("{number}. {}", learner_item(concept)))
        .collect();
    let items = if items.is_empty() {
        "1. Cases that turn on the details of the material.".to_owned()
    } else {
        items.join(" ")
    };
    format!(
        "Your partner has read about {title}, and you learn by asking them to explain. Beyond general information, you \
         should be able to solve problems that concern the following: {items}"
    )
}

/// What a Learner should be able to do with a concept.
pub(crate) fn learner_item(concept: &str) -> String {
    format!("How to decide cases that turn on {}.", lower_first(concept.trim_end_matches('.')))
}

fn objectives(questions: &[Candidate]) -> Vec<Objective> {
    let mut found: Vec<Objective> = Vec::new();
    for question in questions {
        let concept = lower_first(question.concept.trim().trim_end_matches('.'));
        let text = match question.level {
            Level::Remembering => format!("Recall the specifics of {concept}."),
            Level::Understanding => format!("Explain {concept} and what follows from it."),
            Level::Applying => format!("Apply {concept} to a case with details of its own."),
        };
        match found.iter_mut().find(|objective| objective.text == text) {
            Some(objective) => objective.maps_to_questions.push(question.question_id.clone()),
            None => found.push(Objective {
                id: format!("LO{}", found.len() + 1),
                text,
                bloom_level: question.level,
                maps_to_questions: vec![question.question_id.clone()],
            }),
        }
    }
    found
}

fn familiarity(input: &ToDesign, title: &str) -> Vec<Familiarity> {
    let terms = |levels: &[Level]| -> Vec<String> {
        let mut terms: Vec<String> =
            levels.iter().flat_map(|level| concepts(&input.questions, Some(*level))).collect();
        terms.retain(|concept| tellable(concept, &input.questions));
        terms.dedup();
        terms.truncate(3);
        terms
    };
    let known = terms(&Level::ALL);
    let mut understood = terms(&[Level::Understanding, Level::Applying, Level::Remembering]);
    understood.truncate(2);
    let such_as = |words: &[String]| {
        if words.is_empty() { String::new() } else { format!(", such as {}", join_words(words)) }
    };
    let (domain, case) = (lower_first(input.domain.trim()), lower_first(input.use_case.trim()));
    let asked = [
        (format!("How familiar are you with common terms and definitions in {domain}?"), Vec::new()),
        (format!("How well do you understand the basics of {case}?"), Vec::new()),
        (format!("How familiar are you with terms related to {title}{}?", such_as(&known)), known),
        (
            format!("How well do you understand the rules and relations in {title}{}?", such_as(&understood)),
            understood,
        ),
    ];
    let levels = [Level::Remembering, Level::Understanding].into_iter().cycle();
    let question = |(number, ((question, terms), bloom_level)): (usize, ((String, Vec<String>), Level))| {
        Familiarity { question_id: format!("FQ{number}"), question, bloom_level, terms }
    };
    (1..).zip(asked.into_iter().zip(levels)).map(question).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use tutti_core::Verdict;

    use super::*;
    use crate::candidate::Offered;
    use crate::course::ToFinish;
    use crate::gates;
    use crate::native::consistency;

    /// Nine questions; the concept of the first contains a figure, that of the second is its key.
    pub(crate) fn nine() -> Vec<Candidate> {
        let concepts = [
            "the limit of 30 days",
            "certified mail",
            "harbor dues",
            "why tugs wait",
            "the storage of salt",
            "fog signals",
            "a lost anchor",
            "goods found afloat",
            "fever on board",
        ];
        let offered = |text: &str| Offered {
            text: text.to_owned(),
            draw: None,
            misconception: String::new(),
            evidence: "so it stands".to_owned(),
        };
        let question = |(place, concept): (usize, &str)| Candidate {
            question_id: format!("CQ{}", place + 1),
            level: Level::ALL[place / 3],
            question: format!("What holds of {concept}?"),
            options: vec![
                offered(if place == 1 { "certified mail" } else { "the board decides" }),
                offered("no"),
            ],
            key: 0,
            concept: concept.to_owned(),
            target: None,
        };
        concepts.into_iter().enumerate().map(question).collect()
    }

    #[test]
    fn what_is_designed_passes_the_gates() {
        let questions = nine();
        let input = ToDesign {
            domain: "Shipping".to_owned(),
            use_case: "Harbor service".to_owned(),
            use_case_description: "Learn the rules of a harbor".to_owned(),
            task_title: "Harbor rules".to_owned(),
            questions: questions.clone(),
            ..ToDesign::default()
        };
        let curriculum = design(&input).unwrap();
        assert_eq!(gates::objectives(&curriculum, &questions), Verdict::Pass);
        assert_eq!(gates::familiarity(&curriculum.familiarity_questions, &questions), Verdict::Pass);
        let shown = format!("{curriculum:?}");
        let (frame, _) = shown.split_once("learning_objectives").unwrap();
        assert!(!frame.contains("30 days") && !frame.contains("certified mail"), "{frame}");
        assert_eq!(tutti_taskfile::british(&shown), [], "American English");
        assert!(curriculum.task_topic.split_whitespace().count() <= 8);
        assert!(curriculum.learner.contains("1. How to decide cases that turn on a lost anchor."));
    }

    #[test]
    fn an_expansion_adds_what_is_not_said_yet() {
        let input = ToFinish {
            expansion: true,
            task_description: "Learn about harbor dues.".to_owned(),
            questions: nine(),
            ..ToFinish::default()
        };
        let added = consistency::finish(&input).unwrap();
        assert_eq!(added.themes, ["why tugs wait", "the storage of salt", "fog signals"]);
        assert_eq!(added.learner_items.len(), 2);
        assert!(added.task_description.is_empty());
    }

    #[test]
    fn titles_inside_a_sentence() {
        for (title, expected) in [("Harbor rules", "harbor rules"), ("DNA repair", "DNA repair"), ("A", "A")]
        {
            assert_eq!(lower_first(title), expected);
        }
    }
}
