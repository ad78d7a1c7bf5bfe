use super::*;

#[track_caller]
fn check_causes(language: Language, cases: &[(&str, Option<(&str, &str)>)]) {
    let mut wrong = Vec::new();
    for (sentence, expected) in cases {
        let found = causes(&Text::new(&[("1", sentence)], language));
        let first = found.first().map(|one| (one.cause.as_str(), one.effect.as_str()));
        if first != *expected {
            wrong.push(format!("{sentence}\n  found    {first:?}\n  expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[track_caller]
fn check_contrasts(language: Language, cases: &[(&str, Option<(&str, &str)>)]) {
    let mut wrong = Vec::new();
    for (sentence, expected) in cases {
        let found = contrasts(&Text::new(&[("1", sentence)], language));
        let first = found.first().map(|one| (one.left.as_str(), one.right.as_str()));
        if first != *expected {
            wrong.push(format!("{sentence}\n  found    {first:?}\n  expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn english_causes() {
    check_causes(
        Language::English,
        &[
            (
                "Plants look green because they reflect green light.",
                Some(("they reflect green light", "plants look green")),
            ),
            (
                "Because warm air is lighter than cold air, warm air rises.",
                Some(("warm air is lighter than cold air", "warm air rises")),
            ),
            (
                "Deforestation leads to soil erosion and floods.",
                Some(("deforestation", "soil erosion and floods")),
            ),
            ("A lack of vitamin C can cause scurvy.", Some(("a lack of vitamin C", "scurvy"))),
            ("Scurvy is caused by a lack of vitamin C.", Some(("a lack of vitamin C", "scurvy"))),
            ("The seasons are due to the tilt of the axis.", Some(("the tilt of the axis", "the seasons"))),
            ("The river flooded because of heavy rain.", Some(("heavy rain", "the river flooded"))),
            (
                "If the temperature falls below zero, water freezes.",
                Some(("the temperature falls below zero", "water freezes")),
            ),
            (
                "If the temperature falls below zero, then water freezes.",
                Some(("the temperature falls below zero", "water freezes")),
            ),
            (
                "Ice is less dense than water, so ice floats.",
                Some(("ice is less dense than water", "ice floats")),
            ),
            (
                "Late payment may result in a lower credit score.",
                Some(("late payment", "a lower credit score")),
            ),
            ("Heavy rain led to floods, and many roads were closed.", Some(("heavy rain", "floods"))),
            // What says no cause, or not clearly.
            ("High demand caused prices to rise.", None),
            ("Kinetic energy is the energy an object has because of its motion.", None),
            ("It causes cancer in many people.", None),
            ("This leads to soil erosion and floods.", None),
            ("Therefore the river flooded because of heavy rain.", None),
            ("Smoking does not cause this disease.", None),
            ("He left, not because he was tired but because he was bored.", None),
            ("The cause of the disease is not known.", None),
            ("The bill is due to arrive tomorrow.", None),
            ("Does smoking cause cancer in most people?", None),
            ("The river is long and the lake is deep.", None),
            ("They left because it rained.", None),
            ("The plan was so good that everyone agreed.", None),
            ("Of the patients, ten were sick because they smoked, and ten because they drank.", None),
        ],
    );
}

#[test]
fn norwegian_causes() {
    check_causes(
        Language::Bokmal,
        &[
            (
                "Planter ser grønne ut fordi de reflekterer grønt lys.",
                Some(("de reflekterer grønt lys", "planter ser grønne ut")),
            ),
            ("Avskoging fører til erosjon og flom.", Some(("avskoging", "erosjon og flom"))),
            ("Mangel på vitamin C kan føre til skjørbuk.", Some(("mangel på vitamin C", "skjørbuk"))),
            ("Skjørbuk skyldes mangel på vitamin C.", Some(("mangel på vitamin C", "skjørbuk"))),
            ("Elva flommet over på grunn av kraftig regn.", Some(("kraftig regn", "elva flommet over"))),
            (
                "Hvis temperaturen synker under null, fryser vannet.",
                Some(("temperaturen synker under null", "fryser vannet")),
            ),
            ("Is er lettere enn vann, slik at isen flyter.", Some(("is er lettere enn vann", "isen flyter"))),
            ("Hvis du er over 18 år, kan du stemme.", Some(("du er over 18 år", "kan du stemme"))),
            (
                "Fordi jordaksen er skrå, får nordkloden mer sollys i juni.",
                Some(("jordaksen er skrå", "får nordkloden mer sollys i juni")),
            ),
            (
                "Eksporten falt med 12 % på grunn av den sterke valutaen.",
                Some(("den sterke valutaen", "eksporten falt med 12 %")),
            ),
            ("Det fører til erosjon og flom.", None),
            ("Dette skyldes mangel på vitamin C.", None),
            ("Røyking fører ikke til denne sykdommen.", None),
            ("Hvorfor fører røyking til kreft?", None),
            ("Derfor fører røyking til kreft hos mange.", None),
            ("Årsaken til sykdommen er ikke kjent.", None),
            ("Læreren kommer av gårde klokka åtte hver dag.", None),
        ],
    );
}

#[test]
fn english_contrasts() {
    check_contrasts(
        Language::English,
        &[
            (
                "Arteries carry blood away from the heart, whereas veins carry blood back.",
                Some(("arteries carry blood away from the heart", "veins carry blood back")),
            ),
            (
                "Plants make their own food, while animals eat other organisms.",
                Some(("plants make their own food", "animals eat other organisms")),
            ),
            (
                "Unlike plants, animals cannot make their own food.",
                Some(("plants", "animals cannot make their own food")),
            ),
            ("In contrast to mammals, birds lay eggs.", Some(("mammals", "birds lay eggs"))),
            (
                "The moon is small, but the sun is very large.",
                Some(("the moon is small", "the sun is very large")),
            ),
            ("He read the paper while the water boiled.", None),
            ("They were tired, but they went on.", None),
            ("The plan was good, but expensive.", None),
            ("Nobody but the king could sign the law.", None),
            ("While it rained, he read a book.", None),
            ("Unlike this, animals cannot make their own food.", None),
            ("Is it true that arteries carry blood away, whereas veins carry it back?", None),
        ],
    );
}

#[test]
fn norwegian_contrasts() {
    check_contrasts(
        Language::Bokmal,
        &[
            (
                "Arteriene fører blodet fra hjertet, mens venene fører blodet tilbake.",
                Some(("arteriene fører blodet fra hjertet", "venene fører blodet tilbake")),
            ),
            ("Månen er liten, men sola er svært stor.", Some(("månen er liten", "sola er svært stor"))),
            ("I motsetning til planter kan ikke dyr lage maten sin selv.", None),
            ("Planen var god, men dyr.", None),
            ("De var slitne, men de gikk videre.", None),
            ("Han leste avisa mens vannet kokte.", None),
            ("Han leste ikke annet enn aviser, men likevel visste han alt.", None),
        ],
    );
}
