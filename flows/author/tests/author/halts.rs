//! Tasks that stop before anything is made, and what a person can do about it.

use serde_json::json;
use tutti_author::{Ending, Path, TaskOutcome, TaskRequest};
use tutti_core::ContentHash;
use tutti_engine::End;
use tutti_library::{Block, DocMeta, ReaderOutput, Role};

use crate::text::{candidates, expansion, reference, request, sheet, task_file};
use crate::world::{START, World, outcome};

#[track_caller]
fn error(outcome: &TaskOutcome) -> &str {
    match &outcome.ending {
        Ending::Error { text, .. } => text,
        other => panic!("{other:?}"),
    }
}

fn request_naming(material: &str) -> TaskRequest {
    TaskRequest {
        reference_material: material.to_owned(),
        reference_material_content: String::new(),
        ..request("harbor-rules")
    }
}

/// The reason that a run of this request waits for.
async fn halt_reason(world: &World, request: TaskRequest) -> String {
    let end = world.run(request).await;
    assert!(matches!(end, End::Parked { .. }), "{end:?}");
    assert!(world.server.requests().is_empty(), "nothing is made");
    world.review().await.question.why
}

#[tokio::test]
async fn a_named_file_without_text_halts() {
    let world = World::new(|_| None).await;
    let why = halt_reason(&world, request_naming("harbor-rules.pdf")).await;
    assert_eq!(
        why,
        "material_unreadable: harbor-rules.pdf could not be read: it is not among the attached files"
    );
    assert!(world.statuses().await.last().unwrap().human_review_required);
    // A short answer is no text; a text is.
    assert!(matches!(world.answer("yes").await, End::Parked { .. }));
    assert!(world.review().await.question.ask.contains("“yes” is too short"));
    let done = outcome(world.answer(&reference()).await);
    assert!(done.markdown().is_some(), "{done:#?}");
}

#[tokio::test]
async fn a_private_address_is_not_fetched() {
    for address in ["http://127.0.0.1/rules.html", "http://[::1]/rules.html", "http://10.0.0.7/rules.html"] {
        let world = World::new(|_| None).await;
        let why = halt_reason(&world, request_naming(address)).await;
        assert!(why.contains("not on the public internet"), "{why}");
    }
}

#[tokio::test]
async fn samples_alone_are_no_reference() {
    let world = World::new(|_| None).await;
    let samples = TaskRequest { sample_questions_content: "1. Who pays?".to_owned(), ..request_naming("") };
    assert!(halt_reason(&world, samples).await.starts_with("reference_not_given"));
}

#[tokio::test]
async fn samples_out_of_scope_halt() {
    let script = |reason: &'static str| {
        move |asked: &crate::world::Asked| {
            let sorted = json!([{ "number": 1, "reason": reason }]);
            asked.is("sample_extractor").then(|| {
                json!({
                    "scope": { "topics": [], "concepts": [], "facts": [], "procedures": [], "not_covered": [] },
                    "in_scope": [], "partial": [], "out_of_scope": sorted,
                })
                .to_string()
            })
        }
    };
    let world = World::new(script("it is about bread")).await;
    let asked = TaskRequest {
        sample_questions_content: "1. How hot is the oven?\nA. very\nB. hardly".to_owned(),
        additional_prompts: "Please extract sample questions first.".to_owned(),
        ..request("harbor-rules")
    };
    let end = world.run(asked).await;
    assert!(matches!(end, End::Parked { .. }), "{end:?}");
    let review = world.review().await;
    assert!(review.question.why.starts_with("no_sample_in_scope"), "{}", review.question.why);
    assert_eq!(review.question.evidence, ["sample 1: it is about bread"]);
    assert!(outcome(world.answer("go_on").await).markdown().is_some());
    assert_eq!(world.prompts_to("question_writer").len(), 1);
}

#[tokio::test]
async fn the_documented_errors() {
    let world = World::new(|_| None).await;
    let lacking = TaskRequest { existing_task_content: String::new(), ..expansion("harbor-rules") };
    let done = world.one(lacking).await;
    assert_eq!(error(&done), "Path C requires existing_task_content for task_id: harbor-rules");
    assert_eq!(done.status.path, Path::C);
    let world = World::new(|_| None).await;
    let lacking = TaskRequest { reference_material_content: " ".to_owned(), ..expansion("harbor-rules") };
    assert_eq!(
        error(&world.one(lacking).await),
        "Path C requires reference_material_content for task_id: harbor-rules"
    );
    let world = World::new(|_| None).await;
    let cut = task_file("harbor-rules").split("| CQ9 |").next().unwrap().to_owned();
    let lacking = TaskRequest { existing_task_content: cut, ..expansion("harbor-rules") };
    assert_eq!(
        error(&world.one(lacking).await),
        "existing_task_content for task_id: harbor-rules does not contain CQ1-CQ9"
    );
    assert!(world.server.requests().is_empty());
}

#[tokio::test]
async fn a_file_of_another_task_is_flagged() {
    let world = World::new(|_| None).await;
    let other = TaskRequest { existing_task_content: task_file("pilot-fees"), ..expansion("harbor-rules") };
    let why = halt_reason(&world, other).await;
    assert_eq!(why, "task_id_differs: the task_id is harbor-rules, the Task ID in the file pilot-fees");
    assert!(outcome(world.answer("go_on").await).status.has("task_id_differs"));
    // Cut off before its Task ID, a file is known by its title; the error is said too.
    let world = World::new(|_| None).await;
    let cut = TaskRequest {
        existing_task_content: "# Self-care: Sleep\n\n| **Metadata** |...".to_owned(),
        ..expansion("harbor-rules")
    };
    let done = world.one(cut).await;
    assert!(done.status.has("task_id_differs") && error(&done).contains("does not contain CQ1-CQ9"));
}

#[tokio::test]
async fn missing_fields_are_named() {
    let world = World::new(|_| None).await;
    let lacking = TaskRequest { domain: String::new(), use_case: " ".to_owned(), ..request("harbor-rules") };
    assert_eq!(error(&world.one(lacking).await), "/domain, /use_case are missing");
}

#[tokio::test]
async fn a_huge_reference_is_cut_at_a_sentence() {
    let world = World::new(|_| None).await;
    let long = format!("{}\n\n{}", reference(), "The sea is wide and grey. ".repeat(200_000));
    assert!(long.len() > 5_000_000);
    let done = world.one(TaskRequest { reference_material_content: long, ..request("harbor-rules") }).await;
    assert!(done.status.has("reference_cut"), "{done:#?}");
    let order = &world.prompts_to("question_writer")[0];
    assert!(order.len() < 70_000 && order.contains("wide and grey.") && done.markdown().is_some());
}

/// Puts a document into the library, as `tutti library add` does.
async fn shelve(world: &World, name: &str, title: &str, text: &str) {
    let block = |(place, text): (usize, &str)| Block {
        block_id: format!("p1.{place}"),
        text: text.to_owned(),
        source_page: 1,
        role: Role::Paragraph,
        level: None,
    };
    let reading = ReaderOutput {
        extracted_blocks: (1..).zip(text.split("\n\n")).map(block).collect(),
        doc_meta: DocMeta { title: title.to_owned(), language: "en".to_owned() },
        quality: None,
    };
    let file = ContentHash::of_bytes(text.as_bytes());
    tutti_library::put(&world.mine(), &file, name, reading, START).await.unwrap();
}

fn basic() -> TaskRequest {
    TaskRequest {
        domain: "Shipping".to_owned(),
        task_title: "Harbor rules".to_owned(),
        ..TaskRequest::default()
    }
}

/// The agents that find a source, natively; the others as models.
async fn reading_world() -> World {
    let mut world = World::new(|_| None).await;
    world.finds_natively = true;
    world
}

#[tokio::test]
async fn a_source_is_found_in_the_library() {
    let world = reading_world().await;
    shelve(&world, "bread.md", "Bread rules", "Bread must rise for 2 hours.\n\nAn oven has 3 doors.").await;
    shelve(&world, "harbor.md", "Harbor rules of Aldermouth", &reference()).await;
    let done = world.one(basic()).await;
    assert_eq!(done.status.path, Path::A);
    let text = done.markdown().unwrap_or_else(|| panic!("{done:#?}"));
    assert!(text.contains("Harbor rules of Aldermouth (harbor.md)"), "{text}");
    assert_eq!(done.task_id, "harbor-rules");
    assert!(done.status.has("fields_filled_in"));
}

#[tokio::test]
async fn without_a_source_a_person_is_asked() {
    let world = reading_world().await;
    shelve(&world, "bread.md", "Bread", "Bread must rise for 2 hours.").await;
    let why = halt_reason(&world, basic()).await;
    assert!(why.starts_with("no_source"), "{why}");
    shelve(&world, "harbor.md", "Harbor rules of Aldermouth", &reference()).await;
    assert!(outcome(world.answer("again").await).markdown().is_some());
}

#[tokio::test]
async fn a_doubtful_source_is_left_for_another() {
    let world = reading_world().await;
    let old = format!("Published in 1931 by the harbor blog.\n\n{}", reference());
    shelve(&world, "https://harborblog.example/rules", "Harbor rules, harbor rules", &old).await;
    shelve(&world, "harbor.md", "Harbor rules of Aldermouth", &reference()).await;
    let done = world.one(basic()).await;
    assert!(done.markdown().unwrap_or_else(|| panic!("{done:#?}")).contains("(harbor.md)"));
}

#[tokio::test]
async fn a_person_writes_what_is_missing() {
    let world = World::new(|asked| asked.is("question_writer").then(|| candidates(&[0, 1, 2, 3]))).await;
    assert!(matches!(world.run(request("harbor-rules")).await, End::Parked { .. }));
    let asked = world.review().await.question;
    assert_eq!(asked.allowed, ["go_on", "again", "skip", "@QUESTIONS"]);
    assert!(asked.why.contains("4 more at Understanding; 4 more at Applying"), "{}", asked.why);
    // What cannot be read is asked for again, with the place.
    assert!(matches!(world.answer("Applying: Why?\n* so").await, End::Parked { .. }));
    let again = world.review().await.question.ask;
    assert!(again.contains("the question in line 1 has 1 options; 5 are required"), "{again}");
    // One of them has its answer in its question: the gates are the same for people.
    let spoilt =
        sheet(&[8, 9, 10]).replace("Why do tugs wait", "Why, when the current pushes ships, do tugs wait");
    assert!(matches!(world.answer(&format!("{spoilt}\n{}", sheet(&[16, 17, 18]))).await, End::Parked { .. }));
    let statuses = world.statuses().await;
    let open: Vec<&str> = statuses
        .last()
        .unwrap()
        .quality_flags
        .iter()
        .filter(|flag| flag.unresolved)
        .map(|flag| flag.detail.as_str())
        .collect();
    assert_eq!(open.len(), 1, "{open:?}");
    assert!(open[0].contains("1 more at Understanding"), "{open:?}");
    let evidence = world.review().await.question.evidence;
    let rejected: Vec<&String> =
        evidence.iter().filter(|line| line.starts_with("rejected: Why, when")).collect();
    assert_eq!(rejected.len(), 1, "{evidence:#?}");
    let done = outcome(world.answer(&sheet(&[11, 12])).await);
    assert!(done.markdown().is_some(), "{done:#?}");
}
