//! A small tree of elements, independent of the parser.

/// A node of a document, whatever it was parsed with. Names are without prefix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    Text(String),
    Element(Element),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Node>,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All the text inside.
    pub(crate) fn text(&self) -> String {
        let inside = |node: &Node| match node {
            Node::Text(text) => text.clone(),
            Node::Element(element) => element.text(),
        };
        self.children.iter().map(inside).collect()
    }

    /// The elements of this name right inside.
    pub(crate) fn children_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter_map(move |node| match node {
            Node::Element(inner) if inner.name == name => Some(inner),
            _ => None,
        })
    }

    /// The first element of this name inside, at any depth.
    pub(crate) fn find(&self, name: &str) -> Option<&Element> {
        self.children.iter().find_map(|node| match node {
            Node::Element(element) if element.name == name => Some(element),
            Node::Element(element) => element.find(name),
            Node::Text(_) => None,
        })
    }
}
