//! `tutti config`: prints every setting in effect and its source.

use serde_json::json;

use tutti_service::Setup;

use crate::{exit::Exit, output::Output};

pub(crate) fn config(setup: &Setup, output: &Output) -> Exit {
    if output.is_json() {
        for setting in setup.settings.explain() {
            output.json_line(&json!({
                "key": setting.key, "value": setting.value, "source": setting.source.to_string(),
            }));
        }
    } else {
        output.lines(&setup.settings.explain_toml());
    }
    Exit::Done
}
