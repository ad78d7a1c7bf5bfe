//! One function per flaw: a good question in, a bad one out, or none if the flaw cannot be planted.

use tutti_author::{Asked, Candidate, Offered};

use crate::corpus::Task;

/// A bad question, with the questions that the task has already.
type Bad = Option<(Candidate, Vec<Asked>)>;
pub(crate) type Plant = fn(&Candidate, &Task, usize) -> Bad;

pub(crate) const FLAWS: [(&str, Plant); 30] = [
    ("key padded", key_padded),
    ("absolute in a wrong option", absolute),
    ("all of the above", all_of_the_above),
    ("none of the above", none_of_the_above),
    ("evidence not in the text", evidence_invented),
    ("evidence of the key changed", evidence_changed),
    ("two keys equal in meaning", two_keys),
    ("absurd short distractor", absurd),
    ("stem echo", stem_echo),
    ("a or an clue", article),
    ("double negative", double_negative),
    ("according to the text", according),
    ("vague qualifier", vague),
    ("page trivia", page_trivia),
    ("out of scope without evidence", out_of_scope),
    ("key given in the stem", key_in_stem),
    ("duplicate option", duplicate),
    ("number in the key only", number_in_key),
    ("overlap with a question of the task", overlap),
    ("reworded question of the task", reword),
    ("four options", four_options),
    ("no key", no_key),
    ("misconception missing", no_misconception),
    ("one type of distractor", one_type),
    ("evidence missing", evidence_missing),
    ("evidence of something else", evidence_beside),
    ("hedge in the key only", hedge),
    ("joke", joke),
    ("key of another form", another_form),
    ("author trivia", author_trivia),
];

fn with(candidate: &Candidate, change: impl FnOnce(&mut Candidate)) -> Bad {
    let mut bad = candidate.clone();
    change(&mut bad);
    (bad != *candidate).then(|| (bad, Vec::new()))
}

/// The place of a wrong option.
fn wrong(candidate: &Candidate) -> usize {
    (candidate.key + 1) % candidate.options.len()
}

fn small(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn is_number(candidate: &Candidate) -> bool {
    candidate.options.iter().all(|option| option.text.contains(|c: char| c.is_ascii_digit()))
}

fn key_padded(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    with(candidate, |bad| {
        let key = &mut bad.options[candidate.key].text;
        key.push_str(", as has been found in careful work by those who know the matter well");
    })
}

fn absolute(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    let word = ["always", "never", "only"][i % 3];
    with(candidate, |bad| {
        let option = &mut bad.options[wrong(candidate)].text;
        *option = match word {
            "only" => format!("Only {}", small(option)),
            word => format!("{option} {word}"),
        };
    })
}

fn all_of_the_above(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    let text = ["All of the above", "All of these", "All the options are right"][i % 3];
    with(candidate, |bad| bad.options[wrong(candidate)].text = text.to_owned())
}

fn none_of_the_above(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    let text = ["None of the above", "None of these", "None of the other options"][i % 3];
    with(candidate, |bad| bad.options[wrong(candidate)].text = text.to_owned())
}

fn evidence_invented(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    with(candidate, |bad| {
        bad.options[wrong(candidate)].evidence =
            "experts agree that this has been settled for a long time".to_owned();
    })
}

fn evidence_changed(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    with(candidate, |bad| {
        let evidence = &mut bad.options[candidate.key].evidence;
        let mut words: Vec<&str> = evidence.split(' ').collect();
        let place = words.len() / 2;
        words.insert(place, "certainly");
        *evidence = words.join(" ");
    })
}

fn two_keys(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    let key = candidate.key_text();
    let same = match i % 2 {
        0 if !key.starts_with("The ") && !key.starts_with("A ") => format!("The {}", small(key)),
        _ => format!("{key}."),
    };
    with(candidate, |bad| bad.options[wrong(candidate)].text = same)
}

fn absurd(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    if words(candidate.key_text()) < 3 {
        return None;
    }
    with(candidate, |bad| {
        bad.options[wrong(candidate)].text = ["Cheese", "Bananas", "Football"][i % 3].to_owned()
    })
}

fn stem_echo(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    let key = candidate.key_text();
    let (_, word) = key.rsplit_once(' ')?;
    let shared = candidate.options.iter().enumerate().any(|(place, option)| {
        place != candidate.key && option.text.to_lowercase().contains(&word.to_lowercase())
    });
    if shared || word.len() < 5 || is_number(candidate) {
        return None;
    }
    with(candidate, |bad| {
        bad.question = format!("Think of the {} that matters here. {}", word.to_lowercase(), bad.question);
    })
}

fn article(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    // `One` begins with the sound of a consonant.
    let vowel = |text: &str| {
        let text = text.to_lowercase();
        text.starts_with(['a', 'e', 'i', 'o']) && !text.starts_with("one")
    };
    let bare = |text: &str| words(text) <= 3 && text.starts_with(|c: char| c.is_alphabetic());
    if !candidate.options.iter().all(|option| bare(&option.text)) {
        return None;
    }
    let strip = |text: &str| {
        let text = text.trim_start_matches("A ").trim_start_matches("The ").trim_start_matches("In ");
        text.to_owned()
    };
    let texts: Vec<String> = candidate.options.iter().map(|option| strip(&option.text)).collect();
    let key = vowel(&texts[candidate.key]);
    if texts.iter().enumerate().all(|(place, text)| place == candidate.key || vowel(text) == key) {
        return None;
    }
    with(candidate, |bad| {
        bad.question = format!("What fits here is {}", if key { "an" } else { "a" });
        for (option, text) in bad.options.iter_mut().zip(texts) {
            option.text = small(&text);
        }
    })
}

fn double_negative(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    with(candidate, |bad| {
        bad.question = match i % 2 {
            0 => format!("Which answer to this is not one that does not hold? {}", bad.question),
            _ => format!("{} Which is not untrue?", bad.question.trim_end_matches('?')),
        };
    })
}

fn according(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    let lead = [
        "According to the text",
        "As stated in the passage",
        "According to the author",
        "Based on the reading",
    ][i % 4];
    with(candidate, |bad| bad.question = format!("{lead}, {}", small(&bad.question)))
}

fn vague(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    let word = ["usually", "often", "sometimes", "generally"][i % 4];
    with(candidate, |bad| {
        let option = &mut bad.options[wrong(candidate)].text;
        *option = format!("{option} {word}");
    })
}

fn page_trivia(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    let question =
        ["On which page is this explained?", "Which section comes first?", "Which paragraph speaks of this?"]
            [i % 3];
    with(candidate, |bad| bad.question = question.to_owned())
}

fn author_trivia(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    let question =
        ["Who wrote the text?", "What is the title of the document?", "How many sections are there?"][i % 3];
    with(candidate, |bad| bad.question = question.to_owned())
}

fn out_of_scope(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    with(candidate, |bad| {
        bad.options[wrong(candidate)] = Offered {
            text: "The orbit of Neptune's moons".to_owned(),
            evidence: String::new(),
            ..bad.options[wrong(candidate)].clone()
        };
    })
}

fn key_in_stem(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    with(candidate, |bad| {
        bad.question = format!("Knowing that it is {}: {}", small(candidate.key_text()), bad.question)
    })
}

fn duplicate(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    let (one, other) = (wrong(candidate), (candidate.key + 2) % candidate.options.len());
    with(candidate, |bad| bad.options[other].text = bad.options[one].text.to_uppercase())
}

fn number_in_key(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    if is_number(candidate)
        || candidate.options.iter().any(|option| option.text.contains(|c: char| c.is_ascii_digit()))
    {
        return None;
    }
    with(candidate, |bad| {
        let key = &mut bad.options[candidate.key].text;
        *key = format!("{key}, {} percent", 12 + i);
    })
}

fn existing_questions(question: String, candidate: &Candidate) -> Vec<Asked> {
    vec![Asked {
        question_id: "CQ4".to_owned(),
        level: candidate.level,
        question,
        options: vec![
            "Something else".to_owned(),
            candidate.key_text().to_owned(),
            "A third thing".to_owned(),
        ],
        key: Some(1),
    }]
}

fn overlap(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    Some((candidate.clone(), existing_questions(candidate.question.clone(), candidate)))
}

/// The clauses of the question in another order, with another beginning.
fn reword(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    let question = candidate.question.trim_end_matches('?');
    let mut words: Vec<&str> = question.split(' ').collect();
    let middle = words.len() / 2;
    words.rotate_left(middle);
    Some((candidate.clone(), existing_questions(format!("Tell us this: {}?", words.join(" ")), candidate)))
}

fn four_options(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    let last = candidate.options.len() - 1;
    let drop = if candidate.key == last { 0 } else { last };
    with(candidate, |bad| {
        bad.options.remove(drop);
        bad.key -= usize::from(drop == 0);
    })
}

fn no_key(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    with(candidate, |bad| bad.key = 7)
}

fn no_misconception(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    with(candidate, |bad| bad.options[wrong(candidate)].misconception = String::new())
}

fn one_type(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    if is_number(candidate) || words(candidate.key_text()) < 3 {
        return None;
    }
    let draw = candidate.options[wrong(candidate)].draw;
    with(candidate, |bad| {
        for place in (0..bad.options.len()).filter(|place| *place != candidate.key) {
            bad.options[place].draw = draw;
        }
    })
}

fn evidence_missing(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    let place = if i.is_multiple_of(2) { candidate.key } else { wrong(candidate) };
    with(candidate, |bad| bad.options[place].evidence = ["", "it is"][i / 2 % 2].to_owned())
}

/// A quote that stands in the text and has no word in common with the question or the key.
fn evidence_beside(candidate: &Candidate, task: &Task, _: usize) -> Bad {
    let own: Vec<String> = format!("{} {}", candidate.question, candidate.key_text())
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() > 3)
        .map(|word| word.to_lowercase().chars().take(4).collect())
        .collect();
    let clean = task.text.replace('\n', " ");
    let strange = clean.split(['.', ';', ',']).map(str::trim).find(|part| {
        words(part) >= 4
            && !own.iter().any(|start| part.to_lowercase().contains(start.as_str()))
            && !part.contains(|c: char| c.is_ascii_digit())
    })?;
    with(candidate, |bad| bad.options[candidate.key].evidence = strange.to_owned())
}

fn hedge(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    let hedged = |text: &str| ["may", "might", "about", "partly"].iter().any(|word| text.contains(word));
    if words(candidate.key_text()) < 3 || candidate.options.iter().any(|option| hedged(&option.text)) {
        return None;
    }
    let word = ["possibly", "partly", "approximately"][i % 3];
    with(candidate, |bad| {
        let key = &mut bad.options[candidate.key].text;
        *key = format!("{key}, {word}");
    })
}

fn joke(candidate: &Candidate, _: &Task, i: usize) -> Bad {
    let text = ["A wizard with a spell", "I don't know", "The magic of unicorns"][i % 3];
    with(candidate, |bad| bad.options[wrong(candidate)].text = text.to_owned())
}

fn another_form(candidate: &Candidate, _: &Task, _: usize) -> Bad {
    if is_number(candidate) || words(candidate.key_text()) < 3 || candidate.key_text().starts_with("To ") {
        return None;
    }
    with(candidate, |bad| {
        let key = &mut bad.options[candidate.key].text;
        *key = format!("Because {}", small(key));
    })
}
