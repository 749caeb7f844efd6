// Makes a key of 4096 bits in workers, with progress; Control-C or a time limit ends it at once: node make-key.mjs
import { writeFile } from "node:fs/promises";
import { connect } from "rsa-variants";

const seconds = Number(process.argv[2] ?? 60);
const workers = await connect();
const signal = AbortSignal.timeout(1000 * seconds);
const onProgress = ({ phase, done, expected }) => {
  const share = expected === undefined ? "" : `, about ${Math.min(99, Math.round((100 * done) / expected))} %`;
  process.stderr.write(`\r${phase}: ${done} candidates tested${share}   `);
};

try {
  const key = await workers.generateKey({ variant: "r-prime", modulusLength: 4096 }, { signal, onProgress });
  const pem = await key.export("pkcs8-pem", { password: process.env.PASSWORD ?? "only an example" });
  await writeFile("private-key.pem", pem, { mode: 0o600 });
  await writeFile("public-key.pem", await key.publicKey.export("spki-pem"));
  console.log("\nprivate-key.pem (encrypted) and public-key.pem are written");
} catch (error) {
  if (!signal.aborted) throw error;
  console.log(`\nstopped after ${seconds} s`);
  process.exitCode = 1;
}

await workers.close();
