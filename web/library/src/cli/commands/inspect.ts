import { createHash } from "node:crypto";
import { bitLength } from "../../bytes.js";
import { RsaError } from "../../errors.js";
import { type Header, readHeader } from "../../files/hybrid/header.js";
import { type EncryptedFormat, recogniseStream } from "../../files/recognise.js";
import { load } from "../../security/load.js";
import type { WorkerPrivateKey, WorkerPublicKey } from "../../workers/worker-keys.js";
import { type Command, type Context, print } from "../context.js";
import { type Facts, factTable, printJson, publicFacts } from "../facts.js";
import { Failure } from "../failure.js";
import { checkStandardInput, openInput, readStart } from "../input.js";
import { importKey, mostKeyBytes, NoKey, passphraseFlags } from "../keys.js";

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
    "verdict on a private key is on its sizes, by the attacks that are known. The fingerprint of a key is the SHA-256 of its",
    "public key as SPKI DER, in hexadecimal: the same is printed by",
    "  openssl pkey -pubin -in public.pem -outform DER | sha256sum",
  ],
  async run(given, context) {
    const [path] = given.operands;
    checkStandardInput(given, path);
    const { name, stream: source } = await openInput(path, context);
    const { format, isArmored, stream } = await recogniseStream(source);
    const { start, isWhole } = await readStart(stream, mostKeyBytes);
    const neither = (cause?: unknown) =>
      new Failure(`${name}: it is neither a key nor a file that encrypt wrote`, { cause });
    let facts: Facts;
    if (format !== undefined) facts = encryptedFacts(format, isArmored, start);
    else if (isArmored || !isWhole) throw neither();
    else {
      const key = await importKey(path, start, given, context).catch((error: unknown) => {
        throw error instanceof NoKey ? neither(error) : error;
      });
      facts = await keyFacts(key, context);
    }
    await (given.has("json") ? printJson(facts, context) : print(context.stdout, factTable(facts)));
  },
};

/** What an encrypted file says of itself without a key. */
function encryptedFacts(format: EncryptedFormat, isArmored: boolean, start: Uint8Array): Facts {
  const armor = isArmored ? { armor: "yes" } : {};
  if (format === "incremental") return { file: "incremental, protects nothing", ...armor };
  const header: Header | undefined = readHeader(start);
  if (header === undefined) throw new Failure("the file ends within its header");
  return {
    file: "hybrid, version 1",
    ...armor,
    encryption: "RSA-OAEP with SHA-256, AES-256-GCM",
    "modulus bytes": header.wrappedKey.length,
    "segment bytes": header.segmentLength,
  };
}

async function keyFacts(key: WorkerPrivateKey | WorkerPublicKey, context: Context): Promise<Facts> {
  const isPrivate = "publicKey" in key;
  const publicKey = isPrivate ? key.publicKey : key;
  const spki = await publicKey.export("spki-der", { signal: context.signal });
  return {
    key: isPrivate ? "private" : "public",
    ...(isPrivate ? privateFacts(key) : {}),
    ...publicFacts(publicKey),
    fingerprint: createHash("sha256").update(spki).digest("hex"),
    ...(isPrivate ? await verdictFacts(key) : {}),
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

/** What is known against keys of these sizes. */
async function verdictFacts({ params, publicKey }: WorkerPrivateKey): Promise<Facts> {
  const security = await load();
  // Attacks on short CRT exponents depend on e, whose length a key that was made elsewhere has of its own.
  const { crtExponentLength: w } = params;
  const options = w === undefined ? {} : { publicExponentLength: bitLength(publicKey.publicExponent) };
  try {
    const { verdict, strength, decisive, cap, advice } = security.assess(params, options);
    return {
      verdict,
      "strength bits": strength,
      decisive: `${decisive.name}: ${decisive.reason}`,
      ...(cap === undefined ? {} : { cap }),
      ...(advice === undefined ? {} : { advice }),
    };
  } catch (error) {
    // A key that was made elsewhere may have sizes that none has that is made here.
    if (error instanceof RsaError && error.code === "invalid-params") return { verdict: `none: ${error.message}` };
    throw error;
  }
}
