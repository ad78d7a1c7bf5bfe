//! `tutti accounts`: what an admin does with accounts, from the terminal, for when nobody can log in on the page.

use serde_json::json;
use tutti_accounts::{Accounts as People, SessionLengths};
use tutti_core::{Code, Problem};
use tutti_service::Setup;
use tutti_store::{AuditLine, NewLine, Store};

use crate::{
    args::Accounts,
    exit::{Ended, Exit},
    output::{Output, table, visible},
    time,
};

pub(crate) async fn accounts(setup: &Setup, command: Accounts, output: &Output) -> Ended {
    match command {
        Accounts::List => list(setup, output).await,
        Accounts::Reset { name, keep_tokens } => reset(setup, &name, keep_tokens, output).await,
        Accounts::ResetCode { name } => reset_code(setup, &name, output).await,
        Accounts::Disable { name } => set_disabled(setup, &name, true, output).await,
        Accounts::Enable { name } => set_disabled(setup, &name, false, output).await,
        Accounts::RemoveSecondFactor { name } => remove_second_factor(setup, &name, output).await,
        Accounts::Audit => audit(setup, output).await,
    }
}

const NOBODY: &str = "there are no accounts: `tutti serve --accounts` creates the first one";

/// None if there is no store: listing accounts must not create one.
async fn people(setup: &Setup) -> Result<Option<People>, Problem> {
    if !setup.store_exists() {
        return Ok(None);
    }
    let set = &setup.settings.server;
    let sessions = SessionLengths::of_days(set.session_idle_days, set.session_days);
    Ok(Some(People::new(Store::open(&setup.url).await?, sessions)))
}

async fn list(setup: &Setup, output: &Output) -> Ended {
    let people = match people(setup).await? {
        Some(people) => people.list().await?,
        None => Vec::new(),
    };
    if people.is_empty() {
        output.say(NOBODY);
        return Ok(Exit::Done);
    }
    let mut rows = vec![["name", "role", "state", "made"].map(str::to_owned).to_vec()];
    for account in &people {
        let made = time::rfc3339(account.created_at);
        if output.is_json() {
            let (name, role) = (&account.name, account.role.name());
            output.json_line(&json!({
                "name": name, "role": role, "disabled": account.is_disabled, "made_at": made,
            }));
        }
        let state = if account.is_disabled { "disabled" } else { "enabled" };
        rows.push(vec![visible(&account.name), account.role.name().to_owned(), state.to_owned(), made]);
    }
    if !output.is_json() {
        output.lines(&table(&rows, |_, cell| cell.to_owned()));
    }
    Ok(Exit::Done)
}

async fn existing(setup: &Setup) -> Result<People, Problem> {
    people(setup).await?.ok_or_else(|| Problem::new(Code::NotFound, NOBODY))
}

async fn reset(setup: &Setup, name: &str, keep_tokens: bool, output: &Output) -> Ended {
    let password = existing(setup).await?.reset(name, keep_tokens, time::now()).await?;
    if output.is_json() {
        output.json_line(&json!({ "name": name, "password": password }));
    } else {
        output.lines(&password);
        output.say(&format!("new password for {}; a running server accepts it at once", visible(name)));
    }
    Ok(Exit::Done)
}

async fn remove_second_factor(setup: &Setup, name: &str, output: &Output) -> Ended {
    existing(setup).await?.remove_second_factor_of(name, time::now()).await?;
    output.say(&format!("{} logs in with the password alone from now on", visible(name)));
    Ok(Exit::Done)
}

async fn reset_code(setup: &Setup, name: &str, output: &Output) -> Ended {
    let made = existing(setup).await?.make_reset_code_for(name, time::now()).await?;
    let until = time::rfc3339(made.expires_at);
    if output.is_json() {
        output.json_line(&json!({ "name": name, "code": made.code, "expires_at": until }));
    } else {
        output.lines(&made.code);
        output.say(&format!(
            "{} can set a new password with it on the login page until {until}",
            visible(name)
        ));
    }
    Ok(Exit::Done)
}

async fn set_disabled(setup: &Setup, name: &str, is_disabled: bool, output: &Output) -> Ended {
    existing(setup).await?.set_disabled(name, is_disabled, time::now()).await?;
    if output.is_json() {
        output.json_line(&json!({ "name": name, "disabled": is_disabled }));
    } else {
        let what = if is_disabled { "disabled; nobody can log in with it" } else { "enabled" };
        output.say(&format!("{} is {what}", visible(name)));
    }
    Ok(Exit::Done)
}

/// Lines read at a time: the log may be larger than memory.
const CHUNK: u32 = 500;

async fn audit(setup: &Setup, output: &Output) -> Ended {
    let Some(people) = people(setup).await? else {
        output.say(NOBODY);
        return Ok(Exit::Done);
    };
    let mut after = 0;
    loop {
        let lines = people.audit_from(after, CHUNK).await?;
        let Some(last) = lines.last() else { return Ok(Exit::Done) };
        after = last.n;
        for AuditLine { n, line } in lines {
            let at = time::rfc3339(line.at);
            if output.is_json() {
                let NewLine { who, what, subject, address, .. } = line;
                output.json_line(&json!({
                    "n": n, "at": at, "who": who, "what": what, "subject": subject, "address": address,
                }));
                continue;
            }
            let words = [Some(at), line.who.or(Some("-".to_owned())), Some(line.what), line.subject];
            let words: Vec<String> = words.into_iter().flatten().map(|word| visible(&word)).collect();
            let from = line.address.map_or(String::new(), |address| format!(" (from {})", visible(&address)));
            output.lines(&(words.join(" ") + &from));
        }
    }
}
