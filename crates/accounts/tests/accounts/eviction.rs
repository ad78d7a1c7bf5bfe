//! How somebody who got into an account is put out again.

use tutti_accounts::{Change, Proof, Role};
use tutti_core::{Code, Owner};

use super::{DAY, ELSEWHERE, HERE, PASSWORD, by, code, token, world};

const NEW: &str = "another afternoon";

/// Every way to a new password ends sessions and tokens, unless the tokens are kept.
#[tokio::test]
async fn a_new_password_ends_tokens_unless_told_otherwise() {
    let world = world().await;
    let check = async |name: &str, way: &str, keep_tokens: bool| {
        let account = world.add(name, Role::Learner).await;
        let (here, there) = (world.log_in(name, 1).await, world.log_in(name, 1).await);
        let script = world.accounts.make_token(by(&here.who, 1), token("script")).await.unwrap();
        match way {
            "own" => {
                let session = Some(here.session.as_str());
                world
                    .accounts
                    .set_password(by(&here.who, 2), PASSWORD, NEW, session, keep_tokens)
                    .await
                    .unwrap();
            }
            "admin" => {
                let change = Change { password: Some(NEW), keep_tokens, ..Change::default() };
                world.accounts.change(by(&world.root.who, 2), &account.owner, change).await.unwrap();
            }
            _ => {
                world.accounts.reset(name, keep_tokens, 2).await.unwrap();
            }
        }
        let found = world.accounts.by_token(&script.secret, 3).await.unwrap();
        assert_eq!(found.is_some(), keep_tokens, "{way} {keep_tokens}");
        assert_eq!(world.session(&here.session, 3).await.is_some(), way == "own", "{way}");
        assert_eq!(world.session(&there.session, 3).await, None, "{way}");
    };
    for (name, way, keep_tokens) in [
        ("ann", "own", false),
        ("bob", "own", true),
        ("carol", "admin", false),
        ("dave", "admin", true),
        ("erin", "terminal", false),
        ("frank", "terminal", true),
    ] {
        check(name, way, keep_tokens).await;
    }
    let log = world.log().await;
    assert!(log.contains(&"bob password_changed about bob [tokens kept]".to_owned()), "{log:?}");
    assert!(
        log.contains(&"root account_changed about dave [dave: password, tokens kept]".to_owned()),
        "{log:?}"
    );
}

#[tokio::test]
async fn a_disabled_account_is_shut_until_it_is_enabled() {
    let world = world().await;
    let ann = world.add("ann", Role::Learner).await;
    let login = world.log_in("ann", 1).await;
    let script = world.accounts.make_token(by(&login.who, 1), token("script")).await.unwrap();
    let made = world.accounts.make_reset_code(by(&world.root.who, 1), &ann.owner).await.unwrap();
    let set = async |owner: &Owner, is_disabled: bool| {
        let change = Change { is_disabled: Some(is_disabled), ..Change::default() };
        world.accounts.change(by(&world.root.who, 2), owner, change).await
    };
    assert!(set(&ann.owner, true).await.unwrap().is_disabled);
    assert_eq!(world.session(&login.session, 3).await, None);
    assert_eq!(world.accounts.by_token(&script.secret, 3).await.unwrap(), None);
    let log_in =
        async |password: &str| world.accounts.log_in("ann", password, Proof::default(), HERE, 3).await;
    assert_eq!(log_in(PASSWORD).await.unwrap_err(), log_in("wrong").await.unwrap_err(), "the same words");
    let reset = world.accounts.reset_with_code("ann", &made.code, NEW, None, HERE, 3).await;
    assert_eq!(reset.unwrap_err().problem.code, Code::Unauthorized);
    let another = world.accounts.make_reset_code(by(&world.root.who, 3), &ann.owner).await;
    assert_eq!(code(another).0, Code::Conflict);
    let log = world.log().await;
    let expected = [
        "root account_disabled about ann [ann]",
        "somebody login_failed about ann [ann: disabled]",
        "somebody login_failed about ann [ann]",
    ];
    assert_eq!(log[log.len() - 3..], expected);

    assert!(!set(&ann.owner, false).await.unwrap().is_disabled);
    assert_eq!(world.session(&login.session, 4).await, None, "logins do not come back");
    assert!(world.accounts.by_token(&script.secret, 4).await.unwrap().is_some(), "tokens do");
    assert!(log_in(PASSWORD).await.is_ok());
}

#[tokio::test]
async fn the_last_admin_who_can_log_in_stays() {
    let world = world().await;
    let root = &world.root.who;
    let second = world.add("second", Role::Admin).await;
    let disable = Change { is_disabled: Some(true), ..Change::default() };
    let demote = Change { role: Some(Role::Learner), ..Change::default() };
    world.accounts.change(by(root, 1), &second.owner, disable).await.unwrap();
    for change in [disable, demote] {
        assert_eq!(code(world.accounts.change(by(root, 2), &root.owner, change).await).0, Code::Conflict);
    }
    assert_eq!(code(world.accounts.delete(by(root, 2), &root.owner).await).0, Code::Conflict);
    assert_eq!(code(world.accounts.set_disabled("root", true, 2).await).0, Code::Conflict);
    world.accounts.set_disabled("second", false, 3).await.unwrap();
    world.accounts.set_disabled("root", true, 4).await.unwrap();
    assert_eq!(world.session(&world.root.session, 5).await, None);
    assert!(world.accounts.delete(by(root, 5), &root.owner).await.unwrap(), "a disabled admin can go");
}

#[tokio::test]
async fn a_reset_code_sets_a_new_password_once() {
    let world = world().await;
    let ann = world.add("ann", Role::Learner).await;
    let bob = world.add("bob", Role::Learner).await;
    let login = world.log_in("ann", 1).await;
    let script = world.accounts.make_token(by(&login.who, 1), token("script")).await.unwrap();
    let root = by(&world.root.who, 2);
    assert_eq!(code(world.accounts.make_reset_code(root, root.owner).await).0, Code::Refused);
    let first = world.accounts.make_reset_code(root, &ann.owner).await.unwrap();
    let second = world.accounts.make_reset_code(root, &ann.owner).await.unwrap();
    let bobs = world.accounts.make_reset_code(root, &bob.owner).await.unwrap();
    assert_eq!(second.expires_at, DAY + 2);
    let reset = async |name: &str, code: &str, password: &str, address: &str, at| {
        let done = world.accounts.reset_with_code(name, code, password, None, address, at).await;
        done.map_err(|denied| denied.problem)
    };
    let wrong = (Code::Unauthorized, Some("/code".to_owned()));
    for (name, typed, at) in [
        ("ann", first.code.as_str(), 3),
        ("ann", "", 3),
        ("ann", &bobs.code, 3),
        ("nobody", &second.code, 3),
        ("ann", &second.code, DAY + 2),
    ] {
        assert_eq!(code(reset(name, typed, NEW, HERE, at).await), wrong, "{name} {typed}");
    }
    let short = reset("ann", &second.code, "short", HERE, 4).await;
    assert_eq!(code(short), (Code::BadInput, Some("/password".into())), "and the code still works");
    let typed = second.code.to_uppercase().replace('-', " ");
    let again = reset(" Ann", &typed, NEW, HERE, 5).await.unwrap();
    assert!(world.session(&again.session, 6).await.is_some());
    assert_eq!(world.session(&login.session, 6).await, None);
    assert_eq!(world.accounts.by_token(&script.secret, 6).await.unwrap(), None);
    assert_eq!(code(reset("ann", &second.code, "yet another", ELSEWHERE, 6).await), wrong, "works once");
    for _ in 0..4 {
        assert_eq!(code(reset("ann", "guess", NEW, ELSEWHERE, 7).await), wrong);
    }
    assert_eq!(code(reset("ann", "guess", NEW, ELSEWHERE, 7).await).0, Code::TooManyRequests);
    assert!(world.accounts.log_in("ann", NEW, Proof::default(), HERE, DAY).await.is_ok());
    let terminal = world.accounts.make_reset_code_for("root", 9).await.unwrap();
    assert!(reset("root", &terminal.code, NEW, HERE, 10).await.is_ok(), "from the terminal for anybody");
    let log = world.log().await;
    assert!(log.contains(&"ann password_changed about ann [with a reset code]".to_owned()), "{log:?}");
}

#[tokio::test]
async fn of_many_who_use_a_code_one_succeeds() {
    let world = world().await;
    let ann = world.add("ann", Role::Learner).await;
    let made = world.accounts.make_reset_code(by(&world.root.who, 1), &ann.owner).await.unwrap();
    let mut tasks = Vec::new();
    for n in 0..4 {
        let (accounts, code) = (world.accounts.clone(), made.code.clone());
        tasks.push(tokio::spawn(async move {
            accounts
                .reset_with_code("ann", &code, &format!("afternoon number {n}"), None, HERE, 2)
                .await
                .is_ok()
        }));
    }
    let mut done = 0;
    for task in tasks {
        done += usize::from(task.await.unwrap());
    }
    assert_eq!(done, 1);
}
