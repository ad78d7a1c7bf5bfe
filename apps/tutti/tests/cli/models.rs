//! Tests of agents that use a model: the settings choose it, and a local provider plays it.

use std::fs;

use tutti_model::scripted::{Behaviour, ScriptedServer};

use crate::{EASY, World, check, task};

const GOOD: &str = r#"{"words": 10, "sentences": 2, "ease": 71.5, "hardest_sentence": "It was warm there."}"#;
const BAD: &str = r#"{"words": 10, "sentences": 2, "ease": 71.5, "hardest_sentence": "A dog barked."}"#;

/// A world whose agent uses a model with these behaviours, one per call.
fn world(runtime: &tokio::runtime::Runtime, way: &str, says: Vec<Behaviour>) -> (World, ScriptedServer) {
    let server = runtime.block_on(ScriptedServer::in_turn(says)).unwrap();
    let world = World::new();
    let settings = format!(
        "[models]\noffline = true\n[providers.lab]\nkind = \"openai\"\nbase_url = \"{}\"\n\
         usd_per_million_input = 1000\nusd_per_million_output = 1000\n[agents.readability]\n\
         way = \"{way}\"\nmodel = \"lab:small\"\nattempts = 1\nfallback = [\"native\"]\n",
        server.base_url()
    );
    fs::write(world.path("tutti.toml"), settings).unwrap();
    fs::write(world.path("task.json"), task("t", EASY, 0).to_string()).unwrap();
    (world, server)
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

#[test]
fn a_model_under_native_checks_is_repaired() {
    let runtime = runtime();
    let says = vec![Behaviour::say(BAD), Behaviour::say(format!("Here it is:\n```json\n{GOOD}\n```"))];
    let (world, server) = world(&runtime, "native+model", says);
    check!(world, "runs start tour_text --id m --input @task.json", @r#"
    status 0
    --- stdout
    {
      "name": "t",
      "ease": 71.5,
      "kept": true
    }
    --- stderr
    run m is done
    "#);
    check!(world, "runs show m", @r"
    status 0
    --- stdout
    run  m
    flow  tour_text version 1
    status  done
    started  [WHEN], took [TIME]
    spent  2 calls, 56 tokens, $0.056000

    timeline
         0  @start  start  tour_text
         1  readability#1  step  [TIME]  native+lab:small failed: The answer was checked and refused: - quote_is_there /hardest_sentence: the text has …
         2  readability#1!repair!  note  repair: The answer was checked and refused: - quote_is_there /hardest_sentence: the text has no such sentence …
         3  readability#2  step  [TIME]  native+lab:small
         4  fits_audience!  note  pass
         5  @end/5  end  done

    model calls of the family
      2 billed; 42 tokens in (10 cached), 14 out; $0.056000
    --- stderr
    ");
    assert_eq!(server.requests().len(), 2);
    check!(world, "runs replay m", @r"
    status 0
    --- stdout
    same: 2 steps replayed from the journal, same result
    --- stderr
    ");
    assert_eq!(server.requests().len(), 2, "a replay calls nobody");
    check!(world, "doctor", @"
    status 0
    --- stdout
    ok  tutti  0.1.0
    ok  data folder  tutti-data is writable
    ok  disk  [SPACE] free
    ok  settings  read from tutti.toml
    ok  store  sqlite:tutti-data/tutti.db is intact, schema version [N]
    ok  text recognition  Tesseract with eng, nor
    ok  provider lab  openai, without a key
    ok  agent author_source_discovery  native
    ok  agent author_domain_expert  native
    ok  agent author_sample_extractor  native
    ok  agent author_coverage_analysis  native
    ok  agent author_question_writer  native
    ok  agent author_reviewer  native
    ok  agent author_curriculum_designer  native
    ok  agent author_consistency  native
    ok  agent author_blind_solver  native
    ok  agent forge_designer  native
    ok  agent forge_implementer  native
    ok  agent forge_solver  native
    ok  agent forge_verifier  native
    ok  agent forge_style  native
    ok  agent study_reader  native
    ok  agent study_coach  native
    ok  agent study_notes  native
    ok  agent readability  native+model (lab:small)
    --- stderr
    ");
    world.show("runs project m");
    let ledger = fs::read_to_string(world.path("tutti-data/runs/m/ledger.jsonl")).unwrap();
    assert_eq!(ledger.lines().count(), 2);
}

#[test]
fn a_budget_stops_before_it_is_broken_and_can_be_raised() {
    let runtime = runtime();
    let (world, server) = world(&runtime, "native+model", vec![Behaviour::say(BAD), Behaviour::say(GOOD)]);
    check!(world, "runs start tour_text --id m --calls 1 --input @task.json", @r"
    status 3
    --- stdout
    run m is stopped
    --- stderr
    error[budget_reached]: the budget allows 1 calls, the next call could bring it to 2
    hint: raise it and continue with `tutti runs resume m --calls N --tokens N --usd N`
    ");
    assert_eq!(server.requests().len(), 1);
    check!(world, "runs list", @r"
    status 0
    --- stdout
    status  run  flow  started
    stopped  m  tour_text  [WHEN]  the budget allows 1 calls, the next call could bring it to 2
    --- stderr
    ");
    check!(world, "runs resume m --calls 2", @r#"
    status 0
    --- stdout
    {
      "name": "t",
      "ease": 71.5,
      "kept": true
    }
    --- stderr
    run m is done
    "#);
    assert_eq!(server.requests().len(), 2, "the finished call is not made again");
    assert_eq!(world.document("runs show m")["spent"]["calls"], 2);
}

#[test]
fn a_model_that_is_down_falls_back() {
    let runtime = runtime();
    let (world, _server) = world(&runtime, "model", vec![Behaviour::status(500, "out of order")]);
    check!(world, "runs start tour_text --id m --input @task.json", @r#"
    status 0
    --- stdout
    {
      "name": "t",
      "ease": 117.2,
      "kept": true
    }
    --- stderr
    run m is done
    "#);
    check!(world, "runs show m", @r"
    status 0
    --- stdout
    run  m
    flow  tour_text version 1
    status  done
    started  [WHEN], took [TIME]
    spent  1 calls, 0 tokens, $0.000000

    timeline
         0  @start  start  tour_text
         1  readability#1  step  [TIME]  lab:small failed: the provider failed with status 500: out of order
         2  readability#1!fallback!  note  fallback: the provider failed with status 500: out of order
         3  readability#2  step  [TIME]  native
         4  fits_audience!  note  pass
         5  @end/5  end  done

    model calls of the family
      1 failed; 0 tokens in (0 cached), 0 out; $0.000000
    --- stderr
    ");
}
