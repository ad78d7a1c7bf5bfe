//! Pseudo-random choice, the same for the same text.

use tutti_core::ContentHash;

/// Two numbers drawn by a text, each as likely to be one as another.
pub(crate) fn seeded_numbers(text: &str) -> [usize; 2] {
    let hash = ContentHash::of_bytes(text.as_bytes());
    let digits = |range| hash.as_str().get(range).and_then(|digits| usize::from_str_radix(digits, 16).ok());
    [digits(0..8), digits(8..16)].map(Option::unwrap_or_default)
}

#[cfg(test)]
mod tests {
    use super::seeded_numbers;

    #[test]
    fn no_number_is_drawn_more_often_than_another() {
        for count in [3, 4, 5] {
            let mut drawn = vec![0; count];
            for n in 0..count * 400 {
                drawn[seeded_numbers(&format!("question {n}"))[0] % count] += 1;
            }
            assert!(drawn.iter().all(|times| (340..=460).contains(times)), "{drawn:?}");
        }
    }
}
