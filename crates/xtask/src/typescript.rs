//! Values as TypeScript.

/// What a table consists of.
pub(crate) enum Value {
    Text(String),
    Number(f64),
    Yes,
    No,
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
            Self::No => "false".to_owned(),
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

/// The width of lines.
pub(crate) const WIDTH: usize = 120;

impl Value {
    /// In one line if it fits behind what stands there, otherwise with a line for each member.
    pub(crate) fn pretty(&self, indent: usize, before: usize) -> String {
        let inline = self.inline();
        if indent + before + inline.chars().count() < WIDTH {
            return inline;
        }
        let inner = " ".repeat(indent + 2);
        let (open, lines, close): (_, Vec<String>, _) = match self {
            Self::List(items) => ("[", items.iter().map(|item| item.pretty(indent + 2, 0)).collect(), "]"),
            Self::Object(members) => {
                let line = |(name, value): &(&str, Self)| {
                    format!("{name}: {}", value.pretty(indent + 2, name.chars().count() + 2))
                };
                ("{", members.iter().map(line).collect(), "}")
            }
            _ => return inline,
        };
        let lines: String = lines.iter().map(|line| format!("{inner}{line},\n")).collect();
        format!("{open}\n{lines}{}{close}", " ".repeat(indent))
    }
}

/// Text as a comment before a declaration, in lines of the given width.
pub(crate) fn comment(text: &str, indent: usize) -> String {
    let space = " ".repeat(indent);
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = format!("{space}/** {} */\n", words.join(" "));
    if words.is_empty() || line.chars().count() <= WIDTH + 1 {
        return if words.is_empty() { String::new() } else { line };
    }
    let mut lines = vec![String::new()];
    for word in words {
        let last = lines.last_mut().expect("one line or more");
        if indent + 3 + last.chars().count() + word.chars().count() < WIDTH {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    let lines: String = lines.iter().map(|line| format!("{space} * {line}\n")).collect();
    format!("{space}/**\n{lines}{space} */\n")
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
