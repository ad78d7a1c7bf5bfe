//! The permission matrix: every route × every role × (session, single sign-on, token, limited token, expired token,
//! disabled account or none) × own and others' data.
//!
//! The routes come from the server's own table; a route without a request in `calls.rs` fails the test.

use std::{collections::BTreeMap, fmt::Write, path::Path};

use serde_json::json;
use sqlx::Connection;
use tutti_server::{Needs, table};
use tutti_sso::scripted::ScriptedProvider;

use super::{
    calls::call,
    people::{Person, ROLES, Things},
    sso,
};

/// What each role may do, listed independently, so that a mistake in the server's table is detected.
fn allows(role: &str) -> &'static [&'static str] {
    match role {
        "learner" => &["study"],
        "author" => &["study", "bank", "forge", "author"],
        "reviewer" => &["study", "review"],
        "analyst" => &["study", "bank", "analyse"],
        _ => &["study", "bank", "forge", "author", "review", "analyse", "settings", "accounts"],
    }
}

fn may(role: &str, needs: Needs) -> bool {
    match needs {
        Needs::Nothing | Needs::Account | Needs::Login => true,
        Needs::May(permission) | Needs::LoginMay(permission) => allows(role).contains(&permission.name()),
    }
}

/// A token never does what would outlive it.
fn may_by_token(role: &str, needs: Needs) -> bool {
    may(role, needs) && !matches!(needs, Needs::Login | Needs::LoginMay(_))
}

#[test]
#[expect(clippy::too_many_lines, reason = "one line for each route")]
fn who_may_call_what() {
    let told = table().into_iter().fold(String::new(), |mut told, (method, path, needs)| {
        let needs = match needs {
            Needs::Nothing => "anybody",
            Needs::Account => "account",
            Needs::May(permission) => permission.name(),
            Needs::Login => "login",
            Needs::LoginMay(permission) => &format!("login and {}", permission.name()),
        };
        let _ = writeln!(told, "{needs:<8} {method:<6} {path}");
        told
    });
    insta::assert_snapshot!(told, @r"
    anybody  get    /api/me
    anybody  post   /api/setup
    anybody  post   /api/login
    anybody  post   /api/reset
    account  post   /api/logout
    login    put    /api/me/password
    account  get    /api/me/export
    login    delete /api/me
    anybody  get    /api/sso/start
    anybody  get    /api/sso/callback
    account  get    /api/me/second-factor
    login    post   /api/me/second-factor
    login    post   /api/me/second-factor/confirm
    login    delete /api/me/second-factor
    login and accounts delete /api/accounts/{account}/second-factor
    account  get    /api/me/tokens
    account  get    /api/me/tokens/options
    login    post   /api/me/tokens
    login    delete /api/me/tokens/{token}
    accounts get    /api/accounts
    login and accounts post   /api/accounts
    login and accounts patch  /api/accounts/{account}
    login and accounts delete /api/accounts/{account}
    login and accounts post   /api/accounts/{account}/reset-code
    accounts get    /api/tokens
    accounts delete /api/accounts/{account}/tokens/{token}
    account  get    /api/me/usage
    accounts get    /api/accounts/{account}/usage
    accounts put    /api/accounts/{account}/quota
    accounts get    /api/audit
    accounts get    /api/audit/export
    study    post   /api/study
    study    get    /api/sessions
    study    get    /api/sessions/{session}
    study    get    /api/sessions/{session}/source
    study    get    /api/sessions/{session}/pages/{page}
    study    post   /api/sessions/{session}/quizzes
    study    post   /api/sessions/{session}/attempts
    study    get    /api/attempts/{attempt}
    study    post   /api/attempts/{attempt}/answers
    study    post   /api/attempts/{attempt}/finish
    study    get    /api/cards
    study    post   /api/cards/review
    study    post   /api/read
    study    get    /api/library
    study    post   /api/library
    study    delete /api/library/{document}
    study    get    /api/library/search
    bank     get    /api/items
    bank     get    /api/items/{item}
    bank     put    /api/items/{item}
    bank     delete /api/items/{item}
    bank     get    /api/items/{item}/versions/{hash}
    bank     post   /api/items/{item}/regenerate
    bank     post   /api/items/preview
    bank     post   /api/items/check
    bank     post   /api/items/import
    bank     post   /api/items/export
    bank     get    /api/exports/{export}/{name}
    analyse  post   /api/items/analyze
    forge    get    /api/forge
    forge    post   /api/forge
    forge    get    /api/forge/{run}
    forge    get    /api/forge/{run}/outcomes/{slot}
    forge    get    /api/forge/{run}/files/{name}
    forge    post   /api/forge/verify
    author   post   /api/author
    author   get    /api/author/{run}
    author   get    /api/author/{run}/files/{name}
    author   get    /api/author/{run}/files.zip
    author   post   /api/author/check
    account  get    /api/reviews
    account  get    /api/reviews/{run}/{name}
    account  post   /api/reviews/{run}/{name}
    account  get    /api/reviews/{run}/{name}/pages/{page}
    account  get    /api/runs
    settings post   /api/runs
    account  get    /api/runs/{run}
    account  get    /api/runs/{run}/steps/{n}
    account  get    /api/runs/{run}/events
    account  get    /api/events
    account  post   /api/runs/{run}/resume
    account  post   /api/runs/{run}/cancel
    account  post   /api/runs/{run}/replay
    account  post   /api/runs/{run}/fork
    account  get    /api/runs/{run}/diff/{other}
    settings get    /api/settings
    settings patch  /api/settings
    settings post   /api/settings/test
    settings get    /api/doctor
    account  get    /api/overview
    anybody  get    /api/openapi.json
    account  get    /api/schemas
    account  get    /api/schemas/{name}
    settings get    /api/backup
    settings get    /metrics
    anybody  get    /healthz
    anybody  get    /readyz
    ");
}

/// A path with ids that do not exist.
fn empty(path: &str) -> String {
    let number = |name: &str| ["page", "slot", "n"].contains(&name);
    path.split('/')
        .map(|part| match part.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            Some(name) if number(name) => "1",
            Some(_) => "nothing",
            None => part,
        })
        .collect::<Vec<_>>()
        .join("/")
}

#[test]
fn every_route_knows_who_may() {
    let folder = tempfile::tempdir().unwrap();
    let provider = ScriptedProvider::start(sso::now()).unwrap();
    let server = sso::start(folder.path(), &provider.issuer(), sso::ROLE_BY_GROUP);
    let root = server.root();
    for role in ROLES {
        root.add(role, role);
    }
    let asked = |person: &Person, method: &str, path: &str| {
        if path == "/api/events" {
            person.open(path).0.status
        } else {
            person.send(method, &empty(path), &[], b"").status
        }
    };
    let mut people: Vec<(&str, Person, Person)> =
        ROLES.iter().map(|role| (*role, server.log_in(role), sso::enter(&server, &provider, role))).collect();
    let tokens: Vec<[Person; 3]> = people
        .iter()
        .map(|(_, session, _)| {
            let (_, full) = session.token("full");
            let (_, limited) = session.token_with(&json!({ "name": "limited", "role": "learner" }));
            let (id, expired) = session.token("expired");
            expire(folder.path(), &id);
            [full, limited, expired]
        })
        .collect();
    let disabled = root.add("disabled", "admin");
    let former = server.log_in("disabled");
    let (_, former_token) = former.token("former");
    let path = format!("/api/accounts/{disabled}");
    assert_eq!(root.json("PATCH", &path, &json!({ "disabled": true })).status, 200);
    let mut calls = 0;
    for (method, path, needs) in table() {
        let status = asked(&server.anybody(), method, path);
        let is_open = needs == Needs::Nothing;
        assert_eq!(status != 401, is_open, "{method} {path} by nobody: {status}");
        let forged = asked(&server.with_token(&format!("tutti_{}", "x".repeat(43))), method, path);
        assert_eq!(forged, 401, "{method} {path} with a token that was never made");
        let status = asked(&former, method, path);
        assert_eq!(status != 401, is_open, "{method} {path} by a disabled account: {status}");
        assert_eq!(
            asked(&former_token, method, path),
            401,
            "{method} {path} by the token of a disabled account"
        );
        for ((role, session, signed_on), [full, limited, expired]) in people.iter_mut().zip(&tokens) {
            assert_eq!(asked(expired, method, path), 401, "{method} {path} by {role} with an expired token");
            for (by, person, allowed) in [
                ("token", full, may_by_token(role, needs)),
                ("limited token", limited, may_by_token("learner", needs)),
                ("session", &*session, may(role, needs)),
                ("session by single sign-on", &*signed_on, may(role, needs)),
            ] {
                let status = asked(person, method, path);
                if allowed {
                    assert!(![401, 403].contains(&status), "{method} {path} by {role} with a {by}: {status}");
                } else {
                    assert_eq!(status, 403, "{method} {path} by {role} with a {by}");
                }
                assert!(status < 500, "{method} {path} by {role} with a {by}: {status}");
                calls += 1;
            }
            if path == "/api/logout" {
                *session = server.log_in(role);
                *signed_on = sso::enter(&server, &provider, role);
            }
        }
    }
    assert!(calls >= table().len() * 20);
}

/// Lets a token expire.
fn expire(folder: &Path, token: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let url = format!("sqlite://{}", folder.join("tutti-data/tutti.db").display());
        let mut store = sqlx::SqliteConnection::connect(&url).await.unwrap();
        let expire = sqlx::query("update keys set expires_at = 1 where id = $1").bind(token);
        assert_eq!(expire.execute(&mut store).await.unwrap().rows_affected(), 1);
    });
}

#[test]
#[expect(clippy::too_many_lines, reason = "one story: before, during and after the attempts of others")]
fn nobody_sees_what_is_somebody_elses() {
    let folder = tempfile::tempdir().unwrap();
    let provider = ScriptedProvider::start(sso::now()).unwrap();
    let server = sso::start(folder.path(), &provider.issuer(), sso::ROLE_BY_GROUP);
    let root = server.root();
    for role in ROLES {
        root.add(role, role);
    }
    root.add("ann", "author");
    let ann = server.log_in("ann");
    let things = ann.make("Heatherfell", "volcanoes.md", 7);
    let bob = server.log_in("author");
    let bobs = bob.make("Juniperholm", "roman-roads.md", 8);

    let own = |person: &Person, things: &Things| -> BTreeMap<String, (u16, Vec<u8>)> {
        let calls = table().into_iter().filter(|(method, _, _)| *method == "get");
        let calls = calls.map(|(method, path, _)| call(method, path, things)).filter(|call| call.names);
        let bounded = calls.filter(|call| !call.path.ends_with("/events"));
        bounded
            .map(|call| {
                let answer = call.send("get", person);
                (call.path, (answer.status, answer.body))
            })
            .collect()
    };
    let before = own(&ann, &things);
    assert!(
        before.len() > 15 && before.values().all(|(status, _)| *status == 200),
        "{:?}",
        before.iter().map(|(path, (status, _))| (path, status)).collect::<Vec<_>>()
    );

    for role in ROLES {
        let session = server.log_in(role);
        let signed_on = sso::enter(&server, &provider, role);
        let (_, token) = session.token("others");
        let (_, limited) = session.token_with(&json!({ "name": "limited", "role": "learner" }));
        let all = table().into_iter().flat_map(|(method, path, needs)| {
            let by_token = may_by_token("learner", needs);
            [
                (method, path, &session, may(role, needs), allows(role)),
                (method, path, &signed_on, may(role, needs), allows(role)),
                (method, path, &token, may_by_token(role, needs), allows(role)),
                (method, path, &limited, by_token, allows("learner")),
            ]
        });
        for (method, path, person, is_allowed, allows) in all {
            let call = call(method, path, &things);
            let is_review = path.starts_with("/api/reviews") && allows.contains(&"review");
            if !call.names && (method != "get" || path == "/api/events") {
                continue;
            }
            let answer = call.send(method, person);
            let expected = if !is_allowed {
                403
            } else if !call.names || is_review {
                call.gives
            } else {
                404
            };
            assert_eq!(answer.status, expected, "{method} {} by {role}: {}", call.path, answer.text());
            // A backup is for those who run the server, a question for those who may answer it, and a list of tokens for
            // those who may revoke them.
            if ["/api/backup", "/api/tokens"].contains(&path) || is_review {
                continue;
            }
            let text = answer.text().to_lowercase();
            for mark in things.marks() {
                // A "not found" response may repeat the requested id.
                assert!(
                    call.holds(mark) || !text.contains(&mark.to_lowercase()),
                    "{method} {path} by {role} tells {mark}: {text}"
                );
            }
        }
    }
    // Half of the named objects are the caller's own.
    let check = |path: String| assert_eq!(bob.get(&path).problem(), "404 not_found", "{path}");
    check(format!("/api/runs/{}/diff/{}", bobs.session, things.session));
    check(format!("/api/runs/{}/diff/{}", things.session, bobs.session));
    check(format!("/api/items/{}/versions/{}", bobs.item, things.version));
    check(format!("/api/exports/{}/{}", things.export, bobs.export_file));
    assert_eq!(own(&ann, &things), before, "nothing of hers was changed");
    assert_eq!(own(&bob, &things).values().filter(|(status, _)| *status != 404).count(), 0);

    // All requests succeed for the owner, so the refusals above are meaningful.
    let (_, token) = ann.token("script");
    for (method, path, needs) in table() {
        let call = call(method, path, &things);
        let ends = ["/api/logout", "/api/me/password", "/api/me"].contains(&path) && method != "get";
        let removes = method == "delete" && call.names;
        if ends || removes || !may("author", needs) {
            continue;
        }
        let people: &[&Person] = match method {
            "get" => &[&ann, &token],
            _ if needs.is_login() => &[&ann],
            _ => &[&token],
        };
        for person in people {
            let answer = call.send(method, person);
            assert_eq!(answer.status, call.gives, "{method} {} by its owner: {}", call.path, answer.text());
        }
    }
    for (method, path) in [
        ("delete", "/api/library/{document}"),
        ("delete", "/api/me/tokens/{token}"),
        ("put", "/api/me/password"),
        ("delete", "/api/me"),
    ] {
        let call = call(method, path, &things);
        let answer = call.send(method, &ann);
        assert_eq!(answer.status, call.gives, "{method} {path}: {}", answer.text());
    }
    assert_eq!(ann.get("/api/runs").status, 401);
    for (method, path, needs) in table().into_iter().filter(|(_, _, needs)| !may("author", *needs)) {
        let call = call(method, path, &things);
        let answer = call.send(method, &root);
        assert_eq!(answer.status, call.gives, "{method} {path} by an admin who {needs:?}: {}", answer.text());
    }
}
