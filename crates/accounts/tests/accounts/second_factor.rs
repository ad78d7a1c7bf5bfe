//! Second factors, and people whom a provider has proved.

use tutti_accounts::{Proof, Role, SignOn};
use tutti_core::Code;

use super::{HERE, MINUTE, PASSWORD, by, code, world};

/// The secret of the test vectors of RFC 6238 is not settable, so codes come from the secret that an app would get.
fn app_code(secret: &str, at: i64) -> String {
    let bits = secret.bytes().fold(String::new(), |bits, sign| {
        let digit = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".iter().position(|known| *known == sign).unwrap();
        format!("{bits}{digit:05b}")
    });
    let key: Vec<u8> = bits
        .as_bytes()
        .chunks_exact(8)
        .map(|byte| byte.iter().fold(0, |all, bit| all << 1 | (bit - b'0')))
        .collect();
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &key);
    let tag = ring::hmac::sign(&key, &(at / 30_000).to_be_bytes()).as_ref().to_vec();
    let start = usize::from(tag[19] & 15);
    let number = u32::from_be_bytes(tag[start..start + 4].try_into().unwrap()) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

#[tokio::test]
async fn a_code_works_once_and_around_its_time() {
    let world = world().await;
    let ann = world.add("ann", Role::Learner).await;
    let who = world.log_in("ann", MINUTE).await.who;
    let accounts = &world.accounts;
    let begun = accounts.begin_second_factor(by(&who, MINUTE), PASSWORD).await.unwrap();
    let confirm = async |typed: &str, at| accounts.confirm_second_factor(by(&who, at), typed).await;
    assert_eq!(code(confirm("000", MINUTE).await), (Code::BadInput, Some("/code".into())));
    let codes = confirm(&app_code(&begun.secret, MINUTE), MINUTE).await.unwrap();
    assert_eq!(code(confirm(&app_code(&begun.secret, 2 * MINUTE), 2 * MINUTE).await).0, Code::Conflict);

    let enter = async |one_time_code: Option<&str>, at| {
        let proof = Proof { one_time_code, ..Proof::default() };
        accounts.log_in("ann", PASSWORD, proof, HERE, at).await.map_err(|denied| denied.problem)
    };
    let wrong = (Code::Unauthorized, Some("/one_time_code".to_owned()));
    let at = 10 * MINUTE;
    assert_eq!(code(enter(None, at).await), wrong);
    assert_eq!(code(enter(Some(&app_code(&begun.secret, MINUTE)), MINUTE).await), wrong, "used to confirm");
    let early = app_code(&begun.secret, at + 30_000);
    assert!(enter(Some(&early), at).await.is_ok(), "the clock of the phone is half a minute ahead");
    assert_eq!(
        code(enter(Some(&app_code(&begun.secret, at)), at).await),
        wrong,
        "an earlier step than one used"
    );
    assert_eq!(code(enter(Some(&app_code(&begun.secret, at)), at + 5 * MINUTE).await), wrong, "too late");
    assert!(enter(Some(&codes[0]), at + 6 * MINUTE).await.is_ok());
    assert_eq!(code(enter(Some(&codes[0]), at + 7 * MINUTE).await), wrong);
    assert_eq!(accounts.second_factor(&ann.owner).await.unwrap().recovery_codes, 9);

    // A code of an admin replaces the password, not the phone.
    let at = 60 * MINUTE;
    let reset = accounts.make_reset_code(by(&world.root.who, at), &ann.owner).await.unwrap().code;
    let with_code = async |one_time_code: Option<&str>| {
        let new = "another afternoon";
        let reset = accounts.reset_with_code("ann", &reset, new, one_time_code, HERE, at).await;
        reset.map(|login| login.who.name).map_err(|denied| denied.problem)
    };
    assert_eq!(code(with_code(None).await), wrong);
    assert_eq!(with_code(Some(&codes[1])).await.as_deref(), Ok("ann"));

    let root = by(&world.root.who, at);
    assert_eq!(code(accounts.remove_second_factor(root, &world.root.who.owner).await).0, Code::Refused);
    accounts.remove_second_factor(root, &ann.owner).await.unwrap();
    assert_eq!(code(accounts.remove_second_factor_of("ann", at).await).0, Code::NotFound);
    let log = world.log().await.join("\n");
    for line in [
        "ann second_factor_on about ann",
        "ann recovery_code_used about ann [9 left]",
        "root second_factor_off about ann [ann]",
        "somebody login_failed about ann [ann: second factor]",
    ] {
        assert!(log.contains(line), "{line}: {log}");
    }
    assert!(!log.contains(&begun.secret) && codes.iter().all(|code| !log.contains(code.as_str())));
}

#[tokio::test]
async fn the_right_password_alone_does_not_clear_wrong_codes() {
    let world = world().await;
    world.add("ann", Role::Learner).await;
    let who = world.log_in("ann", MINUTE).await.who;
    let begun = world.accounts.begin_second_factor(by(&who, MINUTE), PASSWORD).await.unwrap();
    let confirmed = app_code(&begun.secret, MINUTE);
    world.accounts.confirm_second_factor(by(&who, MINUTE), &confirmed).await.unwrap();
    let enter = async |one_time_code: Option<&str>| {
        let proof = Proof { one_time_code, ..Proof::default() };
        let entered = world.accounts.log_in("ann", PASSWORD, proof, HERE, 2 * MINUTE).await;
        entered.unwrap_err().problem.code
    };
    for _ in 0..20 {
        assert_eq!(enter(None).await, Code::Unauthorized, "asking for the code is not a failure");
    }
    for _ in 0..5 {
        assert_eq!(enter(Some("000000")).await, Code::Unauthorized);
        // After the fifth, nobody gets as far as the question.
        let asked = enter(None).await;
        assert!([Code::Unauthorized, Code::TooManyRequests].contains(&asked));
    }
    assert_eq!(enter(Some(&app_code(&begun.secret, 2 * MINUTE))).await, Code::TooManyRequests);
}

#[tokio::test]
async fn people_of_a_provider_have_accounts_without_passwords() {
    let world = world().await;
    let local = world.add("ann", Role::Author).await;
    let accounts = &world.accounts;
    let sign_on = async |subject: &str, name: Option<&str>, role: Role| {
        let person = SignOn { issuer: "https://login.example", subject, name, role };
        accounts.sign_on(person, HERE, 5).await.map(|login| login.who).map_err(|denied| denied.problem)
    };
    let ann = sign_on("17", Some("ann"), Role::Learner).await.unwrap();
    assert_eq!(ann.name, "ann-2");
    assert_ne!(ann.owner, local.owner);
    let again = sign_on("17", Some("other"), Role::Author).await.unwrap();
    assert_eq!((again.owner, again.name.as_str(), again.role), (ann.owner.clone(), "ann-2", Role::Author));
    assert_eq!(sign_on("18", None, Role::Learner).await.unwrap().name, "person");

    for password in ["", "a quiet afternoon", "$argon2id$"] {
        let entered = accounts.log_in("ann-2", password, Proof::default(), HERE, 6).await;
        assert_eq!(entered.unwrap_err().problem.code, Code::Unauthorized);
    }
    let mine = by(&ann, 6);
    let confirmed = accounts.confirm(mine, "", "/password").await.map_err(|denied| denied.problem);
    assert_eq!(code(confirmed).0, Code::Conflict);
    let begun = accounts.begin_second_factor(mine, "").await.map_err(|denied| denied.problem);
    assert_eq!(code(begun).0, Code::Conflict);
    assert_eq!(code(accounts.reset("ann-2", false, 6).await).0, Code::Conflict);
    assert_eq!(code(accounts.make_reset_code(by(&world.root.who, 6), &ann.owner).await).0, Code::Conflict);
    assert!(!accounts.has_password(&ann.owner).await.unwrap());
    assert!(accounts.has_password(&local.owner).await.unwrap());

    accounts.set_disabled("ann-2", true, 7).await.unwrap();
    assert_eq!(code(sign_on("17", None, Role::Author).await).0, Code::Forbidden);
    let log = world.log().await;
    let about: Vec<&String> = log.iter().filter(|line| line.contains("about ann-2")).collect();
    assert_eq!(
        about,
        [
            "ann-2 account_made about ann-2 [ann-2: role learner, by single sign-on]",
            "ann-2 logged_in about ann-2",
            "ann-2 account_changed about ann-2 [ann-2: role author, by the groups of single sign-on]",
            "ann-2 logged_in about ann-2",
            "somebody login_failed about ann-2 [ann-2]",
            "somebody login_failed about ann-2 [ann-2]",
            "somebody login_failed about ann-2 [ann-2]",
            "the terminal account_disabled about ann-2 [ann-2]",
            "somebody login_failed about ann-2 [ann-2: disabled]",
        ]
    );
}
