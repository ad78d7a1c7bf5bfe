//! The note types in our decks. Their ids never change: Anki uses them to see that it has a note type already.

use serde_json::{Value, json};

/// One of ours.
#[derive(Debug)]
pub(super) struct OwnType {
    pub(super) id: i64,
    pub(super) name: &'static str,
    pub(super) cloze: bool,
    /// The last is for what has no place of its own.
    pub(super) fields: &'static [&'static str],
    front: &'static str,
    back: &'static str,
}

pub(super) const CHOICE: OwnType = OwnType {
    id: 1_700_000_000_001,
    name: "Tutti choice",
    cloze: false,
    fields: &["Question", "Options", "Key", "Explanations", "Solution", "Details"],
    front: r#"<div class="tutti"><div class="stem">{{Question}}</div>{{Options}}</div>"#,
    back: r#"<div class="tutti"><div class="stem">{{Question}}</div><div data-key="{{Key}}">{{Options}}</div>
<hr id="answer"><div class="key">{{Key}}</div>
{{#Explanations}}<div class="why">{{Explanations}}</div>{{/Explanations}}
{{#Solution}}<div class="why">{{Solution}}</div>{{/Solution}}</div>"#,
};

pub(super) const STATEMENT: OwnType = OwnType {
    id: 1_700_000_000_002,
    name: "Tutti statement",
    cloze: false,
    fields: &["Statement", "Answer", "Solution", "Details"],
    front: r#"<div class="tutti"><div class="stem">{{Statement}}</div><div class="ask">True or false?</div></div>"#,
    back: r#"<div class="tutti"><div class="stem">{{Statement}}</div>
<hr id="answer"><div class="key">{{Answer}}</div>
{{#Solution}}<div class="why">{{Solution}}</div>{{/Solution}}</div>"#,
};

pub(super) const QUESTION: OwnType = OwnType {
    id: 1_700_000_000_003,
    name: "Tutti question",
    cloze: false,
    fields: &["Question", "Answer", "Unit", "Tolerance", "Also accepted", "Solution", "Details"],
    front: r#"<div class="tutti"><div class="stem">{{Question}}</div>
{{type:Answer}}{{#Unit}}<div class="ask">in {{Unit}}</div>{{/Unit}}</div>"#,
    back: r#"<div class="tutti"><div class="stem">{{Question}}</div>
<hr id="answer">{{type:Answer}}<div class="key">{{Answer}} {{Unit}}</div>
{{#Tolerance}}<div class="ask">{{Tolerance}}</div>{{/Tolerance}}
{{#Also accepted}}<div class="ask">also: {{Also accepted}}</div>{{/Also accepted}}
{{#Solution}}<div class="why">{{Solution}}</div>{{/Solution}}</div>"#,
};

pub(super) const CARD: OwnType = OwnType {
    id: 1_700_000_000_004,
    name: "Tutti card",
    cloze: false,
    fields: &["Front", "Back", "Solution", "Details"],
    front: r#"<div class="tutti"><div class="stem">{{Front}}</div></div>"#,
    back: r#"<div class="tutti"><div class="stem">{{Front}}</div>
<hr id="answer">{{Back}}
{{#Solution}}<div class="why">{{Solution}}</div>{{/Solution}}</div>"#,
};

pub(super) const CLOZE: OwnType = OwnType {
    id: 1_700_000_000_005,
    name: "Tutti cloze",
    cloze: true,
    fields: &["Text", "Solution", "Details"],
    front: r#"<div class="tutti"><div class="stem">{{cloze:Text}}</div></div>"#,
    back: r#"<div class="tutti"><div class="stem">{{cloze:Text}}</div>
{{#Solution}}<hr id="answer"><div class="why">{{Solution}}</div>{{/Solution}}</div>"#,
};

pub(super) const ALL: [&OwnType; 5] = [&CHOICE, &STATEMENT, &QUESTION, &CARD, &CLOZE];

/// Greys are half transparent and pictures stand on white, so that one style serves day and night.
const STYLE: &str = "\
.card { font: 1.15rem/1.5 system-ui, sans-serif; text-align: left; }
.tutti { max-width: 42rem; margin: 0 auto; padding: .5rem; overflow-wrap: anywhere; }
.tutti img { max-width: 100%; height: auto; }
.nightMode .tutti img, .night_mode .tutti img { background: #fff; border-radius: .4rem; padding: .25rem; }
.tutti pre { overflow-x: auto; padding: .5rem; background: rgba(127, 127, 127, .15); border-radius: .4rem; }
.tutti hr { border: 0; border-top: 1px solid rgba(127, 127, 127, .4); margin: 1rem 0; }
.tutti .options { list-style: none; margin: 1rem 0; padding: 0; }
.tutti .options > li { padding: .4rem .6rem; margin: .35rem 0; border: 1px solid rgba(127, 127, 127, .4); border-radius: .4rem; }
.tutti .options > li::before { content: attr(data-label) '. '; font-weight: 600; }
.tutti .options > li > p:first-child { display: inline; }
.tutti .why .options > li { border: 0; padding: .1rem 0; }
.tutti .key { font-weight: 600; color: #2e7d32; }
.nightMode .tutti .key, .night_mode .tutti .key { color: #81c784; }
.tutti .ask, .tutti .why { margin-top: .6rem; opacity: .85; }
.cloze { font-weight: 600; color: #1565c0; }
.nightMode .cloze, .night_mode .cloze { color: #90caf9; }
";

impl OwnType {
    /// As it stands in a collection, changed last at `time`.
    pub(super) fn to_json(&self, deck: i64, time: i64) -> Value {
        let fields: Vec<Value> = self.fields.iter().enumerate().map(|(ord, name)| {
            json!({"name": name, "ord": ord, "sticky": false, "rtl": false, "font": "Arial", "size": 18, "media": []})
        }).collect();
        let template = json!({
            "name": "Card 1", "ord": 0, "qfmt": self.front, "afmt": self.back,
            "bqfmt": "", "bafmt": "", "did": null,
        });
        json!({
            "id": self.id, "name": self.name, "type": i32::from(self.cloze), "mod": time, "usn": -1, "sortf": 0,
            "did": deck, "tmpls": [template], "flds": fields, "css": style(), "req": [[0, "any", [0]]],
            "latexPre": "", "latexPost": "", "tags": [], "vers": [],
        })
    }
}

/// With a rule for each label a key may have: an attribute cannot be compared with another one.
fn style() -> String {
    let labels = ["A", "B", "C", "D", "E", "F", "G", "H", "1", "2", "3", "4", "5", "6", "7", "8"];
    let marked: Vec<String> = labels
        .iter()
        .map(|label| format!("[data-key~='{label}'] .options > li[data-label='{label}']"))
        .collect();
    let marked = marked.join(",\n");
    format!("{STYLE}{marked} {{ border-color: #2e7d32; background: rgba(76, 175, 80, .18); }}\n")
}
