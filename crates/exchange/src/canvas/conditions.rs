//! Which answers score, from the response processing.

use crate::markup::{Element, Node};

/// What one condition asks for, without what it excludes.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Condition {
    /// Response and answer.
    pub(super) equal: Vec<(String, String)>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

/// The conditions that give points, best first; those of equal worth in order.
pub(super) fn scoring(item: &Element) -> Vec<Condition> {
    let mut found: Vec<(f64, Condition)> = Vec::new();
    for processing in item.children_named("resprocessing") {
        for rule in processing.children_named("respcondition") {
            let points = rule
                .children_named("setvar")
                .filter(|set| set.attribute("varname").is_none_or(|name| name.eq_ignore_ascii_case("score")))
                .filter_map(|set| set.text().trim().parse::<f64>().ok())
                .fold(0.0, f64::max);
            if points <= 0.0 {
                continue;
            }
            let mut condition = Condition::default();
            for asked in rule.children_named("conditionvar") {
                collect(asked, &mut condition);
            }
            found.push((points, condition));
        }
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.into_iter().map(|(_, condition)| condition).collect()
}

fn collect(element: &Element, condition: &mut Condition) {
    for node in &element.children {
        let Node::Element(inner) = node else { continue };
        let text = inner.text();
        let number = || text.trim().parse::<f64>().ok();
        match inner.name.as_str() {
            "not" => {}
            "varequal" => {
                let response = inner.attribute("respident").unwrap_or_default().to_owned();
                condition.equal.push((response, text.trim().to_owned()));
            }
            "vargte" | "vargt" => condition.low = condition.low.or_else(number),
            "varlte" | "varlt" => condition.high = condition.high.or_else(number),
            _ => collect(inner, condition),
        }
    }
}
