use super::*;

/// A text and what is found in it: `head > item / item`, with `+` after the head if the list is complete and `#` if ordered.
#[track_caller]
fn check(language: Language, cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (source, expected) in cases {
        let blocks: Vec<_> = source.split('|').map(|block| ("b", block.trim())).collect();
        let found = enumerations(&Text::new(&blocks, language));
        let shown: Vec<_> = found
            .iter()
            .map(|one| {
                let marks = [(one.complete, "+"), (one.ordered, "#")]
                    .map(|(is, mark)| if is { mark } else { "" })
                    .concat();
                let members = one.members.as_ref().map(|members| format!(" ({members})")).unwrap_or_default();
                format!("{}{members}{marks} > {}", one.head, one.items.join(" / "))
            })
            .collect();
        if shown.join("; ") != *expected {
            wrong.push(format!("{source}\n  found    {}\n  expected {expected}", shown.join("; ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn english() {
    check(
        Language::English,
        &[
            (
                "There are three types of rock: igneous, sedimentary and metamorphic.",
                "types of rock+ > igneous / sedimentary / metamorphic",
            ),
            (
                "Blood consists of plasma, red blood cells, white blood cells, and platelets.",
                "blood+ > plasma / red blood cells / white blood cells / platelets",
            ),
            (
                "Vertebrates include fish, birds, mammals and reptiles.",
                "vertebrates > fish / birds / mammals / reptiles",
            ),
            ("Vertebrates include fish, birds, mammals, and others.", "vertebrates > fish / birds / mammals"),
            (
                "The three states of matter are solid, liquid and gas.",
                "states of matter+ > solid / liquid / gas",
            ),
            (
                "Mitosis has four phases: prophase, metaphase, anaphase and telophase.",
                "mitosis (phases)+ > prophase / metaphase / anaphase / telophase",
            ),
            (
                "Rocks are divided into three groups: igneous, sedimentary and metamorphic rocks.",
                "rocks (groups)+ > igneous / sedimentary / metamorphic rocks",
            ),
            (
                "The nervous system is divided into the brain, the spinal cord and the nerves.",
                "nervous system+ > the brain / the spinal cord / the nerves",
            ),
            (
                "There are two kinds of cell: | - plant cells | - animal cells | They differ.",
                "kinds of cell+ > plant cells / animal cells",
            ),
            (
                "You need these documents: | - a passport | - a photo",
                "You need these documents > a passport / a photo",
            ),
            (
                "A tenant has to bring: | - a passport; | - a photo.",
                "A tenant has to bring > a passport / a photo",
            ),
            (
                "How to make tea | 1. Boil the water. | 2. Add the tea. | 3. Wait for five minutes.",
                "How to make tea# > Boil the water / Add the tea / Wait for five minutes",
            ),
            (
                "Making tea takes three steps. First, boil the water. Then add the tea. Finally, wait for five minutes.",
                "Making tea takes three steps# > boil the water / add the tea / wait for five minutes",
            ),
            (
                "The digestive system includes organs such as the mouth, the stomach and the liver.",
                "digestive system (organs) > the mouth / the stomach / the liver",
            ),
            // What is no list.
            ("It consists of plasma, red cells and white cells.", ""),
            ("There are three types of rock: igneous and metamorphic.", ""),
            ("There are many kinds of rock in the north.", ""),
            ("Blood consists of plasma and cells.", ""),
            ("The committee includes people who sing, people who dance and people who draw.", ""),
            ("This group includes fish, birds and mammals.", ""),
            ("Does blood consist of plasma, red cells and white cells?", ""),
            ("The cost includes food, and the tenant pays for heat, light and water.", ""),
            ("The ship has three masts.", ""),
            ("Contents | - Introduction | - Method", ""),
            ("First, boil the water. Then add the tea.", ""),
        ],
    );
}

#[test]
fn norwegian() {
    check(
        Language::Bokmal,
        &[
            (
                "Det finnes tre typer bergarter: magmatiske, sedimentære og metamorfe.",
                "typer bergarter+ > magmatiske / sedimentære / metamorfe",
            ),
            (
                "Blod består av plasma, røde blodceller, hvite blodceller og blodplater.",
                "blod+ > plasma / røde blodceller / hvite blodceller / blodplater",
            ),
            (
                "Virveldyr omfatter fisk, fugler, pattedyr og krypdyr.",
                "virveldyr > fisk / fugler / pattedyr / krypdyr",
            ),
            (
                "Bergarter deles inn i magmatiske, sedimentære og metamorfe bergarter.",
                "bergarter+ > magmatiske / sedimentære / metamorfe bergarter",
            ),
            (
                "Mitosen har fire faser: profase, metafase, anafase og telofase.",
                "mitosen (faser)+ > profase / metafase / anafase / telofase",
            ),
            (
                "Statsmakten er delt inn i tre deler: | - Stortinget | - regjeringen | - domstolene",
                "statsmakten (deler)+ > Stortinget / regjeringen / domstolene",
            ),
            (
                "Slik koker du te | 1. Kok vannet. | 2. Ha i teen. | 3. Vent i fem minutter.",
                "Slik koker du te# > Kok vannet / Ha i teen / Vent i fem minutter",
            ),
            ("Den består av plasma, røde celler og hvite celler.", ""),
            ("Det finnes tre typer bergarter i fjellet.", ""),
            ("Består blod av plasma, celler og blodplater?", ""),
            ("Blod består av plasma og celler.", ""),
            ("Disse omfatter fisk, fugler og pattedyr.", ""),
            ("Huset har tre etasjer.", ""),
            ("Prisen omfatter mat, og leieren betaler for varme, lys og vann.", ""),
            ("Innhold | - Innledning | - Metode", ""),
        ],
    );
}
