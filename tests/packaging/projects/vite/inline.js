import { connect, load } from "rsa-variants/inline";
import { report } from "./report.js";

async function run() {
  const rsa = await load();
  const made = rsa.generateKey({ variant: "crt", modulusLength: 512 }, { allowBroken: true });
  const key = await rsa.importPrivateKey(await made.export("pkcs8-pem"));
  const workers = await connect({ workers: 1 });
  const remote = await workers.importPrivateKey(await made.export("pkcs8-pem"));
  const there = (await remote.decryptRaw(await remote.publicKey.encryptRaw(new Uint8Array([42])))).at(-1);
  await workers.close();
  return { build: rsa.build, answer: String(rsa.modPow(3n, 5n, 101n)), length: key.params.modulusLength, there };
}

report(run());
