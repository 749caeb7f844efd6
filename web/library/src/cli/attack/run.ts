import type { AttackProgress } from "../../security/attack.js";
import type { Attack, AttackName, AttackOutcome, AttackTarget, Demonstration } from "../../security/attacks.js";
import { verifyOutcome } from "../../security/verify.js";
import { connect } from "../../security/workers.js";
import type { Arguments } from "../arguments.js";
import { type Context, print } from "../context.js";
import { type Facts, factTable, printJson, publicFacts, wordsOf } from "../facts.js";
import { Failure } from "../failure.js";

/** An attack to run. */
export interface Job {
  readonly name: AttackName;
  /** Default: a demonstration key. */
  readonly target?: AttackTarget;
  readonly options: object;
  readonly demonstrationOptions?: object;
}

/** The result of an attack. */
export interface Result {
  readonly target: AttackTarget;
  /** Present if a demonstration key was made. */
  readonly demonstration?: Demonstration;
  readonly outcome: AttackOutcome;
}

/** Runs an attack in a worker, so that an abort ends it at once. */
export async function run(
  { name, target, options, demonstrationOptions }: Job,
  signal: AbortSignal,
  onProgress: (progress: AttackProgress) => void,
): Promise<Result> {
  const workers = await connect({ workers: 1 });
  try {
    if (target !== undefined) {
      return { target, outcome: await workers.runAttack(name, target, { ...options, signal, onProgress }) };
    }
    const demonstration = await workers.demonstration(name, { ...demonstrationOptions, signal, onProgress });
    const all = { ...demonstration.options, ...options, signal, onProgress };
    const outcome = await workers.runAttack(name, demonstration.target, all);
    return { target: demonstration.target, demonstration, outcome };
  } finally {
    await workers.close();
  }
}

/** Checks and prints the result. */
export async function report(attack: Attack, given: Arguments, result: Result, context: Context): Promise<void> {
  const { target, demonstration, outcome } = result;
  const confirmed = confirm(target, outcome);
  const key = given.text("key") ?? "made for this attack";
  const publicKey = {
    modulus: target.modulus,
    publicExponent: "publicExponents" in target ? (target.publicExponents[0] ?? 0n) : target.publicExponent,
  };
  const {
    target: _target,
    options: _options,
    secret: _secret,
    params,
    ...seen
  } = demonstration ?? { params: undefined };
  if (given.has("json")) {
    const fresh = demonstration && { demonstration: { params, ...seen } };
    return printJson({ attack: attack.name, key, target, ...fresh, outcome, confirmed }, context);
  }
  const { found, seconds, reason, ...rest } = { reason: undefined, ...outcome };
  const facts: Facts = {
    attack: attack.title,
    key,
    ...(params === undefined ? {} : { variant: params.variant }),
    ...publicFacts(publicKey),
    ...named(seen),
    found: found ? "yes" : `no: ${reason}`,
    ...named(rest),
    ...(confirmed.length > 0 ? { checked: confirmed } : {}),
    seconds: seconds.toPrecision(3),
  };
  await print(context.stdout, factTable(facts));
}

/**
 * What is true of the outcome, in clauses.
 *
 * @throws Failure if something is not, or cannot be checked
 */
export function confirm(target: AttackTarget, outcome: AttackOutcome): string[] {
  const checks = verifyOutcome(target, outcome);
  const wrong = checks.find(({ holds }) => !holds);
  if (wrong !== undefined) {
    throw new Failure(`the result is wrong; please report this defect. It is not true that ${wrong.statement}`);
  }
  if (outcome.found && checks.length === 0) throw new Failure("the result contains nothing that could be checked");
  return checks.map(({ statement }) => statement);
}

/** The members of an object as facts. */
function named(members: object): Facts {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined && !isEmpty(value));
  return Object.fromEntries(entries.map(([name, value]) => [wordsOf(name), textsOf(value)]));
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function textsOf(value: unknown): string | readonly string[] {
  return Array.isArray(value) ? value.map(textOf) : textOf(value);
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return numberText(value);
  if (typeof value !== "object" || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${wordsOf(name)} ${textOf(member)}`);
  return members.join(", ");
}

/** Writes counts exactly, and measured or estimated numbers with three digits. */
function numberText(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : value.toPrecision(3);
}
