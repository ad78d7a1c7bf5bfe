//! `tutti doctor`: reports what is installed, configured and missing, and how to fix it.

use tutti_service::{
    Place,
    doctor::{Check, State, checks},
};

use crate::{
    exit::{Ended, Exit},
    output::{Output, table},
};

pub(crate) async fn doctor(place: &Place, output: &Output) -> Ended {
    let checks = checks(place).await;
    show(&checks, output);
    let broken = checks.iter().any(|check| check.state == State::Broken);
    Ok(if broken { Exit::Rejected } else { Exit::Done })
}

fn show(checks: &[Check], output: &Output) {
    if output.is_json() {
        return checks.iter().for_each(|check| output.json_line(check));
    }
    let mut rows = Vec::new();
    for check in checks {
        let word = match check.state {
            State::Ok => "ok",
            State::Missing => "missing",
            State::Broken => "broken",
        };
        rows.push(vec![word.to_owned(), check.what.clone(), check.detail.clone()]);
        rows.extend(check.mend.iter().map(|how| vec![String::new(), String::new(), format!("→ {how}")]));
    }
    let paint = output.paint;
    output.lines(&table(&rows, |column, cell| match (column, cell) {
        (0, "ok") => paint.good(cell),
        (0, "broken") => paint.bad(cell),
        (0, "missing") => paint.waiting(cell),
        _ => cell.to_owned(),
    }));
}
