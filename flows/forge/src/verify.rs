//! The Verifier: independent layers, none of which trusts the key or the solution.
//!
//! Each layer is a pure function from a package to its findings. An item passes if no layer objects; the report says
//! which layers could decide.

mod form;
mod paths;
mod proof;
mod stem_and_claim;
mod syllabus;
mod words;

use tutti_maths::{Answer, Expr, ReadError, read};

use crate::Package;
use crate::claim::{AnswerKind, Claim};
use crate::report::{FailureSeverity, ItemVerdict, Layer, Layers, VerifierReport};
use crate::rules::Rule;

/// One objection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objection {
    pub rule: Rule,
    pub reason: String,
}

/// The findings of one layer. It objects, or it could not decide for these reasons, or it accepts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    pub objections: Vec<Objection>,
    pub undecided: Vec<String>,
}

impl Found {
    pub fn layer(&self) -> Layer {
        match (self.objections.is_empty(), self.undecided.is_empty()) {
            (false, _) => Layer::Fail,
            (true, false) => Layer::Undecided,
            (true, true) => Layer::Pass,
        }
    }

    fn object(&mut self, rule: Rule, reason: impl Into<String>) {
        self.objections.push(Objection { rule, reason: reason.into() });
    }
}

/// The answer of a solver that saw only stem and options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Blind {
    /// Nobody was asked.
    NotAsked,
    Answered(String),
    /// With the reason.
    GaveUp(String),
}

/// The options of a package, read once for every layer.
struct Options<'a>(Vec<Offered<'a>>);

struct Offered<'a> {
    letter: &'a str,
    answer: Result<Answer, ReadError>,
    /// In coherent SI units, or why it does not answer what the claim asks.
    value: Result<Expr, String>,
}

impl<'a> Options<'a> {
    fn of(package: &'a Package) -> Self {
        let asked = package.claim.as_ref().map_or(AnswerKind::Number, Claim::answer_kind);
        let offered = |(letter, text): (&'a String, &String)| {
            let answer = read(&form::maths_text(text));
            let value = match &answer {
                Ok(answer) => asked.value(answer),
                Err(error) => Err(error.to_string()),
            };
            Offered { letter, answer, value }
        };
        Self(package.question.options.iter().map(offered).collect())
    }

    fn at(&self, letter: &str) -> Option<&Offered<'a>> {
        self.0.iter().find(|offered| offered.letter == letter)
    }
}

/// The findings of each layer, under its name.
fn look(package: &Package, blind: &Blind) -> [(&'static str, Found); 5] {
    let options = Options::of(package);
    [
        ("form", form::check(package, &options)),
        ("syllabus", syllabus::check(package)),
        ("proof", proof::check(package, &options)),
        ("blind", blind_layer(package, blind)),
        ("paths", paths::check(package, &options)),
    ]
}

/// The rules that a package breaks, in the order of the layers.
pub fn broken_rules(package: &Package, blind: &Blind) -> Vec<Rule> {
    look(package, blind).iter().flat_map(|(_, layer)| &layer.objections).map(|found| found.rule).collect()
}

/// Every layer over one package.
pub fn verify(package: &Package, blind: &Blind) -> VerifierReport {
    let found = look(package, blind);
    let [form, syllabus, proof, blind, paths] = found.each_ref().map(|(_, layer)| layer.layer());
    let layers = Layers { form, syllabus, proof, blind, paths };
    let objections: Vec<&Objection> = found.iter().flat_map(|(_, layer)| &layer.objections).collect();
    let undecided = found.iter().flat_map(|(name, layer)| layer.undecided.iter().map(move |why| (name, why)));
    let sure = if layers.proof == Layer::Pass { "high" } else { "medium" };
    VerifierReport {
        verdict: if objections.is_empty() { ItemVerdict::Pass } else { ItemVerdict::Fail },
        confidence: objections.is_empty().then(|| sure.to_owned()),
        failure_type: objections.first().map(|objection| objection.rule.failure()),
        reasons: objections.iter().map(|objection| objection.reason.clone()).collect(),
        severity: (!objections.is_empty()).then_some(FailureSeverity::Fixable),
        regen_instructions: objections.iter().map(|objection| objection.rule.fix().to_owned()).collect(),
        layers: Some(layers),
        undecided: undecided.map(|(name, why)| format!("{name}: {why}")).collect(),
    }
}

fn blind_layer(package: &Package, blind: &Blind) -> Found {
    let mut found = Found::default();
    match blind {
        Blind::NotAsked => found.undecided.push("nobody solved it blind".to_owned()),
        Blind::GaveUp(why) => found.undecided.push(format!("the blind solver gave up: {why}")),
        Blind::Answered(letter) if *letter == package.question.correct_option => {}
        Blind::Answered(letter) => found.object(
            Rule::BlindDisagrees,
            format!(
                "solved without the key, the answer is {letter}, not {}",
                package.question.correct_option
            ),
        ),
    }
    found
}
