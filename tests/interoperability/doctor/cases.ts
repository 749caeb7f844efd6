// The broken cases on which the doctor is tried. The table in docs/doctor.md says with what each is made, and what the doctor says.
import { constants, createHash, privateEncrypt, publicEncrypt, sign } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import forge from "node-forge";
import type { PrivateKey, PublicKey, Rsa } from "rsa-variants";
import {
  diagnoseCiphertext,
  diagnoseKeyPair,
  diagnoseSignature,
  diagnoseToken,
  type TokenCase,
} from "rsa-variants/doctor";
import { encryptBytes } from "rsa-variants/files";
import { type Pair, pemOf, randomBytes } from "../../random.ts";
import { message } from "./programs.ts";

/** What the cases are made from. */
export interface World {
  readonly rsa: Rsa;
  /** The folder in which the programs wrote their cases. */
  readonly folder: string;
  /** The key of all cases, of 2048 bits. */
  readonly pair: Pair;
  readonly privateKey: PrivateKey;
  readonly publicKey: PublicKey;
  /** Another key of 2048 bits, and one of 3072. */
  readonly other: Pair;
  readonly long: Pair;
}

type Answer = Awaited<ReturnType<typeof diagnoseSignature | typeof diagnoseCiphertext>>;

const fileIn = ({ folder }: World, name: string) => readFile(join(folder, name));

/** The signature in a file. */
function signatureFile(name: string, given: Uint8Array | string | undefined = message) {
  return async (world: World) =>
    diagnoseSignature(world.rsa, { publicKey: world.publicKey, signature: await fileIn(world, name), message: given });
}

/** A signature that is made here. */
function signature(
  make: (world: World) => Uint8Array | string | Promise<Uint8Array | string>,
  given: Uint8Array | string = message,
) {
  return async (world: World) =>
    diagnoseSignature(world.rsa, { publicKey: world.publicKey, signature: await make(world), message: given });
}

function ciphertextFile(name: string, labels: readonly string[] = []) {
  return async (world: World) =>
    diagnoseCiphertext(world.rsa, { privateKey: world.privateKey, ciphertext: await fileIn(world, name), labels });
}

function ciphertext(make: (world: World) => Uint8Array | string | Promise<Uint8Array | string>) {
  return async (world: World) =>
    diagnoseCiphertext(world.rsa, { privateKey: world.privateKey, ciphertext: await make(world) });
}

function certificate(name: string) {
  return async (world: World) => {
    const publicKey = await world.rsa.importPublicKey(await fileIn(world, name));
    const answer = await diagnoseKeyPair({ privateKey: world.privateKey, publicKey });
    publicKey.free();
    return answer;
  };
}

/** A token that Node signs. */
function token(
  header: object,
  make: (body: string, world: World) => Uint8Array,
  keyOf: (world: World) => TokenCase["key"] = ({ pair }) => pemOf(pair.publicKey),
  change = (text: string) => text,
) {
  return async (world: World) => {
    const url = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const body = `${url(header)}.${url({ sub: "me", exp: 1 })}`;
    const text = change(`${body}.${Buffer.from(make(body, world)).toString("base64url")}`);
    return diagnoseToken(world.rsa, { token: text, key: keyOf(world) });
  };
}

const rs256 = (body: string, { pair }: World) => sign("sha256", Buffer.from(body), pair.privateKey);
const pssOptions = (saltLength: number) => ({ padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
const jwk = ({ publicKey }: Pair, members: object) => ({ ...publicKey.export({ format: "jwk" }), ...members });

const twoKeys = ({ pair, other }: World) => ({ keys: [jwk(other, { kid: "a" }), jwk(pair, { kid: "b" })] });

/** Signs with WebCrypto. */
async function signWeb(
  { pair }: World,
  algorithm: { name: string; saltLength?: number },
  hash: string,
): Promise<Buffer> {
  const der = pair.privateKey.export({ type: "pkcs8", format: "der" });
  const key = await crypto.subtle.importKey("pkcs8", new Uint8Array(der), { name: algorithm.name, hash }, false, [
    "sign",
  ]);
  return Buffer.from(await crypto.subtle.sign(algorithm, key, new Uint8Array(message)));
}

async function encryptWeb({ pair }: World, hash: string): Promise<Buffer> {
  const der = pair.publicKey.export({ type: "spki", format: "der" });
  const key = await crypto.subtle.importKey("spki", new Uint8Array(der), { name: "RSA-OAEP", hash }, false, [
    "encrypt",
  ]);
  return Buffer.from(await crypto.subtle.encrypt("RSA-OAEP", key, new Uint8Array(message)));
}

const forgePrivate = ({ pair }: World) =>
  forge.pki.privateKeyFromPem(pemOf(pair.privateKey)) as forge.pki.rsa.PrivateKey;
const forgePublic = ({ pair }: World) => forge.pki.publicKeyFromPem(pemOf(pair.publicKey)) as forge.pki.rsa.PublicKey;
const fromForge = (text: string) => Buffer.from(text, "binary");
const accented = "une lettre à Zoé";

/** Each case of the table, by its name. */
export const cases: Readonly<Record<string, (world: World) => Promise<Answer>>> = {
  // OpenSSL
  "PSS with the default salt": signatureFile("openssl-pss-default"),
  "PSS, SHA-512, MGF1 with SHA-1, no salt": signatureFile("openssl-pss-mixed"),
  "PKCS #1 v1.5 with SHA-1": signatureFile("openssl-sha1"),
  "PKCS #1 v1.5 with SHA3-256": signatureFile("openssl-sha3"),
  "PKCS #1 v1.5 with MD5": signatureFile("openssl-md5"),
  "signature as Base64 in lines": signatureFile("openssl-base64"),
  "the file lost its final line feed": signatureFile("openssl-sha1", "a letter\nof two lines"),
  "pkeyutl -sign without a digest": signatureFile("openssl-bare-digest"),
  "pkeyutl -sign of a text": signatureFile("openssl-unhashed"),
  "X9.31": signatureFile("openssl-x931"),
  "OAEP with defaults (SHA-1)": ciphertextFile("openssl-oaep-default"),
  "OAEP, MGF1 with SHA-1, a label": ciphertextFile("openssl-oaep-label", ["key"]),
  "OAEP with a label that nobody knows": ciphertextFile("openssl-oaep-unknown", ["key"]),
  "PKCS #1 v1.5 instead of OAEP": ciphertextFile("openssl-pkcs1"),
  "encryption without padding": ciphertextFile("openssl-raw"),
  "CMS in DER": ciphertextFile("openssl-cms"),
  "S/MIME": ciphertextFile("openssl-smime"),
  "openssl enc with a password": ciphertextFile("openssl-salted"),
  "key and its certificate": certificate("own-certificate.pem"),
  "key and the certificate of another key": certificate("other-certificate.pem"),
  "a public key instead of a ciphertext": ciphertextFile("public.pem"),
  // Python
  "PSS with the longest salt, as base64url": signatureFile("python-pss-max"),
  "hash value signed as a message": signatureFile("python-hashed-twice"),
  "hexadecimal hash value signed as a message": signatureFile("python-hexdigest"),
  "message encoded as UTF-16": signatureFile("python-utf16"),
  "signature in the byte order of CryptoAPI": signatureFile("python-reversed"),
  "OAEP, SHA-512, MGF1 with SHA-256": ciphertextFile("python-oaep-mixed"),
  "ciphertext as print shows it": ciphertextFile("python-repr"),
  "ciphertext cut short": ciphertextFile("python-cut"),
  "ciphertext as a decimal number": ciphertextFile("python-decimal"),
  "PS256 with the longest salt": tokenFile("python-ps256-max"),
  "HS256 with the public key as the secret": tokenFile("python-hs256"),
  // Java
  "OAEPWithSHA-256AndMGF1Padding (MGF1 with SHA-1)": ciphertextFile("java-oaep-default"),
  "signature printed by Arrays.toString": signatureFile("java-list"),
  "ciphertext made a String as UTF-8": ciphertextFile("java-as-utf8"),
  "ciphertext made a String as Latin-1": ciphertextFile("java-as-latin1"),
  "three blocks in one file": ciphertextFile("java-blocks"),
  "BigInteger.toByteArray adds a zero": ciphertextFile("java-big-integer"),
  "NONEwithRSA on a hash value": signatureFile("java-none-with-rsa"),
  "RSASSA-PSS, MGF1 with SHA-1": signatureFile("java-pss-mgf-sha1"),
  "encrypted with the private key, no message known": withoutMessage("java-private-encrypt"),
  "RSA/ECB/NoPadding": ciphertextFile("java-no-padding"),
  // Go
  "OAEP with the label of Go's example": ciphertextFile("go-oaep-orders"),
  "OAEP with SHA-1, as Base64": ciphertextFile("go-oaep-sha1"),
  "SignPSS without options": signatureFile("go-pss-auto"),
  "SignPKCS1v15 without a hash function": signatureFile("go-unhashed"),
  "PKCS #1 v1.5 with SHA-512": signatureFile("go-sha512"),
  "message with CR LF signed": signatureFile("go-crlf"),
  "big.Int.Bytes strips a zero": ciphertextFile("go-big-int"),
  "AES key in OAEP, then AES-GCM": ciphertextFile("go-own-hybrid"),
  // Node
  "publicEncrypt with defaults, Buffer as JSON": ciphertext(({ pair }) =>
    JSON.stringify(publicEncrypt(pair.publicKey, message)),
  ),
  "signature of another key": signature(({ other }) =>
    madeBelow(() => sign("sha256", message, { key: other.privateKey, ...pssOptions(32) })),
  ),
  "signature of a longer key, as hexadecimal digits": signature(({ long }) =>
    sign("sha256", message, long.privateKey).toString("hex"),
  ),
  "signature of another message": signature(({ pair }) => sign("sha256", message, pair.privateKey), "a forged letter"),
  "PSS signature of another message": signature(
    ({ pair }) => sign("sha384", message, { key: pair.privateKey, ...pssOptions(48) }),
    "a forged letter",
  ),
  "the given message is the hash value, as hexadecimal digits": signature(
    ({ pair }) => sign("sha256", message, pair.privateKey),
    createHash("sha256").update(message).digest("hex"),
  ),
  "ciphertext for another key": ciphertext(({ other }) => madeBelow(() => publicEncrypt(other.publicKey, message))),
  "a signature given as a ciphertext": ciphertext(({ pair }) => privateEncrypt(pair.privateKey, message)),
  "a public key with another exponent": otherExponent,
  "a token whose kid the set lacks": token({ alg: "RS256", kid: "old" }, rs256, twoKeys),
  "a token signed by another key of the set": token({ alg: "RS256", kid: "a" }, rs256, twoKeys),
  "a token with a changed payload": token({ alg: "RS256" }, rs256, undefined, (text) =>
    text.replace(/\.[^.]*\./, `.${Buffer.from('{"sub":"root"}').toString("base64url")}.`),
  ),
  "a token with PSS under alg RS256": token({ alg: "RS256" }, (body, { pair }) =>
    sign("sha256", Buffer.from(body), { key: pair.privateKey, ...pssOptions(32) }),
  ),
  "an ES256 token and an RSA key": token({ alg: "ES256" }, () => randomBytes(64)),
  // WebCrypto
  "RSA-OAEP with SHA-512, + became a space": ciphertext((world) => withPlus(() => encryptWeb(world, "SHA-512"))),
  "RSA-PSS without a salt": signature((world) => signWeb(world, { name: "RSA-PSS", saltLength: 0 }, "SHA-256")),
  "RSA-PSS with SHA-384, percent-encoded": signature(async (world) =>
    encodeURIComponent((await signWeb(world, { name: "RSA-PSS", saltLength: 48 }, "SHA-384")).toString("base64")),
  ),
  // node-forge
  "RSA-OAEP with SHA-256, MGF1 with SHA-1": ciphertext((world) => {
    const hashes = { md: forge.md.sha256.create(), mgf1: { md: forge.md.sha1.create() } };
    return fromForge(forgePublic(world).encrypt("hello", "RSA-OAEP", hashes));
  }),
  "text signed as Latin-1, verified as UTF-8": signature(
    (world) => fromForge(forgePrivate(world).sign(forge.md.sha256.create().update(accented, "raw"))),
    accented,
  ),
  "PSS with SHA-1, a salt of 20 bytes": signature(signPssForge),
  "RSAES-PKCS1-V1_5 as hexadecimal digits": ciphertext((world) =>
    forge.util.bytesToHex(forgePublic(world).encrypt("hello")),
  ),
  // this library
  "a file of encrypt instead of a block": ciphertext(({ publicKey }) => encryptBytes(publicKey, message)),
};

function tokenFile(name: string) {
  return async (world: World) =>
    diagnoseToken(world.rsa, { token: await fileIn(world, name), key: pemOf(world.pair.publicKey) });
}

function withoutMessage(name: string) {
  return async (world: World) =>
    diagnoseSignature(world.rsa, { publicKey: world.publicKey, signature: await fileIn(world, name) });
}

/** A ciphertext for another key, or its signature, that is below this key's modulus, so that only its block shows whose it is. */
function madeBelow(make: () => Buffer): Buffer {
  for (;;) {
    const made = make();
    if ((made[0] ?? 0) < 0x80) return made;
  }
}

async function otherExponent({ rsa, privateKey }: World): Promise<Answer> {
  const publicKey = rsa.publicKey(privateKey.publicKey.modulus, 3n);
  const answer = await diagnoseKeyPair({ privateKey, publicKey });
  publicKey.free();
  return answer;
}

/** Base64 with at least one + inside, which a form turns into a space. */
async function withPlus(make: () => Promise<Buffer>): Promise<string> {
  for (;;) {
    const text = (await make()).toString("base64");
    if (/\w\+\w/.test(text) && !/^\+|\+$/.test(text)) return text.replaceAll("+", " ");
  }
}

function signPssForge(world: World): Buffer {
  const pss = forge.pss.create({
    md: forge.md.sha1.create(),
    mgf: forge.mgf.mgf1.create(forge.md.sha1.create()),
    saltLength: 20,
  });
  const md = forge.md.sha1.create().update(message.toString("binary"), "raw");
  return fromForge(forgePrivate(world).sign(md, pss));
}
