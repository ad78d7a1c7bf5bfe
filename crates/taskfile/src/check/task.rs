//! Checks of the tables about the task.

use super::Found;
use crate::spelling::{british, is_english};
use crate::{Field, Row, Rule, TaskFile};

pub(super) fn check(file: &TaskFile, name: Option<&str>, found: &mut Found) {
    cells(file, found);
    spelling(file, found);
    title(file, found);
    id(file, name, found);
    instructions(file, found);
}

fn cells(file: &TaskFile, found: &mut Found) {
    for row in file.metadata.iter().chain(&file.task_data) {
        cell(row, &row.name, found);
    }
    for question in file.familiarity.iter().chain(&file.comprehension) {
        for row in &question.rows {
            cell(row, &question.id, found);
        }
    }
}

fn cell(row: &Row, place: &str, found: &mut Found) {
    if row.value.is_empty() && row.field.is_some() {
        found.say(Rule::EmptyRow, row.line, place, format!("`{}` is empty", row.name));
    }
    for tag in ["[STORED]", "[USED]"].into_iter().filter(|tag| row.value.contains(tag)) {
        found.say(Rule::LeftoverTag, row.line, place, format!("{tag} was left in `{}`", row.name));
    }
}

/// Text for participants of an English task is in American English.
fn spelling(file: &TaskFile, found: &mut Found) {
    let named = [Field::TaskId, Field::Formulas];
    let mut shown: Vec<(usize, &str, &str)> = Vec::new();
    for row in file.task_data.iter().filter(|row| row.field.is_none_or(|field| !named.contains(&field))) {
        shown.push((row.line, &row.name, &row.value));
    }
    for question in file.familiarity.iter().chain(&file.comprehension) {
        shown.push((question.line_of(Field::Question), &question.id, &question.text));
        let line = question.line_of(Field::Options);
        shown.extend(question.options.iter().map(|option| (line, question.id.as_str(), option.as_str())));
    }
    let whole: Vec<&str> = shown.iter().map(|(_, _, text)| *text).collect();
    if !is_english(&whole.join(" ")) {
        return;
    }
    for (line, place, text) in shown {
        for word in british(text) {
            found.say(
                Rule::BritishSpelling,
                line,
                place,
                format!("“{}” is “{}” in America", word.found, word.american),
            );
        }
    }
}

fn title(file: &TaskFile, found: &mut Found) {
    let (use_case, task) = (file.value(Field::UseCase), file.value(Field::TaskTitle));
    // Compared as a whole: a use case may contain a colon.
    let said = one_line(&format!("{use_case}: {task}"));
    if let Some(title) = file.title.as_ref().filter(|title| !title.use_case.is_empty())
        && !use_case.is_empty()
        && !task.is_empty()
        && one_line(&format!("{}: {}", title.use_case, title.task)) != said
    {
        let message = format!("“{}: {}” in the title, “{said}” in the tables", title.use_case, title.task);
        found.say(Rule::TitleMismatch, title.line, "title", message);
    }
    for (field, most, rule) in
        [(Field::TaskTitle, 5, Rule::TitleLength), (Field::TaskTopic, 8, Rule::TopicLength)]
    {
        let words = file.value(field).split_whitespace().count();
        if words > most {
            let message = format!("{words} words: “{}”; the limit is {most}", file.value(field));
            found.say(rule, file.line_of(field), field.name(), message);
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn id(file: &TaskFile, name: Option<&str>, found: &mut Found) {
    let id = file.value(Field::TaskId);
    if id.is_empty() {
        return;
    }
    let line = file.line_of(Field::TaskId);
    let small = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    if !(3..=4).contains(&id.split('-').count()) || !id.split('-').all(small) {
        let message =
            format!("`{id}`; use three or four lowercase words with hyphens, such as `credit-score-basics`");
        found.say(Rule::TaskIdForm, line, "Task ID", message);
    }
    if let Some(name) = name.map(|name| name.strip_suffix(".md").unwrap_or(name))
        && name != id
    {
        let message = format!("`{id}` in a file named `{name}`");
        found.say(Rule::TaskIdFile, line, "Task ID", message);
    }
    let reference = file.value(Field::ReferenceFilename);
    if !reference.is_empty() && reference != "NA" && reference != format!("{id}.pdf") {
        let message = format!("`{reference}` instead of `{id}.pdf`");
        found.say(
            Rule::ReferenceName,
            file.line_of(Field::ReferenceFilename),
            "Reference material filename",
            message,
        );
    }
}

fn instructions(file: &TaskFile, found: &mut Found) {
    let explainer = file.value(Field::Explainer);
    if !explainer.is_empty() && !explainer.contains("including but not exhaustive of") {
        let message = "the list that begins `including but not exhaustive of` is missing";
        found.say(Rule::ExplainerForm, file.line_of(Field::Explainer), Field::Explainer.name(), message);
    }
    let learner = file.value(Field::Learner);
    let numbered = ["1. ", "2. ", "3. "].iter().all(|number| learner.contains(number));
    if !learner.is_empty() && !numbered {
        let message = "the problems 1., 2. and 3. are missing";
        found.say(Rule::LearnerForm, file.line_of(Field::Learner), Field::Learner.name(), message);
    }
}
