/** Milliseconds of work before the page gets its turn. */
const slice = 10;

/**
 * A stream that passes on what it gets, and lets the page have its turn between pieces: streams over data that are there
 * already never leave the queue of microtasks, so that nothing would be drawn and no click heard until they end.
 */
export function breathing<Piece>(): TransformStream<Piece, Piece> {
  let since = performance.now();
  return new TransformStream<Piece, Piece>({
    async transform(piece, controller) {
      if (performance.now() - since >= slice) {
        await nextTask();
        since = performance.now();
      }
      controller.enqueue(piece);
    },
  });
}

/** Resolves in a task of its own; unlike a timer's, browsers do not delay it. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
