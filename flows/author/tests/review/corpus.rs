//! Texts and good questions on them, written for this test.

use tutti_author::{Candidate, Draw, Level, Offered};

pub(crate) struct Task {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
    pub(crate) candidates: Vec<Candidate>,
}

const FILES: [(&str, &str); 19] = [
    ("health", include_str!("health.txt")),
    ("law", include_str!("law.txt")),
    ("science", include_str!("science.txt")),
    ("maths", include_str!("maths.txt")),
    ("finance", include_str!("finance.txt")),
    ("history", include_str!("history.txt")),
    ("civics", include_str!("civics.txt")),
    ("dev/leaflet", include_str!("dev/leaflet.txt")),
    ("dev/entry", include_str!("dev/entry.txt")),
    ("dev/physics", include_str!("dev/physics.txt")),
    ("dev/rulebook", include_str!("dev/rulebook.txt")),
    ("held/notice", include_str!("held/notice.txt")),
    ("held/howto", include_str!("held/howto.txt")),
    ("held/history", include_str!("held/history.txt")),
    ("held/finance", include_str!("held/finance.txt")),
    ("fresh/letter", include_str!("fresh/letter.txt")),
    ("fresh/bridge", include_str!("fresh/bridge.txt")),
    ("last/bees", include_str!("last/bees.txt")),
    ("last/faq", include_str!("last/faq.txt")),
];

pub(crate) fn tasks(names: &[&str]) -> Vec<Task> {
    FILES.iter().filter(|(name, _)| names.contains(name)).map(|(name, file)| task(name, file)).collect()
}

/// The text, a line of dashes, then questions: `= level | concept`, the question, `+ key | evidence` and four times
/// `- type | option | misconception | evidence`, where no evidence is that of the key.
fn task(name: &'static str, file: &'static str) -> Task {
    let (text, questions) = file.split_once("\n---\n").unwrap();
    let mut candidates: Vec<Candidate> = Vec::new();
    for line in questions.lines().filter(|line| !line.is_empty()) {
        let (sign, rest) = line.split_at(2);
        let fields: Vec<&str> = rest.split('|').map(str::trim).collect();
        match sign {
            "= " => candidates.push(Candidate {
                question_id: format!("{}{}", fields[0], candidates.len() + 1),
                level: match fields[0] {
                    "R" => Level::Remembering,
                    "U" => Level::Understanding,
                    _ => Level::Applying,
                },
                question: String::new(),
                options: Vec::new(),
                key: 0,
                concept: fields[1].to_owned(),
                target: None,
            }),
            "+ " => candidates.last_mut().unwrap().options.push(option(fields[0], None, "", fields[1])),
            "- " => {
                let candidate = candidates.last_mut().unwrap();
                let evidence = if fields[3].is_empty() {
                    candidate.options[0].evidence.clone()
                } else {
                    fields[3].to_owned()
                };
                candidate.options.push(option(fields[1], Some(draw(fields[0])), fields[2], &evidence));
            }
            _ => candidates.last_mut().unwrap().question = line.to_owned(),
        }
    }
    for (i, candidate) in candidates.iter_mut().enumerate() {
        candidate.options.rotate_right(i % 5);
        candidate.key = i % 5;
    }
    Task { name, text, candidates }
}

fn draw(letter: &str) -> Draw {
    match letter {
        "m" => Draw::Misconception,
        "p" => Draw::PartialTruth,
        "r" => Draw::RelatedConfusion,
        "l" => Draw::PlausibleReasoning,
        "v" => Draw::AdjacentValue,
        other => panic!("{other} is no type"),
    }
}

fn option(text: &str, draw: Option<Draw>, misconception: &str, evidence: &str) -> Offered {
    Offered {
        text: text.to_owned(),
        draw,
        misconception: misconception.to_owned(),
        evidence: evidence.to_owned(),
    }
}
