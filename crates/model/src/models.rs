//! The handle for all model calls.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};
use tutti_core::{ContentHash, Spend};

use crate::breaker::Breaker;
use crate::cache::ReplyCache;
use crate::cassette::Cassette;
use crate::clock::{Clock, SystemClock};
use crate::error::CallError;
use crate::ledger::{CallAccount, Ledger, LedgerEntry};
use crate::memory_ledger::MemoryLedger;
use crate::name::{ModelName, ProviderName};
use crate::request::{Finish, Reply, Request, Usage};
use crate::row::{OpenRow, tell_cached};
use crate::settings::{Price, ProviderSettings, SetupError};
use crate::wire::{OnDelta, Wire};

/// How long a model may take to say a word.
const PING: Duration = Duration::from_secs(20);

/// What all providers share.
#[derive(Debug, Clone)]
pub struct Options {
    pub ledger: Arc<dyn Ledger>,
    pub cache: Option<Arc<dyn ReplyCache>>,
    /// Refuse every call to another machine.
    pub forbid_real_calls: bool,
    pub cassette: Option<Cassette>,
    /// The most bytes a reply may have; see the crate's head for what that bounds.
    pub max_reply_bytes: usize,
    /// The time a call may take when its caller sets no deadline.
    pub timeout: Duration,
    pub clock: Arc<dyn Clock>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            ledger: Arc::new(MemoryLedger::default()),
            cache: None,
            forbid_real_calls: false,
            cassette: None,
            max_reply_bytes: 8 * 1024 * 1024,
            timeout: Duration::from_mins(2),
            clock: Arc::new(SystemClock),
        }
    }
}

/// All providers. Cheap to clone; clones share limits, breakers and everything else.
#[derive(Clone)]
pub struct Models {
    inner: Arc<Inner>,
}

struct Inner {
    providers: BTreeMap<ProviderName, Provider>,
    options: Options,
}

struct Provider {
    name: ProviderName,
    wire: Wire,
    price: Option<Price>,
    breaker: Breaker,
    places: Semaphore,
}

impl fmt::Debug for Models {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models")
            .field("providers", &self.inner.providers.keys())
            .field("options", &self.inner.options)
            .finish()
    }
}

/// How the caller wants the text.
enum Delivery<'a> {
    Whole,
    Deltas(OnDelta<'a>),
}

impl Models {
    pub fn new(settings: Vec<ProviderSettings>, options: Options) -> Result<Self, SetupError> {
        let mut providers = BTreeMap::new();
        for settings in settings {
            if settings.concurrency == 0 {
                return Err(SetupError::NoConcurrency(settings.name));
            }
            let provider = Provider {
                name: settings.name.clone(),
                wire: Wire::new(&settings, options.max_reply_bytes, Arc::clone(&options.clock))?,
                price: settings.price,
                breaker: Breaker::new(settings.breaker),
                places: Semaphore::new(settings.concurrency.min(Semaphore::MAX_PERMITS)),
            };
            if providers.insert(settings.name.clone(), provider).is_some() {
                return Err(SetupError::Twice(settings.name));
            }
        }
        Ok(Self { inner: Arc::new(Inner { providers, options }) })
    }

    /// One attempt. `remaining` is what is left of the caller's deadline. Dropping the future hangs up.
    pub async fn call(
        &self,
        request: &Request,
        account: &CallAccount,
        remaining: Option<Duration>,
    ) -> Result<Reply, CallError> {
        self.attempt(request, account, remaining, Delivery::Whole).await
    }

    /// Asks a model something small, to see whether it answers.
    pub async fn ping(&self, model: ModelName, account: &CallAccount) -> Result<(), CallError> {
        let mut request = Request::new(model, "Answer with the one word: ready");
        request.max_tokens = Some(16);
        self.call(&request, account, Some(PING)).await.map(|_| ())
    }

    /// The same, with the text passed on piece by piece as it arrives. Pieces passed on before a failure are void. An
    /// answer that needs no call comes in one piece.
    pub async fn call_streaming(
        &self,
        request: &Request,
        account: &CallAccount,
        remaining: Option<Duration>,
        mut on_delta: impl FnMut(&str) + Send,
    ) -> Result<Reply, CallError> {
        self.attempt(request, account, remaining, Delivery::Deltas(&mut on_delta)).await
    }

    async fn attempt(
        &self,
        request: &Request,
        account: &CallAccount,
        remaining: Option<Duration>,
        mut delivery: Delivery<'_>,
    ) -> Result<Reply, CallError> {
        let options = &self.inner.options;
        let provider = self.provider(&request.model.provider)?;
        self.check_allowed(provider)?;

        let hash = request.hash();
        let entry = |estimate| LedgerEntry {
            account: account.clone(),
            provider: provider.name.clone(),
            model: request.model.model.clone(),
            request_hash: hash.clone(),
            estimate,
        };
        if let Some(reply) = self.cached_reply(account, &hash).await {
            let entry = entry(Spend::default());
            options.ledger.record_cached(&entry).await.map_err(CallError::Ledger)?;
            tell_cached(&entry);
            delivery.hand_over(&reply.text);
            return Ok(reply);
        }

        let allowed = remaining.unwrap_or(options.timeout);
        // A deadline too far away to be written down is none; a year is as good.
        let far = Duration::from_hours(365 * 24);
        let deadline = Instant::now() + allowed.min(far);
        let open = |remaining| CallError::CircuitOpen { provider: provider.name.clone(), remaining };

        // Refused at once rather than after waiting for a place.
        if let Some(remaining) = provider.breaker.refusal(options.clock.now()) {
            return Err(open(remaining));
        }
        let Ok(Ok(_place)) = timeout_at(deadline, provider.places.acquire()).await else {
            return Err(CallError::Timeout { after: allowed, sent: false });
        };
        // Asked again, because the provider may have gone down while this call waited.
        let pass = provider.breaker.admit(options.clock.now()).map_err(open)?;
        let estimate = request.estimate(provider.price.as_ref());
        let mut row = OpenRow::reserve(&options.ledger, entry(estimate)).await?;

        row.mark_sent();
        let outcome =
            match timeout_at(deadline, self.transmit(provider, request, account, &mut delivery)).await {
                Ok(outcome) => outcome,
                Err(_) => Err(CallError::Timeout { after: allowed, sent: true }),
            };

        match &outcome {
            Err(error) if error.is_outage() => pass.record_failure(options.clock.now()),
            // Even a refusal shows that the provider is there.
            _ => pass.record_success(),
        }
        match outcome {
            Ok(reply) => {
                // Some servers do not count; the call was not free for that.
                let counted = reply.usage != Usage::default();
                let spend = if counted { reply.usage.spend(provider.price.as_ref()) } else { estimate };
                row.settle_answer(reply.usage, spend).await?;
                if let (Some(cache), Finish::Stop) = (&options.cache, &reply.finish) {
                    cache.put(&account.owner, &hash, &reply).await;
                }
                Ok(reply)
            }
            Err(error) => {
                row.settle_failure(&error).await?;
                Err(error)
            }
        }
    }

    fn provider(&self, name: &ProviderName) -> Result<&Provider, CallError> {
        self.inner.providers.get(name).ok_or_else(|| {
            let known: Vec<_> = self.inner.providers.keys().map(ProviderName::as_str).collect();
            CallError::UnknownProvider { name: name.clone(), known: known.join(", ") }
        })
    }

    fn check_allowed(&self, provider: &Provider) -> Result<(), CallError> {
        let options = &self.inner.options;
        let replays = options.cassette.as_ref().is_some_and(Cassette::replays);
        match provider.wire.foreign_host() {
            Some(host) if options.forbid_real_calls && !replays => {
                Err(CallError::CallsForbidden { host: host.to_owned() })
            }
            _ => Ok(()),
        }
    }

    async fn cached_reply(&self, account: &CallAccount, hash: &ContentHash) -> Option<Reply> {
        let reply = self.inner.options.cache.as_ref()?.get(&account.owner, hash).await?;
        Some(Reply { from_cache: true, ..reply })
    }

    /// The wire, or the cassette in its place.
    async fn transmit(
        &self,
        provider: &Provider,
        request: &Request,
        account: &CallAccount,
        delivery: &mut Delivery<'_>,
    ) -> Result<Reply, CallError> {
        let cassette = self.inner.options.cassette.as_ref();
        if let Some(outcome) = cassette.and_then(|cassette| cassette.replay_of(request, &account.agent)) {
            if let Ok(reply) = &outcome {
                delivery.hand_over(&reply.text);
            }
            return outcome;
        }
        let outcome = match delivery {
            Delivery::Whole => provider.wire.call(request).await,
            Delivery::Deltas(on_delta) => provider.wire.stream(request, *on_delta).await,
        };
        if let Some(cassette) = cassette {
            cassette.record_outcome(request, &account.agent, &outcome)?;
        }
        outcome
    }
}

impl Delivery<'_> {
    fn hand_over(&mut self, text: &str) {
        if let Self::Deltas(on_delta) = self {
            on_delta(text);
        }
    }
}
