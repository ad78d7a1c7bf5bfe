//! What admins may do with other accounts.

use tutti_accounts::{Change, Proof, Role};
use tutti_core::{Code, Owner};

use super::{HERE, PASSWORD, by, code, token, world};

#[tokio::test]
async fn accounts_are_made_under_rules() {
    let world = world().await;
    world.add("bob", Role::Author).await;
    let check = async |name: &str, password: &str, expected: (Code, &str)| {
        let made = world.accounts.add(by(&world.root.who, 1), name, password, Role::Learner).await;
        assert_eq!(code(made), (expected.0, Some(expected.1.to_owned())), "{name:?} {password:?}");
    };
    check("bob", PASSWORD, (Code::Conflict, "/name")).await;
    check("Bob", PASSWORD, (Code::BadInput, "/name")).await;
    check("b", PASSWORD, (Code::BadInput, "/name")).await;
    check("carol", "short", (Code::BadInput, "/password")).await;
    check("a.longer.name", "a.longer.name", (Code::BadInput, "/password")).await;
    let names: Vec<_> = world.accounts.list().await.unwrap().into_iter().map(|a| (a.name, a.role)).collect();
    assert_eq!(names, [("bob".into(), Role::Author), ("root".into(), Role::Admin)]);
}

#[tokio::test]
async fn a_role_counts_at_once() {
    let world = world().await;
    let ann = world.add("ann", Role::Learner).await;
    let login = world.log_in("ann", 1).await;
    let token = world.accounts.make_token(by(&login.who, 1), token("script")).await.unwrap();
    let roles = async || {
        let session = world.session(&login.session, 2).await.unwrap().role;
        (session, world.accounts.by_token(&token.secret, 2).await.unwrap().unwrap().role)
    };
    assert_eq!(roles().await, (Role::Learner, Role::Learner));
    let change = Change { role: Some(Role::Reviewer), ..Change::default() };
    let changed = world.accounts.change(by(&world.root.who, 2), &ann.owner, change).await.unwrap();
    assert_eq!((changed.role, changed.updated_at), (Role::Reviewer, 2));
    assert_eq!(roles().await, (Role::Reviewer, Role::Reviewer));
}

#[tokio::test]
async fn an_admin_gives_a_new_password() {
    let world = world().await;
    let ann = world.add("ann", Role::Learner).await;
    let login = world.log_in("ann", 1).await;
    let change = async |owner: &Owner, password: &str| {
        let change = Change { password: Some(password), ..Change::default() };
        world.accounts.change(by(&world.root.who, 2), owner, change).await
    };
    assert_eq!(code(change(&ann.owner, "short").await), (Code::BadInput, Some("/password".into())));
    assert!(world.session(&login.session, 2).await.is_some());
    change(&ann.owner, "given by root").await.unwrap();
    assert_eq!(world.session(&login.session, 3).await, None, "whoever had the old one is out");
    assert!(world.accounts.log_in("ann", "given by root", Proof::default(), HERE, 3).await.is_ok());
    let own = change(&world.root.who.owner, "without the old").await;
    assert_eq!(code(own), (Code::Refused, Some("/password".into())));
    let gone = change(&Owner::parse("gone").unwrap(), "given by root").await;
    assert_eq!(code(gone).0, Code::NotFound);
    let log = world.log().await;
    assert!(log.contains(&"root account_changed about ann [ann: password]".to_owned()), "{log:?}");
}

#[tokio::test]
async fn whoever_has_the_machine_helps_the_last_admin() {
    let world = world().await;
    let password = world.accounts.reset("root", false, 2).await.unwrap();
    assert_eq!(world.session(&world.root.session, 3).await, None, "whoever had the old one is out");
    assert!(world.accounts.log_in("root", PASSWORD, Proof::default(), HERE, 3).await.is_err());
    assert!(world.accounts.log_in("root", &password, Proof::default(), HERE, 3).await.is_ok());
    assert_ne!(world.accounts.reset("root", false, 4).await.unwrap(), password);
    assert_eq!(code(world.accounts.reset("ghost", false, 4).await).0, Code::NotFound);
    let log = world.log().await;
    assert!(log.contains(&"the terminal account_changed about root [root: password]".to_owned()), "{log:?}");
}

#[tokio::test]
async fn the_last_admin_stays_one() {
    let world = world().await;
    let root = &world.root.who;
    let demote = Change { role: Some(Role::Learner), ..Change::default() };
    assert_eq!(code(world.accounts.change(by(root, 1), &root.owner, demote).await).0, Code::Conflict);
    assert_eq!(code(world.accounts.delete(by(root, 1), &root.owner).await).0, Code::Conflict);
    let second = world.add("second", Role::Admin).await;
    world.accounts.change(by(root, 2), &root.owner, demote).await.unwrap();
    assert_eq!(world.session(&world.root.session, 2).await.unwrap().role, Role::Learner);
    assert_eq!(code(world.accounts.delete(by(root, 3), &second.owner).await).0, Code::Conflict);
    assert!(!world.accounts.needs_setup().await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn admins_who_demote_each_other_leave_one() {
    let world = world().await;
    for name in ["admin1", "admin2", "admin3"] {
        world.add(name, Role::Admin).await;
    }
    let mut tasks = Vec::new();
    for account in world.accounts.list().await.unwrap() {
        let (accounts, root) = (world.accounts.clone(), world.root.who.clone());
        tasks.push(tokio::spawn(async move {
            let demote = Change { role: Some(Role::Learner), ..Change::default() };
            accounts.change(by(&root, 1), &account.owner, demote).await.is_ok()
        }));
    }
    let mut demoted = 0;
    for task in tasks {
        demoted += usize::from(task.await.unwrap());
    }
    let left = world.accounts.list().await.unwrap().into_iter().filter(|a| a.role == Role::Admin).count();
    assert_eq!((demoted, left), (3, 1));
}
