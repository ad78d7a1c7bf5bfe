//! The rules of study, each declared once: its code in findings and what it says.
//!
//! `docs/study-rules.md` is generated from this file, with the function that checks each rule and the test that breaks it.

use tutti_core::{Finding, Severity};

macro_rules! rules {
    ($($(#[doc = $doc:literal])* $variant:ident = $code:literal;)*) => {
        /// What a document, a card, a question or a message must be.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Rule {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Rule {
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Stable; stands in findings and flags.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),* }
            }

            pub const fn says(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),*)),* }
            }
        }
    };
}

rules! {
    /// Recognised text has enough OCR confidence: below `ocr_refuse` (0.60) it waits for manual review (422), below `ocr_warn` (0.80) it is flagged.
    LowConfidence = "low_ocr_confidence";
    /// A document has a minimum length, 500 characters by default; a shorter text is refused (422).
    TooShort = "too_short";
    /// Every card and question names its blocks, `source_span`, and has a quote.
    NotGrounded = "not_grounded";
    /// The blocks that a card, a question or a `QuizSpec` names exist: valid block ids.
    BlockUnknown = "block_unknown";
    /// The quote appears in the named blocks, word for word: the grounding gate.
    QuoteNotThere = "quote_not_there";
    /// A quote has at least three words, or all words of a shorter block.
    QuoteTooShort = "quote_too_short";
    /// A flashcard has a question and an answer.
    SideMissing = "side_missing";
    /// The question of a flashcard does not contain its answer.
    AnswerGiven = "answer_given";
    /// A quiz item asks something.
    QuestionMissing = "question_missing";
    /// A quiz item has four options.
    OptionsNotFour = "options_not_four";
    /// The options are distinct, and none is empty.
    OptionsAlike = "options_alike";
    /// `correctAnswerIndex` points to an option.
    KeyUnknown = "key_unknown";
    /// No question of a quiz gives away the answer to another.
    AnswerTold = "told";
    /// Whatever fails a gate is dropped, and the Coach is asked for a replacement.
    Dropped = "dropped";
    /// `extracted_blocks` of a `ReaderOutput`, the blocks of a `HandoverV1` and `blocks_to_assess` of a `QuizSpec` are not empty.
    BlocksMissing = "blocks_missing";
    /// Every block has a `block_id` and a `text`.
    BlockIncomplete = "block_incomplete";
    /// The context has a `fullSummary`.
    SummaryMissing = "summary_missing";
    /// Every one of the `keyConcepts` has a term and a definition.
    ConceptIncomplete = "concept_incomplete";
    /// `numFlashcards` and `numQuizQuestions` are at most 200.
    CountTooLarge = "count_too_large";
    /// `num_questions` of a `QuizSpec` is greater than 0 and at most 200.
    CountOutOfRange = "count_out_of_range";
    /// The `quiz_id` of `QuizResults` is a quiz of the session.
    QuizUnknown = "quiz_unknown";
    /// `QuizResults` has as many answers as the quiz has questions: the numbers match.
    AnswersDoNotMatch = "answers_do_not_match";
    /// Every answer is to a question of the quiz.
    ItemUnknown = "item_unknown";
    /// No question is answered twice.
    ItemTwice = "item_twice";
    /// `latency_sec` is not negative.
    LatencyNegative = "latency_negative";
}

impl Rule {
    pub(crate) fn finding(self, message: impl Into<String>) -> Finding {
        Finding::new(self.code(), Severity::High, message)
    }
}

/// The rest of the document: what it says, the item of code that does it and the test that fails without it.
pub const INDEX: &[(&str, &str, &str)] = &[
    (
        "The handover object, `HandoverV1`, goes from the Reader to the Coach: `metadata`, `context` and \
         `instructions_for_coach`, with the blocks they are based on.",
        "handover.rs::HandoverV1",
        "study/tests/study/gates.rs::a_handover_says_where_it_is_wrong",
    ),
    (
        "`metadata`: `sessionId`, `sourceTitle`, `sourceHash`, `language`, `generatedAt`.",
        "handover.rs::Metadata",
        "study/tests/study/gates.rs::a_handover_says_where_it_is_wrong",
    ),
    (
        "`sourceHash` allows caching: the same file is neither read nor paid for twice.",
        "crates/library/src/reading.rs::read_file",
        "study/tests/study/scripted.rs::the_same_file_is_not_paid_for_twice",
    ),
    (
        "`language`: the Coach writes in the language of the document, Norwegian or English.",
        "reading.rs::language_of",
        "apps/tutti/tests/cli/study.rs::norwegian_in_norwegian_out",
    ),
    (
        "`context`: `fullSummary`, `keyConcepts` with their relevance, and `mainSections`.",
        "handover.rs::Context",
        "study/tests/study/gates.rs::a_handover_says_where_it_is_wrong",
    ),
    (
        "`instructions_for_coach`: `targetAudience`, `generationGoals`, `focusAreas` and `constraints`.",
        "handover.rs::Instructions",
        "study/tests/study/gates.rs::a_handover_says_where_it_is_wrong",
    ),
    (
        "`focusAreas`: weak concepts come first in the next quiz.",
        "notes.rs::weak_concepts",
        "notes.rs::weak_is_what_went_wrong_last_or_mostly",
    ),
    (
        "Workflow 1: the user uploads a file; the orchestrator creates a session and stores the file.",
        "apps/service/src/study.rs::submission",
        "apps/tutti/tests/cli/study.rs::a_text_pdf_becomes_cards_and_questions",
    ),
    (
        "Workflow 2 and 3: the orchestrator calls the Reader, which responds with the context.",
        "study/src/agents.rs::READER",
        "study/tests/study/scripted.rs::models_play_reader_and_coach",
    ),
    (
        "Workflow 4: the orchestrator prepares the handover. Reader and Coach are decoupled and never meet.",
        "study/src/flow.rs::study",
        "study/tests/study/scripted.rs::models_play_reader_and_coach",
    ),
    (
        "Workflow 5 and 6: the orchestrator calls the Coach, which responds with flashcards and a quiz.",
        "study/src/agents.rs::COACH",
        "study/tests/study/scripted.rs::models_play_reader_and_coach",
    ),
    (
        "Exactly `numFlashcards` and `numQuizQuestions`, or a flag that says how many the text yields.",
        "selection.rs::Selection",
        "study/tests/study/scripted.rs::a_stubborn_liar_brings_fewer_questions",
    ),
    (
        "Workflow 7: the orchestrator saves the session, its cards and its questions.",
        "study/src/flow.rs::store_session",
        "apps/tutti/tests/cli/study.rs::a_quiz_is_taken_and_the_next_one_set",
    ),
    (
        "Message contract `ReaderOutput`: `extracted_blocks` and `doc_meta`.",
        "reading.rs::ReaderOutput",
        "study/tests/study/gates.rs::what_reader_and_coach_give_is_held_to_its_contract_too",
    ),
    (
        "Message contract `QuizSpec`: `blocks_to_assess`, `num_questions`, `difficulty`.",
        "session.rs::QuizSpec",
        "study/tests/study/gates.rs::a_quiz_spec_says_where_it_is_wrong",
    ),
    (
        "Message contract `QuizResults`: `quiz_id` and `answers`.",
        "session.rs::QuizResults",
        "study/tests/study/gates.rs::quiz_results_say_where_they_are_wrong",
    ),
    (
        "Message contract `CoachNotes`: feedback on how the user performed.",
        "session.rs::CoachNotes",
        "study/tests/study/sessions.rs::notes_follow_the_language_of_the_document",
    ),
    (
        "Contracts are extensible and testable: each has a published JSON Schema.",
        "study/src/agents.rs::CONTRACTS",
        "apps/tutti/src/reference.rs::the_committed_schemas_are_fresh",
    ),
    (
        "`SessionState` is the single source of truth of a session, kept in the store (persistence).",
        "session.rs::SessionState",
        "study/tests/study/review.rs::an_unreadable_scan_waits_and_nothing_is_made",
    ),
    (
        "Error taxonomy: 400 for a broken contract, 413 too large, 415 unknown type, 422 for a gate, never retried; 502 \
         and 504 upstream.",
        "crates/core/src/problem.rs::Code",
        "apps/tutti/tests/cli/study.rs::what_cannot_be_read_has_its_code",
    ),
    (
        "Retry policy: a failed or slow upstream (502, 504) is retried with backoff after 1, 3 and 5 seconds.",
        "crates/engine/src/recovery.rs::Pauses",
        "study/tests/study/scripted.rs::failures_upstream_are_retried_at_one_three_and_five_seconds",
    ),
    (
        "Observability: every node logs `input_hash`, `output_hash`, `duration_ms`, `tokens_used` and errors.",
        "apps/service/src/study.rs::log",
        "crates/watch/tests/watch/log.rs::every_step_is_a_line",
    ),
    (
        "The session id is the trace id, `trace_id`, of all logs and errors.",
        "crates/core/src/problem.rs::Problem",
        "crates/watch/tests/watch/log.rs::every_step_is_a_line",
    ),
    (
        "Structured logs are JSONL.",
        "crates/watch/src/line.rs",
        "crates/watch/tests/watch/log.rs::every_step_is_a_line",
    ),
    (
        "Happy path: a text-based PDF becomes flashcards and a quiz.",
        "crates/document/src/reader.rs::Reader",
        "apps/tutti/tests/cli/study.rs::a_text_pdf_becomes_cards_and_questions",
    ),
    (
        "Fallback path: a scanned PDF goes through the OCR pipeline, and its confidence is logged.",
        "crates/document/src/ocr.rs",
        "apps/tutti/tests/cli/study.rs::a_clean_scan_is_read_and_its_confidence_told",
    ),
    (
        "Low confidence triggers manual review: 422, a pending session, nothing generated.",
        "study/src/flow.rs::ask_for_correction",
        "apps/tutti/tests/cli/study.rs::a_bad_scan_waits_for_a_person",
    ),
    (
        "Difficulty adapts: up after three right answers in a row, down after two wrong.",
        "notes.rs::next_difficulty",
        "notes.rs::difficulty_moves_with_the_last_answers",
    ),
    (
        "Flashcards are scheduled by FSRS, with a daily review queue.",
        "crates/learner/src/cards.rs::Card",
        "crates/learner/src/cards.rs::intervals_are_those_of_fsrs",
    ),
    (
        "Hostile files are parsed in a child process with limits on time and memory.",
        "crates/document/src/limits.rs::Limits",
        "crates/document/tests/read/hostile.rs::flate_bombs",
    ),
];
