//! Walks a parsed value and the contract's schema together, and converts the form where only one meaning fits.
//!
//! Nothing here decides that a value is valid: the contract is checked afterwards, as strictly as for any input. Where
//! two readings are possible (several branches of a `oneOf`, two possible sources of a field), the value is left as
//! written and the check reports it.

use serde_json::{Map, Value};

use super::Note;
use super::node::{self, Node};

/// The value that `node` stands for under `schema`, with a note for every liberty taken.
pub(super) fn coerce(node: Node, schema: &Value) -> (Value, Vec<Note>) {
    let mut walk = Walk { root: schema, notes: Vec::new() };
    let value = walk.value(node, schema, "");
    (value, walk.notes)
}

/// The names of the fields at the top; none if the contract is not an object.
pub(super) fn known_names(schema: &Value) -> Vec<String> {
    let walk = Walk { root: schema, notes: Vec::new() };
    properties(walk.resolve(schema)).map(|known| known.keys().cloned().collect()).unwrap_or_default()
}

/// Letters and digits only, in lower case: what is left of a name when its form is set aside.
pub(super) fn bare(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

struct Walk<'a> {
    root: &'a Value,
    notes: Vec<Note>,
}

impl<'a> Walk<'a> {
    fn value(&mut self, node: Node, schema: &'a Value, at: &str) -> Value {
        let schema = self.resolve(schema);
        if let Some(options) = self.options(schema) {
            return self.option(node, &options, at);
        }
        if let Some(branch) = self.branch(&node, schema) {
            return self.value(node, branch, at);
        }
        let types = types(schema);
        if types.contains(&node.kind()) || (types.contains(&"integer") && matches!(node, Node::Number(_))) {
            return self.of_wanted_type(node, schema, &types, at);
        }
        let mut wanted = types.into_iter().filter(|kind| *kind != "null");
        let (Some(only), None) = (wanted.next(), wanted.next()) else { return node.into_value() };
        if node == Node::Null {
            return Value::Null;
        }
        match (only, node) {
            ("array", node) => self.one_to_list(node, schema, at),
            ("object", Node::List(items)) => self.list_to_map(items, schema, at),
            ("string" | "integer" | "number" | "boolean", Node::List(mut items)) if items.len() == 1 => {
                self.notes.push(Note::ListUnwrapped { pointer: at.to_owned() });
                self.value(items.swap_remove(0), schema, at)
            }
            ("string", node) => self.scalar(node, "string", at),
            ("integer", node) => self.scalar(node, "integer", at),
            ("number", node) => self.scalar(node, "number", at),
            ("boolean", node) => self.scalar(node, "boolean", at),
            (_, node) => node.into_value(),
        }
    }

    fn of_wanted_type(&mut self, node: Node, schema: &'a Value, types: &[&str], at: &str) -> Value {
        match node {
            Node::Map(entries) => self.map(entries, schema, at),
            Node::List(items) => self.list(items, schema, at),
            // 7.0 is a whole number to the schema but not to the type behind it.
            Node::Number(spelling) if types.contains(&"integer") && !types.contains(&"number") => {
                whole(&spelling).unwrap_or_else(|| Node::Number(spelling).into_value())
            }
            scalar => scalar.into_value(),
        }
    }

    fn scalar(&mut self, node: Node, wanted: &'static str, at: &str) -> Value {
        let value = match (wanted, &node) {
            ("string", Node::Number(spelling)) => Some(Value::String(spelling.clone())),
            ("string", Node::Bool(truth)) => Some(Value::String(truth.to_string())),
            ("integer", Node::Text(text)) => whole(text.trim()),
            ("number", Node::Text(text)) => node::number(text.trim()).map(Value::Number),
            ("boolean", Node::Text(text)) => truth(text.trim()).map(Value::Bool),
            ("boolean", Node::Number(spelling)) => match spelling.as_str() {
                "1" => Some(Value::Bool(true)),
                "0" => Some(Value::Bool(false)),
                _ => None,
            },
            _ => None,
        };
        let Some(value) = value else { return node.into_value() };
        self.notes.push(Note::ScalarCoerced { pointer: at.to_owned(), from: node.kind(), to: wanted });
        value
    }

    fn list(&mut self, items: Vec<Node>, schema: &'a Value, at: &str) -> Value {
        let prefix = schema.get("prefixItems").and_then(Value::as_array);
        let rest = schema.get("items");
        let mut values = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            let schema = prefix.and_then(|prefix| prefix.get(i)).or(rest);
            values.push(match schema {
                Some(schema) => self.value(item, schema, &format!("{at}/{i}")),
                None => item.into_value(),
            });
        }
        Value::Array(values)
    }

    /// One thing where a list is wanted: the list is inside it, or it is the list's only element.
    fn one_to_list(&mut self, node: Node, schema: &'a Value, at: &str) -> Value {
        let items = schema.get("items").map(|items| self.resolve(items));
        if let Node::Map(entries) = &node
            && let [(key, Node::List(inner))] = entries.as_slice()
            && !items.and_then(properties).is_some_and(|known| known.contains_key(key))
        {
            self.notes.push(Note::Unwrapped { pointer: at.to_owned(), key: key.clone() });
            return self.list(inner.clone(), schema, at);
        }
        self.notes.push(Note::ListWrapped { pointer: at.to_owned() });
        self.list(vec![node], schema, at)
    }

    /// A list where an object is wanted: a list of that one object, or the object's only list without its name.
    fn list_to_map(&mut self, mut items: Vec<Node>, schema: &'a Value, at: &str) -> Value {
        let known = properties(schema);
        if let [only @ Node::Map(_)] = items.as_slice()
            && known.is_none_or(|known| known.keys().any(|name| only.has(name)))
        {
            self.notes.push(Note::ListUnwrapped { pointer: at.to_owned() });
            return self.value(items.swap_remove(0), schema, at);
        }
        if let Some(known) = known
            && let Some((name, inner)) = known.iter().next().filter(|_| known.len() == 1)
            && types(self.resolve(inner)).contains(&"array")
        {
            self.notes.push(Note::NameSupplied { pointer: format!("{at}/{name}") });
            return self.map(vec![(name.clone(), Node::List(items))], schema, at);
        }
        Node::List(items).into_value()
    }

    fn map(&mut self, entries: Vec<(String, Node)>, schema: &'a Value, at: &str) -> Value {
        let others = schema.get("additionalProperties").filter(|others| others.is_object());
        let Some(known) = properties(schema) else {
            return self.values(entries, |_| others, at);
        };
        let required = required_names(schema);
        let mut entries = self.unwrap_single(entries, known, at);
        self.rename(&mut entries, known, at);
        self.lift(&mut entries, known, &required, at);
        entries.retain(|(name, node)| {
            let keep = *node != Node::Null
                || required.contains(&name.as_str())
                || known.get(name).is_none_or(|schema| self.accepts_null(schema));
            if !keep {
                self.notes.push(Note::NullDropped { pointer: child(at, name) });
            }
            keep
        });
        self.values(entries, |name| known.get(name).or(others), at)
    }

    fn values(
        &mut self,
        entries: Vec<(String, Node)>,
        schema_of: impl Fn(&str) -> Option<&'a Value>,
        at: &str,
    ) -> Value {
        let mut values = Map::new();
        for (name, node) in entries {
            let value = match schema_of(&name) {
                Some(schema) => self.value(node, schema, &child(at, &name)),
                None => node.into_value(),
            };
            values.insert(name, value);
        }
        Value::Object(values)
    }

    /// `{"result": {...}}`: a single unknown name around an object that has known ones.
    fn unwrap_single(
        &mut self,
        mut entries: Vec<(String, Node)>,
        known: &Map<String, Value>,
        at: &str,
    ) -> Vec<(String, Node)> {
        let [(key, inner)] = entries.as_slice() else { return entries };
        let is_known =
            |name: &String| known.contains_key(name) || known.keys().any(|k| bare(k) == bare(name));
        if is_known(key) || !inner.entries().iter().any(|(name, _)| is_known(name)) {
            return entries;
        }
        self.notes.push(Note::Unwrapped { pointer: at.to_owned(), key: key.clone() });
        match entries.swap_remove(0).1 {
            Node::Map(inner) => inner,
            _ => entries,
        }
    }

    /// `correctIndex` for `correct_index`, when the right name is absent and one wrong one fits.
    fn rename(&mut self, entries: &mut [(String, Node)], known: &Map<String, Value>, at: &str) {
        for name in known.keys() {
            if entries.iter().any(|(given, _)| given == name) {
                continue;
            }
            let wanted = bare(name);
            let mut alike =
                entries.iter_mut().filter(|(given, _)| !known.contains_key(given) && bare(given) == wanted);
            if let (Some((given, _)), None) = (alike.next(), alike.next()) {
                self.notes.push(Note::NameRespelt { pointer: child(at, name), given: given.clone() });
                given.clone_from(name);
            }
        }
    }

    /// A required field that is missing here and found inside exactly one sibling that has no such field of
    /// its own.
    fn lift(
        &mut self,
        entries: &mut Vec<(String, Node)>,
        known: &'a Map<String, Value>,
        required: &[&str],
        at: &str,
    ) {
        for name in required {
            if entries.iter().any(|(given, _)| given == name) {
                continue;
            }
            let holders: Vec<usize> = (0..entries.len()).filter(|i| entries[*i].1.has(name)).collect();
            let [holder] = holders.as_slice() else { continue };
            let (sibling, node) = &mut entries[*holder];
            let owns = known
                .get(sibling.as_str())
                .and_then(|schema| properties(self.non_null(schema)))
                .is_some_and(|inner| inner.contains_key(*name));
            let Node::Map(inner) = node else { continue };
            let Some(place) = inner.iter().position(|(given, _)| given == name).filter(|_| !owns) else {
                continue;
            };
            let moved = inner.remove(place);
            self.notes.push(Note::Lifted { from: child(&child(at, sibling), name), to: child(at, name) });
            entries.push(moved);
        }
    }

    fn option(&mut self, node: Node, options: &[&str], at: &str) -> Value {
        let node = match node {
            Node::List(mut items) if items.len() == 1 => {
                self.notes.push(Note::ListUnwrapped { pointer: at.to_owned() });
                items.swap_remove(0)
            }
            other => other,
        };
        let text = match &node {
            Node::Text(text) | Node::Number(text) => text.as_str(),
            _ => return node.into_value(),
        };
        if options.contains(&text) {
            return Value::String(text.to_owned());
        }
        let wanted = bare(text);
        let mut alike = options.iter().filter(|option| !wanted.is_empty() && bare(option) == wanted);
        let (Some(only), None) = (alike.next(), alike.next()) else { return node.into_value() };
        self.notes.push(Note::EnumCase { pointer: at.to_owned() });
        Value::String((*only).to_owned())
    }

    /// The texts a schema allows, when that is all it allows.
    fn options(&self, schema: &'a Value) -> Option<Vec<&'a str>> {
        if let Some(constant) = schema.get("const") {
            return constant.as_str().map(|only| vec![only]);
        }
        if let Some(options) = schema.get("enum").and_then(Value::as_array) {
            let texts: Vec<_> = options.iter().filter_map(Value::as_str).collect();
            return (texts.len() == options.iter().filter(|o| !o.is_null()).count()).then_some(texts);
        }
        let branches = branches(schema)?;
        let mut all = Vec::new();
        for branch in branches {
            let branch = self.resolve(branch);
            if !is_null(branch) {
                all.extend(self.options(branch)?);
            }
        }
        Some(all)
    }

    /// The one branch of `anyOf` or `oneOf` that this value can have meant.
    fn branch(&self, node: &Node, schema: &'a Value) -> Option<&'a Value> {
        let branches = branches(schema)?;
        let all: Vec<&Value> = branches.iter().map(|b| self.resolve(b)).filter(|b| !is_null(b)).collect();
        if let [only] = all.as_slice() {
            return (*node != Node::Null).then_some(only);
        }
        let mut fitting = all.into_iter().filter(|branch| self.may_be(node, branch));
        let first = fitting.next();
        if fitting.next().is_some() { None } else { first }
    }

    fn may_be(&self, node: &Node, branch: &'a Value) -> bool {
        if let Some(options) = self.options(branch) {
            return matches!(node, Node::Text(text) if options.iter().any(|o| bare(o) == bare(text)));
        }
        let types = types(branch);
        let of_type = types.contains(&node.kind()) || (types.contains(&"integer") && node.kind() == "number");
        let Node::Map(entries) = node else { return of_type };
        let tags_fit = properties(branch).is_none_or(|known| {
            entries.iter().all(|(name, inner)| match known.get(name).and_then(|schema| schema.get("const")) {
                Some(Value::String(tag)) => matches!(inner, Node::Text(text) if bare(text) == bare(tag)),
                _ => true,
            })
        });
        of_type && tags_fit && required_names(branch).iter().all(|name| node.has(name))
    }

    fn accepts_null(&self, schema: &'a Value) -> bool {
        let schema = self.resolve(schema);
        let types = types(schema);
        types.contains(&"null")
            || (types.is_empty() && branches(schema).is_none() && schema.get("enum").is_none())
            || branches(schema).is_some_and(|all| all.iter().any(|b| is_null(self.resolve(b))))
    }

    /// The schema behind an optional one.
    fn non_null(&self, schema: &'a Value) -> &'a Value {
        let schema = self.resolve(schema);
        let Some(branches) = branches(schema) else { return schema };
        let mut rest = branches.iter().map(|b| self.resolve(b)).filter(|b| !is_null(b));
        match (rest.next(), rest.next()) {
            (Some(only), None) => only,
            _ => schema,
        }
    }

    /// Follows references. Bounded, because a schema may refer to itself.
    fn resolve(&self, schema: &'a Value) -> &'a Value {
        let mut schema = schema;
        for _ in 0..16 {
            let pointer = schema.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix('#'));
            schema = if let Some(target) = pointer.and_then(|pointer| self.root.pointer(pointer)) {
                target
            } else if let Some([only]) = schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice) {
                only
            } else {
                break;
            };
        }
        schema
    }
}

fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object)
}

fn required_names(schema: &Value) -> Vec<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names.map(|names| names.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

fn branches(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array)
}

fn is_null(schema: &Value) -> bool {
    types(schema) == ["null"]
}

fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(some)) => some.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn child(at: &str, name: &str) -> String {
    format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"))
}

fn whole(spelling: &str) -> Option<Value> {
    let number = node::number(spelling)?;
    if number.is_i64() || number.is_u64() {
        return Some(number.into());
    }
    let float = number.as_f64()?;
    // Beyond 2^53 a float no longer says which whole number was meant.
    (float.fract() == 0.0 && float.abs() < 9e15).then(|| Value::from(float as i64))
}

fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" => Some(true),
        "false" | "no" => Some(false),
        _ => None,
    }
}
