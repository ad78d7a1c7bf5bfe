//! The library of reasoning schemas: a Markdown file with one block per schema.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The fourteen schemas that come with Tutti.
pub const BUILT_IN: &str = include_str!("../../../schemas/esat.md");

/// One way of thinking that an item can ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Schema {
    /// Such as `M1`.
    pub id: String,
    pub title: String,
    /// The block without its header.
    pub text: String,
}

/// A library that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    #[error("there is no schema in it; a schema begins with a header such as `## M1. Title`")]
    Empty,
    #[error("line {line}: the schema {id} is defined twice, first in line {first}")]
    Repeated { id: String, line: usize, first: usize },
    #[error("line {line}: the schema {id} is empty")]
    Blank { id: String, line: usize },
    #[error("no schema begins with {}; the library has {}", .wanted.join(" or "), .there.join(", "))]
    NoneAllowed { wanted: Vec<String>, there: Vec<String> },
}

/// The schemas of a library, in its order.
pub fn read(text: &str) -> Result<Vec<Schema>, LibraryError> {
    let mut found: Vec<(usize, Schema)> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if let Some((id, title)) = header(line) {
            if let Some((first, _)) = found.iter().find(|(_, schema)| schema.id == id) {
                return Err(LibraryError::Repeated { id, line: i + 1, first: *first });
            }
            found.push((i + 1, Schema { id, title, text: String::new() }));
        } else if let Some((_, schema)) = found.last_mut() {
            schema.text.push_str(line);
            schema.text.push('\n');
        }
    }
    for (line, schema) in &mut found {
        schema.text = schema.text.trim().to_owned();
        if schema.text.is_empty() {
            return Err(LibraryError::Blank { id: schema.id.clone(), line: *line });
        }
    }
    if found.is_empty() {
        return Err(LibraryError::Empty);
    }
    Ok(found.into_iter().map(|(_, schema)| schema).collect())
}

/// Those whose id begins with one of the prefixes.
pub fn filter_by_prefix(schemas: Vec<Schema>, prefixes: &[String]) -> Result<Vec<Schema>, LibraryError> {
    let there: Vec<String> = schemas.iter().map(|schema| schema.id.clone()).collect();
    let fits = |schema: &Schema| prefixes.iter().any(|prefix| schema.id.starts_with(prefix.as_str()));
    let kept: Vec<Schema> = schemas.into_iter().filter(fits).collect();
    if kept.is_empty() {
        return Err(LibraryError::NoneAllowed { wanted: prefixes.to_vec(), there });
    }
    Ok(kept)
}

/// `## M1. Title`, `## **M1. Title**` and `## **B. Title**`.
fn header(line: &str) -> Option<(String, String)> {
    let text = line.strip_prefix("## ")?.trim().trim_matches('*').trim();
    let (id, title) = text.split_once('.')?;
    let letters = id.chars().take_while(char::is_ascii_uppercase).count();
    let digits = id.chars().skip(letters).all(|c| c.is_ascii_digit());
    let fits = (1..=3).contains(&letters) && digits && !title.trim().is_empty();
    fits.then(|| (id.to_owned(), title.trim().trim_matches('*').trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_library_has_its_fourteen() {
        let ids: Vec<String> = read(BUILT_IN).unwrap().into_iter().map(|schema| schema.id).collect();
        let expected: Vec<String> =
            ["M", "P"].iter().flat_map(|p| (1..=7).map(move |n| format!("{p}{n}"))).collect();
        assert_eq!(ids, expected);
    }

    #[test]
    fn headers_as_people_write_them() {
        let check = |line: &str, expected: Option<(&str, &str)>| {
            assert_eq!(header(line), expected.map(|(id, title)| (id.to_owned(), title.to_owned())), "{line}");
        };
        check("## M1. Hidden scaling", Some(("M1", "Hidden scaling")));
        check("## **M12. Hidden scaling**", Some(("M12", "Hidden scaling")));
        check("## **B. Balance**", Some(("B", "Balance")));
        check("## Notes. for authors", None);
        check("# M1. Title", None);
        check("## M1.", None);
    }

    #[test]
    fn a_broken_library_says_where() {
        let check = |text: &str, expected: &str| assert_eq!(read(text).unwrap_err().to_string(), expected);
        check("", "there is no schema in it; a schema begins with a header such as `## M1. Title`");
        check("## M1. A\nx\n## M1. B\ny", "line 3: the schema M1 is defined twice, first in line 1");
        check("## M1. A\n## M2. B\ny", "line 1: the schema M1 is empty");
        let kept = filter_by_prefix(read("## M1. A\nx").unwrap(), &["Q".to_owned()]);
        assert_eq!(kept.unwrap_err().to_string(), "no schema begins with Q; the library has M1");
    }
}
