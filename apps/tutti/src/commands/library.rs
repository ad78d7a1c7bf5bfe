//! `tutti library`: adds, lists and searches documents.

use serde_json::json;
use tutti_core::{Owner, Problem};
use tutti_service::{Problems, Setup, library};
use tutti_store::{Owned, Store};

use crate::{
    args::Library,
    commands::source::source,
    exit::{Ended, Exit},
    output::{Output, count_text, table, visible},
    time,
};

pub(crate) async fn run(setup: &Setup, command: Library, output: &Output) -> Ended {
    match command {
        Library::Add { sources } => {
            let store = Store::open(&setup.url).await?.of(&Owner::local());
            let mut failed = Problems::default();
            for named in &sources {
                match add(setup, &store, named, output).await {
                    Ok(()) => {}
                    Err(problem) => failed.0.push(problem),
                }
            }
            if failed.0.is_empty() { Ok(Exit::Done) } else { Err(failed) }
        }
        Library::List => {
            let documents = match setup.existing().await? {
                Some(store) => library::list(&store).await?,
                None => Vec::new(),
            };
            list(&documents, output);
            Ok(Exit::Done)
        }
        Library::Search { words, limit } => {
            let hits = match setup.existing().await? {
                Some(store) => library::search(&store, &words.join(" "), limit).await?,
                None => Vec::new(),
            };
            for hit in &hits {
                if output.is_json() {
                    output.json_line(hit);
                } else {
                    let head = output.paint.bold(&visible(&format!("{}, page {}", hit.title, hit.page)));
                    output.lines(&format!("{head}\n{}\n", visible(&hit.text)));
                }
            }
            if hits.is_empty() {
                output.say("no passage in the library matches");
            }
            Ok(Exit::Done)
        }
    }
}

fn list(documents: &[library::Document], output: &Output) {
    let mut rows = vec![["id", "title", "language", "blocks"].map(str::to_owned).to_vec()];
    for library::Document { id, name, reading, .. } in documents {
        let meta = &reading.doc_meta;
        let blocks = reading.extracted_blocks.len();
        if output.is_json() {
            output.json_line(&json!({
                "id": id, "name": name, "title": meta.title, "language": meta.language,
                "blocks": blocks,
            }));
        }
        rows.push(vec![id[..10].to_owned(), visible(&meta.title), meta.language.clone(), blocks.to_string()]);
    }
    if !output.is_json() {
        output.lines(&table(&rows, |_, cell| cell.to_owned()));
    }
}

async fn add(setup: &Setup, store: &Owned, named: &str, output: &Output) -> Result<(), Problem> {
    let source = source(setup, named).await?;
    let name = source.name.clone();
    let what = match library::add(setup, store, source, time::now()).await?.blocks {
        Some(blocks) => count_text(blocks, "block"),
        None => "already there".to_owned(),
    };
    output.lines(&visible(&format!("{name}  {what}")));
    Ok(())
}
