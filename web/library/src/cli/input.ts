import { type FileHandle, open } from "node:fs/promises";
import { concatenate } from "../bytes.js";
import type { Arguments } from "./arguments.js";
import type { Context } from "./context.js";
import { Failure, naming, shownName, systemFailure, UsageError } from "./failure.js";

/** The number of bytes to read from a file at once. */
const chunkLength = 1 << 20;

/** A file to read. */
export interface Input {
  /** Its name in messages. */
  readonly name: string;
  /** Its length in bytes, if it is known. */
  readonly size: number | undefined;
  readonly stream: ReadableStream<Uint8Array>;
}

/** Throws if more than one input of a command line is standard input: the files at `paths`, and the passphrases. */
export function checkStandardInput(given: Arguments, ...paths: readonly (string | undefined)[]): void {
  const ofPassphrases = [given.text("passphrase-file"), given.text("new-passphrase-file")];
  const all = [...paths.map((path) => path ?? "-"), ...ofPassphrases];
  if (all.filter((path) => path === "-").length <= 1) return;
  throw new UsageError("only one of the inputs can be standard input; name a file for the others");
}

/** Opens an input: standard input for `-` or undefined. */
export async function openInput(path: string | undefined, context: Context): Promise<Input> {
  if (path === undefined || path === "-") {
    return { name: "standard input", size: undefined, stream: streamOfStandardInput(context) };
  }
  const handle = await naming(path, open(path, "r"));
  const found = await naming(path, handle.stat());
  if (found.isDirectory()) {
    await handle.close();
    throw systemFailure(path, { code: "EISDIR" });
  }
  return { name: shownName(path), size: found.isFile() ? found.size : undefined, stream: streamOfFile(path, handle) };
}

/** Reads the first `most` bytes of a stream, and reports whether that is all of it. It reads no further. */
export async function readStart(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<{ start: Uint8Array; isWhole: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    length += next.value.length;
    if (length > most) {
      await reader.cancel();
      break;
    }
  }
  return { start: concatenate(pieces).subarray(0, most), isWhole: length <= most };
}

/** Reads a whole small file of at most `most` bytes. */
export async function readInput(path: string | undefined, most: number, context: Context): Promise<Uint8Array> {
  const { name, stream } = await openInput(path, context);
  const { start, isWhole } = await readStart(stream, most);
  if (isWhole) return start;
  throw new Failure(`${name}: the file is too large: it must have at most ${most} bytes`);
}

function streamOfFile(path: string, handle: FileHandle): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          // As an option, because Yarn's PnP accepts no other array than a Buffer as first argument.
          const { bytesRead, buffer } = await handle.read({ buffer: new Uint8Array(chunkLength) });
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
          else {
            await handle.close();
            controller.close();
          }
        } catch (error) {
          await handle.close().catch(() => {}); // report the first error only
          throw systemFailure(path, error);
        }
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 1 },
  );
}

function streamOfStandardInput({ stdin }: Context): ReadableStream<Uint8Array> {
  const chunks = stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await naming("standard input", chunks.next());
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => void stdin.destroy(),
  });
}
