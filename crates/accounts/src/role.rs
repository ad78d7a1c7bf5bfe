//! Roles and their permissions. This one table decides everything.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! names {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$vdoc])* $variant),* }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }
    };
}

names! {
    /// A permission.
    Permission {
        /// The account's own documents, cards and quizzes.
        Study = "study",
        /// The item bank.
        Bank = "bank",
        Forge = "forge",
        Author = "author",
        /// Answer reviews of other people's runs.
        Review = "review",
        /// Analyse answers and data.
        Analyse = "analyse",
        Settings = "settings",
        /// Create, change and delete other accounts, and read the log.
        Accounts = "accounts",
    }
}

names! {
    /// The role of an account.
    Role {
        Learner = "learner",
        Author = "author",
        Reviewer = "reviewer",
        Analyst = "analyst",
        Admin = "admin",
    }
}

impl Role {
    pub const fn permissions(self) -> &'static [Permission] {
        use Permission::{Analyse, Author, Bank, Forge, Review, Study};
        match self {
            Self::Learner => &[Study],
            Self::Author => &[Study, Bank, Forge, Author],
            Self::Reviewer => &[Study, Review],
            Self::Analyst => &[Study, Bank, Analyse],
            Self::Admin => Permission::ALL,
        }
    }

    pub fn may(self, permission: Permission) -> bool {
        self.permissions().contains(&permission)
    }

    /// Whether it may do nothing that the other may not.
    pub fn is_within(self, other: Self) -> bool {
        self.permissions().iter().all(|permission| other.may(*permission))
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|role| role.name() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(role: &str, allowed: &str) {
        let role = Role::parse(role).unwrap();
        let names: Vec<_> =
            Permission::ALL.iter().filter(|may| role.may(**may)).map(|may| may.name()).collect();
        assert_eq!(names.join(" "), allowed, "{role:?}");
    }

    #[test]
    fn every_role_allows_what_the_table_says() {
        check("learner", "study");
        check("author", "study bank forge author");
        check("reviewer", "study review");
        check("analyst", "study bank analyse");
        check("admin", "study bank forge author review analyse settings accounts");
        assert_eq!(Role::ALL.len(), 5);
        assert_eq!(Role::parse("root"), None);
    }

    #[test]
    fn which_roles_a_token_may_have() {
        let check = |role: Role, expected: &str| {
            let within = Role::ALL.iter().filter(|other| other.is_within(role)).map(|other| other.name());
            assert_eq!(within.collect::<Vec<_>>().join(" "), expected, "{role:?}");
        };
        check(Role::Learner, "learner");
        check(Role::Author, "learner author");
        check(Role::Reviewer, "learner reviewer");
        check(Role::Analyst, "learner analyst");
        check(Role::Admin, "learner author reviewer analyst admin");
    }

    #[test]
    fn names_are_what_json_says() {
        for role in Role::ALL {
            assert_eq!(serde_json::to_value(role).unwrap(), role.name());
        }
        for permission in Permission::ALL {
            assert_eq!(serde_json::to_value(permission).unwrap(), permission.name());
        }
    }
}
