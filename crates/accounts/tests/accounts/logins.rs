//! Login and logout.

use tutti_accounts::{Accounts, Denied, Proof, Role};
use tutti_core::Code;

use super::{DAY, ELSEWHERE, HERE, MINUTE, PASSWORD, SESSIONS, by, code, empty, reopen, token, world};

#[tokio::test]
async fn the_first_admin_is_made_once() {
    let (accounts, store, _folder) = empty().await;
    assert!(accounts.needs_setup().await.unwrap());
    let setup = accounts.setup_code().await.unwrap().unwrap();
    assert_eq!(
        accounts.setup_code().await.unwrap().as_ref(),
        Some(&setup),
        "the same until the process ends"
    );
    let other = Accounts::new(store.clone(), SESSIONS);
    assert_ne!(other.setup_code().await.unwrap().unwrap(), setup, "another process has another one");

    let try_it = async |code: &str, name: &str, password: &str| {
        accounts.set_up(code, name, password, HERE, 1).await.map_err(|denied| denied.problem)
    };
    assert_eq!(
        code(try_it("0000-0000-0000-0000", "root", PASSWORD).await),
        (Code::Unauthorized, Some("/code".into()))
    );
    assert_eq!(code(try_it("", "root", PASSWORD).await), (Code::Unauthorized, Some("/code".into())));
    assert_eq!(code(try_it(&setup, "R", PASSWORD).await), (Code::BadInput, Some("/name".into())));
    assert_eq!(code(try_it(&setup, "root", "short").await), (Code::BadInput, Some("/password".into())));
    let typed = setup.to_uppercase().replace('-', " ");
    let root = try_it(&typed, "root", PASSWORD).await.unwrap();
    assert_eq!((root.who.name.as_str(), root.who.role), ("root", Role::Admin));
    assert_eq!(accounts.by_session(&root.session, 2).await.unwrap(), Some(root.who));

    assert!(!accounts.needs_setup().await.unwrap());
    assert_eq!(accounts.setup_code().await.unwrap(), None);
    assert_eq!(code(try_it(&setup, "second", PASSWORD).await), (Code::Conflict, None));
    // The other process has a code that was good once; there is an admin now.
    let late = other.setup_code().await.unwrap();
    assert_eq!(late, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_set_up_at_once_one_is_the_admin() {
    let (accounts, _, _folder) = empty().await;
    let setup = accounts.setup_code().await.unwrap().unwrap();
    let mut tasks = Vec::new();
    for n in 0..6 {
        let (accounts, setup) = (accounts.clone(), setup.clone());
        tasks.push(tokio::spawn(async move {
            accounts.set_up(&setup, &format!("root{n}"), PASSWORD, HERE, 1).await.is_ok()
        }));
    }
    let mut made = 0;
    for task in tasks {
        made += usize::from(task.await.unwrap());
    }
    assert_eq!(made, 1);
    assert_eq!(accounts.list().await.unwrap().len(), 1);
}

#[tokio::test]
async fn codes_are_not_guessed_without_end() {
    let (accounts, _, _folder) = empty().await;
    let setup = accounts.setup_code().await.unwrap().unwrap();
    let guess = async |code: &str, at| accounts.set_up(code, "root", PASSWORD, HERE, at).await;
    for _ in 0..5 {
        assert_eq!(guess("guess", 0).await.unwrap_err().problem.code, Code::Unauthorized);
    }
    let denied = guess(&setup, 0).await.unwrap_err();
    assert_eq!((denied.problem.code, denied.retry_after), (Code::TooManyRequests, Some(60)));
    assert!(guess(&setup, MINUTE).await.is_ok());
}

#[tokio::test]
async fn whoever_knows_their_password_comes_in() {
    let world = world().await;
    world.add("ann", Role::Author).await;
    let ann = world.log_in(" Ann ", 5).await;
    assert_eq!((ann.who.name.as_str(), ann.who.role), ("ann", Role::Author));
    assert_eq!(world.session(&ann.session, 6).await.unwrap(), ann.who);
    assert_eq!(world.session(&ann.session.to_lowercase(), 6).await, None);
    assert_eq!(world.session("", 6).await, None);
    let again = reopen(&world).await;
    assert_eq!(
        again.by_session(&ann.session, 6).await.unwrap(),
        Some(ann.who.clone()),
        "also after a restart"
    );

    let second = world.log_in("ann", 7).await;
    world.accounts.log_out(&ann.session, by(&ann.who, 8)).await.unwrap();
    assert_eq!(world.session(&ann.session, 8).await, None, "at once");
    assert!(world.session(&second.session, 8).await.is_some(), "only this one");
    world.accounts.log_out(&ann.session, by(&ann.who, 9)).await.unwrap();
}

#[tokio::test]
async fn an_unknown_name_and_a_wrong_password_look_the_same() {
    let world = world().await;
    let try_it = async |name: &str, password: &str| -> Denied {
        world.accounts.log_in(name, password, Proof::default(), HERE, 1).await.unwrap_err()
    };
    let wrong = try_it("root", "another afternoon").await;
    assert_eq!(wrong.problem.code, Code::Unauthorized);
    for (name, password) in [("nobody", PASSWORD), ("", ""), ("no name at all!", PASSWORD), ("root", "")] {
        assert_eq!(try_it(name, password).await, wrong, "{name:?}");
    }
}

#[tokio::test]
async fn logins_are_throttled() {
    let world = world().await;
    world.add("ann", Role::Learner).await;
    let login = async |name: &str, password: &str, address: &str, at| match world
        .accounts
        .log_in(name, password, Proof::default(), address, at)
        .await
    {
        Ok(_) => "in".to_owned(),
        Err(denied) => format!("{} {}", denied.problem.code, denied.retry_after.unwrap_or_default()),
    };
    for minute in 0..5 {
        assert_eq!(login("ann", "wrong", HERE, minute * MINUTE).await, "unauthorized 0");
    }
    let at = 4 * MINUTE;
    assert_eq!(login("ann", PASSWORD, HERE, at).await, "too_many_requests 60", "also with the right one");
    assert_eq!(login("nobody", "wrong", HERE, at).await, "unauthorized 0");
    assert_eq!(login("root", PASSWORD, HERE, at).await, "in", "others at the same address");
    assert_eq!(login("ann", "wrong", HERE, 5 * MINUTE).await, "unauthorized 0");
    assert_eq!(login("ann", "wrong", HERE, 5 * MINUTE).await, "too_many_requests 120", "the pauses grow");
    assert_eq!(login("ann", PASSWORD, ELSEWHERE, at).await, "in", "the owner at another address");
    assert_eq!(login("ann", PASSWORD, HERE, 7 * MINUTE).await, "in");
    assert_eq!(login("ann", "wrong", HERE, 7 * MINUTE).await, "unauthorized 0", "and counts from the start");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_attempts_at_once_get_no_further_than_many_in_a_row() {
    let world = world().await;
    let mut tasks = Vec::new();
    for n in 0..12 {
        let accounts = world.accounts.clone();
        tasks.push(tokio::spawn(async move {
            let address = format!("2001:db8::{n}");
            accounts.log_in("root", "wrong", Proof::default(), &address, 1).await.unwrap_err().problem.code
        }));
    }
    let mut tried = 0;
    for task in tasks {
        tried += usize::from(task.await.unwrap() == Code::Unauthorized);
    }
    assert_eq!(tried, 5);
}

/// Somebody who tries from everywhere slows the owner down at worst, and not with a second proof.
#[tokio::test]
async fn a_second_proof_gets_through() {
    let world = world().await;
    let ann = world.add("ann", Role::Learner).await;
    let known = world.log_in("ann", 0).await;
    let at = 20 * DAY;
    assert_eq!(world.session(&known.session, at).await, None, "it is over");
    let attack = async |n: i64| {
        let address = format!("198.51.100.{n}");
        world.accounts.log_in("ann", "wrong", Proof::default(), &address, at).await.unwrap_err()
    };
    for n in 0..20 {
        assert_eq!(attack(n).await.problem.code, Code::Unauthorized);
    }
    let login = async |password: &str, proof: Proof<'_>| match world
        .accounts
        .log_in("ann", password, proof, ELSEWHERE, at)
        .await
    {
        Ok(_) => "in".to_owned(),
        Err(denied) => format!("{} {}", denied.problem.code, denied.retry_after.unwrap_or_default()),
    };
    assert_eq!(login(PASSWORD, Proof::default()).await, "too_many_requests 1");
    let strange = Proof { session: Some(&world.root.session), ..Proof::default() };
    assert_eq!(login(PASSWORD, strange).await, "too_many_requests 1", "the browser of somebody else");
    let browser = Proof { session: Some(&known.session), ..Proof::default() };
    assert_eq!(login(PASSWORD, browser).await, "in");
    for _ in 0..5 {
        assert_eq!(login("guess", browser).await, "unauthorized 0");
    }
    assert_eq!(login(PASSWORD, browser).await, "too_many_requests 60", "a stolen browser guesses no further");

    let made = world.accounts.make_reset_code(by(&world.root.who, at), &ann.owner).await.unwrap();
    let code = Proof { code: Some(&made.code), ..Proof::default() };
    assert_eq!(login("guess", code).await, "unauthorized 0", "a code alone is not enough");
    assert_eq!(login(PASSWORD, code).await, "in");
    assert_eq!(login(PASSWORD, code).await, "too_many_requests 1", "a code works once");
}

#[tokio::test]
async fn a_login_slides_and_ends() {
    let world = world().await;
    // On which days a login of day 0 is used, and on which day it is over.
    let check = async |used: &[i64], over: i64| {
        let login = world.log_in("root", 0).await;
        for day in used {
            assert!(world.session(&login.session, day * DAY).await.is_some(), "{used:?} on day {day}");
        }
        assert!(world.session(&login.session, over * DAY - 1).await.is_some(), "{used:?} before day {over}");
        let again = world.log_in("root", 0).await;
        for day in used {
            assert!(world.session(&again.session, day * DAY).await.is_some(), "{used:?} on day {day}");
        }
        assert_eq!(world.session(&again.session, over * DAY).await, None, "{used:?} on day {over}");
    };
    check(&[], 14).await;
    check(&[13], 27).await;
    check(&[10, 20, 30, 40, 50, 60, 70, 80, 89], 90).await;
}

#[tokio::test]
async fn old_logins_are_cleared_away() {
    let world = world().await;
    for n in 0..60 {
        world.log_in("root", n).await;
    }
    let logins =
        async || world.store.keys(&world.root.who.owner, tutti_store::KeyKind::Login).await.unwrap().len();
    assert_eq!(logins().await, 50, "the oldest give way");
    world.log_in("root", 20 * DAY).await;
    assert_eq!(logins().await, 50, "those that are over still prove that the browser is known");
    world.log_in("root", 60 * DAY).await;
    assert_eq!(logins().await, 2, "and then are gone");
}

#[tokio::test]
async fn a_new_password_ends_the_other_logins() {
    let world = world().await;
    world.add("ann", Role::Learner).await;
    let (here, there) = (world.log_in("ann", 1).await, world.log_in("ann", 1).await);
    let token = world.accounts.make_token(by(&here.who, 1), token("script")).await.unwrap();
    let change = async |current: &str, new: &str, at| {
        let changed =
            world.accounts.set_password(by(&here.who, at), current, new, Some(&here.session), false).await;
        changed.map_err(|denied| denied.problem)
    };
    assert_eq!(code(change("wrong", "a new afternoon", 2).await), (Code::Forbidden, Some("/current".into())));
    assert_eq!(code(change(PASSWORD, "short", 2).await), (Code::BadInput, Some("/new".into())));
    assert_eq!(code(change(PASSWORD, "1234567890", 2).await), (Code::BadInput, Some("/new".into())));
    assert!(world.session(&there.session, 3).await.is_some(), "nothing was changed");
    change(PASSWORD, "a new afternoon", 4).await.unwrap();
    assert!(world.session(&here.session, 5).await.is_some());
    assert_eq!(world.session(&there.session, 5).await, None);
    assert_eq!(world.accounts.by_token(&token.secret, 5).await.unwrap(), None, "programs, too");
    assert!(world.session(&world.root.session, 5).await.is_some(), "others stay");
    assert!(world.accounts.log_in("ann", PASSWORD, Proof::default(), HERE, 6).await.is_err());
    assert!(world.accounts.log_in("ann", "a new afternoon", Proof::default(), HERE, 6).await.is_ok());
    // Somebody who found a browser open does not find the password by trying.
    for _ in 0..5 {
        assert_eq!(code(change("guess", "another one here", 7).await).0, Code::Forbidden);
    }
    assert_eq!(code(change("guess", "another one here", 7).await).0, Code::TooManyRequests);
}

#[tokio::test]
async fn what_happens_is_in_the_log() {
    let world = world().await;
    world.add("ann", Role::Learner).await;
    let ann = world.log_in("ann", 1).await;
    let _ = world.accounts.log_in("ann", "wrong", Proof::default(), HERE, 2).await;
    let _ = world.accounts.log_in("nobody", "wrong", Proof::default(), HERE, 2).await;
    let _ = world.accounts.log_in("my secret words!", "ann", Proof::default(), HERE, 2).await;
    let token = world.accounts.make_token(by(&ann.who, 3), token(" script ")).await.unwrap();
    world.accounts.revoke_token(by(&ann.who, 4), &ann.who.owner, &token.token.id).await.unwrap();
    let changed =
        world.accounts.set_password(by(&ann.who, 5), PASSWORD, "another evening", Some(&ann.session), false);
    changed.await.unwrap();
    world.accounts.note(6, Some("ann"), "settings_changed", Some("study.cards"), Some(HERE)).await.unwrap();
    world.accounts.note(6, None, "started", None, None).await.unwrap();
    world.accounts.log_out(&ann.session, by(&ann.who, 7)).await.unwrap();
    assert_eq!(
        world.log().await,
        [
            "root account_made about root [root: role admin]",
            "root logged_in about root",
            "root account_made about ann [ann: role learner]",
            "ann logged_in about ann",
            "somebody login_failed about ann [ann]",
            "somebody login_failed about nobody [nobody]",
            "somebody login_failed about nobody",
            "ann token_made about ann [script: role learner, 90 days]",
            "ann token_revoked about ann [script]",
            "ann password_changed about ann",
            "ann settings_changed about ann [study.cards]",
            "somebody started about nobody",
            "ann logged_out about ann",
        ]
    );
    let page = world.accounts.audit(Some(4), 2).await.unwrap();
    assert_eq!(page.iter().map(|line| line.n).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(page[0].line.address.as_deref(), Some(HERE));
}
