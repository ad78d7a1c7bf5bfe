//! Renders the table of tools in `docs/mcp.md`.

use tutti_accounts::Permission;

use crate::handler::tools;

/// The tools as a Markdown table.
pub fn reference() -> String {
    let mut table = String::from("| tool | permission | does | what |\n| --- | --- | --- | --- |\n");
    for tool in tools() {
        let needs = tool.needs.map_or("everybody", Permission::name);
        let row = format!("| `{}` | {needs} | {} | {} |\n", tool.name, tool.does.word(), tool.about);
        table.push_str(&row);
    }
    table
}
