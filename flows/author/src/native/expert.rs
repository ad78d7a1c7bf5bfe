//! The native domain expert: authority by publisher, currency by the years a text gives for itself.

use tutti_core::Problem;

use crate::source::{Approval, Authority, Currency, Expertise, ToValidate};

#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub(crate) fn validate(input: &ToValidate) -> Result<Expertise, Problem> {
    let (authority, who) = authority(input);
    let year = own_year(&input.text, input.year);
    let currency = currency(&input.domain, year, input.year);
    let mut concerns = Vec::new();
    let mut notes = Vec::new();
    match authority {
        Authority::Questionable => {
            concerns.push(format!("it comes from {who}, which is not a reliable source"));
        }
        Authority::Acceptable if who.is_empty() => notes.push("its publisher is unknown".to_owned()),
        _ => notes.push(format!("published by {who}")),
    }
    match (currency, year) {
        (Currency::Outdated, Some(year)) => {
            concerns.push(format!("it dates from {year}: its content may be outdated"));
        }
        (Currency::Dated, Some(year)) => notes.push(format!("it dates from {year}")),
        (Currency::Unknown, _) => notes.push("it gives no year".to_owned()),
        _ => {}
    }
    let status = match (authority, currency) {
        (Authority::Questionable, _) => Approval::Rejected,
        (_, Currency::Outdated) => Approval::RevisionRequired,
        (Authority::Authoritative, Currency::Current) => Approval::Approved,
        _ => Approval::ApprovedWithNotes,
    };
    Ok(Expertise { status, authority, currency, concerns, notes, escalate: None })
}

/// Words of an address or a title page that identify the publisher.
const PUBLIC: &[&str] = &[
    ".gov",
    ".mil",
    "department of",
    "ministry of",
    "directorate",
    "federal ",
    "national institute",
    "world health",
];
const PROFESSIONAL: &[&str] = &[
    ".edu",
    "university",
    "association",
    "society of",
    "institute",
    "college of",
    "academy",
    "clinic",
    "legal aid",
];
const PERSONAL: &[&str] =
    &["blog", "sponsored", "advertisement", "facebook.", "reddit.", "tiktok.", "forum."];

/// The authority, and the words it was told by.
fn authority(input: &ToValidate) -> (Authority, String) {
    let opening: String = input.text.chars().take(600).collect();
    let said = format!("{} {} {} {opening}", input.origin, input.source.organization, input.source.title)
        .to_lowercase();
    let named =
        |words: &[&str]| words.iter().find(|word| said.contains(**word)).map(|word| word.trim().to_owned());
    let host = &input.source.organization;
    let who = |word: String| if host.is_empty() { word } else { host.clone() };
    let address = format!("{} {}", input.origin, input.source.title).to_lowercase();
    if let Some(word) = PERSONAL.iter().find(|word| address.contains(**word)) {
        return (Authority::Questionable, who(word.trim_end_matches('.').to_owned()));
    }
    match (named(PUBLIC), named(PROFESSIONAL)) {
        (Some(word), _) => (Authority::Authoritative, who(word)),
        (None, Some(word)) => (Authority::Acceptable, who(word)),
        (None, None) => (Authority::Acceptable, host.clone()),
    }
}

/// The latest year that a text gives as its own: a year of history says nothing of the text.
fn own_year(text: &str, now: i32) -> Option<i32> {
    let marks =
        ["updated", "revised", "reviewed", "published", "edited", "©", "copyright", "effective", "oppdatert"];
    let lines = text.lines().filter(|line| line.len() < 400);
    let dated = lines.filter(|line| {
        let line = line.to_lowercase();
        marks.iter().any(|mark| line.contains(mark))
    });
    let years =
        dated.flat_map(|line| line.split(|c: char| !c.is_ascii_digit()).filter(|word| word.len() == 4));
    years.filter_map(|year| year.parse().ok()).filter(|year| (1900..=now).contains(year)).max()
}

/// Health changes fast, law and money somewhat, the rest slowly.
fn currency(domain: &str, year: Option<i32>, now: i32) -> Currency {
    let Some(year) = year else { return Currency::Unknown };
    let domain = domain.to_lowercase();
    let any = |words: &[&str]| words.iter().any(|word| domain.contains(word));
    let fresh = if any(&["health", "medic"]) {
        3
    } else if any(&["law", "legal", "civic", "financ", "tax"]) {
        5
    } else {
        15
    };
    match now - year {
        age if age <= fresh => Currency::Current,
        age if age <= fresh * 3 => Currency::Dated,
        _ => Currency::Outdated,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;
    use crate::coverage::Grade;
    use crate::source::{Length, Source};

    #[track_caller]
    fn check(origin: &str, text: &str, domain: &str, expected: (Approval, Authority, Currency)) {
        let host = origin.split_once("://").map_or("", |(_, rest)| rest.split('/').next().unwrap());
        let source = Source {
            id: "1".to_owned(),
            title: "Lamps".to_owned(),
            organization: host.to_owned(),
            testable_content: Vec::new(),
            words: 0,
            length: Length::Appropriate,
            recommended_section: None,
            question_support: Grade::High,
        };
        let input = ToValidate {
            domain: domain.to_owned(),
            topic_title: "Lamps".to_owned(),
            source,
            origin: origin.to_owned(),
            text: text.to_owned(),
            year: 2026,
        };
        let said = validate(&input).unwrap();
        assert_eq!((said.status, said.authority, said.currency), expected, "{said:?}");
    }

    #[test]
    fn authority_and_currency() {
        use Approval::{Approved, ApprovedWithNotes, Rejected, RevisionRequired};
        use Authority::{Acceptable, Authoritative, Questionable};
        use Currency::{Current, Dated, Outdated, Unknown};
        check("https://lamps.gov/a", "Last updated 2025.", "Health", (Approved, Authoritative, Current));
        check("https://lamps.gov/a", "Revised in 2019.", "Health", (ApprovedWithNotes, Authoritative, Dated));
        check(
            "https://lamps.gov/a",
            "Revised in 2001.",
            "Health",
            (RevisionRequired, Authoritative, Outdated),
        );
        check("lamps.pdf", "In 1066 a king fell.", "History", (ApprovedWithNotes, Acceptable, Unknown));
        check("https://lampblog.example/a", "Reviewed 2026", "Law", (Rejected, Questionable, Current));
        check(
            "a.pdf",
            "The Lamp Makers' Association. © 2024",
            "Law",
            (ApprovedWithNotes, Acceptable, Current),
        );
    }
}
