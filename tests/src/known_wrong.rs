//! Marks known faults in tests. Included by path, so that a crate needs no dependency for it.

use std::fmt::Debug;

/// Marks a fault: the code returns `today` instead of the correct `wanted`. Fails as soon as the code returns anything
/// else, so that the mark is removed with the fault.
#[track_caller]
pub(crate) fn known_wrong<T: PartialEq + Debug>(given: &T, today: &T, wanted: &T) {
    assert!(today != wanted, "a known fault needs two values that differ: {today:?}");
    assert!(given != wanted, "this is correct now: assert it and remove the mark: {given:?}");
    assert!(
        given == today,
        "wrong in a new way\n  given  {given:?}\n  known  {today:?}\n  wanted {wanted:?}"
    );
}
