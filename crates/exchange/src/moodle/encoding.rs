//! Decodes the text of a file: UTF-8 or UTF-16.

use crate::ReadError;

/// UTF-8 with or without a mark, or UTF-16 with one.
pub(crate) fn text(bytes: &[u8]) -> Result<String, ReadError> {
    let wide = |pair: fn([u8; 2]) -> u16| -> Result<String, ReadError> {
        let units = bytes.chunks(2).skip(1).map(|unit| match unit {
            [a, b] => pair([*a, *b]),
            _ => 0xd800,
        });
        char::decode_utf16(units).collect::<Result<String, _>>().map_err(|_| {
            ReadError::new("the file", "it starts as UTF-16, but parts of it are not")
                .hint("save it as UTF-8 and import it again")
        })
    };
    match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ => {
            let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
            let text = std::str::from_utf8(bytes).map_err(|error| {
                let line = bytes.iter().take(error.valid_up_to()).filter(|b| **b == b'\n').count() + 1;
                ReadError::new(format!("line {line}"), "the text is not UTF-8")
                    .hint("save the file as UTF-8 and import it again")
            })?;
            Ok(text.to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_and_what_is_refused() {
        let utf16 = |text: &str, big: bool| -> Vec<u8> {
            let units = format!("\u{feff}{text}");
            units.encode_utf16().flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() }).collect()
        };
        for bytes in [b"\xef\xbb\xbf\xc3\xa5".to_vec(), "å".into(), utf16("å", true), utf16("å", false)] {
            assert_eq!(text(&bytes).as_deref(), Ok("å"), "{bytes:?}");
        }
        assert_eq!(text(b"a\nb\n\xe5").unwrap_err().to_string(), "line 3: the text is not UTF-8");
        assert!(text(b"\xff\xfe\x00\xd8").is_err());
        assert!(text(b"\xff\xfea").is_err());
    }
}
