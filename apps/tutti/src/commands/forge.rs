//! `tutti forge`: makes exam items with proved keys, and verifies items written elsewhere.

mod progress;
mod verify;

use std::path::{Path, PathBuf};

use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::End;
use tutti_forge::{FORGE, ForgeReport};
use tutti_service::{
    Setup,
    forge::{ForgeRequest, Overrides, files, input, submission},
    runs::find,
};

use crate::{
    args::{Forge, ForgeCommand, Making},
    commands::{forge::progress::Progress, run_end::report_end},
    driving::drive_seen,
    exit::{Ended, Exit},
    output::{Output, count_text, plural, table},
    time,
};

pub(crate) async fn forge(setup: &Setup, typed: Forge, output: &Output) -> Ended {
    match typed.command {
        Some(ForgeCommand::Verify { file }) => verify::verify(setup, &file, output).await,
        Some(ForgeCommand::Files { run, out }) => {
            let store = setup.reader().await?;
            let row = find(&store, &run).await?;
            let report = if FORGE.is_flow_of(&row) { FORGE.output_of(&row).ok().flatten() } else { None };
            let Some(report) = report else {
                let problem =
                    Problem::new(Code::Refused, format!("run {} is not a finished forge run", row.id));
                return Err(problem.hint(format!("`tutti runs resume {}` continues it", row.id)).into());
            };
            let out = out.as_ref().unwrap_or(&setup.settings.forge.out);
            finish(row.created_at, &report, out, output)
        }
        None => make(setup, &typed.making, output).await,
    }
}

async fn make(setup: &Setup, typed: &Making, output: &Output) -> Ended {
    let (request, overrides) = request(setup, typed)?;
    let input = input(setup, &request, &overrides, time::now()).map_err(crate::exit::without_pointer)?;
    let out = typed.out.as_ref().unwrap_or(&setup.settings.forge.out);
    crate::files::check_folder(out)?;
    let id = RunId::fresh();
    let owner = Owner::local();
    let submission = submission(setup, &id, &input)?;
    let executor = setup.executor().await?;
    let store = executor.store().of(&owner);
    output.say(&format!("{} from seed {}: run {id}", count_text(input.items as usize, "item"), input.seed));
    let go_on = format!("tutti runs resume {id}` and `tutti forge files {id}");
    let mut progress = Progress::new(input.items, output);
    if !input.models.is_empty() {
        progress = progress.with_cost(store.clone(), id.clone());
    }
    let work = executor.run(&owner, submission);
    let driven = drive_seen(&executor, output, &go_on, work, |event| progress.see(event)).await;
    drop(progress);
    let Some((_, end)) = driven? else { return Ok(Exit::Interrupted) };
    let End::Done(value) = &end else { return report_end(&store, &id, &end, output).await };
    let report = FORGE.output(&id, value.clone())?;
    let row = store.run(&id).await?;
    let at = row.map_or_else(time::now, |row| row.created_at);
    finish(at, &report, out, output)
}

/// Writes the files and prints a summary.
fn finish(at: i64, report: &ForgeReport, out: &Path, output: &Output) -> Ended {
    let folder = write(out, at, report)?;
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

/// Writes `OUT/<timestamp>/` and returns its path.
fn write(out: &Path, at: i64, report: &ForgeReport) -> Result<PathBuf, Problem> {
    let stamp: String = time::rfc3339(at).chars().filter(char::is_ascii_alphanumeric).collect();
    let folder = out.join(stamp);
    crate::files::write_all(&folder, &files(report, at))?;
    Ok(folder)
}

/// The typed arguments as a request. Missing values come from the settings.
fn request(setup: &Setup, typed: &Making) -> Result<(ForgeRequest, Overrides), Problem> {
    let set = &setup.settings.forge;
    let library = match typed.library.as_ref().or(set.library.as_ref()) {
        Some(path) => Some((path.display().to_string(), crate::files::read_text(path)?)),
        None => None,
    };
    let [easy, medium, hard] = set.weights;
    let request = ForgeRequest {
        items: typed.items.unwrap_or(set.items),
        schemas: typed.schemas.iter().cloned().collect(),
        difficulty: typed.difficulty.iter().cloned().collect(),
        weights: Some([
            typed.w_easy.unwrap_or(easy),
            typed.w_med.unwrap_or(medium),
            typed.w_hard.unwrap_or(hard),
        ]),
        seed: typed.seed,
    };
    let overrides = Overrides {
        implementer_retries: typed.implementer_retries,
        designer_retries: typed.designer_retries,
        library,
    };
    Ok((request, overrides))
}
