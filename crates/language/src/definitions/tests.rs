use super::*;

/// One sentence and what is found in it: term and definition, or none.
#[track_caller]
fn check(language: Language, cases: &[(&str, Option<(&str, &str)>)]) {
    let mut wrong = Vec::new();
    for (sentence, expected) in cases {
        let text = Text::new(&[("1", sentence)], language);
        let found = definitions(&text);
        let first = found.first().map(|one| (one.term.as_str(), one.definition.as_str()));
        if first != *expected || found.len() > 1 {
            wrong.push(format!("{sentence}\n  found    {found:?}\n  expected {expected:?}"));
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
                "Photosynthesis is the process by which plants convert light into chemical energy.",
                Some(("photosynthesis", "the process by which plants convert light into chemical energy")),
            ),
            (
                "In biology, osmosis is the movement of water across a membrane.",
                Some(("osmosis", "the movement of water across a membrane")),
            ),
            (
                "A compost heap is a small factory that runs on leftovers.",
                Some(("compost heap", "a small factory that runs on leftovers")),
            ),
            (
                "Enzymes are proteins that speed up chemical reactions, but they are not used up.",
                Some(("enzymes", "proteins that speed up chemical reactions")),
            ),
            (
                "The nucleus is the part of the cell that contains its DNA.",
                Some(("nucleus", "the part of the cell that contains its DNA")),
            ),
            ("Oslo is the capital of Norway.", Some(("Oslo", "the capital of Norway"))),
            (
                "The Silk Road was a network of trade routes between China and the Mediterranean.",
                Some(("Silk Road", "a network of trade routes between China and the Mediterranean")),
            ),
            (
                "Compound interest is defined as interest on both the principal and the interest already earned.",
                Some(("compound interest", "interest on both the principal and the interest already earned")),
            ),
            (
                "The term habitat refers to the place where an organism lives.",
                Some(("habitat", "the place where an organism lives")),
            ),
            (
                "By inflation we mean a general rise in prices over time.",
                Some(("inflation", "a general rise in prices over time")),
            ),
            (
                "The process by which a liquid turns into a gas is called evaporation.",
                Some(("evaporation", "the process by which a liquid turns into a gas")),
            ),
            (
                "A triangle with two equal sides is known as an isosceles triangle.",
                Some(("isosceles triangle", "a triangle with two equal sides")),
            ),
            (
                "Osmosis, the movement of water across a membrane, keeps cells firm.",
                Some(("osmosis", "the movement of water across a membrane")),
            ),
            (
                "Diffusion: the movement of particles from high to low concentration.",
                Some(("diffusion", "the movement of particles from high to low concentration")),
            ),
            (
                "Red blood cells, also called erythrocytes, carry oxygen.",
                Some(("red blood cells", "erythrocytes")),
            ),
            (
                "Cells store information in deoxyribonucleic acid (DNA).",
                Some(("DNA", "deoxyribonucleic acid")),
            ),
            ("The gross domestic product (GDP) rose.", Some(("GDP", "gross domestic product"))),
            (
                "A lease is a contract between a landlord and a tenant.",
                Some(("lease", "a contract between a landlord and a tenant")),
            ),
            (
                "Isotopes are atoms that have different numbers of neutrons.",
                Some(("isotopes", "atoms that have different numbers of neutrons")),
            ),
            (
                "Kinetic energy is the energy an object has because of its motion.",
                Some(("kinetic energy", "the energy an object has because of its motion")),
            ),
            (
                "An operating system is software that runs other programs.",
                Some(("operating system", "software that runs other programs")),
            ),
            (
                "Feudalism was a system in which land was exchanged for service.",
                Some(("feudalism", "a system in which land was exchanged for service")),
            ),
            (
                "Momentum is the product of mass and velocity.",
                Some(("momentum", "the product of mass and velocity")),
            ),
        ],
    );
}

#[test]
fn what_is_no_definition() {
    check(
        Language::English,
        &[
            ("It is the process by which plants make sugar.", None),
            ("This is a process that takes a long time.", None),
            ("Leaves are green in summer.", None),
            ("Chess is a wonderful game that everyone should play.", None),
            ("Reading is the best way to learn a language.", None),
            ("A whale is not a fish that lives in the sea.", None),
            ("Is photosynthesis a process that needs light?", None),
            ("Therefore photosynthesis is a process that needs light.", None),
            ("Such a reaction is a process that gives off heat.", None),
            ("The result is a loss of heat to the air.", None),
            ("The girl is a student who counts crates.", None),
            ("Plants are responsible for most of the oxygen in the air.", None),
            ("Water is essential for all life on earth.", None),
            ("The law means that tenants can stay.", None),
            ("Smoking is a cause of cancer in many people.", None),
            ("The problem is the lack of water in the region.", None),
            ("When water freezes, it is called ice.", None),
            ("They are called mammals.", None),
            ("Photosynthesis is a process.", None),
            ("Note: the figure is not to scale.", None),
            ("Step 2: the mixture of flour and water is heated.", None),
            ("Photosynthesis is a process described above.", None),
            ("Gravity is one of the four forces of nature.", None),
            ("The book is about the history of Rome.", None),
            ("What plants do is called photosynthesis.", None),
            ("The new bridge is a marvel of engineering.", None),
            ("The company is the owner of three factories.", None),
            ("The boat is a gift from the king.", None),
            ("The aim of the law is the protection of consumers.", None),
            ("Peter is the man who stole the car.", None),
            ("High demand is a matter of taste.", None),
            ("Our planet is the third planet from the sun.", None),
        ],
    );
}

#[test]
fn norwegian() {
    check(
        Language::Bokmal,
        &[
            (
                "Fotosyntese er en prosess der planter omdanner lys til kjemisk energi.",
                Some(("fotosyntese", "en prosess der planter omdanner lys til kjemisk energi")),
            ),
            (
                "Fotosyntese er prosessen der planter lager sukker.",
                Some(("fotosyntese", "prosessen der planter lager sukker")),
            ),
            (
                "Enzymer er proteiner som gjør at reaksjoner går raskere.",
                Some(("enzymer", "proteiner som gjør at reaksjoner går raskere")),
            ),
            (
                "Et atom er den minste delen av et grunnstoff.",
                Some(("atom", "den minste delen av et grunnstoff")),
            ),
            ("Oslo er hovedstaden i Norge.", None),
            (
                "Prosessen der væske går over til gass, kalles fordamping.",
                Some(("fordamping", "prosessen der væske går over til gass")),
            ),
            (
                "En trekant med to like lange sider kalles en likebeint trekant.",
                Some(("likebeint trekant", "en trekant med to like lange sider")),
            ),
            (
                "Med inflasjon menes en vedvarende økning i prisene.",
                Some(("inflasjon", "en vedvarende økning i prisene")),
            ),
            ("Begrepet habitat betyr stedet der en art lever.", Some(("habitat", "stedet der en art lever"))),
            (
                "Røde blodceller, også kalt erytrocytter, frakter oksygen.",
                Some(("røde blodceller", "erytrocytter")),
            ),
            (
                "Parlamentarisme vil si et styresett der regjeringen må ha støtte i parlamentet.",
                Some(("parlamentarisme", "et styresett der regjeringen må ha støtte i parlamentet")),
            ),
            (
                "Osmose: en form for diffusjon der vann går gjennom en membran.",
                Some(("osmose", "en form for diffusjon der vann går gjennom en membran")),
            ),
            // What is no definition.
            ("Det er en prosess der planter lager sukker.", None),
            ("Dette er en prosess som tar lang tid.", None),
            ("Bladene er grønne om sommeren.", None),
            ("Sjakk er et fantastisk spill som alle bør lære.", None),
            ("En hval er ikke en fisk som lever i havet.", None),
            ("Er fotosyntese en prosess som trenger lys?", None),
            ("Derfor er fotosyntese en prosess som trenger lys.", None),
            ("Derfor kalles prosessen fotosyntese.", None),
            ("Resultatet er et tap av varme til lufta.", None),
            ("Jenta er en elev som teller kasser.", None),
            ("Loven betyr at leieren kan bli boende.", None),
            ("Røyking er en årsak til kreft hos mange.", None),
            ("I Norge kalles dette en kommune.", None),
            ("Vann er nødvendig for alt liv.", None),
            ("Slike stoffer kalles syrer.", None),
            ("Båten er en gave fra kongen.", None),
            (
                "Atomnummeret er antallet protoner i kjernen.",
                Some(("atomnummeret", "antallet protoner i kjernen")),
            ),
            ("Rapporten er en oppsummering av resultatene.", None),
            (
                "Dyr som bare spiser planter, kalles planteetere.",
                Some(("planteetere", "dyr som bare spiser planter")),
            ),
            ("Planeten vår er den tredje planeten fra sola.", None),
        ],
    );
    check(
        Language::Nynorsk,
        &[
            (
                "Ein celle er den minste levande eininga i ein organisme.",
                Some(("celle", "den minste levande eininga i ein organisme")),
            ),
            (
                "Eit atom er ein partikkel som har ein kjerne.",
                Some(("atom", "ein partikkel som har ein kjerne")),
            ),
            (
                "Med demokrati meiner vi eit styresett der folket har makta.",
                Some(("demokrati", "eit styresett der folket har makta")),
            ),
            ("Det er ein prosess som tek lang tid.", None),
        ],
    );
}

#[test]
fn beside() {
    check(
        Language::English,
        &[
            (
                "Photosynthesis takes place in the chloroplast, an organelle that is specific to plants.",
                Some(("chloroplast", "an organelle that is specific to plants")),
            ),
            (
                "The limit is based on “disposable earnings,” which is the amount of pay left after deductions.",
                Some(("disposable earnings", "the amount of pay left after deductions")),
            ),
            (
                "AL amyloidosis, also called primary amyloidosis.",
                Some(("AL amyloidosis", "primary amyloidosis")),
            ),
            (
                "A landlord starts an eviction case (also called an unlawful detainer).",
                Some(("eviction case", "unlawful detainer")),
            ),
            (
                "The organisms whose cells have a nucleus are called eukaryotes.",
                Some(("eukaryotes", "the organisms whose cells have a nucleus")),
            ),
            ("The cell has a wall. Cell Wall: a rigid layer around the membrane.", None),
            // What only looks like one.
            ("Substrate specificity means enzymes only act on some molecules.", None),
            ("He bought bread, a bottle of milk and a newspaper.", None),
            ("She met the king, a man who hated the cold.", None),
            ("The cells of the leaf, a tissue that is green, are small, and they divide.", None),
            ("In the north, a wind that never stops blows.", None),
            ("As the distance increases, the force of gravity between them decreases.", None),
            ("They drank the juice of apples, a fruit that grows in the north.", None),
        ],
    );
    check(
        Language::Bokmal,
        &[
            (
                "Fotosyntesen skjer i kloroplasten, en organell som bare finnes i planter.",
                Some(("kloroplasten", "en organell som bare finnes i planter")),
            ),
            (
                "Platetektonikk, teorien om hvordan platene beveger seg, er ganske ny.",
                Some(("platetektonikk", "teorien om hvordan platene beveger seg")),
            ),
            ("Han kjøpte brød, en flaske melk og en avis.", None),
            ("Hun møtte kongen, en mann som hatet kulde.", None),
        ],
    );
}
