// @module-tag platform
// The doctor without other software: arguments, hostile data, every kind of key, and what other tests do not make.
import { connect, hashes, load } from "rsa-variants";
import { diagnoseCiphertext, diagnoseKeyPair, diagnoseSignature, diagnoseToken } from "rsa-variants/doctor";
import { describe, expect, it } from "vitest";
import { build, expectRejected, madeFrom, randomFrom, toBytes, toNumber } from "./support.ts";

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(4100));
const publicKey = key.publicKey;

const bytes = (text: string) => new TextEncoder().encode(text);
const message = bytes("a letter\nof two lines\n");
const codesOf = ({ findings }: { readonly findings: readonly { readonly code: string }[] }) =>
  findings.map(({ code }) => code).join(" ");
const base64 = (data: Uint8Array) => btoa(String.fromCharCode(...data));
const pkcs1 = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;

/** Applies the private key to a block without padding it. */
function signBlock(block: readonly number[] | Uint8Array): Uint8Array {
  return key.decryptRaw(Uint8Array.from(block));
}

describe("signatures", () => {
  it.each([
    ...hashes.map((hash) => [hash, hash] as const),
    ["SHA-256", "SHA-1"] as const,
    ["SHA-1", "SHA3-256"] as const,
  ])("of PSS with %s and MGF1 with %s are read with every salt length", async (hash, mgfHash) => {
    for (const saltLength of [0, 20, "max"] as const) {
      const signature = key.sign({ name: "RSA-PSS", hash, mgfHash, saltLength }, message);
      const { verdict, algorithm } = await diagnoseSignature(rsa, { publicKey, signature, message });
      expect({ verdict, algorithm }).toMatchObject({ verdict: "fits", algorithm: { name: "RSA-PSS", hash } });
      expect(publicKey.verify(algorithm ?? pkcs1, signature, message)).toBe(true);
    }
  });

  it.each(["SHAKE128", "SHAKE256"] as const)("of PSS with %s are read", async (hash) => {
    const signature = key.sign({ name: "RSA-PSS", hash, saltLength: "max" }, message);
    const answer = await diagnoseSignature(rsa, { publicKey, signature, message });
    expect(answer).toMatchObject({ verdict: "fits", algorithm: { name: "RSA-PSS", hash } });
  });

  it.each(hashes)("of PKCS #1 v1.5 with %s are read", async (hash) => {
    const signature = key.sign({ name: "RSASSA-PKCS1-v1_5", hash }, message);
    const answer = await diagnoseSignature(rsa, { publicKey, signature, message });
    expect(answer).toMatchObject({ verdict: "fits", algorithm: { name: "RSASSA-PKCS1-v1_5", hash } });
  });

  const text = "a letter\nof two lines\n";
  it.each([
    ["message-no-final-newline", "a letter\nof two lines", text],
    ["message-final-newline", text, "a letter\nof two lines"],
    ["message-lf", "a\nb", "a\r\nb"],
    ["message-crlf", "a\r\nb", "a\nb"],
    ["message-trimmed", "a letter", "  a letter "],
    ["message-byte-order-mark", "\ufeffa letter", "a letter"],
    ["message-no-byte-order-mark", "a letter", "\ufeffa letter"],
    ["message-hex", "6869", "hi"],
    ["message-base64", "aGk=", "hi"],
    ["message-base64", "aGk", "hi"],
    ["message-decoded", "hi", "6869"],
    ["message-decoded", "hi", "aGk="],
    ["message-json", '{"a":1,"b":[2]}', '{ "a": 1, "b": [2] }'],
    ["message-quoted", '"a letter"', "a letter"],
    ["message-unescaped", "a\nb", "a\\nb"],
    ["message-nul", "a\0", "a"],
    ["message-empty", "", "a letter"],
    ["message-normalized", "Zoe\u0301", "Zo\u00e9"],
    ["message-cr", "a\rb\r", "a\nb\n"],
    ["message-no-line-ends", "ab", "a\r\nb"],
    ["message-trailing-spaces", "a\nb", "a \nb\t"],
    ["message-json", '{"a":"\\/","b":1.0}', '{"b": 1.0, "a": "/"}'],
    ["message-json", '{"b": 2, "a": "\\u00fc"}', '{"b":2,"a":"\u00fc"}'],
    ["message-json", '{"a":"\\u003c\\u0026"}', '{"a":"<&"}'],
    ["message-percent-decoded", "a=b/c d", "a=b%2Fc+d"],
    ["message-percent-encoded", "a=b%2fc&d=1", "a=b/c&d=1"],
    ["message-sorted", "a=1&b=2", "b=2&a=1"],
    ["message-utf8-twice", "Zo\u00c3\u00a9", "Zo\u00e9"],
  ])("of a variation are named: %s", async (code, signed, given) => {
    const signature = key.sign(pkcs1, bytes(signed));
    const answer = await diagnoseSignature(rsa, { publicKey, signature, message: given });
    expect(codesOf(answer)).toBe(`${code} pkcs1-signature`);
    expect(answer.verdict).toBe("repairable");
  });

  it("of a message in an old encoding are named, in both directions", async () => {
    // "cafe" with an accent and a euro sign in windows-1252, two letters in GBK, and one in Shift_JIS
    for (const [encoding, text, encoded] of [
      ["windows-1252", "caf\u00e9 \u20ac", [0x63, 0x61, 0x66, 0xe9, 0x20, 0x80]],
      ["GBK", "\u6d4b\u8bd5", [0xb2, 0xe2, 0xca, 0xd4]],
      ["Shift_JIS", "\u30c6", [0x83, 0x65]],
    ] as const) {
      const old = Uint8Array.from(encoded);
      const signature = key.sign(pkcs1, old);
      const answer = await diagnoseSignature(rsa, { publicKey, signature, message: text });
      expect(answer).toMatchObject({ verdict: "repairable", findings: [{ values: { encoding } }, {}] });
      const other = await diagnoseSignature(rsa, { publicKey, signature: key.sign(pkcs1, bytes(text)), message: old });
      expect(codesOf(other)).toBe("message-utf8 pkcs1-signature");
    }
  });

  it("of a long message are examined", async () => {
    const long = new Uint8Array(100_000).fill(0x61);
    const signature = key.sign(pkcs1, bytes(`${"a".repeat(100_000)}\n`));
    const answer = await diagnoseSignature(rsa, { publicKey, signature, message: long });
    expect(codesOf(answer)).toBe("message-final-newline pkcs1-signature");
  });

  it("without a message are described", async () => {
    const answer = await diagnoseSignature(rsa, { publicKey, signature: key.sign(pkcs1, message) });
    expect(answer).toMatchObject({ verdict: "unknown", algorithm: pkcs1 });
    expect(codesOf(answer)).toBe("no-message pkcs1-signature");
  });

  it("without padding or with that of smart cards are named", async () => {
    const hasher = publicKey.hasher("SHA-1");
    hasher.update(message);
    const digest = hasher.digest();
    const bare = await diagnoseSignature(rsa, { publicKey, signature: signBlock(digest), message });
    expect(codesOf(bare)).toBe("valid-signature raw-hash");
    const written = bytes(Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    const padded = [0, 1, ...new Array(125 - written.length).fill(0xff), 0, ...written];
    const hex = await diagnoseSignature(rsa, { publicKey, signature: signBlock(padded), message });
    expect(hex.verdict).toBe("other-algorithm");
    expect(codesOf(hex)).toBe("valid-signature text-digest");
    const text = await diagnoseSignature(rsa, { publicKey, signature: signBlock(message), message });
    expect(codesOf(text)).toBe("valid-signature raw-message");
    // ISO/IEC 9796-2, scheme 1: 6A, the part of the message that fits, its hash value, BC.
    const fill = 128 - 22;
    const long = new Uint8Array(300).fill(7);
    const longHasher = publicKey.hasher("SHA-1");
    longHasher.update(long);
    const block = [0x6a, ...long.subarray(0, fill), ...longHasher.digest(), 0xbc];
    const card = await diagnoseSignature(rsa, { publicKey, signature: signBlock(block), message: long });
    expect(card.verdict).toBe("other-algorithm");
    expect(codesOf(card)).toBe("valid-signature iso-9796-2");
  });

  // The hash values of "abc" in RFC 1321 and in the papers of RIPEMD-160 and SHA-1.
  const abc = { md5: "900150983cd24fb0d6963f7d28e17f72", ripemd: "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc" };
  const sha1 = "a9993e364706816aba3e25717850c26c9cd0d89d";
  const digestInfoOf = { md5: "3020300c06082a864886f70d020505000410", ripemd: "3021300906052b2403020105000414" };
  const pkcs1Block = (hex: string) => `0001${"ff".repeat(125 - hex.length / 2)}00${hex}`;
  it.each([
    ["MD5", pkcs1Block(digestInfoOf.md5 + abc.md5), "digest-info-unknown"],
    ["MD5", pkcs1Block(abc.md5), "no-digest-info"],
    ["MD5", "00".repeat(112) + abc.md5, "raw-hash"],
    ["MD5", pkcs1Block(Array.from(bytes(abc.md5), (byte) => byte.toString(16)).join("")), "text-digest"],
    ["RIPEMD-160", pkcs1Block(digestInfoOf.ripemd + abc.ripemd), "digest-info-unknown"],
    ["RIPEMD-160", `6b${"bb".repeat(104)}ba${abc.ripemd}31cc`, "x9.31"],
    ["MD5 and SHA-1", pkcs1Block(abc.md5 + sha1), "tls-digest"],
  ])("with %s are compared with the message (%#)", async (hash, block, code) => {
    const signature = signBlock(toBytes(BigInt(`0x${block}`), 128));
    const fits = await diagnoseSignature(rsa, { publicKey, signature, message: "abc" });
    expect(fits.verdict).toBe("other-algorithm");
    expect(codesOf(fits)).toBe(`valid-signature ${code}`);
    for (const { values = {} } of fits.findings) if ("hash" in values) expect(values).toMatchObject({ hash });
    const varied = await diagnoseSignature(rsa, { publicKey, signature, message: "abc\n" });
    expect(codesOf(varied)).toBe(`message-no-final-newline ${code}`);
    const other = await diagnoseSignature(rsa, { publicKey, signature, message: "abd" });
    expect(other.verdict).toBe("other-message");
  });

  it("of the hash value that MD5 has as text are read", async () => {
    const signature = key.sign(pkcs1, bytes(abc.md5));
    const answer = await diagnoseSignature(rsa, { publicKey, signature, message: "abc" });
    expect(answer).toMatchObject({ verdict: "repairable", findings: [{ values: { inner: "MD5" } }, {}] });
  });

  it("by keys of other types are recognized", async () => {
    const der = [0x30, 0x44, 0x02, 0x20, ...new Array(32).fill(0x11), 0x02, 0x20, ...new Array(32).fill(0x22)];
    const ecdsa = await diagnoseSignature(rsa, { publicKey, signature: Uint8Array.from(der), message });
    expect(ecdsa).toMatchObject({ verdict: "other-algorithm", findings: [{ code: "ecdsa-signature" }] });
    for (const length of [64, 96, 114]) {
      const signature = new Uint8Array(length).fill(0x99);
      const short = await diagnoseSignature(rsa, { publicKey, signature, message });
      expect(short).toMatchObject({ verdict: "other-algorithm", findings: [{ code: "short-signature" }] });
    }
  });

  it("not below the modulus are of another key", async () => {
    const signature = new Uint8Array(128).fill(0xff);
    const answer = await diagnoseSignature(rsa, { publicKey, signature, message });
    expect(answer).toMatchObject({ verdict: "other-key", findings: [{ code: "out-of-range", certainty: "certain" }] });
  });

  it("are read under moduli of any length", async () => {
    for (const modulusLength of [1023, 1025, 1031, 1032]) {
      using odd = rsa.generateKey({ variant: "crt", modulusLength }, madeFrom(4200 + modulusLength));
      const signature = odd.sign({ name: "RSA-PSS" }, message);
      const answer = await diagnoseSignature(rsa, { publicKey: odd.publicKey, signature: base64(signature), message });
      expect(codesOf(answer), String(modulusLength)).toBe("base64 pss");
    }
  });
});

describe("forms", () => {
  const hex = (data: Uint8Array) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0"));
  const lengthOf = (data: Uint8Array, count: number) => [
    ...new Uint8Array(count - 2),
    data.length >> 8,
    data.length & 0xff,
  ];
  const utf16 = (text: string) => Uint8Array.from([...text].flatMap((letter) => [letter.charCodeAt(0), 0]));
  it.each<[codes: string, form: (signature: Uint8Array) => Uint8Array | string]>([
    ["hex", (signature) => `0x${hex(signature).join("")}`],
    ["hex", (signature) => hex(signature).join(":").toUpperCase()],
    ["in-text base64", (signature) => `"${base64(signature)}"\n`],
    ["in-text base64", (signature) => `data:application/octet-stream;base64,${base64(signature)}`],
    ["base64 base64", (signature) => btoa(base64(signature))],
    ["byte-list", (signature) => `Uint8Array(128) [${signature.join(", ")}]`],
    ["utf16 base64", (signature) => Uint8Array.from([0xff, 0xfe, ...utf16(base64(signature))])],
    ["base64", (signature) => `\ufeff${base64(signature)}`],
    ["in-text base64", (signature) => `-----BEGIN SIGNATURE-----\n${base64(signature)}\n-----END SIGNATURE-----\n`],
    ["der-wrapped", (signature) => Uint8Array.from([4, 0x81, 128, ...signature])],
    ["der-wrapped", (signature) => Uint8Array.from([3, 0x81, 129, 0, ...signature])],
    ["length-prefix", (signature) => Uint8Array.from([...lengthOf(signature, 4), ...signature])],
    ["trailing-bytes", (signature) => Uint8Array.from([...signature, 13, 10])],
    ["leading-zeros", (signature) => Uint8Array.from([0, 0, ...signature])],
    ["hex reversed", (signature) => hex(signature.toReversed()).join("")],
    [
      "ssh-signature",
      (signature) => Uint8Array.from([0, 0, 0, 12, ...bytes("rsa-sha2-256"), ...lengthOf(signature, 4), ...signature]),
    ],
  ])("are undone: %s", async (codes, form) => {
    const signature = form(key.sign(pkcs1, message));
    const answer = await diagnoseSignature(rsa, { publicKey, signature, message });
    expect(codesOf(answer)).toBe(`${codes} pkcs1-signature`);
    expect(answer.verdict).toBe("repairable");
  });

  it("of binary data sent as text are undone", async () => {
    for (let i = 0; ; i++) {
      const given = bytes(`letter ${i}`);
      const signature = key.sign(pkcs1, given);
      if (!signature.includes(10) || signature.includes(13)) continue;
      const sent = Uint8Array.from([...signature].flatMap((byte) => (byte === 10 ? [13, 10] : [byte])));
      const answer = await diagnoseSignature(rsa, { publicKey, signature: sent, message: given });
      expect(codesOf(answer)).toBe("crlf-in-binary pkcs1-signature");
      break;
    }
  });

  it.each([
    ["age", "age-encryption.org/v1\n-> X25519 abc\n"],
    ["pgp", "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n"],
    ["pgp", Uint8Array.from([0x85, 1, 0x0c, 3, 1, 2, 3, 4, 5, 6, 7, 8, 1, 7, 0xff])],
    ["jwe", `${btoa('{"alg":"RSA-OAEP","enc":"A256GCM"}').replace(/=+$/, "")}.a.b.c.d`],
    ["jws", `${btoa('{"alg":"RS256"}').replace(/=+$/, "")}.e30.abcd`],
    ["ssh-sig", "-----BEGIN SSH SIGNATURE-----\nU1NIU0lH\n"],
    ["openssl-salted", "Salted__12345678abcdefgh"],
    ["openssl-salted", btoa("Salted__12345678abcdefgh")],
    ["xml", "<?xml version='1.0'?><EncryptedData/>"],
    ["incremental-file", "31415926\n27182818\n"],
    ["key-given", '{ "kty": "RSA", "n": "AQAB" }'],
    ["key-given", "ssh-rsa AAAAB3NzaC1yc2E= me@host\n"],
    [
      "key-given",
      "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nP2/56wAAA+4=\n---- END SSH2 ENCRYPTED PRIVATE KEY ----\n",
    ],
  ])("of other software are recognized: %s", async (code, data) => {
    for (const answer of [
      await diagnoseCiphertext(rsa, { privateKey: key, ciphertext: data }),
      await diagnoseSignature(rsa, { publicKey, signature: data, message }),
    ]) {
      expect(answer).toMatchObject({ verdict: "container", findings: [{ code }] });
    }
  });
});

describe("ciphertexts", () => {
  it("of OAEP are read with every pair of hash functions", async () => {
    for (const hash of hashes.filter((each) => !each.endsWith("-512"))) {
      for (const mgfHash of hashes) {
        const ciphertext = publicKey.encrypt({ name: "RSA-OAEP", hash, mgfHash }, bytes("hi"));
        const { algorithm } = await diagnoseCiphertext(rsa, { privateKey: key, ciphertext });
        expect(algorithm).toEqual({ name: "RSA-OAEP", hash, ...(mgfHash === hash ? {} : { mgfHash }) });
      }
    }
  });

  it("of PKCS #1 v1.5 are read with the shortest padding", async () => {
    const ciphertext = publicKey.encrypt({ name: "RSAES-PKCS1-v1_5" }, new Uint8Array(128 - 11).fill(7));
    const answer = await diagnoseCiphertext(rsa, { privateKey: key, ciphertext });
    expect(answer).toMatchObject({ verdict: "fits", algorithm: { name: "RSAES-PKCS1-v1_5" } });
  });

  it("of PKCS #1 v1.5 after other bytes are read if more than two bytes show it", async () => {
    const { publicKey } = key;
    const verdictOf = async (message: Uint8Array, before: readonly number[]) => {
      const ciphertext = publicKey.encrypt({ name: "RSAES-PKCS1-v1_5" }, message);
      return (
        await diagnoseCiphertext(rsa, { privateKey: key, ciphertext: Uint8Array.from([...before, ...ciphertext]) })
      ).verdict;
    };
    const binary = Uint8Array.from({ length: 70 }, (_, i) => i + 128);
    expect(await verdictOf(binary, [])).toBe("fits");
    expect(await verdictOf(binary.subarray(0, 32), [1, 2, 3])).toBe("repairable");
    expect(await verdictOf(bytes("a letter"), [1, 2, 3])).toBe("repairable");
    expect(await verdictOf(binary, [1, 2, 3])).toBe("unknown");
  });

  it("are read beside a key, as JSON of other programs, and under the label of certutil", async () => {
    const block = base64(publicKey.encrypt({ name: "RSA-OAEP" }, message));
    const pem = await publicKey.export("spki-pem");
    for (const ciphertext of [
      JSON.stringify({ certificate: pem, data: block }),
      `${pem}\n${block}`,
      `-----BEGIN CERTIFICATE-----\r\n${block}\r\n-----END CERTIFICATE-----\r\n`,
      JSON.stringify({ encrypted_key: block, iv: "AAAA", ciphertext: "AAAA" }),
      `example.com: ${block}`,
    ]) {
      const answer = await diagnoseCiphertext(rsa, { privateKey: key, ciphertext });
      expect([answer.verdict, codesOf(answer)], ciphertext).toEqual([
        "repairable",
        expect.stringContaining("base64 oaep"),
      ]);
    }
  });

  it("are read with variations of a label", async () => {
    const ciphertext = publicKey.encrypt({ name: "RSA-OAEP", hash: "SHA-1", label: bytes("order\n") }, bytes("hi"));
    const answer = await diagnoseCiphertext(rsa, { privateKey: key, ciphertext, labels: ["none", "order"] });
    expect(answer).toMatchObject({ verdict: "fits", algorithm: { label: bytes("order\n") } });
  });

  it("are read with labels of TPMs, and after them other data", async () => {
    const algorithm = { name: "RSA-OAEP", hash: "SHA-1", label: bytes("TCPA") } as const;
    const ciphertext = publicKey.encrypt(algorithm, bytes("hi"));
    expect(await diagnoseCiphertext(rsa, { privateKey: key, ciphertext })).toMatchObject({ algorithm });
    const sealed = publicKey.encrypt({ ...algorithm, label: bytes("namespace/name") }, new Uint8Array(32));
    const answer = await diagnoseCiphertext(rsa, {
      privateKey: key,
      ciphertext: base64(Uint8Array.from([0, 128, ...sealed, ...new Uint8Array(50).fill(7)])),
    });
    expect(answer.verdict).toBe("other-label");
    expect(codesOf(answer)).toBe("base64 own-hybrid oaep-other-label");
  });

  it("of every kind of key are read", async () => {
    for (const params of [
      { variant: "multi-prime", modulusLength: 1536, primes: 3 },
      { variant: "multi-power", modulusLength: 1536 },
      { variant: "batch", modulusLength: 1024, batchSize: 2 },
      { variant: "unbalanced", modulusLength: 2048, primeLength: 800 },
    ] as const) {
      using other = rsa.generateKey(params, madeFrom(4300));
      const ciphertext = other.publicKey.encrypt({ name: "RSA-OAEP", hash: "SHA-256" }, bytes("hi"));
      const answer = await diagnoseCiphertext(rsa, { privateKey: other, ciphertext: base64(ciphertext) });
      expect(codesOf(answer), params.variant).toBe("base64 oaep message-length");
    }
  });

  it("and signatures are examined with keys in workers", async () => {
    await using workers = await connect({ build, workers: 1 });
    const remote = await workers.keyFromComponents(key.params, key.components());
    const ciphertext = publicKey.encrypt({ name: "RSAES-PKCS1-v1_5" }, bytes("hi"));
    expect(await diagnoseCiphertext(rsa, { privateKey: remote, ciphertext })).toMatchObject({ verdict: "fits" });
    const signature = key.sign({ name: "RSA-PSS" }, message);
    const { publicKey: there } = remote;
    expect(await diagnoseSignature(rsa, { publicKey: there, signature, message })).toMatchObject({ verdict: "fits" });
    expect(await diagnoseKeyPair({ privateKey: remote, publicKey: there })).toMatchObject({ verdict: "fits" });
  });

  it("never put a secret into the answer", async () => {
    const secret = "correct horse battery staple";
    for (const algorithm of [{ name: "RSA-OAEP", hash: "SHA-1" }, { name: "RSAES-PKCS1-v1_5" }] as const) {
      const ciphertext = publicKey.encrypt(algorithm, bytes(secret));
      const text = JSON.stringify(await diagnoseCiphertext(rsa, { privateKey: key, ciphertext }));
      expect(text).toContain("message-length");
      for (const hidden of [secret, base64(bytes(secret)), bytes(secret).join()]) expect(text).not.toContain(hidden);
    }
  });
});

describe("what is not understood", () => {
  it.each([
    ["Base85", "nw=peZD(K2$G~8wv02kN$CbC(mZDxPQ6H`8mQ_y~C3mDl#@Op~tu>32onX&Nk+w2g%sAL!MFs4qqwHR)o6X=2Fn~=6RWlKS="],
    ["a few bytes", new Uint8Array(100).fill(0x91)],
    ["a few bytes as Base64", base64(new Uint8Array(100).fill(0x91))],
    ["words", "an answer of a server: 404 not found"],
    ["a name that is the Base64 of a brace", `example.com ${base64(new Uint8Array(100).fill(0x91))}`],
    ["a number in binary digits, twice as many as bytes", `0b${"10".repeat(1023)}`],
    ["an octal dump", Array.from({ length: 16 }, (_, i) => `00000${i}0 114514 057106 165044 020513`).join("\n")],
  ])("is unknown: %s", async (_, data) => {
    for (const answer of [
      await diagnoseCiphertext(rsa, { privateKey: key, ciphertext: data }),
      await diagnoseSignature(rsa, { publicKey, signature: data, message }),
      await diagnoseToken(rsa, { token: data, key: publicKey }),
    ]) {
      expect(answer.verdict).toBe("unknown");
    }
  });

  it.each([
    ["replacement-characters", "a\ufffd\ufffdb\ufffd".repeat(20)],
    ["shortened", "<Buffer 5a 9d 21 24 6d 67 5f cd c7 c0 60 a6 b1 59 d3 38 ... 112 more bytes>"],
    ["shortened", "<<18, 52, 86, 120, 154, 188, 222, 240, 17, 34, ...>>"],
    ["shortened", "{length = 256, bytes = 0x1f8a3b5c 77e0d1aa 90b4c2de ... 5e6f7081 92a3b4c5 }"],
    ["shortened", `${base64(new Uint8Array(60).fill(0x91))}...${base64(new Uint8Array(9).fill(0x91))}`],
    ["empty", " \n"],
    ["no-data", "[object ArrayBuffer]\n"],
    ["no-data", "undefined"],
    ["no-data", "[B@6d06d69c"],
    ["no-data", "System.Byte[]\r\n"],
    ["case-lost", base64(Uint8Array.from({ length: 128 }, (_, i) => i)).toLowerCase()],
  ])("is damaged only if the bytes show it: %s", async (code, data) => {
    const answer = await diagnoseCiphertext(rsa, { privateKey: key, ciphertext: data });
    expect([answer.verdict, answer.findings[0]?.code]).toEqual(["damaged", code]);
  });
});

describe("tokens", () => {
  const base64url = (data: Uint8Array) => base64(data).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const payload = bytes('{"sub":"me.you"}');
  const partsOf = (header: object, signed = base64url(payload)) => {
    const first = base64url(bytes(JSON.stringify({ alg: "RS256", ...header })));
    return [first, base64url(key.sign(pkcs1, bytes(`${first}.${signed}`)))] as const;
  };

  it("are found in other text", async () => {
    const [first, signature] = partsOf({});
    const token = `${first}.${base64url(payload)}.${signature}`;
    for (const text of [
      `Authorization: Bearer ${token}`,
      `{"access_token":"${token}","token_type":"Bearer"}`,
      `https://a.example/callback#id_token=${token}&state=1`,
      `${token.slice(0, 70)}\n${token.slice(70)}`,
      `${token.slice(0, 70)}\\\n${token.slice(70)}`,
      `${token.slice(0, 70)}<br>\n${token.slice(70)}`,
      `${token.slice(0, 70)}\u200b${token.slice(70)}`,
      `> ${token.slice(0, 70)}\n> ${token.slice(70)}`,
      `1: ${token.slice(0, 70)}\n2: ${token.slice(70)}`,
      `\ufeff${token}`,
      `token: >-\n  ${token.slice(0, 70)}\n  ${token.slice(70)}\n`,
    ]) {
      const answer = await diagnoseToken(rsa, { token: text, key: publicKey });
      expect(answer.verdict, text).toBe("fits");
      expect(codesOf(answer)).toContain("token-prefix");
    }
    const utf16 = Uint8Array.from(
      [...`\ufeff${token}`].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
    );
    expect((await diagnoseToken(rsa, { token: utf16, key: publicKey })).verdict).toBe("fits");
  });

  it("in JSON, with hexadecimal digits or without their payload are read", async () => {
    const [first, signature] = partsOf({});
    const json = { payload: base64url(payload), signatures: [{ protected: first, signature }] };
    const inJson = await diagnoseToken(rsa, { token: JSON.stringify(json), key: publicKey });
    expect(codesOf(inJson)).toContain("valid-token pkcs1-signature");
    const digits = Array.from(atob(signature.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0).toString(16).padStart(2, "0"),
    );
    const hex = await diagnoseToken(rsa, {
      token: `${first}.${base64url(payload)}.${digits.join("")}`,
      key: publicKey,
    });
    expect(hex.verdict).toBe("repairable");
    const detached = `${first}..${signature}`;
    const without = await diagnoseToken(rsa, { token: detached, key: publicKey });
    expect(without).toMatchObject({ verdict: "unknown", findings: [{ code: "token-detached" }, {}, {}, {}] });
    expect(await diagnoseToken(rsa, { token: detached, key: publicKey, payload })).toMatchObject({ verdict: "fits" });
    const [plain, other] = partsOf({ b64: false, crit: ["b64"] }, new TextDecoder().decode(payload));
    const unencoded = await diagnoseToken(rsa, { token: `${plain}..${other}`, key: publicKey, payload });
    expect(unencoded.verdict).toBe("fits");
  });

  it("whose parts were encoded again in standard Base64 are valid", async () => {
    const text = bytes(JSON.stringify({ sub: "\u{1f511}??>>~~" }));
    const inside = base64url(text);
    const [first, signature] = partsOf({}, inside);
    const standard = (part: string) => {
      const letters = part.replaceAll("-", "+").replaceAll("_", "/");
      return letters.padEnd(4 * Math.ceil(letters.length / 4), "=");
    };
    expect(standard(inside)).not.toBe(inside);
    for (const part of [standard(inside), standard(inside).replaceAll("=", "")]) {
      const answer = await diagnoseToken(rsa, { token: `${first}.${part}.${standard(signature)}`, key: publicKey });
      expect(answer.verdict).toBe("fits");
      expect(codesOf(answer)).toContain("standard-base64");
    }
    const [own, other] = partsOf({}, standard(inside));
    const signedSo = await diagnoseToken(rsa, { token: `${own}.${standard(inside)}.${other}`, key: publicKey });
    expect(signedSo.verdict).toBe("fits");
  });

  it("with several signatures are examined for each", async () => {
    const inside = base64url(payload);
    const [first, signature] = partsOf({ kid: "b" });
    const ecdsa = { protected: base64url(bytes('{"alg":"ES256"}')), signature: "AAAA" };
    const changed = { protected: base64url(bytes('{"alg":"RS256","kid":"c"}')), signature };
    const own = { protected: first, signature };
    for (const [number, ...signatures] of [
      [2, ecdsa, own],
      [1, own, ecdsa],
      [2, changed, own],
      [undefined, {}, null, own],
    ]) {
      const token = JSON.stringify({ payload: inside, signatures });
      const answer = await diagnoseToken(rsa, { token, key: publicKey });
      expect(answer.verdict, token).toBe("fits");
      const said = answer.findings.find(({ code }) => code === "token-signatures")?.text;
      expect(said, token).toBe(number && `The token has 2 signatures; this is about number ${number}.`);
    }
    const others = JSON.stringify({ payload: inside, signatures: [ecdsa, ecdsa] });
    expect((await diagnoseToken(rsa, { token: others, key: publicKey })).verdict).toBe("other-algorithm");
  });

  it("are examined with a set in UTF-16 or with a byte order mark", async () => {
    using other = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(4101));
    const set = { keys: [await other.publicKey.export("jwk"), { ...(await publicKey.export("jwk")), kid: "b" }] };
    const [first, signature] = partsOf({ kid: "b" });
    const marked = `\ufeff${JSON.stringify(set)}`;
    const utf16 = Uint8Array.from(
      [...marked].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
    );
    for (const given of [marked, bytes(marked), utf16]) {
      const answer = await diagnoseToken(rsa, { token: `${first}.${base64url(payload)}.${signature}`, key: given });
      expect(answer.verdict).toBe("fits");
    }
  });

  it("name one of several keys in PEM", async () => {
    using other = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(4101));
    const pems = [await other.publicKey.export("spki-pem"), await publicKey.export("spki-pem")] as const;
    const [first, signature] = partsOf({ kid: "b" });
    const token = `${first}.${base64url(payload)}.${signature}`;
    const named = await diagnoseToken(rsa, { token, key: JSON.stringify({ a: pems[0], b: pems[1] }) });
    expect(named.verdict).toBe("fits");
    expect(codesOf(named)).toContain("kid-used");
    const listed = await diagnoseToken(rsa, { token, key: pems.join("\n") });
    expect([listed.verdict, codesOf(listed)]).toEqual(["fits", "valid-token pkcs1-signature short-key token-header"]);
  });
});

describe("key pairs", () => {
  it("with a common prime are named", async () => {
    const [p = 3n] = key.components().primes;
    using other = rsa.publicKey(p * (2n ** 521n - 1n), 65537n);
    const answer = await diagnoseKeyPair({ privateKey: key, publicKey: other });
    expect(answer).toMatchObject({ verdict: "other-key" });
    expect(codesOf(answer)).toBe("modulus-differs shared-prime");
  });

  it("with a reversed modulus, another length or each exponent of a batch are named", async () => {
    for (let seed = 4600; ; seed++) {
      const made = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(seed));
      const reversed = toNumber(toBytes(made.publicKey.modulus, 64).reverse());
      if (reversed % 2n === 0n) continue; // not the modulus of a key
      const other = rsa.publicKey(reversed, 65537n);
      expect(codesOf(await diagnoseKeyPair({ privateKey: made, publicKey: other }))).toBe("modulus-reversed");
      break;
    }
    const long = rsa.publicKey(2n ** 1279n - 1n, 65537n);
    const lengths = await diagnoseKeyPair({ privateKey: key, publicKey: long });
    expect(codesOf(lengths)).toBe("modulus-differs modulus-length-differs");
    using batch = rsa.generateKey({ variant: "batch", modulusLength: 1024, batchSize: 2 }, madeFrom(4400));
    for (const each of batch.publicKeys) {
      expect(await diagnoseKeyPair({ privateKey: batch, publicKey: each })).toMatchObject({ verdict: "fits" });
    }
  });
});

describe("hostile data", () => {
  it("do not make the doctor throw, and are never valid", async () => {
    const random = randomFrom(1);
    const next = () => random(256);
    const good = [
      key.sign(pkcs1, message),
      key.sign({ name: "RSA-PSS" }, message),
      publicKey.encrypt({ name: "RSA-OAEP" }, message),
    ];
    const tokens = ["a.b.c", "..", "e30.e30.", "eyJhbGciOnsidG9TdHJpbmciOjF9fQ.e30.AA", "eyJhbGciOiJSUzI1NiJ9.e30.AA"];
    for (let round = 0; round < 24; round++) {
      const data = Uint8Array.from(round % 2 === 0 ? (good[round % 3] as Uint8Array) : new Uint8Array(next() * 3));
      for (let i = 0; i < 1 + (next() % 8); i++) data[next() % Math.max(1, data.length)] = next() % 128;
      const forms = [data, data.subarray(0, next()), base64(data), String.fromCharCode(...data), [...data].join(",")];
      for (const form of forms) {
        const answers = [
          await diagnoseSignature(rsa, { publicKey, signature: form, message: data }),
          await diagnoseCiphertext(rsa, { privateKey: key, ciphertext: form, labels: [form] }),
          await diagnoseToken(rsa, {
            token: `${tokens[round % tokens.length]}${round % 4 ? "" : base64(data)}`,
            key: publicKey,
          }),
          await diagnoseToken(rsa, { token: tokens[4] ?? "", key: typeof form === "string" ? form : data }),
        ];
        for (const { verdict } of answers) expect(verdict).not.toMatch(/^(fits|repairable|other-label)$/);
      }
    }
  });

  it("in tokens and keys are named", async () => {
    const header = (value: unknown) => `${btoa(JSON.stringify(value))}.e30.AAAA`;
    const keys = [{ kty: "EC" }, null, 5, { kty: "RSA", n: 7 }];
    const answer = await diagnoseToken(rsa, {
      token: header({ alg: "RS256", kid: { a: 1 } }),
      key: JSON.stringify({ keys }),
    });
    expect(codesOf(answer)).toContain("key-not-rsa");
    expect(codesOf(answer)).toContain("no-keys");
    const odd = await diagnoseToken(rsa, { token: header({ alg: ["RS256"] }), key: publicKey });
    expect(codesOf(odd)).toContain("alg-unknown");
  });

  it("and wrong arguments are told apart: these are errors", async () => {
    const [signature, ciphertext] = [new Uint8Array(128), ""];
    // biome-ignore lint/suspicious/noExplicitAny: what TypeScript would refuse
    const wrong = (value: unknown): any => value;
    const calls: readonly [fragment: string, call: Promise<unknown>][] = [
      ["rsa", diagnoseSignature(wrong({}), { publicKey, signature })],
      ["publicKey", diagnoseSignature(rsa, wrong({ publicKey: key, signature }))],
      ["string", diagnoseSignature(rsa, wrong({ publicKey: "PEM", signature }))],
      ["signature", diagnoseSignature(rsa, wrong({ publicKey, signature: 5 }))],
      ["message", diagnoseSignature(rsa, wrong({ publicKey, signature, msg: "a" }))],
      ["privateKey", diagnoseCiphertext(rsa, wrong({ privateKey: publicKey, ciphertext }))],
      ["array", diagnoseCiphertext(rsa, wrong({ privateKey: key, ciphertext, labels: "a" }))],
      ["key", diagnoseToken(rsa, wrong({ token: "a.b.c" }))],
    ];
    for (const [fragment, call] of calls) await expectRejected(call, "invalid-params", fragment);
    const freed = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(4500));
    freed.free();
    const examined = diagnoseCiphertext(rsa, { privateKey: freed, ciphertext: new Uint8Array(64) });
    await expectRejected(examined, "use-after-free");
  });
});
