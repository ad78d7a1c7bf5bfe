//! The three wires, from the provider's side.

use serde_json::{Value, json};

use super::{MODEL, Seen, USAGE};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wire {
    OpenAi,
    Gemini,
    Anthropic,
}

impl Wire {
    pub(super) fn of(seen: &Seen) -> Self {
        if seen.path.contains("enerateContent") {
            Self::Gemini
        } else if seen.path.ends_with("/messages") {
            Self::Anthropic
        } else {
            Self::OpenAi
        }
    }

    pub(super) fn streams(self, seen: &Seen) -> bool {
        match self {
            Self::Gemini => seen.path.contains(":streamGenerateContent"),
            Self::OpenAi | Self::Anthropic => seen.body["stream"] == true,
        }
    }

    pub(super) fn frames_before_text(self) -> usize {
        match self {
            Self::OpenAi | Self::Gemini => 0,
            Self::Anthropic => 2,
        }
    }

    fn finish(self, complete: bool) -> &'static str {
        match (self, complete) {
            (Self::OpenAi, true) => "stop",
            (Self::OpenAi, false) => "length",
            (Self::Gemini, true) => "STOP",
            (Self::Gemini, false) => "MAX_TOKENS",
            (Self::Anthropic, true) => "end_turn",
            (Self::Anthropic, false) => "max_tokens",
        }
    }

    fn usage(self) -> Value {
        let (input, output, cached) = (USAGE.input.0, USAGE.output.0, USAGE.cached_input.0);
        match self {
            Self::OpenAi => json!({
                "prompt_tokens": input,
                "completion_tokens": output,
                "total_tokens": input + output,
                "prompt_tokens_details": {"cached_tokens": cached},
            }),
            Self::Gemini => json!({
                "promptTokenCount": input,
                "candidatesTokenCount": output,
                "totalTokenCount": input + output,
                "cachedContentTokenCount": cached,
            }),
            // This wire counts cached tokens apart from the rest of the input.
            Self::Anthropic => json!({
                "input_tokens": input - cached,
                "cache_read_input_tokens": cached,
                "output_tokens": output,
            }),
        }
    }
}

pub(super) fn plain_body(wire: Wire, text: &str, complete: bool) -> Value {
    let (finish, usage) = (wire.finish(complete), wire.usage());
    match wire {
        Wire::OpenAi => json!({
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "model": MODEL,
            "choices": [{
                "index": 0,
                "message": {"role": "assistant", "content": text},
                "finish_reason": finish,
            }],
            "usage": usage,
        }),
        Wire::Gemini => json!({
            "modelVersion": MODEL,
            "candidates": [{
                "content": {"role": "model", "parts": [{"text": text}]},
                "finishReason": finish,
            }],
            "usageMetadata": usage,
        }),
        Wire::Anthropic => json!({
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": MODEL,
            "content": [{"type": "text", "text": text}],
            "stop_reason": finish,
            "usage": usage,
        }),
    }
}

/// The server-sent events of an answer.
pub(super) fn stream_frames(wire: Wire, pieces: &[String], complete: bool) -> Vec<String> {
    let (finish, usage) = (wire.finish(complete), wire.usage());
    match wire {
        Wire::OpenAi => {
            let chunk = |delta: Value, finish: Value| {
                let choice = json!({"index": 0, "delta": delta, "finish_reason": finish});
                data(&json!({"object": "chat.completion.chunk", "model": MODEL, "choices": [choice]}))
            };
            let mut frames: Vec<_> =
                pieces.iter().map(|piece| chunk(json!({"content": piece}), Value::Null)).collect();
            frames.push(chunk(json!({}), json!(finish)));
            frames.push(data(&json!({"model": MODEL, "choices": [], "usage": usage})));
            frames.push("data: [DONE]\n\n".to_owned());
            frames
        }
        Wire::Gemini => {
            let candidate = |piece: &str| json!({"content": {"role": "model", "parts": [{"text": piece}]}});
            let mut frames: Vec<_> = pieces
                .iter()
                .map(|piece| data(&json!({"modelVersion": MODEL, "candidates": [candidate(piece)]})))
                .collect();
            frames.push(data(&json!({
                "modelVersion": MODEL,
                "candidates": [{"finishReason": finish}],
                "usageMetadata": usage,
            })));
            frames
        }
        Wire::Anthropic => {
            let message = json!({"id": "msg_1", "model": MODEL, "content": [], "usage": usage});
            let block = json!({"type": "text", "text": ""});
            let mut frames = vec![
                event("message_start", json!({"message": message})),
                event("content_block_start", json!({"index": 0, "content_block": block})),
            ];
            frames.extend(pieces.iter().map(|piece| {
                let delta = json!({"type": "text_delta", "text": piece});
                event("content_block_delta", json!({"index": 0, "delta": delta}))
            }));
            let delta = json!({"stop_reason": finish});
            let usage = json!({"output_tokens": USAGE.output.0});
            frames.push(event("content_block_stop", json!({"index": 0})));
            frames.push(event("message_delta", json!({"delta": delta, "usage": usage})));
            frames.push(event("message_stop", json!({})));
            frames
        }
    }
}

fn data(value: &Value) -> String {
    format!("data: {value}\n\n")
}

fn event(name: &str, mut value: Value) -> String {
    value["type"] = json!(name);
    format!("event: {name}\ndata: {value}\n\n")
}
