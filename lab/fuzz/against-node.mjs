// Damages keys in every format, reads them here and with Node's parser, and compares. `node lab/fuzz.mjs` calls it with the number of seconds.
// A private key holds every number twice or more, so a damaged one is the same key or refused. A public key has no redundancy: if both
// read one, they must read the same.
import { execFileSync } from "node:child_process";
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load, RsaError } from "rsa-variants";
import { mutate, randomFrom } from "./mutate.mjs";

const seconds = Number(process.argv[2]);
const seed = Number(process.argv[3] ?? Math.floor(Date.now() / 1000));
const random = randomFrom(seed);
const rsa = await load();
const password = "secret";
const limits = { iterations: 10_000 };
const inputs = await makeInputs();
const original = createPrivateKey(inputs["pkcs8-pem"]).export({ format: "jwk" });

/** A number of a JWK, whatever its leading zeros. @param {string} text */
const numberOf = (text) => Buffer.from(text, "base64url").toString("hex").replace(/^0+/, "");

/** The same key in many formats, made by Node and OpenSSL and, where they cannot, here. */
async function makeInputs() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 512 });
  const cipher = { cipher: "aes-128-cbc", passphrase: password };
  const secret = (options) => privateKey.export(options);
  const open = (options) => publicKey.export(options);
  const pem = secret({ type: "pkcs8", format: "pem" });
  const ours = await rsa.importPrivateKey(pem, { allowBroken: true });
  const folder = await mkdtemp(join(tmpdir(), "fuzz-"));
  try {
    const file = join(folder, "key");
    await writeFile(file, pem);
    const certificate = execFileSync("openssl", ["req", "-x509", "-new", "-key", file, "-sha256", "-subj", "/CN=a"]);
    execFileSync(
      "openssl",
      ["rsa", "-in", file, "-traditional", "-des3", "-passout", `pass:${password}`, "-out", `${file}3`],
      {
        stdio: "ignore",
      },
    );
    return {
      "pkcs8-pem": pem,
      "pkcs8-der": secret({ type: "pkcs8", format: "der" }),
      "encrypted pkcs8-pem": secret({ type: "pkcs8", format: "pem", ...cipher }),
      "encrypted pkcs8-der": secret({ type: "pkcs8", format: "der", ...cipher }),
      "pkcs1-pem": secret({ type: "pkcs1", format: "pem" }),
      "pkcs1-der": secret({ type: "pkcs1", format: "der" }),
      "Proc-Type 4": await readFile(`${file}3`, "utf8"),
      jwk: JSON.stringify(secret({ format: "jwk" })),
      openssh: await ours.export("openssh"),
      json: JSON.stringify(await ours.export("json")),
      "spki-pem": open({ type: "spki", format: "pem" }),
      "spki-der": open({ type: "spki", format: "der" }),
      "public pkcs1-pem": open({ type: "pkcs1", format: "pem" }),
      "public pkcs1-der": open({ type: "pkcs1", format: "der" }),
      "public jwk": JSON.stringify(open({ format: "jwk" })),
      "public openssh": await ours.publicKey.export("openssh"),
      certificate: certificate.toString(),
    };
  } finally {
    ours.free();
    await rm(folder, { recursive: true });
  }
}

/** What this library reads: the type, N and e, or the code of the error. @param {Uint8Array} data */
async function readHere(data) {
  try {
    const key = await rsa.importKey(data, { password, allowBroken: true, limits });
    const { modulus, publicExponent } = key.type === "private" ? key.publicKey : key;
    key.free();
    return { type: key.type, n: modulus.toString(16), e: publicExponent.toString(16) };
  } catch (error) {
    if (!(error instanceof RsaError) || error.code === "internal") throw error;
    return error.code;
  }
}

/** What Node reads. @param {string} format @param {Uint8Array} data */
function readThere(format, data) {
  try {
    const passphrase = password;
    const text = Buffer.from(data);
    /** @type {any} */
    const key = format.endsWith("jwk")
      ? { key: JSON.parse(text.toString()), format: "jwk" }
      : format.endsWith("der")
        ? {
            key: text,
            format: "der",
            type: /^(encrypted )?pkcs8|spki|pkcs1/.exec(format)?.[0].replace("encrypted ", "") ?? "pkcs1",
            passphrase,
          }
        : { key: text, format: "pem", passphrase };
    const isPublic = /^(public|spki|certificate)/.test(format);
    const { n, e } = (isPublic ? createPublicKey(key) : createPrivateKey(key)).export({ format: "jwk" });
    return { n: numberOf(n), e: numberOf(e).replace(/^0+/, "") };
  } catch {
    return undefined; // Node's errors are not this library's concern
  }
}

/** A key with one changed, missing or repeated byte or, less often, with much more damage. @param {Uint8Array} sound */
function damaged(sound) {
  const at = random(sound.length);
  const bytes = [...sound];
  switch (random(8)) {
    case 0:
      return mutate([sound, ...all], (limit) => (limit === all.length + 1 ? 0 : random(limit)));
    case 1:
      bytes.splice(at, random(3), ...bytes.slice(at, at + random(3)));
      break;
    case 2:
      bytes[at] = random(256);
      break;
    case 3:
      bytes[at] = sound[random(sound.length)];
      break;
    default:
      bytes[at] ^= 1 << random(8);
  }
  return Uint8Array.from(bytes);
}

/** @type {Record<string, Record<string, number>>} */
const counts = {};
const names = Object.keys(inputs);
const all = names.map((name) => new Uint8Array(Buffer.from(inputs[name])));
const end = performance.now() + 1000 * seconds;
let count = 0;
while (performance.now() < end) {
  const at = count % names.length;
  const name = names[at];
  const data = count < names.length ? all[at] : damaged(all[at]);
  const [here, there] = [await readHere(data), readThere(name, data)];
  const outcome = typeof here === "string" ? here : here.type;
  const fail = (problem) => {
    throw new Error(`${name}, input ${count} of seed ${seed}: ${problem}: ${Buffer.from(data).toString("base64")}`);
  };
  if (typeof here !== "string") {
    const isSame = here.n === numberOf(original.n) && here.e === numberOf(original.e).replace(/^0+/, "");
    if (here.type === "private" && !isSame) fail("another private key was read");
    if (there !== undefined && (there.n !== here.n || there.e !== here.e)) fail("Node reads another key");
  }
  if (count < names.length && typeof here === "string") fail(`the sound key is refused: ${here}`);
  counts[name] ??= {};
  counts[name][outcome] = (counts[name][outcome] ?? 0) + 1;
  if (there !== undefined) counts[name]["read by Node"] = (counts[name]["read by Node"] ?? 0) + 1;
  count++;
}
for (const [name, outcomes] of Object.entries(counts)) console.log(`${name}: ${JSON.stringify(outcomes)}`);
console.log(`against-node: ${count} inputs of seed ${seed}, no key changed, none read differently`);
