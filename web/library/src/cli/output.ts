import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fsync } from "node:fs";
import { type FileHandle, link, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { promisify } from "node:util";
import type { Flag } from "./arguments.js";
import type { Context } from "./context.js";
import { Failure, naming, shownName, shownText, systemFailure, UsageError } from "./failure.js";

/** The flags of every command that writes a file. */
export const outputFlags = {
  out: { short: "o", value: "FILE", text: "the file to write; default: standard output (-)" },
  force: { text: "overwrite an existing file" },
} as const satisfies Record<string, Flag>;

/** How to write an output. */
export interface OutputOptions {
  /** Overwrite an existing file; undefined if the command has no such flag. */
  readonly force?: boolean;
  /** Only the owner can read the file. */
  readonly secret?: boolean;
  /** Not text: not written to a terminal unless the user passes `--out -`. */
  readonly binary?: boolean;
  /** The flag that turns the binary output into text, if there is one. */
  readonly asText?: string;
  /** Someone else's text: a terminal shows its control characters escaped unless the user passes `--out -`. */
  readonly foreign?: boolean;
}

/** Something to write to. An unfinished output leaves no file. */
export interface Output {
  write(data: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** Opens an output: standard output for `-` or undefined. Throws before any work if it cannot be written. */
export async function openOutput(path: string | undefined, options: OutputOptions, context: Context): Promise<Output> {
  if (path === undefined || path === "-") {
    if (options.binary && path === undefined && context.stdout.isTTY) {
      const flags = [...(options.asText ? [options.asText] : []), "--out FILE"].join(", ");
      throw new UsageError(
        `the output is binary and would go to the terminal: pass ${flags}, or --out - to print it anyway`,
      );
    }
    const isShown = options.foreign && path === undefined && context.stdout.isTTY;
    return isShown ? new ShownOutput(context.stdout) : new StandardOutput(context.stdout);
  }
  const found = await stat(path).catch(() => undefined);
  // Do not replace a device or a pipe by a file.
  if (found !== undefined && !found.isFile()) return new OpenedFile(path, await naming(path, open(path, "w")));
  if (found !== undefined && !options.force) throw exists(path, options);
  return NewFile.create(found === undefined ? path : await naming(path, realpath(path)), options, found?.mode);
}

/** Whether two outputs are the same, so that the second would overwrite the first. */
export async function isSameOutput(one: string | undefined, other: string | undefined): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => placeOf(path ?? "-")));
  return a === b;
}

/** The path without links: of the file, or of its folder if the file does not exist yet. */
async function placeOf(path: string): Promise<string> {
  if (path === "-") return path;
  const inFolder = async () => join(await realpath(dirname(path)), basename(path));
  return realpath(path)
    .catch(inFolder)
    .catch(() => resolve(path));
}

/** Encodes text as UTF-8. */
export function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? new TextEncoder().encode(data) : data;
}

/** Opens an output, makes the data and writes them; an output that cannot be written is reported before the data are made. */
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

/** Writes a stream to an output; an abort ends it and leaves no file. */
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
    // A transform stream that is ending reports only that it cannot continue, not the output's error.
    throw ofOutput ?? error;
  }
}

function exists(path: string, { force }: OutputOptions): Failure {
  return new Failure(
    `${shownName(path)}: the file already exists${force === undefined ? "" : "; pass --force to overwrite it"}`,
  );
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

/** Text at a terminal, with control characters escaped. */
class ShownOutput extends StandardOutput {
  readonly #decoder = new TextDecoder();

  override write(data: Uint8Array): Promise<void> {
    return super.write(bytesOf(shownText(this.#decoder.decode(data, { stream: true }))));
  }

  override async finish(): Promise<void> {
    await super.write(bytesOf(shownText(this.#decoder.decode())));
    await super.finish();
  }
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
      // The system may write fewer bytes than requested.
      for (let at = 0; at < data.length; ) at += (await this.handle.write(data, at)).bytesWritten;
    } catch (error) {
      throw systemFailure(this.path, error);
    }
  }

  async finish(): Promise<void> {
    await naming(this.path, this.handle.close());
  }

  async discard(): Promise<void> {
    await this.handle.close().catch(() => {}); // report the first error only
  }
}

/** A new file. It has a temporary name in the same folder until it is complete, so that it appears whole or not at all. */
class NewFile extends OpenedFile {
  readonly #temporary: string;
  readonly #options: OutputOptions;

  private constructor(path: string, temporary: string, handle: FileHandle, options: OutputOptions) {
    super(path, handle);
    this.#temporary = temporary;
    this.#options = options;
  }

  /** @param replaced the mode of the existing file; the new one gets no further permissions */
  static async create(path: string, options: OutputOptions, replaced?: number): Promise<NewFile> {
    // Not derived from the file's name, which could then become longer than the system allows.
    const temporary = join(dirname(path), `.${randomBytes(8).toString("hex")}.tmp`);
    const mode = (replaced ?? 0o666) & (options.secret ? 0o600 : 0o777);
    const handle = await naming(path, open(temporary, "wx", mode));
    const file = new NewFile(path, temporary, handle, options);
    if (replaced === undefined) return file;
    try {
      await naming(path, handle.chmod(mode)); // sets the bits that the umask removed
    } catch (error) {
      await file.discard();
      throw error;
    }
    return file;
  }

  override async finish(): Promise<void> {
    await naming(this.path, flush(this.handle));
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
      // Unlike rename, this fails if the file was created in the meantime.
      await link(this.#temporary, this.path);
    } catch (error) {
      if ((error as { code?: string }).code === "EEXIST") throw exists(this.path, this.#options);
      // The file system has no hard links.
      if ((await stat(this.path).catch(() => undefined)) !== undefined) throw exists(this.path, this.#options);
      return naming(this.path, rename(this.#temporary, this.path));
    }
    await rm(this.#temporary, { force: true });
  }
}

const fsyncOf = promisify(fsync);

/** Flushes a file to the disk. By its number, because the handles of Yarn's PnP have no `sync`. */
async function flush({ fd }: FileHandle): Promise<void> {
  await fsyncOf(fd);
}

/** Flushes the folder, and so the file's name, to the disk if the system supports it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  if (folder === undefined) return;
  await flush(folder).catch(() => {});
  await folder.close();
}
