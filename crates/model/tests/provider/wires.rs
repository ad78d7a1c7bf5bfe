//! Requests and replies on each wire.

use serde_json::Value;
use tutti_model::scripted::{Behaviour, MODEL, ScriptedServer, Seen, USAGE};
use tutti_model::{BodyFault, CallError, Finish, JsonSupport, Kind, Reply, Request, Role, Turn};

use crate::{Stage, account, asking_for_json, request};

async fn stage(kind: Kind, json: JsonSupport, behaviour: Behaviour) -> Stage {
    let server = ScriptedServer::always(behaviour).await.unwrap();
    Stage::with(
        server,
        |settings| {
            settings.kind = kind;
            settings.json = json;
        },
        |_| {},
    )
}

async fn send(kind: Kind, json: JsonSupport, request: &Request) -> Seen {
    let stage = stage(kind, json, Behaviour::say("x")).await;
    stage.models.call(request, &account(), None).await.unwrap();
    stage.server.requests().remove(0)
}

async fn body(kind: Kind, json: JsonSupport, request: &Request) -> Value {
    send(kind, json, request).await.body
}

/// Whether `serde_json` keeps the order of keys depends on what other crates switch on.
fn sorted_snapshots() -> insta::internals::SettingsBindDropGuard {
    let mut settings = insta::Settings::clone_current();
    settings.set_sort_maps(true);
    settings.bind_to_scope()
}

fn conversation() -> Request {
    let turn = |role, text: &str| Turn { role, text: text.to_owned() };
    Request {
        system: Some("You know spiders.".to_owned()),
        turns: vec![
            turn(Role::User, "Hello"),
            turn(Role::Assistant, "Hi, ask me."),
            turn(Role::User, "How many legs?"),
        ],
        temperature: Some(0.25),
        ..asking_for_json()
    }
}

#[tokio::test]
async fn openai_requests() {
    let _sorted = sorted_snapshots();
    let seen = send(Kind::OpenAi, JsonSupport::Schema, &conversation()).await;
    assert_eq!(
        (seen.path.as_str(), seen.headers["authorization"].as_str()),
        ("/v1/chat/completions", "Bearer scripted-key")
    );
    insta::assert_json_snapshot!(seen.body, @r#"
    {
      "max_tokens": 100,
      "messages": [
        {
          "content": "You know spiders.",
          "role": "system"
        },
        {
          "content": "Hello",
          "role": "user"
        },
        {
          "content": "Hi, ask me.",
          "role": "assistant"
        },
        {
          "content": "How many legs?",
          "role": "user"
        }
      ],
      "model": "some/model:7b-instruct-high",
      "response_format": {
        "json_schema": {
          "name": "answer",
          "schema": {
            "additionalProperties": false,
            "properties": {
              "legs": {
                "type": "integer"
              },
              "note": {
                "type": "string"
              }
            },
            "required": [
              "legs",
              "note"
            ],
            "type": "object"
          },
          "strict": true
        },
        "type": "json_schema"
      },
      "stream": false,
      "temperature": 0.25
    }
    "#);
    let object = body(Kind::OpenAi, JsonSupport::Object, &conversation()).await;
    insta::assert_json_snapshot!(object["response_format"], @r#"
    {
      "type": "json_object"
    }
    "#);
    let prompt = body(Kind::OpenAi, JsonSupport::PromptOnly, &conversation()).await;
    assert_eq!(prompt.get("response_format"), None);
    insta::assert_json_snapshot!(body(Kind::OpenAi, JsonSupport::Schema, &request()).await, @r#"
    {
      "max_tokens": 100,
      "messages": [
        {
          "content": "How many legs has a spider?",
          "role": "user"
        }
      ],
      "model": "some/model:7b-instruct-high",
      "stream": false
    }
    "#);
}

#[tokio::test]
async fn gemini_requests() {
    let _sorted = sorted_snapshots();
    let seen = send(Kind::Gemini, JsonSupport::Schema, &conversation()).await;
    assert_eq!(
        (seen.path.as_str(), seen.headers["x-goog-api-key"].as_str()),
        ("/v1/models/some/model:7b-instruct-high:generateContent", "scripted-key")
    );
    insta::assert_json_snapshot!(seen.body, @r#"
    {
      "contents": [
        {
          "parts": [
            {
              "text": "Hello"
            }
          ],
          "role": "user"
        },
        {
          "parts": [
            {
              "text": "Hi, ask me."
            }
          ],
          "role": "model"
        },
        {
          "parts": [
            {
              "text": "How many legs?"
            }
          ],
          "role": "user"
        }
      ],
      "generationConfig": {
        "maxOutputTokens": 100,
        "responseJsonSchema": {
          "properties": {
            "legs": {
              "type": "integer"
            },
            "note": {
              "type": "string"
            }
          },
          "required": [
            "legs"
          ],
          "type": "object"
        },
        "responseMimeType": "application/json",
        "temperature": 0.25
      },
      "systemInstruction": {
        "parts": [
          {
            "text": "You know spiders."
          }
        ]
      }
    }
    "#);
    let object = body(Kind::Gemini, JsonSupport::Object, &conversation()).await;
    insta::assert_json_snapshot!(object["generationConfig"], @r#"
    {
      "maxOutputTokens": 100,
      "responseMimeType": "application/json",
      "temperature": 0.25
    }
    "#);
    insta::assert_json_snapshot!(body(Kind::Gemini, JsonSupport::PromptOnly, &request()).await, @r#"
    {
      "contents": [
        {
          "parts": [
            {
              "text": "How many legs has a spider?"
            }
          ],
          "role": "user"
        }
      ],
      "generationConfig": {
        "maxOutputTokens": 100
      }
    }
    "#);
}

#[tokio::test]
async fn anthropic_requests() {
    let _sorted = sorted_snapshots();
    let seen = send(Kind::Anthropic, JsonSupport::Schema, &conversation()).await;
    assert_eq!(
        (seen.path.as_str(), seen.headers["x-api-key"].as_str(), seen.headers["anthropic-version"].as_str()),
        ("/v1/messages", "scripted-key", "2023-06-01")
    );
    insta::assert_json_snapshot!(seen.body, @r#"
    {
      "max_tokens": 100,
      "messages": [
        {
          "content": "Hello",
          "role": "user"
        },
        {
          "content": "Hi, ask me.",
          "role": "assistant"
        },
        {
          "content": "How many legs?",
          "role": "user"
        }
      ],
      "model": "some/model:7b-instruct-high",
      "output_config": {
        "format": {
          "schema": {
            "additionalProperties": false,
            "properties": {
              "legs": {
                "type": "integer"
              },
              "note": {
                "type": "string"
              }
            },
            "required": [
              "legs"
            ],
            "type": "object"
          },
          "type": "json_schema"
        }
      },
      "stream": false,
      "system": "You know spiders.",
      "temperature": 0.25
    }
    "#);
    let plain = Request { max_tokens: None, model: "p:claude-sonnet-4-5".parse().unwrap(), ..request() };
    insta::assert_json_snapshot!(body(Kind::Anthropic, JsonSupport::Schema, &plain).await, @r#"
    {
      "max_tokens": 4096,
      "messages": [
        {
          "content": "How many legs has a spider?",
          "role": "user"
        }
      ],
      "model": "claude-sonnet-4-5",
      "stream": false
    }
    "#);
}

#[tokio::test]
async fn replies_of_every_wire_plain_and_streamed() {
    for kind in [Kind::OpenAi, Kind::Gemini, Kind::Anthropic] {
        for (behaviour, finish) in [
            (Behaviour::say("  Eight legs. "), Finish::Stop),
            (Behaviour::SayCutOff("Eight legs.".to_owned()), Finish::Length),
        ] {
            let expected = Reply {
                text: "Eight legs.".to_owned(),
                usage: USAGE,
                finish,
                model: MODEL.to_owned(),
                from_cache: false,
            };
            let stage = stage(kind, JsonSupport::Schema, behaviour.clone()).await;
            let plain = stage.models.call(&request(), &account(), None).await.unwrap();
            assert_eq!(plain, expected, "{kind:?}");
            let mut text = String::new();
            let streamed = stage
                .models
                .call_streaming(&request(), &account(), None, |delta| text.push_str(delta))
                .await
                .unwrap();
            assert_eq!(streamed, expected, "{kind:?}");
            assert_eq!(text.trim(), expected.text, "{kind:?}");
        }
    }
}

#[tokio::test]
async fn a_prompt_that_gemini_blocks_is_an_answer_that_was_filtered() {
    let body = r#"{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":9}}"#;
    let raw = Behaviour::Raw { content_type: "application/json".to_owned(), body: body.to_owned() };
    let stage = stage(Kind::Gemini, JsonSupport::Schema, raw).await;
    let reply = stage.models.call(&request(), &account(), None).await.unwrap();
    assert_eq!((reply.finish, reply.text.as_str(), reply.usage.input.0), (Finish::Filtered, "", 9));
}

#[tokio::test]
async fn a_stream_without_its_end_is_no_answer_on_any_wire() {
    for kind in [Kind::OpenAi, Kind::Gemini, Kind::Anthropic] {
        let raw = Behaviour::Raw { content_type: "text/event-stream".to_owned(), body: "\n\n".to_owned() };
        let stage = stage(kind, JsonSupport::Schema, raw).await;
        let error = stage.models.call_streaming(&request(), &account(), None, |_| {}).await.unwrap_err();
        assert!(
            matches!(error, CallError::BadBody { fault: BodyFault::Unfinished, .. }),
            "{kind:?}: {error:?}"
        );
    }
}

#[tokio::test]
async fn answers_without_content_are_no_answers_on_any_wire() {
    for (kind, body) in [
        (Kind::OpenAi, r#"{"choices":[]}"#),
        (Kind::Gemini, r#"{"candidates":[]}"#),
        (Kind::Gemini, "{}"),
        (Kind::Anthropic, r#"{"type":"message"}"#),
    ] {
        let raw = Behaviour::Raw { content_type: "application/json".to_owned(), body: body.to_owned() };
        let stage = stage(kind, JsonSupport::Schema, raw).await;
        let error = stage.models.call(&request(), &account(), None).await.unwrap_err();
        assert!(matches!(error, CallError::BadBody { .. }), "{kind:?}: {error:?}");
    }
}
