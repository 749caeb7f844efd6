import type { Repeatable } from "@rsa-variants/measure";
import { refusedBy } from "@rsa-variants/measure/text/params";
import type { Rsa } from "rsa-variants";
import { loadCrates, type PeerCrates } from "./peers/crates.ts";
import type { Failure, PartName, Subject } from "./protocol.ts";

/** Work that times itself: resolves to the milliseconds of one operation whose result was right. */
export interface SelfTimed {
  time(): Promise<number>;
}

/** One contestant's work at one length. */
export interface Work {
  readonly subject: Subject;
  readonly task: Repeatable | SelfTimed;
  /** The number of operations in one call; times are divided by it. */
  readonly operations: number;
  /** The contestant has a turn once in this many rounds. */
  readonly everyRounds: number;
}

/** Options of a contestant's work. */
export interface WorkOptions {
  /** The number of operations in one call. Default 1. */
  readonly operations?: number;
  /** The contestant has a turn only once in this many rounds, because it is slow. Default 1. */
  readonly everyRounds?: number;
}

/** Prepares the measurements of a part: keys, operands and correct results. */
export class Workshop {
  readonly works: Work[] = [];
  readonly failures: Failure[] = [];
  readonly #endings: (() => void | Promise<void>)[] = [];

  constructor(
    readonly part: PartName,
    readonly rsa: Rsa,
    /** Reports what is being prepared. */
    readonly progress: (text: string) => void,
  ) {}

  /** Adds a contestant. If its preparation fails, only this contestant is left out. */
  async add(
    contestant: string,
    length: number,
    prepare: () => Work["task"] | Promise<Work["task"]>,
    { operations = 1, everyRounds = 1 }: WorkOptions = {},
  ): Promise<void> {
    const subject: Subject = { part: this.part, contestant, length };
    this.progress(`preparing ${contestant}, ${length} bits`);
    try {
      this.works.push({ subject, task: await prepare(), operations, everyRounds });
    } catch (error) {
      this.failures.push({ ...subject, message: refusedBy(error).message });
    }
  }

  /** Registers something to free at the end of the part. */
  atEnd(free: () => void | Promise<void>): void {
    this.#endings.push(free);
  }

  async end(): Promise<void> {
    for (const free of this.#endings.splice(0).reverse()) await free();
  }

  /** The other crates, compiled like the package's build that runs here. */
  crates(): Promise<PeerCrates> {
    return loadCrates(this.rsa.build);
  }
}
