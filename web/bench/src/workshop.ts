import type { Repeatable } from "@rsa-variants/measure";
import type { Rsa } from "rsa-variants";
import { loadCrates, type PeerCrates } from "./peers/crates.ts";
import type { Failure, PartName, Subject } from "./protocol.ts";

/** One contestant's work at one length. */
export interface Work {
  readonly subject: Subject;
  readonly repeatable: Repeatable;
  /** Operations that one call does: the times are divided by it. */
  readonly operations: number;
  /** It takes part in every so many rounds. */
  readonly everyRounds: number;
}

/** What distinguishes a contestant's work from others. */
export interface WorkOptions {
  /** Operations that one call does. Default 1. */
  readonly operations?: number;
  /** Takes part in each such round only, because it is slow. Default 1: in every one. */
  readonly everyRounds?: number;
}

/** Where a part prepares what it measures: keys, operands, and what the right results are. */
export class Workshop {
  readonly works: Work[] = [];
  readonly failures: Failure[] = [];
  readonly #endings: (() => void | Promise<void>)[] = [];

  constructor(
    readonly part: PartName,
    readonly rsa: Rsa,
    /** Says what is being prepared. */
    readonly progress: (text: string) => void,
  ) {}

  /** Adds a contestant; if its preparation fails, it alone is left out. */
  async add(
    contestant: string,
    length: number,
    prepare: () => Repeatable | Promise<Repeatable>,
    { operations = 1, everyRounds = 1 }: WorkOptions = {},
  ): Promise<void> {
    const subject: Subject = { part: this.part, contestant, length };
    this.progress(`preparing ${contestant}, ${length} bits`);
    try {
      this.works.push({ subject, repeatable: await prepare(), operations, everyRounds });
    } catch (error) {
      this.failures.push({ ...subject, message: messageOf(error) });
    }
  }

  /** Frees something when the part is over. */
  atEnd(free: () => void | Promise<void>): void {
    this.#endings.push(free);
  }

  async end(): Promise<void> {
    for (const free of this.#endings.splice(0).reverse()) await free();
  }

  /** The other crates, compiled as the package's build that runs here. */
  crates(): Promise<PeerCrates> {
    return loadCrates(this.rsa.build);
  }
}

/** What an error says; some of WebCrypto have a name only. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
