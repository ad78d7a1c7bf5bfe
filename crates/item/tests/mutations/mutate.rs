//! Injects one flaw into a clean item. Returns none if the rule does not apply to that item.

use tutti_item::{Body, Choice, Item, RichText, flaws::Rule, parse_number};

/// `turn` varies the wording from item to item.
pub(crate) fn mutate(item: &Item, rule: Rule, turn: usize) -> Option<Item> {
    let mut draft = Draft::new(item);
    let changed = match rule {
        Rule::FillInTheBlank
        | Rule::TrueFalseSeries
        | Rule::NegativeStem
        | Rule::Ambiguous
        | Rule::Gratuitous
        | Rule::VagueTerms
        | Rule::UnfocusedStem
        | Rule::NegativeNotEmphasised
        | Rule::DoubleNegative
        | Rule::SourcePhrase
        | Rule::SourceTrivia => draft.spoil_stem(rule, turn),
        Rule::LongestKey
        | Rule::StemEcho
        | Rule::LogicalCue
        | Rule::GrammaticalCue
        | Rule::ConvergenceCue
        | Rule::KeyStandsOut
        | Rule::AnswerInStem => draft.spoil_key(rule, turn),
        _ => draft.spoil_options(rule, turn),
    };
    changed.map(|()| draft.item())
}

struct Draft {
    stem: String,
    options: Vec<String>,
    key: usize,
}

fn pick<'a>(list: &[&'a str], turn: usize) -> &'a str {
    list[turn % list.len()]
}

impl Draft {
    fn new(item: &Item) -> Self {
        let Body::MultipleChoice { options, .. } = &item.body else {
            unreachable!("clean items have one key")
        };
        let text = |option: &Choice| option.text.as_str().to_owned();
        Self {
            stem: item.stem.as_str().to_owned(),
            options: options.iter().map(text).collect(),
            key: item.key_place().unwrap(),
        }
    }

    fn item(self) -> Item {
        Item::multiple_choice(self.stem, self.options.into_iter().map(RichText::from), self.key)
    }

    fn numeric(&self) -> bool {
        self.options
            .iter()
            .all(|option| option.starts_with(|c: char| c.is_ascii_digit() || "-\\".contains(c)))
    }

    /// Options of several words each.
    fn has_phrases(&self) -> bool {
        !self.numeric() && self.options.iter().all(|option| option.split(' ').count() >= 3)
    }

    /// A place that is not the key.
    fn wrong(&self, turn: usize) -> usize {
        let place = turn % self.options.len();
        if place == self.key { (place + 1) % self.options.len() } else { place }
    }

    fn last_question(&self) -> usize {
        self.stem.trim_end_matches(|c| c != '?' && c != '.').rfind(". ").map_or(0, |at| at + 2)
    }

    fn spoil_stem(&mut self, rule: Rule, turn: usize) -> Option<()> {
        let asking = self.last_question();
        let (story, question) = (self.stem[..asking].to_owned(), self.stem[asking..].to_owned());
        match rule {
            Rule::FillInTheBlank => {
                let (first, rest) = question.split_once(" the ")?;
                let blank = pick(&["the ____", "_____", "the ________ [sic]"], turn);
                self.stem = format!("{story}{first} {blank} {rest}");
            }
            Rule::TrueFalseSeries => {
                let phrase = pick(
                    &[
                        "Which of the following statements is true?",
                        "Which of the following is correct?",
                        "Which statement is false?",
                        "Which of these statements is true?",
                    ],
                    turn,
                );
                self.stem = format!("{} {phrase}", self.stem);
            }
            Rule::NegativeStem | Rule::NegativeNotEmphasised => {
                let (loud, soft) = pick2(&[("NOT", "not"), ("**not**", "not"), ("EXCEPT", "except")], turn);
                let word = if rule == Rule::NegativeStem { loud } else { soft };
                let (start, rest) = question.split_once(' ')?;
                self.stem = format!("{story}{start} does {word} fit what is asked: {rest}");
            }
            Rule::DoubleNegative => {
                let (start, rest) = question.split_once(' ')?;
                let negation =
                    pick(&["does not come without", "is not incorrect for", "cannot never be"], turn);
                self.stem = format!("{story}{start} {negation} {rest}");
            }
            Rule::Ambiguous => {
                let phrase = pick(
                    &[
                        "In your opinion, ",
                        "Among stuff and/or matter, ",
                        "Of numbers, plants, words, etc., ",
                    ],
                    turn,
                );
                self.stem = format!("{story}{phrase}{}", lower_first(&question));
            }
            Rule::Gratuitous => {
                let sentence = pick(
                    &[
                        "Grandmother baked delicious waffles last Sunday morning.",
                        "As we all know, exams are stressful.",
                        "The museum in Lisbon has a lovely rose garden.",
                        "Interestingly, pupils like this topic.",
                    ],
                    turn,
                );
                self.stem = format!("{sentence} {}", self.stem);
            }
            Rule::VagueTerms => {
                let word = pick(&["usually", "often", "sometimes", "generally"], turn);
                if turn.is_multiple_of(2) {
                    self.stem = format!("{story}As it {word} is, {}", lower_first(&question));
                } else {
                    let place = self.wrong(turn);
                    let more = pick(&["in many cases", "frequently", "in some cases"], turn);
                    self.options[place] = format!("{} {more}", self.options[place].trim_end_matches('.'));
                }
            }
            Rule::UnfocusedStem => {
                self.stem = pick(
                    &[
                        "Which of the following?",
                        "Choosing:",
                        "Regarding it:",
                        "Which of these is correct?",
                        "Water is",
                    ],
                    turn,
                )
                .to_owned();
            }
            Rule::SourcePhrase => {
                let phrase = pick(
                    &[
                        "According to the text, ",
                        "Based on the passage, ",
                        "As stated in chapter 2, ",
                        "In the article, ",
                    ],
                    turn,
                );
                self.stem = format!("{story}{phrase}{}", lower_first(&question));
            }
            Rule::SourceTrivia => {
                let phrase = pick(
                    &[
                        "On which page is this asked: ",
                        "Which section deals with this: ",
                        "Who wrote the lines on this: ",
                    ],
                    turn,
                );
                self.stem = format!("{story}{phrase}{}", lower_first(&question));
            }
            _ => return None,
        }
        Some(())
    }

    fn spoil_key(&mut self, rule: Rule, turn: usize) -> Option<()> {
        if self.numeric() {
            return None;
        }
        let key = self.key;
        match rule {
            Rule::LongestKey => {
                let more = pick(
                    &[
                        "as careful measurement and long experience confirm",
                        "under the conditions that this question describes",
                        "which follows from what was taught in class earlier",
                    ],
                    turn,
                );
                self.options[key] = format!("{} {more}", self.options[key].trim_end_matches('.'));
            }
            Rule::StemEcho => {
                let words: Vec<&str> = self.stem.split(|c: char| !c.is_alphabetic()).collect();
                let common =
                    |word: &str| self.options.iter().any(|option| option.to_lowercase().contains(word));
                let stop = [
                    "which",
                    "these",
                    "those",
                    "before",
                    "after",
                    "other",
                    "would",
                    "where",
                    "their",
                    "under",
                    "makes",
                    "statement",
                ];
                let word = words.iter().find(|word| {
                    word.len() >= 5 && !stop.contains(&&*word.to_lowercase()) && !common(&word.to_lowercase())
                })?;
                self.options[key] =
                    format!("{} of {}", self.options[key].trim_end_matches('.'), word.to_lowercase());
            }
            Rule::LogicalCue => {
                if turn.is_multiple_of(2) {
                    let (one, other) = pick2(
                        &[
                            ("increases with time", "decreases with time"),
                            ("the higher one", "the lower one"),
                        ],
                        turn / 2,
                    );
                    let place = self.wrong(turn);
                    self.options[key] = one.to_owned();
                    self.options[place] = other.to_owned();
                } else {
                    let (asked, said) = pick2(
                        &[
                            ("magnetism", "a magnetometer"),
                            ("the climate", "a climatology"),
                            ("medicine", "a medication"),
                        ],
                        turn,
                    );
                    self.stem = format!("In the study of {asked}: {}", self.stem);
                    self.options[key] = format!("{} by {said}", self.options[key].trim_end_matches('.'));
                }
            }
            Rule::GrammaticalCue => {
                // A stem that breaks off at its article, with options on both sides of it.
                let starts = |option: &String| option.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']);
                let options: Vec<String> =
                    self.options.iter().map(|o| o.trim_start_matches("the ").to_owned()).collect();
                let vowels = options.iter().filter(|option| starts(option)).count();
                let lower = options.iter().all(|option| !option.starts_with(char::is_uppercase));
                if options.iter().any(|o| o.starts_with("a ") || o.starts_with("an ") || o.starts_with("to "))
                    || !lower
                {
                    return None;
                }
                if vowels == 0 {
                    self.options = options;
                    self.options[key] = format!("unusual {}", self.options[key]);
                } else {
                    self.options = options;
                }
                let article = if starts(&self.options[key]) { "an" } else { "a" };
                if self.options.iter().all(|option| starts(option) == (article == "an")) {
                    return None;
                }
                self.stem = format!("{} The answer is {article}", self.stem);
            }
            Rule::ConvergenceCue => {
                if self.options.len() < 4 {
                    return None;
                }
                let (x, y) = pick2(&[("granite", "marble"), ("silver", "copper"), ("barley", "wheat")], turn);
                self.options.truncate(4);
                self.key = key.min(3);
                let wrong = [format!("{x} and clay"), format!("{y} and glass"), format!("{x} and paper")];
                let mut wrong = wrong.into_iter();
                for place in 0..4 {
                    self.options[place] =
                        if place == self.key { format!("{x} and {y}") } else { wrong.next().unwrap() };
                }
            }
            Rule::KeyStandsOut => {
                if self.options.iter().any(|option| option.contains(|c: char| c.is_ascii_digit() || c == '('))
                {
                    return None;
                }
                let more = pick(&["(at first)", "within 40 days", "approximately"], turn);
                self.options[key] = format!("{} {more}", self.options[key].trim_end_matches('.'));
            }
            Rule::AnswerInStem => {
                let words = self.options[key].trim_end_matches('.').to_owned();
                self.stem = format!("It was settled: {}. {}", lower_first(&words), self.stem);
            }
            _ => return None,
        }
        Some(())
    }

    fn spoil_options(&mut self, rule: Rule, turn: usize) -> Option<()> {
        let (wrong, key) = (self.wrong(turn), self.key);
        let last = self.options.len() - 1;
        match rule {
            Rule::ImplausibleDistractors => {
                if self.numeric() {
                    let value = parse_number(&self.options[last])?;
                    let place = if key == last { return None } else { last };
                    self.options[place] = format!("{}", value.abs().max(1.0) * 100_000.0);
                } else {
                    self.options[wrong] =
                        pick(&["a magic unicorn", "I don't know", "the dragon"], turn).to_owned();
                }
            }
            Rule::NoneOfTheAbove => {
                self.options[last] =
                    pick(&["None of the above", "none of these", "Neither of the above"], turn).to_owned();
            }
            Rule::AllOfTheAbove => {
                self.options[last] =
                    pick(&["All of the above", "all of these", "Both of the above"], turn).to_owned();
            }
            Rule::AbsoluteTerms => {
                let word = pick(&["always", "never", "only", "every time", "in all cases"], turn);
                self.options[wrong] = format!("{} {word}", self.options[wrong].trim_end_matches('.'));
            }
            Rule::LostSequence => {
                if !self.numeric() || self.options.iter().any(|option| option.contains('\\')) {
                    return None;
                }
                self.options.swap(0, 1);
                self.key = if key < 2 { 1 - key } else { key };
            }
            Rule::MoreThanOneCorrect => {
                let (number, unit) = self.options[key].split_once(' ').unwrap_or((&self.options[key], ""));
                let other = match (number.parse::<u32>(), number.split_once('/')) {
                    (Ok(value), _) if turn.is_multiple_of(2) => format!("{value}.0 {unit}"),
                    (Ok(value), _) => format!("{}/2 {unit}", value * 2),
                    (_, Some((top, bottom))) => {
                        format!("{}/{}", top.parse::<u32>().unwrap() * 3, bottom.parse::<u32>().unwrap() * 3)
                    }
                    _ => return None,
                };
                self.options[wrong] = other.trim().to_owned();
            }
            Rule::KType => {
                let sets: [[&str; 4]; 2] = [
                    ["I only", "I and II", "II and III", "I, II and III"],
                    ["Both A and B", "A and C", "B and C", "Neither B nor C"],
                ];
                self.options = sets[turn % 2].map(str::to_owned).to_vec();
                self.key = key.min(3);
                self.stem = format!("I. one, II. two, III. three. {}", self.stem);
            }
            Rule::UnparallelOptions => {
                let first = self.options[0].split(' ').next()?.to_owned();
                let same = self.options.iter().all(|option| option.split(' ').next() == Some(&first));
                let single = self.options.iter().all(|option| !option.contains(' '));
                if self.numeric() || !(same || single) {
                    return None;
                }
                self.options[wrong] =
                    pick(&["to carry on as before", "because it was so", "Running it faster"], turn)
                        .to_owned();
                if first == "to" && self.options[wrong].starts_with("to") {
                    return None;
                }
            }
            Rule::UnequalLengths => {
                if self.numeric() {
                    return None;
                }
                self.options[wrong] = format!(
                    "{} together with whatever else was lying about in the yard behind the old house at that time",
                    self.options[wrong].trim_end_matches('.')
                );
            }
            Rule::DuplicateOptions => {
                let other = (0..self.options.len()).rfind(|place| *place != key && *place != wrong)?;
                self.options[wrong] = format!(" {} ", self.options[other]);
            }
            Rule::OverlappingOptions => {
                if self.numeric() {
                    self.options = ["0 to 10", "5 to 20", "20 to 40", "40 to 80"].map(str::to_owned).to_vec();
                    self.key = key.min(3);
                } else if self.has_phrases() {
                    self.options[wrong] = format!("{} with ease", self.options[key].trim_end_matches('.'));
                } else {
                    return None;
                }
            }
            Rule::RepeatedLead => {
                let lead = pick(&["It is known to be", "The answer would be", "One finds that it is"], turn);
                for option in &mut self.options {
                    *option = format!("{lead} {}", lower_first(option));
                }
            }
            _ => return None,
        }
        Some(())
    }
}

fn pick2<'a>(list: &[(&'a str, &'a str)], turn: usize) -> (&'a str, &'a str) {
    list[turn % list.len()]
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
