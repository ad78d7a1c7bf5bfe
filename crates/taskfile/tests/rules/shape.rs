//! Rules for the form of the file.

use tutti_taskfile::Rule;

use crate::{SAMPLE, Seen, document, with};

const SWALLOWED: &str = r#"["A. $a \times b$", "B. blue""#;

pub(crate) fn check(seen: &mut Seen) {
    tables(seen);
    rows(seen);
    arrays(seen);
    keys(seen);
}

fn tables(seen: &mut Seen) {
    seen.check(Rule::MissingTitle, &with(&[("# Railway", "Railway")]), &with(&[("# Railway", "#  Railway")]));
    let title = "# Railway work: Signal lamps";
    seen.check(Rule::TitleForm, &with(&[(title, "# Signal lamps")]), &with(&[(title, "# Work: Lamps: oil")]));
    let head = "| **Task data** | Displayed for participants |";
    seen.check(
        Rule::MissingTable,
        &SAMPLE[SAMPLE.find(head).unwrap()..],
        &with(&[(head, "| Task Data | Displayed for participants |")]),
    );
    seen.check(
        Rule::MissingHeading,
        &with(&[("## Familiarity Quiz\n", "")]),
        &with(&[("## Familiarity Quiz\n", "### FAMILIARITY quiz\n")]),
    );
    seen.check(
        Rule::TableHead,
        &with(&[("|---|---|---|\n", "")]),
        &with(&[("|---|---|---|\n", "|:--|---|--:|\n")]),
    );
    seen.check(
        Rule::MissingBlankLine,
        &with(&[(
            "\n\n| Field | Visibility | Value |\n|---|---|---|\n| **Question ID** | Participants | CQ2",
            "\n| Field | Visibility | Value |\n|---|---|---|\n| **Question ID** | Participants | CQ2",
        )]),
        &SAMPLE.replace('\n', "\r\n"),
    );
    seen.check(
        Rule::StrayText,
        &with(&[("## Comprehension Quiz\n", "## Comprehension Quiz\nto do\n")]),
        &with(&[("## Comprehension Quiz\n", "## Comprehension Quiz\n   \n")]),
    );
}

fn rows(seen: &mut Seen) {
    let key = "| **Correct answers** | Researcher-only | [\"A. red\"] |\n";
    seen.check(Rule::MissingRow, &with(&[(key, "")]), &with(&[("| **Domain** |", "|**domain**|")]));
    seen.check(
        Rule::UnknownRow,
        &with(&[("| **Domain** |", "| **Subject** |")]),
        &with(&[("| **Domain** |", "| **DOMAIN** |")]),
    );
    seen.check(Rule::RepeatedRow, &with(&[(key, &format!("{key}{key}"))]), SAMPLE);
    seen.check(
        Rule::OldRowName,
        &with(&[("| **Use case** |", "| **Task type** |")]),
        &with(&[("| **Use case** |", "| **Use Case** |")]),
    );
    seen.check(Rule::FieldNotBold, &with(&[("| **Domain** |", "| Domain |")]), SAMPLE);
    seen.check(Rule::UnclosedRow, &with(&[("History |", "History")]), &with(&[("History |", "History |  ")]));
    seen.check(
        Rule::PipeInCell,
        &with(&[("\"A. red\", \"B. blue\"", "\"A. red|pink\", \"B. blue\"")]),
        &with(&[("\"A. red\", \"B. blue\"", "\"A. red\\|pink\", \"B. blue\"")]),
    );
    seen.check(
        Rule::MissingVisibility,
        &with(&[("| **Options** | Participants |", "| **Options** |")]),
        &with(&[("| **Options** | Participants |", "|**Options**|Participants|")]),
    );
    seen.check(
        Rule::WrongVisibility,
        &with(&[("| **Options** | Participants |", "| **Options** | Researcher-only |")]),
        &with(&[("| **Options** | Participants |", "| **Options** | participants |")]),
    );
}

fn arrays(seen: &mut Seen) {
    let red = "[\"A. red\", \"B. blue\"";
    seen.check(
        Rule::InvalidEscape,
        &with(&[(red, r#"["A. $\pi$", "B. blue""#)]),
        &document(|task| task.comprehension[0].options[1] = r"$\pi$".into()),
    );
    seen.check(
        Rule::MisreadEscape,
        &with(&[(red, SWALLOWED)]),
        &document(|task| task.comprehension[0].options[1] = "$\\times$ and\na new line".into()),
    );
    seen.check(
        Rule::UnescapedQuote,
        &with(&[(red, r#"["A. the "red" one", "B. blue""#)]),
        &with(&[(red, r#"["A. the \"red\" one", "B. blue""#)]),
    );
    seen.check(
        Rule::ArrayForm,
        &with(&[(red, "\"A. red\", \"B. blue\"")]),
        &with(&[(red, "[ \"A. red\" , \"B. blue\"")]),
    );
    seen.check(
        Rule::FormulasForm,
        &with(&[("| **Formulas** | NA |", "| **Formulas** | {\"F\": r\"ma\"} |")]),
        &with(&[("| **Formulas** | NA |", "| **Formulas** | {\"F\": \"m\\\\cdot a\"} |")]),
    );
    seen.check(
        Rule::OptionLetter,
        &with(&[("\"B. blue\"", "\"C. blue\"")]),
        &with(&[("\"B. blue\"", "\"B. C. blue\"")]),
    );
}

fn keys(seen: &mut Seen) {
    let key = "[\"B. rapeseed\"]";
    seen.check(Rule::NoKey, &with(&[(key, "[]")]), SAMPLE);
    seen.check(Rule::SeveralKeys, &with(&[(key, "[\"B. rapeseed\", \"A. whale\"]")]), SAMPLE);
    seen.check(
        Rule::KeyNotVerbatim,
        &with(&[(key, "[\"B. Rapeseed\"]")]),
        &with(&[(key, "[ \"B. rapeseed\" ]")]),
    );
    seen.check(Rule::AnswerType, &with(&[("Single-select", "Multi-select")]), SAMPLE);
    seen.check(
        Rule::UnknownLevel,
        &with(&[("| Applying |", "| Hard |")]),
        &with(&[("| Applying |", "| Apply |")]),
    );
    seen.check(Rule::QuestionId, &with(&[("| CQ4 |", "| Question 4 |")]), &with(&[("| CQ4 |", "|  CQ4  |")]));
    seen.check(Rule::RepeatedId, &with(&[("| CQ4 |", "| CQ3 |")]), SAMPLE);
}
