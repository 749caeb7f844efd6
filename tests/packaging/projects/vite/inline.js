import { load } from "rsa-variants/inline";

async function run() {
  const rsa = await load();
  const made = rsa.generateKey({ variant: "crt", modulusLength: 512 }, { allowBroken: true });
  const key = await rsa.importPrivateKey(await made.export("pkcs8-pem"));
  return { build: rsa.build, answer: String(rsa.modPow(3n, 5n, 101n)), length: key.params.modulusLength };
}

run().then(
  (result) => {
    document.title = JSON.stringify(result);
  },
  (error) => {
    document.title = JSON.stringify({ code: error.code });
  },
);
