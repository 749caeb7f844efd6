//! Batch RSA (Fiat, "Batch RSA", Crypto 1989), with CRT: b ciphertexts under b small public exponents of one modulus at
//! the cost of about one private operation.
//!
//! Whoever has one pair (e_i, d_i) can factor N, so one owner holds all; and the same unpadded message under two of the
//! exponents is recovered by anybody.

use modexp::{Engine, Exponent, Exponentiation, Modulus, Natural, declassify};
use num_bigint::BigUint;

use super::original;
use crate::arithmetic::inverse;
use crate::fault::stage;
use crate::generate::Generator;
use crate::operation::PrivateOperation;
use crate::params::BATCH_EXPONENTS;
use crate::recombine::Garner;
use crate::{CheckedParams, Components, Error};

/// Key generation:
///
/// 1. b small, pairwise coprime public exponents: 3, 5, 7, 11, 13, 17, 19, 23;
/// 2. primes p, q with every e_i prime to p − 1 and q − 1 (another prime is drawn where one is not);
/// 3. d, the inverse of the product `E = e_1⋯e_b` modulo λ(N): the exponent of the one big root.
pub(super) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    let b = params.batch_size.expect("checked: the variant has a batch size");
    original::generate_with(params, generator, BATCH_EXPONENTS[..b].iter().map(|e| BigUint::from(*e)).collect())
}

/// The tree, worked modulo p and modulo q apart, and the exponents for answering one ciphertext alone.
pub(crate) struct BatchOperation {
    /// q, p: Garner's order.
    moduli: [Modulus; 2],
    garner: Garner,
    /// `E⁻¹ − 1` modulo each prime less one.
    root_exponents: [Exponent; 2],
    /// `e_i⁻¹` modulo each prime less one.
    single_exponents: Vec<[Exponent; 2]>,
    tree: Tree,
    /// `E − 2`, for the inverse of the tree's root.
    inverse_exponent: Exponent,
}

/// A node of the tree over public exponents.
enum Tree {
    Leaf,
    Node(Box<Node>),
}

/// An inner node with `E = E_L·E_R` and the exponents of its two ways, all public.
struct Node {
    left: Tree,
    right: Tree,
    leaves_left: usize,
    /// `E_R − 1` and `E_L − 1`
    up: [Exponent; 2],
    /// X, `X/E_L` and `(X − 1)/E_R`, where X is 0 modulo E_L and 1 modulo E_R
    down: [Exponent; 3],
}

/// A residue modulo each prime.
type Residues = [Natural; 2];

/// What the way up leaves at an inner node for the way down.
struct Climbed {
    left: Option<Box<Climbed>>,
    right: Option<Box<Climbed>>,
    /// `V_L`, `V_R`
    values: [Residues; 2],
    /// `V_L^(E_R − 1)`, `V_R^(E_L − 1)`
    powers: [Residues; 2],
}

pub(super) fn operation(components: &Components) -> Option<BatchOperation> {
    let length = components.modulus.bits() as usize;
    let prime = |index: usize| Modulus::for_numbers_of(length, &components.primes[index]).expect("primes are odd");
    let moduli = [prime(1), prime(0)];
    let garner = Garner::new(&moduli, &components.crt_coefficients);
    // e⁻¹ modulo each prime less one, less 1 or 0.
    let private = |e: &BigUint, less: u8| {
        let [first, second] = [0, 1].map(|index| {
            let order = moduli[index].value().to_biguint() - 1u8;
            let exponent = inverse(&(e % &order), &order)? - less;
            Some(Exponent::secret(&exponent, moduli[index].bit_length()))
        });
        Some([first?, second?])
    };
    let (tree, product) = Tree::new(&components.public_exponents)?;
    Some(BatchOperation {
        garner,
        root_exponents: private(&product, 1)?,
        single_exponents: components.public_exponents.iter().map(|e| private(e, 0)).collect::<Option<_>>()?,
        tree,
        inverse_exponent: Exponent::public(&(product - 2u8)),
        moduli,
    })
}

impl Tree {
    /// The tree over these exponents, and their product. None when they are not pairwise coprime.
    fn new(exponents: &[BigUint]) -> Option<(Self, BigUint)> {
        if let [e] = exponents {
            return Some((Self::Leaf, e.clone()));
        }
        let (left, right) = exponents.split_at(exponents.len() / 2);
        let leaves_left = left.len();
        let (left, e_l) = Self::new(left)?;
        let (right, e_r) = Self::new(right)?;
        let x = &e_l * inverse(&(&e_l % &e_r), &e_r)?;
        let up = [&e_r, &e_l].map(|e| Exponent::public(&(e - 1u8)));
        let down = [x.clone(), &x / &e_l, (x - 1u8) / &e_r].map(|exponent| Exponent::public(&exponent));
        Some((Self::Node(Box::new(Node { left, right, leaves_left, up, down })), e_l * e_r))
    }
}

impl BatchOperation {
    /// The messages of b ciphertexts, the i-th under the i-th exponent.
    ///
    /// Fiat divides on the way down. Nothing is inverted here: with `t = V^(1/E − 1)` the root is `m = t·V`, and from
    /// `m^E = V` follows `V⁻¹ = t^E·V^(E−2)`, the inverse of every node below from its parent's by multiplications, and
    /// `m_R⁻¹ = m_R^(E_R−1)·V_R⁻¹` likewise. All that is secret is worked in constant time.
    ///
    /// A ciphertext that is no unit modulo a prime would spoil the products, so it is answered alone, with 1 in its place.
    pub(crate) fn decrypt_batch(&self, ciphertexts: &[Natural], engine: Engine) -> Vec<Natural> {
        let residues: Vec<Residues> =
            ciphertexts.iter().map(|ciphertext| self.each(|index| self.moduli[index].reduce(ciphertext))).collect();
        // A multiple of a prime below N, zero apart, gives the key away to anybody: telling it from a unit does not.
        let is_unit = |values: &Residues| values.iter().all(|value| declassify(value.is_zero()) == 0);
        let one = || self.each(|index| Natural::from_be_bytes(&[1], self.moduli[index].bit_length()));
        let units = residues.iter().map(|values| if is_unit(values) { values.clone() } else { one() }).collect();
        let tree = stage("batch tree");
        let (v, climbed) = self.climb(&self.tree, units, engine);

        // Root: t = V^(1/E − 1), m = t·V, V⁻¹ = t^E·V^(E−2) = (t·V)^(E−2)·t²
        let t = self.powers([(&v, &self.root_exponents)], engine).remove(0);
        let m = self.product(&t, &v);
        let power = self.public_powers([(&m, &self.inverse_exponent)], engine).remove(0);
        let v_inverse = self.product(&power, &self.product(&t, &t));

        let mut roots = Vec::new();
        self.descend(&self.tree, climbed.as_ref(), m, &v_inverse, engine, &mut roots);
        drop(tree);
        roots
            .iter()
            .enumerate()
            .map(|(index, root)| {
                if is_unit(&residues[index]) {
                    return self.garner.combine(self.moduli.iter().zip(root));
                }
                let exponents = &self.single_exponents[index];
                let root = &self.powers([(&residues[index], exponents)], engine)[0];
                self.garner.combine(self.moduli.iter().zip(root))
            })
            .collect()
    }

    /// Up: `V = V_L^{E_R}·V_R^{E_L}`.
    fn climb(&self, tree: &Tree, mut values: Vec<Residues>, engine: Engine) -> (Residues, Option<Climbed>) {
        let Tree::Node(node) = tree else { return (values.remove(0), None) };
        let right = values.split_off(node.leaves_left);
        let (v_l, left) = self.climb(&node.left, values, engine);
        let (v_r, right) = self.climb(&node.right, right, engine);
        let mut powers = self.public_powers([(&v_l, &node.up[0]), (&v_r, &node.up[1])], engine).into_iter();
        let [power_l, power_r] = [(); 2].map(|()| powers.next().expect("an answer for each power"));
        let v = self.product(&self.product(&power_l, &v_l), &self.product(&power_r, &v_r));
        let [left, right] = [left, right].map(|climbed| climbed.map(Box::new));
        (v, Some(Climbed { left, right, values: [v_l, v_r], powers: [power_l, power_r] }))
    }

    /// Down: from `m = V^{1/E}` and `V⁻¹` to the same of both children.
    fn descend(
        &self,
        tree: &Tree,
        climbed: Option<&Climbed>,
        m: Residues,
        v_inverse: &Residues,
        engine: Engine,
        roots: &mut Vec<Residues>,
    ) {
        let (Tree::Node(node), Some(climbed)) = (tree, climbed) else {
            roots.push(m);
            return;
        };
        let ([v_l, v_r], [power_l, power_r]) = (&climbed.values, &climbed.powers);
        // V_L⁻¹ = V⁻¹·V_L^{E_R − 1}·V_R^{E_L}, and the mirror image
        let inverse_l = self.product(v_inverse, &self.product(power_l, &self.product(power_r, v_r)));
        let inverse_r = self.product(v_inverse, &self.product(power_r, &self.product(power_l, v_l)));
        // m_R = m^X / (V_L^{X/E_L}·V_R^{(X − 1)/E_R})
        let [x, x_l, x_r] = &node.down;
        let powers = self.public_powers([(&m, x), (&inverse_l, x_l), (&inverse_r, x_r)], engine);
        let m_r = self.product(&powers[0], &self.product(&powers[1], &powers[2]));
        // m_L = m / m_R, with m_R⁻¹ = m_R^{E_R − 1}·V_R⁻¹
        let power = self.public_powers([(&m_r, &node.up[0])], engine).remove(0);
        let m_l = self.product(&m, &self.product(&power, &inverse_r));
        self.descend(&node.left, climbed.left.as_deref(), m_l, &inverse_l, engine, roots);
        self.descend(&node.right, climbed.right.as_deref(), m_r, &inverse_r, engine, roots);
    }

    fn each(&self, value: impl FnMut(usize) -> Natural) -> Residues {
        [0, 1].map(value)
    }

    fn product(&self, a: &Residues, b: &Residues) -> Residues {
        self.each(|index| self.moduli[index].multiply(&a[index], &self.moduli[index].montgomery_form(&b[index])))
    }

    fn public_powers<const N: usize>(&self, pairs: [(&Residues, &Exponent); N], engine: Engine) -> Vec<Residues> {
        self.run(pairs.map(|(base, exponent)| (base, [exponent, exponent])), engine)
    }

    fn powers<const N: usize>(&self, pairs: [(&Residues, &[Exponent; 2]); N], engine: Engine) -> Vec<Residues> {
        self.run(pairs.map(|(base, [first, second])| (base, [first, second])), engine)
    }

    /// Powers modulo both primes, all as one set.
    fn run<const N: usize>(&self, pairs: [(&Residues, [&Exponent; 2]); N], engine: Engine) -> Vec<Residues> {
        let set: Vec<Exponentiation<'_>> = pairs
            .iter()
            .flat_map(|(base, exponents)| {
                [0, 1].map(|index| Exponentiation {
                    base: &base[index],
                    exponent: exponents[index],
                    modulus: &self.moduli[index],
                })
            })
            .collect();
        let powers = engine.exponentiate(&set);
        powers.as_chunks::<2>().0.to_vec()
    }
}

/// One ciphertext alone, under the first exponent: as CRT.
impl PrivateOperation for BatchOperation {
    fn exponentiations<'a>(&'a self, ciphertext: &'a Natural) -> Vec<Exponentiation<'a>> {
        let one = |(modulus, exponent)| Exponentiation { base: ciphertext, exponent, modulus };
        self.moduli.iter().zip(&self.single_exponents[0]).map(one).collect()
    }

    fn recombine(&self, _: &Natural, powers: &[Natural], _: Engine) -> Result<Natural, Error> {
        Ok(self.garner.combine(self.moduli.iter().zip(powers)))
    }
}
