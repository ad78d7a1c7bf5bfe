//! `tutti cards`: reviews flashcards that are due.

use serde_json::json;
use tutti_core::{Code, Problem};
use tutti_learner::Rating;
use tutti_study::session_store;

use tutti_service::Setup;

use crate::{
    args::Cards,
    exit::{Ended, Exit},
    output::{Output, count_text, next_line, visible},
    time,
};

pub(crate) async fn cards(setup: &Setup, command: Cards, output: &Output) -> Ended {
    let Some(store) = setup.existing().await? else {
        let problem = Problem::new(Code::NotFound, "there are no cards yet");
        return Err(problem.hint("`tutti study FILE` makes some").into());
    };
    let now = time::now();
    match command {
        Cards::Status => {
            let all = session_store::due_cards(&store, i64::MAX, 0).await?;
            let due = all.iter().filter(|card| card.schedule.due_at <= now).count();
            if output.is_json() {
                output.document(&json!({ "cards": all.len(), "due": due }));
            } else {
                output.lines(&format!("{}, {due} due", count_text(all.len(), "card")));
            }
            Ok(Exit::Done)
        }
        Cards::Review { limit } => {
            let due = session_store::due_cards(&store, now, limit).await?;
            if due.is_empty() {
                output.say("no card is due");
                return Ok(Exit::Done);
            }
            for (n, card) in (1..).zip(&due) {
                let of = output.paint.dim(&format!(
                    "{n}/{}  {}, page {}",
                    due.len(),
                    card.source_title,
                    card.page
                ));
                output.lines(&visible_keeping(&of, &card.card.question));
                output.ask("Enter shows the answer")?;
                if next_line()?.is_none() {
                    return Ok(Exit::Interrupted);
                }
                output.lines(&visible(&format!("{}\n", card.card.answer)));
                let rating = loop {
                    output.ask("1 again, 2 hard, 3 good, 4 easy")?;
                    let Some(line) = next_line()? else { return Ok(Exit::Interrupted) };
                    match line.parse::<Rating>() {
                        Ok(rating) => break rating,
                        Err(error) => output.say(&error),
                    }
                };
                let next = session_store::review_card(&store, card, rating, time::now()).await?;
                let comes = time::relative(next.schedule.due_at, time::now());
                output.say(&format!("{}: due again {comes}", rating.name()));
            }
            output.say(&format!("{} reviewed", count_text(due.len(), "card")));
            Ok(Exit::Done)
        }
    }
}

/// A painted head above untrusted text.
fn visible_keeping(head: &str, text: &str) -> String {
    format!("{head}\n{}", visible(text))
}
