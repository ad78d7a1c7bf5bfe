//! Tests of `tutti author`: the check of task files, and requests that cannot be fulfilled.

use std::fs;

use crate::study::pdf_builder::{Page, pdf};
use crate::study::{as_pdf, sample, scan};
use crate::{World, check};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/railway-signal-lamps.md");

/// A world with the sample task, and a copy with these changes as `flawed.md`.
fn world(changes: &[(&str, &str)]) -> World {
    let world = World::new();
    let text = fs::read_to_string(SAMPLE).unwrap();
    fs::write(world.path("railway-signal-lamps.md"), &text).unwrap();
    let flawed = changes.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    });
    fs::write(world.path("flawed.md"), flawed).unwrap();
    world
}

const CHANGES: &[(&str, &str)] = &[
    ("| **Use case** |", "| **Task type** |"),
    ("\"A. red\", \"B. blue\"", "\"A. $\\rho$\", \"B. $\\pi$\""),
    ("[\"B. rapeseed\"]", "[\"B. Rapeseed\"]"),
];

#[test]
fn a_sound_file_passes() {
    check!(world(&[]), "author check railway-signal-lamps.md", @r"
    status 0
    --- stdout

    --- stderr
    1 file checked, 0 defects: 0 high, 0 medium, 0 low
    ");
}

#[test]
fn every_defect_has_its_line() {
    check!(world(CHANGES), "author check railway-signal-lamps.md flawed.md", @r"
    status 1
    --- stdout
    flawed.md:6: low old_row_name (Task type): `Task type` is now called `Use case`
    flawed.md:17: medium task_id_file (Task ID): `railway-signal-lamps` in a file named `flawed`
    flawed.md:70: high invalid_escape (CQ1): \pi in Options: JSON requires two backslashes
    flawed.md:70: high misread_escape (CQ1): \rho in Options: JSON reads a control character; write two backslashes
    flawed.md:72: high key_not_verbatim (CQ1): “A. red” is not an option
    flawed.md:81: high key_not_verbatim (CQ2): “B. Rapeseed” matches B, but not word for word
    --- stderr
    2 files checked, 6 defects: 4 high, 1 medium, 1 low
    ");
    let lines = world(CHANGES).documents("author check flawed.md");
    assert_eq!(
        lines[0],
        serde_json::json!({
            "file": "flawed.md",
            "line": 6,
            "severity": "low",
            "rule": "old_row_name",
            "place": "Task type",
            "message": "`Task type` is now called `Use case`",
        })
    );
}

#[test]
fn what_is_only_form_does_not_fail() {
    let world = world(&[("| **Use case** |", "| **Task type** |"), ("railway-signal-lamps |", "flawed |")]);
    assert_eq!(world.run(&["author", "check", "flawed.md"]).status.code(), Some(0));
}

#[test]
fn a_file_that_is_not_there() {
    check!(World::new(), "author check nowhere.md", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: nowhere.md cannot be read: No such file or directory (os error 2)
    ");
}

/// A request in the bullet form, with these fields besides the required ones.
fn request(more: &str) -> String {
    format!(
        "Use this for the tables.\n* Domain: Shipping\n* Use case: Harbor service\n\
         * Use case description: Learn the rules of a harbor.\n* Knowledge dimensions: factual\n\
         * Task ID: harbor-rules\n* Task title: Harbor rules\n{more}"
    )
}

#[test]
fn nothing_is_made_without_a_request() {
    check!(World::new(), "author", @r#"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: no request given
    hint: name a request file, such as `tutti author request.md`; see `tutti author --help`
    "#);
}

#[test]
fn a_named_file_without_text_waits() {
    let world = World::new();
    fs::write(world.path("request.md"), request("* Reference material (if any): rules.pdf\n")).unwrap();
    check!(world, "author request.md --out out", @r#"
    status 3
    --- stdout
    task  path  result  why
    harbor-rules  B  waits  rules.pdf could not be read: it is not among the attached files
      material_unreadable: rules.pdf could not be read: it is not among the attached files
        tutti review answer [RUN]/tasks/0 reference/material_unreadable ANSWER
    --- stderr
    1 task: run [RUN]
    0 of 1 task done; out holds the files
    after answering, continue with `tutti runs resume [RUN]` and `tutti author files [RUN]`
    "#);
    let status = fs::read_to_string(world.path("out/harbor-rules.status.json")).unwrap();
    let status: serde_json::Value = serde_json::from_str(&status).unwrap();
    assert_eq!((&status["human_review_required"], &status["path"]), (&true.into(), &"B".into()));
    assert!(!world.path("out/harbor-rules.md").exists());
}

/// A request that names `rules.pdf`, with these bytes attached as that file.
fn world_with_file(bytes: &[u8]) -> World {
    let world = World::new();
    fs::write(world.path("request.md"), request("* Reference material (if any): rules.pdf\n")).unwrap();
    fs::create_dir(world.path("files")).unwrap();
    fs::write(world.path("files/rules.pdf"), bytes).unwrap();
    world
}

const ATTACHED: &str = "author request.md --attach files/rules.pdf --out out";

/// The first line of the reason why a task waits; no file was written for it.
#[track_caller]
fn halts(world: &World) -> String {
    let said = world.show(ATTACHED);
    assert!(said.starts_with("status 3"), "{said}");
    assert!(!world.path("out/harbor-rules.md").exists());
    let status = fs::read_to_string(world.path("out/harbor-rules.status.json")).unwrap();
    let status: serde_json::Value = serde_json::from_str(&status).unwrap();
    assert_eq!(status["human_review_required"], true, "{status}");
    let why = said.lines().find_map(|line| line.trim().strip_prefix("material_unreadable: "));
    why.unwrap_or_else(|| panic!("{said}")).to_owned()
}

/// Runs of letters and digits with one space between them.
fn squeeze(text: &str) -> String {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_attached_pdf_is_the_reference() {
    let name = "documents/tenancy-rules-of-brackwater.md";
    let world = world_with_file(&as_pdf(name));
    let said = world.show(ATTACHED);
    assert!(!said.contains("material_unreadable"), "{said}");
    let batch = world.documents("runs list --flow author_batch");
    let task = format!("runs show {}/tasks/0 --journal", batch[0]["id"].as_str().unwrap());
    let journal = world.document(&task)["journal"].take();
    let step = |key: &str| {
        let entries = journal.as_array().unwrap().iter();
        let mut found = entries.filter(|entry| entry["key"].as_str().unwrap().starts_with(key));
        found.next().unwrap_or_else(|| panic!("no {key} in {journal:#}"))["output"]["ok"].clone()
    };
    let read = squeeze(step("reference/read").as_str().unwrap());
    let sentences = sample(name);
    let sentences = sentences.split("\n\n").filter(|block| block.is_ascii() && block.ends_with('.'));
    let (there, all) = sentences.fold((0, 0), |(there, all), sentence| {
        (there + usize::from(read.contains(&squeeze(sentence))), all + 1)
    });
    assert!(all >= 5 && there == all, "{there} of {all} paragraphs in {read}");
    let written = step("round/0/author_question_writer")["next"]["done"]["candidates"].take();
    let quotes: Vec<&str> = written
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|candidate| candidate["options"].as_array().unwrap())
        .map(|option| option["evidence"].as_str().unwrap())
        .collect();
    assert!(quotes.len() >= 20, "{written:#}");
    for quote in quotes {
        assert!(read.contains(&squeeze(quote)), "{quote} is not in the file");
    }
}

#[test]
fn a_scan_without_text_halts() {
    let white = Page { image: Some((612, 792, vec![255; 612 * 792])), ..Page::default() };
    assert_eq!(halts(&world_with_file(&pdf(&[white]))), "rules.pdf holds no readable text");
    let blurred = scan(&as_pdf("documents/water-cycle.md"), 1, 40);
    let why = halts(&world_with_file(&blurred));
    assert!(
        why.starts_with("rules.pdf could not be read: it is an image whose text was recognised"),
        "{why}"
    );
}

#[test]
fn a_damaged_pdf_halts() {
    let whole = as_pdf("documents/water-cycle.md");
    let check = |bytes: &[u8], why: &str| {
        assert_eq!(halts(&world_with_file(bytes)), format!("rules.pdf could not be read: {why}"));
    };
    check(b"%PDF-1.7\nnothing", "the document is damaged: its pages cannot be found");
    check(&whole[..whole.len() / 20], "the document is damaged: it has no pages");
    check(b"", "there is no text in the document");
}

#[test]
fn a_private_address_waits_too() {
    let world = World::new();
    let address = "* Reference material: http://127.0.0.1:9/rules.html\n";
    fs::write(world.path("request.md"), request(address)).unwrap();
    check!(world, "author request.md --out out", @r#"
    status 3
    --- stdout
    task  path  result  why
    harbor-rules  B  waits  http://127.0.0.1:9/rules.html could not be read: 127.0.0.1 leads to 127.0.0.1, which is not on the public internet
      material_unreadable: http://127.0.0.1:9/rules.html could not be read: 127.0.0.1 leads to 127.0.0.1, which is not on the public internet
        tutti review answer [RUN]/tasks/0 reference/material_unreadable ANSWER
    --- stderr
    1 task: run [RUN]
    0 of 1 task done; out holds the files
    after answering, continue with `tutti runs resume [RUN]` and `tutti author files [RUN]`
    "#);
}

#[test]
fn a_person_writes_what_is_missing() {
    let world = World::new();
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples");
    let request = format!("{samples}/tasks/water-cycle.md");
    let document = format!("{samples}/documents/water-cycle.md");
    let asked = world.run(&["author", &request, "--attach", &document, "--out", "out"]);
    assert_eq!(asked.status.code(), Some(3), "{}", crate::show_output(&asked));
    let run = world.documents("runs list")[0]["id"].as_str().unwrap().split('/').next().unwrap().to_owned();
    let sheet = format!("@{samples}/tasks/water-cycle.questions.txt");
    let answered = world.run(&["review", "answer", &run, &sheet]);
    assert_eq!(answered.status.code(), Some(0), "{}", crate::show_output(&answered));
    assert_eq!(world.run(&["author", "files", &run, "--out", "out"]).status.code(), Some(0));
    let file = fs::read_to_string(world.path("out/water-cycle-basics.md")).unwrap();
    for number in 1..=9 {
        assert!(file.contains(&format!("| Participants | CQ{number} |")), "CQ{number}\n{file}");
    }
    // Questions written by a person take precedence.
    assert!(file.contains("What makes clay a poor aquifer"), "{file}");
    assert_eq!(world.run(&["author", "check", "out/water-cycle-basics.md"]).status.code(), Some(0));
}

#[test]
fn bad_tasks_of_a_batch_are_named() {
    let world = World::new();
    let table = "task_id,path,domain,task_title,existing_task_content\none,C,,,\ntwo,C\nthree,,Law,,\n";
    fs::write(world.path("batch.csv"), table).unwrap();
    check!(world, "author batch.csv --out out", @r#"
    status 1
    --- stdout
    task  path  result  why
    one  C  error  Path C requires existing_task_content for task_id: one
    three  A  error  line 4, column task_title, line 4, column use_case, line 4, column use_case_description, line 4, column knowledge_dimensions are missing
    line 3  -  failed  line 3 has 2 cells, but the first line has 5
    --- stderr
    2 tasks: run [RUN]
    0 of 3 tasks done; out holds the files
    "#);
    let batch = r##"{"tasks": [
        // A task with one id and the file of another.
        {"path": "C", "task_id": "debt-rights", "existing_task_content": "# Self-care: Sleep\n\n| **Metadata** |...",
         "reference_material_content": "Sleep is rest."},
        {"task_id": "x", "domain": "Law"},
        7,
    ]}"##;
    fs::write(world.path("batch.json"), batch).unwrap();
    check!(world, "author batch.json --out out", @r#"
    status 1
    --- stdout
    task  path  result  why
    debt-rights  C  error  existing_task_content for task_id: debt-rights does not contain CQ1-CQ9
    x  A  error  /tasks/1/task_title, /tasks/1/use_case, /tasks/1/use_case_description, /tasks/1/knowledge_dimensions are missing
    /tasks/2  -  failed  /tasks/2 is not an object
    --- stderr
    2 tasks: run [RUN]
    0 of 3 tasks done; out holds the files
    "#);
}

#[test]
fn what_is_no_request_is_refused() {
    let world = World::new();
    fs::write(world.path("note.md"), "Hello.").unwrap();
    check!(world, "author note.md", @r#"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: note.md: there is no request in it
    hint: write `* Domain: …` and the other fields as bullets, or give JSON or CSV
    "#);
    check!(world, "author missing.md", @r#"
    status 2
    --- stdout

    --- stderr
    error[not_found]: missing.md cannot be read: No such file or directory (os error 2)
    "#);
}
