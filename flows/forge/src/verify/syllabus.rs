//! Syllabus: an item that needs a method outside it is refused.

use super::Found;
use crate::rules::Rule;
use crate::{Package, methods};

pub(super) fn check(package: &Package) -> Found {
    let mut found = Found::default();
    let solution = &package.solution;
    for step in &solution.steps {
        if step.methods.is_empty() {
            found.undecided.push(format!("the step “{}” names no method", step.text));
        }
        for method in step.methods.iter().filter(|method| methods::covers(method).is_none()) {
            found.object(
                Rule::MethodUnlisted,
                format!("a step needs `{method}`, which is not in the syllabus"),
            );
        }
    }
    if solution.steps.is_empty() {
        found.undecided.push("the solution is not divided into steps with their methods".to_owned());
    }
    let steps = solution.steps.iter().map(|step| step.text.as_str());
    let said: Vec<&str> = steps.chain([solution.reasoning.as_str(), solution.key_insight.as_str()]).collect();
    for method in methods::beyond(&said.join("\n")) {
        found.object(
            Rule::MethodBeyond,
            format!("the solution mentions {method}, which is not in the syllabus"),
        );
    }
    found
}
