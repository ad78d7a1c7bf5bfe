//! `tutti accounts`: lists accounts and resets passwords from the terminal, for when nobody can log in on the page.

use serde_json::json;
use tutti_accounts::Accounts as People;
use tutti_core::{Code, Problem};
use tutti_service::Setup;
use tutti_store::Store;

use crate::{
    args::Accounts,
    exit::{Ended, Exit},
    output::{Output, table, visible},
    time,
};

pub(crate) async fn accounts(setup: &Setup, command: Accounts, output: &Output) -> Ended {
    match command {
        Accounts::List => list(setup, output).await,
        Accounts::Reset { name } => reset(setup, &name, output).await,
    }
}

const NOBODY: &str = "there are no accounts: `tutti serve --accounts` creates the first one";

/// None if there is no store: listing accounts must not create one.
async fn people(setup: &Setup) -> Result<Option<People>, Problem> {
    Ok(if setup.store_exists() { Some(People::new(Store::open(&setup.url).await?)) } else { None })
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
    let mut rows = vec![["name", "role", "made"].map(str::to_owned).to_vec()];
    for account in &people {
        let made = time::rfc3339(account.created_at);
        if output.is_json() {
            output.json_line(&json!({ "name": account.name, "role": account.role.name(), "made_at": made }));
        }
        rows.push(vec![visible(&account.name), account.role.name().to_owned(), made]);
    }
    if !output.is_json() {
        output.lines(&table(&rows, |_, cell| cell.to_owned()));
    }
    Ok(Exit::Done)
}

async fn reset(setup: &Setup, name: &str, output: &Output) -> Ended {
    let people = people(setup).await?.ok_or_else(|| Problem::new(Code::NotFound, NOBODY))?;
    let password = people.reset(name, time::now()).await?;
    if output.is_json() {
        output.json_line(&json!({ "name": name, "password": password }));
    } else {
        output.lines(&password);
        output.say(&format!("new password for {}; a running server accepts it at once", visible(name)));
    }
    Ok(Exit::Done)
}
