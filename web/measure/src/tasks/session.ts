import {
  type Build,
  type Engine,
  type KeyComponents,
  type KeyGenerationProgress,
  type Rsa,
  type Variant,
  variantFacts,
} from "rsa-variants";
import { type Clock, roundOrder, Sampler, timerStep } from "../index.ts";
import { refusedBy } from "../text/params.ts";
import { CommonKeys } from "./common-keys.ts";
import { isGuarded } from "./guards.ts";
import {
  enginesToMeasure,
  type KeyRequest,
  type MeasureEvent,
  type MeasureRequest,
  type Phase,
  type ProgressReport,
  type SampleReport,
  type Subject,
  sampleDigits,
  subjectId,
} from "./protocol.ts";
import { prepareBigInt, prepareWebCrypto } from "./reference-tasks.ts";
import { anotherRound, isGuardedRound, nextKey, timeLeft } from "./schedule.ts";
import { subjectName } from "./subject.ts";
import type { KeyMaker, Prepared, Task } from "./task.ts";
import { prepareVariant } from "./variant-tasks.ts";

/** What measuring needs from its surroundings: a browser's worker, or Node. */
interface Surroundings {
  readonly now: Clock;
  readonly load: (build: Build | "auto") => Promise<Rsa>;
  readonly crossOriginIsolated: boolean;
  /** Receives every event, in order. */
  readonly emit: (event: MeasureEvent) => void;
}

/** The time between reports of progress and of samples, in milliseconds. */
const reportInterval = 200;

/**
 * Measures a whole request and reports as it goes. It does not depend on pages or workers, so a script can run it, too. To stop
 * it, end its thread; nothing that was reported is lost.
 */
export async function measure(request: MeasureRequest, surroundings: Surroundings): Promise<void> {
  const { now, emit } = surroundings;
  const step = timerStep(now);
  const rsa = await surroundings.load(request.build);
  const engines = enginesToMeasure(request.engines, rsa.engines);
  if (engines.length === 0) {
    throw new Error(
      `none of the chosen engines (${request.engines.join(", ")}) runs here; available: ${rsa.engines.join(", ")}`,
    );
  }
  emit({
    type: "environment",
    environment: {
      timerStep: Number(step.toPrecision(3)), // browsers add noise
      crossOriginIsolated: surroundings.crossOriginIsolated,
      build: rsa.build,
      engines: rsa.engines,
    },
  });
  warmUpKeys(rsa);
  for (const [index, { modulusLength, keys }] of request.lengths.entries()) {
    const lengthsAfter = request.lengths.length - index - 1;
    const run = new LengthRun(rsa, request, engines, modulusLength, lengthsAfter, step, surroundings);
    await run.all(keys);
  }
}

/** Runs the search for primes until it is optimized; otherwise the first variant's key would be the slowest. */
function warmUpKeys(rsa: Rsa): void {
  for (let made = 0; made < 2; made += 1) {
    rsa.generateKey({ variant: "crt", modulusLength: 1024 }, { allowBroken: true }).free();
  }
}

interface Sampled {
  readonly task: Task;
  readonly sampler: Sampler;
}

/** The measurement at one modulus length: keys, warm-up, then rounds of samples. */
class LengthRun {
  readonly #start: number;
  readonly #prepared: Prepared[] = [];
  #keyMakers: { maker: KeyMaker; made: number; total: number }[] = [];
  /** How many keys there were before the one that a variant has now. */
  readonly #keys = new Map<Variant, number>();
  #sampled: Sampled[] = [];
  #pending = new Map<string, SampleReport & { samples: number[] }>();
  #lastReport = Number.NEGATIVE_INFINITY;

  constructor(
    readonly rsa: Rsa,
    readonly request: MeasureRequest,
    readonly engines: readonly Engine[],
    readonly modulusLength: number,
    readonly lengthsAfter: number,
    readonly step: number,
    readonly surroundings: Surroundings,
  ) {
    this.#start = surroundings.now();
  }

  async all(keys: readonly KeyRequest[]): Promise<void> {
    try {
      await this.#makeKeys(keys);
      await this.#warmUp();
      await this.#sample();
    } finally {
      this.#flush();
      for (const prepared of this.#prepared) prepared.free();
    }
  }

  async #makeKeys(keys: readonly KeyRequest[]): Promise<void> {
    const { references } = this.request;
    const expected = keys.length + references.length;
    let done = 0;
    let crtComponents: KeyComponents | undefined;
    const common = this.request.commonModulus ? new CommonKeys(this.rsa, keys) : undefined;
    for (const key of keys) {
      const { variant } = key.params;
      const { title } = variantFacts[variant];
      const subjects = this.engines.map((engine): Subject => ({ kind: "variant", variant, engine }));
      this.#progress({ phase: "keys", done, expected, detail: title }, true);
      await this.#guard(subjects, () => {
        const tasks = { engines: this.engines, guards: this.request.guards };
        const report = (progress: KeyGenerationProgress) => {
          const detail =
            progress.phase === "candidates"
              ? `${title}: ${candidatesText(progress)}`
              : `${title}: ${progress.done} of ${progress.expected} primes`;
          this.#progress({ phase: "keys", done, expected, detail });
        };
        const prepared = prepareVariant(this.rsa, key, tasks, this.surroundings.now, report, common?.take(key, report));
        const note = common?.note(key);
        const facts = { params: prepared.params, keySource: key.source, ...(note === undefined ? {} : { note }) };
        for (const subject of subjects) this.#announce(subject, facts);
        if (variant === "crt") crtComponents = prepared.components();
        this.#adopt(prepared, subjects[0] as Subject, prepared.keyTime);
      });
      done += 1;
    }
    for (const reference of references) {
      const subject: Subject = { kind: "reference", reference };
      this.#progress({ phase: "keys", done, expected, detail: subjectName(subject) }, true);
      await this.#guard([subject], async () => {
        if (reference === "webcrypto") {
          const prepared = await prepareWebCrypto(this.modulusLength, this.surroundings.now);
          this.#announce(subject, { note: prepared.note });
          this.#adopt(prepared, subject, prepared.keyTime);
        } else {
          const prepared = prepareBigInt(this.rsa, this.modulusLength, crtComponents);
          this.#announce(subject, {
            note: "CRT decryption with a window of five bits, in plain JavaScript.",
          });
          this.#adopt(prepared, subject, undefined);
        }
      });
      done += 1;
    }
  }

  #announce(subject: Subject, rest: object): void {
    this.surroundings.emit({ type: "subject", report: { subject, modulusLength: this.modulusLength, ...rest } });
  }

  #adopt(prepared: Prepared, subject: Subject, keyTime: number | undefined): void {
    this.#prepared.push(prepared);
    const { now } = this.surroundings;
    this.#sampled.push(
      ...prepared.tasks.map((task) => ({ task, sampler: new Sampler(task, now, this.step, task.period) })),
    );
    if (keyTime !== undefined) {
      this.#record(subject, "keygen", keyTime, 1);
      if (prepared.keyMaker !== undefined) this.#keyMakers.push({ maker: prepared.keyMaker, made: 1, total: keyTime });
    }
    this.#flush();
  }

  async #warmUp(): Promise<void> {
    const sampled = [...this.#sampled];
    for (const [done, entry] of sampled.entries()) {
      const { task, sampler } = entry;
      // The subject has left the run if its other operation failed.
      if (!this.#sampled.includes(entry)) continue;
      this.#progress(
        { phase: "warm-up", done, expected: sampled.length, detail: subjectName(task.subject) },
        done === 0,
      );
      await this.#guard([task.subject], () => sampler.warmUp());
    }
  }

  async #sample(): Promise<void> {
    const { now } = this.surroundings;
    const { budget, furtherKeys, guards } = this.request;
    const begin = now();
    let keyTime = 0;
    const spent = { guardedTime: 0, otherTime: 0 };
    for (let rounds = 0; this.#sampled.length > 0; rounds += 1) {
      const elapsed = now() - this.#start;
      if (!anotherRound(budget, rounds, elapsed)) break;
      const hasGuarded = guards !== "both" || isGuardedRound(budget, rounds, spent);
      const entries = this.#sampled.filter(({ task }) => hasGuarded || !isGuarded(task.operation));
      for (const entry of roundOrder(entries, rounds)) {
        if (rounds > 0 && !anotherRound(budget, rounds, now() - this.#start)) break;
        // The subject has left the run if it failed earlier in this round.
        if (!this.#sampled.includes(entry)) continue;
        const start = now();
        await this.#guard([entry.task.subject], () => this.#takeSample(entry));
        spent[isGuarded(entry.task.operation) ? "guardedTime" : "otherTime"] += now() - start;
        this.#report(rounds, begin);
      }
      if (!furtherKeys) continue;
      const histories = this.#keyMakers.map(({ made, total }) => ({ made, mean: total / made }));
      const next = nextKey(histories, keyTime, now() - begin, budget, now() - this.#start);
      const entry = next === undefined ? undefined : this.#keyMakers[next];
      if (entry === undefined) continue;
      await this.#guard([entry.maker.subject], async () => {
        const time = await entry.maker.make();
        entry.made += 1;
        const { subject } = entry.maker;
        if (subject.kind === "variant") this.#keys.set(subject.variant, (this.#keys.get(subject.variant) ?? 0) + 1);
        entry.total += time;
        keyTime += time;
        this.#record(entry.maker.subject, "keygen", time, 1);
      });
    }
    this.#progress({ phase: "samples", done: 1, expected: 1 }, true);
  }

  async #takeSample({ task, sampler }: Sampled): Promise<void> {
    const { single, repetitions } = await sampler.sample();
    this.#record(task.subject, task.operation, single / task.messages, repetitions * task.messages);
  }

  #record(subject: Subject, operation: SampleReport["operation"], time: number, repetitions: number): void {
    const sample = Number(time.toPrecision(sampleDigits));
    const key = (subject.kind === "variant" && operation !== "keygen" && this.#keys.get(subject.variant)) || 0;
    const id = `${subjectId(subject)} ${operation} ${key}`;
    const known = this.#pending.get(id);
    if (known === undefined) {
      const { modulusLength } = this;
      const report = { subject, modulusLength, operation, samples: [sample], repetitions };
      this.#pending.set(id, key === 0 ? report : { ...report, key });
    } else {
      known.samples.push(sample);
    }
  }

  #flush(): void {
    if (this.#pending.size === 0) return;
    this.surroundings.emit({ type: "samples", reports: [...this.#pending.values()] });
    this.#pending = new Map();
  }

  #report(rounds: number, begin: number): void {
    if (this.surroundings.now() - this.#lastReport < reportInterval) return;
    const { budget } = this.request;
    const { now } = this.surroundings;
    const left = timeLeft(budget, rounds, now() - this.#start, now() - begin);
    const bySamples = budget.kind === "samples";
    const done = bySamples ? rounds : Math.min(now() - this.#start, budget.seconds * 1000);
    const expected = bySamples ? budget.samples : budget.seconds * 1000;
    this.#progress({ phase: "samples", done, expected, ...(left === undefined ? {} : { left }) }, true);
    this.#flush();
  }

  #progress(report: Omit<ProgressReport, "modulusLength" | "elapsed"> & { phase: Phase }, always = false): void {
    const time = this.surroundings.now();
    if (!always && time - this.#lastReport < reportInterval) return;
    this.#lastReport = time;
    const { budget } = this.request;
    const elapsed = time - this.#start;
    const own = report.left ?? (budget.kind === "seconds" ? Math.max(0, budget.seconds * 1000 - elapsed) : undefined);
    const later = budget.kind === "seconds" ? this.lengthsAfter * budget.seconds * 1000 : undefined;
    const left = own === undefined || (later === undefined && this.lengthsAfter > 0) ? undefined : own + (later ?? 0);
    const { modulusLength } = this;
    this.surroundings.emit({
      type: "progress",
      report: { ...report, modulusLength, elapsed, ...(left === undefined ? {} : { left }) },
    });
  }

  /** Runs a part of the work. If it fails, its subjects leave the run and the others continue. */
  async #guard(subjects: readonly Subject[], work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { message } = refusedBy(error);
      const failed = new Set(subjects.map(subjectId));
      this.#sampled = this.#sampled.filter(({ task }) => !failed.has(subjectId(task.subject)));
      this.#keyMakers = this.#keyMakers.filter(({ maker }) => !failed.has(subjectId(maker.subject)));
      const { modulusLength } = this;
      for (const subject of subjects)
        this.surroundings.emit({ type: "failure", report: { subject, modulusLength, message } });
    }
  }
}

/** How many candidates were tried: luck decides how many it takes. */
function candidatesText({ done, expected }: KeyGenerationProgress): string {
  return done < expected ? `${done} of about ${Math.round(expected)} candidates` : `${done} candidates`;
}
