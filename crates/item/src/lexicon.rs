//! The words that checks look for, in English and Norwegian (bokmål).

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::words::Text;

/// What a phrase is listed as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    StopWords,
    Absolutes,
    /// Those of the absolutes that are ordinary words of a rule or a story: `all visitors`, `must wait`.
    MildAbsolutes,
    /// Vague wherever they stand.
    Vague,
    /// Vague in an option; in a stem they are part of an ordinary question ("how many").
    VagueInOptions,
    Hedges,
    Negatives,
    AllOfTheAbove,
    NoneOfTheAbove,
    SourcePhrases,
    DocumentParts,
    Unclear,
    Chatter,
    Fillers,
    Jokes,
    TruthSeries,
    Directives,
    /// Words that take up something said before.
    Pronouns,
    /// Number words and conditions: a sentence with one says what the question needs.
    Measures,
    /// Before the upper end of a range.
    Below,
    /// Before the lower end of a range.
    Above,
}

/// One language's lists. Each is lowercase, with a comma between phrases.
#[derive(Debug)]
pub(crate) struct Lexicon {
    pub(crate) english: bool,
    lists: &'static [(List, &'static str)],
    /// With a stroke between the two.
    opposites: &'static str,
    known: OnceLock<Known>,
}

#[derive(Debug)]
struct Known {
    phrases: HashMap<&'static str, Vec<(List, Vec<&'static str>)>>,
    opposites: Vec<(&'static str, &'static str)>,
}

impl Lexicon {
    /// The phrases that start with this word, as the words that follow it.
    pub(crate) fn starting(&self, lower: &str) -> &[(List, Vec<&'static str>)] {
        self.known().phrases.get(lower).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn opposites(&self) -> &[(&'static str, &'static str)] {
        &self.known().opposites
    }

    fn known(&self) -> &Known {
        self.known.get_or_init(|| {
            let mut phrases: HashMap<_, Vec<_>> = HashMap::new();
            for (list, text) in self.lists {
                for phrase in text.split(", ") {
                    let mut words = phrase.split(' ');
                    let first = words.next().unwrap_or_default();
                    phrases.entry(first).or_default().push((*list, words.collect()));
                }
            }
            let opposites = self.opposites.split(", ").filter_map(|pair| pair.split_once('/')).collect();
            Known { phrases, opposites }
        })
    }
}

/// By the item's own tag, or by the small words of its stem.
pub(crate) fn choose(language: Option<&str>, stem: &Text<'_>) -> &'static Lexicon {
    let norwegian = match language {
        Some(tag) => ["nb", "no", "nn"].iter().any(|start| tag.to_ascii_lowercase().starts_with(start)),
        None => {
            let small = |list: &[&str]| stem.words.iter().filter(|w| list.contains(&&*w.lower)).count();
            small(&[
                "og", "er", "det", "som", "hva", "hvilken", "hvilket", "hvilke", "ikke", "en", "av", "på",
            ]) > small(&["the", "of", "is", "and", "what", "which", "are", "a", "an"])
        }
    };
    if norwegian { &NORWEGIAN } else { &ENGLISH }
}

static ENGLISH: Lexicon = Lexicon {
    english: true,
    lists: &[
        (
            List::StopWords,
            "about, above, after, all, also, although, among, an, and, any, are, as, at, be, because, \
             been, before, being, below, best, between, both, but, by, can, correct, correctly, \
             could, describe, describes, did, do, does, during, each, either, every, except, find, \
             following, for, from, given, gives, had, has, have, having, how, if, in, into, is, it, \
             its, least, less, likely, made, main, make, makes, many, may, more, most, much, must, \
             never, no, none, not, of, on, one, only, or, other, over, own, same, shall, should, \
             shows, since, so, some, statement, statements, such, than, that, the, their, them, then, \
             there, these, they, this, those, through, to, true, two, under, until, up, upon, use, \
             used, uses, using, very, was, were, what, when, where, whether, which, while, who, whom, \
             whose, why, will, with, within, without, would, you, your",
        ),
        (
            List::Absolutes,
            "under no circumstances, everywhere, forever, for ever, for good, at no time, no one, nothing, without exception, no matter what, under any circumstances, at all times, in each and every, always, never, only, all, every, none, entirely, completely, absolutely, impossible, \
             invariably, solely, exclusively, nobody, everyone, everybody, must, totally, guaranteed, \
             guarantee, guarantees, everything, anything, anyone, anybody, whatsoever, universally, \
             unconditionally, inevitably, wholly, utterly, nowhere, lifelong",
        ),
        (
            List::MildAbsolutes,
            "all, every, none, must, nobody, nothing, everyone, everybody, everything, anything, anyone, anybody",
        ),
        (
            List::Vague,
            "quite, a bit, tends to, tend to, now and then, in most cases, in many cases, to some extent, as a rule, at times, from time to time, in general, most of the time, by and large, more often, in some cases, on occasion, often, usually, frequently, sometimes, seldom, rarely, occasionally, generally, mostly, \
             typically, somewhat, probably, possibly, perhaps, regularly, fairly",
        ),
        (
            List::VagueInOptions,
            "a lot, a number of, lots of, a while, a good few, a good deal, a great deal, a fair amount, some time, many, several, few, some, various, commonly, numerous, plenty",
        ),
        (
            List::Hedges,
            "may, might, could, tends, tend, approximately, about, around, partly, partially, \
             likely, roughly, often, usually, generally, typically, sometimes, most, possibly",
        ),
        (
            List::Negatives,
            "not, except, cannot, never, isn't, aren't, doesn't, don't, can't, won't, wasn't, \
             weren't, neither, nor, without, incorrect, false, untrue, unlikely",
        ),
        (
            List::AllOfTheAbove,
            "all of the above, all the above, all of these, all of them, all of the other options, \
             all answers are correct, all of the options, all are correct, both of the above, any of \
             the above, all of the following, all options are correct",
        ),
        (
            List::NoneOfTheAbove,
            "none of the above, none of these, none of them, none of the other options, neither of \
             the above, no correct answer, none of the options, none are correct, none of the \
             answers, none of the following, no answer is correct",
        ),
        (
            List::SourcePhrases,
            "according to the text, according to the passage, according to the author, according to \
             the article, according to the document, according to the reading, according to the \
             source, according to the cdc, according to the reference, according to the material, \
             according to the who, according to this, as mentioned in, as stated in, as described in, \
             the text says, the text states, the author states, the author says, the author mentions, \
             the passage states, the article states, in the passage, in the text, in the article, the \
             document states, in the document, the passage mentions, based on the passage, based on \
             the text, based on the reading, based on the article, mentioned in the, as we have seen, as we \
             saw, as we learned, as discussed, as covered in, in this course, in this lesson, in class we",
        ),
        (
            List::DocumentParts,
            "on which page, on what page, which page, page number, which section, which chapter, \
             which paragraph, first paragraph, last paragraph, second paragraph, title of the \
             document, title of the article, title of the text, who wrote the, author of the \
             document, author of the article, author of the text, which heading, table of contents, \
             which appendix, which footnote, how many sections, how many pages, how many chapters, \
             year of publication, published the document, which figure number, section heading",
        ),
        (
            List::Unclear,
            "and the like, and such, and others, or something, and or, etc, stuff, things like, in your opinion, do you think, you think, and so on, \
             and so forth, something, somehow, whatever, more or less, would you say, do you feel, in your view, do you prefer, your favourite, your favorite, \
             arguably, nicer, nicest, prettier, prettiest, most beautiful, tastes best, a \
             certain amount, or so",
        ),
        (
            List::Chatter,
            "by the way, as we all know, as everyone knows, it is interesting, interestingly, \
             incidentally, fun fact, as you may know, you may have heard, it is worth noting, it \
             should be noted, note that, needless to say, of course, as is well known, on a side \
             note, curiously",
        ),
        (
            List::Fillers,
            "mickey mouse, donald duck, spongebob, darth vader, i don't know, don't know, no idea, not sure, i am not sure, cannot say, who knows, does \
             not matter, not applicable, n a, something else, no answer, another answer, anything, \
             nothing at all",
        ),
        (
            List::Jokes,
            "unicorn, unicorns, magic, magical, aliens, dragon, dragons, wizard, wizards, santa, \
             superman, fairies, ghosts, zombies, spaghetti, elves, batman",
        ),
        (
            List::TruthSeries,
            "which of the following statements is true, which of the following statements is correct, \
             which of the following statements is false, which of the following statements are true, \
             which of the following is true, which of the following are true, which of the following \
             is correct, which of the following is false, which statement is true, which statement is \
             correct, which statement is false, which one of the following is true, which one is \
             true, which of these is true, which of these statements is true, which of the following \
             is incorrect",
        ),
        (
            List::Directives,
            "find, calculate, evaluate, solve, determine, identify, choose, select, compute, \
             simplify, express, name, state, estimate, factorise, factor, divide, expand, complete, \
             match, give, work, suppose, let, show, differentiate, integrate, convert, translate, \
             arrange",
        ),
        (List::Pronouns, "this, it, its, they, their, them, he, she, his, him, her, both, each"),
        (
            List::Measures,
            "these, those, two, three, four, one, half, twice, negligible, ignore, assume, \
             constant, uniform, same",
        ),
        (List::Below, "less than, fewer than, under, below, up to, at most"),
        (List::Above, "more than, greater than, over, above, at least"),
    ],
    opposites: "increases/decreases, increase/decrease, rises/falls, higher/lower, positive/negative, \
     expands/contracts, attracts/repels, gains/loses, faster/slower, more/fewer, larger/smaller, \
     warmer/colder, upward/downward, clockwise/anticlockwise, maximum/minimum, acidic/alkaline, \
     stronger/weaker, heavier/lighter, before/after, raises/lowers, longer/shorter, true/false, \
     possible/impossible, left/right, above/below, accelerates/slows, rise/fall, up/down, gain/lose, \
     older/younger, expand/contract, attract/repel, grow/shrink, grows/shrinks, hotter/cooler, \
     warmer/cooler, brighter/darker, earlier/later, deeper/shallower, wider/narrower, \
     thicker/thinner, richer/poorer, improves/worsens, strengthens/weakens, opens/closes, \
     widens/narrows, harder/softer, easier/harder, closer/farther",
    known: OnceLock::new(),
};

static NORWEGIAN: Lexicon = Lexicon {
    english: false,
    lists: &[
        (
            List::StopWords,
            "alle, at, av, bare, ble, blir, da, de, den, denne, det, dette, disse, eller, en, er, et, \
             etter, for, fra, følgende, ha, han, har, hun, hva, hvilke, hvilken, hvilket, hvis, hvor, \
             hvordan, hvorfor, i, ikke, kan, med, men, mot, må, når, og, om, på, riktig, sann, sin, \
             skal, som, til, under, ut, ved, vil, være",
        ),
        (
            List::Absolutes,
            "alltid, aldri, bare, kun, alle, ingen, fullstendig, utelukkende, umulig, samtlige, må",
        ),
        (List::MildAbsolutes, "alle, ingen, må"),
        (
            List::Vague,
            "ofte, vanligvis, noen ganger, sjelden, stort sett, av og til, muligens, kanskje, oftest",
        ),
        (List::VagueInOptions, "mange, flere, få, noen, diverse"),
        (List::Hedges, "kan, kanskje, omtrent, cirka, delvis, ofte, vanligvis, trolig"),
        (List::Negatives, "ikke, unntatt, bortsett, aldri, feil, usann, uten, verken"),
        (
            List::AllOfTheAbove,
            "alle de ovennevnte, alle over, alle svarene over, alle alternativene, alt det \
             ovennevnte, alle er riktige, alle svarene er riktige",
        ),
        (
            List::NoneOfTheAbove,
            "ingen av de ovennevnte, ingen av disse, ingen av alternativene, ingen av delene, ingen \
             av svarene, ingen av dem",
        ),
        (
            List::SourcePhrases,
            "ifølge teksten, i følge teksten, ifølge forfatteren, ifølge dokumentet, ifølge \
             artikkelen, i teksten, i artikkelen, teksten sier, forfatteren skriver, som nevnt",
        ),
        (
            List::DocumentParts,
            "på hvilken side, hvilket kapittel, hvilket avsnitt, hvem skrev, hvor mange sider, \
             tittelen på, innholdsfortegnelsen, hvilken fotnote",
        ),
        (List::Unclear, "og eller, osv, og så videre, etter din mening, synes du, mener du, noe, liksom"),
        (
            List::Chatter,
            "som alle vet, interessant nok, for øvrig, forresten, som kjent, det er verdt å merke",
        ),
        (List::Fillers, "vet ikke, ikke sikker, ingen anelse, noe annet, ikke aktuelt"),
        (List::Jokes, "enhjørning, enhjørninger, magi, nisser, julenissen, drager, spøkelser, troll"),
        (
            List::TruthSeries,
            "hvilken av følgende påstander er riktig, hvilken av følgende påstander er sann, hvilken \
             påstand er riktig, hvilket av følgende er riktig, hvilken påstand er sann, hvilken \
             påstand er feil",
        ),
        (List::Directives, "finn, regn, beregn, bestem, velg, løs, skriv, gjør, la, vis"),
        (List::Pronouns, "den, det, de, dem, han, hun, sin, begge, hver"),
        (List::Measures, "denne, dette, disse, to, tre, fire, halv, samme"),
        (List::Below, "mindre enn, under, høyst"),
        (List::Above, "mer enn, over, minst"),
    ],
    opposites: "øker/minker, stiger/synker, høyere/lavere, større/mindre, før/etter",
    known: OnceLock::new(),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_as_texts_are_cut() {
        for lexicon in [&ENGLISH, &NORWEGIAN] {
            for (list, text) in lexicon.lists {
                for phrase in text.split(", ") {
                    assert_eq!(Text::new(phrase).flat(), phrase, "{list:?}");
                }
            }
            assert!(lexicon.opposites().len() > 4);
        }
    }

    #[test]
    fn the_language_is_told_by_tag_or_small_words() {
        let stem = Text::new("Hvilken gass er det mest av i lufta?");
        assert!(!choose(None, &stem).english);
        assert!(choose(Some("en-GB"), &stem).english);
        assert!(choose(None, &Text::new("What is the sum?")).english);
        assert!(choose(None, &Text::new("")).english);
    }
}
