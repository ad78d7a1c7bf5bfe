//! "Did you mean": the known name closest to what was typed.

/// The nearest of `known` to `given`, or none if nothing is close enough to be a typo.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given = given.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&given, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= (name.chars().count().max(given.chars().count()) / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(given: &str, expected: Option<&str>) {
        assert_eq!(nearest(given, ["timeout", "attempts", "fallback", "way"]), expected, "{given}");
    }

    #[test]
    fn finds_slips_and_nothing_else() {
        check("timeuot", Some("timeout"));
        check("Attempt", Some("attempts"));
        check("wya", Some("way"));
        check("fall_back", Some("fallback"));
        check("colour", None);
        check("", None);
    }
}
