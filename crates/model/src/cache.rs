//! A cache of replies to repeated requests.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use tutti_core::{ContentHash, Owner};

use crate::request::Reply;

/// Each owner has separate entries: a request may contain a document that others must not see.
///
/// A cache may forget at any time and reports no errors: the implementation logs them.
#[async_trait]
pub trait ReplyCache: fmt::Debug + Send + Sync {
    async fn get(&self, owner: &Owner, request: &ContentHash) -> Option<Reply>;
    async fn put(&self, owner: &Owner, request: &ContentHash, reply: &Reply);
}

/// Keeps everything until the process ends.
#[derive(Debug, Default)]
pub struct MemoryCache {
    replies: Mutex<HashMap<(Owner, ContentHash), Reply>>,
}

#[async_trait]
impl ReplyCache for MemoryCache {
    async fn get(&self, owner: &Owner, request: &ContentHash) -> Option<Reply> {
        let replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        replies.get(&(owner.clone(), request.clone())).cloned()
    }

    async fn put(&self, owner: &Owner, request: &ContentHash, reply: &Reply) {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        replies.insert((owner.clone(), request.clone()), reply.clone());
    }
}
