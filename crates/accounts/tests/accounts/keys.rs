//! Tokens.

use tutti_accounts::Role;
use tutti_core::Code;

use super::{DAY, MINUTE, by, code, reopen, world};

#[tokio::test]
async fn a_revoked_token_stops_at_once() {
    let world = world().await;
    world.add("ann", Role::Analyst).await;
    let ann = world.log_in("ann", 1).await;
    let made = world.accounts.make_token(by(&ann.who, 2), "script", None).await.unwrap();
    assert!(made.secret.starts_with("tutti_") && made.secret.len() == 49, "{}", made.secret);
    let whom = async |secret: &str, at| world.accounts.by_token(secret, at).await.unwrap();
    assert_eq!(whom(&made.secret, 3).await, Some(ann.who.clone()));
    assert_eq!(whom(&made.secret, 3).await, Some(ann.who.clone()), "also when it was looked up before");
    assert_eq!(world.session(&made.secret, 3).await, None, "a token is no cookie");
    assert_eq!(whom(&ann.session, 3).await, None, "and a cookie no token");

    let not_mine = world.accounts.revoke_token(by(&world.root.who, 4), &made.token.id).await;
    assert_eq!(code(not_mine).0, Code::NotFound);
    assert!(whom(&made.secret, 4).await.is_some());
    world.accounts.revoke_token(by(&ann.who, 5), &made.token.id).await.unwrap();
    assert_eq!(whom(&made.secret, 5).await, None);
    assert_eq!(reopen(&world).await.by_token(&made.secret, 5).await.unwrap(), None);
    assert_eq!(code(world.accounts.revoke_token(by(&ann.who, 6), &made.token.id).await).0, Code::NotFound);
}

#[tokio::test]
async fn tokens_end_when_they_should() {
    let world = world().await;
    let root = &world.root.who;
    let short = world.accounts.make_token(by(root, 0), "short", Some(DAY)).await.unwrap();
    let long = world.accounts.make_token(by(root, 0), "long", None).await.unwrap();
    let check = async |secret: &str, at, lets_in: bool| {
        assert_eq!(world.accounts.by_token(secret, at).await.unwrap().is_some(), lets_in, "at {at}");
    };
    check(&short.secret, DAY - 1, true).await;
    check(&short.secret, DAY, false).await;
    check(&short.secret, 400 * DAY, false).await;
    check(&long.secret, 400 * DAY, true).await;
}

#[tokio::test]
async fn a_list_tells_which_token_is_which_and_no_secret() {
    let world = world().await;
    let root = &world.root.who;
    let old = world.accounts.make_token(by(root, 1), "  old one ", None).await.unwrap();
    let new = world.accounts.make_token(by(root, 2), "new", Some(9 * DAY)).await.unwrap();
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
            ("new", 2, None, Some(9 * DAY), &new.secret[..10]),
            ("old one", 1, Some(10 * MINUTE), None, &old.secret[..10]),
        ]
    );
    assert!(world.accounts.tokens(&world.add("ann", Role::Learner).await.owner).await.unwrap().is_empty());
}

#[tokio::test]
async fn names_of_tokens_say_something() {
    let world = world().await;
    let root = &world.root.who;
    for bad in ["", "   ", "a\u{7}b", &"x".repeat(61)] {
        let made = world.accounts.make_token(by(root, 1), bad, None).await;
        assert_eq!(code(made), (Code::BadInput, Some("/name".into())), "{bad:?}");
    }
    for n in 0..100 {
        world.accounts.make_token(by(root, 1), &format!("{n}"), None).await.unwrap();
    }
    assert_eq!(code(world.accounts.make_token(by(root, 1), "one more", None).await).0, Code::Conflict);
}

#[tokio::test]
async fn whoever_listens_is_told_that_keys_changed() {
    let world = world().await;
    let ann = world.add("ann", Role::Learner).await;
    let login = world.log_in("ann", 1).await;
    let (mut anns, mut roots) = (
        Box::pin(world.accounts.wait_for_change(&ann.owner)),
        Box::pin(world.accounts.wait_for_change(&world.root.who.owner)),
    );
    assert!(!is_done(&mut anns).await && !is_done(&mut roots).await);
    world.accounts.log_out(&login.session, by(&login.who, 2)).await.unwrap();
    assert!(is_done(&mut anns).await);
    assert!(!is_done(&mut roots).await);
}

/// Whether a future is done, asked once.
async fn is_done(future: &mut std::pin::Pin<Box<impl Future<Output = ()>>>) -> bool {
    std::future::poll_fn(|context| std::task::Poll::Ready(future.as_mut().poll(context).is_ready())).await
}
