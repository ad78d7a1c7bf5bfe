//! The bullet form: `* Domain: …`, a value over several lines, an introduction before the first bullet.

use super::TaskRequest;

/// None where no bullet names a field.
pub(super) fn read(text: &str) -> Option<TaskRequest> {
    let mut values: Vec<(&'static str, String)> = Vec::new();
    for line in text.lines() {
        let named = field(line).filter(|(field, _)| values.iter().all(|(known, _)| known != field));
        match (named, values.last_mut()) {
            (Some((field, value)), _) => values.push((field, value.to_owned())),
            // A label that was there already is part of a text that quotes one.
            (None, Some((_, value))) => {
                value.push('\n');
                value.push_str(line);
            }
            (None, None) => {}
        }
    }
    if values.is_empty() {
        return None;
    }
    let mut request = TaskRequest::default();
    for (field, value) in &values {
        request.fill(field, value.trim());
    }
    Some(request)
}

/// The field that a line begins, with what stands after the colon.
fn field(line: &str) -> Option<(&'static str, &str)> {
    let rest = line.trim_start();
    let rest = rest.strip_prefix(['*', '-', '•', '+'])?;
    let (label, value) = rest.split_once(':')?;
    let label = label.trim().trim_start_matches("**").trim_end_matches("**");
    let field = TaskRequest::field_named(label)?;
    Some((field, value.trim().trim_start_matches("**").trim_start()))
}
