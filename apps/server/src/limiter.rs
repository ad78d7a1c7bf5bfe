//! The rate limiter: one token bucket per caller.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use tutti_store::Millis;

/// Size of a burst, in seconds' worth of requests.
const BURST: f64 = 8.0;
/// Maximum number of callers to track; beyond it, callers with full buckets are dropped.
const CALLERS: usize = 20_000;

#[derive(Debug)]
pub(crate) struct Limiter {
    per_second: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

#[derive(Debug, Clone, Copy)]
struct Bucket {
    left: f64,
    at: Millis,
}

impl Limiter {
    pub(crate) fn new(per_second: u32) -> Self {
        Self { per_second: f64::from(per_second), buckets: Mutex::default() }
    }

    /// Takes one token from a caller's bucket; if it is empty, returns the seconds to wait.
    pub(crate) fn take(&self, caller: &str, now: Millis) -> Result<(), u64> {
        let most = self.per_second * BURST;
        let filled = |bucket: &Bucket| {
            (bucket.left + (now - bucket.at).max(0) as f64 / 1000.0 * self.per_second).min(most)
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= CALLERS && !buckets.contains_key(caller) {
            buckets.retain(|_, bucket| filled(bucket) < most);
        }
        let bucket = buckets.entry(caller.to_owned()).or_insert(Bucket { left: most, at: now });
        let left = filled(bucket);
        if left < 1.0 {
            return Err(((1.0 - left) / self.per_second).ceil() as u64);
        }
        *bucket = Bucket { left: left - 1.0, at: now };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_more_than_the_rate() {
        let limiter = Limiter::new(2);
        let granted = |from: i64, to: i64| (from..to).filter(|ms| limiter.take("a", *ms).is_ok()).count();
        assert_eq!(granted(0, 1000), 17, "the burst, and the tokens of one second");
        assert_eq!(granted(1000, 11_001), 21, "one every half second, the last in the last millisecond");
        assert_eq!(limiter.take("a", 11_001), Err(1));
        assert_eq!(limiter.take("b", 11_000), Ok(()), "another caller has a bucket of their own");
    }

    #[test]
    fn memory_is_bounded() {
        let limiter = Limiter::new(1);
        for caller in 0..(CALLERS + 10) {
            let _ = limiter.take(&caller.to_string(), caller as i64 * 10_000);
        }
        assert!(limiter.buckets.lock().unwrap().len() <= CALLERS);
    }
}
