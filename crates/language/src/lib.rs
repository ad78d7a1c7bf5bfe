//! Text analysis without a model: the language of a text, its sentences, terms, definitions and relations, and its most
//! important sentences.
//!
//! Pure functions: no I/O, no clock, no randomness. English and Norwegian have patterns; other languages are only
//! detected, split into sentences and compared. Every extractor prefers to find nothing over finding something clumsy,
//! because people read what it finds.
//!
//! ```
//! use tutti_language::{Text, definitions, detect};
//!
//! let source = "Osmosis is the movement of water across a membrane. It keeps cells firm.";
//! let text = Text::new(&[("p1.1", source)], detect(source));
//! let found = definitions(&text);
//! assert_eq!(found.len(), 1);
//! assert_eq!(found[0].term, "osmosis");
//! assert_eq!(found[0].definition, "the movement of water across a membrane");
//! ```

mod clause;
mod definitions;
mod detection;
mod enumerations;
mod letters;
mod quantities;
mod quote;
mod rank;
mod relations;
mod search;
mod self_contained;
mod sentences;
mod similarity;
mod terms;
mod text;

pub use definitions::{Definition, DefinitionKind, definitions};
pub use detection::detect;
pub use enumerations::{Enumeration, Relation, enumerations};
pub use quantities::{Quantity, QuantityKind, quantities};
pub use quote::{holds_words, plain};
pub use rank::{centrality, summary};
pub use relations::{Cause, CauseMarker, Contrast, ContrastMarker, causes, contrasts};
pub use search::{Hit, Index, search};
pub use self_contained::is_self_contained;
pub use sentences::sentences;
pub use similarity::similarity;
pub use terms::{Term, terms};
pub use text::{Kind, Sentence, Text, Word};
pub use tutti_lexicon::Language;
