// A page with the library and the device: keys of one, operations of the other.
import { load } from "rsa-variants";
import { Device, load as loadXrsa } from "rsa-variants/xrsa";
import { report } from "./report.js";

async function run() {
  const rsa = await load();
  const key = rsa.generateKey({ variant: "r-prime", modulusLength: 768 }, { allowBroken: true });
  const ciphertext = key.publicKey.encryptRaw(new Uint8Array([42]));
  const device = new Device(await loadXrsa(), { multiplierLength: 256 });
  return { build: rsa.build, answer: device.decryptRaw(key, ciphertext).message.at(-1) };
}

report(run());
