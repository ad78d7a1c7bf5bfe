//! The table of routes: the purpose, permission, input and output of each. The router, the access control, the OpenAPI
//! document and the permission test are all generated from it, so they cannot disagree.

use axum::{
    handler::Handler,
    routing::{MethodFilter, MethodRouter, on},
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use tutti_accounts::Permission;

use crate::{app::App, offload::Beside};

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Needs {
    /// Anybody, even without an account.
    Nothing,
    /// Anybody who is logged in.
    Account,
    /// Anybody whose role has this permission.
    May(Permission),
    /// Anybody who logged in; not a program with a token, which could otherwise outlive its token.
    Login,
    /// Anybody who logged in and whose role has this permission.
    LoginMay(Permission),
}

impl Needs {
    /// The permission that is required, if any.
    pub fn permission(self) -> Option<Permission> {
        match self {
            Self::May(permission) | Self::LoginMay(permission) => Some(permission),
            Self::Nothing | Self::Account | Self::Login => None,
        }
    }

    /// Whether a token is refused.
    pub fn is_login(self) -> bool {
        matches!(self, Self::Login | Self::LoginMay(_))
    }
}

/// What a request takes from the quotas of its account and from the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Burden {
    Nothing,
    /// It adds data.
    Adds,
    /// It starts a run, which adds data and may call models.
    Starts,
}

type Describe = fn(&mut SchemaGenerator) -> Schema;

/// The content type of a body.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Media {
    Json(Describe),
    Form(Describe),
    /// Bytes of this type.
    File(&'static str),
    Events,
    Nothing,
}

/// One route.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) needs: Needs,
    pub(crate) about: &'static str,
    pub(crate) query: Option<Describe>,
    pub(crate) body: Option<Media>,
    pub(crate) headers: Vec<&'static str>,
    pub(crate) gives: Vec<(u16, Media)>,
    pub(crate) fails: Vec<u16>,
    /// Where its handler runs; none for the threads that answer requests.
    pub(crate) beside: Option<Beside>,
    pub(crate) burden: Burden,
    /// Whether a request may be handled again if its first answer was lost.
    pub(crate) is_repeatable: bool,
    /// Whether the response holds a secret, so that it must not be kept under an idempotency key.
    is_secret: bool,
    pub(crate) handler: MethodRouter<App>,
}

#[derive(Default)]
pub(crate) struct Routes(pub(crate) Vec<Route>);

fn describe<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

macro_rules! methods {
    ($($name:ident = $filter:ident, $method:literal;)*) => {
        impl Routes {
            $(pub(crate) fn $name<H, T>(
                &mut self,
                path: &'static str,
                needs: Needs,
                about: &'static str,
                handler: H,
            ) -> &mut Route
            where
                H: Handler<T, App>,
                T: 'static,
            {
                self.push($method, path, needs, about, on(MethodFilter::$filter, handler))
            })*
        }
    };
}

methods! {
    get = GET, "get";
    post = POST, "post";
    put = PUT, "put";
    patch = PATCH, "patch";
    delete = DELETE, "delete";
}

impl Routes {
    fn push(
        &mut self,
        method: &'static str,
        path: &'static str,
        needs: Needs,
        about: &'static str,
        handler: MethodRouter<App>,
    ) -> &mut Route {
        let at = self.0.len();
        self.0.push(Route {
            method,
            path,
            needs,
            about,
            query: None,
            body: None,
            headers: Vec::new(),
            gives: Vec::new(),
            fails: Vec::new(),
            beside: None,
            burden: Burden::Nothing,
            is_repeatable: false,
            is_secret: false,
            handler,
        });
        &mut self.0[at]
    }
}

impl Route {
    pub(crate) fn query<T: JsonSchema>(&mut self) -> &mut Self {
        self.query = Some(describe::<T>);
        self
    }

    pub(crate) fn takes<T: JsonSchema>(&mut self) -> &mut Self {
        self.body = Some(Media::Json(describe::<T>));
        self
    }

    /// Takes a form with files.
    pub(crate) fn form<T: JsonSchema>(&mut self) -> &mut Self {
        self.body = Some(Media::Form(describe::<T>));
        self
    }

    pub(crate) fn header(&mut self, name: &'static str) -> &mut Self {
        self.headers.push(name);
        self
    }

    pub(crate) fn gives<T: JsonSchema>(&mut self, status: u16) -> &mut Self {
        self.gives.push((status, Media::Json(describe::<T>)));
        self
    }

    pub(crate) fn gives_file(&mut self, media_type: &'static str) -> &mut Self {
        self.gives.push((200, Media::File(media_type)));
        self
    }

    pub(crate) fn gives_events(&mut self) -> &mut Self {
        self.gives.push((200, Media::Events));
        self
    }

    pub(crate) fn gives_nothing(&mut self) -> &mut Self {
        self.gives.push((204, Media::Nothing));
        self
    }

    /// Sends a browser to another address.
    pub(crate) fn redirects(&mut self) -> &mut Self {
        self.gives.push((303, Media::Nothing));
        self
    }

    pub(crate) fn fails(&mut self, statuses: &[u16]) -> &mut Self {
        self.fails.extend_from_slice(statuses);
        self
    }

    /// Handles requests in the lane of views.
    pub(crate) fn view(&mut self) -> &mut Self {
        self.beside = Some(Beside::Views);
        self
    }

    /// Handles requests in the lane of jobs.
    pub(crate) fn job(&mut self) -> &mut Self {
        self.beside = Some(Beside::Jobs);
        self
    }

    pub(crate) fn adds(&mut self) -> &mut Self {
        self.burden = Burden::Adds;
        self
    }

    /// Starts a run under the id that [`crate::idempotency::NewId`] gives, so that a repeated request starts none.
    pub(crate) fn starts(&mut self) -> &mut Self {
        self.burden = Burden::Starts;
        self.is_repeatable = true;
        self
    }

    /// Handling the same request again changes nothing.
    pub(crate) fn repeatable(&mut self) -> &mut Self {
        self.is_repeatable = true;
        self
    }

    /// Marks the response as secret.
    pub(crate) fn secret(&mut self) -> &mut Self {
        self.is_secret = true;
        self
    }

    /// Every possible status of a route: its own, and those of the middleware and the body parsing.
    pub(crate) fn statuses(&self) -> Vec<u16> {
        let mut all: Vec<u16> = self.gives.iter().map(|(status, _)| *status).collect();
        all.extend(&self.fails);
        // From the middleware: a foreign host or origin, too many requests, a failing store.
        all.extend([403, 429, 500]);
        if self.needs != Needs::Nothing {
            all.push(401);
        }
        if self.query.is_some() || self.path.contains('{') {
            all.push(400);
        }
        if self.body.is_some() {
            all.extend([400, 408, 413, 415]);
        }
        // A full lane, or a computation that takes too long.
        if self.body.is_some() || self.beside.is_some() {
            all.extend([408, 413, 422, 503]);
        }
        if self.burden != Burden::Nothing {
            all.push(507);
        }
        if self.is_idempotent_by_key() {
            all.extend([400, 408, 409, 413, 422, 503]);
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether the route accepts an idempotency key.
    pub(crate) fn is_idempotent_by_key(&self) -> bool {
        self.method == "post" && self.needs != Needs::Nothing && !self.is_secret
    }
}
