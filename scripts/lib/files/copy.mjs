import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { settled } from "./settled.mjs";

/** Measures the disk: copies the file as the command line writes it, in pieces of a mebibyte, flushed to the disk at the end. */
export async function measureCopy(folder, print) {
  await settled();
  const start = performance.now();
  const [from, to] = await Promise.all([open(join(folder, "file")), open(join(folder, "copy"), "w")]);
  const piece = Buffer.alloc(2 ** 20);
  for (;;) {
    const { bytesRead } = await from.read(piece);
    if (bytesRead === 0) break;
    await to.write(piece, 0, bytesRead);
  }
  const written = performance.now();
  await to.sync();
  print("copy", (written - start) / 1000);
  print("copy, on the disk", (performance.now() - start) / 1000);
  await Promise.all([from.close(), to.close()]);
  await rm(join(folder, "copy"));
}
