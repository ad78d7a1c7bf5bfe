//! Tests of identities at a sign-on provider and of second factors in the store.

use futures::future::join_all;
use tutti_core::{ContentHash, Owner};
use tutti_store::{
    AccountChange, AccountOutcome, AccountRow, IdentityRow, SecondFactorChange, Store, StoreUrl,
};

use super::open;

fn account(owner: &Owner, name: &str) -> AccountRow {
    AccountRow {
        owner: owner.clone(),
        name: name.into(),
        password: String::new(),
        role: "learner".into(),
        is_disabled: false,
        created_at: 1,
        updated_at: 1,
    }
}

fn identity(owner: &Owner, subject: &str) -> IdentityRow {
    let (issuer, subject) = ("https://login.example".to_owned(), subject.to_owned());
    IdentityRow { owner: owner.clone(), issuer, subject, made_at: 1 }
}

fn hash(code: &str) -> ContentHash {
    ContentHash::of_bytes(code.as_bytes())
}

async fn change(store: &Store, change: AccountChange) -> AccountOutcome {
    store.change_accounts(change, None).await.unwrap()
}

async fn factor(store: &Store, new: SecondFactorChange) -> AccountOutcome {
    change(store, AccountChange::SecondFactor(new)).await
}

/// Adds a row to each table of an owner who has an account.
pub(crate) async fn fill(store: &Store, owner: &Owner, word: &str) {
    // The identity of another account, moved to this one: a local account has none.
    let other = Owner::parse(format!("helper-{word}")).unwrap();
    let add = AccountChange::AddWithIdentity {
        account: account(&other, &format!("helper-{word}")),
        identity: identity(owner, word),
    };
    assert_eq!(change(store, add).await, AccountOutcome::Done);
    let begin =
        SecondFactorChange::Begin { owner: owner.clone(), secret: format!("secret-of-{word}"), at: 1 };
    assert_eq!(factor(store, begin).await, AccountOutcome::Done);
    let confirm =
        SecondFactorChange::Confirm { owner: owner.clone(), step: 1, codes: vec![hash(word)], at: 1 };
    assert_eq!(factor(store, confirm).await, AccountOutcome::Done);
}

pub(crate) async fn a_person_has_one_account(url: StoreUrl) {
    let store = open(&url).await;
    let owners: Vec<Owner> = (0..6).map(|n| Owner::parse(format!("owner{n}")).unwrap()).collect();
    // The same person by several windows at once, each with a name of its own.
    let add = |owner: &Owner, subject: &str, name: &str| AccountChange::AddWithIdentity {
        account: account(owner, name),
        identity: identity(owner, subject),
    };
    let outcomes =
        join_all(owners.iter().map(|owner| change(&store, add(owner, "17", owner.as_str())))).await;
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == AccountOutcome::Done).count(), 1);
    assert_eq!(store.accounts().await.unwrap().len(), 1);
    let issuer = "https://login.example";
    let first = store.account_by_identity(issuer, "17").await.unwrap().unwrap();
    assert_eq!(store.issuer_of(&first).await.unwrap().as_deref(), Some(issuer));
    assert_eq!(store.account_by_identity(issuer, "18").await.unwrap(), None);
    assert_eq!(store.account_by_identity("https://other.example", "17").await.unwrap(), None);
    // A taken name leaves no identity behind.
    let other = Owner::parse("other").unwrap();
    assert_eq!(change(&store, add(&other, "18", first.as_str())).await, AccountOutcome::Taken);
    assert_eq!(store.account_by_identity(issuer, "18").await.unwrap(), None);
    assert_eq!(store.issuer_of(&other).await.unwrap(), None);
}

pub(crate) async fn a_code_is_used_once(url: StoreUrl) {
    let store = open(&url).await;
    let owner = Owner::parse("ann").unwrap();
    let begin =
        |secret: &str| SecondFactorChange::Begin { owner: owner.clone(), secret: secret.into(), at: 1 };
    let confirm = || {
        let codes = vec![hash("a"), hash("b")];
        SecondFactorChange::Confirm { owner: owner.clone(), step: 5, codes, at: 2 }
    };
    assert_eq!(factor(&store, begin("x")).await, AccountOutcome::NotThere, "there is no account");
    change(&store, AccountChange::Add { account: account(&owner, "ann"), only_first: false }).await;
    assert_eq!(factor(&store, confirm()).await, AccountOutcome::NotThere);
    assert_eq!(factor(&store, begin("x")).await, AccountOutcome::Done);
    assert_eq!(
        factor(&store, begin("y")).await,
        AccountOutcome::Done,
        "one that is not confirmed is replaced"
    );
    let row = store.second_factor(&owner).await.unwrap().unwrap();
    assert_eq!((row.secret.as_str(), row.confirmed_at), ("y", None));
    assert_eq!(factor(&store, confirm()).await, AccountOutcome::Done);
    assert_eq!(factor(&store, confirm()).await, AccountOutcome::NotThere);
    assert_eq!(factor(&store, begin("z")).await, AccountOutcome::Taken);
    let row = store.second_factor(&owner).await.unwrap().unwrap();
    assert_eq!((row.secret.as_str(), row.step, row.confirmed_at, row.recovery_codes), ("y", 5, Some(2), 2));

    let uses = |change: SecondFactorChange| {
        let (store, changes) = (&store, vec![change; 5]);
        async move {
            let outcomes = join_all(changes.into_iter().map(|change| factor(store, change))).await;
            outcomes.iter().filter(|outcome| **outcome == AccountOutcome::Done).count()
        }
    };
    assert_eq!(uses(SecondFactorChange::UseStep { owner: owner.clone(), step: 5 }).await, 0);
    assert_eq!(uses(SecondFactorChange::UseStep { owner: owner.clone(), step: 6 }).await, 1);
    let code = |code: &str| SecondFactorChange::UseRecoveryCode { owner: owner.clone(), hash: hash(code) };
    assert_eq!(uses(code("a")).await, 1);
    assert_eq!(uses(code("c")).await, 0);
    assert_eq!(store.second_factor(&owner).await.unwrap().unwrap().recovery_codes, 1);
    assert_eq!(uses(SecondFactorChange::Remove { owner: owner.clone() }).await, 1);
    assert_eq!(store.second_factor(&owner).await.unwrap(), None);
    assert_eq!(uses(code("b")).await, 0, "recovery codes go with it");
}
