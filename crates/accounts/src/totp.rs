//! One-time passwords from the time (TOTP, RFC 6238): SHA-1, six digits, thirty seconds, as every authenticator app
//! makes them. Pure: the time is a parameter.

use std::fmt;

use rand::Rng;
use ring::hmac;
use tutti_store::Millis;

/// Seconds for which a code is shown.
const PERIOD: i64 = 30;
const DIGITS: usize = 6;
/// How many steps the clocks of the phone and of this machine may differ.
const DRIFT: i64 = 1;
/// As long as the output of the hash, as RFC 4226 recommends.
const BYTES: usize = 20;

/// The number of periods since 1970. A code belongs to one.
pub(crate) type TimeStep = i64;

pub(crate) fn time_step(now: Millis) -> TimeStep {
    now.div_euclid(1000 * PERIOD)
}

/// What the phone and this machine share.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct TotpSecret(Vec<u8>);

impl fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TotpSecret")
    }
}

impl TotpSecret {
    pub(crate) fn fresh() -> Self {
        Self(rand::rng().random::<[u8; BYTES]>().to_vec())
    }

    /// In base 32, as apps and people type it.
    pub(crate) fn to_base32(&self) -> String {
        let mut text = String::new();
        for group in self.0.chunks(5) {
            let mut bits = [0; 5];
            bits[..group.len()].copy_from_slice(group);
            let number = bits.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
            for place in 0..(group.len() * 8).div_ceil(5) {
                text.push(char::from(BASE32[(number >> (35 - 5 * place)) as usize & 31]));
            }
        }
        text
    }

    pub(crate) fn from_base32(text: &str) -> Option<Self> {
        let (mut bytes, mut number, mut bits) = (Vec::new(), 0_u32, 0);
        for sign in text.bytes() {
            let digit = BASE32.iter().position(|known| *known == sign)?;
            number = (number << 5 | digit as u32) & 0xfff;
            bits += 5;
            if bits >= 8 {
                bits -= 8;
                bytes.push((number >> bits) as u8);
            }
        }
        Some(Self(bytes))
    }

    /// What an authenticator app reads from the QR code.
    pub(crate) fn uri(&self, name: &str) -> String {
        // Names of accounts need no escaping: they are letters, digits and . - _
        format!(
            "otpauth://totp/Tutti:{name}?secret={}&issuer=Tutti&algorithm=SHA1&digits={DIGITS}&period={PERIOD}",
            self.to_base32()
        )
    }

    fn code(&self, step: TimeStep) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0);
        let tag = hmac::sign(&key, &step.to_be_bytes());
        let tag = tag.as_ref();
        let start = usize::from(tag[tag.len() - 1] & 15);
        let number = tag[start..start + 4].iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
        format!("{:0DIGITS$}", (number & 0x7fff_ffff) % 10_u32.pow(DIGITS as u32))
    }

    /// The step to which a code belongs, if it is right now and was not used: no step up to `used` counts again.
    pub(crate) fn matching_step(&self, typed: &str, now: Millis, used: TimeStep) -> Option<TimeStep> {
        let typed: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
        let now = time_step(now);
        let mut steps = (now - DRIFT)..=(now + DRIFT);
        steps.find(|step| *step > used && is_same(&self.code(*step), &typed))
    }
}

/// Takes the same time whether the first or the last character differs.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

#[cfg(test)]
mod tests {
    use super::*;

    const RFC: &[u8] = b"12345678901234567890";

    #[test]
    fn the_codes_are_those_of_the_standards() {
        let secret = TotpSecret(RFC.to_vec());
        // RFC 6238, appendix B: eight digits, of which an app with six shows the last six.
        for (seconds, code) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            assert_eq!(secret.code(time_step(seconds * 1000)), code[2..], "at {seconds}");
        }
        // RFC 4226, appendix D.
        let codes = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
            "520489",
        ];
        for (step, code) in codes.iter().enumerate() {
            assert_eq!(secret.code(step as i64), *code);
        }
    }

    #[test]
    fn a_code_counts_around_its_time_and_once() {
        let secret = TotpSecret(RFC.to_vec());
        let at = 1_111_111_109_000;
        let step = time_step(at);
        let check = |typed: &str, now: Millis, used: TimeStep, expected: Option<TimeStep>| {
            assert_eq!(secret.matching_step(typed, now, used), expected, "{typed} at {now} after {used}");
        };
        check("081804", at, 0, Some(step));
        check(" 081 804 ", at, 0, Some(step));
        check("081804", at + 30_000, 0, Some(step));
        check("081804", at - 30_000, 0, Some(step));
        check("081804", at + 61_000, 0, None);
        check("081804", at - 61_000, 0, None);
        check("081804", at, step, None);
        check("081804", at, step - 1, Some(step));
        for wrong in ["", "081805", "81804", "0818040", "x81804", "٠٨١٨٠٤"] {
            check(wrong, at, 0, None);
        }
    }

    #[test]
    fn base32_is_that_of_the_standard() {
        // RFC 4648, section 10, without padding.
        for (text, base32) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            let secret = TotpSecret(text.into());
            assert_eq!(secret.to_base32(), base32);
            assert_eq!(TotpSecret::from_base32(base32), Some(secret));
        }
        assert_eq!(TotpSecret::from_base32("MZ1"), None);
    }

    #[test]
    fn an_app_learns_everything_from_the_address() {
        assert_eq!(
            TotpSecret(RFC.to_vec()).uri("ann"),
            "otpauth://totp/Tutti:ann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tutti&algorithm=SHA1&digits=6&period=30"
        );
        assert_eq!(TotpSecret::fresh().to_base32().len(), 32);
        assert_eq!(format!("{:?}", TotpSecret::fresh()), "TotpSecret", "the log must not hold a secret");
    }

    proptest::proptest! {
        #[test]
        fn base32_goes_both_ways(bytes in proptest::collection::vec(0_u8.., 0..40)) {
            let secret = TotpSecret(bytes);
            proptest::prop_assert_eq!(TotpSecret::from_base32(&secret.to_base32()), Some(secret));
        }

        /// Whenever a code was accepted, no earlier or equal step is.
        #[test]
        fn no_step_counts_twice(nows in proptest::collection::vec(0_i64..600_000, 1..40)) {
            let secret = TotpSecret(RFC.to_vec());
            let mut used = -1;
            for now in nows {
                for step in time_step(now) - 2..=time_step(now) + 2 {
                    if step >= 0 && let Some(found) = secret.matching_step(&secret.code(step), now, used) {
                        proptest::prop_assert!(found > used && (found - time_step(now)).abs() <= 1);
                        used = found;
                    }
                }
            }
        }
    }
}
