//! Whole logins at a provider that misbehaves.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tutti_sso::{
    Attempt, Identity, Options, Returned, Sso, SsoError,
    scripted::{Fault, ScriptedProvider},
};

/// Seconds since 1970.
const NOW: i64 = 1_800_000_000;
const MINUTE: i64 = 60 * 1000;

fn sso(provider: &ScriptedProvider) -> Sso {
    Sso::new(Options {
        issuer: provider.issuer(),
        client_id: "tutti".into(),
        client_secret: Some("a secret".into()),
        redirect_uri: "http://127.0.0.1/api/sso/callback".into(),
        scopes: "profile".into(),
        groups_claim: "groups".into(),
    })
    .unwrap()
}

/// Goes where the provider sends the browser, and returns what the browser brings back.
async fn visit(address: &str) -> Returned {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build();
    let reply = client.unwrap().get(address).send().await.unwrap();
    let back = reqwest::Url::parse(reply.headers()["location"].to_str().unwrap()).unwrap();
    let get =
        |name: &str| back.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
    Returned {
        code: get("code"),
        state: get("state"),
        iss: get("iss"),
        error: get("error"),
        error_description: get("error_description"),
    }
}

async fn log_in(sso: &Sso, now: i64) -> Result<Identity, SsoError> {
    let begun = sso.begin(now).await?;
    let returned = visit(&begun.address).await;
    sso.finish(begun.attempt, &returned, now).await
}

#[tokio::test]
async fn a_good_provider_proves_an_identity() {
    let provider = ScriptedProvider::start(NOW).unwrap();
    let expected = Identity {
        issuer: provider.issuer(),
        subject: "17".into(),
        name: Some("ann".into()),
        groups: vec!["staff".into()],
    };
    assert_eq!(log_in(&sso(&provider), NOW * 1000).await, Ok(expected.clone()));
    provider.set_fault(Fault::GroupsInUserInfo);
    assert_eq!(log_in(&sso(&provider), NOW * 1000).await, Ok(expected));
}

#[tokio::test]
async fn every_fault_is_noticed() {
    let provider = ScriptedProvider::start(NOW).unwrap();
    let issuer = provider.issuer();
    let bad = |why| SsoError::BadToken(why);
    let description = format!("{issuer}/.well-known/openid-configuration");
    for (fault, expected) in [
        (Fault::OtherIssuer, SsoError::WrongIssuer("https://evil.example".into())),
        (Fault::PlainTokenEndpoint, SsoError::NotSecure("http://login.example/token".into())),
        (Fault::HugeDescription, SsoError::TooLarge(description.clone())),
        (Fault::Broken, SsoError::Status { address: description, status: 500 }),
        (Fault::NoIdToken, SsoError::NoIdToken),
        (Fault::Unsigned, bad("its algorithm is not allowed")),
        (Fault::Hmac, bad("its algorithm is not allowed")),
        (Fault::Forged, bad("its signature is wrong")),
        (Fault::UnknownKey, SsoError::UnknownKey),
        (Fault::Expired, bad("it has expired")),
        (Fault::WrongNonce, bad("it was made for another login")),
        (Fault::WrongAudience, bad("it was made for another application")),
        (Fault::WrongIssuerInToken, bad("it was issued by another provider")),
        (Fault::UserInfoOfAnother, bad("the user info is about somebody else")),
        (Fault::Denies, SsoError::Denied("not today".into())),
    ] {
        provider.set_fault(fault);
        assert_eq!(log_in(&sso(&provider), NOW * 1000).await, Err(expected), "{fault:?}");
    }
}

#[tokio::test]
async fn an_attempt_belongs_to_its_browser() {
    let provider = ScriptedProvider::start(NOW).unwrap();
    let sso = sso(&provider);
    let now = NOW * 1000;
    let begin = || async { sso.begin(now).await.unwrap() };
    let finish = |attempt: Attempt, returned: Returned| {
        let sso = sso.clone();
        async move { sso.finish(attempt, &returned, now).await.map(|_| ()) }
    };
    let (mine, theirs) = (begin().await, begin().await);
    let (my_return, their_return) = (visit(&mine.address).await, visit(&theirs.address).await);
    // The other browser's answer, whole, or its code with the own state.
    assert_eq!(finish(mine.attempt.clone(), their_return.clone()).await, Err(SsoError::WrongState));
    let injected = Returned { code: their_return.code.clone(), ..my_return.clone() };
    let refused = Err(SsoError::CodeRefused("invalid_grant".into()));
    assert_eq!(finish(mine.attempt.clone(), injected).await, refused, "PKCE ties the code to its attempt");
    let none = Returned { state: None, ..my_return.clone() };
    assert_eq!(finish(mine.attempt.clone(), none).await, Err(SsoError::WrongState));
    let elsewhere = Returned { iss: Some("https://evil.example".into()), ..my_return.clone() };
    let other = Err(SsoError::OtherIssuer("https://evil.example".into()));
    assert_eq!(finish(mine.attempt.clone(), elsewhere).await, other);
    let unnamed = Returned { iss: None, ..my_return.clone() };
    assert_eq!(finish(mine.attempt.clone(), unnamed).await, Err(SsoError::OtherIssuer(String::new())));
    let no_code = Returned { code: None, ..my_return.clone() };
    assert_eq!(finish(mine.attempt.clone(), no_code).await, Err(SsoError::NoCode));
    assert_eq!(finish(mine.attempt.clone(), my_return.clone()).await, Ok(()));
    assert_eq!(finish(mine.attempt, my_return).await, refused, "a code is used once");
}

#[tokio::test]
async fn replaced_keys_are_fetched_once_and_with_a_pause() {
    let provider = ScriptedProvider::start(NOW).unwrap();
    let sso = sso(&provider);
    let looks = || provider.requests().iter().filter(|path| *path == "/keys").count();
    let mut now = NOW * 1000;
    assert!(log_in(&sso, now).await.is_ok());
    assert!(log_in(&sso, now).await.is_ok());
    assert_eq!(looks(), 1, "known keys are not fetched again");
    now += MINUTE;
    provider.rotate_key();
    assert!(log_in(&sso, now).await.is_ok(), "a new key is found");
    assert_eq!(looks(), 2);
    provider.set_fault(Fault::UnknownKey);
    for _ in 0..3 {
        assert_eq!(log_in(&sso, now).await, Err(SsoError::UnknownKey));
    }
    assert_eq!(looks(), 2, "made-up keys cause no requests");
    now += MINUTE;
    for _ in 0..3 {
        assert_eq!(log_in(&sso, now).await, Err(SsoError::UnknownKey));
    }
    assert_eq!(looks(), 3, "except one after the pause");
    let descriptions = provider.requests().iter().filter(|path| path.starts_with("/.well-known")).count();
    assert_eq!(descriptions, 1);
}

#[tokio::test]
async fn a_provider_that_is_down_is_named_as_the_reason() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let options = Options {
        issuer: format!("http://{closed}"),
        client_id: "tutti".into(),
        client_secret: None,
        redirect_uri: String::new(),
        scopes: String::new(),
        groups_claim: String::new(),
    };
    let error = Sso::new(options.clone()).unwrap().begin(0).await.unwrap_err();
    assert!(error.to_string().starts_with("the sign-on provider cannot be reached"), "{error}");
    let plain = Options { issuer: "http://login.example".into(), ..options };
    assert!(matches!(Sso::new(plain), Err(SsoError::NotSecure(_))));
}
