use super::*;

/// An item whose first option is the key shows exactly these rules.
#[track_caller]
fn check_rules(stem: &str, options: &[&str], expected: &[Rule]) {
    let item = Item::multiple_choice(stem, options.iter().copied(), 0);
    let flaws = check(&item);
    let mut found: Vec<_> = flaws.iter().map(|flaw| flaw.rule).collect();
    found.dedup();
    assert_eq!(found, expected, "{stem} {options:?}\n{flaws:#?}");
}

const ORGANS: [&str; 4] = ["pancreas", "liver", "kidney", "spleen"];

#[test]
fn stems() {
    check_rules("Which organ makes insulin?", &ORGANS, &[]);
    check_rules("Which organ does NOT make bile?", &ORGANS, &[Rule::NegativeStem]);
    check_rules("Which organ does **not** make bile?", &ORGANS, &[Rule::NegativeStem]);
    check_rules(
        "Which organ does not make bile?",
        &ORGANS,
        &[Rule::NegativeStem, Rule::NegativeNotEmphasised],
    );
    check_rules("A patient does not eat bread. Which organ makes insulin for the patient?", &ORGANS, &[]);
    check_rules("The ____ makes insulin in the body. Which organ is it?", &ORGANS, &[Rule::FillInTheBlank]);
    check_rules("Which organ is missing? “The ____ makes insulin in the body.”", &ORGANS, &[]);
    check_rules("Insulin is made in the organ called the ____", &ORGANS, &[]);
    check_rules("According to the text, which organ makes insulin?", &ORGANS, &[Rule::SourcePhrase]);
    check_rules("Which chapter deals with the organ that makes insulin?", &ORGANS, &[Rule::SourceTrivia]);
    check_rules("Which organ and/or gland makes insulin?", &ORGANS, &[Rule::Ambiguous]);
    check_rules("Which organ usually makes insulin?", &ORGANS, &[Rule::VagueTerms]);
    check_rules("How many of these organs lie in the chest?", &["1", "2", "3"], &[]);
    check_rules("Organs:", &ORGANS, &[Rule::UnfocusedStem]);
    check_rules("What is the least odd prime number?", &["3", "5", "7"], &[]);
}

#[test]
fn options() {
    let stem = "What does the valve of the pump do?";
    check_rules(stem, &["hold water", "let air in", "All of the above"], &[Rule::AllOfTheAbove]);
    check_rules(stem, &["hold water", "let air in", "none of these"], &[Rule::NoneOfTheAbove]);
    check_rules(stem, &["hold water", "let air in", "never move"], &[Rule::AbsoluteTerms]);
    check_rules(stem, &["hold water", "let air in", "Hold  water"], &[Rule::DuplicateOptions]);
    check_rules(stem, &["hold water", "let air in", "hold water back"], &[Rule::OverlappingOptions]);
    check_rules(stem, &["hold water", "let air in", "to turn a wheel"], &[Rule::UnparallelOptions]);
    check_rules("Which are right?", &["I only", "I and II", "II and III"], &[Rule::KType]);
    check_rules("How high is it?", &["3 m", "9 m", "5 m"], &[Rule::LostSequence]);
    check_rules("How high is it?", &["9 m", "5 m", "3 m"], &[]);
    check_rules("How high is it?", &["0.5", "1/2", "3/4"], &[Rule::MoreThanOneCorrect]);
    check_rules("How high is it?", &["0 to 10", "5 to 20", "20 to 30"], &[Rule::OverlappingOptions]);
    check_rules("How high is it?", &["less than 5", "5 to 20", "more than 20"], &[]);
    check_rules("Which point lies on the circle?", &["(–2, –1)", "(2, –1)", "(2, 1)"], &[]);
    check_rules("Which current flows?", &["5 mA", "5 MA", "7 kA"], &[]);
    check_rules("Which formula gives the pull?", &["F = Gm", "F = GM", "F = Mm"], &[]);
}

/// Words of a list that mean something else in their place are no flaws.
#[test]
fn senses() {
    let stem = "What is wrong with the second valve?";
    check_rules(stem, &["it has too many cracks", "it lets in so few drops", "it opens by itself"], &[]);
    check_rules(
        stem,
        &["it opens by itself", "it has many cracks", "it lets in hot air"],
        &[Rule::VagueTerms],
    );
    check_rules(stem, &["it loses most of the oil", "it lets in the hot air", "it opens by itself"], &[]);
    check_rules(stem, &["it turns around the pin", "it lets in the hot air", "it opens by itself"], &[]);
    check_rules(
        stem,
        &["it opens for about a week", "it lets in the hot air", "it closes by itself"],
        &[Rule::KeyStandsOut],
    );
    check_rules(stem, &["Part of the seal is worn", "The pin is bent too far", "The lid is loose"], &[]);
    check_rules(stem, &["it lets in air", "every pin never moves", "it is loose"], &[Rule::AbsoluteTerms]);
}

#[test]
fn keys() {
    let stem = "Why does the reservoir need a spillway?";
    check_rules(
        stem,
        &[
            "It keeps the surge of a great flood from running over the crest",
            "It feeds the fish",
            "It cools the wall",
        ],
        &[Rule::LongestKey, Rule::UnequalLengths],
    );
    check_rules(stem, &["the reservoir fills", "the wind blows", "the sun sets"], &[Rule::StemEcho]);
    check_rules(stem, &["water in spring", "wind in spring", "sun in autumn"], &[]);
    check_rules(stem, &["for 40 floods", "for the fish", "for the wall"], &[Rule::KeyStandsOut]);
    check_rules("The spoon is made of steel. What is it?", &["steel", "oak", "clay"], &[Rule::AnswerInStem]);
    check_rules("The animal is an", &["otter", "fox", "bear"], &[Rule::GrammaticalCue, Rule::UnfocusedStem]);
    check_rules("The animal that swam is an", &["otter", "eel", "urchin"], &[Rule::UnfocusedStem]);
}

#[test]
fn norwegian() {
    let organs = ["leveren", "nyren", "milten"];
    check_rules("Hvilket organ er det som lager galle?", &organs, &[]);
    check_rules(
        "Hvilket organ er det som ikke lager galle?",
        &organs,
        &[Rule::NegativeStem, Rule::NegativeNotEmphasised],
    );
    check_rules("Ifølge teksten, hvilket organ er det som lager galle?", &organs, &[Rule::SourcePhrase]);
    check_rules(
        "Hva er det som skjer med leddet?",
        &["det hovner", "det stivner", "det blør alltid"],
        &[Rule::AbsoluteTerms],
    );
}

#[test]
fn a_flaw_quotes_and_points() {
    let item = Item::multiple_choice("What does the valve do?", ["holds air", "It is Always open"], 0);
    let flaw = check(&item).into_iter().find(|flaw| flaw.rule == Rule::AbsoluteTerms).unwrap();
    assert_eq!((flaw.quote.as_str(), flaw.pointer.as_str()), ("Always", "/body/options/1/text"));
    let finding = Finding::from(flaw);
    assert_eq!(finding.message, "an absolute word in an option: “Always”");
}

#[test]
fn sets() {
    const TOWNS: [&str; 12] =
        ["Ash", "Birk", "Cove", "Dale", "Elm", "Firth", "Glen", "Holt", "Isle", "Kirk", "Loch", "Moor"];
    let item = |n: usize, key: usize| {
        Item::multiple_choice(format!("How far is {}?", TOWNS[n]), ["1", "2", "3", "4"], key)
    };
    let rules = |keys: &[usize]| {
        let items: Vec<_> = keys.iter().enumerate().map(|(n, key)| item(n, *key)).collect();
        check_set(&items).into_iter().map(|flaw| (flaw.rule, flaw.severity)).collect::<Vec<_>>()
    };
    assert_eq!(rules(&[0, 2, 1, 3, 3, 0, 1, 2]), []);
    assert_eq!(rules(&[0, 2, 0, 3, 1, 0, 1, 2]), [(SetRule::KeyLetterSkew, Severity::Low)]);
    assert_eq!(rules(&[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]), [(SetRule::KeyLetterPattern, Severity::Medium)]);
    assert_eq!(
        rules(&[2, 2, 2, 2, 2, 2, 2, 2]),
        [(SetRule::KeyLetterSkew, Severity::Medium), (SetRule::KeyLetterRun, Severity::Low)]
    );
    let twice = check_set(&[item(1, 0), item(1, 0)]);
    assert_eq!((twice[0].rule, twice[0].severity), (SetRule::RepeatedStem, Severity::High));
    let with = |stem: &str| Item::multiple_choice(stem, ["4 m", "5 m", "6 m"], 0);
    let stem =
        "A lift climbs from the cellar to the roof of the old tower in 9 seconds. How high is the tower?";
    let other =
        "In 9 seconds a lift climbs to the roof of the old tower from the cellar. How high is that tower?";
    for (near, severity) in [(other.to_owned(), Severity::Medium), (stem.replace('9', "8"), Severity::Low)] {
        let found = check_set(&[with(stem), with(&near)]);
        assert_eq!((found[0].rule, found[0].severity), (SetRule::NearDuplicate, severity));
    }
    let long = |n: usize| {
        let options = ["by a bridge over the river", "by a boat", "by a road", "by a cart"];
        Item::multiple_choice(format!("How is {} reached?", TOWNS[n]), options, 0)
    };
    let found = check_set(&(0..8).map(long).collect::<Vec<_>>());
    assert!(found.iter().any(|flaw| flaw.rule == SetRule::LongestKeyShare));
}
