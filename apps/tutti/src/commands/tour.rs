//! `tutti tour`: runs the sample flow and suggests what to try next. Everything it prints comes from the store.

use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::End;

use tutti_service::{
    Setup,
    runs::open_reviews,
    tour::{TOUR, TourInput, samples},
};

use crate::{
    commands::{run_end::report_end, runs::timeline},
    driving::drive,
    exit::{Ended, Exit},
    output::Output,
};

pub(crate) async fn tour(setup: &Setup, pause: u64, output: &Output) -> Ended {
    let id = RunId::fresh();
    let owner = Owner::local();
    let submission = setup.submission(&TOUR, &id, &TourInput::new(samples(), pause))?;
    let executor = setup.executor().await?;
    let store = executor.store().of(&owner);
    output
        .say(&format!("Three sample texts go through an agent, a gate and, if need be, a person: run {id}"));
    let go_on = format!("tutti runs resume {id}");
    let work = executor.run(&owner, submission);
    let Some((_, end)) = drive(&executor, output, &go_on, work).await? else {
        return Ok(Exit::Interrupted);
    };
    if output.is_json() || !matches!(end, End::Done(_) | End::Parked { .. }) {
        return report_end(&store, &id, &end, output).await;
    }
    let missing = || Problem::new(Code::Internal, format!("run {id} is not in the store"));
    let row = store.run(&id).await?.ok_or_else(missing)?;
    for member in std::iter::once(row).chain(store.children(&id).await?) {
        let journal = store.journal(&member.id).await?;
        output.lines(&format!(
            "{} {} is {}\n{}",
            output.paint.bold(member.id.as_str()),
            member.flow,
            member.status,
            timeline::render(&journal, output.paint)
        ));
        output.lines("");
    }
    output.lines(&next_steps(&id, open_reviews(&store, &id).await?.first().map(|review| &review.run)));
    // A text left for a person to judge is part of the tour, not a failure.
    Ok(Exit::Done)
}

fn next_steps(id: &RunId, asking: Option<&RunId>) -> String {
    let mut steps = Vec::new();
    let judged = asking.unwrap_or(id);
    if let Some(asking) = asking {
        steps.push(("see the question for a person".to_owned(), format!("tutti review show {asking}")));
        steps.push(("answer it; the run continues".to_owned(), format!("tutti review answer {asking} keep")));
    }
    let from = if asking.is_some() { "readability" } else { "texts*" };
    steps.extend([
        ("the whole run".to_owned(), format!("tutti runs show {id}")),
        ("replay its journal with today's code".to_owned(), format!("tutti runs replay {id}")),
        ("redo a step".to_owned(), format!("tutti runs fork {judged} --from {from} --resume")),
        ("kill it half-way (Ctrl-C, or kill -9) …".to_owned(), "tutti tour --pause 8".to_owned()),
        ("… and resume it".to_owned(), "tutti runs resume --all".to_owned()),
    ]);
    let lines: Vec<String> = steps.iter().map(|(what, command)| format!("  # {what}\n  {command}")).collect();
    format!("Next:\n{}", lines.join("\n"))
}
