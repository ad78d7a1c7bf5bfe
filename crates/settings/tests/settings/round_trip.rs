//! `explain_toml` prints any settings so that they read back the same.

use proptest::prelude::*;
use tutti_settings::Settings;

use crate::{file, load};

/// A line of settings, or nothing.
fn maybe(key: &'static str, value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    prop::option::of(value)
        .prop_map(move |value| value.map(|value| format!("{key} = {value}\n")).unwrap_or_default())
}

fn whole(range: std::ops::RangeInclusive<u64>) -> impl Strategy<Value = String> {
    range.prop_map(|number| number.to_string())
}

fn dollars() -> impl Strategy<Value = String> {
    (0..=1_000_000_000_000_u64).prop_map(|micro| format!("{}.{:06}", micro / 1_000_000, micro % 1_000_000))
}

fn quote(text: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    text.prop_map(|text| toml_text(&text))
}

/// Every character as an escape, so that nothing depends on how the library under test quotes.
fn toml_text(text: &str) -> String {
    let escaped: Vec<_> = text.chars().map(|c| format!("\\U{:08X}", u32::from(c))).collect();
    format!("\"{}\"", escaped.concat())
}

fn one_of(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    quote(prop::sample::select(names).prop_map(str::to_owned))
}

fn provider() -> impl Strategy<Value = String> {
    let prices = (
        maybe("usd_per_million_input", dollars()),
        maybe("usd_per_million_output", dollars()),
        maybe("usd_per_million_cached", dollars()),
    );
    (
        one_of(&["gemini", "openai", "anthropic"]),
        maybe("base_url", one_of(&["http://127.0.0.1:11434/v1", "https://[::1]/a'b/"])),
        maybe("api_key_env", quote("[A-Z_][A-Z0-9_]{0,9}")),
        maybe("json", one_of(&["schema", "object", "prompt"])),
        maybe("concurrency", whole(1..=256)),
        prices,
    )
        .prop_map(|(kind, url, key, json, concurrency, (input, output, cached))| {
            format!("kind = {kind}\n{url}{key}{json}{concurrency}{input}{output}{cached}")
        })
}

fn agent() -> impl Strategy<Value = String> {
    let model = || "(one|my-two):[!-~é]{1,9}";
    let fallback = prop::collection::vec(prop_oneof![quote(Just("native".to_owned())), quote(model())], 0..4);
    let way = prop_oneof![
        maybe("way", one_of(&["native"])),
        (maybe("way", one_of(&["native", "model", "native+model"])), quote(model()))
            .prop_map(|(way, model)| format!("{way}model = {model}\n")),
    ];
    (
        way,
        maybe("fallback", fallback.prop_map(|list| format!("[{}]", list.join(", ")))),
        maybe("timeout_seconds", whole(1..=3600)),
        maybe("attempts", whole(1..=10)),
    )
        .prop_map(|(way, fallback, timeout, attempts)| way + &fallback + &timeout + &attempts)
}

fn settings() -> impl Strategy<Value = String> {
    let path = || "[^\u{0}-\u{1f}\u{7f}-\u{9f}]{1,12}";
    let store = prop_oneof![
        quote(
            path()
                .prop_filter("not blank", |path| !path.trim().is_empty())
                .prop_map(|path| format!("sqlite:{path}"))
        ),
        one_of(&["postgres://ann@db:5432/tutti", "postgresql:///t?host=/run"]),
    ];
    let fixed = (
        maybe("url", store),
        maybe("parallel", whole(1..=1024)),
        maybe("lease_seconds", whole(5..=3600)),
        maybe("offline", any::<bool>().prop_map(|on| on.to_string())),
        maybe("cache", any::<bool>().prop_map(|on| on.to_string())),
        maybe("prompts", quote(".{1,12}|a\nb|\n")),
        maybe("tokens", whole(0..=1_000_000_000_000)),
        maybe("usd", dollars()),
        maybe("calls", whole(0..=1_000_000_000_000)),
    );
    let agents = prop::collection::btree_map("[a-z0-9_]{1,30}", agent(), 0..4);
    (fixed, provider(), provider(), agents).prop_map(|(fixed, one, two, agents)| {
        let (url, parallel, lease, offline, cache, prompts, tokens, usd, calls) = fixed;
        let agents: Vec<_> = agents.iter().map(|(name, keys)| format!("[agents.{name}]\n{keys}")).collect();
        let agents = agents.concat();
        format!(
            "[store]\n{url}[engine]\n{parallel}{lease}[models]\n{offline}{cache}{prompts}\
             [budget]\n{tokens}{usd}{calls}[providers.one]\n{one}[providers.my-two]\n{two}{agents}"
        )
    })
}

/// All but where the values came from.
fn values(settings: Settings) -> impl PartialEq + std::fmt::Debug {
    (settings.store, settings.engine, settings.models, settings.budget, settings.providers, settings.agents)
}

proptest! {
    #[test]
    fn what_is_explained_reads_back_equal(text in settings()) {
        let first = load(&[file("tutti.toml", &text)], &[], &[]).unwrap();
        let printed = first.explain_toml();
        let second = load(&[file("tutti.toml", &printed)], &[], &[]).unwrap();
        prop_assert_eq!(second.explain_toml().lines().count(), printed.lines().count());
        prop_assert_eq!(values(first), values(second));
    }

    /// No text at all makes it panic.
    #[test]
    fn any_text_gives_settings_or_problems(text in "(\\[?(engine|providers\\.a|agents|x)\\]?|parallel = |kind|\"|'|=|\n|[0-9]|.){0,30}") {
        let _ = load(&[file("tutti.toml", &text)], &[("TUTTI_STORE_URL", &text)], &[&text]);
    }
}
