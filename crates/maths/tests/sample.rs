//! Agreement with a public sample of school mathematics, which is not part of the repository.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../tests/src/shared_data.rs"]
mod shared_data;

use std::{collections::BTreeMap, fs};

use num_integer::Integer;
use num_traits::ToPrimitive;
use tutti_maths::{Answer, Expr, Reading, compare, number, simplify, solve};

const READING: Reading = Reading { plain_letters: true, mixed_numbers: false };

fn expr(text: &str) -> Option<Expr> {
    READING.read_expr(text.trim().trim_end_matches(['.', '?'])).ok()
}

fn sides(text: &str) -> Option<(Expr, Expr)> {
    let (left, right) = text.trim().trim_end_matches(['.', '?']).split_once('=')?;
    Some((expr(left)?, expr(right)?))
}

fn whole(text: &str) -> Option<u64> {
    expr(text)?.as_number()?.to_integer().to_u64()
}

/// The text between the first `from` and the next `to`.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    let rest = text.split_once(from)?.1;
    Some(rest.split_once(to)?.0)
}

/// The part of a question that is mathematics: it begins at the first word that reads as such.
fn formula(question: &str) -> Option<Expr> {
    question.char_indices().filter(|(place, _)| *place == 0 || question[..*place].ends_with(' ')).find_map(
        |(place, _)| {
            let rest = &question[place..];
            let symbols = rest.chars().any(|c| c.is_ascii_digit());
            let words =
                rest.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word.len() > 1 && word != "sqrt");
            if symbols && !words { expr(rest) } else { None }
        },
    )
}

/// Values and functions a question introduces: `Let f(x) = …`, `Let b = …`, `Let m be f(3)`, `Suppose …`.
#[derive(Default)]
struct Given {
    values: BTreeMap<String, Expr>,
    functions: BTreeMap<String, (String, Expr)>,
}

impl Given {
    fn value(&self, text: &str) -> Option<Expr> {
        let text = text.trim().trim_end_matches(['.', '?']).trim();
        if let Some((name, argument)) = text.split_once('(')
            && let Some((parameter, body)) = self.functions.get(name)
        {
            let argument = self.value(argument.strip_suffix(')')?)?;
            return Some(simplify(&body.substitute(parameter, &argument)));
        }
        let mut value = expr(text)?;
        for (name, known) in &self.values {
            value = value.substitute(name, known);
        }
        Some(simplify(&value))
    }

    fn learn(&mut self, sentence: &str) -> Option<()> {
        if let Some(rest) = sentence.strip_prefix("Suppose ") {
            return self.suppose(rest);
        }
        let rest = sentence.strip_prefix("Let ")?;
        if let Some((head, body)) = rest.split_once(" be ") {
            let derived = self.derivative(body);
            if let Some((name, parameter)) = head.split_once('(') {
                let derived = derived?;
                let letter = derived.symbols().into_iter().next();
                let parameter = letter.map_or_else(|| parameter.to_owned(), |letter| letter.to_string());
                self.functions.insert(name.to_owned(), (parameter, derived));
                return Some(());
            }
            let value = self.value(body)?;
            self.values.insert(head.to_owned(), value);
            return Some(());
        }
        let (head, body) = rest.split_once(" = ")?;
        if let Some((name, parameter)) = head.split_once('(') {
            self.functions.insert(name.to_owned(), (parameter.strip_suffix(')')?.to_owned(), expr(body)?));
        } else {
            let value = self.value(body)?;
            self.values.insert(head.to_owned(), value);
        }
        Some(())
    }

    /// `the third derivative of … wrt x`, or without the last words.
    fn derivative(&self, text: &str) -> Option<Expr> {
        let (order, body) = text.split_once(" derivative of ")?;
        let order = ["first", "second", "third"].iter().position(|word| order.ends_with(word))? + 1;
        let mut value = self.value(body.split(" wrt ").next()?)?;
        let name = value.symbols().into_iter().next()?;
        for _ in 0..order {
            value = simplify(&value.derivative(&name)?);
        }
        Some(value)
    }

    fn suppose(&mut self, text: &str) -> Option<()> {
        let mut equations = Vec::new();
        for part in text.split(", ") {
            let (mut left, mut right) = sides(part)?;
            for (name, known) in &self.values {
                left = left.substitute(name, known);
                right = right.substitute(name, known);
            }
            equations.push((left, right));
        }
        let names: std::collections::BTreeSet<_> =
            equations.iter().flat_map(|(left, right)| left.clone().minus(right.clone()).symbols()).collect();
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        let found = solve::system(&equations, &names).ok()?;
        for (name, value) in names.iter().zip(found.first()?) {
            self.values.insert((*name).to_owned(), value.clone());
        }
        Some(())
    }
}

fn same(found: Option<Expr>, expected: &str) -> Option<bool> {
    Some(compare(&Answer::Value(found?), &Answer::Value(expr(expected)?)).is_equal())
}

/// Whether our answer is the expected one; `None` if the question was not understood.
fn agrees(kind: &str, question: &str, expected: &str) -> Option<bool> {
    match kind {
        "algebra/polynomial_roots" => {
            if let Some(body) = question.strip_prefix("Factor ") {
                return same(expr(body), expected);
            }
            let equation = [" such that ", " so that ", " given that ", "Solve ", "Suppose ", "Let "]
                .iter()
                .find_map(|word| {
                    question
                        .split_once(word)
                        .and_then(|(_, rest)| rest.split_once(" = 0"))
                        .map(|(left, _)| left)
                })?;
            let equation = equation.trim_start_matches("solve ");
            let left = expr(equation)?;
            let name = left.symbols().into_iter().next()?;
            let found = solve::equation(&left, &Expr::int(0), &name).ok()?;
            let ours = Answer::Set(found.into_iter().map(Answer::Value).collect());
            let theirs = match READING.read(&expected.replace(", ", " , ")).ok()? {
                Answer::Set(members) => Answer::Set(members),
                single => Answer::Set(vec![single]),
            };
            Some(compare(&ours, &theirs).is_equal())
        }
        "algebra/linear_1d" | "algebra/linear_2d" => {
            let body = question.strip_prefix("Solve ")?;
            let (equations, name) = body.split_once(" for ")?;
            let name = name.trim_end_matches('.');
            let equations: Option<Vec<_>> = equations.split(", ").map(sides).collect();
            let equations = equations?;
            let names: std::collections::BTreeSet<_> =
                equations.iter().flat_map(|(l, r)| l.clone().minus(r.clone()).symbols()).collect();
            let names: Vec<&str> = names.iter().map(|name| &**name).collect();
            let found = solve::system(&equations, &names).ok()?;
            let place = names.iter().position(|known| *known == name)?;
            same(found.first().map(|solution| solution[place].clone()), expected)
        }
        "arithmetic/add_or_sub" => {
            let found = if let Some(rest) = question.strip_prefix("Subtract ") {
                let (b, a) = rest.split_once(" from ")?;
                expr(a)?.minus(expr(b)?)
            } else {
                let text =
                    question.replace(" minus ", " - ").replace(" plus ", " + ").replace(" and ", " + ");
                let text = text
                    .replace(" take away ", " - ")
                    .replace(" less than ", " LESS ")
                    .replace("What is ", "")
                    .replace("the distance between", "DISTANCE");
                formula(&text)?
            };
            same(Some(found), expected)
        }
        "arithmetic/add_sub_multiple"
        | "arithmetic/mul_div_multiple"
        | "arithmetic/mixed"
        | "arithmetic/simplify_surd" => {
            let question = question.replace(" assuming ", "? ");
            same(formula(&question), expected)
        }
        "calculus/differentiate_composed" | "polynomials/compose" | "polynomials/evaluate_composed" => {
            let mut given = Given::default();
            let sentences: Vec<&str> = question.split_inclusive(". ").collect();
            let (asked, told) = sentences.split_last()?;
            for sentence in told {
                given.learn(sentence.trim().trim_end_matches('.'))?;
            }
            let asked = asked.trim().trim_end_matches(['.', '?']);
            if let Some((order, body)) = asked.split_once(" derivative of ") {
                let order = ["first", "second", "third"].iter().position(|word| order.ends_with(word))? + 1;
                let (body, name) =
                    body.split_once(" wrt ").or_else(|| body.split_once(" with respect to "))?;
                let mut value = given.value(body)?;
                for _ in 0..order {
                    value = value.derivative(name)?;
                }
                return same(Some(value), expected);
            }
            let last = asked.split(' ').next_back()?;
            same(given.value(last), expected)
        }
        _ if kind.starts_with("numbers/") => about_numbers(kind, question, expected),
        _ => None,
    }
}

/// Questions about whole numbers.
fn about_numbers(kind: &str, question: &str, expected: &str) -> Option<bool> {
    match kind {
        "numbers/gcd" | "numbers/lcm" => {
            let numbers: Vec<&str> = question
                .split([' ', ',', '?'])
                .map(|word| word.trim_end_matches('.'))
                .filter(|word| word.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
                .collect();
            let [a, b] = numbers[..] else { return None };
            let (a, b) = (expr(a)?.as_number()?.clone(), expr(b)?.as_number()?.clone());
            let found = if question.contains("denominator") {
                a.denom().lcm(b.denom())
            } else if kind == "numbers/gcd" {
                a.to_integer().gcd(&b.to_integer())
            } else {
                a.to_integer().lcm(&b.to_integer())
            };
            same(Some(Expr::int(found)), expected)
        }
        "numbers/div_remainder" => {
            let (a, b) = between(question, "when ", " is divided")
                .zip(question.split_once("divided by "))
                .map(|(a, (_, b))| (a, b.trim_end_matches(['.', '?'])))?;
            same(Some(Expr::int(whole(a)? % whole(b)?)), expected)
        }
        "numbers/is_prime" => {
            let n = whole(between(question, "Is ", " ")?)?;
            let found = number::is_prime(n) != question.contains("composite");
            Some(found == (expected == "True"))
        }
        "numbers/is_factor" => {
            let numbers: Vec<u64> = question.split([' ', '?']).filter_map(|word| word.parse().ok()).collect();
            let [a, b] = numbers[..] else { return None };
            let (divisor, multiple) = if question.contains("multiple of") || question.contains("divisible by")
            {
                (b, a)
            } else if question.starts_with("Does") {
                (a.min(b), a.max(b))
            } else {
                (a, b)
            };
            Some((multiple % divisor == 0) == (expected == "True"))
        }
        "numbers/list_prime_factors" => {
            let n = question.split([' ', '?', '.']).find_map(|word| word.parse::<u64>().ok())?;
            let found: Vec<String> = number::factors(n).iter().map(|(p, _)| p.to_string()).collect();
            Some(found.join(", ") == expected)
        }
        _ => None,
    }
}

#[test]
fn the_sample_agrees() {
    let Some(sample) = shared_data::find("items/mathematics_sample.tsv") else { return };
    let text = fs::read_to_string(sample).unwrap();
    let mut kinds: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in text.lines().skip(1) {
        let [kind, question, expected] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let found = agrees(kind, question, expected);
        let place = match found {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        };
        kinds.entry(kind).or_default()[place] += 1;
        match found {
            Some(false) => wrong.push(format!("{kind}: {question} → {expected}")),
            None if is_ours(kind) => println!("not understood: {kind}: {question} → {expected}"),
            _ => {}
        }
    }
    for (kind, [right, wrong, open]) in &kinds {
        let note = if is_ours(kind) { "" } else { "  (not ours: words, clocks, chance or sorting)" };
        println!("{right:4} agree {wrong:4} differ {open:4} not understood  {kind}{note}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn is_ours(kind: &str) -> bool {
    !["comparison/", "measurement/", "probability/", "algebra/sequence", "numbers/round", "numbers/place"]
        .iter()
        .any(|start| kind.starts_with(start))
}
