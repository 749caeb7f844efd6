import { open } from "node:fs/promises";
import { Problem } from "../problem.mjs";

/** Throws unless two files have the same bytes. */
export async function mustBeSame(one, other) {
  const [a, b] = await Promise.all([open(one), open(other)]);
  const [x, y] = [Buffer.alloc(2 ** 20), Buffer.alloc(2 ** 20)];
  let read;
  do {
    const [{ bytesRead: n }, { bytesRead: m }] = await Promise.all([a.read(x), b.read(y)]);
    if (n !== m || !x.subarray(0, n).equals(y.subarray(0, n))) throw new Problem("the decrypted file differs");
    read = n;
  } while (read > 0);
  await Promise.all([a.close(), b.close()]);
}
