import { type Operation, operations, subjectId } from "../tasks/protocol.ts";
import { readRunFile, writeRunFile } from "./file.ts";
import { guardFigures } from "./guards.ts";
import { linkPrefix } from "./linked.ts";
import type { Row } from "./rows.ts";
import { findSummary, type Measurement, type Run } from "./run.ts";

/** How many rounds of a run a link has room for. Of a longer run it contains the summaries. */
const mostRounds = 24;
/** Characters. No link of this page comes near; a longer one is something else. */
const longestLink = 100_000;
/** Bytes. The limit for the decompressed run. */
const largestRun = 1_000_000;
/** Bytes that are decompressed at a time, into at most about a thousand times as many. */
const pieceSize = 1024;

/**
 * A run at one modulus length as the last part of an address, compressed.
 *
 * @param rows what is shown of it, where rows share the times of equal work
 */
export async function writeRunLink(run: Run, modulusLength: number, rows: readonly Row[] = []): Promise<string> {
  const own = <Each extends { readonly modulusLength: number }>(list: readonly Each[]) =>
    list.filter((each) => each.modulusLength === modulusLength);
  const measurements = own(run.measurements);
  const isLong = measurements.some(({ samples }) => samples.length > mostRounds);
  const text = writeRunFile({
    ...run,
    subjects: own(run.subjects),
    failures: own(run.failures),
    measurements: isLong ? measurements.map((each) => summarized(each, run, rows)) : measurements,
  });
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return (
    linkPrefix +
    btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "")
  );
}

function summarized(measurement: Measurement, run: Run, rows: readonly Row[]): Measurement {
  const { keys: _keys, ...rest } = measurement;
  const { subject, modulusLength, operation } = rest;
  const isBare = (each: string): each is Operation => operations.some((bare) => bare === each);
  const row = rows.find(({ id }) => id === subjectId(subject));
  const shown = isBare(operation) ? row?.summaries[operation] : undefined;
  const summary = shown ?? findSummary(run, subject, modulusLength, operation);
  const cost = isBare(operation) ? undefined : guardFigures(run, subject, modulusLength)[operation]?.cost;
  return { ...rest, samples: [], ...(summary && { summary }), ...(cost && { cost }) };
}

/**
 * Reads what {@link writeRunLink} wrote, without the prefix.
 *
 * @throws Error when the text is not such a run
 */
export async function readRunLink(text: string): Promise<Run> {
  if (text.length > longestLink) throw new Error("the link is longer than any link of this page");
  return readRunFile(await unpack(text));
}

async function unpack(text: string): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"), largestRun));
  } catch {
    throw new Error("the link is damaged or incomplete: ask for it again, or for the run as a file");
  }
}

/** @throws if more bytes come out than allowed, soon after the limit */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  // In small pieces: a piece is decompressed as a whole before its bytes can be counted.
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceSize) controller.enqueue(bytes.subarray(at, at + pieceSize));
      controller.close();
    },
  });
  let count = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      count += chunk.length;
      if (count > most) controller.error(new Error("too long"));
      else controller.enqueue(chunk);
    },
  });
  return new Uint8Array(await new Response(pieces.pipeThrough(stream).pipeThrough(limit)).arrayBuffer());
}
