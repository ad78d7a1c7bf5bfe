//! Checks of an item without a claim: the results that its own words state.
//!
//! A solution that ends at another option than the key contradicts itself, and so does a wrong path that claims to lead
//! to something other than its option. Agreement proves nothing and is only reported.

use tutti_item::RichText;
use tutti_maths::{Answer, Equality, compare, read};

use super::Found;
use super::form::maths_text;
use crate::Package;
use crate::rules::Rule;

/// Before a result that a wrong path leads to.
const LEADS: &[&str] = &["leading to", "leads to", "giving", "gives", "yielding", "yields", "obtaining"];

/// Marks after which the last of several steps in one formula begins.
const THEN: &[&str] = &["\\implies", "\\Rightarrow", "\\therefore", "⇒", "⟹"];

/// The final result of the solution.
enum End {
    Letter(String),
    Value(Answer),
}

/// Holds the end of the solution against the options.
pub(super) fn result(package: &Package, found: &mut Found) {
    const NO_CLAIM: &str = "there is no claim to prove the key from";
    let key = &package.question.correct_option;
    let ends_at = match end(&package.solution.reasoning) {
        None => None,
        Some(End::Letter(letter)) => Some(letter).filter(|l| package.question.options.contains_key(l)),
        Some(End::Value(value)) => {
            let equal = |letter: &&String| {
                let option = read(&maths_text(&package.question.options[*letter])).ok();
                option.is_some_and(|option| same(&value, &option) == Some(true))
            };
            // The key first: the form layer reports equal options.
            let letters = package.key().is_some().then_some(key).into_iter();
            letters.chain(package.question.options.keys()).find(equal).cloned()
        }
    };
    match ends_at {
        None => found.undecided.push(format!("{NO_CLAIM}; the solution states no result that is an option")),
        Some(letter) if letter == *key => {
            found.undecided.push(format!("{NO_CLAIM}; the solution's own result agrees with the key"));
        }
        Some(letter) => found.object(
            Rule::SolutionContradictsKey,
            format!("the solution ends at {letter}, and the key is {key}"),
        ),
    }
}

/// Holds what each wrong path says it leads to against its option.
pub(super) fn results_of_paths(package: &Package, found: &mut Found) {
    for (letter, path) in &package.distractor_map {
        let option = package.question.options.get(letter).and_then(|text| read(&maths_text(text)).ok());
        let (Some(option), Some(result)) = (option, final_answer(&path.why)) else { continue };
        if same(&result, &option) == Some(false) {
            found.object(
                Rule::PathElsewhere,
                format!("the wrong path to {letter} says that it leads elsewhere"),
            );
        }
    }
}

/// The result at the end of a solution: what its last “answer is” names, else the last formula of its last sentence.
fn end(reasoning: &str) -> Option<End> {
    let text = plain(reasoning);
    let lower = text.to_ascii_lowercase();
    let named = ["answer is", "answer:", "answer ="]
        .iter()
        .filter_map(|mark| lower.rfind(mark).map(|at| at + mark.len()));
    if let Some(at) = named.max() {
        let said =
            sentence(&text[at..]).trim_matches([' ', ':', '*', '(', ')']).trim_start_matches("option ");
        if said.len() == 1 && said.chars().all(|c| c.is_ascii_uppercase()) {
            return Some(End::Letter(said.to_owned()));
        }
        return value(said).map(End::Value);
    }
    // Formulas are between dollar signs; the last one ends the text, except for a full stop.
    let tail = text.trim_end_matches(['.', ' ', '\n']);
    let inside = tail.strip_suffix('$')?.trim_end_matches('$');
    value(inside.rsplit('$').next()?).map(End::Value)
}

/// The result that a wrong path states at its very end.
fn final_answer(why: &str) -> Option<Answer> {
    let text = plain(why);
    let text = text.trim_end_matches(['.', ' ', '\n', ')']);
    let lower = text.to_ascii_lowercase();
    let at = LEADS.iter().filter_map(|mark| lower.rfind(mark).map(|at| at + mark.len())).max()?;
    let said = text[at..].trim();
    let formula = match said.strip_prefix('$') {
        Some(rest) => rest.strip_suffix('$').filter(|formula| !formula.contains('$'))?,
        None if said.starts_with(|c: char| c.is_ascii_digit() || c == '-') => said,
        None => return None,
    };
    value(formula)
}

/// The value at the end of a formula: after the last step and, in an equation `x = 3` or a chain, after the last `=`.
fn value(formula: &str) -> Option<Answer> {
    let formula = formula.trim_matches([' ', '$', '\n']);
    let last = THEN.iter().filter_map(|mark| formula.rfind(mark).map(|at| at + mark.len())).max();
    let formula = &formula[last.unwrap_or_default()..];
    let value = formula.rsplit('=').next()?.trim().trim_end_matches(['.', ',', ';']);
    match read(&maths_text(value)).ok()? {
        answer @ (Answer::Value(_) | Answer::Quantity(..)) => Some(answer),
        _ => None,
    }
}

/// Whether a result is the value of an option; none if they are of different kinds, so that nothing follows.
fn same(result: &Answer, option: &Answer) -> Option<bool> {
    // `b = 4a^3` offers 4a^3.
    let option = match option {
        Answer::Relation(sides, _) => Answer::Value(sides.last()?.clone()),
        other => other.clone(),
    };
    let comparable = match (result, &option) {
        (Answer::Value(a), Answer::Value(b)) => a.symbols() == b.symbols(),
        (Answer::Quantity(_, a), Answer::Quantity(_, b)) => a.dimension == b.dimension,
        _ => false,
    };
    match compare(result, &option) {
        Equality::Equal { .. } => Some(true),
        Equality::Different { .. } if comparable => Some(false),
        _ => None,
    }
}

/// Up to the end of the sentence: a full stop that is not a decimal point.
fn sentence(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.char_indices().find(|(at, c)| {
        *c == '\n' || (*c == '.' && !text[at + 1..].starts_with(|c: char| c.is_ascii_digit()))
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// A text with every formula between single dollars.
fn plain(text: &str) -> String {
    let text = RichText::from_dollars(text.trim());
    let text = text.as_str();
    ["\\(", "\\)", "\\[", "\\]", "$$"].iter().fold(text.to_owned(), |text, mark| text.replace(mark, "$"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn ends(reasoning: &str, expected: Option<&str>) {
        let found = end(reasoning).map(|end| match end {
            End::Letter(letter) => format!("option {letter}"),
            End::Value(value) => value.to_string(),
        });
        assert_eq!(found.as_deref(), expected, "{reasoning}");
    }

    #[test]
    fn a_solution_ends_at_a_result() {
        ends("So $x = 2$. Hence the correct answer is$\\frac{4}{3}$.", Some("4/3"));
        ends("Hence the correct answer is 7.", Some("7"));
        ends("The answer is 49.5.", Some("99/2"));
        ends("The minimum is 2. Hence the correct answer is C.", Some("option C"));
        ends("Setting it to zero:$$b - 4 = 0 \\implies b = 4$$", Some("4"));
        ends("\\(2 + 3 = 5\\).", Some("5"));
        ends("So it is five.", None);
        ends("We see $x = 2$, which is impossible.", None);
        ends("", None);
    }

    #[test]
    fn a_wrong_path_says_where_it_leads() {
        for (why, expected) in [
            ("Sign error, leading to $-(3+m)/4 = 1 \\implies m = -7$.", Some("-7")),
            ("Misses the cross term, which gives $\\sqrt{27} = 3\\sqrt{3}$.", Some("3*sqrt(3)")),
            ("Divides the wrong way (gives 3/4).", Some("3/4")),
            ("Misses a factor (leading to $\\csc x$), or adds wrongly (1 + 0).", None),
            ("Gives the other root.", None),
            ("Leads to time scaling with mass ($k^3$).", None),
            ("", None),
        ] {
            assert_eq!(final_answer(why).map(|answer| answer.to_string()).as_deref(), expected, "{why}");
        }
    }
}
