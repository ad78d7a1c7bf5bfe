//! `tutti accounts`: for whoever has the machine, when nobody can log in to do it on the page.

use serde_json::json;
use tutti_accounts::Accounts as People;
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

async fn list(setup: &Setup, output: &Output) -> Ended {
    let people = match setup.existing().await? {
        Some(_) => People::new(Store::open(&setup.url).await?).list().await?,
        None => Vec::new(),
    };
    let mut rows = vec![["name", "role", "made"].map(str::to_owned).to_vec()];
    for account in &people {
        let made = time::rfc3339(account.created_at);
        if output.is_json() {
            output.json_line(&json!({ "name": account.name, "role": account.role.name(), "made_at": made }));
        }
        rows.push(vec![visible(&account.name), account.role.name().to_owned(), made]);
    }
    if output.is_json() {
    } else if people.is_empty() {
        output.say("there are no accounts: `tutti serve --accounts` makes the first");
    } else {
        output.lines(&table(&rows, |_, cell| cell.to_owned()));
    }
    Ok(Exit::Done)
}

async fn reset(setup: &Setup, name: &str, output: &Output) -> Ended {
    setup.reader().await?;
    let people = People::new(Store::open(&setup.url).await?);
    let password = people.reset(name, time::now()).await?;
    if output.is_json() {
        output.json_line(&json!({ "name": name, "password": password }));
    } else {
        output.lines(&password);
        output.say(&format!("the new password of {}; a running server takes it at once", visible(name)));
    }
    Ok(Exit::Done)
}
