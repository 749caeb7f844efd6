// A user's page: the title tells how it went.
import { connect, load, variants } from "rsa-variants";
import { published } from "rsa-variants/theory";
import { report } from "./report.js";

async function run() {
  const words = new URLSearchParams(location.search);
  const build = words.get("build") ?? "auto";
  const rsa = await load({ build });
  const key = rsa.generateKey({ variant: "r-prime", modulusLength: 768 }, { allowBroken: true });
  const ciphertext = key.publicKey.encryptRaw(new Uint8Array([42]));
  const here = key.decryptRaw(ciphertext).at(-1);
  const workers = await connect({ build, workers: 2 });
  const remote = await workers.keyFromComponents(key.params, key.components());
  const there = { build: workers.build, answer: (await remote.decryptRaw(ciphertext)).at(-1) };
  const formats = words.has("formats") ? await exchange(rsa, workers, key) : undefined;
  await workers.close();
  return {
    build: rsa.build,
    engines: rsa.engines,
    here,
    there,
    variants: variants.length,
    published: published.length > 0,
    formats,
  };
}

/** PEM, written and read on this thread and in a worker. */
async function exchange(rsa, workers, key) {
  const pem = await key.export("pkcs8-pem");
  const [here, there] = [await rsa.importPrivateKey(pem), await workers.importPrivateKey(pem)];
  return { here: here.params.modulusLength, there: there.params.modulusLength };
}

report(run());
