//! Tests of the commands that start, resume, cancel and fork runs, and of their effects.

use std::{
    fs,
    process::Stdio,
    time::{Duration, Instant},
};

use crate::{EASY, HARD, World, check, show_output, task};

#[test]
fn start() {
    let world = World::new();
    check!(world, "runs start tuor", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no flow `tuor`
    hint: did you mean `tour`?
    ");
    check!(world, "runs start tour_text --input {", @r#"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: the input is not JSON: EOF while parsing an object at line 1 column 1
    hint: put a text in quotes: --input '"text"'
    "#);
    check!(world, "runs start tour_text --input @missing.json", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: missing.json cannot be read: No such file or directory (os error 2)
    ");
    check!(world, "runs start tour_text --id a/b", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: `a/b` is the id of a child
    hint: leave out the slash
    ");
    assert!(!world.path("tutti-data").exists(), "a slip leaves no trace");
    check!(world, "runs start tour_text --id bad", @r"
    status 1
    --- stdout
    run bad has failed
    --- stderr
    error[bad_input]: the input of the run: invalid type: null, expected struct TextTask
    ");
    fs::write(world.path("task.json"), task("t", EASY, 0).to_string()).unwrap();
    check!(world, "runs start tour_text --id good --input @task.json", @r#"
    status 0
    --- stdout
    {
      "name": "t",
      "ease": 117.2,
      "kept": true
    }
    --- stderr
    run good is done
    "#);
    check!(world, "runs start tour_text --id good --input @task.json", @r"
    status 2
    --- stdout

    --- stderr
    error[conflict]: run good exists already
    ");
    fs::write(world.path("empty.json"), task("t", " ", 0).to_string()).unwrap();
    check!(world, "runs start tour_text --id wordless --input @empty.json", @r"
    status 1
    --- stdout
    run wordless has failed
    --- stderr
    error[bad_input]: the text has no words (at /text)
    ");
}

#[test]
fn resume_after_a_deadline() {
    let world = World::new();
    fs::write(world.path("slow.json"), task("slow", EASY, 4).to_string()).unwrap();
    check!(world, "runs start tour_text --id slow --within 3 --input @slow.json", @r"
    status 4
    --- stdout
    run slow is stopped
    --- stderr
    error[deadline_passed]: the deadline of the run passed
    hint: continue with a new one: `tutti runs resume slow --within SECONDS`
    ");
    check!(world, "runs show slow", @r"
    status 0
    --- stdout
    run  slow
    flow  tour_text version 1
    status  stopped: the deadline of the run passed
    hint  continue with a new one: `tutti runs resume slow --within SECONDS`
    started  [WHEN], last changed after [TIME]
    spent  0 calls, 0 tokens, $0.000000
    deadline  [WHEN]

    timeline
         0  @start  start  tour_text
         1  readability#1  step  [TIME]  native
         2  pause~  sleep  [TIME]
         3  @end/3  end  stopped: the deadline of the run passed
    --- stderr
    ");
    check!(world, "runs resume slow --within 60", @r#"
    status 0
    --- stdout
    {
      "name": "slow",
      "ease": 117.2,
      "kept": true
    }
    --- stderr
    run slow is done
    "#);
    check!(world, "runs resume slow", @r"
    status 2
    --- stdout

    --- stderr
    error[conflict]: run slow has ended: done
    hint: redo it from one of its steps: `tutti runs fork slow --from STEP`
    ");
    check!(world, "runs resume --all", @r"
    status 0
    --- stdout
    0 runs resumed
    --- stderr
    ");
    check!(world, "runs resume", @r"
    status 2
    --- stdout

    --- stderr
    error: the following required arguments were not provided:
      <RUN>

    Usage: tutti runs resume <RUN>

    For more information, try '--help'.
    ");
    check!(world, "runs resume --all --calls 3", @r"
    status 2
    --- stdout

    --- stderr
    error: the argument '--all' cannot be used with '--calls <N>'

    Usage: tutti runs resume --all [RUN]

    For more information, try '--help'.
    ");
}

#[test]
fn cancel() {
    let world = World::with_runs();
    check!(world, "runs cancel hard", @r"
    status 0
    --- stdout
    run hard is cancelled
    --- stderr
    ");
    check!(world, "runs cancel hard", @r"
    status 2
    --- stdout

    --- stderr
    error[conflict]: run hard has ended: cancelled
    hint: redo it from one of its steps: `tutti runs fork hard --from STEP`
    ");
    check!(world, "runs resume hard", @r"
    status 2
    --- stdout

    --- stderr
    error[conflict]: run hard has ended: cancelled
    hint: redo it from one of its steps: `tutti runs fork hard --from STEP`
    ");
    check!(world, "runs cancel nobody", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no run `nobody`
    hint: `tutti runs list` lists the runs
    ");
}

#[test]
fn replay() {
    let world = World::with_runs();
    check!(world, "runs replay easy", @r"
    status 0
    --- stdout
    same: 1 step replayed from the journal, same result
    --- stderr
    ");
    check!(world, "runs replay hard", @r"
    status 0
    --- stdout
    same so far: 2 steps replayed from the journal, which ends at keep_or_drop?answer
    --- stderr
    ");
    check!(world, "runs replay nobody", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no run `nobody`
    hint: `tutti runs list` lists the runs
    ");
}

#[test]
fn fork() {
    let world = World::with_runs();
    check!(world, "runs fork easy --from readabilty", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: run easy has no step `readabilty`
    hint: did you mean `readability#1`?
    ");
    check!(world, "runs fork easy --from readability", @r"
    status 0
    --- stdout
    run [RUN] keeps what easy did before readability
    --- stderr
    hint: run it with `tutti runs resume [RUN]`
    ");
    check!(world, "runs fork easy --from readability --resume", @r#"
    status 0
    --- stdout
    {
      "name": "easy",
      "ease": 117.2,
      "kept": true
    }
    --- stderr
    run [RUN] is done
    hint: compare them with `tutti runs diff easy [RUN]`
    "#);
    check!(world, "runs fork hard --from keep_or_drop? --resume", @r"
    status 3
    --- stdout
    run [RUN] waits for a person: keep_or_drop
      keep_or_drop: Keep the text `hard` although it is hard to read?
        tutti review answer [RUN] keep_or_drop keep|drop
    --- stderr
    ");
}

#[test]
fn diff() {
    let world = World::with_runs();
    check!(world, "runs diff easy easy", @r"
    status 0
    --- stdout
    the same: 1 step
    --- stderr
    ");
    check!(world, "runs diff easy hard", @r#"
    status 1
    --- stdout
    0 steps the same, 2 different
    field input
      left
        {
          "text": {
            "name": "easy",
            "text": "The cat sat on the mat. It was warm there."
          },
          "ease_at_least": 60.0,
          "pause_seconds": 0
        }
      right
        {
          "text": {
            "name": "hard",
            "text": "Notwithstanding antecedent negotiations, obligations concerning periodic examination of enumerated installations are indivisible."
          },
          "ease_at_least": 60.0,
          "pause_seconds": 0
        }
    field status
      left
        "done"
      right
        "parked"
    field output
      left
        {
          "name": "easy",
          "ease": 117.2,
          "kept": true
        }
      right
        null
    step readability#1
      left
        {
          "ok": {
            "way": "native",
            "next": {
              "done": {
                "words": 10,
                "sentences": 2,
                "ease": 117.2,
                "hardest_sentence": "The cat sat on the mat."
              }
            }
          }
        }
      right
        {
          "ok": {
            "way": "native",
            "next": {
              "done": {
                "words": 12,
                "sentences": 1,
                "ease": -108.5,
                "hardest_sentence": "Notwithstanding antecedent negotiations, obligations concerning periodic examination of enumerated installations are indivisible."
              }
            }
          }
        }
    step keep_or_drop?
      left
        (not there)
      right
        {
          "question": {
            "ask": "Keep the text `hard` although it is hard to read?",
            "why": "reading ease -108.5 where at least 60.0 is wanted; the hardest sentence: \"Notwithstanding antecedent negotiations, obligations concerning periodic examination of enumerated installations are indivisible.\"",
            "evidence": [
              "Notwithstanding antecedent negotiations, obligations concerning periodic examination of enumerated installations are indivisible."
            ],
            "allowed": [
              "keep",
              "drop"
            ]
          },
          "until": null
        }
    --- stderr
    "#);
}

#[test]
fn a_projection_is_the_same_to_the_byte() {
    let world = World::with_runs();
    check!(world, "runs project hard", @r"
    status 0
    --- stdout
    tutti-data/runs/hard
    --- stderr
    ");
    let read = |file: &str| fs::read_to_string(world.path("tutti-data/runs/hard").join(file)).unwrap();
    let files = ["run.json", "journal.jsonl", "ledger.jsonl"];
    let before = files.map(read);
    assert_eq!(before[1].lines().count(), 5);
    fs::remove_dir_all(world.path("tutti-data/runs")).unwrap();
    world.show("runs project hard");
    assert_eq!(files.map(read), before);
    let left: Vec<_> = fs::read_dir(world.path("tutti-data/runs/hard")).unwrap().collect();
    assert_eq!(left.len(), 3, "nothing half-written is left");
    check!(world, "runs project easy --out elsewhere", @r"
    status 0
    --- stdout
    elsewhere/easy
    --- stderr
    ");
    assert!(world.path("elsewhere/easy/run.json").exists());
    world.show("review answer hard keep");
    assert_eq!(world.run(&["runs", "project", "hard"]).status.code(), Some(0));
    assert_ne!(files.map(read), before);
}

#[test]
fn ctrl_c_loses_nothing() {
    let world = World::new();
    let input = task("slow", HARD, 5).to_string();
    let child = world
        .command(&["runs", "start", "tour_text", "--id", "slow", "--input", &input])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_step(&world, "slow", "pause~");
    let interrupt = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    insta::assert_snapshot!(show_output(&output), @r"
    status 130
    --- stdout

    --- stderr
    interrupted: finished steps are kept
    hint: continue with `tutti runs resume slow`
    ");
    check!(world, "runs list", @r"
    status 0
    --- stdout
    status  run  flow  started
    queued  slow  tour_text  [WHEN]
    --- stderr
    ");
    assert_eq!(world.run(&["runs", "resume", "slow"]).status.code(), Some(3), "it waits for a person");
    let journal = world.document("runs show slow")["journal"].as_array().unwrap().len();
    assert_eq!(journal, 6, "start, readability, pause, gate, question, park: each once");
}

#[test]
fn a_killed_process_is_taken_over() {
    let world = World::new();
    let input = task("slow", EASY, 2).to_string();
    let mut child = world
        .command(&["runs", "start", "tour_text", "--id", "slow", "--input", &input])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for_step(&world, "slow", "pause~");
    check!(world, "runs list", @r"
    status 0
    --- stdout
    status  run  flow  started
    running  slow  tour_text  [WHEN]
    --- stderr
    ");
    check!(world, "runs resume slow", @r"
    status 2
    --- stdout

    --- stderr
    error[conflict]: run slow is being driven by another process
    hint: watch it with `tutti runs show slow`, or end the other process first
    ");
    child.kill().unwrap();
    child.wait().unwrap();
    check!(world, "runs resume --all", @r"
    status 0
    --- stdout
    1 run resumed; 1 abandoned by an earlier process
    --- stderr
    ");
    check!(world, "runs list", @r"
    status 0
    --- stdout
    status  run  flow  started
    done  slow  tour_text  [WHEN]
    --- stderr
    ");
}

/// Waits until the journal of `run` contains `key`.
fn wait_for_step(world: &World, run: &str, key: &str) {
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until {
        let output = world.run(&["runs", "show", run, "--json"]);
        if String::from_utf8_lossy(&output.stdout).contains(&format!("\"key\": \"{key}\"")) {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("run {run} never came to {key}");
}

#[test]
fn a_reader_who_goes_away_is_no_error() {
    let world = World::with_runs();
    for words in [["runs", "list"], ["schema", "text"], ["runs", "--help"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = world.command(&words).stdout(writer).output().unwrap();
        assert_eq!(show_output(&output), "status 0\n--- stdout\n\n--- stderr\n", "{words:?}");
    }
}
