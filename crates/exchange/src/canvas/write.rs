//! An item to a Canvas question.

use std::collections::BTreeMap;

use tutti_item::{Body, Choice, Gap, Item, RichText};

use crate::markup::{Writing, escape};
use crate::xml::tree::Tree;
use crate::{Aspect, Block, Inline, Prose, identifier, number, reserved_tags, solution};

use super::fields::{ANSWER, HINT, KIND, TAG, field};
use super::{AS_TAGS, is_blank_name};

pub(super) const CHOICE: &str = "choice_";
pub(super) const UNIT: &str = "tutti-unit";
const RESPONSE: &str = "response1";

/// The question called `name`, with the files of its images by their names in the item.
pub(super) fn question(item: &Item, name: &str, images: &BTreeMap<String, String>) -> Tree {
    // What stays as it was goes by the item as it is.
    let mut tags = reserved_tags::tags(item, &AS_TAGS);
    let mut item = item.clone();
    if let Body::Cloze { gaps } = &item.body
        && !gaps.iter().all(|gap| is_blank_name(&gap.name))
    {
        Aspect::GapNames.remove(&mut item);
    }
    let pen = Pen { images };
    let kind = kind(&item, &pen);
    let mut fields = vec![
        field(KIND, kind.name),
        field("points_possible", "1"),
        field("original_answer_ids", kind.answers.join(",")),
        field("assessment_question_identifierref", format!("{name}_ref")),
    ];
    fields.extend(kind.fields);
    if matches!(item.body, Body::Flashcard { .. }) {
        tags.push(reserved_tags::kind("flashcard"));
    }
    fields.extend(tags.into_iter().map(|tag| field(TAG, tag)));
    let said = Said::of(&item);
    let processing = Tree::new("resprocessing")
        .child(
            Tree::new("outcomes").child(
                Tree::new("decvar")
                    .with("maxvalue", "100")
                    .with("minvalue", "0")
                    .with("varname", "SCORE")
                    .with("vartype", "Decimal"),
            ),
        )
        .children(kind.open_end)
        .children(said.general.is_some().then(|| shows(Tree::new("other"), "general_fb")))
        .children(said.options.iter().map(|(choice, _)| shows(is(RESPONSE, choice), &format!("{choice}_fb"))))
        .children(kind.right.into_iter().map(|right| match (&said.right, right) {
            (Some(_), right) => right.child(display("correct_fb")),
            (None, right) => right,
        }))
        .children(
            (said.right.is_some() && matches!(item.body, Body::Flashcard { .. }))
                .then(|| shows(Tree::new("other"), "correct_fb")),
        );
    let feedback = [("general_fb", said.general), ("correct_fb", said.right)]
        .into_iter()
        .filter_map(|(ident, prose)| Some((ident.to_owned(), prose?)))
        .chain(said.options.into_iter().map(|(choice, prose)| (format!("{choice}_fb"), prose)))
        .map(|(ident, prose)| {
            let inside = Tree::new("flow_mat").child(pen.material(&prose));
            Tree::new("itemfeedback").with("ident", ident).child(inside)
        });
    Tree::new("item")
        .with("ident", name)
        .with("title", Prose::read(&item.stem).title())
        .child(Tree::new("itemmetadata").child(Tree::new("qtimetadata").children(fields)))
        .child(Tree::new("presentation").child(kind.stem).children(kind.responses))
        .child(processing)
        .children(feedback)
}

/// What is said after the answer.
struct Said {
    /// The solution, or what a good answer to an open question is.
    general: Option<Prose>,
    /// Of an open question, whose model answer has taken the place above.
    right: Option<Prose>,
    options: Vec<(String, Prose)>,
}

impl Said {
    fn of(item: &Item) -> Self {
        let solution = solution::to_prose(&item.solution);
        if let Body::Flashcard { back } = &item.body {
            return Self { general: Some(Prose::read(back)), right: solution, options: Vec::new() };
        }
        let options = item
            .options()
            .iter()
            .filter_map(|option| Some((choice_name(option), Prose::read(option.rationale.as_ref()?))));
        Self { general: solution, right: None, options: options.collect() }
    }
}

/// What each kind of item brings.
struct Kind {
    name: &'static str,
    answers: Vec<String>,
    fields: Vec<Tree>,
    stem: Tree,
    responses: Vec<Tree>,
    /// The conditions that score.
    right: Vec<Tree>,
    /// The condition of a question that a person scores.
    open_end: Option<Tree>,
}

fn kind(item: &Item, pen: &Pen<'_>) -> Kind {
    let mut kind = Kind {
        name: "essay_question",
        answers: Vec::new(),
        fields: Vec::new(),
        stem: pen.material(&Prose::read(&item.stem)),
        responses: Vec::new(),
        right: Vec::new(),
        open_end: None,
    };
    match &item.body {
        Body::MultipleChoice { options, key } => {
            kind.name = "multiple_choice_question";
            kind.answers = options.iter().map(choice_name).collect();
            let texts = options.iter().map(|option| Prose::read(&option.text));
            kind.responses = vec![pen.choices("Single", kind.answers.iter().zip(texts))];
            let key = options.iter().find(|option| option.label == *key).map(choice_name);
            kind.right = vec![scores("Set", "100", [is(RESPONSE, &key.unwrap_or_default())])];
        }
        Body::MultipleResponse { options, keys } => {
            kind.name = "multiple_answers_question";
            kind.answers = options.iter().map(choice_name).collect();
            let texts = options.iter().map(|option| Prose::read(&option.text));
            kind.responses = vec![pen.choices("Multiple", kind.answers.iter().zip(texts))];
            let all = options.iter().map(|option| {
                let chosen = is(RESPONSE, &choice_name(option));
                if keys.contains(&option.label) { chosen } else { Tree::new("not").child(chosen) }
            });
            kind.right = vec![scores("Set", "100", [Tree::new("and").children(all)])];
        }
        Body::TrueFalse { answer } => {
            kind.name = "true_false_question";
            kind.answers = vec![format!("{CHOICE}true"), format!("{CHOICE}false")];
            let texts = ["True", "False"].map(Prose::plain);
            kind.responses = vec![pen.choices("Single", kind.answers.iter().zip(texts))];
            kind.right = vec![scores("Set", "100", [is(RESPONSE, &format!("{CHOICE}{answer}"))])];
        }
        Body::ShortAnswer { accepts, .. } => {
            kind.name = "short_answer_question";
            kind.answers = (1..=accepts.len()).map(|n| format!("answer_{n}")).collect();
            kind.responses = vec![field_to_write(None)];
            kind.right = vec![scores("Set", "100", accepts.iter().map(|answer| is(RESPONSE, answer)))];
        }
        Body::Numeric { value, tolerance, unit } => {
            kind.name = "numerical_question";
            kind.answers = vec!["answer_1".to_owned()];
            kind.fields = vec![field(ANSWER, number::in_words(value, tolerance))];
            if let Some(unit) = unit {
                kind.stem = pen.material_with(
                    &Prose::read(&item.stem),
                    &format!("<p class=\"{UNIT}\">{}</p>", escape(unit)),
                );
            }
            kind.responses = vec![field_to_write(Some("Decimal"))];
            let (value, low, high) = number::bounds(value, tolerance).unwrap_or_default();
            let bound =
                |name: &'static str, text: String| Tree::new(name).with("respident", RESPONSE).text(text);
            let range = Tree::new("and").child(bound("vargte", low)).child(bound("varlte", high));
            kind.right =
                vec![scores("Set", "100", [Tree::new("or").child(is(RESPONSE, &value)).child(range)])];
        }
        Body::Cloze { gaps } => {
            kind.name = "fill_in_multiple_blanks_question";
            kind.stem = pen.material(&with_blanks(&item.stem, gaps));
            kind.fields = gaps
                .iter()
                .filter_map(|gap| Some(field(HINT, format!("{}={}", gap.name, gap.hint.as_ref()?))))
                .collect();
            let share = format!("{:.2}", 100.0 / gaps.len().max(1) as f64);
            for gap in gaps {
                let response = format!("response_{}", gap.name);
                let names: Vec<String> =
                    (1..=gap.accepts.len()).map(|n| format!("{}_{n}", gap.name)).collect();
                kind.responses.push(blank(&response, gap, &names));
                kind.right.push(scores("Add", &share, names.iter().map(|name| is(&response, name))));
                kind.answers.extend(names);
            }
        }
        Body::Flashcard { .. } => {
            kind.responses = vec![field_to_write(None)];
            kind.open_end = Some(
                Tree::new("respcondition")
                    .with("continue", "No")
                    .child(Tree::new("conditionvar").child(Tree::new("other"))),
            );
        }
    }
    kind
}

struct Pen<'a> {
    images: &'a BTreeMap<String, String>,
}

impl Pen<'_> {
    fn material(&self, prose: &Prose) -> Tree {
        self.material_with(prose, "")
    }

    fn material_with(&self, prose: &Prose, after: &str) -> Tree {
        let image = |alt: &str, name: &str| match self.images.get(name) {
            Some(file) => {
                format!("<img src=\"$IMS-CC-FILEBASE$/{}\" alt=\"{}\"/>", escape(file), escape(alt))
            }
            None => escape(alt),
        };
        let gap = |name: &str| format!("[{}]", escape(name));
        let html = Writing { maths: &equation, image: &image, gap: &gap }.blocks(prose);
        let text = Tree::new("mattext").with("texttype", "text/html").text(format!("{html}{after}"));
        Tree::new("material").child(text)
    }

    fn choices<'a>(&self, cardinality: &str, choices: impl Iterator<Item = (&'a String, Prose)>) -> Tree {
        let labels = choices.map(|(name, prose)| {
            Tree::new("response_label").with("ident", name.as_str()).child(self.material(&prose))
        });
        Tree::new("response_lid")
            .with("ident", RESPONSE)
            .with("rcardinality", cardinality)
            .child(Tree::new("render_choice").children(labels))
    }
}

/// A formula as the editor of Canvas writes it; a display on a line of its own.
fn equation(tex: &str, display: bool) -> String {
    let address: String = tex
        .bytes()
        .map(|b| match b {
            b if b.is_ascii_alphanumeric() || b"-_.~".contains(&b) => char::from(b).to_string(),
            b => format!("%{b:02X}"),
        })
        .collect();
    let tex = escape(tex);
    let style = if display { " style=\"display: block;\"" } else { "" };
    format!(
        "<img class=\"equation_image\" title=\"{tex}\" src=\"/equation_images/{address}?scale=1\" \
         alt=\"LaTeX: {tex}\" data-equation-content=\"{tex}\" data-ignore-a11y-check=\"\"{style}/>"
    )
}

/// The stem, with something invisible in brackets that would read as one of its blanks.
fn with_blanks(stem: &RichText, gaps: &[Gap]) -> Prose {
    fn walk(line: &mut [Inline], gaps: &[Gap]) {
        for inline in line {
            match inline {
                Inline::Text(text) if text.contains('[') => {
                    for gap in gaps {
                        *text = text.replace(&format!("[{}]", gap.name), &format!("[\u{200b}{}]", gap.name));
                    }
                }
                Inline::Strong(inner) | Inline::Emphasis(inner) => walk(inner, gaps),
                _ => {}
            }
        }
    }
    let mut prose = Prose::read(stem);
    for block in &mut prose.0 {
        match block {
            Block::Paragraph(line) => walk(line, gaps),
            Block::List { entries, .. } => entries.iter_mut().for_each(|entry| walk(entry, gaps)),
            Block::Code(_) => {}
        }
    }
    prose
}

fn choice_name(option: &Choice) -> String {
    format!("{CHOICE}{}", identifier::of_label(option.label.as_str()))
}

fn field_to_write(kind: Option<&str>) -> Tree {
    let label = Tree::new("response_label").with("ident", "answer1");
    let (fib, label) = match kind {
        Some(kind) => (Tree::new("render_fib").with("fibtype", kind), label),
        None => (Tree::new("render_fib"), label.with("rshuffle", "No")),
    };
    Tree::new("response_str").with("ident", RESPONSE).with("rcardinality", "Single").child(fib.child(label))
}

fn blank(response: &str, gap: &Gap, names: &[String]) -> Tree {
    let plain = |text: &str| Tree::new("mattext").with("texttype", "text/plain").text(text);
    let labels = gap.accepts.iter().zip(names).map(|(answer, name)| {
        Tree::new("response_label")
            .with("ident", name.as_str())
            .child(Tree::new("material").child(plain(answer)))
    });
    Tree::new("response_lid")
        .with("ident", response)
        .child(Tree::new("material").child(Tree::new("mattext").text(gap.name.as_str())))
        .child(Tree::new("render_choice").children(labels))
}

fn is(response: &str, answer: &str) -> Tree {
    Tree::new("varequal").with("respident", response).text(answer)
}

fn scores(action: &str, points: &str, conditions: impl IntoIterator<Item = Tree>) -> Tree {
    let condition = Tree::new("respcondition");
    let condition = if action == "Set" { condition.with("continue", "No") } else { condition };
    condition
        .child(Tree::new("conditionvar").children(conditions))
        .child(Tree::new("setvar").with("action", action).with("varname", "SCORE").text(points))
}

fn display(feedback: &str) -> Tree {
    Tree::new("displayfeedback").with("feedbacktype", "Response").with("linkrefid", feedback)
}

fn shows(when: Tree, feedback: &str) -> Tree {
    Tree::new("respcondition")
        .with("continue", "Yes")
        .child(Tree::new("conditionvar").child(when))
        .child(display(feedback))
}
