import { detectStream, type EncryptedFormat } from "../../files/detect.js";
import { type Header, readHeader } from "../../files/hybrid/header.js";
import type { KeyAssessment, KeyFinding, Reach } from "../../security/assess.js";
import { load } from "../../security/load.js";
import type { WorkerPrivateKey, WorkerPublicKey } from "../../workers/rsa-workers.js";
import type { Arguments } from "../arguments.js";
import { type Command, type Context, print } from "../context.js";
import { type Facts, factTable, printJson, publicFacts } from "../facts.js";
import { Failure } from "../failure.js";
import { checkStandardInput, openInput, readStart } from "../input.js";
import { importKey, mostKeyBytes, NoKey, passphraseFlags } from "../keys.js";

export const inspect: Command = {
  name: "inspect",
  summary: "tell what a key or an encrypted file is, and whether the key is safe",
  operand: "[FILE …]",
  flags: {
    json: { text: "as JSON; a list for several files" },
    ...passphraseFlags,
  },
  notes: [
    "FILE is a key in any format, a certificate or a request for one, or what encrypt wrote; - or nothing: standard input.",
    "Nothing secret is printed, and the signature of a certificate is not verified. Each key is tried for known weaknesses,",
    "which takes about a second; several keys are also searched for primes that they share. A private key shows more than a",
    "public one. The fingerprint of a key is the SHA-256 of its public key as SPKI DER, in",
    "hexadecimal; the following command prints the same:",
    "  openssl pkey -pubin -in public.pem -outform DER | sha256sum",
  ],
  async run(given, context) {
    const paths = given.operands.length === 0 ? [undefined] : given.operands;
    checkStandardInput(given, ...paths);
    const subjects: Subject[] = [];
    for (const path of paths) subjects.push(await readSubject(path, given, context));
    const keys = subjects.flatMap((subject) => ("key" in subject ? [publicOf(subject.key)] : []));
    const all: Facts[] = [];
    for (const subject of subjects) {
      const facts = "key" in subject ? await keyFacts(subject.key, keys, context) : subject.facts;
      all.push(subjects.length === 1 ? facts : { name: subject.name, ...facts });
    }
    const [only] = all;
    if (given.has("json")) await printJson(all.length === 1 && only !== undefined ? only : all, context);
    else await print(context.stdout, all.map(factTable).join("\n"));
  },
};

type Key = WorkerPrivateKey | WorkerPublicKey;
/** What a file holds. */
type Subject = { readonly name: string } & ({ readonly key: Key } | { readonly facts: Facts });

async function readSubject(path: string | undefined, given: Arguments, context: Context): Promise<Subject> {
  const { name, stream: source } = await openInput(path, context);
  const { format, isArmored, stream } = await detectStream(source);
  const { start, isWhole } = await readStart(stream, mostKeyBytes);
  const neither = (cause?: unknown) =>
    new Failure(`${name}: it is neither a key nor a file that encrypt wrote`, { cause });
  if (format !== undefined) return { name, facts: encryptedFacts(format, isArmored, start) };
  if (isArmored || !isWhole) throw neither();
  const key = await importKey(path, start, "private", given, context, true).catch((error: unknown) => {
    throw error instanceof NoKey ? neither(error) : error;
  });
  return { name, key };
}

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

function publicOf(key: Key): WorkerPublicKey {
  return "publicKey" in key ? key.publicKey : key;
}

async function keyFacts(key: Key, keys: readonly WorkerPublicKey[], context: Context): Promise<Facts> {
  const isPrivate = "publicKey" in key;
  const publicKey = publicOf(key);
  return {
    key: isPrivate ? "private" : "public",
    ...(isPrivate ? privateFacts(key) : {}),
    ...publicFacts(publicKey),
    fingerprint: await publicKey.fingerprint("spki", { signal: context.signal }),
    ...verdictFacts(await assessed(key, keys)),
  };
}

/** The library's verdict on the key, compared with the others. */
async function assessed(key: Key, others: readonly WorkerPublicKey[]): Promise<KeyAssessment> {
  const security = await load();
  if (!("publicKey" in key)) return security.assess(key, { others });
  return security.assess({ params: key.params, components: await key.components() }, { others });
}

function privateFacts({ params }: WorkerPrivateKey): Facts {
  const { variant, primes, multiplicity, crtExponentLength, batchSize, primeLength } = params;
  return {
    variant,
    ...(primes === undefined ? {} : { primes }),
    ...(multiplicity === undefined ? {} : { multiplicity }),
    ...(crtExponentLength === undefined ? {} : { "CRT exponent length": crtExponentLength }),
    ...(batchSize === undefined ? {} : { "batch size": batchSize }),
    ...(primeLength === undefined ? {} : { "prime length": primeLength }),
  };
}

function verdictFacts({ params, verdict, reach, strength, why, keyFindings, cap, advice }: KeyAssessment): Facts {
  const isBestCase = params === undefined && verdict !== "broken";
  return {
    verdict,
    ...(reach === undefined ? {} : { reach: reaches[reach] }),
    ...(isBestCase ? { note: "the best that is possible: a public key hides its primes" } : {}),
    "strength bits": strength,
    decisive: why,
    ...(keyFindings.length === 0 ? {} : { findings: keyFindings.map(describe) }),
    ...(cap === undefined ? {} : { cap }),
    ...(advice === undefined ? {} : { advice }),
  };
}

/** How close to practice what breaks a key is. */
const reaches: Readonly<Record<Reach, string>> = {
  here: "here: this program can do it",
  practical: "practical: it has been done",
  theory: "theory: no run at this size is known",
};

function describe({ code, severity, reason, source, remedy }: KeyFinding): string {
  return `${severity}, ${code}: ${reason} ${remedy} (${source.authors}, ${source.year})`;
}
