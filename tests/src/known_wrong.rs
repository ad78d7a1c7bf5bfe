//! Faults that a test knows of. Included by path, so that a crate needs no dependency for it.

use std::fmt::Debug;

/// Marks a fault: the code gives `today` where `wanted` would be right. Fails as soon as it gives anything else, so that
/// the mark does not outlive the fault.
#[track_caller]
pub(crate) fn known_wrong<T: PartialEq + Debug>(given: &T, today: &T, wanted: &T) {
    assert!(today != wanted, "a known fault needs two values that differ: {today:?}");
    assert!(given != wanted, "this is right now; assert it, and remove the mark: {given:?}");
    assert!(
        given == today,
        "wrong in another way than is known\n  given  {given:?}\n  known  {today:?}\n  wanted {wanted:?}"
    );
}
