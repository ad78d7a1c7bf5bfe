//! Errors in options, wrong paths and steps.

use num_traits::ToPrimitive;
use tutti_forge::dice::Dice;
use tutti_forge::native::value::print;
use tutti_forge::{Package, ReasoningStep};
use tutti_maths::{Answer, Expr, Unit, read, simplify};

use super::{Planter, Plants};

pub(crate) const KINDS: &[(&str, Planter)] = &[
    ("key: another letter", another_key),
    ("option: the key in another form", key_in_another_form),
    ("option: the key once more, hardly changed", key_once_more),
    ("path: no entry", path_gone),
    ("path: no text", path_empty),
    ("path: leads elsewhere", path_elsewhere),
    ("unit: an option of another kind", option_of_another_kind),
    ("unit: an option of another scale", option_of_another_scale),
    ("unit: an option without, or with one that has no place", option_unit_gone),
    ("decimal: an option", option_decimal),
    ("syllabus: a method that is not on the list", unlisted_method),
    ("syllabus: a step that speaks of more", step_beyond),
    ("syllabus: a solution that speaks of more", reasoning_beyond),
];

/// Units with a unit of the same kind.
pub(crate) const SCALES: &[(&str, &str)] = &[
    ("m", "cm"),
    ("cm", "m"),
    ("mm", "cm"),
    ("nm", "mm"),
    ("km", "m"),
    ("g", "kg"),
    ("kg", "g"),
    ("s", "ms"),
    ("ms", "s"),
    ("min", "s"),
    ("h", "min"),
    ("N", "kN"),
    ("kN", "N"),
    ("J", "kJ"),
    ("kJ", "J"),
    ("W", "kW"),
    ("kW", "W"),
    ("V", "mV"),
    ("A", "mA"),
    ("mA", "A"),
    ("Hz", "kHz"),
    ("kHz", "Hz"),
];

/// Text with the delimiters off, cut into the value and its unit in `\mathrm`.
pub(crate) fn parts(option: &str) -> (String, Option<String>) {
    let core = option.trim().trim_start_matches("\\(").trim_end_matches("\\)");
    match core.rsplit_once("\\,\\mathrm{") {
        Some((value, unit)) => {
            (value.to_owned(), Some(unit.trim_end_matches('}').to_owned() + closing(unit)))
        }
        None => (core.to_owned(), None),
    }
}

/// The bracket of an exponent that was trimmed with the unit's own.
fn closing(unit: &str) -> &'static str {
    if unit.ends_with("}}") { "}" } else { "" }
}

pub(crate) fn format_value(value: &str, unit: Option<&str>) -> String {
    match unit {
        Some(unit) => format!("\\({value}\\,\\mathrm{{{unit}}}\\)"),
        None => format!("\\({value}\\)"),
    }
}

/// The unit with its first part at another scale: `cm^{2}` as `m^{2}`.
pub(crate) fn rescale(unit: &str) -> Option<String> {
    let (first, rest) = unit.split_at(unit.find(['^', '\\', ' ']).unwrap_or(unit.len()));
    let (_, other) = SCALES.iter().find(|(name, _)| *name == first)?;
    Some(format!("{other}{rest}"))
}

fn wrong_letter(item: &Package, dice: &mut Dice) -> String {
    let letters: Vec<&String> = item.distractor_map.keys().collect();
    (*dice.pick(&letters)).clone()
}

fn any_letter(item: &Package, dice: &mut Dice) -> String {
    let letters: Vec<&String> = item.question.options.keys().collect();
    (*dice.pick(&letters)).clone()
}

/// The item with another text at a wrong option, whose path is in words only: no formal path gives the change away.
fn with_option(item: &Package, letter: &str, text: String) -> Package {
    let mut item = item.clone();
    item.question.options.insert(letter.to_owned(), text);
    item.distractor_map.get_mut(letter).unwrap().gives = None;
    item
}

fn another_key(item: &Package, dice: &mut Dice) -> Plants {
    let letter = wrong_letter(item, dice);
    let mut item = item.clone();
    let path = item.distractor_map.remove(&letter).unwrap();
    // The map is kept complete, so that the letter alone is wrong.
    item.distractor_map.insert(std::mem::replace(&mut item.question.correct_option, letter), path);
    vec![item].into()
}

/// The ways in which the value can be written so that it looks like another.
fn other_forms(core: &str) -> Vec<String> {
    let Ok(Answer::Value(value)) = read(core) else { return Vec::new() };
    let exact = simplify(&value);
    let small = |n: &num_bigint::BigInt| n.to_i64().filter(|n| n.abs() < 100_000);
    let mut forms = Vec::new();
    match exact.as_number().and_then(|n| Some((small(n.numer())?, small(n.denom())?))) {
        Some((n, 1)) => {
            forms.push(format!("\\frac{{{}}}{{2}}", 2 * n));
            forms.push(format!("\\frac{{{}}}{{-3}}", -3 * n));
            forms.push(format!("{} + 2", n - 2));
            forms.push(format!("{} - 7", n + 7));
            if n >= 0 {
                forms.push(format!("\\sqrt{{{}}}", n * n));
            }
            if n % 2 == 0 {
                forms.push(format!(
                    "2 \\times {}",
                    if n < 0 { format!("({})", n / 2) } else { (n / 2).to_string() }
                ));
            }
            forms.extend((2..100).find(|m| m * m == n).map(|m| format!("{m}^{{2}}")));
        }
        Some((n, d)) => {
            let (whole, rest) = (n.div_euclid(d), n.rem_euclid(d));
            forms.push(format!("\\frac{{{}}}{{{}}}", 2 * n, 2 * d));
            forms.push(format!("\\frac{{{}}}{{{}}}", -3 * n, -3 * d));
            forms.push(format!("{whole} + \\frac{{{rest}}}{{{d}}}"));
            forms.push(format!("{} - \\frac{{{}}}{{{d}}}", whole + 1, d - rest));
            forms.push(format!(
                "\\frac{{1}}{{{d}}} \\times {}",
                if n < 0 { format!("({n})") } else { n.to_string() }
            ));
            if n > 0 {
                forms.push(format!("\\sqrt{{\\frac{{{}}}{{{}}}}}", n * n, d * d));
            }
        }
        None => {
            let worked_out = exact.to_latex();
            forms.extend((worked_out != core).then_some(worked_out));
            forms.push(format!("\\frac{{2\\left({core}\\right)}}{{2}}"));
            forms.push(format!("3 + {core} - 3"));
            forms.push(format!("\\frac{{{core}}}{{4}} + \\frac{{3\\left({core}\\right)}}{{4}}"));
            // The number before a root goes under it.
            if let Some((c, d)) = core.trim_end_matches('}').split_once("\\sqrt{")
                && let (Ok(c), Ok(d)) = (c.trim().parse::<i64>(), d.parse::<i64>())
            {
                let sign = if c < 0 { "-" } else { "" };
                forms.push(format!("{sign}\\sqrt{{{}}}", c * c * d));
            }
        }
    }
    forms
}

fn key_in_another_form(item: &Package, dice: &mut Dice) -> Plants {
    let key = item.key().unwrap();
    let (core, unit) = parts(key);
    let mut texts: Vec<String> =
        other_forms(&core).iter().map(|form| format_value(form, unit.as_deref())).collect();
    if let (Some(unit), Ok(Answer::Quantity(value, from))) =
        (&unit, read(key.trim_start_matches("\\(").trim_end_matches("\\)")))
    {
        let coherent = value.times(Expr::Number(from.scale.clone()));
        let plain = |unit: &str| unit.replace("\\,", " ").replace(['{', '}'], "");
        let to = rescale(unit).and_then(|to| Unit::read(&plain(&to)));
        texts.extend(to.map(|to| print(&coherent, Some(&to))));
    }
    let wrong: Vec<Package> = texts
        .into_iter()
        .filter(|text| text != key)
        .map(|text| with_option(item, &wrong_letter(item, dice), text))
        .collect();
    wrong.into()
}

fn key_once_more(item: &Package, dice: &mut Dice) -> Plants {
    let (core, unit) = parts(item.key().unwrap());
    let form = match dice.below(4) {
        0 => format!("0 + {core}"),
        1 => format!("1 \\times \\left({core}\\right)"),
        2 => format!("-\\left(-\\left({core}\\right)\\right)"),
        _ => format!("\\left({core}\\right)"),
    };
    vec![with_option(item, &wrong_letter(item, dice), format_value(&form, unit.as_deref()))].into()
}

fn path_gone(item: &Package, dice: &mut Dice) -> Plants {
    let letter = wrong_letter(item, dice);
    let mut item = item.clone();
    item.distractor_map.remove(&letter);
    vec![item].into()
}

fn path_empty(item: &Package, dice: &mut Dice) -> Plants {
    let letter = wrong_letter(item, dice);
    let mut item = item.clone();
    let blank = dice.pick(&["", " ", "\n"]);
    (*blank).clone_into(&mut item.distractor_map.get_mut(&letter).unwrap().why);
    vec![item].into()
}

fn path_elsewhere(item: &Package, dice: &mut Dice) -> Plants {
    let letter = wrong_letter(item, dice);
    let mut item = item.clone();
    let path = item.distractor_map.get_mut(&letter).unwrap();
    let gives = path.gives.clone().unwrap();
    path.gives = Some(match dice.below(3) {
        0 => format!("({gives}) + 1"),
        1 => format!("({gives})*2 + 1/7"),
        _ => format!("({gives}) - 3/11"),
    });
    vec![item].into()
}

fn option_of_another_kind(item: &Package, dice: &mut Dice) -> Plants {
    let letter = any_letter(item, dice);
    let (core, unit) = parts(&item.question.options[&letter]);
    let Some(unit) = unit else { return Plants::default() };
    let other = if unit == "K" { "s" } else { "K" };
    let mut item = item.clone();
    item.question.options.insert(letter, format_value(&core, Some(other)));
    vec![item].into()
}

fn option_of_another_scale(item: &Package, dice: &mut Dice) -> Plants {
    let letter = any_letter(item, dice);
    let (core, unit) = parts(&item.question.options[&letter]);
    let Some(other) = unit.and_then(|unit| rescale(&unit)) else { return Plants::default() };
    let mut item = item.clone();
    item.question.options.insert(letter, format_value(&core, Some(&other)));
    vec![item].into()
}

fn option_unit_gone(item: &Package, dice: &mut Dice) -> Plants {
    let letter = any_letter(item, dice);
    let (core, unit) = parts(&item.question.options[&letter]);
    let mut item = item.clone();
    item.question.options.insert(letter, format_value(&core, unit.is_none().then_some("kg")));
    vec![item].into()
}

fn option_decimal(item: &Package, dice: &mut Dice) -> Plants {
    let letter = any_letter(item, dice);
    let text = &item.question.options[&letter];
    let Some(start) = text.find(|c: char| c.is_ascii_digit()) else { return Plants::default() };
    let end = start + text[start..].find(|c: char| !c.is_ascii_digit()).unwrap();
    // The value stays: nothing but the point is wrong.
    let point = dice.pick(&[".0", ".00", "{,}0"]);
    let text = format!("{}{point}{}", &text[..end], &text[end..]);
    let mut item = item.clone();
    item.question.options.insert(letter, text);
    vec![item].into()
}

fn unlisted_method(item: &Package, dice: &mut Dice) -> Plants {
    let method = dice.pick(&[
        "matrices",
        "complex_numbers",
        "Algebra",
        "calculus of variations",
        "vector_calculus",
        "",
    ]);
    let mut item = item.clone();
    let place = dice.below(item.solution.steps.len());
    item.solution.steps[place].methods.push((*method).to_owned());
    vec![item].into()
}

const BEYOND: &[&str] = &[
    "By the method of Lagrange multipliers the gradients are parallel.",
    "Integrating by parts twice, the integral comes back.",
    "L'Hôpital’s rule gives the limit.",
    "Expand it as a Taylor series about zero.",
    "The eigenvalues of this are both real.",
    "By De Moivre's theorem the real part follows.",
    "This is the differential equation of exponential growth.",
    "The area is half of the cross product.",
    "With the moment of inertia of the rod the energy is known.",
    "By the Cauchy–Schwarz inequality the product is bounded.",
    "Work modulo seven with Fermat's little theorem.",
    "Setting the partial derivatives to zero gives the optimum.",
    "On the Argand diagram this is a rotation.",
    "A generating function counts them.",
];

fn step_beyond(item: &Package, dice: &mut Dice) -> Plants {
    let mut item = item.clone();
    let place = dice.below(item.solution.steps.len() + 1);
    let step = ReasoningStep { text: (*dice.pick(BEYOND)).to_owned(), methods: vec!["algebra".to_owned()] };
    item.solution.steps.insert(place, step);
    vec![item].into()
}

fn reasoning_beyond(item: &Package, dice: &mut Dice) -> Plants {
    let mut item = item.clone();
    item.solution.reasoning = format!("{} {}", dice.pick(BEYOND), item.solution.reasoning);
    vec![item].into()
}
