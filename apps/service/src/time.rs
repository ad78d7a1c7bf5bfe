//! Formats times and durations: relative for people, RFC 3339 in UTC for programs.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;
use serde_json::Value;
pub use tutti_core::rfc3339;
use tutti_store::Millis;

pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as Millis)
}

/// `3 min ago`, `in 2 h`, `just now`.
pub fn relative(at: Millis, now: Millis) -> String {
    let seconds = (now - at).abs() / 1000;
    let length = match seconds {
        0 => return "just now".to_owned(),
        1..=59 => format!("{seconds} s"),
        60..=3599 => format!("{} min", seconds / 60),
        3600..=86_399 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86_400),
    };
    if at > now { format!("in {length}") } else { format!("{length} ago") }
}

/// `12 ms`, `3.4 s`, `5 min 2 s`.
pub fn length(milliseconds: i64) -> String {
    match milliseconds {
        ..1000 => format!("{} ms", milliseconds.max(0)),
        1000..60_000 => format!("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100),
        _ => format!("{} min {} s", milliseconds / 60_000, milliseconds % 60_000 / 1000),
    }
}

/// The fields of rows that hold times.
const TIMES: [&str; 9] = [
    "created_at",
    "updated_at",
    "wake_at",
    "deadline",
    "started_at",
    "ended_at",
    "asked_at",
    "answered_at",
    "at",
];

/// A row as JSON, its times as text. Only its own fields: what flows put inside is theirs.
pub fn row_json(row: &impl Serialize) -> Value {
    let mut value = serde_json::to_value(row).unwrap_or_default();
    if let Value::Object(fields) = &mut value {
        for name in TIMES {
            if let Some(field) = fields.get_mut(name)
                && let Some(at) = field.as_i64()
            {
                *field = rfc3339(at).into();
            }
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_how_long_ago() {
        let now = 1_000_000_000;
        let check = |ago: i64, shown: &str| assert_eq!(relative(now - ago * 1000, now), shown);
        check(0, "just now");
        check(59, "59 s ago");
        check(61, "1 min ago");
        check(7200, "2 h ago");
        check(200_000, "2 d ago");
        check(-90, "in 1 min");
    }

    #[test]
    fn programs_read_rfc_3339() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(951_827_696_789), "2000-02-29T12:34:56.789Z");
        let row = serde_json::json!({ "created_at": 0, "output": { "at": 5 } });
        assert_eq!(
            row_json(&row),
            serde_json::json!({ "created_at": "1970-01-01T00:00:00.000Z", "output": { "at": 5 } })
        );
    }

    #[test]
    fn lengths() {
        assert_eq!([7, 3400, 302_000].map(length), ["7 ms", "3.4 s", "5 min 2 s"]);
    }
}
