use super::*;

/// Headings as `# …`, items as `• …`, steps with their number.
#[track_caller]
fn check(raw: &str, expected: &[&str]) {
    let reference = Reference::new(raw);
    let shown: Vec<&str> = reference.blocks().iter().map(|block| block.marked.as_str()).collect();
    assert_eq!(shown, expected);
}

#[test]
fn hard_broken_lines_become_paragraphs() {
    check(
        "Snow load on roofs\n\
         A flat roof in the valley must carry at least 3.5 kilonewtons for each square metre of its\n\
         surface. Roofs that are steeper than 60 degrees need no allowance because the snow slides\n\
         off by itself.\n\
         The load is measured on the ground and multiplied by a factor for the shape of the roof, which\n\
         is 0.8 for a flat one.\n",
        &[
            "# Snow load on roofs",
            "A flat roof in the valley must carry at least 3.5 kilonewtons for each square metre of its surface. \
             Roofs that are steeper than 60 degrees need no allowance because the snow slides off by itself.",
            "The load is measured on the ground and multiplied by a factor for the shape of the roof, which is 0.8 \
             for a flat one.",
        ],
    );
}

#[test]
fn a_sentence_goes_on_over_the_page() {
    check(
        "12 Beekeeping Today\n\
         A colony that is about to swarm builds queen cells along the lower edge of the comb, and the\n\
         old queen stops laying. About half of the workers leave with her, usually before noon, and\n\
         settle on a\n\
         HIVEPRESS\n\
         \n\
         Swarming and Its Signs 13\n\
         branch close by while scouts look for a hollow. The scouts dance for the places that they have\n\
         found until they agree.\n",
        &[
            "A colony that is about to swarm builds queen cells along the lower edge of the comb, and the old queen \
             stops laying. About half of the workers leave with her, usually before noon, and settle on a branch close \
             by while scouts look for a hollow. The scouts dance for the places that they have found until they agree.",
        ],
    );
}

#[test]
fn bullets_stay_items() {
    check(
        "A lease must state:\n\
         • the rent and the day on which it is due, which may not be earlier than the first day of the\n\
         month;\n\
         • who pays for heating.\n\
         Before the move\n\
         1. Read the meters together with the landlord and write the numbers down in the protocol.\n\
         2. Take photographs.\n\
         = Keep the receipt for the deposit.\n",
        &[
            "A lease must state:",
            "• the rent and the day on which it is due, which may not be earlier than the first day of the month;",
            "• who pays for heating.",
            "# Before the move",
            "1. Read the meters together with the landlord and write the numbers down in the protocol.",
            "2. Take photographs.",
            "• Keep the receipt for the deposit.",
        ],
    );
}

#[test]
fn lines_after_a_colon_are_items_without_bullets() {
    check(
        "Warning signs\n\
         Early signs of carbon monoxide poisoning, which people take for influenza, may include:\n\
         Dull headache.\n\
         Weakness and dizziness.\n\
         Loss of sight at the edges.\n\
         Treatment\n\
         Oxygen is given through a mask for at least four hours, and longer where the level was above\n\
         25 percent.\n",
        &[
            "# Warning signs",
            "Early signs of carbon monoxide poisoning, which people take for influenza, may include:",
            "• Dull headache.",
            "• Weakness and dizziness.",
            "• Loss of sight at the edges.",
            "# Treatment",
            "Oxygen is given through a mask for at least four hours, and longer where the level was above 25 percent.",
        ],
    );
}

#[test]
fn questions_are_headings_in_narrow_columns() {
    check(
        "Who keeps (cid:2)the land register?\n\
         The district court keeps it. (cid:2)Anyone may\n\
         look at an entry for a fee of 12 euros.\n\
         Does an entry protect a buyer against\n\
         earlier claims?\n\
         Yes. A claim that was not entered cannot\n\
         be raised against a buyer.\n",
        &[
            "# Who keeps the land register?",
            "The district court keeps it. Anyone may look at an entry for a fee of 12 euros.",
            "# Does an entry protect a buyer against earlier claims?",
            "Yes. A claim that was not entered cannot be raised against a buyer.",
        ],
    );
}

#[test]
fn garbage_and_side_notes_are_dropped() {
    let raw = "The cambium is a layer of cells between the wood and the bark that divides throughout the summer and\n\
               makes new wood on its inner side. In spring the cells are wide, and in late summer they are narrow\n\
               k\n\
               c\n\
               0E RrmeerOcoiLcDaEr EDrOmmEmL mmLmEmE\n\
               and thick, so that each year leaves a ring. A ring that is missing on one side points to a year of\n\
               ONTHEEXAM\n\
               The cambium divides\n\
               drought, and a scar that breaks several rings points to fire.\n";
    let reference = Reference::new(raw);
    let text: Vec<&str> = reference.blocks().iter().map(Block::text).collect();
    assert_eq!(
        text,
        [
            "The cambium is a layer of cells between the wood and the bark that divides throughout the summer and makes \
          new wood on its inner side. In spring the cells are wide, and in late summer they are narrow and thick, so \
          that each year leaves a ring. A ring that is missing on one side points to a year of drought, and a scar \
          that breaks several rings points to fire."
        ]
    );
    assert!(reference.blocks()[0].is_mended());
}

#[test]
fn hyphens_at_the_end_of_a_line_are_mended() {
    check(
        "The light-dependent reactions need water, and the albu-\n\
         min in the seed is used up first while the light-\n\
         dependent ones begin.",
        &[
            "The light-dependent reactions need water, and the albumin in the seed is used up first while the \
           light-dependent ones begin.",
        ],
    );
}

#[test]
fn quotes_are_looked_for_in_the_raw_text() {
    let reference = Reference::new(
        "The albu-\nmin in a seed is “used up” within\n9 days.\n\n14\n\nKeep theseed dry until then, at 4 to 6 degrees.",
    );
    for (quote, expected) in [
        ("The albumin in a seed is \"used up\" within 9 days", true),
        ("used up” within 9 days.", true),
        ("Keep the seed dry until then", true),
        ("within 19 days", false),
        ("9 days. Keep theseed dry", true),
        ("within 9 weeks", false),
        ("", false),
        ("…", false),
    ] {
        assert_eq!(reference.holds(quote), expected, "{quote}");
    }
}

#[test]
fn a_text_of_noise_is_empty() {
    assert!(Reference::new("\n\n 12 \n\n— 13 —\n\u{c}x\n").is_empty());
    assert!(Reference::new("").is_empty());
}

#[test]
fn markdown_is_read_as_what_it_marks() {
    check(
        "# How a kettle works\n\nWater in a *kettle* boils at **100 °C**, and a switch of two metals bends\nwhen the steam reaches it.\n\n\
         ## What to watch\n\n* Scale makes it slow.\n* An empty one burns out.\n",
        &[
            "# How a kettle works",
            "Water in a kettle boils at 100 °C, and a switch of two metals bends when the steam reaches it.",
            "# What to watch",
            "• Scale makes it slow.",
            "• An empty one burns out.",
        ],
    );
}
