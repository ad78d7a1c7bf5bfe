//! British spellings: tasks are in American English, and mixed spellings distract readers.

use std::collections::HashSet;

/// Where the two differ at the start of a word: any word that begins so.
const STARTS: &[(&str, &str)] = &[
    ("aeroplane", "airplane"),
    ("aluminium", "aluminum"),
    ("anaemi", "anemi"),
    ("anaesthe", "anesthe"),
    ("armour", "armor"),
    ("behaviour", "behavior"),
    ("cancell", "cancel"),
    ("colour", "color"),
    ("counsell", "counsel"),
    ("diarrhoea", "diarrhea"),
    ("endeavour", "endeavor"),
    ("favour", "favor"),
    ("flavour", "flavor"),
    ("foet", "fet"),
    ("gynaecolog", "gynecolog"),
    ("haemo", "hemo"),
    ("harbour", "harbor"),
    ("honour", "honor"),
    ("humour", "humor"),
    ("jewellery", "jewelry"),
    ("labour", "labor"),
    ("leukaemia", "leukemia"),
    ("manoeuvre", "maneuver"),
    ("mould", "mold"),
    ("neighbour", "neighbor"),
    ("odour", "odor"),
    ("oesophag", "esophag"),
    ("oestrogen", "estrogen"),
    ("orthopaedic", "orthopedic"),
    ("paediatric", "pediatric"),
    ("plough", "plow"),
    ("pyjama", "pajama"),
    ("rumour", "rumor"),
    ("saviour", "savior"),
    ("sceptic", "skeptic"),
    ("sulphur", "sulfur"),
    ("travell", "travel"),
    ("tumour", "tumor"),
    ("vapour", "vapor"),
];

/// Where the whole word differs; a plural counts.
const WORDS: &[(&str, &str)] = &[
    ("artefact", "artifact"),
    ("calibre", "caliber"),
    ("centimetre", "centimeter"),
    ("centre", "center"),
    ("cheque", "check"),
    ("defence", "defense"),
    ("enrol", "enroll"),
    ("fibre", "fiber"),
    ("fulfil", "fulfill"),
    ("grey", "gray"),
    ("kilometre", "kilometer"),
    ("licence", "license"),
    ("litre", "liter"),
    ("meagre", "meager"),
    ("metre", "meter"),
    ("millilitre", "milliliter"),
    ("millimetre", "millimeter"),
    ("modelling", "modeling"),
    ("labelled", "labeled"),
    ("labelling", "labeling"),
    ("offence", "offense"),
    ("practise", "practice"),
    ("practised", "practiced"),
    ("practising", "practicing"),
    ("pretence", "pretense"),
    ("programme", "program"),
    ("signalling", "signaling"),
    ("storey", "story"),
    ("storeys", "stories"),
    ("theatre", "theater"),
    ("tyre", "tire"),
    ("whilst", "while"),
];

/// Verbs in `-ise` and `-yse` whose American form has a `z`, without their ending.
const VERBS: &[&str] = &[
    "anal",
    "apolog",
    "author",
    "capital",
    "categor",
    "central",
    "civil",
    "computer",
    "critic",
    "crystall",
    "custom",
    "digit",
    "econom",
    "emphas",
    "equal",
    "fertil",
    "final",
    "general",
    "global",
    "hospital",
    "hydrol",
    "ideal",
    "immun",
    "industrial",
    "ion",
    "item",
    "legal",
    "local",
    "material",
    "maxim",
    "memor",
    "metabol",
    "minim",
    "mobil",
    "modern",
    "neutral",
    "normal",
    "optim",
    "organ",
    "oxid",
    "paral",
    "penal",
    "polar",
    "popular",
    "pressur",
    "prior",
    "privat",
    "random",
    "real",
    "recogn",
    "reorgan",
    "revolution",
    "special",
    "stabil",
    "standard",
    "steril",
    "summar",
    "symbol",
    "synchron",
    "util",
    "visual",
];

/// The ending of a verb as it is written in Britain and in America.
const ENDINGS: &[(&str, &str)] = &[
    ("ise", "ize"),
    ("ises", "izes"),
    ("ised", "ized"),
    ("ising", "izing"),
    ("isation", "ization"),
    ("isations", "izations"),
    ("iser", "izer"),
    ("isers", "izers"),
    ("yse", "yze"),
    ("ysed", "yzed"),
    ("ysing", "yzing"),
    ("yser", "yzer"),
];

/// A British word, verbatim, and its American spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct British<'a> {
    pub found: &'a str,
    pub american: String,
}

/// Every British spelling of an English text, each once. Text in quotation marks is a quotation and left alone, and
/// so is a name: a word with a capital inside a sentence.
pub fn british(text: &str) -> Vec<British<'_>> {
    let mut found: Vec<British<'_>> = Vec::new();
    let mut seen = HashSet::new();
    let (mut quotes, mut end) = (Quotes::default(), 0);
    for (at, word) in words(text) {
        quotes.pass(&text[end..at]);
        end = at;
        let lower = word.to_lowercase();
        let named = word.starts_with(char::is_uppercase) && !opens(&text[..at]);
        if named || quotes.are_open() || seen.contains(word) {
            continue;
        }
        if let Some(american) = american(&lower) {
            seen.insert(word);
            found.push(British { found: word, american });
        }
    }
    found
}

/// Whether it is a text in English, by its small words.
pub(crate) fn is_english(text: &str) -> bool {
    const SMALL: [&str; 12] =
        ["the", "of", "and", "to", "is", "a", "in", "you", "what", "which", "are", "how"];
    let (mut small, mut all) = (0, 0);
    for (_, word) in words(text) {
        all += 1;
        small += usize::from(SMALL.contains(&word.to_lowercase().as_str()));
    }
    small * 8 >= all
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(|c: char| !c.is_alphabetic()).filter_map(move |word| {
        let start = at;
        // Every sign that parts two words is as long as it is in the text.
        at += word.len() + text[start + word.len()..].chars().next().map_or(0, char::len_utf8);
        (!word.is_empty()).then_some((start, word))
    })
}

/// Whether a sentence begins after this: its first word has a capital whatever it is.
fn opens(before: &str) -> bool {
    before.trim_end().is_empty() || before.trim_end().ends_with(['.', '?', '!', ':', '"', '|'])
}

/// The quotation marks so far.
#[derive(Default)]
struct Quotes {
    curled: isize,
    straight: usize,
}

impl Quotes {
    fn pass(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '“' => self.curled += 1,
                '”' => self.curled -= 1,
                '"' => self.straight += 1,
                _ => {}
            }
        }
    }

    fn are_open(&self) -> bool {
        self.curled > 0 || self.straight % 2 == 1
    }
}

fn american(lower: &str) -> Option<String> {
    if let Some((british, american)) = STARTS.iter().find(|(british, _)| lower.starts_with(british)) {
        return (!is_shared(lower)).then(|| lower.replacen(british, american, 1));
    }
    let whole =
        |word: &str| WORDS.iter().find(|(british, _)| *british == word).map(|(_, american)| *american);
    if let Some(american) = whole(lower) {
        return Some(american.to_owned());
    }
    if let Some(american) = lower.strip_suffix('s').and_then(whole) {
        return Some(format!("{american}s"));
    }
    let verb = |(british, american): &(&str, &str)| {
        let stem = lower.strip_suffix(british)?;
        VERBS.contains(&stem).then(|| format!("{stem}{american}"))
    };
    ENDINGS.iter().find_map(verb)
}

/// Words that begin as a British one and are written so in America too.
fn is_shared(lower: &str) -> bool {
    ["cancellation", "cancellous"].iter().any(|word| lower.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = british(text)
            .into_iter()
            .map(|british| format!("{} {}", british.found, british.american))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn british_words_and_their_american_form() {
        check("What colour has the flame?", &["colour color"]);
        check(
            "Colours are organised by the centre.",
            &["Colours colors", "organised organized", "centre center"],
        );
        check(
            "How does a nurse analyse a tumour at 5 metres?",
            &["analyse analyze", "tumour tumor", "metres meters"],
        );
        check(
            "The organisation recognises its neighbours' behaviour.",
            &[
                "organisation organization",
                "recognises recognizes",
                "neighbours neighbors",
                "behaviour behavior",
            ],
        );
        check("grey, grey and grey", &["grey gray"]);
    }

    #[test]
    fn american_words_names_and_quotes_are_left_alone() {
        check("What color has the flame?", &[]);
        check("Why is the advice wise, and what does exercise promise?", &[]);
        check("The cancellation of four hours of glamour is a surprise; analysis and analyses differ.", &[]);
        check("Who leads the Labour Party and the Royal Theatre?", &[]);
        check("The sign says “no colour” and then \"keep to the centre\".", &[]);
        check("fire, size, prize, seize", &[]);
        check("ømål – ærlig? Ja.", &[]);
    }

    #[test]
    fn english_is_told_from_other_languages() {
        assert!(is_english("What is the color of the lamp in winter?"));
        assert!(!is_english("Hva er fargen på lampen om vinteren, og hvem tenner den i kommunens sentre?"));
    }
}
