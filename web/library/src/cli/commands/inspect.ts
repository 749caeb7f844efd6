import { createHash } from "node:crypto";
import { bitLength } from "../../bytes.js";
import { type Header, readHeader } from "../../files/hybrid/header.js";
import { recognise } from "../../files/recognise.js";
import type { WorkerPrivateKey, WorkerPublicKey } from "../../workers/worker-keys.js";
import { type Command, type Context, print } from "../context.js";
import { Failure } from "../failure.js";
import { readStart } from "../input.js";
import { importKey, mostKeyBytes, passphraseFlags } from "../keys.js";

/** What is told of a file, in the order in which it is printed. */
type Facts = Readonly<Record<string, string | number>>;

export const inspect: Command = {
  name: "inspect",
  summary: "tell what a key or an encrypted file is",
  operand: "[FILE]",
  flags: {
    json: { text: "as JSON" },
    ...passphraseFlags,
  },
  notes: [
    "FILE is a key in any format, or what encrypt wrote; - or nothing: standard input. Nothing secret is printed. The",
    "fingerprint of a key is the SHA-256 of its public key as SPKI DER, in hexadecimal: the same is printed by",
    "  openssl pkey -pubin -in public.pem -outform DER | sha256sum",
  ],
  async run(given, context) {
    const [path] = given.operands;
    const { start, isWhole } = await readStart(path, mostKeyBytes, context);
    let facts = encryptedFacts(start);
    if (facts === undefined) {
      if (!isWhole) throw new Failure(`${path ?? "standard input"}: it is neither a key nor a file that encrypt wrote`);
      facts = await keyFacts(await importKey(path, start, given, context), context);
    }
    const width = Math.max(...Object.keys(facts).map((name) => name.length)) + 2;
    const lines = Object.entries(facts).map(([name, value]) => `${name.padEnd(width)}${value}\n`);
    await print(context.stdout, given.has("json") ? `${JSON.stringify(facts, undefined, 2)}\n` : lines.join(""));
  },
};

/** What an encrypted file says of itself without a key; undefined for other files. */
function encryptedFacts(start: Uint8Array): Facts | undefined {
  const format = recognise(start);
  if (format === undefined || start.length === 0) return undefined;
  if (format === "incremental") return { file: "incremental, protects nothing" };
  const header: Header | undefined = readHeader(start);
  if (header === undefined) throw new Failure("the file ends within its header");
  return {
    file: "hybrid, version 1",
    encryption: "RSA-OAEP with SHA-256, AES-256-GCM",
    "modulus bytes": header.wrappedKey.length,
    "segment bytes": header.segmentLength,
  };
}

async function keyFacts(key: WorkerPrivateKey | WorkerPublicKey, context: Context): Promise<Facts> {
  const isPrivate = "publicKey" in key;
  const publicKey = isPrivate ? key.publicKey : key;
  const spki = await publicKey.export("spki-der", { signal: context.signal });
  const { publicExponent } = publicKey;
  const length = bitLength(publicExponent);
  return {
    key: isPrivate ? "private" : "public",
    ...(isPrivate ? privateFacts(key) : {}),
    "modulus length": publicKey.modulusLength,
    "public exponent": length <= 64 ? String(publicExponent) : `${length} bits`,
    fingerprint: createHash("sha256").update(spki).digest("hex"),
  };
}

function privateFacts({ params }: WorkerPrivateKey): Facts {
  const { variant, primes, crtExponentLength, batchSize } = params;
  return {
    variant,
    ...(primes === undefined ? {} : { primes }),
    ...(crtExponentLength === undefined ? {} : { "CRT exponent length": crtExponentLength }),
    ...(batchSize === undefined ? {} : { "batch size": batchSize }),
  };
}
