use super::*;
use crate::{KeyParams, Variant};

fn shape() -> Shape {
    Shape::new(&KeyParams::new(Variant::SchemeB, 512).check().unwrap())
}

/// The least and the greatest odd number of a shape.
fn ends(shape: &Shape) -> [BigUint; 2] {
    [&shape.low | BigUint::from(1u8), &shape.high - 1u8]
}

#[test]
fn primes_are_odd_and_in_the_interval() {
    let shape = shape();
    let [least, greatest] = ends(&shape);
    let accepts = |p: &BigUint| shape.accepts(p, &BigUint::from(5u8), &[]);
    assert!(accepts(&least) && accepts(&greatest));
    assert!(!accepts(&(&least - 2u8)) && !accepts(&(&greatest + 2u8)));
    assert!(!accepts(&(&least + 1u8)) && !accepts(&(&greatest - 1u8)));
}

#[test]
fn crt_exponents_are_below_the_order() {
    let shape = shape();
    let [p, _] = ends(&shape);
    assert!(shape.accepts(&p, &(&p - 2u8), &[]));
    assert!(!shape.accepts(&p, &(&p - 1u8), &[]));
}

/// Otherwise both primes could be found from N: equal CRT exponents are the private exponent itself, and close primes
/// are near √N.
#[test]
fn the_second_prime_differs_in_exponent_and_in_leading_bits() {
    let shape = shape();
    let [p, far] = ends(&shape);
    let [d, other] = [5u8, 7].map(BigUint::from);
    let found = [(p.clone(), d.clone())];
    assert!(shape.accepts(&far, &other, &found));
    assert!(!shape.accepts(&far, &d, &found));
    assert!(!shape.accepts(&(&p + 2u8), &other, &found));
}
