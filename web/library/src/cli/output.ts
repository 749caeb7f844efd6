import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type FileHandle, link, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Writable } from "node:stream";
import type { Flag } from "./arguments.js";
import type { Context } from "./context.js";
import { Failure, naming, systemFailure, UsageError } from "./failure.js";

/** The flags of every command that writes a file. */
export const outputFlags = {
  out: { short: "o", value: "FILE", text: "where to write; - or nothing: standard output" },
  force: { text: "overwrite a file that is there" },
} as const satisfies Record<string, Flag>;

/** How a file is to be written. */
export interface OutputOptions {
  /** Overwrite one that is there; left out where nobody can ask for that. */
  readonly force?: boolean;
  /** Readable for its owner alone. */
  readonly secret?: boolean;
  /** No text: not for a terminal, unless asked for by name. */
  readonly binary?: boolean;
  /** The flag that makes text of what is binary, if there is one. */
  readonly asText?: string;
  /** Somebody else's text: at a terminal its control characters are shown, not obeyed, unless it is asked for by name. */
  readonly foreign?: boolean;
}

/** Somewhere to write to. What is not finished leaves nothing behind. */
export interface Output {
  write(data: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** Opens an output: standard output for `-` or nothing. Refuses before any work what cannot be written later. */
export async function openOutput(path: string | undefined, options: OutputOptions, context: Context): Promise<Output> {
  if (path === undefined || path === "-") {
    if (options.binary && path === undefined && context.stdout.isTTY) {
      const flags = [...(options.asText ? [options.asText] : []), "--out FILE"].join(", ");
      throw new UsageError(`the output is binary and would go to a terminal: give ${flags}, or --out - to insist`);
    }
    const isShown = options.foreign && path === undefined && context.stdout.isTTY;
    return isShown ? new ShownOutput(context.stdout) : new StandardOutput(context.stdout);
  }
  const found = await stat(path).catch(() => undefined);
  // A device or a pipe cannot be replaced by a file of the same name, and is not meant to be.
  if (found !== undefined && !found.isFile()) return new OpenedFile(path, await naming(path, open(path, "w")));
  if (found !== undefined && !options.force) throw exists(path, options);
  return NewFile.create(found === undefined ? path : await naming(path, realpath(path)), options, found?.mode);
}

/** Whether two outputs are one place, of which the second would overwrite the first. */
export async function isSameOutput(one: string | undefined, other: string | undefined): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => placeOf(path ?? "-")));
  return a === b;
}

/** The path without links: of the file, or of its folder where it is not there yet. */
async function placeOf(path: string): Promise<string> {
  if (path === "-") return path;
  const inFolder = async () => join(await realpath(dirname(path)), basename(path));
  return realpath(path)
    .catch(inFolder)
    .catch(() => resolve(path));
}

/** Text as UTF-8. */
export function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? new TextEncoder().encode(data) : data;
}

/** Writes a whole file. */
export async function writeOutput(
  path: string | undefined,
  data: string | Uint8Array,
  options: OutputOptions,
  context: Context,
): Promise<void> {
  await produceOutput(path, async () => data, options, context);
}

/** Writes what is made meanwhile; an output that cannot be written is told before it is made. */
export async function produceOutput(
  path: string | undefined,
  make: () => Promise<string | Uint8Array>,
  options: OutputOptions,
  context: Context,
): Promise<void> {
  const output = await openOutput(path, options, context);
  try {
    await output.write(bytesOf(await make()));
    await output.finish();
  } catch (error) {
    await output.discard();
    throw error;
  }
}

/** Sends a stream to an output; an abort ends it, and leaves nothing of a file. */
export async function pipeOutput(
  stream: ReadableStream<Uint8Array>,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  let ofOutput: unknown;
  const write = (piece: Uint8Array) =>
    output.write(piece).catch((error: unknown) => {
      ofOutput ??= error;
      throw error;
    });
  try {
    await stream.pipeTo(new WritableStream({ write }), { signal });
    await output.finish();
  } catch (error) {
    await output.discard();
    // A transformation that is in the midst of its end reports that it cannot go on, in place of why.
    throw ofOutput ?? error;
  }
}

function exists(path: string, { force }: OutputOptions): Failure {
  return new Failure(`${path}: it exists already${force === undefined ? "" : "; --force overwrites it"}`);
}

class StandardOutput implements Output {
  readonly #stream: Writable;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  async write(data: Uint8Array): Promise<void> {
    if (this.#stream.write(data)) return;
    await naming("standard output", once(this.#stream, "drain"));
  }

  finish(): Promise<void> {
    return naming(
      "standard output",
      new Promise<void>((resolve, reject) => this.#stream.write("", (error) => (error ? reject(error) : resolve()))),
    );
  }

  async discard(): Promise<void> {}
}

/** Text at a terminal, which control characters (C0 without line feed and tab, DEL, C1) would command. */
class ShownOutput extends StandardOutput {
  readonly #decoder = new TextDecoder();

  override write(data: Uint8Array): Promise<void> {
    return super.write(shown(this.#decoder.decode(data, { stream: true })));
  }

  override async finish(): Promise<void> {
    await super.write(shown(this.#decoder.decode()));
    await super.finish();
  }
}

function shown(text: string): Uint8Array {
  const escaped = (control: string) => `\\x${control.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return bytesOf(text.replace(/[^\P{Cc}\n\t]/gu, escaped));
}

class OpenedFile implements Output {
  protected readonly path: string;
  protected readonly handle: FileHandle;

  constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.handle = handle;
  }

  async write(data: Uint8Array): Promise<void> {
    try {
      // The system may take less than it is given.
      for (let at = 0; at < data.length; ) at += (await this.handle.write(data, at)).bytesWritten;
    } catch (error) {
      throw systemFailure(this.path, error);
    }
  }

  async finish(): Promise<void> {
    await naming(this.path, this.handle.close());
  }

  async discard(): Promise<void> {
    await this.handle.close().catch(() => {}); // what failed before is what is told
  }
}

/** Under a name of its own in the same folder until it is whole, so that the file appears at once or not at all. */
class NewFile extends OpenedFile {
  readonly #temporary: string;
  readonly #options: OutputOptions;

  private constructor(path: string, temporary: string, handle: FileHandle, options: OutputOptions) {
    super(path, handle);
    this.#temporary = temporary;
    this.#options = options;
  }

  /** @param replaced the mode of the file that is there, which the new one must not be wider than */
  static async create(path: string, options: OutputOptions, replaced?: number): Promise<NewFile> {
    // Not the file's name and more, which could be longer than the system takes.
    const temporary = join(dirname(path), `.${randomBytes(8).toString("hex")}.tmp`);
    const mode = (replaced ?? 0o666) & (options.secret ? 0o600 : 0o777);
    const handle = await naming(path, open(temporary, "wx", mode));
    const file = new NewFile(path, temporary, handle, options);
    if (replaced === undefined) return file;
    try {
      await naming(path, handle.chmod(mode)); // what the process's mask took away
    } catch (error) {
      await file.discard();
      throw error;
    }
    return file;
  }

  override async finish(): Promise<void> {
    await naming(this.path, this.handle.sync());
    await super.finish();
    await this.#appear();
    await syncFolder(dirname(this.path));
  }

  override async discard(): Promise<void> {
    await super.discard();
    await rm(this.#temporary, { force: true });
  }

  async #appear(): Promise<void> {
    if (this.#options.force) return naming(this.path, rename(this.#temporary, this.path));
    try {
      // Unlike rename it refuses a file that came into being meanwhile.
      await link(this.#temporary, this.path);
    } catch (error) {
      if ((error as { code?: string }).code === "EEXIST") throw exists(this.path, this.#options);
      // A file system without links.
      if ((await stat(this.path).catch(() => undefined)) !== undefined) throw exists(this.path, this.#options);
      return naming(this.path, rename(this.#temporary, this.path));
    }
    await rm(this.#temporary, { force: true });
  }
}

/** The name itself on the disk, where the system can. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
