//! `tutti forge`: exam items whose keys are proved, and the check of items that others wrote.

mod files;
mod progress;
mod verify;

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::json;
use tutti_bank::Bank;
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::{End, Submission};
use tutti_exchange::Format;
use tutti_forge::{BUILT_IN, Difficulty, ForgeInput, ForgeReport, LibraryError, allowed, read_library};
use tutti_item::Item;
use tutti_store::Owned;

use crate::{
    args::{Forge, ForgeCommand, Making},
    commands::{ended::ended, forge::progress::Progress},
    driving::drive_seen,
    exit::{Ended, Exit, Problems},
    output::{Output, counted, plural, table},
    run_id::find,
    setup::Setup,
    time,
};

pub(crate) async fn forge(setup: &Setup, typed: Forge, output: &Output) -> Ended {
    match typed.command {
        Some(ForgeCommand::Verify { file }) => verify::verify(setup, &file, output).await,
        Some(ForgeCommand::Files { run, out }) => {
            let store = setup.reader().await?;
            let row = find(&store, &run).await?;
            let report = row
                .output
                .filter(|_| row.flow == "forge")
                .and_then(|value| serde_json::from_value(value).ok());
            let Some(report) = report else {
                let problem =
                    Problem::new(Code::Refused, format!("run {} is no finished run of the forge", row.id));
                return Err(problem.hint(format!("`tutti runs resume {}` goes on with it", row.id)).into());
            };
            let out = out.as_ref().unwrap_or(&setup.settings.forge.out);
            finish(&store, &row.id, row.created_at, &report, out, output).await
        }
        None => make(setup, &typed.making, output).await,
    }
}

async fn make(setup: &Setup, typed: &Making, output: &Output) -> Ended {
    let input = input(setup, typed)?;
    let out = typed.out.as_ref().unwrap_or(&setup.settings.forge.out);
    crate::files::check_folder(out)?;
    let id = RunId::fresh();
    let owner = Owner::local();
    let submission = Submission {
        id: Some(id.clone()),
        budget: setup.settings.budget,
        ..Submission::new("forge", json!(input))
    };
    let executor = setup.executor().await?;
    let store = executor.store().of(&owner);
    output.say(&format!("{} from seed {}: run {id}", counted(input.items as usize, "item"), input.seed));
    let go_on = format!("tutti runs resume {id}` and `tutti forge files {id}");
    let mut progress = Progress::new(input.items, output);
    if !input.models.is_empty() {
        progress = progress.with_cost(store.clone(), id.clone());
    }
    let work = executor.run(&owner, submission);
    let driven = drive_seen(&executor, output, &go_on, work, |event| progress.see(event)).await;
    drop(progress);
    let Some((_, end)) = driven? else { return Ok(Exit::Interrupted) };
    let End::Done(value) = &end else { return ended(&store, &id, &end, output).await };
    let report: ForgeReport = serde_json::from_value(value.clone())
        .map_err(|error| Problem::new(Code::Internal, format!("the report of run {id}: {error}")))?;
    let row = store.run(&id).await?;
    let at = row.map_or_else(time::now, |row| row.created_at);
    finish(&store, &id, at, &report, out, output).await
}

/// Writes the files, puts the accepted items into the bank, and says what there is.
async fn finish(
    store: &Owned,
    run: &RunId,
    at: i64,
    report: &ForgeReport,
    out: &Path,
    output: &Output,
) -> Ended {
    let folder = files::write(out, at, report)?;
    let items: Vec<(Item, Format)> = report
        .outcomes
        .iter()
        .filter_map(|outcome| outcome.item(run.as_str()))
        .map(|item| (item, Format::Jsonl))
        .collect();
    Bank::new(store.clone()).add(&items, time::now()).await?;
    let exit = if report.stats.rejected == 0 { Exit::Done } else { Exit::Rejected };
    if output.is_json() {
        for outcome in &report.outcomes {
            output.json_line(outcome);
        }
        return Ok(exit);
    }
    let mut rows = vec![["schema", "accepted", "rejected"].map(str::to_owned).to_vec()];
    for (schema, counts) in &report.stats.by_schema {
        rows.push(vec![schema.clone(), counts.accepted.to_string(), counts.rejected.to_string()]);
    }
    output.lines(&table(&rows, |_, cell| cell.to_owned()));
    let stats = &report.stats;
    output.lines(&format!(
        "{} accepted, {} rejected, {}",
        stats.accepted,
        stats.rejected,
        plural(stats.retries as usize, "retry", "retries")
    ));
    for (failure, count) in &stats.failure_types {
        output.say(&format!("rejected for {failure}: {count}"));
    }
    output.say(&format!(
        "{} holds the files; the accepted items are in the bank: `tutti items list --tag esat`",
        folder.display()
    ));
    Ok(exit)
}

/// What was typed and set, checked.
fn input(setup: &Setup, typed: &Making) -> Result<ForgeInput, Problems> {
    let refuse = |detail: String| Problem::new(Code::BadInput, detail);
    let set = &setup.settings.forge;
    let items = typed.items.unwrap_or(set.items);
    if items == 0 {
        return Err(refuse("no items are asked for".to_owned()).hint("`-n 10` asks for ten").into());
    }
    let (name, text) = match typed.library.as_ref().or(set.library.as_ref()) {
        Some(path) => (path.display().to_string(), crate::files::read_text(path)?),
        None => ("the built-in library".to_owned(), BUILT_IN.to_owned()),
    };
    let unusable = |error: LibraryError| {
        refuse(format!("{name}: {error}")).hint("`schemas/esat.md` shows the form of a library")
    };
    let prefixes = typed.schemas.as_ref().unwrap_or(&set.schemas);
    let prefixes: Vec<String> =
        prefixes.split(',').map(|prefix| prefix.trim().to_owned()).filter(|p| !p.is_empty()).collect();
    let schemas = allowed(read_library(&text).map_err(unusable)?, &prefixes).map_err(unusable)?;
    let models = models(setup);
    Ok(ForgeInput {
        items,
        seed: typed.seed.or(set.seed).unwrap_or_else(|| time::now() as u64),
        schemas,
        weights: weights(typed, set.weights)?,
        implementer_retries: typed.implementer_retries.unwrap_or(set.implementer_retries),
        designer_retries: typed.designer_retries.unwrap_or(set.designer_retries),
        batch: if models.is_empty() { 25 } else { 1 },
        parallel: setup.settings.engine.parallel,
        models,
    })
}

/// The model of each agent of the forge that asks one.
fn models(setup: &Setup) -> BTreeMap<String, String> {
    tutti_forge::AGENTS
        .iter()
        .filter_map(|agent| {
            let set = setup.settings.agents.get(agent.name)?;
            let model = set.model.as_ref().filter(|_| set.way != tutti_settings::Way::Native)?;
            Some((agent.name.to_owned(), model.to_string()))
        })
        .collect()
}

/// The weights of easy, medium and hard; those that were not asked for weigh nothing.
fn weights(typed: &Making, set: [f64; 3]) -> Result<[f64; 3], Problem> {
    let [easy, medium, hard] = set;
    let mut weights =
        [typed.w_easy.unwrap_or(easy), typed.w_med.unwrap_or(medium), typed.w_hard.unwrap_or(hard)];
    let refuse = |why: &str| {
        let shown = weights.map(|weight| weight.to_string()).join(", ");
        Problem::new(Code::BadInput, format!("the weights {shown} {why}"))
            .hint("they are shares of one, such as `--w-easy 0.3 --w-med 0.5 --w-hard 0.2`")
    };
    let sum: f64 = weights.iter().sum();
    if weights.iter().any(|weight| !weight.is_finite() || *weight < 0.0) {
        return Err(refuse("are not all shares: none is negative"));
    }
    if (sum - 1.0).abs() > 1e-6 {
        return Err(refuse(&format!("add up to {sum:.2}, and not to 1")));
    }
    if let Some(wanted) = &typed.difficulty {
        let wanted = wanted
            .split(',')
            .map(str::parse)
            .collect::<Result<Vec<Difficulty>, String>>()
            .map_err(|error| Problem::new(Code::BadInput, error))?;
        for (weight, difficulty) in weights.iter_mut().zip(Difficulty::ALL) {
            if !wanted.contains(&difficulty) {
                *weight = 0.0;
            }
        }
    }
    if weights.iter().sum::<f64>() <= 0.0 {
        let problem = Problem::new(Code::BadInput, "the difficulties that are asked for have no weight");
        return Err(problem.hint("give one of them a weight, or ask for another"));
    }
    Ok(weights)
}
