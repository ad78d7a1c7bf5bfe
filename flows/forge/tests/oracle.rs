//! An independent proof: SymPy and Maxima solve the claims of a thousand native items and find the key, and only it.
//!
//! They get what a reader gets: the quantities of the stem, what is asked, and the options as printed. They are not
//! told the key, and share no code with the verifier. The tests do not show that a claim says what its stem says.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and says what it counted")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};
use tutti_forge::claim::Claim;
use tutti_forge::native::{design, implement};
use tutti_forge::{BUILT_IN, Brief, Order, Package, briefs, item_of, read_library};
use tutti_item::duplicates::{Bank, Relation};

const ITEMS: u64 = 1000;
const SEED: u64 = 7;

struct Item {
    name: String,
    package: Package,
}

impl Item {
    fn claim(&self) -> &Claim {
        self.package.claim.as_ref().unwrap()
    }

    fn key(&self) -> &String {
        &self.package.question.correct_option
    }
}

/// An item as it goes across.
#[derive(Serialize)]
struct Question<'a> {
    slot: usize,
    claim: &'a Claim,
    options: BTreeMap<String, String>,
}

/// What both programs found for an item.
#[derive(Deserialize)]
struct Found {
    slot: usize,
    kind: String,
    sympy: Verdict,
    maxima: Verdict,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Decided {
        /// The options that satisfy the claim.
        right: Vec<String>,
        /// The pairs of options that are the same value.
        same: Vec<[String; 2]>,
        /// Every value that satisfies the claim; of formulas, those among the options.
        answers: Vec<String>,
    },
    Undecided(String),
    /// Not a task for this program.
    NotAsked,
}

#[derive(Default)]
struct Count {
    asked: usize,
    decided: usize,
    agreed: usize,
}

impl Count {
    fn row(&self) -> String {
        format!("{:5} {:7} {:6}", self.asked, self.decided, self.agreed)
    }
}

/// What `tutti forge -n 1000 --seed 7` makes.
fn make_items() -> Vec<Item> {
    let schemas = read_library(BUILT_IN).unwrap();
    let mut briefs = briefs(ITEMS, SEED, &schemas, [0.3, 0.5, 0.2]);
    let mut items: Vec<Item> = briefs.iter().map(item).collect();
    loop {
        let alike = alike(&items);
        if alike.is_empty() {
            return items;
        }
        eprintln!("made anew, for being like others: {alike:?}");
        for slot in alike {
            briefs[slot] = briefs[slot].clone().anew();
            items[slot] = item(&briefs[slot]);
        }
    }
}

fn item(brief: &Brief) -> Item {
    let idea = design(brief).unwrap();
    let name = format!("{} {} {}", brief.schema.id, idea.family.as_deref().unwrap(), brief.difficulty);
    let order = Order { brief: brief.clone(), idea, attempt: 0, failed: Vec::new() };
    Item { name, package: implement(&order).unwrap() }
}

/// The items that say what an earlier one says.
fn alike(items: &[Item]) -> Vec<usize> {
    let mut bank = Bank::new();
    let mut found = Vec::new();
    for (slot, item) in items.iter().enumerate() {
        let item = item_of(&item.package);
        if bank.find(&item).iter().any(|found| found.relation != Relation::SameTemplate) {
            found.push(slot);
        } else {
            bank.add(&item);
        }
    }
    found
}

/// Both programs at work on the questions.
fn ask(questions: &[Question<'_>]) -> Vec<Found> {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().into();
    let interpreter = root.join("target/sympy/bin/python");
    assert!(interpreter.exists(), "there is no SymPy in target/sympy: `make test` installs it");
    let maxima = Command::new("maxima").arg("--version").output();
    assert!(
        maxima.is_ok_and(|output| output.status.success()),
        "there is no program `maxima`: `make test` installs it"
    );
    let mut lines = String::new();
    for question in questions {
        writeln!(lines, "{}", serde_json::to_string(question).unwrap()).unwrap();
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("claims.jsonl");
    std::fs::write(&file, lines).unwrap();
    let output =
        Command::new(interpreter).arg(root.join("tests/sympy/claims.py")).arg(&file).output().unwrap();
    assert!(output.status.success(), "claims.py failed: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let found: Vec<Found> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(found.iter().map(|found| found.slot).eq(0..questions.len()));
    found
}

#[test]
fn sympy_and_maxima_find_every_key() {
    let items = make_items();
    let stems: BTreeSet<&str> = items.iter().map(|item| item.package.question.stem.as_str()).collect();
    assert_eq!(stems.len(), items.len(), "two stems are the same");
    let sets: BTreeSet<Vec<String>> = items.iter().map(numbers).collect();
    eprintln!("{} sets of numbers in {} items", sets.len(), items.len());
    assert!(sets.len() >= 900);

    let mut questions = Vec::new();
    for (slot, item) in items.iter().enumerate() {
        questions.push(Question {
            slot,
            claim: item.claim(),
            options: item.package.question.options.clone(),
        });
    }
    // A judge that always nods proves nothing: some items go across once more with faults in them.
    let faulty: Vec<usize> = (0..items.len()).step_by(11).collect();
    for (place, slot) in faulty.iter().enumerate() {
        let options = with_fault(&items[*slot], place % 2 == 0);
        questions.push(Question { slot: questions.len(), claim: items[*slot].claim(), options });
    }
    let mut found = ask(&questions);
    let of_faulty = found.split_off(items.len());

    let mut wrong = Vec::new();
    let mut tables = [BTreeMap::<&str, Count>::new(), BTreeMap::new()];
    for found in &found {
        let item = &items[found.slot];
        let by = [("SymPy", &found.sympy), ("Maxima", &found.maxima)];
        for ((program, verdict), table) in by.into_iter().zip(&mut tables) {
            let count = table.entry(&found.kind).or_default();
            match verdict {
                Verdict::NotAsked => continue,
                Verdict::Undecided(why) => {
                    eprintln!("{program} could not decide slot {} ({}): {why}", found.slot, item.name);
                }
                Verdict::Decided { right, same, answers } => {
                    count.decided += 1;
                    if right[..] == [item.key().clone()] && same.is_empty() && answers.len() == 1 {
                        count.agreed += 1;
                    } else {
                        wrong.push(format!(
                            "{program}, slot {} ({}): {verdict:?}\n{:#?}",
                            found.slot, item.name, item.package
                        ));
                    }
                }
            }
            count.asked += 1;
        }
    }
    eprintln!("{:10} {:>22} {:>22}", "", "SymPy", "Maxima");
    eprintln!("{:10} {:>22} {:>22}", "kind", "asked decided agreed", "asked decided agreed");
    for (kind, sympy) in &tables[0] {
        eprintln!("{kind:10} {:>22} {:>22}", sympy.row(), tables[1][kind].row());
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let decided: usize = tables[0].values().map(|count| count.decided).sum();
    assert!(decided * 100 >= items.len() * 99, "SymPy decided only {decided} of {}", items.len());

    for (place, (found, slot)) in of_faulty.iter().zip(&faulty).enumerate() {
        for verdict in [&found.sympy, &found.maxima] {
            if let Verdict::Decided { right, same, .. } = verdict {
                let wanted = if place % 2 == 0 { (0, 0) } else { (2, 1) };
                assert_eq!((right.len(), same.len()), wanted, "the fault in slot {slot}: {verdict:?}");
            }
        }
        assert!(matches!(found.sympy, Verdict::Decided { .. }), "{:?}", found.sympy);
    }
}

/// The options of an item without its key, or with the key a second time in another form.
fn with_fault(item: &Item, without: bool) -> BTreeMap<String, String> {
    let mut options = item.package.question.options.clone();
    if without {
        options.remove(item.key());
    } else {
        let key = options[item.key()].trim_start_matches("\\(").trim_end_matches("\\)");
        let (value, unit) = key.split_at(key.find("\\,\\mathrm").unwrap_or(key.len()));
        options.insert("Z".to_owned(), format!("\\(\\frac{{7 \\left({value}\\right)}}{{7}}{unit}\\)"));
    }
    options
}

/// The numbers that stand in the claim.
fn numbers(item: &Item) -> Vec<String> {
    let claim = item.claim();
    let texts: Vec<&str> = claim.given.values().map(String::as_str).chain(claim.texts()).collect();
    let text = texts.join(" ");
    let mut numbers: Vec<String> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|number| !number.is_empty())
        .map(str::to_owned)
        .collect();
    numbers.sort();
    numbers
}
