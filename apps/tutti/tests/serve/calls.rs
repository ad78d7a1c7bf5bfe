//! A valid request for every route, for the owner of the objects that it names.

use serde_json::{Value, json};

use super::{
    Answer, Part, form,
    people::{PASSWORD, Person, Things},
};

/// The body of a request.
enum Load {
    Nothing,
    Json(Value),
    Form(Vec<(&'static str, String)>),
    File(&'static str, String),
}

/// A request that succeeds for the owner of the objects that it names.
pub(crate) struct Call {
    pub(crate) path: String,
    load: Load,
    if_match: Option<String>,
    /// Whether it names objects of one owner.
    pub(crate) names: bool,
    /// The status that the owner gets.
    pub(crate) gives: u16,
}

fn escape(name: &str) -> String {
    name.replace('/', "%2F").replace('#', "%23")
}

/// The request for a route.
#[expect(
    clippy::too_many_lines,
    clippy::match_same_arms,
    reason = "one line for each route, in the order of the table"
)]
pub(crate) fn call(method: &str, path: &str, things: &Things) -> Call {
    let t = things;
    let plain =
        |gives: u16| Call { path: path.into(), load: Load::Nothing, if_match: None, names: false, gives };
    let json = |body: Value, gives: u16| Call { load: Load::Json(body), ..plain(gives) };
    let fields = |fields: &[(&'static str, &str)], gives: u16| Call {
        load: Load::Form(fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()),
        ..plain(gives)
    };
    // Replace the names in braces with ids of objects.
    let of = |call: Call, names: &[(&str, &str)]| {
        let path = names
            .iter()
            .fold(call.path, |path, (name, value)| path.replace(&format!("{{{name}}}"), &escape(value)));
        assert!(!path.contains('{'), "{path} has a name that is not given");
        Call { path, names: true, ..call }
    };
    let session = [("session", t.session.as_str())];
    let run = [("run", t.session.as_str())];
    let forged = ("run", t.forged.as_str());
    let review = [("run", t.scan.as_str()), ("name", t.review.as_str()), ("page", "1")];
    let other = "# Tides\n\nA tide is the regular rise and fall of the sea. ".to_owned()
        + &"The moon pulls the water. ".repeat(30);
    match (method, path) {
        (
            "get",
            "/api/me"
            | "/api/me/second-factor"
            | "/api/me/tokens"
            | "/api/me/tokens/options"
            | "/api/me/export"
            | "/api/me/usage",
        ) => plain(200),
        ("post", "/api/setup") => json(json!({ "code": "x", "name": "second", "password": PASSWORD }), 409),
        ("post", "/api/login") => json(json!({ "name": "learner", "password": PASSWORD }), 200),
        ("post", "/api/reset") => json(json!({ "name": "nobody", "code": "x", "password": PASSWORD }), 401),
        ("post", "/api/logout") => plain(204),
        // This server has no single sign-on.
        ("get", "/api/sso/start" | "/api/sso/callback") => plain(303),
        ("post", "/api/me/second-factor") => json(json!({ "password": PASSWORD }), 201),
        // Begun by the request before; the code is wrong.
        ("post", "/api/me/second-factor/confirm") => json(json!({ "code": "x" }), 400),
        ("delete", "/api/me/second-factor") => json(json!({ "password": PASSWORD }), 204),
        ("put", "/api/me/password") => json(json!({ "current": PASSWORD, "new": "another afternoon" }), 204),
        ("post", "/api/me/tokens") => json(json!({ "name": "another" }), 201),
        ("delete", "/api/me/tokens/{token}") => of(plain(204), &[("token", &t.token)]),
        ("delete", "/api/me") => json(json!({ "password": "another afternoon" }), 204),
        ("get", "/api/accounts" | "/api/tokens" | "/api/audit" | "/api/audit/export") => plain(200),
        ("post", "/api/accounts") => {
            json(json!({ "name": "newcomer", "password": PASSWORD, "role": "learner" }), 201)
        }
        ("patch", "/api/accounts/{account}") => {
            let call = of(json(json!({ "role": "learner" }), 404), &[("account", "nobody")]);
            Call { names: false, ..call }
        }
        ("get", "/api/accounts/{account}/usage") => {
            Call { names: false, ..of(plain(404), &[("account", "nobody")]) }
        }
        ("put", "/api/accounts/{account}/quota") => {
            Call { names: false, ..of(json(json!({ "runs": 1 }), 404), &[("account", "nobody")]) }
        }
        ("delete", "/api/accounts/{account}" | "/api/accounts/{account}/second-factor")
        | ("post", "/api/accounts/{account}/reset-code") => {
            Call { names: false, ..of(plain(404), &[("account", "nobody")]) }
        }
        ("delete", "/api/accounts/{account}/tokens/{token}") => {
            Call { names: false, ..of(plain(404), &[("account", "nobody"), ("token", "none")]) }
        }

        ("post", "/api/study") => fields(&[("text", &other), ("name", "another.md")], 202),
        (
            "get",
            "/api/sessions" | "/api/cards" | "/api/library" | "/api/items" | "/api/reviews" | "/api/runs",
        ) => plain(200),
        ("get", "/api/sessions/{session}" | "/api/sessions/{session}/source") => of(plain(200), &session),
        ("get", "/api/sessions/{session}/pages/{page}") => {
            of(plain(200), &[("session", &t.scan), ("page", "1")])
        }
        ("post", "/api/sessions/{session}/quizzes") => of(json(json!({ "questions": 2 }), 201), &session),
        ("post", "/api/sessions/{session}/attempts") => of(json(json!({}), 201), &session),
        ("get", "/api/attempts/{attempt}") => of(plain(200), &[("attempt", &t.attempt)]),
        ("post", "/api/attempts/{attempt}/answers") => {
            of(json(json!({ "item_id": t.question, "option": 0 }), 200), &[("attempt", &t.attempt)])
        }
        // Some questions have no answer yet; only the owner learns that.
        ("post", "/api/attempts/{attempt}/finish") => of(plain(409), &[("attempt", &t.attempt)]),
        ("post", "/api/cards/review") => {
            Call { names: true, ..json(json!({ "id": t.card, "rating": "good" }), 200) }
        }
        ("post", "/api/read" | "/api/library") => {
            let gives = if path == "/api/read" { 200 } else { 201 };
            fields(&[("text", &other), ("name", "another.md")], gives)
        }
        ("delete", "/api/library/{document}") => of(plain(204), &[("document", &t.document)]),
        ("get", "/api/library/search") => Call { path: format!("{path}?q={}", t.word), ..plain(200) },

        ("get", "/api/items/{item}") => of(plain(200), &[("item", &t.item)]),
        ("put", "/api/items/{item}") => {
            let call = of(json(t.item_value.clone(), 200), &[("item", &t.item)]);
            Call { if_match: Some(t.tag.clone()), ..call }
        }
        ("delete", "/api/items/{item}") => {
            Call { if_match: Some("\"\"".into()), ..of(plain(412), &[("item", &t.item)]) }
        }
        ("get", "/api/items/{item}/versions/{hash}") => {
            of(plain(200), &[("item", &t.item), ("hash", &t.version)])
        }
        ("post", "/api/items/{item}/regenerate") => of(plain(202), &[("item", &t.forged_item)]),
        ("post", "/api/items/preview") => json(t.item_value.clone(), 200),
        ("post", "/api/items/check") => json(json!({}), 200),
        ("post", "/api/items/import") => {
            let load =
                Load::File("own.gift", "::Tide:: What pulls the sea? {=The moon ~The sun ~The wind}".into());
            Call { load, ..plain(200) }
        }
        ("post", "/api/items/export") => {
            Call { names: true, ..json(json!({ "to": "gift", "ids": [t.item] }), 201) }
        }
        ("get", "/api/exports/{export}/{name}") => {
            of(plain(200), &[("export", &t.export), ("name", &t.export_file)])
        }
        ("post", "/api/items/analyze") => {
            let rows: String = (0..30).fold("person,a,b,c\n".into(), |table, n| {
                format!("{table}{n},{},{},{}\n", n % 2, (n / 2) % 2, (n / 3) % 2)
            });
            Call { load: Load::File("answers.csv", rows), ..plain(200) }
        }

        ("get", "/api/forge") => plain(200),
        ("post", "/api/forge") => json(json!({ "items": 1, "seed": 99 }), 202),
        ("get", "/api/forge/{run}") => of(plain(200), &[forged]),
        ("get", "/api/forge/{run}/outcomes/{slot}") => of(plain(200), &[forged, ("slot", "0")]),
        ("get", "/api/forge/{run}/files/{name}") => of(plain(200), &[forged, ("name", "stats.json")]),
        ("post", "/api/forge/verify") => fields(&[("text", "nonsense")], 200),

        ("post", "/api/author") => {
            fields(&[("text", include_str!("../../../../samples/tasks/water-cycle.md"))], 202)
        }
        ("get", "/api/author/{run}" | "/api/author/{run}/files.zip") => of(plain(200), &[("run", &t.batch)]),
        ("get", "/api/author/{run}/files/{name}") => {
            of(plain(200), &[("run", &t.batch), ("name", &t.batch_file)])
        }
        ("post", "/api/author/check") => {
            Call { load: Load::File("task.md", "# Nothing\n".into()), ..plain(200) }
        }

        ("get", "/api/reviews/{run}/{name}" | "/api/reviews/{run}/{name}/pages/{page}") => {
            of(plain(200), &review)
        }
        // Empty, so that a permitted caller does not really answer.
        ("post", "/api/reviews/{run}/{name}") => of(json(json!({ "answer": " " }), 400), &review),

        ("post", "/api/runs") => json(json!({ "flow": "nothing", "input": {} }), 404),
        ("get", "/api/runs/{run}") => of(plain(200), &run),
        ("get", "/api/runs/{run}/steps/{n}") => of(plain(200), &[run[0], ("n", "1")]),
        ("get", "/api/runs/{run}/events") => of(plain(200), &run),
        ("get", "/api/events") => plain(200),
        ("post", "/api/runs/{run}/resume") => of(json(json!({}), 409), &run),
        ("post", "/api/runs/{run}/cancel") => of(plain(409), &run),
        ("post", "/api/runs/{run}/replay") => of(plain(200), &run),
        ("post", "/api/runs/{run}/fork") => of(json(json!({ "from": "keep#1" }), 202), &run),
        ("get", "/api/runs/{run}/diff/{other}") => of(plain(200), &[run[0], ("other", &t.forged)]),

        ("get", "/api/settings" | "/api/doctor" | "/api/backup" | "/api/overview" | "/api/schemas") => {
            plain(200)
        }
        ("patch", "/api/settings") => json(json!({ "set": {} }), 200),
        ("post", "/api/settings/test") => json(json!({ "provider": "nobody", "model": "x" }), 404),
        ("get", "/api/schemas/{name}") => Call { names: false, ..of(plain(404), &[("name", "nothing")]) },
        ("get", "/api/openapi.json" | "/healthz" | "/readyz" | "/metrics") => plain(200),
        unknown => {
            panic!("{unknown:?} is new: say here how it is called and whether it names things of an owner")
        }
    }
}

impl Call {
    pub(crate) fn holds(&self, mark: &str) -> bool {
        self.path.contains(mark) || matches!(&self.load, Load::Json(body) if body.to_string().contains(mark))
    }

    pub(crate) fn send(&self, method: &str, person: &Person) -> Answer {
        if self.path.ends_with("/events") {
            return person.open(&self.path).0;
        }
        let (kind, body) = match &self.load {
            Load::Nothing => ("", Vec::new()),
            Load::Json(body) => ("application/json", body.to_string().into_bytes()),
            Load::Form(fields) => {
                let parts: Vec<Part> = fields.iter().map(|(name, value)| Part::text(name, value)).collect();
                ("multipart/form-data; boundary=end", form(&parts))
            }
            Load::File(name, text) => {
                ("multipart/form-data; boundary=end", form(&[Part::file("file", name, text.as_bytes())]))
            }
        };
        let mut headers = Vec::new();
        headers.extend((!kind.is_empty()).then_some(("content-type", kind)));
        headers.extend(self.if_match.as_deref().map(|tag| ("if-match", tag)));
        person.send(method, &self.path, &headers, &body)
    }
}
