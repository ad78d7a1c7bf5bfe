//! Named rules and gates: one place for what each says, what decides it and which test triggers it.

/// An enum of named rules. Each has a sentence, a code that is stable, the function that decides it and its test.
macro_rules! rule_enum {
    (
        $(#[doc = $about:literal])* $name:ident;
        $($(#[doc = $doc:literal])* $variant:ident = $code:literal, $function:literal, $test:literal;)*
    ) => {
        $(#[doc = $about])*
        #[derive(
            Debug,
            Clone,
            Copy,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            serde::Serialize,
            serde::Deserialize,
            schemars::JsonSchema,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[doc = $doc])* $variant,)*
        }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Stable; stands in findings, flags and reviews.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),* }
            }

            pub const fn says(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),*)),* }
            }

            /// The function that decides it.
            pub const fn function(self) -> &'static str {
                match self { $(Self::$variant => $function),* }
            }

            /// The test that trips it, and leaves it alone.
            pub const fn test(self) -> &'static str {
                match self { $(Self::$variant => $test),* }
            }
        }
    };
}

pub(crate) use rule_enum;
