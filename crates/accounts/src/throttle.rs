//! Limits on failed attempts to log in. An attempt counts when it begins, so that parallel attempts gain nothing over
//! sequential ones; a successful attempt is taken back.
//!
//! - A **name at an address** has five attempts, then one after each pause, and the pauses grow up to an hour. Nobody
//!   else is affected: neither the same person elsewhere nor others at the address.
//! - An **address** may fail with a hundred different names in a quarter of an hour: a campus behind one address does
//!   not notice, somebody who tries one password on everybody does.
//! - A **name** that fails from many addresses is slowed down, to one attempt in half a minute at worst.
//!
//! An attempt with a second proof counts by that proof instead: a browser that was logged in to the account is not
//! slowed down by what others try.
//!
//! Counts are kept in memory and lost when the process restarts, which an attacker cannot cause.

use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tutti_store::Millis;

const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;

/// How many attempts come before the pauses, how long the pauses are, and when all is forgotten.
struct Pace {
    free: u32,
    /// How many attempts share a length of the pause before it doubles.
    each: u32,
    first: Millis,
    longest: Millis,
    forgotten_after: Millis,
}

const PAIR: Pace = Pace { free: 5, each: 1, first: MINUTE, longest: HOUR, forgotten_after: 24 * HOUR };
const NAME: Pace = Pace { free: 20, each: 5, first: SECOND, longest: 30 * SECOND, forgotten_after: HOUR };

/// How many names may fail at one address, and how long each counts.
const NAMES_PER_ADDRESS: usize = 100;
const WINDOW: Millis = 15 * MINUTE;

/// Maximum number of remembered names, pairs and addresses.
const REMEMBERED: usize = 20_000;
const ADDRESSES: usize = 5000;

#[derive(Debug, Default)]
pub(crate) struct Throttle {
    counts: Mutex<Counts>,
    hasher: RandomState,
}

#[derive(Debug, Default)]
struct Counts {
    pairs: HashMap<String, Streak>,
    names: HashMap<String, Streak>,
    /// The hashes of the names that failed, each with the last time.
    addresses: HashMap<String, HashMap<u64, Millis>>,
}

/// Failures in a row.
#[derive(Debug, Clone, Copy, Default)]
struct Streak {
    failures: u32,
    last: Millis,
}

/// Who tries to log in, and from where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin<'a> {
    /// The name as typed; empty if it is not a possible name.
    pub(crate) name: &'a str,
    pub(crate) address: &'a str,
    /// What identifies the second proof, if there is one.
    pub(crate) proof: Option<&'a str>,
}

/// An attempt that was allowed.
#[derive(Debug)]
pub(crate) struct LoginAttempt {
    pair: String,
    /// None with a second proof.
    others: Option<(String, String, u64)>,
}

impl Throttle {
    /// Counts an attempt, or returns the seconds until one would be allowed.
    pub(crate) fn begin(&self, origin: Origin<'_>, at: Millis) -> Result<LoginAttempt, u64> {
        let attempt = self.attempt(origin);
        let mut counts = self.counts();
        let wait = counts.wait(&attempt, at);
        if wait > 0 {
            return Err((wait as u64).div_ceil(1000));
        }
        counts.count(&attempt, at);
        Ok(attempt)
    }

    /// Whoever proved by other means than an attempt who they are made only mistakes before.
    pub(crate) fn forgive(&self, origin: Origin<'_>) {
        self.record_success(&self.attempt(origin));
    }

    fn attempt(&self, origin: Origin<'_>) -> LoginAttempt {
        let Origin { name, address, proof } = origin;
        match proof {
            Some(proof) => LoginAttempt { pair: format!("{name} proof {proof}"), others: None },
            None => {
                let address = network(address);
                let pair = format!("{name} {address}");
                LoginAttempt { pair, others: Some((name.to_owned(), address, self.hasher.hash_one(name))) }
            }
        }
    }

    /// The caller knew the password: the attempt does not count, and the failures before it were mistakes.
    pub(crate) fn record_success(&self, attempt: &LoginAttempt) {
        let mut counts = self.counts();
        counts.pairs.remove(&attempt.pair);
        let Some((name, address, hash)) = &attempt.others else { return };
        // What others tried with the name still counts.
        if let Some(streak) = counts.names.get_mut(name) {
            streak.failures = streak.failures.saturating_sub(1);
        }
        if let Some(names) = counts.addresses.get_mut(address) {
            names.remove(hash);
        }
    }

    /// The attempt was neither right nor wrong: it does not count, and the failures before it still do.
    pub(crate) fn take_back(&self, attempt: &LoginAttempt) {
        let mut counts = self.counts();
        let less = |streak: &mut Streak| streak.failures = streak.failures.saturating_sub(1);
        if let Some(streak) = counts.pairs.get_mut(&attempt.pair) {
            less(streak);
        }
        if let Some((name, ..)) = &attempt.others
            && let Some(streak) = counts.names.get_mut(name)
        {
            less(streak);
        }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counts {
    /// The time until an attempt is allowed; 0 if it is now.
    fn wait(&mut self, attempt: &LoginAttempt, at: Millis) -> Millis {
        let pair = self.pairs.get(&attempt.pair).map_or(0, |streak| streak.wait(&PAIR, at));
        let Some((name, address, hash)) = &attempt.others else { return pair };
        let name = self.names.get(name).map_or(0, |streak| streak.wait(&NAME, at));
        let address = self.addresses.get_mut(address).map_or(0, |names| {
            names.retain(|_, last| *last + WINDOW > at);
            let is_full = names.len() >= NAMES_PER_ADDRESS && !names.contains_key(hash);
            names.values().min().filter(|_| is_full).map_or(0, |oldest| oldest + WINDOW - at)
        });
        pair.max(name).max(address)
    }

    fn count(&mut self, attempt: &LoginAttempt, at: Millis) {
        count_in(&mut self.pairs, &attempt.pair, &PAIR, at);
        let Some((name, address, hash)) = &attempt.others else { return };
        count_in(&mut self.names, name, &NAME, at);
        let latest = |names: &HashMap<u64, Millis>| names.values().max().copied().unwrap_or_default();
        make_room(&mut self.addresses, address, ADDRESSES, latest);
        self.addresses.entry(address.clone()).or_default().insert(*hash, at);
    }
}

impl Streak {
    fn wait(&self, pace: &Pace, now: Millis) -> Millis {
        if self.failures < pace.free || now >= self.last + pace.forgotten_after {
            return 0;
        }
        let doubled = ((self.failures - pace.free) / pace.each).min(20);
        let pause = (pace.first << doubled).min(pace.longest);
        (self.last + pause - now).max(0)
    }
}

fn count_in(streaks: &mut HashMap<String, Streak>, key: &str, pace: &Pace, at: Millis) {
    make_room(streaks, key, REMEMBERED, |streak| streak.last);
    let streak = streaks.entry(key.to_owned()).or_default();
    if at >= streak.last + pace.forgotten_after {
        streak.failures = 0;
    }
    *streak = Streak { failures: streak.failures.saturating_add(1), last: at };
}

/// Drops the half that failed longest ago, so that the next one need not do it again.
fn make_room<T>(all: &mut HashMap<String, T>, key: &str, most: usize, last: impl Fn(&T) -> Millis) {
    if all.len() < most || all.contains_key(key) {
        return;
    }
    let mut by_time: Vec<(Millis, String)> = all.iter().map(|(key, one)| (last(one), key.clone())).collect();
    by_time.sort_unstable();
    for (_, key) in &by_time[..most / 2] {
        all.remove(key);
    }
}

/// The owner of one IPv6 address usually has a whole network of them.
fn network(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        Ok(address) => address.to_string(),
        Err(_) => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = "10.0.0.1";
    const ELSEWHERE: &str = "10.9.9.9";

    fn from<'a>(name: &'a str, address: &'a str) -> Origin<'a> {
        Origin { name, address, proof: None }
    }

    /// The seconds to wait; 0 if the attempt is allowed and counted.
    fn attempt(throttle: &Throttle, origin: Origin<'_>, at: Millis) -> u64 {
        throttle.begin(origin, at).map_or_else(|wait| wait, |_| 0)
    }

    #[test]
    fn the_pauses_of_a_name_at_an_address_grow() {
        let throttle = Throttle::default();
        let mut now = 0;
        for _ in 0..5 {
            assert_eq!(attempt(&throttle, from("ann", HERE), now), 0);
        }
        for pause in [60, 120, 240, 480, 960, 1920, 3600, 3600] {
            assert_eq!(attempt(&throttle, from("ann", HERE), now), pause);
            now += pause as Millis * SECOND - 1;
            assert_eq!(attempt(&throttle, from("ann", HERE), now), 1, "refused attempts do not count");
            now += 1;
            assert_eq!(attempt(&throttle, from("ann", HERE), now), 0);
        }
        assert_eq!(attempt(&throttle, from("ann", ELSEWHERE), now), 0, "the owner, from another address");
        assert_eq!(attempt(&throttle, from("bob", HERE), now), 0, "somebody else at the address");
        now += PAIR.forgotten_after;
        for _ in 0..5 {
            assert_eq!(attempt(&throttle, from("ann", HERE), now), 0, "a day later");
        }
    }

    #[test]
    fn an_address_fails_with_a_hundred_names() {
        let throttle = Throttle::default();
        let names: Vec<String> = (0..100).map(|n| format!("name{n}")).collect();
        for (n, name) in names.iter().enumerate() {
            assert_eq!(attempt(&throttle, from(name, "2001:db8::1"), n as Millis), 0);
        }
        let check = |name: &str, address: &str, expected: u64| {
            assert_eq!(attempt(&throttle, from(name, address), 100), expected, "{name} at {address}");
        };
        check("other", "2001:db8::ffff:2", 900);
        check("name7", "2001:db8::1", 0);
        check("other", "2001:db8:0:1::1", 0);
        let proof = Origin { proof: Some("session"), ..from("other", "2001:db8::1") };
        assert_eq!(attempt(&throttle, proof, 100), 0);
        assert_eq!(
            attempt(&throttle, from("another", "2001:db8::1"), WINDOW),
            0,
            "the first no longer counts"
        );
    }

    #[test]
    fn those_who_mistype_and_then_know_it_do_not_count() {
        let throttle = Throttle::default();
        for n in 0..1000 {
            let name = format!("student{n}");
            for _ in 0..3 {
                throttle.begin(from(&name, HERE), n).unwrap();
            }
            let right = throttle.begin(from(&name, HERE), n).unwrap();
            throttle.record_success(&right);
        }
        for _ in 0..5 {
            assert_eq!(attempt(&throttle, from("student7", HERE), 1000), 0, "counts from the start");
        }
    }

    #[test]
    fn a_name_that_is_tried_from_everywhere_is_slowed_down_only() {
        let throttle = Throttle::default();
        let (mut now, mut longest) = (0, 0);
        for n in 0..200 {
            let address = format!("192.0.{}.{}", n / 200, n % 200);
            let wait = attempt(&throttle, from("ann", &address), now);
            assert!(n >= 20 || wait == 0, "{n}");
            longest = longest.max(wait);
            now += wait as Millis * SECOND;
            if wait > 0 {
                assert_eq!(attempt(&throttle, from("ann", &address), now), 0);
            }
        }
        assert_eq!(longest, 30);
        assert!(attempt(&throttle, from("ann", ELSEWHERE), now) > 0);
        let proof = Origin { proof: Some("session"), ..from("ann", ELSEWHERE) };
        for _ in 0..5 {
            assert_eq!(attempt(&throttle, proof, now), 0, "a second proof is not slowed down");
        }
        assert_eq!(attempt(&throttle, proof, now), 60, "but does not guess for ever");
    }

    #[test]
    fn an_address_is_the_same_however_it_is_written() {
        assert_eq!(network("::ffff:10.0.0.1"), network("10.0.0.1"));
        assert_ne!(network("10.0.0.1"), network("10.0.0.2"));
    }

    #[test]
    fn memory_is_bounded() {
        let throttle = Throttle::default();
        for n in 0..(REMEMBERED + 50) {
            let _ = throttle.begin(from(&format!("n{n}"), &format!("a{n}")), 1);
        }
        let counts = throttle.counts();
        assert!(counts.pairs.len() <= REMEMBERED && counts.names.len() <= REMEMBERED);
        assert!(counts.addresses.len() <= ADDRESSES);
    }

    proptest::proptest! {
        /// Whatever is tried at one address, those who wait as told are let through, a day has few guesses, and the
        /// owner elsewhere waits half a minute at most.
        #[test]
        fn guesses_are_few_and_hurt_nobody_else(gaps in proptest::collection::vec(0..(90 * MINUTE), 1..80)) {
            let throttle = Throttle::default();
            let (mut now, mut through) = (0, Vec::new());
            for gap in gaps {
                now += gap;
                match throttle.begin(from("ann", HERE), now) {
                    Ok(_) => through.push(now),
                    Err(seconds) => {
                        let free = now + seconds as Millis * SECOND;
                        let wait = throttle.counts().pairs[&format!("ann {HERE}")].wait(&PAIR, free);
                        proptest::prop_assert_eq!(wait, 0, "whoever waits as told is let through");
                    }
                }
                let elsewhere = throttle.counts().names["ann"].wait(&NAME, now);
                proptest::prop_assert!(elsewhere <= NAME.longest);
            }
            for at in &through {
                let near = through.iter().filter(|other| (*at..*at + 24 * HOUR).contains(other)).count();
                proptest::prop_assert!(near <= 5 + 6 + 24, "{} guesses in a day", near);
            }
        }
    }
}
