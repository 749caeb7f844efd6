// A user's page: the title tells how it went.
import { connect, load, variants } from "rsa-variants";
import { published } from "rsa-variants/theory";

async function run() {
  const build = new URLSearchParams(location.search).get("build") ?? "auto";
  const rsa = await load({ build });
  const key = rsa.generateKey({ variant: "r-prime", modulusLength: 768 });
  const ciphertext = key.publicKey.encryptRaw(new Uint8Array([42]));
  const here = key.decryptRaw(ciphertext).at(-1);
  const workers = await connect({ build, workers: 2 });
  const remote = await workers.keyFromComponents(key.params, key.components());
  const there = { build: workers.build, answer: (await remote.decryptRaw(ciphertext)).at(-1) };
  await workers.close();
  return {
    build: rsa.build,
    engines: rsa.engines,
    here,
    there,
    variants: variants.length,
    published: published.length > 0,
  };
}

run().then(
  (result) => {
    document.title = JSON.stringify(result);
  },
  (error) => {
    document.title = JSON.stringify({ code: error.code });
  },
);
