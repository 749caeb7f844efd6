//! Batch RSA (Fiat, "Batch RSA", Crypto 1989), with CRT: decrypts b ciphertexts under b small public exponents of one
//! modulus, at the cost of about one private operation. With r primes that operation is the one of multi-prime RSA
//! (Paixão, Gazzoni Filho, "An efficient variant of the RSA cryptosystem", 2005, section 5.2).
//!
//! Anyone who has one pair (e_i, d_i) can factor N, so all pairs must have the same owner. Anyone can recover an
//! unpadded message that was encrypted under two of the exponents.

use core::slice::from_ref;

use modular_powers::fault::stage;
use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural, declassify};
use num_bigint::BigUint;

use super::definition::{Definition, Powers, Primes, PublicExponent, Purpose, Speedup, USUAL};
use super::{CrtOperation, Operation, original};
use crate::arithmetic::inverse;
use crate::generate::Generator;
use crate::params::BATCH_EXPONENTS;
use crate::{CheckedParams, Components, Error};

pub(super) const DEFINITION: Definition = Definition {
    name: "batch",
    title: "Batch",
    source: "Fiat 1989",
    primes: Some(Primes {
        least: 2,
        why_least: "a modulus has at least two primes",
        // Stored parameters without a number of primes mean 2.
        defaults: &[(0, 2)],
    }),
    public_exponent: PublicExponent::Several,
    powers: Powers::SeveralCiphertexts,
    purpose: Purpose::SeveralCiphertexts,
    no_standard_format: Some("hold one public exponent, but this key has several"),
    caveat: Some(
        "Small public exponents are safe only with randomized padding (OAEP, PSS): if the same unpadded message is encrypted under two \
         exponents of a batch, the two ciphertexts reveal it. Anyone who knows one private exponent can compute all of them.",
    ),
    speedup: Speedup { primes: 2, batch_size: 1, ..Speedup::times(1.0) },
    ..USUAL
};

/// Key generation:
///
/// 1. b small, pairwise coprime public exponents: the first of [`BATCH_EXPONENTS`];
/// 2. r distinct primes with every e_i coprime to every p_j − 1 (otherwise another prime is drawn);
/// 3. d, the inverse of the product `E = e_1⋯e_b` modulo λ(N): the exponent of the one big root.
pub(super) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    let b = params.values.batch_size.expect("checked: the variant has a batch size");
    original::generate_with(params, generator, BATCH_EXPONENTS[..b].iter().map(|e| BigUint::from(*e)).collect())
}

/// The tree, computed modulo each prime separately, and the exponents for single ciphertexts.
#[derive(Hash)]
pub(crate) struct BatchOperation {
    /// The operation for a single ciphertext under the first exponent. The fields below follow the order of its primes,
    /// Garner's.
    single: CrtOperation,
    /// `E⁻¹ − 1` modulo each prime minus 1.
    root_exponents: Vec<Exponent>,
    /// `e_i⁻¹` modulo each prime minus 1.
    single_exponents: Vec<Vec<Exponent>>,
    tree: Tree,
    /// `E − 2`, for the inverse of the tree's root.
    inverse_exponent: Exponent,
}

/// A node of the tree over public exponents.
#[derive(Hash)]
enum Tree {
    Leaf,
    Node(Box<Node>),
}

/// An inner node with `E = E_L·E_R` and the exponents for the way up and the way down, all public.
#[derive(Hash)]
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
type Residues = Vec<Natural>;

/// The values that the way up leaves at an inner node for the way down.
struct Climbed {
    left: Option<Box<Climbed>>,
    right: Option<Box<Climbed>>,
    /// `V_L`, `V_R`
    values: [Residues; 2],
    /// `V_L^(E_R − 1)`, `V_R^(E_L − 1)`
    powers: Vec<Residues>,
}

pub(super) fn prepare(_: &CheckedParams, components: &Components) -> Option<Operation> {
    // e⁻¹ modulo each prime minus 1.
    let inverses = |e: &BigUint| -> Option<Vec<BigUint>> {
        components.primes.iter().map(|prime| inverse(&(e % (prime - 1u8)), &(prime - 1u8))).collect()
    };
    let single = CrtOperation::new(components, &inverses(&components.public_exponents[0])?, None);
    // The same minus 1 or 0, as exponents of the private operation.
    let private = |e: &BigUint, less: u8| -> Option<Vec<Exponent>> {
        let mut exponents = inverses(e)?;
        exponents.swap(0, 1);
        let one = |(exponent, modulus): (BigUint, &Modulus)| Exponent::secret(&(exponent - less), modulus.bit_length());
        Some(exponents.into_iter().zip(single.moduli()).map(one).collect())
    };
    let (tree, product) = Tree::new(&components.public_exponents)?;
    Some(Operation::Batch(Box::new(BatchOperation {
        root_exponents: private(&product, 1)?,
        single_exponents: components.public_exponents.iter().map(|e| private(e, 0)).collect::<Option<_>>()?,
        tree,
        inverse_exponent: Exponent::public(&(product - 2u8)),
        single,
    })))
}

impl Tree {
    /// The tree over these exponents, and their product. `None` if they are not pairwise coprime.
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
    /// The operation for a single ciphertext under the first exponent, as in CRT.
    pub(crate) fn single(&self) -> &CrtOperation {
        &self.single
    }

    /// Decrypts b ciphertexts, the i-th under the i-th exponent.
    ///
    /// Fiat divides on the way down. Here nothing is inverted. With `t = V^(1/E − 1)` the root is `m = t·V`, and
    /// `m^E = V` gives `V⁻¹ = t^E·V^(E−2)`. Multiplications give the inverse at every node from that of its parent, and
    /// `m_R⁻¹ = m_R^(E_R−1)·V_R⁻¹`. All computations with secrets run in constant time.
    ///
    /// A ciphertext that is not a unit modulo a prime would spoil the products. So 1 replaces it in the tree, and it is
    /// decrypted separately.
    pub(crate) fn decrypt_batch(&self, ciphertexts: &[Natural], engine: Engine) -> Vec<Natural> {
        let residues: Vec<Residues> =
            ciphertexts.iter().map(|ciphertext| self.each(|modulus| modulus.reduce(ciphertext))).collect();
        // Any nonzero multiple of a prime below N already reveals the key, so recognizing it reveals nothing more.
        let is_unit = |values: &Residues| values.iter().all(|value| declassify(value.is_zero()) == 0);
        let one = || self.each(|modulus| Natural::from_be_bytes(&[1], modulus.bit_length()));
        let units = residues.iter().map(|values| if is_unit(values) { values.clone() } else { one() }).collect();
        let tree = stage("batch tree");
        let (v, climbed) = self.climb(&self.tree, units, engine);

        // Root: t = V^(1/E − 1), m = t·V, V⁻¹ = t^E·V^(E−2) = (t·V)^(E−2)·t²
        let t = self.powers(&[(&v, &self.root_exponents)], engine).remove(0);
        let m = self.product(&t, &v);
        let power = self.powers(&[(&m, from_ref(&self.inverse_exponent))], engine).remove(0);
        let v_inverse = self.product(&power, &self.product(&t, &t));

        let mut roots = Vec::new();
        self.descend(&self.tree, climbed.as_ref(), m, &v_inverse, engine, &mut roots);
        drop(tree);
        roots
            .iter()
            .enumerate()
            .map(|(index, root)| {
                if is_unit(&residues[index]) {
                    return self.single.combine(root);
                }
                let powers = self.powers(&[(&residues[index], &self.single_exponents[index])], engine);
                self.single.combine(&powers[0])
            })
            .collect()
    }

    /// Up: `V = V_L^{E_R}·V_R^{E_L}`.
    fn climb(&self, tree: &Tree, mut values: Vec<Residues>, engine: Engine) -> (Residues, Option<Climbed>) {
        let Tree::Node(node) = tree else { return (values.remove(0), None) };
        let right = values.split_off(node.leaves_left);
        let (v_l, left) = self.climb(&node.left, values, engine);
        let (v_r, right) = self.climb(&node.right, right, engine);
        let [up_l, up_r] = node.up.each_ref().map(from_ref);
        let powers = self.powers(&[(&v_l, up_l), (&v_r, up_r)], engine);
        let v = self.product(&self.product(&powers[0], &v_l), &self.product(&powers[1], &v_r));
        let [left, right] = [left, right].map(|climbed| climbed.map(Box::new));
        (v, Some(Climbed { left, right, values: [v_l, v_r], powers }))
    }

    /// Down: from `m = V^{1/E}` and `V⁻¹` to the same values of both children.
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
        let ([v_l, v_r], powers) = (&climbed.values, &climbed.powers);
        // V_L⁻¹ = V⁻¹·V_L^{E_R − 1}·V_R^{E_L}, and V_R⁻¹ likewise
        let inverse_l = self.product(v_inverse, &self.product(&powers[0], &self.product(&powers[1], v_r)));
        let inverse_r = self.product(v_inverse, &self.product(&powers[1], &self.product(&powers[0], v_l)));
        // m_R = m^X / (V_L^{X/E_L}·V_R^{(X − 1)/E_R})
        let [x, x_l, x_r] = node.down.each_ref().map(from_ref);
        let powers = self.powers(&[(&m, x), (&inverse_l, x_l), (&inverse_r, x_r)], engine);
        let m_r = self.product(&powers[0], &self.product(&powers[1], &powers[2]));
        // m_L = m / m_R, with m_R⁻¹ = m_R^{E_R − 1}·V_R⁻¹
        let power = self.powers(&[(&m_r, from_ref(&node.up[0]))], engine).remove(0);
        let m_l = self.product(&m, &self.product(&power, &inverse_r));
        self.descend(&node.left, climbed.left.as_deref(), m_l, &inverse_l, engine, roots);
        self.descend(&node.right, climbed.right.as_deref(), m_r, &inverse_r, engine, roots);
    }

    fn each(&self, value: impl FnMut(&Modulus) -> Natural) -> Residues {
        self.single.moduli().map(value).collect()
    }

    fn product(&self, a: &Residues, b: &Residues) -> Residues {
        let product =
            |((modulus, a), b): ((&Modulus, &Natural), &Natural)| modulus.multiply(a, &modulus.montgomery_form(b));
        self.single.moduli().zip(a).zip(b).map(product).collect()
    }

    /// Powers of residues, all as one set. There is one exponent for each prime, or one for all.
    fn powers(&self, pairs: &[(&Residues, &[Exponent])], engine: Engine) -> Vec<Residues> {
        let mut set = Vec::new();
        for (base, exponents) in pairs {
            for (index, modulus) in self.single.moduli().enumerate() {
                let exponent = &exponents[index % exponents.len()];
                set.push(Exponentiation { base: &base[index], exponent, modulus });
            }
        }
        engine.exponentiate(&set).chunks(self.single.moduli().len()).map(<[Natural]>::to_vec).collect()
    }
}
