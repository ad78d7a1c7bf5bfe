//! `tutti tour`: the sample flow, driven before your eyes, and what to try next. Everything it prints is read
//! from the store.

use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::End;

use tutti_service::{
    Setup,
    runs::open_reviews,
    tour::{TOUR, TourInput, samples},
};

use crate::{
    commands::{ended::ended, runs::timeline},
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
        return ended(&store, &id, &end, output).await;
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
    // It did what it is for, also if a text is left for a person to judge.
    Ok(Exit::Done)
}

fn next_steps(id: &RunId, asking: Option<&RunId>) -> String {
    let mut steps = Vec::new();
    let judged = asking.unwrap_or(id);
    if let Some(asking) = asking {
        steps.push(("see what a person is asked".to_owned(), format!("tutti review show {asking}")));
        steps.push(("answer it; the run goes on".to_owned(), format!("tutti review answer {asking} keep")));
    }
    let from = if asking.is_some() { "readability" } else { "texts*" };
    steps.extend([
        ("the whole run".to_owned(), format!("tutti runs show {id}")),
        ("today's code against its journal".to_owned(), format!("tutti runs replay {id}")),
        ("do a step anew".to_owned(), format!("tutti runs fork {judged} --from {from} --resume")),
        ("kill it half-way (Ctrl-C, or kill -9) …".to_owned(), "tutti tour --pause 8".to_owned()),
        ("… and go on where it was".to_owned(), "tutti runs resume --all".to_owned()),
    ]);
    let lines: Vec<String> = steps.iter().map(|(what, command)| format!("  # {what}\n  {command}")).collect();
    format!("Next:\n{}", lines.join("\n"))
}
