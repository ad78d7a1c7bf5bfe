//! Errors in settings: the place, the key, what was found, what is allowed.

use insta::assert_snapshot;

use crate::{file, load, render_problems};

fn in_file(toml: &str) -> String {
    render_problems(load(&[file("tutti.toml", toml)], &[], &[]))
}

fn in_variables(env: &[(&str, &str)]) -> String {
    render_problems(load(&[], env, &[]))
}

fn in_flags(flags: &[&str]) -> String {
    render_problems(load(&[], &[], flags))
}

#[test]
fn unknown_sections() {
    assert_snapshot!(in_file(
        "[enigne]
parallel = 3
[colour]
[[providers]]
kind = 1"
    ), @r#"
    tutti.toml:1: "enigne" is not a known section; the sections are store, engine, models, budget, providers, agents, documents, study, search, forge, server, quotas, sso, watch
      hint: did you mean engine?
    tutti.toml:3: "colour" is not a known section; the sections are store, engine, models, budget, providers, agents, documents, study, search, forge, server, quotas, sso, watch
    tutti.toml:4: providers must be a section, found a list of sections
      hint: write [providers.NAME]
    "#);
}

#[test]
fn unknown_keys() {
    assert_snapshot!(in_file(
        "[engine]
paralell = 3
colour = 1"
    ), @r#"
    tutti.toml:2: engine has no key "paralell"; it has parallel, lease_seconds
      hint: did you mean parallel?
    tutti.toml:3: engine has no key "colour"; it has parallel, lease_seconds
    "#);
    assert_snapshot!(in_file(
        r#"[providers.local]
kind = "openai"
base-url = "http://localhost""#
    ), @r#"
    tutti.toml:3: providers.local has no key "base-url"; it has kind, base_url, api_key_env, json, concurrency, usd_per_million_input, usd_per_million_output, usd_per_million_cached
      hint: did you mean base_url?
    "#);
}

#[test]
fn values_outside_a_section() {
    assert_snapshot!(in_file(
        r#"parallel = 3
colour = "red"
engine = 5"#
    ), @r#"
    tutti.toml:1: "parallel" is outside any section
      hint: move it under [engine]
    tutti.toml:2: "colour" is outside any section
    tutti.toml:3: engine must be a section, found a value
      hint: write [engine]
    "#);
}

#[test]
fn wrong_types() {
    assert_snapshot!(in_file(
        r#"[engine]
parallel = "eight"
lease_seconds = "30"
[models]
offline = 1
cache = "no"
prompts = ""
[budget]
tokens = 1.5
usd = "1.5"
calls = [1]
[models.cache]"#
    ), @r#"
    tutti.toml:2: engine.parallel must be a whole number from 1 to 1024, found "eight"
    tutti.toml:3: engine.lease_seconds must be a whole number from 5 to 3600, found "30"
      hint: write 30 without quotes
    tutti.toml:5: models.offline must be true or false, found 1
    tutti.toml:6: models.cache must be true or false, found "no"
    tutti.toml:7: models.prompts must be a folder path, found empty text
    tutti.toml:9: budget.tokens must be a whole number from 0 to 1000000000000, found 1.5
    tutti.toml:10: budget.usd must be an amount in US dollars from 0 to 1000000, found "1.5"
      hint: write 1.5 without quotes
    tutti.toml:11: budget.calls must be a whole number from 0 to 1000000000000, found a list
    tutti.toml:12: cache is written twice
      hint: keep one of the two
    "#);
    assert_snapshot!(in_file(
        "[store.url]
[engine]
parallel = { at = 1 }
lease_seconds = 2026-11-15"
    ), @r#"
    tutti.toml:1: store.url must be "sqlite:PATH" or "postgres://USER:PASSWORD@HOST:PORT/DATABASE", found a section
    tutti.toml:3: engine.parallel must be a whole number from 1 to 1024, found a table
    tutti.toml:4: engine.lease_seconds must be a whole number from 5 to 3600, found a date
    "#);
}

#[test]
fn numbers_out_of_range() {
    assert_snapshot!(in_file(
        r#"[engine]
parallel = 0
lease_seconds = 4000
[budget]
usd = -1
tokens = -5
[providers.a]
kind = "openai"
usd_per_million_input = nan
concurrency = 257
[agents.a]
attempts = 11
timeout_seconds = 0"#
    ), @"
    tutti.toml:2: engine.parallel must be a whole number from 1 to 1024, found 0
    tutti.toml:3: engine.lease_seconds must be a whole number from 5 to 3600, found 4000
    tutti.toml:5: budget.usd must be an amount in US dollars from 0 to 1000000, found -1
    tutti.toml:6: budget.tokens must be a whole number from 0 to 1000000000000, found -5
    tutti.toml:9: providers.a.usd_per_million_input must be an amount in US dollars from 0 to 1000000, found nan
    tutti.toml:10: providers.a.concurrency must be a whole number from 1 to 256, found 257
    tutti.toml:12: agents.a.attempts must be a whole number from 1 to 10, found 11
    tutti.toml:13: agents.a.timeout_seconds must be a whole number from 1 to 3600, found 0
    ");
}

#[test]
fn shares_and_languages() {
    assert_snapshot!(in_file(
        r#"[study]
ocr_refuse = 7
ocr_warn = "0.8"
[documents]
languages = "eng, nor""#
    ), @r#"
    tutti.toml:2: study.ocr_refuse must be a number from 0 to 1, found 7
    tutti.toml:3: study.ocr_warn must be a number from 0 to 1, found "0.8"
      hint: write 0.8 without quotes
    tutti.toml:5: documents.languages must be language codes joined by +, such as "eng+nor", found "eng, nor"
    "#);
    for languages in ["../../etc", "eng+", "", "ENG", "en"] {
        assert_ne!(in_file(&format!("[documents]\nlanguages = {languages:?}")), "no problems", "{languages}");
    }
    assert_eq!(in_file("[documents]\nlanguages = \"eng+chi_sim\"\n[study]\nocr_warn = 1"), "no problems");
}

#[test]
fn bad_addresses_without_their_secrets() {
    assert_snapshot!(in_file(
        r#"[store]
url = "mysql://ann:s3cret@db/t"
[providers.a]
kind = "openai"
base_url = "https://ann:s3cret@host/v1?key=s3cret"
[providers.b]
kind = "opnai"
base_url = "localhost:11434""#
    ), @r#"
    tutti.toml:2: store.url must be "sqlite:PATH" or "postgres://USER:PASSWORD@HOST:PORT/DATABASE", found "mysql:…"
    tutti.toml:5: providers.a.base_url must be an http:// or https:// address without user, query or fragment, found "https://ann:***@host/v1?…"
    tutti.toml:7: providers.b.kind must be "gemini", "openai" or "anthropic", found "opnai"
      hint: did you mean "openai"?
    tutti.toml:8: providers.b.base_url must be an http:// or https:// address without user, query or fragment, found "localhost:11434"
    "#);
}

/// Below the broken line nothing is said: a heading may be hidden in it.
#[test]
fn syntax_errors_and_what_stands_above_them() {
    assert_snapshot!(in_file(
        "[engine]
parallel = 0
lease_seconds = = 3
[colour]"
    ), @"
    tutti.toml:2: engine.parallel must be a whole number from 1 to 1024, found 0
    tutti.toml:3: not TOML at column 17: extra `=`, expected nothing
    ");
    assert_snapshot!(in_file(
        "[engine
parallel = 0"
    ), @"tutti.toml:1: not TOML at column 8: unclosed table, expected `]`");
    assert_snapshot!(in_file(
        "[models]
prompts = prompts"
    ), @"tutti.toml:2: not TOML at column 11: string values must be quoted, expected literal string");
    assert_snapshot!(in_file(
        r#"[models]
prompts = """
never
closed"#
    ), @r#"tutti.toml:4: not TOML at column 7: invalid multi-line basic string, expected `"`"#);
    assert_snapshot!(in_file(
        r#"[agents.a]
model = "local:x"
[providers.local
kind = "openai""#
    ), @"tutti.toml:3: not TOML at column 17: unclosed table, expected `]`");
}

#[test]
fn keys_written_twice() {
    assert_snapshot!(in_file(
        "[engine]
parallel = 1
parallel = 2
lease_seconds = 1
[engine]
parallel = 3"
    ), @"
    tutti.toml:3: parallel is written twice
      hint: keep one of the two
    tutti.toml:4: engine.lease_seconds must be a whole number from 5 to 3600, found 1
    tutti.toml:5: engine is written twice
      hint: keep one of the two
    ");
}

#[test]
fn keys_of_providers_are_refused_and_not_shown() {
    assert_snapshot!(in_file(
        r#"[providers.a]
kind = "openai"
api_key = "sk-s3cret"
[providers.b]
kind = "gemini"
api_key_env = "sk-s3cret"
[providers.c]
kind = "gemini"
token = "s3cret""#
    ), @r#"
    tutti.toml:3: providers.a.api_key: a key does not belong in settings
      hint: put the key into a variable of its own, such as GEMINI_API_KEY, and write its name: api_key_env = "GEMINI_API_KEY"
    tutti.toml:6: providers.b.api_key_env must be an environment variable name: capital letters, digits and underscores, found something else, not shown because it may be a key
      hint: put the key into a variable and write the name of the variable here
    tutti.toml:9: providers.c.token: a key does not belong in settings
      hint: put the key into a variable of its own, such as GEMINI_API_KEY, and write its name: api_key_env = "GEMINI_API_KEY"
    "#);
}

#[test]
fn names_of_providers_and_agents() {
    assert_snapshot!(in_file(
        r#"[providers.Local]
kind = "openai"
[agents.my-reader]
[agents]
reader = 3
[providers]
kind = "openai""#
    ), @r#"
    tutti.toml:1: "Local" is not a valid NAME for [providers.NAME]; use lowercase letters, digits, dashes and underscores, at most 64 characters
    tutti.toml:3: "my-reader" is not a valid NAME for [agents.NAME]; use lowercase letters, digits and underscores, at most 30 characters
    tutti.toml:5: agents.reader must be a section, found a value
      hint: keys go under [agents.NAME]
    tutti.toml:7: providers.kind must be a section, found a value
      hint: keys go under [providers.NAME]
    "#);
}

/// A misspelt one is not called missing as well.
#[test]
fn a_provider_needs_a_kind() {
    assert_snapshot!(in_file(
        r#"[providers.local]
json = "schema"
[providers.other]
knid = "openai""#
    ), @r#"
    tutti.toml:1: providers.local has no kind; it must be "gemini", "openai" or "anthropic"
    tutti.toml:4: providers.other has no key "knid"; it has kind, base_url, api_key_env, json, concurrency, usd_per_million_input, usd_per_million_output, usd_per_million_cached
      hint: did you mean kind?
    "#);
}

#[test]
fn agents_name_models_of_known_providers() {
    assert_snapshot!(in_file(
        r#"[providers.gemini]
kind = "gemini"
[agents.a]
way = "model"
[agents.b]
model = "gemni:flash"
fallback = ["native", "local:x"]
[agents.c]
model = "flash"
fallback = ["nativ", 3]
[agents.d]
way = "native+model"
modle = "gemini:x"
[agents.e]
way = "modle""#
    ), @r#"
    tutti.toml:4: agents.a.way is "model", so agents.a.model must be set to "PROVIDER:MODEL"
    tutti.toml:6: agents.b.model names the provider "gemni", which is not set up; the providers are gemini
      hint: did you mean gemini?
    tutti.toml:7: agents.b.fallback names the provider "local", which is not set up; the providers are gemini
      hint: add a section [providers.local]
    tutti.toml:9: agents.c.model must be "PROVIDER:MODEL", found "flash"
    tutti.toml:10: agents.c.fallback must be a list of "PROVIDER:MODEL" or "native", found "nativ" in the list
    tutti.toml:13: agents.d has no key "modle"; it has way, model, fallback, timeout_seconds, attempts
      hint: did you mean model?
    tutti.toml:15: agents.e.way must be "native", "model" or "native+model", found "modle"
      hint: did you mean "model"?
    "#);
    assert_snapshot!(in_file(
        r#"[agents.a]
model = "gemini:flash""#
    ), @r#"
    tutti.toml:2: agents.a.model names the provider "gemini", which is not set up; no provider is set up
      hint: add a section [providers.gemini]
    "#);
}

/// What is not about a section is somebody else's.
#[test]
fn variables() {
    assert_snapshot!(in_variables(&[("TUTTI_ENGIN_PARALLEL", "1"), ("TUTTI_ENGINE_PARALEL", "1"), ("TUTTI_ENGINE_PARALLEL", "many"), ("TUTTI_ENGINE", "1"), ("TUTTI_PROVIDERS_LOCAL_BSE_URL", "x"), ("TUTTI_PROVIDERS_LOCAL_API_KEY", "s3cret"), ("TUTTI_PROVIDERS_KIND", "openai"), ("TUTTI_MODELS_CACHE", "yes"), ("TUTTI_DATA", "x"), ("TUTTI_SOMETHING_ELSE", "x"), ("HOME", "x")]), @r#"
    TUTTI_ENGINE: this variable does not name a setting; the form is TUTTI_ENGINE_KEY
    TUTTI_ENGINE_PARALEL: engine has no key "paralel"; it has parallel, lease_seconds
      hint: did you mean parallel?
    TUTTI_ENGINE_PARALLEL: engine.parallel must be a whole number from 1 to 1024, found "many"
    TUTTI_ENGIN_PARALLEL: "engin" is not a known section; the sections are store, engine, models, budget, providers, agents, documents, study, search, forge, server, quotas, sso, watch
      hint: did you mean engine?
    TUTTI_MODELS_CACHE: models.cache must be true or false, found "yes"
    TUTTI_PROVIDERS_KIND: this variable does not name a setting; the form is TUTTI_PROVIDERS_NAME_KEY
    TUTTI_PROVIDERS_LOCAL_API_KEY: providers.local.api_key: a key does not belong in settings
      hint: put the key into a variable of its own, such as GEMINI_API_KEY, and write its name: api_key_env = "GEMINI_API_KEY"
    TUTTI_PROVIDERS_LOCAL_BSE_URL: providers.local has no key "bse_url"; it has kind, base_url, api_key_env, json, concurrency, usd_per_million_input, usd_per_million_output, usd_per_million_cached
      hint: did you mean base_url?
    "#);
}

#[test]
fn flags() {
    assert_snapshot!(in_flags(&["engine.parallel", "store.url:postgres://ann:s3cret@db/t?a=b", "engin.parallel=1", "engine.parallel.x=1", "providers.kind=openai", "engine.paralel=3", "engine.parallel=x", "store.url=postgres://ann:s3cret", "agents.a.model=x:y"]), @r#"
    --set: "engine.parallel" must be followed by a value: section.key=value
    --set: "store.url" must be followed by a value: section.key=value
    --set: "engin" is not a known section; the sections are store, engine, models, budget, providers, agents, documents, study, search, forge, server, quotas, sso, watch
      hint: did you mean engine?
    --set: "engine.parallel.x" is not of the form engine.KEY=VALUE
    --set: "providers.kind" is not of the form providers.NAME.KEY=VALUE
    --set: engine has no key "paralel"; it has parallel, lease_seconds
      hint: did you mean parallel?
    --set: engine.parallel must be a whole number from 1 to 1024, found "x"
    --set: store.url must be "sqlite:PATH" or "postgres://USER:PASSWORD@HOST:PORT/DATABASE", found "postgres:…"
    --set: agents.a.model names the provider "x", which is not set up; no provider is set up
      hint: add a section [providers.x]
    "#);
}

#[test]
fn all_sources_are_reported_in_their_order() {
    let files = [file("data/tutti.toml", "[engine]\nparallel = 0"), file("a.toml", "[engine]\nparallel = 0")];
    let problems = render_problems(load(&files, &[("TUTTI_ENGINE_PARALLEL", "0")], &["engine.parallel=0"]));
    let places: Vec<_> = problems.lines().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(places, ["data/tutti.toml:2", "a.toml:2", "TUTTI_ENGINE_PARALLEL", "--set"]);
}
