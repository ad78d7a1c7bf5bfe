//! Single sign-on: the table of roles, and what belongs together.

use insta::assert_snapshot;

use crate::{file, load, render_problems};

fn in_file(toml: &str) -> String {
    render_problems(load(&[file("tutti.toml", toml)], &[], &[]))
}

#[test]
fn roles_are_read_in_their_order() {
    let check = |toml: &str, env: &[(&str, &str)], flags: &[&str]| {
        let text = format!("[sso]\nissuer = \"https://login.example\"\nclient_id = \"tutti\"\n{toml}");
        let settings = load(&[file("tutti.toml", &text)], env, flags).unwrap();
        let again = load(&[file("tutti.toml", &settings.explain_toml())], &[], &[]).unwrap();
        assert_eq!(settings.sso, again.sso, "what is explained reads back equal");
        let roles = settings.sso.unwrap().roles;
        assert_eq!(roles, [("heads, all".into(), "admin".into()), ("a=b".into(), "author".into())]);
    };
    check("roles = { \"heads, all\" = \"admin\", \"a=b\" = \"author\" }", &[], &[]);
    check("[sso.roles]\n\"heads, all\" = \"admin\"\n\"a=b\" = \"author\"", &[], &[]);
    let written = "{ \"heads, all\" = \"admin\", \"a=b\" = \"author\" }";
    check("", &[("TUTTI_SSO_ROLES", written)], &[]);
    check("", &[], &[&format!("sso.roles={written}")]);
    let text = "[sso]\nissuer = \"https://login.example\"\nclient_id = \"tutti\"";
    let settings = load(&[file("tutti.toml", text)], &[], &["sso.roles=cn=x=admin, staff = author"]).unwrap();
    let roles = settings.sso.unwrap().roles;
    assert_eq!(roles, [("cn=x".into(), "admin".into()), ("staff".into(), "author".into())]);
    assert_eq!(load(&[], &[], &[]).unwrap().sso, None);
}

#[test]
fn what_is_missing_or_wrong_is_named() {
    assert_snapshot!(in_file("[sso]\nissuer = \"https://login.example\""), @r#"
    tutti.toml:2: sso.issuer is set, so sso.client_id must be set to text
    tutti.toml:2: sso.issuer is set, but nobody may log in: sso.roles and sso.default_role are not set
      hint: set sso.default_role to "learner", or give roles to groups under [sso.roles]
    "#);
    assert_snapshot!(in_file("[sso]\nroles = { staff = \"admn\" }\ndefault_role = \"root\""), @r#"
    tutti.toml:2: sso.roles must be a table of groups and their roles, each "learner", "author", "reviewer", "analyst" or "admin", found "admn" for the group "staff"
      hint: did you mean "admin"?
    tutti.toml:3: sso.default_role must be "learner", "author", "reviewer", "analyst" or "admin", found "root"
    "#);
    assert_snapshot!(in_file("[sso]\nisuer = \"x\"\nclient_secret = \"s3cret\"\nclient_secret_env = \"s3cret\"\nroles = \"staff\""), @r#"
    tutti.toml:2: sso has no key "isuer"; it has issuer, client_id, client_secret_env, scopes, groups_claim, roles, default_role, label
      hint: did you mean issuer?
    tutti.toml:3: sso.client_secret: a key does not belong in settings
      hint: put the key into a variable of its own, such as OIDC_CLIENT_SECRET, and write its name: client_secret_env = "OIDC_CLIENT_SECRET"
    tutti.toml:4: sso.client_secret_env must be an environment variable name: capital letters, digits and underscores, found something else, not shown because it may be a key
      hint: put the key into a variable and write the name of the variable here
    tutti.toml:5: sso.roles must be a table of groups and their roles, each "learner", "author", "reviewer", "analyst" or "admin", found "staff"
    "#);
}
