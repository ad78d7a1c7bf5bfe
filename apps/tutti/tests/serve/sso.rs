//! Tests of single sign-on: whole logins at a real provider over HTTP, and at one of our own that misbehaves.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    time::{SystemTime, UNIX_EPOCH},
};

use serde_json::{Value, json};
use tutti_sso::scripted::{Fault, ScriptedProvider};

use super::{
    Answer, Server,
    browser::{Browser, Visited},
    command,
    people::{PASSWORD, Person},
};

const SECRET: &str = "the secret of the registration";

/// `oidc-provider` with the people of `tests/oidc/provider.mjs`; it ends with the test.
struct OidcProvider {
    child: Child,
    issuer: String,
    /// Kept open: a provider that cannot say something ends.
    _output: BufReader<ChildStdout>,
}

impl OidcProvider {
    fn start() -> Self {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let place = format!("{root}/target/oidc");
        let is_there = Path::new(&place).join("node_modules/oidc-provider").exists();
        assert!(is_there, "oidc-provider is not in target/oidc: run tests/setup/install.sh");
        let mut child = Command::new("node")
            .args([&format!("{root}/tests/oidc/provider.mjs"), &place])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut issuer = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut issuer).unwrap();
        assert!(issuer.starts_with("http://127.0.0.1:"), "the provider said {issuer:?}");
        Self { child, issuer: issuer.trim().to_owned(), _output: output }
    }
}

impl Drop for OidcProvider {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server with accounts whose single sign-on is at this issuer.
pub(crate) fn start(folder: &Path, issuer: &str, roles: &str) -> Server {
    let settings = format!(
        "[server]\naccounts = true\nrate = 100000\n[sso]\nissuer = \"{issuer}\"\nclient_id = \"tutti\"\n\
         client_secret_env = \"OIDC_SECRET_OF_THE_TEST\"\nscopes = \"openid profile groups\"\n\
         label = \"Example School\"\n{roles}\n"
    );
    std::fs::write(folder.join("tutti.toml"), settings).unwrap();
    let mut command = command(folder);
    command.env("OIDC_SECRET_OF_THE_TEST", SECRET);
    Server::launch(command, &[])
}

const ROLES: &str = "roles = { heads = \"admin\", staff = \"analyst\", everybody = \"author\" }";

fn start_address(server: &Server, query: &str) -> String {
    format!("http://{}/api/sso/start{query}", server.address)
}

/// Logs in at the real provider: its login form, its consent form, and back.
fn log_in(server: &Server, browser: &mut Browser, subject: &str) -> Visited {
    let page = browser.follow(&start_address(server, "?back=/runs"), "/runs");
    let page = browser.submit(&page, &[("login", subject), ("password", "any")], "/runs");
    browser.submit(&page, &[], "/runs")
}

fn person<'a>(server: &'a Server, browser: &Browser) -> Person<'a> {
    server.with_cookie(&browser.cookie("tutti_session").expect("logged in"))
}

fn me(server: &Server, browser: &Browser) -> (String, String) {
    let me = person(server, browser).get("/api/me").json();
    let text = |name: &str| me[name].as_str().unwrap_or_default().to_owned();
    (text("name"), text("role"))
}

fn audit(root: &Person<'_>, what: &str) -> Vec<String> {
    let log = root.get("/api/audit?limit=500").json();
    let lines = log["items"].as_array().unwrap().iter().filter(|line| line["what"] == what);
    lines.map(|line| line["subject"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn people_log_in_at_a_real_provider() {
    let provider = OidcProvider::start();
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &provider.issuer, ROLES);
    let root = server.root();
    // A local account with the name that somebody at the provider has, too.
    root.add("ann", "learner");
    assert_eq!(server.get("/api/me").json()["single_sign_on"], "Example School");

    let mut ann = Browser::default();
    let back = log_in(&server, &mut ann, "subject-of-ann");
    assert_eq!(back.location.as_deref(), Some(format!("http://{}/runs", server.address).as_str()));
    assert_eq!(me(&server, &ann), ("ann-2".into(), "admin".into()), "the local account is not taken over");
    assert_eq!(ann.cookie("tutti_sso"), None, "the login is over");
    let mut bob = Browser::default();
    log_in(&server, &mut bob, "subject-of-bob");
    assert_eq!(me(&server, &bob), ("bob.boe".into(), "author".into()));

    // Whoever is in no group with a role gets no account.
    let mut eve = Browser::default();
    let page = eve.follow(&start_address(&server, ""), "/login");
    let page = eve.submit(&page, &[("login", "subject-of-eve"), ("password", "any")], "/login");
    let back = eve.submit(&page, &[], "/login");
    assert_eq!(back.location.unwrap().split('/').next_back(), Some("login?sso=no-role"));
    assert_eq!(eve.cookie("tutti_session"), None);

    // The same person again, from another browser: the provider asks anew, the account is the same.
    let mut again = Browser::default();
    log_in(&server, &mut again, "subject-of-bob");
    assert_eq!(me(&server, &again).0, "bob.boe");
    let accounts = root.get("/api/accounts").json();
    let names = accounts["items"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["ann", "ann-2", "bob.boe", "root"]);

    // A person who refuses at the provider comes back to the login page.
    let mut unsure = Browser::default();
    let page = unsure.follow(&start_address(&server, ""), "/login");
    let back = unsure.follow(&format!("{}/abort", page.address), "/login?");
    assert!(back.location.unwrap().ends_with("/login?sso=denied"));

    // Such an account has no password, and nobody can give it one.
    let bob = person(&server, &bob);
    let password = json!({ "name": "bob.boe", "password": "" });
    assert_eq!(server.post("/api/login", &password).problem(), "401 unauthorized");
    let changed = bob.json("PUT", "/api/me/password", &json!({ "current": "", "new": PASSWORD }));
    assert!([403, 409].contains(&changed.status), "{}", changed.text());
    assert_eq!(bob.post("/api/me/second-factor", &json!({ "password": "" })).problem(), "409 conflict");
    let id = accounts["items"][2]["id"].as_str().unwrap();
    let given = root.json("PATCH", &format!("/api/accounts/{id}"), &json!({ "password": PASSWORD }));
    assert_eq!(given.problem(), "409 conflict");

    // Leaving takes the identity along: the next login is a first one.
    assert_eq!(root.send("DELETE", &format!("/api/accounts/{id}"), &[], b"").status, 204);
    assert_eq!(bob.get("/api/runs").status, 401);
    let made = audit(&root, "account_made");
    assert!(made.contains(&"bob.boe: role author, by single sign-on".to_owned()), "{made:?}");
    assert!(audit(&root, "login_failed").iter().any(|line| line.contains("is in no group with a role")));
    let mut anew = Browser::default();
    log_in(&server, &mut anew, "subject-of-bob");
    assert_eq!(me(&server, &anew).0, "bob.boe");
}

/// Everybody's group at the scripted provider is called like their role.
pub(crate) const ROLE_BY_GROUP: &str = "roles = { learner = \"learner\", author = \"author\", reviewer = \"reviewer\", \
                                        analyst = \"analyst\", admin = \"admin\" }";

/// Somebody with this role, logged in at the scripted provider.
pub(crate) fn enter<'a>(server: &'a Server, provider: &ScriptedProvider, role: &str) -> Person<'a> {
    provider.set_person(&format!("subject-{role}"), &format!("sso-{role}"), &[role]);
    let mut browser = Browser::default();
    assert_eq!(pass(server, &mut browser), "/done");
    person(server, &browser)
}

pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64
}

/// A login at our own provider, which asks nothing: where the browser ends.
fn pass(server: &Server, browser: &mut Browser) -> String {
    let back = browser.follow(&start_address(server, "?back=/done"), "/done");
    let ended = back.location.unwrap_or(back.address);
    ended.split_once(&server.address).map(|(_, path)| path.to_owned()).unwrap_or(ended)
}

#[test]
fn roles_follow_groups_but_somebody_stays_admin() {
    let provider = ScriptedProvider::start(now()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &provider.issuer(), &format!("{ROLES}\ndefault_role = \"learner\""));
    let early = Browser::default().follow(&start_address(&server, ""), "/login?");
    assert!(early.location.unwrap().ends_with("sso=not-set-up"), "the first admin comes in with the code");
    let root = server.root();
    let mut browser = Browser::default();
    let mut check = |groups: &[&str], role: &str| {
        provider.set_person("17", "ann", groups);
        assert_eq!(pass(&server, &mut browser), "/done");
        assert_eq!(me(&server, &browser), ("ann".into(), role.into()), "{groups:?}");
        person(&server, &browser)
    };
    check(&["staff"], "analyst");
    check(&["everybody", "heads"], "admin");
    check(&[], "learner");
    let ann = check(&["heads"], "admin");
    let changes = audit(&root, "account_changed");
    assert_eq!(
        changes,
        [
            "ann: role admin, by the groups of single sign-on",
            "ann: role learner, by the groups of single sign-on",
            "ann: role admin, by the groups of single sign-on",
        ]
    );
    // The last admin stays one, whatever the groups say.
    let id = |name: &str| {
        let all = ann.get("/api/accounts").json();
        let found = all["items"].as_array().unwrap().iter().find(|one| one["name"] == name).cloned();
        found.unwrap()["id"].as_str().unwrap().to_owned()
    };
    let demoted = ann.json("PATCH", &format!("/api/accounts/{}", id("root")), &json!({ "role": "author" }));
    assert_eq!(demoted.status, 200, "{}", demoted.text());
    let ann = check(&["staff"], "admin");
    let kept = "ann: role admin kept: the groups say analyst, but this is the last admin";
    assert_eq!(audit(&ann, "account_changed")[0], kept);

    // A disabled account is refused, whatever the provider says.
    let enabled = ann.json("PATCH", &format!("/api/accounts/{}", id("root")), &json!({ "role": "admin" }));
    assert_eq!(enabled.status, 200);
    let root = server.log_in("root");
    let account = format!("/api/accounts/{}", id("ann"));
    assert_eq!(root.json("PATCH", &account, &json!({ "disabled": true })).status, 200);
    assert_eq!(pass(&server, &mut Browser::default()), "/login?sso=disabled");
}

#[test]
fn a_misbehaving_provider_lets_nobody_in() {
    let provider = ScriptedProvider::start(now()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &provider.issuer(), ROLES);
    let root = server.root();
    for (fault, reason) in [
        (Fault::Unsigned, "invalid"),
        (Fault::Hmac, "invalid"),
        (Fault::Forged, "invalid"),
        (Fault::UnknownKey, "invalid"),
        (Fault::Expired, "invalid"),
        (Fault::WrongNonce, "invalid"),
        (Fault::WrongAudience, "invalid"),
        (Fault::WrongIssuerInToken, "invalid"),
        (Fault::UserInfoOfAnother, "invalid"),
        (Fault::NoIdToken, "invalid"),
        (Fault::Denies, "denied"),
    ] {
        provider.set_fault(fault);
        let mut browser = Browser::default();
        let ended = browser.follow(&start_address(&server, ""), "/login?");
        let ended = ended.location.unwrap_or(ended.address);
        assert!(ended.ends_with(&format!("/login?sso={reason}")), "{fault:?}: {ended}");
        assert_eq!(browser.cookie("tutti_session"), None, "{fault:?}");
    }
    assert_eq!(root.get("/api/accounts").json()["items"].as_array().unwrap().len(), 1);
    let failed = audit(&root, "login_failed");
    assert!(failed.iter().any(|line| line.ends_with("it has expired")), "{failed:?}");
}

#[test]
fn a_login_belongs_to_its_browser_and_is_used_once() {
    let provider = ScriptedProvider::start(now()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &provider.issuer(), "default_role = \"learner\"");
    server.root();
    let stale = |visited: &Visited| visited.location.as_deref() == Some("/login?sso=stale");
    // Stops at the address with which the browser would come back.
    let begin = || {
        let mut browser = Browser::default();
        let stopped = browser.follow(&start_address(&server, ""), "/api/sso/callback");
        let callback = stopped.location.unwrap();
        (browser, callback)
    };

    let (mut victim, callback) = begin();
    let cookie = victim.cookie("tutti_sso").unwrap();
    let (mut attacker, injected) = begin();
    assert!(stale(&Browser::default().request("GET", &callback, None)), "no cookie");
    assert!(stale(&victim.clone().request("GET", &injected, None)), "the code and state of somebody else");
    assert!(stale(&victim.request("GET", &callback, None)), "a login that was tried with them is over");
    assert_eq!(victim.cookie("tutti_session"), None);

    let (mut victim, callback) = begin();
    attacker.take_cookie(&victim, "tutti_sso");
    let tampered = callback.replace("state=", "state=x");
    assert!(stale(&victim.clone().request("GET", &tampered, None)), "a tampered state");
    assert!(stale(&victim.request("GET", &callback, None)));

    // With the own state and the code of another login, the provider refuses the code (PKCE).
    let (mut victim, callback) = begin();
    let (_, other) = begin();
    let code = |address: &str| address.split("code=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    let mixed = callback.replace(&code(&callback), &code(&other));
    let refused = victim.request("GET", &mixed, None);
    assert_eq!(refused.location.as_deref(), Some("/login?sso=invalid"));

    let (mut good, callback) = begin();
    let cookie_before = good.cookie("tutti_sso").unwrap();
    assert_ne!(cookie, cookie_before, "every login has a cookie of its own");
    let mut copy = good.clone();
    assert_eq!(good.request("GET", &callback, None).location.as_deref(), Some("/"));
    assert!(good.cookie("tutti_session").is_some() && good.cookie("tutti_sso").is_none());
    assert!(stale(&copy.request("GET", &callback, None)), "a callback that was used");
    assert_eq!(copy.cookie("tutti_session"), None);
}

#[test]
fn cookies_and_redirects_are_safe() {
    let provider = ScriptedProvider::start(now()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &provider.issuer(), "default_role = \"learner\"");
    server.root();
    let begun = server.get("/api/sso/start");
    assert_eq!(begun.status, 303);
    let cookie = begun.header("set-cookie").unwrap();
    let (_, flags) = cookie.split_once("; ").unwrap();
    assert_eq!(flags, "path=/api/sso; httponly; samesite=lax; max-age=600");
    let address = begun.header("location").unwrap();
    for part in ["response_type=code", "code_challenge_method=s256", "&state=", "&nonce=", "&code_challenge="]
    {
        assert!(address.contains(part), "{address}");
    }
    assert!(!address.contains("secret"), "{address}");
    for back in ["https://evil.example", "//evil.example", "/%5Cevil.example", "/%09/evil.example"] {
        let mut browser = Browser::default();
        let stopped = browser.follow(&start_address(&server, &format!("?back={back}")), "/api/sso/callback");
        let ended = browser.request("GET", &stopped.location.unwrap(), None);
        assert_eq!(ended.location.as_deref(), Some("/"), "{back}");
    }
}

#[test]
fn without_the_provider_local_accounts_still_log_in() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &format!("http://{closed}"), ROLES);
    let root = server.root();
    let begun = server.get("/api/sso/start");
    assert_eq!((begun.status, begun.header("location")), (303, Some("/login?sso=unreachable")));
    assert_eq!(server.log_in("root").get("/api/me").status, 200);
    let failed = audit(&root, "login_failed");
    assert!(failed[0].starts_with("single sign-on: the sign-on provider cannot be reached"), "{failed:?}");
}

#[test]
fn a_server_says_what_its_single_sign_on_lacks() {
    let check = |settings: &str, args: &[&str], expected: &str| {
        let folder = tempfile::tempdir().unwrap();
        let base =
            "[sso]\nissuer = \"https://login.example\"\nclient_id = \"tutti\"\ndefault_role = \"learner\"\n";
        std::fs::write(folder.path().join("tutti.toml"), format!("{base}{settings}")).unwrap();
        let output =
            command(folder.path()).args(["serve", "--listen", "127.0.0.1:0"]).args(args).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(expected), "{said}");
    };
    check("", &[], "single sign-on is set up, but accounts are off");
    check(
        "client_secret_env = \"NO_SUCH_VARIABLE\"",
        &["--accounts"],
        "sso.client_secret_env names the variable NO_SUCH_VARIABLE, which is not set",
    );
    check("", &["--accounts", "--set", "sso.issuer=http://login.example"], "is not an https address");
    let nothing = Server::with_accounts(tempfile::tempdir().unwrap().path());
    assert_eq!(nothing.get("/api/me").json().get("single_sign_on"), None::<&Value>);
    let refused: Answer = nothing.get("/api/sso/start");
    assert_eq!(refused.problem(), "409 conflict");
}
