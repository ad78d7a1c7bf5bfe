//! Points in time as text, in UTC. There is no clock here: times are passed in as numbers.

const DAY: i64 = 24 * 60 * 60;

/// `2026-11-15T10:08:36.000Z` for milliseconds since 1970; the number itself outside the years 0 to 9999, for which RFC 3339
/// has no way of writing.
pub fn rfc3339(milliseconds: i64) -> String {
    let seconds = milliseconds.div_euclid(1000);
    let Some(date) = iso_date(seconds) else { return milliseconds.to_string() };
    let of_day = seconds.rem_euclid(DAY);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{date}T{hour:02}:{minute:02}:{second:02}.{:03}Z", milliseconds.rem_euclid(1000))
}

/// `2026-11-15` for seconds since 1970; none outside the years 0 to 9999.
pub fn iso_date(seconds: i64) -> Option<String> {
    // The calendar repeats every 400 years; a year that begins in March has its leap day at the end.
    const ERA: i64 = 146_097;
    const FROM_MARCH_OF_YEAR_0_TO_1970: i64 = 719_468;
    let days = seconds.div_euclid(DAY) + FROM_MARCH_OF_YEAR_0_TO_1970;
    let (era, of_era) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (0..=9999).contains(&year).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures of GNU `date`.
    #[test]
    fn dates() {
        for (seconds, date) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (4_107_456_000, "2100-02-28"),
            (4_107_542_400, "2100-03-01"),
            (1_709_164_800, "2024-02-29"),
            (1_735_689_599, "2024-12-31"),
            (253_402_300_799, "9999-12-31"),
            (-62_135_596_800, "0001-01-01"),
            (-62_167_219_200, "0000-01-01"),
        ] {
            assert_eq!(iso_date(seconds).as_deref(), Some(date), "{seconds}");
        }
        assert_eq!(iso_date(253_402_300_800), None);
        assert_eq!(iso_date(-62_167_219_201), None);
    }

    /// Every day of 800 years follows the one before.
    #[test]
    fn the_calendar_has_no_gaps() {
        let mut expected = (1600, 1, 1);
        let first = -11_676_096_000 / DAY;
        for day in first..first + 800 * 365 {
            let (year, month, date) = expected;
            assert_eq!(iso_date(day * DAY), Some(format!("{year:04}-{month:02}-{date:02}")));
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = match month {
                2 if leap => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            expected = match (month, date) {
                (12, 31) => (year + 1, 1, 1),
                _ if date == length => (year, month + 1, 1),
                _ => (year, month, date + 1),
            };
        }
    }

    #[test]
    fn times() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(951_827_696_789), "2000-02-29T12:34:56.789Z");
        assert_eq!(rfc3339(-1), "1969-12-31T23:59:59.999Z");
        assert_eq!(rfc3339(i64::MAX), i64::MAX.to_string());
        assert_eq!(rfc3339(i64::MIN), i64::MIN.to_string());
    }
}
