//! Tokens.

use tutti_accounts::{Change, Key, Permission, Role, Scope, TokenRequest, Who};
use tutti_core::Code;

use super::{DAY, MINUTE, by, code, reopen, token, world};

#[tokio::test]
async fn a_revoked_token_stops_at_once() {
    let world = world().await;
    world.add("ann", Role::Analyst).await;
    let ann = world.log_in("ann", 1).await;
    let made = world.accounts.make_token(by(&ann.who, 2), token("script")).await.unwrap();
    assert!(made.secret.starts_with("tutti_") && made.secret.len() == 49, "{}", made.secret);
    let whom = async |secret: &str, at| world.accounts.by_token(secret, at).await.unwrap();
    let scope = Scope { role: Role::Analyst, flows: None };
    let key = Key { id: made.token.id.clone(), scope: Some(scope) };
    assert_eq!(whom(&made.secret, 3).await, Some(Who { key, ..ann.who.clone() }));
    assert_eq!(world.session(&made.secret, 3).await, None, "a token is no cookie");
    assert_eq!(whom(&ann.session, 3).await, None, "and a cookie no token");

    let not_mine =
        world.accounts.revoke_token(by(&world.root.who, 4), &world.root.who.owner, &made.token.id).await;
    assert_eq!(code(not_mine).0, Code::NotFound);
    assert!(whom(&made.secret, 4).await.is_some());
    world.accounts.revoke_token(by(&ann.who, 5), &ann.who.owner, &made.token.id).await.unwrap();
    assert_eq!(whom(&made.secret, 5).await, None);
    assert_eq!(reopen(&world).await.by_token(&made.secret, 5).await.unwrap(), None);
    assert_eq!(
        code(world.accounts.revoke_token(by(&ann.who, 6), &ann.who.owner, &made.token.id).await).0,
        Code::NotFound
    );
}

#[tokio::test]
async fn tokens_end_when_they_should() {
    let world = world().await;
    let root = &world.root.who;
    let make =
        async |days| world.accounts.make_token(by(root, 0), TokenRequest { days, ..token("script") }).await;
    let (short, usual) = (make(Some(1)).await.unwrap(), make(None).await.unwrap());
    let check = async |secret: &str, at, lets_in: bool| {
        assert_eq!(world.accounts.by_token(secret, at).await.unwrap().is_some(), lets_in, "at {at}");
    };
    check(&short.secret, DAY - 1, true).await;
    check(&short.secret, DAY, false).await;
    check(&short.secret, 400 * DAY, false).await;
    check(&usual.secret, 90 * DAY - 1, true).await;
    check(&usual.secret, 90 * DAY, false).await;
    for days in [0, 366, u32::MAX] {
        let made = make(Some(days)).await;
        assert_eq!(code(made), (Code::BadInput, Some("/days".into())), "{days}");
    }
    let long = make(Some(365)).await.unwrap();
    assert_eq!(long.token.expires_at, Some(365 * DAY));
}

#[tokio::test]
async fn a_token_may_at_most_what_its_owner_may() {
    let world = world().await;
    let ann = world.add("ann", Role::Author).await;
    let login = world.log_in("ann", 1).await;
    let make = async |role: Option<Role>, flows: Option<Vec<String>>| {
        let asked = TokenRequest { role, flows, ..token("script") };
        world.accounts.make_token(by(&login.who, 1), asked).await
    };
    for role in [Role::Admin, Role::Reviewer, Role::Analyst] {
        assert_eq!(code(make(Some(role), None).await), (Code::BadInput, Some("/role".into())), "{role:?}");
    }
    let small = make(Some(Role::Learner), Some(vec!["forge".into()])).await.unwrap();
    let whole = make(None, None).await.unwrap();
    assert_eq!((small.token.role, whole.token.role), (Some(Role::Learner), Some(Role::Author)));
    let check = async |secret: &str, allowed: &str, flows: Option<&[String]>| {
        let who = world.accounts.by_token(secret, 2).await.unwrap().unwrap();
        let may = Permission::ALL.iter().filter(|may| who.may(**may)).map(|may| may.name());
        assert_eq!(may.collect::<Vec<_>>().join(" "), allowed);
        assert_eq!((who.flows(), who.is_login()), (flows, false));
    };
    check(&small.secret, "study", Some(&["forge".to_owned()])).await;
    check(&whole.secret, "study bank forge author", None).await;
    // Whatever becomes of the account, a token gains nothing.
    let change = async |role: Role| {
        let change = Change { role: Some(role), ..Change::default() };
        world.accounts.change(by(&world.root.who, 2), &ann.owner, change).await.unwrap();
    };
    change(Role::Admin).await;
    check(&whole.secret, "study bank forge author", None).await;
    change(Role::Analyst).await;
    check(&whole.secret, "study bank", None).await;
    change(Role::Reviewer).await;
    check(&small.secret, "study", Some(&["forge".to_owned()])).await;
    assert!(login.who.is_login() && login.who.flows().is_none());
}

#[tokio::test]
async fn an_admin_sees_and_revokes_all_tokens() {
    let world = world().await;
    let root = &world.root.who;
    for name in ["ann", "bob", "carol"] {
        world.add(name, Role::Learner).await;
        let login = world.log_in(name, 1).await;
        for n in 0..3 {
            world.accounts.make_token(by(&login.who, n), token(&format!("{name} {n}"))).await.unwrap();
        }
    }
    let (mut after, mut listed) = (None, Vec::new());
    loop {
        let page = world.accounts.all_tokens(after.as_ref(), 2).await.unwrap();
        let Some((_, last)) = page.last() else { break };
        after = Some(last.place());
        listed.extend(page);
    }
    let mut names: Vec<&str> = listed.iter().map(|(_, token)| token.name.as_str()).collect();
    assert!(listed.is_sorted_by(|(_, a), (_, b)| a.made_at >= b.made_at), "the newest first");
    names.sort_unstable();
    names.dedup();
    assert_eq!((names.len(), listed.len()), (9, 9), "every token once");
    let (owner, bobs) = listed.iter().find(|(owner, _)| owner == "bob").unwrap();
    assert!(bobs.name.starts_with(owner));
    world.accounts.revoke_token(by(root, 3), &bobs.owner, &bobs.id).await.unwrap();
    assert_eq!(world.accounts.tokens(&bobs.owner).await.unwrap().len(), 2);
    let log = world.log().await;
    assert_eq!(log.last().unwrap(), &format!("root token_revoked about bob [bob: {}]", bobs.name));
    // The id of a login is not that of a token.
    let login = world.log_in("bob", 4).await;
    let revoked = world.accounts.revoke_token(by(root, 5), &bobs.owner, &login.who.key.id).await;
    assert_eq!(code(revoked).0, Code::NotFound);
}

#[tokio::test]
async fn a_list_tells_which_token_is_which_and_no_secret() {
    let world = world().await;
    let root = &world.root.who;
    let old = world.accounts.make_token(by(root, 1), token("  old one ")).await.unwrap();
    let new =
        world.accounts.make_token(by(root, 2), TokenRequest { days: Some(9), ..token("new") }).await.unwrap();
    world.accounts.by_token(&old.secret, 10 * MINUTE).await.unwrap();
    world.accounts.by_token(&old.secret, 10 * MINUTE + 5).await.unwrap();
    let tokens = world.accounts.tokens(&root.owner).await.unwrap();
    let told: Vec<_> = tokens
        .iter()
        .map(|t| (t.name.as_str(), t.made_at, t.used_at, t.expires_at, t.start.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("new", 2, None, Some(9 * DAY + 2), &new.secret[..10]),
            ("old one", 1, Some(10 * MINUTE), Some(90 * DAY + 1), &old.secret[..10]),
        ]
    );
    assert!(world.accounts.tokens(&world.add("ann", Role::Learner).await.owner).await.unwrap().is_empty());
}

#[tokio::test]
async fn names_of_tokens_say_something() {
    let world = world().await;
    let root = &world.root.who;
    for bad in ["", "   ", "a\u{7}b", &"x".repeat(61)] {
        let made = world.accounts.make_token(by(root, 1), token(bad)).await;
        assert_eq!(code(made), (Code::BadInput, Some("/name".into())), "{bad:?}");
    }
    for n in 0..100 {
        world.accounts.make_token(by(root, 1), token(&format!("{n}"))).await.unwrap();
    }
    assert_eq!(code(world.accounts.make_token(by(root, 1), token("one more")).await).0, Code::Conflict);
}

#[tokio::test]
async fn whoever_listens_is_told_that_keys_changed() {
    let world = world().await;
    world.add("ann", Role::Learner).await;
    let (login, second) = (world.log_in("ann", 1).await, world.log_in("ann", 1).await);
    let watch = |who: &Who| Box::pin(world.accounts.wait_for_change(who, || 2));
    let (mut anns, mut roots) = (watch(&login.who), watch(&world.root.who));
    assert!(!is_done(&mut anns).await && !is_done(&mut roots).await);
    world.accounts.log_out(&second.session, by(&login.who, 2)).await.unwrap();
    assert!(is_done(&mut anns).await, "at once in the same process");
    assert!(!is_done(&mut roots).await);
    // Another process tells nobody; whoever listens finds out.
    let anns = watch(&login.who);
    let other = reopen(&world).await;
    other.log_out(&login.session, by(&login.who, 3)).await.unwrap();
    anns.await;
    assert!(!is_done(&mut roots).await);
}

/// Two processes that share a store, each of which has just used the key.
#[tokio::test]
async fn what_ends_in_one_process_ends_in_all() {
    let world = world().await;
    let other = reopen(&world).await;
    let root = by(&world.root.who, 3);
    let check = async |name: &str, what: &str| {
        let ann = world.add(name, Role::Author).await;
        let login = world.log_in(name, 1).await;
        let made = world.accounts.make_token(by(&login.who, 1), token("script")).await.unwrap();
        let roles = async || {
            let mut roles = Vec::new();
            for accounts in [&world.accounts, &other] {
                roles.push(accounts.by_session(&login.session, 2).await.unwrap().map(|who| who.role));
                roles.push(accounts.by_token(&made.secret, 2).await.unwrap().map(|who| who.role));
            }
            roles
        };
        let (author, learner) = (Some(Role::Author), Some(Role::Learner));
        assert_eq!(roles().await, [author; 4]);
        let change = |change: Change<'static>| other.change(root, &ann.owner, change);
        let none = Change::default();
        let expected = match what {
            "token revoked" => {
                other.revoke_token(root, &ann.owner, &made.token.id).await.unwrap();
                [author, None, author, None]
            }
            "logged out" => {
                other.log_out(&login.session, root).await.unwrap();
                [None, author, None, author]
            }
            "role" => {
                change(Change { role: Some(Role::Learner), ..none }).await.unwrap();
                [learner; 4]
            }
            "disabled" => {
                change(Change { is_disabled: Some(true), ..none }).await.unwrap();
                [None; 4]
            }
            "password" => {
                change(Change { password: Some("given by root"), ..none }).await.unwrap();
                [None; 4]
            }
            _ => {
                assert!(other.delete(root, &ann.owner).await.unwrap());
                [None; 4]
            }
        };
        assert_eq!(roles().await, expected, "{what}");
    };
    for (name, what) in [
        ("ann", "token revoked"),
        ("bob", "logged out"),
        ("carol", "role"),
        ("dave", "disabled"),
        ("erin", "password"),
        ("frank", "deleted"),
    ] {
        check(name, what).await;
    }
}

/// Whether a future is done, asked once.
async fn is_done(future: &mut std::pin::Pin<Box<impl Future<Output = ()>>>) -> bool {
    std::future::poll_fn(|context| std::task::Poll::Ready(future.as_mut().poll(context).is_ready())).await
}
