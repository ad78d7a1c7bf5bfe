//! The languages with word lists.

/// The languages told apart. English and the two Norwegian ones have all the lists; the others have stems and stop words;
/// `Other` has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    English,
    Bokmal,
    Nynorsk,
    Danish,
    Swedish,
    German,
    Other,
}

impl Language {
    pub const ALL: [Self; 7] =
        [Self::English, Self::Bokmal, Self::Nynorsk, Self::Danish, Self::Swedish, Self::German, Self::Other];

    /// As in BCP 47; `und` for a language we do not know.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Bokmal => "nb",
            Self::Nynorsk => "nn",
            Self::Danish => "da",
            Self::Swedish => "sv",
            Self::German => "de",
            Self::Other => "und",
        }
    }

    /// From a BCP 47 tag, whatever its region: `en-GB` is English, `no` is bokmål.
    pub fn from_code(tag: &str) -> Self {
        match tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "en" | "eng" => Self::English,
            "nb" | "no" | "nob" | "nor" => Self::Bokmal,
            "nn" | "nno" => Self::Nynorsk,
            "da" | "dan" => Self::Danish,
            "sv" | "swe" => Self::Swedish,
            "de" | "deu" | "ger" => Self::German,
            _ => Self::Other,
        }
    }

    pub fn is_norwegian(self) -> bool {
        matches!(self, Self::Bokmal | Self::Nynorsk)
    }

    /// Whether it has lists of all kinds, so that definitions, relations and the like are found in it.
    pub fn has_patterns(self) -> bool {
        self == Self::English || self.is_norwegian()
    }

    /// The folders of `lists/` with its words.
    pub(crate) fn folders(self) -> &'static [&'static str] {
        match self {
            Self::English => &["any", "en"],
            Self::Bokmal => &["any", "no", "nb"],
            Self::Nynorsk => &["any", "no", "nn"],
            Self::Danish => &["any", "da"],
            Self::Swedish => &["any", "sv"],
            Self::German => &["any", "de"],
            Self::Other => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_go_both_ways() {
        for language in Language::ALL {
            assert_eq!(Language::from_code(language.code()), language);
        }
        assert_eq!(Language::from_code("en-GB"), Language::English);
        assert_eq!(Language::from_code("no"), Language::Bokmal);
    }
}
