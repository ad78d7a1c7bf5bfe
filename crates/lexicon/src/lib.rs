//! Words, for every crate that checks wording: how a text is split into words, which lists contain them, and which words
//! negate, reverse or weaken a statement.
//!
//! The lists are data, in `lists/`: one folder per language, one file per list, each with a comment on what belongs in it.
//! Code uses [`List`] and has no lists of its own. No I/O.
//!
//! ```
//! use tutti_lexicon::{Language, Lexicon, List, Negation, tokens};
//!
//! let english = Lexicon::of(Language::English);
//! let text = "The valve doesn’t open below 3.5 bar.";
//! let words: Vec<&str> = tokens(text).map(|token| token.text).collect();
//! assert_eq!(words, ["The", "valve", "doesn’t", "open", "below", "3.5", "bar"]);
//! assert!(english.is_negated(text));
//! assert_eq!(english.negation("doesn't"), Some(Negation::Clause));
//! assert!(english.are_opposites("rises", "falls"));
//! assert!(english.has("under", List::Prepositions));
//! ```

mod inflection;
mod language;
mod lexicon;
mod list;
mod polarity;
mod stems;
mod tokens;

pub use language::Language;
pub use lexicon::{Lexicon, Phrase, Unit, UnitKind};
pub use list::{List, Lists};
pub use polarity::{Negation, Opposite, Turn};
pub use stems::{Stems, lemma, root};
pub use tokens::{Token, TokenKind, Tokens, fold, plain_sign, tokens};
