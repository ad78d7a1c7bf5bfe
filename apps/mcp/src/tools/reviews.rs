//! Questions that wait for a person. Everybody may answer those of their own runs; reviewers may answer all.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::{Permission, deeds};
use tutti_core::{Code, Problem, RunId};
use tutti_engine::Mended;
use tutti_service::{
    requests::non_blank,
    runs::{find, reviews_of_family},
};
use tutti_store::{Owned, ReviewRow, RunStatus};

use super::{Review, review_lines};
use crate::{
    answer::Told,
    call::Call,
    tool::{Does, Entry, Named},
};

pub(super) fn tools() -> Vec<Entry> {
    vec![
        Entry::new(
            Named {
                name: "list_reviews",
                title: "List reviews",
                about: "List questions that wait for a person, oldest first.",
                needs: None,
                does: Does::Looks,
            },
            list,
        ),
        Entry::new(
            Named {
                name: "answer_review",
                title: "Answer a review",
                about: "Answer the question of a run and resume it. Answer in a person's name only with what that person \
                        said. A question can be answered only once.",
                needs: None,
                does: Does::Changes,
            },
            answer,
        ),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct List {
    /// Also list answered questions.
    #[serde(default)]
    answered: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Reviews {
    reviews: Vec<Review>,
}

async fn list(call: Call, asked: List) -> Result<Told<Reviews>, Problem> {
    let own = &call.who.owner;
    let mut rows: Vec<_> =
        call.store().reviews(asked.answered).await?.into_iter().map(|row| (own.clone(), row)).collect();
    if call.who.may(Permission::Review) {
        let others = call.executor().store().open_reviews().await?;
        rows.extend(others.into_iter().filter(|(owner, _)| owner != own));
    }
    rows.sort_by_key(|(_, row)| (row.answer.is_some(), row.asked_at));
    let reviews: Vec<Review> = rows
        .iter()
        .map(|(owner, row)| Review { owner: (owner != own).then(|| owner.to_string()), ..Review::of(row) })
        .collect();
    let text = if reviews.is_empty() { "No open questions.".to_owned() } else { review_lines(&reviews) };
    Ok(Told::new(Reviews { reviews }, text))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Id of the run that asks, or of a parent of it.
    run: String,
    /// Name of the question; optional if there is only one.
    #[serde(default)]
    name: Option<String>,
    /// One of the allowed answers, or a text if free text is allowed.
    answer: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Answered {
    run: String,
    name: String,
    answer: String,
}

async fn answer(call: Call, asked: Given) -> Result<Told<Answered>, Problem> {
    if asked.answer.trim().is_empty() {
        return Err(Problem::new(Code::BadInput, "the answer is empty").at("/answer"));
    }
    let (store, row) = find_review(&call, asked.run.trim(), non_blank(asked.name).as_deref()).await?;
    let (owner, executor) = (store.owner().clone(), call.executor());
    executor
        .answer(&owner, &row.run, &row.name, &asked.answer, &call.who.name)
        .await
        .map_err(|error| Problem::from(error).at("/answer"))?;
    call.who.note(deeds::REVIEW_ANSWERED, format!("{} {}", row.run, row.name)).await?;
    let root = row.run.root();
    if store.run(&root).await?.is_some_and(|row| row.status == RunStatus::Stopped) {
        // The run continues in the background; the caller need not wait for its end.
        let executor = executor.clone();
        tokio::spawn(async move { executor.resume(&owner, &root, Mended::default()).await });
    }
    let text = format!("{} of run {} is answered; run_status reports its progress.", row.name, row.run);
    let answered = Answered { run: row.run.to_string(), name: row.name, answer: asked.answer };
    Ok(Told::new(answered, text))
}

/// The question that is meant, and the store of whoever asks it.
async fn find_review(call: &Call, run: &str, name: Option<&str>) -> Result<(Owned, ReviewRow), Problem> {
    let (store, id) = match find(&call.store(), run).await {
        Ok(row) => (call.store(), row.id),
        Err(problems) => {
            let missing = problems.first().at("/run");
            let owner = match RunId::parse(run) {
                Ok(id) if call.who.may(Permission::Review) => call.executor().store().owner_of(&id).await?,
                _ => None,
            };
            let store = call.executor().store().of(&owner.ok_or_else(|| missing.clone())?);
            let row = store.run(&RunId::parse(run).map_err(|_| missing.clone())?).await?;
            (store, row.ok_or(missing)?.id)
        }
    };
    let asked = reviews_of_family(&store, &id).await?;
    let named: Vec<&ReviewRow> =
        asked.iter().filter(|review| name.is_none_or(|name| review.name == name)).collect();
    let open: Vec<&ReviewRow> = named.iter().copied().filter(|review| review.answer.is_none()).collect();
    match (named.as_slice(), open.as_slice()) {
        (_, [only]) | ([only], _) => Ok((store, (*only).clone())),
        ([], _) => {
            let problem = Problem::new(Code::NotFound, format!("run {id} has no such question"));
            Err(problem.at("/name").hint("list_reviews lists the questions"))
        }
        (named, _) => {
            let names: Vec<String> =
                named.iter().map(|review| format!("`{}` of run `{}`", review.name, review.run)).collect();
            let problem = Problem::new(Code::BadInput, format!("run {id} has more than one question"));
            Err(problem.at("/name").hint(format!("name one of: {}", names.join(", "))))
        }
    }
}
