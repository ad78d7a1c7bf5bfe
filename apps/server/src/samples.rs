//! Sample documents that are embedded in the program.

/// A sample document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) language: &'static str,
    pub(crate) text: &'static str,
}

macro_rules! samples {
    ($($name:literal, $title:literal, $language:literal;)*) => {
        pub(crate) const SAMPLES: &[Sample] = &[$(Sample {
            name: $name,
            title: $title,
            language: $language,
            text: include_str!(concat!("../../../samples/documents/", $name)),
        }),*];
    };
}

samples! {
    "volcanoes.md", "Volcanoes", "en";
    "blood-pressure.md", "Blood pressure", "en";
    "changing-a-bicycle-tube.md", "How to change a bicycle tube", "en";
    "congruences.md", "Congruences", "en";
    "exam-regulations-of-eldmoor-college.md", "Exam regulations of Eldmoor College", "en";
    "fotosyntese.md", "Fotosyntese", "nb";
}

pub(crate) fn find(name: &str) -> Option<&'static Sample> {
    SAMPLES.iter().find(|sample| sample.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_those_of_the_documents() {
        for sample in SAMPLES {
            assert_eq!(sample.text.lines().next(), Some(format!("# {}", sample.title).as_str()));
        }
    }
}
