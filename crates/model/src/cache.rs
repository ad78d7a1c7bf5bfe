//! Answers kept for questions that come again.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use tutti_core::ContentHash;

use crate::request::Reply;

/// A cache may forget at any time and has no errors to report: whoever implements it logs them.
#[async_trait]
pub trait ReplyCache: fmt::Debug + Send + Sync {
    async fn get(&self, request: &ContentHash) -> Option<Reply>;
    async fn put(&self, request: &ContentHash, reply: &Reply);
}

/// Keeps everything until the process ends.
#[derive(Debug, Default)]
pub struct MemoryCache {
    replies: Mutex<HashMap<ContentHash, Reply>>,
}

#[async_trait]
impl ReplyCache for MemoryCache {
    async fn get(&self, request: &ContentHash) -> Option<Reply> {
        self.replies.lock().unwrap_or_else(PoisonError::into_inner).get(request).cloned()
    }

    async fn put(&self, request: &ContentHash, reply: &Reply) {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        replies.insert(request.clone(), reply.clone());
    }
}
