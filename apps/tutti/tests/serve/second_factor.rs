//! Tests of second factors over HTTP: switching on, logging in, recovery codes, and removal by an admin.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::{
    Answer, Server, command,
    people::{PASSWORD, Person},
};

/// What an authenticator app shows at a moment, computed here once more and independently.
fn code(secret: &str, step: i64) -> String {
    let digits: Vec<u64> = secret
        .bytes()
        .map(|byte| {
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".iter().position(|known| *known == byte).unwrap() as u64
        })
        .collect();
    let key: Vec<u8> = digits
        .chunks(8)
        .flat_map(|eight| eight.iter().fold(0, |all, digit| all << 5 | digit).to_be_bytes()[3..].to_vec())
        .collect();
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &key);
    let tag = ring::hmac::sign(&key, &step.to_be_bytes()).as_ref().to_vec();
    let start = usize::from(tag[19] & 15);
    let number = u32::from_be_bytes(tag[start..start + 4].try_into().unwrap()) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

/// The step of now. A test that begins at the end of a step still works: codes of the neighbouring steps count.
fn step_now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64 / 30
}

fn login(server: &Server, name: &str, one_time_code: Option<&str>) -> Answer {
    let mut given = json!({ "name": name, "password": PASSWORD });
    if let Some(code) = one_time_code {
        given["one_time_code"] = json!(code);
    }
    server.post("/api/login", &given)
}

/// Switches a second factor on; returns its secret, the step that was used and the recovery codes.
fn switch_on(person: &Person<'_>) -> (String, i64, Vec<String>) {
    let begun = person.post("/api/me/second-factor", &json!({ "password": PASSWORD }));
    assert_eq!(begun.status, 201, "{}", begun.text());
    let begun = begun.json();
    let secret = begun["secret"].as_str().unwrap().to_owned();
    assert!(begun["uri"].as_str().unwrap().contains(&format!("secret={secret}&issuer=Tutti")));
    assert!(begun["qr"].as_str().unwrap().starts_with("<svg"));
    let confirm = |code: &str| person.post("/api/me/second-factor/confirm", &json!({ "code": code }));
    assert_eq!(confirm("12345").problem(), "400 bad_input at /code");
    // The step before, so that the current one is still free.
    let step = step_now() - 1;
    let confirmed = confirm(&code(&secret, step));
    assert_eq!(confirmed.status, 200, "{}", confirmed.text());
    let codes = confirmed.json()["recovery_codes"].as_array().unwrap().clone();
    (secret, step, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

fn factor(person: &Person<'_>) -> (bool, u64) {
    let factor: Value = person.get("/api/me/second-factor").json();
    (factor["is_on"].as_bool().unwrap(), factor["recovery_codes"].as_u64().unwrap())
}

#[test]
fn a_code_is_asked_for_after_the_password_and_works_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    let id = root.add("ann", "learner");
    let ann = server.log_in("ann");
    assert_eq!(factor(&ann), (false, 0));
    let refused = ann.post("/api/me/second-factor", &json!({ "password": "wrong" }));
    assert_eq!(refused.problem(), "403 forbidden at /password");
    // Begun and not confirmed, it has no effect.
    assert_eq!(ann.post("/api/me/second-factor", &json!({ "password": PASSWORD })).status, 201);
    assert_eq!(login(&server, "ann", None).status, 200);
    let (secret, used, codes) = switch_on(&ann);
    assert_eq!(codes.len(), 10);
    assert_eq!(factor(&ann), (true, 10));
    let again = ann.post("/api/me/second-factor", &json!({ "password": PASSWORD }));
    assert_eq!(again.problem(), "409 conflict");

    let wrong = server.post("/api/login", &json!({ "name": "ann", "password": "wrong" }));
    assert_eq!(wrong.problem(), "401 unauthorized", "a wrong password tells nothing about the second factor");
    let asked = login(&server, "ann", None);
    assert_eq!(asked.problem(), "401 unauthorized at /one_time_code");
    assert_eq!(asked.header("set-cookie"), None);
    let replayed = login(&server, "ann", Some(&code(&secret, used)));
    assert_eq!(
        replayed.problem(),
        "401 unauthorized at /one_time_code",
        "the code that switched it on was used"
    );
    let fresh = code(&secret, used + 1);
    assert_eq!(login(&server, "ann", Some(&fresh)).status, 200);
    assert_eq!(login(&server, "ann", Some(&fresh)).problem(), "401 unauthorized at /one_time_code");
    let typed = codes[3].to_uppercase().replace('-', " ");
    assert_eq!(login(&server, "ann", Some(&typed)).status, 200, "a recovery code, as people type it");
    assert_eq!(login(&server, "ann", Some(&codes[3])).problem(), "401 unauthorized at /one_time_code");
    assert_eq!(factor(&ann), (true, 9));

    // An admin removes it, not for themselves; the log says so and holds no secret.
    let path = format!("/api/accounts/{id}/second-factor");
    assert_eq!(ann.send("DELETE", &path, &[], b"").status, 403);
    assert_eq!(root.send("DELETE", &path, &[], b"").status, 204);
    assert_eq!(root.send("DELETE", &path, &[], b"").problem(), "404 not_found");
    assert_eq!(login(&server, "ann", None).status, 200);
    let log = root.get("/api/audit?limit=500").text();
    for deed in ["second_factor_on", "second_factor_off", "recovery_code_used", "9 left"] {
        assert!(log.contains(deed), "{deed}: {log}");
    }
    assert!(!log.contains(&secret) && codes.iter().all(|code| !log.contains(code.as_str())), "{log}");
}

#[test]
fn codes_cannot_be_guessed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    root.add("ann", "learner");
    let (secret, used, _) = switch_on(&server.log_in("ann"));
    for n in 0..5 {
        assert_eq!(login(&server, "ann", Some("000000")).problem(), "401 unauthorized at /one_time_code");
        if n < 4 {
            // The right password alone does not start the count anew.
            assert_eq!(login(&server, "ann", None).problem(), "401 unauthorized at /one_time_code");
        }
    }
    let denied = login(&server, "ann", Some(&code(&secret, used + 1)));
    assert_eq!(denied.problem(), "429 too_many_requests");
    let failed = root.get("/api/audit?limit=500").json();
    let failed = failed["items"].as_array().unwrap().iter().filter(|line| line["what"] == "login_failed");
    assert_eq!(failed.count(), 5);
}

#[test]
fn the_terminal_and_the_owner_can_switch_it_off() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    let (secret, _, codes) = switch_on(&root);
    let remove = |name: &str| {
        let output =
            command(folder.path()).args(["accounts", "remove-second-factor", name]).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert!(!remove("nobody").0);
    // An export of one's own data holds no secret of it.
    let export = root.get("/api/me/export").body;
    let holds = |text: &str| export.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(!holds(&secret) && !holds(&codes[0]));
    let (is_done, said) = remove("root");
    assert!(is_done, "{said}");
    assert_eq!(login(&server, "root", None).status, 200);
    assert!(remove("root").1.contains("root has no second factor"));

    let (_, _, _) = switch_on(&root);
    let off = |password: &str| root.json("DELETE", "/api/me/second-factor", &json!({ "password": password }));
    assert_eq!(off("wrong").problem(), "403 forbidden at /password");
    assert_eq!(off(PASSWORD).status, 204);
    assert_eq!(factor(&root), (false, 0));
    assert_eq!(login(&server, "root", None).status, 200);
}
