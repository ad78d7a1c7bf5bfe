//! Later sources override earlier ones, value by value, and each value records its source.

use std::time::Duration;

use tutti_core::{Budget, Money, Tokens};
use tutti_settings::{Fallback, JsonMode, ModelName, ProviderKind, Settings, Source, Way};

use crate::{file, load};

#[track_caller]
fn source(settings: &Settings, key: &str) -> (Option<String>, Source) {
    let setting = settings.explain().into_iter().find(|setting| setting.key == key).unwrap();
    (setting.value, setting.source)
}

#[test]
fn nothing_written_is_all_defaults() {
    let settings = Settings::default();
    assert_eq!(settings.store.url, None);
    assert_eq!(settings.engine.parallel, 8);
    assert_eq!(settings.engine.lease, Duration::from_secs(30));
    assert!(!settings.models.offline && settings.models.cache && settings.models.prompts.is_none());
    assert!(settings.budget.is_unlimited());
    assert!(settings.providers.is_empty() && settings.agents.is_empty());
    assert!(settings.explain().iter().all(|setting| setting.source == Source::Default));
}

#[test]
fn each_source_overrides_the_ones_before() {
    #[track_caller]
    fn check(settings: &Settings, value: usize, from: &Source) {
        assert_eq!(settings.engine.parallel, value);
        assert_eq!(source(settings, "engine.parallel"), (Some(value.to_string()), from.clone()));
    }
    let files = [
        file("data/tutti.toml", "[engine]\nparallel = 1\nlease_seconds = 10"),
        file("tutti.toml", "[engine]\nparallel = 2"),
    ];
    let variable = [("TUTTI_ENGINE_PARALLEL", "3"), ("TUTTI_DATA", "elsewhere"), ("TUTTI_STORE_URL", "")];
    let in_file = |path: &str, line| Source::File { path: path.into(), line };
    let env = || Source::Env("TUTTI_ENGINE_PARALLEL".into());
    check(&load(&files[..1], &[], &[]).unwrap(), 1, &in_file("data/tutti.toml", 2));
    check(&load(&files, &[], &[]).unwrap(), 2, &in_file("tutti.toml", 2));
    check(&load(&files, &variable, &[]).unwrap(), 3, &env());
    check(&load(&files, &variable, &["engine.parallel=4", "engine.parallel=5"]).unwrap(), 5, &Source::Flag);

    let all = load(&files, &variable, &["engine.parallel=4"]).unwrap();
    assert_eq!(all.engine.lease, Duration::from_secs(10), "what a later source does not say stays");
    assert_eq!(source(&all, "engine.lease_seconds").1, in_file("data/tutti.toml", 3));
}

#[test]
fn a_full_file_is_read_whole() {
    let text = r#"
[store]
url = "postgres://ann:s3cret@db/tutti"
[models]
offline = true
prompts = "prompts"
[budget]
tokens = 200_000
usd = 1.5
calls = 500
[providers.gemini]
kind = "gemini"
api_key_env = "GEMINI_API_KEY"
usd_per_million_input = 0.30
usd_per_million_output = 2.50
usd_per_million_cached = 0.075
[providers.local]
kind = "openai"
base_url = "http://127.0.0.1:11434/v1"
json = "object"
concurrency = 1
[agents.reader]
way = "native+model"
model = "gemini:gemini-2.5-flash"
fallback = ["local:qwen2.5:7b", "native"]
timeout_seconds = 90
attempts = 2
[agents.coach]
model = "local:qwen2.5"
[agents.scout]
"#;
    let settings = load(&[file("data/tutti.toml", text)], &[], &[]).unwrap();
    assert_eq!(settings.store.url.as_ref().unwrap().expose(), "postgres://ann:s3cret@db/tutti");
    assert!(!format!("{settings:?}{}", settings.explain_toml()).contains("s3cret"));
    assert_eq!(
        settings.models.prompts.as_deref(),
        Some("data/prompts".as_ref()),
        "counts from the file's folder"
    );
    let budget = Budget { tokens: Some(Tokens(200_000)), money: Money::from_usd(1.5), calls: Some(500) };
    assert_eq!(settings.budget, budget);
    let gemini = &settings.providers["gemini"];
    assert_eq!((gemini.kind, gemini.json, gemini.concurrency), (ProviderKind::Gemini, JsonMode::Schema, 4));
    assert_eq!(gemini.api_key_env.as_deref(), Some("GEMINI_API_KEY"));
    assert_eq!(gemini.prices.cached, Some(Money::from_micro_usd(75_000)));
    let local = &settings.providers["local"];
    assert_eq!((local.kind, local.json, local.concurrency), (ProviderKind::OpenAi, JsonMode::Object, 1));
    let reader = &settings.agents["reader"];
    let qwen = ModelName { provider: "local".into(), model: "qwen2.5:7b".into() };
    assert_eq!(reader.way, Way::NativeAndModel);
    assert_eq!(reader.fallback, [Fallback::Model(qwen), Fallback::Native]);
    assert_eq!((reader.timeout, reader.attempts), (Duration::from_secs(90), 2));
    assert_eq!(settings.agents["coach"].way, Way::Model, "whoever names a model wants it");
    assert_eq!(settings.agents["scout"].way, Way::Native);
}

#[test]
fn variables_and_flags_reach_every_part() {
    let files = [file("tutti.toml", "[providers.my-host]\nkind = \"openai\"")];
    let env = [
        ("TUTTI_PROVIDERS_MY_HOST_BASE_URL", "http://localhost:1"),
        ("TUTTI_PROVIDERS_OTHER_ONE_KIND", "anthropic"),
        ("TUTTI_AGENTS_READER_FALLBACK", "my-host:a, native"),
        ("TUTTI_MODELS_OFFLINE", "true"),
        ("TUTTI_BUDGET_USD", "2"),
    ];
    let flags = [
        "agents.reader.model=other_one:claude",
        "agents.coach.fallback=[\"native\"]",
        "store.url=sqlite:a=b.db",
        "budget.tokens=1_000",
    ];
    let settings = load(&files, &env, &flags).unwrap();
    assert_eq!(settings.providers.keys().collect::<Vec<_>>(), ["my-host", "other_one"]);
    assert_eq!(settings.providers["my-host"].base_url.as_deref(), Some("http://localhost:1"));
    assert_eq!(settings.agents["reader"].model.as_ref().unwrap().to_string(), "other_one:claude");
    assert_eq!(settings.agents["reader"].fallback.len(), 2);
    assert_eq!(settings.agents["coach"].fallback, [Fallback::Native]);
    assert_eq!(settings.store.url.unwrap().expose(), "sqlite:a=b.db");
    assert!(settings.models.offline);
    assert_eq!((settings.budget.money, settings.budget.tokens), (Money::from_usd(2.0), Some(Tokens(1000))));
}

#[test]
fn every_way_of_writing_a_table_is_the_same() {
    let plain = "[providers.a]\nkind = \"openai\"\n[engine]\nparallel = 3";
    for text in [
        "providers.a.kind = \"openai\"\nengine.parallel = 3",
        "providers = { a = { kind = \"openai\" } }\nengine = { parallel = 3 }",
        "[providers]\na.kind = \"openai\"\n[engine]\nparallel = 3",
        "[providers]\r\na = { kind = \"openai\" }\r\n[engine]\r\nparallel = 3\r\n",
    ] {
        let (one, other) =
            (load(&[file("t", plain)], &[], &[]).unwrap(), load(&[file("t", text)], &[], &[]).unwrap());
        assert_eq!((one.providers, one.engine), (other.providers, other.engine), "{text}");
    }
}

#[test]
fn variables_with_names_of_their_own_count_like_the_others() {
    let files = [file("tutti.toml", "[forge]\nitems = 3\nhard = 0\nseed = 1")];
    let named = [("N_ITEMS", "5"), ("SEED", "9"), ("W_EASY", "0.25"), ("MODEL_VERIFIER", "gemini-3-pro")];
    let settings = load(&files, &named, &["forge.seed=2"]).unwrap();
    assert_eq!((settings.forge.items, settings.forge.seed), (5, Some(2)));
    assert_eq!(settings.forge.weights.map(|weight| weight.to_string()), ["0.25", "0.5", "0"]);
    assert_eq!(source(&settings, "forge.items").1, Source::Env("N_ITEMS".into()));
    // A model without a provider is one of Gemini's, and one variable stands for both halves of the verifier.
    for agent in ["forge_solver", "forge_verifier"] {
        let model = settings.agents[agent].model.clone().unwrap();
        assert_eq!((model.provider.as_str(), model.model.as_str()), ("gemini", "gemini-3-pro"));
    }
    let gemini = &settings.providers["gemini"];
    assert_eq!((gemini.kind, gemini.api_key_env.as_deref()), (ProviderKind::Gemini, Some("GEMINI_API_KEY")));
    // A provider of that name that was set up stays as it is; the general name wins over the other.
    let files =
        [file("tutti.toml", "[providers.gemini]\nkind = \"openai\"\nbase_url = \"http://localhost:1/v1\"")];
    let named = [("MODEL_STYLE", "small"), ("N_ITEMS", "5"), ("TUTTI_FORGE_ITEMS", "6")];
    let settings = load(&files, &named, &[]).unwrap();
    assert_eq!((settings.providers["gemini"].kind, settings.forge.items), (ProviderKind::OpenAi, 6));
    let refused = load(&[], &[("W_HARD", "-1"), ("SEED", "x")], &[]).unwrap_err();
    assert_eq!(refused.len(), 2, "{refused:?}");
}
