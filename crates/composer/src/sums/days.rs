//! Days of a non-leap year, as day and month; January is month 0.

/// Days of the months.
const LENGTHS: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/// The day so many days later. The month runs on past the end of the year.
pub(super) fn later(day: u32, month: usize, days: u32) -> (u32, usize) {
    let (mut day, mut month) = (day + days, month);
    while day > LENGTHS[month % 12] {
        day -= LENGTHS[month % 12];
        month += 1;
    }
    (day, month)
}

/// The day so many days before.
pub(super) fn earlier(day: u32, month: usize, days: u32) -> (u32, usize) {
    let (mut day, mut month, mut days) = (day, month, days);
    while days >= day {
        days -= day;
        month = (month + 11) % 12;
        day = LENGTHS[month];
    }
    (day - days, month)
}

#[cfg(test)]
mod tests {
    use super::{earlier, later};

    #[test]
    fn days_run_over_the_ends_of_months() {
        for (start, days, expected) in
            [((3, 2), 30, (2, 3)), ((31, 2), 1, (1, 3)), ((5, 11), 30, (4, 12)), ((2, 3), 0, (2, 3))]
        {
            assert_eq!(later(start.0, start.1, days), expected);
            assert_eq!(earlier(expected.0, expected.1 % 12, days), (start.0, start.1 % 12));
        }
    }
}
