//! The attacks: their descriptions, and the types of everything that goes in and comes out.

use rsa_cryptanalysis::attacks::record::{self, Choices, Fact, Field, Fields, Shape};
use rsa_cryptanalysis::attacks::{Description, descriptions};

use crate::typescript::{Value, camel_case, comment};

const HEAD: &str = "\
// Written by `cargo run -p xtask` from the declarations in crates/cryptanalysis/src/attacks.

import type { RsaErrorCode } from \"../errors.js\";
import type { KeyParamValues } from \"../params.js\";
import type { DemonstrationOf, Outcome, PublicKeyNumbers, SeedOptions } from \"../security/attack.js\";
";

pub(crate) fn table() -> String {
    let descriptions = descriptions();
    let mut types = Types::default();
    let members: String = descriptions.iter().map(|attack| types.attack(attack)).collect();
    let declared: String = types.declared.into_iter().map(|(_, declaration)| declaration).collect();
    let descriptions: String =
        descriptions.iter().map(|attack| format!("  {},\n", facts(attack).pretty(2, 0))).collect();
    format!(
        "{HEAD}{declared}\n/** The types of each attack. */\nexport interface AttackTypes {{\n{members}}}\n\n\
         /** The descriptions of the attacks, cheapest first. */\nexport const descriptions = [\n{descriptions}] as const;\n"
    )
}

/// Whether fields of an object go into a call, where undefined counts as absent, or come out of it.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    In,
    Out,
}

/// The types, and those of them that have a name.
#[derive(Default)]
struct Types {
    declared: Vec<(&'static str, String)>,
}

impl Types {
    fn attack(&mut self, attack: &Description) -> String {
        let Description { facts, target, options, figures, found, estimate, answer, note, .. } = attack;
        let targets: Vec<_> = target.iter().map(|form| self.object(form, Way::Out, 6)).collect();
        let target = targets.join(" | ");
        let seed = if facts.is_seeded { "SeedOptions & " } else { "" };
        let options = format!("{seed}{}", self.object(options, Way::In, 4));
        let found = self.object(found, Way::Out, 6);
        let mut figures = figures.clone();
        if !estimate.fields.is_empty() {
            figures.fields.push(Field {
                name: "estimates",
                doc: "What longer keys would take.",
                shape: Shape::List(Shape::Record(estimate.clone()).into()),
                is_optional: false,
                default: None,
                fact: None,
            });
        }
        let figures = self.object(&figures, Way::Out, 6);
        let example_options = self.object(&attack.example_options, Way::In, 4);
        let options_of_example = self.object(&attack.options_of_example, Way::Out, 6);
        let mut answer = answer.clone();
        answer.fields.retain(|field| field.name != "primes");
        let answer = self.object(&answer, Way::Out, 6);
        let note =
            if note.fields.is_empty() { String::new() } else { format!(" & {}", self.object(note, Way::Out, 4)) };
        let key = key_of(facts.name);
        let outcome = generic("Outcome", &[found, figures]);
        let demonstration = generic("DemonstrationOf", &[target.clone(), options_of_example, answer]);
        format!(
            "{}  readonly {key}: {{\n    readonly target: {target};\n    readonly options: {options};\n    readonly outcome: \
             {outcome};\n    readonly demonstrationOptions: {example_options};\n    readonly demonstration: {demonstration}{note};\n  }};\n",
            comment(&format!("{}.", facts.title), 2)
        )
    }

    /// The type of a record, by its name if it has one.
    fn object(&mut self, Fields { name, doc, fields }: &Fields, way: Way, indent: usize) -> String {
        let has = |shape: fn(&Shape) -> bool| fields.iter().any(|field| shape(&field.shape));
        let has_key = has(|shape| matches!(shape, Shape::PublicKey));
        let has_params = has(|shape| matches!(shape, Shape::KeyParams));
        let is_shown = |field: &&Field| {
            let is_of_params = has_params && ["variant", "modulus_length"].contains(&field.name);
            !is_of_params && !matches!(field.shape, Shape::PublicKey | Shape::KeyParams)
        };
        let own: Vec<&Field> = fields.iter().filter(is_shown).collect();
        let indent = if name.is_some() { 0 } else { indent };
        let members: String = own.iter().map(|field| self.member(field, way, indent + 2)).collect();
        let body = format!("{{\n{members}{}}}", " ".repeat(indent));
        if let Some(name) = name {
            let extends = if has_key { "extends PublicKeyNumbers " } else { "" };
            self.declare(name, format!("\n{}export interface {name} {extends}{body}\n", comment(doc, 0)));
            return (*name).to_owned();
        }
        let params = has_params
            .then(|| "{ readonly [Name in keyof KeyParamValues]?: KeyParamValues[Name] | undefined }".to_owned());
        let key = has_key.then(|| "PublicKeyNumbers".to_owned());
        let parts: Vec<String> = key.into_iter().chain(params).chain((!own.is_empty()).then_some(body)).collect();
        if parts.is_empty() { "object".to_owned() } else { parts.join(" & ") }
    }

    fn member(&mut self, field: &Field, way: Way, indent: usize) -> String {
        let mut type_name = match (&field.shape, &field.fact) {
            (Shape::Variant, Some(Fact::Choice { variants, .. })) => {
                union(variants.iter().map(|variant| variant.name()))
            }
            (shape, _) => self.name_of(shape, indent),
        };
        if let (Way::In, Some(Fact::Choice { any: Some(_), .. })) = (way, &field.fact) {
            type_name.push_str(" | \"any\"");
        }
        let (optional, undefined) = match way {
            Way::In => ("?", " | undefined"),
            Way::Out if field.is_optional => ("?", ""),
            Way::Out => ("", ""),
        };
        let name = camel_case(field.name);
        let doc = if way == Way::In { documentation(field) } else { field.doc.to_owned() };
        format!("{}{}readonly {name}{optional}: {type_name}{undefined};\n", comment(&doc, indent), " ".repeat(indent))
    }

    fn name_of(&mut self, shape: &Shape, indent: usize) -> String {
        match shape {
            Shape::Number => "bigint".to_owned(),
            Shape::Count => "number".to_owned(),
            Shape::Flag => "boolean".to_owned(),
            Shape::List(item) => format!("readonly {}[]", self.name_of(item, indent)),
            Shape::Tuple(item, count) => {
                format!("readonly [{}]", vec![self.name_of(item, indent); *count].join(", "))
            }
            Shape::Choice(Choices { name, doc, values }) => {
                let union = union(values.iter().map(|(value, _)| *value));
                let Some(name) = name else { return union };
                self.declare(name, format!("\n{}export type {name} = {union};\n", comment(doc, 0)));
                (*name).to_owned()
            }
            Shape::Record(fields) => self.object(fields, Way::Out, indent),
            Shape::Declared { name, doc, declaration } => {
                self.declare(name, format!("\n{}export type {name} =\n{declaration};\n", comment(doc, 0)));
                (*name).to_owned()
            }
            Shape::Variant | Shape::PublicKey | Shape::KeyParams => unreachable!("handled by the record"),
        }
    }

    fn declare(&mut self, name: &'static str, declaration: String) {
        if self.declared.iter().all(|(declared, _)| *declared != name) {
            self.declared.push((name, declaration));
        }
    }
}

/// A generic type with arguments in the place of a member; long arguments have lines of their own.
fn generic(name: &str, arguments: &[String]) -> String {
    let inline = format!("{name}<{}>", arguments.join(", "));
    if !inline.contains('\n') {
        return inline;
    }
    let lines: String = arguments.iter().map(|argument| format!("\n      {argument},")).collect();
    format!("{name}<{}\n    >", lines.trim_end_matches(','))
}

fn key_of(name: &str) -> String {
    if name.contains('-') { format!("{name:?}") } else { name.to_owned() }
}

fn union<'a>(values: impl Iterator<Item = &'a str>) -> String {
    values.map(|value| format!("{value:?}")).collect::<Vec<_>>().join(" | ")
}

/// What an option is, with its limits and its default.
fn documentation(field: &Field) -> String {
    let mut text = field.doc.trim().to_owned();
    if let Some(Fact::Number { unit, least, most, is_narrowed: false, .. }) = &field.fact
        && *most < u32::MAX.into()
    {
        let unit = if *unit == "bits" { " bits" } else { "" };
        text += &format!(" From {} to {}{unit}.", grouped(*least), grouped(*most));
    }
    let default = match (default_of(field), &field.fact) {
        (Some(record::Value::Count(count)), _) => grouped(count as u64),
        (Some(record::Value::Text(text)), _) => format!("`{text}`"),
        (Some(record::Value::Flag(flag)), _) => format!("`{flag}`"),
        _ => return text,
    };
    format!("{text} Default {default}.")
}

fn default_of(field: &Field) -> Option<record::Value> {
    match field.fact {
        Some(Fact::Number { usual: Some(usual), .. }) => Some(record::Value::Count(usual as f64)),
        Some(Fact::Choice { any: Some(_), .. }) => Some(record::Value::Text("any".into())),
        _ => field.default.clone(),
    }
}

/// With commas between thousands, from five digits on.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

fn facts(attack: &Description) -> Value {
    let Description { facts, target, options, figures, found, estimate, example_options, .. } = attack;
    let text = |text: &str| Some(Value::text(text));
    let source = Value::object([
        ("authors", text(facts.source.authors)),
        ("title", text(facts.source.title)),
        ("publishedIn", text(facts.source.published_in)),
        ("year", Some(Value::count(facts.source.year.into()))),
    ]);
    let figures = figures.fields.iter().chain(&found.fields).filter_map(figure);
    let columns: Vec<Value> = estimate.fields.iter().filter_map(column).collect();
    let accepts_params = example_options.fields.iter().any(|field| matches!(field.shape, Shape::KeyParams));
    Value::object([
        ("name", text(facts.name)),
        ("title", text(facts.title)),
        ("breaks", text(facts.breaks)),
        ("needs", text(facts.needs)),
        ("cost", text(facts.cost)),
        ("defense", text(facts.defense)),
        ("source", Some(source)),
        ("acceptsSeed", facts.is_seeded.then_some(Value::Yes)),
        ("acceptsKeyParams", accepts_params.then_some(Value::Yes)),
        ("targets", Some(Value::List(target.iter().map(form).collect()))),
        ("options", Some(Value::List(options.fields.iter().filter_map(option).collect()))),
        ("demonstrationOptions", Some(Value::List(example_options.fields.iter().filter_map(option).collect()))),
        ("figures", Some(Value::List(figures.collect()))),
        ("estimates", (!columns.is_empty()).then_some(Value::List(columns))),
    ])
}

/// A kind of target: what belongs to it besides the numbers of a key.
fn form(Fields { fields, .. }: &Fields) -> Value {
    let is_public = fields.iter().any(|field| matches!(field.shape, Shape::PublicKey));
    Value::object([
        ("key", Some(Value::text(if is_public { "public" } else { "private" }))),
        ("fields", Some(Value::List(fields.iter().filter_map(part).collect()))),
    ])
}

fn part(field: &Field) -> Option<Value> {
    let Some(Fact::Given { title, text, unit }) = &field.fact else { return None };
    let (kind, items, choices) = match &field.shape {
        Shape::Number => ("natural", None, None),
        Shape::List(_) => ("naturals", None, None),
        Shape::Tuple(_, count) => ("naturals", Some(Value::count(*count)), None),
        Shape::Count => ("count", None, None),
        Shape::Choice(Choices { values, .. }) => ("choice", None, Some(choices(values))),
        shape => unreachable!("a target with {shape:?} needs a kind"),
    };
    Some(Value::object([
        ("kind", Some(Value::text(kind))),
        ("name", Some(Value::Text(camel_case(field.name)))),
        ("title", Some(Value::text(title))),
        ("text", Some(Value::text(text))),
        ("items", items),
        ("unit", unit.map(Value::text)),
        ("choices", choices),
    ]))
}

fn choices<'a>(values: impl IntoIterator<Item = &'a (&'static str, &'static str)>) -> Value {
    let choice = |(value, title): &(&str, &str)| {
        Value::object([("value", Some(Value::text(value))), ("title", Some(Value::text(title)))])
    };
    Value::List(values.into_iter().map(choice).collect())
}

fn option(field: &Field) -> Option<Value> {
    let name = ("name", Some(Value::Text(camel_case(field.name))));
    let default = default_of(field).map(|default| match default {
        record::Value::Count(count) => Value::Number(count),
        record::Value::Text(text) => Value::text(&text),
        record::Value::Flag(true) => Value::Yes,
        record::Value::Flag(false) => Value::No,
        other => unreachable!("{other:?} is no default"),
    });
    match field.fact.as_ref()? {
        Fact::Number { title, unit, least, most, only, .. } => {
            let condition = only.map(|(option, value)| {
                Value::object([("option", Some(Value::Text(camel_case(option)))), ("value", Some(Value::text(value)))])
            });
            Some(Value::object([
                ("kind", Some(Value::text("number"))),
                name,
                ("title", Some(Value::text(title))),
                ("unit", Some(Value::text(unit))),
                ("least", Some(Value::Number(*least as f64))),
                ("most", Some(Value::Number(*most as f64))),
                ("default", default),
                ("only", condition),
            ]))
        }
        Fact::Choice { title, variants, any } => {
            let values = match &field.shape {
                Shape::Choice(Choices { values, .. }) => {
                    Some(any.map(|title| ("any", title)).into_iter().chain(values.iter().copied()).collect::<Vec<_>>())
                }
                Shape::Variant => {
                    Some(variants.iter().map(|variant| (variant.name(), variant.definition().title)).collect())
                }
                _ => None,
            };
            let kind = if values.is_some() { "choice" } else { "switch" };
            Some(Value::object([
                ("kind", Some(Value::text(kind))),
                name,
                ("title", Some(Value::text(title))),
                ("choices", values.as_ref().map(choices)),
                ("default", default),
            ]))
        }
        _ => None,
    }
}

fn figure(field: &Field) -> Option<Value> {
    let Some(Fact::Figure { text, one, unit }) = &field.fact else { return None };
    let titles = if let Shape::Choice(Choices { values, .. }) = &field.shape { Some(choices(values)) } else { None };
    Some(Value::object([
        ("name", Some(Value::Text(camel_case(field.name)))),
        ("text", Some(Value::text(text))),
        ("one", one.map(Value::text)),
        ("unit", unit.map(Value::text)),
        ("choices", titles),
    ]))
}

fn column(field: &Field) -> Option<Value> {
    let Some(Fact::Column { title, unit }) = &field.fact else { return None };
    Some(Value::object([
        ("name", Some(Value::Text(camel_case(field.name)))),
        ("title", Some(Value::text(title))),
        ("unit", unit.map(Value::text)),
    ]))
}
