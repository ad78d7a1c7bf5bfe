//! Tests of the commands that only read.

use crate::{EASY, World, check};

#[test]
fn runs_list() {
    let world = World::new();
    check!(world, "runs list", @r"
    status 0
    --- stdout

    --- stderr
    no runs
    ");
    assert!(!world.path("tutti-data").exists(), "looking makes nothing");
    let world = World::with_runs();
    check!(world, "runs list", @r"
    status 0
    --- stdout
    status  run  flow  started
    parked  hard  tour_text  [WHEN]  waits for a person: keep_or_drop
    done  easy  tour_text  [WHEN]
    --- stderr
    ");
    check!(world, "runs list --status parked --flow tour_text", @r"
    status 0
    --- stdout
    status  run  flow  started
    parked  hard  tour_text  [WHEN]  waits for a person: keep_or_drop
    --- stderr
    ");
    check!(world, "runs list --limit 1", @r"
    status 0
    --- stdout
    status  run  flow  started
    parked  hard  tour_text  [WHEN]  waits for a person: keep_or_drop
    --- stderr
    the newest 1; `--limit 0` shows all
    ");
    check!(world, "runs list --flow other", @r"
    status 0
    --- stdout

    --- stderr
    no runs
    ");
    check!(world, "runs list --status lost", @r"
    status 2
    --- stdout

    --- stderr
    error: invalid value 'lost' for '--status <STATUS>'
      [possible values: queued, running, parked, stopped, done, failed, cancelled]

    For more information, try '--help'.
    ");
}

#[test]
fn the_data_folder_is_a_flag_or_a_variable() {
    let world = World::with_runs();
    let count = |data: &str, args: &[&str]| {
        let output = world.command(args).env("TUTTI_DATA", data).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().count()
    };
    assert_eq!(count("elsewhere", &["runs", "list", "--json"]), 0);
    assert_eq!(count("tutti-data", &["runs", "list", "--json"]), 2);
    assert_eq!(count("elsewhere", &["runs", "list", "--json", "--data", "tutti-data"]), 2);
}

#[test]
fn runs_show() {
    let world = World::with_runs();
    check!(world, "runs show easy", @r"
    status 0
    --- stdout
    run  easy
    flow  tour_text version 1
    status  done
    started  [WHEN], took [TIME]
    spent  0 calls, 0 tokens, $0.000000

    timeline
         0  @start  start  tour_text
         1  readability#1  step  [TIME]  native
         2  fits_audience!  note  pass
         3  @end/3  end  done
    --- stderr
    ");
    check!(world, "runs show hard", @r#"
    status 0
    --- stdout
    run  hard
    flow  tour_text version 1
    status  parked, waits for a person: keep_or_drop
    started  [WHEN], last changed after [TIME]
    spent  0 calls, 0 tokens, $0.000000

    timeline
         0  @start  start  tour_text
         1  readability#1  step  [TIME]  native
         2  fits_audience!  note  blocked: much_too_hard: reading ease -108.5 where at least 60.0 is wanted; the hardest sentence: "Notwithstand…
         3  keep_or_drop?  wait  asks: Keep the text `hard` although it is hard to read?
         4  @park/4  park  waits for a person: keep_or_drop

    waits for a person
      keep_or_drop: Keep the text `hard` although it is hard to read?
        tutti review answer hard keep_or_drop keep|drop
    --- stderr
    "#);
    check!(world, "runs show ea --journal", @r#"
    status 0
    --- stdout
    run  easy
    flow  tour_text version 1
    status  done
    started  [WHEN], took [TIME]
    spent  0 calls, 0 tokens, $0.000000

    timeline
         0  @start  start  tour_text
         1  readability#1  step  [TIME]  native
         2  fits_audience!  note  pass
         3  @end/3  end  done

    journal
      @start
      {"flow":"tour_text","version":1,"input":{"text":{"name":"easy","text":"The cat sat on the mat. It was warm there."},"ease_at_least":60.0,"pause_seconds":0},"forked_from":null}
      readability#1
      {"ok":{"way":"native","next":{"done":{"words":10,"sentences":2,"ease":117.2,"hardest_sentence":"The cat sat on the mat."}}}}
      fits_audience!
      {"gate":{"verdict":"pass"}}
      @end/3
      {"status":"done","output":{"name":"easy","ease":117.2,"kept":true}}
    --- stderr
    "#);
}

#[test]
fn a_family() {
    let world = World::new();
    check!(world, "tour", @r#"
    status 0
    --- stdout
    [RUN] tour is parked
       0  @start  start  tour
       1  @park/1  park  waits for its children

    [RUN]/texts/compost tour_text is done
       0  @start  start  tour_text
       1  readability#1  step  [TIME]  native
       2  fits_audience!  note  flagged: rather_hard: reading ease 56.0 where at least 60.0 is wanted; the hardest sentence: "After several mo…
       3  @end/3  end  done

    [RUN]/texts/harbour tour_text is done
       0  @start  start  tour_text
       1  readability#1  step  [TIME]  native
       2  fits_audience!  note  pass
       3  @end/3  end  done

    [RUN]/texts/tenancy tour_text is parked
       0  @start  start  tour_text
       1  readability#1  step  [TIME]  native
       2  fits_audience!  note  blocked: much_too_hard: reading ease -56.5 where at least 60.0 is wanted; the hardest sentence: "Contributions…
       3  keep_or_drop?  wait  asks: Keep the text `tenancy` although it is hard to read?
       4  @park/4  park  waits for a person: keep_or_drop

    Next:
      # see the question for a person
      tutti review show [RUN]/texts/tenancy
      # answer it; the run continues
      tutti review answer [RUN]/texts/tenancy keep
      # the whole run
      tutti runs show [RUN]
      # replay its journal with today's code
      tutti runs replay [RUN]
      # redo a step
      tutti runs fork [RUN]/texts/tenancy --from readability --resume
      # kill it half-way (Ctrl-C, or kill -9) …
      tutti tour --pause 8
      # … and resume it
      tutti runs resume --all
    --- stderr
    Three sample texts go through an agent, a gate and, if need be, a person: run [RUN]
    "#);
    check!(world, "runs list", @r"
    status 0
    --- stdout
    status  run  flow  started
    parked  [RUN]  tour  [WHEN]  waits for its children
    --- stderr
    ");
    check!(world, "runs list --children", @r"
    status 0
    --- stdout
    status  run  flow  started
    parked  [RUN]/texts/tenancy  tour_text  [WHEN]  waits for a person: keep_or_drop
    done  [RUN]/texts/harbour  tour_text  [WHEN]
    done  [RUN]/texts/compost  tour_text  [WHEN]
    parked  [RUN]  tour  [WHEN]  waits for its children
    --- stderr
    ");
}

#[test]
fn which_run_is_meant() {
    let world = World::new();
    check!(world, "runs show easy", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no store at sqlite:tutti-data/tutti.db yet
    hint: `tutti tour` makes the first runs; `--data DIR` selects another data folder
    ");
    world.start("easy", EASY);
    world.start("easier", EASY);
    check!(world, "runs show eas", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: `eas` is a prefix of more than one run: easier, easy
    hint: type one more character
    ");
    check!(world, "runs show easi", @r"
    status 0
    --- stdout
    run  easier
    flow  tour_text version 1
    status  done
    started  [WHEN], took [TIME]
    spent  0 calls, 0 tokens, $0.000000

    timeline
         0  @start  start  tour_text
         1  readability#1  step  [TIME]  native
         2  fits_audience!  note  pass
         3  @end/3  end  done
    --- stderr
    ");
    check!(world, "runs show hard", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no run `hard`
    hint: `tutti runs list` lists the runs
    ");
    check!(world, "runs show no;id", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: `no;id` is not a run id: use 1 to 200 letters, digits and - _ . / # @
    ");
}

#[test]
fn schema() {
    let world = World::new();
    check!(world, "schema", @r"
    status 0
    --- stdout
    author_candidates
    author_coverage_map
    author_curriculum
    author_expertise
    author_extraction
    author_finished
    author_order
    author_review
    author_solved
    author_sources
    author_to_cover
    author_to_design
    author_to_discover
    author_to_extract
    author_to_finish
    author_to_review
    author_to_solve
    author_to_validate
    coach_notes
    coach_output
    forge_answer
    forge_brief
    forge_idea
    forge_order
    forge_package
    forge_style_report
    forge_to_judge
    forge_to_verify
    forge_unsolved
    forge_verifier_report
    handover_v1
    item
    quiz_results
    quiz_spec
    readability
    reader_output
    study_context
    study_to_note
    study_to_read
    text
    tour_input
    tour_report
    --- stderr
    ");
    check!(world, "schema readability", @r#"
    status 0
    --- stdout
    {
      "$id": "urn:tutti:contract:readability",
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "description": "How hard a text is to read.",
      "properties": {
        "ease": {
          "description": "Flesch reading ease of the whole, to one decimal.",
          "format": "double",
          "type": "number"
        },
        "hardest_sentence": {
          "type": "string"
        },
        "sentences": {
          "format": "uint32",
          "minimum": 0,
          "type": "integer"
        },
        "words": {
          "format": "uint32",
          "minimum": 0,
          "type": "integer"
        }
      },
      "required": [
        "words",
        "sentences",
        "ease",
        "hardest_sentence"
      ],
      "title": "readability",
      "type": "object"
    }
    --- stderr
    "#);
    check!(world, "schema readabilty", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no contract `readabilty`
    hint: did you mean `readability`?
    ");
    check!(world, "schema zebra", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no contract `zebra`
    hint: `tutti schema` lists the contracts
    ");
}

#[test]
fn config() {
    let world = World::new();
    check!(world, "config --set engine.parallel=3", @r#"
    status 0
    --- stdout
    [store]
    # url is not set
    reserve_megabytes = 64 # default

    [engine]
    parallel = 3 # --set
    lease_seconds = 30 # default

    [models]
    offline = false # default
    cache = true # default
    # prompts is not set

    [budget]
    # tokens is not set
    # usd is not set
    # calls is not set

    [documents]
    megabytes = 20 # default
    languages = "eng+nor" # default

    [study]
    flashcards = 15 # default
    questions = 10 # default
    ocr_refuse = 0.6 # default
    ocr_warn = 0.8 # default
    characters = 500 # default

    [search]
    # url is not set

    [forge]
    items = 1 # default
    # seed is not set
    implementer_retries = 2 # default
    designer_retries = 2 # default
    easy = 0.3 # default
    medium = 0.5 # default
    hard = 0.2 # default
    schemas = "M,P" # default
    # library is not set
    out = "runs" # default

    [server]
    listen = "127.0.0.1:8080" # default
    accounts = false # default
    # public_url is not set
    behind_proxy = false # default
    rate = 50 # default
    allowed_hosts = [] # default
    key_variables = [] # default
    session_idle_days = 14 # default
    session_days = 90 # default
    connections = 256 # default

    [sso]
    # issuer is not set
    # client_id is not set
    # client_secret_env is not set
    scopes = "openid profile" # default
    groups_claim = "groups" # default
    roles = {} # default
    # default_role is not set
    label = "single sign-on" # default

    [watch]
    # log is not set
    # otlp is not set
    --- stderr
    "#);
    std::fs::write(world.path("tutti.toml"), "[engine]\nparallel = 2\n").unwrap();
    let told = world.documents("config");
    let parallel = told.iter().find(|line| line["key"] == "engine.parallel").unwrap();
    assert_eq!((&parallel["value"], &parallel["source"]), (&"2".into(), &"tutti.toml:2".into()));
}

#[test]
fn doctor() {
    let world = World::new();
    check!(world, "doctor", @r"
    status 0
    --- stdout
    ok  tutti  0.1.0
    ok  data folder  tutti-data will be created when needed
    ok  disk  [SPACE] free
    ok  settings  no tutti.toml; the defaults apply
    ok  store  sqlite:tutti-data/tutti.db will be created by the first run
    ok  text recognition  Tesseract with eng, nor
    missing  providers  no model provider is configured; agents work natively
                                               → add a [providers.NAME] section to tutti.toml; docs/settings.md lists the keys
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
    ok  agent readability  native
    --- stderr
    ");
    assert!(!world.path("tutti-data").exists(), "looking makes nothing");
    world.start("easy", EASY);
    let settings = "[providers.lab]\nkind = \"openai\"\nbase_url = \"http://127.0.0.1:9/v1\"\n\
                    api_key_env = \"LAB_KEY_OF_A_TEST\"\n[agents.readability]\nmodel = \"lab:small\"\n\
                    [agents.readabilty]\nway = \"native\"\n";
    std::fs::write(world.path("tutti.toml"), settings).unwrap();
    check!(world, "doctor", @"
    status 1
    --- stdout
    ok  tutti  0.1.0
    ok  data folder  tutti-data is writable
    ok  disk  [SPACE] free
    ok  settings  read from tutti.toml
    ok  store  sqlite:tutti-data/tutti.db is intact, schema version [N]
    ok  text recognition  Tesseract with eng, nor
    broken  provider lab  openai, but LAB_KEY_OF_A_TEST is not set
                                              → export LAB_KEY_OF_A_TEST=…
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
    ok  agent readability  model (lab:small)
    broken  agent readabilty  the settings name it, but it does not exist
                                              → did you mean `readability`?
    --- stderr
    ");
    let with_key = world.command(&["doctor"]).env("LAB_KEY_OF_A_TEST", "sk-secret").output().unwrap();
    let text = crate::show_output(&with_key);
    assert!(text.contains("its key is set") && !text.contains("sk-secret"), "{text}");
}

#[test]
fn accounts_that_are_not_there() {
    let world = World::new();
    check!(world, "accounts list", @r"
    status 0
    --- stdout

    --- stderr
    there are no accounts: `tutti serve --accounts` creates the first one
    ");
    check!(world, "accounts reset ann", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there are no accounts: `tutti serve --accounts` creates the first one
    ");
    world.start("easy", EASY);
    check!(world, "accounts reset ann", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no account `ann`
    hint: `tutti accounts list` shows who may log in
    ");
}
