//! Sends answers from many connections at once and measures the latency of each.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::client::Client;

/// One answer to send.
pub(crate) struct Post {
    pub(crate) path: String,
    pub(crate) body: String,
}

pub(crate) struct Measured {
    pub(crate) answers: usize,
    pub(crate) taken: Duration,
    latencies: Vec<Duration>,
}

impl Measured {
    pub(crate) fn per_second(&self) -> f64 {
        self.answers as f64 / self.taken.as_secs_f64()
    }

    /// A quantile of the latencies, in milliseconds.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        let at = ((self.latencies.len() - 1) as f64 * share).round() as usize;
        self.latencies[at].as_secs_f64() * 1000.0
    }
}

/// Sends every answer once, over `connections` connections that each wait for a response before the next answer.
pub(crate) async fn answers(address: &str, posts: Vec<Post>, connections: usize) -> Result<Measured> {
    let count = posts.len();
    let mut shares: Vec<Vec<Post>> = (0..connections).map(|_| Vec::new()).collect();
    for (n, post) in posts.into_iter().enumerate() {
        shares[n % connections].push(post);
    }
    let mut people = Vec::new();
    for share in shares {
        people.push((Client::connect(address).await?, share));
    }
    let begun = Instant::now();
    let people: Vec<_> = people
        .into_iter()
        .map(|(mut client, share)| {
            tokio::spawn(async move {
                let mut latencies = Vec::with_capacity(share.len());
                for post in share {
                    let sent = Instant::now();
                    client.post(&post.path, &post.body).await?;
                    latencies.push(sent.elapsed());
                }
                anyhow::Ok(latencies)
            })
        })
        .collect();
    let mut latencies = Vec::with_capacity(count);
    for person in people {
        latencies.extend(person.await.context("a connection panicked")??);
    }
    let taken = begun.elapsed();
    latencies.sort_unstable();
    Ok(Measured { answers: count, taken, latencies })
}
