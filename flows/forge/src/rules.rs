//! The rules of forge, each declared once: what it says, the failure it causes and what the next attempt has to change.
//!
//! `docs/forge-rules.md` is generated from this file, with the function that checks each rule and the test that breaks
//! it.

use crate::report::Failure;

macro_rules! rules {
    ($($(#[doc = $doc:literal])* $variant:ident = $code:literal, $failure:ident, $fix:literal;)*) => {
        /// A rule that the Verifier enforces.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Rule {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Rule {
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Stable, for tables.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),* }
            }

            pub const fn says(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),*)),* }
            }

            pub const fn failure(self) -> Failure {
                match self { $(Self::$variant => Failure::$failure),* }
            }

            /// What the next attempt has to do differently.
            pub const fn fix(self) -> &'static str {
                match self { $(Self::$variant => $fix),* }
            }
        }
    };
}

rules! {
    /// An item has four to eight options: the key and one for each wrong path.
    OptionCount = "option_count", StyleMismatch, "give as many options as there are wrong paths, and the key";
    /// The letters of the options run from A without a gap.
    OptionLetters = "option_letters", StyleMismatch, "letter them from A";
    /// The key, `correct_option`, is one of the options.
    KeyUnknown = "key_unknown", MathematicalError, "name the right option as the key";
    /// No option is empty, and no two have the same text.
    OptionsAlike = "options_alike", DistractorFailure, "make every option different";
    /// `distractor_map` names the mistake behind every wrong option.
    PathMissing = "path_missing", DistractorFailure, "give every wrong option the mistake that leads to it, or leave it out";
    /// `distractor_map` names no option that does not exist.
    PathWithoutOption = "path_without_option", DistractorFailure, "map the options there are";
    /// Every maths delimiter is closed.
    MathsUnbalanced = "maths_unbalanced", StyleMismatch, "close every maths delimiter";
    /// No option is a decimal: the item needs no calculator.
    DecimalOption = "decimal_option", ExcessiveComputation, "choose numbers that give whole numbers, simple fractions, surds or multiples of π";
    /// There is a short solution, as reasoning or as steps.
    SolutionMissing = "solution_missing", Ambiguity, "show the short solution";
    /// There is a stem.
    StemMissing = "stem_missing", Ambiguity, "write the stem";
    /// The stem has a length of two to six lines; more than seven printed lines are refused.
    StemLong = "stem_long", StyleMismatch, "say it in two to six lines";
    /// No two options are equal as values, whatever their form: uniqueness of the key.
    ValuesEqual = "values_equal", MultipleCorrect, "make every option another value, not another form";
    /// Either every number among the options has a unit or none has.
    UnitsPartial = "units_partial", StyleMismatch, "give every option its unit, or say the unit in the stem";
    /// The units of the options measure the same quantity.
    UnitsMixed = "units_mixed", DistractorFailure, "give every option in the unit of what is asked";
    /// Every step uses a method of the A-level syllabus.
    MethodUnlisted = "method_unlisted", OutOfSyllabus, "solve it with A-level methods, or choose a question that can be";
    /// The solution mentions no method beyond the syllabus.
    MethodBeyond = "method_beyond", OutOfSyllabus, "solve it with A-level methods, or choose a question that can be";
    /// The claim has exactly one solution.
    ClaimUnsolvable = "claim_unsolvable", MathematicalError, "state what is given so that there is exactly one answer";
    /// Every option is a value of the kind that the claim asks for.
    OptionNoAnswer = "option_no_answer", MathematicalError, "give every option as a value of the kind that is asked for";
    /// The key satisfies the claim: correctness, proved by solving the claim again.
    KeyWrong = "key_wrong", MathematicalError, "work the key out again from what is given";
    /// Exactly one option is correct: uniqueness.
    SeveralRight = "several_right", MultipleCorrect, "change the options so that only one is right";
    /// The claim contains every number of the stem, as often as the stem does.
    NumberUnclaimed = "number_unclaimed", MathematicalError, "state the same numbers in the stem and in the claim";
    /// The stem states every given of the claim, with its unit.
    GivenUnstated = "given_unstated", MathematicalError, "state the same quantities in the stem and in the claim";
    /// The claim uses every given.
    GivenUnused = "given_unused", MathematicalError, "state in the claim what follows from every given, or leave it out";
    /// Without a claim, the result that the solution states is the key.
    SolutionContradictsKey = "solution_contradicts_key", MathematicalError, "work the key out again and let the solution end at it";
    /// A blind solver, who sees neither key nor solution, finds the key: the independent re-solve.
    BlindDisagrees = "blind_disagrees", MathematicalError, "work the question out again from the stem alone";
    /// Each wrong path, computed again, leads to its option: distractors are real reasoning mistakes.
    PathElsewhere = "path_elsewhere", DistractorFailure, "give as an option what the mistake really leads to";
    /// A formal wrong path can be evaluated.
    PathUnreadable = "path_unreadable", DistractorFailure, "write the path so that it can be read";
    /// A retry uses new numbers: neither those of a failed stem nor most of its options.
    NumbersReused = "numbers_reused", StyleMismatch, "choose other numbers than in the attempts before";
    /// The key is proved from the claim or found by a blind solver.
    KeyUnproved = "key_unproved", Ambiguity, "state the question as a claim that can be solved";
}

/// The rest of the document: what it says, the item of code that does it and the test that fails without it.
pub const INDEX: &[(&str, &str, &str)] = &[
    (
        "The Designer works out one reasoning idea from a schema. It solves nothing and chooses no numbers.",
        "forge/src/agents.rs::DESIGNER",
        "forge/tests/scripted.rs::models_play_all_five_roles",
    ),
    (
        "An idea plan has `idea_summary`, `function_or_object_type`, `constraints_used`, `what_is_asked`, \
         `intended_wrong_paths` (at least three), `difficulty_rationale` and `mcq_viability`.",
        "forge/src/idea.rs::Idea",
        "forge/tests/scripted.rs::odd_shapes_are_read_right",
    ),
    (
        "An idea contains no numbers and no equations.",
        "idea.rs::has_number",
        "idea.rs::numbers_are_not_ideas",
    ),
    (
        "An idea that is not viable as a multiple-choice question (MCQ viability), or that cannot be read, is asked \
         for again: Designer retries.",
        "forge/src/flow.rs::design",
        "forge/tests/scripted.rs::an_idea_that_is_no_use_is_asked_for_again_with_the_reason",
    ),
    (
        "The Implementer turns the idea into a complete question: stem, options, `correct_option`, solution and \
         `distractor_map`.",
        "package.rs::Package",
        "forge/tests/scripted.rs::odd_shapes_are_read_right",
    ),
    (
        "Clean numbers: whole numbers, simple fractions, surds and multiples of π; no messy arithmetic.",
        "value.rs::is_clean",
        "value.rs::what_a_paper_would_not_print_is_refused",
    ),
    (
        "The Verifier is an independent examiner with five layers: form, syllabus, proof, blind solve and wrong paths.",
        "forge/src/verify.rs::verify",
        "forge/tests/planted_errors.rs::planted_errors_are_caught",
    ),
    (
        "The Verifier only judges. A model can object but cannot overrule code.",
        "forge/src/flow.rs::opinion",
        "forge/tests/scripted.rs::a_model_does_not_overrule_code",
    ),
    (
        "A verifier report has verdict PASS or FAIL, confidence, `failure_type`, reasons, severity and \
         `regen_instructions`.",
        "report.rs::VerifierReport",
        "forge/tests/scripted.rs::a_failure_that_can_be_mended_is_made_anew_with_the_report",
    ),
    (
        "Severity: a `structural_flaw` rejects at once and discards the idea; `fixable_with_regeneration`, or no known \
         severity, is retried while attempts remain.",
        "forge/src/flow.rs::implement",
        "forge/tests/scripted.rs::a_structural_flaw_ends_it_at_once",
    ),
    (
        "The retry controller is the Implementer again, with the same idea plan, the failed attempts and their reports: \
         Implementer retries.",
        "package.rs::Failed",
        "forge/tests/scripted.rs::a_failure_that_can_be_mended_is_made_anew_with_the_report",
    ),
    (
        "A pipeline exception counts as a fixable failure.",
        "forge/src/flow.rs::catch_failure",
        "forge/tests/scripted.rs::an_idea_that_is_no_use_is_asked_for_again_with_the_reason",
    ),
    (
        "The Style judge gives six scores from 0 to 10 and rewrites nothing.",
        "forge/src/style.rs::judge",
        "forge/tests/style.rs::each_score_drops_for_its_fault",
    ),
    (
        "1. ESAT authenticity: tone, compactness, structure.",
        "forge/src/style.rs::authenticity",
        "forge/tests/style.rs::each_score_drops_for_its_fault",
    ),
    (
        "2. One-idea purity: no two concepts glued together.",
        "forge/src/style.rs::one_idea",
        "forge/tests/style.rs::each_score_drops_for_its_fault",
    ),
    (
        "3. No-calculator suitability: clean arithmetic, exact forms; clean reasoning over heavy computation.",
        "forge/src/style.rs::no_calculator",
        "forge/tests/style.rs::each_score_drops_for_its_fault",
    ),
    (
        "4. Elegance: short once seen, solvable in three to four minutes.",
        "forge/src/style.rs::elegance",
        "forge/tests/style.rs::each_score_drops_for_its_fault",
    ),
    (
        "5. Distractor realism: each wrong option comes from a real pitfall.",
        "forge/src/style.rs::distractor_realism",
        "forge/tests/style.rs::each_score_drops_for_its_fault",
    ),
    (
        "6. Plausibility of numbers and answers.",
        "forge/src/style.rs::plausibility",
        "forge/tests/style.rs::each_score_drops_for_its_fault",
    ),
    (
        "The style gate: no score under 7 and an average of at least 8, computed from the scores alone.",
        "report.rs::Scores",
        "forge/tests/scripted.rs::scores_decide_though_the_judge_says_pass",
    ),
    (
        "The schema library has mathematics schemas M1 to M7 and physics schemas P1 to P7; a header is `## M1. Title`.",
        "schema.rs::BUILT_IN",
        "schema.rs::the_built_in_library_has_its_fourteen",
    ),
    (
        "Schemas can be filtered by prefix, and a library of your own can be used.",
        "schema.rs::filter_by_prefix",
        "schema.rs::a_broken_library_says_where",
    ),
    (
        "A schema asks for simple mathematics used in a non-obvious way: it tests thinking, not technique.",
        "schemas/esat.md",
        "schema.rs::the_built_in_library_has_its_fourteen",
    ),
    (
        "Every schema has at least three native families at three difficulties.",
        "schemas/esat.md",
        "tests/families.rs::every_schema_has_its_families",
    ),
    (
        "The candidate has strong A-level mathematics, no calculator and little time: the syllabus of permitted methods.",
        "methods.rs::PERMITTED",
        "methods.rs::what_is_beyond_is_named",
    ),
    (
        "Schema selection and difficulty selection are random, weighted and reproducible by seed.",
        "plan.rs::briefs",
        "plan.rs::a_run_is_in_the_asked_proportions",
    ),
    (
        "The same seed makes the same items.",
        "dice.rs::Dice",
        "apps/tutti/tests/cli/forge.rs::the_same_seed_makes_the_same_items",
    ),
    (
        "An item has a unique id, `{schema_id}-{difficulty}-{fingerprint}`.",
        "outcome.rs::item_id",
        "apps/tutti/tests/cli/forge.rs::the_same_seed_makes_the_same_items",
    ),
    (
        "No near-duplicate of another item of the run or the bank is accepted.",
        "crates/item/src/duplicates.rs",
        "crates/item/src/duplicates.rs::reworded_is_told_from_other_numbers",
    ),
    (
        "Key letters are spread evenly over a run.",
        "assemble.rs",
        "forge/tests/letters.rs::letters_are_even_and_cues_lead_nowhere",
    ),
    (
        "Output files: `accepted.jsonl`, `rejected.jsonl`, `logs.jsonl` and `stats.json`.",
        "apps/service/src/forge.rs::files",
        "apps/tutti/tests/cli/forge.rs::killed_in_the_middle_it_goes_on_to_the_same_files",
    ),
    (
        "Summary statistics: counts accepted and rejected, by schema, and failure types.",
        "outcome.rs::Stats",
        "apps/tutti/tests/cli/forge.rs::the_same_seed_makes_the_same_items",
    ),
    (
        "Configuration by environment variables: `N_ITEMS`, `SEED`, `MAX_IMPLEMENTER_RETRIES`, \
         `MAX_DESIGNER_RETRIES`, `W_EASY`, `W_MED`, `W_HARD`, `SCHEMA_PREFIXES`, `OUT_DIR`, `MODEL_DESIGNER` and others.",
        "crates/settings/src/variables.rs::VARIABLES",
        "crates/settings/tests/settings/precedence.rs::variables_with_names_of_their_own_count_like_the_others",
    ),
    (
        "YAML processing: code fences are stripped, structure and required fields are validated.",
        "crates/agent/src/decode.rs::Decoded",
        "forge/tests/scripted.rs::odd_shapes_are_read_right",
    ),
];
