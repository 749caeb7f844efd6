// Streams for several test files. Runs in Node and in browsers.

/** The bytes 0, 1, …, 250, 0, …: a period that no segment has. */
export function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, i) => i % 251);
}

/** A stream of the data in chunks of the given length. */
export function streamOf(data: Uint8Array, chunkLength = 1000): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < data.length) controller.enqueue(data.slice(at, at + chunkLength));
      else controller.close();
      at += chunkLength;
    },
  });
}

/** The output of a stream, and the error that it failed with. */
export async function collect(
  stream: ReadableStream<Uint8Array>,
): Promise<{ data: Uint8Array<ArrayBuffer>; error?: unknown }> {
  const pieces: Uint8Array[] = [];
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
  } catch (error) {
    return { data: join(pieces), error };
  }
  return { data: join(pieces) };
}

export function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(pieces.flatMap((piece) => [...piece]));
}

/** A stream that yields one chunk and then waits forever; `onWait` is called when it begins to wait. */
export function stalling(chunk: Uint8Array, onWait: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(chunk),
      // Called when the consumer wants more data. Deferred, so that it is already waiting.
      pull: () => void setTimeout(onWait),
    },
    { highWaterMark: 1 },
  );
}
