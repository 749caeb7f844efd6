// The sample of mutants for `node lab/mutants.mjs --sample`: small, likely bugs that are hard to notice, spread over the code. If tests
// move or the code changes, all must still be caught.

/**
 * A mutant. from: a part of the file that occurs once; to: what replaces it; why: the promise that this breaks
 * @typedef {{ file: string, from: string, to: string, why: string }} SampleMutant
 */

/**
 * The mutants by the tests that must catch them: those of a crate, or of a project of Vitest, perhaps only some of its files.
 * @type {Readonly<Record<string, readonly SampleMutant[]>>}
 */
export const sample = {
  "modular-powers": [
    {
      file: "crates/modular-powers/src/prime/class.rs",
      from: "(bound - remainder + modulus - 1u8) / modulus",
      to: "(bound - remainder + modulus) / modulus",
      why: "a class begins with its first number in the interval",
    },
    {
      file: "crates/modular-powers/src/random.rs",
      from: "declassify(is_below & (1 ^ number.is_zero())) == 1",
      to: "declassify(is_below) == 1",
      why: "secret random numbers are not 0",
    },
    {
      file: "crates/modular-powers/src/montgomery/narrow.rs",
      from: "(bits + 4).div_ceil(LIMB_BITS).max(4)",
      to: "(bits + 3).div_ceil(LIMB_BITS).max(4)",
      why: "R is at least 16m",
    },
    {
      file: "crates/modular-powers/src/montgomery/wide.rs",
      from: "let keep = black_box((borrow & !overflow).wrapping_neg());",
      to: "let keep = black_box(borrow.wrapping_neg());",
      why: "a reduction takes the bit above R into account",
    },
    {
      file: "crates/modular-powers/src/prime.rs",
      from: "miller_rabin::pass(&[candidate], &[bases], engine)[0] && lucas::is_extra_strong_probable_prime(number)",
      to: "miller_rabin::pass(&[candidate], &[bases], engine)[0]",
      why: "is_prime includes a Lucas test",
    },
    {
      file: "crates/modular-powers/src/residues/pairs.rs",
      from: "lanes.values(&pair.lanes).map(|value| value.to_biguint() % &modulus)",
      to: "lanes.values(&pair.lanes).map(|value| value.to_biguint())",
      why: "the values of residues are below m",
    },
    {
      file: "crates/modular-powers/src/comb.rs",
      from: "let entries = bytes / entry_bytes;",
      to: "let entries = bytes.div_ceil(entry_bytes);",
      why: "tables fit into the memory that they may take",
    },
    {
      file: "crates/modular-powers/src/public_power.rs",
      from: "(above.saturating_sub(width)).max(lowest_bit)",
      to: "above.saturating_sub(width)",
      why: "the lowest bit of an exponent counts once",
    },
  ],
  "rsa-variants": [
    {
      file: "crates/rsa/src/padding/oaep.rs",
      from: "first[0].ct_eq(&0x00) & label_hash",
      to: "label_hash",
      why: "OAEP requires a first byte of 0 (Manger)",
    },
    {
      file: "crates/rsa/src/padding/pkcs1v15_encryption.rs",
      from: "padding_length.ct_gt(&7)",
      to: "padding_length.ct_gt(&6)",
      why: "PKCS #1 v1.5 requires eight bytes of padding",
    },
    {
      file: "crates/rsa/src/padding/pss.rs",
      from: "trailer != [TRAILER] || db[0] & !first_byte_mask(bits) != 0",
      to: "trailer != [TRAILER]",
      why: "the unused bits of a PSS block must be 0",
    },
    {
      file: "crates/rsa/src/protection.rs",
      from: "(*encrypted != number(block)) | !self.public_key().is_below_bound(message)",
      to: "*encrypted != number(block)",
      why: "unbalanced keys answer only for messages below their bound",
    },
    {
      file: "crates/rsa/src/protection/blinding.rs",
      from: "if uses < USES =>",
      to: "if uses <= USES =>",
      why: "blinding factors are used 32 times at most",
    },
    {
      file: "crates/rsa/src/variants/batch.rs",
      from: "residues.iter().map(|values| if is_unit(values) { values.clone() } else { one() }).collect()",
      to: "residues.clone()",
      why: "a ciphertext that is not a unit does not spoil the others of its batch",
    },
    {
      file: "crates/rsa/src/encoding/options.rs",
      from: "let total = spent.saturating_add(cost);",
      to: "let total = cost;",
      why: "the limits of reading apply to all keys of a file together",
    },
    {
      file: "crates/rsa/src/encoding/factors.rs",
      from: "for _ in 0..=self.twos {",
      to: "for _ in 0..self.twos {",
      why: "N, e and d always give the primes",
    },
  ],
  xrsa: [
    {
      file: "crates/xrsa/src/machine.rs",
      from: "counts.bytes += 4 * register.words.len() as u64;",
      to: "counts.bytes += register.words.len() as u64;",
      why: "transfers are counted in bytes",
    },
    {
      file: "crates/xrsa/src/montgomery.rs",
      from: "let high = u64::from(top) + carry;",
      to: "let high = carry;",
      why: "products are right up to the longest modulus",
    },
    {
      file: "crates/xrsa/src/reduction.rs",
      from: "if bits == machine.operand_length() {",
      to: "if bits <= machine.operand_length() {",
      why: "moduli may be shorter than the operands",
    },
  ],
  "rsa-cryptanalysis": [
    {
      file: "crates/cryptanalysis/src/grade.rs",
      from: "by_strength > Verdict::Acceptable",
      to: "by_strength >= Verdict::Acceptable",
      why: "a cap is mentioned only where it lowers a verdict",
    },
    {
      file: "crates/cryptanalysis/src/strength/crt_exponents.rs",
      from: "let line = lattice_line(n, e)?;",
      to: "let line = lattice_line(n, n)?;",
      why: "the limit of lattices depends on the length of e",
    },
    {
      file: "crates/cryptanalysis/src/findings/shared_primes.rs",
      from: "let factor = if shared == *modulus {",
      to: "let factor = if different.is_empty() {",
      why: "the factor of a key that shares all its primes is a proper one",
    },
    {
      file: "crates/cryptanalysis/src/conformance.rs",
      from: "(17..=256).contains(&public_exponent_length)",
      to: "(16..=256).contains(&public_exponent_length)",
      why: "the standards require an e above 2^16",
    },
    {
      file: "crates/cryptanalysis/src/advice.rs",
      from: "(2..r).rev().collect()",
      to: "(2..r).collect()",
      why: "advice keeps as many primes as possible",
    },
  ],
  library: [
    {
      file: "web/library/src/options.ts",
      from: "onProgress(toProgress(...raw));\n        throwIfAborted(signal);",
      to: "onProgress(toProgress(...raw));",
      why: "a callback can abort a call that blocks the thread",
    },
    {
      file: "web/library/src/errors.ts",
      from: "{ parameter, index, problem });",
      to: "{ parameter, problem });",
      why: "an error about an item of a list has its index",
    },
    {
      file: "web/library/src/formats/members.ts",
      from: "if (bytesToBase64url(bytes) !== plain) throw malformed(name);",
      to: "",
      why: "the unused bits of a number in a JWK must be 0",
    },
    {
      file: "web/library/src/formats/jwk.ts",
      from: '(number("qi") * q) % p !== 1n',
      to: '(number("qi") * p) % q !== 1n',
      why: "qi is the inverse of q modulo p",
    },
    {
      file: "web/library/src/workers/pool.ts",
      from: 'signal?.removeEventListener("abort", onAbort);',
      to: "",
      why: "a signal has no effect after its call has ended",
    },
    {
      file: "web/library/src/workers/shared-search.ts",
      from: "this.#tried += done - last;",
      to: "this.#tried = done - last;",
      why: "progress is the sum of what all workers have tried",
    },
    {
      file: "web/library/src/files/armor.ts",
      from: "const room = mostOfMark + 1 - mark.length;",
      to: "const room = mostOfMark - mark.length;",
      why: "the first line of an armor has 256 characters at most",
    },
    {
      file: "web/library/src/files/hybrid/decrypt.ts",
      from: "return await this.#cipher.decrypt(segment, last);",
      to: "return this.#cipher.decrypt(segment, last);",
      why: "a changed file gives an RsaError",
    },
    {
      file: "web/library/src/doctor/pkcs1.ts",
      from: "if (end < 2 + leastPadding) return undefined;",
      to: "if (end <= 2 + leastPadding) return undefined;",
      why: "the doctor reads a padding of eight bytes",
    },
  ],
  "page-logic": [
    {
      file: "web/measure/src/plan/resolve.ts",
      from: "paramLimits(chosen).crtExponentLength?.default",
      to: "paramLimits({ variant, modulusLength }).crtExponentLength?.default",
      why: "w follows from the length of e",
    },
    {
      file: "web/measure/src/plan/url.ts",
      from: "lengths.sort((a, b) => a - b);",
      to: "lengths.sort();",
      why: "the lengths of an address are sorted as numbers",
    },
    {
      file: "web/measure/src/statistics.ts",
      from: "low: base.low / own.high, high: base.high / own.low }",
      to: "low: base.low / own.low, high: base.high / own.high }",
      why: "the range of a speed-up is the widest that both intervals allow",
    },
    {
      file: "web/measure/src/run/scale.ts",
      from: "plain && speedUp && plain / speedUp",
      to: "plain && speedUp && plain * speedUp",
      why: "theory in milliseconds is the time of plain RSA over the speed-up",
    },
    {
      file: "web/measure/src/run/answer.ts",
      from: "Math.floor((primeLength - 1) / 8)",
      to: "Math.floor(primeLength / 8)",
      why: "the messages of an unbalanced key are a bit shorter than its prime",
    },
    {
      file: "web/measure/src/text/format.ts",
      from: "Math.floor(Math.log10(Math.abs(rounded)))",
      to: "Math.floor(Math.log10(Math.abs(value)))",
      why: "rounding up to a power of ten adds no digit",
    },
    {
      file: "web/page/src/xrsa/plans.ts",
      from: "operandLength > chipLength / 2",
      to: "operandLength >= chipLength / 2",
      why: "the paper's chip says nothing about operands of half its length",
    },
  ],
};
