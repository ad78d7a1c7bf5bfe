//! Tests of `tutti forge`: making, writing and verifying items, and refusals.

use std::{collections::BTreeMap, fs, process::Stdio};

use serde_json::Value;
use tutti_core::Owner;
use tutti_model::scripted::{Behaviour, ScriptedServer, Seen};
use tutti_store::{EntryKind, RunFilter, Store, StoreUrl};

use crate::{World, check};

/// The only folder of a run's files.
fn folder(world: &World, out: &str) -> std::path::PathBuf {
    let mut folders = fs::read_dir(world.path(out)).unwrap();
    folders.next().unwrap().unwrap().path()
}

fn lines(path: &std::path::Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_same_seed_makes_the_same_items() {
    let world = World::new();
    assert!(world.run(&["forge", "-n", "28", "--seed", "7", "--out", "one"]).status.success());
    assert!(
        world.run(&["--data", "other", "forge", "-n", "28", "--seed", "7", "--out", "two"]).status.success()
    );
    let items = |out: &str| {
        let items = lines(&folder(&world, out).join("accepted.jsonl"));
        items
            .into_iter()
            .map(|item| (item["id"].clone(), item["question_package"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(items("one"), items("two"));
    assert_eq!(items("one").len(), 28);
    let stats: Value =
        serde_json::from_str(&fs::read_to_string(folder(&world, "one").join("stats.json")).unwrap()).unwrap();
    assert_eq!(stats["by_schema"].as_object().unwrap().len(), 14);
    // The files are derived from the run: written again, they have the same bytes. The items are in the bank.
    let run = world.documents("runs list")[0]["id"].as_str().unwrap().to_owned();
    assert!(world.run(&["forge", "files", &run, "--out", "again"]).status.success());
    for name in ["accepted.jsonl", "rejected.jsonl", "logs.jsonl", "stats.json"] {
        let bytes = |out: &str| fs::read(folder(&world, out).join(name)).unwrap();
        assert_eq!(bytes("one"), bytes("again"), "{name}");
    }
    assert_eq!(world.documents("items list --tag esat --limit 0").len(), 28);
}

#[test]
fn items_of_others_are_verified_one_by_one() {
    let world = World::new();
    assert!(world.run(&["forge", "-n", "1", "--seed", "3", "--schemas", "M1"]).status.success());
    let mut item = lines(&folder(&world, "runs").join("accepted.jsonl")).remove(0);
    item["id"] = "good".into();
    let good = item.to_string();
    let options = item["question_package"]["question"]["options"].as_object().unwrap().clone();
    let key = item["question_package"]["question"]["correct_option"].as_str().unwrap().to_owned();
    item["id"] = "bad".into();
    item["question_package"]["question"]["correct_option"] =
        options.keys().find(|letter| **letter != key).unwrap().clone().into();
    fs::write(world.path("three.jsonl"), format!("{good}\n{{broken\n{item}\n")).unwrap();
    let reports = world.documents("forge verify three.jsonl");
    let verdicts: Vec<_> = reports.iter().map(|report| report["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["PASS", "FAIL", "FAIL"]);
    assert_eq!(reports[0]["layers"]["proof"], "pass");
    assert_eq!(reports[2]["layers"]["proof"], "fail");
}

#[test]
fn what_cannot_be_made_is_refused_before_any_work() {
    let world = World::new();
    fs::write(world.path("empty.md"), "# Nothing\n").unwrap();
    fs::write(world.path("twice.md"), "## M1. One\ntext\n\n## M1. Two\ntext\n").unwrap();
    fs::write(world.path("file"), "").unwrap();
    check!(world, "forge -n 0", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: no items requested
    hint: `-n 10` asks for ten
    ");
    check!(world, "forge --schemas X", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: the built-in library: no schema begins with X; the library has M1, M2, M3, M4, M5, M6, M7, P1, P2, P3, P4, P5, P6, P7
    hint: `schemas/esat.md` shows the form of a library
    ");
    check!(world, "forge --w-easy=-1", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: the weights -1, 0.5, 0.2 must not be negative
    hint: they must add up to 1, such as `--w-easy 0.3 --w-med 0.5 --w-hard 0.2`
    ");
    check!(world, "forge --w-easy 0.5", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: the weights 0.5, 0.5, 0.2 add up to 1.20 instead of 1
    hint: they must add up to 1, such as `--w-easy 0.3 --w-med 0.5 --w-hard 0.2`
    ");
    check!(world, "forge --w-easy 0 --w-med 0.8 --difficulty easy", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: the requested difficulties have no weight
    hint: give one of them a weight, or choose another
    ");
    check!(world, "forge --difficulty tricky", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: `tricky` is not a difficulty: use easy, medium or hard
    ");
    check!(world, "forge --library empty.md", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: empty.md: there is no schema in it; a schema begins with a header such as `## M1. Title`
    hint: `schemas/esat.md` shows the form of a library
    ");
    check!(world, "forge --library twice.md", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: twice.md: line 4: the schema M1 is defined twice, first in line 1
    hint: `schemas/esat.md` shows the form of a library
    ");
    check!(world, "forge --out file", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: file cannot be written to: File exists (os error 17)
    hint: name another folder with `--out`
    ");
    check!(world, "forge verify absent.jsonl", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: absent.jsonl cannot be read: No such file or directory (os error 2)
    ");
    assert!(!world.path("tutti-data").exists() && !world.path("runs").exists(), "nothing is half-written");
}

/// A provider that plays all five roles: for each slot it writes what the native agents would write.
mod provider {
    use serde_json::json;
    use tutti_forge::native::{design, implement};
    use tutti_forge::{BUILT_IN, Brief, Order, Package, briefs, read_library};
    use tutti_model::scripted::{Behaviour, Seen};

    pub(super) const SEED: u64 = 4;
    pub(super) const ITEMS: u64 = 200;

    /// The brief of a slot in a round: every round has its own seed.
    fn brief(slot: u64, round: u64) -> Brief {
        let schemas = read_library(BUILT_IN).unwrap();
        let brief = briefs(ITEMS, SEED, &schemas, [0.3, 0.5, 0.2]).remove(slot as usize);
        (0..round).fold(brief, |brief, _| brief.anew())
    }

    fn package(slot: u64, round: u64, attempt: u32) -> Package {
        let brief = brief(slot, round);
        let idea = design(&brief).unwrap();
        implement(&Order { brief, idea, attempt, failed: Vec::new() }).unwrap()
    }

    pub(super) fn answer(seen: &Seen) -> Behaviour {
        let key = &seen.headers["idempotency-key"];
        let after = |name: &str| {
            let (_, rest) = key.split_once(&format!("{name}/"))?;
            rest.split('/').next()?.parse::<u64>().ok()
        };
        let (slot, round) = (after("slot").unwrap(), after("round").unwrap_or(0));
        let attempt = after("attempt").unwrap_or(0) as u32;
        let said = match key.rsplit('/').next().unwrap().split('#').next().unwrap() {
            "forge_designer" => json!(design(&brief(slot, round)).unwrap()),
            "forge_implementer" => json!(package(slot, round, attempt)),
            "forge_solver" => json!({ "answer": package(slot, round, attempt).question.correct_option }),
            "forge_verifier" => json!({ "verdict": "PASS", "confidence": "high" }),
            _ => json!({ "verdict": "PASS", "scores": {
                "authenticity": 9, "one_idea": 9, "no_calculator": 9, "elegance": 9,
                "distractor_realism": 9, "plausibility": 9,
            } }),
        };
        // A few calls fail the first time, so that retries occur as well.
        let unlucky = slot % 50 == 7 && key.ends_with("implementer#1");
        if unlucky { Behaviour::status(503, "busy") } else { Behaviour::say(said.to_string()) }
    }
}

/// The contents of a run's files without times, which differ from run to run.
fn timeless(folder: &std::path::Path) -> Vec<Value> {
    let mut said: Vec<Value> = ["accepted.jsonl", "rejected.jsonl", "logs.jsonl"]
        .iter()
        .flat_map(|name| lines(&folder.join(name)))
        .collect();
    for line in &mut said {
        line.as_object_mut().unwrap().remove("created_at");
    }
    said.push(fs::read_to_string(folder.join("stats.json")).unwrap().into());
    said
}

/// The idempotency keys of the finished model calls: those whose step is in the journal.
async fn finished_calls(world: &World) -> Vec<String> {
    let url = StoreUrl::Sqlite(world.path("tutti-data/tutti.db"));
    let store = Store::open(&url).await.unwrap().of(&Owner::local());
    let mut calls = Vec::new();
    for run in store.runs(&RunFilter { children: true, ..RunFilter::default() }).await.unwrap() {
        for entry in store.journal(&run.id).await.unwrap() {
            if entry.kind == EntryKind::Step {
                calls.push(format!("{}/{}", run.id, entry.key));
            }
        }
    }
    calls
}

#[test]
fn a_model_solves_what_others_wrote_blind() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let answers = |seen: &Seen| {
        let blind = seen.headers["idempotency-key"].contains("forge_solver");
        Behaviour::say(if blind { r#"{"answer": "B"}"# } else { r#"{"verdict": "PASS"}"# })
    };
    let server = runtime.block_on(ScriptedServer::answering(answers)).unwrap();
    let world = World::new();
    let settings = format!(
        "[models]\noffline = true\n[providers.lab]\nkind = \"openai\"\nbase_url = \"{}\"\n\
         [agents.forge_solver]\nmodel = \"lab:m\"\n[agents.forge_verifier]\nmodel = \"lab:m\"\n",
        server.base_url()
    );
    fs::write(world.path("tutti.toml"), settings).unwrap();
    let item = |key: &str| {
        format!(
            "question:\n  stem: Find the greatest whole number below ten that is a square.\n  options: {{A: 4, B: 9, C: 1, D: 7}}\n  \
             correct_option: {key}\nsolution:\n  reasoning: Squares below ten are 1, 4 and 9.\n  key_insight: squares\n\
             distractor_map: {{A: stops early, B: counts on, C: begins, D: takes an odd one}}\n"
        )
    };
    fs::write(world.path("two.yaml"), format!("{}---\n{}", item("B"), item("A"))).unwrap();
    let reports = world.documents("forge verify two.yaml");
    let found: Vec<_> =
        reports.iter().map(|r| (r["verdict"].as_str(), r["layers"]["blind"].as_str())).collect();
    assert_eq!(found, [(Some("PASS"), Some("pass")), (Some("FAIL"), Some("fail"))]);
    assert_eq!(server.requests().len(), 3, "what code refuses is not shown to the verifier");
}

#[test]
fn killed_in_the_middle_it_goes_on_to_the_same_files() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let server = runtime.block_on(ScriptedServer::answering(provider::answer)).unwrap();
    let settings = format!(
        "[models]\noffline = true\n[providers.gemini]\nkind = \"openai\"\nbase_url = \"{}\"\nconcurrency = 16\n",
        server.base_url()
    );
    let arguments = [
        "forge".to_owned(),
        format!("-n={}", provider::ITEMS),
        format!("--seed={}", provider::SEED),
        "--out=out".to_owned(),
    ];
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let with_models = |world: &World, arguments: &[&str]| {
        let mut command = world.command(arguments);
        for role in ["DESIGNER", "IMPLEMENTER", "VERIFIER", "STYLE"] {
            command.env(format!("MODEL_{role}"), "scripted");
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let world = || {
        let world = World::new();
        fs::write(world.path("tutti.toml"), &settings).unwrap();
        world
    };

    let undisturbed = world();
    assert!(with_models(&undisturbed, &arguments).status().unwrap().success());
    let calls = server.requests().len();
    assert!(calls >= 5 * provider::ITEMS as usize, "{calls} calls");

    let world = world();
    let mut child = with_models(&world, &arguments).spawn().unwrap();
    let mut counted = BTreeMap::new();
    for so_far in [150, 450, 800] {
        runtime.block_on(server.wait_for_requests(calls + so_far));
        child.kill().unwrap();
        child.wait().unwrap();
        let counts = server.count_by_idempotency_key();
        for call in runtime.block_on(finished_calls(&world)) {
            let made = counts.get(&call).copied().unwrap_or(0);
            counted.entry(call).or_insert(made);
        }
        let run = world.documents("runs list")[0]["id"].as_str().unwrap().to_owned();
        child = with_models(&world, &["runs", "resume", &run]).spawn().unwrap();
    }
    assert!(child.wait().unwrap().success());
    let run = world.documents("runs list")[0]["id"].as_str().unwrap().to_owned();
    assert!(world.run(&["forge", "files", &run, "--out", "out"]).status.success());
    assert_eq!(timeless(&folder(&world, "out")), timeless(&folder(&undisturbed, "out")));
    let counts = server.count_by_idempotency_key();
    for (call, made) in &counted {
        assert_eq!(counts.get(call).copied().unwrap_or(0), *made, "the finished call {call} was made again");
    }
    assert!(counted.len() > 600, "{} calls were finished at the last kill", counted.len());
}
