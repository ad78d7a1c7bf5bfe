//! `tutti runs show`: prints everything about one run.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tutti_core::{Budget, Money, Spend};
use tutti_store::{Entry, LedgerRow, Owned, ReviewRow, RunRow, RunStatus};

use super::{
    list::{paint_status, rows},
    timeline,
};
use tutti_service::{Problems, Setup, name_run, runs::find, runs::for_what, runs::open_reviews};

use crate::{
    commands::run_end::how_to_answer,
    exit::{Ended, Exit},
    output::{Output, Paint, one_line, table},
    time,
};

/// Everything the store holds about a run.
struct Whole {
    row: RunRow,
    journal: Vec<Entry>,
    children: Vec<RunRow>,
    /// The model calls of the whole family: the root run and everything below it.
    ledger: Vec<LedgerRow>,
    spent: Spend,
    reviews: Vec<ReviewRow>,
}

pub(crate) async fn show(setup: &Setup, run: &str, whole_journal: bool, output: &Output) -> Ended {
    let store = setup.reader().await?;
    let row = find(&store, run).await?;
    let whole = Whole::read(&store, row).await?;
    if output.is_json() {
        output.document(&whole.document(whole_journal));
    } else {
        output.lines(&whole.text(whole_journal, output.paint));
    }
    Ok(Exit::Done)
}

impl Whole {
    async fn read(store: &Owned, row: RunRow) -> Result<Self, Problems> {
        let root = row.id.root();
        Ok(Self {
            journal: store.journal(&row.id).await?,
            children: store.children(&row.id).await?,
            ledger: store.ledger(&root).await?,
            spent: store.spend_of(&root).await?,
            reviews: open_reviews(store, &row.id).await?,
            row,
        })
    }

    fn document(&self, whole_journal: bool) -> Value {
        let journal: Vec<Value> = self
            .journal
            .iter()
            .map(|entry| {
                let mut line = time::row_json(entry);
                if let Value::Object(fields) = &mut line
                    && !whole_journal
                {
                    fields.remove("output");
                }
                line
            })
            .collect();
        let children: Vec<Value> = self
            .children
            .iter()
            .map(|child| json!({ "id": child.id, "flow": child.flow, "status": child.status }))
            .collect();
        let mut document = time::row_json(&self.row);
        document["spent"] = json!(self.spent);
        document["model_calls"] = json!(self.attempts());
        document["children"] = json!(children);
        document["reviews"] = self.reviews.iter().map(time::row_json).collect();
        document["journal"] = json!(journal);
        document
    }

    fn text(&self, whole_journal: bool, paint: Paint) -> String {
        let mut parts = vec![self.header(paint)];
        parts.push(section("timeline", &timeline::render(&self.journal, paint), paint));
        if !self.children.is_empty() {
            parts.push(section("children", &rows(&self.children, paint), paint));
        }
        if !self.ledger.is_empty() {
            parts.push(section("model calls of the family", &self.calls(), paint));
        }
        if !self.reviews.is_empty() {
            let asked: Vec<String> = self
                .reviews
                .iter()
                .map(|review| {
                    format!(
                        "{}: {}\n  {}",
                        review.name,
                        one_line(&review.question.ask),
                        how_to_answer(review)
                    )
                })
                .collect();
            parts.push(section("waits for a person", &asked.join("\n"), paint));
        }
        if whole_journal {
            let lines: Vec<String> =
                self.journal.iter().map(|entry| format!("{}\n{}", entry.key, entry.output)).collect();
            parts.push(section("journal", &lines.join("\n"), paint));
        }
        parts.join("\n")
    }

    fn header(&self, paint: Paint) -> String {
        let (row, now) = (&self.row, time::now());
        let word = paint_status(row.status, paint);
        let status = match (&row.waits, &row.stop) {
            (Some(waits), _) if row.status == RunStatus::Parked => {
                format!("{word}, waits {}", for_what(waits, row.wake_at, now))
            }
            (_, Some(problem)) => format!("{word}: {}", one_line(&problem.to_string())),
            _ => word,
        };
        let mut lines = vec![
            ("run", paint.bold(row.id.as_str())),
            ("flow", format!("{} version {}", row.flow, row.version)),
            ("status", status),
        ];
        if let Some(problem) = &row.stop {
            let hints = name_run(problem.clone(), &row.id).hints;
            lines.extend(hints.iter().map(|hint| ("hint", one_line(hint))));
        }
        let length = time::length(row.updated_at - row.created_at);
        let so_far = if row.status.is_final() { "took" } else { "last changed after" };
        lines.push(("started", format!("{}, {so_far} {length}", time::relative(row.created_at, now))));
        lines.push(("spent", spend_text(self.spent, row.budget)));
        if let Some(deadline) = row.deadline {
            lines.push(("deadline", time::relative(deadline, now)));
        }
        if let Some(from) = &row.forked_from {
            lines.push(("forked", format!("from {from}")));
        }
        let cells: Vec<Vec<String>> =
            lines.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect();
        table(&cells, |column, cell| if column == 0 { paint.dim(cell) } else { cell.to_owned() })
    }

    /// The number of attempts by outcome.
    fn attempts(&self) -> BTreeMap<&'static str, u64> {
        self.ledger.iter().fold(BTreeMap::new(), |mut counts, row| {
            *counts.entry(row.state.as_str()).or_default() += 1;
            counts
        })
    }

    fn calls(&self) -> String {
        let attempts: Vec<String> =
            self.attempts().into_iter().map(|(state, count)| format!("{count} {state}")).collect();
        let sum = |of: fn(&LedgerRow) -> u64| self.ledger.iter().map(of).sum::<u64>();
        let (input, cached, written) =
            (sum(|row| row.input_tokens), sum(|row| row.cached_tokens), sum(|row| row.output_tokens));
        let money = Money::from_micro_usd(sum(|row| row.micro_usd));
        format!("{}; {input} tokens in ({cached} cached), {written} out; {money}", attempts.join(", "))
    }
}

fn spend_text(spent: Spend, budget: Budget) -> String {
    let of = |limit: Option<String>| limit.map_or_else(String::new, |limit| format!(" of {limit}"));
    format!(
        "{}{} calls, {}{} tokens, {}{}",
        spent.calls,
        of(budget.calls.map(|calls| calls.to_string())),
        spent.tokens.0,
        of(budget.tokens.map(|tokens| tokens.0.to_string())),
        spent.money,
        of(budget.money.map(|money| money.to_string())),
    )
}

fn section(title: &str, body: &str, paint: Paint) -> String {
    let body: Vec<String> =
        body.trim_end().lines().map(|line| format!("  {line}").trim_end().to_owned()).collect();
    format!("{}\n{}\n", paint.bold(title), body.join("\n"))
}
