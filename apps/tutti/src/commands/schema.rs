//! `tutti schema`: lists the contracts, or prints the JSON Schema of one.

use serde_json::json;
use tutti_core::{Code, Problem, nearest};

use crate::{
    exit::{Ended, Exit},
    flows::contracts,
    output::Output,
};

pub(crate) fn schema(name: Option<&str>, output: &Output) -> Ended {
    let contracts = contracts();
    let Some(name) = name else {
        for contract in contracts {
            if output.is_json() {
                output.json_line(&json!({ "name": contract.name }));
            } else {
                output.lines(contract.name);
            }
        }
        return Ok(Exit::Done);
    };
    let names = || contracts.iter().map(|contract| contract.name);
    let Some(contract) = contracts.iter().find(|contract| contract.name == name) else {
        let problem = Problem::new(Code::NotFound, format!("there is no contract `{name}`"));
        return Err(match nearest(name, names()) {
            Some(near) => problem.hint(format!("did you mean `{near}`?")),
            None => problem.hint("`tutti schema` lists the contracts"),
        }
        .into());
    };
    output.document(&(contract.schema)());
    Ok(Exit::Done)
}
