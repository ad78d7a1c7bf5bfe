//! The phrases that introduce definitions in each language.

/// The phrases one language defines with.
pub(super) struct Phrases {
    pub(super) is: &'static [&'static str],
    /// Only of names: what was.
    pub(super) was: &'static [&'static str],
    pub(super) means: &'static [&'static str],
    /// Not after `means`: then it is a consequence.
    pub(super) that: &'static str,
    pub(super) called: &'static [&'static str],
    pub(super) also_called: &'static [&'static str],
    pub(super) mean: &'static [&'static str],
    pub(super) by: &'static [&'static str],
    /// "The term X": words that are not part of the term.
    pub(super) the_term: &'static [&'static str],
}

pub(super) const ENGLISH: Phrases = Phrases {
    is: &["is", "are"],
    was: &["was", "were"],
    means: &[
        "is defined as",
        "are defined as",
        "can be defined as",
        "may be defined as",
        "refers to",
        "refer to",
        "means",
        "denotes",
        "stands for",
    ],
    that: "that",
    called: &[
        "is called",
        "are called",
        "is known as",
        "are known as",
        "is referred to as",
        "are referred to as",
        "is termed",
        "are termed",
    ],
    also_called: &[
        "also called",
        "also known as",
        "also referred to as",
        "sometimes called",
        "otherwise known as",
    ],
    mean: &["we mean", "is meant"],
    by: &["by"],
    the_term: &[
        "the term",
        "the word",
        "the expression",
        "the concept of",
        "the concept",
        "the phrase",
        "the term of",
    ],
};

pub(super) const NORWEGIAN: Phrases = Phrases {
    is: &["er"],
    was: &["var"],
    means: &[
        "defineres som",
        "er definert som",
        "kan defineres som",
        "vert definert som",
        "blir definert som",
        "betyr",
        "tyder",
        "vil si",
        "vil seie",
        "står for",
    ],
    that: "at",
    called: &[
        "kalles for",
        "kalles",
        "kallast",
        "blir kalt for",
        "blir kalt",
        "blir kalla",
        "vert kalla",
        "kaller vi for",
        "kaller vi",
        "kallar vi",
        "kaller man",
        "kallar ein",
        "heter",
        "heiter",
    ],
    also_called: &["også kalt", "òg kalla", "også kalla", "også kjent som", "gjerne kalt", "også omtalt som"],
    mean: &[
        "menes",
        "mener vi",
        "mener man",
        "forstår vi",
        "forstås",
        "meiner vi",
        "meiner ein",
        "forstår ein",
        "meinast",
    ],
    by: &["med"],
    the_term: &["begrepet", "ordet", "uttrykket", "omgrepet", "termen"],
};

/// Words before which a definition ends: what follows is another statement.
pub(super) const TURNS: &[&str] = &[
    "but", "however", "so", "although", "though", "whereas", "while", "because", "since", "men", "mens",
    "medan", "så", "fordi", "selv",
];
pub(super) const AND_IT: &[&str] = &[
    "and it",
    "and they",
    "and is",
    "and are",
    "and this",
    "and these",
    "og den",
    "og det",
    "og de",
    "og dei",
    "og er",
    "og dette",
    "and has",
    "and have",
    "og har",
];
