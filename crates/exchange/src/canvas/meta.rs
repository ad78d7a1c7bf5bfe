//! The manifest, and the settings of the quiz, which Canvas requires in a separate file.

use tutti_core::iso_date;

use crate::xml::tree::{Spelling, Tree};
use crate::{About, WriteError};

/// What the parts of one package are called.
pub(super) struct Names {
    pub(super) quiz: String,
    pub(super) images: Vec<String>,
}

impl Names {
    pub(super) fn questions_file(&self) -> String {
        format!("{0}/{0}.xml", self.quiz)
    }

    pub(super) fn settings_file(&self) -> String {
        format!("{}/assessment_meta.xml", self.quiz)
    }

    fn part(&self, part: &str) -> String {
        format!("{}_{part}", self.quiz)
    }
}

pub(super) fn manifest(names: &Names, about: &About) -> Result<Vec<u8>, WriteError> {
    let date = iso_date(about.at).ok_or_else(|| WriteError::Failed {
        format: "Canvas",
        what: format!("{} is not a time of this calendar", about.at),
    })?;
    let string = |text: &str| Tree::new("imsmd:string").text(text);
    let lom = Tree::new("imsmd:lom")
        .child(Tree::new("imsmd:general").child(Tree::new("imsmd:title").child(string(&about.title))))
        .child(
            Tree::new("imsmd:lifeCycle").child(
                Tree::new("imsmd:contribute")
                    .child(Tree::new("imsmd:date").child(Tree::new("imsmd:dateTime").text(date))),
            ),
        )
        .child(
            Tree::new("imsmd:rights")
                .child(
                    Tree::new("imsmd:copyrightAndOtherRestrictions")
                        .child(Tree::new("imsmd:value").text("yes")),
                )
                .child(Tree::new("imsmd:description").child(string("All rights with the author"))),
        );
    let metadata = Tree::new("metadata")
        .child(Tree::new("schema").text("IMS Content"))
        .child(Tree::new("schemaversion").text("1.1.3"))
        .child(lom);
    let file = |href: &str| Tree::new("file").with("href", href);
    let settings = names.part("settings");
    let mut resources = Tree::new("resources")
        .child(
            Tree::new("resource")
                .with("identifier", names.quiz.as_str())
                .with("type", "imsqti_xmlv1p2")
                .child(file(&names.questions_file()))
                .child(Tree::new("dependency").with("identifierref", settings.as_str())),
        )
        .child(
            Tree::new("resource")
                .with("identifier", settings)
                .with("type", "associatedcontent/imscc_xmlv1p1/learning-application-resource")
                .with("href", names.settings_file())
                .child(file(&names.settings_file())),
        );
    for (i, image) in names.images.iter().enumerate() {
        resources = resources.child(
            Tree::new("resource")
                .with("identifier", names.part(&format!("image_{}", i + 1)))
                .with("type", "webcontent")
                .with("href", image.as_str())
                .child(file(image)),
        );
    }
    let root = Tree::new("manifest")
        .with("identifier", names.part("manifest"))
        .with("xmlns", "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1")
        .with("xmlns:lom", "http://ltsc.ieee.org/xsd/imsccv1p1/LOM/resource")
        .with("xmlns:imsmd", "http://www.imsglobal.org/xsd/imsmd_v1p2")
        .child(metadata)
        .child(Tree::new("organizations"))
        .child(resources);
    Ok(root.print(&Spelling::AS_IS))
}

/// Of the quiz, in the order Canvas writes them.
const QUIZ: &[(&str, &str)] = &[
    ("shuffle_answers", "false"),
    ("scoring_policy", "keep_highest"),
    ("hide_results", ""),
    ("quiz_type", "assignment"),
    ("points_possible", "POINTS"),
    ("require_lockdown_browser", "false"),
    ("require_lockdown_browser_for_results", "false"),
    ("require_lockdown_browser_monitor", "false"),
    ("lockdown_browser_monitor_data", ""),
    ("show_correct_answers", "true"),
    ("anonymous_submissions", "false"),
    ("could_be_locked", "false"),
    ("allowed_attempts", "1"),
    ("one_question_at_a_time", "false"),
    ("cant_go_back", "false"),
    ("available", "false"),
    ("one_time_results", "false"),
    ("show_correct_answers_last_attempt", "false"),
    ("only_visible_to_overrides", "false"),
    ("module_locked", "false"),
];

/// Of the assignment a quiz hangs on.
const ASSIGNMENT: &[(&str, &str)] = &[
    ("title", "TITLE"),
    ("due_at", ""),
    ("lock_at", ""),
    ("unlock_at", ""),
    ("module_locked", "false"),
    ("workflow_state", "unpublished"),
    ("assignment_overrides", ""),
    ("quiz_identifierref", "QUIZ"),
    ("allowed_extensions", ""),
    ("has_group_category", "false"),
    ("points_possible", "POINTS"),
    ("grading_type", "points"),
    ("all_day", "false"),
    ("submission_types", "online_quiz"),
    ("position", "1"),
    ("turnitin_enabled", "false"),
    ("vericite_enabled", "false"),
    ("peer_review_count", "0"),
    ("peer_reviews", "false"),
    ("automatic_peer_reviews", "false"),
    ("anonymous_peer_reviews", "false"),
    ("grade_group_students_individually", "false"),
    ("freeze_on_copy", "false"),
    ("omit_from_final_grade", "false"),
    ("intra_group_peer_reviews", "false"),
    ("only_visible_to_overrides", "false"),
    ("post_to_sis", "false"),
    ("moderated_grading", "false"),
    ("grader_count", "0"),
    ("grader_comments_visible_to_graders", "true"),
    ("anonymous_grading", "false"),
    ("graders_anonymous_to_graders", "false"),
    ("grader_names_visible_to_final_grader", "true"),
    ("anonymous_instructor_annotations", "false"),
];

pub(super) fn settings(names: &Names, about: &About, items: usize) -> Vec<u8> {
    let points = format!("{items}.0");
    let element = |(name, value): &(&'static str, &'static str)| {
        let value = match *value {
            "POINTS" => points.as_str(),
            "TITLE" => about.title.as_str(),
            "QUIZ" => names.quiz.as_str(),
            value => value,
        };
        let tree = Tree::new(name);
        if value.is_empty() { tree } else { tree.text(value) }
    };
    let assignment = Tree::new("assignment")
        .with("identifier", names.part("assignment"))
        .children(ASSIGNMENT.iter().map(element))
        .child(Tree::new("post_policy").child(Tree::new("post_manually").text("false")));
    let root = Tree::new("quiz")
        .with("identifier", names.quiz.as_str())
        .with("xmlns", "http://canvas.instructure.com/xsd/cccv1p0")
        .with("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .with(
            "xsi:schemaLocation",
            "http://canvas.instructure.com/xsd/cccv1p0 https://canvas.instructure.com/xsd/cccv1p0.xsd",
        )
        .child(Tree::new("title").text(about.title.as_str()))
        .child(Tree::new("description"))
        .children(QUIZ.iter().map(element))
        .child(assignment)
        .child(Tree::new("assignment_group_identifierref").text(names.part("assignments")))
        .child(Tree::new("assignment_overrides"));
    root.print(&Spelling::AS_IS)
}
