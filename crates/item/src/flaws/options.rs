//! Flaws among the options, whichever is the key.

use tutti_core::Severity;
use tutti_lexicon::{Lexicon, List, Negation, plain_sign};

use super::{Flaws, Place, Rule};
use crate::text::parse_number;
use crate::words::{Quantity, Sort, Text, View, Word};

pub(super) fn check(view: &View<'_>, flaws: &mut Flaws) {
    combinations(view, flaws);
    wording(view, flaws);
    sequence(view, flaws);
    sameness(view, flaws);
    overlaps(view, flaws);
    lengths(view, flaws);
    forms(view, flaws);
    lead(view, flaws);
    articles(view, flaws);
    implausible(view, flaws);
}

/// Options made of the numbers or letters of statements: `I and III only`, `Both A and C`.
pub(crate) fn is_combination(option: &Text<'_>) -> bool {
    let joining = |word: &Word<'_>| word.is(List::CombinationWords);
    let named = |raw: &str| {
        [
            "I", "II", "III", "IV", "V", "i", "ii", "iii", "iv", "A", "B", "C", "D", "E", "1", "2", "3", "4",
            "5", "first", "second", "third",
        ]
        .contains(&raw)
    };
    let silent = |word: &str| ["statement", "statements", "claim", "claims", "the"].contains(&word);
    let joined = option.words.iter().any(joining);
    // `(-2, 1)` is a point; bare digits count as names only beside a joining word.
    let lettered =
        option.source.contains(',') && !option.source.contains(|c: char| c.is_ascii_digit() || c == '(');
    let names = option.words.iter().filter(|word| named(word.raw)).count();
    names >= 1
        && (joined || lettered)
        && option.words.iter().all(|word| named(word.raw) || joining(word) || silent(&word.lower))
}

fn combinations(view: &View<'_>, flaws: &mut Flaws) {
    let mut places = view.options.iter().enumerate().filter(|(_, option)| is_combination(option));
    if let (Some((_, first)), Some(_)) = (places.next(), places.next()) {
        flaws.add(Rule::KType, first.source.trim(), Place::Options);
    }
}

fn wording(view: &View<'_>, flaws: &mut Flaws) {
    for (place, option) in view.options.iter().enumerate() {
        let at = Place::Option(place);
        let aside =
            option.first_listed(List::AllOfTheAbove).or_else(|| option.first_listed(List::NoneOfTheAbove));
        if aside.is_some() || is_combination(option) {
            continue;
        }
        let whole = || option.source.contains("100%").then_some("100%");
        if let Some(words) = option.absolute().or_else(whole).filter(|_| view.quantities.is_empty()) {
            flaws.add(Rule::AbsoluteTerms, words, at);
        }
        let vague = option.first_listed(List::VagueWords).or_else(|| option.first_listed(List::VagueAmounts));
        if let Some(words) = vague {
            flaws.add_as(Rule::VagueTerms, Severity::Medium, words, at);
        }
        if let Some(words) = option.first_listed(List::UnclearPhrases) {
            flaws.add(Rule::Ambiguous, words, at);
        }
        let negatives: Vec<_> = option
            .words
            .iter()
            .filter(|word| word.negation.is_some_and(|negation| negation != Negation::Near))
            .map(|word| word.raw)
            .collect();
        let joined = option.words.iter().any(|word| word.negation == Some(Negation::Pair));
        if negatives.len() > 1 && !joined {
            flaws.add(Rule::DoubleNegative, negatives.join(" … "), at);
        }
    }
}

fn sequence(view: &View<'_>, flaws: &mut Flaws) {
    let ranks: Option<Vec<f64>> = view.options.iter().map(|option| rank(option, view.lexicon)).collect();
    let values = ranks.as_ref().unwrap_or(&view.quantities);
    let rising = values.windows(2).all(|pair| pair[0] <= pair[1]);
    let falling = values.windows(2).all(|pair| pair[0] >= pair[1]);
    if values.len() >= 3 && !rising && !falling {
        let shown: Vec<_> = view.options.iter().map(|option| option.source.trim()).collect();
        flaws.add(Rule::LostSequence, shown.join(", "), Place::Options);
    }
}

/// The place of an option in an order that everybody knows: `eight`, `08:30`, `March`.
fn rank(option: &Text<'_>, lexicon: &Lexicon) -> Option<f64> {
    const ORDERS: [List; 4] = [List::Numbers, List::Ordinals, List::Months, List::Weekdays];
    if let [hour, minute] = &option.words[..] {
        let clock = option.source.trim() == format!("{}:{}", hour.raw, minute.raw) && minute.raw.len() == 2;
        return clock.then(|| Some(parse_number(hour.raw)? * 60.0 + parse_number(minute.raw)?))?;
    }
    let [word] = &option.words[..] else { return None };
    // Words of two orders are not compared: each order has a hundred of its own.
    ORDERS.iter().enumerate().find_map(|(order, list)| {
        let value = lexicon.value(*list, &word.lower)?;
        (value < 100.0).then_some(order as f64 * 100.0 + value)
    })
}

/// The same words, or the same value written in two ways.
fn sameness(view: &View<'_>, flaws: &mut Flaws) {
    for (place, option) in view.options.iter().enumerate() {
        for (earlier, other) in view.options[..place].iter().enumerate() {
            let cased = option.source.split_whitespace().eq(other.source.split_whitespace());
            // `5 mA` and `5 MA` differ by more than a capital, and so do `F = Gm` and `F = GM`.
            let quantities = view.amounts[place].is_some() || option.source.contains('=');
            let worded = !option.flat().is_empty()
                && option.flat() == other.flat()
                && !quantities
                && signs(option.source).eq(signs(other.source));
            let quote = || format!("{} | {}", other.source.trim(), option.source.trim());
            if cased || worded || is_inversion(option, other) {
                flaws.add(Rule::DuplicateOptions, quote(), Place::Option(place));
            } else if let (Some(a), Some(b)) = (view.amounts[place], view.amounts[earlier])
                && (a.unit == b.unit || [a.unit, b.unit].iter().all(|unit| ["", "%"].contains(unit)))
                && (a.value - b.value).abs() <= 1e-12 * a.value.abs().max(b.value.abs())
            {
                let rule = if view.key == Some(place) || view.key == Some(earlier) {
                    Rule::MoreThanOneCorrect
                } else {
                    Rule::DuplicateOptions
                };
                flaws.add(rule, quote(), Place::Option(place));
            }
        }
    }
}

/// `Curie, Marie` and `Marie Curie`, `8 May 1945` and `May 8, 1945`: a comma turns the words round, and nothing else
/// differs. Without one, `man bites dog` is another thing.
fn is_inversion(a: &Text<'_>, b: &Text<'_>) -> bool {
    if a.words.len() != b.words.len() || !(2..=4).contains(&a.words.len()) {
        return false;
    }
    let sorted = |text: &Text<'_>| {
        let mut words: Vec<String> = text.words.iter().map(|word| word.lower.to_string()).collect();
        words.sort_unstable();
        words
    };
    let named = a.words.iter().any(|word| word.sort == Sort::Word && word.lower.len() > 2);
    let maths = a.words.iter().any(|word| word.sort == Sort::Maths);
    named && !maths && a.source.contains(',') != b.source.contains(',') && sorted(a) == sorted(b)
}

/// Signs that carry meaning: `(-2, 1)` and `(2, -1)` have the same words.
fn signs(source: &str) -> impl Iterator<Item = char> {
    source.chars().map(plain_sign).filter(|c| "-+<>=≤≥/^×→←±√∞".contains(*c))
}

fn overlaps(view: &View<'_>, flaws: &mut Flaws) {
    let spans: Vec<_> = view.options.iter().map(span).collect();
    for (place, option) in view.options.iter().enumerate() {
        for (earlier, other) in view.options[..place].iter().enumerate() {
            let quote = || format!("{} | {}", other.source.trim(), option.source.trim());
            if let (Some(a), Some(b)) = (spans[place], spans[earlier]) {
                if a.0.max(b.0) < a.1.min(b.1) {
                    flaws.add_as(Rule::OverlappingOptions, Severity::High, quote(), Place::Option(place));
                } else if a.0.max(b.0) <= a.1.min(b.1) && has_dash(option) && has_dash(other) {
                    // `18–25` and `25–35` both contain 25.
                    flaws.add_as(Rule::OverlappingOptions, Severity::Low, quote(), Place::Option(place));
                }
                continue;
            }
            let (short, long) =
                if option.words.len() < other.words.len() { (option, other) } else { (other, option) };
            let denials = |text: &Text<'_>| text.words.iter().filter(|word| word.denies()).count();
            let negated = denials(long) != denials(short);
            let whole = short.words.len() >= 2
                && short.words.len() < long.words.len()
                && short.words.iter().any(|word| word.content)
                && long.phrase(short.flat()).is_some();
            if whole && !negated && !is_combination(long) {
                let key = view.key == Some(place) || view.key == Some(earlier);
                let severity = if key { Severity::Medium } else { Severity::Low };
                flaws.add_as(Rule::OverlappingOptions, severity, quote(), Place::Option(place));
            }
        }
    }
}

fn has_dash(option: &Text<'_>) -> bool {
    option.source.contains('–') || option.words.iter().any(|word| range(word.raw).is_some())
}

/// `−2 < x < 2`, `x > 3`, `[0, 2]`: what an inequality or an interval covers.
fn bounds(source: &str) -> Option<(f64, f64)> {
    let plain: String = source.chars().filter(|c| !c.is_whitespace()).map(plain_sign).collect();
    if let Some(inner) = plain.strip_prefix(['[', '(']).and_then(|rest| rest.strip_suffix([']', ')']))
        && plain.starts_with('[') | plain.ends_with(']')
    {
        let (low, high) = inner.split_once(',')?;
        return Some((parse_number(low)?, parse_number(high)?));
    }
    let plain = plain.replace(['≤', '⩽'], "<").replace(['≥', '⩾'], ">");
    let letter = |text: &str| text.chars().count() == 1 && text.chars().all(char::is_alphabetic);
    let sides: Vec<&str> = plain.split(['<', '>']).collect();
    match (sides.as_slice(), plain.contains('<'), plain.contains('>')) {
        ([low, x, high], true, false) if letter(x) => Some((parse_number(low)?, parse_number(high)?)),
        ([high, x, low], false, true) if letter(x) => Some((parse_number(low)?, parse_number(high)?)),
        ([x, high], true, false) if letter(x) => Some((f64::NEG_INFINITY, parse_number(high)?)),
        ([x, low], false, true) if letter(x) => Some((parse_number(low)?, f64::INFINITY)),
        _ => None,
    }
}

/// The numbers an option covers: `10 to 20`, `5–10 km`, `less than 3`, `more than 20`.
fn span(option: &Text<'_>) -> Option<(f64, f64)> {
    if !option.words.iter().any(|word| word.sort == Sort::Number) {
        return None;
    }
    let numbers: Vec<f64> = option
        .words
        .iter()
        .filter(|word| word.sort == Sort::Number)
        .filter_map(|word| {
            parse_number(word.raw.trim_end_matches(char::is_alphabetic)).or_else(|| leading_number(word.raw))
        })
        .collect();
    let written = option.words.iter().find_map(|word| range(word.raw)).or_else(|| bounds(option.source));
    if let Some(range) = written {
        return Some(range);
    }
    let (below, above) = (option.first_listed(List::UpperBounds), option.first_listed(List::LowerBounds));
    match numbers[..] {
        [low, high]
            if option.has("to")
                || option.has("and") && option.has("between")
                || option.source.contains('–') =>
        {
            (low < high).then_some((low, high))
        }
        [limit] if below.is_some() && option.words.len() <= 5 => Some((f64::NEG_INFINITY, limit)),
        [limit] if above.is_some() && option.words.len() <= 5 => Some((limit, f64::INFINITY)),
        _ => None,
    }
}

fn leading_number(raw: &str) -> Option<f64> {
    raw.split('-').next().and_then(parse_number)
}

fn range(raw: &str) -> Option<(f64, f64)> {
    let (low, high) = raw.split_once(['-', '–', '‑', '‐'])?;
    let (low, high) = (parse_number(low)?, parse_number(high)?);
    (low < high).then_some((low, high))
}

/// Measured in words too: `kidney` and `gall bladder` are alike to the eye.
fn lengths(view: &View<'_>, flaws: &mut Flaws) {
    let worded = |option: &Text<'_>| option.words.iter().any(|word| word.content);
    if !view.quantities.is_empty() || view.options.len() < 3 || !view.options.iter().all(worded) {
        return;
    }
    let longest = view.options.iter().max_by_key(|option| option.length());
    let shortest = view.options.iter().min_by_key(|option| option.length());
    if let (Some(longest), Some(shortest)) = (longest, shortest)
        && longest.words.len() >= shortest.words.len() + 5
        && longest.length() * 2 > shortest.length() * 5
    {
        let quote = format!("{} | {}", shortest.source.trim(), longest.source.trim());
        flaws.add(Rule::UnequalLengths, quote, Place::Options);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Form {
    Quantity,
    Infinitive,
    Gerund,
    Reason,
    Sentence,
    Article,
    Phrase,
}

/// An option with one of these is a clause, whatever its subject looks like: `Clotting factors have to be used up`.
const HELPERS: [&str; 12] =
    ["is", "are", "was", "were", "has", "have", "had", "will", "does", "do", "did", "would"];

/// What an option is grammatically, as far as its first word and its last sign tell.
pub(crate) fn form_of((option, quantity): (&Text<'_>, &Option<Quantity<'_>>)) -> Form {
    let first = option.first();
    let (source, many) = (option.source.trim(), option.words.len() >= 3);
    let symbols = |word: &Word<'_>| word.sort != Sort::Word || word.raw.chars().count() == 1;
    if quantity.is_some() || option.words.iter().all(symbols) {
        Form::Quantity
    } else if many && source.ends_with('.') {
        Form::Sentence
    } else if ["to", "å"].contains(&first) {
        Form::Infinitive
    } else if ["because", "fordi", "since"].contains(&first) {
        Form::Reason
    } else if first.len() > 5
        && first.ends_with("ing")
        && !option.words.iter().any(|word| HELPERS.contains(&&*word.lower))
        && option.words.get(1).is_some_and(|word| *word.lower != *"of")
    {
        Form::Gerund
    } else if ["a", "an", "the"].contains(&first) && option.words.len() <= 3 {
        // In a longer option the article of its first noun is not seen.
        Form::Article
    } else {
        Form::Phrase
    }
}

/// One option of another form than all the others, which agree.
fn forms(view: &View<'_>, flaws: &mut Flaws) {
    let forms: Vec<_> = view.options.iter().zip(&view.amounts).map(form_of).collect();
    if forms.len() < 3 || view.options.iter().any(is_combination) {
        return;
    }
    // With a noun, an infinitive and a clause side by side, none of them is the odd one.
    let mut kinds: Vec<_> =
        forms.iter().map(|form| if *form == Form::Article { Form::Phrase } else { *form }).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() >= 3 {
        flaws.add(Rule::UnparallelOptions, view.options[0].source.trim(), Place::Options);
        return;
    }
    for (place, form) in forms.iter().enumerate() {
        let mut others = forms.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, form)| form);
        let Some(first) = others.next() else { continue };
        if form != first && others.all(|other| other == first) {
            flaws.add(Rule::UnparallelOptions, view.options[place].source.trim(), Place::Option(place));
        }
    }
}

fn lead(view: &View<'_>, flaws: &mut Flaws) {
    let Some((first, rest)) = view.options.split_first() else { return };
    let same = first
        .words
        .iter()
        .enumerate()
        .take_while(|(i, word)| {
            rest.iter().all(|option| option.words.get(*i).is_some_and(|other| other.lower == word.lower))
        })
        .count();
    let worded = first.words.iter().take(same).filter(|word| word.sort == Sort::Word).count();
    // `he signed` is all that a stem would have to say.
    let enough = if first.words.first().is_some_and(|word| word.is(List::StemAnaphors)) { 2 } else { 3 };
    if worded >= enough && rest.len() >= 2 {
        let words: Vec<_> = first.words.iter().take(same).map(|word| word.raw).collect();
        flaws.add(Rule::RepeatedLead, words.join(" "), Place::Options);
    }
}

/// A stem that ends in `a` or `an` and options that do not all go with it; a stem that ends in `are` or `is` with
/// options of both numbers is left to the cue solver, which can only guess at numbers.
fn articles(view: &View<'_>, flaws: &mut Flaws) {
    let stem = &view.stem;
    let Some(last) = stem.words.last().filter(|_| view.is_english()) else { return };
    let article = &*last.lower;
    if !["a", "an"].contains(&article) || stem.source.trim_end().ends_with('?') {
        return;
    }
    let misfits = view.options.iter().filter(|option| fits_article(option, article) == Some(false)).count();
    if misfits > 0 {
        let severity = if misfits == view.options.len() { Severity::Medium } else { Severity::High };
        flaws.add_as(Rule::GrammaticalCue, severity, last.raw, Place::Stem);
    }
}

/// Whether the option can follow `a` or `an`; none if it starts with no letter.
pub(crate) fn fits_article(option: &Text<'_>, article: &str) -> Option<bool> {
    let first = option.words.first().filter(|word| word.sort == Sort::Word)?;
    let lower = &*first.lower;
    let silent = ["hour", "honest", "honour", "honor", "heir"].iter().any(|start| lower.starts_with(start));
    let you = ["uni", "use", "usu", "eu", "one", "once", "uti", "ubi", "ura"]
        .iter()
        .any(|start| lower.starts_with(start))
        && !lower.starts_with("unin")
        && !lower.starts_with("unim");
    let vowel = silent || (lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !you);
    Some(vowel == (article == "an"))
}

fn implausible(view: &View<'_>, flaws: &mut Flaws) {
    for (place, option) in view.distractors() {
        let joke = option.words.iter().find(|word| word.is(List::Jokes)).map(|word| word.raw);
        let filler = option.is_listed(List::Fillers).then(|| option.source.trim());
        if let Some(words) = joke.or(filler) {
            flaws.add(Rule::ImplausibleDistractors, words, Place::Option(place));
        } else if far_off(view, place) {
            flaws.add_as(
                Rule::ImplausibleDistractors,
                Severity::Low,
                option.source.trim(),
                Place::Option(place),
            );
        }
    }
}

/// A thousand times larger or smaller than any other, where the others lie within a factor of a hundred.
fn far_off(view: &View<'_>, place: usize) -> bool {
    let values = &view.quantities;
    if values.len() < 4 || values.contains(&0.0) {
        return false;
    }
    let others =
        || values.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, value)| value.abs());
    let (low, high) = (others().fold(f64::INFINITY, f64::min), others().fold(0.0, f64::max));
    let value = values[place].abs();
    high / low <= 100.0 && (value / high >= 1000.0 || low / value >= 1000.0)
}
