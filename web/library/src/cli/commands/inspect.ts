import { detectStream, type EncryptedFormat } from "../../files/detect.js";
import { type Header, readHeader } from "../../files/hybrid/header.js";
import { countParams } from "../../params.js";
import type { KeyAssessment, KeyFinding, Reach } from "../../security/assess.js";
import { load } from "../../security/load.js";
import type { WorkerPrivateKey, WorkerPublicKey } from "../../workers/rsa-workers.js";
import type { Arguments } from "../arguments.js";
import { type Command, type Context, print } from "../context.js";
import { type Facts, factTable, printJson, publicFacts, wordsOf } from "../facts.js";
import { Failure } from "../failure.js";
import { checkStandardInput, openInput, readStart } from "../input.js";
import { importAll, NoKey, passphraseFlags } from "../keys.js";

export const inspect: Command = {
  name: "inspect",
  summary: "Show what a key or an encrypted file is, and known defects of the key",
  operand: {
    name: "[FILE …]",
    text: "keys in any format, certificates or certificate requests, files written by encrypt; default: standard input (-)",
  },
  flags: {
    json: { text: "print JSON; for several keys or files, an array" },
    ...passphraseFlags,
  },
  examples: ["inspect private.pem", "inspect --json one.pem two.pem"],
  notes: [
    "The output contains no secrets. Each key is tested for known weaknesses, which takes about a second. A file may hold " +
      "several keys: PEM blocks, PKCS #12, a JSON Web Key Set, or lines of authorized_keys. All keys of all files are also searched for " +
      "shared primes. The verdict on a private key is more precise than that on a public one. The signature of a certificate is " +
      "not verified.",
    "The exit code is 0 if no key is broken or weak and everything could be read, otherwise 1.",
    "The fingerprint is the SHA-256 of the public key as SPKI DER, in hexadecimal. This command prints the same:\n" +
      "  openssl pkey -pubin -in public.pem -outform DER | sha256sum\n",
  ],
  async run(given, context) {
    const paths = given.operands.length === 0 ? [undefined] : given.operands;
    checkStandardInput(given, ...paths);
    const subjects: Subject[] = [];
    for (const path of paths) subjects.push(...(await readSubjects(path, given, context)));
    const [first] = subjects;
    if (subjects.length === 1 && first !== undefined && "failure" in first) throw first.failure;
    const keys = subjects.flatMap((subject) => ("key" in subject ? [publicOf(subject.key)] : []));
    const all: Facts[] = [];
    for (const subject of subjects) {
      const facts = await factsOf(subject, keys, context);
      all.push(subjects.length === 1 ? facts : { name: subject.name, ...facts });
    }
    const [only] = all;
    if (given.has("json")) await printJson(all.length === 1 && only !== undefined ? only : all, context);
    else await print(context.stdout, all.map(factTable).join("\n"));
    const problem = problemOf(all);
    if (problem !== undefined) throw new Failure(problem);
  },
};

type Key = WorkerPrivateKey | WorkerPublicKey;
/** A key, an encrypted file, or something that could not be read. */
type Subject = { readonly name: string } & (
  | { readonly key: Key }
  | { readonly facts: Facts }
  | { readonly failure: Failure }
);

/** What a file contains. What cannot be read does not hide the rest. */
async function readSubjects(path: string | undefined, given: Arguments, context: Context): Promise<Subject[]> {
  const name = path ?? "standard input";
  const content = await orFailure(readContent(path, context));
  if (content instanceof Failure) return [{ name, failure: content }];
  if ("facts" in content) return [content];
  const found = await orFailure(
    importAll(path, content.data, given, context).catch((error: unknown) => {
      throw error instanceof NoKey ? neither(content.name, error) : error;
    }),
  );
  if (found instanceof Failure) return [{ name, failure: found }];
  // A certificate or public key beside its private key counts as that key.
  const keys = found.keys.filter(({ privateKeyIndex }) => privateKeyIndex === undefined);
  const all = [...keys, ...found.leftOut].sort((a, b) => a.index - b.index);
  return all.map((each) => {
    const label = all.length === 1 ? (path ?? content.name) : `${name}, ${each.name ?? `key ${each.index + 1}`}`;
    if ("key" in each) return { name: label, key: each.key };
    return { name: label, failure: new Failure(`${label}: ${each.message}`) };
  });
}

/** Resolves with a failure instead of throwing it. */
function orFailure<T>(work: Promise<T>): Promise<T | Failure> {
  return work.catch((error: unknown) => {
    if (error instanceof Failure) return error;
    throw error;
  });
}

function neither(name: string, cause?: unknown): Failure {
  return new Failure(`${name}: neither a key nor a file written by encrypt`, { cause });
}

/** The longest data that `importKeys` reads. */
const mostBytes = 1 << 20;

async function readContent(
  path: string | undefined,
  context: Context,
): Promise<{ name: string; facts: Facts } | { name: string; data: Uint8Array }> {
  const { name, stream: source } = await openInput(path, context);
  const { format, isArmored, stream } = await detectStream(source);
  const { start, isWhole } = await readStart(stream, mostBytes);
  if (format !== undefined) return { name, facts: encryptedFacts(format, isArmored, start) };
  if (isArmored || !isWhole) throw neither(name);
  return { name, data: start };
}

async function factsOf(subject: Subject, keys: readonly WorkerPublicKey[], context: Context): Promise<Facts> {
  if ("facts" in subject) return subject.facts;
  if ("key" in subject) return keyFacts(subject.key, keys, context);
  const { message } = subject.failure;
  const prefix = `${subject.name}: `;
  return { problem: message.startsWith(prefix) ? message.slice(prefix.length) : message };
}

/** Why the command does not succeed. */
function problemOf(all: readonly Facts[]): string | undefined {
  const verdicts = all.flatMap(({ verdict }) => (verdict === undefined ? [] : [verdict]));
  const unsafe = verdicts.filter((verdict) => verdict === "broken" || verdict === "weak");
  const unread = all.filter(({ problem }) => problem !== undefined);
  const several = `${unsafe.length} of ${verdicts.length} keys ${unsafe.length === 1 ? "is" : "are"} broken or weak`;
  const parts = [
    unsafe.length > 0 && (verdicts.length === 1 ? `the key is ${unsafe[0]}` : several),
    unread.length > 0 && `${unread.length} of ${all.length} could not be read`,
  ];
  return parts.some(Boolean) ? parts.filter(Boolean).join("; ") : undefined;
}

/** What an encrypted file shows without a key. */
function encryptedFacts(format: EncryptedFormat, isArmored: boolean, start: Uint8Array): Facts {
  const armor = isArmored ? { armor: "yes" } : {};
  if (format === "incremental") return { file: "incremental, protects nothing", ...armor };
  const header: Header | undefined = readHeader(start);
  if (header === undefined) throw new Failure("the file is cut short in its header");
  const lengths = header.wrappedKeys.map(({ length }) => length);
  return {
    file: `hybrid, version ${header.version}`,
    ...armor,
    encryption: "RSA-OAEP with SHA-256, AES-256-GCM",
    ...(header.version === 1 ? {} : { recipients: lengths.length }),
    "modulus bytes": header.version === 1 ? (lengths[0] ?? 0) : lengths.join(", "),
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

/** The library's assessment of a key, which also compares it with the others. */
async function assessed(key: Key, others: readonly WorkerPublicKey[]): Promise<KeyAssessment> {
  const security = await load();
  if (!("publicKey" in key)) return security.assess(key, { others });
  return security.assess({ params: key.params, components: await key.components() }, { others });
}

function privateFacts({ params }: WorkerPrivateKey): Facts {
  const counts = countParams.filter((name) => name !== "modulusLength" && params[name] !== undefined);
  return { variant: params.variant, ...Object.fromEntries(counts.map((name) => [wordsOf(name), params[name]])) };
}

function verdictFacts(assessment: KeyAssessment): Facts {
  const { params, verdict, summary, lookedFor, unseen, reach, strength, why, keyFindings, cap, advice } = assessment;
  const isBestCase = params === undefined && verdict !== "broken";
  return {
    verdict: summary,
    ...(reach === undefined ? {} : { reach: reaches[reach] }),
    ...(isBestCase ? { note: "the best case: a public key does not show its primes" } : {}),
    "strength bits": strength,
    decisive: why,
    ...(keyFindings.length === 0 ? {} : { findings: keyFindings.map(describe) }),
    ...(cap === undefined ? {} : { cap }),
    ...(advice === undefined ? {} : { advice }),
    ...(verdict === "none-found" ? { "looked for": lookedFor.join("; "), unseen } : {}),
  };
}

/** How practical the attack on a key is. */
const reaches: Readonly<Record<Reach, string>> = {
  here: "here: this program can do it",
  practical: "practical: it has been done",
  theory: "theory: no run at this size is known",
};

function describe({ code, severity, reason, source, remedy }: KeyFinding): string {
  return `${severity}, ${code}: ${reason} ${remedy} (${source.authors}, ${source.year})`;
}
