//! Questions that apply a value: what a percentage amounts to, when a period ends, how far a figure exceeds a limit,
//! what a rate yields.

mod days;

use std::collections::BTreeSet;

use tutti_language::{Quantity, QuantityKind};
use tutti_lexicon::{Lexicon, List};

use crate::facts::Facts;
use crate::gaps::{concept_of, without_value};
use crate::question::{Answer, Difficulty, Draw, Facet, Question};
use crate::questions::Wanted;
use crate::seeded_choice::seeded_numbers;
use crate::values::{self, Style};
use crate::wording::Wording;
use days::{earlier, later};

pub(crate) fn sums(facts: &Facts<'_>, wording: Wording, wanted: Wanted) -> Vec<Question> {
    let value = |quantity| Value::of(facts, wording, wanted, quantity);
    facts.quantities.iter().filter_map(value).filter_map(|value| value.first_use()).collect()
}

/// A value of the text that can be asked for, with what stands around it.
struct Value<'a> {
    facts: &'a Facts<'a>,
    wording: Wording,
    quantity: &'a Quantity,
    /// The sentence without it.
    sentence: String,
    /// What stands before and after it, in small letters.
    before: String,
    after: String,
    /// Itself among near ones in rising order, and its place.
    numbers: Vec<f64>,
    key: usize,
    /// Always the same for the same sentence.
    lot: [usize; 2],
}

/// What stands before a time that runs.
const LASTS: &[&str] = &[
    "for", "after", "within", "lasts", "last", "takes", "take", "wait", "i", "etter", "innen", "varer",
    "tar", "vent", "varar", "tek",
];
/// What stands after a time that something sets off.
const START: &[&str] = &["of", "after", "from", "following", "etter", "fra", "frå", "av"];
/// What stands before the most that something may be.
const LIMITS: &[&str] =
    &["up to", "not exceed", "no more than", "not more than", "limited to", "maximum of", "at most"];
/// What stands before an amount that may be due again.
const FEES: &[&str] =
    &["fee of", "fine of", "price of", "charge of", "costs", "gebyr på", "avgift på", "bot på", "gebyret er"];

impl<'a> Value<'a> {
    fn of(facts: &'a Facts<'a>, wording: Wording, wanted: Wanted, quantity: &'a Quantity) -> Option<Self> {
        let sentence = without_value(facts, quantity)?;
        let whole = facts.sentence(quantity.sentence);
        let (before, after) = (whole.get(..quantity.range.start)?, whole.get(quantity.range.end..)?);
        let (numbers, key) =
            values::numbers(quantity, &facts.quantities, &sentence, wanted.difficulty, wanted.wrong)?;
        let lot = seeded_numbers(&sentence);
        let (before, after) = (before.trim_end().to_lowercase(), after.trim_start().to_lowercase());
        Some(Self { facts, wording, quantity, sentence, before, after, numbers, key, lot })
    }

    /// The first way in which it can be put to use.
    fn first_use(&self) -> Option<Question> {
        self.share()
            .or_else(|| self.deadline())
            .or_else(|| self.above())
            .or_else(|| self.rate())
            .or_else(|| self.clock())
            .or_else(|| self.several())
    }

    /// "25 percent of disposable earnings": what is it with earnings of $600? "85 percent of them": how many of 400?
    fn share(&self) -> Option<Question> {
        let of = self.after.strip_prefix("of ").or_else(|| self.after.strip_prefix("av "));
        let of = of.filter(|_| self.quantity.kind == QuantityKind::Percent)?;
        let Some(whole) = in_money(of, self.facts.lexicon()) else {
            // A share that is asked of somebody is worked out; one that is found in the world is known.
            let asked = format!(" {} ", self.before);
            if !RULES.iter().any(|word| asked.contains(&format!(" {word} "))) {
                return None;
            }
            let total = [200, 400, 600, 800][self.lot[0] % 4];
            let stem = self.wording.share_of_total(&self.sentence, total);
            return self.work_out(stem, &|share| plainly(f64::from(total) * share / 100.0));
        };
        let amount = [400.0, 600.0, 800.0, 1200.0][self.lot[0] % 4];
        let sign = if self.wording == Wording::English { "$" } else { "kr " };
        let stem = self.wording.share_of(&self.sentence, &whole, &format!("{sign}{amount}"));
        self.work_out(stem, &|share| format!("{sign}{}", plainly(amount * share / 100.0)))
    }

    /// "For 20 minutes": when is it over if it starts at 14:35?
    fn clock(&self) -> Option<Question> {
        let minutes = match self.unit()?.as_str() {
            "minutes" | "minute" | "minutter" | "minutt" => 1.0,
            "hours" | "hour" | "timer" | "timar" => 60.0,
            _ => return None,
        };
        let runs = self.before.split_whitespace().rev().take(3).any(|word| LASTS.contains(&word));
        // "Within 3 minutes of standing up" lasts no time.
        if !runs
            || self.after.starts_with("of ")
            || self.quantity.number * minutes > 300.0
            || self.quantity.number < 2.0
        {
            return None;
        }
        let start = (8 + self.lot[1] % 7) * 60 + [5, 20, 35, 50][self.lot[1] % 4];
        let stem = self.wording.over_at(&self.sentence, &self.wording.time(start));
        self.work_out(stem, &|number| self.wording.time(start + (number * minutes) as usize))
    }

    /// "150 minutes a week": what is it in four weeks?
    fn rate(&self) -> Option<Question> {
        let each = ["a ", "an ", "per ", "each ", "i ", "om "];
        let rest = each.iter().find_map(|each| self.after.strip_prefix(each))?;
        let unit = rest.split(|c: char| !c.is_alphabetic()).next()?;
        let (times, period) = self.wording.periods(unit)?;
        if matches!(self.quantity.kind, QuantityKind::Percent | QuantityKind::Year | QuantityKind::Date) {
            return None;
        }
        let style = self.style()?;
        let stem = self.wording.over_periods(&self.sentence, period);
        self.work_out(stem, &|number| style.write(number * f64::from(times)))
    }

    /// "A fee of 40 crowns": what does it come to if it is due three times?
    fn several(&self) -> Option<Question> {
        let style = self.style().filter(|_| self.stands_after(FEES))?;
        let stem = self.wording.three_of_them(&self.sentence);
        self.work_out(stem, &|number| style.write(number * 3.0))
    }

    /// "Within 30 days of the notice": when does it end if it starts on March 3? "At least 30 days before": when at the
    /// latest?
    fn deadline(&self) -> Option<Question> {
        let next = self.after.split_whitespace().next().unwrap_or_default();
        let back = self.stands_after(&["at least", "minst"]) && ["before", "før"].contains(&next);
        let on = self.stands_after(&["within", "innen", "innan"]) && START.contains(&next)
            || self.stands_after(&["record for", "valid for"]);
        let days = match self.unit().filter(|_| on || back)?.as_str() {
            "days" | "day" | "dager" | "dagar" => 1.0,
            "weeks" | "week" | "uker" | "veker" => 7.0,
            "years" | "year" | "år" if on => return self.in_years(),
            _ => return None,
        };
        if self.quantity.number * days > 60.0 || self.quantity.number < 2.0 {
            return None;
        }
        // From March to the end of the year no leap day lies between.
        let (day, month) = ([2, 5, 9, 12][self.lot[1] % 4], if on { 2 } else { 7 } + self.lot[1] % 3);
        let start = self.wording.day(day, month);
        let stem = if on {
            self.wording.last_day(&self.sentence, &self.wording.at(&start, false))
        } else {
            self.wording.latest_day(&self.sentence, &start)
        };
        self.work_out(stem, &|number| {
            let days = (number * days) as u32;
            let (day, month) = if on { later(day, month, days) } else { earlier(day, month, days) };
            self.wording.day(day, month)
        })
    }

    /// A time of years, which ends in the month in which it began.
    fn in_years(&self) -> Option<Question> {
        if !(2.0..=30.0).contains(&self.quantity.number) || self.quantity.number.fract() != 0.0 {
            return None;
        }
        let (month, year) = (self.lot[1] % 12, 2012 + self.lot[1] % 9);
        let start = self.wording.at(&self.wording.month(month, year), true);
        let stem = self.wording.last_day(&self.sentence, &start);
        self.work_out(stem, &|years| self.wording.month(month, year + years as usize))
    }

    /// "Up to $15,000": how much of $22,000 lies above it?
    fn above(&self) -> Option<Question> {
        let money = self.quantity.kind == QuantityKind::Money && self.quantity.number >= 20.0;
        let style = self.style().filter(|_| money && self.stands_after(LIMITS))?;
        let highest = self.numbers.last()?;
        let power = 10_f64.powf(highest.log10().floor());
        let amount = (highest / power).floor().mul_add(power, 2.0 * power);
        let stem = self.wording.over_limit(&self.sentence, &style.write(amount));
        let mut question = self.work_out(stem, &|limit| style.write(amount - limit))?;
        // A higher limit leaves less above it.
        question.options.reverse();
        question.key = question.options.len() - 1 - question.key;
        Some(question)
    }

    fn unit(&self) -> Option<String> {
        self.quantity.unit.as_deref().map(str::to_lowercase)
    }

    fn style(&self) -> Option<Style> {
        Style::of(&self.quantity.value, self.quantity.number)
    }

    fn stands_after(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.before.ends_with(word))
    }

    /// What each of the near values would give.
    fn work_out(&self, stem: String, shown: &dyn Fn(f64) -> String) -> Option<Question> {
        let (sentence, key) = (self.quantity.sentence, self.key);
        let texts: Vec<String> = self.numbers.iter().map(|number| shown(*number)).collect();
        let different: BTreeSet<&String> = texts.iter().collect();
        if different.len() < texts.len() {
            return None;
        }
        let options = texts.into_iter().enumerate().map(|(place, text)| Answer {
            text,
            sentence,
            draw: (place != key).then_some(Draw::AdjacentValue),
        });
        Some(Question {
            facet: Facet::Case,
            concept: concept_of(self.facts, self.quantity),
            difficulty: Difficulty::Hard,
            stem,
            options: options.collect(),
            key,
            sentence,
        })
    }
}

/// Words of what is asked of somebody.
const RULES: &[&str] =
    &["must", "shall", "may", "at least", "at most", "requires", "skal", "må", "minst", "høyst", "krever"];

/// What a percentage is of, if it is counted in money: "disposable earnings".
fn in_money(of: &str, lexicon: &Lexicon) -> Option<String> {
    const BEFORE: &[&str] = &["the", "a", "an", "your", "their", "his", "her", "its", "all", "any"];
    let mut words: Vec<&str> = Vec::new();
    for word in of.split_whitespace().take(5) {
        let bare = word.trim_end_matches(['.', ',']);
        if !(words.is_empty() && BEFORE.contains(&bare)) {
            words.push(bare);
        }
        if lexicon.has(bare, List::MoneyWords) {
            let whole = words.join(" ");
            return (!whole.contains(['(', ',', ';', '’', '\''])).then_some(whole);
        }
    }
    None
}

/// Without a fraction where there is none.
fn plainly(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number}") } else { format!("{number:.2}") }
}
