//! What the forms of a word share: Snowball's stem, a more careful lemma, and a rough root for English.

use rust_stemmers::{Algorithm, Stemmer};

use crate::Language;

/// Snowball's stem for the languages that have one.
pub struct Stems(Option<Stemmer>, Language);

impl std::fmt::Debug for Stems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Stems").field(&self.1).finish()
    }
}

impl Stems {
    pub fn of(language: Language) -> Self {
        let algorithm = match language {
            Language::English => Algorithm::English,
            Language::Bokmal | Language::Nynorsk => Algorithm::Norwegian,
            Language::Danish => Algorithm::Danish,
            Language::Swedish => Algorithm::Swedish,
            Language::German => Algorithm::German,
            Language::Other => return Self(None, language),
        };
        Self(Some(Stemmer::create(algorithm)), language)
    }

    /// The stem of a lowercase word. A word with a digit or of three letters is its own stem, and so is a very long one.
    pub fn stem(&self, lower: &str) -> String {
        let Some(stemmer) = &self.0 else { return lower.to_owned() };
        if lower.len() <= 3
            || lower.len() > 60
            || !lower.chars().all(|c| c.is_alphabetic() || c == '-' || c == '\'')
        {
            return lower.to_owned();
        }
        let word = lower.strip_suffix("'s").unwrap_or(lower);
        if self.1.is_norwegian() {
            return norwegian(stemmer, word);
        }
        stemmer.stem(word).into_owned()
    }
}

/// What makes two forms one term: the singular of an English word, a Norwegian word without its article and its plural, the
/// stem of any other. Snowball takes too much away for that: it makes one of `evict` and `eviction`, `grunn` and `grunnlov`.
pub fn lemma(lower: &str, stem: &str, language: Language) -> String {
    if language.is_norwegian() {
        let ends = ["enes", "anes", "ene", "ane", "ens", "ets", "en", "et", "er", "ar", "a", "e"];
        let rest =
            ends.iter().find_map(|end| lower.strip_suffix(end).filter(|rest| rest.chars().count() >= 3));
        let rest = rest.unwrap_or(lower);
        return rest
            .strip_suffix(['a', 'e'])
            .filter(|rest| rest.chars().count() >= 4)
            .unwrap_or(rest)
            .to_owned();
    }
    if language != Language::English {
        return stem.to_owned();
    }
    let word = lower.strip_suffix("'s").unwrap_or(lower);
    if word.len() > 4
        && let Some(rest) = word.strip_suffix("ies")
    {
        return format!("{rest}y");
    }
    if word.len() > 4 && ["sses", "xes", "ches", "shes"].iter().any(|end| word.ends_with(end)) {
        return word[..word.len() - 2].to_owned();
    }
    let kept = ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    word.strip_suffix('s').filter(|rest| rest.len() >= 3 && !kept).unwrap_or(word).to_owned()
}

/// Snowball leaves some definite plurals apart: `cellen`, `celler` and `cellene` are one word.
fn norwegian(stemmer: &Stemmer, word: &str) -> String {
    let mut stem = stemmer.stem(word).into_owned();
    // Snowball does not take these endings off words it thinks too short.
    for end in ["ene", "ane", "en", "et", "er", "ar", "a", "e"] {
        if let Some(rest) = stem.strip_suffix(end)
            && rest.chars().count() >= 4
        {
            stem.truncate(rest.len());
            break;
        }
    }
    stem
}

/// An English word without its most usual endings: enough to see that `rotates` and `rotating` are one word.
pub fn root(word: &str) -> &str {
    for ending in ["'s", "ings", "ing", "ies", "ied", "es", "ed", "s", "e", "y"] {
        if let Some(rest) = word.strip_suffix(ending)
            && rest.chars().count() >= 4
        {
            return rest;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_share_a_stem() {
        for (language, forms) in [
            (Language::English, "cell cells cell's"),
            (Language::English, "membrane membranes"),
            (Language::English, "reaction reactions"),
            (Language::Bokmal, "celle cellen celler cellene"),
            (Language::Bokmal, "fotosyntese fotosyntesen"),
            (Language::Bokmal, "organ organet organer organene"),
            (Language::Bokmal, "bølge bølgen bølger bølgene bølgenes"),
            (Language::Bokmal, "enzym enzymet enzymer enzymene"),
            (Language::Nynorsk, "plante planta planter plantene"),
            (Language::Nynorsk, "organisme organismen organismar organismane"),
        ] {
            let stems = Stems::of(language);
            let found: Vec<_> = forms.split(' ').map(|form| stems.stem(form)).collect();
            assert!(found.iter().all(|stem| *stem == found[0]), "{forms}: {found:?}");
        }
    }
}
