use super::*;

/// A sentence and its quantities: `value = number unit kind (of)`.
#[track_caller]
fn check(language: Language, cases: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (source, expected) in cases {
        let text = Text::new(&[("1", source)], language);
        let found: Vec<_> = quantities(&text)
            .iter()
            .map(|one| {
                assert_eq!(&text.sentences()[one.sentence].text[one.range.clone()], one.value);
                let upper = one.upper.map(|upper| format!("–{upper}")).unwrap_or_default();
                let of = one.of.as_ref().map(|of| format!(" ({of})")).unwrap_or_default();
                format!(
                    "{} = {}{upper} {} {:?}{of}",
                    one.value,
                    one.number,
                    one.unit.as_deref().unwrap_or("-"),
                    one.kind
                )
            })
            .collect();
        if found != *expected {
            wrong.push(format!("{source}\n  found    {found:?}\n  expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn english() {
    check(
        Language::English,
        &[
            ("In 20 BC Augustus set up a stone.", &["20 BC = 20 - Year"]),
            ("The air contains about 21 % oxygen.", &["21 % = 21 % Percent (air)"]),
            ("Water boils at 100 °C.", &["100 °C = 100 °C Measure (water)"]),
            ("The river is 1,500 km long.", &["1,500 km = 1500 km Measure (river)"]),
            ("The coldest night was −12.5 °C.", &["−12.5 °C = -12.5 °C Measure (coldest night)"]),
            ("The fee is $3.50 a day.", &["$3.50 = 3.5 $ Money (fee)"]),
            ("The treaty was signed in 1814.", &["1814 = 1814 - Year (treaty)"]),
            ("The treaty was signed on 17 May 1814.", &["17 May 1814 = 1814 - Date (treaty)"]),
            ("The treaty was signed on May 17, 1814.", &["May 17, 1814 = 1814 - Date (treaty)"]),
            ("The human heart has four chambers.", &["four chambers = 4 chambers Count (human heart)"]),
            ("An adult has 206 bones.", &["206 bones = 206 bones Count (adult)"]),
            ("The dose is 10–20 mg.", &["10–20 mg = 10–20 mg Measure (dose)"]),
            ("China has 1.4 billion people.", &["1.4 billion people = 1400000000 people Count (China)"]),
            ("The ratio of the offspring was 3:1.", &["3:1 = 3 - Ratio (ratio of the offspring)"]),
            ("The sun is twice as bright.", &["twice = 2 - Ratio (sun)"]),
            ("It lasted from 1939 to 1945.", &["1939 to 1945 = 1939–1945 - Year"]),
            (
                "Tenants have 30 days to answer and 5 days to pay.",
                &["30 days = 30 days Measure (tenants)", "5 days = 5 days Measure"],
            ),
            (
                "Light travels at 300,000 kilometres per second.",
                &["300,000 kilometres per second = 300000 kilometres per second Measure"],
            ),
            ("The firm is the owner of three factories.", &["three factories = 3 factories Count"]),
            ("About one in five adults smokes.", &["one in five = 0.2 - Ratio"]),
            ("Sound travels four times faster in water.", &["four times = 4 - Ratio (sound)"]),
            // What is no quantity of the subject.
            ("See Figure 3 and page 12.", &[]),
            ("Cells divide [3].", &[]),
            ("Solve 2x + 3 = 7.", &[]),
            ("The B12 vitamin helps.", &[]),
            ("Version 1.2.3 is out.", &[]),
            ("Section 5 of the act applies.", &[]),
            ("One of the two is right.", &[]),
            ("Call 555-1234 at 12:30.", &[]),
        ],
    );
}

#[test]
fn norwegian() {
    check(
        Language::Bokmal,
        &[
            ("Lufta inneholder omtrent 21 % oksygen.", &["21 % = 21 % Percent (lufta)"]),
            ("Elva er 1 500 km lang.", &["1 500 km = 1500 km Measure (elva)"]),
            ("Kroppen holder 37,5 °C.", &["37,5 °C = 37.5 °C Measure (kroppen)"]),
            ("Gebyret er NOK 2 000.", &["NOK 2 000 = 2000 NOK Money (gebyret)"]),
            ("Gebyret er 1.500 kroner.", &["1.500 kroner = 1500 kroner Money (gebyret)"]),
            ("Grunnloven ble vedtatt 17. mai 1814.", &["17. mai 1814 = 1814 - Date (grunnloven)"]),
            ("Krigen sluttet i 1945.", &["1945 = 1945 - Year (krigen)"]),
            (
                "Hjertet har fire kamre og veier 300 gram.",
                &["fire kamre = 4 kamre Count (hjertet)", "300 gram = 300 gram Measure"],
            ),
            ("Edderkopper har åtte øyne.", &["åtte øyne = 8 øyne Count (edderkopper)"]),
            (
                "Norge har 5,5 millioner innbyggere.",
                &["5,5 millioner innbyggere = 5500000 innbyggere Count (Norge)"],
            ),
            ("Månen er 384 000 km unna.", &["384 000 km = 384000 km Measure (månen)"]),
            ("Se figur 3 og side 12.", &[]),
            ("Etter kapittel 2 følger resten.", &[]),
            ("Paragraf 5 gjelder.", &[]),
            ("En av de to er riktig.", &[]),
        ],
    );
}
