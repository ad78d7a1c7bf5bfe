//! What a person is asked, and what their answer means.

use tutti_engine::{Run, Stop};
use tutti_store::Question;

use crate::candidate::Candidate;
use crate::flow::task::{Leave, Task};
use crate::outcome::Ending;
use crate::routing::{Route, Ruling};

pub(super) enum Answer {
    GoOn,
    Again,
    /// Anything else that was allowed: a text.
    Text(String),
}

/// Characters that a text has at least: less is a slip of the hand, not a source.
const TEXT: usize = 200;

/// Asks for one of a few words. `skip` ends the task.
pub(super) async fn decide(
    task: &mut Task<'_>,
    place: &Run<'_>,
    ruling: &Ruling,
    ask: &str,
    evidence: Vec<String>,
    allowed: &[&str],
) -> Result<Answer, Leave> {
    let why = why(ruling);
    let question = Question {
        ask: ask.to_owned(),
        why: format!("{}: {why}", ruling.rule.code()),
        evidence,
        allowed: allowed.iter().map(|&word| word.to_owned()).collect(),
    };
    let answer = asked(task, place, ruling, question).await?;
    match answer.trim() {
        "skip" => Err(skipped(ruling, why)),
        "again" => Ok(Answer::Again),
        "go_on" => Ok(Answer::GoOn),
        other => Ok(Answer::Text(other.to_owned())),
    }
}

/// What somebody does who may write questions themselves.
pub(super) enum Help {
    GoOn,
    Again,
    Written(Vec<Candidate>),
}

/// Asks for one of a few words or for a sheet of questions. A sheet that cannot be read is asked for again.
pub(super) async fn help(
    task: &mut Task<'_>,
    place: &Run<'_>,
    ruling: &Ruling,
    ask: &str,
    evidence: Vec<String>,
    words: &[&str],
    read: impl Fn(&str) -> Result<Vec<Candidate>, String>,
) -> Result<Help, Leave> {
    let mut place = place.clone();
    let mut remark = String::new();
    loop {
        let question = Question {
            ask: format!("{remark}{ask}"),
            why: format!("{}: {}", ruling.rule.code(), why(ruling)),
            evidence: evidence.clone(),
            allowed: words.iter().copied().chain(["@QUESTIONS"]).map(str::to_owned).collect(),
        };
        let answer = asked(task, &place, ruling, question).await?;
        match answer.trim() {
            "skip" => return Err(skipped(ruling, why(ruling))),
            "again" => return Ok(Help::Again),
            "go_on" if words.contains(&"go_on") => return Ok(Help::GoOn),
            sheet => match read(sheet) {
                Ok(written) => return Ok(Help::Written(written)),
                Err(wrong) => {
                    remark = format!("The questions cannot be read: {wrong}. ");
                    place = place.at("more");
                }
            },
        }
    }
}

/// Asks for a text, or one of a few words. What is neither is asked for again.
pub(super) async fn bring(
    task: &mut Task<'_>,
    place: &Run<'_>,
    ruling: &Ruling,
    ask: &str,
    words: &[&str],
) -> Result<Answer, Leave> {
    let mut place = place.clone();
    let mut remark = String::new();
    loop {
        let question = Question {
            ask: format!("{remark}{ask}"),
            why: format!("{}: {}", ruling.rule.code(), why(ruling)),
            evidence: Vec::new(),
            allowed: Vec::new(),
        };
        let answer = asked(task, &place, ruling, question).await?;
        match answer.trim() {
            "skip" => return Err(skipped(ruling, why(ruling))),
            "again" if words.contains(&"again") => return Ok(Answer::Again),
            "go_on" if words.contains(&"go_on") => return Ok(Answer::GoOn),
            text if text.chars().count() >= TEXT => return Ok(Answer::Text(text.to_owned())),
            short => {
                remark =
                    format!("“{}” is too short to be a text. ", short.chars().take(40).collect::<String>());
                place = place.at("more");
            }
        }
    }
}

async fn asked(
    task: &mut Task<'_>,
    place: &Run<'_>,
    ruling: &Ruling,
    question: Question,
) -> Result<String, Leave> {
    task.flag_ruling(Some(ruling));
    task.waits(Some(ruling.rule));
    let answer: Result<Option<String>, Stop> = place.ask(ruling.rule.code(), question, None).await;
    let answer = answer?.unwrap_or_default();
    task.waits(None);
    Ok(answer)
}

fn why(ruling: &Ruling) -> &str {
    match &ruling.route {
        Route::Halt { why } | Route::Escalate { why } => why,
        Route::Error { text } => text,
        Route::Next { .. } | Route::Back { .. } => ruling.rule.says(),
    }
}

fn skipped(ruling: &Ruling, why: &str) -> Leave {
    Leave::End(Ending::Skipped { rule: ruling.rule.code().to_owned(), why: why.to_owned() })
}
