//! The workflow document, part by part: what it says, the code that implements it and the test that fails without it.
//! `docs/author-rules.md` is generated from this file.

/// Sentence, code, test.
pub const INDEX: &[(&str, &str, &str)] = &[
    (
        "The orchestrator detects the input type and selects path A (basic input), B (source materials) or C (expansion).",
        "author/src/status.rs::Path",
        "author/tests/author/scripted.rs::agents_are_separate_calls",
    ),
    (
        "Path A, basic input: source discovery finds an authoritative source, and the domain expert validates it.",
        "author/src/agents.rs::SOURCE_DISCOVERY",
        "author/tests/author/halts.rs::a_source_is_found_in_the_library",
    ),
    (
        "Path A: the domain expert checks the accuracy of a source.",
        "author/src/agents.rs::DOMAIN_EXPERT",
        "author/tests/author/halts.rs::a_doubtful_source_is_left_for_another",
    ),
    (
        "Path B, source materials provided: questions are written from the reference material.",
        "author/src/flow.rs::author",
        "author/tests/author/scripted.rs::agents_are_separate_calls",
    ),
    (
        "Path B: the sample question extractor runs only on request, and filters samples to the scope of the reference.",
        "author/src/order.rs::Extraction",
        "author/tests/author/halts.rs::samples_out_of_scope_halt",
    ),
    (
        "Path C, expansion: CQ10 to CQ15 are appended to an existing task file with CQ1 to CQ9; everything else is frozen.",
        "crates/taskfile/src/expand.rs",
        "author/tests/author/scripted.rs::an_expansion_keeps_every_frozen_byte",
    ),
    (
        "Material coverage analysis: a coverage map of covered and under-covered concepts, ranked by importance and \
         testability.",
        "author/src/coverage.rs::CoverageMap",
        "author/tests/author/scripted.rs::an_expansion_keeps_every_frozen_byte",
    ),
    (
        "The question writer generates candidate questions for three Bloom's levels.",
        "author/src/agents.rs::QUESTION_WRITER",
        "author/tests/author/scripted.rs::too_few_candidates_are_asked_for_before_the_review",
    ),
    (
        "The psychometric reviewer enforces the difficulty standards and selects the best questions.",
        "author/src/agents.rs::PSYCHOMETRIC_REVIEWER",
        "author/tests/author/scripted.rs::a_reviewer_that_passes_everything_is_overruled",
    ),
    (
        "The curriculum designer derives learning objectives and the familiarity quiz from the final questions, always \
         after question writing.",
        "author/src/agents.rs::CURRICULUM_DESIGNER",
        "author/tests/author/scripted.rs::a_curriculum_that_does_not_fit_goes_back",
    ),
    (
        "The consistency agent formats the task file to the template; in expansion mode it appends and updates the \
         instructions.",
        "author/src/agents.rs::CONSISTENCY",
        "author/tests/author/scripted.rs::an_expansion_keeps_every_frozen_byte",
    ),
    (
        "Input format: bullets, JSON or CSV, with a field mapping for metadata and task data.",
        "author/src/request.rs::Requests",
        "author/tests/author/halts.rs::missing_fields_are_named",
    ),
    (
        "Priority order of inputs: direct content, then an attached file, then a URL, else path A.",
        "author/src/flow/material.rs",
        "author/tests/author/halts.rs::a_named_file_without_text_halts",
    ),
    (
        "A URL is fetched and used as source material, unless it leads to a private address.",
        "author/src/flow/material.rs::fetch",
        "author/tests/author/halts.rs::a_private_address_is_not_fetched",
    ),
    (
        "Output format: a status object with workflow id, current stage, path, next agent, payload, quality flags and \
         whether human review is required.",
        "author/src/status.rs::Status",
        "author/tests/author/batch.rs::three_bad_tasks_of_fifty_are_named_and_the_others_finish",
    ),
    (
        "Exceptions are escalated to human review.",
        "author/src/flow/people.rs",
        "author/tests/author/scripted.rs::anyone_can_escalate",
    ),
    (
        "A batch flags a bad task by its task id, skips it and continues with the next.",
        "author/src/flow.rs::author_batch",
        "author/tests/author/batch.rs::three_bad_tasks_of_fifty_are_named_and_the_others_finish",
    ),
    (
        "Difficulty standards are non-negotiable, and no quality gate is skipped.",
        "author/src/judgement.rs::judge",
        "author/tests/author/scripted.rs::a_reviewer_that_passes_everything_is_overruled",
    ),
    (
        "CQ10 to CQ15 in the output: correct answer positions are distributed.",
        "author/src/positions.rs::arrange",
        "author/src/gates/tests.rs::keys_are_spread",
    ),
];
