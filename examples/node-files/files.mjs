// Encrypts a file of any size for a colleague, and decrypts it:
//   node files.mjs encrypt public-key.pem letter.pdf letter.pdf.rsa
//   node files.mjs decrypt private-key.pem letter.pdf.rsa letter.pdf
import { createWriteStream, openAsBlob } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { load } from "rsa-variants";
import { decryptStream, encryptStream } from "rsa-variants/files";

const [command, keyFile, source, target] = process.argv.slice(2);
if (!["encrypt", "decrypt"].includes(command) || target === undefined) {
  console.error("usage: files.mjs encrypt|decrypt KEY FROM TO");
  process.exit(2);
}
const rsa = await load();
const unfinished = `${target}.unfinished`; // the beginning of a damaged file is not the file, and an older one stays until then
const onProgress = ({ done }) => process.stderr.write(`\r${(done / 2 ** 20).toFixed(1)} MiB`);

try {
  const data = await readFile(keyFile);
  const through =
    command === "encrypt"
      ? encryptStream(await rsa.importPublicKey(data), { onProgress })
      : decryptStream(await rsa.importPrivateKey(data, { password: process.env.PASSWORD }), { onProgress });
  const blob = await openAsBlob(source);
  await pipeline(Readable.fromWeb(blob.stream().pipeThrough(through)), createWriteStream(unfinished));
  await rename(unfinished, target);
  console.log(`\n${target} is written`);
} catch (error) {
  await rm(unfinished, { force: true });
  const hints = { "damaged-file": "it was changed or cut short", "decryption-failed": "it is for another key" };
  console.error(`\n${error.code ?? error.name}: ${hints[error.code] ?? error.message}`);
  process.exitCode = 1;
}
