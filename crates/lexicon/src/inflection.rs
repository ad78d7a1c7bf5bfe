//! Regular verb forms, so that a list holds each verb once.

use crate::list::{List, Lists};

/// The regular forms of an English verb; a doubled consonant is made too, since a form nobody writes does no harm.
pub(crate) fn english(verb: &str, add: &mut dyn FnMut(String, Lists)) {
    let participle = List::Verbs | List::Participles;
    let last = verb.chars().next_back().unwrap_or_default();
    if let Some(rest) = verb.strip_suffix('e') {
        add(format!("{verb}s"), List::Verbs.into());
        add(format!("{verb}d"), participle);
        add(format!("{rest}ing"), participle);
        return;
    }
    if let Some(rest) = verb.strip_suffix('y')
        && !rest.ends_with(['a', 'e', 'o', 'u'])
    {
        add(format!("{rest}ies"), List::Verbs.into());
        add(format!("{rest}ied"), participle);
        add(format!("{verb}ing"), participle);
        return;
    }
    let hisses = ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| verb.ends_with(end));
    add(format!("{verb}{}", if hisses { "es" } else { "s" }), List::Verbs.into());
    add(format!("{verb}ed"), participle);
    add(format!("{verb}ing"), participle);
    if !"aeiouwxy".contains(last) {
        add(format!("{verb}{last}ed"), participle);
        add(format!("{verb}{last}ing"), participle);
    }
}

/// The regular forms of a Norwegian verb, of every class of verbs: a form nobody writes does no harm.
pub(crate) fn norwegian(verb: &str, add: &mut dyn FnMut(String, Lists)) {
    let participle = List::Verbs | List::Participles;
    let Some(root) = verb.strip_suffix('e') else {
        add(format!("{verb}r"), List::Verbs.into());
        add(format!("{verb}s"), List::Verbs.into());
        return;
    };
    // A plain root is left out: `lukk`, `bruk` and `håp` are nouns more often than commands.
    for end in ["er", "es", "ar", "ast", "te", "de", "ede"] {
        add(format!("{root}{end}"), List::Verbs.into());
    }
    for end in ["et", "t", "d", "a", "ende", "ande"] {
        add(format!("{root}{end}"), participle);
    }
    if root.ends_with("mm") || root.ends_with("nn") {
        let single = &root[..root.len() - 1];
        add(format!("{single}te"), List::Verbs.into());
        add(format!("{single}t"), participle);
    }
}
