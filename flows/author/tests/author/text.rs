//! An invented reference about a harbor, and questions on it that a good writer would give.

use serde_json::{Value, json};
use tutti_author::{Level, TaskRequest};
use tutti_item::Bloom;
use tutti_taskfile::{Category, FamiliarityQuestion, QuizQuestion, SYSTEM_PROMPT, TaskDocument};

/// A fact, and the question on it: level, sentence of the reference, question, options with the key first, concept.
pub(crate) struct Fact {
    pub(crate) level: Level,
    sentence: &'static str,
    pub(crate) question: &'static str,
    options: [&'static str; 5],
    concept: &'static str,
}

macro_rules! facts {
    ($($level:ident $sentence:literal $question:literal $options:expr, $concept:literal;)*) => {
        &[$(Fact { level: Level::$level, sentence: $sentence, question: $question, options: $options, concept: $concept }),*]
    };
}

/// Eight of each level, in the order of levels.
pub(crate) const FACTS: &[Fact] = facts! {
    Remembering "In fog the horn of Aldermouth sounds every four minutes."
        "How often does the horn of Aldermouth sound in fog?"
        ["every four minutes", "every two minutes", "every three minutes", "every five minutes", "every six minutes"],
        "fog signals";
    Remembering "A pilot must be ordered eleven hours before a ship arrives."
        "How long before arrival must a ship order its pilot?"
        ["eleven hours", "seven hours", "nine hours", "thirteen hours", "fifteen hours"], "ordering a pilot";
    Remembering "The outer basin is dredged to a depth of nine metres each spring."
        "To what depth is the outer basin dredged?"
        ["nine metres", "six metres", "seven metres", "eight metres", "ten metres"], "dredging";
    Remembering "Ballast water is tested at berth seven by the port chemist."
        "Where is ballast water tested?"
        ["at berth seven", "at berth two", "at berth four", "at berth five", "at berth nine"], "ballast water";
    Remembering "Ships that carry grain pay forty crowns for each hold."
        "What does a ship that carries grain pay for a hold?"
        ["forty crowns", "ten crowns", "twenty crowns", "thirty crowns", "fifty crowns"], "grain dues";
    Remembering "The swing bridge opens for masts that are taller than fourteen metres."
        "From what height of mast is the swing bridge opened?"
        ["fourteen metres", "eleven metres", "twelve metres", "thirteen metres", "fifteen metres"], "the swing bridge";
    Remembering "Logbooks of the tug crews are kept in the customs house for six years."
        "For how long are the logbooks of tug crews kept?"
        ["six years", "two years", "three years", "four years", "five years"], "logbooks";
    Remembering "A quarantine flag is lowered by the port doctor after three clear examinations."
        "After how many clear examinations is a quarantine flag lowered?"
        ["three", "one", "two", "four", "five"], "quarantine";
    Understanding "Tugs wait on the northern quay because the current there pushes ships away from the wall."
        "Why do tugs wait on the northern quay rather than the southern one?"
        ["the current pushes ships off the wall", "the current pulls ships along the wall",
         "the current turns ships beside the wall", "the current lifts ships over the wall",
         "the current drives ships under the wall"],
        "where tugs wait";
    Understanding "Oil is unloaded by night because the heat of the day makes its vapour rise to the lamps."
        "What makes unloading oil by day more dangerous than by night?"
        ["heat lifts vapour to the lamps", "crowds gather beside the pumps", "gulls settle along the hoses",
         "tides pull hulls from the quay", "glare blinds the crane drivers"], "unloading oil";
    Understanding "Timber rafts are tied in pairs since a single raft turns in the eddy behind the mole."
        "What would happen to a timber raft that is tied alone?"
        ["it would turn in the eddy", "it would sink at its stern", "it would drift to the sluice",
         "it would block the fairway", "it would strike the bridge"], "timber rafts";
    Understanding "The lamp on the mole is green for outgoing ships so that it is not taken for the red lamp of the sluice."
        "Which mistake does the green lamp on the mole prevent?"
        ["taking it for the sluice signal", "taking it for the tug signal", "taking it for the pilot signal",
         "taking it for the ferry signal", "taking it for the bridge signal"], "lamps";
    Understanding "Salt is stored above the flood mark, whereas coal may lie below it, for wet coal dries without loss."
        "How does the storage of coal differ from that of salt?"
        ["coal may lie below the flood mark", "coal must lie beside a fire lane", "coal may lie under an open roof",
         "coal must lie behind an iron door", "coal may lie within a ship's hold"], "storing coal and salt";
    Understanding "Night watches are shorter in January because frost numbs the hands that work the winches."
        "Why is a night watch shorter in January?"
        ["frost numbs hands at the winches", "snow hides marks on the fairway", "ice closes gates of the sluice",
         "storms empty berths in the basin", "darkness tires eyes at the lamps"], "night watches";
    Understanding "Empty barges are moored upstream, as full ones would scrape the bar at low water."
        "What would full barges do upstream at low water?"
        ["scrape the bar", "break the boom", "drag the buoys", "foul the ropes", "flood the weir"], "mooring barges";
    Understanding "The harbor bell replaces the horn in storms, because wind from the sea swallows low tones."
        "Why is a bell used in place of the horn in storms?"
        ["wind swallows low tones", "rain dampens brass tubes", "waves imitate short calls", "thunder repeats deep notes",
         "spray freezes steam valves"], "the storm bell";
    Applying "A ship that loses its anchor in the roads must stop, hoist two black balls and wait for the salvage boat."
        "The Brisling, outward bound with cattle at dusk, loses her anchor in the roads. What must her master do first?"
        ["stop and hoist two balls", "turn and hoist one flag", "steer and sound a horn", "drift and light a flare",
         "tow and ring a bell"], "a lost anchor";
    Applying "Goods found afloat belong to the finder after ninety days unless their owner pays a third of their value."
        "Ida finds a cask worth 60 crowns afloat; its owner comes after a month. What must the owner pay to have it back?"
        ["20 crowns", "6 crowns", "15 crowns", "30 crowns", "60 crowns"], "goods found afloat";
    Applying "Two vessels that meet at the narrows pass right hand to right hand if either carries passengers."
        "A ferry with 30 guests meets an empty collier at the narrows in clear weather. How do they pass?"
        ["right hand to right hand", "left hand to left hand", "the ferry ahead of the collier",
         "the collier ahead of the ferry", "whichever signals before the other"], "passing at the narrows";
    Applying "A crew with fever is landed at the lazaret, and its cargo stays sealed until the ship has been smoked."
        "A brig with two fevered sailors brings tea that a merchant wants today. When is the tea released?"
        ["when the ship has been smoked", "when the crew has been landed", "when the dues have been paid",
         "when the flag has been hoisted", "when the tea has been weighed"], "fever on board";
    Applying "Fishing boats land their catch at the east stairs except on market days, when they use the fish quay."
        "On a market day a boat with herring for the inn comes in at noon. Where does it land its catch?"
        ["at the fish quay", "at the east stairs", "at the grain berth", "at the ferry steps", "at the coal wharf"],
        "landing a catch";
    Applying "A mooring line that has parted once may be spliced for towing but must not hold a ship again."
        "A tug master has a mooring line that parted in March and was spliced in May. What may he use it for?"
        ["for towing a barge", "for mooring his tug", "for lifting a boiler", "for holding a ferry", "for hoisting a yard"],
        "parted lines";
    Applying "Gunpowder is carried ashore in copper carts, one at a time, while every other berth stands still."
        "While berth three unloads coal, a sloop wants to land gunpowder. What has to happen before it does?"
        ["berth three stops its work", "berth three clears its coal", "berth three doubles its watch",
         "berth three lights its lamps", "berth three moves its crane"], "landing gunpowder";
    Applying "A foreign master who cannot read the rules is given a clerk, whose wage the harbor bears for two days."
        "A master from abroad, unable to read the rules, keeps his clerk for five days. How many days' wage does he bear?"
        ["3", "1", "2", "4", "5"], "the clerk for foreign masters";
};

/// The text that all of them stand on.
pub(crate) fn reference() -> String {
    FACTS.iter().map(|fact| fact.sentence).collect::<Vec<_>>().join("\n\n")
}

/// A question as the writer gives it, its key at a place that follows from its number.
pub(crate) fn candidate(number: usize) -> Value {
    let fact = &FACTS[number];
    let key = number * 3 % 5;
    let mut options = fact.options.to_vec();
    let right = options.remove(0);
    options.insert(key, right);
    let draws =
        ["misconception", "partial_truth", "related_confusion", "plausible_reasoning", "adjacent_value"];
    let offered: Vec<Value> = options
        .iter()
        .enumerate()
        .map(|(place, text)| {
            let mut offered = json!({ "text": text, "evidence": fact.sentence });
            if place != key {
                offered["draw"] = json!(draws[place]);
                offered["misconception"] = json!("mixes it up with a neighbor");
            }
            offered
        })
        .collect();
    json!({
        "level": fact.level, "question": fact.question, "options": offered, "key": key, "concept": fact.concept,
    })
}

/// The numbers of so many facts of each level, from the `from`-th on.
pub(crate) fn numbers(from: usize, count: usize) -> Vec<usize> {
    (0..3).flat_map(|level| (from..from + count).map(move |place| level * 8 + place)).collect()
}

/// The sheet that somebody would write with these facts.
pub(crate) fn sheet(numbers: &[usize]) -> String {
    let question = |number: &usize| {
        let fact = &FACTS[*number];
        let wrong: String = fact.options[1..]
            .iter()
            .zip(["thinks so", "mixes it up", "overlooks it", "guesses it"])
            .fold(String::new(), |lines, (option, believed)| format!("{lines}- {option} | {believed}\n"));
        format!(
            "{}: {}\n* {}\n{wrong}quote: {}\n",
            fact.level.name(),
            fact.question,
            fact.options[0],
            fact.sentence
        )
    };
    numbers.iter().map(question).collect::<Vec<_>>().join("\n")
}

pub(crate) fn candidates(numbers: &[usize]) -> String {
    let candidates: Vec<Value> = numbers.iter().map(|number| candidate(*number)).collect();
    json!({ "candidates": candidates }).to_string()
}

/// A request of Path B.
pub(crate) fn request(id: &str) -> TaskRequest {
    TaskRequest {
        domain: "Shipping".to_owned(),
        use_case: "Harbor service".to_owned(),
        use_case_description: "Learn the rules of a small harbor.".to_owned(),
        knowledge_dimensions: "Factual".to_owned(),
        task_id: id.to_owned(),
        task_title: "Harbor rules".to_owned(),
        reference_material_content: reference(),
        ..TaskRequest::default()
    }
}

/// A task file with nine questions, three of each level.
pub(crate) fn task_file(id: &str) -> String {
    let question = |number: usize| {
        let fact = &FACTS[number];
        let mut options: Vec<String> = fact.options.iter().map(|&option| option.to_owned()).collect();
        options.rotate_right(number % 5);
        let level = [Bloom::Remember, Bloom::Understand, Bloom::Apply][number / 8];
        QuizQuestion { question: fact.question.to_owned(), options, key: number % 5, level }
    };
    let familiarity = |number: usize| FamiliarityQuestion {
        question: ["How familiar are you with harbors?", "How well do you understand shipping?"][number % 2]
            .to_owned(),
        category: Category::of_number(number + 1),
        level: [Bloom::Remember, Bloom::Understand][number % 2],
    };
    let document = TaskDocument {
        use_case: "Harbor service".to_owned(),
        title: "Harbor rules".to_owned(),
        domain: "Shipping".to_owned(),
        use_case_description: "Learn the rules of a small harbor.".to_owned(),
        knowledge_dimensions: "Factual".to_owned(),
        reference_filename: format!("{id}.pdf"),
        reference_source: "Harbor board".to_owned(),
        quiz_source: "By hand".to_owned(),
        inspiration: "NA".to_owned(),
        system_prompt: SYSTEM_PROMPT.to_owned(),
        task_id: id.to_owned(),
        topic: "Rules of a small harbor".to_owned(),
        description:
            "Harbors have rules. In this task, you will need to learn as much as you can about them, \
                      including pilots, lamps, and tugs."
                .to_owned(),
        explainer: "You will explain the rules, including but not exhaustive of pilots and lamps.".to_owned(),
        learner:
            "You should learn to solve these: 1. How ships pass. 2. What a finder gets. 3. What fever means."
                .to_owned(),
        formulas: Vec::new(),
        familiarity: (0..4).map(familiarity).collect(),
        comprehension: numbers(0, 3).into_iter().map(question).collect(),
    };
    document.to_markdown()
}

/// A request of Path C.
pub(crate) fn expansion(id: &str) -> TaskRequest {
    TaskRequest {
        path: "C".to_owned(),
        task_id: id.to_owned(),
        existing_task_content: task_file(id),
        reference_material_content: reference(),
        ..TaskRequest::default()
    }
}
