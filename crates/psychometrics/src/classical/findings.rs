//! Findings for teachers, with reasons in their own terms.

use tutti_core::{Finding, Severity};

use super::ItemStatistics;

/// Fewer right than one in five: near what guessing gives, so hardly anybody can be told apart.
pub const TOO_HARD_BELOW: f64 = 0.2;
/// More right than nine in ten: hardly anybody can be told apart either.
pub const TOO_EASY_ABOVE: f64 = 0.9;
/// Below this the item says little about who is good at the rest. The usual cut-off for a review.
pub const DISCRIMINATION_TO_REVIEW: f64 = 0.15;
/// One in ten who ran out of time make p a figure about the fast ones.
const MANY_NOT_REACHED: f64 = 0.1;
/// One in ten blanks usually means the question was not understood.
const MANY_OMITTED: f64 = 0.1;
/// With fewer answers a correlation moves by more than .18 either way by chance alone (1 / √30).
const FEW_ANSWERS: usize = 30;

/// Findings about the item at `place`, the gravest first.
pub(crate) fn findings(place: usize, item: &ItemStatistics) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut say = |rule: &str, severity, message: String| {
        found.push(Finding::new(rule, severity, message).at(format!("/items/{place}")));
    };
    let Some(p) = item.p else {
        say(
            "no_answers",
            Severity::Medium,
            "Nobody answered this item, so there are no figures for it.".into(),
        );
        return found;
    };
    if item.answered < FEW_ANSWERS {
        let n = item.answered;
        say("few_answers", Severity::Low, format!("Only {n} answers: read every figure as a first hint."));
    }
    if p <= 0.0 || p >= 1.0 {
        let all = if p >= 1.0 { "right" } else { "wrong" };
        say(
            "constant_item",
            Severity::Medium,
            format!("Everybody got it {all}: it does not discriminate and adds nothing to the test."),
        );
    } else if p < TOO_HARD_BELOW {
        let percent = percent(p);
        say(
            "too_hard",
            Severity::Medium,
            format!(
                "Only {percent} got it right, about what guessing gives. Was it taught? Is the key right?"
            ),
        );
    } else if p > TOO_EASY_ABOVE {
        say("too_easy", Severity::Low, format!("{} got it right: it hardly discriminates.", percent(p)));
    }
    // Two standard errors of a correlation around zero.
    let chance = 2.0 / (item.answered.max(1) as f64).sqrt();
    let by_chance = |r: f64| if r.abs() < chance { " It is small enough to be chance." } else { "" };
    match item.point_biserial {
        // What rounds to nothing points neither way.
        Some(r) if r < -0.005 => say(
            "suspect_key",
            Severity::High,
            format!(
                "Those who do well on the rest get this wrong more often (r = {r:.2}): check the key first, then \
                 whether another option is also right.{}",
                by_chance(r)
            ),
        ),
        Some(r) if r < DISCRIMINATION_TO_REVIEW => say(
            "weak_discrimination",
            Severity::Medium,
            format!(
                "Strong and weak learners do almost equally well here (r = {r:.2}): unclear, guessable or off topic?"
            ),
        ),
        _ => {}
    }
    for option in item.options.iter().filter(|option| !option.is_key) {
        let name = &option.option;
        if let Some(r) = option.point_biserial
            && r > 0.0
        {
            say(
                "distractor_draws_the_able",
                Severity::Medium,
                format!(
                    "Wrong option {name} is taken more by those who do well on the rest (r = {r:.2}): it may be \
                     right too, or the key wrong.{}",
                    by_chance(r)
                ),
            );
        }
        if option.is_idle_distractor() {
            let share = percent(option.share.unwrap_or(0.0));
            say(
                "idle_distractor",
                Severity::Low,
                format!("Wrong option {name} was taken by {share}: nobody believes it, replace or drop it."),
            );
        }
    }
    if let Some(share) = item.not_reached_share.filter(|share| *share > MANY_NOT_REACHED) {
        say(
            "often_not_reached",
            Severity::Low,
            format!(
                "{} did not get this far in time: its figures describe only the fast ones.",
                percent(share)
            ),
        );
    }
    if let Some(share) = item.omitted_share.filter(|share| *share > MANY_OMITTED) {
        let percent = percent(share);
        say("often_omitted", Severity::Low, format!("{percent} left it blank: is it clear what is asked?"));
    }
    found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    found
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}
