//! The part of the protobuf wire format that newer decks need: the fields of one message, in order.

/// The value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// The fields of a message by number. None if the bytes are not a message.
pub(super) fn fields(mut bytes: &[u8]) -> Option<Vec<(u64, Value<'_>)>> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes)?;
        let value = match key & 7 {
            0 => Value::Number(varint(&mut bytes)?),
            1 => Value::Bytes(take(&mut bytes, 8)?),
            2 => {
                let length = usize::try_from(varint(&mut bytes)?).ok()?;
                Value::Bytes(take(&mut bytes, length)?)
            }
            5 => Value::Bytes(take(&mut bytes, 4)?),
            _ => return None,
        };
        found.push((key >> 3, value));
    }
    Some(found)
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (start, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(start)
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: Option<&[(u64, Value<'_>)]>) {
        assert_eq!(fields(bytes).as_deref(), expected);
    }

    #[test]
    fn messages_and_what_is_none() {
        check(b"", Some(&[]));
        check(&[0x08, 0x96, 0x01], Some(&[(1, Value::Number(150))]));
        check(b"\x12\x02hi\x08\x01", Some(&[(2, Value::Bytes(b"hi")), (1, Value::Number(1))]));
        check(b"\x12\x05hi", None);
        check(&[0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], None);
        check(&[0xff; 11], None);
        check(&[0x0b], None);
    }
}
