import {
  type Engine,
  factsOf,
  hasParam,
  type KeyComponents,
  type KeyGenerationProgress,
  type KeyParams,
  type PrivateKey,
  type Rsa,
  type Variant,
} from "rsa-variants";
import { type Clock, checkEqual, randomMessages } from "../index.ts";
import { blindingPeriod, type GuardChoice, type GuardedOperation, guardedOperations, guardsOf } from "./guards.ts";
import { schemeA1024 } from "./prepared-key.ts";
import type { KeyRequest, Subject } from "./protocol.ts";
import { isPlainVariant } from "./subject.ts";
import { messagePool, type Prepared, type PrivateTask, privateBare, type Task, tasksOf } from "./task.ts";

interface PreparedVariant extends Prepared {
  readonly params: KeyParams;
  /** The milliseconds that making the key took; undefined for the sample key and for an existing key. */
  readonly keyTime?: number;
  /** The numbers of the key; they stay valid after it is freed. */
  components(): KeyComponents;
}

/**
 * Gets a key and builds its tasks for each engine: encryption, decryption, and decryption with the guards requested.
 *
 * @param made an existing key with these parameters; if undefined, one is made
 */
export function prepareVariant(
  rsa: Rsa,
  request: KeyRequest,
  { engines, guards }: { readonly engines: readonly Engine[]; readonly guards: GuardChoice },
  now: Clock,
  onProgress: (progress: KeyGenerationProgress) => void,
  made?: PrivateKey,
): PreparedVariant {
  const { params: wanted } = request;
  const { variant } = wanted;
  const sample = request.source === "sample";
  const generate = () => {
    const start = now();
    const key = rsa.generateKey(wanted, { allowBroken: true, onProgress });
    return { key, keyTime: now() - start };
  };
  const { key: first, keyTime } = made
    ? { key: made }
    : sample
      ? { key: rsa.keyFromComponents(schemeA1024.params, schemeA1024.components) }
      : generate();
  const subjects = engines.map((engine) => ({ kind: "variant", variant, engine }) as const);
  const tasksWith = (key: PrivateKey) => subjects.flatMap((subject) => variantTasks(key, subject, guards));
  let current = { key: first, tasks: tasksWith(first) };
  /** Goes on with another key, once all operations give the right results with it. */
  const change = () => {
    const { key, keyTime } = generate();
    try {
      const tasks = tasksWith(key);
      for (const task of tasks) task.check(task.run(1) as readonly unknown[]);
      current.key.free();
      current = { key, tasks };
    } catch (error) {
      key.free();
      throw error;
    }
    return keyTime;
  };
  // No further keys if one takes minutes, or if the key was made as one of a pair, which has no time of its own.
  const repeatable = !sample && !made && !factsOf(variant).isSlowToGenerate;
  return {
    params: first.params,
    tasks: current.tasks.map((task, at) => ({
      ...task,
      run: (repetitions) => (current.tasks[at] as Task).run(repetitions),
      check: (results) => (current.tasks[at] as Task).check(results),
    })),
    ...(keyTime === undefined ? {} : { keyTime }),
    ...(repeatable ? { keyMaker: { subject: subjects[0] as Subject, make: change } } : {}),
    components: () => first.components(),
    free: () => current.key.free(),
  };
}

type VariantSubject = Subject & { kind: "variant" };

function variantTasks(key: PrivateKey, subject: VariantSubject, guards: GuardChoice): Task[] {
  const privates = privateTasks(subject.variant, guards);
  return hasParam(subject.variant, "batchSize")
    ? batchTasks(key, subject, privates)
    : singleTasks(key, subject, privates);
}

function privateTasks(variant: Variant, choice: GuardChoice): readonly PrivateTask[] {
  const guarded = (operation: GuardedOperation): PrivateTask => ({
    operation,
    guards: guardsOf[operation],
    period: blindingPeriod,
  });
  if (choice === "each") return [{ ...privateBare, period: blindingPeriod }, ...guardedOperations.map(guarded)];
  // Plain RSA is only what the bare operations are compared with, and its samples would be the longest.
  const hasBoth = choice === "both" && !isPlainVariant(variant);
  return hasBoth ? [privateBare, guarded("decrypt-both-guards")] : [privateBare];
}

function singleTasks(key: PrivateKey, subject: VariantSubject, privates: readonly PrivateTask[]): Task[] {
  const options = { engine: subject.engine };
  const { publicKey } = key;
  return tasksOf<Uint8Array>({ subject, messages: 1 }, privates, {
    inputs: randomMessages(messagePool, publicKey.modulusLength, publicKey.messageLength),
    encrypt: (message) => publicKey.encryptRaw(message, options),
    decrypt: (guards) => (ciphertext) => key.decryptRaw(ciphertext, { ...options, ...guards }),
    check: checkEqual,
  });
}

/** One call decrypts a whole batch: message i is encrypted with public exponent i. */
function batchTasks(key: PrivateKey, subject: VariantSubject, privates: readonly PrivateTask[]): Task[] {
  const options = { engine: subject.engine };
  const { publicKeys } = key;
  const size = publicKeys.length;
  return tasksOf<readonly Uint8Array[]>({ subject, messages: size }, privates, {
    inputs: Array.from({ length: messagePool }, () => randomMessages(size, key.params.modulusLength)),
    encrypt: (batch) =>
      batch.map((message, index) => (publicKeys[index] as (typeof publicKeys)[number]).encryptRaw(message, options)),
    decrypt: (guards) => (batch) => key.decryptRawBatch(batch, { ...options, ...guards }),
    check(found, wanted) {
      for (const [index, block] of wanted.entries()) checkEqual(found[index] as Uint8Array, block);
    },
  });
}
