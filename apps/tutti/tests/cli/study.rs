//! Tests of `tutti study`, `read`, `quiz`, `cards` and `library`: texts, good and bad scans, unreadable documents.

#[path = "../../../../crates/document/tests/read/pdf_builder.rs"]
#[allow(dead_code, reason = "shared with the tests of documents, which use all of it")]
pub(crate) mod pdf_builder;

use std::{
    fs,
    io::Write,
    process::{Command, Output, Stdio},
};

use pdf_builder::{Page, lines, pdf, put};
use serde_json::Value;

use crate::{World, check, show_output};

/// The path of a sample document.
pub(crate) fn sample(name: &str) -> String {
    let path = format!("{}/../../samples/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The paragraphs of a sample as a PDF, in lines of a page's width.
pub(crate) fn as_pdf(name: &str) -> Vec<u8> {
    let text = sample(name);
    let mut pages = Vec::new();
    let mut on_page: Vec<String> = Vec::new();
    for paragraph in text.split("\n\n").filter(|p| !p.starts_with(['|', '-', '1']) && p.is_ascii()) {
        let heading = paragraph.starts_with('#');
        let mut line = String::new();
        for word in paragraph.trim_start_matches('#').split_whitespace() {
            if line.len() + word.len() > 88 {
                on_page.push(std::mem::take(&mut line));
            }
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
        on_page.push(if heading { format!("#{line}") } else { line });
        on_page.push(String::new());
        if on_page.len() > 46 {
            pages.push(std::mem::take(&mut on_page));
        }
    }
    pages.push(on_page);
    let page = |on_page: &Vec<String>| {
        let content = on_page.iter().enumerate().map(|(at, line)| {
            let y = 730.0 - 12.5 * at as f32;
            match line.strip_prefix('#') {
                Some(heading) => put(72.0, y, "B 15", heading),
                None => lines(72.0, y, "R 11", &[line]),
            }
        });
        Page { content: content.collect(), ..Page::default() }
    };
    pdf(&pages.iter().map(page).collect::<Vec<_>>())
}

/// A scanned PDF: each page is an image at this resolution, in dots per inch.
pub(crate) fn scan(document: &[u8], pages: u32, dpi: u32) -> Vec<u8> {
    let images = (1..=pages).map(|page| {
        let number = page.to_string();
        let mut poppler = Command::new("pdftoppm")
            .args(["-gray", "-singlefile", "-f", &number, "-r", &dpi.to_string(), "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = poppler.stdin.take().unwrap();
        let bytes = document.to_vec();
        let writer = std::thread::spawn(move || stdin.write_all(&bytes).unwrap());
        let pgm = poppler.wait_with_output().unwrap().stdout;
        writer.join().unwrap();
        let mut parts = pgm.splitn(4, u8::is_ascii_whitespace).skip(1);
        let mut number = || std::str::from_utf8(parts.next().unwrap()).unwrap().parse::<usize>().unwrap();
        let (width, height) = (number(), number());
        (width, height, pgm[pgm.len() - width * height..].to_vec())
    });
    pdf(&images.map(|image| Page { image: Some(image), ..Page::default() }).collect::<Vec<_>>())
}

fn study(world: &World, file: &str, more: &[&str]) -> Output {
    world.run(&[&["--json", "study", file], more].concat())
}

fn document(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", show_output(output)))
}

/// The blocks of a report by their ids.
fn block<'a>(report: &'a Value, id: &Value) -> &'a str {
    let blocks = report["handover"]["blocks"].as_array().unwrap();
    blocks.iter().find(|block| block["block_id"] == *id).unwrap()["text"].as_str().unwrap()
}

/// Checks that every card and question quotes words of its block.
fn check_grounded(report: &Value) {
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    for item in ["flashcards", "quiz"].iter().flat_map(|name| report[name].as_array().unwrap()) {
        let quote = squeezed(item["quote"].as_str().unwrap());
        let text = squeezed(block(report, &item["source_span"][0]));
        assert!(text.contains(&quote), "{quote} is not in {text}");
    }
}

#[test]
fn a_text_pdf_becomes_cards_and_questions() {
    let world = World::new();
    fs::write(world.path("cycle.pdf"), as_pdf("documents/water-cycle.md")).unwrap();
    let output = study(&world, "cycle.pdf", &["--flashcards", "9", "--questions", "6", "--out", "out"]);
    assert!(output.status.success(), "{}", show_output(&output));
    let report = document(&output);
    assert_eq!(report["flashcards"].as_array().unwrap().len(), 9);
    assert_eq!(report["quiz"].as_array().unwrap().len(), 6);
    assert_eq!(report["handover"]["metadata"]["language"], "en");
    check_grounded(&report);
    for name in ["handover.json", "flashcards.json", "quiz.json"] {
        assert!(fs::metadata(world.path("out").join(name)).unwrap().len() > 100, "{name}");
    }
    let log = fs::read_to_string(world.path("out/log.jsonl")).unwrap();
    let stages: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let agents: Vec<&str> = stages.iter().map(|stage| stage["agent"].as_str().unwrap()).collect();
    assert!(agents.contains(&"study_reader") && agents.contains(&"study_coach"), "{agents:?}");
    assert!(stages.iter().all(|stage| stage["trace_id"] == report["handover"]["metadata"]["sessionId"]));
    // The same file is not parsed again: the step uses the stored result.
    let again = document(&study(&world, "cycle.pdf", &["--flashcards", "9", "--questions", "6"]));
    assert_eq!(again["quiz"], report["quiz"]);
    assert_eq!(world.documents("items list --tag study --limit 0").len(), 15);
}

#[test]
fn a_clean_scan_is_read_and_its_confidence_told() {
    let world = World::new();
    fs::write(world.path("scan.pdf"), scan(&as_pdf("documents/water-cycle.md"), 2, 200)).unwrap();
    let read = world.document("read scan.pdf");
    assert!(read["quality"]["ocr_confidence"].as_f64().unwrap() > 0.8, "{}", read["quality"]);
    let output = study(&world, "scan.pdf", &["--flashcards", "5", "--questions", "4"]);
    assert!(output.status.success(), "{}", show_output(&output));
    let report = document(&output);
    assert_eq!(report["quiz"].as_array().unwrap().len(), 4);
    check_grounded(&report);
}

#[test]
fn a_bad_scan_waits_for_a_person() {
    let world = World::new();
    fs::write(world.path("bad.pdf"), scan(&as_pdf("documents/water-cycle.md"), 1, 40)).unwrap();
    let output = world.run(&["study", "bad.pdf"]);
    let said = show_output(&output);
    assert!(said.starts_with("status 3") && said.contains("awaits_review"), "{said}");
    let sessions = world.documents("quiz list");
    assert_eq!(
        (&sessions[0]["status"], &sessions[0]["questions"]),
        (&"pending_manual_review".into(), &0.into())
    );
    let session = sessions[0]["session"].as_str().unwrap().to_owned();
    fs::write(world.path("corrected.txt"), sample("documents/water-cycle.md").replace('#', "")).unwrap();
    let answered = world.run(&["review", "answer", &session, "@corrected.txt"]);
    assert!(answered.status.success(), "{}", show_output(&answered));
    let sessions = world.documents("quiz list");
    assert_eq!((&sessions[0]["status"], &sessions[0]["questions"]), (&"ready".into(), &10.into()));
}

#[test]
fn norwegian_in_norwegian_out() {
    let world = World::new();
    fs::write(world.path("f.md"), sample("documents/fotosyntese.md")).unwrap();
    let report = document(&study(&world, "f.md", &["--questions", "5"]));
    assert_eq!(report["handover"]["metadata"]["language"], "nb");
    for item in report["quiz"].as_array().unwrap() {
        let question = item["question"].as_str().unwrap();
        assert!(question.starts_with("Hv"), "{question}");
    }
}

#[test]
fn planted_instructions_change_nothing() {
    for name in ["tides", "honey-bees", "smittevern"] {
        let world = World::new();
        fs::write(world.path("h.md"), sample(&format!("hostile/{name}.md"))).unwrap();
        let report = document(&study(&world, "h.md", &[]));
        let made = format!("{}{}", report["quiz"], report["flashcards"]).to_lowercase();
        for order in ["ignore all", "previous instructions", "mark option", "system:", "ignorer"] {
            assert!(!made.contains(order), "{name}: {order}");
        }
        let keys: Vec<u64> = report["quiz"]
            .as_array()
            .unwrap()
            .iter()
            .map(|q| q["correctAnswerIndex"].as_u64().unwrap())
            .collect();
        assert!(keys.iter().any(|key| *key != 0), "{name}: {keys:?}");
    }
}

#[test]
fn what_cannot_be_read_has_its_code() {
    let world = World::new();
    fs::write(world.path("short.txt"), "Too little to study.").unwrap();
    fs::write(world.path("empty.pdf"), "").unwrap();
    fs::write(world.path("broken.pdf"), "%PDF-1.7\nnothing").unwrap();
    fs::write(world.path("program.bin"), [0x7f, b'E', b'L', b'F', 0, 1, 2, 3, 0, 0, 200, 201]).unwrap();
    fs::write(world.path("large.txt"), "word ".repeat(500_000)).unwrap();
    fs::create_dir(world.path("folder")).unwrap();
    check!(world, "study short.txt", @r"
    status 3
    --- stdout

    --- stderr
    short.txt: session [RUN]
    error[refused]: the document cannot be studied: 20 characters; 500 are needed
    hint: choose a document with more text
    ");
    check!(world, "study empty.pdf", @r"
    status 3
    --- stdout

    --- stderr
    empty.pdf: session [RUN]
    error[unreadable]: there is no text in the document
    hint: check that it is the right file; a drawing or a form without text cannot be read
    ");
    check!(world, "study broken.pdf", @r"
    status 2
    --- stdout

    --- stderr
    broken.pdf: session [RUN]
    error[bad_input]: the document is damaged: its pages cannot be found
    hint: open it in the program it came from and save it again
    ");
    check!(world, "study program.bin", @r"
    status 2
    --- stdout

    --- stderr
    program.bin: session [RUN]
    error[unknown_type]: a program is not a supported kind of document
    hint: send PDF, DOCX, PPTX, HTML, Markdown, plain text, EPUB, PNG or JPEG
    ");
    check!(world, "study large.txt --set documents.megabytes=1", @r"
    status 2
    --- stdout

    --- stderr
    error[too_large]: large.txt is larger than 1 MB
    hint: split it, or raise the limit with `--set documents.megabytes=N`
    ");
    check!(world, "study folder", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: folder is a folder
    hint: name a file in it
    ");
    check!(world, "study absent.pdf", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: absent.pdf cannot be read: No such file or directory (os error 2)
    ");
    check!(world, "study http://127.0.0.1:9/paper.pdf", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: 127.0.0.1 leads to 127.0.0.1, which is not on the public internet
    hint: save the document as a file and give that; only public addresses are fetched
    ");
    check!(world, "study http://paper.example/ --set models.offline=true", @r"
    status 3
    --- stdout

    --- stderr
    error[calls_forbidden]: http://paper.example/ is not on this machine
    hint: set `models.offline` to false, or save the document as a file
    ");
    check!(world, "study short.txt --questions 0 --flashcards 0", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: neither cards nor questions requested
    hint: `--questions 10` asks for ten
    ");
    check!(world, "study short.txt --questions 10000", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: at most 200 cards or questions
    ");
    check!(world, "study short.txt --difficulty tricky", @r"
    status 2
    --- stdout

    --- stderr
    error: invalid value 'tricky' for '--difficulty <LEVEL>': `tricky` is not a difficulty: use easy, medium or hard

    For more information, try '--help'.
    ");
    check!(world, "study short.txt --out short.txt", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: short.txt cannot be written to: File exists (os error 17)
    hint: name another folder with `--out`
    ");
}

#[test]
fn a_quiz_is_taken_and_the_next_one_set() {
    let world = World::new();
    fs::write(world.path("v.md"), sample("documents/volcanoes.md")).unwrap();
    document(&study(&world, "v.md", &["--questions", "3", "--flashcards", "2"]));
    let session = world.documents("quiz list")[0]["session"].as_str().unwrap().to_owned();
    let typed = |args: &[&str], input: &str| {
        let mut command = world.command(args);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let taken = typed(&["quiz", "take", &session], "A\nz\nA\nA\n");
    let said = show_output(&taken);
    assert!(said.contains("type a letter from A to D") && said.contains("page 1:"), "{said}");
    assert_eq!(world.documents("quiz list")[0]["answered"], 3);
    assert_eq!(
        typed(&["quiz", "take", &session], "A\n").status.code(),
        Some(130),
        "the input ended too soon"
    );
    assert_eq!(world.documents("quiz list")[0]["answered"], 3, "half a quiz is no result");
    let next = world.run(&["quiz", "new", &session, "--questions", "2"]);
    assert!(next.status.success(), "{}", show_output(&next));
    assert_eq!(world.documents("quiz list")[0]["questions"], 5);
    let reviewed = typed(&["cards", "review"], "\n3\n\nmaybe\n1\n");
    assert!(show_output(&reviewed).contains("2 cards reviewed"), "{}", show_output(&reviewed));
    assert_eq!(world.document("cards status")["due"], 0);
    let unknown = world.run(&["quiz", "new", &session, "--block", "p9.9"]);
    assert!(show_output(&unknown).contains("/blocks/0"), "{}", show_output(&unknown));
}

#[test]
fn the_library_finds_passages() {
    let world = World::new();
    for name in ["volcanoes", "isbrear", "blood-pressure"] {
        fs::write(world.path(&format!("{name}.md")), sample(&format!("documents/{name}.md"))).unwrap();
    }
    assert!(
        world.run(&["library", "add", "volcanoes.md", "isbrear.md", "blood-pressure.md"]).status.success()
    );
    let again = world.run(&["library", "add", "volcanoes.md", "absent.md"]);
    assert!(
        show_output(&again).contains("already there")
            && show_output(&again).contains("absent.md cannot be read")
    );
    assert_eq!(world.documents("library list").len(), 3);
    let titles = |words: &str| -> Vec<String> {
        let found = world.documents(&format!("library search {words} --limit 1"));
        found.iter().map(|hit| hit["title"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(titles("erupting volcano"), ["Volcanoes"]);
    assert_eq!(titles("cuff around the arm"), ["Blood pressure"]);
    assert_eq!(titles("snøen som smeltar"), ["Isbrear"]);
    assert!(titles("trigonometry").is_empty());
}
