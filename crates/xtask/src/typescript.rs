//! Values as TypeScript.

/// What a table consists of.
pub(crate) enum Value {
    Text(String),
    Number(f64),
    Yes,
    List(Vec<Value>),
    Object(Vec<(&'static str, Value)>),
}

impl Value {
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// Lengths and counts are far below 2^53, where doubles are exact.
    pub(crate) fn count(count: usize) -> Self {
        Self::Number(count as f64)
    }

    /// The members that are present.
    pub(crate) fn object(members: impl IntoIterator<Item = (&'static str, Option<Value>)>) -> Self {
        Self::Object(members.into_iter().filter_map(|(name, value)| Some((name, value?))).collect())
    }

    fn inline(&self) -> String {
        match self {
            Self::Text(text) => format!("{text:?}"),
            Self::Number(number) => number.to_string(),
            Self::Yes => "true".to_owned(),
            Self::List(values) => {
                format!("[{}]", values.iter().map(Self::inline).collect::<Vec<_>>().join(", "))
            }
            Self::Object(members) => {
                let members = members.iter().map(|(name, value)| format!("{name}: {}", value.inline()));
                format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// `export const NAME = [ … ] as const;` with a line for each member of each entry.
pub(crate) fn list(name: &str, entries: impl Iterator<Item = Vec<(&'static str, Value)>>) -> String {
    let entries = entries.map(|members| format!("  {{\n{}  }},\n", lines(&members)));
    format!("export const {name} = [\n{}] as const;\n", entries.collect::<String>())
}

fn lines(members: &[(impl AsRef<str>, Value)]) -> String {
    members.iter().map(|(name, value)| format!("    {}: {},\n", name.as_ref(), value.inline())).collect()
}

/// `export const NAME = { … } as const;` with a line for each member of each entry.
pub(crate) fn constant(name: &str, entries: &[(String, Vec<(impl AsRef<str>, Value)>)]) -> String {
    let entries = entries.iter().map(|(key, members)| {
        let key = if key.contains('-') { format!("{key:?}") } else { key.clone() };
        format!("  {key}: {{\n{}  }},\n", lines(members))
    });
    format!("export const {name} = {{\n{}}} as const;\n", entries.collect::<String>())
}

/// `modulusLength` for `modulus_length`.
pub(crate) fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |camel, word| {
        let (initial, rest) = word.split_at(1);
        camel + &initial.to_uppercase() + rest
    })
}
