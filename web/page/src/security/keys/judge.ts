import { load } from "rsa-variants";
import { connect, type KeyAssessment } from "rsa-variants/security";
import { keyVerdicts } from "../../ui/verdicts.tsx";
import { type KeyInput, type LeftOut, publicOf, type ReadKey, readKeys } from "./read-keys.ts";

/** A key, and what the library says of it. */
export interface JudgedKey {
  readonly name: string;
  readonly kind: "private" | "public";
  /** The length of e, in bits. */
  readonly publicExponentLength: number;
  /** SHA-256 of the public key as SPKI DER, in hexadecimal. */
  readonly fingerprint: string;
  readonly assessment: KeyAssessment;
}

export interface JudgedKeys {
  /** Worst first. */
  readonly keys: readonly JudgedKey[];
  readonly leftOut: readonly LeftOut[];
}

interface JudgeOptions {
  /** Opens encrypted keys. */
  readonly password?: string | undefined;
  readonly signal: AbortSignal;
  /** Called after each key, once all are read. */
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * Reads and judges all keys of all inputs, each also in comparison with the others. Nothing is kept: the keys are freed, and the
 * workers that judged them are closed.
 *
 * @throws RsaError `load-failed` or `worker-failed` if WebAssembly or workers are missing
 */
export async function judgeKeys(inputs: readonly KeyInput[], options: JudgeOptions): Promise<JudgedKeys> {
  const rsa = await load();
  const read: ReadKey[] = [];
  const leftOut: LeftOut[] = [];
  try {
    for (const input of inputs) {
      for (const each of await readKeys(rsa, input, options.password)) {
        if ("key" in each) read.push(each);
        else leftOut.push(each);
        options.signal.throwIfAborted();
      }
    }
    return { keys: await judged(read, options), leftOut };
  } finally {
    for (const { key } of read) key.free();
  }
}

async function judged(read: readonly ReadKey[], { signal, onProgress }: JudgeOptions): Promise<JudgedKey[]> {
  const total = read.length;
  if (total === 0) return [];
  const others = read
    .map(({ key }) => publicOf(key))
    .map(({ modulus, publicExponent }) => ({ modulus, publicExponent }));
  const security = await connect();
  try {
    let done = 0;
    onProgress({ done, total });
    const keys = read.map(async ({ name, key }): Promise<JudgedKey> => {
      const assessment = await security.assess(key, { others, signal });
      done += 1;
      onProgress({ done, total });
      const publicKey = publicOf(key);
      return {
        name,
        kind: key.type,
        publicExponentLength: publicKey.publicExponent.toString(2).length,
        fingerprint: await publicKey.fingerprint(),
        assessment,
      };
    });
    return (await Promise.all(keys)).sort(worstFirst);
  } finally {
    await security.close();
  }
}

/** Worst first: by verdict, then by how practical the attack is, then by strength. */
function worstFirst({ assessment: a }: JudgedKey, { assessment: b }: JudgedKey): number {
  const reachOf = ({ reach }: KeyAssessment) => ["here", "practical", "theory", undefined].indexOf(reach);
  return (
    keyVerdicts.indexOf(a.verdict) - keyVerdicts.indexOf(b.verdict) ||
    reachOf(a) - reachOf(b) ||
    a.strength - b.strength
  );
}
