//! The questions to a person, and what their answers mean.

use tutti_engine::{Run, Stop};
use tutti_store::Question;

use crate::candidate::Candidate;
use crate::flow::task::{Leave, Task};
use crate::outcome::Ending;
use crate::routing::Ruling;
use crate::status::Stage;

/// One of a few words. `skip` is not one of them: it ends the task.
pub(super) enum Decision {
    GoOn,
    Again,
}

/// One of a few words, or what was asked for.
pub(super) enum Reply<T> {
    GoOn,
    Again,
    Given(T),
}

/// Asks for one of a few words.
pub(super) async fn decide(
    task: &mut Task<'_>,
    place: &Run<'_>,
    ruling: &Ruling,
    ask: &str,
    evidence: Vec<String>,
    allowed: &[&str],
) -> Result<Decision, Leave> {
    let question = question(ruling, ask, evidence, allowed);
    match ask_person(task, place, ruling, question).await?.trim() {
        "skip" => Err(skip(ruling)),
        "again" => Ok(Decision::Again),
        _ => Ok(Decision::GoOn),
    }
}

/// Asks whether to call a failed agent again. If not, the task ends.
pub(super) async fn call_again(
    task: &mut Task<'_>,
    place: &Run<'_>,
    ruling: &Ruling,
    stage: Stage,
    evidence: Vec<String>,
) -> Result<(), Leave> {
    let ask = format!("Call {} again, or skip the task?", stage.name());
    decide(task, place, ruling, &ask, evidence, &["again", "skip"]).await?;
    Ok(())
}

/// Asks for one of a few words or for a sheet of questions.
pub(super) async fn ask_for_questions(
    task: &mut Task<'_>,
    place: &Run<'_>,
    ruling: &Ruling,
    ask: &str,
    evidence: Vec<String>,
    words: &[&str],
    read: impl Fn(&str) -> Result<Vec<Candidate>, String>,
) -> Result<Reply<Vec<Candidate>>, Leave> {
    let allowed: Vec<&str> = words.iter().copied().chain(["@QUESTIONS"]).collect();
    let question = question(ruling, ask, evidence, &allowed);
    let read = |sheet: &str| read(sheet).map_err(|wrong| format!("The questions cannot be read: {wrong}. "));
    ask_until_readable(task, place, ruling, question, words, read).await
}

/// Minimum length of a text in characters: anything shorter is a slip, not a source.
const LEAST_TEXT: usize = 200;

/// Asks for a text, or one of a few words.
pub(super) async fn ask_for_text(
    task: &mut Task<'_>,
    place: &Run<'_>,
    ruling: &Ruling,
    ask: &str,
    words: &[&str],
) -> Result<Reply<String>, Leave> {
    let question = question(ruling, ask, Vec::new(), &[]);
    let read = |text: &str| {
        if text.chars().count() >= LEAST_TEXT {
            return Ok(text.to_owned());
        }
        Err(format!("“{}” is too short to be a text. ", text.chars().take(40).collect::<String>()))
    };
    ask_until_readable(task, place, ruling, question, words, read).await
}

/// Asks again for what cannot be read, with a remark on it.
async fn ask_until_readable<T>(
    task: &mut Task<'_>,
    place: &Run<'_>,
    ruling: &Ruling,
    question: Question,
    words: &[&str],
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Reply<T>, Leave> {
    let mut place = place.clone();
    let mut remark = String::new();
    loop {
        let question = Question { ask: format!("{remark}{}", question.ask), ..question.clone() };
        let answer = ask_person(task, &place, ruling, question).await?;
        match answer.trim() {
            "skip" => return Err(skip(ruling)),
            "again" if words.contains(&"again") => return Ok(Reply::Again),
            "go_on" if words.contains(&"go_on") => return Ok(Reply::GoOn),
            given => match read(given) {
                Ok(given) => return Ok(Reply::Given(given)),
                Err(wrong) => {
                    remark = wrong;
                    place = place.at("more");
                }
            },
        }
    }
}

fn question(ruling: &Ruling, ask: &str, evidence: Vec<String>, allowed: &[&str]) -> Question {
    Question {
        ask: ask.to_owned(),
        why: format!("{}: {}", ruling.rule.code(), ruling.reason()),
        evidence,
        allowed: allowed.iter().map(|&word| word.to_owned()).collect(),
    }
}

async fn ask_person(
    task: &mut Task<'_>,
    place: &Run<'_>,
    ruling: &Ruling,
    question: Question,
) -> Result<String, Leave> {
    task.flag_ruling(ruling);
    task.wait_for_person(Some(ruling.rule));
    let answer: Result<Option<String>, Stop> = place.ask(ruling.rule.code(), question, None).await;
    let answer = answer?.unwrap_or_default();
    task.wait_for_person(None);
    Ok(answer)
}

fn skip(ruling: &Ruling) -> Leave {
    Leave::End(Ending::Skipped { rule: ruling.rule.code().to_owned(), why: ruling.reason().to_owned() })
}
