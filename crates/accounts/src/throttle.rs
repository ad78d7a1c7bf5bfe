//! Limits on failed attempts. An attempt counts when it begins, so that parallel attempts gain nothing over sequential
//! ones; a successful attempt is taken back.
//!
//! Counts are kept in memory and lost when the process restarts, which an attacker cannot cause.

use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use tutti_store::Millis;

/// How long a failure counts.
const WINDOW: Millis = 15 * 60 * 1000;
const PER_NAME: usize = 5;
const PER_ADDRESS: usize = 20;
/// Maximum number of remembered names and addresses.
const REMEMBERED: usize = 20_000;

#[derive(Debug, Default)]
pub(crate) struct Throttle(Mutex<HashMap<String, VecDeque<Millis>>>);

/// An attempt that was allowed.
#[derive(Debug)]
pub(crate) struct LoginAttempt {
    name: Option<String>,
    address: String,
    at: Millis,
}

impl Throttle {
    /// Counts an attempt, or returns the seconds until one would be allowed. Without a name only the address counts.
    pub(crate) fn begin(&self, name: Option<&str>, address: &str, at: Millis) -> Result<LoginAttempt, u64> {
        let attempt =
            LoginAttempt { name: name.map(|name| format!("name {name}")), address: network(address), at };
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = attempt.keys().filter_map(|(key, most)| wait(failures.get_mut(key)?, most, at)).max();
        if let Some(wait) = wait {
            return Err((wait as u64).div_ceil(1000).max(1));
        }
        for (key, _) in attempt.keys() {
            make_room(&mut failures, key, at);
            failures.entry(key.to_owned()).or_default().push_back(at);
        }
        Ok(attempt)
    }

    /// The caller knew the password: the name is unlocked, and the attempt does not count for the address.
    pub(crate) fn record_success(&self, attempt: &LoginAttempt) {
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = &attempt.name {
            failures.remove(name);
        }
        if let Some(times) = failures.get_mut(&attempt.address)
            && let Some(place) = times.iter().position(|at| *at == attempt.at)
        {
            times.remove(place);
        }
    }
}

impl LoginAttempt {
    fn keys(&self) -> impl Iterator<Item = (&str, usize)> {
        self.name
            .as_deref()
            .map(|name| (name, PER_NAME))
            .into_iter()
            .chain([(self.address.as_str(), PER_ADDRESS)])
    }
}

/// The time until one more is allowed; none if it is allowed now.
fn wait(times: &mut VecDeque<Millis>, most: usize, now: Millis) -> Option<Millis> {
    times.retain(|at| *at + WINDOW > now);
    let over = times.len().checked_sub(most)?;
    times.get(over).map(|at| at + WINDOW - now)
}

fn make_room(failures: &mut HashMap<String, VecDeque<Millis>>, key: &str, now: Millis) {
    if failures.len() < REMEMBERED || failures.contains_key(key) {
        return;
    }
    failures.retain(|_, times| times.back().is_some_and(|at| *at + WINDOW > now));
    if failures.len() >= REMEMBERED {
        // Drops the half that failed longest ago, so that the next one need not do it again.
        let mut all: Vec<(Option<Millis>, String)> =
            failures.iter().map(|(key, times)| (times.back().copied(), key.clone())).collect();
        all.sort_unstable();
        for (_, key) in &all[..REMEMBERED / 2] {
            failures.remove(key);
        }
    }
}

/// The owner of one IPv6 address usually has a whole network of them.
fn network(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("address {a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        Ok(address) => format!("address {address}"),
        Err(_) => format!("address {address}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Millis = 60_000;

    #[test]
    fn five_failures_of_a_name_in_a_quarter_of_an_hour() {
        let throttle = Throttle::default();
        let check = |at: Millis, expected: Result<(), u64>| {
            assert_eq!(throttle.begin(Some("ann"), "10.0.0.1", at).map(|_| ()), expected, "at {at}");
        };
        for minute in 0..5 {
            check(minute * MINUTE, Ok(()));
        }
        check(5 * MINUTE, Err(600));
        check(15 * MINUTE - 1, Err(1));
        // The first one no longer counts; refused ones never did.
        check(15 * MINUTE, Ok(()));
        check(15 * MINUTE, Err(60));
        assert!(throttle.begin(Some("bob"), "10.0.0.1", 15 * MINUTE).is_ok());
    }

    #[test]
    fn twenty_failures_of_an_address() {
        let throttle = Throttle::default();
        for n in 0..20 {
            assert!(throttle.begin(Some(&format!("name{n}")), "2001:db8::1", n).is_ok());
        }
        assert_eq!(throttle.begin(Some("other"), "2001:db8::ffff:2", 20).unwrap_err(), 900);
        assert_eq!(throttle.begin(None, "2001:db8::1", 20).unwrap_err(), 900);
        assert!(throttle.begin(Some("other"), "2001:db8:0:1::1", 20).is_ok());
    }

    #[test]
    fn an_address_is_the_same_however_it_is_written() {
        assert_eq!(network("::ffff:10.0.0.1"), network("10.0.0.1"));
        assert_ne!(network("10.0.0.1"), network("10.0.0.2"));
    }

    #[test]
    fn success_frees_the_name() {
        let throttle = Throttle::default();
        for n in 0..100 {
            let attempt = throttle.begin(Some("ann"), "10.0.0.1", n).unwrap();
            throttle.record_success(&attempt);
        }
        for n in 0..5 {
            throttle.begin(Some("ann"), "10.0.0.1", 100 + n).unwrap();
        }
        assert!(throttle.begin(Some("ann"), "10.0.0.1", 106).is_err());
    }

    #[test]
    fn memory_is_bounded() {
        let throttle = Throttle::default();
        for n in 0..(REMEMBERED as i64 + 50) {
            let _ = throttle.begin(Some(&format!("n{n}")), &format!("a{n}"), 1);
        }
        assert!(throttle.0.lock().unwrap().len() <= REMEMBERED);
    }

    proptest::proptest! {
        /// Whatever is tried and when, at most five failing attempts are allowed in any quarter of an hour.
        #[test]
        fn never_more_than_the_limit(gaps in proptest::collection::vec(0..(4 * MINUTE), 1..60)) {
            let throttle = Throttle::default();
            let mut now = 0;
            let mut through = Vec::new();
            for gap in gaps {
                now += gap;
                match throttle.begin(Some("ann"), "10.0.0.1", now) {
                    Ok(_) => through.push(now),
                    Err(seconds) => {
                        let free = now + seconds as Millis * 1000;
                        let counted = through.iter().filter(|at| **at + WINDOW > free).count();
                        proptest::prop_assert!(counted < PER_NAME, "whoever waits as told is let through");
                    }
                }
            }
            for at in &through {
                let near = through.iter().filter(|other| (*at..*at + WINDOW).contains(other)).count();
                proptest::prop_assert!(near <= PER_NAME);
            }
        }
    }
}
