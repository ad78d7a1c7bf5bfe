#![allow(clippy::unwrap_used, reason = "a test may panic")]

use super::*;

fn one(text: &str) -> TaskRequest {
    let mut requests = read("request.md", text.as_bytes()).unwrap();
    assert!(requests.flawed.is_empty(), "{:?}", requests.flawed);
    assert_eq!(requests.tasks.len(), 1);
    requests.tasks.remove(0)
}

const BULLETS: &str = "The below information is what you should use when filling out the tables.\n\
    * Domain: Health\n* Use case: Self-care\n* Use case description: Learn to look after\n  yourself.\n\
    * Knowledge dimensions: factual\n* Reference material (if any): [URL or filename]\n\
    * Reference material content (if any): First line.\n\n* a bullet of the text\n* Domain: a quoted label\n\
    * Sample questions: none\n* **Task ID**: sleep-basics\n- Task title: Sleep basics\n* MCQ format: 4 options\n";

#[test]
fn the_bullet_form() {
    let request = one(BULLETS);
    assert_eq!(request.domain, "Health");
    assert_eq!(request.use_case_description, "Learn to look after\n  yourself.");
    assert_eq!(request.reference_material, "");
    assert_eq!(
        request.reference_material_content,
        "First line.\n\n* a bullet of the text\n* Domain: a quoted label"
    );
    assert_eq!(request.sample_questions, "");
    assert_eq!((request.task_id.as_str(), request.task_title.as_str()), ("sleep-basics", "Sleep basics"));
    assert_eq!(Wishes::of(&request).0.options, Some(4));
    assert!(!request.is_expansion());
}

#[test]
fn path_c_with_comments() {
    let request = one("```jsonc\n{\n  // which\n  \"path\": \"C\", /* and\n what */ \"task_id\": \"a-b\",\n\
         \"existing_task_content\": \"# x // no comment \\\" /* */\",\n}\n```");
    assert!(request.is_expansion());
    assert_eq!(request.existing_task_content, "# x // no comment \" /* */");
}

#[track_caller]
fn check_batch(name: &str, text: &str, ids: &[&str], flawed: &[(&str, &str)]) {
    let requests = read(name, text.as_bytes()).unwrap();
    let found: Vec<&str> = requests.tasks.iter().map(|task| task.task_id.as_str()).collect();
    assert_eq!(found, ids);
    let wrong: Vec<(String, String)> =
        requests.flawed.iter().map(|f| (f.task.clone(), f.problems[0].detail.clone())).collect();
    let wrong: Vec<(&str, &str)> = wrong.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(wrong, flawed);
}

#[test]
fn batches() {
    check_batch("a.json", r#"[{"task_id": "a"}, {"Task ID": "b", "domain": null}]"#, &["a", "b"], &[]);
    check_batch(
        "a.json",
        r#"{"tasks": [{"task_id": "a"}, 7, {"task_id": "a"}, {"task_id": "c", "domain": {}}]}"#,
        &["a"],
        &[
            ("/tasks/1", "/tasks/1 is not an object"),
            ("c", "/tasks/3/domain is not text"),
            ("a", "the task_id a is already in the batch"),
        ],
    );
    check_batch(
        "a.csv",
        "task_id,domain,task_title\na,Health,\"One,\ntwo\"\nb,Health\n\nc,Law,Three\n",
        &["a", "c"],
        &[("line 4", "line 4 has 2 cells, but the first line has 3")],
    );
    check_batch("typed", "Task ID;Domain\na;Health\n", &["a"], &[]);
}

#[test]
fn a_row_that_is_no_text_is_set_aside() {
    let requests = read("a.csv", b"task_id,domain\na,Health\nb,\xff\xfe\nc,Law\n").unwrap();
    assert_eq!(requests.tasks.len(), 2);
    assert_eq!(requests.flawed[0].problems[0].detail, "line 3, column domain is not text in UTF-8");
}

#[track_caller]
fn check_refused(name: &str, text: &str, expected: &str) {
    assert_eq!(read(name, text.as_bytes()).unwrap_err().detail, expected);
}

#[test]
fn what_is_no_request() {
    check_refused("a.md", "Hello.", "a.md: there is no request in it");
    check_refused("a.json", "[]", "a.json: the list of tasks is empty");
    check_refused("a.json", r#"{"tasks": 3}"#, "a.json: `tasks` is not a list");
    check_refused("a.csv", "x,y\n1,2\n", "a.csv: no column has the name of a field");
    check_refused("a.json", "{\"a\": }", "a.json: it is not JSON: expected value at line 1 column 7");
}

#[track_caller]
fn check_wishes(format: &str, prompts: &str, expected: (Option<usize>, Option<usize>, bool), flags: &[&str]) {
    let request = TaskRequest {
        cq_format: format.to_owned(),
        additional_prompts: prompts.to_owned(),
        ..TaskRequest::default()
    };
    let (wishes, flagged) = Wishes::of(&request);
    assert_eq!((wishes.options, wishes.per_level, wishes.extract), expected, "{format} {prompts}");
    assert_eq!(flagged.iter().map(|flag| flag.flag.as_str()).collect::<Vec<_>>(), flags);
}

#[test]
fn wishes() {
    check_wishes("", "", (None, None, false), &[]);
    check_wishes("single-select MCQs with 5 options and one correct answer", "", (Some(5), None, false), &[]);
    check_wishes("four-option multiple choice", "", (Some(4), None, false), &[]);
    check_wishes("4", "Extract sample questions.", (Some(4), None, true), &[]);
    check_wishes("", "Write 6 per level", (None, Some(6), false), &[]);
    check_wishes("", "six questions per Bloom level, please", (None, Some(6), false), &[]);
    check_wishes("", "18 questions in total", (None, Some(6), false), &[]);
    check_wishes(
        "9 options",
        "400 per level",
        (None, None, false),
        &["options_unsupported", "count_unsupported"],
    );
    check_wishes("multi-select", "", (None, None, false), &["format_unsupported"]);
}
