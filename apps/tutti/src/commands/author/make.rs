//! `tutti author`: turns requests into task files and their status objects.

use std::collections::BTreeMap;
use std::path::Path;

use tutti_author::{AUTHOR_BATCH, Attached, Requests, TaskRequest, once_each};
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::End;
use tutti_service::{
    Problems, Setup,
    author::{files, input, lines, names},
    runs::{find, open_reviews},
};
use tutti_store::Owned;

use crate::{
    args::Authoring,
    commands::run_end::{how_to_answer, report_end},
    driving::drive,
    exit::{Ended, Exit},
    output::{Output, count_text, one_line, table, visible},
};

pub(super) async fn make(setup: &Setup, typed: &Authoring, output: &Output) -> Ended {
    if typed.inputs.is_empty() {
        let problem = Problem::new(Code::BadInput, "no request given");
        return Err(problem
            .hint("name a request file, such as `tutti author request.md`; see `tutti author --help`")
            .into());
    }
    let (requests, folders) = requests(typed)?;
    crate::files::check_folder(&typed.out)?;
    let (id, owner) = (RunId::fresh(), Owner::local());
    let executor = setup.executor().await?;
    let store = executor.store().of(&owner);
    let attached = attach_files(typed, &store, &requests, &folders).await?;
    let of = |request: &TaskRequest| attached.get(&request.label()).cloned().unwrap_or_default();
    let input = input(setup, requests, typed.votes, of);
    output.say(&format!("{}: run {id}", count_text(input.tasks.len(), "task")));
    let submission = setup.submission(&AUTHOR_BATCH, &id, &input)?;
    let work = executor.run(&owner, submission);
    let go_on = format!("tutti runs resume {id}` and `tutti author files {id}");
    let Some((_, end)) = drive(&executor, output, &go_on, work).await? else { return Ok(Exit::Interrupted) };
    match &end {
        End::Done(_) | End::Parked { .. } => finish(&store, &id, &typed.out, output).await,
        _ => report_end(&store, &id, &end, output).await,
    }
}

/// Writes the files of a batch again, for example after its reviews were answered.
pub(super) async fn files_of(setup: &Setup, run: &str, out: &Path, output: &Output) -> Ended {
    let store = setup.reader().await?;
    let row = find(&store, run).await?;
    if !AUTHOR_BATCH.is_flow_of(&row) {
        let problem = Problem::new(Code::Refused, format!("run {} is not a run of `tutti author`", row.id));
        return Err(problem.into());
    }
    finish(&store, &row.id, out, output).await
}

/// Every request of every file, with the folder that each came from.
fn requests(typed: &Authoring) -> Result<(Requests, BTreeMap<String, String>), Problems> {
    let mut all = Requests::default();
    let mut folders = BTreeMap::new();
    for path in &typed.inputs {
        let read = tutti_author::read(&path.display().to_string(), &crate::files::read(path)?)?;
        let folder = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
        for request in &read.tasks {
            folders.insert(request.label(), folder.clone());
        }
        all.tasks.extend(read.tasks);
        all.flawed.extend(read.flawed);
    }
    Ok((once_each(all), folders))
}

/// The files for each request: those that were named for all, and those that lie beside it.
async fn attach_files(
    typed: &Authoring,
    store: &Owned,
    requests: &Requests,
    folders: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, Vec<Attached>>, Problems> {
    let mut named = Vec::new();
    for path in &typed.attach {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        named.push(Attached { name, hash: store.keep_file(crate::files::read(path)?).await? });
    }
    let mut all = BTreeMap::new();
    for request in &requests.tasks {
        let folder = Path::new(folders.get(&request.label()).map_or("", String::as_str));
        let mut attached = named.clone();
        for name in names(request).into_iter().filter(|name| folder.join(name).is_file()) {
            let hash = store.keep_file(crate::files::read(&folder.join(name))?).await?;
            attached.push(Attached { name: name.to_owned(), hash });
        }
        all.insert(request.label(), attached);
    }
    Ok(all)
}

/// Writes the finished files and prints the status of every task.
async fn finish(store: &Owned, run: &RunId, out: &Path, output: &Output) -> Ended {
    let lines = lines(store, run).await?;
    for line in &lines {
        let files = files(line);
        let files: Vec<(&str, String)> =
            files.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
        crate::files::write_all(out, &files)?;
    }
    let has = |result: &str| lines.iter().filter(|line| line.result == result).count();
    let (done, waits) = (has("done"), has("waits"));
    let exit = match (waits, lines.len() - done) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::Rejected,
        _ => Exit::Waits,
    };
    if output.is_json() {
        for line in &lines {
            output.json_line(line);
        }
        return Ok(exit);
    }
    let mut rows = vec![["task", "path", "result", "why"].map(str::to_owned).to_vec()];
    for line in &lines {
        let why = one_line(&line.why);
        rows.push(vec![visible(&line.task), line.path.clone(), line.result.to_owned(), visible(&why)]);
    }
    output.lines(&table(&rows, |_, cell| cell.to_owned()));
    for review in open_reviews(store, run).await? {
        output.lines(&format!("  {}", one_line(&review.question.why)));
        output.lines(&format!("    {}", how_to_answer(&review)));
    }
    output.say(&format!(
        "{} of {} done; {} holds the files",
        done,
        count_text(lines.len(), "task"),
        out.display()
    ));
    if waits > 0 {
        output.say(&format!(
            "after answering, continue with `tutti runs resume {run}` and `tutti author files {run}`"
        ));
    }
    Ok(exit)
}
