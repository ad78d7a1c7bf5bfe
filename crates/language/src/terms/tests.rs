use super::*;
use crate::Language;

fn find_terms(language: Language, source: &str) -> Vec<String> {
    terms(&Text::new(&[("1", source)], language), 6).into_iter().map(|term| term.text).collect()
}

#[test]
fn english() {
    let terms = find_terms(
        Language::English,
        "Red blood cells carry oxygen. A red blood cell has no nucleus. Haemoglobin is the protein that binds oxygen. \
         White blood cells fight infection, and a white blood cell can live for years. Every molecule of haemoglobin contains iron.",
    );
    for term in ["red blood cell", "white blood cell", "haemoglobin", "oxygen"] {
        assert!(terms.iter().any(|found| found == term), "{term} in {terms:?}");
    }
    assert!(!terms.iter().any(|term| term == "blood" || term == "cell"), "{terms:?}");
}

#[test]
fn norwegian() {
    let terms = find_terms(
        Language::Bokmal,
        "Cellen er omgitt av en cellemembran. Cellemembranen styrer hva som slipper inn i cellene. Hver celle har et cytoplasma. \
         Cytoplasmaet består mest av vann. Mitokondrier er organeller som frigjør energi.",
    );
    for term in ["celle", "cellemembran", "cytoplasma", "mitokondrier"] {
        assert!(terms.iter().any(|found| found == term), "{term} in {terms:?}");
    }
}

#[test]
fn a_text_without_terms_has_none() {
    assert!(find_terms(Language::English, "").is_empty());
    assert!(find_terms(Language::English, "It is what it is.").is_empty());
    assert!(find_terms(Language::Other, "一二三。").is_empty());
}
