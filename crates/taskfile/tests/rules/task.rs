//! Rules for the task, its questions as a set, and the familiarity quiz.

use tutti_item::Bloom;
use tutti_item::flaws::SetRule;
use tutti_taskfile::{QuizQuestion, Rule, TaskDocument};

use crate::{SAMPLE, Seen, document, with};

pub(crate) fn check(seen: &mut Seen) {
    data(seen);
    instructions(seen);
    familiarity(seen);
    numbers(seen);
    keys(seen);
    set(seen);
}

fn data(seen: &mut Seen) {
    seen.check(Rule::EmptyRow, &with(&[("| History |", "|  |")]), &with(&[("| History |", "| NA |")]));
    seen.check(
        Rule::LeftoverTag,
        &with(&[("| History |", "| History [STORED] |")]),
        &with(&[("| History |", "| History [old] |")]),
    );
    let described = |words: &str| document(|task| task.description = format!("{} {words}", task.description));
    // A quote keeps the spelling of its source.
    seen.check(Rule::BritishSpelling, &described("Colours differ."), &described("Signs say “colours”."));
    seen.check(
        Rule::TitleMismatch,
        &with(&[("# Railway work: Signal lamps", "# Railway work: Lamps")]),
        &with(&[("# Railway work: Signal lamps", "# Railway work:  Signal lamps")]),
    );
    let title = |words: &str| document(|task| task.title = words.into());
    seen.check(
        Rule::TitleLength,
        &title("How signal lamps were kept burning"),
        &title("How signal lamps were kept"),
    );
    let topic = |words: &str| document(|task| task.topic = words.into());
    seen.check(Rule::TopicLength, &topic("a b c d e f g h i"), &topic("a b c d e f g h"));
    let id = |id: &str| document(|task| task.task_id = id.into());
    seen.check(Rule::TaskIdForm, &id("lamps"), &id("oil-lamps-of-1900"));
    seen.check(Rule::TaskIdFile, &id("oil-lamps-care"), SAMPLE);
    let file = |file: &str| document(|task| task.reference_filename = file.into());
    seen.check(Rule::ReferenceName, &file("lamps.pdf"), &file("NA"));
}

fn instructions(seen: &mut Seen) {
    let list = "including but not exhaustive of";
    seen.check(Rule::ExplainerForm, &with(&[(list, "such as")]), SAMPLE);
    seen.check(Rule::LearnerForm, &with(&[(" 3. How", " How")]), &with(&[("smokes.", "smokes. 4. More.")]));
}

fn familiarity(seen: &mut Seen) {
    seen.check(Rule::Scale, &with(&[("\"6\", ", "")]), SAMPLE);
    seen.check(
        Rule::FamiliarityStem,
        &document(|task| task.familiarity[0].question = "Do you know railways?".into()),
        &document(|task| task.familiarity[0].question = "How familiar are you with railways?".into()),
    );
    seen.check(Rule::Category, &with(&[("| Domain-specific |", "| Task-specific |")]), SAMPLE);
    let five = |task: &mut TaskDocument| task.familiarity.push(task.familiarity[3].clone());
    seen.check(Rule::ExtraQuestion, &document(five), SAMPLE);
}

fn level(task: &mut TaskDocument, place: usize, level: Bloom) {
    task.comprehension[place].level = level;
}

fn numbers(seen: &mut Seen) {
    seen.check(Rule::MissingQuestion, &document(|task| task.comprehension.truncate(8)), SAMPLE);
    seen.check(Rule::QuestionOrder, &with(&[("| CQ9 |", "| CQ11 |")]), SAMPLE);
    let more = |count: usize| {
        move |task: &mut TaskDocument| {
            let last = task.comprehension[8].clone();
            task.comprehension.resize(count, last);
        }
    };
    seen.check(Rule::QuestionCount, &document(more(10)), &document(more(18)));
    seen.check(Rule::LevelOrder, &document(|task| level(task, 6, Bloom::Remember)), SAMPLE);
    seen.check(
        Rule::LevelCount,
        &document(|task| level(task, 3, Bloom::Remember)),
        &document(|task| {
            task.comprehension.extend(extension(&[0, 1, 2, 3, 4, 0]));
        }),
    );
    seen.check(
        Rule::OptionCount,
        &document(|task| {
            task.comprehension[0].options.pop();
        }),
        &document(|task| {
            for question in &mut task.comprehension {
                question.options.truncate(4);
                question.key = question.key.min(3);
            }
        }),
    );
}

/// Six questions as an extension has them, with keys at these places.
fn extension(keys: &[usize]) -> Vec<QuizQuestion> {
    let levels =
        [Bloom::Remember, Bloom::Remember, Bloom::Understand, Bloom::Understand, Bloom::Apply, Bloom::Apply];
    let tools = ["file", "saw", "plane", "brace", "chisel", "awl"];
    let question = |((key, level), tool): ((&usize, Bloom), &str)| QuizQuestion {
        question: format!("Where does the {tool} of a keeper hang?"),
        options: ["loft", "barn", "hall", "porch", "cellar"].map(str::to_owned).into(),
        key: *key,
        level,
    };
    keys.iter().zip(levels).zip(tools).map(question).collect()
}

fn keys(seen: &mut Seen) {
    let nine = |keys: [usize; 9]| {
        document(|task| {
            for (question, key) in task.comprehension.iter_mut().zip(keys) {
                question.key = key;
            }
        })
    };
    seen.check(Rule::KeyPositions, &nine([0, 1, 2, 2, 2, 3, 3, 4, 0]), &nine([4, 3, 2, 1, 0, 0, 1, 2, 3]));
    let fifteen = |keys: &[usize]| document(|task| task.comprehension.extend(extension(keys)));
    seen.check(Rule::KeyPositions, &fifteen(&[0, 0, 0, 1, 2, 3]), &fifteen(&[0, 0, 1, 1, 2, 2]));
    seen.check(
        Rule::Set(SetRule::KeyLetterRun),
        &nine([1, 1, 1, 1, 0, 2, 3, 4, 0]),
        &nine([1, 1, 1, 0, 2, 3, 4, 0, 2]),
    );
    seen.check(
        Rule::Set(SetRule::KeyLetterPattern),
        &nine([0, 1, 0, 1, 0, 1, 0, 1, 0]),
        &nine([0, 1, 0, 1, 0, 1, 0, 1, 2]),
    );
}

fn set(seen: &mut Seen) {
    let lengthened = |count: usize| {
        document(|task| {
            for question in &mut task.comprehension {
                question.options = ["oak", "ash", "elm", "yew", "fir"].map(str::to_owned).into();
            }
            for (place, question) in task.comprehension.iter_mut().enumerate() {
                let long = if place < count { question.key } else { (question.key + 1) % 5 };
                question.options[long].push_str(" tree");
            }
        })
    };
    seen.check(Rule::Set(SetRule::LongestKeyShare), &lengthened(8), &lengthened(2));
    seen.check(
        Rule::Set(SetRule::RepeatedStem),
        &document(|task| task.comprehension[5] = task.comprehension[4].clone()),
        SAMPLE,
    );
    seen.check(
        Rule::Set(SetRule::NearDuplicate),
        &document(|task| {
            let near = "What follows then, when a wick is trimmed too short?".to_owned();
            task.comprehension[5] = QuizQuestion { question: near, ..task.comprehension[4].clone() };
        }),
        SAMPLE,
    );
}
