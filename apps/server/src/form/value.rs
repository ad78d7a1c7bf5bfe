//! Deserialises the value of one form field as a text, a number, a list or a file.

use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer,
    de::{
        Error as _, IntoDeserializer, SeqAccess, Visitor,
        value::{Error, SeqDeserializer},
    },
    forward_to_deserialize_any,
};

use super::Upload;

/// The texts and files of one field.
pub(super) struct FormValue {
    pub(super) texts: Vec<String>,
    pub(super) files: Vec<Upload>,
}

impl FormValue {
    fn text(self) -> Result<String, Error> {
        self.texts.into_iter().next().ok_or_else(|| Error::custom("expected a text, got a file"))
    }

    fn number<T: FromStr<Err: fmt::Display>>(self) -> Result<T, Error> {
        let text = self.text()?;
        let text = text.trim();
        text.parse().map_err(|error| Error::custom(format!("`{text}`: {error}")))
    }
}

impl IntoDeserializer<'_, Error> for FormValue {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! numbers {
    ($($method:ident = $visit:ident;)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.number()?)
        })*
    };
}

impl<'de> Deserializer<'de> for FormValue {
    type Error = Error;

    numbers! {
        deserialize_i8 = visit_i8;
        deserialize_i16 = visit_i16;
        deserialize_i32 = visit_i32;
        deserialize_i64 = visit_i64;
        deserialize_u8 = visit_u8;
        deserialize_u16 = visit_u16;
        deserialize_u32 = visit_u32;
        deserialize_u64 = visit_u64;
        deserialize_f32 = visit_f32;
        deserialize_f64 = visit_f64;
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.text()?)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let text = self.text()?;
        match text.trim() {
            "true" | "1" | "on" => visitor.visit_bool(true),
            "false" | "0" | "off" => visitor.visit_bool(false),
            other => Err(Error::custom(format!("`{other}` is neither true nor false"))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    /// Each value of a list is trimmed; a single text is kept as it is.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let texts = self.texts.into_iter().map(|text| vec![text.trim().to_owned()]);
        let texts = texts.map(|texts| Self { texts, files: Vec::new() });
        let files = self.files.into_iter().map(|file| Self { texts: Vec::new(), files: vec![file] });
        visitor.visit_seq(SeqDeserializer::new(texts.chain(files)))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let text = self.text()?;
        IntoDeserializer::<Error>::into_deserializer(text.trim()).deserialize_enum(name, variants, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name != FILE {
            return visitor.visit_newtype_struct(self);
        }
        let mut files = self.files.into_iter();
        let file = files.next().ok_or_else(|| Error::custom("expected a file, got a text"))?;
        visitor.visit_seq(FileParts { name: Some(file.name), bytes: Some(file.bytes) })
    }

    forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct tuple tuple_struct map struct identifier
        ignored_any
    }
}

/// The struct name that marks a file for the deserialiser.
const FILE: &str = "$file";

/// The parts of a file, one after the other.
struct FileParts {
    name: Option<String>,
    bytes: Option<Vec<u8>>,
}

impl<'de> SeqAccess<'de> for FileParts {
    type Error = Error;

    fn next_element_seed<T: serde::de::DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if let Some(name) = self.name.take() {
            return seed.deserialize(name.into_deserializer()).map(Some);
        }
        match self.bytes.take() {
            Some(bytes) => seed.deserialize(WholeBytes(bytes)).map(Some),
            None => Ok(None),
        }
    }
}

struct WholeBytes(Vec<u8>);

impl<'de> Deserializer<'de> for WholeBytes {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_byte_buf(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Bytes that are moved instead of copied.
struct Bytes(Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BytesVisitor;

        impl Visitor<'_> for BytesVisitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_byte_buf<E: serde::de::Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
                Ok(Bytes(bytes))
            }
        }

        deserializer.deserialize_byte_buf(BytesVisitor)
    }
}

impl<'de> Deserialize<'de> for Upload {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FileVisitor;

        impl<'de> Visitor<'de> for FileVisitor {
            type Value = Upload;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a file")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Upload, A::Error> {
                let name = parts.next_element()?.unwrap_or_default();
                let bytes = parts.next_element()?.map_or_else(Vec::new, |Bytes(bytes)| bytes);
                Ok(Upload { name, bytes, ..Upload::default() })
            }
        }

        deserializer.deserialize_newtype_struct(FILE, FileVisitor)
    }
}

/// In OpenAPI a file is a string; a separate keyword marks it as binary.
impl JsonSchema for Upload {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Upload".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}
