use super::*;

/// The stroke marks where sentences end.
#[track_caller]
fn check(language: Language, marked: &str) {
    let text = marked.replace('|', "");
    let expected: Vec<_> = marked.split('|').map(str::trim).filter(|piece| !piece.is_empty()).collect();
    let found: Vec<_> = sentences(&text, language).into_iter().map(|range| text[range].to_owned()).collect();
    assert_eq!(found, expected);
}

#[test]
fn english() {
    for marked in [
        "Water is wet.| Fire is hot.",
        "Dr. Smith met Mr. Jones at 5 p.m. on Jan. 5.| They talked.",
        "Some animals, e.g. Norway rats, are small.| Others, i.e. Whales, are not.",
        "See Fig. 3 and Eq. 4.| The rest follows.",
        "The U.S. Congress sits in Washington, D.C.| It has two houses.",
        "He moved to the U.S.| The law was new there.",
        "Smith et al. (2010) found this.| Later work agrees.",
        "This is No. 5 of 12.| No. 6 follows.",
        "Pi is about 3.14.| It never ends.",
        "J. R. R. Tolkien wrote it.| C. S. Lewis read it.",
        "She said, \"Stop!\" and left.| \"Why?\" he asked.| (Nobody knew.)| It was late.",
        "Apples, pears, etc. are fruit.| Carrots, leeks, etc.| The rest is not.",
        "Cells divide.[3]| Plants grow.[4, 5]| Done.",
        "He paused... and went on.| Then he slept...| It rained.",
        "Vitamin C.| The body needs it.",
        "Is it?| Yes!| It is.",
        "It costs $3.50.| That is cheap.",
        "The company was founded by Acme Inc. in 1990.| It grew.",
        "At 9 a.m. Monday it rained.",
    ] {
        check(Language::English, marked);
    }
}

#[test]
fn norwegian() {
    for marked in [
        "Møtet er kl. 12.30 den 3. mai.| Ta med f.eks. kart, kompass osv.| Det blir kaldt.",
        "Jf. kapittel 3, dvs. Grunnloven, er dette forbudt.| Hansen m.fl. (2010) er enige.",
        "Prisen er ca. 500 kr. per kilo.| Det er bl.a. Oslo nr. 1 som betaler kr. 500.",
        "Det kostet 500 kr.| Det var dyrt.",
        "Den 17. Mai feires.| Den 2. verdenskrig varte i seks år.",
        "Cæsar døde i år 44 f.Kr.| Han var romer.",
        "Krigen sluttet i 1945.| Alle var glade.",
        "Hun sa: «Kom hit!» og gikk.| «Hvorfor?»| Ingen svarte.",
        "Fisk, kjøtt m.m. er mat.| Salt o.l. er ikke.",
        "H. Ibsen skrev stykket.| B. Bjørnson likte det.",
        "Løsningen har pH 7,4.| Den er basisk.",
        "Loven gjelder pga. EØS-avtalen.| Den er streng.",
    ] {
        check(Language::Bokmal, marked);
    }
}

#[test]
fn lines() {
    for marked in [
        "Photosynthesis|\nPlants make sugar.| They need light.",
        "This line is wrapped in the middle of running text, as it mostly is, and goes\non here.| Then it ends.",
        "There are two kinds:|\n- sweet apples|\n- sour apples",
        "1. Boil the water.|\n2. Add the tea.|\n3. Wait.",
        "A heading without a stop|\n\nand a paragraph.",
        "a) one|\nb) two",
    ] {
        check(Language::English, marked);
    }
}

#[test]
fn other_languages_are_cut_by_the_standard() {
    check(Language::Other, "Il pleut.| Il neige.");
    check(Language::Other, "水は百度で沸騰する。|零度で凍る。");
    check(Language::German, "Das Treffen ist am 3. Mai.| Wir kommen, d.h. Anna und ich.");
}
