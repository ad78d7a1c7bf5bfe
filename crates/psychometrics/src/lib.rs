//! Item analysis: what a table of answers says about the items, the test and the persons.
//!
//! Nothing in here does I/O. [`read_csv`] is a function of a text, [`analyze`] of a table.
//!
//! Guarantees, each tested:
//! - wrong, omitted, not reached and not presented are kept apart from the file to the last figure;
//! - a figure that the data cannot give is absent or [`Refused`] with the reason, never a NaN;
//! - no table causes a panic, and the order of persons changes nothing;
//! - estimates agree with published ones (LSAT section 6) and with another implementation.

mod analysis;
pub mod charts;
mod classical;
mod csv;
mod irt;
mod linear;
mod moments;
mod responses;
mod special_functions;

pub use analysis::{
    Analysis, AnalyzeOptions, Fitting, Information, ItemAnalysis, ModelChoice, PersonAnalysis, TestAnalysis,
    analyze, analyze_watched,
};
pub use classical::{
    DISCRIMINATION_TO_REVIEW, EXTREME_GROUP, ItemStatistics, OptionStatistics, Reliability, SCORE_GROUPS,
    SHARE_OF_A_WORKING_DISTRACTOR, TOO_EASY_ABOVE, TOO_HARD_BELOW, TestStatistics,
};
pub use csv::{Blank, CsvError, CsvFault, CsvReading, MOST_CELLS, MOST_COLUMNS, PersonColumn, read_csv};
pub use irt::{
    ANSWERS_FOR_1PL, ANSWERS_FOR_2PL, ANSWERS_FOR_3PL, Ability, Calibration, Convergence, Curve, ItemFit,
    ItemParameters, MOST_ITEMS, Model, Reason, Refused, STEEPEST_SLOPE, fit,
};
pub use responses::{Cell, Item, NotReachedRule, Responses, TableError};
