//! Targets, options and outcomes of attacks as plain data, for other languages: what each field is called and means is declared
//! where the struct is.

use core::ops::RangeInclusive;
use std::borrow::Cow;

use num_bigint::BigUint;
use rsa_variants::{KeyParams, MODULUS_LENGTHS, Parameter, PublicKey, Variant};

use crate::Error;

/// A value of plain data.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number of any length.
    Number(BigUint),
    /// A length, a count or a measurement.
    Count(f64),
    /// A name or a sentence.
    Text(Cow<'static, str>),
    /// Yes or no.
    Flag(bool),
    /// Several values.
    List(Vec<Value>),
    /// Values with names.
    Record(Record),
}

/// Values with their names in Rust. A field without a value is absent.
pub type Record = Vec<(Cow<'static, str>, Value)>;

#[inline]
fn value_of<'a>(record: &'a Record, name: &str) -> Option<&'a Value> {
    record.iter().find(|(each, _)| each == name).map(|(_, value)| value)
}

/// The type of a field.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A number of any length.
    Number,
    /// A length, a count or a measurement.
    Count,
    /// Yes or no.
    Flag,
    /// Any number of items.
    List(Box<Shape>),
    /// This many items.
    Tuple(Box<Shape>, usize),
    /// One of several names.
    Choice(Choices),
    /// The name of a variant.
    Variant,
    /// Fields with names.
    Record(Fields),
    /// The numbers of a public key, as fields of the record that they are in.
    PublicKey,
    /// All parameters of keys, as fields of the record that they are in.
    KeyParams,
    /// A type that is written in TypeScript.
    Declared {
        /// Its name.
        name: &'static str,
        /// Its documentation.
        doc: &'static str,
        /// What it is.
        declaration: &'static str,
    },
}

/// The fields of a record.
#[derive(Clone, Debug)]
pub struct Fields {
    /// The name of the type, if programs need it.
    pub name: Option<&'static str>,
    /// What it is.
    pub doc: &'static str,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// The names that a field may have as its value.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The name of the type, if programs need it.
    pub name: Option<&'static str>,
    /// What it is.
    pub doc: &'static str,
    /// Each name, and its title for people.
    pub values: Vec<(&'static str, &'static str)>,
}

/// A field of a record.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name in Rust.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// Its type.
    pub shape: Shape,
    /// Whether it may be absent even if it has no default.
    pub is_optional: bool,
    /// Its value if it is absent.
    pub default: Option<Value>,
    /// How programs ask for it or show it.
    pub fact: Option<Fact>,
}

/// How programs ask for a field or show it.
#[derive(Clone, Debug)]
pub enum Fact {
    /// An option with a number.
    Number {
        /// Its title.
        title: &'static str,
        /// What it counts.
        unit: &'static str,
        /// The smallest value.
        least: u64,
        /// The largest value.
        most: u64,
        /// Whether other values narrow the limits, as the documentation says.
        is_narrowed: bool,
        /// It applies only if another option has this value.
        only: Option<(&'static str, &'static str)>,
        /// Its default where it applies, if the field itself has none.
        usual: Option<u64>,
    },
    /// An option with a choice of names, or one that is on or off.
    Choice {
        /// Its title.
        title: &'static str,
        /// The variants to choose from, if it is a variant.
        variants: Vec<Variant>,
        /// The title of a further choice, `any`.
        any: Option<&'static str>,
    },
    /// Part of a target.
    Given {
        /// Its title.
        title: &'static str,
        /// What to enter.
        text: &'static str,
        /// What it counts, if that is not obvious.
        unit: Option<&'static str>,
    },
    /// A figure of an outcome.
    Figure {
        /// A few words in which `{}` stands for the value.
        text: &'static str,
        /// The same for a single one.
        one: Option<&'static str>,
        /// What the value is, if it is not a count.
        unit: Option<&'static str>,
    },
    /// A column of a table of estimates.
    Column {
        /// Its title.
        title: &'static str,
        /// What the values are, if they need a unit.
        unit: Option<&'static str>,
    },
}

impl Fact {
    /// The same for an option whose documentation says how other values narrow its limits.
    pub(crate) fn narrowed(mut self) -> Self {
        if let Self::Number { is_narrowed, .. } = &mut self {
            *is_narrowed = true;
        }
        self
    }

    /// The same for an option that applies only if another one has a value.
    pub(crate) fn only(mut self, option: &'static str, value: &'static str) -> Self {
        if let Self::Number { only, .. } = &mut self {
            *only = Some((option, value));
        }
        self
    }

    /// The same with a default where the option applies.
    pub(crate) fn usual(mut self, value: usize) -> Self {
        if let Self::Number { usual, .. } = &mut self {
            *usual = Some(value as u64);
        }
        self
    }

    /// The same with a further choice, `any`.
    pub(crate) fn or_any(mut self, title: &'static str) -> Self {
        if let Self::Choice { any, .. } = &mut self {
            *any = Some(title);
        }
        self
    }

    /// The same with other words for a single one.
    pub(crate) fn one(mut self, text: &'static str) -> Self {
        if let Self::Figure { one, .. } = &mut self {
            *one = Some(text);
        }
        self
    }

    /// The same with a unit.
    pub(crate) fn unit(mut self, name: &'static str) -> Self {
        if let Self::Given { unit, .. } | Self::Figure { unit, .. } | Self::Column { unit, .. } = &mut self {
            *unit = Some(name);
        }
        self
    }
}

/// An option with a number between two limits, which other options may narrow.
pub(crate) fn number(title: &'static str, unit: &'static str, limits: RangeInclusive<usize>) -> Fact {
    let (least, most) = (*limits.start() as u64, *limits.end() as u64);
    Fact::Number { title, unit, least, most, is_narrowed: false, only: None, usual: None }
}

/// The option n of an example, if the attack does not limit it.
pub(crate) fn modulus_length() -> Fact {
    let (least, most) = MODULUS_LENGTHS.into_inner();
    number("Modulus length n", "bits", least..=most)
}

/// An option with a choice of names, or one that is on or off.
pub(crate) fn choice(title: &'static str) -> Fact {
    Fact::Choice { title, variants: Vec::new(), any: None }
}

/// The variant of an example key.
pub(crate) fn variants(variants: &[Variant]) -> Fact {
    Fact::Choice { title: "Variant", variants: variants.into(), any: None }
}

/// Part of a target.
pub(crate) fn given(title: &'static str, text: &'static str) -> Fact {
    Fact::Given { title, text, unit: None }
}

/// A figure of an outcome.
pub(crate) fn figure(text: &'static str) -> Fact {
    Fact::Figure { text, one: None, unit: None }
}

/// A column of a table of estimates.
pub(crate) fn column(title: &'static str) -> Fact {
    Fact::Column { title, unit: None }
}

/// What a field may contain.
pub trait Plain: Sized {
    /// The type.
    fn shape() -> Shape;
    /// As plain data.
    fn to_value(&self) -> Value;
    /// From plain data, unless that is something else.
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! plain {
    ($($type:ty: $kind:ident)*) => {$(
        impl Plain for $type {
            fn shape() -> Shape {
                Shape::$kind
            }
            fn to_value(&self) -> Value {
                Value::$kind(self.clone())
            }
            fn from_value(value: &Value) -> Option<Self> {
                if let Value::$kind(value) = value { Some(value.clone()) } else { None }
            }
        }
    )*};
}

plain!(BigUint: Number f64: Count bool: Flag);

macro_rules! whole_numbers {
    ($($type:ty)*) => {$(
        impl Plain for $type {
            fn shape() -> Shape {
                Shape::Count
            }
            /// Counts are below 2^53, where doubles are exact.
            #[allow(clippy::cast_lossless)] // of u32
            fn to_value(&self) -> Value {
                Value::Count(*self as f64)
            }
            fn from_value(value: &Value) -> Option<Self> {
                let count = f64::from_value(value)?;
                (count.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&count)).then_some(count as Self)
            }
        }
    )*};
}

whole_numbers!(usize u64 u32);

impl Plain for Variant {
    fn shape() -> Shape {
        Shape::Variant
    }
    fn to_value(&self) -> Value {
        Value::Text(self.name().into())
    }
    fn from_value(value: &Value) -> Option<Self> {
        if let Value::Text(name) = value { Self::from_name(name).ok() } else { None }
    }
}

impl<T: Plain> Plain for Vec<T> {
    fn shape() -> Shape {
        Shape::List(T::shape().into())
    }
    fn to_value(&self) -> Value {
        Value::List(self.iter().map(T::to_value).collect())
    }
    fn from_value(value: &Value) -> Option<Self> {
        if let Value::List(items) = value { items.iter().map(T::from_value).collect() } else { None }
    }
}

impl<T: Plain, const COUNT: usize> Plain for [T; COUNT] {
    fn shape() -> Shape {
        Shape::Tuple(T::shape().into(), COUNT)
    }
    fn to_value(&self) -> Value {
        Value::List(self.iter().map(T::to_value).collect())
    }
    fn from_value(value: &Value) -> Option<Self> {
        Vec::from_value(value)?.try_into().ok()
    }
}

/// A field, or fields that a record has in common with others.
pub trait Member: Sized {
    /// Adds what is known of it.
    fn describe(fields: &mut Vec<Field>, name: &'static str, doc: &'static str);
    /// Adds it to a record, unless it is absent.
    fn write(&self, name: &'static str, record: &mut Record);
    /// Takes it from a record.
    ///
    /// # Errors
    /// [`Error::Option`] if it is missing or something else; the errors of [`PublicKey::new`].
    fn read(name: &'static str, record: &Record) -> Result<Self, Error>;
}

fn described(name: &'static str, doc: &'static str, shape: Shape, is_optional: bool) -> Field {
    Field { name, doc, shape, is_optional, default: None, fact: None }
}

#[inline]
fn unsuitable(name: &'static str) -> Error {
    Error::option(name, "is missing or of another type")
}

impl<T: Plain> Member for T {
    fn describe(fields: &mut Vec<Field>, name: &'static str, doc: &'static str) {
        fields.push(described(name, doc, T::shape(), false));
    }
    fn write(&self, name: &'static str, record: &mut Record) {
        record.push((name.into(), self.to_value()));
    }
    fn read(name: &'static str, record: &Record) -> Result<Self, Error> {
        value_of(record, name).and_then(T::from_value).ok_or_else(|| unsuitable(name))
    }
}

/// A choice is absent if it is `any`.
impl<T: Plain> Member for Option<T> {
    fn describe(fields: &mut Vec<Field>, name: &'static str, doc: &'static str) {
        fields.push(described(name, doc, T::shape(), true));
    }
    fn write(&self, name: &'static str, record: &mut Record) {
        if let Some(value) = self {
            value.write(name, record);
        }
    }
    fn read(name: &'static str, record: &Record) -> Result<Self, Error> {
        match value_of(record, name) {
            None => Ok(None),
            Some(Value::Text(text)) if text == "any" => Ok(None),
            Some(_) => T::read(name, record).map(Some),
        }
    }
}

impl Member for PublicKey {
    fn describe(fields: &mut Vec<Field>, name: &'static str, doc: &'static str) {
        fields.push(described(name, doc, Shape::PublicKey, false));
    }
    fn write(&self, _: &'static str, record: &mut Record) {
        self.modulus().write("modulus", record);
        self.public_exponent().write("public_exponent", record);
    }
    fn read(_: &'static str, record: &Record) -> Result<Self, Error> {
        let take = |name| BigUint::read(name, record);
        Ok(Self::new(&take("modulus")?, &take("public_exponent")?)?)
    }
}

/// All parameters of keys except for the variant and the length of the modulus, as fields of the record that they are in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherParams(pub KeyParams);

impl Member for OtherParams {
    fn describe(fields: &mut Vec<Field>, name: &'static str, doc: &'static str) {
        fields.push(described(name, doc, Shape::KeyParams, false));
    }
    fn write(&self, _: &'static str, record: &mut Record) {
        for parameter in other_counts() {
            self.0.count(parameter).write(parameter.name(), record);
        }
        self.0.public_exponent.write(Parameter::PublicExponent.name(), record);
    }
    #[inline]
    fn read(_: &'static str, record: &Record) -> Result<Self, Error> {
        let mut params = KeyParams::new(Variant::Crt, 0);
        for parameter in other_counts() {
            if let Some(count) = Option::read(parameter.name(), record)? {
                params.set_count(parameter, count);
            }
        }
        params.public_exponent = Option::read(Parameter::PublicExponent.name(), record)?;
        Ok(Self(params))
    }
}

/// All parameters of a key as plain data.
#[inline]
pub(crate) fn params_record(params: KeyParams) -> Record {
    let mut record = Record::new();
    params.variant.write("variant", &mut record);
    params.modulus_length.write(Parameter::ModulusLength.name(), &mut record);
    OtherParams(params).write("", &mut record);
    record
}

/// The optional parameters that are whole numbers.
fn other_counts() -> impl Iterator<Item = Parameter> {
    let is_other = |parameter: &Parameter| !matches!(parameter, Parameter::ModulusLength | Parameter::PublicExponent);
    Parameter::ALL.into_iter().filter(is_other)
}

/// A struct whose fields are plain data.
pub trait Structure: Sized {
    /// What is known of it. A choice between several structs has several.
    fn forms() -> Vec<Fields>;
    /// Adds its fields to a record.
    fn write_all(&self, record: &mut Record);
    /// Takes its fields from a record.
    ///
    /// # Errors
    /// Those of [`Member::read`].
    fn read_all(record: &Record) -> Result<Self, Error>;
}

impl<T: Structure> Plain for T {
    fn shape() -> Shape {
        Shape::Record(T::forms().swap_remove(0))
    }
    fn to_value(&self) -> Value {
        let mut record = Record::new();
        self.write_all(&mut record);
        Value::Record(record)
    }
    fn from_value(value: &Value) -> Option<Self> {
        if let Value::Record(record) = value { T::read_all(record).ok() } else { None }
    }
}

/// No fields.
impl Structure for () {
    fn forms() -> Vec<Fields> {
        vec![Fields { name: None, doc: "", fields: Vec::new() }]
    }
    fn write_all(&self, _: &mut Record) {}
    fn read_all(_: &Record) -> Result<Self, Error> {
        Ok(())
    }
}

/// The struct with all defaults, if each of its fields has one or may be absent.
pub(crate) fn defaults<T: Structure>() -> T {
    // `expect` would format the error, which takes code for all errors of the library.
    T::read_all(&Record::new()).unwrap_or_else(|_| unreachable!("each field has a default or may be absent"))
}

/// The value in a record, or the default if it is absent.
pub(crate) fn read_or<T: Member>(name: &'static str, record: &Record, default: T) -> Result<T, Error> {
    if value_of(record, name).is_some() { T::read(name, record) } else { Ok(default) }
}

/// The place of a name in a list.
#[inline]
pub(crate) fn place_of(value: &Value, names: &[&str]) -> Option<usize> {
    let Value::Text(text) = value else { return None };
    names.iter().position(|name| name == text)
}

/// A field with its default and how programs show it.
pub(crate) fn describe<T: Member>(
    fields: &mut Vec<Field>,
    (name, doc): (&'static str, &'static str),
    default: Option<&T>,
    fact: Option<Fact>,
) {
    T::describe(fields, name, doc);
    let Some(field) = fields.last_mut() else { return };
    field.fact = fact;
    let mut record = Record::new();
    if let Some(default) = default {
        default.write(name, &mut record);
    }
    field.default = record.pop().map(|(_, value)| value);
}

/// Declares a struct of plain data. A field may have a default after `=`, and after `=>` how programs ask for it or show it.
/// `as "Name"` exports its type in TypeScript; `hidden` lists fields that programs in other languages do not see.
macro_rules! record {
    (
        $(#[doc = $doc:literal])+
        $(#[derive($($derive:ident),+)])?
        pub struct $type:ident $(as $exported:literal)? {
            $(
                $(#[doc = $field_doc:literal])+
                pub $field:ident: $field_type:ty $(= $default:expr)? $(=> $fact:expr)?,
            )*
        }
        $(hidden { $( $(#[doc = $hidden_doc:literal])+ $visibility:vis $hidden:ident: $hidden_type:ty, )* })?
    ) => {
        $(#[doc = $doc])+
        $(#[derive($($derive),+)])?
        pub struct $type {
            $( $(#[doc = $field_doc])+ pub $field: $field_type, )*
            $($( $(#[doc = $hidden_doc])+ $visibility $hidden: $hidden_type, )*)?
        }

        #[allow(unused_mut, unused_variables)] // A struct may have no fields here.
        impl $crate::attacks::record::Structure for $type {
            fn forms() -> Vec<$crate::attacks::record::Fields> {
                #[allow(unused_imports)]
                use $crate::attacks::record::{self, choice, column, figure, given, modulus_length, number, variants};
                let mut fields = Vec::new();
                $(
                    let default: Option<$field_type> = $crate::attacks::record::record!(@option $($default)?);
                    let about = (stringify!($field), concat!($($field_doc, "\n"),+));
                    record::describe(&mut fields, about, default.as_ref(), $crate::attacks::record::record!(@option $($fact)?));
                )*
                let name = $crate::attacks::record::record!(@option $($exported)?);
                vec![record::Fields { name, doc: concat!($($doc, "\n"),+), fields }]
            }

            #[inline] // As in attacks.rs.
            fn write_all(&self, record: &mut $crate::attacks::record::Record) {
                $( $crate::attacks::record::Member::write(&self.$field, stringify!($field), record); )*
            }

            #[inline]
            fn read_all(record: &$crate::attacks::record::Record) -> Result<Self, $crate::Error> {
                Ok(Self {
                    $( $field: $crate::attacks::record::record!(@read record, $field $(, $default)?)?, )*
                    $($( $hidden: Default::default(), )*)?
                })
            }
        }
    };
    (@option) => { None };
    (@option $value:expr) => { Some($value) };
    (@read $record:ident, $field:ident) => {
        $crate::attacks::record::Member::read(stringify!($field), $record)
    };
    (@read $record:ident, $field:ident, $default:expr) => {
        $crate::attacks::record::read_or(stringify!($field), $record, $default)
    };
}

/// Declares a struct as `record!` does. Each of its fields has a default or may be absent, so the struct has a default too.
macro_rules! options {
    ($(#[$($attribute:tt)*])* pub struct $type:ident $($rest:tt)*) => {
        $crate::attacks::record::record! {
            $(#[$($attribute)*])*
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub struct $type $($rest)*
        }

        impl Default for $type {
            fn default() -> Self {
                $crate::attacks::record::defaults()
            }
        }
    };
}

/// Declares an enum whose members have a name for programs and a title for people. `as "Name"` exports its type in TypeScript.
macro_rules! choice {
    (
        $(#[doc = $doc:literal])+
        pub enum $type:ident $(as $exported:literal)? {
            $( $(#[doc = $member_doc:literal])+ $member:ident = $name:literal, $title:literal; )+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $type {
            $( $(#[doc = $member_doc])+ $member, )+
        }

        impl $type {
            /// All of them.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$member),+];

            const NAMES: &[&str] = &[$($name),+];

            /// The name for programs.
            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }

        impl $crate::attacks::record::Plain for $type {
            fn shape() -> $crate::attacks::record::Shape {
                let name = $crate::attacks::record::record!(@option $($exported)?);
                let values = vec![$(($name, $title)),+];
                let doc = concat!($($doc, "\n"),+);
                $crate::attacks::record::Shape::Choice($crate::attacks::record::Choices { name, doc, values })
            }
            fn to_value(&self) -> $crate::attacks::record::Value {
                $crate::attacks::record::Value::Text(self.name().into())
            }
            fn from_value(value: &$crate::attacks::record::Value) -> Option<Self> {
                Self::ALL.get($crate::attacks::record::place_of(value, Self::NAMES)?).copied()
            }
        }
    };
}

pub(crate) use {choice as choices, options, record};

#[cfg(test)]
mod tests;
